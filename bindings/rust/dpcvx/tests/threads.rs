//! What may cross threads, and what several may share.
use dpcvx::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;

fn sent<T: Send>() {}
fn shared<T: Send + Sync>() {}

/// Whether a type is `Sync`, by the method that the compiler finds first.
struct Probe<T>(std::marker::PhantomData<T>);
trait Otherwise {
    fn is_sync(&self) -> bool {
        false
    }
}
impl<T> Otherwise for Probe<T> {}
impl<T: Sync> Probe<T> {
    fn is_sync(&self) -> bool {
        true
    }
}

#[test]
fn types_are_send_and_sync_as_the_headers_allow() {
    shared::<Dataset>();
    shared::<Domain>();
    shared::<Objective>();
    shared::<Plan>();
    shared::<Curve>();
    shared::<Guarantee>();
    shared::<Fit>();
    shared::<Budget>();
    shared::<Monitor>();
    shared::<SgdStability>();
    shared::<Accountant>();
    shared::<Estimate>();
    shared::<Covariance>();
    shared::<LocalProtocol>();
    shared::<LocalAggregator>();
    shared::<Hypotheses>();
    sent::<Rng>();
    sent::<AboveThreshold>();
    sent::<Sampler>();
    sent::<Audit>();
    sent::<Evaluation>();
    sent::<TestReleaseLaw>();
    macro_rules! sync {
        ($($kind:ty),*) => { [$(Probe::<$kind>(std::marker::PhantomData).is_sync()),*] };
    }
    assert_eq!(sync![Rng, AboveThreshold, Sampler, Audit, Evaluation, TestReleaseLaw], [false; 6]);
    assert_eq!(sync![Budget, Fit], [true; 2], "the probe sees what is Sync");
}

#[test]
fn threads_share_a_budget_and_no_charge_is_lost() {
    let budget = Budget::builder(4.0, 0.0).filter(Filter::Basic).build().unwrap();
    let price = Curve::pure(1.0 / 16.0).unwrap();
    let made: usize = thread::scope(|scope| {
        let worker = || {
            let mut rng = Rng::new().unwrap();
            (0..40).filter(|_| budget.release(&price, &mut rng).laplace(&[1.0], 1.0).is_ok()).count()
        };
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert_eq!(made, 64, "of 160 releases as many as fit");
    assert_eq!(budget.charges().unwrap(), 64);
}

#[test]
fn threads_take_turns_with_a_closure_that_is_not_sync() {
    // A Cell is Send and not Sync: two threads inside at once would be a race.
    let (inside, calls) = (Arc::new(AtomicBool::new(false)), std::cell::Cell::new(0u64));
    let loss = move |z: f64, label: f64| {
        assert!(!inside.swap(true, Ordering::AcqRel), "two threads at once");
        calls.set(calls.get() + 1);
        inside.store(false, Ordering::Release);
        ((z - label).powi(2) / 2.0, z - label)
    };
    let rows: Vec<[f64; 1]> = (0..500).map(|i| [f64::from(i) / 500.0]).collect();
    let data = Dataset::new(&rows, &vec![0.5; 500]).unwrap();
    let objective = Objective::with_loss(&data, loss).max_slope(1.0).max_curvature(1.0).build().unwrap();
    let values = thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| (0..20).map(|_| objective.nonprivate_value(&[0.1, 0.2]).unwrap().0).sum()))
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect::<Vec<f64>>()
    });
    assert!(values.iter().all(|value| *value == values[0] && *value > 0.0));
}

#[test]
fn another_thread_cancels() {
    let rows: Vec<[f64; 1]> = (0..2000).map(|i| [f64::from(i % 100) / 100.0]).collect();
    let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 0.5 { 1.0 } else { -1.0 }).collect();
    let objective = Objective::new(&Dataset::new(&rows, &labels).unwrap(), Loss::Logistic).unwrap();
    let budget = Budget::new(1.0, 1e-6).unwrap();
    // A billion steps: the fit ends because it is cancelled.
    let plan =
        Plan::builder(&budget, &objective).method(Method::NoisyGradientDescent).steps(1_000_000_000).build().unwrap();
    let begun = Arc::new(AtomicBool::new(false));
    let told = begun.clone();
    let monitor = Monitor::with_progress(move |_| {
        told.store(true, Ordering::Release);
        std::ops::ControlFlow::Continue(())
    })
    .unwrap();
    let fit = thread::scope(|scope| {
        scope.spawn(|| {
            while !begun.load(Ordering::Acquire) {
                thread::yield_now();
            }
            monitor.cancel().unwrap();
        });
        Fit::watched(&budget, &mut Rng::new().unwrap(), &plan, &monitor).unwrap()
    });
    assert_eq!(fit.outcome().unwrap(), Outcome::Cancelled);
    assert!(monitor.is_cancelled().unwrap());
}

#[test]
fn work_that_is_cancelled_while_it_waits_for_a_closure_costs_nothing() {
    let (armed, (entered, waiting)) = (Arc::new(AtomicBool::new(false)), std::sync::mpsc::channel());
    let (go_on, held) = std::sync::mpsc::channel::<()>();
    let blocks = armed.clone();
    let loss = move |z: f64, label: f64| {
        if blocks.swap(false, Ordering::AcqRel) {
            entered.send(()).unwrap();
            held.recv().unwrap(); // one call holds the closure here, and another waits for its turn
        }
        ((z - label).powi(2) / 2.0, z - label)
    };
    let data = Dataset::new(&[[0.5], [-1.0], [0.8], [-0.3]], &[0.5, -0.5, 0.5, -0.5]).unwrap();
    let builder = Objective::with_loss(&data, loss).max_slope(1.0).max_curvature(1.0).label_bound(1.0);
    let objective = builder.build().unwrap();
    let budget = Budget::new(1.0, 1e-6).unwrap();
    let method = Method::NoisyGradientDescent;
    let plan = Plan::builder(&budget, &objective).method(method).steps(2).planning_radius(1.0).build().unwrap();
    let monitor = Monitor::new().unwrap();
    armed.store(true, Ordering::Release);
    thread::scope(|scope| {
        let first = scope.spawn(|| objective.nonprivate_value(&[0.1, 0.2]).unwrap());
        waiting.recv().unwrap();
        let second = scope.spawn(|| Fit::watched(&budget, &mut Rng::new().unwrap(), &plan, &monitor).map(drop));
        monitor.cancel().unwrap();
        let refused = second.join().unwrap().unwrap_err(); // it ends while the first still holds the closure
        assert_eq!((refused.status(), budget.charges().unwrap()), (Status::Cancelled, 0));
        go_on.send(()).unwrap();
        first.join().unwrap();
    });
}

#[test]
fn handles_move_and_die_in_other_threads() {
    let (data, mut rng) = (Dataset::new(&[[1.0], [2.0]], &[1.0, -1.0]).unwrap(), Rng::new().unwrap());
    let noise = thread::spawn(move || {
        drop(data);
        rng.discrete_laplace(1.0, 5).unwrap()
    });
    assert_eq!(noise.join().unwrap().len(), 5);
}
