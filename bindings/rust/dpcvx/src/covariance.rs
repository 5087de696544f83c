//! Private covariances of columns, with principal components.

use crate::budget::{Budget, Guarantee};
use crate::call::{bytes, create, filled, room, text, Options, Owned, Result};
use crate::curve::Curve;
use crate::data::{columns_of, Dataset};
use crate::error::Error;
use crate::generated::enums::Adjacency;
use crate::generated::options::CovarianceOptions;
use crate::random::Rng;
use dpcvx_sys as sys;
use std::fmt;

/// The covariance of the columns of a table, to be released for one charge. Its options have setters here.
///
/// ```
/// use dpcvx::{Budget, Covariances, Dataset, Rng};
/// let rows: Vec<[f64; 2]> = (0..4000).map(|i| [f64::from(i % 11), 2.0 * f64::from(i % 11)]).collect();
/// let budget = Budget::new(1.0, 1e-6)?;
/// let data = Dataset::unlabelled(&rows)?;
/// let release = Covariances::new(&[0.0, 0.0], &[10.0, 20.0]);
/// let found = release.release(&budget, &mut Rng::new()?, &budget.price(1.0)?, &data)?;
/// assert!(found.correlation()?[1] > 0.8);
/// # Ok::<(), dpcvx::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until its call is made"]
pub struct Covariances {
    low: Vec<f64>,
    high: Vec<f64>,
    pub(crate) options: CovarianceOptions,
}

/// How large the noise of a covariance will be, in products of half widths of the ranges, for means in their middles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExpectedNoise {
    /// The standard deviation of the noise in an entry.
    pub stddev: f64,
    /// A bound on the operator norm of all of it, before the matrix is made positive semidefinite, which at most doubles
    /// the norm. The figure `noise_norm` is that for the means that were found.
    pub norm: f64,
}

impl Covariances {
    /// A covariance of columns with these public ends.
    pub fn new(low: &[f64], high: &[f64]) -> Self {
        Covariances { low: low.to_vec(), high: high.to_vec(), options: CovarianceOptions::new() }
    }

    /// Releases the covariance of a dataset. It charges the budget once, then reads the rows.
    pub fn release(&self, budget: &Budget, rng: &mut Rng, price: &Curve, data: &Dataset) -> Result<Covariance> {
        let columns = columns_of("Covariances::release", &self.low, &self.high)?;
        let keys = self.options.keys()?;
        let (low, high) = (self.low.as_ptr(), self.high.as_ptr());
        // SAFETY: all handles live during the call, and both arrays have an entry a column.
        Ok(Covariance(create(|out, err| unsafe {
            let (data, options) = (data.as_ptr(), keys.as_ptr());
            let (budget, rng, price) = (budget.as_ptr(), rng.as_ptr(), price.as_ptr());
            sys::dpcvx_covariance_create(budget, rng, price, data, low, high, columns, options, out, err)
        })?))
    }

    /// How large the noise will be, for a guess of the number of units. Nothing is charged.
    pub fn expected_noise(&self, price: &Curve, adjacency: Adjacency, units: i64) -> Result<ExpectedNoise> {
        let columns = columns_of("Covariances::expected_noise", &self.low, &self.high)?;
        let keys = self.options.keys()?;
        let mut norm = 0.0;
        // SAFETY: all handles live during the call.
        let stddev = filled(1, |stddev, _, err| unsafe {
            let (price, options, norm) = (price.as_ptr(), keys.as_ptr(), &mut norm);
            sys::dpcvx_covariance_expected_noise(price, adjacency as i32, units, columns, options, stddev, norm, err)
        })?[0];
        Ok(ExpectedNoise { stddev, norm })
    }
}

