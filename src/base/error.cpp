#include "base/error.h"

#include <pthread.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "base/machine/float_environment.h"
#include "base/replace_word.h"
#include "base/text.h"

namespace dpcvx {

namespace {

// From here pthread_cancel() on this thread waits: a call that vanished half-way would leave locks held, memory behind
// and helper threads working on a stack that is gone.
int32_t disable_cancellation() {
  int host = PTHREAD_CANCEL_ENABLE;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &host);
  return host;
}

}  // namespace

Error::Error(dpcvx_error *out, const char *function)
    : host_environment_(FloatEnvironment::enter()),
      host_cancellation_(disable_cancellation()),
      out_(out),
      function_(function) {
  if (out_ == nullptr) return;
  out_->code = DPCVX_OK;
  out_->message[0] = '\0';
}

Error::~Error() {
  pthread_setcancelstate(host_cancellation_, nullptr);
  FloatEnvironment::leave(host_environment_);
}

dpcvx_status Error::fail(dpcvx_status code, const char *format, ...) {
  if (out_ == nullptr) return code;
  out_->code = code;
  const size_t room = sizeof(out_->message);
  int used = std::snprintf(out_->message, room, "%s: ", function_);
  if (used < 0 || static_cast<size_t>(used) >= room) return code;
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(out_->message + used, room - static_cast<size_t>(used), format, arguments);
  va_end(arguments);
  return code;
}

dpcvx_status Error::argument(const char *name, double value, const char *accepted) {
  return argument(name, show(value).text, accepted);
}

dpcvx_status Error::argument(const char *name, int64_t value, const char *accepted) {
  return argument(name, show(value).text, accepted);
}

dpcvx_status Error::argument(const char *name, const char *value, const char *accepted) {
  return fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s; accepted: %s", name, value, accepted);
}

dpcvx_status Error::other_type(const char *name, const char *constant, const char *type) {
  const size_t stem = std::strlen(function_) - 3;
  return fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s, which is an %s %s; use %.*s%s", name, constant, type, name,
              static_cast<int>(stem), function_, type);
}

dpcvx_status Error::nomem(const char *what) { return fail(DPCVX_ERR_NOMEM, "no memory for %s", what); }

const char *Error::own_text(const dpcvx_error &failure) const { return failure.message + std::strlen(function_) + 2; }

void Error::rename(const char *name, const char *own) {
  if (out_ != nullptr) replace_word(out_->message, sizeof(out_->message), name, own);
}

dpcvx_status no_memory_for(const char *what, Error &error) { return error.nomem(what); }

}  // namespace dpcvx
