"""The site of documentation, which `make docs` builds. Pages of methods are the READMEs of the rooms that hold them."""
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
# Pages that are copied or listed. Sphinx reads them alone.
MADE = os.path.join(os.environ["DPCVX_DOCS"], "made")
sys.path.insert(0, os.path.dirname(HERE))

import dpcvx  # noqa: E402

project, author = "dpcvx", "the authors of dpcvx"
version = release = dpcvx.__version__
extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "myst_parser"]
html_theme = "alabaster"
html_theme_options = {"description": "Differentially private convex optimization", "fixed_sidebar": True}
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_validation_checks = set()
myst_heading_anchors = 3
# Links of READMEs to files of the repository, which the site does not have.
suppress_warnings = ["myst.xref_missing", "myst.xref_ambiguous", "myst.header"]
exclude_patterns = ["Thumbs.db"]


def write(name, text, form="md"):
    path = os.path.join(MADE, name) + "." + form
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as sink:
        sink.write(text)


def read(path):
    with open(path, encoding="utf-8") as source:
        return source.read()


def listed(folder, names):
    return "```{toctree}\n:maxdepth: 1\n\n%s\n```\n" % "\n".join("%s/%s" % (folder, name) for name in names)


def room_pages():
    """Write a page for the README of each room, and the list of them."""
    names = []
    for path in sorted(glob.glob(os.path.join(ROOT, "src", "**", "README.md"), recursive=True)):
        room = os.path.relpath(os.path.dirname(path), os.path.join(ROOT, "src"))
        if room != ".":
            names.append(room.replace(os.sep, "-"))
            write("methods/" + names[-1], read(path))
    title = "# Methods\n\nWhat each room of the library does, with its formulas and sources.\n\n"
    write("methods", title + listed("methods", names))


def module_pages():
    """Write a page for each public module of the package, and the list of them."""
    folder = os.path.dirname(dpcvx.__file__)
    names = sorted(name[:-3] for name in os.listdir(folder) if re.match(r"[a-z]\w*\.py$", name))
    for name in names:
        title = "dpcvx.%s\n%s\n\n" % (name, "=" * (6 + len(name)))
        if name in ("options", "figures"):  # tables of text
            shown = getattr(dpcvx, name).__doc__.replace("\n", "\n   ")
            write("modules/" + name, title + ".. code-block:: text\n\n   %s\n" % shown, "rst")
            continue
        members = "call, callback_type, names, signature" if name == "lowlevel" else ""
        directive = ".. automodule:: dpcvx.%s\n   :members: %s\n" % (name, members)
        if name == "estimators":  # fit() and the like, which they share
            directive += "   :inherited-members: BaseEstimator\n   :exclude-members: set_fit_request, set_score_request\n"
        write("modules/" + name, title + directive, "rst")
    write("modules", "# Modules\n\n" + listed("modules", names))


def make_literal(_app, _what, _name, _object, _options, lines):
    """Make code that stands apart literal. It stands before the sections of numpydoc."""
    made, literal = [], False
    for place, line in enumerate(lines):
        if re.fullmatch(r"-{3,}", "".join(lines[place + 1:place + 2]).strip()):  # the heading of a section
            made += lines[place:]
            break
        if line.startswith("    ") and not literal and place > 0 and not lines[place - 1].strip():
            made += ["::", ""]
            literal = True
        elif line.strip() and not line.startswith("    "):
            literal = False
        made.append(line)
    lines[:] = made


def escape(_app, _what, _name, _object, _options, lines):
    """Take signs of formulas and names as they are, except in code."""
    literal = False
    for place, line in enumerate(lines):
        literal = line.strip() == "::" or (literal and (not line.strip() or line.startswith("    ")))
        if not literal and not line.lstrip().startswith((">>>", "...")):
            lines[place] = re.sub(r"(?<=\w)_(?=[^\w`]|$)", r"\\_", line.replace("|", "\\|"))


def setup(app):
    app.connect("autodoc-process-docstring", make_literal, priority=400)  # before numpydoc
    app.connect("autodoc-process-docstring", escape, priority=600)  # after it


room_pages()
module_pages()
write("guide", read(os.path.join(ROOT, "bindings", "python", "README.md")).replace("# Python\n", "# Guide\n", 1))
write("index", read(os.path.join(HERE, "index.md")))
