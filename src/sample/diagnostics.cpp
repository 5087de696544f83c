#include "sample/diagnostics.h"

#include <algorithm>
#include <cmath>

#include "numeric/normal.h"

namespace dpcvx::sample {

bool Diagnostics::create(int64_t chains, int64_t count) {
  chains_ = chains;
  count_ = count;
  halves_ = 2 * chains;
  length_ = count / 2;
  const size_t all = static_cast<size_t>(size());
  return values_.allocate(all) && sorted_.allocate(all) && work_.allocate(all) &&
         means_.allocate(static_cast<size_t>(halves_)) && order_.allocate(all);
}

Diagnosis Diagnostics::of(const double *values, int64_t stride) {
  for (int64_t m = 0; m < chains_; ++m)
    for (int64_t half = 0; half < 2; ++half)
      for (int64_t t = 0; t < length_; ++t)
        values_[(2 * m + half) * length_ + t] = values[(m * count_ + half * (count_ - length_) + t) * stride];
  Diagnosis found;
  std::copy_n(values_.data(), size(), work_.data());
  rank();
  const Variances ranks = variances();
  found.r_hat = r_hat(ranks);
  found.bulk_ess = sample_size(ranks);
  std::copy_n(values_.data(), size(), sorted_.data());
  std::sort(sorted_.data(), sorted_.data() + size());
  found.tail_ess = std::min(indicator_size(0.05), indicator_size(0.95));
  const double median = quantile(0.5);
  for (int64_t i = 0; i < size(); ++i) work_[i] = std::fabs(values_[i] - median);
  rank();
  found.r_hat = std::max(found.r_hat, r_hat(variances()));
  return found;
}

// Replaces values by Phi^-1((r - 3/8) / (S + 1/4)), r the rank among all S, in the mean where values are equal.
void Diagnostics::rank() {
  const int64_t n = size();
  for (int64_t i = 0; i < n; ++i) order_[i] = i;
  std::sort(order_.data(), order_.data() + n, [this](int64_t a, int64_t b) { return work_[a] < work_[b]; });
  for (int64_t first = 0, next; first < n; first = next) {
    const double value = work_[order_[first]];
    for (next = first; next < n && work_[order_[next]] == value; ++next) {
    }
    const double mean_rank = static_cast<double>(first + next + 1) / 2;
    const double score = numeric::normal_quantile((mean_rank - 0.375) / (static_cast<double>(n) + 0.25));
    // Places before `next` are not compared again.
    for (int64_t i = first; i < next; ++i) work_[order_[i]] = score;
  }
}

// The 'share' quantile by linear interpolation between order statistics.
double Diagnostics::quantile(double share) const {
  const double at = share * static_cast<double>(size() - 1);
  const int64_t below = static_cast<int64_t>(at);
  const int64_t above = std::min(below + 1, size() - 1);
  return sorted_[below] + (at - static_cast<double>(below)) * (sorted_[above] - sorted_[below]);
}

double Diagnostics::indicator_size(double share) {
  const double edge = quantile(share);
  for (int64_t i = 0; i < size(); ++i) work_[i] = values_[i] <= edge ? 1 : 0;
  return sample_size(variances());
}

// W = mean of the halves' variances s_m^2; var+ = (n - 1) W / n + variance of the halves' means.
Diagnostics::Variances Diagnostics::variances() {
  const double n = static_cast<double>(length_), halves = static_cast<double>(halves_);
  Variances found;
  double mean = 0, between = 0;
  for (int64_t m = 0; m < halves_; ++m) {
    double sum = 0, squares = 0;
    for (int64_t t = 0; t < length_; ++t) sum += work_[m * length_ + t];
    const double own = sum / n;
    means_[m] = own;
    for (int64_t t = 0; t < length_; ++t) {
      const double off = work_[m * length_ + t] - own;
      squares += off * off;
    }
    found.within += squares / (n - 1) / halves;
    const double off = own - mean;  // Welford 1962
    mean += off / static_cast<double>(m + 1);
    between += off * (own - mean);
  }
  found.total = (n - 1) / n * found.within + between / (halves - 1);
  return found;
}

double Diagnostics::r_hat(const Variances &found) {
  return found.within > 0 ? std::sqrt(found.total / found.within) : INFINITY;
}

// The mean over halves of sum_t (x_t - mean)(x_(t + lag) - mean) / n, by the means that variances() left.
double Diagnostics::covariance(int64_t lag) const {
  double sum = 0;
  for (int64_t m = 0; m < halves_; ++m) {
    const double *const x = work_.data() + m * length_;
    for (int64_t t = 0; t + lag < length_; ++t) sum += (x[t] - means_[m]) * (x[t + lag] - means_[m]);
  }
  return sum / static_cast<double>(size());
}

// S / tau, tau = -1 + 2 sum of Geyer's pairs P_k = rho_(2k) + rho_(2k+1), while these are positive, made to fall.
// rho_t = 1 - (W - covariance(t)) / var+. tau is at least 1 / log10(S).
double Diagnostics::sample_size(const Variances &found) const {
  if (!(found.total > 0)) return 0;
  const auto rho = [&](int64_t lag) { return lag == 0 ? 1 : 1 - (found.within - covariance(lag)) / found.total; };
  double tau = -1, last = INFINITY;
  for (int64_t lag = 0; lag + 1 < length_; lag += 2) {
    const double even = rho(lag), pair = even + rho(lag + 1);
    if (!(pair > 0)) {
      tau += std::max(even, 0.0);  // the last even lag counts once: less spread where draws alternate
      break;
    }
    last = std::min(last, pair);
    tau += 2 * last;
  }
  const double all = static_cast<double>(size());
  return all / std::max(tau, 1 / std::log10(all));
}

}  // namespace dpcvx::sample
