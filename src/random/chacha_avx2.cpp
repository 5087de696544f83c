#include "random/chacha_lanes.h"

namespace dpcvx::random {

void chacha_chunk_avx2(const uint32_t key[8], uint32_t out[kChunkBytes / 4]) { ChachaLanes<8>::chunk(key, out); }

}  // namespace dpcvx::random
