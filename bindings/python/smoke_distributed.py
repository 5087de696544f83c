"""Fits of tables in parts: batches, users, what is refused, and the same bits from every engine.

Prints "ok" lines. With the argument "engines" it reads from pyarrow and DuckDB too, which Debian does not have."""
import os
import pickle
import runpy
import sys
import tempfile
import threading

import numpy

import dpcvx
from dpcvx import _part_rows
from smoke_support import Tests, refusal, warned

test = Tests("python distributed")
distributed = dpcvx.distributed
generator = numpy.random.default_rng(7)
COUNT, NAMES = 3000, ["a", "b", "c"]
X = generator.normal(size=(COUNT, 3))
y = numpy.where(X[:, 0] + generator.normal(size=COUNT) > 0, 1, -1)
owners = numpy.sort(generator.integers(0, 400, COUNT))
STEPS = {"steps": 6}
RANGES = ([-3] * 3, [3] * 3)


def frame(begin, end):
    """Rows as a dictionary of arrays."""
    return {**{name: X[begin:end, j] for j, name in enumerate(NAMES)}, "y": y[begin:end], "user": owners[begin:end]}


def batches(size, begin=0, end=COUNT):
    """A function that gives batches of this size."""
    return lambda: (frame(at, min(at + size, end)) for at in range(begin, end, size))


def fit(source, features=tuple(NAMES), user=None, **more):
    """The coefficients of a fit with noise of one seed."""
    budget = dpcvx.Budget(2.0, 1e-6, unit="record" if user is None else "user")
    return distributed.fit_batches(source, features, "y", "logistic", budget, 400 if user else COUNT, RANGES, user=user,
                                   plan_options=STEPS, rng=dpcvx.Rng(b"one seed"), **more)


records, by_user = (fit(batches(COUNT), user=user).coefficients() for user in (None, "user"))
for size in (1, 7, 500, 2999):
    if size > 1:
        test("batches of %d give the same bits" % size, fit(batches(size)).coefficients().tolist() == records.tolist())
    test("batches of %d that cut users give the same bits" % size,
         fit(batches(max(size, 5)), user="user").coefficients().tolist() == by_user.tolist())
most, _part_rows._MOST_ENTRIES = _part_rows._MOST_ENTRIES, 100
for user, expected in ((None, records), ("user", by_user)):
    test("pieces of batches give the same bits%s" % (" of users" if user else ""),
         fit(batches(COUNT), user=user).coefficients().tolist() == expected.tolist())




def sgd(source):
    """The coefficients of noisy SGD, whose batches a keyed hash of owner and step draws."""
    budget = dpcvx.Budget(2.0, 1e-6, unit="user", filter="basic")
    fit = distributed.fit_batches(source, NAMES, "y", "logistic", budget, 400, RANGES, user="user", rng=dpcvx.Rng(b"one seed"),
                                  plan_options={"method": "noisy_sgd", "batch_size": 80, "steps": 6})
    assert "SipHash-2-4" in fit.report(), fit.report()
    return fit.coefficients().tolist()


cut = int(numpy.searchsorted(owners, 200))
test("noisy SGD of other batches and parts gives the same bits",
     sgd(batches(COUNT)) == sgd([batches(700, cut), batches(300, 0, cut)]))


def named(size):
    """Batches whose users are text."""
    for batch in batches(size)():
        yield {**batch, "user": numpy.array(["u%05d" % owner for owner in batch["user"]])}


test.refuses("text ids of random batches", TypeError, lambda: sgd(lambda: named(COUNT)), "whole numbers that differ over all parts")


def perturbed(source, method, told):
    """The coefficients of a minimiser with noise, which rounds of exact sums come to."""
    fit = distributed.fit_batches(source, NAMES, "y", "logistic", dpcvx.Budget(2.0, 1e-6), COUNT, RANGES, rng=dpcvx.Rng(b"one seed"),
                                  plan_options={"method": method}, progress=lambda done, steps: told.append((done, steps)))
    assert "the points of all rounds, and their number, are not private" in fit.report(), fit.report()
    assert fit.figure("steps") == 1
    return fit.coefficients().tolist()


