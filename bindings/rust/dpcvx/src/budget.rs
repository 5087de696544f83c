//! Budgets, which limit what is spent, and guarantees, which say what a release promises.

use crate::call::{c_text, call, create, known, text, value, Options, Owned, Result};
use crate::curve::{calibrate_gdp, calibrate_zcdp, Curve};
use crate::generated::enums::{Adjacency, Filter, Origin, Status, Unit};
use crate::generated::options::BudgetOptions;
use crate::Error;
use dpcvx_sys as sys;
use std::fmt;
use std::ptr::null;

/// A ledger with a hard (epsilon, delta) limit.
///
/// Every release charges a budget before it reads the data. A charge that does not fit is refused.
/// Several threads may share a budget. It works in the process that created it: after fork it refuses.
///
/// ```
/// use dpcvx::{Budget, Curve, Rng, Status};
/// let budget = Budget::new(1.0, 1e-6)?;
/// let noisy = budget.release(&budget.price(0.5)?, &mut Rng::new()?).gaussian(&[5550.0], 1.0)?.value;
/// println!("about {:.0}, for epsilon = {:.3}", noisy[0], budget.epsilon_spent()?);
/// let refused = budget.charge(&Curve::gdp(50.0)?, 1, Some("too much")).unwrap_err();
/// assert_eq!(refused.status(), Status::Budget);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Budget(Owned<sys::dpcvx_budget>);

// SAFETY: several threads may share a budget, which locks itself (dpcvx/privacy.h).
unsafe impl Send for Budget {}
unsafe impl Sync for Budget {}

// What is told of: at epsilon = 20 an attack may be right with odds of e^20, 5e8 to 1. A mechanism that publishes the data of
// each unit with probability delta is (0, delta)-private.
const LARGE_EPSILON: f64 = 20.0;
const FEWEST_UNITS: f64 = 100.0;

/// The line on an epsilon that protects next to nothing, or nothing.
pub(crate) fn note_on_epsilon(epsilon: f64) -> String {
    if epsilon < LARGE_EPSILON {
        return String::new();
    }
    let shown = (epsilon * 1e3).round() / 1e3;
    format!(
        "epsilon = {} protects next to nothing: what is released may be e^{} times as likely with the data of one unit as \
         without. As a rule epsilon is 10 or less\n",
        shown, shown
    )
}

/// Makes a [`Budget`]. Its options have setters here.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until its call is made"]
pub struct BudgetBuilder {
    pub(crate) epsilon: f64,
    pub(crate) delta: f64,
    pub(crate) adjacency: Adjacency,
    pub(crate) unit: Unit,
    pub(crate) options: BudgetOptions,
}

impl BudgetBuilder {
    /// Which datasets are neighbours: by default those that replace one unit.
    pub fn adjacency(mut self, adjacency: Adjacency) -> Self {
        self.adjacency = adjacency;
        self
    }

    /// Whose data are protected: by default one record.
    pub fn unit(mut self, unit: Unit) -> Self {
        self.unit = unit;
        self
    }

    /// Creates the budget, which ends with the process. [`create_ledger`](BudgetBuilder::create_ledger) keeps it in a
    /// file.
    pub fn build(self) -> Result<Budget> {
        let keys = self.options.keys()?;
        let (adjacency, unit) = (self.adjacency as i32, self.unit as i32);
        // SAFETY: the options live during the call.
        Ok(Budget::made(create(|out, err| unsafe {
            sys::dpcvx_budget_create(self.epsilon, self.delta, adjacency, unit, keys.as_ptr(), out, err)
        })?))
    }
}

impl Budget {
    /// A budget for single records, under replace-one adjacency.
    pub fn new(epsilon: f64, delta: f64) -> Result<Budget> {
        Budget::builder(epsilon, delta).build()
    }

    /// A budget for single users: all records of a user at once.
    pub fn for_users(epsilon: f64, delta: f64) -> Result<Budget> {
        Budget::builder(epsilon, delta).unit(Unit::User).build()
    }

    /// A budget of another unit, adjacency or filter.
    pub fn builder(epsilon: f64, delta: f64) -> BudgetBuilder {
        let (adjacency, unit) = (Adjacency::ReplaceOne, Unit::Record);
        BudgetBuilder { epsilon, delta, adjacency, unit, options: BudgetOptions::new() }
    }

    pub(crate) fn made(raw: Owned<sys::dpcvx_budget>) -> Budget {
        Budget(raw)
    }

    pub(crate) fn as_ptr(&self) -> *mut sys::dpcvx_budget {
        self.0.as_ptr()
    }

