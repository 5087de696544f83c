// Prices of the best of K runs: against every sequence of runs of small mechanisms, exact values and attacks, and
// controls that must exceed what they claim.
#include "privacy/selection/best_of.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "numeric/normal.h"
#include "privacy/divergences/gdp.h"
#include "support/evidence.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::privacy::best_of_pure_up;
using dpcvx::privacy::best_of_pure_within;
using dpcvx::privacy::BestOf;
using dpcvx::privacy::Corner;
using dpcvx::privacy::RunsLaw;

using Law = std::vector<double>;

// A pair of laws on a few outputs.
struct Pair {
  Law q, r;
};

double hockey_stick(const Law &a, const Law &b, double epsilon) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += std::fmax(0, a[i] - std::exp(epsilon) * b[i]);
  return sum;
}

// The greater of both orders.
double delta_of(const Pair &pair, double epsilon) {
  return std::fmax(hockey_stick(pair.q, pair.r, epsilon), hockey_stick(pair.r, pair.q, epsilon));
}

// The least miss of a test of this size, of the first law against the second.
double tradeoff(const Law &q, const Law &r, double size) {
  std::vector<size_t> order(q.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return r[a] * q[b] > r[b] * q[a]; });
  double left = size, power = 0;
  for (size_t i : order) {
    const double share = q[i] <= left ? 1 : left / q[i];
    power += share * r[i];
    left -= share * q[i];
    if (!(left > 0)) break;
  }
  return std::fmax(0, 1 - power);
}

std::vector<Corner> corners_of(const Pair &pair, int cells = 1000) {
  std::vector<Corner> out;
  for (int i = 0; i < cells; ++i) {
    const double low = i / static_cast<double>(cells), high = (i + 1) / static_cast<double>(cells);
    out.push_back({high, std::fmin(tradeoff(pair.q, pair.r, 1 - low), tradeoff(pair.r, pair.q, 1 - low))});
  }
  return out;
}

double bound_of(const Pair &pair, const std::vector<Corner> &corners, const RunsLaw &law, double epsilon) {
  BestOf best;
  EXPECT_TRUE(best.allocate());
  return best.delta_up(
      corners.data(), corners.size(), [&](double e) { return delta_of(pair, e); }, law, epsilon);
}

RunsLaw table(const Law &p) {
  RunsLaw law;
  EXPECT_TRUE(law.set_table(p.data(), p.size() - 1));
  return law;
}

// The law of what is released, the last entry that of no run: every sequence of runs, ties shared among them.
Law best_of(const Law &q, const std::vector<int> &scores, const Law &p) {
  Law out(q.size() + 1, 0);
  out.back() = p[0];
  for (size_t k = 1; k < p.size(); ++k) {
    std::vector<size_t> runs(k, 0);
    for (bool more = true; more;) {
      double chance = p[k];
      int top = -1, winners = 0;
      for (size_t y : runs) chance *= q[y], top = std::max(top, scores[y]);
      for (size_t y : runs) winners += scores[y] == top;
      for (size_t y : runs)
        if (scores[y] == top) out[y] += chance / winners;
      more = false;
      for (size_t i = 0; i < k && !more; ++i) {
        more = ++runs[i] < q.size();
        if (!more) runs[i] = 0;
      }
    }
  }
  return out;
}

double largest_log_ratio(const Law &a, const Law &b) {
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] > 0) most = std::fmax(most, std::log(a[i] / b[i]));
  return most;
}

