#include "data/shift_labels.h"

#include <algorithm>

#include "base/error.h"

namespace dpcvx::data {

dpcvx_status shift_labels(const Dataset &source, double bound, double middle, SharedDataset *out, Error &error) {
  SharedDataset table;
  Shared<Buffer<double>> labels;
  if (!table.create() || !labels.create() || !labels.edit().assign(source.labels(), static_cast<size_t>(source.rows())))
    return error.nomem("the labels of a dataset");
  for (double &label : labels.edit()) label = std::clamp(label, -bound, bound) - middle;
  table.edit() = source;
  table.edit().set_labels(labels);
  *out = table;
  return DPCVX_OK;
}

}  // namespace dpcvx::data
