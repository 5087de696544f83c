// What a unit counts for in a score: integers of a fixed set. The sensitivity is that of the set, so privacy rests on
// no floating-point number (PROOFS.md).
#ifndef DPCVX_SOLVE_EVALUATION_UNIT_SCORE_H_
#define DPCVX_SOLVE_EVALUATION_UNIT_SCORE_H_

#include "data/dataset.h"
#include "dpcvx/evaluation.h"
#include "solve/fit/fit.h"

namespace dpcvx::solve {

constexpr int kMaxScoreSums = 4;
// A unit's value of 1 is this many steps. Sums over 2^40 units stay below 2^61.
constexpr int64_t kScoreSteps = int64_t{1} << 20;

// A score with its public numbers.
struct ScoreRule {
  int32_t score = DPCVX_SCORE_ACCURACY;
  double loss_clip = 1;                             // L, of the losses
  double quantile = 0.5;                            // of the pinball loss
  double label_centre = 0, label_bound = INFINITY;  // c and B: labels are clipped to [c - B, c + B]
};

// What is public of the units that a score counts. Null records (weight 0) are left out, and units that have no others.
enum class ScoreUnits : int32_t {
  kAll,      // their number, as each has a record that counts: replace-one, of a table without weights
  kAtMost,   // how many there are at most: replace-one, of a table with weights
  kPrivate,  // nothing: add/remove
};
// A function of public numbers: whether a table has weights is public, as its columns are.
ScoreUnits score_units(bool weighted, int32_t adjacency);

// Means over the records of one unit: the error, in [0, 1]. For R^2 also the square and the size of the label about the
// centre, in [0, 1] and [-1, 1].
struct UnitMeans {
  double error = 0, square = 0, label = 0;
};

// Adds what one record counts for, by its decision values.
void add_record(const Fit &fit, const ScoreRule &rule, const double *z, double label, UnitMeans *sum);

// How many integers a unit counts for, and how far one unit moves their sums, in units of `steps`.
struct ScoreSensitivity {
  int count;
  double l2;  // rounded up
  double l1;  // exact
};
ScoreSensitivity score_sensitivity(int32_t score, ScoreUnits units);

// Writes the integers of a unit: a point of the set that `score_sensitivity` measures, for any means. `steps` is even.
void place_unit(int32_t score, ScoreUnits units, const UnitMeans &means, int64_t steps, int64_t *out);

// Adds up the integers of all units. One whose records are all null adds 0. `decisions` holds rows x outputs entries
// for the decision values.
void sum_units(const Fit &fit, const ScoreRule &rule, ScoreUnits units, const data::Dataset &table, double *decisions,
               int64_t *sums);

}  // namespace dpcvx::solve

#endif
