#!/usr/bin/env python3
"""Plays the grades of crates/engine/src/strength.rs against Stockfish of limited strength and rates them.

    make build && python3 tools/calibrate.py            play what is missing, then print the table
    python3 tools/calibrate.py --rate                   only print the table
    python3 tools/calibrate.py --anew                   forget earlier games: after a change of the search

Every match is at fixed nodes, so a busy machine changes nothing. All of them take about an hour on two cores. Results are
kept in docs/strength.jsonl, a line for each match; what is there is not played again. A grade is named by what it sees
(nodes, blur, overlooked moves), not by its rating, because the rating is what comes out. docs/strength.md says more.
"""

import argparse
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GRADES = ROOT / "crates/engine/src/strength.rs"
RESULTS = ROOT / "docs/strength.jsonl"

# The nodes that Stockfish needs to reach the depth at which it chooses its move at this UCI_Elo.
ANCHOR_NODES = {1350: 20_000, 1500: 20_000, 1700: 20_000, 1900: 20_000, 2100: 40_000, 2300: 150_000, 2500: 400_000}

# Who plays whom, and how many games: a grade by its nodes, against Stockfish's rating or (below what Stockfish can play)
# against the grade below.
PLAN = [
    (40, "grade 20", 200), (120, "grade 40", 200), (350, "grade 120", 200),
    (120, 1350, 60), (350, 1350, 100), (800, 1500, 100), (800, 1700, 60),
    (1_200, 1700, 100), (1_200, 1900, 60), (2_000, 1700, 60), (2_000, 1900, 100), (2_000, 2100, 40),
    (3_500, 1700, 40), (3_500, 1900, 60), (3_500, 2100, 60), (7_000, 1900, 60), (7_000, 2100, 40), (7_000, 2300, 60),
    (15_000, 1900, 40), (15_000, 2100, 40), (40_000, 2100, 40), (40_000, 2300, 30),
    (100_000, 2300, 30), (150_000, 2500, 24), (400_000, 2500, 24),
]


def grades():
    """The grades of the source, by their nodes: the rating they are set to, and what they see."""
    rows = re.findall(r"^    grade\(([\d_]+), ([\d_.]+), ([\d_.]+), ([\d_.]+)\)", GRADES.read_text(), re.M)
    numbers = [[int(float(text.replace("_", ""))) for text in row] for row in rows]
    return {row[1]: (row[0], row[1:]) for row in numbers}


def name(sight):
    return ", ".join(f"{number:,}" if number >= 10_000 else str(number) for number in sight)


