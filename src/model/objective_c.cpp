#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "model/losses/loss_options.h"
#include "model/losses/traits.h"
#include "base/options.h"
#include "base/text.h"
#include "data/dataset_handle.h"
#include "model/domains/domain_handle.h"
#include "model/objective_handle.h"
#include "privacy/budget/choices.h"

namespace dpcvx {
namespace {

constexpr double kMaxUnits = 1099511627776.0;  // 2^40
constexpr int64_t kMaxDimension = int64_t{1} << 28;
constexpr double kMinConstant = 1e-100, kMaxConstant = 1e100;

constexpr double kMaxClasses = 65536;

using Settings = model::ObjectiveSettings;
using Loss = model::LossSpec;
using UnitFunction = model::UnitFunction;

// What the options set. The function's constants count for dpcvx_objective_create_from_units alone.
struct ObjectiveOptions {
  Settings settings;
  UnitFunction function;
};
using Options = ObjectiveOptions;

// The calls that take the options.
constexpr uint64_t kOfLibraryLoss = 1, kOfOwnLoss = 2, kOfOwnUnits = 4, kOfPublicFacts = 8;
// What a caller declares of its own functions. Sensitivities rest on it, so nothing stands in for what is not declared.
constexpr OptionUses kDeclaredOfLoss{kOfOwnLoss, "it belongs to dpcvx_objective_create_with_loss"};
constexpr OptionUses kDeclaredOfUnits{kOfOwnUnits, "it belongs to dpcvx_objective_create_from_units"};
constexpr OptionUses kOfRows{kOfLibraryLoss | kOfOwnLoss | kOfPublicFacts, "units of a caller's own have no rows"};
// A table in memory has its own.
constexpr OptionUses kDeclaredOfParts{kOfPublicFacts, "it belongs to dpcvx_objective_create_public"};

constexpr Choice kStorages[] = {
    {DPCVX_NAMED(DPCVX_STORAGE_DENSE)},
    {DPCVX_NAMED(DPCVX_STORAGE_DENSE_F32)},
    {DPCVX_NAMED(DPCVX_STORAGE_CSR)},
    {DPCVX_NAMED(DPCVX_STORAGE_CSR_F32)},
};

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_INTERCEPT), on_or_off(), 1, into<&Options::settings, &Settings::intercept>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_ROW_BOUND), real_in(1e-30, 1e30).or_value(0), 0,
     into<&Options::settings, &Settings::row_bound>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE), real_in(1e-30, 1e30), 1,
     into<&Options::settings, &Settings::intercept_value>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_L2), real_in(0, 1e30), 0, into<&Options::settings, &Settings::l2>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_L1), real_in(0, 1e30), 0, into<&Options::settings, &Settings::l1>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS), integer_in(0, kMaxUnits), 0,
     into<&Options::settings, &Settings::nominal_units>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_ROW_NORM), real_in(1, INFINITY), 2,
     into<&Options::settings, &Settings::row_norm>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_MATRIX_ROWS), integer_in(0, data::kMaxColumns), 0,
     into<&Options::settings, &Settings::matrix_rows>, kOfRows},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_LABEL_BOUND), real_in(kMinConstant, 1e30).or_value(0, INFINITY), 0,
     into<&Options::settings, &Settings::loss, &Loss::label_bound>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_QUANTILE), real_in(1e-9, 1 - 1e-9), 0.5, read_by_key<Options>,
     model::kOfQuantile},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH), real_in(1e-30, 1e30), 1, read_by_key<Options>, model::kOfWidth},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_EXPONENT), real_in(1 + 1e-6, 2 - 1e-6), 1.5, read_by_key<Options>,
     model::kOfExponent},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_CLASSES), integer_in(0, kMaxClasses), 0,
     into<&Options::settings, &Settings::loss, &Loss::classes>, model::kOfClasses},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_WEIGHT_BOUND), real_in(1e-30, 1e30), 1,
     into<&Options::settings, &Settings::weight_bound>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_SMOOTHING), real_in(0, 1e30), 0,
     into<&Options::settings, &Settings::loss, &Loss::smoothing>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_UNIT), one_of(privacy::kUnits).or_value(0), 0,
     into<&Options::settings, &Settings::unit>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER),
     integer_in(0, static_cast<double>(model::LinearModel::kMaxRecordsPerUser)), 0,
     into<&Options::settings, &Settings::min_records_per_user>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_STORAGE), one_of(kStorages), DPCVX_STORAGE_DENSE,
     into<&Options::settings, &Settings::storage>, kDeclaredOfParts},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_LIPSCHITZ), real_in(kMinConstant, INFINITY), kRequired,
     into<&Options::function, &UnitFunction::lipschitz>, kDeclaredOfUnits},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_SMOOTHNESS), real_in(kMinConstant, INFINITY), kRequired,
     into<&Options::function, &UnitFunction::smoothness>, kDeclaredOfUnits},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY), real_in(0, kMaxConstant), kRequired,
     into<&Options::function, &UnitFunction::strong_convexity>, kDeclaredOfUnits},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_MAX_SLOPE), real_in(kMinConstant, kMaxConstant), kRequired,
     into<&Options::settings, &Settings::loss, &Loss::max_slope>, kDeclaredOfLoss},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_OPTION_MAX_CURVATURE), real_in(kMinConstant, INFINITY), kRequired,
     into<&Options::settings, &Settings::loss, &Loss::max_curvature>, kDeclaredOfLoss},
};
constexpr OptionsOf<Options> kOptions("objective options", kKeys);

