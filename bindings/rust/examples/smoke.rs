// Makes a budget, releases a vector and reads an error. Prints "ok" lines.
use dpcvx::{Budget, Curve, Error, Rng};

fn test(failed: &mut bool, name: &str, good: bool) {
    println!("{} rust: {}", if good { "ok" } else { "not ok" }, name);
    *failed |= !good;
}

fn main() -> Result<(), Error> {
    let mut failed = false;
    test(&mut failed, "version", dpcvx::version().matches('.').count() == 2);

    let mut budget = Budget::new(1.0, 1e-6)?;
    let mut rng = Rng::new()?;
    let price = budget.price(0.5)?;
    let noisy = budget.release_gaussian(&mut rng, &price, &[10.0, 20.0, 30.0], 1.0)?;
    test(&mut failed, "release of a vector", noisy.len() == 3 && noisy != [10.0, 20.0, 30.0]);
    test(&mut failed, "the ledger lists the release", budget.json()?.starts_with('{'));

    let once = || -> Result<Vec<f64>, Error> {
        Budget::new(1.0, 1e-6)?.release_gaussian(&mut Rng::deterministic(b"seed")?, &Curve::gdp(0.1)?, &[1.0], 1.0)
    };
    test(&mut failed, "the same seed gives the same release", once()? == once()?);

    let problem = Curve::gdp(-1.0).err();
    test(&mut failed, "a bad argument is named", problem.map_or(false, |p| {
        p.status == dpcvx::ERR_ARGUMENT && p.message.contains("'mu' = -1")
    }));
    let problem = budget.release_gaussian(&mut rng, &Curve::gdp(50.0)?, &[1.0], 1.0).err();
    test(&mut failed, "a charge beyond the budget is refused", problem.map_or(false, |p| {
        p.status == dpcvx::ERR_BUDGET && dpcvx::status_name(p.status) == "DPCVX_ERR_BUDGET"
    }));

    std::process::exit(if failed { 1 } else { 0 });
}
