"""Games of your own."""

from abc import ABC, abstractmethod
from typing import Any, Iterable, Optional


class Game(ABC):
    """The rules of a game. Every textbook search plays it.

    A state is any object; `play` returns a new one and leaves the old one as it is. A move is any object; its text names it, so two
    moves of a state have different texts.

    `evaluate`, `key` and `side` are optional.

    >>> class Matches(Game):
    ...     "Players take one, two or three matches. The last match wins."
    ...     def start(self): return 7
    ...     def moves(self, left): return [n for n in (1, 2, 3) if n <= left]
    ...     def play(self, left, taken): return left - taken
    ...     def result(self, left): return -1 if left == 0 else None
    >>> import espalier as es
    >>> es.search("alphabeta:depth=8", game=Matches()).move
    '3'
    """

    @abstractmethod
    def start(self) -> Any:
        """Returns the start position."""

    @abstractmethod
    def moves(self, state: Any) -> Iterable[Any]:
        """Returns the legal moves, at least one. Called only while the game goes on."""

    @abstractmethod
    def play(self, state: Any, move: Any) -> Any:
        """Returns the position after a legal move."""

    @abstractmethod
    def result(self, state: Any) -> Optional[int]:
        """Returns 1, 0 or -1 if the side to move has won, drawn or lost, and `None` while the game goes on."""

    def evaluate(self, state: Any) -> int:
        """Returns a whole number, the static value for the side to move. Without it, only results count."""
        return 0

    def key(self, state: Any) -> Any:
        """Returns a hashable value that is equal for equal positions. Players with a transposition table need it."""
        return None

    def side(self, state: Any) -> Optional[int]:
        """Returns 0 or 1, the side to move, if the sides do not simply alternate."""
        return None
