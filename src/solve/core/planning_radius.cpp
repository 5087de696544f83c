#include "solve/core/planning_radius.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/losses/traits.h"
#include "numeric/norm.h"

namespace dpcvx::solve {

namespace {

// Infinite where nothing public tells.
double useful_decisions(const model::Objective &objective, const Settings &settings) {
  if (objective.linear() == nullptr) return INFINITY;
  const model::LossSpec &loss = objective.loss();
  switch (model::traits_of(loss).task) {
    case model::LossTask::kSigns:
      return kUsefulLogOdds;
    case model::LossTask::kClasses:
      return kUsefulLogOdds * std::sqrt((static_cast<double>(loss.classes) - 1) / 2);
    case model::LossTask::kCounts:
      return std::fabs(typical_log_rate(loss)) + kUsefulLogRates;
    case model::LossTask::kNumbers:
      break;
  }
  return label_scale(objective, settings);
}

double norm_of(const Buffer<double> &x, double p) {
  double largest = 0, sum = 0;
  for (double entry : x) largest = std::max(largest, std::fabs(entry));
  if (!(largest > 0) || p == INFINITY) return largest;
  for (double entry : x) sum += std::pow(std::fabs(entry) / largest, p);
  return largest * std::pow(sum, 1 / p);
}

// Bounds how far from 0 the minimiser of an objective with l2 > 0 lies. F(w*) <= F(0) bounds its quadratic where losses
// are at least 0 and 0 is in the domain. Missing units aside, F(0) is at most the loss of one unit.
double quadratic_radius(const model::Objective &objective, double start) {
  const double by_slope = objective.lipschitz() / objective.l2();
  if (start > 0) return by_slope;
  return std::min(by_slope, std::sqrt(2 * objective.constants().value_at_zero / objective.l2()));
}

}  // namespace

double label_scale(const model::Objective &objective, const Settings &settings) {
  return settings.label_scale > 0 ? settings.label_scale : objective.loss().label_bound;
}

double typical_log_rate(const model::LossSpec &loss) { return std::log(kTypicalRateShare * loss.label_bound); }

double typical_records(const model::Objective &objective) {
  const int64_t declared = objective.settings().min_records_per_user;
  if (objective.unit() != DPCVX_UNIT_USER || declared >= 2) return static_cast<double>(std::max<int64_t>(1, declared));
  const int64_t cap = objective.linear() != nullptr ? objective.linear()->table().max_records_per_user() : 0;
  return cap > 0 ? std::min(kTypicalRecords, static_cast<double>(cap)) : kTypicalRecords;
}

dpcvx_status find_start(const model::Objective &objective, double p, StartPlace *place, Error &error) {
  *place = {};
  const model::Domain *const domain = objective.domain();
  if (domain == nullptr) return DPCVX_OK;
  Buffer<double> start;
  if (!start.allocate(static_cast<size_t>(objective.dimension()))) return error.nomem("a point of the domain");
  domain->start(start.data(), objective.dimension());
  const bool spectral{objective.row_map().matrix};
  // Of singular values it is at most that of entries for p <= 2, and theirs is the same for p = 2.
  place->norm = norm_of(start, spectral ? std::min(p, 2.0) : p);
  const double rank = static_cast<double>(objective.norm_dimension());
  if (!spectral)
    place->reach = domain->reach(start.data(), p);
  else if (domain->is_schatten())  // its start is 0
    place->reach = numeric::ratio_of_norms(rank, p, domain->p()) * domain->size();
  else
    place->reach = numeric::ratio_of_norms(rank, p, 2) * domain->reach(start.data(), 2);
  return DPCVX_OK;
}

double row_length(const model::Objective &objective, double p) {
  const model::ObjectiveSettings &settings = objective.settings();
  // A caller's function of units has no rows: as if of one column.
  const double dimension = static_cast<double>(std::max<int64_t>(1, objective.row_map().norm_dimension()));
  return settings.row_bound * numeric::ratio_of_norms(dimension, p, settings.row_norm);
}

dpcvx_status find_planning_radius(const model::Objective &objective, const Settings &settings, double p,
                                  double headroom, double *reach, Error &error) {
  *reach = settings.planning_radius;
  if (settings.planning_radius > 0) return DPCVX_OK;
  StartPlace start;
  DPCVX_TRY(find_start(objective, p, &start, error));
  *reach = settings.radius_share * headroom * useful_decisions(objective, settings) /
               row_length(objective, numeric::dual_exponent(p)) +
           start.norm;
  // What is known in l2.
  const double ratio = numeric::ratio_of_norms(static_cast<double>(objective.norm_dimension()), p, 2);
  if (objective.l2() > 0) *reach = std::min(*reach, ratio * quadratic_radius(objective, start.norm) + start.norm);
  *reach = std::min(*reach, start.reach);
  return DPCVX_OK;
}

const char *no_planning_radius(const model::Objective &objective) {
  return objective.linear() == nullptr
             ? "nothing public tells how far a good model lies: give the objective a domain, or the plan "
               "DPCVX_PLAN_OPTION_PLANNING_RADIUS"
             : "the scale of the labels is not public: give the objective DPCVX_OBJECTIVE_OPTION_LABEL_BOUND or a "
               "domain, or the plan DPCVX_PLAN_OPTION_PLANNING_RADIUS";
}

}  // namespace dpcvx::solve
