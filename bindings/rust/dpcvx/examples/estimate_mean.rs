//! Estimates the means of two columns for one charge, with intervals that are proved for any distribution of the values.
//!
//! The first column has a public range. That of the second is not known: it is released for a share of the same price.
use dpcvx::{Adjacency, Budget, Dataset, ExpectedColumn, Means, Rng};

mod made_up;

fn main() -> dpcvx::Result<()> {
    let mut made_up = made_up::MadeUp::new();
    let rows: Vec<[f64; 2]> =
        (0..5000).map(|_| [made_up.between(20.0, 80.0), made_up.between(2500.0, 5500.0)]).collect(); // ages, wages
    let (table, budget) = (Dataset::unlabelled(&rows)?, Budget::new(1.0, 1e-6)?);
    let price = budget.price(1.0)?;
    let (lows, highs) = ([18.0, f64::NAN], [100.0, f64::NAN]);
    let means = Means::new().ranges(&lows, &highs);

    // A guess of the ages. No data are read, and nothing is charged.
    let guess = ExpectedColumn { units: 5000, columns: 2, low: 18.0, high: 100.0, mean: 45.0, stddev: 17.0 };
    let expected = means.expected_interval(&price, Adjacency::ReplaceOne, &guess)?;
    let width = expected.upper - expected.lower;
    println!("To expect of ages: an interval of width {:.2}, a little more with a released range beside it", width);

    let found = means.release(&budget, &mut Rng::new()?, &price, &table)?;
    let (values, (low, high)) = (found.values()?, found.intervals()?);
    println!("Ages: {:.2} in [{:.2}, {:.2}].", values[0], low[0], high[0]);
    println!("Wages: {:.0} in [{:.0}, {:.0}].\n\n{}", values[1], low[1], high[1], found.to_text()?);
    assert!((values[0] - 50.0).abs() < 2.0 && high[0] - low[0] < 6.0 && (values[1] - 4000.0).abs() < 400.0); // but once in 1e5
    Ok(())
}
