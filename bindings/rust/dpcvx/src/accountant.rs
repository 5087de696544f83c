//! An accountant: what a list of events costs together.

use crate::call::{bytes, c_text, call, create, text, value, Owned, Result};
use crate::curve::{Bracket, Curve};
use crate::error::Error;
use crate::generated::enums::{Adjacency, Unit};
use crate::panics;
use dpcvx_sys as sys;
use std::fmt;
use std::marker::PhantomData;
use std::os::raw::c_void;

/// Holds events with their counts, under one adjacency and for one unit. It limits nothing: that is a budget's task.
///
/// ```
/// use dpcvx::{Accountant, Adjacency, Curve, Sampling, Unit};
/// let mut accountant = Accountant::new(Adjacency::AddRemove, Unit::Record)?;
/// accountant.add(&Curve::subsampled_gaussian(Sampling::Poisson, 1.1, 0.01, 1)?, 5000)?;
/// let epsilon = accountant.epsilon(1e-6)?;
/// assert!(3.0 < epsilon.lower && epsilon.upper < 4.0);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Accountant(Owned<sys::dpcvx_accountant>);

// SAFETY: several threads may read an accountant while no thread changes it (dpcvx/accountant.h). What changes it takes
// `&mut self`.
unsafe impl Send for Accountant {}
unsafe impl Sync for Accountant {}

impl Accountant {
    /// An accountant without events.
    pub fn new(adjacency: Adjacency, unit: Unit) -> Result<Accountant> {
        // SAFETY, here and below: the accountant lives, and the call writes no more than it is given.
        Ok(Accountant(create(|out, err| unsafe {
            sys::dpcvx_accountant_create(adjacency as i32, unit as i32, out, err)
        })?))
    }

    fn as_ptr(&self) -> *mut sys::dpcvx_accountant {
        self.0.as_ptr()
    }

    /// An equal accountant, for a question about "what if".
    pub fn try_clone(&self) -> Result<Accountant> {
        Ok(Accountant(create(|out, err| unsafe { sys::dpcvx_accountant_create_copy(self.as_ptr(), out, err) })?))
    }

    /// Adds `count` uses of a curve.
    ///
    /// Under add/remove a unit that is removed leaves a null unit in its place, and the number of units stays. So
    /// curves of [`Sampling::WithoutReplacement`](crate::Sampling::WithoutReplacement) are taken there too.
    /// [`to_dp_event`](Accountant::to_dp_event) refuses them: where dp_accounting removes a unit, their number changes.
    pub fn add(&mut self, curve: &Curve, count: i64) -> Result<()> {
        call(|err| unsafe { sys::dpcvx_accountant_add(self.as_ptr(), curve.as_ptr(), count, err) })
    }

    /// Adds all events of another accountant, of the same adjacency and unit.
    pub fn merge(&mut self, other: &Accountant) -> Result<()> {
        call(|err| unsafe { sys::dpcvx_accountant_merge(self.as_ptr(), other.as_ptr(), err) })
    }

    /// The composition of the events, which a budget can charge.
    pub fn curve(&self) -> Result<Curve> {
        Ok(Curve::made(create(|out, err| unsafe { sys::dpcvx_accountant_curve(self.as_ptr(), out, err) })?))
    }

    /// The epsilon at a delta.
    pub fn epsilon(&self, delta: f64) -> Result<Bracket> {
        Bracket::of(|lower, upper, err| unsafe {
            sys::dpcvx_accountant_epsilon(self.as_ptr(), delta, lower, upper, err)
        })
    }

    /// The delta at an epsilon.
    pub fn delta(&self, epsilon: f64) -> Result<Bracket> {
        Bracket::of(|lower, upper, err| unsafe {
            sys::dpcvx_accountant_delta(self.as_ptr(), epsilon, lower, upper, err)
        })
    }

    /// The least false negative rate of an attack with this false positive rate.
    pub fn false_negative_rate(&self, false_positive_rate: f64) -> Result<Bracket> {
        Bracket::of(|lower, upper, err| unsafe {
            sys::dpcvx_accountant_false_negative_rate(self.as_ptr(), false_positive_rate, lower, upper, err)
        })
    }

    /// The best accuracy of such an attack, where one of the datasets has this prior probability.
    pub fn attack_accuracy(&self, prior: f64) -> Result<Bracket> {
        Bracket::of(|lower, upper, err| unsafe {
            sys::dpcvx_accountant_attack_accuracy(self.as_ptr(), prior, lower, upper, err)
        })
    }

    /// The probability that an alarm of such an attack is right.
    pub fn posterior(&self, prior: f64, false_positive_rate: f64) -> Result<Bracket> {
        Bracket::of(|lower, upper, err| unsafe {
            sys::dpcvx_accountant_posterior(self.as_ptr(), prior, false_positive_rate, lower, upper, err)
        })
    }

