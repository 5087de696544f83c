//! A private choice of one of several public laws.

use crate::budget::{Budget, Guarantee};
use crate::call::{create, filled, known, value, Options, Owned, Result};
use crate::curve::Curve;
use crate::data::{columns_of, Dataset};
use crate::error::Error;
use crate::generated::enums::Outcome;
use crate::generated::options::HypothesesOptions;
use crate::monitor::{watched, Monitor};
use crate::panics;
use crate::random::Rng;
use crate::turns::{keep, turn_of, Closure};
use dpcvx_sys as sys;
use std::fmt;
use std::os::raw::c_void;
use std::sync::Arc;

/// Makes [`Hypotheses`]. Their options have setters here.
#[derive(Debug, Clone, Default)]
#[must_use = "a builder does nothing until its call is made"]
pub struct HypothesesBuilder {
    pub(crate) options: HypothesesOptions,
}

/// Rows of equal lengths one after the other, and their length.
fn flat<R: AsRef<[f64]>>(what: &str, rows: &[R]) -> Result<(Vec<f64>, usize)> {
    let length = rows.first().map_or(0, |row| row.as_ref().len());
    if rows.iter().any(|row| row.as_ref().len() != length) {
        return Err(Error::argument(format!("Hypotheses: '{}' has rows of different lengths", what)));
    }
    Ok((rows.iter().flat_map(|row| row.as_ref().iter().copied()).collect(), length))
}

impl HypothesesBuilder {
    /// Hypotheses with all options at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Laws of a symbol 0, 1, ..., one a row. A dataset has one column.
    pub fn discrete<R: AsRef<[f64]>>(&self, probabilities: &[R]) -> Result<Hypotheses> {
        let (table, symbols) = flat("probabilities", probabilities)?;
        let keys = self.options.keys()?;
        // SAFETY, here and below: options live during the call, and arrays have as many entries as the counts say.
        let raw = create(|out, err| unsafe {
            let (rows, symbols) = (probabilities.len() as i64, symbols as i64);
            sys::dpcvx_hypotheses_create_discrete(table.as_ptr(), rows, symbols, keys.as_ptr(), out, err)
        })?;
        Ok(Hypotheses { raw, closure: None })
    }

    /// A cover of the Gaussian laws with a known covariance whose mean is in a box. `covariance` is a matrix, row by
    /// row.
    pub fn gaussian_means(
        &self,
        low: &[f64],
        high: &[f64],
        covariance: &[f64],
        cover_distance: f64,
    ) -> Result<Hypotheses> {
        let dimension = columns_of("Hypotheses::gaussian_means", low, high)?;
        if covariance.len() != low.len() * low.len() {
            let message = format!(
                "Hypotheses::gaussian_means: 'covariance' has {} entries; accepted: {}",
                covariance.len(),
                low.len() * low.len()
            );
            return Err(Error::argument(message));
        }
        let keys = self.options.keys()?;
        let raw = create(|out, err| unsafe {
            let (low, high, covariance) = (low.as_ptr(), high.as_ptr(), covariance.as_ptr());
            let options = keys.as_ptr();
            sys::dpcvx_hypotheses_create_gaussian_means(
                low,
                high,
                covariance,
                dimension,
                cover_distance,
                options,
                out,
                err,
            )
        })?;
        Ok(Hypotheses { raw, closure: None })
    }

    /// A cover of the Gaussian laws on the line, of means and standard deviations in ranges of two numbers each.
    pub fn gaussians(&self, means: (f64, f64), stddevs: (f64, f64), cover_distance: f64) -> Result<Hypotheses> {
        let keys = self.options.keys()?;
        let raw = create(|out, err| unsafe {
            let options = keys.as_ptr();
            let ((m0, m1), (s0, s1)) = (means, stddevs);
            sys::dpcvx_hypotheses_create_gaussians(m0, m1, s0, s1, cover_distance, options, out, err)
        })?;
        Ok(Hypotheses { raw, closure: None })
    }

