#include "privacy/pld/parts.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/directed_margin.h"
#include "privacy/divergences/pure_composition.h"

namespace dpcvx::privacy {

namespace {

constexpr double kNearlyAlways = 1 - 0x1p-20;         // rates from here on count as 1: that costs a share of 2^-20
constexpr int64_t kMaxRaised = int64_t{1} << 20;      // uses of a rate that is raised to the least one: 2^-40 in all
constexpr size_t kMaxWhole = LossSum::kMaxParts - 2;  // beside Gaussians and the rest

bool is_gaussian(const Event &event) {
  return event.kind == Kind::kGdp || event.kind == Kind::kGaussian ||
         ((event.kind == Kind::kPoissonGaussian || event.kind == Kind::kReplacedGaussian) && event.b == 1);
}

// Rates are raised to the least one up to so many uses, and noise is lowered, to where laws are made.
Event raised_replaced(Event event) {
  if (event.count <= kMaxRaised) event.b = std::fmax(event.b, Profile::kMinRate);
  event.a = std::fmin(event.a, 0x1p20);
  return event;
}

// One step of Gaussian noise that it is known to be.
Event open_step(const Event &event, int64_t count) {
  return event.kind == Kind::kReplacedAllocation ? replaced_gaussian(event.a, 1, count) : gaussian(event.a, count);
}

// Fewer steps cost no less, and so does less noise. Where laws are not made it is known which step it is.
Event allocation_in_range(Event event) {
  const bool replaced = event.kind == Kind::kReplacedAllocation;
  event.b = std::fmin(event.b, static_cast<double>(RatioLaw::kMaxSteps));
  event.a = std::fmin(event.a, (1 - 0x1p-20) / (RatioLaw::kMinSpread * std::sqrt(event.b)));
  const bool made = 1 / event.a <= (replaced ? ReplacedMean::kMaxMu : RatioLaw::kMaxMu) * (1 - 0x1p-20);
  return made ? event : open_step(event, event.count);
}

// About log n!. Only the choice of a test rests on it.
double log_factorial(double n) {
  return n < 1 ? 0 : n * (std::log(n) - 1) + 0.5 * std::log(6.2831853 * n) + 1 / (12 * n + 0.5);
}

// An event that costs no less, with parameters in the range of profiles where one is near. m uses of epsilon are one of
// m epsilon at most.
Event in_range(const Event &event) {
  switch (event.kind) {
    case Kind::kPure:
    case Kind::kApproximate:
    case Kind::kLaplace:
    case Kind::kBoundedRange: {
      const double together = std::floor(Profile::kMinEdge / event_pure(event));
      if (!(together >= 1)) return event;
      const int64_t uses = together < 0x1p62 ? static_cast<int64_t>(together) : INT64_MAX;
      return pure(Profile::kMinEdge, (event.count - 1) / uses + 1);
    }
    case Kind::kPoissonGaussian:
    case Kind::kFixedSizeGaussian: {
      if (event.b == 1) return event;
      if (event.b >= kNearlyAlways) return gdp(round_up(1 / event.a), event.count);
      Event raised = event;
      if (event.count <= kMaxRaised) raised.b = std::fmax(event.b, Profile::kMinRate);
      return raised;
    }
    case Kind::kReplacedGaussian:
      return event.b == 1 || event.b < kNearlyAlways ? raised_replaced(event) : gdp(event_mu(event), event.count);
    case Kind::kRandomAllocation:
    case Kind::kReplacedAllocation:
      return allocation_in_range(event);
    default:
      return event;
  }
}

dpcvx_status append(const Event &event, const double *numbers, Curve *rest, Error &error) {
  const double *const table = numbers + event.table;
  if (event.kind == Kind::kRdp) return rest->add_rdp(table, table + event.size, event.size, event.count, error);
  if (event.kind == Kind::kLosses) return rest->add_losses(table, table + event.size, event.size, event, error);
  if (event.kind == Kind::kGdpMixture) return rest->add_settled(mixture_of(event, numbers), event.count, error);
  // The curve's deltas are counted beside all parts.
  return rest->add(event.kind == Kind::kApproximate ? pure(event.a, event.count) : event, error);
}

// Whether the laws of an event take long to make.
bool takes_long(const Event &event) {
  return event.is_allocation() || event.kind == Kind::kReplacedGaussian || event.is_shuffled();
}

// How much of the composition an event is. It decides which events keep losses of their own.
double weight(const LossPart &part) { return static_cast<double>(part.count) * event_rdp(part, 2, part.numbers); }

}  // namespace

bool LossParts::symmetric() const {
  return std::all_of(parts_, parts_ + size_, [](const LossPart &part) {
    return part.finite != nullptr ? part.finite->is_symmetric() : Profile::symmetric(part);
  });
}

// The lightest of the parts that stand alone; null where there is none.
LossPart *LossParts::lightest() {
  LossPart *found = nullptr;
  for (size_t i = 0; i < size_; ++i)
    if (parts_[i].share < 0 && (found == nullptr || weight(parts_[i]) < weight(*found))) found = &parts_[i];
  return found;
}

// The lightest of all parts goes to the rest where there are too many, or is left out.
dpcvx_status LossParts::add_whole(LossPart part, bool attained, Error &error) {
  if (size_ < kMaxWhole) return add(part), DPCVX_OK;
  LossPart *const least = lightest();
  if (least != nullptr && weight(part) > weight(*least)) std::swap(part, *least);
  return attained ? DPCVX_OK : append(part, part.numbers, &rest_, error);
}

void LossParts::release() {
  size_ = 0;
  for (size_t i = 0; i < LossSum::kMaxParts; ++i)
    if (!takes_long(made_[i].event)) laws_[i] = FiniteLaw();
}

// Laws of finite events are made here.
dpcvx_status LossParts::find_law(LossPart *part, Side side, Error &error) {
  if (!part->is_finite() || laws_size_ == LossSum::kMaxParts) return DPCVX_OK;
  FiniteLaw &law = laws_[laws_size_];
  Made &made = made_[laws_size_];
  const bool is_made = takes_long(*part) && made.event.kind == part->kind && made.event.a == part->a &&
                       made.event.b == part->b && made.event.users == part->users && made.side == side;
  if (!is_made) {
    made = {};  // until the law is there
    if (!law.build(*part, part->numbers, side)) return error.nomem("the laws of a discrete mechanism");
    made = {*part, side};
  }
  if (!law.exists()) return DPCVX_OK;
  part->finite = &law;
  ++laws_size_;
  return DPCVX_OK;
}

// What is below the range of profiles is raised into it; nothing is claimed where it is above.
dpcvx_status LossParts::add_rest(Error &error) {
  constexpr double kRaised = 0x1p-69;
  if (rest_.size() == 0) return DPCVX_OK;
  bool bounded = renyi_.prepare(rest_);
  if (!bounded) {
    DPCVX_TRY(rest_.add(zcdp(kRaised), error));
    bounded = renyi_.prepare(rest_);
  }
  if (bounded)
    add({{Kind::kRdp, 0, 0, 1, 0, 0}, nullptr, &renyi_});
  else
    size_ = 0;
  return DPCVX_OK;
}

// One event as a part, as a Gaussian among others, or as one of the rest.
dpcvx_status LossParts::add_part(const Event &event, const double *numbers, bool attained, Error &error) {
  LossPart part{attained ? event : in_range(event), numbers};
  DPCVX_TRY(find_law(&part, attained ? Side::kBelow : Side::kAbove, error));
  replaced_ = replaced_ || part.kind != event.kind;
  if (is_gaussian(part)) {
    gaussians_.add(square_up(event_mu(part)), part.count);
    return DPCVX_OK;
  }
  const bool few = part.count <= LossSum::kMaxUses - uses_;
  if (few && Profile::exists(part) && (!attained || part.is_attained())) {
    uses_ += part.count;
    return add_whole(part, attained, error);
  }
  return attained ? DPCVX_OK : append(part, part.numbers, &rest_, error);
}

// A test of k of t steps adds up the losses that Poisson sampling would have: k of them with the unit, and the others
// without (PROOFS.md, section 11.10).
void LossParts::add_test_of_allocation(const Event &event) {
  const double log_choices =
      log_factorial(event.b) - log_factorial(event.chosen) - log_factorial(event.b - event.chosen);
  LossPart with{poisson_gaussian(event.a, event.chosen / event.b), nullptr}, without = with;
  with.share = 1;
  with.log_choices = log_choices / event.chosen;
  without.share = 0;
  int64_t all;
  const bool counted =
      !__builtin_mul_overflow(static_cast<int64_t>(event.chosen), event.count, &with.count) &&
      !__builtin_mul_overflow(static_cast<int64_t>(event.b - event.chosen), event.count, &without.count) &&
      !__builtin_add_overflow(with.count, without.count, &all);
  if (!(counted && all <= LossSum::kMaxUses - uses_ && Profile::exists(with) && size_ + 2 <= kMaxWhole)) return;
  uses_ += all;
  add(with);
  add(without);
}

// k of t steps cost no more than one of each of k groups of them. For lower ends, a test stands for the steps. Under
// replace-one it adds up what is released, which is normal (PROOFS.md, sections 11.10 and 11.12).
dpcvx_status LossParts::add_allocation(const Event &event, bool attained, Error &error) {
  const double group = std::floor(event.b / event.chosen), longer = event.b - group * event.chosen;
  const auto times = [&](double uses, int64_t *count) {
    return !__builtin_mul_overflow(static_cast<int64_t>(uses), event.count, count);
  };
  int64_t count;
  const bool replaced = event.kind == Kind::kReplacedAllocation;
  const bool has_tests = allocation_in_range(event).b == event.b && event.b <= ReplacedMean::kMaxTestedSteps;
  if (attained && replaced && (event.chosen > 1 || !has_tests)) {
    const double together = 2 * event.chosen / event.a;
    gaussians_.add(together * together / event.b * (1 - 0x1p-49), event.count);
    return DPCVX_OK;
  }
  if (attained && event.chosen > 1 && event.chosen < event.b) return add_test_of_allocation(event), DPCVX_OK;
  if (!times(event.chosen, &count)) return attained ? DPCVX_OK : rest_.add(event, error);
  replaced_ = replaced_ || event.chosen > 1;
  for (bool is_longer : {true, false}) {
    const double steps = is_longer ? group + 1 : group, groups = is_longer ? longer : event.chosen - longer;
    if (!(groups > 0) || !times(groups, &count)) continue;
    Event one = open_step(event, count);
    if (steps > 1)
      one = replaced ? replaced_allocation(event.a, steps, 1, count) : random_allocation(event.a, steps, 1, count);
    DPCVX_TRY(add_part(one, nullptr, attained, error));
  }
  return DPCVX_OK;
}

dpcvx_status LossParts::split(const Curve &curve, bool attained, Error &error) {
  size_ = 0;
  laws_size_ = 0;
  uses_ = 0;
  replaced_ = false;
  rest_ = Curve();
  gaussians_ = UpSum();
  for (size_t i = 0; i < curve.size(); ++i) {
    if (event_pure(curve[i]) == 0 || (is_gaussian(curve[i]) && event_mu(curve[i]) == 0)) continue;
    if (curve[i].is_allocation())
      DPCVX_TRY(add_allocation(curve[i], attained, error));
    else
      DPCVX_TRY(add_part(curve[i], curve.numbers(), attained, error));
  }
  const double mu = sqrt_up(gaussians_.up());
  if (mu > 0) {
    const Event together = gdp(attained ? std::fmin(mu, Profile::kMaxMu) : std::fmax(mu, Profile::kMinMu));
    if (Profile::exists({together}))
      add({together});
    else if (!attained)
      DPCVX_TRY(rest_.add(together, error));
  }
  return add_rest(error);
}

bool LossParts::beat_closed_forms() const {
  if (size_ == 0) return false;
  const LossPart &first = parts_[0];
  const bool pure_parts = first.kind == Kind::kPure || first.kind == Kind::kApproximate;
  return size_ > 1 || replaced_ || first.finite != nullptr ||
         !(first.count == 1 || (pure_parts && first.count <= kMaxEqualParts));
}

}  // namespace dpcvx::privacy
