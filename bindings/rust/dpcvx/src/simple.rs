//! Fits of tables in one call, and a private choice among several.

use crate::call::{create, Keys, Options, Result};
use crate::curve::Curve;
use crate::data::{columns_of, Dataset};
use crate::error::Error;
use crate::generated::enums::Loss;
use crate::generated::options::{FitTableOptions, SelectionOptions};
use crate::monitor::{watched, Monitor};
use crate::solve::Fit;
use dpcvx_sys as sys;
use std::fmt;
use std::ptr::null;

/// What is known of the columns' ranges.
#[derive(Debug, Clone, Copy)]
enum Ranges<'a> {
    Missing,
    Declared(&'a [f64], &'a [f64]),
    Released,
}

impl Ranges<'_> {
    /// The two arrays for the library, and their length. A table that was scaled keeps its ranges.
    fn arrays(&self, what: &str, data: &Dataset) -> Result<(*const f64, *const f64, i64)> {
        match self {
            Ranges::Declared(low, high) => Ok((low.as_ptr(), high.as_ptr(), columns_of(what, low, high)?)),
            Ranges::Missing if !data.is_scaled() => Err(Error::argument(format!(
                "{}: the ranges of the columns are missing. Declare public ones by ranges(&low, &high), or spend \
                 a share of the privacy on them by release_ranges()",
                what
            ))),
            _ => Ok((null(), null(), data.columns()?)),
        }
    }
}

/// A private fit of a linear model to a labelled table, in one call. Its options have setters here.
///
/// The model is (epsilon, delta)-differentially private for one unit of the table: a user where it has user ids, and
/// else a record. Each call spends its own (epsilon, delta).
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
pub struct FitTable<'a> {
    loss: Loss,
    epsilon: f64,
    delta: f64,
    ranges: Ranges<'a>,
    monitor: Option<&'a Monitor>,
    pub(crate) options: FitTableOptions,
}

impl<'a> FitTable<'a> {
    /// A fit by a loss, for its own (epsilon, delta).
    pub fn new(loss: Loss, epsilon: f64, delta: f64) -> FitTable<'a> {
        let (ranges, options) = (Ranges::Missing, FitTableOptions::new());
        FitTable { loss, epsilon, delta, ranges, monitor: None, options }
    }

    /// The public ranges of the columns: what values can be, not the extremes of this table. Values outside are
    /// clipped. The ranges of columns whose two ends are NaN are released.
    pub fn ranges(mut self, low: &'a [f64], high: &'a [f64]) -> Self {
        self.ranges = Ranges::Declared(low, high);
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
    pub fn fit(&self, data: &Dataset) -> Result<Fit> {
        let (low, high, columns) = self.ranges.arrays("FitTable::fit", data)?;
        let keys = self.options.keys()?;
        watched(self.monitor, false, |monitor| {
            // SAFETY: all handles live during the call, and the ranges have `columns` entries.
            Ok(Fit::made(create(|out, err| unsafe {
                let (data, loss, options) = (data.as_ptr(), self.loss as i32, keys.as_ptr());
                sys::dpcvx_fit_table(
                    data,
                    loss,
                    low,
                    high,
                    columns,
                    self.epsilon,
                    self.delta,
                    options,
                    monitor,
                    out,
                    err,
                )
            })?))
        })
    }
}

impl fmt::Debug for FitTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FitTable({:?}, {}, {}, {:?})", self.loss, self.epsilon, self.delta, self.options)
    }
}

/// A private choice among fits of one table, (epsilon, delta) in all. Its options have setters here.
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
pub struct Selection<'a> {
    loss: Loss,
    epsilon: f64,
    delta: f64,
    candidates: &'a [FitTableOptions],
    ranges: Ranges<'a>,
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
    /// A choice among 1 to 16 settings of [`FitTable`].
    pub fn new(loss: Loss, epsilon: f64, delta: f64, candidates: &'a [FitTableOptions]) -> Selection<'a> {
        let (ranges, options) = (Ranges::Missing, SelectionOptions::new());
        Selection { loss, epsilon, delta, candidates, ranges, monitor: None, options }
    }

    /// The public ranges of the columns, as [`FitTable::ranges`].
    pub fn ranges(mut self, low: &'a [f64], high: &'a [f64]) -> Self {
        self.ranges = Ranges::Declared(low, high);
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

    /// Fits each candidate, and gives the one of the best private score.
    pub fn fit(&self, data: &Dataset) -> Result<Selected> {
        let (low, high, columns) = self.ranges.arrays("Selection::fit", data)?;
        let keys = self.options.keys()?;
        let held = self.candidates.iter().map(Options::keys).collect::<Result<Vec<Keys>>>()?;
        let candidates: Vec<_> = held.iter().map(Keys::as_ptr).collect();
        let (mut chosen, mut score) = (-1, f64::NAN);
        let fit = watched(self.monitor, false, |monitor| {
            // SAFETY: all handles live during the call, and the ranges have `columns` entries.
            Ok(Fit::made(create(|out, err| unsafe {
                sys::dpcvx_fit_table_select(
                    data.as_ptr(),
                    self.loss as i32,
                    low,
                    high,
                    columns,
                    self.epsilon,
                    self.delta,
                    candidates.as_ptr(),
                    candidates.len() as i64,
                    keys.as_ptr(),
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
