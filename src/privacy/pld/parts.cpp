#include "privacy/pld/parts.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/directed_margin.h"
#include "numeric/up_sum.h"
#include "privacy/divergences/pure_composition.h"

namespace dpcvx::privacy {

namespace {

constexpr double kNearlyAlways = 1 - 0x1p-20;         // rates from here on count as 1: that costs a share of 2^-20
constexpr int64_t kMaxRaised = int64_t{1} << 20;      // uses of a rate that is raised to the least one: 2^-40 in all
constexpr size_t kMaxWhole = LossSum::kMaxParts - 2;  // beside Gaussians and the rest

bool is_gaussian(const Event &event) {
  return event.kind == Kind::kGdp || event.kind == Kind::kGaussian ||
         (event.kind == Kind::kPoissonGaussian && event.b == 1);
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

// How much of the composition an event is. It decides which events keep losses of their own.
double weight(const LossPart &part) { return static_cast<double>(part.count) * event_rdp(part, 2, part.numbers); }

}  // namespace

bool LossParts::symmetric() const {
  return std::all_of(parts_, parts_ + size_, [](const LossPart &part) {
    return part.finite != nullptr ? part.finite->is_symmetric() : Profile::symmetric(part);
  });
}

// The lightest of all parts goes to the rest where there are too many.
dpcvx_status LossParts::add_whole(LossPart part, Error &error) {
  if (size_ < kMaxWhole) return add(part), DPCVX_OK;
  LossPart *const lightest = std::min_element(
      parts_, parts_ + size_, [](const LossPart &one, const LossPart &other) { return weight(one) < weight(other); });
  if (weight(part) > weight(*lightest)) std::swap(part, *lightest);
  return append(part, part.numbers, &rest_, error);
}

// Laws of finite events are made here.
dpcvx_status LossParts::find_law(LossPart *part, Error &error) {
  if (!part->is_finite() || laws_size_ == LossSum::kMaxParts) return DPCVX_OK;
  FiniteLaw &law = laws_[laws_size_];
  if (!law.build(*part, part->numbers)) return error.nomem("the laws of a discrete mechanism");
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

dpcvx_status LossParts::split(const Curve &curve, bool attained, Error &error) {
  size_ = 0;
  laws_size_ = 0;
  replaced_ = false;
  rest_ = Curve();
  UpSum gaussians;
  int64_t uses = 0;
  bool all_attained = true;
  for (size_t i = 0; i < curve.size(); ++i) {
    if (event_pure(curve[i]) == 0 || (is_gaussian(curve[i]) && event_mu(curve[i]) == 0)) continue;
    LossPart part{attained ? curve[i] : in_range(curve[i]), curve.numbers()};
    DPCVX_TRY(find_law(&part, error));
    replaced_ = replaced_ || part.kind != curve[i].kind;
    if (is_gaussian(part)) {
      gaussians.add(square_up(event_mu(part)), part.count);
      continue;
    }
    const bool few = part.count <= LossSum::kMaxUses - uses;
    if (few && Profile::exists(part) && !(attained && (!part.is_attained() || size_ == kMaxWhole))) {
      uses += part.count;
      DPCVX_TRY(add_whole(part, error));
    } else {
      all_attained = false;
      if (!attained) DPCVX_TRY(append(part, part.numbers, &rest_, error));
    }
  }
  const double mu = sqrt_up(gaussians.up());
  if (mu > 0) {
    const Event together = gdp(attained ? mu : std::fmax(mu, Profile::kMinMu));
    if (Profile::exists({together}))
      add({together});
    else if (attained)
      all_attained = false;
    else
      DPCVX_TRY(rest_.add(together, error));
  }
  if (attained && !all_attained) size_ = 0;
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
