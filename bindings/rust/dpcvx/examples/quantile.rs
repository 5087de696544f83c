//! Fits a private regression of the 0.9 quantile: how long nearly all deliveries take at most.
use dpcvx::{Dataset, FitTable, Loss};

mod made_up;

fn main() -> dpcvx::Result<()> {
    let mut made_up = made_up::MadeUp::new(); // deliveries: kilometres, and minutes with a long tail
    let kilometres: Vec<[f64; 1]> = (0..8000).map(|_| [made_up.between(0.0, 20.0)]).collect();
    let minutes: Vec<f64> =
        kilometres.iter().map(|km| 5.0 + 2.0 * km[0] - 8.0 * made_up.between(1e-12, 1.0).ln()).collect();

    let data = Dataset::new(&kilometres[..6000], &minutes[..6000])?;
    let fit = FitTable::new(Loss::Pinball, 1.0, 1e-6)
        .ranges(&[0.0], &[20.0])
        .quantile(0.9)
        .label_range(0.0, 120.0)
        .fit(&data)?;
    let predicted = fit.predict(&Dataset::unlabelled(&kilometres[6000..])?)?;
    let held = predicted.iter().zip(&minutes[6000..]).filter(|(most, took)| took <= most).count() as f64 / 2000.0;

    println!("NOT PRIVATE: {:.3} of new deliveries take at most what is predicted", held);
    assert!(0.8 < held && held < 0.97);
    Ok(())
}
