#include "privacy/curve/curve_bytes.h"

#include <cmath>

#include "base/error.h"

namespace dpcvx::privacy {

namespace {

void write_event(const Event &event, const double *numbers, ByteWriter &bytes) {
  bytes.i32(static_cast<int32_t>(event.kind));
  bytes.f64(event.a);
  bytes.f64(event.b);
  bytes.i64(event.count);
  bytes.u32(static_cast<uint32_t>(event.size));
  if (event.is_finite()) {
    bytes.i32(static_cast<int32_t>(event.sampling));
    bytes.f64(event.rate);
  }
  if (event.is_allocation()) bytes.f64(event.chosen);
  if (event.is_shuffled()) bytes.f64(event.users);
  if (event.size > 0) bytes.f64s(numbers + event.table, 2 * event.size);
}

bool is_whole(double value, double least) { return value >= least && value <= 0x1p53 && value == std::floor(value); }

bool is_batch(const Event &event) {
  return event.sampling == Sampling::kAll
             ? event.rate == 1
             : (event.sampling == Sampling::kPoisson || event.sampling == Sampling::kFixedSize) && event.rate > 0 &&
                   event.rate < 1;
}

bool is_shuffle(const Event &event) {
  return is_whole(event.users, 1) && event.users <= kMaxUsers && event.sampling == Sampling::kAll;
}

// The parameters are those that a curve of this kind can be created with.
bool is_event(const Event &event) {
  if (event.count < 1 || (!event.has_table() && event.size != 0) || !is_batch(event)) return false;
  switch (event.kind) {
    case Kind::kPure:
    case Kind::kBoundedRange:
    case Kind::kZcdp:
    case Kind::kGdp:
      return is_amount(event.a) && event.b == 0;
    case Kind::kApproximate:
      return is_amount(event.a) && event.b >= 0 && event.b < 1;
    case Kind::kGaussian:
    case Kind::kLaplace:
      return is_noise(event.a) && event.b == 0;
    case Kind::kPoissonGaussian:
      return is_noise(event.a) && event.b > 0 && event.b <= 1;
    case Kind::kFixedSizeGaussian:
      return is_noise(event.a) && event.b > 0 && event.b < 1;
    case Kind::kRdp:
      return event.size >= 1 && event.size <= Curve::kMaxOrders;
    case Kind::kGdpMixture:
      return is_amount(event.a) && (event.b == 0 || event.b == 1) && event.size >= 2 && event.size <= Curve::kMaxMixed;
    case Kind::kRandomizedResponse:
      return event.a > 0 && event.a < 1 && is_whole(event.b, 2);
    case Kind::kDiscreteLaplace:
      return event.a > 0 && event.a < INFINITY && is_whole(event.b, 1);
    case Kind::kDiscreteGaussian:
      return is_noise(event.a) && is_whole(event.b, 1);
    case Kind::kLosses:
      return event.a >= 0 && event.a <= 1 && event.b >= 0 && event.b <= kMaxTableLoss && event.size >= 1 &&
             event.size <= Curve::kMaxLosses;
    case Kind::kSampledPure:
      return is_amount(event.a) && event.b == 0 && event.sampling != Sampling::kAll;
    case Kind::kSampledLaplace:
      return is_noise(event.a) && event.b == 0 && event.sampling != Sampling::kAll;
    case Kind::kReplacedGaussian:
      return is_noise(event.a) && event.b > 0 && event.b <= 1 && event.sampling == Sampling::kAll;
    case Kind::kRandomAllocation:
    case Kind::kReplacedAllocation:
      return is_noise(event.a) && is_whole(event.b, 1) && is_whole(event.chosen, 1) && event.chosen <= event.b &&
             event.sampling == Sampling::kAll;
    case Kind::kShuffled:
      return is_amount(event.a) && event.b == 0 && is_shuffle(event);
    case Kind::kShuffledResponse:
      return event.a > 0 && event.a < 1 && is_whole(event.b, 2) && is_shuffle(event);
  }
  return false;
}

bool is_renyi_table(const double *table, size_t size) {
  double before = 1;
  for (size_t i = 0; i < size; ++i) {
    if (!(table[i] > before && table[i] < INFINITY && is_amount(table[size + i]))) return false;
    before = table[i];
  }
  return true;
}

dpcvx_status read_table(ByteReader &bytes, const Event &event, Curve *curve, Error &error) {
  if (!bytes.require(bytes.holds(event.size, 2 * sizeof(double)))) return DPCVX_OK;
  Buffer<double> table;
  if (!table.allocate(2 * event.size)) return error.nomem("a privacy curve");
  for (double &number : table) number = bytes.f64();
  const Mixture mixture{table.data(), table.data() + event.size, event.size, event.b != 0};
  if (event.kind == Kind::kLosses) {
    if (!bytes.require(is_loss_table(table.data(), event.size, event.a, event.b))) return DPCVX_OK;
    return curve->add_losses(table.data(), table.data() + event.size, event.size, event, error);
  }
  const bool is_mixture = event.kind == Kind::kGdpMixture;
  bytes.require(is_mixture ? is_settled(mixture) && mixture.greatest() == event.a
                           : is_renyi_table(table.data(), event.size));
  if (bytes.failed()) return DPCVX_OK;
  return is_mixture ? curve->add_settled(mixture, event.count, error)
                    : curve->add_rdp(table.data(), table.data() + event.size, event.size, event.count, error);
}

dpcvx_status read_event(ByteReader &bytes, Curve *curve, Error &error) {
  Event event;
  event.kind = static_cast<Kind>(bytes.i32());
  event.a = bytes.f64();
  event.b = bytes.f64();
  event.count = bytes.i64();
  event.size = bytes.u32();
  if (event.is_finite()) {
    event.sampling = static_cast<Sampling>(bytes.i32());
    event.rate = bytes.f64();
  }
  if (event.is_allocation()) event.chosen = bytes.f64();
  if (event.is_shuffled()) event.users = bytes.f64();
  if (!bytes.require(is_event(event))) return DPCVX_OK;
  return event.has_table() ? read_table(bytes, event, curve, error) : curve->add(event, error);
}

}  // namespace

void write_curve(const Curve &curve, ByteWriter &bytes) {
  bytes.u32(static_cast<uint32_t>(curve.size()));
  for (size_t i = 0; i < curve.size(); ++i) write_event(curve[i], curve.numbers(), bytes);
}

dpcvx_status read_curve(ByteReader &bytes, Curve *curve, Error &error) {
  const size_t size = bytes.u32();
  if (!bytes.require(size <= Curve::kMaxEvents)) return DPCVX_OK;
  for (size_t i = 0; i < size && !bytes.failed(); ++i) DPCVX_TRY(read_event(bytes, curve, error));
  return DPCVX_OK;
}

}  // namespace dpcvx::privacy
