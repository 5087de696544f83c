//! Bad input: an error that names the argument, before anything is charged.
use dpcvx::*;

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T>, status: Status, words: &str) {
    let problem = result.unwrap_err();
    assert_eq!(problem.status(), status, "{}", problem);
    assert!(problem.message().contains(words), "{}", problem);
}

#[test]
fn tables_that_are_none() {
    let rows = [[1.0, 2.0], [3.0, 4.0]];
    refused(Dataset::new(&rows, &[1.0]), Status::Argument, "1 labels for 2 rows");
    refused(Dataset::unlabelled(Table::row_major(&[1.0; 5], 2)), Status::Argument, "5 entries do not make rows of 2");
    refused(Dataset::unlabelled(Table::row_major(&[1.0; 5], 0)), Status::Argument, "rows of 0");
    refused(Dataset::unlabelled(Table::column_major(&[1f32; 5], 2)), Status::Argument, "columns of 2 rows");
    let sparse = |starts: &[i64], indices: &[i64]| {
        Dataset::unlabelled(Table::sparse(starts, indices, &[1.0, 1.0], 3)).map(|data| data.stored().unwrap())
    };
    assert_eq!(sparse(&[0, 1, 2], &[0, 2]).unwrap(), 2);
    for (starts, indices) in [
        (&[][..], &[0, 1][..]),
        (&[0], &[0, 1]),
        (&[1, 2], &[0, 1]),
        (&[0, 900, 2], &[0, 1]),
        (&[0, -1, 2], &[0, 1]),
        (&[0, 2], &[0, 1, 2]),
    ] {
        refused(sparse(starts, indices), Status::Argument, "Table::sparse");
    }
    refused(sparse(&[0, 2], &[0, 9]), Status::Argument, "column_indices");
    refused(Dataset::new(&[[f64::NAN]], &[1.0]), Status::Argument, "features");
}

#[test]
fn lengths_that_do_not_fit() {
    let data = Dataset::new(&[[1.0, 2.0], [3.0, 4.0]], &[1.0, -1.0]).unwrap();
    refused(data.with_users(&[1]), Status::Argument, "with_users: argument 'users' = 1");
    refused(data.with_weights(&[1.0; 3]), Status::Argument, "with_weights: argument 'weights' = 3");
    let narrow = FitTable::new(Loss::Logistic, 1.0, 1e-6).ranges(&[0.0], &[1.0]).fit(&data);
    refused(narrow, Status::Argument, "FitTable::fit: ranges of 1 columns; accepted: one a column of the table, 2");
    refused(data.scaled(&[0.0], &[1.0, 2.0]), Status::Argument, "'low' has 1 entries and 'high' has 2");
    refused(data.subset(&[0, 5]), Status::Argument, "rows");
    refused(data.subset(&[]), Status::Argument, "Dataset::subset: 'rows' is empty");
    for held_out in [f64::NAN..0.5, 0.0..f64::NAN, 0.5..0.2, 0.0..1.5] {
        let parts = data.split_by(Adjacency::ReplaceOne, b"sixteen letters.", held_out);
        refused(parts, Status::Argument, "Dataset::split_by: 'held_out' = ");
    }
    let budget = Budget::new(1.0, 1e-6).unwrap();
    for delta in [1.0, -1.0, f64::NAN] {
        refused(budget.price_of(1.0, delta), Status::Argument, "Budget::price_of: 'delta' = ");
    }
    let objective = Objective::new(&data, Loss::Logistic).unwrap();
    refused(objective.nonprivate_value(&[0.0]), Status::Argument, "'dimension' = 1");
    refused(objective.nonprivate_minimizer().start(&[0.0]).run(), Status::Argument, "1 entries; accepted: 3");
    refused(objective.nonprivate_divergences(&[0.0; 3], &[0.0; 2], 2), Status::Argument, "'reference' has 2");
    refused(Curve::rdp(&[2.0], &[]), Status::Argument, "'orders' and 'epsilons': the lengths are 1 and 0");
    refused(
        Sampler::builder(&objective).unwrap().quadratic(1.0).center(&[0.0]).build(),
        Status::Argument,
        "'center' has 1",
    );
    refused(Fit::load(&[]), Status::Argument, "empty");
    refused(Fit::load(b"no fit"), Status::Argument, "bytes");
    refused(Accountant::load(b""), Status::Argument, "'bytes'");
    refused(Rng::deterministic(b""), Status::Argument, "seed");
    refused(Rng::new().unwrap().uniform(10, usize::MAX / 16), Status::Nomem, "entries");
}

