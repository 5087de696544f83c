// The one implementation of options. An area keeps a table with one row per key; the row alone gives the functions
// dpcvx_options_* its type, bounds and default, and says which member of the area's settings it sets:
//
//   constexpr OptionKey kKeys[] = {
//       {DPCVX_NAMED(DPCVX_THING_OPTION_THREADS), integer_in(1, 64), 1, into<&ThingSettings::threads>},
//       {DPCVX_NAMED(DPCVX_THING_OPTION_RADIUS), real_above(0, 1e30).or_value(0, INFINITY), 0,
//        into<&ThingSettings::ball, &Ball::radius>},
//       {DPCVX_NAMED(DPCVX_THING_OPTION_UNITS), integer_in(1, 1e15), kRequired, into<&ThingSettings::units>},
//   };
//   constexpr OptionsOf<ThingSettings> kOptions("thing options", kKeys);
//
//   DPCVX_TRY(read_options(options, kOptions, &settings, error));
#ifndef DPCVX_BASE_OPTIONS_H_
#define DPCVX_BASE_OPTIONS_H_

#include <cmath>

#include "base/check.h"
#include "base/handle.h"
#include "base/table.h"

namespace dpcvx {

// The values that a key accepts. Integers are kept as doubles below 2^53, which is exact.
struct Accepted {
  enum Type : int32_t { kReal, kInteger };
  Type type;
  double low, high;                 // the bounds of an enumeration are its least and its greatest value
  bool above_low = false;           // `low` itself is not accepted
  const Choice *choices = nullptr;  // of an enumeration: all that is accepted
  size_t choice_count = 0;
  bool has_special = false;  // `special` is accepted too, and the settings hold `meaning` for it
  double special = 0, meaning = 0;

  // Accepts `value` too, which the settings hold as it is.
  constexpr Accepted or_value(double value) const { return or_value(value, value); }
  // Accepts `value` too, for which the settings hold `stands_for`.
  constexpr Accepted or_value(double value, double stands_for) const {
    Accepted result = *this;
    result.has_special = true;
    result.special = value;
    result.meaning = stands_for;
    return result;
  }

  constexpr bool accepts(double value) const {
    if (has_special && value == special) return true;
    if (choice_count == 0) return (above_low ? value > low : value >= low) && value <= high;
    for (size_t i = 0; i < choice_count; ++i)
      if (value == static_cast<double>(choices[i].value)) return true;
    return false;
  }
  constexpr double least() const { return has_special && special < low ? special : low; }
  constexpr double greatest() const { return has_special && special > high ? special : high; }
};

constexpr Accepted real_in(double low, double high) { return {Accepted::kReal, low, high}; }
// More than `low`.
constexpr Accepted real_above(double low, double high) { return {Accepted::kReal, low, high, true}; }
constexpr Accepted integer_in(double low, double high) { return {Accepted::kInteger, low, high}; }
// A switch: 0 or 1.
constexpr Accepted on_or_off() { return integer_in(0, 1); }
// A value of an enumeration.
template <size_t n>
constexpr Accepted one_of(const Choice (&choices)[n]) {
  int64_t low = choices[0].value, high = low;
  for (const Choice &choice : choices) {
    low = choice.value < low ? choice.value : low;
    high = choice.value > high ? choice.value : high;
  }
  return {Accepted::kInteger, static_cast<double>(low), static_cast<double>(high), false, choices, n};
}

// In place of a default: the caller sets the key, or reading the options fails.
constexpr double kRequired = NAN;

// Where the value of a key goes: made by into<> or by_function<>.
struct OptionTarget {
  const char *owner;  // the tag of the settings' type
  void (*set)(void *settings, double value);
};

template <auto First, auto... Rest>
void set_member(void *settings, double value) {
  auto &member = ((static_cast<OwnerOf<First> *>(settings)->*First).*....*Rest);
  using Member = std::remove_reference_t<decltype(member)>;
  if constexpr (std::is_same_v<Member, bool>)
    member = value != 0;
  else if constexpr (std::is_enum_v<Member>)
    member = static_cast<Member>(static_cast<int64_t>(value));
  else
    member = static_cast<Member>(value);
}

// A member of the settings, or a member of a member.
template <auto First, auto... Rest>
inline constexpr OptionTarget into{&kTypeTag<OwnerOf<First>>, set_member<First, Rest...>};

// A function void(Settings &, double).
template <class Settings, void (*function)(Settings &, double)>
inline constexpr OptionTarget by_function{
    &kTypeTag<Settings>, [](void *settings, double value) { function(*static_cast<Settings *>(settings), value); }};

// Nowhere: the area asks for the key by option_value.
template <class Settings>
inline constexpr OptionTarget read_by_key{&kTypeTag<Settings>, [](void *, double) {}};

// Which uses of the options have a key: a bit for each, by numbers of the area's own. Given for another use, the key is
// refused with the reason `why`.
struct OptionUses {
  uint64_t bits = ~uint64_t{0};
  const char *why = nullptr;
};

// One key: the whole of its definition, except for its comment in the public header.
struct OptionKey {
  int32_t key;
  const char *name;
  Accepted accepted;
  double initial;
  OptionTarget target;
  OptionUses uses = {};

