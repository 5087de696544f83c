// Reads JSON text in place, without memory: a value is where it begins. The text is checked as a whole first, so that
// nothing else can run out of it.
#ifndef DPCVX_PRIVACY_ACCOUNTANT_JSON_READER_H_
#define DPCVX_PRIVACY_ACCOUNTANT_JSON_READER_H_

#include <cstddef>
#include <cstdint>

namespace dpcvx::privacy {

// A value within text that is_json accepted; null where there is none.
class JsonValue {
 public:
  JsonValue() = default;
  explicit JsonValue(const char *at) : at_(at) {}
  // Returns the value of a whole text, behind its white space.
  static JsonValue of(const char *text);

  explicit operator bool() const { return at_ != nullptr; }
  const char *at() const { return at_; }
  bool is_object() const { return at_ != nullptr && *at_ == '{'; }
  bool is_array() const { return at_ != nullptr && *at_ == '['; }
  bool is_null() const { return at_ != nullptr && *at_ == 'n'; }

  // Return the member of this name, of an object; the first entry, of an array; and the entry after this one.
  JsonValue member(const char *name) const;
  JsonValue first() const;
  JsonValue next() const;

  // Returns whether this is this string. Escapes are compared as they are written.
  bool is(const char *text) const;
  // Reads a finite number, to the next double. False where this is none.
  bool number(double *value) const;
  // Reads a whole number of at most 2^53 in size.
  bool integer(int64_t *value) const;

 private:
  const char *at_ = nullptr;
};

// Returns whether the text is one JSON value and nothing else, nested at most kMaxDepth deep; *end is where it goes
// wrong, or its end.
constexpr int kMaxDepth = 64;
bool is_json(const char *text, const char **end);

}  // namespace dpcvx::privacy

#endif
