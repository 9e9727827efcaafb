#!/usr/bin/env python3
"""Makes the small random network that the tests of crates/nnue hold themselves against.

    cargo run -p nnue --example positions > crates/nnue/tests/data/positions.fen    only for other positions
    python3 trainer/tiny.py                                                         writes tiny.nnue and tiny.vectors
    python3 trainer/tiny.py --check                                                 fails if they would change

The same files come out on every machine.
"""

import argparse
import hashlib
import pathlib
import sys

import numpy as np

import quantise
import records

DATA = pathlib.Path(__file__).resolve().parent.parent / "crates/nnue/tests/data"
WIDTH = 32
BUCKETS = 8


class SplitMix64:
    """The generator of the Rust crates, so that nothing depends on the version of numpy."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        mask = 2**64 - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        return z ^ z >> 31

    def numbers(self, shape, limit):
        """Numbers from -limit to limit."""
        count = int(np.prod(shape))
        return np.array([self.next() % (2 * limit + 1) - limit for _ in range(count)]).reshape(shape)


def network():
    random = SplitMix64(2026)
    return quantise.Network(
        random.numbers((records.INPUTS, WIDTH), 60),
        random.numbers(WIDTH, 200),
        random.numbers((BUCKETS, 2 * WIDTH), quantise.MAX_OUTPUT_WEIGHT),
        random.numbers(BUCKETS, 20_000),
        hashlib.sha256(b"a random network").digest(),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    fens = (DATA / "positions.fen").read_text().splitlines()
    positions = np.array([records.from_fen(fen) for fen in fens], dtype=records.RECORD)
    made = network()
    files = {"tiny.nnue": made.to_bytes(), "tiny.vectors": quantise.vectors(made, positions)}
    for name, data in files.items():
        if check:
            if (DATA / name).read_bytes() != data:
                sys.exit(f"{name} is not what this program makes")
        else:
            (DATA / name).write_bytes(data)


if __name__ == "__main__":
    main()
