#include "privacy/curve/curve.h"

#include <string>

#include "base/error.h"
#include "base/text.h"
#include "privacy/helpers.h"
#include "numeric/directed_margin.h"
#include "support/cpu_clock.h"

namespace dpcvx {
namespace privacy {
namespace {

// Parameters from all over the accepted range, with the edges often.
double extreme(Inputs &inputs, double low, double high) {
  switch (inputs.below(6)) {
    case 0:
      return low;
    case 1:
      return high;
    default:
      return inputs.log_uniform(low, high);
  }
}

Event any_event(Inputs &inputs, bool wild) {
  const double tiny = wild ? 1e-300 : 1e-3, huge = wild ? 1e300 : 10;
  const int64_t counts[] = {1, 1, 2, 10, 1000, wild ? int64_t{1} << 62 : 100};
  const int64_t count = counts[inputs.below(6)];
  switch (inputs.below(9)) {
    case 0:
      return pure(extreme(inputs, tiny, huge), count);
    case 1:
      return approximate(extreme(inputs, tiny, huge), inputs.log_uniform(1e-12, wild ? 0.9 : 1e-5), count);
    case 2:
      return zcdp(extreme(inputs, tiny, huge), count);
    case 3:
      return gdp(extreme(inputs, tiny, huge), count);
    case 4:
      return gaussian(extreme(inputs, wild ? 0x1p-512 : 0.3, wild ? 0x1p512 : 100), count);
    case 5:
      return laplace(extreme(inputs, wild ? 0x1p-512 : 0.3, wild ? 0x1p512 : 100), count);
    case 6:
      return poisson_gaussian(extreme(inputs, wild ? 0x1p-512 : 0.5, wild ? 0x1p512 : 100),
                              inputs.log_uniform(wild ? 1e-300 : 1e-4, 1), count);
    case 7:
      return bounded_range(extreme(inputs, tiny, huge), count);
    default:
      return fixed_size_gaussian(extreme(inputs, wild ? 0x1p-512 : 0.5, wild ? 0x1p512 : 100),
                                 inputs.log_uniform(wild ? 1e-300 : 1e-4, 1), count);
  }
}

TEST(Curve, AnswersAreNumbersWhateverTheParameters) {
  Inputs inputs(1);
  for (int round = 0; round < 600; ++round) {
    Curve curve = curve_of({any_event(inputs, true)});
    if (round % 3 == 0) curve = curve_of({any_event(inputs, true), any_event(inputs, true)});
    char what[192];
    curve.describe(what, sizeof(what));
    const double epsilon = extreme(inputs, 1e-300, 1e300), delta = extreme(inputs, 1e-300, 0.999);
    const double order = 1 + extreme(inputs, 1e-9, 1e12);
    EXPECT_TRUE(curve.delta(epsilon) >= 0 && curve.delta(epsilon) <= 1) << what << " epsilon " << epsilon;
    EXPECT_TRUE(curve.delta(0) >= 0 && curve.delta(0) <= 1) << what;
    EXPECT_TRUE(curve.epsilon(delta) >= 0) << what << " delta " << delta;
    EXPECT_TRUE(curve.epsilon(0) >= 0) << what;
    EXPECT_TRUE(curve.rdp(order) >= 0) << what << " order " << order;
    EXPECT_TRUE(curve.gdp_mu() >= 0) << what;
    EXPECT_TRUE(curve.zcdp_rho() >= 0) << what;
    EXPECT_TRUE(curve.basic_epsilon() >= 0) << what;
  }
}

TEST(Curve, DeltaFallsWithEpsilonAndInvertsIt) {
  Inputs inputs(2);
  for (int round = 0; round < 150; ++round) {
    const Curve curve = curve_of({any_event(inputs, false), any_event(inputs, false)});
    char what[192];
    curve.describe(what, sizeof(what));
    double before = 1;
    for (double epsilon = 0; epsilon < 20; epsilon = epsilon * 1.7 + 0.01) {
      const double delta = curve.delta(epsilon);
      // The search over orders need not find the very best: allow it a part in 10^4.
      EXPECT_LE(delta, before * 1.0001) << what << " epsilon " << epsilon;
      before = delta;
      if (!(delta > 1e-300 && delta < 1)) continue;
      EXPECT_LE(curve.epsilon(delta), epsilon * (1 + 1e-4) + 1e-8) << what << " delta " << delta;
    }
  }
}

// Rest of the composition: more uses never cost less, and a composition never costs less than a part of it.
TEST(Curve, MoreCostsMore) {
  Inputs inputs(3);
  for (int round = 0; round < 150; ++round) {
    Event event = any_event(inputs, false);
    const Event other = any_event(inputs, false);
    const Curve once = curve_of({event}), with_other = curve_of({event, other});
    event.count *= 2;
    const Curve twice = curve_of({event});
    for (double epsilon : {0.0, 0.1, 1.0, 5.0}) {
      EXPECT_LE(once.delta(epsilon), twice.delta(epsilon) * 1.0001 + 1e-318);
      EXPECT_LE(once.delta(epsilon), with_other.delta(epsilon) * 1.0001 + 1e-318);
    }
    for (double delta : {1e-3, 1e-6, 1e-12}) {
      EXPECT_LE(once.epsilon(delta), twice.epsilon(delta) * 1.0001);
      EXPECT_LE(once.epsilon(delta), with_other.epsilon(delta) * 1.0001);
    }
  }
}

TEST(Curve, EqualPartsAreCountedTogether) {
  const Curve curve = curve_of({gdp(0.5), pure(1), gdp(0.5, 9)});
  ASSERT_EQ(curve.size(), 2u);
  EXPECT_EQ(curve[0].count, 10);
  Text text;
  JsonWriter json(text);
  json.begin_object();
  curve.write(json);
  json.end_object();
  EXPECT_STREQ(
      text.c_str(),
      "{\"events\":[{\"kind\":\"gdp\",\"mu\":0.5,\"count\":10},{\"kind\":\"pure\",\"epsilon\":1,\"count\":1}]}");
}

TEST(Curve, CountsThatOverflowAreRefused) {
  dpcvx_error record;
  Error error(&record, "test");
  Curve curve = curve_of({gdp(0.5, INT64_MAX)});
  EXPECT_EQ(curve.add(gdp(0.5), error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(curve[0].count, INT64_MAX);
  Curve more;
  EXPECT_EQ(more.append(curve, 2, error), DPCVX_ERR_ARGUMENT);
}

// What was stated comes back exactly: no rounding may turn epsilon = 1 into more, or a delta of 1e-6 into none.
TEST(Curve, StatedFiguresComeBack) {
  EXPECT_EQ(curve_of({pure(1)}).epsilon(0), 1);
  EXPECT_EQ(curve_of({pure(1)}).delta(1), 0);
  EXPECT_EQ(curve_of({pure(1)}).basic_epsilon(), 1);
  EXPECT_EQ(curve_of({pure(0.25, 4)}).epsilon(0), 1);
  EXPECT_EQ(curve_of({approximate(1, 1e-6)}).epsilon(1e-6), 1);
  EXPECT_EQ(curve_of({approximate(1, 1e-6)}).delta(1), 1e-6);
  EXPECT_EQ(curve_of({approximate(1, 1e-6)}).epsilon(0.9e-6), INFINITY);
  EXPECT_EQ(curve_of({gdp(0.5)}).gdp_mu(), 0.5);
  EXPECT_EQ(curve_of({zcdp(0.5)}).zcdp_rho(), 0.5);
  EXPECT_EQ(curve_of({zcdp(0.5)}).gdp_mu(), INFINITY);
  EXPECT_EQ(curve_of({gdp(0.5)}).epsilon(0), INFINITY);
  EXPECT_EQ(curve_of({}).epsilon(0), 0);
  EXPECT_EQ(curve_of({}).delta(0), 0);
}

TEST(Curve, RenyiTableIsReadByConvexity) {
  const double orders[] = {2, 4, 8}, epsilons[] = {1, 0.9, 3};
  dpcvx_error record;
  Error error(&record, "test");
  Curve curve;
  ASSERT_EQ(curve.add_rdp(orders, epsilons, 3, 1, error), DPCVX_OK);
  EXPECT_EQ(curve.rdp(2), 0.9);  // Renyi divergence grows with the order: 0.9 at 4 bounds it at 2
  EXPECT_EQ(curve.rdp(1.5), 0.9);
  EXPECT_NEAR(curve.rdp(6), (3 * 0.9 / 2 + 7 * 3.0 / 2) / 5, 1e-11);
  EXPECT_EQ(curve.rdp(8), 3);
  EXPECT_EQ(curve.rdp(8.1), INFINITY);
  EXPECT_LT(curve.epsilon(1e-6), INFINITY);
  EXPECT_EQ(curve.zcdp_rho(), INFINITY);
}

TEST(Curve, AnswersAreQuick) {
  const Curve curve = curve_of({poisson_gaussian(1.1, 0.01, 10000), fixed_size_gaussian(2, 0.02, 500), gdp(0.1, 20)});
  const double start = cpu_seconds();
  EXPECT_LT(curve.epsilon(1e-6), 20);
  EXPECT_LT(cpu_seconds() - start, 2);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
