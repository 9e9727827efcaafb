"""Games of one's own: every exact search returns the value of a minimax in Python."""

import traceback

import espalier as es
import pytest
from games import ConnectFour, Kayles, Nim, minimax

# Every textbook search with the settings that keep the value of minimax.
EXACT = [
    "minimax",
    "minimax:id",
    "negamax",
    "alphabeta",
    "alphabeta:form=hard",
    "alphabeta:form=maxmin",
    "alphabeta:order=random,seed=5",
    "alphabeta:order=hash+pv+killers+history+countermove,tt=1,id",
    "alphabeta:tt=1,replace=always",
    "pvs",
    "pvs:tt=1,iid,order=hash+replies",
    "pvs:order=hash+killers,tt=1,id,asp=30",
    "mtdf",
    "mtdf:id,tt=1",
    "classic:null=off,quiesce=off,ttmatch=exact",
    "sss",
    "dual",
    "ab-rollout",
]


@pytest.mark.parametrize("game", [Nim(1, 2, 3), Nim(2, 2), ConnectFour(), Kayles()], ids=lambda g: type(g).__name__)
@pytest.mark.parametrize("spec", EXACT)
def test_every_search_equals_a_minimax_in_python(game, spec):
    for depth in (1, 2, 3, 4):
        answer = es.search(spec, game=game, depth=depth)
        assert answer.value == minimax(game, game.start(), depth), f"{spec} to depth {depth}"
        played = [str(move).replace(" ", "") for move in game.moves(game.start())]
        assert answer.move in played


# `script` is a program of its own.
EVERY = [player["name"] for player in es.players() if "game" not in player and player["name"] != "script"]


@pytest.mark.parametrize("name", EVERY)
def test_every_player_for_all_games_plays_a_game_in_python(name):
    """Also those that do not return the value of minimax: random moves, best-first searches, rollouts."""
    for game in (Nim(1, 2, 3), ConnectFour(), Kayles()):
        answer = es.search(name, game=game, nodes=3_000)
        assert answer.move in [str(move).replace(" ", "") for move in game.moves(game.start())]


def test_every_exact_search_is_compared():
    inexact = {"random", "mn", "bestfirst", "bestfirst-linear", "bestfirst-hybrid", "om", "prom", "probimax", "bp"}
    inexact |= {"pn", "dfpn", "conspiracy", "bstar", "rivest", "uct", "uct-ab"}
    assert {spec.partition(":")[0] for spec in EXACT} | inexact == set(EVERY)


def test_a_game_is_searched_to_its_end():
    game = Nim(1, 2, 4)
    answer = es.search("pvs:tt=1", game=game, depth=7)
    assert (answer.move, answer.value) == ("(2,1)", minimax(game, game.start(), 7))
    later = es.search("pvs:tt=1", "start (2,1) (0,1)", game=game, depth=7)
    assert later.value == minimax(game, (0, 2, 3), 6) and later.move == "(2,1)"


def test_games_are_compared_traced_and_played_in_matches():
    rows = es.compare(["minimax", "alphabeta", "pvs"], game=Nim(1, 2, 3), depth=4)
    assert rows[0]["nodes"] > rows[1]["nodes"] and {row["score"]["value"] for row in rows} == {rows[0]["score"]["value"]}
    tree = es.search("alphabeta:depth=3", game=Nim(1, 2), trace=True).tree
    assert tree.children()[0]["mv"] == "(0,1)" and "<svg" in tree.svg()
    result = es.match("alphabeta:depth=6", "random", games=6, game=Nim(1, 2, 4), plies=0, seed=3)
    assert result.games == 6 and result.wins >= 3 and result.pgn.count("[Event ") == 6


def broken(function, wrong):
    """Returns Nim with a wrong function after one move."""

    def method(self, state, *move):
        return wrong(state) if state == (1, 1, 3) else getattr(Nim, function)(self, state, *move)

    return type("Broken", (Nim,), {function: method})()


def depth_of(function):
    """Returns a depth at which a search calls a function after one move: leaves are evaluated, other nodes are expanded."""
    return 1 if function == "evaluate" else 3


def test_an_exception_of_the_rules_has_its_traceback():
    def fail(state):
        raise KeyError("no such heap")

    for function in ("moves", "play", "result", "evaluate", "key"):
        with pytest.raises(KeyError, match="no such heap") as error:
            es.search("alphabeta:tt=1", game=broken(function, fail), depth=depth_of(function))
        lines = traceback.extract_tb(error.value.__traceback__)
        assert lines[-1].name == "fail" and lines[-1].line == 'raise KeyError("no such heap")'


@pytest.mark.parametrize(
    "function, wrong, kind, sentence",
    [
        ("result", lambda s: 7, ValueError, "result returned 7; it returns 1, 0 or -1 for the side to move"),
        ("result", lambda s: False, TypeError, "result returned False; it returns 1, 0 or -1"),
        ("result", lambda s: "won", TypeError, "result returned 'won'; it returns 1, 0 or -1"),
        ("evaluate", lambda s: 0.5, TypeError, "evaluate returned 0.5; it returns a whole number"),
        ("evaluate", lambda s: 10**9, ValueError, "evaluate returned 1000000000; it returns a number between"),
        ("moves", lambda s: [], ValueError, "moves returned no move, but result returned that the game is not over"),
        ("moves", lambda s: 3, TypeError, "moves returned 3; it returns a list of moves"),
        ("moves", lambda s: [1, 1], ValueError, 'moves returned two moves with the text "1"'),
        ("key", lambda s: [s], TypeError, "unhashable type: 'list'"),
    ],
)
def test_a_wrong_answer_of_the_rules_names_the_function_and_its_line(function, wrong, kind, sentence):
    with pytest.raises(kind) as error:
        es.search("alphabeta:tt=1", game=broken(function, wrong), depth=depth_of(function))
    assert sentence in str(error.value)
    if "unhashable" not in sentence:
        line = broken.__code__.co_firstlineno + 3
        assert f"test_games.py, line {line}, in Broken.{function})" in str(error.value)


def test_an_illegal_move_in_a_position_is_an_error():
    with pytest.raises(ValueError, match="bad move: found `\\(9,9\\)`, expected one of"):
        es.search("alphabeta", "start (9,9)", game=Nim(), depth=2)


def test_a_game_without_keys_refuses_a_table():
    class NoKeys(Nim):
        key = es.Game.key

    with pytest.raises(es.SpecError, match="this game has no keys; give the game a key"):
        es.search("alphabeta:tt=1", game=NoKeys(), depth=3)
    assert es.search("alphabeta", game=NoKeys(), depth=3).value == minimax(Nim(), (1, 2, 3), 3)


def test_the_same_side_may_move_twice():
    class Again(es.Game):
        """The first side moves twice: the only winning line."""

        def start(self):
            return ""

        def moves(self, state):
            return "ab"

        def play(self, state, move):
            return state + move

        def result(self, state):
            if len(state) < 2:
                return None
            return -1 if state == "bb" else 1

        def side(self, state):
            return [0, 0, 1][len(state)]

    answer = es.search("alphabeta:depth=3", game=Again())
    assert (answer.pv, answer.value) == (["b", "b"], 899_998)


def test_a_class_or_an_incomplete_game_is_refused():
    with pytest.raises(TypeError, match=r"write Nim\(\), not Nim"):
        es.search("alphabeta", game=Nim)
    with pytest.raises(TypeError, match="object is no game: it has no function start, moves, play, result"):
        es.search("alphabeta", game=object())
