"""Ends of processes, forks and threads while handles are alive and fits run, and handles by the hundred thousand.
Prints "ok" lines."""
import ctypes
import faulthandler
import gc
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import types
import warnings

import numpy

import dpcvx
from smoke_support import Tests, refusal

test = Tests("python process")
ENVIRONMENT = dict(os.environ, PYTHONPATH=os.path.dirname(os.path.dirname(os.path.abspath(dpcvx.__file__))))

# What each child begins with: a handle of most kinds, some in a cycle, which live until its end.
BEGIN = """
import os, sys, threading, time
import numpy, dpcvx
x = numpy.random.default_rng(0).random((2000, 5))
made_again = lambda: dpcvx.Dataset(x.copy(), numpy.where(x[:, 0] > x[:, 1], 1.0, -1.0), ranges=(0.0, 1.0))
data = made_again()
objective = dpcvx.Objective(data)
budget = dpcvx.Budget(4.0, 1e-6, filter="basic")

def plan_of(objective, steps=50):
    price = dpcvx.Curve.approximate(1.0, 1e-8)
    return dpcvx.Plan(budget, objective, price, method="noisy_gradient_descent", steps=steps)

def loss(z, label):
    called.set()
    return z * z, 2.0 * z

class Holder:
    pass

called = threading.Event()
own = dpcvx.Objective(data, loss, max_slope=1.0, max_curvature=2.0, label_bound=1.0)
called.clear()  # the objective tried the loss at public points
fit = dpcvx.Fit(budget, plan_of(objective))
held = Holder()
held.itself, held.fit, held.plan, held.rng = held, fit, plan_of(objective), dpcvx.Rng()
held.monitor, held.score = dpcvx.Monitor(lambda done, total: None), fit.evaluate(made_again(), dpcvx.Budget(1.0, 1e-6))
held.sampler, held.accountant = dpcvx.sample.Sampler(objective, quadratic=1.0), dpcvx.Accountant("add_remove")
"""

# A destructor that sleeps while the interpreter ends: threads that wait for it would run on then.
SLOW_END = """
class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(0.3)

slow = Slow()
"""


def problem_of(status, said, errors):
    """What is wrong with the end of a program, or with what it told. Its last line is a print."""
    told = "".join("\n  " + line for line in errors.splitlines())
    return "" if status == 0 and not told and said.endswith("end\n") else "%d %s%s" % (status, said[-200:], told)


def child(code, seconds=600):
    """What is wrong with a program in an interpreter of its own."""
    try:
        done = subprocess.run(
            [sys.executable, "-B", "-W", "ignore::DeprecationWarning", "-X", "faulthandler", "-c", BEGIN + code],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds, env=ENVIRONMENT, universal_newlines=True)
    except subprocess.TimeoutExpired:
        return "it did not end within %d seconds" % seconds
    return problem_of(done.returncode, done.stdout, done.stderr)


def fork(code, seconds=600):
    """What is wrong with a program in a fork of this process, which has imported what it needs. No handle is alive."""
    sys.stdout.flush()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        number = os.fork()
        if number == 0:
            signal.alarm(seconds)
            os.dup2(out.fileno(), 1)
            os.dup2(errors.fileno(), 2)
            faulthandler.enable(2)
            warnings.simplefilter("ignore", DeprecationWarning)
            sys.modules["forked"] = types.ModuleType("forked")  # what is alive there lives until the interpreter ends
            exec(BEGIN + code, vars(sys.modules["forked"]))
            sys.exit(0)
        status = os.waitpid(number, 0)[1]
        for told in (out, errors):
            told.seek(0)
        return problem_of(status, out.read(), errors.read())


def ends(name, code, run=fork):
    problem = run(code + "\nprint('end', flush=True)\n")
    test(name, not problem, problem)


# ---- The end of the interpreter ----

ends("handles of all kinds are alive at the end", SLOW_END, child)
DAEMON = """
def run():
    made.append(dpcvx.Fit(budget, %s))

made = []
threading.Thread(target=run, daemon=True).start()
%s
assert not made, "the fit ended too early to try anything"
""" + SLOW_END
ends("a fit runs in a daemon thread at the end", DAEMON % ("plan_of(objective, 1000000)", "time.sleep(0.2)"), child)
ends("one with progress", DAEMON % (
    "plan_of(objective, 1000000), progress=lambda done, total: called.set()", "called.wait(30)"), child)
