#!/usr/bin/env python3
"""Runs tests, two at a time, and prints one closing line, "N passed, N failed".

Usage: run.py LOGS ITEM...     An item is a program or a script (.sh, .py). It prints either GoogleTest's output or lines
"ok NAME", "not ok NAME", "skip NAME: why". Its output goes to LOGS/<item>.log, and is shown where something failed. The
closing lines name the failures once more. An item that fails to end well without saying which test failed counts as one
failure, and so does one that says nothing, unless DPCVX_ALLOW_EMPTY is set. With DPCVX_NO_SKIP set, a skipped test is a
failed one. With DPCVX_EVIDENCE set to "TOPIC: TEXT", LOGS/summary.log gets an evidence line of that text and the counts.

Shards. A GoogleTest program is run in shards of about SHARD_SECONDS of CPU time, each with a list of its tests. Tests of
one suite stay together where they fit. What tests cost is remembered in LOGS/costs.json from the lines "cpu: NAME
SECONDS" that programs print (tests/support/test_main.cpp); a test never seen before counts as UNKNOWN_SECONDS. Shards and
other items start in the order of their cost, the dearest first, so that the lanes end together. A shard whose output
accounts for fewer tests than its list is a failure.

Limits. An item may use DPCVX_TEST_CPU_SECONDS of CPU time (default 900; 14400 with DPCVX_AUDIT). RLIMIT_CPU bounds each
of its processes. Where /proc exists, the sum over its session bounds them together. Time that others use does not count,
so a loaded machine trips nothing. An item that sleeps is ended after DPCVX_TEST_IDLE_SECONDS (default 1800) in which no
process of its session used CPU time, was ready to run or waited for a disk. Without /proc it is ended after 16 times the
CPU limit of wall time.

Variables: DPCVX_TEST_JOBS (lanes), DPCVX_TEST_CPU_SECONDS, DPCVX_TEST_IDLE_SECONDS, DPCVX_TEST_SLOWEST (how many of the
dearest tests to list at the end).
"""
import collections
import json
import mmap
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time

CPU_SECONDS = int(os.environ.get("DPCVX_TEST_CPU_SECONDS", "14400" if os.environ.get("DPCVX_AUDIT") else "900"))
IDLE_SECONDS = int(os.environ.get("DPCVX_TEST_IDLE_SECONDS", "1800"))
JOBS = int(os.environ.get("DPCVX_TEST_JOBS", str(min(2, os.cpu_count() or 1))))
SLOWEST = int(os.environ.get("DPCVX_TEST_SLOWEST", "0"))
SHARD_SECONDS = 15
UNKNOWN_SECONDS = 0.5
PROC = os.path.exists("/proc/self/stat")
TICK = os.sysconf("SC_CLK_TCK")

Job = collections.namedtuple("Job", "name command tests cost")  # tests: of a shard, or None


def name_of(item):
    name = re.sub(r"^(.*/)?tests/", "", item)
    return re.sub(r"\.(sh|py)$", "", name)


# ---- Jobs and their order ----------------------------------------------------------------------------------------------


def is_googletest(item):
    with open(item, "rb") as source, mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ) as text:
        return text.find(b"gtest_list_tests") >= 0


