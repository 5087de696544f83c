#include "base/check.h"
#include "base/error.h"
#include "estimate/distribution/boundary.h"
#include "estimate/estimate_handle.h"
#include "estimate/mean/options.h"
#include "estimate/robust/robust.h"
#include "privacy/budget/choices.h"
#include "privacy/curve/curve_handle.h"

namespace dpcvx {
namespace {

using estimate::MeanSettings;
using estimate::RobustQuestion;

constexpr Choice kKinds[] = {
    {DPCVX_NAMED(DPCVX_ESTIMATE_KIND_TRIMMED_MEAN)},
    {DPCVX_NAMED(DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN)},
    {DPCVX_NAMED(DPCVX_ESTIMATE_KIND_QUANTILE_RANGE)},
};
constexpr int64_t kMaxGuess = int64_t{1} << 24;

dpcvx_status check_question(const RobustQuestion &question, Error &error) {
  constexpr double kLeast = 1e-6, kMost = 0.49;
  DPCVX_TRY(check_choice("kind", question.kind, kKinds, error));
  const double least = question.kind == DPCVX_ESTIMATE_KIND_QUANTILE_RANGE ? kLeast : 0;
  return check_between("fraction", question.fraction, least, kMost, error);
}

dpcvx_status check_guess(const double *guess, int64_t count, Error &error) {
  DPCVX_TRY(check_between("count", count, 1, kMaxGuess, error));
  DPCVX_TRY(check_pointer("guess", guess, error));
  return check_all_finite("guess", guess, static_cast<size_t>(count), error);
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_estimate_create_robust(const dpcvx_estimate *cumulative, int32_t kind, double fraction,
                                          const dpcvx_options *options, dpcvx_estimate **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("cumulative", cumulative, error));
  DPCVX_TRY(estimate::check_kind("cumulative", cumulative->estimate.kind == DPCVX_ESTIMATE_KIND_CUMULATIVE,
                                 "DPCVX_ESTIMATE_KIND_CUMULATIVE", error));
  const RobustQuestion question{kind, fraction};
  DPCVX_TRY(check_question(question, error));
  MeanSettings settings;
  DPCVX_TRY(read_options(options, estimate::kEstimateOptions, &settings, error, estimate::kOfDerived));
  NewHandle<dpcvx_estimate> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(estimate::derive_robust(cumulative->estimate, question, settings, &handle->estimate, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_estimate_expected_robust(const dpcvx_curve *price, int32_t adjacency, int64_t units,
                                            const double *guess, int64_t count, const double *edges, int64_t edge_count,
                                            int32_t kind, double fraction, const dpcvx_options *options,
                                            double *interval_low, double *interval_high, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("price", price, error));
  DPCVX_TRY(check_choice("adjacency", adjacency, privacy::kAdjacencies, error));
  DPCVX_TRY(check_between("units", units, 1, int64_t{1} << 40, error));
  DPCVX_TRY(check_guess(guess, count, error));
  const RobustQuestion question{kind, fraction};
  DPCVX_TRY(check_question(question, error));
  DPCVX_TRY(check_pointer("interval_low", interval_low, error));
  DPCVX_TRY(check_pointer("interval_high", interval_high, error));
  MeanSettings settings;
  estimate::Cells cells;
  DPCVX_TRY(estimate::read_cells(edges, edge_count, options, estimate::CellEnd::kHigh, &settings, &cells, error));
  return estimate::expect_robust(price->curve, adjacency, cells, {static_cast<double>(units), guess, count}, question,
                                 settings, interval_low, interval_high, error);
}
