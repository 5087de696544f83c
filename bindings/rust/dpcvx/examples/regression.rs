//! Fits a private least-squares regression with public ranges of columns and labels.
use dpcvx::{Dataset, FitTable, Loss};

mod made_up;

fn main() -> dpcvx::Result<()> {
    let mut made_up = made_up::MadeUp::new(); // houses: square metres and age, and the price
    let houses: Vec<[f64; 2]> = (0..4000).map(|_| [made_up.between(30.0, 190.0), made_up.between(0.0, 80.0)]).collect();
    let prices: Vec<f64> =
        houses.iter().map(|h| 60e3 + 2400.0 * h[0] - 600.0 * h[1] + made_up.between(-30e3, 30e3)).collect();

    let data = Dataset::new(&houses[..3000], &prices[..3000])?;
    let fit = FitTable::new(Loss::Squared, 1.0, 1e-6)
        .ranges(&[20.0, 0.0], &[200.0, 100.0])
        .label_range(0.0, 600e3)
        .fit(&data)?;
    let w = fit.original_coefficients()?;
    println!("price = {:.0} + {:.0} per square metre + {:.0} per year", w[2], w[0], w[1]);

    let (new, truth) = (Dataset::unlabelled(&houses[3000..])?, &prices[3000..]);
    let mean = truth.iter().sum::<f64>() / truth.len() as f64;
    let around_mean: f64 = truth.iter().map(|price| (price - mean).powi(2)).sum();
    let around_model: f64 = fit.predict(&new)?.iter().zip(truth).map(|(one, other)| (one - other).powi(2)).sum();
    let r_squared = 1.0 - around_model / around_mean;
    println!("NOT PRIVATE: R^2 on new houses is {:.3}", r_squared);
    assert!(r_squared > 0.7);
    Ok(())
}
