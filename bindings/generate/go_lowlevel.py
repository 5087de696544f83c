"""The files of package lowlevel: every function of C, with handles that free themselves."""
import re

from go_names import (CALLS, HEADER, aligned, camel, comment, fail, function_name, go_constant, lower_camel, option_names,
                      sentence)

GO = {"f64": "float64", "f32": "float32", "i32": "int32", "i64": "int64", "u64": "uint64", "size": "int64",
      "void": "byte", "status": "Status"}
C = {"f64": "double", "f32": "float", "i32": "int32_t", "i64": "int64_t", "u64": "uint64_t", "size": "size_t",
     "status": "dpcvx_status"}
# Handles that lock themselves: several goroutines may change them at once.
SELF_LOCKING = {"dpcvx_budget", "dpcvx_monitor"}
# The functions of Go behind callbacks, in lowlevel/callbacks.go.
TRAMPOLINES = {
    "dpcvx_loss_callback": "double dpcvxGoLoss(double z, double label, double *slope, void *user)",
    "dpcvx_unit_callback":
        "double dpcvxGoUnit(int64_t unit, double *w, int64_t dimension, double *gradient, void *user)",
    "dpcvx_potential_callback":
        "double dpcvxGoPotential(double *x, int64_t dimension, double *gradient, void *user)",
    "dpcvx_progress_callback": "int32_t dpcvxGoProgress(dpcvx_progress *progress, void *user)",
    "dpcvx_block_callback": "int32_t dpcvxGoBlock(dpcvx_partial_sum *sum, int32_t *more, void *user)",
    "dpcvx_plan_callback": "int32_t dpcvxGoPlan(double parameter, dpcvx_accountant *accountant, void *user)",
    "dpcvx_audit_release": "int32_t dpcvxGoAudit(void *user, int32_t side, size_t count, double *scores)",
    "dpcvx_test_release_callback": "int32_t dpcvxGoTestRelease(int64_t level, int64_t n, double *point, void *user)",
    "dpcvx_users_callback":
        "int32_t dpcvxGoUsers(int64_t *users, int64_t count, int64_t n, double *out, void *user)",
    "dpcvx_log_density_callback":
        "int32_t dpcvxGoLogDensity(int64_t hypothesis, double *records, int64_t count, int64_t columns, double *out, void *user)"}


def handle_name(kind):
    return camel(kind[len("dpcvx_"):])


def callback_name(kind):
    return camel(kind[len("dpcvx_"):].replace("_callback", "")) + "Func"


