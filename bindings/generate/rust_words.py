"""What the Rust crate calls the names of C: in the comments that are generated for it, and in messages and reports, by a
table that it carries."""
import re

# What the safe crate calls the functions that comments and messages name.
CALLS = {
    "dpcvx_above_threshold_create": "Release::above_threshold", "dpcvx_above_threshold_query": "AboveThreshold::query",
    "dpcvx_above_threshold_remaining": "AboveThreshold::remaining", "dpcvx_accountant_add": "Accountant::add",
    "dpcvx_accountant_attack_accuracy": "Accountant::attack_accuracy", "dpcvx_accountant_calibrate": "Accountant::calibrate",
    "dpcvx_accountant_create": "Accountant::new", "dpcvx_accountant_create_copy": "Accountant::try_clone",
    "dpcvx_accountant_create_from_dp_event": "Accountant::from_dp_event", "dpcvx_accountant_curve": "Accountant::curve",
    "dpcvx_accountant_delta": "Accountant::delta", "dpcvx_accountant_epsilon": "Accountant::epsilon",
    "dpcvx_accountant_false_negative_rate": "Accountant::false_negative_rate", "dpcvx_accountant_gdp_mu": "Accountant::gdp_mu",
    "dpcvx_accountant_load": "Accountant::load", "dpcvx_accountant_merge": "Accountant::merge",
    "dpcvx_accountant_posterior": "Accountant::posterior", "dpcvx_accountant_rdp": "Accountant::renyi",
    "dpcvx_accountant_save": "Accountant::save", "dpcvx_accountant_to_dp_event": "Accountant::to_dp_event",
    "dpcvx_accountant_to_json": "Accountant::to_json", "dpcvx_accountant_to_text": "Accountant::to_text",
    "dpcvx_accountant_zcdp_rho": "Accountant::zcdp_rho", "dpcvx_audit_create": "AuditBuilder::run",
    "dpcvx_budget_can_charge": "Budget::can_charge", "dpcvx_budget_charge": "Budget::charge",
    "dpcvx_budget_charge_at_delta": "Budget::charge_at_delta", "dpcvx_budget_charge_guarantee": "Budget::charge_guarantee",
    "dpcvx_budget_create": "BudgetBuilder::build", "dpcvx_budget_create_ledger": "BudgetBuilder::create_ledger",
    "dpcvx_budget_describe": "Budget::describe", "dpcvx_budget_load": "Budget::load",
    "dpcvx_budget_odometer": "Budget::odometer", "dpcvx_budget_open_ledger": "Budget::open_ledger",
    "dpcvx_budget_price": "Budget::price", "dpcvx_budget_save": "Budget::save", "dpcvx_budget_set_label": "Budget::set_label",
    "dpcvx_budget_to_json": "Budget::to_json", "dpcvx_budget_to_text": "Budget::to_text",
    "dpcvx_calibrate_gdp": "calibrate_gdp", "dpcvx_calibrate_shuffled": "calibrate_shuffled",
    "dpcvx_calibrate_subsampled_gaussian": "calibrate_subsampled_gaussian",
    "dpcvx_calibrate_subsampled_gaussian_rdp": "calibrate_subsampled_gaussian_rdp", "dpcvx_calibrate_zcdp": "calibrate_zcdp",
    "dpcvx_coordinator_broadcast": "Coordinator::broadcast", "dpcvx_coordinator_create": "Coordinator::new",
    "dpcvx_coordinator_finish_step": "Coordinator::finish_step", "dpcvx_coordinator_fit": "Coordinator::fit",
    "dpcvx_covariance_component_variances": "Covariance::components", "dpcvx_covariance_components": "Covariance::components",
    "dpcvx_covariance_correlation": "Covariance::correlation", "dpcvx_covariance_create": "Covariances::release",
    "dpcvx_covariance_expected_noise": "Covariances::expected_noise", "dpcvx_covariance_guarantee": "Covariance::guarantee",
    "dpcvx_covariance_intervals": "Covariance::intervals", "dpcvx_covariance_matrix": "Covariance::matrix",
    "dpcvx_covariance_means": "Covariance::means", "dpcvx_covariance_to_json": "Covariance::to_json",
    "dpcvx_covariance_to_text": "Covariance::to_text", "dpcvx_curve_create_approximate": "Curve::approximate",
    "dpcvx_curve_create_bounded_range": "Curve::bounded_range", "dpcvx_curve_create_composition": "Curve::composition",
    "dpcvx_curve_create_discrete_gaussian": "Curve::discrete_gaussian",
    "dpcvx_curve_create_discrete_laplace": "Curve::discrete_laplace", "dpcvx_curve_create_gaussian": "Curve::gaussian",
    "dpcvx_curve_create_gdp": "Curve::gdp", "dpcvx_curve_create_gdp_mixture": "Curve::gdp_mixture",
    "dpcvx_curve_create_group": "Curve::group", "dpcvx_curve_create_iteration": "Curve::iteration",
    "dpcvx_curve_create_iteration_at": "Curve::iteration_at", "dpcvx_curve_create_laplace": "Curve::laplace",
    "dpcvx_curve_create_losses": "Curve::losses", "dpcvx_curve_create_member": "Curve::member",
    "dpcvx_curve_create_pure": "Curve::pure", "dpcvx_curve_create_random_allocation": "Curve::random_allocation",
    "dpcvx_curve_create_random_allocation_replace_one": "Curve::random_allocation_replace_one",
    "dpcvx_curve_create_randomized_response": "Curve::randomized_response", "dpcvx_curve_create_rdp": "Curve::rdp",
    "dpcvx_curve_create_sampled": "Curve::sampled", "dpcvx_curve_create_shuffled": "Curve::shuffled",
    "dpcvx_curve_create_shuffled_response": "Curve::shuffled_response",
    "dpcvx_curve_create_subsampled_gaussian": "Curve::subsampled_gaussian",
    "dpcvx_curve_create_test_release": "Curve::test_release", "dpcvx_curve_create_zcdp": "Curve::zcdp",
    "dpcvx_curve_delta": "Curve::delta", "dpcvx_curve_delta_bounds": "Curve::delta_bounds",
    "dpcvx_curve_epsilon": "Curve::epsilon", "dpcvx_curve_gdp_mu": "Curve::gdp_mu", "dpcvx_curve_rdp": "Curve::renyi",
    "dpcvx_curve_rdp_order": "Curve::rdp_order", "dpcvx_curve_to_json": "Curve::to_json",
    "dpcvx_curve_zcdp_rho": "Curve::zcdp_rho", "dpcvx_dataset_create_csr": "Dataset::new",
    "dpcvx_dataset_create_csr_f32": "Dataset::new", "dpcvx_dataset_create_dense": "Dataset::new",
    "dpcvx_dataset_create_dense_f32": "Dataset::new", "dpcvx_dataset_create_record_subset": "Dataset::record_subset",
    "dpcvx_dataset_create_scaled": "Dataset::scaled", "dpcvx_dataset_create_split": "Dataset::split_by",
    "dpcvx_dataset_create_split_by_ids": "Dataset::split_by_ids", "dpcvx_dataset_create_subset": "Dataset::subset",
    "dpcvx_dataset_create_with_exposures": "Dataset::with_exposures",
    "dpcvx_dataset_create_with_max_records_per_user": "Dataset::with_max_records_per_user",
    "dpcvx_dataset_create_with_users": "Dataset::with_users", "dpcvx_dataset_create_with_weights": "Dataset::with_weights",
    "dpcvx_dataset_release_ranges": "Dataset::release_ranges", "dpcvx_domain_create_ball": "Domain::ball",
    "dpcvx_domain_create_box": "Domain::cuboid", "dpcvx_domain_create_schatten_ball": "Domain::schatten_ball",
    "dpcvx_domain_create_simplex": "Domain::simplex", "dpcvx_domain_project": "Domain::project",
    "dpcvx_estimate_counts": "Estimate::counts", "dpcvx_estimate_create_cumulative": "Distribution::cumulative",
    "dpcvx_estimate_create_histogram": "Distribution::histogram", "dpcvx_estimate_create_mean": "Means::release",
    "dpcvx_estimate_create_quantiles": "Estimate::quantiles", "dpcvx_estimate_create_robust": "Estimate::robust",
    "dpcvx_estimate_create_variance": "Estimate::variances", "dpcvx_estimate_expected_interval": "Means::expected_interval",
    "dpcvx_estimate_expected_robust": "Distribution::expected_robust",
    "dpcvx_estimate_expected_variance": "Means::expected_variance", "dpcvx_estimate_guarantee": "Estimate::guarantee",
    "dpcvx_estimate_intervals": "Estimate::intervals", "dpcvx_estimate_ranges": "Estimate::ranges",
    "dpcvx_estimate_stddevs": "Estimate::stddevs", "dpcvx_estimate_to_json": "Estimate::to_json",
    "dpcvx_estimate_to_text": "Estimate::to_text", "dpcvx_estimate_values": "Estimate::values",
    "dpcvx_evaluation_create": "Evaluator::release", "dpcvx_evaluation_expected_interval": "Evaluator::expected_interval",
    "dpcvx_evaluation_guarantee": "Evaluation::guarantee", "dpcvx_evaluation_to_json": "Evaluation::to_json",
    "dpcvx_evaluation_to_text": "Evaluation::to_text", "dpcvx_fit_coefficients": "Fit::coefficients",
    "dpcvx_fit_create": "Fit::new", "dpcvx_fit_decision_values": "Fit::decision_values",
    "dpcvx_fit_guarantee": "Fit::guarantee", "dpcvx_fit_load": "Fit::load", "dpcvx_fit_notes": "Fit::notes",
    "dpcvx_fit_original_coefficients": "Fit::original_coefficients",
    "dpcvx_fit_original_standard_errors": "Fit::original_standard_errors", "dpcvx_fit_predict": "Fit::predict",
    "dpcvx_fit_probabilities": "Fit::probabilities", "dpcvx_fit_save": "Fit::save",
    "dpcvx_fit_standard_errors": "Fit::standard_errors", "dpcvx_fit_table": "FitTable::fit",
    "dpcvx_fit_table_check": "FitTable::check", "dpcvx_fit_table_on": "FitTable::fit", "dpcvx_fit_table_plan": "FitTable::plan",
    "dpcvx_fit_table_select": "Selection::fit", "dpcvx_fit_table_select_check": "Selection::check",
    "dpcvx_fit_to_json": "Fit::to_json", "dpcvx_fit_to_text": "Fit::to_text", "dpcvx_guarantee_constant": "Guarantee::constant",
    "dpcvx_guarantee_curve": "Guarantee::curve", "dpcvx_guarantee_epsilon": "Guarantee::epsilon",
    "dpcvx_guarantee_terms": "Guarantee::unit", "dpcvx_guarantee_to_json": "Guarantee::to_json",
    "dpcvx_guarantee_to_text": "Guarantee::to_text", "dpcvx_hypotheses_contest": "Hypotheses::contest",
    "dpcvx_hypotheses_create": "HypothesesBuilder::own", "dpcvx_hypotheses_create_discrete": "HypothesesBuilder::discrete",
    "dpcvx_hypotheses_create_gaussian_means": "HypothesesBuilder::gaussian_means",
    "dpcvx_hypotheses_create_gaussians": "HypothesesBuilder::gaussians",
    "dpcvx_hypotheses_create_sampled": "HypothesesBuilder::sampled", "dpcvx_hypotheses_excess": "hypotheses_excess",
    "dpcvx_hypotheses_parameters": "Hypotheses::parameters", "dpcvx_hypotheses_units_needed": "hypotheses_units_needed",
    "dpcvx_local_aggregator_add": "LocalAggregator::add", "dpcvx_local_aggregator_add_each": "LocalAggregator::add_each",
    "dpcvx_local_aggregator_counts": "LocalAggregator::counts", "dpcvx_local_aggregator_create": "LocalAggregator::new",
    "dpcvx_local_aggregator_estimate": "LocalAggregator::estimate", "dpcvx_local_aggregator_load": "LocalAggregator::load",
    "dpcvx_local_aggregator_merge": "LocalAggregator::merge", "dpcvx_local_aggregator_save": "LocalAggregator::save",
    "dpcvx_local_protocol_central_epsilon": "LocalProtocol::central_epsilon",
    "dpcvx_local_protocol_create_frequencies": "LocalBuilder::frequencies",
    "dpcvx_local_protocol_create_mean": "LocalBuilder::mean",
    "dpcvx_local_protocol_create_vector_mean": "LocalProtocol::vector_mean",
    "dpcvx_local_protocol_expected_error": "LocalProtocol::expected_error", "dpcvx_local_protocol_load": "LocalProtocol::load",
    "dpcvx_local_protocol_save": "LocalProtocol::save", "dpcvx_local_protocol_shuffle": "LocalProtocol::shuffle",
    "dpcvx_local_protocol_to_text": "LocalProtocol::to_text", "dpcvx_local_report_category": "LocalProtocol::report_category",
    "dpcvx_local_report_value": "LocalProtocol::report_value", "dpcvx_local_report_vector": "LocalProtocol::report_vector",
    "dpcvx_monitor": "Monitor", "dpcvx_monitor_cancel": "Monitor::cancel", "dpcvx_monitor_cancelled": "Monitor::is_cancelled",
    "dpcvx_monitor_create": "Monitor::with_progress", "dpcvx_nonprivate_dataset_labels": "Dataset::nonprivate_labels",
    "dpcvx_nonprivate_dataset_source_rows": "Dataset::nonprivate_source_rows",
    "dpcvx_nonprivate_decision_values": "Objective::nonprivate_decision_values", "dpcvx_nonprivate_minimize": "Minimizer",
    "dpcvx_nonprivate_objective_divergences": "Objective::nonprivate_divergences",
    "dpcvx_nonprivate_objective_value": "Objective::nonprivate_value", "dpcvx_nonprivate_sampler_draw": "Sampler::draw",
    "dpcvx_nonprivate_sampler_tune": "Sampler::nonprivate_tune",
    "dpcvx_nonprivate_unit_gradients": "Objective::nonprivate_unit_gradients", "dpcvx_objective_create": "Objective::builder",
    "dpcvx_objective_create_from_units": "Objective::from_units", "dpcvx_objective_create_public": "Objective::public",
    "dpcvx_objective_create_with_loss": "Objective::with_loss", "dpcvx_objective_create_without": "Objective::without",
    "dpcvx_partial_sum_add": "PartialSum::add", "dpcvx_partial_sum_create": "PartialSum::new",
    "dpcvx_partial_sum_load": "PartialSum::load", "dpcvx_partial_sum_merge": "PartialSum::merge",
    "dpcvx_partial_sum_save": "PartialSum::save", "dpcvx_partial_sum_seal": "PartialSum::seal",
    "dpcvx_plan_create": "PlanBuilder::build", "dpcvx_plan_curve": "Plan::curve", "dpcvx_plan_notes": "Plan::notes",
    "dpcvx_plan_ranking": "Plan::ranking", "dpcvx_plan_reason": "Plan::reason", "dpcvx_plan_to_json": "Plan::to_json",
    "dpcvx_plan_to_text": "Plan::to_text", "dpcvx_proximal_sampler_kl": "proximal_sampler_kl",
    "dpcvx_proximal_sampler_rounds": "proximal_sampler_rounds",
    "dpcvx_randomized_response_shares": "randomized_response_shares",
    "dpcvx_reference_feldman2018_rdp": "reference::feldman2018_rdp",
    "dpcvx_reference_feldman2021_epsilon": "reference::feldman2021_epsilon",
    "dpcvx_reference_feldman2023_epsilon": "reference::feldman2023_epsilon",
    "dpcvx_reference_liang2020_rdp": "reference::liang2020_rdp",
    "dpcvx_reference_mironov2017_epsilon": "reference::mironov2017_epsilon",
    "dpcvx_reference_wang2022_min_epsilon": "reference::wang2022_min_epsilon",
    "dpcvx_reference_wang2022_noise": "reference::wang2022_noise",
    "dpcvx_reference_wang2022_schedule": "reference::wang2022_schedule",
    "dpcvx_reference_wang2022_stability": "reference::wang2022_stability",
    "dpcvx_release_by_deletion": "TestedRelease::by_deletion", "dpcvx_release_discrete_gaussian": "Release::discrete_gaussian",
    "dpcvx_release_discrete_laplace": "Release::discrete_laplace", "dpcvx_release_exponential": "Release::exponential",
    "dpcvx_release_gaussian": "Release::gaussian", "dpcvx_release_gaussian_scale": "gaussian_scale",
    "dpcvx_release_hypothesis": "Hypotheses::select", "dpcvx_release_laplace": "Release::laplace",
    "dpcvx_release_laplace_scale": "laplace_scale", "dpcvx_release_noisy_max": "Release::noisy_max",
    "dpcvx_release_quantile": "Release::quantile", "dpcvx_release_randomized_response": "Release::randomized_response",
    "dpcvx_release_range": "Release::range", "dpcvx_release_tested_family": "TestedRelease::family",
    "dpcvx_release_tested_point": "TestedRelease::point", "dpcvx_rng_create": "Rng::new",
    "dpcvx_rng_create_deterministic": "Rng::deterministic", "dpcvx_rng_draw_bernoulli_exp": "Rng::bernoulli_exp",
    "dpcvx_rng_draw_bytes": "Rng::fill", "dpcvx_rng_draw_discrete_gaussian": "Rng::discrete_gaussian",
    "dpcvx_rng_draw_discrete_laplace": "Rng::discrete_laplace", "dpcvx_rng_draw_rounded_gaussian": "Rng::rounded_gaussian",
    "dpcvx_rng_draw_truncated_discrete_laplace": "Rng::truncated_discrete_laplace", "dpcvx_rng_draw_uniform": "Rng::uniform",
    "dpcvx_rng_is_deterministic": "Rng::is_deterministic", "dpcvx_sampler_create": "Sampler::builder",
    "dpcvx_sampler_create_with_function": "Sampler::of_function", "dpcvx_selection_run_price": "Selection::run_price",
    "dpcvx_sgd_stability_after_touches": "SgdStability::after_touches",
    "dpcvx_sgd_stability_create": "SgdStabilityBuilder::build", "dpcvx_sgd_stability_curve": "SgdStability::curve",
    "dpcvx_sgd_stability_expected": "SgdStability::expected", "dpcvx_sgd_stability_noise": "SgdStability::noise",
    "dpcvx_sgd_stability_quantile": "SgdStability::quantile", "dpcvx_sgd_stability_worst": "SgdStability::worst",
    "dpcvx_test_release_law_create": "TestReleaseLaw::new",
    "dpcvx_test_release_law_pass_probability": "TestReleaseLaw::pass_probability",
    "dpcvx_truncated_discrete_laplace_kappa": "truncated_discrete_laplace_kappa",
    "dpcvx_users_function_create": "TestedRelease::by_deletion",
}


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


