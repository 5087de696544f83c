// Shuffled reports: bounds against the laws of shuffled randomizers, summed over all outcomes, and against the sum of
// the dominating pair in long double.
#include "privacy/pld/shuffled_law.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <vector>

#include "privacy/accountant/bounds.h"
#include "privacy/calibration/calibrate_shuffled.h"
#include "privacy/divergences/feldman.h"
#include "privacy/pld/brackets.h"
#include "support/evidence.h"
#include "audit/generator.h"

namespace dpcvx {
namespace privacy {
namespace {

using Real = long double;
using Channel = std::vector<std::vector<Real>>;       // of each input, the probabilities of its outputs
using Histograms = std::map<std::vector<int>, Real>;  // of outputs, with their probabilities

Histograms after(const Histograms &histograms, const std::vector<Real> &report) {
  Histograms next;
  for (const auto &entry : histograms)
    for (size_t y = 0; y < report.size(); ++y) {
      std::vector<int> counts = entry.first;
      ++counts[y];
      next[counts] += entry.second * report[y];
    }
  return next;
}

Real hockey_stick(const Histograms &one, const Histograms &other, Real epsilon) {
  Real sum = 0;
  for (const auto &entry : one) sum += std::max(Real{0}, entry.second - std::exp(epsilon) * other.at(entry.first));
  return sum;
}

// The greatest delta over what n - 1 others have, of a first user with input 0 or 1; at each epsilon.
std::vector<Real> exact_deltas(const Channel &channel, int users, const std::vector<double> &epsilons) {
  std::vector<Real> greatest(epsilons.size());
  std::vector<Histograms> others{{{std::vector<int>(channel[0].size()), 1}}};
  // All numbers of each input among the others: those with inputs from `from` on are still to come.
  const auto visit = [&](const auto &self, const Histograms &histograms, size_t from, int left) -> void {
    if (left == 0) {
      const Histograms one = after(histograms, channel[0]), other = after(histograms, channel[1]);
      for (size_t i = 0; i < epsilons.size(); ++i)
        greatest[i] =
            std::max({greatest[i], hockey_stick(one, other, epsilons[i]), hockey_stick(other, one, epsilons[i])});
      return;
    }
    for (size_t x = from; x < channel.size(); ++x) self(self, after(histograms, channel[x]), x, left - 1);
  };
  visit(visit, others[0], 0, users - 1);
  return greatest;
}

Channel response(double epsilon0, int categories) {
  const Real ratio = std::exp(Real{epsilon0}), other = 1 / (ratio + categories - 1);
  Channel channel(static_cast<size_t>(categories), std::vector<Real>(static_cast<size_t>(categories), other));
  for (size_t i = 0; i < channel.size(); ++i) channel[i][i] = ratio * other;
  return channel;
}

// So that the response is exactly epsilon0-DP, but for a rounding up.
double noise_of(double epsilon0, double categories) {
  return categories / (std::expm1(epsilon0) + categories) * (1 - 1e-14);
}

FiniteLaw law_of(const Event &event, bool attained = false) {
  FiniteLaw law;
  EXPECT_TRUE(law.build(event, nullptr, attained ? dpcvx::privacy::Side::kBelow : dpcvx::privacy::Side::kAbove));
  return law;
}

double delta_of_event(const Event &event, double epsilon) { return delta_of(curve_of({event}), epsilon); }

// The sum over all outcomes of the pair (A + D, C - A + 1 - D) and its mirror, C ~ Bin(n - 1, p), as a bound would have
// it that counts p = share times what section 15 proves.
Real pair_delta(double epsilon0, int users, Real epsilon, Real share = 1) {
  const Real ratio = std::exp(Real{epsilon0}), p = share * 2 / (ratio + 1), e = std::exp(epsilon);
  const auto log_choose = [](Real n, Real k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  };
  Real sum = 0;
  for (int c = 1; c <= users; ++c) {
    const Real clones = std::exp(log_choose(users - 1, c - 1) + (c - 1) * std::log(p) + (users - c) * std::log1p(-p));
    for (int u = 0; u <= c; ++u) {
      const Real even = std::exp(log_choose(c, u) - c * std::log(Real{2})) * 2 / (c * (ratio + 1));
      sum += clones * even * std::max(Real{0}, (ratio * u + (c - u)) - e * (u + ratio * (c - u)));
    }
  }
  return sum;
}

TEST(Shuffled, BinaryResponseIsNeverBelowAllOutcomes) {
  double closest = 0;
  int lower_ends = 0;
  for (double epsilon0 : {0.1, 0.5, 1.0, 2.0, 4.0, 8.0})
    for (int users : {1, 2, 3, 5, 8, 12}) {
      const std::vector<double> epsilons{0, epsilon0 / 20, epsilon0 / 5, epsilon0 / 2, 0.9 * epsilon0};
      const std::vector<Real> exact = exact_deltas(response(epsilon0, 2), users, epsilons);
      const FiniteLaw lower = law_of(shuffled_response(noise_of(epsilon0, 2), 2, users), true);
      for (size_t i = 0; i < epsilons.size(); ++i) {
        const double any = delta_of_event(shuffled(epsilon0, users), epsilons[i]);
        const double own = delta_of_event(shuffled_response(noise_of(epsilon0, 2), 2, users), epsilons[i]);
        EXPECT_GE(any, static_cast<double>(exact[i])) << epsilon0 << " " << users << " " << epsilons[i];
        EXPECT_GE(own, static_cast<double>(exact[i])) << epsilon0 << " " << users << " " << epsilons[i];
        closest = std::max(closest, static_cast<double>(exact[i] / any));
        const double low = std::max(lower.profile(epsilons[i], false).low, lower.profile(epsilons[i], true).low);
        EXPECT_LE(low, static_cast<double>(exact[i]) * (1 + 1e-9)) << epsilon0 << " " << users << " " << epsilons[i];
        lower_ends += low > 0.999 * static_cast<double>(exact[i]);
      }
    }
  EXPECT_GT(closest, 0.99);
  EXPECT_GT(lower_ends, 60);
  evidence("shuffling",
           "binary response, all datasets of n <= 12: 180 deltas never below; the closest is %.4f of the "
           "bound; %d lower ends are attained",
           closest, lower_ends);
}

TEST(Shuffled, ResponsesOfManyCategoriesAreNeverBelowAllOutcomes) {
  double closest = 0, gain = 1;
  int beyond = 0, tried = 0;
  const std::vector<std::pair<int, int>> sizes{{3, 2}, {3, 5}, {3, 8}, {3, 12}, {4, 5}, {4, 8}, {5, 4}};
  for (double epsilon0 : {0.3, 1.0, 3.0})
    for (const auto &size : sizes) {
      const int categories = size.first, users = size.second;
      const std::vector<double> epsilons{0, epsilon0 / 10, epsilon0 / 3, 0.8 * epsilon0};
      const std::vector<Real> exact = exact_deltas(response(epsilon0, categories), users, epsilons);
      const double noise = noise_of(epsilon0, categories);
      const FiniteLaw lower = law_of(shuffled_response(noise, categories, users), true);
      for (size_t i = 0; i < epsilons.size(); ++i) {
        const double truth = static_cast<double>(exact[i]);
        const double own = delta_of_event(shuffled_response(noise, categories, users), epsilons[i]);
        const double any = delta_of_event(shuffled(epsilon0, users), epsilons[i]);
        EXPECT_GE(own, truth) << epsilon0 << " " << categories << " " << users << " " << epsilons[i];
        EXPECT_LE(own, any * (1 + 1e-6)) << epsilon0 << " " << categories << " " << users << " " << epsilons[i];
        closest = std::max(closest, truth / own);
        gain = std::min(gain, own / any);
        EXPECT_LE(std::max(lower.profile(epsilons[i], false).low, lower.profile(epsilons[i], true).low),
                  truth * (1 + 1e-9));
        // Control: a third more users than there are.
        ++tried;
        beyond += truth > delta_of_event(shuffled_response(noise, categories, users + (users + 2) / 3), epsilons[i]);
      }
    }
  EXPECT_GT(beyond, tried / 4);
  evidence("shuffling",
           "k-ary response, k = 3, 4, 5, all datasets: %d deltas never below; the closest is %.4f of the "
           "bound; at least %.2f of the bound for any randomizer; of a third more users counted %d are caught",
           tried, closest, gain, beyond);
}

// Outputs whose probabilities are m or e^epsilon0 m for each input, and mixtures of such: none is above the bound for
// any randomizer, which counts 2 / (e^epsilon0 + 1) clones.
TEST(Shuffled, NoRandomizerIsAboveTheBound) {
  Inputs inputs(17);
  double closest = 0;
  int beyond = 0, tried = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const double epsilon0 = inputs.uniform(0.1, 4);
    const size_t outputs = static_cast<size_t>(2 + inputs.below(3));
    const Real ratio = std::exp(Real{epsilon0});
    Channel channel(3, std::vector<Real>(outputs));
    for (size_t y = 0; y < outputs; ++y) {
      const Real scale = inputs.uniform(0.1, 1);
      for (std::vector<Real> &row : channel)
        row[y] = scale * (trial % 4 != 0 ? (inputs.below(2) == 0 ? 1 : ratio) : inputs.uniform(1, std::exp(epsilon0)));
    }
    // Rows add up to 1: the rest of each goes to an output that all have, as much as all of them differ.
    Real sums[3] = {0, 0, 0}, most = 0;
    for (size_t x = 0; x < 3; ++x)
      for (Real mass : channel[x]) sums[x] += mass;
    for (Real sum : sums) most = std::max(most, sum);
    Real least = most;
    for (Real sum : sums) least = std::min(least, sum);
    const Real filler = (most - least) / (ratio - 1);  // so that the ratio of filler + rest is at most e^epsilon0
    for (size_t x = 0; x < 3; ++x) {
      channel[x].push_back(filler + most - sums[x]);
      for (Real &mass : channel[x]) mass /= most + filler;
    }
    const int users = static_cast<int>(2 + inputs.below(outputs < 4 ? 5 : 3));
    const std::vector<double> epsilons{0, 0.1 * epsilon0, 0.3 * epsilon0, 0.7 * epsilon0};
    const std::vector<Real> exact = exact_deltas(channel, users, epsilons);
    for (size_t i = 0; i < epsilons.size(); ++i) {
      const double bound = delta_of_event(shuffled(epsilon0, users), epsilons[i]);
      EXPECT_GE(bound, static_cast<double>(exact[i])) << trial << " " << epsilons[i];
      closest = std::max(closest, static_cast<double>(exact[i]) / bound);
    }
  }
  // Control: a third more clones than there are, against binary response.
  for (double epsilon0 : {0.6, 0.65})
    for (int users : {6, 8, 12}) {
      const std::vector<Real> exact = exact_deltas(response(epsilon0, 2), users, {0});
      ++tried;
      beyond += exact[0] > pair_delta(epsilon0, users, 0, 1.38L);
      EXPECT_LT(exact[0], pair_delta(epsilon0, users, 0));
    }
  EXPECT_EQ(beyond, tried);
  evidence("shuffling",
           "400 random randomizers, all datasets of n <= 6: never above the bound, at most %.4f of it; too "
           "many clones are caught in %d of %d",
           closest, beyond, tried);
}

TEST(Shuffled, NumbersAreThePairsOwn) {
  double worst = 0;
  for (double epsilon0 : {0.2, 1.0, 3.0, 6.0})
    for (int users : {2, 10, 100, 700})
      for (double share : {0.01, 0.1, 0.4, 0.9}) {
        const Real exact = pair_delta(epsilon0, users, share * epsilon0);
        const double bound = delta_of_event(shuffled(epsilon0, users), share * epsilon0);
        EXPECT_GE(bound, static_cast<double>(exact) * (1 - 1e-12)) << epsilon0 << " " << users << " " << share;
        // How much less an epsilon has the bound's delta: the profile falls by at least this.
        if (exact < 1e-280L || bound > 1) continue;
        const Real less = share * epsilon0 * (1 - 1e-3L);
        EXPECT_LE(bound, static_cast<double>(pair_delta(epsilon0, users, less)) * (1 + 1e-9))
            << epsilon0 << " " << users;
        worst = std::max(worst, bound / static_cast<double>(exact) - 1);
      }
  evidence("shuffling",
           "the pair's own sum, 64 deltas down to 1e-280: never below, epsilon within 1e-3; delta above by at "
           "most %.1e",
           worst);
}

TEST(Shuffled, IsNeverAboveTheClosedForms) {
  dpcvx_error record;
  Error error(&record, "test");
  double least = 1;
  int compared = 0;
  size_t cell = 0;
  for (double users : {1e3, 1e4, 1e6, 1e9}) {
    ++cell;  // so that each number of users takes other values beside
    for (double epsilon0 : {0.1, 0.5, 1.0, 2.0, 4.0, 6.0})
      for (double delta : {1e-3, 1e-6, 1e-10}) {
        if (!cell_taken(cell++, 2)) continue;
        double first, second;
        const double numerical = epsilon_of(curve_of({shuffled(epsilon0, users)}), delta);
        const int64_t n = static_cast<int64_t>(users);
        if (feldman2023_epsilon_up(epsilon0, n, delta, &second, error) == DPCVX_OK) {
          EXPECT_LE(numerical, second) << epsilon0 << " " << users << " " << delta;
          if (numerical > 0) least = std::min(least, numerical / second);
          ++compared;
        }
        if (feldman2021_epsilon_up(epsilon0, n, delta, &first, error) != DPCVX_OK) continue;
        EXPECT_LE(numerical, first);
        EXPECT_LE(second, first) << epsilon0 << " " << users << " " << delta;
      }
  }
  EXPECT_GT(compared, at_length_or(50, 25));
  evidence("shuffling", "%d closed forms of 2023: the numerical epsilon is never above, at least %.3f of them",
           compared, least);
}

// Two rounds, summed over all pairs of outcomes.
TEST(Shuffled, RoundsCompose) {
  double worst = 0;
  for (double epsilon0 : {0.5, 2.0}) {
    const int users = 6;
    const Real ratio = std::exp(Real{epsilon0}), p = 2 / (ratio + 1);
    std::vector<std::pair<Real, Real>> pairs;
    for (int c = 1; c <= users; ++c)
      for (int u = 0; u <= c; ++u) {
        const Real base = std::tgamma(Real(users)) / (std::tgamma(Real(c)) * std::tgamma(Real(users - c + 1))) *
                          std::pow(p, c - 1) * std::pow(1 - p, users - c) * std::tgamma(Real(c + 1)) /
                          (std::tgamma(Real(u + 1)) * std::tgamma(Real(c - u + 1))) * std::pow(Real{2}, -c) * 2 /
                          (c * (ratio + 1));
        pairs.push_back({base * (ratio * u + (c - u)), base * (u + ratio * (c - u))});
      }
    for (double epsilon : {0.05, 0.3, 1.0, 2.5}) {
      Real exact = 0;
      for (const auto &one : pairs)
        for (const auto &other : pairs)
          exact += std::max(Real{0}, one.first * other.first - std::exp(Real{epsilon}) * one.second * other.second);
      if (exact < 1e-15L) continue;
      const double bound = delta_of(curve_of({shuffled(epsilon0, users, 2)}), epsilon);
      EXPECT_GE(bound, static_cast<double>(exact) * (1 - 1e-12));
      worst = std::max(worst, bound / static_cast<double>(exact) - 1);
    }
  }
  EXPECT_LT(worst, 0.02);
  // With others, and many rounds: below basic composition and Renyi figures.
  const Curve rounds = curve_of({shuffled(1, 10000, 100), gaussian(4)});
  const double together = epsilon_of(rounds, 1e-6), alone = epsilon_of(curve_of({shuffled(1, 10000)}), 1e-6);
  EXPECT_LT(together, 100 * alone);
  EXPECT_GT(together, epsilon_of(curve_of({gaussian(4)}), 1e-6));
  evidence("shuffling",
           "two rounds by exact sums: delta above by at most %.1e; 100 rounds and a Gaussian: epsilon %.3f", worst,
           together);
}

// An audit: 300 users' reports are drawn and counted. The likelier half of the outcomes is what an attacker bets on.
TEST(Shuffled, AnAuditComesCloseAndNotAbove) {
  constexpr int kUsers = 300, kRuns = 150000;
  const double epsilon0 = 2, ratio = std::exp(epsilon0), other = 1 / (ratio + 2), epsilon = 0.1;
  Inputs inputs(5);
  int bets[2] = {0, 0};
  for (int run = 0; run < 2 * kRuns; ++run) {
    const int first = run % 2;
    int counts[3] = {0, 0, 0};
    for (int user = 0; user < kUsers; ++user) {
      const double u = inputs.uniform(0, 1);  // all others have the third category
      const int truth = user == 0 ? first : 2, a = (truth + 1) % 3, b = (truth + 2) % 3;
      ++counts[u < other ? a : u < 2 * other ? b : truth];
    }
    const double one = ratio * counts[0] + counts[1] + counts[2] / ratio;
    const double two = counts[0] + ratio * counts[1] + counts[2] / ratio;
    bets[first] += one > std::exp(epsilon) * two;
  }
  const double p = bets[0] / double(kRuns), q = bets[1] / double(kRuns);
  const double found = p - std::exp(epsilon) * q, error = 4 * std::sqrt((p + std::exp(2 * epsilon) * q) / kRuns);
  const double bound = delta_of_event(shuffled_response(noise_of(epsilon0, 3), 3, kUsers), epsilon);
  const double any = delta_of_event(shuffled(epsilon0, kUsers), epsilon);
  EXPECT_LE(found - error, bound);
  EXPECT_GE(found + error, bound);  // it is what this dataset has, nearly
  EXPECT_LE(bound, any);
  // Control: four times the users.
  EXPECT_GT(found - error, delta_of_event(shuffled_response(noise_of(epsilon0, 3), 3, 4 * kUsers), epsilon));
  evidence("shuffling", "audit of 300 users, 3 categories: delta %.4f +- %.4f, bound %.4f, of any randomizer %.4f",
           found, error, bound, any);
}

TEST(Shuffled, WorkIsBoundedForAnyNumberOfUsers) {
  dpcvx_error record;
  Error error(&record, "test");
  double slowest = 0;
  for (double users : {1e4, 1e6, 1e8, 1e9})
    for (double epsilon0 : {1.0, 4.0}) {
      const Curve curve = curve_of({shuffled(epsilon0, users)});
      const auto start = std::chrono::steady_clock::now();
      const double epsilon = epsilon_of(curve, 1e-6);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      Bracket bracket;
      ASSERT_EQ(epsilon_bracket(curve, 1e-6, &bracket, error), DPCVX_OK);
      EXPECT_EQ(bracket.upper, epsilon);
      EXPECT_GT(bracket.lower, 0.8 * bracket.upper);
      slowest = std::max(slowest, seconds);
      evidence("shuffling", "n = %.0e, epsilon0 = %g, delta = 1e-6: epsilon %.6g in %.2f s; some mechanism has %.6g",
               users, epsilon0, epsilon, seconds, bracket.lower);
    }
  for (double categories : {4.0, 1000.0})
    for (double users : {1e4, 1e9}) {
      const Curve curve = curve_of({shuffled_response(noise_of(4, categories), categories, users)});
      const auto start = std::chrono::steady_clock::now();
      const double epsilon = epsilon_of(curve, 1e-6);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      EXPECT_LE(epsilon, epsilon_of(curve_of({shuffled(4, users)}), 1e-6));
      slowest = std::max(slowest, seconds);
      evidence("shuffling", "response of %.0f categories, n = %.0e, epsilon0 = 4: epsilon %.6g in %.2f s", categories,
               users, epsilon, seconds);
    }
  EXPECT_LT(slowest, 5);
}

TEST(Shuffled, FewerUsersHideLess) {
  double before = 1;
  for (double users : {1.0, 2.0, 3.0, 10.0, 99.0, 100.0, 5000.0, 1e6, 1e12, 0x1p48}) {
    const double delta = delta_of_event(shuffled(1, users), 0.02);
    EXPECT_LE(delta, std::max(1e-250, before * (1 + 1e-9))) << users;
    before = delta;
  }
  // At most as much as no shuffling, at the ends of what is computed too.
  for (double epsilon0 : {0.0, 1e-9, 0x1p-21, 0x1p-20, 19.9, 20.0, 20.1, 400.0, 600.0})
    for (double users : {1.0, 1000.0, 1e6}) {
      const Curve curve = curve_of({shuffled(epsilon0, users)}), alone = curve_of({pure(epsilon0)});
      EXPECT_LE(delta_of(curve, epsilon0 / 2), delta_of(alone, epsilon0 / 2)) << epsilon0 << " " << users;
      EXPECT_LE(epsilon_of(curve, 0), epsilon0) << epsilon0 << " " << users;
    }
}

TEST(Shuffled, CalibrationKeepsTheTargetAndLittleLess) {
  dpcvx_error record;
  Error error(&record, "test");
  struct {
    int64_t users, rounds;
    double epsilon, delta;
  } const targets[] = {
      {10000, 1, 0.5, 1e-6}, {1000000, 1, 0.1, 1e-9}, {1000, 20, 2, 1e-5}, {1, 1, 1, 1e-6}, {50, 3, 0, 1e-2}};
  for (const auto &target : targets) {
    double epsilon0;
    ASSERT_EQ(calibrate_shuffled(target.users, target.rounds, target.epsilon, target.delta, &epsilon0, error),
              DPCVX_OK);
    const double users = static_cast<double>(target.users);
    EXPECT_LE(delta_of(curve_of({shuffled(epsilon0, users, target.rounds)}), target.epsilon), target.delta);
    EXPECT_GT(delta_of(curve_of({shuffled(epsilon0 * 1.001, users, target.rounds)}), target.epsilon), target.delta);
    evidence("shuffling", "n = %lld, %lld rounds, (%g, %g): epsilon0 = %.5f of each report",
             static_cast<long long>(target.users), static_cast<long long>(target.rounds), target.epsilon, target.delta,
             epsilon0);
  }
}

// More users than are counted have the upper end of those that are. Mechanisms lose less: there is no lower end.
TEST(Shuffled, UsersBeyondTheCountedHaveNoLowerEnd) {
  for (const double users : {0x1p34, 0x1p36}) {
    const Interval ends = bounds_of(curve_of({shuffled(1, users)}), 0);
    EXPECT_TRUE(ends.high > 3e-6 && ends.high < 4e-6) << ends.high;
    EXPECT_EQ(ends.low > 0, users == 0x1p34) << ends.low;
  }
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
