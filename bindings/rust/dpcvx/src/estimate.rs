//! Private means, variances, distributions, quantiles and robust statistics of columns, with intervals.

use crate::budget::{Budget, Guarantee};
use crate::call::{bytes, create, filled, room, text, Options, Owned, Result};
use crate::curve::{Bracket, Curve};
use crate::data::Dataset;
use crate::error::Error;
use crate::generated::enums::{Adjacency, EstimateKind, Unit};
use crate::generated::options::EstimateOptions;
use crate::random::Rng;
use dpcvx_sys as sys;
use std::fmt;

// A call in C, given edges, how many they are, options and where results go.
type FromCounts = unsafe extern "C" fn(
    *mut sys::dpcvx_budget,
    *mut sys::dpcvx_rng,
    *const sys::dpcvx_curve,
    *const i64,
    i64,
    i32,
    i64,
    *const f64,
    i64,
    *const sys::dpcvx_options,
    *mut *mut sys::dpcvx_estimate,
    *mut sys::dpcvx_error,
) -> i32;
type Last = (*const f64, i64, *const sys::dpcvx_options, *mut *mut sys::dpcvx_estimate, *mut sys::dpcvx_error);

/// How the values of a column are distributed between public edges, to be released for one charge.
///
/// ```
/// use dpcvx::{Budget, Dataset, Distribution, Rng};
/// let rows: Vec<[f64; 1]> = (0..2000).map(|i| [30.0 + f64::from(i % 41)]).collect();
/// let (budget, data) = (Budget::new(1.0, 1e-6)?, Dataset::unlabelled(&rows)?);
/// let found = Distribution::new(0, &[0.0, 100.0]).cumulative(&budget, &mut Rng::new()?, &budget.price(1.0)?, &data)?;
/// let median = found.quantiles(&[0.5])?.values()?[0];
/// assert!(median > 45.0 && median < 55.0);
/// # Ok::<(), dpcvx::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until its call is made"]
pub struct Distribution {
    column: i64,
    edges: Vec<f64>,
    options: EstimateOptions,
}

impl Distribution {
    /// Of this column. Two edges are divided into equal cells.
    pub fn new(column: i64, edges: &[f64]) -> Self {
        Distribution { column, edges: edges.to_vec(), options: EstimateOptions::new() }
    }

    /// Sets options: [`EstimateOptions::cells`], [`EstimateOptions::interval_level`] and others.
    pub fn options(mut self, options: EstimateOptions) -> Self {
        self.options = options;
        self
    }

    fn release(&self, create_in_c: impl FnOnce(Last) -> i32) -> Result<Estimate> {
        let keys = self.options.keys()?;
        let (edges, count) = (self.edges.as_ptr(), self.edges.len() as i64);
        Ok(Estimate(create(|out, err| create_in_c((edges, count, keys.as_ptr(), out, err)))?))
    }

    /// Releases the shares of the cells. It charges the budget once, then reads the rows.
    pub fn histogram(&self, budget: &Budget, rng: &mut Rng, price: &Curve, data: &Dataset) -> Result<Estimate> {
        let (budget, rng, price, data) = (budget.as_ptr(), rng.as_ptr(), price.as_ptr(), data.as_ptr());
        // SAFETY: all handles live during the call, and there are `count` edges.
        self.release(|(edges, count, keys, out, err)| unsafe {
            sys::dpcvx_estimate_create_histogram(budget, rng, price, data, self.column, edges, count, keys, out, err)
        })
    }

    /// Releases the share up to each inner edge, from which quantiles follow.
    pub fn cumulative(&self, budget: &Budget, rng: &mut Rng, price: &Curve, data: &Dataset) -> Result<Estimate> {
        let (budget, rng, price, data) = (budget.as_ptr(), rng.as_ptr(), price.as_ptr(), data.as_ptr());
        // SAFETY: all handles live during the call, and there are `count` edges.
        self.release(|(edges, count, keys, out, err)| unsafe {
            sys::dpcvx_estimate_create_cumulative(budget, rng, price, data, self.column, edges, count, keys, out, err)
        })
    }

    /// Releases the shares of the cells from exact counts of units, one a cell, that a query or the holders of parts took.
    /// They are NOT PRIVATE. A unit is counted in at most one cell, once: the record says that this is assumed. `unit` is
    /// what was counted, and the budget's: `GROUP BY` counts records. `units` is the public number of units of a
    /// replace-one budget, and 0 under add/remove. The sum of the counts is not read for it. The column has no effect.
    pub fn histogram_from_counts(
        &self,
        budget: &Budget,
        rng: &mut Rng,
        price: &Curve,
        counts: &[i64],
        unit: Unit,
        units: i64,
    ) -> Result<Estimate> {
        self.of_counts(sys::dpcvx_estimate_create_histogram_from_counts, budget, rng, price, counts, unit, units)
    }

