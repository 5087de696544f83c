"""Joins sources of an area into fewer files, which compile in half of the time: a header is read once for several.

A source keeps the meaning that it has alone. A name of its own is one that it declares outside headers: a function, a
constant, a type, a macro, a using-declaration. Two sources stand in one file only under two conditions:

1. No name of one's own occurs in the other, or in a header that only the other includes.
2. No header that only one includes overloads a name that the other uses.

The text decides, and errs on the safe side: a parameter of that name occurs too.
"""
import collections
import os
import re

Source = collections.namedtuple("Source", "path own names headers directives")
LEFT_OUT = re.compile(r'//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'', re.S)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
NAME = re.compile(r"[A-Za-z_]\w*")
DIRECTIVE = re.compile(r"^using namespace ([\w:]+);", re.M)
OF_THE_SYSTEM = re.compile(r"^[ \t]*#[ \t]*include <(?!stdint|stddef)\S+\.h>", re.M)  # <windows.h> makes `near` a macro
OPENS_NAMESPACE = re.compile(r"\s*(inline\s+)?(namespace\b[^;={(]*|extern\s*\"\")\s*$")
# A name is declared where one of these follows it; a member of a class defined elsewhere has :: before it.
DECLARED = re.compile(r"(?<![\w:])([A-Za-z_]\w*)\s*(?=[\0{;]|$)")
OF_ALL = re.compile(r"^(dpcvx_\w+|u?int\d+_t|template|static_assert|__attribute__)$")  # what is everywhere the same
GREATEST = 24  # sources in one file: processors shall have some each


def bare(text):
    """A source without comments, strings and characters."""
    return LEFT_OUT.sub(lambda found: " " if found.group(0)[0] == "/" else '""', text)


def statements(text):
    """What a source says outside all braces but those of namespaces, and the bodies of its enumerations."""
    depth, begin, at = 0, 0, 0
    text = re.sub(r"^[ \t]*#.*(?:\\\n.*)*", "", text, flags=re.M)
    stack = []
    while at < len(text):
        one = text[at]
        if one == "{":
            head = text[begin:at]
            opens = depth == 0 and OPENS_NAMESPACE.match(head)
            stack.append(bool(opens))
            if not opens:
                if depth == 0:
                    yield head + "{"
                    enumerated = re.search(r"\benum\b", head)
                    if enumerated:
                        yield text[at + 1:text.index("}", at)] + ","
                depth += 1
            begin = at + 1 if opens else begin
        elif one == "}":
            opened = stack.pop()
            depth -= 0 if opened else 1
            if depth == 0:
                begin = at + 1
        elif one == ";" and depth == 0:
            yield text[begin:at + 1]
            begin = at + 1
        at += 1


def without_inside(said):
    """A declaration without what stands in its parentheses, brackets and template's arguments."""
    for inside in (r"\([^()]*\)", r"<[^<>()]*>"):
        while re.search(inside, said):
            said = re.sub(inside, " \0", said)
    return re.sub(r"\[[^\]]*\]", "\0", said)


def declared(text):
    """Names that a source declares: too many rather than too few."""
    found = set(re.findall(r"^[ \t]*#[ \t]*define\s+(\w+)", text, re.M))
    for said in statements(text):
        said = without_inside(said)
        for piece in said.split(","):
            found |= set(DECLARED.findall(re.split(r"(?<![=!<>])=(?!=)", piece)[0]))
        found |= set(re.findall(r"\b(?:class|struct|union|enum)\s+(?:class\s+)?(\w+)", said))
        if re.match(r"\s*(using|namespace)\b", said) and not re.match(r"\s*using\s+namespace\b", said):
            found.add(NAME.findall(said.split("=")[0])[-1])
    if re.search(r"^\S.*\boperator\b", text, re.M):
        found.add("operator")  # beside no source that mentions one
    return {name for name in found if not OF_ALL.match(name)}


class Tree:
    """Sources and headers, by their paths from src; public headers lie in include beside it."""

    def __init__(self, root):
        self.root = root
        self.texts = {}
        self.closures = {}
        self.of_headers = {}
        self.of_declared = {}

    def place(self, path):
        public = os.path.join(self.root, os.pardir, "include", path)
        return public if os.path.exists(public) else os.path.join(self.root, path)

    def text(self, path):
        if path not in self.texts:
            with open(self.place(path), encoding="utf-8") as source:
                self.texts[path] = source.read()
        return self.texts[path]

    def headers(self, path):
        """All headers of the project that a file includes, and those that they include."""
        if path not in self.closures:
            self.closures[path] = set()
            reached = set()
            for name in INCLUDE.findall(self.text(path)):
                if os.path.exists(self.place(name)):
                    reached |= {name} | self.headers(name)
            self.closures[path] = reached
        return self.closures[path]

    def header_names(self, path):
        if path not in self.of_headers:
            self.of_headers[path] = set(NAME.findall(bare(INCLUDE.sub("", self.text(path)))))
        return self.of_headers[path]

    def declared_by(self, header):
        if header not in self.of_declared:
            self.of_declared[header] = declared(bare(INCLUDE.sub("", self.text(header))))
        return self.of_declared[header]

    def source(self, path):
        headers = self.headers(path)
        shared = {name for header in headers for name in self.header_names(header)}
        text = bare(INCLUDE.sub("", self.text(path)))
        # What stands in a namespace without a name is its own; other names are, where no header has them.
        local = {name for part in nameless(text) for name in declared(part)}
        own = local | (declared(text) - shared)
        return Source(path, own, set(NAME.findall(text)), headers, tuple(sorted(DIRECTIVE.findall(text))))


def nameless(text):
    for begin in re.finditer(r"\bnamespace\s*\{", text):
        depth, at = 1, begin.end()
        while depth and at < len(text):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        yield text[begin.end():at - 1]


def groups(root, paths):
    """Lists of the paths that may stand in one file, by areas; each path is in one of them."""
    tree, found = Tree(root), []
    for area in sorted({path.split("/")[0] for path in paths}):
        made = []
        alone = [path for path in paths if path.split("/")[0] == area and OF_THE_SYSTEM.search(tree.text(path))]
        found += [[path] for path in sorted(alone)]
        for source in (tree.source(path) for path in sorted(paths) if path.split("/")[0] == area and path not in alone):
            for group in made:
                if len(group) < GREATEST and all(beside(tree, one, source) for one in group):
                    group.append(source)
                    break
            else:
                made.append([source])
        found += [[source.path for source in group] for group in made]
    return found


def beside(tree, one, other):
    """Whether two sources may stand in one file."""
    if one.directives != other.directives:
        return False
    for source, stranger in ((one, other), (other, one)):
        if source.own & stranger.names:
            return False
        for header in stranger.headers - source.headers:
            if source.own & tree.header_names(header):
                return False
            # An overload that the source does not see alone.
            overloads = source.names & tree.declared_by(header)
            if any(overloads & tree.declared_by(seen) for seen in source.headers):
                return False
    return True
