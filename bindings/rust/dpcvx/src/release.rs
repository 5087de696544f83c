//! Private releases of numbers, vectors, choices, ranges and quantiles.

use crate::budget::{Budget, Guarantee};
use crate::call::{call, create, create_two, room, value, Keys, Options, Owned, Result};
use crate::curve::Curve;
use crate::error::Error;
use crate::generated::options::ReleaseOptions;
use crate::random::Rng;
use dpcvx_sys as sys;
use std::fmt;

/// What was released, and what is promised of it.
#[derive(Debug)]
#[must_use = "what was released is paid for"]
pub struct Released<T> {
    /// The private answer.
    pub value: T,
    /// Its guarantee.
    pub guarantee: Guarantee,
}

/// A release to be made: of a budget, at a price, with random bits. Each of its methods charges the price once, before
/// it reads the values.
///
/// NaN is refused before the charge: put a public number in its place. That it was refused is as private as the values.
/// Sensitivities say how much one unit can change values, and are recorded as assumed.
///
/// ```
/// use dpcvx::{Budget, Rng};
/// let (budget, mut rng) = (Budget::new(1.0, 1e-6)?, Rng::new()?);
/// let ages = [30.0, 40.0, 50.0, 60.0];
/// let median = budget.release(&budget.price(0.5)?, &mut rng).quantile(&ages, 0.5, 0.0..=120.0)?;
/// println!("{}\n{}", median.value, median.guarantee.to_text()?);
/// let price = budget.price(1.0)?;
/// let index = budget.release(&price, &mut rng).exponential(&[3.0, 9.0, 4.0], 1.0)?.value;
/// assert!(index < 3);
/// # Ok::<(), dpcvx::Error>(())
/// ```
#[must_use = "a builder does nothing until its call is made"]
pub struct Release<'a> {
    budget: &'a Budget,
    price: &'a Curve,
    rng: &'a mut Rng,
    pub(crate) options: ReleaseOptions,
}

impl Budget {
    /// A release at a price.
    pub fn release<'a>(&'a self, price: &'a Curve, rng: &'a mut Rng) -> Release<'a> {
        Release { budget: self, price, rng, options: ReleaseOptions::new() }
    }
}

const PRIVATE_ERROR: &str = "Nothing was charged. That this error came is as private as the values";

/// Refuses NaN, which the library takes as 0: it checks no private value.
fn check_numbers(call: &str, name: &str, values: &[f64]) -> Result<()> {
    match values.iter().position(|value| value.is_nan()) {
        None => Ok(()),
        Some(place) => Err(Error::argument(format!(
            "Release::{}: argument '{}' = nan at {}; accepted: numbers, with a public value in the place of missing ones. {}",
            call, name, place, PRIVATE_ERROR
        ))),
    }
}

/// Refuses NaN, and no values at all.
fn check_of_units(call: &str, values: &[f64]) -> Result<()> {
    if values.is_empty() {
        return Err(Error::argument(format!(
            "Release::{}: argument 'values' = no numbers; accepted: at least one. {}",
            call, PRIVATE_ERROR
        )));
    }
    check_numbers(call, "values", values)
}