for method in ("output_perturbation", "objective_perturbation"):
    rounds = []
    test("%s of other batches and parts gives the same bits" % method,
         perturbed(batches(COUNT), method, rounds) == perturbed([batches(700, 1300), batches(300, 0, 1300)], method, []))
    test("%s ends before the most rounds" % method, len(rounds) < 60 < rounds[0][1] and rounds[-1][0] == rounds[-1][1])


def squares(source):
    """The coefficients of least squares, which read the table once."""
    fit = distributed.fit_batches(source, NAMES, "y", "squared", dpcvx.Budget(2.0, 1e-6), COUNT, RANGES, label_bound=1,
                                  plan_options={"method": "sufficient_statistics"}, rng=dpcvx.Rng(b"one seed"))
    assert fit.figure("steps") == 1
    return fit.coefficients().tolist()


test("least squares take one pass, and any batches give the same bits",
     squares(batches(COUNT)) == squares(batches(77)) == squares([batches(500, 0, 1000), batches(900, 1000)]))
pieces = list(distributed.Reader(NAMES, "y", "user").units(batches(COUNT)()))
test("pieces have whole users", len(pieces) > 50 and all(
    one.users[-1] != other.users[0] for one, other in zip(pieces, pieces[1:])) and sum(len(one.labels) for one in pieces) == COUNT)
test("a user of more than a piece stays whole", [len(piece.labels) for piece in distributed.Reader(NAMES, "y", "user").units(
    [{**frame(0, 300), "user": numpy.repeat([1, 2, 3], [20, 250, 30])}])] == [20, 250, 30])
_part_rows._MOST_ENTRIES = most
cut = int(numpy.argmax(owners == owners[1500]))
for user, expected in ((None, records), ("user", by_user)):
    halves = [batches(64, 0, cut), batches(1000, cut)]
    test("two parts give the same bits%s" % (" of users" if user else ""),
         fit(halves, user=user, threads=2).coefficients().tolist() == expected.tolist())
test("weights of 1 change nothing",
     fit(lambda: ({**frame(0, COUNT), "w": numpy.ones(COUNT)},), weight="w").coefficients().tolist() == records.tolist())

made = fit(batches(700))
test("the record names parts and trust", all(words in made.report() for words in (
    "integer sums of parts", "parts = 1", "who holds or merges partial sums sees exact sums, and keeps them secret (assumed)",
    "all records of a unit are in one block of one part, and no unit is in two (assumed)",
    "an error of a step that was not finished is not covered",
    "one build computes all parts, and a unit's numbers do not depend on other units (assumed)")), made.report())
test("a fit predicts raw rows", (made.predict(X) == y).mean() > 0.7)
test("a fit is saved as others are", dpcvx.Fit.load(made.save()).coefficients().tolist() == made.coefficients().tolist())
words = fit(lambda: ({**frame(0, COUNT), "y": numpy.where(y > 0, "yes", "no")},), classes=("no", "yes"))
test("labels of text", set(words.predict(X)) == {"no", "yes"} and words.coefficients().tolist() == records.tolist())
seen = []
early = fit(batches(1000), progress=lambda done, steps: seen.append((done, steps)) or done == 2)
test("progress, and a fit that is given early", seen == [(1, 6), (2, 6)] and early.outcome() == "cancelled")

# ---- Rows that lie in memory or in a mapped file ----


def open_sum(storage="dense", unit="record", columns=3, ranges=None, units=COUNT):
    """The sum of a part of a plan of six steps."""
    facts = dpcvx.Objective.public(columns, "logistic", nominal_units=units, ranges=ranges, unit=unit, storage=storage)
    budget = dpcvx.Budget(2.0, 1e-6, unit=unit)
    coordinator = distributed.Coordinator(budget, dpcvx.Plan(budget, facts, **STEPS), rng=dpcvx.Rng(b"one seed"))
    return distributed.PartialSum(coordinator.broadcast())


