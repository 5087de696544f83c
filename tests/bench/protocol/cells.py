"""One cell: a task, an adjacency and an epsilon. Which configurations are fitted, how often, and for how long.

Fit number f uses split f mod the number of splits. Fits 0 to 9 choose the best configuration. Fits 10 to 19 judge it
and AUTOMATIC.
A first look takes the fits LOOK of each configuration, one of those that take longer than SLOW seconds. The others'
grids are long, and their fits short: each gets one fit, and the best SECOND by each metric get the rest of the look.
The best FINALISTS by each metric, beside the minimiser without privacy on the same splits, get all fits of the choice.
The library's methods with their defaults get the fits NAMED, since typical risk is judged on them; slow ones get LOOK.
AUTOMATIC is fitted to be judged alone.
Each configuration runs in a process of its own. It is stopped when its time is over, and keeps the fits it has made.
"""
import io
import os
import pickle
import resource
import select
import signal
import time

import ours
import peers
from measures import GREATER_IS_BETTER, METRICS, label_spread, measure, trivial
from prepare import DELTA

CHOOSE, JUDGE, LOOK, NAMED = range(10), range(10, 20), range(2), range(5)
SECOND, FINALISTS, SLOW = 16, 4, 0.5
SECONDS_OF_A_FIT, SECONDS_OF_AUTOMATIC = 4, 60  # of one core for one fit, and for one of AUTOMATIC
PATIENCE = 50  # how often a machine that is busy otherwise may take as long


class Split:
    """A split of a task, with what the library needs of it and the models to compare with."""

    def __init__(self, task, seed):
        self.train, self.held_out = task.split(seed)
        self.library = ours.Library(task, self.train, self.held_out)
        self.trivial = trivial(task, self.train, self.held_out)
        self.label_spread = label_spread(task, self.train)
        free = [measure(task, self.held_out, decisions) for decisions in self.library.without_privacy()]
        self.without_privacy = min(free, key=lambda found: found["risk"])


def in_child(function, arguments, seconds):
    """The results of the function for each argument, made in a process that gets so many seconds of a core."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            with os.fdopen(writing, "wb") as out:
                for argument in arguments:
                    pickle.dump(function(argument), out)
                    out.flush()
        finally:
            os._exit(0)
    os.close(writing)
    received, end = b"", time.monotonic() + PATIENCE * seconds
    with os.fdopen(reading, "rb", buffering=0) as source:
        while select.select([source], [], [], max(0.0, end - time.monotonic()))[0]:
            part = source.read(1 << 20)
            if not part:
                break
            received += part
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return unpickled(received)


def unpickled(received):
    """The whole objects at the beginning of these bytes."""
    out, source = [], io.BytesIO(received)
    while True:
        try:
            out.append(pickle.load(source))
        except (pickle.UnpicklingError, EOFError):
            return out


class Cell:
    """The fits of one cell, as a list of records."""

    def __init__(self, task, splits, adjacency, epsilon, sampled, before=None):
        self.task, self.splits, self.adjacency, self.epsilon = task, splits, adjacency, epsilon
        self.sampled, self.records, self.stopped = sampled, {}, {}
        self.ours, self.peers = ours.configurations(), peers.configurations(task, adjacency)
        for name in self.peers if before else ():  # of another build of the library: the others' fits are the same
            if name in before["fits"]:
                self.records[name] = before["fits"][name]
            if name in before["stopped"]:
                self.stopped[name] = before["stopped"][name]

    def attempt(self, name, number):
        """One fit: its measures, or why it was refused."""
        split, start = self.splits[number % len(self.splits)], time.process_time()
        record = {"fit": number}
        try:
            if name in self.ours:
                decisions, told = split.library.fit(self.ours[name], self.epsilon, DELTA, self.adjacency)
                record.update(told)
            else:
                seed = [number, int(1000 * self.epsilon)] + list(name.encode())
                decisions = peers.run(self.task, split.train, split.held_out, self.peers[name], self.epsilon, DELTA,
                                      self.adjacency, seed, self.sampled)
            record.update(measure(self.task, split.held_out, decisions))
        except Exception as problem:  # a refusal of any library is a result
            record["refused"] = "%s: %s" % (type(problem).__name__, str(problem)[:300])
        record["seconds"] = round(time.process_time() - start, 4)
        return record

    def run(self, name, numbers):
        """Makes the fits of a configuration that are not made yet, unless it was refused or stopped before."""
        done = self.records.setdefault(name, [])
        missing = [number for number in numbers if number not in {record["fit"] for record in done}]
        if name in self.stopped or any("refused" in record for record in done) or not missing:
            return
        each = SECONDS_OF_AUTOMATIC if name == ours.AUTOMATIC else SECONDS_OF_A_FIT
        got = in_child(lambda number: self.attempt(name, number), missing, each * len(missing))
        done += got
        if len(got) < len(missing):
            self.stopped[name] = len(got)

    def best(self, metric, names, numbers, count=1):
        """The names with the best mean of a metric over these fits, beside the minimiser without privacy."""
        sign, means = -1 if metric in GREATER_IS_BETTER else 1, {}
        for name in names:
            lost = [sign * (record[metric] - self.splits[record["fit"] % len(self.splits)].without_privacy[metric])
                    for record in self.records.get(name, ()) if record["fit"] in numbers and metric in record]
            if lost and len(lost) >= (len(numbers) if numbers is CHOOSE else 1) and all(x == x for x in lost):
                means[name] = sum(lost) / len(lost)
        return sorted(means, key=means.get)[:count]

    def look(self, name):
        """The first fits of a configuration."""
        self.run(name, range(1))
        named, fast = name in self.ours and ours.is_named(name), all(x["seconds"] < SLOW for x in self.records[name])
        if name in self.ours and (named or fast):
            self.run(name, NAMED if named and fast else LOOK)

    def measured(self):
        """All stages, and then everything as one record."""
        metrics, names = METRICS[self.task.loss], [*self.ours, *self.peers]
        others = [name for name in names if name != ours.AUTOMATIC]
        for name in others:
            self.look(name)
        for metric in metrics:
            for name in self.best(metric, self.peers, range(1), SECOND):
                self.run(name, LOOK)
            for name in self.best(metric, others, LOOK, FINALISTS):
                self.run(name, CHOOSE)
        chosen = {metric: self.best(metric, others, CHOOSE) for metric in metrics}
        for name in {name for found in chosen.values() for name in found} | {ours.AUTOMATIC}:
            self.run(name, JUDGE)
        return {"table": self.task.name, "task": self.task.key, "loss": self.task.loss, "by_user": self.task.by_user,
                "units": self.splits[0].train.count, "columns": self.task.columns, "adjacency": self.adjacency,
                "epsilon": self.epsilon, "delta": DELTA, "metrics": metrics, "chosen": chosen, "stopped": self.stopped,
                "trivial": [split.trivial for split in self.splits],
                "label_spread": [split.label_spread for split in self.splits],
                "without_privacy": [split.without_privacy for split in self.splits], "fits": self.records}
