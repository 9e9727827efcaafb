//! Named positions: the start position, and positions of the course documents. A name can replace a FEN.

use chess::Position;

/// Name, FEN and source.
pub const NAMED: [(&str, &str, &str); 10] = [
    (
        "startpos",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "the start position, as UCI calls it",
    ),
    (
        "report-1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "the report's board 1: the start position",
    ),
    (
        "report-2",
        "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1",
        "the report's board 2: a Sicilian; castling rights are not printed and do not matter",
    ),
    (
        "report-3",
        "r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1",
        "the report's board 3, called Board 2 in its table of alpha-beta",
    ),
    (
        "report-4",
        "8/pkP5/8/8/P7/6q1/3Q2p1/2R2rK1 w - - 0 1",
        "the report's board 4, called Board 3 in its table of alpha-beta",
    ),
    (
        "report-5",
        "7k/8/8/Q6q/8/PPPP4/PPPP4/K7 b - - 0 1",
        "the report's board 5: garbled in print, this reading gives all four printed moves",
    ),
    (
        "a4-final",
        "1Bbkq2r/1p3p1p/3p1Q2/2pP4/5P2/2P5/P5PP/2KnR3 b - - 1 29",
        "the end of assignment 4's game, which is not mate",
    ),
    (
        "a4-random-1",
        "N4k2/5Q2/2P1B3/7p/3P1p2/P4P2/P1P3PP/R3K1NR b KQ - 1 19",
        "the end of assignment 4's game against chance, depth 1",
    ),
    (
        "a4-random-3",
        "rnbqk2r/2pp1Q1p/pp1bp1p1/3nP1N1/8/2N5/PPPP1PPP/R1B1KB1R b KQkq - 0 8",
        "the end of assignment 4's game against chance, depth 3",
    ),
    (
        "fascicle3-pawn",
        "4k3/8/8/1P6/8/8/8/4K3 w - - 0 1",
        "the fascicle's pawn that has come from a2 to b5, with kings",
    ),
];

/// Returns the FEN of a name.
#[must_use]
pub fn fen_of(name: &str) -> Option<&'static str> {
    let name = name.trim();
    let found = NAMED
        .iter()
        .find(|(own, ..)| own.eq_ignore_ascii_case(name));
    found.map(|&(_, fen, _)| fen)
}

/// Returns the position of a name.
#[must_use]
pub fn position(name: &str) -> Option<Position> {
    Position::from_fen(fen_of(name)?).ok()
}

/// Reads a FEN or a name.
///
/// # Errors
/// If the text is neither a name nor a FEN.
pub fn read(text: &str) -> Result<Position, chess::FenError> {
    Position::from_fen(fen_of(text).unwrap_or(text))
}
