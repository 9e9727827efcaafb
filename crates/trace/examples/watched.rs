//! Runs one search, to count its instructions: without observer, counted, or recorded.
//!
//! ```text
//! cargo build --release --package trace --example watched
//! for how in unwatched counted recorded; do
//!     valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/examples/watched alphabeta $how
//! done
//! ```

use games::chess::{Chess, Material};
use games::{BoardGame, chess};
use gametree::searches::{AlphaBeta, Minimax};
use gametree::{Limits, Searcher};
use trace::{Counters, Recorder};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (search, how) = match words.as_slice() {
        [search, how] => (search.as_str(), how.as_str()),
        _ => panic!("usage: watched minimax|alphabeta unwatched|counted|recorded"),
    };
    let (mut searcher, depth): (Box<dyn Searcher<Chess>>, u32) = match search {
        "minimax" => (Box::new(Minimax::new(Material)), 4),
        "alphabeta" => (Box::new(AlphaBeta::new(Material)), 5),
        other => panic!("the search is {other}, expected minimax or alphabeta"),
    };
    let game = Chess::new(chess::Draws::ALL);
    let (start, limits) = (game.start(), Limits::depth(depth));
    let result = match how {
        "unwatched" => searcher.search(&game, &start, &limits),
        "counted" => searcher.search_watched(&game, &start, &limits, &mut Counters::new()),
        "recorded" => searcher.search_watched(&game, &start, &limits, &mut Recorder::new()),
        other => panic!("the observer is {other}, expected unwatched, counted or recorded"),
    };
    println!("{search}, {how}: {} nodes", result.stats.nodes);
}
