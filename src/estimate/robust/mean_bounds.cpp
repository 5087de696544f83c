#include "estimate/robust/mean_bounds.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::estimate {

namespace {

// The share of a side's probability of failure that goes to the variance.
constexpr double kOfVariance = 0.03;
// Noise is computed at up to this many places for either quantile of a piece. A side has up to so many pieces.
constexpr size_t kPlaces = 3;
constexpr int kPieces = 64;
// A piece whose cells reach less than this part of the distance of both quantiles is not cut: that would gain little.
constexpr double kFine = 0.02;
// The free share is this multiple of the standard deviation of a noisy count above this part of the fraction. Tests of
// Laplace noise go by moments, and see less. Beyond the last number no quantile is known.
constexpr double kOfDeviation = 2.5, kOfLaplace = 1.3, kOfFraction = 0.7, kFarthest = 0.23;

// The least and the greatest of f(cell) over cells.
template <class F>
Ends ends_over(size_t first, size_t last, const F &f) {
  Ends out{INFINITY, -INFINITY};
  for (size_t i = first; i <= last; ++i) {
    const double here = f(i);
    out.low = std::min(out.low, here);
    out.high = std::max(out.high, here);
  }
  return out;
}

}  // namespace

double MeanBounds::free_share(const Cumulative &from, double fraction, double units) {
  if (!(units > 0)) return 0;
  const double of_noise = squared(from.noise.stddev()) * from.shape.max_squares();
  const double deviation = std::sqrt(of_noise + fraction * (1 - fraction) * units) / units;
  const double far = kOfDeviation * (from.noise.gaussian ? 1 : kOfLaplace) * deviation;
  if (!(far <= kFarthest)) return 0;
  return std::max(std::min(kOfFraction * fraction + far, 0.5), fraction);
}

bool MeanBounds::allocate(const Cumulative &from) {
  return functional_.allocate(from.shape) && variances_.allocate() && sums_.allocate(from.cells()) &&
         places_.allocate(from.cells());
}

void MeanBounds::Setting::scale_to(double begin, double end) {
  half = end / 2 - begin / 2;
  centre = begin + half;
}

// Values out of the scale are clipped to it before anything is added up: far ones would cost all digits of the others.
double MeanBounds::Setting::place(size_t cell) const {
  return std::clamp((middle_of(from, cell) - centre) / half, -1.0, 1.0);
}

// Bounds the variances of values clipped to the middles of any two cells, one of each range, on the scale of a setting.
void MeanBounds::bound_variances(const Setting &setting, const CellRange &low, const CellRange &high, double beta) {
  variances_.clear();
  const auto value = [&](size_t cell) { return middle_of(setting.from, cell); };
  for_near_pairs(low, high, value,
                 [&](size_t i, size_t j) { variances_.add(setting.place(j) / 2 - setting.place(i) / 2); });
  for_scales(low, high, value, [&](const Scale &scale) {
    Setting here = setting;
    here.scale_to(scale.begin, scale.end);
    const double part = square_part(here, scale.low, scale.high, beta);
    variances_.add((here.centre - setting.centre) / setting.half, here.half / setting.half, part);
  });
}

// Returns a lower bound on E(1 - Y^2), for values Y clipped to the middles of the true pair of cells, if it is one of
// these.
double MeanBounds::square_part(const Setting &setting, const CellRange &low, const CellRange &high, double beta) {
  const Cumulative &from = setting.from;
  const auto part = [&](size_t cell) { return 1 - squared(setting.place(cell)); };
  // The noisy sum is a part of the upper cell plus a part of the lower one.
  sums_[0] = 0;
  for (size_t i = 0; i + 1 < from.cells(); ++i) sums_[i + 1] = sums_[i] + (part(i + 1) - part(i)) * from.below[i + 1];
  const Ends upper = ends_over(high.first, high.last, [&](size_t u) { return part(u) * from.units - sums_[u]; });
  const Ends lower = ends_over(low.first, low.last, [&](size_t l) { return sums_[l]; });
  const NoiseSpread noise = noise_of_clipped(setting, low, high, true);
  const NoiseWeights weights = NoisyShare{0, 1, {noise.most_share, noise.own}, from.shape.root_noise()}.at(0);
  return lower_mean(upper.low + lower.low - from.slack(weights, setting.max_units), setting.max_units,
                    from.noise.law(some(weights)), beta);
}

