//! Reads the uncompressed game format of the first generator.

use chess::{Castling, Move, PieceKind, Position, Square};
use games::GameResult;

use super::{ScoredGame, pack};

/// Reads consecutive games, little-endian: the result (u8: 0 Black won, 1 draw, 2 White won), moves without a
/// score (u8), moves (u16), each move (u16: from + 64 * to + 4096 * promotion, a1 = 0, promotion 1 to 4 for knight to queen,
/// castling as two squares of the king), and a score (i16, centipawns for the side to move) for each move but the first ones.
/// All begin in the standard start position. The first has the number `first`.
///
/// # Errors
/// The data is malformed. The text is a sentence.
pub fn read_raw(bytes: &[u8], first: u64) -> Result<Vec<ScoredGame>, String> {
    let mut games = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let game = read_one(&mut rest, first + games.len() as u64);
        games.push(game.map_err(|reason| format!("game {}: {reason}", games.len() + 1))?);
    }
    Ok(games)
}

fn read_one(rest: &mut &[u8], number: u64) -> Result<ScoredGame, String> {
    let mut take = |count: usize| rest.split_off(..count).ok_or("it is truncated");
    let head = take(4)?;
    let result: GameResult =
        pack::result_of(u64::from(head[0])).ok_or("its result is not 0, 1 or 2")?;
    let plies = usize::from(u16::from_le_bytes([head[2], head[3]]));
    let scored = plies
        .checked_sub(usize::from(head[1]))
        .ok_or("it is shorter than its opening")?;
    let words = |bytes: &[u8]| -> Vec<u16> {
        let pairs = bytes.chunks_exact(2);
        pairs
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
            .collect()
    };
    let start = Position::startpos();
    let mut position = start;
    let mut moves = Vec::with_capacity(plies);
    for word in words(take(2 * plies)?) {
        let m = find(&position, word)
            .ok_or_else(|| format!("move {word:#06x} is not legal in {position}"))?;
        position.play_unchecked(m);
        moves.push(m);
    }
    let scores = words(take(2 * scored)?);
    Ok(ScoredGame {
        number,
        start,
        moves,
        scores: scores.into_iter().map(u16::cast_signed).collect(),
        result,
    })
}

/// Returns the legal move of an encoded word.
fn find(position: &Position, word: u16) -> Option<Move> {
    let [from, to] = [word & 63, word >> 6 & 63].map(|index| Square::masked(index as u8));
    let promotion = match word >> 12 {
        0 => None,
        1 => Some(PieceKind::Knight),
        2 => Some(PieceKind::Bishop),
        3 => Some(PieceKind::Rook),
        4 => Some(PieceKind::Queen),
        _ => return None,
    };
    let side = position.side_to_move();
    let castles =
        |m: &Move| m.is_castle() && Castling::of(m.from(), m.to()).king_target(side) == to;
    let legal = position.legal_moves();
    let same = |m: &&Move| {
        m.from() == from
            && m.promotion() == promotion
            && (castles(m) || (!m.is_castle() && m.to() == to))
    };
    legal.iter().find(same).copied()
}
