// Runs a release on two neighbouring datasets and bounds its privacy parameters from below.
#ifndef DPCVX_AUDIT_AUDIT_H_
#define DPCVX_AUDIT_AUDIT_H_

#include "audit/bound.h"
#include "base/status.h"
#include "dpcvx/audit.h"

namespace dpcvx::audit {

struct AuditSettings {
  int64_t runs = 0;       // on each of the two datasets, at least 2
  double confidence = 0;  // of each bound
  double delta = 0;
};

struct AuditResult {
  Event epsilon_event, mu_event;
  double epsilon_lower, mu_lower;  // at least 0
};

// Chooses an event for each bound by the first half of the runs, and counts it in the second half.
dpcvx_status run_audit(dpcvx_audit_release release, void *user, const AuditSettings &settings, AuditResult *result,
                       Error &error);

}  // namespace dpcvx::audit

#endif
