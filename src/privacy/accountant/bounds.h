// Brackets of a curve's answers: the epsilon at a delta from both sides, and what an attack can do (PROOFS.md, section
// 14). Upper bounds on delta are those of pld/tight.h. Lower bounds are attained by mechanisms of the events' kinds.
#ifndef DPCVX_PRIVACY_ACCOUNTANT_BOUNDS_H_
#define DPCVX_PRIVACY_ACCOUNTANT_BOUNDS_H_

#include "base/status.h"
#include "privacy/curve/curve.h"

namespace dpcvx::privacy {

struct Bracket {
  double lower = 0, upper = 0;
};

// Computes the epsilon at a delta, 0 <= delta < 1. DPCVX_ERR_NOMEM is the only failure, here and below.
dpcvx_status epsilon_bracket(const Curve &curve, double delta, Bracket *epsilon, Error &error);

// Computes the least false negative rate at a false positive rate in [0, 1]. `upper` is what the (epsilon, delta)
// statements that hold could prove at most.
dpcvx_status false_negative_bracket(const Curve &curve, double false_positive_rate, Bracket *rate, Error &error);

// Computes the greatest probability of guessing right, 0 < prior < 1.
dpcvx_status accuracy_bracket(const Curve &curve, double prior, Bracket *accuracy, Error &error);

// Computes the probability that an alarm is right, 0 < prior < 1 and 0 < false_positive_rate <= 1.
dpcvx_status posterior_bracket(const Curve &curve, double prior, double false_positive_rate, Bracket *posterior,
                               Error &error);

}  // namespace dpcvx::privacy

#endif
