#include "model/objective.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "dpcvx/privacy.h"
#include "model/losses/traits.h"
#include "numeric/norm.h"

namespace dpcvx::model {

namespace {

constexpr int64_t kMaxCoefficients = int64_t{1} << 28;

// Returns the bound that labels are clipped to, or infinity.
double label_limit(const LossSpec &spec) {
  double limit = INFINITY;
  with_loss(spec, [&](const auto &loss) {
    const double most = std::fabs(loss.prepare_label(kMaxFinite));
    if (most < kMaxFinite) limit = most;
  });
  return limit;
}

// The norm that rows of a scaled table cannot pass unless it is centred, and a little more, so that no rounding clips.
// A regression is linear where no row is clipped. The sign of a decision is the same for a row that is, and 1 is less
// noise.
constexpr double kMaxRowBound = 1e30;

double chosen_row_bound(const data::Dataset &table, const ObjectiveSettings &settings) {
  const LossSpec &loss = settings.loss;
  const bool regression = loss.kind != DPCVX_LOSS_CALLBACK && is_regression(traits_of(loss).task);
  if (!regression || table.ranges() == nullptr) return 1;
  const double p = settings.row_norm, columns = static_cast<double>(table.columns());
  if (settings.matrix_rows > 0) {
    const int64_t rank = std::min(settings.matrix_rows, table.columns() / settings.matrix_rows);
    return std::fmin(kMaxRowBound,
                     std::sqrt(columns) * numeric::ratio_of_norms(static_cast<double>(rank), p, 2) * (1 + 0x1p-19));
  }
  const double intercept = settings.intercept ? settings.intercept_value : 0;
  const double most = std::fmax(1, intercept);  // powers of quotients stay within doubles
  const double norm = p == 2 ? std::sqrt(columns + intercept * intercept)
                      : p < INFINITY
                          ? most * std::pow(columns * std::pow(1 / most, p) + std::pow(intercept / most, p), 1 / p)
                          : most;
  return std::fmin(kMaxRowBound, norm * (1 + 0x1p-30));
}

// Checks that rows of so many entries can be the matrices that the options say.
dpcvx_status check_matrix(const ObjectiveSettings &settings, int64_t columns, Error &error) {
  const int64_t rows = settings.matrix_rows;
  if (rows == 0) return DPCVX_OK;
  constexpr char kName[] = "DPCVX_OBJECTIVE_OPTION_MATRIX_ROWS";
  if (settings.intercept)
    return error.argument(kName, rows, "0 with an intercept; other values with DPCVX_OBJECTIVE_OPTION_INTERCEPT = 0");
  if (settings.loss.kind == DPCVX_LOSS_MULTINOMIAL) return error.argument(kName, rows, "0 for DPCVX_LOSS_MULTINOMIAL");
  if (columns % rows != 0)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s; accepted: 0 or a divisor of the number of columns, %s",
                      kName, show(rows).text, show(columns).text);
  if (std::min(rows, columns / rows) <= RowMatrix::kMaxRank) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s; accepted: matrices of at most %s rows or columns", kName,
                    show(rows).text, show(RowMatrix::kMaxRank).text);
}

// The infinite stays infinite even where the other factor is 0.
double bound_of(double row, double loss) { return loss < INFINITY ? row * loss : INFINITY; }

}  // namespace

dpcvx_status check_labels(const data::Dataset &table, const LossSpec &spec, Error &error) {
  if (!table.has_labels())
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = a table without labels; accepted: one with labels");
  int64_t wrong = -1;
  const char *accepted = "";
  with_any_loss(spec, [&](const auto &loss) {
    accepted = loss.kLabels;
    bool all = true;
    for (int64_t i = 0; i < table.rows(); ++i) all &= loss.accepts(table.label(i));
    for (int64_t i = all ? 0 : table.rows(); i-- > 0;)  // as given
      if (!loss.accepts(table.label(table.place_of(i)))) wrong = i;
  });
  if (wrong < 0) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = label %s in row %s; accepted: %s",
                    show(table.label(table.place_of(wrong))).text, show(wrong).text, accepted);
}

dpcvx_status Objective::count_units(int64_t there, Error &error) {
  const int64_t nominal = settings_.nominal_units;
  if (nominal > 0 && there > 2 * nominal)
    return error.argument("DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS", nominal,
                          unit_ == DPCVX_UNIT_USER
                              ? "at least half the number of users, which bounds the rounding error of sums"
                              : "at least half the number of rows, which bounds the rounding error of sums");
  there_ = there;
  units_ = nominal > 0 ? nominal : there;
  return DPCVX_OK;
}

dpcvx_status Objective::check_least_records(const data::Dataset &table, Error &error) const {
  const int64_t least = settings_.min_records_per_user;
  if (least > 1 && table.users() == nullptr)
    return error.argument("DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER", least, "0 or 1, as the dataset has no users");
  if (table.max_records_per_user() == 0 || least <= table.max_records_per_user()) return DPCVX_OK;
  return error.fail(
      DPCVX_ERR_ARGUMENT,
      "argument 'DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER' = %s; accepted: 0 to %s, the dataset's cap on the "
      "records of a user",
      show(least).text, show(table.max_records_per_user()).text);
}

