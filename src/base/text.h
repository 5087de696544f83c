// Text that goes out: numbers in a form that no locale changes, a growing string, and JSON.
#ifndef DPCVX_BASE_TEXT_H_
#define DPCVX_BASE_TEXT_H_

#include "base/buffer.h"
#include "base/status.h"

namespace dpcvx {

struct ShownNumber {
  char text[32];
};

// Returns the shortest decimal that reads back as the same double, with '.' in every locale; "inf", "-inf", "nan".
ShownNumber show(double value);
ShownNumber show(int64_t value);
// Returns a number rounded to `digits` significant digits, for human-readable text.
ShownNumber show_short(double value, int digits);
// Return a value >= 0 rounded to its stated side: never below, or never above, by more than a relative 2^-43,
// which is what bounds are rounded by before they are shown.
ShownNumber show_up(double value, int digits);
ShownNumber show_down(double value, int digits);

// Returns whether bytes are well-formed UTF-8 (RFC 3629).
bool is_utf8(const char *bytes, size_t length);

// Returns how many bytes the character at `at` of such a text has if it would break a line, turn its direction, or
// steer a terminal: U+0001 to U+001F, U+007F to U+009F, U+2028 to U+202E and U+2066 to U+2069. Else 0.
size_t steering_bytes(const char *at);

// A string that grows. A failed allocation is remembered and reported once, at copy_out.
class Text {
 public:
  void add(const char *piece);
  void add(const char *piece, size_t length);
  // Adds UTF-8 that a caller gave as a part of one line: with a question mark for each character that steers.
  void add_in_line(const char *piece);
  void add(const Text &other);  // which may hold bytes of any kind
  void add(double value) { add(show(value).text); }
  void add(int64_t value) { add(show(value).text); }
  void format(const char *format, ...) DPCVX_FORMATS(2, 3);
  // Returns the text so far, NUL-terminated; "" when empty.
  const char *c_str() const { return bytes_.data() == nullptr ? "" : bytes_.data(); }
  size_t length() const { return length_; }
  bool failed() const { return failed_; }
  // Records a failed allocation: a piece of the text could not be computed for lack of memory.
  void fail() { failed_ = true; }

 private:
  bool reserve(size_t more);

  Buffer<char> bytes_;
  size_t length_ = 0;
  bool failed_ = false;
};

// Gives `text` to the caller by the convention of dpcvx/base.h.
dpcvx_status copy_out(const Text &text, char *out, size_t capacity, size_t *length, Error &error);

// Gives bytes to the caller by that convention, without a final NUL.
dpcvx_status copy_out_bytes(const Text &bytes, void *out, size_t capacity, size_t *length, Error &error);

// Gives what `write` puts into a text to the caller.
template <class Write>
dpcvx_status copy_written(char *out, size_t capacity, size_t *length, Error &error, const Write &write) {
  Text text;
  write(text);
  return copy_out(text, out, capacity, length, error);
}

// Writes JSON into a Text: objects and arrays nest, keys and strings are escaped, numbers that JSON cannot hold
// (infinities, NaN) become strings.
class JsonWriter {
 public:
  explicit JsonWriter(Text &text) : text_(text) {}
  void begin_object(const char *key = nullptr) { open(key, '{'); }
  void end_object() { close('}'); }
  void begin_array(const char *key = nullptr) { open(key, '['); }
  void end_array() { close(']'); }
  void member(const char *key, const char *value);
  void member(const char *key, double value);
  void member(const char *key, int64_t value);
  void member(const char *key, int32_t value) { member(key, static_cast<int64_t>(value)); }
  void member(const char *key, bool value);
  // There is no memory for what is to be written.
  void fail() { text_.fail(); }

 private:
  void lead(const char *key);
  void quoted(const char *value);
  void open(const char *key, char bracket);
  void close(char bracket);

  Text &text_;
  bool first_ = true;
};

}  // namespace dpcvx

#endif
