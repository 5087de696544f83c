#include <cmath>
#include <cstdio>

#include "base/check.h"
#include "base/error.h"
#include "base/options.h"
#include "data/dataset_handle.h"
#include "estimate/covariance/covariance.h"
#include "estimate/covariance/correlations.h"
#include "estimate/covariance/covariance_handle.h"
#include "estimate/covariance/intervals.h"
#include "estimate/covariance/normal_model.h"
#include "estimate/covariance/regression.h"
#include "estimate/interval_level.h"
#include "mechanism/release_boundary.h"
#include "privacy/budget/choices.h"
#include "privacy/curve/curve_handle.h"

namespace dpcvx {
namespace {

using estimate::Covariance;
using estimate::CovarianceSettings;

constexpr Choice kNoises[] = {
    {DPCVX_NAMED(DPCVX_EVALUATION_NOISE_AUTOMATIC)},
    {DPCVX_NAMED(DPCVX_EVALUATION_NOISE_GAUSSIAN)},
    {DPCVX_NAMED(DPCVX_EVALUATION_NOISE_LAPLACE)},
};

// The uses of options.
enum Use : uint64_t { kOfOneRound = 1, kOfSeveralRounds = 2 };
constexpr OptionUses kOfRounds{
    kOfSeveralRounds,
    "it acts with DPCVX_COVARIANCE_OPTION_ROUNDS = 2 or more, or 0: it is the share of all rounds before the last"};

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_COVARIANCE_OPTION_NOISE), one_of(kNoises), DPCVX_EVALUATION_NOISE_AUTOMATIC,
     into<&CovarianceSettings::noise>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_OPTION_INTERVAL_LEVEL), real_in(estimate::kLeastLevel, estimate::kMaxLevel), 0.95,
     into<&CovarianceSettings::interval_level>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_OPTION_SIMULTANEOUS), on_or_off(), 0, into<&CovarianceSettings::simultaneous>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_OPTION_NORM_BOUND), real_in(0.1, 1000).or_value(0), 0,
     into<&CovarianceSettings::norm_bound>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_OPTION_ROUNDS), integer_in(0, estimate::kMaxCovarianceRounds), 1,
     into<&CovarianceSettings::rounds>},
    {DPCVX_NAMED(DPCVX_COVARIANCE_OPTION_PRELIMINARY_FRACTION), real_in(0.001, 0.999), 0.4,
     into<&CovarianceSettings::preliminary_fraction>, kOfRounds},
};
constexpr OptionsOf<CovarianceSettings> kOptions("covariance options", kKeys);

dpcvx_status read_settings(const dpcvx_options *options, CovarianceSettings *settings, Error &error) {
  DPCVX_TRY(read_options(options, kOptions, settings, error));
  return settings->rounds == 1 ? read_options(options, kOptions, settings, error, kOfOneRound) : DPCVX_OK;
}

// Squares of half widths stay finite and normal.
constexpr double kLargest = 1e150, kLeastWidth = 1e-150;

dpcvx_status check_range(double low, double high, int64_t column, Error &error) {
  const bool of_low = !(std::fabs(low) <= kLargest);
  if (of_low || !(std::fabs(high) <= kLargest))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s for column %s; accepted: a number of size at most 1e150",
                      of_low ? "low" : "high", show(of_low ? low : high).text, show(column).text);
  if (high - low >= kLeastWidth) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'high' = %s for column %s; accepted: above low = %s by at least 1e-150", show(high).text,
                    show(column).text, show(low).text);
}

dpcvx_status check_ends(const double *low, const double *high, int64_t columns, Error &error) {
  DPCVX_TRY(check_pointer("low", low, error));
  DPCVX_TRY(check_pointer("high", high, error));
  for (int64_t j = 0; j < columns; ++j) DPCVX_TRY(check_range(low[j], high[j], j, error));
  return DPCVX_OK;
}

dpcvx_status check_count(int64_t count, size_t wanted, Error &error) {
  const int64_t size = static_cast<int64_t>(wanted);
  return check_between("count", count, size, size, error);
}

dpcvx_status copy(const dpcvx_covariance *covariance, Buffer<double> Covariance::*array, double *out, int64_t count,
                  Error &error) {
  DPCVX_TRY(check_handle("covariance", covariance, error));
  DPCVX_TRY(check_pointer("out", out, error));
  const Buffer<double> &from = covariance->covariance.*array;
  DPCVX_TRY(check_count(count, from.size(), error));
  std::memcpy(out, from.data(), from.size() * sizeof(double));
  return DPCVX_OK;
}

