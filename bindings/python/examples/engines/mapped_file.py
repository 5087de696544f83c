"""Fits a private classifier to a memory-mapped .npy file of any size, and shows how much of each pass is read.

Each block maps its own stretch of the file, and leaves the memory with it. No table is made of the rows."""
import os
import tempfile

import numpy

import dpcvx

ROWS, COLUMNS, BLOCK = 60_000, 8, 1 << 14
generator = numpy.random.default_rng(1)  # made-up files; yours are there already
folder = tempfile.mkdtemp()
rows = generator.uniform(-1, 1, (ROWS, COLUMNS)).astype(numpy.float32)
numpy.save(os.path.join(folder, "rows.npy"), rows)
numpy.save(os.path.join(folder, "labels.npy"), numpy.where(rows[:, 0] - rows[:, 1] > 0.2, 1, -1))


def blocks(name):
    """The rows of a file, block after block."""
    whole = numpy.load(os.path.join(folder, name), mmap_mode="r")
    for begin in range(0, len(whole), BLOCK):
        shape = (min(BLOCK, len(whole) - begin), *whole.shape[1:])
        yield numpy.memmap(whole.filename, whole.dtype, "r", whole.offset + begin * whole.strides[0], shape)


told = []
fit = dpcvx.distributed.fit_batches(
    lambda: ({"x": x, "y": y} for x, y in zip(blocks("rows.npy"), blocks("labels.npy"))), ["x"], "y", "logistic",
    dpcvx.Budget(1.0, 1e-6), nominal_units=ROWS, columns=COLUMNS, storage="dense_f32", plan_options={"steps": 20},
    read_progress=lambda done, size: told.append("%.1f of %.1f MB" % (done / 1e6, size / 1e6)) and False)
print("the last pass: " + ", ".join(told[-5:]))
right = (fit.predict(rows) == numpy.where(rows[:, 0] - rows[:, 1] > 0.2, 1, -1)).mean()
print("NOT PRIVATE: %.3f of the rows are predicted right" % right)
assert right > 0.8
