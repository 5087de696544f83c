// A budget as the frames of a ledger: its terms, then charges and fields in the order in which they came. What is read
// is replayed, and must be what this library would write.
#include <cmath>
#include <cstring>

#include "base/bytes.h"
#include "base/count.h"
#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "privacy/budget/budget.h"
#include "privacy/budget/choices.h"

namespace dpcvx::privacy {

namespace {

enum FrameKind : uint32_t { kTerms = 1, kCharge = 2, kField = 3, kEnd = 4 };

template <size_t n>
bool is_choice(int32_t value, const Choice (&choices)[n]) {
  for (const Choice &choice : choices)
    if (choice.value == value) return true;
  return false;
}

void write_terms(const BudgetParameters &terms, ByteWriter &bytes) {
  bytes.f64(terms.epsilon);
  bytes.f64(terms.delta);
  bytes.i32(terms.adjacency);
  bytes.i32(terms.unit);
  bytes.i32(terms.filter);
  bytes.f64(terms.rdp_order);
  bytes.f64(terms.basic_epsilon_fraction);
  bytes.f64(terms.basic_delta_fraction);
}

bool is_share(double value) { return value >= 0 && value <= 1; }

BudgetParameters read_terms(ByteReader &bytes) {
  BudgetParameters terms;
  terms.epsilon = bytes.f64();
  terms.delta = bytes.f64();
  terms.adjacency = bytes.i32();
  terms.unit = bytes.i32();
  terms.filter = bytes.i32();
  terms.rdp_order = bytes.f64();
  terms.basic_epsilon_fraction = bytes.f64();
  terms.basic_delta_fraction = bytes.f64();
  bytes.require(terms.epsilon > 0 && terms.epsilon < INFINITY && terms.delta >= 0 && terms.delta < 1);
  bytes.require(is_choice(terms.adjacency, kAdjacencies) && is_choice(terms.unit, kUnits));
  bytes.require(is_choice(terms.filter, kFilters) && terms.filter != DPCVX_FILTER_AUTOMATIC);
  bytes.require(terms.rdp_order == 0 || (terms.rdp_order > 1 && terms.rdp_order < INFINITY));
  bytes.require(is_share(terms.basic_epsilon_fraction) && is_share(terms.basic_delta_fraction));
  bytes.require(bytes.left() == 0);
  return terms;
}

// The ledger did not go through the head that the caller knows.
dpcvx_status other_head(const LedgerHead &known, const LedgerHead &own, Error &error) {
  const ShownCount frames = show_count(own.frames, "frame");
  const char *const accepted = "those of a head that this ledger had";
  if (own.frames < known.frames)
    return error.fail(
        DPCVX_ERR_LEDGER_STALE,
        "argument 'frames' = %s with 'head' = %s; accepted: %s. It has %s: it is an older copy, or another "
        "ledger. Open the newest copy: this one lacks charges, which count",
        show(known.frames).text, show(static_cast<int64_t>(known.chain)).text, accepted, frames.text);
  return error.fail(DPCVX_ERR_LEDGER_STALE,
                    "argument 'head' = %s with 'frames' = %s; accepted: %s. It has %s, and another head there: it is "
                    "another ledger, or an older copy that went on otherwise, or these two numbers are of different "
                    "times. Open the copy that has this head",
                    show(static_cast<int64_t>(known.chain)).text, show(known.frames).text, accepted, frames.text);
}

template <size_t n>
void read_text(ByteReader &bytes, char (&out)[n]) {
  const char *text;
  size_t length;
  if (!bytes.text(n - 1, &text, &length)) return;
  std::memcpy(out, text, length);
  out[length] = '\0';
}

}  // namespace

void Budget::write_entry(const Entry &entry, ByteWriter &bytes) {
  bytes.text(entry.label);
  bytes.text(entry.what);
  bytes.text(entry.exactly);
  bytes.i64(entry.count);
  bytes.flag(entry.amount.in_main);
  bytes.f64(entry.amount.main);
  bytes.f64(entry.amount.basic_epsilon);
  bytes.f64(entry.amount.basic_delta);
  bytes.flag(entry.deterministic);
}

Budget::Entry Budget::read_entry(ByteReader &bytes) const {
  Entry entry = Entry();
  read_text(bytes, entry.label);
  read_text(bytes, entry.what);
  read_text(bytes, entry.exactly);
  entry.count = bytes.i64();
  entry.amount.filter = terms_.filter;
  entry.amount.in_main = bytes.flag();
  entry.amount.main = bytes.f64();
  entry.amount.basic_epsilon = bytes.f64();
  entry.amount.basic_delta = bytes.f64();
  entry.deterministic = bytes.flag();
  const Amount &amount = entry.amount;
  bytes.require(entry.count >= 1 && is_amount(amount.main) && is_amount(amount.basic_epsilon) &&
                is_amount(amount.basic_delta) && bytes.left() == 0);
  bytes.require(amount.in_main
                    ? terms_.filter != DPCVX_FILTER_BASIC && amount.basic_epsilon == 0 && amount.basic_delta == 0
                    : has_basic() && amount.main == 0);
  return entry;
}

dpcvx_status Budget::put(uint32_t kind, const Text &payload, Error &error) {
  Text frame;
  LedgerChain next = chain_;
  if (!payload.failed()) next.add(kind, payload, &frame);
  if (payload.failed() || frame.failed()) return error.nomem("an entry of the ledger");
  if (file_.is_open()) DPCVX_TRY(file_.append(frame, error));
  chain_ = next;
  return DPCVX_OK;
}

dpcvx_status Budget::put_entry(const Entry &entry, Error &error) {
  Text payload;
  ByteWriter bytes(payload);
  write_entry(entry, bytes);
  return put(kCharge, payload, error);
}

// Of a budget with a file: they are in what it was created with.
dpcvx_status Budget::put_terms(Error &error) {
  if (file_.is_open()) return DPCVX_OK;
  Text payload;
  ByteWriter bytes(payload);
  write_terms(terms_, bytes);
  return put(kTerms, payload, error);
}

dpcvx_status Budget::set_heading(const char *text, Error &error) {
  size_t bytes;
  DPCVX_TRY(check_text("label", text, kMaxHeadingBytes, &bytes, error));
  const Lock lock(mutex_);
  if (bytes > 0) std::memcpy(heading_, text, bytes);
  heading_[bytes] = '\0';
  return DPCVX_OK;
}

void Budget::write_label(const char *label, size_t bytes, char *out) const {
  size_t at = strnlen(heading_, kMaxHeadingBytes);
  std::memcpy(out, heading_, at);
  if (at > 0 && bytes > 0) out[at++] = ':', out[at++] = ' ';
  if (bytes > kMaxLabelBytes - at) bytes = kMaxLabelBytes - at;
  while (bytes > 0 && !is_utf8(label, bytes)) --bytes;  // a cut may go through a letter
  if (bytes > 0) std::memcpy(out + at, label, bytes);
}

dpcvx_status Budget::describe(int32_t field, const char *text, Error &error) {
  size_t length;
  DPCVX_TRY(check_text("text", text, kMaxFieldBytes, &length, error));
  const Lock lock(mutex_);
  if (!fields_.reserve(fields_size_ + 1)) return error.nomem("a field of the ledger");
  Field &entered = fields_[fields_size_];
  entered = Field();
  entered.field = field;
  entered.after = entries_size_;
  std::memcpy(entered.text, text, length);
  Text payload;
  ByteWriter bytes(payload);
  bytes.i32(field);
  bytes.text(entered.text);
  DPCVX_TRY(put(kField, payload, error));
  ++fields_size_;
  return DPCVX_OK;
}

const char *Budget::field(int32_t field) const {
  for (size_t i = fields_size_; i-- > 0;)
    if (fields_[i].field == field) return fields_[i].text;
  return nullptr;
}

void Budget::save(Text &out) const {
  const Lock lock(mutex_);
  LedgerChain chain = write_frames(&out);
  chain.add(kEnd, Text(), &out);
}

LedgerChain Budget::write_frames(Text *out) const {
  LedgerChain chain = chain_.from_start();
  chain.begin(out);
  const auto add = [&](uint32_t kind, const Text &payload) {
    if (payload.failed()) out->fail();
    chain.add(kind, payload, out);
  };
  Text terms;
  ByteWriter of_terms(terms);
  write_terms(terms_, of_terms);
  add(kTerms, terms);
  for (size_t i = 0, j = 0; i < entries_size_ || j < fields_size_;) {
    Text payload;
    ByteWriter bytes(payload);
    if (j < fields_size_ && fields_[j].after <= i) {
      bytes.i32(fields_[j].field);
      bytes.text(fields_[j++].text);
      add(kField, payload);
    } else {
      write_entry(entries_[i++], bytes);
      add(kCharge, payload);
    }
  }
  return chain;
}

dpcvx_status Budget::replay(const LedgerChain::Frame &frame, Error &error) {
  ByteReader bytes(frame.payload, frame.length);
  if (frame.kind == kCharge) {
    if (!entries_.reserve(entries_size_ + 1)) return error.nomem("an entry of the ledger");
    const Entry entry = read_entry(bytes);
    if (bytes.failed()) return damaged_ledger("a ledger with a charge that no budget makes", error);
    const dpcvx_status status = decide(entry.amount, {}, error);
    if (status == DPCVX_ERR_BUDGET) return damaged_ledger("a ledger with charges beyond its limit", error);
    DPCVX_TRY(status);
    entries_[entries_size_] = entry;
    spend(entry);
    return DPCVX_OK;
  }
  if (frame.kind != kField) return damaged_ledger("a ledger with a frame of another kind", error);
  if (!fields_.reserve(fields_size_ + 1)) return error.nomem("a field of the ledger");
  Field &entered = fields_[fields_size_];
  entered = Field();
  entered.field = bytes.i32();
  entered.after = entries_size_;
  read_text(bytes, entered.text);
  if (!bytes.require(is_choice(entered.field, kFields) && bytes.left() == 0))
    return damaged_ledger("a ledger with a field of another kind", error);
  ++fields_size_;
  return DPCVX_OK;
}

dpcvx_status Budget::load(const void *bytes, size_t length, const LedgerKey &key, Error &error) {
  // Bytes that end between two frames would be an older ledger: the last frame says that nothing is lacking.
  size_t whole = 0;
  DPCVX_TRY(replay_frames(bytes, length, key, {}, &whole, error));
  LedgerChain chain = chain_;
  LedgerChain::Frame frame;
  bool torn = true;
  DPCVX_TRY(chain.read(static_cast<const unsigned char *>(bytes) + whole, length - whole, &frame, &torn, error));
  return !torn && frame.kind == kEnd && frame.length == 0 && whole + frame.whole == length
             ? DPCVX_OK
             : damaged_ledger("a ledger that is cut off", error);
}

dpcvx_status Budget::replay_frames(const void *bytes, size_t length, const LedgerKey &key, const LedgerHead &known,
                                   size_t *whole, Error &error) {
  const auto *const all = static_cast<const unsigned char *>(bytes);
  LedgerChain chain(key);
  DPCVX_TRY(chain.read_begin(all, length, error));
  size_t at = LedgerChain::kHeadBytes;
  bool passed = known.frames == 0;
  while (at < length) {
    LedgerChain::Frame frame;
    LedgerChain next = chain;
    bool torn;
    DPCVX_TRY(next.read(all + at, length - at, &frame, &torn, error));
    if (torn) break;
    if (frame.kind == kEnd) {
      if (at + frame.whole != length) return damaged_ledger("a ledger with more behind its end", error);
      break;
    }
    chain = next;
    if (at == LedgerChain::kHeadBytes) {
      ByteReader terms(frame.payload, frame.length);
      const BudgetParameters read = read_terms(terms);
      if (frame.kind != kTerms || terms.failed()) return damaged_ledger("a ledger without terms of a budget", error);
      const dpcvx_status status = open(read, error);
      if (status == DPCVX_ERR_ARGUMENT) return damaged_ledger("a ledger with terms that no budget has", error);
      DPCVX_TRY(status);
    } else {
      DPCVX_TRY(replay(frame, error));
    }
    at += frame.whole;
    if (chain.head().frames == known.frames) passed = chain.head().chain == known.chain;
  }
  if (at == LedgerChain::kHeadBytes) return damaged_ledger("a ledger without terms of a budget", error);
  if (!passed) return other_head(known, chain.head(), error);
  chain_ = chain;
  Text again;
  write_frames(&again);
  if (again.failed()) return error.nomem("a ledger");
  if (again.length() != at || std::memcmp(again.c_str(), bytes, at) != 0)
    return damaged_ledger("bytes that this library does not write", error);
  *whole = at;
  return DPCVX_OK;
}

dpcvx_status Budget::create_file(const char *path, const BudgetParameters &terms, const LedgerKey &key, Error &error) {
  chain_ = LedgerChain(key);
  DPCVX_TRY(open(terms, error));
  Text bytes;
  write_frames(&bytes);
  return bytes.failed() ? error.nomem("a ledger") : file_.create(path, bytes, error);
}

dpcvx_status Budget::open_file(const char *path, const LedgerKey &key, const LedgerHead &known, Error &error) {
  Buffer<unsigned char> bytes;
  size_t length, whole;
  DPCVX_TRY(file_.open(path, &bytes, &length, error));
  DPCVX_TRY(replay_frames(bytes.data(), length, key, known, &whole, error));
  DPCVX_TRY(file_.cut(whole, error));
  if (whole == length) return DPCVX_OK;
  LedgerChain chain = chain_;  // behind the frames is the end of a saved budget, or a write that was cut off
  LedgerChain::Frame frame;
  bool torn = true;
  DPCVX_TRY(chain.read(bytes.data() + whole, length - whole, &frame, &torn, error));
  if (torn) ledger_cut_bytes_ = static_cast<int64_t>(length - whole);
  return DPCVX_OK;
}

}  // namespace dpcvx::privacy
