// A toy method, the shortest complete example of one: it releases the start plus Gaussian noise, so that it looks at no
// data at all. It is one table of figures, one struct and one entry in a table of methods.
#ifndef DPCVX_TESTS_SOLVE_TOY_TOY_METHOD_H_
#define DPCVX_TESTS_SOLVE_TOY_TOY_METHOD_H_

#include "base/error.h"
#include "base/text.h"
#include "mechanism/calibrate_release.h"
#include "numeric/directed.h"
#include "privacy/calibration/calibrate.h"
#include "solve/core/planning_radius.h"
#include "solve/core/report_lines.h"
#include "solve/fit/run_method.h"
#include "solve/method_registry.h"
#include "solve/risk/expected_risk.h"

namespace toy {

using namespace dpcvx::solve;

constexpr int32_t kNumber = 9001;

struct ToyFigures {
  double spread = 0;  // the noise, again
  int64_t rounds = 0;
  bool lucky = false;
};

constexpr FigureRow kRows[] = {
    figure<&ToyFigures::spread>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TAPER_WIDTH)),
    figure<&ToyFigures::rounds>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_PHASES)),
    figure<&ToyFigures::lucky>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_DROP_OVERSIZED_GRADIENTS)),
};

constexpr int32_t kOptions[] = {DPCVX_PLAN_OPTION_PHASES};

struct ToyInputs {
  int64_t rounds = 0;
};

inline dpcvx_status propose(const Problem &problem, const Settings &settings, Proposal *proposal, dpcvx::Error &error) {
  const double mu = dpcvx::privacy::gaussian_mu_within(problem.price);
  if (!(mu > 0)) return proposal->refuse_without("TOY = 1", "the toy needs Gaussian noise");
  ToyInputs *const inputs = proposal->run.make<ToyInputs>();
  if (inputs == nullptr) return error.nomem("a toy");
  inputs->rounds = settings.phases > 0 ? settings.phases : 3;
  DPCVX_TRY(find_planning_radius(*problem.objective, settings, &proposal->radius, error));
  proposal->objective = problem.objective;
  proposal->sensitivity = 1;
  dpcvx::mechanism::NoisePlan &noise = proposal->noise_plan;
  DPCVX_TRY(dpcvx::mechanism::plan_gaussian(mu * (1 - 0x1p-40), 1, static_cast<size_t>(problem.objective->dimension()),
                                            0, noise, error));
  DPCVX_TRY(proposal->curve.add(dpcvx::privacy::gdp(dpcvx::numeric::above(noise.sensitivity / noise.scale)), error));
  proposal->steps = 1;
  proposal->noise = dpcvx::mechanism::noise_scale(noise);
  proposal->noise_multiplier = noise.scale / noise.sensitivity;
  proposal->predicted_risk = 0.25;
  ToyFigures &own = proposal->own.as<ToyFigures>();
  own.spread = proposal->noise;
  own.rounds = inputs->rounds;
  own.lucky = true;
  proposal->applies = true;
  return DPCVX_OK;
}

class ToyRun {
 public:
  dpcvx_status prepare(const Problem &, const Settings &, const Proposal &proposal, dpcvx::Error &) {
    plan_ = &proposal;
    return DPCVX_OK;
  }
  const char *mechanism() const { return "toy"; }
  const char *theorem() const { return "nothing of the data is released"; }
  void describe(const Settings &, dpcvx::privacy::Guarantee &record) const {
    record.add_constant("toy_rounds", static_cast<double>(plan_->run.as<ToyInputs>().rounds),
                        dpcvx::privacy::Origin::kPublic);
  }
  Outcome run(dpcvx::random::Rng &rng, dpcvx::ProgressMonitor &watch, double *out) {
    const size_t d = static_cast<size_t>(plan_->objective->dimension());
    for (size_t j = 0; j < d; ++j) out[j] = 0;
    dpcvx::mechanism::add_noise(rng, plan_->noise_plan, out, d, out);
    watch.should_continue(1);
    return {DPCVX_OUTCOME_DONE, 1};
  }

 private:
  const Proposal *plan_ = nullptr;
};

// Nothing is learned: the answer is the noise alone.
inline void answer(const TypicalData &data, const Proposal &proposal, double, double, Answers *answers) {
  for (int axis = 0; axis < data.axes(); ++axis)
    answers->inside[axis] = answers->out[axis] = {0, proposal.noise * proposal.noise};
}
inline double standard_error(const Proposal &proposal) { return proposal.noise; }
inline void write_plan(const Settings &, const Proposal &proposal, dpcvx::Text &text) {
  text.format("Toy rounds: %s\n", dpcvx::show(proposal.own.as<ToyFigures>().rounds).text);
}
inline void write_report(const Figures &figures, dpcvx::Text &text) {
  text.format("Toy spread: %s\n", shown(figures.own.as<ToyFigures>().spread).text);
}

constexpr RiskModel kRisk{answer};

constexpr Method toy() {
  Method method;
  method.number = kNumber;
  method.name = "toy";
  method.step = "roll";
  method.noised = "the start";
  method.figures = kRows;
  method.options = kOptions;
  method.propose = propose;
  method.fit = fit_by<ToyRun>;
  method.risk = &kRisk;
  method.standard_error = standard_error;
  method.write_plan = write_plan;
  method.write_report = write_report;
  return method;
}

constexpr Method kToy = toy();

}  // namespace toy

#endif
