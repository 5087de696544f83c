// The composition theorems behind a curve's answers. An (epsilon, delta) event is its epsilon and, with probability
// delta, no privacy (Kairouz, Oh and Viswanath 2015): the deltas are taken out first, and the rest is composed.
#include <cmath>

#include "privacy/curve/curve.h"
#include "privacy/divergences/pure_composition.h"
#include "privacy/divergences/gdp.h"
#include "privacy/divergences/rdp_orders.h"
#include "privacy/divergences/rdp.h"
#include "numeric/directed_margin.h"
#include "numeric/up_sum.h"

namespace dpcvx::privacy {

namespace {

// Which events of a curve a sum runs over: all of them, or those without a pure epsilon. The epsilons of the others are
// then added by basic composition.
enum class Over { kAll, kWithoutPure };

class Rest {
 public:
  explicit Rest(const Curve &curve) : curve_(curve) {}

  // The least delta proved at epsilon, and the least epsilon proved at log_delta, of the events beside their deltas.
  double delta(double epsilon) const;
  double epsilon(double delta) const;
  double rdp_order(double delta) const;
  double epsilon_mironov(double delta) const;

 private:
  bool counts(const Event &event, Over over) const { return over == Over::kAll || event_pure(event) == INFINITY; }
  template <class Figure>
  UpSum sum(Over over, const Figure &figure) const;
  double mu(Over over) const;
  double rdp(Over over, double order) const;
  template <class Value>
  double min_over_orders(Over over, const Value &value) const;
  double pure() const;
  double distance(Over over) const;

  double shared_delta(Over over, double epsilon) const;
  double shared_epsilon(Over over, double delta) const;
  double closed_delta(double epsilon) const;
  double closed_epsilon(double delta) const;
  bool closed() const;

