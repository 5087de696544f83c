// A protocol of local reports: how a device turns its value into one of finitely many outputs, and what a server makes
// of them. All of it is public. Every randomizer here has one shape (PROOFS.md, section 1):
//
//   with probability r:  an output that is uniform among all
//   otherwise:           one that is uniform among the favoured outputs of the value
//
// Each value favours one in `classes` of the outputs. So the privacy of a report rests on r and on that number alone.
#ifndef DPCVX_ESTIMATE_LOCAL_PROTOCOL_H_
#define DPCVX_ESTIMATE_LOCAL_PROTOCOL_H_

#include <cstdint>

#include "base/bytes.h"
#include "estimate/local/codebook.h"
#include "mechanism/randomized_response/response.h"

namespace dpcvx::local {

constexpr int64_t kMaxCategories = int64_t{1} << 20, kMaxDimension = int64_t{1} << 16;
constexpr uint64_t kMaxOutputs = uint64_t{1} << 22;
constexpr double kLeastEpsilon = 1e-3, kMaxEpsilon = 30;
// Of ends of a range, and of a radius; and the least width.
constexpr double kLargest = 1e300, kLeastWidth = 1e-300;

struct Protocol {
  // Chosen, and what is written as bytes.
  int32_t kind = 0;        // DPCVX_LOCAL_KIND_*
  int32_t randomizer = 0;  // DPCVX_LOCAL_RANDOMIZER_*, not AUTOMATIC
  double epsilon = 0;
  int64_t count = 1;         // of estimates: categories, 1, or the dimension
  double low = 0, high = 0;  // the range of a value; of vectors 0 and the radius
  uint64_t classes = 2;      // outputs / favoured
  uint64_t favoured = 1;     // how many outputs a value favours

  // Follow from these.
  mechanism::ResponsePlan plan;
  double keep = 0;       // 1 - r, to a double
  CodebookLaw codebook;  // of vectors
  uint64_t fingerprint = 0;

  uint64_t outputs() const { return classes * favoured; }
  bool has_seed() const;
  size_t report_bytes() const;
  // Returns the variance of the estimate from one report, at the value at which it is greatest, in units of the values.
  double variance() const;

  void write(ByteWriter &bytes) const;
  // Reads what write() wrote, and marks the bytes as invalid where a field is out of its range. Fails with
  // DPCVX_ERR_NOMEM.
  dpcvx_status read(ByteReader &bytes, Error &error);
};

// Choose by the least variance where the randomizer is AUTOMATIC. Arguments are within their ranges. Fail with
// DPCVX_ERR_NOMEM.
dpcvx_status plan_frequencies(int64_t categories, double epsilon, int32_t randomizer, Protocol *out, Error &error);
dpcvx_status plan_mean(double low, double high, double epsilon, int32_t randomizer, Protocol *out, Error &error);
dpcvx_status plan_vector_mean(int64_t dimension, double radius, double epsilon, Protocol *out, Error &error);

// Returns the probability 1 - r of a favoured output by design, (e^epsilon - 1) / (e^epsilon + classes - 1).
double planned_keep(double epsilon, double classes);

// The law of an output that is counted: its probability is base + slope * share, where the share is that of a category,
// or (x - low) / (high - low) of one bit.
struct CountLaw {
  double base, slope;
};
CountLaw count_law(const Protocol &protocol);

// The estimate of one report of a window: y stands for scale * (y - middle), in half widths of the range about its
// middle. The mean of its square is at most `square`, for any law of the values. Its variance at a value x in half
// widths is at least own + x^2 of_square.
struct WindowLaw {
  double scale, middle, square, own, of_square;
};
WindowLaw window_law(const Protocol &protocol);

}  // namespace dpcvx::local

#endif
