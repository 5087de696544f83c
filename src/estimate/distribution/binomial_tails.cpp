#include "estimate/distribution/binomial_tails.h"

#include <algorithm>
#include <cmath>

#include "estimate/mean/tail_quantile.h"
#include "numeric/logs.h"
#include "numeric/normal.h"

namespace dpcvx::estimate {

namespace {

constexpr double kRoot2 = 1.4142135623730951;
// Beyond lies less than 1e-11 of the law, which counts as if it were infinite.
constexpr double kReach = 7, kMore = 30;
constexpr double kRounding = 1e-10;  // of all probabilities together

}  // namespace

void BinomialTails::add(double k, double probability) {
  const size_t block = static_cast<size_t>((k - first_) / width_);
  weight_[std::min(block, blocks_ - 1)] += probability;
  left_out_ -= probability;
}

void BinomialTails::start(double count, double p) {
  const double mean = count * p, q = 1 - p;
  count_ = count, p_ = p;
  deviation_ = std::sqrt(mean * q);
  first_ = std::max(std::floor(mean - kReach * deviation_) - 1, 0.0);
  const double last = std::min(std::ceil(mean + kReach * deviation_) + kMore, count);
  width_ = std::max(std::ceil((last - first_ + 1) / static_cast<double>(kBlocks)), 1.0);
  blocks_ = static_cast<size_t>((last - first_) / width_) + 1;
  for (size_t i = 0; i < blocks_; ++i) {
    at_[i] = std::min(first_ + (static_cast<double>(i) + 1) * width_ - 1, count) - mean;
    weight_[i] = 0;
  }
  left_out_ = 1;
  const double mode = std::clamp(std::floor((count + 1) * p), first_, last), odds = p / q;
  const double greatest = std::exp(numeric::log_binomial_probability(count, mode, p, q));
  double probability = greatest;
  for (double k = mode; k <= last; ++k) {
    add(k, probability);
    probability *= odds * (count - k) / (k + 1);
  }
  probability = greatest;
  for (double k = mode; k > first_; --k) {
    probability *= k / (odds * (count - k + 1));
    add(k - 1, probability);
  }
  left_out_ = std::max(left_out_, 0.0) + kRounding;
}

double BinomialTails::above(double t, double low, double high) const {
  constexpr double kFar = 8;  // beyond lies less than kRounding
  double sum = left_out_;
  for (size_t i = blocks_; i-- > 0;) {
    const double gap = t - at_[i];
    if (gap > kFar * high) break;  // as for all blocks below
    sum += gap < -kFar * low ? weight_[i] : weight_[i] * 0.5 * std::erfc(gap / (kRoot2 * (gap > 0 ? high : low)));
  }
  return sum;
}

double BinomialTails::quantile(double beta, double low, double high) const {
  constexpr double kClose = 1e-4;
  const double guess = numeric::normal_upper_quantile(std::log(beta)) * std::hypot(deviation_, high);
  return tail_quantile([&](double t) { return above(t, low, high); }, guess, beta, kClose);
}

}  // namespace dpcvx::estimate
