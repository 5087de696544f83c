#!/usr/bin/env python3
"""Writes the generated modules of the Rust crates from bindings/api.json.

Usage: rust.py DESCRIPTION RUST_FOLDER

dpcvx-sys/src/generated   constants.rs, functions.rs (handles, callbacks, functions), keys.rs (options and figures by
                          name) and linked.rs, a test
dpcvx/src/generated       enums.rs, options.rs (structs and setters), figures.rs (readers of handles) and words.rs (what
                          names of C are called in messages)
"""
import json
import os
import re
import sys
import textwrap

from rust_words import Words, camel

HEADER = '// Written by bindings/generate/rust.py from bindings/api.json. Do not edit: "make api" writes it anew.\n'
WIDTH = 118
TYPES = {"f64": "f64", "f32": "f32", "i32": "i32", "i64": "i64", "u64": "u64", "size": "usize", "char": "c_char",
         "void": "c_void", "status": "i32", "error": "dpcvx_error"}
WRITTEN = {"out", "out_array", "create", "text", "bytes", "error", "user", "foreign"}

# Builders that have the setters of a family of options, beside the family's own struct.
BUILDERS = {
    "AUDIT_OPTION": "AuditBuilder", "BUDGET_OPTION": "BudgetBuilder", "COVARIANCE_OPTION": "Covariances",
    "ESTIMATE_OPTION": "Means", "EVALUATION_OPTION": "Evaluator<'_>", "FIT_TABLE_OPTION": "FitTable<'_>",
    "HYPOTHESES_OPTION": "HypothesesBuilder", "LOCAL_OPTION": "LocalBuilder", "MINIMIZE_OPTION": "Minimizer<'_>",
    "OBJECTIVE_OPTION": "ObjectiveBuilder<'_>",
    "PLAN_OPTION": "PlanBuilder<'_>", "RELEASE_OPTION": "Release<'_>", "SAMPLER_OPTION": "SamplerBuilder<'_>",
    "SELECTION_OPTION": "Selection<'_>", "STABILITY_OPTION": "SgdStabilityBuilder",
    "TEST_RELEASE_OPTION": "TestedRelease<'_>"}
# Types that have the readers of a family of figures, and what the reader is given.
# Families without a holder are read by dpcvx::sys alone.
HOLDERS = {
    "AUDIT_FIGURE": "Audit", "BUDGET_FIGURE": "Budget", "DATASET_FIGURE": "Dataset", "DOMAIN_FIGURE": "Domain",
    "COORDINATOR_FIGURE": "Coordinator", "PARTIAL_SUM_FIGURE": "PartialSum",
    "COVARIANCE_FIGURE": "Covariance", "ESTIMATE_FIGURE": "Estimate", "EVALUATION_FIGURE": "Evaluation",
    "FIT_FIGURE": "Fit", "HYPOTHESES_FIGURE": "Hypotheses", "LOCAL_FIGURE": "LocalProtocol", "OBJECTIVE_FIGURE": "Objective",
    "PLAN_FIGURE": "PlanFigures<'_>", "PROGRESS_FIGURE": "Progress<'_>", "SAMPLER_FIGURE": "Sampler",
    "SAMPLER_DIAGNOSTIC": "SamplerDiagnostics<'_>", "TEST_RELEASE_FIGURE": "TestReleaseLaw"}
GIVEN = {"PLAN_FIGURE": "self.plan.as_ptr(), self.method as i32", "SAMPLER_DIAGNOSTIC": "self.0.as_ptr()"}
# An objective that calls back serves one thread at a time, for its figures too.
BEFORE = {"OBJECTIVE_FIGURE": "        let _turn = self.turn()?;\n"}


def type_of(family):
    """The struct of a family of options: BUDGET_OPTION is BudgetOptions."""
    return camel(family["name"]) + "s"


def escaped(line):
    """A line of Markdown in which nothing but code between backticks means anything."""
    parts = line.split("`")
    return "`".join(part if i % 2 else re.sub(r"([\[\]<>*\\|])", r"\\\1", part) for i, part in enumerate(parts))


def documented(text, indent=0, mark="///"):
    """A doc comment. Indented lines are formulas, and stay as they are, or go on with the item of a list."""
    lines, formula, item = [], False, False
    for line in text.strip().split("\n"):
        begins = line.strip().startswith("- ")
        goes_on = item and not begins and line.startswith("  ")
        is_formula = line.startswith("  ") and not begins and not goes_on
        if is_formula != formula:
            lines.append("```text" if is_formula else "```")
        if item and line.strip() and not begins and not goes_on:
            lines.append("")
        formula, item = is_formula, begins or goes_on
        if is_formula:
            lines.append(line)
        else:
            lines += textwrap.wrap(
                escaped(line.strip()), WIDTH - indent - 4, break_long_words=False, break_on_hyphens=False,
                initial_indent="  " if goes_on else "", subsequent_indent="  " if item else "") or [""]
    if formula:
        lines.append("```")
    return "".join((" " * indent + mark + " " + line).rstrip() + "\n" for line in lines)


