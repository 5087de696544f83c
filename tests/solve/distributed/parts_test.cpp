// The same bits from any parts, blocks, threads and orders; what sums are; and that they cost no accuracy.
#include <gtest/gtest.h>

#include "base/bytes.h"
#include "solve/distributed/distributed_handles.h"
#include "solve/fit/fit_handle.h"
#include "support/evidence.h"
#include "support/part_tables.h"

namespace {

using namespace fixtures;

OptionsHandle steps(int64_t count) {
  OptionsHandle options = plan_options();
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, count, nullptr);
  return options;
}

FitHandle fit(const Table &table, size_t parts, int64_t threads, uint64_t seed, double mu = 1, int64_t step_count = 5,
              int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE) {
  const ObjectiveHandle objective = public_objective(table.facts);
  const BudgetHandle ledger = budget(1e6, 1e-6, adjacency, table.facts.unit);
  const CurveHandle price = gdp(mu);
  const OptionsHandle options = steps(step_count);
  const PlanHandle plan = plan_of(objective, ledger, price, options);
  const RngHandle source = rng("parts");
  const CoordinatorHandle it = coordinator(ledger, source, plan, static_cast<int64_t>(parts));
  const Split split(table, parts, seed);
  return run_steps(it, source, split.parts, threads, seed);
}

Table with_classes(Table table, int64_t classes) {
  for (int64_t i = 0; i < table.rows.count(); ++i)
    table.rows.labels[static_cast<size_t>(i)] = static_cast<double>(i % classes);
  table.facts.loss = DPCVX_LOSS_MULTINOMIAL;
  table.facts.classes = classes;
  return table;
}

void expect_same_bits(const Table &table, const char *what) {
  fixtures::expect_same_bits(table, what, [](const Table &its, size_t parts, int64_t threads, uint64_t seed) {
    return fit(its, parts, threads, seed);
  });
}

TEST(Parts, AnyPartsOrdersAndThreadsGiveTheSameBits) {
  expect_same_bits(records(700, 5), "records");
  expect_same_bits(of_users(700, 5, 90), "users");
  expect_same_bits(with_classes(records(300, 3), 4), "classes");
  expect_same_bits(with_classes(of_users(300, 3, 40), 4), "classes of users");
  for (Table table : {records(400, 9), of_users(400, 9, 50), with_classes(of_users(200, 9, 30), 3)}) {
    table.sparse = true;
    table.facts.storage = DPCVX_STORAGE_CSR;
    for (size_t i = 0; i < table.rows.features.size(); ++i)
      if (i % 3 != 0) table.rows.features[i] = 0;
    expect_same_bits(table, "sparse rows");
  }
}

TEST(Parts, SoDoLossesRangesWeightsAndUsersOfManyRecords) {
  Table squares = records(300, 4);
  squares.facts.loss = DPCVX_LOSS_SQUARED;
  squares.facts.label_bound = 3;
  squares.facts.low.assign(4, -2);
  squares.facts.high.assign(4, 3);
  expect_same_bits(squares, "squares in ranges");
  Table weighted = of_users(300, 4, 2);  // more records a user than a tile holds
  for (int64_t i = 0; i < 300; ++i) weighted.weights.push_back(0.1 * static_cast<double>(i % 20));
  weighted.facts.weight_bound = 1.5;
  weighted.facts.l2 = 0.1;
  expect_same_bits(weighted, "weighted users of many records");
  DomainHandle ball;
  ASSERT_EQ(dpcvx_domain_create_ball(2, 2, nullptr, 5, &ball.it, nullptr), DPCVX_OK);
  squares.facts.domain = ball;
  expect_same_bits(squares, "squares in a ball");
}

// Enough rows that helpers are called.
TEST(Parts, SoDoManyRows) {
  const Table table = records(40000, 20);
  const std::vector<double> once = coefficients(fit(table, 1, 1, 1, 1, 2));
  EXPECT_EQ(coefficients(fit(table, 1, 4, 1, 1, 2)), once);
  EXPECT_EQ(coefficients(fit(table, 3, 2, 5, 1, 2)), once);
}

TEST(Parts, FloatsGiveTheBitsOfDoubles) {
  Table table = records(200, 6);
  for (double &x : table.rows.features) x = static_cast<double>(static_cast<float>(x));
  const std::vector<double> doubles = coefficients(fit(table, 3, 2, 9));
  table.singles = true;
  table.facts.storage = DPCVX_STORAGE_DENSE_F32;
  EXPECT_EQ(coefficients(fit(table, 5, 1, 4)), doubles);
}

// The sums inside the bytes of a sum, in steps.
std::vector<double> sums_in(const dpcvx_partial_sum *sum, int64_t dimension) {
  std::vector<double> out;
  for (int64_t j = 0; j < dimension; ++j) out.push_back(static_cast<double>(static_cast<int64_t>(sum->sum.sums()[j])));
  return out;
}

// The step, from the record of the fit.
double lattice_step(const dpcvx_coordinator *it) {
  return const_cast<dpcvx_coordinator *>(it)->coordinator.record().constant("lattice_step")->value;
}

