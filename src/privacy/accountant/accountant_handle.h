#ifndef DPCVX_PRIVACY_ACCOUNTANT_ACCOUNTANT_HANDLE_H_
#define DPCVX_PRIVACY_ACCOUNTANT_ACCOUNTANT_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/accountant.h"
#include "privacy/accountant/accountant.h"

struct dpcvx_accountant {
  static constexpr dpcvx::HandleType kType{"dpcvx_accountant", 0x6163636f756e7431};
  dpcvx::HandleTag tag{kType};
  dpcvx::privacy::Accountant accountant;
};

#endif
