//! Private means of columns, of a table or of the sums of its parts.

use crate::budget::Budget;
use crate::call::{call, create, room, text, Options, Result};
use crate::curve::{Bracket, Curve};
use crate::data::{columns_of, Dataset};
use crate::error::Error;
use crate::estimate::Estimate;
use crate::generated::enums::{Adjacency, Unit};
use crate::generated::options::EstimateOptions;
use crate::random::Rng;
use crate::simple::Ranges;
use dpcvx_sys as sys;

/// Means of the columns of a table, to be released for one charge. Their options have setters here.
///
/// ```
/// use dpcvx::{Budget, Dataset, Means, Rng};
/// let rows: Vec<[f64; 1]> = (0..2000).map(|i| [30.0 + f64::from(i % 41)]).collect();
/// let budget = Budget::new(1.0, 1e-6)?;
/// let data = Dataset::unlabelled(&rows)?;
/// let found = Means::new().ranges(&[0.0], &[100.0]).release(&budget, &mut Rng::new()?, &budget.price(1.0)?, &data)?;
/// let (mean, (low, high)) = (found.values()?[0], found.intervals()?);
/// assert!(mean > 47.0 && mean < 53.0 && low[0] < mean && mean < high[0]);
/// # Ok::<(), dpcvx::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until its call is made"]
pub struct Means {
    ranges: Ranges,
    pub(crate) options: EstimateOptions,
}

impl Default for Means {
    fn default() -> Self {
        Self::new()
    }
}

impl Means {
    /// Means of columns whose ranges follow, by [`ranges`](Means::ranges) or [`release_ranges`](Means::release_ranges).
    pub fn new() -> Self {
        Means { ranges: Ranges::Missing, options: EstimateOptions::new() }
    }

    /// Declares the ends of each column. They are public. NaN at both ends of a column releases them.
    pub fn ranges(mut self, low: &[f64], high: &[f64]) -> Self {
        self.ranges = Ranges::Declared(low.to_vec(), high.to_vec());
        self
    }

    /// Releases the ranges of all columns, for a share of the price. Intervals are of clipped values. Their text says how
    /// many values lie beyond a released range.
    pub fn release_ranges(mut self) -> Self {
        self.ranges = Ranges::Released;
        self
    }

    /// Releases the means of a dataset. It charges the budget once, then reads the rows. It is refused, uncharged, where
    /// ranges are neither declared nor to be released, unless the table is [scaled](Dataset::scaled).
    pub fn release(&self, budget: &Budget, rng: &mut Rng, price: &Curve, data: &Dataset) -> Result<Estimate> {
        let (low, high, columns) = self.ranges.ends("Means::release", data)?;
        let keys = self.options.keys()?;
        // SAFETY: all handles live during the call, and both arrays have an entry a column or are left out.
        Ok(Estimate(create(|out, err| unsafe {
            let (data, options) = (data.as_ptr(), keys.as_ptr());
            let (budget, rng, price) = (budget.as_ptr(), rng.as_ptr(), price.as_ptr());
            sys::dpcvx_estimate_create_mean(budget, rng, price, data, low, high, columns, options, out, err)
        })?))
    }

    /// What is not to be missed of these means if ranges of `columns` columns are released, a line each, before a charge.
    /// There may be none. `units` is their number, or a guess of it under add/remove. 0 stands for a private number: a note
    /// then says how many units it takes.
    pub fn range_notes(&self, price: &Curve, units: i64, columns: i64) -> Result<String> {
        let keys = self.options.keys()?;
        // SAFETY: the price and the options live during the call.
        text(|out, capacity, length, err| unsafe {
            let (price, options) = (price.as_ptr(), keys.as_ptr());
            sys::dpcvx_estimate_range_notes(price, units, columns, options, out, capacity, length, err)
        })
    }

