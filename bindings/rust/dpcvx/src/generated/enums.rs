// Written by bindings/generate/rust.py from bindings/api.json. Do not edit: "make api" writes it anew.
use crate::call::{named, Number};
use crate::error::Error;
use dpcvx_sys as sys;
use std::fmt;
use std::str::FromStr;

/// Adjacencies: which datasets are neighbours.
/// Under replace-one the number of units is public. Under add/remove it is private.
/// A formula that needs n then takes a nominal, public number from the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Adjacency {
    /// One unit's data change to anything
    ReplaceOne = sys::DPCVX_ADJACENCY_REPLACE_ONE,
    /// One unit becomes the null unit, which contributes nothing
    AddRemove = sys::DPCVX_ADJACENCY_ADD_REMOVE,
}

impl Adjacency {
    /// All of them.
    pub const ALL: &'static [Adjacency] = &[
        Adjacency::ReplaceOne,
        Adjacency::AddRemove,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Adjacency> {
        match number {
            sys::DPCVX_ADJACENCY_REPLACE_ONE => Some(Adjacency::ReplaceOne),
            sys::DPCVX_ADJACENCY_ADD_REMOVE => Some(Adjacency::AddRemove),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Adjacency::ReplaceOne => "replace_one",
            Adjacency::AddRemove => "add_remove",
        }
    }
}

impl fmt::Display for Adjacency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Adjacency {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Adjacency", name)
    }
}

impl Number for Adjacency {
    fn of(number: i32) -> Option<Adjacency> {
        Adjacency::from_number(number)
    }
}

/// Events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum AuditEvent {
    /// {score \> t}, likelier on side 1
    AboveOn1 = sys::DPCVX_AUDIT_EVENT_ABOVE_ON_1,
    /// {score \> t}, likelier on side 0
    AboveOn0 = sys::DPCVX_AUDIT_EVENT_ABOVE_ON_0,
    /// {score \<= t}, likelier on side 1
    BelowOn1 = sys::DPCVX_AUDIT_EVENT_BELOW_ON_1,
    /// {score \<= t}, likelier on side 0
    BelowOn0 = sys::DPCVX_AUDIT_EVENT_BELOW_ON_0,
}

impl AuditEvent {
    /// All of them.
    pub const ALL: &'static [AuditEvent] = &[
        AuditEvent::AboveOn1,
        AuditEvent::AboveOn0,
        AuditEvent::BelowOn1,
        AuditEvent::BelowOn0,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<AuditEvent> {
        match number {
            sys::DPCVX_AUDIT_EVENT_ABOVE_ON_1 => Some(AuditEvent::AboveOn1),
            sys::DPCVX_AUDIT_EVENT_ABOVE_ON_0 => Some(AuditEvent::AboveOn0),
            sys::DPCVX_AUDIT_EVENT_BELOW_ON_1 => Some(AuditEvent::BelowOn1),
            sys::DPCVX_AUDIT_EVENT_BELOW_ON_0 => Some(AuditEvent::BelowOn0),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            AuditEvent::AboveOn1 => "above_on_1",
            AuditEvent::AboveOn0 => "above_on_0",
            AuditEvent::BelowOn1 => "below_on_1",
            AuditEvent::BelowOn0 => "below_on_0",
        }
    }
}

impl fmt::Display for AuditEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for AuditEvent {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "AuditEvent", name)
    }
}

impl Number for AuditEvent {
    fn of(number: i32) -> Option<AuditEvent> {
        AuditEvent::from_number(number)
    }
}

/// Fields of the record of a deployment, in the caller's words. The ledger marks them as assumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum BudgetField {
    /// The time that one unit's data span, such as "one day"
    TimeSpan = sys::DPCVX_BUDGET_FIELD_TIME_SPAN,
    /// Who sees the data, such as "one curator"
    TrustModel = sys::DPCVX_BUDGET_FIELD_TRUST_MODEL,
    /// What the guarantee does not cover
    Unprotected = sys::DPCVX_BUDGET_FIELD_UNPROTECTED,
    /// Why this limit was chosen
    Rationale = sys::DPCVX_BUDGET_FIELD_RATIONALE,
}

impl BudgetField {
    /// All of them.
    pub const ALL: &'static [BudgetField] = &[
        BudgetField::TimeSpan,
        BudgetField::TrustModel,
        BudgetField::Unprotected,
        BudgetField::Rationale,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<BudgetField> {
        match number {
            sys::DPCVX_BUDGET_FIELD_TIME_SPAN => Some(BudgetField::TimeSpan),
            sys::DPCVX_BUDGET_FIELD_TRUST_MODEL => Some(BudgetField::TrustModel),
            sys::DPCVX_BUDGET_FIELD_UNPROTECTED => Some(BudgetField::Unprotected),
            sys::DPCVX_BUDGET_FIELD_RATIONALE => Some(BudgetField::Rationale),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            BudgetField::TimeSpan => "time_span",
            BudgetField::TrustModel => "trust_model",
            BudgetField::Unprotected => "unprotected",
            BudgetField::Rationale => "rationale",
        }
    }
}

impl fmt::Display for BudgetField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for BudgetField {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "BudgetField", name)
    }
}

impl Number for BudgetField {
    fn of(number: i32) -> Option<BudgetField> {
        BudgetField::from_number(number)
    }
}

/// How noisy gradient descent and noisy SGD clip a unit's gradient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Clipping {
    /// `Clipping::Adaptive` for users with losses of bounded slopes; else `Clipping::Fixed`
    Automatic = sys::DPCVX_CLIPPING_AUTOMATIC,
    /// To CLIPPING_NORM in all steps
    Fixed = sys::DPCVX_CLIPPING_FIXED,
    /// To a radius and scales by coordinate that follow earlier noisy sums
    Adaptive = sys::DPCVX_CLIPPING_ADAPTIVE,
}

impl Clipping {
    /// All of them.
    pub const ALL: &'static [Clipping] = &[
        Clipping::Automatic,
        Clipping::Fixed,
        Clipping::Adaptive,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Clipping> {
        match number {
            sys::DPCVX_CLIPPING_AUTOMATIC => Some(Clipping::Automatic),
            sys::DPCVX_CLIPPING_FIXED => Some(Clipping::Fixed),
            sys::DPCVX_CLIPPING_ADAPTIVE => Some(Clipping::Adaptive),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Clipping::Automatic => "automatic",
            Clipping::Fixed => "fixed",
            Clipping::Adaptive => "adaptive",
        }
    }
}