double parameter_of(const Loss &loss, const dpcvx_options *options) {
  const int32_t option = model::traits_of(loss).parameter.option;
  return option != 0 ? option_value(options, kOptions, option) : 0;
}

// `use` is one of the calls above. `loss` says which loss, and which function of a caller's own.
dpcvx_status read_objective_options(const dpcvx_options *options, uint64_t use, const Loss &loss,
                                    const dpcvx_domain *domain, Options *out, Error &error) {
  out->settings.loss = loss;
  DPCVX_TRY(read_options(options, kOptions, out, error, use | model::options_read_by(loss)));
  out->settings.loss.parameter = parameter_of(loss, options);
  if (domain != nullptr && !domain->domain->is_all()) out->settings.domain = domain->domain;
  if (out->settings.l1 > 0 && domain != nullptr && !model::L1Penalty::goes_with(*domain->domain))
    return error.argument("DPCVX_OBJECTIVE_OPTION_L1", out->settings.l1,
                          "0 on this domain; other values on R^d, boxes, and lp balls whose centre is 0");
  return DPCVX_OK;
}

// Checks what the table of options cannot say: what some losses require.
dpcvx_status check_loss(const Loss &loss, Error &error) {
  if (model::traits_of(loss).task == model::LossTask::kCounts && !(loss.label_bound < INFINITY))
    return error.argument("DPCVX_OBJECTIVE_OPTION_LABEL_BOUND", loss.label_bound,
                          "the greatest count, above 0 and finite, for DPCVX_LOSS_POISSON");
  if (loss.kind != DPCVX_LOSS_MULTINOMIAL) return DPCVX_OK;
  if (loss.classes < 2)
    return error.argument("DPCVX_OBJECTIVE_OPTION_CLASSES", loss.classes,
                          "the number of classes, at least 2, for DPCVX_LOSS_MULTINOMIAL");
  if (loss.smoothing == 0) return DPCVX_OK;
  return error.argument("DPCVX_OBJECTIVE_OPTION_SMOOTHING", loss.smoothing, "0 for DPCVX_LOSS_MULTINOMIAL");
}

// What is wrong with a caller's loss, at a decision value and a label.
struct LossFault {
  const char *what = nullptr;
  double z = 0, label = 0, value = 0, slope = 0;
};

// Looks at public points alone. Of a convex loss each slope is a subgradient: phi(a) >= phi(z) + slope (a - z).
LossFault fault_at_label(const Loss &loss, double label) {
  constexpr double kPoints[] = {-30, -8, -3, -1, -0.4, -0.1, 0, 0.1, 0.4, 1, 3, 8, 30};
  constexpr int kCount = sizeof(kPoints) / sizeof(kPoints[0]);
  constexpr double kShare = 1e-4;  // for losses in single precision, too
  double values[kCount], slopes[kCount];
  for (int i = 0; i < kCount; ++i) {
    slopes[i] = NAN;
    values[i] = loss.callback(kPoints[i], label, &slopes[i], loss.user);
    if (!std::isfinite(values[i])) return {"a value that is not finite", kPoints[i], label, values[i], slopes[i]};
    if (!std::isfinite(slopes[i])) return {"a slope that is not finite", kPoints[i], label, values[i], slopes[i]};
  }
  for (int i = 0; i < kCount; ++i)
    for (int j = 0; j < kCount; ++j) {
      const double linear = slopes[i] * (kPoints[j] - kPoints[i]), scale = std::fabs(values[i]) + std::fabs(values[j]);
      if (values[j] - values[i] - linear >= -kShare * (scale + std::fabs(linear) + 1e-3)) continue;
      return {"a slope that is no subgradient of a convex loss", kPoints[i], label, values[i], slopes[i]};
    }
  return {};
}

