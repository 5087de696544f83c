// Written by bindings/generate/rust.py from bindings/api.json. Do not edit: "make api" writes it anew.
use crate::call::{Keys, Options, Result};
use crate::generated::enums;
use dpcvx_sys as sys;

/// The audit options.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct AuditOptions {
    pub(crate) runs: Option<i64>,
    pub(crate) confidence: Option<f64>,
    pub(crate) delta: Option<f64>,
}

impl AuditOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The runs: in \[2, 2^31\]: runs a side, half to choose the event; default 1e5
    pub fn runs(mut self, value: i64) -> Self {
        self.runs = Some(value);
        self
    }

    /// The confidence: in \[2^-40, 1 - 2^-40\]: of each bound; default 0.95
    pub fn confidence(mut self, value: f64) -> Self {
        self.confidence = Some(value);
        self
    }

    /// The delta: in \[0, 1): the delta at which epsilon is bounded; default 0
    pub fn delta(mut self, value: f64) -> Self {
        self.delta = Some(value);
        self
    }
}

impl Options for AuditOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_audit_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.runs {
            keys.i64(sys::DPCVX_AUDIT_OPTION_RUNS, value)?;
        }
        if let Some(value) = self.confidence {
            keys.f64(sys::DPCVX_AUDIT_OPTION_CONFIDENCE, value)?;
        }
        if let Some(value) = self.delta {
            keys.f64(sys::DPCVX_AUDIT_OPTION_DELTA, value)?;
        }
        Ok(())
    }
}

impl crate::AuditBuilder {
    /// Replaces all options.
    pub fn options(mut self, options: AuditOptions) -> Self {
        self.options = options;
        self
    }

    /// The runs: in \[2, 2^31\]: runs a side, half to choose the event; default 1e5
    pub fn runs(mut self, value: i64) -> Self {
        self.options.runs = Some(value);
        self
    }

    /// The confidence: in \[2^-40, 1 - 2^-40\]: of each bound; default 0.95
    pub fn confidence(mut self, value: f64) -> Self {
        self.options.confidence = Some(value);
        self
    }

    /// The delta: in \[0, 1): the delta at which epsilon is bounded; default 0
    pub fn delta(mut self, value: f64) -> Self {
        self.options.delta = Some(value);
        self
    }
}

/// The budget options. The two shares make a second, basic sub-budget for curves that the main filter refuses.
/// The order of the RDP filter is fixed at creation, and decides what fits.
/// For a planned curve take the order from `Curve::rdp_order`. 0 stands for
///
/// ```text
///   1 + 2 log(1 / delta) / epsilon
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct BudgetOptions {
    pub(crate) filter: Option<enums::Filter>,
    pub(crate) rdp_order: Option<f64>,
    pub(crate) basic_epsilon_fraction: Option<f64>,
    pub(crate) basic_delta_fraction: Option<f64>,
}

impl BudgetOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The filter: `Filter`; default automatic
    pub fn filter(mut self, value: enums::Filter) -> Self {
        self.filter = Some(value);
        self
    }

    /// The rdp order: 0 or in (1, 1e9\]: the order of the RDP filter; default 0
    pub fn rdp_order(mut self, value: f64) -> Self {
        self.rdp_order = Some(value);
        self
    }

    /// The basic epsilon fraction: in \[0, 1\]: share of epsilon in the basic sub-budget; default 0
    pub fn basic_epsilon_fraction(mut self, value: f64) -> Self {
        self.basic_epsilon_fraction = Some(value);
        self
    }

    /// The basic delta fraction: in \[0, 1\]: share of delta in the basic sub-budget; default 0
    pub fn basic_delta_fraction(mut self, value: f64) -> Self {
        self.basic_delta_fraction = Some(value);
        self
    }
}

impl Options for BudgetOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_budget_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.filter {
            keys.i64(sys::DPCVX_BUDGET_OPTION_FILTER, value as i32 as i64)?;
        }
        if let Some(value) = self.rdp_order {
            keys.f64(sys::DPCVX_BUDGET_OPTION_RDP_ORDER, value)?;
        }
        if let Some(value) = self.basic_epsilon_fraction {
            keys.f64(sys::DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION, value)?;
        }
        if let Some(value) = self.basic_delta_fraction {
            keys.f64(sys::DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION, value)?;
        }
        Ok(())
    }
}

impl crate::BudgetBuilder {
    /// Replaces all options.
    pub fn options(mut self, options: BudgetOptions) -> Self {
        self.options = options;
        self
    }

    /// The filter: `Filter`; default automatic
    pub fn filter(mut self, value: enums::Filter) -> Self {
        self.options.filter = Some(value);
        self
    }

    /// The rdp order: 0 or in (1, 1e9\]: the order of the RDP filter; default 0
    pub fn rdp_order(mut self, value: f64) -> Self {
        self.options.rdp_order = Some(value);
        self
    }

    /// The basic epsilon fraction: in \[0, 1\]: share of epsilon in the basic sub-budget; default 0
    pub fn basic_epsilon_fraction(mut self, value: f64) -> Self {
        self.options.basic_epsilon_fraction = Some(value);
        self
    }

    /// The basic delta fraction: in \[0, 1\]: share of delta in the basic sub-budget; default 0
    pub fn basic_delta_fraction(mut self, value: f64) -> Self {
        self.options.basic_delta_fraction = Some(value);
        self
    }
}

/// All are public parameters, fixed before the data are read.
/// `norm_bound` is a bound on rows in half widths. Longer rows are shortened to it. Noise grows with its square. At
/// its
/// default no row is shortened.
/// `rounds` = 0 chooses up to 6 from public numbers: as many as converge at any spread of the values, or 1. Under
/// add/remove the number of units is private, so the number of rounds has to be given.
/// `preliminary_fraction` is the share of the price that all rounds before the last take.
/// `preliminary_fraction` beside `rounds` = 1 has no effect, and is refused unless it has its default.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct CovarianceOptions {
    pub(crate) noise: Option<enums::EvaluationNoise>,
    pub(crate) interval_level: Option<f64>,
    pub(crate) simultaneous: Option<bool>,
    pub(crate) norm_bound: Option<f64>,
    pub(crate) rounds: Option<i64>,
    pub(crate) preliminary_fraction: Option<f64>,
}

impl CovarianceOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The noise: `EvaluationNoise`; default `EvaluationNoise::Automatic`
    pub fn noise(mut self, value: enums::EvaluationNoise) -> Self {
        self.noise = Some(value);
        self
    }

    /// The interval level: in \[0.5, 1 - 1e-9\]: of each interval; default 0.95
    pub fn interval_level(mut self, value: f64) -> Self {
        self.interval_level = Some(value);
        self
    }

    /// True if all intervals are to hold together; default false
    pub fn simultaneous(mut self, value: bool) -> Self {
        self.simultaneous = Some(value);
        self
    }

    /// The norm bound: in \[0.1, 1000\], or 0 for sqrt(columns); default 0
    pub fn norm_bound(mut self, value: f64) -> Self {
        self.norm_bound = Some(value);
        self
    }

    /// The rounds: in \[0, 8\]; default 1
    pub fn rounds(mut self, value: i64) -> Self {
        self.rounds = Some(value);
        self
    }

    /// The preliminary fraction: in \[0.001, 0.999\]; default 0.4
    pub fn preliminary_fraction(mut self, value: f64) -> Self {
        self.preliminary_fraction = Some(value);
        self
    }
}

impl Options for CovarianceOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_covariance_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.noise {
            keys.i64(sys::DPCVX_COVARIANCE_OPTION_NOISE, value as i32 as i64)?;
        }
        if let Some(value) = self.interval_level {
            keys.f64(sys::DPCVX_COVARIANCE_OPTION_INTERVAL_LEVEL, value)?;
        }
        if let Some(value) = self.simultaneous {
            keys.i64(sys::DPCVX_COVARIANCE_OPTION_SIMULTANEOUS, value as i64)?;
        }
        if let Some(value) = self.norm_bound {
            keys.f64(sys::DPCVX_COVARIANCE_OPTION_NORM_BOUND, value)?;
        }
        if let Some(value) = self.rounds {
            keys.i64(sys::DPCVX_COVARIANCE_OPTION_ROUNDS, value)?;
        }
        if let Some(value) = self.preliminary_fraction {
            keys.f64(sys::DPCVX_COVARIANCE_OPTION_PRELIMINARY_FRACTION, value)?;
        }
        Ok(())
    }
}

impl crate::Covariances {
    /// Replaces all options.
    pub fn options(mut self, options: CovarianceOptions) -> Self {
        self.options = options;
        self
    }

    /// The noise: `EvaluationNoise`; default `EvaluationNoise::Automatic`
    pub fn noise(mut self, value: enums::EvaluationNoise) -> Self {
        self.options.noise = Some(value);
        self
    }

    /// The interval level: in \[0.5, 1 - 1e-9\]: of each interval; default 0.95
    pub fn interval_level(mut self, value: f64) -> Self {
        self.options.interval_level = Some(value);
        self
    }

    /// True if all intervals are to hold together; default false
    pub fn simultaneous(mut self, value: bool) -> Self {
        self.options.simultaneous = Some(value);
        self
    }

    /// The norm bound: in \[0.1, 1000\], or 0 for sqrt(columns); default 0
    pub fn norm_bound(mut self, value: f64) -> Self {
        self.options.norm_bound = Some(value);
        self
    }

    /// The rounds: in \[0, 8\]; default 1
    pub fn rounds(mut self, value: i64) -> Self {
        self.options.rounds = Some(value);
        self
    }

    /// The preliminary fraction: in \[0.001, 0.999\]; default 0.4
    pub fn preliminary_fraction(mut self, value: f64) -> Self {
        self.options.preliminary_fraction = Some(value);
        self
    }
}

/// All are public parameters, fixed before the data are read.
/// `range_fraction` is the share of the price that released ranges take. It is refused where all are declared.
/// `range_coverage` is about the share of a column's values that its released range holds.
/// `levels` = 1 says that the cells of a histogram are levels of a category: cell j holds level j, whose number lies
/// between edges j and j + 1. Text, JSON and guarantee then speak of levels, and of no edges. Numbers and privacy are
/// the same. An option that has no effect in a call is refused there, unless it has its default.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct EstimateOptions {
    pub(crate) noise: Option<enums::EvaluationNoise>,
    pub(crate) interval_level: Option<f64>,
    pub(crate) simultaneous: Option<bool>,
    pub(crate) range_fraction: Option<f64>,
    pub(crate) range_coverage: Option<f64>,
    pub(crate) cells: Option<i64>,
    pub(crate) levels: Option<bool>,
}

impl EstimateOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The noise: `EvaluationNoise`; default `EvaluationNoise::Automatic`
    pub fn noise(mut self, value: enums::EvaluationNoise) -> Self {
        self.noise = Some(value);
        self
    }

    /// The interval level: in \[0.5, 1 - 1e-9\]: of each interval; default 0.95
    pub fn interval_level(mut self, value: f64) -> Self {
        self.interval_level = Some(value);
        self
    }

    /// True if all intervals are to hold together; default false
    pub fn simultaneous(mut self, value: bool) -> Self {
        self.simultaneous = Some(value);
        self
    }

    /// The range fraction: in \[0.001, 0.999\]; default 0.25
    pub fn range_fraction(mut self, value: f64) -> Self {
        self.range_fraction = Some(value);
        self
    }

    /// The range coverage: in \[0.001, 0.999\]; default 0.99
    pub fn range_coverage(mut self, value: f64) -> Self {
        self.range_coverage = Some(value);
        self
    }

    /// The cells: in \[2, 65536\]: of a range between two edges; default 1024
    pub fn cells(mut self, value: i64) -> Self {
        self.cells = Some(value);
        self
    }

    /// True if the cells of a histogram are levels; default false
    pub fn levels(mut self, value: bool) -> Self {
        self.levels = Some(value);
        self
    }
}

impl Options for EstimateOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_estimate_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.noise {
            keys.i64(sys::DPCVX_ESTIMATE_OPTION_NOISE, value as i32 as i64)?;
        }
        if let Some(value) = self.interval_level {
            keys.f64(sys::DPCVX_ESTIMATE_OPTION_INTERVAL_LEVEL, value)?;
        }
        if let Some(value) = self.simultaneous {
            keys.i64(sys::DPCVX_ESTIMATE_OPTION_SIMULTANEOUS, value as i64)?;
        }
        if let Some(value) = self.range_fraction {
            keys.f64(sys::DPCVX_ESTIMATE_OPTION_RANGE_FRACTION, value)?;
        }
        if let Some(value) = self.range_coverage {
            keys.f64(sys::DPCVX_ESTIMATE_OPTION_RANGE_COVERAGE, value)?;
        }
        if let Some(value) = self.cells {
            keys.i64(sys::DPCVX_ESTIMATE_OPTION_CELLS, value)?;
        }
        if let Some(value) = self.levels {
            keys.i64(sys::DPCVX_ESTIMATE_OPTION_LEVELS, value as i64)?;
        }
        Ok(())
    }
}

impl crate::Means {
    /// Replaces all options.
    pub fn options(mut self, options: EstimateOptions) -> Self {
        self.options = options;
        self
    }

    /// The noise: `EvaluationNoise`; default `EvaluationNoise::Automatic`
    pub fn noise(mut self, value: enums::EvaluationNoise) -> Self {
        self.options.noise = Some(value);
        self
    }

    /// The interval level: in \[0.5, 1 - 1e-9\]: of each interval; default 0.95
    pub fn interval_level(mut self, value: f64) -> Self {
        self.options.interval_level = Some(value);
        self
    }

