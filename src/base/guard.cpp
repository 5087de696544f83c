#include "base/guard.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/machine/memory.h"

namespace dpcvx {

namespace {
// initial-exec: the other models allocate a thread's copy at its first use, and abort the process where they cannot.
__attribute__((tls_model("initial-exec"))) thread_local Guard *innermost = nullptr;
}  // namespace

void guard_enter(Guard &guard) noexcept {
  guard.outer = innermost;
  guard.ring.next = guard.ring.previous = &guard.ring;
  innermost = &guard;
}

void guard_leave(Guard &guard) noexcept {
  for (GuardBlock *block = guard.ring.next; block != &guard.ring;) {
    GuardBlock *const next = block->next;
    secure_zero(block, sizeof(GuardBlock) + block->bytes);
    std::free(block);
    block = next;
  }
  innermost = guard.outer;
}

void guard_fail() noexcept {
  if (innermost != nullptr) std::longjmp(innermost->landing, 1);
  __builtin_trap();  // Eigen allocated outside a guarded leaf: a fault of ours, found by the out-of-memory tests
}

}  // namespace dpcvx

using dpcvx::GuardBlock;

void *dpcvx_guard_malloc(size_t bytes) noexcept {
  if (bytes > static_cast<size_t>(PTRDIFF_MAX) - sizeof(GuardBlock)) dpcvx::guard_fail();
  GuardBlock *const block = static_cast<GuardBlock *>(std::malloc(sizeof(GuardBlock) + bytes));
  if (block == nullptr) dpcvx::guard_fail();
  block->bytes = bytes;
  dpcvx::Guard *const guard = dpcvx::innermost;
  if (guard == nullptr) {
    block->next = block->previous = block;
  } else {
    block->next = guard->ring.next;
    block->previous = &guard->ring;
    block->next->previous = block;
    guard->ring.next = block;
  }
  return block + 1;
}

void dpcvx_guard_free(void *memory) noexcept {
  if (memory == nullptr) return;
  GuardBlock *const block = static_cast<GuardBlock *>(memory) - 1;
  block->next->previous = block->previous;
  block->previous->next = block->next;
  dpcvx::secure_zero(block, sizeof(GuardBlock) + block->bytes);
  std::free(block);
}

void *dpcvx_guard_realloc(void *memory, size_t bytes) noexcept {
  void *const fresh = dpcvx_guard_malloc(bytes);
  if (memory != nullptr) {
    const size_t had = (static_cast<GuardBlock *>(memory) - 1)->bytes;
    std::memcpy(fresh, memory, had < bytes ? had : bytes);
    dpcvx_guard_free(memory);
  }
  return fresh;
}