// A loss may take some labels only, such as those above 0. So it is at fault where it is so at each label tried.
dpcvx_status check_own_loss(const Loss &loss, Error &error) {
  const double most = std::fmin(loss.label_bound, 1);
  LossFault fault;
  for (const double label : {most, -most, 0.5 * most, 0.0}) {
    const LossFault own = fault_at_label(loss, label);
    if (own.what == nullptr) return DPCVX_OK;
    if (fault.what == nullptr) fault = own;
  }
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'loss' = a function with %s: at z = %s and label = %s its value is %s and its slope %s; "
                    "accepted: convex losses phi(z, label), finite for |z| <= 30, with their slopes in z",
                    fault.what, show(fault.z).text, show(fault.label).text, show(fault.value).text,
                    show(fault.slope).text);
}

// Checks what the table of options cannot say of a caller's function of units.
dpcvx_status check_own_units(const Options &read, Error &error) {
  if (read.settings.min_records_per_user > 1)
    return error.argument("DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER", read.settings.min_records_per_user,
                          "0 or 1 for a caller's function of units, whose records nobody counts");
  if (read.function.strong_convexity <= read.function.smoothness) return DPCVX_OK;
  return error.argument("DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY", read.function.strong_convexity,
                        "at most DPCVX_OBJECTIVE_OPTION_SMOOTHNESS");
}

dpcvx_status check_domain(const dpcvx_domain *domain, int64_t dimension, Error &error) {
  DPCVX_TRY(check_optional_handle("domain", domain, error));
  if (domain == nullptr || domain->domain->is_all() || domain->domain->dimension() == dimension) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'domain' = a domain of dimension %s; accepted: %s, as the objective has",
                    show(domain->domain->dimension()).text, show(dimension).text);
}

// Numbers of units that are there. How many these are may be private: the message does not tell.
dpcvx_status check_units(const model::Objective &objective, const int64_t *units, int64_t count, Error &error) {
  DPCVX_TRY(check_count("count", count, error));
  DPCVX_TRY(check_array("units", units, static_cast<size_t>(count), error));
  for (int64_t i = 0; i < count; ++i)
    if (units[i] < 0 || units[i] >= objective.units_there())
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'units' = %s at %s; accepted: numbers from 0 of units that are there",
                        show(units[i]).text, show(i).text);
  return DPCVX_OK;
}

// A point of the objective's space.
dpcvx_status check_point(const char *name, const double *w, int64_t dimension, const model::Objective &objective,
                         Error &error) {
  DPCVX_TRY(check_pointer(name, w, error));
  DPCVX_TRY(check_between("dimension", dimension, objective.dimension(), objective.dimension(), error));
  return check_all_finite(name, w, static_cast<size_t>(dimension), error);
}

template <class Source>
dpcvx_status create_handle(const Source &source, const model::ObjectiveSettings &settings, dpcvx_objective **out,
                           Error &error) {
  NewHandle<dpcvx_objective> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(model::create_objective(source, settings, &handle->objective, error));
  *out = handle.give();
  return DPCVX_OK;
}

// The number of coefficients of a linear model.
int64_t dimension_of(int64_t columns, const Settings &settings) {
  const bool classes = settings.loss.kind == DPCVX_LOSS_MULTINOMIAL;
  return (columns + (settings.intercept ? 1 : 0)) * (classes ? std::max<int64_t>(1, settings.loss.classes) : 1);
}

dpcvx_status create_linear(const dpcvx_dataset *dataset, const Loss &loss, const dpcvx_domain *domain,
                           const dpcvx_options *options, dpcvx_objective **out, Error &error) {
  DPCVX_TRY(check_handle("dataset", dataset, error));
  DPCVX_TRY(check_optional_handle("domain", domain, error));
  Options read;
  const uint64_t use = loss.kind == DPCVX_LOSS_CALLBACK ? kOfOwnLoss : kOfLibraryLoss;
  DPCVX_TRY(read_objective_options(options, use, loss, domain, &read, error));
  const Settings &settings = read.settings;
  DPCVX_TRY(check_loss(settings.loss, error));
  if (loss.kind == DPCVX_LOSS_CALLBACK) DPCVX_TRY(check_own_loss(settings.loss, error));
  DPCVX_TRY(check_domain(domain, dimension_of(dataset->data->columns(), settings), error));
  return create_handle(dataset->data, settings, out, error);
}

