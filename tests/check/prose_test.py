#!/usr/bin/env python3
"""Checks the prose of the project: sentences that one can read, in words of the field.

Usage: prose_test.py [--root DIR] [FILE...]    tests the project, or shows every problem of the files that are named
       prose_test.py [--root DIR] --report     prints one line of figures for each public header

What is read: the comments of public headers; README.md; the READMEs and PROOFS under src; the READMEs of bindings;
.github/*.md; the messages in src (string literals of three words or more); the comments in src, for banned words only.
Files of src are tested by area. prose.py says what a sentence is. In the READMEs and PROOFS of src a run of symbols
counts as one word.
"""
import fnmatch
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from prose import GREEK, LONG, Figures, Reader, comment_sentences, find, headers, identifiers, messages, read, report_lines

# What does not hold yet, by name, "*" for any text. It only shrinks, and is empty in the end.
NOT_YET = []
LONGEST, LONG_SHARE, MEAN = 35, 0.05, 18
SUBJECT, FIRST_COMMIT = 72, "73655e5"

# What is banned, and what to say instead.
BANNED = [(re.compile(pattern, re.I), instead) for pattern, instead in (
    (r"\bbut for\b", "except, without"),
    (r"\bwhatever\b", "any, regardless of"),
    (r"\b(for )?want of\b", "without, for lack of"),
    (r"\bof no matter\b|\bno matter\b", "regardless of"),
    (r"\bno longer than\b", "of norm at most"),
    (r"\b(is|are|be|most|least) (?-i:[A-Z0-9%][\w.]*) long\b", "of norm"),
    (r"[;,] likewise[.;]?$|^likewise\b.{0,20}$", "a whole sentence"),
    (r"\bfor people\b", "human-readable"),
    (r"\bfor who\b|\bwho asks for\b|\bwhoever\b", "for callers that, anyone who"),
    (r"bargain", "allocation"),
    (r"\bhonest\b(?!-)", "interchangeable (users, data)"),
    (r"\bpots?\b", "sub-budget"),
    (r"\b(buy|buys|buying|bought)\b", "estimated privately, allows"),
    (r"\bluck\b", "randomness"),
    (r"\b(order|sampling|luck) pays\b", "amplifies privacy"),
    (r"\bcurrency\b", "accounting"),
    (r"\bnext to nothing\b|\bmiddling\b|\bonce in ages\b", "the figure"),
    (r"(?<!hockey[- ])\bsticks?\b", "hockey-stick divergence"),
    (r"\bas they come\b", "unscaled"),
)]


TILT = (re.compile(r"\btilts?\b", re.I), "linear term")  # in src/privacy and src/sample it is exponential tilting


def banned_problems(sentences, path):
    banned = BANNED if path.startswith(("src/privacy/", "src/sample/")) else BANNED + [TILT]
    for sentence in sentences:
        for pattern, instead in banned:
            match = pattern.search(sentence.text)
            if match:
                yield sentence.line, "'%s' (instead: %s): %s" % (match.group().strip(" ,;"), instead, shown(sentence))


# Sentences that only go on from what stands above them.
FRAGMENT = re.compile(r"^of (those|these|it|them|the)\b[^,]*$|^(the same|(the rest )?as above|so too|ditto)[.;]?$", re.I)


def fragment_problems(sentences, known=None):
    """Without `known`, the words that may begin a sentence with a small letter, any word may."""
    for sentence in sentences:
        if not sentence.phrase and FRAGMENT.match(sentence.text):
            yield sentence.line, "no sentence: " + shown(sentence)
        if sentence.phrase or sentence.may_be_small or known is None:
            continue
        first, second = (sentence.text + " .").split()[:2]
        word = first.lstrip("([\"'*").rstrip(".,;:)*")
        if re.fullmatch(r"[a-z]{2,}(-[a-z]+)*", word) and not re.fullmatch(r"[-=<>*+/^≤≥−]+", second) \
                and word.split("-")[0] not in known | GREEK:
            yield sentence.line, "a sentence begins with a small letter: " + shown(sentence)


def length_problems(sentences, collapse, is_header):
    figures = Figures(sentences, collapse)
    too_many = figures.share > LONG_SHARE
    for sentence, words in figures.long:
        if words > LONGEST or too_many:
            yield sentence.line, "%d words: %s" % (words, shown(sentence))
    if too_many:
        yield 0, "%d of %d sentences have more than %d words" % (len(figures.long), figures.sentences, LONG)
    if is_header and figures.mean > MEAN:
        yield 0, "%.1f words a sentence in the mean" % figures.mean


def shown(sentence):
    return sentence.text if len(sentence.text) <= 100 else sentence.text[:70] + " [...] " + sentence.text[-22:]


