//! Plans and fits: private models of data, step by step.

use crate::budget::{Budget, Guarantee};
use crate::call::{bytes, call, create, filled, known, text, Options, Owned, Result};
use crate::curve::Curve;
use crate::data::Dataset;
use crate::error::Error;
use crate::generated::enums::{Method, Note};
use crate::generated::options::PlanOptions;
use crate::model::Objective;
use crate::monitor::{watched, Monitor};
use crate::random::Rng;
use crate::turns::{turn_of, Closure};
use dpcvx_sys as sys;
use std::fmt;
use std::ptr::null_mut;
use std::sync::Arc;

/// Makes a [`Plan`]. Its options have setters here.
#[derive(Debug)]
#[must_use = "a builder does nothing until its call is made"]
pub struct PlanBuilder<'a> {
    budget: &'a Budget,
    objective: &'a Objective,
    price: Option<&'a Curve>,
    method: Method,
    pub(crate) options: PlanOptions,
}

impl<'a> PlanBuilder<'a> {
    /// The price of the fit: by default all that is left of the budget.
    pub fn price(mut self, price: &'a Curve) -> Self {
        self.price = Some(price);
        self
    }

    /// The method: by default the first of [`Plan::ranking`].
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// Creates the plan. It charges nothing, and reads no data.
    pub fn build(self) -> Result<Plan> {
        let keys = self.options.keys()?;
        let _turn = self.objective.turn()?;
        let rest = match self.price {
            Some(_) => None,
            None => Some(self.budget.price(1.0)?),
        };
        let price = self.price.or(rest.as_ref()).expect("one of the two is there").as_ptr();
        // SAFETY: all handles live during the call. The plan keeps the objective alive, and its closure with it.
        let raw = create(|out, err| unsafe {
            let (budget, objective, method) = (self.budget.as_ptr(), self.objective.as_ptr(), self.method as i32);
            sys::dpcvx_plan_create(budget, price, objective, method, keys.as_ptr(), out, err)
        })?;
        Ok(Plan { raw, closure: self.objective.closure() })
    }
}

/// How a fit will be made: method, settings, noise and typical risk, from public numbers alone.
pub struct Plan {
    raw: Owned<sys::dpcvx_plan>, // dropped before the closure of its objective
    closure: Option<Arc<dyn Closure>>,
}

// SAFETY: plans do not change after creation, and several threads may read them at once (dpcvx/base.h). A fit takes the
// turn of the objective's closure.
unsafe impl Send for Plan {}
unsafe impl Sync for Plan {}

impl Plan {
    pub(crate) fn made(raw: Owned<sys::dpcvx_plan>) -> Plan {
        Plan { raw, closure: None }
    }

    /// The plan of a fit for all that is left of a budget, by the method that suits best.
    pub fn new(budget: &Budget, objective: &Objective) -> Result<Plan> {
        Plan::builder(budget, objective).build()
    }

    /// A plan with another price, method or settings.
    ///
    /// ```
    /// use dpcvx::{Budget, Dataset, Loss, Method, Objective, Plan};
    /// let data = Dataset::new(&[[0.5], [-1.0], [0.8], [-0.3]], &[1.0, -1.0, 1.0, -1.0])?;
    /// let (budget, objective) = (Budget::new(1.0, 1e-6)?, Objective::new(&data, Loss::Logistic)?);
    /// let plan = Plan::builder(&budget, &objective).method(Method::NoisyGradientDescent).steps(20).build()?;
    /// let chosen = plan.chosen();
    /// assert_eq!((chosen.method()?, chosen.steps()?), (Method::NoisyGradientDescent, 20));
    /// assert_eq!(budget.charges()?, 0); // a plan costs nothing
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn builder<'a>(budget: &'a Budget, objective: &'a Objective) -> PlanBuilder<'a> {
        PlanBuilder { budget, objective, price: None, method: Method::Automatic, options: PlanOptions::new() }
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_plan {
        self.raw.as_ptr()
    }

    /// The figures of the method that was chosen.
    pub fn chosen(&self) -> PlanFigures<'_> {
        self.figures(Method::Automatic)
    }

