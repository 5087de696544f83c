#include "base/options.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "base/check.h"

namespace dpcvx {
namespace {

constexpr OptionKey kKeys[] = {{1, "KEY_RATE", OptionKey::kReal, 0, 1, 0.5},
                               {2, "KEY_STEPS", OptionKey::kInteger, 0, 1e6, 10}};
constexpr OptionTable kTable{"test options", kKeys, 2};
constexpr OptionTable kOther{"other options", kKeys, 2};

class Options : public ::testing::Test {
 protected:
  void SetUp() override {
    Error error(&record_, "create");
    ASSERT_EQ(create_options(kTable, &options_, error), DPCVX_OK);
  }
  void TearDown() override { dpcvx_options_destroy(options_); }

  dpcvx_error record_;
  dpcvx_options *options_ = nullptr;
};

TEST_F(Options, HaveDefaultsAndBounds) {
  double rate, low, high, initial;
  EXPECT_EQ(dpcvx_options_get_f64(options_, 1, &rate, &record_), DPCVX_OK);
  EXPECT_EQ(rate, 0.5);
  EXPECT_EQ(dpcvx_options_get_bounds_f64(options_, 1, &low, &high, &initial, &record_), DPCVX_OK);
  EXPECT_EQ(low, 0.0);
  EXPECT_EQ(high, 1.0);
  EXPECT_EQ(initial, 0.5);
  int64_t least, most, start;
  EXPECT_EQ(dpcvx_options_get_bounds_i64(options_, 2, &least, &most, &start, &record_), DPCVX_OK);
  EXPECT_EQ(most, 1000000);
  EXPECT_EQ(start, 10);
}

TEST_F(Options, RefuseWhatIsOutsideAndKeepTheOldValue) {
  ASSERT_EQ(dpcvx_options_set_i64(options_, 2, 77, &record_), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(options_, 2, -1, &record_), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record_.message, "dpcvx_options_set_i64: argument 'value' = -1; accepted for KEY_STEPS: [0, 1000000]");
  EXPECT_EQ(dpcvx_options_set_i64(options_, 2, INT64_MAX, &record_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_options_set_f64(options_, 1, NAN, &record_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_options_set_f64(options_, 2, 1.0, &record_), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record_.message,
               "dpcvx_options_set_f64: argument 'key' = KEY_STEPS, which is an i64 key; use dpcvx_options_set_i64");
  EXPECT_EQ(dpcvx_options_set_f64(options_, 99, 1.0, &record_), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record_.message, "dpcvx_options_set_f64: argument 'key' = 99; accepted: a key of test options");
  EXPECT_EQ(option_integer(options_, kTable, 2), 77);
  EXPECT_EQ(option_real(nullptr, kTable, 1), 0.5);
}

TEST_F(Options, OfAnotherKindAreRefused) {
  Error error(&record_, "f");
  EXPECT_EQ(check_options("options", options_, kOther, error), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record_.message, "f: argument 'options' = test options; accepted: other options, or NULL for defaults");
  EXPECT_EQ(check_options("options", nullptr, kOther, error), DPCVX_OK);
}

TEST(Checks, NameArgumentValueAndWhatIsAccepted) {
  dpcvx_error record;
  Error error(&record, "f");
  EXPECT_EQ(check_positive("sigma", -0.5, error), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record.message, "f: argument 'sigma' = -0.5; accepted: a finite number > 0");
  EXPECT_EQ(check_positive("sigma", NAN, error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(check_positive("sigma", INFINITY, error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(check_nonnegative("x", 0.0, error), DPCVX_OK);
  EXPECT_EQ(check_between("q", 1.5, 0.0, 1.0, error), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record.message, "f: argument 'q' = 1.5; accepted: a number in [0, 1]");
  EXPECT_EQ(check_between("q", NAN, 0.0, 1.0, error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(check_between("dimension", int64_t{2}, int64_t{3}, int64_t{3}, error), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record.message, "f: argument 'dimension' = 2; accepted: 3");
  EXPECT_EQ(check_count("n", -1, error), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record.message, "f: argument 'n' = -1; accepted: an integer in [0, 281474976710656]");
  EXPECT_EQ(check_count("n", 0, error, 1), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(check_count("n", int64_t{1} << 48, error), DPCVX_OK);
  EXPECT_EQ(check_inside("q", 0.0, 0.0, 1.0, error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(check_array("values", nullptr, 3, error), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record.message, "f: argument 'values' = NULL; accepted: an array of 3 values");
  EXPECT_EQ(check_array("values", nullptr, 0, error), DPCVX_OK);
  const double values[] = {1, 2, -INFINITY};
  EXPECT_EQ(check_all_finite("low", values, 3, error), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record.message, "f: argument 'low[2]' = -inf; accepted: a finite number");
}

TEST(Errors, LongTextIsCutAndNullIsFine) {
  dpcvx_error record;
  Error error(&record, "f");
  char text[2000];
  std::memset(text, 'x', sizeof(text));
  text[sizeof(text) - 1] = '\0';
  EXPECT_EQ(error.fail(DPCVX_ERR_STATE, "%s", text), DPCVX_ERR_STATE);
  EXPECT_EQ(std::strlen(record.message), sizeof(record.message) - 1);
  EXPECT_EQ(record.code, DPCVX_ERR_STATE);
  Error silent(nullptr, "f");
  EXPECT_EQ(silent.fail(DPCVX_ERR_STATE, "%s", text), DPCVX_ERR_STATE);
}

TEST(Statuses, HaveNamesAndPinnedNumbers) {
  EXPECT_STREQ(dpcvx_status_name(0), "DPCVX_OK");
  EXPECT_STREQ(dpcvx_status_name(1), "DPCVX_ERR_ARGUMENT");
  EXPECT_STREQ(dpcvx_status_name(2), "DPCVX_ERR_NOMEM");
  EXPECT_STREQ(dpcvx_status_name(3), "DPCVX_ERR_BUDGET");
  EXPECT_STREQ(dpcvx_status_name(4), "DPCVX_ERR_ENTROPY");
  EXPECT_STREQ(dpcvx_status_name(5), "DPCVX_ERR_NUMERIC");
  EXPECT_STREQ(dpcvx_status_name(6), "DPCVX_ERR_STATE");
  EXPECT_STREQ(dpcvx_status_name(7), "DPCVX_ERR_UNSUPPORTED");
  EXPECT_STREQ(dpcvx_status_name(8), "DPCVX_ERR_CALLBACK");
  EXPECT_STREQ(dpcvx_status_name(9), "DPCVX_ERR_CAPACITY");
  EXPECT_STREQ(dpcvx_status_name(10), "DPCVX_ERR_THREAD");
  EXPECT_STREQ(dpcvx_status_name(-7), "unknown status");
  EXPECT_EQ(sizeof(dpcvx_error), 512u);
}

}  // namespace
}  // namespace dpcvx
