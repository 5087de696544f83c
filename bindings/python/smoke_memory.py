"""How much memory a table takes beside itself: the library's own copy, and no other. Prints "ok" lines, and "skip" where
the system does not tell a process's peak. An argument is the size of the table in bytes, 50 MB without it."""
import os
import sys

import numpy

import dpcvx
from smoke_support import Tests

COLUMNS = 100
MOST = 0.1  # of the table, for what is no copy of it

test = Tests("python memory")


def resident(key):
    """Return what the system says of this process's memory, in bytes: VmRSS now, VmHWM at its peak."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(key + ":"))


def above(call):
    """Return what a call returns, and its peak of memory above what there was, in tables."""
    with open("/proc/self/clear_refs", "w", encoding="ascii") as peak:
        peak.write("5")
    before = resident("VmRSS")
    result = call()
    return result, (resident("VmHWM") - before) / table.nbytes


if not os.path.exists("/proc/self/clear_refs"):
    print("skip python memory: the system does not tell a process's peak")
    sys.exit(0)
rows = int(float(sys.argv[1] if len(sys.argv) > 1 else 50e6)) // (8 * COLUMNS)
table = numpy.random.default_rng(1).random((rows, COLUMNS))
labels = numpy.where(table[:, 0] > 0.5, 1.0, -1.0)
dpcvx.Dataset(table[:1000], labels[:1000])  # what is loaded once

data, taken = above(lambda: dpcvx.Dataset(table, labels))
test("a table of numpy is copied once, by the library", 1 - MOST < taken < 1 + MOST, taken)
fit, in_fit = above(lambda: dpcvx.fit_table(data, "logistic", epsilon=1.0, delta=1e-6, ranges=([0] * COLUMNS, [1] * COLUMNS)))
test("a fit takes two more, scaled and centred", in_fit < 2 + MOST, in_fit)
_, in_prediction = above(lambda: fit.predict(data))
print("evidence: bindings: Python: above a table of %.0f MB, peak memory is %.2f tables for a dataset, then %.2f for a fit"
      " and %.2f for predictions" % (table.nbytes / 1e6, taken, in_fit, in_prediction))
del data, fit
_, reversed_once = above(lambda: dpcvx.Dataset(table[:, ::-1], labels))
test("so are its columns in another order", reversed_once < 1 + MOST, reversed_once)
_, twice = above(lambda: dpcvx.Dataset(table.copy(), labels))
test("control: one copy more is seen", twice > 2 - MOST, twice)
sys.exit(test.failed)
