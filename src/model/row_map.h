// How a row of a table becomes the vector a of a linear model: the intercept entry is appended, and the whole is scaled
// down to an l2 norm of at most bound * (1 - 2^-40). The map looks at one row alone, so it costs no privacy; the margin
// covers the rounding of the factor and of every product with it.
#ifndef DPCVX_MODEL_ROW_MAP_H_
#define DPCVX_MODEL_ROW_MAP_H_

#include <cstdint>

#include "data/dataset.h"

namespace dpcvx::model {

struct RowMap {
  int64_t columns = 0;
  double bound = 1;
  bool intercept = true;
  double intercept_value = 1;

  int64_t dimension() const { return columns + (intercept ? 1 : 0); }

  // The s in [0, 1] for which a = s * (row, intercept_value). A row longer than about 2^900 bounds gets 0: it counts as
  // the zero row, since a smaller factor would be denormal and could not be rounded safely.
  double factor(const double *row) const;
};

// The table has the columns that the map was made for.
dpcvx_status check_columns(const RowMap &map, const data::Dataset &table, Error &error);

// z_i = <a_i, w> for every row; a sum that overflows both ways counts as 0.
void decision_values(const RowMap &map, const data::Dataset &table, const double *w, double *out);

}  // namespace dpcvx::model

#endif
