"""The block of code that introduces the package: `make wheel-test` runs it with the wheel alone in an empty environment."""

import espalier as es
class MyPlayer:
    def choose_move(self, position): return position.moves()[-1]
def my_alphabeta(question): return {"value": 3}
r = es.search("alphabeta:depth=4,order=mvvlva", "startpos")
r.move, r.value, r.nodes, r.depth, r.pv
t = es.search("alphabeta:depth=3", "startpos", trace=True).tree
es.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).search("alphabeta")
es.compare(["minimax", "alphabeta", "pvs"], "report-3", depth=3)
es.match("alphabeta:depth=3", MyPlayer(), games=20, game="othello")
es.grade(my_alphabeta, assignment="alphabeta")
es.evaluate("8/5pk1/2n3p1/2p4p/4B2P/1P3KP1/P7/8 w - - 3 45")
es.players(), es.games(), es.lessons()
class Nim(es.Game):
    def start(self): return (1, 2, 4)
    def moves(self, state): return [(h, n) for h, left in enumerate(state) for n in range(1, left + 1)]
    def play(self, state, move): return tuple(s - (move[1] if i == move[0] else 0) for i, s in enumerate(state))
    def result(self, state): return None if any(state) else -1
    def evaluate(self, state): return 0
    def key(self, state): return state

assert es.search("alphabeta:depth=8", game=Nim()).value == 900_000 - 7

# The names of the results.
tree = es.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).search("alphabeta")
assert (tree.value, tree.leaves, tree.cuts) == (3, 7, 1)
match = es.match("alphabeta:depth=3", MyPlayer(), games=20, game="othello")
assert match.games == match.wins + match.draws + match.losses == match.pgn.count("[Event ") == 20
assert match.elo > 0 and match.error > 0
sheet = es.grade(my_alphabeta, assignment="alphabeta")
assert 0 <= sheet.total < sheet.maximum and not sheet.passed and sheet.criteria and hasattr(sheet, "bug")
for thing in (r, t, tree, match, sheet, es.compare(["minimax", "pvs"], depth=2), es.evaluate("startpos"), es.players()):
    assert thing._repr_html_().startswith("<")
