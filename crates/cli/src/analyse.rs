//! The command `espalier analyse`: a game, what each move of it cost, and what would have been better.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use games::Chess;
use gametree::Limits;
use lab::analyse::{Review, Reviewed, review, to_html};
use players::Seat;
use serde_json::{Value, json};

use crate::args::numbers::{parse_amount, parse_plies, parse_threads};
use crate::error::Failure;
use crate::matches::stop_on_ctrl_c;
use crate::pool::Done;
use crate::progress::Progress;
use crate::search::write_file;

/// Nodes for a position unless another limit is given: enough to see what people overlook, and the same every time.
const DEFAULT_NODES: u64 = 200_000;

/// Bad moves to print.
const SHOWN: usize = 8;

/// Moves of a better line to print.
const BETTER_PLIES: usize = 6;

/// Arguments of `espalier analyse`.
#[derive(Args, Debug)]
#[command(after_help = "\
Every position of each game gets the same limit: 200000 nodes unless given. Chances and accuracy follow the formulas that
lichess.org publishes; ?! ? ?? stand where a move loses 0.1, 0.2 or 0.3 of winning chances from -1 to 1. The annotated
game has [%eval] after every move, and the better line where a move was bad; what was in it before stays.
Ctrl-C ends it, and what was found until then is written.

Examples:
  espalier analyse game.pgn
  espalier analyse game.pgn -o annotated.pgn --html report.html --movetime 500
  espalier analyse games.pgn --depth 14 --json")]
pub struct AnalyseArgs {
    /// The game, or several
    #[arg(value_name = "GAME.pgn")]
    pub file: PathBuf,
    /// Write the annotated game to this file
    #[arg(short, long, value_name = "OUT.pgn")]
    pub output: Option<PathBuf>,
    /// Write a page with graph and diagrams to this file; it opens without a server
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Plies to look ahead in each position
    #[arg(long, value_name = "N", value_parser = parse_plies, allow_negative_numbers = true)]
    pub depth: Option<u32>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: Option<u64>,
    /// Threads of the engine; with more than one, no two reports are quite the same
    #[arg(long, value_name = "K", default_value = "1", value_parser = parse_threads, allow_negative_numbers = true)]
    pub threads: NonZeroUsize,
    /// Mebibytes of its table
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = parse_hash, allow_negative_numbers = true)]
    pub hash: u64,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub json: bool,
}

fn parse_hash(text: &str) -> Result<u64, String> {
    const MOST: u64 = 65_536;
    let hash = text.parse().ok().filter(|hash| (1..=MOST).contains(hash));
    hash.ok_or_else(|| format!("a table has from 1 to {MOST} mebibytes"))
}

