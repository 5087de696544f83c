#!/usr/bin/env python3
"""Reads the public headers with libclang and writes bindings/api.json, the one description of the API.

Usage: describe.py HEADERS_FOLDER OUTPUT

The bindings of all languages are generated from the description, never from the headers. Its members:

  version       of the headers
  constants     numbers that belong to no enumeration
  enumerations  families of numbers, such as LOSS: name, doc, values (name, constant, value, doc)
  options       families of keys, such as PLAN_OPTION: name, doc, create (the function that makes them), keys.
                A key has name, constant, value, type (f64 or i64), doc, and the enumeration of its values if it has one.
  figures       families of numbers that getters read, such as FIT_FIGURE: name, doc, getters by type, keys as options
  handles       opaque types: name, doc, destroy, kind of each function that makes one
  structures    the error record
  callbacks     types of a caller's functions: name, doc, returns, parameters
  functions     name, header, doc, returns, parameters, and form: what the last parameters are together

A parameter has name, type and, of a pointer, pointer: what it means.

  handle        a handle that the call reads (const) or changes
  handles       several handles that the call reads; length names the parameter that counts them
  create        a handle that the call makes and the caller destroys; NULL where it is not wanted of a release
  array         values that the call reads; length names the parameter that counts them
  out_array     values that the call writes; length likewise
  out           one value that the call writes
  foreign       a structure of another library's, which the call takes over
  callback      a function of the caller's, and user: what is passed back to it
  text, bytes   a buffer (out, capacity, length) of text or of bytes
  error         the error record, the last parameter

Types are f64, f32, i32, i64, u64, size, char, void, and names of handles and callbacks.
"""
import json
import re
import sys

try:
    from clang import cindex
except ImportError:
    sys.exit("describe.py: there is no libclang for this Python; install python3-clang-14 (Debian) or libclang (pip)")

TYPES = {"double": "f64", "float": "f32", "int32_t": "i32", "int64_t": "i64", "uint64_t": "u64", "size_t": "size",
         "char": "char", "void": "void", "dpcvx_status": "status", "dpcvx_error": "error"}
# The standard headers as the public headers use them, so that the machine's do not matter.
STANDARD = {"stdint.h": "typedef int int32_t; typedef long long int64_t; typedef unsigned long long uint64_t;",
            "stddef.h": "typedef unsigned long size_t;"}
# Structures of other libraries, which the headers declare and do not define.
FOREIGN = ("ArrowArrayStream",)
KEYS = re.compile(r"DPCVX_((?:\w+_)?(OPTION|FIGURE|DIAGNOSTIC))_(\w+)$")
# Enumerations, by their prefixes. A number that fits none must be listed among the constants.
ENUMERATIONS = ("ERR", "OUTCOME", "AUDIT_EVENT", "SCORE", "EVALUATION_NOISE", "TEST_RELEASE_KIND", "TEST_RELEASE_FORM",
                "LOSS", "NOISE_CALIBRATION", "SGD_ORDER", "ADJACENCY", "UNIT", "STORAGE", "SAMPLING", "ORIGIN", "FILTER",
                "METHOD", "CLIPPING", "SCHEDULE", "TARGET", "OUTLIERS", "BUDGET_FIELD", "ESTIMATE_KIND",
                "LOCAL_KIND", "LOCAL_RANDOMIZER", "NOTE", "SAMPLER_METHOD")
CONSTANTS = ("DPCVX_OK", "DPCVX_SPLIT_KEY_BYTES", "DPCVX_VERSION_MAJOR", "DPCVX_VERSION_MINOR", "DPCVX_VERSION_PATCH")


def fail(message):
    sys.exit("describe.py: " + message)


def cleaned(comment):
    """The text of a comment, without its stars."""
    lines = [re.sub(r"^\s*\*? ?", "", line).rstrip(" \\") for line in comment[2:-2].split("\n")]
    return "\n".join(lines).strip()


