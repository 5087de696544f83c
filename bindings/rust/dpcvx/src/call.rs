//! Calls of the C functions: handles, errors, numbers and texts.

use crate::error::Error;
use crate::generated::enums::Status;
use crate::panics;
use crate::words::in_rust;
use dpcvx_sys as sys;
use std::ffi::{CStr, CString};
use std::ops::Range;
use std::os::raw::{c_char, c_void};
use std::ptr::{null_mut, NonNull};

/// What a call gives, or why it failed. With a second type it is the `Result` of std, so that `use dpcvx::*` is harmless.
pub type Result<T, E = Error> = std::result::Result<T, E>;

// ---- Handles -----------------------------------------------------------------------------------------------------

/// An opaque type of the library, and the function that frees it.
pub(crate) trait Raw {
    /// # Safety
    /// `raw` was created by the library, and nobody uses it afterwards.
    unsafe fn destroy(raw: *mut Self);
}

macro_rules! raw {
    ($($handle:ident: $destroy:ident),* $(,)?) => {
        $(impl Raw for sys::$handle {
            unsafe fn destroy(raw: *mut Self) {
                // SAFETY: as the caller promises.
                unsafe { sys::$destroy(raw) }
            }
        })*
    };
}

raw! {
    dpcvx_above_threshold: dpcvx_above_threshold_destroy, dpcvx_accountant: dpcvx_accountant_destroy,
    dpcvx_audit: dpcvx_audit_destroy, dpcvx_budget: dpcvx_budget_destroy,
    dpcvx_coordinator: dpcvx_coordinator_destroy, dpcvx_covariance: dpcvx_covariance_destroy, dpcvx_curve: dpcvx_curve_destroy,
    dpcvx_dataset: dpcvx_dataset_destroy, dpcvx_domain: dpcvx_domain_destroy,
    dpcvx_estimate: dpcvx_estimate_destroy,
    dpcvx_evaluation: dpcvx_evaluation_destroy, dpcvx_fit: dpcvx_fit_destroy,
    dpcvx_local_aggregator: dpcvx_local_aggregator_destroy, dpcvx_local_protocol: dpcvx_local_protocol_destroy,
    dpcvx_guarantee: dpcvx_guarantee_destroy, dpcvx_hypotheses: dpcvx_hypotheses_destroy,
    dpcvx_monitor: dpcvx_monitor_destroy,
    dpcvx_objective: dpcvx_objective_destroy, dpcvx_options: dpcvx_options_destroy,
    dpcvx_partial_sum: dpcvx_partial_sum_destroy, dpcvx_plan: dpcvx_plan_destroy,
    dpcvx_rng: dpcvx_rng_destroy, dpcvx_sampler: dpcvx_sampler_destroy,
    dpcvx_sgd_stability: dpcvx_sgd_stability_destroy, dpcvx_test_release_law: dpcvx_test_release_law_destroy,
    dpcvx_users_function: dpcvx_users_function_destroy,
}

/// A handle that is destroyed when it is dropped. It is neither `Send` nor `Sync`: the types that own one say why they
/// are.
pub(crate) struct Owned<T: Raw>(NonNull<T>);

impl<T: Raw> Owned<T> {
    /// Takes what a call created, or nothing for NULL.
    fn taken(raw: *mut T) -> Option<Owned<T>> {
        NonNull::new(raw).map(Owned)
    }

    pub(crate) fn as_ptr(&self) -> *mut T {
        self.0.as_ptr()
    }
}

impl<T: Raw> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: the handle was created by the library, and this was its only owner.
        unsafe { T::destroy(self.0.as_ptr()) }
    }
}

// ---- Calls -------------------------------------------------------------------------------------------------------

/// Makes a call with an error record. A panic of a closure that it ran still waits.
fn status_of(function: impl FnOnce(*mut sys::dpcvx_error) -> i32) -> Result<()> {
    let mut record = sys::dpcvx_error { code: 0, message: [0; 508] };
    let status = function(&mut record);
    if status == sys::DPCVX_OK {
        return Ok(());
    }
    // SAFETY: the library ends the message with NUL.
    let message = unsafe { CStr::from_ptr(record.message.as_ptr()) }.to_string_lossy().into_owned();
    Err(Error::new(Status::from_number(status), in_rust(&message)))
}

