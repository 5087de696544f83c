"""Fits a private regression to a query of DuckDB, which runs once a step. The charge lies outside any transaction.

A ROLLBACK of the database does not undo what the fit told. So the ledger is a file of its own, not a table of it."""
import os
import tempfile

import duckdb

import dpcvx

base = duckdb.connect()  # a made-up table; yours is in a file, or is Parquet that DuckDB reads
base.execute("SELECT setseed(0.5)")
base.execute("CREATE TABLE trips AS SELECT driver, km, 3 + 1.5 * km AS fare FROM "
             "(SELECT i // 4 AS driver, random() * 20 AS km FROM range(40000) t(i))")
QUERY = "SELECT driver, km, fare FROM trips WHERE km > 1 ORDER BY driver"  # sorted, so that a driver's rows lie together

ledger = os.path.join(tempfile.mkdtemp(), "trips.ledger")
budget = dpcvx.Budget.create_ledger(ledger, epsilon=2.0, delta=1e-6, unit="user")
fit = dpcvx.distributed.fit_batches(
    lambda: base.sql(QUERY).to_arrow_reader(8000), ["km"], "fare", "squared", budget, nominal_units=10000,
    ranges=([0], [20]), user="driver", label_bound=40, plan_options={"steps": 40})
slope, constant = fit.original_coefficients()
print("a fare is about %.2f and %.2f a km" % (constant, slope))
assert 1 < slope < 2
