#include "privacy/budget/budget.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "base/machine/thread.h"
#include "privacy/calibration/calibrate.h"
#include "privacy/divergences/gdp.h"
#include "privacy/guarantee/names.h"
#include "privacy/pld/tight.h"
#include "privacy/divergences/rdp.h"
#include "numeric/directed_margin.h"
#include "numeric/up_sum.h"

namespace dpcvx::privacy {

namespace {

constexpr char kNoBasicSubBudget[] =
    "this budget has no basic sub-budget; DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION and _BASIC_DELTA_FRACTION make "
    "one";

constexpr double kNothing = 0x1p-40;  // a sub-budget with at most this share left counts as spent

}  // namespace

bool SubBudget::fits(double amount) const {
  if (!(amount < INFINITY)) return false;
  return numeric::at_most(numeric::add(spent_, {amount, 0}), numeric::multiply({limit_, 0}, 1 + kSlack));
}

double SubBudget::spent() const { return spent_.low > 0 ? std::nextafter(spent_.high, INFINITY) : spent_.high; }

double SubBudget::rest() const {
  const numeric::Twofold rest = numeric::subtract({limit_, 0}, spent_);
  if (!(rest.high > 0)) return 0;
  return rest.low < 0 ? std::nextafter(rest.high, 0) : rest.high;
}

double SubBudget::remaining() const {
  const double left = rest();
  return left > limit_ * kNothing ? left : 0;
}

dpcvx_status Budget::open(const BudgetParameters &terms, Error &error) {
  terms_ = terms;
  DPCVX_TRY(open_sub_budgets(error));
  return put_terms(error);
}

dpcvx_status Budget::open_sub_budgets(Error &error) {
  if (terms_.epsilon < kMinSquare)
    return error.argument("epsilon", terms_.epsilon, "a number of at least 2^-900: smaller ones cannot be added up");
  if (terms_.filter == DPCVX_FILTER_AUTOMATIC) terms_.filter = terms_.delta > 0 ? DPCVX_FILTER_GDP : DPCVX_FILTER_BASIC;
  if (terms_.filter == DPCVX_FILTER_BASIC) {
    // There is one sub-budget, and it is basic.
    terms_.basic_epsilon_fraction = terms_.basic_delta_fraction = 1;
    basic_epsilon_.set_limit(terms_.epsilon);
    basic_delta_.set_limit(terms_.delta);
    return DPCVX_OK;
  }
  if (!(terms_.delta > 0))
    return error.argument("delta", terms_.delta,
                          "a number > 0, or 0 with DPCVX_BUDGET_OPTION_FILTER = DPCVX_FILTER_BASIC");
  basic_epsilon_.set_limit(terms_.epsilon * terms_.basic_epsilon_fraction);
  basic_delta_.set_limit(terms_.delta * terms_.basic_delta_fraction);
  // The main sub-budget is made smaller by the slack of the basic one.
  return open_main((terms_.epsilon - basic_epsilon_.limit() * (1 + 2 * kSlack)) * (1 - 0x1p-51),
                   (terms_.delta - basic_delta_.limit() * (1 + 2 * kSlack)) * (1 - 0x1p-51), error);
}

dpcvx_status Budget::open_main(double epsilon, double delta, Error &error) {
  if (!(epsilon > 0))
    return error.argument("DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION", terms_.basic_epsilon_fraction,
                          "a number below 1, so that the main sub-budget has an epsilon");
  if (!(delta > 0))
    return error.argument("DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION", terms_.basic_delta_fraction,
                          "a number below 1, so that the main sub-budget has a delta");
  // Without a basic sub-budget the subtractions above changed the last place only, which calibration covers anyway.
  main_epsilon_ = terms_.basic_epsilon_fraction > 0 ? epsilon : terms_.epsilon;
  main_delta_ = terms_.basic_delta_fraction > 0 ? delta : terms_.delta;
  if (terms_.filter == DPCVX_FILTER_GDP) {
    const double mu = calibrate_gdp(main_epsilon_, main_delta_);
    main_.set_limit(mu * mu * (1 - 0x1p-52));
  } else if (terms_.filter == DPCVX_FILTER_ZCDP) {
    main_.set_limit(calibrate_zcdp(main_epsilon_, main_delta_));
  } else {
    if (terms_.rdp_order == 0) terms_.rdp_order = 1 - 2 * std::log(main_delta_) / main_epsilon_;
    main_.set_limit(calibrate_rdp(terms_.rdp_order, main_epsilon_, main_delta_));
    if (!(main_.limit() > 0))
      return error.argument("DPCVX_BUDGET_OPTION_RDP_ORDER", terms_.rdp_order,
                            "an order at which some Renyi epsilon > 0 gives the limit (try a greater one, or 0)");
  }
  if (terms_.max_main < main_.limit()) main_.set_limit(terms_.max_main);
  return main_.limit() < kMinSquare
             ? error.argument("epsilon", terms_.epsilon, "a limit whose main sub-budget is at least 2^-900")
             : DPCVX_OK;
}

// Returns the amount in the main sub-budget's measure, infinite where the curve has no such figure.
double Budget::main_amount(const Curve &curve, int64_t count) const {
  UpSum sum;
  switch (terms_.filter) {
    case DPCVX_FILTER_GDP:
      sum.add(curve.gdp_mu_squared(), count);
      break;
    case DPCVX_FILTER_ZCDP:
      sum.add(curve.zcdp_rho(), count);
      break;
    case DPCVX_FILTER_RDP:
      sum.add(curve.rdp(terms_.rdp_order), count);
      break;
    default:
      return INFINITY;
  }
  return sum.up();
}

// A curve of pure and (epsilon, delta) statements is taken at its sums. Any other is taken at half of the delta that is
// left, with the epsilon that all its uses together have there. *taken is false where it has no finite epsilon.
dpcvx_status Budget::basic_amount(const Curve &curve, int64_t count, Amount *amount, bool *taken, Error &error) const {
  UpSum epsilon, delta;
  epsilon.add(curve.basic_epsilon(), count);
  delta.add(curve.basic_delta(), count);
  amount->basic_epsilon = epsilon.up();
  amount->basic_delta = delta.up();
  if (!(amount->basic_epsilon < INFINITY)) {
    DPCVX_TRY(amount_at(curve, count, basic_delta_.rest() / 2, amount, error));
  }
  *taken = amount->basic_epsilon < INFINITY && amount->basic_delta < INFINITY;
  return DPCVX_OK;
}

// Takes all uses as the one (epsilon, delta) that they are at this delta.
dpcvx_status Budget::amount_at(const Curve &curve, int64_t count, double delta, Amount *amount, Error &error) const {
  Curve whole;
  DPCVX_TRY(whole.append(curve, count, error));
  amount->basic_delta = delta;
  return tight_epsilon(whole, delta, &amount->basic_epsilon, error);
}

dpcvx_status Budget::measure_at(const Curve &curve, int64_t count, double delta, Amount *amount, Error &error) const {
  DPCVX_TRY(check_adjacency(curve, error));
  amount->filter = terms_.filter;
  if (!has_basic()) return error.fail(DPCVX_ERR_UNSUPPORTED, "%s", kNoBasicSubBudget);
  DPCVX_TRY(amount_at(curve, count, delta, amount, error));
  if (amount->basic_epsilon < INFINITY) return DPCVX_OK;
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "no epsilon is proved for this curve at delta = %s (a greater delta, or DPCVX_FILTER_RDP, may take "
                    "it)",
                    show(delta).text);
}

