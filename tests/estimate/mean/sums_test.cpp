// Means from the sums of parts: the bits of a table in memory, and what is refused.
#include <cstring>
#include <functional>

#include "estimate/mean/estimates.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;

constexpr int64_t kRows = 600, kColumns = 2, kLength = 4 * kColumns + 2;

const double kLow[] = {0, -3}, kHigh[] = {8, 2};

// Rows of users whose records lie together, or of records; one in nine is null.
struct Whole {
  std::vector<double> entries, weights;
  std::vector<int64_t> ids;
  bool users;

  explicit Whole(bool of_users) : users(of_users) {
    for (int64_t i = 0; i < kRows; ++i) {
      entries.push_back(static_cast<double>(i * 37 % 101) / 10);
      entries.push_back(static_cast<double>(i * 53 % 97) / 20 - 3.5);
      weights.push_back(i % 9 == 8 && users ? 0 : 1);
      ids.push_back(i / 3);
    }
  }
  // Rows [begin, end).
  DatasetHandle part(int64_t begin, int64_t end) const {
    const std::vector<double> some(entries.begin() + begin * kColumns, entries.begin() + end * kColumns);
    const std::vector<int64_t> owners(ids.begin() + begin, ids.begin() + end);
    const DatasetHandle plain = table_of(some, kColumns, users ? &owners : nullptr);
    DatasetHandle out;
    EXPECT_EQ(dpcvx_dataset_create_with_weights(plain, weights.data() + begin, end - begin, &out.it, nullptr),
              DPCVX_OK);
    return out;
  }
};

struct Setting {
  bool users;
  int32_t adjacency;
  bool pure;

  int32_t unit() const { return users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD; }
  CurveHandle price() const {
    CurveHandle out;
    EXPECT_EQ((pure ? dpcvx_curve_create_pure : dpcvx_curve_create_gdp)(3, &out.it, nullptr), DPCVX_OK);
    return out;
  }
};

BudgetHandle ledger_of(const Setting &setting) {
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_create(1e6, 1e-6, setting.adjacency, setting.unit(), nullptr, &out.it, nullptr), DPCVX_OK);
  return out;
}

std::vector<int64_t> sums_of(const Whole &whole, const Setting &setting, int64_t parts) {
  std::vector<int64_t> all(kLength, 0);
  const CurveHandle price = setting.price();
  const int64_t width = kRows / parts;
  for (int64_t part = parts; part-- > 0;) {
    dpcvx_error err{};
    const DatasetHandle rows = whole.part(part * width, (part + 1) * width);
    std::vector<int64_t> sums(kLength);
    EXPECT_EQ(dpcvx_estimate_mean_sums(price, setting.adjacency, rows, kLow, kHigh, kColumns, nullptr, sums.data(),
                                       kLength, &err),
              DPCVX_OK)
        << err.message;
    for (size_t j = 0; j < sums.size(); ++j) all[j] += sums[j];
  }
  return all;
}