def sum_of_rows(features, unit="record", progress=None, **more):
    """The bytes of the sum of rows that lie in memory."""
    found = open_sum(unit=unit, **more)
    found.add_rows(features, y, owners if unit == "user" else None, progress=progress)
    return found.seal().save()


for unit in ("record", "user"):
    for form, ranges in (("dense", None), ("dense_f32", None), ("dense", RANGES)):
        kind = numpy.float32 if form == "dense_f32" else float
        rows = numpy.asarray(X, kind)
        table = open_sum(form, unit, ranges=ranges)
        table.add(dpcvx.Dataset(rows, y, users=owners if unit == "user" else None, ranges=ranges))
        expected = table.seal().save()
        layouts = {"rows": rows, "columns": numpy.asfortranarray(rows), "backwards": rows[::-1].copy()[::-1],
                   "a part of wider rows": numpy.hstack((rows, rows))[:, :3]}
        for name, laid in layouts.items():
            test("%s that lie in memory give the bits of a table: %s, %s, %s" % (name, unit, form, "scaled" if ranges else "as they are"),
                 sum_of_rows(laid, unit, storage=form, ranges=ranges) == expected)
folder = tempfile.mkdtemp()
wide = numpy.float32(generator.uniform(-1, 1, (60000, 20)))
signs = numpy.where(wide[:, 0] > 0, 1, -1).astype("f4")
numpy.save(os.path.join(folder, "rows.npy"), wide)
mapped = numpy.load(os.path.join(folder, "rows.npy"), mmap_mode="r")
told = []
found = open_sum("dense_f32", columns=20, units=60000)
found.add_rows(mapped, signs, progress=lambda done, size: told.append((done, size)) and False)
table = open_sum("dense_f32", columns=20, units=60000)
table.add(dpcvx.Dataset(wide, signs))
test("a mapped file gives the bits of a table", found.seal().save() == table.seal().save())
test("progress counts bytes", told[0] == (0, wide.nbytes) and told[-1] == (wide.nbytes, wide.nbytes) and len(told) > 4, told)
stopped = open_sum("dense_f32", columns=20, units=60000)
test.refuses("a call that progress stops", dpcvx.Error,
             lambda: stopped.add_rows(mapped, signs, progress=lambda done, size: done > 10 ** 6), "'monitor'")
test("a stopped call adds nothing", stopped.seal().save() == open_sum("dense_f32", columns=20, units=60000).seal().save())
runpy.run_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), "examples", "engines", "mapped_file.py"))
wide_names = dict(features=["x"], label="y", loss="logistic", nominal_units=60000, columns=20, storage="dense_f32",
                  ranges=([-1] * 20, [1] * 20), plan_options=STEPS)


def wide_fit(size, **more):
    """The fit of slices of a mapped file."""
    return distributed.fit_batches(
        lambda: ({"x": mapped[at:at + size], "y": signs[at:at + size]} for at in range(0, 60000, size)),
        budget=dpcvx.Budget(2.0, 1e-6), rng=dpcvx.Rng(b"one seed"), **wide_names, **more)


told = []
whole = wide_fit(60000, read_progress=lambda done, size: told.append((done, size)) and False)
test("slices of a mapped file give the bits of the whole", wide_fit(7000).coefficients().tolist() == whole.coefficients().tolist())
test("a pass tells the bytes that were read", told[-1] == (wide.nbytes, wide.nbytes) and any(
    size == 0 and 0 < done < wide.nbytes for done, size in told) and sum(done == 0 for done, _ in told) == 6, told[-3:])
