#include "sample/sampler.h"

#include <algorithm>

#include "base/error.h"
#include "numeric/margins.h"
#include "base/text.h"
#include "numeric/norm.h"
#include "sample/pace.h"

namespace dpcvx::sample {

namespace {

using numeric::l2_norm_up;

// k * bound, where 0 of what is infinite is nothing.
double times(double k, double bound) { return k == 0 ? 0 : k * bound; }

}  // namespace

dpcvx_status Sampler::create(const model::SharedObjective &objective, const SamplerSettings &settings, Error &error) {
  objective_ = objective;
  const model::ObjectiveConstants &constants = objective->constants();
  const double k = settings.scale;
  DPCVX_TRY(place(objective->domain(), objective->dimension(), settings, error));
  DPCVX_TRY(objective_part_.prepare(objective, {k, settings.threads, settings.thinning, true, true}, error));
  Quadratics quadratics;
  quadratics.own = k * objective->l2();
  DPCVX_TRY(regularize(settings, &quadratics, error));
  DPCVX_TRY(add_schatten_wall(settings, error));
  add_part(&objective_part_);
  weigh(quadratics);
  // Of a nominal number of units twice as many may be there, or fewer, whose own convexity is then not all there.
  const bool is_sure = objective->linear() != nullptr || !objective->units_declared();
  const double there = objective->max_share();
  target_.convexity =
      numeric::down_many(target_.convexity + k * (is_sure ? constants.strong_convexity : objective->l2()));

  StartBounds bounds;
  const double off = l2_norm_up(start_.data(), dimension());
  bounds.gradient =
      numeric::up_many(k * there * constants.lipschitz + gradient_at_start(quadratics.own, settings, nullptr));
  // Losses are >= 0, and V is no less than they.
  const double loss = constants.value_at_zero + times(off, constants.lipschitz);
  bounds.gap = numeric::up_many(k * there * loss + value_at_start(quadratics.own, settings));
  return finish(bounds, settings, error);
}

dpcvx_status Sampler::create(const Potential &potential, const Shared<model::Domain> &domain,
                             const SamplerSettings &settings, Error &error) {
  domain_ = domain;
  DPCVX_TRY(place(domain_ ? &*domain_ : nullptr, potential.dimension, settings, error));
  DPCVX_TRY(function_part_.prepare(potential, start_.data(), error));
  DPCVX_TRY(function_part_.try_convexity(domain_ ? &*domain_ : nullptr, error));
  chain_.limit_tries(kMaxTriesARound);
  Quadratics quadratics;
  quadratics.own = potential.convexity;
  DPCVX_TRY(regularize(settings, &quadratics, error));
  DPCVX_TRY(add_schatten_wall(settings, error));
  add_part(&function_part_);
  weigh(quadratics);
  target_.convexity = numeric::down_many(target_.convexity + potential.convexity);

  StartBounds bounds;
  bounds.gradient = numeric::up_many(gradient_at_start(0, settings, function_part_.first_gradient()));
  return finish(bounds, settings, error);
}

dpcvx_status Sampler::place(const model::Domain *domain, int64_t dimension, const SamplerSettings &settings,
                            Error &error) {
  const size_t d = static_cast<size_t>(dimension);
  for (Buffer<double> *buffer : {&centre_, &start_, &middle_, &scratch_})
    if (!buffer->allocate(d)) return error.nomem("a sampler");
  if (settings.centre != nullptr) std::copy(settings.centre, settings.centre + d, centre_.data());
  const double *start = settings.start != nullptr ? settings.start : centre_.data();
  std::copy(start, start + d, start_.data());
  target_.dimension = dimension;
  target_.domain = domain == nullptr || domain->is_all() ? nullptr : domain;
  target_.wall = settings.wall;
  thinning_ = settings.thinning;
  if (target_.domain == nullptr) return DPCVX_OK;
  target_.domain->project(start_.data(), start_.data(), dimension);
  if (settings.start != nullptr && settings.wall == INFINITY) DPCVX_TRY(check_start(settings.start, error));
  if (!domain->is_schatten()) return DPCVX_OK;
  target_.domain = nullptr;
  schatten_ball_ = domain;
  return DPCVX_OK;
}

// Refuses a start that projecting moved by more than rounding.
dpcvx_status Sampler::check_start(const double *given, Error &error) {
  double largest = 0;
  for (int64_t j = 0; j < dimension(); ++j) {
    scratch_[static_cast<size_t>(j)] = given[j] - start_[static_cast<size_t>(j)];
    largest = std::fmax(largest, std::fabs(given[j]));
  }
  const double away = numeric::l2_norm_up(scratch_.data(), dimension());
  if (away <= target_.domain->projection_error() + 0x1p-30 * largest) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'start' = a point %s away from the domain; accepted: a point of the domain, or NULL for "
                    "the one nearest to 'center'",
                    show_short(away, 3).text);
}

