"""Positions, players and games as arguments."""

from typing import Any, Optional, Tuple, Union

from ._game import Game

Limits = Tuple[Optional[int], Optional[int], Optional[int], Optional[int]]


def position_text(position: Any) -> Optional[str]:
    """Returns a position as text: a text as it is, a `chess.Board` as its FEN."""
    if position is None or isinstance(position, str):
        return position
    fen = getattr(position, "fen", None)
    if callable(fen):
        return str(fen())
    raise TypeError(f"a position is a text or a chess.Board, not {position!r}")


def game_argument(game: Union[str, Game]) -> Union[str, Game]:
    """Checks a game: the name of one, or an object with rules."""
    if isinstance(game, str):
        return game
    if isinstance(game, type):
        raise TypeError(f"game is an object: write {game.__name__}(), not {game.__name__}")
    missing = [name for name in ("start", "moves", "play", "result") if not hasattr(game, name)]
    if missing:
        raise TypeError(f"{type(game).__name__} is no game: it has no function {', '.join(missing)}")
    return game


def limits(depth: Optional[int], nodes: Optional[int], evals: Optional[int], movetime: Optional[int]) -> Limits:
    """Checks the limits of a search."""
    whole(0, depth=depth)
    whole(1, nodes=nodes, evals=evals, movetime=movetime)
    return depth, nodes, evals, movetime


def whole(least: int, **numbers: Optional[int]) -> None:
    """Checks that arguments are whole numbers from `least`, or `None`."""
    for name, number in numbers.items():
        if number is None:
            continue
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise TypeError(f"{name} is a whole number, not {number!r}")
        if not least <= number < 1 << (32 if name in ("depth", "plies") else 64):
            raise ValueError(f"{name} is a whole number from {least}")
