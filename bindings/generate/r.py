#!/usr/bin/env python3
"""Writes the generated files of the R package from bindings/api.json.

Usage: r.py DESCRIPTION PACKAGE_FOLDER

src/generated.c          one .Call routine a public function, finalizers of handles, the table of routines
R/generated_functions.R  dp_lowlevel: one R function a public function
R/generated_keys.R       enumerations, options and figures, with their numbers
man/dp_options.Rd        the help page of all options
man/dp_figures.Rd        the help page of all figures
"""
import json
import os
import re
import sys
import textwrap

NOTE = 'Written by bindings/generate/r.py from bindings/api.json. Do not edit: "make api" writes it anew.'
WIDTH = 118
MAKERS = {"f64": "Rf_ScalarReal(c_%s)", "i32": "Rf_ScalarInteger(c_%s)", "i64": "whole_number(c_%s)",
          "size": "whole_number((int64_t)c_%s)"}
SCALARS = {"f64": ("double", "f64_of"), "i64": ("int64_t", "i64_of"), "i32": ("int32_t", "i32_of"),
           "size": ("size_t", "size_of"), "status": ("dpcvx_status", "i32_of")}
ARRAYS = {"f64": ("double", "f64_array"), "i64": ("int64_t", "i64_array"), "f32": ("float", "f32_array"),
          "void": ("void", "bytes_array")}
OUT_ARRAYS = {"f64": ("double", "REALSXP", "REAL"), "i32": ("int32_t", "INTSXP", "INTEGER"),
              "void": ("void", "RAWSXP", "RAW"), "i64": ("int64_t", "REALSXP", None)}
CALLBACKS = {"dpcvx_audit_release", *("dpcvx_%s_callback" % name for name in (
    "block", "log_density", "loss", "plan", "potential", "progress", "test_release", "unit", "users"))}
# Arguments behind the first that may be NULL, and so may be left out in R.
OPTIONAL = {"options", "monitor", "domain", "labels", "center", "start", "progress", "user", "weight"}
OPTIONAL_OF = {"dpcvx_fit_table" + of: {"low", "high"} for of in (
    "", "_check", "_on", "_plan", "_plan_on", "_select", "_select_check", "_select_on")}
OPTIONAL_OF.update({"dpcvx_partial_sum_add_dense" + of: {"users", "weights"} for of in ("", "_f32")})


def short(name):
    return name[len("dpcvx_"):]


def fail(text):
    sys.exit("r.py: " + text)


