#include "base/machine/thread.h"

#include <signal.h>

#include <atomic>

namespace dpcvx {

namespace {

struct Job {
  void (*work)(void *context, size_t block);
  void *context;
  size_t blocks;
  std::atomic<size_t> next;
};

void *run(void *argument) {
  Job *const job = static_cast<Job *>(argument);
  for (size_t block; (block = job->next.fetch_add(1, std::memory_order_relaxed)) < job->blocks;)
    job->work(job->context, block);
  return nullptr;
}

// Blocks every signal of this thread, and of threads that it starts, as long as it lives.
class SignalsBlocked {
 public:
  SignalsBlocked(const SignalsBlocked &) = delete;
  SignalsBlocked &operator=(const SignalsBlocked &) = delete;
#if defined(_WIN32)
  // There are none that the system delivers to threads.
  SignalsBlocked() = default;
  bool is_done() const { return true; }
#else
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    done_ = pthread_sigmask(SIG_SETMASK, &all, &before_) == 0;
  }
  ~SignalsBlocked() {
    if (done_) pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  bool is_done() const { return done_; }

 private:
  sigset_t before_;
  bool done_;
#endif
};

// Starts up to `wanted` helpers with every signal blocked; returns how many there are.
int32_t start_helpers(int32_t wanted, Job &job, pthread_t *helpers) {
  const SignalsBlocked blocked;
  int32_t started = 0;
  while (blocked.is_done() && started < wanted && pthread_create(&helpers[started], nullptr, run, &job) == 0) ++started;
  return started;
}

}  // namespace

void run_blocks(int32_t threads, size_t blocks, void (*work)(void *context, size_t block), void *context) {
  Job job{work, context, blocks, {0}};
  pthread_t helpers[kMaxThreads];
  const int32_t most = threads < kMaxThreads ? threads : kMaxThreads;
  const int32_t wanted = static_cast<size_t>(most) < blocks ? most - 1 : static_cast<int32_t>(blocks) - 1;
  const int32_t started = wanted > 0 ? start_helpers(wanted, job, helpers) : 0;
  run(&job);
  for (int32_t i = 0; i < started; ++i) pthread_join(helpers[i], nullptr);
}

}  // namespace dpcvx
