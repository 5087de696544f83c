//! Draws from log-concave densities, with an error that is known beforehand. NOT PRIVATE.

use crate::call::{call, create, known, room, value, Options, Owned, Result};
use crate::error::Error;
use crate::generated::enums::Outcome;
use crate::generated::options::SamplerOptions;
use crate::model::{Domain, Objective};
use crate::monitor::{watched, Monitor};
use crate::panics;
use crate::random::Rng;
use crate::turns::{keep, turn_of, Closure};
use dpcvx_sys as sys;
use std::fmt;
use std::os::raw::c_void;
use std::ptr::null;
use std::sync::Arc;

/// What a sampler is made of.
enum Source<'a> {
    Objective(&'a Objective),
    Function(sys::dpcvx_potential_callback, *mut c_void, Option<&'a Domain>),
    Quadratic(&'a [f64], Option<&'a [f64]>, Option<&'a Domain>),
}

/// Makes a [`Sampler`]. Its options have setters here.
#[must_use = "a builder does nothing until its call is made"]
pub struct SamplerBuilder<'a> {
    source: Source<'a>,
    closure: Option<Arc<dyn Closure>>,
    dimension: usize,
    center: Option<&'a [f64]>,
    start: Option<&'a [f64]>,
    pub(crate) options: SamplerOptions,
}

impl<'a> SamplerBuilder<'a> {
    /// The centre of the quadratic and of the regularizer: by default 0.
    pub fn center(mut self, center: &'a [f64]) -> Self {
        self.center = Some(center);
        self
    }

    /// Where chains start: by default the domain's point nearest to the centre. It lies in the domain, unless the
    /// penalty's slope is finite.
    pub fn start(mut self, start: &'a [f64]) -> Self {
        self.start = Some(start);
        self
    }

    /// The domain of a function of one's own, or of a quadratic: by default all of R^d. An objective has its own.
    pub fn domain(mut self, domain: &'a Domain) -> Result<Self> {
        match &mut self.source {
            Source::Function(_, _, place) | Source::Quadratic(_, _, place) => *place = Some(domain),
            Source::Objective(_) => {
                return Err(Error::argument("SamplerBuilder::domain: an objective has a domain of its own".into()))
            }
        }
        Ok(self)
    }

    fn point(&self, what: &str, point: Option<&[f64]>) -> Result<*const f64> {
        match point {
            Some(point) if point.len() != self.dimension => Err(Error::argument(format!(
                "Sampler: '{}' has {} entries; accepted: {}",
                what,
                point.len(),
                self.dimension
            ))),
            Some(point) => Ok(point.as_ptr()),
            None => Ok(null()),
        }
    }

    /// Creates the sampler. Its figures are the certificate of its draws.
    pub fn build(self) -> Result<Sampler> {
        let keys = self.options.keys()?;
        let closure = self.closure.clone();
        let _turn = turn_of(&closure, None)?;
        let (center, start) = (self.point("center", self.center)?, self.point("start", self.start)?);
        let (count, options) = (self.dimension as i64, keys.as_ptr());
        let linear = match self.source {
            Source::Quadratic(matrix, linear, _) => {
                if Some(matrix.len()) != self.dimension.checked_mul(self.dimension) {
                    return Err(Error::argument(format!(
                        "Sampler: 'matrix' has {} entries; accepted: the square of the dimension {}",
                        matrix.len(),
                        self.dimension
                    )));
                }
                self.point("linear", linear)?
            }
            _ => null(),
        };
        // SAFETY: all handles live during the call, points have `dimension` entries, and the sampler keeps the closure.
        let raw = create(|out, err| unsafe {
            match self.source {
                Source::Objective(objective) => {
                    sys::dpcvx_sampler_create(objective.as_ptr(), center, start, count, options, out, err)
                }
                Source::Function(function, user, domain) => sys::dpcvx_sampler_create_with_function(
                    function,
                    user,
                    count,
                    domain.map_or(null(), Domain::as_ptr),
                    center,
                    start,
                    options,
                    out,
                    err,
                ),
                Source::Quadratic(matrix, _, domain) => sys::dpcvx_sampler_create_with_quadratic(
                    matrix.as_ptr(),
                    linear,
                    count,
                    domain.map_or(null(), Domain::as_ptr),
                    center,
                    start,
                    options,
                    out,
                    err,
                ),
            }
        })?;
        Ok(Sampler { raw, closure: self.closure, dimension: self.dimension })
    }
}

impl fmt::Debug for SamplerBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SamplerBuilder({:?})", self.options)
    }
}

