#include "privacy/selection/best_of.h"

#include <algorithm>
#include <cmath>

#include "numeric/directed.h"
#include "numeric/margins.h"
#include "numeric/normal.h"
#include "numeric/root.h"
#include "privacy/divergences/gdp.h"

namespace dpcvx::privacy {

using numeric::above;
using numeric::below;
using numeric::down_some;
using numeric::up_some;

namespace {

constexpr double kMaxMu = 8;
// Corners of Gaussian runs lie even in the normal quantile of u, from -kReach to kReach and a step of 1/480 apart.
constexpr double kReach = 8.53125;

// Whether the middle one of three lines, from steep to flat, is surely nowhere above both others.
template <class Line>
bool is_below(const Line &steep, const Line &middle, const Line &flat) {
  const double left = (steep.a - flat.a) * (steep.b - middle.b), right = (steep.a - middle.a) * (steep.b - flat.b);
  return numeric::up_few(left) <= right;
}

// All runs released, and their number: the mixture of sqrt(k) mu-GDP over the law of K.
double composed_gdp_delta_up(double mu, const RunsLaw &law, double epsilon) {
  double sum = 0;
  for (size_t k = 1; k <= law.most(); ++k)
    sum += law.probability(k) * gdp_delta_up(up_some(mu * std::sqrt(static_cast<double>(k))), epsilon);
  return numeric::up_many(sum);
}

}  // namespace

bool BestOf::allocate() { return corners_.allocate(kCorners) && hull_.allocate(kCorners + 1); }

double BestOf::delta_up(const Corner *corners, size_t count, FunctionRef<double(double)> delta_up, const RunsLaw &law,
                        double epsilon) {
  const double factor = down_some(std::exp(epsilon));
  // From the steepest line on. A line that is surely nowhere the greatest may be left out; near ties stay, since what
  // follows is an upper bound for any sequence of lines.
  size_t size = 0;
  double least = INFINITY, most = INFINITY;  // bounds of flatter lines hold for those before, and the other way round
  const auto take = [&](const Line &line) {
    while (size > 0 && hull_[size - 1].a <= line.a) --size;
    while (size > 1 && is_below(hull_[size - 2], hull_[size - 1], line)) --size;
    hull_[size++] = line;
  };
  for (size_t i = count; i-- > 0;) {
    most = std::fmin(most, law.slope_up(corners[i].high));
    least = std::fmin(least, law.slope_down(corners[i].low));
    if (size == 0 || least < hull_[size - 1].b) take({most, least});  // else nowhere above the line before
  }
  take({0, 0});
  double sum = 0;
  for (size_t i = 0; i + 1 < size; ++i) {
    const double fall = above(hull_[i].a - hull_[i + 1].a);
    const double slope = below(hull_[i].b - hull_[i + 1].b);
    if (!(slope > 0)) {  // a step that no ratio takes back
      sum += fall;
      continue;
    }
    const double kink = up_some(fall / (factor * slope));
    const double at = std::log(kink);
    if (kink <= 1) {
      sum += up_some(fall * delta_up(std::fmax(-at - 0x1p-44 * (1 - at), 0)));
    } else {
      const double beyond = at + 0x1p-44 * (1 + at);
      sum +=
          up_some(fall * (-std::expm1(-beyond) + std::exp(-beyond) * delta_up(std::fmax(at - 0x1p-44 * (1 + at), 0))));
    }
  }
  return std::fmin(up_some(numeric::up_many(sum)), 1);
}

double BestOf::gdp_delta_up(double mu, const RunsLaw &law, double epsilon) {
  const size_t count = kCorners;
  const double step = 2 * kReach / static_cast<double>(count - 2);
  for (size_t i = 0; i < count; ++i) {
    const double low = -kReach + step * (static_cast<double>(i) - 1), high = -kReach + step * static_cast<double>(i);
    corners_[i].high = i + 1 == count ? 1 : std::fmin(up_some(numeric::normal_cdf(above(high))), 1);
    corners_[i].low = i == 0 ? 0 : down_some(numeric::normal_cdf(below(below(low) - mu)));
  }
  const double best = delta_up(
      corners_.data(), count, [=](double e) { return privacy::gdp_delta_up(mu, e); }, law, epsilon);
  return std::fmin(best, composed_gdp_delta_up(mu, law, epsilon));
}

double BestOf::gdp_mu_within(const RunsLaw &law, double epsilon, double delta) {
  const double least = 0x1p-20, most = std::fmin(privacy::gdp_mu_down(epsilon, delta), kMaxMu);
  // Of 1 / mu: it falls. Each value is a valid bound of its own, so the root that was tried is within delta. 2^-36 is
  // more than the logarithms' rounding.
  const auto excess = [&](double inverse) {
    return std::log(std::fmax(gdp_delta_up(1 / inverse, law, epsilon), 1e-300)) - std::log(delta) + 0x1p-36;
  };
  if (!(most > least) || !(delta > 1e-300)) return 0;
  const double mu = 1 / numeric::falling_root(1 / most, 1 / least, 0x1p-24, excess);
  return gdp_delta_up(mu, law, epsilon) <= delta ? mu : 0;
}

double best_of_pure_up(double epsilon_run, const RunsLaw &law) {
  // T(a) = max(1 - e^epsilon a, e^-epsilon (1 - a)). In u = 1 - a: max(1 - e^epsilon (1 - u), e^-epsilon u), with its
  // corner at u = e^epsilon / (1 + e^epsilon), which is a border of cells.
  constexpr int kCells = 4096;
  const double factor = std::exp(epsilon_run), corner = factor / (1 + factor);
  const double composed = above(epsilon_run * static_cast<double>(law.most()));
  if (!(factor < 128)) return composed;  // beyond it rounding in T would need a bound of its own
  double ratio = 1;
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < kCells; ++i) {
      const double at = i / static_cast<double>(kCells), next = (i + 1) / static_cast<double>(kCells);
      const double low = side == 0 ? corner * at : corner + (1 - corner) * at;
      const double high = side == 0 ? corner * next : corner + (1 - corner) * next;
      const double miss = side == 0 ? low / factor : 1 - factor * (1 - low);
      ratio = std::fmax(ratio, law.slope_up(std::fmin(up_some(high), 1)) /
                                   law.slope_down(std::fmax(down_some(miss) - (side == 0 ? 0 : up_some(0x1p-44)), 0)));
    }
  return std::fmin(up_some(epsilon_run + up_some(std::log(up_some(ratio)))), composed);
}

double best_of_pure_within(double epsilon, const RunsLaw &law) {
  double low = 0, high = epsilon;
  while (high - low > 0x1p-20 * high) {
    const double middle = low + (high - low) / 2;
    (best_of_pure_up(middle, law) <= epsilon ? low : high) = middle;
  }
  return low;
}

}  // namespace dpcvx::privacy
