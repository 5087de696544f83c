"""What package dpcvx calls the functions of C, found in its sources: which function of Go makes which call of lowlevel."""
import glob
import os
import re

GO = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "go")
FUNCTION = re.compile(r"^func (?:\((?:\w+ )?\*?(\w+)\) )?(\w+)(?:\[[^\]]*\])?\(", re.M)
# Where several functions of Go make a call: the one that a reader of a message knows.
CHOSEN = {
    "dpcvx_dataset_create_csr": "NewDataset", "dpcvx_dataset_create_csr_f32": "NewDataset",
    "dpcvx_dataset_create_dense": "NewDataset", "dpcvx_dataset_create_dense_f32": "NewDataset",
    "dpcvx_dataset_create_with_exposures": "Exposures", "dpcvx_dataset_create_with_users": "Users",
    "dpcvx_dataset_create_with_weights": "Weights", "dpcvx_local_aggregator_merge": "LocalAggregator.Merge",
}
# What each function of Go may call behind its own call: messages of these name no function of a caller's.
BEHIND = re.compile(r"_options_create$|^dpcvx_options_|_get_[fi]64$|^dpcvx_(monitor|progress|version)")


def functions(text):
    """Names of the functions of a file, Type.Method or Function, with their bodies."""
    found = list(FUNCTION.finditer(text))
    for begin, end in zip(found, found[1:] + [None]):
        of, name = begin.groups()
        yield of, name, text[begin.end():end.start() if end else len(text)]


def callers():
    """By function of lowlevel, the exported functions that call it, themselves or by functions that are not exported."""
    bodies = {}
    for path in sorted(glob.glob(os.path.join(GO, "*.go"))):
        if path.endswith("_test.go"):
            continue
        with open(path, encoding="utf-8") as source:
            for of, name, body in functions(source.read()):
                bodies.setdefault((of, name), set()).update(re.findall(r"\blowlevel\.([A-Z]\w*)\b", body))
                bodies[of, name] |= {"=" + used for used in re.findall(r"(?<![\w])(?:\w+\.)?([a-z]\w*)\(", body)}
    private = {}
    for (_, name), used in bodies.items():
        if name[0].islower():
            private.setdefault(name, set()).update(used)

    def reached(used, seen):
        direct = {name for name in used if not name.startswith("=")}
        for name in used - direct:
            if name[1:] in private and name[1:] not in seen:
                direct |= reached(private[name[1:]], seen | {name[1:]})
        return direct

    by_call = {}
    for (of, name), used in bodies.items():
        if name[0].isupper() and (of is None or of[0].isupper()):
            own = {call for call in used if not call.startswith("=")}
            for call in reached(used, frozenset()):
                by_call.setdefault(call, []).append((call not in own, of is not None, "%s.%s" % (of, name) if of else name))
    return by_call


def calls(names, spelled):
    """What package dpcvx calls each of these functions of C, where a function of it makes the call."""
    by_call = callers()
    found = {name: min(by_call[spelled(name)])[2] for name in names if spelled(name) in by_call and not BEHIND.search(name)}
    found.update(CHOSEN)
    return found
