//! The command `espalier compare`: the same positions, several players.

use std::io::Write;
use std::path::Path;

use games::{BoardGame, WithGame};
use lab::compare::{Comparison, compare, describe};
use lab::manifest::{Experiment, Input, Manifest, ManifestFile};
use players::Seat;
use serde_json::json;

use crate::args::CompareArgs;
use crate::error::Failure;
use crate::manifest::{place, sitting};
use crate::pool::Done;
use crate::progress::Progress;
use crate::search::{position, write_file};

/// Compares, prints the table, and writes the files asked for. `command` is what was typed.
pub fn command(
    args: &CompareArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest, Failure> {
    let (comparison, manifest) = args.game.with(Compare { args, command })?;
    if args.json {
        let json = serde_json::to_string(&comparison).map_err(Failure::input)?;
        writeln!(output, "{json}")?;
    } else {
        write!(output, "{comparison}")?;
    }
    if let Some(path) = &args.csv {
        write_file(path, comparison.to_csv().as_bytes())?;
    }
    if let Some(path) = &args.html {
        write_file(path, comparison.to_html().as_bytes())?;
    }
    output.flush()?;
    Ok(manifest)
}

struct Compare<'a> {
    args: &'a CompareArgs,
    command: &'a [String],
}

impl WithGame for Compare<'_> {
    type Output = Result<(Comparison, Manifest), Failure>;

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
            Seat::<G>::sit(spec).map_err(Failure::input)?;
        }
        let manifest = self.begin(input)?;
        let mut progress = Progress::new("searches");
        let comparison = compare(
            game,
            &args.players,
            &positions,
            &args.limits.limits(),
            |jobs, of| {
                progress.update(Done { jobs, of });
            },
        )
        .map_err(Failure::input)?;
        let manifest = manifest.finish(&comparison).map_err(Failure::input)?;
        Ok((comparison, manifest))
    }
}

impl Compare<'_> {
    fn begin(&self, input: Option<Input>) -> Result<ManifestFile, Failure> {
        let args = self.args;
        let limits = args.limits.limits();
        let settings = json!({ "game": args.game.name(), "limit": describe(&limits) });
        let mut experiment = Experiment::new(&args.players, settings)
            .map_err(Failure::input)?
            .varying("time_ms")
            .varying_throughout(limits.time.is_some());
        experiment.inputs.extend(input);
        let path = place(
            args.manifest.as_deref(),
            &[args.html.as_deref(), args.csv.as_deref()],
        )?;
        ManifestFile::begin(experiment, sitting(self.command, 1), path).map_err(Failure::input)
    }
}

/// The positions of a file, one a line. For chess the operations of EPD may follow.
fn positions<G: BoardGame>(game: &G, path: &Path) -> Result<(Vec<G::State>, Input), Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::input(format_args!("cannot read {name}: {error}")))?;
    let states = contest::book::read(game, &text)
        .map_err(|error| Failure::input(format_args!("{name}, {error}")))?;
    if states.is_empty() {
        return Err(Failure::input(format_args!("{name} has no position in it")));
    }
    Ok((states, Input::file(path, text.as_bytes())))
}
