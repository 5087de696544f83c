#!/usr/bin/env python3
"""Writes the generated files of the Go module from bindings/api.json.

Usage: go.py DESCRIPTION MODULE_FOLDER

lowlevel/functions_generated.go   every function: slices whose lengths are checked, handles that free themselves
lowlevel/handles_generated.go     the types of those handles
lowlevel/numbers_generated.go     every number by its name, and what names of C are called in Go
enums_generated.go                enumerations, as types with constants and names
options_generated.go              one function With... an option, which only the calls that have it accept
figures_generated.go              one method a figure

What is generated is formatted as gofmt does.
"""
import collections
import json
import os
import re
import sys

import go_lowlevel
from go_names import (CALLS, HEADER, MODULE, aligned, camel, comment, function_name, go_constant, lower_camel, option_names,
                      option_type, sentence)

# Which type of Go has the figures of a family. Those of progress go to a callback.
RECEIVERS = {"AUDIT_FIGURE": "Audit", "BUDGET_FIGURE": "Budget", "DATASET_FIGURE": "Dataset", "DOMAIN_FIGURE": "Domain",
            "COORDINATOR_FIGURE": "Coordinator", "PARTIAL_SUM_FIGURE": "PartialSum",
            "COVARIANCE_FIGURE": "Covariance", "ESTIMATE_FIGURE": "Estimate", "EVALUATION_FIGURE": "Evaluation",
            "FIT_FIGURE": "Fit", "HYPOTHESES_FIGURE": "Hypotheses", "LOCAL_FIGURE": "LocalProtocol",
            "OBJECTIVE_FIGURE": "Objective", "PLAN_FIGURE": "PlanFigures", "SAMPLER_FIGURE": "Sampler",
            "SAMPLER_DIAGNOSTIC": "Sampler", "TEST_RELEASE_FIGURE": "TestReleaseLaw"}
# Options of C that other calls of Go take too: by key, the family, and the constant of package dpcvx that marks them.
ALSO = {"adjacency": [("BUDGET_OPTION", "keyAdjacency")], "unit": [("BUDGET_OPTION", "keyUnit")]}
# Values of several enumerations, which the comments of options write in capitals.
_OF_FITS = {"AUTOMATIC": "MethodAutomatic", "POISSON": "LossPoisson"}
MEANT = {"FIT_TABLE_OPTION": _OF_FITS, "OBJECTIVE_OPTION": _OF_FITS, "PLAN_OPTION": _OF_FITS}
# What a figure's method is called where its own name is another method's.
RENAMED = {("SAMPLER_DIAGNOSTIC", None): "Nonprivate"}


class Words:
    """The comments of the headers in Go's words."""

    def __init__(self, api):
        names = option_names(api)
        self.families = {family["name"]: camel(family["name"]) for member in ("enumerations", "options", "figures")
                         for family in api[member]}
        self.names = {value["constant"]: go_constant(family["name"], value) for family in api["enumerations"]
                      for value in family["values"]}
        self.names.update({key["constant"]: "With" + camel(names[family["name"], key["name"]])
                           for family in api["options"] for key in family["keys"]})
        self.names.update({key["constant"]: "%s.%s" % (RECEIVERS[family["name"]], camel(key["name"]))
                           for family in api["figures"] if family["name"] in RECEIVERS for key in family["keys"]})
        # What comments write in capitals alone: options of a family, and values of one enumeration only.
        self.own = {family["name"]: {key["name"].upper(): self.names[key["constant"]] for key in family["keys"]}
                    for family in api["options"]}
        self.values = {family["name"]: {value["name"].upper(): self.names[value["constant"]] for value in family["values"]}
                       for family in api["enumerations"]}
        found = collections.Counter(name for values in self.values.values() for name in values)
        self.alone = {name: said for values in self.values.values() for name, said in values.items()
                      if found[name] == 1 and len(name) > 3}

    def doc(self, text, family=None, enumeration=None):
        text = self.plain(text)
        capitals = dict(self.alone, **MEANT.get(family, {}))
        capitals.update(self.own.get(family, {}))
        capitals.update(self.values.get(enumeration, {}))
        if family in self.own:
            text = re.sub(r"(?<![\w.])_?([A-Z][A-Z0-9_]+)\b(?!\()", lambda found: capitals.get(found.group(1), found.group(0)), text)
        return text

    def plain(self, text):
        text = re.sub(r"^([fi]64)(: | in |, | )", lambda found: "" if found.group(2) != " in " else "in ", text)
        text = re.sub(r"DPCVX_(\w+?)_\*", lambda found: "a value of " + self.families[found.group(1)]
                      if found.group(1) in self.families else found.group(0), text)
        text = re.sub(r"DPCVX_\w+", lambda found: self.names.get(found.group(0), found.group(0)), text)
        text = re.sub(r"\bdpcvx_[a-z0-9_]+\b", lambda found: CALLS.get(found.group(0), found.group(0)), text)
        text = re.sub(r"^Keys\. ?", "", re.sub(r"^Keys of the ", "The ", text))
        return text.replace("NULL", "nil")