/// Draws from the density proportional to exp(-V), V convex. NOT PRIVATE: draws reveal the data as much as V does.
///
/// ```
/// use dpcvx::{Rng, Sampler};
/// // The density proportional to exp(-|x| - x^2 / 2).
/// let size = |x: &[f64], gradient: Option<&mut [f64]>| {
///     if let Some(gradient) = gradient {
///         gradient[0] = x[0].signum();
///     }
///     x[0].abs()
/// };
/// let mut sampler = Sampler::of_function(1, size).lipschitz(1.0).quadratic(1.0).build()?;
/// assert!(sampler.total_variation()? <= 1e-6);
/// assert_eq!(sampler.draw(10, &mut Rng::new()?)?.points.len(), 10);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Sampler {
    raw: Owned<sys::dpcvx_sampler>, // dropped before the closure that it calls
    closure: Option<Arc<dyn Closure>>,
    dimension: usize,
}

// SAFETY: draws change a sampler's counts, so it belongs to one thread at a time (dpcvx/sample.h). It may move to
// another, with its closure, which is `Send`. It is not `Sync`. Draws take the turn of an objective's closure.
unsafe impl Send for Sampler {}

/// Independent points.
#[derive(Debug, Clone, PartialEq)]
pub struct Draws {
    /// The points that were drawn.
    pub points: Vec<Vec<f64>>,
    /// How drawing ended: DONE, MAX_PASSES or CANCELLED.
    pub outcome: Outcome,
}

