//! Domains and objectives: what a private fit minimises.

use crate::call::{call, create, filled, room, text, value, Options, Owned, Result};
use crate::data::{columns_of, Dataset};
use crate::error::Error;
use crate::generated::enums::Loss;
use crate::generated::options::ObjectiveOptions;
use crate::panics;
use crate::turns::{keep, turn_of, Closure, Turn};
use dpcvx_sys as sys;
use std::fmt;
use std::os::raw::c_void;
use std::ptr::null;
use std::sync::Arc;

/// A public, closed, convex set in which the coefficients lie, the intercept's included.
pub struct Domain(Owned<sys::dpcvx_domain>);

// SAFETY: domains do not change after creation, and several threads may read them at once (dpcvx/base.h).
unsafe impl Send for Domain {}
unsafe impl Sync for Domain {}

impl Domain {
    /// The points within `radius` of 0 in the lp norm.
    pub fn ball(p: f64, radius: f64, dimension: usize) -> Result<Domain> {
        // SAFETY, here and below: the call reads as many entries as the slices have.
        Ok(Domain(create(|out, err| unsafe {
            sys::dpcvx_domain_create_ball(p, radius, null(), dimension as i64, out, err)
        })?))
    }

    /// The points within `radius` of `center` in the lp norm.
    pub fn ball_about(p: f64, radius: f64, center: &[f64]) -> Result<Domain> {
        Ok(Domain(create(|out, err| unsafe {
            sys::dpcvx_domain_create_ball(p, radius, center.as_ptr(), center.len() as i64, out, err)
        })?))
    }

    /// The points between `low` and `high`, entry by entry. Equal ends fix a coefficient.
    pub fn cuboid(low: &[f64], high: &[f64]) -> Result<Domain> {
        let dimension = columns_of("Domain::cuboid", low, high)?;
        Ok(Domain(create(|out, err| unsafe {
            sys::dpcvx_domain_create_box(low.as_ptr(), high.as_ptr(), dimension, out, err)
        })?))
    }

    /// The points whose entries are at least 0 and add up to `total`.
    pub fn simplex(total: f64, dimension: usize) -> Result<Domain> {
        Ok(Domain(create(|out, err| unsafe { sys::dpcvx_domain_create_simplex(total, dimension as i64, out, err) })?))
    }

