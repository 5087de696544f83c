"""Fits a private classifier to a DataFrame of Spark, with patients as the units. Each step is a job.

Executors need the wheel of dpcvx, pyarrow and pandas. The ledger is a file of the driver."""
import os
import tempfile

from pyspark.sql import SparkSession

import dpcvx
import dpcvx.spark

spark = SparkSession.builder.appName("dpcvx").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
visits = spark.sql(  # a made-up table; yours is spark.read.parquet(...), spark.table(...) or any query
    "SELECT id DIV 3 AS patient, rand(1) * 70 + 20 AS age, rand(2) * 60 AS hours, "
    "IF(rand(3) < 1 / (1 + exp(2 - rand(2) * 60 / 15)), 1, -1) AS returns FROM range(0, 30000, 1, 2)")

ledger = os.path.join(tempfile.mkdtemp(), "visits.ledger")
budget = dpcvx.Budget.create_ledger(ledger, epsilon=2.0, delta=1e-6, unit="user")
fit = dpcvx.spark.fit_frame(visits, ["age", "hours"], "returns", "logistic", budget, nominal_units=10000,
                            ranges=([20, 0], [90, 60]), user="patient", partitions=2, plan_options={"steps": 5})
print("log-odds of age, hours and a constant, of columns in [-1, 1]:", fit.coefficients().round(2))
assert fit.coefficients()[1] > 0
spark.stop()
