"""What the Rust crate calls the names of C: in the comments that are generated for it, and in messages and reports, by a
table that it carries."""
import json
import os
import re

import rust_calls

with open(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "api.json"), encoding="utf-8") as api_file:
    # What the safe crate calls the functions that comments and messages name.
    CALLS = rust_calls.calls([each["name"] for each in json.load(api_file)["functions"]])


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


class Words:
    """The comments of the headers in Rust's words."""

    def __init__(self, api):
        self.families = {family["name"]: camel(family["name"]) for family in api["enumerations"]}
        self.members = {value["constant"]: "%s::%s" % (camel(family["name"]), camel(value["name"]))
                        for family in api["enumerations"] for value in family["values"]}
        self.members.update({value["constant"]: "Status::" + camel(value["name"])
                             for family in api["enumerations"] if family["name"] == "ERR" for value in family["values"]})
        self.options = {key["constant"]: key for family in api["options"] for key in family["keys"]}
        self.figures = {key["constant"]: key["name"] for family in api["figures"] for key in family["keys"]}
        # Values that comments name alone, such as POISSON: those of one enumeration only.
        alone = {}
        for family in api["enumerations"]:
            for value in family["values"]:
                alone.setdefault(value["name"].upper(), []).append("%s::%s" % (camel(family["name"]), camel(value["name"])))
        self.alone = {name: found[0] for name, found in alone.items() if len(found) == 1 and len(name) > 3}

    def _constant(self, found):
        name = found.group(0)
        if name.endswith("_*"):
            family = name[len("DPCVX_"):-2]
            return "`%s`" % self.families[family] if family in self.families else name
        if name in self.options:
            return "`%s`" % self.options[name]["name"]
        return "`%s`" % (self.members.get(name) or self.figures[name]) if name in self.members or name in self.figures else name

    def doc(self, text, keys=(), enumeration=None):
        """A comment in Rust's names. `keys` are those of the family, which its comments write in capitals."""
        text = re.sub(r"^Keys of the options of (dpcvx_\w+)", r"The options of \1", text)
        text = re.sub(r"^Keys of the ", "The ", text)
        text = re.sub(r"^Keys\. ?", "" if len(text) > 6 else "The options.", text)
        text = re.sub(r"DPCVX_[A-Z0-9]+(?:_[A-Z0-9]+)*(?:_\*)?", self._constant, text)
        text = re.sub(r"\bdpcvx_[a-z0-9_]+\b", lambda found: "`%s`" % CALLS[found.group(0)] if found.group(0) in CALLS
                      else found.group(0), text)
        text = re.sub(r"\b(of|by) create_(with_loss|from_units)\b", r"\1 `Objective::\2`", text)
        names = {key["name"].upper(): key["name"] for key in keys}
        text = re.sub(r"(?<![`\w])_?([A-Z][A-Z0-9_]+)\b(?!`|\()", lambda found: "`%s`" % names[found.group(1)]
                      if found.group(1) in names else found.group(0), text)
        if enumeration:
            text = re.sub(r"\bdefault ([A-Z][A-Z0-9_]+)\b", lambda found: "default `%s::%s`" % (
                camel(enumeration), camel(found.group(1).lower())), text)
        else:
            text = re.sub(r"(?<![`\w/])([A-Z][A-Z0-9_]{3,})\b(?!`)", lambda found: "`%s`" % self.alone[found.group(1)]
                          if found.group(1) in self.alone else found.group(0), text)
        return re.sub(r"\bNULL\b", "nothing", text)

    def table(self):
        """The module that translates messages and reports."""
        rows = [(name, word, "") for name, word in self.members.items()]
        rows += [(name, key["name"], camel(key["enumeration"]) if "enumeration" in key else "")
                 for name, key in self.options.items()]
        rows += [(name, word, "") for name, word in self.figures.items()]
        rows += [(name, word, "") for name, word in CALLS.items()]
        lines = "".join('    ("%s", "%s", "%s"),\n' % row for row in sorted(rows))
        families = "".join('    ("DPCVX_%s_", "%s"),\n' % (name, word) for name, word in sorted(self.families.items()))
        members = "".join('        "%s" => enums::%s::from_number(number).map(|found| format!("%s::{:?}", found)),\n' % (
            word, word, word) for name, word in sorted(self.families.items()) if name != "ERR")
        return """use crate::generated::enums;

/// Names of C, in order; what the crate calls them; and for options the enumeration of their values.
pub const NAMES: &[(&str, &str, &str)] = &[
%s];

/// Beginnings of the names of enumerations' members, and their types.
pub const FAMILIES: &[(&str, &str)] = &[
%s];

/// The member of an enumeration, by the name of its type.
pub fn member(enumeration: &str, number: i32) -> Option<String> {
    match enumeration {
%s        _ => None,
    }
}
""" % (lines, families, members)
