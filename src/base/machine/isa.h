// Instruction sets that some kernels are compiled for more than once, chosen at run time. Whichever is used, the
// results are the same bits. -DDPCVX_NO_AVX leaves out the sources named *_avx2.cpp and *_avx512.cpp.
#ifndef DPCVX_BASE_MACHINE_ISA_H_
#define DPCVX_BASE_MACHINE_ISA_H_

#if defined(__x86_64__) && !defined(DPCVX_NO_AVX)
#define DPCVX_HAS_AVX_KERNELS 1
#endif

namespace dpcvx {

enum class Isa { kBaseline, kAvx2, kAvx512 };

// Returns the widest set that the processor and the operating system both offer.
Isa widest_isa();

}  // namespace dpcvx

#endif
