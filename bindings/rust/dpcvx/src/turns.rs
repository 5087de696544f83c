//! Closures that objectives keep. An objective that calls back serves one thread at a time: calls take turns.

use crate::call::Result;
use crate::error::Error;
use crate::generated::enums::Status;
use crate::monitor::Monitor;
use std::os::raw::c_void;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// Lets one thread in at a time.
#[derive(Default)]
pub(crate) struct Gate {
    inside: Mutex<Option<ThreadId>>,
    left: Condvar,
}

/// A turn, until it is dropped.
pub(crate) struct Turn<'a>(&'a Gate);

impl Gate {
    /// Waits until no other thread is inside. Refuses a closure that calls with the very objective it belongs to, and
    /// work that its monitor cancels before its turn.
    pub(crate) fn turn(&self, monitor: Option<&Monitor>) -> Result<Turn<'_>> {
        const LOOK: Duration = Duration::from_millis(10);
        let me = thread::current().id();
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(other) = *inside {
            if other == me {
                let message = "an objective's own function uses the objective, which serves one call at a time";
                return Err(Error::new(Status::State, message.into()));
            }
            inside = match monitor {
                None => self.left.wait(inside).unwrap_or_else(PoisonError::into_inner),
                Some(monitor) if monitor.is_cancelled()? => {
                    let message = "the work was cancelled while it waited for its turn; nothing was charged";
                    return Err(Error::new(Status::Cancelled, message.into()));
                }
                Some(_) => self.left.wait_timeout(inside, LOOK).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
        *inside = Some(me);
        Ok(Turn(self))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.inside.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.0.left.notify_one();
    }
}

/// A closure and its gate.
struct Kept<F> {
    gate: Gate,
    function: F,
}

// SAFETY: the library runs the closure during calls alone, and each of these holds the turn of the gate. So one thread
// uses it at a time, and the gate's mutex orders the uses. That needs `F: Send`, as a mutex does.
unsafe impl<F: Send> Sync for Kept<F> {}

/// A closure of any type that objectives keep alive together.
pub(crate) trait Closure: Send + Sync {
    fn gate(&self) -> &Gate;
}

impl<F: Send> Closure for Kept<F> {
    fn gate(&self) -> &Gate {
        &self.gate
    }
}

/// Keeps a closure. Gives its owner, and the pointer that a callback receives: to an `F`, valid while the owner lives.
pub(crate) fn keep<F: Send + 'static>(function: F) -> (Arc<dyn Closure>, *mut c_void) {
    let kept = Arc::new(Kept { gate: Gate::default(), function });
    let user = std::ptr::addr_of!(kept.function) as *mut c_void;
    (kept, user)
}

/// The turn of an objective: at once if it has no closure.
pub(crate) fn turn_of<'a>(
    closure: &'a Option<Arc<dyn Closure>>,
    monitor: Option<&Monitor>,
) -> Result<Option<Turn<'a>>> {
    closure.as_ref().map(|closure| closure.gate().turn(monitor)).transpose()
}