impl Release<'_> {
    /// The arguments that all releases begin with.
    fn first(&mut self) -> (*mut sys::dpcvx_budget, *mut sys::dpcvx_rng, *const sys::dpcvx_curve) {
        (self.budget.as_ptr(), self.rng.as_ptr(), self.price.as_ptr())
    }

    /// Refuses options where a release takes none.
    fn without_options(&self, what: &str) -> Result<()> {
        if self.options == ReleaseOptions::default() {
            return Ok(());
        }
        Err(Error::argument(format!("Release::{}: options are set; accepted: none", what)))
    }

    /// A vector with Gaussian noise. `l2_sensitivity` bounds its Euclidean change.
    pub fn gaussian(mut self, values: &[f64], l2_sensitivity: f64) -> Result<Released<Vec<f64>>> {
        check_numbers("gaussian", "values", values)?;
        let keys = self.options.keys()?;
        let (budget, rng, price) = self.first();
        // SAFETY, here and below: handles and options live during the call, and the arrays have the stated lengths.
        vector(values, |values, n, out, guarantee, err| unsafe {
            let options = keys.as_ptr();
            sys::dpcvx_release_gaussian(budget, rng, price, values, n, l2_sensitivity, options, out, guarantee, err)
        })
    }

    /// A vector with Laplace noise. `l1_sensitivity` bounds its l1 change.
    pub fn laplace(mut self, values: &[f64], l1_sensitivity: f64) -> Result<Released<Vec<f64>>> {
        check_numbers("laplace", "values", values)?;
        let keys = self.options.keys()?;
        let (budget, rng, price) = self.first();
        vector(values, |values, n, out, guarantee, err| unsafe {
            let options = keys.as_ptr();
            sys::dpcvx_release_laplace(budget, rng, price, values, n, l1_sensitivity, options, out, guarantee, err)
        })
    }

    /// Integers with discrete Gaussian noise, which is zCDP and not GDP: the budget needs the zCDP, RDP or basic
    /// filter.
    pub fn discrete_gaussian(mut self, values: &[i64], l2_sensitivity: f64) -> Result<Released<Vec<i64>>> {
        self.without_options("discrete_gaussian")?;
        let (budget, rng, price) = self.first();
        vector(values, |values, n, out, guarantee, err| unsafe {
            sys::dpcvx_release_discrete_gaussian(budget, rng, price, values, n, l2_sensitivity, out, guarantee, err)
        })
    }

    /// Integers with discrete Laplace noise (the geometric mechanism).
    pub fn discrete_laplace(mut self, values: &[i64], l1_sensitivity: i64) -> Result<Released<Vec<i64>>> {
        self.without_options("discrete_laplace")?;
        let (budget, rng, price) = self.first();
        vector(values, |values, n, out, guarantee, err| unsafe {
            sys::dpcvx_release_discrete_laplace(budget, rng, price, values, n, l1_sensitivity, out, guarantee, err)
        })
    }

    /// A quantile of values, one a unit, on a public interval. Values outside count as the nearer end.
    ///
    /// No values at all and NaN are refused, and nothing is charged.
    pub fn quantile(
        mut self,
        values: &[f64],
        q: f64,
        interval: std::ops::RangeInclusive<f64>,
    ) -> Result<Released<f64>> {
        check_of_units("quantile", values)?;
        let keys = self.options.keys()?;
        let (budget, rng, price) = self.first();
        let (low, high) = (*interval.start(), *interval.end());
        one(|out, guarantee, err| unsafe {
            let (values, n, options) = (values.as_ptr(), values.len() as i64, keys.as_ptr());
            sys::dpcvx_release_quantile(budget, rng, price, values, n, q, low, high, options, out, guarantee, err)
        })
    }

    /// A range that holds about a share `coverage` of the values, one a unit. No public bounds are needed. No values at all
    /// and NaN are refused, and nothing is charged.
    pub fn range(mut self, values: &[f64], coverage: f64) -> Result<Released<(f64, f64)>> {
        check_of_units("range", values)?;
        self.without_options("range")?;
        let (budget, rng, price) = self.first();
        let mut high = 0.0;
        let low = one(|low, guarantee, err| unsafe {
            let (values, n) = (values.as_ptr(), values.len() as i64);
            sys::dpcvx_release_range(budget, rng, price, values, n, coverage, low, &mut high, guarantee, err)
        })?;
        Ok(Released { value: (low.value, high), guarantee: low.guarantee })
    }

    /// The index of a high score, by the exponential mechanism.
    pub fn exponential(mut self, scores: &[f64], sensitivity: f64) -> Result<Released<usize>> {
        check_numbers("exponential", "scores", scores)?;
        let keys = self.options.keys()?;
        let (budget, rng, price) = self.first();
        index(one(|out, guarantee, err| unsafe {
            let (scores, n, options) = (scores.as_ptr(), scores.len() as i64, keys.as_ptr());
            sys::dpcvx_release_exponential(budget, rng, price, scores, n, sensitivity, options, out, guarantee, err)
        })?)
    }

    /// The index of a high score, by permute-and-flip (report-noisy-max).
    pub fn noisy_max(mut self, scores: &[f64], sensitivity: f64) -> Result<Released<usize>> {
        check_numbers("noisy_max", "scores", scores)?;
        let keys = self.options.keys()?;
        let (budget, rng, price) = self.first();
        index(one(|out, guarantee, err| unsafe {
            let (scores, n, options) = (scores.as_ptr(), scores.len() as i64, keys.as_ptr());
            sys::dpcvx_release_noisy_max(budget, rng, price, scores, n, sensitivity, options, out, guarantee, err)
        })?)
    }

    /// One noisy report for each unit's answer, a category below `categories`. An answer that is none counts as 0.
    pub fn randomized_response(mut self, answers: &[i64], categories: i64) -> Result<Released<Vec<i64>>> {
        self.without_options("randomized_response")?;
        let (budget, rng, price) = self.first();
        vector(answers, |answers, n, out, guarantee, err| unsafe {
            sys::dpcvx_release_randomized_response(budget, rng, price, answers, n, categories, out, guarantee, err)
        })
    }

    /// A stream of comparisons with a public threshold. The whole price is charged here, however many queries follow.
    pub fn above_threshold(
        mut self,
        threshold: f64,
        sensitivity: f64,
        max_above: i64,
    ) -> Result<Released<AboveThreshold>> {
        let keys = self.options.keys()?;
        let (budget, rng, price) = self.first();
        let (stream, guarantee) = create_two(|out, guarantee, err| unsafe {
            let options = keys.as_ptr();
            sys::dpcvx_above_threshold_create(
                budget,
                rng,
                price,
                threshold,
                sensitivity,
                max_above,
                options,
                out,
                guarantee,
                err,
            )
        })?;
        Ok(Released { value: AboveThreshold(stream), guarantee: Guarantee::made(guarantee) })
    }
}

