// The entries of a table in one of four storages: dense or sparse rows, of double or float. Made once, then only read.
#ifndef DPCVX_DATA_FEATURES_H_
#define DPCVX_DATA_FEATURES_H_

#include <algorithm>

#include "base/buffer.h"
#include "base/status.h"
#include "data/row_blocks.h"
#include "data/rows.h"
#include "dpcvx/data.h"

namespace dpcvx::data {

enum class Storage : int32_t {
  kDenseDouble = DPCVX_STORAGE_DENSE,
  kDenseFloat = DPCVX_STORAGE_DENSE_F32,
  kSparseDouble = DPCVX_STORAGE_CSR,
  kSparseFloat = DPCVX_STORAGE_CSR_F32
};

constexpr bool is_sparse(Storage storage) {
  return storage == Storage::kSparseDouble || storage == Storage::kSparseFloat;
}
template <class T>
constexpr bool kIsFloat = sizeof(T) == sizeof(float);
template <class T>
constexpr Storage kDense = kIsFloat<T> ? Storage::kDenseFloat : Storage::kDenseDouble;
template <class T>
constexpr Storage kSparse = kIsFloat<T> ? Storage::kSparseFloat : Storage::kSparseDouble;

class Features {
 public:
  Storage storage() const { return storage_; }
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  // Entries stored: rows * columns of dense ones.
  int64_t stored() const;

  // Calls visit() with a DenseRows<double>, DenseRows<float>, SparseRows<double> or SparseRows<float>, and returns what
  // it returns.
  template <class Visit>
  auto with_rows(const Visit &visit) const {
    switch (storage_) {
      case Storage::kDenseFloat:
        return visit(DenseRows<float>(dense_entries(singles_), rows_, columns_, stride_));
      case Storage::kSparseDouble:
        return visit(SparseRows<double>(starts_.data(), indices_.data(), doubles_.data(), rows_, columns_));
      case Storage::kSparseFloat:
        return visit(SparseRows<float>(starts_.data(), indices_.data(), singles_.data(), rows_, columns_));
      default:
        return visit(DenseRows<double>(dense_entries(doubles_), rows_, columns_, stride_));
    }
  }

  // Makes dense rows: fill(begin, end) writes the entries of rows `begin` to `end`, all columns, through edit_row().
  // Stretches of a long table are filled on several threads at once. What lies behind a row's entries is 0.
  template <class T, class Fill>
  dpcvx_status fill_dense(int64_t rows, int64_t columns, const Fill &fill, Error &error) {
    DPCVX_TRY(allocate_dense<T>(rows, columns, error));
    for_row_blocks(rows, columns, [&](int64_t begin, int64_t end) {
      if (columns < stride_)
        for (int64_t i = begin; i < end; ++i) std::fill(edit_row<T>(i) + columns, edit_row<T>(i + 1), T{});
      fill(begin, end);
    });
    return DPCVX_OK;
  }
  // Takes memory for sparse rows, zeroed, to be filled in through the functions below. `stored` counts entries.
  template <class T>
  dpcvx_status allocate_sparse(int64_t rows, int64_t columns, int64_t stored, Error &error);
  // Borrows rows of stride padded_row(columns), with kPad entries that can be read behind the last: all of them finite.
  // They outlive this, and do not change.
  template <class T>
  void borrow_dense(const T *entries, int64_t rows, int64_t columns);
  template <class T>
  T *edit_row(int64_t i) {
    return edit_entries<T>() + i * stride_;
  }
  template <class T>
  T *edit_entries() {
    if constexpr (kIsFloat<T>)
      return singles_.data();
    else
      return doubles_.data();
  }
  int64_t *edit_starts() { return starts_.data(); }
  uint32_t *edit_indices() { return indices_.data(); }

 private:
  // Takes memory with zeros behind the last row alone.
  template <class T>
  dpcvx_status allocate_dense(int64_t rows, int64_t columns, Error &error);
  template <class T>
  const T *dense_entries(const Buffer<T> &own) const {
    return borrowed_ == nullptr ? own.data() : static_cast<const T *>(borrowed_);
  }

  Storage storage_ = Storage::kDenseDouble;
  int64_t rows_ = 0, columns_ = 0, stride_ = 0;
  Buffer<double> doubles_;
  Buffer<float> singles_;
  Buffer<int64_t> starts_;
  Buffer<uint32_t> indices_;
  const void *borrowed_ = nullptr;  // dense rows of a caller's
};

}  // namespace dpcvx::data

#endif
