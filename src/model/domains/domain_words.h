// What plans, reports and dpcvx_domain_to_text call a domain.
#ifndef DPCVX_MODEL_DOMAINS_DOMAIN_WORDS_H_
#define DPCVX_MODEL_DOMAINS_DOMAIN_WORDS_H_

#include "base/text.h"
#include "model/domains/domain.h"

namespace dpcvx::model {

// "ball of radius 1 about 0, l2 norm".
struct DomainWords {
  char text[256] = "";
};
DomainWords describe(const Domain &domain);

// The p of an lp norm in six digits, or in as many as tell it from 1, 2 and infinity.
ShownNumber show_order(double p);

}  // namespace dpcvx::model

#endif