dpcvx_status from_sums(const Setting &setting, const std::vector<int64_t> &sums, EstimateHandle *out,
                       dpcvx_error *err) {
  const RngHandle source = rng("sums");
  const BudgetHandle ledger = ledger_of(setting);
  const dpcvx_status status = dpcvx_estimate_create_mean_from_sums(ledger, source, setting.price(), sums.data(),
                                                                   static_cast<int64_t>(sums.size()), setting.unit(),
                                                                   kLow, kHigh, kColumns, nullptr, &out->it, err);
  int64_t charges = -1;
  EXPECT_EQ(dpcvx_budget_get_i64(ledger, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
  EXPECT_EQ(charges, status == DPCVX_OK ? 1 : 0);
  return status;
}

std::string figures_of(const dpcvx_estimate *estimate) {
  std::vector<double> all(3 * kColumns);
  EXPECT_EQ(dpcvx_estimate_values(estimate, all.data(), kColumns, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_estimate_intervals(estimate, &all[kColumns], &all[2 * kColumns], kColumns, nullptr), DPCVX_OK);
  return std::string(reinterpret_cast<const char *>(all.data()), all.size() * sizeof(double));
}

TEST(MeanSums, AnyPartsGiveTheBitsOfATable) {
  for (const bool users : {false, true})
    for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
      for (const bool pure : {false, true}) {
        const Setting setting{users, adjacency, pure};
        const Whole whole(users);
        const DatasetHandle table = whole.part(0, kRows);
        const BudgetHandle ledger = ledger_of(setting);
        const Estimated expected =
            mean_of({table, kColumns, {kLow[0], kLow[1]}, {kHigh[0], kHigh[1]}}, ledger, setting.price(), "sums");
        ASSERT_EQ(expected.status, DPCVX_OK) << expected.error.message;
        for (const int64_t parts : {1, 2, 10, 200}) {
          EstimateHandle found;
          dpcvx_error err{};
          ASSERT_EQ(from_sums(setting, sums_of(whole, setting, parts), &found, &err), DPCVX_OK) << err.message;
          EXPECT_TRUE(figures_of(found) == figures_of(expected.it)) << parts << " parts";
        }
      }
}

TEST(MeanSums, TheRecordSaysWhatIsAssumed) {
  const Setting setting{true, DPCVX_ADJACENCY_REPLACE_ONE, false};
  EstimateHandle found;
  ASSERT_EQ(from_sums(setting, sums_of(Whole(true), setting, 2), &found, nullptr), DPCVX_OK);
  std::string text(20000, '\0');
  size_t length = 0;
  GuaranteeHandle record;
  ASSERT_EQ(dpcvx_estimate_guarantee(found, &record.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_guarantee_to_text(record, text.data(), text.size(), &length, nullptr), DPCVX_OK);
  EXPECT_NE(text.find("who adds it twice doubles what it moves"), std::string::npos);
  EXPECT_NE(text.find("who takes, merges or sends sums sees exact sums"), std::string::npos);
  EstimateHandle variances;
  EXPECT_EQ(dpcvx_estimate_create_variance(found, nullptr, &variances.it, nullptr), DPCVX_OK);
}

TEST(MeanSums, OthersAreRefused) {
  const Setting setting{false, DPCVX_ADJACENCY_REPLACE_ONE, false};
  const std::vector<int64_t> good = sums_of(Whole(false), setting, 2);
  const auto expect_refused = [&](const std::function<void(std::vector<int64_t> &)> &change, const char *words,
                                  const Setting &of) {
    std::vector<int64_t> sums = good;
    change(sums);
    EstimateHandle found;
    dpcvx_error err{};
    EXPECT_EQ(from_sums(of, sums, &found, &err), DPCVX_ERR_ARGUMENT) << words;
    EXPECT_NE(std::strstr(err.message, words), nullptr) << words << ": " << err.message;
  };
  expect_refused([](auto &sums) { sums.pop_back(); }, "'length' = 9; accepted: 10 for 2 columns", setting);
  expect_refused([](auto &sums) { sums[8] = 0; }, "'sums[8]' = another number; accepted: a number of units, from 1",
                 setting);
  expect_refused([](auto &sums) { sums[8] = (1LL << 40) + 1; }, "accepted: a number of units", setting);
  expect_refused([](auto &sums) { sums[1] = kRows * (1LL << 21) + 1; }, "'sums[1]' = a sum beyond 2^21", setting);
  expect_refused([](auto &sums) { sums[2] = -kRows * (1LL << 21) - 1; }, "'sums[2]' = a sum beyond 2^21", setting);
  expect_refused([](auto &sums) { ++sums[8]; }, "the mark of another release", setting);
  const Setting others[] = {{false, DPCVX_ADJACENCY_ADD_REMOVE, false},
                            {false, DPCVX_ADJACENCY_REPLACE_ONE, true},
                            {true, DPCVX_ADJACENCY_REPLACE_ONE, false}};
  for (const Setting &other : others) {
    expect_refused([](auto &) {}, "the mark of another release", other);
    std::vector<int64_t> mixed = sums_of(Whole(other.users), other, 2);
    for (size_t j = 0; j < mixed.size(); ++j) mixed[j] += good[j];
    expect_refused([&](auto &sums) { sums = mixed; }, "the mark of another release", setting);
  }
}

TEST(MeanSums, OtherRangesAreRefused) {
  const Setting setting{false, DPCVX_ADJACENCY_REPLACE_ONE, false};
  const std::vector<int64_t> sums = sums_of(Whole(false), setting, 2);
  const RngHandle source = rng("sums");
  const BudgetHandle ledger = ledger_of(setting);
  const double high[] = {8, 2.5};
  EstimateHandle found;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_estimate_create_mean_from_sums(ledger, source, setting.price(), sums.data(), kLength, setting.unit(),
                                                 kLow, high, kColumns, nullptr, &found.it, &err),
            DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "the mark of another release"), nullptr) << err.message;
}

TEST(MeanSums, APartThatIsRefusedLeavesThem) {
  const Setting setting{false, DPCVX_ADJACENCY_REPLACE_ONE, false};
  Whole whole(false);
  whole.weights[3] = 0;
  const CurveHandle price = setting.price();
  const DatasetHandle null = whole.part(0, 10), fine = whole.part(10, 20);
  std::vector<int64_t> sums(kLength, 7);
  const std::vector<int64_t> before = sums;
  const auto status_of = [&](const dpcvx_dataset *part, const double *low, int64_t length, dpcvx_error *err) {
    return dpcvx_estimate_mean_sums(price, setting.adjacency, part, low, kHigh, kColumns, nullptr, sums.data(), length,
                                    err);
  };
  dpcvx_error err{};
  EXPECT_EQ(status_of(null, kLow, kLength, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "null record"), nullptr) << err.message;
  const double lacking[] = {NAN, -3};
  EXPECT_EQ(status_of(fine, lacking, kLength, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "sums have declared ranges"), nullptr) << err.message;
  EXPECT_EQ(status_of(fine, kLow, kLength - 1, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(sums, before);
  EXPECT_EQ(status_of(fine, kLow, kLength, &err), DPCVX_OK);
  EXPECT_EQ(sums[8], 10);
}

}  // namespace
