// Audits of the releases of answers, choices, quantiles, ranges and threshold streams, at worst-case neighbours.
#include "audit/power.h"

namespace {

int as_int(int64_t value) { return static_cast<int>(value); }

AuditFigures audit_response(int64_t categories, double epsilon, int64_t runs) {
  Subject subject("randomized response", DPCVX_FILTER_BASIC, Subject::pure(epsilon));
  const auto release = [&](int side) {
    const int64_t answer = side;
    int64_t out = -1;
    expect_ok(dpcvx_release_randomized_response(subject.budget(), subject.rng(), subject.price(), &answer, 1,
                                                categories, &out, nullptr, &subject.error),
              subject.error);
    return as_int(out);
  };
  return audited(learnt(release, as_int(categories), runs / 10), {runs, kNearlySure});
}

TEST(AuditedResponse, Binary) {
  const EventLaw law = at_odds(std::exp(1), std::exp(-1));
  const double least = to_reach(0.94);
  const int64_t runs = audit_runs(runs_for_epsilon(law, least), 4400000);
  expect_near_claim("randomized response, 2 categories", "epsilon", 1, audit_response(2, 1, runs).epsilon, least, runs);
}

TEST(AuditedResponse, FiveCategories) {
  const EventLaw law = at_odds(std::exp(2) / 4, 1 / (std::exp(2) + 3));  // one answer, truly given or not
  const double least = to_reach(0.94);
  const int64_t runs = audit_runs(runs_for_epsilon(law, least * 2), 4400000);
  expect_near_claim("randomized response, 5 categories", "epsilon", 2, audit_response(5, 2, runs).epsilon, least, runs);
}

using Select = decltype(&dpcvx_release_exponential);

AuditFigures audit_selection(Select select, const double scores[2][2], double epsilon, int64_t runs) {
  Subject subject("selection", DPCVX_FILTER_BASIC, Subject::pure(epsilon));
  const auto release = [&](int side) {
    int64_t index = -1;
    expect_ok(select(subject.budget(), subject.rng(), subject.price(), scores[side], 2, 1, nullptr, &index, nullptr,
                     &subject.error),
              subject.error);
    return index == 0 ? 1.0 : 0.0;
  };
  return audited(each(release), {runs, kNearlySure});
}

// The unlikely candidate gains 1 and the other loses 1. With p its first probability the loss is epsilon - log(1 + p
// (e^epsilon - 1)), here 0.95 of epsilon.
TEST(AuditedSelection, Exponential) {
  const double scores[2][2] = {{0, 3.5}, {1, 2.5}};
  const EventLaw law = at_odds(std::exp(-1.5), std::exp(-3.5));
  const double least = to_reach(0.75);
  const int64_t runs = audit_runs(runs_for_epsilon(law, least * 2), 2000000);
  const AuditFigures figures = audit_selection(dpcvx_release_exponential, scores, 2, runs);
  expect_near_claim("exponential mechanism", "epsilon", 2, figures.epsilon, least, runs);
}

// Permute-and-flip takes the worse of two with probability exp(-epsilon gap / 2) / 2: the loss is epsilon exactly while
// the order stays.
TEST(AuditedSelection, NoisyMax) {
  const double scores[2][2] = {{0, 2}, {1, 1}};
  const EventLaw law = {0.5, std::exp(-2) / 2};
  const double least = to_reach(0.93);
  const int64_t runs = audit_runs(runs_for_epsilon(law, least * 2), 4400000);
  const AuditFigures figures = audit_selection(dpcvx_release_noisy_max, scores, 2, runs);
  expect_near_claim("noisy max, permute-and-flip", "epsilon", 2, figures.epsilon, least, runs);
}

// Two values of median rank 1: 0.05 stays, the other moves from the top to the bottom. The gap (0, 0.05] gains 1, the
// gap (0.05, 1] loses 1, and nearly all the weight is in the second.
TEST(AuditedQuantile, Median) {
  Subject subject("quantile", DPCVX_FILTER_BASIC, Subject::pure(2));
  const double values[2][2] = {{1, 0.05}, {0, 0.05}};
  const EventLaw law = at_odds(0.05 / (0.95 * std::exp(-1)), 0.05 * std::exp(-1) / 0.95);
  const double least = to_reach(0.75);
  const int64_t runs = audit_runs(runs_for_epsilon(law, least * 2), 2000000);
  const auto release = [&](int side) {
    double out = NAN;
    expect_ok(dpcvx_release_quantile(subject.budget(), subject.rng(), subject.price(), values[side], 2, 0.5, 0, 1,
                                     nullptr, &out, nullptr, &subject.error),
              subject.error);
    return -out;
  };
  const AuditFigures figures = audited(each(release), {runs, kNearlySure});
  expect_near_claim("quantile", "epsilon", 2, figures.epsilon, least, runs);
}

// Each end is the median of two values of which one stays, at -4096 for the lower end and, seen from above, at 4096 for
// the upper one; the other moves across. A fifth of the candidates lie beyond the one that stays: they gain 1, the
// others lose 1. Score: how many ends are beyond. Half of the price goes to each; with both beyond the loss is 1.6
// of 2.
TEST(AuditedRange, BothEnds) {
  Subject subject("range", DPCVX_FILTER_BASIC, Subject::pure(2));
  const double values[2][2] = {{-4096, 1e30}, {-4096, -1e30}};
  const double least = long_audits() ? 0.3 : 0.22;
  const int64_t runs = audit_runs(runs_for_epsilon(at_least(2, range_ends(1)), least * 2), 1000000);
  const auto release = [&](int side) {
    double low = NAN, high = NAN;
    expect_ok(dpcvx_release_range(subject.budget(), subject.rng(), subject.price(), values[side], 2, 0.5, &low, &high,
                                  nullptr, &subject.error),
              subject.error);
    return (low < -4096 ? 1.0 : 0.0) + (high <= -4096 ? 1.0 : 0.0);
  };
  const AuditFigures figures = audited(each(release), {runs, kNearlySure});
  expect_near_claim("range", "epsilon", 2, figures.epsilon, least, runs);
}

// The first four queries fall by 1 and the last rises by 1. That the last is the first to be above has probabilities
// 0.0138 and 0.078: 0.87 of the claim. (Longer streams and rarer events come nearer.)
TEST(AuditedThreshold, FirstAbove) {
  constexpr int kQueries = 5;
  Subject subject("above threshold", DPCVX_FILTER_BASIC, Subject::pure(2));
  const std::vector<bool> answers = {false, false, false, false, true};
  const std::vector<double> higher = {-0.5, -0.5, -0.5, -0.5, 0.5}, lower = {0.5, 0.5, 0.5, 0.5, -0.5};
  const EventLaw law = {above_threshold_probability(2, 1, higher, answers),
                        above_threshold_probability(2, 1, lower, answers)};
  const int64_t runs = audit_runs(runs_for_epsilon(law, to_reach(0.5) * 2), 1000000);
  const auto release = [&](int side) {
    dpcvx_above_threshold *stream = nullptr;
    expect_ok(dpcvx_above_threshold_create(subject.budget(), subject.rng(), subject.price(), 0, 1, 1, nullptr, &stream,
                                           nullptr, &subject.error),
              subject.error);
    int32_t above = 0;
    int query = 0;
    for (; query < kQueries && !above; ++query) {
      const bool last = query == kQueries - 1;
      expect_ok(
          dpcvx_above_threshold_query(stream, subject.rng(), (side == 1) == last ? 0.5 : -0.5, &above, &subject.error),
          subject.error);
    }
    dpcvx_above_threshold_destroy(stream);
    return above && query == kQueries ? 1.0 : 0.0;
  };
  const AuditFigures figures = audited(each(release), {runs, kNearlySure});
  expect_near_claim("above-threshold, the last of 5 queries", "epsilon", 2, figures.epsilon, to_reach(0.5), runs);
}

}  // namespace