ends("one that makes one fit after another", """
def run():
    while True:
        ledger = dpcvx.Budget(1.0, 1e-6)
        dpcvx.Fit(ledger, dpcvx.Plan(ledger, objective, method="noisy_gradient_descent"), progress=lambda done, total: called.set())

threading.Thread(target=run, daemon=True).start()
called.wait(30)
""" + SLOW_END, child)
ends("one with a loss of its own, which Python runs", DAEMON % ("plan_of(own, 100000)", "called.wait(30)"), child)
test("control: a crash is seen", "Fatal Python error" in child(
    "import resource\nresource.setrlimit(resource.RLIMIT_CORE, (0, 0))\nos.abort()"))
for made, run in (("an interpreter", child), ("a fork", fork)):
    test("control: an error of a destructor is seen in " + made, "ZeroDivisionError" in run(
        "class Bad:\n    def __del__(self):\n        1 / 0\nbad = Bad()\nprint('end')"))
test("control: a crash of a fork is seen", "Fatal Python error" in fork(
    "import resource\nresource.setrlimit(resource.RLIMIT_CORE, (0, 0))\nos.abort()"))

# ---- Fork ----

FORK = """
number = os.fork()
if number == 0:
    %s
    os._exit(0) if quick else sys.exit(0)
_, status = os.waitpid(number, 0)
assert status == 0, status
assert fit.predict(x).shape == (2000,) and held.rng.bytes(4) and objective.figure("units") == 2000
"""
ends("a child frees the handles of its parent, which go on",
     "quick = False" + FORK % "del fit, held, objective, own, data")
ends("a child fits a copy of the parent's table", "quick = True" + FORK % (
    "ledger = dpcvx.Budget(1.0, 1e-6); dpcvx.Fit(ledger, dpcvx.Plan(ledger, objective), dpcvx.Rng())"))
ends("a child of a parent with a fit in another thread makes its own", """
monitor, quick, long_plan = dpcvx.Monitor(), True, plan_of(objective, 1000000)
thread = threading.Thread(target=lambda: dpcvx.lowlevel.fit_create(budget, dpcvx.Rng(), long_plan, monitor))
thread.start()
time.sleep(0.2)
""" + FORK % "ledger = dpcvx.Budget(1.0, 1e-6); dpcvx.Fit(ledger, dpcvx.Plan(ledger, dpcvx.Objective(data)))" + """
assert thread.is_alive()
monitor.cancel()
thread.join()
""")

# ---- Threads ----

ends("threads share a table, an objective, a plan and a budget, and free what others made", """
made, shared = [], dpcvx.Budget(1.0, 1e-6, filter="basic")
plan = dpcvx.Plan(dpcvx.Budget(1.0, 1e-6), objective, method="noisy_gradient_descent", steps=5)

def work():
    for _ in range(20):
        made.append(dpcvx.Fit(dpcvx.Budget(1.0, 1e-6), plan, dpcvx.Rng(b"same")))
        shared.charge(dpcvx.Curve.pure(0.01))

def together(job):
    threads = [threading.Thread(target=job) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

together(work)
assert shared.figure("charges") == len(made) == 80, shared.text()
assert len({fit.coefficients().tobytes() for fit in made}) == 1
together(lambda: [made.pop() for _ in range(20)])
assert not made
""")