STRING = """
// String returns the name of the value, such as %s.
func (v %s) String() string {
	return named("%s", int64(v), %s[v])
}
"""


def enums(api):
    words = Words(api)
    parts = [HEADER, 'package dpcvx\n\nimport "%s/lowlevel"\n' % MODULE]
    for family in api["enumerations"]:
        if family["name"] == "ERR":
            statuses = [(go_constant("ERR", value), value["doc"]) for value in family["values"]]
            parts.append("\n// The statuses of failed calls, which errors.Is tells apart.\nconst (\n")
            parts.append("\n".join("%s\t%s = lowlevel.%s\n" % (comment(sentence(doc, status), "\t"), status, status)
                                   for status, doc in statuses) + ")\n")
            continue
        name = camel(family["name"])
        parts.append("\n%stype %s int32\n" % (comment("%s is one of the constants %s....\n\n%s" % (
            name, name, words.doc(family["doc"]))), name))
        parts.append("\n// Values of %s.\nconst (\n" % name)
        values = [(go_constant(family["name"], value), value) for value in family["values"]]
        parts.append("\n".join("%s\t%s %s = %d\n" % (comment(sentence(words.doc(value["doc"]), own), "\t"), own, name,
                                                     value["value"]) for own, value in values) + ")\n")
        listed = "".join('\t%s: "%s",\n' % (own, value["name"].replace("_", " ")) for own, value in values)
        variable = lower_camel(family["name"]) + "Names"
        parts.append("\nvar %s = map[%s]string{\n%s}\n" % (variable, name, aligned(listed)))
        first = json.dumps(family["values"][0]["name"].replace("_", " "))
        parts.append(STRING % (first, name, name, variable))
    return "".join(parts)


OPTION = """
// option holds a value, and the key of it in each family that has one.
type option struct {
%s}
"""
FAMILY = """
%(doc)stype %(name)s interface {
	%(field)sKey() (key int32, value any)
}

func (o option) %(field)sKey() (int32, any) { return o.%(field)s, o.value }

// %(field)sOptions makes the options of C from those given. The caller closes them.
func %(field)sOptions(given []%(name)s) (*lowlevel.Options, error) {
	made, err := lowlevel.%(create)s()
	if err != nil {
		return nil, err
	}
	for _, one := range present(given) {
		key, value := one.%(field)sKey()
		if err := setOption(made, key, value); err != nil {
			made.Close()
			return nil, err
		}
	}
	return made, nil
}
"""
WITH = """
%sfunc %s(%s %s) %s {
	return option{value: %s, %s}
}
"""


def family_interface(family):
    return camel(family["name"])


def option_field(name):
    return lower_camel(name[:-len("_OPTION")])


