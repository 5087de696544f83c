//! Local privacy: private reports of devices, and what a server estimates from them.

use crate::budget::{note_on_epsilon, Budget};
use crate::call::{bytes, call, create, filled, room, text, value, Options, Owned, Result};
use crate::generated::options::LocalOptions;
use crate::random::Rng;
use dpcvx_sys as sys;
use std::fmt;
use std::ptr::null_mut;

/// A protocol to be made, whose options have setters here.
#[derive(Debug, Clone, Default)]
#[must_use = "a builder does nothing until its call is made"]
pub struct LocalBuilder {
    pub(crate) options: LocalOptions,
}

impl LocalBuilder {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// A protocol for the shares of categories 0 to `categories - 1`.
    pub fn frequencies(&self, categories: i64, epsilon: f64) -> Result<LocalProtocol> {
        let keys = self.options.keys()?;
        // SAFETY, here and below: handles live during the call, which writes a handle.
        Ok(LocalProtocol(create(|out, err| unsafe {
            sys::dpcvx_local_protocol_create_frequencies(categories, epsilon, keys.as_ptr(), out, err)
        })?))
    }

    /// A protocol for the mean of a number, which is clipped to `[low, high]`.
    pub fn mean(&self, low: f64, high: f64, epsilon: f64) -> Result<LocalProtocol> {
        let keys = self.options.keys()?;
        Ok(LocalProtocol(create(|out, err| unsafe {
            sys::dpcvx_local_protocol_create_mean(low, high, epsilon, keys.as_ptr(), out, err)
        })?))
    }
}

/// What devices and a server agree on: what is estimated, at which epsilon, and how reports are drawn. It is public.
///
/// Reports of one device add up. Each charges the budget that the device gives; without one nothing is counted.
///
/// ```
/// use dpcvx::{LocalAggregator, LocalProtocol, Rng};
/// let protocol = LocalProtocol::frequencies(3, 2.0)?;
/// let mut counts = LocalAggregator::new(&protocol)?;
/// let mut rng = Rng::new()?;
/// let mut sent = Vec::new();
/// for device in 0..6000 {
///     sent.extend(protocol.report_category(None, &mut rng, device % 2)?);
/// }
/// counts.add_each(&protocol.shuffle(&mut rng, &sent)?)?;
/// assert!((counts.estimate(0.99)?.values[1] - 0.5).abs() < 0.1);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct LocalProtocol(Owned<sys::dpcvx_local_protocol>);

// SAFETY: protocols never change, and several threads may share them (dpcvx/local.h).
unsafe impl Send for LocalProtocol {}
unsafe impl Sync for LocalProtocol {}

fn budget_of(budget: Option<&Budget>) -> *mut sys::dpcvx_budget {
    budget.map_or(null_mut(), Budget::as_ptr)
}

impl LocalProtocol {
    /// [`LocalBuilder::frequencies`] with all options at their defaults.
    pub fn frequencies(categories: i64, epsilon: f64) -> Result<LocalProtocol> {
        LocalBuilder::new().frequencies(categories, epsilon)
    }

    /// [`LocalBuilder::mean`] with all options at their defaults.
    pub fn mean(low: f64, high: f64, epsilon: f64) -> Result<LocalProtocol> {
        LocalBuilder::new().mean(low, high, epsilon)
    }

    /// A protocol for the mean of a vector. One of a greater norm is scaled to the radius.
    pub fn vector_mean(dimension: i64, radius: f64, epsilon: f64) -> Result<LocalProtocol> {
        // SAFETY: the call writes a handle.
        Ok(LocalProtocol(create(|out, err| unsafe {
            sys::dpcvx_local_protocol_create_vector_mean(dimension, radius, epsilon, out, err)
        })?))
    }

