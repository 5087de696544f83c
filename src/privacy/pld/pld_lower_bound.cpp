// Lower bounds on delta. A test sees only the index of each loss's cell. It adds these up and says "the first law" if
// the sum is above a number. So delta(epsilon) >= P(above) - e^epsilon Q(above), for any cells and indices. Tails that
// are rounded down under P and up under Q only lower that. Cells about the points of a grid lose as little as the grid
// adds (PROOFS.md, section 11).
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "numeric/complex.h"
#include "privacy/pld/pld_composition.h"

namespace dpcvx::privacy {

namespace {

constexpr double kLoose = 0.97;  // of the upper bound: below it other cuts are tried

}  // namespace

using numeric::Complex;
using numeric::Twofold;

// Of the last transform's law, tilted back: the sum of e^(-t y) m(y) over the multiples of the step in the window
// (epsilon, epsilon + span], y counted from epsilon, and what lies whole circles from it; times e^(t epsilon) it is the
// chance of the window before tilting. *error bounds how far off it may be.
double LossSum::window_on_grid(double epsilon, double span, double *error) const {
  const double h = step_;
  double next = std::floor(epsilon / h) - 1;
  while (!(std::fma(next, h, -epsilon) > 0)) ++next;
  const double y = std::fma(next, h, -epsilon);
  const numeric::RealFft &fft = scratch_.fft;
  const size_t n = fft.size(), turns = static_cast<size_t>(static_cast<int64_t>(next)) & (n - 1);
  const size_t points = span < INFINITY ? static_cast<size_t>(span / h) : 0;
  const double shrunk = std::exp(-t_ * h), off = -std::expm1(-t_ * h);
  const double end = span < INFINITY ? std::exp(-t_ * h * static_cast<double>(points)) : 0;
  double sum = 0, run = 0, sizes = 0, wrong = 0;
  for (size_t i = 0; i < terms_; ++i) {
    if (i % kRunOfTerms == 0) sum += run, run = 0;
    const LossScratch::Term &term = scratch_.terms[i];
    const size_t k = scratch_.frequencies[i], turn = (k * turns) & (n - 1), turn_end = (k * points) & (n - 1);
    const double c = fft.cosine(k), s = fft.sine(k);
    const double versine = c >= 0 ? s * s / (1 + c) : 1 - c;
    const Complex below{off + shrunk * versine, shrunk * s};                      // 1 - z
    const Complex top{1 - end * fft.cosine(turn_end), end * fft.sine(turn_end)};  // 1 - z^points
    const double norm = below.real * below.real + below.imaginary * below.imaginary;
    const Complex law =
        numeric::multiply(Complex{term.real, -term.imaginary}, Complex{fft.cosine(turn), -fft.sine(turn)});
    const Complex kernel = multiply(top, {below.real, -below.imaginary});
    const double weight = k == 0 || 2 * k == n ? 1 : 2, bound = weight * 2 / std::sqrt(norm);
    run += weight * (kernel.real * law.real - kernel.imaginary * law.imaginary) / norm;
    sizes += bound * term.size;
    wrong += bound * term.error;
  }
  sum += run;
  const double whole = static_cast<double>(n), scale = std::exp(-t_ * y);
  *error = scale * (wrong + 2 * neglected_ / off + sizes * (0x1p-44 + additions() * 0x1p-52)) / whole * (1 + 1e-9);
  return scale * sum / whole;
}

double LossSum::window_chance(double epsilon, double span, double *error) const {
  return smoothing_ > 0 ? window_smoothed(epsilon, span, error) : window_on_grid(epsilon, span, error);
}

// The tilted chance of a sum at most epsilon - below, or above epsilon + above, by Chernoff's bound; the cells' errors
// and the noise of the statistic are counted in.
double LossSum::outside_up(double epsilon, double below, double above) const {
  const auto log_moment = [&](double t) {
    double sum = t * t * smoothing_ * smoothing_ / 2;
    for (size_t i = 0; i < size_; ++i) {
      double greatest = -INFINITY, part = 0;
      const LossDistribution &losses = losses_[i];
      for (size_t j = 0; j < losses.size(); ++j)
        greatest = std::fmax(greatest, losses.log_mass(j) + t * losses.loss(j));
      for (size_t j = 0; j < losses.size(); ++j) part += std::exp(losses.log_mass(j) + t * losses.loss(j) - greatest);
      sum += static_cast<double>(events_[i].count) * (greatest + std::log(part));
    }
    return sum;
  };
  double min_below = 0, min_above = 0;
  const double start = log_scale().high;
  for (double more = 1e-2 / spread_; more < 1e3 / spread_; more *= 1.6) {
    min_above = std::fmin(min_above, log_moment(t_ + more) - start - more * (epsilon + above));
    min_below = std::fmin(min_below, log_moment(t_ - more) - start + more * (epsilon - below));
  }
  const double slack = 1e-6 * (1 + std::fabs(start) * 1e-6);
  return std::exp(min_above + slack) + std::exp(min_below + slack);
}

namespace {

// A test for sums above `start`: the chance under the first law, and the log of its factor.
struct Test {
  double start, chance;
  Twofold log_scale;
};

}  // namespace

// The log of the chance that Poisson sampling takes as many units as labelled parts say.
double LossSum::log_chance_of_labels() const {
  double sum = 0;
  for (size_t i = 0; i < size_; ++i) {
    const double uses = static_cast<double>(events_[i].count);
    if (events_[i].share == 1) sum += uses * (events_[i].log_choices + std::log(events_[i].b));
    if (events_[i].share == 0) sum += uses * std::log1p(-events_[i].b);
  }
  return sum;
}

// Labels are those of Poisson sampling at the rate and at lower ones. Their sum is below the loss of the whole by about
// the log of that chance, less what the rate itself has (PROOFS.md, section 11.10).
bool LossSum::attained(double epsilon, double most, double *delta) {
  *delta = std::fmax(*delta, attained_at_top(epsilon));
  const auto restart = [&](double more) {
    grid_ = Grid::kUp;
    log_known_ = std::log(most);
    return cut(more * kCutShare * most);
  };
  if (!restart(1)) return false;
  const bool labels = std::any_of(events_, events_ + size_, [](const LossPart &part) { return part.share >= 0; });
  if (!labels) {
    if (chernoff_up(tilt_at(epsilon), epsilon) <= *delta) return true;
    if (!attained_by_sums_above(epsilon, epsilon, delta)) return false;
    // Rare and great losses ask for greater tilts, as those of upper bounds do.
    for (double more : {40.0, 1000.0}) {
      if (!(smoothing_ > 0 && *delta < kLoose * most)) break;
      if (!restart(more) || !attained_by_sums_above(epsilon, epsilon, delta)) return false;
    }
    return true;
  }
  const double whole = log_chance_of_labels();
  for (double factor : {1.0, 0.7, 0.7}) {
    for (size_t i = 0; i < size_; ++i)
      if (events_[i].share >= 0) events_[i].b *= factor;
    for (double share : {1.0, 0.5})
      if (!restart(1) || !attained_by_sums_above(epsilon + log_chance_of_labels() - share * whole, epsilon, delta))
        return false;
  }
  return true;
}

bool LossSum::attained_by_sums_above(double start, double epsilon, double *delta) {
  const double tilt = tilt_at(start);
  const Circles best = best_circles(tilt, start);
  Circle circle = best.on_grid;
  constexpr double kLongest = static_cast<double>(kMaxFrequencies) / 4;
  if (circle.length > kLongest * circle.step) choose_steps(circle = best.smoothed);
  const double span = circle.length;
  if (circle.smoothing == 0) circle.step = aligned(circle.step, 0);
  circle.refine();
  circle.length = 2 * span;
  const double mean = moments(circle.t).mean;
  grid_ = Grid::kFirstCells;
  if (!transform(circle)) return false;
  // Indices are losses rounded, so that their sums may be off by as much as their means. One of two tests allows for
  // that.
  Test tests[] = {{start, 0, {}}, {start + (moments(circle.t).mean - mean), 0, {}}};
  for (Test &test : tests) {
    if (!proved_ || !(smoothing_ > 0 || std::fabs(test.start) / step_ < 0x1p28)) return true;
    double error;
    const double within = window_chance(test.start, span, &error);
    // What wraps around counts as if it lay in the window: it is taken off, at the kernel's greatest value.
    test.chance = (within - error) * (1 - 1e-10) - outside_up(test.start, period_ - span, period_);
    test.log_scale = numeric::subtract(log_scale(), numeric::two_product(t_, test.start));
  }
  grid_ = Grid::kSecondCells;
  circle.t += 1;
  if (!transform(circle)) return false;
  for (const Test &test : tests) {
    if (!proved_) return true;
    double error;
    const double second = (window_chance(test.start, INFINITY, &error) + error) * (1 + 1e-10);
    const Twofold more = numeric::subtract(log_scale(), numeric::two_product(t_, test.start));
    const Twofold log_second = numeric::add(more, Twofold{epsilon, 0});
    const double value = std::exp(test.log_scale.high) * (1 + test.log_scale.low) * test.chance * (1 - 1e-12) -
                         std::exp(log_second.high) * (1 + log_second.low) * second * (1 + 1e-12);
    *delta = std::fmax(*delta, value * (1 - 1e-12));
  }
  return true;
}

}  // namespace dpcvx::privacy
