// The common part of every opaque handle: a tag that tells its type, creation that may fail, and destruction that
// leaves nothing behind. A handle type is declared as
//
//   struct dpcvx_thing {
//     static constexpr dpcvx::HandleType kType{"dpcvx_thing", 0x...};
//     dpcvx::HandleTag tag{kType};
//     ... plain members and owners with destructors ...
//   };
#ifndef DPCVX_BASE_HANDLE_H_
#define DPCVX_BASE_HANDLE_H_

#include <new>

#include "base/machine/memory.h"
#include "base/status.h"

namespace dpcvx {

struct HandleType {
  const char *name;
  uint64_t tag;  // eight letters, unlike any other handle's
};

struct HandleTag {
  explicit HandleTag(const HandleType &type) : value(type.tag) {}
  uint64_t value;
};

// Fails for a handle that is NULL, whose `tag` is then null, or of another type.
dpcvx_status check_tag(const char *name, const HandleTag *tag, const HandleType &type, Error &error);
// Fails for an output that is NULL.
dpcvx_status no_output(const char *name, Error &error);

// The handle is there and of this type. Reading the tag of a handle that was destroyed is beyond what a check can
// promise; in practice the zeroed tag is often still seen, and a handle of another type always is.
template <class T>
dpcvx_status check_handle(const char *name, const T *handle, Error &error) {
  return check_tag(name, handle == nullptr ? nullptr : &handle->tag, T::kType, error);
}

// For a handle that may be left out.
template <class T>
dpcvx_status check_optional_handle(const char *name, const T *handle, Error &error) {
  return handle == nullptr ? DPCVX_OK : check_handle(name, handle, error);
}

// The first check of every *_create: `out` is there, and is null until the end.
template <class T>
dpcvx_status check_out(const char *name, T **out, Error &error) {
  if (out == nullptr) return no_output(name, error);
  *out = nullptr;
  return DPCVX_OK;
}

template <class T>
void destroy_handle(T *handle) {
  if (handle == nullptr || handle->tag.value != T::kType.tag) return;
  handle->~T();
  secure_zero(handle, sizeof(T));
  release(handle);
}

// Holds a handle while it is being made; destroyed with it unless given away.
template <class T>
class NewHandle {
 public:
  NewHandle() {
    void *memory = allocate(1, sizeof(T));
    if (memory != nullptr) handle_ = new (memory) T();
  }
  NewHandle(const NewHandle &) = delete;
  NewHandle &operator=(const NewHandle &) = delete;
  ~NewHandle() { destroy_handle(handle_); }

  dpcvx_status check(Error &error) const { return handle_ == nullptr ? no_memory_for(T::kType.name, error) : DPCVX_OK; }
  T *operator->() { return handle_; }
  T &operator*() { return *handle_; }
  T *give() {
    T *const given = handle_;
    handle_ = nullptr;
    return given;
  }

 private:
  T *handle_ = nullptr;
};

}  // namespace dpcvx

#endif
