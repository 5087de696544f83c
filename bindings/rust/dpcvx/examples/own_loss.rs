//! Fits a loss of one's own: here the log-cosh loss, a smooth relative of the absolute one.
//!
//! The library cuts slopes to the bound that is declared, so privacy does not rest on the function being right.
use dpcvx::{Budget, Dataset, Fit, Objective, Plan, Rng};

mod made_up;

fn log_cosh(z: f64, label: f64) -> (f64, f64) {
    let size = (z - label).abs();
    (size + (-2.0 * size).exp().ln_1p() - 2f64.ln(), (z - label).tanh())
}

fn main() -> dpcvx::Result<()> {
    let mut made_up = made_up::MadeUp::new(); // nine in ten records follow y = 1.5 x - 0.5
    let x: Vec<[f64; 1]> = (0..4000).map(|_| [made_up.between(-1.0, 1.0)]).collect();
    let far = |i: usize| if i % 10 == 0 { 5.0 } else { 0.0 };
    let y: Vec<f64> =
        x.iter().enumerate().map(|(i, x)| 1.5 * x[0] - 0.5 + made_up.between(-0.2, 0.2) + far(i)).collect();

    let objective = Objective::with_loss(&Dataset::new(&x, &y)?, log_cosh)
        .row_bound(2f64.sqrt())
        .label_bound(3.0)
        .max_slope(1.0)
        .max_curvature(1.0)
        .build()?;
    let budget = Budget::new(1.0, 1e-6)?;
    let fit = Fit::new(&budget, &mut Rng::new()?, &Plan::new(&budget, &objective)?)?;
    let (w, report) = (fit.coefficients()?, fit.to_text()?);

    println!("{}\ny = {:.2} x {:+.2}", report, w[0], w[1]);
    assert!((w[0] - 1.5).abs() < 0.5 && (w[1] + 0.5).abs() < 0.5 && report.contains("assumed"));
    Ok(())
}