passes = []
early = wide_fit(60000, progress=lambda done, steps: passes.append(done) and False,
                 read_progress=lambda done, size: len(passes) == 2 and done > 0)
test("a pass that is stopped gives the fit of the steps before", passes == [1, 2] and early.outcome() == "cancelled")
test.refuses("labels of other rows", ValueError, lambda: open_sum().add_rows(X, y[1:]), "one a row, of 3000")
test.refuses("no rows", ValueError, lambda: open_sum().add_rows(X[:, 0], y), "an array of rows and columns")
test.refuses("users that are not sorted", dpcvx.Error, lambda: open_sum(unit="user").add_rows(X, y, owners[::-1]), "sorted by user")
def added(pieces):
    """The bytes of a sum that each piece was added to by a thread of its own."""
    whole = open_sum()
    threads = [threading.Thread(target=whole.add_rows, args=(X[piece], y[piece])) for piece in pieces]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return whole.seal().save()


test("threads take turns", added([slice(at, at + 300) for at in range(0, COUNT, 300)]) == added([slice(0, COUNT)]))
test.refuses("a masked array", TypeError, lambda: open_sum().add_rows(numpy.ma.masked_array(X, X > 0), y), "'features' = a masked array")
test.refuses("users that are no whole numbers", ValueError, lambda: open_sum(unit="user").add_rows(X, y, owners + .5), "'users'")
test.refuses("users where records are units", dpcvx.Error, lambda: open_sum().add_rows(X, y, owners), "'users' = ids")
test.refuses("other columns", dpcvx.Error, lambda: open_sum().add_rows(X[:, :2], y), "'columns' = 2; accepted: 3")
test.refuses("a number that is none", dpcvx.Error, lambda: open_sum().add_rows(X * numpy.nan, y), "'features' = nan in row 0")

# ---- What is refused ----


def single():
    """One batch of float32."""
    return ({**frame(0, COUNT), **{name: numpy.float32(X[:, j]) for j, name in enumerate(NAMES)}},)


test.refuses("floats where the plan has doubles", dpcvx.Error, lambda: fit(single),
             "= dense rows of floats; accepted: dense rows of doubles")
test("a plan of floats takes floats", fit(single, storage="dense_f32").outcome() == "done")

test.refuses("rows that are not sorted by user", ValueError,
             lambda: fit(lambda: (frame(1500, COUNT), frame(0, 1500)), user="user"), "sorted by user")
for nobody in (numpy.array([None] + ["Ann"] * 99), numpy.array([numpy.nan] + [1.0] * 99)):
    test.refuses("a row that nobody owns, of %s" % nobody.dtype, ValueError,
                 lambda: fit(lambda: ({**frame(0, 100), "user": nobody},), user="user"), "; accepted: ")
for at, said in ((0, "argument 'labels' = 0 in batch 0, row 7;"), (1, "argument 'labels' = 0 in batch 1, row 7;")):
    strange = [{**frame(0, 100), "y": numpy.where((numpy.arange(100) == 7) & (number == at), 0.0, 1.0)} for number in range(2)]
    problem = refusal(dpcvx.Error, lambda: fit(lambda: iter(strange)))
    test("a strange label is told by its batch", str(problem).startswith(said), problem)
test.refuses("no parts", ValueError, lambda: fit([]), "'batches'")
uncharged = dpcvx.Budget(2.0, 1e-6)


def refused_fit(source=batches(COUNT), label="y", **more):
    """A fit that a budget of its own would be charged for."""
    return distributed.fit_batches(source, NAMES, label, "logistic", uncharged, COUNT, RANGES, plan_options=STEPS, **more)


