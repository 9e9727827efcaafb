#!/usr/bin/env python3
"""Puts the curves of a training into nets/history.json, which the web app's page of the network shows.

    python3 trainer/history.py "512, games=nets/next/curves.csv" ...

The names and the files of all curves that the page shall show. The rest of the file is what docs/networks.md says; a test of the
web app holds the two against each other.
"""

import csv
import json
import pathlib
import sys

HISTORY = pathlib.Path(__file__).resolve().parent.parent / "nets/history.json"

# More points than this no chart needs.
MOST = 60


def curve(name, path):
    """The points of a curve: millions of positions seen, and the errors on what was learned and on what was held out."""
    with open(path) as lines:
        rows = list(csv.DictReader(lines))
    step = -(-len(rows) // MOST)
    chosen = rows[step - 1::step]
    if rows and chosen[-1:] != rows[-1:]:
        chosen.append(rows[-1])
    points = []
    for row in chosen:
        point = {
            "millions": round(int(row["positions"]) / 1e6, 2),
            "learned": float(row["loss"]),
            "heldOut": float(row["held_out_score_loss"]),
        }
        points.append(point)
    return {"name": name, "points": points}


def main(words=None, history=HISTORY):
    words = sys.argv[1:] if words is None else words
    if not words or not all("=" in word for word in words):
        sys.exit(__doc__)
    told = json.loads(history.read_text())
    told["curves"] = [curve(*word.rsplit("=", 1)) for word in words]
    history.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
