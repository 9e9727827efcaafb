#!/usr/bin/env python3
"""Generates the positions of known kind for `make why`: crates/analysis/tests/it/why_positions.txt.

    PYTHONPATH=target/python-chess python3 tools/make_why_set.py target/debug/espalier > crates/analysis/tests/it/why_positions.txt

or one kind of them, with its name as an argument.

Hanging pieces, quiet positions and some mates come from games between weak players, which the program plays with a fixed seed; forks,
pins, most mates and drawn pawn endings are random positions. This script classifies the positions with python-chess and the small search below,
independently of the program under test: a fork is a move that attacks two pieces and wins one of them after every reply, no
other move wins as much, and so on. The hanging pieces and the quiet positions of the file are from an earlier run with the same rules but
another random order; a run reproduces the others exactly.

Needs python-chess and the Syzygy tables of `make syzygy`.
"""

import random
import subprocess
import sys
from pathlib import Path

import chess
import chess.pgn
import chess.syzygy

SEED = 17
VALUE = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
MATED = -1000
LEVEL = 3
WANTED = {"hanging": 60, "fork": 45, "pin": 37, "back-rank": 60, "drawn-pawns": 52, "quiet": 60, "over": 12}
MATCHES = [("engine:elo=900", "engine:elo=1300", 160), ("engine:elo=1100", "engine:elo=1500", 160), ("engine:elo=1400", "engine:elo=1800", 80)]
TABLES = "target/syzygy"
GAMES = Path("target/why_games")


def balance(board):
    """Returns the material of the side to move minus that of the other side."""
    worth = sum((1 if piece.color == board.turn else -1) * VALUE[piece.piece_type] for piece in board.piece_map().values())
    return worth


def quiesce(board, alpha, beta, depth=8):
    """Returns the value of a search of captures and promotions only; in check, of all moves."""
    moves = list(board.legal_moves)
    in_check = board.is_check()
    if not moves:
        return MATED if in_check else 0
    if not in_check or depth <= 0:
        stand = balance(board)
        if stand >= beta or depth <= 0:
            return stand
        alpha = max(alpha, stand)
        moves = [m for m in moves if board.is_capture(m) or m.promotion == chess.QUEEN]
        best = stand
    else:
        best = MATED
    moves.sort(key=lambda m: -victim(board, m) * 16 + VALUE[board.piece_type_at(m.from_square)])
    for m in moves:
        board.push(m)
        value = -quiesce(board, -beta, -alpha, depth - 1)
        board.pop()
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


def victim(board, m):
    if board.is_en_passant(m):
        return 1
    taken = board.piece_type_at(m.to_square)
    return VALUE[taken] if taken and board.is_capture(m) else 0


def gain(board, m, least):
    """Returns the guaranteed gain of a move. Below the minimum of interest the result may be any smaller number."""
    before = balance(board)
    board.push(m)
    worst = 1000
    replies = sorted(board.legal_moves, key=lambda r: (not board.is_capture(r), not board.gives_check(r)))
    if not replies:
        worst = 1000 if board.is_check() else -before
    for reply in replies:
        board.push(reply)
        worst = min(worst, quiesce(board, before + least - 1, before + 1000) - before)
        board.pop()
        if worst < least:
            break
    board.pop()
    return worst


def mates(board):
    """Returns the moves that mate at once."""
    found = []
    for m in board.legal_moves:
        if board.gives_check(m):
            board.push(m)
            if board.is_checkmate():
                found.append(m)
            board.pop()
    return found


def is_alone(board, m, won):
    """Returns whether no other move wins as much."""
    return all(other == m or gain(board, other, won) < won for other in board.legal_moves)


def safe(board, square):
    """Returns whether no capture on the square is profitable for the side to move."""
    before = balance(board)
    for m in list(board.legal_moves):
        if m.to_square == square and board.is_capture(m):
            board.push(m)
            value = -quiesce(board, -1000, -before)
            board.pop()
            if value > before:
                return False
    return True


def targets(board, square):
    """Returns the profitable targets of the piece that has just moved to the square."""
    attacker = board.piece_at(square)
    found = []
    for target in board.attacks(square):
        piece = board.piece_at(target)
        if piece is None or piece.color == attacker.color:
            continue
        is_more = VALUE[piece.piece_type] > VALUE[attacker.piece_type]
        is_loose = piece.piece_type != chess.PAWN and not board.attackers(piece.color, target)
        if is_more or is_loose:
            found.append(target)
    return found


