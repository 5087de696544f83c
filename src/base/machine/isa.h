// Instruction sets that some kernels are compiled for more than once, chosen at run time. Whichever is used, the
// results are the same bits.
#ifndef DPCVX_BASE_MACHINE_ISA_H_
#define DPCVX_BASE_MACHINE_ISA_H_

namespace dpcvx {

enum class Isa { kBaseline, kAvx2, kAvx512 };

// Returns the widest set that the processor and the operating system both offer.
Isa widest_isa();

}  // namespace dpcvx

#endif
