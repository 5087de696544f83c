// The choice among methods.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "model/losses/traits.h"
#include "solve/core/default_clip.h"
#include "solve/core/obstacles.h"
#include "solve/plan/expected_seconds.h"
#include "solve/plan/plan.h"
#include "solve/plan/remedies.h"
#include "solve/risk/automatic_constants.h"
#include "solve/risk/expected_risk.h"
#include "solve/risk/start_risk.h"

namespace dpcvx::solve {

namespace {

dpcvx_status check_unit_and_adjacency(const Problem &problem, Error &error) {
  if (problem.unit != problem.objective->unit())
    return error.fail(DPCVX_ERR_UNSUPPORTED, "argument 'budget' = a budget for %s; accepted: one for %s",
                      problem.unit == DPCVX_UNIT_USER ? "users" : "records",
                      problem.unit == DPCVX_UNIT_USER
                          ? "records (DPCVX_UNIT_RECORD), since every row of this objective counts as a unit of its own"
                          : "users (DPCVX_UNIT_USER), who are the units of this objective");
  if (problem.adjacency == DPCVX_ADJACENCY_ADD_REMOVE && !problem.objective->units_declared())
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "argument 'budget' = a budget under add/remove, where the number of units is private; accepted: one "
        "under replace-one, or an objective with DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS");
  const model::LinearModel *const linear = problem.objective->linear();
  if (linear == nullptr) return DPCVX_OK;
  return data::check_choice(linear->table().choice(), problem.adjacency, DPCVX_ERR_UNSUPPORTED, error);
}

// Noise and schedules by other rules than its own mean something to few methods.
bool asks_for_forms(const Settings &settings) {
  return settings.noise_calibration != DPCVX_NOISE_CALIBRATION_EXACT || settings.schedule != DPCVX_SCHEDULE_OPTIMIZED;
}

// A method that samples is calibrated further where its risk by the noise of closed forms is at most this many times
// the least risk.
constexpr double kWorthCalibrating = 2;

// Without the penalty it may apply, or lack something else.
dpcvx_status refuse_l1(const Method &method, Proposal *proposal) {
  const bool opened = proposal->applies;
  *proposal = Proposal();
  proposal->method = method.number;
  return proposal->refuse_without(
      opened ? kSetNoL1 : nullptr,
      "it takes no l1 penalty, which noisy gradient descent and noisy SGD take by proximal steps");
}

// What such a method states rests on how exact its projections are.
dpcvx_status refuse_schatten(Proposal *proposal) {
  return proposal->refuse(
      "it takes lp balls, boxes, simplices, and Schatten balls with p = 2: what it states rests on bounds that other "
      "Schatten balls lack. Noisy gradient descent, noisy SGD, DP-SGD-Gradient, sufficient statistics and the "
      "exponential mechanism take those");
}

// What a method proposes with these settings, and its risk on typical data.
dpcvx_status propose_with(const Settings &settings, const Method &method, const Problem &problem, Proposal *proposal,
                          Error &error) {
  const model::Objective &objective = *problem.objective;
  DPCVX_TRY(method.propose(problem, settings, proposal, error));
  if (objective.has_l1() && !method.takes_l1) return refuse_l1(method, proposal);
  if (proposal->applies && !method.holds(*proposal))
    return proposal->refuse("its figures pass the range of doubles: bounds, prices and settings nearer to 1 help");
  if (!proposal->applies) return DPCVX_OK;
  DPCVX_TRY(find_start_risk(objective, &proposal->start_risk, error));
  // The model of typical data knows no l1 penalty: the predicted risk, which is a bound with it too, stands for it.
  const bool modelled = method.risk != nullptr && !objective.has_l1();
  if (modelled) proposal->trivial_risk = trivial_risk(problem, settings, *proposal);
  proposal->typical_risk =
      modelled ? typical_risk(problem, settings, *proposal, *method.risk) : proposal->predicted_risk;
  return DPCVX_OK;
}

// The share of the usual length of models that a regression of squares is planned for. Where noise costs r times what a
// constant does, at length s it costs about s^2 r: the length that balances it falls as 1 / sqrt(r).
double shorter_models(const Proposal &proposal, const model::Objective &objective) {
  const double noisy = std::sqrt(proposal.typical_risk / proposal.trivial_risk);
  const double most = objective.unit() == DPCVX_UNIT_USER ? kModelsOfUsers : kModelsOfRecords;
  return noisy > most ? most / noisy : 1;
}

// Where noise leaves a fit little better than a constant, a plan for shorter models lets less noise in. Quantiles lie
// far from where fits start, and lose by it.
dpcvx_status try_shorter_models(double share, const Settings &settings, const Method &method, const Problem &problem,
                                Proposal *proposal, Error &error) {
  Settings shorter = settings;
  shorter.radius_share = share;
  Proposal other;
  other.method = method.number;
  DPCVX_TRY(propose_with(shorter, method, problem, &other, error));
  if (!other.applies) return DPCVX_OK;
  // The best multiple of a fit that costs r times a constant costs r / (1 + r): the least of (1 - s)^2 + s^2 r.
  const double noisy = proposal->typical_risk / proposal->trivial_risk;
  other.typical_risk = std::max(other.typical_risk, proposal->trivial_risk * noisy / (1 + noisy));
  if (other.typical_risk < proposal->typical_risk) *proposal = std::move(other);
  return DPCVX_OK;
}

dpcvx_status refuse_parts(Proposal *proposal) {
  return proposal->refuse(
      "it needs the table, and this objective has none (dpcvx_objective_create_public): noisy gradient descent, noisy "
      "SGD of users, output and objective perturbation and, for squares, sufficient statistics take sums of tables "
      "that lie elsewhere");
}

// `by_name`: it was asked for by its number.
dpcvx_status propose_or_refuse(const Method &method, const Plan &plan, bool by_name, Proposal *proposal, Error &error) {
  proposal->method = method.number;
  if (asks_for_forms(plan.settings) && !method.knows(DPCVX_PLAN_OPTION_SCHEDULE))
    return proposal->refuse(
        "it has one form of noise and one schedule: leave DPCVX_PLAN_OPTION_NOISE_CALIBRATION and _SCHEDULE at their "
        "defaults");
  const model::Objective &objective = *plan.problem.objective;
  if (!objective.has_table() && !method.takes_parts) return refuse_parts(proposal);
  if (!objective.has_table() && method.by_name != nullptr && !by_name) return proposal->refuse("%s", method.by_name);
  if (plan.settings.smoothing > 0 && method.knows(DPCVX_PLAN_OPTION_SMOOTHING) &&
      (objective.linear() == nullptr || objective.outputs() > 1))
    return proposal->refuse_without(kSetSmoothing,
                                    "envelopes are of losses of one decision value: leave "
                                    "DPCVX_PLAN_OPTION_SMOOTHING at -1 or 0");
  if (objective.domain() != nullptr && objective.domain()->is_schatten() && !method.takes_schatten)
    return refuse_schatten(proposal);
  Settings settings = plan.settings;
  settings.max_passes_given = settings.max_passes > 0;
  if (!settings.max_passes_given) settings.max_passes = by_name ? method.max_passes : kMaxPasses;
  DPCVX_TRY(propose_with(settings, method, plan.problem, proposal, error));
  const bool squares = objective.linear() != nullptr && model::traits_of(objective.loss()).quadratic;
  if (!squares || !proposal->applies || settings.planning_radius > 0) return DPCVX_OK;
  const double share = shorter_models(*proposal, objective);
  return share < 1 ? try_shorter_models(share, settings, method, plan.problem, proposal, error) : DPCVX_OK;
}

dpcvx_status propose(const Method &method, const Plan &plan, bool by_name, Proposal *proposal, Error &error) {
  DPCVX_TRY(propose_or_refuse(method, plan, by_name, proposal, error));
  use_words_of(plan.call, proposal->reason, sizeof(proposal->reason));
  return DPCVX_OK;
}

// A price may allow noise whose charge, by the budget's accounting, is more than is left there.
bool can_be_charged(const Plan &plan, const Proposal &proposal, const privacy::Budget &budget) {
  Error tried(nullptr, "");
  return budget.can_charge_release(proposal.curve, plan.problem.price, tried) == DPCVX_OK;
}

bool ends(const Plan &plan, size_t place) {
  const Method &method = (*plan.methods)[place];
  return method.may_take_long == nullptr || !method.may_take_long(plan.proposals[place]);
}

// A fit has coefficients, or the caller has said that it need not.
bool gives_result(const Plan &plan, size_t place) {
  return plan.settings.allow_no_result || !(*plan.methods)[place].may_lack_result;
}

bool may_be_chosen(const Plan &plan, size_t place) { return ends(plan, place) && gives_result(plan, place); }

// Options that say how a fit is made. One that is given is meant to be used. CLIPPING is none: it says which clip,
// where there is one.
constexpr int32_t kWays[] = {DPCVX_PLAN_OPTION_STEPS,
                             DPCVX_PLAN_OPTION_STEP_SIZE,
                             DPCVX_PLAN_OPTION_BATCH_SIZE,
                             DPCVX_PLAN_OPTION_MOMENTUM,
                             DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION,
                             DPCVX_PLAN_OPTION_CLIPPING_NORM,
                             DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS};

bool is_way(int32_t option) { return std::find(std::begin(kWays), std::end(kWays), option) != std::end(kWays); }

// Typical risks within this factor of the least of them tie: no measurement tells them apart. Between them the expected
// time decides, where the first takes long enough for anyone to notice.
constexpr double kTie = 1.01, kNoticedSeconds = 0.05;

// Puts each run of methods that tie with its first, within a group, in the order of expected time.
void break_ties(Plan *plan) {
  const auto seconds = [&](size_t place) { return expected_seconds(plan->problem, plan->proposals[place]); };
  for (size_t begin = 0, end; begin < plan->ranked; begin = end) {
    const size_t first = plan->ranking[begin];
    const double most = (seconds(first) < kNoticedSeconds ? 1 : kTie) * plan->proposals[first].typical_risk;
    for (end = begin + 1; end < plan->ranked; ++end) {
      const size_t other = plan->ranking[end];
      if (plan->group[other] != plan->group[first] || !(plan->proposals[other].typical_risk <= most)) break;
      size_t place = end;
      for (; place > begin && seconds(other) < seconds(plan->ranking[place - 1]); --place)
        plan->ranking[place] = plan->ranking[place - 1];
      plan->ranking[place] = other;
    }
  }
}

// Puts a method before the first where it takes this share of the time, of this many seconds or more, and costs no more
// than this share of what there is to learn beside it: no test set sees that. Of numbers the share is less, since
// labels may lie in a small part of the range that they were declared to have.
void spare_time(Plan *plan) {
  constexpr double kShareOfTime = 0.5, kSeconds = 1, kOfClasses = 5e-4, kOfNumbers = 5e-5;
  if (plan->ranked == 0) return;
  const Proposal &first = plan->proposals[plan->ranking[0]];
  const double seconds = expected_seconds(plan->problem, first);
  if (!(seconds >= kSeconds && first.trivial_risk < INFINITY)) return;
  const bool numbers = model::is_regression(model::traits_of(plan->problem.objective->loss()).task);
  const double most = first.typical_risk + (numbers ? kOfNumbers : kOfClasses) * first.trivial_risk;
  for (size_t i = 1; i < plan->ranked; ++i) {
    const size_t other = plan->ranking[i];
    if (plan->group[other] != plan->group[plan->ranking[0]] || !(plan->proposals[other].typical_risk <= most)) return;
    if (!(expected_seconds(plan->problem, plan->proposals[other]) <= kShareOfTime * seconds)) continue;
    std::rotate(plan->ranking, plan->ranking + i, plan->ranking + i + 1);
    return;
  }
}

// Of methods that may return nothing, or may take long: the latter come last.
int last_group(const Plan &plan, size_t place) {
  return ends(plan, place) ? Plan::kMayReturnNothing : Plan::kMayTakeLong;
}

// Those that the budget can be charged for come before those that it cannot, and of either those that use the ways
// given before those that do not. The last groups come after all these.
int group_of(const Plan &plan, size_t place, const privacy::Budget &budget) {
  if (!ends(plan, place) || !gives_result(plan, place)) return last_group(plan, place);
  const int unused = uses_ways_given(plan, place) ? 0 : 1;
  return can_be_charged(plan, plan.proposals[place], budget) ? unused : 2 + unused;
}

// Those that apply by their groups, within a group by typical risk, the faster first where it ties.
void put_in_order(Plan *plan) {
  plan->ranked = 0;
  for (size_t i = 0; i < plan->methods->count; ++i) {
    const Proposal &proposal = plan->proposals[i];
    if (!proposal.applies) continue;
    size_t place = plan->ranked++;
    const auto before = [&](size_t other) {
      return plan->group[i] != plan->group[other] ? plan->group[i] < plan->group[other]
                                                  : proposal.typical_risk < plan->proposals[other].typical_risk;
    };
    for (; place > 0 && before(plan->ranking[place - 1]); --place) plan->ranking[place] = plan->ranking[place - 1];
    plan->ranking[place] = i;
  }
  break_ties(plan);
  spare_time(plan);
}

void rank(const privacy::Budget &budget, Plan *plan) {
  for (size_t i = 0; i < plan->methods->count; ++i)
    if (plan->proposals[i].applies) plan->group[i] = group_of(*plan, i, budget);
  put_in_order(plan);
}

// The number of methods if none applies that AUTOMATIC may select.
size_t best(const Plan &plan) {
  return plan.ranked > 0 && may_be_chosen(plan, plan.ranking[0]) ? plan.ranking[0] : plan.methods->count;
}

// Whether an option opens the method that its reason does not name.
bool names_more_than_its_reason(const Proposal &proposal, const char *setting) {
  if (std::strncmp(setting, "DPCVX_", 6) != 0) return false;
  char name[96];
  const size_t length = std::min(std::strcspn(setting, " "), sizeof(name) - 1);
  std::memcpy(name, setting, length);
  name[length] = '\0';
  return std::strstr(proposal.reason, name) == nullptr;
}

// The nearest remedy comes first, then why one method does not apply: at delta = 0, where most lack the same, one that
// accepts it.
dpcvx_status refuse_all(const Plan &plan, Error &error) {
  const MethodTable &methods = *plan.methods;
  if (plan.ranked > 0 && !gives_result(plan, plan.ranking[0]))
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "no method applies; nearest remedy: set DPCVX_PLAN_OPTION_ALLOW_NO_RESULT = 1, which opens %s. "
                      "It may return no coefficients, as its data decide. Its DPCVX_METHOD_* opens it too",
                      methods[plan.ranking[0]].name);
  Text remedy;
  write_nearest_remedy(plan, remedy);
  if (remedy.failed()) return error.nomem("a plan");
  const char *const between = remedy.length() > 0 ? "; " : "";
  size_t told = 0;
  if (plan.problem.delta == 0)
    while (told < methods.count && !methods[told].accepts_pure) ++told;
  if (plan.problem.delta == 0 && told < methods.count)
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "no method applies%s%s; delta = 0, and most need delta > 0; %s accepts it, but does not apply: %s", between,
        remedy.c_str(), methods[told].name, plan.proposals[told].reason);
  return error.fail(DPCVX_ERR_UNSUPPORTED, "no method applies%s%s; %s does not: %s", between, remedy.c_str(),
                    methods[0].name, plan.proposals[0].reason);
}

