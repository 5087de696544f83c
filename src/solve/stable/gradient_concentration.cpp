#include "solve/stable/gradient_concentration.h"

#include <algorithm>

#include "numeric/logs.h"
#include "numeric/root.h"

namespace dpcvx::solve {

namespace {

// Rates lambda G that are tried: from what means of 2^24 records want to what is of use below the longest vector.
constexpr double kMinRate = 1e-4, kMaxRate = 64;

// The most that E[e^(l |X|) - 1 - l |X|] can be for X = V - E V, |V| <= 1 and E |X|^2 <= spread^2: with a = |E V|, |X|
// <= 1 + a and E |X|^2 <= 1 - a^2.
double max_growth(double rate, double spread) {
  const auto less_growth = [&](double mean) {
    const double longest = 1 + mean;
    const double variance = std::min(spread * spread, (1 - mean) * longest);
    return -variance / (longest * longest) * numeric::exp_remainder(rate * longest);
  };
  const double at = numeric::min_point(0, 1, 24, less_growth);
  return -std::min(less_growth(at), less_growth(0));
}

}  // namespace

GradientConcentration::GradientConcentration(double lipschitz, double units, int64_t records, double spread)
    : lipschitz_(lipschitz), units_(units), records_(static_cast<double>(records)) {
  const double share = std::min(spread / lipschitz, 1.0);
  for (int k = 0; k < kRates; ++k) {
    rate_[k] = kMinRate * std::pow(kMaxRate / kMinRate, static_cast<double>(k) / (kRates - 1));
    growth_[k] = std::log1p(max_growth(rate_[k], share));
  }
}

double GradientConcentration::log_tail(double norm) const {
  if (norm >= longest()) return -INFINITY;
  const double length = norm / lipschitz_;
  double most = 0;
  for (int k = 0; k < kRates; ++k) most = std::max(most, rate_[k] * length - growth_[k]);
  return std::min(0.0, M_LN2 - records_ * most);
}

double GradientConcentration::log_more_than(double score, double norm) const {
  const double users = score + 1;
  if (users > units_) return -INFINITY;
  // Those seen before leave others whose mean is that far away.
  const double moved = 2 * lipschitz_ * score / (units_ - score);
  return std::min(0.0, numeric::log_binomial(units_, users) + users * log_tail(norm - moved));
}

double GradientConcentration::unstable(double threshold, double step, const mechanism::StabilityLaw &law) const {
  constexpr int64_t kLooks = 64;
  const int64_t top = law.top();
  // 1 - q(a) is the sum of q(r) - q(r + 1) over r < a. Between looks the last bound holds.
  double sum = 0, more = 1, passing = 1;
  for (int64_t look = 0, score = 0; score <= top; ++look) {
    const int64_t next = std::max(score + 1, (top + 1) * (look + 1) / kLooks);
    const double beyond = static_cast<double>(score);
    more = std::min(more, std::exp(log_more_than(beyond, threshold + beyond * step)));
    const double later = law.pass(next);
    sum += (passing - later) * more;
    passing = later;
    score = next;
  }
  return std::min(1.0, sum);
}

double GradientConcentration::threshold(double step, const mechanism::StabilityLaw &law, double failure) const {
  const double highest = longest();
  double low = 0, high = highest;
  if (unstable(0, step, law) <= failure) return 0;
  while (high - low > 0x1p-20 * highest) {
    const double middle = (low + high) / 2;
    (unstable(middle, step, law) <= failure ? high : low) = middle;
  }
  return high;
}

}  // namespace dpcvx::solve
