"""Fits a private classifier to a Parquet file that is read in batches, once a step: memory is that of a batch.

pyarrow reads ahead by default, and may hold the whole file. Without pre_buffer it holds no more than a row group."""
import os
import tempfile

import numpy
import pyarrow
import pyarrow.parquet

import dpcvx

generator = numpy.random.default_rng(1)  # a made-up table; yours is there already
path = os.path.join(tempfile.mkdtemp(), "visits.parquet")
age, hours = generator.uniform(18, 90, 60000), generator.uniform(0, 60, 60000)
returns = numpy.where(hours - age / 3 + generator.normal(0, 10, 60000) > 10, 1, -1)
pyarrow.parquet.write_table(pyarrow.table({"age": age, "hours": hours, "returns": returns}), path)


def batches():
    """The rows of the file from the first."""
    file = pyarrow.parquet.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20)
    return file.iter_batches(batch_size=10000, columns=["age", "hours", "returns"])


fit = dpcvx.distributed.fit_batches(
    batches, ["age", "hours"], "returns", "logistic", dpcvx.Budget(1.0, 1e-6), nominal_units=60000,
    ranges=([18, 0], [90, 60]), plan_options={"steps": 40},
    read_progress=lambda done, size: print("%.1f MB of the first pass" % (done / 1e6)) if size == 0 else None)
print(fit.report())
right = (fit.predict(numpy.column_stack((age, hours))) == returns).mean()
print("NOT PRIVATE: %.3f of the rows are predicted right" % right)
assert right > 0.7
