# Written by bindings/generate/python.py from bindings/api.json. Do not edit: "make api" writes it anew.
"""Signatures: the result, then each parameter as name:type:meaning:length (bindings/generate/describe.py)."""
VERSION = "0.1.0"
MESSAGE_BYTES = 508

# Opaque types, with the functions that free them.
HANDLES = {
    "dpcvx_above_threshold": "dpcvx_above_threshold_destroy",
    "dpcvx_accountant": "dpcvx_accountant_destroy",
    "dpcvx_audit": "dpcvx_audit_destroy",
    "dpcvx_budget": "dpcvx_budget_destroy",
    "dpcvx_coordinator": "dpcvx_coordinator_destroy",
    "dpcvx_covariance": "dpcvx_covariance_destroy",
    "dpcvx_curve": "dpcvx_curve_destroy",
    "dpcvx_dataset": "dpcvx_dataset_destroy",
    "dpcvx_domain": "dpcvx_domain_destroy",
    "dpcvx_estimate": "dpcvx_estimate_destroy",
    "dpcvx_evaluation": "dpcvx_evaluation_destroy",
    "dpcvx_fit": "dpcvx_fit_destroy",
    "dpcvx_guarantee": "dpcvx_guarantee_destroy",
    "dpcvx_hypotheses": "dpcvx_hypotheses_destroy",
    "dpcvx_local_aggregator": "dpcvx_local_aggregator_destroy",
    "dpcvx_local_protocol": "dpcvx_local_protocol_destroy",
    "dpcvx_monitor": "dpcvx_monitor_destroy",
    "dpcvx_objective": "dpcvx_objective_destroy",
    "dpcvx_options": "dpcvx_options_destroy",
    "dpcvx_partial_sum": "dpcvx_partial_sum_destroy",
    "dpcvx_plan": "dpcvx_plan_destroy",
    "dpcvx_rng": "dpcvx_rng_destroy",
    "dpcvx_sampler": "dpcvx_sampler_destroy",
    "dpcvx_sgd_stability": "dpcvx_sgd_stability_destroy",
    "dpcvx_test_release_law": "dpcvx_test_release_law_destroy",
    "dpcvx_users_function": "dpcvx_users_function_destroy",
}

# Types of callers' functions.
CALLBACKS = {
    "dpcvx_audit_release": "i32 user:void:user side:i32 count:size scores:f64:out_array:count",
    "dpcvx_block_callback": "i32 partial_sum:dpcvx_partial_sum:handle more:i32:out user:void:user",
    "dpcvx_log_density_callback":
        "i32 hypothesis:i64 records:f64:array:count*columns count:i64 columns:i64 out:f64:out_array:count "
        "user:void:user",
    "dpcvx_loss_callback": "f64 z:f64 label:f64 slope:f64:out user:void:user",
    "dpcvx_plan_callback": "i32 parameter:f64 accountant:dpcvx_accountant:handle user:void:user",
    "dpcvx_potential_callback":
        "f64 x:f64:array:dimension dimension:i64 gradient:f64:out_array:dimension user:void:user",
    "dpcvx_progress_callback": "i32 progress:dpcvx_progress:handle user:void:user",
    "dpcvx_test_release_callback": "i32 level:i64 n:i64 point:f64:out_array:n user:void:user",
    "dpcvx_unit_callback":
        "f64 unit:i64 w:f64:array:dimension dimension:i64 gradient:f64:out_array:dimension user:void:user",
    "dpcvx_users_callback": "i32 users:i64:array:count count:i64 n:i64 out:f64:out_array:n user:void:user",
}

