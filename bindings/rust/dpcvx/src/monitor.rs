//! Progress and cancellation of long work.

use crate::call::{call, create, value, Owned, Result};
use crate::panics;
use dpcvx_sys as sys;
use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::os::raw::c_void;
use std::ptr::null;
use std::sync::Arc;

type Report = Box<dyn Fn(&Progress<'_>) -> ControlFlow<()> + Send + Sync>;

/// The progress of long work, during a call of a monitor's closure. Its figures are public counts.
pub struct Progress<'a>(*const sys::dpcvx_progress, PhantomData<&'a ()>);

impl Progress<'_> {
    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_progress {
        self.0
    }
}

/// Watches long work: reports its progress to a closure, and stops the work if asked.
///
/// Several calls may share one monitor. Cancelling it stops all of them, and later calls at their first step.
/// A fit that is cancelled after its charge is returned: it keeps the charge, and holds what it reached.
/// [`Fit::outcome`](crate::Fit::outcome) says how it ended. What is cancelled before the charge fails with
/// [`Status::Cancelled`](crate::Status::Cancelled), and costs nothing.
///
/// ```
/// use dpcvx::{Budget, Dataset, Fit, Loss, Monitor, Objective, Plan, Rng, Status};
/// let data = Dataset::new(&[[0.5], [-1.0], [0.8], [-0.3]], &[1.0, -1.0, 1.0, -1.0])?;
/// let (budget, objective) = (Budget::new(1.0, 1e-6)?, Objective::new(&data, Loss::Logistic)?);
/// let plan = Plan::new(&budget, &objective)?;
/// let monitor = Monitor::new()?;
/// monitor.cancel()?; // from any thread, such as one that waits for Ctrl-C
/// let refused = Fit::watched(&budget, &mut Rng::new()?, &plan, &monitor).unwrap_err();
/// assert_eq!(refused.status(), Status::Cancelled);
/// assert_eq!(budget.epsilon_spent()?, 0.0); // it was cancelled before the charge
/// # Ok::<(), dpcvx::Error>(())
/// ```
pub struct Monitor {
    raw: Owned<sys::dpcvx_monitor>, // dropped before what it calls
    _report: Arc<Option<Report>>,
}

// SAFETY: any thread may cancel, and several calls on several threads may share a monitor (dpcvx/base.h). The closure
// runs on the threads of these calls, so it is `Send + Sync`.
unsafe impl Send for Monitor {}
unsafe impl Sync for Monitor {}

unsafe extern "C" fn report(progress: *const sys::dpcvx_progress, user: *mut c_void) -> i32 {
    if panics::pending() {
        return 1; // a closure of the work has panicked: it ends here
    }
    // SAFETY: `user` is the report of a monitor that lives during the call.
    let report = unsafe { &*(user as *const Option<Report>) };
    panics::guarded(1, || match report {
        Some(report) => i32::from(report(&Progress(progress, PhantomData)).is_break()),
        None => 0,
    })
}

impl Monitor {
    fn made(closure: Option<Report>) -> Result<Monitor> {
        let kept = Arc::new(closure);
        let user = Arc::as_ptr(&kept) as *mut c_void;
        // SAFETY: the report lives as long as the monitor.
        let raw = create(|out, err| unsafe { sys::dpcvx_monitor_create(Some(report), user, out, err) })?;
        Ok(Monitor { raw, _report: kept })
    }

    /// A monitor that cancels.
    pub fn new() -> Result<Monitor> {
        Monitor::made(None)
    }

    /// A monitor that reports progress, some 200 times, and twice a second where steps take longer.
    /// `ControlFlow::Break(())` cancels the call that reports.
    /// A panic cancels it too, and goes on when the call has ended.
    pub fn with_progress(
        closure: impl Fn(&Progress<'_>) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Result<Monitor> {
        Monitor::made(Some(Box::new(closure)))
    }

    /// Asks all work that was given this monitor to stop after its current step.
    pub fn cancel(&self) -> Result<()> {
        // SAFETY: the monitor lives, and any thread may cancel.
        call(|err| unsafe { sys::dpcvx_monitor_cancel(self.raw.as_ptr(), err) })
    }

    /// Whether [`cancel`](Monitor::cancel) was called.
    pub fn is_cancelled(&self) -> Result<bool> {
        // SAFETY: the monitor lives.
        Ok(value(|out, err| unsafe { sys::dpcvx_monitor_cancelled(self.raw.as_ptr(), out, err) })? != 0)
    }

    pub(crate) fn as_ptr(&self) -> *const sys::dpcvx_monitor {
        self.raw.as_ptr()
    }
}

impl fmt::Debug for Monitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Monitor")
    }
}

/// Makes a call with a monitor. Work that `calls_back` gets one in any case, which ends it when a closure panics.
pub(crate) fn watched<R>(
    monitor: Option<&Monitor>,
    calls_back: bool,
    function: impl FnOnce(*const sys::dpcvx_monitor) -> Result<R>,
) -> Result<R> {
    match monitor {
        Some(monitor) => function(monitor.as_ptr()),
        None if calls_back => function(Monitor::new()?.as_ptr()),
        None => function(null()),
    }
}
