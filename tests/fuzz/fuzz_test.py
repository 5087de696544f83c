#!/usr/bin/env python3
"""Runs the fuzzer of the boundary from fixed seeds: DPCVX_FUZZ_RUNS inputs (4000 by default) in DPCVX_FUZZ_LANES processes.
Skipped where clang with libFuzzer is missing."""
import os
import re
import shutil
import subprocess
import sys
import time

os.chdir(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BUILD = os.environ["BUILD"]
FUZZER = os.path.abspath(os.path.join(BUILD, "fuzz", "fuzz"))
SUMMARY = re.compile(r"^fuzz: (\d+) inputs, (\d+) calls, (\d+) with memory failing; (\d+) of (\d+) functions reached, "
                     r"(\d+) successfully, (\d+) without an entry", re.M)


def start(lane, runs):
    """A fuzzer that runs; its output goes to a log."""
    corpus = os.path.join(BUILD, "fuzz", "corpus-%d" % lane)
    shutil.rmtree(corpus, ignore_errors=True)
    os.makedirs(corpus)
    # One plain valid call of each entry to begin with.
    for entry in range(512):
        with open(os.path.join(corpus, "call-%03d" % entry), "wb") as sink:
            sink.write(entry.to_bytes(2, "big") + bytes(24))
    # Inputs of slow calls are mutated less often: four times as many inputs in the same time.
    command = [FUZZER, "-runs=%d" % runs, "-seed=%d" % (20240229 + lane), "-max_len=400", "-len_control=0", "-timeout=1200",
               "-entropic_scale_per_exec_time=1", "-rss_limit_mb=3000",
               "-artifact_prefix=" + os.path.join(BUILD, "fuzz", "found-"), corpus]
    log = open(os.path.join(BUILD, "fuzz", "lane-%d.log" % lane), "w+b")
    environment = dict(os.environ, DPCVX_EXPORTS=os.path.join(BUILD, "exports.txt"))
    return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment), log


def finish(lane):
    """(exit status, output) of one that start() gave."""
    process, log = lane
    status = process.wait()
    log.seek(0)
    output = log.read().decode(errors="replace")
    log.close()
    return status, output


def main():
    if not os.environ.get("CLANGXX") or not os.path.exists(FUZZER):
        print("skip fuzz: no clang++ with libFuzzer and sanitizers")
        return 0
    runs, lanes = int(os.environ.get("DPCVX_FUZZ_RUNS", "4000")), int(os.environ.get("DPCVX_FUZZ_LANES", "1"))
    begun = time.time()
    results = [finish(lane) for lane in [start(lane, -(-runs // lanes)) for lane in range(lanes)]]
    seconds = time.time() - begun
    for _, output in results:
        print("\n".join(output.splitlines()[-40:]))

    fine = True

    def test(name, good):
        nonlocal fine
        print(("ok fuzz: " if good else "not ok fuzz: ") + name)
        fine = fine and good

    clean = all(status == 0 for status, _ in results)
    test("no crash, leak or disagreement", clean)
    summaries = [SUMMARY.search(output) for _, output in results]
    test("the run came to its end", all(summaries))
    if all(summaries):
        numbers = [list(map(int, summary.groups())) for summary in summaries]
        inputs, calls, failing = (sum(lane[i] for lane in numbers) for i in range(3))
        reached, functions, succeeded, missing = (pick(lane[i] for lane in numbers)
                                                  for i, pick in ((3, max), (4, max), (5, max), (6, max)))
        test("every exported function reached", reached == functions and missing == 0)
        test("every exported function called with success", succeeded == functions)
        print("evidence: fuzz: %d inputs, %d calls, %d of them with memory failing, under ASan and UBSan in %d s: %s; "
              "%d of %d exported functions reached" % (
                  inputs, calls, failing, seconds, "no crash" if clean else "FAILED", reached, functions + missing))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
