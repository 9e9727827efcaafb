//! `espalier analyse`: finds the cost of each move of a game, and better moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use analysis::{Review, review, to_html};
use gametree::Limits;
use research::compare::describe;
use serde_json::Value;

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
Every position of each game is searched with the same limit. Winning chances and accuracy follow the published formulas of
lichess.org; a move that loses 0.1, 0.2 or 0.3 of the winning chances on a scale from -1 to 1 is marked ?!, ? or ??. The
annotated game has [%eval] after every move, and the better line after a bad move; existing comments stay. Ctrl-C ends the
analysis, and the results so far are written.

Examples:
  espalier analyse game.pgn
  espalier analyse game.pgn -o annotated.pgn --html report.html --movetime 500
  espalier analyse games.pgn --depth 14 --json")]
pub struct AnalyseArgs {
    /// A file with one or more games
    #[arg(value_name = "GAME.pgn")]
    file: PathBuf,
    /// Write the annotated games to this file
    #[arg(short, long, value_name = "OUT.pgn")]
    output: Option<PathBuf>,
    /// Write a page with graph and diagrams to this file; it opens without a server
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    limits: AnalysisLimits,
    /// Threads of the engine; with more than one, results vary
    #[arg(long, value_name = "K", default_value = "1", value_parser = parse_threads, allow_negative_numbers = true)]
    threads: NonZeroUsize,
    /// Size of its transposition table in mebibytes
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = number("a number of mebibytes", 1, 65_536_u64), allow_negative_numbers = true)]
    hash: u64,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

/// Analyses the games of a file, prints the results and writes the files.
pub fn command(args: &AnalyseArgs, output: &mut impl Write) -> Result {
    let games = read(&args.file)?;
    let limits = args.limits.limits();
    let stop = stop_on_ctrl_c();
    let reviews = review_all(games, args, &limits, &stop)?;
    if args.json {
        let reviews: Vec<Value> = reviews.iter().map(analysis::json::review).collect();
        writeln!(output, "{}", json!({ "games": reviews }))?;
    } else {
        for (index, review) in reviews.iter().enumerate() {
            if index > 0 {
                writeln!(output)?;
            }
            write!(output, "{review}")?;
        }
    }
    output.flush()?;
    if let Some(path) = &args.output {
        let mut text = Vec::new();
        for review in &reviews {
            notation::append(&mut text, &review.annotated())?;
        }
        files::write(path, &text)?;
    }
    if let Some(path) = &args.html {
        let limit = format!("{} per position", describe(&limits));
        files::write(path, to_html(&reviews, &limit))?;
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    Ok(())
}

/// Reads the games of a file.
fn read(path: &Path) -> Result<Vec<notation::Game>> {
    let name = path.display();
    let bytes = files::read(path)?;
    let games = notation::Games::new(bytes.as_slice()).collect::<Result<Vec<_>, _>>();
    let games = games.map_err(|error| failure!("{name}: {error}"))?;
    if games.iter().all(|game| game.main_line().nodes().is_empty()) {
        return fail!("{name} has no game with moves");
    }
    Ok(games)
}

fn review_all(
    games: Vec<notation::Game>,
    args: &AnalyseArgs,
    limits: &Limits,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Review>> {
    let spec = format!("engine:hash={},threads={}", args.hash, args.threads);
    let mut seat = Seat::<Chess>::builtin(&spec)?;
    let positions = |game: &notation::Game| game.main_line().nodes().len() + 1;
    let of = games.iter().map(positions).sum();
    let mut progress = Progress::new("positions");
    let mut before = 0;
    let mut reviews = Vec::new();
    for game in games {
        let mine = positions(&game);
        let mut update = |step: &analysis::Step<'_>| progress.update(before + step.done, of);
        reviews.push(review(game, &mut seat, limits, stop, &mut update));
        before += mine;
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(reviews)
}
