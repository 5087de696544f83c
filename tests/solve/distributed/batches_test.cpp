// Noisy SGD on tables in parts: which users are in a batch, that retries and other parts draw the same, and what is
// stated and refused.
#include <gtest/gtest.h>

#include <set>

#include "base/text.h"
#include "random/rng_handle.h"
#include "privacy/curve/event.h"
#include "solve/distributed/distributed_handles.h"
#include "solve/fit/fit_handle.h"
#include "support/arrow_source.h"
#include "support/part_tables.h"

namespace {

using namespace fixtures;
using dpcvx::solve::BatchKey;
using dpcvx::solve::Broadcast;
using dpcvx::solve::HashedBatch;

constexpr int64_t kSteps = 5;

// A fit of noisy SGD: its budget, plan and coordinator.
struct Sgd {
  BudgetHandle ledger;
  RngHandle source = rng("batches");
  PlanHandle plan;
  CoordinatorHandle it;

  Sgd(const Facts &facts, int64_t parts, int32_t adjacency, const dpcvx_options *options, double epsilon = 1) {
    dpcvx_error err{};
    OptionsHandle basic;
    EXPECT_EQ(dpcvx_budget_options_create(&basic.it, &err), DPCVX_OK);
    dpcvx_options_set_i64(basic, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, nullptr);
    EXPECT_EQ(dpcvx_budget_create(epsilon, 1e-6, adjacency, facts.unit, basic, &ledger.it, &err), DPCVX_OK);
    CurveHandle price;
    EXPECT_EQ(dpcvx_curve_create_approximate(epsilon, 1e-6, &price.it, &err), DPCVX_OK);
    EXPECT_EQ(
        dpcvx_plan_create(ledger, price, public_objective(facts), DPCVX_METHOD_NOISY_SGD, options, &plan.it, &err),
        DPCVX_OK)
        << err.message;
    it = coordinator(ledger, source, plan, parts);
  }
};

OptionsHandle in_batches(double batch, int64_t steps = kSteps) {
  OptionsHandle options = plan_options();
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, steps, nullptr);
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_BATCH_SIZE, batch, nullptr);
  return options;
}

void read(const std::string &bytes, Broadcast *out) {
  dpcvx::Error error(nullptr, "");
  EXPECT_EQ(out->read_bytes(bytes.data(), bytes.size(), error), DPCVX_OK);
}

void expect_same_bits(const Table &table, const char *what) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE})
    fixtures::expect_same_bits(table, what, [&](const Table &its, size_t parts, int64_t threads, uint64_t seed) {
      const OptionsHandle options = in_batches(0.3 * static_cast<double>(its.facts.units));
      const Sgd sgd(its.facts, static_cast<int64_t>(parts), adjacency, options);
      const Split split(its, parts, seed);
      return run_steps(sgd.it, sgd.source, split.parts, threads, seed);
    });
}

TEST(PartBatches, AnyPartsOrdersAndThreadsGiveTheSameBits) {
  expect_same_bits(of_users(700, 5, 90), "users");
  Table sparse = of_users(400, 9, 50);
  sparse.sparse = true;
  sparse.facts.storage = DPCVX_STORAGE_CSR;
  expect_same_bits(sparse, "sparse rows");
  Table weighted = of_users(300, 4, 30);
  for (int64_t i = 0; i < 300; ++i) weighted.weights.push_back(0.1 * static_cast<double>(i % 20));
  weighted.facts.weight_bound = 1.5;
  weighted.facts.l2 = 0.1;
  weighted.facts.low.assign(4, -2);
  weighted.facts.high.assign(4, 3);
  expect_same_bits(weighted, "weighted users in ranges");
}