/// Makes a call. If a closure panicked in it, the panic goes on here.
pub(crate) fn call(function: impl FnOnce(*mut sys::dpcvx_error) -> i32) -> Result<()> {
    let result = status_of(function);
    panics::resume();
    result
}

/// Makes a call that creates a handle.
pub(crate) fn create<T: Raw>(function: impl FnOnce(*mut *mut T, *mut sys::dpcvx_error) -> i32) -> Result<Owned<T>> {
    let mut out = null_mut();
    let result = status_of(|err| function(&mut out, err));
    let made = Owned::taken(out); // destroyed if a panic goes on
    panics::resume();
    result.map(|()| made.expect("a call that succeeds creates its handle"))
}

/// Makes a call that creates two handles.
pub(crate) fn create_two<T: Raw, U: Raw>(
    function: impl FnOnce(*mut *mut T, *mut *mut U, *mut sys::dpcvx_error) -> i32,
) -> Result<(Owned<T>, Owned<U>)> {
    let mut other = null_mut();
    let first = create(|out, err| function(out, &mut other, err));
    let other = Owned::taken(other);
    Ok((first?, other.expect("a call that succeeds creates its handles")))
}

/// Makes a call that writes one value.
pub(crate) fn value<T: Default>(function: impl FnOnce(*mut T, *mut sys::dpcvx_error) -> i32) -> Result<T> {
    let mut out = T::default();
    call(|err| function(&mut out, err))?;
    Ok(out)
}

/// Room for an array, or the error for none.
pub(crate) fn room<T: Default + Clone>(count: usize) -> Result<Vec<T>> {
    let mut out = Vec::new();
    if out.try_reserve_exact(count).is_err() {
        return Err(Error::new(Status::Nomem, format!("there is no memory for an array of {} entries", count)));
    }
    out.resize(count, T::default());
    Ok(out)
}

/// Makes a call that writes an array.
pub(crate) fn filled<T: Default + Clone>(
    count: usize,
    function: impl FnOnce(*mut T, i64, *mut sys::dpcvx_error) -> i32,
) -> Result<Vec<T>> {
    let mut out = room(count)?;
    call(|err| function(out.as_mut_ptr(), count as i64, err))?;
    Ok(out)
}

/// Makes a call that writes bytes. A ledger may grow between the question for the length and the answer.
pub(crate) fn bytes(
    function: impl Fn(*mut c_void, usize, *mut usize, *mut sys::dpcvx_error) -> i32,
) -> Result<Vec<u8>> {
    let mut length = 0;
    call(|err| function(null_mut(), 0, &mut length, err))?;
    loop {
        let mut out = room::<u8>(length + 1)?;
        match call(|err| function(out.as_mut_ptr().cast(), out.len(), &mut length, err)) {
            Err(problem) if problem.status() == Status::Capacity => length = 2 * out.len(),
            Err(problem) => return Err(problem),
            Ok(()) => {
                out.truncate(length);
                return Ok(out);
            }
        }
    }
}

/// Makes a call that writes text: a report is in the names of this crate, and JSON as it is.
pub(crate) fn text(function: impl Fn(*mut c_char, usize, *mut usize, *mut sys::dpcvx_error) -> i32) -> Result<String> {
    let written = bytes(|out, capacity, length, err| function(out.cast(), capacity, length, err))?;
    let text = String::from_utf8_lossy(&written).into_owned();
    Ok(if text.starts_with(['{', '[']) { text } else { in_rust(&text) })
}

/// A text that goes to the library.
pub(crate) fn c_text(what: &str, text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::argument(format!("{} holds a NUL character", what)))
}

// ---- Figures and options -----------------------------------------------------------------------------------------

pub(crate) fn get_f64(getter: impl FnOnce(*mut f64, *mut sys::dpcvx_error) -> i32) -> Result<f64> {
    value(getter)
}

pub(crate) fn get_i64(getter: impl FnOnce(*mut i64, *mut sys::dpcvx_error) -> i32) -> Result<i64> {
    value(getter)
}

