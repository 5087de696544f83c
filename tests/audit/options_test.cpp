// Audits of releases with options: coarse lattices, where rounding is most of the sensitivity, and monotonic scores.
#include "audit/power.h"

namespace {

struct ReleaseOptions {
  ReleaseOptions() { expect_ok(dpcvx_release_options_create(&handle, &error), error); }
  ~ReleaseOptions() { dpcvx_options_destroy(handle); }
  dpcvx_options *handle = nullptr;
  dpcvx_error error{};
};

// Every coordinate crosses the middle between two lattice points: moves of 1/64 become moves of a whole step of 1/2. A
// release that forgot its rounding's share of the sensitivity would show 32 times its claim.
constexpr size_t kSize = 4;
constexpr double kBelow = 0.25 - 0x1p-7, kAbove = 0.25 + 0x1p-7, kMove = 0x1p-6, kStep = 0.5;

double sum(const double *out) {
  double total = 0;
  for (size_t i = 0; i < kSize; ++i) total += out[i];
  return total;
}

TEST(AuditedLattice, CoarseGaussian) {
  Subject subject("coarse gaussian", DPCVX_FILTER_GDP, Subject::gdp(1.5));
  ReleaseOptions options;
  expect_ok(dpcvx_options_set_f64(options.handle, DPCVX_RELEASE_OPTION_LATTICE_STEP, kStep, &options.error),
            options.error);
  const int64_t runs = audit_runs(runs_for_mu(halfway(1.5), to_reach(0.85) * 1.5), 1000000);
  const auto release = [&](int side) {
    double values[kSize], out[kSize];
    std::fill(values, values + kSize, side == 0 ? kBelow : kAbove);
    expect_ok(dpcvx_release_gaussian(subject.budget(), subject.rng(), subject.price(), values, kSize, 2 * kMove,
                                     options.handle, out, nullptr, &subject.error),
              subject.error);
    return sum(out);
  };
  const AuditFigures figures = audited(each(release), {runs, kNearlySure});
  expect_near_claim("Gaussian on a lattice far coarser than the sensitivity", "mu", 1.5, figures.mu, to_reach(0.85),
                    runs);
}

TEST(AuditedLattice, CoarseLaplace) {
  Subject subject("coarse laplace", DPCVX_FILTER_BASIC, Subject::pure(1.5));
  ReleaseOptions options;
  expect_ok(dpcvx_options_set_f64(options.handle, DPCVX_RELEASE_OPTION_LATTICE_STEP, kStep, &options.error),
            options.error);
  const int64_t runs = audit_runs(long_audits() ? 80000 : 32000, 1000000);
  const auto release = [&](int side) {
    double values[kSize], out[kSize], score = 0;
    std::fill(values, values + kSize, side == 0 ? kBelow : kAbove);
    expect_ok(dpcvx_release_laplace(subject.budget(), subject.rng(), subject.price(), values, kSize, kSize * kMove,
                                    options.handle, out, nullptr, &subject.error),
              subject.error);
    for (double x : out) score += std::fabs(x) - std::fabs(x - kStep);
    return score;
  };
  const AuditFigures figures = audited(each(release), {runs, kNearlySure});
  expect_near_claim("Laplace on a lattice far coarser than the sensitivity", "epsilon", 1.5, figures.epsilon,
                    to_reach(0.7), runs);
}

AuditFigures audit_monotonic(decltype(&dpcvx_release_exponential) select, const double (&scores)[2][2], int64_t runs) {
  Subject subject("monotonic", DPCVX_FILTER_BASIC, Subject::pure(1), DPCVX_ADJACENCY_ADD_REMOVE);
  ReleaseOptions options;
  expect_ok(dpcvx_options_set_i64(options.handle, DPCVX_RELEASE_OPTION_MONOTONIC, 1, &options.error), options.error);
  const auto release = [&](int side) {
    int64_t index = -1;
    expect_ok(select(subject.budget(), subject.rng(), subject.price(), scores[side], 2, 1, options.handle, &index,
                     nullptr, &subject.error),
              subject.error);
    return index == 0 ? 1.0 : 0.0;
  };
  return audited(each(release), {runs, kNearlySure});
}

// Under add/remove a count only grows: the worse of two gains 1, the other stays. The exponential mechanism then weighs
// by e^(epsilon score): probabilities 0.119 and 0.269, 0.81 of the claim; permute-and-flip attains it.
TEST(AuditedSelection, Monotonic) {
  const double scores[2][2] = {{0, 2}, {1, 2}};
  const EventLaw of_exponential = at_odds(std::exp(-1), std::exp(-2)), of_flip = {std::exp(-1) / 2, std::exp(-2) / 2};
  const int64_t runs = audit_runs(
      std::max(runs_for_epsilon(of_exponential, to_reach(0.6)), runs_for_epsilon(of_flip, to_reach(0.75))), 2000000);
  const double exponential = audit_monotonic(dpcvx_release_exponential, scores, runs).epsilon;
  const double flip = audit_monotonic(dpcvx_release_noisy_max, scores, runs).epsilon;
  expect_near_claim("exponential mechanism, monotonic scores", "epsilon", 1, exponential, to_reach(0.6), runs);
  expect_near_claim("noisy max, monotonic scores", "epsilon", 1, flip, to_reach(0.75), runs);
}

// Scores that are said to be monotonic and are not.
TEST(Control, FalselyMonotonic) {
  const double scores[2][2] = {{0, 2}, {1, 1}};
  const int64_t runs = runs_for_epsilon(at_odds(1, std::exp(-2)), 1);  // of noisy max more is seen
  expect_caught("exponential mechanism, scores not monotonic", "epsilon", 1,
                audit_monotonic(dpcvx_release_exponential, scores, runs).epsilon, runs);
  expect_caught("noisy max, scores not monotonic", "epsilon", 1,
                audit_monotonic(dpcvx_release_noisy_max, scores, runs).epsilon, runs);
}

// Two positive answers: of five queries the first three fall by 1 and the others rise by 1; whether exactly these two
// are above. The price is for the whole stream.
TEST(AuditedThreshold, TwoAbove) {
  constexpr int kQueries = 5;
  Subject subject("two above", DPCVX_FILTER_BASIC, Subject::pure(3));
  const std::vector<bool> answers = {false, false, false, true, true};
  const std::vector<double> higher = {-0.5, -0.5, -0.5, 0.5, 0.5}, lower = {0.5, 0.5, 0.5, -0.5, -0.5};
  const EventLaw law = {above_threshold_probability(3, 2, higher, answers),
                        above_threshold_probability(3, 2, lower, answers)};
  const double least = long_audits() ? 0.35 : 0.25;
  const int64_t runs = audit_runs(runs_for_epsilon(law, least * 3), 1000000);
  const auto release = [&](int side) {
    dpcvx_above_threshold *stream = nullptr;
    expect_ok(dpcvx_above_threshold_create(subject.budget(), subject.rng(), subject.price(), 0, 1, 2, nullptr, &stream,
                                           nullptr, &subject.error),
              subject.error);
    int64_t left = 2;
    int pattern = 0;
    for (int query = 0; query < kQueries && left > 0; ++query) {
      int32_t above = 0;
      const bool rises = query >= 3;
      expect_ok(
          dpcvx_above_threshold_query(stream, subject.rng(), (side == 1) == rises ? 0.5 : -0.5, &above, &subject.error),
          subject.error);
      pattern |= above << query;
      expect_ok(dpcvx_above_threshold_remaining(stream, &left, &subject.error), subject.error);
    }
    dpcvx_above_threshold_destroy(stream);
    return pattern == 24 ? 1.0 : 0.0;
  };
  const AuditFigures figures = audited(each(release), {runs, kNearlySure});
  expect_near_claim("above-threshold, two of 5 queries", "epsilon", 3, figures.epsilon, least, runs);
}

}  // namespace
