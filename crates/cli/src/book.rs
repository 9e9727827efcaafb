//! The command `espalier book`: an opening book of our own, or a packed one as lines.

use std::fs;
use std::io::Write;
use std::path::Path;

use contest::book::{self, Packed, Recipe, Way, make};
use contest::hash;
use games::{BoardGame, WithGame};
use lab::manifest::{Experiment, Manifest, ManifestFile};
use players::Seat;
use serde_json::json;

use crate::args::BookArgs;
use crate::error::Failure;
use crate::manifest::{place, sitting};
use crate::pool;
use crate::progress::Progress;
use crate::search::write_file;

/// Makes the book, writes it, and says what became of the candidates. `command` is what was typed.
pub fn command(
    args: &BookArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest, Failure> {
    let (summary, manifest) = args.game.with(Make { args, command })?;
    writeln!(output, "{summary}")?;
    output.flush()?;
    Ok(manifest)
}

/// Writes the openings of a packed book as lines, in the order of the file.
pub fn unpack(args: &BookArgs, name: &str, output: &mut impl Write) -> Result<(), Failure> {
    let summary = args.game.with(Unpack { args, name })?;
    writeln!(output, "{summary}")?;
    Ok(output.flush()?)
}

struct Unpack<'a> {
    args: &'a BookArgs,
    name: &'a str,
}

impl WithGame for Unpack<'_> {
    type Output = Result<String, Failure>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let name = self.name;
        let bytes = match book::named(G::KIND, name) {
            Some(bytes) => bytes.to_vec(),
            None => fs::read(name).map_err(|error| {
                Failure::input(format_args!(
                    "cannot read {name}: {error}; the packed books of this program are level and unbalanced, for chess"
                ))
            })?,
        };
        let wrong = |error: &dyn std::fmt::Display| Failure::input(format_args!("{name}: {error}"));
        let packed = Packed::read(&bytes).map_err(|error| wrong(&error))?;
        let mut text = String::new();
        for index in 0..packed.len() {
            let moves = packed.moves(game, index).ok_or_else(|| {
                wrong(&format_args!(
                    "opening {} is no line of {}",
                    index + 1,
                    G::KIND
                ))
            })?;
            let mut state = game.start();
            for mv in moves {
                game.play(&mut state, mv);
            }
            text += &book::write_line(game, &state);
            text.push('\n');
        }
        let mut file = String::new();
        if let Some(path) = &self.args.output {
            write_file(path, text.as_bytes())?;
            file = format!(" in {}", path.display());
        }
        Ok(format!("{} positions{file}", packed.len()))
    }
}

struct Make<'a> {
    args: &'a BookArgs,
    command: &'a [String],
}

impl WithGame for Make<'_> {
    type Output = Result<(String, Manifest), Failure>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.args;
        let recipe = recipe(args);
        if recipe.least > recipe.balance {
            return Err(Failure::input(format_args!(
                "no value is at least {} and at most {} from 0: --least is not above --balance",
                recipe.least, recipe.balance
            )));
        }
        Seat::<G>::sit(&recipe.player).map_err(Failure::input)?;
        let threads = args.concurrency.unwrap_or_else(pool::all_threads);
        let place = place(args.manifest.as_deref(), &[args.output.as_deref()])?;
        let mut progress = Progress::new("positions");
        let start = sitting(self.command, threads.get());
        let book =
            make(game, &recipe, threads, |done| progress.update(done)).map_err(Failure::input)?;
        drop(progress);
        let text = book.to_text(game);
        let mut file = String::new();
        if let Some(path) = &args.output {
            if is_packed(path) {
                let packed = Packed::of(game, &book.lines).map_err(Failure::input)?;
                write_file(path, &packed.to_bytes())?;
            } else {
                write_file(path, text.as_bytes())?;
            }
            file = format!(" in {}", path.display());
        }
        // What became of the candidates is the same however many threads there are, and the hash is that of the lines, packed
        // or not.
        let result = json!({
            "positions": book.openings.len(),
            "hash": hash::hex(text.as_bytes()),
            "tried": book.tried,
            "unbalanced": book.unbalanced,
            "check": book.check,
            "over": book.over,
            "doubles": book.doubles,
        });
        // It is begun only now: without a book nothing is written.
        let manifest = ManifestFile::begin(experiment(args, &recipe)?, start, place)
            .and_then(|begun| begun.finish(&result))
            .map_err(Failure::input)?;
        let summary = format!(
            "{} positions{file}, from {} tries: {} unbalanced, {} in check, {} over, {} doubles",
            book.openings.len(),
            book.tried,
            book.unbalanced,
            book.check,
            book.over,
            book.doubles
        );
        Ok((summary, manifest))
    }
}

/// Whether a file of this name is to be packed.
fn is_packed(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("book"))
}

fn experiment(args: &BookArgs, recipe: &Recipe) -> Result<Experiment, Failure> {
    let settings = json!({ "game": args.game.name(), "recipe": recipe });
    let mut experiment =
        Experiment::new(std::slice::from_ref(&recipe.player), settings).map_err(Failure::input)?;
    experiment.seeds.push(recipe.seed);
    Ok(experiment)
}

fn recipe(args: &BookArgs) -> Recipe {
    let usual = Recipe::new(args.game, args.count, args.plies);
    let balance = args.balance.unwrap_or(usual.balance);
    Recipe {
        way: if args.random {
            Way::Random
        } else {
            Way::Guided {
                margin: args.margin.unwrap_or(balance),
            }
        },
        seed: args.seed,
        balance,
        least: args.least.unwrap_or(usual.least),
        guide: args.guide.clone(),
        player: args.player.clone().unwrap_or(usual.player),
        ..usual
    }
}