// Poisson sampling has a curve for adding or removing a unit. That for replacing one is not simply twice it.
dpcvx_status Budget::check_adjacency(const Curve &curve, Error &error) const {
  for (size_t i = 0; i < curve.size(); ++i)
    if (curve[i].is_add_remove() && terms_.adjacency == DPCVX_ADJACENCY_REPLACE_ONE)
      return error.fail(DPCVX_ERR_UNSUPPORTED,
                        "the curve of %s holds under add/remove, and this budget is replace-one (%s, or make the "
                        "budget DPCVX_ADJACENCY_ADD_REMOVE)",
                        curve[i].kind == Kind::kRandomAllocation ? "random allocation" : "Poisson sampling",
                        under_replace_one(curve[i]));
  return DPCVX_OK;
}

dpcvx_status Budget::measure(const Curve &curve, int64_t count, Amount *amount, Error &error) const {
  DPCVX_TRY(check_adjacency(curve, error));
  amount->filter = terms_.filter;
  amount->main = main_amount(curve, count);
  amount->in_main = amount->main < INFINITY;
  if (amount->in_main) return DPCVX_OK;
  amount->main = 0;
  bool taken = false;
  if (has_basic()) DPCVX_TRY(basic_amount(curve, count, amount, &taken, error));
  if (taken) return DPCVX_OK;
  char what[192];
  curve.describe(what, sizeof(what));
  const double order =
      terms_.filter == DPCVX_FILTER_RDP || !(terms_.delta > 0) ? INFINITY : curve.rdp_order(terms_.delta);
  if (order < INFINITY)
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "no sub-budget can take the curve %s: its filter is %s. A new budget with "
        "DPCVX_BUDGET_OPTION_FILTER = DPCVX_FILTER_RDP and DPCVX_BUDGET_OPTION_RDP_ORDER = %s takes it. So "
        "does a basic sub-budget, which DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION sets aside",
        what, filter_name(terms_.filter), show_up(order, 6).text);
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "no sub-budget can take the curve %s: its filter is %s%s. (epsilon, delta) statements "
                    "fit DPCVX_BUDGET_OPTION_FILTER = DPCVX_FILTER_BASIC, or a basic sub-budget, which "
                    "DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION and DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION set aside",
                    what, filter_name(terms_.filter), has_basic() ? "" : " and it has no basic sub-budget");
}

