// Public laws of a record, to be compared with data by Scheffé contests. Made once, then only read.
#ifndef DPCVX_ESTIMATE_HYPOTHESIS_HYPOTHESES_H_
#define DPCVX_ESTIMATE_HYPOTHESIS_HYPOTHESES_H_

#include "base/buffer.h"
#include "base/figures.h"
#include "base/status.h"
#include "dpcvx/hypothesis.h"

namespace dpcvx::estimate {

// Probabilities of sets are integers of this unit. So all losses are integers.
constexpr int kShareBits = 22;
constexpr int64_t kShareOne = int64_t{1} << kShareBits;

// How many records are looked at together.
constexpr int64_t kRecordsAtOnce = 512;

struct HypothesisSettings {
  int64_t max_contests = int64_t{1} << 22;
  int32_t threads = 1;
  double failure_probability = 1e-6;
};

// Writes an increasing function of the density of each record, the same function for all hypotheses: from one
// hypothesis' terms.
using Density = void (*)(const double *terms, size_t size, const double *records, int64_t count, int64_t columns,
                         double *out);

struct CallerDensity {
  dpcvx_log_density_callback function = nullptr;
  void *user = nullptr;
};

class Hypotheses {
 public:
  // Takes memory. A hypothesis has `parameters` numbers for the caller, and `terms` for its density.
  dpcvx_status allocate(int64_t count, int64_t columns, size_t parameters, size_t terms, Error &error);

  int64_t count() const { return count_; }
  int64_t columns() const { return columns_; }
  int64_t contests() const { return count_ * (count_ - 1) / 2; }
  size_t parameter_count() const { return parameter_count_; }
  const double *parameters(int64_t h) const { return at(parameters_, parameter_count_, h); }
  double *edit_parameters(int64_t h) { return parameters_.data() + static_cast<size_t>(h) * parameter_count_; }
  const double *terms(int64_t h) const { return at(terms_, term_count_, h); }
  double *edit_terms(int64_t h) { return terms_.data() + static_cast<size_t>(h) * term_count_; }
  bool calls_back() const { return caller.function != nullptr; }

  // The set of j against k is that of the records that are likelier under j. Those that are equally likely belong to
  // the set of the greater number. So each record is in one of the two sets. share() is the probability under j of the
  // set of j against k, in units of 1 / kShareOne.
  int64_t share(int64_t j, int64_t k) const { return shares_[place(j, k)]; }
  void set_share(int64_t j, int64_t k, double probability);

  // Writes the densities of `count` records, or an increasing function of them. NaN becomes -inf: density 0.
  void densities(int64_t h, const double *records, int64_t count, double *out) const;

  CallerDensity caller;
  Density density = nullptr;
  double cover_distance = -1;  // below 0: no cover
  double probability_error = 0;
  int32_t threads = 1;

  Maybe<double> shown_cover_distance() const;

 private:
  static const double *at(const Buffer<double> &values, size_t size, int64_t h) {
    return values.data() + static_cast<size_t>(h) * size;
  }
  size_t place(int64_t j, int64_t k) const {
    return static_cast<size_t>(j) * static_cast<size_t>(count_) + static_cast<size_t>(k);
  }

  int64_t count_ = 0, columns_ = 0;
  size_t parameter_count_ = 0, term_count_ = 0;
  Buffer<double> parameters_, terms_;
  Buffer<uint32_t> shares_;
};

extern const FiguresOf<Hypotheses> &kHypothesesFigures;

// The greatest number of hypotheses that so many contests compare.
int64_t max_hypotheses(int64_t max_contests);

// Fails with a message about the argument `name`, with the value `shown`, where so many hypotheses (an integer, maybe
// a large one) have more contests than the settings accept.
dpcvx_status check_contests(const char *name, const char *shown, double count, const HypothesisSettings &settings,
                            const char *hint, Error &error);

// The caller's log densities. probabilities[j * count + k] is the share of j against k.
dpcvx_status make_hypotheses(int64_t count, int64_t columns, const CallerDensity &caller, const double *probabilities,
                             const HypothesisSettings &settings, Hypotheses *out, Error &error);

// samples[(j * per_hypothesis + i) * columns ...] is record i of hypothesis j. The caller's function is called.
dpcvx_status make_sampled_hypotheses(int64_t count, int64_t columns, const CallerDensity &caller, const double *samples,
                                     int64_t per_hypothesis, const HypothesisSettings &settings, Hypotheses *out,
                                     Error &error);

// Row j of the table, `symbols` long, is the law of hypothesis j.
dpcvx_status make_discrete_hypotheses(const double *probabilities, int64_t count, int64_t symbols,
                                      const HypothesisSettings &settings, Hypotheses *out, Error &error);

}  // namespace dpcvx::estimate

#endif
