"""Runs OpenSpiel's Monte Carlo tree search for `cargo run --bin alternatives`.

Prints its version, then reads lines: a number of simulations, and the squares of the moves to a position of
Othello, all as plain numbers. For each line it prints the seconds of its search, which is written in C++.
"""

import sys
import time
from importlib.metadata import version

try:
    import pyspiel
except ImportError:
    sys.exit()  # The caller reports it.


def main():
    game = pyspiel.load_game("othello")
    print(version("open_spiel"), flush=True)
    for line in sys.stdin:
        simulations, *squares = map(int, line.split())
        state = game.new_initial_state()
        for square in squares:
            state.apply_action(square)
        # One random game for each simulation; the solver is on, as in ours.
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1024, True, 1, False)
        start = time.perf_counter()
        bot.step(state)
        print(time.perf_counter() - start, flush=True)


main()
