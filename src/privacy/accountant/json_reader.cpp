#include "privacy/accountant/json_reader.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace dpcvx::privacy {

namespace {

constexpr size_t kMaxNumber = 60;  // bytes

bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char *skip_space(const char *at) {
  while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') ++at;
  return at;
}

// Moves *at behind what it names. False, with *at where it goes wrong, for what is no such thing.
bool skip_string(const char **at) {
  for (const char *c = *at + 1; static_cast<unsigned char>(*c) >= 0x20; ++c) {
    if (*c == '"') return *at = c + 1, true;
    if (*c == '\\' && *++c == '\0') break;
  }
  return false;
}

bool skip_digits(const char **at) {
  if (!is_digit(**at)) return false;
  while (is_digit(**at)) ++*at;
  return true;
}

bool skip_number(const char **at) {
  const char *const start = *at;
  if (**at == '-') ++*at;
  if (!skip_digits(at)) return false;
  if (**at == '.' && (++*at, !skip_digits(at))) return false;
  if (**at == 'e' || **at == 'E') {
    ++*at;
    if (**at == '+' || **at == '-') ++*at;
    if (!skip_digits(at)) return false;
  }
  return static_cast<size_t>(*at - start) <= kMaxNumber;
}

bool skip_word(const char **at, const char *word) {
  const size_t length = std::strlen(word);
  if (std::strncmp(*at, word, length) != 0) return false;
  *at += length;
  return true;
}

bool skip_value(const char **at, int depth);

// An array, or an object, with its members' names.
bool skip_nested(const char **at, int depth) {
  const bool object = **at == '{';
  const char close = object ? '}' : ']';
  *at = skip_space(*at + 1);
  if (**at == close) return ++*at, true;
  for (;;) {
    if (object) {
      if (**at != '"' || !skip_string(at)) return false;
      *at = skip_space(*at);
      if (**at != ':') return false;
      *at = skip_space(*at + 1);
    }
    if (!skip_value(at, depth + 1)) return false;
    *at = skip_space(*at);
    if (**at == close) return ++*at, true;
    if (**at != ',') return false;
    *at = skip_space(*at + 1);
  }
}

bool skip_value(const char **at, int depth) {
  if (depth > kMaxDepth) return false;
  switch (**at) {
    case '{':
    case '[':
      return skip_nested(at, depth);
    case '"':
      return skip_string(at);
    case 't':
      return skip_word(at, "true");
    case 'f':
      return skip_word(at, "false");
    case 'n':
      return skip_word(at, "null");
    default:
      return skip_number(at);
  }
}

// Of text that was checked: behind the value.
const char *behind(const char *at) {
  skip_value(&at, 0);
  return at;
}

// strtod reads the locale's decimal separator.
const char *separator(char (&out)[16]) {
  std::snprintf(out, sizeof(out), "%.1f", 0.5);
  out[std::strlen(out) - 1] = '\0';
  return out + 1;
}

}  // namespace

bool is_json(const char *text, const char **end) {
  *end = skip_space(text);
  if (!skip_value(end, 0)) return false;
  *end = skip_space(*end);
  return **end == '\0';
}

JsonValue JsonValue::of(const char *text) { return JsonValue(skip_space(text)); }

JsonValue JsonValue::member(const char *name) const {
  if (!is_object()) return JsonValue();
  const char *at = skip_space(at_ + 1);
  while (*at == '"') {
    const bool found = JsonValue(at).is(name);
    at = skip_space(skip_space(behind(at)) + 1);  // behind the name and ':'
    if (found) return JsonValue(at);
    at = skip_space(behind(at));
    if (*at == ',') at = skip_space(at + 1);
  }
  return JsonValue();
}

JsonValue JsonValue::first() const {
  if (!is_array()) return JsonValue();
  const char *const at = skip_space(at_ + 1);
  return *at == ']' ? JsonValue() : JsonValue(at);
}

JsonValue JsonValue::next() const {
  const char *const at = skip_space(behind(at_));
  return *at == ',' ? JsonValue(skip_space(at + 1)) : JsonValue();
}

bool JsonValue::is(const char *text) const {
  if (at_ == nullptr || *at_ != '"') return false;
  const size_t length = std::strlen(text);
  return std::strncmp(at_ + 1, text, length) == 0 && at_[1 + length] == '"';
}

bool JsonValue::number(double *value) const {
  if (at_ == nullptr || !(is_digit(*at_) || *at_ == '-')) return false;
  char copy[kMaxNumber + 32], point[16];
  const char *const dot = separator(point);
  size_t length = 0;
  for (const char *at = at_, *const end = behind(at_); at < end; ++at) {
    const int wrote =
        std::snprintf(copy + length, sizeof(copy) - length, *at == '.' ? "%s" : "%.1s", *at == '.' ? dot : at);
    length += static_cast<size_t>(wrote);
  }
  *value = std::strtod(copy, nullptr);
  return std::isfinite(*value);
}

bool JsonValue::integer(int64_t *value) const {
  double real;
  if (!number(&real) || std::fabs(real) > 0x1p53 || real != std::floor(real)) return false;
  *value = static_cast<int64_t>(real);
  return true;
}

}  // namespace dpcvx::privacy