    /// The protocol that [`save`](LocalProtocol::save) wrote. A device looks at its epsilon before it reports.
    pub fn load(bytes: &[u8]) -> Result<LocalProtocol> {
        // SAFETY: the call reads `bytes.len()` bytes.
        Ok(LocalProtocol(create(|out, err| unsafe {
            sys::dpcvx_local_protocol_load(bytes.as_ptr().cast(), bytes.len(), out, err)
        })?))
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_local_protocol {
        self.0.as_ptr()
    }

    /// The protocol as bytes, for devices to load.
    pub fn save(&self) -> Result<Vec<u8>> {
        // SAFETY, here and below: the handles live, and arrays have the length that is told.
        bytes(|out, capacity, length, err| unsafe {
            sys::dpcvx_local_protocol_save(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// What is not to be missed of the protocol: that its epsilon protects next to nothing. There may be none.
    ///
    /// ```
    /// use dpcvx::LocalProtocol;
    /// assert!(LocalProtocol::mean(0.0, 1.0, 20.0)?.notes()?.starts_with("epsilon = 20 protects next to nothing"));
    /// assert_eq!(LocalProtocol::frequencies(3, 2.0)?.notes()?, "");
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn notes(&self) -> Result<String> {
        Ok(note_on_epsilon(self.epsilon()?))
    }

    /// A private report of a category. The budget is the device's own, and is charged once.
    ///
    /// A category that there is not counts as 0, so that nothing shows what it was: check it before.
    pub fn report_category(&self, budget: Option<&Budget>, rng: &mut Rng, category: i64) -> Result<Vec<u8>> {
        let (budget, rng) = (budget_of(budget), rng.as_ptr());
        bytes(|out, capacity, length, err| unsafe {
            sys::dpcvx_local_report_category(self.as_ptr(), budget, rng, category, out, capacity, length, err)
        })
    }

    /// A private report of a number, which is clipped to the range. NaN counts as the middle of the range.
    pub fn report_value(&self, budget: Option<&Budget>, rng: &mut Rng, value: f64) -> Result<Vec<u8>> {
        let (budget, rng) = (budget_of(budget), rng.as_ptr());
        bytes(|out, capacity, length, err| unsafe {
            sys::dpcvx_local_report_value(self.as_ptr(), budget, rng, value, out, capacity, length, err)
        })
    }

    /// A private report of a vector, which is scaled to the radius where its norm is greater. NaN counts as 0.
    pub fn report_vector(&self, budget: Option<&Budget>, rng: &mut Rng, vector: &[f64]) -> Result<Vec<u8>> {
        let (budget, rng) = (budget_of(budget), rng.as_ptr());
        let (first, dimension) = (vector.as_ptr(), vector.len() as i64);
        bytes(|out, capacity, length, err| unsafe {
            sys::dpcvx_local_report_vector(self.as_ptr(), budget, rng, first, dimension, out, capacity, length, err)
        })
    }

    /// A bound on the error of an estimate from so many reports, which holds with probability `level`: of a share, of
    /// the mean, or of the vector in the l2 norm.
    pub fn expected_error(&self, reports: i64, level: f64) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_local_protocol_expected_error(self.as_ptr(), reports, level, out, err) })
    }

    /// The epsilon against who sees shuffled reports only, of as many users as reported.
    pub fn central_epsilon(&self, users: i64, delta: f64) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_local_protocol_central_epsilon(self.as_ptr(), users, delta, out, err) })
    }

    /// Reports that lie one behind the other, in a uniform random order, as
    /// [`central_epsilon`](LocalProtocol::central_epsilon) asks.
    pub fn shuffle(&self, rng: &mut Rng, reports: &[u8]) -> Result<Vec<u8>> {
        let (rng, first, size) = (rng.as_ptr(), reports.as_ptr().cast(), reports.len());
        bytes(|out, capacity, length, err| unsafe {
            sys::dpcvx_local_protocol_shuffle(self.as_ptr(), rng, first, size, out, capacity, length, err)
        })
    }

    /// What the protocol does and promises.
    pub fn to_text(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_local_protocol_to_text(self.as_ptr(), out, capacity, length, err)
        })
    }
}

impl fmt::Debug for LocalProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalProtocol").finish_non_exhaustive()
    }
}

/// Counts of the reports of one protocol. The order of reports and of merges changes nothing.
pub struct LocalAggregator {
    raw: Owned<sys::dpcvx_local_aggregator>,
    count: usize,
}