bool samples(const Proposal &proposal) { return proposal.applies && privacy::is_subsampled(proposal.curve[0].kind); }

// What a method proposed before, by less effort, is replaced.
dpcvx_status propose_at(size_t place, privacy::Effort effort, Plan *plan, Error &error) {
  plan->problem.effort = effort;
  plan->proposals[place] = Proposal();
  return propose((*plan->methods)[place], *plan, plan->only == place, &plan->proposals[place], error);
}

// Proposes every method that gives a result, and ranks them. Calibrations of sampled noise are dear: closed forms tell
// those that are far behind, and only the one that is taken is calibrated nearly to the least.
dpcvx_status compare_results(const privacy::Budget &budget, Plan *plan, Error &error) {
  for (size_t i = 0; i < plan->methods->count; ++i)
    if (gives_result(*plan, i)) DPCVX_TRY(propose_at(i, privacy::Effort::kClosedForms, plan, error));
  rank(budget, plan);
  if (plan->ranked == 0) return DPCVX_OK;
  double least = INFINITY;
  for (size_t i = 0; i < plan->ranked; ++i) least = std::min(least, plan->proposals[plan->ranking[i]].typical_risk);
  const size_t first = best(*plan);
  const bool stays = first < plan->methods->count && plan->proposals[first].typical_risk <= least;  // with less noise
  for (size_t i = 0; i < plan->methods->count; ++i)
    if (!(stays && i == first) && samples(plan->proposals[i]) &&
        plan->proposals[i].typical_risk <= kWorthCalibrating * least)
      DPCVX_TRY(propose_at(i, privacy::Effort::kRough, plan, error));
  rank(budget, plan);
  const size_t chosen = best(*plan);
  if (chosen == plan->methods->count || !samples(plan->proposals[chosen])) return DPCVX_OK;
  return propose_at(chosen, privacy::Effort::kNear, plan, error);
}