// The time of a bootstrap grows with the cube of the columns.
dpcvx_status check_bootstrap(const Covariance &it, Error &error) {
  if (it.dimension() <= estimate::kMaxBootstrapColumns) return DPCVX_OK;
  return error.fail(DPCVX_ERR_UNSUPPORTED, "a bootstrap of a covariance of %s columns; accepted: at most %s",
                    show(it.columns()).text, show(static_cast<int64_t>(estimate::kMaxBootstrapColumns)).text);
}

// Columns of the covariance other than the label's, each named once.
dpcvx_status check_features(const Covariance &it, int64_t label_column, const int64_t *features, int64_t count,
                            Error &error) {
  const int64_t columns = it.columns();
  if (columns < 2)
    return error.fail(DPCVX_ERR_UNSUPPORTED, "a regression on a covariance of 1 column; accepted: 2 columns or more");
  DPCVX_TRY(check_between("label_column", label_column, 0, columns - 1, error));
  DPCVX_TRY(check_between("features_count", count, 1, columns - 1, error));
  DPCVX_TRY(check_pointer("features", features, error));
  for (int64_t k = 0; k < count; ++k) {
    DPCVX_TRY(check_between("features", features[k], 0, columns - 1, error));
    if (features[k] == label_column) return error.argument("features", features[k], "columns other than label_column");
    for (int64_t l = 0; l < k; ++l)
      if (features[l] == features[k]) return error.argument("features", features[k], "each column once");
  }
  return DPCVX_OK;
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_covariance_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_covariance_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                     const dpcvx_dataset *dataset, const double *low, const double *high,
                                     int64_t columns, const dpcvx_options *options, dpcvx_covariance **out,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  const mechanism::Payment payment{budget, rng, price};
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(mechanism::check_payment(payment, error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  const data::Dataset &table = *dataset->data;
  DPCVX_TRY(check_between("columns", columns, table.columns(), table.columns(), error));
  DPCVX_TRY(check_between("columns", columns, 1, estimate::kMaxCovarianceColumns, error));
  DPCVX_TRY(check_ends(low, high, columns, error));
  CovarianceSettings settings;
  DPCVX_TRY(read_settings(options, &settings, error));
  NewHandle<dpcvx_covariance> handle;
  DPCVX_TRY(handle.check(error));
  mechanism::Release release = mechanism::paid(payment, handle->covariance.guarantee, error);
  DPCVX_TRY(estimate::release_covariance(release, table, low, high, settings, &handle->covariance));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_covariance_expected_noise(const dpcvx_curve *price, int32_t adjacency, int64_t units,
                                             int64_t columns, const dpcvx_options *options, double *stddev,
                                             double *norm, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("price", price, error));
  DPCVX_TRY(check_choice("adjacency", adjacency, privacy::kAdjacencies, error));
  DPCVX_TRY(check_between("units", units, 1, int64_t{1} << 40, error));
  DPCVX_TRY(check_between("columns", columns, 1, estimate::kMaxCovarianceColumns, error));
  DPCVX_TRY(check_pointer("stddev", stddev, error));
  DPCVX_TRY(check_pointer("norm", norm, error));
  CovarianceSettings settings;
  DPCVX_TRY(read_settings(options, &settings, error));
  estimate::ExpectedNoise found;
  DPCVX_TRY(estimate::expect_covariance_noise(price->curve, adjacency, static_cast<double>(units), columns, settings,
                                              &found, error));
  *stddev = found.stddev;
  *norm = found.norm;
  return DPCVX_OK;
}

void dpcvx_covariance_destroy(dpcvx_covariance *covariance) { destroy_handle(covariance); }

dpcvx_status dpcvx_covariance_means(const dpcvx_covariance *covariance, double *out, int64_t count, dpcvx_error *err) {
  Error error(err, __func__);
  return copy(covariance, &Covariance::means, out, count, error);
}

dpcvx_status dpcvx_covariance_matrix(const dpcvx_covariance *covariance, double *out, int64_t count, dpcvx_error *err) {
  Error error(err, __func__);
  return copy(covariance, &Covariance::matrix, out, count, error);
}

dpcvx_status dpcvx_covariance_correlation(const dpcvx_covariance *covariance, double *out, int64_t count,
                                          dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(copy(covariance, &Covariance::matrix, out, count, error));
  const Covariance &it = covariance->covariance;
  for (size_t i = 0; i < it.dimension(); ++i)
    for (size_t j = 0; j < it.dimension(); ++j) out[i * it.dimension() + j] = it.correlation(i, j);
  return DPCVX_OK;
}

dpcvx_status dpcvx_covariance_intervals(const dpcvx_covariance *covariance, double *low, double *high, int64_t count,
                                        dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("covariance", covariance, error));
  DPCVX_TRY(check_pointer("low", low, error));
  DPCVX_TRY(check_pointer("high", high, error));
  DPCVX_TRY(check_count(count, covariance->covariance.matrix.size(), error));
  const Covariance &it = covariance->covariance;
  return estimate::covariance_intervals(it, 1 - it.interval_level, low, high, error);
}

dpcvx_status dpcvx_covariance_correlation_intervals(const dpcvx_covariance *covariance, int32_t proved, double *low,
                                                    double *high, int64_t count, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("covariance", covariance, error));
  DPCVX_TRY(check_between("proved", int64_t{proved}, 0, 1, error));
  DPCVX_TRY(check_pointer("low", low, error));
  DPCVX_TRY(check_pointer("high", high, error));
  const Covariance &it = covariance->covariance;
  DPCVX_TRY(check_count(count, it.matrix.size(), error));
  if (proved == 0) {
    DPCVX_TRY(check_bootstrap(it, error));
    return estimate::bootstrap_correlations(it, low, high, error);
  }
  if (!it.proved())
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'proved' = 1 for a covariance of %s rounds; accepted: 0, since only intervals of one "
                      "round are proved",
                      show(it.rounds).text);
  return estimate::prove_correlations(it, low, high, error);
}

