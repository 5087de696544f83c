"""Cuts prose into sentences: comments of C and C++, messages in string literals, Markdown.

A sentence ends at ". ", "! ", "? ", or with its paragraph, list item or table cell. Formulas on lines of their own,
code and URLs are no prose. Comments behind code, table cells and list items without a full stop are phrases: they count
where they have more than LONG words. Sentences of one or two words ("Since 0.1.") are not counted.
"""
import glob
import os
import re

LONG = 25
GREEK = set("alpha beta gamma delta epsilon eta kappa lambda mu nu phi psi pi rho sigma tau theta zeta log exp sqrt "
            "sup inf min max grad sgn sum ln ii iii iv vi".split())
KEYWORDS = set("if for while do else return int const double float void char long short struct enum static this new and or "
               "not in is as with case switch default break continue using class public private template auto".split())
# A full stop after these ends no sentence; after the second kind only where no figure follows.
ABBREVIATIONS = {"e.g", "i.e", "cf", "vs", "resp", "approx", "al", "incl"}
BEFORE_NUMBERS = {"no", "eq", "eqs", "sec", "thm", "fig", "ch", "prop", "lem", "cor", "def", "p", "pp", "vol"}
OPERATORS = re.compile(r"(^|\s)([-=<>+*/~|^]|<=|>=|<-|->|:=|\|\|)(\s|$)|[≤≥≠∝≈→←∈∑Σ∏∫√]|\^|_\(|=")