class Function:
    """One function of C, as a function of Go."""

    def __init__(self, entry):
        self.entry, self.parameters = entry, entry["parameters"]
        self.lines, self.arguments, self.inputs, self.outputs, self.after = [], [], [], [], []
        self.uses, self.cleanup, self.lists, self.monitor = [], "", [], None
        names = {parameter["name"] for parameter in self.parameters}
        # A number of bytes is that of the slice.
        self.counts_bytes = {parameter["length"] for parameter in self.parameters
                             if parameter["type"] == "void" and parameter.get("length") in names}

    def use(self, parameter):
        kind = parameter["type"]
        alone = not parameter["const"] and kind not in SELF_LOCKING
        self.uses.append('use{"%s", %s.state(), %s}' % (
            parameter["name"], lower_camel(parameter["name"]), "true" if alone else "false"))
        if kind == "dpcvx_monitor":
            self.monitor = len(self.uses) - 1
        return "(*C.%s)(f.at(%d))" % (kind, len(self.uses) - 1)

    def length(self, parameter):
        """An expression of Go for how many values there must be; with the check, where more may be."""
        text, here = parameter["length"], lower_camel
        if re.fullmatch(r"\w+", text):
            return here(text)
        if text == "rows + 1":
            return "rows+1"
        if text == "row_starts[rows]":
            return "f.entries(rowStarts, rows)"
        if text == "rows, columns, row_stride, column_stride":
            return "f.dense(rows, columns, rowStride, columnStride)", "atLeast"
        if text == "count * dimension":
            if any(other["name"] == "dimension" for other in self.parameters):
                return "f.product(count, dimension)"
            sampler = next(i for i, other in enumerate(self.uses) if other.startswith('use{"sampler"'))
            return "f.product(count, dimensionOf((*C.dpcvx_sampler)(f.at(%d))))" % sampler
        if text == "n of function":
            return "callback.size()"
        if re.fullmatch(r"\w+( \* \w+)+", text):
            product, *factors = [here(factor) for factor in text.split(" * ")]
            for factor in factors:
                product = "f.product(%s, %s)" % (product, factor)
            return product
        return fail("%s: no length %r" % (self.entry["name"], text))

    def add(self, parameter):
        name, kind, meaning = lower_camel(parameter["name"]), parameter["type"], parameter.get("pointer")
        if meaning == "error":
            self.arguments.append("&f.record")
        elif meaning in ("text", "bytes") or (self.entry.get("form") and parameter["name"] in ("capacity", "length")):
            pass
        elif meaning == "handle":
            self.inputs.append("%s *%s" % (name, handle_name(kind)))
            self.arguments.append(self.use(parameter))
        elif meaning == "handles":
            self.inputs.append("%s []*%s" % (name, handle_name(kind)))
            self.lists.append((name, kind, parameter["length"]))
            self.arguments.append("list(%sHeld)" % name)
        elif meaning == "create":
            self.lines.append("var %s *C.%s" % (name, kind))
            self.after.append("%sMade := new%s(f, %s)" % (name, handle_name(kind), name))
            if kind == "dpcvx_users_function":
                self.after.append("%sMade.sized(n)" % name)
            self.outputs.append(("*" + handle_name(kind), "%sMade" % name, "nil"))
            self.cleanup += "\t\t%sMade.Close()\n" % name
            self.arguments.append("&" + name)
        elif meaning in ("array", "out_array"):
            self.inputs.append("%s []%s" % (name, GO[kind]))
            count = "int64(len(%s))" % name if kind == "void" else self.length(parameter)
            if kind == "void":
                self.lines.append("%sAt := f.bytes(%s)" % (name, name))
                self.arguments.append("unsafe.Pointer(%sAt)" % name)
            else:
                count, check = count if isinstance(count, tuple) else (count, "exactly")
                self.lines.append('%sAt := (*C.%s)(%s(f, "%s", %s, %s))' % (
                    name, C[kind], check, parameter["name"], name, count))
                self.arguments.append("%sAt" % name)
        elif meaning == "out":
            self.lines.append("var %s C.%s" % (name, C[kind]))
            self.outputs.append((GO[kind], "%s(%s)" % (GO[kind], name), "0"))
            self.arguments.append("&" + name)
        elif meaning == "callback":
            self.inputs.append("%s %s" % (name, callback_name(kind)))
            trampoline = re.search(r" (dpcvxGo\w+)\(", TRAMPOLINES[kind]).group(1)
            if kind == "dpcvx_progress_callback":
                self.lines.append("var %sAt C.%s" % (name, kind))
                self.lines.append("if %s != nil {\n\t\t%sAt = C.%s(C.%s)\n\t}" % (name, name, kind, trampoline))
                self.arguments.append("%sAt" % name)
            else:
                self.lines.append('f.required("%s", %s != nil)' % (parameter["name"], name))
                self.arguments.append("C.%s(C.%s)" % (kind, trampoline))
            serial = "false" if kind == "dpcvx_progress_callback" else "true"
            self.lines.append("user := f.callback(%s, %s)" % (name, serial))
        elif meaning == "user":
            self.arguments.append("user")
        elif meaning == "foreign":
            self.inputs.append("%s unsafe.Pointer" % name)
            self.arguments.append("(*C.struct_%s)(%s)" % (kind, name))
        elif meaning == "string":
            self.inputs.append("%s string" % name)
            self.lines.append('%sAt := f.terminated("%s", %s)' % (name, parameter["name"], name))
            self.arguments.append("%sAt" % name)
        elif parameter["name"] in self.counts_bytes:
            of = next(other for other in self.parameters if other.get("length") == parameter["name"])
            self.arguments.append("C.%s(len(%s))" % (C[kind], lower_camel(of["name"])))
        else:
            self.inputs.append("%s %s" % (name, GO[kind]))
            self.arguments.append("C.%s(%s)" % (C[kind], name))

    def text(self):
        entry = self.entry
        name, symbol = function_name(entry["name"]), entry["name"]
        head = comment("%s is %s.\n\n%s" % (name, symbol, entry["doc"]))
        if entry["returns"] == "string":
            named = [(lower_camel(parameter["name"]), parameter["type"]) for parameter in self.parameters]
            inputs = ", ".join("%s %s" % (own, GO[kind]) for own, kind in named)
            given = ", ".join("C.%s(%s)" % (C[kind], own) for own, kind in named)
            return "%sfunc %s(%s) string {\n\treturn C.GoString(C.%s(%s))\n}\n" % (head, name, inputs, symbol, given)
        for parameter in self.parameters:
            self.add(parameter)
        inputs = ", ".join(self.inputs)
        form = entry.get("form")
        if form:
            before = ", ".join(self.arguments[:-1])
            buffer = "(*C.char)(out)" if form == "text" else "out"
            body = "".join("\t%s\n" % line for line in self.lines) + \
                "\treturn f.%s(func(out unsafe.Pointer, capacity C.size_t, length *C.size_t) C.dpcvx_status {\n" \
                "\t\treturn C.%s(%s, %s, capacity, length, &f.record)\n\t})\n" % (
                {"text": "text", "bytes": "data"}[form], symbol, before, buffer)
            result = "(string, error)" if form == "text" else "([]byte, error)"
            return "%sfunc %s(%s) %s {\n\tf := begin(%s)\n\tdefer f.end()\n%s}\n" % (
                head, name, inputs, result, ", ".join(self.uses), body)
        types = [output[0] for output in self.outputs] + ["error"]
        result = types[0] if len(types) == 1 else "(%s)" % ", ".join(types)
        parts = [head, "func %s(%s) %s {\n" % (name, inputs, result)]
        uses = ", ".join(self.uses)
        if self.lists:
            parts.append("\tuses := []use{%s}\n" % ", ".join(use[3:] for use in self.uses))
            for listed, _, _ in self.lists:
                parts.append("\tfor _, one := range %s {\n"
                             "\t\tuses = append(uses, use{\"%s\", one.state(), false})\n\t}\n" % (listed, listed))
            uses = "uses..."
        begin = "look" if re.search(r"_get_[fi]64$", symbol) else "begin"
        parts.append("\tf := %s(%s)\n\tdefer f.end()\n" % (begin, uses))
        at = len(self.uses)
        for listed, kind, count in self.lists:
            parts.append("\t%sHeld := make([]*C.%s, len(%s))\n\tfor i := range %sHeld {\n"
                         "\t\t%sHeld[i] = (*C.%s)(f.at(%d + i))\n\t}\n" % (
                             listed, kind, listed, listed, listed, kind, at))
            parts.append('\tf.counted("%s", len(%s), %s)\n' % (listed, listed, lower_camel(count)))
        parts += ["\t%s\n" % line for line in self.lines]
        none = "".join(output[2] + ", " for output in self.outputs)
        parts.append("\tif f.wrong != nil {\n\t\treturn %sf.wrong\n\t}\n" % none)
        if self.monitor is not None:
            parts.append("\tf.stoppedBy((*C.dpcvx_monitor)(f.at(%d)))\n" % self.monitor)
        parts.append("\tstatus := C.%s(%s)\n" % (symbol, ", ".join(self.arguments)))
        parts += ["\t%s\n" % line for line in self.after]
        if not self.outputs:
            parts.append("\treturn f.failed(status)\n}\n")
        else:
            parts.append("\tif err := f.failed(status); err != nil {\n%s\t\treturn %serr\n\t}\n" % (self.cleanup, none))
            parts.append("\treturn %snil\n}\n" % "".join(output[1] + ", " for output in self.outputs))
        return "".join(parts)


