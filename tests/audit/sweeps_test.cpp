// Sweeps of coordinates attacked from outside: draws after T sweeps from a corner, against draws of the target, told
// apart by the direction in which the start is left. The lower bound on mu stays below the certificate, and passes what
// a sixth of the sweeps would have to keep to.
#include <numeric>

#include "audit/subject.h"

namespace {

constexpr size_t kDimension = 2;
constexpr int64_t kRuns = 100000;

// Neighbours of correlation 0.95 in a square, from its upper corner.
class Sweeper {
 public:
  explicit Sweeper(int64_t sweeps) {
    const double off = -0.95, low[2] = {-3, -3}, high[2] = {3, 3}, matrix[4] = {1, off, off, 1}, start[2] = {3, 3};
    dpcvx_domain *square = nullptr;
    dpcvx_options *options = nullptr;
    dpcvx_error error;
    expect_ok(dpcvx_domain_create_box(low, high, 2, &square, &error), error);
    expect_ok(dpcvx_sampler_options_create(&options, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_METHOD, DPCVX_SAMPLER_METHOD_SWEEPS, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_ROUNDS, sweeps, &error), error);
    expect_ok(dpcvx_sampler_create_with_quadratic(matrix, nullptr, 2, square, nullptr, start, options, &it, &error),
              error);
    dpcvx_options_destroy(options);
    dpcvx_domain_destroy(square);
  }
  Sweeper(const Sweeper &) = delete;
  Sweeper &operator=(const Sweeper &) = delete;
  ~Sweeper() { dpcvx_sampler_destroy(it); }

  double mu() const {
    double value = -1;
    EXPECT_EQ(dpcvx_sampler_get_f64(it, DPCVX_SAMPLER_FIGURE_GDP, &value, nullptr), DPCVX_OK);
    return value;
  }

  dpcvx_sampler *it = nullptr;
};

// Of the sum of a draw's entries, as `early` draws it against `late`, which has come to the target.
double mu_seen(dpcvx_sampler *late, dpcvx_sampler *early, size_t dimension, int64_t runs, const char *seed) {
  dpcvx_error error;
  dpcvx_rng *rng = nullptr;
  expect_ok(dpcvx_rng_create_deterministic(seed, std::strlen(seed), &rng, &error), error);
  std::vector<double> points;
  const Release release = [&](int side, size_t count, double *scores) {
    points.resize(count * dimension);
    expect_ok(dpcvx_nonprivate_sampler_draw(side == 0 ? late : early, rng, static_cast<int64_t>(count), points.data(),
                                            nullptr, nullptr, nullptr, &error),
              error);
    for (size_t i = 0; i < count; ++i) {
      const double *const point = points.data() + i * dimension;
      scores[i] = std::accumulate(point, point + dimension, 0.0);
    }
  };
  const AuditFigures figures = audited(release, {runs, kNearlySure});
  dpcvx_rng_destroy(rng);
  return figures.mu;
}

// Of `sweeps` sweeps.
double mu_seen(int64_t sweeps, const char *seed) {
  const Sweeper early(sweeps), late(120);
  EXPECT_LT(late.mu(), 1e-3);
  return mu_seen(late.it, early.it, kDimension, kRuns, seed);
}

TEST(AuditedSweeps, StayWithinTheirCertificate) {
  for (const int64_t sweeps : {1, 2, 4}) {
    const double stated = Sweeper(sweeps).mu(), seen = mu_seen(sweeps, "sweeps");
    EXPECT_GT(seen, 0.15 * stated);
    EXPECT_LE(seen, stated);
    evidence("audit", "%lld sweeps from a corner: mu at least %.3f, certified %.3f", static_cast<long long>(sweeps),
             seen, stated);
  }
}

// The certificate of T sweeps does not hold of a sixth of them.
TEST(SweepsControl, ASixthOfTheSweepsIsCaught) {
  const double stated = Sweeper(24).mu(), seen = mu_seen(4, "early");
  EXPECT_GT(seen, stated);
  evidence("audit", "a sixth of the sweeps of a certificate of %.3f: mu at least %.3f", stated, seen);
}

// ---- Blocks ----

constexpr size_t kLong = 40;

// Neighbours of correlation 0.9 in a box, from its upper corner: sweeps of blocks that keep within this mu, or so many
// sweeps of coordinates.
class LongSweeper {
 public:
  explicit LongSweeper(double gdp, int64_t sweeps = 0) {
    std::vector<double> matrix(kLong * kLong), low(kLong, -1), high(kLong, 1);
    for (size_t i = 0; i < kLong; ++i) {
      matrix[i * kLong + i] = (i == 0 || i + 1 == kLong ? 1 : 1.81) / 0.19;
      if (i > 0) matrix[i * kLong + i - 1] = matrix[(i - 1) * kLong + i] = -0.9 / 0.19;
    }
    dpcvx_domain *box = nullptr;
    dpcvx_options *options = nullptr;
    dpcvx_error error;
    expect_ok(dpcvx_domain_create_box(low.data(), high.data(), kLong, &box, &error), error);
    expect_ok(dpcvx_sampler_options_create(&options, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_METHOD, DPCVX_SAMPLER_METHOD_SWEEPS, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_GDP, gdp, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_ROUNDS, sweeps, &error), error);
    expect_ok(dpcvx_sampler_create_with_quadratic(matrix.data(), nullptr, kLong, box, nullptr, high.data(), options,
                                                  &it, &error),
              error);
    dpcvx_options_destroy(options);
    dpcvx_domain_destroy(box);
  }
  LongSweeper(const LongSweeper &) = delete;
  LongSweeper &operator=(const LongSweeper &) = delete;
  ~LongSweeper() { dpcvx_sampler_destroy(it); }

  double real(int32_t figure) const {
    double value = -1;
    EXPECT_EQ(dpcvx_sampler_get_f64(it, figure, &value, nullptr), DPCVX_OK);
    return value;
  }
  int64_t sweeps() const {
    int64_t value = -1;
    EXPECT_EQ(dpcvx_sampler_get_i64(it, DPCVX_SAMPLER_FIGURE_ROUNDS, &value, nullptr), DPCVX_OK);
    return value;
  }

  dpcvx_sampler *it = nullptr;
};

double mu_seen(const LongSweeper &early, const char *seed) {
  constexpr int64_t kFewer = 20000;
  return mu_seen(LongSweeper(1e-3).it, early.it, kLong, kFewer, seed);
}

// The certificate of sweeps of blocks holds of them. It is far from tight between walls that bind, which hold chains
// back. Control: it does not hold of as many sweeps of coordinates.
TEST(AuditedSweeps, OfBlocksStayWithinTheirCertificate) {
  for (const double goal : {2.0, 6.0}) {
    const LongSweeper blocks(goal);
    EXPECT_GT(blocks.real(DPCVX_SAMPLER_FIGURE_MAX_TRIES), 2.3);
    const double stated = blocks.real(DPCVX_SAMPLER_FIGURE_GDP), seen = mu_seen(blocks, "blocks");
    const double mistaken = mu_seen(LongSweeper(0, blocks.sweeps()), "coordinates");
    EXPECT_LE(seen, stated);
    EXPECT_GT(mistaken, 1.2 * stated);
    evidence("audit",
             "%lld sweeps of blocks from a corner: mu at least %.3f, certified %.3f; of as many of coordinates %.3f",
             static_cast<long long>(blocks.sweeps()), seen, stated, mistaken);
  }
}

}  // namespace
