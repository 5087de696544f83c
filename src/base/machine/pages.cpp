#include "base/machine/pages.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/mman.h>
#if !defined(MAP_ANONYMOUS)
#define MAP_ANONYMOUS MAP_ANON
#endif
#endif

namespace dpcvx {

#if defined(_WIN32)

void *take_pages(size_t bytes) { return VirtualAlloc(nullptr, bytes, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE); }

void give_back_pages(void *pages, size_t) { VirtualFree(pages, 0, MEM_RELEASE); }

// There is no fork().
bool wipe_pages_on_fork(void *, size_t) { return false; }

#else

void *take_pages(size_t bytes) {
  void *const pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
#ifdef MADV_DONTDUMP
  madvise(pages, bytes, MADV_DONTDUMP);
#endif
  return pages;
}

void give_back_pages(void *pages, size_t bytes) { munmap(pages, bytes); }

bool wipe_pages_on_fork(void *pages, size_t bytes) {
#ifdef MADV_WIPEONFORK
  return madvise(pages, bytes, MADV_WIPEONFORK) == 0;
#else
  static_cast<void>(pages);
  static_cast<void>(bytes);
  return false;
#endif
}

#endif

}  // namespace dpcvx
