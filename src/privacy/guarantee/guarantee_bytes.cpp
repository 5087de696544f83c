// A record as bytes. What is read is checked to be a record that the library could have written: its figures are then
// computed from the curve as ever. That it is true of a release nobody can check.
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "privacy/guarantee/guarantee.h"

namespace dpcvx::privacy {

namespace {

constexpr size_t kMaxText = 1024;
constexpr double kGreatestNoise = 0x1p100;

bool is_amount(double value) { return value >= 0 && value < INFINITY; }
bool is_noise(double value) { return value >= 1 / kGreatestNoise && value <= kGreatestNoise; }

void write_event(const Event &event, const double *numbers, ByteWriter &bytes) {
  bytes.i32(static_cast<int32_t>(event.kind));
  bytes.f64(event.a);
  bytes.f64(event.b);
  bytes.i64(event.count);
  bytes.u32(static_cast<uint32_t>(event.size));
  if (event.size > 0) bytes.f64s(numbers + event.table, 2 * event.size);
}

void write_curve(const Curve &curve, ByteWriter &bytes) {
  bytes.u32(static_cast<uint32_t>(curve.size()));
  for (size_t i = 0; i < curve.size(); ++i) write_event(curve[i], curve.numbers(), bytes);
}

// The parameters are those that a curve of this kind can be created with.
bool is_event(const Event &event) {
  if (event.count < 1 || (!event.has_table() && event.size != 0)) return false;
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
  if (!bytes.require(is_event(event))) return DPCVX_OK;
  return event.has_table() ? read_table(bytes, event, curve, error) : curve->add(event, error);
}

dpcvx_status read_curve(ByteReader &bytes, Curve *curve, Error &error) {
  const size_t size = bytes.u32();
  if (!bytes.require(size <= Curve::kMaxEvents)) return DPCVX_OK;
  for (size_t i = 0; i < size && !bytes.failed(); ++i) DPCVX_TRY(read_event(bytes, curve, error));
  return DPCVX_OK;
}

void write_amount(const Amount &amount, ByteWriter &bytes) {
  bytes.i32(amount.filter);
  bytes.flag(amount.in_main);
  bytes.f64(amount.main);
  bytes.f64(amount.basic_epsilon);
  bytes.f64(amount.basic_delta);
}

void read_amount(ByteReader &bytes, Amount *amount) {
  amount->filter = bytes.i32();
  amount->in_main = bytes.flag();
  amount->main = bytes.f64();
  amount->basic_epsilon = bytes.f64();
  amount->basic_delta = bytes.f64();
  bytes.require(amount->filter == 0 || (amount->filter >= DPCVX_FILTER_BASIC && amount->filter <= DPCVX_FILTER_RDP));
  bytes.require(is_amount(amount->main) && is_amount(amount->basic_epsilon) && is_amount(amount->basic_delta));
}

}  // namespace

// NUL-terminated copies in one piece of memory.
class Guarantee::Texts {
 public:
  Texts(char *room, size_t size) : at_(room), left_(size) {}
  const char *read(ByteReader &bytes) {
    const char *from;
    size_t length;
    if (!bytes.text(kMaxText, &from, &length) || !bytes.require(length < left_)) return "";
    char *const copy = at_;
    std::memcpy(copy, from, length);
    copy[length] = '\0';
    at_ += length + 1;
    left_ -= length + 1;
    return copy;
  }

 private:
  char *at_;
  size_t left_;
};

void Guarantee::write_bytes(ByteWriter &bytes) const {
  bytes.text(version_);
  bytes.text(mechanism_);
  bytes.text(theorem_);
  bytes.i32(adjacency_);
  bytes.i32(unit_);
  bytes.f64(delta_);
  bytes.flag(deterministic_);
  write_amount(charged_, bytes);
  bytes.u32(static_cast<uint32_t>(constants_size_));
  for (size_t i = 0; i < constants_size_; ++i) {
    bytes.text(constants_[i].name);
    bytes.f64(constants_[i].value);
    bytes.i32(static_cast<int32_t>(constants_[i].origin));
  }
  bytes.u32(static_cast<uint32_t>(notes_size_));
  for (size_t i = 0; i < notes_size_; ++i) bytes.text(notes_[i]);
  write_curve(curve_, bytes);
}

void Guarantee::read_constants(ByteReader &bytes, Texts &texts) {
  constants_size_ = bytes.u32();
  if (!bytes.require(constants_size_ <= kMaxConstants)) constants_size_ = 0;
  for (size_t i = 0; i < constants_size_; ++i) {
    const char *const name = texts.read(bytes);
    const double value = bytes.f64();
    const int32_t origin = bytes.i32();
    bytes.require(!std::isnan(value) && origin >= DPCVX_ORIGIN_ENFORCED && origin <= DPCVX_ORIGIN_PUBLIC);
    constants_[i] = {name, value, static_cast<Origin>(origin)};
  }
}

void Guarantee::read_notes(ByteReader &bytes, Texts &texts) {
  notes_size_ = bytes.u32();
  if (!bytes.require(notes_size_ <= kMaxNotes)) notes_size_ = 0;
  for (size_t i = 0; i < notes_size_; ++i) notes_[i] = texts.read(bytes);
}

dpcvx_status Guarantee::read_bytes(ByteReader &bytes, Error &error) {
  // Every text lies within the bytes, and each takes a length of four bytes there.
  const size_t room = bytes.left() + 1;
  if (!texts_.create() || !texts_.edit().allocate(room)) return error.nomem("a guarantee");
  Texts texts(texts_.edit().data(), room);
  version_ = texts.read(bytes);
  mechanism_ = texts.read(bytes);
  theorem_ = texts.read(bytes);
  adjacency_ = bytes.i32();
  unit_ = bytes.i32();
  delta_ = bytes.f64();
  deterministic_ = bytes.flag();
  bytes.require(adjacency_ == DPCVX_ADJACENCY_ADD_REMOVE || adjacency_ == DPCVX_ADJACENCY_REPLACE_ONE);
  bytes.require(unit_ == DPCVX_UNIT_RECORD || unit_ == DPCVX_UNIT_USER);
  bytes.require(delta_ >= 0 && delta_ < 1);
  read_amount(bytes, &charged_);
  read_constants(bytes, texts);
  read_notes(bytes, texts);
  Curve curve;
  if (!bytes.failed()) DPCVX_TRY(read_curve(bytes, &curve, error));
  curve_ = static_cast<Curve &&>(curve);
  return bytes.failed() ? error.fail(DPCVX_ERR_ARGUMENT, "argument 'bytes' = no guarantee of this library") : DPCVX_OK;
}

}  // namespace dpcvx::privacy
