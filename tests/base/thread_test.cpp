#include "base/machine/thread.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>

#include "base/error.h"

namespace dpcvx {
namespace {

// AddressSanitizer does not know that the stack of a thread which was cancelled is gone, and reports its own clean-up.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kMayEndByCancellation = false;
#else
constexpr bool kMayEndByCancellation = true;
#endif

TEST(Threads, OfACallAreNotCancelledUnderIt) {
  struct Shared {
    std::atomic<int> blocks{0};
    std::atomic<bool> begun{false}, cancelled{false}, came_back{false};
  } shared;
  pthread_t thread;
  const auto body = [](void *argument) -> void * {
    Shared *const state = static_cast<Shared *>(argument);
    {
      Error error(nullptr, "f");
      run_blocks(
          4, 8,
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

TEST(Threads, HelpersGetNoSignalsOfTheHost) {
  struct Shared {
    pthread_t caller;
    std::atomic<int> open{0};
  } shared{pthread_self(), {0}};
  run_blocks(
      4, 64,
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
