// A search for an answer below the truth: random compositions of densities by quadrature in long double. The part with
// the smoothest profile has a closed form; the others are summed over the nodes of Gauss and Legendre's rule, on three
// grids, whose differences say how exact the finest one is.
#include <algorithm>
#include <vector>

#include "audit/generator.h"
#include "base/error.h"
#include "privacy/accountant/bounds.h"
#include "privacy/accountant/exact_laws.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

using namespace exact;

enum class Noise { kGaussian, kLaplace };

// Noise of one dimension, met by a batch with probability `rate`. Under replace-one both laws are of a batch.
struct Smooth {
  Noise noise = Noise::kGaussian;
  Real size = 1;  // mu, or epsilon of Laplace noise
  Real rate = 1;
  bool replaced = false;

  bool is_plain() const { return noise == Noise::kGaussian && rate == 1; }

  // The profile of all units at any real y; both orders have it.
  Real whole(Real y) const {
    if (noise == Noise::kGaussian) return gaussian_profile(size * size, y);
    if (y >= size) return 0;
    return y <= -size ? -std::expm1(y) : -std::expm1((y - size) / 2);
  }

  // H_y of (1 - q) Q + q P against Q, or of the other order.
  Real profile(Real y, bool reversed) const {
    if (std::isinf(y)) return y > 0 ? 0 : 1;
    if (rate == 1) return whole(y);
    if (!reversed) {
      const Real left = std::expm1(y) + rate;
      return left <= 0 ? -std::expm1(y) : rate * whole(std::log(left / rate));
    }
    const Real ratio = (std::expm1(-y) + rate) / rate;
    return ratio <= 0 ? 0 : std::exp(y) * rate * ratio * whole(-std::log(ratio));
  }

  Law nodes(int panels) const;
};

// Five points on each side of 0.
constexpr Real kPlaces[5] = {0.14887433898163121089L, 0.43339539412924719080L, 0.67940956829902440623L,
                             0.86506336668898451073L, 0.97390652851717172008L};
constexpr Real kWeights[5] = {0.29552422471475287017L, 0.26926671930999635509L, 0.21908636251598204400L,
                              0.14945134915058059315L, 0.06667134430868813759L};

template <class F>
void add_nodes(Real low, Real high, int panels, Law *law, const F &densities) {
  const Real half = (high - low) / panels / 2;
  for (int panel = 0; panel < panels; ++panel)
    for (int i = 0; i < 10; ++i) {
      const Real z = low + (2 * panel + 1 + (i < 5 ? kPlaces[i] : -kPlaces[i - 5])) * half,
                 weight = kWeights[i % 5] * half;
      const Outcome at = densities(z);
      law->push_back({at.first * weight, at.second * weight, 0});
    }
}

Real bell(Real z) { return std::exp(-z * z / 2) * 0.39894228040143267794L; }

Law Smooth::nodes(int panels) const {
  constexpr Real kFar = 11;
  Law law;
  if (noise == Noise::kLaplace) {
    const Real far = std::exp(-size);
    law = {{0.5L, far / 2, 0}, {far / 2, 0.5L, 0}};
    add_nodes(0, size, panels, &law, [&](Real z) { return Outcome{std::exp(z - size) / 2, std::exp(-z) / 2, 0}; });
    return sampled(law, rate);
  }
  if (replaced) {
    add_nodes(-size - kFar, size + kFar, panels, &law, [&](Real z) {
      return Outcome{(1 - rate) * bell(z) + rate * bell(z - size), (1 - rate) * bell(z) + rate * bell(z + size), 0};
    });
    return law;
  }
  add_nodes(-kFar, size + kFar, panels, &law, [&](Real z) { return Outcome{bell(z - size), bell(z), 0}; });
  return sampled(law, rate);
}

// Noise that one of two Gaussian sums has the unit in.
Law one_of_two(Real mu, int panels) {
  const Law one = Smooth{Noise::kGaussian, mu, 1, false}.nodes(panels);
  Law law;
  for (const Outcome &a : one)
    for (const Outcome &b : one) law.push_back({(a.first * b.second + a.second * b.first) / 2, a.second * b.second, 0});
  return law;
}

// A composition: nodes of all parts but the last, whose profile is closed, with finitely many outcomes beside it.
struct Composition {
  Curve curve, less;
  std::vector<Smooth> parts;  // those with nodes
  bool allocated = false;     // and one of two sums, of this mu
  Real allocated_mu = 1;
  Smooth last;
  Law finite{Outcome()};  // with Gaussians beside; those need a plain Gaussian as last part
  bool attained = true;

