// Sums of multiples of a a^T over records, a the mapped row: a tile of rows in working memory, and the products of all
// of them at once. Sums are lower triangles within whole rows, `stride` doubles apart.
#ifndef DPCVX_MODEL_PRODUCT_TILE_H_
#define DPCVX_MODEL_PRODUCT_TILE_H_

#include <algorithm>

#include "model/kernel.h"
#include "model/unit_block.h"

namespace dpcvx::model {

class ProductTile {
 public:
  // Doubles of memory, and of sums, in so many dimensions.
  static int64_t work_size(int64_t dimension) { return 2 * Slots::kMaxTile * padded(dimension); }
  static int64_t sums_size(int64_t dimension) { return dimension * padded(dimension); }

  // `memory` is aligned to 64 bytes.
  ProductTile(int64_t dimension, double *memory)
      : d_(dimension), stride_(padded(dimension)), rows_(memory), multiples_(memory + Slots::kMaxTile * stride_) {}

  int64_t stride() const { return stride_; }
  // The records of the pick, kMaxTile at most, each times its share and its loss's curvature at the block's point.
  template <class Rows>
  void fill(const Rows &rows, BlockOfUnits &block, const data::RowPick &pick) {
    alignas(16) double z[Slots::kMaxTile], c[Slots::kMaxTile];
    block.decide(rows, pick, z);
    with_loss(*block.pass.loss, [&](const auto &loss) {
      for (int64_t t = 0; t < pick.count; ++t) c[t] = loss.curvature(z[t], block.records[pick[t]].label);
    });
    count_ = 0;
    for (int64_t t = 0; t < pick.count; ++t) {
      const double k = block.linear.share(pick[t]) * c[t];
      if (k > 0) take(rows, pick[t], block.records[pick[t]].factor, block.intercept, k);
    }
  }
  void add_to(double *sums) const {
    if (count_ > 0) data::dense_kernels().add_products({multiples_, rows_, stride_, count_}, d_, sums);
  }

 private:
  template <class Rows>
  void take(const Rows &rows, int64_t r, double factor, double intercept, double k) {
    double *const row = rows_ + count_ * stride_, *const multiple = multiples_ + count_ * stride_;
    std::fill(row, row + stride_, 0.0);
    rows.for_each(r, [&](int64_t j, double x) { row[j] = factor * x; });
    if (intercept != 0) row[d_ - 1] = factor * intercept;
    for (int64_t j = 0; j < stride_; ++j) multiple[j] = k * row[j];
    ++count_;
  }

  int64_t d_, stride_, count_ = 0;
  double *rows_, *multiples_;
};

}  // namespace dpcvx::model

#endif
