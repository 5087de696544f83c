"""Fits of a table of floats that is read from a file in blocks: time a pass beside reading the file and beside the gradient of
numpy, and the memory of it all. DPCVX_STREAM_ROWS is how many rows, 2 million by default; 20 columns."""
import os
import resource
import sys
import tempfile
import time

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bindings", "python"))
import dpcvx  # noqa: E402

ROWS, COLUMNS, BLOCK, STEPS = int(os.environ.get("DPCVX_STREAM_ROWS", 2_000_000)), 20, 12_500, 2


def write(path):
    """A made-up table: rows of floats, the label first."""
    generator, slopes = numpy.random.default_rng(1), numpy.linspace(-1, 1, COLUMNS, dtype=numpy.float32)
    with open(path, "wb") as file:
        for begin in range(0, ROWS, BLOCK):
            rows = generator.random((min(BLOCK, ROWS - begin), COLUMNS + 1), dtype=numpy.float32)
            rows[:, 0] = numpy.where(rows[:, 1:] @ slopes > rows[:, 0] - 0.5, 1, -1)
            rows.tofile(file)
        file.flush()
        os.fsync(file.fileno())


def blocks(path):
    """Rows of the file, block after block. Pages that were read leave the memory, so that each pass reads the disk."""
    with open(path, "rb", buffering=0) as file:
        while True:
            begin, rows = file.tell(), numpy.empty((BLOCK, COLUMNS + 1), numpy.float32)
            length = file.readinto(memoryview(rows).cast("B"))
            if not length:
                return
            os.posix_fadvise(file.fileno(), begin, length, os.POSIX_FADV_DONTNEED)
            yield rows[:length // rows.strides[0]]


def measured(call):
    """The seconds and the seconds of CPU of a call."""
    began, cpu = time.time(), time.process_time()
    call()
    return time.time() - began, time.process_time() - cpu


def read(path):
    """Read the file."""
    for _ in blocks(path):
        pass


def plain(path):
    """A pass of plain gradients."""
    w, total = numpy.zeros(COLUMNS, numpy.float32), numpy.zeros(COLUMNS)
    for rows in blocks(path):
        x, y = rows[:, 1:], rows[:, 0]
        total += x.T @ (-y / (1 + numpy.exp(y * (x @ w))))


def private(path):
    """A fit of STEPS passes."""
    dpcvx.distributed.fit_batches(
        lambda: ({"x": rows[:, 1:], "y": rows[:, 0]} for rows in blocks(path)), ["x"], "y", "logistic", dpcvx.Budget(1.0, 1e-6), ROWS,
        ([0] * COLUMNS, [1] * COLUMNS), columns=COLUMNS, storage="dense_f32", plan_options={"steps": STEPS})


with tempfile.TemporaryDirectory(dir=os.environ.get("DPCVX_STREAM_FOLDER")) as folder:
    path = os.path.join(folder, "table")
    write(path)
    (reading, _), (gradient, its_cpu), (fitting, cpu) = (measured(lambda: call(path)) for call in (read, plain, private))
print("evidence: engines: %d rows of %d floats from disk, %.2f GB: reading %.1f s, a pass of numpy %.1f s (%.1f of CPU), a private pass "
      "%.1f s (%.1f of CPU); at most %.0f MB of memory" % (
          ROWS, COLUMNS, ROWS * (COLUMNS + 1) * 4 / 1e9, reading, gradient, its_cpu, fitting / STEPS, cpu / STEPS,
          resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3))
