#include "random/strip_kernel.h"

// g++ 12 warns of the registers that its own intrinsics leave undefined on purpose.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <immintrin.h>

namespace dpcvx::random {

// Eight candidates at a time; the same steps as the baseline's.
void strip_kernel_avx512(const StripKernelTable &table, const uint64_t *words, const uint32_t *more, int64_t *out,
                         uint8_t *flags, size_t n) {
  const __m512i column_mask = _mm512_set1_epi64(kStripColumns - 1), low16 = _mm512_set1_epi64(0xffff);
  const __m512i sign_bit = _mm512_set1_epi64(512), none = _mm512_setzero_si512();
  const __mmask8 reject_zero = table.reject_zero ? 0xff : 0;
  const __m512i half = _mm512_set1_epi64(table.fraction > 0 ? int64_t{1} << (table.fraction - 1) : 0);
  const __m128i width = _mm_cvtsi32_si128(table.width_bits), fraction = _mm_cvtsi32_si128(table.fraction);
  const bool wide = table.wide != 0;
  const __m128i spare = _mm_cvtsi32_si128((wide ? kPlaceBits + 32 : kPlaceBits) - table.width_bits);
  for (size_t i = 0; i < n; i += 8) {
    const __m512i word = _mm512_loadu_si512(words + i);
    const __m512i own = _mm512_and_si512(word, column_mask);
    const __mmask8 sign = _mm512_test_epi64_mask(word, sign_bit);
    const __m512i toss = _mm512_and_si512(_mm512_srli_epi64(word, 10), low16);
    const __m512i u = _mm512_and_si512(_mm512_srli_epi64(word, 26), low16);
    const __m512i entry = _mm512_i64gather_epi64(own, table.entry, 8);
    const __m512i threshold = _mm512_and_si512(entry, low16);
    const __mmask8 alias = _mm512_cmpgt_epu64_mask(toss, threshold);
    const __m512i column = _mm512_mask_and_epi64(own, alias, _mm512_srli_epi64(entry, 16), low16);
    const __m512i squeeze =
        _mm512_mask_srli_epi64(_mm512_and_si512(_mm512_srli_epi64(entry, 32), low16), alias, entry, 48);
    __m512i place = _mm512_srli_epi64(word, 42);
    if (wide) {
      const __m512i rest = _mm512_cvtepu32_epi64(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(more + i)));
      place = _mm512_or_si512(_mm512_slli_epi64(place, 32), rest);
    }
    const __m512i x = _mm512_add_epi64(_mm512_sll_epi64(column, width), _mm512_srl_epi64(place, spare));
    const __m512i magnitude = _mm512_srl_epi64(_mm512_add_epi64(x, half), fraction);
    _mm512_storeu_si512(out + i, _mm512_mask_sub_epi64(magnitude, sign, none, magnitude));
    const unsigned zero = static_cast<unsigned>(_mm512_testn_epi64_mask(x, x)) & sign & reject_zero;
    const unsigned doubt = _mm512_cmpge_epu64_mask(u, squeeze) | _mm512_cmpeq_epi64_mask(toss, threshold) | zero;
    flags[i / 8] = static_cast<uint8_t>(doubt);
  }
}

}  // namespace dpcvx::random
