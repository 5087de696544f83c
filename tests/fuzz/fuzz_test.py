#!/usr/bin/env python3
"""Runs the fuzzer of the boundary: DPCVX_FUZZ_RUNS inputs, or else DPCVX_FUZZ_SECONDS seconds (25 by default), from a
fixed seed. Skipped where clang with libFuzzer is missing."""
import os
import re
import shutil
import subprocess
import sys
import time

os.chdir(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BUILD = os.environ["BUILD"]
FUZZER = os.path.abspath(os.path.join(BUILD, "fuzz", "fuzz"))
CORPUS = os.path.join(BUILD, "fuzz", "corpus")
FOUND = os.path.join(BUILD, "fuzz", "found-")


def main():
    if not os.environ.get("CLANGXX") or not os.path.exists(FUZZER):
        print("skip fuzz: no clang++ with libFuzzer and sanitizers")
        return 0
    runs = os.environ.get("DPCVX_FUZZ_RUNS")
    length = ["-runs=" + runs] if runs else ["-max_total_time=" + os.environ.get("DPCVX_FUZZ_SECONDS", "25")]
    shutil.rmtree(CORPUS, ignore_errors=True)
    os.makedirs(CORPUS)
    # One plain valid call of each function to begin with.
    for function in range(256):
        with open(os.path.join(CORPUS, "call-%03d" % function), "wb") as sink:
            sink.write(bytes([function]) + bytes(24))
    start = time.time()
    command = [FUZZER] + length + ["-seed=20240229", "-max_len=400", "-len_control=0", "-timeout=60",
                                   "-rss_limit_mb=3000", "-print_final_stats=1", "-artifact_prefix=" + FOUND, CORPUS]
    environment = dict(os.environ, DPCVX_EXPORTS=os.path.join(BUILD, "exports.txt"))
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
    output = result.stdout.decode(errors="replace")
    seconds = time.time() - start
    print("\n".join(output.splitlines()[-60:]))

    fine = True

    def test(name, good):
        nonlocal fine
        print(("ok fuzz: " if good else "not ok fuzz: ") + name)
        fine = fine and good

    summary = re.search(r"^fuzz: (\d+) inputs, (\d+) calls, (\d+) with memory failing; (\d+) of (\d+) functions "
                        r"reached, (\d+) successfully, (\d+) without an entry", output, re.M)
    test("no crash, leak or disagreement", result.returncode == 0)
    test("the run came to its end", summary is not None)
    if summary:
        inputs, calls, failing, reached, functions, succeeded, missing = map(int, summary.groups())
        test("every exported function reached", reached == functions and missing == 0)
        test("every exported function called with success", succeeded == functions)
        print("evidence: fuzz: %d inputs, %d calls, %d of them with memory failing, under ASan and UBSan in %d s: %s; "
              "%d of %d exported functions reached" % (
                  inputs, calls, failing, seconds, "no crash" if result.returncode == 0 else "FAILED", reached,
                  functions + missing))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
