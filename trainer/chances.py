#!/usr/bin/env python3
"""Fits the chances of winning, drawing and losing to games, for crates/engine/src/wdl.rs.

    espalier datagen games.pack --games 4000 --nodes 2000
    espalier pack unpack games.pack -o games.bin
    python3 trainer/chances.py games.bin

The chance to win at a value is `1 / (1 + exp((even - value) / spread))`, the chance to lose its mirror image, and the rest are
draws. The two numbers are those under which the results of the games are the likeliest. Only numpy is needed.
"""

import argparse

import numpy as np

import records

# Values beyond this are decided, and say nothing about the two numbers.
DECIDED = 1_500


def tally(paths):
    """How many positions of each value were lost, drawn and won: an array [values, 3], and the values."""
    counts = np.zeros((2 * DECIDED + 1, 3), dtype=np.int64)
    for path in paths:
        loaded = records.load(path)
        score = loaded["score"].astype(np.int64)
        known = (np.abs(score) <= DECIDED) & (loaded["result"] <= 2)
        np.add.at(counts, (score[known] + DECIDED, loaded["result"][known].astype(np.int64)), 1)
    return counts, np.arange(-DECIDED, DECIDED + 1)


def chances(values, even, spread):
    """The chances to lose, draw and win."""
    win = 1 / (1 + np.exp(np.clip((even - values) / spread, -60, 60)))
    lose = 1 / (1 + np.exp(np.clip((even + values) / spread, -60, 60)))
    return np.stack([lose, 1 - win - lose, win], axis=1)


def surprise(counts, values, even, spread):
    """The mean of -log of the chance that was given to what happened."""
    likely = np.maximum(chances(values, even, spread), 1e-6)
    return float(-(counts * np.log(likely)).sum() / counts.sum())


def fit(counts, values):
    """The two numbers, found by looking around in ever smaller steps."""
    even, spread, step = 150.0, 100.0, 64.0
    best = surprise(counts, values, even, spread)
    while step > 0.05:
        around = [(even + a * step, spread + b * step) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        tried = [(surprise(counts, values, *one), one) for one in around if one[0] > 0 and one[1] > 1]
        found, place = min(tried)
        if found < best:
            best, (even, spread) = found, place
        else:
            step /= 2
    return even, spread


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", help="records, as `espalier pack unpack` writes them")
    parser.add_argument("--against", nargs=2, type=float, metavar=("EVEN", "SPREAD"), help="what these two numbers would say")
    options = parser.parse_args(words)
    counts, values = tally(options.files)
    if not counts.sum():
        raise SystemExit("there is no position with a result in these files")
    even, spread = fit(counts, values)
    lost, drawn, won = counts.sum(axis=0)
    print(f"{counts.sum():,} positions: won {won:,}, drawn {drawn:,}, lost {lost:,}")
    print(f"even {even:.1f}, spread {spread:.1f}: surprise {surprise(counts, values, even, spread):.4f}")
    if options.against:
        given = surprise(counts, values, *options.against)
        print(f"even {options.against[0]:.1f}, spread {options.against[1]:.1f}: surprise {given:.4f}")
    print("value   won  drawn  lost   by the fit")
    for low in range(-600, 601, 100):
        near = np.abs(values - low) <= 50
        seen = counts[near].sum(axis=0)
        share = seen[::-1] / max(seen.sum(), 1)
        said = chances(np.array([low]), even, spread)[0][::-1]
        print(f"{low:5}  {share[0]:.3f}  {share[1]:.3f}  {share[2]:.3f}   {said[0]:.3f}  {said[1]:.3f}  {said[2]:.3f}")
    return even, spread


if __name__ == "__main__":
    main()
