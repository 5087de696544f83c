// Group privacy: against chains of laws that attain it, and against exact Renyi divergences.
#include "privacy/curve/group.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "base/error.h"
#include "privacy/helpers.h"
#include "privacy/divergences/gdp.h"

namespace dpcvx {
namespace privacy {
namespace {

Curve group_of(const Curve &curve, int64_t size) {
  dpcvx_error record;
  Error error(&record, "test");
  Curve group;
  EXPECT_EQ(append_group(curve, size, &group, error), DPCVX_OK) << record.message;
  return group;
}

Curve member_of(const Curve &curve, int64_t size) {
  dpcvx_error record;
  Error error(&record, "test");
  Curve member;
  EXPECT_EQ(append_member(curve, size, &member, error), DPCVX_OK) << record.message;
  return member;
}

Curve table_of(double (*renyi)(double), double least, double most, size_t size) {
  std::vector<double> orders, epsilons;
  for (size_t i = 0; i < size; ++i) {
    orders.push_back(1 + least * std::pow(most / least, static_cast<double>(i) / static_cast<double>(size - 1)));
    epsilons.push_back(renyi(orders.back()));
  }
  dpcvx_error record;
  Error error(&record, "test");
  Curve curve;
  EXPECT_EQ(curve.add_rdp(orders.data(), epsilons.data(), size, 1, error), DPCVX_OK) << record.message;
  return curve;
}

// A number to which every group member adds at most 1, with noise: its law moves by the group's size, exactly.
TEST(Group, NoisyCountsAttainIt) {
  for (int64_t size : {1, 2, 3, 17, 1000}) {
    const double k = static_cast<double>(size);
    for (double epsilon : {0.0, 0.3, 2.0}) {
      const double exact = gdp_delta(k * 0.01, epsilon);
      for (const Curve &one : {curve_of({gdp(0.01)}), curve_of({gaussian(100)})}) {
        const double delta = delta_of(group_of(one, size), epsilon);
        EXPECT_GE(delta, exact * (1 - 1e-12));
        EXPECT_LE(delta, exact * (1 + 1e-9) + 1e-300);
      }
      const double laplace_exact = epsilon < k * 0.01 ? -std::expm1((epsilon - k * 0.01) / 2) : 0;
      const double of_laplace = group_of(curve_of({laplace(100)}), size).delta(epsilon);
      EXPECT_GE(of_laplace, laplace_exact);
      EXPECT_LE(of_laplace, laplace_exact * (1 + 1e-9) + 1e-12);
    }
    EXPECT_NEAR(group_of(curve_of({pure(0.01)}), size).epsilon(0), k * 0.01, k * 1e-13);
    EXPECT_NEAR(group_of(curve_of({bounded_range(0.01)}), size).epsilon(0), k * 0.01, k * 1e-13);
    EXPECT_NEAR(group_of(curve_of({zcdp(0.01)}), size).zcdp_rho(), k * k * 0.01, k * k * 1e-13);
  }
}

// Laws on {0, ..., levels} that (epsilon, delta) neighbours may have, chained: P_i puts mass on a point that P_0 does
// not have. S = that point and x: P_k(S) = delta + e^epsilon P_(k - 1)(S), attained at every link.
TEST(Group, ApproximateChainsAttainIt) {
  for (double epsilon : {0.0, 0.01, 0.5, 2.0}) {
    for (int64_t size : {2, 3, 8}) {
      const double delta = 1e-7;
      double mass = 0;  // of an event that the first law never shows
      for (int64_t i = 0; i < size; ++i) mass = delta + std::exp(epsilon) * mass;
      const double bound = group_delta_up(epsilon, delta, size);
      EXPECT_GE(bound, mass * (1 - 1e-14));
      EXPECT_LE(bound, mass * (1 + 1e-12));
    }
  }
  EXPECT_EQ(group_delta_up(1, 1e-6, 1), 1e-6);
  EXPECT_EQ(group_delta_up(10, 1e-6, 100), INFINITY);
  EXPECT_EQ(group_delta_up(1, 0, 7), 0);
  // Control: what the deltas alone add up to is passed.
  EXPECT_LT(8 * 1e-7, group_delta_up(0.5, 1e-7, 8) / 4);
}

// Where the truth is known: a Gaussian's table, whose groups have size^2 times its epsilons. Never below, and near.
TEST(Group, RenyiTablesOfGaussians) {
  const Curve one = table_of([](double order) { return 0.001 * order; }, 0.01, 4000, 600);
  for (int64_t size : {2, 3, 4, 7, 16, 33}) {
    const Curve group = group_of(one, size);
    const double k = static_cast<double>(size);
    double worst = 1, best = INFINITY;
    for (double order : {1.1, 1.5, 2.0, 3.0, 8.0, 20.0}) {
      const double share = group.rdp(order) / (0.001 * k * k * order);
      worst = std::max(worst, share);
      best = std::min(best, share);
    }
    EXPECT_GE(best, 1);
    EXPECT_LE(worst, 1.1) << size;
  }
}

// Randomized response of a bit, k times in a row: laws of log-odds i * epsilon - k / 2 * epsilon; each link is
// epsilon-DP.
TEST(Group, RenyiTablesOfChainedCoins) {
  static constexpr double kEpsilon = 0.4;
  const Curve one = table_of(
      [](double order) {
        const double p = 1 / (1 + std::exp(-kEpsilon)), q = 1 - p;
        return std::log(std::pow(p, order) * std::pow(q, 1 - order) + std::pow(q, order) * std::pow(p, 1 - order)) /
               (order - 1);
      },
      0.05, 500, 200);
  for (int64_t size : {2, 3, 5, 8}) {
    const Curve group = group_of(one, size);
    for (double order : {1.2, 2.0, 5.0, 12.0}) {
      for (double start : {-3.0, -1.0, 0.0}) {
        const double a = 1 / (1 + std::exp(-start)),
                     b = 1 / (1 + std::exp(-start - kEpsilon * static_cast<double>(size)));
        for (const auto &[p, q] : {std::pair<double, double>{a, b}, {b, a}}) {
          const double truth = std::log(std::pow(p, order) * std::pow(q, 1 - order) +
                                        std::pow(1 - p, order) * std::pow(1 - q, 1 - order)) /
                               (order - 1);
          EXPECT_GE(group.rdp(order), truth) << size << " " << order;
        }
      }
    }
  }
}

TEST(Group, CompositionsGoPartByPart) {
  const Curve one = curve_of({gdp(0.1, 9), pure(0.02, 3), approximate(0.01, 1e-8)});
  const Curve group = group_of(one, 5);
  EXPECT_EQ(group.size(), 3u);
  EXPECT_EQ(group[0].count, 9);
  EXPECT_NEAR(group[0].a, 0.5, 1e-12);
  EXPECT_NEAR(group[1].a, 0.1, 1e-12);
  EXPECT_GE(group[2].b, 5e-8);
}

// Whatever members may spend, their group stays within, and barely.
TEST(Group, MembersAreTheWayBack) {
  Inputs inputs(20261121);
  for (int i = 0; i < 2000; ++i) {
    const int64_t size = 1 + inputs.below(i % 2 == 0 ? 20 : 100000);
    const double a = inputs.log_uniform(1e-6, 20), delta = inputs.log_uniform(1e-12, 0.1);
    for (const Event &event :
         {gdp(a), pure(a), zcdp(a), gaussian(a), laplace(a), bounded_range(a), approximate(a, delta)}) {
      const Curve whole = curve_of({event}), again = group_of(member_of(whole, size), size);
      const bool noise = event.kind == Kind::kGaussian || event.kind == Kind::kLaplace;
      if (noise)
        EXPECT_GE(again[0].a, whole[0].a);
      else
        EXPECT_LE(again[0].a, whole[0].a);
      EXPECT_NEAR(again[0].a / whole[0].a, 1, 1e-12);
      if (event.kind == Kind::kApproximate && again[0].kind == Kind::kApproximate) {
        EXPECT_LE(again[0].b, whole[0].b);
        EXPECT_GE(again[0].b, whole[0].b * (1 - 1e-11));
      }
    }
  }
}

TEST(Group, RefusesWhatDoesNotFollow) {
  dpcvx_error record;
  Error error(&record, "test");
  Curve out;
  EXPECT_EQ(append_group(curve_of({poisson_gaussian(1, 0.1)}), 2, &out, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::strstr(record.message, "poisson_gaussian"), nullptr) << record.message;
  EXPECT_EQ(append_group(curve_of({approximate(1, 0.5)}), 2, &out, error), DPCVX_ERR_NUMERIC);
  EXPECT_EQ(append_group(curve_of({pure(1e308)}), 3, &out, error), DPCVX_ERR_NUMERIC);
  EXPECT_EQ(append_group(curve_of({gaussian(0x1p-99)}), 3, &out, error), DPCVX_ERR_NUMERIC);
  const Curve table = table_of([](double order) { return 0.001 * order; }, 0.5, 30, 20);
  EXPECT_EQ(append_group(table, 100000, &out, error), DPCVX_ERR_NUMERIC);
  EXPECT_EQ(append_member(table, 2, &out, error), DPCVX_ERR_UNSUPPORTED);
  Curve mixture;
  const double mus[] = {0.1, 1}, probabilities[] = {0.9, 0.1};
  ASSERT_EQ(mixture.add_gdp_mixture(mus, probabilities, 2, 1, error), DPCVX_OK);
  EXPECT_EQ(append_group(mixture, 2, &out, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(append_group(mixture, 1, &out, error), DPCVX_OK);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