#[test]
fn options_out_of_their_bounds() {
    let data = Dataset::new(&[[1.0], [3.0]], &[1.0, -1.0]).unwrap();
    refused(Objective::builder(&data, Loss::Logistic).l2(-1.0).build(), Status::Argument, "'l2' = -1; accepted: [0");
    refused(Objective::new(&data, Loss::Callback), Status::Argument, "'loss' = Loss::Callback");
    let (budget, mut rng) = (Budget::new(1.0, 1e-6).unwrap(), Rng::new().unwrap());
    let cells = Distribution::new(0, &[0.0, 1.0, 2.0]).options(EstimateOptions::new().cells(8));
    let released = cells.histogram(&budget, &mut rng, &budget.price(1.0).unwrap(), &data);
    refused(released, Status::Argument, "'cells' = 8; accepted: the default, 1024: it acts where a histogram");
    assert_eq!(budget.charges().unwrap(), 0);
    refused(Objective::with_loss(&data, |_, _| (0.0, 0.0)).build(), Status::Argument, "max_slope");
    let fit = FitTable::new(Loss::Logistic, 1.0, 1e-6);
    refused(fit.fit(&data), Status::Argument, "ranges of the columns are missing");
    refused(fit.clone().ranges(&[0.0], &[]).fit(&data), Status::Argument, "'high' has 0");
    refused(fit.clone().ranges(&[1.0], &[0.0]).fit(&data), Status::Argument, "low");
    let budget = Budget::new(1.0, 1e-6).unwrap();
    let (price, mut rng) = (budget.price(1.0).unwrap(), Rng::new().unwrap());
    let ranged = budget.release(&price, &mut rng).lattice_step(1.0).range(&[1.0], 0.9);
    refused(ranged, Status::Argument, "Release::range: options are set");
    refused(budget.release(&price, &mut rng).gaussian(&[1.0], -1.0), Status::Argument, "'l2_sensitivity' = -1");
    refused(budget.release(&price, &mut rng).discrete_gaussian(&[1], 1.0), Status::Unsupported, "zCDP");
    for (bad, words) in
        [(&[1.0, f64::NAN][..], "'values' = nan at 1; accepted: numbers"), (&[], "'values' = no numbers")]
    {
        refused(budget.release(&price, &mut rng).quantile(bad, 0.5, 0.0..=1.0), Status::Argument, words);
        refused(budget.release(&price, &mut rng).range(bad, 0.9), Status::Argument, words);
    }
    let bad = [0.0, 1.0, f64::NAN];
    refused(budget.release(&price, &mut rng).gaussian(&bad, 1.0), Status::Argument, "'values' = nan at 2");
    refused(budget.release(&price, &mut rng).laplace(&bad, 1.0), Status::Argument, "Nothing was charged");
    refused(budget.release(&price, &mut rng).exponential(&bad, 1.0), Status::Argument, "'scores' = nan at 2");
    refused(budget.release(&price, &mut rng).noisy_max(&bad, 1.0), Status::Argument, "'scores' = nan at 2");
    refused(budget.charge(&price, 1, Some("a\0b")), Status::Argument, "NUL");
    let means = Means::new().release(&budget, &mut rng, &price, &data);
    refused(means, Status::Argument, "Means::release: the ranges of the columns are missing");
    assert_eq!(budget.charges().unwrap(), 0, "a refused call was charged");
}

#[test]
fn a_query_that_is_no_number() {
    let budget = Budget::builder(5.0, 0.0).filter(Filter::Basic).build().unwrap();
    let (price, mut rng) = (Curve::pure(5.0).unwrap(), Rng::new().unwrap());
    let mut stream = budget.release(&price, &mut rng).above_threshold(10.0, 1.0, 1).unwrap().value;
    refused(stream.query(&mut rng, f64::NAN), Status::Argument, "'private' = nan");
    assert_eq!(stream.remaining().unwrap(), 1);
    assert!(stream.query(&mut rng, 1000.0).unwrap());
}