    /// Laws of one's own, by their log densities: `function(hypothesis, records, out)` writes one for each record. The
    /// records lie one after the other, `records.len() / out.len()` entries each.
    ///
    /// `probabilities` is a square matrix. Entry (j, k) is the probability under j of the set where j is likelier
    /// than k. For j > k equally likely records belong to it.
    pub fn own<F, R: AsRef<[f64]>>(&self, columns: usize, function: F, probabilities: &[R]) -> Result<Hypotheses>
    where
        F: Fn(usize, &[f64], &mut [f64]) + Send + 'static,
    {
        let (matrix, _) = flat("probabilities", probabilities)?;
        if matrix.len() != probabilities.len() * probabilities.len() {
            return Err(Error::argument("Hypotheses::own: 'probabilities' is no square matrix".into()));
        }
        let keys = self.options.keys()?;
        let (closure, user) = keep(function);
        // SAFETY: the hypotheses keep the closure.
        let raw = create(|out, err| unsafe {
            let (count, columns, options) = (probabilities.len() as i64, columns as i64, keys.as_ptr());
            let at = Some(log_density::<F> as _);
            sys::dpcvx_hypotheses_create(count, columns, at, user, matrix.as_ptr(), options, out, err)
        })?;
        Ok(Hypotheses { raw, closure: Some(closure) })
    }

    /// Laws of one's own, by their log densities and by public draws from each, as many from each: `samples[j]` has the
    /// records of hypothesis j one after the other. [`Hypotheses::probability_error`] tells what that costs.
    pub fn sampled<F, R: AsRef<[f64]>>(&self, columns: usize, function: F, samples: &[R]) -> Result<Hypotheses>
    where
        F: Fn(usize, &[f64], &mut [f64]) + Send + 'static,
    {
        let (drawn, entries) = flat("samples", samples)?;
        let keys = self.options.keys()?;
        let (closure, user) = keep(function);
        // SAFETY: the hypotheses keep the closure.
        let raw = create(|out, err| unsafe {
            let (count, each, options) = (samples.len() as i64, (entries / columns.max(1)) as i64, keys.as_ptr());
            let (at, drawn) = (Some(log_density::<F> as _), drawn.as_ptr());
            sys::dpcvx_hypotheses_create_sampled(count, columns as i64, at, user, drawn, each, options, out, err)
        })?;
        Ok(Hypotheses { raw, closure: Some(closure) })
    }
}

/// Public laws of a record, numbered from 0.
///
/// ```
/// use dpcvx::{Budget, Dataset, Hypotheses, Rng};
/// let tosses: Vec<[f64; 1]> = (0..400).map(|i| [f64::from(u8::from(i % 10 < 7))]).collect();
/// let coins = Hypotheses::builder().discrete(&[[0.5, 0.5], [0.3, 0.7]])?;
/// let budget = Budget::new(1.0, 0.0)?;
/// let chosen = coins.select(&budget, &mut Rng::new()?, &budget.price(1.0)?, &Dataset::unlabelled(&tosses)?, None)?;
/// assert_eq!(chosen.index, Some(1));
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Hypotheses {
    raw: Owned<sys::dpcvx_hypotheses>, // dropped before the closure that it calls
    closure: Option<Arc<dyn Closure>>,
}

// SAFETY: hypotheses never change, and several threads may share them (dpcvx/hypothesis.h). Those with a closure take
// its turn in each call that may run it.
unsafe impl Send for Hypotheses {}
unsafe impl Sync for Hypotheses {}

/// What was selected.
#[derive(Debug)]
pub struct Chosen {
    /// The number of a hypothesis, or nothing if a monitor cancelled the selection.
    pub index: Option<usize>,
    /// What is promised of it.
    pub guarantee: Guarantee,
}

