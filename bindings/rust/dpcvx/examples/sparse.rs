//! Fits a private classifier of texts: a sparse table of words, with a penalty that keeps few of them.
//!
//! A sparse table has ranges from -high to high, so that 0 stays 0.
use dpcvx::{Dataset, FitTable, Loss, Table};

mod made_up;

const WORDS: usize = 500;

fn main() -> dpcvx::Result<()> {
    let mut made_up = made_up::MadeUp::new(); // letters of some ten words each; the words 0 and 1 tell of complaints
    let (mut starts, mut words, mut labels) = (vec![0], Vec::new(), Vec::new());
    for _ in 0..20000 {
        let first = words.len();
        words.extend((0..2).filter(|_| made_up.between(0.0, 1.0) < 0.3));
        labels.push(if words.len() > first { 1.0 } else { -1.0 });
        words.extend((2..WORDS as i64).filter(|_| made_up.between(0.0, 1.0) < 0.02));
        starts.push(words.len() as i64);
    }
    let ones = vec![1.0; words.len()];
    let all = Dataset::new(Table::sparse(&starts, &words, &ones, WORDS), &labels)?;

    let (training, held_out) = all.split(b"letters to split")?;
    let fit =
        FitTable::new(Loss::Logistic, 4.0, 1e-6).ranges(&[-1.0; WORDS], &[1.0; WORDS]).l1(0.003).fit(&training)?;
    let kept = fit.coefficients()?[..WORDS].iter().filter(|w| **w != 0.0).count();
    let (predicted, truth) = (fit.predict(&held_out)?, held_out.nonprivate_labels()?);
    let right = predicted.iter().zip(&truth).filter(|(one, other)| one == other).count() as f64 / truth.len() as f64;

    println!("{} of {} words are kept", kept, WORDS);
    println!("NOT PRIVATE: {:.3} of new letters are predicted right", right);
    assert!(right > 0.75);
    Ok(())
}
