//! Evaluates a position with a network file, and each piece by removing it.
//!
//! ```text
//! cargo run --release --example evaluate -- network.nnue "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
//! ```

use std::error::Error;

use chess::Position;
use nnue::Network;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: evaluate NETWORK [FEN]")?;
    let fen = arguments.collect::<Vec<_>>().join(" ");
    let position = match fen.as_str() {
        "" => Position::startpos(),
        fen => fen.parse()?,
    };
    let network = Network::from_bytes(&std::fs::read(file)?)?;

    let value = network.evaluate(&position);
    let side = position.side_to_move();
    println!("{position}\n{value} centipawns for {side} ({network:?})\n");
    println!("value without each piece:");
    for square in position.occupied() {
        let without = network.evaluate_without(&position, square);
        if let (Some(piece), Some(without)) = (position.piece_at(square), without) {
            println!("{piece} {square} {without:6}");
        }
    }
    Ok(())
}