impl Hypotheses {
    /// Makes hypotheses.
    pub fn builder() -> HypothesesBuilder {
        HypothesesBuilder::new()
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_hypotheses {
        self.raw.as_ptr()
    }

    /// What makes a hypothesis out, of so many numbers: its probabilities, its mean, or its mean and standard
    /// deviation.
    pub fn parameters(&self, index: usize, count: usize) -> Result<Vec<f64>> {
        // SAFETY, here and below: the hypotheses live during the call.
        filled(count, |out, count, err| unsafe {
            sys::dpcvx_hypotheses_parameters(self.as_ptr(), index as i64, out, count, err)
        })
    }

    /// The probabilities of the set where j is likelier than k, under j and under k.
    pub fn contest(&self, j: usize, k: usize) -> Result<(f64, f64)> {
        let mut under_k = 0.0;
        let under_j = value(|under_j, err| unsafe {
            sys::dpcvx_hypotheses_contest(self.as_ptr(), j as i64, k as i64, under_j, &mut under_k, err)
        })?;
        Ok((under_j, under_k))
    }

    /// Selects a hypothesis near the law of the records, for one charge. A unit is one record.
    ///
    /// A panic of a closure goes on after the charge: it becomes known, and no proof covers it.
    pub fn select(
        &self,
        budget: &Budget,
        rng: &mut Rng,
        price: &Curve,
        data: &Dataset,
        monitor: Option<&Monitor>,
    ) -> Result<Chosen> {
        let _turn = turn_of(&self.closure, monitor)?;
        let (mut index, mut outcome) = (-1, 0);
        let guarantee = watched(monitor, self.closure.is_some(), |monitor| {
            // SAFETY: all handles live during the call.
            create(|guarantee, err| unsafe {
                let (budget, rng, price, data) = (budget.as_ptr(), rng.as_ptr(), price.as_ptr(), data.as_ptr());
                let (laws, index, outcome) = (self.as_ptr(), &mut index, &mut outcome);
                sys::dpcvx_release_hypothesis(budget, rng, price, data, laws, monitor, index, outcome, guarantee, err)
            })
        })?;
        let outcome: Outcome = known(i64::from(outcome))?;
        let index = if outcome == Outcome::Done { usize::try_from(index).ok() } else { None };
        Ok(Chosen { index, guarantee: Guarantee::made(guarantee) })
    }
}

impl fmt::Debug for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hypotheses({})", self.count().unwrap_or_default())
    }
}

/// What the distance of the selected law exceeds three times the least distance by, at most, except with the failure
/// probability. Nothing is charged.
pub fn hypotheses_excess(price: &Curve, hypotheses: i64, units: i64, failure_probability: f64) -> Result<f64> {
    // SAFETY, here and below: the price lives during the call.
    value(|out, err| unsafe {
        sys::dpcvx_hypotheses_excess(price.as_ptr(), hypotheses, units, failure_probability, out, err)
    })
}

/// The least number of units with at most this excess. Nothing is charged.
pub fn hypotheses_units_needed(price: &Curve, hypotheses: i64, excess: f64, failure_probability: f64) -> Result<i64> {
    value(|out, err| unsafe {
        sys::dpcvx_hypotheses_units_needed(price.as_ptr(), hypotheses, excess, failure_probability, out, err)
    })
}

unsafe extern "C" fn log_density<F: Fn(usize, &[f64], &mut [f64])>(
    hypothesis: i64,
    records: *const f64,
    count: i64,
    columns: i64,
    out: *mut f64,
    user: *mut c_void,
) -> i32 {
    let (count, columns) = (count as usize, columns as usize);
    // SAFETY: `user` is the closure that the hypotheses keep, and the arrays have that many entries.
    let (function, records, out) = unsafe {
        std::ptr::write_bytes(out, 0, count);
        let records = std::slice::from_raw_parts(records, count * columns);
        (&*(user as *const F), records, std::slice::from_raw_parts_mut(out, count))
    };
    panics::guarded(0, || {
        function(hypothesis as usize, records, out);
        1
    })
}
