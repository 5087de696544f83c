// What a server makes of reports: counts of outputs, or sums of vectors, all of them integers. So the order in which
// reports come, and in which aggregators are merged, changes nothing.
#ifndef DPCVX_ESTIMATE_LOCAL_AGGREGATOR_H_
#define DPCVX_ESTIMATE_LOCAL_AGGREGATOR_H_

#include "base/buffer.h"
#include "estimate/local/report.h"

namespace dpcvx::local {

constexpr int64_t kMaxReports = int64_t{1} << 32, kMaxRefused = int64_t{1} << 61;
// Entries of unit vectors, and their squares, are added up in steps of 2^-30.
constexpr double kVectorSteps = 0x1p30;

// Where estimates go: one entry a category, one, or one a coordinate.
struct Estimates {
  double *values, *standard_errors, *low, *high;
};

class Aggregator {
 public:
  // Takes the memory. Fails with DPCVX_ERR_NOMEM.
  dpcvx_status open(const Protocol &protocol, Error &error);

  const Protocol &protocol() const { return protocol_; }
  int64_t reports() const { return reports_; }
  int64_t refused() const { return refused_; }
  bool is_full() const { return reports_ >= kMaxReports; }

  // Adds a report that read_report() accepted. There is room for it.
  void add(const Report &report);
  void count_refused() { refused_ += refused_ < kMaxRefused ? 1 : 0; }
  // Adds what another aggregator of this protocol holds. There is room for it.
  void merge(const Aggregator &other);

  void write_bytes(Text &out) const;
  dpcvx_status read_bytes(const void *bytes, size_t length, Error &error);

  // Computes unbiased estimates with intervals, each of which fails with probability at most beta. There is a report.
  dpcvx_status estimate(double beta, const Estimates &out, Error &error) const;

  // Sets hits[c] to the number of reports that category c favours. `hits` has as many entries as there are categories.
  dpcvx_status count_favouring(int64_t *hits, Error &error) const;

 private:
  bool holds_vectors() const { return protocol_.has_seed(); }
  bool is_consistent() const;
  dpcvx_status estimate_shares(double beta, const Estimates &out, Error &error) const;
  void estimate_bit(double beta, const Estimates &out) const;
  void estimate_window(double beta, const Estimates &out) const;
  void estimate_vector(double beta, const Estimates &out) const;

  Protocol protocol_;
  int64_t reports_ = 0, refused_ = 0;
  Buffer<int64_t> sums_;  // counts of outputs; of vectors sums of entries, then of squares
  Buffer<double> vector_;
};

// Returns t with Pr[|estimate - truth| > t] <= beta for this many reports and any values: of one share, of the mean, or
// of the vector in the l2 norm. Public numbers.
double expected_error(const Protocol &protocol, int64_t reports, double beta);

}  // namespace dpcvx::local

#endif