impl Sampler {
    /// The sampler of an objective times a scale, on its domain.
    pub fn builder(objective: &Objective) -> Result<SamplerBuilder<'_>> {
        Ok(SamplerBuilder {
            source: Source::Objective(objective),
            closure: objective.closure(),
            dimension: usize::try_from(objective.dimension()?).unwrap_or(0),
            center: None,
            start: None,
            options: SamplerOptions::new(),
        })
    }

    /// The sampler of a convex function of one's own. It gives its value at a point, and writes a subgradient if asked.
    /// Without [`SamplerBuilder::lipschitz`] nothing is known of the arithmetic: `arithmetic_total_variation()` is 1.
    /// A panic of the function ends the draw, and goes on. If the function sees data, when it panics reveals them.
    pub fn of_function<F>(dimension: usize, function: F) -> SamplerBuilder<'static>
    where
        F: Fn(&[f64], Option<&mut [f64]>) -> f64 + Send + 'static,
    {
        let (closure, user) = keep(function);
        SamplerBuilder {
            source: Source::Function(Some(potential::<F>), user, None),
            closure: Some(closure),
            dimension,
            center: None,
            start: None,
            options: SamplerOptions::new(),
        }
    }

    /// The sampler of a quadratic, x'Hx / 2 + <linear, x>: of a Gaussian, cut off at the sides of a domain. `matrix` is
    /// H, row by row. Boxes are sampled by coordinates in turn where that has a certificate and takes less time.
    ///
    /// ```
    /// use dpcvx::{Domain, Rng, Sampler, SamplerMethod};
    /// let square = Domain::cuboid(&[-1.0, -1.0], &[1.0, 1.0])?;
    /// let mut sampler = Sampler::of_quadratic(2, &[2.0, -1.0, -1.0, 2.0], None).domain(&square)?.build()?;
    /// assert_eq!(sampler.method()?, SamplerMethod::Sweeps);
    /// assert_eq!(sampler.draw(10, &mut Rng::new()?)?.points.len(), 10);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn of_quadratic<'a>(dimension: usize, matrix: &'a [f64], linear: Option<&'a [f64]>) -> SamplerBuilder<'a> {
        SamplerBuilder {
            source: Source::Quadratic(matrix, linear, None),
            closure: None,
            dimension,
            center: None,
            start: None,
            options: SamplerOptions::new(),
        }
    }

    pub(crate) fn as_ptr(&self) -> *mut sys::dpcvx_sampler {
        self.raw.as_ptr()
    }

    /// Draws independent points, each by a chain of its own. NOT PRIVATE.
    pub fn draw(&mut self, count: usize, rng: &mut Rng) -> Result<Draws> {
        self.drawn(count, rng, None)
    }

    /// Draws while a monitor watches. Its progress counts rounds.
    pub fn draw_watched(&mut self, count: usize, rng: &mut Rng, monitor: &Monitor) -> Result<Draws> {
        self.drawn(count, rng, Some(monitor))
    }

    fn drawn(&mut self, count: usize, rng: &mut Rng, monitor: Option<&Monitor>) -> Result<Draws> {
        let _turn = turn_of(&self.closure, monitor)?;
        let mut out = room::<f64>(count.saturating_mul(self.dimension))?;
        let (mut outcome, mut drawn) = (0, 0);
        watched(monitor, self.closure.is_some(), |monitor| {
            // SAFETY: all handles live during the call, and `out` has count x dimension entries.
            call(|err| unsafe {
                let (out, rng) = (out.as_mut_ptr(), rng.as_ptr());
                let (ended, rows) = (&mut outcome, &mut drawn);
                sys::dpcvx_nonprivate_sampler_draw(self.as_ptr(), rng, count as i64, out, monitor, ended, rows, err)
            })
        })?;
        let drawn = usize::try_from(drawn).unwrap_or(0);
        let points = out.chunks(self.dimension.max(1)).take(drawn).map(<[f64]>::to_vec).collect();
        Ok(Draws { points, outcome: known(i64::from(outcome))? })
    }

    /// What the draws so far have taken. NOT PRIVATE.
    pub fn nonprivate_diagnostics(&self) -> SamplerDiagnostics<'_> {
        SamplerDiagnostics(self)
    }

    /// A better start and step for another sampler of the same V, from the data. NOT PRIVATE.
    pub fn nonprivate_tune(&mut self, max_rounds: i64) -> Result<(Vec<f64>, f64)> {
        let _turn = turn_of(&self.closure, None)?;
        let mut start = room(self.dimension)?;
        // SAFETY: the start has `dimension` entries.
        let step_size = value(|out, err| unsafe {
            let (start, dimension) = (start.as_mut_ptr(), self.dimension as i64);
            sys::dpcvx_nonprivate_sampler_tune(self.as_ptr(), max_rounds, start, dimension, out, err)
        })?;
        Ok((start, step_size))
    }
}

/// What [`nonprivate_diagnose`] says of draws, with an entry for each coordinate. NOT PRIVATE.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnosis {
    /// Rank-normalised split R-hat.
    pub r_hat: Vec<f64>,
    /// The effective sample size of the ranks.
    pub bulk_ess: Vec<f64>,
    /// The lesser effective sample size of the indicators of the 5 % and the 95 % quantile.
    pub tail_ess: Vec<f64>,
}

