"""Matches and other long work on executors of `concurrent.futures`."""

import os
import pathlib
import subprocess
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

import espalier as es
import pytest
from espalier import _executor
from games import Nim

POSITIONS = [
    '6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "back rank";',
    "not a record",
    '4k3/8/8/3q4/8/8/8/3RK3 w - - bm Rxd5; id "a queen";',
    '4k3/8/8/8/8/8/8/Q3K3 w - - am Qa8+; id "no check";',
]


class Last:
    """A player in Python."""

    def choose_move(self, position):
        return position.moves()[-1]


class Dies:
    """A player whose process is killed the first time that it plays."""

    def __init__(self, marker):
        self.marker = str(marker)

    def choose_move(self, position):
        try:
            os.close(os.open(self.marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return position.moves()[-1]
        os._exit(9)


class AlwaysDies:
    def choose_move(self, position):
        os._exit(9)


def without_times(result):
    """Returns the figures of a match that do not depend on the machine."""
    return result.report, [line.split('"began"')[0] for line in result.journal.splitlines()[1:]]


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(2) as pool:
        yield pool


@pytest.mark.parametrize("batch", [None, 1, 3])
def test_a_match_on_processes_is_the_match_of_one_process(pool, batch):
    def play(**on):
        return es.match("alphabeta:depth=3", "random", games=20, game="othello6", seed=4, **on)

    on_pool = play(executor=pool, batch=batch)
    assert without_times(on_pool) == without_times(play())
    assert on_pool.pgn.count("[Event ") == 20


def test_players_and_games_in_python_are_sent_to_the_workers(pool):
    here = es.match(Last(), "alphabeta:depth=2", games=8, game=Nim(2, 3, 4), plies=1)
    there = es.match(Last(), "alphabeta:depth=2", games=8, game=Nim(2, 3, 4), plies=1, executor=pool)
    assert without_times(here) == without_times(there)


def test_a_tournament_on_processes_is_the_tournament_of_one_process(pool):
    players = ["random", "alphabeta:depth=2", Last()]
    here = es.tournament(players, games=4, game="tictactoe")
    there = es.tournament(players, games=4, game="tictactoe", executor=pool, batch=1)
    assert here.games == 12 and without_times(here) == without_times(there)
    assert "rating" in there._repr_html_() and [player["player"] for player in there.players][-1] in ("random", "Last")
    gauntlet = es.tournament(players, games=2, gauntlet=True, game="tictactoe")
    assert {pairing["player"] for pairing in gauntlet.pairings} == {"random"} and gauntlet.games == 4


def test_the_batch_of_a_worker_that_dies_is_sent_again(tmp_path):
    expected = es.match("alphabeta:depth=2", Last(), games=12, game="othello6")
    with ProcessPoolExecutor(2) as pool:
        player = Dies(tmp_path / "died")
        found = es.match("alphabeta:depth=2", player, games=12, game="othello6", executor=pool, batch=1)
    assert (tmp_path / "died").exists()
    assert found.report["fingerprint"] == expected.report["fingerprint"] and found.games == 12


def test_a_batch_whose_worker_always_dies_is_an_error():
    with ProcessPoolExecutor(1) as pool, pytest.raises(_executor.WorkerDied, match="was sent 3 times, and its worker died each time"):
        es.match(AlwaysDies(), "random", games=2, game="tictactoe", executor=pool)


class Inline(Executor):
    """Runs a task when its result is asked for, and counts."""

    def __init__(self):
        self.done = 0

    def submit(self, work, /, *arguments):
        self.done += 1
        future = Future()
        try:
            future.set_result(work(*arguments))
        except BaseException as error:
            future.set_exception(error)
        return future


def test_a_sequential_test_ends_a_match_early():
    def play(sprt=(0, 50), **on):
        return es.match("alphabeta:depth=4", "random", games=2_000, game="tictactoe", sprt=sprt, seed=2, **on)

    here = play()
    assert here.verdict == "H1" and here.games < 1_000
    inline = Inline()
    there = play(executor=inline, batch=2)
    assert there.verdict == "H1" and there.games < 1_000
    # What has not begun is cancelled: a few batches more than the test needed.
    assert 4 * inline.done <= there.games + 4 * 2 * _executor.workers(inline)
    assert es.match("random", "random", games=2, game="tictactoe").verdict is None
    with pytest.raises(ValueError):
        play(sprt=(10, 0))


def test_cancelled_batches_are_not_played(tmp_path):
    """The result of the first batch ends the run: of a hundred tasks, one worker begins a few."""
    log = tmp_path / "begun"
    with ThreadPoolExecutor(1) as pool:
        _executor.run(pool, begin, [(str(log), index) for index in range(100)], lambda index, result: True)
    assert len(log.read_text().split()) < 5


def begin(log, index):
    with open(log, "a") as file:
        file.write(f"{index} ")


def test_an_exception_of_a_player_comes_back_from_the_worker(pool):
    with pytest.raises(ValueError, match='played "z9"'):
        es.match(Illegal(), "random", games=2, game="tictactoe", executor=pool)
    with pytest.raises(es.SpecError, match="did you mean depth"):
        es.match("alphabeta:dept=2", "random", games=2, executor=pool)


class Illegal:
    def choose_move(self, position):
        return "z9"


def test_a_suite_on_processes_is_the_suite_of_one_process(pool):
    def figures(suite):
        return [(s["line"], s["id"], s["answer"], s["solved"]) for s in suite], suite.skipped, suite.solved, suite.problems

    here = es.suite(POSITIONS, "alphabeta:depth=2")
    assert (here.solved, here.problems, here.skipped[0]["line"]) == (3, 3, 2)
    assert figures(es.suite(POSITIONS, "alphabeta:depth=2", executor=pool, batch=1)) == figures(here)
    assert "back rank" in here._repr_html_() and repr(here).startswith("<records: alphabeta:depth=2 solved 3 of 3")


def test_a_suite_of_a_file_and_of_a_player_in_python(tmp_path):
    file = tmp_path / "mates.epd"
    file.write_text("\n".join(POSITIONS))
    assert es.suite(file, "alphabeta", depth=2).data["suite"] == "mates.epd"
    assert es.suite(POSITIONS[:1], Last(), show_progress=False).problems == 1
    for on in ({}, {"executor": Inline()}):
        with pytest.raises(ValueError, match="records has no position to solve: line 1"):
            es.suite(["nonsense"], **on)
    with pytest.raises(FileNotFoundError):
        es.suite(str(tmp_path / "none.epd"))


def test_games_of_training_on_processes(pool, tmp_path):
    def play(name):
        return es.datagen(tmp_path / name, 6, nodes=60, seed=5, executor=pool, batch=2)

    first, second = play("first.pack"), play("second.pack")
    assert first.games == 6 and first.positions > 0
    assert (tmp_path / "first.pack").read_bytes()[-200:] == (tmp_path / "second.pack").read_bytes()[-200:]
    with pytest.raises(ValueError, match="name a new file"):
        play("first.pack")
    assert second.moves == first.moves


def test_a_ladder_on_processes_has_the_same_games(pool):
    def measured(**on):
        ladders = es.ladder(
            "tictactoe", measure=True, games=4, least=4, textbook_nodes=200, movetime=1, show_progress=False, **on
        )
        return [(rung["name"], rung["at_nodes"]) for rung in ladders[0]["rungs"]]

    assert measured(executor=pool) == measured(concurrency=1)


CLASS = """
title = "Class"
assignment = "alphabeta"
[tournament]
game = "tictactoe"
games = 2
movetime = 1000
baselines = []
"""


def test_a_class_on_processes_has_the_grades_of_one_process(pool, tmp_path):
    from programs import PROGRAMS

    names = ["does not cut on a tie", "only values"]
    text = CLASS
    for name in names:
        (tmp_path / f"{name}.py").write_text(PROGRAMS[name])
        text += f'[[student]]\nname = "{name}"\nprogram = "{name}.py"\n'
    text += '[[student]]\nname = "absent"\nprogram = "none.py"\n'
    (tmp_path / "class.toml").write_text(text)

    def marks(keep, **on):
        grades = es.grade_class(tmp_path / "class.toml", keep=tmp_path / keep, **on)
        assert grades.complete and grades.tournament["games"] > 0 and "does not cut" in grades._repr_html_()
        return [(student["name"], student["sheet"], student["refused"]) for student in grades]

    here = marks("here")
    assert here[0][1]["bug"]["name"] == "strict-cut" and not here[1][1]["passed"] and here[2][2]
    assert marks("there", executor=pool, batch=1) == here
    # All students are graded: nothing is sent, and the same call gives the same result.
    assert marks("there", executor=Inline()) == here


DASK = """
import sys
sys.path.insert(0, {folder!r})
import espalier as es
from dask.distributed import Client, LocalCluster
from test_executors import Dies, Last

def main():
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        ex = client.get_executor()
        there = es.match("alphabeta:depth=2", Dies({marker!r}), games=40, game="othello6", executor=ex, batch=1)
    here = es.match("alphabeta:depth=2", Last(), games=40, game="othello6")
    print(there.games, there.report["fingerprint"] == here.report["fingerprint"])

if __name__ == "__main__":
    main()
"""


def test_a_match_on_dask_survives_a_killed_worker(tmp_path):
    pytest.importorskip("distributed")
    script, marker = tmp_path / "dask_match.py", tmp_path / "died"
    script.write_text(DASK.format(folder=str(pathlib.Path(__file__).parent), marker=str(marker)))
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300)
    assert ran.stdout.split() == ["40", "True"] and marker.exists(), ran.stdout + ran.stderr
