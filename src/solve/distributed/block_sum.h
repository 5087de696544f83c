// Adds rows that a caller lends for the time of a call, and rows that a callback gives, to the sum of a part: block by
// block, users whole, all of them or none.
#ifndef DPCVX_SOLVE_DISTRIBUTED_BLOCK_SUM_H_
#define DPCVX_SOLVE_DISTRIBUTED_BLOCK_SUM_H_

#include <algorithm>

#include "base/progress_monitor.h"
#include "dpcvx/distributed.h"
#include "solve/distributed/partial_sum.h"

namespace dpcvx::solve {

// Rows of a block of so many columns: those of 2^18 entries. A user with more has a larger block.
inline int64_t rows_of_block(int64_t columns) { return std::max<int64_t>(1, (int64_t{1} << 18) / columns); }

// How the work of a call is done.
struct AddingOptions {
  int32_t threads;
  int64_t bytes;  // of all entries that are to come; 0: that is not known
  const dpcvx_monitor *monitor;
};

// Tells how many bytes of entries were added since it was made.
class AddingProgress {
 public:
  AddingProgress(const PartialSum &sum, const AddingOptions &options)
      : sum_(sum), before_(sum.bytes_added()), watch_(options.monitor) {
    watch_.begin(options.bytes);
  }
  // Fails if the monitor stops the call.
  dpcvx_status check(Error &error);

 private:
  const PartialSum &sum_;
  const int64_t before_;
  ProgressMonitor watch_;
};

// Rows that are lent. `labels` has one a row; `users` and `weights` too, or are null.
template <class T>
struct LentRows {
  data::DenseView<T> features;
  const double *labels, *weights;
  const int64_t *users;

  // `count` of the rows.
  LentRows part(int64_t begin, int64_t count) const;
};

// Adds a few rows of whole users as one block. `behind` entries can be read behind the last row: data/dataset.h.
template <class T>
dpcvx_status add_block(PartialSum &sum, const LentRows<T> &rows, int64_t behind, int32_t threads, Error &error);

// Adds all rows. Those of a user lie together, sorted. After a failure the sum is as it was.
template <class T>
dpcvx_status add_rows(PartialSum &sum, const LentRows<T> &rows, const AddingOptions &options, Error &error);

// Adds what a callback adds, call after call. After a failure the sum is as it was before the first.
dpcvx_status add_blocks(PartialSum &sum, dpcvx_partial_sum *handle, dpcvx_block_callback add_next, void *user,
                        const AddingOptions &options, Error &error);

}  // namespace dpcvx::solve

#endif
