//! Answers the questions of a privacy engineer, without any data: what does this cost, how much noise does that need?
use dpcvx::{calibrate_gdp, calibrate_subsampled_gaussian, Curve, Sampling};

fn main() -> dpcvx::Result<()> {
    // 5,000 steps of noisy SGD on batches of 1 % of the records, a monthly noisy count, one Gaussian mean.
    let training = Curve::subsampled_gaussian(Sampling::Poisson, 1.1, 0.01, 5000)?;
    let (count, mean) = (Curve::laplace(20.0)?, Curve::gaussian(8.0)?);
    let everything = Curve::composition(&[(&training, 1), (&count, 12), (&mean, 1)])?;

    let (alone, together) = (training.epsilon(1e-6)?, everything.epsilon(1e-6)?);
    let added = alone + 12.0 / 20.0 + mean.epsilon(1e-6)?;
    println!("training alone: {:.3}; with counts and mean: {:.3}; added up: {:.3}", alone, together, added);

    let once = 1.0 / calibrate_gdp(1.0, 1e-6)?;
    let noise = calibrate_subsampled_gaussian(Sampling::Poisson, 0.01, 5000, 1.0, 1e-6)?;
    println!("for epsilon = 1: noise of {:.3} sensitivities once, or {:.3} in each step", once, noise);
    assert!(alone < together && together < added && noise > 1.1);
    Ok(())
}
