// What plans and reports say of risk: first the typical one and what it is worth, then the worst case.
#ifndef DPCVX_SOLVE_PLAN_RISK_TEXT_H_
#define DPCVX_SOLVE_PLAN_RISK_TEXT_H_

#include "base/text.h"
#include "model/losses/spec.h"
#include "solve/core/method.h"

namespace dpcvx::solve {

// Whether typical data say that a fit is no better than a constant prediction.
bool no_worth(const Figures &figures);

// Whether the worst-case bound is beyond what the model at the start can lose: a release that learns nothing has a
// better one.
inline bool tells_nothing(const Figures &figures) { return figures.predicted_risk >= figures.start_risk; }

// Write a line each, for plans and reports. That on worth is of a fit of no worth.
void write_worth(const Figures &figures, const model::LossSpec &loss, Text &text);
// For which labels and columns a constant does as well, of a fit that is of worth on typical data. `label_scale` is
// what bounds labels.
void write_break_even(const Figures &figures, const model::LossSpec &loss, double label_scale, Text &text);
// The typical risk, beside that of a constant prediction, and in the units of the labels, which typical data fill their
// range with: for squares, an excess of r is one of 2 r in the mean of squared errors. Nothing where no model of
// typical data tells. `loss` is null for callers' functions. Without units the range of the labels is yet to be
// released. `shortens`: rows may be shortened, which is not counted.
void write_typical_risk(const Figures &figures, const model::LossSpec *loss, bool has_units, bool shortens, Text &text);
// The bound for any data, or that it tells nothing; and on the population where there is one. `after_median`: models
// are near where steps of the median end, which depends on the data.
void write_worst_case(const Method &method, const Figures &figures, bool after_median, Text &text);
// "bound 0.3", or "no bound of use": no line.
void write_bound(const Figures &figures, Text &text);

}  // namespace dpcvx::solve

#endif
