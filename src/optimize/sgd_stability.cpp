#include "optimize/sgd_stability.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "base/text.h"
#include "dpcvx/privacy.h"
#include "numeric/logs.h"
#include "optimize/sgd_step.h"

namespace dpcvx::optimize {
namespace {

constexpr double kUp = 1 + 0x1p-40;   // more than the formulas here lose
constexpr double kLost = 0x1p-490;    // more than what is below every double adds up to, and the roots of such squares
constexpr int64_t kMaxGroups = 1024;  // of passes, in sums over all of them

double square(double x) { return x * x; }

dpcvx_status unsupported(const char *what, double value, const char *accepted, Error &error) {
  return error.fail(DPCVX_ERR_UNSUPPORTED, "%s = %s; accepted: %s", what, show(value).text, accepted);
}

}  // namespace

// ---- What one step does ----

dpcvx_status SgdStability::prepare(const SgdStabilityInputs &terms, Error &error) {
  terms_ = terms;
  const double eta = terms.step_size, q = step_contraction(eta, terms.l2);
  if (!(q > 0)) return unsupported("step size", eta, "less than 1 / l2", error);
  log_q_ = terms.l2 == 0 ? 0 : q < 0.5 ? std::log(q) : std::log1p(-eta * terms.l2);
  one_less_q_ = eta * terms.l2;
  averaged_ = static_cast<int64_t>(std::ceil(terms.average * static_cast<double>(terms.steps)));
  averaged_ = std::max<int64_t>(1, std::min(terms.steps, averaged_));
  window_ = terms.steps - averaged_ + 1;
  if (terms.exponent == 0) terms_.lipschitz = std::min(terms.lipschitz, terms.gradient_at_zero + terms.holder);
  terms_.oscillation = std::min(terms.oscillation, 2 * terms_.lipschitz);
  growth_ = step_growth(terms.exponent, terms.holder, terms_.oscillation, terms.l2 > 0 ? eta / q * (1 + 0x1p-50) : eta,
                        terms.ridge) +
            terms.step_defect;
  if (!(growth_ < INFINITY))
    return unsupported("step size", eta,
                       "where nothing bounds how far gradients of one unit differ, at most 2 / L at exponent 1", error);
  shrunk_growth_ = growth_ * (q * q / (1 + q) * (1 + 0x1p-50));
  norm_growth_ =
      step_norm_growth(terms.exponent, terms.holder, terms_.lipschitz, terms.value_at_zero, eta, q) + terms.step_defect;
  if (!(touch(terms.steps) < INFINITY))
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "nothing bounds the gradients; accepted: a Lipschitz constant, or the gradient at zero with a "
                      "radius of the domain or the value at zero. At exponent 1 the latter needs step size %s at most "
                      "1 / L",
                      show(eta).text);
  slack_ = 2 * (terms.step_error * powers(static_cast<double>(terms.steps)) + terms.output_error) +
           (touch(terms.steps) > 0 ? kLost : 0);
  if (!(slack_ < INFINITY)) return unsupported("step error", terms.step_error, "finite", error);
  return DPCVX_OK;
}

double SgdStability::norm_after(int64_t steps) const {
  if (terms_.radius < INFINITY) return terms_.radius;
  const double t = static_cast<double>(steps), sum = powers(t);
  const double squares = log_q_ == 0 ? t : std::expm1(2 * t * log_q_) / std::expm1(2 * log_q_);
  const double slow = std::sqrt(norm_growth_ * squares) + terms_.step_error * sum;
  const double fast = (terms_.step_size * terms_.lipschitz + terms_.step_error) * sum;
  return steps == 0 ? 0 : std::max(kLost, std::min(slow, fast) * kUp);
}

double SgdStability::norm() const { return norm_after(terms_.steps); }

double SgdStability::touch(int64_t step) const {
  const double norm = norm_after(step - 1), reach = terms_.exponent == 0 ? 1 : std::pow(norm, terms_.exponent);
  if (terms_.lipschitz == 0 || (terms_.gradient_at_zero == 0 && (terms_.holder == 0 || reach == 0))) return 0;
  const double slope = terms_.gradient_at_zero + (terms_.holder == 0 ? 0 : terms_.holder * reach * kUp);
  const double sides = terms_.adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? 1 : 2;
  return std::max(sides * terms_.step_size * std::min(terms_.lipschitz, slope), std::numeric_limits<double>::min());
}

// ---- From a touch to the output ----

double SgdStability::powers(double count) const {
  return log_q_ == 0 ? count : -std::expm1(count * log_q_) / one_less_q_;
}

