// Compositions by their privacy losses, against exact answers: Gaussian ones, randomized response, and two rounds of
// each mechanism by quadrature of definitions that share no code with the library's.
#include <algorithm>
#include <vector>

#include "audit/generator.h"
#include "base/error.h"
#include "support/evidence.h"
#include "privacy/calibration/calibrate_sampled.h"
#include "privacy/divergences/pure_composition.h"
#include "privacy/divergences/gdp.h"
#include "privacy/helpers.h"
#include "privacy/pld/pld_composition.h"
#include "privacy/pld/rounds.h"

namespace dpcvx {
namespace privacy {
namespace {

std::vector<LossPart> parts_of(const std::vector<Event> &events) {
  std::vector<LossPart> parts;
  for (const Event &event : events) parts.push_back({event});
  return parts;
}

double sum_delta(const std::vector<Event> &events, bool reversed, double epsilon) {
  LossScratch scratch;
  LossSum sum(scratch);
  double delta = -1;
  sum.prepare(parts_of(events).data(), events.size(), reversed);
  EXPECT_TRUE(sum.delta(epsilon, 0, &delta));
  return delta;
}

double sum_epsilon(const std::vector<Event> &events, double delta) {
  LossScratch scratch;
  LossSum sum(scratch);
  double epsilon = -1;
  sum.prepare(parts_of(events).data(), events.size(), false);
  EXPECT_TRUE(sum.epsilon(delta, 0, &epsilon));
  return epsilon;
}

// T uses of mu / sqrt(T)-GDP are mu-GDP, exactly.
TEST(Losses, GaussiansComposeExactly) {
  double loosest = 0, loosest_epsilon = 0;
  constexpr int64_t kMany = 10000000000;  // profiles are known to 2^-43, which 10^12 uses make felt
  size_t row = 0;
  for (double mu : {0.03, 0.4, 1.0, 6.0}) {
    size_t cell = row++;
    for (double power : {0.0, 0.31, 0.85, 2.0, 4.0, 6.0, 9.0, 12.0}) {
      if (!cell_taken(cell++, 2)) continue;
      const auto uses = static_cast<int64_t>(std::pow(10, power));
      const std::vector<Event> parts = {gdp(mu / std::sqrt(static_cast<double>(uses)), uses)};
      const double whole = parts[0].a * std::sqrt(static_cast<double>(uses));
      for (double share : {0.0, 0.5, 2.0, 5.0}) {
        const double epsilon = mu * mu / 2 + share * mu, truth = gdp_delta(whole, epsilon);
        const double bound = sum_delta(parts, false, epsilon);
        EXPECT_GE(bound, truth * (1 - 1e-11)) << mu << " x " << uses << " at " << epsilon;
        EXPECT_LT(bound, truth * (uses < kMany ? 1.01 : 1.2)) << mu << " x " << uses << " at " << epsilon;
        if (uses < kMany) loosest = std::max(loosest, bound / truth - 1);
      }
      for (double delta : {1e-3, 1e-6, 1e-12, 1e-60}) {
        const double truth = gdp_epsilon_up(whole, delta), bound = sum_epsilon(parts, delta);
        EXPECT_GE(bound, truth * (1 - 1e-11)) << mu << " x " << uses << " at " << delta;
        EXPECT_LT(bound, truth * (uses < kMany ? 1.004 : 1.01)) << mu << " x " << uses << " at " << delta;
        if (uses < kMany) loosest_epsilon = std::max(loosest_epsilon, bound / truth - 1);
      }
    }
  }
  EXPECT_LT(loosest, 0.01);
  EXPECT_LT(loosest_epsilon, 0.004);
  evidence("accounting",
           "privacy losses of up to 10^9 Gaussians: never below the truth, delta within %.3f %%, epsilon "
           "within %.3f %% down to delta = 1e-60",
           100 * loosest, 100 * loosest_epsilon);
}

TEST(Losses, EqualPurePartsAgainstTheSumOverOutcomes) {
  double loosest = 0;
  for (double epsilon0 : {0.001, 0.1, 1.5}) {
    for (int64_t parts : {1, 2, 3, 30, 1000, 4096}) {
      const double whole = epsilon0 * static_cast<double>(parts), spread = epsilon0 * std::sqrt(parts);
      for (double epsilon : {0.0, 0.7 * spread, 2.5 * spread, 0.93 * whole}) {
        const double truth = equal_pure_parts_delta_up(epsilon0, parts, epsilon);
        const double bound = sum_delta({pure(epsilon0, parts)}, false, epsilon);
        EXPECT_GE(bound, truth * (1 - 1e-9)) << epsilon0 << " x " << parts << " at " << epsilon;
        if (truth > 1e-12) loosest = std::max(loosest, bound / truth - 1);
      }
      EXPECT_LE(sum_delta({pure(epsilon0, parts)}, false, whole * 1.01), 1e-290);
    }
  }
  EXPECT_LT(loosest, 0.05);
  evidence("accounting",
           "privacy losses of up to 4096 pure parts: never below the sum over outcomes, at most %.2f %% above",
           100 * loosest);
}

// Randomized response used so often that the sum over outcomes is taken about its middle, in logarithms.
double many_pure_parts_delta(double epsilon0, int64_t parts, double epsilon) {
  const long double n = static_cast<long double>(parts), x = epsilon0;
  const long double log_yes = -log1pl(expl(-x)), log_no = log_yes - x;
  const int64_t first = static_cast<int64_t>((epsilon / epsilon0 + static_cast<double>(parts)) / 2);
  long double sum = 0;
  for (int64_t i = first; i <= parts; ++i) {
    const long double yes = static_cast<long double>(i), loss = (2 * yes - n) * x;
    if (!(loss > epsilon)) continue;
    const long double log_chance =
        lgammal(n + 1) - lgammal(yes + 1) - lgammal(n - yes + 1) + yes * log_yes + (n - yes) * log_no;
    const long double term = expl(log_chance) * -expm1l(epsilon - loss);
    sum += term;
    if (i > first + 100 && term < sum * 1e-15L) break;
  }
  return static_cast<double>(sum);
}

TEST(Losses, MillionsOfPurePartsAgainstTheSumOverOutcomes) {
  double loosest = 0;
  for (double whole : {0.3, 2.0}) {
    for (int64_t parts : {100000, 10000000}) {
      const double epsilon0 = whole / std::sqrt(static_cast<double>(parts));
      for (double share : {0.0, 1.0, 4.0}) {
        const double epsilon = whole * whole / 2 + share * whole;
        const double truth = many_pure_parts_delta(epsilon0, parts, epsilon);
        const double bound = sum_delta({pure(epsilon0, parts)}, false, epsilon);
        EXPECT_GE(bound, truth * (1 - 1e-8)) << epsilon0 << " x " << parts << " at " << epsilon;
        loosest = std::max(loosest, bound / truth - 1);
      }
    }
  }
  EXPECT_LT(loosest, 0.02);
  evidence("accounting", "10^5 and 10^7 pure parts: never below the sum over outcomes, at most %.2f %% above",
           100 * loosest);
}

// ---- two rounds ----

TEST(Losses, TwoRoundsByQuadrature) {
  double loosest = 0;
  int checked = 0;
  const auto check = [&](const std::vector<Event> &events, bool reversed, const Truth &first, const Truth &second) {
    for (double epsilon : {0.0, 0.02, 0.3, 1.0, 3.0, 6.0}) {
      const double truth = two_rounds(first, second, epsilon);
      if (!(truth > 1e-9)) continue;
      const double bound = sum_delta(events, reversed, epsilon);
      EXPECT_GE(bound, truth * (1 - 1e-6)) << kind_name(events[0].kind) << " " << events[0].a << " " << events[0].b
                                           << " at " << epsilon << (reversed ? " reversed" : "");
      if (truth > 1e-7) loosest = std::max(loosest, bound / truth - 1);
      ++checked;
    }
  };
  for (double sigma : {0.5, 1.0, 4.0}) {
    for (double q : {0.001, 0.05, 0.4}) {
      for (bool reversed : {false, true}) {
        const Truth truth = sampled_truth(sigma, q, reversed);
        check({poisson_gaussian(sigma, q, 2)}, reversed, truth, truth);
      }
      const Truth truth = fixed_size_truth(sigma, q);
      check({fixed_size_gaussian(sigma, q, 2)}, false, truth, truth);
      check({fixed_size_gaussian(sigma, q), laplace(3)}, false, laplace_truth(3), truth);
    }
  }
  for (double scale : {0.3, 1.0, 20.0}) {
    const Truth truth = laplace_truth(scale);
    check({laplace(scale, 2)}, false, truth, truth);
  }
  EXPECT_GT(checked, 60);
  EXPECT_LT(loosest, 0.03);
  evidence("accounting",
           "privacy losses of two rounds (Poisson in both orders, fixed size, Laplace, mixed): %d answers, "
           "none below quadrature, at most %.2f %% above",
           checked, 100 * loosest);
}

// Each order is composed by itself, and answers are the greater: one order alone would be caught.
TEST(Losses, BothOrdersCount) {
  bool first_greater = false, second_greater = false;
  for (double epsilon : {0.0, 0.001, 0.05, 0.5}) {
    const std::vector<Event> events = {poisson_gaussian(0.7, 0.3, 3)};
    const double first = sum_delta(events, false, epsilon), second = sum_delta(events, true, epsilon);
    EXPECT_GE(delta_of(curve_of({events[0]}), epsilon) * (1 + 1e-12), std::max(first, second));
    first_greater = first_greater || first > second;
    second_greater = second_greater || second > first;
  }
  EXPECT_TRUE(first_greater || second_greater);
}

// Losses on a grid, composed twice by the definition: never below quadrature; and moved down by one step, or with the
// rate 1 % too low, they are.
TEST(Losses, RoundingDownIsCaught) {
  int low = 0, low_rate = 0, checked = 0;
  for (double sigma : {0.8, 2.0}) {
    const Truth truth = sampled_truth(sigma, 0.1, false);
    LossDistribution losses, less;
    const double step = 0x1p-7;
    ASSERT_TRUE(losses.build(Profile({poisson_gaussian(sigma, 0.1)}, false), step, 0.02));
    ASSERT_TRUE(less.build(Profile({poisson_gaussian(sigma, 0.099)}, false), 0x1p-8, 0.02));
    const auto composed = [](const LossDistribution &of, double epsilon, double move) {
      double sum = 2 * of.infinite();
      for (size_t i = 0; i < of.size(); ++i)
        for (size_t j = 0; j < of.size(); ++j)
          sum += of.mass(i) * of.mass(j) * std::max(0.0, -std::expm1(epsilon - of.loss(i) - of.loss(j) - 2 * move));
      return sum;
    };
    for (double epsilon : {0.01, 0.2, 0.8}) {
      const double exact = two_rounds(truth, truth, epsilon);
      EXPECT_GE(composed(losses, epsilon, 0), exact * (1 - 1e-6));
      low += composed(losses, epsilon, -step) < exact * (1 - 1e-4);
      low_rate += composed(less, epsilon, 0) < exact * (1 - 1e-4);
      ++checked;
    }
  }
  EXPECT_EQ(low, checked);
  EXPECT_EQ(low_rate, checked);
}

// At each of its points the tail of the grid's law is no less than the true one, and nothing is lost.
TEST(Losses, TailsAtThePointsAreNoLess) {
  for (bool reversed : {false, true}) {
    LossDistribution losses;
    ASSERT_TRUE(losses.build(Profile({poisson_gaussian(1.3, 0.02)}, reversed), 0x1p-12, 0.01));
    std::vector<std::pair<double, double>> truth = sampled_truth(1.3, 0.02, reversed).losses;
    std::sort(truth.begin(), truth.end());
    double mass = losses.infinite(), tail = 0;
    for (size_t i = losses.size(), j = truth.size(); i-- > 0;) {
      mass += losses.mass(i);
      double last = 0;  // quadrature knows the tail up to its point next to this one
      while (j > 0 && truth[j - 1].first >= losses.loss(i)) tail += last = truth[--j].second;
      EXPECT_GE(mass, (tail - last) * (1 - 1e-6)) << losses.loss(i);
    }
    EXPECT_NEAR(mass, 1, 1e-12);
  }
}

// ---- many rounds ----

// Between these two lies the truth (an independent computation with 60-digit arithmetic and grids in both directions).
struct Bracketed {
  Event event;
  double epsilon, low, high;
};

TEST(Losses, ManyRoundsWithinBrackets) {
  const Bracketed rows[] = {
      {poisson_gaussian(0.5, 0.001, 1000), 8.0, 5.679754202463118e-11, 5.69587314150374e-11},
      {poisson_gaussian(1.0, 0.01, 1000), 0.25, 0.07749280402472154, 0.07754580877624602},
      {poisson_gaussian(2.0, 0.01, 1000), 0.0, 0.06697772037466197, 0.06699642195086516},
      {poisson_gaussian(5.0, 0.01, 1000), 0.25, 9.353373403924999e-07, 9.391011129166821e-07},
      {poisson_gaussian(0.5, 0.1, 1000), 1.0, 0.9999927689352393, 0.9999927698177663},
      {poisson_gaussian(0.8, 0.1, 1000), 0.0, 0.9858014251117114, 0.9858034436795087},
      {poisson_gaussian(0.8, 0.1, 1000), 3.0, 0.9498700297408159, 0.9498767079020122},
      {poisson_gaussian(2.0, 0.1, 1000), 0.25, 0.5395279427549369, 0.5396246736784676},
      {poisson_gaussian(2.0, 0.1, 1000), 8.0, 1.944004782062845e-05, 1.95149907895229e-05},
      {poisson_gaussian(5.0, 0.1, 1000), 1.0, 0.025747385660439596, 0.02577418779723489},
      {poisson_gaussian(1.0, 0.5, 1000), 0.25, 0.9999999999950965, 1.0000000000102118},
      {poisson_gaussian(1.0, 0.5, 1000), 8.0, 0.9999999999949724, 1.000000000010089},
      {poisson_gaussian(5.0, 0.5, 1000), 1.0, 0.8187695329829092, 0.8187979090101728},
      {poisson_gaussian(0.8, 0.001, 100000), 0.0, 0.23967960202747884, 0.23974808820077048},
      {poisson_gaussian(2.0, 0.001, 100000), 0.0, 0.06712590472276783, 0.06714134195036962},
      {poisson_gaussian(10.0, 0.01, 100000), 0.25, 0.04371857706220051, 0.043742381948499894},
      {poisson_gaussian(1.1, 0.02, 3000), 0.25, 0.38888148288221913, 0.3889226639242132},
      {poisson_gaussian(1.1, 0.02, 3000), 8.0, 5.271867878428277e-09, 5.28581778900081e-09},
      {poisson_gaussian(1.0, 0.256, 1000), 1.0, 0.9999748147190305, 0.9999748150007293},
      // Rates so low that one loss in the far tail takes over from the sum at moderate tilts.
      {poisson_gaussian(0.7301, 3.317e-5, 28983), 0.001, 0.0048096496, 0.0048096500},
      // Sums of rare losses, by characteristic functions on 60,001 points, to within 1e-4.
      {poisson_gaussian(1.0, 1e-5, 1000000), 0.07, 1.31731e-10, 1.31758e-10},
      {poisson_gaussian(1.0, 1e-5, 1000000), 0.045, 1.07479e-6, 1.07502e-6},
      {poisson_gaussian(1.0, 1e-4, 1000000), 0.86, 1.06214e-12, 1.06236e-12},
      {fixed_size_gaussian(5.0, 0.001, 1000), 0.0, 0.0027425193942856676, 0.002743123262879178},
      {fixed_size_gaussian(2.0, 0.01, 1000), 1.0, 1.4786719423496793e-08, 1.4868692893716263e-08},
      {fixed_size_gaussian(5.0, 0.1, 1000), 0.0, 0.26643377659163126, 0.26648999918512395},
      {fixed_size_gaussian(5.0, 0.1, 1000), 3.0, 3.2181560021722016e-06, 3.2336830227305605e-06},
  };
  double loosest = 0;
  for (const Bracketed &row : rows) {
    const double bound = delta_of(curve_of({row.event}), row.epsilon);
    EXPECT_GE(bound, row.low * (1 - 1e-9)) << row.event.a << " " << row.event.b << " at " << row.epsilon;
    loosest = std::max(loosest, bound / row.low - 1);
  }
  EXPECT_LT(loosest, 0.02);
  evidence("accounting",
           "privacy losses of 1000 to 100000 sampled Gaussians: delta never below an independent bracket, "
           "at most %.2f %% above its lower end",
           100 * loosest);
}

// Rare samples in so many rounds that no grid holds their sums, and sums in which one loss is as likely as all others
// together. The truth: quadrature over the noise, and the inversion of the characteristic function, which share nothing
// with the library (deltas exact to 1e-4).
struct Rare {
  double sigma, rate;
  int64_t rounds;
  double epsilon, delta;
};
constexpr Rare kRareSamples[] = {
    {1.0, 1e-6, 1000000000, 0.230972, 9.983628e-11},
    {2.0, 1e-7, 100000000000, 0.0840769, 9.977566e-10},
    {0.5, 1e-6, 1000000, 3.6904223, 9.958071e-16},
    {0.7, 1e-5, 100000000, 3.7609337, 9.978335e-21},
};

TEST(Losses, ManyRareSamplesAreTight) {
  double loosest = 0;
  for (const Rare &row : kRareSamples) {
    const auto curve_at = [&](double rate) { return curve_of({poisson_gaussian(row.sigma, rate, row.rounds)}); };
    const Curve curve = curve_at(row.rate);
    EXPECT_GE(delta_of(curve, row.epsilon), row.delta * (1 - 1e-4));
    const double bound = epsilon_of(curve, row.delta);  // exact to 1e-4, which moves epsilon by less than 1e-5
    EXPECT_GE(bound, row.epsilon * (1 - 1e-5)) << row.rate;
    loosest = std::max(loosest, bound / row.epsilon - 1);
    // A rate that is 1 % too low gives an answer below the truth.
    EXPECT_LT(epsilon_of(curve_at(0.99 * row.rate), row.delta), row.epsilon * (1 - 4e-4)) << row.rate;
  }
  EXPECT_LT(loosest, 1e-3);
  evidence("accounting",
           "10^6 to 10^11 rare samples: epsilon never below an independent computation, within %.1e of it",
           std::max(0.0, loosest));
}

TEST(Losses, AnswersAreOrderedWhateverTheParameters) {
  Inputs inputs(77);
  // Eight rounds meet each kind of event and each remainder below; 16 when the long audits are asked for.
  for (int round = 0; round < (long_audits() ? 16 : 8); ++round) {
    const double sigma = inputs.log_uniform(round % 4 == 3 ? 1e-3 : 0.2, 1e6),
                 rate = std::min(1.0, inputs.log_uniform(round % 4 == 3 ? 1e-9 : 1e-6, 3));
    const int64_t steps = static_cast<int64_t>(inputs.log_uniform(1, 1e6));
    const Event event = round % 2 == 0 ? poisson_gaussian(sigma, rate, steps) : fixed_size_gaussian(sigma, rate, steps);
    Event more = event;
    more.count += steps;
    std::vector<Curve> curves;
    curves.push_back(curve_of({event}));
    curves.push_back(curve_of({more}));
    if (round % 3 == 0) curves[0] = curve_of({event, pure(0.1, 3)}), curves[1] = curve_of({more, pure(0.1, 4)});
    char what[192];
    curves[0].describe(what, sizeof(what));
    double before = 1;
    for (double epsilon : {0.0, 1e-6, 0.01, 0.5, 2.0, 20.0}) {
      const double delta = delta_of(curves[0], epsilon);
      EXPECT_TRUE(delta >= 0 && delta <= 1) << what;
      EXPECT_LE(delta, curves[0].delta(epsilon)) << what;
      if (round % 4 != 3 && delta > 1e-20) {  // grids differ, and so do what they add
        EXPECT_LE(delta, before * 1.02) << what << " at " << epsilon;
        EXPECT_LE(delta, delta_of(curves[1], epsilon) * 1.02) << what << " at " << epsilon;
      }
      if (epsilon == 0.5) {
        EXPECT_EQ(delta, delta_of(curves[0], epsilon));  // the same on every run
      }
      before = delta;
    }
    for (double delta : {1e-3, 1e-9}) {
      const double epsilon = epsilon_of(curves[0], delta);
      EXPECT_LE(epsilon, curves[0].epsilon(delta)) << what;
      if (round % 4 != 3 && epsilon > 1e-9 && epsilon < INFINITY) {
        EXPECT_LE(delta_of(curves[0], epsilon), delta * 1.5) << what;
      }
    }
  }
}

// G at a frequency, half of the sum of uses times 1 - |transform|^2 over random laws of few points.
class Fall {
 public:
  explicit Fall(Inputs &inputs) {
    for (Law &law : laws_) {
      law.uses = std::floor(inputs.log_uniform(1, 1e4));
      double sum = 0;
      for (int i = 0; i < kPoints; ++i)
        law.points[i] = inputs.uniform(-1, 1), sum += law.masses[i] = inputs.uniform(0, 1);
      double mean = 0, square = 0;
      for (int i = 0; i < kPoints; ++i) {
        law.masses[i] /= sum;
        mean += law.masses[i] * law.points[i];
        square += law.masses[i] * law.points[i] * law.points[i];
      }
      variance_ += law.uses * (square - mean * mean);
    }
  }
  double at(double frequency) const {
    double fall = 0;
    for (const Law &law : laws_) {
      double real = 0, imaginary = 0;
      for (int i = 0; i < kPoints; ++i) {
        real += law.masses[i] * std::cos(frequency * law.points[i]);
        imaginary += law.masses[i] * std::sin(frequency * law.points[i]);
      }
      fall += law.uses / 2 * (1 - real * real - imaginary * imaginary);
    }
    return fall;
  }
  double variance() const { return variance_; }

