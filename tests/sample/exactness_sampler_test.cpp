// The samplers of the C API against exact laws on lines and in the plane: every loss in every geometry, on R^d and on
// that norm's ball where it cuts the law; tries by whole passes and thinned.
#include <gtest/gtest.h>

#include "audit/generator.h"
#include "sample/library_sampler.h"
#include "sample/potentials.h"
#include "sample/sampler_checks.h"

namespace {

using sampled::LibrarySampler;
using sampled::SamplerSettings;

constexpr double kStep = 0.5;

SamplerSettings settings(double step, int64_t thinning = -1, int64_t copies = 1) {
  SamplerSettings made;
  made.step_size = step, made.thinning = thinning, made.copies = copies;
  return made;
}

int64_t draws_of(bool many, int64_t few) { return long_audits() ? 100000 : many ? 25000 : few; }

// The geometry's own ball: the bulk of the law lies outside.
Constraint ball_of(double norm) { return {"its ball", Set::kBall, norm, 0.7, -0.8, -0.5, 0, kHard}; }

template <class Law>
void check(const Potential &potential, const Law &law, const char *what, int64_t draws, Worst *worst,
           const SamplerSettings &how = settings(kStep)) {
  LibrarySampler sampler(potential, what, how);
  worst->check(potential, law, sampler, draws, what);
}

// 25,000 draws of a few, which show a chain at a total variation of 0.05 (AChainStoppedEarlyIsSeen); 10^5 of each when
// the long audits are asked for.
TEST(SamplerExactness, OnLines) {
  Worst worst;
  for (size_t i = 0; i < std::size(kLosses); ++i) {
    const Potential plain = in_geometry(potential_on(1, kLosses[i]), 2);
    check(plain, LineLaw(plain), "R", draws_of(i == 0, 1500), &worst);
    const Potential cut = in_geometry(constrained(1, kLosses[i], ball_of(2)), 2);
    check(cut, LineLaw(cut), "a ball", draws_of(i == 2, 1500), &worst);
  }
  worst.tell("samplers on lines");
}

TEST(SamplerExactness, InThePlane) {
  Worst worst;
  for (size_t g = 0; g < std::size(kNorms); ++g) {
    const double norm = kNorms[g];
    for (size_t i = 0; i < std::size(kLosses); ++i) {
      const bool slow = norm == 1.5 || norm == 4;  // their balls' walls take roots
      const Potential plain = in_geometry(potential_on(2, kLosses[i]), norm);
      const int64_t of_plain = draws_of((g == 0 && i == 1) || (g == 4 && i == 3), 500);
      check(plain, PlaneLaw(plain, cells_a_side(of_plain)), "R^2", of_plain, &worst);
      if (slow && i % 2 == 1 && !long_audits()) continue;
      const Potential cut = in_geometry(constrained(2, kLosses[i], ball_of(norm)), norm);
      const int64_t of_cut = !slow ? draws_of(g == 4 && i == 0, 500) : long_audits() ? 10000 : 150;
      check(cut, PlaneLaw(cut, cells_a_side(of_cut)), "its ball", of_cut, &worst);
    }
  }
  worst.tell("samplers in the plane, p of 1, 1.5, 2, 4 and infinity");
}

// A hundred records, of which a try looks at few; and steps as the library chooses them.
TEST(SamplerExactness, ThinnedTriesAndChosenSteps) {
  Worst worst;
  for (const int32_t loss : kLosses) {
    const Potential potential = in_geometry(potential_on(1, loss), 1);
    const LineLaw law(potential);
    const int64_t draws = draws_of(false, 1500);
    check(potential, law, "thinned", draws, &worst, settings(kStep, 1, 20));
    check(potential, law, "by passes", draws, &worst, settings(kStep, 0, 20));
    check(potential, law, "by a step that is chosen", draws, &worst, settings(0, -1, 20));
  }
  worst.tell("samplers that thin tries or choose their step");
}

}  // namespace
