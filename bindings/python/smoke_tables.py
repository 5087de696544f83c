"""Tables of every kind that the package takes, and those that it refuses. Prints "ok" lines, and "skip" where scipy is
missing."""
import sys

import numpy

import dpcvx
from smoke_support import Tests, warned

test = Tests("python tables")
says, refuses = test.refuses, test.refuses_table


def entries(dataset):
    """The entries of a dataset: its decision values at each unit vector."""
    flat = dpcvx.Objective(dpcvx.Dataset([[0.0] * dataset.columns], [0.0]), "squared", row_bound=1e30, intercept=False,
                           label_bound=1.0)
    columns = [flat.nonprivate_decision_values([float(j == k) for k in range(dataset.columns)], dataset)
               for j in range(dataset.columns)]
    return [list(row) for row in zip(*columns)]


ROWS = [[1.0, 0.0, 2.5], [0.0, 0.0, -3.0], [0.0, 4.0, 0.0]]
test("rows of numbers", entries(dpcvx.Dataset(ROWS)) == entries(dpcvx.Dataset(tuple(map(tuple, ROWS)))) == ROWS)
refuses("rows of different lengths", ValueError, "'features'", "1 entry in row 1", "2, as in row 0",
        features=[[1, 2], [3], [4, 5, 6]])
refuses("text for a number", TypeError, "'features'", "'2' at row 0, column 1", features=[[1, "2"]])
refuses("a complex number", TypeError, "'features'", "at row 0, column 0", features=[[1j]])
refuses("one row", TypeError, "'features'", features=[1.0, 2.0])
refuses("a number", TypeError, "'features'", features=3.0)
for name in ("labels", "users", "weights", "exposures"):
    refuses("too few " + name, ValueError, "'%s' = 2 values" % name, "3, one a row", features=ROWS, **{name: [1, 1]})
    refuses("too many " + name, ValueError, "'%s' = 4 values" % name, "3, one a row", features=ROWS, **{name: [1] * 4})
    refuses("text among " + name, TypeError, "'%s'" % name, "'1' at 1", features=ROWS, **{name: [1, "1", 1]})
    refuses("a number for " + name, TypeError, "'%s'" % name, features=ROWS, **{name: 1})
refuses("a fraction of a user", ValueError, "'users' = 1.5 at 1", "whole", features=ROWS, users=[1, 1.5, 2])
refuses("a user beyond 64 bits", ValueError, "'users'", "at 2", features=ROWS, users=[1, 1, 2 ** 63])
refuses("ranges for other columns", ValueError, "'ranges' = 2 values", "3, one a column", features=ROWS,
        ranges=([0, 0], [1, 1]))
test("users that are whole floats", dpcvx.Dataset(ROWS, users=[1.0, -2.0, 1.0]).rows == 3)

# ---- Rows of a table ----