// The other end would be 0, and labels beyond it cut.
#[test]
fn one_end_of_a_range_of_labels() {
    let rows: Vec<[f64; 1]> = (0..500).map(|i| [f64::from(i % 100)]).collect();
    let labels: Vec<f64> = rows.iter().map(|row| row[0] - 60.0).collect();
    let data = Dataset::new(&rows, &labels).unwrap();
    let fit = FitTable::new(Loss::Squared, 5.0, 1e-6).ranges(&[0.0], &[100.0]);
    let fitted = fit.clone().quantile(2.0).fit(&data);
    refused(fitted, Status::Argument, "FitTableOptions: argument 'quantile' = 2; accepted: [");
    let words = "argument 'label_high' = 40 without label_low; accepted: both ends of the range";
    refused(fit.clone().label_high(40.0).fit(&data), Status::Argument, words);
    refused(fit.clone().label_high(40.0).plan(&data), Status::Argument, words);
    refused(fit.clone().label_low(0.0).check(&data), Status::Argument, "'label_low' = 0 without label_high");
    let made = fit.label_range(-60.0, 40.0).fit(&data).unwrap();
    assert_eq!((made.label_low().unwrap(), made.label_high().unwrap()), (-60.0, 40.0));
    let score = made.evaluate().label_low(-60.0).release(
        &Budget::new(1.0, 1e-6).unwrap(),
        &mut Rng::new().unwrap(),
        &Curve::gdp(0.1).unwrap(),
        &data,
    );
    refused(score, Status::Argument, "'label_low' = -60 without label_high");
}

#[test]
fn handles_are_displayed_as_their_text() {
    let rows: Vec<[f64; 1]> = (0..500).map(|i| [f64::from(i % 100)]).collect();
    let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 50.0 { 1.0 } else { -1.0 }).collect();
    let data = Dataset::new(&rows, &labels).unwrap();
    assert_eq!(format!("{:?}", data), "Dataset { rows: 500, columns: 1, .. }");
    let table = FitTable::new(Loss::Logistic, 4.0, 1e-6).ranges(&[0.0], &[100.0]);
    assert_eq!(table.plan(&data).unwrap().to_string(), table.plan(&data).unwrap().to_text().unwrap().trim_end());
    let fit = table.fit(&data).unwrap();
    assert_eq!(format!("{}\n", fit), fit.to_text().unwrap());
    assert!(fit.to_string().contains(
        "\nCoefficients, with noise, in the units of the table; not log-odds, as rows are shortened:\n  (intercept) "
    ));
    let budget = Budget::new(1.0, 1e-6).unwrap();
    assert!(budget.to_string().starts_with("Budget: epsilon = 1"));
    assert_eq!(Domain::ball(2.0, 1.0, 3).unwrap().to_string(), "ball of radius 1 about 0, l2 norm");
    let means = Means::new().release_ranges();
    let found = means.release(&budget, &mut Rng::new().unwrap(), &budget.price(1.0).unwrap(), &data).unwrap();
    assert!(found.to_string().contains(&found.guarantee().unwrap().to_string()));
}

#[test]
fn a_scaled_table_keeps_its_ranges() {
    let rows: Vec<[f64; 1]> = (0..500).map(|i| [f64::from(i % 100)]).collect();
    let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 50.0 { 1.0 } else { -1.0 }).collect();
    let data = Dataset::new(&rows, &labels).unwrap().scaled(&[0.0], &[100.0]).unwrap();
    let fit = FitTable::new(Loss::Logistic, 4.0, 1e-6).fit(&data).unwrap();
    assert_eq!(fit.original_coefficients().unwrap().len(), 2);
    let released =
        FitTable::new(Loss::Logistic, 40.0, 1e-6).release_ranges().fit(&Dataset::new(&rows, &labels).unwrap());
    assert!(released.unwrap().to_text().unwrap().contains("ranges"));
}

