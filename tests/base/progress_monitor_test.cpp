#include "base/progress_monitor.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace {

using dpcvx::ProgressMonitor;

struct Seen {
  std::vector<int64_t> done;
  int64_t total = -1;
  int64_t cancel_at = INT64_MAX;
};

int32_t note(const dpcvx_progress *progress, void *user) {
  Seen &seen = *static_cast<Seen *>(user);
  int64_t done = -1, total = -1;
  EXPECT_EQ(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &done, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_TOTAL, &total, nullptr), DPCVX_OK);
  seen.done.push_back(done);
  seen.total = total;
  return done >= static_cast<double>(seen.cancel_at);
}

// A caller's monitor.
struct Monitor {
  dpcvx_monitor *it = nullptr;
  explicit Monitor(dpcvx_progress_callback progress = nullptr, void *user = nullptr) {
    EXPECT_EQ(dpcvx_monitor_create(progress, user, &it, nullptr), DPCVX_OK);
  }
  Monitor(const Monitor &) = delete;
  Monitor &operator=(const Monitor &) = delete;
  ~Monitor() { dpcvx_monitor_destroy(it); }
};

std::vector<int64_t> run(int64_t total, Seen &seen) {
  const Monitor monitor(note, &seen);
  ProgressMonitor watch(monitor.it);
  watch.set_clock([]() -> int64_t { return 0; });  // no silence is long
  watch.begin(total);
  for (int64_t t = 0; t <= total; ++t)
    if (!watch.should_continue(t)) break;
  return seen.done;
}

TEST(ProgressMonitor, CallsBackAtFixedStepsTheLastIncluded) {
  for (int64_t total : {0, 1, 7, 200, 201, 1000, 123457, 10000000}) {
    Seen seen, again;
    const std::vector<int64_t> done = run(total, seen);
    EXPECT_EQ(done, run(total, again));
    EXPECT_EQ(done.front(), 0);
    EXPECT_EQ(done.back(), total);
    EXPECT_EQ(seen.total, total);
    EXPECT_LE(done.size(), static_cast<size_t>(ProgressMonitor::kMaxCalls));
    if (total >= 200) {
      EXPECT_GE(done.size(), 100u);
    }
  }
}

// Where the total is a limit far beyond what will be done, whoever waits hears of it soon all the same.
TEST(ProgressMonitor, EarlyCallsDoNotWaitForAShareOfTheTotal) {
  Seen seen;
  seen.cancel_at = 1000;
  const std::vector<int64_t> done = run(1000000000, seen);
  EXPECT_LE(done.back(), 1250);
  for (size_t i = 1; i < done.size(); ++i) EXPECT_LE(done[i], done[i - 1] + std::max<int64_t>(1, done[i - 1] / 4));
}

TEST(ProgressMonitor, ACallbackCancelsForGood) {
  Seen seen;
  seen.cancel_at = 504;
  const Monitor monitor(note, &seen);
  ProgressMonitor watch(monitor.it);
  watch.begin(1000);
  int64_t t = 0;
  while (watch.should_continue(t)) ++t;
  EXPECT_EQ(t, 504);
  EXPECT_TRUE(watch.cancelled());
  EXPECT_FALSE(watch.should_continue(t + 1));
  EXPECT_EQ(seen.done.back(), 504);
}

// The child would go on with noise of its own.
TEST(ProgressMonitor, AChildOfACallbackIsCancelled) {
  pid_t child = -1;
  const Monitor forks(
      [](const dpcvx_progress *, void *user) -> int32_t {
        pid_t &forked = *static_cast<pid_t *>(user);
        if (forked < 0) forked = fork();
        return 0;
      },
      &child);
  ProgressMonitor watch(forks.it);
  watch.begin(10);
  const bool goes_on = watch.should_continue(0);
  if (child == 0) _exit(!goes_on && watch.cancelled() && watch.is_child() ? 0 : 1);
  ASSERT_GT(child, 0);
  EXPECT_TRUE(goes_on);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_TRUE(watch.should_continue(10));
  EXPECT_FALSE(watch.is_child());
}

