#include "abi/registry/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstring>

namespace memory {

namespace {
std::atomic<long> failing_request{0}, request_count{0}, live_blocks{0};
std::atomic<bool> any_failed{false}, all_from{false}, no_entropy{false};

bool refused() {
  const long request = ++request_count, failing = failing_request;
  if (failing == 0 || (all_from ? request < failing : request != failing)) return false;
  any_failed = true;
  return true;
}

std::atomic<long> secrets_found{0};
std::atomic<bool> looking{false};
double secret_value;

void search(const void *block) {
  const unsigned char *const bytes = static_cast<const unsigned char *>(block);
  const size_t size = malloc_usable_size(const_cast<void *>(block));
  for (size_t i = 0; i + sizeof(double) <= size; i += sizeof(double)) {
    if (std::memcmp(bytes + i, &secret_value, sizeof(double)) != 0) continue;
    ++secrets_found;
    return;
  }
}

void *counted(void *block) {
  if (block != nullptr) ++live_blocks;
  return block;
}

void start(long nth, bool from) {
  request_count = 0;
  any_failed = false;
  all_from = from;
  failing_request = nth;
}
}  // namespace

void fail_at(long nth) { start(nth, false); }
void fail_from(long nth) { start(nth, true); }
long requests() { return request_count; }
bool failed() { return any_failed; }
long live() { return live_blocks; }
void look_for(double secret) {
  secret_value = secret;
  secrets_found = 0;
  looking = true;
}
long found() {
  looking = false;
  return secrets_found;
}
void stop_entropy(bool stopped) { no_entropy = stopped; }

}  // namespace memory

using memory::refused;

extern "C" {

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void __real_free(void *block);
void *__real_mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
ssize_t __real_getrandom(void *out, size_t bytes, unsigned flags);
int __real_getentropy(void *out, size_t bytes);
int __real_open(const char *path, int flags, ...);

void *__wrap_malloc(size_t bytes) { return refused() ? nullptr : memory::counted(__real_malloc(bytes)); }
void *__wrap_calloc(size_t count, size_t size) {
  return refused() ? nullptr : memory::counted(__real_calloc(count, size));
}
void *__wrap_realloc(void *block, size_t bytes) {
  if (refused()) return nullptr;
  void *const moved = __real_realloc(block, bytes);
  return block == nullptr ? memory::counted(moved) : moved;
}
void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
  return refused() ? nullptr : memory::counted(__real_aligned_alloc(alignment, bytes));
}
void __wrap_free(void *block) {
  if (block != nullptr) --memory::live_blocks;
  if (block != nullptr && memory::looking) memory::search(block);
  __real_free(block);
}

void *__wrap_mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset) {
  if (refused()) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return __real_mmap(address, bytes, protection, flags, file, offset);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  return refused() ? EAGAIN : __real_pthread_create(thread, attributes, start, argument);
}

ssize_t __wrap_getrandom(void *out, size_t bytes, unsigned flags) {
  if (memory::no_entropy) {
    errno = ENOSYS;
    return -1;
  }
  return __real_getrandom(out, bytes, flags);
}
int __wrap_getentropy(void *out, size_t bytes) {
  if (memory::no_entropy) {
    errno = ENOSYS;
    return -1;
  }
  return __real_getentropy(out, bytes);
}
// The library opens sources of random bytes, and ledgers.
int __wrap_open(const char *path, int flags, ...) {
  if (memory::no_entropy && std::strncmp(path, "/dev/", 5) == 0) {
    errno = ENOENT;
    return -1;
  }
  if ((flags & O_CREAT) == 0) return __real_open(path, flags);
  va_list more;
  va_start(more, flags);
  const mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return __real_open(path, flags, mode);
}
}