dpcvx_status Objective::mark_small_users(const data::Dataset &table, Error &error) {
  if (settings_.min_records_per_user <= 1) return DPCVX_OK;
  Shared<Buffer<unsigned char>> marks;
  if (!marks.create() || !marks.edit().allocate(static_cast<size_t>(there_))) return error.nomem("the null users");
  for (int64_t u = 0; u < there_; ++u) {
    const bool small = table.count_records(table.rows_of_unit(u)) < settings_.min_records_per_user;
    marks.edit()[static_cast<size_t>(u)] = small ? 1 : 0;
    nulls_ += small ? 1 : 0;
  }
  null_ = marks;
  return DPCVX_OK;
}

dpcvx_status Objective::create(const data::SharedDataset &table, const ObjectiveSettings &settings, Error &error) {
  DPCVX_TRY(check_labels(*table, settings.loss, error));
  DPCVX_TRY(check_matrix(settings, table->columns(), error));
  const data::Users *const users = table->users();
  const int32_t has = users != nullptr ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD;
  if (settings.unit != 0 && settings.unit != has)
    return error.argument("DPCVX_OBJECTIVE_OPTION_UNIT", settings.unit,
                          users != nullptr ? "0 or DPCVX_UNIT_USER, as the dataset has users"
                                           : "0 or DPCVX_UNIT_RECORD, as the dataset has no users");
  settings_ = settings;
  if (settings_.row_bound == 0) settings_.row_bound = chosen_row_bound(*table, settings);
  unit_ = has;
  DPCVX_TRY(check_least_records(*table, error));
  DPCVX_TRY(count_units(users != nullptr ? users->count() : table->rows(), error));

  map_.columns = table->columns();
  map_.bound = settings_.row_bound;
  map_.intercept = settings.intercept;
  map_.intercept_value = settings.intercept_value;
  map_.p = settings.row_norm;
  map_.ranges = table->shared_ranges();
  if (settings.matrix_rows > 0) {
    const int64_t rows = settings.matrix_rows;
    if (!map_.matrix.create() || !map_.matrix.edit().allocate(rows, map_.columns / rows))
      return error.nomem("rows as matrices");
  }
  const int64_t outputs = settings.loss.kind == DPCVX_LOSS_MULTINOMIAL ? settings.loss.classes : 1;
  if (map_.dimension() > kMaxCoefficients / outputs)
    return error.argument("DPCVX_OBJECTIVE_OPTION_CLASSES", outputs,
                          "a number for which there are at most 2^28 coefficients");
  dimension_ = outputs * map_.dimension();
  slots_.layout = {map_.columns, outputs, map_.intercept};
  slots_.by_user = users != nullptr;
  slots_.compact = users != nullptr && is_sparse(table->features().storage());
  find_constants();

  LinearSettings linear;
  linear.map = map_;
  linear.units = units_;
  linear.outputs = outputs;
  linear.weight_bound = settings.weight_bound;
  linear.min_records_per_user = settings.min_records_per_user;
  linear.label_limit = label_limit(settings.loss);
  DPCVX_TRY(linear_.create(table, linear, error));
  if (users != nullptr) DPCVX_TRY(mark_small_users(*table, error));
  LossSpec here = settings_.loss;
  if (traits_of(here).task != LossTask::kCounts) here.label_bound = linear_.largest_label();  // it shapes that loss
  with_any_loss(here, [&](const auto &loss) { steepest_at_zero_ = loss.constants().slope_at_zero; });
  return DPCVX_OK;
}

dpcvx_status Objective::create(const UnitFunction &function, const ObjectiveSettings &settings, Error &error) {
  settings_ = settings;
  if (settings_.row_bound == 0) settings_.row_bound = 1;
  function_ = function;
  unit_ = settings.unit == 0 ? DPCVX_UNIT_RECORD : settings.unit;
  dimension_ = function.dimension;
  map_.intercept = false;
  slots_.layout = {dimension_, 1, false};
  DPCVX_TRY(count_units(function.units, error));
  constants_.lipschitz = function.lipschitz;
  constants_.smoothness = function.smoothness + settings.l2;
  const bool smooth = function.smoothness < INFINITY;
  constants_.holder_exponent = smooth ? 1 : 0;
  constants_.holder_constant = smooth ? function.smoothness : 2 * function.lipschitz;
  constants_.gradient_at_zero = function.lipschitz;
  constants_.value_at_zero = INFINITY;
  constants_.oscillation = 2 * function.lipschitz;
  constants_.strong_convexity = function.strong_convexity + settings.l2;
  constants_.dual_lipschitz = function.lipschitz;
  constants_.lipschitz_enforced = false;
  return DPCVX_OK;
}

