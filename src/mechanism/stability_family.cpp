// The law of a family.
#include "mechanism/stability_law.h"

namespace dpcvx {
namespace mechanism {

// To come: until then the law of a family is refused.
dpcvx_status StabilityLaw::make_family(double, double, double mu, Error &error) {
  return error.argument("mu", mu, "none yet");
}
int64_t family_top(double, double, double) { return -1; }

}  // namespace mechanism
}  // namespace dpcvx
