"""What the programs smoke*.py share: tests that print "ok" lines, calls that are refused, and warnings."""
import warnings

import dpcvx

# Messages are in Python's words.
WORDS_OF_C = ("DPCVX_", "NULL", "&err")


class Tests:
    """The tests of one program. Each prints a line, with the topic before its name.

    Attributes
    ----------
    failed : bool
        Whether one of them failed: what the program exits with.
    """

    def __init__(self, topic):
        self.topic, self.failed = topic, False

    def __call__(self, name, good, told=""):
        """A test that passes where `good` is true. `told` is shown where it is not."""
        self.failed = self.failed or not good
        if not good and str(told):
            print("  %s" % (told,))
        print("%s %s: %s" % ("ok" if good else "not ok", self.topic, name))

    def none(self, name, problems):
        """A test that passes where there are no problems."""
        problems = [str(problem) for problem in problems]
        self(name, not problems, "\n  ".join(problems))

    def refuses(self, name, kind, call, *words, status=None):
        """A test that a call raises this kind of error, with this status, all these words and none of C."""
        problem = refusal(kind, call)
        said = "accepted" if problem is None else str(problem)
        self(name, problem is not None and (status is None or problem.status == status) and
             all(word in said for word in words) and not any(word in said for word in WORDS_OF_C), said)

    def refuses_table(self, name, kind, *words, **arguments):
        """A test that a table is refused by an error that names an argument, says what is accepted, and these words."""
        self.refuses(name, kind, lambda: dpcvx.Dataset(**arguments), "argument '", "; accepted: ", *words)


def refusal(kind, call, *words):
    """Return the error of this kind, with all these words, that a call raises, or None where it raises none."""
    try:
        call()
    except kind as problem:
        return problem if all(word in str(problem) for word in words) else None
    return None


def warned(call, kind=Warning):
    """Return what a call returns, and the warnings of a kind that it gives."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call()
    return result, [found for found in caught if issubclass(found.category, kind)]
