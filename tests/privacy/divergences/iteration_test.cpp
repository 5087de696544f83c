// The last iterate of noisy contractive steps: against the exact laws of quadratics, the least shifts found step by
// step, and the laws of clipped walks on a grid.
#include "privacy/divergences/iteration.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "numeric/normal.h"
#include "privacy/divergences/gdp.h"
#include "privacy/helpers.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

// mu of x_k = c x_(k-1) + s [the unit is met] + noise, of which all iterates are Gaussian.
long double quadratic_mu(const Iteration &iteration, const std::vector<bool> &met) {
  long double moved = 0, variance = 0;
  for (const bool now : met) {
    moved = iteration.contraction * moved + (now ? iteration.sensitivity : 0);
    variance = static_cast<long double>(iteration.contraction) * iteration.contraction * variance + 1;
  }
  return moved / (std::sqrt(variance) * iteration.noise);
}

std::vector<bool> every(int64_t period, int64_t steps) {
  std::vector<bool> met(static_cast<size_t>(steps));
  for (int64_t k = steps; k >= 1; k -= period) met[static_cast<size_t>(k - 1)] = true;
  return met;
}

// The least sum of squares of shifts, as the slopes of the greatest convex minorant (PROOFS.md, 16.2): what is to be
// shifted up to a step against the squares of contractions. A different way from the closed forms.
long double least_shifts(const Iteration &iteration, const std::vector<bool> &met, long double start) {
  const size_t steps = met.size();
  struct Point {
    long double at, height;
  };
  std::vector<Point> hull{{0, 0}};
  long double at = 0, height = start * std::pow(static_cast<long double>(iteration.contraction), steps);
  for (size_t k = 1; k <= steps; ++k) {
    const long double power = std::pow(static_cast<long double>(iteration.contraction), steps - k);
    if (met[k - 1]) height += power * iteration.sensitivity;
    at += power * power;
    const Point next{at, height};
    while (hull.size() > 1) {
      const Point &b = hull.back(), &a = hull[hull.size() - 2];
      if ((b.height - a.height) * (next.at - b.at) <= (next.height - b.height) * (b.at - a.at)) break;
      hull.pop_back();
    }
    hull.push_back(next);
  }
  long double sum = 0;
  for (size_t i = 1; i < hull.size(); ++i)
    sum += std::pow(hull[i].height - hull[i - 1].height, 2) / (hull[i].at - hull[i - 1].at);
  return std::sqrt(sum) / iteration.noise;
}

TEST(Iteration, FullBatchesAreExactOnTheQuadratic) {
  double worst = 0;
  for (double contraction : {0.0, 0.3, 0.9, 0.999, 1.0})
    for (int64_t steps : {1, 2, 7, 100, 10000}) {
      const Iteration iteration{0.2, 1.5, contraction, steps};
      const double exact = static_cast<double>(quadratic_mu(iteration, every(1, steps)));
      const double bound = iteration_mu_up(iteration, 1, INFINITY);
      EXPECT_GE(bound, exact * (1 - 1e-15)) << contraction << " " << steps;
      worst = std::max(worst, bound / exact - 1);
    }
  EXPECT_LT(worst, 1e-9);
  evidence("iteration", "full batches, 25 quadratics: never below the exact mu, above by at most %.1e", worst);
}

TEST(Iteration, OnePositionIsExactOnTheQuadratic) {
  double worst = 0;
  for (double contraction : {0.5, 0.99, 1.0})
    for (int64_t steps : {1, 5, 300})
      for (int64_t position : {int64_t{1}, (steps + 1) / 2, steps}) {
        const Iteration iteration{1, 2, contraction, steps};
        // A step that goes to one of two points forgets what was before.
        std::vector<bool> met(static_cast<size_t>(steps - position + 1));
        met[0] = true;
        const double exact = static_cast<double>(quadratic_mu(iteration, met));
        const double bound = iteration_mu_at_up(iteration, position);
        EXPECT_GE(bound, exact * (1 - 1e-15));
        worst = std::max(worst, bound / exact - 1);
        // Control: a position that is off by one is below the truth.
        if (position > 1) {
          EXPECT_LT(iteration_mu_at_up(iteration, position - 1), exact);
        }
      }
  EXPECT_LT(worst, 1e-9);
  evidence("iteration", "one position: above the exact mu by at most %.1e; positions off by one fall below it", worst);
}