class Sentence:
    def __init__(self, tokens, phrase, small):
        self.line = tokens[0][0]
        self.text = " ".join(token for _, token in tokens)
        self.phrase, self.may_be_small = phrase, small

    def words(self, collapse):
        """How many words it has; with `collapse` a run of symbols and figures is one."""
        count, in_formula = 0, False
        for token in self.text.split():
            if not re.search(r"\w|[^\x00-\x7f–—]", token):
                continue
            bare = token.strip("()[]“”\"'*`.,;:!?")
            word = re.fullmatch(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ'’/-]+|[aA]|[\w/]+[._][\w/._]*[a-z]{2}[\w/.*]*", bare)
            formula = collapse and not (word and bare not in GREEK)
            count += not (formula and in_formula)
            in_formula = formula
        return count


def ends(tokens, i):
    """Whether a sentence ends with token i."""
    token = tokens[i][1]
    match = re.search(r"^(.*?)([.!?]+)[)\]\"'”’*_]*$", token)
    if not match:
        return False
    stem, stop = match.group(1).lstrip("(["), match.group(2)
    following = tokens[i + 1][1].lstrip("([*\"'`") if i + 1 < len(tokens) else ""
    if following == "":
        return True
    if len(stop) > 1 or (stop != "." and not re.search(r"[a-z]{3}[)\"'”*]*$", stem)):
        return False
    if stem in ABBREVIATIONS or (stem == "etc" and following[0].islower()):
        return False
    if stem.lower() in BEFORE_NUMBERS and following[0].isdigit():
        return False
    if re.fullmatch(r"[A-Z]", stem):  # an initial, beside another or after a name
        before = tokens[i - 1][1].lstrip("(") if i > 0 else ""
        return not (re.match(r"[A-Z]\.", following) or (before[:1].isupper() and following[0].isupper()))
    return True


def is_formula(line):
    """Whether a line that stands apart is a formula or code."""
    line = re.sub(r"(?<=[;{},|(])\s*(//.*|/\*.*)$", "", line)  # what a line of code says behind it
    tokens = line.split()
    if not tokens:
        return False
    plain = [t for t in tokens if re.fullmatch(r"[(\"]?[A-Za-z]{3,}[-a-z']*[.,;:)\"]*", t) and t.strip(".,;:()") not in GREEK]
    code = OPERATORS.search(line) or re.search(r"[;{}(\\]$|^[}#$]|\w\(|\w_\w|^//|--\w|&\w|\$", line.strip())
    return bool(code) and 2 * len(plain) <= len(tokens) + 2


class Reader:
    """Cuts numbered lines (comments without their stars, or Markdown) into sentences."""

    def __init__(self, markdown=False):
        self.markdown, self.sentences = markdown, []
        self.tokens, self.item, self.after_formula, self.apart = [], None, False, []

    def flush(self):
        tokens, self.tokens = self.tokens, []
        self.after_formula = self.after_formula or self.item is not None  # an item may begin with a small letter
        phrase = self.item is not None and bool(tokens) and not re.search(r"[.!?][)\"'*]*$", tokens[-1][1])
        self.add(tokens, phrase)
        self.item = None

    def add(self, tokens, phrase):
        start = 0
        for i in range(len(tokens)):
            if ends(tokens, i) or i + 1 == len(tokens):
                self.sentences.append(Sentence(tokens[start:i + 1], phrase, self.after_formula and start == 0))
                start = i + 1
        self.after_formula = False

    def take(self, number, text):
        if self.markdown:
            text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
            text = re.sub(r"`[^`]*`", lambda m: "`" + re.sub(r"\s+", "_", m.group()[1:-1].strip()) + "`", text)
        self.tokens += [(number, token) for token in re.sub(r"https?://\S+", "URL", text).split()]

    def cells(self, number, texts):
        """A row of a table: each cell a phrase."""
        self.flush()
        for text in texts:
            self.take(number, text)
            self.add(self.tokens, True)
            self.tokens = []

    def end_of_formula(self, text):
        """A full stop behind a formula ends the sentence before it."""
        if self.tokens and text[-1] in ".:":
            number, token = self.tokens.pop()
            self.tokens.append((number, token.rstrip(",") + text[-1]))

    def stood_apart(self):
        """The lines that stood apart are over: formulas or code, a table, or else prose all the same."""
        lines, self.apart = self.apart, []
        if not lines:
            return
        texts = [text.strip() for _, text in lines]
        if 2 * sum(is_formula(text) for text in texts) >= len(lines):
            self.end_of_formula(next(text for text in reversed(texts) if text))
            if self.tokens and self.tokens[-1][1][-1] in ".:;!?":
                self.flush()
            self.after_formula = self.after_formula or not self.tokens
        elif all(re.search(r"\S {2,}\S", text) for text in texts):
            for number, text in lines:
                self.cells(number, re.split(r" {2,}", text.strip()))
        else:
            self.flush()
            for number, text in lines:
                self.take(number, text)

    def read(self, lines):
        fence, blank = False, True
        for i, (number, text) in enumerate(lines):
            stripped = text.strip()
            indent = len(text) - len(text.lstrip())
            if self.markdown and stripped.startswith("```"):
                fence = not fence
                self.stood_apart()
                self.after_formula = True
                continue
            if fence:
                continue
            if not stripped:
                blank = True
                if self.apart:
                    self.apart.append((number, ""))
                continue
            marker = re.match(r"\s*([-*+•]|\d+[.)]|\([a-z]{1,3}\))(\s+)(?=\S)", text)
            sibling = self.item is not None and indent < self.item
            if marker and not (blank or sibling or not self.tokens or re.search(r"[.:;!?][*)\"]*$", self.tokens[-1][1])):
                marker = None  # a line of a paragraph that happens to begin with a minus or a figure
            in_item = self.item is not None
            apart = indent >= (self.item + 2 if in_item else 2) or (in_item and blank and indent >= 2 and is_formula(text))
            if self.markdown and blank and (i + 1 == len(lines) or not lines[i + 1][1].strip()):
                apart = apart or is_formula(stripped)
            if not marker and (apart or (self.apart and indent >= 2 and not blank)):
                self.apart.append((number, text))
                blank = False
                continue
            while self.apart and not self.apart[-1][1]:
                self.apart.pop()
            was_apart = bool(self.apart)
            self.stood_apart()
            if marker:
                self.flush()
                self.item = len(marker.group())
                self.take(number, text[marker.end():])
            elif re.match(r"#+ |<[!/a-zA-Z]|([-=*_])\1{2,}$", stripped) and self.markdown:
                self.flush()
            elif re.match(r"\|.*\|$", stripped) and not re.match(r"\|\|", stripped):
                self.cells(number, [cell for cell in re.split(r"(?<!\\)\|", stripped) if re.search(r"\w", cell)])
            else:
                goes_on = was_apart and self.tokens and not stripped[0].isupper()
                if (blank or was_apart) and not goes_on and not (self.item is not None and indent >= self.item):
                    self.flush()
                if self.item is not None and indent == 0 and blank:
                    self.flush()
                self.take(number, re.sub(r"^>\s*", "", text))
            blank = False
        self.stood_apart()
        self.flush()
        return self.sentences


SCANNER = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\[^\n]{1,4}|[^'\\\n])'", re.S)


def comments(source):
    """(first line, stands alone, numbered lines) of each comment; // lines that follow each other are one."""
    found = []
    for match in SCANNER.finditer(source):
        text, start = match.group(), match.start()
        if text[0] != "/":
            continue
        number = source.count("\n", 0, start) + 1
        alone = source[source.rfind("\n", 0, start) + 1:start].strip() == ""
        if text.startswith("//"):
            line = (number, re.sub(r"^//[/!]? ?", "", text))
            if alone and found and found[-1][1] == "//" and found[-1][2][-1][0] == number - 1:
                found[-1][2].append(line)
            else:
                found.append((number, "//" if alone else "", [line]))
            continue
        lines = text[2:-2].split("\n")
        lines = [re.sub(r"^ ", "", lines[0])] + [
            re.sub(r"^\s*\*( |$)", "", line) if re.match(r"\s*\*( |$)", line) else line.strip() for line in lines[1:]]
        found.append((number, "/*" if alone else "", list(enumerate(lines, number))))
    return found


def comment_sentences(source):
    sentences = []
    for number, alone, lines in comments(source):
        if alone:
            sentences += Reader().read(lines)
        else:
            reader = Reader()
            reader.add([(n, token) for n, line in lines for token in line.split()], True)
            sentences += reader.sentences
    return sentences


def identifiers(source):
    code = SCANNER.sub(" ", source)
    return set(re.findall(r"[A-Za-z_]\w*", code)) - KEYWORDS


def messages(source):
    """Sentences of the string literals that hold three words or more; neighbours are one literal, as in C."""
    sentences, literals, last = [], [], None
    for match in SCANNER.finditer(source):
        text = match.group()
        if text[0] != '"':
            continue
        between = source[last:match.start()] if last is not None else "x"
        number = source.count("\n", 0, match.start()) + 1
        if re.fullmatch(r"\s*(PRI\w+)?\s*", SCANNER.sub("", between)):
            literals[-1].append((number, text[1:-1]))
        else:
            literals.append([(number, text[1:-1])])
        last = match.end()
    for literal in literals:
        whole = "".join(text for _, text in literal)
        if sum(bool(re.search(r"[A-Za-z]{2}", token)) for token in whole.split()) < 3 or re.search(r'\\":|^[\w/]+\.h$', whole):
            continue
        reader = Reader()
        for number, text in literal:
            pieces = re.split(r"\\n", text)
            for k, piece in enumerate(pieces):
                if k > 0:
                    reader.add(reader.tokens, False)
                    reader.tokens = []
                glue = reader.tokens and k == 0 and piece and not piece[0].isspace() and not glued_space
                tokens = [(number, token) for token in piece.split()]
                if glue and tokens:
                    number_before, token = reader.tokens.pop()
                    tokens[0] = (number_before, token + tokens[0][1])
                reader.tokens += tokens
                glued_space = piece == "" or piece[-1:].isspace()
        reader.add(reader.tokens, False)
        sentences += reader.sentences
    return sentences


class Figures:
    """What is counted over the sentences of a text."""

    def __init__(self, sentences, collapse=False):
        sized = [(s, s.words(collapse)) for s in sentences]
        self.counted = [(s, n) for s, n in sized if n > LONG or (n > 2 and not s.phrase)]
        lengths = [n for _, n in self.counted] or [0]
        self.sentences, self.mean, self.longest = len(self.counted), sum(lengths) / len(lengths), max(lengths)
        self.long = [(s, n) for s, n in self.counted if n > LONG]
        self.share = len(self.long) / max(1, len(self.counted))


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def find(root, *patterns):
    return sorted({os.path.relpath(path, root).replace(os.sep, "/")
                   for pattern in patterns for path in glob.glob(os.path.join(root, pattern), recursive=True)})


def headers(root):
    return find(root, "include/dpcvx.h", "include/dpcvx/*.h")


def first_function(source):
    return next((number for number, line in enumerate(source.splitlines(), 1) if line.startswith("DPCVX_API")), 0)


def report_lines(root):
    """(header, Figures, line of the first function) of each public header."""
    for path in headers(root):
        source = read(os.path.join(root, path))
        yield path, Figures(comment_sentences(source)), first_function(source)
