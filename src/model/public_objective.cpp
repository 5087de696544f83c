// Objectives of tables that lie elsewhere.
#include "base/error.h"
#include "dpcvx/privacy.h"
#include "model/objective.h"

namespace dpcvx::model {

namespace {

// A table of the columns and the unit, without rows.
dpcvx_status make_empty_table(int64_t columns, const double *low, const double *high, int32_t unit,
                              data::SharedDataset *out, Error &error) {
  data::SharedDataset table;
  Shared<data::Features> features;
  Shared<Buffer<double>> labels;
  if (!table.create() || !features.create() || !labels.create()) return error.nomem("a dataset");
  DPCVX_TRY(features.edit().fill_dense<double>(
      0, columns, [](int64_t, int64_t) {}, error));
  table.edit().set_features(features);
  table.edit().set_labels(labels);
  if (low != nullptr) {
    Shared<data::Ranges> ranges;
    if (!ranges.create() || !ranges.edit().create(low, high, columns)) return error.nomem("ranges");
    table.edit().set_ranges(ranges);
  }
  if (unit == DPCVX_UNIT_USER) {
    Shared<data::Users> users;
    Buffer<int64_t> ids, starts;
    if (!users.create() || !starts.allocate(1)) return error.nomem("users");
    users.edit().take(&ids, &starts);
    table.edit().set_users(users);
  }
  *out = table;
  return DPCVX_OK;
}

}  // namespace

dpcvx_status check_has_table(const Objective &objective, Error &error) {
  if (objective.has_table()) return DPCVX_OK;
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "argument 'objective' = one of dpcvx_objective_create_public, which has no table; accepted: one of "
                    "a dataset or of functions");
}

dpcvx_status create_public_objective(int64_t columns, const double *low, const double *high,
                                     const ObjectiveSettings &settings, SharedObjective *out, Error &error) {
  data::SharedDataset table;
  DPCVX_TRY(make_empty_table(columns, low, high, settings.unit, &table, error));
  ObjectiveSettings facts = settings;
  facts.has_table = false;
  return create_objective(table, facts, out, error);
}

}  // namespace dpcvx::model
