#ifndef DPCVX_DATA_DATASET_HANDLE_H_
#define DPCVX_DATA_DATASET_HANDLE_H_

#include "base/handle.h"
#include "data/dataset.h"
#include "dpcvx/data.h"

struct dpcvx_dataset {
  static constexpr dpcvx::HandleType kType{"dpcvx_dataset", 0x6461746173657431};
  dpcvx::HandleTag tag{kType};
  dpcvx::data::SharedDataset data;
};

#endif
