//! Releases of points of stable data, or nothing (propose-test-release). For experts.

use crate::budget::{Budget, Guarantee};
use crate::call::{create, known, room, value, Options, Owned, Result};
use crate::curve::Curve;
use crate::generated::enums::{Outcome, TestReleaseKind};
use crate::generated::options::TestReleaseOptions;
use crate::monitor::{watched, Monitor};
use crate::panics;
use crate::random::Rng;
use dpcvx_sys as sys;
use std::fmt;
use std::os::raw::c_void;

/// The law of the level that decides whether data pass, for a price and before any data.
pub struct TestReleaseLaw(Owned<sys::dpcvx_test_release_law>);

// SAFETY: one handle belongs to one thread at a time (dpcvx/base.h), and may move to another. The headers do not allow
// several threads to read a law, so it is not `Sync`.
unsafe impl Send for TestReleaseLaw {}

impl TestReleaseLaw {
    /// The law that a release with this price and these options has.
    pub fn new(
        epsilon: f64,
        delta: f64,
        kind: TestReleaseKind,
        options: &TestReleaseOptions,
    ) -> Result<TestReleaseLaw> {
        let keys = options.keys()?;
        // SAFETY: the options live during the call.
        Ok(TestReleaseLaw(create(|out, err| unsafe {
            sys::dpcvx_test_release_law_create(epsilon, delta, kind as i32, keys.as_ptr(), out, err)
        })?))
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_test_release_law {
        self.0.as_ptr()
    }

    /// The probability that a score passes.
    pub fn pass_probability(&self, score: i64) -> Result<f64> {
        // SAFETY: the law lives.
        value(|out, err| unsafe { sys::dpcvx_test_release_law_pass_probability(self.as_ptr(), score, out, err) })
    }
}

impl fmt::Debug for TestReleaseLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TestReleaseLaw")
    }
}

/// What a tested release gave. The charge is the same whether or not a point was released.
#[derive(Debug)]
pub struct Tested {
    /// The point with noise, where the data were stable.
    pub value: Option<Vec<f64>>,
    /// DONE, UNSTABLE or CANCELLED.
    pub outcome: Outcome,
    /// The guarantee. It records what was stated about neighbours as assumed.
    pub guarantee: Guarantee,
}

/// A tested release to be made. Its price is one (epsilon, delta) that a basic filter or a basic sub-budget takes.
#[must_use = "a builder does nothing until its call is made"]
pub struct TestedRelease<'a> {
    budget: &'a Budget,
    price: &'a Curve,
    rng: &'a mut Rng,
    monitor: Option<&'a Monitor>,
    pub(crate) options: TestReleaseOptions,
}

impl Budget {
    /// A release that tests the data first, at a price.
    pub fn tested_release<'a>(&'a self, price: &'a Curve, rng: &'a mut Rng) -> TestedRelease<'a> {
        TestedRelease { budget: self, price, rng, monitor: None, options: TestReleaseOptions::new() }
    }
}

/// A closure of a release, for one call.
fn lent<F>(function: &mut F) -> *mut c_void {
    (function as *mut F).cast()
}

fn point_of(released: bool, value: Vec<f64>) -> (Option<Vec<f64>>, Outcome) {
    if released {
        (Some(value), Outcome::Done)
    } else {
        (None, Outcome::Unstable)
    }
}

impl<'a> TestedRelease<'a> {
    /// A monitor, which [`by_deletion`](TestedRelease::by_deletion) reports to.
    pub fn monitor(mut self, monitor: &'a Monitor) -> Self {
        self.monitor = Some(monitor);
        self
    }

    fn first(&mut self) -> (*mut sys::dpcvx_budget, *mut sys::dpcvx_rng, *const sys::dpcvx_curve) {
        (self.budget.as_ptr(), self.rng.as_ptr(), self.price.as_ptr())
    }

    /// A point, if its score passes. Scores of neighbours differ by at most 1. Points whose scores may both pass differ
    /// by at most `distance` in l2.
    pub fn point(mut self, score: i64, point: &[f64], distance: f64) -> Result<Tested> {
        let keys = self.options.keys()?;
        let (budget, rng, price) = self.first();
        let (mut out, mut released) = (room(point.len())?, 0);
        // SAFETY: handles and options live during the call, and the arrays have `point.len()` entries.
        let guarantee = create(|guarantee, err| unsafe {
            let (point, n, options, out) = (point.as_ptr(), point.len() as i64, keys.as_ptr(), out.as_mut_ptr());
            sys::dpcvx_release_tested_point(
                budget,
                rng,
                price,
                score,
                point,
                n,
                distance,
                options,
                out,
                &mut released,
                guarantee,
                err,
            )
        })?;
        let (value, outcome) = point_of(released != 0, out);
        Ok(Tested { value, outcome, guarantee: Guarantee::made(guarantee) })
    }

