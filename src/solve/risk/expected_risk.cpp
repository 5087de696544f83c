#include "solve/risk/expected_risk.h"

#include <algorithm>
#include <cmath>

#include "solve/core/sharp_loss.h"
#include "solve/risk/automatic_constants.h"

namespace dpcvx::solve {

namespace {

constexpr int kRounds = 6;  // until curvature and error agree

// The pull that keeps the method in the domain.
double pull_of(const TypicalData &data, const Proposal &proposal, double width, const RiskModel &model,
               Answers *answers) {
  const double most = data.reach() * data.reach() * (model.room != nullptr ? model.room(data) : 1);
  if (!(most < INFINITY)) return 0;
  const auto held = [&](double pull) {
    model.answer(data, proposal, width, pull, answers);
    return data.square_length(answers->inside) <= most;
  };
  if (held(0)) return 0;
  const double unit = data.curvature(width) * data.moment(0);
  double low = 1e-9 * unit, high = 1e9 * unit;
  if (model.max_pull != nullptr) high = std::min(high, model.max_pull(proposal));
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

// What a fit of the envelope costs beside one of the loss. The envelope of a quantile is least at another one, by half
// of its width times the difference of the slopes. Other losses of numbers have slopes of one size, and stay where they
// are.
double envelope_risk(const TypicalData &data, const Proposal &proposal) {
  if (!data.of_classes()) return data.risk_of_shift(proposal.narrowed * data.envelope() / 2);
  if (!(proposal.clip < INFINITY) || !proposal.objective) return 0;
  const double slope = record_slope(*proposal.objective, proposal.clip);
  return kEnvelopeCost * slope * slope / (2 * proposal.objective->smoothness());
}

// Of tables of one kind; not finite where the model breaks down.
double risk_of(const TypicalData &data, const Proposal &proposal, const RiskModel &model) {
  Answers answers;
  double width = data.min_width();
  for (int round = 0; round < kRounds; ++round) {
    const double pull = pull_of(data, proposal, width, model, &answers);
    model.answer(data, proposal, width, pull, &answers);
    if (!finite(data, answers.out) || !finite(data, answers.inside)) return NAN;
    const double now = data.width(answers.inside);
    width = width > 0 ? std::sqrt(width * now) : now;
  }
  double risk = data.risk(answers.out);
  if (model.correct != nullptr) risk = model.correct(data, proposal, risk);
  return proposal.smoothing > 0 ? risk + envelope_risk(data, proposal) : risk;
}

// The geometric mean of a risk on tables of both kinds; NaN where nothing public tells of their scale.
template <class Risk>
double over_tables(const Problem &problem, const Settings &settings, const Proposal &proposal, const Risk &risk) {
  TypicalData plain, stretched;
  if (!plain.prepare(problem, settings, proposal, Tables::kPlain) ||
      !stretched.prepare(problem, settings, proposal, Tables::kStretched))
    return NAN;
  return std::pow(risk(plain), kPlainTables) * std::pow(risk(stretched), 1 - kPlainTables);
}

}  // namespace

double typical_risk(const Problem &problem, const Settings &settings, const Proposal &proposal,
                    const RiskModel &model) {
  if (!proposal.applies) return INFINITY;
  const double mean =
      over_tables(problem, settings, proposal, [&](const TypicalData &data) { return risk_of(data, proposal, model); });
  return std::isfinite(mean) ? mean : proposal.predicted_risk;
}

double trivial_risk(const Problem &problem, const Settings &settings, const Proposal &proposal) {
  if (problem.objective->linear() == nullptr) return INFINITY;
  const double mean =
      over_tables(problem, settings, proposal, [](const TypicalData &data) { return data.constant_risk(); });
  return mean > 0 && std::isfinite(mean) ? mean : INFINITY;
}

void project(const TypicalData &data, Response *out) {
  const double length = std::sqrt(data.square_length(out));
  const double shrink = length > data.reach() ? data.reach() / length : 1;
  for (int axis = 0; axis < data.axes(); ++axis) {
    out[axis].share *= shrink;
    out[axis].variance *= shrink * shrink;
  }
}

IterationParameters iteration_of(int64_t steps, double average, double step_size, double momentum) {
  return {steps, static_cast<int64_t>(std::ceil(average * static_cast<double>(steps))), step_size, momentum, 0};
}

void iterate_axis(const TypicalData &data, const IterationParameters &steps, double taken, double noise, int axis,
                  double width, double pull, Answers *answers, double pace) {
  const Bend bend(data, axis, width, pull);
  IterationParameters across = steps, along = steps;
  across.curvature = taken * bend.whole;
  along.curvature = taken * (bend.whole - (data.curvature(width) - pace * data.pace(width)) * data.moment(axis));
  const WalkResponse spread = walk_response(across);
  const WalkResponse way = along.curvature < across.curvature ? walk_response(along) : spread;
  answers->out[axis] = {bend.share * way.share, noise * spread.variance};
  answers->inside[axis] = {bend.share * way.last_share, noise * spread.last_variance};
}

}  // namespace dpcvx::solve