/// Analyses the games of a file, prints what was found and writes the files asked for.
pub fn command(args: &AnalyseArgs, output: &mut impl Write) -> Result<(), Failure> {
    let games = read(&args.file)?;
    let limits = Limits {
        depth: args.depth,
        nodes: match (args.nodes, args.depth, args.movetime) {
            (None, None, None) => Some(DEFAULT_NODES),
            (nodes, ..) => nodes,
        },
        time: args.movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    let stop = stop_on_ctrl_c();
    let reviews = review_all(games, args, &limits, &stop)?;
    if args.json {
        let reviews: Vec<Value> = reviews.iter().map(to_json).collect();
        writeln!(output, "{}", json!({ "games": reviews }))?;
    } else {
        for (index, review) in reviews.iter().enumerate() {
            if index > 0 {
                writeln!(output)?;
            }
            print(review, output)?;
        }
    }
    output.flush()?;
    if let Some(path) = &args.output {
        let mut text = Vec::new();
        for review in &reviews {
            notation::append(&mut text, &review.annotated())?;
        }
        write_file(path, &text)?;
    }
    if let Some(path) = &args.html {
        write_file(path, to_html(&reviews, &describe(&limits)).as_bytes())?;
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    Ok(())
}

/// The games of a file, or what is wrong with the first bad one.
fn read(path: &Path) -> Result<Vec<notation::Game>, Failure> {
    let name = path.display();
    let bytes = std::fs::read(path)
        .map_err(|error| Failure::input(format_args!("cannot read {name}: {error}")))?;
    let games: Vec<notation::Game> = notation::Games::new(bytes.as_slice())
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::input(format_args!("{name}: {error}")))?;
    if games.iter().all(|game| game.main_line().nodes().is_empty()) {
        return Err(Failure::input(format_args!(
            "{name} has no game with moves in it"
        )));
    }
    Ok(games)
}

fn review_all(
    games: Vec<notation::Game>,
    args: &AnalyseArgs,
    limits: &Limits,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Review>, Failure> {
    let spec = format!("engine:hash={},threads={}", args.hash, args.threads);
    let mut seat = Seat::<Chess>::sit(&spec).map_err(Failure::input)?;
    let positions = |game: &notation::Game| game.main_line().nodes().len() + 1;
    let of = games.iter().map(positions).sum();
    let mut progress = Progress::new("positions");
    let mut before = 0;
    let mut reviews = Vec::new();
    for game in games {
        let mine = positions(&game);
        let mut update = |step: &lab::analyse::Step<'_>| {
            progress.update(Done {
                jobs: before + step.done,
                of,
            });
        };
        reviews.push(review(game, &mut seat, limits, stop, &mut update));
        before += mine;
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(reviews)
}

fn describe(limits: &Limits) -> String {
    let parts = [
        limits.depth.map(|depth| format!("depth {depth}")),
        limits.nodes.map(|nodes| format!("{nodes} nodes")),
        limits.time.map(|time| format!("{} ms", time.as_millis())),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("{} a position", parts.join(", "))
}

/// The result as PGN writes it.
fn result(review: &Review) -> &'static str {
    review.game.result.map_or("*", games::GameResult::text)
}

fn print(review: &Review, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{}, {}", review.title(), result(review))?;
    if !review.complete {
        let (done, of) = (review.moves.len(), review.game.main_line().nodes().len());
        writeln!(output, "stopped after {done} of {of} moves")?;
    }
    let sides = review.sides();
    let width = sides
        .iter()
        .map(|side| side.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(6);
    writeln!(
        output,
        "\n{:width$}  accuracy  lost a move   ?!   ?  ??",
        "player"
    )?;
    for side in &sides {
        let number = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
        };
        let [inaccuracies, mistakes, blunders] = side.judgements;
        writeln!(
            output,
            "{:width$}  {:>7}%  {:>11}  {inaccuracies:>3} {mistakes:>3} {blunders:>3}",
            side.name,
            number(side.accuracy, 1),
            number(side.average_loss.map(|loss| loss / 100.0), 2),
        )?;
    }
    let worst = review.worst(SHOWN);
    if worst.is_empty() {
        return writeln!(output, "\nNo move deserves a sign.");
    }
    writeln!(output, "\nThe moves that cost most:")?;
    let width = worst.iter().map(|m| m.text().len()).max().unwrap_or(0);
    for reviewed in worst {
        let better = &reviewed.better[..reviewed.better.len().min(BETTER_PLIES)];
        writeln!(
            output,
            "{:width$}  {:>6} became {:>6}, better {}",
            reviewed.text(),
            review.opinions[reviewed.ply].text(),
            review.opinions[reviewed.ply + 1].text(),
            better.join(" ")
        )?;
    }
    Ok(())
}

fn to_json(review: &Review) -> Value {
    let moves = |reviewed: &Reviewed| {
        json!({
            "ply": reviewed.ply + 1,
            "number": reviewed.number,
            "side": reviewed.side.to_string().to_lowercase(),
            "move": reviewed.san,
            "value": review.opinions[reviewed.ply + 1].text(),
            "depth": review.opinions[reviewed.ply + 1].depth,
            "white_wins": review.opinions[reviewed.ply + 1].win_percent(),
            "accuracy": reviewed.accuracy,
            "judgement": reviewed.judgement.map(|judgement| judgement.name().to_lowercase()),
            "better": reviewed.better,
        })
    };
    json!({
        "result": result(review),
        "complete": review.complete,
        "sides": review.sides(),
        "moves": review.moves.iter().map(moves).collect::<Vec<_>>(),
    })
}
