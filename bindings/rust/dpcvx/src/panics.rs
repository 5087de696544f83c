//! Panics of closures that the library calls. They must not unwind through C: each is caught, kept, and goes on when
//! the library has returned.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

thread_local! {
    // The library calls back on the thread of the call alone.
    static PENDING: RefCell<Option<Box<dyn Any + Send>>> = const { RefCell::new(None) };
}

/// Whether a closure of the call that runs on this thread has panicked.
pub(crate) fn pending() -> bool {
    PENDING.with(|kept| kept.borrow().is_some())
}

/// Runs a closure for the library. Gives `failed` if it panics, and does not run it if one has panicked before it.
pub(crate) fn guarded<R>(failed: R, closure: impl FnOnce() -> R) -> R {
    if pending() {
        return failed;
    }
    // Unwind safety: nobody sees what the closure left broken before the panic goes on.
    match catch_unwind(AssertUnwindSafe(closure)) {
        Ok(result) => result,
        Err(panic) => {
            PENDING.with(|kept| *kept.borrow_mut() = Some(panic));
            failed
        }
    }
}

/// Lets a kept panic go on.
pub(crate) fn resume() {
    if let Some(panic) = PENDING.with(|kept| kept.borrow_mut().take()) {
        resume_unwind(panic)
    }
}
