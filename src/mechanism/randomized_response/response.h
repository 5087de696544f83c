// Randomized response over k categories: a report is a uniform category with probability `replace`, else the truth.
#ifndef DPCVX_MECHANISM_RANDOMIZED_RESPONSE_RESPONSE_H_
#define DPCVX_MECHANISM_RANDOMIZED_RESPONSE_RESPONSE_H_

#include <cstddef>
#include <cstdint>

#include "random/rng.h"

namespace dpcvx::mechanism {

struct ResponsePlan {
  uint64_t categories = 2;
  // A report is replaced when 64 random bits are at most this: with probability (last + 1) / 2^64 exactly.
  uint64_t last_replaced = UINT64_MAX;
};

// The least replacement probability of this form that is at least categories / (e^epsilon + categories - 1): then the
// probabilities of a report differ by a factor of at most e^epsilon between any two answers.
ResponsePlan plan_response(double epsilon, uint64_t categories);

// (last + 1) / 2^64, rounded down.
double replacement_probability(const ResponsePlan &plan);

// Draws the reports. An answer outside 0 ... categories - 1 counts as 0. `out` may be `answers`.
void respond(random::Rng &rng, const ResponsePlan &plan, const int64_t *answers, size_t n, int64_t *out);

// Computes unbiased shares of the categories and their standard errors (may be null) from reports within range.
// Requires: n >= 1, and the replacement probability is below 1.
void estimate_shares(const ResponsePlan &plan, const int64_t *reports, size_t n, double *shares,
                     double *standard_errors);

}  // namespace dpcvx::mechanism

#endif
