// A table whose labels are measured from another zero.
#ifndef DPCVX_DATA_SHIFT_LABELS_H_
#define DPCVX_DATA_SHIFT_LABELS_H_

#include "data/dataset.h"

namespace dpcvx::data {

// Makes a table of the same records whose labels are clipped to [-bound, bound], which may be infinite, and then less
// by `middle`. The source has labels.
dpcvx_status shift_labels(const Dataset &source, double bound, double middle, SharedDataset *out, Error &error);

}  // namespace dpcvx::data

#endif
