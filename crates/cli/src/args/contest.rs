//! `espalier match` and `espalier tournament`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use contest::stats::Sprt;
use contest::{Order, TimeControl};
use games::GameKind;
use games::nearest::hint;

use super::numbers::{parse_amount, parse_games, parse_plies, parse_seed, parse_threads};

/// How games of a match or tournament are played.
#[derive(Args, Clone, Debug)]
pub struct ContestArgs {
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// Games for each two players; each opening is played twice, so this is even [default: 100, in a tournament 10]
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// A clock in seconds, with increment: 8+0.08, or 40/60+0.5 for a share every 40 moves
    #[arg(
        long,
        value_name = "CLOCK",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub tc: Vec<TimeControl>,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_delimiter = ',', value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: Vec<u64>,
    /// Nodes a move
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = parse_amount, allow_negative_numbers = true)]
    pub nodes: Vec<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = parse_plies, allow_negative_numbers = true)]
    pub depth: Vec<u32>,
    /// Milliseconds a move may be late before it loses on time
    #[arg(long, value_name = "MS", default_value = "100", value_parser = parse_margin, allow_negative_numbers = true)]
    pub time_margin: u64,
    /// Let players think on their opponent's time: the engine, and UCI programs with the option Ponder. Needs --tc or --movetime
    #[arg(long)]
    pub ponder: bool,
    /// Openings: unbalanced or level (large books for chess inside the program), or a file: games (.pgn), or positions, one a
    /// line (EPD for chess), or a packed book. Unless given, a book of the program: with --sprt unbalanced, else the small one
    #[arg(long, value_name = "BOOK")]
    pub openings: Option<PathBuf>,
    /// In which order the openings of a file come: random or sequential
    #[arg(long, default_value = "random", value_parser = parse_order, requires = "openings")]
    pub order: Order,
    /// Moves of each opening: so many random ones instead of a book, or the first of each game of a file
    #[arg(long, value_name = "N", value_parser = parse_opening_plies, allow_negative_numbers = true)]
    pub plies: Option<u32>,
    /// Decides openings and whatever players leave to chance
    #[arg(long, default_value = "0", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Games at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: NonZeroUsize,
    /// End a game as a draw if both players find it equal for so many moves
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub draw_moves: Option<u32>,
    /// How far from equal still counts: hundredths of a pawn, or the evaluator's units
    #[arg(long, value_name = "SCORE", default_value = "10", value_parser = parse_score, requires = "draw_moves", allow_negative_numbers = true)]
    pub draw_score: i32,
    /// No such draw before so many moves by each side
    #[arg(long, value_name = "N", default_value = "40", value_parser = parse_count, requires = "draw_moves", allow_negative_numbers = true)]
    pub draw_from: u32,
    /// End a game as lost for the player who finds it lost for so many moves
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub resign_moves: Option<u32>,
    /// How far behind is lost: hundredths of a pawn, or the evaluator's units
    #[arg(long, value_name = "SCORE", default_value = "600", value_parser = parse_score, requires = "resign_moves", allow_negative_numbers = true)]
    pub resign_score: i32,
    /// End a game as a draw after so many moves by both sides together
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    pub max_plies: Option<u32>,
    /// Add every game to this file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Keep the progress in this file; if it is there already, go on from it
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Write what is run, with what, and what came of it to this file, for `espalier rerun`; beside --resume or --pgn unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Print one JSON object instead of the report
    #[arg(long)]
    pub json: bool,
    /// Print the standing every so many games
    #[arg(long, value_name = "N", value_parser = parse_games_between, allow_negative_numbers = true)]
    pub verbose: Option<u64>,
}

const CONTEST_HELP: &str = "\
Limits (--tc, --movetime, --nodes, --depth) are for all players, or one for each: --depth 3,5. They come on top of what a
player's spec says; the tighter one counts. Without any, textbook players look 4 plies ahead.
A player that leaves something to chance, such as random, gets another seed for every game, made from --seed; a seed in
its spec counts instead. At fixed nodes or depth the same seed gives the same games, whatever --concurrency is.
In games other than chess --pgn looks like PGN, with the game's own moves and a tag Variant; White is who begins.";

/// Arguments of `espalier match`.
#[derive(Args, Debug)]
#[command(after_help = CONTEST_HELP.to_owned() + "

Examples:
  espalier match alphabeta:depth=3 minimax:depth=2
  espalier match classic alphabeta --tc 2+0.02 --concurrency 2 --pgn games.pgn --resume match.jsonl
  espalier match classic classic:null=off --nodes 20000 --games 4000 --sprt 0,10
  espalier match alphabeta alphabeta:eval=discs --game othello --depth 4")]
pub struct MatchArgs {
    /// The player the result is about; `espalier players` lists them
    #[arg(value_name = "PLAYER")]
    pub player: String,
    /// Its opponent
    #[arg(value_name = "OPPONENT")]
    pub opponent: String,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub contest: ContestArgs,
    /// Stop as soon as it is clear which of two Elo differences is the truer one
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
}

/// Arguments of `espalier tournament`.
#[derive(Args, Debug)]
#[command(after_help = CONTEST_HELP.to_owned() + "

Examples:
  espalier tournament random minimax:depth=1 minimax:depth=2 alphabeta:depth=4
  espalier tournament classic alphabeta pvs mtdf --gauntlet --nodes 5000 --games 100")]
pub struct TournamentArgs {
    /// The players; `espalier players` lists them
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    pub players: Vec<String>,
    /// Only the first player against each of the others
    #[arg(long)]
    pub gauntlet: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub contest: ContestArgs,
}

fn parse_games_between(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|&games| games > 0);
    games.ok_or_else(|| "games are a whole number from 1".to_owned())
}

fn parse_margin(text: &str) -> Result<u64, String> {
    let margin = text.parse().ok().filter(|&margin| margin <= 60_000);
    margin.ok_or_else(|| "a margin is a whole number of milliseconds from 0 to 60000".to_owned())
}

fn parse_order(text: &str) -> Result<Order, String> {
    match text {
        "random" => Ok(Order::Random),
        "sequential" => Ok(Order::Sequential),
        _ => Err(format!(
            "an order is random or sequential{}",
            hint(text, ["random", "sequential"])
        )),
    }
}

fn parse_opening_plies(text: &str) -> Result<u32, String> {
    let plies = text.parse().ok().filter(|&plies| plies <= 200);
    plies.ok_or_else(|| "an opening has from 0 to 200 moves".to_owned())
}

fn parse_count(text: &str) -> Result<u32, String> {
    let count = text
        .parse()
        .ok()
        .filter(|count| (1..=100_000).contains(count));
    count.ok_or_else(|| "moves are a whole number from 1 to 100000".to_owned())
}

fn parse_score(text: &str) -> Result<i32, String> {
    let score = text
        .parse()
        .ok()
        .filter(|score| (0..=1_000_000).contains(score));
    score.ok_or_else(|| "a score is a whole number from 0 to 1000000".to_owned())
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let wrong = || "a test has two Elo differences: 0,10".to_owned();
    let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
    let elo = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
    let sprt = Sprt::new(elo(elo0)?, elo(elo1)?);
    sprt.check().map_err(|error| error.to_string())?;
    Ok(sprt)
}
