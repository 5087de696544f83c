// A record as bytes. What is read is checked to be a record that the library could have written: its figures are then
// computed from the curve as ever. That it is true of a release nobody can check.
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "privacy/curve/curve_bytes.h"
#include "privacy/guarantee/guarantee.h"

namespace dpcvx::privacy {

namespace {

constexpr size_t kMaxText = 1024;

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
    bytes.text(constants_[i].meaning);
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
    constants_[i] = {name, value, static_cast<Origin>(origin), texts.read(bytes)};
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