    /// Releases the share up to each inner edge from such counts. Values at an edge count below it.
    pub fn cumulative_from_counts(
        &self,
        budget: &Budget,
        rng: &mut Rng,
        price: &Curve,
        counts: &[i64],
        unit: Unit,
        units: i64,
    ) -> Result<Estimate> {
        self.of_counts(sys::dpcvx_estimate_create_cumulative_from_counts, budget, rng, price, counts, unit, units)
    }

    #[allow(clippy::too_many_arguments)]
    fn of_counts(
        &self,
        create: FromCounts,
        budget: &Budget,
        rng: &mut Rng,
        price: &Curve,
        counts: &[i64],
        unit: Unit,
        units: i64,
    ) -> Result<Estimate> {
        let (budget, rng, price) = (budget.as_ptr(), rng.as_ptr(), price.as_ptr());
        let (first, cells, unit) = (counts.as_ptr(), counts.len() as i64, unit as i32);
        // SAFETY: all handles live during the call, and there are `count` edges and `cells` counts.
        self.release(|(edges, count, keys, out, err)| unsafe {
            create(budget, rng, price, first, cells, unit, units, edges, count, keys, out, err)
        })
    }

    /// The interval that [`Estimate::robust`] has if the noise is 0, for so many units and for public numbers that are
    /// drawn like the values. Nothing is charged.
    pub fn expected_robust(
        &self,
        price: &Curve,
        adjacency: Adjacency,
        units: i64,
        guess: &[f64],
        kind: EstimateKind,
        fraction: f64,
    ) -> Result<Bracket> {
        let keys = self.options.keys()?;
        // SAFETY: all handles live during the call, and both arrays have their lengths.
        Bracket::of(|low, high, err| unsafe {
            sys::dpcvx_estimate_expected_robust(
                price.as_ptr(),
                adjacency as i32,
                units,
                guess.as_ptr(),
                guess.len() as i64,
                self.edges.as_ptr(),
                self.edges.len() as i64,
                kind as i32,
                fraction,
                keys.as_ptr(),
                low,
                high,
                err,
            )
        })
    }
}

/// Noisy counts of units, with intervals that hold the counts of this very table.
#[derive(Debug, Clone, PartialEq)]
pub struct Counts {
    /// The counts, which may be negative.
    pub counts: Vec<f64>,
    /// The low ends.
    pub low: Vec<f64>,
    /// The high ends.
    pub high: Vec<f64>,
}

/// Means, shares, or what follows from them, with their intervals and their guarantee.
pub struct Estimate(pub(crate) Owned<sys::dpcvx_estimate>);

// SAFETY: estimates never change, and several threads may share them (dpcvx/estimate.h).
unsafe impl Send for Estimate {}
unsafe impl Sync for Estimate {}

impl Estimate {
    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_estimate {
        self.0.as_ptr()
    }

    fn two(
        &self,
        copy: impl FnOnce(*mut f64, *mut f64, i64, *mut sys::dpcvx_error) -> i32,
    ) -> Result<(Vec<f64>, Vec<f64>)> {
        let count = self.count()? as usize;
        let mut second = room(count)?;
        let first = filled(count, |first, count, err| copy(first, second.as_mut_ptr(), count, err))?;
        Ok((first, second))
    }

    /// The means, one a column; of distributions shares or quantiles.
    pub fn values(&self) -> Result<Vec<f64>> {
        // SAFETY, here and below: the estimate lives, and arrays have `count` entries.
        filled(self.count()? as usize, |out, count, err| unsafe {
            sys::dpcvx_estimate_values(self.as_ptr(), out, count, err)
        })
    }

    /// The low and the high ends of the intervals, which hold for any distribution of the values.
    pub fn intervals(&self) -> Result<(Vec<f64>, Vec<f64>)> {
        self.two(|low, high, count, err| unsafe { sys::dpcvx_estimate_intervals(self.as_ptr(), low, high, count, err) })
    }

    /// Estimates of the standard deviations of units' values, and upper bounds on them, of means and shares.
    pub fn stddevs(&self) -> Result<(Vec<f64>, Vec<f64>)> {
        self.two(|stddevs, bounds, count, err| unsafe {
            sys::dpcvx_estimate_stddevs(self.as_ptr(), stddevs, bounds, count, err)
        })
    }

    /// The ends that values were clipped to, or the ends of what shares are of.
    pub fn ranges(&self) -> Result<(Vec<f64>, Vec<f64>)> {
        self.two(|low, high, count, err| unsafe { sys::dpcvx_estimate_ranges(self.as_ptr(), low, high, count, err) })
    }

    /// Counts of a histogram's cells, or up to the edges of a cumulative distribution.
    pub fn counts(&self) -> Result<Counts> {
        let size = self.count()? as usize;
        let (mut low, mut high) = (room(size)?, room(size)?);
        let counts = filled(size, |counts, count, err| unsafe {
            sys::dpcvx_estimate_counts(self.as_ptr(), counts, low.as_mut_ptr(), high.as_mut_ptr(), count, err)
        })?;
        Ok(Counts { counts, low, high })
    }