 private:
  static constexpr int kPoints = 3;
  struct Law {
    double uses, points[kPoints], masses[kPoints];
  };
  Law laws_[2];
  double variance_ = 0;
};

// What lets a smoothed sum leave frequencies out (PROOFS.md, section 11.8, 4).
TEST(Losses, TransformsBetweenFrequencies) {
  Inputs inputs(41);
  int below = 0;
  for (int round = 0; round < 2000; ++round) {
    const Fall fall(inputs);
    const double from = inputs.uniform(0, 20), span = inputs.log_uniform(1e-3, 3);
    const double ends = std::min(fall.at(from), fall.at(from + span));
    for (int i = 1; i < 16; ++i) {
      const double between = fall.at(from + span * i / 16), rise = fall.variance() * span * span / 8;
      EXPECT_GE(between, ends - rise * (1 + 1e-9) - 1e-9);
      below += between < ends - rise / 8;
    }
  }
  EXPECT_GT(below, 100);
}

// How much less noise than by Renyi DP.
TEST(Losses, LessNoiseThanByRenyi) {
  Error error(nullptr, "test");
  for (Kind kind : {Kind::kPoissonGaussian, Kind::kFixedSizeGaussian}) {
    double least = 1, most = 0;
    size_t row = 0;
    for (double rate : {1e-4, 0.01, 0.2})
      for (int64_t steps : {100, 10000})
        for (double epsilon : {0.5, 4.0}) {
          // Usually each rate with each number of steps, at one epsilon: the other one for the other kind.
          if (!cell_taken(row++ / 2 + (epsilon > 1) + (kind == Kind::kPoissonGaussian), 2)) continue;
          double losses = 0, renyi = 0;
          ASSERT_EQ(calibrate_subsampled(kind, rate, steps, epsilon, 1e-6, &losses, error), DPCVX_OK);
          ASSERT_EQ(calibrate_subsampled_rdp(kind, rate, steps, epsilon, 1e-6, &renyi, error), DPCVX_OK);
          least = std::min(least, losses / renyi);
          most = std::max(most, losses / renyi);
        }
    EXPECT_LT(most, 0.99);
    evidence("accounting",
             "%s, rates 1e-4 to 0.2, 100 and 10000 steps, epsilon 0.5 and 4: noise by privacy losses %.3f "
             "to %.3f of that by Renyi DP",
             kind_name(kind), least, most);
  }
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