using model::Objective;
using Constants = model::ObjectiveConstants;

double radius_of(const Objective &objective) {
  return objective.domain() != nullptr ? objective.domain()->radius() : INFINITY;
}

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_DIMENSION), from<&Objective::dimension>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ), from<&Objective::constants, &Constants::lipschitz>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_SMOOTHNESS), from<&Objective::constants, &Constants::smoothness>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_UNITS), from<&Objective::units>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_HOLDER_EXPONENT), from<&Objective::constants, &Constants::holder_exponent>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_HOLDER_CONSTANT), from<&Objective::constants, &Constants::holder_constant>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_GRADIENT_AT_ZERO), from<&Objective::constants, &Constants::gradient_at_zero>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_STRONG_CONVEXITY), from<&Objective::constants, &Constants::strong_convexity>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_RADIUS), from<&radius_of>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_OUTPUTS), from<&Objective::outputs>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_UNIT), from<&Objective::unit>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_DUAL_LIPSCHITZ), from<&Objective::constants, &Constants::dual_lipschitz>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_VALUE_AT_ZERO), from<&Objective::constants, &Constants::value_at_zero>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_OSCILLATION), from<&Objective::constants, &Constants::oscillation>},
    {DPCVX_NAMED(DPCVX_OBJECTIVE_FIGURE_MIN_RECORDS_PER_USER),
     from<&Objective::settings, &Settings::min_records_per_user>},
};
constexpr FiguresOf<Objective> kFigures("DPCVX_OBJECTIVE_FIGURE_*", kRows);

}  // namespace

}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_objective_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_objective_create(const dpcvx_dataset *dataset, int32_t loss, const dpcvx_domain *domain,
                                    const dpcvx_options *options, dpcvx_objective **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  DPCVX_TRY(model::check_library_loss(loss, error));
  model::LossSpec spec;
  spec.kind = loss;
  return create_linear(dataset, spec, domain, options, out, error);
}

dpcvx_status dpcvx_objective_create_public(const double *low, const double *high, int64_t columns, int32_t loss,
                                           const dpcvx_domain *domain, const dpcvx_options *options,
                                           dpcvx_objective **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_between("columns", columns, 1, data::kMaxColumns, error));
  if ((low == nullptr) != (high == nullptr))
    return error.argument(low == nullptr ? "low" : "high", "NULL",
                          "an array of a number a column, or NULL for both ends: columns are not scaled");
  if (low != nullptr) DPCVX_TRY(data::check_ranges(low, high, columns, error));
  DPCVX_TRY(model::check_library_loss(loss, error));
  DPCVX_TRY(check_optional_handle("domain", domain, error));
  Loss spec;
  spec.kind = loss;
  Options read;
  DPCVX_TRY(read_objective_options(options, kOfLibraryLoss | kOfPublicFacts, spec, domain, &read, error));
  DPCVX_TRY(check_loss(read.settings.loss, error));
  DPCVX_TRY(check_domain(domain, dimension_of(columns, read.settings), error));
  if (read.settings.nominal_units < 1)
    return error.argument("DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS", read.settings.nominal_units,
                          "the public number of units, at least 1: there is no table to count them in");
  NewHandle<dpcvx_objective> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(model::create_public_objective(columns, low, high, read.settings, &handle->objective, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_objective_create_with_loss(const dpcvx_dataset *dataset, dpcvx_loss_callback loss, void *user,
                                              const dpcvx_domain *domain, const dpcvx_options *options,
                                              dpcvx_objective **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  if (loss == nullptr) return error.argument("loss", "NULL", "a function");
  model::LossSpec spec;
  spec.kind = DPCVX_LOSS_CALLBACK;
  spec.callback = loss;
  spec.user = user;
  return create_linear(dataset, spec, domain, options, out, error);
}

dpcvx_status dpcvx_objective_create_from_units(int64_t units, int64_t dimension, dpcvx_unit_callback function,
                                               void *user, const dpcvx_domain *domain, const dpcvx_options *options,
                                               dpcvx_objective **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_between("units", units, 1, static_cast<int64_t>(kMaxUnits), error));
  DPCVX_TRY(check_between("dimension", dimension, 1, kMaxDimension, error));
  if (function == nullptr) return error.argument("function", "NULL", "a function");
  DPCVX_TRY(check_domain(domain, dimension, error));
  Options read;
  DPCVX_TRY(read_objective_options(options, kOfOwnUnits, Loss(), domain, &read, error));
  DPCVX_TRY(check_own_units(read, error));
  read.function.callback = function;
  read.function.user = user;
  read.function.units = units;
  read.function.dimension = dimension;
  return create_handle(read.function, read.settings, out, error);
}

dpcvx_status dpcvx_objective_create_without(const dpcvx_objective *objective, const int64_t *units, int64_t count,
                                            dpcvx_objective **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("objective", objective, error));
  DPCVX_TRY(check_units(*objective->objective, units, count, error));
  NewHandle<dpcvx_objective> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(objective->objective->without(units, count, &handle->objective, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_objective_destroy(dpcvx_objective *objective) { destroy_handle(objective); }

dpcvx_status dpcvx_objective_get_f64(const dpcvx_objective *objective, int32_t figure, double *value,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("objective", objective, error));
  return get_figure(kFigures, *objective->objective, figure, value, error);
}

dpcvx_status dpcvx_objective_get_i64(const dpcvx_objective *objective, int32_t figure, int64_t *value,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("objective", objective, error));
  return get_figure(kFigures, *objective->objective, figure, value, error);
}

dpcvx_status dpcvx_nonprivate_objective_value(const dpcvx_objective *objective, const double *w, int64_t dimension,
                                              double *value, double *gradient, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_objective_with_table(objective, error));
  const model::Objective &function = *objective->objective;
  DPCVX_TRY(check_point("w", w, dimension, function, error));
  DPCVX_TRY(check_pointer("value", value, error));
  Buffer<double> memory;
  if (!memory.allocate(function.work_size())) return error.nomem("the value of an objective");
  *value = function.value(w, {nullptr, memory.data()}, gradient);
  *value += function.l1_penalty().value(w, dimension, gradient);
  return DPCVX_OK;
}