# All public functions.
FUNCTIONS = {
    "dpcvx_above_threshold_create":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle threshold:f64 "
        "sensitivity:f64 max_above:i64 options:dpcvx_options:handle out:dpcvx_above_threshold:create "
        "guarantee:dpcvx_guarantee:create err:error:error",
    "dpcvx_above_threshold_destroy": "void stream:dpcvx_above_threshold:handle",
    "dpcvx_above_threshold_query":
        "status stream:dpcvx_above_threshold:handle rng:dpcvx_rng:handle value:f64 above:i32:out err:error:error",
    "dpcvx_above_threshold_remaining":
        "status stream:dpcvx_above_threshold:handle remaining:i64:out err:error:error",
    "dpcvx_accountant_add":
        "status accountant:dpcvx_accountant:handle curve:dpcvx_curve:handle count:i64 err:error:error",
    "dpcvx_accountant_attack_accuracy":
        "status accountant:dpcvx_accountant:handle prior:f64 lower:f64:out upper:f64:out err:error:error",
    "dpcvx_accountant_calibrate":
        "status accountant:dpcvx_accountant:handle plan:dpcvx_plan_callback:callback user:void:user best:f64 "
        "safe:f64 whole:i32 epsilon:f64 delta:f64 parameter:f64:out err:error:error",
    "dpcvx_accountant_create": "status adjacency:i32 unit:i32 out:dpcvx_accountant:create err:error:error",
    "dpcvx_accountant_create_copy":
        "status accountant:dpcvx_accountant:handle out:dpcvx_accountant:create err:error:error",
    "dpcvx_accountant_create_from_dp_event":
        "status json:char:string adjacency:i32 unit:i32 out:dpcvx_accountant:create err:error:error",
    "dpcvx_accountant_curve": "status accountant:dpcvx_accountant:handle out:dpcvx_curve:create err:error:error",
    "dpcvx_accountant_delta":
        "status accountant:dpcvx_accountant:handle epsilon:f64 lower:f64:out upper:f64:out err:error:error",
    "dpcvx_accountant_destroy": "void accountant:dpcvx_accountant:handle",
    "dpcvx_accountant_epsilon":
        "status accountant:dpcvx_accountant:handle delta:f64 lower:f64:out upper:f64:out err:error:error",
    "dpcvx_accountant_false_negative_rate":
        "status accountant:dpcvx_accountant:handle false_positive_rate:f64 lower:f64:out upper:f64:out "
        "err:error:error",
    "dpcvx_accountant_gdp_mu": "status accountant:dpcvx_accountant:handle mu:f64:out err:error:error",
    "dpcvx_accountant_load":
        "status bytes:void:array:length length:size out:dpcvx_accountant:create err:error:error",
    "dpcvx_accountant_merge":
        "status accountant:dpcvx_accountant:handle other:dpcvx_accountant:handle err:error:error",
    "dpcvx_accountant_posterior":
        "status accountant:dpcvx_accountant:handle prior:f64 false_positive_rate:f64 lower:f64:out upper:f64:out "
        "err:error:error",
    "dpcvx_accountant_rdp": "status accountant:dpcvx_accountant:handle order:f64 epsilon:f64:out err:error:error",
    "dpcvx_accountant_save":
        "status accountant:dpcvx_accountant:handle out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_accountant_to_dp_event":
        "status accountant:dpcvx_accountant:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_accountant_to_json":
        "status accountant:dpcvx_accountant:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_accountant_to_text":
        "status accountant:dpcvx_accountant:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_accountant_zcdp_rho": "status accountant:dpcvx_accountant:handle rho:f64:out err:error:error",
    "dpcvx_audit_create":
        "status release:dpcvx_audit_release:callback user:void:user options:dpcvx_options:handle "
        "out:dpcvx_audit:create err:error:error",
    "dpcvx_audit_destroy": "void audit:dpcvx_audit:handle",
    "dpcvx_audit_get_f64": "status audit:dpcvx_audit:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_audit_get_i64": "status audit:dpcvx_audit:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_audit_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_budget_can_charge":
        "status budget:dpcvx_budget:handle curve:dpcvx_curve:handle count:i64 fits:i32:out err:error:error",
    "dpcvx_budget_charge":
        "status budget:dpcvx_budget:handle curve:dpcvx_curve:handle count:i64 label:char:string err:error:error",
    "dpcvx_budget_charge_at_delta":
        "status budget:dpcvx_budget:handle curve:dpcvx_curve:handle count:i64 delta:f64 label:char:string "
        "err:error:error",
    "dpcvx_budget_charge_guarantee":
        "status budget:dpcvx_budget:handle guarantee:dpcvx_guarantee:handle label:char:string err:error:error",
    "dpcvx_budget_create":
        "status epsilon:f64 delta:f64 adjacency:i32 unit:i32 options:dpcvx_options:handle out:dpcvx_budget:create "
        "err:error:error",
    "dpcvx_budget_create_ledger":
        "status path:char:string key:void:array:key_bytes key_bytes:size epsilon:f64 delta:f64 adjacency:i32 "
        "unit:i32 options:dpcvx_options:handle out:dpcvx_budget:create err:error:error",
    "dpcvx_budget_create_rehearsal": "status budget:dpcvx_budget:handle out:dpcvx_budget:create err:error:error",
    "dpcvx_budget_describe": "status budget:dpcvx_budget:handle field:i32 text:char:string err:error:error",
    "dpcvx_budget_destroy": "void budget:dpcvx_budget:handle",
    "dpcvx_budget_get_f64": "status budget:dpcvx_budget:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_budget_get_i64": "status budget:dpcvx_budget:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_budget_load":
        "status bytes:void:array:length length:size key:void:array:key_bytes key_bytes:size out:dpcvx_budget:create"
        " err:error:error",
    "dpcvx_budget_odometer": "status budget:dpcvx_budget:handle delta:f64 loss:f64:out err:error:error",
    "dpcvx_budget_open_ledger":
        "status path:char:string key:void:array:key_bytes key_bytes:size frames:i64 head:i64 "
        "out:dpcvx_budget:create err:error:error",
    "dpcvx_budget_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_budget_price": "status budget:dpcvx_budget:handle share:f64 out:dpcvx_curve:create err:error:error",
    "dpcvx_budget_save":
        "status budget:dpcvx_budget:handle out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_budget_set_label": "status budget:dpcvx_budget:handle label:char:string err:error:error",
    "dpcvx_budget_to_json":
        "status budget:dpcvx_budget:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_budget_to_text":
        "status budget:dpcvx_budget:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_calibrate_gdp": "status epsilon:f64 delta:f64 mu:f64:out err:error:error",
    "dpcvx_calibrate_shuffled":
        "status users:i64 rounds:i64 epsilon:f64 delta:f64 epsilon0:f64:out err:error:error",
    "dpcvx_calibrate_subsampled_gaussian":
        "status sampling:i32 rate:f64 steps:i64 epsilon:f64 delta:f64 noise_multiplier:f64:out err:error:error",
    "dpcvx_calibrate_subsampled_gaussian_rdp":
        "status sampling:i32 rate:f64 steps:i64 epsilon:f64 delta:f64 noise_multiplier:f64:out err:error:error",
    "dpcvx_calibrate_zcdp": "status epsilon:f64 delta:f64 rho:f64:out err:error:error",
    "dpcvx_coordinator_broadcast":
        "status coordinator:dpcvx_coordinator:handle out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_coordinator_create":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle plan:dpcvx_plan:handle parts:i64 "
        "out:dpcvx_coordinator:create err:error:error",
    "dpcvx_coordinator_destroy": "void coordinator:dpcvx_coordinator:handle",
    "dpcvx_coordinator_finish_step":
        "status coordinator:dpcvx_coordinator:handle rng:dpcvx_rng:handle partial_sum:dpcvx_partial_sum:handle "
        "err:error:error",
    "dpcvx_coordinator_fit": "status coordinator:dpcvx_coordinator:handle out:dpcvx_fit:create err:error:error",
    "dpcvx_coordinator_get_i64":
        "status coordinator:dpcvx_coordinator:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_covariance_component_variances":
        "status covariance:dpcvx_covariance:handle out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_covariance_components":
        "status covariance:dpcvx_covariance:handle out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_covariance_correlation":
        "status covariance:dpcvx_covariance:handle out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_covariance_correlation_intervals":
        "status covariance:dpcvx_covariance:handle proved:i32 low:f64:out_array:count high:f64:out_array:count "
        "count:i64 err:error:error",
    "dpcvx_covariance_create":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle "
        "dataset:dpcvx_dataset:handle low:f64:array:columns high:f64:array:columns columns:i64 "
        "options:dpcvx_options:handle out:dpcvx_covariance:create err:error:error",
    "dpcvx_covariance_destroy": "void covariance:dpcvx_covariance:handle",
    "dpcvx_covariance_expected_noise":
        "status price:dpcvx_curve:handle adjacency:i32 units:i64 columns:i64 options:dpcvx_options:handle "
        "stddev:f64:out norm:f64:out err:error:error",
    "dpcvx_covariance_get_f64":
        "status covariance:dpcvx_covariance:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_covariance_get_i64":
        "status covariance:dpcvx_covariance:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_covariance_guarantee":
        "status covariance:dpcvx_covariance:handle out:dpcvx_guarantee:create err:error:error",
    "dpcvx_covariance_intervals":
        "status covariance:dpcvx_covariance:handle low:f64:out_array:count high:f64:out_array:count count:i64 "
        "err:error:error",
    "dpcvx_covariance_load":
        "status bytes:void:array:length length:size out:dpcvx_covariance:create err:error:error",
    "dpcvx_covariance_matrix":
        "status covariance:dpcvx_covariance:handle out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_covariance_means":
        "status covariance:dpcvx_covariance:handle out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_covariance_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_covariance_regression":
        "status covariance:dpcvx_covariance:handle label_column:i64 features:i64:array:features_count "
        "features_count:i64 coefficients:f64:out_array:count standard_errors:f64:out_array:count "
        "low:f64:out_array:count high:f64:out_array:count count:i64 r_squared:f64:out r_squared_low:f64:out "
        "r_squared_high:f64:out err:error:error",
    "dpcvx_covariance_save":
        "status covariance:dpcvx_covariance:handle out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_covariance_to_json":
        "status covariance:dpcvx_covariance:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_covariance_to_text":
        "status covariance:dpcvx_covariance:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_curve_create_approximate": "status epsilon:f64 delta:f64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_bounded_range": "status epsilon:f64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_composition":
        "status parts:dpcvx_curve:handles:n counts:i64:array:n n:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_discrete_gaussian": "status sigma:f64 shift:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_discrete_laplace": "status decay:f64 shift:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_gaussian": "status noise_multiplier:f64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_gdp": "status mu:f64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_gdp_mixture":
        "status mus:f64:array:n probabilities:f64:array:n n:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_group": "status curve:dpcvx_curve:handle size:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_iteration":
        "status sensitivity:f64 noise:f64 contraction:f64 batches:i64 steps:i64 diameter:f64 out:dpcvx_curve:create"
        " err:error:error",
    "dpcvx_curve_create_iteration_at":
        "status sensitivity:f64 noise:f64 contraction:f64 position:i64 steps:i64 out:dpcvx_curve:create "
        "err:error:error",
    "dpcvx_curve_create_laplace": "status noise_multiplier:f64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_losses":
        "status losses:f64:array:n probabilities:f64:array:n n:i64 infinite:f64 out:dpcvx_curve:create "
        "err:error:error",
    "dpcvx_curve_create_member": "status curve:dpcvx_curve:handle size:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_pure": "status epsilon:f64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_random_allocation":
        "status noise_multiplier:f64 steps:i64 participations:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_random_allocation_replace_one":
        "status noise_multiplier:f64 steps:i64 participations:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_randomized_response":
        "status noise_parameter:f64 categories:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_rdp":
        "status orders:f64:array:n epsilons:f64:array:n n:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_sampled":
        "status curve:dpcvx_curve:handle sampling:i32 rate:f64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_shuffled": "status epsilon0:f64 users:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_shuffled_response":
        "status noise_parameter:f64 categories:i64 users:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_subsampled_gaussian":
        "status sampling:i32 noise_multiplier:f64 rate:f64 steps:i64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_test_release":
        "status test_epsilon:f64 test_delta:f64 mu:f64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_create_zcdp": "status rho:f64 out:dpcvx_curve:create err:error:error",
    "dpcvx_curve_delta": "status curve:dpcvx_curve:handle epsilon:f64 delta:f64:out err:error:error",
    "dpcvx_curve_delta_bounds":
        "status curve:dpcvx_curve:handle epsilon:f64 lower:f64:out upper:f64:out err:error:error",
    "dpcvx_curve_destroy": "void curve:dpcvx_curve:handle",
    "dpcvx_curve_epsilon": "status curve:dpcvx_curve:handle delta:f64 epsilon:f64:out err:error:error",
    "dpcvx_curve_gdp_mu": "status curve:dpcvx_curve:handle mu:f64:out err:error:error",
    "dpcvx_curve_rdp": "status curve:dpcvx_curve:handle order:f64 epsilon:f64:out err:error:error",
    "dpcvx_curve_rdp_order": "status curve:dpcvx_curve:handle delta:f64 order:f64:out err:error:error",
    "dpcvx_curve_to_json":
        "status curve:dpcvx_curve:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_curve_zcdp_rho": "status curve:dpcvx_curve:handle rho:f64:out err:error:error",
    "dpcvx_dataset_create_csr":
        "status row_starts:i64:array:rows+1 column_indices:i64:array:row_starts[rows] "
        "values:f64:array:row_starts[rows] rows:i64 columns:i64 labels:f64:array:rows out:dpcvx_dataset:create "
        "err:error:error",
    "dpcvx_dataset_create_csr_f32":
        "status row_starts:i64:array:rows+1 column_indices:i64:array:row_starts[rows] "
        "values:f32:array:row_starts[rows] rows:i64 columns:i64 labels:f64:array:rows out:dpcvx_dataset:create "
        "err:error:error",
    "dpcvx_dataset_create_dense":
        "status features:f64:array:rows,columns,row_stride,column_stride rows:i64 columns:i64 row_stride:i64 "
        "column_stride:i64 labels:f64:array:rows out:dpcvx_dataset:create err:error:error",
    "dpcvx_dataset_create_dense_f32":
        "status features:f32:array:rows,columns,row_stride,column_stride rows:i64 columns:i64 row_stride:i64 "
        "column_stride:i64 labels:f64:array:rows out:dpcvx_dataset:create err:error:error",
    "dpcvx_dataset_create_record_subset":
        "status source:dpcvx_dataset:handle rows:i64:array:count count:i64 out:dpcvx_dataset:create err:error:error",
    "dpcvx_dataset_create_scaled":
        "status source:dpcvx_dataset:handle low:f64:array:columns high:f64:array:columns columns:i64 "
        "out:dpcvx_dataset:create err:error:error",
    "dpcvx_dataset_create_split":
        "status source:dpcvx_dataset:handle adjacency:i32 key:void:array:key_bytes key_bytes:size held_out_from:f64"
        " held_out_to:f64 training:dpcvx_dataset:create held_out:dpcvx_dataset:create err:error:error",
    "dpcvx_dataset_create_split_by_ids":
        "status source:dpcvx_dataset:handle ids:i64:array:rows rows:i64 key:void:array:key_bytes key_bytes:size "
        "held_out_from:f64 held_out_to:f64 training:dpcvx_dataset:create held_out:dpcvx_dataset:create "
        "err:error:error",
    "dpcvx_dataset_create_subset":
        "status source:dpcvx_dataset:handle rows:i64:array:count count:i64 out:dpcvx_dataset:create err:error:error",
    "dpcvx_dataset_create_with_exposures":
        "status source:dpcvx_dataset:handle exposures:f64:array:rows rows:i64 out:dpcvx_dataset:create "
        "err:error:error",
    "dpcvx_dataset_create_with_max_records_per_user":
        "status source:dpcvx_dataset:handle rng:dpcvx_rng:handle max_records_per_user:i64 out:dpcvx_dataset:create "
        "err:error:error",
    "dpcvx_dataset_create_with_users":
        "status source:dpcvx_dataset:handle users:i64:array:rows rows:i64 out:dpcvx_dataset:create err:error:error",
    "dpcvx_dataset_create_with_weights":
        "status source:dpcvx_dataset:handle weights:f64:array:rows rows:i64 out:dpcvx_dataset:create "
        "err:error:error",
    "dpcvx_dataset_destroy": "void dataset:dpcvx_dataset:handle",
    "dpcvx_dataset_get_i64": "status dataset:dpcvx_dataset:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_dataset_range_notes":
        "status price:dpcvx_curve:handle units:i64 columns:i64 coverage:f64 out:char:text capacity:size "
        "length:size:out err:error:error",
    "dpcvx_dataset_release_ranges":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle "
        "dataset:dpcvx_dataset:handle coverage:f64 low:f64:out_array:columns high:f64:out_array:columns columns:i64"
        " guarantee:dpcvx_guarantee:create err:error:error",
    "dpcvx_dataset_shape": "status dataset:dpcvx_dataset:handle rows:i64:out columns:i64:out err:error:error",
    "dpcvx_domain_create_ball":
        "status p:f64 radius:f64 center:f64:array:dimension dimension:i64 out:dpcvx_domain:create err:error:error",
    "dpcvx_domain_create_box":
        "status low:f64:array:dimension high:f64:array:dimension dimension:i64 out:dpcvx_domain:create "
        "err:error:error",
    "dpcvx_domain_create_schatten_ball":
        "status p:f64 radius:f64 rows:i64 columns:i64 out:dpcvx_domain:create err:error:error",
    "dpcvx_domain_create_simplex": "status total:f64 dimension:i64 out:dpcvx_domain:create err:error:error",
    "dpcvx_domain_destroy": "void domain:dpcvx_domain:handle",
    "dpcvx_domain_get_f64": "status domain:dpcvx_domain:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_domain_get_i64": "status domain:dpcvx_domain:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_domain_project":
        "status domain:dpcvx_domain:handle w:f64:array:dimension out:f64:out_array:dimension dimension:i64 "
        "err:error:error",
    "dpcvx_domain_to_text":
        "status domain:dpcvx_domain:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_estimate_counts":
        "status estimate:dpcvx_estimate:handle counts:f64:out_array:count low:f64:out_array:count "
        "high:f64:out_array:count count:i64 err:error:error",
    "dpcvx_estimate_create_cumulative":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle "
        "dataset:dpcvx_dataset:handle column:i64 edges:f64:array:edge_count edge_count:i64 "
        "options:dpcvx_options:handle out:dpcvx_estimate:create err:error:error",
    "dpcvx_estimate_create_cumulative_from_counts":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle counts:i64:array:cells "
        "cells:i64 unit:i32 units:i64 edges:f64:array:edge_count edge_count:i64 options:dpcvx_options:handle "
        "out:dpcvx_estimate:create err:error:error",
    "dpcvx_estimate_create_histogram":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle "
        "dataset:dpcvx_dataset:handle column:i64 edges:f64:array:edge_count edge_count:i64 "
        "options:dpcvx_options:handle out:dpcvx_estimate:create err:error:error",
    "dpcvx_estimate_create_histogram_from_counts":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle counts:i64:array:cells "
        "cells:i64 unit:i32 units:i64 edges:f64:array:edge_count edge_count:i64 options:dpcvx_options:handle "
        "out:dpcvx_estimate:create err:error:error",
    "dpcvx_estimate_create_mean":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle "
        "dataset:dpcvx_dataset:handle low:f64:array:columns high:f64:array:columns columns:i64 "
        "options:dpcvx_options:handle out:dpcvx_estimate:create err:error:error",
    "dpcvx_estimate_create_mean_from_sums":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle sums:i64:array:length "
        "length:i64 unit:i32 low:f64:array:columns high:f64:array:columns columns:i64 options:dpcvx_options:handle "
        "out:dpcvx_estimate:create err:error:error",
    "dpcvx_estimate_create_quantiles":
        "status cumulative:dpcvx_estimate:handle probabilities:f64:array:count count:i64 "
        "options:dpcvx_options:handle out:dpcvx_estimate:create err:error:error",
    "dpcvx_estimate_create_robust":
        "status cumulative:dpcvx_estimate:handle kind:i32 fraction:f64 options:dpcvx_options:handle "
        "out:dpcvx_estimate:create err:error:error",
    "dpcvx_estimate_create_variance":
        "status means:dpcvx_estimate:handle options:dpcvx_options:handle out:dpcvx_estimate:create err:error:error",
    "dpcvx_estimate_destroy": "void estimate:dpcvx_estimate:handle",
    "dpcvx_estimate_expected_interval":
        "status price:dpcvx_curve:handle adjacency:i32 units:i64 columns:i64 low:f64 high:f64 mean:f64 stddev:f64 "
        "options:dpcvx_options:handle interval_low:f64:out interval_high:f64:out err:error:error",
    "dpcvx_estimate_expected_robust":
        "status price:dpcvx_curve:handle adjacency:i32 units:i64 guess:f64:array:count count:i64 "
        "edges:f64:array:edge_count edge_count:i64 kind:i32 fraction:f64 options:dpcvx_options:handle "
        "interval_low:f64:out interval_high:f64:out err:error:error",
    "dpcvx_estimate_expected_variance":
        "status price:dpcvx_curve:handle adjacency:i32 units:i64 columns:i64 low:f64 high:f64 mean:f64 stddev:f64 "
        "options:dpcvx_options:handle interval_low:f64:out interval_high:f64:out err:error:error",
    "dpcvx_estimate_get_f64": "status estimate:dpcvx_estimate:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_estimate_get_i64": "status estimate:dpcvx_estimate:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_estimate_guarantee": "status estimate:dpcvx_estimate:handle out:dpcvx_guarantee:create err:error:error",
    "dpcvx_estimate_intervals":
        "status estimate:dpcvx_estimate:handle low:f64:out_array:count high:f64:out_array:count count:i64 "
        "err:error:error",
    "dpcvx_estimate_load": "status bytes:void:array:length length:size out:dpcvx_estimate:create err:error:error",
    "dpcvx_estimate_mean_sums":
        "status price:dpcvx_curve:handle adjacency:i32 dataset:dpcvx_dataset:handle low:f64:array:columns "
        "high:f64:array:columns columns:i64 options:dpcvx_options:handle sums:i64:out_array:length length:i64 "
        "err:error:error",
    "dpcvx_estimate_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_estimate_range_notes":
        "status price:dpcvx_curve:handle units:i64 columns:i64 options:dpcvx_options:handle out:char:text "
        "capacity:size length:size:out err:error:error",
    "dpcvx_estimate_ranges":
        "status estimate:dpcvx_estimate:handle low:f64:out_array:count high:f64:out_array:count count:i64 "
        "err:error:error",
    "dpcvx_estimate_save":
        "status estimate:dpcvx_estimate:handle out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_estimate_stddevs":
        "status estimate:dpcvx_estimate:handle stddevs:f64:out_array:count bounds:f64:out_array:count count:i64 "
        "err:error:error",
    "dpcvx_estimate_to_json":
        "status estimate:dpcvx_estimate:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_estimate_to_text":
        "status estimate:dpcvx_estimate:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_estimate_values":
        "status estimate:dpcvx_estimate:handle out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_evaluation_create":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle fit:dpcvx_fit:handle "
        "dataset:dpcvx_dataset:handle score:i32 options:dpcvx_options:handle out:dpcvx_evaluation:create "
        "err:error:error",
    "dpcvx_evaluation_destroy": "void evaluation:dpcvx_evaluation:handle",
    "dpcvx_evaluation_expected_interval":
        "status price:dpcvx_curve:handle adjacency:i32 fit:dpcvx_fit:handle score:i32 units:i64 value:f64 "
        "label_stddev:f64 options:dpcvx_options:handle low:f64:out high:f64:out err:error:error",
    "dpcvx_evaluation_get_f64":
        "status evaluation:dpcvx_evaluation:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_evaluation_get_i64":
        "status evaluation:dpcvx_evaluation:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_evaluation_guarantee":
        "status evaluation:dpcvx_evaluation:handle out:dpcvx_guarantee:create err:error:error",
    "dpcvx_evaluation_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_evaluation_to_json":
        "status evaluation:dpcvx_evaluation:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_evaluation_to_text":
        "status evaluation:dpcvx_evaluation:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_fit_coefficients":
        "status fit:dpcvx_fit:handle out:f64:out_array:dimension dimension:i64 err:error:error",
    "dpcvx_fit_create":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle plan:dpcvx_plan:handle monitor:dpcvx_monitor:handle"
        " out:dpcvx_fit:create err:error:error",
    "dpcvx_fit_decision_values":
        "status fit:dpcvx_fit:handle dataset:dpcvx_dataset:handle out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_fit_destroy": "void fit:dpcvx_fit:handle",
    "dpcvx_fit_get_f64": "status fit:dpcvx_fit:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_fit_get_i64": "status fit:dpcvx_fit:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_fit_guarantee": "status fit:dpcvx_fit:handle out:dpcvx_guarantee:create err:error:error",
    "dpcvx_fit_load": "status bytes:void:array:length length:size out:dpcvx_fit:create err:error:error",
    "dpcvx_fit_notes":
        "status fit:dpcvx_fit:handle kind:i32 out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_fit_original_coefficients":
        "status fit:dpcvx_fit:handle out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_fit_original_standard_errors":
        "status fit:dpcvx_fit:handle out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_fit_predict":
        "status fit:dpcvx_fit:handle dataset:dpcvx_dataset:handle out:f64:out_array:rows rows:i64 err:error:error",
    "dpcvx_fit_probabilities":
        "status fit:dpcvx_fit:handle dataset:dpcvx_dataset:handle out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_fit_save": "status fit:dpcvx_fit:handle out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_fit_standard_errors":
        "status fit:dpcvx_fit:handle out:f64:out_array:dimension dimension:i64 err:error:error",
    "dpcvx_fit_table":
        "status dataset:dpcvx_dataset:handle loss:i32 low:f64:array:columns high:f64:array:columns columns:i64 "
        "epsilon:f64 delta:f64 options:dpcvx_options:handle monitor:dpcvx_monitor:handle out:dpcvx_fit:create "
        "err:error:error",
    "dpcvx_fit_table_check":
        "status dataset:dpcvx_dataset:handle loss:i32 low:f64:array:columns high:f64:array:columns columns:i64 "
        "epsilon:f64 delta:f64 options:dpcvx_options:handle err:error:error",
    "dpcvx_fit_table_on":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle "
        "dataset:dpcvx_dataset:handle loss:i32 low:f64:array:columns high:f64:array:columns columns:i64 "
        "options:dpcvx_options:handle monitor:dpcvx_monitor:handle out:dpcvx_fit:create err:error:error",
    "dpcvx_fit_table_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_fit_table_plan":
        "status dataset:dpcvx_dataset:handle loss:i32 low:f64:array:columns high:f64:array:columns columns:i64 "
        "epsilon:f64 delta:f64 options:dpcvx_options:handle out:dpcvx_plan:create err:error:error",
    "dpcvx_fit_table_plan_on":
        "status budget:dpcvx_budget:handle price:dpcvx_curve:handle dataset:dpcvx_dataset:handle loss:i32 "
        "low:f64:array:columns high:f64:array:columns columns:i64 options:dpcvx_options:handle "
        "out:dpcvx_plan:create err:error:error",
    "dpcvx_fit_table_select":
        "status dataset:dpcvx_dataset:handle loss:i32 low:f64:array:columns high:f64:array:columns columns:i64 "
        "epsilon:f64 delta:f64 candidates:dpcvx_options:handles:count count:i64 options:dpcvx_options:handle "
        "monitor:dpcvx_monitor:handle out:dpcvx_fit:create chosen:i64:out score:f64:out err:error:error",
    "dpcvx_fit_table_select_check":
        "status dataset:dpcvx_dataset:handle loss:i32 low:f64:array:columns high:f64:array:columns columns:i64 "
        "epsilon:f64 delta:f64 candidates:dpcvx_options:handles:count count:i64 options:dpcvx_options:handle "
        "err:error:error",
    "dpcvx_fit_table_select_on":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle "
        "dataset:dpcvx_dataset:handle loss:i32 low:f64:array:columns high:f64:array:columns columns:i64 "
        "candidates:dpcvx_options:handles:count count:i64 options:dpcvx_options:handle monitor:dpcvx_monitor:handle"
        " out:dpcvx_fit:create chosen:i64:out score:f64:out err:error:error",
    "dpcvx_fit_to_json": "status fit:dpcvx_fit:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_fit_to_text": "status fit:dpcvx_fit:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_guarantee_constant":
        "status guarantee:dpcvx_guarantee:handle name:char:string value:f64:out origin:i32:out err:error:error",
    "dpcvx_guarantee_curve": "status guarantee:dpcvx_guarantee:handle out:dpcvx_curve:create err:error:error",
    "dpcvx_guarantee_destroy": "void guarantee:dpcvx_guarantee:handle",
    "dpcvx_guarantee_epsilon": "status guarantee:dpcvx_guarantee:handle delta:f64 epsilon:f64:out err:error:error",
    "dpcvx_guarantee_terms":
        "status guarantee:dpcvx_guarantee:handle adjacency:i32:out unit:i32:out err:error:error",
    "dpcvx_guarantee_to_json":
        "status guarantee:dpcvx_guarantee:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_guarantee_to_text":
        "status guarantee:dpcvx_guarantee:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_hypotheses_contest":
        "status hypotheses:dpcvx_hypotheses:handle j:i64 k:i64 under_j:f64:out under_k:f64:out err:error:error",
    "dpcvx_hypotheses_create":
        "status hypotheses:i64 columns:i64 function:dpcvx_log_density_callback:callback user:void:user "
        "probabilities:f64:array:hypotheses*hypotheses options:dpcvx_options:handle out:dpcvx_hypotheses:create "
        "err:error:error",
    "dpcvx_hypotheses_create_discrete":
        "status probabilities:f64:array:hypotheses*symbols hypotheses:i64 symbols:i64 options:dpcvx_options:handle "
        "out:dpcvx_hypotheses:create err:error:error",
    "dpcvx_hypotheses_create_gaussian_means":
        "status low:f64:array:dimension high:f64:array:dimension covariance:f64:array:dimension*dimension "
        "dimension:i64 cover_distance:f64 options:dpcvx_options:handle out:dpcvx_hypotheses:create err:error:error",
    "dpcvx_hypotheses_create_gaussians":
        "status mean_low:f64 mean_high:f64 stddev_low:f64 stddev_high:f64 cover_distance:f64 "
        "options:dpcvx_options:handle out:dpcvx_hypotheses:create err:error:error",
    "dpcvx_hypotheses_create_sampled":
        "status hypotheses:i64 columns:i64 function:dpcvx_log_density_callback:callback user:void:user "
        "samples:f64:array:hypotheses*per_hypothesis*columns per_hypothesis:i64 options:dpcvx_options:handle "
        "out:dpcvx_hypotheses:create err:error:error",
    "dpcvx_hypotheses_destroy": "void hypotheses:dpcvx_hypotheses:handle",
    "dpcvx_hypotheses_excess":
        "status price:dpcvx_curve:handle hypotheses:i64 units:i64 failure_probability:f64 excess:f64:out "
        "err:error:error",
    "dpcvx_hypotheses_get_f64":
        "status hypotheses:dpcvx_hypotheses:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_hypotheses_get_i64":
        "status hypotheses:dpcvx_hypotheses:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_hypotheses_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_hypotheses_parameters":
        "status hypotheses:dpcvx_hypotheses:handle index:i64 out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_hypotheses_units_needed":
        "status price:dpcvx_curve:handle hypotheses:i64 excess:f64 failure_probability:f64 units:i64:out "
        "err:error:error",
    "dpcvx_ids_of_names":
        "status names:void:array:names_bytes names_bytes:size name_ends:i64:array:count ids:i64:out_array:count "
        "count:i64 err:error:error",
    "dpcvx_local_aggregator_add":
        "status aggregator:dpcvx_local_aggregator:handle bytes:void:array:length length:size err:error:error",
    "dpcvx_local_aggregator_add_each":
        "status aggregator:dpcvx_local_aggregator:handle bytes:void:array:length length:size err:error:error",
    "dpcvx_local_aggregator_counts":
        "status aggregator:dpcvx_local_aggregator:handle reports:i64:out refused:i64:out err:error:error",
    "dpcvx_local_aggregator_create":
        "status protocol:dpcvx_local_protocol:handle out:dpcvx_local_aggregator:create err:error:error",
    "dpcvx_local_aggregator_destroy": "void aggregator:dpcvx_local_aggregator:handle",
    "dpcvx_local_aggregator_estimate":
        "status aggregator:dpcvx_local_aggregator:handle level:f64 values:f64:out_array:count "
        "standard_errors:f64:out_array:count low:f64:out_array:count high:f64:out_array:count count:i64 "
        "err:error:error",
    "dpcvx_local_aggregator_load":
        "status bytes:void:array:length length:size out:dpcvx_local_aggregator:create err:error:error",
    "dpcvx_local_aggregator_merge":
        "status aggregator:dpcvx_local_aggregator:handle other:dpcvx_local_aggregator:handle err:error:error",
    "dpcvx_local_aggregator_save":
        "status aggregator:dpcvx_local_aggregator:handle out:void:bytes capacity:size length:size:out "
        "err:error:error",
    "dpcvx_local_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_local_protocol_central_epsilon":
        "status protocol:dpcvx_local_protocol:handle users:i64 delta:f64 epsilon:f64:out err:error:error",
    "dpcvx_local_protocol_create_frequencies":
        "status categories:i64 epsilon:f64 options:dpcvx_options:handle out:dpcvx_local_protocol:create "
        "err:error:error",
    "dpcvx_local_protocol_create_mean":
        "status low:f64 high:f64 epsilon:f64 options:dpcvx_options:handle out:dpcvx_local_protocol:create "
        "err:error:error",
    "dpcvx_local_protocol_create_vector_mean":
        "status dimension:i64 radius:f64 epsilon:f64 out:dpcvx_local_protocol:create err:error:error",
    "dpcvx_local_protocol_destroy": "void protocol:dpcvx_local_protocol:handle",
    "dpcvx_local_protocol_expected_error":
        "status protocol:dpcvx_local_protocol:handle reports:i64 level:f64 bound:f64:out err:error:error",
    "dpcvx_local_protocol_get_f64":
        "status protocol:dpcvx_local_protocol:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_local_protocol_get_i64":
        "status protocol:dpcvx_local_protocol:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_local_protocol_load":
        "status bytes:void:array:length length:size out:dpcvx_local_protocol:create err:error:error",
    "dpcvx_local_protocol_save":
        "status protocol:dpcvx_local_protocol:handle out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_local_protocol_shuffle":
        "status protocol:dpcvx_local_protocol:handle rng:dpcvx_rng:handle reports:void:array:size size:size "
        "out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_local_protocol_to_text":
        "status protocol:dpcvx_local_protocol:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_local_report_category":
        "status protocol:dpcvx_local_protocol:handle budget:dpcvx_budget:handle rng:dpcvx_rng:handle category:i64 "
        "out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_local_report_value":
        "status protocol:dpcvx_local_protocol:handle budget:dpcvx_budget:handle rng:dpcvx_rng:handle value:f64 "
        "out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_local_report_vector":
        "status protocol:dpcvx_local_protocol:handle budget:dpcvx_budget:handle rng:dpcvx_rng:handle "
        "vector:f64:array:dimension dimension:i64 out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_minimize_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_monitor_cancel": "status monitor:dpcvx_monitor:handle err:error:error",
    "dpcvx_monitor_cancelled": "status monitor:dpcvx_monitor:handle cancelled:i32:out err:error:error",
    "dpcvx_monitor_create":
        "status progress:dpcvx_progress_callback:callback user:void:user out:dpcvx_monitor:create err:error:error",
    "dpcvx_monitor_destroy": "void monitor:dpcvx_monitor:handle",
    "dpcvx_nonprivate_dataset_labels":
        "status dataset:dpcvx_dataset:handle out:f64:out_array:rows rows:i64 err:error:error",
    "dpcvx_nonprivate_dataset_source_rows":
        "status dataset:dpcvx_dataset:handle out:i64:out_array:rows rows:i64 err:error:error",
    "dpcvx_nonprivate_decision_values":
        "status objective:dpcvx_objective:handle w:f64:array:dimension dimension:i64 dataset:dpcvx_dataset:handle "
        "out:f64:out_array:count count:i64 err:error:error",
    "dpcvx_nonprivate_draws_diagnose":
        "status draws:f64:array:chains*count*dimension chains:i64 count:i64 dimension:i64 "
        "r_hat:f64:out_array:dimension bulk_ess:f64:out_array:dimension tail_ess:f64:out_array:dimension "
        "err:error:error",
    "dpcvx_nonprivate_minimize":
        "status objective:dpcvx_objective:handle start:f64:array:dimension options:dpcvx_options:handle "
        "monitor:dpcvx_monitor:handle w:f64:out_array:dimension dimension:i64 gap:f64:out distance:f64:out "
        "outcome:i32:out err:error:error",
    "dpcvx_nonprivate_objective_divergences":
        "status objective:dpcvx_objective:handle w:f64:array:dimension reference:f64:array:dimension dimension:i64 "
        "out:f64:out_array:units units:i64 err:error:error",
    "dpcvx_nonprivate_objective_value":
        "status objective:dpcvx_objective:handle w:f64:array:dimension dimension:i64 value:f64:out "
        "gradient:f64:out_array:dimension err:error:error",
    "dpcvx_nonprivate_sampler_draw":
        "status sampler:dpcvx_sampler:handle rng:dpcvx_rng:handle count:i64 out:f64:out_array:count*dimension "
        "monitor:dpcvx_monitor:handle outcome:i32:out drawn:i64:out err:error:error",
    "dpcvx_nonprivate_sampler_get_f64":
        "status sampler:dpcvx_sampler:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_nonprivate_sampler_get_i64":
        "status sampler:dpcvx_sampler:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_nonprivate_sampler_tune":
        "status sampler:dpcvx_sampler:handle max_rounds:i64 start_out:f64:out_array:dimension dimension:i64 "
        "step_size:f64:out err:error:error",
    "dpcvx_nonprivate_unit_gradients":
        "status objective:dpcvx_objective:handle w:f64:array:dimension dimension:i64 units:i64:array:count "
        "count:i64 out:f64:out_array:count*dimension err:error:error",
    "dpcvx_objective_create":
        "status dataset:dpcvx_dataset:handle loss:i32 domain:dpcvx_domain:handle options:dpcvx_options:handle "
        "out:dpcvx_objective:create err:error:error",
    "dpcvx_objective_create_from_units":
        "status units:i64 dimension:i64 function:dpcvx_unit_callback:callback user:void:user "
        "domain:dpcvx_domain:handle options:dpcvx_options:handle out:dpcvx_objective:create err:error:error",
    "dpcvx_objective_create_public":
        "status low:f64:array:columns high:f64:array:columns columns:i64 loss:i32 domain:dpcvx_domain:handle "
        "options:dpcvx_options:handle out:dpcvx_objective:create err:error:error",
    "dpcvx_objective_create_with_loss":
        "status dataset:dpcvx_dataset:handle loss:dpcvx_loss_callback:callback user:void:user "
        "domain:dpcvx_domain:handle options:dpcvx_options:handle out:dpcvx_objective:create err:error:error",
    "dpcvx_objective_create_without":
        "status objective:dpcvx_objective:handle units:i64:array:count count:i64 out:dpcvx_objective:create "
        "err:error:error",
    "dpcvx_objective_destroy": "void objective:dpcvx_objective:handle",
    "dpcvx_objective_get_f64": "status objective:dpcvx_objective:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_objective_get_i64": "status objective:dpcvx_objective:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_objective_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_options_destroy": "void options:dpcvx_options:handle",
    "dpcvx_options_get_bounds_f64":
        "status options:dpcvx_options:handle key:i32 low:f64:out high:f64:out initial:f64:out err:error:error",
    "dpcvx_options_get_bounds_i64":
        "status options:dpcvx_options:handle key:i32 low:i64:out high:i64:out initial:i64:out err:error:error",
    "dpcvx_options_get_f64": "status options:dpcvx_options:handle key:i32 value:f64:out err:error:error",
    "dpcvx_options_get_i64": "status options:dpcvx_options:handle key:i32 value:i64:out err:error:error",
    "dpcvx_options_set_f64": "status options:dpcvx_options:handle key:i32 value:f64 err:error:error",
    "dpcvx_options_set_i64": "status options:dpcvx_options:handle key:i32 value:i64 err:error:error",
    "dpcvx_partial_sum_add":
        "status partial_sum:dpcvx_partial_sum:handle dataset:dpcvx_dataset:handle threads:i64 err:error:error",
    "dpcvx_partial_sum_add_blocks":
        "status partial_sum:dpcvx_partial_sum:handle add_next:dpcvx_block_callback:callback user:void:user "
        "bytes:i64 monitor:dpcvx_monitor:handle err:error:error",
    "dpcvx_partial_sum_add_dense":
        "status partial_sum:dpcvx_partial_sum:handle features:f64:array:rows,columns,row_stride,column_stride "
        "rows:i64 columns:i64 row_stride:i64 column_stride:i64 labels:f64:array:rows users:i64:array:rows "
        "weights:f64:array:rows threads:i64 monitor:dpcvx_monitor:handle err:error:error",
    "dpcvx_partial_sum_add_dense_f32":
        "status partial_sum:dpcvx_partial_sum:handle features:f32:array:rows,columns,row_stride,column_stride "
        "rows:i64 columns:i64 row_stride:i64 column_stride:i64 labels:f64:array:rows users:i64:array:rows "
        "weights:f64:array:rows threads:i64 monitor:dpcvx_monitor:handle err:error:error",
    "dpcvx_partial_sum_add_stream":
        "status partial_sum:dpcvx_partial_sum:handle stream:ArrowArrayStream:foreign label:char:string "
        "user:char:string weight:char:string threads:i64 bytes:i64 monitor:dpcvx_monitor:handle err:error:error",
    "dpcvx_partial_sum_create":
        "status bytes:void:array:length length:size part:i64 out:dpcvx_partial_sum:create err:error:error",
    "dpcvx_partial_sum_destroy": "void partial_sum:dpcvx_partial_sum:handle",
    "dpcvx_partial_sum_get_i64":
        "status partial_sum:dpcvx_partial_sum:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_partial_sum_load":
        "status bytes:void:array:length length:size out:dpcvx_partial_sum:create err:error:error",
    "dpcvx_partial_sum_merge":
        "status partial_sum:dpcvx_partial_sum:handle other:dpcvx_partial_sum:handle err:error:error",
    "dpcvx_partial_sum_save":
        "status partial_sum:dpcvx_partial_sum:handle out:void:bytes capacity:size length:size:out err:error:error",
    "dpcvx_partial_sum_seal": "status partial_sum:dpcvx_partial_sum:handle err:error:error",
    "dpcvx_plan_create":
        "status budget:dpcvx_budget:handle price:dpcvx_curve:handle objective:dpcvx_objective:handle method:i32 "
        "options:dpcvx_options:handle out:dpcvx_plan:create err:error:error",
    "dpcvx_plan_curve": "status plan:dpcvx_plan:handle out:dpcvx_curve:create err:error:error",
    "dpcvx_plan_destroy": "void plan:dpcvx_plan:handle",
    "dpcvx_plan_get_f64": "status plan:dpcvx_plan:handle method:i32 figure:i32 value:f64:out err:error:error",
    "dpcvx_plan_get_i64": "status plan:dpcvx_plan:handle method:i32 figure:i32 value:i64:out err:error:error",
    "dpcvx_plan_notes":
        "status plan:dpcvx_plan:handle kind:i32 out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_plan_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_plan_ranking":
        "status plan:dpcvx_plan:handle methods:i32:out_array:capacity capacity:i64 count:i64:out err:error:error",
    "dpcvx_plan_reason":
        "status plan:dpcvx_plan:handle method:i32 out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_plan_to_json":
        "status plan:dpcvx_plan:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_plan_to_text":
        "status plan:dpcvx_plan:handle out:char:text capacity:size length:size:out err:error:error",
    "dpcvx_progress_get_i64": "status progress:dpcvx_progress:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_proximal_sampler_kl":
        "status strong_convexity:f64 step_size:f64 distance:f64 rounds:i64 kl:f64:out err:error:error",
    "dpcvx_proximal_sampler_rounds":
        "status strong_convexity:f64 step_size:f64 distance:f64 variation:f64 rounds:i64:out err:error:error",
    "dpcvx_randomized_response_shares":
        "status reports:i64:array:n n:i64 categories:i64 epsilon:f64 shares:f64:out_array:categories "
        "standard_errors:f64:out_array:categories err:error:error",
    "dpcvx_reference_feldman2018_rdp":
        "status sensitivity:f64 noise:f64 position:i64 steps:i64 order:f64 epsilon:f64:out err:error:error",
    "dpcvx_reference_feldman2021_epsilon":
        "status epsilon0:f64 users:i64 delta:f64 epsilon:f64:out err:error:error",
    "dpcvx_reference_feldman2023_epsilon":
        "status epsilon0:f64 users:i64 delta:f64 epsilon:f64:out err:error:error",
    "dpcvx_reference_liang2020_rdp":
        "status noise_multiplier:f64 rate:f64 order:f64 epsilon:f64:out err:error:error",
    "dpcvx_reference_mironov2017_epsilon":
        "status curve:dpcvx_curve:handle delta:f64 epsilon:f64:out err:error:error",
    "dpcvx_reference_wang2022_min_epsilon": "status units:i64 epsilon:f64:out err:error:error",
    "dpcvx_reference_wang2022_noise":
        "status gradient_bound:f64 units:i64 steps:i64 epsilon:f64 delta:f64 beta:f64:out noise:f64:out "
        "err:error:error",
    "dpcvx_reference_wang2022_schedule":
        "status theorem:i32 exponent:f64 units:i64 dimension:i64 epsilon:f64 delta:f64 confidence:f64 steps:i64:out"
        " step_size:f64:out rate:f64:out err:error:error",
    "dpcvx_reference_wang2022_stability":
        "status stability:dpcvx_sgd_stability:handle gamma:f64 bound:f64:out err:error:error",
    "dpcvx_release_by_deletion":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle "
        "function:dpcvx_users_function:handle sensitivity:f64 options:dpcvx_options:handle "
        "monitor:dpcvx_monitor:handle out:f64:out_array:noffunction outcome:i32:out "
        "guarantee:dpcvx_guarantee:create err:error:error",
    "dpcvx_release_discrete_gaussian":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle values:i64:array:n n:i64 "
        "l2_sensitivity:f64 out:i64:out_array:n guarantee:dpcvx_guarantee:create err:error:error",
    "dpcvx_release_discrete_laplace":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle values:i64:array:n n:i64 "
        "l1_sensitivity:i64 out:i64:out_array:n guarantee:dpcvx_guarantee:create err:error:error",
    "dpcvx_release_exponential":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle scores:f64:array:n n:i64 "
        "sensitivity:f64 options:dpcvx_options:handle index:i64:out guarantee:dpcvx_guarantee:create "
        "err:error:error",
    "dpcvx_release_gaussian":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle values:f64:array:n n:i64 "
        "l2_sensitivity:f64 options:dpcvx_options:handle out:f64:out_array:n guarantee:dpcvx_guarantee:create "
        "err:error:error",
    "dpcvx_release_gaussian_scale":
        "status price:dpcvx_curve:handle n:i64 l2_sensitivity:f64 options:dpcvx_options:handle sigma:f64:out "
        "err:error:error",
    "dpcvx_release_hypothesis":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle "
        "dataset:dpcvx_dataset:handle hypotheses:dpcvx_hypotheses:handle monitor:dpcvx_monitor:handle index:i64:out"
        " outcome:i32:out guarantee:dpcvx_guarantee:create err:error:error",
    "dpcvx_release_laplace":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle values:f64:array:n n:i64 "
        "l1_sensitivity:f64 options:dpcvx_options:handle out:f64:out_array:n guarantee:dpcvx_guarantee:create "
        "err:error:error",
    "dpcvx_release_laplace_scale":
        "status price:dpcvx_curve:handle n:i64 l1_sensitivity:f64 options:dpcvx_options:handle scale:f64:out "
        "err:error:error",
    "dpcvx_release_noisy_max":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle scores:f64:array:n n:i64 "
        "sensitivity:f64 options:dpcvx_options:handle index:i64:out guarantee:dpcvx_guarantee:create "
        "err:error:error",
    "dpcvx_release_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_release_quantile":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle values:f64:array:n n:i64 "
        "q:f64 low:f64 high:f64 options:dpcvx_options:handle out:f64:out guarantee:dpcvx_guarantee:create "
        "err:error:error",
    "dpcvx_release_randomized_response":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle answers:i64:array:n n:i64 "
        "categories:i64 out:i64:out_array:n guarantee:dpcvx_guarantee:create err:error:error",
    "dpcvx_release_range":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle values:f64:array:n n:i64 "
        "coverage:f64 low:f64:out high:f64:out guarantee:dpcvx_guarantee:create err:error:error",
    "dpcvx_release_tested_family":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle "
        "callback:dpcvx_test_release_callback:callback user:void:user n:i64 distance:f64 "
        "options:dpcvx_options:handle out:f64:out_array:n released:i32:out guarantee:dpcvx_guarantee:create "
        "err:error:error",
    "dpcvx_release_tested_point":
        "status budget:dpcvx_budget:handle rng:dpcvx_rng:handle price:dpcvx_curve:handle score:i64 "
        "point:f64:array:n n:i64 distance:f64 options:dpcvx_options:handle out:f64:out_array:n released:i32:out "
        "guarantee:dpcvx_guarantee:create err:error:error",
    "dpcvx_rng_create": "status out:dpcvx_rng:create err:error:error",
    "dpcvx_rng_create_deterministic":
        "status seed:void:array:seed_bytes seed_bytes:size out:dpcvx_rng:create err:error:error",
    "dpcvx_rng_destroy": "void rng:dpcvx_rng:handle",
    "dpcvx_rng_draw_bernoulli_exp": "status rng:dpcvx_rng:handle x:f64 out:i32:out_array:n n:i64 err:error:error",
    "dpcvx_rng_draw_bytes": "status rng:dpcvx_rng:handle out:void:out_array:bytes bytes:size err:error:error",
    "dpcvx_rng_draw_discrete_gaussian":
        "status rng:dpcvx_rng:handle sigma:f64 out:i64:out_array:n n:i64 err:error:error",
    "dpcvx_rng_draw_discrete_laplace":
        "status rng:dpcvx_rng:handle scale:f64 out:i64:out_array:n n:i64 err:error:error",
    "dpcvx_rng_draw_rounded_gaussian":
        "status rng:dpcvx_rng:handle sigma:f64 out:i64:out_array:n n:i64 err:error:error",
    "dpcvx_rng_draw_truncated_discrete_laplace":
        "status rng:dpcvx_rng:handle epsilon:f64 kappa:i64 out:i64:out_array:n n:i64 err:error:error",
    "dpcvx_rng_draw_uniform": "status rng:dpcvx_rng:handle bound:i64 out:i64:out_array:n n:i64 err:error:error",
    "dpcvx_rng_is_deterministic": "status rng:dpcvx_rng:handle deterministic:i32:out err:error:error",
    "dpcvx_sampler_create":
        "status objective:dpcvx_objective:handle center:f64:array:dimension start:f64:array:dimension dimension:i64"
        " options:dpcvx_options:handle out:dpcvx_sampler:create err:error:error",
    "dpcvx_sampler_create_with_function":
        "status function:dpcvx_potential_callback:callback user:void:user dimension:i64 domain:dpcvx_domain:handle "
        "center:f64:array:dimension start:f64:array:dimension options:dpcvx_options:handle out:dpcvx_sampler:create"
        " err:error:error",
    "dpcvx_sampler_create_with_quadratic":
        "status matrix:f64:array:dimension*dimension linear:f64:array:dimension dimension:i64 "
        "domain:dpcvx_domain:handle center:f64:array:dimension start:f64:array:dimension "
        "options:dpcvx_options:handle out:dpcvx_sampler:create err:error:error",
    "dpcvx_sampler_destroy": "void sampler:dpcvx_sampler:handle",
    "dpcvx_sampler_get_f64": "status sampler:dpcvx_sampler:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_sampler_get_i64": "status sampler:dpcvx_sampler:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_sampler_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_selection_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_selection_run_price":
        "status count:i64 epsilon:f64 delta:f64 options:dpcvx_options:handle out:dpcvx_curve:create err:error:error",
    "dpcvx_sgd_stability_after_touches":
        "status stability:dpcvx_sgd_stability:handle touches:i64 bound:f64:out err:error:error",
    "dpcvx_sgd_stability_create":
        "status options:dpcvx_options:handle out:dpcvx_sgd_stability:create err:error:error",
    "dpcvx_sgd_stability_curve":
        "status stability:dpcvx_sgd_stability:handle noise:f64 out:dpcvx_curve:create err:error:error",
    "dpcvx_sgd_stability_destroy": "void stability:dpcvx_sgd_stability:handle",
    "dpcvx_sgd_stability_expected": "status stability:dpcvx_sgd_stability:handle bound:f64:out err:error:error",
    "dpcvx_sgd_stability_noise":
        "status stability:dpcvx_sgd_stability:handle form:i32 epsilon:f64 delta:f64 noise:f64:out err:error:error",
    "dpcvx_sgd_stability_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_sgd_stability_quantile":
        "status stability:dpcvx_sgd_stability:handle gamma:f64 bound:f64:out err:error:error",
    "dpcvx_sgd_stability_worst": "status stability:dpcvx_sgd_stability:handle bound:f64:out err:error:error",
    "dpcvx_status_name": "string status:status",
    "dpcvx_test_release_law_create":
        "status epsilon:f64 delta:f64 kind:i32 options:dpcvx_options:handle out:dpcvx_test_release_law:create "
        "err:error:error",
    "dpcvx_test_release_law_destroy": "void law:dpcvx_test_release_law:handle",
    "dpcvx_test_release_law_get_f64":
        "status law:dpcvx_test_release_law:handle figure:i32 value:f64:out err:error:error",
    "dpcvx_test_release_law_get_i64":
        "status law:dpcvx_test_release_law:handle figure:i32 value:i64:out err:error:error",
    "dpcvx_test_release_law_pass_probability":
        "status law:dpcvx_test_release_law:handle score:i64 probability:f64:out err:error:error",
    "dpcvx_test_release_options_create": "status out:dpcvx_options:create err:error:error",
    "dpcvx_truncated_discrete_laplace_kappa":
        "status epsilon:f64 delta:f64 kappa:i64:out edge_probability:f64:out err:error:error",
    "dpcvx_users_function_create":
        "status users:i64 n:i64 function:dpcvx_users_callback:callback user:void:user "
        "out:dpcvx_users_function:create err:error:error",
    "dpcvx_users_function_destroy": "void function:dpcvx_users_function:handle",
    "dpcvx_version": "string",
}
