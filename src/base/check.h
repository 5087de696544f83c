// Argument checks of the C boundary. Each returns DPCVX_OK or fails with a message that names the argument, its value
// and what is accepted.
#ifndef DPCVX_BASE_CHECK_H_
#define DPCVX_BASE_CHECK_H_

#include "base/status.h"

namespace dpcvx {

dpcvx_status check_pointer(const char *name, const void *pointer, Error &error);
// Checks an array of doubles, int64_t or smaller values. A null one is accepted if empty. A count that the address
// space does not hold is DPCVX_ERR_NOMEM.
dpcvx_status check_array(const char *name, const void *values, size_t count, Error &error);
// Checks a count or length: an integer in [least, 2^48]. A negative one from another language is refused by its name.
dpcvx_status check_count(const char *name, int64_t n, Error &error, int64_t least = 0);
dpcvx_status check_finite(const char *name, double value, Error &error);
// Checks that a number is finite and > 0.
dpcvx_status check_positive(const char *name, double value, Error &error);
// Checks that a number is finite and >= 0.
dpcvx_status check_nonnegative(const char *name, double value, Error &error);
// Checks that low <= value <= high.
dpcvx_status check_between(const char *name, double value, double low, double high, Error &error);
dpcvx_status check_between(const char *name, int64_t value, int64_t low, int64_t high, Error &error);
// Checks that low < value < high.
dpcvx_status check_inside(const char *name, double value, double low, double high, Error &error);
// Checks that a text of a ledger, which may be null, has at most so many bytes, and is UTF-8. Sets their number.
dpcvx_status check_text(const char *name, const char *text, size_t most, size_t *bytes, Error &error);
// A value of an enumeration, and its spelling in the public header.
struct Choice {
  int64_t value;
  const char *name;
};

// Checks that a value is one of the choices. The message names them all.
dpcvx_status check_choice(const char *name, int64_t value, const Choice *choices, size_t count, Error &error);
template <size_t n>
dpcvx_status check_choice(const char *name, int64_t value, const Choice (&choices)[n], Error &error) {
  return check_choice(name, value, choices, n, error);
}
// Writes "DPCVX_UNIT_RECORD or DPCVX_UNIT_USER". Returns its length, below `capacity`: text that does not fit is cut.
size_t show_choices(const Choice *choices, size_t count, char *out, size_t capacity);

// Checks that every entry is finite. The message names the first that is not, "name[i]". For values that are public, or
// checked when a dataset is made, only.
dpcvx_status check_all_finite(const char *name, const double *values, size_t count, Error &error);

}  // namespace dpcvx

#endif
