//! Fits of tables in one call.

use crate::budget::Budget;
use crate::call::{call, create, Keys, Options, Result};
use crate::curve::Curve;
use crate::data::{columns_of, Dataset};
use crate::error::Error;
use crate::generated::enums::Loss;
use crate::generated::options::FitTableOptions;
use crate::monitor::{watched, Monitor};
use crate::random::Rng;
use crate::solve::{Fit, Plan};
use dpcvx_sys as sys;
use std::fmt;
use std::ptr::{null, null_mut};

/// What is known of the columns' ranges.
#[derive(Debug, Clone)]
pub(crate) enum Ranges {
    Missing,
    Declared(Vec<f64>, Vec<f64>),
    Released,
}

/// What calls of a table take, as C has it: ranges of `columns` entries or NULL, options, and those of candidates.
pub(crate) struct Prepared {
    pub(crate) low: *const f64,
    pub(crate) high: *const f64,
    pub(crate) columns: i64,
    pub(crate) keys: Keys,
    candidates: Vec<Keys>,
}

impl Ranges {
    /// The ends for the call `what`, as C has them. A table that was scaled keeps its ranges.
    pub(crate) fn ends(&self, what: &str, data: &Dataset) -> Result<(*const f64, *const f64, i64)> {
        match self {
            Ranges::Declared(low, high) => {
                let (given, columns) = (columns_of(what, low, high)?, data.columns()?);
                if given != columns {
                    return Err(Error::argument(format!(
                        "{}: ranges of {} columns; accepted: one a column of the table, {}",
                        what, given, columns
                    )));
                }
                Ok((low.as_ptr(), high.as_ptr(), columns))
            }
            Ranges::Missing if !data.is_scaled() => Err(Error::argument(format!(
                "{}: the ranges of the columns are missing. Declare public ones by ranges(&low, &high), or spend a share \
                 of the privacy on them by release_ranges()",
                what
            ))),
            _ => Ok((null(), null(), data.columns()?)),
        }
    }

    /// Prepares the call `what`.
    pub(crate) fn prepared(
        &self,
        what: &str,
        data: &Dataset,
        options: &impl Options,
        candidates: &[FitTableOptions],
    ) -> Result<Prepared> {
        let (low, high, columns) = self.ends(what, data)?;
        let candidates = candidates.iter().map(Options::keys).collect::<Result<_>>()?;
        Ok(Prepared { low, high, columns, keys: options.keys()?, candidates })
    }
}

impl Prepared {
    pub(crate) fn candidates(&self) -> Vec<*const sys::dpcvx_options> {
        self.candidates.iter().map(Keys::as_ptr).collect()
    }
}

/// What a fit is charged to: a budget of its own, or one that others share.
#[derive(Debug, Clone, Copy)]
enum Funds<'a> {
    Own(f64, f64),
    Shared(&'a Budget, &'a Curve),
}

/// A private fit of a linear model to a labelled table, in one call. Its options have setters here.
///
/// The model is (epsilon, delta)-differentially private for one unit of the table: a user where it has user ids, and
/// else a record. [`unit`](FitTable::unit) set to [`Unit::Record`](crate::Unit::Record) leaves the ids out. An
/// [`Objective`](crate::Objective) or [`Means`](crate::Means) of a table with users takes a budget of users alone.
///
/// Each call spends its own (epsilon, delta), and no budget refuses the next one. Calls on the same data add up: two
/// cost about twice as much as one. [`FitTable::on`] makes fits on one budget, which refuses what exceeds it.
///
/// Columns are centred at private means by default, and labels of regressions too, where public numbers promise a gain
/// ([`centring_fraction`](FitTable::centring_fraction)). A twentieth of the budget pays for that. Coefficients and
/// predictions are those of the table as it was given.
///
/// ```
/// use dpcvx::{Dataset, FitTable, Loss};
/// let rows: Vec<[f64; 1]> = (0..4000).map(|i| [f64::from(i % 60) + 20.0]).collect(); // ages
/// let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 50.0 { 1.0 } else { -1.0 }).collect();
/// let data = Dataset::new(&rows, &labels)?;
/// let fit = FitTable::new(Loss::Logistic, 2.0, 1e-6).ranges(&[18.0], &[90.0]).fit(&data)?;
/// let new = Dataset::unlabelled(&[[70.0], [25.0]])?;
/// assert_eq!(fit.predict(&new)?, [1.0, -1.0]);
/// # Ok::<(), dpcvx::Error>(())
/// ```
#[derive(Clone)]
#[must_use = "a fit is made by its method fit"]
pub struct FitTable<'a> {
    loss: Loss,
    funds: Funds<'a>,
    ranges: Ranges,
    monitor: Option<&'a Monitor>,
    pub(crate) options: FitTableOptions,
}

