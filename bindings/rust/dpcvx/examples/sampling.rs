//! Draws from a log-concave density, with an error that is known beforehand. NOT PRIVATE.
//!
//! The density is proportional to exp(-V), V(x) = |x_1| + |x_2| + x_1^2 + x_2^2: it has a corner at 0.
use dpcvx::{Rng, Sampler};

/// The part of V that is not quadratic, and a subgradient of it.
fn l1_norm(x: &[f64], gradient: Option<&mut [f64]>) -> f64 {
    if let Some(gradient) = gradient {
        gradient.iter_mut().zip(x).for_each(|(slope, x)| *slope = x.signum());
    }
    x.iter().map(|x| x.abs()).sum()
}

fn main() -> dpcvx::Result<()> {
    let mut sampler =
        Sampler::of_function(2, l1_norm).lipschitz(2f64.sqrt()).quadratic(2.0).total_variation(1e-6).build()?;
    println!("certificate: each draw is within {:.1e} of the density", sampler.total_variation()?);

    let draws = sampler.draw(2000, &mut Rng::new()?)?.points;
    let mean_size = draws.iter().flatten().map(|x| x.abs()).sum::<f64>() / 4000.0;
    let by_quadrature =
        |power: i32| (0..80000).map(|i| f64::from(i) * 1e-4).map(move |x| x.powi(power) * (-x - x * x).exp());
    let expected = by_quadrature(1).sum::<f64>() / by_quadrature(0).sum::<f64>();
    println!("mean of |x_j|: {:.4}, {:.4} by quadrature", mean_size, expected);
    assert!((mean_size - expected).abs() < 0.05); // eight standard deviations
    Ok(())
}