    /// The figures of any method.
    pub fn figures(&self, method: Method) -> PlanFigures<'_> {
        PlanFigures { plan: self, method }
    }

    /// The methods that apply, best first.
    pub fn ranking(&self) -> Result<Vec<Method>> {
        let mut count = 0;
        // SAFETY, here and below: the plan lives, and the call writes no more than it is given room for.
        call(|err| unsafe { sys::dpcvx_plan_ranking(self.as_ptr(), null_mut(), 0, &mut count, err) })?;
        let numbers = filled(usize::try_from(count).unwrap_or(0), |out, capacity, err| unsafe {
            sys::dpcvx_plan_ranking(self.as_ptr(), out, capacity, &mut count, err)
        })?;
        numbers.into_iter().map(|number| known(i64::from(number))).collect()
    }

    /// Why a method does not apply, and what would help.
    pub fn reason(&self, method: Method) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_plan_reason(self.as_ptr(), method as i32, out, capacity, length, err)
        })
    }

    /// What is not to be missed, a line each, before a charge. There may be none.
    pub fn notes(&self, kind: Note) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_plan_notes(self.as_ptr(), kind as i32, out, capacity, length, err)
        })
    }

    /// The curve that the fit comes to.
    pub fn curve(&self) -> Result<Curve> {
        Ok(Curve::made(create(|out, err| unsafe { sys::dpcvx_plan_curve(self.as_ptr(), out, err) })?))
    }

    /// Settings, noise, risks, and how the methods rank, as text.
    pub fn to_text(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe { sys::dpcvx_plan_to_text(self.as_ptr(), out, capacity, length, err) })
    }

    /// The plan as JSON.
    pub fn to_json(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe { sys::dpcvx_plan_to_json(self.as_ptr(), out, capacity, length, err) })
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Plan");
        if let (Ok(method), Ok(steps)) =
            (self.figures(Method::Automatic).method(), self.figures(Method::Automatic).steps())
        {
            shown.field("method", &method).field("steps", &steps);
        }
        shown.finish_non_exhaustive()
    }
}

/// The figures of one method's plan.
#[derive(Debug, Clone, Copy)]
pub struct PlanFigures<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) method: Method,
}

/// A private model: its coefficients, how rows are prepared for them, and the guarantee they came with.
///
/// ```
/// use dpcvx::{Budget, Dataset, Fit, Loss, Objective, Plan, Rng};
/// let rows: Vec<[f64; 1]> = (0..1000).map(|i| [f64::from(i % 20) / 10.0 - 1.0]).collect();
/// let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 0.0 { 1.0 } else { -1.0 }).collect();
/// let data = Dataset::new(&rows, &labels)?;
/// let objective = Objective::new(&data, Loss::Logistic)?;
/// let budget = Budget::new(4.0, 1e-6)?;
/// let plan = Plan::new(&budget, &objective)?;
/// let fit = Fit::new(&budget, &mut Rng::new()?, &plan)?;
/// assert!(fit.coefficients()?[0] > 0.0);
/// let again = Fit::load(&fit.save()?)?;
/// assert_eq!(again.predict(&data)?, fit.predict(&data)?);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Fit(Owned<sys::dpcvx_fit>);

// SAFETY: fits do not change after creation, and several threads may read them at once (dpcvx/base.h).
unsafe impl Send for Fit {}
unsafe impl Sync for Fit {}

