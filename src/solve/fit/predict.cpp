#include "solve/fit/predict.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "base/error.h"
#include "model/losses/traits.h"

namespace dpcvx::solve {

namespace {

// The label that a decision value stands for.
double label_of(const model::LossSpec &loss, double z) {
  switch (model::traits_of(loss).task) {
    case model::LossTask::kNumbers:
      return z;
    case model::LossTask::kCounts:
      return std::fmin(std::exp(z), loss.label_bound);
    case model::LossTask::kSigns:
    case model::LossTask::kClasses:
      break;
  }
  return z > 0 ? 1 : -1;
}

double logistic(double z) { return z >= 0 ? 1 / (1 + std::exp(-z)) : std::exp(z) / (1 + std::exp(z)); }

// Exponentials of z over their sum, in place. Infinite decision values count as the largest doubles.
void soft_max(double *z, int64_t count) {
  for (int64_t k = 0; k < count; ++k) z[k] = std::clamp(z[k], -DBL_MAX, DBL_MAX);
  const double top = *std::max_element(z, z + count);
  double sum = 0;
  for (int64_t k = 0; k < count; ++k) sum += z[k] = std::exp(z[k] - top);
  for (int64_t k = 0; k < count; ++k) z[k] /= sum;
}

}  // namespace

dpcvx_status check_linear(const Fit &fit, Error &error) {
  if (fit.linear) return DPCVX_OK;
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "argument 'fit' = coefficients of a caller's function of units; accepted: a model of rows");
}

dpcvx_status check_rows(const Fit &fit, const data::Dataset &table, Error &error) {
  DPCVX_TRY(check_linear(fit, error));
  DPCVX_TRY(fit.check_coefficients(error));
  return model::check_columns(fit.rows, table, error);
}

dpcvx_status check_probabilities(const Fit &fit, Error &error) {
  if (model::traits_of(fit.loss).probabilities) return DPCVX_OK;
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "argument 'fit' = a model of %s loss, which speaks of no probabilities; accepted: one of logistic "
                    "or multinomial loss",
                    loss_name(fit.loss));
}

int64_t classes(const Fit &fit) { return std::max(fit.outputs, int64_t{2}); }

void decision_values(const Fit &fit, const data::Dataset &table, const data::RowPick &pick, double *out) {
  model::decision_values(fit.rows, table, pick, fit.coefficients.data(), fit.outputs, out);
  const double shift = fit.label_middle + fit.label_centre;
  if (shift == 0) return;
  for (int64_t i = 0; i < pick.count * fit.outputs; ++i) out[i] += shift;
}

void decision_values(const Fit &fit, const data::Dataset &table, double *out) {
  decision_values(fit, table, table.places_as_given(), out);
}

void probabilities(const Fit &fit, const data::Dataset &table, double *out) {
  const int64_t rows = table.rows();
  decision_values(fit, table, out);
  if (fit.outputs > 1) {
    for (int64_t i = 0; i < rows; ++i) soft_max(out + i * fit.outputs, fit.outputs);
    return;
  }
  for (int64_t i = rows; i-- > 0;) {  // one entry becomes two, the last first
    const double z = out[i];
    out[2 * i] = logistic(-z);
    out[2 * i + 1] = logistic(z);
  }
}

double predicted_label(const Fit &fit, const double *z) {
  if (fit.outputs > 1) return static_cast<double>(std::max_element(z, z + fit.outputs) - z);
  return label_of(fit.loss, z[0]);
}

void predict(const Fit &fit, const data::Dataset &table, double *work, double *out) {
  const int64_t rows = table.rows(), outputs = fit.outputs;
  decision_values(fit, table, work);
  for (int64_t i = 0; i < rows; ++i) out[i] = predicted_label(fit, work + i * outputs);
}

}  // namespace dpcvx::solve
