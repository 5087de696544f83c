#include "solve/perturbation/regularization.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "numeric/root.h"
#include "optimize/newton.h"
#include "optimize/rounds/bound.h"
#include "solve/core/obstacles.h"
#include "solve/perturbation/figures.h"
#include "solve/core/planning_radius.h"

namespace dpcvx::solve {

namespace {

constexpr double kQuickPasses = 32;  // what Newton's method needs with its line searches
// Fits of 5 to 100 columns took 10 to 14 passes at a ratio of 13, and 28 to 40 at 250.
constexpr double kPassesPerLog = 4.8;
constexpr double kRounds = 48;  // over parts, of smooth losses on all of R^d: fits took 7 to 34
// Most tolerance over parts, over how far a unit moves the minimiser. At 1/64 the quadratic had to be greater: the
// typical risk of output perturbation at epsilon = 1, 20 columns and 10^7 units was .14, and is .0005.
constexpr double kOfParts = 0.5;
constexpr double kSpan = 1e-9;  // the quadratics that are tried are between this and its inverse, times a typical one
constexpr int kTries = 22;
constexpr double kMinTolerance = 0x1p-900;  // 0 is never reached, and near it products are denormal

dpcvx_status curvature(const model::Objective &objective, RegularizationInputs *facts, Error &error) {
  facts->smoothness = data_smoothness(objective);
  if (std::isfinite(facts->smoothness)) return DPCVX_OK;
  model::SharedObjective smooth;
  DPCVX_TRY(objective.smoothed(1, &smooth, error));
  facts->row_square = data_smoothness(*smooth);
  return DPCVX_OK;
}

bool must_smooth(const RegularizationInputs &facts) { return facts.row_square > 0; }

const char *obstacle(const model::Objective &objective, const Settings &settings) {
  const bool smooth = std::isfinite(objective.smoothness());
  if (objective.calls_back())
    return "a caller's own loss or function has no bound on the rounding of its gradients. So no distance from the "
           "minimiser can be promised before the data are read: use a loss of the library";
  if (!smooth && settings.smoothing == 0)
    return "the loss is not smooth, so no distance from its minimiser can be promised beforehand: set "
           "DPCVX_PLAN_OPTION_SMOOTHING to -1 or a width";
  return nullptr;
}

// What the choice is made from, with beta left open or fixed.
struct Search {
  const RegularizationInputs &facts;
  NoiseRisk noise_risk;

  double risk(double kappa, double beta) const {
    const double added = std::max(0.0, kappa - facts.l2);
    double risk = noise_risk(kappa, beta);
    if (added > 0) risk += added / 2 * quadratic_span(facts, facts.chosen_for);
    if (must_smooth(facts)) risk += facts.lipschitz * facts.lipschitz / (2 * beta);
    return risk;
  }

