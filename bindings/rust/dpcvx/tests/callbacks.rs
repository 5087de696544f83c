//! Closures that the library calls: panics, errors, cancellation, and what is charged then.
use dpcvx::*;
use std::ops::ControlFlow;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

fn table() -> Dataset {
    let rows: Vec<[f64; 2]> = (0..400).map(|i| [f64::from(i % 20) / 10.0 - 1.0, f64::from(i % 7) / 7.0]).collect();
    let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 0.0 { 1.0 } else { -1.0 }).collect();
    Dataset::new(&rows, &labels).unwrap()
}

fn smooth(z: f64, label: f64) -> (f64, f64) {
    ((z - label).cosh().ln(), (z - label).tanh())
}

/// What a call panics with.
fn panic_of<R>(call: impl FnOnce() -> R) -> String {
    static ALONE: Mutex<()> = Mutex::new(()); // the hook is the process's
    let _alone = ALONE.lock();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let caught = catch_unwind(AssertUnwindSafe(|| {
        call();
    }));
    std::panic::set_hook(hook);
    *caught.expect_err("it did not panic").downcast::<&str>().map(|text| Box::new(text.to_string())).unwrap()
}

#[test]
fn a_panic_of_a_loss_ends_the_fit_and_goes_on() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = calls.clone();
    let loss = move |z: f64, label: f64| {
        if counted.fetch_add(1, Ordering::Relaxed) == 1000 {
            panic!("the loss gives up");
        }
        smooth(z, label)
    };
    let objective =
        Objective::with_loss(&table(), loss).max_slope(1.0).max_curvature(1.0).label_bound(1.0).build().unwrap();
    let budget = Budget::new(1.0, 1e-6).unwrap();
    let plan = Plan::builder(&budget, &objective).method(Method::NoisyGradientDescent).steps(1000).build().unwrap();
    let message = panic_of(|| Fit::new(&budget, &mut Rng::new().unwrap(), &plan));
    assert_eq!(message, "the loss gives up");
    assert_eq!(calls.load(Ordering::Relaxed), 1001, "the loss was called after its panic");
    assert!(budget.epsilon_spent().unwrap() > 0.99, "the charge was lost");
    // The objective serves on.
    assert!(objective.nonprivate_value(&[0.0; 3]).unwrap().0 > 0.0);
}

#[test]
fn a_panic_of_a_monitor_cancels_and_goes_on() {
    let monitor = Monitor::with_progress(|_| panic!("the monitor gives up")).unwrap();
    let objective = Objective::new(&table(), Loss::Logistic).unwrap();
    let budget = Budget::new(1.0, 1e-6).unwrap();
    let plan = Plan::new(&budget, &objective).unwrap();
    let message = panic_of(|| Fit::watched(&budget, &mut Rng::new().unwrap(), &plan, &monitor));
    assert_eq!(message, "the monitor gives up");
    assert_eq!(budget.charges().unwrap(), 1);
}

#[test]
fn panics_of_a_sampler_an_audit_and_a_release_go_on() {
    let message =
        panic_of(|| Sampler::of_function(1, |_, _| panic!("no potential")).quadratic(1.0).lipschitz(1.0).build());
    assert_eq!(message, "no potential");
    assert_eq!(panic_of(|| Audit::builder().runs(10).run(|_, _| panic!("no release"))), "no release");
    let budget = Budget::builder(8.0, 1e-6).filter(Filter::Basic).build().unwrap();
    let (price, mut rng) = (budget.price(1.0).unwrap(), Rng::new().unwrap());
    let message =
        panic_of(|| budget.tested_release(&price, &mut rng).by_deletion(20, 1, 1.0, |_, _| panic!("no mean")));
    assert_eq!(message, "no mean");
    assert_eq!(budget.charges().unwrap(), 1, "after the charge");
    let nothing = Accountant::new(Adjacency::ReplaceOne, Unit::Record).unwrap();
    assert_eq!(panic_of(|| nothing.calibrate((1.0, 1e-6), 0.1, 10.0, |_, _| panic!("no plan"))), "no plan");
}

#[test]
fn a_panic_within_a_call_within_a_closure_goes_through_both() {
    let message = panic_of(|| {
        Audit::builder().runs(10).run(|_, scores| {
            Audit::builder().runs(10).run(|_, _| panic!("from within"))?;
            scores.fill(0.0);
            Ok(())
        })
    });
    assert_eq!(message, "from within");
    // And nothing of it is left for the next call.
    Audit::builder()
        .runs(10)
        .run(|side, scores| {
            scores.fill(side as f64);
            Ok(())
        })
        .unwrap();
}