def listed(item):
    """Suites of a program in their order, each with its tests; GTEST_FILTER applies."""
    output = subprocess.run([item, "--gtest_list_tests"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True,
                            universal_newlines=True).stdout
    suites = []
    for line in output.splitlines():
        line = line.split("  #")[0].rstrip()
        if line.startswith("  ") and suites:
            name = line.strip()
            if not name.startswith("DISABLED_") and "DISABLED_" not in suites[-1][0]:
                suites[-1][1].append(suites[-1][0] + name)
        elif line.endswith("."):
            suites.append((line, []))
    return [tests for _, tests in suites if tests]


def packed(suites, cost):
    """Groups of tests, each of about SHARD_SECONDS: a suite whole, or in parts if it is longer."""
    pieces = []
    for tests in suites:
        piece, size = [], 0
        for test in tests:
            if piece and size + cost(test) > SHARD_SECONDS:
                pieces.append((size, piece))
                piece, size = [], 0
            piece.append(test)
            size += cost(test)
        pieces.append((size, piece))
    # First fit, the dearest first.
    groups = []
    for size, piece in sorted(pieces, key=lambda it: -it[0]):
        for group in groups:
            if group[0] + size <= SHARD_SECONDS:
                group[0] += size
                group[1].extend(piece)
                break
        else:
            groups.append([size, list(piece)])
    return groups


def jobs_of(item, costs):
    name = name_of(item)
    if item.endswith((".sh", ".py")):
        command = ["sh", item] if item.endswith(".sh") else [sys.executable, item]
        return [Job(name, command, None, costs.get(name, 1e9))]
    try:
        suites = listed(item) if is_googletest(item) else None
    except (OSError, ValueError, subprocess.CalledProcessError):
        suites = None
    if not suites:
        return [Job(name, [item], None, costs.get(name, 1e9))]
    groups = packed(suites, lambda test: costs.get(name + " " + test, UNKNOWN_SECONDS))
    jobs = []
    for i, (size, tests) in enumerate(groups):
        shard = name if len(groups) == 1 else "%s.%d" % (name, i + 1)
        jobs.append(Job(shard, [item, "--gtest_filter=" + ":".join(tests)], tests, size))
    return jobs


# ---- One job -----------------------------------------------------------------------------------------------------------


def session_use(session):
    """(CPU seconds, whether a process is at work) of the processes of a session and of the children they waited for."""
    ticks, at_work = 0, False
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % entry) as source:
                fields = source.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            ticks += sum(int(field) for field in fields[11:15])
            at_work = at_work or fields[0] in "RD"
    return ticks / TICK, at_work


class Watch:
    """Says why a job must end, if it must."""

    def __init__(self, session):
        self.session = session
        self.start = self.looked = time.monotonic()
        self.used, self.idle = 0.0, 0.0

    def verdict(self):
        now = time.monotonic()
        if not PROC:
            return "no end after %d s" % (now - self.start) if now - self.start > 16 * CPU_SECONDS else None
        used, at_work = session_use(self.session)
        # However late this look is, it counts as one of a few seconds.
        self.idle = 0 if at_work or used > self.used else self.idle + min(now - self.looked, 10)
        self.used, self.looked = used, now
        if used > CPU_SECONDS:
            return "no end after %d s of CPU time" % used
        return "nothing done for %d s" % self.idle if self.idle > IDLE_SECONDS else None


def end_late(session, ended, verdicts):
    """Ends a session that must end, before it `ended`, and says why in `verdicts`."""
    watch = Watch(session)
    while not ended.wait(2):
        verdict = watch.verdict()
        if verdict and not ended.is_set():
            verdicts.append(verdict)
            try:
                os.killpg(session, signal.SIGKILL)
            except ProcessLookupError:
                pass  # it ended meanwhile
            return


def run(job, log):
    """(exit status or what went wrong, output, CPU seconds, wall seconds)."""
    start = time.monotonic()
    cpu = 0.0
    with open(log, "wb") as sink:
        try:
            process = subprocess.Popen(job.command, stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT,
                                       start_new_session=True)
            ended, verdicts = threading.Event(), []
            watcher = threading.Thread(target=end_late, args=(process.pid, ended, verdicts))
            watcher.start()
            _, status, usage = os.wait4(process.pid, 0)
            ended.set()
            watcher.join()
            process.returncode = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
            cpu = usage.ru_utime + usage.ru_stime
            too_long = process.returncode == -signal.SIGXCPU
            status = verdicts[0] if verdicts else (
                "more than %d s of CPU time" % CPU_SECONDS if too_long else process.returncode)
        except OSError as problem:
            status = str(problem)
    with open(log, "r", errors="replace") as source:
        return status, source.read(), cpu, time.monotonic() - start


def counts(job, output, ended_well):
    """(passed, failed, [skipped with the reason]) of a job's output."""
    passed = sum(int(n) for n in re.findall(r"^\[  PASSED  \] (\d+) test", output, re.M))
    failed = sum(int(n) for n in re.findall(r"^ *(\d+) FAILED TEST", output, re.M))
    skipped = sorted(set(re.findall(r"^\[  SKIPPED \] ([\w./]+)$", output, re.M)))
    if passed + failed + len(skipped) == 0:
        passed = len(re.findall(r"^ok ", output, re.M))
        failed = len(re.findall(r"^not ok ", output, re.M))
        skipped = re.findall(r"^skip (.*)$", output, re.M)
    said = passed + failed + len(skipped)
    if os.environ.get("DPCVX_NO_SKIP"):
        failed, skipped = failed + len(skipped), []
    too_few = said < len(job.tests) if job.tests else said == 0 and not os.environ.get("DPCVX_ALLOW_EMPTY")
    if failed == 0 and (too_few or not ended_well):
        failed = 1
    return passed, failed, skipped


