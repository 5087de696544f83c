#include "abi/registry/makers.h"

#include <cmath>
#include <vector>

namespace registry {

namespace {

// Calls create(arguments..., &handle, nullptr) and gives the handle.
template <class T, class Create, class... Arguments>
T *made(Create create, Arguments... arguments) {
  T *handle = nullptr;
  return create(arguments..., &handle, nullptr) == DPCVX_OK ? handle : nullptr;
}

}  // namespace

dpcvx_options *make_budget_options() { return made<dpcvx_options>(dpcvx_budget_options_create); }
dpcvx_options *make_release_options() { return made<dpcvx_options>(dpcvx_release_options_create); }
dpcvx_options *make_objective_options() { return made<dpcvx_options>(dpcvx_objective_options_create); }
dpcvx_options *make_own_loss_options() {
  dpcvx_options *const options = make_objective_options();
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_MAX_SLOPE, 2, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_MAX_CURVATURE, 1, nullptr);
  return options;
}
dpcvx_options *make_own_units_options() {
  dpcvx_options *const options = make_objective_options();
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LIPSCHITZ, 2, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_SMOOTHNESS, 1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY, 0.5, nullptr);
  return options;
}
dpcvx_options *make_audit_options() {
  dpcvx_options *const options = made<dpcvx_options>(dpcvx_audit_options_create);
  dpcvx_options_set_i64(options, DPCVX_AUDIT_OPTION_RUNS, 200, nullptr);
  return options;
}
dpcvx_options *make_fit_table_options() {
  dpcvx_options *const options = made<dpcvx_options>(dpcvx_fit_table_options_create);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_THREADS, 2, nullptr);
  return options;
}

dpcvx_options *make_selection_options() {
  dpcvx_options *const options = made<dpcvx_options>(dpcvx_selection_options_create);
  dpcvx_options_set_f64(options, DPCVX_SELECTION_OPTION_INCLUSION, 0.5, nullptr);
  dpcvx_options_set_f64(options, DPCVX_SELECTION_OPTION_HELD_OUT_FRACTION, 0.5, nullptr);
  return options;
}

dpcvx_options *make_plan_options() {
  dpcvx_options *const options = made<dpcvx_options>(dpcvx_plan_options_create);
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, 5, nullptr);
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_THREADS, 2, nullptr);
  return options;
}

// Where a price is of epsilon and delta, sampled methods are calibrated for each plan: sooner for one step.
dpcvx_options *make_single_step_options() {
  dpcvx_options *const options = make_plan_options();
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, 1, nullptr);
  return options;
}

dpcvx_options *make_stable_plan_options() {
  dpcvx_options *const options = make_single_step_options();
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD, 0.5, nullptr);
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_PHASES, 2, nullptr);
  return options;
}

dpcvx_monitor *make_monitor() {
  return made<dpcvx_monitor>(dpcvx_monitor_create, &should_continue, static_cast<void *>(nullptr));
}

dpcvx_budget *make_basic_budget() {
  dpcvx_options *const options = make_budget_options();
  dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, nullptr);
  dpcvx_budget *const budget =
      made<dpcvx_budget>(dpcvx_budget_create, 20.0, 1e-3, int32_t{DPCVX_ADJACENCY_REPLACE_ONE},
                         int32_t{DPCVX_UNIT_RECORD}, static_cast<const dpcvx_options *>(options));
  dpcvx_options_destroy(options);
  return budget;
}

dpcvx_rng *make_rng() { return made<dpcvx_rng>(dpcvx_rng_create_deterministic, "registry", size_t{8}); }

dpcvx_curve *make_curve() { return made<dpcvx_curve>(dpcvx_curve_create_gdp, 0.5); }
dpcvx_curve *make_pure_curve() { return made<dpcvx_curve>(dpcvx_curve_create_pure, 0.5); }
dpcvx_curve *make_zcdp_curve() { return made<dpcvx_curve>(dpcvx_curve_create_zcdp, 0.05); }

dpcvx_curve *make_approximate_curve() { return made<dpcvx_curve>(dpcvx_curve_create_approximate, 0.5, 1e-5); }