def with_function(name, found, words):
    """The function that sets one option, in each family that has it."""
    kind, argument, own, also = option_type(found[0][1]), lower_camel(name), "With" + camel(name), ALSO.get(name, [])
    doc = "%s sets %s.\n" % (own, name.replace("_", " "))
    doc += "".join("\n%s: %s" % (family_interface(family), " ".join(words.doc(key["doc"], family["name"],
                                                                                key.get("enumeration")).split()))
                   for family, key in found)
    doc += "".join("\n%s: that of the ledger" % camel(family) for family, _ in also)
    interfaces = [family_interface(family) for family, _ in found] + [camel(family) for family, _ in also]
    result = interfaces[0]
    if len(interfaces) > 1:
        result = "interface {\n%s}" % "".join("\t%s\n" % one for one in interfaces)
    keys = ["%s: lowlevel.%s" % (option_field(family["name"]), go_constant(family["name"], key))
            for family, key in found]
    keys += ["%s: %s" % (option_field(family), mark) for family, mark in also]
    value = argument if kind in ("float64", "int", "bool") else "int(%s)" % argument
    return WITH % (comment(doc), own, argument, kind, result, value, ", ".join(keys))


def options(api):
    names, words = option_names(api), Words(api)
    shared = collections.OrderedDict()
    for family in api["options"]:
        for key in family["keys"]:
            shared.setdefault(names[family["name"], key["name"]], []).append((family, key))
    parts = [HEADER, 'package dpcvx\n\nimport "%s/lowlevel"\n' % MODULE]
    fields = [("value", "any")] + [(option_field(family["name"]), "int32") for family in api["options"]]
    longest = max(len(field) for field, _ in fields)
    parts.append(OPTION % "".join("\t%s%s %s\n" % (field, " " * (longest - len(field)), kind)
                                  for field, kind in fields))
    for family in api["options"]:
        name = family_interface(family)
        doc = "%s is an option of a family of calls, made by With....\n\n%s" % (name, words.doc(family["doc"], family["name"]))
        parts.append(FAMILY % {"doc": comment(doc), "name": name, "field": option_field(family["name"]),
                               "create": function_name(family["create"])})
    parts += [with_function(name, found, words) for name, found in shared.items()]
    return "".join(parts)


def figure(words, family, key, receiver):
    """The method of a type that reads a figure."""
    letter = receiver[0].lower()
    kind, name = option_type(key), RENAMED.get((family["name"], None), "") + camel(key["name"])
    method = {"PlanFigures": "%s.number(), " % letter, "Plan": "int32(MethodAutomatic), "}.get(receiver, "")
    given = "%s.handle(), %slowlevel.%s" % (letter, method, go_constant(family["name"], key))
    getter = function_name(family["getters"][key["type"]])
    doc = comment("%s reads a figure: %s" % (
        name, " ".join(words.doc(key["doc"]).split()) or key["name"].replace("_", " ")))
    if kind in ("float64", "int64"):
        body = "\treturn lowlevel.%s(%s)\n" % (getter, given)
    else:
        shown = "value == 1" if kind == "bool" else "%s(value)" % kind
        body = "\tvalue, err := lowlevel.%s(%s)\n\treturn %s, err\n" % (getter, given, shown)
    return "\n%sfunc (%s *%s) %s() (%s, error) {\n%s}\n" % (doc, letter, receiver, name, kind, body)


def figures(api):
    words = Words(api)
    parts = [HEADER, 'package dpcvx\n\nimport "%s/lowlevel"\n' % MODULE]
    for family in api["figures"]:
        receiver = RECEIVERS.get(family["name"])
        if receiver is None:  # those of progress; and new ones, until a type of Go has them, as a test demands
            continue
        # A plan has those of the method that was chosen, and PlanFigures those of any.
        for each in ("PlanFigures", "Plan") if receiver == "PlanFigures" else (receiver,):
            parts += [figure(words, family, key, each) for key in family["keys"]]
    return "".join(parts)


def main(description, folder):
    with open(description, encoding="utf-8") as source:
        api = json.load(source)
    files = {"lowlevel/functions": go_lowlevel.functions, "lowlevel/handles": go_lowlevel.handles,
             "lowlevel/numbers": go_lowlevel.numbers, "enums": enums, "options": options, "figures": figures}
    os.makedirs(os.path.join(folder, "lowlevel"), exist_ok=True)
    for name, write in files.items():
        with open(os.path.join(folder, name + "_generated.go"), "w", encoding="utf-8") as sink:
            sink.write(write(api))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