    /// True if all intervals are to hold together; default false
    pub fn simultaneous(mut self, value: bool) -> Self {
        self.options.simultaneous = Some(value);
        self
    }

    /// The range fraction: in \[0.001, 0.999\]; default 0.25
    pub fn range_fraction(mut self, value: f64) -> Self {
        self.options.range_fraction = Some(value);
        self
    }

    /// The range coverage: in \[0.001, 0.999\]; default 0.99
    pub fn range_coverage(mut self, value: f64) -> Self {
        self.options.range_coverage = Some(value);
        self
    }

    /// The cells: in \[2, 65536\]: of a range between two edges; default 1024
    pub fn cells(mut self, value: i64) -> Self {
        self.options.cells = Some(value);
        self
    }

    /// True if the cells of a histogram are levels; default false
    pub fn levels(mut self, value: bool) -> Self {
        self.options.levels = Some(value);
        self
    }
}

/// All are public parameters, fixed before the data are read. An option that the score has not is refused.
/// `label_low` and `label_high` are the public range c - B to c + B that labels are clipped to. Give both.
/// The noise of R2 grows with (`label_high` - `label_low`)^2 over the variance of the labels. That of losses grows
/// with the
/// width. So a range that holds most labels and no more serves best: one that is narrower than the fit's often pays.
/// The default `loss_clip` of `Score::LogLoss` is log(classes) + 3, with 2 classes of a logistic loss.
/// That of `Score::AbsoluteLoss` is B. That of `Score::PinballLoss` at the quantile q is max(q, 1 - q) B.
/// `weighted` is for `Evaluator::expected_interval` alone: whether the table that will be scored has weights.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct EvaluationOptions {
    pub(crate) noise: Option<enums::EvaluationNoise>,
    pub(crate) interval_level: Option<f64>,
    pub(crate) loss_clip: Option<f64>,
    pub(crate) label_low: Option<f64>,
    pub(crate) label_high: Option<f64>,
    pub(crate) weighted: Option<i64>,
}

impl EvaluationOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The noise: `EvaluationNoise`; default `EvaluationNoise::Automatic`
    pub fn noise(mut self, value: enums::EvaluationNoise) -> Self {
        self.noise = Some(value);
        self
    }

    /// The interval level: in \[0.5, 1 - 1e-9\]: of each interval; default 0.95
    pub fn interval_level(mut self, value: f64) -> Self {
        self.interval_level = Some(value);
        self
    }

    /// The loss clip: 0 or in \[1e-100, 1e30\]: L; 0 (default): chosen
    pub fn loss_clip(mut self, value: f64) -> Self {
        self.loss_clip = Some(value);
        self
    }

    /// The label low: in \[-1e30, 1e30\]: low end; equal ends (default): the fit's
    pub fn label_low(mut self, value: f64) -> Self {
        self.label_low = Some(value);
        self
    }

    /// The label high: in \[-1e30, 1e30\]: high end; default 0
    pub fn label_high(mut self, value: f64) -> Self {
        self.label_high = Some(value);
        self
    }

    /// 1 for an expected interval of a table with weights; default 0
    pub fn weighted(mut self, value: i64) -> Self {
        self.weighted = Some(value);
        self
    }
}

impl Options for EvaluationOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_evaluation_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.noise {
            keys.i64(sys::DPCVX_EVALUATION_OPTION_NOISE, value as i32 as i64)?;
        }
        if let Some(value) = self.interval_level {
            keys.f64(sys::DPCVX_EVALUATION_OPTION_INTERVAL_LEVEL, value)?;
        }
        if let Some(value) = self.loss_clip {
            keys.f64(sys::DPCVX_EVALUATION_OPTION_LOSS_CLIP, value)?;
        }
        if let Some(value) = self.label_low {
            keys.f64(sys::DPCVX_EVALUATION_OPTION_LABEL_LOW, value)?;
        }
        if let Some(value) = self.label_high {
            keys.f64(sys::DPCVX_EVALUATION_OPTION_LABEL_HIGH, value)?;
        }
        if let Some(value) = self.weighted {
            keys.i64(sys::DPCVX_EVALUATION_OPTION_WEIGHTED, value)?;
        }
        Ok(())
    }
}

impl crate::Evaluator<'_> {
    /// Replaces all options.
    pub fn options(mut self, options: EvaluationOptions) -> Self {
        self.options = options;
        self
    }

    /// The noise: `EvaluationNoise`; default `EvaluationNoise::Automatic`
    pub fn noise(mut self, value: enums::EvaluationNoise) -> Self {
        self.options.noise = Some(value);
        self
    }

    /// The interval level: in \[0.5, 1 - 1e-9\]: of each interval; default 0.95
    pub fn interval_level(mut self, value: f64) -> Self {
        self.options.interval_level = Some(value);
        self
    }

    /// The loss clip: 0 or in \[1e-100, 1e30\]: L; 0 (default): chosen
    pub fn loss_clip(mut self, value: f64) -> Self {
        self.options.loss_clip = Some(value);
        self
    }

    /// The label low: in \[-1e30, 1e30\]: low end; equal ends (default): the fit's
    pub fn label_low(mut self, value: f64) -> Self {
        self.options.label_low = Some(value);
        self
    }

    /// The label high: in \[-1e30, 1e30\]: high end; default 0
    pub fn label_high(mut self, value: f64) -> Self {
        self.options.label_high = Some(value);
        self
    }

    /// 1 for an expected interval of a table with weights; default 0
    pub fn weighted(mut self, value: i64) -> Self {
        self.options.weighted = Some(value);
        self
    }
}

/// The options of `FitTable::fit`. All are public parameters, fixed before the data are read.
///
/// `nominal_units` = n is the public number of units under add/remove, where the true one is private. Sums are
/// divided by
/// it. It bounds their rounding too, so a table of more than 2 n units is refused, before any charge.
/// That refusal depends on the private number, and is as private as the data: do not publish it.
/// Choose n so that you know, without the data, that there are at most 2 n units. The guarantee covers these tables.
///
/// `row_bound` is the l2 norm that rows are clipped to, with their intercept entry of 1.
/// `row_bound` = 0 is the default: 1 in a classification. In a regression it is sqrt(columns + 1), which clips no
/// row.
/// A lower `row_bound` scales longer rows down with their intercept entry: the regression is then no longer linear.
/// Of centred columns `row_bound` clips rows that are far from the mean: on average a squared norm is within it.
/// Of squares with many units the default grows with the released centres, so that few rows or none are clipped.
///
/// `label_low` \< `label_high` is the range of a regression's labels, which are clipped to it. Give both ends.
/// The fit is of labels less the middle of the range, so that they need no centring by the caller.
/// Decision values, predictions and original coefficients have the middle added.
/// `label_bound` = Y stands for the range \[-Y, Y\]. Give one of the two. Equal ends, as by default, give no range.
///
/// `label_range_fraction` is the share of the budget that a released range of the labels takes: 0.1, say.
/// A released range holds the labels of about 0.99 of the units, one a unit: of a user the mean of its records'.
/// The range is released first, and what is stated of the fit includes its cost. Beside `label_range_fraction` no
/// range is
/// declared by `label_low`, `label_high` or `label_bound`.
/// A range that would be mostly noise is refused: the number of units times the epsilon of one end is 40 at least.
/// A released range may be too wide or too narrow for the arithmetic of a method: 2^64 or 1e-6 wide, say.
/// The fit then clips labels to a range of another width about the same middle.
/// The fit's figures `label_low` and `label_high` tell the range that labels were clipped to.
///
/// `intercept` = 0 fits a model that is 0 where all columns are 0.
/// Without an intercept ranges of columns and labels, declared or released, are widened to be symmetric about 0.
/// A table that is scaled already keeps its ranges: make them symmetric, or a constant remains.
///
/// `huber_width` is the residual at which `Loss::Huber` turns from squares to absolute values, in the units of the
/// labels.
/// `huber_width` = 0, the default, stands for a twentieth of the width of the labels' range, released or declared.
/// `label_bound` = Y stands for the range \[-Y, Y\] there too. Of `Loss::SmoothedHinge` 0 stands for 1.
///
/// POISSON fits counts, or rates of a table with exposures (`Dataset::with_exposures`).
/// `label_low` of POISSON is 0, and may be left out. With exposures `label_bound` bounds rates, and `weight_bound`
/// exposures.
///
/// `clipping_norm` bounds the gradient of one unit. Leave it at 0 unless you know a better one.
/// Beside a `clipping_norm` or a `clipping`, AUTOMATIC takes a method that uses it, where one applies: those of noisy
/// gradients do. The report names an option that the method does not use as option_not_used.
/// `clipping_norm` = 0, the default, stands for a share of a public bound on gradients.
/// The share grows with x = n mu / sqrt(coefficients): n is the number of units, and mu the price in GDP.
/// The greater x is, the less noise there is. A longer clip then pays, since it bends the fit less.
/// For `Loss::Squared` the bound is `label_bound` times the row bound, and the share min(1, 0.03 max(1, z / 5)^0.6),
/// with
/// z = x / sqrt(coefficients). `label_bound` is half the width of the range there. Large residuals then count less.
/// With `l1` the share of `Loss::Squared` is 0.15: a short clip weakens the loss against the penalty.
/// For `Loss::Logistic` and `Loss::Multinomial` with units of one record the bound is the greatest gradient.
/// The share is min(1, 0.5 max(1, x / 50)^0.2): below 1 it bends probabilities away from 1/2.
/// For `Loss::Absolute` and `Loss::Pinball` with units of one record the bound is the greatest gradient, and the
/// share 0.25.
/// Slopes of a quantile keep their ratio then. With `l1` or `l2` the share is 1.
/// For other losses the method chooses the clip. Methods of noisy gradients clip `Loss::Power` at 0.15 of the
/// gradient at a
/// residual of `label_bound`, and `Loss::PowerHinge` at `exponent` times the row bound. All grow with `weight_bound`.
/// They clip POISSON at min(M, sqrt(M) / 2) times the row bound, M = `weight_bound` `label_bound`.
/// A norm above all gradients, such as 1e30, clips nothing. `clipping` says how clips are chosen (`Clipping`).
///
/// `max_records_per_user` keeps a random subset of that many records of each user who has more.
/// The labels of records that are left out are checked all the same.
/// A `max_records_per_user` below 16 tells that means over a user's records are longer, so that clips start longer.
/// `min_records_per_user` lets clips be as short as means over so many records are, with less noise.
/// A user with fewer records than `min_records_per_user` adds nothing to the fit, but counts among the units.
///
/// `range_fraction` is the share of the budget that released ranges take, in the terms of `Budget::price`.
/// `range_coverage` is about the share of a column's values that its released range holds, one value a unit.
/// Both are refused where no range of a column is released.
/// The value of a user is the mean of its records. Records beyond a released range of these means are clipped to it.
/// Such clips bend the model of users whose records differ much: declare ranges if you can.
///
/// `centring_fraction` is the share of what is left of the budget for means of the columns, which are taken off them.
/// Columns far from the middle of their ranges, such as 0 and 1 with few ones, hide what tells rows apart.
/// Labels of `Loss::Squared`, `Loss::Huber`, `Loss::Absolute` and `Loss::Pinball` are centred too, where their mean
/// has noise of 0.12 Y at most.
/// Decision values, predictions and original coefficients have that mean added.
/// `centring_fraction` = 0 centres nothing. -1 stands for 0.05 where n and the price leave the means noise of at most
/// 0.3, and else for 0.
/// `Loss::Squared` takes noise of at most 1.5, and its labels noise of at most 0.25 Y. Beside centres it releases how
/// far labels
/// scatter, for 0.02 of the rest: where ranges of labels are too wide, steps and clips are planned for narrower ones.
/// Sparse tables, and fits without an intercept or with delta = 0, are not centred.
/// Models of `Loss::Logistic` and `Loss::Multinomial` by noisy gradient descent or noisy SGD, without l2 and l1, are
/// scaled after the
/// fit. Slopes of the loss along decision values are released for that, for 0.04 of what centres leave, where n and
/// the price leave their noise small. `centring_fraction` = 0 releases none.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct FitTableOptions {
    pub(crate) unit: Option<enums::Unit>,
    pub(crate) adjacency: Option<enums::Adjacency>,
    pub(crate) nominal_units: Option<i64>,
    pub(crate) label_bound: Option<f64>,
    pub(crate) classes: Option<i64>,
    pub(crate) quantile: Option<f64>,
    pub(crate) huber_width: Option<f64>,
    pub(crate) exponent: Option<f64>,
    pub(crate) l2: Option<f64>,
    pub(crate) l1: Option<f64>,
    pub(crate) intercept: Option<bool>,
    pub(crate) weight_bound: Option<f64>,
    pub(crate) row_bound: Option<f64>,
    pub(crate) clipping_norm: Option<f64>,
    pub(crate) clipping: Option<enums::Clipping>,
    pub(crate) method: Option<enums::Method>,
    pub(crate) filter: Option<enums::Filter>,
    pub(crate) threads: Option<i64>,
    pub(crate) min_records_per_user: Option<i64>,
    pub(crate) max_records_per_user: Option<i64>,
    pub(crate) range_fraction: Option<f64>,
    pub(crate) range_coverage: Option<f64>,
    pub(crate) allow_no_result: Option<bool>,
    pub(crate) centring_fraction: Option<f64>,
    pub(crate) label_low: Option<f64>,
    pub(crate) label_high: Option<f64>,
    pub(crate) label_range_fraction: Option<f64>,
}

