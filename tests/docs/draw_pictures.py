#!/usr/bin/env python3
"""Draws the README's two pictures as SVG files in .github/pictures.

Usage: draw_pictures.py [LOG]
  accuracy.svg    held-out accuracy and area under the ROC curve against epsilon, with the line without privacy.
                  LOG holds the evidence lines of `demo --evidence` (default build/demo.log, which
                  `make demo DEMO_FLAGS=--evidence` writes).
  data_path.svg   the way of the data through the rooms of src/. It needs no figures.

Each point of accuracy.svg carries its figure in a <title>, so that the picture can be checked against the README.
`make pictures` measures and draws.
"""
import math
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PICTURES = os.path.join(ROOT, ".github", "pictures")
EPSILON = re.compile(r"epsilon = ([\d.]+)")
LINE = re.compile(r"evidence: demo: (\w+), (.+): held-out accuracy ([\d.]+) \(sd ([\d.]+)\), AUC ([\d.]+) \(sd ([\d.]+)\)")

# Ink, grid, and one colour a curve: all readable on white, which is drawn as the background.
INK, GRID, PRIVATE, PLAIN, TRIVIAL = "#1f2933", "#d8dee4", "#0b6bcb", "#2f8f4e", "#9aa5b1"
FONT = "font-family='Helvetica, Arial, sans-serif'"


def figures_of(log):
    """{(table, case): (accuracy, sd, auc, sd)} of the evidence lines of a demo run."""
    found = {}
    with open(log) as lines:
        for line in lines:
            match = LINE.match(line)
            if match:
                found[match.group(1), match.group(2)] = tuple(float(x) for x in match.groups()[2:])
    if not found:
        sys.exit("draw_pictures.py: %s has no evidence lines: run `make demo DEMO_FLAGS=--evidence` first" % log)
    return found


def text(x, y, words, size=13, anchor="middle", colour=INK, weight="normal"):
    return "<text x='%.1f' y='%.1f' font-size='%d' text-anchor='%s' fill='%s' font-weight='%s' %s>%s</text>" % (
        x, y, size, anchor, colour, weight, FONT, words.replace("&", "&amp;").replace("<", "&lt;"))


def document(width, height, parts, title):
    return "\n".join(
        ["<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' role='img'>" % (
            width, height, width, height),
         "<title>%s</title>" % title, "<rect width='%d' height='%d' fill='white'/>" % (width, height)] + parts + ["</svg>", ""])


class Panel:
    """One chart: a measure of one table against epsilon on a logarithmic axis."""

    def __init__(self, left, top, width, height, epsilons, low, high):
        self.left, self.top, self.width, self.height = left, top, width, height
        self.first, self.last, self.low, self.high = math.log(epsilons[0]), math.log(epsilons[-1]), low, high

    def x(self, epsilon):
        return self.left + 24 + (self.width - 48) * (math.log(epsilon) - self.first) / (self.last - self.first)

    def y(self, value):
        return self.top + self.height * (self.high - value) / (self.high - self.low)

    def frame(self, title, epsilons):
        parts = [text(self.left + self.width / 2, self.top - 14, title, 14, weight="bold")]
        ticks = int(round((self.high - self.low) / 0.1))
        for i in range(ticks + 1):
            value = self.low + i * 0.1
            parts.append("<line x1='%.1f' x2='%.1f' y1='%.1f' y2='%.1f' stroke='%s'/>" % (
                self.left, self.left + self.width, self.y(value), self.y(value), GRID))
            parts.append(text(self.left - 8, self.y(value) + 4, "%.1f" % value, 12, "end"))
        for epsilon in epsilons:
            parts.append(text(self.x(epsilon), self.top + self.height + 18, "%g" % epsilon, 12))
        parts.append(text(self.left + self.width / 2, self.top + self.height + 38, "epsilon (logarithmic)", 12))
        return parts

    def level(self, value, words, colour, above=True):
        x, anchor = (self.left + 8, "start") if above else (self.left + self.width - 8, "end")
        return ["<line x1='%.1f' x2='%.1f' y1='%.1f' y2='%.1f' stroke='%s' stroke-width='2' stroke-dasharray='6 4'>"
                "<title>%s: %.3f</title></line>" % (self.left, self.left + self.width, self.y(value), self.y(value), colour,
                                                    words, value),
                text(x, self.y(value) + (-6 if above else 16), "%s %.2f" % (words, value), 12, anchor, colour)]

    def curve(self, points):
        """points: [(epsilon, mean, standard deviation)]"""
        parts = []
        for epsilon, mean, deviation in points:
            low, high = max(self.low, mean - deviation), min(self.high, mean + deviation)
            parts.append("<line x1='%.1f' x2='%.1f' y1='%.1f' y2='%.1f' stroke='%s' stroke-opacity='0.45' stroke-width='2'/>" % (
                self.x(epsilon), self.x(epsilon), self.y(low), self.y(high), PRIVATE))
        path = " ".join("%.1f,%.1f" % (self.x(epsilon), self.y(mean)) for epsilon, mean, _ in points)
        parts.append("<polyline points='%s' fill='none' stroke='%s' stroke-width='2.5'/>" % (path, PRIVATE))
        for epsilon, mean, deviation in points:
            parts.append("<circle cx='%.1f' cy='%.1f' r='4.5' fill='%s'><title>epsilon %g: %.3f, standard deviation %.3f"
                         "</title></circle>" % (self.x(epsilon), self.y(mean), PRIVATE, epsilon, mean, deviation))
            parts.append(text(self.x(epsilon) + 8, self.y(mean) + 18, "%.2f" % mean, 12, "start", PRIVATE))
        return parts


