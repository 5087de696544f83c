// Two neighbours' laws as outcomes with their probabilities, in long double, and their divergence summed outcome by
// outcome. A Gaussian mechanism may be used beside each outcome: its divergence is a closed form.
#ifndef DPCVX_TESTS_PRIVACY_ACCOUNTANT_EXACT_LAWS_H_
#define DPCVX_TESTS_PRIVACY_ACCOUNTANT_EXACT_LAWS_H_

#include <algorithm>
#include <cmath>
#include <vector>

#include "privacy/helpers.h"

namespace dpcvx {
namespace privacy {
namespace exact {

using Real = long double;

struct Outcome {
  Real first = 1, second = 1;  // probabilities under both laws
  Real square = 0;             // mu^2 of the Gaussian mechanism beside it
};
using Law = std::vector<Outcome>;

inline Real loss_of(const Outcome &outcome) {
  return outcome.first == 0 ? -INFINITY : outcome.second == 0 ? INFINITY : std::log(outcome.first / outcome.second);
}

// Puts outcomes of equal losses together, which forgets which of them it was.
inline Law merged(Law law) {
  std::vector<std::pair<Real, Outcome>> sorted;
  for (const Outcome &outcome : law)
    if (outcome.first > 0 || outcome.second > 0) sorted.push_back({loss_of(outcome), outcome});
  std::sort(sorted.begin(), sorted.end(), [](const auto &one, const auto &other) {
    return one.second.square != other.second.square ? one.second.square < other.second.square : one.first < other.first;
  });
  law.clear();
  Real last = 0;
  for (const auto &each : sorted) {
    const bool near = std::isfinite(last) && std::fabs(each.first - last) <= 1e-15L * (1 + std::fabs(last));
    const bool same = !law.empty() && law.back().square == each.second.square && (near || each.first == last);
    if (same) {
      law.back().first += each.second.first;
      law.back().second += each.second.second;
    } else {
      law.push_back(each.second);
      last = each.first;
    }
  }
  return law;
}

inline Law product(const Law &one, const Law &other) {
  Law all;
  all.reserve(one.size() * other.size());
  for (const Outcome &a : one)
    for (const Outcome &b : other) all.push_back({a.first * b.first, a.second * b.second, a.square + b.square});
  return merged(all);
}

inline Law turned(Law law) {
  for (Outcome &outcome : law) std::swap(outcome.first, outcome.second);
  return law;
}

// A unit is met with probability q; without it the second law answers.
inline Law sampled(Law law, Real rate) {
  for (Outcome &outcome : law) outcome.first = (1 - rate) * outcome.second + rate * outcome.first;
  return law;
}

// delta at any real epsilon of Gaussian privacy with this mu^2.
inline Real gaussian_profile(Real square, Real epsilon) {
  if (epsilon == -INFINITY) return 1;
  if (epsilon == INFINITY) return 0;
  if (square == 0) return epsilon < 0 ? -std::expm1(epsilon) : 0;
  const Real mu = std::sqrt(square), root = std::sqrt(0.5L);
  const Real first = std::erfc((epsilon / mu - mu / 2) * root) / 2;
  if (first == 0) return 0;  // e^epsilon may be infinite
  return first - std::exp(epsilon) * std::erfc((epsilon / mu + mu / 2) * root) / 2;
}

// A sum, and what it may be off by.
struct Sum {
  Real value = 0, error = 0;
};

// H_x of one order: an outcome that the second law lacks is never covered, even by an infinite e^x. Probabilities are
// products of at most some hundred numbers: 2^-52 covers their rounding.
inline Sum hockey_stick(const Law &law, Real x) {
  Sum sum;
  const Real grown = std::exp(x);
  for (const Outcome &outcome : law) {
    if (outcome.first == 0) continue;
    if (outcome.square > 0) {
      sum.value += outcome.first * gaussian_profile(outcome.square, x - loss_of(outcome));
      sum.error += outcome.first *
                   std::erfc((x - loss_of(outcome)) / std::sqrt(2 * outcome.square) - std::sqrt(outcome.square / 8)) *
                   0x1p-52L;
    } else if (const Real covered = outcome.second > 0 ? grown * outcome.second : 0; outcome.first > covered) {
      sum.value += outcome.first - covered;
      sum.error += outcome.first * 0x1p-52L;
    }
  }
  return sum;
}

// delta at epsilon: the greater of both orders.
inline Sum delta_of_law(const Law &law, Real epsilon) {
  const Sum one = hockey_stick(law, epsilon), other = hockey_stick(turned(law), epsilon);
  return one.value > other.value ? one : other;
}

inline Law coin(Real epsilon) {
  const Real yes = 1 / (1 + std::exp(-epsilon)), no = 1 / (1 + std::exp(epsilon));
  return {{yes, no, 0}, {no, yes, 0}};
}

inline Law approximate_coin(Real epsilon, Real delta) {
  Law law = coin(epsilon);
  for (Outcome &outcome : law) {
    outcome.first *= 1 - delta;
    outcome.second *= 1 - delta;
  }
  law.push_back({delta, 0, 0});
  law.push_back({0, delta, 0});
  return law;
}

inline Law response(Real noise, int64_t categories) {
  const Real other = noise / static_cast<Real>(categories), truth = 1 - noise + other;
  return {{truth, other, 0},
          {other, truth, 0},
          {other * static_cast<Real>(categories - 2), other * static_cast<Real>(categories - 2), 0}};
}

// Outcomes up to 0 have one loss, and so have those from the shift on.
inline Law discrete_laplace_law(Real decay, int64_t shift) {
  const Real norm = std::tanh(decay / 2), tail = norm / -std::expm1(-decay);
  const Real far = std::exp(-decay * static_cast<Real>(shift));
  Law law{{tail * far, tail, 0}, {tail, tail * far, 0}};
  for (int64_t y = 1; y < shift; ++y)
    law.push_back(
        {norm * std::exp(-decay * static_cast<Real>(shift - y)), norm * std::exp(-decay * static_cast<Real>(y)), 0});
  return law;
}

// Cut off at 12 sigmas, which forgets what lies beyond.
inline Law discrete_gaussian_law(Real sigma, int64_t shift) {
  const int64_t reach = static_cast<int64_t>(12 * sigma) + 4;
  const auto weight = [=](int64_t y) {
    return std::exp(-static_cast<Real>(y) * static_cast<Real>(y) / (2 * sigma * sigma));
  };
  Real norm = 0;
  for (int64_t y = -4 * reach; y <= 4 * reach; ++y) norm += weight(y);
  Law law;
  for (int64_t y = -reach; y <= reach + shift; ++y) law.push_back({weight(y - shift) / norm, weight(y) / norm, 0});
  return law;
}

// How many of `users` say 1, each the truth with this probability; `ones` of the others have a 1, and the first user
// has 1 under the first law.
inline Law counted_answers(Real truth, int64_t users, int64_t ones) {
  std::vector<Real> others{1};
  for (int64_t user = 1; user < users; ++user) {
    const Real one = user <= ones ? truth : 1 - truth;
    others.push_back(0);
    for (size_t i = others.size(); i-- > 0;) others[i] = others[i] * (1 - one) + (i > 0 ? others[i - 1] * one : 0);
  }
  Law law;
  for (size_t i = 0; i <= others.size(); ++i) {
    const Real same = i < others.size() ? others[i] : 0, less = i > 0 ? others[i - 1] : 0;
    law.push_back({truth * less + (1 - truth) * same, (1 - truth) * less + truth * same, 0});
  }
  return law;
}

// A mechanism with random probabilities, some of them far apart.
inline Law random_law(Inputs &inputs, int64_t most) {
  Law law(static_cast<size_t>(2 + inputs.below(most - 1)));
  Real first = 0, second = 0;
  const double spread = inputs.log_uniform(0.02, 3);
  for (Outcome &outcome : law) {
    outcome.first = std::exp(static_cast<Real>(inputs.uniform(-spread, spread)));
    outcome.second = std::exp(static_cast<Real>(inputs.uniform(-spread, spread)));
    first += outcome.first;
    second += outcome.second;
  }
  for (Outcome &outcome : law) {
    outcome.first /= first;
    outcome.second /= second;
  }
  return law;
}

inline double rounded_up(Real value) {
  return std::nextafter(std::nextafter(static_cast<double>(value), INFINITY), INFINITY);
}

inline double pure_epsilon_of(const Law &law) {
  Real most = 0;
  for (const Outcome &outcome : law) most = std::max(most, std::fabs(loss_of(outcome)));
  return rounded_up(most * (1 + 0x1p-50L));
}

// The Renyi divergence, the greater of both orders.
inline double renyi_of(const Law &law, Real order) {
  Real one = 0, other = 0;
  for (const Outcome &outcome : law) {
    const Real loss = loss_of(outcome);
    one += outcome.first * std::exp((order - 1) * loss);
    other += outcome.second * std::exp(-(order - 1) * loss);
  }
  return rounded_up(std::log(std::max({one, other, 1.0L})) / (order - 1) * (1 + 0x1p-48L) + 0x1p-58L);
}

}  // namespace exact
}  // namespace privacy
}  // namespace dpcvx

#endif