    /// Gives a curve whose charge is a share of what is left: 1 is all of it.
    ///
    /// The share is of what adds up. Under GDP that is mu squared: a share alone costs more than this share of epsilon.
    ///
    /// | share of epsilon = 2, delta = 1e-6 | 0.1 | 0.25 | 0.5 | 1 |
    /// |---|---|---|---|---|
    /// | epsilon at this delta, alone | 0.58 | 0.95 | 1.38 | 2 |
    ///
    /// It is a share of what is left now. Threads that share a budget take their prices first, one after the other:
    /// two that ask for half at once may find that both prices are of the same half.
    /// [`price_of_epsilon`](Budget::price_of_epsilon) takes an epsilon in place of a share.
    pub fn price(&self, share: f64) -> Result<Curve> {
        // SAFETY, here and below: the budget lives, and locks itself.
        Ok(Curve::made(create(|out, err| unsafe { sys::dpcvx_budget_price(self.as_ptr(), share, out, err) })?))
    }

    /// Gives a curve of what a release may come to by itself: `epsilon`, at the delta of the budget.
    ///
    /// Where epsilons and deltas add up, the delta is the same share of the budget's as `epsilon` is. The curve may be more
    /// than what is left. An RDP filter counts it at one order, so one of nearly the whole epsilon may be refused.
    /// `price(1.0)` grants all of it.
    ///
    /// ```
    /// let budget = dpcvx::Budget::new(1.0, 1e-6)?;
    /// assert!((budget.price_of_epsilon(0.5)?.epsilon(1e-6)? - 0.5).abs() < 1e-6);
    /// assert!(budget.price(0.5)?.epsilon(1e-6)? > 0.68); // half of mu squared
    /// assert!(budget.price_of_epsilon(f64::NAN).is_err() && budget.price_of_epsilon(0.0).is_err());
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn price_of_epsilon(&self, epsilon: f64) -> Result<Curve> {
        let share = if self.adds_pairs()? { (epsilon / self.epsilon()?).min(1.0) } else { 1.0 };
        self.price_of(epsilon, self.delta()? * share)
    }

    /// Gives a curve of what a release may come to by itself: (`epsilon`, `delta`), in the terms of the filter.
    pub fn price_of(&self, epsilon: f64, delta: f64) -> Result<Curve> {
        if epsilon.is_nan() || epsilon <= 0.0 {
            return Err(Error::argument(format!(
                "Budget::price_of: 'epsilon' = {}; accepted: a number above 0",
                epsilon
            )));
        }
        if !(0.0..1.0).contains(&delta) {
            return Err(Error::argument(format!(
                "Budget::price_of: 'delta' = {}; accepted: a number in [0, 1)",
                delta
            )));
        }
        if delta == 0.0 {
            return Curve::pure(epsilon);
        }
        if self.adds_pairs()? {
            return Curve::approximate(epsilon, delta);
        }
        match self.filter()? {
            Filter::Gdp | Filter::Rdp => Curve::gdp(calibrate_gdp(epsilon, delta)?),
            Filter::Zcdp => Curve::zcdp(calibrate_zcdp(epsilon, delta)?),
            _ => Curve::approximate(epsilon, delta),
        }
    }

    // Whether epsilons and deltas add up: a basic filter, or a basic sub-budget.
    fn adds_pairs(&self) -> Result<bool> {
        match self.basic_epsilon_remaining() {
            Err(problem) if problem.status() == Status::Unsupported => Ok(false),
            found => found.map(|_| true),
        }
    }

    /// Charges `count` uses of a curve, for a release made outside this library. The ledger shows the label.
    ///
    /// A curve that you made does not know whose data it protects. That its unit and its neighbours are the budget's is
    /// your word: one for records, charged to a budget of users, is taken and understates what users lose. Curves of a
    /// guarantee, a plan or an accountant know both, and so do compositions with one.
    ///
    /// A basic filter or sub-budget takes a curve at half of the delta that is left. A curve that was calibrated for a delta
    /// is charged by [`charge_at_delta`](Budget::charge_at_delta). The label has at most 95 bytes.
    ///
    /// # Errors
    ///
    /// [`Status::Argument`](crate::Status::Argument) for a curve that is known to have another unit or adjacency,
    /// [`Status::Budget`](crate::Status::Budget) if it does not fit, and
    /// [`Status::Unsupported`](crate::Status::Unsupported) if no sub-budget can take the curve. Nothing is charged then.
    pub fn charge(&self, curve: &Curve, count: i64, label: Option<&str>) -> Result<()> {
        let label = label.map(|label| c_text("Budget::charge: 'label'", label)).transpose()?;
        let label = label.as_ref().map_or(null(), |label| label.as_ptr());
        call(|err| unsafe { sys::dpcvx_budget_charge(self.as_ptr(), curve.as_ptr(), count, label, err) })
    }

