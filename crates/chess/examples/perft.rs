//! Counts the leaf nodes below each legal move, and measures the speed.
//!
//! ```text
//! cargo run --release --example perft -- 5 [FEN]
//! ```

use std::error::Error;
use std::time::Instant;

use chess::Position;
use chess::perft::divide;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().as_deref().unwrap_or("4").parse()?;
    let fen = arguments.collect::<Vec<_>>().join(" ");
    let position = match fen.as_str() {
        "" => Position::startpos(),
        fen => fen.parse()?,
    };

    let start = Instant::now();
    let parts = divide(&position, depth);
    let seconds = start.elapsed().as_secs_f64();

    for (m, nodes) in &parts {
        println!("{m}: {nodes}");
    }
    let total: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
    println!("{total} nodes in {seconds:.3} s");
    Ok(())
}
