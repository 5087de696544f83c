// A value that several handles keep alive: counted, never changed after creation, freed with the last of them.
#ifndef DPCVX_BASE_SHARED_H_
#define DPCVX_BASE_SHARED_H_

#include <atomic>
#include <new>

#include "base/machine/memory.h"

namespace dpcvx {

template <class T>
class Shared {
 public:
  Shared() = default;
  Shared(const Shared &other) : box_(other.box_) { retain(); }
  Shared(Shared &&other) noexcept : box_(other.box_) { other.box_ = nullptr; }
  Shared &operator=(Shared other) noexcept {
    Box *const box = box_;
    box_ = other.box_;
    other.box_ = box;
    return *this;
  }
  ~Shared() { reset(); }

  // Makes a new value. False, and unchanged, when there is no memory.
  bool create() {
    void *const memory = allocate(1, sizeof(Box));
    if (memory == nullptr) return false;
    reset();
    box_ = new (memory) Box();
    return true;
  }

  void reset() {
    if (box_ != nullptr && box_->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      box_->~Box();
      secure_zero(box_, sizeof(Box));
      release(box_);
    }
    box_ = nullptr;
  }

  // Whether no other handle keeps the value alive.
  bool is_only_holder() const { return box_ != nullptr && box_->holders.load(std::memory_order_acquire) == 1; }
  // To be used while the value is being made, by its only holder.
  T &edit() { return box_->value; }
  const T &operator*() const { return box_->value; }
  const T *operator->() const { return &box_->value; }
  explicit operator bool() const { return box_ != nullptr; }

 private:
  struct Box {
    std::atomic<int64_t> holders{1};
    T value;
  };

  void retain() {
    if (box_ != nullptr) box_->holders.fetch_add(1, std::memory_order_relaxed);
  }

  Box *box_ = nullptr;
};

}  // namespace dpcvx

#endif
