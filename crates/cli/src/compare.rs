//! `espalier compare`: several players search the same positions.

use contest::manifest::{Experiment, Input, Manifest};
use research::compare::{Comparison, compare, describe};

use crate::prelude::*;
use crate::search::position;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier compare minimax alphabeta alphabeta:order=mvvlva pvs:order=hash,tt=16 --depth 4
  espalier compare minimax alphabeta --game othello6 --depth 6 --html othello.html
  espalier compare alphabeta:tt=16 mtdf --epd positions.epd --depth 5 --csv numbers.csv")]
pub struct CompareArgs {
    /// The players; `espalier players` lists them
    #[arg(value_name = "PLAYER", required = true, value_parser = parse_player)]
    players: Vec<PlayerSpec>,
    /// The game
    #[arg(long, default_value = "chess")]
    game: GameId,
    /// Search this position instead of the start position
    #[arg(long, value_name = "POSITION", conflicts_with = "epd")]
    fen: Option<String>,
    /// Search every position of this file: EPD for chess, otherwise one position per line
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    pub report: ReportArgs,
    /// Write the manifest to this file; by default next to --html or --csv
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
}

/// Compares the players and reports the result. `command` is the command line.
pub fn command(
    args: &CompareArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest> {
    let (comparison, manifest) = args.game.with(Compare { args, command })?;
    args.report.write(&comparison, output)?;
    Ok(manifest)
}

struct Compare<'a> {
    args: &'a CompareArgs,
    command: &'a [String],
}

impl WithGame for Compare<'_> {
    type Output = Result<(Comparison, Manifest)>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.args;
        let (positions, input) = match &args.epd {
            Some(path) => {
                let (positions, input) = positions(game, path)?;
                (positions, Some(input))
            }
            None => (vec![position(game, args.fen.as_deref())?], None),
        };
        for spec in &args.players {
            Seat::<G>::new(spec)?;
        }
        let limits = args.limits.limits();
        let settings = json!({ "game": args.game.name(), "limit": describe(&limits) });
        let mut experiment = Experiment::new(&args.players, settings)?
            .varying("time_ms")
            .varying_throughout(limits.time.is_some());
        experiment.inputs.extend(input);
        let run_info = manifest::run_info(self.command, 1);
        let given = args.manifest.as_deref();
        let manifest = manifest::begin(experiment, run_info, given, &args.report.files())?;
        let mut progress = Progress::new("searches");
        let watch = |jobs, of| progress.update(jobs, of);
        let comparison = compare(game, &args.players, &positions, &limits, watch)?;
        let manifest = manifest.finish(&comparison)?;
        Ok((comparison, manifest))
    }
}

/// Reads the positions of a file, one per line. In chess, EPD operations may follow.
fn positions<G: BoardGame>(game: &G, path: &Path) -> Result<(Vec<G::State>, Input)> {
    let name = path.display();
    let text = files::read_text(path)?;
    let states = contest::book::read(game, &text).map_err(|error| failure!("{name}, {error}"))?;
    if states.is_empty() {
        return fail!("{name} has no position");
    }
    Ok((states, Input::file(path, text.as_bytes())))
}
