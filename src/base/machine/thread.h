// Threads and locks, straight on pthreads.
#ifndef DPCVX_BASE_MACHINE_THREAD_H_
#define DPCVX_BASE_MACHINE_THREAD_H_

#include <pthread.h>

#include <cstddef>
#include <cstdint>

namespace dpcvx {

class Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex &) = delete;
  Mutex &operator=(const Mutex &) = delete;
  ~Mutex() { pthread_mutex_destroy(&mutex_); }
  void lock() { pthread_mutex_lock(&mutex_); }
  void unlock() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

class Lock {
 public:
  explicit Lock(Mutex &mutex) : mutex_(mutex) { mutex_.lock(); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;
  ~Lock() { mutex_.unlock(); }

 private:
  Mutex &mutex_;
};

constexpr int32_t kMaxThreads = 64;

// Calls work(context, block) once for every block in [0, blocks), on up to `threads` threads, the calling one included;
// returns when all are done. Blocks are handed out in order, but may finish in any: each writes to a place of its own,
// and the caller combines them in order, so that results do not depend on the number of threads. Where the system gives
// fewer threads, the others do the work. The host's signals are not delivered to the helpers. `work` must not fail,
// call back into the host or throw.
void run_blocks(int32_t threads, size_t blocks, void (*work)(void *context, size_t block), void *context);

}  // namespace dpcvx

#endif
