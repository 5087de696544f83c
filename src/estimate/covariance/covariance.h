// Private covariances of the columns of a table, in one release that is charged before the table's rows are read.
#ifndef DPCVX_ESTIMATE_COVARIANCE_COVARIANCE_H_
#define DPCVX_ESTIMATE_COVARIANCE_COVARIANCE_H_

#include "base/figures.h"
#include "base/text.h"
#include "dpcvx/evaluation.h"
#include "estimate/covariance/moment_plan.h"
#include "estimate/covariance/moment_sums.h"
#include "mechanism/release.h"
#include "privacy/guarantee/guarantee.h"

namespace dpcvx::estimate {

constexpr int64_t kMaxCovarianceRounds = 8;

// Public numbers that the caller fixed.
struct CovarianceSettings {
  int32_t noise = DPCVX_EVALUATION_NOISE_AUTOMATIC;
  double interval_level = 0.95;
  bool simultaneous = false;
  double norm_bound = 0;  // of a row in half widths; 0: sqrt(columns), which all rows keep
  int64_t rounds = 1;     // 0: by a rule
  double preliminary_fraction = 0.4;

  double radius(int64_t columns) const;
};

// What was released, and what follows from it.
class Covariance {
 public:
  // Takes all memory. Fails with DPCVX_ERR_NOMEM.
  dpcvx_status allocate(int64_t columns, Error &error);

  int64_t columns() const { return static_cast<int64_t>(means.size()); }
  size_t dimension() const { return means.size(); }
  double half(size_t j) const { return range_high[j] / 2 - range_low[j] / 2; }

  // Matrices are stored by rows.
  Buffer<double> range_low, range_high, means, matrix;
  Buffer<double> component_values, components;  // descending; directions in rows

  // The last round before it is made positive semidefinite, in radii: moments about the centre, and the frame whose
  // product with a point is in half widths.
  Buffer<double> point_mean, point_moments, frame;
  // Where shape.higher: E x_i^2 x_j^2 and E x_i^2 x_j in half widths, with noise.
  Buffer<double> fourths, thirds;
  NoiseScales scales;
  MomentShape shape;
  double radius = 1;  // in half widths

  double interval_level = 0.95;
  bool simultaneous = false;
  int64_t rounds = 1;
  double units = 0;  // under add/remove an estimate
  double noise_norm = 0;
  privacy::Guarantee guarantee;

  int32_t noise() const;
  bool proved() const { return rounds == 1; }
  // Whether rows of values in their ranges may be beyond the radius.
  bool shortens_rows() const { return radius * radius < static_cast<double>(columns()); }
  // Return the standard deviation of the noise in an entry off the diagonal, and in a mean, in half widths: an average
  // over directions after several rounds.
  double noise_stddev() const;
  double mean_noise_stddev() const;
  // Returns the mean of the squared norms of the rows of the frame.
  double mean_square_of_frame() const;

  double correlation(size_t i, size_t j) const;
  void write_json(Text &text) const;
  void write_text(Text &text) const;

  void write_bytes(Text &out) const;
  // Fails with DPCVX_ERR_ARGUMENT for bytes that hold no covariance, or with DPCVX_ERR_NOMEM.
  dpcvx_status read_bytes(const void *bytes, size_t length, Error &error);

 private:
  void write_target(Text &text, bool of_correlations) const;
};

extern const FiguresOf<Covariance> &kCovarianceFigures;

// Nothing fails after the charge. `low` and `high` are finite, low[j] < high[j].
dpcvx_status release_covariance(mechanism::Release &release, const data::Dataset &rows, const double *low,
                                const double *high, const CovarianceSettings &given, Covariance *out);

struct ExpectedNoise {
  double stddev = 0;  // of an entry off the diagonal
  double norm = 0;    // of the matrix, exceeded with probability at most 1 - interval_level
};

// Computes the noise of a covariance whose mean is in the middle: of one round in half widths, of more in units of the
// covariance itself.
dpcvx_status expect_covariance_noise(const privacy::Curve &price, int32_t adjacency, double units, int64_t columns,
                                     const CovarianceSettings &given, ExpectedNoise *out, Error &error);

}  // namespace dpcvx::estimate

#endif
