"""What there is: players, games and lessons."""

import json
from typing import Any, Dict, List

from . import _display, _espalier


class Entries(List[Dict[str, Any]]):
    """A list of dicts, each with a `name`. A notebook shows it as a table."""

    def names(self) -> List[str]:
        """Returns the names."""
        return [entry["name"] for entry in self]

    def _repr_html_(self) -> str:
        rows = (
            (f"<code>{_display.text(entry['name'])}</code>", _display.text(entry.get("title")), _display.text(entry["about"]))
            for entry in self
        )
        return _display.table(("name", "title", "about"), rows, left=(0, 1, 2))


def players() -> Entries:
    """Returns the players: name, description, and settings with their types and defaults.

    >>> import espalier as es
    >>> "alphabeta" in es.players().names()
    True
    """
    return Entries(json.loads(_espalier.players_list())["players"])


def games() -> Entries:
    """Returns the games: name, title, sides, start position and evaluators.

    >>> import espalier as es
    >>> es.games().names()[:3]
    ['chess', 'minichess', 'connect4']
    """
    return Entries(json.loads(_espalier.games_list()))


def lessons() -> Entries:
    """Returns the lessons: name, title and steps.

    >>> import espalier as es
    >>> es.lessons()[0]["name"]
    'trees'
    """
    return Entries(json.loads(_espalier.lessons_list()))
