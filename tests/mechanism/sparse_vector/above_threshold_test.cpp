#include "mechanism/sparse_vector/above_threshold.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "support/evidence.h"
#include "mechanism/boundary.h"
#include "mechanism/laws.h"

using namespace dpcvx::mechanism;
using laws::Law;

namespace {

// Pr[noise >= k] of discrete Laplace noise.
long double tail(long double scale, int64_t k) {
  const long double r = std::exp(-1 / scale);
  if (k <= 0) return 1 - tail(scale, 1 - k);
  return std::pow(r, k) / (1 + r);
}

// The law of the answers to a fixed stream of queries (places relative to the threshold), as bit patterns; the stream
// ends with its last positive answer.
Law answers_law(long double threshold_scale, long double answer_scale, int max_above, const std::vector<int> &queries) {
  Law law(size_t{1} << queries.size(), 0);
  const int reach = static_cast<int>(60 * threshold_scale);
  for (int noise = -reach; noise <= reach; ++noise) {
    const long double weight = std::tanh(0.5L / threshold_scale) * std::exp(-std::abs(noise) / threshold_scale);
    std::vector<long double> above;
    for (const int query : queries) above.push_back(tail(answer_scale, noise - query));
    for (size_t pattern = 0; pattern < law.size(); ++pattern) {
      long double p = weight;
      int positive = 0;
      for (size_t i = 0; i < queries.size(); ++i) {
        const bool is_above = pattern >> i & 1;
        if (positive == max_above) {
          if (is_above) p = 0;  // no such pattern: the stream has ended
          continue;
        }
        p *= is_above ? above[i] : 1 - above[i];
        positive += is_above;
      }
      law[pattern] += p;
    }
  }
  return law;
}

// The greatest log-ratio over streams of queries and their neighbours.
long double greatest_ratio(long double threshold_scale, long double answer_scale, int max_above, size_t length) {
  long double ratio = 0;
  laws::each_point(length, -1, 1, [&](const std::vector<int> &kinds) {
    std::vector<int> queries;
    for (const int kind : kinds) queries.push_back(kind * 12);
    const Law law = answers_law(threshold_scale, answer_scale, max_above, queries);
    laws::each_point(length, -1, 1, [&](const std::vector<int> &change) {
      std::vector<int> moved = queries;
      for (size_t i = 0; i < length; ++i) moved[i] += change[i];
      const Law other = answers_law(threshold_scale, answer_scale, max_above, moved);
      for (size_t i = 0; i < law.size(); ++i)
        if (law[i] > 0 && other[i] > 0) ratio = std::max(ratio, std::fabs(std::log(law[i] / other[i])));
    });
  });
  return ratio;
}

// Pr[no, ten times, then yes, `max_above` times] for ten queries far above the threshold and others at it.
long double worst_stream(long double threshold_scale, long double answer_scale, int max_above, int high, int low) {
  long double sum = 0;
  const int reach = static_cast<int>(60 * threshold_scale) + 60;
  for (int noise = -reach; noise <= reach; ++noise) {
    const long double weight = std::tanh(0.5L / threshold_scale) * std::exp(-std::abs(noise) / threshold_scale);
    const long double no = 1 - tail(answer_scale, noise - high), yes = tail(answer_scale, noise - low);
    sum += weight * std::pow(no, 10) * std::pow(yes, max_above);
  }
  return sum;
}

// The log-ratio at the neighbours that move the two groups apart: it tends to epsilon.
long double worst_ratio(long double threshold_scale, long double answer_scale, int max_above) {
  return std::log(worst_stream(threshold_scale, answer_scale, max_above, 24, 0) /
                  worst_stream(threshold_scale, answer_scale, max_above, 25, -1));
}

void plan(AboveThreshold &stream, double epsilon, double threshold, int64_t max_above, double step = 1) {
  dpcvx::Error error(nullptr, "test");
  ASSERT_EQ(stream.plan(epsilon, threshold, 1, max_above, step, error), DPCVX_OK);
}

TEST(AboveThreshold, IsPurelyPrivate) {
  for (const int max_above : {1, 2}) {
    constexpr double kEpsilon = 3;
    AboveThreshold stream;
    plan(stream, kEpsilon, 0, max_above);
    const double threshold_scale = stream.threshold_scale(), answer_scale = stream.answer_scale();
    EXPECT_LE(greatest_ratio(threshold_scale, answer_scale, max_above, 3), kEpsilon);
    const long double ratio = worst_ratio(threshold_scale, answer_scale, max_above);
    EXPECT_LE(ratio, kEpsilon);
    EXPECT_GT(ratio, kEpsilon * 0.95L);
    evidence("mechanism laws", "above-threshold, %d positive: log-ratio %.4Lf of epsilon %g on the worst stream",
             max_above, ratio, kEpsilon);
    // The controls: answer noise without its factor of two, or for one positive answer where there are two, and a
    // threshold of too little noise (Lyu, Su and Li 2017 list published variants of this kind).
    EXPECT_GT(worst_ratio(threshold_scale, answer_scale / 2, max_above), kEpsilon);
    EXPECT_GT(worst_ratio(threshold_scale / 2, answer_scale, max_above), kEpsilon);
    EXPECT_GT(greatest_ratio(threshold_scale, answer_scale / (2 * max_above), max_above, 3), kEpsilon);
  }
}

TEST(AboveThreshold, AnswersFollowTheirLaw) {
  const std::vector<int> queries = {-3, 0, 2};
  laws::Stream source("answers");
  AboveThreshold example;
  plan(example, 2, 5, 2);
  const Law law = answers_law(example.threshold_scale(), example.answer_scale(), 2, queries);
  std::vector<int64_t> counts(law.size());
  for (int i = 0; i < 40000; ++i) {
    AboveThreshold stream;
    plan(stream, 2, 5, 2);
    stream.start(source.rng);
    size_t pattern = 0;
    for (size_t j = 0; j < queries.size() && stream.remaining() > 0; ++j)
      if (stream.ask(source.rng, 5.0 + queries[j])) pattern |= size_t{1} << j;
    ++counts[pattern];
  }
  EXPECT_LT(laws::chi_square_deviate(counts, law), 6);
  EXPECT_GT(laws::chi_square_deviate(counts,
                                     answers_law(example.threshold_scale() * 1.1, example.answer_scale(), 2, queries)),
            6);
}

TEST(AboveThreshold, SpendsNoMoreThanItsEpsilon) {
  for (double epsilon = 1e-4; epsilon < 30; epsilon *= 3.1)
    for (const int64_t max_above : {int64_t{1}, int64_t{2}, int64_t{50}, int64_t{100000}}) {
      AboveThreshold stream;
      plan(stream, epsilon, 0, max_above, 0);
      const long double spent = stream.sensitivity() / static_cast<long double>(stream.threshold_scale()) +
                                2 * max_above * stream.sensitivity() / static_cast<long double>(stream.answer_scale());
      ASSERT_LE(spent, epsilon * (1 + 1e-18L));
      ASSERT_GT(spent, epsilon * (1 - 1e-12L));
    }
}

TEST(AboveThreshold, EndsAfterItsLastPositiveAnswer) {
  using namespace boundary;
  const Budget ledger = budget(100, 0);
  const Rng rng = seeded("ends"), other = entropy();
  const Curve price = pure(50);
  dpcvx_above_threshold *made = nullptr;
  dpcvx_error error;
  ASSERT_EQ(
      dpcvx_above_threshold_create(ledger.get(), rng.get(), price.get(), 10, 1, 2, nullptr, &made, nullptr, &error),
      DPCVX_OK);
  const Stream stream(made);
  int32_t above = -1;
  int64_t remaining = -1;
  EXPECT_EQ(dpcvx_above_threshold_query(made, other.get(), 0, &above, &error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(above, -1);
  for (const double value : std::vector<double>{-INFINITY, NAN, 0.0, -1e300}) {
    EXPECT_EQ(dpcvx_above_threshold_query(made, rng.get(), value, &above, &error), DPCVX_OK);
    EXPECT_EQ(above, 0);
  }
  EXPECT_EQ(dpcvx_above_threshold_query(made, rng.get(), INFINITY, &above, &error), DPCVX_OK);
  EXPECT_EQ(above, 1);
  EXPECT_EQ(dpcvx_above_threshold_remaining(made, &remaining, &error), DPCVX_OK);
  EXPECT_EQ(remaining, 1);
  EXPECT_EQ(dpcvx_above_threshold_query(made, rng.get(), 1e300, &above, &error), DPCVX_OK);
  EXPECT_EQ(above, 1);
  above = -1;
  EXPECT_EQ(dpcvx_above_threshold_query(made, rng.get(), 1e300, &above, &error), DPCVX_ERR_STATE);
  EXPECT_EQ(above, -1);
  EXPECT_EQ(dpcvx_above_threshold_remaining(made, &remaining, &error), DPCVX_OK);
  EXPECT_EQ(remaining, 0);
}

// A stream that fork() copied would answer from the same noise once more.
TEST(AboveThreshold, AnswersInTheProcessThatCreatedIt) {
  using namespace boundary;
  const Budget ledger = budget(1, 0);
  const Rng rng = entropy();
  const Curve price = pure(1);
  dpcvx_above_threshold *made = nullptr;
  ASSERT_EQ(
      dpcvx_above_threshold_create(ledger.get(), rng.get(), price.get(), 10, 1, 2, nullptr, &made, nullptr, nullptr),
      DPCVX_OK);
  const Stream stream(made);
  const pid_t child = fork();
  int32_t above = 77;
  if (child == 0) {
    const dpcvx_status status = dpcvx_above_threshold_query(made, rng.get(), 0, &above, nullptr);
    _exit(status == DPCVX_ERR_STATE && above == 77 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(dpcvx_above_threshold_query(made, rng.get(), 0, &above, nullptr), DPCVX_OK);
}

}  // namespace
