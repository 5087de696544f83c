// What a fit says of rows: decision values, probabilities, labels. Post-processing of the coefficients.
#ifndef DPCVX_SOLVE_FIT_PREDICT_H_
#define DPCVX_SOLVE_FIT_PREDICT_H_

#include "solve/fit/fit.h"

namespace dpcvx::solve {

// The fit is a model of rows.
dpcvx_status check_linear(const Fit &fit, Error &error);
// The fit can be asked about rows of this table.
dpcvx_status check_rows(const Fit &fit, const data::Dataset &table, Error &error);
// Its loss is that of a probability model.
dpcvx_status check_probabilities(const Fit &fit, Error &error);

// Columns of what probabilities() writes: -1 and +1, or the classes.
int64_t classes(const Fit &fit);

// Each writes rows x outputs, rows x classes, or rows entries, of rows as given or as picked; the fit and the table
// were checked.
void decision_values(const Fit &fit, const data::Dataset &table, const data::RowPick &pick, double *out);
void decision_values(const Fit &fit, const data::Dataset &table, double *out);
void probabilities(const Fit &fit, const data::Dataset &table, double *out);
// The label that one row's decision values give.
double predicted_label(const Fit &fit, const double *z);
// The label: -1 or 1, the number of a class, the mean count per unit of exposure, or the decision value itself for a
// regression or a caller's loss. `work` holds rows x outputs entries; it may be `out` where there is one output.
void predict(const Fit &fit, const data::Dataset &table, double *work, double *out);

}  // namespace dpcvx::solve

#endif
