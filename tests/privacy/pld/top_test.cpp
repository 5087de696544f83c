// Just below the greatest loss of a composition, where only outcomes count that have next to the greatest loss of every
// part: against integrals over the first few densities, and against sums over all outcomes.
#include <algorithm>
#include <vector>

#include "privacy/pld/brackets.h"
#include "privacy/pld/parts.h"
#include "privacy/pld/pld_composition.h"
#include "support/evidence.h"
#include "audit/generator.h"

namespace dpcvx {
namespace privacy {
namespace {

// Laplace noise met by a Poisson sample, or binary randomized response: P's chance of the greatest loss, and its
// density at so much below it.
struct Top {
  long double greatest, atom;
  long double scale, rate;  // of noise

  long double density(long double below) const {
    if (scale == 0) return 0;
    const long double edge = 1 / scale, inside = 1 + expm1l(greatest - below) / rate;
    const long double loss = logl(inside), share = rate * inside;
    // d loss / d below = (share + 1 - rate) / share; of loss y the densities are e^((y - edge) / 2) / 4 and e^-y times
    // it.
    const long double first = expl((loss - edge) / 2) / 4, second = first * expl(-loss);
    return ((1 - rate) * second + rate * first) * (share + 1 - rate) / share;
  }
};

Top noise_top(double scale, double rate) {
  const long double edge = 1 / static_cast<long double>(scale);
  return {log1pl(rate * expm1l(edge)), (1 - rate) * expl(-edge) / 2 + rate / 2.0L, scale, rate};
}

Top response_top(double epsilon) { return {epsilon, 1 / (1 + expl(-epsilon)), 0, 1}; }

Event noise_event(double scale, double rate) {
  return rate == 1 ? laplace(scale) : on_batch(laplace(scale), Sampling::kPoisson, rate);
}

// The delta at `left` below the sum of the greatest: E (1 - e^(S - left))_+ of the sum S of what losses are below them,
// as far as two of them are below. The rest is a share of (left / 4)^3 at most.
long double truth(const std::vector<Top> &parts, long double left) {
  constexpr int kNodes = 5;
  static const long double kAt[kNodes] = {0.0469100770306680036L, 0.2307653449471584545L, 0.5L, 0.7692346550528415455L,
                                          0.9530899229693319964L};
  static const long double kWeight[kNodes] = {0.1184634425280945438L, 0.2393143352496832340L, 0.2844444444444444444L,
                                              0.2393143352496832340L, 0.1184634425280945438L};
  long double atoms = 1;
  for (const Top &part : parts) atoms *= part.atom;
  long double sum = atoms * -expm1l(-left);
  for (size_t i = 0; i < parts.size(); ++i)
    for (int a = 0; a < kNodes; ++a) {
      const long double x = left * kAt[a], rest = atoms / parts[i].atom * kWeight[a] * left * parts[i].density(x);
      sum += rest * -expm1l(x - left);
      for (size_t j = 0; j < i; ++j)
        for (int b = 0; b < kNodes; ++b) {
          const long double y = (left - x) * kAt[b];
          sum += rest / parts[j].atom * kWeight[b] * (left - x) * parts[j].density(y) * -expm1l(x + y - left);
        }
    }
  return sum;
}

struct Case {
  std::vector<Event> events;
  std::vector<Top> tops;