class Comments:
    """The comments of one header, by the lines that they begin and end on."""

    def __init__(self, unit, file):
        extent = cindex.SourceRange.from_locations(cindex.SourceLocation.from_offset(unit, file, 0),
                                                   cindex.SourceLocation.from_offset(unit, file, SIZES[file.name]))
        tokens = list(unit.get_tokens(extent=extent))
        self.ending, self.starting, self.code = {}, {}, set()
        for token in tokens:
            first, last = token.extent.start.line, token.extent.end.line
            if token.kind == cindex.TokenKind.COMMENT:
                self.starting[first] = self.ending[last] = (first, cleaned(token.spelling))
            else:
                self.code.update(range(first, last + 1))

    def above(self, line):
        """The comment that ends on the line above, and stands alone."""
        first, text = self.ending.get(line - 1, (0, ""))
        return "" if first in self.code else text

    def beside(self, first, last):
        """The comment that begins on one of these lines."""
        return next((self.starting[line][1] for line in range(first, last + 1) if line in self.starting), "")


SIZES = {}


def parse(folder):
    """The translation unit of all public headers."""
    arguments = ["-x", "c", "-std=c99", "-nostdinc", "-I" + folder, "-Istandard"]
    stubs = [("standard/" + name, text) for name, text in STANDARD.items()]
    unit = cindex.Index.create().parse(
        "all.c", arguments, unsaved_files=[("all.c", "#include <dpcvx.h>\n")] + stubs,
        options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
    problems = [str(found) for found in unit.diagnostics if found.severity >= cindex.Diagnostic.Warning]
    if problems:
        fail("\n".join(problems))
    return unit


def type_name(kind):
    """The name of a type that is no pointer."""
    name = kind.spelling.replace("const ", "").replace("struct ", "").strip()
    return TYPES.get(name, name)


def described(parameter):
    """A parameter by its own type; what it means among the others comes later."""
    kind, found = parameter.type, {"name": parameter.spelling}
    depth = 0
    while kind.kind == cindex.TypeKind.POINTER:
        kind, depth = kind.get_pointee(), depth + 1
    found["type"] = type_name(kind)
    if depth:
        found["depth"], found["const"] = depth, kind.is_const_qualified()
    return found


def give_meaning(function, parameters, handles, callbacks):
    """Sets what the pointers among the parameters mean. Returns the form of the function."""
    form = []
    if parameters and parameters[-1]["type"] == "error":
        parameters[-1].update(pointer="error")
    names = [parameter["name"] for parameter in parameters]
    for i, parameter in enumerate(parameters):
        depth, kind = parameter.pop("depth", 0), parameter["type"]
        const = parameter.pop("const", False)
        if kind in callbacks:
            parameter["pointer"] = "callback"
        elif not depth or parameter.get("pointer"):
            continue
        elif names[i:i + 3] == ["out", "capacity", "length"]:
            parameter["pointer"] = "bytes" if kind == "void" else "text"
            form.append(parameter["pointer"])
        elif depth == 2 and const:
            parameter["pointer"], parameter["length"] = "handles", "n" if "n" in names else "count"
        elif depth == 2:
            parameter["pointer"] = "create"
        elif kind in handles:
            parameter["pointer"], parameter["const"] = "handle", const
        elif kind in FOREIGN:
            parameter["pointer"] = "foreign"
        elif kind == "void" and parameter["name"] == "user":
            parameter["pointer"] = "user"
        elif kind == "char" and const:
            parameter["pointer"] = "string"
        else:
            parameter["depth"] = depth
            length = length_of(function, parameters, i)
            del parameter["depth"]
            parameter["pointer"] = ("array" if const else "out_array") if length else "out"
            if length:
                parameter["length"] = length
            elif const:
                fail("%s: nothing counts the values of '%s'" % (function, parameter["name"]))
    return form


# What C cannot say: how many values a pointer has where no count stands behind it. By function and parameter; None is
# a single value.
LENGTHS = [(re.compile(function), re.compile(parameter), length) for function, parameter, length in (
    (r"dpcvx_(dataset_create|partial_sum_add)_dense", "features", "rows, columns, row_stride, column_stride"),
    (r"dpcvx_partial_sum_add_dense", "labels|users|weights", "rows"),
    (r"dpcvx_dataset_create_csr", "row_starts", "rows + 1"),
    (r"dpcvx_dataset_create_csr", "column_indices|values", "row_starts[rows]"),
    (r"dpcvx_dataset_create_(dense|csr)", "labels", "rows"),
    (r"dpcvx_nonprivate_minimize", "start", "dimension"),
    (r"dpcvx_nonprivate_objective_value", "gradient", "dimension"),
    (r"dpcvx_nonprivate_sampler_draw|dpcvx_nonprivate_unit_gradients", "out", "count * dimension"),
    (r"dpcvx_nonprivate_draws_diagnose", "draws", "chains * count * dimension"),
    (r"dpcvx_nonprivate_draws_diagnose", "r_hat|bulk_ess|tail_ess", "dimension"),
    (r"dpcvx_sampler_create_with_(function|quadratic)", "center|start", "dimension"),
    (r"dpcvx_sampler_create_with_quadratic", "matrix", "dimension * dimension"),
    (r"dpcvx_sampler_create_with_quadratic", "linear", "dimension"),
    (r"dpcvx_randomized_response_shares", "shares|standard_errors", "categories"),
    (r"dpcvx_release_by_deletion", "out", "n of function"),
    (r"dpcvx_release_quantile", "out", None),
    (r"dpcvx_release_", "out", "n"),
    (r"dpcvx_audit_release", "scores", "count"),
    (r"dpcvx_hypotheses_create_discrete", "probabilities", "hypotheses * symbols"),
    (r"dpcvx_hypotheses_create", "probabilities", "hypotheses * hypotheses"),
    (r"dpcvx_hypotheses_create_sampled", "samples", "hypotheses * per_hypothesis * columns"),
    (r"dpcvx_hypotheses_create_gaussian_means", "covariance", "dimension * dimension"),
    (r"dpcvx_log_density_callback", "records", "count * columns"),
    (r"dpcvx_log_density_callback", "out", "count"),
    (r"dpcvx_(potential|unit)_callback", "gradient", "dimension"),
    (r"dpcvx_(test_release|users)_callback", "point|out", "n"))]
# A pointer of these names that nothing counts has to be listed above: it could be taken for a single value.
AMBIGUOUS = ("out", "gradient", "point", "w", "values", "scores", "coefficients")


def length_of(function, parameters, i):
    """The name of the parameter that counts the values of parameter i, or None for a single value."""
    for functions, names, length in LENGTHS:
        if functions.match(function) and names.fullmatch(parameters[i]["name"]):
            return length
    for later in parameters[i + 1:]:
        if "depth" not in later and "pointer" not in later and later["type"] in ("i64", "size"):
            return later["name"]
        if later.get("depth") != 1 or later["type"] not in ("f64", "f32", "i32", "i64", "u64", "void"):
            break
    if parameters[i]["name"] in AMBIGUOUS:
        fail("%s: nothing counts the values of '%s'; LENGTHS has to say" % (function, parameters[i]["name"]))
    return None


def functions_of(unit, comments):
    """(handles, callbacks, functions, structures) in the order of the headers."""
    cursors = [cursor for cursor in unit.cursor.get_children()
               if cursor.location.file and cursor.location.file.name in comments]
    handles, callbacks, functions, structures = {}, {}, [], []
    before = (0, "")
    for cursor in cursors:
        file = cursor.location.file.name
        doc = comments[file].above(cursor.extent.start.line)
        entry = {"name": cursor.spelling, "header": header_name(file), "doc": doc}
        if cursor.kind == cindex.CursorKind.TYPEDEF_DECL:
            kind = cursor.underlying_typedef_type
            if kind.kind == cindex.TypeKind.POINTER:
                pointee = kind.get_pointee()
                parameters = [described(child) for child in cursor.get_children()
                              if child.kind == cindex.CursorKind.PARM_DECL]
                entry.update(returns=type_name(pointee.get_result()), parameters=parameters)
                callbacks[cursor.spelling] = entry
            elif cursor.spelling == "dpcvx_error":
                structures.append(dict(entry, fields=[{"name": "code", "type": "i32"},
                                                      {"name": "message", "type": "char", "length": 508}]))
            elif cursor.spelling != "dpcvx_status":
                handles[cursor.spelling] = entry
        elif cursor.kind == cindex.CursorKind.FUNCTION_DECL:
            # Functions that stand together share the comment above the first.
            doc = doc or (before[1] if cursor.extent.start.line == before[0] + 1 else "")
            before = (cursor.extent.end.line, doc)
            returned = cursor.result_type
            kind = "string" if returned.kind == cindex.TypeKind.POINTER else type_name(returned)
            parameters = [described(child) for child in cursor.get_arguments()]
            functions.append(dict(entry, doc=doc, returns=kind, parameters=parameters))
    for entry in list(callbacks.values()) + functions:
        form = give_meaning(entry["name"], entry["parameters"], handles, callbacks)
        if form:
            entry["form"] = form[0]
    return handles, callbacks, functions, structures


def header_name(path):
    return re.sub(r"^.*?(dpcvx/\w+\.h|dpcvx\.h)$", r"\1", path)


def numbers_of(unit, comments):
    """Every numeric macro: constant, value, header, its own comment, and the comment of the group it stands in."""
    found = []
    for cursor in unit.cursor.get_children():
        if cursor.kind != cindex.CursorKind.MACRO_DEFINITION or not cursor.location.file:
            continue
        file, first, last = cursor.location.file.name, cursor.extent.start.line, cursor.extent.end.line
        if file not in comments:
            continue
        tokens = [token.spelling for token in cursor.get_tokens() if token.kind != cindex.TokenKind.COMMENT]
        if len(tokens) != 2 or not re.fullmatch(r"\d+", tokens[1]):
            continue
        above, beside = comments[file].above(first), comments[file].beside(first, last)
        own = beside or (above if re.match(r"[fi]64\b", above) else "")
        group = "" if own and own == above else above
        # A key whose own comment is above it may have the group's comment above that one.
        if own and own == above:
            group = comments[file].above(comments[file].ending[first - 1][0])
        found.append({"constant": cursor.spelling, "value": int(tokens[1]), "header": header_name(file), "doc": own,
                      "group": group})
    return found


def first_doc(numbers):
    """The comment of a family: that above its first number."""
    return next((number["group"] for number in numbers if number["group"]), "")


def entries(numbers, prefix, **more):
    result = []
    for number in numbers:
        entry = {"name": number["constant"][len(prefix):].lower(), "constant": number["constant"],
                 "value": number["value"], "doc": number["doc"]}
        entry.update({key: found for key, make in more.items() for found in [make(number)] if found is not None})
        result.append(entry)
    return result


def enumeration_in(doc):
    """The enumeration that a key's comment names: "i64: DPCVX_CLIPPING_*; default AUTOMATIC"."""
    for name in re.findall(r"DPCVX_(\w+?)_(?:\*|[A-Z]+ or)", doc):
        if name in ENUMERATIONS:
            return name
    return None


def key_type(number, getters=None):
    """f64 or i64, as the comment begins; of a family with one getter, that one's type."""
    match = re.match(r"([fi]64)\b", number["doc"])
    if match:
        return match.group(1)
    if getters and len(getters) == 1:
        return next(iter(getters))
    return fail("%s: its comment does not begin with f64 or i64" % number["constant"])


def getters_of(family, functions):
    """The functions whose comments say that they read this family, by type."""
    getters = {}
    for function in functions:
        match = re.search(r"_get_([fi]64)$", function["name"])
        if match and "DPCVX_%s_*" % family in function["doc"]:
            getters[match.group(1)] = function["name"]
    if not getters:
        fail("no function reads DPCVX_%s_*" % family)
    return getters


def families(numbers, functions):
    """(constants, enumerations, options, figures): every number is in one of them."""
    constants = [number for number in numbers if number["constant"] in CONSTANTS]
    rest = [number for number in numbers if number["constant"] not in CONSTANTS]
    keyed = {}
    for number in rest:
        match = KEYS.match(number["constant"])
        if match:
            keyed.setdefault((match.group(1), match.group(2)), []).append(number)
    enumerations = []
    for name in ENUMERATIONS:
        prefix = "DPCVX_%s_" % name
        own = [number for number in rest if number["constant"].startswith(prefix)
               and not KEYS.match(number["constant"])
               and not any(other.startswith(name + "_") and number["constant"].startswith("DPCVX_%s_" % other)
                           for other in ENUMERATIONS)]
        if not own:
            fail("there is no %s*" % prefix)
        enumerations.append({"name": name, "doc": first_doc(own), "values": entries(own, prefix)})
    placed = {value["constant"] for family in enumerations for value in family["values"]}
    lost = [number["constant"] for number in rest
            if number["constant"] not in placed and not KEYS.match(number["constant"])]
    if lost:
        fail("%s: neither a key nor of an enumeration that this program lists" % ", ".join(lost))
    options, figures = [], []
    creators = {function["name"] for function in functions}
    for (name, kind), own in keyed.items():
        prefix, family = "DPCVX_%s_" % name, {"name": name, "doc": first_doc(own)}
        if kind == "OPTION":
            stem = name[:-len("_OPTION")].lower()
            create = [made for made in ("dpcvx_%s_options_create" % stem, "dpcvx_sgd_%s_options_create" % stem)
                      if made in creators]
            if not create:
                fail("no function creates options %s*" % prefix)
            options.append(dict(family, create=create[0], keys=entries(
                own, prefix, type=key_type, enumeration=lambda number: enumeration_in(number["doc"]))))
        else:
            getters = getters_of(name, functions)
            figures.append(dict(family, getters=getters, keys=entries(
                own, prefix, type=lambda number, getters=getters: key_type(number, getters),
                enumeration=lambda number: enumeration_in(number["doc"]))))
    return constants, enumerations, options, figures


def describe(folder):
    unit = parse(folder)
    comments = {}
    for inclusion in unit.get_includes():
        name = inclusion.include.name
        if name.startswith(folder) and name not in comments:
            with open(name, "rb") as source:
                SIZES[name] = len(source.read())
            comments[name] = Comments(unit, inclusion.include)
    handles, callbacks, functions, structures = functions_of(unit, comments)
    constants, enumerations, options, figures = families(numbers_of(unit, comments), functions)
    destroyers = {function["parameters"][0]["type"]: function["name"] for function in functions
                  if function["name"].endswith("_destroy")}
    for name, entry in handles.items():
        entry["destroy"] = destroyers.get(name)
        entry["made_by"] = [function["name"] for function in functions if any(
            parameter["type"] == name and parameter.get("pointer") == "create" for parameter in function["parameters"])]
    version = {number["constant"]: number["value"] for number in constants}
    return {
        "version": "%d.%d.%d" % tuple(version["DPCVX_VERSION_" + part] for part in ("MAJOR", "MINOR", "PATCH")),
        "constants": [{"constant": number["constant"], "value": number["value"], "doc": number["doc"]}
                      for number in constants],
        "enumerations": sorted(enumerations, key=lambda family: family["name"]),
        "options": sorted(options, key=lambda family: family["name"]),
        "figures": sorted(figures, key=lambda family: family["name"]),
        "handles": sorted(handles.values(), key=lambda entry: entry["name"]),
        "structures": structures,
        "callbacks": sorted(callbacks.values(), key=lambda entry: entry["name"]),
        "functions": sorted(functions, key=lambda entry: entry["name"]),
    }


def main(folder, output):
    text = json.dumps(describe(folder), indent=1, ensure_ascii=False) + "\n"
    with open(output, "w", encoding="utf-8") as sink:
        sink.write(text)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