    /// Charges a release that was made on another budget, such as a fit by [`FitTable`](crate::FitTable), by the curve
    /// of its guarantee. It adds up with what this budget was charged, for the same data.
    ///
    /// The release has read the data already: ask [`can_charge`](Budget::can_charge) before it. Better,
    /// [`FitTable::on`](crate::FitTable::on) charges this budget beforehand.
    ///
    /// ```
    /// use dpcvx::{Budget, Rng, Status};
    /// let (of_records, of_users) = (Budget::new(1.0, 1e-6)?, Budget::for_users(1.0, 1e-6)?);
    /// let count = of_records.release(&of_records.price(0.5)?, &mut Rng::new()?).gaussian(&[5550.0], 1.0)?;
    /// Budget::new(1.0, 1e-6)?.charge_guarantee(&count.guarantee, Some("a count"))?;
    /// let refused = of_users.charge_guarantee(&count.guarantee, None).unwrap_err();
    /// assert_eq!(refused.status(), Status::Argument);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Status::Argument`](crate::Status::Argument) for a guarantee of another unit or adjacency, and the errors of
    /// [`charge`](Budget::charge). Nothing is charged then.
    pub fn charge_guarantee(&self, guarantee: &Guarantee, label: Option<&str>) -> Result<()> {
        let label = label.map(|label| c_text("Budget::charge_guarantee: 'label'", label)).transpose()?;
        let label = label.as_ref().map_or(null(), |label| label.as_ptr());
        call(|err| unsafe { sys::dpcvx_budget_charge_guarantee(self.as_ptr(), guarantee.as_ptr(), label, err) })
    }

    /// Charges `count` uses of a curve to the basic sub-budget, at a delta that is chosen beforehand: before a training whose
    /// noise was calibrated for it.
    ///
    /// ```
    /// use dpcvx::{calibrate_subsampled_gaussian, Adjacency, Budget, Curve, Filter, Sampling};
    /// let ledger = Budget::builder(2.0, 1e-6).adjacency(Adjacency::AddRemove).filter(Filter::Basic).build()?;
    /// let noise = calibrate_subsampled_gaussian(Sampling::Poisson, 0.01, 1000, 1.0, 5e-7)?;
    /// let training = Curve::subsampled_gaussian(Sampling::Poisson, noise, 0.01, 1000)?;
    /// ledger.charge_at_delta(&training, 1, 5e-7, Some("a training"))?; // then train
    /// assert!(ledger.epsilon_remaining()? > 0.999);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn charge_at_delta(&self, curve: &Curve, count: i64, delta: f64, label: Option<&str>) -> Result<()> {
        let label = label.map(|label| c_text("Budget::charge_at_delta: 'label'", label)).transpose()?;
        let label = label.as_ref().map_or(null(), |label| label.as_ptr());
        call(|err| unsafe {
            sys::dpcvx_budget_charge_at_delta(self.as_ptr(), curve.as_ptr(), count, delta, label, err)
        })
    }

    /// A bound on the loss of all charges so far that holds at every moment at once, except with probability `delta`.
    ///
    /// Where (epsilon, delta) charges are in the basic sub-budget, it is the epsilon of a statement on events alone. Up to a
    /// stop at a reading of at most epsilon, P(S) <= e^epsilon P'(S) + `delta` + the sum of their deltas.
    pub fn odometer(&self, delta: f64) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_budget_odometer(self.as_ptr(), delta, out, err) })
    }

    /// Whether [`charge`](Budget::charge) would be accepted now.
    pub fn can_charge(&self, curve: &Curve, count: i64) -> Result<bool> {
        Ok(value(|out, err| unsafe { sys::dpcvx_budget_can_charge(self.as_ptr(), curve.as_ptr(), count, out, err) })?
            != 0)
    }

    /// A budget that refuses what this one would, and never pays. A release that this one would take fails with
    /// [`Status::Cancelled`](crate::Status::Cancelled) there, and nothing is charged or released.
    ///
    /// ```
    /// use dpcvx::{Budget, Dataset, Means, Rng, Status};
    /// let (budget, data) = (Budget::new(1.0, 1e-6)?, Dataset::unlabelled(&[[1.0], [2.0]])?);
    /// let means = Means::new().ranges(&[0.0], &[3.0]);
    /// let refused = means.release(&budget.rehearsal()?, &mut Rng::new()?, &budget.price(1.0)?, &data).unwrap_err();
    /// assert_eq!((refused.status(), budget.charges()?), (Status::Cancelled, 0));
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn rehearsal(&self) -> Result<Budget> {
        Ok(Budget(create(|out, err| unsafe { sys::dpcvx_budget_create_rehearsal(self.as_ptr(), out, err) })?))
    }

    /// What is not to be missed of a price, a line each: that it protects next to nothing. Ask it before a charge.
    /// Without a price they are those of the budget's limit. There may be none.
    ///
    /// ```
    /// use dpcvx::{Budget, Curve};
    /// let budget = Budget::new(1000.0, 1e-6)?;
    /// assert!(budget.notes(None)?.starts_with("epsilon = 1000 protects next to nothing"));
    /// assert!(budget.notes(Some(&Curve::gdp(9.0)?))?.contains("As a rule epsilon is 10 or less"));
    /// assert_eq!(budget.notes(Some(&Curve::gdp(1.0)?))?, "");
    /// assert!(Budget::new(1.0, 0.5)?.notes(None)?.starts_with("delta = 0.5 is at least 1 / 100"));
    /// assert_eq!(Budget::new(10.0, 1e-4)?.notes(None)?, "");
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn notes(&self, price: Option<&Curve>) -> Result<String> {
        let delta = self.delta()?;
        let mut told = String::new();
        let epsilon = match price {
            Some(price) => price.epsilon(delta)?,
            None => self.epsilon()?,
        };
        if price.is_none() && delta * FEWEST_UNITS >= 1.0 {
            told += &format!(
                "delta = {} is at least 1 / {}: it does not rule out that the data of some unit are told in full. As a rule \
                 delta is 1e-6 or less\n",
                delta, FEWEST_UNITS
            );
        }
        Ok(told + &note_on_epsilon(epsilon))
    }

    /// The ledger as JSON.
    pub fn to_json(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_budget_to_json(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The ledger as text.
    pub fn to_text(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_budget_to_text(self.as_ptr(), out, capacity, length, err)
        })
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Budget");
        if let (Ok(epsilon), Ok(delta), Ok(spent)) = (self.epsilon(), self.delta(), self.epsilon_spent()) {
            shown.field("epsilon", &epsilon).field("delta", &delta).field("epsilon_spent", &spent);
        }
        shown.finish_non_exhaustive()
    }
}

