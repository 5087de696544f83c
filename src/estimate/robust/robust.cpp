#include "estimate/robust/robust.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "estimate/mean/interval.h"

namespace dpcvx::estimate {

namespace {

// Shares of a probability of failure: of each quantile that a mean is cut off at, of the variance, and of a private
// number of units, at most and at least.
constexpr double kOfQuantile = 0.05, kOfVariance = 0.03, kOfUnits = 0.05, kOfLeastUnits = 0.01;
// The share that goes to the distance of two quantiles, and not to where they are.
constexpr double kOfDistance = 0.9;
// Noise is computed at up to this many places for either quantile.
constexpr size_t kPlaces = 11;
// Pairs of blocks are tested for a distance of quantiles: this many blocks at most, and at least if there are cells.
// Between, a block has this part of the noise in a count, where the number of units is public.
constexpr size_t kMostPairBlocks = 1024, kLeastPairBlocks = 64;
constexpr double kOfNoise = 0.2;

double squared(double x) { return x * x; }

// No noise counts as a little: more of it only widens.
NoiseWeights some(const NoiseWeights &weights) {
  constexpr double kLeast = 1e-12;
  return {std::max(weights.squares, kLeast), std::max(weights.largest_square, kLeast)};
}

double middle_of(const Cumulative &from, size_t cell) {
  return from.edges[cell] + (from.edges[cell + 1] / 2 - from.edges[cell] / 2);
}

// The share of the law that is cut to [fraction, 1 - fraction], below edge i.
double cut_share(const Cumulative &from, size_t i, double fraction) {
  return std::clamp(from.shares[i], fraction, 1 - fraction);
}

// The mean of the estimated law, without what lies beyond either quantile or with that moved to it.
double mean_of(const Cumulative &from, const RobustQuestion &question) {
  const double a = question.fraction;
  const bool moved = question.kind == DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN;
  double sum = 0, low = NAN, high = 0;
  for (size_t i = 0; i < from.cells(); ++i) {
    const double share = cut_share(from, i + 1, a) - cut_share(from, i, a);
    if (!(share > 0)) continue;
    const double here = middle_of(from, i);
    if (std::isnan(low)) low = here;
    high = here;
    sum += share * here;
  }
  return moved ? sum + a * low + a * high : sum / (1 - 2 * a);
}

// The interval of everything, where noise hides the number of units.
RobustAnswer hidden_answer(const Cumulative &from, const RobustQuestion &question) {
  const double low = from.edges[0], high = from.edges[from.cells()];
  if (question.kind != DPCVX_ESTIMATE_KIND_QUANTILE_RANGE) return {low + (high / 2 - low / 2), low, high};
  return {(high - low) * (1 - 2 * question.fraction), 0, high - low};
}

size_t pair_blocks(const Cumulative &from) {
  if (!from.shape.root_known()) return kMostPairBlocks;
  const double noise = from.noise.stddev() * std::sqrt(from.shape.max_squares());
  return static_cast<size_t>(std::clamp(from.units / (kOfNoise * noise), static_cast<double>(kLeastPairBlocks),
                                        static_cast<double>(kMostPairBlocks)));
}

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

bool Robust::allocate(const Cumulative &from) {
  return functional_.allocate(from.shape) && strays_.allocate() && apart_.allocate() && sums_.allocate(from.cells()) &&
         places_.allocate(from.cells()) && variances_.allocate() && winsorized_.allocate(from);
}

void Robust::Setting::scale_to(double begin, double end) {
  half = end / 2 - begin / 2;
  centre = begin + half;
}

// Values out of the scale are clipped to it before anything is added up: far ones would cost all digits of the others.
double Robust::Setting::place(size_t cell) const {
  return std::clamp((middle_of(from, cell) - centre) / half, -1.0, 1.0);
}

// Bounds the variances of values clipped to the middles of any two cells, one of each range, on the scale of a setting.
void Robust::bound_variances(const Setting &setting, const CellRange &low, const CellRange &high, double beta) {
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
double Robust::square_part(const Setting &setting, const CellRange &low, const CellRange &high, double beta) {
  const Cumulative &from = setting.from;
  const auto part = [&](size_t cell) { return 1 - squared(setting.place(cell)); };
  // The noisy sum is a part of the upper cell plus a part of the lower one.
  sums_[0] = 0;
  for (size_t i = 0; i + 1 < from.cells(); ++i) sums_[i + 1] = sums_[i] + (part(i + 1) - part(i)) * from.below[i + 1];
  const Ends upper = ends_over(high.first, high.last, [&](size_t u) { return part(u) * from.units - sums_[u]; });
  const Ends lower = ends_over(low.first, low.last, [&](size_t l) { return sums_[l]; });
  const Spread noise = noise_of_clipped(setting, low, high, true);
  const NoiseWeights weights = NoisyShare{0, 1, {noise.most_share, noise.own}, from.shape.root_noise()}.at(0);
  return lower_mean(upper.low + lower.low - from.slack(weights, setting.max_units), setting.max_units,
                    from.noise.law(some(weights)), beta);
}

// Bounds the noise of the sums of values Y that are clipped to the middles of two cells, one of each range, or of the
// sums of 1 - Y^2.
Robust::Spread Robust::noise_of_clipped(const Setting &setting, const CellRange &low, const CellRange &high,
                                        bool of_squares) {
  const Cumulative &from = setting.from;
  const auto places = [](const CellRange &range) { return std::min(range.last - range.first + 1, kPlaces); };
  const auto cell_at = [&](const CellRange &range, size_t k) {
    return range.first + (places(range) > 1 ? k * (range.last - range.first) / (places(range) - 1) : 0);
  };
  for (size_t cell = 0; cell < from.cells(); ++cell) places_[cell] = setting.place(cell);
  Spread out{INFINITY, -INFINITY, INFINITY, {}};
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

// The ends of the means that tests of values clipped to the middles of cells accept.
Ends Robust::accepted_means(const Setting &setting, const CellRange &low, const CellRange &high,
                            const RobustQuestion &question, double beta) {
  constexpr int kRounds = 4;
  const Cumulative &from = setting.from;
  const double a = question.fraction, most = setting.max_units, units = from.units;
  bound_variances(setting, low, high, kOfVariance * beta);
  const Spread noise = noise_of_clipped(setting, low, high, false);
  const double of_mean = beta - kOfVariance * beta;
  // The noisy mean of values clipped to the middles of cells l and u is upper(u) + lower(l).
  sums_[0] = 0;
  for (size_t i = 0; i + 1 < from.cells(); ++i)
    sums_[i + 1] = sums_[i] + (setting.place(i + 1) - setting.place(i)) * from.below[i + 1] / units;
  const Ends upper = ends_over(high.first, high.last, [&](size_t u) { return setting.place(u) - sums_[u]; });
  const Ends lower = ends_over(low.first, low.last, [&](size_t l) { return sums_[l]; });
  Ends found{-1, 1};
  double above = 0, below = 0;
  for (int i = 0; i < kRounds; ++i) {
    const double gap = std::max(squared(noise.most_share - found.low), squared(noise.least_share - found.high));
    const NoiseWeights root = from.shape.root_noise();
    const double largest = std::sqrt(noise.own.largest_square) + std::sqrt(gap * root.largest_square);
    const double squares = noise.own.squares + gap * root.squares;
    const NoiseWeights weights{squares, std::min(squared(largest), squares)};
    const NoiseLaw law = from.noise.law_between(some({noise.least_squares, 0}), some(weights));
    const double here = variances_.most(found), slack = from.slack(weights, most);
    const double size = 1 + std::max(-found.low, found.high);
    const bool known = from.shape.root_known();
    above = deviation({most, here, 1 - found.low, size, known}, law, of_mean / 2) + slack;
    below = deviation({most, here, 1 + found.high, size, known}, law, of_mean / 2) + slack;
    const Ends next{std::max(upper.low + lower.low - above / units, found.low),
                    std::min(upper.high + lower.high + below / units, found.high)};
    if (!(next.low <= next.high)) break;  // no mean is accepted: the wider interval is as good
    found = next;
  }
  if (question.kind == DPCVX_ESTIMATE_KIND_TRIMMED_MEAN) {
    // What is cut off at an end would have had a share a there.
    const Ends top = ends_over(high.first, high.last, [&](size_t u) { return (1 - a) * setting.place(u) - sums_[u]; });
    const Ends bottom = ends_over(low.first, low.last, [&](size_t l) { return sums_[l] - a * setting.place(l); });
    found.low = std::max((top.low + bottom.low - above / units) / (1 - 2 * a), -1.0);
    found.high = std::min((top.high + bottom.high + below / units) / (1 - 2 * a), 1.0);
    if (!(found.low <= found.high)) found = {-1, 1};
  }
  return {setting.centre + setting.half * found.low, setting.centre + setting.half * found.high};
}

RobustAnswer Robust::mean(const Cumulative &from, const RobustQuestion &question, double beta) {
  const size_t cells = from.cells();
  const double a = question.fraction, of_units = from.shape.root_known() ? 0 : kOfUnits * beta;
  const double most = from.max_units(of_units), units = from.units;
  if (!(most >= 1) || !(units > 0)) return hidden_answer(from, question);
  const double left = beta - of_units, of_quantile = a > 0 ? kOfQuantile * left : 0;
  CellRange low{0, 0}, high{cells - 1, cells - 1};
  if (a > 0) {
    const QuantileEdges first = find_quantile_edges(from, a, of_quantile, strays_);
    const QuantileEdges second = find_quantile_edges(from, 1 - a, of_quantile, strays_);
    low = {first.first, first.last - 1};
    high = {std::max(second.first, first.first), second.last - 1};
    low.last = std::min(low.last, high.last);
    if (low.first > high.last) return hidden_answer(from, question);  // a test failed
  }
  const double value = mean_of(from, question);
  const double begin = middle_of(from, low.first), end = middle_of(from, high.last);
  double rounding = 0;  // a value is within half a cell of its middle
  for (size_t i = low.first; i <= high.last; ++i)
    rounding = std::max(rounding, from.edges[i + 1] / 2 - from.edges[i] / 2);
  if (!(begin < end)) return {std::clamp(value, begin - rounding, end + rounding), begin - rounding, end + rounding};
  Setting setting{from, most};
  setting.scale_to(begin, end);
  Ends found{INFINITY, -INFINITY};
  const auto add = [&](const Ends &more) { found = {std::min(found.low, more.low), std::max(found.high, more.high)}; };
  if (question.kind == DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN && a > 0) {
    // Which tests serve depends on the number of units. Both do where that is not known.
    const double of_least = from.shape.root_known() ? 0 : kOfLeastUnits * beta;
    const double enough = Winsorized::least_units(from), of_means = left - 2 * of_quantile - of_least;
    if (most >= enough) add(winsorized_.find(from, {a, low, high, most}, of_means));
    if (from.min_units(of_least) < enough) add(accepted_means(setting, low, high, question, of_means));
  } else {
    add(accepted_means(setting, low, high, question, left - 2 * of_quantile));
  }
  const double first = found.low - rounding, last = found.high + rounding;
  return {std::clamp(value, first, last), std::max(first, from.edges[0]), std::min(last, from.edges[cells])};
}

RobustAnswer Robust::quantile_range(const Cumulative &from, double fraction, double beta) {
  const size_t cells = from.cells(), blocks = pair_blocks(from), width = (cells + blocks - 1) / blocks;
  const double of_units = from.shape.root_known() ? 0 : kOfUnits * beta, most = from.max_units(of_units);
  if (!(most >= 1) || !(from.units > 0)) return hidden_answer(from, {DPCVX_ESTIMATE_KIND_QUANTILE_RANGE, fraction});
  const double left = beta - of_units, p = 1 - 2 * fraction;
  const double of_end = (1 - kOfDistance) / 2 * left;
  const QuantileEdges low = find_quantile_edges(from, fraction, of_end, strays_);
  const QuantileEdges high = find_quantile_edges(from, 1 - fraction, of_end, strays_);
  apart_.start(from.noise, most, kOfDistance * left / 2, from.whole, from.shape.root_known());
  const auto end_of = [&](size_t block) { return std::min((block + 1) * width, cells); };
  // Whether neither test rejects that the quantiles are in these blocks.
  const auto accepted = [&](size_t i, size_t j) {
    const auto test = [&](size_t first, size_t last, bool too_small) {
      const NoisyShare given{0, 1, noise_between(from.shape, static_cast<int64_t>(first), static_cast<int64_t>(last)),
                             from.shape.root_noise()};
      const NoiseWeights weights = given.at(p);
      const double seen = from.below[last] - from.below[first] - p * from.units, slack = from.slack(weights, most);
      return too_small ? seen <= -apart_.below_down_to(p, weights) - slack
                       : seen >= apart_.above_up_to(p, weights) + slack;
    };
    if (test(i * width, end_of(j), true)) return false;
    return end_of(i) >= j * width || !test(end_of(i), j * width, false);
  };
  // Within the intervals of both quantiles.
  const auto longest = [&](size_t i, size_t j) {
    return from.edges[std::min(end_of(j), high.last)] - from.edges[std::max(i * width, low.first)];
  };
  const auto shortest = [&](size_t i, size_t j) {
    return std::max(from.edges[std::max(j * width, high.first)] - from.edges[std::min(end_of(i), low.last)], 0.0);
  };
  const size_t first_i = low.first / width, last_i = (low.last - 1) / width;
  const size_t first_j = high.first / width, last_j = (high.last - 1) / width;
  const double never = -1;
  double longest_found = never, shortest_found = INFINITY;
  for (size_t i = first_i; i <= last_i; ++i)
    for (size_t j = last_j; j + 1 > std::max(i, first_j) && longest(i, j) > longest_found; --j) {
      if (accepted(i, j)) longest_found = longest(i, j);
      if (j == 0) break;
    }
  for (size_t i = last_i + 1; i-- > first_i;)
    for (size_t j = std::max(i, first_j); j <= last_j && shortest(i, j) < shortest_found; ++j)
      if (accepted(i, j)) shortest_found = shortest(i, j);
  if (longest_found == never) {  // no pair is accepted: the wider interval is as good
    longest_found = from.edges[high.last] - from.edges[low.first];
    shortest_found = std::max(from.edges[high.first] - from.edges[low.last], 0.0);
  }
  const double value = from.quantile(1 - fraction) - from.quantile(fraction);
  return {std::clamp(value, shortest_found, longest_found), shortest_found, longest_found};
}

RobustAnswer Robust::ask(const Cumulative &from, const RobustQuestion &question, double beta) {
  if (question.kind == DPCVX_ESTIMATE_KIND_QUANTILE_RANGE) return quantile_range(from, question.fraction, beta);
  return mean(from, question, beta);
}

dpcvx_status derive_robust(const Estimate &cumulative, const RobustQuestion &question, const MeanSettings &settings,
                           Estimate *out, Error &error) {
  Robust robust;
  const Cumulative &from = cumulative.cumulative;
  DPCVX_TRY(out->follow(cumulative, question.kind, 1, settings.interval_level, error));
  if (!robust.allocate(from)) return error.nomem("weights of cells");
  const RobustAnswer found = robust.ask(from, question, 1 - settings.interval_level);
  out->fraction = question.fraction;
  out->simultaneous = settings.simultaneous;
  out->values[0] = found.value;
  out->low[0] = found.low;
  out->high[0] = found.high;
  out->range_low[0] = from.edges[0];
  out->range_high[0] = from.edges[from.cells()];
  return DPCVX_OK;
}

dpcvx_status expect_robust(const privacy::Curve &price, int32_t adjacency, const Cells &cells,
                           const ExpectedValues &guess, const RobustQuestion &question, const MeanSettings &settings,
                           double *low, double *high, Error &error) {
  CountPlan plan;
  Cumulative from;
  Robust robust;
  DPCVX_TRY(plan_cumulative(price, adjacency, cells.count(), settings.noise, &plan, &from.shape, error));
  if (!from.allocate(cells.count()) || !robust.allocate(from)) return error.nomem("a cumulative distribution");
  std::copy(cells.edges().begin(), cells.edges().end(), from.edges.begin());
  from.noise = plan.law;
  from.units = guess.units;
  for (int64_t i = 0; i < guess.count; ++i) from.below[cells.find(guess.values[i]) + 1] += 1;
  for (size_t i = 0; i < from.cells(); ++i) from.below[i + 1] += from.below[i];
  for (double &below : from.below) below *= guess.units / static_cast<double>(guess.count);
  from.make_shares();
  const RobustAnswer found = robust.ask(from, question, 1 - settings.interval_level);
  *low = found.low;
  *high = found.high;
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