// Returns the one of a release's two descriptions that costs less here.
const Curve &Budget::suited(const Curve &curve, const Curve &price) const {
  const double own = main_amount(curve, 1), stated = main_amount(price, 1);
  if (own < INFINITY || stated < INFINITY) return own <= stated ? curve : price;
  return curve.basic_epsilon() <= price.basic_epsilon() ? curve : price;
}

dpcvx_status Budget::charge(const Curve &curve, int64_t count, const char *label, bool deterministic_source,
                            Error &error) {
  return enter(curve, nullptr, nullptr, count, label, deterministic_source, nullptr, error);
}

dpcvx_status Budget::charge_at(const Curve &curve, int64_t count, double delta, const char *label,
                               bool deterministic_source, Error &error) {
  return enter(curve, nullptr, &delta, count, label, deterministic_source, nullptr, error);
}

dpcvx_status Budget::charge_release(const Curve &curve, const Curve &price, const char *label,
                                    bool deterministic_source, Amount *charged, Error &error) {
  return enter(curve, &price, nullptr, 1, label, deterministic_source, charged, error);
}

dpcvx_status Budget::enter(const Curve &own, const Curve *price, const double *at_delta, int64_t count,
                           const char *label, bool deterministic_source, Amount *charged, Error &error) {
  size_t label_bytes;
  DPCVX_TRY(check_text("label", label, kMaxLabelBytes, &label_bytes, error));
  if (count < 1) return error.argument("count", count, "an integer >= 1");
  const Lock lock(mutex_);
  if (!entries_.reserve(entries_size_ + 1)) return error.nomem("an entry of the ledger");
  const Curve &curve = price == nullptr ? own : suited(own, *price);
  Amount amount;
  DPCVX_TRY(at_delta != nullptr ? measure_at(curve, count, *at_delta, &amount, error)
                                : measure(curve, count, &amount, error));
  DPCVX_TRY(decide(amount, {&curve, count}, error));
  if (rehearsal_)
    return error.fail(DPCVX_ERR_CANCELLED,
                      "argument 'budget' = a rehearsal, which took the charge: nothing was charged or released; "
                      "accepted: the budget itself");
  Entry &entry = entries_[entries_size_];
  entry = Entry();
  write_label(label, label_bytes, entry.label);
  curve.describe(entry.what, sizeof(entry.what));
  curve.describe(entry.exactly, sizeof(entry.exactly), true);
  entry.count = count;
  entry.amount = amount;
  entry.deterministic = deterministic_source;
  DPCVX_TRY(put_entry(entry, error));
  spend(entry);
  if (charged != nullptr) *charged = amount;
  return DPCVX_OK;
}

