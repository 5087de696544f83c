// Where the coefficients of a model may lie.
#ifndef DPCVX_MODEL_DOMAIN_H_
#define DPCVX_MODEL_DOMAIN_H_

#include <cmath>

namespace dpcvx::model {

class Domain {
 public:
  // sup ||w||_2 over the domain.
  double radius() const { return INFINITY; }
};

}  // namespace dpcvx::model

#endif
