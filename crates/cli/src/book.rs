//! The command `espalier book`: an opening book of our own.

use std::io::Write;

use lab::book::{Recipe, Way, make};
use lab::{Arena, WithGame};

use crate::args::BookArgs;
use crate::error::Failure;
use crate::pool;
use crate::progress::Progress;
use crate::search::write_file;

/// Makes the book, writes it, and says what became of the candidates.
pub fn command(args: &BookArgs, output: &mut impl Write) -> Result<(), Failure> {
    let summary = args.game.with(Make(args))?;
    writeln!(output, "{summary}")?;
    Ok(output.flush()?)
}

struct Make<'a>(&'a BookArgs);

impl WithGame for Make<'_> {
    type Output = Result<String, Failure>;

    fn run<G: Arena>(self, game: &G) -> Self::Output {
        let args = self.0;
        let recipe = recipe(args);
        let threads = args.concurrency.unwrap_or_else(pool::all_threads);
        let mut progress = Progress::new("positions");
        let book =
            make(game, &recipe, threads, |done| progress.update(done)).map_err(Failure::input)?;
        drop(progress);
        write_file(&args.output, book.to_text(game).as_bytes())?;
        Ok(format!(
            "{} positions in {}, from {} tries: {} unbalanced, {} in check, {} over, {} doubles",
            book.openings.len(),
            args.output.display(),
            book.tried,
            book.unbalanced,
            book.check,
            book.over,
            book.doubles
        ))
    }
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
