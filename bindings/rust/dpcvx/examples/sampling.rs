//! Draws from a log-concave density, with an error that is known beforehand. NOT PRIVATE.
//!
//! The density is proportional to exp(-V), V(x) = |x_1| + |x_2| + x_1^2 + x_2^2: it has a corner at 0.
use dpcvx::{Domain, Rng, Sampler};

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
    quadrant()
}

/// A normal law of which the inverse covariance is known, given that its entries are above 0. Coordinates are drawn in
/// turn.
fn quadrant() -> dpcvx::Result<()> {
    let place = Domain::cuboid(&[0.0, 0.0], &[f64::INFINITY, f64::INFINITY])?;
    let mut sampler = Sampler::of_quadratic(2, &[1.0, -0.5, -0.5, 1.0], None).domain(&place)?.build()?;
    let draws = sampler.draw(2000, &mut Rng::new()?)?.points;
    let mean = draws.iter().flatten().sum::<f64>() / 4000.0;
    let (mut expected, mut mass) = (0.0, 0.0);
    for (i, j) in (0..800).flat_map(|i| (0..800).map(move |j| (i, j))) {
        let (x, y) = (f64::from(i) * 0.01 + 0.005, f64::from(j) * 0.01 + 0.005);
        let density = (-(x * x - x * y + y * y) / 2.0).exp();
        mass += density;
        expected += x * density;
    }
    expected /= mass;
    println!("mean of x_j: {:.4}, {:.4} by quadrature", mean, expected);
    assert!((mean - expected).abs() < 0.1);
    Ok(())
}
