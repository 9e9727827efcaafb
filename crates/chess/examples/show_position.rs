//! Prints a position, its legal moves in SAN, and its outcome.
//!
//! ```text
//! cargo run --example show_position -- "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
//! ```

use std::process::ExitCode;

use chess::{File, Position, Rank, Square};

fn main() -> ExitCode {
    let fen = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let position = match fen.as_str() {
        "" => Position::startpos(),
        fen => match fen.parse() {
            Ok(position) => position,
            Err(error) => {
                eprintln!("{fen:?} is not a position: {error}");
                return ExitCode::from(2);
            }
        },
    };
    print(&position);
    ExitCode::SUCCESS
}

fn print(position: &Position) {
    for rank in Rank::ALL.into_iter().rev() {
        let line = File::ALL.map(|file| match position.piece_at(Square::new(file, rank)) {
            Some(piece) => piece.letter().to_string(),
            None => ".".to_owned(),
        });
        println!("{}  {}", rank.digit(), line.join(" "));
    }
    println!("\n   a b c d e f g h\n");
    println!(
        "{} to move, key {:016x}",
        position.side_to_move(),
        position.key()
    );

    let moves = position.legal_moves();
    let texts: Vec<_> = moves.iter().map(|m| m.to_san(position)).collect();
    println!("{} legal moves: {}", moves.len(), texts.join(" "));
    if let Some(outcome) = position.outcome() {
        println!("{outcome}");
    }
}
