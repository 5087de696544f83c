// How far decision values of classes should be scaled, released for one charge after a model. Clips, noise and few
// steps bend the sizes of models more than their directions.
#ifndef DPCVX_SOLVE_FIT_RELEASE_SLOPE_H_
#define DPCVX_SOLVE_FIT_RELEASE_SLOPE_H_

#include "mechanism/noise/noise.h"
#include "mechanism/release.h"
#include "model/objective.h"

namespace dpcvx::solve {

// The slope of a record's loss l along its decision values z is u(s) = <s z, grad l(s z)>, that of l(s z) in log s. Its
// mean over units is below 0 where a greater scale s would fit better.
inline constexpr double kSlopeScales[] = {0.4, 0.63, 1, 1.6, 2.5};
inline constexpr size_t kSlopes = sizeof(kSlopeScales) / sizeof(kSlopeScales[0]);
inline constexpr size_t kSlopeAtOne = 2;  // of the model as it is
static_assert(kSlopeScales[kSlopeAtOne] == 1, "the model as it is");

// Made from public numbers.
struct SlopePlan {
  double mu = 0;
  double units = 0;                // what sums are divided by
  double least = 0, greatest = 0;  // slopes are clipped to [least, greatest], least < 0 < greatest
  double stddev = 0;               // of the noise in each mean slope
  mechanism::NoisePlan noise;
};

// Whether the loss has classes whose decision values mean probabilities, and the objective nothing but that loss: no
// quadratic, no l1 penalty, no domain. Scaled coefficients of others would be no solutions.
bool has_slope(const model::Objective &objective);

// -W((k - 1)/e) of k classes, W Lambert's function: no slope is below. About -.28 for 2 classes.
double least_slope(int64_t classes);

// `has_slope` is true of the objective.
dpcvx_status plan_slope(const privacy::Curve &price, const model::Objective &objective, int32_t adjacency,
                        SlopePlan *plan, Error &error);

// What noise of one standard deviation does to log s on typical data.
double noise_of_log_scale(const SlopePlan &plan, const model::Objective &objective);

// Releases noisy means of slopes at kSlopeScales. `work` holds 2 x outputs entries. The objective's unit is the
// budget's. PROOFS.md, section 3.
dpcvx_status release_slopes(mechanism::Release &release, const model::Objective &objective, const SlopePlan &plan,
                            const double *coefficients, double *work, double *means);

// The sums that noise is added to, in lattice points.
void sum_slopes(const model::Objective &objective, const SlopePlan &plan, const double *coefficients, double *work,
                int64_t *sums);

// Where means of slopes at kSlopeScales are 0: of their isotonic regression, linear in log s. Changes the means.
double scale_of_slopes(double *means);

// Draws a scale to 1 by what noise alone would make of it: log s by max(0, 1 - 2 doubt^2) (James and Stein 1961,
// positive part, and as much again). `doubt`: the noise of the mean slope at 1 over that slope. So it needs no guess of
// how fast slopes grow in log s: with little signal they hardly do.
double drawn_to_one(double scale, double doubt);

}  // namespace dpcvx::solve

#endif
