"""`suite`: the positions of a test suite that a player solves."""

import json
import os
from concurrent.futures import Executor
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Union

from . import _display, _espalier, _executor
from ._job import progress
from ._position import Limits, limits, whole


class Suite(Sequence[Dict[str, Any]]):
    """The result of a suite: a dict for each problem, with the names of `espalier suite --json`."""

    def __init__(self, data: Dict[str, Any]) -> None:
        self.data = data
        """The whole report."""
        self.player: str = data["player"]
        self.limit: str = data["limit"]
        self.solved: int = data["totals"]["solved"]
        self.problems: int = data["totals"]["problems"]
        self.points: int = data["totals"]["points"]
        """The points, if the records give points for moves."""
        self.solutions: List[Dict[str, Any]] = data["solutions"]
        self.skipped: List[Dict[str, Any]] = data["skipped"]
        """The records that cannot be used, each with its line and the reason."""

    def __len__(self) -> int:
        return len(self.solutions)

    def __getitem__(self, index: Any) -> Any:
        return self.solutions[index]

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.solutions)

    def to_pandas(self) -> Any:
        """Returns a `pandas.DataFrame` with a row for each problem."""
        import pandas  # type: ignore[import-untyped,unused-ignore]

        return pandas.DataFrame(self.solutions)

    def __repr__(self) -> str:
        return f"<{self.data['suite']}: {self.player} solved {self.solved} of {self.problems} ({self.limit})>"

    def _repr_html_(self) -> str:
        most = max(solution["spent"]["nodes"] for solution in self.solutions)
        rows = [
            (
                _display.text(solution["id"]),
                _display.text(solution["wants"]),
                _display.text(solution["answer"]),
                "yes" if solution["solved"] else "no",
                _display.number(solution["spent"]["nodes"]),
                _display.bar(solution["spent"]["nodes"] / max(1, most)),
            )
            for solution in self.solutions
        ]
        head = ("problem", "solution", "move", "solved", "nodes", "")
        caption = f"<code>{_display.text(self.player)}</code> solved {self.solved} of {self.problems} ({_display.text(self.limit)})"
        return f"<div>{caption}{_display.table(head, rows, left=(0, 1, 2, 3, 5))}</div>"


def suite(
    records: Union[str, "os.PathLike[str]", Iterable[str]],
    player: Any = "engine",
    *,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    evals: Optional[int] = None,
    movetime: Optional[int] = None,
    concurrency: Optional[int] = None,
    executor: Optional[Executor] = None,
    batch: Optional[int] = None,
    show_progress: bool = True,
) -> Suite:
    """Solves a test suite: EPD records with `bm`, `am`, `dm`, or points in `c0`.

    `records` is the name of a file, or the records themselves. Without any limit each position gets one second. An `executor` of
    `concurrent.futures` solves `batch` records at a time.

    >>> import espalier as es
    >>> found = es.suite(['6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "back rank";'], "alphabeta:depth=2")
    >>> found.solved, found[0]["answer"]
    (1, 'Ra8#')
    """
    if isinstance(records, (str, os.PathLike)):
        name = os.path.basename(records)
        # Old suites have names in various encodings.
        with open(records, encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
    else:
        name, lines = "records", [line.rstrip("\n") for line in records]
    bounds = limits(depth, nodes, evals, movetime)
    whole(1, concurrency=concurrency)
    with progress("positions", show_progress) as report:
        if executor is None:
            return Suite(solve(name, lines, None, player, bounds, concurrency, report))
        ranges = _executor.batches(len(lines), batch, executor)
        tasks = [(name, lines[first:end], first, player, bounds, 1, None) for first, end in ranges]
        parts: Dict[int, Dict[str, Any]] = {}

        def done(index: int, part: Dict[str, Any]) -> bool:
            parts[index] = part
            if report is not None:
                report(sum(part["totals"]["problems"] for part in parts.values()), len(lines))
            return False

        _executor.run(executor, solve, tasks, done)
    if not any(part["solutions"] for part in parts.values()):
        solve(name, lines, None, player, bounds, 1, None)  # An error with the reason.
    return Suite(joined([parts[index] for index in sorted(parts)]))


def solve(
    name: str,
    lines: Sequence[str],
    before: Optional[int],
    player: Any,
    bounds: Limits,
    concurrency: Optional[int],
    report: Any,
) -> Dict[str, Any]:
    """Solves a suite, or a part of one with `before` lines before it."""
    text = "\n" * (before or 0) + "\n".join(lines)
    solved = _espalier.solve_suite(name, text, before is None, player, bounds, concurrency, report)
    data: Dict[str, Any] = json.loads(solved)
    return data


def joined(parts: Sequence[Dict[str, Any]]) -> Dict[str, Any]:
    """Joins the reports on the parts of a suite."""
    totals = {key: sum(part["totals"][key] for part in parts) for key in parts[0]["totals"]}
    lists = {key: [item for part in parts for item in part[key]] for key in ("solutions", "skipped")}
    return {**parts[0], **lists, "totals": totals}