dpcvx_status dpcvx_covariance_regression(const dpcvx_covariance *covariance, int64_t label_column,
                                         const int64_t *features, int64_t features_count, double *coefficients,
                                         double *standard_errors, double *low, double *high, int64_t count,
                                         double *r_squared, double *r_squared_low, double *r_squared_high,
                                         dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("covariance", covariance, error));
  const Covariance &it = covariance->covariance;
  DPCVX_TRY(check_features(it, label_column, features, features_count, error));
  DPCVX_TRY(check_pointer("coefficients", coefficients, error));
  DPCVX_TRY(check_pointer("standard_errors", standard_errors, error));
  DPCVX_TRY(check_pointer("low", low, error));
  DPCVX_TRY(check_pointer("high", high, error));
  DPCVX_TRY(check_between("count", count, features_count + 1, features_count + 1, error));
  DPCVX_TRY(check_pointer("r_squared", r_squared, error));
  DPCVX_TRY(check_pointer("r_squared_low", r_squared_low, error));
  DPCVX_TRY(check_pointer("r_squared_high", r_squared_high, error));
  DPCVX_TRY(check_bootstrap(it, error));
  estimate::Regression found{coefficients, standard_errors, low, high};
  DPCVX_TRY(estimate::regress(it, {static_cast<size_t>(label_column), features, static_cast<size_t>(features_count)},
                              &found, error));
  *r_squared = found.r_squared;
  *r_squared_low = found.r_squared_low;
  *r_squared_high = found.r_squared_high;
  return DPCVX_OK;
}

dpcvx_status dpcvx_covariance_component_variances(const dpcvx_covariance *covariance, double *out, int64_t count,
                                                  dpcvx_error *err) {
  Error error(err, __func__);
  return copy(covariance, &Covariance::component_values, out, count, error);
}

dpcvx_status dpcvx_covariance_components(const dpcvx_covariance *covariance, double *out, int64_t count,
                                         dpcvx_error *err) {
  Error error(err, __func__);
  return copy(covariance, &Covariance::components, out, count, error);
}

dpcvx_status dpcvx_covariance_get_f64(const dpcvx_covariance *covariance, int32_t figure, double *value,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("covariance", covariance, error));
  return get_figure(estimate::kCovarianceFigures, covariance->covariance, figure, value, error);
}

dpcvx_status dpcvx_covariance_get_i64(const dpcvx_covariance *covariance, int32_t figure, int64_t *value,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("covariance", covariance, error));
  return get_figure(estimate::kCovarianceFigures, covariance->covariance, figure, value, error);
}

dpcvx_status dpcvx_covariance_guarantee(const dpcvx_covariance *covariance, dpcvx_guarantee **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("covariance", covariance, error));
  NewHandle<dpcvx_guarantee> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->guarantee.assign(covariance->covariance.guarantee, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_covariance_to_text(const dpcvx_covariance *covariance, char *out, size_t capacity, size_t *length,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("covariance", covariance, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { covariance->covariance.write_text(text); });
}

dpcvx_status dpcvx_covariance_to_json(const dpcvx_covariance *covariance, char *out, size_t capacity, size_t *length,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("covariance", covariance, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { covariance->covariance.write_json(text); });
}

dpcvx_status dpcvx_covariance_save(const dpcvx_covariance *covariance, void *out, size_t capacity, size_t *length,
                                   dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("covariance", covariance, error));
  Text bytes;
  covariance->covariance.write_bytes(bytes);
  return copy_out_bytes(bytes, out, capacity, length, error);
}

dpcvx_status dpcvx_covariance_load(const void *bytes, size_t length, dpcvx_covariance **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_array("bytes", bytes, length, error));
  NewHandle<dpcvx_covariance> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->covariance.read_bytes(bytes, length, error));
  *out = handle.give();
  return DPCVX_OK;
}
