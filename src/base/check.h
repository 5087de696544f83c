// Argument checks of the C boundary. Each returns DPCVX_OK or fails with a message that names the argument, its value
// and what is accepted.
#ifndef DPCVX_BASE_CHECK_H_
#define DPCVX_BASE_CHECK_H_

#include "base/error.h"

namespace dpcvx {

dpcvx_status check_pointer(const char *name, const void *pointer, Error &error);
// An array of doubles, int64_t or smaller values. A null one is fine when it is empty; a count that the address space
// does not hold is DPCVX_ERR_NOMEM.
dpcvx_status check_array(const char *name, const void *values, size_t count, Error &error);
// A count or length: an integer in [least, 2^48]. What another language passes as a negative one is refused by name.
dpcvx_status check_count(const char *name, int64_t n, Error &error, int64_t least = 0);
dpcvx_status check_finite(const char *name, double value, Error &error);
// Finite and > 0.
dpcvx_status check_positive(const char *name, double value, Error &error);
// Finite and >= 0.
dpcvx_status check_nonnegative(const char *name, double value, Error &error);
// low <= value <= high.
dpcvx_status check_between(const char *name, double value, double low, double high, Error &error);
dpcvx_status check_between(const char *name, int64_t value, int64_t low, int64_t high, Error &error);
// low < value < high.
dpcvx_status check_inside(const char *name, double value, double low, double high, Error &error);
// One value of an enumeration, and its spelling in the public header.
struct Choice {
  int64_t value;
  const char *name;
};

// One of the choices; the message names them all.
dpcvx_status check_choice(const char *name, int64_t value, const Choice *choices, size_t count, Error &error);
template <size_t n>
dpcvx_status check_choice(const char *name, int64_t value, const Choice (&choices)[n], Error &error) {
  return check_choice(name, value, choices, n, error);
}
// "DPCVX_UNIT_RECORD or DPCVX_UNIT_USER". Returns its length, which is less than `capacity`: what does not fit is cut.
size_t show_choices(const Choice *choices, size_t count, char *out, size_t capacity);

// Every entry finite; the message names the first that is not, "name[i]". Only for values that are public, or that are
// checked when a dataset is made.
dpcvx_status check_all_finite(const char *name, const double *values, size_t count, Error &error);

}  // namespace dpcvx

#endif
