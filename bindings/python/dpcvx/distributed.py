"""Private fits of tables that are beyond one memory or one machine: dpcvx/distributed.h.

The table lies in parts. For each step a coordinator tells the current point, the holders of parts sum the clipped
gradients of their units, and the coordinator adds noise to the whole sum once. Sums are of integers: any number of
parts, in any order, gives the same bits where one build of the library computes all. The methods are noisy
gradient descent with a fixed clip and, for squares, sufficient statistics, which read the table once. By its name,
noisy SGD draws random batches of users. By their names, output and objective perturbation take rounds of exact sums.

`fit_batches` makes a fit from batches of Arrow, of pandas, or of arrays, that are read once a step: from Parquet, from a
query of DuckDB, or from anything that can be read again. An object with `__arrow_c_stream__` is read without pyarrow.
`Coordinator` and `PartialSum` are what it is made of: they fit engines that run a function on each partition and reduce its
results.

Partial sums are NOT PRIVATE: who holds or merges them sees exact sums.
"""
import ctypes
import threading
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

import numpy

from dpcvx._arrays import bytes_of, integer_array, numbers_of, real_array, text_of, wrong
from dpcvx._arrow_stream import address_of, is_stream, read_watched
from dpcvx._generated import enums, figures
from dpcvx._handles import Handle
from dpcvx._ids import is_text
from dpcvx._keys import member
from dpcvx._library import CancelledWarning, Error, call
from dpcvx._part_rows import Batches, Reader, Rows, Stopped, charged, count_users, has_first_rows, in_batch, reader_of
from dpcvx._part_units import PartUnits, part_plan
from dpcvx._progress import check_progress, watching
from dpcvx._told import tell_all, tell_of, weak_privacy
from dpcvx._words import counted
from dpcvx.data import Dataset
from dpcvx.model import Objective, loss_of
from dpcvx.privacy import Budget
from dpcvx.random import Rng, rng_of
from dpcvx.solve import Fit, Plan
from dpcvx.tables import Columns, Meaning, told_of_unscaled

_NOTHING_ADDED = ": no rows of the call were added to the sum"


class Coordinator(Handle, handle="dpcvx_coordinator"):
    """The coordinator of one fit. Making it charges the budget for all steps. It never sees a row.

    Parameters
    ----------
    budget : dpcvx.Budget
        It is charged before the first sum.
    plan : dpcvx.Plan
        Of an objective of `dpcvx.Objective.public`.
    parts : int
        How many parts the table has. They are numbered from 0.
    rng : dpcvx.Rng, optional
        By default a fresh one of the operating system.

    Examples
    --------
    >>> facts = dpcvx.Objective.public(1, "logistic", nominal_units=400)
    >>> budget = dpcvx.Budget(2.0, 1e-6)
    >>> coordinator = dpcvx.distributed.Coordinator(budget, dpcvx.Plan(budget, facts, steps=10), parts=2)
    >>> def block(part):
    ...     rows = numpy.linspace(-1, 1, 200)[:, None]
    ...     return dpcvx.Dataset(rows, numpy.where(rows[:, 0] > 0, 1, -1))
    >>> while coordinator.step < coordinator.steps:
    ...     sums = [dpcvx.distributed.sum_part(coordinator.broadcast(), part, [block(part)]) for part in (0, 1)]
    ...     coordinator.finish_step(dpcvx.distributed.merge(*sums))
    >>> bool(coordinator.fit().coefficients()[0] > 0)
    True
    """

    def __init__(self, budget: Budget, plan: Plan, parts: int = 1, rng: Optional[Rng] = None):
        self._rng = rng_of(rng)
        self.meaning = plan.meaning
        self._own(call("dpcvx_coordinator_create", budget, self._rng, plan, parts))

    def _figure(self, name: str) -> int:
        return self._read(figures.COORDINATOR_FIGURE, name)

    @property
    def step(self) -> int:
        """How many steps are done."""
        return self._figure("step")

    @property
    def steps(self) -> int:
        """How many steps the plan has. Of output and objective perturbation, how many rounds there are at most."""
        return self._figure("steps")

    @property
    def parts(self) -> int:
        """How many parts the table has."""
        return self._figure("parts")

    def broadcast(self) -> bytes:
        """Return what parts need for the next step. It is public, except for noisy SGD: then it holds the key of the batch.

        Of output and objective perturbation it holds a point that exact sums led to: NOT PRIVATE.
        Who knows the key and the fit knows more than the guarantee says. Keep it as secret as sums: NOT PRIVATE.
        """
        return call("dpcvx_coordinator_broadcast", self)

    def finish_step(self, whole: Union["PartialSum", bytes]) -> None:
        """Add noise to the sum of all parts, and take the step. The sum is erased.

        A sum that lacks a part, has one twice, or is of another fit or step is refused: nothing is released then.
        """
        held = whole if isinstance(whole, PartialSum) else PartialSum.load(whole)
        call("dpcvx_coordinator_finish_step", self, self._rng, held)

    def fit(self) -> Fit:
        """Return the fit, once. Before the last step it is the fit of the steps so far, and its outcome "cancelled"."""
        made = call("dpcvx_coordinator_fit", self)
        made.meaning = self.meaning
        return made

    def run(self, sum_of_all: Callable[[bytes], Union["PartialSum", bytes]],
            progress: Optional[Callable[[int, int], Any]] = None) -> Fit:
        """Take all steps that are left, and return the fit. Ctrl-C after the first gives the fit of the steps before.

        Parameters
        ----------
        sum_of_all : callable
            Takes the broadcast of a step, and returns the sum of all parts.
        progress : callable, optional
            Takes the steps done and the steps in all, after each. The fit is given early if it returns true.
        """
        while self.step < self.steps:
            try:
                whole = sum_of_all(self.broadcast())
            except Stopped:
                break
            except KeyboardInterrupt:
                if self.step == 0:
                    raise
                fit = self.fit()
                tell_of(fit, "cancelled by Ctrl-C: the fit is that of the steps before, and its charge stays", CancelledWarning)
                return fit
            self.finish_step(whole)
            if progress is not None and progress(self.step, self.steps):
                break
        return self.fit()


