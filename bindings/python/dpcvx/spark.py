"""Private fits of DataFrames of Apache Spark. It needs pyspark, and on the executors this package.

A DataFrame is prepared once: Spark's shuffle brings the rows of each user into one partition, and mapInArrow makes blocks of
arrays of them, which are checked and stay on the executors. Each partition is a part (`dpcvx.distributed`). In each step
partitions sum clipped gradients, treeReduce merges the sums, and the driver adds noise once.
A task that is retried, or that runs twice by speculation, gives the sum that it gave before, and counts once.

Sums are NOT PRIVATE. Executors, their disks, and the driver have exact sums, and the record of the fit says so. Spark encrypts
what it sends and stores by `spark.network.crypto.enabled` and `spark.io.encryption.enabled`.
"""
import pickle
from typing import Any, Callable, Dict, Iterable, Iterator, Optional, Sequence

import numpy

from dpcvx._arrays import wrong
from dpcvx._part_units import FEW, check_count, part_plan, units_of
from dpcvx._words import counted
from dpcvx.distributed import Coordinator, PartialSum, Reader, Rows, merge, public_facts, reader_of, rehearsal
from dpcvx.privacy import Budget
from dpcvx.random import Rng
from dpcvx.solve import Fit

_BLOCK = "block binary"


class Parts:
    """The partitions of a table, which Spark keeps: each is a part.

    Attributes
    ----------
    blocks : pyspark.RDD
        Blocks of whole units, each a dpcvx.distributed.Rows.
    reader : dpcvx.distributed.Reader
        Which columns are what.
    """

    def __init__(self, blocks: Any, reader: Reader):
        self.blocks, self.reader = blocks, reader

    @property
    def count(self) -> int:
        """How many parts there are."""
        return self.blocks.getNumPartitions()

    def units(self) -> int:
        """Return how many users there are, or rows where nobody owns them. NOT PRIVATE."""
        return int(self.blocks.map(lambda rows: units_of(rows.users, len(rows.labels))).sum())

    def states(self, broadcast: bytes) -> Any:
        """Return an RDD of the sums of all parts for a step, as bytes. NOT PRIVATE."""
        sent, reader = self.blocks.context.broadcast(broadcast), self.reader

        def sum_here(part: int, blocks: Iterable[Rows]) -> Iterator[bytes]:
            found = PartialSum(sent.value, part)
            for rows in blocks:
                reader.add_rows(found, rows)
            yield found.seal().save()

        return self.blocks.mapPartitionsWithIndex(sum_here)

    def sum(self, broadcast: bytes, depth: int = 2) -> bytes:
        """Return the sum of all parts for a step, merged by a tree of this depth. NOT PRIVATE."""
        return self.states(broadcast).treeReduce(merge, depth)

    def forget(self) -> None:
        """Take the blocks from the memory and the disks of the executors."""
        self.blocks.unpersist()


def _selected(frame: Any, reader: Reader, partitions: Optional[int]) -> Any:
    """Return the columns that are read, vectors as arrays, with all rows of a user in one partition, sorted."""
    from pyspark.sql.functions import col
    kinds = {field.name: field.dataType.typeName() for field in frame.schema.fields}
    missing = [name for name in reader.columns if name not in kinds]
    if missing:
        raise wrong(ValueError, "frame", "a DataFrame without the column %r" % missing[0], "one with all columns that are read")

    def column(name: str) -> Any:
        if kinds[name] != "vectorudt" and "VectorUDT" not in type(frame.schema[name].dataType).__name__:
            return col("`%s`" % name)
        from pyspark.ml.functions import vector_to_array
        return vector_to_array(col("`%s`" % name)).alias(name)

    data = frame.select(*(column(name) for name in dict.fromkeys(reader.columns)))
    if reader.user is None:
        return data.repartition(partitions or frame.sparkSession.sparkContext.defaultParallelism)
    count = partitions or int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    return data.repartition(count, col("`%s`" % reader.user)).sortWithinPartitions(col("`%s`" % reader.user))