// A part that is summed again has the same batch, bit for bit. The next step has another.
TEST(PartBatches, ARetryHasTheSameBatchAndAStepANewOne) {
  const Table table = of_users(300, 3, 100);
  const OptionsHandle options = in_batches(30);
  const Sgd sgd(table.facts, 2, DPCVX_ADJACENCY_ADD_REMOVE, options);
  const Split split(table, 2, 3);
  std::set<std::vector<bool>> batches;
  std::mt19937_64 shuffle(1);
  for (int64_t step = 0; step < kSteps; ++step) {
    const std::string bytes = broadcast_of(sgd.it);
    EXPECT_EQ(broadcast_of(sgd.it), bytes);
    for (int64_t part : {0, 1}) {
      const Blocks &its = split.parts[static_cast<size_t>(part)];
      const std::string once = saved_sum(sum_of(bytes, part, its));
      EXPECT_EQ(saved_sum(sum_of(bytes, part, {its.rbegin(), its.rend()}, 4)), once);
    }
    Broadcast broadcast;
    read(bytes, &broadcast);
    const HashedBatch batch(broadcast.key, step, broadcast.rate);
    std::vector<bool> members;
    for (int64_t id = 0; id < 100; ++id) members.push_back(batch.has(id));
    batches.insert(members);
    const PartialSumHandle whole = whole_sum(bytes, split.parts, 1, shuffle);
    ASSERT_EQ(dpcvx_coordinator_finish_step(sgd.it, sgd.source, whole, nullptr), DPCVX_OK);
  }
  EXPECT_EQ(batches.size(), static_cast<size_t>(kSteps));
}

// Against the gradients that an objective in memory tells, of the users whose hash is below the rate.
TEST(PartBatches, SumsAreThoseOfTheUsersInTheBatch) {
  const Table table = of_users(200, 4, 60);
  const OptionsHandle options = in_batches(20);
  const double norm = 0.3;
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_CLIPPING_NORM, norm, nullptr);
  const Sgd sgd(table.facts, 1, DPCVX_ADJACENCY_REPLACE_ONE, options);
  std::vector<size_t> all(200);
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  const DatasetHandle whole = table.block(all);
  OptionsHandle own;
  ObjectiveHandle there;
  ASSERT_EQ(dpcvx_objective_options_create(&own.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_objective_create(whole, DPCVX_LOSS_LOGISTIC, nullptr, own, &there.it, nullptr), DPCVX_OK);
  std::vector<int64_t> ids;  // in the order in which users first own a row
  for (int64_t id : table.users)
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  const std::string bytes = broadcast_of(sgd.it);
  Broadcast broadcast;
  read(bytes, &broadcast);
  const HashedBatch batch(broadcast.key, 0, broadcast.rate);
  const PartialSumHandle sum = sum_of(bytes, 0, {whole});
  std::vector<double> expected(5), gradient(5);
  int64_t members = 0;
  for (int64_t u = 0; u < static_cast<int64_t>(ids.size()); ++u) {
    if (!batch.has(ids[static_cast<size_t>(u)])) continue;
    ++members;
    ASSERT_EQ(dpcvx_nonprivate_unit_gradients(there, broadcast.point.data(), 5, &u, 1, gradient.data(), nullptr),
              DPCVX_OK);
    double length = 0;
    for (double g : gradient) length = std::hypot(length, g);
    for (size_t j = 0; j < 5; ++j) expected[j] += gradient[j] * std::min(1.0, norm / length);
  }
  EXPECT_GT(members, 5);
  EXPECT_LT(members, 45);
  for (size_t j = 0; j < 5; ++j) {
    const double found =
        std::ldexp(static_cast<double>(static_cast<int64_t>(sum.it->sum.sums()[j])), broadcast.exponent);
    EXPECT_NEAR(found, expected[j], 1e-4) << j;
  }
}

// Whether a user is in a batch is a Bernoulli number of the rate, and two such numbers are independent: of one user in
// two steps, and of two users in one step. Six standard deviations are a false-alarm rate below 2e-9 a count.
TEST(PartBatches, MembershipIsThatOfAPoissonSample) {
  const RngHandle source = rng("membership");
  constexpr int64_t kUsers = 2000, kBatches = 100;
  for (double rate : {0x1p-10, 0.25, 0.9375}) {
    double ones = 0, users = 0, steps = 0;
    std::vector<bool> before(kUsers);
    for (int64_t t = 0; t < kBatches; ++t) {
      BatchKey key;
      key.draw(source.it->rng);
      const HashedBatch batch(key, t, rate);
      for (int64_t id = 0; id < kUsers; ++id) {
        const size_t place = static_cast<size_t>(id);
        const bool in = batch.has(id * 3 - 1000), earlier = before[place];
        ones += in ? 1 : 0;
        users += in && id % 2 == 1 && before[place - 1] ? 1 : 0;
        steps += in && id % 2 == 0 && earlier ? 1 : 0;
        before[place] = in;
      }
    }
    const double n = static_cast<double>(kUsers * kBatches);
    const auto expect_count = [](double found, double tries, double p) {
      EXPECT_NEAR(found, tries * p, 6 * std::sqrt(tries * p * (1 - p)) + 1) << p;
    };
    expect_count(ones, n, rate);
    expect_count(users, n / 2, rate * rate);
    expect_count(steps, n / 2 * (1 - 1.0 / kBatches), rate * rate);
  }
}