dpcvx_status Sampler::add_schatten_wall(const SamplerSettings &settings, Error &error) {
  if (schatten_ball_ == nullptr) return DPCVX_OK;
  DPCVX_TRY(schatten_wall_.prepare(*schatten_ball_, settings.wall, INFINITY, error));
  add_part(&schatten_wall_);
  return DPCVX_OK;
}

// A quadratic one goes into the target's precision. Others are a part, those of matrices less a quadratic.
dpcvx_status Sampler::regularize(const SamplerSettings &settings, Quadratics *quadratics, Error &error) {
  const int64_t rows = settings.matrix_rows, columns = rows > 0 ? dimension() / rows : 0;
  norm_dimension_ = rows > 0 ? std::min(rows, columns) : dimension();
  regularizer_ = rows > 0 ? model::Regularizer::in_schatten_norm(settings.norm, norm_dimension_)
                          : model::Regularizer::in_norm(settings.norm, norm_dimension_);
  const double convexity = settings.regularizer * regularizer_.l2_convexity();
  const bool quadratic = regularizer_.is_quadratic();
  quadratics->about = settings.quadratic + (quadratic ? convexity : 0);
  target_.convexity = settings.quadratic + convexity;
  if (quadratic || settings.regularizer == 0) return DPCVX_OK;
  if (rows > 0) {
    DPCVX_TRY(schatten_part_.prepare(regularizer_, settings.regularizer, centre_.data(), rows, columns, error));
    quadratics->about += schatten_part_.taken();
    add_part(&schatten_part_);
  } else {
    DPCVX_TRY(regularizer_part_.prepare(regularizer_, settings.regularizer, centre_.data(), dimension(), error));
    add_part(&regularizer_part_);
  }
  return DPCVX_OK;
}

// The two quadratics as one, except for a constant: the middle lies between 0 and the centre, as heavy as they are.
void Sampler::weigh(const Quadratics &quadratics) {
  target_.precision = quadratics.own + quadratics.about;
  const double share = target_.precision > 0 ? quadratics.about / target_.precision : 0;
  for (size_t j = 0; j < middle_.size(); ++j) middle_[j] = share * centre_[j];
  target_.centre = middle_.data();
}

// ||start - centre||; leaves the difference in scratch_.
double Sampler::off_centre() {
  for (size_t j = 0; j < scratch_.size(); ++j) scratch_[j] = start_[j] - centre_[j];
  return l2_norm_up(scratch_.data(), dimension());
}

double Sampler::gradient_at_start(double own, const SamplerSettings &settings, const double *of_function) {
  const double apart = off_centre();
  double steep = 0;
  // The regularizer counts by its length alone where it is not quadratic.
  const double about =
      settings.quadratic + (regularizer_.is_quadratic() ? settings.regularizer * regularizer_.l2_convexity() : 0);
  if (!regularizer_.is_quadratic() && settings.regularizer > 0)
    steep = settings.regularizer * regularizer_.lipschitz(apart, norm_dimension_);
  Buffer<double> &gradient = scratch_;
  for (size_t j = 0; j < gradient.size(); ++j)
    gradient[j] = own * start_[j] + about * gradient[j] + (of_function == nullptr ? 0 : of_function[j]);
  if (schatten_ball_ != nullptr && !SchattenWall::is_plainly_inside(*schatten_ball_, start_.data()))
    steep += settings.wall;
  return numeric::up_many(l2_norm_up(gradient.data(), dimension())) + steep;
}

