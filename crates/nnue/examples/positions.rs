//! Positions of random games as FENs, for `trainer/tiny.py`.
//!
//! ```text
//! cargo run -p nnue --example positions > crates/nnue/tests/data/positions.fen
//! ```

use chess::Position;
use chess::random::SplitMix64;

/// How many.
const COUNT: usize = 400;

fn main() {
    let mut random = SplitMix64::new(400);
    let mut count = 0;
    while count < COUNT {
        let start = random.below(960) as u16;
        let mut position = Position::chess960(start).expect("a number below 960");
        // A position from each game, so that they differ much. Long games leave few men.
        for _ in 0..random.below(400) {
            let moves = position.legal_moves();
            if moves.is_empty() || position.is_insufficient_material() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
        println!("{position}");
        count += 1;
    }
}
