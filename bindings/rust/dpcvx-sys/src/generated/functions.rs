// Written by bindings/generate/rust.py from bindings/api.json. Do not edit: "make api" writes it anew.
use std::marker::{PhantomData, PhantomPinned};
use std::os::raw::{c_char, c_void};

/// Holds the error of a call. The caller owns it and the library fills it. This layout is frozen.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dpcvx_error {
    pub code: i32,
    pub message: [c_char; 508],
}

/// Answers a stream of queries: is each above a public threshold? It stops after a number of positive answers.
/// It is above-threshold, the sparse vector technique: epsilon-DP for all answers together.
/// Sources: Dwork and Roth 2014, Algorithm 1; Lyu, Su and Li 2017, Algorithm 1.
/// Threads: a stream belongs to one thread at a time.
/// Processes: a stream works in the process that created it. In a child after fork() queries are DPCVX_ERR_STATE.
/// Two processes would answer from the same noisy threshold, and twice as often as was charged.
#[repr(C)]
pub struct dpcvx_above_threshold {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds events and what they share: adjacency (DPCVX_ADJACENCY_\*) and unit (DPCVX_UNIT_\*).
#[repr(C)]
pub struct dpcvx_accountant {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds the bounds that an audit found.
#[repr(C)]
pub struct dpcvx_audit {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds a ledger with a hard (epsilon, delta) limit.
/// Every release charges a budget before it reads the data. A charge that does not fit is refused.
/// The limit also holds if later releases are chosen after earlier outputs were seen (a privacy filter).
/// A replace-one budget refuses curves of Poisson sampling, which hold under add/remove only.
/// src/privacy/budget/README.md has the filters, their theorems and the arithmetic of the limit.
/// Threads: several threads may share a budget.
/// Processes: a budget works in the process that created it. In a child after fork() only destroy works.
/// Every other call is DPCVX_ERR_STATE there, since a copy would allow the rest of the budget twice.
/// The process id tells the processes apart. It does not if a descendant has the creator's id.
/// That can happen in a process namespace of its own, or after the creator has ended.
#[repr(C)]
pub struct dpcvx_budget {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds the coordinator of one fit.
#[repr(C)]
pub struct dpcvx_coordinator {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds a covariance that was released, with its guarantee.
#[repr(C)]
pub struct dpcvx_covariance {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds a privacy curve: one mechanism, or a composition of several.
#[repr(C)]
pub struct dpcvx_curve {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds a table of records.
#[repr(C)]
pub struct dpcvx_dataset {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds a domain: a public, closed, convex set K in R^d in which the coefficients lie, the intercept's included.
/// NULL in its place means R^d.
/// Requires: 1 \<= d \<= 2^36. Numbers that describe a domain are at most 1e100 in absolute value.
/// Requires: radii and totals are at least 1e-100.
#[repr(C)]
pub struct dpcvx_domain {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds estimates that were released, with their intervals and their guarantee.
#[repr(C)]
pub struct dpcvx_estimate {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds a score that was released, with its interval and its guarantee.
#[repr(C)]
pub struct dpcvx_evaluation {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds a private model: its coefficients, how rows are prepared for them, and the guarantee they came with.
#[repr(C)]
pub struct dpcvx_fit {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds what a release promises, and on which assumptions. It holds public quantities only.
/// These are: mechanism and theorem, adjacency, unit, the privacy curve, the source of randomness.
/// Each constant says whether the library enforced it, the caller stated it, or it is a public parameter.
#[repr(C)]
pub struct dpcvx_guarantee {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds public hypotheses, with the probabilities of the sets of all contests.
#[repr(C)]
pub struct dpcvx_hypotheses {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds counts of reports of one protocol. It keeps no report by itself.
/// All of it are integers. So the order of reports and of merges changes nothing.
#[repr(C)]
pub struct dpcvx_local_aggregator {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds what devices and the server agree on.
#[repr(C)]
pub struct dpcvx_local_protocol {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Watches long work: holds a progress callback, and stops the work if asked.
/// A call that takes a const dpcvx_monitor \* reports to it and looks at it after every step. NULL means neither.
/// Within steps of several passes over the data it looks between passes.
/// Several calls may share one monitor, at once or one after the other. Cancelling it stops all of them.
/// A callback that returns non-zero stops its own call alone.
/// A monitor that was cancelled stays so, and stops later calls at their first step.
/// Calls that charge look at it right before the charge too. Cancelled by then, they fail with DPCVX_ERR_CANCELLED.
/// Lifetime: at least that of every call that was given it.
/// Threads: any thread, or a signal handler, may cancel. The callback runs on the thread of the call it reports on.
#[repr(C)]
pub struct dpcvx_monitor {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds an objective.
#[repr(C)]
pub struct dpcvx_objective {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds options: settings of a call, each with a key and a default.
/// Each area creates options of its own kind (dpcvx_budget_options_create, ...) and documents their keys.
/// The functions below work on options of every kind.
/// Errors: DPCVX_ERR_ARGUMENT for a key that the kind lacks, or a value out of its bounds. Nothing changes then.
/// A function that takes a const dpcvx_options \* copies the values. NULL means all defaults.
#[repr(C)]
pub struct dpcvx_options {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds the exact sum of clipped gradients, or of moments, over some parts, for one step of one fit. NOT PRIVATE.
#[repr(C)]
pub struct dpcvx_partial_sum {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds how a fit will be made. It keeps the objective alive.
#[repr(C)]
pub struct dpcvx_plan {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds the progress of long work, during a progress callback.
/// Its figures are public counts, never values of the data.
/// Lifetime: it ends with the callback.
#[repr(C)]
pub struct dpcvx_progress {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds a stream of random bits.
#[repr(C)]
pub struct dpcvx_rng {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds a sampler. It keeps what it was made from alive.
/// Threads: draws change its counts, so it belongs to one thread at a time.
#[repr(C)]
pub struct dpcvx_sampler {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds bounds on how far apart SGD can end on neighbours, that is on data that differ in one unit.
/// SGD makes T steps on one unit z each, from a public start:
///
/// ```text
///   w <- P(w - eta (g(w; z) + l2 w))
/// ```
///
/// g is a subgradient of a convex loss, and P the projection on a convex domain.
/// The order of the n units does not depend on their data. Both runs use the same order.
/// Under replace-one one unit is replaced. Under add/remove its steps are left out.
/// What is released is the last iterate, or the average of the last ones.
/// src/optimize/README.md has the formulas, and how the bounds use the options.
/// Threads: a handle never changes, and several threads may share it.
#[repr(C)]
pub struct dpcvx_sgd_stability {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds the law of R for a price, before any data. A score needs its MAX_SCORE, a plan needs its MU.
#[repr(C)]
pub struct dpcvx_test_release_law {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Holds a function f of a set of users, for dpcvx_release_by_deletion. It never changes.
/// Threads: several threads may share it if the callback may run in several.
#[repr(C)]
pub struct dpcvx_users_function {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// A structure of another library, passed by its address.
#[repr(C)]
pub struct ArrowArrayStream {
    _data: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Runs the audited release `count` times on dataset `side` (0 or 1), and writes a score of each output.
/// A score is any function of the output that is large where side 1 is likelier. It may be infinite, not NaN.
/// The library calls it for up to 65536 runs at a time, the sides in turn.
/// Requires: independent runs. The confidence of the bounds rests on that.
/// Requires: it neither longjmps nor throws.
/// Result: 0 goes on. Any other value stops the audit with DPCVX_ERR_CALLBACK, which is also how to cancel it.
/// Threads: it is called on the thread of dpcvx_audit_create only.
pub type dpcvx_audit_release = Option<
    unsafe extern "C" fn(user: *mut c_void, side: i32, count: usize, scores: *mut f64) -> i32,
>;

/// Adds the next rows of a part to its open sum, by functions of this header: dpcvx_partial_sum_add_dense for arrays,
/// dpcvx_partial_sum_add for sparse rows. It may add to no other sum, nor seal or destroy this one.
/// \*more is 1 before the call. It is set to 0 where there are no more rows.
/// Result: 0 goes on. DPCVX_ERR_NOMEM ends the call as it is, any other number with DPCVX_ERR_CALLBACK.
pub type dpcvx_block_callback = Option<
    unsafe extern "C" fn(partial_sum: *mut dpcvx_partial_sum, more: *mut i32, user: *mut c_void) -> i32,
>;

/// Computes the logarithms of the densities of records under a hypothesis. The caller writes it.
/// Record i has the entries records\[i \* columns ... (i + 1) \* columns - 1\]. Its logarithm goes to out\[i\], i \<
/// count.
/// All hypotheses may leave out the same function of the record. -INFINITY is a density of 0.
/// Result: 1. After any other the records are asked for one by one. One that is refused, or of NaN, has density 0.
/// Requires: out\[i\], and a refusal of record i, depend on the hypothesis and on record i alone. Privacy rests on
/// that.
/// Threads: it is called on the thread of the call.
pub type dpcvx_log_density_callback = Option<
    unsafe extern "C" fn(
        hypothesis: i64, records: *const f64, count: i64, columns: i64, out: *mut f64, user: *mut c_void,
    ) -> i32,
>;

/// Computes a caller's own loss of a linear model.
/// Result: phi(z, label), convex in z. \*slope receives a subgradient in z.
pub type dpcvx_loss_callback = Option<
    unsafe extern "C" fn(z: f64, label: f64, slope: *mut f64, user: *mut c_void) -> f64,
>;

/// Adds the events of a plan to an accountant, at one value of the plan's parameter.
/// The parameter is a noise multiplier, a rate, a number of steps, or the epsilon of a part.
/// Lifetime: the accountant ends with the callback.
/// Result: DPCVX_OK to go on. DPCVX_ERR_NOMEM ends the calibration as it is, any other number with
/// DPCVX_ERR_CALLBACK.
pub type dpcvx_plan_callback = Option<
    unsafe extern "C" fn(parameter: f64, accountant: *mut dpcvx_accountant, user: *mut c_void) -> i32,
>;

/// Computes a caller's own convex function at x, which has `dimension` entries. The caller writes it.
/// Result: f(x). A subgradient goes to `gradient`, unless that is NULL.
/// f may be +infinity out of where it is defined. It is finite at the start.
/// Requires: it returns the same for the same x. It neither longjmps nor throws.
/// Threads: it is called on the calling thread only.
pub type dpcvx_potential_callback = Option<
    unsafe extern "C" fn(x: *const f64, dimension: i64, gradient: *mut f64, user: *mut c_void) -> f64,
>;

/// Receives the progress of long work. The library calls it; the caller writes it.
/// It is called about 200 times at most at fixed numbers of steps. The first of these calls are close to each other.
/// Where half a second passes without a call, it is called again with the figures of the step that goes on.
/// How many such calls there are tells no more than the time does. Guarantees do not cover time.
/// Draws of a caller's function call it within long rounds too, without a limit.
/// Result: 0 goes on, any other value cancels the call.
/// Threads: it is called on the thread of the call.
/// Requires: it neither longjmps nor throws, and destroys no handle in use. If it forks, the child is cancelled.
/// A fit that goes on in a child of any function of the caller's has no coefficients there.
pub type dpcvx_progress_callback = Option<
    unsafe extern "C" fn(progress: *const dpcvx_progress, user: *mut c_void) -> i32,
>;

/// Tests the data at a level. The library calls it once, after the charge; the caller writes it.
/// Result: 1 if the data are stable at `level`, with f_level(x) written to point\[0 ... n - 1\]. 0 if they are not.
/// Requires: it decides for all data.
/// Errors: any other result is DPCVX_ERR_CALLBACK. The charge stays.
/// That this happened becomes known, and no proof covers it.
/// Threads: it is called on the thread of the release.
pub type dpcvx_test_release_callback = Option<
    unsafe extern "C" fn(level: i64, n: i64, point: *mut f64, user: *mut c_void) -> i32,
>;

/// Computes a caller's own function of one unit, 0 \<= unit \< units.
/// Result: the unit's loss at w. Its (sub)gradient goes to `gradient`. Both arrays have `dimension` entries.
pub type dpcvx_unit_callback = Option<
    unsafe extern "C" fn(unit: i64, w: *const f64, dimension: i64, gradient: *mut f64, user: *mut c_void) -> f64,
>;

/// Computes f of a set of users. The library calls it after the charge; the caller writes it.
/// users\[0 ... count - 1\] are ascending, from 0, and never none. f goes to out\[0 ... n - 1\].
/// Result: 1. Or 0 if f has no value there, which counts as unstable. Entries that are not finite count the same.
/// Requires: it depends on what these users own, and on nothing else. It does not depend on earlier calls.
/// Errors: any other result is DPCVX_ERR_CALLBACK. The charge stays.
/// That this happened becomes known, and no proof covers it.
/// Threads: it is called on the thread of the release.
pub type dpcvx_users_callback = Option<
    unsafe extern "C" fn(users: *const i64, count: i64, n: i64, out: *mut f64, user: *mut c_void) -> i32,
>;

extern "C" {
    /// Creates a stream. The whole price is charged here, however many queries follow.
    /// All queries have the same sensitivity.
    /// Requires: 0 \< sensitivity, 1 \<= max_above, a finite threshold.
    /// Prices: any.
    /// Since 0.1.
    pub fn dpcvx_above_threshold_create(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, threshold: f64, sensitivity: f64,
        max_above: i64, options: *const dpcvx_options, out: *mut *mut dpcvx_above_threshold, guarantee: *mut *mut
        dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a stream, and erases its threshold's noise. Since 0.1.
    pub fn dpcvx_above_threshold_destroy(stream: *mut dpcvx_above_threshold);

    /// Sets \*above to 1 or 0 for one query's private value.
    /// Requires: an rng of the same kind, entropy or deterministic, as at creation.
    /// Errors: DPCVX_ERR_STATE after the last positive answer. DPCVX_ERR_ENTROPY as dpcvx/random.h says.
    /// Both occur before the value is read.
    /// Since 0.1.
    pub fn dpcvx_above_threshold_query(
        stream: *mut dpcvx_above_threshold, rng: *mut dpcvx_rng, value: f64, above: *mut i32, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads how many more positive answers the stream will give, which is a public count. Since 0.1.
    pub fn dpcvx_above_threshold_remaining(
        stream: *const dpcvx_above_threshold, remaining: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Adds `count` uses of a curve, which is one event or a composition. Equal events are counted together.
    /// The curve is copied. Events may be added after questions were asked.
    /// Requires: 1 \<= count.
    /// Errors: DPCVX_ERR_ARGUMENT for a curve of a guarantee, a plan or an accountant of another unit or adjacency.
    /// Errors: DPCVX_ERR_UNSUPPORTED for an event that does not hold under the adjacency.
    /// Poisson sampling and random allocation hold under add/remove only. Nothing is added in that case.
    /// DPCVX_SAMPLING_POISSON_REPLACE_ONE holds under both.
    /// Since 0.1.
    pub fn dpcvx_accountant_add(
        accountant: *mut dpcvx_accountant, curve: *const dpcvx_curve, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the best accuracy of such an attack, where one of the datasets has this prior probability.
    /// Result: no attack is right with a greater probability than \*upper. Some mechanisms allow \*lower.
    /// Requires: 0 \< prior \< 1.
    /// Since 0.1.
    pub fn dpcvx_accountant_attack_accuracy(
        accountant: *const dpcvx_accountant, prior: f64, lower: *mut f64, upper: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the value of a plan's parameter that just keeps (epsilon, delta).
    /// It lies between `best`, which one would like, and `safe`, which costs least. Either may be the greater.
    /// For noise, best is the least. For a rate, steps or an epsilon, best is the greatest.
    /// The plan is added to a copy of the accountant, so that its events count too.
    /// Result: a value that was tried and keeps the target. It is best if that does.
    /// Result: otherwise it is within 1e-4 of itself of one that was tried and does not, if costs fall all the way.
    /// Result: with whole = 1 all values are whole numbers, and the value one step closer to best does not keep it.
    /// At most 200 values are tried.
    /// Requires: epsilon, best and safe are at least 0; 0 \<= delta \< 1; whole is 0 or 1, and with 1 both ends are
    /// whole.
    /// Errors: DPCVX_ERR_UNSUPPORTED if even safe does not keep the target. The message has its delta.
    /// Since 0.1.
    pub fn dpcvx_accountant_calibrate(
        accountant: *const dpcvx_accountant, plan: dpcvx_plan_callback, user: *mut c_void, best: f64, safe: f64,
        whole: i32, epsilon: f64, delta: f64, parameter: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates an accountant without events. Since 0.1.
    pub fn dpcvx_accountant_create(
        adjacency: i32, unit: i32, out: *mut *mut dpcvx_accountant, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates an accountant that is equal to another, for a question about "what if". Since 0.1.
    pub fn dpcvx_accountant_create_copy(
        accountant: *const dpcvx_accountant, out: *mut *mut dpcvx_accountant, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates an accountant from such a structure. src/privacy/accountant/README.md lists the classes.
    /// Parameters that have no exact equal here are rounded to the safe side.
    /// Requires: json is the text of one value, and ends with NUL.
    /// Errors: DPCVX_ERR_ARGUMENT for text that is no such structure. The message tells the place.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a class that has no equal here, or not under this adjacency.
    /// Since 0.1.
    pub fn dpcvx_accountant_create_from_dp_event(
        json: *const c_char, adjacency: i32, unit: i32, out: *mut *mut dpcvx_accountant, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the composition of the events as a curve, which a budget can charge. Since 0.1.
    pub fn dpcvx_accountant_curve(
        accountant: *const dpcvx_accountant, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the delta at an epsilon.
    /// Result: (epsilon, \*upper)-DP is proved. Some mechanisms of these kinds have a delta of at least \*lower.
    /// Requires: 0 \<= epsilon.
    /// Since 0.1.
    pub fn dpcvx_accountant_delta(
        accountant: *const dpcvx_accountant, epsilon: f64, lower: *mut f64, upper: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees an accountant. Since 0.1.
    pub fn dpcvx_accountant_destroy(accountant: *mut dpcvx_accountant);

    /// Computes the epsilon at a delta.
    /// Result: (\*upper, delta)-DP is proved; infinity if nothing is. It is what dpcvx_curve_epsilon answers.
    /// Result: below \*lower, some mechanisms of these kinds are not (epsilon, delta)-DP.
    /// Requires: 0 \<= delta \< 1.
    /// Since 0.1.
    pub fn dpcvx_accountant_epsilon(
        accountant: *const dpcvx_accountant, delta: f64, lower: *mut f64, upper: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the least false negative rate of an attack with this false positive rate.
    /// The attack tells from all outputs which of two neighbouring datasets was used.
    /// Result: every attack misses at least \*lower.
    /// Result: the (epsilon, delta) statements of these kinds together prove at most \*upper.
    /// Requires: 0 \<= false_positive_rate \<= 1.
    /// Since 0.1.
    pub fn dpcvx_accountant_false_negative_rate(
        accountant: *const dpcvx_accountant, false_positive_rate: f64, lower: *mut f64, upper: *mut f64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Computes the mu for which mu-GDP is proved.
    /// Result: rounded up.
    /// Errors: DPCVX_ERR_UNSUPPORTED if an event has no mu. The message names the event.
    /// Since 0.1.
    pub fn dpcvx_accountant_gdp_mu(accountant: *const dpcvx_accountant, mu: *mut f64, err: *mut dpcvx_error) -> i32;

    /// Loads the accountant that dpcvx_accountant_save wrote. It is equal in all it says. No bytes do harm.
    /// The checksum finds damage. It is no signature: anyone who can change the bytes can write another list of
    /// events.
    /// Errors: DPCVX_ERR_ARGUMENT for bytes of another format, cut off, damaged, or with a field out of its range.
    /// Since 0.1.
    pub fn dpcvx_accountant_load(
        bytes: *const c_void, length: usize, out: *mut *mut dpcvx_accountant, err: *mut dpcvx_error,
    ) -> i32;

    /// Adds all events of another accountant.
    /// Requires: both have the same adjacency and the same unit.
    /// Since 0.1.
    pub fn dpcvx_accountant_merge(
        accountant: *mut dpcvx_accountant, other: *const dpcvx_accountant, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the probability that an alarm of such an attack is right, from the prior of what it alarms about.
    ///
    /// ```text
    ///   prior (1 - fnr) / (prior (1 - fnr) + (1 - prior) false_positive_rate)
    /// ```
    ///
    /// Result: \*upper has the lower end of the false negative rate fnr, and \*lower the upper end.
    /// Requires: 0 \< prior \< 1; 0 \< false_positive_rate \<= 1.
    /// Since 0.1.
    pub fn dpcvx_accountant_posterior(
        accountant: *const dpcvx_accountant, prior: f64, false_positive_rate: f64, lower: *mut f64, upper: *mut f64,
        err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the Renyi DP epsilon at an order \> 1.
    /// Result: rounded up.
    /// Errors: DPCVX_ERR_UNSUPPORTED if an event has none at this order. The message names the event.
    /// Since 0.1.
    pub fn dpcvx_accountant_rdp(
        accountant: *const dpcvx_accountant, order: f64, epsilon: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Saves an accountant as bytes, which this or a later version loads on any machine. Since 0.1.
    pub fn dpcvx_accountant_save(
        accountant: *const dpcvx_accountant, out: *mut c_void, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Writes the events in the structure of DpEvent, of Python's dp_accounting, as JSON.
    ///
    /// ```text
    ///   {"module_name":"dp_accounting.dp_event","class_name":"GaussianDpEvent","noise_multiplier":2}
    /// ```
    ///
    /// Members are those of DpEvent.to_named_tuple().
    /// There, noise is relative to the bound of one value. Under replace-one that is half the sensitivity.
    /// Errors: DPCVX_ERR_UNSUPPORTED for events without such a class. The message names the event.
    /// Since 0.1.
    pub fn dpcvx_accountant_to_dp_event(
        accountant: *const dpcvx_accountant, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Writes adjacency, unit and events as JSON. The events are those of dpcvx_curve_to_json. Since 0.1.
    pub fn dpcvx_accountant_to_json(
        accountant: *const dpcvx_accountant, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Writes the events as human-readable text, one a line. Since 0.1.
    pub fn dpcvx_accountant_to_text(
        accountant: *const dpcvx_accountant, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Computes the rho for which rho-zCDP is proved.
    /// Result: rounded up.
    /// Errors: DPCVX_ERR_UNSUPPORTED if an event has no rho. The message names the event.
    /// Since 0.1.
    pub fn dpcvx_accountant_zcdp_rho(
        accountant: *const dpcvx_accountant, rho: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Runs an audit and computes its bounds.
    /// An event is a half-line of scores, {score \> t} or {score \<= t}, that is likelier on one side.
    /// Both forms and both sides are tried.
    /// The first half of the runs chooses the event and its t. The second half counts it.
    /// The bounds are
    ///
    /// ```text
    ///   epsilon >= log((p_low - delta) / q_high)        if the release is (epsilon, delta)-private,
    ///   mu >= Phi^-1(1 - q_high) - Phi^-1(1 - p_low)    if it is mu-GDP.
    /// ```
    ///
    /// Here p is the event's probability on the side where it is likelier, and q that on the other side.
    /// p_low and q_high are Clopper-Pearson bounds on p and q. Each fails with probability at most (1 - confidence) /
    /// 2.
    /// Phi is the standard normal law.
    /// Memory: 8 bytes a run.
    /// Errors: DPCVX_ERR_CALLBACK if `release` returns a value other than 0, or leaves a score NaN.
    /// Since 0.1.
    pub fn dpcvx_audit_create(
        release: dpcvx_audit_release, user: *mut c_void, options: *const dpcvx_options, out: *mut *mut dpcvx_audit,
        err: *mut dpcvx_error,
    ) -> i32;

    /// Frees an audit. Since 0.1.
    pub fn dpcvx_audit_destroy(audit: *mut dpcvx_audit);

    /// Reads a figure (DPCVX_AUDIT_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_audit_get_f64(audit: *const dpcvx_audit, figure: i32, value: *mut f64, err: *mut dpcvx_error) -> i32;

    /// Reads a figure (DPCVX_AUDIT_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_audit_get_i64(audit: *const dpcvx_audit, figure: i32, value: *mut i64, err: *mut dpcvx_error) -> i32;

    /// Creates the options of an audit. NULL in their place means all defaults. Since 0.1.
    pub fn dpcvx_audit_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Sets \*fits to 1 if a charge by dpcvx_budget_charge would be accepted now, else to 0.
    /// It is 0, too, for a curve that no sub-budget can take. Errors: DPCVX_ERR_ARGUMENT as there.
    /// Since 0.1.
    pub fn dpcvx_budget_can_charge(
        budget: *const dpcvx_budget, curve: *const dpcvx_curve, count: i64, fits: *mut i32, err: *mut dpcvx_error,
    ) -> i32;

    /// Charges `count` uses of a curve, for a release made outside this library.
    /// A curve that a caller made does not know its unit, nor most adjacencies: that they are the budget's is the
    /// caller's
    /// word. A curve of a guarantee, a plan or an accountant, and a composition with one, is known to have both.
    /// The curve of a deterministic release, or a composition with one, marks the budget as not private.
    /// Requires: 1 \<= count; label is well-formed UTF-8 of up to 95 bytes, or NULL. The ledger shows it.
    /// Errors: DPCVX_ERR_ARGUMENT for a curve that is known to have another unit or adjacency than the budget.
    /// Errors: DPCVX_ERR_BUDGET if the charge does not fit.
    /// Errors: DPCVX_ERR_UNSUPPORTED if no sub-budget can take the curve. Nothing is charged in any of these cases.
    /// Since 0.1.
    pub fn dpcvx_budget_charge(
        budget: *mut dpcvx_budget, curve: *const dpcvx_curve, count: i64, label: *const c_char, err: *mut dpcvx_error,
    ) -> i32;

    /// Charges `count` uses of a curve to the basic sub-budget, at a delta that is chosen beforehand.
    /// The charge is this delta, and the epsilon that dpcvx_curve_epsilon gives for all uses together.
    /// So a plan that is fixed beforehand is charged at its tight price.
    /// Under Renyi DP, and the sums of other filters, it mostly costs more.
    /// Requires: count and label as in dpcvx_budget_charge; 0 \<= delta \< 1.
    /// Memory and time: as dpcvx_curve_delta. Other calls wait while it computes.
    /// Errors: DPCVX_ERR_BUDGET if the charge does not fit.
    /// Errors: DPCVX_ERR_UNSUPPORTED without a basic sub-budget, or if no epsilon is proved at this delta.
    /// Since 0.1.
    pub fn dpcvx_budget_charge_at_delta(
        budget: *mut dpcvx_budget, curve: *const dpcvx_curve, count: i64, delta: f64, label: *const c_char, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Charges a release that was made on another budget, by the curve of its guarantee.
    /// It adds up with what this budget was charged, for the same data.
    /// The release has read the data already: a charge that does not fit leaves the data worse off than the limit
    /// says.
    /// dpcvx_budget_can_charge asks beforehand, and dpcvx_fit_table_on charges beforehand.
    /// A deterministic release marks the budget as not private.
    /// Requires: the guarantee has the budget's unit and adjacency; label as in dpcvx_budget_charge.
    /// Errors: DPCVX_ERR_ARGUMENT for another unit or adjacency; else as dpcvx_budget_charge. Nothing is charged
    /// then.
    /// Since 0.1.
    pub fn dpcvx_budget_charge_guarantee(
        budget: *mut dpcvx_budget, guarantee: *const dpcvx_guarantee, label: *const c_char, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a budget of (epsilon, delta) under an adjacency (DPCVX_ADJACENCY_\*) for a unit (DPCVX_UNIT_\*).
    /// The options are DPCVX_BUDGET_OPTION_\* at the end of this header.
    /// Requires: 2^-900 \<= epsilon, and the same for the main sub-budget.
    /// Requires: 0 \< delta, except with the basic filter.
    /// Since 0.1.
    pub fn dpcvx_budget_create(
        epsilon: f64, delta: f64, adjacency: i32, unit: i32, options: *const dpcvx_options, out: *mut *mut
        dpcvx_budget, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a budget whose ledger is a new file. Each charge is on the disk before the data are read.
    /// A process that is killed at any time has left all charges that it went by.
    /// The file is written beside its name, as path.new00 or the like, and gets the name when it is whole. A process
    /// that is
    /// killed before may leave that one. It holds no charge, and may be removed.
    /// One process at a time has the file open: it is locked until the budget is destroyed.
    /// The charges are chained by a hash, SipHash-2-4. With a key, which is 16 secret bytes, it also shows forgery.
    /// Without one, key == NULL and key_bytes == 0, it shows damage alone.
    /// An older copy of the file is not seen as such. Keep DPCVX_BUDGET_FIGURE_LEDGER_FRAMES and _HEAD elsewhere.
    /// Requires: epsilon to options as in dpcvx_budget_create; no file of this name.
    /// Errors: DPCVX_ERR_FILE if the file cannot be created or written. DPCVX_ERR_UNSUPPORTED on Windows.
    /// A charge that fails with DPCVX_ERR_FILE may count or not. The budget then refuses every other one.
    /// Since 0.1.
    pub fn dpcvx_budget_create_ledger(
        path: *const c_char, key: *const c_void, key_bytes: usize, epsilon: f64, delta: f64, adjacency: i32, unit:
        i32, options: *const dpcvx_options, out: *mut *mut dpcvx_budget, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a rehearsal of a budget. A call that charges it does all that comes before the charge, then fails.
    /// It fails as it would on the budget itself, or with DPCVX_ERR_CANCELLED where the budget would take the charge.
    /// Nothing is charged or released, and nothing private is read that is not read before a charge.
    /// So a caller can warn of what a call costs once it is known to be accepted, and before its charge.
    /// The rehearsal has the terms of the budget, and what was left when it was created. It has no list of charges.
    /// Its text and its JSON say that it is a rehearsal.
    /// Errors: dpcvx_budget_save refuses it with DPCVX_ERR_UNSUPPORTED.
    /// Since 0.1.
    pub fn dpcvx_budget_create_rehearsal(
        budget: *const dpcvx_budget, out: *mut *mut dpcvx_budget, err: *mut dpcvx_error,
    ) -> i32;

    /// Enters a field (DPCVX_BUDGET_FIELD_\*). The last text of a field counts, and the ledger keeps all.
    /// Requires: text is well-formed UTF-8 of up to 500 bytes.
    /// Since 0.1.
    pub fn dpcvx_budget_describe(
        budget: *mut dpcvx_budget, field: i32, text: *const c_char, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a budget. What was spent stays spent: a new budget over the same data adds to it. Since 0.1.
    pub fn dpcvx_budget_destroy(budget: *mut dpcvx_budget);

    /// Reads a figure (DPCVX_BUDGET_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a figure that the budget lacks.
    /// Since 0.1.
    pub fn dpcvx_budget_get_f64(
        budget: *const dpcvx_budget, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_BUDGET_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a figure that the budget lacks.
    /// Since 0.1.
    pub fn dpcvx_budget_get_i64(
        budget: *const dpcvx_budget, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Loads the budget that dpcvx_budget_save wrote. It is equal in all it says. No bytes do harm.
    /// Each loaded budget allows what is left once more. Go on with one of them alone, or keep a ledger's file.
    /// Requires: the key as in dpcvx_budget_create_ledger; none for a budget without a file.
    /// Errors: DPCVX_ERR_LEDGER_DAMAGED for bytes of another format, cut off, damaged, or of another key.
    /// Errors: DPCVX_ERR_ARGUMENT for a key where the budget has none, or none where it has one.
    /// Since 0.1.
    pub fn dpcvx_budget_load(
        bytes: *const c_void, length: usize, key: *const c_void, key_bytes: usize, out: *mut *mut dpcvx_budget, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Computes a bound on what all charges so far have cost, for a reading at any moment (a privacy odometer).
    /// The loss is log(P / P'), with P and P' the probabilities of all outputs so far on two neighbouring datasets.
    /// Under P all readings at one delta bound it together, except with a probability of that delta.
    /// That holds where no (epsilon, delta) charge with delta \> 0 is in the basic sub-budget.
    /// With such charges the loss itself has no bound. The readings are then the epsilon of a statement on events.
    /// An event S of the outputs, up to a stop at which the reading is at most epsilon, has
    ///
    /// ```text
    ///   P(S) <= e^epsilon P'(S) + delta + sum of the deltas of the basic sub-budget's charges so far
    /// ```
    ///
    /// Where the stop varies, that sum is the greatest that stops may have: the sub-budget's limit at most.
    /// So the moment of a reading, and whether to stop there, may depend on the outputs. The limit stays what it is.
    /// DPCVX_BUDGET_FIGURE_EPSILON_SPENT is less. It holds at one moment that is fixed beforehand.
    /// delta must not depend on outputs: choose it before the first release.
    /// src/privacy/budget/README.md has the formula.
    /// Result: \*loss, rounded up; 0 without charges.
    /// Requires: 0 \< delta \< 1.
    /// Sources: Rogers, Roth, Ullman and Vadhan 2016; Whitehouse, Ramdas, Rogers and Wu 2023.
    /// Since 0.1.
    pub fn dpcvx_budget_odometer(
        budget: *const dpcvx_budget, delta: f64, loss: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Opens the budget of a ledger's file, with all charges so far. It goes on where they end.
    /// frames and head are the figures that the caller kept, or 0 and 0. The ledger may have gone on since then.
    /// An end that was written in part is cut off. DPCVX_BUDGET_FIGURE_LEDGER_CUT_BYTES says how many bytes.
    /// After a crash its charge was not acknowledged, and no data were read. A file that was damaged or shortened
    /// later
    /// may look the same, with one acknowledged charge fewer. The newest frames and head that were kept tell the two
    /// apart.
    /// Errors: DPCVX_ERR_LEDGER_STALE for a ledger that did not go through that head: an older copy, or another
    /// ledger.
    /// Errors: DPCVX_ERR_LEDGER_DAMAGED for a file that is no whole ledger, or has another key.
    /// Errors: DPCVX_ERR_LEDGER_LOCKED if the file is open already. DPCVX_ERR_FILE if it cannot be read.
    /// Errors: DPCVX_ERR_ARGUMENT for a key where the ledger has none, or none where it has one.
    /// Errors: DPCVX_ERR_UNSUPPORTED on Windows.
    /// Since 0.1.
    pub fn dpcvx_budget_open_ledger(
        path: *const c_char, key: *const c_void, key_bytes: usize, frames: i64, head: i64, out: *mut *mut
        dpcvx_budget, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the options of a budget, all at their defaults. Since 0.1.
    pub fn dpcvx_budget_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Creates a curve that spends a share of what is left in the main sub-budget.
    /// The share is of what adds up: mu^2, rho, the Renyi epsilon, or epsilon and delta.
    /// So a half, and then all of the rest, cost the same.
    /// Under GDP a share s has mu = sqrt(s) of the whole, so that its own epsilon is above the share s of epsilon.
    /// Of epsilon = 2 and delta = 1e-6, shares 1/10, 1/4, 1/2 and 1 cost 0.58, 0.95, 1.38 and 2 when alone.
    /// It is a share of what is left at the time of the call. Threads that share a budget take their prices first.
    /// The kind of the curve is that of the filter: GDP, zCDP, Renyi DP at the filter's order.
    /// The basic filter gives an (epsilon, delta) curve, or a pure one.
    /// Requires: 0 \< share \<= 1.
    /// Errors: DPCVX_ERR_BUDGET if 2^-40 of the limit or less is left.
    /// Since 0.1.
    pub fn dpcvx_budget_price(
        budget: *const dpcvx_budget, share: f64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Saves the budget as bytes: its ledger with all charges, and an end.
    /// out == NULL with capacity == 0 only asks for \*length.
    /// Errors: DPCVX_ERR_CAPACITY for a capacity below \*length.
    /// Since 0.1.
    pub fn dpcvx_budget_save(
        budget: *const dpcvx_budget, out: *mut c_void, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Sets what the labels of later charges begin with, of releases, fits and dpcvx_budget_charge: the name of a
    /// question.
    /// After "mean age" a label is "mean age: private mean", say. It is cut to 95 bytes.
    /// `label` may be NULL or empty, which ends it. It is no part of the ledger but in the entries that were made
    /// with it.
    /// Requires: well-formed UTF-8 of up to 60 bytes.
    /// Since 0.1.
    pub fn dpcvx_budget_set_label(budget: *mut dpcvx_budget, label: *const c_char, err: *mut dpcvx_error) -> i32;

    /// Writes the ledger as JSON: the limit, the filter and its theorem, every charge, what is left.
    /// It says whether a deterministic source was used, which is NOT PRIVATE.
    /// src/privacy/budget/README.md lists the keys.
    /// Since 0.1.
    pub fn dpcvx_budget_to_json(
        budget: *const dpcvx_budget, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes the ledger as human-readable text. Since 0.1.
    pub fn dpcvx_budget_to_text(
        budget: *const dpcvx_budget, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the greatest mu for which mu-GDP implies (epsilon, delta)-DP.
    /// It replaces sqrt(2 log(1.25 / delta)) / epsilon. It is exact, and valid for every epsilon.
    /// A share of 2^-44 is kept back, which covers the slack of budgets.
    /// A budget of (epsilon, delta) takes one charge of this mu, or k charges of mu / sqrt(k).
    /// Result: rounded down.
    /// Requires: 0 \< delta \< 1.
    /// Since 0.1.
    pub fn dpcvx_calibrate_gdp(epsilon: f64, delta: f64, mu: *mut f64, err: *mut dpcvx_error) -> i32;

    /// Computes the greatest epsilon0 for which `rounds` rounds of shuffled reports are (epsilon, delta)-DP.
    /// All users report in every round, and each round is shuffled by itself.
    /// It uses dpcvx_curve_delta of dpcvx_curve_create_shuffled.
    /// Result: rounded down, by a share of at most 1e-4; at most 20, unless shuffling is not needed for more.
    /// Requires: 1 \<= users \<= 2^48; 1 \<= rounds \<= 2^40; 0 \< delta \< 1.
    /// Memory and time: a few seconds at most.
    /// Since 0.1.
    pub fn dpcvx_calibrate_shuffled(
        users: i64, rounds: i64, epsilon: f64, delta: f64, epsilon0: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the least noise multiplier for which `steps` subsampled Gaussian sums are (epsilon, delta)-DP.
    /// It uses dpcvx_curve_delta, for steps that are planned as one release.
    /// Result: rounded up.
    /// Requires: 0 \< delta \< 1; the other arguments as in dpcvx_curve_create_subsampled_gaussian.
    /// Errors: DPCVX_ERR_NUMERIC if no noise multiplier up to 2^40 suffices.
    /// Since 0.1.
    pub fn dpcvx_calibrate_subsampled_gaussian(
        sampling: i32, rate: f64, steps: i64, epsilon: f64, delta: f64, noise_multiplier: *mut f64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Computes the same noise multiplier by Renyi DP, which needs more noise.
    /// A budget of (epsilon, delta) with the RDP filter takes the resulting curve if there is more than one step.
    /// Its order must be the one that dpcvx_curve_rdp_order gives for that curve.
    /// Result, requirements and errors: as dpcvx_calibrate_subsampled_gaussian.
    /// Since 0.1.
    pub fn dpcvx_calibrate_subsampled_gaussian_rdp(
        sampling: i32, rate: f64, steps: i64, epsilon: f64, delta: f64, noise_multiplier: *mut f64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Computes the greatest rho for which rho-zCDP implies (epsilon, delta)-DP at the best order.
    /// The same share is kept back as by dpcvx_calibrate_gdp.
    /// Source: Canonne, Kamath and Steinke 2020, Proposition 12.
    /// Result: rounded down.
    /// Requires: 0 \< delta \< 1.
    /// Since 0.1.
    pub fn dpcvx_calibrate_zcdp(epsilon: f64, delta: f64, rho: *mut f64, err: *mut dpcvx_error) -> i32;

    /// Writes what parts need for the next step: the point, the loss, the clip or lattice, and how rows are prepared.
    /// It is
    /// public, except for random batches and for output and objective perturbation. Then the bytes hold the key of
    /// the
    /// batch, or a point that exact sums led to, and are NOT PRIVATE.
    /// Calls before the step is finished write the same bytes.
    /// Output as for dpcvx_fit_save.
    /// Errors: DPCVX_ERR_STATE after the last step, and in a child of fork().
    /// Since 0.1.
    pub fn dpcvx_coordinator_broadcast(
        coordinator: *const dpcvx_coordinator, out: *mut c_void, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates the coordinator of a fit over a table of 1 \<= parts \<= 2^20 parts, numbered from 0, and charges the
    /// budget.
    /// The plan is one of an objective of dpcvx_objective_create_public. Plan, budget and rng may be destroyed after
    /// it.
    /// Everything that can fail for lack of memory comes before the charge.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a plan of an objective with a table.
    /// Errors: DPCVX_ERR_BUDGET, and nothing is charged.
    /// Since 0.1.
    pub fn dpcvx_coordinator_create(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, plan: *const dpcvx_plan, parts: i64, out: *mut *mut
        dpcvx_coordinator, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a coordinator. The charge stays. Since 0.1.
    pub fn dpcvx_coordinator_destroy(coordinator: *mut dpcvx_coordinator);

    /// Adds noise to the sum of all parts, and takes the step. The sum is erased.
    /// Output and objective perturbation add noise once instead, to the minimiser: in the step that comes near
    /// enough.
    /// All steps are done then, as DPCVX_COORDINATOR_FIGURE_STEP says.
    /// Errors: DPCVX_ERR_ARGUMENT for a sum that lacks a part, or is of another fit or step. The message names a
    /// part.
    /// Errors: DPCVX_ERR_STATE after the last step, in a child of fork(), and for an open sum.
    /// Errors: DPCVX_ERR_STATE for a deterministic rng of which the record says nothing.
    /// Errors: DPCVX_ERR_NUMERIC where rounds came to no minimiser, as parts changed between them. There is no fit
    /// then.
    /// After an error nothing was released and no noise was drawn. The charge stays. A whole sum can be given next,
    /// except
    /// after DPCVX_ERR_NUMERIC.
    /// Since 0.1.
    pub fn dpcvx_coordinator_finish_step(
        coordinator: *mut dpcvx_coordinator, rng: *mut dpcvx_rng, partial_sum: *mut dpcvx_partial_sum, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Gives the fit, once. No step can be taken after it.
    /// Before the last step it is the fit of the steps so far, with the outcome DPCVX_OUTCOME_CANCELLED. Output and
    /// objective perturbation release nothing before: there it has no coefficients.
    /// Errors: DPCVX_ERR_STATE if it was given before, and in a child of fork().
    /// Since 0.1.
    pub fn dpcvx_coordinator_fit(
        coordinator: *mut dpcvx_coordinator, out: *mut *mut dpcvx_fit, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_COORDINATOR_FIGURE_\*).
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure.
    /// Since 0.1.
    pub fn dpcvx_coordinator_get_i64(
        coordinator: *const dpcvx_coordinator, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Copy the principal components of the covariance matrix: the variances along them, descending, and their
    /// directions.
    /// Directions are unit vectors in the rows of a matrix. The entry of greatest size of each is positive.
    /// Requires: count = columns for variances, columns^2 for directions.
    /// Since 0.1.
    pub fn dpcvx_covariance_component_variances(
        covariance: *const dpcvx_covariance, out: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Copy the principal components of the covariance matrix: the variances along them, descending, and their
    /// directions.
    /// Directions are unit vectors in the rows of a matrix. The entry of greatest size of each is positive.
    /// Requires: count = columns for variances, columns^2 for directions.
    /// Since 0.1.
    pub fn dpcvx_covariance_components(
        covariance: *const dpcvx_covariance, out: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Copy the covariance matrix, which is positive semidefinite, and the correlation matrix.
    /// Where a variance is 0, correlations are 0. Requires: count = columns^2. Since 0.1.
    pub fn dpcvx_covariance_correlation(
        covariance: *const dpcvx_covariance, out: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes intervals of the correlations, of INTERVAL_LEVEL: each by itself, or all together if SIMULTANEOUS.
    /// Nothing is charged, and no data are read. They are of clipped values. The diagonal has \[1, 1\].
    /// A correlation with a column of released variance 0 has \[-1, 1\].
    /// With proved = 0 they are a parametric bootstrap: they take units for independent draws of one normal law.
    /// Sampling
    /// and noise are drawn anew, from a stream of a fixed public seed. So results are the same each time.
    /// With proved = 1 they hold for any law. A correlation is within its extremes over the intervals of three
    /// entries.
    /// They are 2 to 5 times as wide at correlations up to 0.5, and 8 times at 0.9.
    /// Of 6, 32 and 128 columns a bootstrap takes about 0.005, 0.2 and 3 seconds of CPU.
    /// Requires: proved is 0 or 1. count = columns^2.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a bootstrap of more than 128 columns, and for proved = 1 after several
    /// rounds.
    /// Since 0.1.
    pub fn dpcvx_covariance_correlation_intervals(
        covariance: *const dpcvx_covariance, proved: i32, low: *mut f64, high: *mut f64, count: i64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Releases the covariance matrix of the columns of a dataset. It charges the budget once, then reads the rows.
    /// Values are clipped to \[low\[j\], high\[j\]\], and rows to NORM_BOUND in half widths about the middles of the
    /// ranges.
    /// A user counts by the means of its records' values and products. So the covariance is that of a random record
    /// of a
    /// random user. Weights are not used: null records are left out, and all units count alike. A record of a user
    /// counts 1
    /// over the number of that user's records.
    /// For variances alone, one a column, see dpcvx_estimate_create_variance (dpcvx/estimate.h): they come with
    /// means.
    /// With n units, d columns and mu-GDP noise, an entry between columns of half widths B and C has noise of a
    /// standard
    /// deviation of about d B C (1 + 1 / (4 sqrt(d))) / (mu n). It is less in proportion to NORM_BOUND^2 / d.
    /// With ROUNDS above 1, later rounds map rows by what earlier rounds released. Ranges may then be far too wide,
    /// and
    /// columns nearly dependent, at little noise: for values of a nearly normal law. Rows far from the rest are
    /// clipped.
    /// low and high are public numbers. The options are DPCVX_COVARIANCE_OPTION_\* at the end of this header. NULL
    /// means all
    /// defaults. Time is in proportion to rows times columns^2, plus columns^3.
    /// Requires: the units of the dataset are those of the budget. A part of a split suits the budget's adjacency.
    /// Requires: the table is not scaled by ranges (dpcvx_dataset_create_scaled), since values are read in its own
    /// units.
    /// Requires: `columns` is the number of columns of the dataset, at most 512. Ends are of size at most 1e150, and
    /// high\[j\] - low\[j\] \>= 1e-150.
    /// Prices: any (dpcvx/mechanism.h). GDP, zCDP and RDP prices take Gaussian noise, pure ones Laplace noise.
    /// More than one round needs a price of one pure, (epsilon, delta), zCDP, RDP, GDP or Gaussian statement.
    /// Errors: DPCVX_ERR_BUDGET for a charge that does not fit. DPCVX_ERR_UNSUPPORTED for a price of another kind.
    /// Source: Dwork, Talwar, Thakurta and Zhang 2014; Kamath, Li, Singhal and Ullman 2019 for the rounds. The
    /// constants are
    /// derived in PROOFS.md.
    /// Since 0.1.
    pub fn dpcvx_covariance_create(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, dataset: *const dpcvx_dataset, low:
        *const f64, high: *const f64, columns: i64, options: *const dpcvx_options, out: *mut *mut dpcvx_covariance,
        err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a covariance. Since 0.1.
    pub fn dpcvx_covariance_destroy(covariance: *mut dpcvx_covariance);

    /// Computes how large the noise will be. Nothing is charged, and no data are read.
    /// stddev is the standard deviation of an entry off the diagonal. The operator norm of the noise is at most norm,
    /// with a
    /// probability of INTERVAL_LEVEL. Both are for means in the middles of the ranges, in products of two half
    /// widths.
    /// The norm is that before the matrix is made positive semidefinite, which at most doubles it. For means off the
    /// middles it is greater: NOISE_NORM is for those that were found.
    /// With more than one round, they are in units of the covariance itself: 0.1 says that directions err by a tenth.
    /// `units` is a guess of the number of units. `adjacency` is that of the budget. The rest is as in
    /// dpcvx_covariance_create.
    /// Requires: 1 \<= units \<= 2^40, 1 \<= columns \<= 512.
    /// Since 0.1.
    pub fn dpcvx_covariance_expected_noise(
        price: *const dpcvx_curve, adjacency: i32, units: i64, columns: i64, options: *const dpcvx_options, stddev:
        *mut f64, norm: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_COVARIANCE_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_covariance_get_f64(
        covariance: *const dpcvx_covariance, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_COVARIANCE_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_covariance_get_i64(
        covariance: *const dpcvx_covariance, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Copies the guarantee. Since 0.1.
    pub fn dpcvx_covariance_guarantee(
        covariance: *const dpcvx_covariance, out: *mut *mut dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes intervals of the entries of the covariance matrix. \[low\[k\], high\[k\]\] holds the entry of the law
    /// of clipped
    /// values with probability at least DPCVX_COVARIANCE_FIGURE_INTERVAL_LEVEL: each entry by itself, or all together
    /// if
    /// SIMULTANEOUS. The probability is over the draw of the units and over the noise. No law of the values is
    /// assumed.
    /// After more than one round the intervals are parametric, not proved: they take units for draws of one normal
    /// law.
    /// On such a law, at 10,000 rows, those of level 0.95 held in 0.945 to 0.965 of 2,000 runs.
    /// Takes 0.2 to 0.7 ms an entry. Requires: count = columns^2. The units are independent draws of one law.
    /// Since 0.1.
    pub fn dpcvx_covariance_intervals(
        covariance: *const dpcvx_covariance, low: *mut f64, high: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Loads the covariance that dpcvx_covariance_save wrote. It is equal in all it says. No bytes do harm.
    /// The checksum is no signature: anyone who can change the bytes can make a covariance say anything, of privacy
    /// too.
    /// Errors: DPCVX_ERR_ARGUMENT for bytes of another format, cut off, damaged, or with a field out of its range.
    /// Since 0.1.
    pub fn dpcvx_covariance_load(
        bytes: *const c_void, length: usize, out: *mut *mut dpcvx_covariance, err: *mut dpcvx_error,
    ) -> i32;

    /// Copy the covariance matrix, which is positive semidefinite, and the correlation matrix.
    /// Where a variance is 0, correlations are 0. Requires: count = columns^2. Since 0.1.
    pub fn dpcvx_covariance_matrix(
        covariance: *const dpcvx_covariance, out: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Copies the means of the columns. Since 0.1.
    pub fn dpcvx_covariance_means(
        covariance: *const dpcvx_covariance, out: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates options of a covariance. Since 0.1.
    pub fn dpcvx_covariance_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Computes the least squares of one column on others with an intercept, from the released means and matrix.
    /// Nothing is charged, and no data are read.
    /// coefficients\[k\] is the slope of column features\[k\]. The last one, coefficients\[features_count\], is the
    /// intercept.
    /// All are in the units of the values. R^2 is the share of the label's variance that the features explain. So the
    /// residual variance is (1 - R^2) times the label's.
    /// Intervals have INTERVAL_LEVEL: each by itself, or all together with that of R^2 if SIMULTANEOUS. They are a
    /// parametric bootstrap, as those of correlations are, for units of one normal law. It takes as long.
    /// A standard error is half of what the middle 68 % of replicates span.
    /// Noise is added to moments, with mean 0, and not to rows: it does not attenuate slopes as errors in variables
    /// do.
    /// Let noise in a feature's variance have a relative standard deviation t. Then its slope is too great by about
    /// t^2 of
    /// itself on average. Setting eigenvalues below 0 to 0 lessens that. Noise lifts R^2: its interval allows for it.
    /// Requires: columns are numbered from 0. Features are distinct, and not label_column. count = features_count +
    /// 1.
    /// Noise may hide the residual variance: the noisy one is at most 0. R^2 is then not known. Its interval is \[0,
    /// 1\].
    /// Errors: DPCVX_ERR_UNSUPPORTED for a covariance of 1 column or of more than 128, and for a label whose noisy
    /// variance
    /// is at most 0. Also where the noisy covariance of the features is not positive definite, before eigenvalues
    /// were set
    /// to 0. Noise then hides what sets columns apart. The message names them: leave one out, or release with less
    /// noise.
    /// Since 0.1.
    pub fn dpcvx_covariance_regression(
        covariance: *const dpcvx_covariance, label_column: i64, features: *const i64, features_count: i64,
        coefficients: *mut f64, standard_errors: *mut f64, low: *mut f64, high: *mut f64, count: i64, r_squared: *mut
        f64, r_squared_low: *mut f64, r_squared_high: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Saves the covariance as bytes, which this or a later version loads on any machine.
    /// They hold all that the covariance holds: intervals, correlations and components follow from a loaded one.
    /// They hold what was released, and nothing else of the data, with a CRC-64 checksum against damage.
    /// out == NULL with capacity == 0 only asks for \*length.
    /// Errors: DPCVX_ERR_CAPACITY for a capacity below \*length.
    /// Since 0.1.
    pub fn dpcvx_covariance_save(
        covariance: *const dpcvx_covariance, out: *mut c_void, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Writes the covariance as a JSON object: library_version, kind, figures, all arrays, and guarantee. Since 0.1.
    pub fn dpcvx_covariance_to_json(
        covariance: *const dpcvx_covariance, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Writes the covariance as human-readable text: of up to 8 columns, with intervals and ranges. The guarantee
    /// follows.
    /// Since 0.1.
    pub fn dpcvx_covariance_to_text(
        covariance: *const dpcvx_covariance, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates the curve of (epsilon, delta)-DP.
    /// In a composition it counts as epsilon-DP, except with probability delta.
    /// Source: Kairouz, Oh and Viswanath 2015.
    /// Since 0.1.
    pub fn dpcvx_curve_create_approximate(
        epsilon: f64, delta: f64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of bounded range epsilon.
    /// Between neighbours the log-ratios of the outputs' probabilities lie in an interval of length epsilon.
    /// The exponential mechanism is of this kind.
    /// It is epsilon-DP, has the GDP of a pure mechanism of epsilon / 2, and is rho-zCDP with
    ///
    /// ```text
    ///   rho = epsilon - 1 + log((1 - e^-epsilon) / epsilon) + epsilon / (e^epsilon - 1) <= epsilon^2 / 8
    /// ```
    ///
    /// Sources: Durfee and Rogers 2019; Harrison and Manurangsi 2025.
    /// Since 0.1.
    pub fn dpcvx_curve_create_bounded_range(epsilon: f64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error) -> i32;

    /// Creates the composition of counts\[i\] copies of parts\[i\]. The parts are copied.
    /// All parts are fixed beforehand. If a choice depends on earlier outputs, use a budget.
    /// Each answer is the least over all composition theorems that apply.
    /// Requires: 0 \<= n \<= 2^48, 1 \<= counts\[i\].
    /// Requires: at most 16384 different parts. A Renyi table is one. A part that is a composition may be refused
    /// earlier.
    /// Errors: DPCVX_ERR_ARGUMENT for parts that are known to have different units or adjacencies.
    /// Since 0.1.
    pub fn dpcvx_curve_create_composition(
        parts: *const *const dpcvx_curve, counts: *const i64, n: i64, out: *mut *mut dpcvx_curve, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates the curve of discrete Gaussian noise on a whole number, of probabilities proportional to
    /// e^(-x^2 / (2 sigma^2)). `shift` is the sensitivity in one dimension.
    /// Beyond sigma = 2^14, or a shift of 8 sigmas, only its zCDP counts. That holds for vectors too.
    /// Requires: 2^-100 \<= sigma \<= 2^100; 1 \<= shift \<= 2^53.
    /// Since 0.1.
    pub fn dpcvx_curve_create_discrete_gaussian(
        sigma: f64, shift: i64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of discrete Laplace noise on whole numbers, of probabilities proportional to e^(-decay
    /// \|x\|).
    /// It is exact for one number, which neighbours move by `shift` at most.
    /// For vectors use dpcvx_curve_create_pure(decay \* l1 sensitivity).
    /// Requires: 0 \< decay; 1 \<= shift \<= 2^53.
    /// Since 0.1.
    pub fn dpcvx_curve_create_discrete_laplace(
        decay: f64, shift: i64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of Gaussian noise, which is (1 / noise_multiplier)-GDP.
    /// The noise has standard deviation noise_multiplier times the l2 sensitivity.
    /// Requires: 2^-100 \<= noise_multiplier \<= 2^100.
    /// Since 0.1.
    pub fn dpcvx_curve_create_gaussian(
        noise_multiplier: f64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of mu-Gaussian differential privacy (GDP):
    ///
    /// ```text
    ///   delta(epsilon) = Phi(mu / 2 - epsilon / mu) - e^epsilon Phi(-mu / 2 - epsilon / mu)
    /// ```
    ///
    /// Phi is the standard normal distribution function.
    /// Source: Dong, Roth and Su 2022.
    /// Since 0.1.
    pub fn dpcvx_curve_create_gdp(mu: f64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error) -> i32;

    /// Creates the curve of a mixture: with probability probabilities\[k\] the mechanism is mus\[k\]-GDP.
    /// The choice of k does not depend on the data. It may become known or not.
    ///
    /// ```text
    ///   delta(epsilon) = sum over k of  probabilities[k] delta_mus[k](epsilon)
    /// ```
    ///
    /// src/privacy/divergences/README.md has its Renyi, GDP and zCDP figures.
    /// Entries of probability 0 are left out. Probabilities that were each rounded up give an upper bound.
    /// If the sum is below 1, the rest counts at the greatest mu. If it is above 1, the excess is taken off the least
    /// mus.
    /// Requires: 1 \<= n \<= 4096; finite mus in any order; probabilities \>= 0 whose sum is within 1e-9 of 1.
    /// Since 0.1.
    pub fn dpcvx_curve_create_gdp_mixture(
        mus: *const f64, probabilities: *const f64, n: i64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve for groups of up to `size` units that change together, from the curve for one unit.
    /// A group may be all records of a user who has at most `size` of them. Its unit is what the caller says.
    /// src/privacy/curve/README.md has the formulas, and tells how to protect users by a fit whose units are records.
    /// Requires: 1 \<= size \<= 2^48.
    /// Errors: DPCVX_ERR_UNSUPPORTED for subsampled Gaussians and mixtures. The message says what helps.
    /// Errors: DPCVX_ERR_NUMERIC if no order of a Renyi table is left.
    /// Since 0.1.
    pub fn dpcvx_curve_create_group(
        curve: *const dpcvx_curve, size: i64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of the last iterate of noisy contractive steps, a GDP curve:
    ///
    /// ```text
    ///   x_k = project(x_(k-1) - eta g_k(x_(k-1)) + N(0, noise^2 I)),  k = 1, ..., steps
    /// ```
    ///
    /// g_k is a gradient of convex, beta-smooth losses, and project goes to a closed convex set that is public.
    /// Nothing but x_steps is released: no other iterate, no average, and no momentum is used.
    /// `sensitivity` is how far one unit moves a step: the norm of eta times what it changes g_k by.
    /// `noise` is a standard deviation, in units of the iterate too.
    /// `contraction` is the Lipschitz constant of a step before the noise. It is at most
    ///
    /// ```text
    ///   1                                    if eta <= 2 / beta
    ///   max(|1 - eta m|, |1 - eta beta|)     if losses are m-strongly convex as well
    /// ```
    ///
    /// Clipped gradients of a linear model's records satisfy this. A clipped mean over a user's records does not.
    /// `batches`: each unit is met by one of so many steps, always in the same order; 1 for full batches.
    /// `diameter` bounds the distance of two points of the set; infinity for no set. From about
    /// diameter / sensitivity steps on, mu grows no more with the steps.
    /// The starting point is public. Steps are exact here: who computes them adds its error to `sensitivity`.
    /// Source: Bok, Su and Altschuler 2024 (src/privacy/divergences/PROOFS.md, 16).
    /// Requires: 0 \<= sensitivity \<= 2^100; 2^-100 \<= noise \<= 2^100; 0 \<= contraction \<= 1; 0 \< diameter.
    /// Requires: 1 \<= batches \<= 2^48; 1 \<= steps \<= 2^48.
    /// Since 0.1.
    pub fn dpcvx_curve_create_iteration(
        sensitivity: f64, noise: f64, contraction: f64, batches: i64, steps: i64, diameter: f64, out: *mut *mut
        dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of the last iterate for a unit that one step alone meets, at `position`, from 1 on:
    ///
    /// ```text
    ///   mu = sensitivity contraction^m / (noise sqrt(1 + contraction^2 + ... + contraction^(2 m))),  m = steps - position
    /// ```
    ///
    /// The conditions are those of dpcvx_curve_create_iteration. The position must not depend on the data.
    /// Without contraction it implies the Renyi form of Feldman, Mironov, Talwar and Thakurta 2018.
    /// Requires: 1 \<= position \<= steps; the other arguments as there.
    /// Since 0.1.
    pub fn dpcvx_curve_create_iteration_at(
        sensitivity: f64, noise: f64, contraction: f64, position: i64, steps: i64, out: *mut *mut dpcvx_curve, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Creates the exact curve of Laplace noise in one dimension.
    /// The noise has scale noise_multiplier times the l1 sensitivity.
    /// For vectors use dpcvx_curve_create_pure(1 / noise_multiplier).
    /// Requires: 2^-100 \<= noise_multiplier \<= 2^100.
    /// Since 0.1.
    pub fn dpcvx_curve_create_laplace(
        noise_multiplier: f64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of a caller's own privacy losses: probabilities\[i\] of losses\[i\] = log(P / Q), under P.
    /// The pair (P, Q) is the worst of all neighbours in one order. Its other order follows from it.
    /// `infinite` is the probability under P of what Q never gives. What Q has left of 1, P never gives.
    /// Requires: 1 \<= n \<= 4096; losses increase and are at most 500 in size; probabilities and infinite add up to
    /// 1.
    /// Requires: those under Q, q = probabilities e^-losses, sum to at most 1. Within sum q (4 + \|losses\|) 2^-52 is
    /// 1.
    /// Since 0.1.
    pub fn dpcvx_curve_create_losses(
        losses: *const f64, probabilities: *const f64, n: i64, infinite: f64, out: *mut *mut dpcvx_curve, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates the curve for one unit whose groups of `size` units stay within the given curve.
    /// It inverts dpcvx_curve_create_group part by part, rounded down.
    /// Errors: DPCVX_ERR_UNSUPPORTED as there, and for Renyi tables.
    /// Since 0.1.
    pub fn dpcvx_curve_create_member(
        curve: *const dpcvx_curve, size: i64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of pure epsilon-DP.
    /// In a composition it counts by whichever theorem gives the least answer (src/privacy/divergences/README.md).
    /// Since 0.1.
    pub fn dpcvx_curve_create_pure(epsilon: f64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error) -> i32;

    /// Creates the curve of `steps` Gaussian sums where each unit is in exactly `participations` of them.
    /// Which ones is drawn uniformly without replacement, for each unit independently of the others, and stays
    /// secret.
    /// It holds under add/remove. All steps together are one event, and later steps may depend on earlier outputs.
    /// The noise has standard deviation noise_multiplier times the l2 sensitivity of a sum to adding or removing a
    /// unit.
    /// delta and epsilon are amplified. mu, rho and Renyi epsilons are those of all participations in the open.
    /// dpcvx_curve_delta_bounds and dpcvx_accountant_epsilon give brackets. src/privacy/pld/README.md has their
    /// widths.
    /// Source: Feldman and Shenfeld 2025; src/privacy/pld/PROOFS.md, section 11.10.
    /// Requires: 2^-100 \<= noise_multiplier \<= 2^100; 1 \<= participations \<= steps \<= 2^53.
    /// Since 0.1.
    pub fn dpcvx_curve_create_random_allocation(
        noise_multiplier: f64, steps: i64, participations: i64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of `steps` Gaussian sums as dpcvx_curve_create_random_allocation, under replace-one.
    /// A unit's value becomes any other, in the sums that the unit is in. Those sums stay secret.
    /// The noise multiplier stays relative to adding or removing a unit, half of the sensitivity to replacing one.
    /// An answer takes up to 0.6 s, and a bracket up to 2 s. src/privacy/pld/README.md has the widths of brackets.
    /// Source: src/privacy/pld/PROOFS.md, section 11.12.
    /// Requires: as there.
    /// Since 0.1.
    pub fn dpcvx_curve_create_random_allocation_replace_one(
        noise_multiplier: f64, steps: i64, participations: i64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of randomized response among `categories` answers.
    /// It answers the truth, except with probability noise_parameter a uniform answer. Neighbours have different
    /// truths.
    /// Requires: 0 \< noise_parameter \< 1; 2 \<= categories \<= 2^53.
    /// Since 0.1.
    pub fn dpcvx_curve_create_randomized_response(
        noise_parameter: f64, categories: i64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of a Renyi DP table: epsilons\[i\] at orders\[i\].
    /// Between two orders, (order - 1) \* epsilon is bounded by its chord. Beyond the last order nothing is known.
    /// Source: Mironov 2017.
    /// Requires: 1 \<= n \<= 4096; orders are increasing and above 1.
    /// Since 0.1.
    pub fn dpcvx_curve_create_rdp(
        orders: *const f64, epsilons: *const f64, n: i64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of an event that meets a random batch of the units instead of all.
    /// `sampling` (DPCVX_SAMPLING_\*) says how the batch is drawn, and `rate` is its share. They are as for Gaussian
    /// sums.
    /// src/privacy/pld/PROOFS.md has the pairs of laws. Of a table of losses P is the law with the unit, Q that
    /// without.
    /// Requires: the curve is one Gaussian, Laplace, pure or discrete event; under Poisson sampling also one of
    /// losses.
    /// Requires: 0 \< rate \<= 1.
    /// Errors: DPCVX_ERR_UNSUPPORTED for other curves. Random allocation has dpcvx_curve_create_random_allocation.
    /// Since 0.1.
    pub fn dpcvx_curve_create_sampled(
        curve: *const dpcvx_curve, sampling: i32, rate: f64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of shuffled reports. Each user sends one report of an epsilon0-DP randomizer, and a shuffler
    /// removes who sent it. Neighbours differ in one user's value.
    /// `users` counts those whose own draws of the randomizer were shuffled, not those that were planned.
    /// A user who tells what was sent, or sends no such draw, hides nobody and does not count. 2^34 users count at
    /// most.
    /// Fewer users hide less: release nothing until as many reports have come as the curve counts.
    /// All users have the same randomizer. It sees the user's own value alone, no other report.
    ///
    /// ```text
    ///   others alike ~ Bin(users - 1, 2 / (e^epsilon0 + 1))
    /// ```
    ///
    /// These hide the report (src/privacy/pld/PROOFS.md, 15). The mechanism is epsilon0-DP in any case.
    /// A unit that leaves must report all the same, as if it had a fixed value, under add/remove too.
    /// Sources: Feldman, McMillan and Talwar 2021, 2023.
    /// Requires: 0 \<= epsilon0; 1 \<= users \<= 2^48.
    /// Since 0.1.
    pub fn dpcvx_curve_create_shuffled(
        epsilon0: f64, users: i64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of shuffled reports of randomized response, as dpcvx_curve_create_randomized_response has
    /// it.
    /// It is below that of other randomizers of the same epsilon0 from 3 categories on: answers of all categories
    /// hide.
    /// Source: Balle, Bell, Gascon and Nissim 2019, for what hides.
    /// Requires: 0 \< noise_parameter \< 1; 2 \<= categories \<= 2^53; users as in dpcvx_curve_create_shuffled.
    /// Since 0.1.
    pub fn dpcvx_curve_create_shuffled_response(
        noise_parameter: f64, categories: i64, users: i64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of `steps` Gaussian sums, each over a fresh random batch of the units.
    /// `sampling` (DPCVX_SAMPLING_\*) says how the batch is drawn, and `rate` is the batch's share of the units.
    /// The noise has standard deviation noise_multiplier times the l2 sensitivity of the sum.
    /// That is the sensitivity to adding or removing a unit under Poisson sampling, also at rate 1.
    /// Without replacement it is the sensitivity to replacing a unit.
    /// Under DPCVX_SAMPLING_POISSON_REPLACE_ONE it stays that to adding or removing a unit, half of that to replacing
    /// one.
    /// Sources: Mironov, Talwar and Zhang 2019; Balle, Barthe and Gaboardi 2018 (src/privacy/divergences/README.md).
    /// Requires: 0 \< rate \<= 1, 1 \<= steps, 2^-100 \<= noise_multiplier \<= 2^100.
    /// Since 0.1.
    pub fn dpcvx_curve_create_subsampled_gaussian(
        sampling: i32, noise_multiplier: f64, rate: f64, steps: i64, out: *mut *mut dpcvx_curve, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates the curve of a test and a release: a private test, and Gaussian noise if it passes
    /// (propose-test-release).
    /// Whether it passes is (test_epsilon, test_delta)-DP. What is released then is mu-GDP between neighbours that
    /// are
    /// close. It passes with a probability of at most test_delta where neighbours' values may be further apart. It is
    /// a
    /// composition: the test as in dpcvx_curve_create_approximate, and the noise as in dpcvx_curve_create_gdp.
    /// Several, each
    /// chosen after the outputs of those before with fixed parameters, compose by their counts. Sources: Dwork and
    /// Lei 2009;
    /// src/privacy/curve/PROOFS.md, section 17. Requires: 0 \<= test_epsilon, 0 \<= test_delta \< 1, 0 \<= mu. Since
    /// 0.1.
    pub fn dpcvx_curve_create_test_release(
        test_epsilon: f64, test_delta: f64, mu: f64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of rho-zero-concentrated DP (zCDP): Renyi DP of rho \* order at every order \> 1.
    /// Source: Bun and Steinke 2016.
    /// Since 0.1.
    pub fn dpcvx_curve_create_zcdp(rho: f64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error) -> i32;

    /// Computes the least delta for which (epsilon, delta)-DP is proved.
    /// Many compositions are computed numerically. Mostly epsilon is then within 1e-3 of the best, delta within 2 %.
    /// "Composed privacy losses" in src/privacy/pld/README.md says which, and how.
    /// Result: rounded up; 0 only if it is exactly 0.
    /// Memory and time: up to 20 MB; mostly below 0.1 s, at most about 0.5 s for each kind of part.
    /// Since 0.1.
    pub fn dpcvx_curve_delta(curve: *const dpcvx_curve, epsilon: f64, delta: *mut f64, err: *mut dpcvx_error) -> i32;

    /// Computes a bracket of the true delta, which tells how loose dpcvx_curve_delta is.
    /// Result: \*upper, the answer of dpcvx_curve_delta.
    /// Result: \*lower, a delta that mechanisms of the curve's kinds reach on some two neighbours. It is rounded
    /// down.
    /// The two are far apart where the computation did not settle. \*upper still holds then.
    /// dpcvx_accountant_epsilon gives a bracket of epsilon.
    /// \*lower is 0 for Renyi tables, zCDP, amplified mixtures, and over 30 parts. For fixed-size batches it is far
    /// below.
    /// Since 0.1.
    pub fn dpcvx_curve_delta_bounds(
        curve: *const dpcvx_curve, epsilon: f64, lower: *mut f64, upper: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a curve. Since 0.1.
    pub fn dpcvx_curve_destroy(curve: *mut dpcvx_curve);

    /// Computes the least epsilon for which (epsilon, delta)-DP is proved.
    /// Result: rounded up; infinity if there is none.
    /// Memory and time: as dpcvx_curve_delta.
    /// Since 0.1.
    pub fn dpcvx_curve_epsilon(
        curve: *const dpcvx_curve, delta: f64, epsilon: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the least mu for which mu-GDP is proved; infinity if there is none. Since 0.1.
    pub fn dpcvx_curve_gdp_mu(curve: *const dpcvx_curve, mu: *mut f64, err: *mut dpcvx_error) -> i32;

    /// Computes the Renyi DP epsilon at an order \> 1.
    /// Result: rounded up; infinity if there is none.
    /// Since 0.1.
    pub fn dpcvx_curve_rdp(curve: *const dpcvx_curve, order: f64, epsilon: *mut f64, err: *mut dpcvx_error) -> i32;

    /// Computes the order that gives the Renyi answer to dpcvx_curve_epsilon(delta).
    /// A budget that is to take this curve needs it as DPCVX_BUDGET_OPTION_RDP_ORDER.
    /// Requires: 0 \< delta \< 1.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a curve with an (epsilon, delta) part.
    /// Since 0.1.
    pub fn dpcvx_curve_rdp_order(
        curve: *const dpcvx_curve, delta: f64, order: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes a curve as JSON. src/privacy/curve/README.md lists the kinds and their keys.
    ///
    /// ```text
    ///   {"events":[{"kind":"gdp","mu":0.5,"count":1}]}
    /// ```
    ///
    /// A curve of a release from a deterministic source also has "random_source":"deterministic, NOT PRIVATE".
    /// Since 0.1.
    pub fn dpcvx_curve_to_json(
        curve: *const dpcvx_curve, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the least rho for which rho-zCDP is proved; infinity if there is none. Since 0.1.
    pub fn dpcvx_curve_zcdp_rho(curve: *const dpcvx_curve, rho: *mut f64, err: *mut dpcvx_error) -> i32;

    /// Creates a sparse table, in compressed sparse rows. Entries that are not listed are 0.
    /// For row_starts\[i\] \<= k \< row_starts\[i + 1\], row i has values\[k\] in column column_indices\[k\].
    /// Memory: 12 bytes an entry and 8 a row.
    /// Requires: row_starts has rows + 1 entries, begins with 0, never falls, and ends with the number of entries.
    /// Requires: that number is at most 2^44, and is the length of the two other arrays.
    /// Requires: within a row columns increase, so that none comes twice. A listed 0 is kept.
    /// Since 0.1.
    pub fn dpcvx_dataset_create_csr(
        row_starts: *const i64, column_indices: *const i64, values: *const f64, rows: i64, columns: i64, labels:
        *const f64, out: *mut *mut dpcvx_dataset, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the same sparse table of floats: 8 bytes an entry. Since 0.1.
    pub fn dpcvx_dataset_create_csr_f32(
        row_starts: *const i64, column_indices: *const i64, values: *const f32, rows: i64, columns: i64, labels:
        *const f64, out: *mut *mut dpcvx_dataset, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a dense table. Entry (i, j) is
    ///
    /// ```text
    ///   features[i * row_stride + j * column_stride],   0 <= i < rows, 0 <= j < columns
    /// ```
    ///
    /// Strides count entries. Row-major tables have strides (columns, 1), column-major ones (1, rows).
    /// Strides may be negative, but not 0 if there is more than one row or column.
    /// Each row is a record, for any strides. If rows overlap in memory, the shared entries are in two records.
    /// Then no guarantee for one record covers both.
    /// Since 0.1.
    pub fn dpcvx_dataset_create_dense(
        features: *const f64, rows: i64, columns: i64, row_stride: i64, column_stride: i64, labels: *const f64, out:
        *mut *mut dpcvx_dataset, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the same table of floats, and keeps them as floats: half the memory, half the reading.
    /// An entry counts as the double that it is. All sums are of doubles.
    /// Since 0.1.
    pub fn dpcvx_dataset_create_dense_f32(
        features: *const f32, rows: i64, columns: i64, row_stride: i64, column_stride: i64, labels: *const f64, out:
        *mut *mut dpcvx_dataset, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a dataset of rows of `source`, as dpcvx_dataset_create_subset does, but may cut users.
    /// Of a table with users any rows are accepted. Without users it is dpcvx_dataset_create_subset.
    /// dpcvx_dataset_create_with_max_records_per_user makes a choice that keeps the guarantee.
    /// What remains of a guarantee for users:
    /// - None for row numbers that are fixed beforehand. One user with other records moves the rows of all others.
    /// - All of it, if each user's rows are chosen by that user's id, records and own random bits alone.
    ///   Under replace-one every user must keep at least one row. Reports state this assumption.
    ///
    /// Since 0.1.
    pub fn dpcvx_dataset_create_record_subset(
        source: *const dpcvx_dataset, rows: *const i64, count: i64, out: *mut *mut dpcvx_dataset, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates the same records with column j mapped from the public range \[low\[j\], high\[j\]\] to \[-1, 1\].
    /// Values outside the range are clipped. It is a map of the single record, so no privacy is spent.
    /// Ranges must be known beforehand, or be released (dpcvx_dataset_release_ranges).
    /// Minima and maxima of the data are not private.
    /// It serves fits and predictions. Estimates of values (dpcvx/estimate.h) take the table before it.
    /// The table remembers its ranges. Floats stay floats, rounded within \[-1, 1\].
    /// Requires: low and high have `columns` entries; low\[j\] \< high\[j\].
    /// Requires: a sparse table has low\[j\] = -high\[j\], which keeps 0 at 0. Other ranges would fill it.
    /// Errors: DPCVX_ERR_ARGUMENT for a table that is scaled already.
    /// Since 0.1.
    pub fn dpcvx_dataset_create_scaled(
        source: *const dpcvx_dataset, low: *const f64, high: *const f64, columns: i64, out: *mut *mut dpcvx_dataset,
        err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a training part and a held-out part of the units of `source`, by a keyed hash of each unit's name:
    ///
    /// ```text
    ///   u = SipHash-2-4(key, name) / 2^64, rounded down to a multiple of 2^-53
    /// ```
    ///
    /// A unit is held out if held_out_from \<= u \< held_out_to. So 0 and 0.2 hold out about a fifth of the units.
    /// k intervals of length 1/k are the folds of a cross-validation.
    /// Neighbouring tables give neighbouring or equal training parts, and neighbouring or equal held-out parts.
    /// At most one of the two differs. The name of a unit is
    /// - with users: the user's id, under either adjacency;
    /// - without users, under replace-one: the row number, so that the sizes of the parts are public;
    /// - without users, under add/remove: the record's entries and label, so that equal records fall together.
    ///
    /// Rows keep their order. The same key and ids give the same parts in every table and on every machine.
    /// A second split of a part takes another key, or an interval outside the first.
    /// Requires: `adjacency` is that of the budget for the parts. Without users, plans and releases refuse others.
    /// Requires: the key has DPCVX_SPLIT_KEY_BYTES bytes, chosen without looking at the data. It need not be secret.
    /// Random bytes do: those of the operating system, or any that you write down to split alike again.
    /// Requires: with users, under replace-one, ids are public. A user who is replaced keeps the id.
    /// Requires: 0 \<= held_out_from \< held_out_to \<= 1.
    /// Requires: users are given before the split (dpcvx_dataset_create_with_users). A part does not take them.
    /// Errors: DPCVX_ERR_ARGUMENT if a part has no rows. That tells of the data.
    /// It must not be published if sizes are private.
    /// Source: Aumasson and Bernstein 2012, for SipHash.
    /// Since 0.1.
    pub fn dpcvx_dataset_create_split(
        source: *const dpcvx_dataset, adjacency: i32, key: *const c_void, key_bytes: usize, held_out_from: f64,
        held_out_to: f64, training: *mut *mut dpcvx_dataset, held_out: *mut *mut dpcvx_dataset, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the two parts of a table without users by ids of the caller's: the name of record i is ids\[i\], any
    /// number.
    /// Otherwise it is dpcvx_dataset_create_split. Records with equal ids fall together. The parts suit both
    /// adjacencies.
    /// Requires: `rows` ids, none of them a function of other records.
    /// Requires: under replace-one ids are public, and a record that is replaced keeps its id.
    /// Requires: under add/remove a record comes and goes with its id. Row numbers are no such ids.
    /// Since 0.1.
    pub fn dpcvx_dataset_create_split_by_ids(
        source: *const dpcvx_dataset, ids: *const i64, rows: i64, key: *const c_void, key_bytes: usize, held_out_from:
        f64, held_out_to: f64, training: *mut *mut dpcvx_dataset, held_out: *mut *mut dpcvx_dataset, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates a dataset of rows rows\[0 ... count - 1\] of `source`, in that order.
    /// Labels, weights, users and ranges come along.
    /// Requires: each row comes at most once. A row that came twice would be two units.
    /// Requires: of a table with users, all rows of a user or none.
    /// Errors: DPCVX_ERR_ARGUMENT for other choices. The message names the user.
    /// dpcvx_dataset_create_record_subset takes some of a user's rows.
    /// What remains of a guarantee:
    /// - With users: all of it, if the choice of users is fixed without looking at the data, by their ids for
    ///   example.
    /// - Without users, under replace-one: all of it, if the row numbers are fixed without looking at the data.
    /// - Without users, under add/remove: none for fixed row numbers. One record fewer moves all rows behind it.
    ///   All of it, if each record is chosen by its own id or content alone, as dpcvx_dataset_create_split does.
    ///
    /// Since 0.1.
    pub fn dpcvx_dataset_create_subset(
        source: *const dpcvx_dataset, rows: *const i64, count: i64, out: *mut *mut dpcvx_dataset, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates the same records with an exposure E each, for Poisson regression of counts y: time, area, or people at
    /// risk.
    /// The weight of a record is E, and its label becomes the rate y / E. Entries and users are shared with `source`.
    /// With DPCVX_LOSS_POISSON that is the likelihood of y at mean E exp(z), as with an offset log E:
    /// ```text
    ///   E (exp(z) - (y/E) z) = E exp(z) - y z
    /// ```
    /// So LABEL_BOUND of an objective bounds rates y / E, and WEIGHT_BOUND bounds exposures. What is above is
    /// clipped.
    /// A clipped rate y / E \> LABEL_BOUND counts fewer than y events. So the bound should hold for short exposures.
    /// Decision values are logarithms of rates, and predictions are rates, both per unit of exposure.
    /// Where short exposures make rates far above the ordinary ones, a CLIPPING_NORM below the default suits better.
    /// Requires: `rows` exposures, finite and \> 0. The labels of `source` are counts \>= 0, and y / E is finite.
    /// Requires: `source` has no weights. Weights that are given later replace the exposures.
    /// Since 0.1.
    pub fn dpcvx_dataset_create_with_exposures(
        source: *const dpcvx_dataset, exposures: *const f64, rows: i64, out: *mut *mut dpcvx_dataset, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates the same users with at most `max_records_per_user` records each.
    /// A user with more keeps a uniform random subset of that many, drawn with rng independently of the other users.
    /// Row order and user numbers are preserved. If no user exceeds the cap, all storage is shared with the source.
    /// A guarantee for users of a fit to the new table covers all records that a user has in `source`.
    /// The choice of the records that were kept need not stay secret. Reports state the cap.
    /// Requires: `source` has user ids. 1 \<= max_records_per_user \<= 2^40.
    /// Since 0.1.
    pub fn dpcvx_dataset_create_with_max_records_per_user(
        source: *const dpcvx_dataset, rng: *mut dpcvx_rng, max_records_per_user: i64, out: *mut *mut dpcvx_dataset,
        err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the same records, owned by users: users\[i\] is the id of the user who owns row i. Ids are any
    /// numbers.
    /// Objectives made from such a table have users as their units, and a guarantee covers all records of a user at
    /// once.
    /// Storage is shared with `source` if each user's rows are neighbours, else copied. Ids that it had are replaced.
    /// Time and memory: proportional to the table. Ids are grouped by sorting. Answers by row keep the order given.
    /// Requires: `rows` ids. Users are given before rows are chosen: a part of a split is refused.
    /// Requires: if the users of `source` were capped, all records that a former user had before the cap go to one
    /// new user.
    /// Rows of a former user with unlike new ids are refused.
    /// Since 0.1.
    pub fn dpcvx_dataset_create_with_users(
        source: *const dpcvx_dataset, users: *const i64, rows: i64, out: *mut *mut dpcvx_dataset, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates the same records with a weight each. Weights that the source had are replaced.
    /// Objectives clip weights to the bound that they declare. Entries, labels and users are shared with `source`.
    /// A record of weight 0 is null. It stands for a row that lacks a value.
    /// - Under add/remove estimates, hypothesis selection and released ranges leave null records out.
    /// - Private scores and centres of columns leave them out under both adjacencies.
    ///   Units that have no others count as absent. Whether a table has weights is taken to be public.
    /// - MIN_RECORDS_PER_USER does not count them.
    /// - Under replace-one the number of units is public. Estimates refuse a unit that has null records alone.
    ///   Their guarantee assumes that no unit has, and reports say so: a refusal would tell of it.
    /// - Of capped users, and of a record subset, one null record of such a unit counts instead.
    ///
    /// Estimates read no other weights.
    /// Requires: `rows` weights, finite and \>= 0.
    /// Since 0.1.
    pub fn dpcvx_dataset_create_with_weights(
        source: *const dpcvx_dataset, weights: *const f64, rows: i64, out: *mut *mut dpcvx_dataset, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Frees a dataset. What was made from it lives on. Since 0.1.
    pub fn dpcvx_dataset_destroy(dataset: *mut dpcvx_dataset);

    /// Reads a figure (DPCVX_DATASET_FIGURE_\*). All are counts.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a figure that the dataset lacks.
    /// Since 0.1.
    pub fn dpcvx_dataset_get_i64(
        dataset: *const dpcvx_dataset, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes what a reader of such ranges must not miss, a line each. There may be none: \*length is 0.
    /// There is one where ranges would be mostly noise, or an end may lie beyond all values, by up to 2^64.
    /// The second is said where the bound on its probability, for any values, passes 5 %
    /// (src/data/release/README.md).
    /// It is told from public numbers. Nothing is charged, and no data are read. The guarantee of the ranges notes it
    /// too.
    /// `units` is the number of units, or a guess of it under add/remove. The rest is as in
    /// dpcvx_dataset_release_ranges.
    /// units = 0 stands for a private number. There always is a note then: it says how many units are enough.
    /// Requires: 0 \<= units \<= 2^40, 1 \<= columns \<= 2^40, 0 \< coverage \< 1.
    /// Since 0.1.
    pub fn dpcvx_dataset_range_notes(
        price: *const dpcvx_curve, units: i64, columns: i64, coverage: f64, out: *mut c_char, capacity: usize, length:
        *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases ranges of all columns, for dpcvx_dataset_create_scaled. No public bounds are needed.
    /// Each range holds about a share `coverage` of the column's values, one a unit.
    /// In a table of records these are the entries. In a table of users they are each user's mean, weights not used.
    /// Null records (weight 0) are left out. Under replace-one a unit that has no other counts with one of them.
    /// It does for each column what dpcvx_release_range does, all at equal shares of one price
    /// (src/data/release/README.md).
    /// With fewer than about 40 / epsilon' units the answers mean little, epsilon' the share of one end.
    /// With 285 / epsilon' units or more, a column's range is far too wide with a probability of at most 1e-5.
    /// dpcvx_dataset_range_notes says before the charge where ranges are likely noise.
    /// Result: low\[j\] \< high\[j\], 0 or powers of two of size at most 2^65. Equal ends are moved apart.
    /// A sparse table has low\[j\] = -high\[j\].
    /// Requires: 0 \< coverage \< 1; low and high have `columns` entries.
    /// Requires: the units of the table are those of the budget.
    /// Prices: any (dpcvx/mechanism.h). `guarantee` may be NULL. The order of a release is as there.
    /// Since 0.1.
    pub fn dpcvx_dataset_release_ranges(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, dataset: *const dpcvx_dataset,
        coverage: f64, low: *mut f64, high: *mut f64, columns: i64, guarantee: *mut *mut dpcvx_guarantee, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Reads the numbers of records and of columns.
    /// The number of records is public under replace-one. Under add/remove it is as private as the data.
    /// Since 0.1.
    pub fn dpcvx_dataset_shape(
        dataset: *const dpcvx_dataset, rows: *mut i64, columns: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a ball:
    ///
    /// ```text
    ///   { w : ||w - center||_p <= radius }
    /// ```
    ///
    /// `center` has `dimension` entries, or is NULL for 0.
    /// Requires: 1 \<= p \<= infinity.
    /// Since 0.1.
    pub fn dpcvx_domain_create_ball(
        p: f64, radius: f64, center: *const f64, dimension: i64, out: *mut *mut dpcvx_domain, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a box:
    ///
    /// ```text
    ///   { w : low <= w <= high }, entry by entry
    /// ```
    ///
    /// low\[j\] = high\[j\] fixes a coefficient.
    /// low\[j\] = -infinity or high\[j\] = infinity is a side without an end. It counts as one at -1e100 or 1e100, so
    /// plans of
    /// fits that need a diameter find none of use. Samplers of quadratics lose nothing by it, or refuse a target so
    /// far out.
    /// Requires: low\[j\] \<= high\[j\], other ends in \[-1e100, 1e100\].
    /// Since 0.1.
    pub fn dpcvx_domain_create_box(
        low: *const f64, high: *const f64, dimension: i64, out: *mut *mut dpcvx_domain, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a ball of matrices:
    ///
    /// ```text
    ///   { W : (sum over k of s_k^p)^(1/p) <= radius },  s_k the singular values of W
    /// ```
    ///
    /// p = 1 is the nuclear norm, 2 the Frobenius norm, and infinity the spectral norm.
    /// A matrix has `rows` x `columns` coefficients, row by row: w\[i \* columns + j\] is W\[i\]\[j\]. For K classes
    /// rows = K.
    /// Example: a row of a table that holds a matrix A like this has the decision value \<A, W\> = trace(A' W).
    /// Leave out the intercept then (DPCVX_OBJECTIVE_OPTION_INTERCEPT = 0).
    /// Noisy gradient descent, noisy SGD, DP-SGD-Gradient and sufficient statistics take such a domain. Others refuse
    /// it.
    /// For p = 2, or one row or column, it is the l2 ball, which all methods take.
    /// Requires: 1 \<= p \<= infinity, rows \* columns \<= 2^36. Unless it is an l2 ball, too:
    ///
    /// ```text
    ///   rows * columns * min(rows, columns) <= 2^33
    /// ```
    ///
    /// A projection on 2048 rows and columns takes about a minute.
    /// Since 0.1.
    pub fn dpcvx_domain_create_schatten_ball(
        p: f64, radius: f64, rows: i64, columns: i64, out: *mut *mut dpcvx_domain, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a simplex:
    ///
    /// ```text
    ///   { w : w >= 0, sum w = total }
    /// ```
    ///
    /// Since 0.1.
    pub fn dpcvx_domain_create_simplex(
        total: f64, dimension: i64, out: *mut *mut dpcvx_domain, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a domain. What was made from it lives on. Since 0.1.
    pub fn dpcvx_domain_destroy(domain: *mut dpcvx_domain);

    /// Reads a figure (DPCVX_DOMAIN_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_domain_get_f64(
        domain: *const dpcvx_domain, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_DOMAIN_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_domain_get_i64(
        domain: *const dpcvx_domain, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the Euclidean projection of w on K: the u in K with least \|\|u - w\|\|_2.
    /// It is exact for boxes. For others it is within the domain's projection error, however far away w is.
    /// Schatten balls state none (infinity): the error grows with \|\|w\|\|, to about 2^-44 of it.
    /// `w` and `out` have `dimension` entries. src/model/README.md has the algorithms.
    /// Since 0.1.
    pub fn dpcvx_domain_project(
        domain: *const dpcvx_domain, w: *const f64, out: *mut f64, dimension: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes the domain in human-readable words: "ball of radius 2 about 0, l2 norm". Time grows with the numbers
    /// that
    /// it was made of. Since 0.1.
    pub fn dpcvx_domain_to_text(
        domain: *const dpcvx_domain, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Copies noisy counts of units, of kind HISTOGRAM by cell and of CUMULATIVE up to each inner edge. Their mean is
    /// right:
    /// they may be negative. \[low\[j\], high\[j\]\] holds the count of this very table with probability
    /// INTERVAL_LEVEL.
    /// Errors: DPCVX_ERR_UNSUPPORTED for estimates of other kinds.
    /// Since 0.1.
    pub fn dpcvx_estimate_counts(
        estimate: *const dpcvx_estimate, counts: *mut f64, low: *mut f64, high: *mut f64, count: i64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Releases the cumulative distribution of a column at public edges: the share of values up to each inner edge.
    /// Quantiles follow from it at no further charge: dpcvx_estimate_create_quantiles.
    /// Sums over a tree of cells get noise. Each share is the least-squares estimate from all of them.
    /// Noise grows with the logarithm of the number of cells. Its standard deviation in a count, in the mean over
    /// edges, is
    /// 4.6 / mu with 1,024 cells and 7.1 / mu with 65,536. Laplace noise has 18 / epsilon, 35 / epsilon
    /// (replace-one).
    /// Edges, units, column and prices are as for histograms. A value at an edge counts below it.
    /// Values of the estimate are shares that never fall, one an inner edge. Range j is \[edges\[0\], edges\[j +
    /// 1\]\].
    /// Ends of intervals never fall either where SIMULTANEOUS is 1. Otherwise each interval stands for itself.
    /// Source: Hay, Rastogi, Miklau and Suciu 2010; Dong, Roth and Su 2022, Theorem 2.7; PROOFS.md.
    /// Since 0.1.
    pub fn dpcvx_estimate_create_cumulative(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, dataset: *const dpcvx_dataset,
        column: i64, edges: *const f64, edge_count: i64, options: *const dpcvx_options, out: *mut *mut dpcvx_estimate,
        err: *mut dpcvx_error,
    ) -> i32;

    /// Release a histogram or a cumulative distribution from exact counts of a table that lies elsewhere.
    /// counts\[j\] is how many units cell j has: a query with GROUP BY, or partial counts of parts, added up. NOT
    /// PRIVATE.
    /// For a histogram cell j holds values in \[edges\[j\], edges\[j + 1\]), for a cumulative distribution in
    /// (edges\[j\],
    /// edges\[j + 1\]\]. With two edges they are the CELLS equal cells between them. Else all is as from a table of
    /// one column.
    /// The outermost cells should hold the values beyond them too, with those at the outermost edges, as a table's
    /// do.
    /// units is the public number of units under replace-one: shares are of it. The sum of the counts is not read for
    /// it.
    /// Under add/remove units is 0: their number is private, and its estimate is part of what is released.
    /// A unit may be in no cell: a null value, say. Shares are too small by such units under replace-one, and
    /// intervals do
    /// not cover that. Under add/remove they are shares of the units in cells.
    /// unit is what was counted, DPCVX_UNIT_RECORD or DPCVX_UNIT_USER. It is the budget's.
    /// GROUP BY counts records. For users each user is in at most one cell of one part, once: COUNT(DISTINCT user)
    /// for each
    /// cell is not enough, as it counts a user in several.
    /// Requires: a unit is counted in at most one cell, once, as the caller sees to. Nobody checks it. The record
    /// says so.
    /// Requires: cells is the number of cells, counts are \>= 0, and their sum is at most 2^40. Tables of at most
    /// 2^40 units
    /// meet that, so a refusal does not tell them apart. A sum above or below units is not refused: that would tell
    /// of data.
    /// Requires: 1 \<= units \<= 2^40 under replace-one, and units = 0 under add/remove.
    /// Since 0.1.
    pub fn dpcvx_estimate_create_cumulative_from_counts(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, counts: *const i64, cells: i64,
        unit: i32, units: i64, edges: *const f64, edge_count: i64, options: *const dpcvx_options, out: *mut *mut
        dpcvx_estimate, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases the shares of a column's values that lie in cells between public edges, as a histogram has them.
    /// A unit counts by the mean over its records: a user of m records has a part of 1/m for each. Weights are not
    /// used.
    /// Of several edges each is as given. Of two, the range between them is divided into equal cells: the option
    /// CELLS.
    /// Cell j holds values from edge j up to, but not including, edge j + 1. The last cell has its upper end too.
    /// Values out of the range count in the outermost cells.
    /// Values of the estimate are shares, one a cell, its ranges the ends of the cells. dpcvx_estimate_counts has
    /// counts.
    /// Noise of a count: sqrt(2) / mu or Laplace noise of scale 2 / epsilon, under add/remove 1 / mu or 1 / epsilon.
    /// It does not grow with the number of cells.
    /// Requires: the units of the dataset are those of the budget. A part of a split suits the budget's adjacency.
    /// Requires: the table is not scaled by ranges (dpcvx_dataset_create_scaled), since values are read in its own
    /// units.
    /// Requires: 0 \<= column \< columns, 2 \<= edge_count \<= 2^16 + 1, and edges rise, of size at most 1e300.
    /// Prices: any. The noise is Gaussian or Laplace, whichever is less for this price, or as NOISE says.
    /// One histogram alone is best priced on a basic budget, for Laplace noise. At (1, 1e-6) the standard deviation
    /// of its
    /// counts is 0.47 times that of Gaussian noise.
    /// Source: Dong, Roth and Su 2022, Theorem 2.7; Ghosh, Roughgarden and Sundararajan 2009; PROOFS.md in
    /// src/estimate/distribution.
    /// Since 0.1.
    pub fn dpcvx_estimate_create_histogram(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, dataset: *const dpcvx_dataset,
        column: i64, edges: *const f64, edge_count: i64, options: *const dpcvx_options, out: *mut *mut dpcvx_estimate,
        err: *mut dpcvx_error,
    ) -> i32;

    /// Release a histogram or a cumulative distribution from exact counts of a table that lies elsewhere.
    /// counts\[j\] is how many units cell j has: a query with GROUP BY, or partial counts of parts, added up. NOT
    /// PRIVATE.
    /// For a histogram cell j holds values in \[edges\[j\], edges\[j + 1\]), for a cumulative distribution in
    /// (edges\[j\],
    /// edges\[j + 1\]\]. With two edges they are the CELLS equal cells between them. Else all is as from a table of
    /// one column.
    /// The outermost cells should hold the values beyond them too, with those at the outermost edges, as a table's
    /// do.
    /// units is the public number of units under replace-one: shares are of it. The sum of the counts is not read for
    /// it.
    /// Under add/remove units is 0: their number is private, and its estimate is part of what is released.
    /// A unit may be in no cell: a null value, say. Shares are too small by such units under replace-one, and
    /// intervals do
    /// not cover that. Under add/remove they are shares of the units in cells.
    /// unit is what was counted, DPCVX_UNIT_RECORD or DPCVX_UNIT_USER. It is the budget's.
    /// GROUP BY counts records. For users each user is in at most one cell of one part, once: COUNT(DISTINCT user)
    /// for each
    /// cell is not enough, as it counts a user in several.
    /// Requires: a unit is counted in at most one cell, once, as the caller sees to. Nobody checks it. The record
    /// says so.
    /// Requires: cells is the number of cells, counts are \>= 0, and their sum is at most 2^40. Tables of at most
    /// 2^40 units
    /// meet that, so a refusal does not tell them apart. A sum above or below units is not refused: that would tell
    /// of data.
    /// Requires: 1 \<= units \<= 2^40 under replace-one, and units = 0 under add/remove.
    /// Since 0.1.
    pub fn dpcvx_estimate_create_histogram_from_counts(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, counts: *const i64, cells: i64,
        unit: i32, units: i64, edges: *const f64, edge_count: i64, options: *const dpcvx_options, out: *mut *mut
        dpcvx_estimate, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases the mean of each column of a dataset. It charges the budget once, then reads the rows.
    /// A unit's value is the mean over its records, so that all units count alike. Weights are not used.
    /// The value is clipped to \[low\[j\], high\[j\]\]. Estimate and interval are of the mean of clipped values, not
    /// of all.
    /// Where a range cuts values off, the two differ. Of 5,000 lognormal incomes (median 36,316, sigma 0.9) clipped
    /// at
    /// 100,000, 0.94 of 300 intervals of level 0.95 held the mean of clipped values, and none that of all.
    /// Besides, a noisy mean beyond an end is moved to it. So a mean at an end is biased by 0.4 standard deviations
    /// of the
    /// noise, and one farther inside by less. Intervals cover that.
    /// Where most values lie near one end of a wide range, intervals reach farther towards the other end: rare values
    /// may
    /// be there. In ten laws they were at most 1.5 times as wide as an oracle's at 10,000 units, and 3.5 times at
    /// 100.
    /// Squares and higher powers of the same values get noise too, for the intervals.
    /// They add nothing to Gaussian noise of a mean, and at most 1 % to Laplace noise.
    /// With n units and d columns of half width B, mu-GDP noise of a mean has a standard deviation of 2 B sqrt(d) /
    /// (mu n).
    /// Under add/remove the number of units is private, and the noise is up to sqrt(2) times as wide at d = 1.
    /// The mean of one column alone has least noise on a basic budget, which gives a price of Laplace noise. At (1,
    /// 1e-6)
    /// its standard deviation is a third of Gaussian noise's. Variances gain nothing: 5.7 B^2 / n against 5.2 B^2 /
    /// n.
    /// low and high are public numbers. Where both are NULL, ranges of all columns are released first, at a share of
    /// the
    /// price. Where both have NaN for a column, that is so for this column.
    /// At a small price released ranges leave out many values at each end (dpcvx_release_range). Intervals are of the
    /// clipped values, and may miss the mean of all. The text says how many lie beyond.
    /// dpcvx_estimate_range_notes says so before the charge.
    /// The options are DPCVX_ESTIMATE_OPTION_\* at the end of this header. NULL means all defaults.
    /// Time depends on the numbers of units, entries and columns.
    /// Requires: the units of the dataset are those of the budget. A part of a split suits the budget's adjacency.
    /// Requires: the table is not scaled by ranges (dpcvx_dataset_create_scaled), since values are read in its own
    /// units.
    /// Requires: `columns` is the number of columns of the dataset, and low\[j\] \< high\[j\].
    /// Prices: any (dpcvx/mechanism.h). GDP, zCDP and RDP prices take Gaussian noise, pure ones Laplace noise.
    /// Released ranges need a price of one pure, (epsilon, delta), zCDP, RDP, GDP or Gaussian statement.
    /// Errors: DPCVX_ERR_BUDGET for a charge that does not fit. DPCVX_ERR_UNSUPPORTED for a price of another kind.
    /// Source: Dong, Roth and Su 2022, Theorem 2.7; the intervals are derived in PROOFS.md.
    /// Since 0.1.
    pub fn dpcvx_estimate_create_mean(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, dataset: *const dpcvx_dataset, low:
        *const f64, high: *const f64, columns: i64, options: *const dpcvx_options, out: *mut *mut dpcvx_estimate, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Releases means from the sums of all parts, added up: the bits are those of dpcvx_estimate_create_mean of the
    /// whole
    /// table. unit is what was added up, DPCVX_UNIT_RECORD or DPCVX_UNIT_USER. It is the budget's. The number of
    /// units is
    /// the last of the sums but one: public under replace-one, and released with noise under add/remove. The last is
    /// a mark
    /// of noise, adjacency, unit and ranges. Requires: a unit is in one part and is added once, with the same price,
    /// ranges
    /// and options. Nobody checks that it is added once. The record says so, and that who
    /// takes, merges or sends sums keeps them secret. Requires: sums of at most 2^40 units, of at most 2^21 a unit.
    /// Those of
    /// tables are. Variances follow as from a table. Errors and prices are those of dpcvx_estimate_create_mean. Since
    /// 0.1.
    pub fn dpcvx_estimate_create_mean_from_sums(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, sums: *const i64, length: i64,
        unit: i32, low: *const f64, high: *const f64, columns: i64, options: *const dpcvx_options, out: *mut *mut
        dpcvx_estimate, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes quantiles from a cumulative distribution that was released. Nothing is charged, and no data are read.
    /// So any number of quantiles cost as much as one, now or later. probabilities\[j\] = 0.5 asks for the median.
    /// Values are interpolated between edges. Intervals hold the quantile of the law of the values, clipped to the
    /// range.
    /// The ends of an interval are edges: it is no narrower than a cell.
    /// Of one quantile alone dpcvx_release_quantile has less noise where the range is wide beside the values. It
    /// needs no
    /// grid, and has no interval. Take a cumulative distribution for several quantiles, or for intervals.
    /// Options: INTERVAL_LEVEL and SIMULTANEOUS. Others have no effect.
    /// The quantile of p is the least x with a share of at least p up to x.
    /// Requires: `cumulative` is of kind CUMULATIVE, 1 \<= count \<= 2^16, and 0 \< probabilities\[j\] \< 1.
    /// Source: derived in PROOFS.md.
    /// Since 0.1.
    pub fn dpcvx_estimate_create_quantiles(
        cumulative: *const dpcvx_estimate, probabilities: *const f64, count: i64, options: *const dpcvx_options, out:
        *mut *mut dpcvx_estimate, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes a trimmed mean, a winsorized mean or a distance of quantiles from a cumulative distribution that was
    /// released. Nothing is charged, and no data are read. So any number of them cost as much as one, now or later.
    /// TRIMMED_MEAN is the mean of values between the quantiles of `fraction` and 1 - fraction. WINSORIZED_MEAN moves
    /// values
    /// beyond them to them. QUANTILE_RANGE is the distance of the two: with a fraction of 0.25 the interquartile
    /// range.
    /// A user's records have equal parts of one unit. Values are clipped to the range of the edges.
    /// The estimate has one value. Its interval is proved: it holds what the law of the values has.
    /// A range of the edges far too wide costs little: noise is in proportion to the distance of the quantiles.
    /// Options: INTERVAL_LEVEL. Others have no effect. Time grows with cells and noise: 0.01 to 0.1 s with 1,024
    /// cells,
    /// and 0.2 to 5 s with 65,536. Contrived counts took 1.5 s with 1,024.
    /// Requires: `cumulative` is of kind CUMULATIVE. `kind` is DPCVX_ESTIMATE_KIND_\* of the three.
    /// Requires: 0 \<= fraction \<= 0.49, and fraction \>= 1e-6 for QUANTILE_RANGE.
    /// Source: derived in PROOFS.md in src/estimate/robust.
    /// Since 0.1.
    pub fn dpcvx_estimate_create_robust(
        cumulative: *const dpcvx_estimate, kind: i32, fraction: f64, options: *const dpcvx_options, out: *mut *mut
        dpcvx_estimate, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the variances of the columns from means that were released. Nothing is charged, and no data are read.
    /// They are the variances of units' clipped values. Roots of a variance and its interval are those of the
    /// standard
    /// deviation. The intervals are proved for any law of the values. Third and fourth moments are released with
    /// the means, at no further charge, and make them shorter.
    /// With n units, one column of half width B and a mean in its middle, replace-one: Gaussian noise of a variance
    /// has a
    /// standard deviation of 1.23 B^2 / (mu n). Laplace noise has the scale 4.02 B^2 / (epsilon n).
    /// For covariances, correlations and principal components see dpcvx_covariance_create (dpcvx/covariance.h).
    /// Options: INTERVAL_LEVEL and SIMULTANEOUS. Others have no effect.
    /// Requires: `means` is of kind MEAN.
    /// Source: derived in PROOFS.md in src/estimate/mean.
    /// Since 0.1.
    pub fn dpcvx_estimate_create_variance(
        means: *const dpcvx_estimate, options: *const dpcvx_options, out: *mut *mut dpcvx_estimate, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Frees an estimate. Since 0.1.
    pub fn dpcvx_estimate_destroy(estimate: *mut dpcvx_estimate);

    /// Computes the interval that a mean has if the noise is 0. Nothing is charged, and no data are read.
    /// It tells beforehand how wide the interval of a column will be.
    /// `units`, `mean` and `stddev` are guesses: of the number of units, and of their clipped values.
    /// price, columns and options are as in dpcvx_estimate_create_mean. `adjacency` is that of the budget.
    /// low and high are the declared range of the column. The price is all for the means.
    /// Requires: 1 \<= units \<= 2^40, low \< high, low \<= mean \<= high, stddev^2 \<= (high - mean) (mean - low).
    /// Since 0.1.
    pub fn dpcvx_estimate_expected_interval(
        price: *const dpcvx_curve, adjacency: i32, units: i64, columns: i64, low: f64, high: f64, mean: f64, stddev:
        f64, options: *const dpcvx_options, interval_low: *mut f64, interval_high: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the interval of dpcvx_estimate_create_robust that is to be expected: the one that it has if the noise
    /// is 0.
    /// Nothing is charged, and no data are read.
    /// `guess` holds `count` public numbers, drawn like the values that are expected: 1,000, say. `units` is a guess
    /// too.
    /// price, edges and options are as in dpcvx_estimate_create_cumulative. `adjacency` is that of the budget.
    /// Requires: 1 \<= units \<= 2^40, 1 \<= count \<= 2^24. The rest is as in both of these functions.
    /// Since 0.1.
    pub fn dpcvx_estimate_expected_robust(
        price: *const dpcvx_curve, adjacency: i32, units: i64, guess: *const f64, count: i64, edges: *const f64,
        edge_count: i64, kind: i32, fraction: f64, options: *const dpcvx_options, interval_low: *mut f64,
        interval_high: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the interval of a variance that is to be expected. All is as in dpcvx_estimate_expected_interval.
    /// Third and
    /// fourth moments are guessed: those of a normal law, or of one at the ends of the range if these are too great.
    /// So the width suits normal laws: within 2 % of the median width at 1,000 and 10,000 units. It suits no skewed
    /// law.
    /// Expected widths were 0.76 to 0.97 of the median of exponential values, and 0.61 to 1.31 of that of lognormal
    /// ones.
    /// Of values that spread evenly over the range they were 1.2 to 1.5 times the median.
    /// Since 0.1.
    pub fn dpcvx_estimate_expected_variance(
        price: *const dpcvx_curve, adjacency: i32, units: i64, columns: i64, low: f64, high: f64, mean: f64, stddev:
        f64, options: *const dpcvx_options, interval_low: *mut f64, interval_high: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_ESTIMATE_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_estimate_get_f64(
        estimate: *const dpcvx_estimate, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_ESTIMATE_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_estimate_get_i64(
        estimate: *const dpcvx_estimate, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Copies the guarantee. Since 0.1.
    pub fn dpcvx_estimate_guarantee(
        estimate: *const dpcvx_estimate, out: *mut *mut dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Copies the intervals. \[low\[j\], high\[j\]\] holds the mean of the law of clipped values with probability at
    /// least
    /// DPCVX_ESTIMATE_FIGURE_INTERVAL_LEVEL: for each column by itself, or for all together if SIMULTANEOUS.
    /// Of a distribution they hold the share of the law, or its quantile, in the same sense.
    /// The probability is over the draw of the units and over the noise. No law of the values is assumed.
    /// Requires: the units are independent draws of one law. Where ranges were released, it holds for the ranges
    /// found if
    /// the units that the means are of are others; for the same units it is approximate.
    /// Since 0.1.
    pub fn dpcvx_estimate_intervals(
        estimate: *const dpcvx_estimate, low: *mut f64, high: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Loads the estimate that dpcvx_estimate_save wrote. It is equal in all it says. No bytes do harm.
    /// The checksum is no signature: anyone who can change the bytes can make an estimate say anything, of privacy
    /// too.
    /// Errors: DPCVX_ERR_ARGUMENT for bytes of another format, cut off, damaged, or with a field out of its range.
    /// Since 0.1.
    pub fn dpcvx_estimate_load(
        bytes: *const c_void, length: usize, out: *mut *mut dpcvx_estimate, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes the exact sums of a part of a table. NOT PRIVATE.
    /// So means of a table that no memory holds are released from sums of its parts: files, Spark, MPI or a database.
    /// Sums are integers. Add those of parts entry by entry, in any order, by any engine that adds 64-bit integers.
    /// length is 4 columns + 2: the sums of values of all columns, of squares, of third and of fourth moments, the
    /// number
    /// of units, and a mark. By the mark sums for other noise, another adjacency, unit or ranges are refused.
    /// price, columns, ranges and options are those of dpcvx_estimate_create_mean_from_sums. `adjacency` is the
    /// budget's.
    /// They say how moments are weighted, and are public. Ranges are declared.
    /// Values are those of dpcvx_estimate_create_mean. Null records are left out.
    /// Requires: all records of a user are in one part. Their order may change the last bit of the user's value.
    /// Since 0.1.
    pub fn dpcvx_estimate_mean_sums(
        price: *const dpcvx_curve, adjacency: i32, dataset: *const dpcvx_dataset, low: *const f64, high: *const f64,
        columns: i64, options: *const dpcvx_options, sums: *mut i64, length: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates options of an estimate. Since 0.1.
    pub fn dpcvx_estimate_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Writes what a reader of means with released ranges must not miss, a line each. There may be none: \*length is
    /// 0.
    /// It has the notes of dpcvx_dataset_range_notes, at the share of the price that ranges take.
    /// There is another where released ranges leave out 2 % of the values or more at each end.
    /// It is told from public numbers. Nothing is charged, and no data are read.
    /// `units` is the number of units, or a guess of it under add/remove; 0 stands for a private number.
    /// `columns` is how many columns have their ranges released. price and options are as in
    /// dpcvx_estimate_create_mean.
    /// Requires: 0 \<= units \<= 2^40, 1 \<= columns \<= 2^40.
    /// Since 0.1.
    pub fn dpcvx_estimate_range_notes(
        price: *const dpcvx_curve, units: i64, columns: i64, options: *const dpcvx_options, out: *mut c_char,
        capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Copies the range of each column: as it was declared or released. Of a share it is the range that it is of.
    /// Since 0.1.
    pub fn dpcvx_estimate_ranges(
        estimate: *const dpcvx_estimate, low: *mut f64, high: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Saves the estimate as bytes, which this or a later version loads on any machine.
    /// They hold all that the estimate holds: quantiles follow from a loaded cumulative distribution at no further
    /// charge.
    /// They hold what was released, and nothing else of the data, with a CRC-64 checksum against damage.
    /// out == NULL with capacity == 0 only asks for \*length.
    /// Errors: DPCVX_ERR_CAPACITY for a capacity below \*length.
    /// Since 0.1.
    pub fn dpcvx_estimate_save(
        estimate: *const dpcvx_estimate, out: *mut c_void, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Copies the standard deviations of units' clipped values. stddevs\[j\] is an estimate.
    /// bounds\[j\] is an upper bound. It holds together with the interval of the column, at the same level.
    /// Of shares they are those of what a unit has in the cell, or up to the edge.
    /// Errors: DPCVX_ERR_UNSUPPORTED for estimates that follow from others: they have none.
    /// Since 0.1.
    pub fn dpcvx_estimate_stddevs(
        estimate: *const dpcvx_estimate, stddevs: *mut f64, bounds: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes the estimate as a JSON object: library_version, kind, figures, all arrays, and guarantee. Since 0.1.
    pub fn dpcvx_estimate_to_json(
        estimate: *const dpcvx_estimate, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes the estimate as human-readable text: up to 20 values with intervals, and units. The guarantee follows.
    /// Since 0.1.
    pub fn dpcvx_estimate_to_text(
        estimate: *const dpcvx_estimate, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Copies the estimates, DPCVX_ESTIMATE_FIGURE_COUNT of them: one a column, a cell, an edge or a quantile. Since
    /// 0.1.
    pub fn dpcvx_estimate_values(
        estimate: *const dpcvx_estimate, out: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases a score (DPCVX_SCORE_\*) of `fit` on a dataset. It charges the budget, then reads the rows.
    /// With n units, mu-GDP noise of a mean has a standard deviation of at most 1 / (mu n), in shares of its range.
    /// Under
    /// replace-one it is up to 1.42 times that for a table with weights, whose number of units that count is released
    /// too.
    /// Intervals are wider by the same with Gaussian noise. With Laplace noise that is 1.38 at level 0.95, and 1.66
    /// at 0.5.
    /// The fit must be public: released before.
    /// The options are DPCVX_EVALUATION_OPTION_\* at the end of this header. NULL means all defaults.
    /// Labels are checked before the charge. A message about a wrong label names its row, and is as private as the
    /// data.
    /// Time depends on the numbers of rows and columns.
    /// Requires: the units of the dataset are those of the budget. A part of a split suits the budget's adjacency.
    /// Requires: the columns of the dataset are those of training. It is raw, or scaled by the same ranges.
    /// Prices: any (dpcvx/mechanism.h). GDP, zCDP and RDP prices take Gaussian noise, pure ones Laplace noise.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a score that the fit has not. DPCVX_ERR_BUDGET for a charge that does not
    /// fit.
    /// Errors: DPCVX_ERR_ARGUMENT if a regression has no range of its labels: give LABEL_LOW and LABEL_HIGH.
    /// Since 0.1.
    pub fn dpcvx_evaluation_create(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, fit: *const dpcvx_fit, dataset:
        *const dpcvx_dataset, score: i32, options: *const dpcvx_options, out: *mut *mut dpcvx_evaluation, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Frees an evaluation. Since 0.1.
    pub fn dpcvx_evaluation_destroy(evaluation: *mut dpcvx_evaluation);

    /// Computes the interval that an evaluation gives if its noise is 0. Nothing is charged, and no data are read.
    /// It tells beforehand how many units a score needs at a price. Noise moves and widens the interval of an
    /// evaluation.
    /// `units` and `value` are guesses: of the number of units, and of the score. The option WEIGHTED says whether
    /// the table
    /// will have weights. For R2 alone `label_stddev` guesses that of the labels. 0 stands for 0.3 times the constant
    /// label_scale of the fit's record, or else a quarter of their range.
    /// price, fit, score and options are as in dpcvx_evaluation_create. `adjacency` is that of the budget.
    /// Requires: 1 \<= units \<= 2^40. `value` is one that the score may have, and not below -10^6.
    /// Requires: label_stddev is at most half the width of the range of the labels.
    /// Result: \*low and \*high as the figures LOW and HIGH. An infinite \*low means that the noise would hide the
    /// score.
    /// Since 0.1.
    pub fn dpcvx_evaluation_expected_interval(
        price: *const dpcvx_curve, adjacency: i32, fit: *const dpcvx_fit, score: i32, units: i64, value: f64,
        label_stddev: f64, options: *const dpcvx_options, low: *mut f64, high: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_EVALUATION_FIGURE_\*): enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a figure that the score lacks, and for VALUE where the noise hides it.
    /// Since 0.1.
    pub fn dpcvx_evaluation_get_f64(
        evaluation: *const dpcvx_evaluation, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_EVALUATION_FIGURE_\*): enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a figure that the score lacks, and for VALUE where the noise hides it.
    /// Since 0.1.
    pub fn dpcvx_evaluation_get_i64(
        evaluation: *const dpcvx_evaluation, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Copies the guarantee. Since 0.1.
    pub fn dpcvx_evaluation_guarantee(
        evaluation: *const dpcvx_evaluation, out: *mut *mut dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates options of an evaluation. Since 0.1.
    pub fn dpcvx_evaluation_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Writes the evaluation as a JSON object: library_version, score, figures and guarantee. Since 0.1.
    pub fn dpcvx_evaluation_to_json(
        evaluation: *const dpcvx_evaluation, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Writes the evaluation as human-readable text: score, interval, units and clips. The guarantee follows.
    /// Since 0.1.
    pub fn dpcvx_evaluation_to_text(
        evaluation: *const dpcvx_evaluation, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Copies the coefficients, DPCVX_FIT_FIGURE_DIMENSION of them.
    /// For each output they are one a column, then the intercept.
    /// Errors: DPCVX_ERR_STATE if nothing was released. There are three such cases.
    /// - The fit was cancelled after the charge, and before its first step.
    /// - It was cancelled before the draw of the exponential mechanism was made.
    /// - Its outcome is DPCVX_OUTCOME_UNSTABLE, and no phase was released before.
    ///
    /// Since 0.1.
    pub fn dpcvx_fit_coefficients(fit: *const dpcvx_fit, out: *mut f64, dimension: i64, err: *mut dpcvx_error) -> i32;

    /// Runs a plan. It charges the budget once, then reads the data. After the charge nothing fails.
    /// `monitor` may be NULL.
    /// A fit that is cancelled after the charge keeps it, and holds what was reached.
    /// DPCVX_FIT_FIGURE_OUTCOME says how the fit ended.
    /// Time depends on the numbers of rows and columns.
    /// Time depends on the data too with perturbations, stable releases and the exponential mechanism.
    /// Requires: adjacency and unit of the budget are those that the plan was made for.
    /// Errors: DPCVX_ERR_UNSUPPORTED for another adjacency or unit; DPCVX_ERR_BUDGET for a charge that does not fit.
    /// Errors: DPCVX_ERR_CANCELLED if `monitor` was cancelled before the charge: nothing was charged.
    /// Since 0.1.
    pub fn dpcvx_fit_create(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, plan: *const dpcvx_plan, monitor: *const dpcvx_monitor, out:
        *mut *mut dpcvx_fit, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the decision values of the rows of a dataset with the same columns:
    ///
    /// ```text
    ///   out[i * outputs + k] = z_ik = <a_i, w_k>,   count = rows * outputs
    /// ```
    ///
    /// A fit by dpcvx_fit_table has the middle of the label range added, and the centre of labels.
    /// Labels are not used. The three predictions below prepare rows as in training.
    /// - A raw table is scaled by the ranges of the training table (dpcvx_dataset_create_scaled).
    /// - A table that was scaled by the same ranges is taken as it is. One scaled by others is refused.
    /// - Rows are clipped, and get the intercept's entry.
    ///
    /// About training rows a prediction says no more than the fit does: it is post-processing, and costs nothing.
    /// About other rows it is as private as those rows are.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a fit of a caller's function of units.
    /// Threads: several threads may call it.
    /// Since 0.1.
    pub fn dpcvx_fit_decision_values(
        fit: *const dpcvx_fit, dataset: *const dpcvx_dataset, out: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a fit. Since 0.1.
    pub fn dpcvx_fit_destroy(fit: *mut dpcvx_fit);

    /// Reads a figure of a fit (DPCVX_FIT_FIGURE_\*): counts and enumerations by _i64, real figures by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a figure that the fit's method lacks.
    /// Since 0.1.
    pub fn dpcvx_fit_get_f64(fit: *const dpcvx_fit, figure: i32, value: *mut f64, err: *mut dpcvx_error) -> i32;

    /// Reads a figure of a fit (DPCVX_FIT_FIGURE_\*): counts and enumerations by _i64, real figures by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a figure that the fit's method lacks.
    /// Since 0.1.
    pub fn dpcvx_fit_get_i64(fit: *const dpcvx_fit, figure: i32, value: *mut i64, err: *mut dpcvx_error) -> i32;

    /// Copies the guarantee. Since 0.1.
    pub fn dpcvx_fit_guarantee(fit: *const dpcvx_fit, out: *mut *mut dpcvx_guarantee, err: *mut dpcvx_error) -> i32;

    /// Loads the fit that dpcvx_fit_save wrote. It is equal in all it says. No bytes do harm.
    /// The checksum is no signature: anyone who can change the bytes can make a fit say anything, of privacy too.
    /// Errors: DPCVX_ERR_ARGUMENT for bytes of another format, cut off, damaged, or with a field out of its range.
    /// Since 0.1.
    pub fn dpcvx_fit_load(
        bytes: *const c_void, length: usize, out: *mut *mut dpcvx_fit, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes what a reader of a plan or a fit must not miss, a line each, of one kind. There may be none: \*length
    /// is 0.
    /// `kind` is DPCVX_NOTE_PRIVACY, DPCVX_NOTE_WORTH or DPCVX_NOTE_METHOD. The report has the same words among
    /// others.
    /// Those of a plan are public, and are the same before a charge.
    /// Composes no privacy losses where a closed form tells enough, so it is quick.
    /// Since 0.1.
    pub fn dpcvx_fit_notes(
        fit: *const dpcvx_fit, kind: i32, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Computes the coefficients in the original units of the table, before its columns were scaled:
    ///
    /// ```text
    ///   a_j = w_j / h_j
    ///   b = v w_intercept - sum over j of w_j m_j / h_j
    /// ```
    ///
    /// Here w are the coefficients of dpcvx_fit_coefficients, and v is the intercept entry of a row.
    /// Column j was scaled from a range with the middle m_j and half the width h_j. Without ranges m_j = 0 and h_j =
    /// 1.
    /// `out` holds, for each output, one a_j a column and then b: outputs \* (columns + 1) entries.
    /// A model without an intercept has a b too, since scaling moves the zero of a column.
    /// To b comes what dpcvx_fit_table took off labels: the middle of their range, and their centre.
    ///
    /// The decision value of a raw row x is \<a, x\> + b if two conditions hold.
    /// - Each entry lies inside the range of its column. A value outside counts as the nearer end.
    /// - The scaled row, with its intercept entry, is within the row bound. A longer row is scaled down to the bound.
    ///
    /// A decision of a row that was scaled down keeps its sign, and its size shrinks by the same factor.
    /// Tables of floats are scaled in floats: there the two sides agree to about 1e-7.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a fit of a caller's function of units.
    /// Errors: DPCVX_ERR_NUMERIC if an entry is not finite: a range is too narrow, or too far from 0.
    /// Errors: DPCVX_ERR_STATE as dpcvx_fit_coefficients.
    /// Since 0.1.
    pub fn dpcvx_fit_original_coefficients(
        fit: *const dpcvx_fit, out: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the standard deviation of the noise in each of dpcvx_fit_original_coefficients, in the same order.
    ///
    /// ```text
    ///   of column j:      s / h_j
    ///   of the constant:  s sqrt(v^2 + sum over j of (m_j / h_j)^2)
    /// ```
    ///
    /// s is dpcvx_fit_standard_errors, m_j and h_j the middle and the half width of the range, v the intercept's
    /// entry or 0.
    /// The noise of coefficients is uncorrelated. A released centre or range counts as given.
    /// Errors: those of dpcvx_fit_standard_errors and dpcvx_fit_original_coefficients.
    /// Since 0.1.
    pub fn dpcvx_fit_original_standard_errors(
        fit: *const dpcvx_fit, out: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Predicts one label a row.
    /// - Logistic and hinge losses: 1 for z \> 0, else -1.
    /// - Multinomial loss: the class of the greatest decision value.
    /// - Poisson loss: the rate exp(min(z, log Y)), Y the label bound; per unit of exposure where the fit had
    ///   exposures.
    /// - Other regressions, and a caller's own loss: z itself.
    ///
    /// Since 0.1.
    pub fn dpcvx_fit_predict(
        fit: *const dpcvx_fit, dataset: *const dpcvx_dataset, out: *mut f64, rows: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the probabilities of the labels, row after row: count = 2 \* rows, or classes \* rows.
    ///
    /// ```text
    ///   logistic:     1 / (1 + exp(z)) of -1, then 1 / (1 + exp(-z)) of 1
    ///   multinomial:  exp(z_k) / sum over j of exp(z_j)
    /// ```
    ///
    /// Noise and clipping bend them: they are not calibrated.
    /// Errors: DPCVX_ERR_UNSUPPORTED for other losses.
    /// Since 0.1.
    pub fn dpcvx_fit_probabilities(
        fit: *const dpcvx_fit, dataset: *const dpcvx_dataset, out: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Saves the fit as bytes, which this or a later version loads on any machine.
    /// They hold all that the fit holds, a deterministic source's mark included, and a CRC-64 checksum against
    /// damage.
    /// They hold what was released, and nothing else of the data.
    /// out == NULL with capacity == 0 only asks for \*length.
    /// Errors: DPCVX_ERR_CAPACITY for a capacity below \*length.
    /// Since 0.1.
    pub fn dpcvx_fit_save(
        fit: *const dpcvx_fit, out: *mut c_void, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the standard deviation of the noise in each coefficient, `dimension` entries.
    /// It says how far privacy alone moves them from the minimiser of the objective, with the quadratic that was
    /// added.
    /// It says nothing of how they vary with another sample.
    /// It is known exactly where the noise was added last, on all of R^d. That is so of output perturbation,
    /// DP-SGD-Output, and stable output whose threshold was not estimated privately.
    /// Errors: DPCVX_ERR_UNSUPPORTED otherwise: noise that went through further steps has no known law.
    /// Since 0.1.
    pub fn dpcvx_fit_standard_errors(
        fit: *const dpcvx_fit, out: *mut f64, dimension: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Fits a private linear model to a labelled table, and gives the fit.
    ///
    /// The model is (epsilon, delta)-differentially private for one unit of the table.
    /// A unit is a user where the table has user ids, and else a record. Neighbouring tables replace one unit.
    /// DPCVX_FIT_TABLE_OPTION_UNIT and _ADJACENCY change that.
    /// With DPCVX_UNIT_RECORD the ids of a table are left out: one record is protected, not all records of one user.
    /// The guarantee of the fit covers all that the call released: the ranges, where it released them, and the model.
    /// The budget of the call adds up what it releases by GDP, or else by the basic filter: epsilons and deltas.
    /// It takes the basic filter where that makes the plan's typical risk at most 0.7 times that under GDP.
    /// In regressions it has to be 0.6 times that. Tables with few columns reach it.
    /// The plan and the fit say so. DPCVX_FIT_TABLE_OPTION_FILTER fixes the filter.
    /// Fits whose curves you compose with others are best under DPCVX_FILTER_GDP, where a composition costs least.
    /// Each call spends its own (epsilon, delta), and calls on one table add up: two spend about the sum, as no
    /// budget
    /// refuses the second. dpcvx_fit_table_on makes the fit on a budget that several releases share.
    ///
    /// `loss` is a DPCVX_LOSS_\* of dpcvx/model.h other than DPCVX_LOSS_CALLBACK.
    /// A regression (SQUARED, ABSOLUTE, PINBALL, HUBER, POWER, POISSON) requires a public range of its labels.
    /// DPCVX_FIT_TABLE_OPTION_LABEL_LOW and _LABEL_HIGH give it, or _LABEL_BOUND = Y for \[-Y, Y\], of POISSON for
    /// \[0, Y\].
    /// _LABEL_RANGE_FRACTION releases it for a share of epsilon and delta instead.
    /// MULTINOMIAL requires DPCVX_FIT_TABLE_OPTION_CLASSES.
    ///
    /// low\[j\] \< high\[j\] is the range of column j, with `columns` entries each. The ranges must be public.
    /// Columns are scaled from their ranges to \[-1, 1\], and values outside are clipped to the nearer end.
    /// A sparse table needs low\[j\] = -high\[j\], which keeps 0 at 0.
    /// A range that is too narrow changes the data in silence. One that is twice too wide costs little.
    /// low == high == NULL: the call releases the ranges privately, for a share of epsilon and delta.
    /// low\[j\] and high\[j\] both NaN: it releases that column's range. The share is the same, for fewer ends.
    /// Each released end gets a part of the share. Declare the ranges of wide and of sparse tables.
    /// Pass NULL too for a table that dpcvx_dataset_create_scaled has scaled. It keeps its ranges then.
    ///
    /// The rows of a regression are not clipped further, unless columns are centred (CENTRING_FRACTION).
    /// So its model is linear inside the ranges. Of centred columns that is so of rows near their means alone.
    /// Values in the middle of a range cost least. A range from 0 to far above them costs accuracy.
    /// The rows of a classification are scaled down to norm 1, which leaves the sign of a decision as it was.
    /// Decision values are then smaller than those of the original coefficients: predict by dpcvx_fit_predict and its
    /// kin.
    /// Randomness comes from the operating system.
    /// `monitor` may be NULL. It watches the fit. A cancelled fit has spent its price, as in dpcvx_fit_create.
    /// A monitor that is cancelled before anything is released makes the call fail, at no price: DPCVX_ERR_CANCELLED.
    /// Preparations take a few passes over the table. dpcvx_fit_table_on makes those it can before the charge. A call
    /// that
    /// is cancelled in later ones has spent its price, and gives a fit without coefficients.
    /// DPCVX_PLAN_FIGURE_EXPECTED_SECONDS of dpcvx_fit_table_plan tells how long the steps take after that.
    /// It counts MIN_RECORDS_PER_USER records of each user, or one. How many there are is not public, and takes more
    /// time.
    /// Requires: 2^-900 \<= epsilon, 0 \<= delta \< 1. delta is well below 1 over the number of units, as a rule 1e-6
    /// or less.
    /// delta = 0 leaves only methods of pure privacy. L1 needs delta \> 0.
    /// SQUARED, POWER and POWER_HINGE require 0 \< delta.
    /// Errors: DPCVX_ERR_ARGUMENT names what is missing, and the call that sets it.
    /// Errors: DPCVX_ERR_UNSUPPORTED if no method applies, with the reason. No model is released when the call fails.
    /// Labels, options and the plan are checked before ranges are released. After that only memory can fail.
    /// A message about a wrong label or entry names its row and value. Such a message is as private as the data.
    /// Result: a fit that the caller destroys. The dataset may be destroyed before it.
    /// DPCVX_FIT_FIGURE_EPSILON of dpcvx_fit_get_f64 tells the epsilon spent.
    /// Since 0.1.
    pub fn dpcvx_fit_table(
        dataset: *const dpcvx_dataset, loss: i32, low: *const f64, high: *const f64, columns: i64, epsilon: f64,
        delta: f64, options: *const dpcvx_options, monitor: *const dpcvx_monitor, out: *mut *mut dpcvx_fit, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Checks what dpcvx_fit_table would check, with the same arguments, and releases nothing.
    ///
    /// A caller with a ledger of its own calls it, charges the ledger, and then calls dpcvx_fit_table.
    /// So a wrong argument costs nothing. After a success, only memory or randomness makes dpcvx_fit_table fail.
    /// The arguments and the errors are those of dpcvx_fit_table.
    /// Whether it succeeds depends on the labels and the entries of the table: it is as private as the data.
    /// Since 0.1.
    pub fn dpcvx_fit_table_check(
        dataset: *const dpcvx_dataset, loss: i32, low: *const f64, high: *const f64, columns: i64, epsilon: f64,
        delta: f64, options: *const dpcvx_options, err: *mut dpcvx_error,
    ) -> i32;

    /// Fits as dpcvx_fit_table does, on a budget of the caller's. A ledger's file is one, too.
    /// Unit and adjacency are the budget's. Options may repeat them and its filter, and may not differ.
    /// A price that the main sub-budget of another filter than basic takes gives the fit that filter and the budget's
    /// delta.
    /// A price that the basic filter or a basic sub-budget takes gives it (epsilon, delta), and the filter that suits
    /// these.
    /// A table with user ids takes a budget of users, or DPCVX_FIT_TABLE_OPTION_UNIT = DPCVX_UNIT_RECORD.
    /// The whole price is charged once, with the first release: for ranges and centres, where released, and the
    /// model.
    /// A failure before that charges nothing. All checks come before it, and the memory of the prepared table is
    /// tried.
    /// After it only lack of memory can make the call fail, which another use of memory in between would have caused.
    /// The fit is within its price in the measure of the budget's filter. The RDP filter counts at one order alone.
    /// So the epsilon that the fit states at the delta may be above that of the price. The budget's limit holds.
    /// Requires: a price that the budget takes, as dpcvx_budget_price gives it.
    /// Randomness comes from `rng`.
    /// Errors: those of dpcvx_fit_table. DPCVX_ERR_BUDGET if the price does not fit.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a price that no sub-budget takes.
    /// Since 0.1.
    pub fn dpcvx_fit_table_on(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, dataset: *const dpcvx_dataset,
        loss: i32, low: *const f64, high: *const f64, columns: i64, options: *const dpcvx_options, monitor: *const
        dpcvx_monitor, out: *mut *mut dpcvx_fit, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates options of dpcvx_fit_table, all at their defaults. NULL in their place means all defaults. Since 0.1.
    pub fn dpcvx_fit_table_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Plans what dpcvx_fit_table would do with the same arguments. It releases and charges nothing.
    /// The plan is read with the functions of dpcvx/solve.h: method, risks, noise, expected time.
    /// Its curve is that of the model alone. Ranges and centres, where released, cost the rest of (epsilon, delta).
    /// Where the range of the labels is to be released, it is \[-1, 1\] in the plan, of POISSON \[0, 1\], and so are
    /// risks.
    /// dpcvx_fit_create refuses such a plan: dpcvx_fit_table makes the fit.
    /// The arguments and the errors are those of dpcvx_fit_table.
    /// The plan follows from public numbers. Whether the call succeeds depends on labels and entries.
    /// Since 0.1.
    pub fn dpcvx_fit_table_plan(
        dataset: *const dpcvx_dataset, loss: i32, low: *const f64, high: *const f64, columns: i64, epsilon: f64,
        delta: f64, options: *const dpcvx_options, out: *mut *mut dpcvx_plan, err: *mut dpcvx_error,
    ) -> i32;

    /// Plans what dpcvx_fit_table_on would do for the same price. It releases and charges nothing.
    /// The plan has the unit, the adjacency, the filter and the delta that the fit would have. It is that of
    /// dpcvx_fit_table_plan in all else: its curve is that of the model alone, and dpcvx_fit_create refuses it.
    /// Errors: those of dpcvx_fit_table_on, a price that does not fit any more included.
    /// Since 0.1.
    pub fn dpcvx_fit_table_plan_on(
        budget: *const dpcvx_budget, price: *const dpcvx_curve, dataset: *const dpcvx_dataset, loss: i32, low: *const
        f64, high: *const f64, columns: i64, options: *const dpcvx_options, out: *mut *mut dpcvx_plan, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Makes a private fit of a table with each of several options, and gives the one of the best private score.
    ///
    /// What is given is (epsilon, delta)-differentially private for one unit of the table: fit, number and score
    /// together.
    /// candidates\[i\] are options of dpcvx_fit_table. There are 1 to 16 of them.
    /// The call splits the table at random in two parts, and fits each candidate to one as dpcvx_fit_table does.
    /// It scores each fit on the other part with noise. Ranges and centres, where released, are part of each fit.
    /// A range of the labels, where released, is that of the whole table, and holds for all candidates.
    /// Labels are not centred. Scores clip them to LABEL_LOW and LABEL_HIGH, where given, with or without an
    /// intercept.
    /// Each candidate counts with the probability INCLUSION, by a secret coin. The best that counts is given.
    /// All candidates are fitted, whether they count or not. So neither time nor progress tells which ones do.
    ///
    /// `dataset` to `delta` are as in dpcvx_fit_table. delta = 0 leaves only methods of pure privacy.
    /// `options` are DPCVX_SELECTION_OPTION_\* below. NULL means all defaults.
    /// `monitor` may be NULL. It watches the fits, one after the other.
    /// A selection that is cancelled after its charge has spent its price.
    /// It gives a fit without coefficients, \*chosen = -1 and \*score = NaN.
    /// The same price is spent where memory fails after the first draw. No fit is given then.
    /// A call that you repeat until its result suits you spends its price each time.
    ///
    /// Requires: candidates agree on the options UNIT, ADJACENCY, NOMINAL_UNITS, LABEL_BOUND, LABEL_LOW, LABEL_HIGH,
    /// CLASSES
    /// and QUANTILE. FILTER is left at its default. NOMINAL_UNITS counts the units of the whole table.
    /// Requires: every two candidates differ in some option other than THREADS, as each leaves less to the others.
    /// Requires: under add/remove at most 2 (1 - HELD_OUT_FRACTION) NOMINAL_UNITS units, or NOMINAL_UNITS if that is
    /// more.
    /// Errors: as dpcvx_fit_table, for any candidate. Messages call the options candidates\[i\].
    /// Errors: DPCVX_ERR_UNSUPPORTED for a score that the loss has not.
    /// Result: a fit that the caller destroys. Its guarantee covers the whole call.
    /// Result: \*chosen, the number of its candidate, and \*score, its private score. NaN: the noise hides it.
    /// The score is the best of several, so it flatters. Release another on other data by dpcvx_evaluation_create.
    /// Since 0.1.
    pub fn dpcvx_fit_table_select(
        dataset: *const dpcvx_dataset, loss: i32, low: *const f64, high: *const f64, columns: i64, epsilon: f64,
        delta: f64, candidates: *const *const dpcvx_options, count: i64, options: *const dpcvx_options, monitor:
        *const dpcvx_monitor, out: *mut *mut dpcvx_fit, chosen: *mut i64, score: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Checks what dpcvx_fit_table_select would check, with the same arguments, and releases nothing.
    ///
    /// dpcvx_fit_table_check of dpcvx/simple.h says what it is for. The errors are those of dpcvx_fit_table_select.
    /// Since 0.1.
    pub fn dpcvx_fit_table_select_check(
        dataset: *const dpcvx_dataset, loss: i32, low: *const f64, high: *const f64, columns: i64, epsilon: f64,
        delta: f64, candidates: *const *const dpcvx_options, count: i64, options: *const dpcvx_options, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Selects as dpcvx_fit_table_select does, on a budget of the caller's. A ledger's file is one, too.
    ///
    /// Unit and adjacency are the budget's. Options may repeat them, and may not differ.
    /// A table with user ids takes a budget of users, or DPCVX_FIT_TABLE_OPTION_UNIT = DPCVX_UNIT_RECORD.
    /// The whole price is charged once, with the first release. All checks come before it: a failure there charges
    /// nothing.
    /// After the charge only lack of memory can make the call fail: the price is spent then, and no fit is given.
    /// Randomness comes from `rng`.
    /// Requires: a price that the basic filter or a basic sub-budget takes, such as dpcvx_curve_create_approximate
    /// gives.
    /// Errors: those of dpcvx_fit_table_select. DPCVX_ERR_BUDGET if the price does not fit.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a price that no sub-budget takes, or that another filter than basic takes.
    /// Since 0.1.
    pub fn dpcvx_fit_table_select_on(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, dataset: *const dpcvx_dataset,
        loss: i32, low: *const f64, high: *const f64, columns: i64, candidates: *const *const dpcvx_options, count:
        i64, options: *const dpcvx_options, monitor: *const dpcvx_monitor, out: *mut *mut dpcvx_fit, chosen: *mut i64,
        score: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes the whole fit as a JSON object. It holds what was released, and nothing else of the data. Its members:
    /// - library_version, method, steps_done
    /// - outcome (done, limit of passes, cancelled, unstable)
    /// - loss, and rows (columns, row_bound, row_norm, intercept, intercept_value, ranges), of a model of rows
    /// - domain in words, where the objective has one
    /// - coefficients where there are any, and standard_error where it is known
    /// - figures, those of the plan; guarantee, as dpcvx_guarantee_to_json gives it
    ///
    /// Numbers read back as the same doubles.
    /// Since 0.1.
    pub fn dpcvx_fit_to_json(
        fit: *const dpcvx_fit, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes the report as human-readable text: method, outcome, model, rows, domain, noise, typical risk, bound.
    /// The guarantee follows as dpcvx_guarantee_to_text gives it: mechanism, theorem, unit, adjacency, privacy,
    /// charge,
    /// every constant and whether it is enforced or assumed, and the random source.
    /// Coefficients in the units of the table are shown for the first 10 columns and 5 classes, as x0, x1 and so on.
    /// The report holds nothing else of the data.
    /// Since 0.1.
    pub fn dpcvx_fit_to_text(
        fit: *const dpcvx_fit, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a constant by its name, such as "l2_sensitivity". dpcvx_guarantee_to_json lists the names.
    /// Result: \*origin is DPCVX_ORIGIN_\*. The pointer may be NULL.
    /// Errors: DPCVX_ERR_ARGUMENT for a name that the guarantee lacks.
    /// Since 0.1.
    pub fn dpcvx_guarantee_constant(
        guarantee: *const dpcvx_guarantee, name: *const c_char, value: *mut f64, origin: *mut i32, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates a copy of the release's own curve.
    /// The ledger may have counted the price instead, if that is less in its accounting. "charged" in the JSON says
    /// so.
    /// Charged again by dpcvx_budget_charge, a curve of a deterministic source marks that budget too.
    /// It keeps unit and adjacency: budgets, accountants and compositions of another unit or adjacency refuse it.
    /// Since 0.1.
    pub fn dpcvx_guarantee_curve(
        guarantee: *const dpcvx_guarantee, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a guarantee. Since 0.1.
    pub fn dpcvx_guarantee_destroy(guarantee: *mut dpcvx_guarantee);

    /// Computes the epsilon of its curve at a delta, as dpcvx_curve_epsilon does. Since 0.1.
    pub fn dpcvx_guarantee_epsilon(
        guarantee: *const dpcvx_guarantee, delta: f64, epsilon: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Tells which datasets are neighbours (DPCVX_ADJACENCY_\*), and whose data are protected (DPCVX_UNIT_\*). Since
    /// 0.1.
    pub fn dpcvx_guarantee_terms(
        guarantee: *const dpcvx_guarantee, adjacency: *mut i32, unit: *mut i32, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes a guarantee as JSON. src/privacy/guarantee/README.md lists the keys. Since 0.1.
    pub fn dpcvx_guarantee_to_json(
        guarantee: *const dpcvx_guarantee, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Writes a guarantee as human-readable text. Since 0.1.
    pub fn dpcvx_guarantee_to_text(
        guarantee: *const dpcvx_guarantee, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Computes the probabilities of the set of j against k, under j and under k, as contests use them.
    /// They are rounded to multiples of 2^-22. Under j it is at least that under k, up to this and PROBABILITY_ERROR.
    /// Requires: j and k are two different hypotheses.
    /// Since 0.1.
    pub fn dpcvx_hypotheses_contest(
        hypotheses: *const dpcvx_hypotheses, j: i64, k: i64, under_j: *mut f64, under_k: *mut f64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates hypotheses by their log densities and by the probabilities of the sets of their contests.
    /// probabilities\[j \* hypotheses + k\] is the probability under j of the set of j against k. Entries with j = k
    /// count for
    /// nothing. The function is not called yet. `user` goes to it.
    /// The accuracy of a release rests on these probabilities. Its privacy does not.
    /// Requires: 2 \<= hypotheses \<= 2^16, 1 \<= columns \<= 2^20. Probabilities are in \[0, 1\].
    /// Requires: those of j against k and of k against j add up to at least 1, as they do for any two laws.
    /// Errors: DPCVX_ERR_ARGUMENT for others, and for more contests than MAX_CONTESTS. The message has the numbers.
    /// Since 0.1.
    pub fn dpcvx_hypotheses_create(
        hypotheses: i64, columns: i64, function: dpcvx_log_density_callback, user: *mut c_void, probabilities: *const
        f64, options: *const dpcvx_options, out: *mut *mut dpcvx_hypotheses, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates hypotheses that are laws of a symbol in {0, ..., symbols - 1}.
    /// probabilities\[j \* symbols + x\] is the probability of x under hypothesis j.
    /// Datasets have one column. A value that is no symbol has probability 0 under all.
    /// The options are DPCVX_HYPOTHESES_OPTION_\* at the end of this header. NULL means all defaults.
    /// Time: hypotheses^2 symbols.
    /// Requires: 2 \<= hypotheses \<= 2^16, 1 \<= symbols \<= 2^20. Each hypothesis has probabilities that add up to
    /// 1, to 1e-6.
    /// Errors: DPCVX_ERR_ARGUMENT for more contests than MAX_CONTESTS. The message has the numbers.
    /// Since 0.1.
    pub fn dpcvx_hypotheses_create_discrete(
        probabilities: *const f64, hypotheses: i64, symbols: i64, options: *const dpcvx_options, out: *mut *mut
        dpcvx_hypotheses, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a cover of the Gaussian laws with a known covariance, whose mean is in a box.
    /// Each such law is within total variation distance cover_distance of one of the hypotheses, whose means form a
    /// grid.
    /// Their number grows as 1 / cover_distance^dimension.
    /// covariance is a matrix, row by row. Datasets have `dimension` columns.
    /// Requires: 1 \<= dimension \<= 12, low\[i\] \< high\[i\], 1e-6 \<= cover_distance \<= 0.5.
    /// Requires: covariance is symmetric and positive definite.
    /// Errors: DPCVX_ERR_ARGUMENT for more contests than MAX_CONTESTS. The message has the numbers.
    /// Since 0.1.
    pub fn dpcvx_hypotheses_create_gaussian_means(
        low: *const f64, high: *const f64, covariance: *const f64, dimension: i64, cover_distance: f64, options:
        *const dpcvx_options, out: *mut *mut dpcvx_hypotheses, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a cover of the Gaussian laws on the line whose mean and standard deviation are in ranges.
    /// Each such law is within total variation distance cover_distance of one of the hypotheses.
    /// Datasets have one column.
    /// Requires: mean_low \< mean_high, 0 \< stddev_low \< stddev_high \<= 1e30 stddev_low, 1e-6 \<= cover_distance
    /// \<= 0.5.
    /// Errors: DPCVX_ERR_ARGUMENT for more contests than MAX_CONTESTS. The message has the numbers.
    /// Since 0.1.
    pub fn dpcvx_hypotheses_create_gaussians(
        mean_low: f64, mean_high: f64, stddev_low: f64, stddev_high: f64, cover_distance: f64, options: *const
        dpcvx_options, out: *mut *mut dpcvx_hypotheses, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates hypotheses by their log densities and by public samples, from which the probabilities are estimated.
    /// Record i of hypothesis j has the entries samples\[(j \* per_hypothesis + i) \* columns + ...\], drawn from
    /// hypothesis j.
    /// No data are read, and nothing is charged. The function is called on all samples, for all hypotheses.
    /// All probabilities are within DPCVX_HYPOTHESES_FIGURE_PROBABILITY_ERROR of the true ones, except with
    /// probability
    /// FAILURE_PROBABILITY over the samples (Hoeffding's inequality).
    /// Requires: 2 \<= hypotheses \<= 2^16, 1 \<= columns \<= 2^20, 1 \<= per_hypothesis \<= 2^40. Samples are
    /// finite.
    /// Errors: DPCVX_ERR_CALLBACK if the function returns anything but 1, or NaN. The message names the place.
    /// Since 0.1.
    pub fn dpcvx_hypotheses_create_sampled(
        hypotheses: i64, columns: i64, function: dpcvx_log_density_callback, user: *mut c_void, samples: *const f64,
        per_hypothesis: i64, options: *const dpcvx_options, out: *mut *mut dpcvx_hypotheses, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees hypotheses. Since 0.1.
    pub fn dpcvx_hypotheses_destroy(hypotheses: *mut dpcvx_hypotheses);

    /// Computes the excess of a selection: what the distance of the selected law exceeds three times the least
    /// distance by,
    /// at most, except with failure_probability. Nothing is charged, and no data are read:
    /// ```text
    ///   2 sqrt(L / (2 units)) + 2 L / (epsilon' units) + 2^-22,   L = log(2 (hypotheses - 1) / failure_probability)
    /// ```
    /// Requires: 2 \<= hypotheses \<= 2^16, 1 \<= units \<= 2^40, 1e-9 \<= failure_probability \<= 0.5.
    /// Since 0.1.
    pub fn dpcvx_hypotheses_excess(
        price: *const dpcvx_curve, hypotheses: i64, units: i64, failure_probability: f64, excess: *mut f64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_HYPOTHESES_FIGURE_\*): counts by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for COVER_DISTANCE of hypotheses that are no cover.
    /// Since 0.1.
    pub fn dpcvx_hypotheses_get_f64(
        hypotheses: *const dpcvx_hypotheses, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_HYPOTHESES_FIGURE_\*): counts by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for COVER_DISTANCE of hypotheses that are no cover.
    /// Since 0.1.
    pub fn dpcvx_hypotheses_get_i64(
        hypotheses: *const dpcvx_hypotheses, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates options of hypotheses. Since 0.1.
    pub fn dpcvx_hypotheses_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Copies what makes a hypothesis out: its probabilities of symbols, its mean, or its mean and standard
    /// deviation.
    /// Errors: DPCVX_ERR_UNSUPPORTED for hypotheses of a caller's function, which have no parameters here.
    /// Since 0.1.
    pub fn dpcvx_hypotheses_parameters(
        hypotheses: *const dpcvx_hypotheses, index: i64, out: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the least number of units with at most this excess. Nothing is charged, and no data are read.
    /// Requires: 2 \<= hypotheses \<= 2^16, 1e-5 \<= excess \<= 1, 1e-9 \<= failure_probability \<= 0.5.
    /// Errors: DPCVX_ERR_UNSUPPORTED if 2^40 units do not suffice.
    /// Since 0.1.
    pub fn dpcvx_hypotheses_units_needed(
        price: *const dpcvx_curve, hypotheses: i64, excess: f64, failure_probability: f64, units: *mut i64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Computes ids of names, for users that are known by text: equal names have equal ids.
    ///
    /// ```text
    ///     const char names[] = "adabobada"; // three rows, of ada, bob and ada
    ///     const int64_t name_ends[] = {3, 6, 9};
    ///     dpcvx_ids_of_names(names, 9, name_ends, users, 3, &err);
    ///     dpcvx_dataset_create_with_users(data, users, 3, &owned, &err);
    /// ```
    ///
    /// An id is SipHash-2-4 of the name's bytes, with a key of zeros. It depends on that name alone: the same in
    /// every
    /// table, part and language. So neighbouring tables stay neighbours, and splits by one key agree.
    /// Two names whose ids are equal count as one user. Under add/remove each of the two may then cost twice the
    /// epsilon.
    /// Of 10^8 names some two have equal ids with probability 0.0003.
    /// Name i has the bytes from name_ends\[i - 1\], or 0, up to name_ends\[i\]. Python, R, Go and Rust give UTF-8.
    /// Requires: name_ends never fall, are at least 0, and end with names_bytes. `names` may be NULL if names_bytes
    /// is 0.
    /// Requires: 1 \<= count \<= 2^40. ids holds `count` numbers.
    /// Source: Aumasson and Bernstein 2012, for SipHash.
    /// Since 0.1.
    pub fn dpcvx_ids_of_names(
        names: *const c_void, names_bytes: usize, name_ends: *const i64, ids: *mut i64, count: i64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Adds one report. Bytes that are no report of the protocol are refused, and not counted.
    /// Errors: DPCVX_ERR_ARGUMENT for such bytes; the message says what is wrong. DPCVX_ERR_STATE beyond 2^32
    /// reports.
    /// Since 0.1.
    pub fn dpcvx_local_aggregator_add(
        aggregator: *mut dpcvx_local_aggregator, bytes: *const c_void, length: usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Adds many reports that lie one behind the other. Those that are no report of the protocol are counted as
    /// refused.
    /// Requires: `length` is a multiple of DPCVX_LOCAL_FIGURE_REPORT_BYTES.
    /// Errors: DPCVX_ERR_STATE if there would be more than 2^32 reports. Nothing is added then.
    /// Since 0.1.
    pub fn dpcvx_local_aggregator_add_each(
        aggregator: *mut dpcvx_local_aggregator, bytes: *const c_void, length: usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads how many reports were added, and how many dpcvx_local_aggregator_add_each refused. Since 0.1.
    pub fn dpcvx_local_aggregator_counts(
        aggregator: *const dpcvx_local_aggregator, reports: *mut i64, refused: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates an aggregator without reports. Since 0.1.
    pub fn dpcvx_local_aggregator_create(
        protocol: *const dpcvx_local_protocol, out: *mut *mut dpcvx_local_aggregator, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees an aggregator. Since 0.1.
    pub fn dpcvx_local_aggregator_destroy(aggregator: *mut dpcvx_local_aggregator);

    /// Computes estimates, DPCVX_LOCAL_FIGURE_COUNT of them: shares of categories, the mean, or the entries of the
    /// mean.
    /// values are unbiased. So a share may be below 0 or above 1; its interval is within \[0, 1\].
    /// standard_errors are estimates of their standard deviations. None is below the noise of the randomizer itself.
    /// From few reports they say little of how values differ. Intervals hold for any number of reports.
    /// \[low\[j\], high\[j\]\] holds the truth with probability at least `level`, for each j by itself.
    /// The truth is that of the values of those who reported, clipped. If they are independent draws of one law, the
    /// same
    /// interval holds that law's share or mean with this probability.
    /// Requires: a report was added. 0.5 \<= level \<= 1 - 1e-9.
    /// Errors: DPCVX_ERR_STATE without a report.
    /// Since 0.1.
    pub fn dpcvx_local_aggregator_estimate(
        aggregator: *const dpcvx_local_aggregator, level: f64, values: *mut f64, standard_errors: *mut f64, low: *mut
        f64, high: *mut f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates an aggregator from bytes that dpcvx_local_aggregator_save wrote.
    /// Errors: DPCVX_ERR_ARGUMENT for bytes that are no aggregator, or whose counts do not agree.
    /// Since 0.1.
    pub fn dpcvx_local_aggregator_load(
        bytes: *const c_void, length: usize, out: *mut *mut dpcvx_local_aggregator, err: *mut dpcvx_error,
    ) -> i32;

    /// Adds the counts of another aggregator of the same protocol, and leaves that as it is.
    /// Errors: DPCVX_ERR_ARGUMENT for another protocol, or for the aggregator itself. DPCVX_ERR_STATE beyond 2^32
    /// reports.
    /// Since 0.1.
    pub fn dpcvx_local_aggregator_merge(
        aggregator: *mut dpcvx_local_aggregator, other: *const dpcvx_local_aggregator, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes an aggregator as bytes, its protocol among them. Since 0.1.
    pub fn dpcvx_local_aggregator_save(
        aggregator: *const dpcvx_local_aggregator, out: *mut c_void, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates options of a protocol. Since 0.1.
    pub fn dpcvx_local_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Computes the epsilon that holds against who sees shuffled reports only: each user's one report, in random
    /// order.
    /// It is (epsilon, delta) for one user's value among `users` that reported, and never above the epsilon of a
    /// report.
    /// `users` counts reports that dpcvx_local_protocol_shuffle shuffled together, and that an aggregator accepts.
    /// If fewer came than planned, epsilon is that of those that came.
    /// So release nothing until as many have come as the epsilon counts; each report keeps its own epsilon in any
    /// case.
    /// dpcvx_calibrate_shuffled computes the epsilon of a report that a central target allows.
    /// Requires: 1 \<= users \<= 2^48; 0 \< delta \< 1.
    /// Since 0.1.
    pub fn dpcvx_local_protocol_central_epsilon(
        protocol: *const dpcvx_local_protocol, users: i64, delta: f64, epsilon: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a protocol for the shares of categories.
    /// AUTOMATIC takes randomized response up to about 3 e^epsilon + 2 categories, and hashing beyond.
    /// Hashing has about the variance of optimised unary encoding, and a report of 20 bytes for any number of
    /// categories.
    /// Memory of an aggregator: 8 bytes an output (DPCVX_LOCAL_FIGURE_OUTPUTS), at most 2^22 of them.
    /// Requires: 2 \<= categories \<= 2^20; 0.001 \<= epsilon \<= 30.
    /// Sources: Warner 1965; Wang, Blocki, Li and Jha 2017; Acharya, Sun and Zhang 2019.
    /// Since 0.1.
    pub fn dpcvx_local_protocol_create_frequencies(
        categories: i64, epsilon: f64, options: *const dpcvx_options, out: *mut *mut dpcvx_local_protocol, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates a protocol for the mean of a number. The value is clipped to \[low, high\] before a report is drawn.
    /// AUTOMATIC takes one bit at a small epsilon, and a window from about 1.3 on.
    /// Laplace noise is never better. It would need a scale of (high - low) / epsilon.
    /// A scale of (high - low) / (2 epsilon) would be 2 epsilon-private only: two values differ by the whole range.
    /// Requires: finite low \< high; 0.001 \<= epsilon \<= 30.
    /// Sources: Duchi, Jordan and Wainwright 2018; Wang and others 2019.
    /// Since 0.1.
    pub fn dpcvx_local_protocol_create_mean(
        low: f64, high: f64, epsilon: f64, options: *const dpcvx_options, out: *mut *mut dpcvx_local_protocol, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Creates a protocol for the mean of a vector. A vector of a greater l2 norm is scaled to the radius.
    /// Its mean square error is of the order d radius^2 / min(epsilon, epsilon^2) for d entries, which is optimal.
    /// Time of a report: about 64 to 1024 random vectors are drawn.
    /// Requires: 2 \<= dimension \<= 2^16; 0 \< radius; 0.001 \<= epsilon \<= 30.
    /// Sources: Bhowmick and others 2018; Asi, Feldman and Talwar 2022.
    /// Since 0.1.
    pub fn dpcvx_local_protocol_create_vector_mean(
        dimension: i64, radius: f64, epsilon: f64, out: *mut *mut dpcvx_local_protocol, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a protocol. Since 0.1.
    pub fn dpcvx_local_protocol_destroy(protocol: *mut dpcvx_local_protocol);

    /// Computes how wrong an estimate from so many reports may be. It needs no report, so it serves to plan.
    /// With probability at least `level` the error is at most \*bound, for any values:
    /// of one share, of the mean, or of the vector in the l2 norm. Around an estimate it is a confidence region.
    /// Requires: 1 \<= reports \<= 2^32; 0.5 \<= level \<= 1 - 1e-9.
    /// Since 0.1.
    pub fn dpcvx_local_protocol_expected_error(
        protocol: *const dpcvx_local_protocol, reports: i64, level: f64, bound: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_LOCAL_FIGURE_\*): counts and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_local_protocol_get_f64(
        protocol: *const dpcvx_local_protocol, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_LOCAL_FIGURE_\*): counts and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_local_protocol_get_i64(
        protocol: *const dpcvx_local_protocol, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a protocol from bytes that dpcvx_local_protocol_save wrote.
    /// The probabilities are computed anew from epsilon. So a report is as private as the loaded epsilon says.
    /// A device should look at it (DPCVX_LOCAL_FIGURE_EPSILON) before it reports.
    /// Errors: DPCVX_ERR_ARGUMENT for bytes that are no protocol.
    /// Since 0.1.
    pub fn dpcvx_local_protocol_load(
        bytes: *const c_void, length: usize, out: *mut *mut dpcvx_local_protocol, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes a protocol as bytes, for devices to load. Since 0.1.
    pub fn dpcvx_local_protocol_save(
        protocol: *const dpcvx_local_protocol, out: *mut c_void, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Writes reports that lie one behind the other in a random order: each order is equally likely.
    /// Who sees them in this order alone has the privacy of dpcvx_local_protocol_central_epsilon.
    /// A shuffler is trusted to forget the order in which reports came, and whom they came from.
    /// Bytes that are no report are moved along. They hide nobody: count what the aggregator accepts.
    /// rng: from the operating system's entropy. With a known seed the order can be undone.
    /// out == NULL with capacity == 0 asks for the length: nothing is drawn. `out` and `reports` do not overlap.
    /// Requires: `size` is a multiple of DPCVX_LOCAL_FIGURE_REPORT_BYTES.
    /// Since 0.1.
    pub fn dpcvx_local_protocol_shuffle(
        protocol: *const dpcvx_local_protocol, rng: *mut dpcvx_rng, reports: *const c_void, size: usize, out: *mut
        c_void, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes what the protocol does and promises as human-readable text. Since 0.1.
    pub fn dpcvx_local_protocol_to_text(
        protocol: *const dpcvx_local_protocol, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Makes a report of a category, a number or a vector, as bytes that a device sends.
    /// Each report is DPCVX_LOCAL_FIGURE_EPSILON-locally private, for every value.
    /// `budget` is the device's own, or NULL. It is charged once, before the value is looked at. See "REPORTS ADD UP"
    /// above.
    /// A category that there is not counts as 0. NaN counts as the middle of the range, and as 0 in a vector.
    /// Values beyond the range are clipped, so that nothing shows what a value was.
    /// No value is refused: a report that does not come would tell of it. Devices decide what a missing value counts
    /// as.
    /// out == NULL with capacity == 0 asks for the length: nothing is drawn and nothing is charged.
    /// Requires: the protocol is of the kind. `dimension` is that of the protocol. The budget has replace-one
    /// adjacency:
    /// a report shows that its unit takes part.
    /// Errors: DPCVX_ERR_BUDGET for a charge that does not fit. DPCVX_ERR_CAPACITY before anything is charged.
    /// Since 0.1.
    pub fn dpcvx_local_report_category(
        protocol: *const dpcvx_local_protocol, budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, category: i64, out:
        *mut c_void, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Makes a report of a category, a number or a vector, as bytes that a device sends.
    /// Each report is DPCVX_LOCAL_FIGURE_EPSILON-locally private, for every value.
    /// `budget` is the device's own, or NULL. It is charged once, before the value is looked at. See "REPORTS ADD UP"
    /// above.
    /// A category that there is not counts as 0. NaN counts as the middle of the range, and as 0 in a vector.
    /// Values beyond the range are clipped, so that nothing shows what a value was.
    /// No value is refused: a report that does not come would tell of it. Devices decide what a missing value counts
    /// as.
    /// out == NULL with capacity == 0 asks for the length: nothing is drawn and nothing is charged.
    /// Requires: the protocol is of the kind. `dimension` is that of the protocol. The budget has replace-one
    /// adjacency:
    /// a report shows that its unit takes part.
    /// Errors: DPCVX_ERR_BUDGET for a charge that does not fit. DPCVX_ERR_CAPACITY before anything is charged.
    /// Since 0.1.
    pub fn dpcvx_local_report_value(
        protocol: *const dpcvx_local_protocol, budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, value: f64, out: *mut
        c_void, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Makes a report of a category, a number or a vector, as bytes that a device sends.
    /// Each report is DPCVX_LOCAL_FIGURE_EPSILON-locally private, for every value.
    /// `budget` is the device's own, or NULL. It is charged once, before the value is looked at. See "REPORTS ADD UP"
    /// above.
    /// A category that there is not counts as 0. NaN counts as the middle of the range, and as 0 in a vector.
    /// Values beyond the range are clipped, so that nothing shows what a value was.
    /// No value is refused: a report that does not come would tell of it. Devices decide what a missing value counts
    /// as.
    /// out == NULL with capacity == 0 asks for the length: nothing is drawn and nothing is charged.
    /// Requires: the protocol is of the kind. `dimension` is that of the protocol. The budget has replace-one
    /// adjacency:
    /// a report shows that its unit takes part.
    /// Errors: DPCVX_ERR_BUDGET for a charge that does not fit. DPCVX_ERR_CAPACITY before anything is charged.
    /// Since 0.1.
    pub fn dpcvx_local_report_vector(
        protocol: *const dpcvx_local_protocol, budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, vector: *const f64,
        dimension: i64, out: *mut c_void, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the options of dpcvx_nonprivate_minimize with all defaults. Since 0.1.
    pub fn dpcvx_minimize_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Asks all work that was given this monitor to stop after its current step. Since 0.1.
    pub fn dpcvx_monitor_cancel(monitor: *mut dpcvx_monitor, err: *mut dpcvx_error) -> i32;

    /// Sets \*cancelled to 1 if dpcvx_monitor_cancel was called on this monitor, else to 0. Since 0.1.
    pub fn dpcvx_monitor_cancelled(monitor: *const dpcvx_monitor, cancelled: *mut i32, err: *mut dpcvx_error) -> i32;

    /// Creates a monitor. `progress` may be NULL: then it only cancels. `user` goes to the callback. Since 0.1.
    pub fn dpcvx_monitor_create(
        progress: dpcvx_progress_callback, user: *mut c_void, out: *mut *mut dpcvx_monitor, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a monitor. Since 0.1.
    pub fn dpcvx_monitor_destroy(monitor: *mut dpcvx_monitor);

    /// Copies the labels of a dataset as they were given, one a row, unclipped.
    /// Requires: `rows` is the number of rows.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a table without labels.
    /// Since 0.1.
    pub fn dpcvx_nonprivate_dataset_labels(
        dataset: *const dpcvx_dataset, out: *mut f64, rows: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Copies the number that each row had in the caller's arrays, of which the first dataset was made.
    /// Row i of a part of a split, a subset or a capped table was row out\[i\] of dpcvx_dataset_create_dense or _csr.
    /// So it joins rows to what the dataset does not hold, such as names, dates and user ids.
    /// Requires: `rows` is the number of rows.
    /// Since 0.1.
    pub fn dpcvx_nonprivate_dataset_source_rows(
        dataset: *const dpcvx_dataset, out: *mut i64, rows: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the decision values \<a_i, w_k\> of a caller's coefficients for the rows of a dataset. NOT PRIVATE.
    /// Rows are prepared as the objective prepares its own: ranges, intercept, clipping. Labels are not used.
    /// Result: `out` has count = rows x outputs entries, row after row.
    /// Requires: the dataset has the objective's columns.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a caller's function of units.
    /// Since 0.1.
    pub fn dpcvx_nonprivate_decision_values(
        objective: *const dpcvx_objective, w: *const f64, dimension: i64, dataset: *const dpcvx_dataset, out: *mut
        f64, count: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes diagnostics of draws in several chains, a coordinate at a time (Vehtari, Gelman, Simpson, Carpenter
    /// and
    /// Buerkner 2021, sections 3 and 4). NOT PRIVATE.
    /// Draws of one sampler are independent, so they may be grouped as one likes, and say nothing of its
    /// certificate's
    /// rounds. Take one sampler for each of several starts that lie far apart, and let its draws be a chain. Then an
    /// R-hat
    /// above 1.01 shows that draws depend on the start: ROUNDS are too few, or what was declared of f is wrong. An
    /// R-hat
    /// near 1 proves nothing. Chains of other software may depend on their earlier draws; the sizes tell. Draw t of
    /// chain m
    /// is row m count + t of `draws`, which is (chains x count) x dimension, row by row. Chains are cut into halves.
    /// Their
    /// middle draw is left out where `count` is odd. Result: r_hat, bulk_ess and tail_ess, with `dimension` entries
    /// each.
    /// The pointers may be NULL.
    /// - r_hat: the greater rank-normalised split R-hat, of the draws and of their distances from the median.
    /// - bulk_ess: the effective sample size of the ranks, at most S log10(S) of S draws in the halves.
    /// - tail_ess: the lesser effective sample size of the indicators of the 5 % and the 95 % quantile.
    ///
    /// Where all that a figure compares is equal, R-hat is infinite and the size 0.
    /// Time: S (log S + L) a coordinate, L the lag at which correlations vanish.
    /// Requires: chains \>= 1, count \>= 4, dimension \>= 1; draws are finite and at most 1e100 in size.
    /// Since 0.1.
    pub fn dpcvx_nonprivate_draws_diagnose(
        draws: *const f64, chains: i64, count: i64, dimension: i64, r_hat: *mut f64, bulk_ess: *mut f64, tail_ess:
        *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Minimises an objective F over its domain K. NOT PRIVATE.
    /// It begins at `start`, projected on K. NULL begins at the projection of 0.
    /// It stops if the certified distance to the minimiser is at most TOLERANCE, or after MAX_PASSES passes over the
    /// data.
    /// These are options, DPCVX_MINIMIZE_OPTION_\* at the end of this header. NULL means the defaults.
    /// An objective without quadratic may have several minimisers. Then the norm of the gradient mapping is compared:
    ///
    /// ```text
    ///   beta ||w - P(w - grad F(w) / beta)||
    /// ```
    ///
    /// beta is the smoothness of F, and P the projection on K. With L1, P is the proximal step of penalty and domain.
    /// Errors: DPCVX_ERR_UNSUPPORTED for an objective with L1 and a loss that is not smooth.
    /// Result: w, the best point found, with `dimension` entries. The other three pointers may be NULL.
    /// Result: \*gap \>= F(w) - min F; infinity if nothing proves a bound.
    /// Result: \*distance \>= \|\|w - argmin F\|\|_2. It is at most sqrt(2 gap / l2), and infinity without quadratic.
    /// Rounding errors are added to both. If the tolerance was not met, they say how close w came.
    /// Result: \*outcome is DPCVX_OUTCOME_DONE if the tolerance was met.
    /// It is DPCVX_OUTCOME_MAX_PASSES at the limit of passes, or where rounding leaves no more progress.
    /// It is DPCVX_OUTCOME_CANCELLED if `monitor`, which may be NULL, asked for it between passes.
    /// Since 0.1.
    pub fn dpcvx_nonprivate_minimize(
        objective: *const dpcvx_objective, start: *const f64, options: *const dpcvx_options, monitor: *const
        dpcvx_monitor, w: *mut f64, dimension: i64, gap: *mut f64, distance: *mut f64, outcome: *mut i32, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Computes how far each unit's loss lies above its linear part at a reference point v (Bregman divergence).
    /// NOT PRIVATE.
    ///
    /// ```text
    ///   out[u] = f_u(w) - f_u(v) - <g_u(v), w - v> >= 0
    /// ```
    ///
    /// g_u(v) is the gradient of f_u at v. For linear models there is no cancellation: close points lose no digits.
    /// w and reference have `dimension` entries; `out` has `units`, one for each unit there is.
    /// Since 0.1.
    pub fn dpcvx_nonprivate_objective_divergences(
        objective: *const dpcvx_objective, w: *const f64, reference: *const f64, dimension: i64, out: *mut f64, units:
        i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes F and its gradient at w. NOT PRIVATE.
    /// With L1 it is a subgradient, with 0 for the slope of \|w_j\| at w_j = 0.
    /// w and gradient have `dimension` entries. `gradient` may be NULL.
    /// Since 0.1.
    pub fn dpcvx_nonprivate_objective_value(
        objective: *const dpcvx_objective, w: *const f64, dimension: i64, value: *mut f64, gradient: *mut f64, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Draws `count` independent points, each by a chain of its own from the start. NOT PRIVATE.
    /// The draws depend on the rng alone, not on earlier draws.
    /// A draw that is given up, for any reason that the chain gives, makes the others unlike the target.
    /// The certificate does not cover that.
    /// `monitor` may be NULL. Its progress counts rounds. It is called within long rounds of a caller's function too.
    /// Result: `out` is count x dimension, row by row.
    /// Result: \*drawn is the number of whole rows. Other rows are not written. The pointer may be NULL.
    /// Result: \*outcome is DPCVX_OUTCOME_DONE, _MAX_PASSES or _CANCELLED. The pointer may be NULL.
    /// Errors: DPCVX_ERR_ARGUMENT if a caller's function refuses 10^6 tries of a round: it bends more than SMOOTHNESS
    /// says.
    /// The rows before that draw are whole.
    /// Since 0.1.
    pub fn dpcvx_nonprivate_sampler_draw(
        sampler: *mut dpcvx_sampler, rng: *mut dpcvx_rng, count: i64, out: *mut f64, monitor: *const dpcvx_monitor,
        outcome: *mut i32, drawn: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a diagnostic (DPCVX_SAMPLER_DIAGNOSTIC_\*): counts, flags and enumerations by _i64, real numbers by
    /// _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no diagnostic, or a diagnostic of the other type.
    /// NOT PRIVATE.
    /// Since 0.1.
    pub fn dpcvx_nonprivate_sampler_get_f64(
        sampler: *const dpcvx_sampler, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a diagnostic (DPCVX_SAMPLER_DIAGNOSTIC_\*): counts, flags and enumerations by _i64, real numbers by
    /// _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no diagnostic, or a diagnostic of the other type.
    /// NOT PRIVATE.
    /// Since 0.1.
    pub fn dpcvx_nonprivate_sampler_get_i64(
        sampler: *const dpcvx_sampler, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Finds a better start and step for another sampler of the same V, from the data. NOT PRIVATE.
    /// A sampler made with these is as exact as any. But its certificate tells of the data: do not publish it.
    /// Result: start_out, with `dimension` entries, a point near the minimiser of V.
    /// It is found by accelerated rounds without noise, at most max_rounds.
    /// Result: \*step_size, from the trace of V's Hessian there, as random differences of gradients show it.
    /// Requires: 1 \<= max_rounds \<= 10^6.
    /// Since 0.1.
    pub fn dpcvx_nonprivate_sampler_tune(
        sampler: *mut dpcvx_sampler, max_rounds: i64, start_out: *mut f64, dimension: i64, step_size: *mut f64, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Computes the data gradients of units units\[0 ... count - 1\] at w. NOT PRIVATE.
    /// They leave out 1/n and the quadratic.
    /// Result: `out` is count x dimension. Row i is the gradient of units\[i\].
    /// Since 0.1.
    pub fn dpcvx_nonprivate_unit_gradients(
        objective: *const dpcvx_objective, w: *const f64, dimension: i64, units: *const i64, count: i64, out: *mut
        f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the objective of a loss (DPCVX_LOSS_\*) on a labelled dataset, over a domain of its coefficients.
    /// Units are the dataset's users if it has them, else its records.
    /// The options are DPCVX_OBJECTIVE_OPTION_\* at the end of this header.
    /// If slopes that grow with z are not bounded, LIPSCHITZ is infinity, and only methods that clip gradients apply.
    /// Requires: a user owns at most 2^24 records.
    /// Errors: DPCVX_ERR_ARGUMENT for a label that the loss does not take. The message names the row.
    /// Since 0.1.
    pub fn dpcvx_objective_create(
        dataset: *const dpcvx_dataset, loss: i32, domain: *const dpcvx_domain, options: *const dpcvx_options, out:
        *mut *mut dpcvx_objective, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the objective of a caller's own functions: (1/n) times their sum over units.
    /// The options declare three constants of a unit's function, which have no default.
    /// LIPSCHITZ, SMOOTHNESS and STRONG_CONVEXITY are recorded as assumed.
    /// Sums of gradients enforce the first by clipping each unit's. A gradient that is not finite counts as 0.
    /// The options L2, NOMINAL_UNITS and UNIT apply.
    /// Requires: 1 \<= units \<= 2^40, 1 \<= dimension \<= 2^28, STRONG_CONVEXITY \<= SMOOTHNESS.
    /// Errors: DPCVX_ERR_ARGUMENT if one of the three constants is not set. The message names it.
    /// Since 0.1.
    pub fn dpcvx_objective_create_from_units(
        units: i64, dimension: i64, function: dpcvx_unit_callback, user: *mut c_void, domain: *const dpcvx_domain,
        options: *const dpcvx_options, out: *mut *mut dpcvx_objective, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the objective of a table that lies elsewhere, from public facts alone: `columns` columns, and no row.
    /// Plans are made of it, and dpcvx/distributed.h fits them to tables in parts.
    /// The options are those of dpcvx_objective_create. NOMINAL_UNITS has no default. UNIT 0 stands for records.
    /// `low` and `high` are the public ends that parts are scaled by (dpcvx_dataset_create_scaled), one a column.
    /// Both are NULL for parts that are not scaled.
    /// STORAGE says how all parts store their rows.
    /// Requires: 1 \<= columns \<= 2^20.
    /// Functions that read the table refuse it with DPCVX_ERR_UNSUPPORTED.
    /// Since 0.1.
    pub fn dpcvx_objective_create_public(
        low: *const f64, high: *const f64, columns: i64, loss: i32, domain: *const dpcvx_domain, options: *const
        dpcvx_options, out: *mut *mut dpcvx_objective, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the objective of a caller's own loss of a linear model. Every sum calls it.
    /// The options declare two constants, which have no default: MAX_SLOPE and MAX_CURVATURE.
    /// Slopes are cut to \[-MAX_SLOPE, MAX_SLOPE\], so that bound is enforced.
    /// Two things are recorded as assumed: phi is convex, and its slope is MAX_CURVATURE-Lipschitz.
    /// LABEL_BOUND applies. Other options of built-in losses do not.
    /// The call tries phi at public points: 13 z in \[-30, 30\], for labels 1, -1, 1/2 and 0, or of that share of
    /// LABEL_BOUND.
    /// phi may not take some labels. At one of the four it has to be finite and convex, with its slopes.
    /// MAX_CURVATURE = infinity leaves slow methods: a fit of 1000 records took 12 s. Declare a finite one if there
    /// is one.
    /// A phi that ends the call or the program for some labels or rows reveals data, since it sees them.
    /// Errors: DPCVX_ERR_ARGUMENT if one of the two constants is not set. The message names it.
    /// Errors: DPCVX_ERR_ARGUMENT if phi is not finite or not convex, or its slope has the wrong sign. Nothing is
    /// charged.
    /// Since 0.1.
    pub fn dpcvx_objective_create_with_loss(
        dataset: *const dpcvx_dataset, loss: dpcvx_loss_callback, user: *mut c_void, domain: *const dpcvx_domain,
        options: *const dpcvx_options, out: *mut *mut dpcvx_objective, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the same objective with the null unit, whose loss is 0, in place of each of `count` units.
    /// n and the numbers of the other units stay. The rows are shared.
    /// Since 0.1.
    pub fn dpcvx_objective_create_without(
        objective: *const dpcvx_objective, units: *const i64, count: i64, out: *mut *mut dpcvx_objective, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Frees an objective. What was made from it lives on. Since 0.1.
    pub fn dpcvx_objective_destroy(objective: *mut dpcvx_objective);

    /// Reads a figure (DPCVX_OBJECTIVE_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_objective_get_f64(
        objective: *const dpcvx_objective, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_OBJECTIVE_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_objective_get_i64(
        objective: *const dpcvx_objective, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the options of an objective. NULL in their place means all defaults. Since 0.1.
    pub fn dpcvx_objective_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Frees options of any kind. Since 0.1.
    pub fn dpcvx_options_destroy(options: *mut dpcvx_options);

    /// Reads the least and the greatest accepted value of a real-valued key, and its default. Since 0.1.
    pub fn dpcvx_options_get_bounds_f64(
        options: *const dpcvx_options, key: i32, low: *mut f64, high: *mut f64, initial: *mut f64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Reads the least and the greatest accepted value of an integer-valued key, and its default. Since 0.1.
    pub fn dpcvx_options_get_bounds_i64(
        options: *const dpcvx_options, key: i32, low: *mut i64, high: *mut i64, initial: *mut i64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Reads a real-valued key: the value that was set, or else the default. Since 0.1.
    pub fn dpcvx_options_get_f64(
        options: *const dpcvx_options, key: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads an integer-valued key: the value that was set, or else the default. Since 0.1.
    pub fn dpcvx_options_get_i64(
        options: *const dpcvx_options, key: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Sets a real-valued key. Since 0.1.
    pub fn dpcvx_options_set_f64(options: *mut dpcvx_options, key: i32, value: f64, err: *mut dpcvx_error) -> i32;

    /// Sets an integer-valued key. Enumerations and switches are integers. Since 0.1.
    pub fn dpcvx_options_set_i64(options: *mut dpcvx_options, key: i32, value: i64, err: *mut dpcvx_error) -> i32;

    /// Adds a table of rows of the part to its open sum. A part may be added in any number of such blocks, in any
    /// order.
    /// `threads` is from 1 to 64. The bits of the sum do not depend on it.
    /// Requires: all records of a user are in one block.
    /// Errors: DPCVX_ERR_ARGUMENT for a table of other columns, storage, ranges or units than the plan's.
    /// Errors: DPCVX_ERR_ARGUMENT for a label that the loss does not take. The sum is then as before.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a table with a cap on the records of a user. DPCVX_ERR_STATE for a sealed
    /// sum.
    /// Since 0.1.
    pub fn dpcvx_partial_sum_add(
        partial_sum: *mut dpcvx_partial_sum, dataset: *const dpcvx_dataset, threads: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Adds all rows that a callback gives, block after block. A block holds whole users.
    /// Memory is that of the callback's block. It may free or overwrite a block once it was added.
    /// `bytes` is that of all entries that are to come, for progress: 8 each, or 4 of floats. 0 means that it is not
    /// known.
    /// Progress counts the bytes of entries that were added. Of sparse rows an entry has 4 more. `monitor` may be
    /// NULL.
    /// Where `bytes` is 0 the total of progress is 0, and calls come ever farther apart.
    /// Errors: DPCVX_ERR_CALLBACK for a callback that returns 0 although a block of it was refused: rows would be
    /// missing.
    /// Errors: DPCVX_ERR_CANCELLED if the monitor stops it. DPCVX_ERR_STATE for a sealed sum.
    /// After an error the sum is as it was before the call.
    /// Since 0.1.
    pub fn dpcvx_partial_sum_add_blocks(
        partial_sum: *mut dpcvx_partial_sum, add_next: dpcvx_block_callback, user: *mut c_void, bytes: i64, monitor:
        *const dpcvx_monitor, err: *mut dpcvx_error,
    ) -> i32;

    /// Adds rows of the part that lie in the caller's memory, such as a memory-mapped file. No table is made of them.
    /// Entry (i, j) is features\[i \* row_stride + j \* column_stride\], as for dpcvx_dataset_create_dense.
    /// `users` are the ids of the rows' owners, or NULL where records are units. `weights` may be NULL.
    /// Columns are scaled by the plan's ranges.
    /// Rows are gone over in blocks of 2^18 entries, or of the rows of the user with the most. Memory is that of a
    /// block.
    /// Entries are read in place where row_stride = `columns`, a multiple of 4, column_stride = 1, and `features` is
    /// aligned
    /// to two entries. The last block is copied. Other layouts are copied block by block. Scaled columns are written
    /// to a
    /// block.
    /// A call reads the memory until it returns, and keeps none of it. Its values stay the same until then.
    /// Progress counts the bytes of entries that were added. `monitor` may be NULL.
    /// Requires: rows sorted by user, so that all rows of a user lie together. All rows of a user are in one call.
    /// Errors: DPCVX_ERR_ARGUMENT if the first user is the last of the call before.
    /// Errors: DPCVX_ERR_CANCELLED if the monitor stops it. Others are those of dpcvx_partial_sum_add.
    /// After an error the sum is as it was before the call.
    /// Since 0.1.
    pub fn dpcvx_partial_sum_add_dense(
        partial_sum: *mut dpcvx_partial_sum, features: *const f64, rows: i64, columns: i64, row_stride: i64,
        column_stride: i64, labels: *const f64, users: *const i64, weights: *const f64, threads: i64, monitor: *const
        dpcvx_monitor, err: *mut dpcvx_error,
    ) -> i32;

    /// Adds rows of floats in the same way, for plans of floats. Since 0.1.
    pub fn dpcvx_partial_sum_add_dense_f32(
        partial_sum: *mut dpcvx_partial_sum, features: *const f32, rows: i64, columns: i64, row_stride: i64,
        column_stride: i64, labels: *const f64, users: *const i64, weights: *const f64, threads: i64, monitor: *const
        dpcvx_monitor, err: *mut dpcvx_error,
    ) -> i32;

    /// Adds all rows that are left of a stream to the open sum of its part. `label` names the column of labels,
    /// `user` that
    /// of the users' ids, `weight` that of weights. All other columns are the features, in their order.
    /// Columns hold numbers or booleans (0 and 1), and no null. Features may be lists of one fixed size too.
    /// Ids are signed integers of at most 64 bits, or unsigned ones of at most 32. They may be text ('u', 'U', 'vu',
    /// or
    /// integers with a dictionary of such), sorted by its bytes, except for random batches: there ids differ over all
    /// parts.
    /// Text is compared byte by byte: one user has one spelling.
    /// Plans of floats take features that are floats of 32 bits.
    /// Columns are scaled by the plan's ranges.
    /// Batches are read on this thread, one at a time. Rows of a user may go on in the next batch.
    /// Memory is that of a batch and of 2^18 entries, or of the rows of the user with the most.
    /// One column of lists of the plan's own numbers is read in place, without users. Other features are put into
    /// rows.
    /// `user` is NULL or empty where records are units, `weight` without weights. `threads` is as above.
    /// Progress counts the bytes of entries that were added: 8 each, or 4 of floats. `bytes` is that of all, as
    /// above.
    /// Ownership: the stream is released in any case. The struct itself stays the caller's.
    /// Requires: rows sorted by user. All rows of a user are in this stream.
    /// Errors: DPCVX_ERR_CALLBACK for a stream that fails, DPCVX_ERR_NOMEM if it says ENOMEM. The message names the
    /// batch.
    /// Errors: DPCVX_ERR_ARGUMENT for other columns than the plan's, and for what a batch lacks.
    /// Errors: DPCVX_ERR_ARGUMENT, DPCVX_ERR_STATE and DPCVX_ERR_CANCELLED as above.
    /// After an error the sum is as it was before the call.
    /// Since 0.1.
    pub fn dpcvx_partial_sum_add_stream(
        partial_sum: *mut dpcvx_partial_sum, stream: *mut ArrowArrayStream, label: *const c_char, user: *const c_char,
        weight: *const c_char, threads: i64, bytes: i64, monitor: *const dpcvx_monitor, err: *mut dpcvx_error,
    ) -> i32;

    /// Opens the sum of one part, 0 \<= part \< parts, for the step of a broadcast. NOT PRIVATE.
    /// Errors: DPCVX_ERR_ARGUMENT for bytes that are no broadcast, cut off or damaged, or of another build.
    /// Since 0.1.
    pub fn dpcvx_partial_sum_create(
        bytes: *const c_void, length: usize, part: i64, out: *mut *mut dpcvx_partial_sum, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a sum, which is zeroed. Since 0.1.
    pub fn dpcvx_partial_sum_destroy(partial_sum: *mut dpcvx_partial_sum);

    /// Reads a figure (DPCVX_PARTIAL_SUM_FIGURE_\*).
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure.
    /// Since 0.1.
    pub fn dpcvx_partial_sum_get_i64(
        partial_sum: *const dpcvx_partial_sum, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Save a sealed sum as bytes, and load it. The bytes hold exact sums: NOT PRIVATE. They are checked on loading.
    /// Output as for dpcvx_fit_save.
    /// Errors: DPCVX_ERR_STATE for an open sum.
    /// Errors: DPCVX_ERR_ARGUMENT for bytes that are no sum, cut off or damaged, or of another build.
    /// Since 0.1.
    pub fn dpcvx_partial_sum_load(
        bytes: *const c_void, length: usize, out: *mut *mut dpcvx_partial_sum, err: *mut dpcvx_error,
    ) -> i32;

    /// Adds a sealed sum of other parts to a sealed one. `other` stays as it is.
    /// Errors: DPCVX_ERR_ARGUMENT for a sum of another fit or step, or with a part that is there. The message names
    /// it.
    /// Errors: DPCVX_ERR_STATE for an open sum. Nothing is changed then.
    /// Since 0.1.
    pub fn dpcvx_partial_sum_merge(
        partial_sum: *mut dpcvx_partial_sum, other: *const dpcvx_partial_sum, err: *mut dpcvx_error,
    ) -> i32;

    /// Save a sealed sum as bytes, and load it. The bytes hold exact sums: NOT PRIVATE. They are checked on loading.
    /// Output as for dpcvx_fit_save.
    /// Errors: DPCVX_ERR_STATE for an open sum.
    /// Errors: DPCVX_ERR_ARGUMENT for bytes that are no sum, cut off or damaged, or of another build.
    /// Since 0.1.
    pub fn dpcvx_partial_sum_save(
        partial_sum: *const dpcvx_partial_sum, out: *mut c_void, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Seals the sum of a part: all its rows were added. Only sealed sums are merged, saved or finished.
    /// Errors: DPCVX_ERR_STATE within a callback of dpcvx_partial_sum_add_blocks.
    /// Since 0.1.
    pub fn dpcvx_partial_sum_seal(partial_sum: *mut dpcvx_partial_sum, err: *mut dpcvx_error) -> i32;

    /// Creates the plan of a fit of `objective` for `price` by a method (DPCVX_METHOD_\*).
    /// It reads adjacency, unit and filter off the budget. It charges nothing and reads no data.
    /// DPCVX_METHOD_AUTOMATIC compares all methods and takes the first of their ranking.
    /// It leaves methods that it may not select for when their figures, the ranking, text or JSON are asked for.
    /// A method by its name is planned alone, in a fraction of that time. Such a plan has no figures of other
    /// methods.
    /// The options are DPCVX_PLAN_OPTION_\* at the end of this header. NULL means all defaults.
    /// Requires: the budget's unit is the objective's: users if its dataset has ids, else records.
    /// Requires: under add/remove the objective has DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a wrong unit, a missing number of units, or a method that does not apply.
    /// The message says why and what would help.
    /// Since 0.1.
    pub fn dpcvx_plan_create(
        budget: *const dpcvx_budget, price: *const dpcvx_curve, objective: *const dpcvx_objective, method: i32,
        options: *const dpcvx_options, out: *mut *mut dpcvx_plan, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve that a fit comes to.
    /// The main budget is charged the lesser of it and the price.
    /// The basic filter and a basic sub-budget are charged the one of the two that states an (epsilon, delta).
    /// dpcvx_budget_can_charge says whether that one fits.
    /// Since 0.1.
    pub fn dpcvx_plan_curve(plan: *const dpcvx_plan, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error) -> i32;

    /// Frees a plan. Fits made by it live on. Since 0.1.
    pub fn dpcvx_plan_destroy(plan: *mut dpcvx_plan);

    /// Reads a figure of a method's plan (DPCVX_PLAN_FIGURE_\* at the end of this header): real ones by _f64.
    /// Counts, flags and enumerations are read by _i64. DPCVX_METHOD_AUTOMATIC stands for the method that was chosen.
    /// Methods that sample and were not chosen are compared with noise above the least: by some percent, or by what
    /// Renyi
    /// orders lose where they are far behind.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a figure that the method lacks.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a method that does not apply. The exception is DPCVX_PLAN_FIGURE_APPLIES.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a method other than the one by whose name the plan was made.
    /// Since 0.1.
    pub fn dpcvx_plan_get_f64(
        plan: *const dpcvx_plan, method: i32, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure of a method's plan (DPCVX_PLAN_FIGURE_\* at the end of this header): real ones by _f64.
    /// Counts, flags and enumerations are read by _i64. DPCVX_METHOD_AUTOMATIC stands for the method that was chosen.
    /// Methods that sample and were not chosen are compared with noise above the least: by some percent, or by what
    /// Renyi
    /// orders lose where they are far behind.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a figure that the method lacks.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a method that does not apply. The exception is DPCVX_PLAN_FIGURE_APPLIES.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a method other than the one by whose name the plan was made.
    /// Since 0.1.
    pub fn dpcvx_plan_get_i64(
        plan: *const dpcvx_plan, method: i32, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes what a reader of a plan or a fit must not miss, a line each, of one kind. There may be none: \*length
    /// is 0.
    /// `kind` is DPCVX_NOTE_PRIVACY, DPCVX_NOTE_WORTH or DPCVX_NOTE_METHOD. The report has the same words among
    /// others.
    /// Those of a plan are public, and are the same before a charge.
    /// Composes no privacy losses where a closed form tells enough, so it is quick.
    /// Since 0.1.
    pub fn dpcvx_plan_notes(
        plan: *const dpcvx_plan, kind: i32, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates options of a plan. Since 0.1.
    pub fn dpcvx_plan_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Lists the methods that apply, best first: \*count is their number, and methods\[\] receives the first
    /// `capacity`.
    /// The plan of a method by its name lists that one alone.
    /// The order is by DPCVX_PLAN_FIGURE_TYPICAL_RISK, with six exceptions.
    /// - Where it ties to within 1 %, and fits take 0.05 s or more, DPCVX_PLAN_FIGURE_EXPECTED_SECONDS decides.
    /// - Where the best takes a second or more, a method of half that time or less comes first if it costs little.
    ///   That is at most 0.0005 times TRIVIAL_RISK more, of regressions a tenth of that.
    /// - Methods that the budget could not be charged for when the plan was made come after those that it could.
    /// - Of either, methods that do not use an option of steps, batches or clips that was given come after those that
    ///   do.
    /// - Methods that may return nothing come after these, unless DPCVX_PLAN_OPTION_ALLOW_NO_RESULT is 1.
    /// - The exponential mechanism for losses with corners comes last: no public number bounds its time. Corners that
    ///   are
    ///   rounded narrowly count as corners: where some data could take more than 1,000 tries a round.
    ///
    /// DPCVX_METHOD_AUTOMATIC selects the first, and none of the last two kinds.
    /// Requires: capacity \>= 0. `methods` may be NULL if it is 0.
    /// Since 0.1.
    pub fn dpcvx_plan_ranking(
        plan: *const dpcvx_plan, methods: *mut i32, capacity: i64, count: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes why a method does not apply, and what would help. It is "it applies" for a method that does.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a method other than the one by whose name the plan was made.
    /// Since 0.1.
    pub fn dpcvx_plan_reason(
        plan: *const dpcvx_plan, method: i32, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Writes the plan as a JSON object. Its members:
    /// - library_version, method, adjacency, unit, objective (dimension, units, domain in words)
    /// - order, noise_calibration and schedule, of methods that have them
    /// - unused_options: the options given that the method does not use
    /// - figures, named as the constants DPCVX_PLAN_FIGURE_\* in lower case; curve, ranking (names)
    /// - methods that were planned, each with applies, predicted_risk, typical_risk, reason, and where there are such
    ///   expected_seconds and opened_by (the setting that opens it)
    ///
    /// Its texts name options and calls of C in all languages, so that one program reads the plans of all.
    /// Since 0.1.
    pub fn dpcvx_plan_to_json(
        plan: *const dpcvx_plan, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes the plan as human-readable text: settings, noise, risks, and how the methods rank. Since 0.1.
    pub fn dpcvx_plan_to_text(
        plan: *const dpcvx_plan, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_PROGRESS_FIGURE_\*). All are counts.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure.
    /// Since 0.1.
    pub fn dpcvx_progress_get_i64(
        progress: *const dpcvx_progress, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the bound on KL(law \|\| target) after a number of rounds:
    ///
    /// ```text
    ///   KL <= W^2 kappa / (2 ((1 + kappa eta)^(2 T) - 1)),   and W^2 / (4 T eta) at kappa = 0
    /// ```
    ///
    /// kappa is strong_convexity, eta step_size, W distance, and T rounds.
    /// Requires: kappa \>= 0, eta \> 0, W \>= 0, 1 \<= rounds \<= 2^50.
    /// Since 0.1.
    pub fn dpcvx_proximal_sampler_kl(
        strong_convexity: f64, step_size: f64, distance: f64, rounds: i64, kl: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the least number of rounds that keeps total variation within `variation`.
    /// Requires: 0 \< variation \< 1.
    /// Errors: DPCVX_ERR_UNSUPPORTED if 2^50 rounds do not suffice.
    /// Since 0.1.
    pub fn dpcvx_proximal_sampler_rounds(
        strong_convexity: f64, step_size: f64, distance: f64, variation: f64, rounds: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes unbiased estimates of the share of each category from reports of randomized response.
    /// The reports are public, so nothing is charged.
    ///
    /// ```text
    ///   standard error = sqrt(f (1 - f) / n) / p
    /// ```
    ///
    /// f is the category's share of the reports, and p the probability that a report is the true answer's own.
    /// `epsilon` is the figure "epsilon_of_each_report" of the guarantee.
    /// shares and standard_errors have `categories` entries. standard_errors may be NULL.
    /// Requires: 1 \<= n, epsilon \> 0.
    /// Errors: DPCVX_ERR_ARGUMENT for a report out of {0, ..., categories - 1}.
    /// Since 0.1.
    pub fn dpcvx_randomized_response_shares(
        reports: *const i64, n: i64, categories: i64, epsilon: f64, shares: *mut f64, standard_errors: *mut f64, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Computes the Renyi epsilon of the last iterate of noisy contractive steps, for a unit that one step meets:
    ///
    /// ```text
    ///   epsilon = order sensitivity^2 / (2 noise^2 (steps - position + 1))
    /// ```
    ///
    /// The conditions are those of dpcvx_curve_create_iteration_at, which proves more.
    /// Requires: order \> 1; the other arguments as there.
    /// Since 0.1.
    pub fn dpcvx_reference_feldman2018_rdp(
        sensitivity: f64, noise: f64, position: i64, steps: i64, order: f64, epsilon: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the epsilon of shuffled reports, each epsilon0-DP, by the closed form of Theorem 3.1:
    ///
    /// ```text
    ///   epsilon = log(1 + (e^epsilon0 - 1) / (e^epsilon0 + 1) (8 sqrt(e^epsilon0 log(4 / delta) / n) + 8 e^epsilon0 / n))
    /// ```
    ///
    /// n is `users`, as in dpcvx_curve_create_shuffled, whose curve is not above this.
    /// Requires: 0 \<= epsilon0; 1 \<= users \<= 2^48; 0 \< delta \< 1.
    /// Errors: DPCVX_ERR_NUMERIC, with the condition, unless epsilon0 \<= log(n / (16 log(2 / delta))).
    /// Since 0.1.
    pub fn dpcvx_reference_feldman2021_epsilon(
        epsilon0: f64, users: i64, delta: f64, epsilon: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the epsilon of shuffled reports, each epsilon0-DP, by the closed form for 2 / (e^epsilon0 + 1)
    /// clones:
    ///
    /// ```text
    ///   epsilon = log(1 + (e^epsilon0 - 1) (4 sqrt(2 log(4 / delta) / ((e^epsilon0 + 1) n)) + 4 / n))
    /// ```
    ///
    /// n is `users`, as in dpcvx_curve_create_shuffled, whose curve is not above this.
    /// Requires: 0 \<= epsilon0; 1 \<= users \<= 2^48; 0 \< delta \< 1.
    /// Errors: DPCVX_ERR_NUMERIC, with the condition, unless epsilon0 \<= log(n / (8 log(2 / delta)) - 1).
    /// Since 0.1.
    pub fn dpcvx_reference_feldman2023_epsilon(
        epsilon0: f64, users: i64, delta: f64, epsilon: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the Renyi epsilon of a Gaussian sum over a uniform subset, drawn without replacement, under
    /// replace-one:
    ///
    /// ```text
    ///   epsilon = 3.5 q^2 order / s^2
    /// ```
    ///
    /// Here q is `rate`, the share of the units that the subset holds.
    /// s is `noise_multiplier`: the noise has standard deviation s times the l2 sensitivity.
    /// Wang, Lei, Ying and Zhang 2022 use this formula as their Lemma 3.
    /// dpcvx_curve_create_subsampled_gaussian needs no condition, and is mostly below this.
    /// Requires: 0 \< rate \<= 1, order \> 1, 2^-100 \<= noise_multiplier \<= 2^100.
    /// Errors: DPCVX_ERR_NUMERIC, with the condition that fails, unless both of these hold:
    ///
    /// ```text
    ///   s^2 >= 0.67
    ///   order - 1 <= (2/3) s^2 log(1 / (order q (1 + s^2)))
    /// ```
    ///
    /// Since 0.1.
    pub fn dpcvx_reference_liang2020_rdp(
        noise_multiplier: f64, rate: f64, order: f64, epsilon: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes epsilon from a Renyi curve by Proposition 3, the conversion of papers before 2020:
    ///
    /// ```text
    ///   epsilon = inf over order > 1 of  r(order) + log(1 / delta) / (order - 1)
    /// ```
    ///
    /// Here r(order) is the Renyi epsilon of the curve. dpcvx_curve_epsilon is never above this.
    /// Requires: 0 \< delta \< 1.
    /// Since 0.1.
    pub fn dpcvx_reference_mironov2017_epsilon(
        curve: *const dpcvx_curve, delta: f64, epsilon: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the epsilon of Lemma 13: from it on, T = n and delta = 1 / n^2 have an admissible b in Theorem 11.
    /// Requires: 18 \<= units \<= 2^48.
    /// Since 0.1.
    pub fn dpcvx_reference_wang2022_min_epsilon(units: i64, epsilon: *mut f64, err: *mut dpcvx_error) -> i32;

    /// Computes the noise of Theorem 11: sigma, the standard deviation of the noise in each gradient of
    /// DP-SGD-Gradient.
    /// It holds under replace-one.
    ///
    /// ```text
    ///   sigma^2 = 14 G^2 T lambda / (b n^2 epsilon)
    ///   lambda = log(1 / delta) / ((1 - b) epsilon) + 1
    /// ```
    ///
    /// Here G is `gradient_bound`, their M + L R^alpha. n is `units` and T is `steps`.
    /// The theorem needs some b in (0, 1) that satisfies two conditions:
    ///
    /// ```text
    ///   sigma^2 / (4 G^2) >= 0.67
    ///   lambda - 1 <= sigma^2 / (6 G^2) log(n / (lambda (1 + sigma^2 / (4 G^2))))
    /// ```
    ///
    /// Result: \*beta, the admissible b of least sigma, found exactly. The pointer may be NULL.
    /// sigma falls with b up to 1 / (1 + sqrt(a / (a + 1))), where a = log(1 / delta) / epsilon.
    /// The second condition holds between two ends, and a b beyond them is never better.
    /// Requires: 0 \< gradient_bound, 0 \< epsilon, 0 \< delta \< 1, 1 \<= units \<= 2^48, 1 \<= steps \<= 2^48.
    /// Errors: DPCVX_ERR_NUMERIC if no b is admissible. The message names the condition.
    /// Since 0.1.
    pub fn dpcvx_reference_wang2022_noise(
        gradient_bound: f64, units: i64, steps: i64, epsilon: f64, delta: f64, beta: *mut f64, noise: *mut f64, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Computes the schedule of a theorem and its rate, constants left out.
    /// Result: \*steps = T, rounded up; \*step_size = eta; \*rate, the rate of the excess population risk.
    /// The rate holds with probability at least 1 - gamma, where gamma is `confidence`. alpha is `exponent`.
    ///
    /// Theorem 9: DP-SGD-Output on R^d.
    ///
    /// ```text
    ///   T = n                                                     if alpha >= (sqrt(73) - 7) / 4
    ///   T = n^((6 - 3 alpha - alpha^2) / ((1 + alpha) (3 + alpha)))  otherwise
    ///   eta = n^(1 / (3 + alpha)) / T
    ///   rate = sqrt(d log(1 / delta)) log(n / delta) / (n^(2 / (3 + alpha)) epsilon) + log(n / gamma) / n^(1 / (3 + alpha))
    /// ```
    ///
    /// Theorems 10 and 12: DP-SGD-Output and DP-SGD-Gradient on a bounded domain.
    ///
    /// ```text
    ///   T = n                              if alpha >= 1/2
    ///   T = n^((2 - alpha) / (1 + alpha))  otherwise
    ///   eta = 1 / (T max(A, B))
    ///   rate = A + B
    ///   A = sqrt(log(n) log(n / gamma) log(1 / gamma) / n)
    ///   B = (d log(1 / delta))^(1/4) sqrt(log(n / delta)) log(1 / gamma)^(1/8) / sqrt(n epsilon)  in Theorem 10
    ///   B = sqrt(d log(1 / delta)) log(1 / gamma)^(1/4) / (n epsilon)                             in Theorem 12
    /// ```
    ///
    /// The logarithms of Theorems 10 and 12 follow the proofs' balance of optimisation, noise and stability.
    /// Requires: theorem is 9, 10 or 12; exponent in \[0, 1\]; 2 \<= units \<= 2^48; 1 \<= dimension \<= 2^48.
    /// Requires: 0 \< epsilon; delta and confidence inside (0, 1).
    /// Errors: DPCVX_ERR_NUMERIC if T exceeds 2^53.
    /// Since 0.1.
    pub fn dpcvx_reference_wang2022_schedule(
        theorem: i32, exponent: f64, units: i64, dimension: i64, epsilon: f64, delta: f64, confidence: f64, steps:
        *mut i64, step_size: *mut f64, rate: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the stability bound of Theorem 7 for SGD, as it stands:
    ///
    /// ```text
    ///   bound = sqrt(e (c T + 4 (M + L R^alpha)^2 eta^2 (1 + K) K))
    ///   K = (T / n) (1 + max(sqrt(x), x))
    ///   x = 3 n log(n / gamma) / T
    /// ```
    ///
    /// c is the expansion of one step (src/optimize/README.md), and R is the radius of the domain.
    /// On R^d their Lemma 20 takes the place of R: R^2 = C_alpha T eta.
    /// It is never below dpcvx_sgd_stability_quantile where steps are exact.
    /// The theorem knows no STEP_ERROR and no STEP_DEFECT.
    /// Requires: 0 \< gamma \< 1.
    /// Requires: sampled order, replace-one, the average of all iterates, no strong convexity, known L and M.
    /// Requires on R^d: a known value at 0, and eta \< min(1, 1 / L).
    /// Errors: DPCVX_ERR_UNSUPPORTED if one of the last two lines does not hold.
    /// Errors: DPCVX_ERR_NUMERIC if the bound exceeds the range of doubles.
    /// Since 0.1.
    pub fn dpcvx_reference_wang2022_stability(
        stability: *const dpcvx_sgd_stability, gamma: f64, bound: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases any function f of a set of users that few deletions hardly change: out\[i\] = f\[i\] + noise, i \< n.
    /// Nothing has to be known of f. `sensitivity` is the l2 change by one deletion that counts as stable.
    /// The test tries all deletions of a few users (src/mechanism/propose_test_release/README.md).
    /// So f is called sum over k of C(users, k) times, for k up to 2 MAX_SCORE, for any data.
    /// Only large epsilons have a few levels: 5 at epsilon = 8 and delta = 1e-6.
    /// dpcvx_fit_create has stable minimisers that take two minimisations.
    /// The default MAX_SCORE is the best of those for which the number of users and MAX_CALLS suffice.
    /// `monitor` may be NULL. Its progress counts calls of f.
    /// Result: \*outcome is DPCVX_OUTCOME_DONE, _UNSTABLE (nothing was released) or _CANCELLED.
    /// The guarantee assumes that cancelling does not depend on the data. `out` is all zeros except if DONE.
    /// Requires: 0 \< sensitivity.
    /// Errors: too many calls, or no more users than deletions, are refused before the charge. The message has the
    /// numbers.
    /// Source: Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 1.
    /// Since 0.1.
    pub fn dpcvx_release_by_deletion(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, function: *const
        dpcvx_users_function, sensitivity: f64, options: *const dpcvx_options, monitor: *const dpcvx_monitor, out:
        *mut f64, outcome: *mut i32, guarantee: *mut *mut dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases integers with discrete Gaussian noise: out\[i\] = values\[i\] + noise, i \< n.
    ///
    /// ```text
    ///   rho = l2_sensitivity^2 / (2 sigma^2)
    /// ```
    ///
    /// It is rho-zCDP, and not GDP. So the budget needs the zCDP, RDP or basic filter, or a basic sub-budget.
    /// Sums saturate at the ends of int64.
    /// Source: Canonne, Kamath and Steinke 2020.
    /// Requires: l2_sensitivity \> 0.
    /// Prices: zCDP, RDP, (epsilon, delta) with delta \> 0.
    /// Since 0.1.
    pub fn dpcvx_release_discrete_gaussian(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, values: *const i64, n: i64,
        l2_sensitivity: f64, out: *mut i64, guarantee: *mut *mut dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases integers with discrete Laplace noise (the geometric mechanism): out\[i\] = values\[i\] + noise, i \<
    /// n.
    /// Sums saturate at the ends of int64.
    /// Source: Ghosh, Roughgarden and Sundararajan 2009.
    /// Requires: 1 \<= l1_sensitivity.
    /// Prices: any.
    /// Since 0.1.
    pub fn dpcvx_release_discrete_laplace(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, values: *const i64, n: i64,
        l1_sensitivity: i64, out: *mut i64, guarantee: *mut *mut dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases the index of a high score by the exponential mechanism:
    ///
    /// ```text
    ///   Pr[i] proportional to exp(epsilon scores[i] / (2 sensitivity))
    ///   Pr[i] proportional to exp(epsilon scores[i] / sensitivity)      for monotonic scores
    /// ```
    ///
    /// Scores are rounded to a lattice, and weights to integers; epsilon covers both
    /// (src/mechanism/selection/README.md).
    /// The curve is of bounded range epsilon, so it is at most (epsilon^2 / 8)-zCDP.
    /// Sources: McSherry and Talwar 2007; Cesar and Rogers 2021.
    /// Requires: 1 \<= n, 0 \< sensitivity.
    /// Prices: any.
    /// Since 0.1.
    pub fn dpcvx_release_exponential(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, scores: *const f64, n: i64,
        sensitivity: f64, options: *const dpcvx_options, index: *mut i64, guarantee: *mut *mut dpcvx_guarantee, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Releases a vector with Gaussian noise: out\[i\] = values\[i\] + noise, i \< n. It is mu-GDP:
    ///
    /// ```text
    ///   standard deviation = (l2_sensitivity + h sqrt(n)) / mu
    /// ```
    ///
    /// l2_sensitivity bounds the Euclidean change of the vector.
    /// Source: Dong, Roth and Su 2022, Theorem 2.7.
    /// Requires: l2_sensitivity \> 0.
    /// Prices: GDP, zCDP, RDP, (epsilon, delta) with delta \> 0.
    /// Since 0.1.
    pub fn dpcvx_release_gaussian(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, values: *const f64, n: i64,
        l2_sensitivity: f64, options: *const dpcvx_options, out: *mut f64, guarantee: *mut *mut dpcvx_guarantee, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Computes the standard deviation of the noise that dpcvx_release_gaussian adds with these arguments.
    /// Nothing is charged, and no data are read.
    /// Since 0.1.
    pub fn dpcvx_release_gaussian_scale(
        price: *const dpcvx_curve, n: i64, l2_sensitivity: f64, options: *const dpcvx_options, sigma: *mut f64, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Selects one of the hypotheses, near the law of the records. It charges the budget once, then reads the
    /// records.
    /// The loss of j is its greatest shortfall: max over k of n P_j(A) - #(records in A), with A the set of j against
    /// k.
    /// So many records must change before j wins each contest. One record moves a loss by at most 1.
    /// The exponential mechanism takes small losses: j has probability proportional to exp(-epsilon' loss / 2).
    /// epsilon' is the bounded range that the price allows. For a pure price it is epsilon.
    /// Result: with probability at least 1 - beta over the records and the choice,
    /// ```text
    ///   TV(law of the records, selected) <= 3 min over j of TV(law of the records, j) + excess + 2 PROBABILITY_ERROR
    /// ```
    /// with the excess of dpcvx_hypotheses_excess at beta, for records that are independent draws of one law.
    /// \*index is the hypothesis, and \*outcome DPCVX_OUTCOME_DONE. Both may be told to anyone.
    /// If the monitor stops it after the charge, \*outcome is DPCVX_OUTCOME_CANCELLED and \*index -1. The charge
    /// stays.
    /// The guarantee assumes that cancelling does not depend on the data. `monitor` and `guarantee` may be NULL.
    /// Progress counts units under replace-one. Under add/remove their number is private, and all are one step.
    /// Nothing fails after the charge: a density that is NaN or refused counts as 0.
    /// Weights and labels are not used. Time: units \* (hypotheses densities + contests).
    /// Requires: the dataset has the columns of the hypotheses. Its units are those of the budget.
    /// Requires: the table is not scaled by ranges (dpcvx_dataset_create_scaled), since values are read in its own
    /// units.
    /// Requires: a unit is one record. Users need a cap of 1 (dpcvx_dataset_create_with_max_records_per_user).
    /// Prices: any (dpcvx/mechanism.h), as dpcvx_release_exponential.
    /// Errors: DPCVX_ERR_BUDGET for a charge that does not fit. DPCVX_ERR_UNSUPPORTED for a price of another kind.
    /// Source: Bun, Kamath, Steinke and Wu 2019. The loss is that of Mahalanabis and Stefankovic 2008, for one side.
    /// Since 0.1.
    pub fn dpcvx_release_hypothesis(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, dataset: *const dpcvx_dataset,
        hypotheses: *const dpcvx_hypotheses, monitor: *const dpcvx_monitor, index: *mut i64, outcome: *mut i32,
        guarantee: *mut *mut dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases a vector with Laplace noise: out\[i\] = values\[i\] + noise, i \< n. It is epsilon-DP:
    ///
    /// ```text
    ///   scale = (l1_sensitivity + h n) / epsilon
    /// ```
    ///
    /// l1_sensitivity bounds the l1 change of the vector.
    /// Source: Dwork, McSherry, Nissim and Smith 2006.
    /// Requires: l1_sensitivity \> 0.
    /// Prices: any.
    /// Since 0.1.
    pub fn dpcvx_release_laplace(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, values: *const f64, n: i64,
        l1_sensitivity: f64, options: *const dpcvx_options, out: *mut f64, guarantee: *mut *mut dpcvx_guarantee, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Computes the scale of the noise that dpcvx_release_laplace adds with these arguments.
    /// The standard deviation is sqrt(2) times the scale. Nothing is charged, and no data are read.
    /// Since 0.1.
    pub fn dpcvx_release_laplace_scale(
        price: *const dpcvx_curve, n: i64, l1_sensitivity: f64, options: *const dpcvx_options, scale: *mut f64, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Releases the index of a high score by permute-and-flip (report-noisy-max).
    /// Its expected score is never worse than that of the exponential mechanism at the same epsilon.
    /// It is epsilon-DP, but not of bounded range. So the exponential mechanism gets twice the epsilon under GDP
    /// prices.
    /// Under small zCDP prices it gets nearly twice, and above rho = 8 less than this one.
    /// Source: McKenna and Sheldon 2020.
    /// Requires: 1 \<= n, 0 \< sensitivity.
    /// Prices: any.
    /// Since 0.1.
    pub fn dpcvx_release_noisy_max(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, scores: *const f64, n: i64,
        sensitivity: f64, options: *const dpcvx_options, index: *mut i64, guarantee: *mut *mut dpcvx_guarantee, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Creates the options of a release. NULL in their place means all defaults. Since 0.1.
    pub fn dpcvx_release_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Releases a quantile of values, one a unit, on the public interval \[low, high\].
    /// It is the exponential mechanism over the gaps between the sorted values:
    ///
    /// ```text
    ///   Pr[v] proportional to exp(-epsilon |#{values < v} - q n| / 2)
    /// ```
    ///
    /// The answers lie on a lattice of some 2^33 points. DPCVX_RELEASE_OPTION_LATTICE_STEP chooses another.
    /// Values out of the interval count as its nearest end. The curve is of bounded range epsilon.
    /// Under add/remove n is the number of units that are present, which is private: the guarantee does not state it.
    /// Source: Smith 2011.
    /// Requires: low \<= high, 0 \<= q \<= 1.
    /// Prices: any.
    /// Since 0.1.
    pub fn dpcvx_release_quantile(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, values: *const f64, n: i64, q: f64,
        low: f64, high: f64, options: *const dpcvx_options, out: *mut f64, guarantee: *mut *mut dpcvx_guarantee, err:
        *mut dpcvx_error,
    ) -> i32;

    /// Releases one noisy report for each unit's answer, a category in {0, ..., categories - 1}.
    /// Each answer is replaced by a uniform category with this probability, rounded up:
    ///
    /// ```text
    ///   categories / (e^epsilon + categories - 1)
    /// ```
    ///
    /// So every single report is epsilon-locally private. The budget is charged epsilon once, since units are
    /// disjoint.
    /// An answer out of range counts as 0.
    /// There are as many reports as answers. Under add/remove n must be a nominal, public number of units.
    /// Each absent unit then has the answer 0 or one out of range. The guarantee records n as assumed.
    /// Source: Warner 1965.
    /// Requires: 2 \<= categories \<= 2^31.
    /// Prices: any.
    /// Since 0.1.
    pub fn dpcvx_release_randomized_response(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, answers: *const i64, n: i64,
        categories: i64, out: *mut i64, guarantee: *mut *mut dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases a range that holds about a share `coverage` of the values, one a unit. No public bounds are needed.
    /// The range can serve as a private clipping bound.
    /// Each end is chosen by the exponential mechanism at half the price, among 0 and +-2^k for -64 \<= k \<= 64.
    /// Each end leaves out (1 - coverage) n / 2 values, and at least min(35.6 / (its epsilon), n / 8).
    /// It leaves out at least min(19.2 / (its epsilon), n / 2).
    /// With 285 / (its epsilon) values, an end is more than twice as far out as all of them in at most one of 1e5
    /// runs.
    /// With fewer that share grows, to at most 0.02 at 40 / (its epsilon). Below that the answer means little.
    /// Under add/remove n is the number of units that are present, which is private: the guarantee does not state it.
    /// Result: \*low \<= \*high, which may be equal.
    /// Requires: 0 \< coverage \< 1.
    /// Prices: any.
    /// Since 0.1.
    pub fn dpcvx_release_range(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, values: *const f64, n: i64,
        coverage: f64, low: *mut f64, high: *mut f64, guarantee: *mut *mut dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases a point of a family if the data are stable at R: out\[i\] = f_R(x)\[i\] + noise, i \< n.
    /// Requires: 0 \< distance.
    /// Result: \*released is 1 or 0.
    /// Since 0.1.
    pub fn dpcvx_release_tested_family(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, callback:
        dpcvx_test_release_callback, user: *mut c_void, n: i64, distance: f64, options: *const dpcvx_options, out:
        *mut f64, released: *mut i32, guarantee: *mut *mut dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Releases a point if its score passes: out\[i\] = point\[i\] + noise, i \< n.
    /// The lattice and the private values are as in dpcvx_release_gaussian.
    /// Requires: 0 \< distance.
    /// Result: \*released is 1 or 0.
    /// Since 0.1.
    pub fn dpcvx_release_tested_point(
        budget: *mut dpcvx_budget, rng: *mut dpcvx_rng, price: *const dpcvx_curve, score: i64, point: *const f64, n:
        i64, distance: f64, options: *const dpcvx_options, out: *mut f64, released: *mut i32, guarantee: *mut *mut
        dpcvx_guarantee, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a stream that is keyed by the operating system.
    /// Errors: DPCVX_ERR_ENTROPY if the operating system gives no entropy.
    /// Since 0.1.
    pub fn dpcvx_rng_create(out: *mut *mut dpcvx_rng, err: *mut dpcvx_error) -> i32;

    /// Creates a stream from a seed, for tests. NOT PRIVATE.
    /// The bits are a function of the seed alone, the same on every machine.
    /// Budgets, guarantees and reports of releases that drew from it carry "random source: deterministic, NOT
    /// PRIVATE".
    /// Requires: 1 to 32 bytes of seed, which are padded with zeros.
    /// Since 0.1.
    pub fn dpcvx_rng_create_deterministic(
        seed: *const c_void, seed_bytes: usize, out: *mut *mut dpcvx_rng, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a stream and erases its key. Since 0.1.
    pub fn dpcvx_rng_destroy(rng: *mut dpcvx_rng);

    /// Draws n independent bits: 1 with probability exp(-x), else 0.
    /// Source: the law of Canonne, Kamath and Steinke 2020, Algorithm 1.
    /// Requires: x \>= 0, finite.
    /// Since 0.1.
    pub fn dpcvx_rng_draw_bernoulli_exp(
        rng: *mut dpcvx_rng, x: f64, out: *mut i32, n: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Writes `bytes` bytes of the stream into `out`. Since 0.1.
    pub fn dpcvx_rng_draw_bytes(rng: *mut dpcvx_rng, out: *mut c_void, bytes: usize, err: *mut dpcvx_error) -> i32;

    /// Draws n independent integers of the discrete Gaussian law:
    ///
    /// ```text
    ///   Pr[k] proportional to exp(-k^2 / (2 sigma^2))
    /// ```
    ///
    /// Source: Canonne, Kamath and Steinke 2020.
    /// Requires: 2^-5 \<= sigma \<= 2^50.
    /// Since 0.1.
    pub fn dpcvx_rng_draw_discrete_gaussian(
        rng: *mut dpcvx_rng, sigma: f64, out: *mut i64, n: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Draws n independent integers of the discrete Laplace law:
    ///
    /// ```text
    ///   Pr[k] proportional to exp(-|k| / scale)
    /// ```
    ///
    /// Source: Ghosh, Roughgarden and Sundararajan 2009, the noise of the geometric mechanism.
    /// Requires: 2^-10 \<= scale \<= 2^50.
    /// Since 0.1.
    pub fn dpcvx_rng_draw_discrete_laplace(
        rng: *mut dpcvx_rng, scale: f64, out: *mut i64, n: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Draws n independent integers of the rounded Gaussian law: round(sigma Z), Z standard normal with law Phi.
    ///
    /// ```text
    ///   Pr[k] = Phi((k + 1/2) / sigma) - Phi((k - 1/2) / sigma)
    /// ```
    ///
    /// Requires: 2^-5 \<= sigma \<= 2^50.
    /// Since 0.1.
    pub fn dpcvx_rng_draw_rounded_gaussian(
        rng: *mut dpcvx_rng, sigma: f64, out: *mut i64, n: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Draws n independent integers on {0, ..., 2 kappa} of the truncated shifted discrete Laplace law:
    ///
    /// ```text
    ///   Pr[k] proportional to exp(-epsilon |k - kappa|)
    /// ```
    ///
    /// Requires: 0 \< epsilon \<= 2^10, 0 \<= kappa \<= 2^40.
    /// Since 0.1.
    pub fn dpcvx_rng_draw_truncated_discrete_laplace(
        rng: *mut dpcvx_rng, epsilon: f64, kappa: i64, out: *mut i64, n: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Draws n independent integers, uniform on {0, ..., bound - 1}.
    /// Requires: 1 \<= bound \<= 2^63 - 1.
    /// Since 0.1.
    pub fn dpcvx_rng_draw_uniform(
        rng: *mut dpcvx_rng, bound: i64, out: *mut i64, n: i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Sets \*deterministic to 1 for a stream made from a seed, and to 0 for one keyed by entropy. Since 0.1.
    pub fn dpcvx_rng_is_deterministic(rng: *const dpcvx_rng, deterministic: *mut i32, err: *mut dpcvx_error) -> i32;

    /// Creates the sampler of exp(-V) on the domain of an objective F:
    ///
    /// ```text
    ///   V(x) = k F(x) + c_r r(x - center) + (s / 2) ||x - center||_2^2
    /// ```
    ///
    /// F has its own quadratic. k, c_r and s are the options INVERSE_TEMPERATURE, REGULARIZER_WEIGHT and QUADRATIC.
    /// r is a regularizer that is 1-strongly convex in the lp norm of the option NORM (src/sample/README.md).
    /// With the option MATRIX_ROWS it is so in the Schatten norm: the lp norm of the singular values of the matrix x.
    /// The options are DPCVX_SAMPLER_OPTION_\* at the end of this header.
    /// A Schatten ball as the domain needs a finite PENALTY_SLOPE, whose wall is M times the l2 distance.
    /// center and start have `dimension` entries. NULL stands for 0, and for the domain's point nearest to `center`.
    /// A start lies in the domain. With a finite PENALTY_SLOPE one outside stands for the domain's nearest point.
    /// All that shapes the chain comes from the objective's public constants, and is the same for all datasets with
    /// them.
    /// So the figures of such a sampler may be published.
    /// Errors: DPCVX_ERR_ARGUMENT if V is not strongly convex and no hard domain bounds it.
    /// Errors: DPCVX_ERR_ARGUMENT if start lies outside of a hard domain. The message says how far.
    /// Errors: DPCVX_ERR_UNSUPPORTED, with what helps, in these cases:
    /// - Neither a bound on gradients nor one on the losses at 0 tells how far away the target is.
    /// - The chain would need more than 10^12 rounds.
    /// - The target is so far from the start that doubles do not distinguish its points.
    /// - The domain is too narrow for the lattice.
    /// - The domain is a Schatten ball, and PENALTY_SLOPE is infinite.
    ///
    /// Since 0.1.
    pub fn dpcvx_sampler_create(
        objective: *const dpcvx_objective, center: *const f64, start: *const f64, dimension: i64, options: *const
        dpcvx_options, out: *mut *mut dpcvx_sampler, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the sampler of exp(-V) for a caller's function f, over a domain (NULL: R^d):
    ///
    /// ```text
    ///   V(x) = f(x) + c_r r(x - center) + (s / 2) ||x - center||_2^2
    /// ```
    ///
    /// f is called here at the start. The norm of its gradient there tells how far away the target can be.
    /// Then it is tried at twelve public points about the start, on the domain. One that lies below its tangents is
    /// refused,
    /// and so is one that rises faster than the LIPSCHITZ that is declared.
    /// What the options declare of f is assumed. Values and gradients count as accurate to a relative 2^-50.
    /// That is assumed too where the arithmetic is stated.
    /// Without LIPSCHITZ nothing is known of the arithmetic: ARITHMETIC_TOTAL_VARIATION is then 1. Bindings warn of
    /// it.
    /// A gradient is not used if it is not finite, or if f is not. The last good tangent takes its place.
    /// Requires: 1 \<= dimension \<= 2^28.
    /// Errors: as dpcvx_sampler_create. DPCVX_ERR_ARGUMENT for a function that is not convex at those points.
    /// Since 0.1.
    pub fn dpcvx_sampler_create_with_function(
        function: dpcvx_potential_callback, user: *mut c_void, dimension: i64, domain: *const dpcvx_domain, center:
        *const f64, start: *const f64, options: *const dpcvx_options, out: *mut *mut dpcvx_sampler, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates the sampler of exp(-V) for a quadratic, over a domain (NULL: R^d):
    ///
    /// ```text
    ///   V(x) = x'Hx / 2 + <b, x> + c_r r(x - center) + (s / 2) ||x - center||_2^2
    /// ```
    ///
    /// So H is the inverse covariance of a Gaussian cut off at the sides of the domain, and b is -H times its mean.
    /// `matrix` is H, dimension x dimension, row by row; `linear` is b, NULL for 0. Both are copied.
    /// Example: 100 draws of the normal law with covariance ((4, 2), (2, 4)) / 3, given that both entries are above
    /// 0.
    ///
    /// ```text
    ///     const double matrix[] = {1, -0.5, -0.5, 1}, low[] = {0, 0}, high[] = {INFINITY, INFINITY};
    ///     double draws[100][2];
    ///     dpcvx_domain_create_box(low, high, 2, &quadrant, NULL);
    ///     dpcvx_sampler_create_with_quadratic(matrix, NULL, 2, quadrant, NULL, NULL, NULL, &sampler, NULL);
    ///     dpcvx_nonprivate_sampler_draw(sampler, rng, 100, &draws[0][0], NULL, NULL, NULL, NULL);
    /// ```
    ///
    /// A box, an linf ball or R^d may be sampled by sweeps of coordinates in turn, each from its law given the
    /// others.
    /// They have a certificate where each H_jj is above the sum of the other \|H_jk\| of its row, and often beyond
    /// that.
    /// src/sample/sweeps/README.md has a check of a matrix.
    /// Blocks of coordinates in turn, or all at once, take their place where that takes less time.
    /// Other V take the proximal rounds of the other samplers. So do those where rounds are expected to take less
    /// time (the
    /// option METHOD). The start is by default the point of the domain that is nearest to the center.
    /// GDP and TOTAL_VARIATION then choose the number of sweeps. ROUNDS sets that of sweeps of coordinates.
    /// Sides of a box that are far away, or without an end, cost neither time nor accuracy.
    /// PENALTY_SLOPE with a box makes V's walls M dist(x_j, \[low_j, high_j\]): M \|x_j - a\| where low_j = high_j =
    /// a.
    /// H may be singular or indefinite where s, or a quadratic r, makes V strongly convex.
    /// Requires: 1 \<= dimension \<= 2^14. Time: of the order of dimension^3 for a full H, 4 s at 1,500.
    /// Errors: as dpcvx_sampler_create. DPCVX_ERR_ARGUMENT if H is not symmetric to a relative 2^-40.
    /// Errors: DPCVX_ERR_ARGUMENT if doubles do not show that V's quadratic is positive definite.
    /// Errors: DPCVX_ERR_UNSUPPORTED if METHOD asks for sweeps and they have no certificate; the message says why.
    /// Since 0.1.
    pub fn dpcvx_sampler_create_with_quadratic(
        matrix: *const f64, linear: *const f64, dimension: i64, domain: *const dpcvx_domain, center: *const f64,
        start: *const f64, options: *const dpcvx_options, out: *mut *mut dpcvx_sampler, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a sampler. Since 0.1.
    pub fn dpcvx_sampler_destroy(sampler: *mut dpcvx_sampler);

    /// Reads a figure (DPCVX_SAMPLER_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_sampler_get_f64(
        sampler: *const dpcvx_sampler, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_SAMPLER_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Since 0.1.
    pub fn dpcvx_sampler_get_i64(
        sampler: *const dpcvx_sampler, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the options of a sampler. NULL in their place means all defaults. Since 0.1.
    pub fn dpcvx_sampler_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Creates options of a selection, all at their defaults. Since 0.1.
    pub fn dpcvx_selection_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Computes what each of `count` candidates may cost in a selection of (epsilon, delta): mu-GDP, or pure for
    /// delta = 0.
    /// Read it with dpcvx_curve_gdp_mu. Without a selection, one fit could cost the mu of (epsilon, delta).
    /// No data are read. Only INCLUSION of the options matters.
    /// Requires: 1 \<= count \<= 16, 2^-900 \<= epsilon, 0 \<= delta \< 1.
    /// Errors: DPCVX_ERR_ARGUMENT if nothing is left to a candidate.
    /// Since 0.1.
    pub fn dpcvx_selection_run_price(
        count: i64, epsilon: f64, delta: f64, options: *const dpcvx_options, out: *mut *mut dpcvx_curve, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Computes a bound on the distance if at most `touches` steps meet the changed unit.
    /// Requires: 0 \<= touches \<= 10^9.
    /// Since 0.1.
    pub fn dpcvx_sgd_stability_after_touches(
        stability: *const dpcvx_sgd_stability, touches: i64, bound: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the bounds of one setting. The options are DPCVX_STABILITY_OPTION_\* at the end of this header.
    /// Errors: DPCVX_ERR_ARGUMENT if UNITS, STEPS or STEP_SIZE are not set.
    /// Errors: DPCVX_ERR_UNSUPPORTED if the numbers bound nothing. The reasons are: gradients or their differences
    /// without bound, eta above 1 / l2, distances above the range of doubles.
    /// Since 0.1.
    pub fn dpcvx_sgd_stability_create(
        options: *const dpcvx_options, out: *mut *mut dpcvx_sgd_stability, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the curve of what SGD releases plus Gaussian noise of standard deviation `noise` in every coordinate.
    /// The order must stay secret. The curve is a mixture of GDP over when and how often the changed unit is met.
    /// Under replace-one a single use of it is amplified by the order (src/optimize/README.md).
    /// Requires: noise \> 0.
    /// Since 0.1.
    pub fn dpcvx_sgd_stability_curve(
        stability: *const dpcvx_sgd_stability, noise: f64, out: *mut *mut dpcvx_curve, err: *mut dpcvx_error,
    ) -> i32;

    /// Frees the bounds. Since 0.1.
    pub fn dpcvx_sgd_stability_destroy(stability: *mut dpcvx_sgd_stability);

    /// Computes a bound on the mean distance over orders. Since 0.1.
    pub fn dpcvx_sgd_stability_expected(
        stability: *const dpcvx_sgd_stability, bound: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the standard deviation of the noise that makes the same release (epsilon, delta)-DP.
    /// `form` is DPCVX_NOISE_CALIBRATION_\*.
    /// Result: \*noise; 0 if none is needed.
    /// Requires: epsilon \>= 0, 0 \< delta \< 1.
    /// Errors: DPCVX_ERR_UNSUPPORTED for REFERENCE if epsilon \> 1, where its formula is not proved.
    /// Errors: DPCVX_ERR_UNSUPPORTED for REFERENCE wherever dpcvx_reference_wang2022_stability is.
    /// Errors: DPCVX_ERR_NUMERIC if no noise in the range of doubles suffices.
    /// Since 0.1.
    pub fn dpcvx_sgd_stability_noise(
        stability: *const dpcvx_sgd_stability, form: i32, epsilon: f64, delta: f64, noise: *mut f64, err: *mut
        dpcvx_error,
    ) -> i32;

    /// Creates the stability options with all defaults. Since 0.1.
    pub fn dpcvx_sgd_stability_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Computes a bound that the distance exceeds for a share of at most gamma of the orders.
    /// Requires: 0 \< gamma \< 1.
    /// Since 0.1.
    pub fn dpcvx_sgd_stability_quantile(
        stability: *const dpcvx_sgd_stability, gamma: f64, bound: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes a bound on the distance in any order.
    /// Every step of a sampled order may meet the changed unit, and one step in each pass of a permuted order.
    /// Since 0.1.
    pub fn dpcvx_sgd_stability_worst(
        stability: *const dpcvx_sgd_stability, bound: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Returns the name of a status as these headers spell it, such as "DPCVX_ERR_BUDGET".
    /// Result: a static string, never NULL; "unknown status" for other numbers.
    /// Since 0.1.
    pub fn dpcvx_status_name(status: i32) -> *const c_char;

    /// Creates the law that a release with this price and these options has. kind is DPCVX_TEST_RELEASE_KIND_\*.
    /// Since 0.1.
    pub fn dpcvx_test_release_law_create(
        epsilon: f64, delta: f64, kind: i32, options: *const dpcvx_options, out: *mut *mut dpcvx_test_release_law,
        err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a law. Since 0.1.
    pub fn dpcvx_test_release_law_destroy(law: *mut dpcvx_test_release_law);

    /// Reads a figure (DPCVX_TEST_RELEASE_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a figure that the law lacks.
    /// Since 0.1.
    pub fn dpcvx_test_release_law_get_f64(
        law: *const dpcvx_test_release_law, figure: i32, value: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Reads a figure (DPCVX_TEST_RELEASE_FIGURE_\*): counts, flags and enumerations by _i64, real numbers by _f64.
    /// Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
    /// Errors: DPCVX_ERR_UNSUPPORTED for a figure that the law lacks.
    /// Since 0.1.
    pub fn dpcvx_test_release_law_get_i64(
        law: *const dpcvx_test_release_law, figure: i32, value: *mut i64, err: *mut dpcvx_error,
    ) -> i32;

    /// Computes the probability Pr\[R \>= score\] that a score passes.
    /// Result: rounded to nearest; 1 for scores up to 0, 0 above MAX_SCORE.
    /// Since 0.1.
    pub fn dpcvx_test_release_law_pass_probability(
        law: *const dpcvx_test_release_law, score: i64, probability: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates the options of these releases and laws. NULL in their place means all defaults. Since 0.1.
    pub fn dpcvx_test_release_options_create(out: *mut *mut dpcvx_options, err: *mut dpcvx_error) -> i32;

    /// Computes the least kappa whose truncated shifted discrete Laplace law has ends of probability at most delta:
    ///
    /// ```text
    ///   Pr[0] = Pr[2 kappa] <= delta
    /// ```
    ///
    /// Result: \*kappa, which is the least or one more. It is one more only where 2048 bits do not decide.
    /// Result: \*edge_probability, that probability rounded up. The pointer may be NULL.
    /// Requires: 0 \< epsilon \<= 2^10, 0 \< delta \< 1.
    /// Errors: DPCVX_ERR_ARGUMENT if delta is so small that kappa would exceed 2^40.
    /// Since 0.1.
    pub fn dpcvx_truncated_discrete_laplace_kappa(
        epsilon: f64, delta: f64, kappa: *mut i64, edge_probability: *mut f64, err: *mut dpcvx_error,
    ) -> i32;

    /// Creates a function of sets of the users 0 to users - 1, with n entries. `user` goes to the callback.
    /// Under add/remove `users` is a nominal number. A user who is absent owns what f takes for nothing.
    /// Requires: 1 \<= users \<= 2^48, 1 \<= n \<= 2^48.
    /// Since 0.1.
    pub fn dpcvx_users_function_create(
        users: i64, n: i64, function: dpcvx_users_callback, user: *mut c_void, out: *mut *mut dpcvx_users_function,
        err: *mut dpcvx_error,
    ) -> i32;

    /// Frees a function. Since 0.1.
    pub fn dpcvx_users_function_destroy(function: *mut dpcvx_users_function);

    /// Returns the version of the linked library, such as "0.1.0". The version of the headers may differ.
    /// Result: a static string, never NULL.
    /// Since 0.1.
    pub fn dpcvx_version() -> *const c_char;
}