for said, kind, call in (("no function", TypeError, lambda: refused_fit("table.parquet")),
                         ("threads", dpcvx.Error, lambda: refused_fit(threads=0)),
                         ("progress", TypeError, lambda: refused_fit(progress=5)),
                         ("progress of no parameters", TypeError, lambda: refused_fit(progress=lambda: 0)),
                         ("progress of a reading", TypeError, lambda: refused_fit(read_progress=lambda done: 0)),
                         ("a column", ValueError, lambda: refused_fit(label="z")),
                         ("labels", dpcvx.Error, lambda: refused_fit(lambda: ({**frame(0, 9), "y": numpy.arange(9.0)},))),
                         ("floats", dpcvx.Error, lambda: refused_fit(single)),
                         ("no rows", ValueError, lambda: refused_fit(lambda: ()))):
    test.refuses("before the charge: %s" % said, kind, call)
test("what is refused of the first batch is not charged", uncharged.figure("main_spent") == 0)
once = batches(500)()
test.refuses("batches that come once", ValueError, lambda: fit(lambda: once), "from the first, at each call")
calls = []


def interrupted():
    """Batches that Ctrl-C interrupts in the third step. Two calls are before the charge."""
    calls.append(0)
    if len(calls) > 4:
        raise KeyboardInterrupt
    return batches(COUNT)()


made, told = warned(lambda: distributed.fit_batches(interrupted, NAMES, "y", "logistic", dpcvx.Budget(2.0, 1e-6), COUNT, RANGES,
                                                    plan_options=STEPS), dpcvx.CancelledWarning)
test("Ctrl-C gives the fit of the steps before", made.figure("steps") == 2 and made.outcome() == "cancelled" and len(told) == 1)

calls.clear()
for said, source, shown, steps in (("batches", lambda: [calls.append(0), 1 / (5 - len(calls))] and batches(COUNT)(), None, 2),
                                   ("progress", batches(COUNT), lambda done, _total: 0 / (3 - done), 3)):
    problem = refusal(ZeroDivisionError, lambda: distributed.fit_batches(
        source, NAMES, "y", "logistic", dpcvx.Budget(2.0, 1e-6), COUNT, RANGES, progress=shown, plan_options=STEPS))
    test("where %s fail, the error has the fit of the steps before" % said, problem.fit.figure("steps") == steps, problem)
budget = dpcvx.Budget(2.0, 1e-6)
facts = dpcvx.Objective.public(3, "logistic", COUNT, ranges=RANGES)
plan = dpcvx.Plan(budget, facts, **STEPS)
test.refuses("a fit in memory of public facts", dpcvx.Error, lambda: dpcvx.Fit(budget, plan), "without a table")
coordinator = distributed.Coordinator(budget, plan, parts=3)
test("the budget is charged before the first sum", budget.figure("main_spent") > 0)
reader = distributed.Reader(NAMES, "y", ranges=RANGES)
test("a reader can be sent", pickle.loads(pickle.dumps(reader)) == reader and reader.columns == NAMES + ["y"])
sums = [distributed.sum_part(coordinator.broadcast(), part, reader.blocks(batches(500, 1000 * part, 1000 * (part + 1))()))
        for part in range(3)]
test.refuses("a part that is lost", dpcvx.Error, lambda: coordinator.finish_step(distributed.merge(sums[0], sums[2])), "part 1")
test.refuses("a part that comes twice", dpcvx.Error, lambda: distributed.merge(sums[0], sums[1], sums[1]), "part 1")
test.refuses("bytes that are damaged", dpcvx.Error, lambda: distributed.merge(sums[0][:-9] + bytes(9)), "damaged")
test("nothing moved", coordinator.step == 0)
coordinator.finish_step(distributed.merge(*sums))
test.refuses("a step that is replayed", dpcvx.Error, lambda: coordinator.finish_step(distributed.merge(*sums)), "of step 0")

# ---- What is refused before the charge ----

once = iter(list(batches(COUNT)()))
spoiled = next(iter(batches(COUNT)()))
spoiled = {**spoiled, NAMES[0]: numpy.full(len(spoiled["y"]), numpy.nan)}
paying = dpcvx.Budget(2.0, 1e-6)


