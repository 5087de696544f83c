// Sums of units' gradients as integers: each unit's gradient is clipped, each entry is rounded to a multiple of a
// public step h, and the multiples are added modulo 2^64. Such sums are exact. So their bits depend neither on the
// order of units, nor on how units are spread over tables, threads and machines (PROOFS.md, section 14).
#ifndef DPCVX_MODEL_INTEGER_SUM_H_
#define DPCVX_MODEL_INTEGER_SUM_H_

#include "model/objective.h"

namespace dpcvx::model {

class IntegerSum {
 public:
  // Gradients are clipped to clip.norm < 2^51 h, h = 2^exponent, before they are rounded. An entry moves by less than
  // h, and by h / 2 at most where the host rounds to nearest. The linear objective, without factors, must outlive this.
  IntegerSum(const Objective &objective, const Clip &clip, int exponent)
      : IntegerSum(objective, {nullptr, objective.units_there()}, clip, exponent) {}
  // Adds the units given alone.
  IntegerSum(const Objective &objective, const Units &units, const Clip &clip, int exponent);

  // Doubles of `memory`, aligned to 64 bytes.
  size_t work_size() const;
  // Integers of `sums`: Objective::layout().size().
  int64_t size() const { return pass_.slots.layout.size(); }

  // Adds the units at w of `dimension` entries. What sums has in the layout's padding means nothing.
  void add(const double *w, Crew *crew, double *memory, uint64_t *sums);

 private:
  struct Block;
  int64_t slot_size() const;
  Blocks blocks() const;
  static void run_block(void *sum, size_t block);

  LinearSum pass_;
  int exponent_;
  int64_t units_a_block_ = 0;
  const double *point_ = nullptr;
  double *memory_ = nullptr;
};

// Returns the shift by which numbers are rounded to multiples of 2^exponent: 3 * 2^(51 + exponent).
inline double shift_of_step(int exponent) { return std::ldexp(3.0, 51 + exponent); }

}  // namespace dpcvx::model

#endif
