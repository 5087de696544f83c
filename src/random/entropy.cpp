#include "random/entropy.h"

#include <cstdint>

#if defined(__linux__) || (defined(DPCVX_UNTESTED_SYSTEM) && !defined(_WIN32))
#define DPCVX_HAS_ENTROPY_DEVICE 1
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>
#if __has_include(<sys/random.h>)
#include <sys/random.h>
#endif
#elif defined(_WIN32)
#include <windows.h>

#include <bcrypt.h>
#endif

namespace dpcvx::random {
namespace {

// At most 256 bytes. False where the system does not have the call or a sandbox forbids it.
bool ask_system(uint8_t *out, size_t bytes) {
#if defined(__linux__)
  size_t done = 0;
  while (done < bytes) {
    const ssize_t got = getrandom(out + done, bytes - done, 0);
    if (got > 0)
      done += static_cast<size_t>(got);
    else if (got < 0 && errno != EINTR)
      return false;
  }
  return true;
#elif defined(_WIN32)
  return BCryptGenRandom(nullptr, out, static_cast<ULONG>(bytes), BCRYPT_USE_SYSTEM_PREFERRED_RNG) >= 0;
#elif defined(DPCVX_UNTESTED_SYSTEM)
  return getentropy(out, bytes) == 0;
#else
  static_cast<void>(out);
  static_cast<void>(bytes);
  return false;
#endif
}

#if defined(DPCVX_HAS_ENTROPY_DEVICE)
bool read_device(uint8_t *out, size_t bytes) {
  int file;
  do file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  while (file < 0 && errno == EINTR);
  if (file < 0) return false;
  size_t done = 0;
  while (done < bytes) {
    const ssize_t got = read(file, out + done, bytes - done);
    if (got > 0)
      done += static_cast<size_t>(got);
    else if (got == 0 || errno != EINTR)
      break;
  }
  close(file);
  return done == bytes;
}
#else
bool read_device(uint8_t *, size_t) { return false; }
#endif

}  // namespace

bool system_entropy(void *out, size_t bytes) {
  uint8_t *const target = static_cast<uint8_t *>(out);
  for (size_t done = 0; done < bytes;) {
    const size_t piece = bytes - done < 256 ? bytes - done : 256;
    if (!ask_system(target + done, piece) && !read_device(target + done, piece)) return false;
    done += piece;
  }
  return true;
}

const char *why_no_entropy() {
#if defined(__linux__) || defined(_WIN32) || defined(DPCVX_UNTESTED_SYSTEM)
  return "the operating system gave no random bytes";
#else
  return "the random source of this system was never tested; a build with -DDPCVX_UNTESTED_SYSTEM asks it";
#endif
}

}  // namespace dpcvx::random
