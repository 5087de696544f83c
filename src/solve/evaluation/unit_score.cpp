#include "solve/evaluation/unit_score.h"

#include <algorithm>
#include <cmath>

#include "solve/fit/predict.h"

namespace dpcvx::solve {

namespace {

// log(1 + e^x) without overflow.
double soft_plus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

// -log of the probability of a label, for models of probabilities.
double log_loss(const Fit &fit, const double *z, double label) {
  if (fit.outputs == 1) return soft_plus(label > 0 ? -z[0] : z[0]);
  const double top = *std::max_element(z, z + fit.outputs);
  double sum = 0;
  for (int64_t k = 0; k < fit.outputs; ++k) sum += std::exp(z[k] - top);
  return top + std::log(sum) - z[static_cast<int64_t>(label)];
}

// x in [0, 1]; what is not a number counts as 1.
double share(double x) { return x >= 0 ? std::fmin(x, 1) : x < 0 ? 0 : 1; }

double record_error(const Fit &fit, const ScoreRule &rule, const double *z, double label) {
  const double clipped =
      model::clamp(label, rule.label_centre - rule.label_bound, rule.label_centre + rule.label_bound);
  const double residual = clipped - predicted_label(fit, z);
  switch (rule.score) {
    case DPCVX_SCORE_ACCURACY:
      return predicted_label(fit, z) == label ? 0 : 1;
    case DPCVX_SCORE_LOG_LOSS:
      return share(log_loss(fit, z, label) / rule.loss_clip);
    case DPCVX_SCORE_PINBALL_LOSS:
      return share(std::fmax(rule.quantile * residual, (rule.quantile - 1) * residual) / rule.loss_clip);
    case DPCVX_SCORE_R2:
      return share(residual / rule.label_bound * (residual / rule.label_bound));
    default:
      return share(std::fabs(residual) / rule.loss_clip);
  }
}

// The nearest number of steps, within [low, high].
int64_t place(double x, int64_t steps, int64_t low, int64_t high) {
  const double at = std::floor(x * static_cast<double>(steps) + 0.5);
  if (!(at > static_cast<double>(low))) return low;
  return at < static_cast<double>(high) ? static_cast<int64_t>(at) : high;
}

}  // namespace

void add_record(const Fit &fit, const ScoreRule &rule, const double *z, double label, UnitMeans *sum) {
  sum->error += record_error(fit, rule, z, label);
  if (rule.score != DPCVX_SCORE_R2) return;
  const double size = model::clamp((label - rule.label_centre) / rule.label_bound, -1, 1);
  sum->square += size * size;
  sum->label += size;
}

ScoreUnits score_units(bool weighted, int32_t adjacency) {
  if (adjacency != DPCVX_ADJACENCY_REPLACE_ONE) return ScoreUnits::kPrivate;
  return weighted ? ScoreUnits::kAtMost : ScoreUnits::kAll;
}

ScoreSensitivity score_sensitivity(int32_t score, ScoreUnits units) {
  const bool known = units == ScoreUnits::kAll;
  if (score != DPCVX_SCORE_R2) return {known ? 1 : 2, 1, 1};
  if (units == ScoreUnits::kPrivate) return {4, 1, 2};
  // sqrt(1 + d^2 ((2 - d)^2 + 1/4)) with d = (3 - sqrt(1/2)) / 2 is 1.512002544...
  return {known ? 3 : 4, 1.5120026, 41.0 / 16};
}

void place_unit(int32_t score, ScoreUnits units, const UnitMeans &means, int64_t steps, int64_t *out) {
  const bool known = units == ScoreUnits::kAll;
  const int64_t error = place(means.error, steps, 0, steps);
  if (score != DPCVX_SCORE_R2) {
    out[0] = units == ScoreUnits::kAtMost ? error - steps / 2 : error;
    if (units == ScoreUnits::kAtMost) out[1] = steps / 2;
    if (units == ScoreUnits::kPrivate) out[1] = steps - error;
    return;
  }
  // Half the label, and a square that is no less than the square of the mean.
  const int64_t half = place(means.label / 2, steps, -steps / 2, steps / 2);
  const int64_t least = (4 * half * half + steps - 1) / steps;
  const int64_t square = std::max(place(means.square, steps, 0, steps), least);
  const int64_t middle = known ? 0 : steps / 2;
  out[0] = error - middle;
  out[1] = square - middle;
  out[2] = half;
  if (!known) out[3] = steps / 2;
}

void sum_units(const Fit &fit, const ScoreRule &rule, ScoreUnits units, const data::Dataset &table, double *decisions,
               int64_t *sums) {
  const int count = score_sensitivity(rule.score, units).count;
  std::fill(sums, sums + count, int64_t{0});
  decision_values(fit, table, {nullptr, 0, table.rows()}, decisions);
  for (int64_t u = 0; u < table.units(); ++u) {
    const data::RowPick rows = table.rows_of_unit(u);
    UnitMeans means;
    double records = 0;
    for (int64_t k = 0; k < rows.count; ++k) {
      if (table.is_null(rows[k])) continue;
      add_record(fit, rule, decisions + rows[k] * fit.outputs, table.label(rows[k]), &means);
      ++records;
    }
    if (!(records > 0)) continue;
    int64_t entries[kMaxScoreSums];
    place_unit(rule.score, units, {means.error / records, means.square / records, means.label / records}, kScoreSteps,
               entries);
    for (int i = 0; i < count; ++i) sums[i] += entries[i];
  }
}

}  // namespace dpcvx::solve
