// Laws of lengths on a grid, built from touches one block of steps at a time, the latest first (PROOFS.md, 9). Lengths
// and probabilities are rounded up.
#ifndef DPCVX_OPTIMIZE_SGD_LAW_H_
#define DPCVX_OPTIMIZE_SGD_LAW_H_

#include <algorithm>

#include "optimize/sgd_blocks.h"
#include "optimize/sgd_touches.h"

namespace dpcvx::optimize {

// A probability for each multiple of the grid's unit, and what lies beyond the last.
class Law {
 public:
  dpcvx_status prepare(size_t size, Error &error) {
    size_ = size;
    if (!mass_.allocate(size) || !next_.allocate(size) || !total_.allocate(size))
      return no_memory_for("a law of lengths", error);
    mass_[0] = 1;
    return DPCVX_OK;
  }

  // One block: k touches with probability masses[k - low], of which the first adds `start` to the output where no other
  // came before (`none_before`), all others `later(k)`.
  template <class Later>
  void add_sampled(const Touches &touches, double none_before, size_t start, const Later &later) {
    std::fill(next_.begin(), next_.end(), 0.0);
    double lost = touches.beyond, silent = 0;
    size_t reach = 0;
    for (int i = 0; i < touches.size; ++i) {
      const int64_t k = touches.low + i * touches.step;
      if (k == 0) {
        silent = touches.masses[i];
        continue;
      }
      lost += shift(mass_, top_, touches.masses[i], later(k - 1), next_, &reach);
    }
    // next_: this block's later touches and all that follow, given that it has a first one.
    double dropped = shift(next_, reach, none_before, start, total_, &total_top_);
    beyond_total_ += none_before * (lost + beyond_) + dropped;
    for (size_t i = 0; i < top_; ++i) mass_[i] *= silent;
    dropped = shift(next_, reach, 1, later(1), mass_, &top_);
    beyond_ = std::min(1.0, beyond_ + lost + dropped);
  }

  // Steps before all others, met with probability `chance`: the output has `start` of them together at most.
  void add_faded(double chance, size_t start, double rare) {
    const double dropped = shift(mass_, top_, chance, start, total_, &total_top_);
    beyond_total_ += chance * beyond_ + dropped + rare;
  }

  // One pass: one touch at most, in each block with probability its size / units.
  template <class OnGrid>
  void add_pass(const SgdBlocks &blocks, double units, bool first, const OnGrid &on_grid) {
    std::fill(next_.begin(), next_.end(), 0.0);
    size_t reach = first ? 0 : top_;
    double touched = 0, dropped = 0;
    for (int i = 0; i < blocks.size(); ++i) {
      const double chance = blocks[i].size() / units;
      const size_t by = first ? on_grid(blocks[i].start) : on_grid(blocks[i].later);
      dropped += shift(mass_, top_, chance, by, first ? total_ : next_, first ? &total_top_ : &reach);
      touched += blocks[i].size();
    }
    if (first) {
      beyond_total_ = beyond_ + dropped;
      return;
    }
    shift(mass_, top_, (units - touched) / units, 0, next_, &reach);
    mass_.swap(next_);
    top_ = reach;
    beyond_ += dropped;
  }

  size_t size() const { return total_top_; }
  double at(size_t i) const { return total_[i]; }
  double beyond() const { return beyond_total_; }

 private:
  // to[i + by] += times * from[i]; what passes the grid is the answer.
  double shift(const Buffer<double> &from, size_t top, double times, size_t by, Buffer<double> &to, size_t *reach) {
    const size_t stay = by >= size_ ? 0 : std::min(top, size_ - by);
    const double *const source = from.data();
    double *const target = to.data() + (stay == 0 ? 0 : by);
    for (size_t i = 0; i < stay; ++i) target[i] += times * source[i];
    double passed = 0;
    for (size_t i = stay; i < top; ++i) passed += times * source[i];
    if (stay > 0) *reach = std::max(*reach, stay + by);
    return passed;
  }

  size_t size_ = 0, top_ = 1, total_top_ = 0;
  Buffer<double> mass_, next_, total_;
  double beyond_ = 0, beyond_total_ = 0;
};

// The grid: steps of `unit` = most / count, so that the greatest later touch, which all are without averaging, is on
// it.
struct Grid {
  double most = 0, unit = 0;
  int64_t count = 0;

  // Reaches to `reach` and to what rounding adds in `blocks` blocks.
  Grid(double reach, double max_later, size_t size, int blocks) : most(max_later) {
    const double steps = static_cast<double>(size) - 2 - 2 * blocks;
    count = static_cast<int64_t>(std::max(0.0, std::min(steps, std::floor(most / reach * steps))));
    unit = count > 0 ? most / static_cast<double>(count) : reach / steps;
  }
  // times * x, rounded up to the grid.
  size_t up(double x, int64_t times) const {
    const double n = static_cast<double>(times);
    if (x == most && count > 0) return static_cast<size_t>(std::min(n * static_cast<double>(count), 0x1p40));
    return static_cast<size_t>(std::min(std::ceil(n * (x / unit) * (1 + 0x1p-40)), 0x1p40));
  }
};

}  // namespace dpcvx::optimize

#endif
