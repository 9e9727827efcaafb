#!/usr/bin/env python3
"""Plays the grades of crates/engine/src/strength against Stockfish of limited strength and each other, and rates them.

    make build && python3 tools/calibrate.py            play what is missing, then print the table
    python3 tools/calibrate.py --rate                   only print the table
    python3 tools/calibrate.py --anew                   forget earlier games: after a change of the search
    python3 tools/calibrate.py --check 1000 1400        play these ratings, and say how far they are from what they claim
    python3 tools/calibrate.py --games 20               fewer games a match, to see that it works

Every match is at fixed nodes, so a busy machine changes nothing, and keeps its games in a journal (--keep FOLDER): it can be
killed at any time, and the same command goes on. Finished matches are lines of docs/strength.jsonl; what is there is not
played again. Every grade has at least 200 games. A grade is named by its nodes, not by its rating, because the rating is what
comes out. docs/strength.md says more.
"""

import argparse
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GRADES = ROOT / "crates/engine/src/strength/mod.rs"
RESULTS = ROOT / "docs/strength.jsonl"

# The nodes that Stockfish needs to reach the depth at which it chooses its move at this UCI_Elo.
ANCHOR_NODES = {1350: 20_000, 1500: 20_000, 1700: 20_000, 1900: 20_000, 2100: 40_000, 2300: 150_000, 2500: 400_000}

# Who plays whom, and how many games: a grade by its nodes, against Stockfish's rating or (below what Stockfish can play)
# against the grade below. Each grade has 200 games or more.
PLAN = [
    ("grade 12", "grade 18", 200), ("grade 20", "grade 18", 200), ("grade 40", "grade 20", 200), ("grade 120", "grade 40", 200), ("grade 350", "grade 120", 200),
    ("grade 120", 1350, 100), ("grade 350", 1350, 100), ("grade 800", 1500, 120), ("grade 800", 1700, 80),
    ("grade 1200", 1700, 120), ("grade 1200", 1900, 80), ("grade 2000", 1700, 80), ("grade 2000", 1900, 120),
    ("grade 3500", 1700, 60), ("grade 3500", 1900, 80), ("grade 3500", 2100, 60),
    ("grade 7000", 1900, 100), ("grade 7000", 2100, 100), ("grade 15000", 1900, 100), ("grade 15000", 2100, 100),
]

# Above those the network is asked, at growing nodes: one against a grade and Stockfish, the others against the one below.
PLAN += [
    ("network 1500", "grade 15000", 200), ("network 1500", 2100, 100), ("network 4000", "network 1500", 200),
    ("network 10000", "network 4000", 200), ("network 30000", "network 10000", 200), ("network 100000", "network 30000", 200),
]


def grades():
    """The grades of the source that see by hand, by their nodes: the rating they are set to, and what they see."""
    rows = re.findall(r"^    grade\(([\d_]+), ([\d_.]+), ([\d_.]+), ([\d_.]+)\)", GRADES.read_text(), re.M)
    numbers = [[int(float(text.replace("_", ""))) for text in row] for row in rows]
    return {row[1]: (row[0], row[1:]) for row in numbers}


def networks():
    """The grades that ask the network, by their nodes: the rating they are set to."""
    rows = re.findall(r"^    by_network\(([\d_]+), ([\d_.]+)\)", GRADES.read_text(), re.M)
    return {int(float(nodes.replace("_", ""))): int(elo.replace("_", "")) for elo, nodes in rows}


def spec(player, known):
    """A player as the program knows it, and the nodes it may spend. A grade limits itself."""
    kind, number = player.split()
    if kind == "network":
        return "engine", int(number)
    rating = known[int(number)][0] if kind == "grade" else int(number)
    return f"engine:elo={rating},person=off", 1_000_000_000


def stockfish(program, rating):
    options = f"option.UCI_LimitStrength=true,option.UCI_Elo={rating},option.Threads=1"
    return f"uci:{program},{options}", ANCHOR_NODES[rating]


def checks(ratings):
    """The matches of a check: each rating against Stockfish's nearest two, or below what those can play against grades."""
    plan = []
    for rating in ratings:
        anchors = sorted(ANCHOR_NODES, key=lambda anchor: abs(anchor - rating))[:2]
        near = [anchor for anchor in anchors if abs(anchor - rating) <= 250] or ["grade 20", "grade 40"]
        plan += [(f"elo {rating}", opponent, 100 if len(near) == 2 else 200) for opponent in near]
    return plan


