// The audit's boundary: what it asks of the release, how it fails, and discrete scores.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "audit/generator.h"

namespace {

struct Calls {
  std::vector<int32_t> sides;
  std::vector<size_t> counts;
  int32_t answer = 0;
  size_t fail_at = SIZE_MAX;  // which call answers or leaves a NaN
  bool leave_nan = false;
};

int32_t record(void *user, int32_t side, size_t count, double *scores) {
  Calls &calls = *static_cast<Calls *>(user);
  const bool failing = calls.sides.size() == calls.fail_at;
  calls.sides.push_back(side);
  calls.counts.push_back(count);
  for (size_t i = 0; i < count; ++i) scores[i] = static_cast<double>(i % 7);
  if (failing && calls.leave_nan) scores[count / 2] = std::numeric_limits<double>::quiet_NaN();
  return failing && !calls.leave_nan ? calls.answer : 0;
}

class AuditApi : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(dpcvx_audit_options_create(&options_, &error_), DPCVX_OK); }
  void TearDown() override {
    dpcvx_audit_destroy(audit_);
    dpcvx_options_destroy(options_);
  }
  void runs(int64_t count) {
    ASSERT_EQ(dpcvx_options_set_i64(options_, DPCVX_AUDIT_OPTION_RUNS, count, &error_), DPCVX_OK);
  }

  dpcvx_error error_{};
  dpcvx_options *options_ = nullptr;
  dpcvx_audit *audit_ = nullptr;
  Calls calls_;
};

TEST_F(AuditApi, AsksForEveryRunOnceInBlocksSidesInTurn) {
  for (int64_t count : {2, 3, 5, 131072, 131073, 200001}) {
    calls_ = Calls();
    runs(count);
    ASSERT_EQ(dpcvx_audit_create(record, &calls_, options_, &audit_, &error_), DPCVX_OK) << error_.message;
    int64_t asked[2] = {0, 0};
    for (size_t i = 0; i < calls_.sides.size(); ++i) {
      EXPECT_EQ(calls_.sides[i], static_cast<int32_t>(i % 2));
      EXPECT_LE(calls_.counts[i], 65536u);
      EXPECT_GT(calls_.counts[i], 0u);
      asked[calls_.sides[i]] += static_cast<int64_t>(calls_.counts[i]);
    }
    EXPECT_EQ(asked[0], count);
    EXPECT_EQ(asked[1], count);
    double epsilon = -1;
    EXPECT_EQ(dpcvx_audit_get_f64(audit_, DPCVX_AUDIT_FIGURE_EPSILON_LOWER, &epsilon, &error_), DPCVX_OK);
    EXPECT_EQ(epsilon, 0);
    dpcvx_audit_destroy(audit_);
    audit_ = nullptr;
  }
}

TEST_F(AuditApi, ARefusalOfTheReleaseStopsItWhereverItComes) {
  runs(300000);
  for (size_t call = 0; call < 12; ++call) {
    calls_ = Calls();
    calls_.answer = -7;
    calls_.fail_at = call;
    audit_ = reinterpret_cast<dpcvx_audit *>(&calls_);
    EXPECT_EQ(dpcvx_audit_create(record, &calls_, options_, &audit_, &error_), DPCVX_ERR_CALLBACK);
    EXPECT_EQ(audit_, nullptr);
    EXPECT_EQ(calls_.sides.size(), call + 1);
    EXPECT_STREQ(error_.message, "dpcvx_audit_create: argument 'release' returned -7; accepted: 0 to go on");
  }
}

TEST_F(AuditApi, ANanIsRefused) {
  runs(10);
  for (size_t call = 0; call < 4; ++call) {
    calls_ = Calls();
    calls_.leave_nan = true;
    calls_.fail_at = call;
    EXPECT_EQ(dpcvx_audit_create(record, &calls_, options_, &audit_, &error_), DPCVX_ERR_CALLBACK);
    EXPECT_EQ(audit_, nullptr);
    EXPECT_NE(std::string(error_.message).find("NaN"), std::string::npos) << error_.message;
  }
}

