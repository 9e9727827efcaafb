//! `espalier search`: one player searches one position.

use games::Record;
use gametree::{Event, Info, Request};
use players::{Group, Listener, Measured};
use report::grouped;
use trace::Recorder;

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier search alphabeta:depth=5,order=mvvlva+killers,tt=16
  espalier search classic --movetime 1000 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  espalier search negamax:depth=9 --game tictactoe --json
  espalier search classic:id=on --depth 6 --verbose      every iteration of iterative deepening
  espalier search report-ids --depth 3                   the iterations that the report prints
  espalier search alphabeta:depth=3 --trace tree.json    every node, with windows and cutoffs")]
pub struct SearchArgs {
    /// The player; `espalier players` lists them
    #[arg(value_name = "PLAYER", value_parser = parse_player)]
    player: PlayerSpec,
    /// The game
    #[arg(long, default_value = "chess")]
    game: GameId,
    /// Search this position instead of the start position
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print every iteration of iterative deepening; course players always do
    #[arg(long, short, conflicts_with_all = ["json", "trace"])]
    verbose: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write the search tree to this file: JSON if its name ends in .json, otherwise the compact format
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Write at most this number of nodes of the tree
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = number("a number of nodes", 1, 20_000_000_u32), requires = "trace")]
    trace_nodes: u32,
}

/// Searches and prints the answer.
pub fn command(args: &SearchArgs, output: &mut impl Write) -> Result {
    let answer = args.game.with(Search { args, output })?;
    files::print(&answer, args.json, output)
}

struct Search<'a, W> {
    args: &'a SearchArgs,
    output: &'a mut W,
}

impl<W: Write> WithGame for Search<'_, W> {
    type Output = Result<Measured>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.args;
        let mut seat = Seat::<G>::new(&args.player)?;
        let record = Record::<G>::new(position(game, args.fen.as_deref())?);
        let request = Request::new(args.limits.limits());
        let mut measure = |listener: Listener<'_, G::Move>| {
            let name = args.player.to_string();
            Measured::of(&name, &mut seat, game, &record, &request, listener)
                .map_err(|fault| failure!("{} {fault}", args.player))
        };
        if let Some(path) = &args.trace {
            let mut recorder = Recorder::new().with_max_nodes(args.trace_nodes);
            let answer = measure(Listener::observing(&mut recorder))?;
            write_trace(game, &record, recorder, &args.player, path)?;
            return Ok(answer);
        }
        if args.json {
            return measure(Listener::silent());
        }
        let mut iterations = Vec::new();
        let mut broken = Ok(());
        let mut report = |event: &Event<G::Move>| {
            if let Event::Info(info) = event {
                let iteration = iteration(game, record.state(), info);
                if args.verbose && broken.is_ok() {
                    broken = writeln!(self.output, "{iteration}");
                }
                iterations.push(iteration);
            }
        };
        let answer = measure(Listener::reporting(&mut report))?;
        broken?;
        let is_course_player = args.player.entry().group == Group::Course;
        if is_course_player && !args.verbose && iterations.len() > 1 {
            writeln!(self.output, "{}", iterations.join("\n"))?;
        }
        Ok(answer)
    }
}

/// Formats an iteration as one line.
fn iteration<G: BoardGame>(game: &G, start: &G::State, info: &Info<G::Move>) -> String {
    let mut state = start.clone();
    let line = info.line.iter().map(|&mv| {
        let text = game.display_move(&state, mv);
        game.play(&mut state, mv);
        text
    });
    format!(
        "depth {:>2}  value {:>8}  nodes {:>12}  {}",
        info.depth,
        info.score.to_string(),
        grouped(info.nodes),
        line.collect::<Vec<_>>().join(" ")
    )
}

/// Writes the recorded tree to a file.
fn write_trace<G: BoardGame>(
    game: &G,
    record: &Record<G>,
    recorder: Recorder<G::Move>,
    player: &PlayerSpec,
    path: &Path,
) -> Result {
    if recorder.events().is_empty() {
        return fail!(
            "the player {player} reports no nodes, so it has no tree: choose the engine or a textbook player"
        );
    }
    let trace = recorder.into_trace(
        G::ID.name(),
        &game.write_position(record.state()),
        &player.to_string(),
        |mv| game.write_move(mv),
    );
    if files::has_extension(path, "json") {
        files::write(path, trace.to_json())
    } else {
        files::write(path, trace.to_bytes())
    }
}

/// Reads a position; the start position without a text.
pub fn position<G: BoardGame>(game: &G, text: Option<&str>) -> Result<G::State> {
    let position = text.map(|text| game.read_position(text)).transpose()?;
    Ok(position.unwrap_or_else(|| game.start()))
}
