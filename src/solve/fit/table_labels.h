// The labels of a table in a fit: their range, which is declared or released, and what is taken off them.
#ifndef DPCVX_SOLVE_FIT_TABLE_LABELS_H_
#define DPCVX_SOLVE_FIT_TABLE_LABELS_H_

#include "solve/fit/table_fit.h"

namespace dpcvx::solve {

bool is_regression(const model::LossSpec &loss);

// Fails with what `options` lack, and the call that sets it.
dpcvx_status lacks(const char *why, const char *setter, Error &error);

// Checks what the loss needs of its labels, and reads their declared range into the bound of the loss. A range that is
// to be released is left open.
dpcvx_status read_labels(TableFitSettings *settings, Error &error);

// Leaves a width that nobody gave to the range of the labels. Decision values of classes have their own scale: 1.
void choose_width(TableFitSettings *settings);

// Whether the range of the labels is released before all else.
inline bool releases_labels(const TableFitSettings &settings) { return settings.label_range_fraction > 0; }

// The middle of the range, which labels are taken less; 0 for those that keep their 0: counts, and without an
// intercept.
double label_middle(const TableFitSettings &settings);
dpcvx_status shift_to_middle(const TableFitSettings &settings, data::SharedDataset *table, Error &error);

// Gives settings a range as if it had been declared, to be read by read_labels(). The nominal one is [-1, 1], of counts
// [0, 1]: what is checked of a fit and its price hang on no range.
void declare_range(double low, double high, TableFitSettings *settings);
void declare_nominal_range(TableFitSettings *settings);

// Fails where a range at this price would be mostly noise: a function of public numbers. `wide` says whether
// kWideLabels is to be told.
dpcvx_status check_label_release(const data::Dataset &table, const privacy::Curve &price,
                                 const TableFitSettings &settings, bool *wide, Error &error);

// Releases the range for a share of what is left of the budget, and declares it. `charge` may be null.
dpcvx_status release_labels(const data::Dataset &table, privacy::Budget &budget, mechanism::SharedCharge *charge,
                            random::Rng &rng, TableFitSettings *settings, privacy::Guarantee *record, Error &error);

// Says of a record what a released range is.
void describe_released_labels(bool wide, privacy::Guarantee &record);

}  // namespace dpcvx::solve

#endif