  Sum hockey_stick(Real x, bool reversed, int panels) const {
    Law nodes{Outcome()};
    if (allocated) nodes = one_of_two(allocated_mu, panels);
    for (const Smooth &part : parts) {
      const Law more = part.nodes(panels);
      Law all;
      all.reserve(nodes.size() * more.size());
      for (const Outcome &a : nodes)
        for (const Outcome &b : more)
          if (a.first * b.first + a.second * b.second > 1e-40L)
            all.push_back({a.first * b.first, a.second * b.second, 0});
      nodes.swap(all);
    }
    Sum sum;
    for (const Outcome &node : nodes) {
      const Real loss = loss_of(node), chance = reversed ? node.second : node.first;
      for (const Outcome &outcome : finite) {
        const Real beside = reversed ? outcome.second : outcome.first;
        if (beside == 0) continue;
        const Real y = reversed ? x + loss + loss_of(outcome) : x - loss - loss_of(outcome);
        const Real one = outcome.square > 0 || last.is_plain()
                             ? gaussian_profile(outcome.square + last.size * last.size, y)
                             : last.profile(y, reversed);
        sum.value += chance * beside * one;
        sum.error += chance * beside * (one + std::fmin(1.0L, std::exp(y))) * 0x1p-52L;
      }
    }
    return sum;
  }

  // delta, with what the grids differ by. Panels meet corners of a profile anywhere: two grids may agree by chance.
  Sum delta(Real epsilon) const {
    const size_t dimensions = parts.size() + 2 * allocated;
    const std::vector<int> panels = dimensions == 1 ? std::vector<int>{433, 300} : std::vector<int>{13, 10};
    Sum greater;
    for (const bool reversed : {false, true}) {
      Sum fine = hockey_stick(epsilon, reversed, dimensions == 1 ? 600 : 16);
      Real apart = 0;
      for (size_t i = 0; i < panels.size() && dimensions > 0; ++i)
        apart = std::fmax(apart, std::fabs(fine.value - hockey_stick(epsilon, reversed, panels[i]).value));
      fine.error += 4 * apart;
      if (fine.value > greater.value) greater = fine;
    }
    return greater;
  }
};

void add_to_both(Composition *whole, const Event &event, bool to_less) {
  Error error(nullptr, "test");
  ASSERT_EQ(whole->curve.add(event, error), DPCVX_OK);
  if (to_less) {
    ASSERT_EQ(whole->less.add(event, error), DPCVX_OK);
  }
}

void add_smooth(Inputs &inputs, Composition *whole, bool is_last) {
  // Two sums over nodes need a smooth profile.
  const bool plain = is_last && whole->parts.size() + 2 * whole->allocated > 1;
  const double rate = inputs.log_uniform(1e-3, 0.95), sigma = inputs.log_uniform(0.4, plain ? 1.5 : 8);
  const Real mu = 1 / static_cast<Real>(sigma);
  Smooth part;
  Event event;
  part.size = mu;
  switch (plain ? 0 : inputs.below(is_last ? 5 : 7)) {
    case 0:
    case 1:
      event = inputs.below(3) == 0 ? zcdp(rounded_up(mu * mu / 2)) : gaussian(sigma);
      whole->attained &= event.kind == Kind::kGaussian;
      break;
    case 2:
      part.noise = Noise::kLaplace;
      event = laplace(sigma);
      break;
    case 3:
      part.rate = rate;
      event = poisson_gaussian(sigma, rate);
      break;
    case 4:
      part.noise = Noise::kLaplace;
      part.rate = rate;
      event = on_batch(laplace(sigma), Sampling::kPoisson, rate);
      break;
    case 5:
      part.rate = rate;
      part.replaced = true;
      event = replaced_gaussian(sigma, rate);
      break;
    default:  // batches of a fixed size: other units' sums are those of the second value
      part.rate = rate;
      event = fixed_size_gaussian(sigma, rate);
      whole->attained = false;
  }
  if (is_last)
    whole->last = part;
  else
    whole->parts.push_back(part);
  add_to_both(whole, event, !is_last);
}

void add_finite(Inputs &inputs, Composition *whole) {
  Error error(nullptr, "test");
  const double epsilon = inputs.log_uniform(0.02, 2);
  switch (inputs.below(4)) {
    case 0: {
      const int64_t count = 1 + inputs.below(4);
      for (int64_t i = 0; i < count; ++i) whole->finite = product(whole->finite, coin(epsilon));
      add_to_both(whole, pure(epsilon, count), true);
      break;
    }
    case 1: {
      const double delta = inputs.log_uniform(1e-10, 1e-3);
      whole->finite = product(whole->finite, merged(approximate_coin(epsilon, delta)));
      add_to_both(whole, approximate(epsilon, delta), true);
      break;
    }
    case 2:
      whole->finite = product(whole->finite, merged(discrete_laplace_law(epsilon, 2)));
      add_to_both(whole, discrete_laplace(epsilon, 2), true);
      break;
    default: {  // a mixture of Gaussians: its last part is a plain one
      const double mus[2] = {epsilon / 4, epsilon}, chances[2] = {0.75, 0.25};
      for (Curve *curve : {&whole->curve, &whole->less})
        ASSERT_EQ(curve->add_gdp_mixture(mus, chances, 2, 1, error), DPCVX_OK);
      whole->finite = product(whole->finite, {{0.75L, 0.75L, static_cast<Real>(mus[0]) * mus[0]},
                                              {0.25L, 0.25L, static_cast<Real>(mus[1]) * mus[1]}});
      const double sigma = inputs.log_uniform(0.5, 1.5);
      whole->last = {Noise::kGaussian, 1 / static_cast<Real>(sigma), 1, false};
      add_to_both(whole, gaussian(sigma), false);
    }
  }
}

