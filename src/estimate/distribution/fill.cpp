// From noisy counts to shares, quantiles and their intervals: post-processing.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "estimate/distribution/distribution.h"

namespace dpcvx::estimate {

namespace {

constexpr double kStep = 1 / static_cast<double>(kUnitSteps);
// The part of a probability of failure that goes to a private number of units.
constexpr double kOfUnits = 0.05;

double stddev_of(double share) { return std::sqrt(std::max(share * (1 - share), 0.0)); }

// Sets share j and its interval, and what a unit's part in it can deviate.
void set_share(size_t j, double share, const ShareInterval &found, Estimate *out) {
  out->values[j] = share;
  out->low[j] = std::min(found.low, share);
  out->high[j] = std::max(found.high, share);
  out->stddevs[j] = stddev_of(share);
  out->max_stddevs[j] = stddev_of(std::clamp(0.5, out->low[j], out->high[j]));
}

void set_count(size_t j, double count, double far, double most, Estimate *out) {
  out->counts[j] = count;
  out->count_low[j] = std::clamp(std::min(count - far, most - far / 2), 0.0, most);
  out->count_high[j] = std::clamp(std::max(count + far, far / 2), 0.0, most);
}

// Shares rise with the edges. So where all intervals hold at once, each holds beside its neighbours' (PROOFS.md, 4.3).
void narrow_by_order(Estimate *out) {
  for (size_t j = 1; j < out->values.size(); ++j) out->low[j] = std::max(out->low[j], out->low[j - 1]);
  for (size_t j = out->values.size(); j-- > 1;) out->high[j - 1] = std::min(out->high[j - 1], out->high[j]);
  for (size_t j = 0; j < out->values.size(); ++j)
    out->max_stddevs[j] = stddev_of(std::clamp(0.5, out->low[j], out->high[j]));
}

double beta_of(const Estimate &estimate) {
  const double beta = 1 - estimate.interval_level;
  return estimate.simultaneous ? beta / static_cast<double>(estimate.count()) : beta;
}

}  // namespace

void fill_histogram(const CountNoise &noise, const double *counts, double units, bool units_known, bool whole,
                    Strays &strays, Estimate *out) {
  const double beta = beta_of(*out), of_units = units_known ? 0 : kOfUnits * beta;
  const double cells = static_cast<double>(out->count());
  const NoiseWeights one{1, 1, true}, every{cells, 1, true};
  const double slack_of_units = cells * kStep;
  out->units = std::max(units, 0.0);
  NoisyShare given;
  given.units = units;
  given.noise.own = one;
  double most = units;
  if (!units_known) {
    most = round_units_up(units + noise.quantile(every, of_units) + slack_of_units);
    // The noise of a count is part of that of the sum: what is left of both is known.
    given.noise = {1 / cells, {1 - 1 / cells, 1}};
    given.of_units = every;
  }
  const bool hidden = !(most >= 1) || !(units > 0);
  strays.start(noise, most, (beta - of_units) / 2, whole, units_known);
  const double slack = ((units_known ? 1 : 1 + cells) + (whole ? 0 : most)) * kStep;
  const double far = noise.quantile(one, beta / 2) + kStep + (whole ? 0 : most * kStep);
  for (size_t j = 0; j < out->values.size(); ++j) {
    given.count = counts[j];
    const ShareInterval found = hidden ? ShareInterval{} : find_share(given, slack, strays);
    set_share(j, hidden ? 1 / cells : std::clamp(counts[j] / units, 0.0, 1.0), found, out);
    set_count(j, counts[j], far, units_known ? units : INFINITY, out);
  }
}

void fill_cumulative(Strays &strays, Estimate *out) {
  Cumulative &from = out->cumulative;
  const bool known = from.shape.root_known();
  const double beta = beta_of(*out), of_units = known ? 0 : kOfUnits * beta;
  const double most = from.max_units(of_units);
  const bool hidden = !(most >= 1) || !(from.units > 0);
  out->units = std::max(from.units, 0.0);
  from.make_shares();
  strays.start(from.noise, most, (beta - of_units) / 2, from.whole, from.shape.root_known());
  for (size_t j = 0; j < out->values.size(); ++j) {
    const NoisyShare given = from.at_edge(j + 1);
    const NoiseWeights widest{std::max(given.at(0).squares, given.at(1).squares), 1};
    const ShareInterval found = hidden ? ShareInterval{} : find_share(given, from.slack(widest, most), strays);
    set_share(j, from.shares[j + 1], found, out);
    const NoiseWeights of_count = given.at(0);
    set_count(j, from.below[j + 1], from.noise.quantile(of_count, beta / 2) + from.slack(of_count, most),
              known ? from.units : INFINITY, out);
    out->range_low[j] = from.edges[0];
    out->range_high[j] = from.edges[j + 1];
  }
  if (out->simultaneous) narrow_by_order(out);
}

dpcvx_status derive_quantiles(const Estimate &cumulative, const double *probabilities, int64_t count,
                              const MeanSettings &settings, Estimate *out, Error &error) {
  Strays strays;
  DPCVX_TRY(out->follow(cumulative, DPCVX_ESTIMATE_KIND_QUANTILES, count, settings.interval_level, error));
  if (!out->probabilities.assign(probabilities, static_cast<size_t>(count)) || !strays.allocate())
    return error.nomem("quantiles");
  const Cumulative &from = cumulative.cumulative;
  out->simultaneous = settings.simultaneous;
  const double beta = beta_of(*out);
  for (size_t j = 0; j < out->values.size(); ++j) {
    const QuantileInterval found = find_quantile(from, probabilities[j], beta, strays);
    out->low[j] = found.low;
    out->high[j] = found.high;
    out->values[j] = std::clamp(from.quantile(probabilities[j]), found.low, found.high);
    out->range_low[j] = from.edges[0];
    out->range_high[j] = from.edges[from.cells()];
  }
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
