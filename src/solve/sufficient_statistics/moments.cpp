#include "solve/sufficient_statistics/moments.h"

#include <algorithm>

#include "base/machine/crew.h"

namespace dpcvx::solve {

namespace {

constexpr int64_t kMaxDoubles = int64_t{1} << 23;  // of all blocks together, as long as there are two

// One stretch of records. Sums of groups go into `total`; what its additions lose goes into `lost`.
struct Stretch {
  const model::LinearModel &linear;
  double label_weight;
  int64_t dimension, stride, size;
  double *total, *lost, *group, *left, *right;

  Stretch(const model::LinearModel &model, double weight, int64_t d, int64_t stride_of_sums, double *memory)
      : linear(model),
        label_weight(weight),
        dimension(d),
        stride(stride_of_sums),
        size((d + 1) * stride_of_sums),
        total(memory),
        lost(total + size),
        group(lost + size),
        left(group + size),
        right(left + MomentSum::kTile * stride) {
    std::fill(memory, left, 0.0);
  }

  template <class Rows>
  void add(const Rows &rows, int64_t begin, int64_t end) {
    for (int64_t first = begin; first < end; first += MomentSum::kGroup) {
      const int64_t last = std::min(first + MomentSum::kGroup, end);
      for (int64_t r = first; r < last; r += MomentSum::kTile) add_tile(rows, r, std::min(r + MomentSum::kTile, last));
      flush();
    }
  }

  template <class Rows>
  void add_tile(const Rows &rows, int64_t begin, int64_t end) {
    const double intercept = linear.row_map().intercept ? linear.row_map().intercept_value : 0;
    const data::RowPick records = linear.table().places_as_given();
    int64_t count = 0;
    for (int64_t i = begin; i < end; ++i) {
      const int64_t r = records[i];
      const model::Record &record = linear.record(r);
      const double share = linear.share(r);
      if (!(share > 0)) continue;
      double *const row = right + count * stride, *const multiple = left + count * stride;
      std::fill(row, row + stride, 0.0);
      rows.for_each(r, [&](int64_t j, double x) { row[j] = record.factor * x; });
      if (intercept != 0) row[dimension - 1] = record.factor * intercept;
      row[dimension] = label_weight * record.label;
      for (int64_t j = 0; j < stride; ++j) multiple[j] = share * row[j];
      ++count;
    }
    if (count > 0) data::dense_kernels().add_products({left, right, stride, count}, dimension + 1, group);
  }

  // Adds the group's sums, and keeps what each addition loses (Knuth's exact sum of two doubles).
  void flush() {
    for (int64_t i = 0; i < size; ++i) {
      const double old = total[i], more = group[i], sum = old + more, part = sum - old;
      lost[i] += (old - (sum - part)) + (more - part);
      total[i] = sum;
      group[i] = 0;
    }
  }
};

struct Pass {
  const model::LinearModel &linear;
  double label_weight;
  int64_t dimension, stride, records_a_block, block_size;
  double *memory;

  static void run(void *argument, size_t block) {
    const Pass &all = *static_cast<const Pass *>(argument);
    const int64_t place = static_cast<int64_t>(block), begin = place * all.records_a_block;
    const int64_t end = std::min(begin + all.records_a_block, all.linear.records());
    Stretch here(all.linear, all.label_weight, all.dimension, all.stride, all.memory + place * all.block_size);
    all.linear.table().with_rows([&](const auto &rows) { here.add(rows, begin, end); });
  }
};

}  // namespace

int64_t MomentSum::blocks() const { return std::clamp<int64_t>(kMaxDoubles / block_size(), 1, kMaxBlocks); }

void MomentSum::run(const model::LinearModel &linear, double label_weight, int32_t threads, double *memory) const {
  const int64_t count = blocks();
  Pass all{linear, label_weight, d_, stride_, (linear.records() + count - 1) / count, block_size(), memory};
  Crew crew(threads);
  crew.run(static_cast<size_t>(count), &Pass::run, &all);
  for (int64_t block = 0; block < count; ++block) {
    const double *const from = memory + block * block_size(), *const lost = from + size();
    for (int64_t i = 0; i < size(); ++i) memory[i] = (block == 0 ? 0 : memory[i]) + (from[i] + lost[i]);
  }
}

}  // namespace dpcvx::solve
