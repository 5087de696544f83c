// What plans, reports and dpcvx_domain_to_text call a domain.
#ifndef DPCVX_MODEL_DOMAINS_DOMAIN_WORDS_H_
#define DPCVX_MODEL_DOMAINS_DOMAIN_WORDS_H_

#include "model/domains/domain.h"

namespace dpcvx::model {

// "ball of radius 1 about 0, l2 norm".
struct DomainWords {
  char text[256] = "";
};
DomainWords describe(const Domain &domain);

}  // namespace dpcvx::model

#endif
