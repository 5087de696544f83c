"""Progress and cancellation of long calls."""
import atexit
import contextlib
import inspect
import os
import signal
import threading
import time
from typing import Any, Callable, Iterator, List, Optional, Union

import numpy

from dpcvx._generated import enums, figures
from dpcvx._handles import Handle
from dpcvx._arrays import wrong
from dpcvx._library import CancelledWarning, Error, call, callback_type, interruptible, running
from dpcvx._told import tell

ProgressLike = Union[None, bool, Callable[[int, int], Any]]
_ending: List[bool] = []  # holds something once the interpreter ends
_LONGEST_WAIT = 2.0  # seconds, for daemon threads to come out of the library at the end


class Monitor(Handle, handle="dpcvx_monitor"):
    """Watches long work: reports its steps to a function, and cancels it from any thread.

    Parameters
    ----------
    progress : callable, optional
        Called with the steps done and the steps in all, some 200 times, and twice a second where steps take longer. A true result
        cancels the call.
    """

    def __init__(self, progress: Optional[Callable[[int, int], Any]] = None):
        self.problem: Optional[BaseException] = None
        self.result: Any = None  # of the call, once there is one
        keys = figures.PROGRESS_FIGURE.keys

        def report(shown: int, _user: Any) -> int:
            try:
                done, total = (call("dpcvx_progress_get_i64", shown, keys[name].number) for name in ("done", "total"))
                return 1 if progress is not None and progress(done, total) else 0
            except BaseException as problem:  # must not go through C: the call is cancelled, and then raises it
                self.problem = self.problem or problem
                return 1

        self._callback = callback_type("dpcvx_progress_callback")(report)  # lives as long as the monitor
        self._own(call("dpcvx_monitor_create", self._callback))
        self._process = os.getpid()

    def cancel(self) -> None:
        """Ask all work that was given this monitor to stop after its current step."""
        call("dpcvx_monitor_cancel", self)

    @property
    def cancelled(self) -> bool:
        """Whether cancel() was called."""
        return bool(call("dpcvx_monitor_cancelled", self))


def _monitors_in_use() -> List[Monitor]:
    """Return the monitors of this process's running calls. A fork also knows those of its parent's threads, which it lacks."""
    return [owner for owners in running.copy().values() for owner in owners
            if isinstance(owner, Monitor) and owner._process == os.getpid()]


@atexit.register
def _end_daemons() -> None:
    """Cancel what daemon threads run. A callback after the end of the interpreter would crash: a cancelled call makes none."""
    _ending.append(True)
    latest = time.monotonic() + _LONGEST_WAIT
    for monitor in _monitors_in_use():
        monitor.cancel()
    while _monitors_in_use() and time.monotonic() < latest:  # one may be about to call back
        time.sleep(0.001)


def _stay_at_end() -> None:
    """Keep a daemon thread here once the interpreter ends. What was cancelled for that is nobody's result."""
    if _ending and threading.current_thread().daemon:
        threading.Event().wait()


def _bar() -> Any:
    """Return a function that shows a bar of tqdm, and one that closes it; nothing is shown where there is no tqdm."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        tell("progress=True shows a bar of tqdm, which is not installed", UserWarning)
        return None, lambda: None
    bar = tqdm(total=0, leave=False)

    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return show, bar.close


def _shower(progress: Any) -> Any:
    """Return a function that shows progress, and one that ends it. What cannot be called is refused: a charge comes next."""
    if progress is None or isinstance(progress, (bool, numpy.bool_)):
        return _bar() if progress else (None, lambda: None)
    check_progress("progress", progress, "True, or a function of the steps done and the steps in all")
    return progress, lambda: None


def check_progress(name: str, progress: Any, accepted: str) -> None:
    """Refuse what cannot be called with what is done and what there is in all. None is no progress."""
    if progress is None:
        return
    if not callable(progress):
        raise wrong(TypeError, name, repr(progress), accepted)
    try:
        inspect.signature(progress).bind(0, 1)
    except TypeError:
        raise wrong(TypeError, name, "a function of other parameters", accepted) from None
    except ValueError:  # one of C, which does not tell
        pass


UNCHARGED = "nothing was charged"


@contextlib.contextmanager
def watching(progress: ProgressLike = None, charged: str = "", refused: str = " before the charge: " + UNCHARGED) -> Iterator[Monitor]:
    """Watch one long call. Ctrl-C cancels it; it returns what it has reached, with a CancelledWarning.

    Before the charge there is nothing to return: Ctrl-C raises KeyboardInterrupt then, and nothing was charged.

    Parameters
    ----------
    progress : bool or callable, optional
        True shows a bar where tqdm is installed; a function is called with the steps done and in all.
    charged : str
        What the warning says of the charge.
    refused : str
        What KeyboardInterrupt says of a call that failed as it was cancelled.
    """
    _stay_at_end()
    show, close = _shower(progress)
    monitor = Monitor(show)
    interrupted = []

    def interrupt(_number: int, _frame: Any) -> None:
        interrupted.append(True)
        monitor.cancel()

    mine = interruptible()
    before = signal.signal(signal.SIGINT, interrupt) if mine else None
    try:
        yield monitor
    except Error as refusal:
        if interrupted and refusal.status == enums.Status.CANCELLED:
            raise KeyboardInterrupt("cancelled by Ctrl-C" + refused) from None
        if monitor.problem is None:
            raise
    finally:
        _stay_at_end()
        if mine:
            signal.signal(signal.SIGINT, before)
        close()
    if monitor.problem is not None:
        if monitor.result is not None:
            monitor.problem.fit = monitor.result  # type: ignore[attr-defined]
        raise monitor.problem
    if interrupted:
        tell(_ended(monitor.result, charged), CancelledWarning)


def _ended(result: Any, charged: str) -> str:
    """Return what is to be told of a call that Ctrl-C came to, which may have been too late to cancel it."""
    if not hasattr(result, "outcome"):
        return "cancelled by Ctrl-C" + charged
    outcome = result.outcome()
    if outcome != "cancelled":
        return "Ctrl-C came too late to cancel the fit, whose charge stays. Its outcome() says \"%s\"." % outcome
    return "cancelled by Ctrl-C%s Its outcome() says \"cancelled\"." % charged
