#!/usr/bin/env python3
"""Writes the generated modules of the Python package from bindings/api.json.

Usage: python.py DESCRIPTION OUTPUT_FOLDER

enums.py      every enumeration, as an IntEnum
options.py    every option: key, type, enumeration, comment
figures.py    every figure: key, type, enumeration, comment, and the functions that read it
functions.py  every function, callback and handle: parameters with their types and meanings
"""
import json
import os
import sys
import textwrap

HEADER = '# Written by bindings/generate/python.py from bindings/api.json. Do not edit: "make api" writes it anew.\n'
WIDTH = 118


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


def wrapped(text, indent):
    """The lines of a comment: formulas and lists stay as they are, long lines are broken."""
    lines = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, WIDTH - indent, subsequent_indent=" " * (len(line) - len(line.lstrip())),
                               break_long_words=False, break_on_hyphens=False) or [""]
    return "\n".join((" " * indent + line).rstrip() for line in lines)


def docstring(text, indent=4):
    text = text.replace("\\", "\\\\")
    body = wrapped(text, indent).strip()
    end = '"""' if "\n" not in body else "\n" + " " * indent + '"""'
    return " " * indent + '"""' + body + end + "\n"


def enums(api):
    parts = [HEADER, '"""Enumerations of the library. A name in lower case may stand for a member in calls."""\n',
             "import enum\n"]
    for family in api["enumerations"]:
        values, name, doc = list(family["values"]), camel(family["name"]), family["doc"]
        if family["name"] == "ERR":
            name, doc = "Status", "How a call ended."
            ok = next(constant for constant in api["constants"] if constant["constant"] == "DPCVX_OK")
            values.insert(0, {"name": "ok", "value": ok["value"], "doc": ok["doc"]})
        members = "".join("\n%s: %s" % (value["name"], value["doc"]) for value in values if value["doc"])
        parts.append("\n\nclass %s(enum.IntEnum):\n%s\n" % (name, docstring(doc + ("\n" + members if members else ""))))
        for value in values:
            parts.append("    %s = %d\n" % (value["name"].upper(), value["value"]))
    return "".join(parts)


def text_literal(text, indent):
    """A string literal of one line, or of several in parentheses."""
    flat = " ".join(text.split())
    if len(flat) + indent < WIDTH - 30:
        return json.dumps(flat, ensure_ascii=False)
    lines = textwrap.wrap(flat, WIDTH - indent - 4, break_long_words=False, break_on_hyphens=False, drop_whitespace=False)
    return "(\n" + "\n".join(" " * (indent + 4) + json.dumps(line, ensure_ascii=False) for line in lines) + ")"


def lines_literal(text, indent):
    """A string literal that keeps its lines, one a line."""
    lines = text.rstrip("\n").split("\n")
    return ("\n" + " " * indent).join(json.dumps(line + ("\n" if line is not lines[-1] else ""), ensure_ascii=False)
                                      for line in lines)


def enumeration(key):
    if "enumeration" not in key:
        return "None"
    return "enums." + ("Status" if key["enumeration"] == "ERR" else camel(key["enumeration"]))


def keys_of(family):
    return "".join('        "%s": Key(%d, "%s", %s, %s),\n' % (
        key["name"], key["value"], key["type"], enumeration(key), text_literal(key["doc"], 8)) for key in family["keys"])


def keyed(api, member, doc, extra):
    parts = [HEADER, '"""%s"""\n' % doc, "from dpcvx._generated import enums\nfrom dpcvx._keys import Family, Key\n"]
    for family in api[member]:
        parts.append("\n%s = Family(\n    %s, %s, {\n%s    },\n    %s)\n" % (
            family["name"], json.dumps(family["name"]), extra(family), keys_of(family), lines_literal(family["doc"], 4)))
    return "".join(parts)


def options(api):
    return keyed(api, "options", "Options: settings with a key and a default.",
                 lambda family: json.dumps(family["create"]))


def figures(api):
    return keyed(api, "figures", "Figures: numbers that a handle tells, by their keys.",
                 lambda family: "{%s}" % ", ".join('"%s": "%s"' % item for item in sorted(family["getters"].items())))


def parameter_code(parameter):
    code = "%s:%s" % (parameter["name"], parameter["type"])
    if "pointer" in parameter:
        code += ":" + parameter["pointer"]
    if "length" in parameter:
        code += ":" + parameter["length"].replace(" ", "")
    return code


def signature(entry):
    """A string: the result, then the parameters, as name:type:pointer:length."""
    return " ".join([entry["returns"]] + [parameter_code(parameter) for parameter in entry["parameters"]])


def table(name, doc, rows):
    """A dictionary of strings, each on as many lines as it needs."""
    parts = ["\n# %s\n%s = {\n" % (doc, name)]
    for key, text in rows:
        lines = textwrap.wrap(text, WIDTH - 12, break_long_words=False, break_on_hyphens=False, drop_whitespace=False)
        if len(lines) == 1 and len(key) + len(text) < WIDTH - 12:
            parts.append("    %s: %s,\n" % (json.dumps(key), json.dumps(text)))
        else:
            parts.append("    %s:\n%s,\n" % (json.dumps(key), "\n".join(" " * 8 + json.dumps(line) for line in lines)))
    return "".join(parts) + "}\n"


def functions(api):
    return "".join([
        HEADER, '"""Signatures: the result, then each parameter as name:type:meaning:length (bindings/generate/describe.py)."""\n',
        'VERSION = "%s"\n' % api["version"],
        "MESSAGE_BYTES = %d\n" % next(field["length"] for structure in api["structures"]
                                      for field in structure["fields"] if field["name"] == "message"),
        table("HANDLES", "Opaque types, with the functions that free them.",
              [(entry["name"], entry["destroy"]) for entry in api["handles"] if entry["destroy"]]),
        table("CALLBACKS", "Types of callers' functions.", [(entry["name"], signature(entry)) for entry in api["callbacks"]]),
        table("FUNCTIONS", "All public functions.", [(entry["name"], signature(entry)) for entry in api["functions"]])])


def main(description, folder):
    with open(description, encoding="utf-8") as source:
        api = json.load(source)
    os.makedirs(folder, exist_ok=True)
    modules = {"enums": enums, "options": options, "figures": figures, "functions": functions,
               "__init__": lambda _: HEADER + '"""What is generated from the description of the API."""\n'}
    for name, write in modules.items():
        with open(os.path.join(folder, name + ".py"), "w", encoding="utf-8") as sink:
            sink.write(write(api))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