impl fmt::Debug for Release<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Release({:?})", self.options)
    }
}

/// A release of as many entries as there are values.
fn vector<T: Default + Clone>(
    values: &[T],
    function: impl FnOnce(*const T, i64, *mut T, *mut *mut sys::dpcvx_guarantee, *mut sys::dpcvx_error) -> i32,
) -> Result<Released<Vec<T>>> {
    let mut out = room(values.len())?;
    let guarantee =
        create(|guarantee, err| function(values.as_ptr(), values.len() as i64, out.as_mut_ptr(), guarantee, err))?;
    Ok(Released { value: out, guarantee: Guarantee::made(guarantee) })
}

/// A release of one number.
fn one<T: Default>(
    function: impl FnOnce(*mut T, *mut *mut sys::dpcvx_guarantee, *mut sys::dpcvx_error) -> i32,
) -> Result<Released<T>> {
    let mut out = T::default();
    let guarantee = create(|guarantee, err| function(&mut out, guarantee, err))?;
    Ok(Released { value: out, guarantee: Guarantee::made(guarantee) })
}

fn index(released: Released<i64>) -> Result<Released<usize>> {
    Ok(Released { value: released.value as usize, guarantee: released.guarantee })
}

/// Answers queries: is each above a public threshold? It stops after a number of positive answers.
///
/// It works in the process that created it.
pub struct AboveThreshold(Owned<sys::dpcvx_above_threshold>);

// SAFETY: a stream belongs to one thread at a time (dpcvx/mechanism.h). It may move to another thread. It is not
// `Sync`.
unsafe impl Send for AboveThreshold {}

impl AboveThreshold {
    /// Whether one query's private value is above. The source of random bits is of the same kind as at creation.
    ///
    /// NaN is refused, and the stream is as before. That it was refused is as private as the value.
    pub fn query(&mut self, rng: &mut Rng, private: f64) -> Result<bool> {
        if private.is_nan() {
            return Err(Error::argument(
                "AboveThreshold::query: argument 'private' = nan; accepted: a number, with a public value in the place of \
                 a missing one. The stream is as before. That this error came is as private as the value"
                    .to_string(),
            ));
        }
        // SAFETY: stream and rng live.
        Ok(value(|out, err| unsafe {
            sys::dpcvx_above_threshold_query(self.0.as_ptr(), rng.as_ptr(), private, out, err)
        })? != 0)
    }

    /// How many more positive answers the stream will give.
    pub fn remaining(&self) -> Result<i64> {
        // SAFETY: the stream lives.
        value(|out, err| unsafe { sys::dpcvx_above_threshold_remaining(self.0.as_ptr(), out, err) })
    }
}

impl fmt::Debug for AboveThreshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AboveThreshold")
    }
}

/// Estimates of shares, with standard errors.
#[derive(Debug, Clone, PartialEq)]
pub struct Shares {
    /// Unbiased estimates, one a category.
    pub shares: Vec<f64>,
    /// Their standard errors.
    pub standard_errors: Vec<f64>,
}

/// Estimates the share of each category from reports of randomized response. The reports are public: nothing is
/// charged. `epsilon` is the constant `epsilon_of_each_report` of the guarantee.
pub fn randomized_response_shares(reports: &[i64], categories: usize, epsilon: f64) -> Result<Shares> {
    let (mut shares, mut standard_errors) = (room(categories)?, room(categories)?);
    // SAFETY: both results have as many entries as there are categories.
    call(|err| unsafe {
        let (first, n) = (reports.as_ptr(), reports.len() as i64);
        let (out, errors) = (shares.as_mut_ptr(), standard_errors.as_mut_ptr());
        sys::dpcvx_randomized_response_shares(first, n, categories as i64, epsilon, out, errors, err)
    })?;
    Ok(Shares { shares, standard_errors })
}

fn scale(
    options: &ReleaseOptions,
    function: impl FnOnce(&Keys, *mut f64, *mut sys::dpcvx_error) -> i32,
) -> Result<f64> {
    let keys = options.keys()?;
    value(|out, err| function(&keys, out, err))
}

/// The standard deviation of the noise that [`Release::gaussian`] adds to `n` values. Nothing is charged.
pub fn gaussian_scale(price: &Curve, n: usize, l2_sensitivity: f64, options: &ReleaseOptions) -> Result<f64> {
    // SAFETY: price and options live during the call.
    scale(options, |keys, out, err| unsafe {
        sys::dpcvx_release_gaussian_scale(price.as_ptr(), n as i64, l2_sensitivity, keys.as_ptr(), out, err)
    })
}

/// The scale of the noise that [`Release::laplace`] adds to `n` values. Nothing is charged.
pub fn laplace_scale(price: &Curve, n: usize, l1_sensitivity: f64, options: &ReleaseOptions) -> Result<f64> {
    // SAFETY: as above.
    scale(options, |keys, out, err| unsafe {
        sys::dpcvx_release_laplace_scale(price.as_ptr(), n as i64, l1_sensitivity, keys.as_ptr(), out, err)
    })
}