/// The least squares of one column on others, from a released covariance: [`Covariance::regression`].
///
/// Coefficients are those of the features in their order, and the intercept as the last. They are in the units of the
/// table.
#[derive(Debug, Clone, PartialEq)]
pub struct CovarianceRegression {
    /// Slopes, then the intercept.
    pub coefficients: Vec<f64>,
    /// Half of what the middle 68 % of bootstrap replicates span.
    pub standard_errors: Vec<f64>,
    /// The low ends of the coefficients' intervals.
    pub low: Vec<f64>,
    /// The high ends.
    pub high: Vec<f64>,
    /// The share of the label's variance that the features explain.
    pub r_squared: f64,
    /// The low end of its interval.
    pub r_squared_low: f64,
    /// The high end.
    pub r_squared_high: f64,
}

/// A covariance that was released, with its guarantee. Matrices are stored by rows.
pub struct Covariance(Owned<sys::dpcvx_covariance>);

// SAFETY: covariances never change, and several threads may share them (dpcvx/covariance.h).
unsafe impl Send for Covariance {}
unsafe impl Sync for Covariance {}

impl Covariance {
    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_covariance {
        self.0.as_ptr()
    }

    fn entries(&self) -> Result<usize> {
        let columns = self.columns()? as usize;
        Ok(columns * columns)
    }

    /// The means, one a column.
    pub fn means(&self) -> Result<Vec<f64>> {
        // SAFETY, here and below: the covariance lives, and arrays have `count` entries.
        filled(self.columns()? as usize, |out, count, err| unsafe {
            sys::dpcvx_covariance_means(self.as_ptr(), out, count, err)
        })
    }

    /// The covariance matrix, which is positive semidefinite.
    pub fn matrix(&self) -> Result<Vec<f64>> {
        filled(self.entries()?, |out, count, err| unsafe {
            sys::dpcvx_covariance_matrix(self.as_ptr(), out, count, err)
        })
    }

    /// The correlation matrix.
    pub fn correlation(&self) -> Result<Vec<f64>> {
        filled(self.entries()?, |out, count, err| unsafe {
            sys::dpcvx_covariance_correlation(self.as_ptr(), out, count, err)
        })
    }

    /// The low and the high ends of the intervals of all entries.
    pub fn intervals(&self) -> Result<(Vec<f64>, Vec<f64>)> {
        let count = self.entries()?;
        let mut high = room(count)?;
        let low = filled(count, |low, count, err| unsafe {
            sys::dpcvx_covariance_intervals(self.as_ptr(), low, high.as_mut_ptr(), count, err)
        })?;
        Ok((low, high))
    }

    /// The low and the high ends of intervals of all correlations. Nothing is charged.
    ///
    /// They are a parametric bootstrap, for rows of one normal law, of at most 128 columns.
    pub fn correlation_intervals(&self) -> Result<(Vec<f64>, Vec<f64>)> {
        self.intervals_of_correlations(0)
    }

    /// Wider ones that hold for any law, of a covariance of one round.
    ///
    /// They follow from the intervals of the covariance and of both variances.
    pub fn proved_correlation_intervals(&self) -> Result<(Vec<f64>, Vec<f64>)> {
        self.intervals_of_correlations(1)
    }

    fn intervals_of_correlations(&self, proved: i32) -> Result<(Vec<f64>, Vec<f64>)> {
        let count = self.entries()?;
        let mut high = room(count)?;
        let low = filled(count, |low, count, err| unsafe {
            sys::dpcvx_covariance_correlation_intervals(self.as_ptr(), proved, low, high.as_mut_ptr(), count, err)
        })?;
        Ok((low, high))
    }