  // Of beta in [least, most]; the logarithms are searched.
  RegularizationParameters best_smoothness(double kappa, double least, double most) const {
    const double at = least >= most ? std::log(most)
                                    : numeric::min_point(std::log(least), std::log(most), kTries,
                                                         [&](double b) { return risk(kappa, std::exp(b)); });
    RegularizationParameters terms;
    terms.smoothness = std::exp(at);
    terms.risk = risk(kappa, terms.smoothness);
    return terms;
  }
};

}  // namespace

double data_smoothness(const model::Objective &objective) {
  return objective.smoothness() - objective.l2() + 0x1p-50 * objective.smoothness();
}

double expected_passes(const RegularizationInputs &facts, double ratio) {
  if (facts.quick) return kQuickPasses;
  if (facts.in_rounds) return kRounds;
  return std::ceil(2 + std::sqrt(ratio) * std::log(4 * ratio * facts.units * 0x1p12));
}

double likely_passes(const RegularizationInputs &facts, double ratio) {
  const double most = expected_passes(facts, ratio);
  return facts.quick ? std::min(most, std::ceil(kPassesPerLog * std::log1p(ratio))) : most;
}

namespace {

// The greatest (beta + kappa) / kappa at which sums of parts leave a tolerance of at most kOfParts of how far a unit
// moves the minimiser; in objective perturbation, that and the root of the ratio. A rough form of promise_rounds(), for
// choosing: the tolerance itself is chosen by that.
double max_ratio_of_parts(const model::Objective &objective, const RegularizationInputs &facts, bool linear_term) {
  const double step = std::ldexp(1.0, optimize::lattice_of_sums(objective).exponent) / facts.lipschitz;
  const double lattice = step * std::sqrt(facts.dimension) + 0x1p-45, depth = facts.dimension / 4 + 20;
  return numeric::greatest_where(1.0, 0x1p40, [&](double ratio) {
    const bool smooth = facts.row_square == 0;
    double turned = 14 * ratio;  // beta times the norms of points, over G
    if (smooth && objective.domain() != nullptr)
      turned = std::min(turned, 3 * objective.domain()->radius() * facts.smoothness / facts.lipschitz);
    if (smooth && objective.domain() == nullptr)
      turned = std::min(
          turned, 8 * std::sqrt(objective.constants().value_at_zero * ratio * facts.smoothness) / facts.lipschitz);
    const double error = facts.max_units * (lattice + 0x1p-52 * depth * turned);
    const double root = std::sqrt(ratio);
    return 16 * root * error * facts.units / facts.changed * (linear_term ? 2 * root : 1) <= kOfParts;
  });
}

}  // namespace

dpcvx_status regularization_inputs(const Problem &problem, const Settings &settings, RegularizationInputs *facts,
                                   Proposal *proposal, Error &error) {
  const model::Objective &objective = *problem.objective;
  if (const char *const why = obstacle(objective, settings)) return proposal->refuse("%s", why);
  if (!std::isfinite(objective.lipschitz())) proposal->opened_by = opens_bounded_gradients(objective);
  if (!std::isfinite(objective.lipschitz()))
    return proposal->refuse(
        "gradients have no bound: give the objective %s (clipping them does not help: clipped gradients "
        "need not be those of a convex function)",
        what_bounds_gradients(objective));
  facts->units = static_cast<double>(objective.units());
  facts->dimension = static_cast<double>(objective.dimension());
  facts->changed = problem.adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1;
  facts->lipschitz = objective.lipschitz();
  facts->l2 = objective.l2();
  facts->diameter = objective.domain() != nullptr ? objective.domain()->diameter() : INFINITY;
  facts->max_units = objective.units_declared() ? 2 : 1;
  DPCVX_TRY(curvature(objective, facts, error));
  DPCVX_TRY(find_planning_radius(objective, settings, &facts->planning_radius, error));
  StartPlace start;
  DPCVX_TRY(find_start(objective, 2, &start, error));
  facts->start = start.norm;
  const bool in_domain = settings.planning_radius == 0 && start.reach <= facts->planning_radius;
  facts->chosen_for = in_domain ? std::max(facts->planning_radius, facts->diameter) : facts->planning_radius;
  facts->quick = objective.has_table() && objective.linear() != nullptr && objective.outputs() == 1 &&
                 objective.domain() == nullptr && !objective.calls_back() && objective.has_hessian();
  facts->in_rounds = !objective.has_table() && objective.domain() == nullptr && !must_smooth(*facts);
  facts->max_ratio = numeric::greatest_where(
      1.0, 0x1p60, [&](double ratio) { return expected_passes(*facts, ratio) <= settings.max_passes; });
  if (!objective.has_table())
    facts->max_ratio =
        std::min(facts->max_ratio,
                 max_ratio_of_parts(objective, *facts, proposal->method == DPCVX_METHOD_OBJECTIVE_PERTURBATION));
  if (!std::isfinite(facts->planning_radius) && !(facts->l2 > 0))
    return proposal->refuse_without(kSetPlanningRadius, no_planning_radius(objective));
  proposal->radius = facts->planning_radius;
  return DPCVX_OK;
}

RegularizationParameters choose_terms(const RegularizationInputs &facts, const Settings &settings, bool may_add,
                                      NoiseRisk noise_risk) {
  const Search search{facts, noise_risk};
  const double share = facts.max_units;
  const double fixed = !must_smooth(facts)      ? facts.smoothness
                       : settings.smoothing > 0 ? facts.row_square / settings.smoothing
                                                : 0;
  const double steepest =
      facts.lipschitz / (std::isfinite(facts.planning_radius) ? facts.planning_radius : facts.lipschitz / facts.l2);
  const auto at = [&](double kappa) {
    const double most = (facts.max_ratio - 1) * kappa / share;
    if (fixed > 0) return fixed <= most ? search.best_smoothness(kappa, fixed, fixed) : RegularizationParameters{};
    return search.best_smoothness(kappa, 1e-3 * steepest, std::min(most, 1e9 * steepest));
  };
  RegularizationParameters best;
  const auto consider = [&](double kappa) {
    RegularizationParameters terms = at(kappa);
    terms.added = std::max(0.0, kappa - facts.l2);
    if (terms.risk < best.risk) best = terms;
    return terms.risk < INFINITY ? terms.risk : 1e200 / kappa;  // what no price bears lies at the lower end
  };
  if (facts.l2 > 0) consider(facts.l2);
  if (facts.l2 > 0 && !may_add) return best;
  const double middle = std::max(fixed, steepest), high = middle / kSpan;
  const double low = std::max({facts.l2, middle * kSpan, share * fixed / (facts.max_ratio - 1) * (1 + 0x1p-40)});
  if (!(low < high)) return best;
  consider(std::exp(numeric::min_point(std::log(low), std::log(high), kTries,
                                       [&](double kappa) { return consider(std::exp(kappa)); })));
  return best;
}

dpcvx_status adopt_terms(const Problem &problem, const RegularizationInputs &facts,
                         const RegularizationParameters &terms, Proposal *proposal, Error &error) {
  proposal->own.as<PerturbationFigures>().added_l2 = terms.added;
  proposal->objective = problem.objective;
  if (must_smooth(facts)) {
    proposal->smoothing = facts.row_square / terms.smoothness;
    DPCVX_TRY(problem.objective->smoothed(proposal->smoothing, &proposal->objective, error));
  }
  proposal->clip = facts.lipschitz;
  proposal->steps = 1;
  const double kappa = facts.l2 + terms.added;
  proposal->passes = likely_passes(facts, (facts.max_units * terms.smoothness + kappa) / kappa);
  const double slack = quadratic_span(facts, facts.chosen_for) - quadratic_span(facts, facts.planning_radius);
  proposal->predicted_risk = terms.added > 0 ? terms.risk - terms.added / 2 * slack : terms.risk;
  return DPCVX_OK;
}

namespace {

struct Promise {
  bool holds;
  double min_tolerance;
};

// Of the minimiser that the fit takes: over a table, or in rounds over parts.
Promise promise_of(const model::Objective &objective, double added, double max_linear_term, double tolerance) {
  if (objective.has_table()) {
    const optimize::AccuracyBound bound = optimize::promise(objective, added, max_linear_term, tolerance);
    return {bound.holds, bound.min_tolerance};
  }
  const optimize::RoundBound bound = optimize::promise_rounds(objective, added, max_linear_term, tolerance);
  return {bound.holds, bound.min_tolerance};
}

}  // namespace

double expected_min_tolerance(const model::Objective &objective, double beta, double added, double max_linear_term,
                              double tolerance) {
  if (objective.has_table())
    return optimize::promise_as_smooth(objective, beta, added, max_linear_term, tolerance).min_tolerance;
  if (std::isfinite(objective.smoothness()))
    return optimize::promise_rounds(objective, added, max_linear_term, tolerance).min_tolerance;
  return optimize::promise_rounds_as_smooth(objective, beta, added, max_linear_term, tolerance).min_tolerance;
}

bool choose_tolerance(const Settings &settings, double wanted, double max_linear_term, double most,
                      Proposal *proposal) {
  if (settings.tolerance > most) {
    proposal->refuse("one unit moves the minimiser by %s at most, and a tolerance of %s is wider: a smaller one helps",
                     show(most).text, show(settings.tolerance).text);
    return false;
  }
  const PerturbationFigures &own = proposal->own.as<PerturbationFigures>();
  double e = settings.tolerance > 0 ? settings.tolerance : wanted;
  for (int round = 0;; ++round) {
    const Promise promise = promise_of(*proposal->objective, own.added_l2, max_linear_term, e);
    const double least = promise.min_tolerance * (1 + 0x1p-20);
    if (promise.holds && e >= std::max(least, kMinTolerance) && e <= most) break;
    if (!promise.holds || settings.tolerance > 0 || round == 3 || !(1.01 * least <= most)) {
      proposal->refuse(
          "rounding allows a distance of %s from the minimiser for every table, and %s is wanted: a greater l2 or "
          "tolerance, shorter rows or a smaller domain helps",
          show(promise.holds ? least : INFINITY).text, show(settings.tolerance > 0 ? e : most).text);
      return false;
    }
    e = std::max(e, 1.01 * least);
  }
  proposal->own.as<PerturbationFigures>().tolerance = e;
  return true;
}

}  // namespace dpcvx::solve