// Bounds the noise of the sums of values Y that are clipped to the middles of two cells, one of each range, or of the
// sums of 1 - Y^2.
NoiseSpread MeanBounds::noise_of_clipped(const Setting &setting, const CellRange &low, const CellRange &high,
                                         bool of_squares) {
  const Cumulative &from = setting.from;
  const auto places = [](const CellRange &range) { return std::min(range.last - range.first + 1, kPlaces); };
  const auto cell_at = [&](const CellRange &range, size_t k) {
    return range.first + (places(range) > 1 ? k * (range.last - range.first) / (places(range) - 1) : 0);
  };
  for (size_t cell = 0; cell < from.cells(); ++cell) places_[cell] = setting.place(cell);
  NoiseSpread out{INFINITY, -INFINITY, INFINITY, {}};
  for (size_t i = 0; i < places(low); ++i)
    for (size_t j = 0; j < places(high); ++j) {
      const double from_here = places_[cell_at(low, i)], to_here = places_[cell_at(high, j)];
      for (size_t cell = 0; cell < from.cells(); ++cell) {
        const double at = places_[cell];
        const double clipped = std::min(at, to_here) + std::max(from_here - at, 0.0);
        functional_.weights()[cell] = of_squares ? 1 - squared(clipped) : clipped;
      }
      const EdgeNoise noise = functional_.noise(from.noise.gaussian);  // normal noise has squares alone
      out.least_share = std::min(out.least_share, noise.share);
      out.most_share = std::max(out.most_share, noise.share);
      out.least_squares = std::min(out.least_squares, noise.own.squares);
      out.own.squares = std::max(out.own.squares, noise.own.squares);
      out.own.largest_square = std::max(out.own.largest_square, noise.own.largest_square);
    }
  // Between two places: the nearer one is at most half as far, and a step of one edge adds at most that edge's noise.
  // Shares of Y are extreme at the ends of both ranges. Those of 1 - Y^2 are means of numbers in [0, 1].
  double size = std::sqrt(out.own.squares), largest = std::sqrt(out.own.largest_square);
  double least = std::sqrt(out.least_squares);
  for (const CellRange *range : {&low, &high}) {
    double far = 0, of_edge = 0, largest_of_edge = 0;
    for (size_t k = 1; k < places(*range); ++k)
      far = std::max(far, setting.place(cell_at(*range, k)) / 2 - setting.place(cell_at(*range, k - 1)) / 2);
    if (!(far > 0) || range->last < range->first + places(*range)) continue;  // all cells are places
    if (of_squares) {
      far *= 2;  // the steepest slope of squares
      out.most_share = std::min(out.most_share + far, 1.0);
    }
    for (size_t edge = range->first + 1; edge <= range->last; ++edge) {
      const NoiseWeights own = from.shape.edge_noise(static_cast<int64_t>(edge)).own;
      of_edge = std::max(of_edge, own.squares);
      largest_of_edge = std::max(largest_of_edge, own.largest_square);
    }
    size += far * std::sqrt(of_edge);
    least = std::max(least - far * std::sqrt(of_edge), 0.0);
    largest += far * std::sqrt(largest_of_edge);
  }
  out.least_squares = squared(least);
  out.own = {squared(size), std::min(squared(largest), squared(size))};
  return out;
}

// Of a lower bound all is of the other sign.
MeanBounds::Noisy MeanBounds::noisy_means(const Side &side, const Setting &setting, const CellRange &low,
                                          const CellRange &high) {
  const Cumulative &from = side.from;
  const QuantilePairs::Partners *const partners = side.question.partners;
  const double a = side.question.fraction, sign = side.upper ? 1 : -1, of_known = side.question.moved ? 0 : a;
  // The noisy mean of values clipped to the middles of cells l and u is upper(u) + lower(l).
  sums_[0] = 0;
  for (size_t i = 0; i + 1 < from.cells(); ++i)
    sums_[i + 1] = sums_[i] + (setting.place(i + 1) - setting.place(i)) * from.below[i + 1] / from.units;
  const auto upper = [&](size_t u) { return sign * (setting.place(u) - sums_[u]); };
  const auto lower = [&](size_t l) { return sign * sums_[l]; };
  const Ends uppers = ends_over(high.first, high.last, upper), lowers = ends_over(low.first, low.last, lower);
  const Ends means{uppers.low + lowers.low, uppers.high + lowers.high};
  if (partners == nullptr) {
    const double of_low = sign * (side.upper ? a : of_known), of_high = sign * (side.upper ? of_known : a);
    const Ends top = ends_over(high.first, high.last, [&](size_t u) { return upper(u) - of_high * setting.place(u); });
    const Ends bottom = ends_over(low.first, low.last, [&](size_t l) { return lower(l) - of_low * setting.place(l); });
    return {means, top.high + bottom.high};
  }
  // Of an upper bound, the greatest upper part of the cells up to one; of a lower bound, of those from one on.
  const size_t count = high.last - high.first + 1;
  double best = -INFINITY, most = -INFINITY;
  for (size_t k = 0; k < count; ++k) {
    const size_t u = side.upper ? high.first + k : high.last - k;
    places_[u] = best = std::max(best, upper(u));
  }
  for (size_t l = low.first; l <= low.last; ++l) {
    const size_t partner = side.upper ? partners->last[l] : partners->first[l];
    if (partner == QuantilePairs::kNone || (side.upper ? partner < high.first : partner > high.last)) continue;
    most = std::max(most, lower(l) + places_[std::clamp(partner, high.first, high.last)]);
  }
  return {means, most};
}

