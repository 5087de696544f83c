//! Fits of tables in parts: the same bits for any parts, and refusals that release nothing.
use dpcvx::*;

/// Rows begin to end of one fixed table of 600 rows.
fn block(begin: i32, end: i32) -> Dataset {
    let rows: Vec<[f64; 1]> = (begin..end).map(|i| [f64::from(i * 37 % 200) / 100.0 - 1.0]).collect();
    let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 0.1 { 1.0 } else { -1.0 }).collect();
    Dataset::new(&rows, &labels).unwrap()
}

fn coordinator(budget: &Budget, parts: usize) -> Coordinator {
    let facts = Objective::public(Loss::Logistic, 1).nominal_units(600).build().unwrap();
    let plan = Plan::builder(budget, &facts).steps(5).build().unwrap();
    Coordinator::with_rng(budget, Rng::deterministic(b"a test").unwrap(), &plan, parts).unwrap()
}

/// The sum of all parts, each of which came in two blocks and went over the wire.
fn sum_of(parts: i32, broadcast: &[u8]) -> Result<PartialSum> {
    let part = |number: i32| {
        let (begin, end) = (number * 600 / parts, (number + 1) * 600 / parts);
        let blocks = [block(begin + 10, end), block(begin, begin + 10)];
        let sum = PartialSum::of_part(broadcast, number as usize, blocks, 1 + number as usize)?;
        PartialSum::load(&sum.save()?)
    };
    let mut whole = part(0)?;
    for number in 1..parts {
        whole.merge(&part(number)?)?;
    }
    Ok(whole)
}

#[test]
fn parts_give_the_same_bits() {
    let fits = [1, 3, 4].map(|parts| {
        let budget = Budget::new(2.0, 1e-6).unwrap();
        let made = coordinator(&budget, parts as usize);
        assert_eq!((budget.charges().unwrap(), made.parts().unwrap(), made.dimension().unwrap()), (1, parts.into(), 2));
        let fit = made.run(|broadcast| sum_of(parts, broadcast)).unwrap();
        assert_eq!(fit.outcome().unwrap(), Outcome::Done);
        fit.coefficients().unwrap()
    });
    assert!(fits[0][0] > 0.0);
    assert!(fits.iter().all(|found| *found == fits[0]), "{:?}", fits);
}

#[test]
fn perturbed_minimisers_end_where_they_are_found() {
    for method in [Method::OutputPerturbation, Method::ObjectivePerturbation] {
        let fits = [1, 3].map(|parts| {
            let budget = Budget::new(2.0, 1e-6).unwrap();
            let facts = Objective::public(Loss::Logistic, 1).nominal_units(600).build().unwrap();
            let plan = Plan::builder(&budget, &facts).method(method).build().unwrap();
            let rng = Rng::deterministic(b"a test").unwrap();
            let made = Coordinator::with_rng(&budget, rng, &plan, parts as usize).unwrap();
            let mut rounds = 0;
            let fit = made
                .run(|broadcast| {
                    rounds += 1;
                    sum_of(parts, broadcast)
                })
                .unwrap();
            assert!(
                rounds < 60 && fit.steps().unwrap() == 1 && fit.outcome().unwrap() == Outcome::Done,
                "{rounds} rounds"
            );
            fit.coefficients().unwrap()
        });
        assert_eq!(fits[0], fits[1]);
    }
}

#[test]
fn sums_that_are_refused() {
    let budget = Budget::new(2.0, 1e-6).unwrap();
    let mut made = coordinator(&budget, 2);
    let broadcast = made.broadcast().unwrap();
    let refused = |result: Result<()>, status, words: &str| {
        let problem = result.unwrap_err();
        assert!(problem.status() == status && problem.message().contains(words), "{}", problem);
    };
    let mut half = PartialSum::new(&broadcast, 0).unwrap();
    half.add(&block(0, 300), 2).unwrap();
    refused(made.finish_step(&mut half), Status::State, "");
    half.seal().unwrap();
    refused(made.finish_step(&mut half), Status::Argument, "part");
    let again = PartialSum::load(&half.save().unwrap()).unwrap();
    refused(half.merge(&again), Status::Argument, "part");
    let mut damaged = half.save().unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    refused(PartialSum::load(&damaged).map(drop), Status::Argument, "");
    refused(PartialSum::load(&[]).map(drop), Status::Argument, "");
    assert_eq!((made.step().unwrap(), half.parts().unwrap(), half.sealed().unwrap()), (0, 1, true));

    half.merge(&PartialSum::of_part(&broadcast, 1, [], 1).unwrap()).unwrap(); // a part without rows
    made.finish_step(&mut half).unwrap(); // after refusals a whole sum is taken
    assert_eq!(made.step().unwrap(), 1);
    assert_eq!(made.fit().unwrap().outcome().unwrap(), Outcome::Cancelled);
    assert_eq!(budget.charges().unwrap(), 1);

    let ends = ([0.0], [1.0, 2.0]);
    let unequal = Objective::public_scaled(Loss::Logistic, &ends.0, &ends.1).nominal_units(9).build();
    refused(unequal.map(drop), Status::Argument, "'low' has 1 entries and 'high' has 2");
    let lacking = Objective::public(Loss::Logistic, 1).build();
    refused(lacking.map(drop), Status::Argument, "nominal_units");
}

