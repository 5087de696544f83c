#include "solve/fit/prepare_table.h"

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "data/max_records_per_user.h"
#include "model/losses/traits.h"
#include "solve/fit/table_labels.h"

namespace dpcvx::solve {

namespace {

dpcvx_status check_users(const data::Dataset &dataset, const TableFitSettings &settings, Error &error) {
  const bool by_user = settings.terms.unit == DPCVX_UNIT_USER;
  if (by_user && dataset.users() == nullptr)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'dataset' = a table without user ids, for DPCVX_UNIT_USER; accepted: one with ids "
                      "(dpcvx_dataset_create_with_users)");
  if (by_user) return DPCVX_OK;
  const char *const accepted =
      "0 where records are the units: give the table user ids (dpcvx_dataset_create_with_users)";
  if (settings.max_records_per_user > 0)
    return error.argument("DPCVX_FIT_TABLE_OPTION_MAX_RECORDS_PER_USER", settings.max_records_per_user, accepted);
  if (settings.objective.min_records_per_user > 1)
    return error.argument("DPCVX_FIT_TABLE_OPTION_MIN_RECORDS_PER_USER", settings.objective.min_records_per_user,
                          accepted);
  return DPCVX_OK;
}

dpcvx_status check_units(const TableFitSettings &settings, Error &error) {
  if (settings.terms.adjacency != DPCVX_ADJACENCY_ADD_REMOVE || settings.objective.nominal_units > 0) return DPCVX_OK;
  return lacks("a public number of units n, which DPCVX_ADJACENCY_ADD_REMOVE needs, as the true number is private",
               "dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS, n", error);
}

// Where slopes grow without bound a method needs clipped gradients. Their noise is Gaussian, which takes a delta.
dpcvx_status check_delta(const TableFitSettings &settings, Error &error) {
  if (settings.terms.delta > 0 || !model::traits_of(settings.objective.loss).slopes_grow) return DPCVX_OK;
  return error.argument("delta", 0.0,
                        "above 0 for this loss, whose slopes have no bound; or a loss with bounded slopes "
                        "(DPCVX_LOSS_ABSOLUTE, DPCVX_LOSS_HUBER, DPCVX_LOSS_LOGISTIC)");
}

dpcvx_status check_split(const data::Dataset &dataset, const TableFitSettings &settings, Error &error) {
  const int32_t adjacency = dataset.choice().adjacency;
  if (adjacency == 0 || adjacency == settings.terms.adjacency) return DPCVX_OK;
  return error.argument("DPCVX_FIT_TABLE_OPTION_ADJACENCY", settings.terms.adjacency,
                        "the adjacency that the table was split for (dpcvx_dataset_create_split)");
}

dpcvx_status check_ranges(const data::Dataset &dataset, const DeclaredRanges &ranges, Error &error) {
  if ((ranges.low == nullptr) != (ranges.high == nullptr))
    return error.argument(ranges.low == nullptr ? "low" : "high", "NULL", "both ends of each column, or both NULL");
  if (ranges.low != nullptr && dataset.ranges() != nullptr)
    return error.argument("low", "ranges for a table that is scaled already", "NULL");
  if (ranges.low == nullptr || !is_sparse(dataset.features().storage())) return DPCVX_OK;
  for (int64_t j = 0; j < dataset.columns(); ++j)
    if (!std::isnan(ranges.low[j]) && ranges.low[j] != -ranges.high[j])
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'low' = %s for column %s of a sparse table; accepted: -high = %s, which keeps 0 at 0",
                        show(ranges.low[j]).text, show(j).text, show(-ranges.high[j]).text);
  return DPCVX_OK;
}

// What was left to choose.
void choose(const data::Dataset &dataset, TableFitSettings *settings) {
  model::ObjectiveSettings &objective = settings->objective;
  if (settings->terms.unit == 0)
    settings->terms.unit = dataset.users() != nullptr ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD;
  settings->chose_row_bound = objective.row_bound == 0;
  if (objective.row_bound == 0 && !is_regression(objective.loss)) objective.row_bound = 1;
  if (objective.row_bound == 0)  // entries of at most 1: a little more, so that no rounding clips
    objective.row_bound = std::sqrt(static_cast<double>(dataset.columns()) + 1) * (1 + 0x1p-30);
}

// The table with its protected units and the records that count. No draw of a cap may decide whether labels are right.
dpcvx_status select_records(const data::SharedDataset &dataset, const TableFitSettings &settings, random::Rng &rng,
                            data::SharedDataset *out, Error &error) {
  if (settings.max_records_per_user > 0) {
    DPCVX_TRY(model::check_labels(*dataset, settings.objective.loss, error));
    DPCVX_TRY(rng.prepare(error));
    return data::limit_records(*dataset, settings.max_records_per_user, rng, out, error);
  }
  *out = dataset;
  if (settings.terms.unit == DPCVX_UNIT_USER || dataset->users() == nullptr) return DPCVX_OK;
  return data::leave_out_users(*dataset, out, error);
}

}  // namespace

dpcvx_status prepare_table(const data::SharedDataset &dataset, const DeclaredRanges &declared,
                           TableFitSettings *settings, random::Rng &rng, data::SharedDataset *table, Error &error) {
  choose(*dataset, settings);
  DPCVX_TRY(read_labels(settings, error));
  DPCVX_TRY(check_users(*dataset, *settings, error));
  DPCVX_TRY(check_units(*settings, error));
  DPCVX_TRY(check_delta(*settings, error));
  DPCVX_TRY(check_split(*dataset, *settings, error));
  DPCVX_TRY(check_ranges(*dataset, declared, error));
  return select_records(dataset, *settings, rng, table, error);
}

}  // namespace dpcvx::solve
