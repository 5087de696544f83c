"""Fits of DataFrames of Spark on a cluster of two workers: the same bits as from memory while executors are killed and tasks
run twice, and what is refused. It needs pyspark, pyarrow, pandas and Java, on Linux.

Prints "ok" lines. The first argument is how many fits have an executor killed at a random moment, 2 by default."""
import atexit
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import numpy
import pandas

import dpcvx
import dpcvx.spark
from smoke_support import Tests

os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1", SPARK_DAEMON_MEMORY="256m")
import pyspark  # noqa: E402  (after the environment that it reads)
from pyspark import TaskContext  # noqa: E402
from pyspark.errors import PythonException  # noqa: E402
from pyspark.ml.feature import VectorAssembler  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

test = Tests("python spark")
generator = numpy.random.default_rng(7)
COUNT, NAMES, RANGES, STEPS = 3000, ["a", "b", "c"], ([-3] * 3, [3] * 3), {"steps": 2}
X = generator.normal(size=(COUNT, 3))
table = pandas.DataFrame({**{name: X[:, j] for j, name in enumerate(NAMES)},
                          "y": numpy.where(X[:, 0] + generator.normal(size=COUNT) > 0, 1, -1),
                          "user": ["user %d" % owner for owner in generator.integers(0, 400, COUNT)]})

# A cluster of two hosts, both of this machine: Spark runs a copy of a task on another host than the task's.

folder = tempfile.mkdtemp()


def daemon(kind, *arguments):
    """A process of a cluster, which writes a log."""
    name = os.path.join(folder, "%s.log" % "_".join((kind, *arguments[:2])).replace("-", ""))
    command = [os.path.join(os.path.dirname(pyspark.__file__), "bin", "spark-class"), "org.apache.spark.deploy." + kind]
    started = subprocess.Popen([*command, *arguments, "--webui-port", "0"], stdout=open(name, "w"), stderr=subprocess.STDOUT, cwd=folder)
    atexit.register(started.terminate)
    return started


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the cluster ends with this program


with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
master = "spark://127.0.0.1:%d" % port
daemons = [daemon("master.Master", "--host", "127.0.0.1", "--port", str(port))]
for _ in range(1200):  # until the master listens: workers and this program give it a minute, and busy machines take longer
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        break
    except OSError:
        time.sleep(0.1)
daemons += [daemon("worker.Worker", "--host", host, "--cores", "1", "--memory", "1g", master) for host in ("127.0.0.1", "127.0.0.2")]
sent = {"spark.executorEnv." + name: os.environ[name] for name in ("PYTHONPATH", "DPCVX_LIBRARY") if name in os.environ}
spark = SparkSession.builder.master(master).config(map={
    "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.sql.shuffle.partitions": "4",
    "spark.executor.memory": "512m", "spark.executor.cores": "1", "spark.deploy.maxExecutorRetries": "-1",
    "spark.speculation": "true", "spark.speculation.quantile": "0.1", "spark.speculation.multiplier": "1.01",
    "spark.speculation.minTaskRuntime": "100ms", **sent}).getOrCreate()
spark.sparkContext.setLogLevel("OFF")
frame = spark.createDataFrame(table)


def budget_of(user):
    """A fresh budget, of records or of users."""
    return dpcvx.Budget(2.0, 1e-6, unit="record" if user is None else "user")


def arguments(user, features=tuple(NAMES)):
    """What fits from memory and of Spark have in common, but for the table."""
    return dict(features=features, label="y", loss="logistic", budget=budget_of(user), nominal_units=400 if user else COUNT,
                ranges=RANGES, user=user, plan_options=STEPS, rng=dpcvx.Rng(b"one seed"))


def of_spark(rows=frame, user=None, features=tuple(NAMES), **more):
    """The coefficients of a fit of Spark."""
    return dpcvx.spark.fit_frame(rows, **arguments(user, features), **more).coefficients().tolist()


expected = {user: dpcvx.distributed.fit_batches(lambda: [table.sort_values("user")], **arguments(user)).coefficients().tolist()
            for user in (None, "user")}

# ---- The same bits ----

test("records", of_spark() == expected[None])
test("users, whom the shuffle brings together", of_spark(user="user") == expected["user"])
test("users in three partitions", of_spark(user="user", partitions=3) == expected["user"])
test("the report says what was counted", "Checked: all parts together have at most twice" in dpcvx.spark.fit_frame(
    frame, **arguments("user")).report())
