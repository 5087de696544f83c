#!/usr/bin/env python3
"""Prints the lines "evidence: TOPIC: TEXT" that logs hold, grouped by topic. Usage: evidence.py LOG-OR-FOLDER..."""
import glob
import os
import sys


def main():
    topics = {}
    for place in sys.argv[1:]:
        for path in sorted(glob.glob(os.path.join(place, "*.log")) if os.path.isdir(place) else glob.glob(place)):
            with open(path, errors="replace") as source:
                for line in source:
                    if line.startswith("evidence: ") and line.count(": ") >= 2:
                        _, topic, text = line.rstrip("\n").split(": ", 2)
                        lines = topics.setdefault(topic, [])
                        if text not in lines:
                            lines.append(text)
    for topic in sorted(topics):
        print("\n%s" % topic)
        for text in topics[topic]:
            print("  " + text)
    return 0 if topics else 1


if __name__ == "__main__":
    sys.exit(main())
