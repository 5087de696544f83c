#include "random/strip_kernel.h"

#include <immintrin.h>

namespace dpcvx::random {

// Four candidates at a time; the same steps as the baseline's.
void strip_kernel_avx2(const StripKernelTable &table, const uint64_t *words, const uint32_t *more, int64_t *out,
                       uint8_t *flags, size_t n) {
  const __m256i column_mask = _mm256_set1_epi64x(kStripColumns - 1), low16 = _mm256_set1_epi64x(0xffff);
  const __m256i one = _mm256_set1_epi64x(1), none = _mm256_setzero_si256();
  const __m256i reject_zero = _mm256_set1_epi64x(table.reject_zero);
  const __m256i half = _mm256_set1_epi64x(table.fraction > 0 ? int64_t{1} << (table.fraction - 1) : 0);
  const __m128i width = _mm_cvtsi32_si128(table.width_bits), fraction = _mm_cvtsi32_si128(table.fraction);
  const bool wide = table.wide != 0;
  const __m128i spare = _mm_cvtsi32_si128((wide ? kPlaceBits + 32 : kPlaceBits) - table.width_bits);
  const long long *const entries = reinterpret_cast<const long long *>(table.entry);
  for (size_t i = 0; i < n; i += 8) {
    unsigned open = 0;
    for (size_t j = 0; j < 8; j += 4) {
      const __m256i word = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(words + i + j));
      const __m256i own = _mm256_and_si256(word, column_mask);
      const __m256i sign = _mm256_and_si256(_mm256_srli_epi64(word, 9), one);
      const __m256i toss = _mm256_and_si256(_mm256_srli_epi64(word, 10), low16);
      const __m256i u = _mm256_and_si256(_mm256_srli_epi64(word, 26), low16);
      const __m256i entry = _mm256_i64gather_epi64(entries, own, 8);
      const __m256i threshold = _mm256_and_si256(entry, low16);
      const __m256i alias = _mm256_cmpgt_epi64(toss, threshold);
      const __m256i column = _mm256_blendv_epi8(own, _mm256_and_si256(_mm256_srli_epi64(entry, 16), low16), alias);
      const __m256i squeeze = _mm256_blendv_epi8(_mm256_and_si256(_mm256_srli_epi64(entry, 32), low16),
                                                 _mm256_srli_epi64(entry, 48), alias);
      __m256i place = _mm256_srli_epi64(word, 42);
      if (wide) {
        const __m256i rest = _mm256_cvtepu32_epi64(_mm_loadu_si128(reinterpret_cast<const __m128i *>(more + i + j)));
        place = _mm256_or_si256(_mm256_slli_epi64(place, 32), rest);
      }
      const __m256i x = _mm256_add_epi64(_mm256_sll_epi64(column, width), _mm256_srl_epi64(place, spare));
      const __m256i magnitude = _mm256_srl_epi64(_mm256_add_epi64(x, half), fraction);
      const __m256i minus = _mm256_sub_epi64(none, sign);
      const __m256i value = _mm256_sub_epi64(_mm256_xor_si256(magnitude, minus), minus);
      _mm256_storeu_si256(reinterpret_cast<__m256i *>(out + i + j), value);
      const __m256i zero =
          _mm256_and_si256(_mm256_cmpeq_epi64(x, none), _mm256_cmpeq_epi64(_mm256_and_si256(sign, reject_zero), one));
      // Certain only where u < squeeze.
      const __m256i certain = _mm256_cmpgt_epi64(squeeze, u);
      const __m256i doubt = _mm256_or_si256(zero, _mm256_cmpeq_epi64(toss, threshold));
      const __m256i closed = _mm256_andnot_si256(doubt, certain);
      open |= (static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(closed))) ^ 0xf) << j;
    }
    flags[i / 8] = static_cast<uint8_t>(open);
  }
}

}  // namespace dpcvx::random