    /// The exact sums of a part of a table, for [`Means::release_sums`]: integers, which are added up over parts. They are
    /// NOT PRIVATE. The price is what the means will cost, and says which noise they get. Ranges are declared.
    pub fn sums(&self, price: &Curve, adjacency: Adjacency, part: &Dataset) -> Result<Vec<i64>> {
        let (low, high, columns) = self.declared("Means::sums")?;
        let keys = self.options.keys()?;
        let mut sums: Vec<i64> = room(4 * columns as usize + 2)?;
        let length = sums.len() as i64;
        // SAFETY: all handles live during the call, and all arrays have their lengths.
        call(|err| unsafe {
            let (price, part, options) = (price.as_ptr(), part.as_ptr(), keys.as_ptr());
            let (low, high, into) = (low.as_ptr(), high.as_ptr(), sums.as_mut_ptr());
            sys::dpcvx_estimate_mean_sums(price, adjacency as i32, part, low, high, columns, options, into, length, err)
        })?;
        Ok(sums)
    }

    /// Releases means from the sums of all parts, added up. The bits are those of the table. `unit` is what was added up,
    /// and the budget's. A unit is in one part, and is added once: the record says that this is assumed.
    pub fn release_sums(
        &self,
        budget: &Budget,
        rng: &mut Rng,
        price: &Curve,
        sums: &[i64],
        unit: Unit,
    ) -> Result<Estimate> {
        let (low, high, columns) = self.declared("Means::release_sums")?;
        let keys = self.options.keys()?;
        // SAFETY: all handles live during the call, and all arrays have their lengths.
        Ok(Estimate(create(|out, err| unsafe {
            let (budget, rng, price) = (budget.as_ptr(), rng.as_ptr(), price.as_ptr());
            let (first, length, unit) = (sums.as_ptr(), sums.len() as i64, unit as i32);
            let (low, high, options) = (low.as_ptr(), high.as_ptr(), keys.as_ptr());
            sys::dpcvx_estimate_create_mean_from_sums(
                budget, rng, price, first, length, unit, low, high, columns, options, out, err,
            )
        })?))
    }

    // Both ends of each column, and how many there are.
    fn declared(&self, what: &str) -> Result<(&[f64], &[f64], i64)> {
        match &self.ranges {
            Ranges::Declared(low, high) => Ok((low, high, columns_of(what, low, high)?)),
            _ => Err(Error::argument(format!("{}: no ranges; accepted: Means::ranges, which sums need", what))),
        }
    }

    /// The interval that a column's mean has if the noise is 0, for a guess of what the column holds. Nothing is
    /// charged.
    pub fn expected_interval(&self, price: &Curve, adjacency: Adjacency, guess: &ExpectedColumn) -> Result<Bracket> {
        self.expected(sys::dpcvx_estimate_expected_interval, price, adjacency, guess)
    }

    /// The interval that a column's variance has if the noise is 0. Nothing is charged.
    pub fn expected_variance(&self, price: &Curve, adjacency: Adjacency, guess: &ExpectedColumn) -> Result<Bracket> {
        self.expected(sys::dpcvx_estimate_expected_variance, price, adjacency, guess)
    }

    fn expected(
        &self,
        expected_in_c: Expected,
        price: &Curve,
        adjacency: Adjacency,
        guess: &ExpectedColumn,
    ) -> Result<Bracket> {
        let keys = self.options.keys()?;
        let it = *guess;
        // SAFETY: all handles live during the call.
        Bracket::of(|low, high, err| unsafe {
            expected_in_c(
                price.as_ptr(),
                adjacency as i32,
                it.units,
                it.columns,
                it.low,
                it.high,
                it.mean,
                it.stddev,
                keys.as_ptr(),
                low,
                high,
                err,
            )
        })
    }
}

type Expected = unsafe extern "C" fn(
    *const sys::dpcvx_curve,
    i32,
    i64,
    i64,
    f64,
    f64,
    f64,
    f64,
    *const sys::dpcvx_options,
    *mut f64,
    *mut f64,
    *mut sys::dpcvx_error,
) -> i32;

/// A guess of what a column holds, for [`Means::expected_interval`] and [`Means::expected_variance`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExpectedColumn {
    /// The number of units.
    pub units: i64,
    /// How many means are released together.
    pub columns: i64,
    /// The low end of the declared range.
    pub low: f64,
    /// The high end of the declared range.
    pub high: f64,
    /// The mean of clipped values.
    pub mean: f64,
    /// Their standard deviation.
    pub stddev: f64,
}
