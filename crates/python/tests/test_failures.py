"""Failures of games and players in Python: the exception with its line, and nothing left, a thousand times each."""

import gc
import math
import traceback
import weakref

import espalier as es
import pytest
from games import Nim


class Failure(Exception):
    pass


def fail(*_):
    raise Failure("here")


def endless(*_):
    return endless()


def interrupt(*_):
    raise KeyboardInterrupt


def leave(*_):
    raise SystemExit(3)


# The function of a game, what it does, the exception, and a part of its sentence.
GAMES = {
    "start raises": ("start", fail, Failure, "here"),
    "moves raises": ("moves", fail, Failure, "here"),
    "play raises": ("play", fail, Failure, "here"),
    "result raises": ("result", fail, Failure, "here"),
    "evaluate raises": ("evaluate", fail, Failure, "here"),
    "key raises": ("key", fail, Failure, "here"),
    "the key is not hashable": ("key", lambda self, state: [1], TypeError, "unhashable type"),
    "moves returns None": ("moves", lambda self, state: None, TypeError, "moves returned None; it returns a list of moves"),
    "moves returns one move": ("moves", lambda self, state: 5, TypeError, "moves returned 5; it returns a list of moves"),
    "no move": ("moves", lambda self, state: [], ValueError, "moves returned no move"),
    "two moves with one text": ("moves", lambda self, state: [1, "1"], ValueError, "two moves with the text"),
    "a wrong result": ("result", lambda self, state: 2, ValueError, "result returned 2; it returns 1, 0 or -1"),
    "a result that is no number": ("result", lambda self, state: "lost", TypeError, "result returned 'lost'"),
    "a fraction": ("evaluate", lambda self, state: 0.5, TypeError, "evaluate returned 0.5; it returns a whole number"),
    "not a number": ("evaluate", lambda self, state: math.nan, TypeError, "evaluate returned nan; it returns a whole number"),
    "an evaluation that is None": ("evaluate", lambda self, state: None, TypeError, "evaluate returned None"),
    "an evaluation of 70 bits": ("evaluate", lambda self, state: 1 << 70, (TypeError, ValueError), "evaluate returned"),
    "a wrong side": ("side", lambda self, state: 2, TypeError, "side returned 2; it returns 0"),
    "recursion without an end": ("evaluate", endless, RecursionError, "maximum recursion depth"),
    "KeyboardInterrupt": ("evaluate", interrupt, KeyboardInterrupt, ""),
    "SystemExit": ("play", leave, SystemExit, "3"),
}

PLAYERS = {
    "raises": (fail, Failure, "here"),
    "an illegal move": (lambda self, position: "z9", ValueError, 'played "z9"'),
    "no move": (lambda self, position: None, TypeError, "choose_move returned None; it returns a move of position.moves"),
    "a number": (lambda self, position: 3, TypeError, "choose_move returned 3"),
    "KeyboardInterrupt": (interrupt, KeyboardInterrupt, ""),
    "recursion without an end": (endless, RecursionError, "maximum recursion depth"),
}

TIMES = 1_000


def leaves_nothing(make, search, kind, sentence):
    """Fails `TIMES` times. No object and no exception is alive afterwards."""
    living = weakref.WeakSet()
    for _ in range(TIMES):
        thing = make()
        living.add(thing)
        with pytest.raises(kind) as error:
            search(thing)
        assert sentence in str(error.value)
    del thing, error
    # Objects that a search thread drops without the GIL are released by the next call.
    es.search("alphabeta:depth=1", game="tictactoe")
    gc.collect()
    assert len(living) == 0
    assert not [thing for thing in gc.get_objects() if isinstance(thing, Failure)]


@pytest.mark.parametrize("function, wrong, kind, sentence", GAMES.values(), ids=GAMES)
def test_a_failing_game_leaves_nothing(function, wrong, kind, sentence):
    game = type("Broken", (Nim,), {function: wrong})
    leaves_nothing(game, lambda game: es.search("alphabeta:tt=1", game=game, depth=1), kind, sentence)


@pytest.mark.parametrize("choose, kind, sentence", PLAYERS.values(), ids=PLAYERS)
def test_a_failing_player_leaves_nothing(choose, kind, sentence):
    player = type("Broken", (), {"choose_move": choose})
    leaves_nothing(player, lambda player: es.search(player, game="tictactoe"), kind, sentence)


@pytest.mark.parametrize("function", ["start", "moves", "play", "result", "evaluate", "key"])
def test_the_traceback_ends_at_the_line_that_fails(function):
    game = type("Broken", (Nim,), {function: fail})()
    for call in (
        lambda: es.search("pvs:tt=1", game=game, depth=1),
        lambda: es.compare(["alphabeta:tt=1", "minimax"], game=game, depth=1),
    ):
        with pytest.raises(Failure) as error:
            call()
        last = traceback.extract_tb(error.value.__traceback__)[-1]
        assert (last.name, last.line) == ("fail", 'raise Failure("here")')


def test_a_failing_game_ends_a_match():
    for function in ("moves", "play", "result"):
        game = type("Broken", (Nim,), {function: fail})()
        with pytest.raises(Failure):
            es.match("alphabeta:depth=2", "random", games=2, game=game, plies=0)
        with pytest.raises(Failure):
            es.search("alphabeta:depth=2", game=game, trace=True)
