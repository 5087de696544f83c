// Dots and sums of multiples of rows beside a plain loop, in cache and beyond, rows in order and in any order; and the
// grouping of ten million rows by a million users.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "data/dataset.h"

namespace {

using namespace dpcvx::data;

constexpr int64_t kColumns = 50, kTile = 64;

// Random entries; sparse tables store every fourth.
struct Table {
  Table(bool sparse, bool single, int64_t rows) : out(padded(kColumns)), z(static_cast<size_t>(rows)) {
    dpcvx::Error error(nullptr, "bench");
    std::mt19937_64 bits(1);
    std::vector<int64_t> starts = {0}, columns;
    std::vector<double> doubles;
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < kColumns; ++j) {
        if (sparse && j % 4 != i % 4) continue;
        columns.push_back(j);
        doubles.push_back(static_cast<double>(bits() >> 40) * 0x1p-24);
      }
      starts.push_back(static_cast<int64_t>(columns.size()));
    }
    const std::vector<float> floats(doubles.begin(), doubles.end());
    if (sparse && single)
      copy_sparse<float>({starts.data(), columns.data(), floats.data(), rows, kColumns}, nullptr, &table, error);
    else if (sparse)
      copy_sparse<double>({starts.data(), columns.data(), doubles.data(), rows, kColumns}, nullptr, &table, error);
    else if (single)
      copy_dense<float>({floats.data(), rows, kColumns, kColumns, 1}, nullptr, &table, error);
    else
      copy_dense<double>({doubles.data(), rows, kColumns, kColumns, 1}, nullptr, &table, error);
    order.resize(static_cast<size_t>(rows));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), bits);
    std::fill(w, w + kColumns, 0.5);
  }

  SharedDataset table;
  alignas(64) double w[64] = {};
  std::vector<double> out, z;
  std::vector<int64_t> order;
};

enum Work { kDots, kPlainDots, kDotsAndMultiples };

template <class Rows>
void plain_dots(const Rows &rows, const RowPick &pick, const double *w, double *out) {
  for (int64_t place = 0; place < pick.count; ++place) {
    double sum = 0;
    rows.for_each(pick[place], [&](int64_t column, double value) { sum += value * w[column]; });
    out[place] = sum;
  }
}

void pass(benchmark::State &state, bool sparse, bool single, bool listed, Work work) {
  Table it(sparse, single, state.range(0));
  alignas(64) double sum[64] = {};
  for (auto _ : state) {
    it.table->with_rows([&](const auto &rows) {
      for (int64_t begin = 0; begin < rows.rows(); begin += kTile) {
        const int64_t count = std::min(kTile, rows.rows() - begin);
        const RowPick pick = listed ? RowPick{it.order.data() + begin, 0, count} : RowPick{nullptr, begin, count};
        double *const z = it.z.data() + begin;
        work == kPlainDots ? plain_dots(rows, pick, it.w, z) : rows.dots(pick, {it.w, 0, 1}, {z, 0, 1});
        if (work == kDotsAndMultiples) rows.add_multiples(pick, {z, 0, 1}, {sum, 0, 1});
      }
    });
    benchmark::DoNotOptimize(it.z.data());
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void group(benchmark::State &state, bool shuffled) {
  constexpr int64_t kRows = 10000000;
  dpcvx::Error error(nullptr, "bench");
  std::vector<int64_t> ids(kRows);
  for (size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<int64_t>(i / 10) * 1000003;
  if (shuffled) std::shuffle(ids.begin(), ids.end(), std::mt19937_64(1));
  for (auto _ : state) {
    Users users;
    dpcvx::Buffer<int64_t> order;
    if (users.create(ids.data(), kRows, &order, error) != DPCVX_OK) state.SkipWithError("no memory");
    benchmark::DoNotOptimize(users.count());
  }
  state.SetItemsProcessed(state.iterations() * kRows);
}

void register_all() {
  const char *const works[] = {"dots", "plain_dots", "dots_and_multiples"};
  for (const bool sparse : {false, true})
    for (const bool single : {false, true})
      for (const bool listed : {false, true})
        for (const Work work : {kDots, kPlainDots, kDotsAndMultiples}) {
          const std::string name = std::string(sparse ? "csr" : "dense") + (single ? "_f32/" : "/") +
                                   (listed ? "any_order/" : "in_order/") + works[work];
          benchmark::RegisterBenchmark(name.c_str(), pass, sparse, single, listed, work)
              ->Arg(2000)
              ->Arg(500000)
              ->MinTime(0.1);
        }
  benchmark::RegisterBenchmark("group/in_order", group, false)->Unit(benchmark::kMillisecond)->MinTime(0.1);
  benchmark::RegisterBenchmark("group/any_order", group, true)->Unit(benchmark::kMillisecond)->MinTime(0.1);
}

const bool kRegistered = (register_all(), true);

}  // namespace
