#include "solve/sgd_output/stability_inputs.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "numeric/directed.h"
#include "optimize/sgd_step.h"
#include "solve/core/planning_radius.h"
#include "solve/sgd_output/noise.h"

namespace dpcvx::solve {

namespace {

using numeric::above;
using optimize::SgdStability;
using optimize::SgdStabilityInputs;

constexpr double kRoom = 1 + 0x1p-7;  // for what rounding adds to iterates

double projection_error(const model::Objective &objective) {
  return objective.domain() != nullptr ? objective.domain()->projection_error() : 0;
}

// Twice a projection's error may lie between two computed points and the domain.
double in_domain(const model::Objective &objective, double length) {
  return objective.domain() != nullptr ? above(length + 4 * projection_error(objective)) : INFINITY;
}

}  // namespace

int64_t places_of(const Problem &problem) {
  const model::Objective &objective = *problem.objective;
  return problem.adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? objective.max_units() : objective.units_there();
}

SgdOutputInputs sgd_output_facts(const Problem &problem, const Settings &settings, bool sampled, double reach,
                                 double mu) {
  const model::Objective &objective = *problem.objective;
  const model::Domain *const domain = objective.domain();
  SgdOutputInputs facts;
  facts.units = static_cast<double>(objective.units());
  facts.dimension = static_cast<double>(objective.dimension());
  facts.seen = objective.linear() != nullptr ? static_cast<double>(objective.outputs()) : facts.dimension;
  facts.l2 = objective.l2();
  facts.reach = reach;
  facts.mu = mu;
  if (order_is_mixed(problem)) facts.epsilon = problem.price[0].a, facts.delta = problem.price[0].b;
  facts.row_square = objective.linear() != nullptr && objective.outputs() == 1
                         ? row_length(objective) * row_length(objective) * objective.settings().weight_bound
                         : 0;
  SgdStabilityInputs &terms = facts.terms;
  terms.units = static_cast<double>(places_of(problem));
  terms.sampled = sampled;
  terms.adjacency = problem.adjacency;
  read_constants(objective, &terms);
  terms.radius = in_domain(objective, domain != nullptr ? domain->radius() : INFINITY);
  terms.diameter = in_domain(objective, domain != nullptr ? domain->diameter() : INFINITY);
  terms.l2 = objective.l2() * (facts.units / terms.units);
  terms.average = settings.average_or(1);
  facts.taken = problem.adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? facts.units / terms.units : 1;
  return facts;
}

void read_constants(const model::Objective &objective, SgdStabilityInputs *terms) {
  const model::ObjectiveConstants &constants = objective.constants();
  terms->exponent = constants.holder_exponent;
  terms->holder = constants.holder_constant;
  terms->ridge = objective.linear() != nullptr && objective.outputs() == 1;
  terms->lipschitz = constants.lipschitz;
  terms->oscillation = constants.oscillation;
  terms->gradient_at_zero = constants.gradient_at_zero;
  terms->value_at_zero = constants.value_at_zero;
}

IterateParameters walk_terms(const SgdStabilityInputs &terms) {
  IterateParameters walk;
  walk.places = static_cast<int64_t>(terms.units);
  walk.sampled = terms.sampled;
  walk.steps = terms.steps;
  const double averaged = std::ceil(terms.average * static_cast<double>(terms.steps));
  walk.averaged = std::max<int64_t>(1, std::min(terms.steps, static_cast<int64_t>(averaged)));
  walk.shrink = optimize::step_contraction(terms.step_size, terms.l2);
  walk.step_size = terms.step_size / walk.shrink;
  return walk;
}

dpcvx_status prepare_stability(const model::Objective &objective, const SgdStabilityInputs &exact,
                               SgdStability *stability, Error &error) {
  SgdStabilityInputs terms = exact;
  terms.step_error = terms.step_defect = terms.output_error = 0;
  DPCVX_TRY(stability->prepare(terms, error));
  const IterateParameters walk = walk_terms(terms);
  const double norm = stability->norm() * kRoom;
  const model::StepErrors errors = objective.step_errors(norm, walk.step_size);
  terms.step_error = above(above(walk.step_size * errors.gradient) +
                           above(SgdOutputWalk::step_error(walk, norm, errors.steepest) + projection_error(objective)));
  terms.step_defect = errors.defect > 0 ? above(2 * walk.step_size * errors.defect) : 0;
  terms.output_error = SgdOutputWalk::average_error(walk, norm);
  if (!(terms.step_error < INFINITY && terms.step_defect < INFINITY))
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "nothing bounds the rounding of steps among iterates of norm %s: shorter steps, fewer of them or a domain help",
        show(norm).text);
  DPCVX_TRY(stability->prepare(terms, error));
  if (!(stability->norm() <= norm))
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "rounding moves iterates too far: shorter steps, fewer of them or a "
                      "domain help");
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
