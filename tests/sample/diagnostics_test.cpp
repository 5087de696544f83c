// R-hat and effective sample sizes: against the definitions written once more, against laws that are known, and on
// samplers that start far apart.
#include "sample/diagnostics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

#include "dpcvx.h"

namespace dpcvx::sample {
namespace {

using Chains = std::vector<std::vector<long double>>;

// ---- The definitions, without cleverness: ranks by counting, correlations by variograms --------------------------

Chains halves_of(const Chains &chains) {
  Chains out;
  for (const std::vector<long double> &chain : chains) {
    const auto half = static_cast<std::ptrdiff_t>(chain.size() / 2);
    out.emplace_back(chain.begin(), chain.begin() + half);
    out.emplace_back(chain.end() - half, chain.end());
  }
  return out;
}

std::vector<long double> all_of(const Chains &chains) {
  std::vector<long double> out;
  for (const std::vector<long double> &chain : chains) out.insert(out.end(), chain.begin(), chain.end());
  std::sort(out.begin(), out.end());
  return out;
}

Chains mapped(Chains chains, const std::function<long double(long double)> &map) {
  for (std::vector<long double> &chain : chains)
    for (long double &x : chain) x = map(x);
  return chains;
}

long double normal_quantile(long double p) {
  long double low = -20, high = 20;
  for (int i = 0; i < 100; ++i)
    ((std::erfc(-(low + high) / 2 / std::sqrt(2.0L)) / 2 < p) ? low : high) = (low + high) / 2;
  return low;
}

Chains ranked(const Chains &chains) {
  const std::vector<long double> all = all_of(chains);
  return mapped(chains, [&all](long double x) {
    const auto [first, last] = std::equal_range(all.begin(), all.end(), x);
    const long double rank = static_cast<long double>((first - all.begin()) + 1 + (last - all.begin())) / 2;
    return normal_quantile((rank - 0.375L) / (static_cast<long double>(all.size()) + 0.25L));
  });
}

long double mean(const std::vector<long double> &x) {
  long double sum = 0;
  for (long double one : x) sum += one;
  return sum / static_cast<long double>(x.size());
}

long double variance(const std::vector<long double> &x) {
  long double sum = 0;
  for (long double one : x) sum += (one - mean(x)) * (one - mean(x));
  return sum / static_cast<long double>(x.size() - 1);
}

struct Parts {
  long double within = 0, total = 0;
};

Parts parts_of(const Chains &chains) {
  std::vector<long double> means, variances;
  for (const std::vector<long double> &chain : chains)
    means.push_back(mean(chain)), variances.push_back(variance(chain));
  const long double n = static_cast<long double>(chains[0].size()), within = mean(variances);
  return {within, (n - 1) / n * within + variance(means)};
}

long double r_hat_of(const Chains &chains) {
  const Parts parts = parts_of(chains);
  return std::sqrt(parts.total / parts.within);
}

long double size_of(const Chains &chains) {
  const Parts parts = parts_of(chains);
  const size_t n = chains[0].size();
  std::vector<long double> rho;
  for (size_t lag = 0; lag < n; ++lag) {
    long double covariances = 0;
    for (const std::vector<long double> &chain : chains)
      for (size_t t = 0; t + lag < n; ++t) covariances += (chain[t] - mean(chain)) * (chain[t + lag] - mean(chain));
    covariances /= static_cast<long double>(n * chains.size());
    rho.push_back(lag == 0 ? 1 : 1 - (parts.within - covariances) / parts.total);
  }
  size_t pairs = 0;
  while (2 * pairs + 1 < n && rho[2 * pairs] + rho[2 * pairs + 1] > 0) ++pairs;
  long double tau = -1;
  for (size_t k = 0; k < pairs; ++k) {
    long double least = rho[0] + rho[1];
    for (size_t i = 1; i <= k; ++i) least = std::min(least, rho[2 * i] + rho[2 * i + 1]);
    tau += 2 * least;
  }
  if (2 * pairs + 1 < n) tau += std::max(0.0L, rho[2 * pairs]);
  const long double all = static_cast<long double>(n * chains.size());
  return all / std::max(tau, 1 / std::log10(all));
}

// In doubles, as are distances from the median: the two middle draws have equal ones, but for rounding.
double quantile_of(const Chains &chains, double share) {
  const std::vector<long double> all = all_of(chains);
  const double at = share * static_cast<double>(all.size() - 1);
  const size_t below = static_cast<size_t>(at);
  const double low = static_cast<double>(all[below]);
  const double high = static_cast<double>(all[std::min(below + 1, all.size() - 1)]);
  return low + (at - static_cast<double>(below)) * (high - low);
}

Diagnosis defined(const Chains &whole) {
  const Chains chains = halves_of(whole), bulk = ranked(chains);
  const double median = quantile_of(chains, 0.5);
  const Chains folded = ranked(
      mapped(chains, [median](long double x) -> long double { return std::fabs(static_cast<double>(x) - median); }));
  const auto tail = [&](double share) {
    const double edge = quantile_of(chains, share);
    return size_of(mapped(chains, [edge](long double x) -> long double { return x <= edge ? 1 : 0; }));
  };
  return {static_cast<double>(std::max(r_hat_of(bulk), r_hat_of(folded))), static_cast<double>(size_of(bulk)),
          static_cast<double>(std::min(tail(0.05), tail(0.95)))};
}

// ---- The library's -------------------------------------------------------------------------------------------------

Diagnosis found(const Chains &chains) {
  std::vector<double> draws;
  for (const std::vector<long double> &chain : chains)
    for (long double x : chain) draws.push_back(static_cast<double>(x));
  Diagnosis out;
  EXPECT_EQ(dpcvx_nonprivate_draws_diagnose(draws.data(), static_cast<int64_t>(chains.size()),
                                            static_cast<int64_t>(chains[0].size()), 1, &out.r_hat, &out.bulk_ess,
                                            &out.tail_ess, nullptr),
            DPCVX_OK);
  return out;
}

// x_t = phi x_(t - 1) + sqrt(1 - phi^2) z_t, of standard normal law; chain m is then stretched and moved.
Chains autoregression(size_t chains, size_t count, long double phi, uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  Chains out(chains, std::vector<long double>(count));
  for (std::vector<long double> &chain : out) {
    long double x = normal(bits);
    for (long double &at : chain) {
      at = static_cast<long double>(static_cast<double>(x));
      x = phi * x + std::sqrt(1 - phi * phi) * normal(bits);
    }
  }
  return out;
}

void expect_as_defined(const Chains &chains) {
  const Diagnosis here = found(chains), there = defined(chains);
  EXPECT_NEAR(here.r_hat / there.r_hat, 1, 1e-9);
  EXPECT_NEAR(here.bulk_ess / there.bulk_ess, 1, 1e-9);
  EXPECT_NEAR(here.tail_ess / there.tail_ess, 1, 1e-9);
}

TEST(Diagnostics, AreAsDefined) {
  for (const long double phi : {-0.6L, 0.0L, 0.5L, 0.95L})
    for (const size_t count : {4u, 5u, 31u, 120u})
      for (const size_t chains : {1u, 4u}) expect_as_defined(autoregression(chains, count, phi, count + chains));
  // Many are equal.
  expect_as_defined(mapped(autoregression(3, 90, 0.4L, 7), [](long double x) { return std::round(3 * x); }));
}

TEST(Diagnostics, KnowTheSizeOfAutoregressions) {
  // S (1 - phi) / (1 + phi) for means; ranks of a normal law differ little. Over ten seeds the mean was within 5 %.
  for (const double phi : {0.0, 0.5, 0.9}) {
    const Diagnosis here = found(autoregression(4, 5000, phi, 11));
    EXPECT_NEAR(here.bulk_ess / (20000 * (1 - phi) / (1 + phi)), 1, 0.12) << phi;
    EXPECT_LT(here.r_hat, 1.01);
  }
  // Draws that alternate know more than independent ones, up to the stated end.
  const Diagnosis alternating = found(autoregression(4, 1000, -0.9L, 5));
  EXPECT_GT(alternating.bulk_ess, 4000);
  EXPECT_LE(alternating.bulk_ess, 4000 * std::log10(4000.0) * (1 + 1e-12));
}

// One chain elsewhere, one of another width, and one that drifts: each shows. Widths show by distances from the median.
TEST(Diagnostics, ShowWhatIsUnlike) {
  Chains moved = autoregression(4, 500, 0, 21), wide = moved, drifting = moved;
  for (size_t t = 0; t < 500; ++t) {
    moved[2][t] += 1;
    wide[2][t] *= 3;
    for (std::vector<long double> &chain : drifting) chain[t] += static_cast<long double>(t) / 250;
  }
  EXPECT_GT(found(moved).r_hat, 1.05);
  EXPECT_GT(found(wide).r_hat, 1.05);
  EXPECT_LT(r_hat_of(ranked(halves_of(wide))), 1.01);
  EXPECT_GT(found(drifting).r_hat, 1.05);
  EXPECT_LT(found(autoregression(4, 500, 0, 21)).r_hat, 1.01);
}

TEST(Diagnostics, OfEqualDrawsAreUnknown) {
  const Diagnosis equal = found(Chains(2, std::vector<long double>(10, 3)));
  EXPECT_EQ(equal.r_hat, INFINITY);
  EXPECT_EQ(equal.bulk_ess, 0);
  EXPECT_EQ(equal.tail_ess, 0);
  const Diagnosis stuck = found({{1, 1, 1, 1}, {2, 2, 2, 2}});
  EXPECT_EQ(stuck.r_hat, INFINITY);
}

// Coordinates are told apart, and results that are not wanted may be null.
TEST(Diagnostics, GoByCoordinates) {
  const Chains first = autoregression(2, 40, 0.5L, 1), second = autoregression(2, 40, 0, 2);
  std::vector<double> draws;
  for (size_t m = 0; m < 2; ++m)
    for (size_t t = 0; t < 40; ++t)
      draws.push_back(static_cast<double>(first[m][t])), draws.push_back(static_cast<double>(second[m][t]));
  double sizes[2];
  ASSERT_EQ(dpcvx_nonprivate_draws_diagnose(draws.data(), 2, 40, 2, nullptr, sizes, nullptr, nullptr), DPCVX_OK);
  EXPECT_EQ(sizes[0], found(first).bulk_ess);
  EXPECT_EQ(sizes[1], found(second).bulk_ess);
}

// ---- Samplers ------------------------------------------------------------------------------------------------------

// x^2 / 2.
double parabola(const double *x, int64_t, double *gradient, void *) {
  if (gradient != nullptr) gradient[0] = x[0];
  return x[0] * x[0] / 2;
}

// Of 400 draws each from starts at -8, -3, 3 and 8. 'rounds' 0: as the certificate says.
Diagnosis of_starts(int64_t rounds) {
  dpcvx_rng *rng = nullptr;
  dpcvx_options *options = nullptr;
  EXPECT_EQ(dpcvx_rng_create_deterministic("starts", 6, &rng, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_sampler_options_create(&options, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_SMOOTHNESS, 1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY, 1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_STEP_SIZE, 0.5, nullptr);
  dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_ROUNDS, rounds, nullptr);
  std::vector<double> draws(1600);
  size_t at = 0;
  for (const double start : {-8.0, -3.0, 3.0, 8.0}) {
    dpcvx_sampler *sampler = nullptr;
    EXPECT_EQ(
        dpcvx_sampler_create_with_function(parabola, nullptr, 1, nullptr, nullptr, &start, options, &sampler, nullptr),
        DPCVX_OK);
    EXPECT_EQ(dpcvx_nonprivate_sampler_draw(sampler, rng, 400, &draws[at], nullptr, nullptr, nullptr, nullptr),
              DPCVX_OK);
    dpcvx_sampler_destroy(sampler);
    at += 400;
  }
  dpcvx_options_destroy(options);
  dpcvx_rng_destroy(rng);
  Diagnosis out;
  EXPECT_EQ(dpcvx_nonprivate_draws_diagnose(draws.data(), 4, 400, 1, &out.r_hat, &out.bulk_ess, &out.tail_ess, nullptr),
            DPCVX_OK);
  return out;
}

// Too few rounds leave draws near their starts: R-hat shows it, and the certificate's own rounds pass.
TEST(Diagnostics, ShowRoundsThatAreTooFew) {
  const Diagnosis certified = of_starts(0), few = of_starts(4);
  std::printf("evidence: R-hat of starts: %.4f with %s, %.4f after 4 rounds\n", certified.r_hat,
              "the certificate's rounds", few.r_hat);
  EXPECT_LT(certified.r_hat, 1.02);
  EXPECT_GT(certified.bulk_ess, 1200);
  EXPECT_GT(few.r_hat, 1.1);
}

}  // namespace
}  // namespace dpcvx::sample