impl fmt::Display for Clipping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Clipping {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Clipping", name)
    }
}

impl Number for Clipping {
    fn of(number: i32) -> Option<Clipping> {
        Clipping::from_number(number)
    }
}

/// Says why a call failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// An argument is not accepted; the message names it
    Argument,
    /// Memory ran out, or a size does not fit the address space
    Nomem,
    /// The charge exceeds what is left of the budget; nothing was charged or read
    Budget,
    /// The operating system gave no random bytes
    Entropy,
    /// A computation could not reach its stated accuracy
    Numeric,
    /// The handle no longer takes this call, or not in this process (after fork)
    State,
    /// A combination that the library does not offer; the message says which it does
    Unsupported,
    /// A callback of the caller returned non-zero
    Callback,
    /// The output buffer is too small; the message says how many bytes are needed
    Capacity,
    /// The operating system gave no thread or lock
    Thread,
    /// A ledger's file could not be created, read or written; the message says why
    File,
    /// The ledger's file is open already, here or in another process
    LedgerLocked,
    /// The ledger did not go through the caller's head: an older copy, or another one
    LedgerStale,
    /// The bytes are no whole ledger: damaged, forged, cut off or of another key
    LedgerDamaged,
    /// The monitor was cancelled before the charge; nothing was charged or released
    Cancelled,
    /// A status of a newer library, by its number.
    Other(i32),
}

impl Status {
    /// The status with this number in C.
    pub fn from_number(number: i32) -> Status {
        match number {
            sys::DPCVX_ERR_ARGUMENT => Status::Argument,
            sys::DPCVX_ERR_NOMEM => Status::Nomem,
            sys::DPCVX_ERR_BUDGET => Status::Budget,
            sys::DPCVX_ERR_ENTROPY => Status::Entropy,
            sys::DPCVX_ERR_NUMERIC => Status::Numeric,
            sys::DPCVX_ERR_STATE => Status::State,
            sys::DPCVX_ERR_UNSUPPORTED => Status::Unsupported,
            sys::DPCVX_ERR_CALLBACK => Status::Callback,
            sys::DPCVX_ERR_CAPACITY => Status::Capacity,
            sys::DPCVX_ERR_THREAD => Status::Thread,
            sys::DPCVX_ERR_FILE => Status::File,
            sys::DPCVX_ERR_LEDGER_LOCKED => Status::LedgerLocked,
            sys::DPCVX_ERR_LEDGER_STALE => Status::LedgerStale,
            sys::DPCVX_ERR_LEDGER_DAMAGED => Status::LedgerDamaged,
            sys::DPCVX_ERR_CANCELLED => Status::Cancelled,
            other => Status::Other(other),
        }
    }

    /// Its number in C.
    pub fn number(self) -> i32 {
        match self {
            Status::Argument => sys::DPCVX_ERR_ARGUMENT,
            Status::Nomem => sys::DPCVX_ERR_NOMEM,
            Status::Budget => sys::DPCVX_ERR_BUDGET,
            Status::Entropy => sys::DPCVX_ERR_ENTROPY,
            Status::Numeric => sys::DPCVX_ERR_NUMERIC,
            Status::State => sys::DPCVX_ERR_STATE,
            Status::Unsupported => sys::DPCVX_ERR_UNSUPPORTED,
            Status::Callback => sys::DPCVX_ERR_CALLBACK,
            Status::Capacity => sys::DPCVX_ERR_CAPACITY,
            Status::Thread => sys::DPCVX_ERR_THREAD,
            Status::File => sys::DPCVX_ERR_FILE,
            Status::LedgerLocked => sys::DPCVX_ERR_LEDGER_LOCKED,
            Status::LedgerStale => sys::DPCVX_ERR_LEDGER_STALE,
            Status::LedgerDamaged => sys::DPCVX_ERR_LEDGER_DAMAGED,
            Status::Cancelled => sys::DPCVX_ERR_CANCELLED,
            Status::Other(number) => number,
        }
    }
}

/// Kinds of estimates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum EstimateKind {
    /// Means of columns
    Mean = sys::DPCVX_ESTIMATE_KIND_MEAN,
    /// Shares of the cells between edges
    Histogram = sys::DPCVX_ESTIMATE_KIND_HISTOGRAM,
    /// Shares of the values up to edges
    Cumulative = sys::DPCVX_ESTIMATE_KIND_CUMULATIVE,
    /// Quantiles, from a cumulative distribution
    Quantiles = sys::DPCVX_ESTIMATE_KIND_QUANTILES,
    /// Variances of columns, from means
    Variance = sys::DPCVX_ESTIMATE_KIND_VARIANCE,
    /// A mean between two quantiles, from a cumulative distribution
    TrimmedMean = sys::DPCVX_ESTIMATE_KIND_TRIMMED_MEAN,
    /// A mean of values moved to two quantiles, from the same
    WinsorizedMean = sys::DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN,
    /// The distance of two quantiles, from the same
    QuantileRange = sys::DPCVX_ESTIMATE_KIND_QUANTILE_RANGE,
}

impl EstimateKind {
    /// All of them.
    pub const ALL: &'static [EstimateKind] = &[
        EstimateKind::Mean,
        EstimateKind::Histogram,
        EstimateKind::Cumulative,
        EstimateKind::Quantiles,
        EstimateKind::Variance,
        EstimateKind::TrimmedMean,
        EstimateKind::WinsorizedMean,
        EstimateKind::QuantileRange,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<EstimateKind> {
        match number {
            sys::DPCVX_ESTIMATE_KIND_MEAN => Some(EstimateKind::Mean),
            sys::DPCVX_ESTIMATE_KIND_HISTOGRAM => Some(EstimateKind::Histogram),
            sys::DPCVX_ESTIMATE_KIND_CUMULATIVE => Some(EstimateKind::Cumulative),
            sys::DPCVX_ESTIMATE_KIND_QUANTILES => Some(EstimateKind::Quantiles),
            sys::DPCVX_ESTIMATE_KIND_VARIANCE => Some(EstimateKind::Variance),
            sys::DPCVX_ESTIMATE_KIND_TRIMMED_MEAN => Some(EstimateKind::TrimmedMean),
            sys::DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN => Some(EstimateKind::WinsorizedMean),
            sys::DPCVX_ESTIMATE_KIND_QUANTILE_RANGE => Some(EstimateKind::QuantileRange),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            EstimateKind::Mean => "mean",
            EstimateKind::Histogram => "histogram",
            EstimateKind::Cumulative => "cumulative",
            EstimateKind::Quantiles => "quantiles",
            EstimateKind::Variance => "variance",
            EstimateKind::TrimmedMean => "trimmed_mean",
            EstimateKind::WinsorizedMean => "winsorized_mean",
            EstimateKind::QuantileRange => "quantile_range",
        }
    }
}

