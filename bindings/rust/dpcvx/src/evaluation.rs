//! Private scores of fits.

use crate::budget::{Budget, Guarantee};
use crate::call::{create, text, Options, Owned, Result};
use crate::curve::{Bracket, Curve};
use crate::data::Dataset;
use crate::generated::enums::{Adjacency, Score};
use crate::generated::options::EvaluationOptions;
use crate::random::Rng;
use crate::solve::Fit;
use dpcvx_sys as sys;
use std::fmt;

/// A score of a fit to be released. Its options have setters here.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until its call is made"]
pub struct Evaluator<'a> {
    fit: &'a Fit,
    score: Score,
    pub(crate) options: EvaluationOptions,
}

impl Fit {
    /// A private score of this fit, by default the one that suits its loss.
    ///
    /// ```
    /// use dpcvx::{Budget, Dataset, FitTable, Loss, Rng};
    /// let rows: Vec<[f64; 1]> = (0..5000).map(|i| [f64::from(i * 37 % 100)]).collect();
    /// let labels: Vec<f64> = rows.iter().map(|row| if row[0] > 50.0 { 1.0 } else { -1.0 }).collect();
    /// let (training, held_out) = Dataset::new(&rows, &labels)?.split(b"any sixteen here")?;
    /// let fit = FitTable::new(Loss::Logistic, 2.0, 1e-6).ranges(&[0.0], &[100.0]).fit(&training)?;
    /// let budget = Budget::new(0.5, 1e-6)?;
    /// let accuracy = fit.evaluate().release(&budget, &mut Rng::new()?, &budget.price(1.0)?, &held_out)?;
    /// println!("accuracy {:.2}, from {:.2} to {:.2}", accuracy.value()?, accuracy.low()?, accuracy.high()?);
    /// # Ok::<(), dpcvx::Error>(())
    /// ```
    pub fn evaluate(&self) -> Evaluator<'_> {
        Evaluator { fit: self, score: Score::Automatic, options: EvaluationOptions::new() }
    }
}

impl Evaluator<'_> {
    /// The public range that labels of a regression are clipped to, by default that of the fit:
    /// [`label_low`](Self::label_low) and [`label_high`](Self::label_high) as one.
    pub fn label_range(self, low: f64, high: f64) -> Self {
        self.label_low(low).label_high(high)
    }

    /// Another score.
    pub fn score(mut self, score: Score) -> Self {
        self.score = score;
        self
    }

    /// Releases the score on a dataset. It charges the budget, then reads the rows.
    pub fn release(&self, budget: &Budget, rng: &mut Rng, price: &Curve, data: &Dataset) -> Result<Evaluation> {
        let keys = self.options.keys()?;
        // SAFETY: all handles live during the call.
        Ok(Evaluation(create(|out, err| unsafe {
            let (fit, data, score) = (self.fit.as_ptr(), data.as_ptr(), self.score as i32);
            let (budget, rng, price, options) = (budget.as_ptr(), rng.as_ptr(), price.as_ptr(), keys.as_ptr());
            sys::dpcvx_evaluation_create(budget, rng, price, fit, data, score, options, out, err)
        })?))
    }

    /// The interval that an evaluation gives if its noise is 0, for guesses of the number of units and of the score.
    /// Nothing is charged. `label_stddev`, of the labels, is for R2 alone: 0 stands for what the fit released of it,
    /// 0.3 times the constant label_scale, or else for a quarter of the width of the labels' range.
    pub fn expected_interval(
        &self,
        price: &Curve,
        adjacency: Adjacency,
        units: i64,
        value: f64,
        label_stddev: f64,
    ) -> Result<Bracket> {
        let keys = self.options.keys()?;
        // SAFETY: all handles live during the call.
        Bracket::of(|low, high, err| unsafe {
            let (price, fit, score, options) = (price.as_ptr(), self.fit.as_ptr(), self.score as i32, keys.as_ptr());
            sys::dpcvx_evaluation_expected_interval(
                price,
                adjacency as i32,
                fit,
                score,
                units,
                value,
                label_stddev,
                options,
                low,
                high,
                err,
            )
        })
    }
}

/// A score that was released, with its interval and its guarantee.
pub struct Evaluation(Owned<sys::dpcvx_evaluation>);

// SAFETY: one handle belongs to one thread at a time (dpcvx/base.h), and may move to another. The headers do not allow
// several threads to read an evaluation, so it is not `Sync`.
unsafe impl Send for Evaluation {}

impl Evaluation {
    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_evaluation {
        self.0.as_ptr()
    }

    /// The guarantee.
    pub fn guarantee(&self) -> Result<Guarantee> {
        // SAFETY, here and below: the evaluation lives.
        Ok(Guarantee::made(create(|out, err| unsafe { sys::dpcvx_evaluation_guarantee(self.as_ptr(), out, err) })?))
    }

    /// Score, interval, units and clips, and the guarantee, as text.
    pub fn to_text(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_evaluation_to_text(self.as_ptr(), out, capacity, length, err)
        })
    }

    /// The evaluation as JSON.
    pub fn to_json(&self) -> Result<String> {
        text(|out, capacity, length, err| unsafe {
            sys::dpcvx_evaluation_to_json(self.as_ptr(), out, capacity, length, err)
        })
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Evaluation({})", self.to_json().unwrap_or_default())
    }
}