pub(crate) fn get_flag(getter: impl FnOnce(*mut i64, *mut sys::dpcvx_error) -> i32) -> Result<bool> {
    Ok(get_i64(getter)? != 0)
}

/// The member of this name, as it is displayed.
pub(crate) fn named<T: Copy + std::fmt::Display>(all: &[T], kind: &str, name: &str) -> std::result::Result<T, Error> {
    let given = name.to_ascii_lowercase().replace([' ', '-'], "_");
    all.iter().copied().find(|member| member.to_string() == given).ok_or_else(|| {
        let names = all.iter().map(T::to_string).collect::<Vec<_>>().join(", ");
        Error::argument(format!("{}: '{}' is no member; accepted: {}", kind, name, names))
    })
}

/// An enumeration of the library.
pub(crate) trait Number: Sized {
    fn of(number: i32) -> Option<Self>;
}

/// The member of an enumeration that has this number.
pub(crate) fn known<T: Number>(number: i64) -> Result<T> {
    i32::try_from(number).ok().and_then(T::of).ok_or_else(|| {
        let message = format!("the library told {}, a number that this crate does not know", number);
        Error::new(Status::Unsupported, message)
    })
}

pub(crate) fn get_known<T: Number>(getter: impl FnOnce(*mut i64, *mut sys::dpcvx_error) -> i32) -> Result<T> {
    known(get_i64(getter)?)
}

/// A member of an enumeration, or nothing where the figure is 0.
pub(crate) fn get_optional<T: Number>(
    getter: impl FnOnce(*mut i64, *mut sys::dpcvx_error) -> i32,
) -> Result<Option<T>> {
    match get_i64(getter)? {
        0 => Ok(None),
        number => known(number).map(Some),
    }
}

/// Options of one kind in the library.
pub(crate) struct Keys(Owned<sys::dpcvx_options>);

impl Keys {
    pub(crate) fn create(
        function: unsafe extern "C" fn(*mut *mut sys::dpcvx_options, *mut sys::dpcvx_error) -> i32,
    ) -> Result<Keys> {
        // SAFETY: the function is one of the library's that create options.
        Ok(Keys(create(|out, err| unsafe { function(out, err) })?))
    }

    pub(crate) fn f64(&self, key: i32, value: f64) -> Result<()> {
        // SAFETY: the options live.
        call(|err| unsafe { sys::dpcvx_options_set_f64(self.0.as_ptr(), key, value, err) })
    }

    pub(crate) fn i64(&self, key: i32, value: i64) -> Result<()> {
        // SAFETY: the options live.
        call(|err| unsafe { sys::dpcvx_options_set_i64(self.0.as_ptr(), key, value, err) })
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_options {
        self.0.as_ptr()
    }
}

/// A struct of options, which goes to the library when a call takes it.
pub(crate) trait Options {
    fn create() -> Result<Keys>;
    fn send(&self, keys: &Keys) -> Result<()>;

    /// The options in the library: those that are set, and defaults for the others.
    fn keys(&self) -> Result<Keys> {
        let keys = Self::create()?;
        match self.send(&keys) {
            Ok(()) => Ok(keys),
            Err(error) => {
                let kind = std::any::type_name::<Self>().rsplit("::").next().unwrap_or_default();
                Err(Error::new(error.status(), format!("{}: {}", kind, error.message())))
            }
        }
    }
}

/// Refuses no rows.
pub(crate) fn check_rows(call: &str, rows: &[i64]) -> Result<()> {
    if rows.is_empty() {
        return Err(Error::argument(format!("{}: 'rows' is empty; accepted: one row or more", call)));
    }
    Ok(())
}

/// Refuses what is no interval of 0 to 1.
pub(crate) fn check_interval(call: &str, held_out: &Range<f64>) -> Result<()> {
    if held_out.start >= 0.0 && held_out.start < held_out.end && held_out.end <= 1.0 {
        return Ok(());
    }
    Err(Error::argument(format!("{}: 'held_out' = {:?}; accepted: 0 <= start < end <= 1", call, held_out)))
}