dpcvx_status dpcvx_nonprivate_unit_gradients(const dpcvx_objective *objective, const double *w, int64_t dimension,
                                             const int64_t *units, int64_t count, double *out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_objective_with_table(objective, error));
  const model::Objective &function = *objective->objective;
  DPCVX_TRY(check_point("w", w, dimension, function, error));
  DPCVX_TRY(check_units(function, units, count, error));
  size_t entries;
  if (!checked_multiply(static_cast<size_t>(count), static_cast<size_t>(dimension), &entries))
    return error.nomem("gradients");
  DPCVX_TRY(check_array("out", out, entries, error));
  Buffer<double> memory;
  if (!memory.allocate(function.work_size())) return error.nomem("gradients");
  for (int64_t i = 0; i < count; ++i)
    function.unit_gradient(units[i], w, {nullptr, memory.data()}, out + i * dimension);
  return DPCVX_OK;
}

dpcvx_status dpcvx_nonprivate_objective_divergences(const dpcvx_objective *objective, const double *w,
                                                    const double *reference, int64_t dimension, double *out,
                                                    int64_t units, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_objective_with_table(objective, error));
  const model::Objective &function = *objective->objective;
  DPCVX_TRY(check_point("w", w, dimension, function, error));
  DPCVX_TRY(check_point("reference", reference, dimension, function, error));
  DPCVX_TRY(check_pointer("out", out, error));
  DPCVX_TRY(check_between("units", units, function.units_there(), function.units_there(), error));
  Buffer<double> memory;
  if (!memory.allocate(function.work_size())) return error.nomem("divergences");
  function.divergences(w, reference, {nullptr, memory.data()}, out);
  return DPCVX_OK;
}

dpcvx_status dpcvx_nonprivate_decision_values(const dpcvx_objective *objective, const double *w, int64_t dimension,
                                              const dpcvx_dataset *dataset, double *out, int64_t count,
                                              dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("objective", objective, error));
  const model::Objective &function = *objective->objective;
  DPCVX_TRY(check_point("w", w, dimension, function, error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  if (function.linear() == nullptr)
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'objective' = one of a caller's function of units; accepted: one of a linear model");
  DPCVX_TRY(model::check_columns(function.row_map(), *dataset->data, error));
  DPCVX_TRY(check_pointer("out", out, error));
  const int64_t there = dataset->data->rows() * function.outputs();
  DPCVX_TRY(check_between("count", count, there, there, error));
  const data::Dataset &table = *dataset->data;
  model::decision_values(function.row_map(), table, table.places_as_given(), w, function.outputs(), out);
  return DPCVX_OK;
}
