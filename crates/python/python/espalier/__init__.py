"""Game-tree search from textbook minimax to a strong chess engine.

>>> import espalier as es
>>> r = es.search("alphabeta:depth=2", "startpos")
>>> r.move, r.value, r.depth
('b1a3', 0, 2)
>>> es.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).search("alphabeta").value
3
"""

import atexit

from ._compare import Comparison, compare
from ._espalier import SpecError, __version__
from ._espalier import end_programs as _end_programs
from ._evaluate import Evaluation, evaluate
from ._files import ClassGrades, Ladder, Pack, Training, datagen, grade_class, ladder, train
from ._game import Game
from ._grade import Criterion, Question, Sheet, grade
from ._lists import games, lessons, players
from ._match import Match, Tournament, match, tournament
from ._player import Position
from ._practice import Mark, Practice, practice
from ._search import Answer, search
from ._suite import Suite, suite
from ._train import SmallTraining
from ._tree import Numbers, SearchTree, Tree, TreeSearch

# After Ctrl-C a thread may still wait for the program of a student.
atexit.register(_end_programs)

__all__ = [
    "Answer",
    "ClassGrades",
    "Comparison",
    "Criterion",
    "Evaluation",
    "Game",
    "Ladder",
    "Mark",
    "Match",
    "Numbers",
    "Pack",
    "Position",
    "Practice",
    "Question",
    "SearchTree",
    "Sheet",
    "SmallTraining",
    "SpecError",
    "Suite",
    "Tournament",
    "Training",
    "Tree",
    "TreeSearch",
    "__version__",
    "compare",
    "datagen",
    "evaluate",
    "games",
    "grade",
    "grade_class",
    "ladder",
    "lessons",
    "match",
    "players",
    "practice",
    "search",
    "suite",
    "tournament",
    "train",
]
