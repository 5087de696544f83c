"""Private fits of tables that are beyond one memory or one machine: dpcvx/distributed.h.

The table lies in parts. For each step a coordinator tells the current point, the holders of parts sum the clipped
gradients of their units, and the coordinator adds noise to the whole sum once. Sums are of integers: any number of
parts, in any order, gives the same bits where one build of the library computes all. The methods are noisy
gradient descent with a fixed clip and, for squares, sufficient statistics, which read the table once. By its name,
noisy SGD draws random batches of users.

`fit_batches` makes a fit from batches of Arrow, of pandas, or of arrays, that are read once a step: from Parquet, from a
query of DuckDB, or from anything that can be read again. An object with `__arrow_c_stream__` is read without pyarrow.
`Coordinator` and `PartialSum` are what it is made of: they fit engines that run a function on each partition and reduce its
results.

Partial sums are NOT PRIVATE: who holds or merges them sees exact sums.
"""
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Union

import numpy

from dpcvx._arrays import bytes_of, ends_of, wrong
from dpcvx._arrow_stream import address_of, batches_of, is_stream
from dpcvx._generated import enums, figures
from dpcvx._handles import Handle
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx._words import counted
from dpcvx.data import Dataset
from dpcvx.model import Objective
from dpcvx.privacy import Budget
from dpcvx.random import Rng
from dpcvx.solve import Fit, Plan
from dpcvx.tables import Meaning

