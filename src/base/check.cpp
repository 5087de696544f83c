#include "base/check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "base/count.h"
#include "base/error.h"
#include "base/text.h"

namespace dpcvx {

namespace {

template <class T>
dpcvx_status outside(const char *name, T value, const char *format, T low, T high, Error &error) {
  if (low == high) return error.argument(name, value, show(low).text);
  char accepted[96];
  std::snprintf(accepted, sizeof(accepted), format, show(low).text, show(high).text);
  return error.argument(name, value, accepted);
}

}  // namespace

dpcvx_status check_pointer(const char *name, const void *pointer, Error &error) {
  return pointer == nullptr ? error.argument(name, "NULL", "a valid pointer") : DPCVX_OK;
}

dpcvx_status check_array(const char *name, const void *values, size_t count, Error &error) {
  if (count > static_cast<size_t>(PTRDIFF_MAX) / sizeof(int64_t))
    return error.fail(DPCVX_ERR_NOMEM, "argument '%s': an array of %zu values does not fit the address space", name,
                      count);
  if (count == 0 || values != nullptr) return DPCVX_OK;
  char accepted[96];
  std::snprintf(accepted, sizeof(accepted), "an array of %s", show_count(static_cast<int64_t>(count), "value").text);
  return error.argument(name, "NULL", accepted);
}

dpcvx_status check_count(const char *name, int64_t n, Error &error, int64_t least) {
  return check_between(name, n, least, int64_t{1} << 48, error);
}

dpcvx_status check_finite(const char *name, double value, Error &error) {
  return std::isfinite(value) ? DPCVX_OK : error.argument(name, value, "a finite number");
}

dpcvx_status check_positive(const char *name, double value, Error &error) {
  return std::isfinite(value) && value > 0 ? DPCVX_OK : error.argument(name, value, "a finite number > 0");
}

dpcvx_status check_nonnegative(const char *name, double value, Error &error) {
  return std::isfinite(value) && value >= 0 ? DPCVX_OK : error.argument(name, value, "a finite number >= 0");
}

dpcvx_status check_between(const char *name, double value, double low, double high, Error &error) {
  return value >= low && value <= high ? DPCVX_OK : outside(name, value, "a number in [%s, %s]", low, high, error);
}

dpcvx_status check_between(const char *name, int64_t value, int64_t low, int64_t high, Error &error) {
  return value >= low && value <= high ? DPCVX_OK : outside(name, value, "an integer in [%s, %s]", low, high, error);
}

dpcvx_status check_inside(const char *name, double value, double low, double high, Error &error) {
  return value > low && value < high ? DPCVX_OK : outside(name, value, "a number in (%s, %s)", low, high, error);
}

dpcvx_status check_choice(const char *name, int64_t value, const Choice *choices, size_t count, Error &error) {
  for (size_t i = 0; i < count; ++i)
    if (choices[i].value == value) return DPCVX_OK;
  char accepted[320];
  show_choices(choices, count, accepted, sizeof(accepted));
  return error.argument(name, value, accepted);
}

size_t show_choices(const Choice *choices, size_t count, char *out, size_t capacity) {
  size_t length = 0;
  out[0] = '\0';
  for (size_t i = 0; i < count && length + 1 < capacity; ++i) {
    const char *const between = i == 0 ? "" : i + 1 < count ? ", " : " or ";
    const int more = std::snprintf(out + length, capacity - length, "%s%s", between, choices[i].name);
    length = std::min(capacity - 1, length + static_cast<size_t>(std::max(more, 0)));
  }
  return length;
}

dpcvx_status check_text(const char *name, const char *text, size_t most, size_t *bytes, Error &error) {
  *bytes = text == nullptr ? 0 : strnlen(text, most + 1);
  if (*bytes > most)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = a longer text; accepted: at most %s bytes", name,
                      show(static_cast<int64_t>(most)).text);
  if (*bytes == 0 || is_utf8(text, *bytes)) return DPCVX_OK;
  return error.argument(name, "a text that is not UTF-8", "UTF-8, so that the ledger can be read");
}

dpcvx_status check_all_finite(const char *name, const double *values, size_t count, Error &error) {
  for (size_t i = 0; i < count; ++i) {
    if (std::isfinite(values[i])) continue;
    char entry[96];
    std::snprintf(entry, sizeof(entry), "%s[%zu]", name, i);
    return error.argument(entry, values[i], "a finite number");
  }
  return DPCVX_OK;
}

}  // namespace dpcvx
