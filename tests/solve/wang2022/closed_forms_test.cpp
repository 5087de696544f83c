// The closed forms of Wang, Lei, Ying and Zhang 2022 for DP-SGD: the search for beta against a scan, where their noise
// exists, how much larger than the tight one it is, what it really pays, Lemma 13, and the schedules.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "audit/generator.h"
#include "base/error.h"
#include "dpcvx.h"
#include "support/evidence.h"
#include "privacy/calibration/calibrate_sampled.h"
#include "privacy/pld/tight.h"
#include "solve/wang2022/schedules.h"
#include "solve/wang2022/gradient_noise.h"

namespace {

using dpcvx::solve::paper_gradient_epsilon;
using dpcvx::solve::paper_gradient_noise;
using dpcvx::solve::paper_schedule;
using dpcvx::solve::PaperNoise;
using dpcvx::solve::PaperSchedule;
using dpcvx::solve::PaperTheorem;
using dpcvx::solve::ScheduleInputs;

struct Cell {
  double units, steps, epsilon, delta;
};

// Theorem 11 read literally at one beta, with G = 1/2: sigma, and whether each of the two conditions holds.
struct PaperCondition {
  double multiplier;
  bool enough_noise, order_within;
};

PaperCondition paper_gradient_condition(double units, double steps, double epsilon, double delta, double beta) {
  const double lambda = std::log(1 / delta) / ((1 - beta) * epsilon) + 1;
  const double square = 14 * 0.25 * (steps / units) / (beta * units * epsilon) * lambda;
  return {std::sqrt(square), square >= 0.67,
          lambda - 1 <= square * (2.0 / 3) * std::log(units / (lambda * (1 + square)))};
}

// Calls visit(beta) for 4000 of them, near both ends and between.
template <class Visit>
void each_beta(const Visit &visit) {
  for (int i = 1; i < 2000; ++i) {
    visit(i / 2000.0);
    visit(std::pow(10, -12.0 * i / 2000));
  }
}

template <class Visit>
void each_cell(const Visit &visit) {
  for (double units : {2.0, 18.0, 100.0, 1e3, 1e4, 1e6, 1e9})
    for (double passes : {1e-3, 0.1, 1.0, 30.0, 1e4})
      for (double epsilon : {0.01, 0.1, 0.5, 1.0, 3.0, 10.0, 100.0})
        for (double delta : {1e-12, 1e-6, 1 / (units * units), 0.1})
          if (passes * units >= 1) visit(Cell{units, passes * units, epsilon, delta});
  // So few units that the order's condition holds for little noise alone.
  for (double a : {0.05, 0.06, 0.065, 0.07, 0.075})
    for (double steps = 1; steps < 300; steps *= 2) visit(Cell{2, steps, 100, std::exp(-100 * a)});
}

// No beta of a scan is feasible where none is said to be, or has a lesser sigma; the one that is found meets both
// conditions as the theorem states them.
TEST(PaperNoise, SearchIsExact) {
  int exist = 0, none = 0, lacks[3] = {};
  each_cell([&](const Cell &it) {
    const PaperNoise found = paper_gradient_noise(it.units, it.steps, it.epsilon, it.delta);
    ++lacks[found.lack];
    ++(found.exists() ? exist : none);
    double least = INFINITY;
    bool ordered = false;
    each_beta([&](double beta) {
      const PaperCondition at = paper_gradient_condition(it.units, it.steps, it.epsilon, it.delta, beta);
      ordered |= at.order_within;
      if (at.enough_noise && at.order_within) least = std::fmin(least, at.multiplier);
    });
    if (!found.exists()) {
      EXPECT_EQ(least, INFINITY) << it.units << " " << it.steps << " " << it.epsilon << " " << it.delta;
      EXPECT_EQ(ordered, found.lack == PaperNoise::kNoise) << "the condition that is named";
      return;
    }
    EXPECT_LE(found.multiplier, least * (1 + 1e-12));
    EXPECT_GT(found.beta, 0);
    EXPECT_LT(found.beta, 1);
    // At an end of what is feasible the conditions hold with equality, up to rounding.
    for (double nudge : {0.0, 1e-9, -1e-9}) {
      const PaperCondition at =
          paper_gradient_condition(it.units, it.steps, it.epsilon * (1 + nudge), it.delta, found.beta);
      EXPECT_NEAR(at.multiplier / found.multiplier, 1, 1e-8);
      if (at.enough_noise && at.order_within) return;
    }
    const PaperCondition at = paper_gradient_condition(it.units, it.steps, it.epsilon, it.delta, found.beta);
    EXPECT_GE(at.multiplier * at.multiplier, 0.67 * (1 - 1e-12));
    ADD_FAILURE() << it.units << " " << it.steps << " " << it.epsilon << " " << it.delta << " beta " << found.beta;
  });
  EXPECT_GT(exist, 200);
  EXPECT_GT(none, 200);
  EXPECT_GT(lacks[PaperNoise::kOrder], 200);
  EXPECT_GT(lacks[PaperNoise::kNoise], 0);
  evidence("paper noise",
           "search for beta against a scan of 4000: %d cells with a noise, %d without (%d for want of "
           "noise alone)",
           exist, none, lacks[PaperNoise::kNoise]);
}

// Where sigma^2 as a function of beta is least, and the rule "closest to 1/2" (or 1) is not the rule of least sigma.
TEST(PaperNoise, LeastSigmaIsPastOneHalf) {
  const double units = 1e9, steps = 1e12, epsilon = 2, delta = 1e-6;
  const PaperNoise found = paper_gradient_noise(units, steps, epsilon, delta);
  ASSERT_TRUE(found.exists());
  const double a = std::log(1 / delta) / epsilon;
  EXPECT_LE(found.beta, 1 / (1 + std::sqrt(a / (a + 1))) * (1 + 1e-12));
}

TEST(PaperNoise, EdgesOfItsArguments) {
  for (double units : {1.0, 2.0, 1e14})
    for (double steps : {1.0, 1e14})
      for (double epsilon : {1e-300, 1e-9, 1.0, 1e9, 1e300})
        for (double delta : {1e-300, 1e-9, 0.5, 1 - 1e-15}) {
          const PaperNoise found = paper_gradient_noise(units, steps, epsilon, delta);
          if (!found.exists()) continue;
          EXPECT_TRUE(found.beta > 0 && found.beta < 1);
          EXPECT_TRUE(found.multiplier > 0.8 && std::isfinite(found.multiplier));
        }
}

// Lemma 13, as far as it holds: for T = n, delta = 1 / n^2 and epsilon from its bound on there is a beta, but for n
// from 18 to 43, where its bound is too small by up to a sixth.
TEST(PaperNoise, Lemma13HoldsFrom44On) {
  double worst = 1, min_gap = INFINITY;
  const auto exists = [](double n, double epsilon) {
    return paper_gradient_noise(n, n, epsilon, 1 / (n * n)).exists();
  };
  int refuted = 0;
  for (double n = 18; n < 1e14; n = n < 300 ? n + 1 : std::floor(1.5 * n)) {
    const double stated = paper_gradient_epsilon(n);
    EXPECT_EQ(exists(n, stated), n >= 44) << n;
    refuted += !exists(n, stated);
    for (double factor = 1.18; factor < 1e6; factor *= 1.1)
      EXPECT_TRUE(exists(n, factor * stated)) << n << " " << factor;
    double low = stated * 1e-6, high = stated * 1.18;
    for (int i = 0; i < 60; ++i) {
      const double middle = std::sqrt(low * high);
      (exists(n, middle) ? high : low) = middle;
    }
    worst = std::fmax(worst, high / stated);
    min_gap = std::fmin(min_gap, high / stated);
  }
  EXPECT_EQ(refuted, 26);
  EXPECT_GT(worst, 1.1);
  evidence("paper noise",
           "Lemma 13: its epsilon suffices for n >= 44 (up to 10^14); for the 26 n from 18 to 43 no beta "
           "exists there: up to %.3f of it is needed; at n near 10^14 %.4f of it is enough",
           worst, min_gap);
}

double tight(const Cell &it) {
  dpcvx::Error error(nullptr, "test");
  double noise = NAN;
  EXPECT_EQ(dpcvx::privacy::calibrate_subsampled(dpcvx::privacy::Kind::kFixedSizeGaussian, 1 / it.units,
                                                 static_cast<int64_t>(it.steps), it.epsilon, it.delta, &noise, error),
            DPCVX_OK);
  return noise;
}

double really_paid(const Cell &it, double noise) {
  dpcvx::Error error(nullptr, "test");
  dpcvx::privacy::Curve curve;
  EXPECT_EQ(curve.add(dpcvx::privacy::fixed_size_gaussian(noise, 1 / it.units, static_cast<int64_t>(it.steps)), error),
            DPCVX_OK);
  double epsilon = NAN;
  EXPECT_EQ(dpcvx::privacy::tight_epsilon(curve, it.delta, &epsilon, error), DPCVX_OK);
  return epsilon;
}

// The map: sigma / (2 G) of the paper over the tight one, and the epsilon really paid, over n, T / n and epsilon.
TEST(PaperNoise, MapAgainstTheTightNoise) {
  const double delta = 1e-6;
  double least = INFINITY, most = 0;
  int exist = 0, all = 0;
  // The whole map when the long audits are asked for. Otherwise its corners, each at every other epsilon.
  const bool whole = long_audits();
  size_t corner = 0;
  for (double units : {1e3, 1e4, 1e5, 1e6})
    for (double passes : {0.1, 1.0, 10.0}) {
      if (!whole && (units == 1e4 || units == 1e6 || passes == 1)) continue;
      std::string line;
      size_t place = corner++;
      for (double epsilon : {0.1, 0.5, 1.0, 2.0, 8.0}) {
        if (!cell_taken(place++, 2)) continue;
        const Cell it{units, passes * units, epsilon, delta};
        const PaperNoise paper = paper_gradient_noise(it.units, it.steps, it.epsilon, it.delta);
        ++all;
        char text[96];
        std::snprintf(text, sizeof(text), " %g:", epsilon);
        line += text;
        if (paper.exists()) {
          ++exist;
          const double ours = tight(it), ratio = paper.multiplier / ours, paid = really_paid(it, paper.multiplier);
          EXPECT_LE(paid, epsilon) << "the paper's noise is private by the library's accounting";
          EXPECT_GE(ratio, 1);
          least = std::fmin(least, ratio);
          most = std::fmax(most, ratio);
          std::snprintf(text, sizeof(text), " %.2f/%.2f=%.2f (pays %.3f)", paper.multiplier, ours, ratio, paid);
        } else {
          std::snprintf(text, sizeof(text), " none/%.2f", tight(it));
        }
        line += text;
      }
      evidence("paper noise", "sigma / 2G, paper / tight, n = %.0e, T = %.1f n, by epsilon:%s", units, passes,
               line.c_str());
    }
  evidence("paper noise", "it exists in %d of %d cells (delta = 1e-6), and is %.2f to %.2f times the tight one", exist,
           all, least, most);
  EXPECT_GT(exist, all / 3);
  EXPECT_LT(exist, all);
}

TEST(PaperNoise, ThroughTheBoundary) {
  double beta = NAN, noise = NAN;
  ASSERT_EQ(dpcvx_reference_wang2022_noise(2, 100000, 100000, 1, 1e-6, &beta, &noise, nullptr), DPCVX_OK);
  const PaperNoise same = paper_gradient_noise(1e5, 1e5, 1, 1e-6);
  EXPECT_EQ(beta, same.beta);
  EXPECT_NEAR(noise, 4 * same.multiplier, 1e-14 * noise);
  EXPECT_GE(noise, 4 * same.multiplier);
  // The formula itself.
  const double lambda = std::log(1e6) / (1 - beta) + 1;
  EXPECT_NEAR(noise, std::sqrt(14 * 4 * 1e5 / (beta * 1e10) * lambda), 1e-12 * noise);
  dpcvx_error err;
  EXPECT_EQ(dpcvx_reference_wang2022_noise(2, 1000, 1000, 0.1, 1e-6, &beta, &noise, &err), DPCVX_ERR_NUMERIC);
  EXPECT_NE(std::string(err.message).find("lambda - 1 <= sigma^2 / (6 G^2)"), std::string::npos) << err.message;
}

// ---- schedules ----

TEST(PaperSchedule, TakesTheStatedNumbersOfSteps) {
  ScheduleInputs it{0, 1000, 10, 1, 1e-6, 0.01};
  const auto steps = [&](PaperTheorem theorem, double exponent) {
    it.exponent = exponent;
    return paper_schedule(theorem, it).steps;
  };
  for (PaperTheorem bounded : {PaperTheorem::kOutputBounded, PaperTheorem::kGradientBounded}) {
    EXPECT_EQ(steps(bounded, 0), 1e6);
    EXPECT_EQ(steps(bounded, 0.25), std::ceil(std::pow(1000, 1.4)));
    EXPECT_EQ(steps(bounded, 0.5), 1000);
    EXPECT_EQ(steps(bounded, 1), 1000);
  }
  EXPECT_EQ(steps(PaperTheorem::kOutputAnywhere, 0), 1e6);
  EXPECT_EQ(steps(PaperTheorem::kOutputAnywhere, 0.386),
            std::ceil(std::pow(1000, (6 - 3 * 0.386 - 0.386 * 0.386) / (1.386 * 3.386))));
  EXPECT_EQ(steps(PaperTheorem::kOutputAnywhere, 0.387), 1000);
  EXPECT_EQ(steps(PaperTheorem::kOutputAnywhere, 1), 1000);
}

// T eta balances optimisation against the rest, the stability's power of eta costs no more than that at the stated T,
// and rates fall with n as stated.
TEST(PaperSchedule, BalancesWhatItSays) {
  for (double exponent : {0.0, 0.25, 0.49, 0.5, 0.75})
    for (double units : {1e3, 1e5, 1e7}) {
      const ScheduleInputs it{exponent, units, 20, 0.5, 1e-8, 1e-3};
      for (PaperTheorem theorem : {PaperTheorem::kOutputBounded, PaperTheorem::kGradientBounded}) {
        const PaperSchedule schedule = paper_schedule(theorem, it);
        const double time = schedule.steps * schedule.step_size;
        EXPECT_LE(1 / time, schedule.rate);
        EXPECT_GE(2 / time, schedule.rate * (1 - 1e-12));
        const double growth = std::sqrt(schedule.steps) * std::pow(schedule.step_size, 1 / (1 - exponent));
        EXPECT_LE(growth, 1.0001 / std::sqrt(units)) << "T is large enough for the rate";
        EXPECT_NEAR(dpcvx::solve::paper_step_size(schedule, 10) * 10, time, 1e-12 * time);
      }
    }
  const auto slope = [](PaperTheorem theorem, double dimension) {
    ScheduleInputs it{0.5, 1e10, dimension, 1, 1e-6, 1e-3};
    const double at = paper_schedule(theorem, it).rate;
    it.units *= 100;
    return std::log(paper_schedule(theorem, it).rate / at) / std::log(100);
  };
  EXPECT_NEAR(slope(PaperTheorem::kGradientBounded, 1), -0.5, 0.06) << "1 / sqrt(n), up to logarithms";
  EXPECT_NEAR(slope(PaperTheorem::kGradientBounded, 1e18), -1, 0.01) << "sqrt(d) / n";
  EXPECT_NEAR(slope(PaperTheorem::kOutputBounded, 1e18), -0.5, 0.06) << "d^(1/4) / sqrt(n)";
  EXPECT_NEAR(slope(PaperTheorem::kOutputAnywhere, 1), -1 / 3.5, 0.06) << "n^(-1 / (3 + alpha))";
}

}  // namespace