    /// The matrices, row by row, whose singular values have an lp norm of at most `radius`.
    pub fn schatten_ball(p: f64, radius: f64, rows: usize, columns: usize) -> Result<Domain> {
        Ok(Domain(create(|out, err| unsafe {
            sys::dpcvx_domain_create_schatten_ball(p, radius, rows as i64, columns as i64, out, err)
        })?))
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_domain {
        self.0.as_ptr()
    }

    /// The domain in words, as plans and reports have it.
    pub fn to_text(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_domain_to_text(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The point of the domain nearest to `w`.
    pub fn project(&self, w: &[f64]) -> Result<Vec<f64>> {
        filled(w.len(), |out, dimension, err| unsafe {
            sys::dpcvx_domain_project(self.as_ptr(), w.as_ptr(), out, dimension, err)
        })
    }
}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Domain({})", self)
    }
}

/// What an objective is made of.
enum Source<'a> {
    Loss(&'a Dataset, Loss),
    OwnLoss(&'a Dataset, sys::dpcvx_loss_callback, *mut c_void),
    Units(usize, usize, sys::dpcvx_unit_callback, *mut c_void),
    Public(Option<(&'a [f64], &'a [f64])>, usize, Loss),
}

/// Makes an [`Objective`]. Its options have setters here.
#[must_use = "a builder does nothing until its call is made"]
pub struct ObjectiveBuilder<'a> {
    source: Source<'a>,
    closure: Option<Arc<dyn Closure>>,
    domain: Option<&'a Domain>,
    pub(crate) options: ObjectiveOptions,
}

impl<'a> ObjectiveBuilder<'a> {
    fn of(source: Source<'a>, closure: Option<Arc<dyn Closure>>) -> ObjectiveBuilder<'a> {
        ObjectiveBuilder { source, closure, domain: None, options: ObjectiveOptions::new() }
    }

    /// The domain of the coefficients: by default all of R^d.
    pub fn domain(mut self, domain: &'a Domain) -> Self {
        self.domain = Some(domain);
        self
    }

    /// Creates the objective.
    pub fn build(self) -> Result<Objective> {
        let keys = self.options.keys()?;
        let (low, high, columns) = match self.source {
            Source::Public(Some((low, high)), ..) => {
                (low.as_ptr(), high.as_ptr(), columns_of("Objective::public_scaled", low, high)?)
            }
            Source::Public(None, columns, _) => (null(), null(), columns as i64),
            _ => (null(), null(), 0),
        };
        let (options, domain) = (keys.as_ptr(), self.domain.map_or(null(), Domain::as_ptr));
        // SAFETY: options, domain and ranges live during the call, and the closure as long as the objective.
        let raw = create(|out, err| unsafe {
            match self.source {
                Source::Loss(data, loss) => {
                    sys::dpcvx_objective_create(data.as_ptr(), loss as i32, domain, options, out, err)
                }
                Source::OwnLoss(data, function, user) => {
                    sys::dpcvx_objective_create_with_loss(data.as_ptr(), function, user, domain, options, out, err)
                }
                Source::Units(units, dimension, function, user) => sys::dpcvx_objective_create_from_units(
                    units as i64,
                    dimension as i64,
                    function,
                    user,
                    domain,
                    options,
                    out,
                    err,
                ),
                Source::Public(_, _, loss) => {
                    sys::dpcvx_objective_create_public(low, high, columns, loss as i32, domain, options, out, err)
                }
            }
        })?;
        Ok(Objective { raw, closure: self.closure })
    }
}

impl fmt::Debug for ObjectiveBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ObjectiveBuilder({:?})", self.options)
    }
}

/// The average loss of a model over the units of a dataset, over a domain.
///
/// ```
/// use dpcvx::{Dataset, Loss, Objective};
/// let data = Dataset::new(&[[0.5], [-1.0], [2.0], [0.3]], &[1.0, -1.0, 1.0, -1.0])?;
/// let objective = Objective::builder(&data, Loss::Logistic).l2(0.1).build()?;
/// assert!((objective.lipschitz()? - 1.0).abs() < 1e-9); // what the noise of a fit rests on
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Objective {
    raw: Owned<sys::dpcvx_objective>, // dropped before the closure that it calls
    closure: Option<Arc<dyn Closure>>,
}

// SAFETY: objectives do not change after creation, and several threads may read them at once. One that calls back
// serves one thread at a time (dpcvx/base.h): each call takes the turn of its closure (turns.rs).
unsafe impl Send for Objective {}
unsafe impl Sync for Objective {}

impl Objective {
    /// The objective of a built-in loss, with all options at their defaults.
    pub fn new(data: &Dataset, loss: Loss) -> Result<Objective> {
        Objective::builder(data, loss).build()
    }

