//! Fits a private regression that protects users: all the rows of a person at once, not one row of theirs.
use dpcvx::{Dataset, FitTable, Loss};

mod made_up;

const RIDERS: i64 = 2000;

fn main() -> dpcvx::Result<()> {
    // Rides: kilometres and metres climbed, and minutes at the rider's own pace.
    let mut made_up = made_up::MadeUp::new();
    let mut some_rider = |i: i64| match i {
        _ if i < RIDERS => i,
        _ => (made_up.between(0.0, 1.0) * made_up.between(0.0, 1.0) * RIDERS as f64) as i64,
    };
    let riders: Vec<i64> = (0..30000).map(&mut some_rider).collect();
    let rides: Vec<[f64; 2]> =
        riders.iter().map(|_| [made_up.between(0.0, 60.0), made_up.between(0.0, 1500.0)]).collect();
    let pace = |rider: i64| (rider % 21 - 10) as f64;
    let minutes: Vec<f64> = rides
        .iter()
        .zip(&riders)
        .map(|(ride, rider)| 10.0 + 4.0 * ride[0] + 0.06 * ride[1] + pace(*rider) + made_up.between(-15.0, 15.0))
        .collect();

    let data = Dataset::new(&rides, &minutes)?.with_users(&riders)?; // from here on riders are the units
    let (training, held_out) = data.split(b"split of riders!")?; // any 16 bytes chosen without looking at the table
    let fit = FitTable::new(Loss::Squared, 1.0, 1e-6)
        .ranges(&[0.0, 0.0], &[60.0, 1500.0])
        .label_range(0.0, 400.0)
        .max_records_per_user(50)
        .fit(&training)?;

    let truth = held_out.nonprivate_labels()?;
    let mean = truth.iter().sum::<f64>() / truth.len() as f64;
    let around_mean: f64 = truth.iter().map(|took| (took - mean).powi(2)).sum();
    let around_model: f64 = fit.predict(&held_out)?.iter().zip(&truth).map(|(one, other)| (one - other).powi(2)).sum();
    let (r_squared, report) = (1.0 - around_model / around_mean, fit.to_text()?);
    println!("{}", report);
    println!("NOT PRIVATE: R^2 on rides of other riders is {:.3}", r_squared);
    assert!(r_squared > 0.7 && report.contains("Protects: one user"));
    Ok(())
}