impl fmt::Display for EstimateKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for EstimateKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "EstimateKind", name)
    }
}

impl Number for EstimateKind {
    fn of(number: i32) -> Option<EstimateKind> {
        EstimateKind::from_number(number)
    }
}

/// Noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum EvaluationNoise {
    /// The one with the lesser standard deviation at the price
    Automatic = sys::DPCVX_EVALUATION_NOISE_AUTOMATIC,
    /// Gaussian
    Gaussian = sys::DPCVX_EVALUATION_NOISE_GAUSSIAN,
    /// Laplace
    Laplace = sys::DPCVX_EVALUATION_NOISE_LAPLACE,
}

impl EvaluationNoise {
    /// All of them.
    pub const ALL: &'static [EvaluationNoise] = &[
        EvaluationNoise::Automatic,
        EvaluationNoise::Gaussian,
        EvaluationNoise::Laplace,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<EvaluationNoise> {
        match number {
            sys::DPCVX_EVALUATION_NOISE_AUTOMATIC => Some(EvaluationNoise::Automatic),
            sys::DPCVX_EVALUATION_NOISE_GAUSSIAN => Some(EvaluationNoise::Gaussian),
            sys::DPCVX_EVALUATION_NOISE_LAPLACE => Some(EvaluationNoise::Laplace),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            EvaluationNoise::Automatic => "automatic",
            EvaluationNoise::Gaussian => "gaussian",
            EvaluationNoise::Laplace => "laplace",
        }
    }
}

impl fmt::Display for EvaluationNoise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for EvaluationNoise {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "EvaluationNoise", name)
    }
}

impl Number for EvaluationNoise {
    fn of(number: i32) -> Option<EvaluationNoise> {
        EvaluationNoise::from_number(number)
    }
}

/// Filters: how charges add up. src/privacy/budget/README.md says which curves each takes.
/// For subsampled Gaussians choose the RDP filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Filter {
    /// GDP if delta \> 0, else basic
    Automatic = sys::DPCVX_FILTER_AUTOMATIC,
    /// Sums of epsilon and of delta
    Basic = sys::DPCVX_FILTER_BASIC,
    /// Sum of mu^2 (Smith and Thakurta 2022)
    Gdp = sys::DPCVX_FILTER_GDP,
    /// Sum of rho (Feldman and Zrnic 2021)
    Zcdp = sys::DPCVX_FILTER_ZCDP,
    /// Sum of Renyi epsilons at one order (Feldman and Zrnic 2021)
    Rdp = sys::DPCVX_FILTER_RDP,
}

impl Filter {
    /// All of them.
    pub const ALL: &'static [Filter] = &[
        Filter::Automatic,
        Filter::Basic,
        Filter::Gdp,
        Filter::Zcdp,
        Filter::Rdp,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Filter> {
        match number {
            sys::DPCVX_FILTER_AUTOMATIC => Some(Filter::Automatic),
            sys::DPCVX_FILTER_BASIC => Some(Filter::Basic),
            sys::DPCVX_FILTER_GDP => Some(Filter::Gdp),
            sys::DPCVX_FILTER_ZCDP => Some(Filter::Zcdp),
            sys::DPCVX_FILTER_RDP => Some(Filter::Rdp),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Filter::Automatic => "automatic",
            Filter::Basic => "basic",
            Filter::Gdp => "gdp",
            Filter::Zcdp => "zcdp",
            Filter::Rdp => "rdp",
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Filter {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Filter", name)
    }
}

impl Number for Filter {
    fn of(number: i32) -> Option<Filter> {
        Filter::from_number(number)
    }
}

/// Kinds of protocols: what is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum LocalKind {
    /// The share of each category
    Frequencies = sys::DPCVX_LOCAL_KIND_FREQUENCIES,
    /// The mean of a number
    Mean = sys::DPCVX_LOCAL_KIND_MEAN,
    /// The mean of a vector
    VectorMean = sys::DPCVX_LOCAL_KIND_VECTOR_MEAN,
}

impl LocalKind {
    /// All of them.
    pub const ALL: &'static [LocalKind] = &[
        LocalKind::Frequencies,
        LocalKind::Mean,
        LocalKind::VectorMean,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<LocalKind> {
        match number {
            sys::DPCVX_LOCAL_KIND_FREQUENCIES => Some(LocalKind::Frequencies),
            sys::DPCVX_LOCAL_KIND_MEAN => Some(LocalKind::Mean),
            sys::DPCVX_LOCAL_KIND_VECTOR_MEAN => Some(LocalKind::VectorMean),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            LocalKind::Frequencies => "frequencies",
            LocalKind::Mean => "mean",
            LocalKind::VectorMean => "vector_mean",
        }
    }
}

impl fmt::Display for LocalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for LocalKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "LocalKind", name)
    }
}

impl Number for LocalKind {
    fn of(number: i32) -> Option<LocalKind> {
        LocalKind::from_number(number)
    }
}

/// Randomizers: how a report is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum LocalRandomizer {
    /// That of the least variance
    Automatic = sys::DPCVX_LOCAL_RANDOMIZER_AUTOMATIC,
    /// Randomized response among the categories
    Response = sys::DPCVX_LOCAL_RANDOMIZER_RESPONSE,
    /// Randomized response on a hash; with 2 classes Hadamard response
    Hashing = sys::DPCVX_LOCAL_RANDOMIZER_HASHING,
    /// The value is rounded to an end of its range at random
    OneBit = sys::DPCVX_LOCAL_RANDOMIZER_ONE_BIT,
    /// Outputs near the value are more likely: the piecewise mechanism
    Window = sys::DPCVX_LOCAL_RANDOMIZER_WINDOW,
    /// PrivUnit among the vectors of a public codebook
    Codebook = sys::DPCVX_LOCAL_RANDOMIZER_CODEBOOK,
}

