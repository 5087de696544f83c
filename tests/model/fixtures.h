// Tables and objectives for the tests of models, minimisers and solvers.
#ifndef DPCVX_TESTS_MODEL_FIXTURES_H_
#define DPCVX_TESTS_MODEL_FIXTURES_H_

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>
#include <vector>

#include "base/error.h"
#include "base/machine/crew.h"
#include "data/dataset.h"
#include "model/objective.h"

namespace fixtures {

struct Rows {
  std::vector<double> features, labels;
  int64_t columns = 0;

  int64_t count() const { return static_cast<int64_t>(labels.size()); }
  void add(const std::vector<double> &row, double label) {
    columns = static_cast<int64_t>(row.size());
    features.insert(features.end(), row.begin(), row.end());
    labels.push_back(label);
  }
};

// Gaussian rows whose labels lean on the first column.
inline Rows random_rows(int64_t count, int64_t columns, uint64_t seed, double scale = 1) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<double> row(static_cast<size_t>(columns));
    for (double &x : row) x = scale * normal(bits);
    rows.add(row, row[0] + scale * normal(bits) > 0 ? 1 : -1);
  }
  return rows;
}

inline dpcvx::data::SharedDataset table(const Rows &rows) {
  dpcvx::Error error(nullptr, "table");
  dpcvx::data::SharedDataset out;
  const dpcvx::data::DenseView<double> view{rows.features.data(), rows.count(), rows.columns, rows.columns, 1};
  EXPECT_EQ(dpcvx::data::copy_dense(view, rows.labels.data(), &out, error), DPCVX_OK);
  return out;
}

// An objective with its working memory.
struct Model {
  dpcvx::model::Objective objective;
  dpcvx::Buffer<double> memory;
  std::optional<dpcvx::Crew> crew;

  explicit Model(const Rows &rows, const dpcvx::model::ObjectiveSettings &settings = {}) {
    dpcvx::Error error(nullptr, "model");
    EXPECT_EQ(objective.create(table(rows), settings, error), DPCVX_OK);
    EXPECT_TRUE(memory.allocate(objective.work_size_with_hessian()));
  }

  // Of the next sums: helpers join in however short a pass is.
  void use_threads(int32_t threads) { crew.emplace(threads, 0); }
  dpcvx::model::SumWork work() { return {crew ? &*crew : nullptr, memory.data()}; }

  std::vector<double> gradient_sum(const std::vector<double> &w, const dpcvx::model::Units &units = {},
                                   const dpcvx::model::Clip &clip = {}) {
    std::vector<double> sum(static_cast<size_t>(objective.dimension()));
    objective.gradient_sum(w.data(), units, clip, work(), sum.data());
    return sum;
  }

  // The rounding error that a sum over all units may have.
  double sum_error(const dpcvx::model::Clip &clip = {}) {
    return objective.gradient_sum_error(static_cast<double>(objective.max_units()), clip);
  }

  double value(const std::vector<double> &w) { return objective.value(w.data(), work(), nullptr); }
  std::vector<double> gradient(const std::vector<double> &w) {
    std::vector<double> out(static_cast<size_t>(objective.dimension()));
    objective.value(w.data(), work(), out.data());
    return out;
  }
};

inline double norm(const std::vector<double> &v) {
  long double squares = 0;
  for (double x : v) squares += static_cast<long double>(x) * x;
  return static_cast<double>(std::sqrt(squares));
}

inline double distance(std::vector<double> a, const std::vector<double> &b) {
  for (size_t j = 0; j < a.size(); ++j) a[j] -= b[j];
  return norm(a);
}

inline std::vector<double> random_point(int64_t d, uint64_t seed, double scale = 1) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  std::vector<double> w(static_cast<size_t>(d));
  for (double &x : w) x = scale * normal(bits);
  return w;
}

}  // namespace fixtures

#endif
