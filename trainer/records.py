"""Positions as a trainer reads them: records of 32 bytes, FENs, and the inputs of a network.

A record is what `espalier pack unpack` writes (crates/lab/src/datagen/record.rs), and the inputs are those of
crates/nnue/src/features.rs. Only numpy is needed.
"""

import lzma

import numpy as np

RECORD = np.dtype([
    ("occupied", "<u8"),  # a1 the lowest bit
    ("men", "u1", 16),    # a man on each of these squares, two in a byte, the first in the low half
    ("score", "<i2"),     # centipawns for the side to move
    ("result", "u1"),     # for the side to move: 0 lost, 1 drawn, 2 won; 3 if the position is of no game
    ("black", "u1"),      # 1 if Black is to move
    ("game", "<u4"),      # the game it belongs to
])
assert RECORD.itemsize == 32

INPUTS = 768
KINDS = "pnbrqk"
KING = 5
BLACK = 8


def load(path):
    """The records of a file, read as they are needed."""
    records = np.memmap(path, dtype=np.uint8, mode="r")
    if len(records) == 0 or len(records) % RECORD.itemsize:
        raise ValueError(f"{path} has {len(records)} bytes, which is not a number of records")
    return records.view(RECORD)


def men(records):
    """The squares and codes of the men of each record, 32 each, and how many there are. The rest is zero."""
    count = len(records)
    bytes_of = np.ascontiguousarray(records["occupied"]).view(np.uint8).reshape(count, 8)
    occupied = np.unpackbits(bytes_of, axis=1, bitorder="little")
    number = occupied.sum(axis=1, dtype=np.int64)
    if count and number.max() > 32:
        raise ValueError("a record has more than 32 men")
    squares = np.zeros((count, 32), dtype=np.int64)
    row, square = np.nonzero(occupied)
    place = np.cumsum(occupied, axis=1, dtype=np.int64)[row, square] - 1
    squares[row, place] = square
    codes = np.stack([records["men"] & 15, records["men"] >> 4], axis=2).reshape(count, 32).astype(np.int64)
    codes[np.arange(32) >= number[:, None]] = 0
    return squares, codes, number


def features(records):
    """The inputs of both perspectives, the side to move first, and the number of men.

    Each is an array of 32 inputs for each record. Where there are fewer men, the input of the own king is repeated: an
    input that is set twice is set.
    """
    squares, codes, number = men(records)
    black = records["black"].astype(np.int64)
    there = np.arange(32) < number[:, None]
    perspectives = []
    for side in (black, 1 - black):
        king = there & (codes == (KING + BLACK * side)[:, None])
        if not (king.sum(axis=1) == 1).all():
            raise ValueError("a record has not one king a side")
        king_square = (squares * king).sum(axis=1)
        flip = 56 * side ^ 7 * (king_square % 8 >= 4)
        theirs = codes // BLACK != side[:, None]
        inputs = 384 * theirs + 64 * (codes % BLACK) + (squares ^ flip[:, None])
        own_king = 64 * KING + (king_square ^ flip)
        perspectives.append(np.where(there, inputs, own_king[:, None]))
    return perspectives[0], perspectives[1], number


def bucket(number, buckets):
    """The output bucket for a number of men, as crates/nnue/src/features.rs has it."""
    return np.minimum((number - 2) // -(-32 // buckets), buckets - 1)


def held_out(game, percent):
    """Which games are kept from training: whole games, spread evenly over all of them."""
    mixed = (np.asarray(game, dtype=np.uint64) * 2_654_435_761) % 2**32
    return (mixed >> 16) % 100 < percent


def from_fen(fen, score=0, result=1, game=0):
    """The record of a FEN. Castling rights and en passant are not in it."""
    fields = fen.split()
    rows = fields[0].split("/") if fields else []
    if len(rows) != 8 or len(fields) < 2 or fields[1] not in ("w", "b"):
        raise ValueError(f"'{fen}' is no FEN")
    board = {}
    for rank, row in zip(range(7, -1, -1), rows):
        file = 0
        for letter in row:
            if letter in "12345678":
                file += int(letter)
            elif letter.lower() in KINDS and file < 8:
                board[8 * rank + file] = KINDS.index(letter.lower()) + BLACK * letter.islower()
                file += 1
            else:
                raise ValueError(f"'{fen}' is no FEN: '{letter}'")
        if file != 8:
            raise ValueError(f"'{fen}' is no FEN: rank {rank + 1} has {file} files")
    if len(board) > 32:
        raise ValueError(f"'{fen}' has more than 32 men")
    record = np.zeros((), dtype=RECORD)
    for place, square in enumerate(sorted(board)):
        record["occupied"] |= np.uint64(1 << square)
        record["men"][place // 2] |= board[square] << 4 * (place % 2)
    record["score"] = np.clip(score, -32_000, 32_000)
    record["result"] = result
    record["black"] = fields[1] == "b"
    record["game"] = game
    return record


def opened(path):
    """A text, compressed with xz if its name says so."""
    return lzma.open(path, "rt") if str(path).endswith(".xz") else open(path)


def exam(path):
    """The records of an exam: lines of `FEN|score|best move`, the score for the side to move. It may be compressed with xz."""
    with opened(path) as lines:
        fields = [line.rstrip("\n").split("|") for line in lines if line.strip()]
    return np.array([from_fen(line[0], int(line[1])) for line in fields], dtype=RECORD)
