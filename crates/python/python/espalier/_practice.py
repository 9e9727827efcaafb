"""`practice`: exercises on number trees, marked with reasons."""

import json
import random
from typing import Any, Dict, List, Optional, Union

from . import _display, _espalier
from ._position import whole
from ._tree import Numbers, tree_text


class Mark:
    """A marked answer."""

    def __init__(self, data: Dict[str, Any]) -> None:
        self.right: bool = data["right"]
        self.points: int = data["points"]
        self.maximum: int = data["of"]
        self.reasons: List[str] = data["reasons"]
        """What is wrong and why: a sentence for each mistake."""
        self.answer: str = data["answer"]
        """The right answer."""
        self.explanation: str = data["explanation"]
        """How the right answer is found."""

    def __repr__(self) -> str:
        found = "right" if self.right else "wrong"
        return "\n".join([f"{found}: {self.points} of {self.maximum} points", *self.reasons])


class Practice:
    """An exercise: a number tree and questions about minimax and alpha-beta. A notebook shows the tree and the questions."""

    def __init__(self, data: Dict[str, Any], seed: int) -> None:
        self.data = data
        self.seed = seed
        self.tree: str = data["tree"]
        """The tree as text, which `Tree` reads."""
        self.questions: List[str] = [question["text"] for question in data["questions"]]
        self.points: int = data["points"]
        """The points of all questions."""
        self.marks: Dict[int, Mark] = {}
        """The marks of the answers so far, by the number of the question."""

    def answer(self, question: int, text: Any) -> Mark:
        """Marks the answer to a question, counted from 0. `questions` and `hint` have the form of an answer."""
        answer = " ".join(map(str, text)) if isinstance(text, (list, tuple)) else str(text)
        mark = Mark(json.loads(_espalier.practice_mark(self.tree, self.seed, question, answer)))
        self.marks[question] = mark
        return mark

    def hint(self, question: int) -> str:
        """Returns the form of the answer to a question, with an example."""
        return str(self.data["questions"][question]["form"])

    @property
    def total(self) -> int:
        """The points of the answers so far."""
        return sum(mark.points for mark in self.marks.values())

    def __repr__(self) -> str:
        lines = (f"{number}. {text} ({self.hint(number)})" for number, text in enumerate(self.questions))
        return "\n".join([f"Exercise {self.seed}: {self.tree}", *lines])

    def _repr_html_(self) -> str:
        items = "".join(
            f"<li>{_display.text(text)} <small>({_display.text(self.hint(number))})</small></li>"
            for number, text in enumerate(self.questions)
        )
        return _display.tree(_display.standalone(self.data["svg"])) + f'<ol start="0">{items}</ol>'

    def solution(self) -> "Solution":
        """Returns the drawing of the tree after alpha-beta."""
        return Solution(self.data["solution"])


class Solution:
    """The tree of an exercise after alpha-beta."""

    def __init__(self, svg: str) -> None:
        self._svg = svg

    def _repr_svg_(self) -> str:
        return _display.standalone(self._svg)

    def _repr_html_(self) -> str:
        return _display.tree(self._repr_svg_())


def practice(tree: Union[Numbers, str, None] = None, *, shape: str = "3x3", seed: Optional[int] = None) -> Practice:
    """Returns an exercise on a number tree: a given one, or a random one of a shape such as `"3x3x3"` or `"ragged"`.

    The same shape and seed give the same exercise, also on the command line and in the web app.

    >>> import espalier as es
    >>> exercise = es.practice([[3, 12, 8], [2, 4, 6], [14, 5, 2]], seed=1)
    >>> exercise.questions[0]
    'What is the minimax value of A for MAX?'
    >>> exercise.answer(0, 3).right, exercise.answer(1, "c2 c3").points
    (True, 3)
    """
    whole(0, seed=seed)
    seed = random.randrange(100_000) if seed is None else seed
    text = None if tree is None else tree_text(tree)
    return Practice(json.loads(_espalier.practice_exercise(text, shape, seed)), seed)
