//! Audits: lower bounds on the privacy parameters of any release.

use crate::call::{create, Options, Owned, Result};
use crate::error::Error;
use crate::generated::options::AuditOptions;
use crate::panics;
use dpcvx_sys as sys;
use std::fmt;
use std::os::raw::c_void;

/// An audit to be run. Its options have setters here.
#[derive(Debug, Clone, Default)]
#[must_use = "a builder does nothing until its call is made"]
pub struct AuditBuilder {
    pub(crate) options: AuditOptions,
}

/// The bounds that an audit found. A bound above the claim refutes the claim. One below it proves nothing.
///
/// ```
/// use dpcvx::{Audit, Rng};
/// let mut rng = Rng::new()?;
/// // A count that differs by 1 between the sides, with noise of scale 2. Its epsilon is 1/2.
/// let found = Audit::builder().runs(20_000).run(|side, scores| {
///     let noise = rng.discrete_laplace(2.0, scores.len())?;
///     scores.iter_mut().zip(noise).for_each(|(score, noise)| *score = (noise + side as i64) as f64);
///     Ok(())
/// })?;
/// assert!(found.epsilon_lower()? < 0.6);
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Audit(Owned<sys::dpcvx_audit>);

// SAFETY: each audit belongs to one thread at a time (dpcvx/audit.h), and may move to another. It is not `Sync`.
unsafe impl Send for Audit {}

impl Audit {
    /// An audit with its options.
    pub fn builder() -> AuditBuilder {
        AuditBuilder::default()
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_audit {
        self.0.as_ptr()
    }
}

/// A release that is audited, and the error it gave.
struct Runs<F> {
    release: F,
    problem: Option<Error>,
}

impl AuditBuilder {
    /// Runs an audit. `release` runs the audited release on dataset 0 or 1, once for each score, and writes the scores:
    /// any function of the outputs that is large where side 1 is likelier. An error ends the audit, and is given as it
    /// is.
    pub fn run<F: FnMut(usize, &mut [f64]) -> Result<()>>(&self, release: F) -> Result<Audit> {
        let keys = self.options.keys()?;
        let mut runs = Runs { release, problem: None };
        let user = (&mut runs as *mut Runs<F>).cast();
        // SAFETY: options and closure live during the call, which alone uses the closure.
        let result = create(|out, err| unsafe {
            sys::dpcvx_audit_create(Some(run_release::<F>), user, keys.as_ptr(), out, err)
        });
        match runs.problem {
            Some(problem) => Err(problem),
            None => Ok(Audit(result?)),
        }
    }
}

unsafe extern "C" fn run_release<F: FnMut(usize, &mut [f64]) -> Result<()>>(
    user: *mut c_void,
    side: i32,
    count: usize,
    scores: *mut f64,
) -> i32 {
    // SAFETY: `user` is the `Runs` of the call that runs on this thread, and there is room for `count` scores.
    let (runs, scores) = unsafe {
        std::ptr::write_bytes(scores, 0, count);
        (&mut *(user as *mut Runs<F>), std::slice::from_raw_parts_mut(scores, count))
    };
    match panics::guarded(Ok(1), || (runs.release)(side as usize, scores).map(|()| 0)) {
        Ok(status) => status,
        Err(problem) => {
            runs.problem = Some(problem);
            1
        }
    }
}

impl fmt::Debug for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Audit(epsilon at least {})", self.epsilon_lower().unwrap_or(f64::NAN))
    }
}
