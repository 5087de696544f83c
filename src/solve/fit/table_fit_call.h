// The arguments that dpcvx_fit_table shares with calls that make several such fits (simple_c.cpp).
#ifndef DPCVX_SOLVE_FIT_TABLE_FIT_CALL_H_
#define DPCVX_SOLVE_FIT_TABLE_FIT_CALL_H_

#include "base/status.h"
#include "dpcvx/simple.h"

namespace dpcvx::solve {

struct TableFitSettings;

dpcvx_status check_privacy(double epsilon, double delta, Error &error);

struct TableFitCall {
  const dpcvx_dataset *dataset;
  int32_t loss;
  const double *low, *high;
  int64_t columns;
  double epsilon, delta;

  dpcvx_status check(Error &error) const;
  // Checks, and reads the settings of one fit.
  dpcvx_status read(const dpcvx_options *options, TableFitSettings *settings, Error &error) const;
  dpcvx_status check_table(Error &error) const;  // all but the privacy
  // Reads the settings of one fit of a table that was checked, except for its privacy.
  dpcvx_status read_settings(const dpcvx_options *options, TableFitSettings *settings, Error &error) const;
  // Returns whether ranges of some columns are released.
  bool releases_ranges() const;
};

}  // namespace dpcvx::solve

#endif
