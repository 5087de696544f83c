#include "solve/core/report_lines.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"

namespace dpcvx::solve {

ShownNumber norm_of_rows(const model::RowMap &rows) {
  ShownNumber shown;
  const ShownNumber p = show_short(rows.p, 6);
  std::snprintf(shown.text, sizeof(shown.text), rows.matrix ? "a Schatten-%.16s" : "an l%.16s", p.text);
  return shown;
}

bool may_shorten(const model::RowMap &rows, bool scaled, bool centred) {
  if (!scaled || centred || rows.matrix) return true;
  const double columns = static_cast<double>(rows.columns), entry = rows.intercept ? rows.intercept_value : 0;
  const double longest =
      rows.p == INFINITY ? std::max(1.0, entry) : std::pow(columns + std::pow(entry, rows.p), 1 / rows.p);
  return rows.bound < longest * (1 - 1e-9);
}

DomainWords describe(const model::Domain &domain) {
  using model::Domain;
  DomainWords words;
  const auto say = [&](const char *format, auto... parts) {
    std::snprintf(words.text, sizeof(words.text), format, parts...);
  };
  double centre = 0, least = INFINITY, greatest = 0;
  for (int64_t j = 0; j < domain.dimension(); ++j) {
    if (domain.kind() == Domain::kBall) centre = std::hypot(centre, domain.centre(j));
    if (domain.kind() != Domain::kBox) continue;
    least = std::min(least, domain.high(j) - domain.low(j));
    greatest = std::max(greatest, domain.high(j) - domain.low(j));
  }
  const ShownNumber size = shown(domain.size()), p = show_short(domain.p(), 6);
  if (domain.kind() == Domain::kBall)
    say("ball of radius %s about %s%s, l%s norm", size.text, centre > 0 ? "a point of l2 norm " : "0",
        centre > 0 ? shown(centre).text : "", p.text);
  else if (domain.kind() == Domain::kBox)
    say("box with sides of %s to %s", shown(least).text, shown(greatest).text);
  else if (domain.kind() == Domain::kSimplex)
    say("simplex of total %s", size.text);
  else if (domain.kind() == Domain::kSchatten)
    say("ball of radius %s about 0, Schatten-%s norm of %s x %s matrices", size.text, p.text, show(domain.rows()).text,
        show(domain.columns()).text);
  else
    say("%s", "all of R^d");
  return words;
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
