#include "optimize/sgd_blocks.h"

#include <algorithm>

namespace dpcvx::optimize {
namespace {

constexpr int kHalvings = 8, kEighths = 18;  // then what fades is too little to matter
constexpr double kLoss = 0.55;

double least(const SgdBlock &a, const SgdBlock &b, double SgdBlock::*of) { return std::min(a.*of, b.*of); }
double most(const SgdBlock &a, const SgdBlock &b, double SgdBlock::*of) { return std::max(a.*of, b.*of); }

}  // namespace

SgdBlocks::SgdBlocks(const SgdStability &stability, int64_t first, int64_t last, int fine)
    : first_(first), last_(last) {
  mark(stability, first, last, fine);
  std::sort(cuts_, cuts_ + cut_count_);
  cut_count_ = static_cast<int>(std::unique(cuts_, cuts_ + cut_count_) - cuts_);
  for (int i = 0; i < cut_count_; ++i) {
    const int64_t from = cuts_[i], to = i + 1 < cut_count_ ? cuts_[i + 1] - 1 : last;
    blocks_[size_++] = {from, to, stability.max_first(from, to), stability.max_later(from, to)};
  }
  merge(fine);
}

// Where blocks begin: evenly in time before the averaged steps and within them, and where l2 makes touches fade, evenly
// in what is left of them, down to halves of halves.
void SgdBlocks::mark(const SgdStability &stability, int64_t first, int64_t last, int fine) {
  const int64_t window = stability.window_, T = stability.terms_.steps;
  cut(static_cast<double>(first));
  if (first < window) spread(first, std::min(last, window - 1), fine);
  if (last >= window) spread(std::max(first, window), last, fine);
  const double log_q = stability.log_q_;
  if (log_q == 0) return;
  const double whole = -std::expm1(static_cast<double>(T - window + 1) * log_q);
  for (int i = 1; i < fine; ++i) {
    const double level = static_cast<double>(i) / fine;
    cut(static_cast<double>(T + 1) - std::log1p(-level * whole) / log_q);
    cut(static_cast<double>(window) - std::log(level) / log_q);
  }
  for (int i = 1; i <= kHalvings + kEighths; ++i) {
    const int power = i <= kHalvings ? i : kHalvings + 3 * (i - kHalvings);
    cut(static_cast<double>(window) - std::log(std::exp2(-power) / fine) / log_q);
  }
}

void SgdBlocks::spread(int64_t first, int64_t last, int fine) {
  const int64_t count = last - first + 1;
  for (int i = 0; i < fine; ++i) cut(static_cast<double>(first) + std::floor(static_cast<double>(count) * i / fine));
}

void SgdBlocks::cut(double step) {
  if (!(step >= static_cast<double>(first_) && step <= static_cast<double>(last_))) return;
  cuts_[cut_count_++] = std::min(last_, static_cast<int64_t>(step));
}

// Neighbours become one where little is lost.
void SgdBlocks::merge(int fine) {
  double start = 0, later = 0;
  for (int i = 0; i < size_; ++i) {
    start = std::max(start, blocks_[i].start);
    later = std::max(later, blocks_[i].later);
  }
  int kept = 0;
  SgdBlock low = blocks_[0];  // the least of what stands for the block that is being made
  for (int i = 1; i < size_; ++i) {
    SgdBlock &at = blocks_[kept];
    const SgdBlock &next = blocks_[i];
    const SgdBlock lower{at.first, next.last, least(low, next, &SgdBlock::start), least(low, next, &SgdBlock::later)};
    const SgdBlock upper{at.first, next.last, most(at, next, &SgdBlock::start), most(at, next, &SgdBlock::later)};
    const bool close = upper.start - lower.start <= kLoss * start / fine &&
                       upper.later - lower.later <= kLoss * later / fine && upper.later <= 2 * lower.later;
    if (close) {
      at = upper;
      low = lower;
    } else {
      blocks_[++kept] = next;
      low = next;
    }
  }
  size_ = kept + 1;
}

}  // namespace dpcvx::optimize
