// Locks and conditions, straight on pthreads.
#ifndef DPCVX_BASE_MACHINE_THREAD_H_
#define DPCVX_BASE_MACHINE_THREAD_H_

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace dpcvx {

// Of one process: a child of fork makes it anew before it locks it.
class PlainMutex {
 public:
  PlainMutex() = default;
  PlainMutex(const PlainMutex &) = delete;
  PlainMutex &operator=(const PlainMutex &) = delete;
  ~PlainMutex() { pthread_mutex_destroy(&mutex_); }
  void lock() { pthread_mutex_lock(&mutex_); }
  void unlock() { pthread_mutex_unlock(&mutex_); }

 protected:
  friend class Condition;
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

// In a child of fork it is free: the threads that held it are not there. That costs a system call a lock.
class Mutex : public PlainMutex {
 public:
  void lock() {
    const int64_t here = getpid();
    int64_t process = process_.load(std::memory_order_relaxed);
    if (process != here && process_.compare_exchange_strong(process, here) && process != 0) {
      const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
      mutex_ = fresh;
    }
    PlainMutex::lock();
  }

 private:
  std::atomic<int64_t> process_{0};  // that locked it last; 0: none
};

template <class AnyMutex>
class Lock {
 public:
  explicit Lock(AnyMutex &mutex) : mutex_(mutex) { mutex_.lock(); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;
  ~Lock() { mutex_.unlock(); }

 private:
  AnyMutex &mutex_;
};

// Threads wait for it with a lock held, and are woken by another.
class Condition {
 public:
  Condition() = default;
  Condition(const Condition &) = delete;
  Condition &operator=(const Condition &) = delete;
  ~Condition() { pthread_cond_destroy(&condition_); }
  void wait(PlainMutex &mutex) { pthread_cond_wait(&condition_, &mutex.mutex_); }
  void wake_one() { pthread_cond_signal(&condition_); }
  void wake_all() { pthread_cond_broadcast(&condition_); }

 private:
  pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
};

}  // namespace dpcvx

#endif