test("a column of vectors", of_spark(VectorAssembler(inputCols=NAMES, outputCol="all").transform(frame), None, ["all"], columns=3
                                     ) == expected[None])
test("one partition, empty others", of_spark(frame.coalesce(1), user="user", partitions=6) == expected["user"])



def minimised():
    """What fits of a minimiser with noise have in common."""
    return {**arguments("user"), "plan_options": {"method": "output_perturbation"}}


test("a perturbed minimiser of users", dpcvx.spark.fit_frame(frame, **minimised()).coefficients().tolist()
     == dpcvx.distributed.fit_batches(lambda: [table.sort_values("user")], **minimised()).coefficients().tolist())

# ---- Executors that are killed, and tasks that run twice ----


def parent_of(process):
    """The parent of a process."""
    with open("/proc/%d/stat" % process) as text:
        return int(text.read().rsplit(")", 1)[1].split()[1])


def once(name):
    """Whether this is the first call of this name, on any process."""
    try:
        os.close(os.open(os.path.join(folder, name), os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def suicidal(part, blocks):
    """The blocks of a part. The first task of part 1 kills its executor behind the first of them."""
    for block in blocks:
        yield block
        if part == 1 and once("killed"):
            os.kill(parent_of(os.getppid()), signal.SIGKILL)  # the executor's JVM, above the daemon of Python's workers
            time.sleep(60)


def slow(part, blocks):
    """The blocks of a part. The first task of part 0 waits until Spark has started a copy of it."""
    copied = os.path.join(folder, "copied")
    if part == 0 and TaskContext.get().attemptNumber() > 0:
        once("copied")
    patience = time.time() + 120
    while part == 0 and not os.path.exists(copied) and time.time() < patience:
        time.sleep(0.05)
    return blocks


def parts_of(user):
    """The facts of a fit, and the parts of the frame that it is of."""
    reader = dpcvx.distributed.Reader(tuple(NAMES), "y", user, None, RANGES, None)
    facts = dpcvx.distributed.public_facts(reader, 3, "logistic", 400 if user else COUNT)
    return facts, dpcvx.spark.prepare(frame, reader, dpcvx.distributed.rehearsal(facts, reader), 3)


def coordinator_of(facts, parts, user, budget=None, seed=b"one seed", **plan):
    """A coordinator with noise of a seed."""
    budget = budget or budget_of(user)
    return dpcvx.distributed.Coordinator(budget, dpcvx.Plan(budget, facts, **{**STEPS, **plan}), parts.count, dpcvx.Rng(seed))


facts, parts = parts_of("user")
for name, disturbance in (("an executor that is killed within a pass", suicidal), ("tasks that run twice", slow)):
    disturbed = dpcvx.spark.Parts(parts.blocks.mapPartitionsWithIndex(disturbance), parts.reader)
    test(name, coordinator_of(facts, parts, "user").run(disturbed.sum).coefficients().tolist() == expected["user"])
for name in ("killed", "copied"):
    test("a task was %s" % name, os.path.exists(os.path.join(folder, name)))


def executors():
    """The processes of executors that this program started."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % process) as text:
                above = int(process) if "CoarseGrainedExecutorBackend" in text.read() else 1
            while above > 1 and above != os.getpid():
                above = parent_of(above)
            found += [int(process)] if above == os.getpid() else []
        except (OSError, ValueError):
            continue
    return found


def fit_with_a_kill(seconds):
    """The coefficients of a fit, and whether an executor was killed within it."""
    killed = []

    def kill():
        there = executors()
        if there:
            os.kill(random.choice(there), signal.SIGKILL)
            killed.append(True)

    clock = threading.Timer(random.uniform(0, seconds), kill)
    clock.start()
    try:
        return coordinator_of(facts, parts, "user").run(parts.sum).coefficients().tolist(), bool(killed)
    finally:
        clock.cancel()


start = time.time()
undisturbed = coordinator_of(facts, parts, "user").run(parts.sum).coefficients().tolist()
duration, trials, outcomes = time.time() - start, int(sys.argv[1]) if len(sys.argv) > 1 else 2, []
while sum(killed for _, killed in outcomes) < trials and len(outcomes) < 10 * trials:  # a fit may end before its moment
    outcomes.append(fit_with_a_kill(duration))
test("executors killed at random moments", all(found == undisturbed for found, _ in outcomes) and
     sum(killed for _, killed in outcomes) == trials)
print("evidence: engines: Spark: %d of %d fits had an executor killed at a random moment, and the bits of memory: %d" % (
    sum(killed for _, killed in outcomes), len(outcomes), sum(found == expected["user"] for found, _ in outcomes)))

# ---- What is refused ----

facts, parts = parts_of(None)
budget = budget_of(None)
coordinator = coordinator_of(facts, parts, None, budget)
charged = budget.figure("main_spent")
point = coordinator.broadcast()
states = parts.states(point).collect()


def damaged(state, place):
    """The state with one bit flipped."""
    return state[:place] + bytes([state[place] ^ 1]) + state[place + 1:]


def reduced(change):
    """Give the step the sum of states that a function of part and state changes."""
    changed = parts.states(point).mapPartitionsWithIndex(lambda part, its: [change(part, state) for state in its])
    coordinator.finish_step(changed.treeReduce(dpcvx.distributed.merge, 2))


for part, change, said in (
        (0, lambda state: state[:-1], "partial sum"), (1, lambda state: damaged(state, len(state) // 2), "damaged"),
        (2, lambda state: damaged(state, 0), "partial sum"), (0, lambda _: states[1], "part 1")):
    test.refuses("a sum that was changed: %s, part %d" % (said, part), (dpcvx.Error, PythonException), lambda: reduced(
        lambda place, state: change(state) if place == part else state), said)
other_fit = coordinator_of(facts, parts, None, seed=b"another", clipping_norm=0.5)
test.refuses("sums of another plan", dpcvx.Error, lambda: coordinator.finish_step(parts.sum(other_fit.broadcast())), "another fit")
test.refuses("a sum of another plan among those of this", dpcvx.Error, lambda: dpcvx.distributed.merge(
    parts.states(other_fit.broadcast()).collect()[0], *states[1:]), "another fit")
test.refuses("a part that is lost", dpcvx.Error, lambda: coordinator.finish_step(dpcvx.distributed.merge(*states[:2])), "part 2")
test.refuses("a part that comes twice", dpcvx.Error, lambda: dpcvx.distributed.merge(*states, states[2]), "part 2")
test("nothing was released and the charge stays", coordinator.step == 0 and budget.figure("main_spent") == charged > 0)
coordinator.finish_step(dpcvx.distributed.merge(*states))
test.refuses("a step that is replayed", dpcvx.Error, lambda: coordinator.finish_step(dpcvx.distributed.merge(*states)), "of step 0")
test("the fit goes on with the bits of one without faults",
     coordinator.run(parts.sum).coefficients().tolist() == expected[None])

budget = budget_of(None)
for name, rows, said in (
        ("a label that the loss does not take", frame.withColumn("y", frame.y * 2), "label"),
        ("a missing value", frame.selectExpr("if(a > 2, NULL, a) AS a", "b", "c", "y"), "finite"),
        ("no column", frame.drop("b"), "'b'"), ("no rows", frame.where("a > 1e9"), "0 rows")):
    test.refuses("%s, before the charge" % name, Exception, lambda: dpcvx.spark.fit_frame(
        rows, **{**arguments(None), "budget": budget}), said)
test("nothing was charged for rows that are refused", budget.figure("main_spent") == 0)
for user, nominal, said in ((None, COUNT // 2 - 1, "number of rows"), ("user", 150, "number of users")):
    budget = budget_of(user)
    test.refuses("more %s than twice the nominal number, before the charge" % said.split()[-1], ValueError, lambda: dpcvx.spark.fit_frame(
        frame, **{**arguments(user), "nominal_units": nominal, "budget": budget}), "'nominal_units' = %d" % nominal, said)
    test("nothing was charged for it", budget.figure("main_spent") == 0)
spark.stop()
for process in daemons:
    process.terminate()
    process.wait()

# ---- The example, on a cluster of Spark's own making ----

given = ["--master", "local-cluster[2,1,1024]"] + [word for name, value in sent.items() for word in ("--conf", name + "=" + value)]
example = os.path.join(os.path.dirname(os.path.abspath(__file__)), "examples", "engines", "spark_frame.py")
ended = subprocess.run([sys.executable, example], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={
    **os.environ, "SPARK_LOCAL_HOSTNAME": "localhost", "PYSPARK_SUBMIT_ARGS": " ".join([*given, "pyspark-shell"])})
test("the example runs on local-cluster[2,1,1024]", ended.returncode == 0, ended.stdout.decode(errors="replace")[-3000:])
sys.exit(test.failed)
