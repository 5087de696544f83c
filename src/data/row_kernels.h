// The loops over dense rows that are compiled for several instruction sets and chosen at run time. The order of every
// sum is the same in all of them, and so are the bits. Plain C types only, and nothing with external linkage defined
// here.
#ifndef DPCVX_DATA_ROW_KERNELS_H_
#define DPCVX_DATA_ROW_KERNELS_H_

#include <stdint.h>

namespace dpcvx::data {

// Rows of a dense table: those of `list`, or where it is null those from `first` on. Behind the last row eight more
// entries can be read, which are finite.
template <class T>
struct DenseKernelRows {
  const T *entries;
  int64_t stride, columns;
  const int64_t *list;
  int64_t first, count;
};

// `count` arrays of doubles, `stride` apart: vectors that go with rows, or numbers that rows have in each of them.
struct Series {
  double *first;
  int64_t stride, count;
};
struct ConstSeries {
  const double *first;
  int64_t stride, count;
};

// Vectors w and sum have room for whole groups of eight columns, aligned to 64 bytes; w is zero behind the columns, and
// what sum has there stays. Several vectors at once, v = 0, 1, ..., have the bits that each has alone.
template <class T>
struct DenseKernel {
  // out(v, place) = <row, w_v>.
  void (*dots)(const DenseKernelRows<T> &rows, const ConstSeries &w, const Series &out);
  // sum_v += k(v, place) * row.
  void (*add_multiples)(const DenseKernelRows<T> &rows, const ConstSeries &k, const Series &sum);
  // sum += k * row as integers modulo 2^64: each product is rounded, and counted in steps of h = shift / (3 * 2^51), a
  // power of two. It is below 2^51 h. What sum has behind the columns, in the group of eight, may change.
  void (*add_integers)(const DenseKernelRows<T> &rows, const double *k, double shift, uint64_t *sum);
};

// Two tables of doubles in working memory, of `count` rows each; row t begins at t * stride, a multiple of eight, is
// aligned to 64 bytes and 0 behind its columns.
struct ProductRows {
  const double *left, *right;
  int64_t stride, count;
};

struct DenseKernels {
  DenseKernel<double> of_doubles;
  DenseKernel<float> of_floats;
  // sums[i * stride + j] += sum over t of left(t, i) * right(t, j), one t after the other, for i < columns and j up
  // to i at least; what is beyond, in whole groups of eight, may change. Sums are aligned as the rows are.
  void (*add_products)(const ProductRows &rows, int64_t columns, double *sums);
};

extern const DenseKernels kDenseKernelsBaseline;
#if defined(__x86_64__)
extern const DenseKernels kDenseKernelsAvx2, kDenseKernelsAvx512;
#endif

// Those of the widest instruction set there is.
const DenseKernels &dense_kernels();

}  // namespace dpcvx::data

#endif
