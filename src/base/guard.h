// The guard at the leaves. Eigen allocates inside (gemm, LLT, SVD, eigenvalues) and has no way to report a failure, so
// its malloc and free are renamed to ours (base/eigen.h), and a *leaf* numeric call runs inside guarded(): a failing
// allocation unwinds by longjmp to that leaf, which frees what the leaf had allocated.
//
// A guarded body holds nothing that a destructor would have to give back except memory from Eigen: no callback, lock,
// thread start, static initialiser, change of a handle, Buffer or Arena. Its results go to memory that the caller owns.
#ifndef DPCVX_BASE_GUARD_H_
#define DPCVX_BASE_GUARD_H_

#include <csetjmp>
#include <cstddef>

#include "base/status.h"

extern "C" {
// Replace Eigen's malloc, free and realloc. A failure does not return.
void *dpcvx_guard_malloc(size_t bytes) noexcept;
void dpcvx_guard_free(void *memory) noexcept;
void *dpcvx_guard_realloc(void *memory, size_t bytes) noexcept;
}
namespace std {
using ::dpcvx_guard_free;
using ::dpcvx_guard_malloc;
using ::dpcvx_guard_realloc;
}  // namespace std

namespace dpcvx {

// In front of every block Eigen holds; a ring per guard.
struct GuardBlock {
  GuardBlock *next, *previous;
  size_t bytes;
  size_t unused;
};
static_assert(sizeof(GuardBlock) % 16 == 0, "blocks behind this header keep malloc's alignment");

struct Guard {
  Guard *outer;
  GuardBlock ring;
  jmp_buf landing;
};

void guard_enter(Guard &guard) noexcept;
void guard_leave(Guard &guard) noexcept;  // frees what is still held
[[noreturn]] void guard_fail() noexcept;  // lands in the innermost guard of this thread

// Runs body(), which returns a dpcvx_status; DPCVX_ERR_NOMEM, "no memory for <what>", when an allocation inside failed.
template <class Body>
dpcvx_status guarded(const char *what, Error &error, const Body &body) {
  Guard guard;
  guard_enter(guard);
  if (setjmp(guard.landing) != 0) {
    guard_leave(guard);
    return no_memory_for(what, error);
  }
  const dpcvx_status status = body();
  guard_leave(guard);
  return status;
}

}  // namespace dpcvx

#endif