class PartialSum(Handle, handle="dpcvx_partial_sum"):
    """The exact sum of clipped gradients over some parts, for one step of one fit. NOT PRIVATE.

    Parameters
    ----------
    broadcast : bytes
        Of the coordinator, for this step.
    part : int
        Which part is summed.
    """

    def __init__(self, broadcast: bytes, part: int = 0):
        broadcast = bytes_of(broadcast, "broadcast")
        self._adding = threading.RLock()  # rows that another thread adds wait for their turn
        self._own(call("dpcvx_partial_sum_create", broadcast, len(broadcast), part))

    def add(self, dataset: Dataset, threads: int = 1) -> None:
        """Add rows of the part: a block of whole units. Any number of blocks, in any order, gives the same bits.

        A table that stores rows otherwise than `storage` of `dpcvx.Objective.public` says is refused. So is one whose users
        were given as text, where the sum is one of random batches: hashes of two users may meet.
        """
        if dataset.has_hashed_users and self.random:
            raise wrong(ValueError, "dataset", "users by the hash of their text", "whole numbers that differ over all parts, "
                        "since the fit draws random batches")
        with self._adding:
            call("dpcvx_partial_sum_add", self, dataset, threads)

    def add_rows(self, features: Any, labels: Any, users: Any = None, weights: Any = None, threads: int = 1,
                 progress: Optional[Callable[[int, int], Any]] = None) -> None:
        """Add rows of the part that lie in memory, or in a file that is mapped into it. No table is made of them.

        Parameters
        ----------
        features : array_like
            Rows of doubles or of floats (float32), as the plan stores them: an array, or a numpy.memmap of any size. The
            plan's ranges scale them. A C-contiguous array whose columns are a multiple of 4 is read in place. Other
            arrays of these types are copied in blocks of 2^18 entries. Arrays of integers are copied whole.
        labels, users, weights : array_like
            One a row. Labels of bool become -1 and 1. Users are whole numbers, sorted: all rows of a user are in this call.
        threads : int
            How many threads sum a block.
        progress : callable, optional
            Takes the bytes of features that were added, and those of all. A true result stops the call: it raises
            dpcvx.Error, and the sum is as it was before.
        """
        rows = numbers_of(features, "features")
        if rows.ndim != 2 or rows.dtype not in (numpy.float64, numpy.float32) or not rows.dtype.isnative or any(
                stride % rows.itemsize for stride in rows.strides):
            rows = numpy.ascontiguousarray(rows, float)
        if rows.ndim != 2:
            raise wrong(ValueError, "features", "an array of %s" % counted(rows.ndim, "dimension"), "an array of rows and columns")
        if len(rows) == 0:
            return
        if getattr(labels, "dtype", None) == bool:  # as in a Dataset
            labels = numpy.where(labels, 1, -1)
        others = [None if given is None else read(given, name)
                  for read, given, name in ((real_array, labels, "labels"), (integer_array, users, "users"),
                                            (real_array, weights, "weights"))]
        for name, given in zip(("labels", "users", "weights"), others):
            if given is not None and given.shape != (len(rows),):
                raise wrong(ValueError, name, "an array of shape %s" % (given.shape,), "one a row, of %d" % len(rows))
        strides = [stride // rows.itemsize for stride in rows.strides]
        single = rows.dtype == numpy.float32
        held = rows.ctypes.data_as(ctypes.POINTER(ctypes.c_float if single else ctypes.c_double))
        with self._adding, watching(progress, refused=_NOTHING_ADDED) as monitor:
            call("dpcvx_partial_sum_add_dense" + ("_f32" if single else ""), self, held, *rows.shape, *strides, *others,
                 threads, monitor)

    def add_stream(self, source: Any, label: str, user: Optional[str] = None, weight: Optional[str] = None,
                   threads: int = 1, size: int = 0, progress: Optional[Callable[[int, int], Any]] = None) -> None:
        """Add rows of the part that an object with `__arrow_c_stream__` gives. After an error the sum is as it was before.

        All columns that are not named are the features, in their order: numbers, booleans, or lists of one fixed size. The
        plan's ranges scale them. Ids of users are sorted: integers, or text except for noisy SGD. `progress` takes the
        bytes of features that were added, 8 each or 4 of floats, and `size`, those of all. A true result stops the call.
        """
        if not is_stream(source):
            raise wrong(TypeError, "source", "a %s" % type(source).__name__, "an object with __arrow_c_stream__")
        names = [None if name is None else text_of(name, argument)
                 for argument, name in (("label", label), ("user", user), ("weight", weight))]

        def add(given: Any) -> None:
            capsule = given.__arrow_c_stream__()
            with self._adding, watching(progress, refused=_NOTHING_ADDED) as monitor:
                call("dpcvx_partial_sum_add_stream", self, address_of(capsule), *names, threads, size, monitor)

        read_watched(source, add)

    @property
    def random(self) -> bool:
        """Whether it is open and sums a random batch. Ids of users then differ over all parts."""
        return bool(self._read(figures.PARTIAL_SUM_FIGURE, "random"))

    def seal(self) -> "PartialSum":
        """Say that all rows of the part were added. Only then it can be merged, saved or finished."""
        with self._adding:
            call("dpcvx_partial_sum_seal", self)
        return self

    def merge(self, other: Union["PartialSum", bytes]) -> "PartialSum":
        """Add the sum of other parts. One that has a part of this is refused."""
        call("dpcvx_partial_sum_merge", self, other if isinstance(other, PartialSum) else PartialSum.load(other))
        return self

    def save(self) -> bytes:
        """Return the sealed sum as bytes. NOT PRIVATE: send them over channels that you trust."""
        return call("dpcvx_partial_sum_save", self)

    @classmethod
    def load(cls, stored: bytes) -> "PartialSum":
        """Return the sum whose save() gave these bytes."""
        stored = bytes_of(stored, "stored")
        return call("dpcvx_partial_sum_load", stored, len(stored))

    def figure(self, name: str) -> int:
        """Return a figure: "step", "parts" or "sealed"."""
        return self._read(figures.PARTIAL_SUM_FIGURE, name)


def sum_part(broadcast: bytes, part: int, blocks: Iterable[Dataset], threads: int = 1) -> bytes:
    """Return the sum of one part as bytes. `blocks` are its rows, as datasets of whole units. NOT PRIVATE."""
    found = PartialSum(broadcast, part)
    for block in blocks:
        found.add(block, threads)
    return found.seal().save()


def merge(*sums: bytes) -> bytes:
    """Return the sum of sums of different parts. NOT PRIVATE."""
    whole = PartialSum.load(sums[0])
    for other in sums[1:]:
        whole.merge(other)
    return whole.save()


def public_facts(reader: Reader, columns: int, loss: Any, nominal_units: int, domain: Any = None,
                 **options: Any) -> Objective:
    """Return the public objective of a table that a reader reads. `options` are those of Objective.public."""
    classes = None if reader.classes is None else tuple(reader.classes)
    if loss_of(loss) == enums.Loss.MULTINOMIAL and classes is not None:
        options.setdefault("classes", len(classes))
    facts = Objective.public(columns, loss, nominal_units, ranges=reader.ranges, domain=domain, unit=reader.unit, **options)
    facts.meaning = Meaning(Columns.of_numbers(reader.features) if len(reader.features) == columns else None, classes)
    return facts


def rehearsal(facts: Objective, reader: Reader) -> bytes:
    """Return a broadcast of a fit that is never made: what it refuses of a table, a fit of these facts would refuse.

    It charges a budget of its own, and holds public facts alone. Sums of it are thrown away.
    """
    budget = Budget(1.0, 1e-6, unit=reader.unit)
    return Coordinator(budget, Plan(budget, facts, steps=1)).broadcast()


def _rehearse(facts: Objective, plan: Plan, reader: Reader, parts: Sequence[Batches], threads: int, units: PartUnits) -> None:
    """Refuse what a fit would refuse of the first batch of each part, before the fit is charged. Compare users of all parts."""
    broadcast = rehearsal(facts, reader)

    def check(rows: Rows) -> None:
        units.begin_part()
        with in_batch(0, False):
            reader.add_rows(PartialSum(broadcast), rows, threads)
        if plan.method() == "noisy_sgd" and is_text(rows.users):
            raise wrong(TypeError, "user", "a column of text", "whole numbers that differ over all parts, since noisy SGD "
                        "draws random batches by them")
        units.add(rows.users, len(rows.labels))

    if not any([has_first_rows(reader, part, check) for part in parts]):
        raise wrong(ValueError, "batches", counted(0, "row"), "batches with rows, from the first at each call")
    units.check_parts()
    if reader.user is not None and len(parts) > 1:
        count_users(reader, parts, units.fresh())


def fit_batches(batches: Union[Batches, Sequence[Batches]], features: Sequence[str], label: str, loss: Any,
                budget: Budget, nominal_units: int, ranges: Any = None, user: Optional[str] = None,
                weight: Optional[str] = None, classes: Any = None, columns: Optional[int] = None, threads: int = 1,
                rng: Optional[Rng] = None, plan_options: Optional[Dict[str, Any]] = None, domain: Any = None,
                progress: Optional[Callable[[int, int], Any]] = None,
                read_progress: Optional[Callable[[int, int], Any]] = None, **options: Any) -> Fit:
    """Return a private fit of a table that is read in batches, once a step. It charges all that is left of the budget.

    An error after the first step has the fit of the steps before in its `fit`, since that is charged.
    The first batch of each part is read once more, before the charge. What it lacks is refused then, and costs nothing. Later
    batches are read after it: of a NaN, a wrong label or an id that is none nothing is released, and the charge stays. A
    refusal tells of the data. Memory is that of one batch. The bits of the fit depend neither on batches nor on parts.

    With `user` and several parts, all batches are read once more for their ids, and keep 8 bytes a user. A user in two parts,
    or more than twice `nominal_units` users, are refused before the charge. Otherwise the first pass counts units. More than
    twice `nominal_units` are refused then: nothing is released, and the charge stays. Parts that other programs sum are not
    compared: that no user is in two of them is assumed.

    Parameters
    ----------
    batches : callable or sequence of callables
        Each returns the batches of one part, from the first: record batches of Arrow, frames of pandas, or dictionaries
        of arrays, such as slices of a numpy.memmap, which are read where they lie.
        Or it returns an object with `__arrow_c_stream__`, such as a frame of polars or a relation of DuckDB.
        It is called before the charge and once a step, and gives the same rows each time. A used iterator is refused, in a new one too.
    features, label, user, weight, ranges, classes
        As in Reader. With `user`, each part has whole users, sorted, and no user of another part. The fit keeps the names of
        features: it predicts for frames by name.
    loss : str or dpcvx.enums.Loss
        "logistic", "multinomial", "hinge", "squared", ...
    budget : dpcvx.Budget
        Its unit is "user" where `user` is given.
    nominal_units : int
        The public number of records or users. Sums are divided by it.
    columns : int, optional
        How many columns there are, where features is a column of lists.
    threads : int
        How many threads sum a batch.
    rng : dpcvx.Rng, optional
        Draws the noise.
    plan_options : dict, optional
        steps, max_passes, clipping_norm, ...: a step is a pass over the table. method="noisy_sgd" with batch_size sums
        random batches of users. Their ids are whole numbers that differ over all parts. Two users with one id would
        make the stated epsilon wrong, so text is refused: hashes of two users may meet.
        method="output_perturbation" and "objective_perturbation" take rounds until they are near the minimiser, mostly 7
        to 34, and hundreds where a domain binds. Points of rounds and their number, which `progress` tells, are NOT PRIVATE.
    domain : dpcvx.Domain, optional
        By default all of R^d.
    progress : callable, optional
        Takes the steps done and the steps in all. The fit is given early if it returns true.
    read_progress : callable, optional
        Takes the bytes of features that this pass has read, and those of a pass: 0 in the first, as they are not known
        yet. If it returns true, the fit of the steps before is given.
    **options
        l2, row_bound, label_bound, ...: options of the objective. Batches whose features are all float32 need
        storage="dense_f32". Others are read as doubles.

    Examples
    --------
    >>> def batches():
    ...     for seed in range(4):
    ...         x = numpy.random.default_rng(seed).uniform(-1, 1, 500)
    ...         yield {"x": x, "y": numpy.where(x > 0, 1, -1)}
    >>> fit = dpcvx.distributed.fit_batches(batches, ["x"], "y", "logistic", dpcvx.Budget(2.0, 1e-6), nominal_units=2000,
    ...                                     plan_options={"steps": 20})
    >>> bool(fit.coefficients()[0] > 0)
    True
    """
    if isinstance(features, str):
        raise wrong(TypeError, "features", repr(features), "a list of names, such as [%r]" % features)
    parts = [batches] if callable(batches) else list(batches)
    if not parts:
        raise wrong(ValueError, "batches", counted(0, "part"), "at least one")
    reader = reader_of(features, label, user, weight, ranges, classes, columns)
    facts = public_facts(reader, columns or len(reader.features), loss, nominal_units, domain, **options)
    plan = part_plan(budget, facts, plan_options)
    for part in parts:
        if not callable(part):
            raise wrong(TypeError, "batches", "a %s" % type(part).__name__, "a function that returns batches")
    check_progress("progress", progress, "a function of the steps done and the steps in all")
    check_progress("read_progress", read_progress, "a function of the bytes read and those of a pass")
    first_units = PartUnits(nominal_units, user is not None, len(parts))
    _rehearse(facts, plan, reader, parts, threads, first_units)
    tell_all([*weak_privacy(budget.figure("epsilon"), budget.figure("delta"), nominal_units), *told_of_unscaled(ranges, options)])

    size = 0  # of a pass

    def sum_of_all(broadcast: bytes) -> PartialSum:
        nonlocal size
        sums: List[PartialSum] = []
        done, stopped = 0, False
        units = PartUnits(nominal_units, user is not None, len(parts)) if size == 0 else None  # the first pass

        def shown(more: int) -> bool:
            nonlocal stopped
            stopped = bool(read_progress(done + more, size)) if read_progress is not None else False
            return stopped

        for number, part in enumerate(parts):
            found = PartialSum(broadcast, number)
            if units is not None:
                units.begin_part()
            try:
                done += reader.add(found, part(), threads, None if read_progress is None else shown, units)
            except Error:
                if stopped:
                    raise Stopped from None
                raise
            sums.append(found.seal())
            if number > 0:
                sums[0].merge(sums.pop())
        if done == 0 or size not in (0, done):
            raise wrong(ValueError, "batches", "a pass of %d bytes of features after one of %d" % (done, size),
                        "functions that return all batches, from the first, at each call")
        if units is not None:
            units.check_parts()
            coordinator.meaning = coordinator.meaning._replace(checked=tuple(units.checked()))
        size = done
        return sums[0]

    coordinator = Coordinator(budget, plan, len(parts), rng)
    try:
        return coordinator.run(sum_of_all, progress)
    except Exception as problem:
        if coordinator.step > 0:
            problem.fit = coordinator.fit()  # type: ignore[attr-defined]
        elif isinstance(problem, Error) or type(problem) in (TypeError, ValueError):
            raise charged(problem) from problem.__cause__
        raise