impl Fit {
    pub(crate) fn made(raw: Owned<sys::dpcvx_fit>) -> Fit {
        Fit(raw)
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_fit {
        self.0.as_ptr()
    }

    /// Runs a plan. It charges the budget once, then reads the data.
    pub fn new(budget: &Budget, rng: &mut Rng, plan: &Plan) -> Result<Fit> {
        Fit::run(budget, rng, plan, None)
    }

    /// Runs a plan that a monitor watches. A cancelled fit keeps its charge, and holds what it reached.
    pub fn watched(budget: &Budget, rng: &mut Rng, plan: &Plan, monitor: &Monitor) -> Result<Fit> {
        Fit::run(budget, rng, plan, Some(monitor))
    }

    fn run(budget: &Budget, rng: &mut Rng, plan: &Plan, monitor: Option<&Monitor>) -> Result<Fit> {
        let _turn = turn_of(&plan.closure, monitor)?;
        watched(monitor, plan.closure.is_some(), |monitor| {
            // SAFETY: all handles live during the call, and the plan keeps the closure that it may run.
            Ok(Fit(create(|out, err| unsafe {
                sys::dpcvx_fit_create(budget.as_ptr(), rng.as_ptr(), plan.as_ptr(), monitor, out, err)
            })?))
        })
    }

    fn number(&self, count: i64) -> usize {
        usize::try_from(count).unwrap_or(0)
    }

    /// The coefficients of prepared rows: for each output one a column, then the intercept.
    pub fn coefficients(&self) -> Result<Vec<f64>> {
        // SAFETY, here and below: the fit lives, and the results have as many entries as the call is told.
        filled(self.number(self.dimension()?), |out, dimension, err| unsafe {
            sys::dpcvx_fit_coefficients(self.as_ptr(), out, dimension, err)
        })
    }

    /// The coefficients in the units of the table: for each output one a column, then a constant.
    pub fn original_coefficients(&self) -> Result<Vec<f64>> {
        let count = self.number(self.outputs()?.saturating_mul(self.columns()? + 1));
        filled(count, |out, count, err| unsafe { sys::dpcvx_fit_original_coefficients(self.as_ptr(), out, count, err) })
    }

    /// The standard deviation of the noise in each coefficient, where its law is known.
    pub fn standard_errors(&self) -> Result<Vec<f64>> {
        filled(self.number(self.dimension()?), |out, dimension, err| unsafe {
            sys::dpcvx_fit_standard_errors(self.as_ptr(), out, dimension, err)
        })
    }

    /// The standard deviation of the noise in each of [`original_coefficients`](Fit::original_coefficients), where it is
    /// known.
    pub fn original_standard_errors(&self) -> Result<Vec<f64>> {
        let count = self.number(self.outputs()?).saturating_mul(self.number(self.columns()?).saturating_add(1));
        filled(count, |out, count, err| unsafe {
            sys::dpcvx_fit_original_standard_errors(self.as_ptr(), out, count, err)
        })
    }

    /// What is not to be missed, a line each. There may be none.
    pub fn notes(&self, kind: Note) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_fit_notes(self.as_ptr(), kind as i32, out, capacity, length, err)
        })
    }

    /// One label a row: a sign, a class, a rate or a number, as the loss says.
    pub fn predict(&self, data: &Dataset) -> Result<Vec<f64>> {
        filled(data.row_count()?, |out, rows, err| unsafe {
            sys::dpcvx_fit_predict(self.as_ptr(), data.as_ptr(), out, rows, err)
        })
    }

    /// The decision values, row after row.
    pub fn decision_values(&self, data: &Dataset) -> Result<Vec<f64>> {
        let count = data.row_count()?.saturating_mul(self.number(self.outputs()?));
        filled(count, |out, count, err| unsafe {
            sys::dpcvx_fit_decision_values(self.as_ptr(), data.as_ptr(), out, count, err)
        })
    }

    /// The probabilities of the labels, row after row: of -1 and 1, or of the classes.
    pub fn probabilities(&self, data: &Dataset) -> Result<Vec<f64>> {
        let count = data.row_count()?.saturating_mul(self.number(self.outputs()?).max(2));
        filled(count, |out, count, err| unsafe {
            sys::dpcvx_fit_probabilities(self.as_ptr(), data.as_ptr(), out, count, err)
        })
    }

    /// The guarantee.
    pub fn guarantee(&self) -> Result<Guarantee> {
        Ok(Guarantee::made(create(|out, err| unsafe { sys::dpcvx_fit_guarantee(self.as_ptr(), out, err) })?))
    }

    /// The report: method, outcome, coefficients in the units of the table, model, noise, risk and guarantee. It holds
    /// nothing else of the data.
    pub fn to_text(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe { sys::dpcvx_fit_to_text(self.as_ptr(), out, capacity, length, err) })
    }

    /// The whole fit as JSON.
    pub fn to_json(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe { sys::dpcvx_fit_to_json(self.as_ptr(), out, capacity, length, err) })
    }

    /// The fit as bytes, which this or a later version loads on any machine.
    pub fn save(&self) -> Result<Vec<u8>> {
        bytes(|out, capacity, length, err| unsafe { sys::dpcvx_fit_save(self.as_ptr(), out, capacity, length, err) })
    }

    /// The fit that [`save`](Fit::save) wrote. The checksum is no signature.
    pub fn load(bytes: &[u8]) -> Result<Fit> {
        if bytes.is_empty() {
            return Err(Error::argument("Fit::load: 'bytes' is empty".into()));
        }
        // SAFETY: the call reads `bytes.len()` bytes.
        Ok(Fit(create(|out, err| unsafe { sys::dpcvx_fit_load(bytes.as_ptr().cast(), bytes.len(), out, err) })?))
    }
}

impl fmt::Debug for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Fit");
        if let (Ok(method), Ok(outcome), Ok(epsilon)) = (self.method(), self.outcome(), self.epsilon()) {
            shown.field("method", &method).field("outcome", &outcome).field("epsilon", &epsilon);
        }
        shown.finish_non_exhaustive()
    }
}
