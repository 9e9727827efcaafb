"""Trees: recorded searches, and number trees. Both display as SVG, drawn by the library that draws those of the web app."""

import json
from typing import Any, Dict, List, Optional, Sequence, Union

from . import _display, _espalier

Numbers = Union[int, Sequence[Any]]


class SearchTree:
    """The recorded tree of a search. Nodes are numbers; `root` is the root of the last iteration.

    >>> import espalier as es
    >>> tree = es.search("alphabeta:depth=2", game="tictactoe", trace=True).tree
    >>> len(tree), tree.children()[0]["mv"]
    (36, 'a1')
    """

    def __init__(self, tree: _espalier.RecordedTree) -> None:
        self._tree = tree
        self.summary: Dict[str, Any] = json.loads(tree.summary)
        """Player, position, move, value, nodes, and figures for charts."""
        self.root: int = tree.root

    def __len__(self) -> int:
        return int(self.summary["recorded"])

    def node(self, node: Optional[int] = None) -> Dict[str, Any]:
        """Returns the details of a node: window, value, cut, the order of its moves, its position."""
        found: Dict[str, Any] = json.loads(self._tree.inspect(self.root if node is None else node))
        return found

    def children(self, node: Optional[int] = None) -> List[Dict[str, Any]]:
        """Returns the children of a node in the order of the search; a skipped move has `reason` and no `id`."""
        children = json.loads(self._tree.children(self.root if node is None else node))
        return [child.get("node", child) for child in children]

    def find(self, line: str) -> Dict[str, Any]:
        """Returns the details of the node that a line of moves leads to, such as `"e4 e5"`."""
        found: Dict[str, Any] = json.loads(self._tree.find(line))
        return found

    def svg(self, node: Optional[int] = None, nodes: int = 60) -> str:
        """Draws the tree below a node as SVG, the principal variation first, with at most `nodes` nodes."""
        return _display.standalone(self._tree.svg(self.root if node is None else node, nodes))

    def __repr__(self) -> str:
        return f"<SearchTree of {self.summary['spec']}: {len(self):,} nodes>"

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        drawings = (self.svg(nodes=nodes) for nodes in (60, 45, 30, 20, 12, 6))
        drawn = next((svg for svg in drawings if _display.width(svg) <= _display.READABLE), self.svg(nodes=1))
        caption = (
            f"{self.summary['spec']}: {len(self):,} recorded nodes. Numbers in nodes are values; the letters at them are moves;"
            " the green line is the principal variation."
        )
        return _display.tree(drawn, caption)


class TreeSearch:
    """The search of a number tree. It displays the tree with visited values and cutoffs."""

    def __init__(self, name: str, data: Dict[str, Any]) -> None:
        self.name = name
        self.value: int = data["value"]
        """The value of the root for MAX."""
        self.leaves: int = data["leaves"]
        """The number of visited leaves."""
        self.nodes: int = data["nodes"]
        """The number of nodes entered, the root included."""
        self.cuts: int = data["cuts"]
        """The number of cutoffs. One at the last move counts, although it skips nothing."""
        self.visited: List[int] = data["visited"]
        """The values of the visited leaves, in order."""
        self.steps: List[str] = data["steps"]
        """A sentence for each step of the search."""
        self._svg: str = data["svg"]

    def __repr__(self) -> str:
        return f"<{self.name}: value {self.value}, {self.leaves} leaves, {_display.count(self.cuts, 'cutoff')}>"

    def _repr_svg_(self) -> str:
        return _display.standalone(self._svg)

    def _repr_html_(self) -> str:
        caption = f"{self.name}: value {self.value}, {self.leaves} leaves visited, {_display.count(self.cuts, 'cutoff')}"
        return _display.tree(self._repr_svg_(), caption)


class Tree:
    """A number tree: nested lists with the values of the leaves for MAX, who moves at the root.

    >>> import espalier as es
    >>> t = es.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> t.search("minimax").leaves, t.search("alphabeta").visited
    (9, [3, 12, 8, 2, 14, 5, 2])
    >>> t.search("alphabeta")
    <alphabeta: value 3, 7 leaves, 1 cutoff>
    """

    def __init__(self, tree: Union[Numbers, str]) -> None:
        self.text = tree_text(tree)
        self._drawing = _espalier.number_tree(self.text)

    def search(self, name: str = "alphabeta") -> TreeSearch:
        """Searches the tree: `minimax`, `negamax`, `alphabeta`, `maxmin`, `failhard` or `pvs`."""
        return TreeSearch(name, json.loads(_espalier.number_tree(self.text, name)))

    def __repr__(self) -> str:
        return f"Tree({self.text})"

    def _repr_svg_(self) -> str:
        return _display.standalone(self._drawing)

    def _repr_html_(self) -> str:
        return _display.tree(self._repr_svg_())


def tree_text(tree: Union[Numbers, str]) -> str:
    """Returns a number tree as text."""
    return tree if isinstance(tree, str) else json.dumps(_lists(tree))


def _lists(tree: Numbers) -> Any:
    if isinstance(tree, bool) or not isinstance(tree, (int, list, tuple)):
        raise TypeError(f"a tree is nested lists of whole numbers, not {tree!r}")
    return tree if isinstance(tree, int) else [_lists(child) for child in tree]
