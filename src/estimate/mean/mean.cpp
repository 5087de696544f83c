#include "estimate/mean/mean.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "estimate/mean/sum_source.h"
#include "estimate/share.h"
#include "mechanism/calibrate_release.h"
#include "mechanism/selection/rank_utility.h"
#include "privacy/calibration/calibrate.h"

namespace dpcvx::estimate {

namespace {

using privacy::Origin;

constexpr double kSteps = static_cast<double>(kMeanSteps);
// Bounds the scale of the noise in a sum, in half widths of a range. Noise beyond it would hide any table.
constexpr double kMaxScale = 0x1p28;
// A share of the values at each end. Intervals may miss the mean of all where released ranges leave out as many.
constexpr double kManyLeftOut = 0.02;

// From half widths of a range about its middle to the units of the values.
double in_units(double x, double low, double high) {
  const double half = high / 2 - low / 2;
  return std::clamp(low + half + x * half, low, high);
}

dpcvx_status check_scale(double scale, const privacy::Curve &price, Error &error) {
  if (scale <= kMaxScale) return DPCVX_OK;
  char shown[160];
  price.describe(shown, sizeof(shown));
  return error.argument("price", shown, "one for which the noise in a sum over units is at most 2^28 half widths");
}

// What becomes of a price: ranges get a share if any are released, and means the rest.
struct Prices {
  int64_t ends = 0;          // of ranges to be released
  double range_epsilon = 0;  // of one end
  privacy::Curve of_ranges, of_means;
  privacy::Curve own;  // of the whole release
};

dpcvx_status split_price(const privacy::Curve &price, int64_t released, double fraction, Prices *out, Error &error) {
  if (released == 0) return out->of_means.assign(price, error);
  out->ends = 2 * released;
  DPCVX_TRY(share_of_price(price, fraction, &out->of_ranges, error));
  DPCVX_TRY(share_of_price(price, 1 - fraction, &out->of_means, error));
  return mechanism::bounded_ranges_for_price(out->of_ranges, out->ends, &out->range_epsilon, error);
}

const char *theorem_of(bool gaussian, bool released) {
  if (gaussian)
    return released ? "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on sums of integers, after exponential "
                      "mechanisms of bounded range (Cesar and Rogers 2021) for the ranges"
                    : "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on sums of integers";
  return released ? "discrete Laplace mechanism (Ghosh, Roughgarden and Sundararajan 2009) on sums of integers, after "
                    "exponential mechanisms (McSherry and Talwar 2007) for the ranges"
                  : "discrete Laplace mechanism (Ghosh, Roughgarden and Sundararajan 2009) on sums of integers";
}

void describe(const mechanism::Release &release, const SumSource &source, const MeanPlan &plan,
              const Estimate &estimate, privacy::Guarantee &record) {
  const bool replaced = release.adjacency() == DPCVX_ADJACENCY_REPLACE_ONE;
  record.add_constant(plan.law.gaussian ? "l2_sensitivity" : "l1_sensitivity", plan.noise.sensitivity / kSteps,
                      source.enforced() ? Origin::kEnforced : Origin::kAssumed);
  record.add_constant("noise_scale", plan.law.scale, Origin::kEnforced);
  record.add_constant("lattice_step", 1 / kSteps, Origin::kEnforced);
  record.add_constant("weight_of_squares", plan.law.square_weight, Origin::kPublic);
  record.add_constant("weight_of_third_moments", 1 / static_cast<double>(cube_scale(plan.law.gaussian)),
                      Origin::kPublic);
  record.add_constant("weight_of_fourth_moments", 1 / static_cast<double>(fourth_scale(plan.law.gaussian)),
                      Origin::kPublic);
  record.add_constant("columns_of_means", static_cast<double>(source.columns()), Origin::kPublic);
  record.add_constant("interval_level", estimate.interval_level, Origin::kPublic);
  if (replaced)
    record.add_constant("units", static_cast<double>(source.units()), Origin::kPublic);
  else
    record.add_note("the number of units is private: its estimate is part of what is released");
  record.add_note("sums are in half widths of each column's range, about its middle");
  source.describe(release.adjacency(), record);
}

// Declared ends, and room for those to be released.
void declare(const DeclaredRanges &ranges, Estimate *out) {
  for (size_t j = 0; j < out->values.size(); ++j) {
    out->range_low[j] = ranges.low == nullptr ? NAN : ranges.low[j];
    out->range_high[j] = ranges.low == nullptr ? NAN : ranges.high[j];
  }
}

void fill(const MeanPlan &plan, const int64_t *sums, double units, double beta, Estimate *out) {
  const size_t columns = out->values.size();
  for (size_t j = 0; j < columns; ++j) {
    const double low = out->range_low[j], high = out->range_high[j], half = high / 2 - low / 2;
    const auto sum = [&](size_t kind) { return static_cast<double>(sums[kind * columns + j]) / kSteps; };
    out->sums[j] = {sum(0), sum(1), units, sum(2), sum(3)};
    const ColumnEstimate found = estimate_column(plan.law, out->sums[j], beta);
    out->values[j] = in_units(found.mean, low, high);
    out->low[j] = in_units(found.low, low, high);
    out->high[j] = in_units(found.high, low, high);
    out->stddevs[j] = half * found.stddev;
    out->max_stddevs[j] = half * found.stddev_high;
  }
}

}  // namespace

dpcvx_status plan_mean(const privacy::Curve &price, int32_t adjacency, int64_t columns, int32_t noise, MeanPlan *plan,
                       Error &error) {
  const double l2 = mean_sensitivity(true, adjacency, columns), l1 = mean_sensitivity(false, adjacency, columns);
  const double of_gaussian = l2 / privacy::gaussian_mu_within(price);
  const double of_laplace = std::sqrt(2.0) * l1 / privacy::pure_epsilon_within(price);
  const bool gaussian =
      noise == DPCVX_EVALUATION_NOISE_AUTOMATIC ? of_gaussian < of_laplace : noise == DPCVX_EVALUATION_NOISE_GAUSSIAN;
  double amount;
  if (gaussian) {
    DPCVX_TRY(mechanism::gaussian_for_price(price, &amount, error));
    DPCVX_TRY(check_scale(l2 / amount, price, error));
    DPCVX_TRY(mechanism::plan_integer_gaussian(amount, std::ceil(l2 * kSteps), plan->noise, error));
    plan->event = privacy::gdp(amount);
  } else {
    DPCVX_TRY(mechanism::pure_for_price(price, &amount, error));
    DPCVX_TRY(check_scale(l1 / amount, price, error));
    DPCVX_TRY(
        mechanism::plan_discrete_laplace(amount, static_cast<int64_t>(std::ceil(l1 * kSteps)), plan->noise, error));
    plan->event = privacy::pure(amount);
  }
  const SquareWeight weight = square_weight(gaussian, adjacency);
  plan->law = {gaussian, plan->noise.scale / kSteps, weight.value(), adjacency == DPCVX_ADJACENCY_REPLACE_ONE};
  return DPCVX_OK;
}

dpcvx_status write_range_notes(const privacy::Curve &price, int64_t units, int64_t columns,
                               const MeanSettings &settings, Text &text, Error &error) {
  Prices prices;
  DPCVX_TRY(split_price(price, columns, settings.range_fraction, &prices, error));
  DPCVX_TRY(data::write_range_notes(prices.of_ranges, {0, settings.range_coverage, units, columns}, text, error));
  const double count = static_cast<double>(units);
  const double left_out = std::min(mechanism::plan_range(prices.range_epsilon).min_rank, count / 2);
  if (units == 0 || left_out < kManyLeftOut * count) return DPCVX_OK;
  text.format(
      "released ranges leave out at least %s of %s values at each end, since noise tells no more. Intervals hold "
      "the mean of values clipped there, not of all. Declare ranges, or take more units or a larger price\n",
      show_short(left_out, 3).text, show(units).text);
  return DPCVX_OK;
}

dpcvx_status release_mean(mechanism::Release &release, SumSource &source, const DeclaredRanges &ranges,
                          const MeanSettings &settings, Estimate *out) {
  Error &error = release.error();
  DPCVX_TRY(source.prepare(release, error));
  const data::Dataset *const table = source.table();
  const int64_t columns = source.columns(), released = data::released_ranges(ranges.low, columns);
  const bool replaced = release.adjacency() == DPCVX_ADJACENCY_REPLACE_ONE;
  Prices prices;
  MeanPlan plan;
  data::RangeChoice choice;
  DPCVX_TRY(split_price(release.price(), released, settings.range_fraction, &prices, error));
  DPCVX_TRY(plan_mean(prices.of_means, release.adjacency(), columns, settings.noise, &plan, error));
  DPCVX_TRY(out->allocate(columns, error));
  if (!out->sums.allocate(static_cast<size_t>(columns))) return error.nomem("sums over units");
  if (released > 0) {
    if (!out->released_ranges.allocate(static_cast<size_t>(columns))) return error.nomem("an estimate");
    DPCVX_TRY(choice.prepare(*table, prices.range_epsilon, settings.range_coverage, error));
    DPCVX_TRY(prices.own.add(privacy::bounded_range(prices.range_epsilon, prices.ends), error));
  }
  DPCVX_TRY(prices.own.add(plan.event, error));
  const bool gaussian = plan.law.gaussian;
  DPCVX_TRY(source.check_made_for(gaussian, release.adjacency(), ranges, error));
  DPCVX_TRY(release.prepare(prices.own, gaussian ? "private mean, Gaussian noise" : "private mean, Laplace noise",
                            theorem_of(gaussian, released > 0)));
  out->gaussian = gaussian;
  out->law = plan.law;
  out->noise_scale = plan.law.scale;
  out->interval_level = settings.interval_level;
  out->simultaneous = settings.simultaneous;
  for (size_t j = 0; j < out->released_ranges.size(); ++j)
    out->released_ranges[j] = data::is_released(ranges.low, static_cast<int64_t>(j));
  declare(ranges, out);
  describe(release, source, plan, *out, release.record());
  if (released > 0) {
    choice.describe(release, *table, released, release.record());
    release.record().add_note(
        "intervals are of values clipped to the ranges, not of all: values_left_out_at_each_end_at_least may lie "
        "beyond each end of a released one");
  } else if (table != nullptr) {
    data::describe_choice(table->choice(), table->users() != nullptr, release.adjacency(), release.record());
  }
  DPCVX_TRY(release.charge());
  if (released > 0) choice.choose(release.rng(), *table, ranges.low, out->range_low.data(), out->range_high.data());
  int64_t *const sums =
      source.sum(out->range_low.data(), out->range_high.data(), square_weight(gaussian, release.adjacency()));
  const size_t count = UnitSums::count(columns);
  sums[count] = source.units() * kMeanSteps;
  mechanism::add_noise(release.rng(), plan.noise, sums, replaced ? count : count + 1, sums);
  out->units =
      replaced ? static_cast<double>(source.units()) : std::max(static_cast<double>(sums[count]) / kSteps, 0.0);
  const double beta = 1 - settings.interval_level;
  fill(plan, sums, out->units, settings.simultaneous ? beta / static_cast<double>(columns) : beta, out);
  return DPCVX_OK;
}

ColumnSums expected_sums(const MeanLaw &law, const ExpectedColumn &guess) {
  const double half = guess.high / 2 - guess.low / 2, middle = guess.low + half;
  const double mean = (guess.mean - middle) / half, stddev = guess.stddev / half,
               square = mean * mean + stddev * stddev;
  ColumnSums out{guess.units * mean, guess.units * law.square_weight * std::max(1 - square, 0.0), guess.units};
  // Moments of a normal law, or of a law at the ends of the range where its fourth one is too great.
  const double variance = stddev * stddev, cube = mean * (mean * mean + 3 * variance);
  const double fourth = square * square + 2 * variance * (2 * mean * mean + variance);
  if (!(fourth < square && square < 1)) return out;
  out.cubes = guess.units * (mean - cube) / static_cast<double>(cube_scale(law.gaussian));
  out.fourths = guess.units * (law.gaussian ? square - fourth : 1 - 2 * square + fourth) /
                static_cast<double>(fourth_scale(law.gaussian));
  return out;
}

dpcvx_status expect_interval(const privacy::Curve &price, int32_t adjacency, int64_t columns,
                             const ExpectedColumn &guess, const MeanSettings &settings, double *low, double *high,
                             Error &error) {
  MeanPlan plan;
  DPCVX_TRY(plan_mean(price, adjacency, columns, settings.noise, &plan, error));
  const double beta = 1 - settings.interval_level;
  const ColumnEstimate found = estimate_column(plan.law, expected_sums(plan.law, guess),
                                               settings.simultaneous ? beta / static_cast<double>(columns) : beta);
  *low = in_units(found.low, guess.low, guess.high);
  *high = in_units(found.high, guess.low, guess.high);
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
