// Memory, threads and entropy that fail on demand. Programs that use it are linked with MEMORY_WRAPS of tests/tests.mk:
// what the library asks of malloc, calloc, realloc, aligned_alloc, mmap and pthread_create then comes through here.
#ifndef DPCVX_TESTS_ABI_REGISTRY_MEMORY_H_
#define DPCVX_TESTS_ABI_REGISTRY_MEMORY_H_

namespace memory {

// From now on, the `nth` request (from 1) fails, once; 0: none. Starts the count of requests again.
void fail_at(long nth);
// Likewise, and all requests after it fail too.
void fail_from(long nth);
long requests();  // since the last fail_at or fail_from
bool failed();    // whether one failed since then
long live();      // blocks that were given and not freed

// From now on every block is searched for this double when it is freed; found() counts those that held it.
void look_for(double secret);
long found();

// From now on the operating system gives no random bytes.
void stop_entropy(bool stopped);

}  // namespace memory

#endif
