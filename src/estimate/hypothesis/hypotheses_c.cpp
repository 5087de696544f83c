#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/check.h"
#include "base/count.h"
#include "base/error.h"
#include "base/monitor_handle.h"
#include "base/options.h"
#include "data/dataset_handle.h"
#include "estimate/hypothesis/accuracy.h"
#include "estimate/hypothesis/gaussians.h"
#include "estimate/hypothesis/hypotheses_handle.h"
#include "estimate/hypothesis/select.h"
#include "mechanism/calibrate_release.h"
#include "mechanism/release_boundary.h"

namespace dpcvx {
namespace {

using estimate::Hypotheses;
using estimate::HypothesisSettings;

constexpr int64_t kMaxHypotheses = int64_t{1} << 16, kMaxSymbols = int64_t{1} << 20;
constexpr double kLeastDistance = 1e-6, kMaxDistance = 0.5, kMaxEnd = 1e100;
static_assert(kMaxHypotheses * (kMaxHypotheses - 1) / 2 < int64_t{1} << 31, "MAX_CONTESTS allows all of them");

// The uses of options.
enum Use : uint64_t { kOfKnownProbabilities = 1, kOfSamples = 2 };
constexpr OptionUses kOfSampled{kOfSamples, "it is of probabilities that dpcvx_hypotheses_create_sampled estimates"};

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_HYPOTHESES_OPTION_MAX_CONTESTS), integer_in(1, 0x1p31), 0x1p22,
     into<&HypothesisSettings::max_contests>},
    {DPCVX_NAMED(DPCVX_HYPOTHESES_OPTION_THREADS), integer_in(1, 64), 1, into<&HypothesisSettings::threads>},
    {DPCVX_NAMED(DPCVX_HYPOTHESES_OPTION_FAILURE_PROBABILITY), real_in(1e-12, 0.5), 1e-6,
     into<&HypothesisSettings::failure_probability>, kOfSampled},
};
constexpr OptionsOf<HypothesisSettings> kOptions("hypotheses options", kKeys);

// Reads the options and has `make` fill in new hypotheses.
template <class Make>
dpcvx_status create(const dpcvx_options *options, dpcvx_hypotheses **out, Error &error, const Make &make,
                    Use use = kOfKnownProbabilities) {
  HypothesisSettings settings;
  DPCVX_TRY(read_options(options, kOptions, &settings, error, use));
  NewHandle<dpcvx_hypotheses> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(make(settings, &handle->hypotheses));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status check_caller(int64_t hypotheses, int64_t columns, dpcvx_log_density_callback function, Error &error) {
  DPCVX_TRY(check_between("hypotheses", hypotheses, 2, kMaxHypotheses, error));
  DPCVX_TRY(check_between("columns", columns, 1, data::kMaxColumns, error));
  return function == nullptr ? error.argument("function", "NULL", "a function that gives log densities") : DPCVX_OK;
}

// `where` names the coordinate, if there are several.
dpcvx_status check_range(const char *low_name, double low, const char *high_name, double high, const char *where,
                         Error &error) {
  const bool of_low = !(std::fabs(low) <= kMaxEnd);
  if (of_low || !(std::fabs(high) <= kMaxEnd))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s%s; accepted: a number of size at most 1e100",
                      of_low ? low_name : high_name, show(of_low ? low : high).text, where);
  if (!(high > low))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s%s; accepted: above %s = %s", high_name, show(high).text,
                      where, low_name, show(low).text);
  return DPCVX_OK;
}

// Checks what a prediction is made from, and finds the rate of the choice.
dpcvx_status check_prediction(const dpcvx_curve *price, int64_t hypotheses, double failure_probability,
                              mechanism::Decay *decay, Error &error) {
  DPCVX_TRY(check_handle("price", price, error));
  DPCVX_TRY(check_between("hypotheses", hypotheses, 2, kMaxHypotheses, error));
  DPCVX_TRY(check_between("failure_probability", failure_probability, 1e-9, 0.5, error));
  double epsilon;
  DPCVX_TRY(mechanism::bounded_range_for_price(price->curve, &epsilon, error));
  *decay = estimate::decay_of_losses(epsilon);
  return DPCVX_OK;
}

dpcvx_status check_hypothesis(const char *name, int64_t index, const Hypotheses &laws, Error &error) {
  return check_between(name, index, 0, laws.count() - 1, error);
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_hypotheses_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_hypotheses_create(int64_t hypotheses, int64_t columns, dpcvx_log_density_callback function,
                                     void *user, const double *probabilities, const dpcvx_options *options,
                                     dpcvx_hypotheses **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_caller(hypotheses, columns, function, error));
  DPCVX_TRY(check_array("probabilities", probabilities, static_cast<size_t>(hypotheses * hypotheses), error));
  return create(options, out, error, [&](const HypothesisSettings &settings, Hypotheses *made) {
    return estimate::make_hypotheses(hypotheses, columns, {function, user}, probabilities, settings, made, error);
  });
}

