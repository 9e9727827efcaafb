"""OpenSpiel's Monte Carlo tree search, for `cargo run --bin alternatives`.

Says its version, then reads lines: a number of simulations, and the squares of the moves that lead to a position of
Othello, both as plain numbers. Answers each with the seconds that its own search, written in C++, took.
"""

import sys
import time
from importlib.metadata import version

try:
    import pyspiel
except ImportError:
    sys.exit()  # Whoever asked says so.


def main():
    game = pyspiel.load_game("othello")
    print(version("open_spiel"), flush=True)
    for line in sys.stdin:
        simulations, *squares = map(int, line.split())
        state = game.new_initial_state()
        for square in squares:
            state.apply_action(square)
        # One random game for each simulation; the solver is on, as ours is.
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1024, True, 1, False)
        start = time.perf_counter()
        bot.step(state)
        print(time.perf_counter() - start, flush=True)


main()
