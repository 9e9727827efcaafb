"""Long work on files: the ladder, classes, self-play games and the training of networks.

Each function runs the command of the same name in this process, with the same defaults and the same files.
"""

import csv as _csv
import json
import os
import pathlib
import re
import tempfile
from concurrent.futures import Executor
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union, overload

from . import _display, _espalier, _executor
from ._job import progress
from ._lists import Entries
from ._train import SmallTraining, train_small

Path = Union[str, "os.PathLike[str]"]


def arguments(name: str, *words: Path, **options: Any) -> List[str]:
    """Returns a command line. An option is left out if it is `None` or `False`, and has no value if it is `True`."""
    line = [name, *(str(os.fspath(word)) for word in words)]
    for key, value in options.items():
        if value is None or value is False:
            continue
        line.append("--" + key.strip("_").replace("_", "-"))
        if value is not True:
            line.append(os.fspath(value) if isinstance(value, os.PathLike) else str(value))
    return line


def call(title: str, show: bool, line: Sequence[str]) -> str:
    """Runs a command with a progress bar. The errors of its options have the names of the arguments in Python."""
    with progress(title, show) as report:
        try:
            return _espalier.command(line, report)
        except ValueError as error:
            sentence = re.sub(r"^invalid value '.*?' for '--([a-z0-9-]+).*?': ", r"\1: ", str(error))
            raise ValueError(sentence) from None


class Ladder(Sequence[Dict[str, Any]]):
    """A measured ladder: a dict for each game, with its rungs and what each one gains."""

    def __init__(self, ladders: List[Dict[str, Any]], text: str, page: str) -> None:
        self.ladders = ladders
        self.text = text
        """The tables as Markdown."""
        self.html = page
        """The tables and pictures as a page."""

    def __len__(self) -> int:
        return len(self.ladders)

    def __getitem__(self, index: Any) -> Any:
        return self.ladders[index]

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return _display.page(self.html, 700)


def ladder(
    game: Optional[str] = None,
    *,
    measure: bool = False,
    games: Optional[int] = None,
    least: Optional[int] = None,
    margin: Optional[float] = None,
    nodes: Optional[int] = None,
    textbook_nodes: Optional[int] = None,
    movetime: Optional[int] = None,
    ablation_nodes: Optional[int] = None,
    technique_games: Optional[int] = None,
    seed: int = 0,
    concurrency: Optional[int] = None,
    resume: Optional[Path] = None,
    output: Optional[Path] = None,
    executor: Optional[Executor] = None,
    show_progress: bool = True,
) -> Union[Entries, Ladder]:
    """Returns the rungs of the ladder, or measures them with `measure=True`: every rung plays the one below it.

    A measurement of chess takes hours; `resume` names the file of its games, with which the same call continues, and `output` a folder
    for the documents. On an `executor` each worker plays some of the comparisons. `espalier ladder --help` describes the options.

    >>> import espalier as es
    >>> es.ladder("othello").names()[:2]
    ['random', 'minimax']
    """
    if not measure:
        return Entries(json.loads(_espalier.ladder_rungs(game)))
    options = dict(
        game=game,
        games=games,
        least=least,
        margin=margin,
        nodes=nodes,
        textbook_nodes=textbook_nodes,
        movetime=movetime,
        ablation_nodes=ablation_nodes,
        technique_games=technique_games,
        seed=seed,
    )
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(output or scratch)
        title = "comparisons"
        if executor is not None:
            if resume is not None:
                raise ValueError("resume keeps the games of one process: leave out resume or executor")
            resume = pathlib.Path(scratch, "all.jsonl")
            _ladder_on(executor, options, pathlib.Path(scratch), resume, show_progress)
        line = arguments("ladder", measure=True, **options, concurrency=concurrency, resume=resume, output=folder)
        text = call(title, show_progress, line)
        ladders = json.loads(pathlib.Path(folder, "ladder.json").read_text(encoding="utf-8"))
        return Ladder(ladders, text, pathlib.Path(folder, "ladder.html").read_text(encoding="utf-8"))


