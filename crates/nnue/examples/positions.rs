//! Prints FENs of positions from random games, for the test vectors.
//!
//! ```text
//! cargo run -p espalier-nnue --example positions > crates/nnue/tests/data/positions.fen
//! ```

use chess::Position;
use chess::random::SplitMix64;

/// The number of positions.
const COUNT: usize = 400;

fn main() {
    let mut random = SplitMix64::new(400);
    let mut count = 0;
    while count < COUNT {
        let start = random.below(960) as u16;
        let mut position = Position::chess960(start).expect("a number below 960");
        // One position of each game, for variety. Long games leave few pieces.
        for _ in 0..random.below(400) {
            let moves = position.legal_moves();
            if moves.is_empty() || position.is_insufficient_material() {
                break;
            }
            position.play_unchecked(moves[random.below(moves.len())]);
        }
        println!("{position}");
        count += 1;
    }
}