#[test]
fn errors_of_closures_come_back_as_they_are() {
    let own = Error::callback("the store is closed");
    let got = Audit::builder().runs(10).run(|_, _| Err(own.clone())).unwrap_err();
    assert_eq!(got, own);
    let nothing = Accountant::new(Adjacency::ReplaceOne, Unit::Record).unwrap();
    let got = nothing.calibrate((1.0, 1e-6), 0.1, 10.0, |_, events| events.add(&Curve::gdp(1.0)?, -1)).unwrap_err();
    assert!(got.message().contains("'count' = -1"), "{}", got);
}

#[test]
fn a_closure_that_breaks_cancels_its_fit_and_the_charge_stays() {
    let seen = Arc::new(AtomicUsize::new(0));
    let counted = seen.clone();
    let monitor = Monitor::with_progress(move |progress| {
        assert!(progress.done().unwrap() <= progress.total().unwrap());
        if counted.fetch_add(1, Ordering::Relaxed) < 2 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })
    .unwrap();
    let objective = Objective::new(&table(), Loss::Logistic).unwrap();
    let budget = Budget::new(1.0, 1e-6).unwrap();
    let plan = Plan::builder(&budget, &objective).method(Method::NoisyGradientDescent).steps(500).build().unwrap();
    let fit = Fit::watched(&budget, &mut Rng::new().unwrap(), &plan, &monitor).unwrap();
    assert_eq!(fit.outcome().unwrap(), Outcome::Cancelled);
    assert!(fit.steps().unwrap() < 500 && seen.load(Ordering::Relaxed) == 3);
    assert!(!monitor.is_cancelled().unwrap(), "the closure stops its own call alone");
    assert!(budget.epsilon_spent().unwrap() > 0.99);
    let data = table();
    let one_call = FitTable::new(Loss::Logistic, 1.0, 1e-6).ranges(&[-1.0, 0.0], &[1.0, 1.0]).monitor(&monitor);
    assert_eq!(one_call.fit(&data).unwrap().outcome().unwrap(), Outcome::Cancelled);
}

#[test]
fn an_objective_refuses_its_own_function() {
    // A closure that calls with the objective it belongs to gets an error, and no deadlock.
    let own: Arc<Mutex<Option<Arc<Objective>>>> = Arc::default();
    let within = own.clone();
    let loss = move |z: f64, label: f64| {
        let objective = within.lock().unwrap().clone();
        if let Some(objective) = objective {
            assert_eq!(objective.nonprivate_value(&[0.0; 3]).unwrap_err().status(), Status::State);
        }
        smooth(z, label)
    };
    let objective = Objective::with_loss(&table(), loss).max_slope(1.0).max_curvature(1.0).build().unwrap();
    let objective = Arc::new(objective);
    *own.lock().unwrap() = Some(objective.clone());
    objective.nonprivate_value(&[0.0; 3]).unwrap();
    *own.lock().unwrap() = None; // else the two would keep each other
}

#[test]
fn units_and_families_see_cleared_room() {
    // Functions of units: f_u(w) = (w - u)^2 / 2, whose mean has its minimum at the mean of u.
    let objective = Objective::from_units(5, 1, |unit, w, gradient| {
        assert_eq!(gradient, [0.0]);
        gradient[0] = w[0] - unit as f64;
        gradient[0] * gradient[0] / 2.0
    });
    let objective = objective.lipschitz(10.0).smoothness(1.0).strong_convexity(1.0).build().unwrap();
    let found = objective.nonprivate_minimizer().tolerance(1e-9).run().unwrap();
    assert!((found.w[0] - 2.0).abs() < 1e-6 && found.outcome == Outcome::Done, "{:?}", found);
    assert_eq!(objective.without(&[4]).unwrap().nonprivate_unit_gradients(&[0.0], &[1]).unwrap(), [-1.0]);

    let budget = Budget::builder(8.0, 1e-6).filter(Filter::Basic).build().unwrap();
    let (price, mut rng) = (budget.price(0.5).unwrap(), Rng::new().unwrap());
    let tested = budget.tested_release(&price, &mut rng).family(2, 1e-6, |level, point| {
        assert!(level >= 0 && point == [0.0, 0.0]);
        point.copy_from_slice(&[3.0, 4.0]);
        true
    });
    let point = tested.unwrap().value.unwrap();
    assert!((point[0] - 3.0).abs() < 0.1 && (point[1] - 4.0).abs() < 0.1);
    let none = budget.tested_release(&budget.price(1.0).unwrap(), &mut rng).family(1, 1.0, |_, _| false).unwrap();
    assert_eq!((none.value, none.outcome), (None, Outcome::Unstable));
}
