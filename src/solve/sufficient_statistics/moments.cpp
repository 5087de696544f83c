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
        right(left + MomentSum::kTile * stride) {}

  void begin() { std::fill(total, left, 0.0); }

  // Adds records [first, last) of those in [begin, end): of whole groups, or some tiles of one.
  template <class Rows>
  void add(const Rows &rows, int64_t begin, int64_t first, int64_t last, int64_t end) {
    for (int64_t r = first; r < last; r += MomentSum::kTile) {
      const int64_t next = std::min(r + MomentSum::kTile, last);
      add_tile(rows, r, next);
      if ((next - begin) % MomentSum::kGroup == 0 || next == end) flush();
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

// Of each block the records from `from` to `to`.
struct Pass {
  const model::LinearModel &linear;
  double label_weight;
  int64_t dimension, stride, records_a_block, block_size;
  double *memory;
  int64_t from = 0, to = 0;

  static void run(void *argument, size_t block) {
    const Pass &all = *static_cast<const Pass *>(argument);
    const int64_t place = static_cast<int64_t>(block), begin = place * all.records_a_block;
    const int64_t end = std::min(begin + all.records_a_block, all.linear.records());
    const int64_t first = std::min(begin + all.from, end), last = std::min(begin + all.to, end);
    Stretch here(all.linear, all.label_weight, all.dimension, all.stride, all.memory + place * all.block_size);
    if (all.from == 0) here.begin();
    all.linear.table().with_rows([&](const auto &rows) { here.add(rows, begin, first, last, end); });
  }
};

}  // namespace

int64_t MomentSum::blocks() const { return std::clamp<int64_t>(kMaxDoubles / block_size(), 1, kMaxBlocks); }

// Tiles divide groups, by a power of two.
int64_t MomentSum::records_a_step() const {
  const double most = max_work_ / (static_cast<double>(size()) / 2);
  if (most >= kGroup) return static_cast<int64_t>(most / kGroup) * kGroup;
  int64_t records = kTile;
  while (static_cast<double>(2 * records) <= most) records *= 2;
  return records;
}

bool MomentSum::run(const model::LinearModel &linear, double label_weight, int32_t threads, ProgressMonitor &watch,
                    double *memory) const {
  const int64_t count = blocks(), step = records_a_step();
  Pass all{linear, label_weight, d_, stride_, (linear.records() + count - 1) / count, block_size(), memory};
  Crew crew(threads);
  do {
    if (!watch.should_continue(0)) return false;
    all.to = all.from + step;
    crew.run(static_cast<size_t>(count), &Pass::run, &all);
    all.from = all.to;
  } while (all.from < all.records_a_block);
  for (int64_t block = 0; block < count; ++block) {
    const double *const from = memory + block * block_size(), *const lost = from + size();
    for (int64_t i = 0; i < size(); ++i) memory[i] = (block == 0 ? 0 : memory[i]) + (from[i] + lost[i]);
  }
  return true;
}

}  // namespace dpcvx::solve
