#include "solve/distributed/part_set.h"

namespace dpcvx::solve {

bool PartSet::create(int64_t parts) {
  parts_ = parts;
  return words_.allocate(word(parts - 1) + 1);
}

int64_t PartSet::count() const {
  int64_t count = 0;
  for (const uint64_t bits : words_) count += __builtin_popcountll(bits);
  return count;
}

int64_t PartSet::first_missing() const {
  int64_t part = 0;
  while (part < parts_ && has(part)) ++part;
  return part;
}

int64_t PartSet::first_common(const PartSet &other) const {
  int64_t part = 0;
  while (part < parts_ && !(has(part) && other.has(part))) ++part;
  return part;
}

void PartSet::unite(const PartSet &other) {
  for (size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
}

void PartSet::write(ByteWriter &bytes) const {
  for (const uint64_t bits : words_) bytes.u64(bits);
}

bool PartSet::read(ByteReader &bytes, int64_t parts) {
  if (!bytes.require(parts >= 1 && parts <= kMaxParts)) return true;
  if (!bytes.require(bytes.holds(word(parts - 1) + 1, sizeof(uint64_t)))) return true;
  if (!create(parts)) return false;
  uint64_t any = 0;
  for (uint64_t &bits : words_) any |= bits = bytes.u64();
  const int64_t last = parts % 64;
  bytes.require(any != 0 && (last == 0 || words_[words_.size() - 1] >> last == 0));
  return true;
}

}  // namespace dpcvx::solve
