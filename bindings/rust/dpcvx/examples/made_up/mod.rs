//! Made-up data: the same numbers each time. It is no source of randomness for privacy.

/// A stream of numbers.
pub struct MadeUp(u64);

impl MadeUp {
    pub fn new() -> MadeUp {
        MadeUp(1)
    }

    /// A number between low and high.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }
}
