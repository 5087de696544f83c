// Lines that methods write alike in plans and reports.
#ifndef DPCVX_SOLVE_CORE_REPORT_LINES_H_
#define DPCVX_SOLVE_CORE_REPORT_LINES_H_

#include "base/text.h"
#include "model/row_map.h"
#include "solve/core/proposal.h"

namespace dpcvx::solve {

// Rounds a figure to four digits.
inline ShownNumber shown(double value) { return show_short(value, 4); }

// "an l2", or "a Schatten-2": the norm that rows are clipped in.
ShownNumber norm_of_rows(const model::RowMap &rows);

// Whether a row can be longer than the bound. Scaled columns lie in [-1, 1] each, until centres are taken off.
bool may_shorten(const model::RowMap &rows, bool scaled, bool centred);

// "Noise: standard deviation 0.1 a coordinate of <noised>"; with the multiplier in plans.
void write_noise(const Figures &figures, const char *noised, bool multiplier, Text &text);
// "Per-unit gradient norm: at most 1<remark>".
void write_gradient_norm(const Figures &figures, const char *remark, Text &text);
// How the noise was calibrated and the schedule chosen; the noise of the paper where it is finite.
void write_calibration(const Settings &settings, double reference_noise, Text &text);

// "exact", "high_probability" or "reference"; "optimized" or "reference".
const char *calibration_name(int32_t calibration);
const char *schedule_name(int32_t schedule);

}  // namespace dpcvx::solve

#endif