def always_takes(board, m, wins, least):
    """Returns whether after the move and every reply one of these captures wins as much."""
    before = balance(board)
    board.push(m)
    works = True
    for reply in list(board.legal_moves):
        board.push(reply)
        best = -1000
        for then in list(board.legal_moves):
            if board.is_capture(then) and wins(m, reply, then):
                board.push(then)
                best = max(best, -quiesce(board, -1000, 1000) - before)
                board.pop()
        board.pop()
        if best < least:
            works = False
            break
    board.pop()
    return works


def hanging(board):
    for m in board.legal_moves:
        taken = board.piece_type_at(m.to_square)
        if not board.is_capture(m) or taken in (None, chess.PAWN) or m.promotion:
            continue
        board.push(m)
        loose = not board.attackers(board.turn, m.to_square)
        board.pop()
        if loose and gain(board, m, 2) >= 2:
            won = gain(board, m, VALUE[taken])
            if VALUE[taken] <= won < 900 and is_alone(board, m, won):
                return m
    return None


def hangs(board):
    """Returns whether a capture is profitable."""
    return quiesce(board, -1000, 1000) > balance(board)


def fork(board):
    candidates = []
    for m in board.legal_moves:
        if board.is_capture(m) or m.promotion or board.is_castling(m):
            continue
        board.push(m)
        forked = targets(board, m.to_square)
        if len(forked) >= 2 and safe(board, m.to_square):
            candidates.append((m, forked))
        board.pop()
    if not candidates or hangs(board):
        return None
    for m, forked in candidates:
        if gain(board, m, 2) < 2:
            continue
        takes = lambda m, reply, then: then.from_square == m.to_square and then.to_square in forked
        if always_takes(board, m, takes, 2) and is_alone(board, m, 3 if gain(board, m, 3) >= 3 else 2):
            return m
    return None


def pinned_men(board, color):
    men = {}
    king = board.king(color)
    for square, piece in board.piece_map().items():
        if piece.color == color and piece.piece_type != chess.KING and board.is_pinned(color, square):
            ray = board.pin(color, square)
            pinners = [s for s in ray if board.color_at(s) == (not color)]
            men[square] = pinners[0]
    assert king is not None
    return men


def pin(board):
    us = board.turn
    old = pinned_men(board, not us)
    calm = None
    for m in board.legal_moves:
        if m.promotion or board.is_castling(m):
            continue
        taken = board.piece_type_at(m.to_square)
        mover = board.piece_type_at(m.from_square)
        board.push(m)
        new = pinned_men(board, not us)
        attacked = board.attacks(m.to_square)
        forked = targets(board, m.to_square)
        holders = board.attackers(not us, m.to_square)
        held = [s for s in holders if s in new]
        retaken = any(r.to_square == m.to_square for r in board.legal_moves)
        board.pop()
        if taken is not None:
            # The only pieces that could recapture are pinned.
            if taken != chess.PAWN and VALUE[mover] >= VALUE[taken] and len(held) >= 1 and not retaken and len(held) == len([s for s in holders if board.piece_type_at(s) != chess.KING]):
                if gain(board, m, VALUE[taken]) >= VALUE[taken] and is_alone(board, m, VALUE[taken]):
                    return m
            continue
        if len(forked) >= 2:
            continue
        for square, pinner in new.items():
            kind = board.piece_type_at(square)
            if kind == chess.PAWN:
                continue
            fresh = pinner == m.to_square and square not in old
            attack = old.get(square) == pinner and square in attacked and m.to_square != pinner
            if not fresh and not attack:
                continue
            if calm is None:
                calm = not hangs(board)
            if calm and gain(board, m, 2) >= 2:
                takes = lambda m, reply, then: then.to_square == square
                if always_takes(board, m, takes, 2) and is_alone(board, m, 2):
                    return m
    return None


def is_back_rank(board):
    """Returns whether it is a back-rank mate: by a rook or queen on the king's first rank, with the king's own pieces in front of it."""
    king = board.king(board.turn)
    home = 0 if board.turn == chess.WHITE else 7
    if not board.is_checkmate() or chess.square_rank(king) != home:
        return False
    checkers = list(board.checkers())
    along = all(board.piece_type_at(s) in (chess.ROOK, chess.QUEEN) and chess.square_rank(s) == home for s in checkers)
    front = [s for s in chess.SquareSet(chess.BB_KING_ATTACKS[king]) if chess.square_rank(s) == (1 if home == 0 else 6)]
    own = [s for s in front if board.color_at(s) == board.turn and board.piece_type_at(s) == chess.PAWN]
    return len(checkers) == 1 and along and len(own) >= 2


