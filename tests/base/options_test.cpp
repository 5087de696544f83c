#include "base/options.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "base/check.h"
#include "base/error.h"

namespace dpcvx {
namespace {

enum Key : int32_t { KEY_RATE = 1, KEY_STEPS, KEY_RADIUS, KEY_ORDER, KEY_UNITS, KEY_SLOPE, KEY_METHOD };
enum class Order : int32_t { kAny = 0, kSampled = 5, kPermuted = 9 };

struct Ball {
  double radius = 0;
};
struct Settings {
  double rate = 0;
  int32_t steps = 0;
  Ball ball;
  Order order = Order::kAny;
  int64_t units = 0;
  bool slope_given = false;
  Order method = Order::kSampled;
};

void set_slope(Settings &settings, double slope) { settings.slope_given = slope > 0; }

constexpr Choice kOrders[] = {{5, "ORDER_SAMPLED"}, {9, "ORDER_PERMUTED"}};
constexpr uint64_t kTables = 1, kFunctions = 2;
constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(KEY_RATE), real_in(0, 1), 0.5, into<&Settings::rate>},
    {DPCVX_NAMED(KEY_STEPS), integer_in(0, 1e6), 10, into<&Settings::steps>},
    {DPCVX_NAMED(KEY_RADIUS), real_above(1, 8).or_value(0, INFINITY), 0, into<&Settings::ball, &Ball::radius>},
    {DPCVX_NAMED(KEY_ORDER), one_of(kOrders).or_value(0), 0, into<&Settings::order>},
    {DPCVX_NAMED(KEY_UNITS), integer_in(1, 100), kRequired, into<&Settings::units>},
    {DPCVX_NAMED(KEY_SLOPE), real_in(0, 1), 0, by_function<Settings, set_slope>, {kFunctions, "tables have none"}},
    {DPCVX_NAMED(KEY_METHOD), one_of(kOrders), 5, into<&Settings::method>, {kFunctions, "tables have none"}},
};
constexpr OptionsOf<Settings> kTable("test options", kKeys);
constexpr OptionsOf<Settings> kOther("other options", kKeys);

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
  EXPECT_STREQ(record_.message, "dpcvx_options_set_f64: argument 'key' = 99; accepted: test options");
  int64_t steps;
  EXPECT_EQ(dpcvx_options_get_i64(options_, 2, &steps, &record_), DPCVX_OK);
  EXPECT_EQ(steps, 77);
}

TEST_F(Options, OfAnotherKindAreRefused) {
  Error error(&record_, "f");
  EXPECT_EQ(check_options("options", options_, kOther, error), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record_.message, "f: argument 'options' = test options; accepted: other options, or NULL for defaults");
  EXPECT_EQ(check_options("options", nullptr, kOther, error), DPCVX_OK);
}

TEST_F(Options, SetTheMembersOfTheSettings) {
  ASSERT_EQ(dpcvx_options_set_f64(options_, KEY_RATE, 0.25, &record_), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options_, KEY_STEPS, 77, &record_), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options_, KEY_ORDER, 9, &record_), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options_, KEY_UNITS, 100, &record_), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(options_, KEY_SLOPE, 1, &record_), DPCVX_OK);
  Error error(&record_, "f");
  Settings settings;
  ASSERT_EQ(read_options(options_, kTable, &settings, error), DPCVX_OK);
  EXPECT_EQ(settings.rate, 0.25);
  EXPECT_EQ(settings.steps, 77);
  EXPECT_EQ(settings.ball.radius, INFINITY) << "0 stands for none";
  EXPECT_EQ(settings.order, Order::kPermuted);
  EXPECT_EQ(settings.units, 100);
  EXPECT_TRUE(settings.slope_given);
  ASSERT_EQ(dpcvx_options_set_f64(options_, KEY_RADIUS, 8, &record_), DPCVX_OK);
  ASSERT_EQ(read_options(options_, kTable, &settings, error), DPCVX_OK);
  EXPECT_EQ(settings.ball.radius, 8.0);
}

