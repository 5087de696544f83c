// Tables for the tests of data: the same entries in every storage, and what they should come to.
#ifndef DPCVX_TESTS_DATA_FIXTURES_H_
#define DPCVX_TESTS_DATA_FIXTURES_H_

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "data/dataset_handle.h"
#include "dpcvx/data.h"

namespace data_tests {

struct Table {
  Table() = default;
  Table(Table &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  Table &operator=(Table &&other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
  ~Table() { dpcvx_dataset_destroy(handle); }
  const dpcvx::data::Dataset &operator*() const { return *handle->data; }
  const dpcvx::data::Dataset *operator->() const { return &*handle->data; }
  dpcvx_dataset *handle = nullptr;
};

// Entries that floats hold exactly, so that all storages mean the same table.
struct Entries {
  int64_t rows, columns;
  std::vector<double> values;
  double at(int64_t i, int64_t j) const { return values[static_cast<size_t>(i * columns + j)]; }
};

// About a share `filled` of the entries is not 0.
inline Entries random_entries(int64_t rows, int64_t columns, double filled, uint64_t seed) {
  Entries out{rows, columns, std::vector<double>(static_cast<size_t>(rows * columns))};
  std::mt19937_64 bits(seed);
  for (double &value : out.values) {
    const double there = static_cast<double>(bits() >> 11) * 0x1p-53;
    const float entry = static_cast<float>(static_cast<double>(static_cast<int64_t>(bits()) >> 20) * 0x1p-40);
    if (there < filled) value = static_cast<double>(entry);
  }
  return out;
}

enum class Made { kDense, kDenseF32, kCsr, kCsrF32 };
constexpr Made kAllMade[] = {Made::kDense, Made::kDenseF32, Made::kCsr, Made::kCsrF32};

inline dpcvx_status make(Made how, const Entries &entries, const double *labels, Table *out, dpcvx_error *err) {
  const std::vector<float> singles(entries.values.begin(), entries.values.end());
  if (how == Made::kDense)
    return dpcvx_dataset_create_dense(entries.values.data(), entries.rows, entries.columns, entries.columns, 1, labels,
                                      &out->handle, err);
  if (how == Made::kDenseF32)
    return dpcvx_dataset_create_dense_f32(singles.data(), entries.rows, entries.columns, entries.columns, 1, labels,
                                          &out->handle, err);
  std::vector<int64_t> starts = {0}, columns;
  std::vector<double> values;
  for (int64_t i = 0; i < entries.rows; ++i) {
    for (int64_t j = 0; j < entries.columns; ++j) {
      if (entries.at(i, j) == 0) continue;
      columns.push_back(j);
      values.push_back(entries.at(i, j));
    }
    starts.push_back(static_cast<int64_t>(columns.size()));
  }
  if (how == Made::kCsr)
    return dpcvx_dataset_create_csr(starts.data(), columns.data(), values.data(), entries.rows, entries.columns, labels,
                                    &out->handle, err);
  const std::vector<float> stored(values.begin(), values.end());
  return dpcvx_dataset_create_csr_f32(starts.data(), columns.data(), stored.data(), entries.rows, entries.columns,
                                      labels, &out->handle, err);
}

inline Table made(Made how, const Entries &entries, const double *labels = nullptr) {
  Table out;
  dpcvx_error err;
  EXPECT_EQ(make(how, entries, labels, &out, &err), DPCVX_OK) << err.message;
  return out;
}

// A key of a split.
using Key = std::array<unsigned char, DPCVX_SPLIT_KEY_BYTES>;

inline Key key_of(uint64_t seed) {
  Key key;
  std::mt19937_64 bits(seed);
  for (unsigned char &byte : key) byte = static_cast<unsigned char>(bits());
  return key;
}

// A row of any storage, whole.
inline std::vector<double> row_of(const dpcvx::data::Dataset &table, int64_t i) {
  std::vector<double> out(static_cast<size_t>(table.columns()));
  table.with_rows([&](const auto &rows) {
    rows.for_each(i, [&](int64_t column, double value) { out[static_cast<size_t>(column)] = value; });
  });
  return out;
}

}  // namespace data_tests

#endif