// Against the gradients that the objective itself tells, after a first step.
TEST(Parts, SumsAreThoseOfTheClippedGradients) {
  for (Table table : {records(60, 4), of_users(60, 4, 12), with_classes(of_users(60, 4, 12), 3)}) {
    OptionsHandle options = steps(3);
    const double norm = 0.4;
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_CLIPPING_NORM, norm, nullptr);
    const BudgetHandle ledger = budget(1e6, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, table.facts.unit);
    const CurveHandle price = gdp(1);
    const ObjectiveHandle facts = public_objective(table.facts);
    const PlanHandle plan = plan_of(facts, ledger, price, options);
    const RngHandle source = rng("sums");
    const CoordinatorHandle it = coordinator(ledger, source, plan, 1);
    std::vector<size_t> all(60);
    for (size_t i = 0; i < all.size(); ++i) all[i] = i;
    const DatasetHandle whole = table.block(all);
    OptionsHandle own;
    ObjectiveHandle objective;
    dpcvx_error err{};
    ASSERT_EQ(dpcvx_objective_options_create(&own.it, nullptr), DPCVX_OK);
    if (table.facts.classes > 0)
      dpcvx_options_set_i64(own, DPCVX_OBJECTIVE_OPTION_CLASSES, table.facts.classes, nullptr);
    ASSERT_EQ(dpcvx_objective_create(whole, table.facts.loss, nullptr, own, &objective.it, &err), DPCVX_OK)
        << err.message;
    std::mt19937_64 shuffle(1);
    PartialSumHandle first = whole_sum(broadcast_of(it), {{whole}}, 1, shuffle);
    ASSERT_EQ(dpcvx_coordinator_finish_step(it, source, first, nullptr), DPCVX_OK);
    const std::string broadcast = broadcast_of(it);
    const size_t d = static_cast<size_t>(coordinator_figure(it, DPCVX_COORDINATOR_FIGURE_DIMENSION));
    std::vector<double> w(d);
    std::memcpy(w.data(), broadcast.data() + broadcast.size() - 8 - 8 * d, 8 * d);
    const PartialSumHandle second = sum_of(broadcast, 0, {whole});
    const std::vector<double> sums = sums_in(second, static_cast<int64_t>(d));
    std::vector<double> expected(d), gradient(d);
    for (int64_t u = 0; u < table.facts.units; ++u) {
      ASSERT_EQ(
          dpcvx_nonprivate_unit_gradients(objective, w.data(), static_cast<int64_t>(d), &u, 1, gradient.data(), &err),
          DPCVX_OK)
          << err.message;
      double length = 0;
      for (double g : gradient) length = std::hypot(length, g);
      for (size_t j = 0; j < d; ++j) expected[j] += gradient[j] * std::min(1.0, norm / length);
    }
    for (size_t j = 0; j < d; ++j)
      EXPECT_NEAR(sums[j] * lattice_step(it), expected[j], 2e-6 * static_cast<double>(table.facts.units)) << j;
  }
}

// With the same settings and little noise the fits agree: rounding costs nothing that can be measured.
TEST(Parts, FitsAreThoseOfTheTableInMemory) {
  const Table table = records(500, 4);
  const OptionsHandle options = steps(40);
  const CurveHandle price = gdp(1000);
  const BudgetHandle ledger = budget(1e6);
  const RngHandle source = rng("memory");
  OptionsHandle facts;
  ASSERT_EQ(dpcvx_objective_options_create(&facts.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, 500, nullptr);
  std::vector<size_t> all(500);
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  const DatasetHandle whole = table.block(all);
  ObjectiveHandle objective;
  ASSERT_EQ(dpcvx_objective_create(whole, DPCVX_LOSS_LOGISTIC, nullptr, facts, &objective.it, nullptr), DPCVX_OK);
  FitHandle in_memory;
  dpcvx_error err{};
  ASSERT_EQ(plan_and_fit(ledger, source, price, objective, options, &in_memory.it, &err), DPCVX_OK) << err.message;
  const std::vector<double> expected = coefficients(in_memory), found = coefficients(fit(table, 4, 1, 3, 1000, 40));
  double most = 0;
  for (size_t j = 0; j < expected.size(); ++j) most = std::fmax(most, std::fabs(found[j] - expected[j]));
  EXPECT_LT(most, 2e-3);
  evidence("solve", "coefficients of a fit in 4 parts and in memory, mu = 1000: at most %.1e apart", most);
}

// mu of T Gaussian sums, from the steps, the noise and G alone. Nothing is added for rounding.
TEST(Parts, ClaimIsTheSumOfTheStepsAndMeetsThePrice) {
  double loosest = 1;
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
    for (double mu : {1e-3, 0.24, 7.0})
      for (int64_t n : {1, 30, 569}) {
        const FitHandle made = fit(records(n, 3), 2, 1, 1, mu, 6, adjacency);
        const long double noise = fit_figure(made, DPCVX_FIT_FIGURE_NOISE_STDDEV) * static_cast<double>(n);
        const long double delta = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1;
        const long double recomputed = std::sqrt(6.0L) * delta / noise;
        const double claimed = made.it->fit.guarantee.curve().gdp_mu();
        EXPECT_LE(recomputed, claimed * (1 + 1e-15L));
        EXPECT_LE(claimed, mu * (1 + 1e-11));
        loosest = std::fmin(loosest, static_cast<double>(recomputed / mu));
      }
  EXPECT_GT(loosest, 1 - 1e-9);
}

// Without rows the walk is noise alone. Its variance over the claimed one is chi-square over its degrees of freedom;
// six standard deviations are a false-alarm rate below 1e-8.
TEST(Parts, DrawnNoiseIsTheClaimedNoise) {
  Facts facts;
  facts.columns = 20000;
  facts.units = 4;
  facts.intercept = false;
  OptionsHandle options = steps(1);
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, 1, nullptr);
  const BudgetHandle ledger = budget(1e6);
  const CurveHandle price = gdp(0.5);
  const ObjectiveHandle objective = public_objective(facts);
  const PlanHandle plan = plan_of(objective, ledger, price, options);
  const RngHandle source = rng("noise");
  const CoordinatorHandle it = coordinator(ledger, source, plan, 1);
  const FitHandle made = run_steps(it, source, {{}});
  double squares = 0;
  for (double x : coefficients(made)) squares += x * x;
  const double claimed = fit_figure(made, DPCVX_FIT_FIGURE_NOISE_STDDEV);
  EXPECT_NEAR(claimed, 2 / 0.5 / 4, 1e-5);
  EXPECT_NEAR(squares / (20000 * claimed * claimed), 1, 6 * std::sqrt(2.0 / 20000));
}

