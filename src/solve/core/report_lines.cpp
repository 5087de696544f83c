#include "solve/core/report_lines.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "model/domains/domain_words.h"

namespace dpcvx::solve {

ShownNumber norm_of_rows(const model::RowMap &rows) {
  ShownNumber shown;
  const ShownNumber p = model::show_order(rows.p);
  std::snprintf(shown.text, sizeof(shown.text), rows.matrix ? "a Schatten-%.20s" : "an l%.20s", p.text);
  return shown;
}

bool may_shorten(const model::RowMap &rows, bool scaled, bool centred) {
  if (!scaled || centred || rows.matrix) return true;
  const double columns = static_cast<double>(rows.columns), entry = rows.intercept ? rows.intercept_value : 0;
  const double longest =
      rows.p == INFINITY ? std::max(1.0, entry) : std::pow(columns + std::pow(entry, rows.p), 1 / rows.p);
  return rows.bound < longest * (1 - 1e-9);
}

void write_noise(const Figures &figures, const char *noised, bool multiplier, Text &text) {
  text.format("Noise: standard deviation %s a coordinate of %s", shown(figures.noise).text, noised);
  if (multiplier) text.format("; noise multiplier %s", shown(figures.noise_multiplier).text);
  text.add("\n");
}

void write_gradient_norm(const Figures &figures, const char *remark, Text &text) {
  text.format("Per-unit gradient norm: at most %s%s\n", shown(figures.clip).text, remark);
}

const char *calibration_name(int32_t calibration) {
  return calibration == DPCVX_NOISE_CALIBRATION_EXACT              ? "exact"
         : calibration == DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY ? "high_probability"
                                                                   : "reference";
}

const char *schedule_name(int32_t schedule) { return schedule == DPCVX_SCHEDULE_REFERENCE ? "reference" : "optimized"; }

void write_calibration(const Settings &settings, double reference_noise, Text &text) {
  text.format("Noise calibration: %s; schedule: %s\n",
              settings.noise_calibration == DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY
                  ? "high probability"
                  : calibration_name(settings.noise_calibration),
              schedule_name(settings.schedule));
  if (reference_noise < INFINITY)
    text.format("Noise of the paper's theorem: standard deviation %s\n", shown(reference_noise).text);
}

}  // namespace dpcvx::solve
