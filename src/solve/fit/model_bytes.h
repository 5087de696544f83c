// The parts of a model that are saved with fits and sent to those who hold parts of a table: rows and loss.
#ifndef DPCVX_SOLVE_FIT_MODEL_BYTES_H_
#define DPCVX_SOLVE_FIT_MODEL_BYTES_H_

#include "base/bytes.h"
#include "model/loss.h"
#include "model/row_map.h"

namespace dpcvx::solve {

// Whether a number is in the range of bounds on rows and weights: [1e-30, 1e30].
bool is_scale(double value);

void write_rows(const model::RowMap &rows, ByteWriter &bytes);
void write_loss(const model::LossSpec &loss, ByteWriter &bytes);

// Check every field: the reader fails at one that is out of range. read_rows() fails with DPCVX_ERR_NOMEM alone.
dpcvx_status read_rows(ByteReader &bytes, model::RowMap *rows, Error &error);
void read_loss(ByteReader &bytes, model::LossSpec *loss);

}  // namespace dpcvx::solve

#endif
