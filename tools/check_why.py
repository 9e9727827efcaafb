#!/usr/bin/env python3
"""Checks every sentence of `espalier why` on positions of known kind.

    PYTHONPATH=target/python-chess python3 tools/check_why.py target/debug/espalier [--set FILE] [--nodes N] [--only KIND] [--every K]

The script runs the program and parses its sentences. Each sentence must match one of the forms below, and
python-chess checks its claims on the board: squares, pieces, attacks, the result of an exchange on a square, whether a
mate can be avoided, the result in the Syzygy tables. A sentence of an unknown form is an error. The script shares no code
with the program.

It runs two queries for each position: why the best move is best, and why another move is not (a random legal move from a fixed seed).
"""

import argparse
import concurrent.futures
import json
import random
import re
import subprocess
import sys
from functools import lru_cache

import chess
import chess.syzygy

SET = "crates/analysis/tests/it/why_positions.txt"
TABLES = "target/syzygy"
TACTICAL = {"hanging": "hanging", "fork": "fork", "pin": "pin", "back-rank": "back-rank"}
LEAST = 0.85
DRAWN = 0.95
VALUE = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 200}
NAME = {"pawn": chess.PAWN, "knight": chess.KNIGHT, "bishop": chess.BISHOP, "rook": chess.ROOK, "queen": chess.QUEEN, "king": chess.KING}
COLOR = {"White": chess.WHITE, "Black": chess.BLACK}


class False_(Exception):
    """A claim that does not hold."""


def hold(claim, reason):
    if not claim:
        raise False_(reason)


# ---------------------------------------------------------------- the board


def take(board, square):
    """Returns the gain of the side to move by legal captures on a square, where both sides may stop at any time."""
    victim = board.piece_type_at(square)
    best = 0
    for m in board.generate_legal_captures(to_mask=chess.BB_SQUARES[square]):
        if board.is_en_passant(m) or m.promotion not in (None, chess.QUEEN):
            continue
        extra = 8 if m.promotion else 0
        board.push(m)
        best = max(best, VALUE[victim] + extra - take(board, square))
        board.pop()
    return best


def null(board):
    """Returns the board after a null move."""
    hold(not board.is_check(), "no null move in check")
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after


def at_rest(board):
    """Returns whether the position is quiet: no profitable capture, no check, no profitable promotion."""
    if board.is_game_over():
        return True
    if board.is_check():
        return False
    for m in board.legal_moves:
        if m.promotion == chess.QUEEN:
            board.push(m)
            kept = take(board, m.to_square) < 9
            board.pop()
            if kept:
                return False
    squares = {m.to_square for m in board.legal_moves if board.is_capture(m) and not board.is_en_passant(m)}
    return all(take(board, square) < 1 for square in squares)


def count(board, color, kind):
    return len(board.pieces(kind, color))


def material(board, color):
    return sum(VALUE[k] * (count(board, color, k) - count(board, not color, k)) for k in list(VALUE)[:5])


def mates_at_once(board):
    for m in board.legal_moves:
        if board.gives_check(m):
            board.push(m)
            mate = board.is_checkmate()
            board.pop()
            if mate:
                return m
    return None


def can_mate(board, moves, hint=None):
    """Returns whether the side to move can force mate in at most that many moves."""
    if moves == 1:
        return mates_at_once(board) is not None
    legal = sorted(board.legal_moves, key=lambda m: (m != hint, not board.gives_check(m)))
    for m in legal:
        board.push(m)
        works = is_mated(board, moves - 1)
        board.pop()
        if works:
            return True
    return False


def is_mated(board, moves):
    """Returns whether every move of the side to move loses to a mate in at most that many moves."""
    if board.is_checkmate():
        return True
    if moves <= 0 or board.is_stalemate() or board.is_insufficient_material():
        return False
    for m in sorted(board.legal_moves, key=lambda m: not board.is_capture(m)):
        board.push(m)
        lost = not board.is_stalemate() and not board.is_checkmate() and can_mate(board, moves)
        board.pop()
        if not lost:
            return False
    return True


def is_pawn_ending(board):
    return bool(board.pawns) and board.occupied == board.pawns | board.kings


def pawns_are_held(start, most=20_000):
    """Returns whether neither side can force a mate or a promotion in a pawn ending, or None for too many positions.

    Retrograde analysis over all reachable positions: a side breaks through if it promotes and the new piece is not captured
    at once. The winner is then left open; a new queen counts as safe only against a side without a pawn, or with a
    single pawn that needs three moves. python-chess is too slow for this, so
    the function implements the rules: no piece can pin, and only a pawn gives check.
    """
    state = (start.king(True), start.king(False), start.pieces_mask(chess.PAWN, True), start.pieces_mask(chess.PAWN, False), start.turn)
    state += (start.ep_square if start.has_legal_en_passant() else None,)
    known, order, todo, ways = {state: 0}, [state], [state], [None]
    while todo:
        state = todo.pop()
        if len(order) > most:
            return None
        to = []
        for after in pawn_moves(state):
            if after[0] != THROUGH and after not in known:
                known[after] = len(order)
                order.append(after)
                ways.append(None)
                todo.append(after)
            to.append(after[1] if after[0] == THROUGH else known[after])
        ways[known[state]] = to
    before = [[] for _ in order]
    for place, to in enumerate(ways):
        for target in to:
            if target >= 0:
                before[target].append(place)
    for side in (chess.WHITE, chess.BLACK):
        if not start.pieces_mask(chess.PAWN, side):
            continue
        left, won, news = [len(to) for to in ways], [False] * len(order), []
        for place, to in enumerate(ways):
            turn = order[place][4]
            gone = to.count(-1) + to.count(-2 if side else -3)
            left[place] -= gone
            is_mated = not to and turn != side and pawn_check(order[place])
            if is_mated or (gone and (turn == side or left[place] == 0)):
                won[place] = True
                news.append(place)
        while news:
            for place in before[news.pop()]:
                left[place] -= 1
                if not won[place] and (order[place][4] == side or left[place] == 0):
                    won[place] = True
                    news.append(place)
        if won[0]:
            return False
    return True


THROUGH = "through"


def pawn_check(state):
    """Returns whether a pawn gives check to the side to move. A state has a seventh element if the last move promoted there."""
    white, black, white_pawns, black_pawns, turn = state[:5]
    king, theirs = (white, black_pawns) if turn else (black, white_pawns)
    return bool(chess.BB_PAWN_ATTACKS[turn][king] & theirs)


