//! A private choice among fits of one table.

use crate::budget::Budget;
use crate::call::{call, create, Options, Result};
use crate::curve::Curve;
use crate::data::Dataset;
use crate::generated::enums::Loss;
use crate::generated::options::{FitTableOptions, SelectionOptions};
use crate::monitor::{watched, Monitor};
use crate::random::Rng;
use crate::simple::{Prepared, Ranges};
use crate::solve::Fit;
use dpcvx_sys as sys;
use std::fmt;

/// A private choice among fits of one table, (epsilon, delta) in all. Its options have setters here.
///
/// Each call of [`fit`](Selection::fit) spends its own (epsilon, delta), which adds up with all else that is released of the
/// same data. [`fit_on`](Selection::fit_on) charges a budget. [`check`](Selection::check) is for a ledger of your own.
///
/// ```
/// use dpcvx::{Dataset, FitTableOptions, Loss, Selection};
/// let rows: Vec<[f64; 1]> = (0..4000).map(|i| [f64::from(i % 100) / 100.0]).collect();
/// let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 0.3 { 1.0 } else { -1.0 }).collect();
/// let candidates = [0.001, 0.01].map(|l2| FitTableOptions::new().l2(l2));
/// let found = Selection::new(Loss::Logistic, 2.0, 1e-6, &candidates)
///     .ranges(&[0.0], &[1.0])
///     .fit(&Dataset::new(&rows, &labels)?)?;
/// println!("candidate {:?} has a private score of {:.2}", found.chosen, found.score);
/// # Ok::<(), dpcvx::Error>(())
/// ```
#[must_use = "a choice is made by its method fit"]
pub struct Selection<'a> {
    loss: Loss,
    epsilon: f64,
    delta: f64,
    candidates: &'a [FitTableOptions],
    ranges: Ranges,
    monitor: Option<&'a Monitor>,
    pub(crate) options: SelectionOptions,
}

/// The fit that a selection gave.
#[derive(Debug)]
pub struct Selected {
    /// The fit. Its guarantee covers the whole selection.
    pub fit: Fit,
    /// The number of its candidate, or nothing if the selection was cancelled.
    pub chosen: Option<usize>,
    /// Its private score. It is the best of several, so it flatters. NaN: the noise hides it.
    pub score: f64,
}

