"""`match` and `tournament`: games between players."""

import json
import math
from concurrent.futures import Executor
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from . import _display, _espalier, _executor
from ._game import Game
from ._job import progress
from ._position import game_argument, limits, whole


class Games:
    """The games of a match or a tournament."""

    def __init__(self, header: str, played: List[Dict[str, Any]], reported: Dict[str, Any]) -> None:
        self.report: Dict[str, Any] = reported["report"]
        """All figures, with the names of `--json` of the command."""
        self.text: str = reported["text"]
        """The report of the command."""
        self.games: int = self.report["games"]
        """The number of games played."""
        self.pgn: str = "".join(game["pgn"] for game in played)
        """The games as PGN."""
        self.journal: str = f'{{"manifest":{header}}}\n' + "".join(game["line"] for game in played)
        """The journal, as `--resume` writes it; `espalier merge` reads it."""


class Match(Games):
    """The result of a match, from the view of the first player."""

    def __init__(self, header: str, played: List[Dict[str, Any]], reported: Dict[str, Any]) -> None:
        super().__init__(header, played, reported)
        pairing = self.report["pairings"][0]
        tally = pairing["tally"]
        self.wins: int = tally["wins"]
        self.draws: int = tally["draws"]
        self.losses: int = tally["losses"]
        infinite = math.inf if self.wins > self.losses else -math.inf
        self.elo: float = infinite if pairing["elo"] is None else pairing["elo"]
        """The Elo difference; infinite if one side won every game."""
        self.error: float = math.inf if pairing["elo_error"] is None else pairing["elo_error"]
        """Half the width of its 95% interval; infinite if the interval is."""
        self.players = (str(pairing["player"]), str(pairing["opponent"]))
        test = self.report.get("sprt")
        self.verdict: Optional[str] = test and test["verdict"]
        """The verdict of a sequential test: `"H0"`, `"H1"` or `"Continue"`; `None` without a test."""

    def __repr__(self) -> str:
        first, second = self.players
        return f"<{first} against {second}: {self.wins} won, {self.draws} drawn, {self.losses} lost>"

    def _repr_html_(self) -> str:
        bar = _display.results(self.wins, self.draws, self.losses, "30rem")
        return f"<div>{bar}{_display.plain(self.text)}</div>"


class Tournament(Games):
    """The result of a tournament."""

    def __init__(self, header: str, played: List[Dict[str, Any]], reported: Dict[str, Any]) -> None:
        super().__init__(header, played, reported)
        self.players: List[Dict[str, Any]] = self.report["players"]
        """A dict for each player, the best first: `player`, `tally`, `rating` and its error, faults."""
        self.pairings: List[Dict[str, Any]] = self.report["pairings"]
        """A dict for each pair of players, from the view of the first: `player`, `opponent`, `tally`, `elo`."""

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        names = [player["player"] for player in self.players]
        scores: Dict[Tuple[str, str], str] = {}
        for pairing in self.pairings:
            tally = pairing["tally"]
            points, lost = tally["wins"] + tally["draws"] / 2, tally["losses"] + tally["draws"] / 2
            scores[pairing["player"], pairing["opponent"]] = f"{points:g}"
            scores[pairing["opponent"], pairing["player"]] = f"{lost:g}"
        rows = []
        for place, player in enumerate(self.players, 1):
            tally = player["tally"]
            points = tally["wins"] + tally["draws"] / 2
            against = [scores.get((player["player"], name), "") for name in names]
            rows.append(
                [
                    str(place),
                    f"<code>{_display.text(player['player'])}</code>",
                    f"{points:g}",
                    _display.results(tally["wins"], tally["draws"], tally["losses"], "120px"),
                    f"{player['rating']:+.0f} &plusmn; {player['rating_error']:.0f}",
                    *against,
                ]
            )
        head = ["", "player", "points", "", "rating", *(str(place) for place in range(1, len(names) + 1))]
        caption = f"{self.games} games. A row has the points against each player."
        return f"<div>{_display.table(head, rows, left=(1, 3))}{caption}</div>"


