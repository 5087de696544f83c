// Curves of mechanisms whose randomness hides units beyond the noise of one step: shuffled reports and iterations.
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "dpcvx/reference.h"
#include "privacy/calibration/calibrate_shuffled.h"
#include "privacy/curve/curve_handle.h"
#include "privacy/divergences/feldman.h"
#include "privacy/divergences/iteration.h"
#include "numeric/directed_margin.h"

namespace dpcvx {
namespace {

using privacy::Iteration;

constexpr int64_t kMaxUsers = int64_t{1} << 48, kMaxSteps = int64_t{1} << 48;

dpcvx_status check_users(int64_t users, Error &error) {
  return check_between("users", users, int64_t{1}, kMaxUsers, error);
}

dpcvx_status check_iteration(const Iteration &iteration, Error &error) {
  DPCVX_TRY(check_between("sensitivity", iteration.sensitivity, 0.0, 0x1p100, error));
  DPCVX_TRY(check_between("noise", iteration.noise, 0x1p-100, 0x1p100, error));
  DPCVX_TRY(check_between("contraction", iteration.contraction, 0.0, 1.0, error));
  return check_between("steps", iteration.steps, int64_t{1}, kMaxSteps, error);
}

dpcvx_status create_gdp(double mu, dpcvx_curve **out, Error &error) {
  if (mu < INFINITY) return create_from(privacy::gdp(mu), out, error);
  return error.fail(DPCVX_ERR_NUMERIC, "the mu of this iteration is beyond the range of doubles");
}

dpcvx_status check_shuffle(double epsilon0, int64_t users, double delta, const double *epsilon, Error &error) {
  DPCVX_TRY(check_nonnegative("epsilon0", epsilon0, error));
  DPCVX_TRY(check_users(users, error));
  DPCVX_TRY(check_inside("delta", delta, 0, 1, error));
  return check_pointer("epsilon", epsilon, error);
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_curve_create_shuffled(double epsilon0, int64_t users, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_nonnegative("epsilon0", epsilon0, error));
  DPCVX_TRY(check_users(users, error));
  return create_from(privacy::shuffled(epsilon0, static_cast<double>(users)), out, error);
}

dpcvx_status dpcvx_curve_create_shuffled_response(double noise_parameter, int64_t categories, int64_t users,
                                                  dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_inside("noise_parameter", noise_parameter, 0, 1, error));
  DPCVX_TRY(check_between("categories", categories, int64_t{2}, int64_t{1} << 53, error));
  DPCVX_TRY(check_users(users, error));
  return create_from(
      privacy::shuffled_response(noise_parameter, static_cast<double>(categories), static_cast<double>(users)), out,
      error);
}

dpcvx_status dpcvx_curve_create_iteration(double sensitivity, double noise, double contraction, int64_t batches,
                                          int64_t steps, double diameter, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  const Iteration iteration{sensitivity, noise, contraction, steps};
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_iteration(iteration, error));
  DPCVX_TRY(check_between("batches", batches, int64_t{1}, kMaxSteps, error));
  if (!(diameter > 0)) return error.argument("diameter", diameter, "a number > 0, infinity for no bound");
  return create_gdp(privacy::iteration_mu_up(iteration, batches, diameter), out, error);
}

dpcvx_status dpcvx_curve_create_iteration_at(double sensitivity, double noise, double contraction, int64_t position,
                                             int64_t steps, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  const Iteration iteration{sensitivity, noise, contraction, steps};
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_iteration(iteration, error));
  DPCVX_TRY(check_between("position", position, int64_t{1}, steps, error));
  return create_gdp(privacy::iteration_mu_at_up(iteration, position), out, error);
}

dpcvx_status dpcvx_calibrate_shuffled(int64_t users, int64_t rounds, double epsilon, double delta, double *epsilon0,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_users(users, error));
  DPCVX_TRY(check_between("rounds", rounds, int64_t{1}, int64_t{1} << 40, error));
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  DPCVX_TRY(check_inside("delta", delta, 0, 1, error));
  DPCVX_TRY(check_pointer("epsilon0", epsilon0, error));
  return privacy::calibrate_shuffled(users, rounds, epsilon, delta, epsilon0, error);
}

dpcvx_status dpcvx_reference_feldman2021_epsilon(double epsilon0, int64_t users, double delta, double *epsilon,
                                                 dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_shuffle(epsilon0, users, delta, epsilon, error));
  return privacy::feldman2021_epsilon_up(epsilon0, users, delta, epsilon, error);
}

dpcvx_status dpcvx_reference_feldman2023_epsilon(double epsilon0, int64_t users, double delta, double *epsilon,
                                                 dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_shuffle(epsilon0, users, delta, epsilon, error));
  return privacy::feldman2023_epsilon_up(epsilon0, users, delta, epsilon, error);
}

dpcvx_status dpcvx_reference_feldman2018_rdp(double sensitivity, double noise, int64_t position, int64_t steps,
                                             double order, double *epsilon, dpcvx_error *err) {
  Error error(err, __func__);
  const Iteration iteration{sensitivity, noise, 1, steps};
  DPCVX_TRY(check_iteration(iteration, error));
  DPCVX_TRY(check_between("position", position, int64_t{1}, steps, error));
  if (!(std::isfinite(order) && order > 1)) return error.argument("order", order, "a finite number > 1");
  DPCVX_TRY(check_pointer("epsilon", epsilon, error));
  const double ratio = sensitivity / noise;
  *epsilon = privacy::round_up(order * (ratio * ratio) / (2 * static_cast<double>(steps - position + 1)));
  return DPCVX_OK;
}
