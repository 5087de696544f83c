#include "solve/exponential/plan.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "numeric/directed.h"
#include "numeric/norm.h"
#include "numeric/root.h"
#include "solve/core/obstacles.h"
#include "solve/core/planning_radius.h"
#include "solve/core/sharp_loss.h"
#include "solve/core/work_seconds.h"
#include "sample/pace.h"

namespace dpcvx::solve {

namespace {

using numeric::above;

constexpr double kGrowth = 0.75;
// Of a Schatten ball's wall: rounds fall as it grows, and noise costs more.
constexpr double kWallExcesses[] = {0.5, 1, 2, 4};
constexpr double kLeastShare = 0x1p-8;  // of the step of least work on typical data, where records may share bends
constexpr double kMaxTries = 1e6;       // a round's that plans state, however large the step that arithmetic asks for
constexpr double kFlat = 16;            // eta m at most: greater steps make no difference

bool has_schatten_ball(const model::Objective &objective) {
  return objective.domain() != nullptr && objective.domain()->is_schatten();
}

// Bends that many records share, and matrices, take more tries.
sample::Pace pace_of(const model::Objective &objective, const ExponentialInputs &facts) {
  sample::Pace pace{facts.dimension, facts.units};
  pace.smooth = objective.smoothness() < INFINITY && !has_sharp_loss(objective) && !objective.row_map().matrix &&
                !has_schatten_ball(objective);
  return pace;
}

ExponentialInputs facts_of(const Problem &problem, const Settings &settings) {
  ExponentialInputs facts;
  const model::Objective &objective = *problem.objective;
  const int64_t d = objective.norm_dimension();
  facts.p = settings.geometry >= 1 ? settings.geometry : numeric::dual_exponent(objective.settings().row_norm);
  facts.dimension = static_cast<double>(hull_dimension(objective));
  facts.units = static_cast<double>(objective.units());
  facts.gradient = dual_gradient(objective, facts.p);
  const double changed = problem.adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1;
  facts.difference = above(changed * facts.gradient / facts.units);
  facts.convexity = objective.l2() * model::convexity_of_squares(facts.p, d);
  facts.population = settings.target == DPCVX_TARGET_POPULATION;
  if (objective.domain() == nullptr && !(objective.l2() > 0))
    facts.slope = facts.gradient * static_cast<double>(objective.max_units()) / facts.units;
  return facts;
}

// Theta of the models that the regularizer is made for, and of those that risks are stated against.
struct Reaches {
  double design = 0, stated = 0;
};

dpcvx_status find_reaches(const model::Objective &objective, const Settings &settings, const ExponentialInputs &facts,
                          double t, Reaches *reaches, Error &error) {
  const int64_t d = objective.norm_dimension();
  const model::Regularizer r = regularizer_in(objective, facts.p);
  const double growth = kGrowth * std::cbrt(signal(facts, r.theta(1, d), t));
  DPCVX_TRY(find_planning_radius(objective, settings, facts.p, std::min(kHeadroom, growth), &reaches->design, error));
  return find_planning_radius(objective, settings, facts.p, kHeadroom, &reaches->stated, error);
}

// What a density and its sampler come to, without making them.
struct Estimate {
  const model::Objective &objective;
  const Settings &settings;
  const ExponentialInputs &facts;
  double roughness;  // of a data's part of scale 1
  double bends;      // of a regularizer's part of weight 1
  double start_norm;
  double step;  // eta times the data's roughness

