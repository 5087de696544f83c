//! Minimisers without privacy, and the stability of stochastic gradient descent (SGD).

use crate::call::{call, create, known, room, value, Options, Owned, Result};
use crate::curve::Curve;
use crate::error::Error;
use crate::generated::enums::{NoiseCalibration, Outcome};
use crate::generated::options::{MinimizeOptions, StabilityOptions};
use crate::model::Objective;
use crate::monitor::{watched, Monitor};
use dpcvx_sys as sys;
use std::fmt;
use std::ptr::null;

/// A minimisation without privacy, for comparison. Its options have setters here.
///
/// ```
/// use dpcvx::{Dataset, Loss, Objective};
/// let data = Dataset::new(&[[0.5], [-1.0], [0.8], [0.3]], &[1.0, -1.0, -1.0, 1.0])?;
/// let objective = Objective::new(&data, Loss::Logistic)?;
/// let found = objective.nonprivate_minimizer().run()?;
/// assert!((found.w[0] - 1.57).abs() < 0.01);
/// # Ok::<(), dpcvx::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "a builder does nothing until its call is made"]
pub struct Minimizer<'a> {
    objective: &'a Objective,
    start: Option<&'a [f64]>,
    monitor: Option<&'a Monitor>,
    pub(crate) options: MinimizeOptions,
}

/// What a minimisation found. NOT PRIVATE.
#[derive(Debug, Clone, PartialEq)]
pub struct Minimum {
    /// The best point.
    pub w: Vec<f64>,
    /// A bound on how far its value is above the least. Infinity if nothing proves one.
    pub gap: f64,
    /// A bound on the distance to the minimiser. Infinity without quadratic.
    pub distance: f64,
    /// DONE if the tolerance was met, else MAX_PASSES or CANCELLED.
    pub outcome: Outcome,
}

impl Objective {
    /// The minimiser of this objective. NOT PRIVATE.
    pub fn nonprivate_minimizer(&self) -> Minimizer<'_> {
        Minimizer { objective: self, start: None, monitor: None, options: MinimizeOptions::new() }
    }
}

impl<'a> Minimizer<'a> {
    /// Where it begins: by default at the domain's point nearest to 0.
    pub fn start(mut self, start: &'a [f64]) -> Self {
        self.start = Some(start);
        self
    }

    /// A monitor, which it looks at between passes.
    pub fn monitor(mut self, monitor: &'a Monitor) -> Self {
        self.monitor = Some(monitor);
        self
    }

    /// Minimises.
    pub fn run(&self) -> Result<Minimum> {
        let dimension = usize::try_from(self.objective.dimension()?).unwrap_or(0);
        if let Some(start) = self.start.filter(|start| start.len() != dimension) {
            let message = format!("Minimizer::start: {} entries; accepted: {}", start.len(), dimension);
            return Err(Error::argument(message));
        }
        let keys = self.options.keys()?;
        let _turn = self.objective.turn()?;
        let mut w = room(dimension)?;
        let (mut gap, mut distance, mut outcome) = (0.0, 0.0, 0);
        watched(self.monitor, self.objective.closure().is_some(), |monitor| {
            // SAFETY: all handles live during the call, and both points have `dimension` entries.
            call(|err| unsafe {
                let start = self.start.map_or(null(), |start| start.as_ptr());
                let (objective, options, w) = (self.objective.as_ptr(), keys.as_ptr(), w.as_mut_ptr());
                let (gap, distance, outcome) = (&mut gap, &mut distance, &mut outcome);
                sys::dpcvx_nonprivate_minimize(
                    objective,
                    start,
                    options,
                    monitor,
                    w,
                    dimension as i64,
                    gap,
                    distance,
                    outcome,
                    err,
                )
            })
        })?;
        Ok(Minimum { w, gap, distance, outcome: known(i64::from(outcome))? })
    }
}

/// Makes an [`SgdStability`]. Its options have setters here: `units`, `steps` and `step_size` are to be set.
#[derive(Debug, Clone, Default)]
#[must_use = "a builder does nothing until its call is made"]
pub struct SgdStabilityBuilder {
    pub(crate) options: StabilityOptions,
}

impl SgdStabilityBuilder {
    /// Computes the bounds.
    pub fn build(&self) -> Result<SgdStability> {
        let keys = self.options.keys()?;
        // SAFETY: the options live during the call.
        Ok(SgdStability(create(|out, err| unsafe { sys::dpcvx_sgd_stability_create(keys.as_ptr(), out, err) })?))
    }
}

/// Bounds on how far apart SGD can end on data that differ in one unit. No data are read.
///
/// ```
/// use dpcvx::{NoiseCalibration, SgdStability};
/// let stability = SgdStability::builder().units(1000).steps(1000).step_size(0.01).lipschitz(1.0).build()?;
/// let noise = stability.noise(NoiseCalibration::Exact, 1.0, 1e-6)?;
/// assert!(stability.curve(noise)?.epsilon(1e-6)? <= 1.0);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct SgdStability(Owned<sys::dpcvx_sgd_stability>);

// SAFETY: a handle never changes, and several threads may share it (dpcvx/optimize.h).
unsafe impl Send for SgdStability {}
unsafe impl Sync for SgdStability {}

impl SgdStability {
    /// The bounds of one setting.
    pub fn builder() -> SgdStabilityBuilder {
        SgdStabilityBuilder::default()
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_sgd_stability {
        self.0.as_ptr()
    }

    /// A bound on the distance in any order.
    pub fn worst(&self) -> Result<f64> {
        // SAFETY, here and below: the bounds live.
        value(|out, err| unsafe { sys::dpcvx_sgd_stability_worst(self.as_ptr(), out, err) })
    }

    /// A bound on the distance if at most this many steps meet the changed unit.
    pub fn after_touches(&self, touches: i64) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_sgd_stability_after_touches(self.as_ptr(), touches, out, err) })
    }

    /// A bound that the distance exceeds for a share of at most gamma of the orders.
    pub fn quantile(&self, gamma: f64) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_sgd_stability_quantile(self.as_ptr(), gamma, out, err) })
    }

    /// A bound on the mean distance over orders.
    pub fn expected(&self) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_sgd_stability_expected(self.as_ptr(), out, err) })
    }

    /// The curve of what SGD releases plus Gaussian noise of this standard deviation. The order must stay secret.
    pub fn curve(&self, noise: f64) -> Result<Curve> {
        Ok(Curve::made(create(|out, err| unsafe { sys::dpcvx_sgd_stability_curve(self.as_ptr(), noise, out, err) })?))
    }

    /// The standard deviation of the noise that makes the same release (epsilon, delta)-DP.
    pub fn noise(&self, form: NoiseCalibration, epsilon: f64, delta: f64) -> Result<f64> {
        value(|out, err| unsafe {
            sys::dpcvx_sgd_stability_noise(self.as_ptr(), form as i32, epsilon, delta, out, err)
        })
    }
}

impl fmt::Debug for SgdStability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SgdStability")
    }
}