void make_composition(Inputs &inputs, int64_t index, Composition *whole) {
  const int64_t dimensions = index % 8 == 0 ? 2 : index % 8 < 6 ? 1 : 0;
  const bool mixture = inputs.below(3) == 0;
  whole->last.size = 0;
  if (dimensions == 2 && inputs.below(4) == 0) {
    const double sigma = inputs.log_uniform(0.5, 4);
    whole->allocated = true;
    whole->allocated_mu = 1 / static_cast<Real>(sigma);
    whole->attained = false;
    add_to_both(whole, random_allocation(sigma, 2, 1), true);
  } else {
    for (int64_t i = 0; i < dimensions; ++i) add_smooth(inputs, whole, false);
  }
  if (mixture) add_finite(inputs, whole);
  if (whole->last.size == 0) add_smooth(inputs, whole, true);
}

struct Found {
  int64_t deltas = 0, epsilons = 0, close = 0, less_caught = 0, short_caught = 0;
  double smallest = 1, widest = 0;
};

void ask(Inputs &inputs, const Composition &whole, int64_t index, bool controls, Found *found) {
  Error error(nullptr, "test");
  char what[400];
  whole.curve.describe(what, sizeof(what), true);
  // An epsilon with a delta between 1e-15 and 1, by the library's own answer.
  const double epsilon = epsilon_of(whole.curve, inputs.log_uniform(1e-15, 0.3));
  if (!(epsilon < 500)) return;
  const Sum truth = whole.delta(epsilon);
  if (!(truth.error < 1e-3L * truth.value)) return;
  double lower, upper;
  ASSERT_EQ(delta_bounds(whole.curve, epsilon, &lower, &upper, error), DPCVX_OK);
  ASSERT_GE(upper, truth.value - truth.error) << index << ": " << what << " epsilon " << epsilon;
  if (whole.attained) {
    ASSERT_LE(lower, truth.value + truth.error) << index << ": " << what << " epsilon " << epsilon;
  }
  ++found->deltas;
  found->close += upper < truth.value * 1.02L;
  found->smallest = std::min(found->smallest, static_cast<double>(truth.value));
  found->widest = std::max(found->widest, static_cast<double>(truth.error / truth.value));
  // The epsilon at this delta is the same epsilon: not below it by more than the sum's error moves it.
  const double delta = static_cast<double>(truth.value - truth.error);
  Bracket bracket;
  ASSERT_EQ(tight_epsilon(whole.curve, delta, &bracket.upper, error), DPCVX_OK);
  ASSERT_GE(bracket.upper, epsilon * (1 - 1e-15)) << index << ": " << what << " delta " << delta;
  if (whole.attained && index % 4 == 0) {
    ASSERT_EQ(epsilon_bracket(whole.curve, static_cast<double>(truth.value + truth.error), &bracket, error), DPCVX_OK);
    ASSERT_LE(bracket.lower, epsilon * (1 + 1e-15)) << index << ": " << what << " delta " << delta;
  }
  ++found->epsilons;
  if (!controls) return;
  found->less_caught += delta_of(whole.less, epsilon) < truth.value - truth.error;
  found->short_caught += upper * 0.98 < truth.value - truth.error;
}

Found search(int64_t first, int64_t last, bool controls) {
  Found found;
  for (int64_t i = first; i < last && !testing::Test::HasFatalFailure(); ++i) {
    Inputs inputs(0x9aad0000 + static_cast<uint64_t>(i) * 0x9e3779b97f4a7c15);
    Composition whole;
    make_composition(inputs, i, &whole);
    if (!testing::Test::HasFatalFailure()) ask(inputs, whole, i, controls, &found);
  }
  return found;
}

TEST(Quadrature, NoCompositionOfDensitiesCostsMoreThanItsBounds) {
  const int64_t count = long_audits() ? 1200 : 4;
  const Found found = search(long_audits() ? 0 : 1, long_audits() ? count : count + 1, false);
  EXPECT_GT(found.deltas, count * 3 / 4);
  EXPECT_GT(found.close, found.deltas / 2);
  evidence(
      "accounting",
      "%lld random compositions of densities by quadrature (relative error at most %.1e): %lld deltas down to %.1e "
      "and as many epsilons, none below; %.0f %% of the deltas within 2 %%",
      static_cast<long long>(count), found.widest, static_cast<long long>(found.deltas), found.smallest,
      100.0 * static_cast<double>(found.close) / static_cast<double>(found.deltas));
}

// Control: a part that is left out, and bounds 2 % too low, are caught.
TEST(Quadrature, CatchesMissingPartsAndLowBounds) {
  const Found found = search(2001, 2008, true);
  EXPECT_GE(found.less_caught, found.deltas - 1);
  EXPECT_GT(found.short_caught, found.deltas / 2);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