TEST(ProgressMonitor, ACancelledMonitorIsSeenAtTheNextStep) {
  const Monitor monitor;
  ProgressMonitor watch(monitor.it);
  watch.begin(1000000);
  EXPECT_TRUE(watch.should_continue(0));
  ASSERT_EQ(dpcvx_monitor_cancel(monitor.it, nullptr), DPCVX_OK);
  EXPECT_FALSE(watch.should_continue(1));
  EXPECT_TRUE(watch.cancelled());
}

TEST(ProgressMonitor, WithoutEitherItNeverStops) {
  ProgressMonitor watch;
  watch.begin(3);
  for (int64_t t = 0; t <= 3; ++t) EXPECT_TRUE(watch.should_continue(t));
  EXPECT_FALSE(watch.cancelled());
}

TEST(ProgressMonitor, AQuietOneIsCancelledButDoesNotCallBack) {
  Seen seen;
  const Monitor monitor(note, &seen);
  ProgressMonitor root(monitor.it);
  root.set_clock([]() -> int64_t { return 0; });
  ProgressMonitor watch = root.quiet();
  watch.begin(3);
  for (int64_t t = 0; t <= 3; ++t) EXPECT_TRUE(watch.should_continue(t));
  EXPECT_TRUE(seen.done.empty());
  ASSERT_EQ(dpcvx_monitor_cancel(monitor.it, nullptr), DPCVX_OK);
  EXPECT_FALSE(watch.should_continue(3));
}

// Within a long step whoever waits is heard, too: the callback gets the step's counts again.
TEST(ProgressMonitor, ALongSilenceIsBroken) {
  static int64_t time;
  time = 0;
  Seen seen;
  const Monitor monitor(note, &seen);
  ProgressMonitor watch(monitor.it);
  watch.set_clock([] { return time; });
  watch.begin(1000000);
  EXPECT_TRUE(watch.should_continue(100000));
  for (int look = 0; look < 10; ++look) {
    EXPECT_TRUE(watch.should_continue(100001));
    time += ProgressMonitor::kMaxSilence / 2;
  }
  EXPECT_EQ(seen.done, (std::vector<int64_t>{100000, 100001, 100001, 100001, 100001}));
}

// Steps of a quiet one are not told, nor is their number.
TEST(ProgressMonitor, AQuietOneBreaksALongSilenceOfItsOwner) {
  static int64_t time;
  time = 0;
  Seen seen;
  const Monitor monitor(note, &seen);
  ProgressMonitor watch(monitor.it);
  watch.set_clock([] { return time; });
  watch.begin(1000);
  EXPECT_TRUE(watch.should_continue(7));
  ProgressMonitor quiet = watch.quiet(), within = quiet.quiet();
  within.begin(5);
  for (int64_t step = 0; step < 5; ++step) EXPECT_TRUE(within.should_continue(step));
  EXPECT_EQ(seen.done.size(), 1u);
  time += ProgressMonitor::kMaxSilence;
  EXPECT_TRUE(within.should_continue(5));
  EXPECT_EQ(seen.done, (std::vector<int64_t>{7, 7}));
  EXPECT_EQ(seen.total, 1000);
  // Before the first step of the next work none of it is done.
  watch.begin(3);
  time += ProgressMonitor::kMaxSilence;
  EXPECT_TRUE(within.should_continue(5));
  EXPECT_EQ(seen.done.back(), 0);
  EXPECT_EQ(seen.total, 3);
  EXPECT_TRUE(watch.should_continue(2));
  // A callback that cancels there cancels them all.
  seen.cancel_at = 2;
  time += ProgressMonitor::kMaxSilence;
  EXPECT_FALSE(within.should_continue(5));
  for (const ProgressMonitor *each : {&within, &quiet, &watch}) EXPECT_TRUE(each->cancelled());
  EXPECT_FALSE(watch.should_continue(3));
}

}  // namespace