class Function:
    """A public function: what R passes, what the C routine says."""

    def __init__(self, entry, api):
        self.name, self.entry, self.api = entry["name"], entry, api
        self.parameters = entry["parameters"]
        self.optional = OPTIONAL | OPTIONAL_OF.get(self.name, set())
        self.names = {parameter["name"] for parameter in self.parameters}
        self.buffer = next((parameter for parameter in self.parameters if parameter.get("pointer") in ("text", "bytes")), None)

    def inputs(self):
        """Parameters that R passes, in the order of C."""
        for parameter in self.parameters:
            meaning = parameter.get("pointer", "")
            if meaning in ("create", "out", "out_array", "error", "user", "text", "bytes"):
                continue
            if self.buffer and parameter["name"] == "capacity":
                continue
            yield parameter

    def counts(self):
        """{count: the first array that it counts}: counts that R takes from the length of an array."""
        found = {}
        for parameter in self.parameters:
            if parameter.get("pointer") in ("array", "handles") and parameter["length"] in self.names:
                if parameter["name"] not in self.optional | {"features"}:
                    found.setdefault(parameter["length"], parameter["name"])
        return found

    def formals(self):
        """(name, default or None) of each argument of the R function."""
        counts = self.counts()
        first, later, last = [], [], []
        for parameter in self.inputs():
            name = parameter["name"]
            quoted = "`function`" if name == "function" else name
            if name in counts:
                last.append((quoted, "NROW(%s)" % counts[name]))
            elif name in self.optional and "pointer" in parameter and parameter is not self.parameters[0]:
                later.append((quoted, "NULL"))
            else:
                first.append((quoted, None))
        return first + later + last

    # ---- The C routine ----

    def expected(self, parameter):
        """The C expression of the number of entries of an array."""
        length = parameter["length"]
        if length in self.names:
            return "(double)c_%s" % length
        if length == "rows + 1":
            return "(double)c_rows + 1"
        if length == "row_starts[rows]":
            return "(double)entry_of(c_row_starts, c_rows)"
        if length == "rows, columns, row_stride, column_stride":
            return "span_of(c_rows, c_columns, c_row_stride, c_column_stride)"
        if length == "n of function":
            return "attribute_of(s_function, \"n\")"
        if " * " in length:
            return " * ".join("(double)c_%s" % factor for factor in length.split(" * "))
        return fail("%s: '%s' counts '%s' by '%s', which this generator does not know" % (
            self.name, parameter["name"], parameter["type"], length))

    def scalar_lines(self):
        """Numbers and handles first: lengths rest on them."""
        for parameter in self.inputs():
            name, kind, meaning = parameter["name"], parameter["type"], parameter.get("pointer", "")
            if meaning == "":
                ctype, reader = SCALARS[kind]
                yield "const %s c_%s = %s(s_%s, \"%s\");" % (ctype, name, reader, name, name)
            elif meaning == "handle":
                const = "const " if parameter.get("const") else ""
                yield "%s%s *c_%s = handle_of(s_%s, \"%s\", \"%s\");" % (const, kind, name, name, kind, name)
            elif meaning in ("string", "foreign"):
                yield "%s %s *c_%s = %s_of(s_%s, \"%s\");" % ("const" if meaning == "string" else "struct", kind, name, meaning, name, name)
            elif meaning == "callback":
                if kind not in CALLBACKS:
                    fail("%s: src/callbacks.c has no trampoline for %s" % (self.name, kind))
                yield "SEXP c_%s = PROTECT(callback_of(s_%s, \"%s\"));" % (name, name, name)
            elif meaning == "handles":
                yield "const %s *const *c_%s = handles_of(s_%s, \"%s\", \"%s\");" % (kind, name, name, kind, name)

    def dimension_lines(self):
        """A count that the function is not given: a figure of its first handle."""
        needs = [parameter for parameter in self.parameters if "dimension" in str(parameter.get("length", "")).split()]
        if needs and "dimension" not in self.names:
            handle = self.parameters[0]
            family = next(family for family in self.api["figures"] if family["getters"].get("i64") ==
                          handle["type"] + "_get_i64")
            key = next(key for key in family["keys"] if key["name"] == "dimension")
            yield "int64_t c_dimension = 0;"
            yield "settle(%s(c_%s, %s, &c_dimension, &err), &err);" % (
                family["getters"]["i64"], handle["name"], key["constant"])

    def array_lines(self):
        for parameter in self.inputs():
            if parameter.get("pointer") == "array":
                ctype, reader = ARRAYS[parameter["type"]]
                yield "const %s *c_%s = %s(s_%s, \"%s\", %s);" % (
                    ctype, parameter["name"], reader, parameter["name"], parameter["name"], self.expected(parameter))
            elif parameter.get("pointer") == "handles":
                yield "check_count(s_%s, \"%s\", %s);" % (parameter["name"], parameter["name"], self.expected(parameter))

    def outputs(self):
        for parameter in self.parameters:
            meaning = parameter.get("pointer", "")
            if meaning in ("create", "out", "out_array") and not (self.buffer and parameter["name"] == "length"):
                yield parameter

    def output_lines(self):
        for parameter in self.outputs():
            name, kind, meaning = parameter["name"], parameter["type"], parameter["pointer"]
            if meaning == "create":
                yield "SEXP o_%s = PROTECT(place(\"%s\", free_%s));" % (name, kind, short(kind))
                yield "%s *c_%s = NULL;" % (kind, name)
            elif meaning == "out":
                yield "%s c_%s = 0;" % (SCALARS[kind][0], name)
            else:
                ctype, rtype, access = OUT_ARRAYS[kind]
                yield "SEXP o_%s = PROTECT(vector_of(%s, %s));" % (name, rtype, self.expected(parameter))
                if access:
                    yield "%s *c_%s = %s(o_%s);" % (ctype, name, access, name)
                else:
                    yield "%s *c_%s = scratch(XLENGTH(o_%s), sizeof *c_%s);" % (ctype, name, name, name)

    def argument(self, parameter):
        name, meaning = parameter["name"], parameter.get("pointer", "")
        if meaning == "error":
            return "&err"
        if meaning in ("create", "out"):
            return "&c_" + name
        if meaning == "callback":
            return "%scall_%s" % ("" if parameter["type"] == "dpcvx_progress_callback" else "c_%s == R_NilValue ? NULL : " % name,
                                  short(parameter["type"]))
        if meaning == "user":
            callback = next(other for other in self.parameters if other.get("pointer") == "callback")
            return "c_" + callback["name"]
        return "c_" + name

    def watched(self):
        """The monitor of a call, which a failing callback cancels."""
        return next(("c_" + parameter["name"] for parameter in self.parameters if parameter["type"] == "dpcvx_monitor" and
                     parameter.get("pointer") == "handle"), "NULL")

    def callers(self, with_monitor=True):
        """Where callbacks may hang that the call runs: on its handles, and those it is given."""
        given = ["c_" + parameter["name"] for parameter in self.parameters if parameter.get("pointer") == "callback"]
        held = ["callbacks_in(s_%s)" % parameter["name"] for parameter in self.inputs()
                if parameter.get("pointer") == "handle" and parameter["type"] in (
                    "dpcvx_hypotheses", "dpcvx_objective", "dpcvx_plan", "dpcvx_sampler", "dpcvx_users_function") + (
                        ("dpcvx_monitor",) if with_monitor else ())]
        expression = "R_NilValue"
        for part in reversed(held):
            expression = "joined(%s, %s)" % (part, expression)
        for part in given:
            expression = "Rf_cons(%s, %s)" % (part, expression)
        return expression

    def result(self):
        parts = []
        for parameter in self.outputs():
            name, kind, meaning = parameter["name"], parameter["type"], parameter["pointer"]
            parts.append((name, MAKERS[kind] % name if meaning == "out" else "o_" + name))
        return parts

    def c_code(self):
        signature = ", ".join("SEXP s_" + parameter["name"] for parameter in self.inputs()) or "void"
        head = "static SEXP r_%s(%s) {" % (short(self.name), signature)
        if self.entry["returns"] == "string":
            arguments = ", ".join("%s(s_%s, \"%s\")" % (SCALARS[parameter["type"]][1], parameter["name"], parameter["name"])
                                  for parameter in self.inputs())
            return "%s\n  return Rf_mkString(%s(%s));\n}\n" % (head, self.name, arguments)
        lines = ["dpcvx_error err;"]
        lines += self.scalar_lines()
        lines += self.dimension_lines()
        lines += self.array_lines()
        if self.buffer:
            lines += self.buffer_lines()
            return head + "\n  " + "\n  ".join(lines) + "\n}\n"
        callers = self.callers()
        lines += self.output_lines()
        call = "%s(%s)" % (self.name, ", ".join(self.argument(parameter) for parameter in self.parameters))
        if callers == "R_NilValue":
            lines.append("const dpcvx_status status = %s;" % call)
        else:
            # A handle keeps the functions that it runs later. A monitor runs in this call alone.
            lines.append("SEXP kept = PROTECT(%s);" % self.callers(False))
            lines.append("SEXP callers = PROTECT(%s);" % ("joined(callbacks_in(s_monitor), kept)" if self.watched() != "NULL"
                                                          else "kept"))
            lines.append("const dpcvx_monitor *before = begin(callers, %s);" % self.watched())
            lines.append("const dpcvx_status status = %s;" % call)
        for parameter in self.outputs():
            if parameter["pointer"] == "create":
                # A fit can be stored as bytes, so it runs no function later. What it kept would be saved with it.
                keeps = callers != "R_NilValue" and parameter["type"] != "dpcvx_fit"
                lines.append("fill(o_%s, c_%s, %s);" % (parameter["name"], parameter["name"], "kept" if keeps else "R_NilValue"))
        lines.append("settle(status, &err);" if callers == "R_NilValue" else "end(callers, before, status, &err);")
        if {"budget", "rng"} <= self.names and "monitor" not in self.names:
            lines.append("released();")
        for parameter in self.outputs():
            if parameter["pointer"] == "out_array" and parameter["type"] == "i64":
                lines.append("to_doubles(c_%s, o_%s);" % (parameter["name"], parameter["name"]))
        if self.name == "dpcvx_users_function_create":
            lines.append("Rf_setAttrib(o_out, Rf_install(\"n\"), s_n);")
        lines += self.return_lines()
        return head + "\n  " + "\n  ".join(lines) + "\n}\n"

    def buffer_lines(self):
        """Two calls: for the length, then for the text or the bytes."""
        kind = self.buffer["pointer"]
        yield "size_t c_length = 0;"
        arguments = [self.argument(parameter) for parameter in self.parameters
                     if parameter is not self.buffer and parameter["name"] not in ("capacity", "length", "err")]
        ask = "%s(%s)" % (self.name, ", ".join(arguments + ["NULL", "0", "&c_length", "&err"]))
        yield "settle(%s, &err);" % ask
        if kind == "text":
            yield "char *text = scratch((R_xlen_t)c_length + 1, 1);"
            yield "settle(%s(%s), &err);" % (self.name, ", ".join(arguments + ["text", "c_length + 1", "&c_length", "&err"]))
            yield "return text_of(text, c_length);"
        else:
            yield "SEXP held = PROTECT(vector_of(RAWSXP, (double)c_length));"
            yield "settle(%s(%s), &err);" % (self.name, ", ".join(arguments + ["RAW(held)", "c_length", "&c_length", "&err"]))
            yield "UNPROTECT(1);"
            yield "return held;"

    def protected(self):
        callbacks = sum(parameter.get("pointer") == "callback" for parameter in self.parameters)
        held = sum(parameter["pointer"] in ("create", "out_array") for parameter in self.outputs())
        return callbacks + held + 2 * (self.callers() != "R_NilValue")

    def return_lines(self):
        parts, held = self.result(), self.protected()
        if not parts:
            if held:
                yield "UNPROTECT(%d);" % held
            yield "return R_NilValue;"
        elif len(parts) == 1:
            expression = parts[0][1]
            if held:
                yield "SEXP result = %s;" % expression
                yield "UNPROTECT(%d);" % held
                yield "return result;"
            else:
                yield "return %s;" % expression
        else:
            yield "const char *names[] = {%s, \"\"};" % ", ".join('"%s"' % name for name, _ in parts)
            yield "SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));"
            for place, (_, expression) in enumerate(parts):
                yield "SET_VECTOR_ELT(result, %d, %s);" % (place, expression)
            yield "UNPROTECT(%d);" % (held + 1)
            yield "return result;"


