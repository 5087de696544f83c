// Mixtures of Gaussian privacy in records, in the bytes of guarantees, as charges and as prices.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "privacy/budget/budget.h"
#include "privacy/calibration/calibrate.h"
#include "privacy/guarantee/guarantee.h"
#include "privacy/helpers.h"
#include "privacy/divergences/mixture_pairs.h"

namespace dpcvx {
namespace privacy {
namespace {

TEST(Mixture, Records) {
  const Curve curve = mixture({0, 0.5, 2}, {0.5, 0.25, 0.25}, 3);
  Text text;
  JsonWriter json(text);
  json.begin_object();
  curve.write(json);
  json.end_object();
  EXPECT_STREQ(text.c_str(),
               "{\"events\":[{\"kind\":\"gdp_mixture\",\"mus\":[0,0.5,2],\"probabilities\":[0.5,0.25,0.25],\"count\":"
               "3}]}");
  char line[80];
  curve.describe(line, sizeof(line));
  EXPECT_STREQ(line, "gdp_mixture(3 mus to 2) x 3");
  const Curve other = amplified({0, 0.5, 2}, {0.5, 0.25, 0.25});
  other.describe(line, sizeof(line));
  EXPECT_STREQ(line, "gdp_mixture(3 mus to 2, amplified)");
  Curve both = mixture({0, 0.5, 2}, {0.5, 0.25, 0.25});
  dpcvx_error record;
  Error error(&record, "test");
  ASSERT_EQ(both.append(other, 1, error), DPCVX_OK);
  EXPECT_EQ(both.size(), 2u);  // not equal parts
  EXPECT_EQ(both[1].b, 1);
  Text whole;
  JsonWriter writer(whole);
  writer.begin_object();
  other.write(writer);
  writer.end_object();
  EXPECT_NE(std::string(whole.c_str()).find("\"amplified\":true,\"count\":1"), std::string::npos);
}

TEST(Mixture, BytesComeBack) {
  dpcvx_error record;
  Error error(&record, "test");
  Budget budget;
  BudgetParameters terms;
  terms.epsilon = 1, terms.delta = 1e-6;
  ASSERT_EQ(budget.open(terms, error), DPCVX_OK);
  Guarantee guarantee;
  ASSERT_EQ(guarantee.begin(budget, mixture({0, 0.01, 0.02}, {0.5, 0.25, 0.25}), 2, "m", "t", true, error), DPCVX_OK);
  Text sink, before;
  ByteWriter writer(sink);
  guarantee.write_bytes(writer);
  guarantee.write_json(before);
  const std::string bytes(sink.c_str(), sink.length());
  const auto read = [&](const std::string &from, Text *json) {
    Guarantee back;
    ByteReader reader(from.data(), from.size());
    const dpcvx_status status = back.read_bytes(reader, error);
    if (status == DPCVX_OK) back.write_json(*json);
    return status;
  };
  Text after;
  ASSERT_EQ(read(bytes, &after), DPCVX_OK) << record.message;
  EXPECT_STREQ(after.c_str(), before.c_str());
  Guarantee another;
  ASSERT_EQ(another.begin(budget, amplified({0, 0.02}, {0.5, 0.5}), 1, "m", "t", true, error), DPCVX_OK);
  Text amplified_sink, amplified_before, amplified_after;
  ByteWriter amplified_writer(amplified_sink);
  another.write_bytes(amplified_writer);
  another.write_json(amplified_before);
  ASSERT_EQ(read(std::string(amplified_sink.c_str(), amplified_sink.length()), &amplified_after), DPCVX_OK);
  EXPECT_STREQ(amplified_after.c_str(), amplified_before.c_str());
  // A number of the table that makes it no mixture is refused.
  const size_t table = bytes.size() - 6 * sizeof(double);
  const auto with = [&](size_t index, double value) {
    Text number;
    ByteWriter(number).f64(value);
    std::string other = bytes;
    other.replace(table + 8 * index, 8, number.c_str(), 8);
    return other;
  };
  Text unused;
  EXPECT_EQ(read(with(1, 0.01), &unused), DPCVX_OK);
  EXPECT_EQ(read(with(0, 0.03), &unused), DPCVX_ERR_ARGUMENT);  // not increasing
  EXPECT_EQ(read(with(0, -1.0), &unused), DPCVX_ERR_ARGUMENT);  // below 0
  EXPECT_EQ(read(with(2, 0.03), &unused), DPCVX_ERR_ARGUMENT);  // not the greatest that the event states
  EXPECT_EQ(read(with(3, 0.4), &unused), DPCVX_ERR_ARGUMENT);   // a sum below 1
  EXPECT_EQ(read(with(3, NAN), &unused), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(read(with(3, 0.0), &unused), DPCVX_ERR_ARGUMENT);
}

TEST(Mixture, BudgetsCharge) {
  dpcvx_error record;
  Error error(&record, "test");
  const Curve curve = mixture({0, 0.1, 0.2}, {0.5, 0.25, 0.25});
  for (const int32_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
    Budget budget;
    BudgetParameters terms;
    terms.epsilon = 4, terms.delta = 1e-6, terms.filter = filter;
    ASSERT_EQ(budget.open(terms, error), DPCVX_OK);
    ASSERT_EQ(budget.charge(curve, 1, "x", false, error), DPCVX_OK) << record.message;
    const double spent = budget.main_spent();
    const double expected = filter == DPCVX_FILTER_BASIC  ? curve.epsilon(5e-7)
                            : filter == DPCVX_FILTER_GDP  ? 0.2
                            : filter == DPCVX_FILTER_ZCDP ? 0.02
                                                          : curve.rdp(budget.terms().rdp_order);
    EXPECT_NEAR(spent, expected, 1e-12) << filter;
  }
}

// As a price it buys what its least mu does: whatever is drawn, that is within it.
TEST(Mixture, WithinAPrice) {
  const Curve price = mixture({0.3, 2}, {0.5, 0.5});
  EXPECT_EQ(gaussian_mu_within(price), 0.3);
  const double bought = pure_epsilon_within(price), range = bounded_range_within(price);
  EXPECT_GT(bought, 0.1);
  EXPECT_EQ(range, 2 * bought);
  for (const double epsilon : {0.0, 0.1, 0.5}) {
    EXPECT_LE(curve_of({gdp(0.3)}).delta(epsilon), price.delta(epsilon));
    EXPECT_LE(curve_of({pure(bought)}).delta(epsilon), price.delta(epsilon));
    EXPECT_LE(curve_of({bounded_range(range)}).delta(epsilon), price.delta(epsilon));
  }
  EXPECT_EQ(gaussian_mu_within(mixture({0, 2}, {0.5, 0.5})), 0);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
