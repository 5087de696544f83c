#include "base/machine/memory.h"

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

#include <cstdlib>
#include <cstring>

namespace dpcvx {

namespace {
constexpr size_t kAlignment = 64;

// Large blocks on large pages: a table that is read in any order misses fewer translations, and its pages are there
// sooner. Advice only.
void advise_large_pages(void *memory, size_t bytes) {
#if defined(MADV_HUGEPAGE)
  constexpr size_t kLargePage = size_t{1} << 21, kLargeBlock = size_t{1} << 25;
  if (bytes < kLargeBlock) return;
  const size_t before = (kLargePage - reinterpret_cast<uintptr_t>(memory) % kLargePage) % kLargePage;
  const size_t pages = (bytes - before) / kLargePage;
  madvise(static_cast<unsigned char *>(memory) + before, pages * kLargePage, MADV_HUGEPAGE);
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
#endif
}

}  // namespace

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
  advise_large_pages(start, bytes);
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