impl FitTableOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The unit: `Unit`; nothing (default): users where there are ids
    pub fn unit(mut self, value: enums::Unit) -> Self {
        self.unit = Some(value);
        self
    }

    /// The adjacency: `Adjacency`; default replace-one
    pub fn adjacency(mut self, value: enums::Adjacency) -> Self {
        self.adjacency = Some(value);
        self
    }

    /// The nominal units: in \[0, 2^40\]: n of add/remove, for \<= 2 n units; default 0
    pub fn nominal_units(mut self, value: i64) -> Self {
        self.nominal_units = Some(value);
        self
    }

    /// The label bound: 0 or in \[1e-100, 1e30\]: clips labels to \[-Y, Y\]; default 0
    pub fn label_bound(mut self, value: f64) -> Self {
        self.label_bound = Some(value);
        self
    }

    /// The classes: in \[0, 65536\]: K of `Loss::Multinomial`, labels 0 to K - 1; default 0
    pub fn classes(mut self, value: i64) -> Self {
        self.classes = Some(value);
        self
    }

    /// The quantile: in \[1e-9, 1 - 1e-9\]: which `Loss::Pinball` fits; default 0.5
    pub fn quantile(mut self, value: f64) -> Self {
        self.quantile = Some(value);
        self
    }

    /// The huber width: 0 or in \[1e-30, 1e30\]: of `Loss::Huber`, `Loss::SmoothedHinge`; default 0
    pub fn huber_width(mut self, value: f64) -> Self {
        self.huber_width = Some(value);
        self
    }

    /// The exponent: in \[1 + 1e-6, 2 - 1e-6\]: of `Loss::Power`, `Loss::PowerHinge`; default 1.5
    pub fn exponent(mut self, value: f64) -> Self {
        self.exponent = Some(value);
        self
    }

    /// The l2: in \[0, 1e30\]: adds (l2/2) \|\|w\|\|^2 to the average loss; default 0
    pub fn l2(mut self, value: f64) -> Self {
        self.l2 = Some(value);
        self
    }

    /// The l1: in \[0, 1e30\]: adds l1 \|\|w\|\|_1, intercepts left out; default 0
    pub fn l1(mut self, value: f64) -> Self {
        self.l1 = Some(value);
        self
    }

    /// True (default) adds one to the model
    pub fn intercept(mut self, value: bool) -> Self {
        self.intercept = Some(value);
        self
    }

    /// The weight bound: in \[1e-30, 1e30\]: W, clips weights to \[0, W\]; default 1
    pub fn weight_bound(mut self, value: f64) -> Self {
        self.weight_bound = Some(value);
        self
    }

    /// The row bound: 0 or in \[1e-30, 1e30\]; 0 (default): chosen
    pub fn row_bound(mut self, value: f64) -> Self {
        self.row_bound = Some(value);
        self
    }

    /// The clipping norm: in \[0, 1e30\]; 0 (default): chosen
    pub fn clipping_norm(mut self, value: f64) -> Self {
        self.clipping_norm = Some(value);
        self
    }

    /// The clipping: `Clipping`; default `Clipping::Automatic`
    pub fn clipping(mut self, value: enums::Clipping) -> Self {
        self.clipping = Some(value);
        self
    }

    /// The method: `Method`; default `Method::Automatic`
    pub fn method(mut self, value: enums::Method) -> Self {
        self.method = Some(value);
        self
    }

    /// The filter: `Filter`, how the budget adds up; default: chosen
    pub fn filter(mut self, value: enums::Filter) -> Self {
        self.filter = Some(value);
        self
    }

    /// The threads: in \[1, 64\]; results do not depend on it; default 1
    pub fn threads(mut self, value: i64) -> Self {
        self.threads = Some(value);
        self
    }

    /// The min records per user: in \[0, 2^24\]; default 0: none
    pub fn min_records_per_user(mut self, value: i64) -> Self {
        self.min_records_per_user = Some(value);
        self
    }

    /// The max records per user: in \[0, 2^40\]; default 0: none
    pub fn max_records_per_user(mut self, value: i64) -> Self {
        self.max_records_per_user = Some(value);
        self
    }

    /// The range fraction: in \[0.001, 0.999\]; default 0.35
    pub fn range_fraction(mut self, value: f64) -> Self {
        self.range_fraction = Some(value);
        self
    }

    /// The range coverage: in \[0.001, 0.999\]; default 0.95
    pub fn range_coverage(mut self, value: f64) -> Self {
        self.range_coverage = Some(value);
        self
    }

    /// True lets AUTOMATIC take methods that may return nothing
    pub fn allow_no_result(mut self, value: bool) -> Self {
        self.allow_no_result = Some(value);
        self
    }

    /// The centring fraction: in \[0, 0.9\], or -1 (default): chosen by public numbers
    pub fn centring_fraction(mut self, value: f64) -> Self {
        self.centring_fraction = Some(value);
        self
    }

    /// The label low: in \[-1e30, 1e30\]; default 0
    pub fn label_low(mut self, value: f64) -> Self {
        self.label_low = Some(value);
        self
    }

    /// The label high: in \[-1e30, 1e30\]; default 0; as `label_low`: no range
    pub fn label_high(mut self, value: f64) -> Self {
        self.label_high = Some(value);
        self
    }

    /// The label range fraction: 0 or in \[0.001, 0.999\]: releases a range; default 0
    pub fn label_range_fraction(mut self, value: f64) -> Self {
        self.label_range_fraction = Some(value);
        self
    }
}

impl Options for FitTableOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_fit_table_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.unit {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_UNIT, value as i32 as i64)?;
        }
        if let Some(value) = self.adjacency {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_ADJACENCY, value as i32 as i64)?;
        }
        if let Some(value) = self.nominal_units {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS, value)?;
        }
        if let Some(value) = self.label_bound {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, value)?;
        }
        if let Some(value) = self.classes {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_CLASSES, value)?;
        }
        if let Some(value) = self.quantile {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_QUANTILE, value)?;
        }
        if let Some(value) = self.huber_width {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_HUBER_WIDTH, value)?;
        }
        if let Some(value) = self.exponent {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_EXPONENT, value)?;
        }
        if let Some(value) = self.l2 {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_L2, value)?;
        }
        if let Some(value) = self.l1 {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_L1, value)?;
        }
        if let Some(value) = self.intercept {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_INTERCEPT, value as i64)?;
        }
        if let Some(value) = self.weight_bound {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_WEIGHT_BOUND, value)?;
        }
        if let Some(value) = self.row_bound {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_ROW_BOUND, value)?;
        }
        if let Some(value) = self.clipping_norm {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_CLIPPING_NORM, value)?;
        }
        if let Some(value) = self.clipping {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_CLIPPING, value as i32 as i64)?;
        }
        if let Some(value) = self.method {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_METHOD, value as i32 as i64)?;
        }
        if let Some(value) = self.filter {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_FILTER, value as i32 as i64)?;
        }
        if let Some(value) = self.threads {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_THREADS, value)?;
        }
        if let Some(value) = self.min_records_per_user {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_MIN_RECORDS_PER_USER, value)?;
        }
        if let Some(value) = self.max_records_per_user {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_MAX_RECORDS_PER_USER, value)?;
        }
        if let Some(value) = self.range_fraction {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_RANGE_FRACTION, value)?;
        }
        if let Some(value) = self.range_coverage {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_RANGE_COVERAGE, value)?;
        }
        if let Some(value) = self.allow_no_result {
            keys.i64(sys::DPCVX_FIT_TABLE_OPTION_ALLOW_NO_RESULT, value as i64)?;
        }
        if let Some(value) = self.centring_fraction {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION, value)?;
        }
        if let Some(value) = self.label_low {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_LABEL_LOW, value)?;
        }
        if let Some(value) = self.label_high {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, value)?;
        }
        if let Some(value) = self.label_range_fraction {
            keys.f64(sys::DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION, value)?;
        }
        Ok(())
    }
}

impl crate::FitTable<'_> {
    /// Replaces all options.
    pub fn options(mut self, options: FitTableOptions) -> Self {
        self.options = options;
        self
    }

    /// The unit: `Unit`; nothing (default): users where there are ids
    pub fn unit(mut self, value: enums::Unit) -> Self {
        self.options.unit = Some(value);
        self
    }

    /// The adjacency: `Adjacency`; default replace-one
    pub fn adjacency(mut self, value: enums::Adjacency) -> Self {
        self.options.adjacency = Some(value);
        self
    }

    /// The nominal units: in \[0, 2^40\]: n of add/remove, for \<= 2 n units; default 0
    pub fn nominal_units(mut self, value: i64) -> Self {
        self.options.nominal_units = Some(value);
        self
    }

    /// The label bound: 0 or in \[1e-100, 1e30\]: clips labels to \[-Y, Y\]; default 0
    pub fn label_bound(mut self, value: f64) -> Self {
        self.options.label_bound = Some(value);
        self
    }

    /// The classes: in \[0, 65536\]: K of `Loss::Multinomial`, labels 0 to K - 1; default 0
    pub fn classes(mut self, value: i64) -> Self {
        self.options.classes = Some(value);
        self
    }

    /// The quantile: in \[1e-9, 1 - 1e-9\]: which `Loss::Pinball` fits; default 0.5
    pub fn quantile(mut self, value: f64) -> Self {
        self.options.quantile = Some(value);
        self
    }

    /// The huber width: 0 or in \[1e-30, 1e30\]: of `Loss::Huber`, `Loss::SmoothedHinge`; default 0
    pub fn huber_width(mut self, value: f64) -> Self {
        self.options.huber_width = Some(value);
        self
    }

    /// The exponent: in \[1 + 1e-6, 2 - 1e-6\]: of `Loss::Power`, `Loss::PowerHinge`; default 1.5
    pub fn exponent(mut self, value: f64) -> Self {
        self.options.exponent = Some(value);
        self
    }

    /// The l2: in \[0, 1e30\]: adds (l2/2) \|\|w\|\|^2 to the average loss; default 0
    pub fn l2(mut self, value: f64) -> Self {
        self.options.l2 = Some(value);
        self
    }

    /// The l1: in \[0, 1e30\]: adds l1 \|\|w\|\|_1, intercepts left out; default 0
    pub fn l1(mut self, value: f64) -> Self {
        self.options.l1 = Some(value);
        self
    }

    /// True (default) adds one to the model
    pub fn intercept(mut self, value: bool) -> Self {
        self.options.intercept = Some(value);
        self
    }

    /// The weight bound: in \[1e-30, 1e30\]: W, clips weights to \[0, W\]; default 1
    pub fn weight_bound(mut self, value: f64) -> Self {
        self.options.weight_bound = Some(value);
        self
    }

    /// The row bound: 0 or in \[1e-30, 1e30\]; 0 (default): chosen
    pub fn row_bound(mut self, value: f64) -> Self {
        self.options.row_bound = Some(value);
        self
    }

    /// The clipping norm: in \[0, 1e30\]; 0 (default): chosen
    pub fn clipping_norm(mut self, value: f64) -> Self {
        self.options.clipping_norm = Some(value);
        self
    }

    /// The clipping: `Clipping`; default `Clipping::Automatic`
    pub fn clipping(mut self, value: enums::Clipping) -> Self {
        self.options.clipping = Some(value);
        self
    }

    /// The method: `Method`; default `Method::Automatic`
    pub fn method(mut self, value: enums::Method) -> Self {
        self.options.method = Some(value);
        self
    }

    /// The filter: `Filter`, how the budget adds up; default: chosen
    pub fn filter(mut self, value: enums::Filter) -> Self {
        self.options.filter = Some(value);
        self
    }

    /// The threads: in \[1, 64\]; results do not depend on it; default 1
    pub fn threads(mut self, value: i64) -> Self {
        self.options.threads = Some(value);
        self
    }

    /// The min records per user: in \[0, 2^24\]; default 0: none
    pub fn min_records_per_user(mut self, value: i64) -> Self {
        self.options.min_records_per_user = Some(value);
        self
    }

    /// The max records per user: in \[0, 2^40\]; default 0: none
    pub fn max_records_per_user(mut self, value: i64) -> Self {
        self.options.max_records_per_user = Some(value);
        self
    }

    /// The range fraction: in \[0.001, 0.999\]; default 0.35
    pub fn range_fraction(mut self, value: f64) -> Self {
        self.options.range_fraction = Some(value);
        self
    }

    /// The range coverage: in \[0.001, 0.999\]; default 0.95
    pub fn range_coverage(mut self, value: f64) -> Self {
        self.options.range_coverage = Some(value);
        self
    }

    /// True lets AUTOMATIC take methods that may return nothing
    pub fn allow_no_result(mut self, value: bool) -> Self {
        self.options.allow_no_result = Some(value);
        self
    }

    /// The centring fraction: in \[0, 0.9\], or -1 (default): chosen by public numbers
    pub fn centring_fraction(mut self, value: f64) -> Self {
        self.options.centring_fraction = Some(value);
        self
    }

    /// The label low: in \[-1e30, 1e30\]; default 0
    pub fn label_low(mut self, value: f64) -> Self {
        self.options.label_low = Some(value);
        self
    }

    /// The label high: in \[-1e30, 1e30\]; default 0; as `label_low`: no range
    pub fn label_high(mut self, value: f64) -> Self {
        self.options.label_high = Some(value);
        self
    }

    /// The label range fraction: 0 or in \[0.001, 0.999\]: releases a range; default 0
    pub fn label_range_fraction(mut self, value: f64) -> Self {
        self.options.label_range_fraction = Some(value);
        self
    }
}

/// `max_contests` limits work and memory: with m hypotheses there are m (m - 1) / 2 contests, of 16 bytes each.
/// 2^22 contests, 2896 hypotheses, take about 8 s for 10,000 records on one core.
/// `failure_probability` is that PROBABILITY_ERROR does not hold. It has an effect on sampled hypotheses only.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct HypothesesOptions {
    pub(crate) max_contests: Option<i64>,
    pub(crate) threads: Option<i64>,
    pub(crate) failure_probability: Option<f64>,
}

