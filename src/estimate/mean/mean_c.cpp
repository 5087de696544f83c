#include <cmath>
#include <cstdio>

#include "base/check.h"
#include "base/error.h"
#include "base/options.h"
#include "data/dataset_handle.h"
#include "estimate/distribution/boundary.h"
#include "estimate/estimate_handle.h"
#include "estimate/interval_level.h"
#include "estimate/mean/options.h"
#include "estimate/mean/sum_source.h"
#include "estimate/mean/variance.h"
#include "mechanism/release_boundary.h"
#include "privacy/budget/choices.h"
#include "privacy/curve/curve_handle.h"

namespace dpcvx {
namespace {

using estimate::MeanSettings;

constexpr Choice kNoises[] = {
    {DPCVX_NAMED(DPCVX_EVALUATION_NOISE_AUTOMATIC)},
    {DPCVX_NAMED(DPCVX_EVALUATION_NOISE_GAUSSIAN)},
    {DPCVX_NAMED(DPCVX_EVALUATION_NOISE_LAPLACE)},
};

constexpr OptionUses kOfNoise{~uint64_t{estimate::kOfDerived}, "it acts where noise is drawn, in what this is made of"};
constexpr OptionUses kOfRanges{estimate::kOfReleasedRanges,
                               "it acts where means release ranges: ranges of NULL, or NaN at both ends of a column"};
constexpr OptionUses kOfDividedRanges{
    estimate::kOfCells, "it acts where a histogram or a cumulative distribution divides the range between two edges"};

constexpr OptionUses kOfLevels{estimate::kOfHistograms, "it acts on the cells of a histogram"};

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_ESTIMATE_OPTION_NOISE), one_of(kNoises), DPCVX_EVALUATION_NOISE_AUTOMATIC,
     into<&MeanSettings::noise>, kOfNoise},
    {DPCVX_NAMED(DPCVX_ESTIMATE_OPTION_INTERVAL_LEVEL), real_in(estimate::kLeastLevel, estimate::kMaxLevel), 0.95,
     into<&MeanSettings::interval_level>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_OPTION_SIMULTANEOUS), on_or_off(), 0, into<&MeanSettings::simultaneous>},
    {DPCVX_NAMED(DPCVX_ESTIMATE_OPTION_RANGE_FRACTION), real_in(0.001, 0.999), 0.25,
     into<&MeanSettings::range_fraction>, kOfRanges},
    {DPCVX_NAMED(DPCVX_ESTIMATE_OPTION_RANGE_COVERAGE), real_in(0.001, 0.999), 0.99,
     into<&MeanSettings::range_coverage>, kOfRanges},
    {DPCVX_NAMED(DPCVX_ESTIMATE_OPTION_CELLS), integer_in(2, 1 << 16), 1024, into<&MeanSettings::cells>,
     kOfDividedRanges},
    {DPCVX_NAMED(DPCVX_ESTIMATE_OPTION_LEVELS), on_or_off(), 0, into<&MeanSettings::levels>, kOfLevels},
};
constexpr OptionsOf<MeanSettings> kOptions("estimate options", kKeys);

// Widths are finite, and no division by a half width overflows.
constexpr double kLargest = 1e300, kLeastWidth = 1e-300;

bool is_range(double low, double high) {
  return std::fabs(low) <= kLargest && std::fabs(high) <= kLargest && high - low >= kLeastWidth;
}

// `where` names the column, if there are several.
dpcvx_status refuse_range(double low, double high, const char *where, Error &error) {
  const bool of_low = !(std::fabs(low) <= kLargest);
  if (of_low || !(std::fabs(high) <= kLargest))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s%s; accepted: a number of size at most 1e300",
                      of_low ? "low" : "high", show(of_low ? low : high).text, where);
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'high' = %s%s; accepted: above low = %s by at least 1e-300",
                    show(high).text, where, show(low).text);
}

dpcvx_status check_ranges(const double *low, const double *high, int64_t columns, Error &error) {
  if ((low == nullptr) != (high == nullptr))
    return error.argument(low == nullptr ? "low" : "high", "NULL", "both ends of each column, or both NULL");
  for (int64_t j = 0; low != nullptr && j < columns; ++j) {
    if ((std::isnan(low[j]) && std::isnan(high[j])) || is_range(low[j], high[j])) continue;
    char where[64];
    std::snprintf(where, sizeof(where), " for column %s", show(j).text);
    return refuse_range(low[j], high[j], where, error);
  }
  return DPCVX_OK;
}

