#include "solve/stable/phase_schedule.h"

#include <algorithm>
#include <cmath>

#include "numeric/margins.h"
#include "mechanism/propose_test_release/threshold_law.h"
#include "numeric/root.h"

namespace dpcvx::solve {

namespace {

constexpr int kTries = 14;
constexpr double kEdgeShare = 0.25;  // of delta, that the ends of the laws have

// One search: everything but the first lambda.
struct Search {
  const StableInputs &inputs;
  const Settings &settings;
  PhaseKind kind;
  double beta, growth;
  int32_t count;
  PhaseAllocation allocation;  // without batches

  double l2() const { return inputs.strong.l2; }
  double prox(double first, int32_t i) const {
    const int32_t power = kind.strong_first ? i - 1 : i;
    return power < 0 ? 0 : first * std::pow(growth, power);
  }
  double convexity(double first, int32_t i) const { return l2() + prox(first, i); }

  // Shares of the units.
  double share(int32_t i) const {
    if (!kind.batches) return 1;
    const double left = kind.strong_first ? 1 - settings.first_phase_fraction : 1;
    if (kind.strong_first && i == 0) return settings.first_phase_fraction;
    const int32_t of = count - (kind.strong_first ? 1 : 0), place = i - (kind.strong_first ? 1 : 0);
    return left * std::exp2(-std::min(place + 1, of - 1));
  }

