// The coefficients of a fit in the units of the table before its columns were scaled.
#ifndef DPCVX_SOLVE_FIT_ORIGINAL_UNITS_H_
#define DPCVX_SOLVE_FIT_ORIGINAL_UNITS_H_

#include "solve/fit/fit.h"

namespace dpcvx::solve {

// Writes outputs x (columns + 1) entries: for each output one a column, and then the constant. The fit is a model of
// rows and has coefficients. DPCVX_ERR_NUMERIC where an entry is not finite.
dpcvx_status original_coefficients(const Fit &fit, double *out, Error &error);

// Writes the standard deviations of the noise in these entries, of a fit that knows its standard error.
void original_standard_errors(const Fit &fit, double *out);

}  // namespace dpcvx::solve

#endif
