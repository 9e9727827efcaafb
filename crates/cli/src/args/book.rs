//! `espalier book`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use games::GameKind;

use super::numbers::{parse_plies, parse_threads};

/// Arguments of `espalier book`.
#[derive(Args, Debug)]
#[command(after_help = "\
Each position is so many plies from the start. The plies are moves that a shallow search finds about as good as the best
one, or any legal moves with --random. Positions in check, finished games, doubles, and positions that the player values
further from 0 than --balance, or nearer than --least, are left out. Values are in the units of the evaluator. The same seed
makes the same book. A file whose name ends in .book is packed, four to five bytes an opening; --unpack makes lines of it again.

Examples:
  espalier book --count 3000 --plies 8 -o chess.epd
  espalier book --count 1000 --least 60 --balance 120 --guide squares --player engine:nodes=5000 -o unbalanced.book
  espalier book --unpack unbalanced -o unbalanced.epd
  espalier book --game othello --count 200 --plies 8 --random --seed 7 -o othello.txt")]
pub struct BookArgs {
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// How many positions
    #[arg(long, value_name = "N", default_value = "1000", value_parser = parse_book_size, allow_negative_numbers = true)]
    pub count: usize,
    /// How many plies from the start
    #[arg(long, value_name = "P", default_value = "8", value_parser = parse_plies, allow_negative_numbers = true)]
    pub plies: u32,
    /// Any legal moves, instead of moves that are about as good as the best
    #[arg(long)]
    pub random: bool,
    /// How much worse than the best a move may be; as much as --balance unless given
    #[arg(long, value_name = "CP", value_parser = parse_difference, conflicts_with = "random", allow_negative_numbers = true)]
    pub margin: Option<i32>,
    /// The evaluator that says how good a move is, such as squares for chess; that of --player unless given
    #[arg(long, value_name = "EVALUATOR", conflicts_with = "random")]
    pub guide: Option<String>,
    /// What to begin the randomness with
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// How far from 0 a value may be; 30 for chess, 15 for MiniChess, else 300, unless given
    #[arg(long, value_name = "CP", value_parser = parse_difference, allow_negative_numbers = true)]
    pub balance: Option<i32>,
    /// How far from 0 a value must be; 0 unless given. With --balance 120, 60 wants one side 0.6 to 1.2 pawns better
    #[arg(long, value_name = "CP", value_parser = parse_difference, allow_negative_numbers = true)]
    pub least: Option<i32>,
    /// Who values the positions; classic with 20000 nodes unless given
    #[arg(long, value_name = "PLAYER")]
    pub player: Option<String>,
    /// Write the openings of a packed book as lines: level, unbalanced, or a file; nothing is made
    #[arg(long, value_name = "BOOK", conflicts_with_all = ["random", "margin", "balance", "least", "guide", "player"])]
    pub unpack: Option<String>,
    /// The file to write; packed if its name ends in .book
    #[arg(short, long, value_name = "FILE", required = true)]
    pub output: Option<PathBuf>,
    /// Write what is run, with what, and what came of it to this file, for `espalier rerun`; beside --output unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// How many threads; all that the machine has unless given. The book does not depend on it
    #[arg(long, value_name = "K", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: Option<NonZeroUsize>,
}

fn parse_book_size(text: &str) -> Result<usize, String> {
    const MOST: usize = 10_000_000;
    let count = text.parse().ok().filter(|count| (1..=MOST).contains(count));
    count.ok_or_else(|| format!("a book has from 1 to {MOST} positions"))
}

fn parse_difference(text: &str) -> Result<i32, String> {
    const MOST: i32 = 100_000;
    let margin = text
        .parse()
        .ok()
        .filter(|margin| (0..=MOST).contains(margin));
    margin.ok_or_else(|| format!("a difference in value is a whole number from 0 to {MOST}"))
}
