"""Fits of a table of floats in a memory-mapped .npy file: time a pass beside reading the file and beside the gradient of numpy,
and the memory of it all. DPCVX_STREAM_ROWS is how many rows, 2 million by default; 20 columns. A table that lies in
DPCVX_STREAM_FOLDER is used again."""
import os
import sys
import tempfile
import threading
import time

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bindings", "python"))
import dpcvx  # noqa: E402

ROWS, COLUMNS, BLOCK, STEPS = int(os.environ.get("DPCVX_STREAM_ROWS", 2_000_000)), 20, 1 << 18, 2


def write(x_path, y_path):
    """A made-up table: rows of floats, and their labels."""
    generator, slopes = numpy.random.default_rng(1), numpy.linspace(-1, 1, COLUMNS, dtype=numpy.float32)
    x = numpy.lib.format.open_memmap(x_path, "w+", numpy.float32, (ROWS, COLUMNS))
    y = numpy.lib.format.open_memmap(y_path, "w+", numpy.float32, (ROWS,))
    for begin in range(0, ROWS, BLOCK):
        rows = generator.random((min(BLOCK, ROWS - begin), COLUMNS), dtype=numpy.float32)
        x[begin:begin + BLOCK] = rows
        y[begin:begin + BLOCK] = numpy.where(rows @ slopes > generator.random(len(rows), dtype=numpy.float32) - 0.5, 1, -1)
    x.flush()
    y.flush()


def mapped(path):
    """The blocks of a file, each mapped anew: a block leaves the memory with its array, and the cache at its end."""
    whole = numpy.load(path, mmap_mode="r")
    with open(path, "rb") as file:
        for begin in range(0, len(whole), BLOCK):
            shape, place = (min(BLOCK, len(whole) - begin), *whole.shape[1:]), whole.offset + begin * whole.strides[0]
            yield numpy.memmap(path, whole.dtype, "r", place, shape)
            os.posix_fadvise(file.fileno(), whole.offset, place - whole.offset, os.POSIX_FADV_DONTNEED)


def measured(call):
    """The seconds and the seconds of CPU of a call, after which the file is out of the cache."""
    for path in PATHS:
        with open(path, "rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    began, cpu = time.time(), time.process_time()
    call()
    return time.time() - began, time.process_time() - cpu


def read():
    """Read the files."""
    room = bytearray(1 << 24)
    for path in PATHS:
        with open(path, "rb", buffering=0) as file:
            while file.readinto(room):
                pass


def plain():
    """A pass of plain gradients."""
    w, total = numpy.zeros(COLUMNS, numpy.float32), numpy.zeros(COLUMNS)
    for x, y in zip(*map(mapped, PATHS)):
        total += x.T @ (-y / (1 + numpy.exp(y * (x @ w))))


def private(ranges):
    """A fit of STEPS passes."""
    return lambda: dpcvx.distributed.fit_batches(
        lambda: ({"x": x, "y": y} for x, y in zip(*map(mapped, PATHS))), ["x"], "y", "logistic", dpcvx.Budget(1.0, 1e-6), ROWS,
        ranges, columns=COLUMNS, storage="dense_f32", plan_options={"steps": STEPS}, threads=int(os.environ.get("DPCVX_THREADS", 1)))


class Memory(threading.Thread):
    """The most memory of this process: its own, and pages of mapped files that are in it."""

    def __init__(self):
        super().__init__(daemon=True)
        self.most = {"RssAnon": 0, "RssFile": 0, "VmRSS": 0}

    def run(self):
        while True:
            with open("/proc/self/status") as status:
                for line in status:
                    name = line.split(":")[0]
                    if name in self.most:
                        self.most[name] = max(self.most[name], int(line.split()[1]) / 1e3)
            time.sleep(0.02)


with tempfile.TemporaryDirectory() as made:
    folder = os.environ.get("DPCVX_STREAM_FOLDER", made)
    PATHS = [os.path.join(folder, name) for name in ("x.npy", "y.npy")]
    if not os.path.exists(PATHS[0]):
        write(*PATHS)
    memory = Memory()
    memory.start()
    ends = ([0] * COLUMNS, [1] * COLUMNS)
    runs = {"reading the file": read, "a pass of numpy": plain}
    private_runs = {"a private pass": private(None), "one of scaled columns": private(ends)}
    told = ["%s %.1f s (%.1f of CPU)" % (name, *measured(call)) for name, call in runs.items()]
    told += ["%s %.1f s (%.1f of CPU)" % (name, *(value / STEPS for value in measured(call))) for name, call in private_runs.items()]
print("evidence: engines: %d rows of %d floats in a mapped file, %.2f GB: %s; at most %.0f MB of memory, %.0f of it the file's pages" % (
    ROWS, COLUMNS, ROWS * (COLUMNS + 1) * 4 / 1e9, ", ".join(told), memory.most["VmRSS"], memory.most["RssFile"]))
