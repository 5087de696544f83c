// The entries of a dense table that are not 0, for many passes over a table of mostly zeros, as columns of categories
// make them. Every sum of finite numbers has the bits that it has over the dense rows: the order of partial sums is
// theirs, a product with 0 adds a zero, and a sum that begins at +0 never becomes -0 (PROOFS.md, section 2). So no
// result tells whether zeros are skipped, which the entries decide.
#ifndef DPCVX_DATA_NONZEROS_H_
#define DPCVX_DATA_NONZEROS_H_

#include "data/features.h"

namespace dpcvx::data {

class Nonzeros {
 public:
  // Takes them from a dense table where they are few: then passes are faster. The table need not outlive this.
  dpcvx_status create(const Features &features, Error &error);

  bool are_there() const { return starts_.size() > 0; }
  SparseRows<double, DotOrder::kByColumn> rows() const {
    return {starts_.data(), columns_.data(), values_.data(), rows_, table_columns_};
  }

 private:
  int64_t rows_ = 0, table_columns_ = 0;
  Buffer<int64_t> starts_;
  Buffer<uint32_t> columns_;
  Buffer<double> values_;
};

}  // namespace dpcvx::data

#endif
