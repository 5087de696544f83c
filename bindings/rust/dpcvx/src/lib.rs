//! Differentially private convex optimization: fits of linear models, releases of numbers, and what all of it costs.
//!
//! A private logistic regression in five lines:
//!
//! ```
//! # fn main() -> dpcvx::Result<()> {
//! # let person = |i| [f64::from(i % 60) + 20.0, f64::from(i * 37 % 90) * 1000.0];
//! # let rows: Vec<[f64; 2]> = (0..4000).map(person).collect();
//! # let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 50.0 { 1.0 } else { -1.0 }).collect();
//! use dpcvx::{Dataset, FitTable, Loss};
//! let data = Dataset::new(&rows, &labels)?; // rows of [age, income], labels -1 or 1
//! let fit = FitTable::new(Loss::Logistic, 1.0, 1e-6).ranges(&[18.0, 0.0], &[100.0, 150_000.0]).fit(&data)?;
//! println!("{}", fit.to_text()?);
//! let predicted = fit.predict(&Dataset::unlabelled(&[[63.0, 41_000.0]])?)?;
//! # assert_eq!(predicted.len(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! The ranges of the columns are public: what people can be, not the extremes of this table.
//!
//! | what | where |
//! |---|---|
//! | a table, with users, weights and splits | [`Dataset`], [`Table`] |
//! | a fit in one call, a private choice among several | [`FitTable`], [`Selection`] |
//! | a fit in steps | [`Budget`], [`Objective`], [`Plan`], [`Fit`] |
//! | a budget in a file, or as bytes | [`BudgetBuilder::create_ledger`], [`Budget::open_ledger`], [`Budget::save`] |
//! | a fit of a table in parts, beyond one memory or one machine | [`Coordinator`], [`PartialSum`] |
//! | a private score of a fit | [`Fit::evaluate`] |
//! | private means with intervals | [`Means`] |
//! | a private covariance, and principal components | [`Covariances`] |
//! | private reports of devices, and estimates from them | [`LocalProtocol`], [`LocalAggregator`] |
//! | a private choice of a public law | [`Hypotheses`] |
//! | private histograms, quantiles and robust statistics with intervals | [`Distribution`] |
//! | private vectors, counts, quantiles, ranges, choices | [`Budget::release`] |
//! | what things cost, and how much noise they need | [`Curve`], [`Accountant`], [`calibrate_gdp`] and its kin |
//! | random bits | [`Rng`] |
//! | draws from log-concave densities | [`Sampler`] |
//! | stability of SGD, minimisers without privacy | [`SgdStability`], [`Objective::nonprivate_minimizer`] |
//! | points of stable data | [`Budget::tested_release`] |
//! | lower bounds on the privacy of any release | [`Audit`] |
//! | progress and cancellation | [`Monitor`] |
//!
//! # Conventions
//!
//! * A call gives a [`Result`]. An [`Error`] has a [`Status`]. Its message names the argument and what is accepted.
//! * Handles are freed when they are dropped. What was made from a handle lives on without it.
//! * Options have setters on builders. Figures have readers, by the names that the C headers give them in lower case.
//! * What is not private is called `nonprivate_`. Nothing is inferred from the data in silence.
//! * A panic of a closure goes on when the library has returned. What was charged stays charged.
//! * With the feature `serde`, [`Fit`], [`Estimate`], [`Accountant`], [`LocalProtocol`] and [`PartialSum`] are bytes to any
//!   format, and [`LedgerMark`] is a pair. A [`Budget`] is not: charges of a copy would be forgotten.
//! * Types are `Send` and `Sync` where the headers allow it. Budgets lock themselves.

#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

mod accountant;
mod audit;
mod budget;
mod call;
mod covariance;
mod curve;
mod data;
mod distributed;
mod error;
mod estimate;
mod evaluation;
#[rustfmt::skip]
mod generated;
mod hypothesis;
mod ledger;
mod local;
mod means;
mod model;
mod monitor;
mod optimize;
mod panics;
mod random;
pub mod reference;
mod release;
mod sample;
mod selection;
mod shown;
mod simple;
mod solve;
mod stable;
#[cfg(feature = "serde")]
mod stored;
mod turns;
mod user_names;
#[cfg(feature = "ndarray")]
mod views;
mod words;

pub use accountant::{Accountant, Events};
pub use audit::{Audit, AuditBuilder};
pub use budget::{Budget, BudgetBuilder, Guarantee};
pub use call::Result;
pub use covariance::{Covariance, CovarianceRegression, Covariances, ExpectedNoise};
pub use curve::{
    calibrate_gdp, calibrate_shuffled, calibrate_subsampled_gaussian, calibrate_subsampled_gaussian_rdp,
    calibrate_zcdp, Bracket, Curve,
};
pub use data::{Dataset, Entry, Table};
pub use distributed::{Coordinator, LentRows, PartialSum, StreamColumns};
pub use error::Error;
pub use estimate::{Counts, Distribution, Estimate};
pub use evaluation::{Evaluation, Evaluator};
pub use generated::enums::*;
pub use generated::options::*;
pub use hypothesis::{hypotheses_excess, hypotheses_units_needed, Chosen, Hypotheses, HypothesesBuilder};
pub use ledger::{LedgerKey, LedgerMark};
pub use local::{LocalAggregator, LocalBuilder, LocalEstimates, LocalProtocol};
pub use means::{ExpectedColumn, Means};
pub use model::{Domain, Objective, ObjectiveBuilder};
pub use monitor::{Monitor, Progress};
pub use optimize::{Minimizer, Minimum, SgdStability, SgdStabilityBuilder};
pub use random::{truncated_discrete_laplace_kappa, Rng};
pub use release::{
    gaussian_scale, laplace_scale, randomized_response_shares, AboveThreshold, Release, Released, Shares,
};
pub use sample::{
    nonprivate_diagnose, proximal_sampler_kl, proximal_sampler_rounds, Diagnosis, Draws, Sampler, SamplerBuilder,
    SamplerDiagnostics,
};
pub use selection::{Selected, Selection};
pub use simple::FitTable;
pub use solve::{Fit, Plan, PlanBuilder, PlanFigures};
pub use stable::{TestReleaseLaw, Tested, TestedRelease};

/// The C functions by their names.
pub use dpcvx_sys as sys;

/// The crate whose views the feature `ndarray` takes: `dpcvx::ndarray` is of the version that this crate was built with.
#[cfg(feature = "ndarray")]
pub use ndarray;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The version of the library that the program is linked with.
pub fn version() -> &'static str {
    // SAFETY: the library returns a static string.
    unsafe { std::ffi::CStr::from_ptr(sys::dpcvx_version()) }.to_str().unwrap_or("unknown")
}
