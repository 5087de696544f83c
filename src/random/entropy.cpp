#include "random/entropy.h"

#include <cerrno>
#include <cstdint>

#include <fcntl.h>
#include <unistd.h>
#if defined(__linux__) || defined(__APPLE__) || defined(__FreeBSD__)
#include <sys/random.h>
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
#else
  return getentropy(out, bytes) == 0;
#endif
}

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

}  // namespace dpcvx::random