PREAMBLE = """package lowlevel

/*
#cgo pkg-config: dpcvx
#include <dpcvx.h>

%s*/
import "C"

import "unsafe"
"""


def functions(api):
    externs = "".join("extern %s;\n" % TRAMPOLINES[entry["name"]] for entry in api["callbacks"])
    parts = [HEADER, PREAMBLE % externs]
    for entry in api["functions"]:
        if not entry["name"].endswith("_destroy"):
            parts.append("\n" + Function(entry).text())
    names = "".join('\t"%s",\n' % entry["name"] for entry in api["functions"])
    parts.append("\n// Functions names every function of the description. Those that free a handle are Close.\n"
                 "var Functions = []string{\n%s}\n" % names)
    return "".join(parts)


TYPE = """
%stype %s struct {
%s}

func (h *%s) state() *state {
	if h == nil {
		return nil
	}
	return h.owned
}
"""
OWNING = """
// Close frees the handle. Later calls with it fail with ErrArgument. A second Close does nothing.
func (h *%(name)s) Close() error { return h.state().close() }

func new%(name)s(f *frame, held *C.%(kind)s) *%(name)s {
	if held == nil {
		return nil
	}
	h := &%(name)s{}
	h.owned = f.own(unsafe.Pointer(held), func(held unsafe.Pointer) { C.%(destroy)s((*C.%(kind)s)(held)) })
	attach(h, h.owned)
	return h
}
"""


