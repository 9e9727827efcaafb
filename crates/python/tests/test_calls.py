"""Long calls: Ctrl-C, threads, memory."""

import gc
import os
import pathlib
import signal
import subprocess
import sys
import threading

import espalier as es
import pytest
from games import Nim
from interrupted import CALLS

@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends_every_long_call(call):
    script = pathlib.Path(__file__).with_name("interrupted.py")
    process = subprocess.Popen([sys.executable, script, call], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output, errors = process.communicate(timeout=60)
    # The time itself depends on the load of the machine; `tools/python_speed.py` prints it.
    assert process.returncode == 0 and float(output) < 20, errors
    assert programs_of(process.pid) == []


def programs_of(pid):
    """Returns the programs with limits that a process has left behind."""
    mark = f"ESPALIER_PROGRAM={pid}.".encode()
    found = []
    for environment in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            found += [environment.parent.name] if mark in environment.read_bytes() else []
        except OSError:
            continue
    return found


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")
def test_ctrl_c_ends_the_command():
    command = [sys.executable, "-m", "espalier", "match", "minimax:depth=6", "minimax:depth=6"]
    program = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    # The first Ctrl-C stops the games.
    threading.Timer(1.0, program.send_signal, (signal.SIGINT,)).start()
    _, errors = program.communicate(timeout=60)
    assert program.returncode == 130 and "games left" in errors


def test_two_threads_search_at_once():
    # The second search starts and ends while the first one runs.
    ended = threading.Event()

    class Waits:
        def choose_move(self, position):
            assert ended.wait(60)
            return position.moves()[0]

    first = threading.Thread(target=es.search, args=(Waits(),))
    first.start()
    es.search("alphabeta:depth=3")
    ended.set()
    first.join(60)
    assert not first.is_alive()


def test_python_runs_during_a_search():
    counted = 0
    stop = threading.Event()

    def count():
        nonlocal counted
        while not stop.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    es.search("minimax:depth=12", movetime=500)
    during = counted - before
    stop.set()
    thread.join()
    assert during > 100


def resident():
    """Returns the memory of this process in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize(
    "times, arguments",
    [(10_000, {}), (1_000, {"trace": True}), (1_000, {"game": Nim(2, 2)})],
    ids=["searches", "recorded searches", "searches of a game in Python"],
)
def test_searches_do_not_grow_memory(times, arguments):
    def search(times):
        for _ in range(times):
            es.search("alphabeta:depth=1", **{"game": "tictactoe", **arguments})
        gc.collect()
        return resident()

    first = search(times // 5)
    assert search(times - times // 5) - first < 4 << 20


@pytest.mark.parametrize("shown", [True, False])
def test_a_long_call_shows_a_progress_bar(shown):
    pytest.importorskip("tqdm")
    call = f"import espalier as es; es.suite(['4k3/8/8/8/8/8/8/Q3K3 w - - bm Qa8+;'] * 4, movetime=400, concurrency=1, show_progress={shown})"
    ran = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=True)
    assert ("positions:" in ran.stderr and "3/4" in ran.stderr) == shown and (shown or not ran.stderr)
