// The sum of gradients or moments over some parts of a table, as integers modulo 2^64: what those who hold the parts
// send to the coordinator. NOT PRIVATE: noise is added by the coordinator alone. Sums are zeroed before they are freed.
#ifndef DPCVX_SOLVE_DISTRIBUTED_PARTIAL_SUM_H_
#define DPCVX_SOLVE_DISTRIBUTED_PARTIAL_SUM_H_

#include "data/dataset.h"
#include "solve/distributed/broadcast.h"
#include "solve/distributed/part_set.h"

namespace dpcvx::solve {

// Returns "dense rows of doubles", for messages.
const char *name_of(data::Storage storage);

class PartialSum {
 public:
  // Opens the sum of one part. Its rows are added, then it is sealed.
  dpcvx_status open(const void *broadcast, size_t length, int64_t part, Error &error);

  // Adds rows of whole units to the open part. A failure changes nothing.
  dpcvx_status add(const data::SharedDataset &block, int32_t threads, Error &error);
  // Adds what `add` adds by several calls. A failure changes nothing.
  template <class Add>
  dpcvx_status add_all(const Add &add, Error &error) {
    Buffer<uint64_t> before;
    if (!before.assign(sums_.data(), sums_.size())) return no_memory_for("a partial sum", error);
    const LastOwner owner = last_owner_;
    ++calls_;
    const dpcvx_status status = add();
    --calls_;
    if (status == DPCVX_OK) return DPCVX_OK;
    sums_.swap(before);
    last_owner_ = owner;
    return status;
  }
  dpcvx_status check_open(Error &error) const;
  dpcvx_status seal(Error &error);
  // Adds a sealed sum of other parts to a sealed one. `name` is the other's argument.
  dpcvx_status merge(const PartialSum &other, Error &error);

  dpcvx_status write_bytes(Text &out, Error &error) const;
  dpcvx_status read_bytes(const void *bytes, size_t length, Error &error);

  // Fails, naming the argument, unless the sum is sealed and of that name.
  dpcvx_status check_is_of(const SumName &name, const char *argument, Error &error) const;

  // Bytes of entries that were added, and how often an addition failed that a call of the boundary asked for.
  int64_t bytes_added() const { return bytes_added_; }
  int64_t failures() const { return failures_; }
  // Counts a failure, and returns the status.
  dpcvx_status counted(dpcvx_status status) {
    failures_ += status == DPCVX_OK ? 0 : 1;
    return status;
  }

  // The user of the last row that was lent, whose rows were all in that call.
  bool had_last(int64_t id) const { return last_owner_.there && last_owner_.id == id; }
  void set_last_owner(int64_t id) { last_owner_ = {true, id}; }

  int64_t step() const { return name_.step; }
  int64_t count() const { return parts_.count(); }
  bool sealed() const { return sealed_; }
  const PartSet &parts() const { return parts_; }
  // What blocks of an open sum have. Ranges are null where blocks are not scaled.
  int64_t columns() const { return broadcast_.rows.columns; }
  data::Storage storage() const { return broadcast_.settings.storage; }
  bool draws_batches() const { return broadcast_.has_batch(); }
  bool has_users() const { return broadcast_.settings.unit == DPCVX_UNIT_USER; }
  const data::Ranges *ranges() const { return broadcast_.rows.ranges ? &*broadcast_.rows.ranges : nullptr; }
  const uint64_t *sums() const { return sums_.data(); }
  // Forgets the sums for good.
  void erase();

 private:
  dpcvx_status check_block(const data::Dataset &block, Error &error) const;
  // Lists the users of a block that are in the batch of the step.
  dpcvx_status draw_batch(const data::Users &users, Buffer<int64_t> *list, model::Units *units, Error &error) const;
  dpcvx_status add_gradients(const model::Objective &objective, Crew *crew, Error &error);
  dpcvx_status add_moments(const model::Objective &objective, Crew *crew, int32_t threads, Error &error);
  void gather(const uint64_t *sums);

  SumName name_;
  PartSet parts_;
  Buffer<uint64_t> sums_;
  bool sealed_ = false, spent_ = false;
  int64_t bytes_added_ = 0, failures_ = 0, calls_ = 0;  // calls of add_all that are under way
  struct LastOwner {
    bool there = false;
    int64_t id = 0;
  } last_owner_;
  Broadcast broadcast_;  // while it is open
};

}  // namespace dpcvx::solve

#endif
