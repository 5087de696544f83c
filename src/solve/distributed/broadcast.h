// What the coordinator of a fit sends to those who hold parts of the table, before each step. All of it is public,
// except for the key of a random batch, and the points of a minimiser: those are NOT PRIVATE.
#ifndef DPCVX_SOLVE_DISTRIBUTED_BROADCAST_H_
#define DPCVX_SOLVE_DISTRIBUTED_BROADCAST_H_

#include "base/bytes.h"
#include "base/text.h"
#include "model/objective.h"
#include "solve/distributed/batch_key.h"
#include "solve/sufficient_statistics/integer_moments.h"

namespace dpcvx::solve {

// Names one sum of one fit: sums of the same name add up.
struct SumName {
  uint64_t fit[2] = {};  // random
  uint64_t build = 0;    // this_build() of who computes the sum
  int64_t step = 0;
  int64_t parts = 0;
  int64_t numbers = 0;  // in the sum

  void write(ByteWriter &bytes) const;
  // The reader fails at fields out of range.
  void read(ByteReader &bytes);
  // Fails unless the sum is of this build. `what` is what the argument 'bytes' holds.
  dpcvx_status check_build(const char *what, Error &error) const;
};

// What is summed over units.
enum class Summand : int32_t {
  kGradients,  // clipped gradients at the point, as coefficients lie
  kMoments,    // second moments of rows and labels (solve/sufficient_statistics)
};

struct Broadcast {
  SumName name;
  Summand summand = Summand::kGradients;
  model::RowMap rows;
  model::ObjectiveSettings settings;  // of the blocks' objectives, without a domain
  // Of gradients.
  model::Clip clip;
  int exponent = 0;       // entries are rounded to multiples of 2^exponent
  bool is_exact = false;  // of a minimiser: the point is NOT PRIVATE
  double rate = 1;        // below 1: of a Poisson batch, which the key draws
  BatchKey key;
  Buffer<double> point;
  // Of moments.
  MomentLattice lattice;

  // `its_point` has as many entries as the sum has numbers; null where moments are summed.
  void write_bytes(const double *its_point, Text &out) const;
  // Everything is checked: DPCVX_ERR_ARGUMENT, DPCVX_ERR_NOMEM.
  dpcvx_status read_bytes(const void *bytes, size_t length, Error &error);

  bool has_batch() const { return rate < 1; }

 private:
  void write_gradients(const double *its_point, ByteWriter &bytes) const;
  void read_batch(ByteReader &bytes);
  dpcvx_status read_gradients(ByteReader &bytes, Error &error);
  void read_moments(ByteReader &bytes);
};

}  // namespace dpcvx::solve

#endif
