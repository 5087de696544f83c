// The row bound that an objective has by default.
#include <cmath>

#include "model/objective_handle.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

double default_row_bound(const dpcvx_dataset *table, int32_t loss, double intercept, double norm) {
  OptionsHandle options;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE, intercept, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_NORM, norm, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_create(table, loss, nullptr, options, &out.it, &err), DPCVX_OK) << err.message;
  return out.it == nullptr ? 0 : out.it->objective->settings().row_bound;
}

// An objective chooses the norm of a row of ones in a regression whose columns are scaled, and 1 elsewhere.
TEST(RowBound, OfARegressionClipsNoScaledRow) {
  const DatasetHandle raw = raw_rows(Kind()), ready = scaled(raw);
  for (const double v : {0.5, 1.0, 3.0, 1e30})
    for (const double p : {1.0, 1.5, 2.0, 7.0, static_cast<double>(INFINITY)}) {
      const double most = std::fmax(1, v);
      const double norm =
          p < INFINITY ? most * std::pow(kKindColumns * std::pow(1 / most, p) + std::pow(v / most, p), 1 / p) : most;
      const double chosen = default_row_bound(ready, DPCVX_LOSS_SQUARED, v, p);
      if (norm < 1e29) {
        EXPECT_GT(chosen, norm);
      }
      EXPECT_NEAR(chosen / std::fmin(1e30, norm), 1, 1e-8);
      EXPECT_EQ(default_row_bound(raw, DPCVX_LOSS_SQUARED, v, p), 1);
      EXPECT_EQ(default_row_bound(ready, DPCVX_LOSS_LOGISTIC, v, p), 1);
    }
}

}  // namespace
