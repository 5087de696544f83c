"""A pass over a table in Spark: a step of this library's fit beside an iteration of MLlib's logistic regression, on one cluster.

Usage: spark_peer.py [ROWS] [COLUMNS] [EXECUTORS]     by default 400000, 20 and 2

Both read a table that Spark keeps in memory. The library's pass is the median time of a step of fit_frame's coordinator. That of MLlib is
the difference of fits of many and of few iterations, medians of three, over the difference of the iterations. Each is a pass at least. The
seconds of the sums alone are those of one process that sums the same rows, over the executors. It needs pyspark, pandas and Java."""
import os
import statistics
import sys
import time

import numpy

import dpcvx
import dpcvx.spark

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
from pyspark import StorageLevel  # noqa: E402  (after the environment that it reads)
from pyspark.ml.classification import LogisticRegression  # noqa: E402
from pyspark.ml.feature import VectorAssembler  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as f  # noqa: E402

ROWS, COLUMNS, EXECUTORS = [int(given) for given in sys.argv[1:]] + [400000, 20, 2][len(sys.argv) - 1:]
NAMES, STEPS, FEW, MANY = ["x%d" % j for j in range(COLUMNS)], 12, 2, 22
sent = {"spark.executorEnv." + name: os.environ[name] for name in ("PYTHONPATH", "DPCVX_LIBRARY") if name in os.environ}
spark = SparkSession.builder.master("local-cluster[%d,1,1024]" % EXECUTORS).config(map={
    "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", **sent}).getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
frame = spark.range(0, ROWS, 1, EXECUTORS).select(*[(2 * f.rand(j) - 1).alias(name) for j, name in enumerate(NAMES)])
frame = frame.withColumn("y", f.when(sum(f.col(name) for name in NAMES[:3]) + f.randn(99) > 0, 1).otherwise(-1))

reader = dpcvx.distributed.Reader(tuple(NAMES), "y", None, None, (numpy.full(COLUMNS, -1.0), numpy.full(COLUMNS, 1.0)), None)
facts = dpcvx.distributed.public_facts(reader, COLUMNS, "logistic", ROWS)
budget = dpcvx.Budget(2.0, 1e-6)
begun = time.time()
parts = dpcvx.spark.prepare(frame, reader, dpcvx.distributed.rehearsal(facts, reader), EXECUTORS)
prepared, moments = time.time() - begun, []
coordinator = dpcvx.distributed.Coordinator(budget, dpcvx.Plan(budget, facts, steps=STEPS), parts.count)
broadcast = coordinator.broadcast()
sizes = len(broadcast), len(parts.states(broadcast).first())
coordinator.run(parts.sum, lambda done, steps: moments.append(time.time()))
ours = statistics.median(numpy.diff(moments))

rows = reader.rows(frame.limit(50000).toPandas())
rows = rows._replace(features=numpy.ascontiguousarray(rows.features))
inside = []
for _ in range(5):
    begun = time.process_time()
    reader.add_rows(dpcvx.distributed.PartialSum(broadcast, 0), rows)
    inside.append((time.process_time() - begun) * ROWS / len(rows.labels) / EXECUTORS)
parts.forget()

# Columns of several scales: so that it takes many iterations.
scaled = frame.select("y", *[(f.col(name) * 2.0 ** (j % 8)).alias(name) for j, name in enumerate(NAMES)])
table = VectorAssembler(inputCols=NAMES, outputCol="features").transform(scaled).select(
    "features", f.when(f.col("y") > 0, 1.0).otherwise(0.0).alias("label")).persist(StorageLevel.MEMORY_AND_DISK)
table.count()


def seconds_of(iterations):
    """The median seconds of three fits of MLlib, and their iterations."""
    took = []
    for _ in range(3):
        begun = time.time()
        model = LogisticRegression(maxIter=iterations, tol=0.0, standardization=False).fit(table)
        took.append(time.time() - begun)
    return statistics.median(took), model.summary.totalIterations


few, many = seconds_of(FEW), seconds_of(MANY)
theirs = (many[0] - few[0]) / max(1, many[1] - few[1])
alone = statistics.median(inside)
print("evidence: engines: Spark, %d rows of %d doubles, %d executors of one core: a step %.2f s, %.2g rows/s; the sums alone %.2f s, "
      "%.0f %% of it" % (ROWS, COLUMNS, EXECUTORS, ours, ROWS / ours, alone, 100 * alone / ours))
print("evidence: engines: Spark: an iteration of MLlib's logistic regression %.2f s, %.2g rows/s (fits of %d and %d iterations: "
      "%.1f and %.1f s)" % (theirs, ROWS / theirs, few[1], many[1], few[0], many[0]))
print("evidence: engines: Spark: the table was prepared in %.1f s; a step sends %d bytes to each executor and %d back" % (
    prepared, *sizes))