impl LocalRandomizer {
    /// All of them.
    pub const ALL: &'static [LocalRandomizer] = &[
        LocalRandomizer::Automatic,
        LocalRandomizer::Response,
        LocalRandomizer::Hashing,
        LocalRandomizer::OneBit,
        LocalRandomizer::Window,
        LocalRandomizer::Codebook,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<LocalRandomizer> {
        match number {
            sys::DPCVX_LOCAL_RANDOMIZER_AUTOMATIC => Some(LocalRandomizer::Automatic),
            sys::DPCVX_LOCAL_RANDOMIZER_RESPONSE => Some(LocalRandomizer::Response),
            sys::DPCVX_LOCAL_RANDOMIZER_HASHING => Some(LocalRandomizer::Hashing),
            sys::DPCVX_LOCAL_RANDOMIZER_ONE_BIT => Some(LocalRandomizer::OneBit),
            sys::DPCVX_LOCAL_RANDOMIZER_WINDOW => Some(LocalRandomizer::Window),
            sys::DPCVX_LOCAL_RANDOMIZER_CODEBOOK => Some(LocalRandomizer::Codebook),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            LocalRandomizer::Automatic => "automatic",
            LocalRandomizer::Response => "response",
            LocalRandomizer::Hashing => "hashing",
            LocalRandomizer::OneBit => "one_bit",
            LocalRandomizer::Window => "window",
            LocalRandomizer::Codebook => "codebook",
        }
    }
}

impl fmt::Display for LocalRandomizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for LocalRandomizer {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "LocalRandomizer", name)
    }
}

impl Number for LocalRandomizer {
    fn of(number: i32) -> Option<LocalRandomizer> {
        LocalRandomizer::from_number(number)
    }
}

/// Losses phi(z, b) of a label b and a decision value z = \<a, w\>. src/model/README.md has their constants.
/// The options QUANTILE, HUBER_WIDTH, EXPONENT and CLASSES set t, h, q and K. A loss without the letter refuses them.
/// The slopes of `Loss::Squared`, `Loss::Power` and `Loss::PowerHinge` grow with z. They are bounded on a bounded
/// domain only.
/// Labels of `Loss::Squared` and `Loss::Power` must be clipped besides (LABEL_BOUND).
/// POISSON requires LABEL_BOUND, Y: labels are clipped to \[0, Y\], and the loss goes on by its tangent from z = log
/// Y on.
/// Its minimiser is that of the likelihood wherever fitted rates are at most Y. Predictions are exp(min(z, log Y)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Loss {
    /// A caller's own
    Callback = sys::DPCVX_LOSS_CALLBACK,
    /// Log(1 + exp(-b z)), b in {-1, +1}
    Logistic = sys::DPCVX_LOSS_LOGISTIC,
    /// Log sum_k exp(z_k) - z_b, b in {0, ..., K - 1}
    Multinomial = sys::DPCVX_LOSS_MULTINOMIAL,
    /// Max(0, 1 - b z), b in {-1, +1}
    Hinge = sys::DPCVX_LOSS_HINGE,
    /// The hinge with its corner rounded over a width h
    SmoothedHinge = sys::DPCVX_LOSS_SMOOTHED_HINGE,
    /// (z - b)^2 / 2
    Squared = sys::DPCVX_LOSS_SQUARED,
    /// \|z - b\|
    Absolute = sys::DPCVX_LOSS_ABSOLUTE,
    /// Max(t (b - z), (1 - t) (z - b)): its minimiser is the t-quantile
    Pinball = sys::DPCVX_LOSS_PINBALL,
    /// \|z - b\| with its corner rounded over a width h
    Huber = sys::DPCVX_LOSS_HUBER,
    /// Max(0, 1 - b z)^q, 1 \< q \< 2, b in {-1, +1}
    PowerHinge = sys::DPCVX_LOSS_POWER_HINGE,
    /// \|z - b\|^q, 1 \< q \< 2
    Power = sys::DPCVX_LOSS_POWER,
    /// Exp(z) - b z - (b - b log b), counts or rates b \>= 0: half the deviance
    Poisson = sys::DPCVX_LOSS_POISSON,
}