def pawn_moves(state):
    """Yields every state after a legal move, and THROUGH for a promotion that is not captured."""
    white, black, white_pawns, black_pawns, turn, ep = state[:6]
    king, enemy, own, theirs = (white, black, white_pawns, black_pawns) if turn else (black, white, black_pawns, white_pawns)

    def result(king, own, theirs, ep=None, promoted=()):
        return (king, enemy, own, theirs, False, ep, *promoted) if turn else (enemy, king, theirs, own, True, ep, *promoted)

    guarded = chess.BB_KING_ATTACKS[enemy]
    for pawn in chess.scan_forward(theirs):
        guarded |= chess.BB_PAWN_ATTACKS[not turn][pawn]
    if len(state) > 6:
        # The last move promoted on this square: capture the piece at once, or it stays.
        square = state[6]
        far = [n for n in chess.scan_forward(own) if (chess.square_rank(n) if turn else 7 - chess.square_rank(n)) <= 4]
        harmless = chess.popcount(own) == 0 or (chess.popcount(own) == 1 and far)
        # -1: either side may win; -2: only White; -3: only Black.
        found = [(THROUGH, (-3 if turn else -2) if harmless else -1)]
        if chess.BB_KING_ATTACKS[king] & chess.BB_SQUARES[square] & ~guarded:
            found.append(result(square, own, theirs))
        return found
    found = []
    free_to = chess.BB_KING_ATTACKS[king] & ~own & ~guarded
    for to in chess.scan_forward(free_to):
        found.append(result(to, own, theirs & ~chess.BB_SQUARES[to]))
    checkers = chess.BB_PAWN_ATTACKS[turn][king] & theirs
    occupied = own | theirs | chess.BB_SQUARES[king] | chess.BB_SQUARES[enemy]
    forward, first, last = (8, 1, 7) if turn else (-8, 6, 0)
    for pawn in chess.scan_forward(own):
        rest = own & ~chess.BB_SQUARES[pawn]
        steps = []
        one = pawn + forward
        if not occupied & chess.BB_SQUARES[one]:
            steps.append((one, theirs, None))
            two = one + forward
            if chess.square_rank(pawn) == first and not occupied & chess.BB_SQUARES[two]:
                beside = chess.BB_PAWN_ATTACKS[turn][one] & theirs
                steps.append((two, theirs, one if beside else None))
        attacked = chess.BB_PAWN_ATTACKS[turn][pawn]
        for to in chess.scan_forward(attacked & theirs):
            steps.append((to, theirs & ~chess.BB_SQUARES[to], None))
        if ep is not None and attacked & chess.BB_SQUARES[ep]:
            steps.append((ep, theirs & ~chess.BB_SQUARES[ep - forward], None))
        for to, their_rest, new_ep in steps:
            # A check is answered only by the capture of the checking pawn.
            if checkers & their_rest:
                continue
            if chess.square_rank(to) == last:
                found.append(result(king, rest, their_rest, None, (to,)))
            else:
                found.append(result(king, rest | chess.BB_SQUARES[to], their_rest, new_ep))
    return found


_tables = None


def table(board):
    """Returns won (2), drawn (0) or lost (-2) for the side to move from the tables; None without a table."""
    global _tables
    if _tables is None:
        _tables = chess.syzygy.open_tablebase(TABLES)
    if chess.popcount(board.occupied) > 4 or board.castling_rights:
        return None
    return _tables.probe_wdl(board)


def is_drawn_pawn_ending(board):
    hold(is_pawn_ending(board), "it is not a pawn ending")
    wdl = table(board)
    if wdl is not None:
        hold(wdl == 0, f"the tables say {wdl}")
    else:
        held = pawns_are_held(board, 400_000)
        hold(held is not None, "too many positions to check")
        hold(held, "a side gets a pawn through")


# ---------------------------------------------------------------- an answer, as a line and boards


class Line:
    def __init__(self, board, sans):
        self.sans = sans
        self.boards = [board.copy(stack=False)]
        self.moves = []
        full = board.copy()
        for san in sans:
            m = full.parse_san(san)
            hold(full.san(m) == san, f"{san} should be written {full.san(m)}")
            full.push(m)
            self.moves.append(m)
            self.boards.append(full.copy(stack=False))
        self.full = full

    def at(self, san, start=0, step=1):
        """Returns the index of a move in the line."""
        for ply in range(start, len(self.sans), step):
            if self.sans[ply] == san:
                return ply
        raise False_(f"{san} is not in the line")


def piece_on(board, words, color=None):
    """Parses `the knight on c6` and checks that the piece is there."""
    kind, square = re.fullmatch(r"the (\w+) on ([a-h][1-8])", words).groups()
    square = chess.parse_square(square)
    piece = board.piece_at(square)
    hold(piece is not None and piece.piece_type == NAME[kind], f"there is no {kind} on {chess.square_name(square)}")
    hold(color is None or piece.color == color, f"the {kind} on {chess.square_name(square)} is of the other side")
    return square


def men(words):
    return re.split(r", | and ", words)


def takes_later(line, ply, san, square=None, by=None):
    """Returns the move that wins the material: one of the side's next two moves, a capture on the square, by the piece that was there all the time."""
    later = line.at(san, ply + 2, 2)
    hold(later <= ply + 4, f"{san} comes much later")
    m = line.moves[later]
    hold(line.boards[later].is_capture(m), f"{san} takes nothing")
    after = line.boards[ply + 1]
    hold(line.boards[later].piece_at(m.to_square) == after.piece_at(m.to_square), "another piece stands there by then")
    if square is not None:
        hold(m.to_square == square, f"{san} takes elsewhere")
    if by is not None:
        hold(m.from_square == by, f"{san} is played by another piece")
    return m


def resting(line):
    """Returns the index at which the gain is counted: the last quiet position within eight moves, or the first one after that."""
    rest = [n for n in range(1, len(line.boards)) if at_rest(line.boards[n])]
    hold(rest, "the line never comes to rest")
    near = [n for n in rest if n <= 8]
    return near[-1] if near else rest[0]