impl HypothesesOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The max contests: in \[1, 2^31\]: pairs; default 4194304
    pub fn max_contests(mut self, value: i64) -> Self {
        self.max_contests = Some(value);
        self
    }

    /// The threads: in \[1, 64\]; results do not depend on it; default 1
    pub fn threads(mut self, value: i64) -> Self {
        self.threads = Some(value);
        self
    }

    /// The failure probability: in \[1e-12, 0.5\]: of the samples; default 1e-6
    pub fn failure_probability(mut self, value: f64) -> Self {
        self.failure_probability = Some(value);
        self
    }
}

impl Options for HypothesesOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_hypotheses_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.max_contests {
            keys.i64(sys::DPCVX_HYPOTHESES_OPTION_MAX_CONTESTS, value)?;
        }
        if let Some(value) = self.threads {
            keys.i64(sys::DPCVX_HYPOTHESES_OPTION_THREADS, value)?;
        }
        if let Some(value) = self.failure_probability {
            keys.f64(sys::DPCVX_HYPOTHESES_OPTION_FAILURE_PROBABILITY, value)?;
        }
        Ok(())
    }
}

impl crate::HypothesesBuilder {
    /// Replaces all options.
    pub fn options(mut self, options: HypothesesOptions) -> Self {
        self.options = options;
        self
    }

    /// The max contests: in \[1, 2^31\]: pairs; default 4194304
    pub fn max_contests(mut self, value: i64) -> Self {
        self.options.max_contests = Some(value);
        self
    }

    /// The threads: in \[1, 64\]; results do not depend on it; default 1
    pub fn threads(mut self, value: i64) -> Self {
        self.options.threads = Some(value);
        self
    }

    /// The failure probability: in \[1e-12, 0.5\]: of the samples; default 1e-6
    pub fn failure_probability(mut self, value: f64) -> Self {
        self.options.failure_probability = Some(value);
        self
    }
}

/// `randomizer` is `LocalRandomizer::Response` or `LocalRandomizer::Hashing` for frequencies,
/// `LocalRandomizer::OneBit` or `LocalRandomizer::Window` for a mean, and AUTOMATIC for both.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct LocalOptions {
    pub(crate) randomizer: Option<enums::LocalRandomizer>,
}

impl LocalOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The randomizer: `LocalRandomizer`; default `LocalRandomizer::Automatic`
    pub fn randomizer(mut self, value: enums::LocalRandomizer) -> Self {
        self.randomizer = Some(value);
        self
    }
}

impl Options for LocalOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_local_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.randomizer {
            keys.i64(sys::DPCVX_LOCAL_OPTION_RANDOMIZER, value as i32 as i64)?;
        }
        Ok(())
    }
}

impl crate::LocalBuilder {
    /// Replaces all options.
    pub fn options(mut self, options: LocalOptions) -> Self {
        self.options = options;
        self
    }

    /// The randomizer: `LocalRandomizer`; default `LocalRandomizer::Automatic`
    pub fn randomizer(mut self, value: enums::LocalRandomizer) -> Self {
        self.options.randomizer = Some(value);
        self
    }
}

/// The options of `Minimizer`.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct MinimizeOptions {
    pub(crate) tolerance: Option<f64>,
    pub(crate) max_passes: Option<i64>,
}

impl MinimizeOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The tolerance: in \[0, 1e30\]: distance at which it stops; default 1e-6
    pub fn tolerance(mut self, value: f64) -> Self {
        self.tolerance = Some(value);
        self
    }

    /// The max passes: in \[1, 10^9\]: limit of passes over the data; default 1000
    pub fn max_passes(mut self, value: i64) -> Self {
        self.max_passes = Some(value);
        self
    }
}

impl Options for MinimizeOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_minimize_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.tolerance {
            keys.f64(sys::DPCVX_MINIMIZE_OPTION_TOLERANCE, value)?;
        }
        if let Some(value) = self.max_passes {
            keys.i64(sys::DPCVX_MINIMIZE_OPTION_MAX_PASSES, value)?;
        }
        Ok(())
    }
}

impl crate::Minimizer<'_> {
    /// Replaces all options.
    pub fn options(mut self, options: MinimizeOptions) -> Self {
        self.options = options;
        self
    }

    /// The tolerance: in \[0, 1e30\]: distance at which it stops; default 1e-6
    pub fn tolerance(mut self, value: f64) -> Self {
        self.options.tolerance = Some(value);
        self
    }

    /// The max passes: in \[1, 10^9\]: limit of passes over the data; default 1000
    pub fn max_passes(mut self, value: i64) -> Self {
        self.options.max_passes = Some(value);
        self
    }
}

/// The objective options. All are public parameters.
/// src/model/README.md says more about `nominal_units`, `row_norm`, `min_records_per_user` and `smoothing`.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct ObjectiveOptions {
    pub(crate) intercept: Option<bool>,
    pub(crate) row_bound: Option<f64>,
    pub(crate) intercept_value: Option<f64>,
    pub(crate) l2: Option<f64>,
    pub(crate) l1: Option<f64>,
    pub(crate) nominal_units: Option<i64>,
    pub(crate) row_norm: Option<f64>,
    pub(crate) matrix_rows: Option<i64>,
    pub(crate) label_bound: Option<f64>,
    pub(crate) quantile: Option<f64>,
    pub(crate) huber_width: Option<f64>,
    pub(crate) exponent: Option<f64>,
    pub(crate) classes: Option<i64>,
    pub(crate) weight_bound: Option<f64>,
    pub(crate) smoothing: Option<f64>,
    pub(crate) unit: Option<enums::Unit>,
    pub(crate) min_records_per_user: Option<i64>,
    pub(crate) storage: Option<enums::Storage>,
    pub(crate) lipschitz: Option<f64>,
    pub(crate) smoothness: Option<f64>,
    pub(crate) strong_convexity: Option<f64>,
    pub(crate) max_slope: Option<f64>,
    pub(crate) max_curvature: Option<f64>,
}

impl ObjectiveOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// True (default) appends a constant column, as the last; or false
    pub fn intercept(mut self, value: bool) -> Self {
        self.intercept = Some(value);
        self
    }

    /// The row bound: 0 or in \[1e-30, 1e30\]: rows are clipped to this norm B, with their intercept entry. 0
    /// (default) stands for 1.
    /// In a regression of a scaled table it stands for sqrt(columns + `intercept_value`^2), or that sum in another
    /// `row_norm`.
    /// That clips no row, unless columns were centred. Clipping keeps the sign of a decision. A regression whose rows
    /// are
    /// clipped is no longer linear.
    pub fn row_bound(mut self, value: f64) -> Self {
        self.row_bound = Some(value);
        self
    }

    /// The intercept value: in \[1e-30, 1e30\]: the appended entry; default 1
    pub fn intercept_value(mut self, value: f64) -> Self {
        self.intercept_value = Some(value);
        self
    }

    /// The l2: in \[0, 1e30\]: adds (l2/2) \|\|w\|\|^2, the intercept included; default 0
    pub fn l2(mut self, value: f64) -> Self {
        self.l2 = Some(value);
        self
    }

    /// The l1: in \[0, 1e30\]: adds l1 \|\|w\|\|_1, the intercept's entries left out; default 0. Noisy gradient
    /// descent and noisy SGD
    /// take it by proximal steps, and set small coefficients to 0. Domains: R^d, boxes, and balls about 0.
    pub fn l1(mut self, value: f64) -> Self {
        self.l1 = Some(value);
        self
    }

    /// The nominal units: in \[0, 2^40\]: the n that sums are divided by; 0 (default): the number of units, public
    /// under replace-one only.
    /// More than twice as many units are refused. Under add/remove that refusal tells of the data: do not publish it.
    pub fn nominal_units(mut self, value: i64) -> Self {
        self.nominal_units = Some(value);
        self
    }

    /// The row norm: in \[1, infinity\]: p of the lp norm of `row_bound`; default 2
    pub fn row_norm(mut self, value: f64) -> Self {
        self.row_norm = Some(value);
        self
    }

    /// The matrix rows: in \[0, 2^20\]: d1, makes rows and coefficients matrices of d1 rows, row by row; default 0:
    /// they are vectors.
    /// `row_norm` is then a Schatten norm, of singular values. d1 divides the columns, and min(d1, d2) is at most
    /// 1024.
    /// `intercept` is 0, and the loss is not `Loss::Multinomial`.
    pub fn matrix_rows(mut self, value: i64) -> Self {
        self.matrix_rows = Some(value);
        self
    }

    /// The label bound: 0 or in \[1e-100, 1e30\]: Y, clips labels of regressions to \[-Y, Y\], of POISSON to \[0,
    /// Y\]; default 0: none
    pub fn label_bound(mut self, value: f64) -> Self {
        self.label_bound = Some(value);
        self
    }

    /// The quantile: in \[1e-9, 1 - 1e-9\]: t of `Loss::Pinball`; default 0.5
    pub fn quantile(mut self, value: f64) -> Self {
        self.quantile = Some(value);
        self
    }

    /// The huber width: in \[1e-30, 1e30\]: h of `Loss::Huber` and `Loss::SmoothedHinge`; default 1
    pub fn huber_width(mut self, value: f64) -> Self {
        self.huber_width = Some(value);
        self
    }

    /// The exponent: in \[1 + 1e-6, 2 - 1e-6\]: q of `Loss::Power`, `Loss::PowerHinge`; default 1.5
    pub fn exponent(mut self, value: f64) -> Self {
        self.exponent = Some(value);
        self
    }

    /// The classes: in \[0, 65536\]: K \>= 2 of `Loss::Multinomial`; default 0: not given
    pub fn classes(mut self, value: i64) -> Self {
        self.classes = Some(value);
        self
    }

    /// The weight bound: in \[1e-30, 1e30\]: W, clips weights to \[0, W\]; default 1. A table without weights has
    /// weight min(1, W).
    pub fn weight_bound(mut self, value: f64) -> Self {
        self.weight_bound = Some(value);
        self
    }

    /// The smoothing: in \[0, 1e30\]: h of the Moreau envelope of the loss; default 0
    pub fn smoothing(mut self, value: f64) -> Self {
        self.smoothing = Some(value);
        self
    }

    /// The unit: `Unit`; default nothing: the dataset's; records for functions
    pub fn unit(mut self, value: enums::Unit) -> Self {
        self.unit = Some(value);
        self
    }

    /// The min records per user: in \[0, 2^24\]: m, users with fewer records are null; at most the users' cap;
    /// default 0: none
    pub fn min_records_per_user(mut self, value: i64) -> Self {
        self.min_records_per_user = Some(value);
        self
    }

    /// The storage: `Storage`, of create_public: how all parts store rows; default `Storage::Dense`. Other calls
    /// refuse it
    pub fn storage(mut self, value: enums::Storage) -> Self {
        self.storage = Some(value);
        self
    }

    /// The lipschitz: in \[1e-100, infinity\], of `Objective::from_units`, to be set: G bounds a unit's gradient in
    /// l2
    pub fn lipschitz(mut self, value: f64) -> Self {
        self.lipschitz = Some(value);
        self
    }

    /// The smoothness: in \[1e-100, infinity\], of `Objective::from_units`, to be set: of a unit's gradient;
    /// infinity: not smooth
    pub fn smoothness(mut self, value: f64) -> Self {
        self.smoothness = Some(value);
        self
    }

    /// The strong convexity: in \[0, 1e100\], of `Objective::from_units`, to be set: of a unit's function; 0: convex
    /// alone
    pub fn strong_convexity(mut self, value: f64) -> Self {
        self.strong_convexity = Some(value);
        self
    }

    /// The max slope: in \[1e-100, 1e100\], of `Objective::with_loss`, to be set: bounds \|phi'\|
    pub fn max_slope(mut self, value: f64) -> Self {
        self.max_slope = Some(value);
        self
    }

    /// The max curvature: in \[1e-100, infinity\], of `Objective::with_loss`, to be set: bounds phi''; infinity: not
    /// smooth
    pub fn max_curvature(mut self, value: f64) -> Self {
        self.max_curvature = Some(value);
        self
    }
}

impl Options for ObjectiveOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_objective_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.intercept {
            keys.i64(sys::DPCVX_OBJECTIVE_OPTION_INTERCEPT, value as i64)?;
        }
        if let Some(value) = self.row_bound {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_ROW_BOUND, value)?;
        }
        if let Some(value) = self.intercept_value {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE, value)?;
        }
        if let Some(value) = self.l2 {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_L2, value)?;
        }
        if let Some(value) = self.l1 {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_L1, value)?;
        }
        if let Some(value) = self.nominal_units {
            keys.i64(sys::DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, value)?;
        }
        if let Some(value) = self.row_norm {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_ROW_NORM, value)?;
        }
        if let Some(value) = self.matrix_rows {
            keys.i64(sys::DPCVX_OBJECTIVE_OPTION_MATRIX_ROWS, value)?;
        }
        if let Some(value) = self.label_bound {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, value)?;
        }
        if let Some(value) = self.quantile {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_QUANTILE, value)?;
        }
        if let Some(value) = self.huber_width {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH, value)?;
        }
        if let Some(value) = self.exponent {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_EXPONENT, value)?;
        }
        if let Some(value) = self.classes {
            keys.i64(sys::DPCVX_OBJECTIVE_OPTION_CLASSES, value)?;
        }
        if let Some(value) = self.weight_bound {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_WEIGHT_BOUND, value)?;
        }
        if let Some(value) = self.smoothing {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_SMOOTHING, value)?;
        }
        if let Some(value) = self.unit {
            keys.i64(sys::DPCVX_OBJECTIVE_OPTION_UNIT, value as i32 as i64)?;
        }
        if let Some(value) = self.min_records_per_user {
            keys.i64(sys::DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER, value)?;
        }
        if let Some(value) = self.storage {
            keys.i64(sys::DPCVX_OBJECTIVE_OPTION_STORAGE, value as i32 as i64)?;
        }
        if let Some(value) = self.lipschitz {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_LIPSCHITZ, value)?;
        }
        if let Some(value) = self.smoothness {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_SMOOTHNESS, value)?;
        }
        if let Some(value) = self.strong_convexity {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY, value)?;
        }
        if let Some(value) = self.max_slope {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_MAX_SLOPE, value)?;
        }
        if let Some(value) = self.max_curvature {
            keys.f64(sys::DPCVX_OBJECTIVE_OPTION_MAX_CURVATURE, value)?;
        }
        Ok(())
    }
}