TEST(Iteration, CyclicBatchesAreTheLeastShifts) {
  double worst = 0, above_quadratic = 0;
  for (double contraction : {0.2, 0.8, 0.97, 0.9999, 1.0})
    for (int64_t period : {1, 2, 3, 10, 50})
      for (int64_t steps : {int64_t{1}, period, 3 * period, 3 * period + 1, 20 * period}) {
        const Iteration iteration{0.7, 1, contraction, steps};
        const double least = static_cast<double>(least_shifts(iteration, every(period, steps), 0));
        const double bound = iteration_mu_up(iteration, period, INFINITY);
        EXPECT_GE(bound, least * (1 - 1e-12)) << contraction << " " << period << " " << steps;
        worst = std::max(worst, bound / least - 1);
        // No unit of another batch costs more, and the quadratic does not either.
        for (int64_t last : {steps - 1, steps - period / 2}) {
          if (last < 1) continue;
          std::vector<bool> met = every(period, last);
          met.resize(static_cast<size_t>(steps));
          EXPECT_LE(static_cast<double>(quadratic_mu(iteration, met)), bound);
        }
        // The quadratic from any step on, at which all before is forgotten.
        double exact = 0;
        for (int64_t window = 1; window <= steps; window += period)
          exact = std::max(exact, static_cast<double>(quadratic_mu(iteration, every(period, window))));
        EXPECT_GE(bound, exact * (1 - 1e-15));
        above_quadratic = std::max(above_quadratic, bound / exact);
      }
  EXPECT_LT(worst, 1e-9);
  evidence("iteration", "cyclic batches, 125 cases: the least shifts to %.1e; at most %.2f times the quadratic's mu",
           worst, above_quadratic);
}

// Bok, Su and Altschuler 2024 state these for the worst batch.
TEST(Iteration, AgreesWithPublishedForms) {
  const double c = 0.95;
  const int64_t batches = 8, epochs = 12;
  const double cl = std::pow(c, batches), rest = std::pow(c, batches * (epochs - 1));
  const double published =
      std::sqrt(1 + std::pow(c, 2 * batches - 2) * (1 - c * c) / ((1 - cl) * (1 - cl)) * (1 - rest) / (1 + rest));
  EXPECT_NEAR(iteration_mu_up({1, 1, c, batches * epochs}, batches, INFINITY), published, 1e-9 * published);
  // Convex losses on a bounded set: sqrt(3 D s + s^2 ceil(D / s)) / noise, for any number of steps beyond D / s.
  for (double diameter : {1.0, 7.3, 500.0}) {
    const double s = 0.1, form = std::sqrt(3 * diameter * s + s * s * std::ceil(diameter / s));
    const double bound = iteration_mu_up({s, 1, 1, 1000000000}, 1, diameter);
    EXPECT_LE(bound, form * (1 + 1e-9));
    EXPECT_GE(bound, 0.99 * form);
  }
}

TEST(Iteration, StopsGrowingOnABoundedSet) {
  const double few = iteration_mu_up({0.01, 1, 1, 1000}, 1, 2), many = iteration_mu_up({0.01, 1, 1, 1000000000}, 1, 2);
  const double cyclic = iteration_mu_up({0.01, 1, 1, 1000000000}, 100, 2);
  EXPECT_LE(many, few * (1 + 1e-6));
  EXPECT_LT(cyclic, many);
  EXPECT_NEAR(many, 2 * std::sqrt(2 * 0.01), 1e-3 * many);
  evidence("iteration", "bounded set, D / s = 200: mu %.4f after 10^3 steps, %.4f after 10^9; 100 cyclic batches %.4f",
           few, many, cyclic);
}

// The shifts that the bounded form claims are those of some feasible schedule: none is below the least one.
TEST(Iteration, BoundedSetsAreNeverBelowTheLeastShifts) {
  double worst = 1;
  for (double contraction : {0.8, 0.99, 1.0})
    for (int64_t period : {1, 2, 5, 20})
      for (double diameter : {0.3, 2.0, 30.0}) {
        const int64_t steps = 400;
        const Iteration iteration{0.25, 1, contraction, steps};
        const double bound = iteration_mu_up(iteration, period, diameter);
        double least = static_cast<double>(least_shifts(iteration, every(period, steps), 0));
        for (int64_t window = 1; window <= steps; ++window)
          least = std::min(least, static_cast<double>(
                                      least_shifts({0.25, 1, contraction, window}, every(period, window), diameter)));
        EXPECT_GE(bound, least * (1 - 1e-9)) << contraction << " " << period << " " << diameter;
        worst = std::max(worst, bound / least);
      }
  EXPECT_LT(worst, 1.08);
  evidence("iteration", "bounded sets, 36 cases: at least the least shifts of 400 windows, at most %.4f times them",
           worst);
}

