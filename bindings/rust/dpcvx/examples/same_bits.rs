//! What tests/install/same_bits.c does: results of one seed, each as 16 hexadecimal digits. For tests.
use dpcvx::{Budget, Curve, Dataset, Fit, Loss, Method, Objective, Plan, Result, Rng, Sampler, Sampling, Unit};

const ROWS: i64 = 600;

fn show(name: &str, numbers: &[f64]) {
    let digits: String = numbers.iter().map(|number| format!(" {:016x}", number.to_bits())).collect();
    println!("{}{}", name, digits);
}

fn fit(name: &str, table: &Dataset, unit: Unit, loss: Loss, method: Method, bound: Option<f64>) -> Result<()> {
    let budget = Budget::builder(4.0, 1e-6).unit(unit).build()?;
    let mut objective = Objective::builder(table, loss).l2(0.125);
    if let Some(bound) = bound {
        objective = objective.label_bound(bound);
    }
    let objective = objective.build()?;
    let plan = Plan::builder(&budget, &objective).method(method).build()?;
    let made = Fit::new(&budget, &mut Rng::deterministic(b"same bits")?, &plan)?;
    show(name, &made.coefficients()?);
    show(name, &made.predict(table)?);
    show(name, &[budget.epsilon_spent()?]);
    Ok(())
}

fn l1_norm(x: &[f64], gradient: Option<&mut [f64]>) -> f64 {
    if let Some(gradient) = gradient {
        for (slope, x) in gradient.iter_mut().zip(x) {
            *slope = f64::from(i8::from(*x > 0.0) - i8::from(*x < 0.0));
        }
    }
    x.iter().map(|x| x.abs()).sum()
}

fn main() -> Result<()> {
    let numbers = |i: i64| (i * 37 % 64) as f64 / 64.0;
    let x: Vec<[f64; 2]> = (0..ROWS).map(|i| [numbers(i), (i * 11 % 128) as f64 / 128.0]).collect();
    let values: Vec<f64> = x.iter().zip(0..).map(|(x, i)| x[0] - x[1] / 2.0 + f64::from(i % 8) / 16.0).collect();
    let signs: Vec<f64> = x.iter().map(|x| if x[0] > x[1] { 1.0 } else { -1.0 }).collect();
    let owners: Vec<i64> = (0..ROWS).map(|i| i / 3).collect();
    let (classes, numbers) = (Dataset::new(&x, &signs)?, Dataset::new(&x, &values)?);
    let owned = numbers.with_users(&owners)?;

    let (budget, mut rng) = (Budget::new(4.0, 1e-6)?, Rng::deterministic(b"same bits")?);
    show("accounting", &[Curve::subsampled_gaussian(Sampling::Poisson, 1.1, 0.01, 1000)?.epsilon(1e-6)?]);
    let half = budget.price(0.5)?;
    show("mean", &budget.release(&half, &mut rng).gaussian(&values[..20], 0.25)?.value);
    show("quantile", &[budget.release(&half, &mut rng).quantile(&values, 0.5, -2.0..=2.0)?.value]);
    fit("classification", &classes, Unit::Record, Loss::Logistic, Method::Automatic, None)?;
    fit("noisy_sgd", &classes, Unit::Record, Loss::Logistic, Method::NoisySgd, None)?;
    fit("regression", &numbers, Unit::Record, Loss::Squared, Method::Automatic, Some(2.0))?;
    fit("pinball", &numbers, Unit::Record, Loss::Pinball, Method::NoisyGradientDescent, Some(2.0))?;
    fit("users", &owned, Unit::User, Loss::Squared, Method::NoisyGradientDescent, Some(2.0))?;
    let mut sampler = Sampler::of_function(2, l1_norm).lipschitz(1.5).quadratic(2.0).build()?;
    show("sampling", &sampler.draw(10, &mut rng)?.points.concat());
    Ok(())
}