dpcvx_curve *make_rough_curve() { return made<dpcvx_curve>(dpcvx_curve_create_approximate, 8.0, 1e-4); }

dpcvx_curve *make_stable_curve() { return made<dpcvx_curve>(dpcvx_curve_create_approximate, 4.0, 1e-4); }

dpcvx_curve *make_laplace_curve() { return made<dpcvx_curve>(dpcvx_curve_create_laplace, 2.0); }
dpcvx_curve *make_allocation_curve() {
  return made<dpcvx_curve>(dpcvx_curve_create_random_allocation, 2.0, int64_t{12}, int64_t{1});
}
dpcvx_curve *make_replaced_allocation_curve() {
  return made<dpcvx_curve>(dpcvx_curve_create_random_allocation_replace_one, 2.0, int64_t{2}, int64_t{1});
}
dpcvx_curve *make_batch_curve() {
  dpcvx_curve *const whole = make_laplace_curve(), *batch = nullptr;
  dpcvx_curve_create_sampled(whole, DPCVX_SAMPLING_POISSON, 0.1, &batch, nullptr);
  dpcvx_curve_destroy(whole);
  return batch;
}
dpcvx_curve *make_shuffled_curve() {
  return made<dpcvx_curve>(dpcvx_curve_create_shuffled_response, 0.5, int64_t{3}, int64_t{60});
}
dpcvx_curve *make_mixture_curve() {
  const double mus[3] = {0, 0.5, 2}, probabilities[3] = {0.25, 0.5, 0.25};
  return made<dpcvx_curve>(dpcvx_curve_create_gdp_mixture, static_cast<const double *>(mus),
                           static_cast<const double *>(probabilities), int64_t{3});
}

dpcvx_curve *make_mixed_curve() {
  dpcvx_curve *parts[4] = {make_curve(), make_pure_curve(), make_zcdp_curve(), make_approximate_curve()};
  const int64_t counts[4] = {1, 2, 3, 1};
  dpcvx_curve *const whole =
      made<dpcvx_curve>(dpcvx_curve_create_composition, static_cast<const dpcvx_curve *const *>(parts),
                        static_cast<const int64_t *>(counts), size_t{4});
  for (dpcvx_curve *part : parts) dpcvx_curve_destroy(part);
  return whole;
}

dpcvx_budget *make_budget() {
  // Two filters in one: pure and GDP curves go to the first sub-budget, all others to the basic one.
  dpcvx_options *const options = make_budget_options();
  dpcvx_options_set_f64(options, DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION, 0.5, nullptr);
  dpcvx_options_set_f64(options, DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION, 0.5, nullptr);
  dpcvx_budget *const budget =
      made<dpcvx_budget>(dpcvx_budget_create, 20.0, 1e-3, int32_t{DPCVX_ADJACENCY_REPLACE_ONE},
                         int32_t{DPCVX_UNIT_RECORD}, static_cast<const dpcvx_options *>(options));
  dpcvx_options_destroy(options);
  return budget;
}

dpcvx_budget *make_exhausted_budget() {
  // The sub-budgets that take the curves of all releases: each must then find that it does not fit.
  dpcvx_options *const options = make_budget_options();
  dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_ZCDP, nullptr);
  dpcvx_options_set_f64(options, DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION, 0.5, nullptr);
  dpcvx_options_set_f64(options, DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION, 0.5, nullptr);
  dpcvx_budget *const budget =
      made<dpcvx_budget>(dpcvx_budget_create, 2.0, 2e-6, int32_t{DPCVX_ADJACENCY_REPLACE_ONE},
                         int32_t{DPCVX_UNIT_RECORD}, static_cast<const dpcvx_options *>(options));
  dpcvx_options_destroy(options);
  dpcvx_curve *const all = made<dpcvx_curve>(dpcvx_budget_price, static_cast<const dpcvx_budget *>(budget), 1.0);
  dpcvx_curve *const pair = made<dpcvx_curve>(dpcvx_curve_create_approximate, 1.0, 1e-6);
  dpcvx_budget_charge(budget, all, 1, "all of the main sub-budget", nullptr);
  dpcvx_budget_charge(budget, pair, 1, "all of the basic sub-budget", nullptr);
  dpcvx_curve_destroy(pair);
  dpcvx_curve_destroy(all);
  return budget;
}

