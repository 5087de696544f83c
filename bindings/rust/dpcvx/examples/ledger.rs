//! Keeps a budget in a file: it charges, ends, and goes on; an older copy of the file is refused.
//!
//! Each charge is on the disk before the data are read. A process that is killed has left all that it went by.
use dpcvx::{Budget, BudgetField, Status, Unit};
use std::fs;

const FILE: &str = "example.ledger";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let _ = fs::remove_file(FILE);
    let budget = Budget::builder(1.0, 1e-6).unit(Unit::User).create_ledger(FILE, None)?;
    budget.describe(BudgetField::TimeSpan, "one day of a user")?;
    budget.describe(BudgetField::TrustModel, "one curator sees the data")?;
    let old = fs::read(FILE)?;
    let price = budget.price(0.25)?;
    for _day in 0..3 {
        budget.charge(&price, 1, Some("a daily count"))?;
    }
    let mark = budget.ledger_mark()?; // keep it where the file's owner cannot change it
    drop(budget);

    let budget = Budget::open_ledger(FILE, None, Some(mark))?;
    budget.charge(&price, 1, Some("a daily count"))?;
    println!("{}", budget.to_text()?);
    drop(budget);

    fs::write(FILE, old)?;
    let refused = Budget::open_ledger(FILE, None, Some(mark)).unwrap_err();
    println!("An older copy: {}", refused);
    fs::remove_file(FILE)?;
    assert_eq!(refused.status(), Status::LedgerStale);
    Ok(())
}
