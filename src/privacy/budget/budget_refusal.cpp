// Which charges fit, and what a refusal says: how much is left, and how other filters count the charge.
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "base/text.h"
#include "numeric/directed_margin.h"
#include "numeric/up_sum.h"
#include "privacy/budget/budget.h"
#include "privacy/divergences/gdp.h"
#include "privacy/guarantee/names.h"

namespace dpcvx::privacy {

namespace {

constexpr char kRefusal[] =
    "the charge does not fit: it asks for %s = %s of the %s, %s is left of %s (limit epsilon = %s, delta = "
    "%s); "
    "nothing was charged%s";

}  // namespace

// Says how other filters count a charge that this one's main sub-budget refuses. Only those are named whose figure fits
// in what is left here: what they would have counted of earlier charges is not known.
void Budget::write_advice(const Charge &charge, double asked, double rest, char *advice, size_t room) const {
  int length = std::snprintf(advice, room, ", and this filter counts the charge as epsilon = %s",
                             show_up(epsilon_of_main(asked), 6).text);
  const auto name_filter = [&](const char *filter, double epsilon) {
    if (!(epsilon <= rest)) return;
    length +=
        std::snprintf(advice + length, room - static_cast<size_t>(length),
                      ". A budget with the filter %s counts it as epsilon = %s", filter, show_up(epsilon, 6).text);
  };
  UpSum epsilon, delta, square;
  epsilon.add(charge.curve->basic_epsilon(), charge.count);
  delta.add(charge.curve->basic_delta(), charge.count);
  if (delta.up() <= delta_of_rest()) name_filter("DPCVX_FILTER_BASIC", epsilon.up());
  if (terms_.filter == DPCVX_FILTER_GDP) return;
  square.add(charge.curve->gdp_mu_squared(), charge.count);
  if (square.up() < INFINITY) name_filter("DPCVX_FILTER_GDP", gdp_epsilon_up(sqrt_up(square.up()), main_delta_));
}

dpcvx_status Budget::refuse(const char *which, const char *measure, bool squares, double asked, const SubBudget &left,
                            const Charge &charge, Error &error) const {
  char advice[352] = "";
  const double rest = &left == &main_ && terms_.filter != DPCVX_FILTER_RDP ? epsilon_of_rest() : 0;
  if (rest > 0) {
    const int written = std::snprintf(advice, sizeof(advice), ". At most epsilon = %s at delta = %s fits",
                                      show_down(rest, 6).text, show_down(delta_of_rest(), 6).text);
    if (charge.curve != nullptr)
      write_advice(charge, asked, rest, advice + written, sizeof(advice) - static_cast<size_t>(written));
  }
  if (squares) {
    return error.fail(DPCVX_ERR_BUDGET, kRefusal, measure, show_up(sqrt_up(asked), 9).text, which,
                      show_down(sqrt_down(left.remaining()), 9).text, show_up(sqrt_up(left.limit()), 9).text,
                      show(terms_.epsilon).text, show(terms_.delta).text, advice);
  }
  if (&left == &main_ && terms_.filter == DPCVX_FILTER_RDP)
    std::snprintf(
        advice, sizeof(advice),
        " (counted at order %s; DPCVX_BUDGET_OPTION_RDP_ORDER of a new budget chooses another, and "
        "dpcvx_curve_rdp_order gives the one that suits a curve). dpcvx_budget_price(1) is all that is left. A "
        "plan fixed beforehand mostly costs less in a basic sub-budget, by dpcvx_budget_charge_at_delta",
        show(terms_.rdp_order).text);
  return error.fail(DPCVX_ERR_BUDGET, kRefusal, measure, show_up(asked, 9).text, which,
                    show_down(left.remaining(), 9).text, show_up(left.limit(), 9).text, show(terms_.epsilon).text,
                    show(terms_.delta).text, advice);
}

dpcvx_status Budget::decide(const Amount &amount, const Charge &charge, Error &error) const {
  if (amount.in_main)
    return main_.fits(amount.main) ? DPCVX_OK
                                   : refuse(main_name(), measure_name(terms_.filter), terms_.filter == DPCVX_FILTER_GDP,
                                            amount.main, main_, charge, error);
  if (!basic_epsilon_.fits(amount.basic_epsilon))
    return refuse(basic_name(), "epsilon", false, amount.basic_epsilon, basic_epsilon_, charge, error);
  if (!basic_delta_.fits(amount.basic_delta))
    return refuse(basic_name(), "delta", false, amount.basic_delta, basic_delta_, charge, error);
  return DPCVX_OK;
}

}  // namespace dpcvx::privacy
