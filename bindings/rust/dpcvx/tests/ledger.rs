//! Budgets that last: in files, which go on where they ended, and as bytes.
use dpcvx::*;
use std::fs;
use std::path::{Path, PathBuf};

const KEY: &LedgerKey = b"sixteen bytes...";

/// A folder of a test's own, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("dpcvx-{}-{}", name, std::process::id()));
        fs::create_dir(&path).unwrap();
        Folder(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("day.ledger")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn refused(result: Result<impl std::fmt::Debug>, status: Status, words: &str) {
    let problem = result.unwrap_err();
    assert_eq!(problem.status(), status, "{}", problem);
    assert!(problem.message().contains(words), "{}", problem);
}

/// A ledger with a key and one charge.
fn charged(path: &Path) -> Budget {
    let budget =
        Budget::builder(1.0, 1e-6).unit(Unit::User).filter(Filter::Zcdp).create_ledger(path, Some(KEY)).unwrap();
    budget.charge(&budget.price(0.25).unwrap(), 1, Some("a count")).unwrap();
    budget
}

#[test]
fn a_ledger_goes_on_where_it_ended() {
    let folder = Folder::new("goes-on");
    let budget = charged(&folder.file());
    let (mark, spent, said) = (budget.ledger_mark().unwrap(), budget.main_spent().unwrap(), budget.to_json().unwrap());
    assert_eq!(mark, LedgerMark { frames: 2, head: budget.ledger_head().unwrap() });
    drop(budget);

    let again = Budget::open_ledger(folder.file(), Some(KEY), Some(mark)).unwrap();
    assert_eq!((again.to_json().unwrap(), again.ledger_mark().unwrap()), (said, mark));
    assert_eq!((again.main_spent().unwrap(), again.charges().unwrap()), (spent, 1));
    assert_eq!((again.unit().unwrap(), again.filter().unwrap()), (Unit::User, Filter::Zcdp));
    again.charge(&again.price(1.0).unwrap(), 1, None).unwrap();
    refused(again.price(0.5), Status::Budget, "left");
    drop(again);

    // The ledger may have gone on since a mark was kept.
    let last = Budget::open_ledger(folder.file(), Some(KEY), Some(mark)).unwrap();
    assert_eq!((last.charges().unwrap(), last.ledger_frames().unwrap()), (2, 3));
}

#[test]
fn files_that_are_refused() {
    let folder = Folder::new("refused");
    let path = folder.file();
    let budget = charged(&path);
    let older = fs::read(&path).unwrap();
    budget.charge(&budget.price(0.25).unwrap(), 1, None).unwrap();
    let mark = budget.ledger_mark().unwrap();
    refused(Budget::open_ledger(&path, Some(KEY), None), Status::LedgerLocked, "open already");
    refused(Budget::builder(1.0, 1e-6).create_ledger(&path, None), Status::File, "could not be created");
    drop(budget);

    refused(Budget::open_ledger(&path, None, None), Status::Argument, "'key'");
    refused(Budget::open_ledger(&path, Some(b"another sixteen."), None), Status::LedgerDamaged, "another key");
    let none = LedgerMark { frames: 0, head: 0 };
    refused(Budget::open_ledger(&path, Some(KEY), Some(none)), Status::Argument, "0 frames");
    let other = LedgerMark { head: mark.head ^ 1, ..mark };
    refused(Budget::open_ledger(&path, Some(KEY), Some(other)), Status::LedgerStale, "head");
    let newest = fs::read(&path).unwrap();
    fs::write(&path, &older).unwrap();
    refused(Budget::open_ledger(&path, Some(KEY), Some(mark)), Status::LedgerStale, "older");
    let mut damaged = newest.clone();
    damaged[older.len() / 2] ^= 1;
    fs::write(&path, &damaged).unwrap();
    refused(Budget::open_ledger(&path, Some(KEY), None), Status::LedgerDamaged, "damaged");

    // An end that was written in part was never acknowledged.
    fs::write(&path, &newest[..newest.len() - 1]).unwrap();
    assert_eq!(Budget::open_ledger(&path, Some(KEY), None).unwrap().charges().unwrap(), 1);
    refused(Budget::open_ledger(folder.0.join("none"), None, None), Status::File, "ledger's file");
    refused(Budget::open_ledger("a\0b", None, None), Status::Argument, "'path' holds a NUL");
    refused(Budget::builder(1.0, 1e-6).create_ledger("a\0b", None), Status::Argument, "'path' holds a NUL");
    refused(
        Budget::builder(1.0, 1e-6).create_ledger(folder.0.join("no/where"), None),
        Status::File,
        "could not be created",
    );
    refused(Budget::builder(-1.0, 1e-6).create_ledger(folder.0.join("new"), None), Status::Argument, "'epsilon'");
    assert!(!folder.0.join("new").exists(), "a refused call left a file");
}

#[test]
fn saved_bytes_are_a_budget() {
    let folder = Folder::new("saved");
    let budget = charged(&folder.file());
    let stored = budget.save().unwrap();
    let copy = Budget::load(&stored, Some(KEY)).unwrap();
    assert_eq!((copy.to_json().unwrap(), copy.save().unwrap()), (budget.to_json().unwrap(), stored.clone()));
    refused(Budget::load(&stored, None), Status::Argument, "'key'");
    refused(Budget::load(&stored, Some(b"another sixteen.")), Status::LedgerDamaged, "another key");
    refused(Budget::load(&stored[..stored.len() - 24], Some(KEY)), Status::LedgerDamaged, "cut off");
    for length in 0..stored.len() {
        assert!(Budget::load(&stored[..length], Some(KEY)).is_err(), "{} bytes", length);
    }

    let memory = Budget::new(2.0, 1e-6).unwrap();
    memory.charge(&Curve::gdp(0.1).unwrap(), 3, None).unwrap();
    let copy = Budget::load(&memory.save().unwrap(), None).unwrap();
    assert_eq!((copy.charges().unwrap(), copy.main_spent().unwrap()), (1, memory.main_spent().unwrap()));
    refused(Budget::load(b"no ledger", None), Status::LedgerDamaged, "'bytes'");
}

#[test]
fn fields_stand_in_the_ledger() {
    let budget = Budget::new(1.0, 1e-6).unwrap();
    for (field, text) in BudgetField::ALL.iter().zip(["one day", "one curator", "what is public", "a first look"]) {
        budget.describe(*field, text).unwrap();
        let said = budget.to_json().unwrap();
        assert!(said.contains(field.name()) && said.contains(text), "{}", said);
    }
    budget.describe(BudgetField::Rationale, "a second look").unwrap();
    let said = budget.to_json().unwrap();
    assert!(said.contains("a second look") && !said.contains("a first look"), "{}", said);
    refused(budget.describe(BudgetField::Rationale, &"x".repeat(501)), Status::Argument, "'text'");
    refused(budget.describe(BudgetField::Rationale, "a\0b"), Status::Argument, "'text' holds a NUL");
    assert_eq!((budget.charges().unwrap(), budget.ledger_frames().unwrap()), (0, 6));
}

#[test]
fn a_mark_is_of_one_moment() {
    let folder = Folder::new("moment");
    let budget = charged(&folder.file());
    let small = Curve::zcdp(1e-9).unwrap();
    let mut marks = std::thread::scope(|scope| {
        let others = scope.spawn(|| (0..2000).map(|_| budget.ledger_mark().unwrap()).collect::<Vec<_>>());
        (0..100).for_each(|_| budget.charge(&small, 1, None).unwrap());
        others.join().unwrap()
    });
    marks.dedup();
    drop(budget);
    for mark in marks {
        assert!(Budget::open_ledger(folder.file(), Some(KEY), Some(mark)).is_ok(), "{:?}", mark);
    }
}
