// Tables of synthetic regressions, and objectives of least squares on them.
#ifndef DPCVX_TESTS_SOLVE_SUFFICIENT_STATISTICS_TABLES_H_
#define DPCVX_TESTS_SOLVE_SUFFICIENT_STATISTICS_TABLES_H_

#include <algorithm>
#include <cmath>
#include <random>

#include "support/handles.h"

namespace fixtures {

// Rows with normal entries, scaled to a length of about .7 with few longer than 1; entry j times (j + 1)^-decay. A
// model with entries of one size explains `share` of the labels' variance; labels reach about 1.
inline Rows regression(int64_t count, int64_t columns, uint64_t seed, double decay = 0, double share = 0.6) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  std::vector<double> scale(static_cast<size_t>(columns));
  double moments = 0;
  for (size_t j = 0; j < scale.size(); ++j) {
    scale[j] = std::pow(static_cast<double>(j + 1), -decay);
    moments += scale[j] * scale[j];
  }
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<double> row(scale.size());
    double z = 0;
    for (size_t j = 0; j < row.size(); ++j) {
      row[j] = 0.7 * scale[j] / std::sqrt(moments) * normal(bits);
      z += (j % 2 == 0 ? 1 : -1) * row[j] / 0.7;
    }
    rows.add(row, std::sqrt(share) * z / 3 + std::sqrt(1 - share) * normal(bits) / 3);
  }
  return rows;
}

struct Choice {
  bool intercept = true, weights = false, sparse = false;
  double l2 = 0, label_bound = 1, row_bound = 1.2;
  int64_t nominal_units = 0, records_a_user = 0;
  const dpcvx_domain *domain = nullptr;
  int32_t loss = DPCVX_LOSS_SQUARED;
};

inline DatasetHandle table_of(const Rows &rows, const Choice &choice) {
  DatasetHandle out;
  if (!choice.sparse) {
    out = dataset(rows);
  } else {
    std::vector<int64_t> starts = {0}, columns;
    for (int64_t i = 0; i < rows.count(); ++i) {
      for (int64_t j = 0; j < rows.columns; ++j) columns.push_back(j);
      starts.push_back(static_cast<int64_t>(columns.size()));
    }
    EXPECT_EQ(dpcvx_dataset_create_csr(starts.data(), columns.data(), rows.features.data(), rows.count(), rows.columns,
                                       rows.labels.data(), &out.it, nullptr),
              DPCVX_OK);
  }
  if (choice.weights) {
    std::vector<double> weights(static_cast<size_t>(rows.count()));
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = 0.25 * static_cast<double>(i % 6);
    DatasetHandle weighted;
    EXPECT_EQ(dpcvx_dataset_create_with_weights(out, weights.data(), rows.count(), &weighted.it, nullptr), DPCVX_OK);
    std::swap(out.it, weighted.it);
  }
  if (choice.records_a_user == 0) return out;
  std::vector<int64_t> ids(static_cast<size_t>(rows.count()));
  for (size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<int64_t>(i) / choice.records_a_user;
  DatasetHandle grouped;
  EXPECT_EQ(dpcvx_dataset_create_with_users(out, ids.data(), rows.count(), &grouped.it, nullptr), DPCVX_OK);
  return grouped;
}

inline ObjectiveHandle least_squares(const Rows &rows, const Choice &choice = {}) {
  const DatasetHandle table = table_of(rows, choice);
  OptionsHandle options;
  ObjectiveHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, choice.intercept ? 1 : 0, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE, 0.5, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, choice.l2, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, choice.row_bound, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, choice.label_bound, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, choice.nominal_units, nullptr);
  EXPECT_EQ(dpcvx_objective_create(table, choice.loss, choice.domain, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

}  // namespace fixtures

#endif