#[test]
fn checks_say_what_a_fit_would_and_charge_nothing() {
    let rows: Vec<[f64; 1]> = (0..400).map(|i| [f64::from(i % 20)]).collect();
    let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 9.0 { 1.0 } else { -1.0 }).collect();
    let data = Dataset::new(&rows, &labels).unwrap();
    let (low, high) = ([0.0], [19.0]);
    FitTable::new(Loss::Logistic, 1.0, 1e-6).ranges(&low, &high).check(&data).unwrap();
    let wrong = FitTable::new(Loss::Squared, 1.0, 1e-6).ranges(&low, &high);
    refused(wrong.check(&data), Status::Argument, "write .label_range(low, high)");
    let candidates = [0.001, 0.01].map(|l2| FitTableOptions::new().l2(l2));
    Selection::new(Loss::Logistic, 4.0, 1e-6, &candidates).ranges(&low, &high).check(&data).unwrap();
    let twice = [FitTableOptions::new(), FitTableOptions::new()];
    let equal = Selection::new(Loss::Logistic, 4.0, 1e-6, &twice).ranges(&low, &high);
    refused(equal.check(&data), Status::Argument, "candidates that differ");

    let budget = Budget::new(2.0, 1e-6).unwrap();
    let price = budget.price(0.5).unwrap();
    refused(FitTable::on(Loss::Squared, &budget, &price).ranges(&low, &high).fit(&data), Status::Argument, "label");
    assert_eq!(budget.charges().unwrap(), 0);
    FitTable::on(Loss::Logistic, &budget, &price).ranges(&low, &high).fit(&data).unwrap();
    assert_eq!(budget.charges().unwrap(), 1);
}

#[test]
fn members_are_read_by_their_names() {
    assert_eq!("smoothed hinge".parse::<Loss>(), Ok(Loss::SmoothedHinge));
    assert!(Loss::ALL.iter().all(|loss| loss.to_string().parse() == Ok(*loss)));
    refused("colour".parse::<Loss>(), Status::Argument, "accepted: ");
}

#[test]
fn ranges_of_few_units_are_noise() -> Result<()> {
    assert!(Dataset::range_notes(&Curve::gdp(0.3)?, 100, 5, 0.95)?.contains("mostly noise"));
    assert!(Dataset::range_notes(&Curve::gdp(0.3)?, 100_000, 5, 0.95)?.is_empty());
    assert!(Dataset::range_notes(&Curve::gdp(0.3)?, 0, 5, 0.95)?.contains("the number of units is private"));
    assert!(Dataset::range_notes(&Curve::gdp(0.3)?, -1, 5, 0.95).is_err());
    let means = Means::new().release_ranges();
    assert!(means.range_notes(&Curve::gdp(0.3)?, 100, 1)?.contains("leave out at least 50 of 100 values"));
    assert!(means.range_notes(&Curve::gdp(0.3)?, 100_000, 1)?.is_empty());
    Ok(())
}

#[test]
fn estimates_are_shown_short_and_kinds_by_their_names() {
    let rows: Vec<[f64; 1]> = (0..2000).map(|i| [f64::from(i % 41)]).collect();
    let (budget, data) = (Budget::new(1.0, 1e-6).unwrap(), Dataset::unlabelled(&rows).unwrap());
    let price = budget.price(0.5).unwrap();
    let cumulative =
        Distribution::new(0, &[0.0, 41.0]).cumulative(&budget, &mut Rng::new().unwrap(), &price, &data).unwrap();
    refused(
        cumulative.robust(EstimateKind::Mean, 0.1, &EstimateOptions::new()),
        Status::Argument,
        "Estimate::robust: argument 'kind' = EstimateKind::Mean; accepted: EstimateKind::TrimmedMean",
    );
    let trimmed = cumulative.robust(EstimateKind::TrimmedMean, 0.1, &EstimateOptions::new()).unwrap();
    let shown = format!("{:?}", trimmed);
    assert!(shown.starts_with("Estimate { kind: TrimmedMean, values: [") && shown.len() < 100, "{}", shown);
}