impl Loss {
    /// All of them.
    pub const ALL: &'static [Loss] = &[
        Loss::Callback,
        Loss::Logistic,
        Loss::Multinomial,
        Loss::Hinge,
        Loss::SmoothedHinge,
        Loss::Squared,
        Loss::Absolute,
        Loss::Pinball,
        Loss::Huber,
        Loss::PowerHinge,
        Loss::Power,
        Loss::Poisson,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Loss> {
        match number {
            sys::DPCVX_LOSS_CALLBACK => Some(Loss::Callback),
            sys::DPCVX_LOSS_LOGISTIC => Some(Loss::Logistic),
            sys::DPCVX_LOSS_MULTINOMIAL => Some(Loss::Multinomial),
            sys::DPCVX_LOSS_HINGE => Some(Loss::Hinge),
            sys::DPCVX_LOSS_SMOOTHED_HINGE => Some(Loss::SmoothedHinge),
            sys::DPCVX_LOSS_SQUARED => Some(Loss::Squared),
            sys::DPCVX_LOSS_ABSOLUTE => Some(Loss::Absolute),
            sys::DPCVX_LOSS_PINBALL => Some(Loss::Pinball),
            sys::DPCVX_LOSS_HUBER => Some(Loss::Huber),
            sys::DPCVX_LOSS_POWER_HINGE => Some(Loss::PowerHinge),
            sys::DPCVX_LOSS_POWER => Some(Loss::Power),
            sys::DPCVX_LOSS_POISSON => Some(Loss::Poisson),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Loss::Callback => "callback",
            Loss::Logistic => "logistic",
            Loss::Multinomial => "multinomial",
            Loss::Hinge => "hinge",
            Loss::SmoothedHinge => "smoothed_hinge",
            Loss::Squared => "squared",
            Loss::Absolute => "absolute",
            Loss::Pinball => "pinball",
            Loss::Huber => "huber",
            Loss::PowerHinge => "power_hinge",
            Loss::Power => "power",
            Loss::Poisson => "poisson",
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Loss {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Loss", name)
    }
}

impl Number for Loss {
    fn of(number: i32) -> Option<Loss> {
        Loss::from_number(number)
    }
}

/// Methods. Each block names the room whose README explains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Method {
    /// The first of `Plan::ranking`
    Automatic = sys::DPCVX_METHOD_AUTOMATIC,
    /// Full-batch gradients, each with Gaussian noise
    NoisyGradientDescent = sys::DPCVX_METHOD_NOISY_GRADIENT_DESCENT,
    /// Gradients of random batches, each with Gaussian noise
    NoisySgd = sys::DPCVX_METHOD_NOISY_SGD,
    /// Gradients of single units, each with Gaussian noise
    DpSgdGradient = sys::DPCVX_METHOD_DP_SGD_GRADIENT,
    /// The average iterate of SGD, plus Gaussian noise
    DpSgdOutput = sys::DPCVX_METHOD_DP_SGD_OUTPUT,
    /// The minimiser of a strongly convex objective, plus noise
    OutputPerturbation = sys::DPCVX_METHOD_OUTPUT_PERTURBATION,
    /// The minimiser with a random linear term in the objective
    ObjectivePerturbation = sys::DPCVX_METHOD_OBJECTIVE_PERTURBATION,
    /// A draw from the density exp(-k (F + nu r)), r a regularizer
    ExponentialMechanism = sys::DPCVX_METHOD_EXPONENTIAL_MECHANISM,
    /// The minimiser of stable data, plus noise; nothing if not stable
    StableOutput = sys::DPCVX_METHOD_STABLE_OUTPUT,
    /// Stable outputs in phases, all data in each
    PhasedErm = sys::DPCVX_METHOD_PHASED_ERM,
    /// Stable outputs in phases, each from units of its own
    PhasedSco = sys::DPCVX_METHOD_PHASED_SCO,
    /// A stable output, then phases near it; needs l2 \> 0
    StronglyConvexErm = sys::DPCVX_METHOD_STRONGLY_CONVEX_ERM,
    /// The same on units of their own
    StronglyConvexSco = sys::DPCVX_METHOD_STRONGLY_CONVEX_SCO,
    /// Noisy gradient descent that releases its last iterate alone, no average
    LastIterate = sys::DPCVX_METHOD_LAST_ITERATE,
    /// Squared loss: noisy second moments of rows and labels, then ridge
    SufficientStatistics = sys::DPCVX_METHOD_SUFFICIENT_STATISTICS,
}

impl Method {
    /// All of them.
    pub const ALL: &'static [Method] = &[
        Method::Automatic,
        Method::NoisyGradientDescent,
        Method::NoisySgd,
        Method::DpSgdGradient,
        Method::DpSgdOutput,
        Method::OutputPerturbation,
        Method::ObjectivePerturbation,
        Method::ExponentialMechanism,
        Method::StableOutput,
        Method::PhasedErm,
        Method::PhasedSco,
        Method::StronglyConvexErm,
        Method::StronglyConvexSco,
        Method::LastIterate,
        Method::SufficientStatistics,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Method> {
        match number {
            sys::DPCVX_METHOD_AUTOMATIC => Some(Method::Automatic),
            sys::DPCVX_METHOD_NOISY_GRADIENT_DESCENT => Some(Method::NoisyGradientDescent),
            sys::DPCVX_METHOD_NOISY_SGD => Some(Method::NoisySgd),
            sys::DPCVX_METHOD_DP_SGD_GRADIENT => Some(Method::DpSgdGradient),
            sys::DPCVX_METHOD_DP_SGD_OUTPUT => Some(Method::DpSgdOutput),
            sys::DPCVX_METHOD_OUTPUT_PERTURBATION => Some(Method::OutputPerturbation),
            sys::DPCVX_METHOD_OBJECTIVE_PERTURBATION => Some(Method::ObjectivePerturbation),
            sys::DPCVX_METHOD_EXPONENTIAL_MECHANISM => Some(Method::ExponentialMechanism),
            sys::DPCVX_METHOD_STABLE_OUTPUT => Some(Method::StableOutput),
            sys::DPCVX_METHOD_PHASED_ERM => Some(Method::PhasedErm),
            sys::DPCVX_METHOD_PHASED_SCO => Some(Method::PhasedSco),
            sys::DPCVX_METHOD_STRONGLY_CONVEX_ERM => Some(Method::StronglyConvexErm),
            sys::DPCVX_METHOD_STRONGLY_CONVEX_SCO => Some(Method::StronglyConvexSco),
            sys::DPCVX_METHOD_LAST_ITERATE => Some(Method::LastIterate),
            sys::DPCVX_METHOD_SUFFICIENT_STATISTICS => Some(Method::SufficientStatistics),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Method::Automatic => "automatic",
            Method::NoisyGradientDescent => "noisy_gradient_descent",
            Method::NoisySgd => "noisy_sgd",
            Method::DpSgdGradient => "dp_sgd_gradient",
            Method::DpSgdOutput => "dp_sgd_output",
            Method::OutputPerturbation => "output_perturbation",
            Method::ObjectivePerturbation => "objective_perturbation",
            Method::ExponentialMechanism => "exponential_mechanism",
            Method::StableOutput => "stable_output",
            Method::PhasedErm => "phased_erm",
            Method::PhasedSco => "phased_sco",
            Method::StronglyConvexErm => "strongly_convex_erm",
            Method::StronglyConvexSco => "strongly_convex_sco",
            Method::LastIterate => "last_iterate",
            Method::SufficientStatistics => "sufficient_statistics",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Method {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Method", name)
    }
}

impl Number for Method {
    fn of(number: i32) -> Option<Method> {
        Method::from_number(number)
    }
}

/// Noise calibrations: which of the noises that a theorem offers a method draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum NoiseCalibration {
    /// The least that the library's own accounting allows
    Exact = sys::DPCVX_NOISE_CALIBRATION_EXACT,
    /// Of SGD's output: for a sensitivity that holds for most orders
    HighProbability = sys::DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY,
    /// The closed form of Wang, Lei, Ying and Zhang 2022
    Reference = sys::DPCVX_NOISE_CALIBRATION_REFERENCE,
}

impl NoiseCalibration {
    /// All of them.
    pub const ALL: &'static [NoiseCalibration] = &[
        NoiseCalibration::Exact,
        NoiseCalibration::HighProbability,
        NoiseCalibration::Reference,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<NoiseCalibration> {
        match number {
            sys::DPCVX_NOISE_CALIBRATION_EXACT => Some(NoiseCalibration::Exact),
            sys::DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY => Some(NoiseCalibration::HighProbability),
            sys::DPCVX_NOISE_CALIBRATION_REFERENCE => Some(NoiseCalibration::Reference),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            NoiseCalibration::Exact => "exact",
            NoiseCalibration::HighProbability => "high_probability",
            NoiseCalibration::Reference => "reference",
        }
    }
}

impl fmt::Display for NoiseCalibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for NoiseCalibration {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "NoiseCalibration", name)
    }
}

impl Number for NoiseCalibration {
    fn of(number: i32) -> Option<NoiseCalibration> {
        NoiseCalibration::from_number(number)
    }
}

