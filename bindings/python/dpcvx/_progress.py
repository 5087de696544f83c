"""Progress and cancellation of long calls."""
import contextlib
import signal
import threading
import warnings
from typing import Any, Callable, Iterator, Optional, Union

from dpcvx._generated import enums, figures
from dpcvx._handles import Handle
from dpcvx._library import Error, call, callback_type
from dpcvx._told import tell

ProgressLike = Union[None, bool, Callable[[int, int], Any]]


class CancelledWarning(UserWarning):
    """A call was cancelled by Ctrl-C, and returned what it had reached."""


# By default Python shows a warning once for each line that gives it. Each cancelled call spent its price.
warnings.simplefilter("always", CancelledWarning)


class Monitor(Handle, handle="dpcvx_monitor"):
    """Watches long work: reports its steps to a function, and cancels it from any thread.

    Parameters
    ----------
    progress : callable, optional
        Called with the steps done and the steps in all, some 200 times. A true result cancels the call.
    """

    def __init__(self, progress: Optional[Callable[[int, int], Any]] = None):
        self.problem: Optional[BaseException] = None
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

    def cancel(self) -> None:
        """Ask all work that was given this monitor to stop after its current step."""
        call("dpcvx_monitor_cancel", self)

    @property
    def cancelled(self) -> bool:
        """Whether cancel() was called."""
        return bool(call("dpcvx_monitor_cancelled", self))


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


UNCHARGED = "nothing was charged"


@contextlib.contextmanager
def watching(progress: ProgressLike = None, charged: str = "") -> Iterator[Monitor]:
    """Watch one long call. Ctrl-C cancels it; it returns what it has reached, with a CancelledWarning.

    Before the charge there is nothing to return: Ctrl-C raises KeyboardInterrupt then, and nothing was charged.

    Parameters
    ----------
    progress : bool or callable, optional
        True shows a bar where tqdm is installed; a function is called with the steps done and in all.
    charged : str
        What the warning says of the charge.
    """
    show, close = _bar() if progress is True else (progress or None, lambda: None)
    monitor = Monitor(show)
    interrupted = []

    def interrupt(_number: int, _frame: Any) -> None:
        interrupted.append(True)
        monitor.cancel()

    mine = threading.current_thread() is threading.main_thread() and \
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    before = signal.signal(signal.SIGINT, interrupt) if mine else None
    try:
        yield monitor
    except Error as refusal:
        if interrupted and refusal.status == enums.Status.CANCELLED:
            raise KeyboardInterrupt("cancelled by Ctrl-C before the charge: " + UNCHARGED) from None
        if monitor.problem is None:
            raise
    finally:
        if mine:
            signal.signal(signal.SIGINT, before)
        close()
    if monitor.problem is not None:
        raise monitor.problem
    if interrupted:
        tell("cancelled by Ctrl-C" + charged, CancelledWarning)