  double risk_of_batches(double first, PhaseSchedule *out) const;
  double risk_of_all(double first, PhaseSchedule *out) const;
  double risk(double first, PhaseSchedule *out) const {
    if (!(convexity(first, 0) >= inputs.min_convexity(beta))) return INFINITY;
    const double risk = kind.batches ? risk_of_batches(first, out) : risk_of_all(first, out);
    return risk + inputs.smoothing_risk(beta);
  }
  PhaseSchedule best() const;
};

double Search::risk_of_batches(double first, PhaseSchedule *out) const {
  const double d = inputs.strong.dimension;
  double away = inputs.strong.planning_radius * inputs.strong.planning_radius, risk = 0, t = 0;
  for (int32_t i = 0; i < count; ++i) {
    const double mu = convexity(first, i), units = inputs.batch_units(share(i));
    t = min_deviation(inputs.facts_of(mu, beta, units), inputs.threshold, inputs.levels);
    const double gap = inputs.generalisation_gap(mu, beta, units);
    const bool own = kind.strong_first && i == 0;
    if (!own) risk += prox(first, i) * away / 2 + gap;
    away = d * t * t + (own ? 2 * gap / mu : 0);
    out->phase[i] = {prox(first, i), share(i), units, inputs.epsilon, inputs.delta, 0};
  }
  return risk + inputs.cost.at(t, beta);
}

double Search::risk_of_all(double first, PhaseSchedule *out) const {
  const double d = inputs.strong.dimension, units = inputs.strong.units;
  double distance[kMaxPhases], weight[kMaxPhases], roots = 0;
  for (int32_t i = 0; i < count; ++i) {
    SensitivityParameters terms;
    if (!stability_terms(inputs.facts_of(convexity(first, i), beta, units), inputs.threshold, allocation.top, &terms))
      return INFINITY;
    distance[i] = terms.distance;
    weight[i] = i + 1 < count ? std::sqrt(prox(first, i + 1) * d / 2) * distance[i] : 0;
  }
  // mu^2 is shared: a given share for the first of strongly convex ones; the last what is best; between them as the
  // roots of the weights.
  const int32_t from = kind.strong_first ? 1 : 0, last = count - 1;
  const double all = allocation.mu * allocation.mu;
  double square[kMaxPhases], rest = all;
  double risk =
      kind.strong_first ? 0 : prox(first, 0) * inputs.strong.planning_radius / 2 * inputs.strong.planning_radius;
  if (kind.strong_first) {
    square[0] = settings.first_phase_fraction * all;
    rest = all - square[0];
    risk += weight[0] / square[0] * weight[0];
  }
  for (int32_t i = from; i < last; ++i) roots += weight[i];
  const auto with = [&](double share) {
    const double others = roots > 0 ? roots / (rest * (1 - share)) * roots : 0;
    return others + inputs.cost.at(distance[last] / std::sqrt(rest * share), beta);
  };
  double share = 1;
  if (roots > 0) {
    const double odds = numeric::min_point(-7, 7, 2 * kTries, [&](double x) { return with(1 / (1 + std::exp(-x))); });
    share = 1 / (1 + std::exp(-odds));
  }
  for (int32_t i = from; i < last; ++i) square[i] = rest * (1 - share) * (weight[i] / roots);
  square[last] = rest * share;
  for (int32_t i = 0; i < count; ++i) out->phase[i] = {prox(first, i), 1, units, 0, 0, std::sqrt(square[i])};
  return risk + with(share);
}

PhaseSchedule Search::best() const {
  const RegularizationInputs &strong = inputs.strong;
  const double scale = strong.lipschitz / strong.planning_radius;
  const double least = kind.strong_first ? 0 : inputs.min_convexity(beta) * (1 + 0x1p-40) - l2();
  const double low = std::max(scale * 1e-7, least), high = std::max(scale * 1e5, low);
  PhaseSchedule found, best;
  const auto consider = [&](double log_first) {
    found.risk = risk(std::exp(log_first), &found);
    if (found.risk < best.risk) best = found;
    return found.risk < INFINITY ? found.risk : 1e200 * std::exp(-log_first);
  };
  consider(numeric::min_point(std::log(low), std::log(high), kTries, consider));
  best.count = count;
  best.smoothness = beta;
  if (kind.batches) return best;
  best.epsilon1 = allocation.epsilon1;
  best.edge = allocation.edge;
  best.mu = allocation.mu;
  best.top = allocation.top;
  return best;
}

// Numbers of phases that are tried.
constexpr int32_t kCounts[] = {2, 3, 4, 5, 6, 8, 10, 13, 16, 20};
constexpr double kPassShares[] = {0x1p-7, 0x1p-6, 0x1p-5, 0x1p-4, 0x1p-3};
constexpr double kGrowths[] = {2, 8, 16, 64};

PhaseSchedule best_of_count(Search search) {
  PhaseSchedule best;
  if (search.kind.batches) {
    best = search.best();
  } else {
    const PhaseAllocation before = search.allocation;
    PhaseAllocation chosen = before;
    for (double share : kPassShares) {
      search.allocation = phase_allocation(search.count, share, search.inputs.epsilon, search.inputs.delta);
      if (!(search.allocation.mu > 0)) continue;
      const PhaseSchedule found = search.best();
      if (found.risk < best.risk) best = found, chosen = search.allocation;
    }
    search.allocation = chosen;
  }
  if (!(best.risk < INFINITY)) return best;
  for (double growth : kGrowths) {
    search.growth = growth;
    const PhaseSchedule found = search.best();
    if (found.risk < best.risk) best = found;
  }
  return best;
}

PhaseSchedule best_of_smoothness(Search search) {
  PhaseSchedule best;
  int worse = 0;
  for (int32_t count : kCounts) {
    if (search.settings.phases > 0) count = static_cast<int32_t>(search.settings.phases);
    search.count = count + (search.kind.strong_first && search.settings.phases > 0 ? 1 : 0);
    if (search.kind.batches && search.count > kMaxBatches) break;
    if (search.count > kMaxPhases) break;
    const PhaseSchedule found = best_of_count(search);
    worse = found.risk < best.risk ? 0 : worse + 1;
    if (found.risk < best.risk) best = found;
    if (worse == 2 || search.settings.phases > 0) break;
  }
  return best;
}

// Of a loss that is to be smoothed: by a search with few phases.
double choose_smoothness(Search search) {
  const StableInputs &inputs = search.inputs;
  if (!inputs.must_smooth()) return inputs.strong.smoothness;
  if (search.settings.smoothing > 0) return inputs.strong.row_square / search.settings.smoothing;
  search.count = 3;
  search.allocation = phase_allocation(3, 0x1p-5, inputs.epsilon, inputs.delta);
  const double steepest = inputs.strong.lipschitz / inputs.strong.planning_radius;
  return std::exp(numeric::min_point(std::log(1e-2 * steepest), std::log(1e7 * steepest), 10, [&](double log_beta) {
    search.beta = std::exp(log_beta);
    const double risk = search.best().risk;
    return risk < INFINITY ? risk : 1e200 * search.beta;
  }));
}

}  // namespace

PhaseAllocation phase_allocation(int64_t phases, double share, double epsilon, double delta) {
  PhaseAllocation allocation;
  allocation.epsilon1 = share * epsilon;
  allocation.edge = kEdgeShare * delta / static_cast<double>(phases);
  allocation.top = mechanism::phase_top(allocation.epsilon1, allocation.edge);
  const auto fits = [&](double mu) {
    return mechanism::phases_delta(phases, allocation.epsilon1, allocation.edge, mu, epsilon) <=
           delta * numeric::kPlanningShare;
  };
  double low = 0, high = 0x1p20;
  const double least = 0x1p-30;
  if (allocation.top < 0 || !fits(least)) return allocation;
  // Rounding of noise plans is within the slack.
  for (low = least; high > low * (1 + 0x1p-20);) {
    const double middle = std::sqrt(low * high);
    (fits(middle) ? low : high) = middle;
  }
  allocation.mu = low * numeric::kPlanningShare;
  return allocation;
}

int64_t min_units_of_phases(const StableInputs &inputs, const Settings &settings, const PhaseKind &kind) {
  // Each batch has half of what the one before has, the last two the same.
  const int64_t phases = settings.phases > 0 ? std::min<int64_t>(settings.phases, kMaxBatches) : 2;
  if (kind.batches) return inputs.levels.min_units() << (phases - 1);
  int64_t least = 0;
  for (double share : kPassShares) {
    const PhaseAllocation allocation = phase_allocation(2, share, inputs.epsilon, inputs.delta);
    const int64_t units = stability_min_units(allocation.top);
    if (allocation.mu > 0 && (least == 0 || units < least)) least = units;
  }
  return least;
}

PhaseSchedule min_risk_phases(const StableInputs &inputs, const Settings &settings, const PhaseKind &kind) {
  Search search{inputs, settings, kind, 0, 4, 2, {}};
  search.beta = choose_smoothness(search);
  return best_of_smoothness(search);
}

PhaseSchedule paper_phases(const StableInputs &inputs, const Settings &settings, const PhaseKind &kind) {
  const RegularizationInputs &strong = inputs.strong;
  const double m = inputs.records(), n = strong.units, d = strong.dimension;
  const double halves = kind.strong_first ? 2 : 1, epsilon = inputs.epsilon / halves, delta = inputs.delta / halves;
  const double min_batch = std::log(1 / delta) / epsilon;
  const double logarithm = kind.batches ? std::log2(n / min_batch) : std::log2(n * m);
  const int32_t most = (kind.batches ? kMaxBatches : kMaxPhases) - 1;
  PhaseSchedule schedule;
  const int64_t phases = settings.phases > 0 ? settings.phases : static_cast<int64_t>(std::floor(logarithm));
  if (phases < 1 || phases > most) return schedule;
  schedule.smoothness = choose_smoothness({inputs, settings, kind, 0, 4, 3, {}});
  // The strongly convex ones know how near the first release is.
  double radius = strong.planning_radius;
  if (kind.strong_first) {
    schedule.phase[0] = {0, 1, n, epsilon, delta, 0};
    schedule.count = 1;
    const NoiseLevelGrid grid(inputs.facts.instance, epsilon, delta, n);
    const double t = min_deviation(inputs.facts_of(strong.l2, schedule.smoothness, n), inputs.threshold, grid);
    const double statistical = kind.batches ? strong.lipschitz / (strong.l2 * std::sqrt(n * m)) : 0;
    radius = std::min(radius, t * std::sqrt(d) + statistical);
  }
  const double lambda = strong.lipschitz * std::sqrt(d) / (radius * n * std::sqrt(m));
  for (int32_t i = 1; i <= phases; ++i) {
    PhaseSchedule::Phase &next = schedule.phase[schedule.count++];
    next.prox = lambda * std::pow(4.0, i);
    next.share = kind.batches ? std::exp2(-i) : 1;
    next.units = kind.batches ? inputs.batch_units(next.share) : n;
    const double shares = kind.batches ? 1 : static_cast<double>(phases);
    next.epsilon = epsilon / shares;
    next.delta = delta / shares;
  }
  return schedule;
}

RegularizationParameters min_risk_output(const StableInputs &inputs, const Settings &settings) {
  const double units = inputs.strong.units;
  return choose_terms(inputs.strong, settings, true, [&](double mu, double beta) {
    return inputs.cost.at(min_deviation(inputs.facts_of(mu, beta, units), inputs.threshold, inputs.levels), beta);
  });
}

}  // namespace dpcvx::solve