TEST_F(AuditApi, BadArgumentsAreNamed) {
  EXPECT_EQ(dpcvx_audit_create(nullptr, nullptr, nullptr, &audit_, &error_), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(error_.message).find("'release' = NULL"), std::string::npos) << error_.message;
  EXPECT_EQ(dpcvx_audit_create(record, &calls_, nullptr, nullptr, &error_), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(error_.message).find("'out' = NULL"), std::string::npos) << error_.message;
  EXPECT_EQ(dpcvx_options_set_i64(options_, DPCVX_AUDIT_OPTION_RUNS, 1, &error_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_options_set_i64(options_, DPCVX_AUDIT_OPTION_RUNS, int64_t{1} << 40, &error_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_options_set_f64(options_, DPCVX_AUDIT_OPTION_CONFIDENCE, 1, &error_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_options_set_f64(options_, DPCVX_AUDIT_OPTION_CONFIDENCE, 0, &error_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_options_set_f64(options_, DPCVX_AUDIT_OPTION_DELTA, 1, &error_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_options_set_f64(options_, DPCVX_AUDIT_OPTION_DELTA, NAN, &error_), DPCVX_ERR_ARGUMENT);
  EXPECT_TRUE(calls_.sides.empty());

  runs(10);
  ASSERT_EQ(dpcvx_audit_create(record, &calls_, options_, &audit_, nullptr), DPCVX_OK);
  double value = 5;
  EXPECT_EQ(dpcvx_audit_get_f64(audit_, 99, &value, &error_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(value, 5);
  EXPECT_EQ(dpcvx_audit_get_f64(audit_, DPCVX_AUDIT_FIGURE_MU_LOWER, nullptr, &error_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_audit_get_f64(nullptr, DPCVX_AUDIT_FIGURE_MU_LOWER, &value, &error_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(
      dpcvx_audit_get_f64(reinterpret_cast<dpcvx_audit *>(options_), DPCVX_AUDIT_FIGURE_MU_LOWER, &value, &error_),
      DPCVX_ERR_ARGUMENT);
}

// Side 1 alone ever gives 2: the event {score > 1}, which only thresholds at observed values can name.
TEST(AuditScores, DiscreteTies) {
  Generator random(11);
  const AuditFigures top = audited(each([&](int side) {
                                     const double u = random.uniform();
                                     return u < 0.5 ? 0.0 : (side == 1 && u > 0.9 ? 2.0 : 1.0);
                                   }),
                                   {100000});
  EXPECT_EQ(top.threshold, 1);
  EXPECT_EQ(top.event, DPCVX_AUDIT_EVENT_ABOVE_ON_1);
  EXPECT_GT(top.epsilon, 6);  // log(0.1 / (3.7 / 50000)) = 7.2
  // The other end, and the sides exchanged: {score <= 0}.
  const AuditFigures bottom = audited(each([&](int side) {
                                        const double u = random.uniform();
                                        return u < 0.5 ? 2.0 : (side == 0 && u > 0.9 ? 0.0 : 1.0);
                                      }),
                                      {100000});
  EXPECT_EQ(bottom.threshold, 0);
  EXPECT_EQ(bottom.event, DPCVX_AUDIT_EVENT_BELOW_ON_0);
  EXPECT_GT(bottom.epsilon, 6);
}

TEST(AuditScores, InfinitiesAreScores) {
  const AuditFigures figures = audited(each([](int side) { return side == 1 ? INFINITY : -INFINITY; }), {20000});
  EXPECT_GT(figures.epsilon, 7);  // log(10^4 / 3.7)
  EXPECT_GT(figures.mu, 6);
}

TEST(AuditScores, SameScoresSameFigures) {
  const auto run = [] {
    Generator random(12);
    return audited(each([&](int side) { return random.normal() + side; }), {50000});
  };
  const AuditFigures first = run(), second = run();
  EXPECT_EQ(first.epsilon, second.epsilon);
  EXPECT_EQ(first.mu, second.mu);
  EXPECT_EQ(first.threshold, second.threshold);
}

}  // namespace
