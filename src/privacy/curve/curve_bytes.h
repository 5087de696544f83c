// A curve as bytes. What is read is checked to be a curve that the library could have made.
#ifndef DPCVX_PRIVACY_CURVE_CURVE_BYTES_H_
#define DPCVX_PRIVACY_CURVE_CURVE_BYTES_H_

#include "base/bytes.h"
#include "privacy/curve/curve.h"

namespace dpcvx::privacy {

void write_curve(const Curve &curve, ByteWriter &bytes);
// Appends what is read to `curve`. Bytes that are no curve make the reader fail; DPCVX_ERR_NOMEM is a failure of this.
dpcvx_status read_curve(ByteReader &bytes, Curve *curve, Error &error);

}  // namespace dpcvx::privacy

#endif