dpcvx_accountant *make_accountant() {
  dpcvx_accountant *const accountant =
      made<dpcvx_accountant>(dpcvx_accountant_create, int32_t{DPCVX_ADJACENCY_ADD_REMOVE}, int32_t{DPCVX_UNIT_RECORD});
  dpcvx_curve *const curve = make_curve();
  dpcvx_accountant_add(accountant, curve, 3, nullptr);
  dpcvx_curve_destroy(curve);
  return accountant;
}

int32_t gaussian_plan(double noise_multiplier, dpcvx_accountant *accountant, void *) {
  dpcvx_curve *curve = nullptr;
  dpcvx_status status = dpcvx_curve_create_gaussian(noise_multiplier, &curve, nullptr);
  if (status == DPCVX_OK) status = dpcvx_accountant_add(accountant, curve, 1, nullptr);
  dpcvx_curve_destroy(curve);
  return status;
}

dpcvx_guarantee *make_guarantee() {
  dpcvx_budget *const budget = make_budget();
  dpcvx_rng *const rng = make_rng();
  dpcvx_curve *const price = make_curve();
  const double value = 1;
  double out;
  dpcvx_guarantee *guarantee = nullptr;
  dpcvx_release_gaussian(budget, rng, price, &value, 1, 1, nullptr, &out, &guarantee, nullptr);
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  return guarantee;
}

dpcvx_above_threshold *make_above_threshold() {
  dpcvx_budget *const budget = make_budget();
  dpcvx_rng *const rng = make_rng();
  dpcvx_curve *const price = make_pure_curve();
  dpcvx_above_threshold *stream = nullptr;
  dpcvx_above_threshold_create(budget, rng, price, 0, 1, 3, nullptr, &stream, nullptr, nullptr);
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  return stream;
}

dpcvx_options *make_stable_options() { return made<dpcvx_options>(dpcvx_test_release_options_create); }
dpcvx_test_release_law *make_stable_law() {
  return made<dpcvx_test_release_law>(dpcvx_test_release_law_create, 0.5, 1e-5, int32_t{DPCVX_TEST_RELEASE_KIND_POINT},
                                      static_cast<const dpcvx_options *>(nullptr));
}

const double kFeatures[kRows * kColumns] = {0.1, 0.9, -0.4, 0.2, 0.5, -0.5, -0.9, -0.1,
                                            0.3, 0.3, -0.2, 0.6, 0.8, -0.7, -0.6, 0.4};

dpcvx_dataset *make_dataset() {
  const double labels[kRows] = {1, -1, 1, -1, -1, 1, 1, -1};
  return made<dpcvx_dataset>(dpcvx_dataset_create_dense, kFeatures, kRows, kColumns, kColumns, int64_t{1}, labels);
}

dpcvx_dataset *make_counts_dataset() {
  const double counts[kRows] = {0, 1, 0, 2, 5, 1, 0, 3};
  return made<dpcvx_dataset>(dpcvx_dataset_create_dense, kFeatures, kRows, kColumns, kColumns, int64_t{1}, counts);
}

dpcvx_dataset *make_sparse_dataset() {
  const int64_t starts[kRows + 1] = {0, 2, 2, 3, 4, 6, 7, 8, 9}, columns[9] = {0, 1, 1, 0, 0, 1, 0, 1, 1};
  const float values[9] = {0.5f, -0.5f, 1, -1, 0.25f, 2, 1, -3, 0};
  const double labels[kRows] = {1, -1, 1, -1, -1, 1, 1, -1}, weights[kRows] = {1, 0, 2, 0.5, 1, 1, 1, 1};
  const int64_t users[kRows] = {3, 3, -1, 3, 2, 2, 9, -1};
  dpcvx_dataset *const table = made<dpcvx_dataset>(dpcvx_dataset_create_csr_f32, starts, columns, values, kRows,
                                                   kColumns, static_cast<const double *>(labels));
  dpcvx_dataset *weighted = nullptr, *owned = nullptr;
  if (table != nullptr) dpcvx_dataset_create_with_weights(table, weights, kRows, &weighted, nullptr);
  if (weighted != nullptr) dpcvx_dataset_create_with_users(weighted, users, kRows, &owned, nullptr);
  dpcvx_dataset_destroy(weighted);
  dpcvx_dataset_destroy(table);
  return owned;
}

