// The one implementation of options: a table of keys an area keeps, and the values that were set.
#ifndef DPCVX_BASE_OPTIONS_H_
#define DPCVX_BASE_OPTIONS_H_

#include "base/handle.h"

namespace dpcvx {

// One key. An integer key keeps its numbers as doubles below 2^53, which is exact.
struct OptionKey {
  enum Type : int32_t { kReal, kInteger };
  int32_t key;
  const char *name;  // the enumerator's spelling in the public header
  Type type;
  double low, high, initial;
};

struct OptionTable {
  const char *kind;  // for messages: "budget options"
  const OptionKey *keys;
  size_t count;
};

}  // namespace dpcvx

struct dpcvx_options {
  static constexpr dpcvx::HandleType kType{"dpcvx_options", 0x6f7074696f6e7331};
  static constexpr size_t kMaxKeys = 32;
  dpcvx::HandleTag tag{kType};
  const dpcvx::OptionTable *table = nullptr;
  double values[kMaxKeys] = {};
};

namespace dpcvx {

// What an area's *_options_create does.
dpcvx_status create_options(const OptionTable &table, dpcvx_options **out, Error &error);

// Null (all defaults), or live and of this kind.
dpcvx_status check_options(const char *name, const dpcvx_options *options, const OptionTable &table, Error &error);

// The value of a key that the table has; `options` may be null.
double option_real(const dpcvx_options *options, const OptionTable &table, int32_t key);
int64_t option_integer(const dpcvx_options *options, const OptionTable &table, int32_t key);

}  // namespace dpcvx

#endif
