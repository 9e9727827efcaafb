"""`search`: one player searches one position."""

import json
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

from . import _display, _espalier
from ._game import Game
from ._position import game_argument, limits, position_text, whole
from ._tree import SearchTree

if TYPE_CHECKING:
    import chess


class Answer:
    """The answer of a player: its move, value and cost. A notebook shows the board and the numbers."""

    def __init__(self, data: Dict[str, Any], tree: Optional[SearchTree]) -> None:
        self.data = data
        """All numbers, with the names of `espalier search --json`."""
        self._tree = tree

    @property
    def player(self) -> str:
        """The spec of the player."""
        return str(self.data["player"])

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.data["game"])

    @property
    def position(self) -> str:
        """The position in the notation of the game, in chess a FEN."""
        return str(self.data["fen"])

    @property
    def move(self) -> Optional[str]:
        """The move, in chess in UCI notation; `None` if the game is over."""
        return self.data.get("bestmove")

    @property
    def value(self) -> Optional[int]:
        """The value for the side to move: centipawns in chess, the points of another game. A win in `n` plies is 900,000 - n.

        `None` if the player computes none.
        """
        number: Optional[int] = self.data["number"]
        return number

    @property
    def nodes(self) -> int:
        """The positions entered, the first one included."""
        return int(self.data["nodes"])

    @property
    def depth(self) -> int:
        """The depth of the last completed search, in plies."""
        return int(self.data["depth"])

    @property
    def pv(self) -> List[str]:
        """The principal variation, beginning with the move."""
        return list(self.data["pv"])

    @property
    def tree(self) -> SearchTree:
        """The recorded tree of a search with `trace=True`."""
        if self._tree is None:
            raise ValueError("no tree is recorded: search with trace=True")
        return self._tree

    @property
    def time(self) -> float:
        """The time of the search in seconds."""
        return float(self.data["time_ms"]) / 1000

    def board(self) -> "chess.Board":
        """Returns the position as a `chess.Board`, if the game is chess and python-chess is installed."""
        if self.game != "chess":
            raise ValueError(f"{self.game} has no chess.Board: use position")
        import chess

        return chess.Board(self.position)

    def __repr__(self) -> str:
        return (
            f"<{self.player}: {self.move}, value {self.data['value_text'] or 'none'}, depth {self.depth},"
            f" {self.nodes:,} nodes>"
        )

    def _repr_html_(self) -> str:
        data = self.data
        bound = {"lower": "≥ ", "upper": "≤ "}.get(data["bound"], "")
        numbers = _display.pairs(
            [
                ("player", self.player),
                ("move", data["line"][0] if data["line"] else self.move),
                ("value", data["value_text"] and bound + data["value_text"]),
                ("line", " ".join(data["line"])),
                ("depth", self.depth),
                ("nodes", _display.number(self.nodes)),
                ("evaluations", _display.number(data["evals"])),
                ("time", f"{data['time_ms']:.1f} ms"),
            ]
        )
        return (
            '<div style="display:flex;gap:1.5rem;align-items:flex-start;flex-wrap:wrap">'
            f'<div style="min-width:12rem;max-width:18rem;flex:1">{data["board"]}</div>'
            f"<div>{numbers}</div></div>"
        )


def search(
    player: Any,
    position: Any = None,
    *,
    game: Union[str, Game] = "chess",
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    evals: Optional[int] = None,
    movetime: Optional[int] = None,
    trace: bool = False,
    trace_nodes: int = 100_000,
) -> Answer:
    """Searches a position with a player. Returns an `Answer` with `move`, `value`, `nodes`, `depth` and `pv`.

    `player` is a spec, as `espalier players` lists them, or an object with `choose_move`. `position` is a FEN, `"startpos"`, a named
    position, the notation of another game, or a `chess.Board`; without one, the start position. The limits of the spec and those
    given here both apply; `movetime` is in milliseconds. `trace=True` records the tree, at most `trace_nodes` nodes of it.

    >>> import espalier as es
    >>> r = es.search("alphabeta:depth=3,order=mvvlva", "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1")
    >>> r.move, r.value
    ('d1d5', 500)
    >>> es.search("minimax", game="tictactoe", depth=9).nodes
    549946
    """
    bounds = limits(depth, nodes, evals, movetime)
    whole(1, trace_nodes=trace_nodes)
    recorded = trace_nodes if trace else None
    text, tree = _espalier.search(
        player, position_text(position), game_argument(game), bounds, recorded
    )
    return Answer(json.loads(text), None if tree is None else SearchTree(tree))
