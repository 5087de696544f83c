// Fresh valid handles, small and quick to make; each belongs to whoever asks. Null where the library could not make it.
#ifndef DPCVX_TESTS_ABI_REGISTRY_MAKERS_H_
#define DPCVX_TESTS_ABI_REGISTRY_MAKERS_H_

#include "abi/registry/registry.h"

namespace registry {

dpcvx_options *make_budget_options();
dpcvx_options *make_release_options();
dpcvx_options *make_objective_options();
dpcvx_options *make_public_options();     // with the number of units
dpcvx_options *make_own_loss_options();   // with the constants of a caller's own loss
dpcvx_options *make_own_units_options();  // with those of a caller's own function of units
dpcvx_options *make_plan_options();
dpcvx_options *make_fit_table_options();
dpcvx_options *make_selection_options();
dpcvx_options *make_single_step_options();
dpcvx_options *make_stable_plan_options();
dpcvx_options *make_audit_options();

dpcvx_monitor *make_monitor();
dpcvx_rng *make_rng();  // deterministic

dpcvx_curve *make_curve();       // GDP: what Gaussian releases take
dpcvx_curve *make_pure_curve();  // what every release but those takes
dpcvx_curve *make_zcdp_curve();
dpcvx_curve *make_approximate_curve();
dpcvx_curve *make_rough_curve();
dpcvx_curve *make_stable_curve();  // (epsilon, delta) with an epsilon that has few levels of stability
dpcvx_curve *make_mixture_curve();
dpcvx_curve *make_laplace_curve();
dpcvx_curve *make_batch_curve();  // Laplace noise on a batch
dpcvx_curve *make_allocation_curve();
dpcvx_curve *make_replaced_allocation_curve();
dpcvx_curve *make_shuffled_curve();
dpcvx_curve *make_mixed_curve();  // a composition of all kinds

dpcvx_budget *make_budget();
dpcvx_budget *make_basic_budget();
dpcvx_budget *make_exhausted_budget();

dpcvx_accountant *make_accountant();  // a Gaussian event three times, add/remove
// A plan of one Gaussian event with this noise.
int32_t gaussian_plan(double noise_multiplier, dpcvx_accountant *accountant, void *user);

dpcvx_guarantee *make_guarantee();
dpcvx_above_threshold *make_above_threshold();
dpcvx_options *make_stable_options();
dpcvx_test_release_law *make_stable_law();

constexpr int64_t kRows = 8, kColumns = 2;
dpcvx_dataset *make_dataset();         // kRows x kColumns, labels -1 and +1
dpcvx_dataset *make_counts_dataset();  // the same shape, labels are counts
dpcvx_dataset *make_sparse_dataset();  // the same shape, of floats, with weights and users
dpcvx_domain *make_domain();           // an l1.5 ball about a point of kDimension entries
dpcvx_objective *make_objective();
constexpr int64_t kDimension = kColumns + 1;  // of make_objective and make_fit
// Enough rows and columns for several blocks.
dpcvx_objective *make_wide_objective();
dpcvx_objective *make_categories_objective();  // of dense rows with one entry each that is not 0
constexpr int64_t kWideColumns = 40, kWideDimension = kWideColumns + 1;
dpcvx_options *make_minimize_options();
dpcvx_options *make_stability_options();
dpcvx_sgd_stability *make_stability();           // sampled order
dpcvx_sgd_stability *make_permuted_stability();  // of few passes
dpcvx_sgd_stability *make_worst_stability();     // of many passes
dpcvx_plan *make_plan();
dpcvx_plan *make_public_plan();  // of a table that lies elsewhere, as wide as make_dataset's
dpcvx_plan *make_wide_plan();
dpcvx_plan *make_output_plan();
dpcvx_plan *make_objective_perturbation_plan();
dpcvx_plan *make_sgd_plan();
dpcvx_plan *make_sgd_output_plan();
dpcvx_plan *make_sgd_gradient_plan();
dpcvx_plan *make_class_sgd_plan();
dpcvx_plan *make_density_plan();
dpcvx_plan *make_categories_plan();
dpcvx_plan *make_last_iterate_plan();
// Stable releases.
dpcvx_plan *make_stable_plan();
dpcvx_plan *make_bought_plan();
dpcvx_plan *make_batches_plan();
dpcvx_plan *make_hinge_plan();  // a loss with a corner, smoothed for output perturbation
dpcvx_objective *make_hinge_objective();
// Least squares, labels bounded.
dpcvx_objective *make_squared_objective();
dpcvx_plan *make_statistics_plan();
dpcvx_fit *make_fit();
dpcvx_fit *make_sgd_fit();
dpcvx_fit *make_perturbed_fit();  // by output perturbation
constexpr int64_t kClasses = 3;
dpcvx_fit *make_class_fit();  // of kClasses classes, from a scaled table
// The bytes of a handle, which it takes over.
template <class T>
std::string saved(T *handle, dpcvx_status (*save)(const T *, void *, size_t, size_t *, dpcvx_error *)) {
  size_t length = 0;
  save(handle, nullptr, 0, &length, nullptr);
  std::string bytes(length, '\0');
  save(handle, &bytes[0], length, &length, nullptr);
  HandleTraits<T>::destroy(handle);
  return bytes;
}
std::string saved(dpcvx_fit *);  // its bytes; takes it over
std::string saved(dpcvx_budget *);
std::string saved(dpcvx_accountant *);
dpcvx_fit *make_regression_fit();
dpcvx_options *make_evaluation_options();  // of any score
dpcvx_options *make_regression_score_options();
dpcvx_evaluation *make_evaluation();                                  // of a regression: R^2
int32_t should_continue(const dpcvx_progress *progress, void *user);  // a progress callback

}  // namespace registry

#endif
