"""What the safe crate calls the functions of C, found in its sources: which function of Rust makes which call of dpcvx-sys."""
import glob
import os
import re

RUST = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "rust", "dpcvx", "src")
# Where a builder, or one of several functions, makes the call: the one that a reader of a message or a comment knows.
CHOSEN = {
    "dpcvx_coordinator_create": "Coordinator::new", "dpcvx_estimate_create_quantiles": "Estimate::quantiles",
    "dpcvx_guarantee_terms": "Guarantee::unit", "dpcvx_monitor": "Monitor", "dpcvx_monitor_create": "Monitor::with_progress",
    "dpcvx_nonprivate_minimize": "Minimizer", "dpcvx_objective_create": "Objective::builder",
    "dpcvx_objective_create_from_units": "Objective::from_units", "dpcvx_objective_create_public": "Objective::public",
    "dpcvx_objective_create_with_loss": "Objective::with_loss", "dpcvx_sampler_create": "Sampler::builder",
    "dpcvx_sampler_create_with_function": "Sampler::of_function",
    "dpcvx_sampler_create_with_quadratic": "Sampler::of_quadratic",
}
# What functions of Rust call behind their own call: messages of these name no function of a caller's.
BEHIND = re.compile(r"_options_create$|^dpcvx_options_|_get_[fi]64$|^dpcvx_(progress|version|status)")
IMPL = re.compile(r"^impl(?:<[^>]*>)? (?:[\w:]+(?:<[^>]*>)? for )?(\w+)", re.M)
FUNCTION = re.compile(r"^( *)(pub(?:\(\w+\))? )?(?:unsafe )?fn (\w+)", re.M)


def functions(text):
    """Type, name, whether callers see it, and body, of each function of a file."""
    text = re.sub(r"^ *//.*$", "", text.split("\n#[cfg(test)]")[0], flags=re.M)
    types = [(found.start(), found.group(1)) for found in IMPL.finditer(text)]
    found = list(FUNCTION.finditer(text))
    for begin, end in zip(found, found[1:] + [None]):
        of = next((name for at, name in reversed(types) if at < begin.start()), None) if begin.group(1) else None
        yield of, begin.group(3), begin.group(2) == "pub ", text[begin.end():end.start() if end else len(text)]


def callers():
    """By function of C, the public functions that call it, themselves or by others."""
    bodies = []
    for path in sorted(glob.glob(os.path.join(RUST, "*.rs"))):
        with open(path, encoding="utf-8") as source:
            room = os.path.basename(path)[:-len(".rs")]
            for of, name, public, body in functions(source.read()):
                calls = set(re.findall(r"\bsys::(dpcvx_[a-z0-9_]+)\b", body))
                used = {(of if on == "self" or on == "Self" else None, call)
                        for on, call in re.findall(r"(?:(self|Self)(?:\.|::))?\b([a-z]\w*)\(", body)}
                bodies.append((room, of, name, public, calls, used))
    private = {}
    for room, of, name, public, calls, used in bodies:
        if not public:
            private.setdefault((room, name), []).append((calls, used))

    def reached(room, used, seen):
        found = set()
        for _, name in used:
            if name in seen:
                continue
            for calls, more in private.get((room, name), []):
                found |= calls | reached(room, more, seen | {name})
        return found

    by_call = {}
    for room, of, name, public, calls, used in bodies:
        if not public:
            continue
        shown = "%s::%s" % (of, name) if of else ("reference::" if room == "reference" else "") + name
        for call in calls | reached(room, used, frozenset()):
            by_call.setdefault(call, []).append((call not in calls, shown))
    return by_call


def calls(names):
    """What the crate calls each of these functions of C, where a function of it makes the call."""
    by_call = callers()
    found = {name: min(by_call[name])[1] for name in names if name in by_call and not BEHIND.search(name)}
    found.update(CHOSEN)
    return found
