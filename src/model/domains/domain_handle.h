#ifndef DPCVX_MODEL_DOMAINS_DOMAIN_HANDLE_H_
#define DPCVX_MODEL_DOMAINS_DOMAIN_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/model.h"
#include "model/domains/domain.h"

struct dpcvx_domain {
  static constexpr dpcvx::HandleType kType{"dpcvx_domain", 0x646f6d61696e7331};
  dpcvx::HandleTag tag{kType};
  dpcvx::Shared<dpcvx::model::Domain> domain;
};

#endif
