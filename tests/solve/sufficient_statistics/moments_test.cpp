// Sums of second moments: against sums in long double, within the stated bound on rounding; the same bits on any number
// of threads, for sparse tables and for dense ones.
#include "solve/sufficient_statistics/moments.h"

#include "model/objective_handle.h"
#include "solve/sufficient_statistics/tables.h"
#include "solve/sufficient_statistics/sensitivity.h"

namespace {

using namespace fixtures;
using dpcvx::solve::MomentSum;
using dpcvx::solve::StatisticsBounds;

constexpr double kLabelWeight = 0.7;

struct Memory {
  explicit Memory(size_t size) : block(size + 8) {}
  double *aligned() {
    const uintptr_t at = reinterpret_cast<uintptr_t>(block.data());
    return reinterpret_cast<double *>((at + 63) / 64 * 64);
  }
  std::vector<double> block;
};

// The lower triangle and the labels' row.
std::vector<double> sums_of(const dpcvx::model::LinearModel &linear, int32_t threads,
                            double max_work = MomentSum::kMaxWork) {
  const int64_t d = linear.dimension();
  const MomentSum sum(d, max_work);
  Memory memory(sum.work_size());
  dpcvx::ProgressMonitor nobody;
  EXPECT_TRUE(sum.run(linear, kLabelWeight, threads, nobody, memory.aligned()));
  std::vector<double> out;
  for (int64_t i = 0; i <= d; ++i)
    for (int64_t j = 0; j <= i && j < d; ++j) out.push_back(memory.aligned()[i * sum.stride() + j]);
  return out;
}

std::vector<long double> exact_sums(const dpcvx::model::LinearModel &linear) {
  const int64_t d = linear.dimension();
  std::vector<long double> out;
  std::vector<double> row(static_cast<size_t>(d));
  for (int64_t i = 0; i <= d; ++i)
    for (int64_t j = 0; j <= i && j < d; ++j) out.push_back(0);
  for (int64_t r = 0; r < linear.records(); ++r) {
    std::fill(row.begin(), row.end(), 0.0);
    const double one = 1;
    linear.add_row(r, &one, row.data());
    const double label = kLabelWeight * linear.label(r), share = linear.share(r);
    size_t at = 0;
    for (int64_t i = 0; i <= d; ++i)
      for (int64_t j = 0; j <= i && j < d; ++j) {
        const long double left = i < d ? row[static_cast<size_t>(i)] : label;
        out[at++] += left * row[static_cast<size_t>(j)] * share;
      }
  }
  return out;
}

void expect_sums(const dpcvx_objective *objective, double max_records) {
  const dpcvx::model::Objective &it = *objective->objective;
  const std::vector<double> sums = sums_of(*it.linear(), 1);
  const std::vector<long double> exact = exact_sums(*it.linear());
  ASSERT_EQ(sums.size(), exact.size());
  double error = 0, whole = 0;
  for (size_t i = 0; i < sums.size(); ++i) {
    const double off = static_cast<double>(sums[i] - exact[i]);
    error += off * off;
    whole += sums[i] * sums[i];
  }
  const StatisticsBounds bounds{it.row_map().l2_bound(), kLabelWeight * it.loss().label_bound,
                                it.settings().weight_bound};
  const double bound = statistics_error(bounds, static_cast<double>(it.units_there()), max_records);
  EXPECT_GT(whole, 0);
  EXPECT_LE(std::sqrt(error), bound);
  EXPECT_LT(bound, 1e-6 * statistics_norm(bounds));
  for (int32_t threads : {2, 5}) EXPECT_EQ(sums, sums_of(*it.linear(), threads));
  // Where the watch is asked between tiles, or groups.
  for (const double max_work : {0.0, 0x1p15, 0x1p20}) EXPECT_EQ(sums, sums_of(*it.linear(), 2, max_work));
}

TEST(Moments, AreThoseOfTheRows) {
  for (const int64_t d : {1, 3, 8, 17})
    for (const int64_t rows : {1, 63, 5000}) expect_sums(least_squares(regression(rows, d, 2)), 1);
}

TEST(Moments, OfUsersAndWeights) {
  Choice choice;
  choice.records_a_user = 7;
  choice.weights = true;
  expect_sums(least_squares(regression(700, 4, 3), choice), 7);
  choice.records_a_user = 0;
  expect_sums(least_squares(regression(700, 4, 3), choice), 1);
}

// The callback cancels at its second call: a clock that runs half a second a look makes each look a call.
TEST(Moments, AreCancelledBetweenTiles) {
  const ObjectiveHandle it = least_squares(regression(5000, 4, 3));
  const auto stop_at_two = [](const dpcvx_progress *, void *calls) -> int32_t {
    return ++*static_cast<int *>(calls) == 2;
  };
  int calls = 0;
  dpcvx_monitor *monitor = nullptr;
  ASSERT_EQ(dpcvx_monitor_create(stop_at_two, &calls, &monitor, nullptr), DPCVX_OK);
  dpcvx::ProgressMonitor watch(monitor);
  static int64_t time;
  watch.set_clock([] { return time += dpcvx::ProgressMonitor::kMaxSilence; });
  watch.begin(1);
  const MomentSum sum(4, 0);
  Memory memory(sum.work_size());
  EXPECT_FALSE(sum.run(*it.it->objective->linear(), kLabelWeight, 1, watch, memory.aligned()));
  EXPECT_EQ(calls, 2);
  dpcvx_monitor_destroy(monitor);
}

TEST(Moments, OfSparseRowsAreThoseOfDenseOnes) {
  Choice choice;
  const Rows rows = regression(300, 6, 4);
  const ObjectiveHandle dense = least_squares(rows, choice);
  choice.sparse = true;
  const ObjectiveHandle sparse = least_squares(rows, choice);
  EXPECT_EQ(sums_of(*dense.it->objective->linear(), 1), sums_of(*sparse.it->objective->linear(), 3));
}

}  // namespace
