// A selection among fits of one table, for tests to change before it is made.
#ifndef DPCVX_TESTS_SOLVE_SELECTION_CONTEST_H_
#define DPCVX_TESTS_SOLVE_SELECTION_CONTEST_H_

#include "solve/selection/selection.h"

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "data/dataset_handle.h"
#include "random/rng_handle.h"
#include "support/evidence.h"
#include "support/handles.h"

namespace selection_tests {

using namespace fixtures;
using dpcvx::solve::price_of_run;
using dpcvx::solve::RunPrice;
using dpcvx::solve::Selection;
using dpcvx::solve::SelectionSettings;
using dpcvx::solve::TableFitSettings;

constexpr double kEpsilon = 4, kDelta = 1e-6, kLows[3] = {-3, -3, -3}, kHighs[3] = {3, 3, 3};

// 1,500 rows whose first two columns tell the label, most of them -1, of this many users where it is not 0.
inline DatasetHandle separable(int64_t users = 0) {
  Rows rows = random_rows(1500, 3, 1);
  for (size_t i = 0; i < rows.labels.size(); ++i)
    rows.labels[i] = rows.features[3 * i] - rows.features[3 * i + 1] > 0.5 ? 1 : -1;
  DatasetHandle plain = dataset(rows);
  if (users == 0) return plain;
  std::vector<int64_t> ids(1500);
  for (size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<int64_t>(i) % users;
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_with_users(plain, ids.data(), 1500, &out.it, nullptr), DPCVX_OK);
  return out;
}

inline TableFitSettings with_clip(double clip) {
  TableFitSettings settings;
  settings.objective.loss.kind = DPCVX_LOSS_LOGISTIC;
  settings.objective.loss.label_bound = INFINITY;
  settings.objective.row_bound = 0;
  settings.method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
  settings.clipping_norm = clip;
  return settings;
}

struct Contest {
  DatasetHandle table = separable();
  std::vector<TableFitSettings> candidates;
  SelectionSettings settings;
  bool ranges = true;
  const dpcvx_monitor *monitor = nullptr;
  RngHandle source = rng("selection");
  dpcvx_error record{};

  explicit Contest(const std::vector<double> &clips) {
    settings.epsilon = kEpsilon;
    settings.delta = kDelta;
    for (double clip : clips) candidates.push_back(with_clip(clip));
  }
  RunPrice price() {
    dpcvx::Error error(&record, "price");
    RunPrice out;
    EXPECT_EQ(price_of_run(candidates.size(), settings, &out, error), DPCVX_OK) << record.message;
    return out;
  }
  dpcvx_status select(Selection *out) { return select(price(), out); }
  dpcvx_status select(const RunPrice &run, Selection *out) {
    dpcvx::Error error(&record, "select");
    dpcvx::ProgressMonitor watch(monitor);
    const dpcvx::solve::DeclaredRanges declared = {ranges ? kLows : nullptr, ranges ? kHighs : nullptr};
    return select_table_fit(table.it->data, declared, candidates.data(), candidates.size(), settings, run, nullptr,
                            source.it->rng, watch, out, error);
  }
};

inline std::string told(const Selection &selection) {
  dpcvx::Text text;
  selection.fit.guarantee.write_text(text);
  return text.c_str();
}
inline void expect_told(const Selection &selection, const char *part) {
  EXPECT_NE(told(selection).find(part), std::string::npos) << part << "\n" << told(selection);
}
inline double constant(const Selection &selection, const char *name) {
  const auto *const found = selection.fit.guarantee.constant(name);
  return found == nullptr ? NAN : found->value;
}

}  // namespace selection_tests

#endif
