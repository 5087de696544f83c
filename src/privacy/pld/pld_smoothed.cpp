// Sums of so many or so rare losses that no common grid holds them. A Gaussian mechanism of little mu is composed with
// the rest, which costs no less. The sum then has a smooth density, whose transform vanishes beyond a few thousand
// frequencies. Those are summed directly over the points of each loss, however fine these are (PROOFS.md, section
// 11.8). For a lower bound the test's own statistic gets the noise instead, under both laws.
#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/complex.h"
#include "privacy/pld/pld_composition.h"

namespace dpcvx::privacy {

using numeric::Complex;
using numeric::Twofold;

namespace {

constexpr double kUnit = 0x1p-53;
constexpr double kTurn = 6.283185307179586477;
constexpr double kDamped = 9.4;            // frequencies end where the noise damps them by e^-44
constexpr double kWeightless = -60;        // log of a weight that is left out
constexpr size_t kBlock = 32;              // frequencies at a time
constexpr size_t kRun = 64;                // points whose sum is taken by itself
constexpr int kMinLog = 10, kMaxLog = 50;  // of the points of a circle

// The place of a point on a circle of 2^log_points, next to 0.
int64_t place_of(uint64_t point, int log_points) {
  const uint64_t circle = uint64_t{1} << log_points, place = point & (circle - 1);
  return static_cast<int64_t>(place) - (place > circle / 2 ? static_cast<int64_t>(circle) : 0);
}

// e^(-2 pi i k point / 2^log_points) - 1, the product reduced exactly: within 10 units of its modulus.
Complex wave_less_one(uint64_t k, int64_t point, int log_points) {
  const int64_t near = place_of(k * static_cast<uint64_t>(point), log_points);
  const double angle = static_cast<double>(near) * std::ldexp(kTurn, -log_points), half = std::sin(angle / 2);
  return {-2 * half * half, -std::sin(angle)};
}

double modulus(Complex of) { return std::sqrt(of.real * of.real + of.imaginary * of.imaginary); }

}  // namespace

bool LossScratch::prepare_sums(size_t points) {
  fft = numeric::RealFft();
  return (2 * kBlock * points <= waves.size() || waves.allocate(2 * kBlock * points)) &&
         (points <= weights.size() || (places.allocate(points) && weights.allocate(points)));
}

// Whether a circle with half of its noise still has few enough frequencies.
bool LossSum::has_finer_noise(const Circle &circle) {
  return 2 * kDamped * circle.length < kTurn * circle.smoothing * static_cast<double>(kMaxSmoothed);
}

// Lets each part have the widest step that adds little beside the noise: differences between close points are known
// less well.
void LossSum::choose_steps(const Circle &circle) {
  constexpr int kMost = 40;
  const double allowed = circle.smoothing * circle.smoothing / (4 * static_cast<double>(size_));
  for (size_t i = 0; i < size_; ++i) {
    const double uses = static_cast<double>(events_[i].count), spread = std::sqrt(uses * losses_[i].variance());
    const auto suits = [&](double step) {
      return step < spread / 4 && uses * losses_[i].added_variance(circle.t, step) < allowed;
    };
    doublings_[i] = 0;
    while (doublings_[i] < kMost && suits(std::ldexp(circle.step, doublings_[i] + 1))) ++doublings_[i];
  }
}

bool LossSum::transform_smoothed(const Circle &circle) {
  const double wanted = std::ceil(std::log2(circle.length / circle.step));
  const int log_points = static_cast<int>(std::fmin(std::fmax(wanted, kMinLog), kMaxLog));
  if (!build(std::ldexp(circle.length, -log_points), circle.resolution)) return false;
  period_ = std::ldexp(step_, log_points);
  const double least = kDamped * period_ / (kTurn * (kMaxSmoothed - 1));
  smoothing_ = static_cast<double>(static_cast<float>(std::fmax(circle.smoothing, least)));
  const double reach = std::fmin(kDamped * period_ / (kTurn * smoothing_), kMaxSmoothed - 2);
  const size_t frequencies = static_cast<size_t>(reach) + 2;
  size_t points = 0;
  for (size_t i = 0; i < size_; ++i) points = std::max(points, losses_[i].size());
  if (!scratch_.prepare_terms(frequencies) || !scratch_.prepare_sums(points)) return false;
  start(frequencies);
  for (size_t i = 0; i < size_; ++i) {
    double shift;
    if (!add_scale(i, &shift)) return true;
    sum_waves(i, shift, log_points);
  }
  smooth();
  gather();
  return true;
}

// The tilted weights of a loss, rounded up; down for the first law of a test, which may only lose. What is too light is
// left out. `sum` is what they come to, within 2^-90.
void LossSum::weigh(size_t part, double shift, int log_points, Weights *all) {
  const LossDistribution &losses = losses_[part];
  const double side = grid_ == Grid::kFirstCells ? -1 : 1;
  Twofold sum;
  for (size_t i = 0; i < losses.size(); ++i) {
    const double rise = t_ * losses.loss(i), exponent = losses.log_mass(i) + rise - shift;
    const double size = std::fabs(losses.log_mass(i)) + std::fabs(rise) + std::fabs(shift) + 4;
    const double weight = std::exp(exponent) * (1 + side * size * 4 * kUnit);
    if (exponent < kWeightless) {
      all->left_out += weight;
      continue;
    }
    scratch_.weights[all->size] = weight;
    scratch_.places[all->size++] = place_of(static_cast<uint64_t>(losses.point(i)) << doublings_[part], log_points);
    sum = numeric::add(sum, Twofold{weight, 0});
  }
  all->sum = sum.high;
  all->log_sum = std::log1p((sum.high - 1) + sum.low);
}

// The transform of one part's tilted weights, by definition: what it is less than at frequency 0 is known to within a
// share of itself. With A and B less than 1 by as much as two waves are, A + B + AB is that of their product.
void LossSum::sum_waves(size_t part, double shift, int log_points) {
  Weights all;
  weigh(part, shift, log_points, &all);
  const double *const weights = scratch_.weights.data();
  double *const waves = scratch_.waves.data();
  for (size_t i = 0; i < all.size; ++i) {
    for (size_t q = 0; q < kBlock; ++q) {
      const Complex one = wave_less_one(q, scratch_.places[i], log_points);
      waves[2 * kBlock * i + q] = one.real;
      waves[2 * kBlock * i + kBlock + q] = one.imaginary;
    }
  }
  const double uses = static_cast<double>(events_[part].count), points = static_cast<double>(all.size);
  const double turn = std::ldexp(kTurn, -log_points) * (kBlock - 1) * (1 + 1e-9);
  log_scale_ = numeric::add(log_scale_, numeric::two_product(all.log_sum, uses));
  for (size_t first = 0; first < frequencies_; first += kBlock) {
    double real[kBlock] = {}, imaginary[kBlock] = {}, moved = 0;
    for (size_t from = 0; from < all.size; from += kRun) {
      double run_real[kBlock] = {}, run_imaginary[kBlock] = {};
      for (size_t i = from; i < std::min(all.size, from + kRun); ++i) {
        const Complex start = wave_less_one(first, scratch_.places[i], log_points);
        const double a = start.real, b = start.imaginary, weight = weights[i];
        const double *const c = waves + 2 * kBlock * i, *const d = c + kBlock;
        for (size_t q = 0; q < kBlock; ++q) {
          run_real[q] += weight * (a + c[q] + (a * c[q] - b * d[q]));
          run_imaginary[q] += weight * (b + d[q] + (a * d[q] + b * c[q]));
        }
        const double farthest = std::fmin(2, turn * std::fabs(static_cast<double>(scratch_.places[i])));
        moved += weight * (modulus(start) + farthest);
      }
      for (size_t q = 0; q < kBlock; ++q) {
        real[q] += run_real[q];
        imaginary[q] += run_imaginary[q];
      }
    }
    // 60 units of each |A| + |B|, and for the sums 4.5 for each term of a run and each run.
    const double error = (360 + points / 14) * kUnit * moved * (1 + 1e-9) + 2 * all.left_out + 1e-300;
    for (size_t q = 0; q < kBlock && first + q < frequencies_; ++q)
      multiply_power(&scratch_.terms[first + q], Complex{real[q] / all.sum, imaginary[q] / all.sum},
                     error * (1 + 1e-9) / all.sum, uses);
  }
  scratch_.work += static_cast<int64_t>(frequencies_ * all.size) / LossScratch::kTermsOfWork;
}

// Multiplies a term by (1 + less)^uses, `less` known to within `error`. The logarithm keeps its relative error small
// near 1, so that many uses cost no accuracy.
void LossSum::multiply_power(LossScratch::Term *term, Complex less, double error, double uses) {
  constexpr double kMinFactor = 0x1p-10, kVanished = -140;
  const double size = modulus(less), above = 2 * less.real + size * size;  // |1 + less|^2 - 1
  const Complex factor{1 + less.real, less.imaginary};
  const double log_modulus = above > -0.5 ? std::log1p(above) / 2 : std::log(modulus(factor));
  const double angle = std::atan2(factor.imaginary, factor.real);
  error += 8 * kUnit * size * (2 + size);
  const double bound = std::fmax(std::exp(log_modulus) + error, kMinFactor), log_bound = std::log(bound);
  if (uses * log_bound < kVanished) {
    term->real = term->imaginary = 0;
    term->size *= 1e-60;
    return;
  }
  const double turned_by = std::fabs(log_modulus) + std::fabs(angle);
  const double share = uses * (error / bound * (1 + 0x1p-40) + 8 * kUnit * turned_by) + 16 * kUnit;
  const double most = bound > kMinFactor ? std::exp(uses * log_modulus) : std::exp(uses * log_bound);
  const double raised = std::exp(uses * log_modulus);
  const Complex product = multiply(Complex{term->real, term->imaginary},
                                   Complex{raised * std::cos(uses * angle), raised * std::sin(uses * angle)});
  term->real = product.real;
  term->imaginary = product.imaginary;
  term->size *= std::fmax(most, 1e-300) * (1 + 4 * share);
  term->error += share;
}

// Multiplies the terms by the modulus of the noise's transform, and bounds the sum of those beyond the last: no
// frequency has a greater modulus than 0 has, and the noise damps each at least as much more as a geometric series.
void LossSum::smooth() {
  constexpr double kError = 0x1p-44;
  const double turn = kTurn / period_, most = scratch_.terms[0].size;
  for (size_t k = 0; k < frequencies_; ++k) {
    LossScratch::Term &term = scratch_.terms[k];
    const double far = smoothing_ * turn * static_cast<double>(k), damping = std::exp(-far * far / 2);
    term.real *= damping;
    term.imaginary *= damping;
    term.size *= damping * (1 + kError);
    term.error += kError;
  }
  const double last = turn * static_cast<double>(frequencies_ - 1), far = smoothing_ * last;
  beyond_ = most * std::exp(-far * far / 2) / (smoothing_ * smoothing_ * last * turn) * (1 + 0x1p-40);
}

// The log of what the tilted law was divided by, with the noise: N(s^2 / 2, s^2) of a Gaussian mechanism, or N(0, s^2)
// of a test.
Twofold LossSum::log_scale() const {
  if (!(smoothing_ > 0)) return log_scale_;
  Twofold square = numeric::two_product(t_, t_);
  if (grid_ == Grid::kUp) square = numeric::add(square, Twofold{t_, 0});
  return numeric::add(log_scale_, numeric::multiply(square, smoothing_ * smoothing_ / 2));
}

// Where the tilted sum lies from epsilon without the mean of the noise, in turns of the circle; *error bounds the error
// of a turn.
double LossSum::turns_to(double epsilon, double *error) const {
  const double mean = smoothing_ * smoothing_ * (t_ + (grid_ == Grid::kUp ? 0.5 : 0));
  *error = 6 * kUnit * (epsilon + mean) / period_;
  return (epsilon - mean) / period_;
}

namespace {

// e^(-2 pi i k turns): *error bounds its error, when a turn is known to within `off`.
Complex turned(double turns, size_t frequency, double off, double *error) {
  const double k = static_cast<double>(frequency);
  const Twofold product = numeric::two_product(turns, k);
  const double angle = kTurn * ((product.high - std::nearbyint(product.high)) + product.low);
  *error = kTurn * (k * off + 4 * kUnit);
  return {std::cos(angle), -std::sin(angle)};
}

}  // namespace

// The kernel e^(-t y) (1 - e^-y), y > 0, has the transform 1 / ((t + i theta) (t + 1 + i theta)).
double LossSum::delta_smoothed(double epsilon) const {
  double off;
  const double turn = kTurn / period_, turns = turns_to(epsilon, &off);
  double sum = 0, run = 0, sizes = 0, error = 0;
  for (size_t i = 0; i < terms_; ++i) {
    if (i % kRunOfTerms == 0) sum += run, run = 0;
    const LossScratch::Term &term = scratch_.terms[i];
    const double theta = turn * static_cast<double>(term.frequency);
    double wrong;
    const Complex back = turned(turns, term.frequency, off, &wrong);
    const Complex law = multiply(Complex{term.real, -term.imaginary}, back);
    const Complex below = multiply(Complex{t_, theta}, Complex{t_ + 1, theta});
    const double norm = below.real * below.real + below.imaginary * below.imaginary;
    const double weight = term.frequency == 0 ? 1 : 2, bound = weight / std::sqrt(norm);
    run += weight * (below.real * law.real + below.imaginary * law.imaginary) / norm;
    sizes += bound * term.size;
    error += bound * (term.error + term.size * wrong);
  }
  sum += run;
  const double last = turn * static_cast<double>(frequencies_ - 1);
  error += 2 * neglected_ / (t_ * (t_ + 1)) + 2 * beyond_ / (last * last);
  error += sizes * (0x1p-45 + additions() * 2 * kUnit);
  const Twofold exponent = numeric::subtract(log_scale(), numeric::two_product(t_, epsilon));
  if (!(exponent.high < 700)) return 1;
  const double scale = exponent.high < -740 ? 0 : std::exp(exponent.high) * (1 + exponent.low);
  const double total = scale * ((sum + error * (1 + 1e-9)) / period_) * (1 + 0x1p-44);
  if (!(total < 1)) return 1;
  return std::fmin(1, (std::fmax(total, 0) + infinite() + std::numeric_limits<double>::min()) * (1 + 0x1p-50));
}

// The kernel e^(-t y), 0 < y <= span, has the transform (1 - e^(-(t + i theta) span)) / (t + i theta). The span may be
// infinite.
double LossSum::window_smoothed(double epsilon, double span, double *error) const {
  double off;
  const double turn = kTurn / period_, turns = turns_to(epsilon, &off), end = std::exp(-t_ * span);
  double sum = 0, run = 0, sizes = 0, wrong = 0;
  for (size_t i = 0; i < terms_; ++i) {
    if (i % kRunOfTerms == 0) sum += run, run = 0;
    const LossScratch::Term &term = scratch_.terms[i];
    const double theta = turn * static_cast<double>(term.frequency);
    double off_start, off_end;
    const Complex back = turned(turns, term.frequency, off, &off_start);
    const Complex ended = turned(end > 0 ? span / period_ : 0, term.frequency, kUnit, &off_end);
    const Complex top{1 - end * ended.real, -end * ended.imaginary};
    const Complex kernel = multiply(top, Complex{t_, -theta});
    const Complex law = multiply(Complex{term.real, -term.imaginary}, back);
    const double norm = t_ * t_ + theta * theta, weight = term.frequency == 0 ? 1 : 2;
    const double bound = weight * 2 / std::sqrt(norm);
    run += weight * (kernel.real * law.real - kernel.imaginary * law.imaginary) / norm;
    sizes += bound * term.size;
    wrong += bound * (term.error + term.size * (off_start + off_end));
  }
  sum += run;
  const double last = turn * static_cast<double>(frequencies_ - 1);
  wrong += 2 * neglected_ * 2 / t_ + 4 * beyond_ / last;
  *error = (wrong + sizes * (0x1p-44 + additions() * 0x1p-52)) / period_ * (1 + 1e-9);
  return sum / period_;
}

}  // namespace dpcvx::privacy