def back_rank(board):
    found = mates(board)
    if len(found) == 1:
        board.push(found[0])
        good = is_back_rank(board)
        board.pop()
        return found[0] if good else None
    if found:
        return None
    # Mate in two: a single move leads to it, and every defence ends in a back-rank mate.
    firsts = []
    for m in list(board.legal_moves):
        if not board.gives_check(m):
            continue
        board.push(m)
        replies = list(board.legal_moves)
        works = bool(replies)
        for reply in replies:
            board.push(reply)
            last = mates(board)
            good = bool(last)
            for then in last:
                board.push(then)
                good = good and is_back_rank(board)
                board.pop()
            board.pop()
            if not good:
                works = False
                break
        board.pop()
        if works:
            firsts.append(m)
    return firsts[0] if len(firsts) == 1 else None


def quiet(board):
    """Returns whether the position is quiet for both sides: no hanging piece, no check, no profitable move."""
    before = balance(board)
    if board.is_check() or quiesce(board, -1000, 1000) > before or abs(before) > 1:
        return None
    board.push(chess.Move.null())
    threat = quiesce(board, -1000, 1000) > -before or mates(board)
    board.pop()
    if threat or mates(board) or any(gain(board, m, 1) >= 1 for m in board.legal_moves):
        return None
    return next(iter(board.legal_moves))


