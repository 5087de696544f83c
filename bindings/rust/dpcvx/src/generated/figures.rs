// Written by bindings/generate/rust.py from bindings/api.json. Do not edit: "make api" writes it anew.
use crate::call::{get_f64, get_flag, get_i64, get_known, get_optional, Result};
use crate::generated::enums;
use dpcvx_sys as sys;

// Figures of an audit.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Audit {
    /// Lower bound on epsilon at the delta of the options; at least 0
    pub fn epsilon_lower(&self) -> Result<f64> {
        let key = sys::DPCVX_AUDIT_FIGURE_EPSILON_LOWER;
        get_f64(|out, err| unsafe { sys::dpcvx_audit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Lower bound on mu, if the release is mu-GDP; at least 0
    pub fn mu_lower(&self) -> Result<f64> {
        let key = sys::DPCVX_AUDIT_FIGURE_MU_LOWER;
        get_f64(|out, err| unsafe { sys::dpcvx_audit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The threshold t of the event behind the epsilon bound
    pub fn threshold(&self) -> Result<f64> {
        let key = sys::DPCVX_AUDIT_FIGURE_THRESHOLD;
        get_f64(|out, err| unsafe { sys::dpcvx_audit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The kind of that event: `AuditEvent`
    pub fn event(&self) -> Result<enums::AuditEvent> {
        let key = sys::DPCVX_AUDIT_FIGURE_EVENT;
        get_known(|out, err| unsafe { sys::dpcvx_audit_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The threshold of the test behind the mu bound
    pub fn mu_threshold(&self) -> Result<f64> {
        let key = sys::DPCVX_AUDIT_FIGURE_MU_THRESHOLD;
        get_f64(|out, err| unsafe { sys::dpcvx_audit_get_f64(self.as_ptr(), key, out, err) })
    }
}

// Figures of a budget. What is spent is rounded up, what remains is rounded down.
// With the basic filter there is one sub-budget: MAIN_\* are its epsilons, and BASIC_\* report the same one.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Budget {
    /// The epsilon: the limit
    pub fn epsilon(&self) -> Result<f64> {
        let key = sys::DPCVX_BUDGET_FIGURE_EPSILON;
        get_f64(|out, err| unsafe { sys::dpcvx_budget_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The delta: the limit
    pub fn delta(&self) -> Result<f64> {
        let key = sys::DPCVX_BUDGET_FIGURE_DELTA;
        get_f64(|out, err| unsafe { sys::dpcvx_budget_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The main limit: in the filter's terms: mu, rho, Renyi epsilon or epsilon
    pub fn main_limit(&self) -> Result<f64> {
        let key = sys::DPCVX_BUDGET_FIGURE_MAIN_LIMIT;
        get_f64(|out, err| unsafe { sys::dpcvx_budget_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The main spent: in the same terms; for GDP the root of the sum of squares
    pub fn main_spent(&self) -> Result<f64> {
        let key = sys::DPCVX_BUDGET_FIGURE_MAIN_SPENT;
        get_f64(|out, err| unsafe { sys::dpcvx_budget_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The main remaining: in the same terms: the greatest single further charge
    pub fn main_remaining(&self) -> Result<f64> {
        let key = sys::DPCVX_BUDGET_FIGURE_MAIN_REMAINING;
        get_f64(|out, err| unsafe { sys::dpcvx_budget_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The basic epsilon remaining: of the basic sub-budget
    pub fn basic_epsilon_remaining(&self) -> Result<f64> {
        let key = sys::DPCVX_BUDGET_FIGURE_BASIC_EPSILON_REMAINING;
        get_f64(|out, err| unsafe { sys::dpcvx_budget_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The basic delta remaining: of the basic sub-budget
    pub fn basic_delta_remaining(&self) -> Result<f64> {
        let key = sys::DPCVX_BUDGET_FIGURE_BASIC_DELTA_REMAINING;
        get_f64(|out, err| unsafe { sys::dpcvx_budget_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Epsilon of the charges so far, at the limit's delta
    pub fn epsilon_spent(&self) -> Result<f64> {
        let key = sys::DPCVX_BUDGET_FIGURE_EPSILON_SPENT;
        get_f64(|out, err| unsafe { sys::dpcvx_budget_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Number of accepted charges
    pub fn charges(&self) -> Result<i64> {
        let key = sys::DPCVX_BUDGET_FIGURE_CHARGES;
        get_i64(|out, err| unsafe { sys::dpcvx_budget_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The adjacency: `Adjacency`
    pub fn adjacency(&self) -> Result<enums::Adjacency> {
        let key = sys::DPCVX_BUDGET_FIGURE_ADJACENCY;
        get_known(|out, err| unsafe { sys::dpcvx_budget_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The unit: `Unit`
    pub fn unit(&self) -> Result<enums::Unit> {
        let key = sys::DPCVX_BUDGET_FIGURE_UNIT;
        get_known(|out, err| unsafe { sys::dpcvx_budget_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The filter: `Filter`: the one in use, never automatic
    pub fn filter(&self) -> Result<enums::Filter> {
        let key = sys::DPCVX_BUDGET_FIGURE_FILTER;
        get_known(|out, err| unsafe { sys::dpcvx_budget_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The rdp order: of the RDP filter
    pub fn rdp_order(&self) -> Result<f64> {
        let key = sys::DPCVX_BUDGET_FIGURE_RDP_ORDER;
        get_f64(|out, err| unsafe { sys::dpcvx_budget_get_f64(self.as_ptr(), key, out, err) })
    }

    /// True if a deterministic source was used (NOT PRIVATE), else false
    pub fn deterministic(&self) -> Result<bool> {
        let key = sys::DPCVX_BUDGET_FIGURE_DETERMINISTIC;
        get_flag(|out, err| unsafe { sys::dpcvx_budget_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Entries of the ledger: its terms, charges and fields
    pub fn ledger_frames(&self) -> Result<i64> {
        let key = sys::DPCVX_BUDGET_FIGURE_LEDGER_FRAMES;
        get_i64(|out, err| unsafe { sys::dpcvx_budget_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The hash that chains them
    pub fn ledger_head(&self) -> Result<i64> {
        let key = sys::DPCVX_BUDGET_FIGURE_LEDGER_HEAD;
        get_i64(|out, err| unsafe { sys::dpcvx_budget_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Epsilon of one further charge of all that is left in main
    pub fn epsilon_remaining(&self) -> Result<f64> {
        let key = sys::DPCVX_BUDGET_FIGURE_EPSILON_REMAINING;
        get_f64(|out, err| unsafe { sys::dpcvx_budget_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Bytes that were cut off the end of an opened ledger
    pub fn ledger_cut_bytes(&self) -> Result<i64> {
        let key = sys::DPCVX_BUDGET_FIGURE_LEDGER_CUT_BYTES;
        get_i64(|out, err| unsafe { sys::dpcvx_budget_get_i64(self.as_ptr(), key, out, err) })
    }
}

// Figures of a coordinator.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Coordinator {
    /// The steps that are done, the number of the next
    pub fn step(&self) -> Result<i64> {
        let key = sys::DPCVX_COORDINATOR_FIGURE_STEP;
        get_i64(|out, err| unsafe { sys::dpcvx_coordinator_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The steps of the plan; of a minimiser, rounds at most
    pub fn steps(&self) -> Result<i64> {
        let key = sys::DPCVX_COORDINATOR_FIGURE_STEPS;
        get_i64(|out, err| unsafe { sys::dpcvx_coordinator_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The parts: the parts of the table
    pub fn parts(&self) -> Result<i64> {
        let key = sys::DPCVX_COORDINATOR_FIGURE_PARTS;
        get_i64(|out, err| unsafe { sys::dpcvx_coordinator_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The dimension: the coefficients
    pub fn dimension(&self) -> Result<i64> {
        let key = sys::DPCVX_COORDINATOR_FIGURE_DIMENSION;
        get_i64(|out, err| unsafe { sys::dpcvx_coordinator_get_i64(self.as_ptr(), key, out, err) })
    }
}

// Figures. All were released or are public. "Half widths" are of the ranges.
// `noise_stddev` is of an entry off the diagonal, before the mean's own noise. After more than one round it is an
// average
// over directions, as `mean_noise_stddev` is.
// `noise_norm` bounds the operator norm of the noise with probability `interval_level`, by proof: of the noise
// before the
// matrix is made positive semidefinite, which at most doubles its norm.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Covariance {
    /// The columns: the number of columns
    pub fn columns(&self) -> Result<i64> {
        let key = sys::DPCVX_COVARIANCE_FIGURE_COLUMNS;
        get_i64(|out, err| unsafe { sys::dpcvx_covariance_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The interval level: the option
    pub fn interval_level(&self) -> Result<f64> {
        let key = sys::DPCVX_COVARIANCE_FIGURE_INTERVAL_LEVEL;
        get_f64(|out, err| unsafe { sys::dpcvx_covariance_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The simultaneous: the option
    pub fn simultaneous(&self) -> Result<i64> {
        let key = sys::DPCVX_COVARIANCE_FIGURE_SIMULTANEOUS;
        get_i64(|out, err| unsafe { sys::dpcvx_covariance_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Units of the dataset; under add/remove an estimate
    pub fn units(&self) -> Result<f64> {
        let key = sys::DPCVX_COVARIANCE_FIGURE_UNITS;
        get_f64(|out, err| unsafe { sys::dpcvx_covariance_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The noise: `EvaluationNoise::Gaussian` or _LAPLACE
    pub fn noise(&self) -> Result<enums::EvaluationNoise> {
        let key = sys::DPCVX_COVARIANCE_FIGURE_NOISE;
        get_known(|out, err| unsafe { sys::dpcvx_covariance_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The noise stddev: of a covariance, in products of half widths
    pub fn noise_stddev(&self) -> Result<f64> {
        let key = sys::DPCVX_COVARIANCE_FIGURE_NOISE_STDDEV;
        get_f64(|out, err| unsafe { sys::dpcvx_covariance_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The mean noise stddev: of a mean, in half widths
    pub fn mean_noise_stddev(&self) -> Result<f64> {
        let key = sys::DPCVX_COVARIANCE_FIGURE_MEAN_NOISE_STDDEV;
        get_f64(|out, err| unsafe { sys::dpcvx_covariance_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The noise norm: in products of half widths
    pub fn noise_norm(&self) -> Result<f64> {
        let key = sys::DPCVX_COVARIANCE_FIGURE_NOISE_NORM;
        get_f64(|out, err| unsafe { sys::dpcvx_covariance_get_f64(self.as_ptr(), key, out, err) })
    }

    /// On rows in half widths: the option, or sqrt(columns)
    pub fn norm_bound(&self) -> Result<f64> {
        let key = sys::DPCVX_COVARIANCE_FIGURE_NORM_BOUND;
        get_f64(|out, err| unsafe { sys::dpcvx_covariance_get_f64(self.as_ptr(), key, out, err) })
    }

    /// How many rounds there were
    pub fn rounds(&self) -> Result<i64> {
        let key = sys::DPCVX_COVARIANCE_FIGURE_ROUNDS;
        get_i64(|out, err| unsafe { sys::dpcvx_covariance_get_i64(self.as_ptr(), key, out, err) })
    }

    /// True if intervals hold for any law, false if parametric
    pub fn proved(&self) -> Result<bool> {
        let key = sys::DPCVX_COVARIANCE_FIGURE_PROVED;
        get_flag(|out, err| unsafe { sys::dpcvx_covariance_get_i64(self.as_ptr(), key, out, err) })
    }
}

// Figures of a dataset.
// Public are the columns, the cap and, under replace-one, the number of units (records, or users if there are ids).
// Everything else is as private as the data.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Dataset {
    /// The rows: records
    pub fn rows(&self) -> Result<i64> {
        let key = sys::DPCVX_DATASET_FIGURE_ROWS;
        get_i64(|out, err| unsafe { sys::dpcvx_dataset_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The columns: columns
    pub fn columns(&self) -> Result<i64> {
        let key = sys::DPCVX_DATASET_FIGURE_COLUMNS;
        get_i64(|out, err| unsafe { sys::dpcvx_dataset_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Different users, of a table with user ids
    pub fn users(&self) -> Result<i64> {
        let key = sys::DPCVX_DATASET_FIGURE_USERS;
        get_i64(|out, err| unsafe { sys::dpcvx_dataset_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Entries stored: rows \* columns of a dense table
    pub fn stored(&self) -> Result<i64> {
        let key = sys::DPCVX_DATASET_FIGURE_STORED;
        get_i64(|out, err| unsafe { sys::dpcvx_dataset_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The cap put on the records of a user
    pub fn max_records_per_user(&self) -> Result<i64> {
        let key = sys::DPCVX_DATASET_FIGURE_MAX_RECORDS_PER_USER;
        get_i64(|out, err| unsafe { sys::dpcvx_dataset_get_i64(self.as_ptr(), key, out, err) })
    }
}

// Figures of a domain K.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Domain {
    /// The dimension: d
    pub fn dimension(&self) -> Result<i64> {
        let key = sys::DPCVX_DOMAIN_FIGURE_DIMENSION;
        get_i64(|out, err| unsafe { sys::dpcvx_domain_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Sup \|\|w\|\|_2 over K, rounded up
    pub fn radius(&self) -> Result<f64> {
        let key = sys::DPCVX_DOMAIN_FIGURE_RADIUS;
        get_f64(|out, err| unsafe { sys::dpcvx_domain_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Sup \|\|w - u\|\|_2 over K, rounded up
    pub fn diameter(&self) -> Result<f64> {
        let key = sys::DPCVX_DOMAIN_FIGURE_DIAMETER;
        get_f64(|out, err| unsafe { sys::dpcvx_domain_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Bounds the error of `Domain::project` in l2 norm
    pub fn projection_error(&self) -> Result<f64> {
        let key = sys::DPCVX_DOMAIN_FIGURE_PROJECTION_ERROR;
        get_f64(|out, err| unsafe { sys::dpcvx_domain_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Bounds E sup \<z, w\> over K, z standard normal, from above
    pub fn gaussian_width(&self) -> Result<f64> {
        let key = sys::DPCVX_DOMAIN_FIGURE_GAUSSIAN_WIDTH;
        get_f64(|out, err| unsafe { sys::dpcvx_domain_get_f64(self.as_ptr(), key, out, err) })
    }
}

// Figures of all kinds of estimates. Only robust statistics have `fraction`: of others it is `Status::Unsupported`.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Estimate {
    /// The kind: `EstimateKind`
    pub fn kind(&self) -> Result<enums::EstimateKind> {
        let key = sys::DPCVX_ESTIMATE_FIGURE_KIND;
        get_known(|out, err| unsafe { sys::dpcvx_estimate_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Cells of a distribution; 0 for means
    pub fn cells(&self) -> Result<i64> {
        let key = sys::DPCVX_ESTIMATE_FIGURE_CELLS;
        get_i64(|out, err| unsafe { sys::dpcvx_estimate_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The fraction: of values cut off at either end, by a trimmed mean and its kin
    pub fn fraction(&self) -> Result<f64> {
        let key = sys::DPCVX_ESTIMATE_FIGURE_FRACTION;
        get_f64(|out, err| unsafe { sys::dpcvx_estimate_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The count: the number of estimates
    pub fn count(&self) -> Result<i64> {
        let key = sys::DPCVX_ESTIMATE_FIGURE_COUNT;
        get_i64(|out, err| unsafe { sys::dpcvx_estimate_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The interval level: the option
    pub fn interval_level(&self) -> Result<f64> {
        let key = sys::DPCVX_ESTIMATE_FIGURE_INTERVAL_LEVEL;
        get_f64(|out, err| unsafe { sys::dpcvx_estimate_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The simultaneous: the option
    pub fn simultaneous(&self) -> Result<i64> {
        let key = sys::DPCVX_ESTIMATE_FIGURE_SIMULTANEOUS;
        get_i64(|out, err| unsafe { sys::dpcvx_estimate_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Units of the dataset; under add/remove an estimate
    pub fn units(&self) -> Result<f64> {
        let key = sys::DPCVX_ESTIMATE_FIGURE_UNITS;
        get_f64(|out, err| unsafe { sys::dpcvx_estimate_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The noise: `EvaluationNoise::Gaussian` or _LAPLACE
    pub fn noise(&self) -> Result<enums::EvaluationNoise> {
        let key = sys::DPCVX_ESTIMATE_FIGURE_NOISE;
        get_known(|out, err| unsafe { sys::dpcvx_estimate_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The noise scale: of a sum in half widths, or of a count: sigma, or Laplace's
    pub fn noise_scale(&self) -> Result<f64> {
        let key = sys::DPCVX_ESTIMATE_FIGURE_NOISE_SCALE;
        get_f64(|out, err| unsafe { sys::dpcvx_estimate_get_f64(self.as_ptr(), key, out, err) })
    }

    /// True if ranges of some columns were released, else false
    pub fn released_ranges(&self) -> Result<bool> {
        let key = sys::DPCVX_ESTIMATE_FIGURE_RELEASED_RANGES;
        get_flag(|out, err| unsafe { sys::dpcvx_estimate_get_i64(self.as_ptr(), key, out, err) })
    }
}

// Figures. All were released or are public.
// The interval \[`low`, `high`\] holds the score of these very units with probability at least `interval_level`.
// That is the score of means rounded to multiples of 2^-20 of their range.
// The noise alone is counted. Other units of the population would have another score.
// Where several fits were scored and the best was kept, the interval of the best does not hold.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Evaluation {
    /// The value: the score
    pub fn value(&self) -> Result<f64> {
        let key = sys::DPCVX_EVALUATION_FIGURE_VALUE;
        get_f64(|out, err| unsafe { sys::dpcvx_evaluation_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Low end of the interval; -infinity: R2 may be anything
    pub fn low(&self) -> Result<f64> {
        let key = sys::DPCVX_EVALUATION_FIGURE_LOW;
        get_f64(|out, err| unsafe { sys::dpcvx_evaluation_get_f64(self.as_ptr(), key, out, err) })
    }

    /// High end of the interval
    pub fn high(&self) -> Result<f64> {
        let key = sys::DPCVX_EVALUATION_FIGURE_HIGH;
        get_f64(|out, err| unsafe { sys::dpcvx_evaluation_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The interval level: the option
    pub fn interval_level(&self) -> Result<f64> {
        let key = sys::DPCVX_EVALUATION_FIGURE_INTERVAL_LEVEL;
        get_f64(|out, err| unsafe { sys::dpcvx_evaluation_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Units that count; an estimate but where all are known to
    pub fn units(&self) -> Result<f64> {
        let key = sys::DPCVX_EVALUATION_FIGURE_UNITS;
        get_f64(|out, err| unsafe { sys::dpcvx_evaluation_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The score: `Score`, never AUTOMATIC
    pub fn score(&self) -> Result<enums::Score> {
        let key = sys::DPCVX_EVALUATION_FIGURE_SCORE;
        get_known(|out, err| unsafe { sys::dpcvx_evaluation_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The noise: `EvaluationNoise::Gaussian` or _LAPLACE
    pub fn noise(&self) -> Result<enums::EvaluationNoise> {
        let key = sys::DPCVX_EVALUATION_FIGURE_NOISE;
        get_known(|out, err| unsafe { sys::dpcvx_evaluation_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The noise scale: of the noise in a sum over units: sigma, or Laplace's
    pub fn noise_scale(&self) -> Result<f64> {
        let key = sys::DPCVX_EVALUATION_FIGURE_NOISE_SCALE;
        get_f64(|out, err| unsafe { sys::dpcvx_evaluation_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The loss clip: L, of a loss
    pub fn loss_clip(&self) -> Result<f64> {
        let key = sys::DPCVX_EVALUATION_FIGURE_LOSS_CLIP;
        get_f64(|out, err| unsafe { sys::dpcvx_evaluation_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The label low: c - B, of a regression
    pub fn label_low(&self) -> Result<f64> {
        let key = sys::DPCVX_EVALUATION_FIGURE_LABEL_LOW;
        get_f64(|out, err| unsafe { sys::dpcvx_evaluation_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The label high: c + B, of a regression
    pub fn label_high(&self) -> Result<f64> {
        let key = sys::DPCVX_EVALUATION_FIGURE_LABEL_HIGH;
        get_f64(|out, err| unsafe { sys::dpcvx_evaluation_get_f64(self.as_ptr(), key, out, err) })
    }
}

// Figures of a fit. All are public.
// `epsilon` is what this fit alone spent: the least epsilon for which its guarantee is proved (`epsilon`,
// `delta`)-DP.
// It is `Guarantee::epsilon` at `delta`, rounded up, and the same for every filter of the budget.
// It covers what `FitTable::fit` released before the model. Reading it may take tens of milliseconds.
// The EPSILONs of several fits do not add up to what they spend together: dpcvx_budget_get_f64 tells that.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Fit {
    /// The epsilon that this fit spent, at `delta`
    pub fn epsilon(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_EPSILON;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The limit of the budget that was charged
    pub fn delta(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_DELTA;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The outcome: `Outcome`, how the fit ended
    pub fn outcome(&self) -> Result<enums::Outcome> {
        let key = sys::DPCVX_FIT_FIGURE_OUTCOME;
        get_known(|out, err| unsafe { sys::dpcvx_fit_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The method: `Method`
    pub fn method(&self) -> Result<enums::Method> {
        let key = sys::DPCVX_FIT_FIGURE_METHOD;
        get_known(|out, err| unsafe { sys::dpcvx_fit_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Number of coefficients, the intercept included
    pub fn dimension(&self) -> Result<i64> {
        let key = sys::DPCVX_FIT_FIGURE_DIMENSION;
        get_i64(|out, err| unsafe { sys::dpcvx_fit_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Decision values a row: 1, or the number of classes
    pub fn outputs(&self) -> Result<i64> {
        let key = sys::DPCVX_FIT_FIGURE_OUTPUTS;
        get_i64(|out, err| unsafe { sys::dpcvx_fit_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Columns of the tables it predicts for; 0: a function of units
    pub fn columns(&self) -> Result<i64> {
        let key = sys::DPCVX_FIT_FIGURE_COLUMNS;
        get_i64(|out, err| unsafe { sys::dpcvx_fit_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The loss: `Loss`; nothing for a caller's function of units
    pub fn loss(&self) -> Result<Option<enums::Loss>> {
        let key = sys::DPCVX_FIT_FIGURE_LOSS;
        get_optional(|out, err| unsafe { sys::dpcvx_fit_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The steps: steps done
    pub fn steps(&self) -> Result<i64> {
        let key = sys::DPCVX_FIT_FIGURE_STEPS;
        get_i64(|out, err| unsafe { sys::dpcvx_fit_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The step size: as the plan stated it
    pub fn step_size(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_STEP_SIZE;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The momentum: as the plan stated it
    pub fn momentum(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_MOMENTUM;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The noise stddev: as the plan stated it
    pub fn noise_stddev(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_NOISE_STDDEV;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The predicted risk: as the plan stated it
    pub fn predicted_risk(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_PREDICTED_RISK;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The typical risk: as the plan stated it
    pub fn typical_risk(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_TYPICAL_RISK;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The trivial risk: as the plan stated it
    pub fn trivial_risk(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_TRIVIAL_RISK;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The start risk: as the plan stated it
    pub fn start_risk(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_START_RISK;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// After the last step; 0: the clip was fixed
    pub fn last_clipping_radius(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_LAST_CLIPPING_RADIUS;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// About the share of units shorter than the clip lately
    pub fn unclipped_share(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_UNCLIPPED_SHARE;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// A regression's labels were clipped to \[`label_low`, `label_high`\]
    pub fn label_low(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_LABEL_LOW;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Declared, or released with the fit
    pub fn label_high(&self) -> Result<f64> {
        let key = sys::DPCVX_FIT_FIGURE_LABEL_HIGH;
        get_f64(|out, err| unsafe { sys::dpcvx_fit_get_f64(self.as_ptr(), key, out, err) })
    }
}

//
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Hypotheses {
    /// The number of hypotheses
    pub fn count(&self) -> Result<i64> {
        let key = sys::DPCVX_HYPOTHESES_FIGURE_COUNT;
        get_i64(|out, err| unsafe { sys::dpcvx_hypotheses_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The columns: entries of a record
    pub fn columns(&self) -> Result<i64> {
        let key = sys::DPCVX_HYPOTHESES_FIGURE_COLUMNS;
        get_i64(|out, err| unsafe { sys::dpcvx_hypotheses_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The contests: pairs of hypotheses
    pub fn contests(&self) -> Result<i64> {
        let key = sys::DPCVX_HYPOTHESES_FIGURE_CONTESTS;
        get_i64(|out, err| unsafe { sys::dpcvx_hypotheses_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Greatest total variation distance to a cover's family
    pub fn cover_distance(&self) -> Result<f64> {
        let key = sys::DPCVX_HYPOTHESES_FIGURE_COVER_DISTANCE;
        get_f64(|out, err| unsafe { sys::dpcvx_hypotheses_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Bound on the error of sampled probabilities, else 0
    pub fn probability_error(&self) -> Result<f64> {
        let key = sys::DPCVX_HYPOTHESES_FIGURE_PROBABILITY_ERROR;
        get_f64(|out, err| unsafe { sys::dpcvx_hypotheses_get_f64(self.as_ptr(), key, out, err) })
    }
}

// Figures. All are public.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::LocalProtocol {
    /// The kind: `LocalKind`
    pub fn kind(&self) -> Result<enums::LocalKind> {
        let key = sys::DPCVX_LOCAL_FIGURE_KIND;
        get_known(|out, err| unsafe { sys::dpcvx_local_protocol_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The randomizer: `LocalRandomizer`, never AUTOMATIC
    pub fn randomizer(&self) -> Result<enums::LocalRandomizer> {
        let key = sys::DPCVX_LOCAL_FIGURE_RANDOMIZER;
        get_known(|out, err| unsafe { sys::dpcvx_local_protocol_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The epsilon: of each report
    pub fn epsilon(&self) -> Result<f64> {
        let key = sys::DPCVX_LOCAL_FIGURE_EPSILON;
        get_f64(|out, err| unsafe { sys::dpcvx_local_protocol_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The count: of estimates: categories, 1, or the dimension
    pub fn count(&self) -> Result<i64> {
        let key = sys::DPCVX_LOCAL_FIGURE_COUNT;
        get_i64(|out, err| unsafe { sys::dpcvx_local_protocol_get_i64(self.as_ptr(), key, out, err) })
    }

    /// What a report may say, beside a codebook's seed
    pub fn outputs(&self) -> Result<i64> {
        let key = sys::DPCVX_LOCAL_FIGURE_OUTPUTS;
        get_i64(|out, err| unsafe { sys::dpcvx_local_protocol_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Outputs that a value makes more likely
    pub fn favoured(&self) -> Result<i64> {
        let key = sys::DPCVX_LOCAL_FIGURE_FAVOURED;
        get_i64(|out, err| unsafe { sys::dpcvx_local_protocol_get_i64(self.as_ptr(), key, out, err) })
    }

    /// That a report is uniform among all outputs
    pub fn replacement_probability(&self) -> Result<f64> {
        let key = sys::DPCVX_LOCAL_FIGURE_REPLACEMENT_PROBABILITY;
        get_f64(|out, err| unsafe { sys::dpcvx_local_protocol_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Greatest variance of an estimate, times the reports
    pub fn variance(&self) -> Result<f64> {
        let key = sys::DPCVX_LOCAL_FIGURE_VARIANCE;
        get_f64(|out, err| unsafe { sys::dpcvx_local_protocol_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The report bytes: of one report
    pub fn report_bytes(&self) -> Result<i64> {
        let key = sys::DPCVX_LOCAL_FIGURE_REPORT_BYTES;
        get_i64(|out, err| unsafe { sys::dpcvx_local_protocol_get_i64(self.as_ptr(), key, out, err) })
    }
}

// Constants of an objective. Infinity stands for none.
// All are public. The exception is `units` if it is not nominal: under add/remove it is private.
// B2 is the bound on rows in l2, and W that on weights. A unit's data gradient leaves out 1/n and the quadratic.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Objective {
    /// Number of coefficients, the intercept's included
    pub fn dimension(&self) -> Result<i64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_DIMENSION;
        get_i64(|out, err| unsafe { sys::dpcvx_objective_get_i64(self.as_ptr(), key, out, err) })
    }

    /// G = W B2 sup \|phi'\| bounds a unit's data gradient in l2
    pub fn lipschitz(&self) -> Result<f64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ;
        get_f64(|out, err| unsafe { sys::dpcvx_objective_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Beta = W B2^2 sup phi'' + l2, of the gradient of F
    pub fn smoothness(&self) -> Result<f64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_SMOOTHNESS;
        get_f64(|out, err| unsafe { sys::dpcvx_objective_get_f64(self.as_ptr(), key, out, err) })
    }

    /// N: nominal, or the number of units
    pub fn units(&self) -> Result<i64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_UNITS;
        get_i64(|out, err| unsafe { sys::dpcvx_objective_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Alpha in \[0, 1\]: see `holder_constant`
    pub fn holder_exponent(&self) -> Result<f64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_HOLDER_EXPONENT;
        get_f64(|out, err| unsafe { sys::dpcvx_objective_get_f64(self.as_ptr(), key, out, err) })
    }

    /// L bounds data subgradients at distance r: L r^alpha
    pub fn holder_constant(&self) -> Result<f64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_HOLDER_CONSTANT;
        get_f64(|out, err| unsafe { sys::dpcvx_objective_get_f64(self.as_ptr(), key, out, err) })
    }

    /// M bounds a unit's data gradient at w = 0
    pub fn gradient_at_zero(&self) -> Result<f64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_GRADIENT_AT_ZERO;
        get_f64(|out, err| unsafe { sys::dpcvx_objective_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The strong convexity: mu of F
    pub fn strong_convexity(&self) -> Result<f64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_STRONG_CONVEXITY;
        get_f64(|out, err| unsafe { sys::dpcvx_objective_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Sup \|\|w\|\|_2 over the domain
    pub fn radius(&self) -> Result<f64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_RADIUS;
        get_f64(|out, err| unsafe { sys::dpcvx_objective_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Decision values of a row: 1, or the number of classes
    pub fn outputs(&self) -> Result<i64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_OUTPUTS;
        get_i64(|out, err| unsafe { sys::dpcvx_objective_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The unit: `Unit`
    pub fn unit(&self) -> Result<enums::Unit> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_UNIT;
        get_known(|out, err| unsafe { sys::dpcvx_objective_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Bounds a unit's data gradient in the lp norm of ROW_NORM
    pub fn dual_lipschitz(&self) -> Result<f64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_DUAL_LIPSCHITZ;
        get_f64(|out, err| unsafe { sys::dpcvx_objective_get_f64(self.as_ptr(), key, out, err) })
    }

    /// L_0 bounds a unit's data loss at w = 0, which is \>= 0
    pub fn value_at_zero(&self) -> Result<f64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_VALUE_AT_ZERO;
        get_f64(|out, err| unsafe { sys::dpcvx_objective_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Bounds the distance of a unit's data subgradients at any w
    pub fn oscillation(&self) -> Result<f64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_OSCILLATION;
        get_f64(|out, err| unsafe { sys::dpcvx_objective_get_f64(self.as_ptr(), key, out, err) })
    }

    /// M: users with fewer are null
    pub fn min_records_per_user(&self) -> Result<i64> {
        let _turn = self.turn()?;
        let key = sys::DPCVX_OBJECTIVE_FIGURE_MIN_RECORDS_PER_USER;
        get_i64(|out, err| unsafe { sys::dpcvx_objective_get_i64(self.as_ptr(), key, out, err) })
    }
}

// Figures of a partial sum: public.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::PartialSum {
    /// The step: the step that it is for
    pub fn step(&self) -> Result<i64> {
        let key = sys::DPCVX_PARTIAL_SUM_FIGURE_STEP;
        get_i64(|out, err| unsafe { sys::dpcvx_partial_sum_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The parts: how many parts it has
    pub fn parts(&self) -> Result<i64> {
        let key = sys::DPCVX_PARTIAL_SUM_FIGURE_PARTS;
        get_i64(|out, err| unsafe { sys::dpcvx_partial_sum_get_i64(self.as_ptr(), key, out, err) })
    }

    /// True if it is sealed, false if it is open
    pub fn sealed(&self) -> Result<bool> {
        let key = sys::DPCVX_PARTIAL_SUM_FIGURE_SEALED;
        get_flag(|out, err| unsafe { sys::dpcvx_partial_sum_get_i64(self.as_ptr(), key, out, err) })
    }

    /// True if it is open for a random batch: ids differ over all parts
    pub fn random(&self) -> Result<bool> {
        let key = sys::DPCVX_PARTIAL_SUM_FIGURE_RANDOM;
        get_flag(|out, err| unsafe { sys::dpcvx_partial_sum_get_i64(self.as_ptr(), key, out, err) })
    }
}

// Figures of any method. `predicted_risk` is a worst-case bound against models within `planning_radius` of the
// start.
// Observed risk is 1 to 100 times smaller, depending on the method; of `Method::SufficientStatistics` up to 40,000
// times.
// Where gradients are clipped below their bound, `predicted_risk` leaves the clip's bias out.
// It is that of planned steps: those of `Loss::Squared` may grow (src/solve/noisy_gradient/README.md).
// Quantiles of records begin with steps of the median. `predicted_risk` is then for models near where these end.
// A `predicted_risk` of `start_risk` or more tells nothing: a model that learns nothing has a better bound.
// `typical_risk` is the excess risk on the population that a public model of data expects
// (src/solve/risk/README.md).
// `expected_seconds` is the time of a fit that a public model of passes, steps and coefficients expects of one
// thread
// (src/solve/plan/README.md). Rows count as dense, and each unit as having MIN_RECORDS_PER_USER records.
// No privacy rests on them.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::PlanFigures<'_> {
    /// True or false, of a method that does not apply too
    pub fn applies(&self) -> Result<bool> {
        let key = sys::DPCVX_PLAN_FIGURE_APPLIES;
        get_flag(|out, err| unsafe { sys::dpcvx_plan_get_i64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The method: `Method`, never AUTOMATIC
    pub fn method(&self) -> Result<enums::Method> {
        let key = sys::DPCVX_PLAN_FIGURE_METHOD;
        get_known(|out, err| unsafe { sys::dpcvx_plan_get_i64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Number of coefficients, the intercept included
    pub fn dimension(&self) -> Result<i64> {
        let key = sys::DPCVX_PLAN_FIGURE_DIMENSION;
        get_i64(|out, err| unsafe { sys::dpcvx_plan_get_i64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// N, the nominal number of units if there is one
    pub fn units(&self) -> Result<i64> {
        let key = sys::DPCVX_PLAN_FIGURE_UNITS;
        get_i64(|out, err| unsafe { sys::dpcvx_plan_get_i64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Expected on typical data; the ranking goes by it
    pub fn typical_risk(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_TYPICAL_RISK;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The trivial risk: of a constant prediction on typical data; infinity: unknown
    pub fn trivial_risk(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_TRIVIAL_RISK;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Bounds the expected excess of the average loss, any data
    pub fn predicted_risk(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_PREDICTED_RISK;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Bounds that of the model at the start; infinity: unknown
    pub fn start_risk(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_START_RISK;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Excess on the population; infinity: none is stated
    pub fn population_risk(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_POPULATION_RISK;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The planning radius: R
    pub fn planning_radius(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_PLANNING_RADIUS;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Noise in a coordinate: see the room's README
    pub fn noise_stddev(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_NOISE_STDDEV;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The sensitivity: of what the noise is added to, without the lattice
    pub fn sensitivity(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_SENSITIVITY;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Noise over that sensitivity
    pub fn noise_multiplier(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_NOISE_MULTIPLIER;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Passes over the data, expected
    pub fn passes(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_PASSES;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Time expected of a fit on one thread
    pub fn expected_seconds(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_EXPECTED_SECONDS;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Width of the Moreau envelope that the method adds; 0: none
    pub fn smoothing(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_SMOOTHING;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The steps: T; 1 for perturbations
    pub fn steps(&self) -> Result<i64> {
        let key = sys::DPCVX_PLAN_FIGURE_STEPS;
        get_i64(|out, err| unsafe { sys::dpcvx_plan_get_i64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The step size: eta
    pub fn step_size(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_STEP_SIZE;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// C; a step brings points closer by this factor or less
    pub fn contraction(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_CONTRACTION;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The momentum: of the heavy ball
    pub fn momentum(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_MOMENTUM;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Share of last iterates that is averaged
    pub fn tail_average_fraction(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_TAIL_AVERAGE_FRACTION;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The batch size: units a step, expected
    pub fn batch_size(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_BATCH_SIZE;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The batch as a share of n
    pub fn sampling_rate(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_SAMPLING_RATE;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Bound on a unit's gradient
    pub fn clipping_norm(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_CLIPPING_NORM;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The clipping: `Clipping`; if ADAPTIVE, the norm is the first
    pub fn clipping(&self) -> Result<enums::Clipping> {
        let key = sys::DPCVX_PLAN_FIGURE_CLIPPING;
        get_known(|out, err| unsafe { sys::dpcvx_plan_get_i64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The last clipping radius: of a fit with an `Clipping::Adaptive` clip; 0 in a plan
    pub fn last_clipping_radius(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_LAST_CLIPPING_RADIUS;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// About that of units at that radius; 0 in a plan
    pub fn unclipped_share(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_UNCLIPPED_SHARE;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// True drops a gradient beyond it, false scales it
    pub fn drop_oversized_gradients(&self) -> Result<bool> {
        let key = sys::DPCVX_PLAN_FIGURE_DROP_OVERSIZED_GRADIENTS;
        get_flag(|out, err| unsafe { sys::dpcvx_plan_get_i64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The order: `SgdOrder`
    pub fn order(&self) -> Result<enums::SgdOrder> {
        let key = sys::DPCVX_PLAN_FIGURE_ORDER;
        get_known(|out, err| unsafe { sys::dpcvx_plan_get_i64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The theorem's, constants left out; infinity: none
    pub fn reference_rate(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_REFERENCE_RATE;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The paper's for the same T, eta; infinity: none
    pub fn reference_noise_stddev(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_REFERENCE_NOISE_STDDEV;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Distance within which a minimiser is found; 0: none is
    pub fn tolerance(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_TOLERANCE;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Weight of the quadratic that is added, of the first phase
    pub fn added_l2(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_ADDED_L2;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The jacobian fraction: the option; 0: chosen
    pub fn jacobian_fraction(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_JACOBIAN_FRACTION;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The inverse temperature: k
    pub fn inverse_temperature(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The geometry: p
    pub fn geometry(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_GEOMETRY;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The regularizer weight: k nu, of r
    pub fn regularizer_weight(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Theta, of r over models within the radius
    pub fn regularizer_range(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_REGULARIZER_RANGE;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The strong convexity: of V, in l2
    pub fn strong_convexity(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_STRONG_CONVEXITY;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Holds with probability \>= 1 - `failure_probability`
    pub fn high_probability_risk(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_HIGH_PROBABILITY_RISK;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// With which that risk may be exceeded
    pub fn failure_probability(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_FAILURE_PROBABILITY;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The density mu: t; the density is t-GDP
    pub fn density_mu(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_DENSITY_MU;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// GDP distance of the sampler's law from the density
    pub fn sampler_mu(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_SAMPLER_MU;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// GDP distance that arithmetic adds
    pub fn arithmetic_mu(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_ARITHMETIC_MU;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The start distance: of the start from a draw, with probability \>= 1 - 2^-900
    pub fn start_distance(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_START_DISTANCE;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Scores that may pass: 0 to this less 1
    pub fn test_levels(&self) -> Result<i64> {
        let key = sys::DPCVX_PLAN_FIGURE_TEST_LEVELS;
        get_i64(|out, err| unsafe { sys::dpcvx_plan_get_i64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Gamma_0; nominal if it is estimated privately
    pub fn outlier_threshold(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_OUTLIER_THRESHOLD;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// At most, of like users; 1 or infinity: unknown
    pub fn unstable_probability(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// How far one unit of stable data moves the minimiser
    pub fn minimizer_sensitivity(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_MINIMIZER_SENSITIVITY;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The noise that output perturbation would need instead
    pub fn baseline_noise_stddev(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The phases: number of phases
    pub fn phases(&self) -> Result<i64> {
        let key = sys::DPCVX_PLAN_FIGURE_PHASES;
        get_i64(|out, err| unsafe { sys::dpcvx_plan_get_i64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Width over which weights fall from 1 to 0
    pub fn taper_width(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_TAPER_WIDTH;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// The deviation sensitivity: of distances in the last stage; 0: deletions tried
    pub fn deviation_sensitivity(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_DEVIATION_SENSITIVITY;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }

    /// Noise in a coordinate of A'y / n; `noise_stddev`: of A'A / n
    pub fn label_noise_stddev(&self) -> Result<f64> {
        let key = sys::DPCVX_PLAN_FIGURE_LABEL_NOISE_STDDEV;
        get_f64(|out, err| unsafe { sys::dpcvx_plan_get_f64(self.plan.as_ptr(), self.method as i32, key, out, err) })
    }
}

// Figures of progress.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Progress<'_> {
    /// The done: steps done
    pub fn done(&self) -> Result<i64> {
        let key = sys::DPCVX_PROGRESS_FIGURE_DONE;
        get_i64(|out, err| unsafe { sys::dpcvx_progress_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Steps in all; the limit of passes where their number is not known beforehand
    pub fn total(&self) -> Result<i64> {
        let key = sys::DPCVX_PROGRESS_FIGURE_TOTAL;
        get_i64(|out, err| unsafe { sys::dpcvx_progress_get_i64(self.as_ptr(), key, out, err) })
    }
}

// Diagnostics: what the draws so far have taken. NOT PRIVATE.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::SamplerDiagnostics<'_> {
    /// The rounds: rounds
    pub fn rounds(&self) -> Result<i64> {
        let key = sys::DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS;
        get_i64(|out, err| unsafe { sys::dpcvx_nonprivate_sampler_get_i64(self.0.as_ptr(), key, out, err) })
    }

    /// Tries of points, at least one a round; 0 of sweeps
    pub fn tries(&self) -> Result<i64> {
        let key = sys::DPCVX_SAMPLER_DIAGNOSTIC_TRIES;
        get_i64(|out, err| unsafe { sys::dpcvx_nonprivate_sampler_get_i64(self.0.as_ptr(), key, out, err) })
    }

    /// Tries of single coordinates, at walls and for r
    pub fn entry_tries(&self) -> Result<i64> {
        let key = sys::DPCVX_SAMPLER_DIAGNOSTIC_ENTRY_TRIES;
        get_i64(|out, err| unsafe { sys::dpcvx_nonprivate_sampler_get_i64(self.0.as_ptr(), key, out, err) })
    }

    /// Gradients of V; 0 of sweeps
    pub fn tangents(&self) -> Result<i64> {
        let key = sys::DPCVX_SAMPLER_DIAGNOSTIC_TANGENTS;
        get_i64(|out, err| unsafe { sys::dpcvx_nonprivate_sampler_get_i64(self.0.as_ptr(), key, out, err) })
    }

    /// Passes over the data (records read / all records); calls of f; 0 of quadratics
    pub fn passes(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_DIAGNOSTIC_PASSES;
        get_f64(|out, err| unsafe { sys::dpcvx_nonprivate_sampler_get_f64(self.0.as_ptr(), key, out, err) })
    }

    /// How far f fell below its tangents; 0: as declared
    pub fn below_tangent(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_DIAGNOSTIC_BELOW_TANGENT;
        get_f64(|out, err| unsafe { sys::dpcvx_nonprivate_sampler_get_f64(self.0.as_ptr(), key, out, err) })
    }
}

// Figures of the certificate, known before anything is drawn. Infinity stands for unknown.
// "law" is the law of a draw, x_0 the start, and x a point of the target.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::Sampler {
    /// The strong convexity: kappa, of V in l2
    pub fn strong_convexity(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The step size: eta
    pub fn step_size(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_STEP_SIZE;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// W: W^2 \>= E \|\|x - x_0\|\|^2
    pub fn distance(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_DISTANCE;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The rounds: T: rounds, or sweeps
    pub fn rounds(&self) -> Result<i64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_ROUNDS;
        get_i64(|out, err| unsafe { sys::dpcvx_sampler_get_i64(self.as_ptr(), key, out, err) })
    }

    /// KL(law \|\| target), of exact arithmetic
    pub fn kl(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_KL;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Total variation, of exact arithmetic
    pub fn total_variation(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Mu of law and target, of exact arithmetic, except for 2^-900
    pub fn gdp(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_GDP;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// What rounding adds, hard walls included
    pub fn arithmetic_total_variation(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// What rounding adds to `gdp`; `boundary_total_variation` apart
    pub fn arithmetic_gdp(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_ARITHMETIC_GDP;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The dimension: d
    pub fn dimension(&self) -> Result<i64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_DIMENSION;
        get_i64(|out, err| unsafe { sys::dpcvx_sampler_get_i64(self.as_ptr(), key, out, err) })
    }

    /// H, a power of two. Draws of rounds are multiples of h. Entry j of draws of sweeps is a rounded multiple of
    /// h / sqrt(H_jj + s).
    pub fn lattice_step(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_LATTICE_STEP;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// W': \|\|x - x_0\|\| \<= W' except with probability 2^-900
    pub fn far_distance(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_FAR_DISTANCE;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Total variation of rounding next to a hard wall
    pub fn boundary_total_variation(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_BOUNDARY_TOTAL_VARIATION;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// True: these figures are public if start and options are. 0 of functions and quadratics: they may be private
    pub fn public(&self) -> Result<bool> {
        let key = sys::DPCVX_SAMPLER_FIGURE_PUBLIC;
        get_flag(|out, err| unsafe { sys::dpcvx_sampler_get_i64(self.as_ptr(), key, out, err) })
    }

    /// The method: `SamplerMethod`: what draws; `step_size` of sweeps is 0
    pub fn method(&self) -> Result<enums::SamplerMethod> {
        let key = sys::DPCVX_SAMPLER_FIGURE_METHOD;
        get_known(|out, err| unsafe { sys::dpcvx_sampler_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Bound on the expected tries of a coordinate of sweeps, or of a block; infinity: not known, as for rounds
    pub fn max_tries(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_MAX_TRIES;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The expected seconds: of a draw from a quadratic, estimated on a core of 2 GHz
    pub fn expected_seconds(&self) -> Result<f64> {
        let key = sys::DPCVX_SAMPLER_FIGURE_EXPECTED_SECONDS;
        get_f64(|out, err| unsafe { sys::dpcvx_sampler_get_f64(self.as_ptr(), key, out, err) })
    }
}

// Figures of a law.
// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.
impl crate::TestReleaseLaw {
    /// The greatest score that may pass
    pub fn max_score(&self) -> Result<i64> {
        let key = sys::DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE;
        get_i64(|out, err| unsafe { sys::dpcvx_test_release_law_get_i64(self.as_ptr(), key, out, err) })
    }

    /// Distance / (standard deviation of the noise)
    pub fn mu(&self) -> Result<f64> {
        let key = sys::DPCVX_TEST_RELEASE_FIGURE_MU;
        get_f64(|out, err| unsafe { sys::dpcvx_test_release_law_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The epsilon: as it was asked for
    pub fn epsilon(&self) -> Result<f64> {
        let key = sys::DPCVX_TEST_RELEASE_FIGURE_EPSILON;
        get_f64(|out, err| unsafe { sys::dpcvx_test_release_law_get_f64(self.as_ptr(), key, out, err) })
    }

    /// What is proved, at most what was asked for; rounded up
    pub fn delta(&self) -> Result<f64> {
        let key = sys::DPCVX_TEST_RELEASE_FIGURE_DELTA;
        get_f64(|out, err| unsafe { sys::dpcvx_test_release_law_get_f64(self.as_ptr(), key, out, err) })
    }

    /// The probability that a score of `max_score` passes
    pub fn min_pass_probability(&self) -> Result<f64> {
        let key = sys::DPCVX_TEST_RELEASE_FIGURE_MIN_PASS_PROBABILITY;
        get_f64(|out, err| unsafe { sys::dpcvx_test_release_law_get_f64(self.as_ptr(), key, out, err) })
    }

    /// Epsilon_1 / epsilon; not of FORM_EXACT
    pub fn level_epsilon_fraction(&self) -> Result<f64> {
        let key = sys::DPCVX_TEST_RELEASE_FIGURE_LEVEL_EPSILON_FRACTION;
        get_f64(|out, err| unsafe { sys::dpcvx_test_release_law_get_f64(self.as_ptr(), key, out, err) })
    }
}