def pay(source, features=tuple(NAMES), **more):
    """A fit that this budget would pay."""
    return distributed.fit_batches(source, list(features), "y", "logistic", paying, COUNT,
                                   more.pop("ranges", RANGES), plan_options=STEPS, **more)


test.refuses("a function that returns one iterator again", ValueError, lambda: pay(lambda: once), "again", "at each call")
test.refuses("a bad row of the second part", dpcvx.Error, lambda: pay([batches(COUNT), lambda: [spoiled]]), "nan")
test.refuses("a column that is not there", ValueError, lambda: pay(batches(COUNT), ["age", *NAMES[1:]]), "'age'", NAMES[0])
test.refuses("ranges without a name", ValueError, lambda: pay(batches(COUNT), ranges={NAMES[0]: (0, 1)}), "ranges", "of each feature")
test("nothing was charged for those", paying.figure("charges") == 0)
by_name = {name: (RANGES[0][j], RANGES[1][j]) for j, name in enumerate(NAMES)}
of_bool = [{**batch, "y": batch["y"] > 0} for batch in batches(COUNT)()]
named_ends = distributed.fit_batches(lambda: of_bool, list(NAMES), "y", "logistic", dpcvx.Budget(2.0, 1e-6), COUNT, by_name,
                                     plan_options=STEPS, rng=dpcvx.Rng(b"one seed"))
test("ranges by name, and labels of bool", named_ends.coefficients().tolist() == records.tolist())

# ---- Means of parts ----

money = dpcvx.Budget(1e6, 1e-6)
price, ends = dpcvx.Curve.gdp(1.0), ([-3, -3, -3], [3, 3, 3])
exact = sum(dpcvx.estimate.mean_sums(dpcvx.Dataset(X[part::4]), ends, price, "replace_one") for part in range(4))
whole = dpcvx.Estimate(dpcvx.Dataset(X), money, ranges=ends, price=price, rng=dpcvx.Rng(b"one seed"))
of_sums = dpcvx.Estimate.from_sums(exact, money, dict(zip(NAMES, zip(*ends))), price=price, rng=dpcvx.Rng(b"one seed"))
test("sums of parts give the means of the table", of_sums.values.tolist() == whole.values.tolist() and of_sums.names() == NAMES)
charged = money.figure("charges")
for said, given, kind, words in (
        ("too few", exact[:4], ValueError, "4 numbers; accepted: 14 for 3 columns"), ("a dictionary", {0: 1}, TypeError, "a dict"),
        ("floats that were rounded", exact.astype("f4"), ValueError, "floats beyond 2^24"), ("booleans", exact > 0, TypeError, "bool")):
    test.refuses("sums that are " + said, kind, lambda: dpcvx.Estimate.from_sums(given, money, ends, price=price), "sums", words)
test.refuses("sums for another adjacency", dpcvx.Error, lambda: dpcvx.Estimate.from_sums(
    exact, dpcvx.Budget(9.0, 1e-6, adjacency="add_remove"), ends, price=price), "mark of another release")
test.refuses("a budget in the place of a price", TypeError, lambda: dpcvx.estimate.mean_sums(dpcvx.Dataset(X), ends, money, "replace_one"),
             "price", "a Curve")
test.refuses("counts in a dictionary", TypeError, lambda: dpcvx.Cumulative.from_counts({0: 1, 1: 2}, money, [0, 1, 2], 3), "counts")
test("nothing was charged for them", money.figure("charges") == charged)