// An audit: last iterates of noisy gradient descent on a quadratic, f_i(x) = (x - b_i)^2 / 2 over ten records, one of
// which differs. A threshold tells how well they can be told apart.
TEST(Iteration, AnAuditReachesTheBoundToTwoPercent) {
  constexpr int kRuns = 400000, kSteps = 12, kRecords = 10;
  const double eta = 0.3, noise = 0.04, moved = 1;
  const Iteration iteration{eta * moved / kRecords, noise, 1 - eta, kSteps};
  const double bound = iteration_mu_up(iteration, 1, INFINITY);
  Inputs inputs(41);
  double mean[2] = {0, 0};
  int above[2] = {0, 0};
  for (int dataset : {0, 1})  // without noise: where the threshold lies
    for (int k = 0; k < kSteps; ++k) mean[dataset] += -eta * (mean[dataset] - dataset * moved / kRecords);
  const double threshold = (mean[0] + mean[1]) / 2;
  for (int run = 0; run < 2 * kRuns; ++run) {
    const int dataset = run % 2;
    double x = 0, spare = 0;
    for (int k = 0; k < kSteps; ++k) {
      if (k % 2 == 0) {  // two normal draws at a time
        const double length = std::sqrt(-2 * std::log(inputs.uniform(0x1p-60, 1))),
                     angle = inputs.uniform(0, 6.283185307179586);
        spare = length * std::sin(angle);
        x += -eta * (x - dataset * moved / kRecords) + noise * length * std::cos(angle);
      } else {
        x += -eta * (x - dataset * moved / kRecords) + noise * spare;
      }
    }
    above[dataset] += x > threshold;
  }
  // Of mu-GDP at this threshold both error rates are Phi(-mu / 2).
  const double wrong = (above[0] + kRuns - above[1]) / (2.0 * kRuns),
               error = 4 * std::sqrt(wrong * (1 - wrong) / (2.0 * kRuns));
  EXPECT_GE(wrong + error, numeric::normal_cdf(-bound / 2));
  EXPECT_LE(wrong - error, numeric::normal_cdf(-0.98 * bound / 2));
  // Control: a tenth less sensitivity.
  EXPECT_LT(wrong + error, numeric::normal_cdf(-0.9 * bound / 2));
  double reached = bound;
  while (numeric::normal_cdf(-reached / 2) < wrong) reached *= 1 - 1e-4;
  evidence("iteration", "audit of gradient descent on a quadratic, 800,000 runs: mu %.4f of a bound of %.4f (%.2f %%)",
           reached, bound, 100 * reached / bound);
}

// Excess risks of noisy gradient descent on a quadratic with these curvatures, from a start at distance 1, for mu = 1
// and gradients that one unit moves by `moved`: of the last iterate alone, and of an average of the last `kept` of all
// that are released.
struct Quadratic {
  std::vector<double> curvatures;  // rising, the last is 1
  double moved;

  double of_last(double eta, int steps) const {
    const double contraction = std::max(std::fabs(1 - eta * curvatures[0]), std::fabs(1 - eta));
    const double noise = iteration_mu_up({eta * moved, 1, contraction, steps}, 1, INFINITY);
    return sum(eta, [&](double a) {
      const double left = std::pow(a, 2 * steps);
      return Parts{noise * noise * (1 - left) / (1 - a * a), left};
    });
  }
  double of_average(double eta, int steps, int kept) const {
    const double noise = eta * moved * std::sqrt(static_cast<double>(steps));
    return sum(eta, [&](double a) {
      double squares = 0;
      for (int j = 1; j <= steps; ++j) {
        const int first = std::max(j, steps - kept + 1);  // of the iterates in the average that step j moves
        const double weight = (std::pow(a, first - j) - std::pow(a, steps - j + 1)) / (1 - a) / kept;
        squares += weight * weight;
      }
      const double left = (std::pow(a, steps - kept + 1) - std::pow(a, steps + 1)) / (1 - a) / kept;
      return Parts{noise * noise * squares, left * left};
    });
  }

 private:
  struct Parts {
    double variance, left;
  };
  template <class F>
  double sum(double eta, const F &parts_at) const {
    double out = 0;
    for (const double h : curvatures) {
      const Parts parts = parts_at(1 - eta * h);
      out += h / 2 * (parts.variance + parts.left / static_cast<double>(curvatures.size()));
    }
    return out;
  }
};