def games(program):
    """Yields positions of games between weak players."""
    found = []
    for number, (white, black, count) in enumerate(MATCHES):
        path = GAMES / f"{number}.pgn"
        if not path.exists():
            GAMES.mkdir(parents=True, exist_ok=True)
            command = [program, "match", white, black, "--games", str(count), "--seed", str(SEED), "--pgn", str(path)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(path) as file:
            while game := chess.pgn.read_game(file):
                board = game.board()
                for m in game.mainline_moves():
                    board.push(m)
                    if board.fullmove_number >= 5 and not board.is_game_over():
                        found.append(" ".join(board.fen(en_passant="legal").split()[:4]) + " 0 1")
    return found


def lined_up(board, chance):
    """Yields the same positions with an enemy piece on a square where a slider can pin it."""
    checks = [m for m in board.legal_moves if board.piece_type_at(m.from_square) in (chess.BISHOP, chess.ROOK, chess.QUEEN) and board.gives_check(m) and not board.is_capture(m)]
    men = [s for s, piece in board.piece_map().items() if piece.color != board.turn and piece.piece_type not in (chess.KING, chess.PAWN)]
    if not checks or not men:
        return None
    m, man = chance.choice(checks), chance.choice(men)
    places = [s for s in chess.SquareSet(chess.between(m.to_square, board.king(not board.turn))) if board.piece_at(s) is None]
    if not places:
        return None
    board = board.copy(stack=False)
    board.castling_rights = 0
    board.ep_square = None
    board.set_piece_at(chance.choice(places), board.remove_piece_at(man))
    return board if board.is_valid() and not board.is_check() else None


def placed_few(chance):
    """Yields random positions with kings on their first rank, a few pawns, and pieces of about equal value."""
    board = chess.Board(None)
    free = lambda ranks: [chess.square(f, r) for f in range(8) for r in ranks if board.piece_at(chess.square(f, r)) is None]
    for color in (chess.WHITE, chess.BLACK):
        near = (0, 1) if color else (7, 6)
        board.set_piece_at(chance.choice(free(near)), chess.Piece(chess.KING, color))
        for _ in range(chance.randrange(3, 6)):
            board.set_piece_at(chance.choice(free((1, 2, 3) if color else (6, 5, 4))), chess.Piece(chess.PAWN, color))
        for _ in range(chance.randrange(2, 4)):
            kind = chance.choice([chess.KNIGHT, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.ROOK, chess.QUEEN])
            board.set_piece_at(chance.choice(free(range(8))), chess.Piece(kind, color))
    board.turn = chance.choice([chess.WHITE, chess.BLACK])
    return board if abs(balance(board)) <= LEVEL and board.is_valid() and not board.is_check() else None


def placed_back_rank(chance):
    """Yields random positions with a king behind its pawns, heavy pieces, and some others."""
    board = chess.Board(None)
    strong = chance.choice([chess.WHITE, chess.BLACK])
    home = lambda color: 0 if color == chess.WHITE else 7
    second = lambda color: 1 if color == chess.WHITE else 6
    for color in (chess.WHITE, chess.BLACK):
        file = chance.choice([0, 1, 6, 7])
        board.set_piece_at(chess.square(file, home(color)), chess.Piece(chess.KING, color))
        for front in range(max(0, file - 1), min(7, file + 1) + 1):
            board.set_piece_at(chess.square(front, second(color)), chess.Piece(chess.PAWN, color))
    men = [(chess.ROOK, strong), (chance.choice([chess.ROOK, chess.QUEEN]), strong), (chess.ROOK, not strong)]
    men += [(chance.choice([chess.KNIGHT, chess.BISHOP, chess.PAWN, chess.ROOK, chess.QUEEN]), chance.choice([strong, not strong])) for _ in range(chance.randrange(2, 6))]
    for kind, color in men:
        ranks = range(1, 7) if kind == chess.PAWN else range(8)
        free = [chess.square(f, r) for f in range(8) for r in ranks if board.piece_at(chess.square(f, r)) is None]
        board.set_piece_at(chance.choice(free), chess.Piece(kind, color))
    board.turn = strong
    return board


def placed_pawns(chance):
    """Yields random pawn endings: one pawn, two, or a locked chain of more."""
    board = chess.Board(None)
    squares = chance.sample(range(64), 2)
    kind = chance.choice(["one", "one", "each", "each", "each", "two", "locked"])
    file, rank = chance.randrange(8), chance.randrange(1, 6)
    pawns = {}
    if kind in ("one", "two"):
        color = chance.choice([chess.WHITE, chess.BLACK])
        for square in chance.sample(range(8, 56), 1 if kind == "one" else 2):
            pawns[square] = color
    elif kind == "each":
        white, black = chance.sample(range(8, 56), 2)
        pawns = {white: chess.WHITE, black: chess.BLACK}
    else:
        for file in chance.sample(range(8), chance.choice([2, 3])):
            rank = chance.randrange(2, 5)
            pawns[chess.square(file, rank)] = chess.WHITE
            pawns[chess.square(file, rank + 1)] = chess.BLACK
    for square, color in pawns.items():
        board.set_piece_at(square, chess.Piece(chess.PAWN, color))
    for square, color in zip(squares, (chess.WHITE, chess.BLACK)):
        if board.piece_at(square):
            return None
        board.set_piece_at(square, chess.Piece(chess.KING, color))
    board.turn = chance.choice([chess.WHITE, chess.BLACK])
    return board if board.is_valid() and not board.is_game_over() else None


def drawn_pawns(board, tables):
    """Returns whether the tables give a draw; with more pieces, the breakthrough search of check_why.py."""
    from check_why import pawns_are_held

    if chess.popcount(board.occupied) <= 4:
        return tables.probe_wdl(board) == 0
    return pawns_are_held(board, 20_000) is True


FINDERS = {"hanging": hanging, "fork": fork, "pin": pin, "back-rank": back_rank, "quiet": quiet}


def of_kind(kind, program):
    """Prints positions of a kind, each with its key move."""
    chance = random.Random(f"{SEED} {kind}")
    found = {}

    def keep(board, m):
        if board.fen() not in found:
            found[board.fen()] = board.san(m) if m else "-"
            print(f"{kind} | {board.fen()} | {found[board.fen()]}", flush=True)
        return len(found) >= WANTED[kind]

    if kind == "drawn-pawns":
        tables = chess.syzygy.open_tablebase(TABLES)
        while True:
            board = placed_pawns(chance)
            if board and drawn_pawns(board, tables) and keep(board, None):
                return found
    while kind in ("fork", "pin"):
        board = placed_few(chance)
        if board and kind == "pin":
            board = lined_up(board, chance)
        m = board and FINDERS[kind](board)
        if m and not mates(board) and keep(board, m):
            return found
    positions = games(program)
    chance.shuffle(positions)
    while True:
        for fen in positions:
            board = chess.Board(fen)
            if kind == "over":
                for m in mates(board):
                    board.push(m)
                    if keep(board.copy(stack=False), None):
                        return found
                    board.pop()
                continue
            tried = [board]
            if kind == "back-rank":
                tried = [board, *(placed_back_rank(chance) for _ in range(2))]
            for board in tried:
                if board is None or not board.is_valid():
                    continue
                m = FINDERS[kind](board)
                # Skip positions with a mate, and decided games.
                good = m and (kind == "back-rank" or (abs(balance(board)) <= LEVEL and not mates(board)))
                if good and keep(board, None if kind == "quiet" else m):
                    return found
                # Keep one of several similar positions.
                if m:
                    break


def main():
    program, kinds = sys.argv[1], sys.argv[2:] or list(WANTED)
    if len(kinds) == len(WANTED):
        print("# Positions of known kind, made by tools/make_why_set.py: kind | position | the move that shows it, or -.")
    for kind in kinds:
        of_kind(kind, program)


if __name__ == "__main__":
    main()
