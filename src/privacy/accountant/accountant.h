// What a dpcvx_accountant holds: the events of a plan fixed beforehand, the adjacency under which they hold, and the
// unit. The answers are those of the composition of all events.
#ifndef DPCVX_PRIVACY_ACCOUNTANT_ACCOUNTANT_H_
#define DPCVX_PRIVACY_ACCOUNTANT_ACCOUNTANT_H_

#include "base/bytes.h"
#include "base/status.h"
#include "privacy/curve/curve.h"

namespace dpcvx::privacy {

class Accountant {
 public:
  // Becomes one without events.
  void open(int32_t adjacency, int32_t unit);

  // Adds `count` uses of a curve, 1 <= count. Fails, and adds nothing, with DPCVX_ERR_UNSUPPORTED for an event that
  // does not hold under the adjacency.
  dpcvx_status add(const Curve &curve, int64_t count, bool deterministic_source, Error &error);
  dpcvx_status merge(const Accountant &other, Error &error);
  // Becomes equal to another.
  dpcvx_status assign(const Accountant &other, Error &error);

  int32_t adjacency() const { return adjacency_; }
  int32_t unit() const { return unit_; }
  const Curve &curve() const { return curve_; }
  bool used_deterministic_source() const { return deterministic_; }

  // Fail with DPCVX_ERR_UNSUPPORTED and the name of the first event that has none.
  dpcvx_status gdp_mu(double *mu, Error &error) const;
  dpcvx_status zcdp_rho(double *rho, Error &error) const;
  dpcvx_status rdp(double order, double *epsilon, Error &error) const;

  void write_json(Text &text) const;
  void write_text(Text &text) const;
  void write_bytes(Text &out) const;
  dpcvx_status read_bytes(const void *bytes, size_t length, Error &error);

 private:
  int32_t adjacency_ = 0, unit_ = 0;
  Curve curve_;
  bool deterministic_ = false;
};

}  // namespace dpcvx::privacy

#endif
