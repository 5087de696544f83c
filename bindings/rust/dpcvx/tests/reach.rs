//! Every option and figure of the library has the name and the type that the crates say.
use dpcvx::sys;
use std::ffi::CStr;
use std::ptr::null_mut;

type Create = unsafe extern "C" fn(*mut *mut sys::dpcvx_options, *mut sys::dpcvx_error) -> i32;

const CREATE: &[(&str, Create)] = &[
    ("AUDIT_OPTION", sys::dpcvx_audit_options_create),
    ("BUDGET_OPTION", sys::dpcvx_budget_options_create),
    ("COVARIANCE_OPTION", sys::dpcvx_covariance_options_create),
    ("ESTIMATE_OPTION", sys::dpcvx_estimate_options_create),
    ("EVALUATION_OPTION", sys::dpcvx_evaluation_options_create),
    ("FIT_TABLE_OPTION", sys::dpcvx_fit_table_options_create),
    ("HYPOTHESES_OPTION", sys::dpcvx_hypotheses_options_create),
    ("LOCAL_OPTION", sys::dpcvx_local_options_create),
    ("MINIMIZE_OPTION", sys::dpcvx_minimize_options_create),
    ("OBJECTIVE_OPTION", sys::dpcvx_objective_options_create),
    ("PLAN_OPTION", sys::dpcvx_plan_options_create),
    ("RELEASE_OPTION", sys::dpcvx_release_options_create),
    ("SAMPLER_OPTION", sys::dpcvx_sampler_options_create),
    ("SELECTION_OPTION", sys::dpcvx_selection_options_create),
    ("STABILITY_OPTION", sys::dpcvx_sgd_stability_options_create),
    ("TEST_RELEASE_OPTION", sys::dpcvx_test_release_options_create),
];

/// Whether options of a kind have a key of a type.
fn has(options: *const sys::dpcvx_options, number: i32, real: bool) -> bool {
    let mut record = sys::dpcvx_error { code: 0, message: [0; 508] };
    let (mut f, mut i) = ([0.0; 3], [0; 3]);
    let ([f0, f1, f2], [i0, i1, i2]) = (&mut f, &mut i);
    // SAFETY: the options live, and the call writes three numbers.
    let status = unsafe {
        if real {
            sys::dpcvx_options_get_bounds_f64(options, number, f0, f1, f2, &mut record)
        } else {
            sys::dpcvx_options_get_bounds_i64(options, number, i0, i1, i2, &mut record)
        }
    };
    status == sys::DPCVX_OK
}

#[test]
fn options_have_their_types() {
    assert_eq!(CREATE.len(), sys::OPTIONS.len());
    for (family, (name, create)) in sys::OPTIONS.iter().zip(CREATE) {
        assert_eq!(&family.name, name);
        let mut options = null_mut();
        // SAFETY: the call creates options, which are destroyed below.
        assert_eq!(unsafe { create(&mut options, null_mut()) }, sys::DPCVX_OK);
        for key in family.keys {
            assert!(has(options, key.number, key.real), "{} of {} is of another type", key.name, name);
            assert!(!has(options, key.number, !key.real), "{} of {} has both types", key.name, name);
        }
        assert!(!has(options, -1, true), "a key that there is not");
        unsafe { sys::dpcvx_options_destroy(options) };
    }
}

#[test]
fn statuses_have_their_names() {
    let names: Vec<_> = (1..=10).map(|number| dpcvx::Status::from_number(number).name()).collect();
    assert!(names.iter().all(|name| name.starts_with("DPCVX_ERR_")), "{:?}", names);
    assert_eq!(dpcvx::Status::from_number(999), dpcvx::Status::Other(999));
    assert_eq!(dpcvx::Status::Other(999).name(), "unknown status");
    let linked = unsafe { CStr::from_ptr(sys::dpcvx_version()) }.to_str().unwrap();
    assert_eq!((linked, dpcvx::version()), (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_VERSION")));
}

#[test]
fn enumerations_go_there_and_back() {
    for loss in dpcvx::Loss::ALL {
        assert_eq!(dpcvx::Loss::from_number(*loss as i32), Some(*loss));
    }
    assert_eq!(dpcvx::Method::NoisySgd.to_string(), "noisy_sgd");
    assert_eq!(dpcvx::Method::from_number(-1), None);
}