impl crate::ObjectiveBuilder<'_> {
    /// Replaces all options.
    pub fn options(mut self, options: ObjectiveOptions) -> Self {
        self.options = options;
        self
    }

    /// True (default) appends a constant column, as the last; or false
    pub fn intercept(mut self, value: bool) -> Self {
        self.options.intercept = Some(value);
        self
    }

    /// The row bound: 0 or in \[1e-30, 1e30\]: rows are clipped to this norm B, with their intercept entry. 0
    /// (default) stands for 1.
    /// In a regression of a scaled table it stands for sqrt(columns + `intercept_value`^2), or that sum in another
    /// `row_norm`.
    /// That clips no row, unless columns were centred. Clipping keeps the sign of a decision. A regression whose rows
    /// are
    /// clipped is no longer linear.
    pub fn row_bound(mut self, value: f64) -> Self {
        self.options.row_bound = Some(value);
        self
    }

    /// The intercept value: in \[1e-30, 1e30\]: the appended entry; default 1
    pub fn intercept_value(mut self, value: f64) -> Self {
        self.options.intercept_value = Some(value);
        self
    }

    /// The l2: in \[0, 1e30\]: adds (l2/2) \|\|w\|\|^2, the intercept included; default 0
    pub fn l2(mut self, value: f64) -> Self {
        self.options.l2 = Some(value);
        self
    }

    /// The l1: in \[0, 1e30\]: adds l1 \|\|w\|\|_1, the intercept's entries left out; default 0. Noisy gradient
    /// descent and noisy SGD
    /// take it by proximal steps, and set small coefficients to 0. Domains: R^d, boxes, and balls about 0.
    pub fn l1(mut self, value: f64) -> Self {
        self.options.l1 = Some(value);
        self
    }

    /// The nominal units: in \[0, 2^40\]: the n that sums are divided by; 0 (default): the number of units, public
    /// under replace-one only.
    /// More than twice as many units are refused. Under add/remove that refusal tells of the data: do not publish it.
    pub fn nominal_units(mut self, value: i64) -> Self {
        self.options.nominal_units = Some(value);
        self
    }

    /// The row norm: in \[1, infinity\]: p of the lp norm of `row_bound`; default 2
    pub fn row_norm(mut self, value: f64) -> Self {
        self.options.row_norm = Some(value);
        self
    }

    /// The matrix rows: in \[0, 2^20\]: d1, makes rows and coefficients matrices of d1 rows, row by row; default 0:
    /// they are vectors.
    /// `row_norm` is then a Schatten norm, of singular values. d1 divides the columns, and min(d1, d2) is at most
    /// 1024.
    /// `intercept` is 0, and the loss is not `Loss::Multinomial`.
    pub fn matrix_rows(mut self, value: i64) -> Self {
        self.options.matrix_rows = Some(value);
        self
    }

    /// The label bound: 0 or in \[1e-100, 1e30\]: Y, clips labels of regressions to \[-Y, Y\], of POISSON to \[0,
    /// Y\]; default 0: none
    pub fn label_bound(mut self, value: f64) -> Self {
        self.options.label_bound = Some(value);
        self
    }

    /// The quantile: in \[1e-9, 1 - 1e-9\]: t of `Loss::Pinball`; default 0.5
    pub fn quantile(mut self, value: f64) -> Self {
        self.options.quantile = Some(value);
        self
    }

    /// The huber width: in \[1e-30, 1e30\]: h of `Loss::Huber` and `Loss::SmoothedHinge`; default 1
    pub fn huber_width(mut self, value: f64) -> Self {
        self.options.huber_width = Some(value);
        self
    }

    /// The exponent: in \[1 + 1e-6, 2 - 1e-6\]: q of `Loss::Power`, `Loss::PowerHinge`; default 1.5
    pub fn exponent(mut self, value: f64) -> Self {
        self.options.exponent = Some(value);
        self
    }

    /// The classes: in \[0, 65536\]: K \>= 2 of `Loss::Multinomial`; default 0: not given
    pub fn classes(mut self, value: i64) -> Self {
        self.options.classes = Some(value);
        self
    }

    /// The weight bound: in \[1e-30, 1e30\]: W, clips weights to \[0, W\]; default 1. A table without weights has
    /// weight min(1, W).
    pub fn weight_bound(mut self, value: f64) -> Self {
        self.options.weight_bound = Some(value);
        self
    }

    /// The smoothing: in \[0, 1e30\]: h of the Moreau envelope of the loss; default 0
    pub fn smoothing(mut self, value: f64) -> Self {
        self.options.smoothing = Some(value);
        self
    }

    /// The unit: `Unit`; default nothing: the dataset's; records for functions
    pub fn unit(mut self, value: enums::Unit) -> Self {
        self.options.unit = Some(value);
        self
    }

    /// The min records per user: in \[0, 2^24\]: m, users with fewer records are null; at most the users' cap;
    /// default 0: none
    pub fn min_records_per_user(mut self, value: i64) -> Self {
        self.options.min_records_per_user = Some(value);
        self
    }

    /// The storage: `Storage`, of create_public: how all parts store rows; default `Storage::Dense`. Other calls
    /// refuse it
    pub fn storage(mut self, value: enums::Storage) -> Self {
        self.options.storage = Some(value);
        self
    }

    /// The lipschitz: in \[1e-100, infinity\], of `Objective::from_units`, to be set: G bounds a unit's gradient in
    /// l2
    pub fn lipschitz(mut self, value: f64) -> Self {
        self.options.lipschitz = Some(value);
        self
    }

    /// The smoothness: in \[1e-100, infinity\], of `Objective::from_units`, to be set: of a unit's gradient;
    /// infinity: not smooth
    pub fn smoothness(mut self, value: f64) -> Self {
        self.options.smoothness = Some(value);
        self
    }

    /// The strong convexity: in \[0, 1e100\], of `Objective::from_units`, to be set: of a unit's function; 0: convex
    /// alone
    pub fn strong_convexity(mut self, value: f64) -> Self {
        self.options.strong_convexity = Some(value);
        self
    }

    /// The max slope: in \[1e-100, 1e100\], of `Objective::with_loss`, to be set: bounds \|phi'\|
    pub fn max_slope(mut self, value: f64) -> Self {
        self.options.max_slope = Some(value);
        self
    }

    /// The max curvature: in \[1e-100, infinity\], of `Objective::with_loss`, to be set: bounds phi''; infinity: not
    /// smooth
    pub fn max_curvature(mut self, value: f64) -> Self {
        self.options.max_curvature = Some(value);
        self
    }
}

/// All are public parameters, fixed before the data are read.
/// A key at its default is left to the method's rule. A given value is kept.
/// `smoothing` rounds the corners of hinge, absolute and pinball losses.
/// `smoothing` is a width in units of decision values, which are those of numeric labels.
/// With `smoothing` fits by the exponential mechanism are faster: about 1 s in place of 200 s, at a width of 1, of
/// hinges
/// on 100,000 rows of 21 columns. Their mean hinge loss rose from 0.52 to 0.57, and their errors not at all.
/// `planning_radius` is how far from the start the models lie that are planned for.
/// `max_passes` = 0 stands for 1000, and for 10,000 where `Method::ExponentialMechanism` is planned by name.
/// All methods take `planning_radius`, `max_passes`, `smoothing` and `threads`.
/// dpcvx_options_get_bounds_\* reads bounds and defaults.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct PlanOptions {
    pub(crate) planning_radius: Option<f64>,
    pub(crate) max_passes: Option<f64>,
    pub(crate) smoothing: Option<f64>,
    pub(crate) threads: Option<i64>,
    pub(crate) allow_no_result: Option<bool>,
    pub(crate) steps: Option<i64>,
    pub(crate) step_size: Option<f64>,
    pub(crate) clipping_norm: Option<f64>,
    pub(crate) drop_oversized_gradients: Option<bool>,
    pub(crate) clipping: Option<enums::Clipping>,
    pub(crate) momentum: Option<f64>,
    pub(crate) tail_average_fraction: Option<f64>,
    pub(crate) batch_size: Option<f64>,
    pub(crate) noise_calibration: Option<enums::NoiseCalibration>,
    pub(crate) schedule: Option<enums::Schedule>,
    pub(crate) order: Option<enums::SgdOrder>,
    pub(crate) tolerance: Option<f64>,
    pub(crate) jacobian_fraction: Option<f64>,
    pub(crate) geometry: Option<f64>,
    pub(crate) target: Option<enums::Target>,
    pub(crate) failure_probability: Option<f64>,
    pub(crate) sampler_fraction: Option<f64>,
    pub(crate) outliers: Option<enums::Outliers>,
    pub(crate) outlier_threshold: Option<f64>,
    pub(crate) threshold_epsilon_fraction: Option<f64>,
    pub(crate) max_unstable_probability: Option<f64>,
    pub(crate) phases: Option<i64>,
    pub(crate) first_phase_fraction: Option<f64>,
}

impl PlanOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The planning radius: in \[0, 1e30\]: R, distance from the start; 0: chosen
    pub fn planning_radius(mut self, value: f64) -> Self {
        self.planning_radius = Some(value);
        self
    }

    /// The max passes: 0 or in \[1, 1e9\]: most passes that rules choose; 0 means 1000
    pub fn max_passes(mut self, value: f64) -> Self {
        self.max_passes = Some(value);
        self
    }

    /// The smoothing: in \[-1, 1e30\]: envelope's width; 0: none; negative: chosen
    pub fn smoothing(mut self, value: f64) -> Self {
        self.smoothing = Some(value);
        self
    }

    /// The threads: in \[1, 64\], default 1; results do not depend on it
    pub fn threads(mut self, value: i64) -> Self {
        self.threads = Some(value);
        self
    }

    /// True lets AUTOMATIC take methods that may return nothing
    pub fn allow_no_result(mut self, value: bool) -> Self {
        self.allow_no_result = Some(value);
        self
    }

    /// The steps: in \[0, 1e9\]: number of steps T; 0 (default): chosen
    pub fn steps(mut self, value: i64) -> Self {
        self.steps = Some(value);
        self
    }

    /// The step size: in \[0, 1e30\]: step size eta; 0 (default): chosen
    pub fn step_size(mut self, value: f64) -> Self {
        self.step_size = Some(value);
        self
    }

    /// The clipping norm: in \[0, 1e30\]: C on a unit's gradient; 0: chosen
    pub fn clipping_norm(mut self, value: f64) -> Self {
        self.clipping_norm = Some(value);
        self
    }

    /// True drops a gradient beyond C, false (default) scales it
    pub fn drop_oversized_gradients(mut self, value: bool) -> Self {
        self.drop_oversized_gradients = Some(value);
        self
    }

    /// The clipping: `Clipping`; default `Clipping::Automatic`
    pub fn clipping(mut self, value: enums::Clipping) -> Self {
        self.clipping = Some(value);
        self
    }

    /// The momentum: in \[-1, 0.9999\]: heavy ball; negative: chosen
    pub fn momentum(mut self, value: f64) -> Self {
        self.momentum = Some(value);
        self
    }

    /// The tail average fraction: in \[-1, 1\]: share of iterates averaged; -1: chosen
    pub fn tail_average_fraction(mut self, value: f64) -> Self {
        self.tail_average_fraction = Some(value);
        self
    }

    /// The batch size: in \[0, 1e15\]: expected batch, at most n; 0: chosen
    pub fn batch_size(mut self, value: f64) -> Self {
        self.batch_size = Some(value);
        self
    }

    /// The noise calibration: `NoiseCalibration`; default `NoiseCalibration::Exact`
    pub fn noise_calibration(mut self, value: enums::NoiseCalibration) -> Self {
        self.noise_calibration = Some(value);
        self
    }

    /// The schedule: `Schedule`; default `Schedule::Optimized`
    pub fn schedule(mut self, value: enums::Schedule) -> Self {
        self.schedule = Some(value);
        self
    }

    /// The order: `SgdOrder`, order of DP-SGD-Output; nothing: chosen
    pub fn order(mut self, value: enums::SgdOrder) -> Self {
        self.order = Some(value);
        self
    }

    /// The tolerance: in \[0, 1e30\]: distance of approximate minima; 0: chosen
    pub fn tolerance(mut self, value: f64) -> Self {
        self.tolerance = Some(value);
        self
    }

    /// The jacobian fraction: in \[0, 0.99\]: objective perturbation's share c; 0: chosen
    pub fn jacobian_fraction(mut self, value: f64) -> Self {
        self.jacobian_fraction = Some(value);
        self
    }

    /// The geometry: 0 or in \[1, infinity\]: p of l_p; 0: dual to rows' or 2
    pub fn geometry(mut self, value: f64) -> Self {
        self.geometry = Some(value);
        self
    }

    /// The target: `Target`; default `Target::Empirical`
    pub fn target(mut self, value: enums::Target) -> Self {
        self.target = Some(value);
        self
    }

    /// The failure probability: in \[1e-30, 0.999\]: that HIGH_PROBABILITY_RISK fails; 0.05
    pub fn failure_probability(mut self, value: f64) -> Self {
        self.failure_probability = Some(value);
        self
    }

    /// The sampler fraction: in \[1e-6, 0.5\]: sampler's share of the price's mu; 0.01
    pub fn sampler_fraction(mut self, value: f64) -> Self {
        self.sampler_fraction = Some(value);
        self
    }

    /// The outliers: `Outliers`; default `Outliers::Downweight`
    pub fn outliers(mut self, value: enums::Outliers) -> Self {
        self.outliers = Some(value);
        self
    }

    /// The outlier threshold: in \[0, 1e30\]: gamma_0, declared; 0: not declared
    pub fn outlier_threshold(mut self, value: f64) -> Self {
        self.outlier_threshold = Some(value);
        self
    }

    /// The threshold epsilon fraction: in \[0, 0.9\]: share to estimate gamma_0; 0: none
    pub fn threshold_epsilon_fraction(mut self, value: f64) -> Self {
        self.threshold_epsilon_fraction = Some(value);
        self
    }

    /// The max unstable probability: in \[1e-30, 0.999\]: that like users fail a test; 1e-4
    pub fn max_unstable_probability(mut self, value: f64) -> Self {
        self.max_unstable_probability = Some(value);
        self
    }

    /// The phases: in \[0, 64\]: number of phases; 0: chosen
    pub fn phases(mut self, value: i64) -> Self {
        self.phases = Some(value);
        self
    }

    /// The first phase fraction: in \[0.01, 0.99\]: first of STRONGLY_CONVEX_\*; 0.5
    pub fn first_phase_fraction(mut self, value: f64) -> Self {
        self.first_phase_fraction = Some(value);
        self
    }
}

