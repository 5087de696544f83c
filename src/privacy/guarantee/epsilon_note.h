// What a guarantee of a great epsilon does not give, for plans and reports.
#ifndef DPCVX_PRIVACY_GUARANTEE_EPSILON_NOTE_H_
#define DPCVX_PRIVACY_GUARANTEE_EPSILON_NOTE_H_

#include "base/text.h"
#include "privacy/curve/curve.h"

namespace dpcvx::privacy {

// Writes a line where the curve's epsilon at delta is above 10; else nothing.
void write_note_on_epsilon(const Curve &curve, double delta, Text &text);

}  // namespace dpcvx::privacy

#endif
