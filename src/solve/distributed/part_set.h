// Which of the parts 0, ..., n - 1 of a table a sum has.
#ifndef DPCVX_SOLVE_DISTRIBUTED_PART_SET_H_
#define DPCVX_SOLVE_DISTRIBUTED_PART_SET_H_

#include "base/buffer.h"
#include "base/bytes.h"

namespace dpcvx::solve {

constexpr int64_t kMaxParts = int64_t{1} << 20;

class PartSet {
 public:
  // The empty set of 1 <= parts <= kMaxParts. Returns false without memory.
  bool create(int64_t parts);

  int64_t parts() const { return parts_; }
  int64_t count() const;
  bool has(int64_t part) const { return (words_[word(part)] >> (part % 64) & 1) != 0; }
  void add(int64_t part) { words_[word(part)] |= uint64_t{1} << (part % 64); }
  // Return the least part that is there, the least that is not, and the least that both have; parts() where there is
  // none.
  int64_t first() const { return first_common(*this); }
  int64_t first_missing() const;
  int64_t first_common(const PartSet &other) const;
  // Adds the other's parts. Both are of as many.
  void unite(const PartSet &other);

  void write(ByteWriter &bytes) const;
  // A set of `parts` parts, at least one of them there. The reader fails at others. Returns false without memory.
  bool read(ByteReader &bytes, int64_t parts);

 private:
  static size_t word(int64_t part) { return static_cast<size_t>(part / 64); }

  int64_t parts_ = 0;
  Buffer<uint64_t> words_;
};

}  // namespace dpcvx::solve

#endif
