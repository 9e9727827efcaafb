//! The command `espalier book`: an opening book of our own.

use std::io::Write;

use contest::book::{Recipe, Way, make};
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

struct Make<'a> {
    args: &'a BookArgs,
    command: &'a [String],
}

impl WithGame for Make<'_> {
    type Output = Result<(String, Manifest), Failure>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.args;
        let recipe = recipe(args);
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
            write_file(path, text.as_bytes())?;
            file = format!(" in {}", path.display());
        }
        // What became of the candidates is the same however many threads there are.
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
        player: args.player.clone().unwrap_or(usual.player),
        ..usual
    }
}