Batches = Callable[[], Iterable[Any]]


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
        self._rng = rng or Rng()
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
        """How many steps the plan has."""
        return self._figure("steps")

    @property
    def parts(self) -> int:
        """How many parts the table has."""
        return self._figure("parts")

    def broadcast(self) -> bytes:
        """Return what parts need for the next step. It is public, except for noisy SGD: then it holds the key of the batch.

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
        """Take all steps that are left, and return the fit.

        Parameters
        ----------
        sum_of_all : callable
            Takes the broadcast of a step, and returns the sum of all parts.
        progress : callable, optional
            Takes the steps done and the steps in all, after each. The fit is given early if it returns true.
        """
        while self.step < self.steps:
            self.finish_step(sum_of_all(self.broadcast()))
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
        self._own(call("dpcvx_partial_sum_create", broadcast, len(broadcast), part))

    def add(self, dataset: Dataset, threads: int = 1) -> None:
        """Add rows of the part: a block of whole units. Any number of blocks, in any order, gives the same bits.

        A table that stores rows otherwise than `storage` of `dpcvx.Objective.public` says is refused.
        """
        call("dpcvx_partial_sum_add", self, dataset, threads)

    def add_stream(self, source: Any, label: str, user: Optional[str] = None, weight: Optional[str] = None,
                   threads: int = 1) -> None:
        """Add rows of the part that an object with `__arrow_c_stream__` gives. After an error the sum is as it was before.

        All columns that are not named are the features, in their order: numbers, booleans, or lists of one fixed size. The
        plan's ranges scale them. Ids of users are integers, sorted. `fit_batches` reads text too.
        """
        capsule = source.__arrow_c_stream__()
        names = [None if name is None else name.encode() for name in (label, user, weight)]
        call("dpcvx_partial_sum_add_stream", self, address_of(capsule), *names, threads)

    def seal(self) -> "PartialSum":
        """Say that all rows of the part were added. Only then it can be merged, saved or finished."""
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


def _is_arrow(batch: Any) -> bool:
    return hasattr(batch, "column") and hasattr(batch, "schema")


def _column(batch: Any, name: str) -> numpy.ndarray:
    """Return one column of a batch of Arrow, a frame of pandas or a dictionary of arrays."""
    if not _is_arrow(batch):
        return numpy.asarray(batch[name])
    column = batch.column(name)
    if hasattr(column, "combine_chunks"):
        column = column.combine_chunks()
    if not hasattr(column.type, "value_type") or not hasattr(column, "flatten"):
        return column.to_numpy(zero_copy_only=False)
    if column.null_count > 0:
        raise wrong(ValueError, "batches", "a column %r that lacks a list" % name, "one list a row")
    values = column.flatten().to_numpy(zero_copy_only=False)
    width = getattr(column.type, "list_size", len(values) // max(1, len(column)))
    if not hasattr(column.type, "list_size") and bool(numpy.any(numpy.diff(column.offsets.to_numpy()) != width)):
        raise wrong(ValueError, "batches", "a column %r of lists of several lengths" % name, "lists of one length")
    return values.reshape(len(column), width)


def _cut(values: Any, begin: int, end: Optional[int]) -> Any:
    return None if values is None else values[begin:end]


class Rows(NamedTuple):
    """Rows of a batch as arrays. `users` and `weights` are None where there are none."""

    features: Any
    labels: Any
    users: Any
    weights: Any

    def cut(self, begin: int, end: Optional[int] = None) -> "Rows":
        """Return some of the rows."""
        return Rows(*[_cut(value, begin, end) for value in self])

    def after(self, earlier: "Rows") -> "Rows":
        """Return the rows behind those of an earlier batch."""
        return Rows(*[None if value is None else numpy.concatenate((before, value)) for before, value in zip(earlier, self)])


class Reader(NamedTuple):
    """Which columns of batches are what. It can be pickled, and sent to those who hold parts.

    Attributes
    ----------
    features : sequence of str
        Columns of numbers, or the one name of a column of lists of a fixed size.
    label : str
        The column of labels.
    user : str, optional
        The column that says who owns each row. Rows then come sorted by it, so that a user's rows lie together.
    weight : str, optional
        The column of weights.
    ranges : (low, high), optional
        Public ends of the columns, as in Dataset.
    classes : sequence, optional
        The classes of labels, as in Dataset.
    """

    features: Sequence[str]
    label: str
    user: Optional[str] = None
    weight: Optional[str] = None
    ranges: Any = None
    classes: Any = None

    @property
    def columns(self) -> List[str]:
        """The names of all columns that are read."""
        return [*self.features, self.label, *(name for name in (self.user, self.weight) if name is not None)]

    @property
    def unit(self) -> str:
        """What a fit protects: "user" where users own rows, else "record"."""
        return "record" if self.user is None else "user"

    def rows(self, batch: Any) -> Rows:
        """Return a batch as arrays."""
        read = [_column(batch, name) for name in self.features]
        if len(read) == 1 and read[0].ndim == 2:
            features = read[0]
        else:
            features = numpy.stack([values if values.dtype == numpy.float32 else values.astype(float) for values in read]).T
        user, weight = (None if name is None else _column(batch, name) for name in (self.user, self.weight))
        return Rows(features, _column(batch, self.label), user, weight)

    def dataset(self, rows: Rows) -> Dataset:
        """Return rows as a table."""
        return Dataset(rows.features, rows.labels, ranges=self.ranges, users=rows.users, weights=rows.weights,
                       classes=self.classes)

    def units(self, batches: Iterable[Any]) -> Iterator[Rows]:
        """Return the batches as rows of whole units: the rows of the last user of a batch wait for the next.

        Raises
        ------
        ValueError
            Rows are not sorted by user.
        """
        for rows in self._units(batches):
            yield from _pieces(rows)

    def _units(self, batches: Iterable[Any]) -> Iterator[Rows]:
        held: Optional[Rows] = None
        for batch in batches_of(batches) if is_stream(batches) else batches:
            rows = self.rows(batch)
            if len(rows.labels) == 0:
                continue
            if rows.users is None:
                yield rows
                continue
            if held is not None:
                rows = rows.after(held)
            _check_sorted(rows.users)
            first = int(numpy.argmax(rows.users == rows.users[-1]))
            held = rows.cut(first)
            if first > 0:
                yield rows.cut(0, first)
        if held is not None:
            yield held

    def blocks(self, batches: Iterable[Any]) -> Iterator[Dataset]:
        """Return the batches as tables of whole units, as units() does."""
        return map(self.dataset, self.units(batches))


# Entries of a block. Larger and smaller ones are slower: of 1000 columns of doubles, blocks of 2^22 took 9.7 ns of CPU an
# entry, of 2^18 2.3, and of 2^15 4.1.
_MOST_ENTRIES = 1 << 18


def _pieces(rows: Rows) -> Iterator[Rows]:
    """Return rows of whole units as pieces of whole units, of at most _MOST_ENTRIES entries where users allow it."""
    count, most = len(rows.labels), max(1, _MOST_ENTRIES // max(1, rows.features.shape[1]))
    begin = 0
    while count - begin > most:
        end = begin + most
        if rows.users is not None:
            first = rows.users[end]
            end = begin + int(numpy.searchsorted(rows.users[begin:end], first))
            if end == begin:
                end = begin + int(numpy.searchsorted(rows.users[begin:], first, "right"))
        yield rows.cut(begin, end)
        begin = end
    if begin < count:
        yield rows.cut(begin)


def _check_sorted(users: Any) -> None:
    if users.dtype == object and any(user is None for user in users):
        raise wrong(ValueError, "batches", "a row that nobody owns", "a user in each row")
    if bool(numpy.any(users[1:] < users[:-1])):
        raise wrong(ValueError, "batches", "rows that are not sorted by user",
                    "rows sorted by user, so that all rows of a user lie together")


def reader_of(features: Sequence[str], label: str, user: Optional[str] = None, weight: Optional[str] = None, ranges: Any = None,
              classes: Any = None, columns: Optional[int] = None) -> Reader:
    """Return the reader whose ranges are one low and one high end a column, as arrays, which blocks take at once."""
    ends = None if ranges is None else ends_of("ranges", ranges, columns or len(features))
    return Reader(tuple(features), label, user, weight, ends, classes)


def public_facts(reader: Reader, columns: int, loss: Any, nominal_units: int, domain: Any = None,
                 **options: Any) -> Objective:
    """Return the public objective of a table that a reader reads. `options` are those of Objective.public."""
    classes = None if reader.classes is None else tuple(reader.classes)
    if member(enums.Loss, loss, "loss") == enums.Loss.MULTINOMIAL and classes is not None:
        options.setdefault("classes", len(classes))
    facts = Objective.public(columns, loss, nominal_units, ranges=reader.ranges, domain=domain, unit=reader.unit, **options)
    facts.meaning = Meaning(None, classes)
    return facts


def rehearsal(facts: Objective, reader: Reader) -> bytes:
    """Return a broadcast of a fit that is never made: what it refuses of a table, a fit of these facts would refuse.

    It charges a budget of its own, and holds public facts alone. Sums of it are thrown away.
    """
    budget = Budget(1.0, 1e-6, unit=reader.unit)
    return Coordinator(budget, Plan(budget, facts, steps=1)).broadcast()


def fit_batches(batches: Union[Batches, Sequence[Batches]], features: Sequence[str], label: str, loss: Any,
                budget: Budget, nominal_units: int, ranges: Any = None, user: Optional[str] = None,
                weight: Optional[str] = None, classes: Any = None, columns: Optional[int] = None, threads: int = 1,
                rng: Optional[Rng] = None, plan_options: Optional[Dict[str, Any]] = None, domain: Any = None,
                progress: Optional[Callable[[int, int], Any]] = None, **options: Any) -> Fit:
    """Return a private fit of a table that is read in batches, once a step. It charges all that is left of the budget.

    Memory is that of one batch. The bits of the fit depend neither on batches nor on parts.

    Parameters
    ----------
    batches : callable or sequence of callables
        Each returns the batches of one part, from the first: record batches of Arrow, frames of pandas, or dictionaries
        of arrays. Or it returns an object with `__arrow_c_stream__`, such as a frame of polars or a relation of DuckDB.
        It is called once a step, and gives the same rows each time. A stream that was read before is not.
    features, label, user, weight, ranges, classes
        As in Reader. With `user`, each part has whole users, sorted.
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
        random batches of users. Their ids differ over all parts. Two users with one id would make the stated
        epsilon wrong.
    domain : dpcvx.Domain, optional
        By default all of R^d.
    progress : callable, optional
        Takes the steps done and the steps in all. The fit is given early if it returns true.
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
    parts = [batches] if callable(batches) else list(batches)
    if not parts:
        raise wrong(ValueError, "batches", counted(0, "part"), "at least one")
    reader = reader_of(features, label, user, weight, ranges, classes, columns)
    facts = public_facts(reader, columns or len(reader.features), loss, nominal_units, domain, **options)
    plan = Plan(budget, facts, **(plan_options or {}))

    def sum_of_all(broadcast: bytes) -> bytes:
        return merge(*(sum_part(broadcast, number, reader.blocks(part()), threads) for number, part in enumerate(parts)))

    return Coordinator(budget, plan, len(parts), rng).run(sum_of_all, progress)
