//! Samplers of quadratics: their law, that arguments reach their places, and refusals.
use dpcvx::{Domain, Rng, Sampler};

/// Means of entries of 20,000 draws, each within 6.5 standard errors of what is expected.
fn check_means(sampler: &mut Sampler, expected: &[f64]) {
    let points = sampler.draw(20000, &mut Rng::deterministic(b"quadratics").unwrap()).unwrap().points;
    for (j, mean) in expected.iter().enumerate() {
        let sum = points.iter().map(|x| x[j] - mean).sum::<f64>();
        let squares = points.iter().map(|x| (x[j] - mean).powi(2)).sum::<f64>();
        assert!(sum.abs() < 6.5 * squares.sqrt(), "entry {}: {}", j, sum / 20000.0);
    }
}

#[test]
fn quadratics_have_their_law() {
    let inverse = [2.0, -1.0, 0.5, -1.0, 3.0, 0.0, 0.5, 0.0, 1.0];
    let linear = [1.0, -2.0, 0.5];
    check_means(
        &mut Sampler::of_quadratic(3, &inverse, Some(&linear)).build().unwrap(),
        &[-1.0 / 17.0, 11.0 / 17.0, -8.0 / 17.0],
    );

    let half = Domain::cuboid(&[0.0], &[f64::INFINITY]).unwrap();
    let mut sampler = Sampler::of_quadratic(1, &[1.0], None).domain(&half).unwrap().build().unwrap();
    check_means(&mut sampler, &[(2.0 / std::f64::consts::PI).sqrt()]);

    // A singular matrix, with the quadratic about a center.
    let mut about = Sampler::of_quadratic(2, &[1.0; 4], None).center(&[1.0, -3.0]).quadratic(4.0).build().unwrap();
    check_means(&mut about, &[4.0 / 3.0, -8.0 / 3.0]);
}

#[test]
fn what_does_not_fit_is_refused() {
    let square = Domain::cuboid(&[-1.0, -1.0], &[1.0, 1.0]).unwrap();
    let unit = [1.0, 0.0, 0.0, 1.0];
    assert!(Sampler::of_quadratic(2, &unit[..3], None).build().is_err());
    assert!(Sampler::of_quadratic(2, &unit, Some(&[1.0])).build().is_err());
    assert!(Sampler::of_quadratic(2, &unit, None).start(&[0.0; 3]).build().is_err());
    assert!(Sampler::of_quadratic(1, &[1.0], None).domain(&square).unwrap().build().is_err());
    assert!(Sampler::of_quadratic(2, &[1.0, 2.0, 2.0, 1.0], None).build().is_err());
    assert!(Sampler::of_quadratic(2, &unit, None).domain(&square).unwrap().build().is_ok());
}