  const Curve &curve_;
};

template <class Figure>
UpSum Rest::sum(Over over, const Figure &figure) const {
  UpSum sum;
  for (size_t i = 0; i < curve_.size(); ++i)
    if (counts(curve_[i], over)) sum.add(figure(curve_[i]), curve_[i].count);
  return sum;
}

double Rest::mu(Over over) const {
  if (over == Over::kAll && curve_.size() == 1 && curve_[0].count == 1) return event_mu(curve_[0]);
  return sqrt_up(sum(over, [](const Event &event) { return square_up(event_mu(event)); }).up());
}

double Rest::rdp(Over over, double order) const {
  return sum(over, [&](const Event &event) { return event_rdp(event, order, curve_.numbers()); }).up();
}

template <class Value>
double Rest::min_over_orders(Over over, const Value &value) const {
  const auto at_order = [&](double order) {
    const double renyi = rdp(over, order);
    return renyi < INFINITY ? value(renyi, order) : INFINITY;
  };
  bool subsampled = false;
  double least = INFINITY;
  for (size_t i = 0; i < curve_.size(); ++i) {
    const Event &event = curve_[i];
    subsampled |= is_subsampled(event.kind);
    for (size_t j = 0; event.kind == Kind::kRdp && j < event.size; ++j)
      least = std::fmin(least, at_order(curve_.numbers()[event.table + j]));
  }
  return std::fmin(least, subsampled ? min_over_costly_orders(at_order) : min_over_all_orders(at_order));
}

double Rest::pure() const { return sum(Over::kAll, event_pure).up(); }

// Renyi divergences bound the Kullback-Leibler divergence and so the total variation, which is delta at epsilon 0: by
// Pinsker's inequality and by Bretagnolle and Huber's.
double Rest::distance(Over over) const {
  const double kl = round_up(rdp(over, 1 + 0x1p-10));
  return round_up(std::fmin(std::sqrt(kl / 2), std::sqrt(-std::expm1(-kl))));
}

// By Gaussian and by Renyi composition.
double Rest::shared_delta(Over over, double epsilon) const {
  const double log_delta =
      min_over_orders(over, [=](double renyi, double order) { return renyi_log_delta_up(renyi, order, epsilon); });
  const double by_renyi = std::fmin(round_up(std::exp(log_delta)), distance(over));
  return std::fmin(1, std::fmin(gdp_delta_up(mu(over), epsilon), by_renyi));
}

double Rest::shared_epsilon(Over over, double delta) const {
  if (distance(over) <= delta) return 0;
  const double log_delta = std::log(delta) * (1 + (delta < 1 ? 0x1p-50 : 0));
  const double by_renyi = min_over_orders(
      over, [=](double renyi, double order) { return round_up(renyi_epsilon_up(renyi, order, log_delta)); });
  return std::fmin(gdp_epsilon_up(mu(over), delta), by_renyi);
}

double Rest::rdp_order(double delta) const {
  const double log_delta = std::log(delta);
  double best = INFINITY, least = INFINITY;
  min_over_orders(Over::kAll, [&](double renyi, double order) {
    // Below 0 too, so that among orders that all prove epsilon = 0 one is best.
    const double t = order - 1, epsilon = renyi + std::log(t / order) - (log_delta + std::log(order)) / t;
    if (epsilon < least) least = epsilon, best = order;
    return epsilon;
  });
  return best;
}

double Rest::epsilon_mironov(double delta) const {
  const double log_delta = std::log(delta) * (1 + 0x1p-51);
  return min_over_orders(Over::kAll,
                         [=](double renyi, double order) { return mironov_epsilon_up(renyi, order, log_delta); });
}

// One use of a single mechanism, or equal pure parts: exact.
bool Rest::closed() const {
  if (curve_.size() != 1) return false;
  const Event &event = curve_[0];
  const bool equal_parts = event.kind == Kind::kPure || event.kind == Kind::kApproximate;
  return event.count == 1 ? event_delta_at(event, 0, curve_.numbers()) < INFINITY
                          : equal_parts && event.count <= kMaxEqualParts;
}

double Rest::closed_delta(double epsilon) const {
  const Event &event = curve_[0];
  return event.count == 1 ? event_delta_at(event, epsilon, curve_.numbers())
                          : equal_pure_parts_delta_up(event.a, event.count, epsilon);
}

double Rest::closed_epsilon(double delta) const {
  if (curve_[0].kind == Kind::kGdpMixture) return mixture_epsilon_up(mixture_of(curve_[0], curve_.numbers()), delta);
  double enough = pure();
  if (enough == INFINITY) {
    if (delta == 0) return INFINITY;
    enough = gdp_epsilon_up(round_up(1 / curve_[0].a), delta);  // subsampling does not make it worse
    if (curve_[0].kind == Kind::kGdp || curve_[0].kind == Kind::kGaussian) return gdp_epsilon_up(mu(Over::kAll), delta);
  }
  return numeric::min_where(0.0, enough, [=](double epsilon) { return closed_delta(epsilon) <= delta; });
}

double Rest::delta(double epsilon) const {
  if (curve_.size() == 0 || epsilon >= pure()) return 0;
  if (closed()) return closed_delta(epsilon);
  double least = shared_delta(Over::kAll, epsilon);
  const double aside = std::fmin(sum(Over::kAll,
                                     [](const Event &event) {
                                       const double epsilon = event_pure(event);
                                       return epsilon < INFINITY ? epsilon : 0;
                                     })
                                     .up(),
                                 INFINITY);
  if (aside > 0 && aside <= epsilon) {
    const double left = (epsilon - aside) * (1 - 0x1p-52);
    least = std::fmin(least, shared_delta(Over::kWithoutPure, left));
  }
  return least;
}

double Rest::epsilon(double delta) const {
  const double all_pure = pure();
  if (curve_.size() == 0 || all_pure == 0) return 0;
  if (!(delta > 0)) return all_pure;
  if (closed()) return closed_epsilon(delta);
  double least = std::fmin(all_pure, shared_epsilon(Over::kAll, delta));
  const double aside = sum(Over::kAll, [](const Event &event) {
                         const double epsilon = event_pure(event);
                         return epsilon < INFINITY ? epsilon : 0;
                       }).up();
  if (aside > 0 && aside < least)
    least = std::fmin(least, (aside + shared_epsilon(Over::kWithoutPure, delta)) * (1 + 0x1p-52));
  return least;
}

}  // namespace

bool Curve::has_delta() const {
  for (size_t i = 0; i < size_; ++i)
    if (event_delta(events_[i]) > 0) return true;
  return false;
}

double Curve::joint_delta() const {
  if (!has_delta()) return 0;
  UpSum sum, logs;
  for (size_t i = 0; i < size_; ++i) {
    const double delta = event_delta(events_[i]);
    sum.add(delta, events_[i].count);
    logs.add(-std::log1p(-delta), events_[i].count);
  }
  return std::fmin(sum.up(), std::fmin(1, round_up(-std::expm1(-logs.up()))));
}

double Curve::with_lost(double lost, double rest) {
  if (lost == 0 || rest == 0) return std::fmin(1, lost + rest);
  return std::fmin(1, (lost + (1 - lost) * rest) * (1 + 0x1p-51));
}

double Curve::beside_lost(double lost, double delta) {
  return lost == 0 ? delta : (delta - lost) / (1 - lost) * (1 - 0x1p-51);
}

double Curve::delta(double epsilon) const { return with_lost(joint_delta(), Rest(*this).delta(epsilon)); }

double Curve::epsilon(double delta) const {
  const double lost = joint_delta();
  return lost > delta ? INFINITY : Rest(*this).epsilon(beside_lost(lost, delta));
}

double Curve::rdp(double order) const {
  if (has_delta()) return INFINITY;
  UpSum sum;
  for (size_t i = 0; i < size_; ++i) sum.add(event_rdp(events_[i], order, numbers_.data()), events_[i].count);
  return sum.up();
}

double Curve::rdp_order(double delta) const { return has_delta() ? INFINITY : Rest(*this).rdp_order(delta); }

double Curve::epsilon_mironov(double delta) const {
  if (has_delta()) return INFINITY;
  return size_ == 0 ? 0 : Rest(*this).epsilon_mironov(delta);
}

double Curve::gdp_mu() const {
  if (has_delta()) return INFINITY;
  if (size_ == 1 && events_[0].count == 1) return event_mu(events_[0]);
  return sqrt_up(gdp_mu_squared());
}

double Curve::gdp_mu_squared() const {
  if (has_delta()) return INFINITY;
  UpSum sum;
  for (size_t i = 0; i < size_; ++i) sum.add(square_up(event_mu(events_[i])), events_[i].count);
  return sum.up();
}

double Curve::zcdp_rho() const {
  if (has_delta()) return INFINITY;
  UpSum sum;
  for (size_t i = 0; i < size_; ++i) sum.add(event_rho(events_[i]), events_[i].count);
  return sum.up();
}

double Curve::basic_epsilon() const {
  UpSum sum;
  for (size_t i = 0; i < size_; ++i) sum.add(event_pure(events_[i]), events_[i].count);
  return sum.up();
}

double Curve::basic_delta() const {
  UpSum sum;
  for (size_t i = 0; i < size_; ++i) sum.add(event_delta(events_[i]), events_[i].count);
  return sum.up();
}

}  // namespace dpcvx::privacy