uint64_t ranges_use(const double *low, const double *high, int64_t columns) {
  bool released = low == nullptr || high == nullptr;
  for (int64_t j = 0; !released && j < columns; ++j) released = std::isnan(low[j]);
  return released ? estimate::kOfReleasedRanges : estimate::kOfDeclaredRanges;
}

// Ranges of sums that are taken before the release.
dpcvx_status check_declared(const double *low, const double *high, int64_t columns, Error &error) {
  DPCVX_TRY(check_pointer("low", low, error));
  DPCVX_TRY(check_pointer("high", high, error));
  for (int64_t j = 0; j < columns; ++j)
    if (std::isnan(low[j]) || std::isnan(high[j]))
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument '%s' = nan for column %s; accepted: a number, since sums have declared ranges",
                        std::isnan(low[j]) ? "low" : "high", show(j).text);
  return check_ranges(low, high, columns, error);
}

dpcvx_status check_sums(const int64_t *sums, int64_t length, int64_t columns, Error &error) {
  DPCVX_TRY(check_pointer("sums", sums, error));
  const int64_t wanted = estimate::length_of_sums(columns);
  if (length == wanted) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'length' = %s; accepted: %s for %s columns", show(length).text,
                    show(wanted).text, show(columns).text);
}

// What is guessed of a column, as it came.
struct Expected {
  const dpcvx_curve *price;
  int32_t adjacency;
  int64_t units, columns;
  double low, high, mean, stddev;
  const dpcvx_options *options;
};

dpcvx_status expect(const Expected &given, decltype(estimate::expect_interval) *compute, double *interval_low,
                    double *interval_high, Error &error) {
  const double low = given.low, high = given.high, mean = given.mean;
  DPCVX_TRY(check_handle("price", given.price, error));
  DPCVX_TRY(check_choice("adjacency", given.adjacency, privacy::kAdjacencies, error));
  DPCVX_TRY(check_between("units", given.units, 1, int64_t{1} << 40, error));
  DPCVX_TRY(check_between("columns", given.columns, 1, data::kMaxColumns, error));
  if (!is_range(low, high)) return refuse_range(low, high, "", error);
  DPCVX_TRY(check_between("mean", mean, low, high, error));
  // What values in [low, high] of this mean can have.
  DPCVX_TRY(check_between("stddev", given.stddev, 0, std::sqrt((high - mean) * (mean - low)), error));
  DPCVX_TRY(check_pointer("interval_low", interval_low, error));
  DPCVX_TRY(check_pointer("interval_high", interval_high, error));
  MeanSettings settings;
  DPCVX_TRY(read_options(given.options, kOptions, &settings, error, estimate::kOfDeclaredRanges));
  return compute(given.price->curve, given.adjacency, given.columns,
                 {static_cast<double>(given.units), low, high, mean, given.stddev}, settings, interval_low,
                 interval_high, error);
}

}  // namespace