def _ladder_on(executor: Executor, options: Dict[str, Any], scratch: pathlib.Path, journal: pathlib.Path, show: bool) -> None:
    """Plays the comparisons of a ladder on an executor and writes their journal."""
    shards = 4 * _executor.workers(executor)
    tasks = [(arguments("ladder", measure=True, **options, concurrency=1, shard=f"{i}/{shards}"),) for i in range(shards)]
    parts: List[pathlib.Path] = []
    with progress("shards", show) as report:

        def done(index: int, part: bytes) -> bool:
            parts.append(scratch / f"{index}.jsonl")
            parts[-1].write_bytes(part)
            if report is not None:
                report(len(parts), shards)
            return False

        _executor.run(executor, ladder_shard, tasks, done)
    _espalier.command(arguments("merge", *sorted(parts), output=journal), None)


def ladder_shard(line: Sequence[str]) -> bytes:
    """Plays some comparisons of a ladder on a worker, and returns their journal."""
    with tempfile.TemporaryDirectory() as folder:
        journal = pathlib.Path(folder, "games.jsonl")
        _espalier.command([*line, "--resume", str(journal), "--output", folder], None)
        return journal.read_bytes()


class ClassGrades(Sequence[Dict[str, Any]]):
    """The results of a class: a dict for each student, with the names of `espalier class --json`."""

    def __init__(self, data: Dict[str, Any]) -> None:
        self.data = data
        """The whole report, with the tournament and the games lost by faults."""
        self.title: str = data["title"]
        self.complete: bool = data["complete"]
        self.students: List[Dict[str, Any]] = data["students"]
        self.tournament: Optional[Dict[str, Any]] = data["tournament"]

    def __len__(self) -> int:
        return len(self.students)

    def __getitem__(self, index: Any) -> Any:
        return self.students[index]

    def __repr__(self) -> str:
        return "\n".join([self.title, *(f"{student['name']}: {_grade(student)}" for student in self.students)])

    def _repr_html_(self) -> str:
        rows = []
        for student in self.students:
            sheet = student["sheet"] or {}
            share = sheet["total"] / sheet["maximum"] if sheet.get("maximum") else 0.0
            bug = (sheet.get("bug") or {}).get("name")
            points = "" if student["points"] is None else f"{student['points']:g} of {student['games']}"
            rows.append((_display.text(student["name"]), _grade(student), _display.bar(share), _display.text(bug), points))
        table = _display.table(("student", "points", "", "bug", "tournament"), rows, left=(0, 2, 3))
        return f"<div><b>{_display.text(self.title)}</b>{table}</div>"


def _grade(student: Dict[str, Any]) -> str:
    sheet = student["sheet"]
    return "not graded" if sheet is None else f"{round(sheet['total'], 2):g} of {sheet['maximum']:g}"


def grade_class(
    file: Path,
    *,
    html: Optional[Path] = None,
    csv: Optional[Path] = None,
    keep: Optional[Path] = None,
    concurrency: Optional[int] = None,
    executor: Optional[Executor] = None,
    batch: Optional[int] = None,
    show_progress: bool = True,
) -> ClassGrades:
    """Grades a class and plays its tournament. `file` is the class file, which `espalier class --help` describes.

    Grades and games are kept in the folder `keep`, by default beside the class file: the same call continues after an interrupt.
    `html` is a folder for the pages of the class and the students, `csv` a file for the marks. On an `executor` each worker grades
    `batch` students at a time, and reads the class file and the programs itself; the tournament is played here.
    """
    if executor is not None:
        keep = pathlib.Path(file).with_suffix(".class") if keep is None else keep
        _grade_on(executor, os.fspath(file), pathlib.Path(keep), batch, show_progress)
    line = arguments("class", file, html=html, csv=csv, keep=keep, concurrency=concurrency, json=True)
    return ClassGrades(json.loads(call("students and games", show_progress, line)))


