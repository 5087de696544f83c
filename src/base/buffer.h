// An owned array of plain values. Zeroed before it is freed, because any of them may have held data or noise.
#ifndef DPCVX_BASE_BUFFER_H_
#define DPCVX_BASE_BUFFER_H_

#include <cstring>
#include <type_traits>

#include "base/machine/memory.h"

namespace dpcvx {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable<T>::value, "a Buffer holds plain values only");

 public:
  Buffer() = default;
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  Buffer(Buffer &&other) noexcept { swap(other); }
  Buffer &operator=(Buffer &&other) noexcept {
    swap(other);
    return *this;
  }
  ~Buffer() { reset(); }

  // Replaces the contents by `size` zeros. False, and unchanged, when there is no memory. A size of 0 gives an empty
  // buffer with a null pointer.
  bool allocate(size_t size) {
    if (!allocate_unset(size)) return false;
    if (size > 0) std::memset(static_cast<void *>(data_), 0, size * sizeof(T));
    return true;
  }

  // allocate() without the zeros: the caller writes each value before it is read.
  bool allocate_unset(size_t size) {
    if (size == 0) {
      reset();
      return true;
    }
    if (size > static_cast<size_t>(PTRDIFF_MAX) / sizeof(T)) return false;
    T *fresh = static_cast<T *>(dpcvx::allocate(size, sizeof(T)));
    if (fresh == nullptr) return false;
    reset();
    data_ = fresh;
    size_ = size;
    return true;
  }

  // allocate() and a copy of `values`.
  bool assign(const T *values, size_t size) {
    if (!allocate_unset(size)) return false;
    if (size > 0) std::memcpy(static_cast<void *>(data_), values, size * sizeof(T));
    return true;
  }

  // Makes room for `needed` values and keeps those there are. Where it grows it doubles at least; the rest are zeros.
  // False, and unchanged, when there is no memory.
  bool reserve(size_t needed) { return needed <= size_ || grow(needed < 2 * size_ ? 2 * size_ : needed); }

  // Makes room for exactly `size` values where there are fewer, and keeps those there are. The rest are zeros. False,
  // and unchanged, when there is no memory.
  bool grow(size_t size) {
    if (size <= size_) return true;
    Buffer grown;
    if (!grown.allocate(size)) return false;
    if (size_ > 0) std::memcpy(static_cast<void *>(grown.data_), data_, size_ * sizeof(T));
    swap(grown);
    return true;
  }

  void reset() {
    if (data_ == nullptr) return;
    secure_zero(data_, size_ * sizeof(T));
    release(data_);
    data_ = nullptr;
    size_ = 0;
  }

  void swap(Buffer &other) noexcept {
    T *const data = data_;
    const size_t size = size_;
    data_ = other.data_;
    size_ = other.size_;
    other.data_ = data;
    other.size_ = size;
  }

  T *data() { return data_; }
  const T *data() const { return data_; }
  size_t size() const { return size_; }
  T &operator[](size_t i) { return data_[i]; }
  const T &operator[](size_t i) const { return data_[i]; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }

 private:
  T *data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace dpcvx

#endif
