// The events of an accountant in the structure of DpEvent, of Python's dp_accounting, as JSON. README.md lists which
// class is which event.
#ifndef DPCVX_PRIVACY_ACCOUNTANT_DP_EVENT_H_
#define DPCVX_PRIVACY_ACCOUNTANT_DP_EVENT_H_

#include "privacy/accountant/accountant.h"

namespace dpcvx::privacy {

// Fails with DPCVX_ERR_UNSUPPORTED and the name of the first event that has no class.
dpcvx_status write_dp_event(const Accountant &accountant, Text &text, Error &error);

// Adds the events of the text, which ends with NUL.
dpcvx_status read_dp_event(const char *json, Accountant *accountant, Error &error);

}  // namespace dpcvx::privacy

#endif
