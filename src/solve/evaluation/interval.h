// From noisy sums to a score and an interval for it. Post-processing: it looks at what was released and at public
// numbers.
#ifndef DPCVX_SOLVE_EVALUATION_INTERVAL_H_
#define DPCVX_SOLVE_EVALUATION_INTERVAL_H_

#include "solve/evaluation/unit_score.h"

namespace dpcvx::solve {

// The law of the noise in each sum: a rounded Gaussian or a discrete Laplace.
struct ScoreNoise {
  bool gaussian = true;
  double scale = 1;  // in steps

  // Returns b with Pr[|noise| <= b] >= 1 - beta.
  double bound(double beta) const;
  // Returns b with Pr[|sum c_i noise_i| <= b ||c||] >= 1 - beta for any fixed c of `count` entries.
  double linear_bound(double beta, int count) const;
  // Returns b with Pr[|first noise_1 + second noise_2| <= b] >= 1 - beta for fixed coefficients, not both 0.
  double pair_bound(double beta, double first, double second) const;
  double variance() const;
};

// The mean error of the units in [0, 1], or the ratio 1 - R^2. `known` is false where the noise hides it: then `value`
// means nothing.
struct ScoreEstimate {
  bool known = true;
  double value = 0, low = 0, high = 1;
  double units = 0;  // an estimate unless their number is public
};

// The sums of units whose errors have this mean. For R^2 it is the ratio 1 - R^2, and `square` is the variance of
// labels about their mean, which is the middle of their range, in units of half of it.
void expect_sums(int32_t score, ScoreUnits known, double error, double square, double units, int64_t *sums);

// `sums` are the noisy ones, in steps of kScoreSteps; `units` is their public number, for ScoreUnits::kAll alone.
ScoreEstimate estimate_score(int32_t score, ScoreUnits known, const int64_t *sums, int64_t units,
                             const ScoreNoise &noise, double level);

}  // namespace dpcvx::solve

#endif
