#include "base/machine/crew.h"

#if defined(__linux__)
#include <sched.h>
#endif
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>

namespace dpcvx {

namespace {

constexpr double kLookOutSeconds = 40e-6;  // at most: less than waking takes
constexpr double kShortWait = 5e-6, kLongestGap = 10e-6;
constexpr double kMostGap = 0.085;              // between passes, over what they take: what looking out may cost
constexpr double kSharedByLookOuts = 1.0 / 15;  // of what a helper must be worth that has to be woken
constexpr double kNewGap = 0.05;                // of a gap in their mean
// Helpers who sleep are invited after so many passes in a row: the least once they came in time, and up to the most
// where they came too late.
constexpr int64_t kFewInARow = 2, kMostInARow = 256;
constexpr double kNewAlone = 0.25;  // of a pass of one thread in what such passes take
constexpr uint64_t kFromBack = uint64_t{1} << 32;
// A thread takes blocks of so much work at once, and one at least. Counting blocks takes up to 0.2 us where another
// thread counted last.
constexpr double kSecondsAtOnce = 10e-6;

double seconds_now() {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Returns how many processors this thread may use; 0 where the system does not say.
int32_t allowed_processors() {
#if defined(__linux__)
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
#elif defined(_SC_NPROCESSORS_ONLN)
  return static_cast<int32_t>(sysconf(_SC_NPROCESSORS_ONLN));
#else
  return 0;
#endif
}

// Who looks out takes a processor that the calling thread would need where there is but one.
bool is_alone() { return allowed_processors() == 1; }

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
  std::atomic<uint64_t> handed;  // blocks from the front, and kFromBack times those from the back
  double look_out_seconds;       // how long helpers look out for the next: 0 where it is not expected soon
  size_t threads;                // at most
  uint64_t most_at_once;         // blocks that a thread takes

  // Takes blocks until there are none; returns how many. The caller takes them from the front, and helpers from the
  // back: each finds in its cache what it had in the last pass. The fewer are left, the fewer are taken at once.
  size_t take(bool from_front) {
    uint64_t left = blocks;
    for (size_t taken = 0;;) {
      const uint64_t wanted = std::clamp<uint64_t>(left / (2 * threads), 1, most_at_once);
      const uint64_t before = handed.fetch_add(wanted * (from_front ? 1 : kFromBack), std::memory_order_relaxed);
      const uint64_t front = before % kFromBack, back = before / kFromBack;
      if (front + back >= blocks) return taken;
      left = blocks - front - back;
      const uint64_t given = std::min(wanted, left);
      left -= given;
      for (uint64_t i = 0; i < given; ++i) work(context, from_front ? front + i : blocks - 1 - back - i);
      taken += given;
    }
  }
};

void Crew::run(size_t blocks, Work work, void *context) {
  Pass pass{work, context, blocks, {0}, 0, static_cast<size_t>(std::max(threads_, 1)), 1};
  if (threads_ < 2 || blocks < 2 || is_of_parent()) {
    run_what_is_beside();
    pass.take(true);
    return;
  }
  double begun = seconds_now();
  gap_ += kNewGap * (std::fmin(begun - last_end_, kLookOutSeconds) - gap_);
  Timing *timing = find_timing(work);
  if (timing == nullptr) {
    timing = add_timing(work);
    work(context, 0);
    pass.handed = 1;
    const double now = seconds_now();
    *timing = {work, now - begun, now - begun};
    begun = now;
  }
  const size_t left = blocks - static_cast<size_t>(pass.handed);
  const double seconds = timing->seconds_a_block * static_cast<double>(left);
  const bool follows = gap_ <= std::fmin(kMostGap * seconds, kLongestGap);
  if (follows) pass.look_out_seconds = std::fmin(4 * gap_ + kShortWait, kLookOutSeconds);
  pass.most_at_once = static_cast<uint64_t>(std::fmax(kSecondsAtOnce / (timing->seconds_a_block + 1e-12), 1));
  const Called called = call(pass, helpers_worth_calling(seconds, left, follows));
  double after_beside = begun;
  if (called.helpers > 0 || beside_ != nullptr) {  // waking helpers is no part of what a block takes
    if (called.sleeping > 0) begun = seconds_now();
    run_what_is_beside();
    after_beside = seconds_now();
  }
  const size_t taken = pass.take(true);
  last_end_ = seconds_now();
  if (taken > 0) timing->seconds_a_block = (last_end_ - after_beside) / static_cast<double>(taken);
  if (called.helpers == 0) return note_alone(timing->seconds_a_block, *timing);
  if (close(std::fmin(2 * timing->seconds_a_block + kShortWait, kLookOutSeconds))) last_end_ = seconds_now();
  if (called.sleeping > 0) return;
  // They looked out through the gap before it, too.
  const double alone = after_beside - begun + timing->alone_a_block * static_cast<double>(left);
  credit_.note_shared((last_end_ - begun + gap_) * (1 + called.helpers) / (alone + gap_));
}

void Crew::note_alone(double seconds_a_block, Timing &timing) {
  timing.alone_a_block += kNewAlone * (std::fmin(seconds_a_block, 2 * timing.alone_a_block) - timing.alone_a_block);
}

void Crew::run_what_is_beside() {
  const Work work = beside_;
  beside_ = nullptr;
  if (work != nullptr) work(beside_context_, 0);
}

Crew::Timing *Crew::find_timing(Work work) {
  for (Timing &timing : timings_)
    if (timing.work == work) return &timing;
  return nullptr;
}

Crew::Timing *Crew::add_timing(Work work) {
  oldest_ = (oldest_ + 1) % kTimings;
  timings_[oldest_].work = work;
  return &timings_[oldest_];
}

int32_t Crew::helpers_worth_calling(double seconds, size_t blocks, bool follows) {
  const double shares = seconds / (helper_seconds_ + 1e-12), most = std::fmin(threads_, static_cast<double>(blocks));
  const int32_t woken = static_cast<int32_t>(std::fmin(shares, most)) - 1;
  in_a_row_ = follows ? in_a_row_ + 1 : 0;
  if (!follows) return woken;
  if (credit_.is_resting()) {
    credit_.note_rest();
    return woken;
  }
  const int32_t awake = static_cast<int32_t>(std::fmin(shares / kSharedByLookOuts, most)) - 1;
  const int32_t looking = looking_out_.load(std::memory_order_relaxed);
  if (looking > 0) invite_after_ = kFewInARow;
  if (woken < awake && looking == 0) return std::max(woken, helpers_worth_inviting(awake));
  return std::max(woken, std::min(awake, looking));
}

// Helpers who sleep come too late for a short pass, and look out for the next. In vain, it costs the more seldom. Once
// they were there, they are soon invited again: a caller's callback between two steps sends them to sleep.
int32_t Crew::helpers_worth_inviting(int32_t most) {
  if (in_a_row_ < invite_after_) return 0;
  in_a_row_ = 0;
  invite_after_ = std::min(2 * invite_after_, kMostInARow);
  return is_alone() ? 0 : most;
}

// Opens a pass to helpers, and starts those that are missing.
Crew::Called Crew::call(Pass &pass, int32_t helpers) {
  if (helpers > started_) start(helpers);
  const int32_t called = helpers < started_ ? helpers : started_;
  if (called <= 0) return {0, 0};
  int32_t sleeping;
  {
    const Lock lock(mutex_);
    open_ = &pass;
    places_ = called;
    sleeping = called - looking_out_;
    ++calls_;
  }
  for (int32_t i = 0; i < sleeping; ++i) called_.wake_one();
  return {called, sleeping};
}

void Crew::start(int32_t helpers) {
  const SignalsBlocked blocked;
  process_ = getpid();
  while (blocked.is_done() && started_ < helpers && pthread_create(&helpers_[started_], nullptr, help, this) == 0)
    ++started_;
}

// A helper that has not come by now finds the pass closed, and waits for the next. Others finish their last block: the
// caller looks out for that for so long, and sleeps then. Returns whether it had to.
bool Crew::close(double seconds) {
  const Lock lock(mutex_);
  open_ = nullptr;
  if (working_ == 0) return false;
  mutex_.unlock();
  const double end = seconds_now() + seconds;
  while (working_.load(std::memory_order_acquire) > 0 && seconds_now() < end) {
  }
  mutex_.lock();
  while (working_ > 0) done_.wait(mutex_);
  return true;
}

// With the lock held, which it leaves in between.
void Crew::look_out(double seconds) {
  const uint32_t seen = calls_;
  ++looking_out_;
  mutex_.unlock();
  const double end = seconds_now() + seconds;
  while (calls_.load(std::memory_order_acquire) == seen && seconds_now() < end) {
  }
  mutex_.lock();
  --looking_out_;
}

void *Crew::help(void *argument) {
  Crew &crew = *static_cast<Crew *>(argument);
  const Lock lock(crew.mutex_);
  double look_out_seconds = 0;
  for (;;) {
    while (!crew.ending_ && (crew.open_ == nullptr || crew.places_ == 0)) {
      if (look_out_seconds > 0) {
        crew.look_out(look_out_seconds);
        look_out_seconds = 0;
      } else {
        crew.called_.wait(crew.mutex_);
        look_out_seconds = kLookOutSeconds;  // who was woken too late looks out for the next pass
      }
    }
    if (crew.ending_) return nullptr;
    Pass &pass = *crew.open_;
    look_out_seconds = pass.look_out_seconds;
    --crew.places_;
    ++crew.working_;
    crew.mutex_.unlock();
    pass.take(false);
    crew.mutex_.lock();
    if (--crew.working_ == 0) crew.done_.wake_one();
  }
}

// Fork copies one thread. The child has no helpers, and the conditions look as if they still waited. A Mutex sees it.
bool Crew::is_of_parent() const { return started_ > 0 && process_ != getpid(); }

void Crew::dismiss() {
  if (is_of_parent()) {
    new (&mutex_) PlainMutex;
    new (&called_) Condition;
    new (&done_) Condition;
    started_ = places_ = 0;
    open_ = nullptr;
    looking_out_ = working_ = 0;
  }
  if (started_ == 0) return;
  {
    const Lock lock(mutex_);
    ending_ = true;
    ++calls_;
  }
  called_.wake_all();
  for (; started_ > 0; --started_) pthread_join(helpers_[started_ - 1], nullptr);
  ending_ = false;
}

int32_t usable_processors(int32_t most) { return std::max(1, std::min(most, allowed_processors())); }

void run_blocks(Crew *crew, size_t blocks, Crew::Work work, void *context) {
  if (crew != nullptr) return crew->run(blocks, work, context);
  for (size_t block = 0; block < blocks; ++block) work(context, block);
}

}  // namespace dpcvx
