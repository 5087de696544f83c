#include "data/split.h"

#include <cstring>

#include "base/error.h"
#include "dpcvx/privacy.h"
#include "base/siphash.h"
#include "random/bernoulli.h"

namespace dpcvx::data {

namespace {

uint64_t bits_of(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

class UnitHash {
 public:
  explicit UnitHash(const SplitRule &rule) : rule_(rule) {}

  // The first word keeps kinds of units apart: user 5 and row 5 have unlike hashes under the same key.
  bool holds_out(int64_t name) const {
    SipHash hash = begin();
    hash.add(static_cast<uint64_t>(name));
    return is_held_out(hash);
  }

  // Of the entries other than 0, and the label: the same for every storage of the same numbers. Weights are left out.
  template <class Rows>
  bool holds_out_content(const Dataset &source, const Rows &rows, int64_t i) const {
    SipHash hash = begin();
    rows.for_each(i, [&](int64_t column, double value) {
      if (value == 0) return;
      hash.add(static_cast<uint64_t>(column));
      hash.add(bits_of(value));
    });
    if (source.has_labels()) {
      hash.add(UINT64_MAX);
      hash.add(bits_of(source.label(i) + 0.0));  // -0 becomes 0
    }
    return is_held_out(hash);
  }

 private:
  SipHash begin() const {
    SipHash hash(rule_.key);
    hash.add(static_cast<uint64_t>(rule_.by));
    return hash;
  }
  bool is_held_out(const SipHash &hash) const {
    const double place = static_cast<double>(hash.hash() >> 11) * 0x1p-53;
    return rule_.from <= place && place < rule_.to;
  }

  const SplitRule &rule_;
};

// By place. Tables without users lie as they were given.
void mark_held_out(const Dataset &source, const SplitRule &rule, Buffer<unsigned char> *marks) {
  const UnitHash hash(rule);
  const auto mark = [&](int64_t row, bool held_out) { (*marks)[static_cast<size_t>(row)] = held_out ? 1 : 0; };
  switch (rule.by) {
    case SplitBy::kUserId:
      for (int64_t u = 0; u < source.users()->count(); ++u) {
        const bool held_out = hash.holds_out(source.users()->id(u));
        const RowPick rows = source.users()->rows_of(u);
        for (int64_t place = 0; place < rows.count; ++place) mark(rows[place], held_out);
      }
      return;
    case SplitBy::kContent:
      source.with_rows([&](const auto &rows) {
        for (int64_t i = 0; i < source.rows(); ++i) mark(i, hash.holds_out_content(source, rows, i));
      });
      return;
    default:
      for (int64_t i = 0; i < source.rows(); ++i)
        mark(i, hash.holds_out(rule.by == SplitBy::kRecordId ? rule.ids[i] : i));
  }
}

// A coin for each unit.
void toss(const Dataset &source, double fraction, random::Rng &rng, Buffer<unsigned char> *marks) {
  for (int64_t u = 0; u < source.units(); ++u) {
    const RowPick rows = source.rows_of_unit(u);
    const unsigned char held_out = random::chance(rng, fraction) ? 1 : 0;
    for (int64_t place = 0; place < rows.count; ++place) (*marks)[static_cast<size_t>(rows[place])] = held_out;
  }
}

int64_t count_held_out(const Buffer<unsigned char> &marks) {
  int64_t held_out = 0;
  for (const unsigned char mark : marks) held_out += mark;
  return held_out;
}

dpcvx_status select_part(const Dataset &source, const Buffer<unsigned char> &marks, bool held_out, int64_t count,
                         SharedDataset *out, Error &error) {
  Buffer<int64_t> rows;
  if (!rows.allocate(static_cast<size_t>(count))) return error.nomem("the rows of a part");
  size_t place = 0;
  for (int64_t i = 0; i < source.rows(); ++i)
    if ((marks[static_cast<size_t>(source.place_of(i))] != 0) == held_out) rows[place++] = i;
  return select_rows(source, rows.data(), count, out, error);
}

dpcvx_status select_parts(const Dataset &source, const Buffer<unsigned char> &marks, Parts *out, Error &error) {
  const int64_t held_out = count_held_out(marks);
  DPCVX_TRY(select_part(source, marks, false, source.rows() - held_out, &out->training, error));
  return select_part(source, marks, true, held_out, &out->held_out, error);
}

// The message has no number of rows, which may be private.
dpcvx_status refuse_empty_part(bool held_out, Error &error) {
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'source' = a table with no unit in the %s part; accepted: one with a unit in each",
                    held_out ? "held-out" : "training");
}

}  // namespace

dpcvx_status split_rows(const Dataset &source, const SplitRule &rule, Parts *out, Error &error) {
  Buffer<unsigned char> marks;
  Parts parts;
  if (!marks.allocate(static_cast<size_t>(source.rows()))) return error.nomem("the parts of a split");
  mark_held_out(source, rule, &marks);
  const int64_t held_out = count_held_out(marks);
  if (held_out == 0 || held_out == source.rows()) return refuse_empty_part(held_out == 0, error);
  DPCVX_TRY(select_parts(source, marks, &parts, error));
  RowChoice choice = source.choice();
  choice.split = rule.by;
  if (rule.by == SplitBy::kRowNumber) choice.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  if (rule.by == SplitBy::kContent) choice.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  parts.training.edit().set_choice(choice);
  parts.held_out.edit().set_choice(choice);
  *out = parts;
  return DPCVX_OK;
}

dpcvx_status split_by_coins(const Dataset &source, double fraction, EmptyParts empty, random::Rng &rng, Parts *out,
                            Error &error) {
  if (empty == EmptyParts::kDrawnAgain && source.units() < 2) return refuse_empty_part(true, error);
  Buffer<unsigned char> marks;
  Parts parts;
  if (!marks.allocate(static_cast<size_t>(source.rows()))) return error.nomem("the parts of a split");
  int64_t held_out;
  do {
    toss(source, fraction, rng, &marks);
    held_out = count_held_out(marks);
  } while (empty == EmptyParts::kDrawnAgain && (held_out == 0 || held_out == source.rows()));
  DPCVX_TRY(select_parts(source, marks, &parts, error));
  *out = parts;
  return DPCVX_OK;
}

}  // namespace dpcvx::data
