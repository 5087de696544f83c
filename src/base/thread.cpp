#include "base/thread.h"

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

}  // namespace

void run_blocks(int32_t threads, size_t blocks, void (*work)(void *context, size_t block), void *context) {
  Job job{work, context, blocks, {0}};
  pthread_t helpers[kMostThreads];
  int32_t started = 0;
  while (started + 1 < threads && started + 1 < kMostThreads && static_cast<size_t>(started) + 1 < blocks &&
         pthread_create(&helpers[started], nullptr, run, &job) == 0)
    ++started;
  run(&job);
  for (int32_t i = 0; i < started; ++i) pthread_join(helpers[i], nullptr);
}

}  // namespace dpcvx