def play(program, stockfish, rating, opponent, games, grades):
    """One match. Gives wins, draws and losses of the grade."""
    unlimited = 1_000_000_000  # The grade limits itself.
    if isinstance(opponent, int):
        nodes = f"{unlimited},{ANCHOR_NODES[opponent]}"
        options = f"option.UCI_LimitStrength=true,option.UCI_Elo={opponent},option.Threads=1"
        other = f"uci:{stockfish},{options}"
    else:
        nodes = str(unlimited)
        other = f"engine:elo={grades[int(opponent.split()[1])][0]}"
    command = [program, "match", f"engine:elo={rating}", other, "--nodes", nodes, "--games", str(games)]
    command += ["--seed", "7", "--concurrency", "2", "--json"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        sys.exit(answer.stderr.strip() or f"{program} failed")
    tally = json.loads(answer.stdout)["pairings"][0]["tally"]
    return tally["wins"], tally["draws"], tally["losses"]


def expected(difference, steepness=1.0):
    return 1 / (1 + 10 ** (-steepness * difference / 400))


def is_anchored(match):
    return isinstance(match["against"], int)


def below(match):
    """The nodes of the grade below, in a match of two grades."""
    return int(match["against"].split()[1])


def points(match):
    return match["won"] + match["drawn"] / 2, match["won"] + match["drawn"] + match["lost"]


def chance(match, rating, steepness):
    """The score a match should have."""
    if is_anchored(match):
        return expected(rating[match["grade"]] - match["against"], steepness)
    return expected(rating[match["grade"]] - rating[below(match)])


def fit(matches, steepness):
    """The most likely ratings, their 95% errors from the Fisher information, and how likely the results are with them."""
    players = {m["grade"] for m in matches} | {below(m) for m in matches if not is_anchored(m)}
    rating = {player: 1500.0 for player in players}

    def slope(player):
        first = second = 0.0
        for m in matches:
            if player != m["grade"] and (is_anchored(m) or player != below(m)):
                continue
            won, games = points(m)
            hoped = chance(m, rating, steepness)
            scale = math.log(10) / 400 * (steepness if is_anchored(m) else 1.0)
            sign = 1 if player == m["grade"] else -1
            first += sign * scale * (won - games * hoped)
            second += scale * scale * games * hoped * (1 - hoped)
        return first, second

    for _ in range(20_000):
        moved = 0.0
        for player in players:
            first, second = slope(player)
            step = max(-100.0, min(100.0, first / max(second, 1e-12)))
            rating[player] += step
            moved = max(moved, abs(step))
        if moved < 1e-6:
            break
    likely = 0.0
    for m in matches:
        won, games = points(m)
        hoped = chance(m, rating, steepness)
        likely += won * math.log(hoped) + (games - won) * math.log(1 - hoped)
    return likely, rating, {player: 1.96 / math.sqrt(slope(player)[1]) for player in players}


def rate(matches):
    """The ratings with the steepness of Stockfish's scale that makes the results most likely."""
    tried = ((fit(matches, steepness / 20), steepness / 20) for steepness in range(10, 81))
    return max(tried, key=lambda one: one[0][0])


def report(matches, grades):
    (_, rating, error), steepness = rate(matches)
    print(f"Between us and Stockfish, 100 points of its scale count like {100 * steepness:.0f} Elo.\n")
    print("| grade (nodes, blur, overlooked) | rating | set to |\n|---|---|---|")
    for nodes in sorted(rating):
        set_to, sight = grades.get(nodes, ("-", [nodes, 0, 0]))
        print(f"| {name(sight)} | {rating[nodes]:.0f} ± {error[nodes]:.0f} | {set_to} |")
    print("\n| grade | against | games | result | score | expected |\n|---|---|---|---|---|---|")
    for m in sorted(matches, key=lambda m: (m["grade"], str(m["against"]))):
        won, games = points(m)
        against = f"Stockfish {m['against']}" if is_anchored(m) else f"{below(m):,} nodes"
        result = f"+{m['won']} ={m['drawn']} -{m['lost']}"
        hoped = chance(m, rating, steepness)
        print(f"| {m['grade']:,} nodes | {against} | {games} | {result} | {won / games:.0%} | {hoped:.0%} |")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rate", action="store_true", help="only rate what was played")
    arguments.add_argument("--anew", action="store_true", help="forget what was played")
    arguments.add_argument("--program", default=str(ROOT / "espalier"))
    arguments.add_argument("--stockfish", default="/usr/games/stockfish")
    given = arguments.parse_args()
    known = grades()
    if not known:
        sys.exit(f"no grades are found in {GRADES}")
    matches = []
    if RESULTS.exists() and not given.anew:
        matches = [json.loads(line) for line in RESULTS.read_text().splitlines()]
    for nodes, opponent, games in [] if given.rate else PLAN:
        if any(m["grade"] == nodes and m["against"] == opponent for m in matches) or nodes not in known:
            continue
        for program, mend in [(given.program, "run make build"), (given.stockfish, "install it or give --stockfish")]:
            if shutil.which(program) is None:
                sys.exit(f"there is no program {program}: {mend}")
        print(f"{name(known[nodes][1])} against {opponent}: {games} games", file=sys.stderr)
        won, drawn, lost = play(given.program, given.stockfish, known[nodes][0], opponent, games, known)
        matches.append({"grade": nodes, "against": opponent, "won": won, "drawn": drawn, "lost": lost})
        RESULTS.write_text("".join(json.dumps(m) + "\n" for m in matches))
    if not matches:
        sys.exit("nothing was played yet: run it without --rate")
    report(matches, known)


if __name__ == "__main__":
    main()
