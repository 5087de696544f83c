#include "base/machine/crew.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <new>

namespace dpcvx {

namespace {

double seconds_now() {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
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

}  // namespace

struct Crew::Pass {
  Work work;
  void *context;
  size_t blocks;
  std::atomic<size_t> next;

  // Takes blocks until there are none; returns how many.
  size_t take() {
    size_t taken = 0;
    for (size_t block; (block = next.fetch_add(1, std::memory_order_relaxed)) < blocks; ++taken) work(context, block);
    return taken;
  }
};

void Crew::run(size_t blocks, Work work, void *context) {
  Pass pass{work, context, blocks, {0}};
  if (threads_ < 2 || blocks < 2 || is_of_parent()) {
    pass.take();
    return;
  }
  double begun = seconds_now(), *const known = find_timing(work);
  double *const seconds_a_block = known != nullptr ? known : add_timing(work);
  if (known == nullptr) {
    work(context, 0);
    pass.next = 1;
    const double now = seconds_now();
    *seconds_a_block = now - begun;
    begun = now;
  }
  const size_t left = blocks - pass.next;
  const bool together = call(pass, helpers_worth_calling(*seconds_a_block * static_cast<double>(left), left));
  if (together) begun = seconds_now();  // waking helpers is no part of what a block takes
  const size_t taken = pass.take();
  if (taken > 0) *seconds_a_block = (seconds_now() - begun) / static_cast<double>(taken);
  if (together) close();
}

double *Crew::find_timing(Work work) {
  for (Timing &timing : timings_)
    if (timing.work == work) return &timing.seconds_a_block;
  return nullptr;
}

double *Crew::add_timing(Work work) {
  oldest_ = (oldest_ + 1) % kTimings;
  timings_[oldest_].work = work;
  return &timings_[oldest_].seconds_a_block;
}

int32_t Crew::helpers_worth_calling(double seconds, size_t blocks) const {
  const double shares = seconds / (helper_seconds_ + 1e-12), most = std::fmin(threads_, static_cast<double>(blocks));
  return static_cast<int32_t>(std::fmin(shares, most)) - 1;
}

// Opens a pass to helpers, and starts those that are missing. Returns false where there are none.
bool Crew::call(Pass &pass, int32_t helpers) {
  if (helpers > started_) start(helpers);
  const int32_t called = helpers < started_ ? helpers : started_;
  if (called <= 0) return false;
  {
    const Lock lock(mutex_);
    open_ = &pass;
    places_ = called;
  }
  for (int32_t i = 0; i < called; ++i) called_.wake_one();
  return true;
}

void Crew::start(int32_t helpers) {
  const SignalsBlocked blocked;
  process_ = getpid();
  while (blocked.is_done() && started_ < helpers && pthread_create(&helpers_[started_], nullptr, help, this) == 0)
    ++started_;
}

// A helper that has not come by now finds the pass closed, and waits for the next.
void Crew::close() {
  const Lock lock(mutex_);
  open_ = nullptr;
  while (working_ > 0) done_.wait(mutex_);
}

void *Crew::help(void *argument) {
  Crew &crew = *static_cast<Crew *>(argument);
  const Lock lock(crew.mutex_);
  for (;;) {
    while (!crew.ending_ && (crew.open_ == nullptr || crew.places_ == 0)) crew.called_.wait(crew.mutex_);
    if (crew.ending_) return nullptr;
    Pass &pass = *crew.open_;
    --crew.places_;
    ++crew.working_;
    crew.mutex_.unlock();
    pass.take();
    crew.mutex_.lock();
    if (--crew.working_ == 0) crew.done_.wake_one();
  }
}

// Fork copies one thread. The child has no helpers, and the conditions look as if they still waited. A Mutex sees it.
bool Crew::is_of_parent() const { return started_ > 0 && process_ != getpid(); }

void Crew::dismiss() {
  if (is_of_parent()) {
    new (&called_) Condition;
    new (&done_) Condition;
    started_ = 0;
  }
  if (started_ == 0) return;
  {
    const Lock lock(mutex_);
    ending_ = true;
  }
  called_.wake_all();
  for (; started_ > 0; --started_) pthread_join(helpers_[started_ - 1], nullptr);
  ending_ = false;
}

void run_blocks(Crew *crew, size_t blocks, Crew::Work work, void *context) {
  if (crew != nullptr) return crew->run(blocks, work, context);
  for (size_t block = 0; block < blocks; ++block) work(context, block);
}

}  // namespace dpcvx
