// For the archive and the shared library only: the few functions of the C++ runtime that compiled code refers to, so
// that linking needs no libstdc++. They are made local when the archive is put together; plain objects, sanitizer
// builds and hosts that compile the sources themselves use the real runtime and leave this file out. Operators new and
// delete are not among them: the archive is refused where a source calls one.
#include <cstdint>

#ifdef _GLIBCXX_ASSERTIONS
// Distributions that harden their packages turn these assertions of libstdc++'s templates on.
extern "C" [[noreturn]] void dpcvx_assertion_failed() __asm__("_ZSt21__glibcxx_assert_failPKciS0_S0_");
void dpcvx_assertion_failed() { __builtin_trap(); }
#endif

extern "C" {

// Function-local statics, by the Itanium C++ ABI: byte 0 says initialised; byte 1 is ours, a lock.
int __cxa_guard_acquire(uint64_t *guard) {
  unsigned char *const byte = reinterpret_cast<unsigned char *>(guard);
  if (__atomic_load_n(byte, __ATOMIC_ACQUIRE) != 0) return 0;
  while (__atomic_exchange_n(byte + 1, 1, __ATOMIC_ACQUIRE) != 0) {
  }
  if (__atomic_load_n(byte, __ATOMIC_ACQUIRE) == 0) return 1;
  __atomic_store_n(byte + 1, 0, __ATOMIC_RELEASE);
  return 0;
}

void __cxa_guard_release(uint64_t *guard) {
  unsigned char *const byte = reinterpret_cast<unsigned char *>(guard);
  __atomic_store_n(byte, 1, __ATOMIC_RELEASE);
  __atomic_store_n(byte + 1, 0, __ATOMIC_RELEASE);
}

void __cxa_guard_abort(uint64_t *guard) {
  __atomic_store_n(reinterpret_cast<unsigned char *>(guard) + 1, 0, __ATOMIC_RELEASE);
}

void __cxa_pure_virtual() { __builtin_trap(); }
}
