// Families of points by deletion on small data, neighbours of these, and the exact laws of what is released.
#ifndef DPCVX_TESTS_MECHANISM_PROPOSE_TEST_RELEASE_DELETION_H_
#define DPCVX_TESTS_MECHANISM_PROPOSE_TEST_RELEASE_DELETION_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "base/error.h"
#include "mechanism/propose_test_release/deletion_search.h"
#include "mechanism/propose_test_release/threshold_law.h"

namespace deletion {

// One number a user, one number out.
using Users = std::vector<double>;
using Function = std::function<double(const Users &)>;
// The point of each level, or none.
using Points = std::vector<std::optional<double>>;

struct Settings {
  int64_t top = 2;
  double step = 1, growth = 0;
  dpcvx::mechanism::Deletions deletions = dpcvx::mechanism::Deletions::kNeeded;
};

// As the library finds them. The function gets the numbers of the users that are left, in the order of the users.
inline Points points(const Users &users, const Function &function, const Settings &settings) {
  Users left;
  const auto caller = [&](const int64_t *which, int64_t count, double *out) {
    left.clear();
    for (int64_t i = 0; i < count; ++i) left.push_back(users[static_cast<size_t>(which[i])]);
    *out = function(left);
    return true;
  };
  dpcvx_error message;
  dpcvx::Error error(&message, "test");
  dpcvx::mechanism::DeletionFamily family;
  const dpcvx::mechanism::DeletionShape shape{static_cast<int64_t>(users.size()), settings.top, 1, settings.deletions};
  if (family.prepare(shape, settings.step, settings.growth, error) != DPCVX_OK) return {};
  dpcvx::ProgressMonitor watch;
  family.fill(shape.users, caller, watch);
  Points out;
  for (int64_t level = 0; level <= settings.top; ++level) {
    const double *const point = family.point(level);
    out.push_back(point == nullptr ? std::nullopt : std::optional<double>(*point));
  }
  return out;
}

// A law of the level with noise distance / mu: what is claimed of a release by deletion.
struct LevelLaw {
  const char *name;
  std::vector<double> levels;
  double epsilon, delta, mu;
};

inline double normal_below(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }
inline double gaussian_delta(double epsilon, double mu) {
  return normal_below(-epsilon / mu + mu / 2) - std::exp(epsilon) * normal_below(-epsilon / mu - mu / 2);
}
// The greatest mu with gaussian_delta(epsilon, mu) <= delta.
inline double gaussian_mu(double epsilon, double delta) {
  double low = 1e-6, high = 100;
  for (int i = 0; i < 100; ++i) {
    const double middle = std::sqrt(low * high);
    (gaussian_delta(epsilon, middle) > delta ? high : low) = middle;
  }
  return low;
}

// The law of the level R of Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Definition 3.4: on {0, ..., top},
// proportional to exp(-epsilon |r - top / 2|).
inline std::vector<double> laplace_levels(int64_t top, double epsilon) {
  std::vector<double> law;
  double sum = 0;
  for (int64_t r = 0; r <= top; ++r) {
    law.push_back(std::exp(-epsilon * std::fabs(static_cast<double>(r) - 0.5 * static_cast<double>(top))));
    sum += law.back();
  }
  for (double &p : law) p /= sum;
  return law;
}

// The statement for these: (epsilon1 + epsilon2, 2 p_0 + e^epsilon1 delta2).
inline LevelLaw split_law(int64_t top, double epsilon1, double epsilon2, double delta2) {
  const std::vector<double> levels = laplace_levels(top, epsilon1);
  return {"split", levels, epsilon1 + epsilon2, 2 * levels[0] + std::exp(epsilon1) * delta2,
          gaussian_mu(epsilon2, delta2)};
}
// The library's law of a family.
inline LevelLaw tight_law(double epsilon, double delta, double mu) {
  dpcvx_error message;
  dpcvx::Error error(&message, "test");
  dpcvx::mechanism::StabilityLaw law;
  if (law.make_family(epsilon, delta, mu, error) != DPCVX_OK) return {"none", {}, 0, 0, 0};
  LevelLaw out{"tight", {}, law.epsilon(), law.delta(), law.mu()};
  for (int64_t r = 0; r <= law.top(); ++r) out.levels.push_back(law.pass(r) - law.pass(r + 1));
  return out;
}
// Both of top 2.
inline std::vector<LevelLaw> laws_of_top_two() { return {split_law(2, 1, 1, 0.02), tight_law(3, 0.1, 0.1)}; }

// sup over events of P - e^epsilon Q, of the laws of what is released: nothing where a level has no point, else the
// point plus Gaussian noise. The density's sign changes are found on a grid and made exact; between them the normal
// law is integrated in closed form.
inline double hockey_stick(const Points &p, const Points &q, const LevelLaw &law, double distance) {
  const std::vector<double> &levels = law.levels;
  const double epsilon = law.epsilon, sigma = distance / law.mu;
  struct Part {
    double weight, at;
  };
  std::vector<Part> parts;
  double nothing = 0, low = INFINITY, high = -INFINITY;
  const auto add = [&](const std::optional<double> &point, double weight) {
    if (!point) {
      nothing += weight;
      return;
    }
    low = std::min(low, *point);
    high = std::max(high, *point);
    for (Part &part : parts)
      if (part.at == *point) {
        part.weight += weight;
        return;
      }
    parts.push_back({weight, *point});
  };
  for (size_t r = 0; r < levels.size(); ++r) {
    add(p[r], levels[r]);
    add(q[r], -std::exp(epsilon) * levels[r]);
  }
  double delta = std::max(0.0, nothing);
  if (parts.empty()) return delta;
  const auto density = [&](double x) {
    double sum = 0;
    for (const Part &part : parts) sum += part.weight * std::exp(-0.5 * (x - part.at) * (x - part.at) / sigma / sigma);
    return sum;
  };
  const auto mass_below = [&](double x) {
    double sum = 0;
    for (const Part &part : parts) sum += part.weight * normal_below((x - part.at) / sigma);
    return sum;
  };
  const int cells = 160;
  const double from = low - 12 * sigma, width = (high - low + 24 * sigma) / cells;
  double left = -INFINITY, before = density(from);
  const auto take = [&](double right, bool positive) {
    if (positive) delta += std::max(0.0, mass_below(right) - mass_below(left));
    left = right;
  };
  for (int i = 1; i <= cells; ++i) {
    const double x = from + i * width, here = density(x);
    if ((here > 0) != (before > 0)) {
      double a = x - width, b = x;
      for (int j = 0; j < 40; ++j) {
        const double middle = 0.5 * (a + b);
        ((density(middle) > 0) == (before > 0) ? a : b) = middle;
      }
      take(0.5 * (a + b), before > 0);
    }
    before = here;
  }
  take(INFINITY, before > 0);
  return delta;
}

// The greater of both orders.
inline double delta_of(const Points &p, const Points &q, const LevelLaw &law, double distance) {
  return std::max(hockey_stick(p, q, law, distance), hockey_stick(q, p, law, distance));
}

// The root of an increasing function on [low, high], or the end that is nearer to it.
template <class Slope>
double root(const Slope &slope, double low, double high) {
  if (slope(low) >= 0) return low;
  if (slope(high) <= 0) return high;
  for (int i = 0; i < 44; ++i) {
    const double middle = 0.5 * (low + high);
    (slope(middle) > 0 ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

inline double mean(const Users &users) {
  double sum = 0;
  for (const double user : users) sum += user;
  return sum / static_cast<double>(users.size());
}
inline double mean_in_box(const Users &users) { return std::min(0.3, std::max(0.0, mean(users))); }
// argmin of mean |t - z|, smoothed to a width of 0.1, + t^2 / 2
inline double smoothed_median(const Users &users) {
  return root(
      [&](double t) {
        double sum = 0;
        for (const double z : users) sum += std::min(1.0, std::max(-1.0, (t - z) / 0.1));
        return sum / static_cast<double>(users.size()) + t;
      },
      -2, 2);
}
// argmin of mean log(1 + exp(-z t)) + 0.1 t^2
inline double logistic(const Users &users) {
  return root(
      [&](double t) {
        double sum = 0;
        for (const double z : users) sum -= z / (1 + std::exp(z * t));
        return sum / static_cast<double>(users.size()) + 0.2 * t;
      },
      -40, 40);
}

// Users around one to three places, and a neighbour that differs in one of them.
struct Pair {
  Users one, other;
};
template <class Rng>
Pair random_pair(Rng &rng) {
  std::normal_distribution<double> normal;
  std::vector<double> places(1 + rng() % 3);
  const double spread = 0.05 * std::exp(1.5 * normal(rng));
  for (double &place : places) place = normal(rng) * (rng() % 2 ? 1 : spread);
  Pair out;
  out.one.resize(7 + rng() % 3);
  for (double &user : out.one) user = places[rng() % places.size()] + (rng() % 2 ? spread * normal(rng) : 0);
  out.other = out.one;
  out.other[rng() % out.other.size()] = rng() % 4 ? 2 * normal(rng) : places[0];
  return out;
}

}  // namespace deletion

#endif
