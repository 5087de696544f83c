#include "data/features.h"

#include "base/error.h"

namespace dpcvx::data {

namespace {

template <class T>
bool take(Buffer<T> &entries, size_t count) {
  return count <= SIZE_MAX - kPad && entries.allocate(count + kPad);  // kernels read beyond the last row
}

template <class T>
bool take_unset(Buffer<T> &entries, size_t count) {
  if (count > SIZE_MAX - kPad || !entries.allocate_unset(count + kPad)) return false;
  std::fill(entries.begin() + count, entries.end(), T{});
  return true;
}

}  // namespace

int64_t Features::stored() const {
  return is_sparse(storage_) ? starts_[static_cast<size_t>(rows_)] : rows_ * columns_;
}

template <class T>
dpcvx_status Features::allocate_dense(int64_t rows, int64_t columns, Error &error) {
  const int64_t stride = padded_row(columns);
  size_t entries;
  bool taken = checked_multiply(static_cast<size_t>(rows), static_cast<size_t>(stride), &entries);
  if constexpr (kIsFloat<T>)
    taken = taken && take_unset(singles_, entries);
  else
    taken = taken && take_unset(doubles_, entries);
  if (!taken) return error.nomem("the rows of a dataset");
  storage_ = kDense<T>;
  rows_ = rows;
  columns_ = columns;
  stride_ = stride;
  return DPCVX_OK;
}

template <class T>
void Features::borrow_dense(const T *entries, int64_t rows, int64_t columns) {
  storage_ = kDense<T>;
  rows_ = rows;
  columns_ = columns;
  stride_ = padded_row(columns);
  borrowed_ = entries;
}

template <class T>
dpcvx_status Features::allocate_sparse(int64_t rows, int64_t columns, int64_t stored, Error &error) {
  const size_t entries = static_cast<size_t>(stored);
  bool taken = starts_.allocate(static_cast<size_t>(rows) + 1) && take(indices_, entries);
  if constexpr (kIsFloat<T>)
    taken = taken && take(singles_, entries);
  else
    taken = taken && take(doubles_, entries);
  if (!taken) return error.nomem("the rows of a dataset");
  storage_ = kSparse<T>;
  rows_ = rows;
  columns_ = columns;
  return DPCVX_OK;
}

template dpcvx_status Features::allocate_dense<double>(int64_t, int64_t, Error &);
template dpcvx_status Features::allocate_dense<float>(int64_t, int64_t, Error &);
template void Features::borrow_dense(const double *, int64_t, int64_t);
template void Features::borrow_dense(const float *, int64_t, int64_t);
template dpcvx_status Features::allocate_sparse<double>(int64_t, int64_t, int64_t, Error &);
template dpcvx_status Features::allocate_sparse<float>(int64_t, int64_t, int64_t, Error &);

}  // namespace dpcvx::data