// The others are never selected. They are proposed at once where none is: the error says what opens them.
dpcvx_status compare_all(const privacy::Budget &budget, Plan *plan, Error &error) {
  plan->has_rest = true;
  DPCVX_TRY(compare_results(budget, plan, error));
  return best(*plan) < plan->methods->count ? DPCVX_OK : compare_rest(plan, error);
}

// Proposes the one method that a comparison took before. *stands is false where it is none to take any more.
dpcvx_status propose_settled(const privacy::Budget &budget, Plan *plan, bool *stands, Error &error) {
  *stands = false;
  if (!plan->settled.is_made()) return DPCVX_OK;
  for (size_t i = 0; i < plan->methods->count; ++i) plan->proposals[i] = Proposal();
  DPCVX_TRY(propose_at(plan->settled.place, privacy::Effort::kNear, plan, error));
  rank(budget, plan);
  *stands = best(*plan) == plan->settled.place;
  return DPCVX_OK;
}

// Proposes the one method that was asked for.
dpcvx_status propose_alone(size_t place, const privacy::Budget &budget, Plan *plan, Error &error) {
  plan->only = place;
  DPCVX_TRY(propose_at(place, privacy::Effort::kNear, plan, error));
  rank(budget, plan);
  return DPCVX_OK;
}

}  // namespace

