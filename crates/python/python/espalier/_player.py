"""Players in Python: the position that they get, and the move that they return."""

from typing import TYPE_CHECKING, Any, List

if TYPE_CHECKING:
    import chess


class Position:
    """A position for `choose_move`.

    `text` is the FEN, or the notation of another game; `side` is 0 for the side that moves first in the game and 1 for the other;
    `game` is the name of the game.
    """

    def __init__(self, game: str, text: str, moves: List[str], side: int, side_name: str) -> None:
        self.game = game
        self.text = text
        self.side = side
        self.side_name = side_name
        self._moves = moves

    def moves(self) -> List[str]:
        """Returns the legal moves as texts."""
        return list(self._moves)

    def board(self) -> "chess.Board":
        """Returns the position as a `chess.Board`, if the game is chess and python-chess is installed."""
        if self.game != "chess":
            raise ValueError(f"{self.game} has no chess.Board: use text and moves()")
        import chess

        return chess.Board(self.text)

    def __repr__(self) -> str:
        return f"Position({self.game!r}, {self.text!r})"


def ask(player: Any, game: str, text: str, moves: List[str], side: int, side_name: str) -> str:
    """Asks a player for a move and returns its text. A move can be a text or a `chess.Move`."""
    move = player.choose_move(Position(game, text, moves, side, side_name))
    uci = getattr(move, "uci", None)
    if callable(uci):
        return str(uci())
    if not isinstance(move, str):
        raise TypeError(
            f"{type(player).__name__}.choose_move returned {move!r}; it returns a move of position.moves()"
        )
    return move
