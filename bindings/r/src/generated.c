/* Written by bindings/generate/r.py from bindings/api.json. Do not edit: "make api" writes it anew. */
/* clang-format off */
#include "convert.h"

static void free_above_threshold(SEXP pointer) {
  dpcvx_above_threshold_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_accountant(SEXP pointer) {
  dpcvx_accountant_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_audit(SEXP pointer) {
  dpcvx_audit_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_budget(SEXP pointer) {
  dpcvx_budget_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_coordinator(SEXP pointer) {
  dpcvx_coordinator_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_covariance(SEXP pointer) {
  dpcvx_covariance_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_curve(SEXP pointer) {
  dpcvx_curve_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_dataset(SEXP pointer) {
  dpcvx_dataset_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_domain(SEXP pointer) {
  dpcvx_domain_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_estimate(SEXP pointer) {
  dpcvx_estimate_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_evaluation(SEXP pointer) {
  dpcvx_evaluation_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_fit(SEXP pointer) {
  dpcvx_fit_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_guarantee(SEXP pointer) {
  dpcvx_guarantee_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_hypotheses(SEXP pointer) {
  dpcvx_hypotheses_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_local_aggregator(SEXP pointer) {
  dpcvx_local_aggregator_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_local_protocol(SEXP pointer) {
  dpcvx_local_protocol_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_monitor(SEXP pointer) {
  dpcvx_monitor_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_objective(SEXP pointer) {
  dpcvx_objective_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_options(SEXP pointer) {
  dpcvx_options_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_partial_sum(SEXP pointer) {
  dpcvx_partial_sum_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_plan(SEXP pointer) {
  dpcvx_plan_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_rng(SEXP pointer) {
  dpcvx_rng_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_sampler(SEXP pointer) {
  dpcvx_sampler_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_sgd_stability(SEXP pointer) {
  dpcvx_sgd_stability_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_test_release_law(SEXP pointer) {
  dpcvx_test_release_law_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static void free_users_function(SEXP pointer) {
  dpcvx_users_function_destroy(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
}

static SEXP r_above_threshold_create(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_threshold, SEXP s_sensitivity,
    SEXP s_max_above, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const double c_threshold = f64_of(s_threshold, "threshold");
  const double c_sensitivity = f64_of(s_sensitivity, "sensitivity");
  const int64_t c_max_above = i64_of(s_max_above, "max_above");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_above_threshold", free_above_threshold));
  dpcvx_above_threshold *c_out = NULL;
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_above_threshold_create(c_budget, c_rng, c_price, c_threshold, c_sensitivity,
      c_max_above, c_options, &c_out, &c_guarantee, &err);
  fill(o_out, c_out, R_NilValue);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  const char *names[] = {"out", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, o_guarantee);
  UNPROTECT(3);
  return result;
}

static SEXP r_above_threshold_query(SEXP s_stream, SEXP s_rng, SEXP s_value) {
  dpcvx_error err;
  dpcvx_above_threshold *c_stream = handle_of(s_stream, "dpcvx_above_threshold", "stream");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const double c_value = f64_of(s_value, "value");
  int32_t c_above = 0;
  const dpcvx_status status = dpcvx_above_threshold_query(c_stream, c_rng, c_value, &c_above, &err);
  settle(status, &err);
  return Rf_ScalarInteger(c_above);
}

static SEXP r_above_threshold_remaining(SEXP s_stream) {
  dpcvx_error err;
  const dpcvx_above_threshold *c_stream = handle_of(s_stream, "dpcvx_above_threshold", "stream");
  int64_t c_remaining = 0;
  const dpcvx_status status = dpcvx_above_threshold_remaining(c_stream, &c_remaining, &err);
  settle(status, &err);
  return whole_number(c_remaining);
}

static SEXP r_accountant_add(SEXP s_accountant, SEXP s_curve, SEXP s_count) {
  dpcvx_error err;
  dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const int64_t c_count = i64_of(s_count, "count");
  const dpcvx_status status = dpcvx_accountant_add(c_accountant, c_curve, c_count, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_accountant_attack_accuracy(SEXP s_accountant, SEXP s_prior) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  const double c_prior = f64_of(s_prior, "prior");
  double c_lower = 0;
  double c_upper = 0;
  const dpcvx_status status = dpcvx_accountant_attack_accuracy(c_accountant, c_prior, &c_lower, &c_upper, &err);
  settle(status, &err);
  const char *names[] = {"lower", "upper", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_lower));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_upper));
  UNPROTECT(1);
  return result;
}

static SEXP r_accountant_calibrate(SEXP s_accountant, SEXP s_plan, SEXP s_best, SEXP s_safe, SEXP s_whole, SEXP
    s_epsilon, SEXP s_delta) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  SEXP c_plan = PROTECT(callback_of(s_plan, "plan"));
  const double c_best = f64_of(s_best, "best");
  const double c_safe = f64_of(s_safe, "safe");
  const int32_t c_whole = i32_of(s_whole, "whole");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  double c_parameter = 0;
  SEXP kept = PROTECT(Rf_cons(c_plan, R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_accountant_calibrate(c_accountant, c_plan == R_NilValue ? NULL :
      call_plan_callback, c_plan, c_best, c_safe, c_whole, c_epsilon, c_delta, &c_parameter, &err);
  end(callers, before, status, &err);
  SEXP result = Rf_ScalarReal(c_parameter);
  UNPROTECT(3);
  return result;
}

static SEXP r_accountant_create(SEXP s_adjacency, SEXP s_unit) {
  dpcvx_error err;
  const int32_t c_adjacency = i32_of(s_adjacency, "adjacency");
  const int32_t c_unit = i32_of(s_unit, "unit");
  SEXP o_out = PROTECT(place("dpcvx_accountant", free_accountant));
  dpcvx_accountant *c_out = NULL;
  const dpcvx_status status = dpcvx_accountant_create(c_adjacency, c_unit, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_accountant_create_copy(SEXP s_accountant) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  SEXP o_out = PROTECT(place("dpcvx_accountant", free_accountant));
  dpcvx_accountant *c_out = NULL;
  const dpcvx_status status = dpcvx_accountant_create_copy(c_accountant, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_accountant_create_from_dp_event(SEXP s_json, SEXP s_adjacency, SEXP s_unit) {
  dpcvx_error err;
  const char *c_json = string_of(s_json, "json");
  const int32_t c_adjacency = i32_of(s_adjacency, "adjacency");
  const int32_t c_unit = i32_of(s_unit, "unit");
  SEXP o_out = PROTECT(place("dpcvx_accountant", free_accountant));
  dpcvx_accountant *c_out = NULL;
  const dpcvx_status status = dpcvx_accountant_create_from_dp_event(c_json, c_adjacency, c_unit, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_accountant_curve(SEXP s_accountant) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_accountant_curve(c_accountant, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_accountant_delta(SEXP s_accountant, SEXP s_epsilon) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  double c_lower = 0;
  double c_upper = 0;
  const dpcvx_status status = dpcvx_accountant_delta(c_accountant, c_epsilon, &c_lower, &c_upper, &err);
  settle(status, &err);
  const char *names[] = {"lower", "upper", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_lower));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_upper));
  UNPROTECT(1);
  return result;
}

static SEXP r_accountant_epsilon(SEXP s_accountant, SEXP s_delta) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  const double c_delta = f64_of(s_delta, "delta");
  double c_lower = 0;
  double c_upper = 0;
  const dpcvx_status status = dpcvx_accountant_epsilon(c_accountant, c_delta, &c_lower, &c_upper, &err);
  settle(status, &err);
  const char *names[] = {"lower", "upper", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_lower));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_upper));
  UNPROTECT(1);
  return result;
}

static SEXP r_accountant_false_negative_rate(SEXP s_accountant, SEXP s_false_positive_rate) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  const double c_false_positive_rate = f64_of(s_false_positive_rate, "false_positive_rate");
  double c_lower = 0;
  double c_upper = 0;
  const dpcvx_status status = dpcvx_accountant_false_negative_rate(c_accountant, c_false_positive_rate, &c_lower,
      &c_upper, &err);
  settle(status, &err);
  const char *names[] = {"lower", "upper", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_lower));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_upper));
  UNPROTECT(1);
  return result;
}

static SEXP r_accountant_gdp_mu(SEXP s_accountant) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  double c_mu = 0;
  const dpcvx_status status = dpcvx_accountant_gdp_mu(c_accountant, &c_mu, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_mu);
}

static SEXP r_accountant_load(SEXP s_bytes, SEXP s_length) {
  dpcvx_error err;
  const size_t c_length = size_of(s_length, "length");
  const void *c_bytes = bytes_array(s_bytes, "bytes", (double)c_length);
  SEXP o_out = PROTECT(place("dpcvx_accountant", free_accountant));
  dpcvx_accountant *c_out = NULL;
  const dpcvx_status status = dpcvx_accountant_load(c_bytes, c_length, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_accountant_merge(SEXP s_accountant, SEXP s_other) {
  dpcvx_error err;
  dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  const dpcvx_accountant *c_other = handle_of(s_other, "dpcvx_accountant", "other");
  const dpcvx_status status = dpcvx_accountant_merge(c_accountant, c_other, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_accountant_posterior(SEXP s_accountant, SEXP s_prior, SEXP s_false_positive_rate) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  const double c_prior = f64_of(s_prior, "prior");
  const double c_false_positive_rate = f64_of(s_false_positive_rate, "false_positive_rate");
  double c_lower = 0;
  double c_upper = 0;
  const dpcvx_status status = dpcvx_accountant_posterior(c_accountant, c_prior, c_false_positive_rate, &c_lower,
      &c_upper, &err);
  settle(status, &err);
  const char *names[] = {"lower", "upper", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_lower));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_upper));
  UNPROTECT(1);
  return result;
}

static SEXP r_accountant_rdp(SEXP s_accountant, SEXP s_order) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  const double c_order = f64_of(s_order, "order");
  double c_epsilon = 0;
  const dpcvx_status status = dpcvx_accountant_rdp(c_accountant, c_order, &c_epsilon, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon);
}

static SEXP r_accountant_save(SEXP s_accountant) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  size_t c_length = 0;
  settle(dpcvx_accountant_save(c_accountant, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_accountant_save(c_accountant, RAW(held), c_length, &c_length, &err), &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_accountant_to_dp_event(SEXP s_accountant) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  size_t c_length = 0;
  settle(dpcvx_accountant_to_dp_event(c_accountant, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_accountant_to_dp_event(c_accountant, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_accountant_to_json(SEXP s_accountant) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  size_t c_length = 0;
  settle(dpcvx_accountant_to_json(c_accountant, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_accountant_to_json(c_accountant, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_accountant_to_text(SEXP s_accountant) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  size_t c_length = 0;
  settle(dpcvx_accountant_to_text(c_accountant, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_accountant_to_text(c_accountant, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_accountant_zcdp_rho(SEXP s_accountant) {
  dpcvx_error err;
  const dpcvx_accountant *c_accountant = handle_of(s_accountant, "dpcvx_accountant", "accountant");
  double c_rho = 0;
  const dpcvx_status status = dpcvx_accountant_zcdp_rho(c_accountant, &c_rho, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_rho);
}

static SEXP r_audit_create(SEXP s_release, SEXP s_options) {
  dpcvx_error err;
  SEXP c_release = PROTECT(callback_of(s_release, "release"));
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_audit", free_audit));
  dpcvx_audit *c_out = NULL;
  SEXP kept = PROTECT(Rf_cons(c_release, R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_audit_create(c_release == R_NilValue ? NULL : call_audit_release, c_release,
      c_options, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(4);
  return result;
}

static SEXP r_audit_get_f64(SEXP s_audit, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_audit *c_audit = handle_of(s_audit, "dpcvx_audit", "audit");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  const dpcvx_status status = dpcvx_audit_get_f64(c_audit, c_figure, &c_value, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_value);
}

static SEXP r_audit_get_i64(SEXP s_audit, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_audit *c_audit = handle_of(s_audit, "dpcvx_audit", "audit");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_audit_get_i64(c_audit, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_audit_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_audit_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_budget_can_charge(SEXP s_budget, SEXP s_curve, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const int64_t c_count = i64_of(s_count, "count");
  int32_t c_fits = 0;
  const dpcvx_status status = dpcvx_budget_can_charge(c_budget, c_curve, c_count, &c_fits, &err);
  settle(status, &err);
  return Rf_ScalarInteger(c_fits);
}

static SEXP r_budget_charge(SEXP s_budget, SEXP s_curve, SEXP s_count, SEXP s_label) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const int64_t c_count = i64_of(s_count, "count");
  const char *c_label = string_of(s_label, "label");
  const dpcvx_status status = dpcvx_budget_charge(c_budget, c_curve, c_count, c_label, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_budget_charge_at_delta(SEXP s_budget, SEXP s_curve, SEXP s_count, SEXP s_delta, SEXP s_label) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const int64_t c_count = i64_of(s_count, "count");
  const double c_delta = f64_of(s_delta, "delta");
  const char *c_label = string_of(s_label, "label");
  const dpcvx_status status = dpcvx_budget_charge_at_delta(c_budget, c_curve, c_count, c_delta, c_label, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_budget_charge_guarantee(SEXP s_budget, SEXP s_guarantee, SEXP s_label) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const dpcvx_guarantee *c_guarantee = handle_of(s_guarantee, "dpcvx_guarantee", "guarantee");
  const char *c_label = string_of(s_label, "label");
  const dpcvx_status status = dpcvx_budget_charge_guarantee(c_budget, c_guarantee, c_label, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_budget_create(SEXP s_epsilon, SEXP s_delta, SEXP s_adjacency, SEXP s_unit, SEXP s_options) {
  dpcvx_error err;
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  const int32_t c_adjacency = i32_of(s_adjacency, "adjacency");
  const int32_t c_unit = i32_of(s_unit, "unit");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_budget", free_budget));
  dpcvx_budget *c_out = NULL;
  const dpcvx_status status = dpcvx_budget_create(c_epsilon, c_delta, c_adjacency, c_unit, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_budget_create_ledger(SEXP s_path, SEXP s_key, SEXP s_key_bytes, SEXP s_epsilon, SEXP s_delta, SEXP
    s_adjacency, SEXP s_unit, SEXP s_options) {
  dpcvx_error err;
  const char *c_path = string_of(s_path, "path");
  const size_t c_key_bytes = size_of(s_key_bytes, "key_bytes");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  const int32_t c_adjacency = i32_of(s_adjacency, "adjacency");
  const int32_t c_unit = i32_of(s_unit, "unit");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const void *c_key = bytes_array(s_key, "key", (double)c_key_bytes);
  SEXP o_out = PROTECT(place("dpcvx_budget", free_budget));
  dpcvx_budget *c_out = NULL;
  const dpcvx_status status = dpcvx_budget_create_ledger(c_path, c_key, c_key_bytes, c_epsilon, c_delta, c_adjacency,
      c_unit, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_budget_create_rehearsal(SEXP s_budget) {
  dpcvx_error err;
  const dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  SEXP o_out = PROTECT(place("dpcvx_budget", free_budget));
  dpcvx_budget *c_out = NULL;
  const dpcvx_status status = dpcvx_budget_create_rehearsal(c_budget, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_budget_describe(SEXP s_budget, SEXP s_field, SEXP s_text) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const int32_t c_field = i32_of(s_field, "field");
  const char *c_text = string_of(s_text, "text");
  const dpcvx_status status = dpcvx_budget_describe(c_budget, c_field, c_text, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_budget_get_f64(SEXP s_budget, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  const dpcvx_status status = dpcvx_budget_get_f64(c_budget, c_figure, &c_value, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_value);
}

static SEXP r_budget_get_i64(SEXP s_budget, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_budget_get_i64(c_budget, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_budget_load(SEXP s_bytes, SEXP s_length, SEXP s_key, SEXP s_key_bytes) {
  dpcvx_error err;
  const size_t c_length = size_of(s_length, "length");
  const size_t c_key_bytes = size_of(s_key_bytes, "key_bytes");
  const void *c_bytes = bytes_array(s_bytes, "bytes", (double)c_length);
  const void *c_key = bytes_array(s_key, "key", (double)c_key_bytes);
  SEXP o_out = PROTECT(place("dpcvx_budget", free_budget));
  dpcvx_budget *c_out = NULL;
  const dpcvx_status status = dpcvx_budget_load(c_bytes, c_length, c_key, c_key_bytes, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_budget_odometer(SEXP s_budget, SEXP s_delta) {
  dpcvx_error err;
  const dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const double c_delta = f64_of(s_delta, "delta");
  double c_loss = 0;
  const dpcvx_status status = dpcvx_budget_odometer(c_budget, c_delta, &c_loss, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_loss);
}

static SEXP r_budget_open_ledger(SEXP s_path, SEXP s_key, SEXP s_key_bytes, SEXP s_frames, SEXP s_head) {
  dpcvx_error err;
  const char *c_path = string_of(s_path, "path");
  const size_t c_key_bytes = size_of(s_key_bytes, "key_bytes");
  const int64_t c_frames = i64_of(s_frames, "frames");
  const int64_t c_head = i64_of(s_head, "head");
  const void *c_key = bytes_array(s_key, "key", (double)c_key_bytes);
  SEXP o_out = PROTECT(place("dpcvx_budget", free_budget));
  dpcvx_budget *c_out = NULL;
  const dpcvx_status status = dpcvx_budget_open_ledger(c_path, c_key, c_key_bytes, c_frames, c_head, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_budget_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_budget_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_budget_price(SEXP s_budget, SEXP s_share) {
  dpcvx_error err;
  const dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const double c_share = f64_of(s_share, "share");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_budget_price(c_budget, c_share, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_budget_save(SEXP s_budget) {
  dpcvx_error err;
  const dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  size_t c_length = 0;
  settle(dpcvx_budget_save(c_budget, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_budget_save(c_budget, RAW(held), c_length, &c_length, &err), &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_budget_set_label(SEXP s_budget, SEXP s_label) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const char *c_label = string_of(s_label, "label");
  const dpcvx_status status = dpcvx_budget_set_label(c_budget, c_label, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_budget_to_json(SEXP s_budget) {
  dpcvx_error err;
  const dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  size_t c_length = 0;
  settle(dpcvx_budget_to_json(c_budget, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_budget_to_json(c_budget, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_budget_to_text(SEXP s_budget) {
  dpcvx_error err;
  const dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  size_t c_length = 0;
  settle(dpcvx_budget_to_text(c_budget, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_budget_to_text(c_budget, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_calibrate_gdp(SEXP s_epsilon, SEXP s_delta) {
  dpcvx_error err;
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  double c_mu = 0;
  const dpcvx_status status = dpcvx_calibrate_gdp(c_epsilon, c_delta, &c_mu, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_mu);
}

static SEXP r_calibrate_shuffled(SEXP s_users, SEXP s_rounds, SEXP s_epsilon, SEXP s_delta) {
  dpcvx_error err;
  const int64_t c_users = i64_of(s_users, "users");
  const int64_t c_rounds = i64_of(s_rounds, "rounds");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  double c_epsilon0 = 0;
  const dpcvx_status status = dpcvx_calibrate_shuffled(c_users, c_rounds, c_epsilon, c_delta, &c_epsilon0, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon0);
}

static SEXP r_calibrate_subsampled_gaussian(SEXP s_sampling, SEXP s_rate, SEXP s_steps, SEXP s_epsilon, SEXP s_delta)
    {
  dpcvx_error err;
  const int32_t c_sampling = i32_of(s_sampling, "sampling");
  const double c_rate = f64_of(s_rate, "rate");
  const int64_t c_steps = i64_of(s_steps, "steps");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  double c_noise_multiplier = 0;
  const dpcvx_status status = dpcvx_calibrate_subsampled_gaussian(c_sampling, c_rate, c_steps, c_epsilon, c_delta,
      &c_noise_multiplier, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_noise_multiplier);
}

static SEXP r_calibrate_subsampled_gaussian_rdp(SEXP s_sampling, SEXP s_rate, SEXP s_steps, SEXP s_epsilon, SEXP
    s_delta) {
  dpcvx_error err;
  const int32_t c_sampling = i32_of(s_sampling, "sampling");
  const double c_rate = f64_of(s_rate, "rate");
  const int64_t c_steps = i64_of(s_steps, "steps");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  double c_noise_multiplier = 0;
  const dpcvx_status status = dpcvx_calibrate_subsampled_gaussian_rdp(c_sampling, c_rate, c_steps, c_epsilon, c_delta,
      &c_noise_multiplier, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_noise_multiplier);
}

static SEXP r_calibrate_zcdp(SEXP s_epsilon, SEXP s_delta) {
  dpcvx_error err;
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  double c_rho = 0;
  const dpcvx_status status = dpcvx_calibrate_zcdp(c_epsilon, c_delta, &c_rho, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_rho);
}

static SEXP r_coordinator_broadcast(SEXP s_coordinator) {
  dpcvx_error err;
  const dpcvx_coordinator *c_coordinator = handle_of(s_coordinator, "dpcvx_coordinator", "coordinator");
  size_t c_length = 0;
  settle(dpcvx_coordinator_broadcast(c_coordinator, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_coordinator_broadcast(c_coordinator, RAW(held), c_length, &c_length, &err), &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_coordinator_create(SEXP s_budget, SEXP s_rng, SEXP s_plan, SEXP s_parts) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_plan *c_plan = handle_of(s_plan, "dpcvx_plan", "plan");
  const int64_t c_parts = i64_of(s_parts, "parts");
  SEXP o_out = PROTECT(place("dpcvx_coordinator", free_coordinator));
  dpcvx_coordinator *c_out = NULL;
  SEXP kept = PROTECT(joined(callbacks_in(s_plan), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_coordinator_create(c_budget, c_rng, c_plan, c_parts, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  released();
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_coordinator_finish_step(SEXP s_coordinator, SEXP s_rng, SEXP s_partial_sum) {
  dpcvx_error err;
  dpcvx_coordinator *c_coordinator = handle_of(s_coordinator, "dpcvx_coordinator", "coordinator");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  dpcvx_partial_sum *c_partial_sum = handle_of(s_partial_sum, "dpcvx_partial_sum", "partial_sum");
  const dpcvx_status status = dpcvx_coordinator_finish_step(c_coordinator, c_rng, c_partial_sum, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_coordinator_fit(SEXP s_coordinator) {
  dpcvx_error err;
  dpcvx_coordinator *c_coordinator = handle_of(s_coordinator, "dpcvx_coordinator", "coordinator");
  SEXP o_out = PROTECT(place("dpcvx_fit", free_fit));
  dpcvx_fit *c_out = NULL;
  const dpcvx_status status = dpcvx_coordinator_fit(c_coordinator, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_coordinator_get_i64(SEXP s_coordinator, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_coordinator *c_coordinator = handle_of(s_coordinator, "dpcvx_coordinator", "coordinator");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_coordinator_get_i64(c_coordinator, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_covariance_component_variances(SEXP s_covariance, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_covariance_component_variances(c_covariance, c_out, c_count, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_covariance_components(SEXP s_covariance, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_covariance_components(c_covariance, c_out, c_count, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_covariance_correlation(SEXP s_covariance, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_covariance_correlation(c_covariance, c_out, c_count, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_covariance_correlation_intervals(SEXP s_covariance, SEXP s_proved, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  const int32_t c_proved = i32_of(s_proved, "proved");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_low = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_low = REAL(o_low);
  SEXP o_high = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_high = REAL(o_high);
  const dpcvx_status status = dpcvx_covariance_correlation_intervals(c_covariance, c_proved, c_low, c_high, c_count,
      &err);
  settle(status, &err);
  const char *names[] = {"low", "high", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_low);
  SET_VECTOR_ELT(result, 1, o_high);
  UNPROTECT(3);
  return result;
}

static SEXP r_covariance_create(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_dataset, SEXP s_low, SEXP s_high, SEXP
    s_columns, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  SEXP o_out = PROTECT(place("dpcvx_covariance", free_covariance));
  dpcvx_covariance *c_out = NULL;
  const dpcvx_status status = dpcvx_covariance_create(c_budget, c_rng, c_price, c_dataset, c_low, c_high, c_columns,
      c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  released();
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_covariance_expected_noise(SEXP s_price, SEXP s_adjacency, SEXP s_units, SEXP s_columns, SEXP s_options)
    {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int32_t c_adjacency = i32_of(s_adjacency, "adjacency");
  const int64_t c_units = i64_of(s_units, "units");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  double c_stddev = 0;
  double c_norm = 0;
  const dpcvx_status status = dpcvx_covariance_expected_noise(c_price, c_adjacency, c_units, c_columns, c_options,
      &c_stddev, &c_norm, &err);
  settle(status, &err);
  const char *names[] = {"stddev", "norm", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_stddev));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_norm));
  UNPROTECT(1);
  return result;
}

static SEXP r_covariance_get_f64(SEXP s_covariance, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  const dpcvx_status status = dpcvx_covariance_get_f64(c_covariance, c_figure, &c_value, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_value);
}

static SEXP r_covariance_get_i64(SEXP s_covariance, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_covariance_get_i64(c_covariance, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_covariance_guarantee(SEXP s_covariance) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  SEXP o_out = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_out = NULL;
  const dpcvx_status status = dpcvx_covariance_guarantee(c_covariance, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_covariance_intervals(SEXP s_covariance, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_low = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_low = REAL(o_low);
  SEXP o_high = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_high = REAL(o_high);
  const dpcvx_status status = dpcvx_covariance_intervals(c_covariance, c_low, c_high, c_count, &err);
  settle(status, &err);
  const char *names[] = {"low", "high", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_low);
  SET_VECTOR_ELT(result, 1, o_high);
  UNPROTECT(3);
  return result;
}

static SEXP r_covariance_load(SEXP s_bytes, SEXP s_length) {
  dpcvx_error err;
  const size_t c_length = size_of(s_length, "length");
  const void *c_bytes = bytes_array(s_bytes, "bytes", (double)c_length);
  SEXP o_out = PROTECT(place("dpcvx_covariance", free_covariance));
  dpcvx_covariance *c_out = NULL;
  const dpcvx_status status = dpcvx_covariance_load(c_bytes, c_length, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_covariance_matrix(SEXP s_covariance, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_covariance_matrix(c_covariance, c_out, c_count, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_covariance_means(SEXP s_covariance, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_covariance_means(c_covariance, c_out, c_count, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_covariance_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_covariance_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_covariance_regression(SEXP s_covariance, SEXP s_label_column, SEXP s_features, SEXP s_features_count,
    SEXP s_count) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  const int64_t c_label_column = i64_of(s_label_column, "label_column");
  const int64_t c_features_count = i64_of(s_features_count, "features_count");
  const int64_t c_count = i64_of(s_count, "count");
  const int64_t *c_features = i64_array(s_features, "features", (double)c_features_count);
  SEXP o_coefficients = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_coefficients = REAL(o_coefficients);
  SEXP o_standard_errors = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_standard_errors = REAL(o_standard_errors);
  SEXP o_low = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_low = REAL(o_low);
  SEXP o_high = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_high = REAL(o_high);
  double c_r_squared = 0;
  double c_r_squared_low = 0;
  double c_r_squared_high = 0;
  const dpcvx_status status = dpcvx_covariance_regression(c_covariance, c_label_column, c_features, c_features_count,
      c_coefficients, c_standard_errors, c_low, c_high, c_count, &c_r_squared, &c_r_squared_low, &c_r_squared_high,
      &err);
  settle(status, &err);
  const char *names[] = {"coefficients", "standard_errors", "low", "high", "r_squared", "r_squared_low",
      "r_squared_high", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_coefficients);
  SET_VECTOR_ELT(result, 1, o_standard_errors);
  SET_VECTOR_ELT(result, 2, o_low);
  SET_VECTOR_ELT(result, 3, o_high);
  SET_VECTOR_ELT(result, 4, Rf_ScalarReal(c_r_squared));
  SET_VECTOR_ELT(result, 5, Rf_ScalarReal(c_r_squared_low));
  SET_VECTOR_ELT(result, 6, Rf_ScalarReal(c_r_squared_high));
  UNPROTECT(5);
  return result;
}

static SEXP r_covariance_save(SEXP s_covariance) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  size_t c_length = 0;
  settle(dpcvx_covariance_save(c_covariance, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_covariance_save(c_covariance, RAW(held), c_length, &c_length, &err), &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_covariance_to_json(SEXP s_covariance) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  size_t c_length = 0;
  settle(dpcvx_covariance_to_json(c_covariance, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_covariance_to_json(c_covariance, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_covariance_to_text(SEXP s_covariance) {
  dpcvx_error err;
  const dpcvx_covariance *c_covariance = handle_of(s_covariance, "dpcvx_covariance", "covariance");
  size_t c_length = 0;
  settle(dpcvx_covariance_to_text(c_covariance, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_covariance_to_text(c_covariance, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_curve_create_approximate(SEXP s_epsilon, SEXP s_delta) {
  dpcvx_error err;
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_approximate(c_epsilon, c_delta, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_bounded_range(SEXP s_epsilon) {
  dpcvx_error err;
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_bounded_range(c_epsilon, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_composition(SEXP s_parts, SEXP s_counts, SEXP s_n) {
  dpcvx_error err;
  const dpcvx_curve *const *c_parts = handles_of(s_parts, "dpcvx_curve", "parts");
  const int64_t c_n = i64_of(s_n, "n");
  check_count(s_parts, "parts", (double)c_n);
  const int64_t *c_counts = i64_array(s_counts, "counts", (double)c_n);
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_composition(c_parts, c_counts, c_n, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_discrete_gaussian(SEXP s_sigma, SEXP s_shift) {
  dpcvx_error err;
  const double c_sigma = f64_of(s_sigma, "sigma");
  const int64_t c_shift = i64_of(s_shift, "shift");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_discrete_gaussian(c_sigma, c_shift, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_discrete_laplace(SEXP s_decay, SEXP s_shift) {
  dpcvx_error err;
  const double c_decay = f64_of(s_decay, "decay");
  const int64_t c_shift = i64_of(s_shift, "shift");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_discrete_laplace(c_decay, c_shift, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_gaussian(SEXP s_noise_multiplier) {
  dpcvx_error err;
  const double c_noise_multiplier = f64_of(s_noise_multiplier, "noise_multiplier");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_gaussian(c_noise_multiplier, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_gdp(SEXP s_mu) {
  dpcvx_error err;
  const double c_mu = f64_of(s_mu, "mu");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_gdp(c_mu, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_gdp_mixture(SEXP s_mus, SEXP s_probabilities, SEXP s_n) {
  dpcvx_error err;
  const int64_t c_n = i64_of(s_n, "n");
  const double *c_mus = f64_array(s_mus, "mus", (double)c_n);
  const double *c_probabilities = f64_array(s_probabilities, "probabilities", (double)c_n);
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_gdp_mixture(c_mus, c_probabilities, c_n, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_group(SEXP s_curve, SEXP s_size) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const int64_t c_size = i64_of(s_size, "size");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_group(c_curve, c_size, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_iteration(SEXP s_sensitivity, SEXP s_noise, SEXP s_contraction, SEXP s_batches, SEXP
    s_steps, SEXP s_diameter) {
  dpcvx_error err;
  const double c_sensitivity = f64_of(s_sensitivity, "sensitivity");
  const double c_noise = f64_of(s_noise, "noise");
  const double c_contraction = f64_of(s_contraction, "contraction");
  const int64_t c_batches = i64_of(s_batches, "batches");
  const int64_t c_steps = i64_of(s_steps, "steps");
  const double c_diameter = f64_of(s_diameter, "diameter");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_iteration(c_sensitivity, c_noise, c_contraction, c_batches, c_steps,
      c_diameter, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_iteration_at(SEXP s_sensitivity, SEXP s_noise, SEXP s_contraction, SEXP s_position, SEXP
    s_steps) {
  dpcvx_error err;
  const double c_sensitivity = f64_of(s_sensitivity, "sensitivity");
  const double c_noise = f64_of(s_noise, "noise");
  const double c_contraction = f64_of(s_contraction, "contraction");
  const int64_t c_position = i64_of(s_position, "position");
  const int64_t c_steps = i64_of(s_steps, "steps");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_iteration_at(c_sensitivity, c_noise, c_contraction, c_position,
      c_steps, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_laplace(SEXP s_noise_multiplier) {
  dpcvx_error err;
  const double c_noise_multiplier = f64_of(s_noise_multiplier, "noise_multiplier");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_laplace(c_noise_multiplier, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_losses(SEXP s_losses, SEXP s_probabilities, SEXP s_n, SEXP s_infinite) {
  dpcvx_error err;
  const int64_t c_n = i64_of(s_n, "n");
  const double c_infinite = f64_of(s_infinite, "infinite");
  const double *c_losses = f64_array(s_losses, "losses", (double)c_n);
  const double *c_probabilities = f64_array(s_probabilities, "probabilities", (double)c_n);
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_losses(c_losses, c_probabilities, c_n, c_infinite, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_member(SEXP s_curve, SEXP s_size) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const int64_t c_size = i64_of(s_size, "size");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_member(c_curve, c_size, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_pure(SEXP s_epsilon) {
  dpcvx_error err;
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_pure(c_epsilon, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_random_allocation(SEXP s_noise_multiplier, SEXP s_steps, SEXP s_participations) {
  dpcvx_error err;
  const double c_noise_multiplier = f64_of(s_noise_multiplier, "noise_multiplier");
  const int64_t c_steps = i64_of(s_steps, "steps");
  const int64_t c_participations = i64_of(s_participations, "participations");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_random_allocation(c_noise_multiplier, c_steps, c_participations,
      &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_random_allocation_replace_one(SEXP s_noise_multiplier, SEXP s_steps, SEXP s_participations)
    {
  dpcvx_error err;
  const double c_noise_multiplier = f64_of(s_noise_multiplier, "noise_multiplier");
  const int64_t c_steps = i64_of(s_steps, "steps");
  const int64_t c_participations = i64_of(s_participations, "participations");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_random_allocation_replace_one(c_noise_multiplier, c_steps,
      c_participations, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_randomized_response(SEXP s_noise_parameter, SEXP s_categories) {
  dpcvx_error err;
  const double c_noise_parameter = f64_of(s_noise_parameter, "noise_parameter");
  const int64_t c_categories = i64_of(s_categories, "categories");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_randomized_response(c_noise_parameter, c_categories, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_rdp(SEXP s_orders, SEXP s_epsilons, SEXP s_n) {
  dpcvx_error err;
  const int64_t c_n = i64_of(s_n, "n");
  const double *c_orders = f64_array(s_orders, "orders", (double)c_n);
  const double *c_epsilons = f64_array(s_epsilons, "epsilons", (double)c_n);
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_rdp(c_orders, c_epsilons, c_n, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_sampled(SEXP s_curve, SEXP s_sampling, SEXP s_rate) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const int32_t c_sampling = i32_of(s_sampling, "sampling");
  const double c_rate = f64_of(s_rate, "rate");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_sampled(c_curve, c_sampling, c_rate, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_shuffled(SEXP s_epsilon0, SEXP s_users) {
  dpcvx_error err;
  const double c_epsilon0 = f64_of(s_epsilon0, "epsilon0");
  const int64_t c_users = i64_of(s_users, "users");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_shuffled(c_epsilon0, c_users, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_shuffled_response(SEXP s_noise_parameter, SEXP s_categories, SEXP s_users) {
  dpcvx_error err;
  const double c_noise_parameter = f64_of(s_noise_parameter, "noise_parameter");
  const int64_t c_categories = i64_of(s_categories, "categories");
  const int64_t c_users = i64_of(s_users, "users");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_shuffled_response(c_noise_parameter, c_categories, c_users, &c_out,
      &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_subsampled_gaussian(SEXP s_sampling, SEXP s_noise_multiplier, SEXP s_rate, SEXP s_steps) {
  dpcvx_error err;
  const int32_t c_sampling = i32_of(s_sampling, "sampling");
  const double c_noise_multiplier = f64_of(s_noise_multiplier, "noise_multiplier");
  const double c_rate = f64_of(s_rate, "rate");
  const int64_t c_steps = i64_of(s_steps, "steps");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_subsampled_gaussian(c_sampling, c_noise_multiplier, c_rate, c_steps,
      &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_test_release(SEXP s_test_epsilon, SEXP s_test_delta, SEXP s_mu) {
  dpcvx_error err;
  const double c_test_epsilon = f64_of(s_test_epsilon, "test_epsilon");
  const double c_test_delta = f64_of(s_test_delta, "test_delta");
  const double c_mu = f64_of(s_mu, "mu");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_test_release(c_test_epsilon, c_test_delta, c_mu, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_create_zcdp(SEXP s_rho) {
  dpcvx_error err;
  const double c_rho = f64_of(s_rho, "rho");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_curve_create_zcdp(c_rho, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_delta(SEXP s_curve, SEXP s_epsilon) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  double c_delta = 0;
  const dpcvx_status status = dpcvx_curve_delta(c_curve, c_epsilon, &c_delta, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_delta);
}

static SEXP r_curve_delta_bounds(SEXP s_curve, SEXP s_epsilon) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  double c_lower = 0;
  double c_upper = 0;
  const dpcvx_status status = dpcvx_curve_delta_bounds(c_curve, c_epsilon, &c_lower, &c_upper, &err);
  settle(status, &err);
  const char *names[] = {"lower", "upper", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_lower));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_upper));
  UNPROTECT(1);
  return result;
}

static SEXP r_curve_epsilon(SEXP s_curve, SEXP s_delta) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const double c_delta = f64_of(s_delta, "delta");
  double c_epsilon = 0;
  const dpcvx_status status = dpcvx_curve_epsilon(c_curve, c_delta, &c_epsilon, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon);
}

static SEXP r_curve_gdp_mu(SEXP s_curve) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  double c_mu = 0;
  const dpcvx_status status = dpcvx_curve_gdp_mu(c_curve, &c_mu, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_mu);
}

static SEXP r_curve_rdp(SEXP s_curve, SEXP s_order) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const double c_order = f64_of(s_order, "order");
  double c_epsilon = 0;
  const dpcvx_status status = dpcvx_curve_rdp(c_curve, c_order, &c_epsilon, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon);
}

static SEXP r_curve_rdp_order(SEXP s_curve, SEXP s_delta) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const double c_delta = f64_of(s_delta, "delta");
  double c_order = 0;
  const dpcvx_status status = dpcvx_curve_rdp_order(c_curve, c_delta, &c_order, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_order);
}

static SEXP r_curve_to_json(SEXP s_curve) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  size_t c_length = 0;
  settle(dpcvx_curve_to_json(c_curve, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_curve_to_json(c_curve, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_curve_zcdp_rho(SEXP s_curve) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  double c_rho = 0;
  const dpcvx_status status = dpcvx_curve_zcdp_rho(c_curve, &c_rho, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_rho);
}

static SEXP r_dataset_create_csr(SEXP s_row_starts, SEXP s_column_indices, SEXP s_values, SEXP s_rows, SEXP s_columns,
    SEXP s_labels) {
  dpcvx_error err;
  const int64_t c_rows = i64_of(s_rows, "rows");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const int64_t *c_row_starts = i64_array(s_row_starts, "row_starts", (double)c_rows + 1);
  const int64_t *c_column_indices = i64_array(s_column_indices, "column_indices", (double)entry_of(c_row_starts,
      c_rows));
  const double *c_values = f64_array(s_values, "values", (double)entry_of(c_row_starts, c_rows));
  const double *c_labels = f64_array(s_labels, "labels", (double)c_rows);
  SEXP o_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_csr(c_row_starts, c_column_indices, c_values, c_rows, c_columns,
      c_labels, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_dataset_create_csr_f32(SEXP s_row_starts, SEXP s_column_indices, SEXP s_values, SEXP s_rows, SEXP
    s_columns, SEXP s_labels) {
  dpcvx_error err;
  const int64_t c_rows = i64_of(s_rows, "rows");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const int64_t *c_row_starts = i64_array(s_row_starts, "row_starts", (double)c_rows + 1);
  const int64_t *c_column_indices = i64_array(s_column_indices, "column_indices", (double)entry_of(c_row_starts,
      c_rows));
  const float *c_values = f32_array(s_values, "values", (double)entry_of(c_row_starts, c_rows));
  const double *c_labels = f64_array(s_labels, "labels", (double)c_rows);
  SEXP o_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_csr_f32(c_row_starts, c_column_indices, c_values, c_rows,
      c_columns, c_labels, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_dataset_create_dense(SEXP s_features, SEXP s_rows, SEXP s_columns, SEXP s_row_stride, SEXP
    s_column_stride, SEXP s_labels) {
  dpcvx_error err;
  const int64_t c_rows = i64_of(s_rows, "rows");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const int64_t c_row_stride = i64_of(s_row_stride, "row_stride");
  const int64_t c_column_stride = i64_of(s_column_stride, "column_stride");
  const double *c_features = f64_array(s_features, "features", span_of(c_rows, c_columns, c_row_stride,
      c_column_stride));
  const double *c_labels = f64_array(s_labels, "labels", (double)c_rows);
  SEXP o_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_dense(c_features, c_rows, c_columns, c_row_stride, c_column_stride,
      c_labels, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_dataset_create_dense_f32(SEXP s_features, SEXP s_rows, SEXP s_columns, SEXP s_row_stride, SEXP
    s_column_stride, SEXP s_labels) {
  dpcvx_error err;
  const int64_t c_rows = i64_of(s_rows, "rows");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const int64_t c_row_stride = i64_of(s_row_stride, "row_stride");
  const int64_t c_column_stride = i64_of(s_column_stride, "column_stride");
  const float *c_features = f32_array(s_features, "features", span_of(c_rows, c_columns, c_row_stride,
      c_column_stride));
  const double *c_labels = f64_array(s_labels, "labels", (double)c_rows);
  SEXP o_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_dense_f32(c_features, c_rows, c_columns, c_row_stride,
      c_column_stride, c_labels, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_dataset_create_record_subset(SEXP s_source, SEXP s_rows, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_dataset *c_source = handle_of(s_source, "dpcvx_dataset", "source");
  const int64_t c_count = i64_of(s_count, "count");
  const int64_t *c_rows = i64_array(s_rows, "rows", (double)c_count);
  SEXP o_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_record_subset(c_source, c_rows, c_count, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_dataset_create_scaled(SEXP s_source, SEXP s_low, SEXP s_high, SEXP s_columns) {
  dpcvx_error err;
  const dpcvx_dataset *c_source = handle_of(s_source, "dpcvx_dataset", "source");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  SEXP o_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_scaled(c_source, c_low, c_high, c_columns, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_dataset_create_split(SEXP s_source, SEXP s_adjacency, SEXP s_key, SEXP s_key_bytes, SEXP
    s_held_out_from, SEXP s_held_out_to) {
  dpcvx_error err;
  const dpcvx_dataset *c_source = handle_of(s_source, "dpcvx_dataset", "source");
  const int32_t c_adjacency = i32_of(s_adjacency, "adjacency");
  const size_t c_key_bytes = size_of(s_key_bytes, "key_bytes");
  const double c_held_out_from = f64_of(s_held_out_from, "held_out_from");
  const double c_held_out_to = f64_of(s_held_out_to, "held_out_to");
  const void *c_key = bytes_array(s_key, "key", (double)c_key_bytes);
  SEXP o_training = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_training = NULL;
  SEXP o_held_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_held_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_split(c_source, c_adjacency, c_key, c_key_bytes, c_held_out_from,
      c_held_out_to, &c_training, &c_held_out, &err);
  fill(o_training, c_training, R_NilValue);
  fill(o_held_out, c_held_out, R_NilValue);
  settle(status, &err);
  const char *names[] = {"training", "held_out", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_training);
  SET_VECTOR_ELT(result, 1, o_held_out);
  UNPROTECT(3);
  return result;
}

static SEXP r_dataset_create_split_by_ids(SEXP s_source, SEXP s_ids, SEXP s_rows, SEXP s_key, SEXP s_key_bytes, SEXP
    s_held_out_from, SEXP s_held_out_to) {
  dpcvx_error err;
  const dpcvx_dataset *c_source = handle_of(s_source, "dpcvx_dataset", "source");
  const int64_t c_rows = i64_of(s_rows, "rows");
  const size_t c_key_bytes = size_of(s_key_bytes, "key_bytes");
  const double c_held_out_from = f64_of(s_held_out_from, "held_out_from");
  const double c_held_out_to = f64_of(s_held_out_to, "held_out_to");
  const int64_t *c_ids = i64_array(s_ids, "ids", (double)c_rows);
  const void *c_key = bytes_array(s_key, "key", (double)c_key_bytes);
  SEXP o_training = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_training = NULL;
  SEXP o_held_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_held_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_split_by_ids(c_source, c_ids, c_rows, c_key, c_key_bytes,
      c_held_out_from, c_held_out_to, &c_training, &c_held_out, &err);
  fill(o_training, c_training, R_NilValue);
  fill(o_held_out, c_held_out, R_NilValue);
  settle(status, &err);
  const char *names[] = {"training", "held_out", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_training);
  SET_VECTOR_ELT(result, 1, o_held_out);
  UNPROTECT(3);
  return result;
}

static SEXP r_dataset_create_subset(SEXP s_source, SEXP s_rows, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_dataset *c_source = handle_of(s_source, "dpcvx_dataset", "source");
  const int64_t c_count = i64_of(s_count, "count");
  const int64_t *c_rows = i64_array(s_rows, "rows", (double)c_count);
  SEXP o_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_subset(c_source, c_rows, c_count, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_dataset_create_with_exposures(SEXP s_source, SEXP s_exposures, SEXP s_rows) {
  dpcvx_error err;
  const dpcvx_dataset *c_source = handle_of(s_source, "dpcvx_dataset", "source");
  const int64_t c_rows = i64_of(s_rows, "rows");
  const double *c_exposures = f64_array(s_exposures, "exposures", (double)c_rows);
  SEXP o_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_with_exposures(c_source, c_exposures, c_rows, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_dataset_create_with_max_records_per_user(SEXP s_source, SEXP s_rng, SEXP s_max_records_per_user) {
  dpcvx_error err;
  const dpcvx_dataset *c_source = handle_of(s_source, "dpcvx_dataset", "source");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const int64_t c_max_records_per_user = i64_of(s_max_records_per_user, "max_records_per_user");
  SEXP o_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_with_max_records_per_user(c_source, c_rng, c_max_records_per_user,
      &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_dataset_create_with_users(SEXP s_source, SEXP s_users, SEXP s_rows) {
  dpcvx_error err;
  const dpcvx_dataset *c_source = handle_of(s_source, "dpcvx_dataset", "source");
  const int64_t c_rows = i64_of(s_rows, "rows");
  const int64_t *c_users = i64_array(s_users, "users", (double)c_rows);
  SEXP o_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_with_users(c_source, c_users, c_rows, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_dataset_create_with_weights(SEXP s_source, SEXP s_weights, SEXP s_rows) {
  dpcvx_error err;
  const dpcvx_dataset *c_source = handle_of(s_source, "dpcvx_dataset", "source");
  const int64_t c_rows = i64_of(s_rows, "rows");
  const double *c_weights = f64_array(s_weights, "weights", (double)c_rows);
  SEXP o_out = PROTECT(place("dpcvx_dataset", free_dataset));
  dpcvx_dataset *c_out = NULL;
  const dpcvx_status status = dpcvx_dataset_create_with_weights(c_source, c_weights, c_rows, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_dataset_get_i64(SEXP s_dataset, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_dataset_get_i64(c_dataset, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_dataset_range_notes(SEXP s_price, SEXP s_units, SEXP s_columns, SEXP s_coverage) {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_units = i64_of(s_units, "units");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const double c_coverage = f64_of(s_coverage, "coverage");
  size_t c_length = 0;
  settle(dpcvx_dataset_range_notes(c_price, c_units, c_columns, c_coverage, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_dataset_range_notes(c_price, c_units, c_columns, c_coverage, text, c_length + 1, &c_length, &err),
      &err);
  return text_of(text, c_length);
}

static SEXP r_dataset_release_ranges(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_dataset, SEXP s_coverage, SEXP
    s_columns) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const double c_coverage = f64_of(s_coverage, "coverage");
  const int64_t c_columns = i64_of(s_columns, "columns");
  SEXP o_low = PROTECT(vector_of(REALSXP, (double)c_columns));
  double *c_low = REAL(o_low);
  SEXP o_high = PROTECT(vector_of(REALSXP, (double)c_columns));
  double *c_high = REAL(o_high);
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_dataset_release_ranges(c_budget, c_rng, c_price, c_dataset, c_coverage, c_low,
      c_high, c_columns, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  const char *names[] = {"low", "high", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_low);
  SET_VECTOR_ELT(result, 1, o_high);
  SET_VECTOR_ELT(result, 2, o_guarantee);
  UNPROTECT(4);
  return result;
}

static SEXP r_dataset_shape(SEXP s_dataset) {
  dpcvx_error err;
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  int64_t c_rows = 0;
  int64_t c_columns = 0;
  const dpcvx_status status = dpcvx_dataset_shape(c_dataset, &c_rows, &c_columns, &err);
  settle(status, &err);
  const char *names[] = {"rows", "columns", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, whole_number(c_rows));
  SET_VECTOR_ELT(result, 1, whole_number(c_columns));
  UNPROTECT(1);
  return result;
}

static SEXP r_domain_create_ball(SEXP s_p, SEXP s_radius, SEXP s_center, SEXP s_dimension) {
  dpcvx_error err;
  const double c_p = f64_of(s_p, "p");
  const double c_radius = f64_of(s_radius, "radius");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const double *c_center = f64_array(s_center, "center", (double)c_dimension);
  SEXP o_out = PROTECT(place("dpcvx_domain", free_domain));
  dpcvx_domain *c_out = NULL;
  const dpcvx_status status = dpcvx_domain_create_ball(c_p, c_radius, c_center, c_dimension, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_domain_create_box(SEXP s_low, SEXP s_high, SEXP s_dimension) {
  dpcvx_error err;
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const double *c_low = f64_array(s_low, "low", (double)c_dimension);
  const double *c_high = f64_array(s_high, "high", (double)c_dimension);
  SEXP o_out = PROTECT(place("dpcvx_domain", free_domain));
  dpcvx_domain *c_out = NULL;
  const dpcvx_status status = dpcvx_domain_create_box(c_low, c_high, c_dimension, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_domain_create_schatten_ball(SEXP s_p, SEXP s_radius, SEXP s_rows, SEXP s_columns) {
  dpcvx_error err;
  const double c_p = f64_of(s_p, "p");
  const double c_radius = f64_of(s_radius, "radius");
  const int64_t c_rows = i64_of(s_rows, "rows");
  const int64_t c_columns = i64_of(s_columns, "columns");
  SEXP o_out = PROTECT(place("dpcvx_domain", free_domain));
  dpcvx_domain *c_out = NULL;
  const dpcvx_status status = dpcvx_domain_create_schatten_ball(c_p, c_radius, c_rows, c_columns, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_domain_create_simplex(SEXP s_total, SEXP s_dimension) {
  dpcvx_error err;
  const double c_total = f64_of(s_total, "total");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  SEXP o_out = PROTECT(place("dpcvx_domain", free_domain));
  dpcvx_domain *c_out = NULL;
  const dpcvx_status status = dpcvx_domain_create_simplex(c_total, c_dimension, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_domain_get_f64(SEXP s_domain, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_domain *c_domain = handle_of(s_domain, "dpcvx_domain", "domain");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  const dpcvx_status status = dpcvx_domain_get_f64(c_domain, c_figure, &c_value, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_value);
}

static SEXP r_domain_get_i64(SEXP s_domain, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_domain *c_domain = handle_of(s_domain, "dpcvx_domain", "domain");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_domain_get_i64(c_domain, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_domain_project(SEXP s_domain, SEXP s_w, SEXP s_dimension) {
  dpcvx_error err;
  const dpcvx_domain *c_domain = handle_of(s_domain, "dpcvx_domain", "domain");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const double *c_w = f64_array(s_w, "w", (double)c_dimension);
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_dimension));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_domain_project(c_domain, c_w, c_out, c_dimension, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_domain_to_text(SEXP s_domain) {
  dpcvx_error err;
  const dpcvx_domain *c_domain = handle_of(s_domain, "dpcvx_domain", "domain");
  size_t c_length = 0;
  settle(dpcvx_domain_to_text(c_domain, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_domain_to_text(c_domain, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_estimate_counts(SEXP s_estimate, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_estimate *c_estimate = handle_of(s_estimate, "dpcvx_estimate", "estimate");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_counts = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_counts = REAL(o_counts);
  SEXP o_low = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_low = REAL(o_low);
  SEXP o_high = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_high = REAL(o_high);
  const dpcvx_status status = dpcvx_estimate_counts(c_estimate, c_counts, c_low, c_high, c_count, &err);
  settle(status, &err);
  const char *names[] = {"counts", "low", "high", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_counts);
  SET_VECTOR_ELT(result, 1, o_low);
  SET_VECTOR_ELT(result, 2, o_high);
  UNPROTECT(4);
  return result;
}

static SEXP r_estimate_create_cumulative(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_dataset, SEXP s_column, SEXP
    s_edges, SEXP s_edge_count, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_column = i64_of(s_column, "column");
  const int64_t c_edge_count = i64_of(s_edge_count, "edge_count");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_edges = f64_array(s_edges, "edges", (double)c_edge_count);
  SEXP o_out = PROTECT(place("dpcvx_estimate", free_estimate));
  dpcvx_estimate *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_create_cumulative(c_budget, c_rng, c_price, c_dataset, c_column, c_edges,
      c_edge_count, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  released();
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_create_cumulative_from_counts(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_counts, SEXP
    s_cells, SEXP s_unit, SEXP s_units, SEXP s_edges, SEXP s_edge_count, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_cells = i64_of(s_cells, "cells");
  const int32_t c_unit = i32_of(s_unit, "unit");
  const int64_t c_units = i64_of(s_units, "units");
  const int64_t c_edge_count = i64_of(s_edge_count, "edge_count");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const int64_t *c_counts = i64_array(s_counts, "counts", (double)c_cells);
  const double *c_edges = f64_array(s_edges, "edges", (double)c_edge_count);
  SEXP o_out = PROTECT(place("dpcvx_estimate", free_estimate));
  dpcvx_estimate *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_create_cumulative_from_counts(c_budget, c_rng, c_price, c_counts,
      c_cells, c_unit, c_units, c_edges, c_edge_count, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  released();
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_create_histogram(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_dataset, SEXP s_column, SEXP
    s_edges, SEXP s_edge_count, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_column = i64_of(s_column, "column");
  const int64_t c_edge_count = i64_of(s_edge_count, "edge_count");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_edges = f64_array(s_edges, "edges", (double)c_edge_count);
  SEXP o_out = PROTECT(place("dpcvx_estimate", free_estimate));
  dpcvx_estimate *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_create_histogram(c_budget, c_rng, c_price, c_dataset, c_column, c_edges,
      c_edge_count, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  released();
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_create_histogram_from_counts(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_counts, SEXP
    s_cells, SEXP s_unit, SEXP s_units, SEXP s_edges, SEXP s_edge_count, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_cells = i64_of(s_cells, "cells");
  const int32_t c_unit = i32_of(s_unit, "unit");
  const int64_t c_units = i64_of(s_units, "units");
  const int64_t c_edge_count = i64_of(s_edge_count, "edge_count");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const int64_t *c_counts = i64_array(s_counts, "counts", (double)c_cells);
  const double *c_edges = f64_array(s_edges, "edges", (double)c_edge_count);
  SEXP o_out = PROTECT(place("dpcvx_estimate", free_estimate));
  dpcvx_estimate *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_create_histogram_from_counts(c_budget, c_rng, c_price, c_counts, c_cells,
      c_unit, c_units, c_edges, c_edge_count, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  released();
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_create_mean(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_dataset, SEXP s_low, SEXP s_high,
    SEXP s_columns, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  SEXP o_out = PROTECT(place("dpcvx_estimate", free_estimate));
  dpcvx_estimate *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_create_mean(c_budget, c_rng, c_price, c_dataset, c_low, c_high,
      c_columns, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  released();
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_create_mean_from_sums(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_sums, SEXP s_length, SEXP
    s_unit, SEXP s_low, SEXP s_high, SEXP s_columns, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_length = i64_of(s_length, "length");
  const int32_t c_unit = i32_of(s_unit, "unit");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const int64_t *c_sums = i64_array(s_sums, "sums", (double)c_length);
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  SEXP o_out = PROTECT(place("dpcvx_estimate", free_estimate));
  dpcvx_estimate *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_create_mean_from_sums(c_budget, c_rng, c_price, c_sums, c_length, c_unit,
      c_low, c_high, c_columns, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  released();
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_create_quantiles(SEXP s_cumulative, SEXP s_probabilities, SEXP s_count, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_estimate *c_cumulative = handle_of(s_cumulative, "dpcvx_estimate", "cumulative");
  const int64_t c_count = i64_of(s_count, "count");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_probabilities = f64_array(s_probabilities, "probabilities", (double)c_count);
  SEXP o_out = PROTECT(place("dpcvx_estimate", free_estimate));
  dpcvx_estimate *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_create_quantiles(c_cumulative, c_probabilities, c_count, c_options,
      &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_create_robust(SEXP s_cumulative, SEXP s_kind, SEXP s_fraction, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_estimate *c_cumulative = handle_of(s_cumulative, "dpcvx_estimate", "cumulative");
  const int32_t c_kind = i32_of(s_kind, "kind");
  const double c_fraction = f64_of(s_fraction, "fraction");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_estimate", free_estimate));
  dpcvx_estimate *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_create_robust(c_cumulative, c_kind, c_fraction, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_create_variance(SEXP s_means, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_estimate *c_means = handle_of(s_means, "dpcvx_estimate", "means");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_estimate", free_estimate));
  dpcvx_estimate *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_create_variance(c_means, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_expected_interval(SEXP s_price, SEXP s_adjacency, SEXP s_units, SEXP s_columns, SEXP s_low,
    SEXP s_high, SEXP s_mean, SEXP s_stddev, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int32_t c_adjacency = i32_of(s_adjacency, "adjacency");
  const int64_t c_units = i64_of(s_units, "units");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const double c_low = f64_of(s_low, "low");
  const double c_high = f64_of(s_high, "high");
  const double c_mean = f64_of(s_mean, "mean");
  const double c_stddev = f64_of(s_stddev, "stddev");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  double c_interval_low = 0;
  double c_interval_high = 0;
  const dpcvx_status status = dpcvx_estimate_expected_interval(c_price, c_adjacency, c_units, c_columns, c_low,
      c_high, c_mean, c_stddev, c_options, &c_interval_low, &c_interval_high, &err);
  settle(status, &err);
  const char *names[] = {"interval_low", "interval_high", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_interval_low));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_interval_high));
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_expected_robust(SEXP s_price, SEXP s_adjacency, SEXP s_units, SEXP s_guess, SEXP s_count, SEXP
    s_edges, SEXP s_edge_count, SEXP s_kind, SEXP s_fraction, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int32_t c_adjacency = i32_of(s_adjacency, "adjacency");
  const int64_t c_units = i64_of(s_units, "units");
  const int64_t c_count = i64_of(s_count, "count");
  const int64_t c_edge_count = i64_of(s_edge_count, "edge_count");
  const int32_t c_kind = i32_of(s_kind, "kind");
  const double c_fraction = f64_of(s_fraction, "fraction");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_guess = f64_array(s_guess, "guess", (double)c_count);
  const double *c_edges = f64_array(s_edges, "edges", (double)c_edge_count);
  double c_interval_low = 0;
  double c_interval_high = 0;
  const dpcvx_status status = dpcvx_estimate_expected_robust(c_price, c_adjacency, c_units, c_guess, c_count, c_edges,
      c_edge_count, c_kind, c_fraction, c_options, &c_interval_low, &c_interval_high, &err);
  settle(status, &err);
  const char *names[] = {"interval_low", "interval_high", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_interval_low));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_interval_high));
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_expected_variance(SEXP s_price, SEXP s_adjacency, SEXP s_units, SEXP s_columns, SEXP s_low,
    SEXP s_high, SEXP s_mean, SEXP s_stddev, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int32_t c_adjacency = i32_of(s_adjacency, "adjacency");
  const int64_t c_units = i64_of(s_units, "units");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const double c_low = f64_of(s_low, "low");
  const double c_high = f64_of(s_high, "high");
  const double c_mean = f64_of(s_mean, "mean");
  const double c_stddev = f64_of(s_stddev, "stddev");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  double c_interval_low = 0;
  double c_interval_high = 0;
  const dpcvx_status status = dpcvx_estimate_expected_variance(c_price, c_adjacency, c_units, c_columns, c_low,
      c_high, c_mean, c_stddev, c_options, &c_interval_low, &c_interval_high, &err);
  settle(status, &err);
  const char *names[] = {"interval_low", "interval_high", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_interval_low));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_interval_high));
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_get_f64(SEXP s_estimate, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_estimate *c_estimate = handle_of(s_estimate, "dpcvx_estimate", "estimate");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  const dpcvx_status status = dpcvx_estimate_get_f64(c_estimate, c_figure, &c_value, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_value);
}

static SEXP r_estimate_get_i64(SEXP s_estimate, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_estimate *c_estimate = handle_of(s_estimate, "dpcvx_estimate", "estimate");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_estimate_get_i64(c_estimate, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_estimate_guarantee(SEXP s_estimate) {
  dpcvx_error err;
  const dpcvx_estimate *c_estimate = handle_of(s_estimate, "dpcvx_estimate", "estimate");
  SEXP o_out = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_guarantee(c_estimate, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_intervals(SEXP s_estimate, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_estimate *c_estimate = handle_of(s_estimate, "dpcvx_estimate", "estimate");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_low = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_low = REAL(o_low);
  SEXP o_high = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_high = REAL(o_high);
  const dpcvx_status status = dpcvx_estimate_intervals(c_estimate, c_low, c_high, c_count, &err);
  settle(status, &err);
  const char *names[] = {"low", "high", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_low);
  SET_VECTOR_ELT(result, 1, o_high);
  UNPROTECT(3);
  return result;
}

static SEXP r_estimate_load(SEXP s_bytes, SEXP s_length) {
  dpcvx_error err;
  const size_t c_length = size_of(s_length, "length");
  const void *c_bytes = bytes_array(s_bytes, "bytes", (double)c_length);
  SEXP o_out = PROTECT(place("dpcvx_estimate", free_estimate));
  dpcvx_estimate *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_load(c_bytes, c_length, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_mean_sums(SEXP s_price, SEXP s_adjacency, SEXP s_dataset, SEXP s_low, SEXP s_high, SEXP
    s_columns, SEXP s_options, SEXP s_length) {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int32_t c_adjacency = i32_of(s_adjacency, "adjacency");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const int64_t c_length = i64_of(s_length, "length");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  SEXP o_sums = PROTECT(vector_of(REALSXP, (double)c_length));
  int64_t *c_sums = scratch(XLENGTH(o_sums), sizeof *c_sums);
  const dpcvx_status status = dpcvx_estimate_mean_sums(c_price, c_adjacency, c_dataset, c_low, c_high, c_columns,
      c_options, c_sums, c_length, &err);
  settle(status, &err);
  to_doubles(c_sums, o_sums);
  SEXP result = o_sums;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_estimate_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_estimate_range_notes(SEXP s_price, SEXP s_units, SEXP s_columns, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_units = i64_of(s_units, "units");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  size_t c_length = 0;
  settle(dpcvx_estimate_range_notes(c_price, c_units, c_columns, c_options, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_estimate_range_notes(c_price, c_units, c_columns, c_options, text, c_length + 1, &c_length, &err),
      &err);
  return text_of(text, c_length);
}

static SEXP r_estimate_ranges(SEXP s_estimate, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_estimate *c_estimate = handle_of(s_estimate, "dpcvx_estimate", "estimate");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_low = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_low = REAL(o_low);
  SEXP o_high = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_high = REAL(o_high);
  const dpcvx_status status = dpcvx_estimate_ranges(c_estimate, c_low, c_high, c_count, &err);
  settle(status, &err);
  const char *names[] = {"low", "high", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_low);
  SET_VECTOR_ELT(result, 1, o_high);
  UNPROTECT(3);
  return result;
}

static SEXP r_estimate_save(SEXP s_estimate) {
  dpcvx_error err;
  const dpcvx_estimate *c_estimate = handle_of(s_estimate, "dpcvx_estimate", "estimate");
  size_t c_length = 0;
  settle(dpcvx_estimate_save(c_estimate, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_estimate_save(c_estimate, RAW(held), c_length, &c_length, &err), &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_estimate_stddevs(SEXP s_estimate, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_estimate *c_estimate = handle_of(s_estimate, "dpcvx_estimate", "estimate");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_stddevs = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_stddevs = REAL(o_stddevs);
  SEXP o_bounds = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_bounds = REAL(o_bounds);
  const dpcvx_status status = dpcvx_estimate_stddevs(c_estimate, c_stddevs, c_bounds, c_count, &err);
  settle(status, &err);
  const char *names[] = {"stddevs", "bounds", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_stddevs);
  SET_VECTOR_ELT(result, 1, o_bounds);
  UNPROTECT(3);
  return result;
}

static SEXP r_estimate_to_json(SEXP s_estimate) {
  dpcvx_error err;
  const dpcvx_estimate *c_estimate = handle_of(s_estimate, "dpcvx_estimate", "estimate");
  size_t c_length = 0;
  settle(dpcvx_estimate_to_json(c_estimate, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_estimate_to_json(c_estimate, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_estimate_to_text(SEXP s_estimate) {
  dpcvx_error err;
  const dpcvx_estimate *c_estimate = handle_of(s_estimate, "dpcvx_estimate", "estimate");
  size_t c_length = 0;
  settle(dpcvx_estimate_to_text(c_estimate, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_estimate_to_text(c_estimate, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_estimate_values(SEXP s_estimate, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_estimate *c_estimate = handle_of(s_estimate, "dpcvx_estimate", "estimate");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_estimate_values(c_estimate, c_out, c_count, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_evaluation_create(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_fit, SEXP s_dataset, SEXP s_score,
    SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int32_t c_score = i32_of(s_score, "score");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_evaluation", free_evaluation));
  dpcvx_evaluation *c_out = NULL;
  const dpcvx_status status = dpcvx_evaluation_create(c_budget, c_rng, c_price, c_fit, c_dataset, c_score, c_options,
      &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  released();
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_evaluation_expected_interval(SEXP s_price, SEXP s_adjacency, SEXP s_fit, SEXP s_score, SEXP s_units,
    SEXP s_value, SEXP s_label_stddev, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int32_t c_adjacency = i32_of(s_adjacency, "adjacency");
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const int32_t c_score = i32_of(s_score, "score");
  const int64_t c_units = i64_of(s_units, "units");
  const double c_value = f64_of(s_value, "value");
  const double c_label_stddev = f64_of(s_label_stddev, "label_stddev");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  double c_low = 0;
  double c_high = 0;
  const dpcvx_status status = dpcvx_evaluation_expected_interval(c_price, c_adjacency, c_fit, c_score, c_units,
      c_value, c_label_stddev, c_options, &c_low, &c_high, &err);
  settle(status, &err);
  const char *names[] = {"low", "high", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_low));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_high));
  UNPROTECT(1);
  return result;
}

static SEXP r_evaluation_get_f64(SEXP s_evaluation, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_evaluation *c_evaluation = handle_of(s_evaluation, "dpcvx_evaluation", "evaluation");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  const dpcvx_status status = dpcvx_evaluation_get_f64(c_evaluation, c_figure, &c_value, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_value);
}

static SEXP r_evaluation_get_i64(SEXP s_evaluation, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_evaluation *c_evaluation = handle_of(s_evaluation, "dpcvx_evaluation", "evaluation");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_evaluation_get_i64(c_evaluation, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_evaluation_guarantee(SEXP s_evaluation) {
  dpcvx_error err;
  const dpcvx_evaluation *c_evaluation = handle_of(s_evaluation, "dpcvx_evaluation", "evaluation");
  SEXP o_out = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_out = NULL;
  const dpcvx_status status = dpcvx_evaluation_guarantee(c_evaluation, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_evaluation_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_evaluation_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_evaluation_to_json(SEXP s_evaluation) {
  dpcvx_error err;
  const dpcvx_evaluation *c_evaluation = handle_of(s_evaluation, "dpcvx_evaluation", "evaluation");
  size_t c_length = 0;
  settle(dpcvx_evaluation_to_json(c_evaluation, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_evaluation_to_json(c_evaluation, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_evaluation_to_text(SEXP s_evaluation) {
  dpcvx_error err;
  const dpcvx_evaluation *c_evaluation = handle_of(s_evaluation, "dpcvx_evaluation", "evaluation");
  size_t c_length = 0;
  settle(dpcvx_evaluation_to_text(c_evaluation, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_evaluation_to_text(c_evaluation, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_fit_coefficients(SEXP s_fit, SEXP s_dimension) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_dimension));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_fit_coefficients(c_fit, c_out, c_dimension, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_create(SEXP s_budget, SEXP s_rng, SEXP s_plan, SEXP s_monitor) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_plan *c_plan = handle_of(s_plan, "dpcvx_plan", "plan");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  SEXP o_out = PROTECT(place("dpcvx_fit", free_fit));
  dpcvx_fit *c_out = NULL;
  SEXP kept = PROTECT(joined(callbacks_in(s_plan), R_NilValue));
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_fit_create(c_budget, c_rng, c_plan, c_monitor, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_fit_decision_values(SEXP s_fit, SEXP s_dataset, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_fit_decision_values(c_fit, c_dataset, c_out, c_count, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_get_f64(SEXP s_fit, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  const dpcvx_status status = dpcvx_fit_get_f64(c_fit, c_figure, &c_value, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_value);
}

static SEXP r_fit_get_i64(SEXP s_fit, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_fit_get_i64(c_fit, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_fit_guarantee(SEXP s_fit) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  SEXP o_out = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_out = NULL;
  const dpcvx_status status = dpcvx_fit_guarantee(c_fit, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_load(SEXP s_bytes, SEXP s_length) {
  dpcvx_error err;
  const size_t c_length = size_of(s_length, "length");
  const void *c_bytes = bytes_array(s_bytes, "bytes", (double)c_length);
  SEXP o_out = PROTECT(place("dpcvx_fit", free_fit));
  dpcvx_fit *c_out = NULL;
  const dpcvx_status status = dpcvx_fit_load(c_bytes, c_length, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_notes(SEXP s_fit, SEXP s_kind) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const int32_t c_kind = i32_of(s_kind, "kind");
  size_t c_length = 0;
  settle(dpcvx_fit_notes(c_fit, c_kind, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_fit_notes(c_fit, c_kind, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_fit_original_coefficients(SEXP s_fit, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_fit_original_coefficients(c_fit, c_out, c_count, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_original_standard_errors(SEXP s_fit, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_fit_original_standard_errors(c_fit, c_out, c_count, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_predict(SEXP s_fit, SEXP s_dataset, SEXP s_rows) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_rows = i64_of(s_rows, "rows");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_rows));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_fit_predict(c_fit, c_dataset, c_out, c_rows, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_probabilities(SEXP s_fit, SEXP s_dataset, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_fit_probabilities(c_fit, c_dataset, c_out, c_count, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_save(SEXP s_fit) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  size_t c_length = 0;
  settle(dpcvx_fit_save(c_fit, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_fit_save(c_fit, RAW(held), c_length, &c_length, &err), &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_fit_standard_errors(SEXP s_fit, SEXP s_dimension) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_dimension));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_fit_standard_errors(c_fit, c_out, c_dimension, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_table(SEXP s_dataset, SEXP s_loss, SEXP s_low, SEXP s_high, SEXP s_columns, SEXP s_epsilon, SEXP
    s_delta, SEXP s_options, SEXP s_monitor) {
  dpcvx_error err;
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int32_t c_loss = i32_of(s_loss, "loss");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  SEXP o_out = PROTECT(place("dpcvx_fit", free_fit));
  dpcvx_fit *c_out = NULL;
  SEXP kept = PROTECT(R_NilValue);
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_fit_table(c_dataset, c_loss, c_low, c_high, c_columns, c_epsilon, c_delta,
      c_options, c_monitor, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_fit_table_check(SEXP s_dataset, SEXP s_loss, SEXP s_low, SEXP s_high, SEXP s_columns, SEXP s_epsilon,
    SEXP s_delta, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int32_t c_loss = i32_of(s_loss, "loss");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  const dpcvx_status status = dpcvx_fit_table_check(c_dataset, c_loss, c_low, c_high, c_columns, c_epsilon, c_delta,
      c_options, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_fit_table_on(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_dataset, SEXP s_loss, SEXP s_low, SEXP
    s_high, SEXP s_columns, SEXP s_options, SEXP s_monitor) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int32_t c_loss = i32_of(s_loss, "loss");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  SEXP o_out = PROTECT(place("dpcvx_fit", free_fit));
  dpcvx_fit *c_out = NULL;
  SEXP kept = PROTECT(R_NilValue);
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_fit_table_on(c_budget, c_rng, c_price, c_dataset, c_loss, c_low, c_high,
      c_columns, c_options, c_monitor, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_fit_table_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_fit_table_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_table_plan(SEXP s_dataset, SEXP s_loss, SEXP s_low, SEXP s_high, SEXP s_columns, SEXP s_epsilon,
    SEXP s_delta, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int32_t c_loss = i32_of(s_loss, "loss");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  SEXP o_out = PROTECT(place("dpcvx_plan", free_plan));
  dpcvx_plan *c_out = NULL;
  const dpcvx_status status = dpcvx_fit_table_plan(c_dataset, c_loss, c_low, c_high, c_columns, c_epsilon, c_delta,
      c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_table_plan_on(SEXP s_budget, SEXP s_price, SEXP s_dataset, SEXP s_loss, SEXP s_low, SEXP s_high,
    SEXP s_columns, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int32_t c_loss = i32_of(s_loss, "loss");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  SEXP o_out = PROTECT(place("dpcvx_plan", free_plan));
  dpcvx_plan *c_out = NULL;
  const dpcvx_status status = dpcvx_fit_table_plan_on(c_budget, c_price, c_dataset, c_loss, c_low, c_high, c_columns,
      c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_fit_table_select(SEXP s_dataset, SEXP s_loss, SEXP s_low, SEXP s_high, SEXP s_columns, SEXP s_epsilon,
    SEXP s_delta, SEXP s_candidates, SEXP s_count, SEXP s_options, SEXP s_monitor) {
  dpcvx_error err;
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int32_t c_loss = i32_of(s_loss, "loss");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  const dpcvx_options *const *c_candidates = handles_of(s_candidates, "dpcvx_options", "candidates");
  const int64_t c_count = i64_of(s_count, "count");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  check_count(s_candidates, "candidates", (double)c_count);
  SEXP o_out = PROTECT(place("dpcvx_fit", free_fit));
  dpcvx_fit *c_out = NULL;
  int64_t c_chosen = 0;
  double c_score = 0;
  SEXP kept = PROTECT(R_NilValue);
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_fit_table_select(c_dataset, c_loss, c_low, c_high, c_columns, c_epsilon, c_delta,
      c_candidates, c_count, c_options, c_monitor, &c_out, &c_chosen, &c_score, &err);
  fill(o_out, c_out, R_NilValue);
  end(callers, before, status, &err);
  const char *names[] = {"out", "chosen", "score", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, whole_number(c_chosen));
  SET_VECTOR_ELT(result, 2, Rf_ScalarReal(c_score));
  UNPROTECT(4);
  return result;
}

static SEXP r_fit_table_select_check(SEXP s_dataset, SEXP s_loss, SEXP s_low, SEXP s_high, SEXP s_columns, SEXP
    s_epsilon, SEXP s_delta, SEXP s_candidates, SEXP s_count, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int32_t c_loss = i32_of(s_loss, "loss");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  const dpcvx_options *const *c_candidates = handles_of(s_candidates, "dpcvx_options", "candidates");
  const int64_t c_count = i64_of(s_count, "count");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  check_count(s_candidates, "candidates", (double)c_count);
  const dpcvx_status status = dpcvx_fit_table_select_check(c_dataset, c_loss, c_low, c_high, c_columns, c_epsilon,
      c_delta, c_candidates, c_count, c_options, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_fit_table_select_on(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_dataset, SEXP s_loss, SEXP s_low,
    SEXP s_high, SEXP s_columns, SEXP s_candidates, SEXP s_count, SEXP s_options, SEXP s_monitor) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int32_t c_loss = i32_of(s_loss, "loss");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const dpcvx_options *const *c_candidates = handles_of(s_candidates, "dpcvx_options", "candidates");
  const int64_t c_count = i64_of(s_count, "count");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  check_count(s_candidates, "candidates", (double)c_count);
  SEXP o_out = PROTECT(place("dpcvx_fit", free_fit));
  dpcvx_fit *c_out = NULL;
  int64_t c_chosen = 0;
  double c_score = 0;
  SEXP kept = PROTECT(R_NilValue);
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_fit_table_select_on(c_budget, c_rng, c_price, c_dataset, c_loss, c_low, c_high,
      c_columns, c_candidates, c_count, c_options, c_monitor, &c_out, &c_chosen, &c_score, &err);
  fill(o_out, c_out, R_NilValue);
  end(callers, before, status, &err);
  const char *names[] = {"out", "chosen", "score", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, whole_number(c_chosen));
  SET_VECTOR_ELT(result, 2, Rf_ScalarReal(c_score));
  UNPROTECT(4);
  return result;
}

static SEXP r_fit_to_json(SEXP s_fit) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  size_t c_length = 0;
  settle(dpcvx_fit_to_json(c_fit, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_fit_to_json(c_fit, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_fit_to_text(SEXP s_fit) {
  dpcvx_error err;
  const dpcvx_fit *c_fit = handle_of(s_fit, "dpcvx_fit", "fit");
  size_t c_length = 0;
  settle(dpcvx_fit_to_text(c_fit, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_fit_to_text(c_fit, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_guarantee_constant(SEXP s_guarantee, SEXP s_name) {
  dpcvx_error err;
  const dpcvx_guarantee *c_guarantee = handle_of(s_guarantee, "dpcvx_guarantee", "guarantee");
  const char *c_name = string_of(s_name, "name");
  double c_value = 0;
  int32_t c_origin = 0;
  const dpcvx_status status = dpcvx_guarantee_constant(c_guarantee, c_name, &c_value, &c_origin, &err);
  settle(status, &err);
  const char *names[] = {"value", "origin", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_value));
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger(c_origin));
  UNPROTECT(1);
  return result;
}

static SEXP r_guarantee_curve(SEXP s_guarantee) {
  dpcvx_error err;
  const dpcvx_guarantee *c_guarantee = handle_of(s_guarantee, "dpcvx_guarantee", "guarantee");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_guarantee_curve(c_guarantee, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_guarantee_epsilon(SEXP s_guarantee, SEXP s_delta) {
  dpcvx_error err;
  const dpcvx_guarantee *c_guarantee = handle_of(s_guarantee, "dpcvx_guarantee", "guarantee");
  const double c_delta = f64_of(s_delta, "delta");
  double c_epsilon = 0;
  const dpcvx_status status = dpcvx_guarantee_epsilon(c_guarantee, c_delta, &c_epsilon, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon);
}

static SEXP r_guarantee_terms(SEXP s_guarantee) {
  dpcvx_error err;
  const dpcvx_guarantee *c_guarantee = handle_of(s_guarantee, "dpcvx_guarantee", "guarantee");
  int32_t c_adjacency = 0;
  int32_t c_unit = 0;
  const dpcvx_status status = dpcvx_guarantee_terms(c_guarantee, &c_adjacency, &c_unit, &err);
  settle(status, &err);
  const char *names[] = {"adjacency", "unit", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarInteger(c_adjacency));
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger(c_unit));
  UNPROTECT(1);
  return result;
}

static SEXP r_guarantee_to_json(SEXP s_guarantee) {
  dpcvx_error err;
  const dpcvx_guarantee *c_guarantee = handle_of(s_guarantee, "dpcvx_guarantee", "guarantee");
  size_t c_length = 0;
  settle(dpcvx_guarantee_to_json(c_guarantee, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_guarantee_to_json(c_guarantee, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_guarantee_to_text(SEXP s_guarantee) {
  dpcvx_error err;
  const dpcvx_guarantee *c_guarantee = handle_of(s_guarantee, "dpcvx_guarantee", "guarantee");
  size_t c_length = 0;
  settle(dpcvx_guarantee_to_text(c_guarantee, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_guarantee_to_text(c_guarantee, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_hypotheses_contest(SEXP s_hypotheses, SEXP s_j, SEXP s_k) {
  dpcvx_error err;
  const dpcvx_hypotheses *c_hypotheses = handle_of(s_hypotheses, "dpcvx_hypotheses", "hypotheses");
  const int64_t c_j = i64_of(s_j, "j");
  const int64_t c_k = i64_of(s_k, "k");
  double c_under_j = 0;
  double c_under_k = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_hypotheses), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_hypotheses_contest(c_hypotheses, c_j, c_k, &c_under_j, &c_under_k, &err);
  end(callers, before, status, &err);
  const char *names[] = {"under_j", "under_k", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_under_j));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_under_k));
  UNPROTECT(3);
  return result;
}

static SEXP r_hypotheses_create(SEXP s_hypotheses, SEXP s_columns, SEXP s_function, SEXP s_probabilities, SEXP
    s_options) {
  dpcvx_error err;
  const int64_t c_hypotheses = i64_of(s_hypotheses, "hypotheses");
  const int64_t c_columns = i64_of(s_columns, "columns");
  SEXP c_function = PROTECT(callback_of(s_function, "function"));
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_probabilities = f64_array(s_probabilities, "probabilities", (double)c_hypotheses *
      (double)c_hypotheses);
  SEXP o_out = PROTECT(place("dpcvx_hypotheses", free_hypotheses));
  dpcvx_hypotheses *c_out = NULL;
  SEXP kept = PROTECT(Rf_cons(c_function, R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_hypotheses_create(c_hypotheses, c_columns, c_function == R_NilValue ? NULL :
      call_log_density_callback, c_function, c_probabilities, c_options, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(4);
  return result;
}

static SEXP r_hypotheses_create_discrete(SEXP s_probabilities, SEXP s_hypotheses, SEXP s_symbols, SEXP s_options) {
  dpcvx_error err;
  const int64_t c_hypotheses = i64_of(s_hypotheses, "hypotheses");
  const int64_t c_symbols = i64_of(s_symbols, "symbols");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_probabilities = f64_array(s_probabilities, "probabilities", (double)c_hypotheses *
      (double)c_symbols);
  SEXP o_out = PROTECT(place("dpcvx_hypotheses", free_hypotheses));
  dpcvx_hypotheses *c_out = NULL;
  const dpcvx_status status = dpcvx_hypotheses_create_discrete(c_probabilities, c_hypotheses, c_symbols, c_options,
      &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_hypotheses_create_gaussian_means(SEXP s_low, SEXP s_high, SEXP s_covariance, SEXP s_dimension, SEXP
    s_cover_distance, SEXP s_options) {
  dpcvx_error err;
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const double c_cover_distance = f64_of(s_cover_distance, "cover_distance");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_low = f64_array(s_low, "low", (double)c_dimension);
  const double *c_high = f64_array(s_high, "high", (double)c_dimension);
  const double *c_covariance = f64_array(s_covariance, "covariance", (double)c_dimension * (double)c_dimension);
  SEXP o_out = PROTECT(place("dpcvx_hypotheses", free_hypotheses));
  dpcvx_hypotheses *c_out = NULL;
  const dpcvx_status status = dpcvx_hypotheses_create_gaussian_means(c_low, c_high, c_covariance, c_dimension,
      c_cover_distance, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_hypotheses_create_gaussians(SEXP s_mean_low, SEXP s_mean_high, SEXP s_stddev_low, SEXP s_stddev_high,
    SEXP s_cover_distance, SEXP s_options) {
  dpcvx_error err;
  const double c_mean_low = f64_of(s_mean_low, "mean_low");
  const double c_mean_high = f64_of(s_mean_high, "mean_high");
  const double c_stddev_low = f64_of(s_stddev_low, "stddev_low");
  const double c_stddev_high = f64_of(s_stddev_high, "stddev_high");
  const double c_cover_distance = f64_of(s_cover_distance, "cover_distance");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_hypotheses", free_hypotheses));
  dpcvx_hypotheses *c_out = NULL;
  const dpcvx_status status = dpcvx_hypotheses_create_gaussians(c_mean_low, c_mean_high, c_stddev_low, c_stddev_high,
      c_cover_distance, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_hypotheses_create_sampled(SEXP s_hypotheses, SEXP s_columns, SEXP s_function, SEXP s_samples, SEXP
    s_per_hypothesis, SEXP s_options) {
  dpcvx_error err;
  const int64_t c_hypotheses = i64_of(s_hypotheses, "hypotheses");
  const int64_t c_columns = i64_of(s_columns, "columns");
  SEXP c_function = PROTECT(callback_of(s_function, "function"));
  const int64_t c_per_hypothesis = i64_of(s_per_hypothesis, "per_hypothesis");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_samples = f64_array(s_samples, "samples", (double)c_hypotheses * (double)c_per_hypothesis *
      (double)c_columns);
  SEXP o_out = PROTECT(place("dpcvx_hypotheses", free_hypotheses));
  dpcvx_hypotheses *c_out = NULL;
  SEXP kept = PROTECT(Rf_cons(c_function, R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_hypotheses_create_sampled(c_hypotheses, c_columns, c_function == R_NilValue ? NULL
      : call_log_density_callback, c_function, c_samples, c_per_hypothesis, c_options, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(4);
  return result;
}

static SEXP r_hypotheses_excess(SEXP s_price, SEXP s_hypotheses, SEXP s_units, SEXP s_failure_probability) {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_hypotheses = i64_of(s_hypotheses, "hypotheses");
  const int64_t c_units = i64_of(s_units, "units");
  const double c_failure_probability = f64_of(s_failure_probability, "failure_probability");
  double c_excess = 0;
  const dpcvx_status status = dpcvx_hypotheses_excess(c_price, c_hypotheses, c_units, c_failure_probability,
      &c_excess, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_excess);
}

static SEXP r_hypotheses_get_f64(SEXP s_hypotheses, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_hypotheses *c_hypotheses = handle_of(s_hypotheses, "dpcvx_hypotheses", "hypotheses");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_hypotheses), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_hypotheses_get_f64(c_hypotheses, c_figure, &c_value, &err);
  end(callers, before, status, &err);
  SEXP result = Rf_ScalarReal(c_value);
  UNPROTECT(2);
  return result;
}

static SEXP r_hypotheses_get_i64(SEXP s_hypotheses, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_hypotheses *c_hypotheses = handle_of(s_hypotheses, "dpcvx_hypotheses", "hypotheses");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_hypotheses), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_hypotheses_get_i64(c_hypotheses, c_figure, &c_value, &err);
  end(callers, before, status, &err);
  SEXP result = whole_number(c_value);
  UNPROTECT(2);
  return result;
}

static SEXP r_hypotheses_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_hypotheses_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_hypotheses_parameters(SEXP s_hypotheses, SEXP s_index, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_hypotheses *c_hypotheses = handle_of(s_hypotheses, "dpcvx_hypotheses", "hypotheses");
  const int64_t c_index = i64_of(s_index, "index");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  SEXP kept = PROTECT(joined(callbacks_in(s_hypotheses), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_hypotheses_parameters(c_hypotheses, c_index, c_out, c_count, &err);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_hypotheses_units_needed(SEXP s_price, SEXP s_hypotheses, SEXP s_excess, SEXP s_failure_probability) {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_hypotheses = i64_of(s_hypotheses, "hypotheses");
  const double c_excess = f64_of(s_excess, "excess");
  const double c_failure_probability = f64_of(s_failure_probability, "failure_probability");
  int64_t c_units = 0;
  const dpcvx_status status = dpcvx_hypotheses_units_needed(c_price, c_hypotheses, c_excess, c_failure_probability,
      &c_units, &err);
  settle(status, &err);
  return whole_number(c_units);
}

static SEXP r_ids_of_names(SEXP s_names, SEXP s_names_bytes, SEXP s_name_ends, SEXP s_count) {
  dpcvx_error err;
  const size_t c_names_bytes = size_of(s_names_bytes, "names_bytes");
  const int64_t c_count = i64_of(s_count, "count");
  const void *c_names = bytes_array(s_names, "names", (double)c_names_bytes);
  const int64_t *c_name_ends = i64_array(s_name_ends, "name_ends", (double)c_count);
  SEXP o_ids = PROTECT(vector_of(REALSXP, (double)c_count));
  int64_t *c_ids = scratch(XLENGTH(o_ids), sizeof *c_ids);
  const dpcvx_status status = dpcvx_ids_of_names(c_names, c_names_bytes, c_name_ends, c_ids, c_count, &err);
  settle(status, &err);
  to_doubles(c_ids, o_ids);
  SEXP result = o_ids;
  UNPROTECT(1);
  return result;
}

static SEXP r_local_aggregator_add(SEXP s_aggregator, SEXP s_bytes, SEXP s_length) {
  dpcvx_error err;
  dpcvx_local_aggregator *c_aggregator = handle_of(s_aggregator, "dpcvx_local_aggregator", "aggregator");
  const size_t c_length = size_of(s_length, "length");
  const void *c_bytes = bytes_array(s_bytes, "bytes", (double)c_length);
  const dpcvx_status status = dpcvx_local_aggregator_add(c_aggregator, c_bytes, c_length, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_local_aggregator_add_each(SEXP s_aggregator, SEXP s_bytes, SEXP s_length) {
  dpcvx_error err;
  dpcvx_local_aggregator *c_aggregator = handle_of(s_aggregator, "dpcvx_local_aggregator", "aggregator");
  const size_t c_length = size_of(s_length, "length");
  const void *c_bytes = bytes_array(s_bytes, "bytes", (double)c_length);
  const dpcvx_status status = dpcvx_local_aggregator_add_each(c_aggregator, c_bytes, c_length, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_local_aggregator_counts(SEXP s_aggregator) {
  dpcvx_error err;
  const dpcvx_local_aggregator *c_aggregator = handle_of(s_aggregator, "dpcvx_local_aggregator", "aggregator");
  int64_t c_reports = 0;
  int64_t c_refused = 0;
  const dpcvx_status status = dpcvx_local_aggregator_counts(c_aggregator, &c_reports, &c_refused, &err);
  settle(status, &err);
  const char *names[] = {"reports", "refused", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, whole_number(c_reports));
  SET_VECTOR_ELT(result, 1, whole_number(c_refused));
  UNPROTECT(1);
  return result;
}

static SEXP r_local_aggregator_create(SEXP s_protocol) {
  dpcvx_error err;
  const dpcvx_local_protocol *c_protocol = handle_of(s_protocol, "dpcvx_local_protocol", "protocol");
  SEXP o_out = PROTECT(place("dpcvx_local_aggregator", free_local_aggregator));
  dpcvx_local_aggregator *c_out = NULL;
  const dpcvx_status status = dpcvx_local_aggregator_create(c_protocol, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_local_aggregator_estimate(SEXP s_aggregator, SEXP s_level, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_local_aggregator *c_aggregator = handle_of(s_aggregator, "dpcvx_local_aggregator", "aggregator");
  const double c_level = f64_of(s_level, "level");
  const int64_t c_count = i64_of(s_count, "count");
  SEXP o_values = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_values = REAL(o_values);
  SEXP o_standard_errors = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_standard_errors = REAL(o_standard_errors);
  SEXP o_low = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_low = REAL(o_low);
  SEXP o_high = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_high = REAL(o_high);
  const dpcvx_status status = dpcvx_local_aggregator_estimate(c_aggregator, c_level, c_values, c_standard_errors,
      c_low, c_high, c_count, &err);
  settle(status, &err);
  const char *names[] = {"values", "standard_errors", "low", "high", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_values);
  SET_VECTOR_ELT(result, 1, o_standard_errors);
  SET_VECTOR_ELT(result, 2, o_low);
  SET_VECTOR_ELT(result, 3, o_high);
  UNPROTECT(5);
  return result;
}

static SEXP r_local_aggregator_load(SEXP s_bytes, SEXP s_length) {
  dpcvx_error err;
  const size_t c_length = size_of(s_length, "length");
  const void *c_bytes = bytes_array(s_bytes, "bytes", (double)c_length);
  SEXP o_out = PROTECT(place("dpcvx_local_aggregator", free_local_aggregator));
  dpcvx_local_aggregator *c_out = NULL;
  const dpcvx_status status = dpcvx_local_aggregator_load(c_bytes, c_length, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_local_aggregator_merge(SEXP s_aggregator, SEXP s_other) {
  dpcvx_error err;
  dpcvx_local_aggregator *c_aggregator = handle_of(s_aggregator, "dpcvx_local_aggregator", "aggregator");
  const dpcvx_local_aggregator *c_other = handle_of(s_other, "dpcvx_local_aggregator", "other");
  const dpcvx_status status = dpcvx_local_aggregator_merge(c_aggregator, c_other, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_local_aggregator_save(SEXP s_aggregator) {
  dpcvx_error err;
  const dpcvx_local_aggregator *c_aggregator = handle_of(s_aggregator, "dpcvx_local_aggregator", "aggregator");
  size_t c_length = 0;
  settle(dpcvx_local_aggregator_save(c_aggregator, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_local_aggregator_save(c_aggregator, RAW(held), c_length, &c_length, &err), &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_local_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_local_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_local_protocol_central_epsilon(SEXP s_protocol, SEXP s_users, SEXP s_delta) {
  dpcvx_error err;
  const dpcvx_local_protocol *c_protocol = handle_of(s_protocol, "dpcvx_local_protocol", "protocol");
  const int64_t c_users = i64_of(s_users, "users");
  const double c_delta = f64_of(s_delta, "delta");
  double c_epsilon = 0;
  const dpcvx_status status = dpcvx_local_protocol_central_epsilon(c_protocol, c_users, c_delta, &c_epsilon, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon);
}

static SEXP r_local_protocol_create_frequencies(SEXP s_categories, SEXP s_epsilon, SEXP s_options) {
  dpcvx_error err;
  const int64_t c_categories = i64_of(s_categories, "categories");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_local_protocol", free_local_protocol));
  dpcvx_local_protocol *c_out = NULL;
  const dpcvx_status status = dpcvx_local_protocol_create_frequencies(c_categories, c_epsilon, c_options, &c_out,
      &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_local_protocol_create_mean(SEXP s_low, SEXP s_high, SEXP s_epsilon, SEXP s_options) {
  dpcvx_error err;
  const double c_low = f64_of(s_low, "low");
  const double c_high = f64_of(s_high, "high");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_local_protocol", free_local_protocol));
  dpcvx_local_protocol *c_out = NULL;
  const dpcvx_status status = dpcvx_local_protocol_create_mean(c_low, c_high, c_epsilon, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_local_protocol_create_vector_mean(SEXP s_dimension, SEXP s_radius, SEXP s_epsilon) {
  dpcvx_error err;
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const double c_radius = f64_of(s_radius, "radius");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  SEXP o_out = PROTECT(place("dpcvx_local_protocol", free_local_protocol));
  dpcvx_local_protocol *c_out = NULL;
  const dpcvx_status status = dpcvx_local_protocol_create_vector_mean(c_dimension, c_radius, c_epsilon, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_local_protocol_expected_error(SEXP s_protocol, SEXP s_reports, SEXP s_level) {
  dpcvx_error err;
  const dpcvx_local_protocol *c_protocol = handle_of(s_protocol, "dpcvx_local_protocol", "protocol");
  const int64_t c_reports = i64_of(s_reports, "reports");
  const double c_level = f64_of(s_level, "level");
  double c_bound = 0;
  const dpcvx_status status = dpcvx_local_protocol_expected_error(c_protocol, c_reports, c_level, &c_bound, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_bound);
}

static SEXP r_local_protocol_get_f64(SEXP s_protocol, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_local_protocol *c_protocol = handle_of(s_protocol, "dpcvx_local_protocol", "protocol");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  const dpcvx_status status = dpcvx_local_protocol_get_f64(c_protocol, c_figure, &c_value, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_value);
}

static SEXP r_local_protocol_get_i64(SEXP s_protocol, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_local_protocol *c_protocol = handle_of(s_protocol, "dpcvx_local_protocol", "protocol");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_local_protocol_get_i64(c_protocol, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_local_protocol_load(SEXP s_bytes, SEXP s_length) {
  dpcvx_error err;
  const size_t c_length = size_of(s_length, "length");
  const void *c_bytes = bytes_array(s_bytes, "bytes", (double)c_length);
  SEXP o_out = PROTECT(place("dpcvx_local_protocol", free_local_protocol));
  dpcvx_local_protocol *c_out = NULL;
  const dpcvx_status status = dpcvx_local_protocol_load(c_bytes, c_length, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_local_protocol_save(SEXP s_protocol) {
  dpcvx_error err;
  const dpcvx_local_protocol *c_protocol = handle_of(s_protocol, "dpcvx_local_protocol", "protocol");
  size_t c_length = 0;
  settle(dpcvx_local_protocol_save(c_protocol, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_local_protocol_save(c_protocol, RAW(held), c_length, &c_length, &err), &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_local_protocol_shuffle(SEXP s_protocol, SEXP s_rng, SEXP s_reports, SEXP s_size) {
  dpcvx_error err;
  const dpcvx_local_protocol *c_protocol = handle_of(s_protocol, "dpcvx_local_protocol", "protocol");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const size_t c_size = size_of(s_size, "size");
  const void *c_reports = bytes_array(s_reports, "reports", (double)c_size);
  size_t c_length = 0;
  settle(dpcvx_local_protocol_shuffle(c_protocol, c_rng, c_reports, c_size, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_local_protocol_shuffle(c_protocol, c_rng, c_reports, c_size, RAW(held), c_length, &c_length, &err),
      &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_local_protocol_to_text(SEXP s_protocol) {
  dpcvx_error err;
  const dpcvx_local_protocol *c_protocol = handle_of(s_protocol, "dpcvx_local_protocol", "protocol");
  size_t c_length = 0;
  settle(dpcvx_local_protocol_to_text(c_protocol, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_local_protocol_to_text(c_protocol, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_local_report_category(SEXP s_protocol, SEXP s_budget, SEXP s_rng, SEXP s_category) {
  dpcvx_error err;
  const dpcvx_local_protocol *c_protocol = handle_of(s_protocol, "dpcvx_local_protocol", "protocol");
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const int64_t c_category = i64_of(s_category, "category");
  size_t c_length = 0;
  settle(dpcvx_local_report_category(c_protocol, c_budget, c_rng, c_category, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_local_report_category(c_protocol, c_budget, c_rng, c_category, RAW(held), c_length, &c_length, &err),
      &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_local_report_value(SEXP s_protocol, SEXP s_budget, SEXP s_rng, SEXP s_value) {
  dpcvx_error err;
  const dpcvx_local_protocol *c_protocol = handle_of(s_protocol, "dpcvx_local_protocol", "protocol");
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const double c_value = f64_of(s_value, "value");
  size_t c_length = 0;
  settle(dpcvx_local_report_value(c_protocol, c_budget, c_rng, c_value, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_local_report_value(c_protocol, c_budget, c_rng, c_value, RAW(held), c_length, &c_length, &err), &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_local_report_vector(SEXP s_protocol, SEXP s_budget, SEXP s_rng, SEXP s_vector, SEXP s_dimension) {
  dpcvx_error err;
  const dpcvx_local_protocol *c_protocol = handle_of(s_protocol, "dpcvx_local_protocol", "protocol");
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const double *c_vector = f64_array(s_vector, "vector", (double)c_dimension);
  size_t c_length = 0;
  settle(dpcvx_local_report_vector(c_protocol, c_budget, c_rng, c_vector, c_dimension, NULL, 0, &c_length, &err),
      &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_local_report_vector(c_protocol, c_budget, c_rng, c_vector, c_dimension, RAW(held), c_length, &c_length,
      &err), &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_minimize_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_minimize_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_monitor_cancel(SEXP s_monitor) {
  dpcvx_error err;
  dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  SEXP kept = PROTECT(R_NilValue);
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_monitor_cancel(c_monitor, &err);
  end(callers, before, status, &err);
  UNPROTECT(2);
  return R_NilValue;
}

static SEXP r_monitor_cancelled(SEXP s_monitor) {
  dpcvx_error err;
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  int32_t c_cancelled = 0;
  SEXP kept = PROTECT(R_NilValue);
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_monitor_cancelled(c_monitor, &c_cancelled, &err);
  end(callers, before, status, &err);
  SEXP result = Rf_ScalarInteger(c_cancelled);
  UNPROTECT(2);
  return result;
}

static SEXP r_monitor_create(SEXP s_progress) {
  dpcvx_error err;
  SEXP c_progress = PROTECT(callback_of(s_progress, "progress"));
  SEXP o_out = PROTECT(place("dpcvx_monitor", free_monitor));
  dpcvx_monitor *c_out = NULL;
  SEXP kept = PROTECT(Rf_cons(c_progress, R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_monitor_create(call_progress_callback, c_progress, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(4);
  return result;
}

static SEXP r_nonprivate_dataset_labels(SEXP s_dataset, SEXP s_rows) {
  dpcvx_error err;
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_rows = i64_of(s_rows, "rows");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_rows));
  double *c_out = REAL(o_out);
  const dpcvx_status status = dpcvx_nonprivate_dataset_labels(c_dataset, c_out, c_rows, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_nonprivate_dataset_source_rows(SEXP s_dataset, SEXP s_rows) {
  dpcvx_error err;
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_rows = i64_of(s_rows, "rows");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_rows));
  int64_t *c_out = scratch(XLENGTH(o_out), sizeof *c_out);
  const dpcvx_status status = dpcvx_nonprivate_dataset_source_rows(c_dataset, c_out, c_rows, &err);
  settle(status, &err);
  to_doubles(c_out, o_out);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_nonprivate_decision_values(SEXP s_objective, SEXP s_w, SEXP s_dimension, SEXP s_dataset, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_objective *c_objective = handle_of(s_objective, "dpcvx_objective", "objective");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_count = i64_of(s_count, "count");
  const double *c_w = f64_array(s_w, "w", (double)c_dimension);
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count));
  double *c_out = REAL(o_out);
  SEXP kept = PROTECT(joined(callbacks_in(s_objective), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_nonprivate_decision_values(c_objective, c_w, c_dimension, c_dataset, c_out,
      c_count, &err);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_nonprivate_draws_diagnose(SEXP s_draws, SEXP s_chains, SEXP s_count, SEXP s_dimension) {
  dpcvx_error err;
  const int64_t c_chains = i64_of(s_chains, "chains");
  const int64_t c_count = i64_of(s_count, "count");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const double *c_draws = f64_array(s_draws, "draws", (double)c_chains * (double)c_count * (double)c_dimension);
  SEXP o_r_hat = PROTECT(vector_of(REALSXP, (double)c_dimension));
  double *c_r_hat = REAL(o_r_hat);
  SEXP o_bulk_ess = PROTECT(vector_of(REALSXP, (double)c_dimension));
  double *c_bulk_ess = REAL(o_bulk_ess);
  SEXP o_tail_ess = PROTECT(vector_of(REALSXP, (double)c_dimension));
  double *c_tail_ess = REAL(o_tail_ess);
  const dpcvx_status status = dpcvx_nonprivate_draws_diagnose(c_draws, c_chains, c_count, c_dimension, c_r_hat,
      c_bulk_ess, c_tail_ess, &err);
  settle(status, &err);
  const char *names[] = {"r_hat", "bulk_ess", "tail_ess", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_r_hat);
  SET_VECTOR_ELT(result, 1, o_bulk_ess);
  SET_VECTOR_ELT(result, 2, o_tail_ess);
  UNPROTECT(4);
  return result;
}

static SEXP r_nonprivate_minimize(SEXP s_objective, SEXP s_start, SEXP s_options, SEXP s_monitor, SEXP s_dimension) {
  dpcvx_error err;
  const dpcvx_objective *c_objective = handle_of(s_objective, "dpcvx_objective", "objective");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const double *c_start = f64_array(s_start, "start", (double)c_dimension);
  SEXP o_w = PROTECT(vector_of(REALSXP, (double)c_dimension));
  double *c_w = REAL(o_w);
  double c_gap = 0;
  double c_distance = 0;
  int32_t c_outcome = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_objective), R_NilValue));
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_nonprivate_minimize(c_objective, c_start, c_options, c_monitor, c_w, c_dimension,
      &c_gap, &c_distance, &c_outcome, &err);
  end(callers, before, status, &err);
  const char *names[] = {"w", "gap", "distance", "outcome", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_w);
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_gap));
  SET_VECTOR_ELT(result, 2, Rf_ScalarReal(c_distance));
  SET_VECTOR_ELT(result, 3, Rf_ScalarInteger(c_outcome));
  UNPROTECT(4);
  return result;
}

static SEXP r_nonprivate_objective_divergences(SEXP s_objective, SEXP s_w, SEXP s_reference, SEXP s_dimension, SEXP
    s_units) {
  dpcvx_error err;
  const dpcvx_objective *c_objective = handle_of(s_objective, "dpcvx_objective", "objective");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const int64_t c_units = i64_of(s_units, "units");
  const double *c_w = f64_array(s_w, "w", (double)c_dimension);
  const double *c_reference = f64_array(s_reference, "reference", (double)c_dimension);
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_units));
  double *c_out = REAL(o_out);
  SEXP kept = PROTECT(joined(callbacks_in(s_objective), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_nonprivate_objective_divergences(c_objective, c_w, c_reference, c_dimension,
      c_out, c_units, &err);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_nonprivate_objective_value(SEXP s_objective, SEXP s_w, SEXP s_dimension) {
  dpcvx_error err;
  const dpcvx_objective *c_objective = handle_of(s_objective, "dpcvx_objective", "objective");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const double *c_w = f64_array(s_w, "w", (double)c_dimension);
  double c_value = 0;
  SEXP o_gradient = PROTECT(vector_of(REALSXP, (double)c_dimension));
  double *c_gradient = REAL(o_gradient);
  SEXP kept = PROTECT(joined(callbacks_in(s_objective), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_nonprivate_objective_value(c_objective, c_w, c_dimension, &c_value, c_gradient,
      &err);
  end(callers, before, status, &err);
  const char *names[] = {"value", "gradient", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_value));
  SET_VECTOR_ELT(result, 1, o_gradient);
  UNPROTECT(4);
  return result;
}

static SEXP r_nonprivate_sampler_draw(SEXP s_sampler, SEXP s_rng, SEXP s_count, SEXP s_monitor) {
  dpcvx_error err;
  dpcvx_sampler *c_sampler = handle_of(s_sampler, "dpcvx_sampler", "sampler");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const int64_t c_count = i64_of(s_count, "count");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  int64_t c_dimension = 0;
  settle(dpcvx_sampler_get_i64(c_sampler, DPCVX_SAMPLER_FIGURE_DIMENSION, &c_dimension, &err), &err);
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count * (double)c_dimension));
  double *c_out = REAL(o_out);
  int32_t c_outcome = 0;
  int64_t c_drawn = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_sampler), R_NilValue));
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_nonprivate_sampler_draw(c_sampler, c_rng, c_count, c_out, c_monitor, &c_outcome,
      &c_drawn, &err);
  end(callers, before, status, &err);
  const char *names[] = {"out", "outcome", "drawn", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger(c_outcome));
  SET_VECTOR_ELT(result, 2, whole_number(c_drawn));
  UNPROTECT(4);
  return result;
}

static SEXP r_nonprivate_sampler_get_f64(SEXP s_sampler, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_sampler *c_sampler = handle_of(s_sampler, "dpcvx_sampler", "sampler");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_sampler), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_nonprivate_sampler_get_f64(c_sampler, c_figure, &c_value, &err);
  end(callers, before, status, &err);
  SEXP result = Rf_ScalarReal(c_value);
  UNPROTECT(2);
  return result;
}

static SEXP r_nonprivate_sampler_get_i64(SEXP s_sampler, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_sampler *c_sampler = handle_of(s_sampler, "dpcvx_sampler", "sampler");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_sampler), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_nonprivate_sampler_get_i64(c_sampler, c_figure, &c_value, &err);
  end(callers, before, status, &err);
  SEXP result = whole_number(c_value);
  UNPROTECT(2);
  return result;
}

static SEXP r_nonprivate_sampler_tune(SEXP s_sampler, SEXP s_max_rounds, SEXP s_dimension) {
  dpcvx_error err;
  dpcvx_sampler *c_sampler = handle_of(s_sampler, "dpcvx_sampler", "sampler");
  const int64_t c_max_rounds = i64_of(s_max_rounds, "max_rounds");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  SEXP o_start_out = PROTECT(vector_of(REALSXP, (double)c_dimension));
  double *c_start_out = REAL(o_start_out);
  double c_step_size = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_sampler), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_nonprivate_sampler_tune(c_sampler, c_max_rounds, c_start_out, c_dimension,
      &c_step_size, &err);
  end(callers, before, status, &err);
  const char *names[] = {"start_out", "step_size", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_start_out);
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_step_size));
  UNPROTECT(4);
  return result;
}

static SEXP r_nonprivate_unit_gradients(SEXP s_objective, SEXP s_w, SEXP s_dimension, SEXP s_units, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_objective *c_objective = handle_of(s_objective, "dpcvx_objective", "objective");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const int64_t c_count = i64_of(s_count, "count");
  const double *c_w = f64_array(s_w, "w", (double)c_dimension);
  const int64_t *c_units = i64_array(s_units, "units", (double)c_count);
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_count * (double)c_dimension));
  double *c_out = REAL(o_out);
  SEXP kept = PROTECT(joined(callbacks_in(s_objective), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_nonprivate_unit_gradients(c_objective, c_w, c_dimension, c_units, c_count, c_out,
      &err);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_objective_create(SEXP s_dataset, SEXP s_loss, SEXP s_domain, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int32_t c_loss = i32_of(s_loss, "loss");
  const dpcvx_domain *c_domain = handle_of(s_domain, "dpcvx_domain", "domain");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_objective", free_objective));
  dpcvx_objective *c_out = NULL;
  const dpcvx_status status = dpcvx_objective_create(c_dataset, c_loss, c_domain, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_objective_create_from_units(SEXP s_units, SEXP s_dimension, SEXP s_function, SEXP s_domain, SEXP
    s_options) {
  dpcvx_error err;
  const int64_t c_units = i64_of(s_units, "units");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  SEXP c_function = PROTECT(callback_of(s_function, "function"));
  const dpcvx_domain *c_domain = handle_of(s_domain, "dpcvx_domain", "domain");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_objective", free_objective));
  dpcvx_objective *c_out = NULL;
  SEXP kept = PROTECT(Rf_cons(c_function, R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_objective_create_from_units(c_units, c_dimension, c_function == R_NilValue ? NULL
      : call_unit_callback, c_function, c_domain, c_options, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(4);
  return result;
}

static SEXP r_objective_create_public(SEXP s_low, SEXP s_high, SEXP s_columns, SEXP s_loss, SEXP s_domain, SEXP
    s_options) {
  dpcvx_error err;
  const int64_t c_columns = i64_of(s_columns, "columns");
  const int32_t c_loss = i32_of(s_loss, "loss");
  const dpcvx_domain *c_domain = handle_of(s_domain, "dpcvx_domain", "domain");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_low = f64_array(s_low, "low", (double)c_columns);
  const double *c_high = f64_array(s_high, "high", (double)c_columns);
  SEXP o_out = PROTECT(place("dpcvx_objective", free_objective));
  dpcvx_objective *c_out = NULL;
  const dpcvx_status status = dpcvx_objective_create_public(c_low, c_high, c_columns, c_loss, c_domain, c_options,
      &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_objective_create_with_loss(SEXP s_dataset, SEXP s_loss, SEXP s_domain, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  SEXP c_loss = PROTECT(callback_of(s_loss, "loss"));
  const dpcvx_domain *c_domain = handle_of(s_domain, "dpcvx_domain", "domain");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_objective", free_objective));
  dpcvx_objective *c_out = NULL;
  SEXP kept = PROTECT(Rf_cons(c_loss, R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_objective_create_with_loss(c_dataset, c_loss == R_NilValue ? NULL :
      call_loss_callback, c_loss, c_domain, c_options, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(4);
  return result;
}

static SEXP r_objective_create_without(SEXP s_objective, SEXP s_units, SEXP s_count) {
  dpcvx_error err;
  const dpcvx_objective *c_objective = handle_of(s_objective, "dpcvx_objective", "objective");
  const int64_t c_count = i64_of(s_count, "count");
  const int64_t *c_units = i64_array(s_units, "units", (double)c_count);
  SEXP o_out = PROTECT(place("dpcvx_objective", free_objective));
  dpcvx_objective *c_out = NULL;
  SEXP kept = PROTECT(joined(callbacks_in(s_objective), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_objective_create_without(c_objective, c_units, c_count, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_objective_get_f64(SEXP s_objective, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_objective *c_objective = handle_of(s_objective, "dpcvx_objective", "objective");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_objective), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_objective_get_f64(c_objective, c_figure, &c_value, &err);
  end(callers, before, status, &err);
  SEXP result = Rf_ScalarReal(c_value);
  UNPROTECT(2);
  return result;
}

static SEXP r_objective_get_i64(SEXP s_objective, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_objective *c_objective = handle_of(s_objective, "dpcvx_objective", "objective");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_objective), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_objective_get_i64(c_objective, c_figure, &c_value, &err);
  end(callers, before, status, &err);
  SEXP result = whole_number(c_value);
  UNPROTECT(2);
  return result;
}

static SEXP r_objective_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_objective_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_options_get_bounds_f64(SEXP s_options, SEXP s_key) {
  dpcvx_error err;
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const int32_t c_key = i32_of(s_key, "key");
  double c_low = 0;
  double c_high = 0;
  double c_initial = 0;
  const dpcvx_status status = dpcvx_options_get_bounds_f64(c_options, c_key, &c_low, &c_high, &c_initial, &err);
  settle(status, &err);
  const char *names[] = {"low", "high", "initial", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_low));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_high));
  SET_VECTOR_ELT(result, 2, Rf_ScalarReal(c_initial));
  UNPROTECT(1);
  return result;
}

static SEXP r_options_get_bounds_i64(SEXP s_options, SEXP s_key) {
  dpcvx_error err;
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const int32_t c_key = i32_of(s_key, "key");
  int64_t c_low = 0;
  int64_t c_high = 0;
  int64_t c_initial = 0;
  const dpcvx_status status = dpcvx_options_get_bounds_i64(c_options, c_key, &c_low, &c_high, &c_initial, &err);
  settle(status, &err);
  const char *names[] = {"low", "high", "initial", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, whole_number(c_low));
  SET_VECTOR_ELT(result, 1, whole_number(c_high));
  SET_VECTOR_ELT(result, 2, whole_number(c_initial));
  UNPROTECT(1);
  return result;
}

static SEXP r_options_get_f64(SEXP s_options, SEXP s_key) {
  dpcvx_error err;
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const int32_t c_key = i32_of(s_key, "key");
  double c_value = 0;
  const dpcvx_status status = dpcvx_options_get_f64(c_options, c_key, &c_value, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_value);
}

static SEXP r_options_get_i64(SEXP s_options, SEXP s_key) {
  dpcvx_error err;
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const int32_t c_key = i32_of(s_key, "key");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_options_get_i64(c_options, c_key, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_options_set_f64(SEXP s_options, SEXP s_key, SEXP s_value) {
  dpcvx_error err;
  dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const int32_t c_key = i32_of(s_key, "key");
  const double c_value = f64_of(s_value, "value");
  const dpcvx_status status = dpcvx_options_set_f64(c_options, c_key, c_value, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_options_set_i64(SEXP s_options, SEXP s_key, SEXP s_value) {
  dpcvx_error err;
  dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const int32_t c_key = i32_of(s_key, "key");
  const int64_t c_value = i64_of(s_value, "value");
  const dpcvx_status status = dpcvx_options_set_i64(c_options, c_key, c_value, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_partial_sum_add(SEXP s_partial_sum, SEXP s_dataset, SEXP s_threads) {
  dpcvx_error err;
  dpcvx_partial_sum *c_partial_sum = handle_of(s_partial_sum, "dpcvx_partial_sum", "partial_sum");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const int64_t c_threads = i64_of(s_threads, "threads");
  const dpcvx_status status = dpcvx_partial_sum_add(c_partial_sum, c_dataset, c_threads, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_partial_sum_add_blocks(SEXP s_partial_sum, SEXP s_add_next, SEXP s_bytes, SEXP s_monitor) {
  dpcvx_error err;
  dpcvx_partial_sum *c_partial_sum = handle_of(s_partial_sum, "dpcvx_partial_sum", "partial_sum");
  SEXP c_add_next = PROTECT(callback_of(s_add_next, "add_next"));
  const int64_t c_bytes = i64_of(s_bytes, "bytes");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  SEXP kept = PROTECT(Rf_cons(c_add_next, R_NilValue));
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_partial_sum_add_blocks(c_partial_sum, c_add_next == R_NilValue ? NULL :
      call_block_callback, c_add_next, c_bytes, c_monitor, &err);
  end(callers, before, status, &err);
  UNPROTECT(3);
  return R_NilValue;
}

static SEXP r_partial_sum_add_dense(SEXP s_partial_sum, SEXP s_features, SEXP s_rows, SEXP s_columns, SEXP
    s_row_stride, SEXP s_column_stride, SEXP s_labels, SEXP s_users, SEXP s_weights, SEXP s_threads, SEXP s_monitor) {
  dpcvx_error err;
  dpcvx_partial_sum *c_partial_sum = handle_of(s_partial_sum, "dpcvx_partial_sum", "partial_sum");
  const int64_t c_rows = i64_of(s_rows, "rows");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const int64_t c_row_stride = i64_of(s_row_stride, "row_stride");
  const int64_t c_column_stride = i64_of(s_column_stride, "column_stride");
  const int64_t c_threads = i64_of(s_threads, "threads");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  const double *c_features = f64_array(s_features, "features", span_of(c_rows, c_columns, c_row_stride,
      c_column_stride));
  const double *c_labels = f64_array(s_labels, "labels", (double)c_rows);
  const int64_t *c_users = i64_array(s_users, "users", (double)c_rows);
  const double *c_weights = f64_array(s_weights, "weights", (double)c_rows);
  SEXP kept = PROTECT(R_NilValue);
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_partial_sum_add_dense(c_partial_sum, c_features, c_rows, c_columns, c_row_stride,
      c_column_stride, c_labels, c_users, c_weights, c_threads, c_monitor, &err);
  end(callers, before, status, &err);
  UNPROTECT(2);
  return R_NilValue;
}

static SEXP r_partial_sum_add_dense_f32(SEXP s_partial_sum, SEXP s_features, SEXP s_rows, SEXP s_columns, SEXP
    s_row_stride, SEXP s_column_stride, SEXP s_labels, SEXP s_users, SEXP s_weights, SEXP s_threads, SEXP s_monitor) {
  dpcvx_error err;
  dpcvx_partial_sum *c_partial_sum = handle_of(s_partial_sum, "dpcvx_partial_sum", "partial_sum");
  const int64_t c_rows = i64_of(s_rows, "rows");
  const int64_t c_columns = i64_of(s_columns, "columns");
  const int64_t c_row_stride = i64_of(s_row_stride, "row_stride");
  const int64_t c_column_stride = i64_of(s_column_stride, "column_stride");
  const int64_t c_threads = i64_of(s_threads, "threads");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  const float *c_features = f32_array(s_features, "features", span_of(c_rows, c_columns, c_row_stride,
      c_column_stride));
  const double *c_labels = f64_array(s_labels, "labels", (double)c_rows);
  const int64_t *c_users = i64_array(s_users, "users", (double)c_rows);
  const double *c_weights = f64_array(s_weights, "weights", (double)c_rows);
  SEXP kept = PROTECT(R_NilValue);
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_partial_sum_add_dense_f32(c_partial_sum, c_features, c_rows, c_columns,
      c_row_stride, c_column_stride, c_labels, c_users, c_weights, c_threads, c_monitor, &err);
  end(callers, before, status, &err);
  UNPROTECT(2);
  return R_NilValue;
}

static SEXP r_partial_sum_add_stream(SEXP s_partial_sum, SEXP s_stream, SEXP s_label, SEXP s_user, SEXP s_weight, SEXP
    s_threads, SEXP s_bytes, SEXP s_monitor) {
  dpcvx_error err;
  dpcvx_partial_sum *c_partial_sum = handle_of(s_partial_sum, "dpcvx_partial_sum", "partial_sum");
  struct ArrowArrayStream *c_stream = foreign_of(s_stream, "stream");
  const char *c_label = string_of(s_label, "label");
  const char *c_user = string_of(s_user, "user");
  const char *c_weight = string_of(s_weight, "weight");
  const int64_t c_threads = i64_of(s_threads, "threads");
  const int64_t c_bytes = i64_of(s_bytes, "bytes");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  SEXP kept = PROTECT(R_NilValue);
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_partial_sum_add_stream(c_partial_sum, c_stream, c_label, c_user, c_weight,
      c_threads, c_bytes, c_monitor, &err);
  end(callers, before, status, &err);
  UNPROTECT(2);
  return R_NilValue;
}

static SEXP r_partial_sum_create(SEXP s_bytes, SEXP s_length, SEXP s_part) {
  dpcvx_error err;
  const size_t c_length = size_of(s_length, "length");
  const int64_t c_part = i64_of(s_part, "part");
  const void *c_bytes = bytes_array(s_bytes, "bytes", (double)c_length);
  SEXP o_out = PROTECT(place("dpcvx_partial_sum", free_partial_sum));
  dpcvx_partial_sum *c_out = NULL;
  const dpcvx_status status = dpcvx_partial_sum_create(c_bytes, c_length, c_part, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_partial_sum_get_i64(SEXP s_partial_sum, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_partial_sum *c_partial_sum = handle_of(s_partial_sum, "dpcvx_partial_sum", "partial_sum");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_partial_sum_get_i64(c_partial_sum, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_partial_sum_load(SEXP s_bytes, SEXP s_length) {
  dpcvx_error err;
  const size_t c_length = size_of(s_length, "length");
  const void *c_bytes = bytes_array(s_bytes, "bytes", (double)c_length);
  SEXP o_out = PROTECT(place("dpcvx_partial_sum", free_partial_sum));
  dpcvx_partial_sum *c_out = NULL;
  const dpcvx_status status = dpcvx_partial_sum_load(c_bytes, c_length, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_partial_sum_merge(SEXP s_partial_sum, SEXP s_other) {
  dpcvx_error err;
  dpcvx_partial_sum *c_partial_sum = handle_of(s_partial_sum, "dpcvx_partial_sum", "partial_sum");
  const dpcvx_partial_sum *c_other = handle_of(s_other, "dpcvx_partial_sum", "other");
  const dpcvx_status status = dpcvx_partial_sum_merge(c_partial_sum, c_other, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_partial_sum_save(SEXP s_partial_sum) {
  dpcvx_error err;
  const dpcvx_partial_sum *c_partial_sum = handle_of(s_partial_sum, "dpcvx_partial_sum", "partial_sum");
  size_t c_length = 0;
  settle(dpcvx_partial_sum_save(c_partial_sum, NULL, 0, &c_length, &err), &err);
  SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));
  settle(dpcvx_partial_sum_save(c_partial_sum, RAW(held), c_length, &c_length, &err), &err);
  UNPROTECT(1);
  return held;
}

static SEXP r_partial_sum_seal(SEXP s_partial_sum) {
  dpcvx_error err;
  dpcvx_partial_sum *c_partial_sum = handle_of(s_partial_sum, "dpcvx_partial_sum", "partial_sum");
  const dpcvx_status status = dpcvx_partial_sum_seal(c_partial_sum, &err);
  settle(status, &err);
  return R_NilValue;
}

static SEXP r_plan_create(SEXP s_budget, SEXP s_price, SEXP s_objective, SEXP s_method, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_objective *c_objective = handle_of(s_objective, "dpcvx_objective", "objective");
  const int32_t c_method = i32_of(s_method, "method");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_plan", free_plan));
  dpcvx_plan *c_out = NULL;
  SEXP kept = PROTECT(joined(callbacks_in(s_objective), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_plan_create(c_budget, c_price, c_objective, c_method, c_options, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_plan_curve(SEXP s_plan) {
  dpcvx_error err;
  const dpcvx_plan *c_plan = handle_of(s_plan, "dpcvx_plan", "plan");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  SEXP kept = PROTECT(joined(callbacks_in(s_plan), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_plan_curve(c_plan, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_plan_get_f64(SEXP s_plan, SEXP s_method, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_plan *c_plan = handle_of(s_plan, "dpcvx_plan", "plan");
  const int32_t c_method = i32_of(s_method, "method");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_plan), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_plan_get_f64(c_plan, c_method, c_figure, &c_value, &err);
  end(callers, before, status, &err);
  SEXP result = Rf_ScalarReal(c_value);
  UNPROTECT(2);
  return result;
}

static SEXP r_plan_get_i64(SEXP s_plan, SEXP s_method, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_plan *c_plan = handle_of(s_plan, "dpcvx_plan", "plan");
  const int32_t c_method = i32_of(s_method, "method");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_plan), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_plan_get_i64(c_plan, c_method, c_figure, &c_value, &err);
  end(callers, before, status, &err);
  SEXP result = whole_number(c_value);
  UNPROTECT(2);
  return result;
}

static SEXP r_plan_notes(SEXP s_plan, SEXP s_kind) {
  dpcvx_error err;
  const dpcvx_plan *c_plan = handle_of(s_plan, "dpcvx_plan", "plan");
  const int32_t c_kind = i32_of(s_kind, "kind");
  size_t c_length = 0;
  settle(dpcvx_plan_notes(c_plan, c_kind, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_plan_notes(c_plan, c_kind, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_plan_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_plan_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_plan_ranking(SEXP s_plan, SEXP s_capacity) {
  dpcvx_error err;
  const dpcvx_plan *c_plan = handle_of(s_plan, "dpcvx_plan", "plan");
  const int64_t c_capacity = i64_of(s_capacity, "capacity");
  SEXP o_methods = PROTECT(vector_of(INTSXP, (double)c_capacity));
  int32_t *c_methods = INTEGER(o_methods);
  int64_t c_count = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_plan), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_plan_ranking(c_plan, c_methods, c_capacity, &c_count, &err);
  end(callers, before, status, &err);
  const char *names[] = {"methods", "count", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_methods);
  SET_VECTOR_ELT(result, 1, whole_number(c_count));
  UNPROTECT(4);
  return result;
}

static SEXP r_plan_reason(SEXP s_plan, SEXP s_method) {
  dpcvx_error err;
  const dpcvx_plan *c_plan = handle_of(s_plan, "dpcvx_plan", "plan");
  const int32_t c_method = i32_of(s_method, "method");
  size_t c_length = 0;
  settle(dpcvx_plan_reason(c_plan, c_method, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_plan_reason(c_plan, c_method, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_plan_to_json(SEXP s_plan) {
  dpcvx_error err;
  const dpcvx_plan *c_plan = handle_of(s_plan, "dpcvx_plan", "plan");
  size_t c_length = 0;
  settle(dpcvx_plan_to_json(c_plan, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_plan_to_json(c_plan, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_plan_to_text(SEXP s_plan) {
  dpcvx_error err;
  const dpcvx_plan *c_plan = handle_of(s_plan, "dpcvx_plan", "plan");
  size_t c_length = 0;
  settle(dpcvx_plan_to_text(c_plan, NULL, 0, &c_length, &err), &err);
  char *text = scratch((R_xlen_t)c_length + 1, 1);
  settle(dpcvx_plan_to_text(c_plan, text, c_length + 1, &c_length, &err), &err);
  return text_of(text, c_length);
}

static SEXP r_progress_get_i64(SEXP s_progress, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_progress *c_progress = handle_of(s_progress, "dpcvx_progress", "progress");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_progress_get_i64(c_progress, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_proximal_sampler_kl(SEXP s_strong_convexity, SEXP s_step_size, SEXP s_distance, SEXP s_rounds) {
  dpcvx_error err;
  const double c_strong_convexity = f64_of(s_strong_convexity, "strong_convexity");
  const double c_step_size = f64_of(s_step_size, "step_size");
  const double c_distance = f64_of(s_distance, "distance");
  const int64_t c_rounds = i64_of(s_rounds, "rounds");
  double c_kl = 0;
  const dpcvx_status status = dpcvx_proximal_sampler_kl(c_strong_convexity, c_step_size, c_distance, c_rounds, &c_kl,
      &err);
  settle(status, &err);
  return Rf_ScalarReal(c_kl);
}

static SEXP r_proximal_sampler_rounds(SEXP s_strong_convexity, SEXP s_step_size, SEXP s_distance, SEXP s_variation) {
  dpcvx_error err;
  const double c_strong_convexity = f64_of(s_strong_convexity, "strong_convexity");
  const double c_step_size = f64_of(s_step_size, "step_size");
  const double c_distance = f64_of(s_distance, "distance");
  const double c_variation = f64_of(s_variation, "variation");
  int64_t c_rounds = 0;
  const dpcvx_status status = dpcvx_proximal_sampler_rounds(c_strong_convexity, c_step_size, c_distance, c_variation,
      &c_rounds, &err);
  settle(status, &err);
  return whole_number(c_rounds);
}

static SEXP r_randomized_response_shares(SEXP s_reports, SEXP s_n, SEXP s_categories, SEXP s_epsilon) {
  dpcvx_error err;
  const int64_t c_n = i64_of(s_n, "n");
  const int64_t c_categories = i64_of(s_categories, "categories");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const int64_t *c_reports = i64_array(s_reports, "reports", (double)c_n);
  SEXP o_shares = PROTECT(vector_of(REALSXP, (double)c_categories));
  double *c_shares = REAL(o_shares);
  SEXP o_standard_errors = PROTECT(vector_of(REALSXP, (double)c_categories));
  double *c_standard_errors = REAL(o_standard_errors);
  const dpcvx_status status = dpcvx_randomized_response_shares(c_reports, c_n, c_categories, c_epsilon, c_shares,
      c_standard_errors, &err);
  settle(status, &err);
  const char *names[] = {"shares", "standard_errors", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_shares);
  SET_VECTOR_ELT(result, 1, o_standard_errors);
  UNPROTECT(3);
  return result;
}

static SEXP r_reference_feldman2018_rdp(SEXP s_sensitivity, SEXP s_noise, SEXP s_position, SEXP s_steps, SEXP s_order)
    {
  dpcvx_error err;
  const double c_sensitivity = f64_of(s_sensitivity, "sensitivity");
  const double c_noise = f64_of(s_noise, "noise");
  const int64_t c_position = i64_of(s_position, "position");
  const int64_t c_steps = i64_of(s_steps, "steps");
  const double c_order = f64_of(s_order, "order");
  double c_epsilon = 0;
  const dpcvx_status status = dpcvx_reference_feldman2018_rdp(c_sensitivity, c_noise, c_position, c_steps, c_order,
      &c_epsilon, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon);
}

static SEXP r_reference_feldman2021_epsilon(SEXP s_epsilon0, SEXP s_users, SEXP s_delta) {
  dpcvx_error err;
  const double c_epsilon0 = f64_of(s_epsilon0, "epsilon0");
  const int64_t c_users = i64_of(s_users, "users");
  const double c_delta = f64_of(s_delta, "delta");
  double c_epsilon = 0;
  const dpcvx_status status = dpcvx_reference_feldman2021_epsilon(c_epsilon0, c_users, c_delta, &c_epsilon, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon);
}

static SEXP r_reference_feldman2023_epsilon(SEXP s_epsilon0, SEXP s_users, SEXP s_delta) {
  dpcvx_error err;
  const double c_epsilon0 = f64_of(s_epsilon0, "epsilon0");
  const int64_t c_users = i64_of(s_users, "users");
  const double c_delta = f64_of(s_delta, "delta");
  double c_epsilon = 0;
  const dpcvx_status status = dpcvx_reference_feldman2023_epsilon(c_epsilon0, c_users, c_delta, &c_epsilon, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon);
}

static SEXP r_reference_liang2020_rdp(SEXP s_noise_multiplier, SEXP s_rate, SEXP s_order) {
  dpcvx_error err;
  const double c_noise_multiplier = f64_of(s_noise_multiplier, "noise_multiplier");
  const double c_rate = f64_of(s_rate, "rate");
  const double c_order = f64_of(s_order, "order");
  double c_epsilon = 0;
  const dpcvx_status status = dpcvx_reference_liang2020_rdp(c_noise_multiplier, c_rate, c_order, &c_epsilon, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon);
}

static SEXP r_reference_mironov2017_epsilon(SEXP s_curve, SEXP s_delta) {
  dpcvx_error err;
  const dpcvx_curve *c_curve = handle_of(s_curve, "dpcvx_curve", "curve");
  const double c_delta = f64_of(s_delta, "delta");
  double c_epsilon = 0;
  const dpcvx_status status = dpcvx_reference_mironov2017_epsilon(c_curve, c_delta, &c_epsilon, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon);
}

static SEXP r_reference_wang2022_min_epsilon(SEXP s_units) {
  dpcvx_error err;
  const int64_t c_units = i64_of(s_units, "units");
  double c_epsilon = 0;
  const dpcvx_status status = dpcvx_reference_wang2022_min_epsilon(c_units, &c_epsilon, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_epsilon);
}

static SEXP r_reference_wang2022_noise(SEXP s_gradient_bound, SEXP s_units, SEXP s_steps, SEXP s_epsilon, SEXP
    s_delta) {
  dpcvx_error err;
  const double c_gradient_bound = f64_of(s_gradient_bound, "gradient_bound");
  const int64_t c_units = i64_of(s_units, "units");
  const int64_t c_steps = i64_of(s_steps, "steps");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  double c_beta = 0;
  double c_noise = 0;
  const dpcvx_status status = dpcvx_reference_wang2022_noise(c_gradient_bound, c_units, c_steps, c_epsilon, c_delta,
      &c_beta, &c_noise, &err);
  settle(status, &err);
  const char *names[] = {"beta", "noise", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_beta));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_noise));
  UNPROTECT(1);
  return result;
}

static SEXP r_reference_wang2022_schedule(SEXP s_theorem, SEXP s_exponent, SEXP s_units, SEXP s_dimension, SEXP
    s_epsilon, SEXP s_delta, SEXP s_confidence) {
  dpcvx_error err;
  const int32_t c_theorem = i32_of(s_theorem, "theorem");
  const double c_exponent = f64_of(s_exponent, "exponent");
  const int64_t c_units = i64_of(s_units, "units");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  const double c_confidence = f64_of(s_confidence, "confidence");
  int64_t c_steps = 0;
  double c_step_size = 0;
  double c_rate = 0;
  const dpcvx_status status = dpcvx_reference_wang2022_schedule(c_theorem, c_exponent, c_units, c_dimension,
      c_epsilon, c_delta, c_confidence, &c_steps, &c_step_size, &c_rate, &err);
  settle(status, &err);
  const char *names[] = {"steps", "step_size", "rate", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, whole_number(c_steps));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_step_size));
  SET_VECTOR_ELT(result, 2, Rf_ScalarReal(c_rate));
  UNPROTECT(1);
  return result;
}

static SEXP r_reference_wang2022_stability(SEXP s_stability, SEXP s_gamma) {
  dpcvx_error err;
  const dpcvx_sgd_stability *c_stability = handle_of(s_stability, "dpcvx_sgd_stability", "stability");
  const double c_gamma = f64_of(s_gamma, "gamma");
  double c_bound = 0;
  const dpcvx_status status = dpcvx_reference_wang2022_stability(c_stability, c_gamma, &c_bound, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_bound);
}

static SEXP r_release_by_deletion(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_function, SEXP s_sensitivity, SEXP
    s_options, SEXP s_monitor) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_users_function *c_function = handle_of(s_function, "dpcvx_users_function", "function");
  const double c_sensitivity = f64_of(s_sensitivity, "sensitivity");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  SEXP o_out = PROTECT(vector_of(REALSXP, attribute_of(s_function, "n")));
  double *c_out = REAL(o_out);
  int32_t c_outcome = 0;
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  SEXP kept = PROTECT(joined(callbacks_in(s_function), R_NilValue));
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_release_by_deletion(c_budget, c_rng, c_price, c_function, c_sensitivity,
      c_options, c_monitor, c_out, &c_outcome, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, kept);
  end(callers, before, status, &err);
  const char *names[] = {"out", "outcome", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger(c_outcome));
  SET_VECTOR_ELT(result, 2, o_guarantee);
  UNPROTECT(5);
  return result;
}

static SEXP r_release_discrete_gaussian(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_values, SEXP s_n, SEXP
    s_l2_sensitivity) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_n = i64_of(s_n, "n");
  const double c_l2_sensitivity = f64_of(s_l2_sensitivity, "l2_sensitivity");
  const int64_t *c_values = i64_array(s_values, "values", (double)c_n);
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  int64_t *c_out = scratch(XLENGTH(o_out), sizeof *c_out);
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_release_discrete_gaussian(c_budget, c_rng, c_price, c_values, c_n,
      c_l2_sensitivity, c_out, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  to_doubles(c_out, o_out);
  const char *names[] = {"out", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, o_guarantee);
  UNPROTECT(3);
  return result;
}

static SEXP r_release_discrete_laplace(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_values, SEXP s_n, SEXP
    s_l1_sensitivity) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_n = i64_of(s_n, "n");
  const int64_t c_l1_sensitivity = i64_of(s_l1_sensitivity, "l1_sensitivity");
  const int64_t *c_values = i64_array(s_values, "values", (double)c_n);
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  int64_t *c_out = scratch(XLENGTH(o_out), sizeof *c_out);
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_release_discrete_laplace(c_budget, c_rng, c_price, c_values, c_n,
      c_l1_sensitivity, c_out, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  to_doubles(c_out, o_out);
  const char *names[] = {"out", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, o_guarantee);
  UNPROTECT(3);
  return result;
}

static SEXP r_release_exponential(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_scores, SEXP s_n, SEXP
    s_sensitivity, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_n = i64_of(s_n, "n");
  const double c_sensitivity = f64_of(s_sensitivity, "sensitivity");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_scores = f64_array(s_scores, "scores", (double)c_n);
  int64_t c_index = 0;
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_release_exponential(c_budget, c_rng, c_price, c_scores, c_n, c_sensitivity,
      c_options, &c_index, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  const char *names[] = {"index", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, whole_number(c_index));
  SET_VECTOR_ELT(result, 1, o_guarantee);
  UNPROTECT(2);
  return result;
}

static SEXP r_release_gaussian(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_values, SEXP s_n, SEXP
    s_l2_sensitivity, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_n = i64_of(s_n, "n");
  const double c_l2_sensitivity = f64_of(s_l2_sensitivity, "l2_sensitivity");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_values = f64_array(s_values, "values", (double)c_n);
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  double *c_out = REAL(o_out);
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_release_gaussian(c_budget, c_rng, c_price, c_values, c_n, c_l2_sensitivity,
      c_options, c_out, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  const char *names[] = {"out", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, o_guarantee);
  UNPROTECT(3);
  return result;
}

static SEXP r_release_gaussian_scale(SEXP s_price, SEXP s_n, SEXP s_l2_sensitivity, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_n = i64_of(s_n, "n");
  const double c_l2_sensitivity = f64_of(s_l2_sensitivity, "l2_sensitivity");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  double c_sigma = 0;
  const dpcvx_status status = dpcvx_release_gaussian_scale(c_price, c_n, c_l2_sensitivity, c_options, &c_sigma, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_sigma);
}

static SEXP r_release_hypothesis(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_dataset, SEXP s_hypotheses, SEXP
    s_monitor) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const dpcvx_dataset *c_dataset = handle_of(s_dataset, "dpcvx_dataset", "dataset");
  const dpcvx_hypotheses *c_hypotheses = handle_of(s_hypotheses, "dpcvx_hypotheses", "hypotheses");
  const dpcvx_monitor *c_monitor = handle_of(s_monitor, "dpcvx_monitor", "monitor");
  int64_t c_index = 0;
  int32_t c_outcome = 0;
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  SEXP kept = PROTECT(joined(callbacks_in(s_hypotheses), R_NilValue));
  SEXP callers = PROTECT(joined(callbacks_in(s_monitor), kept));
  const dpcvx_monitor *before = begin(callers, c_monitor);
  const dpcvx_status status = dpcvx_release_hypothesis(c_budget, c_rng, c_price, c_dataset, c_hypotheses, c_monitor,
      &c_index, &c_outcome, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, kept);
  end(callers, before, status, &err);
  const char *names[] = {"index", "outcome", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, whole_number(c_index));
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger(c_outcome));
  SET_VECTOR_ELT(result, 2, o_guarantee);
  UNPROTECT(4);
  return result;
}

static SEXP r_release_laplace(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_values, SEXP s_n, SEXP s_l1_sensitivity,
    SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_n = i64_of(s_n, "n");
  const double c_l1_sensitivity = f64_of(s_l1_sensitivity, "l1_sensitivity");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_values = f64_array(s_values, "values", (double)c_n);
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  double *c_out = REAL(o_out);
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_release_laplace(c_budget, c_rng, c_price, c_values, c_n, c_l1_sensitivity,
      c_options, c_out, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  const char *names[] = {"out", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, o_guarantee);
  UNPROTECT(3);
  return result;
}

static SEXP r_release_laplace_scale(SEXP s_price, SEXP s_n, SEXP s_l1_sensitivity, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_n = i64_of(s_n, "n");
  const double c_l1_sensitivity = f64_of(s_l1_sensitivity, "l1_sensitivity");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  double c_scale = 0;
  const dpcvx_status status = dpcvx_release_laplace_scale(c_price, c_n, c_l1_sensitivity, c_options, &c_scale, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_scale);
}

static SEXP r_release_noisy_max(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_scores, SEXP s_n, SEXP s_sensitivity,
    SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_n = i64_of(s_n, "n");
  const double c_sensitivity = f64_of(s_sensitivity, "sensitivity");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_scores = f64_array(s_scores, "scores", (double)c_n);
  int64_t c_index = 0;
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_release_noisy_max(c_budget, c_rng, c_price, c_scores, c_n, c_sensitivity,
      c_options, &c_index, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  const char *names[] = {"index", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, whole_number(c_index));
  SET_VECTOR_ELT(result, 1, o_guarantee);
  UNPROTECT(2);
  return result;
}

static SEXP r_release_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_release_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_release_quantile(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_values, SEXP s_n, SEXP s_q, SEXP s_low,
    SEXP s_high, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_n = i64_of(s_n, "n");
  const double c_q = f64_of(s_q, "q");
  const double c_low = f64_of(s_low, "low");
  const double c_high = f64_of(s_high, "high");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_values = f64_array(s_values, "values", (double)c_n);
  double c_out = 0;
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_release_quantile(c_budget, c_rng, c_price, c_values, c_n, c_q, c_low, c_high,
      c_options, &c_out, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  const char *names[] = {"out", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_out));
  SET_VECTOR_ELT(result, 1, o_guarantee);
  UNPROTECT(2);
  return result;
}

static SEXP r_release_randomized_response(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_answers, SEXP s_n, SEXP
    s_categories) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_n = i64_of(s_n, "n");
  const int64_t c_categories = i64_of(s_categories, "categories");
  const int64_t *c_answers = i64_array(s_answers, "answers", (double)c_n);
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  int64_t *c_out = scratch(XLENGTH(o_out), sizeof *c_out);
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_release_randomized_response(c_budget, c_rng, c_price, c_answers, c_n,
      c_categories, c_out, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  to_doubles(c_out, o_out);
  const char *names[] = {"out", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, o_guarantee);
  UNPROTECT(3);
  return result;
}

static SEXP r_release_range(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_values, SEXP s_n, SEXP s_coverage) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_n = i64_of(s_n, "n");
  const double c_coverage = f64_of(s_coverage, "coverage");
  const double *c_values = f64_array(s_values, "values", (double)c_n);
  double c_low = 0;
  double c_high = 0;
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_release_range(c_budget, c_rng, c_price, c_values, c_n, c_coverage, &c_low,
      &c_high, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  const char *names[] = {"low", "high", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(c_low));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_high));
  SET_VECTOR_ELT(result, 2, o_guarantee);
  UNPROTECT(2);
  return result;
}

static SEXP r_release_tested_family(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_callback, SEXP s_n, SEXP
    s_distance, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  SEXP c_callback = PROTECT(callback_of(s_callback, "callback"));
  const int64_t c_n = i64_of(s_n, "n");
  const double c_distance = f64_of(s_distance, "distance");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  double *c_out = REAL(o_out);
  int32_t c_released = 0;
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  SEXP kept = PROTECT(Rf_cons(c_callback, R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_release_tested_family(c_budget, c_rng, c_price, c_callback == R_NilValue ? NULL :
      call_test_release_callback, c_callback, c_n, c_distance, c_options, c_out, &c_released, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, kept);
  end(callers, before, status, &err);
  released();
  const char *names[] = {"out", "released", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger(c_released));
  SET_VECTOR_ELT(result, 2, o_guarantee);
  UNPROTECT(6);
  return result;
}

static SEXP r_release_tested_point(SEXP s_budget, SEXP s_rng, SEXP s_price, SEXP s_score, SEXP s_point, SEXP s_n, SEXP
    s_distance, SEXP s_options) {
  dpcvx_error err;
  dpcvx_budget *c_budget = handle_of(s_budget, "dpcvx_budget", "budget");
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const dpcvx_curve *c_price = handle_of(s_price, "dpcvx_curve", "price");
  const int64_t c_score = i64_of(s_score, "score");
  const int64_t c_n = i64_of(s_n, "n");
  const double c_distance = f64_of(s_distance, "distance");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_point = f64_array(s_point, "point", (double)c_n);
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  double *c_out = REAL(o_out);
  int32_t c_released = 0;
  SEXP o_guarantee = PROTECT(place("dpcvx_guarantee", free_guarantee));
  dpcvx_guarantee *c_guarantee = NULL;
  const dpcvx_status status = dpcvx_release_tested_point(c_budget, c_rng, c_price, c_score, c_point, c_n, c_distance,
      c_options, c_out, &c_released, &c_guarantee, &err);
  fill(o_guarantee, c_guarantee, R_NilValue);
  settle(status, &err);
  released();
  const char *names[] = {"out", "released", "guarantee", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, o_out);
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger(c_released));
  SET_VECTOR_ELT(result, 2, o_guarantee);
  UNPROTECT(3);
  return result;
}

static SEXP r_rng_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_rng", free_rng));
  dpcvx_rng *c_out = NULL;
  const dpcvx_status status = dpcvx_rng_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_rng_create_deterministic(SEXP s_seed, SEXP s_seed_bytes) {
  dpcvx_error err;
  const size_t c_seed_bytes = size_of(s_seed_bytes, "seed_bytes");
  const void *c_seed = bytes_array(s_seed, "seed", (double)c_seed_bytes);
  SEXP o_out = PROTECT(place("dpcvx_rng", free_rng));
  dpcvx_rng *c_out = NULL;
  const dpcvx_status status = dpcvx_rng_create_deterministic(c_seed, c_seed_bytes, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_rng_draw_bernoulli_exp(SEXP s_rng, SEXP s_x, SEXP s_n) {
  dpcvx_error err;
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const double c_x = f64_of(s_x, "x");
  const int64_t c_n = i64_of(s_n, "n");
  SEXP o_out = PROTECT(vector_of(INTSXP, (double)c_n));
  int32_t *c_out = INTEGER(o_out);
  const dpcvx_status status = dpcvx_rng_draw_bernoulli_exp(c_rng, c_x, c_out, c_n, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_rng_draw_bytes(SEXP s_rng, SEXP s_bytes) {
  dpcvx_error err;
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const size_t c_bytes = size_of(s_bytes, "bytes");
  SEXP o_out = PROTECT(vector_of(RAWSXP, (double)c_bytes));
  void *c_out = RAW(o_out);
  const dpcvx_status status = dpcvx_rng_draw_bytes(c_rng, c_out, c_bytes, &err);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_rng_draw_discrete_gaussian(SEXP s_rng, SEXP s_sigma, SEXP s_n) {
  dpcvx_error err;
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const double c_sigma = f64_of(s_sigma, "sigma");
  const int64_t c_n = i64_of(s_n, "n");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  int64_t *c_out = scratch(XLENGTH(o_out), sizeof *c_out);
  const dpcvx_status status = dpcvx_rng_draw_discrete_gaussian(c_rng, c_sigma, c_out, c_n, &err);
  settle(status, &err);
  to_doubles(c_out, o_out);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_rng_draw_discrete_laplace(SEXP s_rng, SEXP s_scale, SEXP s_n) {
  dpcvx_error err;
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const double c_scale = f64_of(s_scale, "scale");
  const int64_t c_n = i64_of(s_n, "n");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  int64_t *c_out = scratch(XLENGTH(o_out), sizeof *c_out);
  const dpcvx_status status = dpcvx_rng_draw_discrete_laplace(c_rng, c_scale, c_out, c_n, &err);
  settle(status, &err);
  to_doubles(c_out, o_out);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_rng_draw_rounded_gaussian(SEXP s_rng, SEXP s_sigma, SEXP s_n) {
  dpcvx_error err;
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const double c_sigma = f64_of(s_sigma, "sigma");
  const int64_t c_n = i64_of(s_n, "n");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  int64_t *c_out = scratch(XLENGTH(o_out), sizeof *c_out);
  const dpcvx_status status = dpcvx_rng_draw_rounded_gaussian(c_rng, c_sigma, c_out, c_n, &err);
  settle(status, &err);
  to_doubles(c_out, o_out);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_rng_draw_truncated_discrete_laplace(SEXP s_rng, SEXP s_epsilon, SEXP s_kappa, SEXP s_n) {
  dpcvx_error err;
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const int64_t c_kappa = i64_of(s_kappa, "kappa");
  const int64_t c_n = i64_of(s_n, "n");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  int64_t *c_out = scratch(XLENGTH(o_out), sizeof *c_out);
  const dpcvx_status status = dpcvx_rng_draw_truncated_discrete_laplace(c_rng, c_epsilon, c_kappa, c_out, c_n, &err);
  settle(status, &err);
  to_doubles(c_out, o_out);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_rng_draw_uniform(SEXP s_rng, SEXP s_bound, SEXP s_n) {
  dpcvx_error err;
  dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  const int64_t c_bound = i64_of(s_bound, "bound");
  const int64_t c_n = i64_of(s_n, "n");
  SEXP o_out = PROTECT(vector_of(REALSXP, (double)c_n));
  int64_t *c_out = scratch(XLENGTH(o_out), sizeof *c_out);
  const dpcvx_status status = dpcvx_rng_draw_uniform(c_rng, c_bound, c_out, c_n, &err);
  settle(status, &err);
  to_doubles(c_out, o_out);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_rng_is_deterministic(SEXP s_rng) {
  dpcvx_error err;
  const dpcvx_rng *c_rng = handle_of(s_rng, "dpcvx_rng", "rng");
  int32_t c_deterministic = 0;
  const dpcvx_status status = dpcvx_rng_is_deterministic(c_rng, &c_deterministic, &err);
  settle(status, &err);
  return Rf_ScalarInteger(c_deterministic);
}

static SEXP r_sampler_create(SEXP s_objective, SEXP s_center, SEXP s_start, SEXP s_dimension, SEXP s_options) {
  dpcvx_error err;
  const dpcvx_objective *c_objective = handle_of(s_objective, "dpcvx_objective", "objective");
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_center = f64_array(s_center, "center", (double)c_dimension);
  const double *c_start = f64_array(s_start, "start", (double)c_dimension);
  SEXP o_out = PROTECT(place("dpcvx_sampler", free_sampler));
  dpcvx_sampler *c_out = NULL;
  SEXP kept = PROTECT(joined(callbacks_in(s_objective), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_sampler_create(c_objective, c_center, c_start, c_dimension, c_options, &c_out,
      &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(3);
  return result;
}

static SEXP r_sampler_create_with_function(SEXP s_function, SEXP s_dimension, SEXP s_domain, SEXP s_center, SEXP
    s_start, SEXP s_options) {
  dpcvx_error err;
  SEXP c_function = PROTECT(callback_of(s_function, "function"));
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const dpcvx_domain *c_domain = handle_of(s_domain, "dpcvx_domain", "domain");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_center = f64_array(s_center, "center", (double)c_dimension);
  const double *c_start = f64_array(s_start, "start", (double)c_dimension);
  SEXP o_out = PROTECT(place("dpcvx_sampler", free_sampler));
  dpcvx_sampler *c_out = NULL;
  SEXP kept = PROTECT(Rf_cons(c_function, R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_sampler_create_with_function(c_function == R_NilValue ? NULL :
      call_potential_callback, c_function, c_dimension, c_domain, c_center, c_start, c_options, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  SEXP result = o_out;
  UNPROTECT(4);
  return result;
}

static SEXP r_sampler_create_with_quadratic(SEXP s_matrix, SEXP s_linear, SEXP s_dimension, SEXP s_domain, SEXP
    s_center, SEXP s_start, SEXP s_options) {
  dpcvx_error err;
  const int64_t c_dimension = i64_of(s_dimension, "dimension");
  const dpcvx_domain *c_domain = handle_of(s_domain, "dpcvx_domain", "domain");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  const double *c_matrix = f64_array(s_matrix, "matrix", (double)c_dimension * (double)c_dimension);
  const double *c_linear = f64_array(s_linear, "linear", (double)c_dimension);
  const double *c_center = f64_array(s_center, "center", (double)c_dimension);
  const double *c_start = f64_array(s_start, "start", (double)c_dimension);
  SEXP o_out = PROTECT(place("dpcvx_sampler", free_sampler));
  dpcvx_sampler *c_out = NULL;
  const dpcvx_status status = dpcvx_sampler_create_with_quadratic(c_matrix, c_linear, c_dimension, c_domain, c_center,
      c_start, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_sampler_get_f64(SEXP s_sampler, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_sampler *c_sampler = handle_of(s_sampler, "dpcvx_sampler", "sampler");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_sampler), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_sampler_get_f64(c_sampler, c_figure, &c_value, &err);
  end(callers, before, status, &err);
  SEXP result = Rf_ScalarReal(c_value);
  UNPROTECT(2);
  return result;
}

static SEXP r_sampler_get_i64(SEXP s_sampler, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_sampler *c_sampler = handle_of(s_sampler, "dpcvx_sampler", "sampler");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  SEXP kept = PROTECT(joined(callbacks_in(s_sampler), R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_sampler_get_i64(c_sampler, c_figure, &c_value, &err);
  end(callers, before, status, &err);
  SEXP result = whole_number(c_value);
  UNPROTECT(2);
  return result;
}

static SEXP r_sampler_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_sampler_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_selection_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_selection_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_selection_run_price(SEXP s_count, SEXP s_epsilon, SEXP s_delta, SEXP s_options) {
  dpcvx_error err;
  const int64_t c_count = i64_of(s_count, "count");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_selection_run_price(c_count, c_epsilon, c_delta, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_sgd_stability_after_touches(SEXP s_stability, SEXP s_touches) {
  dpcvx_error err;
  const dpcvx_sgd_stability *c_stability = handle_of(s_stability, "dpcvx_sgd_stability", "stability");
  const int64_t c_touches = i64_of(s_touches, "touches");
  double c_bound = 0;
  const dpcvx_status status = dpcvx_sgd_stability_after_touches(c_stability, c_touches, &c_bound, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_bound);
}

static SEXP r_sgd_stability_create(SEXP s_options) {
  dpcvx_error err;
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_sgd_stability", free_sgd_stability));
  dpcvx_sgd_stability *c_out = NULL;
  const dpcvx_status status = dpcvx_sgd_stability_create(c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_sgd_stability_curve(SEXP s_stability, SEXP s_noise) {
  dpcvx_error err;
  const dpcvx_sgd_stability *c_stability = handle_of(s_stability, "dpcvx_sgd_stability", "stability");
  const double c_noise = f64_of(s_noise, "noise");
  SEXP o_out = PROTECT(place("dpcvx_curve", free_curve));
  dpcvx_curve *c_out = NULL;
  const dpcvx_status status = dpcvx_sgd_stability_curve(c_stability, c_noise, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_sgd_stability_expected(SEXP s_stability) {
  dpcvx_error err;
  const dpcvx_sgd_stability *c_stability = handle_of(s_stability, "dpcvx_sgd_stability", "stability");
  double c_bound = 0;
  const dpcvx_status status = dpcvx_sgd_stability_expected(c_stability, &c_bound, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_bound);
}

static SEXP r_sgd_stability_noise(SEXP s_stability, SEXP s_form, SEXP s_epsilon, SEXP s_delta) {
  dpcvx_error err;
  const dpcvx_sgd_stability *c_stability = handle_of(s_stability, "dpcvx_sgd_stability", "stability");
  const int32_t c_form = i32_of(s_form, "form");
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  double c_noise = 0;
  const dpcvx_status status = dpcvx_sgd_stability_noise(c_stability, c_form, c_epsilon, c_delta, &c_noise, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_noise);
}

static SEXP r_sgd_stability_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_sgd_stability_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_sgd_stability_quantile(SEXP s_stability, SEXP s_gamma) {
  dpcvx_error err;
  const dpcvx_sgd_stability *c_stability = handle_of(s_stability, "dpcvx_sgd_stability", "stability");
  const double c_gamma = f64_of(s_gamma, "gamma");
  double c_bound = 0;
  const dpcvx_status status = dpcvx_sgd_stability_quantile(c_stability, c_gamma, &c_bound, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_bound);
}

static SEXP r_sgd_stability_worst(SEXP s_stability) {
  dpcvx_error err;
  const dpcvx_sgd_stability *c_stability = handle_of(s_stability, "dpcvx_sgd_stability", "stability");
  double c_bound = 0;
  const dpcvx_status status = dpcvx_sgd_stability_worst(c_stability, &c_bound, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_bound);
}

static SEXP r_status_name(SEXP s_status) {
  return Rf_mkString(dpcvx_status_name(i32_of(s_status, "status")));
}

static SEXP r_test_release_law_create(SEXP s_epsilon, SEXP s_delta, SEXP s_kind, SEXP s_options) {
  dpcvx_error err;
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  const int32_t c_kind = i32_of(s_kind, "kind");
  const dpcvx_options *c_options = handle_of(s_options, "dpcvx_options", "options");
  SEXP o_out = PROTECT(place("dpcvx_test_release_law", free_test_release_law));
  dpcvx_test_release_law *c_out = NULL;
  const dpcvx_status status = dpcvx_test_release_law_create(c_epsilon, c_delta, c_kind, c_options, &c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_test_release_law_get_f64(SEXP s_law, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_test_release_law *c_law = handle_of(s_law, "dpcvx_test_release_law", "law");
  const int32_t c_figure = i32_of(s_figure, "figure");
  double c_value = 0;
  const dpcvx_status status = dpcvx_test_release_law_get_f64(c_law, c_figure, &c_value, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_value);
}

static SEXP r_test_release_law_get_i64(SEXP s_law, SEXP s_figure) {
  dpcvx_error err;
  const dpcvx_test_release_law *c_law = handle_of(s_law, "dpcvx_test_release_law", "law");
  const int32_t c_figure = i32_of(s_figure, "figure");
  int64_t c_value = 0;
  const dpcvx_status status = dpcvx_test_release_law_get_i64(c_law, c_figure, &c_value, &err);
  settle(status, &err);
  return whole_number(c_value);
}

static SEXP r_test_release_law_pass_probability(SEXP s_law, SEXP s_score) {
  dpcvx_error err;
  const dpcvx_test_release_law *c_law = handle_of(s_law, "dpcvx_test_release_law", "law");
  const int64_t c_score = i64_of(s_score, "score");
  double c_probability = 0;
  const dpcvx_status status = dpcvx_test_release_law_pass_probability(c_law, c_score, &c_probability, &err);
  settle(status, &err);
  return Rf_ScalarReal(c_probability);
}

static SEXP r_test_release_options_create(void) {
  dpcvx_error err;
  SEXP o_out = PROTECT(place("dpcvx_options", free_options));
  dpcvx_options *c_out = NULL;
  const dpcvx_status status = dpcvx_test_release_options_create(&c_out, &err);
  fill(o_out, c_out, R_NilValue);
  settle(status, &err);
  SEXP result = o_out;
  UNPROTECT(1);
  return result;
}

static SEXP r_truncated_discrete_laplace_kappa(SEXP s_epsilon, SEXP s_delta) {
  dpcvx_error err;
  const double c_epsilon = f64_of(s_epsilon, "epsilon");
  const double c_delta = f64_of(s_delta, "delta");
  int64_t c_kappa = 0;
  double c_edge_probability = 0;
  const dpcvx_status status = dpcvx_truncated_discrete_laplace_kappa(c_epsilon, c_delta, &c_kappa,
      &c_edge_probability, &err);
  settle(status, &err);
  const char *names[] = {"kappa", "edge_probability", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, whole_number(c_kappa));
  SET_VECTOR_ELT(result, 1, Rf_ScalarReal(c_edge_probability));
  UNPROTECT(1);
  return result;
}

static SEXP r_users_function_create(SEXP s_users, SEXP s_n, SEXP s_function) {
  dpcvx_error err;
  const int64_t c_users = i64_of(s_users, "users");
  const int64_t c_n = i64_of(s_n, "n");
  SEXP c_function = PROTECT(callback_of(s_function, "function"));
  SEXP o_out = PROTECT(place("dpcvx_users_function", free_users_function));
  dpcvx_users_function *c_out = NULL;
  SEXP kept = PROTECT(Rf_cons(c_function, R_NilValue));
  SEXP callers = PROTECT(kept);
  const dpcvx_monitor *before = begin(callers, NULL);
  const dpcvx_status status = dpcvx_users_function_create(c_users, c_n, c_function == R_NilValue ? NULL :
      call_users_callback, c_function, &c_out, &err);
  fill(o_out, c_out, kept);
  end(callers, before, status, &err);
  Rf_setAttrib(o_out, Rf_install("n"), s_n);
  SEXP result = o_out;
  UNPROTECT(4);
  return result;
}

static SEXP r_version(void) {
  return Rf_mkString(dpcvx_version());
}

static const R_CallMethodDef kCalls[] = {
    {"above_threshold_create", (DL_FUNC)&r_above_threshold_create, 7},
    {"above_threshold_query", (DL_FUNC)&r_above_threshold_query, 3},
    {"above_threshold_remaining", (DL_FUNC)&r_above_threshold_remaining, 1},
    {"accountant_add", (DL_FUNC)&r_accountant_add, 3},
    {"accountant_attack_accuracy", (DL_FUNC)&r_accountant_attack_accuracy, 2},
    {"accountant_calibrate", (DL_FUNC)&r_accountant_calibrate, 7},
    {"accountant_create", (DL_FUNC)&r_accountant_create, 2},
    {"accountant_create_copy", (DL_FUNC)&r_accountant_create_copy, 1},
    {"accountant_create_from_dp_event", (DL_FUNC)&r_accountant_create_from_dp_event, 3},
    {"accountant_curve", (DL_FUNC)&r_accountant_curve, 1},
    {"accountant_delta", (DL_FUNC)&r_accountant_delta, 2},
    {"accountant_epsilon", (DL_FUNC)&r_accountant_epsilon, 2},
    {"accountant_false_negative_rate", (DL_FUNC)&r_accountant_false_negative_rate, 2},
    {"accountant_gdp_mu", (DL_FUNC)&r_accountant_gdp_mu, 1},
    {"accountant_load", (DL_FUNC)&r_accountant_load, 2},
    {"accountant_merge", (DL_FUNC)&r_accountant_merge, 2},
    {"accountant_posterior", (DL_FUNC)&r_accountant_posterior, 3},
    {"accountant_rdp", (DL_FUNC)&r_accountant_rdp, 2},
    {"accountant_save", (DL_FUNC)&r_accountant_save, 1},
    {"accountant_to_dp_event", (DL_FUNC)&r_accountant_to_dp_event, 1},
    {"accountant_to_json", (DL_FUNC)&r_accountant_to_json, 1},
    {"accountant_to_text", (DL_FUNC)&r_accountant_to_text, 1},
    {"accountant_zcdp_rho", (DL_FUNC)&r_accountant_zcdp_rho, 1},
    {"audit_create", (DL_FUNC)&r_audit_create, 2},
    {"audit_get_f64", (DL_FUNC)&r_audit_get_f64, 2},
    {"audit_get_i64", (DL_FUNC)&r_audit_get_i64, 2},
    {"audit_options_create", (DL_FUNC)&r_audit_options_create, 0},
    {"budget_can_charge", (DL_FUNC)&r_budget_can_charge, 3},
    {"budget_charge", (DL_FUNC)&r_budget_charge, 4},
    {"budget_charge_at_delta", (DL_FUNC)&r_budget_charge_at_delta, 5},
    {"budget_charge_guarantee", (DL_FUNC)&r_budget_charge_guarantee, 3},
    {"budget_create", (DL_FUNC)&r_budget_create, 5},
    {"budget_create_ledger", (DL_FUNC)&r_budget_create_ledger, 8},
    {"budget_create_rehearsal", (DL_FUNC)&r_budget_create_rehearsal, 1},
    {"budget_describe", (DL_FUNC)&r_budget_describe, 3},
    {"budget_get_f64", (DL_FUNC)&r_budget_get_f64, 2},
    {"budget_get_i64", (DL_FUNC)&r_budget_get_i64, 2},
    {"budget_load", (DL_FUNC)&r_budget_load, 4},
    {"budget_odometer", (DL_FUNC)&r_budget_odometer, 2},
    {"budget_open_ledger", (DL_FUNC)&r_budget_open_ledger, 5},
    {"budget_options_create", (DL_FUNC)&r_budget_options_create, 0},
    {"budget_price", (DL_FUNC)&r_budget_price, 2},
    {"budget_save", (DL_FUNC)&r_budget_save, 1},
    {"budget_set_label", (DL_FUNC)&r_budget_set_label, 2},
    {"budget_to_json", (DL_FUNC)&r_budget_to_json, 1},
    {"budget_to_text", (DL_FUNC)&r_budget_to_text, 1},
    {"calibrate_gdp", (DL_FUNC)&r_calibrate_gdp, 2},
    {"calibrate_shuffled", (DL_FUNC)&r_calibrate_shuffled, 4},
    {"calibrate_subsampled_gaussian", (DL_FUNC)&r_calibrate_subsampled_gaussian, 5},
    {"calibrate_subsampled_gaussian_rdp", (DL_FUNC)&r_calibrate_subsampled_gaussian_rdp, 5},
    {"calibrate_zcdp", (DL_FUNC)&r_calibrate_zcdp, 2},
    {"coordinator_broadcast", (DL_FUNC)&r_coordinator_broadcast, 1},
    {"coordinator_create", (DL_FUNC)&r_coordinator_create, 4},
    {"coordinator_finish_step", (DL_FUNC)&r_coordinator_finish_step, 3},
    {"coordinator_fit", (DL_FUNC)&r_coordinator_fit, 1},
    {"coordinator_get_i64", (DL_FUNC)&r_coordinator_get_i64, 2},
    {"covariance_component_variances", (DL_FUNC)&r_covariance_component_variances, 2},
    {"covariance_components", (DL_FUNC)&r_covariance_components, 2},
    {"covariance_correlation", (DL_FUNC)&r_covariance_correlation, 2},
    {"covariance_correlation_intervals", (DL_FUNC)&r_covariance_correlation_intervals, 3},
    {"covariance_create", (DL_FUNC)&r_covariance_create, 8},
    {"covariance_expected_noise", (DL_FUNC)&r_covariance_expected_noise, 5},
    {"covariance_get_f64", (DL_FUNC)&r_covariance_get_f64, 2},
    {"covariance_get_i64", (DL_FUNC)&r_covariance_get_i64, 2},
    {"covariance_guarantee", (DL_FUNC)&r_covariance_guarantee, 1},
    {"covariance_intervals", (DL_FUNC)&r_covariance_intervals, 2},
    {"covariance_load", (DL_FUNC)&r_covariance_load, 2},
    {"covariance_matrix", (DL_FUNC)&r_covariance_matrix, 2},
    {"covariance_means", (DL_FUNC)&r_covariance_means, 2},
    {"covariance_options_create", (DL_FUNC)&r_covariance_options_create, 0},
    {"covariance_regression", (DL_FUNC)&r_covariance_regression, 5},
    {"covariance_save", (DL_FUNC)&r_covariance_save, 1},
    {"covariance_to_json", (DL_FUNC)&r_covariance_to_json, 1},
    {"covariance_to_text", (DL_FUNC)&r_covariance_to_text, 1},
    {"curve_create_approximate", (DL_FUNC)&r_curve_create_approximate, 2},
    {"curve_create_bounded_range", (DL_FUNC)&r_curve_create_bounded_range, 1},
    {"curve_create_composition", (DL_FUNC)&r_curve_create_composition, 3},
    {"curve_create_discrete_gaussian", (DL_FUNC)&r_curve_create_discrete_gaussian, 2},
    {"curve_create_discrete_laplace", (DL_FUNC)&r_curve_create_discrete_laplace, 2},
    {"curve_create_gaussian", (DL_FUNC)&r_curve_create_gaussian, 1},
    {"curve_create_gdp", (DL_FUNC)&r_curve_create_gdp, 1},
    {"curve_create_gdp_mixture", (DL_FUNC)&r_curve_create_gdp_mixture, 3},
    {"curve_create_group", (DL_FUNC)&r_curve_create_group, 2},
    {"curve_create_iteration", (DL_FUNC)&r_curve_create_iteration, 6},
    {"curve_create_iteration_at", (DL_FUNC)&r_curve_create_iteration_at, 5},
    {"curve_create_laplace", (DL_FUNC)&r_curve_create_laplace, 1},
    {"curve_create_losses", (DL_FUNC)&r_curve_create_losses, 4},
    {"curve_create_member", (DL_FUNC)&r_curve_create_member, 2},
    {"curve_create_pure", (DL_FUNC)&r_curve_create_pure, 1},
    {"curve_create_random_allocation", (DL_FUNC)&r_curve_create_random_allocation, 3},
    {"curve_create_random_allocation_replace_one", (DL_FUNC)&r_curve_create_random_allocation_replace_one, 3},
    {"curve_create_randomized_response", (DL_FUNC)&r_curve_create_randomized_response, 2},
    {"curve_create_rdp", (DL_FUNC)&r_curve_create_rdp, 3},
    {"curve_create_sampled", (DL_FUNC)&r_curve_create_sampled, 3},
    {"curve_create_shuffled", (DL_FUNC)&r_curve_create_shuffled, 2},
    {"curve_create_shuffled_response", (DL_FUNC)&r_curve_create_shuffled_response, 3},
    {"curve_create_subsampled_gaussian", (DL_FUNC)&r_curve_create_subsampled_gaussian, 4},
    {"curve_create_test_release", (DL_FUNC)&r_curve_create_test_release, 3},
    {"curve_create_zcdp", (DL_FUNC)&r_curve_create_zcdp, 1},
    {"curve_delta", (DL_FUNC)&r_curve_delta, 2},
    {"curve_delta_bounds", (DL_FUNC)&r_curve_delta_bounds, 2},
    {"curve_epsilon", (DL_FUNC)&r_curve_epsilon, 2},
    {"curve_gdp_mu", (DL_FUNC)&r_curve_gdp_mu, 1},
    {"curve_rdp", (DL_FUNC)&r_curve_rdp, 2},
    {"curve_rdp_order", (DL_FUNC)&r_curve_rdp_order, 2},
    {"curve_to_json", (DL_FUNC)&r_curve_to_json, 1},
    {"curve_zcdp_rho", (DL_FUNC)&r_curve_zcdp_rho, 1},
    {"dataset_create_csr", (DL_FUNC)&r_dataset_create_csr, 6},
    {"dataset_create_csr_f32", (DL_FUNC)&r_dataset_create_csr_f32, 6},
    {"dataset_create_dense", (DL_FUNC)&r_dataset_create_dense, 6},
    {"dataset_create_dense_f32", (DL_FUNC)&r_dataset_create_dense_f32, 6},
    {"dataset_create_record_subset", (DL_FUNC)&r_dataset_create_record_subset, 3},
    {"dataset_create_scaled", (DL_FUNC)&r_dataset_create_scaled, 4},
    {"dataset_create_split", (DL_FUNC)&r_dataset_create_split, 6},
    {"dataset_create_split_by_ids", (DL_FUNC)&r_dataset_create_split_by_ids, 7},
    {"dataset_create_subset", (DL_FUNC)&r_dataset_create_subset, 3},
    {"dataset_create_with_exposures", (DL_FUNC)&r_dataset_create_with_exposures, 3},
    {"dataset_create_with_max_records_per_user", (DL_FUNC)&r_dataset_create_with_max_records_per_user, 3},
    {"dataset_create_with_users", (DL_FUNC)&r_dataset_create_with_users, 3},
    {"dataset_create_with_weights", (DL_FUNC)&r_dataset_create_with_weights, 3},
    {"dataset_get_i64", (DL_FUNC)&r_dataset_get_i64, 2},
    {"dataset_range_notes", (DL_FUNC)&r_dataset_range_notes, 4},
    {"dataset_release_ranges", (DL_FUNC)&r_dataset_release_ranges, 6},
    {"dataset_shape", (DL_FUNC)&r_dataset_shape, 1},
    {"domain_create_ball", (DL_FUNC)&r_domain_create_ball, 4},
    {"domain_create_box", (DL_FUNC)&r_domain_create_box, 3},
    {"domain_create_schatten_ball", (DL_FUNC)&r_domain_create_schatten_ball, 4},
    {"domain_create_simplex", (DL_FUNC)&r_domain_create_simplex, 2},
    {"domain_get_f64", (DL_FUNC)&r_domain_get_f64, 2},
    {"domain_get_i64", (DL_FUNC)&r_domain_get_i64, 2},
    {"domain_project", (DL_FUNC)&r_domain_project, 3},
    {"domain_to_text", (DL_FUNC)&r_domain_to_text, 1},
    {"estimate_counts", (DL_FUNC)&r_estimate_counts, 2},
    {"estimate_create_cumulative", (DL_FUNC)&r_estimate_create_cumulative, 8},
    {"estimate_create_cumulative_from_counts", (DL_FUNC)&r_estimate_create_cumulative_from_counts, 10},
    {"estimate_create_histogram", (DL_FUNC)&r_estimate_create_histogram, 8},
    {"estimate_create_histogram_from_counts", (DL_FUNC)&r_estimate_create_histogram_from_counts, 10},
    {"estimate_create_mean", (DL_FUNC)&r_estimate_create_mean, 8},
    {"estimate_create_mean_from_sums", (DL_FUNC)&r_estimate_create_mean_from_sums, 10},
    {"estimate_create_quantiles", (DL_FUNC)&r_estimate_create_quantiles, 4},
    {"estimate_create_robust", (DL_FUNC)&r_estimate_create_robust, 4},
    {"estimate_create_variance", (DL_FUNC)&r_estimate_create_variance, 2},
    {"estimate_expected_interval", (DL_FUNC)&r_estimate_expected_interval, 9},
    {"estimate_expected_robust", (DL_FUNC)&r_estimate_expected_robust, 10},
    {"estimate_expected_variance", (DL_FUNC)&r_estimate_expected_variance, 9},
    {"estimate_get_f64", (DL_FUNC)&r_estimate_get_f64, 2},
    {"estimate_get_i64", (DL_FUNC)&r_estimate_get_i64, 2},
    {"estimate_guarantee", (DL_FUNC)&r_estimate_guarantee, 1},
    {"estimate_intervals", (DL_FUNC)&r_estimate_intervals, 2},
    {"estimate_load", (DL_FUNC)&r_estimate_load, 2},
    {"estimate_mean_sums", (DL_FUNC)&r_estimate_mean_sums, 8},
    {"estimate_options_create", (DL_FUNC)&r_estimate_options_create, 0},
    {"estimate_range_notes", (DL_FUNC)&r_estimate_range_notes, 4},
    {"estimate_ranges", (DL_FUNC)&r_estimate_ranges, 2},
    {"estimate_save", (DL_FUNC)&r_estimate_save, 1},
    {"estimate_stddevs", (DL_FUNC)&r_estimate_stddevs, 2},
    {"estimate_to_json", (DL_FUNC)&r_estimate_to_json, 1},
    {"estimate_to_text", (DL_FUNC)&r_estimate_to_text, 1},
    {"estimate_values", (DL_FUNC)&r_estimate_values, 2},
    {"evaluation_create", (DL_FUNC)&r_evaluation_create, 7},
    {"evaluation_expected_interval", (DL_FUNC)&r_evaluation_expected_interval, 8},
    {"evaluation_get_f64", (DL_FUNC)&r_evaluation_get_f64, 2},
    {"evaluation_get_i64", (DL_FUNC)&r_evaluation_get_i64, 2},
    {"evaluation_guarantee", (DL_FUNC)&r_evaluation_guarantee, 1},
    {"evaluation_options_create", (DL_FUNC)&r_evaluation_options_create, 0},
    {"evaluation_to_json", (DL_FUNC)&r_evaluation_to_json, 1},
    {"evaluation_to_text", (DL_FUNC)&r_evaluation_to_text, 1},
    {"fit_coefficients", (DL_FUNC)&r_fit_coefficients, 2},
    {"fit_create", (DL_FUNC)&r_fit_create, 4},
    {"fit_decision_values", (DL_FUNC)&r_fit_decision_values, 3},
    {"fit_get_f64", (DL_FUNC)&r_fit_get_f64, 2},
    {"fit_get_i64", (DL_FUNC)&r_fit_get_i64, 2},
    {"fit_guarantee", (DL_FUNC)&r_fit_guarantee, 1},
    {"fit_load", (DL_FUNC)&r_fit_load, 2},
    {"fit_notes", (DL_FUNC)&r_fit_notes, 2},
    {"fit_original_coefficients", (DL_FUNC)&r_fit_original_coefficients, 2},
    {"fit_original_standard_errors", (DL_FUNC)&r_fit_original_standard_errors, 2},
    {"fit_predict", (DL_FUNC)&r_fit_predict, 3},
    {"fit_probabilities", (DL_FUNC)&r_fit_probabilities, 3},
    {"fit_save", (DL_FUNC)&r_fit_save, 1},
    {"fit_standard_errors", (DL_FUNC)&r_fit_standard_errors, 2},
    {"fit_table", (DL_FUNC)&r_fit_table, 9},
    {"fit_table_check", (DL_FUNC)&r_fit_table_check, 8},
    {"fit_table_on", (DL_FUNC)&r_fit_table_on, 10},
    {"fit_table_options_create", (DL_FUNC)&r_fit_table_options_create, 0},
    {"fit_table_plan", (DL_FUNC)&r_fit_table_plan, 8},
    {"fit_table_plan_on", (DL_FUNC)&r_fit_table_plan_on, 8},
    {"fit_table_select", (DL_FUNC)&r_fit_table_select, 11},
    {"fit_table_select_check", (DL_FUNC)&r_fit_table_select_check, 10},
    {"fit_table_select_on", (DL_FUNC)&r_fit_table_select_on, 12},
    {"fit_to_json", (DL_FUNC)&r_fit_to_json, 1},
    {"fit_to_text", (DL_FUNC)&r_fit_to_text, 1},
    {"guarantee_constant", (DL_FUNC)&r_guarantee_constant, 2},
    {"guarantee_curve", (DL_FUNC)&r_guarantee_curve, 1},
    {"guarantee_epsilon", (DL_FUNC)&r_guarantee_epsilon, 2},
    {"guarantee_terms", (DL_FUNC)&r_guarantee_terms, 1},
    {"guarantee_to_json", (DL_FUNC)&r_guarantee_to_json, 1},
    {"guarantee_to_text", (DL_FUNC)&r_guarantee_to_text, 1},
    {"hypotheses_contest", (DL_FUNC)&r_hypotheses_contest, 3},
    {"hypotheses_create", (DL_FUNC)&r_hypotheses_create, 5},
    {"hypotheses_create_discrete", (DL_FUNC)&r_hypotheses_create_discrete, 4},
    {"hypotheses_create_gaussian_means", (DL_FUNC)&r_hypotheses_create_gaussian_means, 6},
    {"hypotheses_create_gaussians", (DL_FUNC)&r_hypotheses_create_gaussians, 6},
    {"hypotheses_create_sampled", (DL_FUNC)&r_hypotheses_create_sampled, 6},
    {"hypotheses_excess", (DL_FUNC)&r_hypotheses_excess, 4},
    {"hypotheses_get_f64", (DL_FUNC)&r_hypotheses_get_f64, 2},
    {"hypotheses_get_i64", (DL_FUNC)&r_hypotheses_get_i64, 2},
    {"hypotheses_options_create", (DL_FUNC)&r_hypotheses_options_create, 0},
    {"hypotheses_parameters", (DL_FUNC)&r_hypotheses_parameters, 3},
    {"hypotheses_units_needed", (DL_FUNC)&r_hypotheses_units_needed, 4},
    {"ids_of_names", (DL_FUNC)&r_ids_of_names, 4},
    {"local_aggregator_add", (DL_FUNC)&r_local_aggregator_add, 3},
    {"local_aggregator_add_each", (DL_FUNC)&r_local_aggregator_add_each, 3},
    {"local_aggregator_counts", (DL_FUNC)&r_local_aggregator_counts, 1},
    {"local_aggregator_create", (DL_FUNC)&r_local_aggregator_create, 1},
    {"local_aggregator_estimate", (DL_FUNC)&r_local_aggregator_estimate, 3},
    {"local_aggregator_load", (DL_FUNC)&r_local_aggregator_load, 2},
    {"local_aggregator_merge", (DL_FUNC)&r_local_aggregator_merge, 2},
    {"local_aggregator_save", (DL_FUNC)&r_local_aggregator_save, 1},
    {"local_options_create", (DL_FUNC)&r_local_options_create, 0},
    {"local_protocol_central_epsilon", (DL_FUNC)&r_local_protocol_central_epsilon, 3},
    {"local_protocol_create_frequencies", (DL_FUNC)&r_local_protocol_create_frequencies, 3},
    {"local_protocol_create_mean", (DL_FUNC)&r_local_protocol_create_mean, 4},
    {"local_protocol_create_vector_mean", (DL_FUNC)&r_local_protocol_create_vector_mean, 3},
    {"local_protocol_expected_error", (DL_FUNC)&r_local_protocol_expected_error, 3},
    {"local_protocol_get_f64", (DL_FUNC)&r_local_protocol_get_f64, 2},
    {"local_protocol_get_i64", (DL_FUNC)&r_local_protocol_get_i64, 2},
    {"local_protocol_load", (DL_FUNC)&r_local_protocol_load, 2},
    {"local_protocol_save", (DL_FUNC)&r_local_protocol_save, 1},
    {"local_protocol_shuffle", (DL_FUNC)&r_local_protocol_shuffle, 4},
    {"local_protocol_to_text", (DL_FUNC)&r_local_protocol_to_text, 1},
    {"local_report_category", (DL_FUNC)&r_local_report_category, 4},
    {"local_report_value", (DL_FUNC)&r_local_report_value, 4},
    {"local_report_vector", (DL_FUNC)&r_local_report_vector, 5},
    {"minimize_options_create", (DL_FUNC)&r_minimize_options_create, 0},
    {"monitor_cancel", (DL_FUNC)&r_monitor_cancel, 1},
    {"monitor_cancelled", (DL_FUNC)&r_monitor_cancelled, 1},
    {"monitor_create", (DL_FUNC)&r_monitor_create, 1},
    {"nonprivate_dataset_labels", (DL_FUNC)&r_nonprivate_dataset_labels, 2},
    {"nonprivate_dataset_source_rows", (DL_FUNC)&r_nonprivate_dataset_source_rows, 2},
    {"nonprivate_decision_values", (DL_FUNC)&r_nonprivate_decision_values, 5},
    {"nonprivate_draws_diagnose", (DL_FUNC)&r_nonprivate_draws_diagnose, 4},
    {"nonprivate_minimize", (DL_FUNC)&r_nonprivate_minimize, 5},
    {"nonprivate_objective_divergences", (DL_FUNC)&r_nonprivate_objective_divergences, 5},
    {"nonprivate_objective_value", (DL_FUNC)&r_nonprivate_objective_value, 3},
    {"nonprivate_sampler_draw", (DL_FUNC)&r_nonprivate_sampler_draw, 4},
    {"nonprivate_sampler_get_f64", (DL_FUNC)&r_nonprivate_sampler_get_f64, 2},
    {"nonprivate_sampler_get_i64", (DL_FUNC)&r_nonprivate_sampler_get_i64, 2},
    {"nonprivate_sampler_tune", (DL_FUNC)&r_nonprivate_sampler_tune, 3},
    {"nonprivate_unit_gradients", (DL_FUNC)&r_nonprivate_unit_gradients, 5},
    {"objective_create", (DL_FUNC)&r_objective_create, 4},
    {"objective_create_from_units", (DL_FUNC)&r_objective_create_from_units, 5},
    {"objective_create_public", (DL_FUNC)&r_objective_create_public, 6},
    {"objective_create_with_loss", (DL_FUNC)&r_objective_create_with_loss, 4},
    {"objective_create_without", (DL_FUNC)&r_objective_create_without, 3},
    {"objective_get_f64", (DL_FUNC)&r_objective_get_f64, 2},
    {"objective_get_i64", (DL_FUNC)&r_objective_get_i64, 2},
    {"objective_options_create", (DL_FUNC)&r_objective_options_create, 0},
    {"options_get_bounds_f64", (DL_FUNC)&r_options_get_bounds_f64, 2},
    {"options_get_bounds_i64", (DL_FUNC)&r_options_get_bounds_i64, 2},
    {"options_get_f64", (DL_FUNC)&r_options_get_f64, 2},
    {"options_get_i64", (DL_FUNC)&r_options_get_i64, 2},
    {"options_set_f64", (DL_FUNC)&r_options_set_f64, 3},
    {"options_set_i64", (DL_FUNC)&r_options_set_i64, 3},
    {"partial_sum_add", (DL_FUNC)&r_partial_sum_add, 3},
    {"partial_sum_add_blocks", (DL_FUNC)&r_partial_sum_add_blocks, 4},
    {"partial_sum_add_dense", (DL_FUNC)&r_partial_sum_add_dense, 11},
    {"partial_sum_add_dense_f32", (DL_FUNC)&r_partial_sum_add_dense_f32, 11},
    {"partial_sum_add_stream", (DL_FUNC)&r_partial_sum_add_stream, 8},
    {"partial_sum_create", (DL_FUNC)&r_partial_sum_create, 3},
    {"partial_sum_get_i64", (DL_FUNC)&r_partial_sum_get_i64, 2},
    {"partial_sum_load", (DL_FUNC)&r_partial_sum_load, 2},
    {"partial_sum_merge", (DL_FUNC)&r_partial_sum_merge, 2},
    {"partial_sum_save", (DL_FUNC)&r_partial_sum_save, 1},
    {"partial_sum_seal", (DL_FUNC)&r_partial_sum_seal, 1},
    {"plan_create", (DL_FUNC)&r_plan_create, 5},
    {"plan_curve", (DL_FUNC)&r_plan_curve, 1},
    {"plan_get_f64", (DL_FUNC)&r_plan_get_f64, 3},
    {"plan_get_i64", (DL_FUNC)&r_plan_get_i64, 3},
    {"plan_notes", (DL_FUNC)&r_plan_notes, 2},
    {"plan_options_create", (DL_FUNC)&r_plan_options_create, 0},
    {"plan_ranking", (DL_FUNC)&r_plan_ranking, 2},
    {"plan_reason", (DL_FUNC)&r_plan_reason, 2},
    {"plan_to_json", (DL_FUNC)&r_plan_to_json, 1},
    {"plan_to_text", (DL_FUNC)&r_plan_to_text, 1},
    {"progress_get_i64", (DL_FUNC)&r_progress_get_i64, 2},
    {"proximal_sampler_kl", (DL_FUNC)&r_proximal_sampler_kl, 4},
    {"proximal_sampler_rounds", (DL_FUNC)&r_proximal_sampler_rounds, 4},
    {"randomized_response_shares", (DL_FUNC)&r_randomized_response_shares, 4},
    {"reference_feldman2018_rdp", (DL_FUNC)&r_reference_feldman2018_rdp, 5},
    {"reference_feldman2021_epsilon", (DL_FUNC)&r_reference_feldman2021_epsilon, 3},
    {"reference_feldman2023_epsilon", (DL_FUNC)&r_reference_feldman2023_epsilon, 3},
    {"reference_liang2020_rdp", (DL_FUNC)&r_reference_liang2020_rdp, 3},
    {"reference_mironov2017_epsilon", (DL_FUNC)&r_reference_mironov2017_epsilon, 2},
    {"reference_wang2022_min_epsilon", (DL_FUNC)&r_reference_wang2022_min_epsilon, 1},
    {"reference_wang2022_noise", (DL_FUNC)&r_reference_wang2022_noise, 5},
    {"reference_wang2022_schedule", (DL_FUNC)&r_reference_wang2022_schedule, 7},
    {"reference_wang2022_stability", (DL_FUNC)&r_reference_wang2022_stability, 2},
    {"release_by_deletion", (DL_FUNC)&r_release_by_deletion, 7},
    {"release_discrete_gaussian", (DL_FUNC)&r_release_discrete_gaussian, 6},
    {"release_discrete_laplace", (DL_FUNC)&r_release_discrete_laplace, 6},
    {"release_exponential", (DL_FUNC)&r_release_exponential, 7},
    {"release_gaussian", (DL_FUNC)&r_release_gaussian, 7},
    {"release_gaussian_scale", (DL_FUNC)&r_release_gaussian_scale, 4},
    {"release_hypothesis", (DL_FUNC)&r_release_hypothesis, 6},
    {"release_laplace", (DL_FUNC)&r_release_laplace, 7},
    {"release_laplace_scale", (DL_FUNC)&r_release_laplace_scale, 4},
    {"release_noisy_max", (DL_FUNC)&r_release_noisy_max, 7},
    {"release_options_create", (DL_FUNC)&r_release_options_create, 0},
    {"release_quantile", (DL_FUNC)&r_release_quantile, 9},
    {"release_randomized_response", (DL_FUNC)&r_release_randomized_response, 6},
    {"release_range", (DL_FUNC)&r_release_range, 6},
    {"release_tested_family", (DL_FUNC)&r_release_tested_family, 7},
    {"release_tested_point", (DL_FUNC)&r_release_tested_point, 8},
    {"rng_create", (DL_FUNC)&r_rng_create, 0},
    {"rng_create_deterministic", (DL_FUNC)&r_rng_create_deterministic, 2},
    {"rng_draw_bernoulli_exp", (DL_FUNC)&r_rng_draw_bernoulli_exp, 3},
    {"rng_draw_bytes", (DL_FUNC)&r_rng_draw_bytes, 2},
    {"rng_draw_discrete_gaussian", (DL_FUNC)&r_rng_draw_discrete_gaussian, 3},
    {"rng_draw_discrete_laplace", (DL_FUNC)&r_rng_draw_discrete_laplace, 3},
    {"rng_draw_rounded_gaussian", (DL_FUNC)&r_rng_draw_rounded_gaussian, 3},
    {"rng_draw_truncated_discrete_laplace", (DL_FUNC)&r_rng_draw_truncated_discrete_laplace, 4},
    {"rng_draw_uniform", (DL_FUNC)&r_rng_draw_uniform, 3},
    {"rng_is_deterministic", (DL_FUNC)&r_rng_is_deterministic, 1},
    {"sampler_create", (DL_FUNC)&r_sampler_create, 5},
    {"sampler_create_with_function", (DL_FUNC)&r_sampler_create_with_function, 6},
    {"sampler_create_with_quadratic", (DL_FUNC)&r_sampler_create_with_quadratic, 7},
    {"sampler_get_f64", (DL_FUNC)&r_sampler_get_f64, 2},
    {"sampler_get_i64", (DL_FUNC)&r_sampler_get_i64, 2},
    {"sampler_options_create", (DL_FUNC)&r_sampler_options_create, 0},
    {"selection_options_create", (DL_FUNC)&r_selection_options_create, 0},
    {"selection_run_price", (DL_FUNC)&r_selection_run_price, 4},
    {"sgd_stability_after_touches", (DL_FUNC)&r_sgd_stability_after_touches, 2},
    {"sgd_stability_create", (DL_FUNC)&r_sgd_stability_create, 1},
    {"sgd_stability_curve", (DL_FUNC)&r_sgd_stability_curve, 2},
    {"sgd_stability_expected", (DL_FUNC)&r_sgd_stability_expected, 1},
    {"sgd_stability_noise", (DL_FUNC)&r_sgd_stability_noise, 4},
    {"sgd_stability_options_create", (DL_FUNC)&r_sgd_stability_options_create, 0},
    {"sgd_stability_quantile", (DL_FUNC)&r_sgd_stability_quantile, 2},
    {"sgd_stability_worst", (DL_FUNC)&r_sgd_stability_worst, 1},
    {"status_name", (DL_FUNC)&r_status_name, 1},
    {"test_release_law_create", (DL_FUNC)&r_test_release_law_create, 4},
    {"test_release_law_get_f64", (DL_FUNC)&r_test_release_law_get_f64, 2},
    {"test_release_law_get_i64", (DL_FUNC)&r_test_release_law_get_i64, 2},
    {"test_release_law_pass_probability", (DL_FUNC)&r_test_release_law_pass_probability, 2},
    {"test_release_options_create", (DL_FUNC)&r_test_release_options_create, 0},
    {"truncated_discrete_laplace_kappa", (DL_FUNC)&r_truncated_discrete_laplace_kappa, 2},
    {"users_function_create", (DL_FUNC)&r_users_function_create, 3},
    {"version", (DL_FUNC)&r_version, 0},
    CALLS_OF_THE_PACKAGE,
    {NULL, NULL, 0},
};

void R_init_dpcvx(DllInfo *info) {
  R_registerRoutines(info, NULL, kCalls, NULL, NULL);
  R_useDynamicSymbols(info, FALSE);
  R_forceSymbols(info, TRUE);
}
