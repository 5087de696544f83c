// One round of a mechanism as the losses of its two worst laws, and two rounds by quadrature: definitions that share no
// code with the library's.
#ifndef DPCVX_TESTS_PRIVACY_PLD_ROUNDS_H_
#define DPCVX_TESTS_PRIVACY_PLD_ROUNDS_H_

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace dpcvx {
namespace privacy {

// A pair of laws by the losses of the first, as points and chances, and its hockey-stick divergence at any x.
struct Truth {
  std::vector<std::pair<double, double>> losses;
  std::function<double(double)> hockey;
};

inline double upper(double z) { return 0.5 * std::erfc(z * 0.70710678118654752440); }
inline double density(double z) { return std::exp(-z * z / 2) * 0.39894228040143267794; }

// The losses of a law with this density over u, by the trapezoidal rule with 2 * 10^4 points.
template <class Density, class Loss>
std::vector<std::pair<double, double>> spread_over(double low, double high, const Density &at, const Loss &loss) {
  constexpr int kSteps = 20000;
  std::vector<std::pair<double, double>> losses;
  const double step = (high - low) / kSteps;
  for (int i = 0; i <= kSteps; ++i) {
    const double u = low + i * step, weight = i == 0 || i == kSteps ? 0.5 : 1;
    losses.emplace_back(loss(u), weight * step * at(u));
  }
  return losses;
}

// (1 - q) Q + q P against Q and the other order, by the threshold of the ratio.
inline Truth sampled_truth(double sigma, double q, bool reversed) {
  const double mu = 1 / sigma;
  const auto place = [=](double ratio) { return std::log(ratio) / mu + mu / 2; };
  const auto log_mixed = [=](double u) { return std::log1p(q * std::expm1(mu * u - mu * mu / 2)); };
  Truth truth;
  if (!reversed) {
    truth.losses = spread_over(
        -11, 11 + mu, [=](double u) { return (1 - q) * density(u) + q * density(u - mu); }, log_mixed);
    truth.hockey = [=](double x) {
      const double ratio = 1 + std::expm1(x) / q;
      if (ratio <= 0) return -std::expm1(x);
      const double v = place(ratio);
      return (1 - q - std::exp(x)) * upper(v) + q * upper(v - mu);
    };
  } else {
    truth.losses = spread_over(-11, 11, density, [=](double u) { return -log_mixed(u); });
    truth.hockey = [=](double x) {
      const double ratio = 1 + std::expm1(-x) / q;
      if (ratio <= 0) return 0.0;
      const double v = place(ratio);
      return upper(-v) - std::exp(x) * ((1 - q) * upper(-v) + q * upper(mu - v));
    };
  }
  return truth;
}

// The symmetric pair of sampling without replacement: its divergences at x >= 0 are those of (1 - q) Q + q P against Q.
inline Truth fixed_size_truth(double sigma, double q) {
  const double mu = 1 / sigma;
  const Truth one_sided = sampled_truth(sigma, q, false);
  const auto log_mixed = [=](double u) { return std::log1p(q * std::expm1(mu * u - mu * mu / 2)); };
  Truth truth;
  truth.losses = spread_over(
      mu / 2, 11 + mu, [=](double u) { return (1 - q) * density(u) + q * density(u - mu); }, log_mixed);
  for (const auto &below : spread_over(mu / 2, 11, density, [=](double u) { return -log_mixed(u); }))
    truth.losses.push_back(below);
  truth.losses.emplace_back(0, (1 - q) * (1 - 2 * upper(mu / 2)));
  truth.hockey = [=](double x) {
    return x >= 0 ? one_sided.hockey(x) : -std::expm1(x) + std::exp(x) * one_sided.hockey(-x);
  };
  return truth;
}

inline Truth laplace_truth(double scale) {
  const double edge = 1 / scale;
  Truth truth;
  truth.losses = spread_over(
      -edge, edge, [=](double l) { return std::exp((l - edge) / 2) / 4; }, [](double l) { return l; });
  truth.losses.emplace_back(edge, 0.5);
  truth.losses.emplace_back(-edge, std::exp(-edge) / 2);
  truth.hockey = [=](double x) { return x >= edge ? 0 : x <= -edge ? -std::expm1(x) : -std::expm1((x - edge) / 2); };
  return truth;
}

// Calls visit(at, orders) for each rising choice of `count` places below `size`, of which that many orders are alike.
template <class Visit>
void each_multiset(size_t size, size_t count, const Visit &visit) {
  std::vector<size_t> at(count, 0);
  for (size_t risen = 1; risen > 0;) {
    double orders = 1, run = 0;
    for (size_t i = 0; i < count; ++i) {
      run = i > 0 && at[i] == at[i - 1] ? run + 1 : 1;
      orders *= static_cast<double>(i + 1) / run;
    }
    visit(at, orders);
    for (risen = count; risen > 0 && at[risen - 1] + 1 == size;) --risen;
    if (risen > 0) std::fill(at.begin() + static_cast<ptrdiff_t>(risen) - 1, at.end(), at[risen - 1] + 1);
  }
}

inline double two_rounds(const Truth &first, const Truth &second, double epsilon) {
  double sum = 0;
  for (const auto &loss : first.losses) sum += loss.second * std::max(0.0, second.hockey(epsilon - loss.first));
  return sum;
}

}  // namespace privacy
}  // namespace dpcvx

#endif