double Sampler::value_at_start(double own, const SamplerSettings &settings) {
  const double size = l2_norm_up(start_.data(), dimension()), apart = off_centre();
  double value = own / 2 * size * size + settings.quadratic / 2 * apart * apart;
  // r(u) <= ||grad r|| ||u||, since r is convex and 0 at 0.
  if (settings.regularizer > 0 && apart > 0)
    value += settings.regularizer * regularizer_.lipschitz(apart, norm_dimension_) * apart;
  if (schatten_ball_ != nullptr && !SchattenWall::is_plainly_inside(*schatten_ball_, start_.data()))
    value += settings.wall * size;
  return numeric::up_many(value);
}

// sup ||x - x_0||, where the domain is hard.
double Sampler::reach() const {
  if (target_.domain == nullptr || target_.wall < INFINITY) return INFINITY;
  const model::Domain &domain = *target_.domain;
  return numeric::up_many(std::min(domain.diameter() + domain.projection_error(),
                                   domain.radius() + l2_norm_up(start_.data(), dimension())));
}

double Sampler::roughness() const {
  double sum = 0;
  for (int32_t i = 0; i < target_.count; ++i) sum += target_.parts[i]->roughness();
  return sum;
}

double Sampler::chosen_step(double roughness) const {
  // Without curvature nothing limits the step: a few rounds.
  constexpr double kFlat = 1e3;
  const bool thinned =
      objective_ && objective_->linear() != nullptr && !objective_->calls_back() && thinning_ != Thinning::kNever;
  const Pace pace{static_cast<double>(free_dimension(target_)),
                  objective_ ? static_cast<double>(objective_->units()) : 1, thinned};
  double eta = roughness > 0 ? pace.best() / roughness : INFINITY;
  if (target_.convexity > 0) eta = std::min(eta, kFlat / target_.convexity);
  // Beside a finite wall rounds are those of strong convexity alone, however small the domain is.
  if (target_.domain != nullptr && !(target_.wall < INFINITY && target_.convexity > 0)) {
    const double width = target_.domain->diameter();
    eta = std::min(eta, width > 0 ? width * width : 1.0);  // of a single point any
  }
  return std::clamp(eta, kMinStep, kMaxStep);
}

dpcvx_status Sampler::check_distance(const StartDistance &distance, Error &error) const {
  if (distance.far < INFINITY) return DPCVX_OK;
  if (!(target_.convexity > 0))
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'options': nothing makes V strongly convex, and no hard domain bounds it. Accepted: "
                      "DPCVX_SAMPLER_OPTION_QUADRATIC or _REGULARIZER_WEIGHT above 0, _STRONG_CONVEXITY of a function, "
                      "an objective with l2, or a bounded domain without _PENALTY_SLOPE");
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "nothing bounds the gradients of the loss nor its value at 0, so that nothing tells how far the "
                    "start is. Accepted: labels clipped to DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, or a bounded domain");
}

int64_t Sampler::rounds_for(const StartDistance &distance, const SamplerSettings &settings) const {
  // The start moves to the lattice.
  constexpr double kMoved = 1 + 0x1p-20;
  const double m = target_.convexity, eta = schedule_.eta;
  if (settings.gdp > 0) return rounds_for_gdp(m, eta, distance.far * kMoved, settings.gdp);
  return std::min(rounds_for_variation(m, eta, distance.mean * kMoved, settings.variation),
                  rounds_within(m, eta, distance.diameter, settings.variation));
}

