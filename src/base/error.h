// Status and error text inside the library. A C boundary function makes one Error from the caller's dpcvx_error and its
// own name; everything below takes it by reference, returns a dpcvx_status and fails through it, so that each message
// reads "<function>: <what is wrong>" whichever floor found the fault. Being the first thing of every call and the
// last, it also holds the floating-point environment that the call computes in.
#ifndef DPCVX_BASE_ERROR_H_
#define DPCVX_BASE_ERROR_H_

#include "base/status.h"

namespace dpcvx {

class Error {
 public:
  // `out` may be null. Clears it: success is the state until something fails.
  Error(dpcvx_error *out, const char *function);
  ~Error();
  Error(const Error &) = delete;
  Error &operator=(const Error &) = delete;

  // Writes "<function>: <text>" and returns `code`. Numbers that are doubles go through show(): printf's %g would
  // follow the host's locale.
  dpcvx_status fail(dpcvx_status code, const char *format, ...) DPCVX_FORMATS(3, 4);

  // "argument 'name' = value; accepted: <accepted>", with status DPCVX_ERR_ARGUMENT.
  dpcvx_status argument(const char *name, double value, const char *accepted);
  dpcvx_status argument(const char *name, int64_t value, const char *accepted);
  dpcvx_status argument(const char *name, int32_t value, const char *accepted) {
    return argument(name, static_cast<int64_t>(value), accepted);
  }
  // For a pointer, or where the value is already text.
  dpcvx_status argument(const char *name, const char *value, const char *accepted);

  // For a function that ends in _f64 or _i64, whose `name` is a constant of the other type: names its twin, which ends
  // in `type`.
  dpcvx_status other_type(const char *name, const char *constant, const char *type);

  // DPCVX_ERR_NOMEM: "no memory for <what>".
  dpcvx_status nomem(const char *what);

  // Writes `own` wherever the message has `name` as a whole word, as far as there is room: for a call that passes its
  // own options on to functions that know them by other names.
  void rename(const char *name, const char *own);

  const char *function() const { return function_; }
  // The text of a failure that an Error of the same function wrote, without the function's name.
  const char *own_text(const dpcvx_error &failure) const;

 private:
  // The host's, to be given back: its floating-point environment, and whether its thread can be cancelled.
  uint64_t host_environment_;
  int32_t host_cancellation_;
  dpcvx_error *out_;
  const char *function_;
};

}  // namespace dpcvx

#endif
