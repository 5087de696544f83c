#!/usr/bin/env python3
"""Runs tests, two at a time, and prints one closing line, "N passed, N failed".

Usage: run.py LOGS ITEM...     An item is a program or a script (.sh, .py). It prints either GoogleTest's output or lines
"ok NAME", "not ok NAME", "skip NAME: why". Its output goes to LOGS/<item>.log, and is shown where something failed. An
item that fails to end well without saying which test failed counts as one failure, and so does one that says nothing,
unless DPCVX_ALLOW_EMPTY is set. With DPCVX_NO_SKIP set, a skipped test is a failed one. With DPCVX_EVIDENCE set to
"TOPIC: TEXT", LOGS/summary.log gets an evidence line of that text and the counts.
"""
import json
import os
import queue
import re
import subprocess
import sys
import threading
import time

TIMEOUT = int(os.environ.get("DPCVX_TEST_TIMEOUT", "5400" if os.environ.get("DPCVX_AUDIT") else "900"))
JOBS = int(os.environ.get("DPCVX_TEST_JOBS", str(min(2, os.cpu_count() or 1))))


def command(item):
    if item.endswith(".sh"):
        return ["sh", item]
    if item.endswith(".py"):
        return [sys.executable, item]
    return [item]


def name_of(item):
    name = re.sub(r"^(.*/)?tests/", "", item)
    return re.sub(r"\.(sh|py)$", "", name)


def counts(output, ended_well):
    """(passed, failed, [skipped with the reason]) of an item's output."""
    passed = sum(int(n) for n in re.findall(r"^\[  PASSED  \] (\d+) test", output, re.M))
    failed = sum(int(n) for n in re.findall(r"^ *(\d+) FAILED TEST", output, re.M))
    skipped = sorted(set(re.findall(r"^\[  SKIPPED \] ([\w./]+)$", output, re.M)))
    if passed + failed + len(skipped) == 0:
        passed = len(re.findall(r"^ok ", output, re.M))
        failed = len(re.findall(r"^not ok ", output, re.M))
        skipped = re.findall(r"^skip (.*)$", output, re.M)
    if os.environ.get("DPCVX_NO_SKIP"):
        failed, skipped = failed + len(skipped), []
    said_nothing = passed + failed + len(skipped) == 0 and not os.environ.get("DPCVX_ALLOW_EMPTY")
    if failed == 0 and (said_nothing or not ended_well):
        failed = 1
    return passed, failed, skipped


def run(item, log):
    start = time.time()
    with open(log, "wb") as sink:
        try:
            status = subprocess.call(command(item), stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT,
                                     timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            status = "no end after %d s" % TIMEOUT
        except OSError as problem:
            status = str(problem)
    with open(log, "r", errors="replace") as source:
        output = source.read()
    return counts(output, status == 0) + (status, output, time.time() - start)


def main():
    logs, items = sys.argv[1], sys.argv[2:]
    os.makedirs(logs, exist_ok=True)
    for old in os.listdir(logs):
        if old.endswith(".log"):
            os.remove(os.path.join(logs, old))
    durations_path = os.path.join(logs, "durations.json")
    try:
        with open(durations_path) as source:
            durations = json.load(source)
    except (OSError, ValueError):
        durations = {}
    # Longest first, so that the two lanes end together; what has not run yet counts as long.
    items = sorted(items, key=lambda item: -durations.get(name_of(item), 1e9))

    waiting = queue.Queue()
    for item in items:
        waiting.put(item)
    lock = threading.Lock()
    total = {"passed": 0, "failed": 0, "skipped": 0}

    def lane():
        while True:
            try:
                item = waiting.get_nowait()
            except queue.Empty:
                return
            name = name_of(item)
            log = os.path.join(logs, name.replace("/", "_") + ".log")
            passed, failed, skipped, status, output, seconds = run(item, log)
            with lock:
                durations[name] = seconds
                total["passed"] += passed
                total["failed"] += failed
                total["skipped"] += len(skipped)
                if failed:
                    lines = output.splitlines()
                    shown = lines if len(lines) <= 400 else lines[:100] + ["[...] all of it: " + log] + lines[-300:]
                    print("\n".join(shown))
                    if status != 0:
                        print("%s ended with %s" % (name, status))
                print("%-32s %4d passed, %d failed%s  (%.1f s)" % (
                    name, passed, failed, ", %d skipped" % len(skipped) if skipped else "", seconds))
                for reason in skipped:
                    print("  skipped: " + reason)
                sys.stdout.flush()

    lanes = [threading.Thread(target=lane) for _ in range(max(1, JOBS))]
    for thread in lanes:
        thread.start()
    for thread in lanes:
        thread.join()
    with open(durations_path, "w") as sink:
        json.dump(durations, sink)

    closing = "%d passed, %d failed" % (total["passed"], total["failed"])
    closing += ", %d skipped" % total["skipped"] if total["skipped"] else ""
    print(closing)
    if os.environ.get("DPCVX_EVIDENCE"):
        with open(os.path.join(logs, "summary.log"), "w") as sink:
            sink.write("evidence: %s: %s\n" % (os.environ["DPCVX_EVIDENCE"], closing))
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
