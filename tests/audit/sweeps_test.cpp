// Sweeps of coordinates attacked from outside: draws after T sweeps from a corner, against draws of the target, told
// apart by the direction in which the start is left. The lower bound on mu stays below the certificate, and passes what
// a sixth of the sweeps would have to keep to.
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

// Of `sweeps` sweeps against the target.
double mu_seen(int64_t sweeps, const char *seed) {
  Sweeper early(sweeps), late(120);
  EXPECT_LT(late.mu(), 1e-3);
  dpcvx_error error;
  dpcvx_rng *rng = nullptr;
  expect_ok(dpcvx_rng_create_deterministic(seed, std::strlen(seed), &rng, &error), error);
  std::vector<double> points;
  const Release release = [&](int side, size_t count, double *scores) {
    points.resize(count * kDimension);
    expect_ok(dpcvx_nonprivate_sampler_draw(side == 0 ? late.it : early.it, rng, static_cast<int64_t>(count),
                                            points.data(), nullptr, nullptr, nullptr, &error),
              error);
    for (size_t i = 0; i < count; ++i) scores[i] = points[2 * i] + points[2 * i + 1];
  };
  const AuditFigures figures = audited(release, {kRuns, kNearlySure});
  dpcvx_rng_destroy(rng);
  return figures.mu;
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

}  // namespace
