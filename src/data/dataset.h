// A table of records in memory: checked once, never changed. Rows are stored one after another, each padded with zeros
// to a multiple of kLane doubles, so that kernels run over whole vectors and start aligned.
#ifndef DPCVX_DATA_DATASET_H_
#define DPCVX_DATA_DATASET_H_

#include "base/buffer.h"
#include "base/error.h"
#include "base/shared.h"

namespace dpcvx::data {

constexpr int64_t kLane = 4;
constexpr int64_t kMostColumns = int64_t{1} << 20;
constexpr int64_t kMostRows = int64_t{1} << 40;

class Dataset {
 public:
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  // Doubles from one row to the next; a multiple of kLane, at least columns().
  int64_t row_stride() const { return row_stride_; }
  const double *row(int64_t i) const { return features_.data() + i * row_stride_; }
  bool has_labels() const { return labels_.size() > 0; }
  double label(int64_t i) const { return labels_[static_cast<size_t>(i)]; }

  // Room for a table, zeroed.
  dpcvx_status allocate(int64_t rows, int64_t columns, bool labels, Error &error);
  double *edit_row(int64_t i) { return features_.data() + i * row_stride_; }
  void set_label(int64_t i, double label) { labels_[static_cast<size_t>(i)] = label; }

 private:
  int64_t rows_ = 0, columns_ = 0, row_stride_ = 0;
  Buffer<double> features_;
  Buffer<double> labels_;
};

using SharedDataset = Shared<Dataset>;

// Where a caller's dense table lies: entry (i, j) is entries[i * row_stride + j * column_stride].
struct DenseView {
  const double *entries;
  int64_t rows, columns;
  int64_t row_stride, column_stride;
};

// A checked copy; the message names the first entry or label that is not finite. `labels` may be null.
dpcvx_status copy_dense(const DenseView &view, const double *labels, SharedDataset *out, Error &error);

// Column j mapped from [low[j], high[j]] to [-1, 1], values outside clipped. The caller has checked low < high.
dpcvx_status scale_columns(const Dataset &source, const double *low, const double *high, SharedDataset *out,
                           Error &error);

// Rows rows[0..count), in that order; the caller has checked that they are there and that none comes twice.
dpcvx_status select_rows(const Dataset &source, const int64_t *rows, int64_t count, SharedDataset *out, Error &error);

}  // namespace dpcvx::data

#endif