impl<'a> Selection<'a> {
    /// A choice among 1 to 16 settings of [`FitTable`](crate::FitTable).
    pub fn new(loss: Loss, epsilon: f64, delta: f64, candidates: &'a [FitTableOptions]) -> Selection<'a> {
        let (ranges, options) = (Ranges::Missing, SelectionOptions::new());
        Selection { loss, epsilon, delta, candidates, ranges, monitor: None, options }
    }

    /// The public ranges of the columns, as [`FitTable::ranges`](crate::FitTable::ranges).
    pub fn ranges(mut self, low: &[f64], high: &[f64]) -> Self {
        self.ranges = Ranges::Declared(low.to_vec(), high.to_vec());
        self
    }

    /// Releases the ranges of all columns, as a part of each fit.
    pub fn release_ranges(mut self) -> Self {
        self.ranges = Ranges::Released;
        self
    }

    /// A monitor, which watches the fits one after the other. A cancelled selection has spent its price.
    pub fn monitor(mut self, monitor: &'a Monitor) -> Self {
        self.monitor = Some(monitor);
        self
    }

    fn prepared(&self, what: &str, data: &Dataset) -> Result<Prepared> {
        self.ranges.prepared(what, data, &self.options, self.candidates)
    }

    /// Fits each candidate, and gives the one of the best private score.
    pub fn fit(&self, data: &Dataset) -> Result<Selected> {
        let with = self.prepared("Selection::fit", data)?;
        let candidates = with.candidates();
        let (mut chosen, mut score) = (-1, f64::NAN);
        let fit = watched(self.monitor, false, |monitor| {
            // SAFETY: all handles live during the call, and the ranges have `columns` entries.
            Ok(Fit::made(create(|out, err| unsafe {
                sys::dpcvx_fit_table_select(
                    data.as_ptr(),
                    self.loss as i32,
                    with.low,
                    with.high,
                    with.columns,
                    self.epsilon,
                    self.delta,
                    candidates.as_ptr(),
                    candidates.len() as i64,
                    with.keys.as_ptr(),
                    monitor,
                    out,
                    &mut chosen,
                    &mut score,
                    err,
                )
            })?))
        })?;
        Ok(Selected { fit, chosen: usize::try_from(chosen).ok(), score })
    }

    /// The same on a budget, which is charged (epsilon, delta) once all is checked. Unit and adjacency are its own. It has the
    /// basic filter or a basic sub-budget
    /// ([`basic_epsilon_fraction`](crate::BudgetBuilder::basic_epsilon_fraction) and
    /// [`basic_delta_fraction`](crate::BudgetBuilder::basic_delta_fraction)): no price of a choice is known that other filters
    /// count for less than a budget split over the candidates.
    ///
    /// ```
    /// use dpcvx::{Budget, Dataset, Filter, FitTableOptions, Loss, Selection};
    /// let rows: Vec<[f64; 1]> = (0..4000).map(|i| [f64::from(i % 100) / 100.0]).collect();
    /// let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 0.3 { 1.0 } else { -1.0 }).collect();
    /// let candidates = [0.001, 0.01].map(|l2| FitTableOptions::new().l2(l2));
    /// let budget = Budget::builder(3.0, 1e-5).filter(Filter::Basic).build()?;
    /// let choice = Selection::new(Loss::Logistic, 2.0, 1e-6, &candidates).ranges(&[0.0], &[1.0]);
    /// choice.fit_on(&budget, &Dataset::new(&rows, &labels)?)?;
    /// assert!(budget.charges()? == 1 && budget.epsilon_remaining()? < 1.001);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`fit`](Selection::fit), [`Status::Budget`](crate::Status::Budget) if it does not fit, and
    /// [`Status::Unsupported`](crate::Status::Unsupported) for a budget that takes no (epsilon, delta). Nothing is charged then.
    pub fn fit_on(&self, budget: &Budget, data: &Dataset) -> Result<Selected> {
        let with = self.prepared("Selection::fit_on", data)?;
        let candidates = with.candidates();
        let price =
            if self.delta > 0.0 { Curve::approximate(self.epsilon, self.delta)? } else { Curve::pure(self.epsilon)? };
        let rng = Rng::new()?;
        let (mut chosen, mut score) = (-1, f64::NAN);
        let fit = watched(self.monitor, false, |monitor| {
            // SAFETY: all handles live during the call, and the ranges have `columns` entries.
            Ok(Fit::made(create(|out, err| unsafe {
                sys::dpcvx_fit_table_select_on(
                    budget.as_ptr(),
                    rng.as_ptr(),
                    price.as_ptr(),
                    data.as_ptr(),
                    self.loss as i32,
                    with.low,
                    with.high,
                    with.columns,
                    candidates.as_ptr(),
                    candidates.len() as i64,
                    with.keys.as_ptr(),
                    monitor,
                    out,
                    &mut chosen,
                    &mut score,
                    err,
                )
            })?))
        })?;
        Ok(Selected { fit, chosen: usize::try_from(chosen).ok(), score })
    }

    /// Checks what [`fit`](Selection::fit) would check, and releases nothing: before a charge that you make for it. Whether
    /// it succeeds depends on labels and entries, so it is as private as the data.
    pub fn check(&self, data: &Dataset) -> Result<()> {
        let with = self.prepared("Selection::check", data)?;
        let candidates = with.candidates();
        // SAFETY: all handles live during the call, and the ranges have `columns` entries.
        call(|err| unsafe {
            sys::dpcvx_fit_table_select_check(
                data.as_ptr(),
                self.loss as i32,
                with.low,
                with.high,
                with.columns,
                self.epsilon,
                self.delta,
                candidates.as_ptr(),
                candidates.len() as i64,
                with.keys.as_ptr(),
                err,
            )
        })
    }

    /// What each candidate may cost: read it by [`Curve::gdp_mu`]. No data are read.
    pub fn run_price(&self) -> Result<Curve> {
        let (keys, count) = (self.options.keys()?, self.candidates.len() as i64);
        // SAFETY: the options live during the call.
        Ok(Curve::made(create(|out, err| unsafe {
            sys::dpcvx_selection_run_price(count, self.epsilon, self.delta, keys.as_ptr(), out, err)
        })?))
    }
}

impl fmt::Debug for Selection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Selection({:?}, {} candidates, {:?})", self.loss, self.candidates.len(), self.options)
    }
}
