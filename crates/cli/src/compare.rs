//! The command `espalier compare`: the same positions, several players.

use std::io::Write;
use std::path::Path;

use lab::compare::{Comparison, compare};
use lab::{Arena, WithGame};

use crate::args::CompareArgs;
use crate::error::Failure;
use crate::pool::Done;
use crate::progress::Progress;
use crate::search::{position, write_file};

/// Compares, prints the table, and writes the files asked for.
pub fn command(args: &CompareArgs, output: &mut impl Write) -> Result<(), Failure> {
    let comparison = args.game.with(Compare(args))?;
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
    Ok(output.flush()?)
}

struct Compare<'a>(&'a CompareArgs);

impl WithGame for Compare<'_> {
    type Output = Result<Comparison, Failure>;

    fn run<G: Arena>(self, game: &G) -> Self::Output {
        let args = self.0;
        let positions = match &args.epd {
            Some(path) => positions(game, path)?,
            None => vec![position(game, args.fen.as_deref())?],
        };
        let mut progress = Progress::new("searches");
        compare(
            game,
            &args.players,
            &positions,
            &args.limits.limits(),
            |jobs, of| {
                progress.update(Done { jobs, of });
            },
        )
        .map_err(Failure::input)
    }
}

/// The positions of a file, one a line. For chess the operations of EPD may follow.
fn positions<G: Arena>(game: &G, path: &Path) -> Result<Vec<G::State>, Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::input(format_args!("cannot read {name}: {error}")))?;
    let states = lab::book::read(game, &text)
        .map_err(|error| Failure::input(format_args!("{name}, {error}")))?;
    if states.is_empty() {
        return Err(Failure::input(format_args!("{name} has no position in it")));
    }
    Ok(states)
}
