#include "optimize/sgd_tail.h"

#include <algorithm>

namespace dpcvx::optimize {

SgdTail::SgdTail(const SgdBlocks &blocks, int count, double units) {
  for (int i = 0; i < count; ++i) {
    most_ = std::max(most_, blocks[i].later);
    all_ += blocks[i].size() * blocks[i].later;
  }
  mean_ = all_ / units;
  for (int s = 0; s < kSlopes; ++s) {
    double psi = 0;
    for (int i = 0; i < count && most_ > 0; ++i)
      psi += blocks[i].size() * std::log1p(std::expm1(slope(s) * blocks[i].later) / units);
    psi_[s] = psi;
  }
}

// From where a touch hardly matters to where only touches of the greatest length do.
double SgdTail::slope(int i) const { return std::exp(-16 + 22.0 * i / (kSlopes - 1)) / most_; }

double SgdTail::length(double level) const {
  if (most_ == 0) return 0;
  double least = all_;
  for (int s = 0; s < kSlopes; ++s) least = std::min(least, (psi_[s] + level) / slope(s));
  return least;
}

}  // namespace dpcvx::optimize
