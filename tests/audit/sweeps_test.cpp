// Sweeps of coordinates attacked from outside: draws after T sweeps from a corner, against draws of the target, told
// apart by the direction in which the start is left. The lower bound on mu stays below the certificate, and passes what
// a sixth of the sweeps would have to keep to.
#include <cmath>
#include <numeric>
#include <vector>

#include "audit/subject.h"

namespace {

constexpr int64_t kRuns = 100000;
constexpr double kOfSweeps = 0;  // the number of sweeps is given

// Sweeps from the upper corner of a box: so many of coordinates, or of blocks that keep within this mu.
class Sweeper {
 public:
  Sweeper(const std::vector<double> &matrix, double wall, double gdp, int64_t sweeps)
      : dimension(static_cast<size_t>(std::lround(std::sqrt(matrix.size())))) {
    const std::vector<double> low(dimension, -wall), high(dimension, wall);
    const auto columns = static_cast<int64_t>(dimension);
    dpcvx_domain *box = nullptr;
    dpcvx_options *options = nullptr;
    dpcvx_error error;
    expect_ok(dpcvx_domain_create_box(low.data(), high.data(), columns, &box, &error), error);
    expect_ok(dpcvx_sampler_options_create(&options, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_METHOD, DPCVX_SAMPLER_METHOD_SWEEPS, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_GDP, gdp, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_ROUNDS, sweeps, &error), error);
    expect_ok(dpcvx_sampler_create_with_quadratic(matrix.data(), nullptr, columns, box, nullptr, high.data(), options,
                                                  &it, &error),
              error);
    dpcvx_options_destroy(options);
    dpcvx_domain_destroy(box);
  }
  Sweeper(const Sweeper &) = delete;
  Sweeper &operator=(const Sweeper &) = delete;
  ~Sweeper() { dpcvx_sampler_destroy(it); }

  double real(int32_t figure) const {
    double value = -1;
    EXPECT_EQ(dpcvx_sampler_get_f64(it, figure, &value, nullptr), DPCVX_OK);
    return value;
  }
  double mu() const { return real(DPCVX_SAMPLER_FIGURE_GDP); }
  int64_t sweeps() const {
    int64_t value = -1;
    EXPECT_EQ(dpcvx_sampler_get_i64(it, DPCVX_SAMPLER_FIGURE_ROUNDS, &value, nullptr), DPCVX_OK);
    return value;
  }

  const size_t dimension;
  dpcvx_sampler *it = nullptr;
};

// Of the sum of a draw's entries, as `early` draws it against `late`, which has come to the target.
double mu_seen(const Sweeper &late, const Sweeper &early, int64_t runs, const char *seed) {
  dpcvx_error error;
  dpcvx_rng *rng = nullptr;
  expect_ok(dpcvx_rng_create_deterministic(seed, std::strlen(seed), &rng, &error), error);
  std::vector<double> points;
  const Release release = [&](int side, size_t count, double *scores) {
    points.resize(count * early.dimension);
    expect_ok(dpcvx_nonprivate_sampler_draw(side == 0 ? late.it : early.it, rng, static_cast<int64_t>(count),
                                            points.data(), nullptr, nullptr, nullptr, &error),
              error);
    for (size_t i = 0; i < count; ++i) {
      const double *const point = points.data() + i * early.dimension;
      scores[i] = std::accumulate(point, point + early.dimension, 0.0);
    }
  };
  const AuditFigures figures = audited(release, {runs, kNearlySure});
  dpcvx_rng_destroy(rng);
  return figures.mu;
}

// Neighbours of correlation 0.95 in a square.
Sweeper in_a_square(int64_t sweeps) { return {{1, -0.95, -0.95, 1}, 3, kOfSweeps, sweeps}; }

// Of `sweeps` sweeps.
double mu_seen(int64_t sweeps, const char *seed) {
  const Sweeper early = in_a_square(sweeps), late = in_a_square(120);
  EXPECT_LT(late.mu(), 1e-3);
  return mu_seen(late, early, at_length_or<int64_t>(kRuns, 60000), seed);
}

TEST(AuditedSweeps, StayWithinTheirCertificate) {
  for (const int64_t sweeps : {1, 2, 4}) {
    const double stated = in_a_square(sweeps).mu(), seen = mu_seen(sweeps, "sweeps");
    EXPECT_GT(seen, 0.15 * stated);
    EXPECT_LE(seen, stated);
    evidence("audit", "%lld sweeps from a corner: mu at least %.3f, certified %.3f", static_cast<long long>(sweeps),
             seen, stated);
  }
}

// The certificate of T sweeps does not hold of a sixth of them.
TEST(SweepsControl, ASixthOfTheSweepsIsCaught) {
  const double stated = in_a_square(24).mu(), seen = mu_seen(4, "early");
  EXPECT_GT(seen, stated);
  evidence("audit", "a sixth of the sweeps of a certificate of %.3f: mu at least %.3f", stated, seen);
}

// ---- Blocks ----

// Neighbours of correlation 0.9 in a box of 40 coordinates: blocks that keep within this mu, or sweeps of coordinates.
Sweeper in_a_long_box(double gdp, int64_t sweeps = 0) {
  constexpr size_t kLong = 40;
  std::vector<double> matrix(kLong * kLong);
  for (size_t i = 0; i < kLong; ++i) {
    matrix[i * kLong + i] = (i == 0 || i + 1 == kLong ? 1 : 1.81) / 0.19;
    if (i > 0) matrix[i * kLong + i - 1] = matrix[(i - 1) * kLong + i] = -0.9 / 0.19;
  }
  return {matrix, 1, gdp, sweeps};
}

double mu_seen(const Sweeper &early, const char *seed) {
  constexpr int64_t kFewer = 20000;
  return mu_seen(in_a_long_box(1e-3), early, kFewer, seed);
}

// The certificate of sweeps of blocks holds of them. It is far from tight between walls that bind, which hold chains
// back. Control: it does not hold of as many sweeps of coordinates.
TEST(AuditedSweeps, OfBlocksStayWithinTheirCertificate) {
  for (const double goal : {2.0, 6.0}) {
    const Sweeper blocks = in_a_long_box(goal);
    EXPECT_GT(blocks.real(DPCVX_SAMPLER_FIGURE_MAX_TRIES), 2.3);
    const double stated = blocks.mu(), seen = mu_seen(blocks, "blocks");
    const double mistaken = mu_seen(in_a_long_box(kOfSweeps, blocks.sweeps()), "coordinates");
    EXPECT_LE(seen, stated);
    EXPECT_GT(mistaken, 1.2 * stated);
    evidence("audit",
             "%lld sweeps of blocks from a corner: mu at least %.3f, certified %.3f; of as many of coordinates %.3f",
             static_cast<long long>(blocks.sweeps()), seen, stated, mistaken);
  }
}

}  // namespace
