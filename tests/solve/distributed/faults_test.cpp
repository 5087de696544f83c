// What is refused: parts that are lost, repeated, damaged, of another step or fit. Nothing is released then, no noise
// is drawn, and the charge stays.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "solve/distributed/build.h"
#include "support/parts.h"

namespace {

using namespace fixtures;

constexpr int64_t kParts = 5, kSteps = 3;

// A fit of five parts of twenty records.
struct Fixture {
  std::vector<DatasetHandle> tables;
  std::vector<Blocks> parts;
  BudgetHandle ledger = budget(1e6);
  CurveHandle price = gdp(1);
  RngHandle source;
  ObjectiveHandle objective;
  PlanHandle plan;
  CoordinatorHandle it;

  explicit Fixture(const char *seed = "faults") : source(rng(seed)) {
    for (int64_t part = 0; part < kParts; ++part) {
      tables.push_back(dataset(random_rows(20, 3, static_cast<uint64_t>(part))));
      parts.push_back({tables.back()});
    }
    Facts facts;
    facts.columns = 3;
    facts.units = 100;
    objective = public_objective(facts);
    OptionsHandle options = plan_options();
    dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, kSteps, nullptr);
    plan = plan_of(objective, ledger, price, options);
    it = coordinator(ledger, source, plan, kParts);
  }
  PartialSumHandle sum(int64_t part) const { return sum_of(broadcast_of(it), part, parts[static_cast<size_t>(part)]); }
  PartialSumHandle whole() const {
    std::mt19937_64 shuffle(2);
    return whole_sum(broadcast_of(it), parts, 1, shuffle);
  }
  int64_t step() const { return coordinator_figure(it, DPCVX_COORDINATOR_FIGURE_STEP); }

  // The step is refused with this status and words, and nothing has moved.
  void expect_refused(dpcvx_partial_sum *given, dpcvx_status status, const char *words) {
    dpcvx_error err{};
    const std::string before = broadcast_of(it);
    EXPECT_EQ(dpcvx_coordinator_finish_step(it, source, given, &err), status) << err.message;
    EXPECT_NE(std::strstr(err.message, words), nullptr) << err.message << " should say " << words;
    EXPECT_EQ(broadcast_of(it), before);
  }
};

void expect_failure(dpcvx_status found, dpcvx_status status, const dpcvx_error &err, const char *words) {
  EXPECT_EQ(found, status) << err.message;
  EXPECT_NE(std::strstr(err.message, words), nullptr) << err.message << " should say " << words;
}

std::vector<double> undisturbed() {
  Fixture one;
  return coefficients(run_steps(one.it, one.source, one.parts));
}

// With faults before every step the fit is the one without: no noise was drawn by what was refused.
TEST(Faults, WhatIsRefusedDrawsNoNoiseAndMovesNothing) {
  Fixture one, another("another");
  PartialSumHandle old;
  const double charged = budget_figure(one.ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT);
  EXPECT_GT(charged, 0) << "before the first step";
  for (int64_t step = 0; step < kSteps; ++step) {
    PartialSumHandle missing = one.sum(0);
    for (int64_t part : {1, 2, 4}) {
      const PartialSumHandle more = one.sum(part);
      EXPECT_EQ(dpcvx_partial_sum_merge(missing, more, nullptr), DPCVX_OK);
    }
    one.expect_refused(missing, DPCVX_ERR_ARGUMENT, "without part 3, of 4 parts");
    const PartialSumHandle foreign = another.whole();
    one.expect_refused(foreign, DPCVX_ERR_ARGUMENT, "of another fit");
    if (old.it != nullptr) one.expect_refused(old, DPCVX_ERR_ARGUMENT, "a sum of step");
    PartialSumHandle open;
    const std::string broadcast = broadcast_of(one.it);
    ASSERT_EQ(dpcvx_partial_sum_create(broadcast.data(), broadcast.size(), 0, &open.it, nullptr), DPCVX_OK);
    one.expect_refused(open, DPCVX_ERR_STATE, "sealed");
    old = loaded_sum(saved_sum(one.whole()));
    const PartialSumHandle good = one.whole();
    ASSERT_EQ(dpcvx_coordinator_finish_step(one.it, one.source, good, nullptr), DPCVX_OK);
    if (step + 1 < kSteps) one.expect_refused(good, DPCVX_ERR_STATE, "was finished with");
  }
  EXPECT_EQ(budget_figure(one.ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT), charged);
  dpcvx_error err{};
  expect_failure(dpcvx_coordinator_finish_step(one.it, one.source, old, &err), DPCVX_ERR_STATE, err, "are done");
  FitHandle fit, again;
  ASSERT_EQ(dpcvx_coordinator_fit(one.it, &fit.it, nullptr), DPCVX_OK);
  EXPECT_EQ(coefficients(fit), undisturbed());
  expect_failure(dpcvx_coordinator_fit(one.it, &again.it, &err), DPCVX_ERR_STATE, err, "was given");
  EXPECT_EQ(again.it, nullptr);
}