def play(match, given, known):
    """One match, or what is left of it. Gives wins, draws and losses of the first player."""
    player, opponent, games = match
    own, own_nodes = spec(player, known)
    if isinstance(opponent, int):
        other, nodes = stockfish(given.stockfish, opponent)
    else:
        other, nodes = spec(opponent, known)
    given.keep.mkdir(parents=True, exist_ok=True)
    name = f"{player}-{opponent}-{games}".replace(" ", "")
    command = [given.program, "match", own, other, "--nodes", f"{own_nodes},{nodes}", "--games", str(games)]
    command += ["--seed", "7", "--concurrency", str(given.concurrency), "--resume", str(given.keep / f"{name}.jsonl"), "--json"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        sys.exit(answer.stderr.strip() or f"{given.program} failed")
    tally = json.loads(answer.stdout)["pairings"][0]["tally"]
    return tally["wins"], tally["draws"], tally["losses"]


def expected(difference, steepness=1.0):
    return 1 / (1 + 10 ** (-steepness * difference / 400))


def is_anchored(match):
    return isinstance(match["against"], int)


def points(match):
    return match["won"] + match["drawn"] / 2, match["won"] + match["drawn"] + match["lost"]


def chance(match, rating, steepness):
    """The score a match should have. A point of the scale counts alike, whoever plays."""
    against = match["against"] if is_anchored(match) else rating[match["against"]]
    return expected(rating[match["player"]] - against, steepness)


def fit(matches, steepness):
    """The most likely ratings, their 95% errors from the Fisher information, and how likely the results are with them."""
    players = {m["player"] for m in matches} | {m["against"] for m in matches if not is_anchored(m)}
    rating = {player: 1500.0 for player in players}

    def slope(player):
        first = second = 0.0
        for m in matches:
            if player not in (m["player"], m["against"]):
                continue
            won, games = points(m)
            hoped = chance(m, rating, steepness)
            scale = math.log(10) / 400 * steepness
            sign = 1 if player == m["player"] else -1
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
        hoped = min(max(chance(m, rating, steepness), 1e-9), 1 - 1e-9)
        likely += won * math.log(hoped) + (games - won) * math.log(1 - hoped)
    return likely, rating, {player: 1.96 / math.sqrt(max(slope(player)[1], 1e-12)) for player in players}


def rate(matches):
    """The ratings with the steepness of Stockfish's scale that makes the results most likely."""
    if not any(is_anchored(m) for m in matches):
        return fit(matches, 1.0), 1.0
    tried = ((fit(matches, steepness / 20), steepness / 20) for steepness in range(10, 81))
    return max(tried, key=lambda one: one[0][0])


def order(player):
    kind, number = player.split()
    return ["grade", "elo", "network"].index(kind), int(number)


def sight(player, known):
    kind, number = player.split()
    if kind == "grade" and int(number) in known:
        set_to, what = known[int(number)]
        return ", ".join(f"{one:,}" for one in what), str(set_to)
    if kind == "network":
        return f"{int(number):,}, by the network", str(networks().get(int(number), "-"))
    return player, number if kind == "elo" else "-"


def report(matches, known):
    (_, rating, error), steepness = rate(matches)
    if not any(is_anchored(m) for m in matches):
        print("No game was against Stockfish: only the differences between these ratings mean something.\n")
    print(f"100 points of Stockfish's scale count like {100 * steepness:.0f} Elo in these games.\n")
    print("| grade (nodes, blur, overlooked) | rating | set to |\n|---|---|---|")
    for player in sorted(rating, key=order):
        what, set_to = sight(player, known)
        print(f"| {what} | {rating[player]:.0f} ± {error[player]:.0f} | {set_to} |")
    print("\n| player | against | games | result | score | expected |\n|---|---|---|---|---|---|")
    for m in sorted(matches, key=lambda m: (order(m["player"]), str(m["against"]))):
        won, games = points(m)
        against = f"Stockfish {m['against']}" if is_anchored(m) else m["against"]
        result = f"+{m['won']} ={m['drawn']} -{m['lost']}"
        hoped = chance(m, rating, steepness)
        print(f"| {m['player']} | {against} | {games} | {result} | {won / games:.0%} | {hoped:.0%} |")


def read_results(given):
    if given.anew or not given.results.exists():
        return []
    matches = [json.loads(line) for line in given.results.read_text().splitlines()]
    for m in matches:  # Lines of earlier versions name the grade by its nodes alone.
        if "grade" in m:
            m["player"] = f"grade {m.pop('grade')}"
    return matches


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rate", action="store_true", help="only rate what was played")
    arguments.add_argument("--anew", action="store_true", help="forget what was played")
    arguments.add_argument("--check", type=int, nargs="+", default=[], metavar="ELO", help="ratings to look at")
    arguments.add_argument("--games", type=int, help="games of each match, instead of the plan's")
    arguments.add_argument("--program", default=str(ROOT / "espalier"))
    arguments.add_argument("--stockfish", default="/usr/games/stockfish")
    arguments.add_argument("--results", type=pathlib.Path, default=RESULTS)
    arguments.add_argument("--keep", type=pathlib.Path, default=ROOT / "target/calibration", help="the folder of the journals")
    arguments.add_argument("--concurrency", type=int, default=os.cpu_count())
    given = arguments.parse_args()
    known = grades()
    if not known:
        sys.exit(f"no grades are found in {GRADES}")
    if given.anew:
        shutil.rmtree(given.keep, ignore_errors=True)
    matches = read_results(given)
    plan = checks(given.check) if given.check else PLAN
    for player, opponent, games in [] if given.rate else plan:
        games = given.games or games
        if any(m["player"] == player and m["against"] == opponent for m in matches):
            continue
        needed = [(given.program, "run make build")]
        if isinstance(opponent, int):
            needed.append((given.stockfish, "install it or give --stockfish"))
        for program, mend in needed:
            if shutil.which(program) is None:
                sys.exit(f"there is no program {program}: {mend}")
        print(f"{player} against {opponent}: {games} games", file=sys.stderr)
        won, drawn, lost = play((player, opponent, games), given, known)
        matches.append({"player": player, "against": opponent, "won": won, "drawn": drawn, "lost": lost})
        given.results.write_text("".join(json.dumps(m) + "\n" for m in matches))
    if not matches:
        sys.exit("nothing was played yet: run it without --rate")
    report(matches, known)


if __name__ == "__main__":
    main()
