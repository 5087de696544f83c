#include "base/memory.h"

#include <cstdlib>
#include <cstring>

namespace dpcvx {

namespace {
constexpr size_t kAlignment = 64;
}

// malloc with the original pointer kept in front, rather than aligned_alloc: every allocation of the library then goes
// through malloc and free, which tests and hosts can replace.
void *allocate(size_t count, size_t size) {
  size_t bytes;
  if (!checked_multiply(count, size, &bytes) || bytes > static_cast<size_t>(PTRDIFF_MAX) - 2 * kAlignment)
    return nullptr;
  void *whole = std::malloc(bytes + kAlignment + sizeof(void *));
  if (whole == nullptr) return nullptr;
  unsigned char *start = static_cast<unsigned char *>(whole) + sizeof(void *);
  start += (kAlignment - reinterpret_cast<uintptr_t>(start) % kAlignment) % kAlignment;
  reinterpret_cast<void **>(start)[-1] = whole;
  return start;
}

void release(void *memory) {
  if (memory != nullptr) std::free(static_cast<void **>(memory)[-1]);
}

void secure_zero(void *memory, size_t bytes) {
  if (bytes == 0) return;
  std::memset(memory, 0, bytes);
  __asm__ __volatile__("" : : "r"(memory) : "memory");
}

}  // namespace dpcvx
