//! The feature serde: what is saved comes back by any format, and what is no whole one is refused.
#![cfg(feature = "serde")]

use dpcvx::{
    Accountant, Budget, Covariance, Covariances, Curve, Dataset, Distribution, Estimate, Fit, FitTable, LedgerMark,
    Loss, Result, Rng,
};
use serde::{Deserialize, Serialize};
use serde_test::{assert_de_tokens, assert_de_tokens_error, assert_ser_tokens, assert_tokens, Token};

/// Equal where the bytes are.
#[derive(Debug)]
struct Same<T>(T);

trait Saved {
    fn bytes(&self) -> Result<Vec<u8>>;
}

macro_rules! saved {
    ($($kind:ident),*) => { $(impl Saved for $kind { fn bytes(&self) -> Result<Vec<u8>> { self.save() } })* };
}
saved!(Fit, Covariance, Estimate, Accountant);

impl<T: Saved> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.bytes().unwrap() == other.0.bytes().unwrap()
    }
}

impl<T: Serialize> Serialize for Same<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Same<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        T::deserialize(deserializer).map(Same)
    }
}

fn comes_back<T: Saved + Serialize + for<'de> Deserialize<'de> + std::fmt::Debug>(kept: T) {
    let bytes: &'static [u8] = Box::leak(kept.bytes().unwrap().into_boxed_slice());
    let kept = Same(kept);
    assert_ser_tokens(&kept, &[Token::Bytes(bytes)]);
    assert_de_tokens(&kept, &[Token::Bytes(bytes)]);
    assert_de_tokens(&kept, &[Token::ByteBuf(bytes)]);
    // As JSON has them.
    let mut numbers = vec![Token::Seq { len: Some(bytes.len()) }];
    numbers.extend(bytes.iter().map(|byte| Token::U8(*byte)));
    numbers.push(Token::SeqEnd);
    assert_de_tokens(&kept, &numbers);
    let damaged: &'static [u8] = Box::leak(bytes[..bytes.len() - 1].to_vec().into_boxed_slice());
    let refused = std::panic::catch_unwind(|| assert_de_tokens::<Same<T>>(&kept, &[Token::Bytes(damaged)]));
    assert!(refused.is_err());
}

impl<T> std::panic::RefUnwindSafe for Same<T> {}

#[test]
fn what_is_saved_comes_back() -> Result<()> {
    let rows: Vec<[f64; 1]> = (0..500).map(|i| [f64::from(i % 10)]).collect();
    let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 5.0 { 1.0 } else { -1.0 }).collect();
    let data = Dataset::new(&rows, &labels)?;
    comes_back(FitTable::new(Loss::Logistic, 2.0, 1e-6).ranges(&[0.0], &[10.0]).fit(&data)?);
    let budget = Budget::new(1.0, 1e-6)?;
    let released = Distribution::new(0, &[0.0, 5.0, 10.0]);
    let cumulative = released.cumulative(&budget, &mut Rng::new()?, &budget.price(1.0)?, &data)?;
    let again = Estimate::load(&cumulative.save()?)?;
    assert_eq!(again.quantiles(&[0.5])?.values()?, cumulative.quantiles(&[0.5])?.values()?);
    comes_back(cumulative);
    let budget = Budget::new(1.0, 1e-6)?;
    let covariance =
        Covariances::new(&[0.0], &[10.0]).release(&budget, &mut Rng::new()?, &budget.price(1.0)?, &data)?;
    assert_eq!(Covariance::load(&covariance.save()?)?.intervals()?, covariance.intervals()?);
    assert_eq!(covariance.correlation_intervals()?, (vec![1.0], vec![1.0]));
    assert_eq!(covariance.proved_correlation_intervals()?, (vec![1.0], vec![1.0]));
    comes_back(covariance);
    let mut accountant = Accountant::new(dpcvx::Adjacency::AddRemove, dpcvx::Unit::Record)?;
    accountant.add(&Curve::gdp(1.0)?, 3)?;
    comes_back(accountant);
    Ok(())
}

#[test]
fn a_mark_is_a_pair() {
    let mark = LedgerMark { frames: 3, head: -5 };
    let tokens = [Token::Tuple { len: 2 }, Token::I64(3), Token::I64(-5), Token::TupleEnd];
    assert_tokens(&mark, &tokens);
    assert_de_tokens_error::<LedgerMark>(
        &[Token::Bool(true)],
        "invalid type: boolean `true`, expected a tuple of size 2",
    );
}
