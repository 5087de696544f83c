//! Privacy curves, and how much noise a target needs.

use crate::call::{create, text, value, Owned, Result};
use crate::error::Error;
use crate::generated::enums::Sampling;
use dpcvx_sys as sys;
use std::fmt;

/// A privacy curve: one mechanism, or a composition of several.
///
/// ```
/// // What a thousand steps of DP-SGD cost.
/// let training = dpcvx::Curve::subsampled_gaussian(dpcvx::Sampling::Poisson, 1.0, 0.01, 1000)?;
/// let epsilon = training.epsilon(1e-6)?;
/// assert!(2.0 < epsilon && epsilon < 3.0);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Curve(Owned<sys::dpcvx_curve>);

// SAFETY: curves do not change after creation, and several threads may read them at once (dpcvx/base.h).
unsafe impl Send for Curve {}
unsafe impl Sync for Curve {}

/// A composition copies its parts.
fn same_length(what: &str, one: usize, other: usize) -> Result<i64> {
    if one == other {
        return Ok(one as i64);
    }
    Err(Error::argument(format!("{}: the lengths are {} and {}; accepted: equal ones", what, one, other)))
}

impl Curve {
    pub(crate) fn made(raw: Owned<sys::dpcvx_curve>) -> Curve {
        Curve(raw)
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_curve {
        self.0.as_ptr()
    }

    /// mu-Gaussian differential privacy (GDP).
    pub fn gdp(mu: f64) -> Result<Curve> {
        // SAFETY, here and below: the call writes the handle, and reads no array beyond its stated length.
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_gdp(mu, out, err) })?))
    }

    /// Gaussian noise of standard deviation `noise_multiplier` times the l2 sensitivity.
    pub fn gaussian(noise_multiplier: f64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_gaussian(noise_multiplier, out, err) })?))
    }

    /// Pure epsilon-DP.
    pub fn pure(epsilon: f64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_pure(epsilon, out, err) })?))
    }

    /// (epsilon, delta)-DP.
    pub fn approximate(epsilon: f64, delta: f64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_approximate(epsilon, delta, out, err) })?))
    }

    /// rho-zero-concentrated DP (zCDP).
    pub fn zcdp(rho: f64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_zcdp(rho, out, err) })?))
    }

    /// Laplace noise in one dimension, of scale `noise_multiplier` times the l1 sensitivity.
    pub fn laplace(noise_multiplier: f64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_laplace(noise_multiplier, out, err) })?))
    }

    /// A mechanism of bounded range epsilon, such as the exponential mechanism.
    pub fn bounded_range(epsilon: f64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_bounded_range(epsilon, out, err) })?))
    }

    /// `steps` Gaussian sums, each over a fresh random batch of a share `rate` of the units.
    ///
    /// The noise multiplier is the standard deviation of the noise over a sensitivity. With gradients clipped to C that
    /// is C under both Poisson samplings, also where a unit is replaced. [`Sampling::WithoutReplacement`] takes that to
    /// replacing a unit, 2 C: noise of standard deviation s C is a multiplier of s / 2 there. Batches of shuffled epochs
    /// are none of the three.
    ///
    /// ```
    /// use dpcvx::{Curve, Sampling};
    /// let (noise_multiplier, rate, steps) = (1.1, 0.01, 5000); // in this order
    /// let training = Curve::subsampled_gaussian(Sampling::Poisson, noise_multiplier, rate, steps)?;
    /// assert!(training.epsilon(1e-6)? < 4.0);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn subsampled_gaussian(sampling: Sampling, noise_multiplier: f64, rate: f64, steps: i64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_subsampled_gaussian(sampling as i32, noise_multiplier, rate, steps, out, err)
        })?))
    }

    /// `steps` Gaussian sums where each unit is in exactly `participations`, drawn for each unit alone. Under add/remove.
    pub fn random_allocation(noise_multiplier: f64, steps: i64, participations: i64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_random_allocation(noise_multiplier, steps, participations, out, err)
        })?))
    }

    /// [`Curve::random_allocation`] under replace-one. The noise multiplier stays relative to adding or removing a unit.
    pub fn random_allocation_replace_one(noise_multiplier: f64, steps: i64, participations: i64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_random_allocation_replace_one(noise_multiplier, steps, participations, out, err)
        })?))
    }

    /// A test whose passing is (test_epsilon, test_delta)-DP, and `mu`-GDP noise if it passes.
    pub fn test_release(test_epsilon: f64, test_delta: f64, mu: f64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_test_release(test_epsilon, test_delta, mu, out, err)
        })?))
    }

    /// A Renyi DP table: `epsilons[i]` at `orders[i]`.
    pub fn rdp(orders: &[f64], epsilons: &[f64]) -> Result<Curve> {
        let n = same_length("Curve::rdp: 'orders' and 'epsilons'", orders.len(), epsilons.len())?;
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_rdp(orders.as_ptr(), epsilons.as_ptr(), n, out, err)
        })?))
    }

    /// A mixture: with probability `probabilities[k]` the mechanism is `mus[k]`-GDP.
    pub fn gdp_mixture(mus: &[f64], probabilities: &[f64]) -> Result<Curve> {
        let n = same_length("Curve::gdp_mixture: 'mus' and 'probabilities'", mus.len(), probabilities.len())?;
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_gdp_mixture(mus.as_ptr(), probabilities.as_ptr(), n, out, err)
        })?))
    }

    /// Randomized response: the truth, except with probability `noise_parameter` a uniform answer.
    pub fn randomized_response(noise_parameter: f64, categories: i64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_randomized_response(noise_parameter, categories, out, err)
        })?))
    }

    /// Discrete Laplace noise on whole numbers, of probabilities proportional to e^(-decay |x|).
    pub fn discrete_laplace(decay: f64, shift: i64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_discrete_laplace(decay, shift, out, err) })?))
    }

    /// Discrete Gaussian noise on a whole number.
    pub fn discrete_gaussian(sigma: f64, shift: i64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_discrete_gaussian(sigma, shift, out, err) })?))
    }

    /// Shuffled reports: each of `users` users sends one report of the same epsilon0-DP randomizer. Those who
    /// did not report do not count.
    pub fn shuffled(epsilon0: f64, users: i64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_shuffled(epsilon0, users, out, err) })?))
    }

    /// Shuffled reports of randomized response.
    pub fn shuffled_response(noise_parameter: f64, categories: i64, users: i64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_shuffled_response(noise_parameter, categories, users, out, err)
        })?))
    }

    /// The last iterate of noisy gradient steps of size at most 2 / beta, without averages and momentum. Every
    /// `batches`-th step meets a unit. `diameter` is that of the set of all iterates, which may be infinite.
    pub fn iteration(
        sensitivity: f64,
        noise: f64,
        contraction: f64,
        batches: i64,
        steps: i64,
        diameter: f64,
    ) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_iteration(sensitivity, noise, contraction, batches, steps, diameter, out, err)
        })?))
    }

    /// The same for a unit that the step at `position`, from 1 on, alone meets.
    pub fn iteration_at(sensitivity: f64, noise: f64, contraction: f64, position: i64, steps: i64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_iteration_at(sensitivity, noise, contraction, position, steps, out, err)
        })?))
    }

    /// Privacy losses of one's own: `probabilities[i]` of `losses[i]`, and `infinite` of what the other law never
    /// gives.
    pub fn losses(losses: &[f64], probabilities: &[f64], infinite: f64) -> Result<Curve> {
        let n = same_length("Curve::losses: 'losses' and 'probabilities'", losses.len(), probabilities.len())?;
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_losses(losses.as_ptr(), probabilities.as_ptr(), n, infinite, out, err)
        })?))
    }

    /// An event that meets a random batch of the units instead of all.
    pub fn sampled(&self, sampling: Sampling, rate: f64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_sampled(self.as_ptr(), sampling as i32, rate, out, err)
        })?))
    }

    /// The composition of parts, each with how often it comes. All parts are fixed beforehand.
    pub fn composition(parts: &[(&Curve, i64)]) -> Result<Curve> {
        let curves: Vec<_> = parts.iter().map(|(curve, _)| curve.as_ptr()).collect();
        let counts: Vec<_> = parts.iter().map(|(_, count)| *count).collect();
        Ok(Curve(create(|out, err| unsafe {
            sys::dpcvx_curve_create_composition(curves.as_ptr(), counts.as_ptr(), parts.len() as i64, out, err)
        })?))
    }

    /// The curve for groups of up to `size` units that change together.
    pub fn group(&self, size: i64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_group(self.as_ptr(), size, out, err) })?))
    }

    /// The curve for one unit whose groups of `size` units stay within this curve.
    pub fn member(&self, size: i64) -> Result<Curve> {
        Ok(Curve(create(|out, err| unsafe { sys::dpcvx_curve_create_member(self.as_ptr(), size, out, err) })?))
    }

    /// The least epsilon for which (epsilon, delta)-DP is proved, rounded up. Infinity if there is none.
    pub fn epsilon(&self, delta: f64) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_curve_epsilon(self.as_ptr(), delta, out, err) })
    }

    /// The least delta for which (epsilon, delta)-DP is proved, rounded up.
    pub fn delta(&self, epsilon: f64) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_curve_delta(self.as_ptr(), epsilon, out, err) })
    }

    /// A bracket of the true delta: what mechanisms of these kinds reach, and what is proved.
    pub fn delta_bounds(&self, epsilon: f64) -> Result<Bracket> {
        Bracket::of(|lower, upper, err| unsafe {
            sys::dpcvx_curve_delta_bounds(self.as_ptr(), epsilon, lower, upper, err)
        })
    }

    /// The Renyi DP epsilon at an order above 1, rounded up. Infinity if there is none.
    pub fn renyi(&self, order: f64) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_curve_rdp(self.as_ptr(), order, out, err) })
    }

    /// The order that gives the Renyi answer to [`epsilon`](Curve::epsilon). A budget with the RDP filter needs it.
    pub fn rdp_order(&self, delta: f64) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_curve_rdp_order(self.as_ptr(), delta, out, err) })
    }

    /// The least mu for which mu-GDP is proved. Infinity if there is none.
    pub fn gdp_mu(&self) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_curve_gdp_mu(self.as_ptr(), out, err) })
    }

    /// The least rho for which rho-zCDP is proved. Infinity if there is none.
    pub fn zcdp_rho(&self) -> Result<f64> {
        value(|out, err| unsafe { sys::dpcvx_curve_zcdp_rho(self.as_ptr(), out, err) })
    }

    /// The curve as JSON.
    pub fn to_json(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_curve_to_json(self.as_ptr(), out, capacity, length, err)
        })
    }
}

