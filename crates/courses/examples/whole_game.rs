//! Plays the printed game of assignment 4, alpha-beta against itself, and prints its nodes: to count instructions.
//!
//! `cargo run --release --package courses --example whole_game [PLAYER]`

use chess::Position;
use courses::a4::{Side, play_game};
use courses::presets;
use gametree::Signal;

fn main() {
    let name = std::env::args().nth(1).unwrap_or("a4-abp".to_owned());
    let player = || presets::chess_player(&name, 1).expect("a course player of chess");
    let (mut white, mut black) = (player(), player());
    let sides = [&mut white, &mut black].map(|player| Side {
        player: &mut **player,
        depth: 3,
    });
    let game = play_game(&Position::startpos(), sides, 200, &Signal::default());
    println!("{} moves, {:?} nodes", game.moves.len(), game.nodes());
}
