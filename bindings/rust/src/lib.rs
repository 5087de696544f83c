//! dpcvx from Rust: budgets, curves, random sources and vector releases. Handles are freed when dropped; a call that
//! fails is an `Error` with the library's status and message.

use std::ffi::CStr;
use std::fmt;
use std::os::raw::{c_char, c_void};
use std::ptr;

#[repr(C)]
struct Record {
    code: i32,
    message: [c_char; 508],
}

macro_rules! opaque {
    ($($name:ident),*) => { $(#[repr(C)] struct $name { _private: [u8; 0] })* };
}
opaque!(RawRng, RawCurve, RawBudget, RawOptions, RawGuarantee);

extern "C" {
    fn dpcvx_version() -> *const c_char;
    fn dpcvx_status_name(status: i32) -> *const c_char;
    fn dpcvx_rng_create(out: *mut *mut RawRng, err: *mut Record) -> i32;
    fn dpcvx_rng_create_deterministic(seed: *const c_void, bytes: usize, out: *mut *mut RawRng, err: *mut Record) -> i32;
    fn dpcvx_rng_destroy(rng: *mut RawRng);
    fn dpcvx_curve_create_gdp(mu: f64, out: *mut *mut RawCurve, err: *mut Record) -> i32;
    fn dpcvx_curve_epsilon(curve: *const RawCurve, delta: f64, epsilon: *mut f64, err: *mut Record) -> i32;
    fn dpcvx_curve_destroy(curve: *mut RawCurve);
    fn dpcvx_budget_create(
        epsilon: f64, delta: f64, adjacency: i32, unit: i32, options: *const RawOptions, out: *mut *mut RawBudget,
        err: *mut Record,
    ) -> i32;
    fn dpcvx_budget_price(budget: *const RawBudget, share: f64, out: *mut *mut RawCurve, err: *mut Record) -> i32;
    fn dpcvx_budget_to_json(
        budget: *const RawBudget, out: *mut c_char, capacity: usize, length: *mut usize, err: *mut Record,
    ) -> i32;
    fn dpcvx_budget_destroy(budget: *mut RawBudget);
    fn dpcvx_release_gaussian(
        budget: *mut RawBudget, rng: *mut RawRng, price: *const RawCurve, values: *const f64, n: i64,
        l2_sensitivity: f64, options: *const RawOptions, out: *mut f64, guarantee: *mut *mut RawGuarantee,
        err: *mut Record,
    ) -> i32;
}

/// A call that failed.
#[derive(Debug, Clone)]
pub struct Error {
    pub status: i32,
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}
impl std::error::Error for Error {}

pub const ERR_ARGUMENT: i32 = 1;

// dpcvx/privacy.h: which datasets are neighbours, and whose data are protected.
const REPLACE_ONE: i32 = 1;
const RECORD: i32 = 11;
pub const ERR_BUDGET: i32 = 3;

// Makes a call with an error record.
fn call(function: impl FnOnce(*mut Record) -> i32) -> Result<(), Error> {
    let mut record = Record { code: 0, message: [0; 508] };
    let status = function(&mut record);
    if status == 0 {
        return Ok(());
    }
    let message = unsafe { CStr::from_ptr(record.message.as_ptr()) }.to_string_lossy().into_owned();
    Err(Error { status, message })
}

pub fn version() -> String {
    unsafe { CStr::from_ptr(dpcvx_version()) }.to_string_lossy().into_owned()
}

pub fn status_name(status: i32) -> String {
    unsafe { CStr::from_ptr(dpcvx_status_name(status)) }.to_string_lossy().into_owned()
}

/// A source of randomness.
pub struct Rng(*mut RawRng);

impl Rng {
    pub fn new() -> Result<Rng, Error> {
        let mut out = ptr::null_mut();
        call(|err| unsafe { dpcvx_rng_create(&mut out, err) })?;
        Ok(Rng(out))
    }

    /// NOT PRIVATE: for tests.
    pub fn deterministic(seed: &[u8]) -> Result<Rng, Error> {
        let mut out = ptr::null_mut();
        call(|err| unsafe { dpcvx_rng_create_deterministic(seed.as_ptr() as *const c_void, seed.len(), &mut out, err) })?;
        Ok(Rng(out))
    }
}
impl Drop for Rng {
    fn drop(&mut self) {
        unsafe { dpcvx_rng_destroy(self.0) }
    }
}

/// How private something is: the price of a release.
pub struct Curve(*mut RawCurve);

impl Curve {
    pub fn gdp(mu: f64) -> Result<Curve, Error> {
        let mut out = ptr::null_mut();
        call(|err| unsafe { dpcvx_curve_create_gdp(mu, &mut out, err) })?;
        Ok(Curve(out))
    }

    pub fn epsilon(&self, delta: f64) -> Result<f64, Error> {
        let mut epsilon = 0.0;
        call(|err| unsafe { dpcvx_curve_epsilon(self.0, delta, &mut epsilon, err) })?;
        Ok(epsilon)
    }
}
impl Drop for Curve {
    fn drop(&mut self) {
        unsafe { dpcvx_curve_destroy(self.0) }
    }
}

/// A ledger with a hard (epsilon, delta) limit; replace-one adjacency, records.
pub struct Budget(*mut RawBudget);

impl Budget {
    pub fn new(epsilon: f64, delta: f64) -> Result<Budget, Error> {
        let mut out = ptr::null_mut();
        call(|err| unsafe { dpcvx_budget_create(epsilon, delta, REPLACE_ONE, RECORD, ptr::null(), &mut out, err) })?;
        Ok(Budget(out))
    }

    /// A curve that spends a share of what is left.
    pub fn price(&self, share: f64) -> Result<Curve, Error> {
        let mut out = ptr::null_mut();
        call(|err| unsafe { dpcvx_budget_price(self.0, share, &mut out, err) })?;
        Ok(Curve(out))
    }

    pub fn json(&self) -> Result<String, Error> {
        let mut length = 0;
        call(|err| unsafe { dpcvx_budget_to_json(self.0, ptr::null_mut(), 0, &mut length, err) })?;
        let mut text = vec![0u8; length + 1];
        call(|err| unsafe {
            dpcvx_budget_to_json(self.0, text.as_mut_ptr() as *mut c_char, length + 1, &mut length, err)
        })?;
        text.truncate(length);
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// `values` with Gaussian noise for the price.
    pub fn release_gaussian(
        &mut self, rng: &mut Rng, price: &Curve, values: &[f64], l2_sensitivity: f64,
    ) -> Result<Vec<f64>, Error> {
        let mut out = vec![0.0; values.len()];
        call(|err| unsafe {
            dpcvx_release_gaussian(
                self.0, rng.0, price.0, values.as_ptr(), values.len() as i64, l2_sensitivity, ptr::null(), out.as_mut_ptr(),
                ptr::null_mut(), err,
            )
        })?;
        Ok(out)
    }
}
impl Drop for Budget {
    fn drop(&mut self) {
        unsafe { dpcvx_budget_destroy(self.0) }
    }
}