namespace {

// An objective of a dataset, which is destroyed: the objective keeps what it needs.
dpcvx_objective *objective_of(dpcvx_dataset *dataset, int32_t loss = DPCVX_LOSS_LOGISTIC, double label_bound = 0) {
  dpcvx_options *const options = make_objective_options();
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, label_bound, nullptr);
  dpcvx_objective *const objective =
      made<dpcvx_objective>(dpcvx_objective_create, static_cast<const dpcvx_dataset *>(dataset), loss,
                            static_cast<const dpcvx_domain *>(nullptr), static_cast<const dpcvx_options *>(options));
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(dataset);
  return objective;
}

}  // namespace

dpcvx_domain *make_domain() {
  const double center[kDimension] = {0.5, -0.25, 1};
  return made<dpcvx_domain>(dpcvx_domain_create_ball, 1.5, 2.0, center, int64_t{kDimension});
}

dpcvx_objective *make_objective() { return objective_of(make_dataset()); }
dpcvx_objective *make_squared_objective() { return objective_of(make_dataset(), DPCVX_LOSS_SQUARED, 1); }
dpcvx_objective *make_hinge_objective() { return objective_of(make_dataset(), DPCVX_LOSS_HINGE); }

// Of kClasses classes on a scaled table.
dpcvx_objective *make_class_objective() {
  const double labels[kRows] = {0, 1, 2, 0, 1, 2, 0, 1}, low[kColumns] = {-1, -2}, high[kColumns] = {1, 2};
  dpcvx_dataset *const raw = made<dpcvx_dataset>(dpcvx_dataset_create_dense, kFeatures, kRows, kColumns, kColumns,
                                                 int64_t{1}, static_cast<const double *>(labels));
  dpcvx_dataset *const scaled =
      made<dpcvx_dataset>(dpcvx_dataset_create_scaled, static_cast<const dpcvx_dataset *>(raw), low, high, kColumns);
  dpcvx_options *const options = make_objective_options();
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, kClasses, nullptr);
  dpcvx_objective *const objective = made<dpcvx_objective>(
      dpcvx_objective_create, static_cast<const dpcvx_dataset *>(scaled), int32_t{DPCVX_LOSS_MULTINOMIAL},
      static_cast<const dpcvx_domain *>(nullptr), static_cast<const dpcvx_options *>(options));
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(scaled);
  dpcvx_dataset_destroy(raw);
  return objective;
}

dpcvx_objective *make_wide_objective() {
  constexpr int64_t kWideRows = 300;  // several blocks of rows
  std::vector<double> features(kWideRows * kWideColumns), labels(kWideRows);
  for (size_t i = 0; i < features.size(); ++i) features[i] = std::sin(static_cast<double>(i));
  for (size_t i = 0; i < labels.size(); ++i) labels[i] = i % 3 == 0 ? 1 : -1;
  return objective_of(made<dpcvx_dataset>(dpcvx_dataset_create_dense, static_cast<const double *>(features.data()),
                                          kWideRows, kWideColumns, kWideColumns, int64_t{1},
                                          static_cast<const double *>(labels.data())));
}

dpcvx_objective *make_categories_objective() {
  std::vector<double> features(400), labels(40);
  for (size_t i = 0; i < 40; ++i) features[i * 10 + i % 10] = i % 3 == 0 ? 0.5 : 1, labels[i] = i % 4 == 0 ? 1 : -1;
  return objective_of(made<dpcvx_dataset>(dpcvx_dataset_create_dense, static_cast<const double *>(features.data()),
                                          int64_t{40}, int64_t{10}, int64_t{10}, int64_t{1},
                                          static_cast<const double *>(labels.data())));
}

