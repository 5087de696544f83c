// Evaluations through the C boundary, and the scores that they are to be near.
#ifndef DPCVX_TESTS_SOLVE_EVALUATION_SCORES_H_
#define DPCVX_TESTS_SOLVE_EVALUATION_SCORES_H_

#include <cmath>

#include "solve/fit/saved.h"

namespace fixtures {

using EvaluationHandle = Handle<dpcvx_evaluation, dpcvx_evaluation_destroy>;

inline OptionsHandle evaluation_options() {
  OptionsHandle out;
  EXPECT_EQ(dpcvx_evaluation_options_create(&out.it, nullptr), DPCVX_OK);
  return out;
}

struct Evaluated {
  EvaluationHandle it;
  dpcvx_status status = DPCVX_OK;
  dpcvx_error error{};
};

struct Question {
  const dpcvx_fit *fit;
  const dpcvx_dataset *table;
  int32_t score = DPCVX_SCORE_AUTOMATIC;
  const dpcvx_options *options = nullptr;
};

inline Evaluated evaluated(const Question &question, dpcvx_budget *ledger, const dpcvx_curve *price,
                           const std::string &seed = "score") {
  Evaluated out;
  const RngHandle source = rng(seed);
  out.status = dpcvx_evaluation_create(ledger, source, price, question.fit, question.table, question.score,
                                       question.options, &out.it.it, &out.error);
  EXPECT_EQ(out.status == DPCVX_OK, out.it.it != nullptr);
  return out;
}

// Of either type.
inline double score_figure(const dpcvx_evaluation *evaluation, int32_t figure) {
  double value = NAN;
  if (dpcvx_evaluation_get_f64(evaluation, figure, &value, nullptr) == DPCVX_OK) return value;
  int64_t count = -1;
  dpcvx_error error;
  EXPECT_EQ(dpcvx_evaluation_get_i64(evaluation, figure, &count, &error), DPCVX_OK) << error.message;
  return static_cast<double>(count);
}

inline CurveHandle pure(double epsilon) {
  CurveHandle out;
  EXPECT_EQ(dpcvx_curve_create_pure(epsilon, &out.it, nullptr), DPCVX_OK);
  return out;
}

// The parameters of a reference score, and the table that it is of.
struct Reference {
  int32_t score;
  double clip = 1, centre = 0, bound = INFINITY, quantile = 0.5;
  const std::vector<double> *labels;
  std::vector<std::vector<size_t>> units;  // the rows of each
};

// By the definitions of dpcvx/evaluation.h, from what the fit says of each row.
inline double reference_score(const Reference &it, const dpcvx_fit *fit, const dpcvx_dataset *table) {
  const int64_t rows = static_cast<int64_t>(it.labels->size());
  const int64_t outputs = static_cast<int64_t>(fit_figure(fit, DPCVX_FIT_FIGURE_OUTPUTS)),
                classes = outputs > 1 ? outputs : 2;
  std::vector<double> predicted(static_cast<size_t>(rows)), p(static_cast<size_t>(rows * classes));
  EXPECT_EQ(dpcvx_fit_predict(fit, table, predicted.data(), rows, nullptr), DPCVX_OK);
  if (it.score == DPCVX_SCORE_LOG_LOSS) {
    EXPECT_EQ(dpcvx_fit_probabilities(fit, table, p.data(), rows * classes, nullptr), DPCVX_OK);
  }
  double error = 0, square = 0, label = 0;
  for (const std::vector<size_t> &unit : it.units) {
    const double share = 1 / static_cast<double>(unit.size());
    for (size_t row : unit) {
      const double y = (*it.labels)[row];
      const double clipped = std::fmax(it.centre - it.bound, std::fmin(y, it.centre + it.bound));
      const double away = clipped - predicted[row];
      switch (it.score) {
        case DPCVX_SCORE_ACCURACY:
          error += share * (predicted[row] == y ? 1 : 0);
          break;
        case DPCVX_SCORE_LOG_LOSS: {
          const size_t place = outputs > 1 ? static_cast<size_t>(y) : y > 0 ? 1 : 0;
          error += share * std::fmin(-std::log(p[row * static_cast<size_t>(classes) + place]), it.clip);
          break;
        }
        case DPCVX_SCORE_PINBALL_LOSS:
          error += share * std::fmin(away > 0 ? it.quantile * away : (it.quantile - 1) * away, it.clip);
          break;
        case DPCVX_SCORE_ABSOLUTE_LOSS:
          error += share * std::fmin(std::fabs(away), it.clip);
          break;
        default:
          error += share * std::fmin(away * away, it.bound * it.bound);
          square += share * (clipped - it.centre) * (clipped - it.centre);
          label += share * (clipped - it.centre);
      }
    }
  }
  const double count = static_cast<double>(it.units.size());
  return it.score == DPCVX_SCORE_R2 ? 1 - error / (square - label * label / count) : error / count;
}

}  // namespace fixtures

#endif
