//! A hundred thousand handles come and go without growth. `DPCVX_CYCLES` is another number.
use dpcvx::*;
use std::ops::ControlFlow;

/// Pages of memory that the process holds.
fn resident() -> Option<u64> {
    std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()
}

fn one_of_each(i: usize, data: &Dataset) -> Result<()> {
    let curve = Curve::gdp(1.0 + (i % 7) as f64)?;
    let kept = vec![i; 100]; // what a closure owns goes with it
    let objective = Objective::with_loss(data, move |z, label| (z - label + kept[0] as f64, 1.0));
    let objective = objective.max_slope(1.0).max_curvature(1.0).build()?;
    let _same = objective.without(&[0])?;
    let _domain = Domain::ball(2.0, 1.0, 3)?;
    let kept = vec![i; 100];
    Monitor::with_progress(move |_| if kept[0] == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })?
        .cancel()?;
    let mut accountant = Accountant::new(Adjacency::ReplaceOne, Unit::Record)?;
    accountant.add(&curve, 1)?;
    assert!(Curve::gdp(-1.0).is_err() && Objective::with_loss(data, |_, _| (0.0, 0.0)).build().is_err());
    if i % 50 == 0 {
        let budget = Budget::new(1.0, 1e-6)?;
        assert!(budget.charge(&curve, 1, Some("too much")).is_err());
        budget.describe(BudgetField::Rationale, "a test")?;
        assert!(Budget::load(&budget.save()?, None).is_ok() && Budget::load(b"none", None).is_err());
        let released = budget.release(&Curve::gdp(0.01)?, &mut Rng::new()?).gaussian(&[1.0], 1.0)?;
        assert!(released.guarantee.curve().is_ok());
    }
    Ok(())
}

#[test]
fn handles_come_and_go_without_growth() {
    let cycles: usize = std::env::var("DPCVX_CYCLES").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let data = Dataset::new(&[[1.0], [2.0]], &[1.0, -1.0]).unwrap();
    let run = |count: usize| (0..count).for_each(|i| one_of_each(i, &data).unwrap());
    run(cycles / 10);
    let before = resident();
    run(cycles - cycles / 10);
    // A leak of 4 bytes a cycle would be 88 pages. Fewer cycles are for sanitizers, which find leaks by themselves.
    if let (100_000.., Some(before), Some(after)) = (cycles, before, resident()) {
        assert!(after <= before + 64, "{} pages, then {}", before, after);
        println!(
            "evidence: bindings: Rust: {} cycles of 7 handles and more: {} pages more",
            cycles,
            after.saturating_sub(before)
        );
    }
}