dpcvx_status Budget::rehearse(Budget *out, Error &error) const {
  DPCVX_TRY(out->open(terms_, error));
  const Lock lock(mutex_);
  out->main_ = main_;
  out->basic_epsilon_ = basic_epsilon_;
  out->basic_delta_ = basic_delta_;
  out->deterministic_ = deterministic_;
  out->rehearsal_ = true;
  return DPCVX_OK;
}

void Budget::spend(const Entry &entry) {
  if (entry.amount.in_main) main_.spend(entry.amount.main);
  basic_epsilon_.spend(entry.amount.basic_epsilon);
  basic_delta_.spend(entry.amount.basic_delta);
  deterministic_ = deterministic_ || entry.deterministic;
  ++entries_size_;
}

dpcvx_status Budget::can_charge(const Curve &curve, int64_t count, Error &error) const {
  if (count < 1) return error.argument("count", count, "an integer >= 1");
  const Lock lock(mutex_);
  Amount amount;
  DPCVX_TRY(measure(curve, count, &amount, error));
  return decide(amount, {&curve, count}, error);
}

dpcvx_status Budget::can_charge_release(const Curve &curve, const Curve &price, Error &error) const {
  return can_charge(suited(curve, price), 1, error);
}

dpcvx_status Budget::price(double share, Curve *curve, Error &error) const {
  const Lock lock(mutex_);
  const bool basic = terms_.filter == DPCVX_FILTER_BASIC;
  const SubBudget &sub_budget = basic ? basic_epsilon_ : main_;
  if (sub_budget.remaining() <= 0)
    return error.fail(DPCVX_ERR_BUDGET, "nothing is left of the %s (limit: epsilon = %s, delta = %s)", main_name(),
                      show(terms_.epsilon).text, show(terms_.delta).text);
  const double part = sub_budget.remaining() * share;
  if (part < kMinSquare) return error.argument("share", share, "a share whose charge is at least 2^-900");
  switch (terms_.filter) {
    case DPCVX_FILTER_GDP:
      return curve->add(gdp(std::sqrt(part) * (1 - 0x1p-51)), error);
    case DPCVX_FILTER_ZCDP:
      return curve->add(zcdp(part), error);
    case DPCVX_FILTER_RDP:
      return curve->add_rdp(&terms_.rdp_order, &part, 1, 1, error);
    default:
      return curve->add(approximate(part, basic_delta_.rest() * share), error);
  }
}

dpcvx_status Budget::part(const Curve &price, BudgetParameters *terms, Curve *charge, Error &error) const {
  const Lock lock(mutex_);
  Amount amount;
  DPCVX_TRY(measure(price, 1, &amount, error));
  DPCVX_TRY(decide(amount, {&price, 1}, error));
  constexpr double kWithin = 1 - 4 * kSlack;  // sums of the part exceed its limit by a share of kSlack at most
  *terms = terms_;
  terms->basic_epsilon_fraction = terms->basic_delta_fraction = 0;
  if (!amount.in_main) {
    terms->filter = DPCVX_FILTER_AUTOMATIC;
    terms->epsilon = amount.basic_epsilon * kWithin;
    terms->delta = amount.basic_delta * kWithin;
    return charge->add(approximate(amount.basic_epsilon, amount.basic_delta), error);
  }
  terms->max_main = amount.main * kWithin;
  switch (terms_.filter) {
    case DPCVX_FILTER_GDP:
      return charge->add(gdp(sqrt_up(amount.main)), error);
    case DPCVX_FILTER_ZCDP:
      return charge->add(zcdp(amount.main), error);
    default:
      return charge->add_rdp(&terms_.rdp_order, &amount.main, 1, 1, error);
  }
}