#[test]
fn scaled_parts_are_of_the_public_ranges() {
    let (low, high) = ([-1.0], [1.0]);
    let budget = Budget::new(2.0, 1e-6).unwrap();
    let facts = Objective::public_scaled(Loss::Logistic, &low, &high).nominal_units(600).build().unwrap();
    let plan = Plan::builder(&budget, &facts).steps(5).build().unwrap();
    let made = Coordinator::new(&budget, &plan, 1).unwrap();
    let broadcast = made.broadcast().unwrap();
    assert!(PartialSum::of_part(&broadcast, 0, [block(0, 600)], 1).is_err(), "a part that is not scaled was taken");
    let fit = made.run(|broadcast| PartialSum::of_part(broadcast, 0, [block(0, 600).scaled(&low, &high)?], 1)).unwrap();
    assert!(fit.predict(&Dataset::unlabelled(&[[0.9], [-0.9]]).unwrap()).unwrap() == [1.0, -1.0]);
}

#[test]
fn sums_of_parts_give_means() -> Result<()> {
    let rows: Vec<[f64; 1]> = (0..3000).map(|i| [30.0 + f64::from(i % 41)]).collect();
    let means = Means::new().ranges(&[0.0], &[100.0]);
    let budget = Budget::new(1e6, 1e-6)?;
    let price = Curve::gdp(1.0)?;
    let whole = Dataset::unlabelled(&rows)?;
    let expected = means.release(&budget, &mut Rng::deterministic(b"a test")?, &price, &whole)?;
    let mut sums = vec![0; 6];
    for part in rows.chunks(700) {
        let more = means.sums(&price, Adjacency::ReplaceOne, &Dataset::unlabelled(part)?)?;
        sums.iter_mut().zip(more).for_each(|(sum, one)| *sum += one);
    }
    let rng = &mut Rng::deterministic(b"a test")?;
    let found = means.release_sums(&budget, rng, &price, &sums, Unit::Record)?;
    assert_eq!(found.values()?, expected.values()?);
    assert_eq!(found.intervals()?, expected.intervals()?);
    let problem = Means::new().sums(&price, Adjacency::ReplaceOne, &whole).unwrap_err();
    assert!(problem.message().contains("Means::ranges"), "{}", problem);
    assert!(means.release_sums(&budget, rng, &price, &[1, 2], Unit::Record).is_err());
    Ok(())
}

#[test]
fn counts_of_parts_give_quantiles() -> Result<()> {
    let cells = Distribution::new(0, &[0.0, 1.0, 2.0, 3.0]);
    let counts: Vec<i64> = [[400, 100, 0], [500, 0, 0]]
        .iter()
        .fold(vec![0; 3], |sum, part| sum.iter().zip(part).map(|(one, other)| one + other).collect());
    let budget = Budget::new(8.0, 1e-6)?;
    let half = budget.price(0.5)?;
    let told = cells.cumulative_from_counts(&budget, &mut Rng::new()?, &half, &counts, Unit::Record, 1000)?;
    assert!(told.quantiles(&[0.5])?.values()?[0] < 1.0 && told.units()? == 1000.0);
    let shares = cells.histogram_from_counts(&budget, &mut Rng::new()?, &half, &counts, Unit::Record, 1000)?;
    assert!(shares.values()?[0] > 0.8);
    assert!(cells.histogram_from_counts(&budget, &mut Rng::new()?, &half, &[1, -2, 3], Unit::Record, 9).is_err());
    Ok(())
}