// The noise is that of the charged event, relative to one unit's clip.
TEST(PartBatches, ClaimIsTheStepsAndMeetsThePrice) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE})
    for (double batch : {3.0, 40.0}) {
      const Table table = of_users(150, 3, 100);
      const OptionsHandle options = in_batches(batch);
      const Sgd sgd(table.facts, 2, adjacency, options);
      const Split split(table, 2, 1);
      const FitHandle made = run_steps(sgd.it, sgd.source, split.parts);
      const auto &record = made.it->fit.guarantee;
      const dpcvx::privacy::Event &event = record.curve()[0];
      const bool replaced = adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
      EXPECT_EQ(event.kind,
                replaced ? dpcvx::privacy::Kind::kReplacedGaussian : dpcvx::privacy::Kind::kPoissonGaussian);
      EXPECT_EQ(event.count, kSteps);
      const double rate = record.constant("sampling_rate")->value;
      EXPECT_EQ(event.b, rate);
      const double sigma = fit_figure(made, DPCVX_FIT_FIGURE_NOISE_STDDEV) * rate * 100;
      const double clip = record.constant("clip")->value;
      EXPECT_GE(sigma / clip, event.a * (1 - 1e-14));
      EXPECT_LE(sigma / clip, event.a * (1 + 1e-9));
      EXPECT_LE(fit_figure(made, DPCVX_FIT_FIGURE_EPSILON), 1);
      EXPECT_GE(fit_figure(made, DPCVX_FIT_FIGURE_EPSILON), 0.98);
      EXPECT_NEAR(record.constant("sensitivity_of_gradient_sum")->value, replaced ? 2 * clip : clip, 1e-14);
    }
}

