"""`grade`: a function gets the same sheet as the same program by the script protocol."""

import json
import subprocess
import sys
import time
import types

import espalier as es
import pytest
from programs import PROGRAMS, SEARCH


def function(source):
    module = types.ModuleType("student")
    exec(source, module.__dict__)
    return module.answer


def without_name(sheet):
    # A function runs in this process, without isolation.
    return {name: value for name, value in sheet.data.items() if name not in ("program", "isolation")}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_function_gets_the_sheet_of_the_script_protocol(name, tmp_path):
    source = PROGRAMS[name]
    path = tmp_path / "answer.py"
    path.write_text(source)
    graded = es.grade(function(source), assignment="alphabeta")
    assert without_name(graded) == without_name(es.grade(str(path), assignment="alphabeta"))
    assert graded.passed == (name == "right")


def test_a_sheet_has_marks_and_the_bug():
    sheet = es.grade(function(PROGRAMS["does not cut on a tie"]), "alphabeta")
    assert sheet.bug == "strict-cut" and not sheet.passed
    assert 0 < sheet.total < sheet.maximum
    assert sheet.total == pytest.approx(sum(c.points for c in sheet.criteria if c.graded))
    assert "The bug is strict-cut" in repr(sheet)
    assert "<iframe srcdoc=" in sheet._repr_html_() and "strict-cut" in sheet._repr_html_()


def test_an_answer_that_takes_too_long_is_interrupted(tmp_path):
    # A list would be restored between questions: a grader's function has no memory.
    log = str(tmp_path / "questions")

    def listens(question):
        with open(log, "a") as file:
            print(json.dumps(question), file=file)
        return right(question)

    right = function(SEARCH)
    es.grade(listens, "minimax")
    slow = json.loads(open(log).readlines()[5])

    assignment = tmp_path / "quick.toml"
    assignment.write_text(es_assignment("minimax") + "\n[limits]\nseconds = 1.0\n")

    def hangs(question):
        if question == slow:
            while True:
                try:
                    time.sleep(0.01)
                except Exception:
                    pass
        return right(question)

    sheet = es.grade(hangs, str(assignment))
    in_time = [mark for mark in sheet.criteria if mark.title == "In time"]
    assert in_time and not in_time[0].passed and "within 1 s" in in_time[0].line
    source = f"{SEARCH}\nfrom time import sleep\nright = answer\nSLOW = {slow!r}\n" + (
        "def answer(question):\n"
        "    while question == SLOW:\n"
        "        sleep(0.01)\n"
        "    return right(question)\n"
    )
    path = tmp_path / "answer.py"
    path.write_text(source)
    assert without_name(sheet) == without_name(es.grade(str(path), str(assignment)))


def es_assignment(name):
    """Returns the text of a built-in assignment."""
    command = [sys.executable, "-m", "espalier", "grade", "--show", name]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_state_in_closures_defaults_and_objects_is_restored():
    from espalier._grade import Memory

    calls = {"global": 0}

    class Student:
        def __init__(self):
            self.calls = 0

        def answer(self, question, kept=[]):  # noqa: B006
            self.calls += 1
            kept.append(question)
            calls["global"] += 1
            return self.calls, len(kept), calls["global"]

    student = Student()
    memory = Memory(student.answer)
    assert student.answer(1) == (1, 1, 1) and student.answer(2) == (2, 2, 2)
    memory.restore()
    assert student.answer(3) == (1, 1, 1)


def test_errors():
    with pytest.raises(ValueError, match="no assignment is called"):
        es.grade(function(SEARCH), "alphabet")
    with pytest.raises(es.SpecError):
        es.grade("no-such-player", "alphabeta")
    with pytest.raises(TypeError, match="a program is a function, a file or the spec of a player"):
        es.grade(3, "alphabeta")


def test_a_function_plays_matches_of_an_assignment():
    def answer(question):
        board = question["position"]
        free = next(i for i in range(9) if board[i] == ".")
        return {"move": "abc"[free % 3] + str(free // 3 + 1)}

    from espalier._grade import Student

    assert Student(answer).answer('{"position":"........."}', 5.0) == '{"move": "a1"}'