def _grade_on(executor: Executor, file: str, keep: pathlib.Path, batch: Optional[int], show: bool) -> None:
    """Grades the students that have no grade yet on an executor, and adds them to the journal of the class."""
    count = _espalier.class_begin(file, str(keep))
    journal = keep / "grades.jsonl"
    graded = {index for index, _ in _grades(journal.read_text(encoding="utf-8"))}
    left = [index for index in range(count) if index not in graded]
    ranges = _executor.batches(len(left), batch, executor)
    tasks = [(file, left[first:end]) for first, end in ranges]
    with progress("students", show) as report:

        def done(index: int, text: str) -> bool:
            with journal.open("a", encoding="utf-8") as lines:
                for number, line in _grades(text):
                    student = tasks[index][1][number]
                    graded.add(student)
                    lines.write(json.dumps({"grade": {**line, "student": student}}, ensure_ascii=False) + "\n")
            if report is not None:
                report(len(graded), count)
            return False

        _executor.run(executor, grade_students, tasks, done)


def _grades(journal: str) -> List[Tuple[int, Dict[str, Any]]]:
    """Returns the grades of a journal, with the indices of the students."""
    lines = [json.loads(line) for line in journal.splitlines()]
    return [(line["grade"]["student"], line["grade"]) for line in lines if "grade" in line]


def grade_students(file: str, students: Sequence[int]) -> str:
    """Grades some students of a class on a worker, and returns their journal."""
    with tempfile.TemporaryDirectory() as folder:
        return _espalier.class_grades(file, students, folder)


class Pack:
    """A file of self-play games."""

    def __init__(self, file: Path, text: str) -> None:
        self.file = os.fspath(file)
        self.text = text
        """The last lines of the command."""
        inspected = _espalier.command(arguments("pack", "inspect", file), None)
        games, moves, positions = re.findall(r"^\s*(\d+) games, (\d+) moves, (\d+) positions kept", inspected, re.M)[-1]
        self.games = int(games)
        self.moves = int(moves)
        self.positions = int(positions)
        """The quiet positions, which a training uses."""

    def __repr__(self) -> str:
        return f"<{self.file}: {self.games:,} games, {self.positions:,} positions>"


def datagen(
    file: Path,
    games: int = 1_000,
    *,
    nodes: Optional[int] = None,
    random_plies: Optional[int] = None,
    book: Optional[int] = None,
    chess960: Optional[int] = None,
    balance: Optional[int] = None,
    won: Optional[int] = None,
    hunt: bool = False,
    seconds: Optional[int] = None,
    seed: Optional[int] = None,
    evalfile: Optional[Path] = None,
    concurrency: Optional[int] = None,
    resume: bool = False,
    executor: Optional[Executor] = None,
    batch: Optional[int] = None,
    show_progress: bool = True,
) -> Pack:
    """Plays games of the engine against itself and writes them to a pack, from which `train` learns.

    `espalier datagen --help` describes the options. On an `executor` each worker plays `batch` games at a time with a seed of its own.
    An interrupted call keeps the games that have ended, and continues with `resume=True`.

    >>> import espalier as es, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     es.datagen(os.path.join(folder, "games.pack"), 2, nodes=100, seed=1).games
    2
    """
    options = dict(
        nodes=nodes,
        random_plies=random_plies,
        book=book,
        chess960=chess960,
        balance=balance,
        won=won,
        hunt=hunt,
        evalfile=evalfile,
    )
    if executor is None:
        line = arguments(
            "datagen", file, games=games, **options, seconds=seconds, seed=seed, concurrency=concurrency, resume=resume
        )
        return Pack(file, call("games", show_progress, line))
    if resume or seconds is not None:
        raise ValueError("resume and seconds are for one process: leave them out, or executor")
    if os.path.exists(file):
        raise ValueError(f"{os.fspath(file)} exists: name a new file")
    seed = int.from_bytes(os.urandom(6), "little") if seed is None else seed
    ranges = _executor.batches(games, batch, executor)
    tasks = [
        (arguments("datagen", games=end - first, **options, seed=seed + first, concurrency=1),) for first, end in ranges
    ]
    with tempfile.TemporaryDirectory() as scratch, progress("games", show_progress) as report:
        parts = [pathlib.Path(scratch, f"{index}.pack") for index in range(len(tasks))]
        ended = 0

        def done(index: int, pack: bytes) -> bool:
            nonlocal ended
            parts[index].write_bytes(pack)
            ended += ranges[index][1] - ranges[index][0]
            if report is not None:
                report(ended, games)
            return False

        _executor.run(executor, datagen_batch, tasks, done)
        text = _espalier.command(arguments("pack", "shuffle", *parts, output=file, seed=seed), None)
    return Pack(file, text)