// SAFETY: an aggregator belongs to one thread at a time. It may move to another one, and what changes it takes `&mut`.
unsafe impl Send for LocalAggregator {}
unsafe impl Sync for LocalAggregator {}

/// Estimates with their intervals: an entry a category, one, or one a coordinate.
#[derive(Debug, Clone, PartialEq)]
pub struct LocalEstimates {
    /// Unbiased estimates.
    pub values: Vec<f64>,
    /// Estimates of their standard deviations.
    pub standard_errors: Vec<f64>,
    /// Low ends of the intervals, each of which holds the truth at the level.
    pub low: Vec<f64>,
    /// Their high ends.
    pub high: Vec<f64>,
}

impl LocalAggregator {
    /// An aggregator without reports.
    pub fn new(protocol: &LocalProtocol) -> Result<LocalAggregator> {
        let count = protocol.count()? as usize;
        // SAFETY: the protocol lives, and the call writes a handle.
        let raw = create(|out, err| unsafe { sys::dpcvx_local_aggregator_create(protocol.as_ptr(), out, err) })?;
        Ok(LocalAggregator { raw, count })
    }

    /// The aggregator of this protocol that [`save`](LocalAggregator::save) wrote.
    pub fn load(bytes: &[u8], protocol: &LocalProtocol) -> Result<LocalAggregator> {
        let mut made = LocalAggregator::new(protocol)?;
        // SAFETY: the call reads `bytes.len()` bytes.
        let raw = create(|out, err| unsafe {
            sys::dpcvx_local_aggregator_load(bytes.as_ptr().cast(), bytes.len(), out, err)
        })?;
        made.merge(&LocalAggregator { raw, count: 0 })?;
        Ok(made)
    }

    fn as_ptr(&self) -> *mut sys::dpcvx_local_aggregator {
        self.raw.as_ptr()
    }

    /// The aggregator as bytes, its protocol among them.
    pub fn save(&self) -> Result<Vec<u8>> {
        // SAFETY, here and below: the handles live, and arrays have the length that is told.
        bytes(|out, capacity, length, err| unsafe {
            sys::dpcvx_local_aggregator_save(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// Adds one report. Bytes that are none of the protocol are refused.
    pub fn add(&mut self, report: &[u8]) -> Result<()> {
        call(|err| unsafe { sys::dpcvx_local_aggregator_add(self.as_ptr(), report.as_ptr().cast(), report.len(), err) })
    }

    /// Adds reports that lie one behind the other. Those that are none are counted as refused.
    pub fn add_each(&mut self, reports: &[u8]) -> Result<()> {
        let (first, length) = (reports.as_ptr().cast(), reports.len());
        call(|err| unsafe { sys::dpcvx_local_aggregator_add_each(self.as_ptr(), first, length, err) })
    }

    /// Adds the counts of another aggregator of the same protocol.
    pub fn merge(&mut self, other: &LocalAggregator) -> Result<()> {
        call(|err| unsafe { sys::dpcvx_local_aggregator_merge(self.as_ptr(), other.as_ptr(), err) })
    }

    /// How many reports were added, and how many [`add_each`](LocalAggregator::add_each) refused.
    pub fn counts(&self) -> Result<(i64, i64)> {
        let mut refused = 0;
        let reports =
            value(|out, err| unsafe { sys::dpcvx_local_aggregator_counts(self.as_ptr(), out, &mut refused, err) })?;
        Ok((reports, refused))
    }

    /// Unbiased estimates with intervals.
    pub fn estimate(&self, level: f64) -> Result<LocalEstimates> {
        let (mut standard_errors, mut low, mut high) = (room(self.count)?, room(self.count)?, room(self.count)?);
        let values = filled(self.count, |values, count, err| unsafe {
            let (errors, low, high) = (standard_errors.as_mut_ptr(), low.as_mut_ptr(), high.as_mut_ptr());
            sys::dpcvx_local_aggregator_estimate(self.as_ptr(), level, values, errors, low, high, count, err)
        })?;
        Ok(LocalEstimates { values, standard_errors, low, high })
    }
}

impl fmt::Debug for LocalAggregator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalAggregator").finish_non_exhaustive()
    }
}