impl<'a> FitTable<'a> {
    /// A fit by a loss, for its own (epsilon, delta).
    pub fn new(loss: Loss, epsilon: f64, delta: f64) -> FitTable<'a> {
        let (ranges, options) = (Ranges::Missing, FitTableOptions::new());
        FitTable { loss, funds: Funds::Own(epsilon, delta), ranges, monitor: None, options }
    }

    /// A fit by a loss, for a price of a budget that several releases share. A ledger's file is one, too.
    ///
    /// The whole price is charged once, with the first release: for ranges and centres, where they are released, and the
    /// model. Unit, adjacency, filter and delta are the budget's. The price is one that [`Budget::price`] gives, or another
    /// that the budget takes. A plan of such a fit is that of [`FitTable::new`] with the price's epsilon at the delta.
    ///
    /// ```
    /// use dpcvx::{Budget, Dataset, FitTable, Loss};
    /// let rows: Vec<[f64; 1]> = (0..1000).map(|i| [f64::from(i % 60) + 20.0]).collect(); // ages
    /// let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 50.0 { 1.0 } else { -1.0 }).collect();
    /// let data = Dataset::new(&rows, &labels)?;
    /// let budget = Budget::new(2.0, 1e-6)?; // for all that is released of these data
    /// let half = budget.price(0.5)?;
    /// let first = FitTable::on(Loss::Logistic, &budget, &half).ranges(&[18.0], &[90.0]).fit(&data)?;
    /// let other = FitTable::on(Loss::Hinge, &budget, &half).ranges(&[18.0], &[90.0]).fit(&data)?;
    /// println!("{:?} and {:?}", first.original_coefficients()?, other.original_coefficients()?);
    /// assert!(FitTable::on(Loss::Hinge, &budget, &half).ranges(&[18.0], &[90.0]).fit(&data).is_err()); // spent
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn on(loss: Loss, budget: &'a Budget, price: &'a Curve) -> FitTable<'a> {
        let (ranges, options) = (Ranges::Missing, FitTableOptions::new());
        FitTable { loss, funds: Funds::Shared(budget, price), ranges, monitor: None, options }
    }

    /// The public ranges of the columns: what values can be, not the extremes of this table. Values outside are
    /// clipped. The ranges of columns whose two ends are NaN are released.
    ///
    /// A [sparse table](crate::Table::sparse) takes ranges that are symmetric about 0, which keep its zeros: -1 and 1
    /// for columns of 0 and 1.
    pub fn ranges(mut self, low: &[f64], high: &[f64]) -> Self {
        self.ranges = Ranges::Declared(low.to_vec(), high.to_vec());
        self
    }

    /// Releases the ranges of all columns, for a share of the privacy (`range_fraction`).
    pub fn release_ranges(mut self) -> Self {
        self.ranges = Ranges::Released;
        self
    }

    /// A monitor, which watches the fit. A cancelled fit has spent its price.
    pub fn monitor(mut self, monitor: &'a Monitor) -> Self {
        self.monitor = Some(monitor);
        self
    }

    /// Makes the fit.
    ///
    /// # Errors
    ///
    /// [`Status::Argument`](crate::Status::Argument) for what is missing or wrong,
    /// [`Status::Unsupported`](crate::Status::Unsupported) if no method applies, and
    /// [`Status::Budget`](crate::Status::Budget) if the price does not fit a budget. Nothing is charged then. A message
    /// about a wrong label or entry names its row and value: it is as private as the data.
    pub fn fit(&self, data: &Dataset) -> Result<Fit> {
        self.made(data, None)
    }

    /// Makes a fit of [`FitTable::on`] with noise of this generator: one of a test gives the same fit again. NOT PRIVATE
    /// then.
    pub fn fit_with(&self, rng: &mut Rng, data: &Dataset) -> Result<Fit> {
        if let Funds::Own(..) = self.funds {
            return Err(Error::argument(
                "FitTable::fit_with: a fit of a budget of its own; accepted: one of FitTable::on, as the other draws its \
                 own random bits"
                    .into(),
            ));
        }
        self.made(data, Some(rng))
    }

    fn made(&self, data: &Dataset, rng: Option<&mut Rng>) -> Result<Fit> {
        let with = self.ranges.prepared("FitTable::fit", data, &self.options, &[])?;
        let Prepared { low, high, columns, .. } = with;
        watched(self.monitor, false, |monitor| {
            // SAFETY: all handles live during the call, and the ranges have `columns` entries.
            let (data, loss, options) = (data.as_ptr(), self.loss as i32, with.keys.as_ptr());
            match self.funds {
                Funds::Own(epsilon, delta) => Ok(Fit::made(create(|out, err| unsafe {
                    sys::dpcvx_fit_table(data, loss, low, high, columns, epsilon, delta, options, monitor, out, err)
                })?)),
                Funds::Shared(budget, price) => {
                    let own = if rng.is_none() { Some(Rng::new()?) } else { None };
                    let rng = rng.as_deref().or(own.as_ref()).map_or(null_mut(), Rng::as_ptr);
                    let (budget, price) = (budget.as_ptr(), price.as_ptr());
                    Ok(Fit::made(create(|out, err| unsafe {
                        sys::dpcvx_fit_table_on(
                            budget, rng, price, data, loss, low, high, columns, options, monitor, out, err,
                        )
                    })?))
                }
            }
        })
    }
}