class Words:
    """The comments of the headers in Rust's words."""

    def __init__(self, api):
        self.families = {family["name"]: camel(family["name"]) for family in api["enumerations"]}
        self.members = {value["constant"]: "%s::%s" % (camel(family["name"]), camel(value["name"]))
                        for family in api["enumerations"] for value in family["values"]}
        self.members.update({value["constant"]: "Status::" + camel(value["name"])
                             for family in api["enumerations"] if family["name"] == "ERR" for value in family["values"]})
        self.options = {key["constant"]: key for family in api["options"] for key in family["keys"]}
        self.figures = {key["constant"]: key["name"] for family in api["figures"] for key in family["keys"]}
        # Values that comments name alone, such as POISSON: those of one enumeration only.
        alone = {}
        for family in api["enumerations"]:
            for value in family["values"]:
                alone.setdefault(value["name"].upper(), []).append("%s::%s" % (camel(family["name"]), camel(value["name"])))
        self.alone = {name: found[0] for name, found in alone.items() if len(found) == 1 and len(name) > 3}

    def _constant(self, found):
        name = found.group(0)
        if name.endswith("_*"):
            family = name[len("DPCVX_"):-2]
            return "`%s`" % self.families[family] if family in self.families else name
        if name in self.options:
            return "`%s`" % self.options[name]["name"]
        return "`%s`" % (self.members.get(name) or self.figures[name]) if name in self.members or name in self.figures else name

    def doc(self, text, keys=(), enumeration=None):
        """A comment in Rust's names. `keys` are those of the family, which its comments write in capitals."""
        text = re.sub(r"^Keys of the options of (dpcvx_\w+)", r"The options of \1", text)
        text = re.sub(r"^Keys of the ", "The ", text)
        text = re.sub(r"^Keys\. ?", "" if len(text) > 6 else "The options.", text)
        text = re.sub(r"DPCVX_[A-Z0-9]+(?:_[A-Z0-9]+)*(?:_\*)?", self._constant, text)
        text = re.sub(r"\bdpcvx_[a-z0-9_]+\b", lambda found: "`%s`" % CALLS[found.group(0)] if found.group(0) in CALLS
                      else found.group(0), text)
        text = re.sub(r"\b(of|by) create_(with_loss|from_units)\b", r"\1 `Objective::\2`", text)
        names = {key["name"].upper(): key["name"] for key in keys}
        text = re.sub(r"(?<![`\w])_?([A-Z][A-Z0-9_]+)\b(?!`|\()", lambda found: "`%s`" % names[found.group(1)]
                      if found.group(1) in names else found.group(0), text)
        if enumeration:
            text = re.sub(r"\bdefault ([A-Z][A-Z0-9_]+)\b", lambda found: "default `%s::%s`" % (
                camel(enumeration), camel(found.group(1).lower())), text)
        else:
            text = re.sub(r"(?<![`\w/])([A-Z][A-Z0-9_]{3,})\b(?!`)", lambda found: "`%s`" % self.alone[found.group(1)]
                          if found.group(1) in self.alone else found.group(0), text)
        return re.sub(r"\bNULL\b", "nothing", text)

    def table(self):
        """The module that translates messages and reports."""
        rows = [(name, word, "") for name, word in self.members.items()]
        rows += [(name, key["name"], camel(key["enumeration"]) if "enumeration" in key else "")
                 for name, key in self.options.items()]
        rows += [(name, word, "") for name, word in self.figures.items()]
        rows += [(name, word, "") for name, word in CALLS.items()]
        lines = "".join('    ("%s", "%s", "%s"),\n' % row for row in sorted(rows))
        families = "".join('    ("DPCVX_%s_", "%s"),\n' % (name, word) for name, word in sorted(self.families.items()))
        members = "".join('        "%s" => enums::%s::from_number(number).map(|found| format!("%s::{:?}", found)),\n' % (
            word, word, word) for name, word in sorted(self.families.items()) if name != "ERR")
        return """use crate::generated::enums;

/// Names of C, in order; what the crate calls them; and for options the enumeration of their values.
pub const NAMES: &[(&str, &str, &str)] = &[
%s];

/// Beginnings of the names of enumerations' members, and their types.
pub const FAMILIES: &[(&str, &str)] = &[
%s];

/// The member of an enumeration, by the name of its type.
pub fn member(enumeration: &str, number: i32) -> Option<String> {
    match enumeration {
%s        _ => None,
    }
}
""" % (lines, families, members)
