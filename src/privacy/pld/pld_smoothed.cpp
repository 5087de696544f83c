// Sums of so many or so rare losses that no common grid holds them. A Gaussian mechanism of little mu is composed with
// the rest, which costs no less. The sum then has a smooth density, whose transform vanishes beyond a few thousand
// frequencies. Those are summed directly over the points of each loss, however fine these are (PROOFS.md, section
// 11.8). For a lower bound the test's own statistic gets the noise instead, under both laws.
#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/complex.h"
#include "privacy/pld/pld_composition.h"
#include "privacy/pld/waves.h"

namespace dpcvx::privacy {

using numeric::Complex;
using numeric::Twofold;

namespace {

constexpr double kUnit = 0x1p-53;
constexpr double kTurn = 6.283185307179586477;
constexpr double kDamped = 9.4;            // frequencies end where the noise damps them by e^-44
constexpr double kWeightless = -60;        // log of a weight that is left out
constexpr int kMinLog = 10, kMaxLog = 50;  // of the points of a circle

double modulus(Complex of) { return std::sqrt(of.real * of.real + of.imaginary * of.imaginary); }

}  // namespace

// How many times less noise still leaves a circle few enough frequencies.
double LossSum::finest_noise(const Circle &circle) {
  return kTurn * circle.smoothing * static_cast<double>(kMaxSmoothed) / (kDamped * circle.length);
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
  for (size_t i = 0; i < size_; ++i) points += losses_[i].size();
  if (!scratch_.prepare_sums(frequencies + kWaves, points)) return false;
  start(frequencies);
  terms_ = 0;
  Weights laws[kMaxParts];
  for (size_t i = 0, begin = 0; i < size_; begin += laws[i++].size) {
    double shift;
    if (!add_scale(i, &shift)) return true;
    laws[i].begin = begin;
    weigh(i, shift, log_points, &laws[i]);
  }
  sum_waves(laws, log_points);
  smooth();
  return gather();
}

// The tilted weights of a loss, rounded up; down for the first law of a test, which may only lose. What is too light is
// left out. `sum` is what they come to, within 2^-90.
void LossSum::weigh(size_t part, double shift, int log_points, Weights *law) {
  const LossDistribution &losses = losses_[part];
  const double side = grid_ == Grid::kFirstCells ? -1 : 1, turn = std::ldexp(kTurn, -log_points);
  double *const weights = scratch_.weights.data() + law->begin;
  int64_t *const places = scratch_.places.data() + law->begin;
  law->near = kNear / (2 * turn * static_cast<double>(frequencies_));
  Twofold sum, line;
  double first = 0;
  for (size_t i = 0; i < losses.size(); ++i) {
    const double rise = t_ * losses.loss(i), exponent = losses.log_mass(i) + rise - shift;
    const double terms = std::fabs(losses.log_mass(i)) + std::fabs(rise) + std::fabs(shift) + 4;
    const double weight = std::exp(exponent) * (1 + side * terms * 4 * kUnit);
    if (exponent < kWeightless) {
      law->left_out += weight;
      continue;
    }
    const int64_t place = place_of(static_cast<uint64_t>(losses.point(i)) << doublings_[part], log_points);
    weights[law->size] = weight;
    places[law->size++] = place;
    sum = numeric::add(sum, Twofold{weight, 0});
    first += weight * turn * static_cast<double>(place);
    if (std::fabs(static_cast<double>(place)) <= law->near)
      line = numeric::add(line, numeric::two_product(weight, static_cast<double>(place)));
  }
  double square = 0;
  for (size_t i = 0; i < law->size; ++i) {
    const double off = turn * static_cast<double>(places[i]) - first / sum.high;
    square += weights[i] * off * off;
  }
  law->slope = turn * line.high;
  law->sum = sum.high;
  law->log_sum = std::log1p((sum.high - 1) + sum.low);
  law->variance = square / sum.high * (1 + 1e-9);
}

// The transform of one part's tilted weights less what it is at frequency 0, at kWaves frequencies from `first` on, a
// stride apart. Of waves A and B less 1, A + B + AB is that of their product. Each comes from that of the first
// frequency and those of 2^b strides. Returns a bound on what each sum errs by.
double LossSum::add_waves(const Weights &law, size_t first, size_t stride, int log_points, double *real,
                          double *imaginary) const {
  const double *const weights = scratch_.weights.data() + law.begin;
  const int64_t *const places = scratch_.places.data() + law.begin;
  const double turn = std::ldexp(kTurn, -log_points), one = turn * (1 + 1e-9) * static_cast<double>(stride);
  const double farthest = turn * (1 + 1e-9) * static_cast<double>(first + stride * (kWaves - 1));
  // The mean sizes of the last waves, and of those of one stride; of near points the squares.
  double moved = 0, moved_by_one = 0, moved_near = 0;
  WaveRun far;
  for (size_t from = 0; from < law.size; from += kPointsOfRun) {
    double run_real[kWaves] = {}, run_imaginary[kWaves] = {};
    for (size_t i = from; i < std::min(law.size, from + kPointsOfRun); ++i) {
      const double weight = weights[i], place = static_cast<double>(places[i]), size = std::fabs(place);
      if (!(size <= law.near)) {
        moved += weight * std::fmin(2, farthest * size);
        moved_by_one += weight * std::fmin(2, one * size);
        put_far(weight, wave_less_one(first, places[i], log_points, turn),
                wave_less_one(stride, places[i], log_points, turn), &far);
        continue;
      }
      moved_near += weight * (farthest * size) * (farthest * size);
      add_far(&far, run_real, run_imaginary);
      add_near(weight, turn * (place * static_cast<double>(first)), turn * (place * static_cast<double>(stride)),
               run_real, run_imaginary);
    }
    add_far(&far, run_real, run_imaginary);
    for (size_t q = 0; q < kWaves; ++q) {
      real[q] += run_real[q];
      imaginary[q] += run_imaginary[q];
    }
  }
  double most_of_line = 0;
  for (size_t q = 0; q < kWaves; ++q) {
    const double line = law.slope * static_cast<double>(first + stride * q);
    imaginary[q] -= line;
    most_of_line = std::fmax(most_of_line, std::fabs(line));
  }
  // 90 units of each wave, 42 of each stride, and for the sums 1.5 for each term of a run and each run; 300 of each
  // near wave's square.
  const double sums = static_cast<double>(law.size) / 40;
  const double units = (200 + sums) * moved + 42 * kWaves * moved_by_one + (400 + sums) * moved_near + 8 * most_of_line;
  return units * kUnit * (1 + 1e-9) + 2 * law.left_out + 1e-300;
}

// Appends the terms of kWaves frequencies, and bounds from below how far each has fallen: minus the log of its modulus
// is at least *falls.
void LossSum::sum_block(const Weights *laws, size_t first, size_t stride, int log_points, double *falls) {
  LossScratch::Term *const terms = scratch_.terms.data() + terms_;
  uint32_t *const frequencies = scratch_.frequencies.data() + terms_;
  for (size_t q = 0; q < kWaves; ++q) {
    terms[q] = {1, 0, 1, 0};
    frequencies[q] = static_cast<uint32_t>(first + stride * q);
    falls[q] = 0;
  }
  for (size_t i = 0; i < size_; ++i) {
    const Weights &law = laws[i];
    double real[kWaves] = {}, imaginary[kWaves] = {};
    const double error = add_waves(law, first, stride, log_points, real, imaginary) * (1 + 1e-9) / law.sum;
    for (size_t q = 0; q < kWaves; ++q)
      falls[q] += multiply_power(&terms[q], Complex{real[q] / law.sum, imaginary[q] / law.sum}, error,
                                 static_cast<double>(events_[i].count));
    scratch_.work += static_cast<int64_t>(kWaves * law.size) / LossScratch::kTermsOfWork;
  }
}

// The terms one by one while they count. Where the law has fallen far it cannot rise soon: the fall at a frequency
// changes its slope by at most the variance of the sum (PROOFS.md, section 11.8). So terms a stride apart bound those
// between them, and strides grow with the fall.
void LossSum::sum_waves(const Weights *laws, int log_points) {
  constexpr double kEnough = 44, kFar = 60;  // e^-44 is below kNegligible
  double variance = 0, left_out = 0;
  for (size_t i = 0; i < size_; ++i) {
    const double uses = static_cast<double>(events_[i].count);
    log_scale_ = numeric::add(log_scale_, numeric::two_product(laws[i].log_sum, uses));
    variance += uses * laws[i].variance;
    left_out += uses * 4 * laws[i].left_out / laws[i].sum;
  }
  const double noise = smoothing_ * kTurn / period_;
  const size_t last = frequencies_ - 1;
  double fall = 0;
  size_t stride = 1, most = 1;
  for (size_t at = 0; at < last;) {  // at: the last frequency that was taken
    double falls[kWaves];
    const size_t first = terms_ == 0 ? 0 : at + stride;
    sum_block(laws, first, stride, log_points, falls);
    const double span = static_cast<double>(stride);
    const double rise = variance * span * span / 8 * (1 + 1e-9) + left_out + 1e-6;
    size_t taken = 0;
    for (; taken < kWaves && at < last; ++taken) {
      const double damped = noise * static_cast<double>(at), between = std::fmin(fall, falls[taken]) - rise;
      const double exponent = between + damped * damped / 2 * (1 - 1e-9);
      if (stride > 1 && !(exponent >= kEnough)) break;
      if (stride > 1) neglected_ += (span - 1) * std::exp(-exponent) * (1 + 1e-9);
      at = first + stride * taken;
      fall = falls[taken];
    }
    terms_ += taken;
    most = taken == kWaves ? std::min(4 * most, last) : std::max<size_t>(1, stride / 4);
    const double wide = std::sqrt(std::fmax(0, fall - kFar) * 4 / variance);
    stride = std::max<size_t>(1, static_cast<size_t>(std::fmin(wide, static_cast<double>(most))));
    frequencies_ = at + 1;
  }
}

// Multiplies a term by (1 + less)^uses, `less` known to within `error`. The logarithm keeps its relative error small
// near 1, so that many uses cost no accuracy. Returns at most uses / 2 (1 - |1 + less|^2), which is at most minus the
// log of the modulus.
double LossSum::multiply_power(LossScratch::Term *term, Complex less, double error, double uses) {
  constexpr double kMinFactor = 0x1p-10, kVanished = -140;
  const double size = modulus(less), above = 2 * less.real + size * size;  // |1 + less|^2 - 1
  const Complex factor{1 + less.real, less.imaginary};
  const double log_modulus = above > -0.5 ? std::log1p(above) / 2 : std::log(modulus(factor));
  const double angle = std::atan2(factor.imaginary, factor.real);
  error += 8 * kUnit * size * (2 + size);
  const double fall = uses / 2 * std::fmax(0, -above - 3 * error) * (1 - 1e-9);
  const double bound = std::fmax(std::exp(log_modulus) + error, kMinFactor), log_bound = std::log(bound);
  if (uses * log_bound < kVanished) {
    term->real = term->imaginary = 0;
    term->size *= 1e-60;
    return fall;
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
  return fall;
}

// Multiplies the terms by the modulus of the noise's transform, and bounds the sum of those beyond the last: no
// frequency has a greater modulus than 0 has, and the noise damps each at least as much more as a geometric series.
void LossSum::smooth() {
  constexpr double kError = 0x1p-44;
  const double turn = kTurn / period_, most = scratch_.terms[0].size;
  for (size_t i = 0; i < terms_; ++i) {
    LossScratch::Term &term = scratch_.terms[i];
    const double far = smoothing_ * turn * static_cast<double>(scratch_.frequencies[i]),
                 damping = std::exp(-far * far / 2);
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
double LossSum::delta_smoothed(double epsilon) {
  double off;
  const double turn = kTurn / period_, turns = turns_to(epsilon, &off);
  double sum = 0, run = 0, sizes = 0, error = 0;
  for (size_t i = 0; i < terms_; ++i) {
    if (i % kRunOfTerms == 0) sum += run, run = 0;
    const LossScratch::Term &term = scratch_.terms[i];
    const uint32_t frequency = scratch_.frequencies[i];
    const double theta = turn * static_cast<double>(frequency);
    double wrong;
    const Complex back = turned(turns, frequency, off, &wrong);
    const Complex law = multiply(Complex{term.real, -term.imaginary}, back);
    const Complex below = multiply(Complex{t_, theta}, Complex{t_ + 1, theta});
    const double norm = below.real * below.real + below.imaginary * below.imaginary;
    const double weight = frequency == 0 ? 1 : 2, bound = weight / std::sqrt(norm);
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
  rounding_ = scale * error / period_;
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
    const uint32_t frequency = scratch_.frequencies[i];
    const double theta = turn * static_cast<double>(frequency);
    double off_start, off_end;
    const Complex back = turned(turns, frequency, off, &off_start);
    const Complex ended = turned(end > 0 ? span / period_ : 0, frequency, kUnit, &off_end);
    const Complex top{1 - end * ended.real, -end * ended.imaginary};
    const Complex kernel = multiply(top, Complex{t_, -theta});
    const Complex law = multiply(Complex{term.real, -term.imaginary}, back);
    const double norm = t_ * t_ + theta * theta, weight = frequency == 0 ? 1 : 2;
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
