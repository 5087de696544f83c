// What callbacks of progress tell. They come at fixed numbers of steps, and again where the machine or a step is slow.
#ifndef DPCVX_TESTS_SUPPORT_PROGRESS_H_
#define DPCVX_TESTS_SUPPORT_PROGRESS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/monitor_handle.h"
#include "base/progress_monitor.h"

namespace fixtures {

// What is told where time stands still, by work of `total` steps that asks at these numbers of them.
inline std::vector<int64_t> scheduled(int64_t total, const std::vector<int64_t> &asked) {
  std::vector<int64_t> told;
  dpcvx_monitor noting;
  noting.user = &told;
  noting.progress = [](const dpcvx_progress *at, void *list) -> int32_t {
    static_cast<std::vector<int64_t> *>(list)->push_back(at->done);
    return 0;
  };
  dpcvx::ProgressMonitor watch(&noting);
  watch.set_clock([]() -> int64_t { return 0; });
  watch.begin(total);
  for (const int64_t done : asked) EXPECT_TRUE(watch.should_continue(done));
  return told;
}

inline std::vector<int64_t> every_step(int64_t total) {
  std::vector<int64_t> out;
  for (int64_t done = 0; done <= total; ++done) out.push_back(done);
  return out;
}

// The scheduled numbers were told, in their order. Other calls broke a silence: they told where the work was by then.
inline void expect_public(const std::vector<int64_t> &told, int64_t total, const std::vector<int64_t> &asked) {
  const std::vector<int64_t> due = scheduled(total, asked);
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.front(), due.front());
  EXPECT_EQ(told.back(), due.back());
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end())) << testing::PrintToString(told);
  EXPECT_TRUE(std::includes(told.begin(), told.end(), due.begin(), due.end())) << testing::PrintToString(told);
  for (const int64_t done : told)
    EXPECT_TRUE(std::binary_search(asked.begin(), asked.end(), done)) << done << " of " << total;
}

}  // namespace fixtures

#endif