impl fmt::Debug for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Curve({})", self.to_json().unwrap_or_default())
    }
}

/// Two ends of an answer: the truth is between them, numerical errors included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bracket {
    /// What some mechanisms of these kinds reach.
    pub lower: f64,
    /// What is proved for all of them.
    pub upper: f64,
}

impl Bracket {
    pub(crate) fn of(function: impl FnOnce(*mut f64, *mut f64, *mut sys::dpcvx_error) -> i32) -> Result<Bracket> {
        let mut upper = 0.0;
        let lower = value(|lower, err| function(lower, &mut upper, err))?;
        Ok(Bracket { lower, upper })
    }
}

/// The greatest mu for which mu-GDP implies (epsilon, delta)-DP, rounded down.
///
/// ```
/// let mu = dpcvx::calibrate_gdp(1.0, 1e-6)?;
/// assert!(dpcvx::Curve::gdp(mu)?.epsilon(1e-6)? <= 1.0); // noise of 1 / mu sensitivities
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub fn calibrate_gdp(epsilon: f64, delta: f64) -> Result<f64> {
    value(|out, err| unsafe { sys::dpcvx_calibrate_gdp(epsilon, delta, out, err) })
}

/// The greatest rho for which rho-zCDP implies (epsilon, delta)-DP, rounded down.
pub fn calibrate_zcdp(epsilon: f64, delta: f64) -> Result<f64> {
    value(|out, err| unsafe { sys::dpcvx_calibrate_zcdp(epsilon, delta, out, err) })
}