# ---- The raw crate -------------------------------------------------------------------------------------------


def number_lines(values):
    return "".join("%spub const %s: i32 = %d;\n" % (documented(value["doc"]) if value["doc"] else "", value["constant"],
                                                    value["value"]) for value in values)


def constants(api):
    parts = [HEADER, number_lines(api["constants"])]
    for member, entries in (("enumerations", "values"), ("options", "keys"), ("figures", "keys")):
        for family in api[member]:
            parts += ["\n// %s_*\n" % ("DPCVX_" + family["name"]), number_lines(family[entries])]
    return "".join(parts)


def raw_type(parameter, callbacks):
    kind = TYPES.get(parameter["type"], parameter["type"])
    meaning = parameter.get("pointer")
    if meaning is None or meaning == "callback" or parameter["type"] in callbacks:
        return kind
    if meaning == "create":
        return "*mut *mut " + kind
    if meaning == "handles":
        return "*const *const " + kind
    if meaning == "handle":
        return ("*const " if parameter.get("const") else "*mut ") + kind
    return ("*mut " if meaning in WRITTEN else "*const ") + kind


def result_type(returns):
    return {"void": "", "string": " -> *const c_char"}.get(returns, " -> " + TYPES.get(returns, returns))


def listed(items, before, after, indent):
    """A list in parentheses: on one line, or on as many as it takes."""
    line = before + ", ".join(items) + after
    if len(line) + indent <= WIDTH:
        return " " * indent + line + "\n"
    inner = textwrap.wrap(", ".join(items) + ",", WIDTH - indent - 4, break_long_words=False, break_on_hyphens=False)
    return "".join([" " * indent + before + "\n"] + [" " * (indent + 4) + part + "\n" for part in inner] +
                   [" " * indent + after + "\n"])


def raw_parameters(entry, callbacks):
    return ["%s: %s" % (parameter["name"], raw_type(parameter, callbacks)) for parameter in entry["parameters"]]


def functions(api):
    callbacks = {entry["name"] for entry in api["callbacks"]}
    parts = [HEADER, "use std::marker::{PhantomData, PhantomPinned};\nuse std::os::raw::{c_char, c_void};\n"]
    for entry in api["structures"]:
        kinds = ["[%s; %d]" % (TYPES[field["type"]], field["length"]) if "length" in field else TYPES[field["type"]]
                 for field in entry["fields"]]
        fields = "".join("    pub %s: %s,\n" % (field["name"], kind) for field, kind in zip(entry["fields"], kinds))
        parts.append("\n%s#[repr(C)]\n#[derive(Clone, Copy)]\npub struct %s {\n%s}\n" % (
            documented(entry["doc"]), entry["name"], fields))
    foreign = sorted({parameter["type"] for entry in api["functions"] for parameter in entry["parameters"]
                      if parameter.get("pointer") == "foreign"})
    opaque = api["handles"] + [{"name": name, "doc": "A structure of another library, passed by its address."} for name in foreign]
    for entry in opaque:
        parts.append("\n%s#[repr(C)]\npub struct %s {\n    _data: [u8; 0],\n"
                     "    _marker: PhantomData<(*mut u8, PhantomPinned)>,\n}\n"
                     % (documented(entry["doc"]), entry["name"]))
    for entry in api["callbacks"]:
        parts.append("\n%spub type %s = Option<\n%s>;\n" % (documented(entry["doc"]), entry["name"], listed(
            raw_parameters(entry, callbacks), 'unsafe extern "C" fn(', ")%s," % result_type(entry["returns"]), 4)))
    parts.append('\nextern "C" {\n')
    for i, entry in enumerate(api["functions"]):
        parts.append("%s%s%s" % ("\n" if i else "", documented(entry["doc"], 4), listed(
            raw_parameters(entry, callbacks), "pub fn %s(" % entry["name"], ")%s;" % result_type(entry["returns"]), 4)))
    parts.append("}\n")
    return "".join(parts)


def keys(api):
    parts = [HEADER, "use crate::{Family, Key};\n",
             "\n/// The names of all public functions.\npub const FUNCTIONS: &[&str] = &[\n",
             "".join('    "%s",\n' % entry["name"] for entry in api["functions"]), "];\n"]
    for member, doc in (("options", "Options: settings with a key and a default."),
                        ("figures", "Figures: numbers that a handle tells, by their keys.")):
        parts.append("\n/// %s\npub const %s: &[Family] = &[\n" % (doc, member.upper()))
        for family in api[member]:
            rows = "".join('            Key { name: "%s", number: %d, real: %s },\n' % (
                key["name"], key["value"], str(key["type"] == "f64").lower()) for key in family["keys"])
            parts.append('    Family {\n        name: "%s",\n        keys: &[\n%s        ],\n    },\n' % (
                family["name"], rows))
        parts.append("];\n")
    return "".join(parts)