# ---- Engines ----

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "table.parquet")
    for engine in ("pyarrow", "duckdb") if "engines" in sys.argv[1:] else ():
        if engine == "pyarrow":
            import pyarrow.dataset
            import pyarrow.parquet
            table = pyarrow.table({**frame(0, COUNT), "all": pyarrow.FixedSizeListArray.from_arrays(X.ravel(), 3)})
            pyarrow.parquet.write_table(table, path, row_group_size=700)
            stored = pyarrow.dataset.dataset(path)
            for user, expected in ((None, records), ("user", by_user)):
                test("Parquet by batches%s" % (" of users" if user else ""), fit(
                    lambda: stored.to_batches(batch_size=512), user=user).coefficients().tolist() == expected.tolist())
            for user, expected in ((None, records), ("user", by_user)):
                test("a table of pyarrow, by its stream%s" % (" of users" if user else ""), fit(
                    lambda: stored.to_table(), user=user).coefficients().tolist() == expected.tolist())
            mixed = [table.select([*NAMES, "y"]).to_batches()[0]]
            mixed.append(mixed[0].set_column(0, NAMES[0], mixed[0].column(0).cast(pyarrow.float32())))
            test.refuses("types of columns that change", TypeError, lambda: fit(lambda: mixed), NAMES[0], "float in batch 1", "double")
            def broken():
                yield from stored.to_batches(batch_size=512)
                raise KeyError("a disk is gone")
            test.refuses("an error of the batches' own", KeyError, lambda: fit(broken), "a disk is gone")
            def reader():
                return pyarrow.RecordBatchReader.from_batches(stored.schema, broken())
            one_reader = pyarrow.RecordBatchReader.from_batches(stored.schema, stored.to_batches(batch_size=512))
            test.refuses("a reader that is returned again", ValueError, lambda: fit(lambda: one_reader), "again", "at each call")
            test.refuses("an error within a reader", KeyError, lambda: fit(reader), "a disk is gone")
            open_sum = distributed.PartialSum(distributed.Coordinator(dpcvx.Budget(1.0, 1e-6), dpcvx.Plan(
                dpcvx.Budget(1.0, 1e-6), dpcvx.Objective.public(1, "logistic", COUNT), steps=1)).broadcast())
            few = pyarrow.schema([(NAMES[0], pyarrow.float64()), ("y", pyarrow.float64())])
            def failing():
                yield pyarrow.record_batch([table.column(name).to_numpy().astype(float)[:9] for name in few.names], schema=few)
                raise KeyError("a disk is gone")
            test.refuses("an error within a reader that is added", KeyError, lambda: open_sum.add_stream(
                pyarrow.RecordBatchReader.from_batches(few, failing()), "y"), "a disk is gone")
            test.refuses("a source that is no stream", TypeError, lambda: open_sum.add_stream(X, "y"), "__arrow_c_stream__")
            test.refuses("a name that is no text", TypeError, lambda: open_sum.add_stream(table, b"y"), "a str")
            for held in (pyarrow.array([True, False] * 2), pyarrow.chunked_array([["b", "a"]] * 2), pyarrow.array(["b", "a"] * 2)):
                made = dpcvx.Dataset(X[:4], held, users=held.cast("string"), classes=("a", "b") if "str" in str(held.type) else None)
                test("labels of pyarrow: %s" % held.type, made.nonprivate_labels().tolist() == [1, -1, 1, -1] and made.units() == 2)
            test("numbers of pyarrow go by their stream", distributed.Reader(NAMES, "y", "user")._is_numbers(
                table.to_batches()[0]) and not distributed.Reader(["all"], "y")._is_numbers(table.to_batches()[0]))
            table = table.append_column("lists", pyarrow.array(X.tolist()))
            for name in ("all", "lists"):
                test("a column of lists, %s" % table.schema.field(name).type, fit(
                    lambda: table.to_batches(max_chunksize=999), [name], columns=3).coefficients().tolist() == records.tolist())
            for said, lists in (("several lengths", [[1.0]] + X[1:].tolist()), ("lacks a list", [None] + X[1:].tolist())):
                uneven = table.append_column("uneven", pyarrow.array(lists))
                test.refuses("a list that %s" % said, ValueError, lambda: fit(uneven.to_batches, ["uneven"], columns=3), said)
            runpy.run_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), "examples", "engines", "parquet.py"))
        else:
            import duckdb
            base = duckdb.connect()
            query = "SELECT * FROM read_parquet('%s') ORDER BY \"user\"" % path
            for user, expected in ((None, records), ("user", by_user)):
                for said, part in (("a query of DuckDB", lambda: base.sql(query).to_arrow_reader(600)),
                                   ("a relation of DuckDB, by its stream", lambda: base.sql(query))):
                    test(said + (" of users" if user else ""),
                         fit(part, user=user).coefficients().tolist() == expected.tolist())
            ledger = os.path.join(folder, "trips.ledger")
            base.execute("CREATE TABLE charges (steps INTEGER)")
            base.execute("BEGIN")
            with dpcvx.Budget.create_ledger(ledger, 2.0, 1e-6) as spent:
                distributed.fit_batches(lambda: base.sql(query).to_arrow_reader(1000), NAMES, "y", "logistic", spent, COUNT,
                                        RANGES, plan_options=STEPS)
                charged = spent.figure("main_spent")
            base.execute("INSERT INTO charges VALUES (6)")
            base.execute("ROLLBACK")
            with dpcvx.Budget.open_ledger(ledger) as spent:
                test("a ROLLBACK leaves the charge in the ledger", spent.figure("main_spent") == charged > 0)
                test.refuses("a second fit of the same ledger, in a transaction that is rolled back", dpcvx.Error,
                             lambda: distributed.fit_batches(lambda: base.sql(query).to_arrow_reader(1000), NAMES, "y", "logistic",
                                                             spent, COUNT, RANGES, plan_options=STEPS))
            test("control: a table of the database loses it", base.execute("SELECT count(*) FROM charges").fetchone() == (0,))
            runpy.run_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), "examples", "engines", "duckdb_query.py"))
        test("the example of %s runs" % engine, True)