class Draws {
 public:
  explicit Draws(uint64_t seed) : bits_(seed) {}
  double uniform(double low = 0, double high = 1) { return std::uniform_real_distribution<double>(low, high)(bits_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(bits_); }
  Law law(size_t size) {
    Law out(size);
    double sum = 0;
    for (double &value : out) sum += value = uniform(0.001, 1);
    for (double &value : out) value /= sum;
    return out;
  }

 private:
  std::mt19937_64 bits_;
};

Pair random_pair(Draws &draws, size_t size, double spread) {
  Pair out{draws.law(size), {}};
  double sum = 0;
  for (double value : out.q) out.r.push_back(value * std::exp(draws.uniform(-spread, spread)));
  for (double value : out.r) sum += value;
  for (double &value : out.r) value /= sum;
  return out;
}

Law random_law_of_runs(Draws &draws) {
  Law p = draws.law(static_cast<size_t>(draws.integer(2, 5)));
  if (draws.uniform() < 0.7) {
    const double none = p[0];
    p[0] = 0;
    for (double &value : p) value /= 1 - none;
  }
  return p;
}

TEST(BestOf, NoSequenceOfRunsBeatsTheBound) {
  Draws draws(1);
  double closest = 0;
  for (int trial = 0; trial < 250; ++trial) {
    const size_t size = static_cast<size_t>(draws.integer(2, 4));
    const double spreads[] = {0.2, 1, 2};
    const Pair pair = random_pair(draws, size, spreads[draws.integer(0, 2)]);
    std::vector<int> scores(size);
    for (int &score : scores) score = draws.integer(0, 2);
    const Law p = random_law_of_runs(draws);
    const RunsLaw law = table(p);
    const Law a = best_of(pair.q, scores, p), b = best_of(pair.r, scores, p);
    const std::vector<Corner> corners = corners_of(pair);
    for (double epsilon : {0.0, 0.1, 0.3, 0.7, 1.5, 2.5}) {
      const double bound = bound_of(pair, corners, law, epsilon);
      const double found = std::fmax(hockey_stick(a, b, epsilon), hockey_stick(b, a, epsilon));
      EXPECT_LE(found, bound + 1e-13) << trial << ' ' << epsilon;
      if (found > 1e-9 && p.size() > 2) closest = std::fmax(closest, found / bound);
    }
  }
  EXPECT_GT(closest, 0.95);
  evidence("selection", "250 mechanisms, every sequence of up to 4 runs: at most %.4f of the bound on delta", closest);
}

// Section 13.4: distinct candidates, each run once with a probability; all subsets, all outputs, orders mixed.
TEST(BestOf, NoSubsetOfCandidatesBeatsTheBound) {
  Draws draws(2);
  double closest = 0;
  for (int trial = 0; trial < 120; ++trial) {
    const int candidates = draws.integer(2, 4);
    const double inclusion = std::vector<double>{0.3, 0.7, 0.9}[static_cast<size_t>(draws.integer(0, 2))];
    const double run = draws.integer(0, 1) == 0 ? 0.2 : 0.8, half = 1 / (1 + std::exp(run));
    std::vector<Pair> runs;
    for (int j = 0; j < candidates; ++j)
      runs.push_back(draws.integer(0, 1) == 0 ? Pair{{half, 1 - half}, {1 - half, half}}
                                              : Pair{{1 - half, half}, {half, 1 - half}});
    std::vector<size_t> places(static_cast<size_t>(2 * candidates));
    for (size_t i = 0; i < places.size(); ++i) places[i] = i;
    for (size_t i = places.size(); i-- > 1;)
      std::swap(places[i], places[static_cast<size_t>(draws.integer(0, static_cast<int>(i)))]);
    Law laws[2] = {Law(places.size(), 0), Law(places.size(), 0)};
    const double some = 1 - std::pow(1 - inclusion, candidates);
    for (int side = 0; side < 2; ++side)
      for (int state = 0; state < static_cast<int>(std::pow(3, candidates)); ++state) {  // left out, or an output
        double chance = 1 / some;
        int rest = state, winner = -1;
        for (size_t j = 0; j < runs.size(); ++j, rest /= 3) {
          const size_t output = static_cast<size_t>(rest % 3);
          if (output == 2) {
            chance *= 1 - inclusion;
            continue;
          }
          chance *= inclusion * (side == 0 ? runs[j].q : runs[j].r)[output];
          winner = std::max(winner, static_cast<int>(places[2 * j + output]));
        }
        if (winner >= 0) laws[side][static_cast<size_t>(winner)] += chance;
      }
    RunsLaw law;
    ASSERT_TRUE(law.set_each_once(static_cast<size_t>(candidates), inclusion));
    const std::vector<Corner> corners = corners_of(runs[0]);
    for (double epsilon : {0.0, 0.2, 0.5, 1.0, 2.0}) {
      const double bound = bound_of(runs[0], corners, law, epsilon);
      const double found = std::fmax(hockey_stick(laws[0], laws[1], epsilon), hockey_stick(laws[1], laws[0], epsilon));
      EXPECT_LE(found, bound + 1e-13) << trial << ' ' << epsilon;
      if (found > 1e-9) closest = std::fmax(closest, found / bound);
    }
    EXPECT_LE(largest_log_ratio(laws[0], laws[1]), best_of_pure_up(run, law) * (1 + 1e-12));
  }
  EXPECT_GT(closest, 0.7);
  evidence("selection", "120 families of candidates, all subsets: at most %.4f of the bound on delta", closest);
}

// The greatest delta that some orders of a Gaussian pair attain: parts of low ratio go where the bound has them.
double attained(double mu, const RunsLaw &law, const Law &p, double epsilon) {
  const auto generating = [&](double t) {
    double sum = 0;
    for (size_t k = p.size(); k-- > 0;) sum = sum * t + p[k];
    return sum;
  };
  struct Part {
    double ratio, q, r, place;
  };
  constexpr int kParts = 4000;
  std::vector<Part> parts;
  double before[2] = {0, 0};
  for (int i = 0; i <= kParts; ++i) {
    const double at = -9 + 18.0 * i / kParts;
    const double here[2] = {i == kParts ? 1 : dpcvx::numeric::normal_cdf(at),
                            i == kParts ? 1 : dpcvx::numeric::normal_cdf(at - mu)};
    const double q = here[0] - before[0], r = here[1] - before[1];
    if (q > 0) parts.push_back({r / q, q, r, 0});
    before[0] = here[0], before[1] = here[1];
  }
  struct Place {
    double u, gained, lost;
  };
  std::vector<Place> places;
  for (int i = 0; i <= 800; ++i) {
    const double z = -8 + 16.0 * i / 800, u = dpcvx::numeric::normal_cdf(z);
    places.push_back({u, law.slope_up(u), std::exp(epsilon) * law.slope_up(dpcvx::numeric::normal_cdf(z - mu))});
  }
  double best = 0;
  for (double share : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
    double mass = 0;
    std::vector<Part> placed = parts;
    double risen = 0;
    for (Part &part : placed) {
      mass += part.q;
      if (mass > share) {
        risen += part.q;
        part.place = share + risen;
        continue;
      }
      double most = -INFINITY;
      for (const Place &place : places)
        if (place.gained - place.lost * part.ratio > most)
          most = place.gained - place.lost * part.ratio, part.place = place.u;
    }
    std::stable_sort(placed.begin(), placed.end(), [](const Part &a, const Part &b) { return a.place < b.place; });
    double u = 0, v = 0, sum = 0;
    for (const Part &part : placed) {
      const double next_u = std::fmin(1, u + part.q), next_v = std::fmin(1, v + part.r);
      sum +=
          std::fmax(0, generating(next_u) - generating(u) - std::exp(epsilon) * (generating(next_v) - generating(v)));
      u = next_u, v = next_v;
    }
    best = std::fmax(best, sum);
  }
  return best;
}

Law probabilities(const RunsLaw &law) {
  Law p(law.most() + 1, 0);
  for (size_t k = 1; k < p.size(); ++k) p[k] = law.probability(k);
  return p;
}

// The shares of a single fit's mu that a run keeps, computed with another program (8,000 cells, 60 bisections).
TEST(BestOf, KeepsTheShareOfMuThatWasComputedElsewhere) {
  constexpr double kEpsilon = 1, kDelta = 1e-6;
  const double single = dpcvx::privacy::gdp_mu_down(kEpsilon, kDelta);
  BestOf best;
  ASSERT_TRUE(best.allocate());
  struct {
    double shape, gamma, share;  // 1 / gamma is the mean at shape 1
  } const geometric[] = {{1, 1.0 / 3, 0.826}, {1, 0.1, 0.692}, {1, 1.0 / 30, 0.603}};
  for (const auto &it : geometric) {
    RunsLaw law;
    ASSERT_TRUE(law.set_negative_binomial(it.shape, it.gamma));
    EXPECT_NEAR(law.mean_up(), 1 / it.gamma, 1e-3);
    const double mu = best.gdp_mu_within(law, kEpsilon, kDelta);
    EXPECT_NEAR(mu / single, it.share, 0.004);
    EXPECT_LE(best.gdp_delta_up(mu, law, kEpsilon), kDelta);
    const double found = attained(mu, law, probabilities(law), kEpsilon);
    EXPECT_LE(found, kDelta);
    EXPECT_GT(found, 0.8 * kDelta);
    evidence("selection", "geometric runs, mean %.0f: a run keeps %.3f of mu at (1, 1e-6); %.3f of delta is attained",
             1 / it.gamma, mu / single, found / kDelta);
  }
  struct {
    size_t candidates;
    double inclusion, share;  // not conditioned on a run
  } const once[] = {{2, 0.8, 0.882}, {3, 0.8, 0.791}, {5, 0.8, 0.661}, {5, 0.95, 0.542}, {10, 0.5, 0.656}};
  for (const auto &it : once) {
    RunsLaw law;
    ASSERT_TRUE(law.set_each_once(it.candidates, it.inclusion));
    const double mu = best.gdp_mu_within(law, kEpsilon, kDelta);
    EXPECT_NEAR(mu / single, it.share, 0.012);
    evidence("selection", "%zu candidates, each run with probability %.2f: a run keeps %.3f of mu; a split %.3f",
             it.candidates, it.inclusion, mu / single, 1 / std::sqrt(static_cast<double>(it.candidates)));
  }
}

// One run costs what it costs.
TEST(BestOf, OfOneRunIsTheRun) {
  const RunsLaw one = table({0, 1});
  BestOf best;
  ASSERT_TRUE(best.allocate());
  for (double epsilon : {0.0, 0.5, 2.0}) {
    const double delta = dpcvx::privacy::gdp_delta_up(0.5, epsilon);
    EXPECT_GE(best.gdp_delta_up(0.5, one, epsilon), delta);
    EXPECT_LE(best.gdp_delta_up(0.5, one, epsilon), delta * (1 + 1e-10));
  }
  EXPECT_NEAR(best_of_pure_up(0.7, one), 0.7, 1e-11);
}

// epsilon + 2 log((e^epsilon + gamma) / (1 + gamma e^epsilon)) of geometric runs, and three outputs that attain it.
TEST(BestOf, PureRunsAttainTheirPrice) {
  for (double run : {0.1, 0.5, 1.0}) {
    const double gamma = 0.3, factor = std::exp(run);
    RunsLaw geometric;
    ASSERT_TRUE(geometric.set_negative_binomial(1, gamma));
    const double price = best_of_pure_up(run, geometric);
    EXPECT_NEAR(price, run + 2 * std::log((factor + gamma) / (1 + gamma * factor)), 2e-3);
    EXPECT_LT(price, 3 * run);
    EXPECT_NEAR(best_of_pure_within(price, geometric), run, 1e-5);
    const Law p = {0, 0.4, 0.3, 0.2, 0.1};
    const double corner = 1 / (1 + factor), tiny = 1e-6;
    Pair pair{{1 - corner - tiny, tiny, corner}, {(1 - corner - tiny) / factor, tiny / factor, 0}};
    pair.r[2] = 1 - pair.r[0] - pair.r[1];
    const double found = largest_log_ratio(best_of(pair.q, {0, 1, 2}, p), best_of(pair.r, {0, 1, 2}, p));
    EXPECT_LE(found, best_of_pure_up(run, table(p)) + 1e-5);
    EXPECT_GE(found, 0.995 * best_of_pure_up(run, table(p)));
  }
}

// ---- Controls: what a wrong mechanism attains at a price that does not cover it ----

struct Response {
  Pair pair;
  double run = 0.5;
  Response() {
    const double half = 1 / (1 + std::exp(run));
    pair = {{1 - half, half}, {half, 1 - half}};
  }
  double ratio(const Law &p) const { return largest_log_ratio(best_of(pair.q, {0, 1}, p), best_of(pair.r, {0, 1}, p)); }
  double price(const Law &p) const { return best_of_pure_up(run, table(p)); }
};
const Law kRandom = {0, 0.4, 0.24, 0.144, 0.216}, kFixed = {0, 0, 0, 0, 1};

TEST(BestOf, ControlAFixedNumberOfRunsAtTheRandomOnesPrice) {
  const Response it;
  EXPECT_GT(it.ratio(kFixed), 1.5 * it.price(kRandom));
}

TEST(BestOf, ControlThePriceOfOneRun) {
  const Response it;
  EXPECT_GT(it.ratio(kRandom), 1.2 * it.run);
  EXPECT_LE(it.ratio(kRandom), it.price(kRandom));
}

// Runs go on until the upper output comes: their number is chosen after the scores.
TEST(BestOf, ControlAsManyRunsAsTheScoresWant) {
  const Response it;
  const auto until = [](const Law &law) { return Law{std::pow(law[0], 4), 1 - std::pow(law[0], 4)}; };
  EXPECT_GT(std::fmax(largest_log_ratio(until(it.pair.q), until(it.pair.r)),
                      largest_log_ratio(until(it.pair.r), until(it.pair.q))),
            1.5 * it.price(kRandom));
}

// The output is private, the score is the data: the best of runs that cost nothing tells them apart.
TEST(BestOf, ControlAScoreThatIsNotPartOfTheRun) {
  const Law coin = {0.5, 0.5};
  EXPECT_GT(largest_log_ratio(best_of(coin, {0, 1}, kRandom), best_of(coin, {1, 0}, kRandom)),
            best_of_pure_up(0, table(kRandom)) + 0.5);
}

TEST(BestOf, ControlAllCandidatesAtThePriceOfFew) {
  RunsLaw few;
  ASSERT_TRUE(few.set_each_once(4, 0.3));
  const Response it;
  EXPECT_GT(it.ratio(kFixed), 1.5 * best_of_pure_up(it.run, few));
}

}  // namespace
