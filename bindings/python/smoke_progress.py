"""Progress, cancellation, Ctrl-C, threads, fork and pickling. Prints "ok" lines."""
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import warnings

import numpy

import dpcvx
from dpcvx._library import function, uninterrupted
from smoke_support import Tests, refusal, warned

test = Tests("python progress")
generator = numpy.random.default_rng(0)
rows = generator.random((20000, 30))
labels = numpy.where(rows[:, 0] > rows[:, 1], 1.0, -1.0)
data = dpcvx.Dataset(rows, labels, ranges=([0] * 30, [1] * 30))


def plan_of(budget, steps=20000):
    return dpcvx.Plan(budget, dpcvx.Objective(data), method="noisy_gradient_descent", steps=steps)


# ---- Progress ----

heard = []
budget = dpcvx.Budget(1.0, 1e-6)
fit = dpcvx.Fit(budget, plan_of(budget, 400), dpcvx.Rng(b"progress"), progress=lambda done, total: heard.append((done, total)))
silent_budget = dpcvx.Budget(1.0, 1e-6)
silent = dpcvx.Fit(silent_budget, plan_of(silent_budget, 400), dpcvx.Rng(b"progress"))
test("steps done and in all", fit.outcome() == "done" and heard == sorted(heard) and heard[-1][1] == 400 and len(heard) > 10, heard)
test("a fit that is watched is the same fit", (fit.coefficients() == silent.coefficients()).all())
budget = dpcvx.Budget(1.0, 1e-6)
fit = dpcvx.Fit(budget, plan_of(budget, 400), progress=lambda done, total: done >= 50)
test("a true result cancels, and the fit keeps what it reached and its charge", fit.outcome() == "cancelled" and
     0 < fit.figure("steps") < 400 and len(fit.coefficients()) == 31 and budget.figure("charges") == 1)


def broken(_done, _total):
    raise ZeroDivisionError("by the progress")


budget = dpcvx.Budget(1.0, 1e-6)
problem = refusal(ZeroDivisionError, lambda: dpcvx.Fit(budget, plan_of(budget, 400), progress=broken))
test("what the function raises comes through with the fit, and the charge stays", problem and budget.figure("charges") == 1 and
     problem.fit.outcome() == "cancelled")
budget = dpcvx.Budget(1.0, 1e-6)
for what, wrong in (("no function", 5), ("a function of one parameter", lambda done: None)):
    test.refuses("%s is refused before the charge" % what, TypeError, lambda: dpcvx.Fit(budget, plan_of(budget, 400), progress=wrong),
                 "argument 'progress' = ")
test("which costs nothing", budget.figure("charges") == 0)


# What runs in the background may have been started with SIGINT ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)


def estimated():
    with uninterrupted():
        signal.raise_signal(signal.SIGINT)
        return dpcvx.Estimate(dpcvx.Dataset(rows), budget, ranges=(0, 1))


estimate, caught = warned(estimated, dpcvx.CancelledWarning)
test("Ctrl-C leaves a release that was charged", len(estimate.values) == 30 and budget.figure("charges") == 1 and len(caught) == 1, caught)
test("calls that release hold it off, and fits see to it by themselves", [function(name).releases for name in (
    "dpcvx_estimate_create_cumulative", "dpcvx_release_gaussian", "dpcvx_evaluation_create", "dpcvx_fit_create", "dpcvx_plan_create")] ==
    [True, True, True, False, False])
other = dpcvx.Budget(1.0, 1e-6)
none = dpcvx.Fit(other, plan_of(other, 400), progress=lambda done, total: True)
test("a fit that was cancelled shows itself", "cancelled" in none._repr_html_())
try:
    import tqdm  # noqa: F401
    budget = dpcvx.Budget(1.0, 1e-6)
    test("a bar of tqdm", dpcvx.Fit(budget, plan_of(budget, 400), progress=True).outcome() == "done")
except ImportError:
    budget = dpcvx.Budget(1.0, 1e-6)
    fit, caught = warned(lambda: dpcvx.Fit(budget, plan_of(budget, 400), progress=True))
    test("a bar without tqdm is warned of", fit.outcome() == "done" and len(caught) == 1 and
         "tqdm" in str(caught[0].message))

# ---- Ctrl-C ----


def interrupted(make):
    """(result or exception, warnings, seconds from the signal to the end) of a call that meets Ctrl-C after .3 s."""
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    def call():
        timer.start()
        try:
            result = make()
        except BaseException as problem:
            result = problem
        ended = time.monotonic()
        timer.join()
        return result, ended

    timer = threading.Timer(0.3, send)
    (result, ended), caught = warned(call)
    return result, caught, ended - sent[0]


