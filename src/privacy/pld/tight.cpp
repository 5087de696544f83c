#include "privacy/pld/tight.h"

#include <cmath>
#include <initializer_list>

#include "base/error.h"
#include "numeric/root.h"
#include "privacy/pld/parts.h"

namespace dpcvx::privacy {

namespace {

// The greater bound of both orders of the worst laws; ask(sum, already, &bound) gives the greater of one order's and
// what is there already. False without memory.
template <class Ask>
bool greater_of_orders(const LossParts &parts, Accuracy accuracy, LossScratch &scratch, double *greater,
                       const Ask &ask) {
  const auto ask_one = [&](bool reversed, Accuracy how, double already) {
    LossSum sum(scratch);
    sum.prepare(parts.data(), parts.size(), reversed, how);
    return ask(sum, already, greater);
  };
  if (!ask_one(false, accuracy, 0)) return false;
  if (parts.symmetric()) return true;
  const double first = *greater;
  // The other order mostly has less. A rough bound on it proves that sooner.
  if (accuracy == Accuracy::kGood) {
    if (!ask_one(true, Accuracy::kRough, first)) return false;
    if (*greater <= first) return true;
  }
  return ask_one(true, accuracy, first);
}

// The least epsilon up to `most` at which the laws have at most this delta; infinite where there is none.
double least_epsilon(const FiniteLaw &law, double delta, double most) {
  const double far = std::fmin(most, 1024);  // beyond all losses
  if (!(law.delta_up(far) <= delta)) return INFINITY;
  return numeric::min_where(0.0, far, [&](double epsilon) { return law.delta_up(epsilon) <= delta; });
}

dpcvx_status no_memory(Error &error) { return error.nomem("the privacy losses of a composition"); }

}  // namespace

dpcvx_status tight_delta(const Curve &curve, double epsilon, Accuracy accuracy, LossMemory &memory, double *delta,
                         Error &error) {
  const double lost = curve.joint_delta(), expected = memory.expected;
  double closed = memory.with_closed_forms ? curve.delta(epsilon) : 1, bound = 1;
  LossParts &parts = memory.parts;
  const bool asked = closed > lost;
  if (asked) DPCVX_TRY(parts.split(curve, false, error));
  const FiniteLaw *const law = parts.single_law();
  if (!asked)
    bound = 1;
  else if (law != nullptr)
    bound = law->delta_up(epsilon);
  else if (parts.beat_closed_forms() &&
           !greater_of_orders(parts, accuracy, memory.sums, &bound, [=](LossSum &sum, double already, double *of) {
             return sum.delta(epsilon, already, of, expected);
           }))
    return no_memory(error);
  if (!memory.with_closed_forms && !(bound < 1)) closed = curve.delta(epsilon);
  *delta = std::fmin(closed, Curve::with_lost(lost, bound));
  return DPCVX_OK;
}

dpcvx_status estimate_delta(const Curve &curve, double epsilon, Estimate how, LossMemory &memory, double *delta,
                            Error &error) {
  constexpr double kMuchLess = 0.5;
  const bool by_moments = how == Estimate::kMoments;
  LossParts &parts = memory.parts;
  double of_order[2] = {0, 0};
  DPCVX_TRY(parts.split(curve, false, error));
  for (const bool reversed : {false, true}) {
    if (reversed && (parts.symmetric() || (memory.second_is_less && !by_moments))) break;
    double *const own = &of_order[reversed];
    LossSum sum(memory.sums);
    sum.prepare(parts.data(), parts.size(), reversed, Accuracy::kRough);
    if (!(by_moments ? sum.estimate(epsilon, memory.expected, own)
                     : sum.estimate_by_waves(epsilon, memory.expected, how == Estimate::kFineWaves, own)))
      return no_memory(error);
  }
  if (by_moments) memory.second_is_less = of_order[1] < kMuchLess * of_order[0];
  *delta = std::fmin(1, Curve::with_lost(curve.joint_delta(), std::fmin(1, std::fmax(of_order[0], of_order[1]))));
  return DPCVX_OK;
}

dpcvx_status tight_delta(const Curve &curve, double epsilon, double *delta, Error &error) {
  LossMemory memory;
  return tight_delta(curve, epsilon, Accuracy::kFine, memory, delta, error);
}

namespace {

// A delta at epsilon that mechanisms of these kinds attain; 0 where no kind of a part determines it. `most` is about
// what it may be.
dpcvx_status delta_from_below(const Curve &curve, double epsilon, double most, LossMemory &memory, double *delta,
                              Error &error) {
  LossParts &parts = memory.attained;
  double attained = 0;
  DPCVX_TRY(parts.split(curve, true, error));
  const double rest = Curve::beside_lost(curve.joint_delta(), most);
  const FiniteLaw *const law = parts.single_law();
  if (law != nullptr && law->is_attained()) {
    attained = std::fmax(law->profile(epsilon, false).low, law->profile(epsilon, true).low);
  } else if (parts.size() > 0) {
    for (bool reversed : {false, true}) {
      LossSum sum(memory.sums);
      sum.prepare(parts.data(), parts.size(), reversed);
      if (!sum.attained(epsilon, rest, &attained)) return no_memory(error);
    }
  }
  // The deltas happen with a chance of at least this, and then the laws are told apart.
  const double lost = curve.joint_delta() * (1 - 0x1p-40);
  *delta = (lost + (1 - lost) * attained) * (1 - 0x1p-50);
  return DPCVX_OK;
}

}  // namespace

dpcvx_status delta_bounds(const Curve &curve, double epsilon, double *lower, double *upper, Error &error) {
  LossMemory memory;
  return delta_bounds(curve, epsilon, memory, lower, upper, error);
}

dpcvx_status delta_bounds(const Curve &curve, double epsilon, LossMemory &memory, double *lower, double *upper,
                          Error &error) {
  double above, below = 0;
  DPCVX_TRY(tight_delta(curve, epsilon, Accuracy::kFine, memory, &above, error));
  memory.parts.release();  // the laws of one side at a time
  DPCVX_TRY(delta_from_below(curve, epsilon, above, memory, &below, error));
  memory.attained.release();
  *lower = std::fmin(above, below);
  *upper = above;
  return DPCVX_OK;
}

dpcvx_status tight_epsilon(const Curve &curve, double delta, double *epsilon, Error &error) {
  const double closed = curve.epsilon(delta), rest = Curve::beside_lost(curve.joint_delta(), delta);
  double bound = INFINITY;
  LossParts parts;
  LossScratch scratch;
  if (closed > 0 && rest > 0) DPCVX_TRY(parts.split(curve, false, error));
  const FiniteLaw *const law = parts.single_law();
  if (law != nullptr)
    bound = least_epsilon(*law, rest, closed);
  else if (parts.beat_closed_forms() &&
           !greater_of_orders(parts, Accuracy::kFine, scratch, &bound,
                              [=](LossSum &sum, double already, double *of) { return sum.epsilon(rest, already, of); }))
    return no_memory(error);
  *epsilon = std::fmin(closed, bound);
  return DPCVX_OK;
}

}  // namespace dpcvx::privacy
