#include "privacy/budget/odometer.h"

#include <cmath>

#include "numeric/directed_margin.h"
#include "numeric/logs.h"
#include "numeric/root.h"
#include "privacy/budget/budget.h"

namespace dpcvx::privacy {

namespace {

// The orders less one are sqrt(log(1/delta) / limit) times powers of sqrt(2). The least, which is best at the limit,
// has half of the weight, and all others have as much together. They serve sums down to 2^-20 of the limit.
constexpr int kOrders = 21;
constexpr double kUnit = 0x1p-48;

}  // namespace

double loss_at_any_time_up(double rho, double limit, double delta) {
  if (!(rho > 0)) return 0;
  const double log_inverse = -std::log(delta) * (1 + kUnit) + kUnit, least = std::sqrt(log_inverse / limit);
  const auto exceeds = [&](double loss) {
    numeric::LogSum sum;
    for (int j = 0; j < kOrders; ++j) {
      const double order = least * std::exp2(0.5 * j), gain = order * loss, cost = order * (order + 1) * rho;
      const double log_weight = -std::log(j == 0 ? 2.0 : 2.0 * (kOrders - 1));
      sum.add(log_weight + gain - cost - kUnit * (gain + cost + 4));
    }
    return sum.log() >= log_inverse;
  };
  const double alone = (least + 1) * rho + (log_inverse + 1) / least;  // what the least order says with its half
  return numeric::min_where(0.0, alone * (1 + 0x1p-30), exceeds);
}

double loss_at_any_time_up_by_order(double renyi, double order, double delta) {
  if (!(renyi > 0)) return 0;
  return round_up(renyi + -std::log(delta) / (order - 1));
}

double Budget::odometer(double delta) const {
  const Lock lock(mutex_);
  const double spent = main_.spent();
  double of_main = 0;
  switch (terms_.filter) {
    case DPCVX_FILTER_GDP:  // mu-GDP is (mu^2 / 2)-zCDP
      of_main = loss_at_any_time_up(spent / 2, main_.limit() / 2, delta);
      break;
    case DPCVX_FILTER_ZCDP:
      of_main = loss_at_any_time_up(spent, main_.limit(), delta);
      break;
    case DPCVX_FILTER_RDP:
      of_main = loss_at_any_time_up_by_order(spent, terms_.rdp_order, delta);
      break;
  }
  const numeric::Twofold sum = numeric::two_sum(of_main, basic_epsilon_.spent());
  return sum.low > 0 ? std::nextafter(sum.high, INFINITY) : sum.high;
}

}  // namespace dpcvx::privacy
