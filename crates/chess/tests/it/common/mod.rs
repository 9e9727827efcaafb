//! Reproducible random numbers, positions and games.

// No test file uses all of this module.
#![allow(dead_code)]

use chess::random::SplitMix64;
use chess::{Game, Move, Position};

/// A source of random numbers and start positions.
pub struct Random(SplitMix64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    /// Returns a random start position of Chess960, or of double Chess960, in which the sides may differ.
    pub fn chess960_start(&mut self, double: bool) -> Position {
        let white = self.below(960) as u16;
        let black = if double {
            self.below(960) as u16
        } else {
            white
        };
        Position::double_chess960(white, black).expect("a number below 960")
    }
}

/// Positions with many kinds of moves: castling on both sides, promotions, en passant, pins, checks, Chess960.
pub const RICH: [&str; 11] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/8/k1pP3R/8/8/4K3 b - d3 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rkrbbqnn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBQNN w KQkq - 0 1",
    "rr2k2r/p1p2p1p/8/8/8/8/P1P2P1P/RR2K2R w BHbh - 0 1",
    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
];

/// Calls `visit` with at least `count` positions of random games, each with the move played there.
pub fn walk_games(seed: u64, count: usize, mut visit: impl FnMut(&Position, Option<Move>)) {
    let mut random = Random::new(seed);
    let mut seen = 0;
    while seen < count {
        let start = RICH[random.below(RICH.len())];
        let mut game = Game::new(Position::from_fen(start).expect("a legal FEN"));
        loop {
            let moves = game.position().legal_moves();
            let over = game.outcome().is_some() || game.moves().len() >= 200;
            let m = (!over).then(|| moves[random.below(moves.len())]);
            visit(game.position(), m);
            seen += 1;
            match m {
                Some(m) => game.play(m).expect("a legal move"),
                None => break,
            }
        }
    }
}