/// Note
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Note {
    /// The guarantee says little: epsilon is above 10, or delta at least 1 / units
    Privacy = sys::DPCVX_NOTE_PRIVACY,
    /// Noise hides most: likely no better than a constant, or ranges are mostly noise
    Worth = sys::DPCVX_NOTE_WORTH,
    /// What the method does: noisy SGD with full batches is noisy gradient descent
    Method = sys::DPCVX_NOTE_METHOD,
}

impl Note {
    /// All of them.
    pub const ALL: &'static [Note] = &[
        Note::Privacy,
        Note::Worth,
        Note::Method,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Note> {
        match number {
            sys::DPCVX_NOTE_PRIVACY => Some(Note::Privacy),
            sys::DPCVX_NOTE_WORTH => Some(Note::Worth),
            sys::DPCVX_NOTE_METHOD => Some(Note::Method),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Note::Privacy => "privacy",
            Note::Worth => "worth",
            Note::Method => "method",
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Note {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Note", name)
    }
}

impl Number for Note {
    fn of(number: i32) -> Option<Note> {
        Note::from_number(number)
    }
}

/// Origins of a guarantee's constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Origin {
    /// The library makes it true: clipping, projection, validation
    Enforced = sys::DPCVX_ORIGIN_ENFORCED,
    /// The caller states it
    Assumed = sys::DPCVX_ORIGIN_ASSUMED,
    /// A public parameter: a size, a number of steps, a scale of noise
    Public = sys::DPCVX_ORIGIN_PUBLIC,
}

impl Origin {
    /// All of them.
    pub const ALL: &'static [Origin] = &[
        Origin::Enforced,
        Origin::Assumed,
        Origin::Public,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Origin> {
        match number {
            sys::DPCVX_ORIGIN_ENFORCED => Some(Origin::Enforced),
            sys::DPCVX_ORIGIN_ASSUMED => Some(Origin::Assumed),
            sys::DPCVX_ORIGIN_PUBLIC => Some(Origin::Public),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Enforced => "enforced",
            Origin::Assumed => "assumed",
            Origin::Public => "public",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Origin {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Origin", name)
    }
}

impl Number for Origin {
    fn of(number: i32) -> Option<Origin> {
        Origin::from_number(number)
    }
}

/// Outcomes: how long work ended. An outcome is a value of the result, not a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Outcome {
    /// The work finished
    Done = sys::DPCVX_OUTCOME_DONE,
    /// It stopped at its limit of passes
    MaxPasses = sys::DPCVX_OUTCOME_MAX_PASSES,
    /// A `Monitor` or its callback stopped it
    Cancelled = sys::DPCVX_OUTCOME_CANCELLED,
    /// The data were not stable enough: nothing more, or nothing at all, was released
    Unstable = sys::DPCVX_OUTCOME_UNSTABLE,
}

impl Outcome {
    /// All of them.
    pub const ALL: &'static [Outcome] = &[
        Outcome::Done,
        Outcome::MaxPasses,
        Outcome::Cancelled,
        Outcome::Unstable,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Outcome> {
        match number {
            sys::DPCVX_OUTCOME_DONE => Some(Outcome::Done),
            sys::DPCVX_OUTCOME_MAX_PASSES => Some(Outcome::MaxPasses),
            sys::DPCVX_OUTCOME_CANCELLED => Some(Outcome::Cancelled),
            sys::DPCVX_OUTCOME_UNSTABLE => Some(Outcome::Unstable),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Done => "done",
            Outcome::MaxPasses => "max_passes",
            Outcome::Cancelled => "cancelled",
            Outcome::Unstable => "unstable",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Outcome {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Outcome", name)
    }
}

impl Number for Outcome {
    fn of(number: i32) -> Option<Outcome> {
        Outcome::from_number(number)
    }
}

/// How stable releases keep units that may move the minimiser far from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Outliers {
    /// Lesser weights
    Downweight = sys::DPCVX_OUTLIERS_DOWNWEIGHT,
    /// Left out
    Remove = sys::DPCVX_OUTLIERS_REMOVE,
    /// All deletions certified or tried; `Method::StableOutput`, few units
    Exhaustive = sys::DPCVX_OUTLIERS_EXHAUSTIVE,
    /// Lesser weights, by gradients and Hessians at a public point
    PublicReference = sys::DPCVX_OUTLIERS_PUBLIC_REFERENCE,
}

impl Outliers {
    /// All of them.
    pub const ALL: &'static [Outliers] = &[
        Outliers::Downweight,
        Outliers::Remove,
        Outliers::Exhaustive,
        Outliers::PublicReference,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Outliers> {
        match number {
            sys::DPCVX_OUTLIERS_DOWNWEIGHT => Some(Outliers::Downweight),
            sys::DPCVX_OUTLIERS_REMOVE => Some(Outliers::Remove),
            sys::DPCVX_OUTLIERS_EXHAUSTIVE => Some(Outliers::Exhaustive),
            sys::DPCVX_OUTLIERS_PUBLIC_REFERENCE => Some(Outliers::PublicReference),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Outliers::Downweight => "downweight",
            Outliers::Remove => "remove",
            Outliers::Exhaustive => "exhaustive",
            Outliers::PublicReference => "public_reference",
        }
    }
}

impl fmt::Display for Outliers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Outliers {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Outliers", name)
    }
}

impl Number for Outliers {
    fn of(number: i32) -> Option<Outliers> {
        Outliers::from_number(number)
    }
}

/// How a quadratic is sampled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum SamplerMethod {
    /// The one of less expected time; `SamplerMethod::Proximal` where STEP_SIZE is set
    Automatic = sys::DPCVX_SAMPLER_METHOD_AUTOMATIC,
    /// Rounds of the proximal sampler
    Proximal = sys::DPCVX_SAMPLER_METHOD_PROXIMAL,
    /// Coordinates in turn
    Sweeps = sys::DPCVX_SAMPLER_METHOD_SWEEPS,
}

impl SamplerMethod {
    /// All of them.
    pub const ALL: &'static [SamplerMethod] = &[
        SamplerMethod::Automatic,
        SamplerMethod::Proximal,
        SamplerMethod::Sweeps,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<SamplerMethod> {
        match number {
            sys::DPCVX_SAMPLER_METHOD_AUTOMATIC => Some(SamplerMethod::Automatic),
            sys::DPCVX_SAMPLER_METHOD_PROXIMAL => Some(SamplerMethod::Proximal),
            sys::DPCVX_SAMPLER_METHOD_SWEEPS => Some(SamplerMethod::Sweeps),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            SamplerMethod::Automatic => "automatic",
            SamplerMethod::Proximal => "proximal",
            SamplerMethod::Sweeps => "sweeps",
        }
    }
}

impl fmt::Display for SamplerMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for SamplerMethod {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "SamplerMethod", name)
    }
}

