#include "model/sums.h"

#include <algorithm>

#include "model/unit_block.h"

namespace dpcvx::model {

namespace {

constexpr int64_t kMinUnitsABlock = 128;
constexpr int64_t kMaxSlotMemory = int64_t{1} << 22;  // doubles

}  // namespace

int64_t Blocks::units_a_block(int64_t units) const { return std::max(kMinUnitsABlock, (units + most - 1) / most); }

int64_t Blocks::count(int64_t units) const { return (units + units_a_block(units) - 1) / units_a_block(units); }

int64_t Slots::tile() const { return std::clamp<int64_t>(4096 / layout.outputs / 2 * 2, 2, kMaxTile); }

// Two doubles a class more than tiles need keep the cut into blocks, and so the bits of fits, as they were.
int64_t Slots::size() const {
  return tiles() + (layout.outputs > 1 ? (2 * tile() + 2) * layout.outputs : 0) + data::kPad;
}

Blocks Slots::blocks() const { return {std::clamp<int64_t>(kMaxSlotMemory / size(), 4, 64)}; }

double clip_factor(double norm, const Clip &clip) {
  if (!(norm > clip.norm)) return 1;
  const double factor = clip.norm / norm * (1 - 0x1p-49);
  return clip.drop || factor < kMinFactor ? 0 : factor;
}

double norm_above(const double *values, int64_t n, int64_t stride) {
  double squares = 0;
  for (int64_t j = 0; j < n; ++j) squares += values[j * stride] * values[j * stride];
  return norm_above(squares, values, n, stride);
}

double norm_above(double squares, const double *values, int64_t n, int64_t stride) {
  const double margin = 1 + static_cast<double>(n + 16) * 0x1p-51;
  if (squares > 0x1p-800 && squares < 0x1p1000) return std::sqrt(squares) * margin;
  if (!(squares == squares)) return squares;
  double largest = 0;
  for (int64_t j = 0; j < n; ++j) largest = std::fmax(largest, std::fabs(values[j * stride]));
  if (largest == 0 || std::isinf(largest)) return largest;
  squares = 0;
  for (int64_t j = 0; j < n; ++j) squares += values[j * stride] / largest * (values[j * stride] / largest);
  const double norm = std::sqrt(squares) * margin * largest * (1 + 0x1p-50) + 0x1p-1000;
  return norm < 0x1p1023 ? norm : INFINITY;  // rounding towards zero stops at the greatest double
}

struct LinearSumBlock {
  static void run(void *argument, size_t block) {
    const LinearSum &pass = *static_cast<const LinearSum *>(argument);
    BlockOfUnits here(pass, pass.w_, pass.memory_ + static_cast<int64_t>(block) * pass.slots.size());
    const int64_t begin = static_cast<int64_t>(block) * pass.units_a_block_;
    const int64_t count = std::min(pass.units_a_block_, pass.units.count - begin);
    const data::RowPick units{pass.units.list, 0, pass.units.count};
    pass.linear->with_rows([&](const auto &rows) { here.add(rows, units.part(begin, count)); });
  }
};

void LinearSum::run(const double *w, Crew *crew, double *memory) {
  const Blocks blocks = slots.blocks();
  w_ = w;
  memory_ = memory;
  units_a_block_ = blocks.units_a_block(units.count);
  const int64_t there = blocks.count(units.count), size = slots.layout.size() + data::kPad;
  run_blocks(crew, static_cast<size_t>(there), &LinearSumBlock::run, this);
  if (there == 0) std::fill(memory, memory + size, 0.0);
  for (int64_t block = 1; block < there; ++block) add_multiple(1, memory + block * slots.size(), memory, size);
}

}  // namespace dpcvx::model