// One record in two storages, at a point that two fits share. Decision values differ in the last bit. The corner of the
// loss makes that twice the clip, which is why blocks of another storage are refused.
TEST(PartsControl, StoragesDifferByTwiceAGradientAtACorner) {
  constexpr int64_t kColumns = 12;
  const OptionsHandle options = steps(4);
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_SMOOTHING, 0, nullptr);
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_PLANNING_RADIUS, 1, nullptr);
  const BudgetHandle ledger = budget(1e6);
  const CurveHandle price = gdp(1);
  std::string points[2];  // of dense and sparse rows
  Table table = records(1, kColumns);
  table.facts.loss = DPCVX_LOSS_ABSOLUTE;
  table.facts.intercept = false;
  for (int sparse : {0, 1}) {
    table.facts.storage = sparse ? DPCVX_STORAGE_CSR : DPCVX_STORAGE_DENSE;
    const RngHandle source = rng("corner");
    const PlanHandle plan = plan_of(public_objective(table.facts), ledger, price, options);
    const CoordinatorHandle it = coordinator(ledger, source, plan, 1);
    const PartialSumHandle nothing = sum_of(broadcast_of(it), 0, {});
    ASSERT_EQ(dpcvx_coordinator_finish_step(it, source, nothing, nullptr), DPCVX_OK);
    points[sparse] = broadcast_of(it);
  }
  const size_t tail = 8 * kColumns;
  ASSERT_EQ(points[0].compare(points[0].size() - 8 - tail, tail, points[1], points[1].size() - 8 - tail, tail), 0);
  const auto gradient = [&](bool sparse, double label) {
    table.sparse = sparse;
    table.rows.labels[0] = label;
    const PartialSumHandle sum = sum_of(points[sparse ? 1 : 0], 0, {table.block({0})});
    return sums_in(sum, kColumns);
  };
  const auto rises = [&](bool sparse, double label) {
    return gradient(sparse, label)[0] * table.rows.features[0] > 0;  // the slope is 1: the label is below
  };
  std::mt19937_64 bits(3);
  double farthest = 0;
  for (int row = 0; row < 50 && farthest == 0; ++row) {
    for (double &x : table.rows.features)
      x = (bits() % 2 == 0 ? 0.25 : -0.25) * (0.8 + 0.2 * static_cast<double>(bits() % 1000) / 1000);
    double low = -1e6, high = 1e6;
    for (double middle = 0; middle > low && middle < high; middle = low + (high - low) / 2)
      (rises(false, middle) ? low : high) = middle;
    for (double label : {std::nextafter(low, -1e9), low, high, std::nextafter(high, 1e9)}) {
      const std::vector<double> dense = gradient(false, label), sparse = gradient(true, label);
      const std::vector<double> whole = gradient(false, low - 1);
      double apart = 0, length = 0;
      for (size_t j = 0; j < whole.size(); ++j) {
        apart = std::hypot(apart, dense[j] - sparse[j]);
        length = std::hypot(length, whole[j]);
      }
      farthest = std::fmax(farthest, apart / length);
    }
  }
  EXPECT_GT(farthest, 1) << "with no bit between the storages this control controls nothing";
  EXPECT_LE(farthest, 2 + 1e-6);
}

}  // namespace
