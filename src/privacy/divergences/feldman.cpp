#include "privacy/divergences/feldman.h"

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "numeric/directed_margin.h"

namespace dpcvx::privacy {

namespace {

dpcvx_status check_condition(const char *theorem, const char *condition, double epsilon0, double most, Error &error) {
  if (epsilon0 <= most) return DPCVX_OK;
  return error.fail(DPCVX_ERR_NUMERIC, "%s needs %s; epsilon0 = %s, the right side is %s", theorem, condition,
                    show(epsilon0).text, show(most).text);
}

}  // namespace

dpcvx_status feldman2021_epsilon_up(double epsilon0, int64_t users, double delta, double *epsilon, Error &error) {
  const double n = static_cast<double>(users), most = std::log(n / (16 * std::log(2 / delta))) - 0x1p-40;
  DPCVX_TRY(check_condition("Theorem 3.1 of Feldman and others 2021", "epsilon0 <= log(users / (16 log(2 / delta)))",
                            epsilon0, most, error));
  const double ratio = std::exp(epsilon0);
  const double close = 8 * std::sqrt(ratio * std::log(4 / delta) / n) + 8 * ratio / n;
  *epsilon = round_up(round_up(std::log1p(std::tanh(epsilon0 / 2) * close)));
  return DPCVX_OK;
}

dpcvx_status feldman2023_epsilon_up(double epsilon0, int64_t users, double delta, double *epsilon, Error &error) {
  const double n = static_cast<double>(users), most = std::log(n / (8 * std::log(2 / delta)) - 1) - 0x1p-40;
  DPCVX_TRY(check_condition("the closed form of Feldman and others 2023",
                            "epsilon0 <= log(users / (8 log(2 / delta)) - 1)", epsilon0, most, error));
  const double close = 4 * std::sqrt(2 * std::log(4 / delta) / ((std::exp(epsilon0) + 1) * n)) + 4 / n;
  *epsilon = round_up(round_up(std::log1p(std::expm1(epsilon0) * close)));
  return DPCVX_OK;
}

}  // namespace dpcvx::privacy