def linked(api):
    """A test that links every function."""
    return HEADER + """// Every function is there to link.
#[test]
fn all_functions_link() {
    let mut addresses = vec![
%s    ];
    assert_eq!(addresses.len(), crate::FUNCTIONS.len());
    addresses.sort_unstable();
    addresses.dedup();
    assert_eq!(addresses.len(), crate::FUNCTIONS.len());
}
""" % "".join("        crate::%s as *const () as usize,\n" % entry["name"] for entry in api["functions"])


# ---- The safe crate ------------------------------------------------------------------------------------------


def variants(values, words, indent=4):
    def doc(value):
        text = words.doc(value["doc"]) or value["name"].replace("_", " ")
        return documented(text[:1].upper() + text[1:], indent)

    return "".join("%s    %s%s,\n" % (doc(value), camel(value["name"]),
                                      "" if value.get("bare") else " = sys::%s" % value["constant"]) for value in values)


def enumeration(family, words):
    name, values = camel(family["name"]), family["values"]
    numbers = "".join("            sys::%s => Some(%s::%s),\n" % (value["constant"], name, camel(value["name"]))
                      for value in values)
    names = "".join('            %s::%s => "%s",\n' % (name, camel(value["name"]), value["name"]) for value in values)
    return """
%s#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum %s {
%s}

impl %s {
    /// All of them.
    pub const ALL: &'static [%s] = &[%s];

    /// The member with this number in C, if there is one.
    pub fn from_number(number: i32) -> Option<%s> {
        match number {
%s            _ => None,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
%s        }
    }
}

impl fmt::Display for %s {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a member by its name in lower case, as it is displayed.
impl FromStr for %s {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        named(Self::ALL, "%s", name)
    }
}

impl Number for %s {
    fn of(number: i32) -> Option<%s> {
        %s::from_number(number)
    }
}
""" % (documented(words.doc(family["doc"]) or name), name, variants(values, words), name, name,
       ", ".join("%s::%s" % (name, camel(value["name"])) for value in values).replace(", ", ",\n        ").join(
           ("\n        ", ",\n    ")), name, numbers, names, name, name, name, name, name, name)


def status(family, words):
    values = family["values"]
    rows = "".join("            sys::%s => Status::%s,\n" % (value["constant"], camel(value["name"]))
                   for value in values)
    return """
/// Says why a call failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
%s    /// A status of a newer library, by its number.
    Other(i32),
}

impl Status {
    /// The status with this number in C.
    pub fn from_number(number: i32) -> Status {
        match number {
%s            other => Status::Other(other),
        }
    }

    /// Its number in C.
    pub fn number(self) -> i32 {
        match self {
%s            Status::Other(number) => number,
        }
    }
}
""" % (variants([dict(value, bare=True) for value in values], words), rows,
       "".join("            Status::%s => sys::%s,\n" % (camel(value["name"]), value["constant"]) for value in values))


def enums(api):
    words = Words(api)
    parts = [HEADER, "use crate::call::{named, Number};\nuse crate::error::Error;\nuse dpcvx_sys as sys;\nuse std::fmt;\n"
             "use std::str::FromStr;\n"]
    return "".join(parts + [status(family, words) if family["name"] == "ERR" else enumeration(family, words)
                            for family in api["enumerations"]])


def is_switch(key):
    return key["type"] == "i64" and bool(re.match(r"i64: 1(:| or 0| \(default\)| lets| if| drops)", key["doc"]))


def value_type(key):
    if "enumeration" in key:
        return "enums::" + camel(key["enumeration"])
    return "bool" if is_switch(key) else key["type"]


def doc_of(key, family, words):
    """The comment of a key in Rust's terms, without its type: with its name where it says little alone."""
    doc = re.sub(r"^[fi]64(: |, | (?=in ))", "", key["doc"])
    if is_switch(key):
        doc = re.sub(r"(\bor|\belse|\bdefault|,) 0\b", r"\1 false", re.sub(r"^1\b", "true", doc))
    elif "enumeration" in key:
        # Nothing stands for 0, which is no member.
        doc = doc.replace("DPCVX_%s_*" % key["enumeration"], "`%s`" % camel(key["enumeration"]))
        doc = re.sub(r"(; |\bdefault )0\b", lambda match: match.group(1) + "nothing", doc)
    doc = words.doc(doc, family["keys"], key.get("enumeration")) or key["name"].replace("_", " ")
    short = len(doc) < 24 or doc.startswith(("in ", "0 or in ", "above ", "of ", "`"))
    return "The %s: %s" % (key["name"].replace("_", " "), doc) if short else doc[:1].upper() + doc[1:]