def handles(api):
    parts = [HEADER, 'package lowlevel\n\n// #include <dpcvx.h>\nimport "C"\n\nimport "unsafe"\n']
    for entry in api["handles"]:
        kind, name = entry["name"], handle_name(entry["name"])
        fields = "\towned *state\n\tn     int64\n" if kind == "dpcvx_users_function" else "\towned *state\n"
        parts.append(TYPE % (comment("%s owns a %s.\n\n%s" % (name, kind, entry["doc"])), name, fields, name))
        if entry["destroy"]:
            parts.append(OWNING % {"name": name, "kind": kind, "destroy": entry["destroy"]})
    return "".join(parts)


def numbers(api):
    parts = [HEADER, "package lowlevel\n"]
    statuses = next(family for family in api["enumerations"] if family["name"] == "ERR")
    parts.append("\n// Why calls failed.\nconst (\n")
    parts.append("\n".join("%s\t%s Status = %d\n" % (
        comment(sentence(value["doc"], go_constant("ERR", value)), "\t"), go_constant("ERR", value), value["value"])
        for value in statuses["values"]))
    parts.append(")\n")
    groups = [("Constants of the headers.", "", api["constants"])]
    for family in api["enumerations"]:
        if family["name"] != "ERR":
            groups.append(("Values of %s." % family["name"], family["name"], family["values"]))
    for member, what in (("options", "Keys of options"), ("figures", "Keys of figures")):
        for family in api[member]:
            groups.append(("%s: %s." % (what, family["name"]), family["name"], family["keys"]))
    for doc, name, values in groups:
        parts.append("\n// %s\nconst (\n" % doc)
        for value in values:
            own = camel(value["constant"][len("DPCVX_"):].lower()) if not name else go_constant(name, value)
            parts.append("\t%s = %d\n\n" % (own, value["value"]))
        parts[-1] = parts[-1].rstrip("\n") + "\n"
        parts.append(")\n")
    words = {}
    for family in api["enumerations"]:
        for value in family["values"]:
            words[value["constant"]] = "dpcvx." + go_constant(family["name"], value)
    for family in api["options"]:
        for key in family["keys"]:
            words[key["constant"]] = "With" + camel(option_names(api)[family["name"], key["name"]])
    words["DPCVX_SPLIT_KEY_BYTES"] = "dpcvx.SplitKeyBytes"
    words.update({handle["name"]: "*dpcvx." + camel(handle["name"][len("dpcvx_"):]) for handle in api["handles"]})
    words.update(CALLS)
    longest = max(len(name) for name in words)
    parts.append("\n// goWords says what package dpcvx calls a constant of C.\nvar goWords = map[string]string{\n")
    for name in sorted(words):
        parts.append('\t"%s":%s "%s",\n' % (name, " " * (longest - len(name)), words[name]))
    enumerations = {family["name"]: family for family in api["enumerations"]}
    values = {key["constant"]: ['"%d": "dpcvx.%s"' % (value["value"], go_constant(key["enumeration"], value))
                                for value in enumerations[key["enumeration"]]["values"]]
              for family in api["options"] for key in family["keys"] if "enumeration" in key}
    families = {"DPCVX_%s_" % family["name"]: "dpcvx." + camel(family["name"]) for family in api["enumerations"]}
    parts.append("}\n\n// goFamilies says what type of package dpcvx has the values of an enumeration.\n"
                 "var goFamilies = map[string]string{\n%s" % aligned("".join(
                     '\t"%s": "%s",\n' % pair for pair in sorted(families.items()))))
    # An option that a message abbreviates to the end of its name.
    ends = {}
    for family in api["options"]:
        for key in family["keys"]:
            ends.setdefault(key["name"].upper(), words[key["constant"]])
    parts.append("}\n\n// goShort says what package dpcvx calls an option by the end of its name.\n"
                 "var goShort = map[string]string{\n%s" % aligned("".join(
                     '\t"%s": "%s",\n' % pair for pair in sorted(ends.items()) if "_" in pair[0])))
    parts.append("}\n\n// goValues says what package dpcvx calls a number that an option was given.\n"
                 "var goValues = map[string]map[string]string{\n")
    for name in sorted(values):
        parts.append('\t"%s": {\n%s\t},\n' % (name, aligned("".join("\t\t%s,\n" % value for value in values[name]))))
    parts.append("}\n\n// HeaderVersion is that of the headers which this package was generated from.\n"
                 'const HeaderVersion = "%s"\n' % api["version"])
    return "".join(parts)