def c_wrapped(text):
    """C with long lines broken at spaces, none of which is inside of a string."""
    lines = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        lines += textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]
    return "\n".join(lines)


def c_source(api, functions):
    parts = ["/* %s */\n/* clang-format off */\n#include \"convert.h\"\n" % NOTE]
    for handle in api["handles"]:
        if handle["destroy"]:
            parts.append("static void free_%s(SEXP pointer) {\n  %s(R_ExternalPtrAddr(pointer));\n"
                         "  R_ClearExternalPtr(pointer);\n}\n" % (short(handle["name"]), handle["destroy"]))
    parts += [c_wrapped(function.c_code()) for function in functions]
    parts.append("static const R_CallMethodDef kCalls[] = {\n" + "".join(
        "    {\"%s\", (DL_FUNC)&r_%s, %d},\n" % (short(function.name), short(function.name), len(list(function.inputs())))
        for function in functions) + "    CALLS_OF_THE_PACKAGE,\n    {NULL, NULL, 0},\n};\n")
    parts.append("void R_init_dpcvx(DllInfo *info) {\n  R_registerRoutines(info, NULL, kCalls, NULL, NULL);\n"
                 "  R_useDynamicSymbols(info, FALSE);\n  R_forceSymbols(info, TRUE);\n}\n")
    return "\n".join(parts)