dpcvx_status dpcvx_hypotheses_create_sampled(int64_t hypotheses, int64_t columns, dpcvx_log_density_callback function,
                                             void *user, const double *samples, int64_t per_hypothesis,
                                             const dpcvx_options *options, dpcvx_hypotheses **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_caller(hypotheses, columns, function, error));
  DPCVX_TRY(check_between("per_hypothesis", per_hypothesis, 1, int64_t{1} << 40, error));
  size_t size;
  if (!checked_multiply(static_cast<size_t>(hypotheses * columns), static_cast<size_t>(per_hypothesis), &size))
    return error.nomem("samples");
  DPCVX_TRY(check_array("samples", samples, size, error));
  DPCVX_TRY(check_all_finite("samples", samples, size, error));
  const auto make = [&](const HypothesisSettings &settings, Hypotheses *made) {
    return estimate::make_sampled_hypotheses(hypotheses, columns, {function, user}, samples, per_hypothesis, settings,
                                             made, error);
  };
  return create(options, out, error, make, kOfSamples);
}

dpcvx_status dpcvx_hypotheses_create_discrete(const double *probabilities, int64_t hypotheses, int64_t symbols,
                                              const dpcvx_options *options, dpcvx_hypotheses **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_between("hypotheses", hypotheses, 2, kMaxHypotheses, error));
  DPCVX_TRY(check_between("symbols", symbols, 1, kMaxSymbols, error));
  DPCVX_TRY(check_array("probabilities", probabilities, static_cast<size_t>(hypotheses * symbols), error));
  return create(options, out, error, [&](const HypothesisSettings &settings, Hypotheses *made) {
    return estimate::make_discrete_hypotheses(probabilities, hypotheses, symbols, settings, made, error);
  });
}

dpcvx_status dpcvx_hypotheses_create_gaussian_means(const double *low, const double *high, const double *covariance,
                                                    int64_t dimension, double cover_distance,
                                                    const dpcvx_options *options, dpcvx_hypotheses **out,
                                                    dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_between("dimension", dimension, 1, estimate::kMaxGaussianDimension, error));
  const size_t d = static_cast<size_t>(dimension);
  DPCVX_TRY(check_array("low", low, d, error));
  DPCVX_TRY(check_array("high", high, d, error));
  DPCVX_TRY(check_array("covariance", covariance, d * d, error));
  for (int64_t i = 0; i < dimension; ++i) {
    char where[64];
    std::snprintf(where, sizeof(where), " for column %s", show(i).text);
    DPCVX_TRY(check_range("low", low[i], "high", high[i], where, error));
  }
  DPCVX_TRY(check_all_finite("covariance", covariance, d * d, error));
  DPCVX_TRY(check_between("cover_distance", cover_distance, kLeastDistance, kMaxDistance, error));
  return create(options, out, error, [&](const HypothesisSettings &settings, Hypotheses *made) {
    return estimate::cover_means({low, high, covariance, dimension}, cover_distance, settings, made, error);
  });
}

dpcvx_status dpcvx_hypotheses_create_gaussians(double mean_low, double mean_high, double stddev_low, double stddev_high,
                                               double cover_distance, const dpcvx_options *options,
                                               dpcvx_hypotheses **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_range("mean_low", mean_low, "mean_high", mean_high, "", error));
  DPCVX_TRY(check_between("stddev_low", stddev_low, 1 / kMaxEnd, kMaxEnd, error));
  DPCVX_TRY(check_range("stddev_low", stddev_low, "stddev_high", stddev_high, "", error));
  if (stddev_high > 1e30 * stddev_low)
    return error.argument("stddev_high", show(stddev_high).text, "at most 1e30 times stddev_low");
  DPCVX_TRY(check_between("cover_distance", cover_distance, kLeastDistance, kMaxDistance, error));
  return create(options, out, error, [&](const HypothesisSettings &settings, Hypotheses *made) {
    return estimate::cover_laws({mean_low, mean_high, stddev_low, stddev_high}, cover_distance, settings, made, error);
  });
}

void dpcvx_hypotheses_destroy(dpcvx_hypotheses *hypotheses) { destroy_handle(hypotheses); }

