// Public codebooks of unit vectors: each is a function of a seed that a report carries, and looks like independent
// draws of the uniform law on the sphere. Privacy does not rest on that. That estimates are unbiased does.
#ifndef DPCVX_ESTIMATE_LOCAL_CODEBOOK_H_
#define DPCVX_ESTIMATE_LOCAL_CODEBOOK_H_

#include <cstddef>
#include <cstdint>

namespace dpcvx::local {

// Writes the vector of a codebook. The same bits of randomness everywhere; the last digits are those of libm.
void codebook_vector(uint64_t seed, uint32_t index, size_t dimension, double *out);

// <u, x> for the x whose direction a report has, u one of the favoured: those with the greatest <u, x>.
struct CodebookLaw {
  double mean = 0;    // E <u, x>
  double square = 0;  // E <u, x>^2
};

// Computes the law of the `favoured` ones of classes * favoured independent uniform vectors; dimension >= 2, to about
// ten digits.
CodebookLaw favoured_law(size_t dimension, uint64_t classes, uint64_t favoured);

}  // namespace dpcvx::local

#endif
