#include "mechanism/randomized_response/response.h"

#include <algorithm>

#include "numeric/directed.h"
#include "random/bernoulli.h"
#include "random/exact_exp.h"

namespace dpcvx::mechanism {

using numeric::above;
using numeric::below;
using numeric::below_positive;

ResponsePlan plan_response(double epsilon, uint64_t categories) {
  // replace = k x / (1 + (k - 1) x) and keep = (1 - x) / (1 + (k - 1) x), x = e^-epsilon, each to its safe side; near 0
  // a double shows either finely, near 1 not.
  const double k = static_cast<double>(categories);
  const double x = std::min(1.0, random::exp_minus(std::min(epsilon, 700.0)) * (1 + 0x1p-46));
  const double replace = above(above(k * x) / below(1 + below_positive((k - 1) * x)));
  const double keep = below_positive(below_positive(1 - x) / above(1 + above((k - 1) * x)));
  const double replaced = std::ceil(replace * 0x1p64), kept = std::floor(keep * 0x1p64);
  ResponsePlan plan;
  plan.categories = categories;
  plan.last_replaced = UINT64_MAX - static_cast<uint64_t>(std::min(kept, 0x1p63));
  if (replaced < 0x1p64) plan.last_replaced = std::min(plan.last_replaced, static_cast<uint64_t>(replaced) - 1);
  return plan;
}

double replacement_probability(const ResponsePlan &plan) {
  unsigned __int128 chances = static_cast<unsigned __int128>(plan.last_replaced) + 1;
  int exponent = -64;
  while (chances >= uint64_t{1} << 53) {
    chances >>= 1;
    ++exponent;
  }
  return std::ldexp(static_cast<double>(static_cast<uint64_t>(chances)), exponent);
}

void respond(random::Rng &rng, const ResponsePlan &plan, const int64_t *answers, size_t n, int64_t *out) {
  for (size_t i = 0; i < n; ++i) {
    const uint64_t answer = static_cast<uint64_t>(answers[i]);
    const bool replaced = rng.next() <= plan.last_replaced;
    const uint64_t other = random::uniform(rng, plan.categories);  // drawn whether it is used or not
    out[i] = static_cast<int64_t>(replaced ? other : answer < plan.categories ? answer : 0);
  }
}

void estimate_shares(const ResponsePlan &plan, const int64_t *reports, size_t n, double *shares,
                     double *standard_errors) {
  const double keep = static_cast<double>(UINT64_MAX - plan.last_replaced) * 0x1p-64;
  const double uniform = (1 - keep) / static_cast<double>(plan.categories);
  const double count = static_cast<double>(n);
  std::fill(shares, shares + plan.categories, 0.0);
  for (size_t i = 0; i < n; ++i) shares[reports[i]] += 1;
  for (uint64_t c = 0; c < plan.categories; ++c) {
    const double frequency = shares[c] / count;
    shares[c] = (frequency - uniform) / keep;
    if (standard_errors != nullptr) standard_errors[c] = std::sqrt(frequency * (1 - frequency) / count) / keep;
  }
}

}  // namespace dpcvx::mechanism
