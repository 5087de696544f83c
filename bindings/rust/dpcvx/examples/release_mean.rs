//! Releases the mean and the median of a column, clipped to public bounds.
//!
//! One record moves the clipped mean by (high - low) / n at most. Each release takes half of the budget.
use dpcvx::{Budget, Rng};

mod made_up;

fn main() -> dpcvx::Result<()> {
    let mut made_up = made_up::MadeUp::new();
    let (low, high, n) = (0.0, 120.0, 5000); // ages: public bounds, not those of the data
    let mut ages: Vec<f64> = (0..n).map(|_| made_up.between(5.0, 75.0)).collect();
    ages[7] = 1e6; // one entry is wrong
    let mean = ages.iter().map(|age| age.clamp(low, high)).sum::<f64>() / n as f64;

    let (budget, mut rng) = (Budget::new(1.0, 1e-6)?, Rng::new()?);
    // A little more than (high - low) / n covers the rounding of the sum.
    let sensitivity = (high - low) / n as f64 * (1.0 + 1e-9);
    let released = budget.release(&budget.price(0.5)?, &mut rng).gaussian(&[mean], sensitivity)?.value[0];
    let median = budget.release(&budget.price(1.0)?, &mut rng).quantile(&ages, 0.5, low..=high)?.value;

    println!("mean {:.2}, median {:.2}, for epsilon = {:.3}", released, median, budget.epsilon_spent()?);
    println!("NOT PRIVATE, for comparison: the exact clipped mean is {:.2}", mean);
    assert!((released - mean).abs() < 2.0 && (median - 40.0).abs() < 5.0 && budget.epsilon_spent()? <= 1.0);
    Ok(())
}