  ExponentialPlan at(double t, double total) const {
    ExponentialPlan plan;
    plan.facts = facts;
    plan.t = t;
    plan.terms = terms_of(facts, t, total, settings.failure_probability);
    plan.eta = settings.step_size > 0 ? settings.step_size : std::min(chosen_step(plan.terms), kFlat / convexity(plan));
    return plan;
  }
  // Tries of the data's part, the regularizer's and a Schatten ball's multiply.
  double chosen_step(const ExponentialParameters &terms) const {
    double wall = 0;
    if (has_schatten_ball(objective)) {
      const WallShape shape = schatten_wall(objective, terms.scale, facts.excess);
      wall = sample::SchattenWall::roughness_of(shape.slope, shape.curvature, objective.dimension());
    }
    return 1 / (terms.scale * (roughness / step + terms.weight * bends / kMatrixStep) + wall / kMatrixStep);
  }
  double convexity(const ExponentialPlan &plan) const { return l2_convexity(objective, plan.density(settings)); }
  double far(const ExponentialPlan &plan) const {
    return distance_from_start(objective, plan.density(settings), convexity(plan), start_norm).far * (1 + 0x1p-20);
  }
  int64_t rounds(const ExponentialPlan &plan, double mu) const {
    return sample::rounds_for_gdp(convexity(plan), plan.eta, far(plan), mu);
  }
};

// Of a round's decompositions of matrices. Measured: five for the wall of a Schatten ball, of which a step's time has
// one. The regularizer of singular values takes as long as 1.6 at 9 x 9, 1.4 at 10 x 10, and 0.6 at 30 x 30.
double matrix_seconds(const model::Objective &objective, const model::Regularizer &r) {
  constexpr double kOfRegularizer = 1, kOfWall = 4;
  double seconds = 0;
  if (objective.row_map().matrix && !r.is_quadratic()) {
    const model::RowMatrix &rows = *objective.row_map().matrix;
    seconds += kOfRegularizer * decomposition_seconds(rows.rows(), rows.columns());
  }
  if (has_schatten_ball(objective))
    seconds += kOfWall * decomposition_seconds(objective.domain()->rows(), objective.domain()->columns());
  return seconds;
}

// Towards the limit of passes decompositions count as the passes that take as long, passes of a millisecond at least.
double as_passes(const model::Objective &objective, double seconds) {
  constexpr double kLeast = 1e-3;
  return seconds / std::max(pass_seconds(objective), kLeast);
}

// With a greater a than the best where there would be more rounds than those given, or more passes than allowed.
ExponentialPlan min_risk_in_time(const Estimate &estimate, double mu, const PriceShares &shares, double passes) {
  const double share = estimate.settings.sampler_fraction;
  const double t = shares.of_density(mu, share);
  const auto at = [&](double total) {
    ExponentialPlan plan = estimate.at(t, total);
    plan.rounds = estimate.rounds(plan, share * mu / 2);
    return plan;
  };
  const double limit = estimate.settings.steps > 0 ? static_cast<double>(estimate.settings.steps)
                                                   : std::max(1.0, estimate.settings.max_passes / passes);
  const auto quick = [&](double total) { return static_cast<double>(at(total).rounds) <= limit; };
  const double best = best_total(estimate.facts, t), most = best * 0x1p60;
  if (!quick(most)) return {};
  ExponentialPlan plan = at(numeric::min_where(best, most, quick));
  if (estimate.settings.steps > 0) plan.rounds = estimate.settings.steps;
  return plan;
}

// The wall of a Schatten ball of least risk; *facts are those of the estimate.
ExponentialPlan min_risk_of_walls(const Estimate &estimate, double mu, const PriceShares &shares, double passes,
                                  ExponentialInputs *facts) {
  if (!has_schatten_ball(estimate.objective)) return min_risk_in_time(estimate, mu, shares, passes);
  ExponentialPlan best;
  for (const double excess : kWallExcesses) {
    facts->excess = excess;
    const ExponentialPlan plan = min_risk_in_time(estimate, mu, shares, passes);
    if (plan.rounds > 0 && !(plan.terms.empirical >= best.terms.empirical)) best = plan;
  }
  return best;
}

// What a round takes, on data whose records share bends as far as the loss has such.
struct RoundWork {
  double passes, seconds;  // over the data; of tries, beside passes
};

RoundWork round_work(const Estimate &estimate, const ExponentialPlan &plan) {
  const model::Objective &objective = estimate.objective;
  const double typical = pace_of(objective, plan.facts).passes(estimate.step);
  if (!has_sharp_loss(objective)) return {typical, 0};
  const double log_tries =
      std::min(shared_bends(objective, plan.terms.scale).log_tries(std::sqrt(plan.eta)), std::log(kMaxTries));
  const double tries = std::exp(log_tries), looked_at = tries * sample::SharedBends::kRecords / plan.facts.units;
  return {std::max(typical, sample::SharedBends::tangents(log_tries) + looked_at), tries * try_seconds(objective)};
}

// The share of the plan's step that takes a round of the least work for its length, by records that share bends. Of a
// limit of passes that was given, typical data keep to it. Changes the estimate's step and the plan's.
void shorten_step(Estimate *estimate, double mu, ExponentialPlan *plan) {
  const double longest = estimate->step, eta = plan->eta, of_pass = pass_seconds(estimate->objective);
  const Settings &settings = estimate->settings;
  double least = INFINITY, chosen = 1;
  for (double share = 1; share >= kLeastShare; share /= 2) {
    estimate->step = share * longest;
    plan->eta = share * eta;
    const double passes = pace_of(estimate->objective, plan->facts).passes(estimate->step);
    const double rounds = static_cast<double>(estimate->rounds(*plan, settings.sampler_fraction * mu / 2));
    if (share < 1 && settings.max_passes_given && rounds * passes > settings.max_passes) break;
    const RoundWork work = round_work(*estimate, *plan);
    const double seconds = (work.passes * of_pass + work.seconds) * rounds;
    if (seconds < least) least = seconds, chosen = share;
  }
  estimate->step = chosen * longest;
  plan->eta = chosen * eta;
  plan->rounds = estimate->rounds(*plan, settings.sampler_fraction * mu / 2);
}

// The density of least risk, with the step of least work on typical data; of losses that bend at one point a shorter
// step where arithmetic allows that. `besides`: passes that a round takes as well. Sets the estimate's step.
ExponentialPlan min_risk_of_steps(Estimate *estimate, double mu, const PriceShares &shares, double besides,
                                  ExponentialInputs *facts) {
  const sample::Pace pace = pace_of(estimate->objective, *facts);
  estimate->step = pace.best();
  ExponentialPlan plan = min_risk_of_walls(*estimate, mu, shares, pace.passes(estimate->step) + besides, facts);
  const bool is_open = shares.arithmetic <= kArithmeticShares[1] && !(shares.density < 1);
  const bool is_chosen = !(estimate->settings.step_size > 0) && estimate->settings.steps == 0;
  if (plan.rounds > 0 && is_open && is_chosen && has_sharp_loss(estimate->objective)) shorten_step(estimate, mu, &plan);
  return plan;
}

const char *obstacle(const model::Objective &objective) {
  if (objective.calls_back())
    return "nothing bounds the rounding of a caller's own loss or function, which privacy would rest on: the library's "
           "losses have such bounds";
  if (hull_dimension(objective) == 0) return "the domain is a single point";
  const model::Domain *const domain = objective.domain();
  if (!objective.row_map().matrix || domain == nullptr) return nullptr;
  const model::RowMatrix &rows = *objective.row_map().matrix;
  if (domain->is_schatten() && domain->rows() != rows.rows())
    return "its domain holds matrices of another shape than the rows";
  if (!domain->is_schatten() && !(domain->kind() == model::Domain::kBall && domain->p() == 2))
    return "where rows are matrices its norms are those of singular values, which other domains than R^d, l2 balls "
           "and Schatten balls do not go with";
  return nullptr;
}

}  // namespace

dpcvx_status plan_exponential(const Problem &problem, const Settings &settings, double mu, const PriceShares &shares,
                              ExponentialPlan *plan, Proposal *proposal, Error &error) {
  const model::Objective &objective = *problem.objective;
  if (const char *const why = obstacle(objective)) return proposal->refuse("%s", why);
  if (!(mu > 0)) return proposal->refuse_without(opens_gaussian(problem.delta), no_gaussian(problem.delta));
  if (!(objective.lipschitz() < INFINITY)) proposal->opened_by = opens_bounded_gradients(objective);
  if (!(objective.lipschitz() < INFINITY))
    return proposal->refuse("nothing bounds a unit's gradient: give the objective %s",
                            what_bounds_gradients(objective));
  ExponentialInputs facts = facts_of(problem, settings);
  Reaches reaches;
  DPCVX_TRY(find_reaches(objective, settings, facts, mu * shares.density, &reaches, error));
  if (!(reaches.stated < INFINITY)) return proposal->refuse_without(kSetPlanningRadius, no_planning_radius(objective));
  proposal->radius = reaches.stated;

  const model::Regularizer r = regularizer_in(objective, facts.p);
  Density probe;
  DPCVX_TRY(probe.prepare(proposal->objective, {1, 0, facts.p, 1, 1}, error));
  facts.theta = r.theta(reaches.design, objective.norm_dimension());
  Estimate estimate{*proposal->objective,
                    settings,
                    facts,
                    probe.roughness(),
                    probe.regularizer_roughness(),
                    probe.start_norm(),
                    pace_of(objective, facts).best()};
  const double matrices = matrix_seconds(objective, r);
  *plan = min_risk_of_steps(&estimate, mu, shares, as_passes(objective, matrices), &facts);
  if (plan->rounds == 0)
    return proposal->refuse(
        "no regularizer brings the sampler near to the density in as many rounds: a greater DPCVX_PLAN_OPTION_STEPS, "
        "_MAX_PASSES, _STEP_SIZE or _SAMPLER_FRACTION helps");
  const RoundWork work = round_work(estimate, *plan);
  plan->passes = static_cast<double>(plan->rounds) * work.passes;
  plan->step_seconds = step_seconds(objective) + work.seconds;
  plan->matrix_seconds = static_cast<double>(plan->rounds) * matrices;
  plan->facts.theta = r.theta(reaches.stated, objective.norm_dimension());
  plan->terms = terms_of(plan->facts, plan->t, plan->terms.total, settings.failure_probability);
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