bool uses_ways_given(const Plan &plan, size_t place) {
  const GivenOptions &given = plan.given;
  return std::all_of(given.options, given.options + given.count, [&](const auto &option) {
    return !is_way(option.key) || (*plan.methods)[place].knows(option.key);
  });
}

dpcvx_status compare_rest(Plan *plan, Error &error) {
  if (!plan->has_rest) return DPCVX_OK;
  for (size_t i = 0; i < plan->methods->count; ++i) {
    if (gives_result(*plan, i)) continue;
    plan->proposals[i] = Proposal();
    DPCVX_TRY(propose((*plan->methods)[i], *plan, false, &plan->proposals[i], error));
    plan->group[i] = last_group(*plan, i);
  }
  put_in_order(plan);
  plan->has_rest = false;
  return DPCVX_OK;
}

dpcvx_status make_plan(const MethodTable &methods, int32_t number, const privacy::Budget &budget, Plan *plan,
                       Error &error) {
  DPCVX_TRY(check_unit_and_adjacency(plan->problem, error));
  if (methods.count == 0 || methods.count > kMaxMethods)
    return error.fail(DPCVX_ERR_ARGUMENT, "a table of %s methods; accepted: at most %s",
                      show(static_cast<int64_t>(methods.count)).text, show(static_cast<int64_t>(kMaxMethods)).text);
  plan->methods = &methods;
  Settings &settings = plan->settings;
  if (settings.default_clip == 0)
    settings.default_clip = clip_of_squares(*plan->problem.objective, settings, plan->problem.price);
  bool stands = false;
  if (number == DPCVX_METHOD_AUTOMATIC) DPCVX_TRY(propose_settled(budget, plan, &stands, error));
  if (number != DPCVX_METHOD_AUTOMATIC)
    DPCVX_TRY(propose_alone(methods.find(number), budget, plan, error));
  else if (!stands)
    DPCVX_TRY(compare_all(budget, plan, error));
  const size_t chosen = number == DPCVX_METHOD_AUTOMATIC ? best(*plan) : methods.find(number);
  if (chosen == methods.count) return refuse_all(*plan, error);
  const Proposal &proposal = plan->proposals[chosen];
  if (!proposal.applies) {
    const char *const setting = proposal.opened_by != nullptr ? proposal.opened_by : "";
    const ShownSetting opening = setting_of(plan->call, setting);
    const bool add = names_more_than_its_reason(proposal, opening.taken ? opening.text : setting);
    return error.fail(DPCVX_ERR_UNSUPPORTED, "%s does not apply: %s%s%s%s", methods[chosen].name, proposal.reason,
                      add ? "; remedy: " : "", add && opening.taken ? "set " : "", add ? opening.text : "");
  }
  plan->chosen = chosen;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
