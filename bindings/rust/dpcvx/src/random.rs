//! Random bits and exact integer noise.

use crate::call::{call, create, filled, value, Owned, Result};
use dpcvx_sys as sys;
use std::fmt;

/// A stream of random bits: ChaCha20, keyed by the operating system. Every release draws from one.
///
/// The draws are exact samples of integers, for experts. A draw by itself is not a private release.
///
/// ```
/// let noise = dpcvx::Rng::new()?.discrete_gaussian(10.0, 3)?;
/// assert_eq!(noise.len(), 3);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Rng(Owned<sys::dpcvx_rng>);

// SAFETY: one stream belongs to one thread at a time (dpcvx/random.h). It may move to another thread.
// It is not `Sync`.
unsafe impl Send for Rng {}

impl Rng {
    /// A stream that is keyed by the operating system.
    pub fn new() -> Result<Rng> {
        // SAFETY: the call writes the handle.
        Ok(Rng(create(|out, err| unsafe { sys::dpcvx_rng_create(out, err) })?))
    }

    /// A stream from a seed of 1 to 32 bytes, for tests. NOT PRIVATE. Budgets, guarantees and reports of what drew from
    /// it say so.
    pub fn deterministic(seed: &[u8]) -> Result<Rng> {
        // SAFETY: the call reads `seed.len()` bytes.
        Ok(Rng(create(|out, err| unsafe {
            sys::dpcvx_rng_create_deterministic(seed.as_ptr().cast(), seed.len(), out, err)
        })?))
    }

    pub(crate) fn as_ptr(&self) -> *mut sys::dpcvx_rng {
        self.0.as_ptr()
    }

    /// Whether the stream was made from a seed.
    pub fn is_deterministic(&self) -> Result<bool> {
        // SAFETY: the stream lives.
        Ok(value(|out, err| unsafe { sys::dpcvx_rng_is_deterministic(self.as_ptr(), out, err) })? != 0)
    }

    /// Fills a slice with bytes of the stream.
    pub fn fill(&mut self, out: &mut [u8]) -> Result<()> {
        // SAFETY: the call writes `out.len()` bytes.
        call(|err| unsafe { sys::dpcvx_rng_draw_bytes(self.as_ptr(), out.as_mut_ptr().cast(), out.len(), err) })
    }

    /// Draws `n` independent integers, uniform on 0 to `bound - 1`.
    pub fn uniform(&mut self, bound: i64, n: usize) -> Result<Vec<i64>> {
        // SAFETY: the call writes n entries. So do those below.
        filled(n, |out, n, err| unsafe { sys::dpcvx_rng_draw_uniform(self.as_ptr(), bound, out, n, err) })
    }

    /// Draws `n` independent bits, each true with probability exp(-x).
    pub fn bernoulli_exp(&mut self, x: f64, n: usize) -> Result<Vec<bool>> {
        let bits =
            filled(n, |out, n, err| unsafe { sys::dpcvx_rng_draw_bernoulli_exp(self.as_ptr(), x, out, n, err) })?;
        Ok(bits.into_iter().map(|bit| bit != 0).collect())
    }

    /// Draws `n` independent integers k with probability proportional to exp(-|k| / scale).
    pub fn discrete_laplace(&mut self, scale: f64, n: usize) -> Result<Vec<i64>> {
        filled(n, |out, n, err| unsafe { sys::dpcvx_rng_draw_discrete_laplace(self.as_ptr(), scale, out, n, err) })
    }

    /// Draws `n` independent integers k with probability proportional to exp(-k^2 / (2 sigma^2)).
    pub fn discrete_gaussian(&mut self, sigma: f64, n: usize) -> Result<Vec<i64>> {
        filled(n, |out, n, err| unsafe { sys::dpcvx_rng_draw_discrete_gaussian(self.as_ptr(), sigma, out, n, err) })
    }

    /// Draws `n` independent integers: normal numbers of this standard deviation, rounded to the nearest.
    pub fn rounded_gaussian(&mut self, sigma: f64, n: usize) -> Result<Vec<i64>> {
        filled(n, |out, n, err| unsafe { sys::dpcvx_rng_draw_rounded_gaussian(self.as_ptr(), sigma, out, n, err) })
    }

    /// Draws `n` independent integers k on 0 to 2 kappa, with probability proportional to exp(-epsilon |k - kappa|).
    pub fn truncated_discrete_laplace(&mut self, epsilon: f64, kappa: i64, n: usize) -> Result<Vec<i64>> {
        filled(n, |out, n, err| unsafe {
            sys::dpcvx_rng_draw_truncated_discrete_laplace(self.as_ptr(), epsilon, kappa, out, n, err)
        })
    }
}

impl fmt::Debug for Rng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rng")
    }
}

/// The least kappa for which the ends of truncated discrete Laplace noise have probability at most delta, and that
/// probability.
pub fn truncated_discrete_laplace_kappa(epsilon: f64, delta: f64) -> Result<(i64, f64)> {
    let mut edge = 0.0;
    // SAFETY: the call writes two numbers.
    let kappa =
        value(|out, err| unsafe { sys::dpcvx_truncated_discrete_laplace_kappa(epsilon, delta, out, &mut edge, err) })?;
    Ok((kappa, edge))
}
