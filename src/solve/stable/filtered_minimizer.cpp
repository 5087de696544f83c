#include "solve/stable/filtered_minimizer.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/margins.h"
#include "numeric/twofold.h"
#include "optimize/accuracy_bound.h"
#include "solve/perturbation/regularization.h"

namespace dpcvx::solve {

namespace {

// Factors sum to n less this share, so that rounding leaves them at most n.
constexpr double kFactorMargin = 0x1p-45;
// Tolerances are a bit more than what is promised of an objective without factors.
constexpr double kPromiseMargin = 1.5;

optimize::AccuracyBound promise_of(const model::Objective &objective, const StableTask &task, double tolerance) {
  return optimize::promise(objective, task.prox, numeric::up_some(task.prox * task.max_centre), tolerance);
}

// Of the norms that the weights come from, at points of at most that norm.
double rounding_of(const model::Objective &objective, Instance instance, double norm, double reach) {
  const double gradients = model::CentredGradients::error_of(objective, norm);
  if (instance != Instance::kPublicPoint) return gradients;
  const double most = objective.lipschitz() + reach * data_smoothness(objective);
  return numeric::up_some(gradients + reach * model::CentredGradients::hessian_error_of(objective, norm) +
                          0x1p-48 * most);
}

// From the public point to the minimiser with any weights: theta_0 is the projection of the centre of all quadratics,
// and <g + mu (theta - centre), theta_0 - theta> >= 0 leaves mu ||theta - theta_0||^2 <= G ||theta - theta_0||.
double reach_of(const model::Objective &objective, const SensitivityInputs &facts, double norm) {
  const model::Domain *const domain = objective.domain();
  const double far = facts.lipschitz / facts.convexity;
  if (domain == nullptr) return numeric::up_some(far) + 0x1p-44 * norm;
  return numeric::up_some(std::min(far, domain->diameter())) + domain->projection_error() + 0x1p-44 * norm;
}

}  // namespace

bool stability_facts(const model::Objective &objective, Instance instance, int32_t adjacency, const StableTask &task,
                     double threshold, double tolerance, SensitivityInputs *facts) {
  SensitivityInputs inputs;
  inputs.instance = instance;
  inputs.units = static_cast<double>(task.units > 0 ? task.units : objective.units());
  inputs.sides = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1;
  inputs.lipschitz = objective.lipschitz();
  inputs.smoothness = data_smoothness(objective);
  inputs.convexity = numeric::down_some(objective.l2() + task.prox);
  if (instance == Instance::kPublicPoint) {
    if (!model::CentredGradients::has_hessians(objective)) return false;
    inputs.bend = objective.constants().hessian_lipschitz;
  }
  *facts = inputs;
  if (objective.calls_back() || !std::isfinite(inputs.lipschitz) || !std::isfinite(inputs.smoothness) ||
      !(inputs.convexity > 0))
    return false;
  const double wanted = (threshold > 0 ? threshold : 0x1p-10 * inputs.lipschitz) / 256 /
                        (inputs.convexity * inputs.units + 64 * inputs.smoothness);
  double e = tolerance > 0 ? tolerance : wanted;
  for (int round = 0;; ++round) {
    const optimize::AccuracyBound said = promise_of(objective, task, e);
    if (!said.holds) return false;
    const double least = kPromiseMargin * said.min_tolerance;
    if (e >= least && e > 0x1p-900) {
      inputs.tolerance = e;
      if (instance == Instance::kPublicPoint) inputs.reach = reach_of(objective, inputs, said.radius);
      inputs.rounding = rounding_of(objective, instance, said.radius, inputs.reach);
      break;
    }
    if (tolerance > 0 || round == 4) return false;
    e = std::max(2 * e, 1.01 * least);
  }
  *facts = inputs;
  return std::isfinite(inputs.rounding);
}

dpcvx_status StableMinimum::prepare(const model::SharedObjective &objective, Instance instance, int32_t threads,
                                    Error &error) {
  const size_t units = static_cast<size_t>(objective->units_there());
  const size_t d = static_cast<size_t>(objective->dimension());
  objective_ = objective;
  instance_ = instance;
  crew_.set_threads(threads);
  if (!factors_.allocate(units) || !norms_.allocate(units) || !weights_.allocate(units) || !beyond_.allocate(units) ||
      !linear_term_.allocate(d) || !mean_.allocate(d) || !point_.allocate(d))
    return error.nomem("the weights of users");
  std::fill(factors_.begin(), factors_.end(), 1.0);
  DPCVX_TRY(objective->reweighted(factors_.data(), &weighted_, error));
  if (!memory_.allocate(weighted_->work_size())) return error.nomem("the weights of users");
  DPCVX_TRY(minimizer_.prepare(*weighted_, 1, error));
  minimizer_.set_crew(&crew_);
  DPCVX_TRY(gradients_.prepare(*objective, &crew_, error));
  if (instance != Instance::kPublicPoint) return DPCVX_OK;
  if (!public_point_.allocate(d) || !bends_.allocate(units)) return error.nomem("the weights of users");
  return gradients_.prepare_hessians(error);
}

bool stability_covers(const model::Objective &objective, const model::Objective &weighted, const StableTask &task,
                      const SensitivityInputs &facts) {
  const optimize::AccuracyBound said = promise_of(weighted, task, facts.tolerance);
  return said.holds && said.min_tolerance <= facts.tolerance &&
         rounding_of(objective, facts.instance, said.radius, facts.reach) <= facts.rounding * (1 + 0x1p-20);
}

void public_centre(const StableTask &task, int64_t dimension, double *out) {
  std::fill(out, out + dimension, 0.0);
  if (task.centre == nullptr) return;
  const double norm = optimize::norm_above(task.centre, dimension);
  const double cut = norm > task.max_centre ? numeric::down_some(task.max_centre / norm) : 1;
  for (int64_t j = 0; j < dimension; ++j) out[j] = task.centre[j] * cut;
}

// Users of the nominal number that are null or not there.
int64_t StableMinimum::missing() const {
  const int64_t n = static_cast<int64_t>(facts_.units);
  return std::max<int64_t>(0, n - not_null_);
}

// argmin of the weighted mean's problem, from the point at hand.
bool StableMinimum::minimise(ProgressMonitor &watch) {
  minimizer_.set_extra(task_.prox);
  ProgressMonitor quiet = watch.quiet();
  const optimize::Reached reached = minimizer_.reach(linear_term_.data(), facts_.tolerance, quiet, point_.data());
  return reached.outcome != DPCVX_OUTCOME_CANCELLED;
}

// The users' distances from the weighted mean: at the point at hand, or at the public one.
void StableMinimum::measure() {
  const bool fixed = instance_ == Instance::kPublicPoint;
  const double *const at = fixed ? public_point_.data() : point_.data();
  weighted_->gradient_sum(at, model::Units(), model::Clip(), {&crew_, memory_.data()}, mean_.data());
  for (double &x : mean_) x /= static_cast<double>(objective_->units());
  gradients_.norms(at, task_.batch, count_, norms_.data(), mean_.data());
  if (!fixed) return;
  gradients_.hessian_deviations(at, task_.batch, count_, bends_.data(), weights_.data());
  for (int64_t place = 0; place < count_; ++place)
    norms_[place_of(place)] += facts_.reach * bends_[place_of(place)];  // infinity for null ones, as it was
}

// The weights as the sums see them.
void StableMinimum::set_factors() {
  const double total = numeric::sum_of(weights_.data(), count_);
  const double share = total > 0 ? static_cast<double>(objective_->units()) / total * (1 - kFactorMargin) : 0;
  std::fill(factors_.begin(), factors_.end(), 0.0);
  for (int64_t place = 0; place < count_; ++place)
    factors_[static_cast<size_t>(unit_at(place))] = weights_[place_of(place)] * share;
}

bool StableMinimum::look(const StableTask &task, const SensitivityInputs &facts, ProgressMonitor &watch) {
  task_ = task;
  facts_ = facts;
  count_ = task.batch == nullptr ? objective_->units_there() : task.count;
  not_null_ = 0;
  for (int64_t place = 0; place < count_; ++place) {
    const bool null = objective_->is_null(unit_at(place));
    weights_[place_of(place)] = null ? 0 : 1;
    not_null_ += null ? 0 : 1;
  }
  public_centre(task, objective_->dimension(), point_.data());
  for (size_t j = 0; j < linear_term_.size(); ++j) linear_term_[j] = -task.prox * point_[j];
  if (instance_ == Instance::kPublicPoint) find_public_point();
  return step(watch);
}

// The projection of the centre of all quadratics.
void StableMinimum::find_public_point() {
  const double share = task_.prox / (objective_->l2() + task_.prox);
  for (size_t j = 0; j < public_point_.size(); ++j) public_point_[j] = point_[j] * share;
  if (objective_->domain() != nullptr)
    objective_->domain()->project(public_point_.data(), public_point_.data(), objective_->dimension());
}

// To the next stage.
bool StableMinimum::step(ProgressMonitor &watch) {
  set_factors();
  if (instance_ != Instance::kPublicPoint && !minimise(watch)) return false;
  measure();
  return true;
}

// Beyond the top there may be fewer users than a step of the terms is for: a longer step is taken, for as few as there
// can be at a score of `most`.
int64_t StableMinimum::score(const SensitivityParameters &terms, int64_t most) const {
  const int64_t n = static_cast<int64_t>(facts_.units), top = std::max<int64_t>(0, terms.top);
  most = std::min(most, (n - 1) / 2);
  const double fewer = static_cast<double>(n - top) / static_cast<double>(n - std::max(top, most));
  return score_of(terms.threshold, numeric::up_some(terms.stage[0].step * fewer), most);
}

// The least r with #{c_j > threshold + r step} + missing <= r.
int64_t StableMinimum::score_of(double threshold, double step, int64_t most) const {
  size_t count = 0;
  for (int64_t place = 0; place < count_; ++place) {
    const double norm = norms_[place_of(place)];
    if (!objective_->is_null(unit_at(place)) && !(norm <= threshold)) beyond_[count++] = norm;
  }
  std::sort(beyond_.data(), beyond_.data() + count);
  size_t within = 0;
  for (int64_t r = missing(); r <= most; ++r) {
    const double level = threshold + static_cast<double>(r) * step;
    while (within < count && beyond_[within] <= level) ++within;
    if (missing() + static_cast<int64_t>(count - within) <= r) return r;
  }
  return most + 1;
}

// The weights that follow from the distances. False: they are the same as before.
bool StableMinimum::weigh_by(const SensitivityParameters &terms, int32_t stage, int64_t level) {
  const bool hard = instance_ == Instance::kHard;
  const double outer = hard ? terms.level(0, level) : terms.stage[stage].outer, width = terms.stage[stage].width;
  bool changed = false;
  for (int64_t place = 0; place < count_; ++place) {
    double &weight = weights_[place_of(place)];
    const double norm = norms_[place_of(place)];
    double next = norm <= outer ? 1 : 0;
    if (!hard && norm > outer) next = std::max(0.0, std::min(1.0, 1 - (norm - outer) / width));
    if (objective_->is_null(unit_at(place))) next = 0;
    changed = changed || next != weight;
    weight = next;
  }
  return changed;
}

StableMinimum::Ending StableMinimum::point(const SensitivityParameters &terms, int64_t level, ProgressMonitor &watch,
                                           int64_t *score, double *out) {
  int64_t most = 0;
  const auto stable = [&](int32_t stage) {
    if (instance_ == Instance::kHard) {
      int64_t count = missing();
      for (int64_t place = 0; place < count_; ++place)
        if (!objective_->is_null(unit_at(place)) && !(norms_[place_of(place)] <= terms.level(0, level))) ++count;
      most = count;
      return level <= terms.top && count <= level;
    }
    most = std::max(most, score_of(terms.threshold, terms.stage[stage].step, terms.top));
    return most <= std::min(level, terms.top);
  };
  bool fresh = true;  // are the distances, and the point, those of the weights?
  for (int32_t stage = 0; stage < terms.stages; ++stage) {
    if (stage > 0 && !fresh && !step(watch)) return Ending::kCancelled;
    const bool passes = stable(stage);
    if (score != nullptr) *score = most;
    if (!passes) return Ending::kUnstable;
    fresh = !weigh_by(terms, stage, level);
  }
  if (!fresh) set_factors();
  if ((!fresh || instance_ == Instance::kPublicPoint) && !minimise(watch)) return Ending::kCancelled;
  std::copy(point_.begin(), point_.end(), out);
  return Ending::kReleased;
}

StableMinimum::Ending StableMinimum::release(const SensitivityParameters &terms, const mechanism::StabilityLaw &law,
                                             const mechanism::NoisePlan &noise, random::Rng &rng,
                                             ProgressMonitor &watch, double *out) {
  const Ending ending = point(terms, law.draw(rng), watch, nullptr, mean_.data());
  if (ending != Ending::kReleased) return ending;
  mechanism::add_noise(rng, noise, mean_.data(), mean_.size(), out);
  if (objective_->domain() != nullptr) objective_->domain()->project(out, out, objective_->dimension());
  return ending;
}

}  // namespace dpcvx::solve
