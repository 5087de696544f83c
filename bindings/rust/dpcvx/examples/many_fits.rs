//! Makes several fits on one budget, and prints its ledger. One that does not fit is refused before it reads the table.
use dpcvx::{Budget, Dataset, Fit, Loss, Objective, Plan, Rng, Status};

mod made_up;

fn main() -> dpcvx::Result<()> {
    let mut made_up = made_up::MadeUp::new();
    let rows: Vec<[f64; 2]> = (0..3000).map(|_| [made_up.between(-1.0, 1.0), made_up.between(-1.0, 1.0)]).collect();
    let labels: Vec<f64> = rows.iter().map(|row| if row[0] > row[1] { 1.0 } else { -1.0 }).collect();
    let data = Dataset::new(&rows, &labels)?;

    let (budget, mut rng) = (Budget::new(2.0, 1e-6)?, Rng::new()?);
    let mut last = None;
    for (left, l2) in [(3.0, 0.0), (2.0, 0.001), (1.0, 0.1)] {
        let objective = Objective::builder(&data, Loss::Logistic).l2(l2).build()?;
        let price = budget.price(1.0 / left)?; // a part of what is left
        let plan = Plan::builder(&budget, &objective).price(&price).build()?;
        println!("l2 = {}: {:.3?}", l2, Fit::new(&budget, &mut rng, &plan)?.coefficients()?);
        last = Some(plan);
    }
    println!("{}", budget.to_text()?);
    let refused = Fit::new(&budget, &mut rng, &last.expect("there were three")).unwrap_err();
    println!("One more: {}", refused);
    assert_eq!(refused.status(), Status::Budget);
    Ok(())
}
