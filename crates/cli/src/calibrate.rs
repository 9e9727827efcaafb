//! `espalier calibrate`: rates the grades of limited strength by matches.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::sync::atomic::Ordering;

use research::calibrate::{Against, Finished, Planned, anchor_nodes, checks, plan, report};

use crate::call::{self, Call};
use crate::prelude::*;
use crate::{Subcommand, matches};

#[derive(Args, Debug)]
#[command(after_help = "\
Plays the grades of limited strength against Stockfish of limited strength and against each other, and prints their \
maximum-likelihood ratings. Every match has a node limit, so a busy machine changes nothing, and stores its games in a journal \
(--keep): you can kill the command at any time and continue with the same command. A finished match is a line of --results and is \
not played again. A grade is named by its nodes, because the rating is the result. docs/strength.md has the details.

Examples:
  espalier calibrate                          play the missing matches, then print the ratings
  espalier calibrate --rate                   only print them
  espalier calibrate --anew                   discard earlier games, after a change of the search
  espalier calibrate --check 1000 --check 1400 --results check.jsonl    play these ratings and print their errors")]
pub struct CalibrateArgs {
    /// Only rate the finished matches
    #[arg(long, conflicts_with = "anew")]
    rate: bool,
    /// Discard the finished matches
    #[arg(long)]
    anew: bool,
    /// Play this rating instead of the grades; may be given several times
    #[arg(long, value_name = "ELO")]
    check: Vec<u32>,
    /// Games of each match, instead of the number in the plan
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The program of Stockfish
    #[arg(long, value_name = "PATH", default_value = "/usr/games/stockfish")]
    stockfish: PathBuf,
    /// File for the finished matches
    #[arg(long, value_name = "FILE", default_value = "results/strength.jsonl")]
    results: PathBuf,
    /// Folder for the journals of the matches
    #[arg(long, value_name = "FOLDER", default_value = "target/calibration")]
    keep: PathBuf,
    /// Games at once, by default one for each processor
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    concurrency: Option<NonZeroUsize>,
}

/// Plays the missing matches and prints the ratings.
pub fn command(args: &CalibrateArgs, output: &mut impl Write) -> Result {
    let mut finished = read(args)?;
    let stop = stop_on_ctrl_c();
    if !args.rate {
        let mut matches = match args.check.is_empty() {
            true => plan(),
            false => checks(&args.check),
        };
        matches.retain(|planned| !finished.iter().any(|one| one.is_of(planned)));
        if args.anew && args.keep.exists() {
            std::fs::remove_dir_all(&args.keep).map_err(files::cannot("remove", &args.keep))?;
        }
        files::create_folder(&args.keep)?;
        for mut planned in matches {
            planned.games = args.games.unwrap_or(planned.games);
            let Planned {
                player,
                against,
                games,
            } = planned;
            if io::stderr().is_terminal() {
                _ = writeln!(io::stderr(), "{player} against {against}: {games} games");
            }
            finished.push(play(&planned, args)?);
            let lines: Vec<String> = finished
                .iter()
                .map(serde_json::to_string)
                .collect::<Result<_, _>>()?;
            let text = lines.join("\n") + "\n";
            ::train::replace(&args.results, text.as_bytes())
                .map_err(files::cannot("write", &args.results))?;
            if stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
        }
    }
    if finished.is_empty() {
        return fail!(
            "{} has no finished match: leave out --rate",
            args.results.display()
        );
    }
    Ok(output.write_all(report(&finished).as_bytes())?)
}

/// Reads the finished matches.
fn read(args: &CalibrateArgs) -> Result<Vec<Finished>> {
    if args.anew || (!args.rate && !args.results.exists()) {
        return Ok(Vec::new());
    }
    let text = files::read_text(&args.results)?;
    let line = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            let file = args.results.display();
            failure!(
                "{file}, line {}: {error}; it is no line of espalier calibrate",
                index + 1
            )
        })
    };
    text.lines().enumerate().map(line).collect()
}

/// Plays or resumes a match.
fn play(planned: &Planned, args: &CalibrateArgs) -> Result<Finished> {
    let Planned {
        player,
        against,
        games,
    } = *planned;
    let unknown = || failure!("{player} or {against} is no grade of this program");
    let (own, own_nodes) = player.spec().ok_or_else(unknown)?;
    let (other, nodes) = match against {
        Against::Participant(other) => other.spec().ok_or_else(unknown)?,
        Against::Stockfish(rating) => (
            stockfish(&args.stockfish, rating)?,
            anchor_nodes(rating).ok_or_else(unknown)?,
        ),
    };
    let name = format!("{player}-{against}-{games}.jsonl").replace(' ', "");
    let concurrency = args.concurrency.unwrap_or_else(pool::all_threads);
    let words = [
        "espalier".to_owned(),
        "match".to_owned(),
        own,
        other,
        format!("--nodes={own_nodes},{nodes}"),
        format!("--games={games}"),
        "--seed=7".to_owned(),
        format!("--concurrency={concurrency}"),
        format!("--resume={}", args.keep.join(name).display()),
        "--json".to_owned(),
    ];
    let Call::Subcommand(Subcommand::Match(match_args)) =
        call::read(words.iter().map(OsString::from))?
    else {
        return Err(unknown());
    };
    let mut text = Vec::new();
    matches::play_match(&match_args, &words[1..], &mut text)?;
    let report: serde_json::Value = serde_json::from_slice(&text)?;
    let tally = &report["pairings"][0]["tally"];
    let number = |key: &str| tally[key].as_u64().unwrap_or_default();
    Ok(Finished {
        player,
        against,
        won: number("wins"),
        drawn: number("draws"),
        lost: number("losses"),
    })
}

/// Returns the spec of Stockfish with a rating.
fn stockfish(path: &Path, rating: u32) -> Result<String> {
    if !path.exists() {
        return fail!(
            "there is no program {}: install Stockfish or name it with --stockfish",
            path.display()
        );
    }
    Ok(format!(
        "uci:{},option.UCI_LimitStrength=true,option.UCI_Elo={rating},option.Threads=1",
        path.display()
    ))
}
