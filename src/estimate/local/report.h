// What a device does: from a value to a report. It needs nothing that only servers need.
#ifndef DPCVX_ESTIMATE_LOCAL_REPORT_H_
#define DPCVX_ESTIMATE_LOCAL_REPORT_H_

#include "base/buffer.h"
#include "estimate/local/protocol.h"
#include "random/rng.h"

namespace dpcvx::local {

// What a report says beside its protocol.
struct Report {
  uint64_t seed = 0;  // of the codebook, if there is one
  uint64_t output = 0;
};

constexpr size_t kMaxReportBytes = 28;

// Draw a report. A category that there is not counts as 0; NaN counts as the middle of the range; an entry of a vector
// that is not finite counts as 0. Values beyond the range or the radius are moved to its end.
Report report_category(random::Rng &rng, const Protocol &protocol, int64_t category);
Report report_value(random::Rng &rng, const Protocol &protocol, double value);

// Scores of the vectors of a codebook.
class VectorReporter {
 public:
  // Takes the memory. Fails with DPCVX_ERR_NOMEM.
  dpcvx_status reserve(const Protocol &protocol, Error &error);
  Report draw(random::Rng &rng, const Protocol &protocol, const double *vector);

 private:
  struct Scored {
    double score;
    uint64_t index;
  };
  Buffer<double> direction_, vector_;
  Buffer<Scored> scores_;
};

// Writes protocol.report_bytes() bytes.
void write_report(const Protocol &protocol, const Report &report, unsigned char *out);
// Reads a report. Returns null, or what is wrong with it. It trusts nothing.
const char *read_report(const Protocol &protocol, const void *bytes, size_t length, Report *out);

// Whether a category favours an output.
bool favours(const Protocol &protocol, uint64_t category, uint64_t output);

}  // namespace dpcvx::local

#endif
