#!/usr/bin/env python3
"""Measures the shape of the sources, one line "evidence: the house: TEXT" a figure. Usage: house.py [--root DIR]

What is measured: files a folder of src; the most sources that one class is spread over; for each public header words a
sentence (as prose.py counts them) and the line of its first function; how often the code of src names an option outside
of the table that defines it; functions of the API and their longest list of parameters; how many objects are compiled
anew when base/error.h changes, by the graph of includes, which is that of the compiler's .d files.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
from prose import SCANNER, find, headers, read, report_lines

MOST_FILES = 40
TOUCHED = "src/base/error.h"


def code(path):
    """A source without its comments; string literals are empty."""
    return SCANNER.sub(lambda match: '""' if match.group()[0] == '"' else " ", read(path))


def files_a_folder(root):
    counts = {}
    for path in find(root, "src/**/*"):
        if os.path.isfile(os.path.join(root, path)):
            counts[os.path.dirname(path)] = counts.get(os.path.dirname(path), 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def files_a_class(sources):
    """(class, files) by the number of sources that define its methods, the most first. `sources` are {path: code}."""
    classes = {}
    for path, text in sources.items():
        for line in text.splitlines():
            match = re.match(r"(?!using|return|typedef)[A-Za-z].*?\b([A-Z]\w*)::(~?\w+|operator\S+)\(", line)
            if path.endswith(".cpp") and match and not line.rstrip().endswith(";"):
                classes.setdefault((path.split("/")[1], match.group(1)), set()).add(path)
    return sorted(((name, sorted(files)) for (_, name), files in classes.items()), key=lambda item: (-len(item[1]), item[0]))


def mentions_an_option(root, sources):
    """{option: how often code names it outside of a row "{DPCVX_NAMED(KEY), ..." of a table}."""
    keys = {key for path in headers(root)
            for key in re.findall(r"#define (DPCVX_\w*OPTION_\w+)", read(os.path.join(root, path)))}
    counts = dict.fromkeys(keys, 0)
    for text in sources.values():
        for match in re.finditer(r"(\{\s*(?:DPCVX_NAMED\()?)?\b(DPCVX_\w*OPTION_\w+)\b", text):
            if match.group(2) in counts and not match.group(1):
                counts[match.group(2)] += 1
    return counts


def functions(root):
    """{function of the API: how many parameters it has}."""
    counts = {}
    for path in headers(root):
        for name, parameters in re.findall(r"\bDPCVX_API\b[^;{(]*?\b(dpcvx_\w+)\s*\(([^;{]*)\)\s*;", code(os.path.join(root, path))):
            counts[name] = 0 if parameters.strip() == "void" else parameters.count(",") + 1
    return counts


def rebuilt(root, sources):
    """(sources that include TOUCHED, directly or not, and all sources)."""
    graph = {}

    def included(path):
        if path not in graph:
            graph[path] = set()
            names = re.findall(r'^\s*#\s*include\s*["<]([^">]+)[">]', read(os.path.join(root, path)), re.M)
            for name in names:
                for place in ("src/" + name, "include/" + name, os.path.join(os.path.dirname(path), name)):
                    if os.path.isfile(os.path.join(root, place)):
                        graph[path].add(place)
                        break
        return graph[path]

    def reached(path):
        seen, waiting = set(), [path]
        while waiting:
            for place in included(waiting.pop()):
                if place not in seen:
                    seen.add(place)
                    waiting.append(place)
        return seen

    units = [path for path in sources if path.endswith(".cpp")]
    return sum(TOUCHED in reached(path) for path in units), len(units)


def main():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if len(sys.argv) == 3 and sys.argv[1] == "--root":
        root = os.path.abspath(sys.argv[2])
    sources = {path: code(os.path.join(root, path)) for path in find(root, "src/**/*.cpp", "src/**/*.h")}

    def say(text, *values):
        print("evidence: the house: " + text % values)

    folders = files_a_folder(root)
    many = ["%s %d" % folder for folder in folders if folder[1] > MOST_FILES]
    say("files a folder of src: at most %d (%s), in the mean %.1f in %d folders; more than %d: %s", folders[0][1], folders[0][0],
        sum(count for _, count in folders) / len(folders), len(folders), MOST_FILES, ", ".join(many) or "none")
    name, files = files_a_class(sources)[0]
    spread = [spread for _, spread in files_a_class(sources) if len(spread) > 1]
    say("sources of one class: at most %d (%s: %s); %d classes have more than one", len(files), name,
        ", ".join(path[4:] for path in files), len(spread))
    for path, figures, line in report_lines(root):
        say("%s: %.1f words a sentence, %d the longest, %.0f %% over 25; first function in line %s", path, figures.mean,
            figures.longest, 100 * figures.share, line or "-")
    counts = mentions_an_option(root, sources)
    most = max(sorted(counts), key=lambda key: counts[key])
    say("options: %d; named in code outside of their table %.2f times in the mean, at most %d (%s)", len(counts),
        sum(counts.values()) / len(counts), counts[most], most)
    parameters = functions(root)
    longest = max(parameters.values())
    say("functions of the API: %d; parameters: %.1f in the mean, at most %d (%s)", len(parameters),
        sum(parameters.values()) / len(parameters), longest, ", ".join(sorted(name for name in parameters if parameters[name] == longest)))
    touched, units = rebuilt(root, sources)
    say("touching %s compiles %d of %d sources anew (%.0f %%)", TOUCHED, touched, units, 100 * touched / units)
    return 0


if __name__ == "__main__":
    sys.exit(main())