dpcvx_status dpcvx_hypotheses_parameters(const dpcvx_hypotheses *hypotheses, int64_t index, double *out, int64_t count,
                                         dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("hypotheses", hypotheses, error));
  const Hypotheses &laws = hypotheses->hypotheses;
  DPCVX_TRY(check_hypothesis("index", index, laws, error));
  if (laws.calls_back())
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'hypotheses' = laws of a caller's function; accepted: a discrete or Gaussian one");
  const int64_t wanted = static_cast<int64_t>(laws.parameter_count());
  DPCVX_TRY(check_between("count", count, wanted, wanted, error));
  DPCVX_TRY(check_pointer("out", out, error));
  std::copy_n(laws.parameters(index), laws.parameter_count(), out);
  return DPCVX_OK;
}

dpcvx_status dpcvx_hypotheses_contest(const dpcvx_hypotheses *hypotheses, int64_t j, int64_t k, double *under_j,
                                      double *under_k, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("hypotheses", hypotheses, error));
  const Hypotheses &laws = hypotheses->hypotheses;
  DPCVX_TRY(check_hypothesis("j", j, laws, error));
  DPCVX_TRY(check_hypothesis("k", k, laws, error));
  if (j == k) return error.argument("k", k, "another hypothesis than j");
  DPCVX_TRY(check_pointer("under_j", under_j, error));
  DPCVX_TRY(check_pointer("under_k", under_k, error));
  const double one = static_cast<double>(estimate::kShareOne);
  *under_j = static_cast<double>(laws.share(j, k)) / one;
  *under_k = 1 - static_cast<double>(laws.share(k, j)) / one;
  return DPCVX_OK;
}

dpcvx_status dpcvx_hypotheses_get_f64(const dpcvx_hypotheses *hypotheses, int32_t figure, double *value,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("hypotheses", hypotheses, error));
  return get_figure(estimate::kHypothesesFigures, hypotheses->hypotheses, figure, value, error);
}

dpcvx_status dpcvx_hypotheses_get_i64(const dpcvx_hypotheses *hypotheses, int32_t figure, int64_t *value,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("hypotheses", hypotheses, error));
  return get_figure(estimate::kHypothesesFigures, hypotheses->hypotheses, figure, value, error);
}

dpcvx_status dpcvx_release_hypothesis(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                      const dpcvx_dataset *dataset, const dpcvx_hypotheses *hypotheses,
                                      const dpcvx_monitor *monitor, int64_t *index, int32_t *outcome,
                                      dpcvx_guarantee **guarantee, dpcvx_error *err) {
  Error error(err, __func__);
  return mechanism::run_release(
      {budget, rng, price}, guarantee, error, [&](mechanism::Release &release) -> dpcvx_status {
        DPCVX_TRY(check_handle("dataset", dataset, error));
        DPCVX_TRY(check_handle("hypotheses", hypotheses, error));
        DPCVX_TRY(check_optional_handle("monitor", monitor, error));
        DPCVX_TRY(check_pointer("index", index, error));
        DPCVX_TRY(check_pointer("outcome", outcome, error));
        const data::Dataset &table = *dataset->data;
        const Hypotheses &laws = hypotheses->hypotheses;
        if (table.columns() != laws.columns())
          return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = a table of %s; accepted: %s, as hypotheses",
                            show_count(table.columns(), "column").text, show(laws.columns()).text);
        ProgressMonitor watch(monitor);
        release.stopped_by(watch);
        return estimate::select_hypothesis(release, table, laws, watch, index, outcome);
      });
}

dpcvx_status dpcvx_hypotheses_excess(const dpcvx_curve *price, int64_t hypotheses, int64_t units,
                                     double failure_probability, double *excess, dpcvx_error *err) {
  Error error(err, __func__);
  mechanism::Decay decay;
  DPCVX_TRY(check_prediction(price, hypotheses, failure_probability, &decay, error));
  DPCVX_TRY(check_between("units", units, 1, estimate::kMaxUnits, error));
  DPCVX_TRY(check_pointer("excess", excess, error));
  *excess = estimate::excess_distance(decay, hypotheses, units, failure_probability);
  return DPCVX_OK;
}

dpcvx_status dpcvx_hypotheses_units_needed(const dpcvx_curve *price, int64_t hypotheses, double excess,
                                           double failure_probability, int64_t *units, dpcvx_error *err) {
  Error error(err, __func__);
  mechanism::Decay decay;
  DPCVX_TRY(check_prediction(price, hypotheses, failure_probability, &decay, error));
  DPCVX_TRY(check_between("excess", excess, 1e-5, 1, error));
  DPCVX_TRY(check_pointer("units", units, error));
  const int64_t found = estimate::units_needed(decay, hypotheses, excess, failure_probability);
  if (found == 0)
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'excess' = %s: 2^40 units do not suffice at this price; accepted: a greater excess or "
                      "price",
                      show(excess).text);
  *units = found;
  return DPCVX_OK;
}
