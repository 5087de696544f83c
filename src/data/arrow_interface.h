// The structures of the Arrow C data and stream interfaces, as the specification lays them out (Apache Arrow, format
// 1). Who made them frees them, by `release`: the consumer calls it once, and it is null from then on.
#ifndef DPCVX_DATA_ARROW_INTERFACE_H_
#define DPCVX_DATA_ARROW_INTERFACE_H_

#include <cstdint>

// NOLINTBEGIN(readability-identifier-naming): the names are Arrow's.
extern "C" {

struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  ArrowSchema **children, *dictionary;
  void (*release)(ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void **buffers;
  ArrowArray **children, *dictionary;
  void (*release)(ArrowArray *);
  void *private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream *, ArrowSchema *out);
  int (*get_next)(ArrowArrayStream *, ArrowArray *out);
  const char *(*get_last_error)(ArrowArrayStream *);
  void (*release)(ArrowArrayStream *);
  void *private_data;
};

}  // extern "C"
// NOLINTEND(readability-identifier-naming)

namespace dpcvx::data {

// Owns a structure that a producer filled in, or is to fill in, and releases it once.
template <class T>
class Released {
 public:
  Released() = default;
  ~Released() { reset(); }
  Released(const Released &) = delete;
  Released &operator=(const Released &) = delete;

  // Where a producer writes the next one.
  T *fresh() {
    reset();
    held_ = T();
    return &held_;
  }
  // After a producer's failure: the interface says what is in the structure after success alone.
  void forget() { held_ = T(); }
  const T *operator->() const { return &held_; }
  const T &operator*() const { return held_; }
  bool is_there() const { return held_.release != nullptr; }

 private:
  void reset() {
    if (is_there()) held_.release(&held_);
  }

  T held_ = {};
};

}  // namespace dpcvx::data

#endif
