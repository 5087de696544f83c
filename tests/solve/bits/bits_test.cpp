// Fits have the same bits on every instruction set and with any number of threads: every method, on tables of each
// kind, against one thread without vector instructions. The program has its own widest_isa(), which the library then
// takes, so that one process runs them all.
#include <algorithm>
#include <cstring>
#include <map>

#include "base/machine/isa.h"
#include "data/row_kernels.h"
#include "solve/method_registry.h"
#include "support/evidence.h"
#include "support/handles.h"

namespace dpcvx {

namespace {
Isa limit = Isa::kBaseline;

bool offers(Isa isa) {
#if defined(DPCVX_HAS_AVX_KERNELS)
  if (isa == Isa::kAvx512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && offers(Isa::kAvx2);
  if (isa == Isa::kAvx2)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
#endif
  return isa == Isa::kBaseline;
}
}  // namespace

Isa widest_isa() { return limit; }

namespace {

using namespace fixtures;

struct TableKind {
  const char *name;
  bool sparse, singles, users;
  int32_t loss;
};

constexpr TableKind kKinds[] = {
    {"doubles", false, false, false, DPCVX_LOSS_LOGISTIC},      {"floats", false, true, false, DPCVX_LOSS_LOGISTIC},
    {"sparse", true, false, false, DPCVX_LOSS_LOGISTIC},        {"users", false, false, true, DPCVX_LOSS_LOGISTIC},
    {"classes", false, false, false, DPCVX_LOSS_MULTINOMIAL},   {"numbers", false, false, false, DPCVX_LOSS_SQUARED},
    {"numbers of users", false, true, true, DPCVX_LOSS_SQUARED}};

ObjectiveHandle objective_of(const TableKind &kind) {
  constexpr int64_t kRows = 2400, kColumns = 13, kUsers = 800;
  Rows rows = random_rows(kRows, kColumns, 21, 0.4);
  for (size_t i = 0; i < rows.labels.size(); ++i) {
    if (kind.loss == DPCVX_LOSS_MULTINOMIAL) rows.labels[i] = static_cast<double>(i % 3);
    if (kind.loss == DPCVX_LOSS_SQUARED) rows.labels[i] = std::tanh(rows.features[i * kColumns]);
  }
  const std::vector<float> singles(rows.features.begin(), rows.features.end());
  DatasetHandle table, owned;
  std::vector<int64_t> starts{0}, columns;
  std::vector<double> values;
  for (size_t i = 0; i < static_cast<size_t>(kRows); ++i) {
    for (size_t j = i % 3; j < static_cast<size_t>(kColumns); j += 3)
      columns.push_back(static_cast<int64_t>(j)), values.push_back(rows.features[i * kColumns + j]);
    starts.push_back(static_cast<int64_t>(columns.size()));
  }
  const double *const labels = rows.labels.data();
  const dpcvx_status made =
      kind.sparse ? dpcvx_dataset_create_csr(starts.data(), columns.data(), values.data(), kRows, kColumns, labels,
                                             &table.it, nullptr)
      : kind.singles
          ? dpcvx_dataset_create_dense_f32(singles.data(), kRows, kColumns, kColumns, 1, labels, &table.it, nullptr)
          : dpcvx_dataset_create_dense(rows.features.data(), kRows, kColumns, kColumns, 1, labels, &table.it, nullptr);
  EXPECT_EQ(made, DPCVX_OK);
  std::vector<int64_t> users;
  for (int64_t i = 0; i < kRows; ++i) users.push_back(i * 7 % kUsers);
  if (kind.users) {
    EXPECT_EQ(dpcvx_dataset_create_with_users(table, users.data(), kRows, &owned.it, nullptr), DPCVX_OK);
  }
  OptionsHandle options;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.05, nullptr);
  if (kind.users) dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER, 3, nullptr);
  if (kind.loss == DPCVX_LOSS_SQUARED) dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
  if (kind.loss == DPCVX_LOSS_MULTINOMIAL) dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, 3, nullptr);
  dpcvx_error err;
  ObjectiveHandle out;
  EXPECT_EQ(dpcvx_objective_create(kind.users ? owned : table, kind.loss, nullptr, options, &out.it, &err), DPCVX_OK)
      << err.message;
  return out;
}

// Methods of users take the basic filter alone.
BudgetHandle budget_of(const TableKind &kind, double epsilon) {
  OptionsHandle options;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, kind.users ? DPCVX_FILTER_BASIC : DPCVX_FILTER_GDP,
                        nullptr);
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_create(epsilon, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE,
                                kind.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD, options, &out.it, nullptr),
            DPCVX_OK);
  return out;
}

// The coefficients; empty where the method does not apply. At an epsilon of hundreds noise hides little rounding.
std::vector<double> fit_bits(const TableKind &kind, int32_t method, double epsilon, int64_t threads,
                             const std::string &seed) {
  const ObjectiveHandle it = objective_of(kind);
  const BudgetHandle ledger = budget_of(kind, epsilon);
  CurveHandle price;
  EXPECT_EQ(dpcvx_budget_price(ledger, 1, &price.it, nullptr), DPCVX_OK);
  const OptionsHandle options = plan_options();
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_THREADS, threads, nullptr);
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MAX_PASSES, 40, nullptr);
  FitHandle fit;
  const RngHandle source = rng(seed);
  if (plan_and_fit(ledger, source, price, it, options, &fit.it, nullptr, method) != DPCVX_OK) return {};
  return coefficients(fit);
}

bool same_bits(const std::vector<double> &a, const std::vector<double> &b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

TEST(Bits, FitsAreTheSameOnEveryInstructionSetAndThread) {
  struct Way {
    Isa isa;
    int64_t threads;
  };
  std::vector<Way> ways;
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512})
    if (offers(isa)) ways.push_back({isa, 1});
  ways.push_back({ways.empty() ? Isa::kBaseline : ways.back().isa, 2});
  std::map<int32_t, int> fits;
  int compared = 0, controls = 0;
  for (const TableKind &kind : kKinds)
    for (size_t m = 0; m < solve::kLibraryMethods.count; ++m)
      for (const double epsilon : {4.0, 500.0}) {
        const int32_t method = solve::kLibraryMethods[m].number;
        limit = Isa::kBaseline;
        ASSERT_EQ(&data::dense_kernels(), &data::kDenseKernelsBaseline);
        const std::vector<double> plain = fit_bits(kind, method, epsilon, 1, "bits");
        if (plain.empty()) continue;
        ++fits[method];
        for (const Way &way : ways) {
          limit = way.isa;
          EXPECT_TRUE(same_bits(plain, fit_bits(kind, method, epsilon, way.threads, "bits")))
              << kind.name << ", method " << method << " at epsilon " << epsilon << ", set "
              << static_cast<int>(way.isa) << ", " << way.threads << " threads";
          ++compared;
        }
        if (epsilon == 4 && &kind == kKinds) controls += !same_bits(plain, fit_bits(kind, method, epsilon, 1, "other"));
      }
  EXPECT_GE(controls, 7);  // another seed has other bits
  for (size_t m = 0; m < solve::kLibraryMethods.count; ++m)
    EXPECT_GT(fits[solve::kLibraryMethods[m].number], 0) << solve::kLibraryMethods[m].number;
  evidence("fits", "%d fits of %d methods on %d kinds of tables: the bits of one thread without vector instructions",
           compared, static_cast<int>(fits.size()), static_cast<int>(std::size(kKinds)));
}

}  // namespace
}  // namespace dpcvx
