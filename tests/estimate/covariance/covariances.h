// Covariances through the C boundary.
#ifndef DPCVX_TESTS_ESTIMATE_COVARIANCE_COVARIANCES_H_
#define DPCVX_TESTS_ESTIMATE_COVARIANCE_COVARIANCES_H_

#include <cmath>

#include "estimate/mean/estimates.h"

namespace fixtures {

using CovarianceHandle = Handle<dpcvx_covariance, dpcvx_covariance_destroy>;

struct Covered {
  CovarianceHandle it;
  dpcvx_status status = DPCVX_OK;
  dpcvx_error error{};
  std::vector<double> means, matrix, correlation, variances, components;
};

struct CovarianceQuestion {
  const dpcvx_dataset *table;
  int64_t columns;
  std::vector<double> low, high;
  const dpcvx_options *options = nullptr;
};

inline Covered covariance_of(const CovarianceQuestion &question, dpcvx_budget *ledger, const dpcvx_curve *price,
                             const std::string &seed = "covariance") {
  Covered out;
  const RngHandle source = rng(seed);
  const int64_t d = question.columns;
  out.status = dpcvx_covariance_create(ledger, source, price, question.table, question.low.data(), question.high.data(),
                                       d, question.options, &out.it.it, &out.error);
  EXPECT_EQ(out.status == DPCVX_OK, out.it.it != nullptr);
  if (out.status != DPCVX_OK) return out;
  for (std::vector<double> *each : {&out.means, &out.variances}) each->resize(static_cast<size_t>(d));
  for (std::vector<double> *each : {&out.matrix, &out.correlation, &out.components})
    each->resize(static_cast<size_t>(d * d));
  EXPECT_EQ(dpcvx_covariance_means(out.it, out.means.data(), d, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_covariance_matrix(out.it, out.matrix.data(), d * d, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_covariance_correlation(out.it, out.correlation.data(), d * d, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_covariance_component_variances(out.it, out.variances.data(), d, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_covariance_components(out.it, out.components.data(), d * d, nullptr), DPCVX_OK);
  return out;
}

// Of either type.
inline double covariance_figure(const dpcvx_covariance *covariance, int32_t figure) {
  double value = NAN;
  if (dpcvx_covariance_get_f64(covariance, figure, &value, nullptr) == DPCVX_OK) return value;
  int64_t count = -1;
  EXPECT_EQ(dpcvx_covariance_get_i64(covariance, figure, &count, nullptr), DPCVX_OK);
  return static_cast<double>(count);
}

inline OptionsHandle covariance_options() {
  OptionsHandle out;
  EXPECT_EQ(dpcvx_covariance_options_create(&out.it, nullptr), DPCVX_OK);
  return out;
}

inline void set(const OptionsHandle &options, int32_t key, int64_t value) {
  EXPECT_EQ(dpcvx_options_set_i64(options, key, value, nullptr), DPCVX_OK);
}
inline void set(const OptionsHandle &options, int32_t key, double value) {
  EXPECT_EQ(dpcvx_options_set_f64(options, key, value, nullptr), DPCVX_OK);
}

inline BudgetHandle ledger_of(int32_t filter, int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE,
                              int32_t unit = DPCVX_UNIT_RECORD, double epsilon = 1e9) {
  OptionsHandle options;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_create(epsilon, 1e-6, adjacency, unit, options, &out.it, nullptr), DPCVX_OK);
  return out;
}

inline CurveHandle curve_of(dpcvx_status (*create)(double, dpcvx_curve **, dpcvx_error *), double amount) {
  CurveHandle out;
  EXPECT_EQ(create(amount, &out.it, nullptr), DPCVX_OK);
  return out;
}

}  // namespace fixtures

#endif