    /// The least squares of a column on features with an intercept. Nothing is charged.
    ///
    /// Columns are numbered from 0. Intervals are a parametric bootstrap, for rows of one normal law. An error names
    /// features whose released covariance is singular: leave one out.
    ///
    /// ```
    /// use dpcvx::{Budget, Covariances, Dataset, Rng};
    /// let rows: Vec<[f64; 2]> = (0..7700).map(|i| [f64::from(i % 11), f64::from(2 * (i % 11) + i % 7)]).collect();
    /// let (budget, data) = (Budget::new(4.0, 1e-6)?, Dataset::unlabelled(&rows)?);
    /// let release = Covariances::new(&[0.0, 0.0], &[10.0, 26.0]);
    /// let found = release.release(&budget, &mut Rng::new()?, &budget.price(1.0)?, &data)?;
    /// let fit = found.regression(1, &[0])?;
    /// assert!((fit.coefficients[0] - 2.0).abs() < 0.3);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn regression(&self, label: usize, features: &[usize]) -> Result<CovarianceRegression> {
        let count = features.len() + 1;
        let (mut standard_errors, mut low, mut high) = (room(count)?, room(count)?, room(count)?);
        let (mut r_squared, mut r_squared_low, mut r_squared_high) = (0.0, 0.0, 0.0);
        let label = i64::try_from(label).unwrap_or(i64::MAX);
        let given: Vec<i64> = features.iter().map(|&feature| i64::try_from(feature).unwrap_or(i64::MAX)).collect();
        // SAFETY: the covariance lives, and arrays have as many entries as the call is told.
        let coefficients = filled(count, |coefficients, count, err| unsafe {
            sys::dpcvx_covariance_regression(
                self.as_ptr(),
                label,
                given.as_ptr(),
                given.len() as i64,
                coefficients,
                standard_errors.as_mut_ptr(),
                low.as_mut_ptr(),
                high.as_mut_ptr(),
                count,
                &mut r_squared,
                &mut r_squared_low,
                &mut r_squared_high,
                err,
            )
        })?;
        Ok(CovarianceRegression { coefficients, standard_errors, low, high, r_squared, r_squared_low, r_squared_high })
    }

    /// The variances along the principal components, descending, and their directions in the rows of a matrix.
    pub fn components(&self) -> Result<(Vec<f64>, Vec<f64>)> {
        let variances = filled(self.columns()? as usize, |out, count, err| unsafe {
            sys::dpcvx_covariance_component_variances(self.as_ptr(), out, count, err)
        })?;
        let directions = filled(self.entries()?, |out, count, err| unsafe {
            sys::dpcvx_covariance_components(self.as_ptr(), out, count, err)
        })?;
        Ok((variances, directions))
    }

    /// The guarantee.
    pub fn guarantee(&self) -> Result<Guarantee> {
        Ok(Guarantee::made(create(|out, err| unsafe { sys::dpcvx_covariance_guarantee(self.as_ptr(), out, err) })?))
    }

    /// The covariance and the guarantee, as text.
    pub fn to_text(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_covariance_to_text(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The covariance as JSON.
    pub fn to_json(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_covariance_to_json(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The covariance as bytes, which this or a later version loads on any machine.
    ///
    /// Intervals, correlations and components follow from a loaded one.
    ///
    /// ```
    /// use dpcvx::{Budget, Covariance, Covariances, Dataset, Rng};
    /// let rows: Vec<[f64; 1]> = (0..400).map(|i| [f64::from(i % 11)]).collect();
    /// let (budget, data) = (Budget::new(1.0, 1e-6)?, Dataset::unlabelled(&rows)?);
    /// let found = Covariances::new(&[0.0], &[10.0]).release(&budget, &mut Rng::new()?, &budget.price(1.0)?, &data)?;
    /// let again = Covariance::load(&found.save()?)?;
    /// assert_eq!(again.intervals()?, found.intervals()?);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn save(&self) -> Result<Vec<u8>> {
        bytes(|out, capacity, length, err| unsafe {
            sys::dpcvx_covariance_save(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The covariance that [`save`](Covariance::save) wrote. The checksum is no signature.
    pub fn load(bytes: &[u8]) -> Result<Covariance> {
        if bytes.is_empty() {
            return Err(Error::argument("Covariance::load: 'bytes' is empty".into()));
        }
        // SAFETY: the call reads `bytes.len()` bytes.
        Ok(Covariance(create(|out, err| unsafe {
            sys::dpcvx_covariance_load(bytes.as_ptr().cast(), bytes.len(), out, err)
        })?))
    }
}

impl fmt::Debug for Covariance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Its text and its JSON have the whole.
        let mut shown = f.debug_struct("Covariance");
        if let (Ok(columns), Ok(units)) = (self.columns(), self.units()) {
            shown.field("columns", &columns).field("units", &units);
        }
        shown.finish_non_exhaustive()
    }
}