def match(
    player: Any,
    opponent: Any,
    *,
    games: int = 100,
    game: Union[str, Game] = "chess",
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    movetime: Optional[int] = None,
    seed: int = 0,
    plies: Optional[int] = None,
    sprt: Optional[Tuple[float, float]] = None,
    concurrency: Optional[int] = None,
    executor: Optional[Executor] = None,
    batch: Optional[int] = None,
    show_progress: bool = True,
) -> Match:
    """Plays games between two players, each opening with both colours. Returns a `Match` with `wins`, `elo` and `pgn`.

    A player is a spec, or an object with `choose_move(position)`, see `Position`. `plies` asks for random openings of this length
    instead of the opening book. `sprt=(elo0, elo1)` ends the match when a sequential test accepts one of two Elo differences. With
    players in Python the games are played one after another, unless an `executor` of `concurrent.futures` plays them: its workers get
    `batch` pairs of games at a time, and the players and the game are pickled for them.

    >>> import espalier as es
    >>> class First:
    ...     def choose_move(self, position): return position.moves()[0]
    >>> result = es.match("alphabeta:depth=4", First(), games=4, game="tictactoe")
    >>> result.games, result.losses
    (4, 0)
    """
    players = [player, opponent]
    bounds = limits(depth, nodes, None, movetime)
    whole(0, games=games, seed=seed, plies=plies)
    whole(1, concurrency=concurrency)
    header = _espalier.plan_games(players, game_argument(game), games, False, bounds, seed, plies, sprt)
    return Match(header, *_play(players, game, header, games // 2, concurrency, executor, batch, show_progress))


def tournament(
    players: Sequence[Any],
    *,
    games: int = 10,
    gauntlet: bool = False,
    game: Union[str, Game] = "chess",
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    movetime: Optional[int] = None,
    seed: int = 0,
    plies: Optional[int] = None,
    concurrency: Optional[int] = None,
    executor: Optional[Executor] = None,
    batch: Optional[int] = None,
    show_progress: bool = True,
) -> Tournament:
    """Plays games between all pairs of players, or with `gauntlet=True` between the first and each of the others.

    Returns a `Tournament` with `players`, the best first, and `pairings`.
    `games` is the number for each pair. The other arguments are those of `match`.

    >>> import espalier as es
    >>> result = es.tournament(["random", "alphabeta:depth=2", "alphabeta:depth=6"], game="tictactoe")
    >>> result.games, result.players[-1]["player"]
    (30, 'random')
    """
    if isinstance(players, str):
        raise TypeError(f"players is a list: write [{players!r}, ...]")
    players = list(players)
    bounds = limits(depth, nodes, None, movetime)
    whole(0, games=games, seed=seed, plies=plies)
    whole(1, concurrency=concurrency)
    header = _espalier.plan_games(players, game_argument(game), games, gauntlet, bounds, seed, plies, None)
    pairings = len(players) - 1 if gauntlet else len(players) * (len(players) - 1) // 2
    return Tournament(header, *_play(players, game, header, pairings * games // 2, concurrency, executor, batch, show_progress))


def _play(
    players: List[Any],
    game: Union[str, Game],
    header: str,
    pairs: int,
    concurrency: Optional[int],
    executor: Optional[Executor],
    batch: Optional[int],
    show: bool,
) -> Tuple[List[Dict[str, Any]], Dict[str, Any]]:
    """Plays the games of a plan. Returns them with the report."""
    standing = _espalier.Standing(header)
    with progress("games", show) as report:
        if executor is None:
            played = json.loads(_espalier.play_games(players, game, header, None, concurrency, report))
            standing.add("".join(game["line"] for game in played))
        else:
            played = []
            ranges = _executor.batches(pairs, batch, executor)
            tasks = [(players, game, header, list(range(*pair))) for pair in ranges]

            def done(_: int, text: str) -> bool:
                ended = json.loads(text)
                played.extend(ended)
                if report is not None:
                    report(len(played), 2 * pairs)
                return standing.add("".join(game["line"] for game in ended))

            _executor.run(executor, play_batch, tasks, done)
            played.sort(key=lambda game: game["number"])
    return played, json.loads(standing.report())


def play_batch(players: List[Any], game: Union[str, Game], header: str, pairs: List[int]) -> str:
    """Plays some pairs of games of a plan, on a worker."""
    return _espalier.play_games(players, game, header, pairs, 1, None)
