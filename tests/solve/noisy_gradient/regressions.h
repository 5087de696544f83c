// Objectives of regressions on R^d, and with the penalties, domains and units that rules of steps leave out.
#ifndef DPCVX_TESTS_SOLVE_NOISY_GRADIENT_REGRESSIONS_H_
#define DPCVX_TESTS_SOLVE_NOISY_GRADIENT_REGRESSIONS_H_

#include <cmath>
#include <utility>
#include <vector>

#include "support/handles.h"

namespace fixtures {

struct Given {
  int32_t loss = DPCVX_LOSS_SQUARED;
  double l1 = 0, l2 = 0, radius = 0;
  int64_t nominal = 0;
  bool users = false;     // of two records each
  double quantile = 0.5;  // of the pinball loss
};

inline ObjectiveHandle objective_of(const Rows &rows, const Given &given = {}) {
  OptionsHandle options;
  ObjectiveHandle out;
  DomainHandle domain;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, std::sqrt(static_cast<double>(rows.columns) + 1),
                        nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L1, given.l1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, given.l2, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, given.nominal, nullptr);
  if (given.loss == DPCVX_LOSS_PINBALL)
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_QUANTILE, given.quantile, nullptr);
  DatasetHandle table = dataset(rows);
  if (given.users) {
    std::vector<int64_t> ids(static_cast<size_t>(rows.count()));
    for (size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<int64_t>(i / 2);
    DatasetHandle grouped;
    EXPECT_EQ(dpcvx_dataset_create_with_users(table, ids.data(), rows.count(), &grouped.it, nullptr), DPCVX_OK);
    table = std::move(grouped);
  }
  if (given.radius > 0) {
    EXPECT_EQ(dpcvx_domain_create_ball(2, given.radius, nullptr, rows.columns + 1, &domain.it, &err), DPCVX_OK)
        << err.message;
  }
  EXPECT_EQ(dpcvx_objective_create(table, given.loss, domain, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

}  // namespace fixtures

#endif
