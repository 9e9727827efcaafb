"""HTML and SVG for notebooks."""

import html
import re
from typing import Iterable, Optional, Sequence

# What the SVG drawings of `report` take from a style sheet.
READABLE = 1600
"""The width of the widest drawing whose texts can be read when a notebook scales it down."""

_TREE_STYLE = "<style>svg.tree{max-width:100%;height:auto}</style>"


def text(value: object) -> str:
    """Escapes a text for HTML."""
    return html.escape("" if value is None else str(value))


def standalone(svg: str) -> str:
    """Returns an SVG element that is also a file."""
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def plain(value: str) -> str:
    """Returns lines of text as they are in a terminal."""
    return f'<pre style="font-family:monospace">{text(value)}</pre>'


def tree(svg: str, caption: str = "") -> str:
    """Returns an SVG tree that is as wide as the page at most."""
    below = f"<div>{text(caption)}</div>" if caption else ""
    return f"{_TREE_STYLE}<div>{svg}{below}</div>"


def width(svg: str) -> float:
    """Returns the width of a drawing in pixels."""
    found = re.search(r' width="([0-9.]+)"', svg)
    return float(found[1]) if found else 0.0


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: Iterable[int] = (0,)) -> str:
    """Returns a table. The cells are HTML; the columns `left` are aligned to the left."""
    left = set(left)

    def row(tag: str, cells: Sequence[str]) -> str:
        side = ("left" if column in left else "right" for column in range(len(cells)))
        drawn = (f'<{tag} style="text-align:{s}">{c}</{tag}>' for s, c in zip(side, cells))
        return f"<tr>{''.join(drawn)}</tr>"

    body = "".join(row("td", cells) for cells in rows)
    return f"<table><thead>{row('th', head)}</thead><tbody>{body}</tbody></table>"


def bar(share: float, color: str = "#1769c4") -> str:
    """Returns a bar of a share of its column."""
    width = max(1, round(120 * share))
    return (
        f'<div style="width:120px"><div style="width:{width}px;height:10px;background:{color}"></div></div>'
    )


def results(wins: int, draws: int, losses: int, width: str) -> str:
    """Returns a bar of won, drawn and lost games."""
    share = ((wins, "#2a7d46", "won"), (draws, "#a39c8f", "drawn"), (losses, "#b3261e", "lost"))
    parts = "".join(
        f'<div style="flex:{games};background:{color};height:14px" title="{games} {word}"></div>'
        for games, color, word in share
        if games
    )
    return f'<div style="display:flex;width:{width};max-width:100%">{parts}</div>'


def page(document: str, height: int) -> str:
    """Returns a whole page in a frame, so that its style stays its own. The frame takes the height of the page where scripts may run."""
    source = html.escape(document, quote=True)
    fit = "this.style.height=this.contentDocument.documentElement.scrollHeight+'px'"
    return f'<iframe srcdoc="{source}" onload="{fit}" style="width:100%;height:{height}px;border:0"></iframe>'


def count(number: int, what: str) -> str:
    """Returns a number of things: `1 cutoff`, `2 cutoffs`."""
    return f"{number:,} {what}" + "s" * (number != 1)


def pairs(rows: Iterable[Sequence[object]]) -> str:
    """Returns names and values in two columns; pairs without a value are left out."""
    shown = ((text(name), text(value)) for name, value in rows if value not in (None, ""))
    return table(("", ""), shown, left=(0, 1))


def number(value: Optional[int]) -> str:
    """Writes a number with commas between groups of three digits."""
    return "" if value is None else f"{value:,}"