def gains(line, ply, then=None):
    """Checks that the side of this move gains material where the line is quiet; or, for the first move, that the named capture is profitable."""
    color = line.boards[ply].turn
    if ply == 0 and then is not None:
        later = line.at(then, 2, 2)
        if take(line.boards[later].copy(stack=False), line.moves[later].to_square) > 0:
            return
    hold(material(line.boards[resting(line)], color) > material(line.boards[ply], color), "nothing is gained in the end")


def step(line, san, start):
    """Checks the move at the index that the sentence refers to."""
    hold(line.sans[start] == san, f"the proof begins with {line.sans[start]} and not with {san}")
    return start, line.boards[start], line.boards[start + 1], line.moves[start]


def cannot_be_punished(board, square):
    hold(take(board, square) == 0, "it can be taken with a gain")


def between(board, slider, front, back):
    """Checks that the slider attacks the first piece and, through it, the second."""
    hold(front in board.attacks(slider), "the first is not attacked")
    hold(board.piece_type_at(slider) in (chess.BISHOP, chess.ROOK, chess.QUEEN), "no slider")
    ray = chess.SquareSet(chess.ray(slider, back))
    hold(front in ray and front in chess.SquareSet(chess.between(slider, back)), "they are not on one line")
    hold(all(s == front or board.piece_at(s) is None for s in chess.SquareSet(chess.between(slider, back))), "something stands between them")


# ---------------------------------------------------------------- the forms. Each check receives the line, the sentence and the captured groups.

FORMS = []


def form(motif, pattern):
    def keep(check):
        FORMS.append((motif, re.compile(pattern), check))
        return check

    return keep


SAN = r"[KQRBNO0a-h][^\s,;:.']*"
MAN = r"the \w+ on [a-h][1-8]"
MEN = rf"{MAN}(?:, {MAN})*(?: and {MAN})?"


@form("mate", rf"({SAN}) is mate\.")
@form("smothered", rf"({SAN}) is a smothered mate\.")
@form("back-rank", rf"({SAN}) is mate on the back rank: the king is shut in by its own pawns? on ([a-h1-8, and]+)\.")
def mate_now(line, said, san, squares=None):
    hold(line.sans == [san] or line.sans[said["to"]] == san, "the line is another")
    end = line.boards[-1]
    hold(end.is_checkmate(), "it is no mate")
    if "smothered" in said["text"]:
        king = end.king(end.turn)
        hold(all(end.color_at(s) == end.turn for s in end.attacks(king)), "the king is not smothered")
    if squares:
        on_back_rank(end)
        for square in re.findall("[a-h][1-8]", squares):
            square = chess.parse_square(square)
            hold(end.piece_at(square) == chess.Piece(chess.PAWN, end.turn), "no pawn of the king's there")
            hold(square in end.attacks(end.king(end.turn)), "the pawn is not beside the king")


def on_back_rank(end):
    king = end.king(end.turn)
    hold(chess.square_rank(king) == (0 if end.turn else 7), "the king is not on its back rank")
    for checker in end.checkers():
        hold(end.piece_type_at(checker) in (chess.ROOK, chess.QUEEN) and chess.square_rank(checker) == chess.square_rank(king), "the check does not come along the rank")