def problems_of(source, kind, path=""):
    """(line, problem) of a text: "header", "proofs" (formulas are counted once), "markdown", "messages", "comments"."""
    if kind in ("proofs", "markdown"):
        sentences = Reader(markdown=True).read(list(enumerate(source.splitlines(), 1)))
    else:
        sentences = messages(source) if kind == "messages" else comment_sentences(source)
    problems = list(banned_problems(sentences, path))
    if kind == "header":
        problems += fragment_problems(sentences, identifiers(source))
    elif kind != "messages":
        problems += fragment_problems(sentences, None if kind == "comments" else set())
    if kind in ("header", "proofs", "markdown"):
        problems += length_problems(sentences, kind == "proofs", kind == "header")
    return sorted(problems), sentences


def units(root):
    """(name, [(path, kind)]) of everything that is tested."""
    for path in headers(root):
        yield path, [(path, "header")]
    for path in find(root, "README.md", "bindings/**/README.md", ".github/*.md", "include/*.md"):
        yield path, [(path, "markdown")]
    for path in find(root, "src/**/*.md"):
        yield path, [(path, "proofs")]
    for area in sorted({path.split("/")[1] for path in find(root, "src/*/**/*.cpp")}):
        sources = find(root, "src/%s/**/*.cpp" % area, "src/%s/**/*.h" % area)
        yield "src/%s: comments" % area, [(path, "comments") for path in sources]
        yield "src/%s: messages" % area, [(path, "messages") for path in sources]


def unit_problems(root, parts):
    found, long, counted = [], [], 0
    for path, kind in parts:
        problems, sentences = problems_of(read(os.path.join(root, path)), kind, path)
        found += ["%s:%d: %s" % (path, line, problem) if line else "%s: %s" % (path, problem) for line, problem in problems]
        if kind == "messages":  # few a file: their lengths count over the area
            figures = Figures(sentences)
            counted += figures.sentences
            long += [(path, sentence, words) for sentence, words in figures.long]
    too_many = counted and len(long) / counted > LONG_SHARE
    found += ["%s:%d: %d words: %s" % (path, sentence.line, words, shown(sentence))
              for path, sentence, words in long if too_many or words > LONGEST]
    if too_many:
        found.append("%d of %d messages have more than %d words" % (len(long), counted, LONG))
    return found


def long_subjects(log):
    lines = [line.partition(" ") for line in log.splitlines()]
    return ["%s: %d columns: %s" % (commit, len(subject), subject) for commit, _, subject in lines
            if len(subject) > SUBJECT]