def stored(key):
    """The value that C takes, of a field's."""
    if "enumeration" in key:
        return "value as i32 as i64"
    return "value as i64" if is_switch(key) else "value"


def options(api):
    parts = [HEADER, "use crate::call::{Keys, Options, Result};\nuse crate::generated::enums;\nuse dpcvx_sys as sys;\n"]
    words = Words(api)
    setter = "\n%s    pub fn %s(mut self, value: %s) -> Self {\n        self.%s%s = Some(value);\n        self\n    }\n"
    for family in api["options"]:
        name, own = type_of(family), family["keys"]
        fields = "".join("    pub(crate) %s: Option<%s>,\n" % (key["name"], value_type(key)) for key in own)
        setters = "".join(setter % (documented(doc_of(key, family, words), 4), key["name"], value_type(key), "",
                                    key["name"]) for key in own)
        sent = "".join("        if let Some(value) = self.%s {\n            keys.%s(sys::%s, %s)?;\n        }\n" % (
            key["name"], key["type"], key["constant"], stored(key)) for key in own)
        parts.append("""
%s#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "options do nothing until a call takes them"]
pub struct %s {
%s}

impl %s {
    /// Options that are all at their defaults.
    pub fn new() -> Self {
        Self::default()
    }
%s}

impl Options for %s {
    fn create() -> Result<Keys> {
        Keys::create(sys::%s)
    }

    fn send(&self, keys: &Keys) -> Result<()> {
%s        Ok(())
    }
}
""" % (documented(words.doc(family["doc"], own)), name, fields, name, setters, name, family["create"], sent))
        builder = BUILDERS[family["name"]]
        setters = "".join(setter % (documented(doc_of(key, family, words), 4), key["name"], value_type(key), "options.",
                                    key["name"]) for key in own)
        parts.append("""
impl crate::%s {
    /// Replaces all options.
    pub fn options(mut self, options: %s) -> Self {
        self.options = options;
        self
    }
%s}
""" % (builder, name, setters))
    return "".join(parts)


def reader(family, key, words):
    getter = family["getters"][key["type"]]
    given = GIVEN.get(family["name"], "self.as_ptr()")
    call = "unsafe { sys::%s(%s, key, out, err) }" % (getter, given)
    kind, inner = value_type(key), "get_" + key["type"]
    if "enumeration" in key:
        # A figure may be 0 where there is no member to tell.
        inner = "get_known" if not re.search(r"; 0 for ", key["doc"]) else "get_optional"
        kind = kind if inner == "get_known" else "Option<%s>" % kind
    elif kind == "bool":
        inner = "get_flag"
    return ("\n%s    pub fn %s(&self) -> Result<%s> {\n%s        let key = sys::%s;\n"
            "        %s(|out, err| %s)\n    }\n") % (
        documented(doc_of(key, family, words), 4), key["name"], kind, BEFORE.get(family["name"], ""), key["constant"],
        inner, call)


def figures(api):
    parts = [HEADER, "use crate::call::{get_f64, get_flag, get_i64, get_known, get_optional, Result};\n",
             "use crate::generated::enums;\nuse dpcvx_sys as sys;\n"]
    spoken = Words(api)
    for family in api["figures"]:
        if family["name"] not in HOLDERS:
            continue
        readers = "".join(reader(family, key, spoken) for key in family["keys"]).lstrip("\n")
        # SAFETY comments stand once a block: each reader passes its own live handle.
        safety = "// SAFETY, of all readers: the handle lives as long as `self`, and the library writes one value.\n"
        parts.append("\n%s%simpl crate::%s {\n%s}\n" % (
            documented(spoken.doc(family["doc"], family["keys"]), mark="//"), safety, HOLDERS[family["name"]], readers))
    return "".join(parts)


def words(api):
    return HEADER + Words(api).table()


def module(names):
    return HEADER + "".join(("#[cfg(test)]\nmod %s;\n" if name == "linked" else "pub mod %s;\n") % name
                            for name in names)


def main(description, folder):
    with open(description, encoding="utf-8") as source:
        api = json.load(source)
    crates = {"dpcvx-sys": {"constants": constants, "functions": functions, "keys": keys, "linked": linked},
              "dpcvx": {"enums": enums, "figures": figures, "options": options, "words": words}}
    for crate, modules in crates.items():
        place = os.path.join(folder, crate, "src", "generated")
        os.makedirs(place, exist_ok=True)
        written = {name: write(api) for name, write in modules.items()}
        for name, text in dict(written, mod=module(sorted(modules))).items():
            with open(os.path.join(place, name + ".rs"), "w", encoding="utf-8") as sink:
                sink.write(text)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
