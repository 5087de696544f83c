//! Fits a private logistic regression in one call, and predicts with it.
//!
//! The ranges of the columns are public: what people can be, not the extremes of this table.
use dpcvx::{Dataset, FitTable, Loss, Note};

mod made_up;

fn main() -> dpcvx::Result<()> {
    let mut made_up = made_up::MadeUp::new(); // people: age and income; the label 1 becomes likelier with both
    let people: Vec<[f64; 2]> =
        (0..5000).map(|_| [made_up.between(20.0, 80.0), made_up.between(20e3, 100e3)]).collect();
    let mut label = |person: &[f64; 2]| {
        let score = (person[0] - 50.0) / 30.0 + (person[1] - 60e3) / 40e3 + made_up.between(-0.4, 0.4);
        if score > 0.0 {
            1.0
        } else {
            -1.0
        }
    };
    let labels: Vec<f64> = people.iter().map(&mut label).collect();

    let data = Dataset::new(&people[..4000], &labels[..4000])?;
    let fit = FitTable::new(Loss::Logistic, 1.0, 1e-6).ranges(&[18.0, 0.0], &[100.0, 150e3]).fit(&data)?;
    let predicted = fit.predict(&Dataset::unlabelled(&people[4000..])?)?;
    let right = predicted.iter().zip(&labels[4000..]).filter(|(one, other)| one == other).count();

    println!("{}", fit);
    print!("{}{}", fit.notes(Note::Worth)?, fit.notes(Note::Privacy)?); // what is not to be missed; none here
    println!("NOT PRIVATE: {} of 1000 new people are predicted right", right);
    assert!(right > 800);
    Ok(())
}