double SgdStability::distance(double b, double lag) const {
  if (log_q_ == 0) return std::sqrt(square(b) + growth_ * lag);
  const double left = std::exp(2 * lag * log_q_);
  const double gone = left < 0.5 ? 1 - left : -std::expm1(2 * lag * log_q_);
  return std::sqrt(square(b) * left + shrunk_growth_ * (gone / one_less_q_));
}

double SgdStability::distances(double b, int64_t low, int64_t high) const {
  double sum = 0;
  for (int64_t x = low; x <= high;) {
    const int64_t y = std::min(high, x + x / 4);
    const double from = static_cast<double>(x), to = static_cast<double>(y);
    // Concave or convex in the lag (PROOFS.md, 8): the middle or the ends bound the mean.
    const double mean = x == y ? distance(b, from)
                               : std::max(distance(b, from / 2 + to / 2), distance(b, from) / 2 + distance(b, to) / 2);
    sum += mean * (to - from + 1);
    x = y + 1;
  }
  return sum;
}

double SgdStability::first(int64_t step, double b) const {
  if (growth_ == 0) return b * weight(step);
  const int64_t from = std::max(step, window_);
  return distances(b, from - step, terms_.steps - step) / static_cast<double>(averaged_);
}

double SgdStability::weight(int64_t step) const {
  const int64_t from = std::max(step, window_);
  const double share = powers(static_cast<double>(terms_.steps - from + 1)) / static_cast<double>(averaged_);
  return from == step || log_q_ == 0 ? share : share * std::exp(static_cast<double>(from - step) * log_q_);
}

// Both rise or fall up to step window_, and fall from there on.
double SgdStability::max_first(int64_t low, int64_t high) const {
  const double b = touch(high);
  const double ends = std::max(first(low, b), first(high, b));
  return low < window_ && window_ < high ? std::max(ends, first(window_, b)) : ends;
}

double SgdStability::max_later(int64_t low, int64_t high) const {
  const double ends = std::max(weight(low), weight(high));
  return touch(high) * (low < window_ && window_ < high ? std::max(ends, weight(window_)) : ends);
}

// Iterates stay within the diameter; what is made of them is what averaging loses further off.
double SgdStability::whole(double length) const {
  const double whole = std::min((terms_.diameter + 2 * terms_.output_error) * kUp, length * kUp + slack_);
  return whole > 0 ? std::max(kLost, whole) : 0;
}

// ---- Bounds ----

int64_t SgdStability::passes() const {
  if (terms_.sampled || terms_.units <= 1) return terms_.steps;
  if (terms_.units >= static_cast<double>(terms_.steps)) return 1;
  const int64_t n = static_cast<int64_t>(terms_.units);
  return terms_.steps / n + (terms_.steps % n != 0);
}

// The passes of an order, in at most kMaxGroups groups of as many each.
struct SgdStability::Groups {
  explicit Groups(const SgdStability &of)
      : steps(of.terms_.steps),
        passes(of.passes()),
        period(passes == 1       ? steps
               : passes == steps ? 1
                                 : static_cast<int64_t>(of.terms_.units)),
        size((passes - 1) / kMaxGroups + 1) {}
  // The first pass is apart.
  int64_t count() const { return (passes - 1 + size - 1) / size; }
  int64_t holding(int64_t step) const { return std::max<int64_t>(0, ((step - 1) / period - 1) / size); }

  const int64_t steps, passes, period, size;
};

double SgdStability::later(const Groups &groups, int64_t group) const {
  const int64_t pass = 1 + group * groups.size, count = std::min(groups.size, groups.passes - pass);
  const int64_t end = count == groups.passes - pass ? groups.steps : (pass + count) * groups.period;
  return static_cast<double>(count) * max_later(pass * groups.period + 1, end);
}

double SgdStability::worst() const {
  const Groups groups(*this);
  double sum = max_first(1, groups.period);
  for (int64_t group = 0; group < groups.count(); ++group) sum += later(groups, group);
  return whole(sum);
}

// Any of its terms make a lower bound: those before the averaged steps weigh most. Sums of some 1,000 terms differ by
// less than 2^-40 with their order.
bool SgdStability::worst_is_more_than(double sum) const {
  constexpr int64_t kTerms = 16;
  const Groups groups(*this);
  if (groups.count() < 2 * kTerms) return false;
  const int64_t heaviest = std::min(groups.holding(window_), groups.count() - 1);
  double part = max_first(1, groups.period);
  for (int64_t i = 0; i < kTerms && i <= heaviest && part * (1 - 0x1p-40) < sum; ++i)
    part += later(groups, heaviest - i);
  return part * (1 - 0x1p-40) >= sum;
}