def wrapped(text, indent):
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)


def r_functions(api, functions):
    lines = ["# " + NOTE, "", "# Every function of the library by its name in C without dpcvx_. man/dp_lowlevel.Rd has the rules.",
             "lowlevel_functions <- function() list("]
    for place, function in enumerate(functions):
        formals = ", ".join(name if default is None else "%s = %s" % (name, default) for name, default in function.formals())
        passed = ", ".join(["C_" + short(function.name)] + ["`function`" if parameter["name"] == "function" else
                                                            parameter["name"] for parameter in function.inputs()])
        end = "," if place + 1 < len(functions) else ""
        lines += wrapped("  %s = function(%s) .Call(%s)%s" % (short(function.name), formals, passed, end), 4)
    lines.append(")")
    lines += ["", "LIBRARY_VERSION <- \"%s\"" % api["version"]]
    lines += ["", "# Functions that free handles: R's collector calls them.", "FINALIZERS <- c("]
    freed = [short(handle["destroy"]) for handle in api["handles"] if handle["destroy"]]
    lines += textwrap.wrap(", ".join('"%s"' % name for name in freed) + ")", WIDTH, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(lines) + "\n"


def family_lines(name, entries):
    return ["  %s = c(" % name] + textwrap.wrap(", ".join(entries) + "),", WIDTH, initial_indent="    ",
                                                subsequent_indent="    ", break_long_words=False)


def r_keys(api):
    lines = ["# " + NOTE, "", "# Numbers of the members of each enumeration.", "ENUMERATIONS <- list("]
    for family in api["enumerations"]:
        lines += family_lines(family["name"], ["%s = %d" % (value["name"], value["value"]) for value in family["values"]])
    lines[-1] = lines[-1].rstrip(",")
    lines += [")", ""]
    for member, variable, what in (("options", "OPTIONS", "Options: the function that makes them, then each key's"),
                                   ("figures", "FIGURES", "Figures: the functions that read them, then each key's")):
        lines += ["# %s number, type and enumeration." % what, "%s <- list(" % variable]
        for family in api[member]:
            if member == "options":
                lines.append("  %s = list(create = \"%s\", keys = list(" % (family["name"], short(family["create"])))
            else:
                getters = ", ".join('%s = "%s"' % (kind, short(name)) for kind, name in sorted(family["getters"].items()))
                lines.append("  %s = list(getters = c(%s), keys = list(" % (family["name"], getters))
            keys = ["`%s` = list(%d, \"%s\", \"%s\")" % (key["name"], key["value"], key["type"], key.get("enumeration", ""))
                    if not re.fullmatch(r"[a-z]\w*", key["name"]) or key["name"] in ("function", "repeat") else
                    "%s = list(%d, \"%s\", \"%s\")" % (key["name"], key["value"], key["type"], key.get("enumeration", ""))
                    for key in family["keys"]]
            lines += textwrap.wrap(", ".join(keys) + ")),", WIDTH, initial_indent="    ", subsequent_indent="    ",
                                   break_long_words=False)
        lines[-1] = lines[-1].rstrip(",")
        lines += [")", ""]
    return "\n".join(lines)


# ---- Help pages ----

USED_BY = {"AUDIT_OPTION": "dp_audit", "BUDGET_OPTION": "dp_budget", "COVARIANCE_OPTION": "dp_covariance", "ESTIMATE_OPTION": "dp_mean",
           "EVALUATION_OPTION": "dp_evaluate", "FIT_TABLE_OPTION": "dp_glm", "HYPOTHESES_OPTION": "dp_hypotheses",
           "LOCAL_OPTION": "dp_local_frequencies", "MINIMIZE_OPTION": "nonprivate_minimum", "OBJECTIVE_OPTION": "dp_objective",
           "PLAN_OPTION": "dp_plan", "RELEASE_OPTION": "dp_release_gaussian", "SAMPLER_OPTION": "dp_sampler",
           "SELECTION_OPTION": "dp_select", "STABILITY_OPTION": "dp_sgd_stability", "TEST_RELEASE_OPTION": "dp_release_if_stable"}


def rd_text(text):
    text = re.sub(r"DPCVX_[A-Z0-9_]+?_OPTION_([A-Z0-9_]+)", lambda found: found.group(1).lower(), text)
    text = re.sub(r"DPCVX_([A-Z0-9_]+)_\*", lambda found: "a name of " + found.group(1), text)
    text = re.sub(r"^[fi](64|32)( in )", lambda found: "in ", text)
    text = re.sub(r"^[fi](64|32)[,:]? ?", "", text)
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("{", "\\{").replace("}", "\\}")


def rd_wrapped(text):
    return textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)


