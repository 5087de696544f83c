// The steps that a fit's sampler may take. The least is public, and made for any rows that the bounds allow. Longer
// ones take fewer rounds, and more tries where the data bend the density. Each keeps to what is charged, on one
// lattice, so that the data may choose among them (PROOFS.md, section 3).
#ifndef DPCVX_SOLVE_EXPONENTIAL_STEP_MENU_H_
#define DPCVX_SOLVE_EXPONENTIAL_STEP_MENU_H_

#include "sample/arithmetic.h"
#include "solve/exponential/density.h"

namespace dpcvx::solve {

constexpr int32_t kMaxDoublings = 5;

// A density with the schedule of its sampler, and what that is worth. Rounds and the certificate are set later.
struct SamplerPlan {
  sample::StartDistance distance;
  sample::Schedule schedule;
  sample::Region region;
  sample::Certificate certificate;
  bool settled = false;

  // The point of the lattice next to the start is not further from where draws lie.
  double far(int64_t dimension) const;
  void certify(const Density &density, int64_t rounds);
};

struct StepMenu {
  SamplerPlan plans[kMaxDoublings + 1];  // of eta, 2 eta, 4 eta, ...
  int32_t count = 0;

  // The first, on a lattice that serves steps up to 2^doublings times it.
  void settle(const model::Objective &objective, const Density &density, const DensitySettings &settings, double eta,
              int32_t doublings);
  // More, while each can be within so much of the density with no more arithmetic than that.
  void add_longer(const model::Objective &objective, const Density &density, const DensitySettings &settings,
                  int32_t doublings, double max_gdp, double max_arithmetic);
};

}  // namespace dpcvx::solve

#endif
