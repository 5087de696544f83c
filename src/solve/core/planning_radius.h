// How far from the start the models lie that a plan is made for: R, which balances what optimisation and what noise may
// cost. Public, and a guess: the privacy does not rest on it, and a model further away is approached as far as R.
#ifndef DPCVX_SOLVE_CORE_PLANNING_RADIUS_H_
#define DPCVX_SOLVE_CORE_PLANNING_RADIUS_H_

#include <cmath>

#include "solve/core/proposal.h"

namespace dpcvx::solve {

// The decision values that a model is planned to reach on a row as long as the bound. Useful ones are about 4 in
// log-odds and Y, the label bound, in regression; but rows shorter than the bound, or at an angle to the model, must
// reach them too. kHeadroom = 5 was chosen on a census table of 32,561 rows and 108 columns, for log-odds.
constexpr double kHeadroom = 5;
constexpr double kUsefulLogOdds = 4;

// Counts have decision values that are logarithms of rates. Ordinary rates are taken to be a sixth of Y, the greatest.
// Useful decision values are those about that rate's logarithm, and the start at 0 has to come there first.
constexpr double kTypicalRateShare = 1.0 / 6, kUsefulLogRates = 2;
double typical_log_rate(const model::LossSpec &loss);

// Users whose records are not declared are taken to have this many each. On storms and on the tables of answers,
// ratings, grades and pupils the median user has 4 to 24. Typical over measured risk of noisy descent on classes is 0.8
// to 5, and 4 to 9 on ratings, of which the columns explain 0.004 of a log loss of 1.59.
constexpr double kTypicalRecords = 16;
// The records that a unit is taken to have: 1 where it is a record; of users as many as are declared, and else
// kTypicalRecords, or the cap on a user's records where that is less.
double typical_records(const model::Objective &objective);

// How far labels lie from 0: settings.label_scale, or the label bound, which may be infinite.
double label_scale(const model::Objective &objective, const Settings &settings);

// The greatest lp norm of a row, intercept entry included, as the objective clips it.
double row_length(const model::Objective &objective, double p = 2);

// The domain's public start point, in lp norm.
struct StartPlace {
  double norm = 0;          // 0 without a domain
  double reach = INFINITY;  // bounds the greatest distance from it to a point of the domain
};
dpcvx_status find_start(const model::Objective &objective, double p, StartPlace *place, Error &error);

// R >= ||w - start||_p of the models w to plan for: `settings.planning_radius` if given. Else the least of
//   (decision values to reach) / (length of rows) + ||start||,  G / l2 + ||start||,  the greatest distance from the
//   start to a point of the domain,
//   sqrt(2 l_0 / l2) where the start is 0, l_0 the bound on losses at 0 of losses >= 0,
// rows in the norm dual to lp, the decision values `headroom` times useful ones, `start` being the domain's public
// start point (0 without a domain). For K classes every two of which are told apart by log-odds of kHeadroom
// kUsefulLogOdds = 20, blocks of norm 20 sqrt((K - 1) / (2 K)) at equal angles do: R B = 20 sqrt((K - 1) / 2). Infinite
// where neither a label bound, a domain nor l2 tell of the scale.
dpcvx_status find_planning_radius(const model::Objective &objective, const Settings &settings, double p,
                                  double headroom, double *reach, Error &error);
inline dpcvx_status find_planning_radius(const model::Objective &objective, const Settings &settings, double *reach,
                                         Error &error) {
  return find_planning_radius(objective, settings, 2, kHeadroom, reach, error);
}

// Why there is none, and what would help.
const char *no_planning_radius(const model::Objective &objective);

}  // namespace dpcvx::solve

#endif