    /// The objective of a built-in loss.
    pub fn builder(data: &Dataset, loss: Loss) -> ObjectiveBuilder<'_> {
        ObjectiveBuilder::of(Source::Loss(data, loss), None)
    }

    /// The objective of a loss of one's own: a function of a decision value and a label, which gives its value and its
    /// slope.
    ///
    /// Slopes are cut to `max_slope`, so privacy rests on that bound alone. The report says of `max_curvature` and of
    /// convexity that they are assumed. [`build`](ObjectiveBuilder::build) tries the function at public points: it
    /// refuses one that is not finite or not convex there, or whose slope has the wrong sign or place.
    ///
    /// Rows are clipped to [`row_bound`](ObjectiveBuilder::row_bound), 1 by default, with their intercept entry of 1.
    /// Scale the table, and give sqrt(columns + 1), which clips no row.
    ///
    /// A fit with `max_curvature(f64::INFINITY)` is slow: one of 1000 rows took 12 seconds. Declare a finite bound if
    /// there is one.
    ///
    /// A panic of the function cancels a fit, and goes on when the fit has ended. The function sees labels and rows: a
    /// panic that depends on them reveals data, and no proof covers it.
    ///
    /// ```
    /// use dpcvx::{Dataset, Objective};
    /// let data = Dataset::new(&[[30.0], [80.0]], &[1.0, -1.0])?.scaled(&[0.0], &[100.0])?;
    /// // log cosh, in a form that does not overflow
    /// let log_cosh = |z: f64, label: f64| {
    ///     let far = (z - label).abs();
    ///     (far + (-2.0 * far).exp().ln_1p() - std::f64::consts::LN_2, (z - label).tanh())
    /// };
    /// let builder = Objective::with_loss(&data, log_cosh).max_slope(1.0).max_curvature(1.0);
    /// let objective = builder.row_bound(2f64.sqrt()).label_bound(3.0).build()?;
    /// assert_eq!(objective.dimension()?, 2);
    ///
    /// let swapped = Objective::with_loss(&data, move |z, label| (log_cosh(z, label).1, log_cosh(z, label).0));
    /// assert!(swapped.max_slope(1.0).max_curvature(1.0).build().is_err());
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn with_loss<F>(data: &Dataset, loss: F) -> ObjectiveBuilder<'_>
    where
        F: Fn(f64, f64) -> (f64, f64) + Send + 'static,
    {
        let (closure, user) = keep(loss);
        ObjectiveBuilder::of(Source::OwnLoss(data, Some(own_loss::<F>), user), Some(closure))
    }

    /// The average of convex functions of one's own, one a unit. The function gets a unit, the coefficients and room
    /// for a gradient, and gives its value. `lipschitz` is enforced by clipping each unit's gradient.
    ///
    /// A panic of the function cancels a fit, and goes on when the fit has ended. The function sees units: a panic that
    /// depends on them reveals data, and no proof covers it.
    pub fn from_units<F>(units: usize, dimension: usize, function: F) -> ObjectiveBuilder<'static>
    where
        F: Fn(usize, &[f64], &mut [f64]) -> f64 + Send + 'static,
    {
        let (closure, user) = keep(function);
        ObjectiveBuilder::of(Source::Units(units, dimension, Some(own_unit::<F>), user), Some(closure))
    }

    /// The objective of a table that lies elsewhere, from public facts alone: plans of it are fitted to parts by a
    /// [`Coordinator`](crate::Coordinator). [`nominal_units`](ObjectiveBuilder::nominal_units) has no default. Users are
    /// protected with [`unit`](ObjectiveBuilder::unit). What reads the table refuses this objective.
    pub fn public(loss: Loss, columns: usize) -> ObjectiveBuilder<'static> {
        ObjectiveBuilder::of(Source::Public(None, columns, loss), None)
    }

    /// As [`public`](Objective::public), where each part is scaled by these public ranges ([`Dataset::scaled`]).
    pub fn public_scaled<'a>(loss: Loss, low: &'a [f64], high: &'a [f64]) -> ObjectiveBuilder<'a> {
        ObjectiveBuilder::of(Source::Public(Some((low, high)), low.len(), loss), None)
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_objective {
        self.raw.as_ptr()
    }

    /// The turn of this thread, of an objective that calls back.
    pub(crate) fn turn(&self) -> Result<Option<Turn<'_>>> {
        turn_of(&self.closure, None)
    }

    /// The closure, which plans and samplers keep alive too.
    pub(crate) fn closure(&self) -> Option<Arc<dyn Closure>> {
        self.closure.clone()
    }

    /// The same objective with null units, whose loss is 0, in place of these.
    pub fn without(&self, units: &[i64]) -> Result<Objective> {
        let _turn = self.turn()?;
        // SAFETY: the call reads as many entries as the slice has.
        let raw = create(|out, err| unsafe {
            sys::dpcvx_objective_create_without(self.as_ptr(), units.as_ptr(), units.len() as i64, out, err)
        })?;
        Ok(Objective { raw, closure: self.closure() })
    }

    /// The value at `w`, and the gradient. NOT PRIVATE.
    pub fn nonprivate_value(&self, w: &[f64]) -> Result<(f64, Vec<f64>)> {
        let _turn = self.turn()?;
        let mut gradient = room(w.len())?;
        // SAFETY: `w` and the gradient have as many entries as the call is told.
        let found = value(|out, err| unsafe {
            let (w, dimension) = (w.as_ptr(), w.len() as i64);
            sys::dpcvx_nonprivate_objective_value(self.as_ptr(), w, dimension, out, gradient.as_mut_ptr(), err)
        })?;
        Ok((found, gradient))
    }

    /// The data gradients of units at `w`, one behind the other. NOT PRIVATE.
    pub fn nonprivate_unit_gradients(&self, w: &[f64], units: &[i64]) -> Result<Vec<f64>> {
        let _turn = self.turn()?;
        let mut out = room(units.len().saturating_mul(w.len()))?;
        // SAFETY: `out` has units x dimension entries.
        call(|err| unsafe {
            let (w, dimension, count) = (w.as_ptr(), w.len() as i64, units.len() as i64);
            let (units, out) = (units.as_ptr(), out.as_mut_ptr());
            sys::dpcvx_nonprivate_unit_gradients(self.as_ptr(), w, dimension, units, count, out, err)
        })?;
        Ok(out)
    }

    /// How far each unit's loss lies above its linear part at a reference point (Bregman divergence). NOT PRIVATE.
    /// `units` is the number of units that there are.
    pub fn nonprivate_divergences(&self, w: &[f64], reference: &[f64], units: usize) -> Result<Vec<f64>> {
        let _turn = self.turn()?;
        if w.len() != reference.len() {
            let (one, other) = (w.len(), reference.len());
            return Err(Error::argument(format!("'w' has {} entries and 'reference' has {}", one, other)));
        }
        // SAFETY: both points have `w.len()` entries, and `out` as many as there are units.
        filled(units, |out, units, err| unsafe {
            let (w, reference, dimension) = (w.as_ptr(), reference.as_ptr(), w.len() as i64);
            sys::dpcvx_nonprivate_objective_divergences(self.as_ptr(), w, reference, dimension, out, units, err)
        })
    }

    /// The decision values of a caller's coefficients for the rows of a dataset, row after row. NOT PRIVATE.
    pub fn nonprivate_decision_values(&self, w: &[f64], data: &Dataset) -> Result<Vec<f64>> {
        let count = data.row_count()?.saturating_mul(usize::try_from(self.outputs()?).unwrap_or(0));
        let _turn = self.turn()?;
        // SAFETY: `out` has rows x outputs entries.
        filled(count, |out, count, err| unsafe {
            let (w, dimension) = (w.as_ptr(), w.len() as i64);
            sys::dpcvx_nonprivate_decision_values(self.as_ptr(), w, dimension, data.as_ptr(), out, count, err)
        })
    }
}

