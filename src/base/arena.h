// One block for all the working memory of a solve, taken before the budget is charged: after the charge nothing can
// fail for lack of memory. Sizes are summed first (plan), then handed out (take).
#ifndef DPCVX_BASE_ARENA_H_
#define DPCVX_BASE_ARENA_H_

#include "base/buffer.h"
#include "base/status.h"

namespace dpcvx {

class Arena {
 public:
  // Adds room for `count` values of T to what reserve() will take. Overflow is remembered and makes reserve() fail.
  template <class T>
  void plan(size_t count) {
    static_assert(std::is_trivially_copyable<T>::value, "an Arena holds plain values only");
    size_t bytes;
    if (!checked_multiply(count, sizeof(T), &bytes) || bytes > SIZE_MAX - kAlignment ||
        planned_ > SIZE_MAX - bytes - kAlignment)
      overflow_ = true;
    else
      planned_ += round_up(bytes);
  }

  // Takes the planned memory, zeroed. `what` is named in the message where there is none.
  dpcvx_status reserve(const char *what, Error &error) {
    return overflow_ || !block_.allocate(planned_) ? no_memory_for(what, error) : DPCVX_OK;
  }

  // The next `count` values, in the order they were planned; aligned to 64 bytes. Asking for more than was planned is a
  // defect of the library, and gives null.
  template <class T>
  T *take(size_t count) {
    const size_t bytes = round_up(count * sizeof(T));
    if (bytes > block_.size() - taken_) return nullptr;
    T *values = reinterpret_cast<T *>(block_.data() + taken_);
    taken_ += bytes;
    return values;
  }

 private:
  static constexpr size_t kAlignment = 64;
  static size_t round_up(size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

  Buffer<unsigned char> block_;
  size_t planned_ = 0;
  size_t taken_ = 0;
  bool overflow_ = false;
};

}  // namespace dpcvx

#endif