// Averages have noise of covariance H^-2 moved^2 / mu^2, the last iterate of about (H m)^-1 moved^2 / mu^2, m the least
// curvature. At the best steps of each, the last iterate alone is worse, or as good where all curvatures are alike.
TEST(Iteration, AveragesAreAsGoodAsTheLastIterateOrBetter) {
  double best_of_last = 9, worst_of_last = 0;
  for (const double condition : {1.01, 2.0, 10.0, 100.0})
    for (const double moved : {0.1, 0.01}) {
      const Quadratic of{{1 / condition, std::pow(condition, -2.0 / 3), std::pow(condition, -1.0 / 3), 1}, moved};
      double last = INFINITY, average = INFINITY;
      for (const double eta : {0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 0.99})
        for (const int steps : {1, 2, 3, 5, 9, 18, 35, 70, 140, 280, 560}) {
          last = std::min(last, of.of_last(eta, steps));
          for (const int share : {1, 2, 4})
            average = std::min(average, of.of_average(eta, steps, (steps + share - 1) / share));
        }
      best_of_last = std::min(best_of_last, last / average);
      worst_of_last = std::max(worst_of_last, last / average);
      EXPECT_GE(last, 0.97 * average) << condition << " " << moved;
    }
  EXPECT_GT(worst_of_last, 1.5);
  evidence("iteration",
           "last iterates of the same mu on 8 quadratics, best steps of each: %.2f to %.2f times the excess "
           "risk of averages",
           best_of_last, worst_of_last);
}

// A walk on [0, D] under a map of slope at most 1 each step, on a grid: the probabilities of both datasets.
class Walk {
 public:
  Walk(double diameter, double noise, int cells) : diameter_(diameter), noise_(noise), cells_(cells), law_(cells + 1) {
    law_[0] = 1;
  }
  // Moves every cell by map(x), adds noise, and clips to the ends.
  template <class Map>
  void step(const Map &map) {
    std::vector<double> next(law_.size());
    const double width = diameter_ / cells_;
    for (int i = 0; i <= cells_; ++i) {
      if (law_[static_cast<size_t>(i)] < 1e-18) continue;
      const double centre = map(i * width);
      double below = 0;
      for (int j = 0; j <= cells_; ++j) {
        const double up_to = j == cells_ ? 1 : numeric::normal_cdf(((j + 0.5) * width - centre) / noise_);
        next[static_cast<size_t>(j)] += law_[static_cast<size_t>(i)] * (up_to - below);
        below = up_to;
      }
    }
    law_ = next;
  }
  double operator[](size_t i) const { return law_[i]; }
  size_t size() const { return law_.size(); }

 private:
  double diameter_, noise_;
  int cells_;
  std::vector<double> law_;
};

double hockey_stick(const Walk &one, const Walk &other, double epsilon) {
  double sum = 0;
  for (size_t i = 0; i < one.size(); ++i) sum += std::max(0.0, one[i] - std::exp(epsilon) * other[i]);
  return sum;
}

TEST(Iteration, NoWalkOnABoundedSetIsAboveTheBound) {
  Inputs inputs(29);
  const double diameter = 3;
  const int cells = 120;
  double closest = 0;
  int beyond = 0, tried = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const double s = inputs.uniform(0.1, 0.6), noise = inputs.uniform(0.4, 1.2);
    const double slope = trial % 3 == 0 ? 1 : inputs.uniform(0.5, 1), kink = inputs.uniform(0, diameter);
    const int64_t period = 1 + inputs.below(3), steps = 1 + inputs.below(14);
    Walk with(diameter, noise, cells), without(diameter, noise, cells);
    // Slopes change at a kink: the map brings no two points apart.
    const auto map = [&](double x) {
      return slope * std::min(x, kink) + (1 - trial % 2 * 0.5) * slope * std::max(0.0, x - kink);
    };
    for (int64_t k = 1; k <= steps; ++k) {
      const bool met = (steps - k) % period == 0;
      with.step([&](double x) { return map(x) + (met ? s : 0); });
      without.step(map);
    }
    const double mu = iteration_mu_up({s, noise, slope, steps}, period, diameter);
    for (double epsilon : {0.0, 0.3, 1.0, 2.0}) {
      const double exact = std::max(hockey_stick(with, without, epsilon), hockey_stick(without, with, epsilon));
      const double bound = gdp_delta_up(mu, epsilon);
      EXPECT_LE(exact, bound + 1e-9) << trial << " " << epsilon;
      closest = std::max(closest, exact / bound);
      // Control: noise that counts as a fourth more than there is.
      ++tried;
      beyond +=
          exact > gdp_delta_up(iteration_mu_up({s, 1.25 * noise, slope, steps}, period, diameter), epsilon) + 1e-9;
    }
  }
  EXPECT_GT(beyond, 10);
  evidence("iteration",
           "clipped walks, 40 by exact sums: delta at most %.3f of the bound; of noise overstated by a fourth "
           "%d of %d are caught",
           closest, beyond, tried);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