    /// The mu for which mu-GDP is proved.
    pub fn gdp_mu(&self) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_accountant_gdp_mu(self.as_ptr(), out, err) })
    }

    /// The rho for which rho-zCDP is proved.
    pub fn zcdp_rho(&self) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_accountant_zcdp_rho(self.as_ptr(), out, err) })
    }

    /// The Renyi DP epsilon at an order above 1.
    pub fn renyi(&self, order: f64) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_accountant_rdp(self.as_ptr(), order, out, err) })
    }

    /// The value of a plan's parameter that just keeps (epsilon, delta), between `best` and `safe`.
    ///
    /// `best` is the end that you would like: the least noise; the highest rate, steps or epsilon. `safe` is the end
    /// that costs least: the most noise, the fewest steps. If `best` keeps the target it is the answer at once. So two
    /// ends in the wrong order give back the end that costs least, with more noise than the target asks for.
    ///
    /// `plan` adds the plan's events, at a value of the parameter, to a copy of this accountant. An error of its own is
    /// given as it is.
    ///
    /// ```
    /// use dpcvx::{Accountant, Adjacency, Curve, Unit};
    /// let nothing = Accountant::new(Adjacency::ReplaceOne, Unit::Record)?;
    /// // The least noise for ten releases at (1, 1e-6).
    /// let noise = nothing.calibrate((1.0, 1e-6), 0.1, 1000.0, |noise, plan| plan.add(&Curve::gaussian(noise)?, 10))?;
    /// assert!(10.0 < noise && noise < 20.0);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn calibrate(
        &self,
        (epsilon, delta): (f64, f64),
        best: f64,
        safe: f64,
        plan: impl FnMut(f64, &mut Events<'_>) -> Result<()>,
    ) -> Result<f64> {
        self.calibrated((epsilon, delta), best, safe, false, plan)
    }

    /// The same of a parameter that is a whole number, such as a number of steps.
    pub fn calibrate_whole(
        &self,
        (epsilon, delta): (f64, f64),
        best: i64,
        safe: i64,
        mut plan: impl FnMut(i64, &mut Events<'_>) -> Result<()>,
    ) -> Result<i64> {
        let asked = |parameter: f64, events: &mut Events<'_>| plan(parameter as i64, events);
        Ok(self.calibrated((epsilon, delta), best as f64, safe as f64, true, asked)? as i64)
    }

    fn calibrated<F: FnMut(f64, &mut Events<'_>) -> Result<()>>(
        &self,
        (epsilon, delta): (f64, f64),
        best: f64,
        safe: f64,
        whole: bool,
        plan: F,
    ) -> Result<f64> {
        let mut asked = Asked { plan, problem: None };
        let user = (&mut asked as *mut Asked<F>).cast();
        // SAFETY: the closure lives during the call, which alone uses it.
        let result = value(|out, err| unsafe {
            let whole = i32::from(whole);
            sys::dpcvx_accountant_calibrate(
                self.as_ptr(),
                Some(add_events::<F>),
                user,
                best,
                safe,
                whole,
                epsilon,
                delta,
                out,
                err,
            )
        });
        match asked.problem {
            Some(problem) => Err(problem),
            None => result,
        }
    }

    /// Adjacency, unit and events as JSON.
    pub fn to_json(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_accountant_to_json(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The events as text, one a line.
    pub fn to_text(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_accountant_to_text(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The accountant as bytes, which this or a later version loads on any machine.
    pub fn save(&self) -> Result<Vec<u8>> {
        bytes(|out, capacity, length, err| unsafe {
            sys::dpcvx_accountant_save(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The accountant that [`save`](Accountant::save) wrote. The checksum is no signature.
    pub fn load(bytes: &[u8]) -> Result<Accountant> {
        Ok(Accountant(create(|out, err| unsafe {
            sys::dpcvx_accountant_load(bytes.as_ptr().cast(), bytes.len(), out, err)
        })?))
    }

    /// The events in the structure of DpEvent, of Python's dp_accounting, as JSON.
    ///
    /// An event that has no class there, under this adjacency, is an error.
    pub fn to_dp_event(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_accountant_to_dp_event(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// An accountant from such a structure.
    pub fn from_dp_event(json: &str, adjacency: Adjacency, unit: Unit) -> Result<Accountant> {
        let json = c_text("Accountant::from_dp_event: 'json'", json)?;
        Ok(Accountant(create(|out, err| unsafe {
            sys::dpcvx_accountant_create_from_dp_event(json.as_ptr(), adjacency as i32, unit as i32, out, err)
        })?))
    }
}

/// The events of a plan, during a call of the closure of [`Accountant::calibrate`].
// It owns nothing, and no closure can keep it: the library's accountant ends with the call.
pub struct Events<'a>(*mut sys::dpcvx_accountant, PhantomData<&'a mut ()>);

impl Events<'_> {
    /// Adds `count` uses of a curve.
    pub fn add(&mut self, curve: &Curve, count: i64) -> Result<()> {
        // SAFETY: the accountant lives during the closure's call.
        call(|err| unsafe { sys::dpcvx_accountant_add(self.0, curve.as_ptr(), count, err) })
    }

    /// Adds all events of an accountant.
    pub fn merge(&mut self, other: &Accountant) -> Result<()> {
        // SAFETY: as above.
        call(|err| unsafe { sys::dpcvx_accountant_merge(self.0, other.as_ptr(), err) })
    }
}

/// A plan's closure, and the error it gave.
struct Asked<F> {
    plan: F,
    problem: Option<Error>,
}

unsafe extern "C" fn add_events<F: FnMut(f64, &mut Events<'_>) -> Result<()>>(
    parameter: f64,
    accountant: *mut sys::dpcvx_accountant,
    user: *mut c_void,
) -> i32 {
    // SAFETY: `user` is the `Asked` of the call that runs on this thread.
    let asked = unsafe { &mut *(user as *mut Asked<F>) };
    let mut events = Events(accountant, PhantomData);
    let result = panics::guarded(Ok(true), || match (asked.plan)(parameter, &mut events) {
        Ok(()) => Ok(false),
        Err(problem) => Err(problem),
    });
    match result {
        Ok(panicked) => i32::from(panicked) * sys::DPCVX_ERR_CALLBACK,
        Err(problem) => {
            asked.problem = Some(problem);
            sys::DPCVX_ERR_CALLBACK
        }
    }
}

impl fmt::Debug for Accountant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Accountant({})", self.to_json().unwrap_or_default())
    }
}
