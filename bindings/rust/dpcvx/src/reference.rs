//! Closed forms of papers, as they stand, for comparison.

use crate::call::{value, Result};
use crate::curve::Curve;
use crate::optimize::SgdStability;
use dpcvx_sys as sys;

/// The Renyi DP of one subsampled Gaussian step by Liang and others 2020.
pub fn liang2020_rdp(noise_multiplier: f64, rate: f64, order: f64) -> Result<f64> {
    // SAFETY, here and below: the calls write as many numbers as they are given places for.
    value(|out, err| unsafe { sys::dpcvx_reference_liang2020_rdp(noise_multiplier, rate, order, out, err) })
}

/// The Renyi DP of the last iterate for a unit that one step meets, by Feldman, Mironov, Talwar and Thakurta 2018.
pub fn feldman2018_rdp(sensitivity: f64, noise: f64, position: i64, steps: i64, order: f64) -> Result<f64> {
    value(|out, err| unsafe {
        sys::dpcvx_reference_feldman2018_rdp(sensitivity, noise, position, steps, order, out, err)
    })
}

/// The epsilon of shuffled reports by Feldman, McMillan and Talwar 2021.
pub fn feldman2021_epsilon(epsilon0: f64, users: i64, delta: f64) -> Result<f64> {
    value(|out, err| unsafe { sys::dpcvx_reference_feldman2021_epsilon(epsilon0, users, delta, out, err) })
}

/// The epsilon of shuffled reports by Feldman, McMillan and Talwar 2023.
pub fn feldman2023_epsilon(epsilon0: f64, users: i64, delta: f64) -> Result<f64> {
    value(|out, err| unsafe { sys::dpcvx_reference_feldman2023_epsilon(epsilon0, users, delta, out, err) })
}

/// The epsilon of a curve by Mironov's conversion of 2017.
pub fn mironov2017_epsilon(curve: &Curve, delta: f64) -> Result<f64> {
    value(|out, err| unsafe { sys::dpcvx_reference_mironov2017_epsilon(curve.as_ptr(), delta, out, err) })
}

/// The least epsilon that the noise of Wang, Lei, Ying and Zhang 2022 allows.
pub fn wang2022_min_epsilon(units: i64) -> Result<f64> {
    value(|out, err| unsafe { sys::dpcvx_reference_wang2022_min_epsilon(units, out, err) })
}

/// Their noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// The beta of their theorem.
    pub beta: f64,
    /// The standard deviation.
    pub noise: f64,
}

/// The noise of Wang, Lei, Ying and Zhang 2022 for SGD with noisy gradients.
pub fn wang2022_noise(gradient_bound: f64, units: i64, steps: i64, epsilon: f64, delta: f64) -> Result<Noise> {
    let mut noise = 0.0;
    let beta = value(|out, err| unsafe {
        sys::dpcvx_reference_wang2022_noise(gradient_bound, units, steps, epsilon, delta, out, &mut noise, err)
    })?;
    Ok(Noise { beta, noise })
}

/// What a theorem of theirs is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScheduleQuestion {
    /// The number of the theorem.
    pub theorem: i32,
    /// The Hoelder exponent alpha.
    pub exponent: f64,
    /// The number of units.
    pub units: i64,
    /// The number of coefficients.
    pub dimension: i64,
    /// The privacy.
    pub epsilon: f64,
    /// Its delta.
    pub delta: f64,
    /// The confidence of the theorem.
    pub confidence: f64,
}

/// A schedule of SGD.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule {
    /// The number of steps.
    pub steps: i64,
    /// Their size.
    pub step_size: f64,
    /// The rate that the theorem proves.
    pub rate: f64,
}

/// The schedule of Wang, Lei, Ying and Zhang 2022.
pub fn wang2022_schedule(question: &ScheduleQuestion) -> Result<Schedule> {
    let (q, mut step_size, mut rate) = (question, 0.0, 0.0);
    let steps = value(|out, err| unsafe {
        let (epsilon, delta, confidence) = (q.epsilon, q.delta, q.confidence);
        let (size, rate) = (&mut step_size, &mut rate);
        sys::dpcvx_reference_wang2022_schedule(
            q.theorem,
            q.exponent,
            q.units,
            q.dimension,
            epsilon,
            delta,
            confidence,
            out,
            size,
            rate,
            err,
        )
    })?;
    Ok(Schedule { steps, step_size, rate })
}

/// The stability bound of their Theorem 7 for SGD.
pub fn wang2022_stability(stability: &SgdStability, gamma: f64) -> Result<f64> {
    value(|out, err| unsafe { sys::dpcvx_reference_wang2022_stability(stability.as_ptr(), gamma, out, err) })
}
