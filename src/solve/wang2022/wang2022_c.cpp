#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "dpcvx/reference.h"
#include "numeric/directed.h"
#include "solve/wang2022/schedules.h"
#include "solve/wang2022/gradient_noise.h"

using namespace dpcvx;

namespace {

constexpr int64_t kMaxCount = int64_t{1} << 48;
constexpr int64_t kMinUnitsOfLemma13 = 18;

dpcvx_status check_price(double epsilon, double delta, Error &error) {
  DPCVX_TRY(check_positive("epsilon", epsilon, error));
  return check_inside("delta", delta, 0, 1, error);
}

}  // namespace

dpcvx_status dpcvx_reference_wang2022_noise(double gradient_bound, int64_t units, int64_t steps, double epsilon,
                                            double delta, double *beta, double *noise, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_positive("gradient_bound", gradient_bound, error));
  DPCVX_TRY(check_between("units", units, 1, kMaxCount, error));
  DPCVX_TRY(check_between("steps", steps, 1, kMaxCount, error));
  DPCVX_TRY(check_price(epsilon, delta, error));
  DPCVX_TRY(check_pointer("noise", noise, error));
  const solve::PaperNoise paper =
      solve::paper_gradient_noise(static_cast<double>(units), static_cast<double>(steps), epsilon, delta);
  if (!paper.exists())
    return error.fail(DPCVX_ERR_NUMERIC, "the paper's noise does not exist: no beta in (0, 1) has %s",
                      solve::words_of(paper.lack));
  const double sigma = numeric::above(2 * gradient_bound * paper.multiplier);
  if (!std::isfinite(sigma)) return error.fail(DPCVX_ERR_NUMERIC, "the paper's noise passes the range of doubles");
  if (beta != nullptr) *beta = paper.beta;
  *noise = sigma;
  return DPCVX_OK;
}

dpcvx_status dpcvx_reference_wang2022_min_epsilon(int64_t units, double *epsilon, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_between("units", units, kMinUnitsOfLemma13, kMaxCount, error));
  DPCVX_TRY(check_pointer("epsilon", epsilon, error));
  *epsilon = solve::paper_gradient_epsilon(static_cast<double>(units));
  return DPCVX_OK;
}

dpcvx_status dpcvx_reference_wang2022_schedule(int32_t theorem, double exponent, int64_t units, int64_t dimension,
                                               double epsilon, double delta, double confidence, int64_t *steps,
                                               double *step_size, double *rate, dpcvx_error *err) {
  Error error(err, __func__);
  if (theorem != 9 && theorem != 10 && theorem != 12) return error.argument("theorem", theorem, "9, 10 or 12");
  DPCVX_TRY(check_between("exponent", exponent, 0.0, 1.0, error));
  DPCVX_TRY(check_between("units", units, 2, kMaxCount, error));
  DPCVX_TRY(check_between("dimension", dimension, 1, kMaxCount, error));
  DPCVX_TRY(check_price(epsilon, delta, error));
  DPCVX_TRY(check_inside("confidence", confidence, 0, 1, error));
  DPCVX_TRY(check_pointer("steps", steps, error));
  DPCVX_TRY(check_pointer("step_size", step_size, error));
  DPCVX_TRY(check_pointer("rate", rate, error));
  const solve::ScheduleInputs terms{
      exponent, static_cast<double>(units), static_cast<double>(dimension), epsilon, delta, confidence};
  const solve::PaperSchedule schedule = solve::paper_schedule(static_cast<solve::PaperTheorem>(theorem), terms);
  if (!(schedule.steps <= 0x1p53))
    return error.fail(DPCVX_ERR_NUMERIC, "the theorem's T = %s; accepted: what leaves it at most 2^53",
                      show(schedule.steps).text);
  if (!std::isfinite(schedule.rate) || !(schedule.step_size > 0))
    return error.fail(DPCVX_ERR_NUMERIC, "the theorem's figures pass the range of doubles");
  *steps = static_cast<int64_t>(schedule.steps);
  *step_size = schedule.step_size;
  *rate = schedule.rate;
  return DPCVX_OK;
}
