#!/usr/bin/env python3
"""tests/run.py: what it counts, what it ends and why, and how it shards."""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RUN = os.path.join(ROOT, "tests", "run.py")

# Poses as a GoogleTest program of two suites: it lists its tests (gtest_list_tests), and runs those of --gtest_filter.
POSER = """#!/usr/bin/env python3
import sys
TESTS = ["A.%d" % i for i in range(6)] + ["B.0", "B.1"]
if "--gtest_list_tests" in sys.argv:
    print("A.\\n" + "\\n".join("  %d" % i for i in range(6)) + "\\nB.\\n  0  # GetParam() = 7\\n  1\\n  DISABLED_2")
    sys.exit(0)
chosen = [test for argument in sys.argv if argument.startswith("--gtest_filter=")
          for test in argument.split("=")[1].split(":")]
assert chosen and all(test in TESTS for test in chosen)
for test in chosen:
    print("cpu: %s %s" % (test, "9.0" if test[0] == "A" else "0.5"))
ran = len(chosen) - LOST
print("[  PASSED  ] %d test%s." % (ran, "" if ran == 1 else "s"))
"""

failures = 0


def test(name, good, output):
    global failures
    if not good:
        print(output)
        failures += 1
    print(("ok runner: " if good else "not ok runner: ") + name)


def write(path, text):
    with open(path, "w") as sink:
        sink.write(text)
    os.chmod(path, 0o755)
    return path


def run(folder, item, **variables):
    """(exit status, output, costs) of the runner on one item."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("DPCVX_")}
    environment.update(variables)
    logs = os.path.join(folder, "logs")
    done = subprocess.run([sys.executable, RUN, logs, item], env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True, check=False)
    with open(os.path.join(logs, "costs.json")) as source:
        return done.returncode, done.stdout, json.load(source)


def ends(output, closing):
    return output.rstrip().splitlines()[-1] == closing


def counting(folder):
    script = write(os.path.join(folder, "lines.py"), "print('ok a')\nprint('ok b')\nprint('skip c: why')\n")
    status, output, _ = run(folder, script)
    test("lines are counted", status == 0 and ends(output, "2 passed, 0 failed, 1 skipped"), output)
    status, output, _ = run(folder, script, DPCVX_NO_SKIP="1")
    test("a skipped test fails where nothing may be skipped", status == 1 and ends(output, "2 passed, 1 failed"), output)
    status, output, _ = run(folder, write(os.path.join(folder, "silent.py"), ""))
    test("silence is a failure", status == 1 and ends(output, "0 passed, 1 failed"), output)
    status, output, _ = run(folder, write(os.path.join(folder, "dies.sh"), "echo ok a; kill -SEGV $$"))
    test("a bad end is a failure", status == 1 and ends(output, "1 passed, 1 failed"), output)


NAMED = """print('ok a\\n  shown\\nnot ok b')
print('[ RUN      ] C.1\\n[       OK ] C.1 (0 ms)\\n[ RUN      ] C.2\\n[  FAILED  ] C.2, where GetParam() = 7 (2 ms)')
print('[  FAILED  ] C.2\\n[ RUN      ] C.3\\nskip d: why')
"""


def naming(folder):
    item = write(os.path.join(folder, "named.py"), NAMED)
    for skips, more in (("", []), ("1", ["skip d: why"])):
        _, output, _ = run(folder, item, DPCVX_NO_SKIP=skips)
        named = [line for line in output.splitlines() if line.startswith("failed: ")]
        test("failures are named at the end" + (", with what was skipped" if skips else ""), named == [
            "failed: %s: %s" % (os.path.join(folder, "named"), what) for what in
            ["  shown", "not ok b", "[  FAILED  ] C.2, where GetParam() = 7 (2 ms)"] + more +
            ["[ RUN      ] C.3 did not end"]], output)


def limits(folder):
    busy = write(os.path.join(folder, "busy.py"), "print('ok a', flush=True)\nwhile True: pass\n")
    status, output, _ = run(folder, busy, DPCVX_TEST_CPU_SECONDS="1")
    test("CPU time is limited", status == 1 and "of CPU time" in output, output)
    family = write(os.path.join(folder, "family.py"), "print('ok a', flush=True)\nimport os, time\nos.fork()\nos.fork()\n"
                   "begun = time.process_time()\nwhile time.process_time() - begun < 4: pass\nos.getpid() and time.sleep(60)\n")
    if os.path.exists("/proc/self/stat"):
        status, output, _ = run(folder, family, DPCVX_TEST_CPU_SECONDS="6")
        test("CPU time of a family is limited together", status == 1 and "no end after" in output, output)
        sleeper = write(os.path.join(folder, "sleeper.py"), "print('ok a', flush=True)\nimport time\ntime.sleep(600)\n")
        status, output, _ = run(folder, sleeper, DPCVX_TEST_IDLE_SECONDS="3")
        test("endless sleep is ended", status == 1 and "nothing done for" in output, output)
        patient = write(os.path.join(folder, "patient.py"), "import time\nfor _ in range(40):\n  time.sleep(0.2)\n"
                        "  begun = time.process_time()\n  while time.process_time() - begun < 0.03: pass\nprint('ok a')\n")
        status, output, _ = run(folder, patient, DPCVX_TEST_IDLE_SECONDS="5", DPCVX_TEST_CPU_SECONDS="3")
        test("a slow item that gets on is left alone", status == 0, output)


def shards(folder):
    whole = write(os.path.join(folder, "whole_test"), POSER.replace("LOST", "0"))
    status, output, costs = run(folder, whole)
    test("tests that are not known run in one shard", status == 0 and "whole_test  " in output and
         ends(output, "8 passed, 0 failed"), output)
    test("costs are remembered by test", sum(abs(cost - 9) < 1e-9 for cost in costs.values()) == 6, str(costs))
    status, output, _ = run(folder, whole)
    test("known costs make shards, and no test is lost", status == 0 and output.count("whole_test.") == 6 and
         ends(output, "8 passed, 0 failed"), output)
    status, output, _ = run(folder, write(os.path.join(folder, "short_test"), POSER.replace("LOST", "1")))
    test("a shard that runs fewer tests than it has is a failure", status == 1 and ends(output, "7 passed, 1 failed"), output)


with tempfile.TemporaryDirectory() as place:
    counting(place)
    naming(place)
    limits(place)
    shards(place)
sys.exit(1 if failures else 0)
