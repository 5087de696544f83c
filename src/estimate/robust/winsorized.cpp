#include "estimate/robust/winsorized.h"

#include <algorithm>
#include <cmath>

#include "estimate/robust/values.h"

namespace dpcvx::estimate {

namespace {

// The noise of a count is at most this part of the units.
constexpr double kMostNoise = 0.006;
constexpr size_t kMostCells = 4096;  // of more, noise of all pairs takes long
// Where quantiles lie in wide gaps, their intervals and steps may make more pairs. These take long too.
constexpr size_t kMostPairs = size_t{1} << 24;
// Shares of the probability of failure: of each test of a step, of which either end has three, and of variances.
constexpr double kOfStep = 0.005, kOfVariance = 0.03;
// A window reaches a power of two cells to either side, at most this part of the cells between the quantiles.
constexpr size_t kReachPart = 10;
// A step is at most this part of the distance of the quantiles.
constexpr double kMostOfDistance = 0.22;
// Windows with a greater multiple of the fraction have no step, and those with less than the least share as if of it.
constexpr double kMostShare = 2.5, kLeastShare = 1.0 / 64;
// A cell with more than this part of the greatest share of its window has no step.
constexpr double kCellPart = 0.5;

double range_of(const Cumulative &from) { return from.edges[from.cells()] - from.edges[0]; }

double step_of(const Cumulative &from, int number) {
  return number == 0 ? 0 : range_of(from) * std::exp2(-0.5 * number);
}

// How far windows reach, for this many cells from one quantile to the other; 0 for no step.
size_t reach_of(size_t cells_between) {
  size_t reach = 0;
  for (size_t next = 1; kReachPart * next <= cells_between; next *= 2) reach = next;
  return reach;
}

size_t count_steps(uint32_t steps) {
  size_t out = 0;
  for (; steps != 0; steps &= steps - 1) ++out;
  return out;
}

}  // namespace

double Winsorized::least_units(const Cumulative &from) {
  if (from.cells() > kMostCells) return INFINITY;
  return from.noise.stddev() * std::sqrt(from.shape.max_squares()) / kMostNoise;
}

bool Winsorized::allocate(const Cumulative &from) {
  const size_t cells = from.cells() > kMostCells ? 0 : from.cells(), nodes = cells > 0 ? from.shape.size() : 0;
  return functional_.allocate(from.shape) && cut_.allocate(from.shape) && strays_.allocate() && variances_.allocate() &&
         sums_.allocate(cells + 1) && low_steps_.allocate(cells) && high_steps_.allocate(cells) &&
         lefts_.allocate(cells) && rights_.allocate(cells) && least_weights_.allocate(2 * nodes) &&
         most_weights_.allocate(2 * nodes);
}

void Winsorized::Group::scale_to(double begin, double end) {
  const double low = begin - step_of(from, low_step), high = end + step_of(from, high_step);
  half = high / 2 - low / 2;
  centre = low + half;
}

double Winsorized::Group::below(size_t cell) const { return middle_of(from, cell) - step_of(from, low_step); }
double Winsorized::Group::above(size_t cell) const { return middle_of(from, cell) + step_of(from, high_step); }

// Finds which steps no test rejects, for cells of one range. A step belongs to the share of a window: it is within a
// factor of sqrt(2) of what makes a test stationary.
void Winsorized::find_steps(const Cumulative &from, const Question &question, bool low, const CellRange &reaches,
                            const CellRange &caps, double beta) {
  const CellRange &range = low ? question.low : question.high;
  Steps *const steps = (low ? low_steps_ : high_steps_).data();
  strays_.start(from.noise, question.max_units, beta, from.whole, from.shape.root_known());
  // Whether a share of the units that is at most p, or at least p, is rejected for the cells between two edges.
  const auto rejected = [&](size_t first, size_t last, double p, bool at_most) {
    const NoisyShare given{0, 1, noise_between(from.shape, static_cast<int64_t>(first), static_cast<int64_t>(last)),
                           from.shape.root_noise()};
    const NoiseWeights weights = given.at(p);
    const double seen = from.below[last] - from.below[first] - p * from.units;
    const double slack = from.slack(weights, question.max_units);
    return at_most ? seen >= strays_.above_up_to(p, weights) + slack
                   : seen <= -strays_.below_down_to(p, weights) - slack;
  };
  for (size_t i = range.first; i <= range.last; ++i) steps[i] = reaches.first == 0;
  for (size_t reach = std::max(reaches.first, size_t{1}); reach <= reaches.last; reach *= 2)
    for (size_t i = range.first; i <= range.last; ++i) {
      const size_t first = i - std::min(i, reach), last = std::min(i + 1 + reach, from.cells());
      const double wide = question.fraction * (from.edges[last] - from.edges[first]);
      const double least = kLeastShare * question.fraction;
      const double most = std::min(kMostShare * question.fraction, wide / step_of(from, kSteps));
      if (most < least || !rejected(first, last, most, false)) steps[i] |= 1;
      double bottom = 0;
      for (int k = 1; k <= kSteps && bottom < most; ++k) {
        const double top = std::min(wide / step_of(from, k), most);
        if (top < least) continue;
        const bool possible =
            !rejected(first, last, top, true) && !(bottom > 0 && rejected(first, last, bottom, false));
        bottom = top;
        if (!possible) continue;
        if (!rejected(i, i + 1, kCellPart * top, false)) steps[i] |= 1;
        if (rejected(i, i + 1, kCellPart * top, true)) continue;
        for (size_t cap = caps.first; cap <= caps.last; ++cap) {
          const size_t step = std::max<size_t>(k, cap);
          steps[i] |= Steps{1} << (step > kSteps ? 0 : step);
        }
      }
    }
}

template <class F>
void Winsorized::for_cells(const Group &group, bool low, const F &f) const {
  const CellRange &range = low ? group.question.low : group.question.high;
  const Buffer<Steps> &steps = low ? low_steps_ : high_steps_;
  for (size_t i = range.first; i <= range.last; ++i)
    if (steps[i] >> (low ? group.low_step : group.high_step) & 1) f(i);
}

// Bounds the variances of moved values of all pairs of cells of a group, on its scale.
void Winsorized::bound_variances(const Group &group, double beta) {
  const CellRange &low = group.question.low, &high = group.question.high;
  variances_.clear();
  const auto value = [&](size_t cell) { return middle_of(group.from, cell); };
  for_near_pairs(low, high, value, [&](size_t i, size_t j) {
    variances_.add(group.place(group.above(j)) / 2 - group.place(group.below(i)) / 2);
  });
  for_scales(low, high, value, [&](const Scale &scale) {
    const Question pairs{group.question.fraction, scale.low, scale.high, group.question.max_units};
    Group here{group.from, pairs, group.low_step, group.high_step, group.upper};
    bool some_low = false, some_high = false;
    for_cells(here, true, [&](size_t) { some_low = true; });
    for_cells(here, false, [&](size_t) { some_high = true; });
    if (!some_low || !some_high) return;
    here.scale_to(scale.begin, scale.end);
    variances_.add(group.place(here.centre), here.half / group.half, square_part(here, beta));
  });
}

// Returns a lower bound on E(1 - Z^2), for moved values Z of the true pair of cells, if it is one of these.
double Winsorized::square_part(const Group &group, double beta) {
  const Cumulative &from = group.from;
  const auto part = [&](double value) { return 1 - squared(group.place(value)); };
  // The noisy sum is a part of the lower cell plus a part of the upper one.
  sums_[0] = 0;
  for (size_t c = 0; c < from.cells(); ++c)
    sums_[c + 1] = sums_[c] + part(middle_of(from, c)) * (from.below[c + 1] - from.below[c]);
  double least_low = INFINITY, least_high = INFINITY;
  for_cells(group, true, [&](size_t i) {
    const size_t e = group.edge(i);
    least_low = std::min(least_low, part(group.below(i)) * from.below[e] - sums_[e]);
  });
  for_cells(group, false, [&](size_t j) {
    const size_t e = group.edge(j);
    least_high = std::min(least_high, sums_[e] + part(group.above(j)) * (from.units - from.below[e]));
  });
  const NoiseSpread noise = noise_of(group, true);
  const NoiseWeights weights = NoisyShare{0, 1, {noise.most_share, noise.own}, from.shape.root_noise()}.at(0);
  return lower_mean(least_low + least_high - from.slack(weights, group.question.max_units), group.question.max_units,
                    from.noise.law(some(weights)), beta);
}

// Bounds the noise of the sums of moved values, or of 1 less their squares, over all pairs of cells of a group.
NoiseSpread Winsorized::noise_of(const Group &group, bool of_squares) {
  const Cumulative &from = group.from;
  const CellRange &low = group.question.low, &high = group.question.high;
  const size_t cells = from.cells(), nodes = from.shape.size();
  const auto value = [&](double at) { return of_squares ? 1 - squared(group.place(at)) : group.place(at); };
  NoiseSpread out{-1, 1, 0, {}};  // of any pair
  if (low.last >= high.first) {   // weights that rise and fall by at most 2 in all have at most twice an edge's noise
    for (int64_t c = 1; c < from.shape.cells(); ++c) {
      const NoiseWeights own = from.shape.edge_noise(c).own;
      out.own.squares = std::max(out.own.squares, 4 * own.squares);
      out.own.largest_square = std::max(out.own.largest_square, 4 * own.largest_square);
    }
    return out;
  }
  const size_t middle = low.last + 1 + (high.first - low.last - 1) / 2;
  cut_.start(static_cast<int64_t>(middle));
  std::fill(least_weights_.begin(), least_weights_.end(), INFINITY);
  std::fill(most_weights_.begin(), most_weights_.end(), -INFINITY);
  double *const weights = functional_.weights();
  // The weights of one part; those of the other are 0.
  size_t lefts = 0, rights = 0;
  for_cells(group, true, [&](size_t i) {
    const double moved = value(group.below(i));
    for (size_t c = 0; c < cells; ++c)
      weights[c] = c >= middle ? 0 : c < group.edge(i) ? moved : value(middle_of(from, c));
    std::copy(weights, weights + middle, cut_.weights());
    lefts_[lefts++] = cut_.part(CutNoise::kLeft);
    if (from.noise.gaussian) return;  // normal noise has squares alone
    functional_.noise();
    functional_.extend(least_weights_.data(), most_weights_.data());
  });
  for_cells(group, false, [&](size_t j) {
    const double moved = value(group.above(j));
    for (size_t c = 0; c < cells; ++c)
      weights[c] = c < middle ? 0 : c >= group.edge(j) ? moved : value(middle_of(from, c));
    std::copy(weights + middle, weights + cells, cut_.weights() + middle);
    rights_[rights++] = cut_.part(CutNoise::kRight);
    if (from.noise.gaussian) return;
    functional_.noise();
    functional_.extend(least_weights_.data() + nodes, most_weights_.data() + nodes);
  });
  CutNoise::Extremes found;
  for (size_t i = 0; i < lefts; ++i)
    for (size_t j = 0; j < rights; ++j) cut_.pair(lefts_[i], rights_[j], &found);
  double largest = 0;
  for (size_t n = 1; n < nodes && !from.noise.gaussian; ++n)
    largest = std::max(
        {largest, most_weights_[n] + most_weights_[nodes + n], -least_weights_[n] - least_weights_[nodes + n]});
  return {found.least_share,
          found.most_share,
          found.least_squares,
          {found.most_squares, std::min(squared(largest), found.most_squares)}};
}

// Returns the end of the means that the tests of a group accept. A lower test is the upper one of values with the other
// sign.
double Winsorized::bound(Group group, double beta) {
  const Cumulative &from = group.from;
  const double units = from.units, most = group.question.max_units, sign = group.upper ? 1 : -1;
  size_t begin = from.cells(), end = 0;
  for_cells(group, true, [&](size_t i) { begin = std::min(begin, i); });
  for_cells(group, false, [&](size_t j) { end = std::max(end, j); });
  if (begin > end) return -sign * INFINITY;
  group.scale_to(middle_of(from, begin), middle_of(from, end));
  if (!(group.half > 0)) return group.centre;
  bound_variances(group, kOfVariance * beta);
  const NoiseSpread noise = noise_of(group, false);
  sums_[0] = 0;
  for (size_t c = 0; c < from.cells(); ++c)
    sums_[c + 1] = sums_[c] + group.place(middle_of(from, c)) * (from.below[c + 1] - from.below[c]) / units;
  // The greatest noisy mean of any pair.
  double of_low = -INFINITY, of_high = -INFINITY;
  for_cells(group, true, [&](size_t i) {
    const size_t e = group.edge(i);
    of_low = std::max(of_low, sign * (group.place(group.below(i)) * from.below[e] / units - sums_[e]));
  });
  for_cells(group, false, [&](size_t j) {
    const size_t e = group.edge(j);
    of_high = std::max(of_high, sign * (sums_[e] + group.place(group.above(j)) * (1 - from.below[e] / units)));
  });
  const double noisy = of_low + of_high;
  const double far = farthest_accepted(from, noise, variances_, sign, {noisy, noisy}, most, (1 - kOfVariance) * beta);
  // What the steps add to the mean.
  const double added = group.question.fraction * (step_of(from, group.high_step) - step_of(from, group.low_step));
  return group.centre + sign * group.half * (noisy + far) - added;
}

Ends Winsorized::find(const Cumulative &from, const Question &question, double beta) {
  const CellRange &low = question.low, &high = question.high;
  const double of_step = kOfStep * beta, of_side = (beta - 6 * of_step) / 2;
  const size_t least_between = high.first > low.last ? high.first - low.last : 0;
  const CellRange reaches{reach_of(least_between), reach_of(high.last - low.first)};
  // The first step that is short enough for this distance of quantiles, or one more than there are.
  const auto cap_of = [&](size_t first, size_t last) {
    const double most = kMostOfDistance * std::max(from.edges[last + 1] - from.edges[first], 0.0) / range_of(from);
    return static_cast<size_t>(std::clamp(std::ceil(-2 * std::log2(most)), 1.0, kSteps + 1.0));
  };
  // Where the intervals of both quantiles overlap, any cell may hold both.
  const CellRange caps{cap_of(low.first, high.last),
                       high.first > low.last ? cap_of(low.last, high.first) : static_cast<size_t>(kSteps) + 1};
  find_steps(from, question, true, reaches, caps, of_step);
  find_steps(from, question, false, reaches, caps, of_step);
  const Ends all{middle_of(from, low.first), middle_of(from, high.last)};
  Ends out{INFINITY, -INFINITY};
  Steps lows = 0, highs = 0;
  size_t of_low = 0, of_high = 0;  // cells, each once for each of its steps
  for (size_t i = low.first; i <= low.last; ++i) lows |= low_steps_[i], of_low += count_steps(low_steps_[i]);
  for (size_t j = high.first; j <= high.last; ++j) highs |= high_steps_[j], of_high += count_steps(high_steps_[j]);
  if (of_low * of_high > kMostPairs) return all;
  for (int i = 0; i <= kSteps; ++i)
    for (int j = 0; j <= kSteps; ++j) {
      if (!(lows >> i & 1) || !(highs >> j & 1)) continue;
      out.high = std::max(out.high, bound({from, question, i, j, true}, of_side));
      out.low = std::min(out.low, bound({from, question, i, j, false}, of_side));
    }
  if (!(out.low <= out.high)) return all;  // no mean is accepted: the wider interval is as good
  return {std::clamp(out.low, all.low, all.high), std::clamp(out.high, all.low, all.high)};
}

}  // namespace dpcvx::estimate