TEST(Faults, ARepeatedPartIsNamedAndChangesNothing) {
  Fixture one;
  const PartialSumHandle sum = one.sum(1), two = one.sum(2), retried = one.sum(2);
  dpcvx_error err{};
  ASSERT_EQ(dpcvx_partial_sum_merge(sum, two, nullptr), DPCVX_OK);
  const std::string before = saved_sum(sum);
  expect_failure(dpcvx_partial_sum_merge(sum, retried, &err), DPCVX_ERR_ARGUMENT, err, "with part 2");
  expect_failure(dpcvx_partial_sum_merge(sum, sum, &err), DPCVX_ERR_ARGUMENT, err, "with part 1");
  EXPECT_EQ(saved_sum(sum), before);
  EXPECT_EQ(saved_sum(two), saved_sum(retried)) << "a retry is the same sum";
}

TEST(Faults, OpenAndSealedSumsKeepToTheirOrder) {
  Fixture one;
  const std::string broadcast = broadcast_of(one.it);
  PartialSumHandle open;
  dpcvx_error err{};
  size_t length = 0;
  for (int64_t part : {int64_t{-1}, kParts}) {
    expect_failure(dpcvx_partial_sum_create(broadcast.data(), broadcast.size(), part, &open.it, &err),
                   DPCVX_ERR_ARGUMENT, err, "'part'");
  }
  ASSERT_EQ(dpcvx_partial_sum_create(broadcast.data(), broadcast.size(), 0, &open.it, nullptr), DPCVX_OK);
  const PartialSumHandle other = one.sum(1);
  expect_failure(dpcvx_partial_sum_save(open, nullptr, 0, &length, &err), DPCVX_ERR_STATE, err, "open");
  expect_failure(dpcvx_partial_sum_merge(open, other, &err), DPCVX_ERR_STATE, err, "open");
  expect_failure(dpcvx_partial_sum_merge(other, open, &err), DPCVX_ERR_STATE, err, "open");
  expect_failure(dpcvx_partial_sum_add(other, one.tables[1], 1, &err), DPCVX_ERR_STATE, err, "sealed");
}

TEST(Faults, BlocksAreThoseOfThePlan) {
  Fixture one;
  const std::string broadcast = broadcast_of(one.it);
  PartialSumHandle open;
  dpcvx_error err{};
  ASSERT_EQ(dpcvx_partial_sum_create(broadcast.data(), broadcast.size(), 0, &open.it, nullptr), DPCVX_OK);
  const DatasetHandle wide = dataset(random_rows(5, 4, 1));
  expect_failure(dpcvx_partial_sum_add(open, wide, 1, &err), DPCVX_ERR_ARGUMENT, err, "of 4 columns; accepted: 3");
  DatasetHandle users, scaled, capped;
  const std::vector<int64_t> ids(20, 1);
  const double low[] = {-1, -1, -1}, high[] = {1, 1, 1};
  ASSERT_EQ(dpcvx_dataset_create_with_users(one.tables[0], ids.data(), 20, &users.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_dataset_create_scaled(one.tables[0], low, high, 3, &scaled.it, nullptr), DPCVX_OK);
  expect_failure(dpcvx_partial_sum_add(open, users, 1, &err), DPCVX_ERR_ARGUMENT, err, "with users");
  expect_failure(dpcvx_partial_sum_add(open, scaled, 1, &err), DPCVX_ERR_ARGUMENT, err, "other ranges");
  DatasetHandle sparse;
  const int64_t starts[] = {0, 1}, column = 1;
  const double value = 0.5, label = 1;
  ASSERT_EQ(dpcvx_dataset_create_csr(starts, &column, &value, 1, 3, &label, &sparse.it, nullptr), DPCVX_OK);
  expect_failure(dpcvx_partial_sum_add(open, sparse, 1, &err), DPCVX_ERR_ARGUMENT, err,
                 "= sparse rows of doubles; accepted: dense rows of doubles");
  Rows wrong = random_rows(3, 3, 1);
  wrong.labels[2] = 5;
  expect_failure(dpcvx_partial_sum_add(open, dataset(wrong), 1, &err), DPCVX_ERR_ARGUMENT, err, "label 5 in row 2");
  expect_failure(dpcvx_partial_sum_add(open, one.tables[0], 0, &err), DPCVX_ERR_ARGUMENT, err, "'threads'");
  ASSERT_EQ(dpcvx_partial_sum_add(open, one.tables[0], 1, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_partial_sum_seal(open, nullptr), DPCVX_OK);
  EXPECT_EQ(saved_sum(open), saved_sum(one.sum(0))) << "what was refused added nothing";
}

// Every byte that is cut off or flipped is found, by the checksum alone or by the fields.
TEST(Faults, DamagedBytesAreRefused) {
  Fixture one;
  const std::string sum = saved_sum(one.sum(0)), broadcast = broadcast_of(one.it);
  EXPECT_NE(sum.find("NOT PRIVATE"), std::string::npos);
  for (const std::string *bytes : {&sum, &broadcast})
    for (size_t i = 0; i < bytes->size(); ++i) {
      std::string flipped = *bytes;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << i % 8));
      const std::string cut = bytes->substr(0, i);
      PartialSumHandle out;
      for (const std::string &bad : {flipped, cut}) {
        const dpcvx_status status = bytes == &sum
                                        ? dpcvx_partial_sum_load(bad.data(), bad.size(), &out.it, nullptr)
                                        : dpcvx_partial_sum_create(bad.data(), bad.size(), 0, &out.it, nullptr);
        EXPECT_EQ(status, DPCVX_ERR_ARGUMENT) << i;
        EXPECT_EQ(out.it, nullptr);
      }
    }
}

