// The constants by which AUTOMATIC compares methods. They are assumptions about tables as most are, and no privacy
// rests on them.
//
// Measured together: by tests/bench/planner_grid.py on 55 cells of n, records a user, dimension, epsilon and loss. The
// method taken is within 1.2 of the best in 82 % of them, within 2 in 98 %, and 2.8 at worst. Measured risk is 0.87 to
// 1.15 of the typical risk in the median. Unless a constant says so, it has not been measured by itself.
//
// Constants of one method stand in its room: what passes in permutations leave of the scatter in
// sgd_output/methods.cpp, how often undeclared stability fails in stable/methods.cpp.
#ifndef DPCVX_SOLVE_RISK_AUTOMATIC_CONSTANTS_H_
#define DPCVX_SOLVE_RISK_AUTOMATIC_CONSTANTS_H_

#include <cmath>

namespace dpcvx::solve {

// ---- Tables (data_model.h)

// S of losses of classes: the standard deviation of decision values at the best model, in log-odds.
constexpr double kClassDecisionDeviation = 2;
// S of regression, and the standard deviation of its residuals, over the label bound Y.
constexpr double kLabelDecisionDeviation = 0.25, kLabelResidualDeviation = 1.0 / 6;
// Stretched tables: the second moment along axis j falls as j^-2. Census tables with an intercept are like that.
constexpr double kStretchedDecay = 2;
// Stretched tables: how much longer the best model of classes is than that of a plain table.
constexpr double kStretchedLength = 2;
// The share of a record's scatter that the records of one user have in common.
constexpr double kCommonUserScatter = 0.02;

// ---- Losses (data_model.h)

// E phi'' of logistic losses over decision values of variance v is about kLogisticCurvature / sqrt(1 + f v), f as here.
// Derived, not measured: the probit approximation of the logistic function.
constexpr double kLogisticCurvature = 0.25, kLogisticFading = M_PI / 8;
// E |Z| of a standard normal Z, rounded: large residuals cost what slopes allow. Derived.
constexpr double kMeanAbsoluteNormal = 0.8;
// The variance of slopes over the square of the steepest: of losses with labels that are numbers, and of callers' own
// functions.
constexpr double kSlopeVariance = 1.0 / 2, kCallerSlopeVariance = 1.0 / 16;

// ---- Typical risk (expected_risk.h)

// The weight of plain tables in the geometric mean of both kinds.
constexpr double kPlainTables = 0.5;
// What an envelope costs, over the bound on it.
constexpr double kEnvelopeCost = 0.1;

// ---- Within a method

// Settings are alike where their predicted risk is within this factor of the least: the ones of least work are taken.
constexpr double kIndifferentRisk = 1.1;

}  // namespace dpcvx::solve

#endif
