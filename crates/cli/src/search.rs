//! The command `espalier search`: one player, one position, and what it cost.

use std::io::Write;
use std::path::Path;

use games::NotationError;
use games::{BoardGame, Record, WithGame};
use gametree::trace::Recorder;
use gametree::{Event, Info, Request};
use lab::Measured;
use lab::report::grouped;
use players::registry::{self, Kind};
use players::{Listener, Seat};

use crate::args::SearchArgs;
use crate::error::Failure;

/// Searches, and prints the answer.
pub fn command(args: &SearchArgs, output: &mut impl Write) -> Result<(), Failure> {
    let answer = args.game.with(Search(args))?;
    if args.json {
        let json = serde_json::to_string(&answer).map_err(Failure::input)?;
        writeln!(output, "{json}")?;
    } else {
        write!(output, "{}", text(&answer))?;
    }
    Ok(output.flush()?)
}

struct Search<'a>(&'a SearchArgs);

impl WithGame for Search<'_> {
    type Output = Result<Measured, Failure>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.0;
        let mut seat = Seat::<G>::sit(&args.player).map_err(Failure::input)?;
        let state = position(game, args.fen.as_deref())?;
        let record = Record::<G>::new(state);
        if let Some(path) = &args.trace {
            return traced(game, args, &mut seat, &record, path);
        }
        if args.json {
            return measured(game, args, &mut seat, &record, Listener::nobody());
        }
        let mut passes = Vec::new();
        let mut hear = |event: &Event<G::Move>| {
            if let Event::Info(info) = event {
                let pass = pass(game, record.state(), info);
                if args.verbose {
                    // Nothing depends on whether somebody reads this.
                    _ = writeln!(std::io::stdout(), "{pass}");
                }
                passes.push(pass);
            }
        };
        let listener = Listener::hearing(&mut hear);
        let answer = measured(game, args, &mut seat, &record, listener)?;
        let from_a_document = registry::parse(&args.player)
            .ok()
            .and_then(|spec| registry::find(&spec.name))
            .is_some_and(|entry| entry.kind == Kind::Course);
        if from_a_document && !args.verbose && passes.len() > 1 {
            _ = writeln!(std::io::stdout(), "{}", passes.join("\n"));
        }
        Ok(answer)
    }
}

/// A completed pass of a search that deepens, in a line.
fn pass<G: BoardGame>(game: &G, start: &G::State, info: &Info<G::Move>) -> String {
    let mut state = start.clone();
    let line: Vec<String> = info
        .line
        .iter()
        .map(|&mv| {
            let text = game.people_move(&state, mv);
            game.play(&mut state, mv);
            text
        })
        .collect();
    format!(
        "depth {:>2}  value {:>8}  nodes {:>12}  {}",
        info.depth,
        info.score.to_string(),
        grouped(info.nodes),
        line.join(" ")
    )
}

/// Searches.
fn measured<G: BoardGame>(
    game: &G,
    args: &SearchArgs,
    seat: &mut Seat<G>,
    record: &Record<G>,
    listener: Listener<'_, G::Move>,
) -> Result<Measured, Failure> {
    let request = Request::new(args.limits.limits());
    Measured::of(&args.player, seat, game, record, &request, listener)
        .map_err(|fault| Failure::input(format_args!("{} {fault}", args.player)))
}

/// Searches and writes the tree to a file.
fn traced<G: BoardGame>(
    game: &G,
    args: &SearchArgs,
    seat: &mut Seat<G>,
    record: &Record<G>,
    path: &Path,
) -> Result<Measured, Failure> {
    let mut recorder = Recorder::new().with_max_nodes(args.trace_nodes);
    let answer = measured(game, args, seat, record, Listener::watching(&mut recorder))?;
    if recorder.events().is_empty() {
        return Err(Failure::input(format_args!(
            "the player {} does not tell what it looks at, so there is no tree to write: take the engine or one of the textbook players",
            args.player
        )));
    }
    let trace = recorder.into_trace(
        G::KIND.name(),
        &game.write_position(record.state()),
        &args.player,
        |mv| game.write_move(mv),
    );
    let json = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let bytes = if json {
        trace.to_json().into_bytes()
    } else {
        trace.to_bytes()
    };
    write_file(path, &bytes)?;
    Ok(answer)
}

/// The position that a text describes, or the start position.
pub fn position<G: BoardGame>(game: &G, text: Option<&str>) -> Result<G::State, Failure> {
    match text {
        None => Ok(game.start()),
        Some(text) => game
            .read_position(text)
            .map_err(|error: NotationError| Failure::input(error)),
    }
}

/// Writes a whole file, or says which one could not be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|error| Failure::input(format_args!("cannot write {}: {error}", path.display())))
}

fn text(answer: &Measured) -> String {
    let mut lines = vec![
        ("player", answer.player.clone()),
        ("position", answer.fen.clone()),
        (
            "move",
            answer
                .bestmove
                .clone()
                .unwrap_or_else(|| "none: the game is over".to_owned()),
        ),
        (
            "value",
            match (answer.score, answer.bound) {
                (None, _) => String::new(),
                (Some(value), "lower") => format!("{value} or more for the side to move"),
                (Some(value), "upper") => format!("{value} or less for the side to move"),
                (Some(value), _) => format!("{value} for the side to move"),
            },
        ),
        ("line", answer.pv.join(" ")),
        (
            "depth",
            match answer.plies_more {
                0 => format!("{} (deepest line {})", answer.depth, answer.seldepth),
                more => format!(
                    "{} as the document counts, {} plies",
                    answer.depth,
                    answer.depth + more
                ),
            },
        ),
        (
            "nodes",
            format!(
                "{} ({} expanded, {} leaves)",
                grouped(answer.nodes),
                grouped(answer.interior),
                grouped(answer.leaves)
            ),
        ),
        (
            "as printed",
            answer.counted.map_or_else(String::new, |counted| {
                format!("{} as the document counts", grouped(counted))
            }),
        ),
        ("evaluations", grouped(answer.evals)),
    ];
    if let Some(hits) = answer.tt_hits {
        lines.push(("table hits", grouped(hits)));
    }
    if let Some(share) = answer.first_move_cuts {
        lines.push((
            "cutoffs",
            format!(
                "{} ({:.1}% by the first move)",
                grouped(answer.cutoffs),
                share * 100.0
            ),
        ));
    }
    if let Some(factor) = answer.branching_factor() {
        lines.push((
            "branching",
            format!("{factor:.2} (of a uniform tree with as many nodes)"),
        ));
    }
    lines.push(("time", format!("{:.1} ms", answer.time_ms)));
    lines
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{name:<12} {value}\n"))
        .collect()
}