// Returns the greatest mean that is accepted, or the other sign of the least one.
double MeanBounds::bound(const Side &side, const CellRange &low, const CellRange &high) {
  const Cumulative &from = side.from;
  const Question &question = side.question;
  const double a = question.fraction, sign = side.upper ? 1 : -1, most = question.max_units;
  Setting setting{from, most};
  setting.scale_to(middle_of(from, low.first), middle_of(from, high.last));
  // What a winsorized mean has besides: values beyond the quantile at a free end are moved to it.
  const double beside = question.moved && question.partners == nullptr ? a : 0;
  const double moved_to = middle_of(from, side.upper ? question.low.last : question.high.first);
  const double all = question.moved ? 1 : 1 - 2 * a;
  const double at_centre = sign * ((all - beside) * setting.centre + beside * moved_to);
  if (!(setting.half > 0)) return at_centre / all;
  bound_variances(setting, low, high, kOfVariance * side.beta);
  const NoiseSpread noise = noise_of_clipped(setting, low, high, false);
  const Noisy noisy = noisy_means(side, setting, low, high);
  if (noisy.most == -INFINITY) return noisy.most;  // no pair is possible
  const double far = farthest_accepted(from, noise, variances_, sign, noisy.means, most, (1 - kOfVariance) * side.beta);
  return (at_centre + setting.half * (noisy.most + far)) / all;
}

// The piece with the greatest bound is cut in two, again and again.
double MeanBounds::end_of(const Side &side, CellRange low, CellRange high) {
  const auto value = [&](size_t cell) { return middle_of(side.from, cell); };
  const auto length = [&](const CellRange &range) { return value(range.last) - value(range.first); };
  const auto piece = [&](CellRange lows, CellRange highs) {
    highs.first = std::max(highs.first, lows.first);
    lows.last = std::min(lows.last, highs.last);
    const bool some_pair = lows.first <= lows.last && highs.first <= highs.last;
    return Piece{lows, highs, some_pair ? bound(side, lows, highs) : -INFINITY};
  };
  Piece pieces[kPieces] = {piece(low, high)};
  const auto lesser = [](const Piece &one, const Piece &other) { return one.bound < other.bound; };
  for (int count = 1; count < kPieces; ++count) {
    Piece &worst = *std::max_element(pieces, pieces + count, lesser);
    const bool of_high = length(worst.high) >= length(worst.low);
    const CellRange whole = of_high ? worst.high : worst.low, other = of_high ? worst.low : worst.high;
    const double apart = value(worst.high.last) - value(worst.low.first);
    if (whole.first >= whole.last || length(worst.low) + length(worst.high) < kFine * apart) return worst.bound;
    size_t last = whole.first;
    while (last + 1 < whole.last && value(last + 1) - value(whole.first) <= length(whole) / 2) ++last;
    const CellRange near{whole.first, last}, far{last + 1, whole.last};
    pieces[count] = of_high ? piece(other, far) : piece(far, other);
    worst = of_high ? piece(other, near) : piece(near, other);
  }
  return std::max_element(pieces, pieces + kPieces, lesser)->bound;
}

Ends MeanBounds::find(const Cumulative &from, const Question &question, double beta) {
  const Ends all{middle_of(from, question.low.first), middle_of(from, question.high.last)};
  const bool paired = question.partners != nullptr;
  const Ends out{-end_of({from, question, false, beta / 2}, question.low, paired ? question.high : question.free_high),
                 end_of({from, question, true, beta / 2}, paired ? question.low : question.free_low, question.high)};
  if (!(out.low <= out.high)) return all;  // no mean is accepted: the wider interval is as good
  return {std::clamp(out.low, all.low, all.high), std::clamp(out.high, all.low, all.high)};
}

}  // namespace dpcvx::estimate