/// R-hat and effective sample sizes of chains of draws, all of one length (Vehtari et al. 2021). NOT PRIVATE.
///
/// Draws of one [`Sampler`] are independent. Take one for each of several starts that lie far apart, and its draws for a
/// chain. An R-hat above 1.01 shows too few rounds, or wrong constants. An R-hat near 1 proves nothing.
///
/// ```
/// use dpcvx::{nonprivate_diagnose, Rng, Sampler};
/// let parabola = |x: &[f64], gradient: Option<&mut [f64]>| {
///     if let Some(gradient) = gradient {
///         gradient[0] = x[0];
///     }
///     x[0] * x[0] / 2.0
/// };
/// let mut rng = Rng::deterministic(b"seed")?;
/// let mut chains = Vec::new();
/// for start in [-3.0, 3.0] {
///     let start = [start];
///     let known = Sampler::of_function(1, parabola).strong_convexity(1.0).smoothness(1.0).lipschitz(100.0);
///     let mut sampler = known.start(&start).build()?;
///     chains.push(sampler.draw(100, &mut rng)?.points);
/// }
/// assert!(nonprivate_diagnose(&chains)?.r_hat[0] < 1.2);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub fn nonprivate_diagnose(chains: &[Vec<Vec<f64>>]) -> Result<Diagnosis> {
    let count = chains.first().map_or(0, Vec::len);
    let dimension = chains.first().and_then(|chain| chain.first()).map_or(0, Vec::len);
    if chains.iter().any(|chain| chain.len() != count || chain.iter().any(|point| point.len() != dimension)) {
        return Err(Error::argument(
            "nonprivate_diagnose: 'chains' differ in size; accepted: chains of one size".into(),
        ));
    }
    let draws: Vec<f64> = chains.iter().flatten().flatten().copied().collect();
    let (mut r_hat, mut bulk_ess, mut tail_ess) = (room(dimension)?, room(dimension)?, room(dimension)?);
    // SAFETY: `draws` has chains x count x dimension entries, and each result has `dimension`.
    call(|err| unsafe {
        let (many, count, entries) = (chains.len() as i64, count as i64, dimension as i64);
        let (first, bulk, tail): (*mut f64, *mut f64, *mut f64) =
            (r_hat.as_mut_ptr(), bulk_ess.as_mut_ptr(), tail_ess.as_mut_ptr());
        sys::dpcvx_nonprivate_draws_diagnose(draws.as_ptr(), many, count, entries, first, bulk, tail, err)
    })?;
    Ok(Diagnosis { r_hat, bulk_ess, tail_ess })
}

impl fmt::Debug for Sampler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sampler({} dimensions)", self.dimension)
    }
}

/// What a sampler's draws have taken. NOT PRIVATE.
#[derive(Debug, Clone, Copy)]
pub struct SamplerDiagnostics<'a>(pub(crate) &'a Sampler);

unsafe extern "C" fn potential<F: Fn(&[f64], Option<&mut [f64]>) -> f64>(
    x: *const f64,
    dimension: i64,
    gradient: *mut f64,
    user: *mut c_void,
) -> f64 {
    let count = dimension as usize;
    // SAFETY: `user` is the closure that the sampler keeps. Both arrays have `dimension` entries.
    let (function, x, gradient) = unsafe {
        let gradient = if gradient.is_null() {
            None
        } else {
            std::ptr::write_bytes(gradient, 0, count);
            Some(std::slice::from_raw_parts_mut(gradient, count))
        };
        (&*(user as *const F), std::slice::from_raw_parts(x, count), gradient)
    };
    panics::guarded(0.0, || function(x, gradient))
}

/// The bound on KL(law || target) of a proximal sampler after a number of rounds.
pub fn proximal_sampler_kl(strong_convexity: f64, step_size: f64, distance: f64, rounds: i64) -> Result<f64> {
    value(|out, err| unsafe { sys::dpcvx_proximal_sampler_kl(strong_convexity, step_size, distance, rounds, out, err) })
}

/// The least number of rounds that keeps total variation within `variation`.
pub fn proximal_sampler_rounds(strong_convexity: f64, step_size: f64, distance: f64, variation: f64) -> Result<i64> {
    value(|out, err| unsafe {
        sys::dpcvx_proximal_sampler_rounds(strong_convexity, step_size, distance, variation, out, err)
    })
}