def draw_accuracy(found):
    parts = [text(430, 26, "Private logistic regression, default settings, delta = 1e-6", 15, weight="bold")]
    charts = [("tumours", "Tumours: accuracy, 569 records", 0, "one answer for all", 60, 0.5, 1.0),
              ("flights", "Flights: area under ROC, 4,037 aircraft", 2, "one answer for all", 490, 0.4, 0.8)]
    for table, title, column, trivial_words, left, low, high in charts:
        points = sorted((float(EPSILON.match(case).group(1)), values[column], values[column + 1])
                        for (name, case), values in found.items() if name == table and EPSILON.match(case))
        epsilons = [point[0] for point in points]
        panel = Panel(left, 72, 340, 240, epsilons, low, high)
        trivial = next(values[column] for (name, case), values in found.items() if name == table and case.startswith("always"))
        parts += panel.frame(title, epsilons)
        parts += panel.level(found[table, "without privacy"][column], "without privacy", PLAIN)
        parts += panel.level(trivial, trivial_words, TRIVIAL, above=False)
        parts += panel.curve(points)
    parts.append(text(430, 384, "Means over splits and fits; bars are one standard deviation. Measured by make demo.", 12))
    return document(860, 400, parts, "Held-out accuracy against epsilon, with the line without privacy")


STAGES = [("data", "src/data", "table, users,\nclipping, scaling"),
          ("objective", "src/model", "loss, norms,\ndomain, constants"),
          ("plan", "src/solve/plan", "method, noise, risk:\npublic numbers only"),
          ("charge", "src/privacy/budget", "the budget pays\nbefore data are read"),
          ("noise", "src/random\nsrc/mechanism/noise", "exact integers\non a lattice"),
          ("result", "src/solve/fit", "coefficients, report,\nguarantee")]


def draw_data_path():
    parts = [text(490, 28, "From a table to a private model", 15, weight="bold")]
    width, gap, top = 138, 22, 54
    for i, (name, place, words) in enumerate(STAGES):
        left = 20 + i * (width + gap)
        private = name in ("data", "objective")
        colour = "#b45309" if private else PRIVATE
        parts.append("<rect x='%d' y='%d' width='%d' height='122' rx='8' fill='white' stroke='%s' stroke-width='2'/>" % (
            left, top, width, colour))
        parts.append(text(left + width / 2, top + 26, name, 15, weight="bold", colour=colour))
        for row, line in enumerate(words.split("\n")):
            parts.append(text(left + width / 2, top + 50 + 16 * row, line, 12))
        for row, line in enumerate(place.split("\n")):
            parts.append(text(left + width / 2, top + 94 + 15 * row, line, 11, colour="#52606d"))
        if i + 1 < len(STAGES):
            start = left + width
            parts.append("<path d='M %d %d h %d' stroke='%s' stroke-width='2' fill='none'/>" % (start, top + 61, gap - 7, INK))
            parts.append("<path d='M %d %d l -8 -5 v 10 z' fill='%s'/>" % (start + gap, top + 61, INK))
    parts.append(text(20, 204, "Orange holds private data. Blue holds public numbers and released values.", 12, "start"))
    parts.append(text(20, 222, "Methods are rooms of src/solve: noisy_gradient, sgd_output, perturbation, exponential, stable.", 12,
                      "start"))
    return document(980, 238, parts, "The way of the data through the rooms of src")


def main():
    os.makedirs(PICTURES, exist_ok=True)
    log = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "demo.log")
    for name, drawing in (("data_path.svg", draw_data_path()), ("accuracy.svg", draw_accuracy(figures_of(log)))):
        with open(os.path.join(PICTURES, name), "w") as out:
            out.write(drawing)
        print("drew .github/pictures/" + name)


if __name__ == "__main__":
    main()
