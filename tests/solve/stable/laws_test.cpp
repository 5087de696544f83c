// The exact output laws of stable minima on neighbours, hockey-sticks by quadrature, against the delta that is claimed.
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/text.h"
#include "support/evidence.h"
#include "support/long_audits.h"
#include "mechanism/propose_test_release/threshold_law.h"
#include "privacy/divergences/gdp.h"
#include "solve/stable/stability_search.h"

namespace {

using namespace search;
using dpcvx::mechanism::StabilityLaw;

// A law of outputs: nothing with some probability, else a mixture of round Gaussians.
struct Law {
  double nothing = 0;
  std::vector<double> weights;
  std::vector<Vec> points;

  void add(double weight, Vec point) {
    for (size_t k = 0; k < points.size(); ++k)
      if (points[k].x == point.x && points[k].y == point.y) {
        weights[k] += weight;
        return;
      }
    weights.push_back(weight);
    points.push_back(point);
  }
  double density(Vec at, double sigma, int dimension) const {
    double sum = 0;
    for (size_t k = 0; k < points.size(); ++k) {
      const Vec away = (1 / sigma) * (at - points[k]);
      sum += weights[k] * std::exp(-dot(away, away) / 2);
    }
    return sum * std::pow(sigma * 2.5066282746310002, -dimension);
  }
};

// max over events of P(event) - e^epsilon Q(event). All points lie on the x axis if `dimension` is 1.
double hockey_stick(const Law &P, const Law &Q, double epsilon, double sigma, int dimension) {
  const double factor = std::exp(epsilon);
  double out = std::max(0.0, P.nothing - factor * Q.nothing);
  // Windows around P's points, where P is; what lies outside of all is below 1e-17.
  std::vector<Vec> sorted = P.points;
  std::sort(sorted.begin(), sorted.end(), [](Vec a, Vec b) { return a.x < b.x; });
  double low_y = 0, high_y = 0;
  for (Vec point : sorted) low_y = std::min(low_y, point.y), high_y = std::max(high_y, point.y);
  const double wide = 8.5 * sigma, step = sigma / (dimension == 1 ? 200 : 8);
  double done = -INFINITY;
  for (Vec point : sorted) {
    for (double x = std::max(done + step, point.x - wide); x <= point.x + wide; x += step) {
      done = x;
      if (dimension == 1) {
        out += step * std::max(0.0, P.density({x, 0}, sigma, 1) - factor * Q.density({x, 0}, sigma, 1));
        continue;
      }
      for (double y = low_y - wide; y <= high_y + wide; y += step)
        out += step * step * std::max(0.0, P.density({x, y}, sigma, 2) - factor * Q.density({x, y}, sigma, 2));
    }
  }
  return out;
}

double mass(const StabilityLaw &law, int64_t r) { return law.pass(r) - law.pass(r + 1); }

// Along the line through both points the laws are of one dimension.
void soft_laws(const Outcome &a, const Outcome &b, const StabilityLaw &law, Law *P, Law *Q) {
  const bool both = a.score <= law.top() && b.score <= law.top();
  P->nothing = 1 - law.pass(a.score);
  Q->nothing = 1 - law.pass(b.score);
  P->add(law.pass(a.score), {0, 0});
  Q->add(law.pass(b.score), {both ? norm(a.point - b.point) : 0, 0});
}

Law hard_law(const Setting &setting, const std::vector<Users> &users, const std::vector<double> &norms,
             const StabilityLaw &law) {
  Law out;
  for (int64_t r = 0; r <= law.top(); ++r) {
    Vec point;
    if (hard(setting.world, users, setting.n, setting.hard, r, norms, setting.errors, &point))
      out.add(mass(law, r), point);
    else
      out.nothing += mass(law, r);
  }
  return out;
}

struct Price {
  double epsilon, delta, share;
};
constexpr Price kPrices[] = {{3, 1e-2, 0.6}, {3, 1e-3, 0.85}, {1, 1e-2, 0.3}, {1, 1e-2, 0.85}};

struct Trial {
  bool family = false, means = true;
  int dimension = 1;
  int64_t pairs = 0;
  double noise = 1;    // 1/2: a control
  bool fixed = false;  // a public point
};

// The largest hockey-stick over the claimed delta.
double largest(const Trial &trial, uint64_t seed) {
  std::mt19937_64 bits(seed);
  Dice dice(bits);
  double most = 0;
  int64_t pairs = 0;
  for (int turn = 0; pairs < trial.pairs; ++turn) {
    const Price &price = kPrices[turn % 4];
    const double mu = price.share * dpcvx::privacy::gdp_mu_down(price.epsilon, price.delta);
    dpcvx::Error error(nullptr, "law");
    StabilityLaw law;
    EXPECT_EQ(trial.family ? law.make_family(price.epsilon, price.delta, mu, error)
                           : law.make_point(price.epsilon, price.delta, mu, error),
              DPCVX_OK);
    Setting setting;
    setting.world.dimension = trial.dimension;
    setting.world.means = trial.means;
    setting.fixed = trial.fixed;
    if (!any_setting(dice, Control::kNone, &setting, law.top())) continue;
    const double sigma = trial.noise * (trial.family ? setting.hard.distance : setting.soft.distance) / mu;
    const auto stick = [&](const Neighbours &pair) {
      const std::vector<Users> one = pair.side(true), two = pair.side(false);
      const Outcome a = soft(setting.world, one, setting.n, setting.soft, setting.errors);
      const Outcome b = soft(setting.world, two, setting.n, setting.soft, setting.errors);
      Law P, Q;
      int dimension = 1;
      if (trial.family) {
        P = hard_law(setting, one, a.norms[0], law);
        Q = hard_law(setting, two, b.norms[0], law);
        dimension = trial.dimension;
      } else {
        soft_laws(a, b, law, &P, &Q);
      }
      ++pairs;
      const double sticks = std::max(hockey_stick(P, Q, price.epsilon, sigma, dimension),
                                     hockey_stick(Q, P, price.epsilon, sigma, dimension));
      return sticks / law.delta();
    };
    Neighbours at = any_neighbours(dice, setting);
    double best = stick(at);
    for (int k = 0; k < 40 && pairs < trial.pairs; ++k) {
      const Neighbours next = mutated(dice, setting, at);
      const double value = stick(next);
      if (value < best) continue;
      at = next;
      best = value;
    }
    most = std::max(most, best);
  }
  return most;
}

int64_t times(int64_t pairs) { return long_audits() ? 10 * pairs : pairs; }

// What the trapezoids of a quadrature may be off at corners.
constexpr double kQuadrature = 1e-3;

TEST(StabilityLaws, SoftRemovalStaysWithinItsDelta) {
  const double means = largest({false, true, 1, times(5000)}, 1), plane = largest({false, true, 2, times(5000)}, 2);
  const double others = largest({false, false, 2, times(1000)}, 3);
  EXPECT_LE(means, 1 + kQuadrature);
  EXPECT_LE(plane, 1 + kQuadrature);
  EXPECT_LE(others, 1 + kQuadrature);
  evidence(
      "stability laws",
      "soft removal, hockey-stick over delta: %.3f and %.3f in the plane of %lld pairs of means, %.3f of %lld others",
      means, plane, static_cast<long long>(2 * times(5000)), others, static_cast<long long>(times(1000)));
}

TEST(StabilityLaws, PublicPointsStayWithinTheirDelta) {
  const double means = largest({false, true, 1, times(2000), 1, true}, 8);
  const double others = largest({false, false, 2, times(1000), 1, true}, 9);
  EXPECT_LE(means, 1 + kQuadrature);
  EXPECT_LE(others, 1 + kQuadrature);
  evidence("stability laws", "public point, hockey-stick over delta: %.3f of %lld pairs of means, %.3f of %lld others",
           means, static_cast<long long>(times(2000)), others, static_cast<long long>(times(1000)));
}

TEST(StabilityLaws, HardRemovalStaysWithinItsDelta) {
  const double means = largest({true, true, 1, times(10000)}, 4), others = largest({true, false, 1, times(1000)}, 5);
  const double plane = largest({true, false, 2, times(20)}, 6);
  EXPECT_LE(means, 1 + kQuadrature);
  EXPECT_LE(others, 1 + kQuadrature);
  EXPECT_LE(plane, 1 + kQuadrature);
  evidence(
      "stability laws",
      "hard removal, hockey-stick over delta: %.3f of %lld pairs of means, %.3f of %lld others, %.3f of %lld in the "
      "plane",
      means, static_cast<long long>(times(10000)), others, static_cast<long long>(times(1000)), plane,
      static_cast<long long>(times(20)));
}

TEST(StabilityLawsControl, HalfTheNoiseIsSeen) { EXPECT_GT(largest({false, true, 1, 3000, 0.5}, 7), 1.5); }

}  // namespace