many = [[float(i)] for i in range(60)]
owners = [i // 3 for i in range(60)]
whole, by_user = dpcvx.Dataset(many), dpcvx.Dataset(many, users=owners)


def column(dataset):
    return [row[0] for row in entries(dataset)]


test("a subset", column(whole.subset([5, 2])) == [5, 2])
test("a subset of users", column(by_user.subset([4, 3, 5])) == [4, 3, 5])
says("a subset that cuts a user", dpcvx.Error, lambda: by_user.subset([3, 4]), "of user 1", "without its row 5",
     "record_subset")
test("a subset of records", column(by_user.record_subset([3, 4])) == [3, 4])
key = bytes(range(16))
for name, table, arguments in [("by row number", whole, {}), ("by content", whole, {"adjacency": dpcvx.ADD_REMOVE}),
                               ("by ids", whole, {"ids": owners}), ("by user", by_user, {})]:
    training, held_out = table.split(key, 0.3, **arguments)
    test("a split " + name, training.rows + held_out.rows == 60 and training.rows > held_out.rows > 0 and
         sorted(column(training) + column(held_out)) == list(range(60)))
    folds = [column(table.split(key, (k / 3, (k + 1) / 3), **arguments)[1]) for k in range(3)]
    test("folds " + name, sorted(sum(folds, [])) == list(range(60)))
    if "ids" in arguments or table is by_user:
        test("folds keep ids together " + name, all(fold == [3 * (row // 3) + k for row in fold[::3] for k in range(3)]
                                                    for fold in folds))
named = dpcvx.Dataset([[0.0]] * 12, users=["d%d" % i for i in range(1, 13)]).split(b"sixteen bytes ok", 0.5)[1]
test("names of users split alike in all languages", named.nonprivate_source_rows().tolist() == [1, 4, 5, 7, 10])
held_out = dpcvx.Dataset(many, range(60)).split(key, 0.3)[1]
test("labels and row numbers of a part",
     held_out.nonprivate_labels().tolist() == held_out.nonprivate_source_rows().tolist() == column(held_out))
budget = dpcvx.Budget(1.0, 1e-6, adjacency=dpcvx.ADD_REMOVE)
part = dpcvx.Dataset(many, [1.0] * 60).split(key)[0]
says("a part on a budget under another adjacency", dpcvx.Error,
     lambda: dpcvx.Plan(budget, dpcvx.Objective(part, "logistic", nominal_units=50)), "replace-one", "split")
says("a short key", ValueError, lambda: whole.split(b"short"), "'key' = 5 bytes", "16")
says("a key of text", TypeError, lambda: whole.split("0123456789abcdef"), "'key'", "16 bytes")
says("too few ids", ValueError, lambda: whole.split(key, ids=[1]), "'ids' = 1 value;", "60, one a row")

TABLE = numpy.array(ROWS)


def same(name, features, expected=TABLE):
    """The table means `expected`, and making a dataset of it changes nothing of it."""
    test(name, entries(dpcvx.Dataset(features)) == expected.astype("float64").tolist())


wide = numpy.zeros((6, 9))
wide[::2, ::3] = TABLE
unaligned = numpy.frombuffer(b"\0" + TABLE.tobytes(), "uint8")[1:].view("float64").reshape(TABLE.shape)
packed = numpy.zeros(3, dtype=[("tag", "u1"), ("row", "f8", 3)])
packed["row"] = TABLE
for name, array in [
        ("rows first", TABLE), ("columns first", numpy.asfortranarray(TABLE)), ("every other entry", wide[::2, ::3]),
        ("backwards", TABLE[::-1, ::-1].copy()[::-1, ::-1]), ("transposed", TABLE.T.copy().T),
        ("floats", TABLE.astype("f4")),
        ("floats, columns first", numpy.asfortranarray(TABLE.astype("f4"))), ("unaligned", unaligned),
        ("fields of a record", packed["row"]), ("swapped bytes", TABLE.astype(">f8")),
        ("half floats", TABLE.astype("f2")), ("long doubles", TABLE.astype("longdouble")),
        ("a matrix", numpy.matrix(TABLE)), ("rows that are arrays", list(TABLE))]:
    same(name, array)
for kind in ("int8", "uint8", "int32", "int64", "uint64", "bool"):
    same(kind, numpy.abs(TABLE).astype(kind), numpy.abs(TABLE).astype(kind))
same("one row for all", numpy.broadcast_to(TABLE[0], (4, 3)), numpy.array([ROWS[0]] * 4))
for kind in ("object", "complex128", "U8", "datetime64[s]"):
    refuses("arrays of " + kind, TypeError, "'features'", "dtype", features=TABLE.astype("int64").astype(kind))
    if kind != "U8":
        refuses("labels of " + kind, TypeError, "'labels'", "dtype", features=TABLE,
                labels=numpy.array([1, 0, 1]).astype(kind))
for name, kind, words, labels, classes in (
        ("one class of text", ValueError, ("'labels' = those of the class 'a' alone", "two classes"), ["a"] * 3, None),
        ("one class that is declared", ValueError, ("'classes' = ('a',)",), ["a"] * 3, ("a",)),
        ("classes of a set", TypeError, ("'classes' = {", "a list or a tuple"), ["a", "b", "a"], {"a", "b"}),
        ("objects of several kinds", TypeError, ("'labels' = 1 at 1 beside 'a'", "text"), numpy.array(["a", 1, "a"], object), None),
        ("a list of several kinds", TypeError, ("'labels' = 'a' at 1 beside 1", "text"), [1, "a", 1], None),
        ("a list of dates", TypeError, ("'labels' = ", "at 0"), list(numpy.arange(3).astype("datetime64[D]")), None)):
    refuses(name, kind, *words, features=TABLE, labels=labels, classes=classes)
refuses("one dimension", ValueError, "'features'", "shape (3,)", features=TABLE[0])
refuses("three dimensions", ValueError, "'features'", "shape (1, 3, 3)", features=TABLE[None])
refuses("labels in a column", ValueError, "'labels'", "shape (3, 1)", features=TABLE, labels=numpy.ones((3, 1)))
refuses("masked arrays", TypeError, "'features'", "masked", features=numpy.ma.masked_less(TABLE, 0))
refuses("users that are no whole floats", ValueError, "'users' = 0.5 at 1", features=TABLE,
        users=numpy.array([1, 0.5, 2]))
refuses("users that are not finite", ValueError, "'users' = nan at 0", features=TABLE, users=numpy.full(3, numpy.nan))
refuses("users beyond 64 bits", ValueError, "'users'", features=TABLE, users=numpy.full(3, 2 ** 63, "uint64"))
says("an entry that is not a number is named", dpcvx.Error,
     lambda: dpcvx.Dataset(numpy.where(TABLE < 0, numpy.nan, TABLE)), "nan in row 1, column 2")

try:
    import scipy.sparse as sparse
except ImportError:
    print("skip python tables: sparse matrices: there is no scipy")
    sys.exit(1 if test.failed else 0)

FORMATS = [getattr(sparse, name + kind) for name in ("csr", "csc", "coo", "bsr", "lil", "dok", "dia")
           for kind in ("_matrix", "_array") if hasattr(sparse, name + kind)]


def parts(matrix):
    """The arrays of a sparse matrix, as bytes."""
    names = ("data", "indices", "indptr", "row", "col", "rows", "offsets")
    return {name: numpy.asarray(getattr(matrix, name)).tobytes() for name in names if hasattr(matrix, name)}


rectangle = numpy.array([[0, 5, 0, 1], [2, 0, 0, 3]], "float64")
for make in FORMATS:
    for shape, expected in (("square", TABLE), ("wide", rectangle), ("tall", rectangle.T)):
        same("%s, %s" % (make.__name__, shape), make(expected), expected)
    labels = [1.0, -1.0, 1.0]
    dense, converted = (dpcvx.Objective(dpcvx.Dataset(table, labels, users=[5, 6, 5]), "squared", label_bound=1.0)
                        .nonprivate_minimum(1e-9) for table in (TABLE, make(TABLE)))
    test("%s with labels and users" % make.__name__, max(abs(a - b) for a, b in zip(dense, converted)) < 1e-6)
    same(make.__name__ + ", 8-bit integers", make(rectangle.astype("int8")), rectangle)
    same(make.__name__ + ", floats", make(rectangle.astype("float32")), rectangle)
    refuses(make.__name__ + ", complex", TypeError, "'features'", "dtype complex128", features=make(TABLE * 1j))
    refuses(make.__name__ + " as labels", TypeError, "'labels'", "sparse", features=TABLE, labels=make(TABLE))

# Columns out of order and listed twice, 100 and 100 as 8-bit integers; the caller's matrix stays as it was.
starts, places, values = [0, 4, 4, 5], [2, 0, 2, 1, 1], [100, 3, 100, 0, 7]
doubled = numpy.array([[3, 0, 200], [0, 0, 0], [0, 7, 0]], "float64")
coordinates = (numpy.repeat([0, 1, 2], numpy.diff(starts)), places)
for kind in ("int8", "float64"):
    data = numpy.array(values, kind)
    for name, matrix, expected in [
            ("csr", sparse.csr_matrix((data, places, starts), shape=(3, 3)), doubled),
            ("csc", sparse.csc_matrix((data, places, starts), shape=(3, 3)), doubled.T),
            ("coo", sparse.coo_matrix((data, coordinates), shape=(3, 3)), doubled),
            ("bsr", sparse.bsr_matrix((data.reshape(5, 1, 1), places, starts), shape=(3, 3)), doubled)]:
        before = parts(matrix)
        same("%s, %s, in no order and twice" % (name, kind), matrix, expected)
        test("%s, %s, is left as it was" % (name, kind), parts(matrix) == before and len(before) >= 3)
same("bool, twice", sparse.csr_matrix((numpy.ones(2, bool), [1, 1], [0, 2]), shape=(1, 3)),
     numpy.array([[0, 1, 0]]))
spare = sparse.csr_matrix(TABLE)
spare.data, spare.indices = numpy.append(spare.data, 9.0), numpy.append(spare.indices, 9).astype("int32")
before = parts(spare)
same("room behind the entries", spare)
test("room behind the entries is left as it was", parts(spare) == before)

# Arrays that do not fit together: the library would read past them.
for make in (sparse.csr_matrix, sparse.csc_matrix, sparse.bsr_matrix):
    for part, change in [("indptr", lambda old: old[:-1]), ("indptr", lambda old: old[::-1].copy()),
                         ("indptr", lambda old: old + 1), ("indptr", lambda old: old * 1000),
                         ("indices", lambda old: old + 1000), ("indices", lambda old: old - 1000),
                         ("indices", lambda old: old[:1]), ("data", lambda old: old[:1])]:
        broken = make(numpy.kron(TABLE, numpy.ones((2, 2))))
        setattr(broken, part, change(getattr(broken, part)))
        refuses("%s with wrong %s" % (make.__name__, part), ValueError, "'features'", "do not fit", features=broken)
broken = sparse.coo_matrix(TABLE)
broken.row = broken.row + 1000
refuses("coo_matrix with wrong rows", ValueError, "'features'", "do not fit", features=broken)

# ---- Messages in Python's words, and what objects say of themselves ----

many = numpy.linspace(-1, 1, 200).reshape(100, 2)
signs = [1 if i % 3 else -1 for i in range(100)]
signed, zeros = dpcvx.Dataset(many, signs), dpcvx.Dataset(many, [0, 1] * 50)
says("labels 0 and 1", dpcvx.Error, lambda: dpcvx.fit_table(zeros, "logistic", 1, 1e-6, ranges=(-1, 1)), "classes=(0, 1)")
says("no range of labels", dpcvx.Error, lambda: dpcvx.fit_table(signed, "squared", 1, 1e-6, ranges=(-1, 1)),
     "give label_range=(low, high), or label_range_fraction=0.1")
says("ranges given twice", ValueError, lambda: dpcvx.fit_table(
    dpcvx.Dataset(many, signs, ranges=(-1, 1)), "logistic", 1, 1e-6, ranges=(-1, 1)), "accepted: None")
says("text for a number", TypeError, lambda: dpcvx.fit_table(signed, "logistic", "1", 1e-6, ranges=(-1, 1)),
     "argument 'epsilon' = '1'; accepted: a number")
says("a fraction for a count", TypeError, lambda: dpcvx.Curve.subsampled_gaussian(.8, .004, 1.5), "argument 'steps' = 1.5")
says("a count beyond 64 bits", TypeError, lambda: dpcvx.Curve.gdp(1).group(1e30), "argument 'size'", "from -9223372036854775808")
says("rows for a table", TypeError, lambda: dpcvx.fit_table(many, "logistic", 1, 1e-6), "dpcvx.Dataset(rows, labels)")
says("a table for a curve", TypeError, lambda: dpcvx.Budget(1, 1e-6).can_charge("gdp"), "argument 'curve' = a str")
says("pairs for lows and highs", ValueError, lambda: dpcvx.Dataset(many, ranges=[(0, 1), (5, 9)]), "a list of 2 pairs")
says("a seed for a source of random bits", TypeError, lambda: dpcvx.Estimate(signed, dpcvx.Budget(1.0, 1e-6), ranges=(-1, 1), rng=5),
     "argument 'rng' = 5; accepted: a dpcvx.Rng")
says("an option of another loss", ValueError, lambda: dpcvx.fit_table(signed, "squared", 1, 1e-6, label_range=(-4, 4), quantile=0.5),
     "argument 'quantile'", '"pinball"')
says("a table for an objective", TypeError, lambda: dpcvx.Plan(dpcvx.Budget(1.0, 1e-6), signed), "argument 'objective' = a Dataset")
says("a number for a plan", TypeError, lambda: dpcvx.Fit(dpcvx.Budget(1.0, 1e-6), 5), "argument 'plan' = 5")
says("a number for classes", TypeError, lambda: dpcvx.Dataset(many, signs, classes=2), "argument 'classes' = 2")
says("a key of another kind", TypeError, lambda: signed.split(0), "secrets.token_bytes(16)")
test("whole floats are counts", dpcvx.Curve.subsampled_gaussian(.8, .004, 1e4).epsilon(1e-6) ==
     dpcvx.Curve.subsampled_gaussian(.8, .004, 10 ** 4).epsilon(1e-6))
test("one pair of numbers for all columns", (dpcvx.Dataset(many, signs).ends((-1, 1))[1] == [1, 1]).all())

budget = dpcvx.Budget(1.0, 1e-6)
ranged = dpcvx.fit_table(signed, "squared", 1, 1e-6, ranges=(-1, 1), label_range=(-4, 4), clipping_norm=0.5, method="sufficient_statistics")
test("options that a method does not use are named", "option_not_used = clipping_norm" in ranged.report(), ranged.report())
low, high = ranged.expected_interval(5, 0.1, budget)
test("an interval that is hidden is expected to be", low == -numpy.inf and high <= 1, (low, high))
low, high = ranged.expected_interval(1e6, 0.5, budget, label_stddev=1)
test("and one that is not", 0.4 < low < 0.5 < high < 0.6, (low, high))
scored, caught = warned(lambda: ranged.evaluate(signed, dpcvx.Budget(1e-3, 1e-6)), dpcvx.NoiseWarning)
test("a hidden score is told of", [found.category for found in caught] == [dpcvx.NoiseWarning] and scored.low == -numpy.inf and
     (scored.value != scored.value or scored.value <= 1), (caught, scored.value))
kept = len(dpcvx.simple._WORTH)
told = [warned(lambda: dpcvx.fit_table(dpcvx.Dataset(many, signs), "logistic", 0.01, 1e-7, ranges=(-1, 1)), dpcvx.NoiseWarning)[1]
        for _ in range(2)]
test("tables of one shape are planned once before the charge, and each is warned of", len(dpcvx.simple._WORTH) == kept + 1 and
     [len(found) for found in told] == [1, 1], told)
warned(lambda: dpcvx.fit_table(dpcvx.Dataset(many, signs), "logistic", 0.02, 1e-7, ranges=(-1, 1)))
test("other settings are planned anew", len(dpcvx.simple._WORTH) == kept + 2)
test("what a table says of itself", repr(signed) == "<dpcvx.Dataset: 100 rows, 2 columns>", repr(signed))

sys.exit(1 if test.failed else 0)