// Neither what is saved of a fit nor its record has a key.
TEST(PartBatches, KeysAreNotInTheFit) {
  const Table table = of_users(100, 3, 50);
  const OptionsHandle options = in_batches(10, 2);
  const Sgd sgd(table.facts, 1, DPCVX_ADJACENCY_REPLACE_ONE, options);
  const Split split(table, 1, 1);
  Broadcast broadcast;
  const std::string bytes = broadcast_of(sgd.it);
  read(bytes, &broadcast);
  const std::string key(reinterpret_cast<const char *>(broadcast.key.words), sizeof broadcast.key.words);
  EXPECT_NE(bytes.find("NOT PRIVATE"), std::string::npos);
  EXPECT_NE(bytes.find(key), std::string::npos);
  const std::string sum = saved_sum(sum_of(bytes, 0, split.parts[0]));
  EXPECT_EQ(sum.find(key), std::string::npos);
  const FitHandle made = run_steps(sgd.it, sgd.source, split.parts);
  size_t length = 0;
  ASSERT_EQ(dpcvx_fit_save(made, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::string saved(length, '\0');
  ASSERT_EQ(dpcvx_fit_save(made, &saved[0], length, &length, nullptr), DPCVX_OK);
  EXPECT_EQ(saved.find(key.substr(0, 8)), std::string::npos);
  FitHandle loaded;
  dpcvx_error err{};
  ASSERT_EQ(dpcvx_fit_load(saved.data(), saved.size(), &loaded.it, &err), DPCVX_OK) << err.message;
  EXPECT_EQ(coefficients(loaded), coefficients(made));
}

// Full batches need no key, and what is broadcast is public.
TEST(PartBatches, FullBatchesHaveNoKey) {
  const Table table = of_users(100, 3, 50);
  const OptionsHandle options = in_batches(50);
  const Sgd sgd(table.facts, 1, DPCVX_ADJACENCY_REPLACE_ONE, options);
  EXPECT_EQ(broadcast_of(sgd.it).find("NOT PRIVATE"), std::string::npos);
}

TEST(PartBatches, RecordsHaveNoIdsAndAutomaticTakesFullBatches) {
  const BudgetHandle of_records = budget(1), ledger = budget(1, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  CurveHandle price;
  ASSERT_EQ(dpcvx_curve_create_approximate(1, 1e-6, &price.it, nullptr), DPCVX_OK);
  dpcvx_error err{};
  PlanHandle plan;
  EXPECT_EQ(dpcvx_plan_create(of_records, price, public_objective(records(100, 3).facts), DPCVX_METHOD_NOISY_SGD,
                              nullptr, &plan.it, &err),
            DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::strstr(err.message, "ids of users"), nullptr) << err.message;
  const PlanHandle chosen = plan_of(public_objective(of_users(100, 3, 50).facts), ledger, price, nullptr);
  int64_t method = 0;
  ASSERT_EQ(dpcvx_plan_get_i64(chosen, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_METHOD, &method, &err), DPCVX_OK);
  EXPECT_EQ(method, DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
  char text[400];
  size_t length = 0;
  ASSERT_EQ(dpcvx_plan_reason(chosen, DPCVX_METHOD_NOISY_SGD, text, sizeof text, &length, &err), DPCVX_OK);
  EXPECT_NE(std::strstr(text, "full batches need less noise"), nullptr) << text;
}

// A rate that is no multiple of 2^-62, or a batch of records, is no broadcast.
TEST(PartBatches, OtherRatesAndUnitsAreRefused) {
  const Table table = of_users(100, 3, 50);
  const OptionsHandle options = in_batches(10);
  const Sgd sgd(table.facts, 1, DPCVX_ADJACENCY_REPLACE_ONE, options);
  const auto refused = [&](double rate, int32_t unit) {
    Broadcast broadcast, again;
    read(broadcast_of(sgd.it), &broadcast);
    broadcast.rate = rate;
    broadcast.settings.unit = unit;
    dpcvx::Text bytes;
    broadcast.write_bytes(broadcast.point.data(), bytes);
    dpcvx::Error error(nullptr, "");
    return again.read_bytes(bytes.c_str(), bytes.length(), error) != DPCVX_OK;
  };
  EXPECT_FALSE(refused(0.5, DPCVX_UNIT_USER)) << "control";
  for (double rate : {0.0, -0.5, 0x1p-63, 0x1.0000000000001p-11, 1.5})
    EXPECT_TRUE(refused(rate, DPCVX_UNIT_USER)) << rate;
  EXPECT_TRUE(refused(0.5, DPCVX_UNIT_RECORD));
}

// Texts are numbered by their order, and the numbers of several parts would meet. So a stream of integers is taken
// alone.
TEST(PartBatches, AStreamWithIdsOfTextIsRefused) {
  Table table = of_users(30, 1, 5);
  std::sort(table.users.begin(), table.users.end());
  const Sgd sgd(table.facts, 1, DPCVX_ADJACENCY_REPLACE_ONE, in_batches(2));
  const std::string broadcast = broadcast_of(sgd.it);
  for (const bool text : {false, true}) {
    ArrowSource source({ArrowColumn::of("x", "g", table.rows.features), ArrowColumn::of("y", "g", table.rows.labels),
                        ArrowColumn::of("who", "l", table.users)},
                       {30});
    if (text) source.schema_of(2)->format = "u";
    const PartialSumHandle sum = open_sum(broadcast);
    dpcvx_error err{};
    EXPECT_EQ(dpcvx_partial_sum_add_stream(sum, &source.stream, "y", "who", nullptr, 1, 0, nullptr, &err),
              text ? DPCVX_ERR_ARGUMENT : DPCVX_OK)
        << err.message;
    EXPECT_EQ(std::strstr(err.message, "would not differ over parts") != nullptr, text) << err.message;
  }
}

}  // namespace