  void add(double scale, double rate) {
    events.push_back(noise_event(scale, rate));
    tops.push_back(noise_top(scale, rate));
  }
  void add_response(double epsilon) {
    events.push_back(pure(epsilon));
    tops.push_back(response_top(epsilon));
  }
  long double greatest() const {
    long double sum = 0;
    for (const Top &top : tops) sum += top.greatest;
    return sum;
  }
  Curve curve() const {
    Error error(nullptr, "test");
    Curve curve;
    for (const Event &event : events) EXPECT_EQ(curve.add(event, error), DPCVX_OK);
    return curve;
  }
};

std::vector<Case> cases() {
  std::vector<Case> all(5);
  all[0].add(2, 1), all[0].add(3.1, 1);
  all[1].add(4.3, 1), all[1].add(0.74, 0.35);
  all[2].add(0.53, 0.14), all[2].add(0.7, 0.065);
  all[3].add(5.7, 1), all[3].add(1.87, 0.126), all[3].add_response(1.4);
  for (int i = 0; i < 6; ++i) all[4].add(1 + 0.3 * i, i % 2 == 0 ? 1 : 0.2);
  return all;
}

TEST(GreatestLosses, OfNoiseByIntegrals) {
  double loosest = 0, widest = 0, farthest = 0;
  size_t cell = 0;
  for (const Case &one : cases()) {
    const Curve curve = one.curve();
    const long double greatest = one.greatest();
    ++cell;
    for (double left : {1e-11, 1e-9, 1e-6, 3e-4}) {
      if (!cell_taken(cell++, 2)) continue;
      const auto epsilon = static_cast<double>(greatest - left);
      const long double exact = truth(one.tops, greatest - epsilon);
      const Interval bounds = bounds_of(curve, epsilon);
      EXPECT_GE(bounds.high, exact * (1 - 1e-10L)) << left;
      EXPECT_LE(bounds.low, exact * (1 + 1e-10L)) << left;
      loosest = std::max(loosest, static_cast<double>(bounds.high / exact - 1) - 1e-14 / left);
      widest =
          std::max(widest, static_cast<double>(1 - bounds.low / exact) - 1e-12 * static_cast<double>(greatest) / left);
      const double back = epsilon_of(curve, static_cast<double>(exact * (1 - 1e-10L)));
      EXPECT_GE(back, epsilon - 1e-15) << left;
      farthest = std::max(farthest, (back - epsilon) / left - 1e-12 / left);
    }
  }
  EXPECT_LT(loosest, 1e-3);
  EXPECT_LT(widest, 1e-2);
  EXPECT_LT(farthest, 2e-3);
  evidence("accounting",
           "next to the greatest loss of noise: delta at most %.2g of itself above, lower ends %.2g below; epsilon at "
           "most %.2g of what is left above it",
           loosest, widest, farthest);
}

// All outcomes of tables whose greatest losses lie close together.
TEST(GreatestLosses, OfTablesByAllOutcomes) {
  Inputs inputs(13);
  double loosest = 0, widest = 0;
  for (int i = 0; i < 12; ++i) {
    constexpr size_t kSize = 6;
    double losses[2][kSize], masses[2][kSize];
    Curve curve;
    Error error(nullptr, "test");
    long double greatest = 0;
    for (int part = 0; part < 2; ++part) {
      double first = 0, second = 0;
      for (size_t j = kSize; j-- > 0;) {
        losses[part][j] =
            j + 1 == kSize ? inputs.uniform(0.5, 2) : losses[part][j + 1] - inputs.log_uniform(1e-7, 1e-4);
        masses[part][j] = inputs.uniform(0.01, 0.1);
        if (j == 0) losses[part][0] = 0, masses[part][0] = 1 - first;
        first += masses[part][j], second += masses[part][j] * std::exp(-losses[part][j]);
      }
      ASSERT_LT(second, 1);
      ASSERT_EQ(curve.add_losses(losses[part], masses[part], kSize, {Kind::kLosses, 0, 0, 1, 0, 0}, error), DPCVX_OK);
      greatest += losses[part][kSize - 1];
    }
    const auto epsilon = static_cast<double>(greatest - inputs.log_uniform(1e-6, 1e-4));
    long double exact = 0;
    for (size_t j = 0; j < kSize; ++j)
      for (size_t k = 0; k < kSize; ++k) {
        const long double above = losses[0][j] + static_cast<long double>(losses[1][k]) - epsilon;
        if (above > 0) exact += masses[0][j] * static_cast<long double>(masses[1][k]) * -expm1l(-above);
      }
    // The other order has infinite losses: it is not near its greatest.
    LossScratch scratch;
    LossSum sum(scratch);
    LossParts parts;
    ASSERT_EQ(parts.split(curve, false, error), DPCVX_OK);
    double high = 1, low = 0;
    sum.prepare(parts.data(), parts.size(), false);
    ASSERT_TRUE(sum.delta(epsilon, 0, &high));
    LossParts attained;
    ASSERT_EQ(attained.split(curve, true, error), DPCVX_OK);
    sum.prepare(attained.data(), attained.size(), false);
    ASSERT_TRUE(sum.attained(epsilon, high, &low));
    EXPECT_GE(high, exact * (1 - 1e-12L));
    EXPECT_LE(low, exact * (1 + 1e-12L));
    loosest = std::max(loosest, static_cast<double>(high / exact - 1));
    widest = std::max(widest, static_cast<double>(1 - low / exact));
  }
  EXPECT_LT(loosest, 0.05);
  EXPECT_LT(widest, 0.2);
  evidence("accounting", "next to the greatest loss of tables: %.2g above all outcomes, lower ends %.2g below", loosest,
           widest);
}

// Control: noise that is less private by a share of 10^-8 is told apart where 10^-7 is left.
TEST(GreatestLosses, AnotherGreatestLossIsCaught) {
  int caught = 0, lower_caught = 0;
  for (Case one : cases()) {
    const long double greatest = one.greatest();
    const auto epsilon = static_cast<double>(greatest - 1e-7L);
    const long double exact = truth(one.tops, greatest - epsilon);
    Case more = one, less = one;
    more.events[0].a *= 1 - 3e-8, less.events[0].a *= 1 + 3e-8;
    caught += delta_of(less.curve(), epsilon) < exact * (1 - 1e-3L);
    lower_caught += bounds_of(more.curve(), epsilon).low > exact * (1 + 1e-3L);
  }
  EXPECT_EQ(caught, 5);
  EXPECT_EQ(lower_caught, 5);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
