// The data gradients of single units, for SGD, which takes one unit a step. Constants are looked up once, points stay
// in their layout, and a record's gradient is never stored.
//
// A record's gradient has the bits that Objective::gradient_sum gives for it alone; a user's is summed in groups of 256
// records, groups of groups, and so on. So its rounding error has a small bound for any number of records.
#ifndef DPCVX_MODEL_UNIT_GRADIENTS_H_
#define DPCVX_MODEL_UNIT_GRADIENTS_H_

#include "model/objective.h"
#include "model/stored_loss.h"

namespace dpcvx::model {

class UnitGradients {
 public:
  // Bounds the number of successive additions in an entry of a user's sum.
  static constexpr int64_t kDepth = 3 * 256;

  // `memory`: as SumWork's, not used for anything else meanwhile. The objective must outlive this.
  UnitGradients(const Objective &objective, const Clip &clip, double *memory);
  UnitGradients(const UnitGradients &) = delete;
  UnitGradients &operator=(const UnitGradients &) = delete;

  // Returns the layout of points and sums: layout().size() doubles, aligned to 64 bytes, made by layout().spread().
  const Layout &layout() const { return layout_; }

  // sum += factor * the unit's gradient at w; `sum` may be w. Of a record each entry of the sum is rounded once, of a
  // sparse one only those that it stores. 2^-100 <= |factor| <= 2^100.
  void add(int64_t unit, double factor, const double *w, double *sum) const;
  // The unit's gradient at w by its entries that are not 0: how many there are, with their values and places. `zeros`
  // is all zeros before and after; each array has layout().size() entries. It takes time in what the rows store.
  // Negative, and nothing is done: for dense rows, several classes, 256 records or more, clips and factors.
  int64_t stored(int64_t unit, const double *w, double *zeros, double *values, int64_t *places) const;
  // Prefetches what add() will read of that unit; best called one or two steps ahead.
  void ask_for(int64_t unit) const;

 private:
  template <class Rows>
  void add_unit(const Rows &rows, int64_t unit, double factor, const double *w, double *sum) const;
  template <class Rows>
  void add_record(const Rows &rows, int64_t r, const Clip &clip, double factor, const double *w, double *sum) const;
  template <class Rows>
  void add_user(const Rows &rows, const data::RowPick &its, double factor, const double *w, double *sum) const;
  template <class Rows>
  int64_t stored_of(const Rows &rows, const data::RowPick &its, const double *w, double *zeros, double *values,
                    int64_t *places) const;
  void add_classes(int64_t r, const Clip &clip, double factor, const double *w, double *sum) const;
  void add_function(int64_t unit, double factor, const double *w, double *sum) const;
  void pour(double *from, double factor, double *to) const;

  const Objective &objective_;
  const LinearModel *linear_;
  const Record *records_ = nullptr;
  Layout layout_;
  Clip clip_;
  double intercept_ = 0, max_slope_ = INFINITY;
  double *memory_;
  StoredLoss loss_;
};

}  // namespace dpcvx::model

#endif
