#include "audit/bound.h"

#include <cmath>

#include "numeric/binomial.h"
#include "numeric/normal.h"

namespace dpcvx::audit {
namespace {

using numeric::normal_quantile;

constexpr double kRounding = 1e-12;  // above the error of logarithms and quantiles near the values they are taken at

// The best of many looks is lucky: far tails with a handful of scores would win by chance, and disappoint on the
// samples that count. Estimates that would hold for this many looks at once, about as many as there are independent
// ones, keep to events that bear them out.
constexpr double kLooks = 64;

// Half of what may go wrong for each of the two probabilities in a bound.
double tail_of(double confidence) { return (1 - confidence) / 2; }

double round_down(double value) { return value - kRounding * (1 + std::fabs(value)); }

}  // namespace

double epsilon_lower(EventCounts counts, double delta, double confidence) {
  const double tail = tail_of(confidence);
  const double likely = numeric::clopper_pearson_lower(counts.likely, counts.runs, tail);
  const double unlikely = numeric::clopper_pearson_upper(counts.unlikely, counts.runs, tail);
  return likely > delta ? round_down(std::log((likely - delta) / unlikely)) : -INFINITY;
}

double mu_lower(EventCounts counts, double confidence) {
  const double tail = tail_of(confidence);
  const double false_positives = numeric::clopper_pearson_upper(counts.unlikely, counts.runs, tail);
  const double false_negatives = numeric::clopper_pearson_upper(counts.runs - counts.likely, counts.runs, tail);
  if (false_positives >= 1 || false_negatives >= 1) return -INFINITY;
  return round_down(-normal_quantile(false_positives) - normal_quantile(false_negatives));
}

BoundEstimate::BoundEstimate(double delta, double confidence)
    : delta_(delta), z_(-normal_quantile(tail_of(confidence) / kLooks)) {}

double BoundEstimate::wilson(int64_t hits, int64_t runs, double sign) const {
  const double n = static_cast<double>(runs), share = static_cast<double>(hits) / n, square = z_ * z_;
  const double centre = share + square / (2 * n);
  const double width = z_ * std::sqrt(share * (1 - share) / n + square / (4 * n * n));
  return (centre + sign * width) / (1 + square / n);
}

double BoundEstimate::epsilon_ratio(EventCounts counts) const {
  return (wilson(counts.likely, counts.runs, -1) - delta_) / wilson(counts.unlikely, counts.runs, 1);
}

double BoundEstimate::mu(EventCounts counts) const {
  const double false_positives = wilson(counts.unlikely, counts.runs, 1);
  const double false_negatives = wilson(counts.runs - counts.likely, counts.runs, 1);
  if (false_positives >= 1 || false_negatives >= 1) return -INFINITY;
  return -normal_quantile(false_positives) - normal_quantile(false_negatives);
}

}  // namespace dpcvx::audit
