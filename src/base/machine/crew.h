// Threads that share the passes of one call.
#ifndef DPCVX_BASE_MACHINE_CREW_H_
#define DPCVX_BASE_MACHINE_CREW_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/machine/look_out_credit.h"
#include "base/machine/thread.h"

namespace dpcvx {

constexpr int32_t kMaxThreads = 64;

// A helper is called for at least this much work of its own: several times what waking it takes. Tests of races set 0.
#if !defined(DPCVX_HELPER_SECONDS)
#define DPCVX_HELPER_SECONDS 150e-6
#endif

// The calling thread and up to threads - 1 helpers. Helpers start when they are first worth it, and wait between
// passes. A pass calls as many as its length is worth, by the time that its blocks took before; results never depend on
// it. Where passes follow each other within 8.5 % of the time that they take, helpers look out for the next without
// sleeping, for 40 us at most. They share shorter passes then, since waking takes 60 us. Looking out costs the 8.5 %.
// Where such passes cost more than 1.1 times the CPU time of one thread, as where processors share no cache, helpers
// share so many of them that all together cost no more.
// One thread runs passes at a time. In a child of fork a crew is its calling thread alone.
//
//   Crew crew(2);
//   crew.run(blocks, &Pass::run, &pass);  // Pass::run(&pass, block) for each block
class Crew {
 public:
  typedef void (*Work)(void *context, size_t block);

  explicit Crew(int32_t threads = 1, double helper_seconds = DPCVX_HELPER_SECONDS) : helper_seconds_(helper_seconds) {
    set_threads(threads);
  }
  Crew(const Crew &) = delete;
  Crew &operator=(const Crew &) = delete;
  ~Crew() { dismiss(); }

  // Before the first pass, or after dismiss().
  void set_threads(int32_t threads) { threads_ = threads < kMaxThreads ? threads : kMaxThreads; }

  // Calls work(context, block) once for every block in [0, blocks), blocks < 2^31; returns when all are done. They run
  // in any order: each writes to a place of its own, and the caller combines them in order, so that results do not
  // depend on the number of threads. Where the system gives fewer threads, the others do the work. The host's signals
  // are not delivered to helpers. `work` must not fail, call back into the host or throw.
  void run(size_t blocks, Work work, void *context);

  // Has the calling thread call work(context, 0) once in the next pass, while helpers begin with its blocks. On one
  // thread it comes before the blocks. What it does must not be read or written by them.
  void run_beside(Work work, void *context) {
    beside_ = work;
    beside_context_ = context;
  }

  // Ends the helpers. Who keeps a crew from one call of the API to the next does so at each end.
  void dismiss();

  // Returns how many helpers there are, for tests.
  int32_t started() const { return started_; }

 private:
  struct Pass;
  struct Called {
    int32_t helpers, sleeping;
  };
  static void *help(void *argument);

  void run_what_is_beside();
  struct Timing;
  Timing *find_timing(Work work);
  Timing *add_timing(Work work);
  void note_alone(double seconds_a_block, Timing &timing);
  int32_t helpers_worth_calling(double seconds, size_t blocks, bool follows);
  int32_t helpers_worth_inviting(int32_t most);
  Called call(Pass &pass, int32_t helpers);
  void start(int32_t helpers);
  bool close(double seconds);
  void look_out(double seconds);
  bool is_of_parent() const;

  double helper_seconds_;
  Work beside_ = nullptr;  // of the next pass
  void *beside_context_ = nullptr;
  int32_t threads_ = 1, started_ = 0;
  int64_t process_ = 0;  // the one that started the helpers
  // What a block took in the last pass of each kind, and in passes of one thread; the oldest kind is forgotten.
  struct Timing {
    Work work = nullptr;
    double seconds_a_block = 0, alone_a_block = 0;
  };
  static constexpr size_t kTimings = 4;
  Timing timings_[kTimings];
  size_t oldest_ = 0;
  double last_end_ = -1, gap_ = 40e-6;       // when the last pass ended; the mean time between passes of late
  int64_t in_a_row_ = 0, invite_after_ = 8;  // passes that followed each other closely; when helpers are called for it
  LookOutCredit credit_;
  pthread_t helpers_[kMaxThreads - 1];
  PlainMutex mutex_;  // of what follows
  Condition called_, done_;
  Pass *open_ = nullptr;  // a pass that helpers may join
  int32_t places_ = 0;    // how many more may join
  // Written with the lock held, and read without it by those who look out.
  std::atomic<int32_t> working_{0}, looking_out_{0};  // who have joined; who look out
  std::atomic<uint32_t> calls_{0};                    // changes with each call, and at the end
  bool ending_ = false;
};

// Returns how many processors this thread may use, at most `most`; 1 where the system does not say.
int32_t usable_processors(int32_t most);

// Runs on a crew, or on the calling thread alone where there is none.
void run_blocks(Crew *crew, size_t blocks, Crew::Work work, void *context);

}  // namespace dpcvx

#endif
