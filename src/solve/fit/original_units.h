// The coefficients of a fit in the units of the table before its columns were scaled.
#ifndef DPCVX_SOLVE_FIT_ORIGINAL_UNITS_H_
#define DPCVX_SOLVE_FIT_ORIGINAL_UNITS_H_

#include "solve/fit/fit.h"

namespace dpcvx::solve {

// The coefficient of one output and column in these units; the constant for the column after the last. The fit is a
// model of rows and has coefficients. It may not be finite.
double original_coefficient(const Fit &fit, int64_t output, int64_t column);

// Writes outputs x (columns + 1) entries: for each output one a column, and then the constant. The fit is a model of
// rows and has coefficients. DPCVX_ERR_NUMERIC where an entry is not finite.
dpcvx_status original_coefficients(const Fit &fit, double *out, Error &error);

// Writes the standard deviations of the noise in these entries, of a fit that knows its standard error.
void original_standard_errors(const Fit &fit, double *out);

}  // namespace dpcvx::solve

#endif
