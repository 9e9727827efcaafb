"""`compare`: several players search one position."""

import json
from typing import Any, Dict, Iterator, List, Optional, Sequence, Union

from . import _display, _espalier
from ._game import Game
from ._job import progress
from ._position import game_argument, limits, position_text


class Comparison(Sequence[Dict[str, Any]]):
    """Rows of a comparison, a dict for each player, with the names of `espalier compare --json`."""

    def __init__(self, data: Dict[str, Any]) -> None:
        position = data["positions"][0]
        self.game: str = data["game"]
        self.limit: str = data["limit"]
        self.position: str = position["fen"]
        self.rows: List[Dict[str, Any]] = position["rows"]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: Any) -> Any:
        return self.rows[index]

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.rows)

    def to_pandas(self) -> Any:
        """Returns a `pandas.DataFrame` with a row for each player."""
        import pandas  # type: ignore[import-untyped,unused-ignore]

        return pandas.DataFrame(self.rows)

    def __repr__(self) -> str:
        lines = (f"{row['player']}: {row.get('san')} {row['value']}, {row['nodes']:,} nodes" for row in self.rows)
        return "\n".join([f"{self.game}: {self.position} ({self.limit})", *lines])

    def _repr_html_(self) -> str:
        most = max(row["nodes"] for row in self.rows)
        equal = {True: "yes", False: "no", None: ""}
        rows = [
            (
                f"<code>{_display.text(row['player'])}</code>",
                _display.text(row.get("san")),
                _display.text(row["value"]),
                str(row["depth"]),
                _display.number(row["nodes"]),
                _display.bar(row["nodes"] / most),
                _display.number(row["evals"]),
                f"{row['time_ms']:.1f}",
                equal[row.get("equals_minimax")],
            )
            for row in self.rows
        ]
        head = ("player", "move", "value", "depth", "nodes", "", "evals", "ms", "= minimax")
        caption = f"{_display.text(self.game)}: <code>{_display.text(self.position)}</code> ({_display.text(self.limit)})"
        return f"<div>{caption}{_display.table(head, rows, left=(0, 1, 5))}</div>"


def compare(
    players: Sequence[Any],
    position: Any = None,
    *,
    game: Union[str, Game] = "chess",
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    evals: Optional[int] = None,
    movetime: Optional[int] = None,
    show_progress: bool = True,
) -> Comparison:
    """Searches one position with several players and the same limit. Returns a `Comparison` with a row for each player.

    >>> import espalier as es
    >>> rows = es.compare(["minimax", "alphabeta"], game="tictactoe", depth=4)
    >>> [(row["player"], row["nodes"]) for row in rows]
    [('minimax', 3610), ('alphabeta', 492)]
    """
    if isinstance(players, str):
        raise TypeError(f"players is a list: write [{players!r}]")
    bounds = limits(depth, nodes, evals, movetime)
    with progress("searches", show_progress) as report:
        text = _espalier.compare(
            list(players), position_text(position), game_argument(game), bounds, report
        )
    return Comparison(json.loads(text))