def subject_problems(root):
    """Long subjects of commits since FIRST_COMMIT, or None where the history does not hold it."""
    def git(*arguments):
        return subprocess.run(("git", "-C", root) + arguments, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout.decode(errors="replace")
    try:
        if os.path.realpath(git("rev-parse", "--show-toplevel").strip()) != os.path.realpath(root):
            return None
        git("merge-base", "--is-ancestor", FIRST_COMMIT, "HEAD")
        log = git("log", "--no-merges", "--format=%h %s", FIRST_COMMIT + "..HEAD")
    except (OSError, subprocess.CalledProcessError):
        return None
    return long_subjects(log)


WORDS = "one two three four five six seven eight nine ten"
BAD = {  # what must be found, and a header in which it must
    "36 words": "/* Returns " + WORDS + " " + WORDS + " " + WORDS + " one two three four five. */",
    "1 of 1 sentences": "/* Returns " + WORDS + " " + WORDS + " one two three four five. */",
    "words a sentence": "/* Returns " + WORDS + " one two three four five six seven eight. */",
    "26 words": "#define A 1 /* " + WORDS + " " + WORDS + " one two three four five six */",
    "31 words": "/* Returns this.\n *\n *     " + WORDS + "\n *     " + WORDS + "\n *     " + WORDS + " eleven. */",
    "'but for'": "/* Holds but\n * for a few. */", "'whatever'": "int f(void); /* whatever it is */",
    "want of'": "// It fails for want of memory.\n", "'bought'": "/* The threshold is bought privately. */",
    "'likewise'": "#define A 2 /* the noise, likewise */", "'Likewise.'": "/* Returns the noise. Likewise. */",
    "small letter": "/* Returns the noise (e.g. 0.5). which is large. */",
    "no sentence": "/* Projects. */\n/* Of the domain's hull. */", "'tilt'": "/* Draws the tilt. */",
    "'honest'": "/* Fails for honest users. */", "'pot'": "/* Charges the pot. */",
}
GOOD = """/* dpcvx/good.h: a text that has everything (e.g. abbreviations, cf. Abadi et al. 2016, Theorem 3.5).
 *
 * The noise is 0.5 at x = 1. Its density is proportional to
 *
 *   exp(-|k| / scale) for a scale that a b c d e f g h i j k l m n o p q r s t u v w x y z = 1 + 2 + 3 + 4 + 5 + 6,
 *
 * where scale is positive. See https://example.org/a.b?c=d. The set is {0, ..., n}. Results:
 *  - the first one, without a full stop
 *  - the second. It has two sentences,
 *    and goes on here.
 *
 *     int status = dpcvx_good(1, 2);  // one two three four five six seven eight nine ten eleven twelve
 *     if (status != 0) return status; // whatever: an example is no prose
 */
#define DPCVX_GOOD 1 /* i64 in [0, 10^9]: the number of steps; 0 (default): chosen */
/* value is read by D. H. Wolberg. n is a number. Returns 1 on success, else 0! Is it so? It is. Since 0.1. */
int dpcvx_good(int value, int n);
"""
GOOD_MARKDOWN = """# A title that is longer than anything and goes on and on and on and on and on

Text *with* [a link](https://example.org/one/two) and `code that is long`:

```sh
whatever but for this is code, which is no prose, and it may be as long as it likes to be, since nobody reads it aloud
```

| a | b |
|---|---|
| one | two words |

1. *Statement.* With probability 1 − p, f(x) ≤ Σ_{j ≥ 1} a_j x^j / j! + b² = c + d − e · f + g + h + i + j + k + l + m + n
   + o + p + q + r + s + t + u + v (Wolberg 1993, section 2.1). It is in `a.cpp`.

   H_ε(P‖Q) = sup_S P(S) − e^ε Q(S)

So it holds.
"""


BAD_MESSAGE = 'error.fail(1, "%s holds but "\n  "for " PRId64 " units", n);'


def control_problems():
    if not any("'but for'" in problem for _, problem in problems_of(BAD_MESSAGE, "messages")[0]):
        yield "not caught: " + BAD_MESSAGE
    if [line[:4] for line in long_subjects("1234 %s\n5678 %s\n" % (SUBJECT * "x", (SUBJECT + 1) * "x"))] != ["5678"]:
        yield "a long subject was not caught, or a short one was"
    for expected, source in BAD.items():
        problems = [problem for _, problem in problems_of(source, "header")[0]]
        if not any(expected in problem for problem in problems):
            yield "not caught: %s in %r: %r" % (expected, source, problems)


def good_problems():
    for source, kind in ((GOOD, "header"), (GOOD_MARKDOWN, "proofs")):
        problems, sentences = problems_of(source, kind)
        yield from ("%s: line %d: %s" % (kind, line, problem) for line, problem in problems)
        longest = Figures(sentences, kind == "proofs").longest
        if longest > 20:
            yield "%s: a sentence of %d words was made of short ones" % (kind, longest)


def report(root):
    print("%-28s %9s %6s %8s %9s %15s" % ("header", "sentences", "mean", "longest", "over %d" % LONG, "first function"))
    for path, figures, line in report_lines(root):
        print("%-28s %9d %6.1f %8d %8.1f%% %15s" % (
            path, figures.sentences, figures.mean, figures.longest, 100 * figures.share, line or "-"))


def main():
    arguments = sys.argv[1:]
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if "--root" in arguments:
        at = arguments.index("--root")
        root = os.path.abspath(arguments[at + 1])
        del arguments[at:at + 2]
    if arguments == ["--report"]:
        report(root)
        return 0

    failures = 0

    def test(name, problems, note=""):
        nonlocal failures
        problems = list(problems)
        for problem in problems:
            print("  " + problem)
        print(("not ok prose: " if problems else "ok prose: ") + name + note)
        failures += 1 if problems else 0

    if arguments:  # every problem, also of what is in NOT_YET
        for name, parts in units(root):
            chosen = [part for part in parts if any(part[0] == a or part[0].startswith(a.rstrip("/") + "/") for a in arguments)]
            if chosen:
                test(name, unit_problems(root, chosen))
        return 1 if failures else 0

    test("control: what is bad is found", control_problems())
    test("control: a good text with formulas, lists, tables, code and abbreviations passes", good_problems())
    used = set()
    for name, parts in units(root):
        waiting = [entry for entry in NOT_YET if fnmatch.fnmatchcase(name, entry)]
        used.update(waiting)
        problems = unit_problems(root, parts)
        if waiting:
            print("  " + (name + ": not yet, %d problems" % len(problems) if problems else
                          name + " passes: take it out of NOT_YET"))
        else:
            test(name, problems)
    for entry in NOT_YET:
        if entry not in used:
            print("  %s is in NOT_YET and nowhere else" % entry)
    subjects = subject_problems(root)
    test("subjects of commits", subjects or [],
         "" if subjects is not None else " (not checked: the history does not reach %s)" % FIRST_COMMIT)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
