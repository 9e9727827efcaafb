"""The training of a small network."""

import json
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

from . import _display, _espalier
from ._job import progress
from ._position import position_text

_KINDS = ("pawn", "knight", "bishop", "rook", "queen")


class SmallTraining:
    """A small network that was trained from random weights, and what it has learned."""

    def __init__(self, data: Dict[str, Any], network: _espalier.SmallNetwork) -> None:
        self.samples: int = data["samples"]
        """The number of positions that the network has seen."""
        self.error: float = data["error"]
        """The mean squared error on games that the network did not learn from."""
        self.curve: List[Tuple[int, float]] = [(seen, error) for seen, error in data["curve"]]
        """The error during the training: samples and error."""
        self.values: Dict[str, float] = dict(zip(_KINDS, data["kinds"]))
        """The learned value of each piece, in centipawns."""
        self.squares: Dict[str, List[Optional[float]]] = dict(zip(_KINDS, data["squares"]))
        """The same for each square from the owner's side, a1 first; `None` where no position has such a piece."""
        self._network = network

    def evaluate(self, position: Any = "startpos") -> int:
        """Returns the value of a position for the side to move, in centipawns."""
        return self._network.evaluate(position_text(position) or "startpos")

    def move(self, position: Any = "startpos", depth: int = 4) -> Optional[str]:
        """Returns the move of alpha-beta with this network at its leaves, or `None` if the game is over."""
        return self._network.search(position_text(position) or "startpos", depth)[0]

    def save(self, path: Union[str, Path]) -> None:
        """Writes the network as a file for the UCI option `EvalFile`."""
        Path(path).write_bytes(bytes(self._network.to_bytes()))

    def __repr__(self) -> str:
        values = ", ".join(f"{kind} {value:.0f}" for kind, value in self.values.items())
        return f"<{self.samples} samples: error {self.error:.5f}, {values}>"

    def _repr_html_(self) -> str:
        rows: List[Any] = [(kind, f"{value:.0f}") for kind, value in self.values.items()]
        return f"<div>{_display.table(('piece', 'centipawns'), rows)}</div>"


def train_small(samples: int, seed: int, show_progress: bool) -> SmallTraining:
    """Trains the network of lesson 11."""
    if samples < 1:
        raise ValueError("samples is a number from 1 on")
    with progress("samples", show_progress) as report:
        text, network = _espalier.train(samples, seed, report)
    return SmallTraining(json.loads(text), network)