LedgerHead Budget::head() const {
  const Lock lock(mutex_);
  return chain_.head();
}

bool Budget::used_deterministic_source() const {
  const Lock lock(mutex_);
  return deterministic_;
}

double Budget::shown_up(double main_amount) const {
  return terms_.filter == DPCVX_FILTER_GDP ? sqrt_up(main_amount) : main_amount;
}

double Budget::shown_down(double main_amount) const {
  return terms_.filter == DPCVX_FILTER_GDP ? sqrt_down(main_amount) : main_amount;
}

// Returns the epsilon of an amount of the main sub-budget in its filter's measure, at its part of delta.
double Budget::epsilon_of_main(double main) const {
  if (main > 0) switch (terms_.filter) {
      case DPCVX_FILTER_GDP:
        return gdp_epsilon_up(sqrt_up(main), main_delta_);
      case DPCVX_FILTER_ZCDP:
        return zcdp_epsilon_up(main, main_delta_);
      case DPCVX_FILTER_RDP:
        return renyi_epsilon_up(main, terms_.rdp_order, std::log(main_delta_) * (1 + 0x1p-51));
    }
  return 0;
}

// Returns the epsilon of an amount of the main sub-budget, and of a basic one. Rounding up must not say more than the
// limit that the filter has proved.
double Budget::epsilon_of(double main, double basic) const {
  const numeric::Twofold sum = numeric::two_sum(std::fmin(epsilon_of_main(main), main_epsilon_), basic);
  return sum.low > 0 ? std::nextafter(sum.high, INFINITY) : sum.high;
}

double Budget::epsilon_of_charges() const { return epsilon_of(main_.spent(), basic_epsilon_.spent()); }

double Budget::epsilon_of_rest() const {
  const bool basic = terms_.filter == DPCVX_FILTER_BASIC;
  return epsilon_of(basic ? 0 : main_.remaining(), basic ? basic_epsilon_.remaining() : 0);
}

double Budget::delta_of_rest() const {
  return terms_.filter == DPCVX_FILTER_BASIC ? basic_delta_.remaining() : main_delta_;
}

double Budget::main_limit() const {
  const Lock lock(mutex_);
  return terms_.filter == DPCVX_FILTER_BASIC ? basic_epsilon_.limit() : shown_up(main_.limit());
}

double Budget::main_spent() const {
  const Lock lock(mutex_);
  return terms_.filter == DPCVX_FILTER_BASIC ? basic_epsilon_.spent() : shown_up(main_.spent());
}

double Budget::main_remaining() const {
  const Lock lock(mutex_);
  return terms_.filter == DPCVX_FILTER_BASIC ? basic_epsilon_.remaining() : shown_down(main_.remaining());
}

Maybe<double> Budget::basic_epsilon_remaining() const {
  const Lock lock(mutex_);
  return has_basic() ? Maybe<double>(basic_epsilon_.remaining()) : Maybe<double>::none(kNoBasicSubBudget);
}

Maybe<double> Budget::basic_delta_remaining() const {
  const Lock lock(mutex_);
  return has_basic() ? Maybe<double>(basic_delta_.remaining()) : Maybe<double>::none(kNoBasicSubBudget);
}

double Budget::epsilon_spent() const {
  const Lock lock(mutex_);
  return epsilon_of_charges();
}

double Budget::epsilon_remaining() const {
  const Lock lock(mutex_);
  return epsilon_of_rest();
}

int64_t Budget::charges() const {
  const Lock lock(mutex_);
  return static_cast<int64_t>(entries_size_);
}

Maybe<double> Budget::rdp_order() const {
  return terms_.filter == DPCVX_FILTER_RDP
             ? Maybe<double>(terms_.rdp_order)
             : Maybe<double>::none("only a budget with DPCVX_FILTER_RDP adds up Renyi epsilons at one order");
}

}  // namespace dpcvx::privacy