impl Options for PlanOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_plan_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.planning_radius {
            keys.f64(sys::DPCVX_PLAN_OPTION_PLANNING_RADIUS, value)?;
        }
        if let Some(value) = self.max_passes {
            keys.f64(sys::DPCVX_PLAN_OPTION_MAX_PASSES, value)?;
        }
        if let Some(value) = self.smoothing {
            keys.f64(sys::DPCVX_PLAN_OPTION_SMOOTHING, value)?;
        }
        if let Some(value) = self.threads {
            keys.i64(sys::DPCVX_PLAN_OPTION_THREADS, value)?;
        }
        if let Some(value) = self.allow_no_result {
            keys.i64(sys::DPCVX_PLAN_OPTION_ALLOW_NO_RESULT, value as i64)?;
        }
        if let Some(value) = self.steps {
            keys.i64(sys::DPCVX_PLAN_OPTION_STEPS, value)?;
        }
        if let Some(value) = self.step_size {
            keys.f64(sys::DPCVX_PLAN_OPTION_STEP_SIZE, value)?;
        }
        if let Some(value) = self.clipping_norm {
            keys.f64(sys::DPCVX_PLAN_OPTION_CLIPPING_NORM, value)?;
        }
        if let Some(value) = self.drop_oversized_gradients {
            keys.i64(sys::DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS, value as i64)?;
        }
        if let Some(value) = self.clipping {
            keys.i64(sys::DPCVX_PLAN_OPTION_CLIPPING, value as i32 as i64)?;
        }
        if let Some(value) = self.momentum {
            keys.f64(sys::DPCVX_PLAN_OPTION_MOMENTUM, value)?;
        }
        if let Some(value) = self.tail_average_fraction {
            keys.f64(sys::DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, value)?;
        }
        if let Some(value) = self.batch_size {
            keys.f64(sys::DPCVX_PLAN_OPTION_BATCH_SIZE, value)?;
        }
        if let Some(value) = self.noise_calibration {
            keys.i64(sys::DPCVX_PLAN_OPTION_NOISE_CALIBRATION, value as i32 as i64)?;
        }
        if let Some(value) = self.schedule {
            keys.i64(sys::DPCVX_PLAN_OPTION_SCHEDULE, value as i32 as i64)?;
        }
        if let Some(value) = self.order {
            keys.i64(sys::DPCVX_PLAN_OPTION_ORDER, value as i32 as i64)?;
        }
        if let Some(value) = self.tolerance {
            keys.f64(sys::DPCVX_PLAN_OPTION_TOLERANCE, value)?;
        }
        if let Some(value) = self.jacobian_fraction {
            keys.f64(sys::DPCVX_PLAN_OPTION_JACOBIAN_FRACTION, value)?;
        }
        if let Some(value) = self.geometry {
            keys.f64(sys::DPCVX_PLAN_OPTION_GEOMETRY, value)?;
        }
        if let Some(value) = self.target {
            keys.i64(sys::DPCVX_PLAN_OPTION_TARGET, value as i32 as i64)?;
        }
        if let Some(value) = self.failure_probability {
            keys.f64(sys::DPCVX_PLAN_OPTION_FAILURE_PROBABILITY, value)?;
        }
        if let Some(value) = self.sampler_fraction {
            keys.f64(sys::DPCVX_PLAN_OPTION_SAMPLER_FRACTION, value)?;
        }
        if let Some(value) = self.outliers {
            keys.i64(sys::DPCVX_PLAN_OPTION_OUTLIERS, value as i32 as i64)?;
        }
        if let Some(value) = self.outlier_threshold {
            keys.f64(sys::DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD, value)?;
        }
        if let Some(value) = self.threshold_epsilon_fraction {
            keys.f64(sys::DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION, value)?;
        }
        if let Some(value) = self.max_unstable_probability {
            keys.f64(sys::DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY, value)?;
        }
        if let Some(value) = self.phases {
            keys.i64(sys::DPCVX_PLAN_OPTION_PHASES, value)?;
        }
        if let Some(value) = self.first_phase_fraction {
            keys.f64(sys::DPCVX_PLAN_OPTION_FIRST_PHASE_FRACTION, value)?;
        }
        Ok(())
    }
}

impl crate::PlanBuilder<'_> {
    /// Replaces all options.
    pub fn options(mut self, options: PlanOptions) -> Self {
        self.options = options;
        self
    }

    /// The planning radius: in \[0, 1e30\]: R, distance from the start; 0: chosen
    pub fn planning_radius(mut self, value: f64) -> Self {
        self.options.planning_radius = Some(value);
        self
    }

    /// The max passes: 0 or in \[1, 1e9\]: most passes that rules choose; 0 means 1000
    pub fn max_passes(mut self, value: f64) -> Self {
        self.options.max_passes = Some(value);
        self
    }

    /// The smoothing: in \[-1, 1e30\]: envelope's width; 0: none; negative: chosen
    pub fn smoothing(mut self, value: f64) -> Self {
        self.options.smoothing = Some(value);
        self
    }

    /// The threads: in \[1, 64\], default 1; results do not depend on it
    pub fn threads(mut self, value: i64) -> Self {
        self.options.threads = Some(value);
        self
    }

    /// True lets AUTOMATIC take methods that may return nothing
    pub fn allow_no_result(mut self, value: bool) -> Self {
        self.options.allow_no_result = Some(value);
        self
    }

    /// The steps: in \[0, 1e9\]: number of steps T; 0 (default): chosen
    pub fn steps(mut self, value: i64) -> Self {
        self.options.steps = Some(value);
        self
    }

    /// The step size: in \[0, 1e30\]: step size eta; 0 (default): chosen
    pub fn step_size(mut self, value: f64) -> Self {
        self.options.step_size = Some(value);
        self
    }

    /// The clipping norm: in \[0, 1e30\]: C on a unit's gradient; 0: chosen
    pub fn clipping_norm(mut self, value: f64) -> Self {
        self.options.clipping_norm = Some(value);
        self
    }

    /// True drops a gradient beyond C, false (default) scales it
    pub fn drop_oversized_gradients(mut self, value: bool) -> Self {
        self.options.drop_oversized_gradients = Some(value);
        self
    }

    /// The clipping: `Clipping`; default `Clipping::Automatic`
    pub fn clipping(mut self, value: enums::Clipping) -> Self {
        self.options.clipping = Some(value);
        self
    }

    /// The momentum: in \[-1, 0.9999\]: heavy ball; negative: chosen
    pub fn momentum(mut self, value: f64) -> Self {
        self.options.momentum = Some(value);
        self
    }

    /// The tail average fraction: in \[-1, 1\]: share of iterates averaged; -1: chosen
    pub fn tail_average_fraction(mut self, value: f64) -> Self {
        self.options.tail_average_fraction = Some(value);
        self
    }

    /// The batch size: in \[0, 1e15\]: expected batch, at most n; 0: chosen
    pub fn batch_size(mut self, value: f64) -> Self {
        self.options.batch_size = Some(value);
        self
    }

    /// The noise calibration: `NoiseCalibration`; default `NoiseCalibration::Exact`
    pub fn noise_calibration(mut self, value: enums::NoiseCalibration) -> Self {
        self.options.noise_calibration = Some(value);
        self
    }

    /// The schedule: `Schedule`; default `Schedule::Optimized`
    pub fn schedule(mut self, value: enums::Schedule) -> Self {
        self.options.schedule = Some(value);
        self
    }

    /// The order: `SgdOrder`, order of DP-SGD-Output; nothing: chosen
    pub fn order(mut self, value: enums::SgdOrder) -> Self {
        self.options.order = Some(value);
        self
    }

    /// The tolerance: in \[0, 1e30\]: distance of approximate minima; 0: chosen
    pub fn tolerance(mut self, value: f64) -> Self {
        self.options.tolerance = Some(value);
        self
    }

    /// The jacobian fraction: in \[0, 0.99\]: objective perturbation's share c; 0: chosen
    pub fn jacobian_fraction(mut self, value: f64) -> Self {
        self.options.jacobian_fraction = Some(value);
        self
    }

    /// The geometry: 0 or in \[1, infinity\]: p of l_p; 0: dual to rows' or 2
    pub fn geometry(mut self, value: f64) -> Self {
        self.options.geometry = Some(value);
        self
    }

    /// The target: `Target`; default `Target::Empirical`
    pub fn target(mut self, value: enums::Target) -> Self {
        self.options.target = Some(value);
        self
    }

    /// The failure probability: in \[1e-30, 0.999\]: that HIGH_PROBABILITY_RISK fails; 0.05
    pub fn failure_probability(mut self, value: f64) -> Self {
        self.options.failure_probability = Some(value);
        self
    }

    /// The sampler fraction: in \[1e-6, 0.5\]: sampler's share of the price's mu; 0.01
    pub fn sampler_fraction(mut self, value: f64) -> Self {
        self.options.sampler_fraction = Some(value);
        self
    }

    /// The outliers: `Outliers`; default `Outliers::Downweight`
    pub fn outliers(mut self, value: enums::Outliers) -> Self {
        self.options.outliers = Some(value);
        self
    }

    /// The outlier threshold: in \[0, 1e30\]: gamma_0, declared; 0: not declared
    pub fn outlier_threshold(mut self, value: f64) -> Self {
        self.options.outlier_threshold = Some(value);
        self
    }

    /// The threshold epsilon fraction: in \[0, 0.9\]: share to estimate gamma_0; 0: none
    pub fn threshold_epsilon_fraction(mut self, value: f64) -> Self {
        self.options.threshold_epsilon_fraction = Some(value);
        self
    }

    /// The max unstable probability: in \[1e-30, 0.999\]: that like users fail a test; 1e-4
    pub fn max_unstable_probability(mut self, value: f64) -> Self {
        self.options.max_unstable_probability = Some(value);
        self
    }

    /// The phases: in \[0, 64\]: number of phases; 0: chosen
    pub fn phases(mut self, value: i64) -> Self {
        self.options.phases = Some(value);
        self
    }

    /// The first phase fraction: in \[0.01, 0.99\]: first of STRONGLY_CONVEX_\*; 0.5
    pub fn first_phase_fraction(mut self, value: f64) -> Self {
        self.options.first_phase_fraction = Some(value);
        self
    }
}

/// The release options.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct ReleaseOptions {
    pub(crate) lattice_step: Option<f64>,
    pub(crate) monotonic: Option<bool>,
}

impl ReleaseOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The step h, a power of two in \[2^-1000, 2^900\]; 0 (default): chosen from sensitivity, price and n
    pub fn lattice_step(mut self, value: f64) -> Self {
        self.lattice_step = Some(value);
        self
    }

    /// True if one unit's arrival moves all scores the same way, which halves the noise of selections; default false.
    /// Other releases refuse it. So does every release under replace-one, where it is never so.
    pub fn monotonic(mut self, value: bool) -> Self {
        self.monotonic = Some(value);
        self
    }
}

impl Options for ReleaseOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_release_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.lattice_step {
            keys.f64(sys::DPCVX_RELEASE_OPTION_LATTICE_STEP, value)?;
        }
        if let Some(value) = self.monotonic {
            keys.i64(sys::DPCVX_RELEASE_OPTION_MONOTONIC, value as i64)?;
        }
        Ok(())
    }
}

impl crate::Release<'_> {
    /// Replaces all options.
    pub fn options(mut self, options: ReleaseOptions) -> Self {
        self.options = options;
        self
    }

    /// The step h, a power of two in \[2^-1000, 2^900\]; 0 (default): chosen from sensitivity, price and n
    pub fn lattice_step(mut self, value: f64) -> Self {
        self.options.lattice_step = Some(value);
        self
    }

    /// True if one unit's arrival moves all scores the same way, which halves the noise of selections; default false.
    /// Other releases refuse it. So does every release under replace-one, where it is never so.
    pub fn monotonic(mut self, value: bool) -> Self {
        self.options.monotonic = Some(value);
        self
    }
}

