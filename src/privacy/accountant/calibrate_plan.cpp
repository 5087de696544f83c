#include "privacy/accountant/calibrate_plan.h"

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "privacy/pld/tight.h"

namespace dpcvx::privacy {

namespace {

// A parameter and by how much the logarithm of its delta is beyond the target's; at most 0 where it is kept.
struct Tried {
  double at = 0, excess = 0;
};

class Search {
 public:
  Search(FunctionRef<dpcvx_status(double, Curve *)> plan, const PlanTarget &target) : plan_(plan), target_(target) {}

  dpcvx_status run(double *parameter, Error &error) {
    Tried best, safe;
    DPCVX_TRY(attempt(target_.best, &best, error));
    if (best.excess <= 0) return *parameter = best.at, DPCVX_OK;
    DPCVX_TRY(attempt(target_.safe, &safe, error));
    if (!(safe.excess <= 0)) return unreachable(safe, error);
    // Chords, and every third time the middle. An end that stays counts half, so that both move.
    int stayed = 0;
    for (int tries = 2; tries < kMaxPlans && !close(best.at, safe.at); ++tries) {
      Tried next;
      DPCVX_TRY(attempt(between(best, safe, tries % 3 == 0), &next, error));
      if (next.excess <= 0) {
        safe = next;
        stayed = stayed > 0 ? stayed + 1 : 1;
        if (stayed > 1) best.excess /= 2;
      } else {
        best = next;
        stayed = stayed < 0 ? stayed - 1 : -1;
        if (stayed < -1) safe.excess /= 2;
      }
    }
    *parameter = safe.at;
    return DPCVX_OK;
  }

 private:
  dpcvx_status attempt(double at, Tried *tried, Error &error) {
    constexpr double kLeast = -800, kMost = 800;
    Curve curve;
    DPCVX_TRY(plan_(at, &curve));
    double delta;
    DPCVX_TRY(tight_delta(curve, target_.epsilon, Accuracy::kFine, memory_, &delta, error));
    last_delta_ = delta;
    const double excess = std::log(delta) - std::log(target_.delta);
    *tried = {at, delta <= target_.delta ? std::fmin(-0x1p-40, std::fmax(excess, kLeast))
                                         : std::fmax(0x1p-40, std::fmin(excess, kMost))};
    if (std::isnan(excess)) tried->excess = -1;  // both are 0
    return DPCVX_OK;
  }

  dpcvx_status unreachable(const Tried &safe, Error &error) const {
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'safe' = %s does not keep the target: it has delta = %s at epsilon = %s, where %s is "
                      "asked for; a plan that costs less may",
                      show(safe.at).text, show_up(last_delta_, 4).text, show(target_.epsilon).text,
                      show(target_.delta).text);
  }

  bool close(double one, double other) const {
    const double apart = std::fabs(one - other);
    return target_.whole ? apart <= 1 : apart <= kPlanTolerance * std::fmin(one, other) || !(between_ends(one, other));
  }

  static bool between_ends(double one, double other) {
    const double middle = one + (other - one) / 2;
    return middle != one && middle != other;
  }

  // A new parameter inside. Over several orders of magnitude the scale is logarithmic.
  double between(const Tried &best, const Tried &safe, bool middle) const {
    const bool logs = std::fmin(best.at, safe.at) > 0;
    const double one = logs ? std::log(best.at) : best.at, other = logs ? std::log(safe.at) : safe.at;
    double share = middle ? 0.5 : best.excess / (best.excess - safe.excess);
    if (!middle) share = std::fmin(std::fmax(share + kPlanTolerance / 4, 0x1p-20), 1 - 0x1p-20);
    const double scaled = one + (other - one) * share;
    double at = logs ? std::exp(scaled) : scaled;
    const double low = std::fmin(best.at, safe.at), high = std::fmax(best.at, safe.at);
    if (target_.whole) return std::fmin(std::fmax(std::round(at), low + 1), high - 1);
    if (!(at > low && at < high)) at = best.at + (safe.at - best.at) / 2;
    return at;
  }

  FunctionRef<dpcvx_status(double, Curve *)> plan_;
  const PlanTarget &target_;
  LossMemory memory_;
  double last_delta_ = 0;
};

}  // namespace

dpcvx_status calibrate_plan(FunctionRef<dpcvx_status(double parameter, Curve *curve)> plan, const PlanTarget &target,
                            double *parameter, Error &error) {
  return Search(plan, target).run(parameter, error);
}

}  // namespace dpcvx::privacy
