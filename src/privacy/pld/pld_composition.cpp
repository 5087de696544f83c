#include "privacy/pld/pld_composition.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/complex.h"
#include "numeric/directed_margin.h"

namespace dpcvx::privacy {

using numeric::Complex;
using numeric::Twofold;

namespace {

constexpr double kUnit = 0x1p-53;
constexpr double kNegligible = 1e-19;  // moduli below it are bounded by their sum
constexpr double kMinFactor = 0x1p-10;

size_t power_of_two_above(double x, size_t least, size_t most) {
  size_t power = least;
  while (power < most && static_cast<double>(power) < x) power *= 2;
  return power;
}

// The value with 24 significant bits next to it: its multiples up to 2^29 are doubles.
double short_value(double x) { return static_cast<double>(static_cast<float>(x)); }

double modulus(double real, double imaginary) { return std::sqrt(real * real + imaginary * imaginary); }

Complex power(Complex base, int64_t count) {
  Complex result{1, 0};
  for (;; base = multiply(base, base)) {
    if ((count & 1) != 0) result = multiply(result, base);
    count >>= 1;
    if (count == 0) return result;
  }
}

}  // namespace

bool LossScratch::prepare(size_t points) {
  const size_t half = points / 2 + 1;
  places.reset();
  weights.reset();
  const bool is_there = half <= terms.size();
  if (!is_there) terms.reset();
  return fft.prepare(points) && (is_there || terms.allocate(half));
}

bool LossScratch::prepare_sums(size_t most_frequencies, size_t points) {
  fft = numeric::RealFft();
  if (most_frequencies > terms.size() || most_frequencies > frequencies.size() || 2 * most_frequencies < terms.size()) {
    terms.reset();
    frequencies.reset();
    places.reset();
    weights.reset();
    if (!(terms.allocate(most_frequencies) && frequencies.allocate(most_frequencies))) return false;
  }
  if (points <= weights.size()) return true;
  places.reset();
  weights.reset();
  return places.allocate(points) && weights.allocate(points);
}

// On a grid of about this step, or where it is 0 on grids of the parts' own, as fine as the resolution.
bool LossSum::build(double step, double resolution) {
  step = short_value(step);
  for (size_t i = 0; i < size_; ++i) {
    const Profile profile(events_[i], reversed_);
    const double own =
        step > 0 ? std::ldexp(step, doublings_[i]) : short_value(profile.spread() * resolution * (3.0 / 8));
    if (!(grid_ == Grid::kUp ? losses_[i].build(profile, own, resolution)
                             : losses_[i].build_cells(profile, own, resolution, grid_ == Grid::kSecondCells)))
      return false;
    scratch_.work += static_cast<int64_t>(losses_[i].size());
    losses_[i].cut(cuts_[i], grid_ == Grid::kUp);
  }
  step_ = step;
  return true;
}

void LossSum::prepare(const LossPart *parts, size_t size, bool reversed, Accuracy accuracy) {
  size_ = size;
  grid_ = Grid::kUp;
  reversed_ = reversed;
  accuracy_ = accuracy;
  for (size_t i = 0; i < size; ++i) events_[i] = parts[i];
}

// Losses beyond all but a probability of `chance`, shared out among all uses, count as infinite from now on. On grids
// of the parts' own, which tell how far the sum spreads.
bool LossSum::cut(double chance, double resolution) {
  for (size_t i = 0; i < size_; ++i) cuts_[i] = INFINITY;
  if (!build(0, resolution)) return false;
  for (size_t i = 0; i < size_ && chance > 0; ++i) {
    const double rate = events_[i].share > 0 ? events_[i].b : 1;  // of a unit that such parts have always
    cuts_[i] =
        losses_[i].loss_within(chance * rate / (static_cast<double>(size_) * static_cast<double>(events_[i].count)));
    losses_[i].cut(cuts_[i], true);
  }
  double variance = 0;
  min_spread_ = INFINITY;
  for (size_t i = 0; i < size_; ++i) {
    const double own = static_cast<double>(events_[i].count) * losses_[i].variance();
    variance += own;
    min_spread_ = std::fmin(min_spread_, std::fmax(std::sqrt(own), 1e-30));
  }
  spread_ = std::fmax(std::sqrt(variance), 1e-30);
  return true;
}

// The tilted weights of a law into their places around the circle; *error bounds the sum of what rounding and what was
// left out come to.
void LossSum::scatter(const LossDistribution &losses, double shift, double *error) {
  double *const values = scratch_.fft.values();
  const size_t n = scratch_.fft.size();
  for (size_t i = 0; i < n; ++i) values[i] = 0;
  double lost = 0;
  for (size_t i = 0; i < losses.size(); ++i) {
    const double rise = t_ * losses.loss(i), exponent = losses.log_mass(i) + rise - shift;
    const double weight = std::exp(exponent);
    lost += weight * (std::fabs(losses.log_mass(i)) + std::fabs(rise) + std::fabs(shift) + 4);
    values[static_cast<size_t>(losses.point(i)) & (n - 1)] += weight;
  }
  *error = lost * 4 * kUnit + static_cast<double>(losses.size()) * kUnit + 1e-300;
}

// Multiplies the terms by the transform in the scratch, each to the power of count. Of a factor f known to within
// `error` the power is within count |f|^(count - 1) error, and count multiplications add 3 units each.
void LossSum::raise(int64_t count, double error) {
  const double uses = static_cast<double>(count);
  // Below this modulus the power is below e^-140.
  const double vanishing = 1 - 140 / uses;
  for (size_t k = 0; k < frequencies_; ++k) {
    LossScratch::Term &term = scratch_.terms[k];
    const Complex factor{scratch_.fft.real(k), scratch_.fft.imaginary(k)};
    const double size = modulus(factor.real, factor.imaginary) * (1 + 4 * kUnit);
    if (size + error < vanishing) {
      term.real = term.imaginary = 0;
      term.size *= 1e-60;
      continue;
    }
    const double bound = std::fmax(size + error, kMinFactor);
    const double share = uses * (error / bound * (1 + 0x1p-40) + 4 * kUnit);
    const Complex raised = power(factor, count), product = multiply({term.real, term.imaginary}, raised);
    const double most = bound > kMinFactor ? modulus(raised.real, raised.imaginary) : power({bound, 0}, count).real;
    term.real = product.real;
    term.imaginary = product.imaginary;
    term.size *= std::fmax(most, 1e-300) * (1 + 4 * share);
    term.error += share;
  }
}

// Turns the errors from shares of the bounds into numbers, and keeps the terms that matter. Terms are those of all
// frequencies from 0 on, or of those that direct sums have noted. Returns false without memory.
bool LossSum::gather() {
  const size_t computed = terms_;
  const LossScratch::Term *const terms = scratch_.terms.data();
  const bool are_all = !(smoothing_ > 0);
  if (are_all) {
    const auto counts = [](const LossScratch::Term &term) { return !(term.size < kNegligible); };
    const auto kept = static_cast<size_t>(std::count_if(terms, terms + computed, counts));
    scratch_.frequencies.reset();
    if (!scratch_.frequencies.allocate(kept)) return false;
  }
  terms_ = 0;
  for (size_t i = 0; i < computed; ++i) {
    LossScratch::Term term = scratch_.terms[i];
    proved_ = proved_ && term.error < 0.25;
    const bool vanished = term.real == 0 && term.imaginary == 0;
    term.error = term.size * (vanished ? 1 : 1.5 * term.error + 8 * kUnit);
    if (term.size < kNegligible) {
      neglected_ += term.size;
    } else {
      scratch_.frequencies[terms_] = are_all ? static_cast<uint32_t>(i) : scratch_.frequencies[i];
      scratch_.terms[terms_++] = term;
    }
  }
  return true;
}

bool LossSum::start(size_t frequencies) {
  frequencies_ = terms_ = frequencies;
  neglected_ = 0;
  for (size_t k = 0; k < frequencies; ++k) scratch_.terms[k] = {1, 0, 1, 0};
  log_scale_ = Twofold();
  return proved_ = true;
}

// Enters what the tilted weights of a part are divided by. False where nothing can be proved.
bool LossSum::add_scale(size_t part, double *shift) {
  double mean, variance;
  *shift = losses_[part].log_moment(t_, &mean, &variance);
  if (!(std::fabs(*shift) < 1e15)) return proved_ = false;
  log_scale_ = numeric::add(log_scale_, numeric::two_product(*shift, static_cast<double>(events_[part].count)));
  return true;
}

bool LossSum::transform(const Circle &circle) {
  t_ = circle.t;
  for (size_t i = 0; i < size_ && circle.smoothing == 0; ++i) doublings_[i] = 0;
  return circle.smoothing > 0 ? transform_smoothed(circle) : transform_on_grid(circle);
}

// The transform of the sum's law, tilted, on a grid and a circle that hold what matters of it.
bool LossSum::transform_on_grid(const Circle &circle) {
  smoothing_ = 0;
  if (!build(circle.step, circle.resolution)) return false;
  const size_t n = power_of_two_above(circle.length / step_, 1024, kMaxFrequencies);
  if (!scratch_.prepare(n)) return false;
  period_ = static_cast<double>(n) * step_;
  start(n / 2 + 1);
  for (size_t i = 0; i < size_; ++i) {
    double shift, error;
    if (!add_scale(i, &shift)) return true;
    scatter(losses_[i], shift, &error);
    scratch_.work += static_cast<int64_t>(n);
    scratch_.fft.transform();
    raise(events_[i].count, error + scratch_.fft.error() * (1 + 1e-9));
  }
  return gather();
}

double LossSum::infinite() const {
  double sum = 0;
  for (size_t i = 0; i < size_; ++i) sum += static_cast<double>(events_[i].count) * losses_[i].infinite();
  return sum * (1 + 0x1p-40);
}

// With z = e^(-t h - i theta), h the step and theta the angle of a frequency, y the distance from epsilon to the next
// multiple of the step, g = 1 - e^-y and d = 1 - e^-h, the kernel's transform is
//   e^(-t y) (g (1 - z) + z d) / ((1 - z) (1 - z e^-h)), turned by theta times that multiple.
double LossSum::delta_up(double epsilon) {
  if (!proved_) return 1;
  if (smoothing_ > 0) return delta_smoothed(epsilon);
  const double h = step_;
  if (!(epsilon / h < 0x1p28)) return std::fmin(1, infinite() + (epsilon > 0 ? 1 : 0));
  double next = std::floor(epsilon / h) - 1;
  while (!(std::fma(next, h, -epsilon) > 0)) ++next;
  const double y = std::fma(next, h, -epsilon);
  const double g = -std::expm1(-y), d = -std::expm1(-h), shrunk = std::exp(-t_ * h), shrunk_more = std::exp(-h);
  const double off = -std::expm1(-t_ * h), off_more = -std::expm1(-(t_ + 1) * h);
  const numeric::RealFft &fft = scratch_.fft;
  const size_t n = fft.size(), turns = static_cast<size_t>(static_cast<int64_t>(next)) & (n - 1);
  double sum = 0, run = 0, sizes = 0, error = 0;
  for (size_t i = 0; i < terms_; ++i) {
    if (i % kRunOfTerms == 0) sum += run, run = 0;
    const LossScratch::Term &term = scratch_.terms[i];
    const size_t k = scratch_.frequencies[i];
    const double c = fft.cosine(k), s = fft.sine(k);
    const double versine = c >= 0 ? s * s / (1 + c) : 1 - c;  // 1 - c
    // 1 - z and 1 - z e^-h
    const Complex a{off + shrunk * versine, shrunk * s};
    const Complex b{off_more + shrunk * shrunk_more * versine, shrunk * shrunk_more * s};
    const Complex top{g * a.real + shrunk * c * d, g * a.imaginary - shrunk * s * d};
    const Complex below = multiply(a, b);
    const double norm = below.real * below.real + below.imaginary * below.imaginary;
    const size_t turn = (k * turns) & (n - 1);
    // The conjugate of the term, turned back.
    const Complex law =
        numeric::multiply(Complex{term.real, -term.imaginary}, Complex{fft.cosine(turn), -fft.sine(turn)});
    const Complex kernel = multiply(top, {below.real, -below.imaginary});
    const double weight = k == 0 || 2 * k == n ? 1 : 2;
    run += weight * (kernel.real * law.real - kernel.imaginary * law.imaginary) / norm;
    const double bound = weight * (g * modulus(a.real, a.imaginary) + shrunk * d) / std::sqrt(norm);
    sizes += bound * term.size;
    error += bound * term.error;
  }
  sum += run;
  const double greatest = (g * off + shrunk * d) / (off * off_more);  // of the kernel's transform: at frequency 0
  error += 2 * neglected_ * greatest + sizes * (0x1p-45 + additions() * 2 * kUnit);
  const Twofold exponent =
      numeric::subtract(log_scale_, numeric::add(numeric::two_product(t_, epsilon), numeric::two_product(t_, y)));
  if (!(exponent.high < 700)) return 1;
  const double scale = exponent.high < -740 ? 0 : std::exp(exponent.high) * (1 + exponent.low);
  const double total = scale * ((sum + error * (1 + 1e-9)) / static_cast<double>(n)) * (1 + 0x1p-44);
  rounding_ = scale * error / static_cast<double>(n);
  if (!(total < 1)) return 1;
  return std::fmin(1, (std::fmax(total, 0) + infinite() + std::numeric_limits<double>::min()) * (1 + 0x1p-50));
}

// Returns a bound that holds for any grids: delta <= e^(-t epsilon) E e^(t Y) times the greatest value of e^(-t y) (1 -
// e^-y).
double LossSum::chernoff_up(double t, double epsilon) const {
  double sum = 0, sizes = 0;
  for (size_t i = 0; i < size_; ++i) {
    double mean, variance;
    const double count = static_cast<double>(events_[i].count), log = losses_[i].log_moment(t, &mean, &variance);
    sum += count * log;
    sizes += count * (std::fabs(log) + 1);
  }
  const double exponent = sum - t * epsilon + t * std::log(t / (t + 1)) - std::log1p(t);
  const double error = (sizes + t * epsilon + t + 1) * 0x1p-38;
  return std::fmin(1, round_up(std::exp(exponent + error)) + infinite());
}

}  // namespace dpcvx::privacy
