#include "estimate/distribution/noisy_share.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "estimate/mean/narrow.h"
#include "numeric/normal.h"

namespace dpcvx::estimate {

namespace {

constexpr double kRoot2 = 1.4142135623730951;
// Grids that arguments are rounded to: shares by factors of 2^(1/12), standard deviations of noise by 2^(1/32).
constexpr double kSharesPerHalf = 12, kNoisesPerHalf = 32;
constexpr double kLeastShare = 0x1p-42;
// How many segments of candidates have a test of their own on either side.
constexpr int kSegments = 8;
// Values less their mean are at most 1 in size: rounded up to so many parts of it.
constexpr double kSizes = 8;

// Numbers shares from 0 to 2 * kHalf, rounding down or up: geometric towards 0 and 1.
constexpr int64_t kHalf = static_cast<int64_t>(42 * kSharesPerHalf) + 1;

double share_at(int64_t index) {
  if (index <= 0) return 0;
  if (index >= 2 * kHalf) return 1;
  if (index > kHalf) return 1 - share_at(2 * kHalf - index);
  return std::exp2(-1 - static_cast<double>(kHalf - index) / kSharesPerHalf);
}

int64_t share_above(double p);

int64_t share_below(double p) {
  if (p > 0.5) return 2 * kHalf - share_above(1 - p);
  if (!(p >= kLeastShare)) return 0;
  int64_t index = kHalf + static_cast<int64_t>(std::floor((std::log2(p) + 1) * kSharesPerHalf));
  while (index > 0 && share_at(index) > p) --index;
  return std::max(index, int64_t{0});
}

int64_t share_above(double p) {
  if (p > 0.5) return 2 * kHalf - share_below(1 - p);
  if (!(p > 0)) return 0;
  if (p < kLeastShare) return 1;
  int64_t index = kHalf + static_cast<int64_t>(std::ceil((std::log2(p) + 1) * kSharesPerHalf));
  while (index < kHalf && share_at(index) < p) ++index;
  return std::clamp(index, int64_t{1}, kHalf);
}

// An index of the nearest share to a half within [low, high], rounded towards a half.
int64_t widest_share(double low, double high) {
  if (high < 0.5) return share_above(high);
  return low > 0.5 ? share_below(low) : kHalf;
}

// Of noise the grid is geometric about the scale of one noise: the index of the place at or above a ratio to it.
int64_t noise_index(double ratio) {
  return static_cast<int64_t>(std::ceil(std::clamp(std::log2(ratio) * kNoisesPerHalf, -1000.0, 1000.0)));
}
double noise_at(int64_t index) { return std::exp2(static_cast<double>(index) / kNoisesPerHalf); }

}  // namespace

double CountNoise::stddev() const { return gaussian ? scale : kRoot2 * scale; }

double round_units_up(double units) {
  constexpr double kPerDoubling = 512;
  if (!(units >= 1)) return units;
  return std::exp2(std::ceil(std::log2(units) * kPerDoubling) / kPerDoubling);
}

NoiseLaw CountNoise::law(const NoiseWeights &weights) const {
  if (gaussian) return {true, scale * std::sqrt(weights.squares), 0};
  if (!(weights.squares > 0)) return law(some(weights));  // else the number of terms is 0 / 0
  if (weights.equal && weights.largest_square == weights.squares) return {false, scale * std::sqrt(weights.squares), 0};
  const double terms = std::floor(std::clamp(weights.squares / weights.largest_square * (1 + 1e-12), 1.0,
                                             static_cast<double>(NoiseLaw::kMaxTerms)));
  return {false, scale * std::sqrt(weights.squares / terms), 0, static_cast<int>(terms)};
}

NoiseLaw CountNoise::law_between(const NoiseWeights &least, const NoiseWeights &most) const {
  NoiseLaw out = law(most);
  out.least = scale * std::sqrt(std::min(least.squares, most.squares));
  if (!gaussian) return out;
  out.scale = out.least;
  out.ratio = std::sqrt(std::max(most.squares / least.squares - 1, 0.0));
  return out;
}

bool CountNoise::as_two(const NoiseWeights &weights, NoiseLaw *out) const {
  const double largest = std::sqrt(weights.largest_square), ratio = std::max(weights.sum / largest - 1, 0.0);
  if (gaussian || !(weights.sum > 0) || !(ratio <= 1)) return false;
  *out = {false, scale * largest, ratio};
  return true;
}

double CountNoise::quantile(const NoiseWeights &weights, double beta) const {
  if (!(weights.squares > 0)) return 0;
  const NoiseLaw found = law(weights);
  const double terms = weights.squares / weights.largest_square;
  // Unequal Laplace noises have the moments alone.
  if (found.terms > 0 && !(weights.equal && found.terms == terms))
    return moment_deviation({1, 0, 1, 1, true}, found, beta);
  return found.quantile(beta);
}

bool Strays::allocate() {
  units_ = 0;  // no answers are kept
  for (BinomialTails &tails : tails_)
    if (!tails.allocate()) return false;
  return kept_.allocate(kSlots);
}

void Strays::start(const CountNoise &noise, double units, double beta, bool whole, bool known) {
  const bool same = noise.gaussian == noise_.gaussian && noise.scale == noise_.scale && beta == beta_ &&
                    whole == whole_ && known == known_ && std::max(std::floor(units), 1.0) == units_;
  if (same) return;
  noise_ = noise;
  units_ = std::max(std::floor(units), 1.0);
  beta_ = beta;
  whole_ = whole;
  known_ = known;
  std::fill(kept_.begin(), kept_.end(), Kept{0, 0, 0});
}

double Strays::above_up_to(double p, const NoiseWeights &weights) {
  if (!whole_) return moment(p, weights);
  const bool few = units_ * p * (1 - p) <= BinomialTails::kMaxVariance;
  return noise_.gaussian && known_ && few && p > 0 && p < 1 ? exact(p, weights) : above(p, p, weights, weights.squares);
}

BinomialTails &Strays::tails_of(double p) {
  for (BinomialTails &tails : tails_)
    if (tails.is_of(units_, p)) return tails;
  BinomialTails &made = tails_[oldest_];
  oldest_ = (oldest_ + 1) % kTails;
  made.start(units_, p);
  return made;
}

// Of noise on the grid, as in find(). Keys are below those of find(), which have a bit of their own.
double Strays::exact(double p, const NoiseWeights &weights) {
  const int64_t noise = noise_index(std::sqrt(weights.squares));
  const uint64_t key = static_cast<uint64_t>(noise + 1001);
  uint64_t bits;
  std::memcpy(&bits, &p, sizeof(bits));
  Kept &slot = kept_[((key ^ bits) * 0x9e3779b97f4a7c15u) >> 51];
  if (slot.key == key && slot.p == p) return slot.far;
  slot = {key, tails_of(p).quantile(beta_, noise_.scale * noise_at(noise - 1), noise_.scale * noise_at(noise)), p};
  return slot.far;
}

double Strays::above(double low_mean, double high_mean, const NoiseWeights &weights, double least_squares) {
  return find(low_mean, high_mean, weights, least_squares, false);
}

double Strays::find(double low_mean, double high_mean, const NoiseWeights &weights, double least_squares,
                    bool moments_only) {
  NoiseLaw law = noise_.law(weights);
  const int64_t noise = noise_index(law.scale / noise_.scale);
  const int64_t least = noise_index(std::sqrt(std::min(least_squares, weights.squares)));
  const int64_t from = share_below(low_mean), widest = widest_share(low_mean, high_mean);
  const int64_t size = static_cast<int64_t>(std::ceil(kSizes * std::max(1 - low_mean, high_mean)));
  const uint64_t key = (static_cast<uint64_t>(least + 1001) << 51) | (static_cast<uint64_t>(noise + 1001) << 40) |
                       (static_cast<uint64_t>(from) << 28) | (static_cast<uint64_t>(widest) << 16) |
                       (static_cast<uint64_t>(size) << 8) | (static_cast<uint64_t>(law.terms) << 1) |
                       (moments_only ? 1 : 0);
  Kept &slot = kept_[(key * 0x9e3779b97f4a7c15u) >> 51];
  if (slot.key == key) return slot.far;
  const double high = noise_.scale * noise_at(noise), low = noise_.scale * noise_at(least - 1);
  const double share = share_at(widest);
  const double bound = std::max(1 - share_at(from), 1e-12);
  const SumLaw sum{units_, share * (1 - share), bound, static_cast<double>(size) / kSizes, known_};
  law.scale = high;
  law.least = low;
  if (law.gaussian) {
    // The noise is between both: bounds by moments take the greater one, slopes of densities the lesser.
    law.scale = low;
    law.ratio = std::sqrt(std::max(high * high / (low * low) - 1, 0.0));
  }
  const double far = moments_only ? moment_deviation(sum, law, beta_) : deviation(sum, law, beta_);
  slot = {key, far >= 0 ? far : INFINITY, 0};  // what is no bound rejects nothing
  return slot.far;
}

NoiseWeights NoisyShare::at(double p) const {
  const double factor = (noise.share - p) * (noise.share - p);
  const double squares = noise.own.squares + factor * of_units.squares;
  // Both parts may hold the same noise. They are uncorrelated, so their squares add up, but one noise's weights do too.
  const double largest = std::sqrt(noise.own.largest_square) + std::sqrt(factor * of_units.largest_square);
  return {squares, std::min(largest * largest, squares), noise.own.equal && squares == noise.own.squares};
}

double NoisyShare::least_squares(double low, double high) const {
  return at(std::clamp(noise.share, low, high)).squares;
}

ShareInterval find_share(const NoisyShare &given, double slack, Strays &strays) {
  // How far the noisy count strays, over the number of units, for shares in [from, to]: upwards or downwards.
  const auto reach = [&](double from, double to, bool upwards) {
    const NoiseWeights at_from = given.at(from), at_to = given.at(to);
    const NoiseWeights most{std::max(at_from.squares, at_to.squares),
                            std::max(at_from.largest_square, at_to.largest_square), at_from.equal && at_to.equal};
    const double least = given.least_squares(from, to);
    const double far = upwards ? strays.above(from, to, most, least) : strays.below(from, to, most, least);
    return (far + slack) / given.units;
  };
  const double share = given.count / given.units;
  // Noise far below 0 would reject every share, and leave [0, 0]. So noisy shares are cut half as far out as none may
  // stray, and far above 1 likewise (PROOFS.md, 4.3).
  const double highest = 1 + reach(1, 1, true) / 2, lowest = -reach(0, 0, false) / 2;
  const AcceptedEnds ends = narrow(0, 1, std::min(share, highest), std::max(share, lowest), reach, kSegments);
  return {ends.low, ends.high};
}

}  // namespace dpcvx::estimate