/// The sampler options.
/// `inverse_temperature` is for objectives. `strong_convexity`, `smoothness` and `lipschitz` are for a caller's f.
/// The other kind of sampler refuses them. src/sample/README.md says more about each.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct SamplerOptions {
    pub(crate) inverse_temperature: Option<f64>,
    pub(crate) regularizer_weight: Option<f64>,
    pub(crate) norm: Option<f64>,
    pub(crate) step_size: Option<f64>,
    pub(crate) total_variation: Option<f64>,
    pub(crate) rounds: Option<i64>,
    pub(crate) threads: Option<i64>,
    pub(crate) strong_convexity: Option<f64>,
    pub(crate) smoothness: Option<f64>,
    pub(crate) lipschitz: Option<f64>,
    pub(crate) quadratic: Option<f64>,
    pub(crate) max_passes: Option<f64>,
    pub(crate) penalty_slope: Option<f64>,
    pub(crate) gdp: Option<f64>,
    pub(crate) subsampled_rejection: Option<i64>,
    pub(crate) matrix_rows: Option<i64>,
    pub(crate) method: Option<enums::SamplerMethod>,
}

impl SamplerOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The inverse temperature: in \[1e-30, 1e30\]: k; default 1
    pub fn inverse_temperature(mut self, value: f64) -> Self {
        self.inverse_temperature = Some(value);
        self
    }

    /// The regularizer weight: in \[0, 1e30\]: c_r; default 0
    pub fn regularizer_weight(mut self, value: f64) -> Self {
        self.regularizer_weight = Some(value);
        self
    }

    /// The norm: in \[1, infinity\]: p of the regularizer; default 2
    pub fn norm(mut self, value: f64) -> Self {
        self.norm = Some(value);
        self
    }

    /// The step size: in \[0, 1e100\]: eta; 0 (default): chosen
    pub fn step_size(mut self, value: f64) -> Self {
        self.step_size = Some(value);
        self
    }

    /// The total variation: in \[1e-100, 0.5\]: chooses T; default 1e-6
    pub fn total_variation(mut self, value: f64) -> Self {
        self.total_variation = Some(value);
        self
    }

    /// The rounds: in \[0, 10^12\]: T; 0 (default): chosen, near the least
    pub fn rounds(mut self, value: i64) -> Self {
        self.rounds = Some(value);
        self
    }

    /// The threads: in \[1, 64\]: of gradient passes; the draws do not depend on it
    pub fn threads(mut self, value: i64) -> Self {
        self.threads = Some(value);
        self
    }

    /// The strong convexity: in \[0, 1e30\]: of f; default 0
    pub fn strong_convexity(mut self, value: f64) -> Self {
        self.strong_convexity = Some(value);
        self
    }

    /// The smoothness: in \[0, infinity\]: of f; default infinity: not smooth
    pub fn smoothness(mut self, value: f64) -> Self {
        self.smoothness = Some(value);
        self
    }

    /// The lipschitz: in \[0, infinity\]: of f; default infinity: none known
    pub fn lipschitz(mut self, value: f64) -> Self {
        self.lipschitz = Some(value);
        self
    }

    /// The quadratic: in \[0, 1e30\]: s, of the quadratic; default 0
    pub fn quadratic(mut self, value: f64) -> Self {
        self.quadratic = Some(value);
        self
    }

    /// The max passes: in \[0, 1e15\]: passes a draw; 0 (default): no limit
    pub fn max_passes(mut self, value: f64) -> Self {
        self.max_passes = Some(value);
        self
    }

    /// The penalty slope: in \[1e-30, infinity\]: M; default infinity: a hard domain
    pub fn penalty_slope(mut self, value: f64) -> Self {
        self.penalty_slope = Some(value);
        self
    }

    /// The gdp: 0 or in \[1e-100, 10\]: mu that chooses T instead; default 0
    pub fn gdp(mut self, value: f64) -> Self {
        self.gdp = Some(value);
        self
    }

    /// Tries by random subsets of records: 1, 0, or -1 (default) chosen
    pub fn subsampled_rejection(mut self, value: i64) -> Self {
        self.subsampled_rejection = Some(value);
        self
    }

    /// The matrix rows: in \[0, 2^28\]: rows of x as a matrix, row by row; `norm` is then a Schatten norm; 0
    /// (default): x is a vector
    pub fn matrix_rows(mut self, value: i64) -> Self {
        self.matrix_rows = Some(value);
        self
    }

    /// The method: `SamplerMethod`; default `SamplerMethod::Automatic`; of quadratics alone
    pub fn method(mut self, value: enums::SamplerMethod) -> Self {
        self.method = Some(value);
        self
    }
}

impl Options for SamplerOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_sampler_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.inverse_temperature {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE, value)?;
        }
        if let Some(value) = self.regularizer_weight {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT, value)?;
        }
        if let Some(value) = self.norm {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_NORM, value)?;
        }
        if let Some(value) = self.step_size {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_STEP_SIZE, value)?;
        }
        if let Some(value) = self.total_variation {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_TOTAL_VARIATION, value)?;
        }
        if let Some(value) = self.rounds {
            keys.i64(sys::DPCVX_SAMPLER_OPTION_ROUNDS, value)?;
        }
        if let Some(value) = self.threads {
            keys.i64(sys::DPCVX_SAMPLER_OPTION_THREADS, value)?;
        }
        if let Some(value) = self.strong_convexity {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY, value)?;
        }
        if let Some(value) = self.smoothness {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_SMOOTHNESS, value)?;
        }
        if let Some(value) = self.lipschitz {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_LIPSCHITZ, value)?;
        }
        if let Some(value) = self.quadratic {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_QUADRATIC, value)?;
        }
        if let Some(value) = self.max_passes {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_MAX_PASSES, value)?;
        }
        if let Some(value) = self.penalty_slope {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_PENALTY_SLOPE, value)?;
        }
        if let Some(value) = self.gdp {
            keys.f64(sys::DPCVX_SAMPLER_OPTION_GDP, value)?;
        }
        if let Some(value) = self.subsampled_rejection {
            keys.i64(sys::DPCVX_SAMPLER_OPTION_SUBSAMPLED_REJECTION, value)?;
        }
        if let Some(value) = self.matrix_rows {
            keys.i64(sys::DPCVX_SAMPLER_OPTION_MATRIX_ROWS, value)?;
        }
        if let Some(value) = self.method {
            keys.i64(sys::DPCVX_SAMPLER_OPTION_METHOD, value as i32 as i64)?;
        }
        Ok(())
    }
}

impl crate::SamplerBuilder<'_> {
    /// Replaces all options.
    pub fn options(mut self, options: SamplerOptions) -> Self {
        self.options = options;
        self
    }

    /// The inverse temperature: in \[1e-30, 1e30\]: k; default 1
    pub fn inverse_temperature(mut self, value: f64) -> Self {
        self.options.inverse_temperature = Some(value);
        self
    }

    /// The regularizer weight: in \[0, 1e30\]: c_r; default 0
    pub fn regularizer_weight(mut self, value: f64) -> Self {
        self.options.regularizer_weight = Some(value);
        self
    }

    /// The norm: in \[1, infinity\]: p of the regularizer; default 2
    pub fn norm(mut self, value: f64) -> Self {
        self.options.norm = Some(value);
        self
    }

    /// The step size: in \[0, 1e100\]: eta; 0 (default): chosen
    pub fn step_size(mut self, value: f64) -> Self {
        self.options.step_size = Some(value);
        self
    }

    /// The total variation: in \[1e-100, 0.5\]: chooses T; default 1e-6
    pub fn total_variation(mut self, value: f64) -> Self {
        self.options.total_variation = Some(value);
        self
    }

    /// The rounds: in \[0, 10^12\]: T; 0 (default): chosen, near the least
    pub fn rounds(mut self, value: i64) -> Self {
        self.options.rounds = Some(value);
        self
    }

    /// The threads: in \[1, 64\]: of gradient passes; the draws do not depend on it
    pub fn threads(mut self, value: i64) -> Self {
        self.options.threads = Some(value);
        self
    }

    /// The strong convexity: in \[0, 1e30\]: of f; default 0
    pub fn strong_convexity(mut self, value: f64) -> Self {
        self.options.strong_convexity = Some(value);
        self
    }

    /// The smoothness: in \[0, infinity\]: of f; default infinity: not smooth
    pub fn smoothness(mut self, value: f64) -> Self {
        self.options.smoothness = Some(value);
        self
    }

    /// The lipschitz: in \[0, infinity\]: of f; default infinity: none known
    pub fn lipschitz(mut self, value: f64) -> Self {
        self.options.lipschitz = Some(value);
        self
    }

    /// The quadratic: in \[0, 1e30\]: s, of the quadratic; default 0
    pub fn quadratic(mut self, value: f64) -> Self {
        self.options.quadratic = Some(value);
        self
    }

    /// The max passes: in \[0, 1e15\]: passes a draw; 0 (default): no limit
    pub fn max_passes(mut self, value: f64) -> Self {
        self.options.max_passes = Some(value);
        self
    }

    /// The penalty slope: in \[1e-30, infinity\]: M; default infinity: a hard domain
    pub fn penalty_slope(mut self, value: f64) -> Self {
        self.options.penalty_slope = Some(value);
        self
    }

    /// The gdp: 0 or in \[1e-100, 10\]: mu that chooses T instead; default 0
    pub fn gdp(mut self, value: f64) -> Self {
        self.options.gdp = Some(value);
        self
    }

    /// Tries by random subsets of records: 1, 0, or -1 (default) chosen
    pub fn subsampled_rejection(mut self, value: i64) -> Self {
        self.options.subsampled_rejection = Some(value);
        self
    }

    /// The matrix rows: in \[0, 2^28\]: rows of x as a matrix, row by row; `norm` is then a Schatten norm; 0
    /// (default): x is a vector
    pub fn matrix_rows(mut self, value: i64) -> Self {
        self.options.matrix_rows = Some(value);
        self
    }

    /// The method: `SamplerMethod`; default `SamplerMethod::Automatic`; of quadratics alone
    pub fn method(mut self, value: enums::SamplerMethod) -> Self {
        self.options.method = Some(value);
        self
    }
}

/// All are public parameters, fixed before the data are read.
/// A greater `inclusion` misses the best candidate less often, and leaves less to each.
/// Of 3 candidates, 0.5 leaves 0.891 of mu to each, 0.8 leaves 0.794, 0.95 leaves 0.700, and 1 leaves 0.577.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct SelectionOptions {
    pub(crate) score: Option<enums::Score>,
    pub(crate) inclusion: Option<f64>,
    pub(crate) held_out_fraction: Option<f64>,
}

impl SelectionOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The score: `Score`; default `Score::Automatic`, by the loss
    pub fn score(mut self, value: enums::Score) -> Self {
        self.score = Some(value);
        self
    }

    /// The inclusion: in \[1/64, 1\]: probability to count; default 0.8
    pub fn inclusion(mut self, value: f64) -> Self {
        self.inclusion = Some(value);
        self
    }

    /// The held out fraction: in \[0.01, 0.99\]: of units, for scores; default 0.2
    pub fn held_out_fraction(mut self, value: f64) -> Self {
        self.held_out_fraction = Some(value);
        self
    }
}

impl Options for SelectionOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_selection_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.score {
            keys.i64(sys::DPCVX_SELECTION_OPTION_SCORE, value as i32 as i64)?;
        }
        if let Some(value) = self.inclusion {
            keys.f64(sys::DPCVX_SELECTION_OPTION_INCLUSION, value)?;
        }
        if let Some(value) = self.held_out_fraction {
            keys.f64(sys::DPCVX_SELECTION_OPTION_HELD_OUT_FRACTION, value)?;
        }
        Ok(())
    }
}

impl crate::Selection<'_> {
    /// Replaces all options.
    pub fn options(mut self, options: SelectionOptions) -> Self {
        self.options = options;
        self
    }

    /// The score: `Score`; default `Score::Automatic`, by the loss
    pub fn score(mut self, value: enums::Score) -> Self {
        self.options.score = Some(value);
        self
    }

    /// The inclusion: in \[1/64, 1\]: probability to count; default 0.8
    pub fn inclusion(mut self, value: f64) -> Self {
        self.options.inclusion = Some(value);
        self
    }

    /// The held out fraction: in \[0.01, 0.99\]: of units, for scores; default 0.2
    pub fn held_out_fraction(mut self, value: f64) -> Self {
        self.options.held_out_fraction = Some(value);
        self
    }
}

/// The stability options. Losses have (alpha, L)-Hoelder subgradients: \|\|g(w) - g(v)\|\| \<= L \|\|w - v\|\|^alpha.
/// A negative value stands for unknown, and is the default if no other default is given.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct StabilityOptions {
    pub(crate) exponent: Option<f64>,
    pub(crate) holder: Option<f64>,
    pub(crate) lipschitz: Option<f64>,
    pub(crate) gradient_at_zero: Option<f64>,
    pub(crate) value_at_zero: Option<f64>,
    pub(crate) radius: Option<f64>,
    pub(crate) strong_convexity: Option<f64>,
    pub(crate) units: Option<i64>,
    pub(crate) steps: Option<i64>,
    pub(crate) step_size: Option<f64>,
    pub(crate) order: Option<enums::SgdOrder>,
    pub(crate) tail_average_fraction: Option<f64>,
    pub(crate) adjacency: Option<enums::Adjacency>,
    pub(crate) step_error: Option<f64>,
    pub(crate) step_defect: Option<f64>,
    pub(crate) oscillation: Option<f64>,
    pub(crate) generalized_linear: Option<bool>,
}

