#include "solve/risk/expected_risk.h"

#include <algorithm>
#include <cmath>

#include "solve/perturbation/release_minimizer.h"
#include "solve/risk/data_model.h"
#include "solve/risk/momentum_response.h"

namespace dpcvx::solve {

namespace {

constexpr int kRounds = 6;           // until curvature and error agree
constexpr double kOrderly = 0.3;     // of the scatter of single units, what passes in permutations leave
constexpr double kPlainShare = 0.5;  // in the geometric mean
constexpr double kBent = 0.1;        // of what an envelope may cost, what it does

using Responses = Response[TypicalData::kMaxAxes];

// What a method gives, and where it meets the curvature and the domain.
struct Answers {
  Responses out, inside;
};

// Where decision values have the given width and another `pull` of quadratic holds back.
using Answer = void (*)(const TypicalData &data, const Proposal &it, double width, double pull, Answers *answers);

// The share that a quadratic leaves, and all that curves.
struct Bend {
  Bend(const TypicalData &data, int axis, double width, double pull)
      : whole(data.curvature(width) * data.moment(axis) + data.l2() + pull),
        share(data.drive(width) * data.moment(axis) / whole) {}
  double whole, share;
};

// What is released last is projected.
void project(const TypicalData &data, Response *out) {
  const double length = std::sqrt(data.square_length(out));
  const double shrink = length > data.reach() ? data.reach() / length : 1;
  for (int axis = 0; axis < data.axes(); ++axis) {
    out[axis].share *= shrink;
    out[axis].variance *= shrink * shrink;
  }
}

// The minimiser with a quadratic; then noise.
void noisy_minimum(const TypicalData &data, const Proposal &it, double width, double pull, Answers *answers) {
  for (int axis = 0; axis < data.axes(); ++axis) {
    answers->inside[axis] = {Bend(data, axis, width, it.added_l2 + pull).share, 0};
    answers->out[axis] = {answers->inside[axis].share, it.noise * it.noise};
  }
  project(data, answers->out);
}

// Minimisers with quadratics about the one before, each plus noise.
void noisy_minima(const TypicalData &data, const Proposal &it, double width, double pull, Answers *answers) {
  for (int axis = 0; axis < data.axes(); ++axis) {
    double share = 0, variance = 0, noise = 0, own = 0;
    for (int32_t i = 0; i < it.stable.count; ++i) {
      const StablePhase &phase = it.stable.at(i, 0);
      const Bend bend(data, axis, width, phase.prox + pull);
      const double kept = phase.prox / bend.whole;
      noise = mechanism::noise_scale(phase.noise);
      share = bend.share + kept * share;
      own = kept * kept * variance;
      if (phase.share < 1) own += data.scatter(axis) / (data.units() * phase.share * bend.whole * bend.whole);
      variance = own + noise * noise;
    }
    answers->inside[axis] = {share, own};
    answers->out[axis] = {share, variance};
  }
  project(data, answers->out);
}

// The minimiser with a tilt; then noise for how near it is found.
void tilted_minimum(const TypicalData &data, const Proposal &it, double width, double pull, Answers *answers) {
  const double second = noise_deviation(it.second_noise_plan, it.laplace);
  for (int axis = 0; axis < data.axes(); ++axis) {
    const Bend bend(data, axis, width, it.added_l2 + pull);
    answers->inside[axis] = {bend.share, it.noise / bend.whole * (it.noise / bend.whole)};
    answers->out[axis] = {bend.share, answers->inside[axis].variance + second * second};
  }
}

// A draw from exp(-k (F + weight r)): about a normal law.
void density_draw(const TypicalData &data, const Proposal &it, double width, double pull, Answers *answers) {
  // Regularizers of norms below 2 are steeper where entries are alike than where they bend least.
  const double alike = it.geometry < 2 ? it.regularizer * 2 * it.theta / (it.radius * it.radius) *
                                             std::pow(data.dimension(), 2 / it.geometry - 1) * std::exp(-2.0)
                                       : 0;
  const double own = std::max(it.strong_convexity / it.scale - data.l2(), alike / it.scale);
  for (int axis = 0; axis < data.axes(); ++axis) {
    const Bend bend(data, axis, width, own + pull);
    answers->out[axis] = answers->inside[axis] = {bend.share, 1 / (it.scale * bend.whole)};
  }
}

// A walk whose gradients have the noise, `taken` of every step.
void take_walk(const TypicalData &data, const IterationParameters &steps, double taken, double noise, int axis,
               double width, double pull, Answers *answers) {
  const Bend bend(data, axis, width, pull);
  IterationParameters across = steps, along = steps;
  across.curvature = taken * bend.whole;
  along.curvature = taken * (bend.whole - (data.curvature(width) - data.pace(width)) * data.moment(axis));
  const WalkResponse spread = walk_response(across);
  const WalkResponse way = along.curvature < across.curvature ? walk_response(along) : spread;
  answers->out[axis] = {bend.share * way.share, noise * spread.variance};
  answers->inside[axis] = {bend.share * way.last_share, noise * spread.last_variance};
}

IterationParameters walk_terms_of(const Proposal &it) {
  return {it.steps, static_cast<int64_t>(std::ceil(it.average * static_cast<double>(it.steps))), it.step_size,
          it.momentum, 0};
}

// Steps along gradients with noise, and that of the units they are taken from.
void walk(const TypicalData &data, const Proposal &it, double width, double pull, Answers *answers) {
  const double left_out = it.batch > 0 ? (1 - std::min(1.0, it.rate)) / it.batch : 0;
  for (int axis = 0; axis < data.axes(); ++axis)
    take_walk(data, walk_terms_of(it), 1, it.noise * it.noise + left_out * data.scatter(axis), axis, width, pull,
              answers);
}

// Single units' gradients; noise comes last.
void quiet_walk(const TypicalData &data, const Proposal &it, double width, double pull, Answers *answers) {
  const double places = it.stability.units > 0 ? it.stability.units : data.units();
  const double taken = std::min(1.0, data.units() / places);
  IterationParameters steps = walk_terms_of(it);
  steps.momentum = 0;
  for (int axis = 0; axis < data.axes(); ++axis) {
    const double scatter = taken * data.scatter(axis) * (it.stability.sampled ? 1 : kOrderly);
    take_walk(data, steps, taken, scatter, axis, width, pull, answers);
    answers->out[axis].variance += it.noise * it.noise;
  }
  project(data, answers->out);
}

Answer answer_of(int32_t method) {
  switch (method) {
    case DPCVX_METHOD_NOISY_GRADIENT_DESCENT:
    case DPCVX_METHOD_NOISY_SGD:
    case DPCVX_METHOD_DP_SGD_GRADIENT:
      return walk;
    case DPCVX_METHOD_OBJECTIVE_PERTURBATION:
      return tilted_minimum;
    case DPCVX_METHOD_DP_SGD_OUTPUT:
      return quiet_walk;
    case DPCVX_METHOD_EXPONENTIAL_MECHANISM:
      return density_draw;
    case DPCVX_METHOD_OUTPUT_PERTURBATION:
      return noisy_minimum;
    default:
      return noisy_minima;
  }
}

// The pull that keeps the method in the domain.
double pull_of(const TypicalData &data, const Proposal &it, double width, Answer answer, Answers *answers) {
  const double d = data.dimension();
  const double most = data.reach() * data.reach() * (answer == density_draw ? d / (d + 2) : 1);
  if (!(most < INFINITY)) return 0;
  const auto held = [&](double pull) {
    answer(data, it, width, pull, answers);
    return data.square_length(answers->inside) <= most;
  };
  if (held(0)) return 0;
  const double unit = data.curvature(width) * data.moment(0);
  double low = 1e-9 * unit, high = 1e9 * unit;
  if (answer == walk || answer == quiet_walk) high = std::min(high, (1 + it.momentum) / it.step_size);
  for (int i = 0; i < 16; ++i) {
    const double middle = std::sqrt(low * high);
    (held(middle) ? high : low) = middle;
  }
  return high;
}

bool finite(const TypicalData &data, const Response *responses) {
  for (int axis = 0; axis < data.axes(); ++axis)
    if (!std::isfinite(responses[axis].share) || !std::isfinite(responses[axis].variance)) return false;
  return true;
}

// What tilts cost that are steeper than the loss ever is: the minimiser goes as far as the quadratic lets it. The
// length of d normal entries of standard deviation s is about normal with mean s sqrt(d) and s / sqrt(2).
double steep_tilts(const TypicalData &data, const Proposal &it) {
  double square = 0;
  for (int axis = 0; axis < data.axes(); ++axis)
    square += data.count(axis) * data.steepest(axis) * data.steepest(axis) / data.dimension();
  const double spread = it.noise / std::sqrt(2.0), hold = std::sqrt(square) - it.noise * std::sqrt(data.dimension());
  const double whole = it.added_l2 + data.l2(), x = std::max(0.0, hold / spread);
  if (!(spread > 0) || !(whole > 0) || !(x < 40)) return 0;
  const double beyond = spread * (std::exp(-x * x / 2) / std::sqrt(2 * M_PI) - x * std::erfc(x / std::sqrt(2.0)) / 2);
  return std::sqrt(square) * std::min(beyond / whole, data.reach());
}

// That nothing is released. Where no bound is stated the threshold was declared or bought by someone who means it to
// hold: bought ones fail typical data about so often.
double unstable_chance(const Proposal &it) {
  constexpr double kUnstated = 0.05;
  return it.unstable_probability < INFINITY ? std::min(1.0, it.unstable_probability) : kUnstated;
}

// Of tables of one kind; not finite where the model breaks down.
double risk_of(const TypicalData &data, const Proposal &it) {
  const Answer answer = answer_of(it.method);
  Answers answers;
  double width = data.min_width();
  for (int round = 0; round < kRounds; ++round) {
    const double pull = pull_of(data, it, width, answer, &answers);
    answer(data, it, width, pull, &answers);
    if (!finite(data, answers.out) || !finite(data, answers.inside)) return NAN;
    const double now = data.width(answers.inside);
    width = width > 0 ? std::sqrt(width * now) : now;
  }
  double risk = data.risk(answers.out);
  if (answer == tilted_minimum) risk += steep_tilts(data, it);
  if (it.unstable_probability > 0) {
    const Responses none{};
    risk += unstable_chance(it) * std::max(0.0, data.risk(none) - risk);
  }
  if (it.smoothing > 0 && it.clip < INFINITY && it.objective)
    risk += kBent * it.clip * it.clip / (2 * it.objective->smoothness());
  return risk;
}

}  // namespace

double typical_risk(const Problem &problem, const Settings &settings, const Proposal &it) {
  if (!it.applies) return INFINITY;
  TypicalData plain, stretched;
  if (!plain.prepare(problem, settings, it, Tables::kPlain) ||
      !stretched.prepare(problem, settings, it, Tables::kStretched))
    return it.predicted_risk;
  const double mean = std::pow(risk_of(plain, it), kPlainShare) * std::pow(risk_of(stretched, it), 1 - kPlainShare);
  return std::isfinite(mean) ? mean : it.predicted_risk;
}

}  // namespace dpcvx::solve