impl Number for SamplerMethod {
    fn of(number: i32) -> Option<SamplerMethod> {
        SamplerMethod::from_number(number)
    }
}

/// Sampling: how a batch is drawn, and the adjacency under which the curve holds.
/// Add/remove budgets and accountants take curves of `Sampling::WithoutReplacement` too. A unit that is removed
/// leaves a null unit
/// in its place there, so that the number of units stays. That is one way of replacing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Sampling {
    /// Each unit independently with probability `rate`; under add/remove
    Poisson = sys::DPCVX_SAMPLING_POISSON,
    /// A uniform subset of a fixed size; under replace-one
    WithoutReplacement = sys::DPCVX_SAMPLING_WITHOUT_REPLACEMENT,
    /// As POISSON; the curve holds under replace-one
    PoissonReplaceOne = sys::DPCVX_SAMPLING_POISSON_REPLACE_ONE,
}

impl Sampling {
    /// All of them.
    pub const ALL: &'static [Sampling] = &[
        Sampling::Poisson,
        Sampling::WithoutReplacement,
        Sampling::PoissonReplaceOne,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Sampling> {
        match number {
            sys::DPCVX_SAMPLING_POISSON => Some(Sampling::Poisson),
            sys::DPCVX_SAMPLING_WITHOUT_REPLACEMENT => Some(Sampling::WithoutReplacement),
            sys::DPCVX_SAMPLING_POISSON_REPLACE_ONE => Some(Sampling::PoissonReplaceOne),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Sampling::Poisson => "poisson",
            Sampling::WithoutReplacement => "without_replacement",
            Sampling::PoissonReplaceOne => "poisson_replace_one",
        }
    }
}

impl fmt::Display for Sampling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Sampling {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Sampling", name)
    }
}

impl Number for Sampling {
    fn of(number: i32) -> Option<Sampling> {
        Sampling::from_number(number)
    }
}

/// Where T and eta come from, unless given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Schedule {
    /// The method's rule: its predicted risk is least
    Optimized = sys::DPCVX_SCHEDULE_OPTIMIZED,
    /// The method's paper: its theorems or algorithms
    Reference = sys::DPCVX_SCHEDULE_REFERENCE,
}

impl Schedule {
    /// All of them.
    pub const ALL: &'static [Schedule] = &[
        Schedule::Optimized,
        Schedule::Reference,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Schedule> {
        match number {
            sys::DPCVX_SCHEDULE_OPTIMIZED => Some(Schedule::Optimized),
            sys::DPCVX_SCHEDULE_REFERENCE => Some(Schedule::Reference),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Schedule::Optimized => "optimized",
            Schedule::Reference => "reference",
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Schedule {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Schedule", name)
    }
}

impl Number for Schedule {
    fn of(number: i32) -> Option<Schedule> {
        Schedule::from_number(number)
    }
}

/// Scores. A unit counts by the mean over its records, so that all units count alike.
/// Null records, of weight 0, are left out, and units that have no others. Other weights are not used.
/// Of a table with weights the number of units that count is private under replace-one too, and is released with
/// noise.
///
/// ```text
///   `Score::Accuracy`        share of records whose label is predicted; logistic, hinge and multinomial losses
///   `Score::LogLoss`        mean of min(-log p, L), p the probability of the label; logistic and multinomial losses
///   R2              1 - sum e / (sum t - (sum m)^2 / n); regressions
///   `Score::AbsoluteLoss`   mean of min(|y - z|, L); regressions
///   `Score::PinballLoss`    mean of min(loss, L), at the quantile of the fit; the pinball loss
/// ```
///
/// Here z is the prediction, and y the label, clipped to a public range \[c - B, c + B\]. Options set it, and L.
/// In R2, e, t and m are a unit's means of min((y - z)^2 / B^2, 1), ((y - c) / B)^2 and (y - c) / B, and n units
/// count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Score {
    /// `Score::Accuracy` of a classification, the loss of `Loss::Absolute` and `Loss::Pinball` fits, else R2
    Automatic = sys::DPCVX_SCORE_AUTOMATIC,
    /// Accuracy
    Accuracy = sys::DPCVX_SCORE_ACCURACY,
    /// Log loss
    LogLoss = sys::DPCVX_SCORE_LOG_LOSS,
    /// R2
    R2 = sys::DPCVX_SCORE_R2,
    /// Absolute loss
    AbsoluteLoss = sys::DPCVX_SCORE_ABSOLUTE_LOSS,
    /// Pinball loss
    PinballLoss = sys::DPCVX_SCORE_PINBALL_LOSS,
}

impl Score {
    /// All of them.
    pub const ALL: &'static [Score] = &[
        Score::Automatic,
        Score::Accuracy,
        Score::LogLoss,
        Score::R2,
        Score::AbsoluteLoss,
        Score::PinballLoss,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Score> {
        match number {
            sys::DPCVX_SCORE_AUTOMATIC => Some(Score::Automatic),
            sys::DPCVX_SCORE_ACCURACY => Some(Score::Accuracy),
            sys::DPCVX_SCORE_LOG_LOSS => Some(Score::LogLoss),
            sys::DPCVX_SCORE_R2 => Some(Score::R2),
            sys::DPCVX_SCORE_ABSOLUTE_LOSS => Some(Score::AbsoluteLoss),
            sys::DPCVX_SCORE_PINBALL_LOSS => Some(Score::PinballLoss),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Score::Automatic => "automatic",
            Score::Accuracy => "accuracy",
            Score::LogLoss => "log_loss",
            Score::R2 => "r2",
            Score::AbsoluteLoss => "absolute_loss",
            Score::PinballLoss => "pinball_loss",
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Score {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Score", name)
    }
}

impl Number for Score {
    fn of(number: i32) -> Option<Score> {
        Score::from_number(number)
    }
}

/// Orders in which SGD meets the units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum SgdOrder {
    /// Each pass over the units in a fresh uniform order
    Permuted = sys::DPCVX_SGD_ORDER_PERMUTED,
    /// Each step on a uniform unit, independent of the others, as in the paper
    Sampled = sys::DPCVX_SGD_ORDER_SAMPLED,
}

impl SgdOrder {
    /// All of them.
    pub const ALL: &'static [SgdOrder] = &[
        SgdOrder::Permuted,
        SgdOrder::Sampled,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<SgdOrder> {
        match number {
            sys::DPCVX_SGD_ORDER_PERMUTED => Some(SgdOrder::Permuted),
            sys::DPCVX_SGD_ORDER_SAMPLED => Some(SgdOrder::Sampled),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            SgdOrder::Permuted => "permuted",
            SgdOrder::Sampled => "sampled",
        }
    }
}

impl fmt::Display for SgdOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for SgdOrder {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "SgdOrder", name)
    }
}

