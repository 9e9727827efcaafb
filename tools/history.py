#!/usr/bin/env python3
"""Writes the curves of a training run to nets/history.json for the page *Network* of the web app.

    python3 tools/history.py "512, games=target/net/next.csv" ...

The arguments are the names and files of all curves on the page. The rest of the file repeats docs/networks.md; a test of the
web app compares the two.
"""

import csv
import json
import pathlib
import sys

HISTORY = pathlib.Path(__file__).resolve().parent.parent / "nets/history.json"

# The maximum number of points of a chart.
MOST = 60


def curve(name, path):
    """Returns the points of a curve: millions of samples, training error and held-out error."""
    with open(path) as lines:
        rows = list(csv.DictReader(lines))
    step = -(-len(rows) // MOST)
    chosen = rows[step - 1::step]
    if rows and chosen[-1:] != rows[-1:]:
        chosen.append(rows[-1])
    points = []
    for row in chosen:
        point = {
            "millions": round(int(row["samples"]) / 1e6, 2),
            "learned": float(row["training_error"]),
            "heldOut": float(row["held_out_score_error"]),
        }
        points.append(point)
    return {"name": name, "points": points}


def main(words=None, history=HISTORY):
    words = sys.argv[1:] if words is None else words
    if not words or not all("=" in word for word in words):
        sys.exit(__doc__)
    page = json.loads(history.read_text())
    page["curves"] = [curve(*word.rsplit("=", 1)) for word in words]
    history.write_text(json.dumps(page, indent=1) + "\n")


if __name__ == "__main__":
    main()
