// Fits of every kind, and their bytes, for tests of what becomes of a fit.
#ifndef DPCVX_TESTS_SOLVE_FIT_SAVED_H_
#define DPCVX_TESTS_SOLVE_FIT_SAVED_H_

#include <functional>

#include "support/handles.h"
#include "support/sealed.h"

namespace fixtures {

inline std::string bytes_of(const dpcvx_fit *fit) {
  size_t length = 0;
  EXPECT_EQ(dpcvx_fit_save(fit, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::string bytes(length, '\0');
  EXPECT_EQ(dpcvx_fit_save(fit, &bytes[0], length, &length, nullptr), DPCVX_OK);
  return bytes;
}

inline FitHandle loaded(const std::string &bytes) {
  FitHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_load(bytes.data(), bytes.size(), &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

template <class Handle>
std::string text_of(const Handle &handle, dpcvx_status (*write)(typename std::remove_pointer<Handle>::type const *,
                                                                char *, size_t, size_t *, dpcvx_error *)) {
  size_t length = 0;
  EXPECT_EQ(write(handle, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::vector<char> text(length + 1);
  EXPECT_EQ(write(handle, text.data(), text.size(), &length, nullptr), DPCVX_OK);
  return std::string(text.data(), length);
}
inline std::string json_of(const dpcvx_fit *fit) { return text_of(const_cast<dpcvx_fit *>(fit), dpcvx_fit_to_json); }
inline std::string report_of(const dpcvx_fit *fit) { return text_of(const_cast<dpcvx_fit *>(fit), dpcvx_fit_to_text); }
// The number after `name` in a report; NAN: it is not there.
inline double constant_of(const dpcvx_fit *fit, const char *name) {
  const std::string text = report_of(fit), key = std::string(name) + " = ";
  const size_t at = text.find(key);
  return at == std::string::npos ? NAN : std::strtod(text.c_str() + at + key.size(), nullptr);
}

inline std::string guarantee_of(const dpcvx_fit *fit) {
  GuaranteeHandle guarantee;
  EXPECT_EQ(dpcvx_fit_guarantee(fit, &guarantee.it, nullptr), DPCVX_OK);
  return text_of(guarantee.it, dpcvx_guarantee_to_json);
}

// What a fit's guarantee states at a delta.
inline double epsilon_of(const dpcvx_fit *fit, double delta) {
  GuaranteeHandle guarantee;
  double epsilon = -1;
  EXPECT_EQ(dpcvx_fit_guarantee(fit, &guarantee.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_guarantee_epsilon(guarantee, delta, &epsilon, nullptr), DPCVX_OK);
  return epsilon;
}

struct Kind {
  int32_t loss = DPCVX_LOSS_LOGISTIC;
  bool ranges = false, users = false, domain = false, rdp = false;
  int64_t classes = 0;
  int32_t method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
  std::string seed = "kind";  // empty: the operating system
  uint64_t rows = 1;          // another number is another table
  double l2 = 0;
};

constexpr int64_t kKindRows = 60, kKindColumns = 3;

inline DatasetHandle raw_rows(const Kind &kind) {
  Rows rows = random_rows(kKindRows, kKindColumns, kind.rows);
  for (size_t i = 0; kind.classes > 0 && i < rows.labels.size(); ++i)
    rows.labels[i] = static_cast<double>(i % static_cast<size_t>(kind.classes));
  for (size_t i = 0; kind.loss == DPCVX_LOSS_POISSON && i < rows.labels.size(); ++i)
    rows.labels[i] = std::fmax(0, rows.labels[i]);
  return dataset(rows);
}

const double kLow[kKindColumns] = {-1, -2, -3}, kHigh[kKindColumns] = {1.5, 2, 0.5};

inline DatasetHandle scaled(const dpcvx_dataset *raw, const double *low = kLow, const double *high = kHigh) {
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_scaled(raw, low, high, kKindColumns, &out.it, nullptr), DPCVX_OK);
  return out;
}

inline DatasetHandle owned(const dpcvx_dataset *table) {
  std::vector<int64_t> users(kKindRows);
  for (size_t i = 0; i < users.size(); ++i) users[i] = static_cast<int64_t>(i % 20);
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_with_users(table, users.data(), kKindRows, &out.it, nullptr), DPCVX_OK);
  return out;
}

inline ObjectiveHandle objective_of(const Kind &kind) {
  DatasetHandle table = raw_rows(kind);
  if (kind.ranges) table = scaled(table);
  if (kind.users) table = owned(table);
  OptionsHandle options;
  DomainHandle domain;
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, kind.classes, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, kind.l2, nullptr);
  const int64_t dimension = (kKindColumns + 1) * (kind.classes > 0 ? kind.classes : 1);
  if (kind.domain) {
    EXPECT_EQ(dpcvx_domain_create_ball(2, 3, nullptr, dimension, &domain.it, nullptr), DPCVX_OK);
  }
  EXPECT_EQ(dpcvx_objective_create(table, kind.loss, domain, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

inline BudgetHandle budget_of(const Kind &kind) {
  const int32_t unit = kind.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD;
  OptionsHandle options;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  if (kind.rdp) dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_RDP, nullptr);
  EXPECT_EQ(dpcvx_budget_create(2, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, unit, options, &out.it, nullptr), DPCVX_OK);
  return out;
}

inline FitHandle fit_of(const Kind &kind, const dpcvx_monitor *monitor = nullptr) {
  const ObjectiveHandle it = objective_of(kind);
  const BudgetHandle ledger = budget_of(kind);
  CurveHandle price;
  PlanHandle plan;
  RngHandle source;
  FitHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_budget_price(ledger, 1, &price.it, &err), DPCVX_OK) << err.message;
  EXPECT_EQ(dpcvx_plan_create(ledger, price, it, kind.method, nullptr, &plan.it, &err), DPCVX_OK) << err.message;
  if (kind.seed.empty()) {
    EXPECT_EQ(dpcvx_rng_create(&source.it, nullptr), DPCVX_OK);
  } else {
    source = rng(kind.seed);
  }
  EXPECT_EQ(dpcvx_fit_create(ledger, source, plan, monitor, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

inline Kind kind_of_loss(int32_t loss) {
  Kind kind;
  kind.loss = loss;
  kind.domain = true;
  kind.classes = loss == DPCVX_LOSS_MULTINOMIAL ? 3 : 0;
  return kind;
}

}  // namespace fixtures

#endif
