// Bytes changed as damage and attackers change them.
#ifndef DPCVX_TESTS_PRIVACY_MUTATED_BYTES_H_
#define DPCVX_TESTS_PRIVACY_MUTATED_BYTES_H_

#include <algorithm>
#include <string>

#include "privacy/helpers.h"

namespace dpcvx {
namespace privacy {

// One to three changes: bits, bytes, runs that are cut out, repeated, moved or taken from another file, and ends that
// are cut off or added.
inline std::string mutated(std::string bytes, const std::string &other, Inputs &inputs) {
  for (int64_t changes = 1 + inputs.below(3); changes > 0; --changes) {
    const int64_t size = static_cast<int64_t>(bytes.size());
    if (size == 0) return bytes;
    const size_t at = static_cast<size_t>(inputs.below(size)), to = static_cast<size_t>(inputs.below(size));
    const size_t run = static_cast<size_t>(1 + inputs.below(24));
    switch (inputs.below(9)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << inputs.below(8)));
        break;
      case 1:
      case 2:
        bytes[at] = static_cast<char>(inputs.bits());
        break;
      case 3:  // a number that is at an end of its range
        for (size_t i = at; i < std::min(bytes.size(), at + 8); ++i) bytes[i] = inputs.below(2) == 0 ? '\0' : '\xff';
        break;
      case 4:
        bytes.erase(at, run);
        break;
      case 5:
        bytes.insert(to, bytes.substr(at, run));
        break;
      case 6:
        std::swap(bytes[at], bytes[to]);
        break;
      case 7: {
        const std::string piece = other.substr(std::min(at, other.size()), run);
        bytes.replace(at, piece.size(), piece);
        break;
      }
      default:
        if (inputs.below(2) == 0)
          bytes.resize(at);
        else
          bytes += bytes.substr(to, run);
    }
  }
  return bytes;
}

}  // namespace privacy
}  // namespace dpcvx

#endif