impl Number for SgdOrder {
    fn of(number: i32) -> Option<SgdOrder> {
        SgdOrder::from_number(number)
    }
}

/// How the rows of a table are stored: what created it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Storage {
    /// `Dataset::new`: dense rows of doubles
    Dense = sys::DPCVX_STORAGE_DENSE,
    /// `Dataset::new`: dense rows of floats
    DenseF32 = sys::DPCVX_STORAGE_DENSE_F32,
    /// `Dataset::new`: sparse rows of doubles
    Csr = sys::DPCVX_STORAGE_CSR,
    /// `Dataset::new`: sparse rows of floats
    CsrF32 = sys::DPCVX_STORAGE_CSR_F32,
}

impl Storage {
    /// All of them.
    pub const ALL: &'static [Storage] = &[
        Storage::Dense,
        Storage::DenseF32,
        Storage::Csr,
        Storage::CsrF32,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Storage> {
        match number {
            sys::DPCVX_STORAGE_DENSE => Some(Storage::Dense),
            sys::DPCVX_STORAGE_DENSE_F32 => Some(Storage::DenseF32),
            sys::DPCVX_STORAGE_CSR => Some(Storage::Csr),
            sys::DPCVX_STORAGE_CSR_F32 => Some(Storage::CsrF32),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Storage::Dense => "dense",
            Storage::DenseF32 => "dense_f32",
            Storage::Csr => "csr",
            Storage::CsrF32 => "csr_f32",
        }
    }
}

impl fmt::Display for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Storage {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Storage", name)
    }
}

impl Number for Storage {
    fn of(number: i32) -> Option<Storage> {
        Storage::from_number(number)
    }
}

/// Whose excess risk the exponential mechanism minimises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Target {
    /// The sample's
    Empirical = sys::DPCVX_TARGET_EMPIRICAL,
    /// That of the population that the units are independent draws from
    Population = sys::DPCVX_TARGET_POPULATION,
}

impl Target {
    /// All of them.
    pub const ALL: &'static [Target] = &[
        Target::Empirical,
        Target::Population,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Target> {
        match number {
            sys::DPCVX_TARGET_EMPIRICAL => Some(Target::Empirical),
            sys::DPCVX_TARGET_POPULATION => Some(Target::Population),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Target::Empirical => "empirical",
            Target::Population => "population",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Target {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Target", name)
    }
}

impl Number for Target {
    fn of(number: i32) -> Option<Target> {
        Target::from_number(number)
    }
}

/// Forms of the law of R.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum TestReleaseForm {
    /// The worst pair of scores meets delta exactly
    Exact = sys::DPCVX_TEST_RELEASE_FORM_EXACT,
    /// A truncated discrete Laplace law, noise for the rest
    TruncatedLaplace = sys::DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE,
    /// The constants of Ghazi and others 2023
    Reference = sys::DPCVX_TEST_RELEASE_FORM_REFERENCE,
}

impl TestReleaseForm {
    /// All of them.
    pub const ALL: &'static [TestReleaseForm] = &[
        TestReleaseForm::Exact,
        TestReleaseForm::TruncatedLaplace,
        TestReleaseForm::Reference,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<TestReleaseForm> {
        match number {
            sys::DPCVX_TEST_RELEASE_FORM_EXACT => Some(TestReleaseForm::Exact),
            sys::DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE => Some(TestReleaseForm::TruncatedLaplace),
            sys::DPCVX_TEST_RELEASE_FORM_REFERENCE => Some(TestReleaseForm::Reference),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            TestReleaseForm::Exact => "exact",
            TestReleaseForm::TruncatedLaplace => "truncated_laplace",
            TestReleaseForm::Reference => "reference",
        }
    }
}

impl fmt::Display for TestReleaseForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for TestReleaseForm {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "TestReleaseForm", name)
    }
}

impl Number for TestReleaseForm {
    fn of(number: i32) -> Option<TestReleaseForm> {
        TestReleaseForm::from_number(number)
    }
}

/// Kinds of laws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum TestReleaseKind {
    /// Of `TestedRelease::point`
    Point = sys::DPCVX_TEST_RELEASE_KIND_POINT,
    /// Of `TestedRelease::family` and `TestedRelease::by_deletion`
    Family = sys::DPCVX_TEST_RELEASE_KIND_FAMILY,
}

impl TestReleaseKind {
    /// All of them.
    pub const ALL: &'static [TestReleaseKind] = &[
        TestReleaseKind::Point,
        TestReleaseKind::Family,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<TestReleaseKind> {
        match number {
            sys::DPCVX_TEST_RELEASE_KIND_POINT => Some(TestReleaseKind::Point),
            sys::DPCVX_TEST_RELEASE_KIND_FAMILY => Some(TestReleaseKind::Family),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            TestReleaseKind::Point => "point",
            TestReleaseKind::Family => "family",
        }
    }
}

impl fmt::Display for TestReleaseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for TestReleaseKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "TestReleaseKind", name)
    }
}

impl Number for TestReleaseKind {
    fn of(number: i32) -> Option<TestReleaseKind> {
        TestReleaseKind::from_number(number)
    }
}

/// Units: whose data the guarantee protects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Unit {
    /// One row
    Record = sys::DPCVX_UNIT_RECORD,
    /// All rows of one user
    User = sys::DPCVX_UNIT_USER,
}

impl Unit {
    /// All of them.
    pub const ALL: &'static [Unit] = &[
        Unit::Record,
        Unit::User,
    ];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<Unit> {
        match number {
            sys::DPCVX_UNIT_RECORD => Some(Unit::Record),
            sys::DPCVX_UNIT_USER => Some(Unit::User),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Record => "record",
            Unit::User => "user",
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for Unit {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "Unit", name)
    }
}

impl Number for Unit {
    fn of(number: i32) -> Option<Unit> {
        Unit::from_number(number)
    }
}