# ---- Counts of parts, and ranges that nobody declared ----

ages = numpy.round(numpy.random.default_rng(5).normal(45, 15, 3000))  # many lie on edges, and some beyond
for kind, release in (("histogram", dpcvx.Histogram), ("cumulative", dpcvx.Cumulative)):
    for edges, given in (([0, 100], {}), ([10, 90], {"cells": 16}), ([0, 30, 45, 60, 100], {})):
        whole_table = release(dpcvx.Dataset(ages[:, None]), dpcvx.Budget(1.0, 1e-6), edges, rng=dpcvx.Rng(b"one seed"), **given)
        parts = sum(dpcvx.cell_counts(kind, ages[first::3], edges, **given) for first in range(3))
        by_parts = release.from_counts(parts, dpcvx.Budget(1.0, 1e-6), edges, units=len(ages), rng=dpcvx.Rng(b"one seed"), **given)
        test("a %s of counts of parts has the bits of the table, edges %s" % (kind, edges),
             parts.sum() == len(ages) and (whole_table.values == by_parts.values).all())
test.refuses("a value that is missing", ValueError, lambda: dpcvx.cell_counts("histogram", [1.0, numpy.nan], [0, 2]), "'values' = nan at 1")
test.refuses("edges that fall", ValueError, lambda: dpcvx.cell_counts("histogram", [1.0], [0, 2, 1]), "'edges'", "rise")


def unscaled(**given):
    return warned(lambda: distributed.fit_batches(lambda: [{"x": ages / 100, "y": numpy.where(ages > 45, 1, -1)}], ["x"], "y", "logistic",
                                                  dpcvx.Budget(1.0, 1e-6), 3000, plan_options={"steps": 5}, **given),
                  dpcvx.NotDeclaredWarning)[1]


test("batches without ranges are warned of", len(unscaled()) == 1 and "ranges=(low, high)" in str(unscaled()[0].message))
test("with ranges, or a bound on rows, they are not", not unscaled(ranges=(0, 1)) and not unscaled(row_bound=1.0))
sys.exit(test.failed)