/// The greatest epsilon of each report for which `rounds` rounds of shuffled reports are (epsilon, delta)-DP, rounded
/// down.
///
/// ```
/// let local = dpcvx::calibrate_shuffled(10_000, 1, 0.5, 1e-6)?;
/// assert!(local > 4.3 && dpcvx::Curve::shuffled(local, 10_000)?.epsilon(1e-6)? <= 0.5001);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub fn calibrate_shuffled(users: i64, rounds: i64, epsilon: f64, delta: f64) -> Result<f64> {
    value(|out, err| unsafe { sys::dpcvx_calibrate_shuffled(users, rounds, epsilon, delta, out, err) })
}

/// The least noise multiplier for which `steps` subsampled Gaussian sums are (epsilon, delta)-DP, rounded up.
///
/// It is over the sensitivity that [`Curve::subsampled_gaussian`] names: twice the clip for
/// [`Sampling::WithoutReplacement`], and the clip otherwise.
///
/// ```
/// use dpcvx::{calibrate_subsampled_gaussian, Curve, Sampling};
/// let (rate, steps, epsilon, delta) = (0.01, 1000, 2.0, 1e-6); // in this order
/// let noise_multiplier = calibrate_subsampled_gaussian(Sampling::Poisson, rate, steps, epsilon, delta)?;
/// assert!(Curve::subsampled_gaussian(Sampling::Poisson, noise_multiplier, rate, steps)?.epsilon(delta)? <= epsilon);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub fn calibrate_subsampled_gaussian(
    sampling: Sampling,
    rate: f64,
    steps: i64,
    epsilon: f64,
    delta: f64,
) -> Result<f64> {
    value(|out, err| unsafe {
        sys::dpcvx_calibrate_subsampled_gaussian(sampling as i32, rate, steps, epsilon, delta, out, err)
    })
}

/// The same noise multiplier by Renyi DP, which needs more noise. A budget with the RDP filter takes the curve of it.
pub fn calibrate_subsampled_gaussian_rdp(
    sampling: Sampling,
    rate: f64,
    steps: i64,
    epsilon: f64,
    delta: f64,
) -> Result<f64> {
    value(|out, err| unsafe {
        sys::dpcvx_calibrate_subsampled_gaussian_rdp(sampling as i32, rate, steps, epsilon, delta, out, err)
    })
}
