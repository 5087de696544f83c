#!/usr/bin/env python3
"""A device's program that loads a protocol and makes a report is small. It holds none of datasets, models or
fits. It is linked as a user would: against the archive, with --gc-sections."""
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("BUILD", "build")
CC = os.environ.get("CC", "cc")
MOST_BYTES = 256 * 1024
FOREIGN = re.compile(r"dpcvx::(data|model|optimize|sample|solve|audit)::")
DEVICE = """
#include <dpcvx/local.h>
int main(void) {
  unsigned char bytes[512], report[32];
  size_t length = 0;
  dpcvx_local_protocol *protocol;
  dpcvx_rng *rng;
  if (dpcvx_local_protocol_load(bytes, length, &protocol, NULL) || dpcvx_rng_create(&rng, NULL) ||
      dpcvx_local_report_category(protocol, NULL, rng, 1, report, sizeof report, &length, NULL))
    return 1;
  return 0;
}
"""
# The control: a program that plans fits.
FIT = """
#include <dpcvx.h>
int main(void) {
  volatile size_t kept = (size_t)&dpcvx_plan_create;
  return kept == 0;
}
"""
failures = 0


def test(name, problem):
    global failures
    if problem:
        print(problem)
        failures += 1
    print(("not ok " if problem else "ok ") + "local size: " + name)


def linked(name, text):
    """(bytes of code, names of functions) of a program, or its compiler's complaint."""
    work = os.path.join(BUILD, "tests", "local_size")
    os.makedirs(work, exist_ok=True)
    source, program = os.path.join(work, name + ".c"), os.path.join(work, name)
    with open(source, "w") as out:
        out.write(text)
    done = subprocess.run([CC, "-std=c99", "-Os", "-I", os.path.join(ROOT, "include"), "-o", program, source,
                           os.path.join(BUILD, "libdpcvx.a"), "-Wl,--gc-sections", "-lm"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if done.returncode:
        return 0, done.stdout
    shown = subprocess.run(["nm", "-C", "--print-size", program], stdout=subprocess.PIPE, check=True,
                           universal_newlines=True).stdout
    code = 0
    for line in shown.splitlines():
        parts = line.split(None, 3)
        if len(parts) == 4 and parts[2] in "tTwW":
            code += int(parts[1], 16)
    return code, shown


def main():
    if not shutil.which("nm"):
        print("skip local size: there is no nm")
        return 0
    code, names = linked("device", DEVICE)
    test("the device's program links", "" if code else names)
    test("it holds no fits", "\n".join(line for line in names.splitlines() if FOREIGN.search(line)))
    test("its functions have at most %d KiB" % (MOST_BYTES // 1024), "" if code <= MOST_BYTES else "%d bytes" % code)
    print("evidence: local size: %d KiB of functions in a device's program" % (code // 1024))
    control, names = linked("fit", FIT)
    test("control: a program that plans fits is larger, and holds them",
         "" if control > MOST_BYTES and FOREIGN.search(names) else "%d bytes" % control)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