def failures(job, output):
    """Lines that name what failed in a job. A script's test comes with the two lines that it printed before."""
    lines, named, running = output.splitlines(), [], None
    for i, line in enumerate(lines):
        if line.startswith("not ok "):
            named += [told for told in lines[max(0, i - 2):i] if not told.startswith(("ok ", "not ok ", "skip ", "["))] + [line]
        elif line.startswith(("skip ", "[  SKIPPED")) and os.environ.get("DPCVX_NO_SKIP"):
            named.append(line)
        elif re.match(r"\[  FAILED  \] .*\(\d+ ms\)$", line):
            named.append(line)
        if line.startswith("[ "):
            running = line if line.startswith("[ RUN      ]") else None
    named += [running + " did not end"] if running else []
    return ["%s: %s" % (job.name, line[:300]) for line in named or ["it did not end well"]]


# ---- All ---------------------------------------------------------------------------------------------------------------


class Report:
    def __init__(self, costs):
        self.costs, self.seen = costs, {}
        self.passed = self.failed = self.skipped = 0
        self.failures = []
        self.cpu = 0.0

    def add(self, job, log, result):
        status, output, cpu, wall = result
        passed, failed, skipped = counts(job, output, status == 0)
        self.passed += passed
        self.failed += failed
        self.skipped += len(skipped)
        self.cpu += cpu
        program = re.sub(r"\.\d+$", "", job.name) if job.tests else job.name
        for test, seconds in re.findall(r"^cpu: (\S+) ([0-9.]+)$", output, re.M):
            self.seen[program + " " + test] = float(seconds)
        if not job.tests:
            self.seen[job.name] = cpu
        if failed:
            self.failures += failures(job, output)
            lines = output.splitlines()
            print("\n".join(lines if len(lines) <= 400 else lines[:100] + ["[...] all of it: " + log] + lines[-300:]))
            if status != 0:
                print("%s ended with %s" % (job.name, status))
        print("%-36s %4d passed, %d failed%s  (%.1f s of CPU time, %.1f s)" % (
            job.name, passed, failed, ", %d skipped" % len(skipped) if skipped else "", cpu, wall))
        for reason in skipped:
            print("  skipped: " + reason)
        sys.stdout.flush()

    def close(self, wall):
        self.costs.update(self.seen)
        for name in sorted(self.seen, key=lambda it: -self.seen[it])[:SLOWEST]:
            print("  %8.1f s  %s" % (self.seen[name], name))
        print("".join("failed: %s\n" % line for line in self.failures) + "%.0f s of CPU time, %.0f s" % (self.cpu, wall))
        closing = "%d passed, %d failed" % (self.passed, self.failed)
        return closing + (", %d skipped" % self.skipped if self.skipped else "")


def main():
    start = time.monotonic()
    logs, items = sys.argv[1], sys.argv[2:]
    # Inherited by all processes; this one uses next to nothing.
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    os.makedirs(logs, exist_ok=True)
    for old in os.listdir(logs):
        if old.endswith(".log"):
            os.remove(os.path.join(logs, old))
    memory = os.path.join(logs, "costs.json")
    try:
        with open(memory) as source:
            costs = json.load(source)
    except (OSError, ValueError):
        costs = {}
    waiting = collections.deque(sorted((job for item in items for job in jobs_of(item, costs)), key=lambda job: -job.cost))
    report, lock = Report(costs), threading.Lock()

    def lane():
        while True:
            try:
                job = waiting.popleft()
            except IndexError:
                return
            log = os.path.join(logs, job.name.replace("/", "_") + ".log")
            result = run(job, log)
            with lock:
                report.add(job, log, result)

    lanes = [threading.Thread(target=lane) for _ in range(max(1, JOBS))]
    for thread in lanes:
        thread.start()
    for thread in lanes:
        thread.join()
    closing = report.close(time.monotonic() - start)
    with open(memory, "w") as sink:
        json.dump(report.costs, sink, indent=0, sort_keys=True)
    print(closing)
    if os.environ.get("DPCVX_EVIDENCE"):
        with open(os.path.join(logs, "summary.log"), "w") as sink:
            sink.write("evidence: %s: %s\n" % (os.environ["DPCVX_EVIDENCE"], closing))
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
