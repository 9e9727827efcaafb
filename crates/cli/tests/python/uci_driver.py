"""Drives the engine through python-chess: another reading of the protocol than our own.

Usage: uci_driver.py PATH_OF_ENGINE. python-chess raises an error at the first illegal move, unknown answer or missing
`bestmove`; the rest is asserted here. Ends with one line that says what was done.
"""

import random
import sys

import chess
import chess.engine

MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def check_info(board: chess.Board, info: chess.engine.InfoDict) -> None:
    """The line is legal and ends with the game; a mate is shown to its end."""
    line = board.copy()
    for number, move in enumerate(info.get("pv", [])):
        assert number == 0 or not over(line), f"{move} after the end: {line.fen()}"
        assert move in line.legal_moves, f"{move} is not legal: {line.fen()}"
        line.push(move)
    score = info.get("score")
    bound = "lowerbound" in info or "upperbound" in info
    if score is not None and score.relative.is_mate() and "pv" in info and not bound:
        moves = score.relative.mate()
        plies = 2 * moves - 1 if moves > 0 else -2 * moves
        assert len(info["pv"]) == plies and line.is_checkmate(), f"mate {moves}: {info['pv']}"


def over(board: chess.Board) -> bool:
    return board.is_game_over() or board.is_repetition(3) or board.halfmove_clock >= 100


def play_game(engine, board, plies, game, ponder=False, **limit) -> int:
    played = 0
    while played < plies and not over(board):
        everything = chess.engine.INFO_ALL
        result = engine.play(board, chess.engine.Limit(**limit), game=game, info=everything, ponder=ponder)
        check_info(board, result.info)
        assert result.info["pv"][0] == result.move, f"{result.move} is not the first of {result.info['pv']}"
        if result.ponder is not None:
            after = board.copy()
            after.push(result.move)
            assert result.ponder in after.legal_moves
        board.push(result.move)
        played += 1
    return played


def main() -> None:
    random.seed(1)
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1], timeout=60) as engine:
        print(drive(engine))


def drive(engine: chess.engine.SimpleEngine) -> str:
    for name in ("Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_Chess960", "UCI_ShowWDL"):
        assert name in engine.options, f"no option {name}"
    engine.configure({"Hash": 8, "Threads": 2, "Move Overhead": 5, "UCI_ShowWDL": True})
    engine.send_opponent_information(opponent=chess.engine.Opponent("Somebody", "GM", 2800, False))
    plies = 0

    # Games: by time, by clock, by nodes and with pondering, which python-chess turns into ponderhit or stop.
    plies += play_game(engine, chess.Board(), 20, "time", time=0.01)
    plies += play_game(engine, chess.Board(), 20, "clock", white_clock=0.3, black_clock=0.3, white_inc=0.01, black_inc=0.01)
    plies += play_game(engine, chess.Board(), 40, "nodes", nodes=500)
    plies += play_game(engine, chess.Board(), 16, "ponder", ponder=True, white_clock=0.5, black_clock=0.5, remaining_moves=20)
    # Somebody else moves at random for Black: the expected move is rarely played.
    board = chess.Board()
    while not over(board) and board.ply() < 16:
        if board.turn == chess.WHITE:
            plies += play_game(engine, board, 1, "surprise", ponder=True, white_clock=0.5, black_clock=0.5)
        else:
            board.push(random.choice(list(board.legal_moves)))

    # Chess960, castling as king takes rook.
    castled = 0
    for number in random.sample(range(960), 3):
        board = chess.Board.from_chess960_pos(number)
        plies += play_game(engine, board, 30, f"chess960 {number}", nodes=300)
        rules = chess.Board.from_chess960_pos(number)
        for move in board.move_stack:
            castled += rules.is_castling(move)
            rules.push(move)

    # Analysis of several lines, more of them than there are moves, and of some moves only.
    board = chess.Board(KIWIPETE)
    for lines, depth in ((3, 5), (200, 2)):
        infos = engine.analyse(board, chess.engine.Limit(depth=depth), multipv=lines, info=chess.engine.INFO_ALL)
        assert len(infos) == min(lines, board.legal_moves.count())
        values = [info["score"].relative.score(mate_score=100_000) for info in infos]
        assert values == sorted(values, reverse=True), f"not in order: {values}"
        assert len({info["pv"][0] for info in infos}) == len(infos)
        for info in infos:
            check_info(board, info)
            assert sum(info["wdl"].relative) == 1_000
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("e1g1")]
    result = engine.play(board, chess.engine.Limit(depth=5), root_moves=only)
    assert result.move in only

    # Analysis without an end, until somebody has seen enough.
    with engine.analysis(board) as analysis:
        for info in analysis:
            check_info(board, info)
            if info.get("depth", 0) >= 6:
                break
    engine.ping()

    # Mates, found, suffered and over.
    mate = chess.Board(MATE_IN_TWO)
    info = engine.analyse(mate, chess.engine.Limit(mate=2))
    assert info["score"].relative == chess.engine.Mate(2), info
    check_info(mate, info)
    info = engine.analyse(chess.Board("7k/8/6K1/8/8/8/8/1Q6 b - - 0 1"), chess.engine.Limit(depth=5))
    assert info["score"].relative == chess.engine.Mate(-1), info
    mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert engine.analyse(mated, chess.engine.Limit(depth=3))["score"].relative == chess.engine.Mate(0)
    assert engine.play(mated, chess.engine.Limit(time=0.01)).move is None

    # Another player, by its spec; and one that there is not plays no move.
    engine.configure({"Player": "alphabeta:depth=3"})
    board = chess.Board()
    info = engine.analyse(board, chess.engine.Limit(nodes=1_000_000))
    assert info["depth"] == 3, info
    engine.configure({"Player": "alphabet:depth=3"})
    assert engine.play(board, chess.engine.Limit(time=0.01)).move is None
    engine.configure({"Player": "engine"})

    return f"python-chess {chess.__version__}: {plies} plies, {castled} castlings, analysis and mates are well"


if __name__ == "__main__":
    main()