ends("a budget is not closed while a fit with it runs, in another thread or in its progress", """
def close(done=0, total=0):
    try:
        budget.close()
        closed.append(done)
    except dpcvx.Error as problem:
        assert problem.status.name == "STATE" and "Budget cannot be closed while a call" in str(problem), problem
    called.set()

closed, monitor, long_plan = [], dpcvx.Monitor(close), plan_of(objective, 1000000)
thread = threading.Thread(target=lambda: dpcvx.lowlevel.fit_create(budget, dpcvx.Rng(), long_plan, monitor))
thread.start()
called.wait(30)
close()
for used in (lambda: dpcvx.lowlevel.budget_destroy(budget), lambda: budget.__init__(1.0, 1e-6)):
    try:
        used()
        closed.append(used)
    except dpcvx.Error as problem:
        assert "while a call with it runs" in str(problem), problem
monitor.cancel()
thread.join()
assert not closed and budget.figure("charges") == 2, closed
close()
assert closed and repr(budget) == "<dpcvx.Budget, closed>"
""")
ends("threads that charge a budget while others close it are refused, or it is", """
sys.setswitchinterval(1e-6)
told, ended = set(), []

def charge(ledger):
    try:
        for _ in range(20):
            ledger.charge(dpcvx.Curve.pure(1e-6))
    except ValueError as problem:
        told.add(str(problem))

def close(ledger):
    try:
        ledger.close()
        ended.append(ledger)
    except dpcvx.Error as problem:
        told.add(str(problem))

for _ in range(200):
    ledger = dpcvx.Budget(1.0, 1e-6, filter="basic")
    threads = [threading.Thread(target=work, args=(ledger,)) for work in (charge, close, charge, close)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ledger not in ended or repr(ledger) == "<dpcvx.Budget, closed>"
    ledger.close()
assert told <= {"argument 'budget' = a Budget that was closed; accepted: one that is open",
                "this Budget cannot be closed while a call with it runs"}, told
""")
ends("a ledger that grows between the question for the length of its text and the answer is read all the same", """
sys.setswitchinterval(1e-6)
ledger, cost = dpcvx.Budget(8.0, 1e-6), dpcvx.Curve.gdp(1e-3)
thread = threading.Thread(target=lambda: [ledger.charge(cost) for _ in range(1000)])
thread.start()
while thread.is_alive():
    assert ledger.text().startswith("Budget") and ledger.json().startswith("{") and ledger.save()
""")
ends("a handle that lowlevel frees is freed once", """
dpcvx.lowlevel.budget_destroy(budget)
assert repr(budget) == "<dpcvx.Budget, closed>"
budget.close()
""")

# ---- Many handles ----

table = numpy.array([[0.0, 1.0], [1.0, 0.0]])
data = dpcvx.Dataset(table, [1.0, -1.0])
MAKERS = {
    "Curve": lambda: dpcvx.Curve.gdp(1.0), "Budget": lambda: dpcvx.Budget(1.0, 1e-6), "Rng": dpcvx.Rng,
    "Dataset": lambda: dpcvx.Dataset(table, [1.0, -1.0], users=[1, 2]), "Objective": lambda: dpcvx.Objective(data),
    "Domain": lambda: dpcvx.Domain.ball(1.0, 3), "Accountant": dpcvx.Accountant,
    "Monitor": lambda: dpcvx.Monitor(lambda done, total: None),
    "refused": lambda: refusal(dpcvx.Error, lambda: dpcvx.Budget(-1.0, 1e-6)),
    "in a cycle": lambda: (lambda both: both.append((both, dpcvx.Rng())))([])}


class Allocated(ctypes.Structure):
    """What mallinfo2 of glibc tells: ten sizes, of which the fifth is mapped for large blocks and the eighth is in use."""
    _fields_ = [("size%d" % i, ctypes.c_size_t) for i in range(10)]


tell_allocated = getattr(ctypes.CDLL(None), "mallinfo2", None)
if tell_allocated is not None:
    tell_allocated.restype = Allocated


def in_use():
    """Bytes in use by the process's pages, by what malloc gave out, and by Python's small objects at 64 bytes each.

    Pages alone do not show a leak that fits into what was freed before.
    """
    with open("/proc/self/statm") as source:
        pages = int(source.read().split()[1]) * resource.getpagesize()
    told = tell_allocated() if tell_allocated is not None else Allocated()
    return numpy.array([pages, told.size4 + told.size7, 64 * sys.getallocatedblocks()])


def grown(make, count):
    """Megabytes by which the process grows, after a tenth of the handles, by the measure that grows most."""
    for _ in range(count // 10):
        make()
    gc.collect()
    before = in_use()
    for _ in range(count - count // 10):
        make()
    gc.collect()
    return (in_use() - before).max() / 2 ** 20


def least_growth(make):
    """The least growth of five measured, or the first below 0.5 MB.

    The allocators of Python may take an arena of a quarter or a whole megabyte more at any time. A leak goes on.
    """
    least = grown(make, 10000)
    for _ in range(4):
        if least >= 0.5:
            least = min(least, grown(make, 10000))
    return least


if os.path.exists("/proc/self/statm"):
    begin = time.process_time()
    found = {name: least_growth(make) for name, make in MAKERS.items()}
    test("10,000 handles of each of %d kinds leave at most %.1f MB" % (len(found), max(found.values())),
         max(found.values()) < 0.5, found)
    print("evidence: bindings: Python: 10^5 handles made and freed in %.1f s of CPU; the process grows by %.1f MB" % (
        time.process_time() - begin, sum(found.values())))
    kept = []
    growth = least_growth(lambda: kept.append(dpcvx.Curve.gdp(1.0)))
    test("control: handles that are kept are seen", growth > 0.5, growth)

sys.exit(1 if test.failed else 0)
