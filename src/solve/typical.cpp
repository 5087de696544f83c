#include "solve/typical.h"

#include <algorithm>
#include <cmath>

#include "numeric/root.h"
#include "solve/typical_data.h"
#include "solve/typical_walk.h"

namespace dpcvx::solve {

namespace {

constexpr int kRounds = 6;        // until curvature and error agree
constexpr double kOrderly = 0.3;  // of the scatter of single units, what passes in permutations leave
constexpr double kBent = 0.1;     // of what an envelope may cost, what it does

using Responses = Response[TypicalData::kMostAxes];

// What a method answers when the loss curves like `curvature` per squared decision value and is held back by another
// `pull` of quadratic.
using Answer = void (*)(const TypicalData &data, const Proposal &it, double curvature, double pull, Response *out);

double bend(const TypicalData &data, int axis, double curvature) { return curvature * data.moment(axis) + data.l2(); }

// What is released last is projected.
void project(const TypicalData &data, Response *out) {
  const double length = std::sqrt(data.square_length(out));
  const double shrink = length > data.reach() ? data.reach() / length : 1;
  for (int axis = 0; axis < data.axes(); ++axis) {
    out[axis].share *= shrink;
    out[axis].variance *= shrink * shrink;
  }
}

// The minimiser with a quadratic, plus noise.
void noisy_minimum(const TypicalData &data, const Proposal &it, double, double, Response *out) {
  for (int axis = 0; axis < data.axes(); ++axis) {
    const double h = bend(data, axis, data.curvature(0));
    out[axis].share = h / (h + it.added_l2);
    out[axis].variance = it.noise * it.noise;
  }
  project(data, out);
}

// Minimisers with quadratics about the one before, each plus noise.
void noisy_minima(const TypicalData &data, const Proposal &it, double, double, Response *out) {
  for (int axis = 0; axis < data.axes(); ++axis) {
    const double h = bend(data, axis, data.curvature(0));
    double lost = 1, variance = 0;
    for (int32_t i = 0; i < it.stable.count; ++i) {
      const StablePhase &phase = it.stable.at(i, 0);
      const double whole = h + phase.prox, kept = phase.prox / whole, noise = mechanism::noise_scale(phase.noise);
      lost *= kept;
      variance = kept * kept * variance + noise * noise;
      if (phase.share < 1) variance += data.scatter(axis) / (data.units() * phase.share * whole * whole);
    }
    out[axis] = {1 - lost, variance};
  }
  project(data, out);
}

void tilted_minimum(const TypicalData &data, const Proposal &it, double curvature, double pull, Response *out) {
  for (int axis = 0; axis < data.axes(); ++axis) {
    const double h = bend(data, axis, curvature), whole = h + it.added_l2 + pull;
    out[axis].share = h / whole;
    out[axis].variance = it.noise / whole * (it.noise / whole);
  }
}

// A draw from exp(-k (F + weight r)): about a normal law.
void density_draw(const TypicalData &data, const Proposal &it, double curvature, double pull, Response *out) {
  // Regularizers of norms below 2 are steeper where entries are alike than where they bend least.
  const double d = data.dimension();
  const double alike = it.geometry < 2 ? it.regularizer * 2 * it.theta / (it.radius * it.radius) *
                                             std::pow(d, 2 / it.geometry - 1) * std::exp(-2.0)
                                       : 0;
  const double own = std::max(it.strong_convexity - it.scale * data.l2(), alike);
  for (int axis = 0; axis < data.axes(); ++axis) {
    const double h = it.scale * bend(data, axis, curvature), whole = h + own + it.scale * pull;
    out[axis].share = h / whole;
    out[axis].variance = 1 / whole;
  }
}

int64_t averaged_steps(const Proposal &it) {
  return static_cast<int64_t>(std::ceil(it.average * static_cast<double>(it.steps)));
}

// Steps along gradients with noise, and that of the units they are taken from.
void walk(const TypicalData &data, const Proposal &it, double curvature, double pull, Response *out) {
  const double left_out = it.batch > 0 ? (1 - std::min(1.0, it.rate)) / it.batch : 0;
  for (int axis = 0; axis < data.axes(); ++axis) {
    const double h = bend(data, axis, curvature);
    const WalkResponse made = walk_response({it.steps, averaged_steps(it), it.step_size, it.momentum, h + pull});
    const double noise = it.noise * it.noise + left_out * data.scatter(axis);
    out[axis].share = h / (h + pull) * made.share;
    out[axis].variance = noise * made.variance;
  }
}

// Single units' gradients; noise comes last.
void quiet_walk(const TypicalData &data, const Proposal &it, double curvature, double pull, Response *out) {
  const double places = it.stability.units > 0 ? it.stability.units : data.units();
  const double taken = std::min(1.0, data.units() / places);
  for (int axis = 0; axis < data.axes(); ++axis) {
    const double h = bend(data, axis, curvature);
    const WalkResponse made = walk_response({it.steps, averaged_steps(it), it.step_size, 0, taken * (h + pull)});
    const double scatter = taken * data.scatter(axis) * (it.stability.sampled ? 1 : kOrderly);
    out[axis].share = h / (h + pull) * made.share;
    out[axis].variance = scatter * made.variance + it.noise * it.noise;
  }
  project(data, out);
}

Answer answer_of(int32_t method) {
  switch (method) {
    case DPCVX_METHOD_NOISY_GRADIENT_DESCENT:
    case DPCVX_METHOD_NOISY_SGD:
    case DPCVX_METHOD_SGD_GRADIENT:
      return walk;
    case DPCVX_METHOD_OBJECTIVE_PERTURBATION:
      return tilted_minimum;
    case DPCVX_METHOD_SGD_OUTPUT:
      return quiet_walk;
    case DPCVX_METHOD_EXPONENTIAL_MECHANISM:
      return density_draw;
    case DPCVX_METHOD_OUTPUT_PERTURBATION:
      return noisy_minimum;
    default:
      return noisy_minima;
  }
}

// The mean square of what a domain is to hold: of a walk that of its last iterates.
double held_square(const TypicalData &data, const Proposal &it, double curvature, double pull, Answer answer,
                   Response *out) {
  answer(data, it, curvature, pull, out);
  if (answer != walk) return data.square_length(out);
  Proposal last;
  static_cast<Figures &>(last) = it;
  last.average = 0;
  Responses at_end;
  walk(data, last, curvature, pull, at_end);
  return data.square_length(at_end);
}

// The pull that keeps the answer in the domain.
double pull_of(const TypicalData &data, const Proposal &it, double curvature, Answer answer, Response *out) {
  const double d = data.dimension();
  const double most = data.reach() * data.reach() * (answer == density_draw ? d / (d + 2) : 1);
  if (answer == noisy_minimum || answer == noisy_minima || answer == quiet_walk || !(most < INFINITY)) return 0;
  const auto held = [&](double pull) { return held_square(data, it, curvature, pull, answer, out) <= most; };
  if (held(0)) return 0;
  const double unit = curvature * data.moment(0);
  double low = 1e-9 * unit, high = 1e9 * unit;
  if (answer == walk) high = std::min(high, (1 + it.momentum) / it.step_size);
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

// Of tables of one kind; not finite where the model breaks down.
double risk_of(const TypicalData &data, const Proposal &it) {
  const Answer answer = answer_of(it.method);
  Responses responses;
  double off = 0;
  for (int round = 0; round < kRounds; ++round) {
    const double curvature = data.curvature(off);
    const double pull = pull_of(data, it, curvature, answer, responses);
    answer(data, it, curvature, pull, responses);
    if (!finite(data, responses)) return NAN;
    const double now = data.off(responses);
    off = round == 0 ? now : std::sqrt(off * now);
  }
  double risk = data.risk(responses);
  if (answer == tilted_minimum) risk += steep_tilts(data, it);
  if (it.unstable_probability > 0) {
    const Responses none{};
    risk += std::min(1.0, it.unstable_probability) * std::max(0.0, data.risk(none) - risk);
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
  const double mean = std::sqrt(risk_of(plain, it) * risk_of(stretched, it));
  return std::isfinite(mean) ? mean : it.predicted_risk;
}

}  // namespace dpcvx::solve
