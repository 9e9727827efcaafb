"""`evaluate`: the static evaluation of a chess position, term by term."""

import json
from typing import Any, Dict, List

from . import _display, _espalier
from ._position import position_text


class Evaluation:
    """The static evaluation of a chess position: the terms of the hand-crafted evaluation, and the network, piece by piece."""

    def __init__(self, data: Dict[str, Any]) -> None:
        self.data = data
        """All figures, with the names of `espalier eval --json`."""
        self.position: str = data["fen"]
        self.value: int = data["side_to_move"]
        """The value of the hand-crafted evaluation for the side to move, in centipawns."""
        self.terms: Dict[str, Dict[str, Any]] = {term["term"]: term for term in data["terms"]}
        """The terms by name, each with `white`, `black` and `total`; `mg` and `eg` are the middlegame and endgame values."""
        network = data["network"] or {}
        self.network: Any = network.get("side_to_move")
        """The value of the network for the side to move, in centipawns; `None` where the search does not use it."""
        self.pieces: Dict[str, Dict[str, Any]] = {man["square"]: man for man in network.get("men", [])}
        """The pieces by square, each with `man` and `worth`: what its side loses without it, by the network."""

    def __repr__(self) -> str:
        return f"<{self.position}: value {self.value}, network {self.network}>"

    def _repr_html_(self) -> str:
        def both(pair: Dict[str, float]) -> str:
            return f"{pair['mg']:+} / {pair['eg']:+}"

        rows: List[Any] = [
            (_display.text(name), both(term["white"]), both(term["black"]), both(term["total"]))
            for name, term in self.terms.items()
        ]
        terms = _display.table(("term (mg / eg)", "White", "Black", "total"), rows)
        men = [(f"{man['man']} {square}", str(man["worth"])) for square, man in self.pieces.items()]
        pieces = _display.table(("piece", "value to the network"), men) if men else ""
        board = _espalier.draw_board("chess", self.position)
        sums = _display.pairs([("evaluation", self.value), ("network", self.network)])
        return (
            '<div style="display:flex;gap:1.5rem;flex-wrap:wrap;align-items:flex-start">'
            f'<div style="min-width:12rem;max-width:18rem;flex:1">{board}{sums}</div>'
            f"<div>{terms}</div><div>{pieces}</div></div>"
        )


def evaluate(position: Any = "startpos") -> Evaluation:
    """Evaluates a chess position without a search.

    >>> import espalier as es
    >>> e = es.evaluate("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    >>> e.value > 800, e.pieces["a1"]["man"]
    (True, 'Q')
    """
    return Evaluation(json.loads(_espalier.evaluate(position_text(position) or "startpos")))
