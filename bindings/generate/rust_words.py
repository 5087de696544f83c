"""What the Rust crate calls the names of C: in the comments that are generated for it, and in messages and reports, by a
table that it carries."""
import re

# What the safe crate calls the functions that comments and messages name.
CALLS = {
    "dpcvx_accountant_add": "Accountant::add", "dpcvx_accountant_calibrate": "Accountant::calibrate",
    "dpcvx_accountant_create_from_dp_event": "Accountant::from_dp_event",
    "dpcvx_accountant_epsilon": "Accountant::epsilon", "dpcvx_accountant_to_dp_event": "Accountant::to_dp_event",
    "dpcvx_budget_can_charge": "Budget::can_charge", "dpcvx_budget_charge": "Budget::charge",
    "dpcvx_budget_charge_at_delta": "Budget::charge_at_delta",
    "dpcvx_budget_charge_guarantee": "Budget::charge_guarantee",
    "dpcvx_budget_create": "BudgetBuilder::build", "dpcvx_budget_create_ledger": "BudgetBuilder::create_ledger",
    "dpcvx_budget_describe": "Budget::describe", "dpcvx_budget_load": "Budget::load",
    "dpcvx_budget_open_ledger": "Budget::open_ledger", "dpcvx_budget_price": "Budget::price",
    "dpcvx_covariance_create": "Covariances::release",
    "dpcvx_curve_create_gaussian": "Curve::gaussian", "dpcvx_curve_delta": "Curve::delta",
    "dpcvx_curve_epsilon": "Curve::epsilon", "dpcvx_curve_rdp_order": "Curve::rdp_order",
    "dpcvx_dataset_create_dense": "Dataset::new", "dpcvx_dataset_create_scaled": "Dataset::scaled",
    "dpcvx_dataset_create_split": "Dataset::split_by", "dpcvx_dataset_create_with_exposures": "Dataset::with_exposures",
    "dpcvx_dataset_create_with_max_records_per_user": "Dataset::with_max_records_per_user",
    "dpcvx_dataset_create_with_users": "Dataset::with_users",
    "dpcvx_dataset_create_with_weights": "Dataset::with_weights",
    "dpcvx_dataset_release_ranges": "Dataset::release_ranges",
    "dpcvx_domain_project": "Domain::project", "dpcvx_estimate_create_cumulative": "Distribution::cumulative",
    "dpcvx_estimate_create_histogram": "Distribution::histogram", "dpcvx_estimate_create_mean": "Means::release",
    "dpcvx_estimate_create_quantiles": "Estimate::quantiles", "dpcvx_estimate_create_robust": "Estimate::robust",
    "dpcvx_estimate_create_variance": "Estimate::variances",
    "dpcvx_evaluation_create": "Evaluator::release", "dpcvx_fit_create": "Fit::new", "dpcvx_fit_predict": "Fit::predict",
    "dpcvx_fit_table": "FitTable::fit", "dpcvx_fit_table_on": "FitTable::fit",
    "dpcvx_fit_table_select": "Selection::fit", "dpcvx_guarantee_to_json": "Guarantee::to_json",
    "dpcvx_monitor": "Monitor", "dpcvx_nonprivate_minimize": "Minimizer",
    "dpcvx_objective_create": "Objective::builder", "dpcvx_objective_create_from_units": "Objective::from_units",
    "dpcvx_objective_create_with_loss": "Objective::with_loss", "dpcvx_plan_create": "PlanBuilder::build",
    "dpcvx_plan_ranking": "Plan::ranking", "dpcvx_release_by_deletion": "TestedRelease::by_deletion",
    "dpcvx_release_gaussian": "Release::gaussian", "dpcvx_release_laplace": "Release::laplace",
    "dpcvx_release_quantile": "Release::quantile", "dpcvx_release_tested_family": "TestedRelease::family",
    "dpcvx_release_tested_point": "TestedRelease::point", "dpcvx_sampler_create": "Sampler::builder",
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
