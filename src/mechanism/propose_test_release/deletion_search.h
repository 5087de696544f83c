// The family of points behind a release by deletion (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm
// 1). It enumerates the sets of users that are left after few deletions, and the function's value on each. For each
// level it has the point that is released, or none. PROOFS_DELETION.md has the assumptions.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_DELETION_SEARCH_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_DELETION_SEARCH_H_

#include "base/buffer.h"
#include "base/function_ref.h"
#include "base/progress_monitor.h"
#include "base/status.h"

namespace dpcvx::mechanism {

// Which sets have to be stable for a point of a level: those with up to 2 top - 1 - level users more deleted than the
// set in question (what the proof needs), or all with up to 2 top users deleted altogether (as the paper has it).
enum class Deletions { kNeeded, kPaper };

struct DeletionShape {
  int64_t users = 0;  // at most
  int64_t top = 0;    // levels are 0, ..., top >= 1
  size_t dimension = 0;
  Deletions deletions = Deletions::kNeeded;

  // Users deleted at most from sets that the function is called for. Where there are no more users, it has to have a
  // value on the empty set too.
  int64_t depth() const { return 2 * top + (deletions == Deletions::kPaper); }
  // Returns how often the function is called, a public number; at most INT64_MAX.
  int64_t calls() const;
};

// A caller's function of users. It writes its value on `count` of them, ascending, to `out`, or returns false if it has
// none. It must depend on these users' records alone.
using SetFunction = FunctionRef<bool(const int64_t *users, int64_t count, double *out)>;

// A point counts as stable at a level where no deletion that is looked at moves it by more than step + level * growth.
// For neighbours x and x', the points of levels r for x' and r + 1 for x, of which the second is there if the first is,
// are at most (2 top + 1) (step + top growth) + 2 error apart, if values for the same surviving data are at most
// 2 error apart and growth >= 4 error.
class DeletionFamily {
 public:
  // Takes all memory. Requires: calls() < INT64_MAX.
  dpcvx_status prepare(const DeletionShape &shape, double step, double growth, Error &error);

  // Calls the function on every set that few deletions from the users 0, ..., users - 1 leave, first on the whole set.
  // These are calls() calls where `users` is the shape's. Returns false if cancelled.
  bool fill(int64_t users, SetFunction function, ProgressMonitor &watch);

  // Returns the point of a level, or null. Among the smallest sets of deleted users that are stable, it takes the one
  // whose supersets are the most stable. Ties go to the first point in the order of coordinates, so the values alone
  // decide.
  const double *point(int64_t level);

 private:
  // Visits the sets of one size in the order of their numbers: visit(number).
  template <class Visit>
  bool each_set(int64_t size, const Visit &visit);
  // Visits the sets with one user less than the current one.
  template <class Visit>
  void each_part(int64_t size, const Visit &visit) const;
  const double *value(int64_t set) const { return values_.data() + static_cast<size_t>(set) * shape_.dimension; }
  double choose(int64_t of, int64_t size) const {
    return binomial_[static_cast<size_t>(of * (shape_.depth() + 1) + size)];
  }
  void number_sets(int64_t users);
  void raise(int64_t size);
  bool before(int64_t one, int64_t other) const;

  DeletionShape shape_;  // users: those that there are
  double step_ = 0, growth_ = 0;
  Buffer<int64_t> binomial_, first_;  // first_[k]: the number of the first set of k users
  Buffer<int64_t> set_, left_;
  Buffer<double> values_, last_;
  Buffer<double> moved_, worst_;  // of a set: how far a deletion moves its value; the worst of its supersets
};

}  // namespace dpcvx::mechanism

#endif