def rd_page(name, title, description, sections):
    lines = ["%% " + NOTE, "\\name{%s}" % name, "\\alias{%s}" % name, "\\title{%s}" % title, "\\description{"]
    lines += rd_wrapped(description) + ["}"]
    for heading, keys in sections:
        lines += ["\\section{%s}{" % heading, "\\describe{"]
        for key, text in keys:
            lines += ["\\item{\\code{%s}}{" % key] + rd_wrapped(rd_text(" ".join(text.split()))) + ["}"]
        lines += ["}", "}"]
    return "\n".join(lines + ["\\keyword{documentation}", ""])


def option_page(api):
    names = [("Names of %s" % family["name"], [(value["name"], value["doc"] or value["name"]) for value in family["values"]])
             for family in api["enumerations"] if family["name"] != "ERR"]
    keys = []
    for family in api["options"]:
        if family["name"] not in USED_BY:
            fail("USED_BY does not say which function takes " + family["name"])
        keys.append(("Options of %s()" % USED_BY[family["name"]], [(key["name"], key["doc"]) for key in family["keys"]]))
    return rd_page("dp_options", "Options of fits, budgets and releases",
                   "Functions of this package take options by name, in \\code{...}. A name that there is not is an error, which "
                   "lists those that there are. An option whose value is one of several names takes the name as text. dp_glm() and "
                   "its kin take options of dp_fit_table() but unit, adjacency, intercept, classes and nominal_units, which they set.",
                   keys + names)


def figure_page(api):
    return rd_page("dp_figures", "Figures that objects tell",
                   "\\code{\\link{dp_figure}(object, name)} reads a number of an object by its name. A figure that an object does not "
                   "have is an error of class \\code{dpcvx_error_unsupported}.",
                   [("Of %s" % family["name"].lower().replace("_", " "), [(key["name"], key["doc"]) for key in family["keys"]])
                    for family in api["figures"]])


def main(description, folder):
    with open(description, encoding="utf-8") as source:
        api = json.load(source)
    freed = {handle["destroy"] for handle in api["handles"] if handle["destroy"]}
    functions = [Function(entry, api) for entry in api["functions"] if entry["name"] not in freed]
    for function in functions:
        if function.entry["returns"] not in ("status", "string"):
            fail("%s returns %s" % (function.name, function.entry["returns"]))
    files = {"src/generated.c": c_source(api, functions), "R/generated_functions.R": r_functions(api, functions),
             "R/generated_keys.R": r_keys(api), "man/dp_options.Rd": option_page(api), "man/dp_figures.Rd": figure_page(api)}
    for path, text in files.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as sink:
            sink.write(text)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
