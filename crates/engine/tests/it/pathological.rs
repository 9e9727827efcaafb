//! Pathological positions for robustness tests of the search, generated from a seed, the same on all platforms.
//!
//! `cargo run -p engine --example pathological -- 300 7` prints them; `tools/deadlines.py` measures with them.

use chess::Position;
use gametree::SplitMix64;

/// A board to which pieces are added.
struct Board([[char; 8]; 8]);

impl Board {
    fn empty() -> Self {
        Self([['1'; 8]; 8])
    }

    fn of(placement: &str) -> Self {
        let mut board = Self::empty();
        for (row, rank) in placement.split('/').enumerate() {
            let mut file = 0;
            for symbol in rank.chars() {
                match symbol.to_digit(10) {
                    Some(gap) => file += gap as usize,
                    None => {
                        board.0[row][file] = symbol;
                        file += 1;
                    }
                }
            }
        }
        board
    }

    fn position(&self, clock: u64) -> Option<Position> {
        let ranks: Vec<String> = self.0.iter().map(|rank| rank.iter().collect()).collect();
        Position::from_fen(&format!("{} w - - {clock} 60", ranks.join("/"))).ok()
    }

    /// Places each piece on a random square, if one of a few attempts leaves the position legal.
    fn scatter(&mut self, pieces: &str, random: &mut SplitMix64) {
        for piece in pieces.chars() {
            for _ in 0..8 {
                let (rank, file) = (random.below(8) as usize, random.below(8) as usize);
                if self.0[rank][file] != '1' {
                    continue;
                }
                self.0[rank][file] = piece;
                let has_kings = self
                    .0
                    .concat()
                    .iter()
                    .filter(|c| **c == 'K' || **c == 'k')
                    .count()
                    == 2;
                if !has_kings || self.position(0).is_some() {
                    break;
                }
                self.0[rank][file] = '1';
            }
        }
    }
}

/// Queens only.
fn queens(random: &mut SplitMix64) -> Option<Position> {
    let mut board = Board::empty();
    board.scatter("kKqQqQqQqQqQqQqQqQqQ", random);
    board.position(0)
}

/// About two hundred legal moves: the position with the most, with some of its queens moved.
fn many_moves(random: &mut SplitMix64) -> Option<Position> {
    let mut board = Board::of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1");
    for _ in 0..random.below(3) {
        let (rank, file) = (random.below(8) as usize, random.below(8) as usize);
        if board.0[rank][file] == 'Q' {
            board.0[rank][file] = '1';
            board.scatter("Q", random);
        }
    }
    board
        .position(0)
        .filter(|position| position.legal_moves().len() >= 150)
}

/// Everything is attacked, so that quiescence search explodes.
fn captures(random: &mut SplitMix64) -> Option<Position> {
    let mut board = Board::empty();
    board.scatter("kKqQrRrRbBbBnNnNqQqQpPpPpPpPpP", random);
    board.position(0)
}

/// Near the fifty-move rule.
fn late(random: &mut SplitMix64) -> Option<Position> {
    let mut board = Board::empty();
    board.scatter("kKqQrRbnPpPp", random);
    board.position(88 + random.below(12))
}

/// Chess960, a few moves into the game.
fn shuffled(random: &mut SplitMix64) -> Option<Position> {
    let mut rank: Vec<char> = "rnbqkbnr".chars().collect();
    for last in (1..8).rev() {
        rank.swap(last, random.below(last as u64 + 1) as usize);
    }
    let place = |piece: char| rank.iter().position(|&other| other == piece);
    let (king, first) = (place('k')?, place('r')?);
    let second = 7 - rank.iter().rev().position(|&other| other == 'r')?;
    if !(first < king && king < second) {
        return None;
    }
    let black: String = rank.iter().collect();
    let files = |a: char| [second, first].map(|file| (a as u8 + file as u8) as char);
    let rights: String = files('A').into_iter().chain(files('a')).collect();
    let mut position = Position::from_fen(&format!(
        "{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w {rights} - 0 1",
        black.to_uppercase()
    ))
    .ok()?;
    for _ in 0..random.below(24) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
    }
    Some(position)
}

/// Returns `count` positions with legal moves, of each kind in turn.
pub fn positions(count: usize, seed: u64) -> Vec<Position> {
    let kinds = [queens, many_moves, captures, late, shuffled];
    let mut random = SplitMix64::new(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let made = kinds[positions.len() % kinds.len()](&mut random);
        positions.extend(made.filter(Position::has_legal_move));
    }
    positions
}