def prepare(frame: Any, reader: Reader, rehearsed: bytes, partitions: Optional[int] = None) -> Parts:
    """Return the parts of a DataFrame, which Spark keeps in memory and on disk. It releases nothing, and charges nothing.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        Of Spark's classic API.
    reader : dpcvx.distributed.Reader
        Which columns are what. With a user, Spark's shuffle brings the rows of each into one partition.
    rehearsed : bytes
        A broadcast (dpcvx.distributed.rehearsal). Each block is added to a sum of it, which is thrown away. So rows that
        a fit would refuse are refused here.
    partitions : int, optional
        How many parts to make: public, as the record of the fit says. By default spark.default.parallelism, and with users
        spark.sql.shuffle.partitions. The number that a frame has may follow sizes of files, and so the rows.

    Raises
    ------
    pyspark.errors.PythonException
        A row is refused. Its message is that of the library.
    """
    from pyspark import StorageLevel
    if type(frame).__module__.startswith("pyspark.sql.connect"):
        raise wrong(TypeError, "frame", "a DataFrame of Spark Connect, which has no partitions to reduce", "one of a SparkSession "
                    "with a SparkContext")

    def blocks_of(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow
        thrown_away = PartialSum(rehearsed)
        for rows in reader.units(batches):
            rows = rows._replace(features=numpy.ascontiguousarray(rows.features))  # each step reads them where they lie
            reader.add_rows(thrown_away, rows)
            yield pyarrow.RecordBatch.from_pydict({"block": [pickle.dumps(rows)]})

    blocks = _selected(frame, reader, partitions).mapInArrow(blocks_of, _BLOCK).rdd.map(lambda row: pickle.loads(row.block))
    parts = Parts(blocks.persist(StorageLevel.MEMORY_AND_DISK), reader)
    try:
        if parts.count == 0 or parts.units() == 0:
            raise wrong(ValueError, "frame", "a DataFrame of %s" % counted(0, "row"), "one with rows")
    except BaseException:
        parts.forget()
        raise
    return parts


def fit_frame(frame: Any, features: Sequence[str], label: str, loss: Any, budget: Budget, nominal_units: int,
              ranges: Any = None, user: Optional[str] = None, weight: Optional[str] = None, classes: Any = None,
              columns: Optional[int] = None, partitions: Optional[int] = None, rng: Optional[Rng] = None,
              plan_options: Optional[Dict[str, Any]] = None, domain: Any = None,
              progress: Optional[Callable[[int, int], Any]] = None, depth: int = 2, **options: Any) -> Fit:
    """Return a private fit of a DataFrame. It charges all that is left of the budget. Each step is a job.

    More than twice `nominal_units` users or rows are refused before the charge. The bits of the fit depend neither on partitions
    nor on executors.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        Its rows are read once, before the charge, and again where Spark lost them. It gives the same rows then: what draws
        at random is written or checkpointed before.
    features, label, user, weight, ranges, classes, columns
        As in dpcvx.distributed.fit_batches. A column of arrays or of Spark's vectors can hold all features.
    loss, budget, nominal_units, rng, plan_options, domain, progress, **options
        As in dpcvx.distributed.fit_batches.
    partitions : int, optional
        How many parts to make: public, as the record of the fit says. By default spark.default.parallelism, and with users
        spark.sql.shuffle.partitions. The number that a frame has may follow sizes of files, and so the rows.
    depth : int
        Of the tree of merges.

    Raises
    ------
    dpcvx.Error
        A partition is lost or comes twice. Nothing is released then, and the charge stays.
    pyspark.errors.PythonException
        A row is refused, before the charge. Such a message is as private as the data, and so is the refusal of no rows.
    """
    reader = reader_of(features, label, user, weight, ranges, classes, columns)
    facts = public_facts(reader, columns or len(reader.features), loss, nominal_units, domain, **options)
    plan = part_plan(budget, facts, plan_options)
    parts = prepare(frame, reader, rehearsal(facts, reader), partitions)
    try:
        check_count(parts.units(), nominal_units, user is not None)
        coordinator = Coordinator(budget, plan, parts.count, rng)
        coordinator.meaning = coordinator.meaning._replace(checked=(FEW,))
        return coordinator.run(lambda broadcast: parts.sum(broadcast, depth), progress)
    finally:
        parts.forget()
