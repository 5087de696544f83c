//! Mistakes that are planted, for sanitizers to find. They run only if asked for, one at a time.
use dpcvx::sys;
use std::os::raw::c_void;
use std::ptr::{null, null_mut};

unsafe extern "C" fn read(_unit: i64, _w: *const f64, _dimension: i64, gradient: *mut f64, user: *mut c_void) -> f64 {
    *gradient = *(user as *const f64);
    0.0
}

#[test]
#[ignore = "a mistake"]
fn planted_leak() {
    let lost = dpcvx::Domain::ball(2.0, 1.0, 3).unwrap();
    std::mem::forget(lost);
}

#[test]
#[ignore = "a mistake"]
fn planted_use_after_free() {
    let user = Box::into_raw(Box::new(1.0f64));
    let (mut options, mut objective) = (null_mut(), null_mut());
    unsafe {
        sys::dpcvx_objective_options_create(&mut options, null_mut());
        for key in [sys::DPCVX_OBJECTIVE_OPTION_LIPSCHITZ, sys::DPCVX_OBJECTIVE_OPTION_SMOOTHNESS] {
            sys::dpcvx_options_set_f64(options, key, 1.0, null_mut());
        }
        sys::dpcvx_options_set_f64(options, sys::DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY, 0.0, null_mut());
        let (out, err) = (&mut objective, null_mut());
        sys::dpcvx_objective_create_from_units(1, 1, Some(read), user.cast(), null(), options, out, err);
        drop(Box::from_raw(user)); // before the objective that reads it
        let (mut value, mut gradient) = (0.0, 0.0);
        sys::dpcvx_nonprivate_objective_value(objective, &0.0, 1, &mut value, &mut gradient, null_mut());
        sys::dpcvx_objective_destroy(objective);
        sys::dpcvx_options_destroy(options);
        println!("{} {}", value, gradient);
    }
}