impl FitTable<'_> {
    fn own_funds(&self, what: &str) -> Result<(f64, f64)> {
        match self.funds {
            Funds::Own(epsilon, delta) => Ok((epsilon, delta)),
            Funds::Shared(..) => Err(Error::argument(format!(
                "{what}: a fit on a budget, which checks all before it charges; accepted: FitTable::new(loss, \
                 price.epsilon(delta)?, delta), which plans the same"
            ))),
        }
    }

    /// Plans what [`fit`](FitTable::fit) would do, before any charge: method, risks, noise, time. Its curve is that of the
    /// model alone. [`Fit::new`](crate::Fit::new) refuses such a plan. One of [`FitTable::on`] has the filter and the delta of
    /// its budget.
    pub fn plan(&self, data: &Dataset) -> Result<Plan> {
        let with = self.ranges.prepared("FitTable::plan", data, &self.options, &[])?;
        let Prepared { low, high, columns, .. } = with;
        let (data, loss, options) = (data.as_ptr(), self.loss as i32, with.keys.as_ptr());
        // SAFETY: all handles live during the call, and the ranges have `columns` entries.
        Ok(Plan::made(match self.funds {
            Funds::Own(epsilon, delta) => create(|out, err| unsafe {
                sys::dpcvx_fit_table_plan(data, loss, low, high, columns, epsilon, delta, options, out, err)
            })?,
            Funds::Shared(budget, price) => create(|out, err| unsafe {
                let (budget, price) = (budget.as_ptr(), price.as_ptr());
                sys::dpcvx_fit_table_plan_on(budget, price, data, loss, low, high, columns, options, out, err)
            })?,
        }))
    }

    /// Checks what [`fit`](FitTable::fit) would check, and releases nothing: before a charge that you make for it. Whether
    /// it succeeds depends on labels and entries, so it is as private as the data. A fit of [`FitTable::on`] checks all
    /// this itself before it charges.
    pub fn check(&self, data: &Dataset) -> Result<()> {
        let (epsilon, delta) = self.own_funds("FitTable::check")?;
        let with = self.ranges.prepared("FitTable::check", data, &self.options, &[])?;
        // SAFETY: all handles live during the call, and the ranges have `columns` entries.
        call(|err| unsafe {
            let (data, loss, options) = (data.as_ptr(), self.loss as i32, with.keys.as_ptr());
            let Prepared { low, high, columns, .. } = with;
            sys::dpcvx_fit_table_check(data, loss, low, high, columns, epsilon, delta, options, err)
        })
    }
}

impl FitTableOptions {
    /// The public range of the labels of a regression: [`label_low`](Self::label_low) and
    /// [`label_high`](Self::label_high) as one. Labels outside count as the nearer end.
    pub fn label_range(self, low: f64, high: f64) -> Self {
        self.label_low(low).label_high(high)
    }
}

impl FitTable<'_> {
    /// The public range of the labels of a regression: [`label_low`](Self::label_low) and
    /// [`label_high`](Self::label_high) as one. Labels outside count as the nearer end.
    pub fn label_range(self, low: f64, high: f64) -> Self {
        self.label_low(low).label_high(high)
    }
}

impl fmt::Debug for FitTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FitTable({:?}, {:?}, {:?})", self.loss, self.funds, self.options)
    }
}