const OptionsOf<MeanSettings> &estimate::kEstimateOptions = kOptions;

}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_estimate_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_estimate_create_mean(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                        const dpcvx_dataset *dataset, const double *low, const double *high,
                                        int64_t columns, const dpcvx_options *options, dpcvx_estimate **out,
                                        dpcvx_error *err) {
  Error error(err, __func__);
  const mechanism::Payment payment{budget, rng, price};
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(mechanism::check_payment(payment, error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  const data::Dataset &table = *dataset->data;
  DPCVX_TRY(check_between("columns", columns, table.columns(), table.columns(), error));
  DPCVX_TRY(check_ranges(low, high, columns, error));
  MeanSettings settings;
  DPCVX_TRY(read_options(options, kOptions, &settings, error, ranges_use(low, high, columns)));
  NewHandle<dpcvx_estimate> handle;
  DPCVX_TRY(handle.check(error));
  mechanism::Release release = mechanism::paid(payment, handle->estimate.guarantee, error);
  estimate::TableSums source(table);
  DPCVX_TRY(estimate::release_mean(release, source, {low, high}, settings, &handle->estimate));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_estimate_range_notes(const dpcvx_curve *price, int64_t units, int64_t columns,
                                        const dpcvx_options *options, char *out, size_t capacity, size_t *length,
                                        dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("price", price, error));
  DPCVX_TRY(check_between("units", units, int64_t{0}, data::kMaxUnits, error));
  DPCVX_TRY(check_between("columns", columns, int64_t{1}, int64_t{1} << 40, error));
  MeanSettings settings;
  DPCVX_TRY(read_options(options, kOptions, &settings, error, estimate::kOfReleasedRanges));
  Text text;
  DPCVX_TRY(estimate::write_range_notes(price->curve, units, columns, settings, text, error));
  return copy_out(text, out, capacity, length, error);
}

dpcvx_status dpcvx_estimate_mean_sums(const dpcvx_curve *price, int32_t adjacency, const dpcvx_dataset *dataset,
                                      const double *low, const double *high, int64_t columns,
                                      const dpcvx_options *options, int64_t *sums, int64_t length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("price", price, error));
  DPCVX_TRY(check_choice("adjacency", adjacency, privacy::kAdjacencies, error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  const data::Dataset &part = *dataset->data;
  DPCVX_TRY(check_between("columns", columns, part.columns(), part.columns(), error));
  DPCVX_TRY(check_declared(low, high, columns, error));
  DPCVX_TRY(check_sums(sums, length, columns, error));
  MeanSettings settings;
  DPCVX_TRY(read_options(options, kOptions, &settings, error, estimate::kOfDeclaredRanges));
  const dpcvx_status status = estimate::take_sums(price->curve, adjacency, part, {low, high}, settings, sums, error);
  if (status != DPCVX_OK) error.rename("'budget' = a budget under", "'adjacency' =");  // of a split
  return status;
}

dpcvx_status dpcvx_estimate_create_mean_from_sums(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                  const int64_t *sums, int64_t length, int32_t unit, const double *low,
                                                  const double *high, int64_t columns, const dpcvx_options *options,
                                                  dpcvx_estimate **out, dpcvx_error *err) {
  Error error(err, __func__);
  const mechanism::Payment payment{budget, rng, price};
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(mechanism::check_payment(payment, error));
  DPCVX_TRY(check_between("columns", columns, 1, data::kMaxColumns, error));
  DPCVX_TRY(check_sums(sums, length, columns, error));
  DPCVX_TRY(check_choice("unit", unit, privacy::kUnits, error));
  DPCVX_TRY(check_declared(low, high, columns, error));
  MeanSettings settings;
  DPCVX_TRY(read_options(options, kOptions, &settings, error, estimate::kOfDeclaredRanges));
  NewHandle<dpcvx_estimate> handle;
  DPCVX_TRY(handle.check(error));
  mechanism::Release release = mechanism::paid(payment, handle->estimate.guarantee, error);
  estimate::GivenSums source(sums, columns, unit);
  DPCVX_TRY(estimate::release_mean(release, source, {low, high}, settings, &handle->estimate));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_estimate_expected_interval(const dpcvx_curve *price, int32_t adjacency, int64_t units,
                                              int64_t columns, double low, double high, double mean, double stddev,
                                              const dpcvx_options *options, double *interval_low, double *interval_high,
                                              dpcvx_error *err) {
  Error error(err, __func__);
  return expect({price, adjacency, units, columns, low, high, mean, stddev, options}, &estimate::expect_interval,
                interval_low, interval_high, error);
}

dpcvx_status dpcvx_estimate_expected_variance(const dpcvx_curve *price, int32_t adjacency, int64_t units,
                                              int64_t columns, double low, double high, double mean, double stddev,
                                              const dpcvx_options *options, double *interval_low, double *interval_high,
                                              dpcvx_error *err) {
  Error error(err, __func__);
  return expect({price, adjacency, units, columns, low, high, mean, stddev, options}, &estimate::expect_variance,
                interval_low, interval_high, error);
}

dpcvx_status dpcvx_estimate_create_variance(const dpcvx_estimate *means, const dpcvx_options *options,
                                            dpcvx_estimate **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("means", means, error));
  DPCVX_TRY(estimate::check_kind("means", means->estimate.kind == DPCVX_ESTIMATE_KIND_MEAN, "DPCVX_ESTIMATE_KIND_MEAN",
                                 error));
  MeanSettings settings;
  DPCVX_TRY(read_options(options, kOptions, &settings, error, estimate::kOfDerived));
  NewHandle<dpcvx_estimate> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(estimate::derive_variances(means->estimate, settings, &handle->estimate, error));
  *out = handle.give();
  return DPCVX_OK;
}
