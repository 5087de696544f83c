// Hypotheses through the C boundary, and the exact law of what is selected.
#ifndef DPCVX_TESTS_ESTIMATE_HYPOTHESIS_SELECTIONS_H_
#define DPCVX_TESTS_ESTIMATE_HYPOTHESIS_SELECTIONS_H_

#include <cmath>

#include "base/error.h"
#include "estimate/hypothesis/accuracy.h"
#include "estimate/hypothesis/contests.h"
#include "estimate/hypothesis/hypotheses_handle.h"
#include "support/handles.h"

namespace fixtures {

using HypothesesHandle = Handle<dpcvx_hypotheses, dpcvx_hypotheses_destroy>;

// Laws of symbols, one a row.
using Laws = std::vector<std::vector<double>>;

inline HypothesesHandle discrete(const Laws &laws, const dpcvx_options *options = nullptr) {
  std::vector<double> table;
  for (const std::vector<double> &law : laws) table.insert(table.end(), law.begin(), law.end());
  HypothesesHandle out;
  dpcvx_error error;
  EXPECT_EQ(dpcvx_hypotheses_create_discrete(table.data(), static_cast<int64_t>(laws.size()),
                                             static_cast<int64_t>(laws[0].size()), options, &out.it, &error),
            DPCVX_OK)
      << error.message;
  return out;
}

inline double total_variation(const std::vector<double> &one, const std::vector<double> &other) {
  double sum = 0;
  for (size_t x = 0; x < one.size(); ++x) sum += std::fabs(one[x] - other[x]);
  return sum / 2;
}

// The losses at these records, one column each, less the shift: in records.
inline std::vector<double> losses_at(const dpcvx_hypotheses *hypotheses, const std::vector<double> &records) {
  using namespace dpcvx::estimate;
  dpcvx::Error error(nullptr, "test");
  Contests contests;
  EXPECT_EQ(contests.prepare(hypotheses->hypotheses, error), DPCVX_OK);
  for (size_t first = 0; first < records.size(); first += kRecordsAtOnce) {
    const size_t count = std::min(records.size() - first, static_cast<size_t>(kRecordsAtOnce));
    std::copy_n(records.data() + first, count, contests.records());
    contests.add(static_cast<int64_t>(count));
  }
  const uint64_t *const losses = contests.find_losses();
  std::vector<double> out;
  for (int64_t h = 0; h < hypotheses->hypotheses.count(); ++h)
    out.push_back(static_cast<double>(static_cast<int64_t>(losses[h]) - kLossShift) / static_cast<double>(kShareOne));
  return out;
}

// The exact law of the choice among these losses: its weights are integers.
inline std::vector<long double> law_of_choice(const dpcvx::mechanism::Decay &decay, const std::vector<double> &losses) {
  double least = losses[0];
  for (const double loss : losses) least = std::fmin(least, loss);
  std::vector<long double> out;
  long double total = 0;
  for (const double loss : losses) {
    const double above_least = (loss - least) * static_cast<double>(dpcvx::estimate::kShareOne);
    const dpcvx::mechanism::Weight weight = dpcvx::mechanism::weight_of(decay, static_cast<uint64_t>(above_least));
    out.push_back(ldexpl(static_cast<long double>(weight.mantissa), weight.shift - 190));
    total += out.back();
  }
  for (long double &each : out) each /= total;
  return out;
}

// All tables of `rows` symbols below `symbols`.
inline std::vector<std::vector<double>> all_tables(int rows, int symbols) {
  std::vector<std::vector<double>> out = {{}};
  for (int row = 0; row < rows; ++row) {
    std::vector<std::vector<double>> longer;
    for (const std::vector<double> &table : out)
      for (int x = 0; x < symbols; ++x) {
        longer.push_back(table);
        longer.back().push_back(x);
      }
    out.swap(longer);
  }
  return out;
}

struct Selected {
  dpcvx_status status = DPCVX_OK;
  dpcvx_error error{};
  int64_t index = -2;
  int32_t outcome = 0;
};

inline Selected select(dpcvx_budget *ledger, dpcvx_rng *source, const dpcvx_curve *price, const dpcvx_dataset *table,
                       const dpcvx_hypotheses *hypotheses, const dpcvx_monitor *monitor = nullptr) {
  Selected out;
  out.status = dpcvx_release_hypothesis(ledger, source, price, table, hypotheses, monitor, &out.index, &out.outcome,
                                        nullptr, &out.error);
  return out;
}

inline CurveHandle pure(double epsilon) {
  CurveHandle out;
  EXPECT_EQ(dpcvx_curve_create_pure(epsilon, &out.it, nullptr), DPCVX_OK);
  return out;
}

// Of pure charges without end.
inline BudgetHandle purse(int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE, int32_t unit = DPCVX_UNIT_RECORD) {
  OptionsHandle options;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_create(1e9, 0, adjacency, unit, options, &out.it, nullptr), DPCVX_OK);
  return out;
}

inline DatasetHandle records_of(const std::vector<double> &entries, int64_t columns = 1) {
  DatasetHandle out;
  const int64_t rows = static_cast<int64_t>(entries.size()) / columns;
  EXPECT_EQ(dpcvx_dataset_create_dense(entries.data(), rows, columns, columns, 1, nullptr, &out.it, nullptr), DPCVX_OK);
  return out;
}

}  // namespace fixtures

#endif
