// Estimates through the C boundary.
#ifndef DPCVX_TESTS_ESTIMATE_MEAN_ESTIMATES_H_
#define DPCVX_TESTS_ESTIMATE_MEAN_ESTIMATES_H_

#include <cmath>

#include "support/handles.h"

namespace fixtures {

using EstimateHandle = Handle<dpcvx_estimate, dpcvx_estimate_destroy>;

struct Estimated {
  EstimateHandle it;
  dpcvx_status status = DPCVX_OK;
  dpcvx_error error{};
  std::vector<double> values, low, high, stddevs, bounds, range_low, range_high;
};

// Of a table with `columns` columns. Empty ranges are released.
struct MeanQuestion {
  const dpcvx_dataset *table;
  int64_t columns;
  std::vector<double> low, high;
  const dpcvx_options *options = nullptr;
};

inline Estimated mean_of(const MeanQuestion &question, dpcvx_budget *ledger, const dpcvx_curve *price,
                         const std::string &seed = "mean") {
  Estimated out;
  const RngHandle source = rng(seed);
  const bool declared = !question.low.empty();
  out.status = dpcvx_estimate_create_mean(
      ledger, source, price, question.table, declared ? question.low.data() : nullptr,
      declared ? question.high.data() : nullptr, question.columns, question.options, &out.it.it, &out.error);
  EXPECT_EQ(out.status == DPCVX_OK, out.it.it != nullptr);
  if (out.status != DPCVX_OK) return out;
  const int64_t d = question.columns;
  for (std::vector<double> *each :
       {&out.values, &out.low, &out.high, &out.stddevs, &out.bounds, &out.range_low, &out.range_high})
    each->resize(static_cast<size_t>(d));
  EXPECT_EQ(dpcvx_estimate_values(out.it, out.values.data(), d, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_estimate_intervals(out.it, out.low.data(), out.high.data(), d, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_estimate_stddevs(out.it, out.stddevs.data(), out.bounds.data(), d, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_estimate_ranges(out.it, out.range_low.data(), out.range_high.data(), d, nullptr), DPCVX_OK);
  return out;
}

// Of either type.
inline double estimate_figure(const dpcvx_estimate *estimate, int32_t figure) {
  double value = NAN;
  if (dpcvx_estimate_get_f64(estimate, figure, &value, nullptr) == DPCVX_OK) return value;
  int64_t count = -1;
  EXPECT_EQ(dpcvx_estimate_get_i64(estimate, figure, &count, nullptr), DPCVX_OK);
  return static_cast<double>(count);
}

inline OptionsHandle estimate_options() {
  OptionsHandle out;
  EXPECT_EQ(dpcvx_estimate_options_create(&out.it, nullptr), DPCVX_OK);
  return out;
}

// Rows of `columns` entries: hours and wages, say.
inline DatasetHandle table_of(const std::vector<double> &entries, int64_t columns,
                              const std::vector<int64_t> *ids = nullptr) {
  DatasetHandle plain, owned;
  const int64_t rows = static_cast<int64_t>(entries.size()) / columns;
  EXPECT_EQ(dpcvx_dataset_create_dense(entries.data(), rows, columns, columns, 1, nullptr, &plain.it, nullptr),
            DPCVX_OK);
  if (ids == nullptr) return plain;
  EXPECT_EQ(dpcvx_dataset_create_with_users(plain, ids->data(), rows, &owned.it, nullptr), DPCVX_OK);
  return owned;
}

}  // namespace fixtures

#endif
