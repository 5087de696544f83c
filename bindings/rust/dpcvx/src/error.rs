//! Errors of calls.

use crate::generated::enums::Status;
use dpcvx_sys as sys;
use std::ffi::CStr;
use std::fmt;

/// Says why a call failed. The message names the function, the argument, its value and what is accepted, in the names of
/// this crate. Match on [`status`](Error::status): messages may change. It is an [`std::error::Error`], so `?` takes it to
/// `Box<dyn Error>` or `anyhow::Error`.
///
/// A message about a label or an entry of a table is as private as the table.
///
/// ```
/// let problem = dpcvx::Curve::gdp(-1.0).unwrap_err();
/// assert_eq!(problem.status(), dpcvx::Status::Argument);
/// assert!(problem.message().contains("'mu' = -1"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    status: Status,
    message: String,
}

impl Error {
    pub(crate) fn new(status: Status, message: String) -> Error {
        Error { status, message }
    }

    /// An argument that this crate does not accept.
    pub(crate) fn argument(message: String) -> Error {
        Error::new(Status::Argument, message)
    }

    /// An error of a caller's own, for closures that give a [`Result`](crate::Result).
    pub fn callback(message: impl Into<String>) -> Error {
        Error::new(Status::Callback, message.into())
    }

    /// The kind of the error.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What was wrong.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In words of the crate: "ledger locked". `name` is that of C.
        for (place, letter) in format!("{:?}", self).chars().enumerate() {
            if letter.is_ascii_uppercase() && place > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{}", letter.to_ascii_lowercase())?;
        }
        Ok(())
    }
}

impl Status {
    /// Its name in C, such as `DPCVX_ERR_BUDGET`.
    pub fn name(self) -> &'static str {
        // SAFETY: the library returns a static string.
        unsafe { CStr::from_ptr(sys::dpcvx_status_name(self.number())) }.to_str().unwrap_or("unknown status")
    }
}