    /// A point of a family. `test` gets the level that was drawn, and room for `n` numbers. It tells whether the data
    /// are stable at this level, and then writes the point of the level.
    ///
    /// A panic of `test` goes on after the charge: it becomes known, and no proof covers it.
    pub fn family<F>(mut self, n: usize, distance: f64, mut test: F) -> Result<Tested>
    where
        F: FnMut(i64, &mut [f64]) -> bool,
    {
        let keys = self.options.keys()?;
        let (budget, rng, price) = self.first();
        let (mut out, mut released, user) = (room(n)?, 0, lent(&mut test));
        // SAFETY: as above; the closure lives during the call, which alone uses it.
        let guarantee = create(|guarantee, err| unsafe {
            let (options, out) = (keys.as_ptr(), out.as_mut_ptr());
            sys::dpcvx_release_tested_family(
                budget,
                rng,
                price,
                Some(test_at::<F>),
                user,
                n as i64,
                distance,
                options,
                out,
                &mut released,
                guarantee,
                err,
            )
        })?;
        let (value, outcome) = point_of(released != 0, out);
        Ok(Tested { value, outcome, guarantee: Guarantee::made(guarantee) })
    }

    /// Any function of a set of users that few deletions hardly change. `function` gets ascending users, below `users`,
    /// and room for `n` numbers. It tells whether it has a value there.
    ///
    /// A panic of `function` goes on after the charge: it becomes known, and no proof covers it.
    pub fn by_deletion<F>(mut self, users: usize, n: usize, sensitivity: f64, mut function: F) -> Result<Tested>
    where
        F: FnMut(&[i64], &mut [f64]) -> bool,
    {
        let keys = self.options.keys()?;
        let (monitor, user) = (self.monitor, lent(&mut function));
        let (budget, rng, price) = self.first();
        let (mut out, mut outcome) = (room(n)?, 0);
        // SAFETY: the closure lives as long as the function of users, which ends with this call.
        let of_users: Owned<sys::dpcvx_users_function> = create(|out, err| unsafe {
            sys::dpcvx_users_function_create(users as i64, n as i64, Some(at_users::<F>), user, out, err)
        })?;
        let guarantee = watched(monitor, true, |monitor| {
            create(|guarantee, err| unsafe {
                let (function, options, out) = (of_users.as_ptr(), keys.as_ptr(), out.as_mut_ptr());
                sys::dpcvx_release_by_deletion(
                    budget,
                    rng,
                    price,
                    function,
                    sensitivity,
                    options,
                    monitor,
                    out,
                    &mut outcome,
                    guarantee,
                    err,
                )
            })
        })?;
        let outcome = known(i64::from(outcome))?;
        let value = if outcome == Outcome::Done { Some(out) } else { None };
        Ok(Tested { value, outcome, guarantee: Guarantee::made(guarantee) })
    }
}

impl fmt::Debug for TestedRelease<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TestedRelease({:?})", self.options)
    }
}

/// Room for `n` numbers, in which the closure sees zeros.
///
/// # Safety
/// `out` has `n` entries.
unsafe fn cleared<'a>(out: *mut f64, n: i64) -> &'a mut [f64] {
    // SAFETY: as the caller promises.
    unsafe {
        std::ptr::write_bytes(out, 0, n as usize);
        std::slice::from_raw_parts_mut(out, n as usize)
    }
}

unsafe extern "C" fn test_at<F: FnMut(i64, &mut [f64]) -> bool>(
    level: i64,
    n: i64,
    point: *mut f64,
    user: *mut c_void,
) -> i32 {
    // SAFETY: `user` is the closure of the call that runs on this thread.
    let (test, point) = unsafe { (&mut *(user as *mut F), cleared(point, n)) };
    panics::guarded(-1, || i32::from(test(level, point)))
}

unsafe extern "C" fn at_users<F: FnMut(&[i64], &mut [f64]) -> bool>(
    users: *const i64,
    count: i64,
    n: i64,
    out: *mut f64,
    user: *mut c_void,
) -> i32 {
    // SAFETY: `user` is the closure of the call that runs on this thread, and `users` has `count` entries.
    let (function, users, out) =
        unsafe { (&mut *(user as *mut F), std::slice::from_raw_parts(users, count as usize), cleared(out, n)) };
    panics::guarded(-1, || i32::from(function(users, out)))
}