// The constants of the loss in z, and what rows of norm B and weights of W make of them (PROOFS.md).
void Objective::find_constants() {
  LossSpec &spec = settings_.loss;
  const double row = map_.l2_bound(), weight = settings_.weight_bound;
  const double radius = domain() != nullptr ? domain()->radius() : settings_.radius;
  spec.decision_bound = radius < INFINITY ? rounded_up(row * radius) : INFINITY;
  with_any_loss(spec, [&](const auto &loss) {
    const LossConstants bounds = of_loss_ = loss.constants();
    constants_.lipschitz = bound_of(weight * row, bounds.max_slope);
    constants_.smoothness = bound_of(weight * row * row, bounds.max_curvature) + settings_.l2;
    constants_.holder_exponent = bounds.holder_exponent;
    constants_.holder_constant =
        bound_of(rounded_up(weight * std::pow(row, 1 + bounds.holder_exponent)), bounds.holder_constant);
    constants_.gradient_at_zero = bound_of(weight * row, bounds.slope_at_zero);
    constants_.value_at_zero = bound_of(rounded_up(weight), bounds.value_at_zero);
    constants_.oscillation = bound_of(weight * row, bounds.slope_range);
    constants_.dual_lipschitz = bound_of(weight * map_.bound, bounds.max_slope);
    constants_.hessian_lipschitz = bound_of(rounded_up(weight * row * row * row), bounds.max_third);
  });
  // Slopes (p - 1, the other p) of classes are at most 2^(1/p) in lp.
  if (spec.kind == DPCVX_LOSS_MULTINOMIAL)
    constants_.dual_lipschitz = rounded_up(weight * map_.bound * std::exp2(1 / map_.p));
  constants_.strong_convexity = settings_.l2;
  constants_.lipschitz_enforced = constants_.lipschitz < INFINITY;
}

dpcvx_status Objective::derive(SharedObjective *out, Error &error) const {
  if (!out->create()) return error.nomem("an objective");
  out->edit() = *this;
  return DPCVX_OK;
}

dpcvx_status Objective::smoothed(double width, SharedObjective *out, Error &error) const {
  if (is_function() || outputs() > 1)
    return error.fail(DPCVX_ERR_UNSUPPORTED, "only losses of one decision value can be smoothed");
  SharedObjective made;
  DPCVX_TRY(derive(&made, error));
  made.edit().settings_.loss.smoothing += width;  // the envelope of an envelope
  made.edit().find_constants();
  *out = made;
  return DPCVX_OK;
}

dpcvx_status Objective::of_medians(double width, SharedObjective *out, Error &error) const {
  SharedObjective made;
  DPCVX_TRY(derive(&made, error));
  LossSpec &loss = made.edit().settings_.loss;  // labels are prepared alike: both clip them
  loss.kind = DPCVX_LOSS_ABSOLUTE;
  loss.parameter = 0;
  loss.smoothing = width;
  made.edit().find_constants();
  *out = made;
  return DPCVX_OK;
}

dpcvx_status Objective::skipping_zeros(SharedObjective *out, Error &error) const {
  SharedObjective made;
  DPCVX_TRY(derive(&made, error));
  const int64_t stretch = slots_.by_user ? 0 : slots_.blocks().units_a_block(there_);
  if (!is_function()) DPCVX_TRY(made.edit().linear_.skip_zeros(stretch, error));
  *out = made;
  return DPCVX_OK;
}

dpcvx_status Objective::mark_null(const int64_t *units, int64_t count, Error &error) {
  Shared<Buffer<unsigned char>> marks;
  if (!marks.create() || !marks.edit().allocate(static_cast<size_t>(there_)))
    return error.nomem("an objective without some units");
  if (null_) std::copy(null_->begin(), null_->end(), marks.edit().begin());
  for (int64_t i = 0; i < count; ++i) {
    unsigned char &mark = marks.edit()[static_cast<size_t>(units[i])];
    nulls_ += mark == 0 ? 1 : 0;
    mark = 1;
  }
  null_ = marks;
  return DPCVX_OK;
}

dpcvx_status Objective::without(const int64_t *units, int64_t count, SharedObjective *out, Error &error) const {
  SharedObjective made;
  DPCVX_TRY(derive(&made, error));
  DPCVX_TRY(made.edit().mark_null(units, count, error));
  if (!is_function()) DPCVX_TRY(made.edit().linear_.remove(units, count, error));
  *out = made;
  return DPCVX_OK;
}

dpcvx_status Objective::reweighted(const double *factors, SharedObjective *out, Error &error) const {
  SharedObjective made;
  DPCVX_TRY(derive(&made, error));
  if (!is_function()) DPCVX_TRY(made.edit().linear_.reweigh(factors, error));
  made.edit().factors_ = factors;
  *out = made;
  return DPCVX_OK;
}

}  // namespace dpcvx::model
