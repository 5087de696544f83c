#include "solve/sufficient_statistics/method.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "mechanism/calibrate_release.h"
#include "model/losses/traits.h"
#include "numeric/directed.h"
#include "numeric/margins.h"
#include "privacy/calibration/calibrate.h"
#include "solve/core/work_seconds.h"
#include "solve/core/integer_bits.h"
#include "solve/core/obstacles.h"
#include "solve/core/planning_radius.h"
#include "solve/risk/automatic_constants.h"

namespace dpcvx::solve {

namespace {

using numeric::above;
using numeric::below_positive;

constexpr double kMinSensitivity = 0x1p-600;  // so that what underflows is nothing (PROOFS.md, section 2)
constexpr double kMinLength = 0.5;            // of models that labels are weighed for, times B / Y
// What PREDICTED_RISK rests on (PROOFS.md, section 5).
constexpr double kDeviations = 7;    // that norms of the noise may pass their expectations by
constexpr double kFailure = 7e-11;   // >= 3 exp(-7^2 / 2), with which one of three is longer
constexpr double kMaxLength = 64;    // of solutions, over R
constexpr int kBitsOfRounding = 12;  // sqrt(count) h <= 2^-12 of a unit's greatest number
constexpr double kAllowance = 3;     // over the bound of the safe ridge

// Refuses what the method is not for. `mu` is the price as Gaussian noise.
void check_problem(const Problem &problem, double mu, Proposal *proposal) {
  const model::Objective &objective = *problem.objective;
  if (objective.linear() == nullptr || objective.loss().kind != DPCVX_LOSS_SQUARED || objective.loss().smoothing > 0)
    proposal->refuse("it is for the squared loss of linear models (DPCVX_LOSS_SQUARED)");
  else if (!(mu > 0))
    proposal->refuse_without(opens_gaussian(problem.delta), no_gaussian(problem.delta));
  else if (!(objective.loss().label_bound < INFINITY))
    proposal->refuse_without(kSetLabelBound,
                             "nothing bounds the labels: give the objective DPCVX_OBJECTIVE_OPTION_LABEL_BOUND");
  else if (objective.dimension() > kMaxStatisticsDimension)
    proposal->refuse("%s coefficients need too much time and memory; accepted: at most %s",
                     show(objective.dimension()).text, show(kMaxStatisticsDimension).text);
}

// ||w|| of the models that labels are weighed for, times B / Y. No privacy rests on it.
double model_length(const model::Objective &objective, const Settings &settings) {
  const double row = row_length(objective), label = label_scale(objective, settings);
  double length = kLabelDecisionDeviation * std::sqrt(static_cast<double>(objective.dimension()));
  if (settings.planning_radius > 0) length = settings.planning_radius * row / label;
  if (objective.domain() != nullptr) length = std::min(length, objective.domain()->radius() * row / label);
  return std::clamp(length, kMinLength, 1e6);
}

double max_records_a_unit(const model::Objective &objective) {
  if (objective.unit() != DPCVX_UNIT_USER) return 1;
  const int64_t capped = objective.linear()->table().max_records_per_user();
  return static_cast<double>(capped > 0 ? capped : model::LinearModel::kMaxRecordsPerUser);
}

// Chooses the weight of labels and bounds what the statistics of neighbours are apart.
void find_sensitivity(const Problem &problem, const Settings &settings, double mu, StatisticsInputs *inputs,
                      Proposal *proposal) {
  const model::Objective &objective = *problem.objective;
  const double row = row_length(objective), label = objective.loss().label_bound;
  const double ratio = std::sqrt(best_label_ratio(problem.adjacency, model_length(objective, settings)));
  inputs->label_weight = ratio * (row / label);
  const StatisticsBounds bounds = statistics_bounds(objective, inputs->label_weight);
  double error;
  if (objective.has_table()) {
    const double max_units = static_cast<double>(objective.max_units());
    error = statistics_error(bounds, max_units, max_records_a_unit(objective));
  } else {
    inputs->lattice =
        moment_lattice(bounds, inputs->label_weight, bits_of_unit(static_cast<double>(objective.units()), mu));
    const double count = static_cast<double>(statistics_count(objective.dimension()));
    error = moment_rounding(bounds, inputs->lattice, count, objective.unit() == DPCVX_UNIT_USER);
  }
  proposal->sensitivity = above(statistics_sensitivity(problem.adjacency, bounds) + above(2 * error));
}

// Plans the noise: on doubles, or on the integers of tables that lie elsewhere.
dpcvx_status plan_noise(const StatisticsInputs &inputs, double mu, Proposal *proposal, Error &error) {
  const model::Objective &objective = *proposal->objective;
  mechanism::NoisePlan &noise = proposal->noise_plan;
  const size_t count = statistics_count(objective.dimension());
  if (objective.has_table())
    return mechanism::plan_gaussian(below_positive(mu), proposal->sensitivity, count, 0, noise, error);
  noise.lattice = mechanism::Lattice(inputs.lattice.step);
  return mechanism::plan_integer_gaussian(below_positive(mu), noise.lattice.steps_up(proposal->sensitivity), noise,
                                          error);
}

// Whether 64 bits hold sums of steps that are fine enough; else refuses.
bool can_be_counted(const StatisticsInputs &inputs, const model::Objective &objective, Proposal *proposal) {
  const int bits = inputs.lattice.scale - inputs.lattice.step;
  const double count = static_cast<double>(statistics_count(objective.dimension()));
  if (!(count <= std::ldexp(1.0, 2 * (bits - kBitsOfRounding))))
    proposal->refuse(
        "sums of 64 bits leave %s bits to a unit, too few for %s numbers; fewer nominal units, a larger price or fewer "
        "coefficients help",
        show(static_cast<int64_t>(std::max(bits, 0))).text, show(static_cast<int64_t>(count)).text);
  else if (inputs.lattice.step < kMinStepExponent || inputs.lattice.scale > kMaxStepExponent)
    proposal->refuse("its bounds are out of the range of lattices: bounds nearer to 1 help");
  return !proposal->refused();
}

bool is_ball_about_zero(const model::Domain &domain) {
  if (domain.kind() != model::Domain::kBall || domain.p() != 2) return false;
  for (int64_t j = 0; j < domain.dimension(); ++j)
    if (domain.centre(j) != 0) return false;
  return true;
}

// The greatest value of the objective on models of this length, for any number of units there can be.
double greatest_value(const model::Objective &objective, double length) {
  const double error = row_length(objective) * length + objective.loss().label_bound;
  const double weight = objective.max_share() * objective.settings().weight_bound;
  return weight * error / 2 * error + objective.l2() * length / 2 * length;
}

// Bounds the risk of whichever ridge is chosen, for any data (PROOFS.md, section 5).
void predict(StatisticsInputs *inputs, Proposal *proposal) {
  const model::Objective &objective = *proposal->objective;
  const double d = static_cast<double>(objective.dimension()), units = static_cast<double>(objective.units());
  const double labels = proposal->own.as<StatisticsFigures>().label_noise;
  const double rounding = proposal->noise_plan.lattice.step() / units *
                          std::sqrt(static_cast<double>(statistics_count(objective.dimension())));
  double reach = proposal->radius;
  if (objective.domain() != nullptr) reach = std::min(reach, objective.domain()->radius());
  inputs->radius = kMaxLength * reach;
  if (objective.domain() != nullptr) inputs->radius = std::min(inputs->radius, objective.domain()->radius());
  inputs->matrix_norm = (std::sqrt(2 * d) + kDeviations) * proposal->noise + rounding;
  inputs->vector_norm = (std::sqrt(d) + kDeviations) * labels + rounding / inputs->label_weight;
  inputs->safe_ridge = inputs->matrix_norm + inputs->vector_norm / reach;
  const double safe = inputs->matrix_norm * reach * reach + 2 * inputs->vector_norm * reach;
  inputs->allowance = kAllowance * safe;
  proposal->predicted_risk = safe + inputs->allowance + kFailure * greatest_value(objective, inputs->radius);
  // A projection on other sets may raise the risk.
  if (objective.domain() != nullptr && !is_ball_about_zero(*objective.domain()))
    proposal->predicted_risk = greatest_value(objective, objective.domain()->radius());
}

}  // namespace

StatisticsBounds statistics_bounds(const model::Objective &objective, double label_weight) {
  StatisticsBounds bounds;
  bounds.row = objective.row_map().l2_bound();
  bounds.label = above(label_weight * objective.loss().label_bound);
  bounds.weight = objective.settings().weight_bound;
  return bounds;
}

dpcvx_status propose_sufficient_statistics(const Problem &problem, const Settings &settings, Proposal *proposal,
                                           Error &error) {
  const double mu = std::min(privacy::gaussian_mu_within(problem.price), mechanism::kMaxMu);
  check_problem(problem, mu, proposal);
  if (proposal->refused()) return DPCVX_OK;
  const model::Objective &objective = *problem.objective;
  DPCVX_TRY(find_planning_radius(objective, settings, &proposal->radius, error));
  StatisticsInputs *const inputs = proposal->run.make<StatisticsInputs>();
  if (inputs == nullptr) return error.nomem("a plan");
  find_sensitivity(problem, settings, mu, inputs, proposal);
  if (!(proposal->sensitivity < 0x1p900) || !(proposal->sensitivity > kMinSensitivity))
    return proposal->refuse("its figures pass the range of doubles: bounds nearer to 1 help");
  if (!objective.has_table() && !can_be_counted(*inputs, objective, proposal)) return DPCVX_OK;
  proposal->objective = problem.objective;
  DPCVX_TRY(plan_noise(*inputs, mu, proposal, error));
  const mechanism::NoisePlan &noise = proposal->noise_plan;
  DPCVX_TRY(proposal->curve.add(privacy::gdp(above(noise.sensitivity / noise.scale)), error));
  proposal->steps = 1;
  proposal->passes = 1;
  proposal->matrix_seconds = moments_seconds(objective);
  proposal->noise = mechanism::noise_scale(noise) / static_cast<double>(objective.units());
  proposal->own.as<StatisticsFigures>().label_noise = proposal->noise / inputs->label_weight;
  proposal->noise_multiplier = noise.scale / noise.sensitivity;
  predict(inputs, proposal);
  proposal->applies = true;
  return DPCVX_OK;
}

void describe_statistics(const Proposal &proposal, privacy::Guarantee &record) {
  using privacy::Origin;
  const mechanism::NoisePlan &noise = proposal.noise_plan;
  const double lattice = noise.lattice.step();
  record.add_constant("label_weight", proposal.run.as<StatisticsInputs>().label_weight, Origin::kPublic);
  record.add_constant("sensitivity_of_statistics", proposal.sensitivity, Origin::kEnforced);
  record.add_constant("sensitivity_with_lattice", noise.sensitivity * lattice, Origin::kEnforced);
  record.add_constant("lattice_step", lattice, Origin::kEnforced);
  record.add_constant("noise_of_statistics", noise.scale * lattice, Origin::kEnforced);
  record.add_constant("noise_multiplier", proposal.noise_multiplier, Origin::kEnforced);
  record.add_note("the weight of the ridge was chosen from the noisy statistics alone");
}

dpcvx_status SufficientStatisticsRun::prepare(const Problem &, const Settings &settings, const Proposal &proposal,
                                              Error &error) {
  plan_ = &proposal;
  threads_ = settings.threads;
  d_ = proposal.objective->dimension();
  moments_ = MomentSum(d_);
  arena_.plan<double>(moments_.work_size());
  arena_.plan<double>(statistics_count(d_));
  StatisticsSolution::plan(d_, arena_);
  DPCVX_TRY(arena_.reserve("sufficient statistics", error));
  memory_ = arena_.take<double>(moments_.work_size());
  released_ = arena_.take<double>(statistics_count(d_));
  solution_.prepare(proposal, arena_);
  return DPCVX_OK;
}

void SufficientStatisticsRun::describe(const Settings &, privacy::Guarantee &record) const {
  describe_statistics(*plan_, record);
}

// The norm of what is packed is that of the symmetric matrix and the vector.
void SufficientStatisticsRun::pack(double *out) const {
  const double root = std::sqrt(2.0);
  for (int64_t i = 0; i < d_; ++i) {
    const double *const row = memory_ + i * moments_.stride();
    for (int64_t j = 0; j < i; ++j) *out++ = root * row[j];
    *out++ = row[i];
  }
  std::copy_n(memory_ + d_ * moments_.stride(), d_, out);
}

bool SufficientStatisticsRun::add_up(ProgressMonitor &watch, double *out) {
  const double weight = plan_->run.as<StatisticsInputs>().label_weight;
  if (!moments_.run(*plan_->objective->linear(), weight, threads_, watch, memory_)) return false;
  pack(out);
  return true;
}

Outcome SufficientStatisticsRun::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  std::fill(out, out + d_, 0.0);
  watch.begin(1);
  if (!add_up(watch, released_)) return {DPCVX_OUTCOME_CANCELLED, 0};
  mechanism::add_noise(rng, plan_->noise_plan, released_, statistics_count(d_), released_);
  if (!solution_.solve(released_, memory_, moments_.stride(), watch, out)) return {DPCVX_OUTCOME_CANCELLED, 0};
  watch.should_continue(1);
  return {DPCVX_OUTCOME_DONE, 1};
}

}  // namespace dpcvx::solve
