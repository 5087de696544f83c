#include "privacy/pld/finite_law.h"

#include <algorithm>
#include <cmath>

#include "numeric/twofold.h"
#include "privacy/curve/curve.h"
#include "privacy/pld/shuffled_law.h"

namespace dpcvx::privacy {

namespace {

constexpr size_t kDots = 4000;    // losses that stand for more
constexpr double kMaxLoss = 512;  // e^loss is a double
constexpr double kFarthest = 36;  // sigmas of a discrete Gaussian: further out one law alone counts
constexpr double kMaxRatio = 8;   // of shift and sigma
constexpr double kLossError = 0x1p-49;
constexpr double kCellError = 0x1p-42;  // of the loss of a cell, from its probabilities
constexpr double kLeastKnown = 1e-260;  // upper ends add tiny probabilities
constexpr double kMaxShift = 0x1p22;    // outcomes are gone through one by one

// Probabilities from one end on, to within a rounding.
class RunningSum {
 public:
  explicit RunningSum(double start) : sum_{start, 0} {}
  void add(double value) { sum_ = numeric::add(sum_, numeric::Twofold{value, 0}); }
  double value() const { return sum_.high; }

 private:
  numeric::Twofold sum_;
};

// e^-(a k), with the product's rounding made good.
double decayed(double a, double k) {
  const double product = a * k;
  return std::exp(-product) * (1 - std::fma(a, k, -product));
}

// e^-(y^2 / (2 sigma^2)), with the roundings of the exponent made good.
double bell(double y, double sigma) {
  const double z = y / sigma, rest = std::fma(-z, sigma, y) / sigma, square = z * z;
  return std::exp(-square / 2) * (1 - std::fma(z, z, -square) / 2 - z * rest);
}

// The loss of (1 - q) Q + q P against Q where that of P against Q is given.
double sampled_loss(double loss, double rate) {
  return rate < 0.5 ? std::log1p(rate * std::expm1(loss)) : std::log((1 - rate) + rate * std::exp(loss));
}

}  // namespace

// What is given up first comes last, so that the next laws may be where it was.
bool FiniteLaw::allocate(size_t size) {
  for (Buffer<double> *buffer : {&losses_, &profile_, &profile_reversed_, &second_above_, &first_below_, &first_above_,
                                 &second_below_, &first_, &second_})
    if (!buffer->allocate(size + 3)) return false;  // one more loss, and the ends
  return true;
}

void FiniteLaw::put(double loss, double first, double second) {
  losses_[size_] = loss;
  first_[size_] = first;
  second_[size_++] = second;
}

bool FiniteLaw::build(const Event &event, const double *numbers, Side side) {
  size_ = 0;
  attained_ = symmetric_ = true;
  first_only_ = second_only_ = loss_error_ = mass_error_ = 0;
  bool memory = false;
  switch (event.kind) {
    case Kind::kRandomizedResponse:
      memory = randomized_response(event.a, event.b);
      break;
    case Kind::kDiscreteLaplace:
      memory = discrete_laplace(event.a, event.b, side);
      break;
    case Kind::kDiscreteGaussian:
      memory = discrete_gaussian(event.a, event.b, side);
      break;
    case Kind::kLosses:
      memory = table(event, numbers, side);
      break;
    case Kind::kShuffled:
    case Kind::kShuffledResponse:
      memory = shuffled(event, side == Side::kBelow);
      break;
    case Kind::kSampledPure:  // randomized response of two categories
      memory = allocate(4);
      if (memory && event.a > 0 && event.a <= kMaxLoss) {
        const double yes = 1 / (1 + std::exp(-event.a)), no = 1 / (1 + std::exp(event.a));
        put(-event.a, no, yes);
        put(event.a, yes, no);
      }
      break;
    case Kind::kRandomAllocation:
      memory = allocation(event.a, event.b, side);
      break;
    case Kind::kReplacedGaussian:
      memory = replaced_gaussian(event.a, event.b, side);
      break;
    case Kind::kReplacedAllocation:
      memory = replaced_allocation(event.a, event.b, side);
      break;
    default:
      memory = side == Side::kBelow ? laplace_cells(1 / event.a * (1 - 0x1p-51)) : laplace(1 / event.a * (1 + 0x1p-52));
  }
  if (!memory) return false;
  if (size_ == 0) return true;
  const double own_error = loss_error_;
  for (size_t i = 0; i < size_; ++i)
    loss_error_ = std::fmax(loss_error_, own_error + std::fabs(losses_[i]) * kLossError);
  if (event.sampling != Sampling::kAll) sample(event.sampling == Sampling::kPoisson, event.rate);
  if (size_ > 0) finish(side);
  return true;
}

bool FiniteLaw::randomized_response(double noise, double categories) {
  if (!allocate(4)) return false;
  const double other = noise / categories, truth = 1 - noise + other;
  const double loss = std::log1p((1 - noise) / noise * categories);
  if (!(loss > 0 && loss <= kMaxLoss)) return true;
  put(-loss, other, truth);
  if (categories > 2) put(0, other * (categories - 2), other * (categories - 2));
  put(loss, truth, other);
  return true;
}

// A cell of outcomes next to each other, whose loss is that of the whole; `loss` where it has no probability.
void FiniteLaw::put_cell(double loss, double first, double second) {
  put(first > 0 && second > 0 ? std::log(first / second) : loss, first, second);
  loss_error_ = kCellError;
}

// The first law has the shift. Outcomes beyond both centres have the same loss.
bool FiniteLaw::discrete_laplace(double decay, double shift, Side side) {
  const double far = decay * shift, share = 1 / (1 + std::exp(-decay)), middle = -std::expm1(-decay) * share;
  if (!(far > 0 && far <= kMaxLoss && shift <= kMaxShift)) return allocate(0);
  const double stride = std::ceil(shift / static_cast<double>(kDots));
  if (!allocate(static_cast<size_t>(shift / stride) + 3)) return false;
  if (stride > 1 && side == Side::kBelow) {
    symmetric_ = false;
    put(-far, share * decayed(decay, shift), share);
    for (double from = 1; from < shift; from += stride) {
      double first = 0, second = 0;
      for (double y = from; y < std::fmin(shift, from + stride); ++y)
        first += middle * decayed(decay, shift - y), second += middle * decayed(decay, y);
      put_cell(decay * (2 * from - shift), first, second);
    }
    put(far, share, share * decayed(decay, shift));
    return true;
  }
  for (double y = 0; y < shift; y += stride) put(decay * (2 * y - shift), 0, 0);
  put(far, 0, 0);
  attained_ = symmetric_ = stride == 1;
  size_t left = 0;
  for (double y = 1; y < shift; ++y)
    add(&left, decay * (2 * y - shift), middle * decayed(decay, shift - y), middle * decayed(decay, y));
  first_[0] += share * decayed(decay, shift), second_[0] += share;
  first_[size_ - 1] += share, second_[size_ - 1] += share * decayed(decay, shift);
  return true;
}

// Adds the masses of an outcome to its loss, or to the two losses about it, so that both laws keep their masses. *left
// is where the last one was; losses come in increasing order.
void FiniteLaw::add(size_t *from, double loss, double first, double second) {
  while (*from + 2 < size_ && losses_[*from + 1] <= loss) ++*from;
  const size_t left = *from, right = left + 1;
  if (losses_[left] == loss || losses_[right] == loss) {
    const size_t at = losses_[left] == loss ? left : right;
    first_[at] += first, second_[at] += second;
    return;
  }
  const double a = losses_[left], b = losses_[right], whole = -std::expm1(a - b);
  const double at_left = second * -std::expm1(loss - b) / whole, at_right = first * -std::expm1(a - loss) / whole;
  second_[left] += at_left;
  first_[left] += at_left * std::exp(a);
  first_[right] += at_right;
  second_[right] += at_right * std::exp(-b);
}

bool FiniteLaw::discrete_gaussian(double sigma, double shift, Side side) {
  if (!(shift >= 1 && shift <= kMaxRatio * sigma && sigma <= kMaxSigma) &&
      !(sigma < 1 && shift == 1 && 1 / (2 * sigma * sigma) <= kMaxLoss))
    return allocate(0);
  const double reach = std::ceil(kFarthest * sigma) + 1;
  RunningSum norm(1);
  for (double y = std::ceil(40 * sigma) + 1; y >= 1; --y) norm.add(2 * bell(y, sigma));
  // Outcomes from low to high have both laws. What one has beyond them is below what follows from the last ratio.
  double stride = std::ceil((2 * reach - shift + 1) / static_cast<double>(kDots)), high = reach;
  if (std::fmod(stride, 2) == 0) ++stride;
  while (std::fmod(2 * high - shift, stride) != 0) ++high;  // so that dots lie evenly about the middle
  const double low = shift - high, count = high - low + 1;
  const auto loss_of = [=](double y) { return shift * (2 * y - shift) / (2 * sigma * sigma); };
  const size_t dots = static_cast<size_t>((count - 1) / stride) + 2;
  if (!allocate(dots)) return false;
  if (!(-loss_of(low) <= kMaxLoss && loss_of(high) <= kMaxLoss)) return true;
  const bool cells = stride > 1 && side == Side::kBelow;
  if (cells) {
    for (double from = low; from <= high; from += stride) {
      double first = 0, second = 0;
      for (double y = from; y < std::fmin(high + 1, from + stride); ++y)
        first += bell(y - shift, sigma) / norm.value(), second += bell(y, sigma) / norm.value();
      put_cell(loss_of(from), first, second);
    }
    symmetric_ = false;
  } else {
    for (double y = low; y < high; y += stride) put(loss_of(y), 0, 0);
    put(loss_of(high), 0, 0);
    size_t left = 0;
    for (double y = low; y <= high; ++y)
      add(&left, loss_of(y), bell(y - shift, sigma) / norm.value(), bell(y, sigma) / norm.value());
  }
  for (double y = high + 1; y - shift <= 40 * sigma + 1; ++y) first_only_ += bell(y - shift, sigma) / norm.value();
  first_only_ = first_only_ * (1 + 0x1p-30) + 1e-280;
  second_only_ = first_only_;
  attained_ = cells || stride == 1;
  return true;
}

// Laplace noise between dots: each cell's mass goes to its two ends.
bool FiniteLaw::laplace(double epsilon) {
  attained_ = false;
  if (!(epsilon > 0 && epsilon <= kMaxLoss)) return allocate(0);
  if (!allocate(kDots + 1)) return false;
  const double cells = static_cast<double>(kDots), half = epsilon / cells;
  for (double i = 0; i <= cells; ++i) put(epsilon * (2 * i - cells) / cells, 0, 0);
  for (size_t i = 0; i < kDots; ++i) {
    const double a = losses_[i], b = losses_[i + 1], whole = -std::expm1(-2 * half);
    const double root = std::sinh(half / 2), start = std::exp((a - epsilon) / 2) / 2;
    const double at_right = start * 4 * root * root / whole, lost = std::expm1(-half);
    const double at_left = start * lost * lost / whole;
    first_[i] += at_left;
    second_[i] += at_left * std::exp(-a);
    first_[i + 1] += at_right;
    second_[i + 1] += at_right * std::exp(-b);
  }
  first_[0] += std::exp(-epsilon) / 2;
  second_[0] += 0.5;
  first_[kDots] += 0.5;
  second_[kDots] += std::exp(-epsilon) / 2;
  return true;
}

// Laplace noise by cells: the density e^((y - epsilon) / 2) / 4 of the loss y between -epsilon and epsilon, under the
// other law e^-y times that. The loss of a cell is its middle.
bool FiniteLaw::laplace_cells(double epsilon) {
  if (!(epsilon > 0 && epsilon <= kMaxLoss)) return allocate(0);
  if (!allocate(kDots + 2)) return false;
  const double cells = static_cast<double>(kDots), half = epsilon / cells, grown = std::expm1(half) / 2;
  loss_error_ = kCellError;
  put(-epsilon, std::exp(-epsilon) / 2, 0.5);
  for (double i = 0; i < cells; ++i) {
    const double from = i * half, to = (cells - 1 - i) * half;  // from -epsilon to the cell and on to epsilon, halved
    put(epsilon * (2 * i + 1 - cells) / cells, std::exp(from - epsilon) * grown, std::exp(to - epsilon) * grown);
  }
  put(epsilon, 0.5, std::exp(-epsilon) / 2);
  return true;
}

bool FiniteLaw::shuffled(const Event &event, bool attained) {
  ShuffledLaw law;
  if (!law.build(event, attained) || !allocate(law.size())) return false;
  for (size_t i = 0; i < law.size(); ++i) put(law[i].loss, law[i].first, law[i].second);
  attained_ = attained;
  symmetric_ = law.is_symmetric();
  return true;
}

bool FiniteLaw::table(const Event &event, const double *numbers, Side side) {
  if (!allocate(event.size + 1)) return false;
  symmetric_ = false;
  const double *const losses = numbers + event.table, *const masses = losses + event.size;
  for (size_t i = 0; i < event.size; ++i) put(losses[i], masses[i], masses[i] * std::exp(-losses[i]));
  first_only_ = event.a;
  const RestOfLosses rest = rest_of_losses(losses, masses, event.size);
  second_only_ = side == Side::kBelow ? rest.low : rest.high;
  return true;
}

void FiniteLaw::sample(bool poisson, double rate) {
  if (poisson)
    sample_poisson(rate);
  else if (symmetric_)
    sample_fixed_size(rate);
  else
    size_ = 0;  // nothing is claimed
  for (size_t i = 0; i < size_; ++i)
    loss_error_ = std::fmax(loss_error_, std::fabs(losses_[i]) * kLossError + (rate < 0.5 ? 0 : 0x1p-50));
}

// Of a batch that has a unit with probability q: (1 - q) Q + q P against Q.
void FiniteLaw::sample_poisson(double rate) {
  const bool more = second_only_ > 0;  // outcomes of Q alone have the least loss
  for (size_t i = size_; i-- > 0;) {
    losses_[i + more] = sampled_loss(losses_[i], rate);
    first_[i + more] = (1 - rate) * second_[i] + rate * first_[i];
    second_[i + more] = second_[i];
  }
  if (more) {
    losses_[0] = std::log1p(-rate);
    first_[0] = (1 - rate) * second_only_;
    second_[0] = second_only_;
    ++size_;
  }
  second_only_ = 0;
  first_only_ *= rate;
  symmetric_ = false;
}

// The symmetric pair of section 11.1, from the middle of symmetric laws outwards. finish() fills what is borrowed here.
void FiniteLaw::sample_fixed_size(double rate) {
  Buffer<double> &up = profile_, &down = profile_reversed_, &losses = first_above_;
  double first = first_only_, second = 0, even = 0;
  size_t from = 0;
  while (from < size_ && losses_[from] < 0) ++from;
  if (from < size_ && losses_[from] == 0) even = first_[from++];
  const size_t positive = size_ - from;  // as many are negative
  for (size_t i = 0; i < positive; ++i) {
    first += first_[from + i];
    second += second_[from + i];
    up[i] = (1 - rate) * second_[from + i] + rate * first_[from + i];
    down[i] = second_[from + i];
    losses[i] = sampled_loss(losses_[from + i], rate);
  }
  size_ = 0;
  for (size_t i = positive; i-- > 0;) put(-losses[i], down[i], up[i]);
  const double rest = even + (1 - rate) * std::fmax(0, first - second);
  put(0, rest, rest);
  for (size_t i = 0; i < positive; ++i) put(losses[i], up[i], down[i]);
  first_only_ *= rate;
  second_only_ = first_only_;
  attained_ = false;
}

// What is asked of the laws later is computed here, and the rest given up.
void FiniteLaw::finish(Side side) {
  size_t kept = 0;
  for (size_t i = 0; i < size_; ++i) {
    if (!(first_[i] > 0 || second_[i] > 0)) continue;
    losses_[kept] = losses_[i];
    first_[kept] = first_[i];
    second_[kept++] = second_[i];
  }
  size_ = kept;
  RunningSum first(first_only_), second(0);
  first_above_[size_] = first_only_;
  second_above_[size_] = 0;
  double profile = first_only_;
  for (size_t i = size_; i-- > 0;) {
    if (i + 1 < size_) profile += second_above_[i + 1] * std::exp(losses_[i]) * std::expm1(losses_[i + 1] - losses_[i]);
    profile_[i] = profile;
    first.add(first_[i]);
    second.add(second_[i]);
    first_above_[i] = first.value();
    second_above_[i] = second.value();
  }
  RunningSum first_below(0), second_below(second_only_);
  profile = second_only_;
  for (size_t i = 0; i <= size_; ++i) {
    first_below_[i] = first_below.value();
    second_below_[i] = second_below.value();
    if (i == size_) break;
    if (i > 0) profile += first_below_[i] * std::exp(-losses_[i]) * std::expm1(losses_[i] - losses_[i - 1]);
    profile_reversed_[i] = profile;
    first_below.add(first_[i]);
    second_below.add(second_[i]);
  }
  mean_ = reversed_mean_ = spread_ = 0;
  for (size_t i = 0; i < size_; ++i) {
    mean_ += losses_[i] * first_[i];
    reversed_mean_ += losses_[i] * -second_[i];
  }
  for (size_t i = 0; i < size_; ++i) spread_ += (losses_[i] - mean_) * (losses_[i] - mean_) * first_[i];
  spread_ = std::sqrt(spread_);
  first_.reset();
  second_.reset();
  if (side == Side::kBelow) return;
  first_above_.reset();
  second_below_.reset();
}

size_t FiniteLaw::first_above(double x) const {
  return static_cast<size_t>(std::upper_bound(losses_.begin(), losses_.begin() + size_, x) - losses_.begin());
}

double FiniteLaw::above(double x, bool second) const { return (second ? second_above_ : first_above_)[first_above(x)]; }
double FiniteLaw::below(double x, bool second) const { return (second ? second_below_ : first_below_)[first_above(x)]; }

// Losses that are all moved by their error change the profile by no more than moving x does.
FiniteLaw::Ends FiniteLaw::profile(double x, bool reversed) const {
  const auto at = [&](double moved) {
    if (!reversed) {
      const size_t i = first_above(moved);
      if (i == size_) return first_only_;
      return profile_[i] + second_above_[i] * std::exp(moved) * std::expm1(losses_[i] - moved);
    }
    const size_t i = static_cast<size_t>(std::lower_bound(losses_.begin(), losses_.begin() + size_, -moved) -
                                         losses_.begin());  // as many are below -x
    if (i == 0) return second_only_;
    return profile_reversed_[i - 1] + first_below_[i] * std::exp(moved) * std::expm1(-moved - losses_[i - 1]);
  };
  const double low = at(x + loss_error_), high = at(x - loss_error_);
  // What is so small has no such relative error.
  const double known = low > kLeastKnown ? low * std::fmax(0, 1 - kError - mass_error_) : 0;
  return {known, std::fmin(1, high * (1 + kError + mass_error_))};
}

double FiniteLaw::unit() const {
  const double least = losses_[size_ - 1] * 0x1p-40;
  for (size_t i = 0; i < size_; ++i)
    if (losses_[i] > least) return losses_[i];
  return 0;
}

}  // namespace dpcvx::privacy