/// What a release promises, and on which assumptions. It holds public quantities only.
pub struct Guarantee(Owned<sys::dpcvx_guarantee>);

// SAFETY: guarantees do not change after creation, and several threads may read them at once (dpcvx/base.h).
unsafe impl Send for Guarantee {}
unsafe impl Sync for Guarantee {}

impl Guarantee {
    pub(crate) fn made(raw: Owned<sys::dpcvx_guarantee>) -> Guarantee {
        Guarantee(raw)
    }

    fn as_ptr(&self) -> *const sys::dpcvx_guarantee {
        self.0.as_ptr()
    }

    /// The epsilon of its curve at a delta.
    pub fn epsilon(&self, delta: f64) -> Result<f64> {
        // SAFETY, here and below: the guarantee lives.
        value(|out, err| unsafe { sys::dpcvx_guarantee_epsilon(self.as_ptr(), delta, out, err) })
    }

    fn terms(&self) -> Result<(i32, i32)> {
        let mut unit = 0;
        let adjacency = value(|out, err| unsafe { sys::dpcvx_guarantee_terms(self.as_ptr(), out, &mut unit, err) })?;
        Ok((adjacency, unit))
    }

    /// Which datasets are neighbours.
    pub fn adjacency(&self) -> Result<Adjacency> {
        known(i64::from(self.terms()?.0))
    }

    /// Whose data are protected.
    pub fn unit(&self) -> Result<Unit> {
        known(i64::from(self.terms()?.1))
    }

    /// A constant by its name, such as `l2_sensitivity`, and where it comes from.
    pub fn constant(&self, name: &str) -> Result<(f64, Origin)> {
        let name = c_text("Guarantee::constant: 'name'", name)?;
        let mut origin = 0;
        let found = value(|out, err| unsafe {
            sys::dpcvx_guarantee_constant(self.as_ptr(), name.as_ptr(), out, &mut origin, err)
        })?;
        Ok((found, known(i64::from(origin))?))
    }

    /// The release's own curve. It keeps unit and adjacency: budgets and accountants of others refuse it.
    pub fn curve(&self) -> Result<Curve> {
        Ok(Curve::made(create(|out, err| unsafe { sys::dpcvx_guarantee_curve(self.as_ptr(), out, err) })?))
    }

    /// The guarantee as JSON.
    pub fn to_json(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_guarantee_to_json(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The guarantee as text.
    pub fn to_text(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_guarantee_to_text(self.as_ptr(), out, capacity, length, err)
        })
    }
}

impl fmt::Debug for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Guarantee({})", self.to_json().unwrap_or_default())
    }
}
