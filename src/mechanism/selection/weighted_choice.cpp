#include "mechanism/selection/weighted_choice.h"

namespace dpcvx::mechanism {
namespace {

using Wide = unsigned __int128;

// weight * copies in four limbs.
void expand(const Weight &weight, uint64_t copies, uint64_t *limb) {
  const Wide product = static_cast<Wide>(weight.mantissa) * copies;
  const int first = weight.shift / 64, bits = weight.shift % 64;
  const uint64_t low = static_cast<uint64_t>(product), high = static_cast<uint64_t>(product >> 64);
  for (int i = 0; i < 4; ++i) limb[i] = 0;
  limb[first] = low << bits;
  limb[first + 1] = bits == 0 ? high : high << bits | low >> (64 - bits);
  if (first + 2 < 4) limb[first + 2] = bits == 0 ? 0 : high >> (64 - bits);
}

}  // namespace

void Sum::add(const Weight &weight, uint64_t copies) {
  uint64_t more[4];
  expand(weight, copies, more);
  Wide carry = 0;
  for (int i = 0; i < 4; ++i) {
    carry += static_cast<Wide>(limb_[i]) + more[i];
    limb_[i] = static_cast<uint64_t>(carry);
    carry >>= 64;
  }
}

bool Sum::take(const Weight &weight, uint64_t copies) {
  uint64_t less[4], rest[4];
  expand(weight, copies, less);
  bool borrow = false;
  for (int i = 0; i < 4; ++i) {
    const Wide minus = static_cast<Wide>(less[i]) + borrow;
    borrow = limb_[i] < minus;
    rest[i] = limb_[i] - static_cast<uint64_t>(minus);
  }
  if (borrow) return false;
  for (int i = 0; i < 4; ++i) limb_[i] = rest[i];
  return true;
}

bool Sum::is_zero() const { return (limb_[0] | limb_[1] | limb_[2] | limb_[3]) == 0; }

Sum Sum::uniform_below(random::Rng &rng) const {
  int top = 3;
  while (top > 0 && limb_[top] == 0) --top;
  const uint64_t mask = UINT64_MAX >> __builtin_clzll(limb_[top] | 1);
  for (;;) {
    Sum draw;
    for (int i = 0; i < top; ++i) draw.limb_[i] = rng.next();
    draw.limb_[top] = rng.next() & mask;
    for (int i = top; i >= 0; --i) {
      if (draw.limb_[i] < limb_[i]) return draw;
      if (draw.limb_[i] > limb_[i]) break;
    }
  }
}

}  // namespace dpcvx::mechanism
