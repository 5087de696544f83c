#include "base/check.h"
#include "base/options.h"
#include "data/dataset_handle.h"
#include "model/objective_handle.h"

namespace dpcvx {
namespace {

constexpr double kMostUnits = 1099511627776.0;  // 2^40

constexpr OptionKey kKeys[] = {
    {DPCVX_OBJECTIVE_OPTION_INTERCEPT, "DPCVX_OBJECTIVE_OPTION_INTERCEPT", OptionKey::kInteger, 0, 1, 1},
    {DPCVX_OBJECTIVE_OPTION_ROW_BOUND, "DPCVX_OBJECTIVE_OPTION_ROW_BOUND", OptionKey::kReal, 1e-30, 1e30, 1},
    {DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE, "DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE", OptionKey::kReal, 1e-30, 1e30,
     1},
    {DPCVX_OBJECTIVE_OPTION_L2, "DPCVX_OBJECTIVE_OPTION_L2", OptionKey::kReal, 0, 1e30, 0},
    {DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, "DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS", OptionKey::kInteger, 0, kMostUnits,
     0},
};
constexpr OptionTable kTable{"objective options", kKeys, sizeof(kKeys) / sizeof(kKeys[0])};

model::ObjectiveSettings settings_of(int32_t loss, const dpcvx_options *options) {
  model::ObjectiveSettings settings;
  settings.loss.kind = loss;
  settings.intercept = option_integer(options, kTable, DPCVX_OBJECTIVE_OPTION_INTERCEPT) == 1;
  settings.row_bound = option_real(options, kTable, DPCVX_OBJECTIVE_OPTION_ROW_BOUND);
  settings.intercept_value = option_real(options, kTable, DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE);
  settings.l2 = option_real(options, kTable, DPCVX_OBJECTIVE_OPTION_L2);
  settings.nominal_units = option_integer(options, kTable, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS);
  return settings;
}

dpcvx_status check_plain(const data::Dataset &table, Error &error) {
  if (table.row(0) != nullptr && table.users() == nullptr && table.weights() == nullptr) return DPCVX_OK;
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "argument 'dataset' = a table that is sparse, of floats, of users or with weights; accepted: a "
                    "dense one of doubles, without them");
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_objective_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kTable, out, error);
}

dpcvx_status dpcvx_objective_create(const dpcvx_dataset *dataset, int32_t loss, const dpcvx_options *options,
                                    dpcvx_objective **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  if (!model::with_loss(loss, [](auto) {})) return error.argument("loss", loss, "DPCVX_LOSS_LOGISTIC");
  DPCVX_TRY(check_options("options", options, kTable, error));
  DPCVX_TRY(check_plain(*dataset->data, error));
  NewHandle<dpcvx_objective> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(model::create_objective(dataset->data, settings_of(loss, options), &handle->objective, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_objective_destroy(dpcvx_objective *objective) { destroy_handle(objective); }

dpcvx_status dpcvx_objective_get(const dpcvx_objective *objective, int32_t constant, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("objective", objective, error));
  DPCVX_TRY(check_pointer("value", value, error));
  const model::Objective &it = *objective->objective;
  switch (constant) {
    case DPCVX_OBJECTIVE_FIGURE_DIMENSION:
      *value = static_cast<double>(it.dimension());
      return DPCVX_OK;
    case DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ:
      *value = it.lipschitz();
      return DPCVX_OK;
    case DPCVX_OBJECTIVE_FIGURE_SMOOTHNESS:
      *value = it.smoothness();
      return DPCVX_OK;
    case DPCVX_OBJECTIVE_FIGURE_UNITS:
      *value = static_cast<double>(it.units());
      return DPCVX_OK;
    default:
      return error.argument("constant", constant,
                            "DPCVX_OBJECTIVE_FIGURE_DIMENSION, _LIPSCHITZ, _SMOOTHNESS or _UNITS");
  }
}

dpcvx_status dpcvx_nonprivate_objective_value(const dpcvx_objective *objective, const double *w, int64_t dimension,
                                              double *value, double *gradient, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("objective", objective, error));
  const model::Objective &it = *objective->objective;
  DPCVX_TRY(check_pointer("w", w, error));
  DPCVX_TRY(check_between("dimension", dimension, it.dimension(), it.dimension(), error));
  DPCVX_TRY(check_all_finite("w", w, static_cast<size_t>(dimension), error));
  DPCVX_TRY(check_pointer("value", value, error));
  Buffer<double> memory;
  if (!memory.allocate(it.work_size())) return error.nomem("the value of an objective");
  *value = it.value(w, {1, memory.data()}, gradient);
  return DPCVX_OK;
}

dpcvx_status dpcvx_nonprivate_decision_values(const dpcvx_objective *objective, const double *w, int64_t dimension,
                                              const dpcvx_dataset *dataset, double *out, int64_t rows,
                                              dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("objective", objective, error));
  const model::RowMap &map = objective->objective->row_map();
  DPCVX_TRY(check_pointer("w", w, error));
  DPCVX_TRY(check_between("dimension", dimension, map.dimension(), map.dimension(), error));
  DPCVX_TRY(check_all_finite("w", w, static_cast<size_t>(dimension), error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  DPCVX_TRY(model::check_columns(map, *dataset->data, error));
  DPCVX_TRY(check_pointer("out", out, error));
  DPCVX_TRY(check_between("rows", rows, dataset->data->rows(), dataset->data->rows(), error));
  model::decision_values(map, *dataset->data, w, out);
  return DPCVX_OK;
}
