#include "base/text.h"

#include <cfloat>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/check.h"
#include "base/error.h"

namespace dpcvx {

namespace {

// printf writes the locale's decimal separator, which may be several bytes: all bytes that are not part of a number.
void normalise_separator(char *text) {
  char *to = text;
  bool in_separator = false;
  for (const char *from = text; *from != '\0'; ++from) {
    const char c = *from;
    const bool plain = (c >= '0' && c <= '9') || c == '-' || c == '+' || c == 'e';
    if (plain || !in_separator) *to++ = plain ? c : '.';
    in_separator = !plain;
  }
  *to = '\0';
}

bool show_special(double value, char *text) {
  const char *name = std::isnan(value) ? "nan" : !std::isinf(value) ? nullptr : value > 0 ? "inf" : "-inf";
  if (name == nullptr) return false;
  std::strcpy(text, name);
  return true;
}

}  // namespace

ShownNumber show(double value) {
  ShownNumber shown;
  if (show_special(value, shown.text)) return shown;
  if (std::fabs(value) < 1e15 && value == std::nearbyint(value)) {
    std::snprintf(shown.text, sizeof(shown.text), "%.0f", value);
    return shown;
  }
  // A normal double next to a decimal of 15 digits or fewer is shown as that by 15 digits, less trailing zeros.
  for (int digits = std::fabs(value) < DBL_MIN ? 6 : 15; digits <= 17; ++digits) {
    std::snprintf(shown.text, sizeof(shown.text), "%.*g", digits, value);
    if (std::strtod(shown.text, nullptr) == value) break;
  }
  normalise_separator(shown.text);
  return shown;
}

ShownNumber show(int64_t value) {
  ShownNumber shown;
  std::snprintf(shown.text, sizeof(shown.text), "%lld", static_cast<long long>(value));
  return shown;
}

ShownNumber show_short(double value, int digits) {
  ShownNumber shown;
  if (show_special(value, shown.text)) return shown;
  std::snprintf(shown.text, sizeof(shown.text), "%.*g", digits < 17 ? digits : 17, value);
  normalise_separator(shown.text);
  return shown;
}

namespace {

// The decimal of so many digits that is next to `value` on a side (1 up, -1 down), or that is as good as equal.
ShownNumber show_aside(double value, int digits, int side) {
  ShownNumber shown = show_short(value, digits);
  if (!(value > 0 && value < INFINITY)) return shown;
  std::snprintf(shown.text, sizeof(shown.text), "%.*e", digits - 1, value);  // strtod reads back the locale's separator
  const double rounded = std::strtod(shown.text, nullptr);
  if (!((value - rounded) * side > value * 0x1p-43)) return show_short(rounded, digits);
  const int exponent = std::atoi(std::strchr(shown.text, 'e') + 1);
  return show_short(rounded + side * std::pow(10.0, exponent - digits + 1), digits);
}

}  // namespace

ShownNumber show_up(double value, int digits) { return show_aside(value, digits, 1); }

ShownNumber show_down(double value, int digits) { return show_aside(value, digits, -1); }

bool is_utf8(const char *bytes, size_t length) {
  const unsigned char *at = reinterpret_cast<const unsigned char *>(bytes), *const end = at + length;
  while (at < end) {
    const unsigned char first = *at++;
    if (first < 0x80) continue;
    const int more = first >= 0xc2 && first <= 0xdf   ? 1
                     : (first & 0xf0) == 0xe0         ? 2
                     : first >= 0xf0 && first <= 0xf4 ? 3
                                                      : 0;
    if (more == 0 || end - at < more) return false;
    // Overlong forms, surrogates and what is beyond U+10FFFF show in the second byte.
    const unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (at[0] < least || at[0] > most) return false;
    for (int i = 1; i < more; ++i)
      if ((at[i] & 0xc0) != 0x80) return false;
    at += more;
  }
  return true;
}

size_t steering_bytes(const char *at) {
  const auto byte = [at](int i) { return static_cast<unsigned char>(at[i]); };
  if (byte(0) < 0x80) return (byte(0) > 0 && byte(0) < 0x20) || byte(0) == 0x7f ? 1 : 0;
  if (byte(0) == 0xc2) return byte(1) < 0xa0 ? 2 : 0;
  if (byte(0) != 0xe2) return 0;
  const bool steers = (byte(1) == 0x80 && byte(2) >= 0xa8 && byte(2) <= 0xae) ||
                      (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9);
  return steers ? 3 : 0;
}

bool Text::reserve(size_t more) {
  if (failed_) return false;
  const size_t needed = length_ + more + 1;
  failed_ = !bytes_.reserve(needed < 128 ? 128 : needed);
  return !failed_;
}

void Text::add(const char *piece) { add(piece, std::strlen(piece)); }

void Text::add_in_line(const char *piece) {
  while (*piece != '\0') {
    const size_t steering = steering_bytes(piece);
    if (steering > 0) add("?");
    size_t plain = 0;
    for (piece += steering; piece[plain] != '\0' && steering_bytes(piece + plain) == 0;) ++plain;
    add(piece, plain);
    piece += plain;
  }
}

void Text::add(const char *piece, size_t length) {
  if (!reserve(length)) return;
  if (length > 0) std::memcpy(bytes_.data() + length_, piece, length);
  length_ += length;
  bytes_[length_] = '\0';
}

void Text::add(const Text &other) {
  failed_ = failed_ || other.failed_;
  add(other.c_str(), other.length_);
}

void Text::format(const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int needed = std::vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  if (needed >= 0 && reserve(static_cast<size_t>(needed))) {
    std::vsnprintf(bytes_.data() + length_, static_cast<size_t>(needed) + 1, format, again);
    length_ += static_cast<size_t>(needed);
  }
  va_end(again);
}

namespace {

// The first `needed` bytes of the text, which may be one more than its length.
dpcvx_status copy_part(const Text &text, size_t needed, void *out, size_t capacity, size_t *length, Error &error) {
  if (text.failed()) return error.nomem("the text");
  DPCVX_TRY(check_pointer("length", length, error));
  if (out == nullptr && capacity != 0) return error.argument("out", "NULL", "a buffer, or NULL with capacity 0");
  if (out != nullptr) {
    if (capacity < needed)
      return error.fail(DPCVX_ERR_CAPACITY, "argument 'capacity' = %zu; accepted: at least %zu bytes", capacity,
                        needed);
    std::memcpy(out, text.c_str(), needed);
  }
  *length = text.length();
  return DPCVX_OK;
}

}  // namespace

dpcvx_status copy_out(const Text &text, char *out, size_t capacity, size_t *length, Error &error) {
  return copy_part(text, text.length() + 1, out, capacity, length, error);
}

dpcvx_status copy_out_bytes(const Text &bytes, void *out, size_t capacity, size_t *length, Error &error) {
  return copy_part(bytes, bytes.length(), out, capacity, length, error);
}

void JsonWriter::lead(const char *key) {
  if (!first_) text_.add(",");
  first_ = false;
  if (key == nullptr) return;
  quoted(key);
  text_.add(":");
}

void JsonWriter::quoted(const char *value) {
  text_.add("\"");
  for (const char *c = value; *c != '\0'; ++c) {
    const unsigned char byte = static_cast<unsigned char>(*c);
    if (byte == '"' || byte == '\\')
      text_.format("\\%c", byte);
    else if (byte < 0x20)
      text_.format("\\u%04x", byte);
    else
      text_.add(c, 1);
  }
  text_.add("\"");
}

void JsonWriter::open(const char *key, char bracket) {
  lead(key);
  text_.add(&bracket, 1);
  first_ = true;
}

void JsonWriter::close(char bracket) {
  text_.add(&bracket, 1);
  first_ = false;
}

void JsonWriter::member(const char *key, const char *value) {
  lead(key);
  quoted(value);
}

void JsonWriter::member(const char *key, double value) {
  if (!std::isfinite(value)) return member(key, show(value).text);
  lead(key);
  text_.add(value);
}

void JsonWriter::member(const char *key, int64_t value) {
  lead(key);
  text_.add(value);
}

void JsonWriter::member(const char *key, bool value) {
  lead(key);
  text_.add(value ? "true" : "false");
}

}  // namespace dpcvx