  constexpr bool required() const { return initial != initial; }
};

struct OptionTable {
  const char *kind;  // for messages: "budget options"
  const OptionKey *keys;
  size_t count;
};

constexpr size_t kMaxOptions = 48;  // at most 64, the bits of dpcvx_options::set

// The table of the options that set the members of a Settings. A table with a fault does not compile.
template <class Settings>
struct OptionsOf : OptionTable {
  template <size_t n>
  constexpr OptionsOf(const char *table_kind, const OptionKey (&table_keys)[n])
      : OptionTable{table_kind, table_keys, n} {
    static_assert(n <= kMaxOptions, "too many keys");
    for (size_t i = 0; i < n; ++i) {
      const OptionKey &row = table_keys[i];
      if (row.target.owner != &kTypeTag<Settings>) __builtin_trap();
      if (!row.required() && !row.accepted.accepts(row.initial)) __builtin_trap();
      for (size_t j = 0; j < i; ++j)
        if (table_keys[j].key == row.key) __builtin_trap();
    }
  }
};

}  // namespace dpcvx

struct dpcvx_options {
  static constexpr dpcvx::HandleType kType{"dpcvx_options", 0x6f7074696f6e7331};
  dpcvx::HandleTag tag{kType};
  const dpcvx::OptionTable *table = nullptr;
  double values[dpcvx::kMaxOptions] = {};  // NaN for a required key that is not set
  uint64_t set = 0;                        // a bit for each key that the caller set, to its default too
};

namespace dpcvx {

// Implements an area's *_options_create.
dpcvx_status create_options(const OptionTable &table, dpcvx_options **out, Error &error);

// Null (all defaults), or live and of this kind.
dpcvx_status check_options(const char *name, const dpcvx_options *options, const OptionTable &table, Error &error);

struct ShownAccepted {
  char text[320] = "";
};

// "[1, 64]", "0 or (1, 1e+09]", "DPCVX_UNIT_RECORD or DPCVX_UNIT_USER".
ShownAccepted show_accepted(const Accepted &accepted);

// The value of a key that the table has. The options, which may be null, have been read.
double option_value(const dpcvx_options *options, const OptionTable &table, int32_t key);

// Fails where one of the two ends of a range is set alone. The options, which may be null, have been read.
dpcvx_status check_both_ends(const dpcvx_options *options, const OptionTable &table, int32_t low, int32_t high,
                             Error &error);

// Implements read_options for any type of settings.
dpcvx_status read_options_into(const dpcvx_options *options, const OptionTable &table, uint64_t use, void *settings,
                               Error &error);

// Sets the members of `settings` from the argument named "options", which may be null. `use` has bits of OptionUses.
// Fails for options of another kind, for a required key that is not set, and for a key that was given but that this use
// does not have.
template <class Settings>
dpcvx_status read_options(const dpcvx_options *options, const OptionsOf<Settings> &table, Settings *settings,
                          Error &error, uint64_t use = ~uint64_t{0}) {
  return read_options_into(options, table, use, settings, error);
}

}  // namespace dpcvx

#endif