// The checksum made right again: what is read is then checked field by field, and never crashes.
TEST(Faults, ForgedFieldsNeverCrash) {
  Fixture one;
  const std::string sum = saved_sum(one.sum(0)), broadcast = broadcast_of(one.it);
  std::mt19937_64 bits(4);
  int64_t refused = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string bad = round % 2 == 0 ? sum : broadcast;
    for (uint64_t changes = 1 + bits() % 3; changes > 0; --changes)
      bad[20 + bits() % (bad.size() - 28)] = static_cast<char>(bits());
    const uint64_t check = dpcvx::checksum(bad.data(), bad.size() - 8);
    for (size_t i = 0; i < 8; ++i) bad[bad.size() - 8 + i] = static_cast<char>(check >> (8 * i) & 0xff);
    PartialSumHandle out;
    if (round % 2 == 0) {
      const dpcvx_status status = dpcvx_partial_sum_load(bad.data(), bad.size(), &out.it, nullptr);
      refused += status == DPCVX_OK ? 0 : 1;
    } else if (dpcvx_partial_sum_create(bad.data(), bad.size(), 0, &out.it, nullptr) == DPCVX_OK) {
      dpcvx_partial_sum_add(out, one.tables[0], 1, nullptr);
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(Faults, WhatNeedsATableRefusesPublicFacts) {
  Fixture one;
  dpcvx_error err{};
  FitHandle fit;
  expect_failure(dpcvx_fit_create(one.ledger, one.source, one.plan, nullptr, &fit.it, &err), DPCVX_ERR_UNSUPPORTED, err,
                 "dpcvx_coordinator_create");
  double value, w[4] = {};
  expect_failure(dpcvx_nonprivate_objective_value(one.objective, w, 4, &value, nullptr, &err), DPCVX_ERR_UNSUPPORTED,
                 err, "no table");
  const OptionsHandle options = plan_options();
  PlanHandle plan;
  for (int32_t method : {DPCVX_METHOD_DP_SGD_OUTPUT, DPCVX_METHOD_DP_SGD_GRADIENT})
    expect_failure(dpcvx_plan_create(one.ledger, one.price, one.objective, method, options, &plan.it, &err),
                   DPCVX_ERR_UNSUPPORTED, err, "needs the table");
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_CLIPPING, DPCVX_CLIPPING_ADAPTIVE, nullptr);
  expect_failure(dpcvx_plan_create(one.ledger, one.price, one.objective, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, options,
                                   &plan.it, &err),
                 DPCVX_ERR_UNSUPPORTED, err, "fixed norm");
  const ObjectiveHandle there = objective(random_rows(50, 3, 1));
  ASSERT_EQ(
      dpcvx_plan_create(one.ledger, one.price, there, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, nullptr, &plan.it, nullptr),
      DPCVX_OK);
  CoordinatorHandle other;
  const double before = budget_figure(one.ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT);
  expect_failure(dpcvx_coordinator_create(one.ledger, one.source, plan, 2, &other.it, &err), DPCVX_ERR_UNSUPPORTED, err,
                 "for a table in memory");
  EXPECT_EQ(budget_figure(one.ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT), before) << "nothing is charged";
}

TEST(Faults, ABudgetThatIsSpentMakesNoCoordinator) {
  Fixture one;
  const BudgetHandle small = budget(0.5);
  CoordinatorHandle out;
  dpcvx_error err{};
  expect_failure(dpcvx_coordinator_create(small, one.source, one.plan, 2, &out.it, &err), DPCVX_ERR_BUDGET, err, "");
  EXPECT_EQ(budget_figure(small, DPCVX_BUDGET_FIGURE_MAIN_SPENT), 0);
}

// A record that says its noise is secret gets no noise from a seed.
TEST(Faults, ADeterministicSourceIsNotSlippedIn) {
  Fixture one;
  RngHandle secret;
  ASSERT_EQ(dpcvx_rng_create(&secret.it, nullptr), DPCVX_OK);
  one.it = coordinator(one.ledger, secret, one.plan, kParts);
  const PartialSumHandle whole = one.whole();
  one.expect_refused(whole, DPCVX_ERR_STATE, "deterministic");
}

// Two noises for one charge would tell their difference.
TEST(Faults, AForkedCopyAddsNoNoise) {
  Fixture one;
  const PartialSumHandle whole = one.whole();
  const pid_t child = fork();
  if (child == 0) {
    size_t length = 0;
    FitHandle fit;
    int passed = dpcvx_coordinator_broadcast(one.it, nullptr, 0, &length, nullptr) == DPCVX_ERR_STATE ? 0 : 1;
    passed |= dpcvx_coordinator_finish_step(one.it, one.source, whole, nullptr) == DPCVX_ERR_STATE ? 0 : 2;
    passed |= dpcvx_coordinator_fit(one.it, &fit.it, nullptr) == DPCVX_ERR_STATE ? 0 : 4;
    _exit(one.step() == 0 ? passed : 8);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(dpcvx_coordinator_finish_step(one.it, one.source, whole, nullptr), DPCVX_OK);
}

// Sums and broadcasts of a build with other slopes are refused, although their bytes are whole.
TEST(Faults, AnotherBuildIsNamed) {
  Fixture one;
  const std::string sum = saved_sum(one.sum(0)), broadcast = broadcast_of(one.it);
  uint64_t own = dpcvx::solve::this_build();
  for (const std::string *bytes : {&sum, &broadcast}) {
    std::string other = *bytes;
    const size_t at = other.find(std::string(reinterpret_cast<const char *>(&own), 8));
    ASSERT_NE(at, std::string::npos);
    other[at] = static_cast<char>(other[at] ^ 1);
    const uint64_t check = dpcvx::checksum(other.data(), other.size() - 8);
    std::memcpy(&other[other.size() - 8], &check, 8);
    PartialSumHandle out;
    dpcvx_error err{};
    expect_failure(bytes == &sum ? dpcvx_partial_sum_load(other.data(), other.size(), &out.it, &err)
                                 : dpcvx_partial_sum_create(other.data(), other.size(), 0, &out.it, &err),
                   DPCVX_ERR_ARGUMENT, err, "of another build");
  }
}

// A fit that is taken early is a function of the steps so far.
TEST(Faults, AFitBeforeTheLastStep) {
  Fixture one;
  const PartialSumHandle whole = one.whole();
  ASSERT_EQ(dpcvx_coordinator_finish_step(one.it, one.source, whole, nullptr), DPCVX_OK);
  FitHandle fit;
  ASSERT_EQ(dpcvx_coordinator_fit(one.it, &fit.it, nullptr), DPCVX_OK);
  EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_OUTCOME), DPCVX_OUTCOME_CANCELLED);
  EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_STEPS), 1);
  EXPECT_EQ(coefficients(fit).size(), 4u);
}

// Sums of more than 64 bits hold are refused in the plan, with a reason.
TEST(Faults, TooManyUnitsForSumsOf64Bits) {
  Facts facts;
  facts.columns = 1000;
  facts.units = int64_t{1} << 40;
  const ObjectiveHandle objective = public_objective(facts);
  const BudgetHandle ledger = budget(1e6);
  const CurveHandle price = gdp(1);
  PlanHandle plan;
  dpcvx_error err{};
  expect_failure(
      dpcvx_plan_create(ledger, price, objective, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, nullptr, &plan.it, &err),
      DPCVX_ERR_UNSUPPORTED, err, "64 bits");
}

}  // namespace