TEST_F(Options, WithHolesRefuseWhatIsBetween) {
  EXPECT_EQ(dpcvx_options_set_f64(options_, KEY_RADIUS, 1, &record_), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record_.message, "dpcvx_options_set_f64: argument 'value' = 1; accepted for KEY_RADIUS: 0 or (1, 8]");
  EXPECT_EQ(dpcvx_options_set_f64(options_, KEY_RADIUS, -0.5, &record_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_options_set_f64(options_, KEY_RADIUS, NAN, &record_), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_options_set_f64(options_, KEY_RADIUS, 0, &record_), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(options_, KEY_ORDER, 7, &record_), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(
      record_.message,
      "dpcvx_options_set_i64: argument 'value' = 7; accepted for KEY_ORDER: 0 or ORDER_SAMPLED or ORDER_PERMUTED");
  EXPECT_EQ(dpcvx_options_set_i64(options_, KEY_ORDER, 0, &record_), DPCVX_OK);
  int64_t least, most, start;
  EXPECT_EQ(dpcvx_options_get_bounds_i64(options_, KEY_ORDER, &least, &most, &start, &record_), DPCVX_OK);
  EXPECT_EQ(least, 0);
  EXPECT_EQ(most, 9);
}

TEST_F(Options, ThatAreRequiredAreAskedFor) {
  int64_t units = -1;
  EXPECT_EQ(dpcvx_options_get_i64(options_, KEY_UNITS, &units, &record_), DPCVX_OK);
  EXPECT_EQ(units, 0);
  EXPECT_EQ(dpcvx_options_set_i64(options_, KEY_UNITS, 0, &record_), DPCVX_ERR_ARGUMENT);
  Error error(&record_, "f");
  Settings settings;
  EXPECT_EQ(read_options(options_, kTable, &settings, error), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record_.message, "f: argument 'options': KEY_UNITS is not set; accepted: [1, 100]");
  EXPECT_EQ(read_options(nullptr, kTable, &settings, error), DPCVX_ERR_ARGUMENT);
  ASSERT_EQ(dpcvx_options_set_i64(options_, KEY_UNITS, 1, &record_), DPCVX_OK);
  EXPECT_EQ(read_options(options_, kTable, &settings, error), DPCVX_OK);
}

TEST_F(Options, OfAnotherUseAreRefused) {
  Error error(&record_, "f");
  Settings settings;
  ASSERT_EQ(dpcvx_options_set_i64(options_, KEY_UNITS, 1, &record_), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(options_, KEY_SLOPE, 0.5, &record_), DPCVX_OK);
  EXPECT_EQ(read_options(options_, kTable, &settings, error, kTables), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record_.message, "f: argument 'KEY_SLOPE' = 0.5; accepted: the default, 0: tables have none");
  EXPECT_EQ(read_options(options_, kTable, &settings, error, kFunctions), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(options_, KEY_SLOPE, 0, &record_), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options_, KEY_METHOD, 9, &record_), DPCVX_OK);
  EXPECT_EQ(read_options(options_, kTable, &settings, error, kTables), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record_.message,
               "f: argument 'KEY_METHOD' = ORDER_PERMUTED; accepted: the default, ORDER_SAMPLED: tables have none");
  ASSERT_EQ(dpcvx_options_set_i64(options_, KEY_METHOD, 5, &record_), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(options_, KEY_SLOPE, 0, &record_), DPCVX_OK);
  EXPECT_EQ(read_options(options_, kTable, &settings, error, kTables), DPCVX_OK);
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
  EXPECT_STREQ(dpcvx_status_name(11), "DPCVX_ERR_FILE");
  EXPECT_STREQ(dpcvx_status_name(12), "DPCVX_ERR_LEDGER_LOCKED");
  EXPECT_STREQ(dpcvx_status_name(13), "DPCVX_ERR_LEDGER_STALE");
  EXPECT_STREQ(dpcvx_status_name(14), "DPCVX_ERR_LEDGER_DAMAGED");
  EXPECT_STREQ(dpcvx_status_name(15), "DPCVX_ERR_CANCELLED");
  EXPECT_STREQ(dpcvx_status_name(-7), "unknown status");
  EXPECT_EQ(sizeof(dpcvx_error), 512u);
}

}  // namespace
}  // namespace dpcvx
