#!/usr/bin/env python3
"""The README's pictures: the drawn path of the data is the script's, and the drawn figures are those of the README's table."""
import os
import re
import sys
from xml.dom import minidom

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "docs"))
import draw_pictures  # noqa: E402

failures = 0


def test(name, problem):
    global failures
    if problem:
        print("  " + problem)
        failures += 1
    print(("not ok pictures: " if problem else "ok pictures: ") + name)


def read(*path):
    with open(os.path.join(ROOT, *path)) as source:
        return source.read()


def drawn_points(svg):
    """[(epsilon, figure)] of every drawn point, chart after chart."""
    return [(float(e), float(v)) for e, v in re.findall(r"<title>epsilon ([\d.]+): ([\d.]+), standard", svg)]


def table_row(readme, label):
    """The figures of a row of the README's accuracy table."""
    row = next((line for line in readme.splitlines() if line.startswith("| " + label)), "")
    return [float(cell) for cell in re.findall(r"\| ([\d.]+) ", row)]


def disagreement(points, row):
    """Fits are random: a mean of 9 or 200 fits may differ between runs, by less than this."""
    allowed = 0.03
    if len(points) == 0 or len(row) < len(points):
        return "no figures: %s, %s" % (points, row)
    for (epsilon, drawn), written in zip(points, row):
        if abs(drawn - written) > allowed:
            return "at epsilon = %g the picture has %.3f, the README %.2f" % (epsilon, drawn, written)
    return ""


def main():
    accuracy, path, readme = (read(".github", "pictures", "accuracy.svg"), read(".github", "pictures", "data_path.svg"),
                              read("README.md"))
    for name, svg in (("accuracy.svg", accuracy), ("data_path.svg", path)):
        minidom.parseString(svg)
        test(name + " is well formed and shown in the README",
             "" if ".github/pictures/" + name in readme else "the README does not show it")
    test("data_path.svg is what the script draws", "" if path == draw_pictures.draw_data_path() else "draw it again")
    missing = [place for _, places, _ in draw_pictures.STAGES for place in places.split("\n")
               if not os.path.isdir(os.path.join(ROOT, place))]
    test("the rooms that data_path.svg names exist", ", ".join(missing))
    points = drawn_points(accuracy)
    half = len(points) // 2
    rows = table_row(readme, "tumours: accuracy"), table_row(readme, "flights: area under the ROC curve")
    test("the tumours' accuracy is the README's", disagreement(points[:half], rows[0]))
    test("the flights' area is the README's", disagreement(points[half:], rows[1]))
    test("a wrong figure is noticed (control)",
         "" if disagreement([(e, v + 0.05) for e, v in points[:half]], rows[0]) else "nothing was found")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
