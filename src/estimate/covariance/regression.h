// Least squares of one column on others, from released means and a released covariance matrix. Post-processing.
#ifndef DPCVX_ESTIMATE_COVARIANCE_REGRESSION_H_
#define DPCVX_ESTIMATE_COVARIANCE_REGRESSION_H_

#include "estimate/covariance/covariance.h"

namespace dpcvx::estimate {

// Which column is explained by which. Columns are in their range, and each is named once.
struct RegressionColumns {
  size_t label;
  const int64_t *features;
  size_t count;
};

// Coefficients of the features in their order, then the intercept: `count` + 1 numbers in each array.
struct Regression {
  double *coefficients, *standard_errors, *low, *high;
  double r_squared = 0, r_squared_low = 0, r_squared_high = 0;
};

// Intervals are a parametric bootstrap, by the normal model (PROOFS.md, section 7).
// Fails with DPCVX_ERR_UNSUPPORTED where the matrix does not say one answer, and with DPCVX_ERR_NOMEM.
dpcvx_status regress(const Covariance &covariance, const RegressionColumns &columns, Regression *out, Error &error);

}  // namespace dpcvx::estimate

#endif