impl fmt::Debug for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Objective")
    }
}

unsafe extern "C" fn own_loss<F: Fn(f64, f64) -> (f64, f64)>(
    z: f64,
    label: f64,
    slope: *mut f64,
    user: *mut c_void,
) -> f64 {
    // SAFETY: `user` is the closure that the objective keeps, and this thread has its turn.
    let function = unsafe { &*(user as *const F) };
    let (value, found) = panics::guarded((0.0, 0.0), || function(z, label));
    if !slope.is_null() {
        // SAFETY: the library lends room for one number.
        unsafe { *slope = found };
    }
    value
}

unsafe extern "C" fn own_unit<F: Fn(usize, &[f64], &mut [f64]) -> f64>(
    unit: i64,
    w: *const f64,
    dimension: i64,
    gradient: *mut f64,
    user: *mut c_void,
) -> f64 {
    let count = dimension as usize;
    // SAFETY: `user` is the closure that the objective keeps, and this thread has its turn. Both arrays have
    // `dimension` entries. The closure must not see entries that were never written.
    let (function, w, gradient) = unsafe {
        std::ptr::write_bytes(gradient, 0, count);
        (&*(user as *const F), std::slice::from_raw_parts(w, count), std::slice::from_raw_parts_mut(gradient, count))
    };
    panics::guarded(0.0, || function(unit as usize, w, gradient))
}
