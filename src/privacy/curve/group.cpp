#include "privacy/curve/group.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "privacy/divergences/rdp.h"
#include "numeric/directed_margin.h"
#include "numeric/up_sum.h"

namespace dpcvx::privacy {

namespace {

double times_up(double value, int64_t size) { return value == 0 ? 0 : round_up(value * count_up(size)); }
// Twice: what is multiplied again stays below.
double over_down(double value, int64_t size) { return round_down(round_down(value / count_up(size))); }

// ---- Renyi tables: D_a(P || R) <= (s a / b) D_b(P || Q) + D_c(Q || R) with b = 1 + (a - 1) s, c = a s / (s - 1).

constexpr size_t kOrders = 192, kWeights = 160;

struct Table {
  const double *orders, *epsilons;
  size_t size;
  double at(double order) const { return renyi_of_table_up(orders, epsilons, size, order); }
  double last() const { return orders[size - 1]; }
};

struct Room {
  double orders[kOrders], epsilons[kOrders];
  size_t size = 0;
  Table table() const { return {orders, epsilons, size}; }
};

// The bound on a chain of both, at the best of some weights s, all of which are valid.
double chained(const Table &first, const Table &second, double order) {
  const double from = order / (second.last() - order), to = (first.last() - order) / (order - 1);
  if (!(from > 0) || !(to > from)) return INFINITY;
  double least = INFINITY;
  for (size_t i = 0; i <= kWeights; ++i) {
    const double over = from * std::pow(to / from, static_cast<double>(i) / kWeights);  // s - 1
    const double s = 1 + over;
    const double b = (1 + (order - 1) * s) * (1 + 0x1p-48), c = order * s / (s - 1) * (1 + 0x1p-48);
    least = std::min(least, round_up(round_up(s * order / (1 + (order - 1) * s)) * first.at(b) + second.at(c)));
  }
  return least;
}

// Orders evenly apart in log(order - 1) up to where one order of each table still bounds the chain.
void chain(const Table &first, const Table &second, Room *out) {
  const double a = first.last() - 1, b = second.last() - 1;
  const double most = a * b / (a + b + 1);  // of order - 1: over = from = to there
  const double least = std::min(most / 4, std::min(first.orders[0], second.orders[0]) - 1) / 4;
  Room made;
  for (size_t i = 0; i < kOrders; ++i) {
    const double order = 1 + least * std::pow(most / least, static_cast<double>(i) / (kOrders - 1));
    const double epsilon = chained(first, second, order);
    if (!(epsilon < INFINITY) || !(order > (made.size > 0 ? made.orders[made.size - 1] : 1))) continue;
    made.orders[made.size] = order;
    made.epsilons[made.size++] = epsilon;
  }
  *out = made;
}

// Chains of `size` links: the size's binary digits from the top, each doubling what there is.
dpcvx_status add_renyi_group(const Event &event, const double *numbers, int64_t size, Curve *out, Error &error) {
  const Table one{numbers + event.table, numbers + event.table + event.size, event.size};
  Table whole = one;
  Room room;
  int digit = 0;
  while (size >> (digit + 1) != 0) ++digit;
  while (digit-- > 0) {
    for (const bool doubling : {true, false}) {
      if (!doubling && (size >> digit & 1) == 0) continue;
      chain(whole, doubling ? whole : one, &room);
      whole = room.table();
      if (room.size == 0)
        return error.fail(DPCVX_ERR_NUMERIC,
                          "argument 'size' = %lld, for which Renyi epsilons of orders up to %s say nothing; accepted: "
                          "fewer units, or a curve with higher orders",
                          static_cast<long long>(size), show(one.last()).text);
    }
  }
  return out->add_rdp(whole.orders, whole.epsilons, whole.size, event.count, error);
}

// ---- Parts of one or two numbers.

dpcvx_status check_noise(double noise_multiplier, int64_t size, Error &error) {
  if (is_noise(noise_multiplier)) return DPCVX_OK;
  return error.fail(DPCVX_ERR_NUMERIC,
                    "argument 'size' = %lld, which takes a noise multiplier to %s; accepted: within "
                    "2^-100 and 2^100",
                    static_cast<long long>(size), show(noise_multiplier).text);
}

dpcvx_status check_finite_part(const Event &event, int64_t size, Error &error) {
  if (event.a < INFINITY && event.b < 1) return DPCVX_OK;
  return error.fail(DPCVX_ERR_NUMERIC,
                    "argument 'size' = %lld, for which nothing is left of %s(%s); accepted: fewer units, or less for "
                    "each",
                    static_cast<long long>(size), kind_name(event.kind),
                    event.b < 1 ? "a figure beyond the range of doubles" : "a delta of 1 or more");
}

dpcvx_status unsupported(const Event &event, const char *why, Error &error) {
  return error.fail(DPCVX_ERR_UNSUPPORTED, "argument 'curve' = a curve with a part of the kind %s: %s",
                    kind_name(event.kind), why);
}

// Returns the kind with its parameter that many times greater, or less.
Event worse(Event event, int64_t size) {
  switch (event.kind) {
    case Kind::kZcdp:
      event.a = times_up(times_up(event.a, size), size);
      break;
    case Kind::kGaussian:
    case Kind::kLaplace:
      event.a = over_down(event.a, size);
      break;
    case Kind::kApproximate:
      event.b = group_delta_up(event.a, event.b, size);
      event.a = times_up(event.a, size);
      break;
    default:
      event.a = times_up(event.a, size);
  }
  return event;
}

Event better(Event event, int64_t size) {
  switch (event.kind) {
    case Kind::kZcdp:
      event.a = over_down(over_down(event.a, size), size);
      break;
    case Kind::kGaussian:
    case Kind::kLaplace:
      event.a = round_up(round_up(times_up(event.a, size)));
      break;
    case Kind::kApproximate:
      event.a = over_down(event.a, size);
      event.b = round_down(event.b / group_delta_up(event.a, 1, size));
      return approximate(event.a, event.b, event.count);
    default:
      event.a = over_down(event.a, size);
  }
  return event;
}

dpcvx_status add_checked(const Event &event, int64_t size, Curve *out, Error &error) {
  if (event.kind == Kind::kGaussian || event.kind == Kind::kLaplace)
    DPCVX_TRY(check_noise(event.a, size, error));
  else
    DPCVX_TRY(check_finite_part(event, size, error));
  return out->add(event, error);
}

constexpr char kSampled[] =
    "the batches of several units are not those of one; its Renyi epsilons, put into a table "
    "(dpcvx_curve_rdp, dpcvx_curve_create_rdp), have groups";
constexpr char kMixed[] =
    "the choices that units meet are not the same for all of a group; its epsilon at a delta "
    "(dpcvx_curve_epsilon, dpcvx_curve_create_approximate) has groups";
constexpr char kFinite[] =
    "its own law for groups is not known; as dpcvx_curve_create_pure, or at its own epsilon and delta, it has groups";
constexpr char kShuffle[] =
    "several users' reports hide each other less than one does; as dpcvx_curve_create_pure of epsilon0, or at its own "
    "epsilon and delta, it has groups";
constexpr char kTable[] = "no table is the greatest whose groups are within another; state the price as zCDP";

}  // namespace

const char *group_obstacle(Kind kind) {
  if (kind == Kind::kShuffled || kind == Kind::kShuffledResponse) return kShuffle;
  if (has_finite_law(kind)) return kFinite;
  return is_subsampled(kind) ? kSampled : kind == Kind::kGdpMixture ? kMixed : nullptr;
}

const char *member_obstacle(Kind kind) { return kind == Kind::kRdp ? kTable : group_obstacle(kind); }

double group_delta_up(double epsilon, double delta, int64_t size) {
  if (delta == 0) return 0;
  const double k = count_up(size), whole = k * epsilon;
  if (size == 1) return delta;
  if (!(epsilon > 0)) return round_up(k * delta);
  // (e^(k epsilon) - 1) / (e^epsilon - 1): both are expm1 of arguments that are exact to a unit in the last place,
  // which long exponents carry over; the sum is at most k e^((k - 1) epsilon) too.
  const double by_ratio = whole < 600 ? std::expm1(whole * (1 + 0x1p-51)) / std::expm1(epsilon) * delta : INFINITY;
  return by_ratio < INFINITY ? round_up(by_ratio) : INFINITY;
}

dpcvx_status append_group(const Curve &curve, int64_t size, Curve *out, Error &error) {
  if (size == 1) return out->append(curve, 1, error);
  for (size_t i = 0; i < curve.size(); ++i) {
    const Event &event = curve[i];
    if (const char *const why = group_obstacle(event.kind)) return unsupported(event, why, error);
    if (event.kind == Kind::kRdp)
      DPCVX_TRY(add_renyi_group(event, curve.numbers(), size, out, error));
    else
      DPCVX_TRY(add_checked(worse(event, size), size, out, error));
  }
  return DPCVX_OK;
}

dpcvx_status append_member(const Curve &curve, int64_t size, Curve *out, Error &error) {
  if (size == 1) return out->append(curve, 1, error);
  for (size_t i = 0; i < curve.size(); ++i) {
    const Event &event = curve[i];
    if (const char *const why = member_obstacle(event.kind)) return unsupported(event, why, error);
    DPCVX_TRY(add_checked(better(event, size), size, out, error));
  }
  return DPCVX_OK;
}

}  // namespace dpcvx::privacy