budget = dpcvx.Budget(1.0, 1e-6)
plan = plan_of(budget)
fit, caught, took = interrupted(lambda: dpcvx.Fit(budget, plan))
test("Ctrl-C returns the fit, cancelled, with a warning", isinstance(fit, dpcvx.Fit) and fit.outcome() == "cancelled" and
     [type(found.message) for found in caught] == [dpcvx.CancelledWarning] and budget.figure("charges") == 1 and
     fit.figure("epsilon") > 0 and len(fit.coefficients()) == 31, (fit, caught))
test("within a few seconds (%.2f)" % took, took < 5)
test("the handler is the caller's again", signal.getsignal(signal.SIGINT) is signal.default_int_handler)
with warnings.catch_warnings(record=True) as caught:
    for _ in range(2):
        budget = dpcvx.Budget(1.0, 1e-6)
        dpcvx.Fit(budget, plan_of(budget), progress=lambda _done, _total: signal.raise_signal(signal.SIGINT))
test("each cancelled fit of a loop warns", [found.category for found in caught] == [dpcvx.CancelledWarning] * 2, caught)
budget = dpcvx.Budget(1.0, 1e-6)
fit, caught = warned(lambda: dpcvx.Fit(budget, plan_of(budget, 40), progress=lambda done, total: signal.raise_signal(signal.SIGINT)
                                       if done == total else None), dpcvx.CancelledWarning)
test("a warning says how the fit ended, where Ctrl-C comes late", len(caught) == 1 and
     'Its outcome() says "%s"' % fit.outcome() in str(caught[0].message), (fit, [found.message for found in caught]))
minimum, caught = warned(lambda: dpcvx.Objective(data, l2=1e-9).nonprivate_minimum(
    1e-300, 10 ** 9, progress=lambda _done, _total: signal.raise_signal(signal.SIGINT)))
test("Ctrl-C ends a minimisation", isinstance(minimum, numpy.ndarray) and len(caught) == 1, (minimum, caught))
chain = dpcvx.sample.Sampler(dpcvx.Objective(dpcvx.Dataset(rows[:200, :2], labels[:200])), quadratic=1.0)
draws, caught, _ = interrupted(lambda: chain.draw(10 ** 7))
test("Ctrl-C returns the draws that are whole", isinstance(draws, numpy.ndarray) and 0 < len(draws) < 10 ** 7 and
     draws.any(axis=1).all(), draws)
begun = threading.Event()
monitor = dpcvx.Monitor(lambda _done, _total: begun.set())
threading.Thread(target=lambda: begun.wait() and monitor.cancel()).start()
budget = dpcvx.Budget(1.0, 1e-6)
made = dpcvx.lowlevel.fit_create(budget, dpcvx.Rng(), plan_of(budget), monitor)
test("a monitor cancels from another thread", monitor.cancelled and made.outcome() == "cancelled")
fresh = dpcvx.Budget(1.0, 1e-6)
test.refuses("one that was cancelled before the charge", dpcvx.Error,
             lambda: dpcvx.lowlevel.fit_create(fresh, dpcvx.Rng(), plan_of(fresh), monitor), "nothing was charged",
             status=dpcvx.enums.Status.CANCELLED)
test("and nothing is charged", fresh.figure("charges") == 0)

# ---- Threads, fork, pickling ----

results = []


def one_thread(number):
    ledger = dpcvx.Budget(1.0, 1e-6)
    results.append((number, dpcvx.Fit(ledger, plan_of(ledger, 200), dpcvx.Rng(b"same")).coefficients().tolist()))


threads = [threading.Thread(target=one_thread, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
test("threads, each with handles of its own, give the same bits", len(results) == 4 and
     len({tuple(found) for _, found in results}) == 1)

again = pickle.loads(pickle.dumps(silent))
test("fits are pickled", isinstance(again, dpcvx.Fit) and again.json() == silent.json())
for thing in (dpcvx.Budget(1.0, 0.0), dpcvx.Rng(), data, dpcvx.Curve.gdp(1.0)):
    test.refuses("a %s is not pickled" % type(thing).__name__, TypeError, lambda: pickle.dumps(thing),
                 "belongs to its process")

parent_rng, parent_budget = dpcvx.Rng(), dpcvx.Budget(1.0, 1e-6)


def in_child(queue):
    bits = parent_rng.bytes(16)
    try:
        parent_budget.price(0.5)
        queue.put(("the parent's budget was used", bits))
    except dpcvx.Error as problem:
        ledger = dpcvx.Budget(1.0, 1e-6)
        queue.put((problem.status.name, bits, len(ledger.json()) > 0))


context = multiprocessing.get_context("fork")
queue = context.Queue()
child = context.Process(target=in_child, args=(queue,))
child.start()
said = queue.get(timeout=60)
child.join()
test("after fork a parent's budget is refused, a new one works, and random bits differ",
     said[0] == "STATE" and said[2] and said[1] != parent_rng.bytes(16), said)

sys.exit(1 if test.failed else 0)
