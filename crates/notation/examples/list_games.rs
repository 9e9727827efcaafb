//! Prints one line for each game of a PGN file, and each error.
//!
//! ```text
//! cargo run --example list_games -- games.pgn
//! ```

use std::error::Error;
use std::fs::File;

use notation::Games;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("usage: list_games FILE.pgn")?;
    let (mut read, mut rejected) = (0, 0);
    for game in Games::new(File::open(path)?) {
        match game {
            Ok(game) => {
                let tag = |name| game.tags.get(name).unwrap_or("?");
                let moves = game.main_line().nodes().len();
                let result = game.result_text();
                println!(
                    "{} - {}  {result}  {moves} plies",
                    tag("White"),
                    tag("Black")
                );
                read += 1;
            }
            Err(error) => {
                eprintln!("{error}");
                rejected += 1;
            }
        }
    }
    println!("{read} games, {rejected} rejected");
    Ok(())
}