@form("mate", rf"(White|Black) mates in (\d+)( along this line)?, with ({SAN})\.")
@form("back-rank", rf"(White|Black) mates in (\d+)( along this line)?, with ({SAN}) on the back rank\.")
def mate_later(line, said, color, moves, along, san):
    end = line.boards[-1]
    hold(end.is_checkmate() and line.sans[-1] == san, "the line does not end in this mate")
    hold(end.turn != COLOR[color], "the other side mates")
    start, moves = line.boards[0], int(moves)
    hold((len(line.moves) + 1) // 2 == moves, "the line is not so long")
    if "back rank" in said["text"]:
        on_back_rank(end)
    if along:
        return
    board = start.copy(stack=False)
    if start.turn == COLOR[color]:
        board.push(line.moves[0])
        hold(is_mated(board, moves - 1), "the mate can be avoided")
    else:
        # After the selected move, which may be the best one.
        board.push(line.moves[0])
        hold(can_mate(board, moves, line.moves[1]), "the mate can be avoided")


@form("draw", rf"The line ends in stalemate, with ({SAN}): a draw\.")
def stalemate(line, said, san):
    hold(line.sans[-1] == san and line.boards[-1].is_stalemate(), "no stalemate")


@form("draw", rf"After ({SAN}) neither side can mate: a draw\.")
def bare(line, said, san):
    hold(line.sans[-1] == san and line.boards[-1].is_insufficient_material(), "somebody can mate")


@form("draw", rf"The line ends in a draw by (threefold repetition|50 moves without capture or pawn move), with ({SAN})\.")
def claimed(line, said, reason, san):
    hold(line.sans[-1] == san, "the line ends otherwise")
    hold(line.full.is_repetition(3) if "repetition" in reason else line.full.is_fifty_moves(), "not so")


@form("ending", r"This pawn ending is a draw: (Black stops the pawns?|White stops the pawns?|neither side can force a pawn through)\.")
def held(line, said, who):
    board = line.boards[0]
    is_drawn_pawn_ending(board)
    check_who(board, who)


def check_who(board, who):
    white, black = bool(board.pieces(chess.PAWN, True)), bool(board.pieces(chess.PAWN, False))
    owners = {"Black": (True, False), "White": (False, True), "neither": (True, True)}[who.split()[0]]
    hold((white, black) == owners, "the pawns are others'")
    hold(who.startswith("neither") or ("pawns" in who) == (len(chess.SquareSet(board.pawns)) > 1), "one pawn or several")


@form("ending", r"This pawn ending is a draw by the engine's evaluation\.")
@form("ending", rf"This pawn ending is a draw by the engine's evaluation: both sides promote, with ({SAN}) and ({SAN})\.")
def counted_draw(line, said, first=None, second=None):
    board = line.boards[0]
    hold(is_pawn_ending(board), "no pawn ending")
    wdl = table(board)
    hold(wdl in (None, 0), f"the tables say {wdl}")
    hold(abs(float(said["score"])) <= 0.2, "the engine does not say so")
    if first:
        one, two = line.at(first), line.at(second)
        hold(one < two and line.moves[one].promotion and line.moves[two].promotion, "no two promotions")
        hold(line.boards[one].turn != line.boards[two].turn, "one side promotes twice")


@form("ending", r"This pawn ending is won for (White|Black): the pawn promotes\.")
def won_pawn(line, said, color):
    board = line.boards[0]
    hold(table(board) == (2 if board.turn == COLOR[color] else -2), "the tables say otherwise")
    hold(len(chess.SquareSet(board.pawns)) == 1 and bool(board.pieces(chess.PAWN, COLOR[color])), "whose pawn?")


@form("ending", rf"({SAN}) gives the win away: after it (White|Black) stops the pawn\.")
def win_away(line, said, san, color):
    _, before, after, _ = step(line, san, 0)
    hold(table(before) == 2 and table(after) == 0, "the tables say otherwise")
    hold(after.turn == COLOR[color] and not after.pieces(chess.PAWN, COLOR[color]), "whose pawn?")


@form("ending", rf"({SAN}) gives the draw away: after it the pawn promotes\.")
def draw_away(line, said, san):
    _, before, after, _ = step(line, san, 0)
    hold(table(before) == 0 and table(after) == 2, "the tables say otherwise")


@form("ending", rf"With ({SAN}) the line reaches a drawn pawn ending: (.*)\.")
def comes_to(line, said, san, who):
    ply = said["to"]
    hold(line.sans[ply] == san and not is_pawn_ending(line.boards[ply]), "not by this move")
    is_drawn_pawn_ending(line.boards[ply + 1])
    check_who(line.boards[ply + 1], who)


@form("ending", r"(.*) cannot force mate against a bare king\.")
def no_mate(line, said, words):
    board = line.boards[0]
    pieces = {"A knight": "N", "A bishop": "B", "Two knights": "NN", "Two bishops": "BB", "Three bishops": "BBB"}
    hold(words in pieces, "which pieces?")
    strong = next(c for c in (True, False) if chess.popcount(board.occupied_co[not c]) == 1)
    hold(sorted(p.symbol().upper() for p in board.piece_map().values() if p.color == strong) == sorted(pieces[words] + "K"), "other pieces")
    hold(table(board) == 0, "the tables say otherwise")


@form("hanging", rf"({SAN}) takes the (\w+) on ([a-h][1-8]), which nothing defends\.")
def free(line, said, san, kind, square):
    ply, before, after, m = step(line, san, said["from"])
    square = chess.parse_square(square)
    hold(m.to_square == square and before.piece_type_at(square) == NAME[kind] and before.color_at(square) != before.turn, "it takes something else")
    hold(not after.attackers(after.turn, square), "it is defended")
    if said["from"] > 0:
        gains(line, ply)


@form("pin", rf"({SAN}) takes the (\w+) on ([a-h][1-8]): ({MEN}) (?:is|are) pinned to the king on ([a-h][1-8]) and cannot recapture\.")
def pinned_defender(line, said, san, kind, square, holders, king):
    ply, before, after, m = step(line, san, said["from"])
    square = chess.parse_square(square)
    hold(m.to_square == square and before.piece_type_at(square) == NAME[kind], "it takes something else")
    hold(after.king(after.turn) == chess.parse_square(king), "the king is elsewhere")
    named = {piece_on(after, words, after.turn) for words in men(holders)}
    hold(named == set(after.attackers(after.turn, square)) - {after.king(after.turn)}, "others defend it")
    hold(all(after.is_pinned(after.turn, s) for s in named), "not pinned")
    hold(not any(after.generate_legal_captures(to_mask=chess.BB_SQUARES[square])), "it can be taken back")
    gains(line, ply)


@form("fork", rf"({SAN}) forks ({MEN}); ({SAN}) takes the (\w+)\.")
def fork(line, said, san, targets, then, kind):
    ply, before, after, m = step(line, san, said["from"])
    forker = after.piece_at(m.to_square)
    squares = [piece_on(after, words, after.turn) for words in men(targets)]
    hold(len(set(squares)) >= 2, "that is only one")
    for square in squares:
        piece = after.piece_at(square)
        hold(square in after.attacks(m.to_square), f"{chess.square_name(square)} is not attacked")
        loose = piece.piece_type != chess.PAWN and not after.attackers(after.turn, square)
        hold(VALUE[piece.piece_type] > VALUE[forker.piece_type] or loose, f"{chess.square_name(square)} is in no danger")
    cannot_be_punished(after, m.to_square)
    taken = takes_later(line, ply, then, by=m.to_square)
    hold(taken.to_square in squares and after.piece_type_at(taken.to_square) == NAME[kind], "it takes something else")
    gains(line, ply, then)


@form("pin", rf"({SAN}) pins ({MAN}) to ({MAN}); ({SAN}) takes it\.")
def pin(line, said, san, front, back, then):
    ply, before, after, m = step(line, san, said["from"])
    front, back = piece_on(after, front, after.turn), piece_on(after, back, after.turn)
    between(after, m.to_square, front, back)
    hold(VALUE[after.piece_type_at(back)] > VALUE[after.piece_type_at(front)], "what stands behind is worth no more")
    hold(after.piece_type_at(back) != chess.KING or after.is_pinned(after.turn, front), "not pinned")
    cannot_be_punished(after, m.to_square)
    takes_later(line, ply, then, square=front)
    gains(line, ply, then)


@form("pin", rf"({SAN}) attacks ({MAN}), which is pinned to the king on ([a-h][1-8]); ({SAN}) takes it\.")
def attack_on_pinned(line, said, san, victim, king, then):
    ply, before, after, m = step(line, san, said["from"])
    victim = piece_on(after, victim, after.turn)
    hold(after.king(after.turn) == chess.parse_square(king), "the king is elsewhere")
    hold(victim in after.attacks(m.to_square), "not attacked")
    hold(before.is_pinned(after.turn, victim) and after.is_pinned(after.turn, victim), "not pinned")
    takes_later(line, ply, then, square=victim)
    gains(line, ply, then)


@form("skewer", rf"({SAN}) attacks ({MAN}) and, behind it, ({MAN}); ({SAN}) takes the (\w+)\.")
def skewer(line, said, san, front, back, then, kind):
    ply, before, after, m = step(line, san, said["from"])
    front, back = piece_on(after, front, after.turn), piece_on(after, back, after.turn)
    between(after, m.to_square, front, back)
    hold(VALUE[after.piece_type_at(front)] >= VALUE[after.piece_type_at(back)], "that is a pin")
    hold(line.moves[ply + 1].from_square == front, "the first does not move away")
    takes_later(line, ply, then, square=back, by=m.to_square)
    hold(after.piece_type_at(back) == NAME[kind], "it takes something else")
    gains(line, ply, then)


@form("discovery", rf"({SAN}) uncovers an attack by ({MAN}) on ({MAN}); ({SAN}) takes it\.")
def discovery(line, said, san, slider, target, then):
    ply, before, after, m = step(line, san, said["from"])
    slider, target = piece_on(after, slider, before.turn), piece_on(after, target, after.turn)
    hold(target in after.attacks(slider) and target not in before.attacks(slider) and slider != m.to_square, "not uncovered")
    takes_later(line, ply, then, square=target, by=slider)
    gains(line, ply, then)


@form("discovery", rf"({SAN}) uncovers a check by ({MAN}); ({SAN}) takes the (\w+)\.")
def discovered_check(line, said, san, slider, then, kind):
    ply, before, after, m = step(line, san, said["from"])
    slider = piece_on(after, slider, before.turn)
    hold(slider in after.checkers() and slider != m.to_square, "no check by it")
    taken = takes_later(line, ply, then, by=m.to_square)
    hold(after.piece_type_at(taken.to_square) == NAME[kind], "it takes something else")
    gains(line, ply, then)


def pieces(words):
    """Reads `a rook and two pawns`."""
    numbers = {"a": 1, "two": 2, "three": 3}
    found = {}
    for part in men(words):
        number, kind = part.split()
        found[NAME[kind.rstrip("s")]] = numbers.get(number) or int(number)
    return found


def score_for(text, color):
    """Parses a printed value for a side, in pawns; a mate is a thousand."""
    if "#" in text:
        worth = -1000 if text.startswith(("-", "#-")) else 1000
    else:
        worth = float(text)
    return worth if color else -worth


@form("material", rf"(White|Black) wins ([\w ,]+?)(?: for ([\w ,]+?))? with ({SAN})\.")
@form("material", rf"(White|Black) loses ([\w ,]+?)(?: for ([\w ,]+?))? to ({SAN})\.")
def bookkeeping(line, said, color, first, second, by):
    color, wins = COLOR[color], " wins " in said["text"]
    first, second = pieces(first), pieces(second) if second else {}
    taken, given = (first, second) if wins else (second, first)
    start = line.boards[0]
    hold(color == start.turn, "it is about the other side")
    named = [n for n in range(said["to"] + 1) if line.sans[n] == by and (line.boards[n].turn == color) == wins]
    hold(named and line.boards[named[-1]].is_capture(line.moves[named[-1]]), "the move that is named takes nothing for that side")

    def so(board):
        for kind in list(VALUE)[:5]:
            lost = lambda side: count(start, side, kind) - count(board, side, kind)
            if lost(color) - lost(not color) != given.get(kind, 0) - taken.get(kind, 0):
                return False
        return True

    last = resting(line)
    hold(any(so(line.boards[n]) and at_rest(line.boards[n]) for n in range(said["to"] + 1, last + 1)), "nowhere in the line it is so and nothing hangs")
    value = sum(VALUE[k] * n for k, n in taken.items()) - sum(VALUE[k] * n for k, n in given.items())
    hold(value > 0 if wins else value < 0, "that is no gain" if wins else "that is no loss")
    end = material(line.boards[last], color) - material(start, color)
    hold(end == value, f"in the end it is {end} and not {value}")
    worth = score_for(said["score"], color)
    hold((worth - material(start, color)) / value > 0.49, "the engine's value does not have it")


@form("promotion", rf"(White|Black) promotes with ({SAN}); in all (White|Black) (gains|loses) (\d+) pawns? worth of material\.")
def promotion(line, said, who, san, color, verb, size):
    ply = line.at(san)
    hold(line.moves[ply].promotion is not None and line.boards[ply].turn == COLOR[who], "no promotion of that side")
    end = material(line.boards[resting(line)], COLOR[color]) - material(line.boards[0], COLOR[color])
    hold(end == (int(size) if verb == "gains" else -int(size)), f"in the end it is {end}")


@form("threat", rf"({SAN}) threatens mate with ({SAN})\.")
def threat(line, said, san, then):
    _, _, after, _ = step(line, san, said["from"])
    idle = null(after)
    m = idle.parse_san(then)
    idle.push(m)
    hold(idle.is_checkmate(), "that is no mate")


@form("only", rf"({SAN}) is the only legal move\.")
def only(line, said, san):
    hold([line.boards[0].san(m) for m in line.boards[0].legal_moves] == [san], "there are others")


def value(text):
    """Parses a printed value for White, in pawns; None for a mate."""
    return None if "#" in text or "M" in text else float(text)


@form("difference", rf"The second-best move, ({SAN}), is (more than ten|[\d.]+) pawns worse by the engine's evaluation\.")
@form("difference", rf"The second-best move, ({SAN}), is (as good) by the engine's evaluation\.")
def next_best(line, said, san, size):
    hold(line.sans[0] == san, "the other line begins otherwise")
    sign = 1 if line.boards[0].turn else -1
    apart(sign * (value(said["mine"]) - value(said["theirs"])), size)


def apart(real, said):
    """Checks the difference of two values against the printed difference."""
    fine = {"as good": real < 0.101, "more than ten": real > 10}.get(said)
    hold(abs(real - float(said)) < 0.011 if fine is None else fine, f"the values are {real} apart")


@form("difference", rf"By the engine's evaluation ({SAN}) is (as good) as ({SAN})\.")
@form("difference", rf"By the engine's evaluation ({SAN}) is (more than ten|[\d.]+) pawns worse than ({SAN})\.")
def behind(line, said, san, size, best):
    hold(line.sans[0] == san and said["other_line"][0] == best, "other moves")
    sign = 1 if line.boards[0].turn else -1
    apart(sign * (value(said["theirs"]) - value(said["mine"])), size)


@form("difference", rf"Every other move allows mate in at most (\d+): after ({SAN}), with ({SAN})\.")
def all_others_mated(line, said, moves, first, last):
    hold(line.sans[0] == first and line.sans[-1] == last and line.boards[-1].is_checkmate(), "the line is another")
    board = line.boards[0].copy(stack=False)
    for m in list(board.legal_moves):
        if board.san(m) == said["other_line"][0]:
            continue
        board.push(m)
        lost = can_mate(board, int(moves)) if not board.is_game_over() else False
        board.pop()
        hold(lost, f"{board.san(m)} is not mated")


@form("difference", rf"After the second-best move, ({SAN}), the line ends in mate: ({SAN})\.")
def next_is_mated(line, said, first, last):
    hold(line.sans[0] == first and line.sans[-1] == last and line.boards[-1].is_checkmate(), "the line is another")
    hold(line.boards[-1].turn == line.boards[0].turn, "the other side is mated")


# The purpose of a move.


@form("purpose", rf"({SAN}) stops the threat of ({SAN})\.")
def stops(line, said, san, mate):
    _, before, after, _ = step(line, san, 0)
    idle = null(before)
    m = idle.parse_san(mate)
    idle.push(m)
    hold(idle.is_checkmate(), "that was no mate")
    hold(mates_at_once(after) is None, "there is a mate all the same")


@form("purpose", rf"({SAN}) saves the (\w+), which ({MAN}) attacked\.")
def saves(line, said, san, kind, attacker):
    _, before, after, m = step(line, san, 0)
    hold(before.piece_type_at(m.from_square) == NAME[kind], "another piece moves")
    attacker = piece_on(before, attacker, not before.turn)
    hold(m.from_square in before.attacks(attacker), "it did not attack it")
    hold(take(null(before), m.from_square) > 0, "it was in no danger")
    hold(take(after, m.to_square) == 0, "it is in danger still")


@form("purpose", rf"({SAN}) defends ({MAN})\.")
def defends(line, said, san, what):
    _, before, after, m = step(line, san, 0)
    what = piece_on(after, what, before.turn)
    hold(what in after.attacks(m.to_square), "it does not defend it")
    hold(take(null(before), what) > 0, "it was in no danger")
    hold(take(after, what) == 0, "it can still be taken")


@form("purpose", rf"({SAN}) threatens to take ({MAN})\.")
def threatens(line, said, san, what):
    _, before, after, m = step(line, san, 0)
    what = piece_on(after, what, after.turn)
    hold(what in after.attacks(m.to_square), "not attacked")
    hold(take(null(after), what) > 0, "taking it gains nothing")
    cannot_be_punished(after, m.to_square)


@form("purpose", rf"({SAN}) captures ({MAN}), which attacked ({MAN})\.")
def captures_attacker(line, said, san, attacker, victim):
    _, before, after, m = step(line, san, 0)
    attacker = piece_on(before, attacker, not before.turn)
    victim = piece_on(before, victim, before.turn)
    hold(m.to_square == attacker, "it captures another piece")
    hold(victim in before.attacks(attacker), "it did not attack that")
    hold(take(null(before), victim) > 0, "that was in no danger")


@form("purpose", rf"({SAN}) captures ({MAN}), and captures on ([a-h][1-8]) gain material\.")
def wins_exchange(line, said, san, taken, square):
    _, before, after, m = step(line, san, 0)
    taken = piece_on(before, taken, not before.turn)
    hold(m.to_square == taken and chess.square_name(taken) == square, "it captures another piece")
    hold(take(before, taken) > 0, "captures there gain nothing")


@form("purpose", rf"({SAN}) avoids a trade of (\w+)s\.")
def avoids_trade(line, said, san, kind):
    _, before, after, m = step(line, san, 0)
    hold(before.piece_type_at(m.from_square) == NAME[kind], "another piece moves")
    attackers = lambda board, square: [s for s in board.attackers(not before.turn, square) if board.piece_type_at(s) == NAME[kind]]
    hold(attackers(before, m.from_square), "there was no trade")
    hold(not attackers(after, m.to_square), "there is a trade still")


@form("evaluation", rf"(White|Black) gains (\d+\.\d\d) pawns in the term ([A-Z][a-z ]+) of the hand-crafted evaluation by ({SAN})\.")
def gained_term(line, said, color, size, name, san):
    hold(line.boards[0].turn == COLOR[color], "another side moves")
    end = said["to"] + 1
    hold(line.sans[said["to"]] == san, f"the proof ends with {line.sans[said['to']]}")
    gain = term(said["program"], line.boards[end], name) - term(said["program"], line.boards[0], name)
    hold(abs((gain if COLOR[color] else -gain) - 100 * float(size)) < 1, f"the program's own `eval` gives {gain}")


def term(program, board, name):
    """Returns a term of the hand-crafted evaluation for White, in centipawns."""
    done = subprocess.run([program, "eval", "--json", "--fen", board.fen()], capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    found = [it["total"] for it in answer["terms"] if it["term"] == name]
    if not found:
        return 0
    endgame = int(found[0]["eg"] * (24 - answer["phase"]) * answer["scale"] / 128)
    return int((found[0]["mg"] * answer["phase"] + endgame) / 24) * answer["patience"] / 256


@form("purpose", rf"({SAN}) trades (\w+)s\.")
@form("purpose", rf"({SAN}) trades a (\w+) for a (\w+)\.")
def trades(line, said, san, own, other=None):
    _, before, after, m = step(line, san, 0)
    hold(before.piece_type_at(m.from_square) == NAME[own] and before.piece_type_at(m.to_square) == NAME[other or own], "other pieces")
    hold(line.moves[1].to_square == m.to_square and after.is_capture(line.moves[1]), "it is not taken back")


def passed(board, square):
    color = board.color_at(square)
    file, rank = chess.square_file(square), chess.square_rank(square)
    for pawn in board.pieces(chess.PAWN, not color):
        ahead = chess.square_rank(pawn) > rank if color else chess.square_rank(pawn) < rank
        if abs(chess.square_file(pawn) - file) <= 1 and ahead:
            return False
    return board.piece_type_at(square) == chess.PAWN


@form("purpose", rf"({SAN}) pushes a passed pawn\.")
@form("purpose", rf"({SAN}) creates a passed pawn: no (white|black) pawn can stop it\.")
def passed_pawn(line, said, san, color=None):
    _, before, after, m = step(line, san, 0)
    hold(passed(after, m.to_square), "the pawn is not passed")
    hold(passed(before, m.from_square) == (color is None), "it was passed already, or was not")
    hold(color is None or (color == "white") == after.turn, "whose pawns?")


@form("purpose", rf"({SAN}) puts the (\w+) on an outpost: ({MAN}) defends it and no (white|black) pawn can attack it\.")
def outpost(line, said, san, kind, pawn, color):
    _, before, after, m = step(line, san, 0)
    hold(after.piece_type_at(m.to_square) == NAME[kind], "another piece")
    pawn = piece_on(after, pawn, before.turn)
    hold(after.piece_type_at(pawn) == chess.PAWN and m.to_square in after.attacks(pawn), "the pawn does not hold it")
    file, rank = chess.square_file(m.to_square), chess.square_rank(m.to_square)
    hold((color == "white") == after.turn, "whose pawns?")
    for other in after.pieces(chess.PAWN, after.turn):
        ahead = chess.square_rank(other) > rank if before.turn else chess.square_rank(other) < rank
        hold(not (abs(chess.square_file(other) - file) == 1 and ahead), f"the pawn on {chess.square_name(other)} may attack it")


@form("purpose", rf"({SAN}) brings the king to ([a-h][1-8])(?:, behind the pawns? on ([a-h1-8, and]+))?\.")
def castles(line, said, san, square, pawns):
    _, before, after, m = step(line, san, 0)
    hold(before.is_castling(m) and after.king(before.turn) == chess.parse_square(square), "no castling, or to elsewhere")
    for pawn in re.findall("[a-h][1-8]", pawns or ""):
        pawn = chess.parse_square(pawn)
        hold(after.piece_at(pawn) == chess.Piece(chess.PAWN, before.turn) and pawn in after.attacks(after.king(before.turn)), "no pawn before it there")


@form("purpose", rf"({SAN}) puts the rook on the (open|half-open) ([a-h])-file\.")
def open_file(line, said, san, how, file):
    _, before, after, m = step(line, san, 0)
    hold(after.piece_type_at(m.to_square) == chess.ROOK and chess.FILE_NAMES[chess.square_file(m.to_square)] == file, "another piece or file")
    hold(chess.square_file(m.from_square) != chess.square_file(m.to_square), "it was there before")
    on = chess.SquareSet(after.pawns & chess.BB_FILES[chess.FILE_NAMES.index(file)])
    own = [s for s in on if after.color_at(s) == before.turn]
    hold(not on if how == "open" else on and not own, "the file is not so")


@form("purpose", rf"({SAN}) takes the opposition\.")
def opposition(line, said, san):
    _, before, after, m = step(line, san, 0)
    a, b = after.king(True), after.king(False)
    hold(is_pawn_ending(after) and before.piece_type_at(m.from_square) == chess.KING, "no pawn ending, or no move of the king")
    files, ranks = abs(chess.square_file(a) - chess.square_file(b)), abs(chess.square_rank(a) - chess.square_rank(b))
    hold((files, ranks) in ((0, 2), (2, 0)), "the kings do not face each other")


@form("purpose", rf"({SAN}) puts a pawn in the centre, where it controls ([a-h1-8, and]+)\.")
def centre(line, said, san, guarded):
    _, before, after, m = step(line, san, 0)
    hold(after.piece_type_at(m.to_square) == chess.PAWN and m.to_square in (chess.D4, chess.E4, chess.D5, chess.E5), "not a pawn in the centre")
    hold({chess.parse_square(s) for s in re.findall("[a-h][1-8]", guarded)} == set(after.attacks(m.to_square)), "it guards other squares")


@form("purpose", rf"({SAN}) develops the (knight|bishop)\.")
def develops(line, said, san, kind):
    _, before, after, m = step(line, san, 0)
    hold(before.piece_type_at(m.from_square) == NAME[kind], "another piece")
    home = {"knight": "bg", "bishop": "cf"}[kind]
    hold(chess.square_name(m.from_square) in [f + ("1" if before.turn else "8") for f in home], "it was not at home")


@form("purpose", rf"({SAN}) lets the (\w+) reach (\d+) squares; from ([a-h][1-8]) it reached (\d+)\.")
def reaches(line, said, san, kind, now, start, then):
    _, before, after, m = step(line, san, 0)
    hold(before.piece_type_at(m.from_square) == NAME[kind] and m.from_square == chess.parse_square(start), "another piece")
    reach = lambda board, square: len([s for s in board.attacks(square) if board.color_at(s) != before.turn])
    hold(reach(before, m.from_square) == int(then) and reach(after, m.to_square) == int(now), "other numbers")


@form("purpose", rf"({SAN}) opens a line for ({MAN}): it reaches (\d+) squares instead of (\d+)\.")
def makes_room(line, said, san, who, now, then):
    _, before, after, m = step(line, san, 0)
    who = piece_on(after, who, before.turn)
    hold(before.piece_type_at(m.from_square) == chess.PAWN and before.piece_at(who) == after.piece_at(who), "no pawn moves, or the piece does")
    reach = lambda board: len([s for s in board.attacks(who) if board.color_at(s) != before.turn])
    hold(reach(before) == int(then) and reach(after) == int(now), "other numbers")


@form("purpose", rf"({SAN}) gives check; after ({SAN}) (White|Black) can no longer castle\.")
def no_castling(line, said, san, answer, color):
    _, before, after, m = step(line, san, 0)
    hold(after.is_check() and line.sans[1] == answer and after.turn == COLOR[color], "no check, or another answer")
    hold(after.has_castling_rights(COLOR[color]) and not line.boards[2].has_castling_rights(COLOR[color]), "not so")


@form("purpose", rf"({SAN}) brings the king nearer to the centre\.")
def to_the_middle(line, said, san):
    _, before, after, m = step(line, san, 0)
    far = lambda square: min(chess.square_distance(square, c) for c in (chess.D4, chess.E4, chess.D5, chess.E5))
    hold(before.piece_type_at(m.from_square) == chess.KING and far(m.to_square) < far(m.from_square), "not so")


# ---------------------------------------------------------------- queries, parsing, statistics


def ask(program, fen, move, nodes):
    command = [program, "why", "--fen", fen, "--json", "--nodes", str(nodes)] + (["--move", move] if move else [])
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr.strip()
    return json.loads(done.stdout)


def check(program, answer, sentence, board):
    """Returns the motif of a true sentence; raises an exception with the false claim."""
    mine, theirs = (answer["other"], answer["asked"]) if sentence["in_other"] else (answer["asked"], answer["other"])
    line = Line(board, mine["line"])
    text = sentence["text"]
    # Values: of the move in the sentence, and of the other move.
    said = dict(sentence, score=mine["score"], other_line=theirs["line"] if theirs else [])
    said["mine"], said["theirs"] = mine["score"], theirs["score"] if theirs else ""
    if text.startswith("The second-best move"):
        said["mine"], said["theirs"] = said["theirs"], said["mine"]
    # The line and the side of the move.
    if found := re.match(rf"After ({SAN}), (?!the line)(.*)", text):
        before, rest = found.groups()
        place = line.sans.index(before) if before in line.sans else -1
        hold(place >= 0 and (place == 0 if sentence["in_other"] else place == sentence["from"] - 1), f"{before} does not come before it")
        text = rest
    if found := re.match(r"(White|Black)'s (.*)", text):
        color, text = found.groups()
        hold(line.boards[sentence["from"]].turn == COLOR[color], f"{color} does not play that move")
    elif text.split()[0] in line.sans and not sentence["in_other"] and sentence["motif"] != "difference":
        hold(line.boards[sentence["from"]].turn == board.turn or sentence["from"] == 0, "the sentence does not name the side of the move")
    if sentence["in_other"]:
        hold(line.sans[0] in sentence["text"], "the sentence does not name its line")
    said["text"], said["program"] = text, program
    for motif, pattern, test in FORMS:
        if found := pattern.fullmatch(text):
            test(line, said, *found.groups())
            return motif
    raise False_("no known form matches this sentence")


def look(task):
    program, nodes, number, kind, fen, known = task
    board = chess.Board(fen)
    chance = random.Random(number)
    if kind == "over":
        answer = ask(program, fen, None, nodes)
        fine = isinstance(answer, str) and "the game is over" in answer
        return {"kind": kind, "fen": fen, "first": None, "right": fine, "sentences": 0, "motifs": [], "false": [] if fine else [f"a sentence after the end of the game: {answer}"], "texts": []}
    wrong, texts, motifs, total, first, empty, bare = [], [], [], 0, None, 0, []
    for question in ("why", "why not"):
        move = None
        if question == "why not":
            others = [board.san(m) for m in board.legal_moves]
            move = chance.choice(sorted(others))
        answer = ask(program, fen, move, nodes)
        if isinstance(answer, str):
            wrong.append(answer)
            continue
        hold_over = answer["asked"]["line"][0]
        texts.append(f"{question} {hold_over}:")
        for place, sentence in enumerate(answer["sentences"]):
            total += 1
            texts.append("   " + sentence["text"])
            try:
                motif = check(program, answer, sentence, board)
                motifs.append(motif)
                if question == "why" and place == 0:
                    first = motif
                # A mate is the only sentence.
                if question == "why" and place > 0 and first in ("mate", "back-rank", "smothered"):
                    wrong.append(f"a sentence after a mate: {sentence['text']}")
            except (False_, ValueError, IndexError, AssertionError) as error:
                wrong.append(f"{sentence['text']} [{answer['asked']['line'][0]}{'; other' if sentence['in_other'] else ''}: {error or type(error)}]")
        # The comparison with another move is no reason.
        if question == "why" and all(sentence["motif"] == "difference" for sentence in answer["sentences"]):
            bare.append(fen)
        if not answer["sentences"]:
            empty += 1
        if len(answer["sentences"]) > 3:
            wrong.append("more than three sentences")
    right = {"drawn-pawns": first == "ending" or first == "draw", "quiet": first not in ("mate", "back-rank", "smothered", "hanging", "fork", "pin", "skewer", "discovery", "promotion")}.get(kind, first == TACTICAL.get(kind))
    return {"kind": kind, "fen": fen, "known": known, "first": first, "right": right, "sentences": total, "motifs": motifs, "false": wrong, "texts": texts, "empty": empty, "bare": bare}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--set", default=SET)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--only", help="only this kind")
    parser.add_argument("--every", type=int, default=1, help="only every K-th position")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="print every sentence")
    args = parser.parse_args()
    tasks = []
    with open(args.set) as file:
        for number, row in enumerate(file):
            if row.strip() and not row.startswith("#"):
                kind, fen, known = (part.strip() for part in row.split("|"))
                if args.only in (None, kind):
                    tasks.append((args.program, args.nodes, number, kind, fen, known))
    tasks = tasks[:: args.every]
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        results = list(pool.map(look, tasks))
    for result in results:
        if args.verbose or not result["right"]:
            print(f"{'' if result['right'] else 'MISSED '}{result['kind']} | {result['fen']} | {result.get('known')} | first: {result['first']}")
            print("\n".join(result["texts"]))
        for wrong in result["false"]:
            print(f"FALSE {result['kind']} | {result['fen']}\n   {wrong}")
    motifs = {}
    for result in results:
        for motif in result["motifs"]:
            motifs[motif] = motifs.get(motif, 0) + 1
    print(f"{'kind':<14}{'positions':>10}{'right first':>13}")
    for kind in dict.fromkeys(result["kind"] for result in results):
        mine = [result for result in results if result["kind"] == kind]
        print(f"{kind:<14}{len(mine):>10}{sum(result['right'] for result in mine):>13}")
    tactical = [result for result in results if result["kind"] in TACTICAL]
    share = sum(result["right"] for result in tactical) / max(1, len(tactical))
    false = sum(len(result["false"]) for result in results)
    sentences = sum(result["sentences"] for result in results)
    print("sentences by form: " + ", ".join(f"{motif} {number}" for motif, number in sorted(motifs.items(), key=lambda it: -it[1])))
    print(f"answers without a sentence: {sum(result.get('empty', 0) for result in results)}")
    bare = [fen for result in results for fen in result.get("bare", [])]
    print(f"best moves without a reason: {len(bare)}" + "".join(f"\n   {fen}" for fen in bare))
    drawn = [result for result in results if result["kind"] == "drawn-pawns"]
    drawn_share = sum(result["right"] for result in drawn) / max(1, len(drawn))
    print(f"{len(results)} positions, {sentences} sentences, {false} false; right motif first in {share:.1%} of {len(tactical)} tactical positions; {drawn_share:.1%} of {len(drawn)} drawn pawn endings say so")
    if false or (tactical and share < LEAST) or (drawn and drawn_share < DRAWN):
        sys.exit(1)


if __name__ == "__main__":
    main()