def datagen_batch(line: Sequence[str]) -> bytes:
    """Plays some games on a worker, and returns their pack."""
    with tempfile.TemporaryDirectory() as folder:
        pack = pathlib.Path(folder, "games.pack")
        _espalier.command([line[0], str(pack), *line[1:]], None)
        return pack.read_bytes()


class Training:
    """A trained network and the errors during its training."""

    def __init__(self, network: Path, text: str) -> None:
        path = pathlib.Path(network)
        self.network = os.fspath(network)
        """The file of the network."""
        self.text = text
        """The output of the command."""
        manifest = json.loads(path.with_suffix(".manifest.json").read_text(encoding="utf-8"))
        self.result: Dict[str, Any] = manifest["result"]
        """Name of the network, samples, and the held-out error."""
        with path.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
            self.curve: List[Dict[str, float]] = [
                {name: float(value) for name, value in row.items()} for row in _csv.DictReader(file)
            ]
        """The errors during the training."""
        self.held_out: float = self.result["held_out"]
        """The error on games that were held out."""
        self._svg = path.with_suffix(".svg").read_text(encoding="utf-8")

    def __repr__(self) -> str:
        return f"<{self.network}: {self.result['samples']:,} samples, held-out error {self.held_out:.6f}>"

    def _repr_svg_(self) -> str:
        return self._svg


@overload
def train(*, samples: Optional[int] = None, seed: int = 1, show_progress: bool = True) -> SmallTraining: ...


@overload
def train(
    packs: Union[Path, Sequence[Path]],
    output: Path,
    *,
    samples: Optional[int] = None,
    from_: Optional[Path] = None,
    random: bool = False,
    width: Optional[int] = None,
    buckets: Optional[int] = None,
    result_weight: Optional[float] = None,
    rate: Optional[float] = None,
    batch: Optional[int] = None,
    held_out: Optional[int] = None,
    exam: Optional[Path] = None,
    seed: int = 1,
    threads: Optional[int] = None,
    resume: bool = False,
    show_progress: bool = True,
) -> Training: ...


def train(
    packs: Union[Path, Sequence[Path], None] = None,
    output: Optional[Path] = None,
    *,
    samples: Optional[int] = None,
    from_: Optional[Path] = None,
    random: bool = False,
    width: Optional[int] = None,
    buckets: Optional[int] = None,
    result_weight: Optional[float] = None,
    rate: Optional[float] = None,
    batch: Optional[int] = None,
    held_out: Optional[int] = None,
    exam: Optional[Path] = None,
    seed: int = 1,
    threads: Optional[int] = None,
    resume: bool = False,
    show_progress: bool = True,
) -> Union[Training, SmallTraining]:
    """Trains a network from packs of games, by default on from the built-in one; `random=True` begins with random weights.

    `espalier train --help` describes the options. The player `uci:espalier,option.EvalFile=NETWORK` plays with it. An interrupted training
    leaves the network so far, and continues with `resume=True`.

    Without packs, it trains the small network of lesson 11 from random weights:

    >>> import espalier as es
    >>> network = es.train(samples=600_000, show_progress=False)
    >>> network.values["queen"] > network.values["rook"] > network.values["pawn"]
    True
    """
    if packs is None:
        return train_small(4_000_000 if samples is None else samples, seed, show_progress)
    if output is None:
        raise ValueError("output is the file of the network")
    files = [packs] if isinstance(packs, (str, os.PathLike)) else list(packs)
    line = arguments(
        "train",
        *files,
        output=output,
        samples=samples,
        from_=from_,
        random=random,
        width=width,
        buckets=buckets,
        result_weight=result_weight,
        rate=rate,
        batch=batch,
        held_out=held_out,
        exam=exam,
        seed=seed,
        threads=threads,
        resume=resume,
    )
    return Training(output, call("samples", show_progress, line))
