#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "dpcvx/mechanism.h"
#include "mechanism/release_boundary.h"

using namespace dpcvx;
using namespace dpcvx::mechanism;

namespace {

constexpr int64_t kMaxCategories = int64_t{1} << 31;

dpcvx_status check_reports(const int64_t *reports, int64_t n, int64_t categories, Error &error) {
  for (int64_t i = 0; i < n; ++i)
    if (reports[i] < 0 || reports[i] >= categories)
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'reports[%s]' = %s; accepted: 0 to %s", show(i).text,
                        show(reports[i]).text, show(categories - 1).text);
  return DPCVX_OK;
}

}  // namespace

dpcvx_status dpcvx_release_randomized_response(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                               const int64_t *answers, int64_t n, int64_t categories, int64_t *out,
                                               dpcvx_guarantee **guarantee, dpcvx_error *err) {
  Error error(err, __func__);
  return run_release({budget, rng, price}, guarantee, error, [&](Release &release) -> dpcvx_status {
    DPCVX_TRY(check_vector("answers", answers, n, 0, error));
    DPCVX_TRY(check_between("categories", categories, 2, kMaxCategories, error));
    DPCVX_TRY(check_array("out", out, static_cast<size_t>(n), error));
    return release_randomized_response(release, answers, static_cast<size_t>(n), categories, out);
  });
}

dpcvx_status dpcvx_randomized_response_shares(const int64_t *reports, int64_t n, int64_t categories, double epsilon,
                                              double *shares, double *standard_errors, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_vector("reports", reports, n, 1, error));
  DPCVX_TRY(check_between("categories", categories, 2, kMaxCategories, error));
  DPCVX_TRY(check_positive("epsilon", epsilon, error));
  DPCVX_TRY(check_pointer("shares", shares, error));
  DPCVX_TRY(check_reports(reports, n, categories, error));
  const ResponsePlan plan = plan_response(epsilon, static_cast<uint64_t>(categories));
  if (plan.last_replaced == UINT64_MAX) return error.argument("epsilon", epsilon, "one at which some answers are kept");
  estimate_shares(plan, reports, static_cast<size_t>(n), shares, standard_errors);
  return DPCVX_OK;
}
