"""How objects show themselves in a notebook."""
import html
from typing import Iterable, Tuple


def one_line(text: str) -> str:
    """Return a text with what does not print, such as a newline, escaped."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


def page(title: str, rows: Iterable[Tuple[str, ...]], text: str) -> str:
    """Return a title, a table, and a text that unfolds, as HTML. Everything is escaped."""
    cells = "".join("<tr>%s</tr>" % "".join("<td>%s</td>" % html.escape(cell) for cell in row) for row in rows)
    return "<div><b>%s</b><table>%s</table><details><summary>all of it</summary><pre>%s</pre></details></div>" % (
        html.escape(title), cells, html.escape(text))
