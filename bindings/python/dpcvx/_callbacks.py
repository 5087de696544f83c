"""Functions of the caller's that the library calls."""
import contextlib
from typing import Any, Callable, Iterator, Optional

from dpcvx._library import Error, callback_type
from dpcvx._progress import Monitor


class Callback:
    """A caller's function behind a callback. What it raises must not go through C: it is kept, and raised after the call.

    Parameters
    ----------
    kind : str
        The type of the callback in C.
    body : callable
        What runs, with the parameters of C.
    failed : object
        What C is told where it raises.
    """

    def __init__(self, kind: str, body: Callable[..., Any], failed: Any):
        self.problem: Optional[BaseException] = None
        self.stop: Optional[Monitor] = None

        def run(*given: Any) -> Any:
            if self.problem is not None:
                return failed
            try:
                return body(*given)
            except BaseException as problem:  # KeyboardInterrupt too
                self.problem = problem
                if self.stop is not None:
                    self.stop.cancel()
                return failed

        self.pointer = callback_type(kind)(run)  # lives as long as this object

    @contextlib.contextmanager
    def raising(self, stop: Optional[Monitor] = None) -> Iterator[None]:
        """Raise after a call what the function raised in it. `stop` is cancelled then, so that the call ends early."""
        self.problem, self.stop = None, stop
        try:
            yield
        except Error:
            if self.problem is None:
                raise
        finally:
            problem, self.problem, self.stop = self.problem, None, None
        if problem is not None:
            raise problem


@contextlib.contextmanager
def raising(callback: Optional[Callback], stop: Optional[Monitor] = None) -> Iterator[None]:
    """Do what Callback.raising() does, where there is a callback."""
    with callback.raising(stop) if callback is not None else contextlib.nullcontext():
        yield
