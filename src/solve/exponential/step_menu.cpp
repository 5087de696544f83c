#include "solve/exponential/step_menu.h"

#include <cmath>

#include "numeric/margins.h"

namespace dpcvx::solve {

namespace {

// `lattice`: the least step of the lattice.
SamplerPlan settled(const model::Objective &objective, const Density &density, const DensitySettings &settings,
                    double eta, double lattice) {
  const sample::Target &target = density.target();
  SamplerPlan plan;
  plan.distance = distance_from_start(objective, settings, target.convexity, density.start_norm());
  plan.schedule.eta = eta;
  plan.schedule.lattice_step = lattice;
  plan.settled = sample::settle(target, density.start(), plan.distance.far, &plan.schedule, &plan.region);
  return plan;
}

}  // namespace

double SamplerPlan::far(int64_t dimension) const {
  return distance.far + schedule.lattice_step * std::sqrt(static_cast<double>(dimension));
}

void SamplerPlan::certify(const Density &density, int64_t rounds) {
  schedule.rounds = rounds;
  certificate = sample::certify(density.target(), schedule, region, distance);
}

void StepMenu::settle(const model::Objective &objective, const Density &density, const DensitySettings &settings,
                      double eta, int32_t doublings) {
  const SamplerPlan longest = settled(objective, density, settings, std::ldexp(eta, doublings), 0);
  plans[0] = settled(objective, density, settings, eta, longest.settled ? longest.schedule.lattice_step : 0);
  plans[0].settled = plans[0].settled && longest.settled;
  count = 1;
}

void StepMenu::add_longer(const model::Objective &objective, const Density &density, const DensitySettings &settings,
                          int32_t doublings, double max_gdp, double max_arithmetic) {
  const sample::Target &target = density.target();
  for (; count <= doublings; ++count) {
    const sample::Schedule &least = plans[0].schedule;
    SamplerPlan plan = settled(objective, density, settings, std::ldexp(least.eta, count), least.lattice_step);
    if (!plan.settled || plan.schedule.lattice_step != least.lattice_step) return;
    plan.certify(density, sample::rounds_for_gdp(target.convexity, plan.schedule.eta, plan.far(target.dimension),
                                                 max_gdp * numeric::kPlanningShare));
    const sample::Certificate &its = plan.certificate;
    if (!(its.gdp <= max_gdp) || !(its.arithmetic_gdp <= max_arithmetic)) return;
    plans[count] = plan;
  }
}

}  // namespace dpcvx::solve
