"""The interface: every name, and what it returns."""

import json
import math
import os
import subprocess
import sys

import espalier as es
import pytest

chess = pytest.importorskip("chess")


def test_the_block_that_introduces_the_package():
    block = os.path.join(os.path.dirname(__file__), "block.py")
    ran = subprocess.run([sys.executable, block], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_search_returns_the_answer_of_the_command():
    spec, fen = "alphabeta:depth=3,order=mvvlva", "r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1"
    command = [sys.executable, "-m", "espalier", "search", spec, "--fen", fen, "--json"]
    printed = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    answer = es.search(spec, fen)
    assert (answer.move, answer.nodes, answer.depth, answer.pv) == tuple(
        printed[key] for key in ("bestmove", "nodes", "depth", "pv")
    )
    assert answer.value == printed["score"]["cp"]
    assert es.search(spec, "report-3").data == {**answer.data, "time_ms": pytest.approx(answer.data["time_ms"], rel=1e9)}
    assert es.search(spec, chess.Board(fen)).pv == answer.pv
    assert answer.board().fen() == fen
    assert chess.Move.from_uci(answer.move) in answer.board().legal_moves


def test_a_recorded_tree_has_every_node():
    answer = es.search("alphabeta:depth=3", "startpos", trace=True)
    tree = answer.tree
    assert len(tree) == answer.nodes
    assert tree.node()["node"]["value"] == "+0.00"
    children = tree.children()
    assert len(children) == 20 and sum(child["nodes"] for child in children) + 1 == answer.nodes
    assert tree.find("e4")["fen"].startswith("rnbqkbnr/pppppppp/8/8/4P3")
    # The best move is drawn, and so are moves that were cut off.
    assert f">{children[0]['mv']}<" in tree.svg() and "data-cut" in tree.svg()
    assert tree.svg(nodes=1).count("data-node") == 1
    with pytest.raises(ValueError, match="search with trace=True"):
        es.search("random").tree
    with pytest.raises(ValueError, match="the player random reports no nodes"):
        es.search("random", trace=True)


def test_number_trees():
    tree = es.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    for name in ("minimax", "negamax", "alphabeta", "maxmin", "failhard", "pvs"):
        assert tree.search(name).value == 3
    assert (tree.search("minimax").leaves, tree.search("minimax").cuts) == (9, 0)
    found = tree.search("alphabeta")
    assert (found.leaves, found.visited) == (7, [3, 12, 8, 2, 14, 5, 2])
    assert "At C MIN has at most 2 and MAX already has 3: 2 moves are cut off." in found.steps
    # Two edges are crossed out.
    assert found._repr_svg_().count("data-cut") == 2 and tree._repr_svg_().count("data-node") == 13
    for wrong, kind in (([[1, True]], TypeError), ([[1, 2.5]], TypeError), ([], ValueError), ([99999], ValueError)):
        with pytest.raises(kind):
            es.Tree(wrong)
    with pytest.raises(ValueError, match='no search of number trees is called "mcts"'):
        tree.search("mcts")


def test_compare_has_a_row_for_each_player():
    rows = es.compare(["minimax", "alphabeta", "pvs"], "report-3", depth=2)
    assert [row["player"] for row in rows] == ["minimax", "alphabeta", "pvs"] and len(rows) == 3
    assert all(row["equals_minimax"] for row in rows)
    assert rows[0]["nodes"] > rows[1]["nodes"]
    page = rows._repr_html_()
    assert page.count("<tr>") == 4 and "height:10px" in page


class First:
    """Plays the first move and looks at everything that a position has."""

    seen = None

    def choose_move(self, position):
        assert position.text in (self.seen or {position.text: 0})
        assert position.side in (0, 1)
        return position.moves()[0]


class Captures:
    def choose_move(self, position):
        board = position.board()
        captures = [move for move in board.legal_moves if board.is_capture(move)]
        return (captures or list(board.legal_moves))[0]


def test_a_python_object_is_a_player():
    result = es.match("alphabeta:depth=2", First(), games=4, game="othello6")
    assert (result.games, result.wins + result.draws + result.losses) == (4, 4)
    assert result.pgn.count("[Event ") == 4 and '[White "First"]' in result.pgn
    chess_result = es.match(Captures(), First(), games=2, nodes=100)
    assert chess_result.games == 2 and "Captures against First" in repr(chess_result)
    assert es.search(First(), "startpos").move in {move.uci() for move in chess.Board().legal_moves}


def test_elo_of_a_match():
    result = es.match("alphabeta:depth=1", "random", games=60, game="tictactoe", seed=1)
    score = (result.wins + result.draws / 2) / result.games
    assert 0.5 < score < 1 and result.elo == pytest.approx(-400 * math.log10(1 / score - 1))
    assert 0 < result.error < 400
    assert "alphabeta:depth=1" in result.text and result._repr_html_().startswith("<div>")
    won = es.match("alphabeta:depth=9", "random:seed=1", games=2, game="tictactoe")
    assert won.elo == math.inf and won.error == math.inf or won.draws > 0


def test_a_player_that_fails_ends_the_match_with_its_exception():
    class Fails:
        def choose_move(self, position):
            raise ZeroDivisionError("in choose_move")

    class Illegal:
        def choose_move(self, position):
            return "e2e5"

    class Nothing:
        def choose_move(self, position):
            return None

    with pytest.raises(ZeroDivisionError, match="in choose_move") as error:
        es.match("random", Fails(), games=2)
    assert error.traceback[-1].name == "choose_move"
    with pytest.raises(ValueError, match=r"Illegal played \"e2e5\": .*line \d+, in Illegal.choose_move"):
        es.match(Illegal(), "random", games=2)
    with pytest.raises(TypeError, match="choose_move returned None; it returns a move of position.moves"):
        es.match(Nothing(), "random", games=2)
    with pytest.raises(TypeError, match="a player is a text such as"):
        es.match(object(), "random", games=2)
    with pytest.raises(ValueError, match="an even number"):
        es.match("random", "random", games=3)


def test_evaluate_explains_a_position():
    evaluation = es.evaluate("8/5pk1/2n3p1/2p4p/4B2P/1P3KP1/P7/8 w - - 3 45")
    command = [sys.executable, "-m", "espalier", "eval", "--json", "--fen", evaluation.position]
    printed = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert evaluation.data == printed
    assert evaluation.value == printed["side_to_move"] and evaluation.network == printed["network"]["side_to_move"]
    assert evaluation.pieces["e4"]["man"] == "B" and list(evaluation.terms) == [term["term"] for term in printed["terms"]]
    assert "<svg" in evaluation._repr_html_()


def test_errors_are_those_of_the_command():
    with pytest.raises(es.SpecError, match="did you mean depth"):
        es.search("alphabeta:dept=3")
    assert issubclass(es.SpecError, ValueError)
    with pytest.raises(ValueError, match="no game is called \"ches\"; did you mean chess"):
        es.search("minimax", game="ches")
    with pytest.raises(ValueError, match="bad"):
        es.search("minimax", "not a fen")
    with pytest.raises(ValueError, match="a depth is a number from 0 to 199"):
        es.search("minimax", depth=1000)
    for arguments, sentence in (
        ({"depth": -1}, "depth is a whole number from 0"),
        ({"nodes": 0}, "nodes is a whole number from 1"),
        ({"movetime": 1 << 70}, "movetime is a whole number from 1"),
    ):
        with pytest.raises(ValueError, match=sentence):
            es.search("minimax", **arguments)
    with pytest.raises(TypeError, match="depth is a whole number, not 2.5"):
        es.search("minimax", depth=2.5)
    with pytest.raises(ValueError, match="plies is a whole number from 0"):
        es.match("random", "random", plies=-1)
    for measure in (False, True):
        with pytest.raises(ValueError, match="no game is called \"ches\"; did you mean chess"):
            es.ladder("ches", measure=measure)
    with pytest.raises(ValueError, match="^games: each opening is played with both colours"):
        es.ladder("othello", measure=True, games=3)
    with pytest.raises(ValueError, match="cannot read nowhere.toml"):
        es.grade_class("nowhere.toml")
    with pytest.raises(TypeError, match="a position is a text or a chess.Board"):
        es.search("minimax", 5)
    command = [sys.executable, "-m", "espalier", "search", "alphabeta:dept=3"]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 2 and "did you mean depth?" in ended.stderr


def test_lists():
    assert {"minimax", "alphabeta", "engine"} <= set(es.players().names())
    assert es.games()[0]["title"] == "Chess" and "alphabeta" in es.lessons().names()
    assert "<table>" in es.players()._repr_html_()


def test_displays():
    answer = es.search("alphabeta:depth=2", "startpos")
    assert "<svg" in answer._repr_html_() and "alphabeta:depth=2" in answer._repr_html_()
    assert "<pre" in es.search("alphabeta:depth=2", game="tictactoe")._repr_html_()


def test_practice_marks_answers_with_reasons():
    exercise = es.practice([[3, 12, 8], [2, 4, 6], [14, 5, 2]], seed=1)
    assert len(exercise.questions) >= 4 and exercise.points >= 8 and "such as" in exercise.hint(1)
    wrong = exercise.answer(0, "14")
    assert (wrong.right, wrong.points, wrong.maximum) == (False, 0, 2) and "MIN moves at" in wrong.reasons[0]
    assert exercise.answer(0, 3).right and exercise.total == 2
    # The right answer that a mark names is accepted.
    guesses = {"value": 0, "unvisited": "none", "window": "0 0", "order": "1 2 3"}
    for number, question in enumerate(exercise.data["questions"]):
        right = exercise.answer(number, guesses[question["kind"]]).answer
        assert exercise.answer(number, right).right, (question["text"], right)
    assert exercise.total == exercise.points
    assert "<svg" in exercise._repr_html_() and "data-cut" in exercise.solution()._repr_svg_()
    assert es.practice(shape="3x3x3", seed=7).tree == es.practice(shape="3x3x3", seed=7).tree
    for wrong_arguments in ({"shape": "3y3"}, {"tree": [1, 2]}, {"tree": "[[1"}):
        with pytest.raises(ValueError):
            es.practice(**wrong_arguments)
    with pytest.raises(ValueError):
        exercise.answer(99, "3")