double SgdStability::after(int64_t touches) const {
  if (touches <= 0) return 0;
  const int64_t T = terms_.steps;
  const double sum = max_first(1, T) + static_cast<double>(touches - 1) * max_later(1, T);
  const bool worst_may_be_less = touches >= passes() || touch(1) < touch(T);
  return worst_may_be_less && !worst_is_more_than(sum) ? std::min(worst(), whole(sum)) : whole(sum);
}

double SgdStability::along(const int64_t *steps, size_t touches) const {
  if (touches == 0) return 0;
  double sum = first(steps[0], touch(steps[0]));
  for (size_t i = 1; i < touches; ++i) sum += touch(steps[i]) * weight(steps[i]);
  return whole(sum);
}

int64_t SgdStability::touches_quantile(double gamma) const {
  const int64_t T = terms_.steps;
  if (!terms_.sampled || terms_.units <= 1) return passes();
  const double tries = static_cast<double>(T), p = 1 / terms_.units, odds = p / (1 - p);
  if (gamma < 0x1p-800) {
    // Beyond doubles: Chernoff's bound, as in the paper.
    const double mean = tries * p, x = -3 * std::log(gamma) / mean;
    return static_cast<int64_t>(std::min(tries, mean * (1 + std::max(std::sqrt(x), x)) * kUp));
  }
  int64_t k = static_cast<int64_t>(tries * p);
  const auto ratio = [&] { return static_cast<double>(T - k) / static_cast<double>(k + 1) * odds; };
  double mass = std::exp(numeric::log_binomial_probability(tries, static_cast<double>(k), p, 1 - p));
  for (; k < T && (!(ratio() < 1) || mass / (1 - ratio()) > gamma * 0x1p-60); ++k) mass *= ratio();
  // At least k touches: what follows falls faster than a geometric series.
  double tail = k < T ? mass / (1 - ratio()) : mass;
  while (k > 0 && tail * kUp <= gamma) {
    --k;
    mass /= ratio();
    tail += mass;
  }
  return k;
}

// ---- The paper's ----

dpcvx_status SgdStability::paper(double gamma, double *bound, Error &error) const {
  const char *missing = nullptr;
  const double eta = terms_.step_size, a = terms_.exponent, L = terms_.holder, n = terms_.units;
  const bool bounded = terms_.radius < INFINITY;
  if (!terms_.sampled) missing = "indices that are sampled";
  if (terms_.adjacency != DPCVX_ADJACENCY_REPLACE_ONE) missing = "replace-one";
  if (averaged_ != terms_.steps) missing = "the average of all iterates";
  if (terms_.l2 > 0) missing = "no quadratic besides the losses";
  if (!(L < INFINITY)) missing = "a Hoelder constant";
  if (!(terms_.gradient_at_zero < INFINITY)) missing = "the gradient at zero";
  if (!bounded && !(terms_.value_at_zero < INFINITY)) missing = "the value at zero";
  if (!bounded && !(eta < std::min(1.0, 1 / L)))
    missing = "a step size below 1 and 1 / L where the domain is not bounded";
  if (a == 1 && !(eta * L <= 2)) missing = "a step size of at most 2 / L";
  if (missing != nullptr)
    return error.fail(DPCVX_ERR_UNSUPPORTED, "Theorem 7 of Wang, Lei, Ying and Zhang 2022 does not apply; it needs: %s",
                      missing);
  const double T = static_cast<double>(terms_.steps), x = 3 * n * (std::log(n) - std::log(gamma)) / T;
  const double K = T / n * (1 + std::max(std::sqrt(x), x));
  const double reach =
      bounded ? terms_.radius
              : std::sqrt(paper_norm_constant(a, L, terms_.gradient_at_zero, terms_.value_at_zero) * T * eta);
  const double slope = terms_.gradient_at_zero + (L == 0 ? 0 : L * std::pow(reach, a));
  const double grown = a == 1 ? 0 : std::sqrt((1 - a) / (1 + a) * T) * std::pow(std::exp2(-a) * L * eta, 1 / (1 - a));
  const double touched = 2 * slope * eta * std::sqrt((1 + K) * K), lost = slope > 0 ? 2 * kLost : 0;
  const double length = std::exp(0.5) * std::hypot(grown, touched) * kUp + lost;
  if (!(length < INFINITY)) return error.fail(DPCVX_ERR_NUMERIC, "Theorem 7's bound passes the range of doubles");
  *bound = length;
  return DPCVX_OK;
}

}  // namespace dpcvx::optimize