dpcvx_status Sampler::settle_schedule(double far_distance, Error &error) {
  const double noise = std::sqrt(schedule_.eta);
  if (!settle(target_, start_.data(), far_distance, &schedule_, &region_))
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "a target up to %s from the start, noise of %s a round: points that doubles do not tell apart; "
                      "accepted: %s",
                      show_short(far_distance, 3).text, show_short(noise, 3).text,
                      noise > far_distance ? "a smaller step, or a start that is nearer to 0"
                                           : "a start or bounds that are nearer, or a larger step");
  if (!is_resolved(target_, schedule_.lattice_step))
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "a domain so narrow that few points of the chain's lattice, of step %s, lie in it. Accepted: a "
                      "wider one, a smaller DPCVX_SAMPLER_OPTION_STEP_SIZE than %s, or coordinates that are fixed",
                      show_short(schedule_.lattice_step, 3).text, show_short(schedule_.eta, 3).text);
  return DPCVX_OK;
}

dpcvx_status Sampler::finish(const StartBounds &known, const SamplerSettings &settings, Error &error) {
  StartBounds bounds = known;
  bounds.reach = reach();
  StartDistance distance = start_distance(target_.convexity, static_cast<double>(free_dimension(target_)), bounds);
  DPCVX_TRY(check_distance(distance, error));
  if (bounds.reach < INFINITY)
    distance.diameter = numeric::up_many(target_.domain->diameter() + target_.domain->projection_error());
  if (target_.domain != nullptr) {
    // The start may be that far from the projection that the bounds are for.
    distance.mean += target_.domain->projection_error();
    distance.far += target_.domain->projection_error();
  }
  const double rough = roughness();
  if (settings.eta == 0 && !(rough < INFINITY))
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'options': DPCVX_SAMPLER_OPTION_STEP_SIZE = 0 and nothing to choose it from; accepted: "
                      "a step, or a bound DPCVX_SAMPLER_OPTION_SMOOTHNESS or _LIPSCHITZ of the function");
  schedule_.eta = settings.eta > 0 ? settings.eta : chosen_step(rough);
  schedule_.rounds = settings.rounds > 0 ? settings.rounds : rounds_for(distance, settings);
  if (schedule_.rounds > kMaxRoundsADraw)
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "more than 10^12 rounds of step %s from a start as far as %s. A larger step, more strong "
                      "convexity (%s here) or DPCVX_SAMPLER_OPTION_ROUNDS helps",
                      show_short(schedule_.eta, 3).text, show_short(distance.mean, 3).text,
                      show_short(target_.convexity, 3).text);
  DPCVX_TRY(settle_schedule(distance.far, error));
  certificate_ = certify(target_, schedule_, region_, distance);
  DPCVX_TRY(chain_.prepare(target_, schedule_, error));
  chain_.limit_passes(settings.max_passes);
  return DPCVX_OK;
}

int32_t Sampler::draw(random::Rng &rng, int64_t count, ProgressMonitor &watch, double *out, int64_t *drawn) {
  const int64_t rounds = schedule_.rounds;
  int64_t total;
  if (__builtin_mul_overflow(count, rounds, &total)) total = INT64_MAX;
  watch.begin(total);
  int32_t outcome = DPCVX_OUTCOME_DONE;
  for (*drawn = 0; *drawn < count; ++*drawn) {
    const int64_t before = *drawn > total / rounds ? total : *drawn * rounds;
    double *const row = out + *drawn * dimension();
    outcome = sweeping_ ? sweeps_.run(rng, watch, row, before) : chain_.run(start_.data(), rng, watch, row, before);
    if (outcome != DPCVX_OUTCOME_DONE) break;
  }
  objective_part_.rest();
  return outcome;
}

ChainWork Sampler::work() const {
  ChainWork work = chain_.work();
  work.rounds += sweeps_.sweeps_run();
  work.entry_tries += sweeps_.tries();
  return work;
}

double Sampler::passes() const {
  double sum = 0;
  for (int32_t i = 0; i < target_.count; ++i) sum += target_.parts[i]->passes();
  return sum;
}

}  // namespace dpcvx::sample
