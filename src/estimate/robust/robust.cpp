#include "estimate/robust/robust.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "estimate/robust/values.h"

namespace dpcvx::estimate {

namespace {

// Shares of a probability of failure: of each quantile whose cells a mean needs, and of a private number of units, at
// most and at least.
constexpr double kOfQuantile = 0.05, kOfUnits = 0.05, kOfLeastUnits = 0.01;
// The share of either quantile's interval, for a distance of quantiles, of which wide windows have half; what they have
// of kOfQuantile; and the share of which pairs both may be, for a mean of values that are moved to them.
constexpr double kOfEdges = 0.02, kOfWide = 0.005, kOfPairs = 0.3;

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

}  // namespace

bool Robust::allocate(const Cumulative &from) {
  return strays_.allocate() && pairs_.allocate(from) && partners_.first.allocate(from.cells()) &&
         partners_.last.allocate(from.cells()) && means_.allocate(from) && winsorized_.allocate(from);
}

// The cells that a quantile may be in, of a share between two.
CellRange Robust::cells_of(const Cumulative &from, double least, double most, double beta) {
  const QuantileEdges first = find_quantile_edges(from, least, beta, strays_);
  const QuantileEdges second = least == most ? first : find_quantile_edges(from, most, beta, strays_);
  return {std::min(first.first, second.last - 1), second.last - 1};
}

// The edges that both quantiles are between, each except with probability beta, of which wide windows have a part.
QuantilePairs::Question Robust::edges_of(const Cumulative &from, double fraction, double beta, double of_wide,
                                         double least_units, double most_units) {
  const double of_edges = beta - of_wide;
  QuantilePairs::Question out{fraction, find_quantile_edges(from, fraction, of_edges, strays_),
                              find_quantile_edges(from, 1 - fraction, of_edges, strays_), least_units, most_units};
  out.low = pairs_.narrow(from, out, true, of_wide);
  out.high = pairs_.narrow(from, out, false, of_wide);
  return out;
}

// Returns the share of the probability of failure that is left. The units are at least `least`.
double Robust::find_free(const Cumulative &from, double least, double beta, MeanBounds::Question *question) {
  const size_t last = from.cells() - 1;
  const double a = question->fraction, most_free = MeanBounds::free_share(from, a, least);
  const double least_free = MeanBounds::free_share(from, a, question->max_units);
  question->free_low = question->low, question->free_high = question->high;
  if (a == 0 || most_free == a) return beta;
  question->free_low = {0, 0}, question->free_high = {last, last};
  if (least_free == 0) return beta;
  const double most = most_free == 0 ? 0.5 : most_free, of_quantile = kOfQuantile * beta;
  question->free_low = cells_of(from, least_free, most, of_quantile);
  question->free_high = cells_of(from, 1 - most, 1 - least_free, of_quantile);
  if (most_free == 0) question->free_low.first = 0, question->free_high.last = last;
  return beta - 2 * of_quantile;
}

RobustAnswer Robust::mean(const Cumulative &from, const RobustQuestion &question, double beta) {
  const size_t cells = from.cells();
  const double a = question.fraction, of_units = from.shape.root_known() ? 0 : kOfUnits * beta;
  const double most = from.max_units(of_units);
  if (!(most >= 1) || !(from.units > 0)) return hidden_answer(from, question);
  const bool known = from.shape.root_known(), moved = question.kind == DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN;
  const double of_least = known || a == 0 ? 0 : kOfLeastUnits * beta, least = from.min_units(of_least);
  const double left = beta - of_units - of_least, of_quantile = a > 0 ? kOfQuantile * left : 0;
  MeanBounds::Question here{a, moved, {0, 0}, {cells - 1, cells - 1}, {}, {}, most, nullptr};
  if (a > 0) {
    const QuantilePairs::Question edges = edges_of(from, a, of_quantile, kOfWide * left, least, most);
    here.low = {edges.low.first, edges.low.last - 1};
    here.high = {edges.high.first, edges.high.last - 1};
    here.high.first = std::max(here.high.first, here.low.first);
    here.low.last = std::min(here.low.last, here.high.last);
    if (here.low.first > here.high.last) return hidden_answer(from, question);  // a test failed
  }
  const double value = mean_of(from, question), of_means = left - 2 * of_quantile;
  double rounding = 0;  // a value is within half a cell of its middle
  for (size_t i = here.low.first; i <= here.high.last; ++i)
    rounding = std::max(rounding, from.edges[i + 1] / 2 - from.edges[i] / 2);
  Ends found{INFINITY, -INFINITY};
  const auto add = [&](const Ends &more) { found = {std::min(found.low, more.low), std::max(found.high, more.high)}; };
  // Which tests serve depends on the number of units. Several do where that is not known.
  const bool by_steps = moved && a > 0;
  const double enough = by_steps ? Winsorized::least_units(from) : INFINITY;
  if (most >= enough) add(winsorized_.find(from, {a, here.low, here.high, most}, of_means));
  // Tests of pairs serve for moved values where noise leaves some quantiles to see.
  const bool some_seen = by_steps && MeanBounds::free_share(from, a, most) > 0;
  const bool none_seen = !by_steps || MeanBounds::free_share(from, a, least) == 0;
  if (least < enough && some_seen) {
    const auto edges_of = [](const CellRange &range) { return QuantileEdges{range.first, range.last + 1}; };
    const double of_pairs = kOfPairs * of_means;
    pairs_.find_partners(from, {a, edges_of(here.low), edges_of(here.high), least, most}, of_pairs, &partners_);
    here.partners = &partners_;
    add(means_.find(from, here, of_means - of_pairs));
    here.partners = nullptr;
  }
  if (least < enough && none_seen) {
    const double of_bounds = find_free(from, least, of_means, &here);
    add(means_.find(from, here, of_bounds));
  }
  const double first = std::max(found.low - rounding, from.edges[0]);
  const double last = std::min(found.high + rounding, from.edges[cells]);
  return {std::clamp(value, first, last), first, last};
}

RobustAnswer Robust::quantile_range(const Cumulative &from, double fraction, double beta) {
  const bool known = from.shape.root_known();
  const double of_units = known ? 0 : kOfUnits * beta, of_least = known ? 0 : kOfLeastUnits * beta;
  const double most = from.max_units(of_units), least = from.min_units(of_least);
  if (!(most >= 1) || !(from.units > 0)) return hidden_answer(from, {DPCVX_ESTIMATE_KIND_QUANTILE_RANGE, fraction});
  const double left = beta - of_units - of_least, of_end = kOfEdges * left;
  const QuantilePairs::Question question = edges_of(from, fraction, of_end, of_end / 2, least, most);
  const Ends found = pairs_.distance(from, question, left - 2 * of_end);
  const double value = from.quantile(1 - fraction) - from.quantile(fraction);
  return {std::clamp(value, found.low, found.high), found.low, found.high};
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
