#include "base/machine/crew.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <vector>

#include "base/error.h"

namespace dpcvx {
namespace {

// AddressSanitizer does not know that the stack of a thread which was cancelled is gone, and reports its own clean-up.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kMayEndByCancellation = false;
#else
constexpr bool kMayEndByCancellation = true;
#endif

// ThreadSanitizer allows no new thread in the child of a process with threads.
#if defined(__SANITIZE_THREAD__)
constexpr int32_t kThreadsOfAChild = 1;
#else
constexpr int32_t kThreadsOfAChild = 4;
#endif

// A pass that counts its blocks, and the threads that ran them.
struct Counted {
  explicit Counted(size_t blocks) : calls(blocks) {
    for (auto &count : calls) count = 0;
  }
  static void run(void *context, size_t block) { ++static_cast<Counted *>(context)->calls[block]; }
  bool is_once_each() const {
    for (const auto &count : calls)
      if (count != 1) return false;
    return true;
  }
  std::vector<std::atomic<int>> calls;
};

void take_a_while(void *, size_t) {
  const struct timespec while_ = {0, 300'000};
  nanosleep(&while_, nullptr);
}

void do_nothing(void *, size_t) {}

// Whether this process has one processor, where nobody looks out.
bool is_alone() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) < 2;
}

// Work that is called once, by the thread that runs the pass.
struct Beside {
  static void run(void *context, size_t) {
    Beside &self = *static_cast<Beside *>(context);
    ++self.calls;
    self.by_caller = self.by_caller && pthread_equal(pthread_self(), self.caller) != 0;
  }
  const pthread_t caller = pthread_self();
  int calls = 0;
  bool by_caller = true;
};

TEST(Crew, CallsWhatIsBesideAPassOnceAndHere) {
  for (int32_t threads : {1, 2, 4})
    for (size_t blocks : {0, 1, 2, 100}) {
      Crew crew(threads, 0);
      Beside beside;
      for (int pass = 1; pass <= 3; ++pass) {
        Counted counted(blocks), without(blocks);
        crew.run_beside(&Beside::run, &beside);
        crew.run(blocks, &Counted::run, &counted);
        EXPECT_EQ(beside.calls, pass);
        crew.run(blocks, &Counted::run, &without);
        EXPECT_EQ(beside.calls, pass);
        EXPECT_TRUE(counted.is_once_each() && without.is_once_each());
      }
      EXPECT_TRUE(beside.by_caller);
    }
}

TEST(Crew, CallsEveryBlockOnceWithAnyThreads) {
  for (int32_t threads : {-1, 1, 2, 5, 1000}) {
    for (double helper_seconds : {0.0, DPCVX_HELPER_SECONDS, 1e9}) {
      Crew crew(threads, helper_seconds);
      for (size_t blocks : {100u, 1u, 2u, 0u, 3u, 70u}) {
        Counted pass(blocks);
        crew.run(blocks, &Counted::run, &pass);
        EXPECT_TRUE(pass.is_once_each()) << threads << " " << blocks;
      }
    }
  }
}

TEST(Crew, RunsManyShortPasses) {
  Crew crew(4, 0);
  for (int pass = 0; pass < 2000; ++pass) {
    Counted counted(7);
    crew.run(7, &Counted::run, &counted);
    ASSERT_TRUE(counted.is_once_each());
  }
  EXPECT_EQ(crew.started(), 3);
}

TEST(Crew, CallsHelpersForLongPassesOnly) {
  Crew never(2, 1e3), often(2, 40e-6);
  for (int pass = 0; pass < 100; ++pass) never.run(4, do_nothing, nullptr);
  EXPECT_EQ(never.started(), 0);
  often.run(4, take_a_while, nullptr);
  EXPECT_EQ(often.started(), 1);
}

// Passes of 60 us: too short to wake a helper, who looks out for the next instead.
TEST(Crew, SharesShortPassesThatFollowEachOther) {
  struct Busy {
    std::atomic<int> calls{0}, by_helpers{0};
    pthread_t caller = pthread_self();
    static void run(void *context, size_t) {
      Busy &busy = *static_cast<Busy *>(context);
      volatile double sum = 0;
      for (int i = 0; i < 600; ++i) sum = sum + i;
      ++busy.calls;
      if (!pthread_equal(pthread_self(), busy.caller)) ++busy.by_helpers;
    }
  } busy;
  constexpr int kMostPasses = 200'000;  // some 100 are enough on a quiet machine
  Crew crew(2);
  int passes = 0;
  for (; passes < (is_alone() ? 100 : kMostPasses) && busy.by_helpers < 1000; ++passes) crew.run(32, &Busy::run, &busy);
  EXPECT_EQ(busy.calls.load(), 32 * passes);
  EXPECT_TRUE(is_alone() || busy.by_helpers >= 1000) << busy.by_helpers;
}

// Returns the mean cost of passes, and the share of those shared, where the k-th shared pass costs cost(k).
template <class Cost>
std::pair<double, double> run_on_credit(const Cost &cost) {
  constexpr int kPasses = 20'000;
  LookOutCredit credit;
  double spent = 0;
  int shared = 0;
  for (int pass = 0; pass < kPasses; ++pass) {
    if (credit.is_resting()) {
      spent += 1;
      credit.note_rest();
    } else {
      spent += cost(shared++);
      credit.note_shared(cost(shared));
    }
  }
  return {spent / kPasses, static_cast<double>(shared) / kPasses};
}

TEST(LookOutCredit, SharesAllThatIsCheap) {
  EXPECT_EQ(run_on_credit([](int) { return 1.06; }).second, 1);
  // Where the system stops a thread in every 40th pass.
  EXPECT_GT(run_on_credit([](int k) { return k % 40 == 0 ? 50 : 1.03; }).second, 0.9);
}

TEST(LookOutCredit, KeepsTheCostOfAllPasses) {
  for (double cost : {1.1, 1.2, 1.35, 1.9}) {
    const auto [mean, shared] = run_on_credit([&](int) { return cost; });
    EXPECT_LT(mean, 1.1) << cost;
    EXPECT_GT(shared, 0.06 / (cost - 1)) << cost;
  }
}

TEST(Crew, StartsAgainAfterItWasDismissed) {
  Crew crew(3, 0);
  for (int32_t threads : {3, 2, 5}) {
    crew.set_threads(threads);
    Counted pass(50);
    crew.run(50, &Counted::run, &pass);
    EXPECT_TRUE(pass.is_once_each());
    EXPECT_EQ(crew.started(), threads - 1);
    crew.dismiss();
    EXPECT_EQ(crew.started(), 0);
  }
}

TEST(Crew, OfAParentIsOneThreadInAChild) {
  Crew crew(4, 0);
  Counted before(50);
  crew.run(50, &Counted::run, &before);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(20);
    Counted pass(50);
    crew.run(50, &Counted::run, &pass);
    crew.dismiss();
    crew.set_threads(kThreadsOfAChild);
    Counted again(50);
    crew.run(50, &Counted::run, &again);
    const bool has_own = crew.started() == kThreadsOfAChild - 1;
    crew.dismiss();
    _exit(pass.is_once_each() && again.is_once_each() && has_own ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  Counted after(50);
  crew.run(50, &Counted::run, &after);
  EXPECT_TRUE(after.is_once_each());
}

TEST(Crew, OfACallIsNotCancelledUnderIt) {
  struct Shared {
    std::atomic<int> blocks{0};
    std::atomic<bool> begun{false}, cancelled{false}, came_back{false};
  } shared;
  pthread_t thread;
  const auto body = [](void *argument) -> void * {
    Shared *const state = static_cast<Shared *>(argument);
    {
      Error error(nullptr, "f");
      Crew crew(4, 0);
      crew.run(
          8,
          [](void *context, size_t) {
            Shared *const all = static_cast<Shared *>(context);
            all->begun = true;
            while (!all->cancelled) {
            }
            ++all->blocks;
          },
          state);
      state->came_back = true;
    }
    if (kMayEndByCancellation) pthread_testcancel();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, nullptr, body, &shared), 0);
  while (!shared.begun) {
  }
  ASSERT_EQ(pthread_cancel(thread), 0);
  shared.cancelled = true;
  void *result = nullptr;
  pthread_join(thread, &result);
  EXPECT_EQ(result, kMayEndByCancellation ? PTHREAD_CANCELED : nullptr);
  EXPECT_TRUE(shared.came_back);
  EXPECT_EQ(shared.blocks.load(), 8);
}

TEST(Crew, HelpersGetNoSignalsOfTheHost) {
  struct Shared {
    pthread_t caller;
    std::atomic<int> open{0};
  } shared{pthread_self(), {0}};
  Crew crew(4, 0);
  crew.run(
      64,
      [](void *context, size_t) {
        Shared *const all = static_cast<Shared *>(context);
        if (pthread_equal(pthread_self(), all->caller)) return;
        sigset_t blocked;
        pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
        if (!sigismember(&blocked, SIGALRM) || !sigismember(&blocked, SIGCHLD)) ++all->open;
      },
      &shared);
  EXPECT_EQ(shared.open.load(), 0);
  sigset_t mine;
  pthread_sigmask(SIG_SETMASK, nullptr, &mine);
  EXPECT_FALSE(sigismember(&mine, SIGALRM));
}

}  // namespace
}  // namespace dpcvx
