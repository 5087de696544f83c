"""Private fits of DataFrames of Apache Spark. It needs pyspark, and on the executors this package.

Each partition is a part (`dpcvx.distributed`). Partitions sum clipped gradients by mapInArrow, sums are merged by
treeReduce, and the driver adds noise once a step. Users are brought together by Spark's own shuffle. A task that is
retried, or run twice by speculation, gives the sum that it gave before, and counts once.

Executors and the driver see exact sums: the record of the fit says so.
"""
from typing import Any, Callable, Dict, Iterator, Optional, Sequence

from dpcvx.distributed import Coordinator, Reader, merge, public_plan, sum_part
from dpcvx.privacy import Budget
from dpcvx.random import Rng
from dpcvx.solve import Fit

_STATE = "state binary"



def fit_frame(frame: Any, features: Sequence[str], label: str, loss: Any, budget: Budget, nominal_units: int,
              ranges: Any = None, user: Optional[str] = None, weight: Optional[str] = None, classes: Any = None,
              partitions: Optional[int] = None, rng: Optional[Rng] = None, plan_options: Optional[Dict[str, Any]] = None,
              domain: Any = None, progress: Optional[Callable[[int, int], Any]] = None, depth: int = 2,
              **options: Any) -> Fit:
    """Return a private fit of a DataFrame. It charges all that is left of the budget. Each step is a job.

    The bits of the fit depend neither on partitions nor on executors.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        It gives the same rows each time that it is computed. It is persisted while the fit is made.
    features, label, user, weight, ranges, classes
        Columns, as in dpcvx.distributed.fit_batches. With `user`, rows are shuffled so that each user is in one partition.
    loss, budget, nominal_units, rng, plan_options, domain, progress, **options
        As in dpcvx.distributed.fit_batches.
    partitions : int, optional
        How many partitions to make. By default those that the frame has.
    depth : int
        Of the tree of merges.

    Raises
    ------
    dpcvx.Error
        A partition is lost or comes twice. Nothing is released then, and the charge stays.
    """
    from pyspark import StorageLevel, TaskContext

    reader = Reader(tuple(features), label, user, weight, ranges, classes)
    data = frame.select(*dict.fromkeys(reader.columns))
    count = partitions or data.rdd.getNumPartitions()
    if user is not None:
        data = data.repartition(count, user).sortWithinPartitions(user)
    elif partitions is not None:
        data = data.repartition(count)
    data = data.persist(StorageLevel.MEMORY_AND_DISK)
    context = frame.sparkSession.sparkContext
    plan = public_plan(reader, len(reader.features), loss, budget, nominal_units, plan_options, domain, **options)

    def sum_of_all(point: bytes) -> bytes:
        sent = context.broadcast(point)

        def sum_here(batches: Iterator[Any]) -> Iterator[Any]:
            import pyarrow
            part = TaskContext.get().partitionId()
            yield pyarrow.RecordBatch.from_pydict({"state": [sum_part(sent.value, part, reader.blocks(batches))]})

        try:
            return data.mapInArrow(sum_here, _STATE).rdd.map(lambda row: bytes(row.state)).treeReduce(merge, depth)
        finally:
            sent.unpersist()

    try:
        return Coordinator(budget, plan, data.rdd.getNumPartitions(), rng).run(sum_of_all, progress)
    finally:
        data.unpersist()