    /// Computes quantiles from a cumulative distribution, at the default level. Nothing is charged.
    pub fn quantiles(&self, probabilities: &[f64]) -> Result<Estimate> {
        self.quantiles_with(probabilities, &EstimateOptions::new())
    }

    /// Computes quantiles with options: the level of their intervals, and whether all hold together.
    pub fn quantiles_with(&self, probabilities: &[f64], options: &EstimateOptions) -> Result<Estimate> {
        let keys = options.keys()?;
        // SAFETY: both handles live during the call, and the array has its length.
        Ok(Estimate(create(|out, err| unsafe {
            let count = probabilities.len() as i64;
            sys::dpcvx_estimate_create_quantiles(self.as_ptr(), probabilities.as_ptr(), count, keys.as_ptr(), out, err)
        })?))
    }

    /// Computes a trimmed or winsorized mean or a distance of two quantiles from a cumulative distribution, of the
    /// quantiles of `fraction` and 1 - `fraction`. Options set the level of its interval. Nothing is charged.
    pub fn robust(&self, kind: EstimateKind, fraction: f64, options: &EstimateOptions) -> Result<Estimate> {
        if !matches!(kind, EstimateKind::TrimmedMean | EstimateKind::WinsorizedMean | EstimateKind::QuantileRange) {
            return Err(Error::argument(format!(
                "Estimate::robust: argument 'kind' = EstimateKind::{:?}; accepted: EstimateKind::TrimmedMean, \
                 EstimateKind::WinsorizedMean or EstimateKind::QuantileRange",
                kind
            )));
        }
        let keys = options.keys()?;
        // SAFETY: both handles live during the call.
        Ok(Estimate(create(|out, err| unsafe {
            sys::dpcvx_estimate_create_robust(self.as_ptr(), kind as i32, fraction, keys.as_ptr(), out, err)
        })?))
    }

    /// Computes the variances of columns from their means. Nothing is charged.
    ///
    /// ```
    /// use dpcvx::{Budget, Dataset, EstimateOptions, Means, Rng};
    /// let rows: Vec<[f64; 1]> = (0..2000).map(|i| [30.0 + f64::from(i % 41)]).collect();
    /// let (budget, data) = (Budget::new(1.0, 1e-6)?, Dataset::unlabelled(&rows)?);
    /// let means = Means::new().ranges(&[0.0], &[100.0]).release(&budget, &mut Rng::new()?, &budget.price(1.0)?, &data)?;
    /// let (low, high) = means.variances(&EstimateOptions::new().interval_level(0.999999))?.intervals()?;
    /// assert!(low[0] < 140.0 && 140.0 < high[0]);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn variances(&self, options: &EstimateOptions) -> Result<Estimate> {
        let keys = options.keys()?;
        // SAFETY: both handles live during the call.
        Ok(Estimate(create(|out, err| unsafe {
            sys::dpcvx_estimate_create_variance(self.as_ptr(), keys.as_ptr(), out, err)
        })?))
    }

    /// The guarantee.
    pub fn guarantee(&self) -> Result<Guarantee> {
        Ok(Guarantee::made(create(|out, err| unsafe { sys::dpcvx_estimate_guarantee(self.as_ptr(), out, err) })?))
    }

    /// Means, intervals and units, and the guarantee, as text.
    pub fn to_text(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_estimate_to_text(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The estimate as JSON.
    pub fn to_json(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_estimate_to_json(self.as_ptr(), out, capacity, length, err)
        })
    }
}

impl Estimate {
    /// The estimate as bytes, which this or a later version loads on any machine.
    ///
    /// Quantiles follow from a loaded cumulative distribution at no further charge.
    pub fn save(&self) -> Result<Vec<u8>> {
        bytes(|out, capacity, length, err| unsafe {
            sys::dpcvx_estimate_save(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The estimate that [`save`](Estimate::save) wrote. The checksum is no signature.
    pub fn load(bytes: &[u8]) -> Result<Estimate> {
        if bytes.is_empty() {
            return Err(Error::argument("Estimate::load: 'bytes' is empty".into()));
        }
        // SAFETY: the call reads `bytes.len()` bytes.
        Ok(Estimate(create(|out, err| unsafe {
            sys::dpcvx_estimate_load(bytes.as_ptr().cast(), bytes.len(), out, err)
        })?))
    }
}

impl fmt::Debug for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Its text and its JSON have the whole.
        let mut shown = f.debug_struct("Estimate");
        if let (Ok(kind), Ok(values)) = (self.kind(), self.values()) {
            shown.field("kind", &kind).field("values", &values);
        }
        shown.finish_non_exhaustive()
    }
}
