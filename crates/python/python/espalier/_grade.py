"""`grade`: grades a function, a file or a player, and names its bug."""

import copy
import json
import threading
import types
from typing import Any, Callable, Dict, List, Optional, Union

from . import _display, _espalier
from ._job import interrupt, progress
from ._position import whole

Question = Dict[str, Any]
Function = Callable[[Question], Any]


class Criterion:
    """The mark for one criterion."""

    def __init__(self, mark: Dict[str, Any]) -> None:
        self.title: str = mark["title"]
        self.points: float = mark["points"]
        self.maximum: float = mark["weight"]
        self.passed: bool = mark["passed"]
        self.graded: bool = mark["graded"]
        """Whether it counts. Fields that no answer has are graded only if the assignment requires them."""
        self.line: str = mark["line"]
        """The result in one line."""

    def __repr__(self) -> str:
        return f"<{self.title}: {round(self.points, 2):g} of {self.maximum:g}, {self.line}>"


class Sheet:
    """A grade sheet. A notebook shows it with the trees of the right and the wrong search."""

    def __init__(self, data: Dict[str, Any]) -> None:
        sheet = data["sheet"]
        self.data: Dict[str, Any] = sheet
        """The sheet, with the names of `espalier grade --json`."""
        self.total: float = sheet["total"]
        """The points of all criteria."""
        self.maximum: float = sheet["maximum"]
        """The most points: the sum of all weights of the assignment."""
        self.passed: bool = sheet["passed"]
        self.bug: Optional[str] = sheet["bug"] and sheet["bug"]["name"]
        """The name of the bug, if one explains the wrong answers."""
        self.criteria: List[Criterion] = [Criterion(mark) for mark in sheet["marks"]]
        self.text: str = data["text"]
        """The sheet of `espalier grade`."""
        self.html: str = data["html"]
        """The sheet as a page."""

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return _display.page(self.html, 700 if self.bug or self.data["failing"] else 380)


def grade(
    program: Union[str, Function],
    assignment: str,
    *,
    seed: int = 1,
    movetime: Optional[int] = None,
    show_progress: bool = True,
) -> Sheet:
    """Grades a program. Returns a `Sheet` with `total`, `maximum`, `passed`, `bug` and `criteria`.

    `program` is a function that takes a question and returns an answer, both dicts as in the script protocol (`docs/teaching.md`), a
    source file, or the spec of a player. A function runs in this process: an answer that takes too long is interrupted, but its
    memory and files are not limited. The same seed asks the same questions.

    >>> import espalier as es
    >>> es.grade("alphabeta:bug=strict-cut", "alphabeta").bug
    'strict-cut'
    """
    if not isinstance(program, str) and not callable(program):
        raise TypeError(f"a program is a function, a file or the spec of a player, not {program!r}")
    whole(0, seed=seed)
    whole(1, movetime=movetime)
    submission = program if isinstance(program, str) else Student(program)
    with progress("questions and games", show_progress) as report:
        text = _espalier.grade(submission, assignment, seed, movetime, report)
    return Sheet(json.loads(text))


class TimeUp(BaseException):
    """The time of an answer is over."""


class Student:
    """A function under test: it answers lines of JSON as the program of the script protocol does."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.__name__ = getattr(function, "__name__", type(function).__name__)
        self._memory = Memory(function)

    def answer(self, line: str, seconds: float) -> Optional[str]:
        """Returns the answer to a line; `None` if it takes longer."""
        alarm = Alarm(seconds)
        try:
            try:
                reply = self.function(json.loads(line))
            except Exception as error:
                reply = {"error": repr(error)}
            finally:
                alarm.off()
        except TimeUp:
            return None
        return json.dumps(reply if isinstance(reply, dict) else {"value": reply})

    def restart(self) -> None:
        """Restores what the function remembers from earlier questions."""
        self._memory.restore()


class Alarm:
    """Raises `TimeUp` in the thread that creates it, again and again until the alarm is off."""

    def __init__(self, seconds: float) -> None:
        self._off = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.get_ident()
        self._rings = False
        watch = threading.Thread(target=self._watch, args=(seconds,), daemon=True)
        watch.start()

    def _watch(self, seconds: float) -> None:
        while not self._off.wait(seconds):
            with self._lock:
                if not self._off.is_set():
                    self._rings = True
                    interrupt(self._thread, TimeUp)
            seconds = 0.05

    def off(self) -> None:
        """Ends the alarm. If it has rung, `TimeUp` is raised before this function returns."""
        with self._lock:
            self._off.set()
        if self._rings:
            raise TimeUp


class Memory:
    """The state that a function keeps between calls: global variables, closures and defaults that it and its functions use.

    A program of the script protocol loses its memory when it is started again. A function does not, so its data is copied before
    the first question and put back.
    """

    def __init__(self, function: Any) -> None:
        self._globals: List[Any] = []
        self._cells: List[Any] = []
        self._functions: List[Any] = []
        self._objects: List[Any] = []
        self._seen: set[int] = set()
        self._visit(function)

    def _visit(self, function: Any) -> None:
        if isinstance(function, types.MethodType):
            self._objects.append((function.__self__, _copy(getattr(function.__self__, "__dict__", {}))))
            function = function.__func__
        if not isinstance(function, types.FunctionType) or id(function) in self._seen:
            return
        self._seen.add(id(function))
        self._functions.append((function, _copy(function.__defaults__), _copy(function.__dict__)))
        for cell in function.__closure__ or ():
            try:
                value = cell.cell_contents
            except ValueError:
                continue
            self._keep(self._cells, cell, value)
        for name in _names(function.__code__):
            if name in function.__globals__:
                self._keep(self._globals, (function.__globals__, name), function.__globals__[name])

    def _keep(self, kept: List[Any], place: Any, value: Any) -> None:
        if isinstance(value, (types.FunctionType, types.MethodType)):
            self._visit(value)
        elif not isinstance(value, (types.ModuleType, type, types.BuiltinFunctionType)):
            kept.append((place, _copy(value)))

    def restore(self) -> None:
        """Puts the copies back."""
        for (variables, name), value in self._globals:
            variables[name] = _copy(value)
        for cell, value in self._cells:
            cell.cell_contents = _copy(value)
        for function, defaults, attributes in self._functions:
            function.__defaults__ = _copy(defaults)
            function.__dict__.clear()
            function.__dict__.update(_copy(attributes))
        for owner, attributes in self._objects:
            owner.__dict__.clear()
            owner.__dict__.update(_copy(attributes))


def _copy(value: Any) -> Any:
    try:
        return copy.deepcopy(value)
    except Exception:
        # Open files, locks: they are shared.
        return value


def _names(code: types.CodeType) -> List[str]:
    """Returns the names that a function and the functions in it use."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names += _names(constant)
    return names