impl StabilityOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The exponent: in \[0, 1\]: alpha; default 0
    pub fn exponent(mut self, value: f64) -> Self {
        self.exponent = Some(value);
        self
    }

    /// -1 or in \[0, 1e30\]: L; if negative, 2 G at alpha = 0
    pub fn holder(mut self, value: f64) -> Self {
        self.holder = Some(value);
        self
    }

    /// -1 or in \[0, 1e30\]: G, sup \|\|g\|\|
    pub fn lipschitz(mut self, value: f64) -> Self {
        self.lipschitz = Some(value);
        self
    }

    /// -1 or in \[0, 1e30\]: M, sup \|\|g(0)\|\|
    pub fn gradient_at_zero(mut self, value: f64) -> Self {
        self.gradient_at_zero = Some(value);
        self
    }

    /// -1 or in \[0, 1e30\]: sup f(0), of losses f \>= 0
    pub fn value_at_zero(mut self, value: f64) -> Self {
        self.value_at_zero = Some(value);
        self
    }

    /// The radius: in \[0, 1e30\]: R, sup \|\|w\|\| of the domain; 0 (default): R^d
    pub fn radius(mut self, value: f64) -> Self {
        self.radius = Some(value);
        self
    }

    /// The strong convexity: in \[0, 1e30\]: l2; default 0
    pub fn strong_convexity(mut self, value: f64) -> Self {
        self.strong_convexity = Some(value);
        self
    }

    /// The units: in \[1, 10^15\]: n \>= 1, to be set
    pub fn units(mut self, value: i64) -> Self {
        self.units = Some(value);
        self
    }

    /// The steps: in \[1, 10^9\]: T \>= 1, to be set
    pub fn steps(mut self, value: i64) -> Self {
        self.steps = Some(value);
        self
    }

    /// The step size: in (0, 1e30\]: eta \> 0, to be set
    pub fn step_size(mut self, value: f64) -> Self {
        self.step_size = Some(value);
        self
    }

    /// The order: `SgdOrder`; default `SgdOrder::Sampled`
    pub fn order(mut self, value: enums::SgdOrder) -> Self {
        self.order = Some(value);
        self
    }

    /// The tail average fraction: in \[0, 1\]: the share of iterates that is averaged, the last ones, at least one;
    /// default 1
    pub fn tail_average_fraction(mut self, value: f64) -> Self {
        self.tail_average_fraction = Some(value);
        self
    }

    /// The adjacency: `Adjacency`; default `Adjacency::ReplaceOne`
    pub fn adjacency(mut self, value: enums::Adjacency) -> Self {
        self.adjacency = Some(value);
        self
    }

    /// The step error: in \[0, 1e30\]: l2 error of a computed step; default 0
    pub fn step_error(mut self, value: f64) -> Self {
        self.step_error = Some(value);
        self
    }

    /// The step defect: in \[0, 1e30\]: added to the expansion of a step; default 0
    pub fn step_defect(mut self, value: f64) -> Self {
        self.step_defect = Some(value);
        self
    }

    /// -1 or in \[0, 1e30\]: sup \|\|g(w) - g(v)\|\|; if negative, 2 G
    pub fn oscillation(mut self, value: f64) -> Self {
        self.oscillation = Some(value);
        self
    }

    /// True if a loss is a mean of functions of one inner product \<a, w\> each; default false
    pub fn generalized_linear(mut self, value: bool) -> Self {
        self.generalized_linear = Some(value);
        self
    }
}

impl Options for StabilityOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_sgd_stability_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.exponent {
            keys.f64(sys::DPCVX_STABILITY_OPTION_EXPONENT, value)?;
        }
        if let Some(value) = self.holder {
            keys.f64(sys::DPCVX_STABILITY_OPTION_HOLDER, value)?;
        }
        if let Some(value) = self.lipschitz {
            keys.f64(sys::DPCVX_STABILITY_OPTION_LIPSCHITZ, value)?;
        }
        if let Some(value) = self.gradient_at_zero {
            keys.f64(sys::DPCVX_STABILITY_OPTION_GRADIENT_AT_ZERO, value)?;
        }
        if let Some(value) = self.value_at_zero {
            keys.f64(sys::DPCVX_STABILITY_OPTION_VALUE_AT_ZERO, value)?;
        }
        if let Some(value) = self.radius {
            keys.f64(sys::DPCVX_STABILITY_OPTION_RADIUS, value)?;
        }
        if let Some(value) = self.strong_convexity {
            keys.f64(sys::DPCVX_STABILITY_OPTION_STRONG_CONVEXITY, value)?;
        }
        if let Some(value) = self.units {
            keys.i64(sys::DPCVX_STABILITY_OPTION_UNITS, value)?;
        }
        if let Some(value) = self.steps {
            keys.i64(sys::DPCVX_STABILITY_OPTION_STEPS, value)?;
        }
        if let Some(value) = self.step_size {
            keys.f64(sys::DPCVX_STABILITY_OPTION_STEP_SIZE, value)?;
        }
        if let Some(value) = self.order {
            keys.i64(sys::DPCVX_STABILITY_OPTION_ORDER, value as i32 as i64)?;
        }
        if let Some(value) = self.tail_average_fraction {
            keys.f64(sys::DPCVX_STABILITY_OPTION_TAIL_AVERAGE_FRACTION, value)?;
        }
        if let Some(value) = self.adjacency {
            keys.i64(sys::DPCVX_STABILITY_OPTION_ADJACENCY, value as i32 as i64)?;
        }
        if let Some(value) = self.step_error {
            keys.f64(sys::DPCVX_STABILITY_OPTION_STEP_ERROR, value)?;
        }
        if let Some(value) = self.step_defect {
            keys.f64(sys::DPCVX_STABILITY_OPTION_STEP_DEFECT, value)?;
        }
        if let Some(value) = self.oscillation {
            keys.f64(sys::DPCVX_STABILITY_OPTION_OSCILLATION, value)?;
        }
        if let Some(value) = self.generalized_linear {
            keys.i64(sys::DPCVX_STABILITY_OPTION_GENERALIZED_LINEAR, value as i64)?;
        }
        Ok(())
    }
}

impl crate::SgdStabilityBuilder {
    /// Replaces all options.
    pub fn options(mut self, options: StabilityOptions) -> Self {
        self.options = options;
        self
    }

    /// The exponent: in \[0, 1\]: alpha; default 0
    pub fn exponent(mut self, value: f64) -> Self {
        self.options.exponent = Some(value);
        self
    }

    /// -1 or in \[0, 1e30\]: L; if negative, 2 G at alpha = 0
    pub fn holder(mut self, value: f64) -> Self {
        self.options.holder = Some(value);
        self
    }

    /// -1 or in \[0, 1e30\]: G, sup \|\|g\|\|
    pub fn lipschitz(mut self, value: f64) -> Self {
        self.options.lipschitz = Some(value);
        self
    }

    /// -1 or in \[0, 1e30\]: M, sup \|\|g(0)\|\|
    pub fn gradient_at_zero(mut self, value: f64) -> Self {
        self.options.gradient_at_zero = Some(value);
        self
    }

    /// -1 or in \[0, 1e30\]: sup f(0), of losses f \>= 0
    pub fn value_at_zero(mut self, value: f64) -> Self {
        self.options.value_at_zero = Some(value);
        self
    }

    /// The radius: in \[0, 1e30\]: R, sup \|\|w\|\| of the domain; 0 (default): R^d
    pub fn radius(mut self, value: f64) -> Self {
        self.options.radius = Some(value);
        self
    }

    /// The strong convexity: in \[0, 1e30\]: l2; default 0
    pub fn strong_convexity(mut self, value: f64) -> Self {
        self.options.strong_convexity = Some(value);
        self
    }

    /// The units: in \[1, 10^15\]: n \>= 1, to be set
    pub fn units(mut self, value: i64) -> Self {
        self.options.units = Some(value);
        self
    }

    /// The steps: in \[1, 10^9\]: T \>= 1, to be set
    pub fn steps(mut self, value: i64) -> Self {
        self.options.steps = Some(value);
        self
    }

    /// The step size: in (0, 1e30\]: eta \> 0, to be set
    pub fn step_size(mut self, value: f64) -> Self {
        self.options.step_size = Some(value);
        self
    }

    /// The order: `SgdOrder`; default `SgdOrder::Sampled`
    pub fn order(mut self, value: enums::SgdOrder) -> Self {
        self.options.order = Some(value);
        self
    }

    /// The tail average fraction: in \[0, 1\]: the share of iterates that is averaged, the last ones, at least one;
    /// default 1
    pub fn tail_average_fraction(mut self, value: f64) -> Self {
        self.options.tail_average_fraction = Some(value);
        self
    }

    /// The adjacency: `Adjacency`; default `Adjacency::ReplaceOne`
    pub fn adjacency(mut self, value: enums::Adjacency) -> Self {
        self.options.adjacency = Some(value);
        self
    }

    /// The step error: in \[0, 1e30\]: l2 error of a computed step; default 0
    pub fn step_error(mut self, value: f64) -> Self {
        self.options.step_error = Some(value);
        self
    }

    /// The step defect: in \[0, 1e30\]: added to the expansion of a step; default 0
    pub fn step_defect(mut self, value: f64) -> Self {
        self.options.step_defect = Some(value);
        self
    }

    /// -1 or in \[0, 1e30\]: sup \|\|g(w) - g(v)\|\|; if negative, 2 G
    pub fn oscillation(mut self, value: f64) -> Self {
        self.options.oscillation = Some(value);
        self
    }

    /// True if a loss is a mean of functions of one inner product \<a, w\> each; default false
    pub fn generalized_linear(mut self, value: bool) -> Self {
        self.options.generalized_linear = Some(value);
        self
    }
}

/// The options of propose-test-release.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct TestReleaseOptions {
    pub(crate) form: Option<enums::TestReleaseForm>,
    pub(crate) level_epsilon_fraction: Option<f64>,
    pub(crate) max_score: Option<i64>,
    pub(crate) noise_mu_fraction: Option<f64>,
    pub(crate) max_calls: Option<i64>,
}

impl TestReleaseOptions {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The form: `TestReleaseForm`; default `TestReleaseForm::Exact`
    pub fn form(mut self, value: enums::TestReleaseForm) -> Self {
        self.form = Some(value);
        self
    }

    /// The level epsilon fraction: in \[0, 0.99\]: epsilon_1 / epsilon of FORM_TRUNCATED_LAPLACE; default 0: chosen
    pub fn level_epsilon_fraction(mut self, value: f64) -> Self {
        self.level_epsilon_fraction = Some(value);
        self
    }

    /// The max score: in \[0, 2^20\]: upper bound on `max_score`; default 0: chosen
    pub fn max_score(mut self, value: i64) -> Self {
        self.max_score = Some(value);
        self
    }

    /// The noise mu fraction: in \[0, 0.999\]: MU of FORM_EXACT as a share of what Gaussian noise alone has at the
    /// price; default 0: chosen
    pub fn noise_mu_fraction(mut self, value: f64) -> Self {
        self.noise_mu_fraction = Some(value);
        self
    }

    /// The max calls: in \[1, 10^12\]: calls of f by `TestedRelease::by_deletion`; default 10^6
    pub fn max_calls(mut self, value: i64) -> Self {
        self.max_calls = Some(value);
        self
    }
}

impl Options for TestReleaseOptions {
    fn create() -> Result<Keys> {
        Keys::create(sys::dpcvx_test_release_options_create)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
        if let Some(value) = self.form {
            keys.i64(sys::DPCVX_TEST_RELEASE_OPTION_FORM, value as i32 as i64)?;
        }
        if let Some(value) = self.level_epsilon_fraction {
            keys.f64(sys::DPCVX_TEST_RELEASE_OPTION_LEVEL_EPSILON_FRACTION, value)?;
        }
        if let Some(value) = self.max_score {
            keys.i64(sys::DPCVX_TEST_RELEASE_OPTION_MAX_SCORE, value)?;
        }
        if let Some(value) = self.noise_mu_fraction {
            keys.f64(sys::DPCVX_TEST_RELEASE_OPTION_NOISE_MU_FRACTION, value)?;
        }
        if let Some(value) = self.max_calls {
            keys.i64(sys::DPCVX_TEST_RELEASE_OPTION_MAX_CALLS, value)?;
        }
        Ok(())
    }
}

impl crate::TestedRelease<'_> {
    /// Replaces all options.
    pub fn options(mut self, options: TestReleaseOptions) -> Self {
        self.options = options;
        self
    }

    /// The form: `TestReleaseForm`; default `TestReleaseForm::Exact`
    pub fn form(mut self, value: enums::TestReleaseForm) -> Self {
        self.options.form = Some(value);
        self
    }

    /// The level epsilon fraction: in \[0, 0.99\]: epsilon_1 / epsilon of FORM_TRUNCATED_LAPLACE; default 0: chosen
    pub fn level_epsilon_fraction(mut self, value: f64) -> Self {
        self.options.level_epsilon_fraction = Some(value);
        self
    }

    /// The max score: in \[0, 2^20\]: upper bound on `max_score`; default 0: chosen
    pub fn max_score(mut self, value: i64) -> Self {
        self.options.max_score = Some(value);
        self
    }

    /// The noise mu fraction: in \[0, 0.999\]: MU of FORM_EXACT as a share of what Gaussian noise alone has at the
    /// price; default 0: chosen
    pub fn noise_mu_fraction(mut self, value: f64) -> Self {
        self.options.noise_mu_fraction = Some(value);
        self
    }

    /// The max calls: in \[1, 10^12\]: calls of f by `TestedRelease::by_deletion`; default 10^6
    pub fn max_calls(mut self, value: i64) -> Self {
        self.options.max_calls = Some(value);
        self
    }
}