dpcvx_options *make_minimize_options() {
  dpcvx_options *const options = made<dpcvx_options>(dpcvx_minimize_options_create);
  dpcvx_options_set_i64(options, DPCVX_MINIMIZE_OPTION_MAX_PASSES, 50, nullptr);
  return options;
}

dpcvx_options *make_stability_options() {
  dpcvx_options *const options = made<dpcvx_options>(dpcvx_sgd_stability_options_create);
  dpcvx_options_set_i64(options, DPCVX_STABILITY_OPTION_UNITS, 50, nullptr);
  dpcvx_options_set_i64(options, DPCVX_STABILITY_OPTION_STEPS, 150, nullptr);
  dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_STEP_SIZE, 0.1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_HOLDER, 1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_GRADIENT_AT_ZERO, 1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_VALUE_AT_ZERO, 1, nullptr);
  return options;
}

namespace {

dpcvx_sgd_stability *stability_of(int32_t order, int64_t units) {
  dpcvx_options *const options = make_stability_options();
  dpcvx_options_set_i64(options, DPCVX_STABILITY_OPTION_ORDER, order, nullptr);
  dpcvx_options_set_i64(options, DPCVX_STABILITY_OPTION_UNITS, units, nullptr);
  dpcvx_sgd_stability *const stability =
      made<dpcvx_sgd_stability>(dpcvx_sgd_stability_create, static_cast<const dpcvx_options *>(options));
  dpcvx_options_destroy(options);
  return stability;
}

}  // namespace

dpcvx_sgd_stability *make_stability() { return stability_of(DPCVX_SGD_ORDER_SAMPLED, 50); }
dpcvx_sgd_stability *make_permuted_stability() { return stability_of(DPCVX_SGD_ORDER_PERMUTED, 50); }
dpcvx_sgd_stability *make_worst_stability() { return stability_of(DPCVX_SGD_ORDER_PERMUTED, 1); }

namespace {

// Takes the objective and the other handles over.
dpcvx_plan *plan_of(dpcvx_objective *objective, int32_t method, dpcvx_curve *price, dpcvx_options *options) {
  dpcvx_budget *const budget = make_budget();
  dpcvx_plan *const plan = made<dpcvx_plan>(
      dpcvx_plan_create, static_cast<const dpcvx_budget *>(budget), static_cast<const dpcvx_curve *>(price),
      static_cast<const dpcvx_objective *>(objective), method, static_cast<const dpcvx_options *>(options));
  dpcvx_options_destroy(options);
  dpcvx_budget_destroy(budget);
  dpcvx_curve_destroy(price);
  dpcvx_objective_destroy(objective);
  return plan;
}

dpcvx_plan *plan_of(dpcvx_objective *objective, int32_t method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT) {
  return plan_of(objective, method, make_curve(), make_plan_options());
}

// A threshold is declared, or bought.
dpcvx_plan *stable_plan_of(int32_t method, int32_t threshold) {
  dpcvx_options *const options = make_plan_options();
  dpcvx_options_set_f64(options, threshold, 0.5, nullptr);
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_PHASES, 2, nullptr);
  return plan_of(make_wide_objective(), method, make_stable_curve(), options);
}

// Takes the plan over.
dpcvx_fit *fit_of(dpcvx_plan *plan) {
  dpcvx_budget *const budget = make_budget();
  dpcvx_rng *const rng = make_rng();
  dpcvx_fit *fit = nullptr;
  dpcvx_fit_create(budget, rng, plan, nullptr, &fit, nullptr);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  dpcvx_plan_destroy(plan);
  return fit;
}

}  // namespace

dpcvx_plan *make_plan() { return plan_of(make_objective()); }
dpcvx_plan *make_wide_plan() { return plan_of(make_wide_objective()); }
dpcvx_plan *make_output_plan() { return plan_of(make_objective(), DPCVX_METHOD_OUTPUT_PERTURBATION); }
dpcvx_plan *make_objective_perturbation_plan() {
  return plan_of(make_objective(), DPCVX_METHOD_OBJECTIVE_PERTURBATION);
}

