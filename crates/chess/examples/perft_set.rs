//! Generates the perft set of this project. The positions come from random games, the counts from shakmaty, a second
//! implementation: `cargo run --release -p espalier-chess --example perft_set > crates/chess/tests/data/perft.epd`.

use std::collections::HashSet;

use chess::random::SplitMix64;
use chess::{Game, Position};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

/// A source of random numbers and start positions.
struct Random(SplitMix64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    /// Returns a random start position of Chess960, or of double Chess960.
    fn start(&mut self, double: bool) -> Position {
        let white = self.below(960) as u16;
        let black = if double {
            self.below(960) as u16
        } else {
            white
        };
        Position::double_chess960(white, black).expect("a number below 960")
    }
}

fn count(position: &Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            count(&next, depth - 1)
        })
        .sum()
}

/// Returns the rarest feature of a position.
fn feature(position: &Position) -> &'static str {
    let moves = position.legal_moves();
    if position.checkers().has_several() {
        "double check"
    } else if position.en_passant().is_some() {
        "en passant"
    } else if moves.iter().any(|m| m.is_castle()) {
        "castling"
    } else if moves.iter().any(|m| m.is_promotion()) {
        "promotion"
    } else if position.in_check() {
        "check"
    } else if position.pinned(position.side_to_move()).any() {
        "pin"
    } else {
        "plain"
    }
}

fn main() {
    const LARGEST: u64 = 2_000_000;
    let mut random = Random(SplitMix64::new(960));
    let mut wanted = vec![];
    for game in ["chess", "chess960", "dfrc"] {
        for feature in [
            "double check",
            "en passant",
            "castling",
            "promotion",
            "check",
            "pin",
            "plain",
        ] {
            wanted.extend([(game, feature); 4]);
        }
    }
    let mut seen = HashSet::new();
    let mut number = 0;
    while !wanted.is_empty() {
        number += 1;
        let kind = ["chess", "chess960", "dfrc"][number % 3];
        let start = match kind {
            "chess" => Position::startpos(),
            "chess960" => random.start(false),
            _ => random.start(true),
        };
        let mut game = Game::new(start);
        while game.outcome().is_none() && game.moves().len() < 150 {
            let position = *game.position();
            if let Some(found) = wanted.iter().position(|&w| w == (kind, feature(&position)))
                && random.below(4) == 0
                && seen.insert(position.key())
            {
                wanted.swap_remove(found);
                let second: Chess = position
                    .to_string()
                    .parse::<Fen>()
                    .expect("a FEN of ours")
                    .into_position(CastlingMode::Chess960)
                    .expect("a position of ours");
                let mut line = position.to_string();
                for depth in 1..=5 {
                    let nodes = count(&second, depth);
                    if nodes > LARGEST {
                        break;
                    }
                    line += &format!(" ;D{depth} {nodes}");
                }
                println!("{line}");
                // At most one position of each game, for variety.
                break;
            }
            let moves = position.legal_moves();
            let m = moves[random.below(moves.len())];
            game.play(m).expect("a legal move");
        }
    }
}