dpcvx_plan *make_sgd_plan() { return plan_of(make_objective(), DPCVX_METHOD_NOISY_SGD); }
dpcvx_plan *make_sgd_output_plan() { return plan_of(make_hinge_objective(), DPCVX_METHOD_DP_SGD_OUTPUT); }
dpcvx_plan *make_sgd_gradient_plan() { return plan_of(make_objective(), DPCVX_METHOD_DP_SGD_GRADIENT); }
dpcvx_plan *make_class_sgd_plan() { return plan_of(make_class_objective(), DPCVX_METHOD_NOISY_SGD); }
dpcvx_plan *make_density_plan() { return plan_of(make_objective(), DPCVX_METHOD_EXPONENTIAL_MECHANISM); }
dpcvx_plan *make_categories_plan() { return plan_of(make_categories_objective(), DPCVX_METHOD_EXPONENTIAL_MECHANISM); }
dpcvx_plan *make_last_iterate_plan() { return plan_of(make_objective(), DPCVX_METHOD_LAST_ITERATE); }
dpcvx_plan *make_statistics_plan() { return plan_of(make_squared_objective(), DPCVX_METHOD_SUFFICIENT_STATISTICS); }
dpcvx_plan *make_hinge_plan() { return plan_of(make_hinge_objective(), DPCVX_METHOD_OUTPUT_PERTURBATION); }

dpcvx_plan *make_stable_plan() {
  return stable_plan_of(DPCVX_METHOD_STABLE_OUTPUT, DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD);
}
dpcvx_plan *make_bought_plan() {
  return stable_plan_of(DPCVX_METHOD_PHASED_ERM, DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION);
}
dpcvx_plan *make_batches_plan() { return stable_plan_of(DPCVX_METHOD_PHASED_SCO, DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD); }

dpcvx_fit *make_fit() { return fit_of(make_plan()); }
dpcvx_fit *make_sgd_fit() { return fit_of(make_sgd_plan()); }
dpcvx_fit *make_perturbed_fit() { return fit_of(make_output_plan()); }

dpcvx_fit *make_class_fit() { return fit_of(plan_of(make_class_objective())); }

dpcvx_fit *make_regression_fit() { return fit_of(plan_of(objective_of(make_dataset(), DPCVX_LOSS_ABSOLUTE))); }

dpcvx_options *make_evaluation_options() {
  dpcvx_options *const options = made<dpcvx_options>(dpcvx_evaluation_options_create);
  dpcvx_options_set_i64(options, DPCVX_EVALUATION_OPTION_NOISE, DPCVX_EVALUATION_NOISE_GAUSSIAN, nullptr);
  return options;
}

dpcvx_options *make_regression_score_options() {
  dpcvx_options *const options = make_evaluation_options();
  dpcvx_options_set_f64(options, DPCVX_EVALUATION_OPTION_LABEL_LOW, -2, nullptr);
  dpcvx_options_set_f64(options, DPCVX_EVALUATION_OPTION_LABEL_HIGH, 2, nullptr);
  return options;
}

dpcvx_evaluation *make_evaluation() {
  dpcvx_budget *const budget = make_budget();
  dpcvx_rng *const rng = make_rng();
  dpcvx_curve *const price = make_curve();
  dpcvx_fit *const fit = make_regression_fit();
  dpcvx_dataset *const table = make_dataset();
  dpcvx_options *const options = make_regression_score_options();
  dpcvx_evaluation *evaluation = nullptr;
  dpcvx_evaluation_create(budget, rng, price, fit, table, DPCVX_SCORE_R2, options, &evaluation, nullptr);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(table);
  dpcvx_fit_destroy(fit);
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  return evaluation;
}

std::string saved(dpcvx_fit *fit) { return saved(fit, dpcvx_fit_save); }
std::string saved(dpcvx_budget *budget) { return saved(budget, dpcvx_budget_save); }
std::string saved(dpcvx_accountant *accountant) { return saved(accountant, dpcvx_accountant_save); }

int32_t should_continue(const dpcvx_progress *, void *) { return 0; }

}  // namespace registry
