//! `espalier book`: makes an opening book, or unpacks one.

use contest::book::{self, Packed, Recipe, Way, make};
use contest::manifest::{Experiment, Manifest};
use gametree::hash;

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
Each position is --plies plies from the start position. A shallow search chooses moves that are nearly as good as the best; with
--random any legal move is played. Positions in check, finished games, duplicates, and positions whose value is outside of
--least to --balance are discarded. Values are in the units of the evaluator. The same seed makes the same book. A file whose name
ends in .book is packed, four to five bytes per opening; --unpack turns it into lines.

Examples:
  espalier book --count 3000 --plies 8 -o chess.epd
  espalier book --count 1000 --least 60 --balance 120 --guide squares --player engine:nodes=5000 -o unbalanced.book
  espalier book --unpack unbalanced -o unbalanced.epd
  espalier book --game othello --count 200 --plies 8 --random --seed 7 -o othello.txt")]
pub struct BookArgs {
    /// The game
    #[arg(long, default_value = "chess")]
    game: GameId,
    /// Number of positions
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number("a number of positions", 1, 10_000_000_usize), allow_negative_numbers = true)]
    count: usize,
    /// Plies from the start position
    #[arg(long, value_name = "P", default_value = "8", value_parser = parse_plies, allow_negative_numbers = true)]
    plies: u32,
    /// Play any legal moves
    #[arg(long)]
    random: bool,
    /// Largest difference between the value of a move and of the best one; by default the value of --balance
    #[arg(long, value_name = "CP", value_parser = number("a difference in value", 0, MOST), conflicts_with = "random", allow_negative_numbers = true)]
    margin: Option<i32>,
    /// Evaluator of the search that chooses moves, such as squares for chess; by default that of --player
    #[arg(long, value_name = "EVALUATOR", conflicts_with = "random")]
    guide: Option<String>,
    /// Random seed
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Largest absolute value; by default 30 for chess, 15 for MiniChess, otherwise 300
    #[arg(long, value_name = "CP", value_parser = number("a difference in value", 0, MOST), allow_negative_numbers = true)]
    balance: Option<i32>,
    /// Least absolute value, by default 0. With --balance 120, 60 selects positions in which one side is 0.6 to 1.2 pawns better
    #[arg(long, value_name = "CP", value_parser = number("a difference in value", 0, MOST), allow_negative_numbers = true)]
    least: Option<i32>,
    /// Player that evaluates the positions; by default classic with 20000 nodes
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    player: Option<PlayerSpec>,
    /// Write the openings of a packed book as lines: level, unbalanced, or a file
    #[arg(long, value_name = "BOOK", conflicts_with_all = ["random", "margin", "balance", "least", "guide", "player"])]
    pub unpack: Option<String>,
    /// The file to write; packed if its name ends in .book
    #[arg(short, long, value_name = "FILE", required = true)]
    pub output: Option<PathBuf>,
    /// Write the manifest to this file; by default next to --output
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Number of threads, by default all of the machine; the book does not depend on it
    #[arg(long, value_name = "K", value_parser = parse_threads, allow_negative_numbers = true)]
    concurrency: Option<NonZeroUsize>,
}

/// The largest difference in value.
const MOST: i32 = 100_000;

/// Makes or unpacks a book. `command` is the command line.
pub fn command(args: &BookArgs, command: &[String], output: &mut impl Write) -> Result {
    match &args.unpack {
        Some(name) => Ok(writeln!(
            output,
            "{}",
            args.game.with(Unpack { args, name })?
        )?),
        None => make_book(args, command, output).map(drop),
    }
}

/// Makes a book and prints the numbers of its candidates.
pub fn make_book(args: &BookArgs, command: &[String], output: &mut impl Write) -> Result<Manifest> {
    let (summary, manifest) = args.game.with(Make { args, command })?;
    writeln!(output, "{summary}")?;
    Ok(manifest)
}

/// Writes the openings of a packed book as lines, in the order of the file.
struct Unpack<'a> {
    args: &'a BookArgs,
    name: &'a str,
}

impl WithGame for Unpack<'_> {
    type Output = Result<String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let name = self.name;
        let bytes = match book::named(G::ID, name) {
            Some(bytes) => bytes.to_vec(),
            None => files::read(Path::new(name)).map_err(|failure| {
                let reason = failure.message().unwrap_or_default();
                let reason = reason.trim_start_matches("error: ");
                failure!(
                    "{reason}; the packed books of this program are level and unbalanced, for chess"
                )
            })?,
        };
        let packed = Packed::read(&bytes).map_err(|error| failure!("{name}: {error}"))?;
        let lines = packed.to_lines(game);
        let text = lines.ok_or_else(|| failure!("{name} is not a book of {}", G::ID))?;
        let file = write_book(self.args, text.as_bytes())?;
        Ok(format!("{} positions{file}", packed.len()))
    }
}

/// Writes the output file and returns its name for the summary.
fn write_book(args: &BookArgs, bytes: &[u8]) -> Result<String> {
    let Some(path) = &args.output else {
        return Ok(String::new());
    };
    files::write(path, bytes)?;
    Ok(format!(" in {}", path.display()))
}

struct Make<'a> {
    args: &'a BookArgs,
    command: &'a [String],
}

impl WithGame for Make<'_> {
    type Output = Result<(String, Manifest)>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.args;
        let recipe = recipe(args);
        if recipe.least > recipe.balance {
            return fail!(
                "no value is at least {} and at most {}: --least must not be above --balance",
                recipe.least,
                recipe.balance
            );
        }
        Seat::<G>::new(&recipe.player)?;
        let threads = args.concurrency.unwrap_or_else(pool::all_threads);
        let (given, outputs) = (args.manifest.as_deref(), [args.output.as_deref()]);
        manifest::place(given, &outputs)?;
        let run_info = manifest::run_info(self.command, threads.get());
        let mut progress = Progress::new("positions");
        let book = make(game, &recipe, threads, |done| progress.done(done))?;
        drop(progress);
        let text = book.to_text(game);
        let is_packed = |path: &PathBuf| files::has_extension(path, "book");
        let file = if args.output.as_ref().is_some_and(is_packed) {
            let packed = Packed::of(game, &book.lines).map_err(Failure::input)?;
            write_book(args, &packed.to_bytes())?
        } else {
            write_book(args, text.as_bytes())?
        };
        // The result does not depend on the number of threads, and the hash is that of the lines, packed or not.
        let result = json!({
            "positions": book.openings.len(),
            "hash": hash::hex(text.as_bytes()),
            "tried": book.tried,
            "unbalanced": book.unbalanced,
            "check": book.check,
            "over": book.over,
            "doubles": book.doubles,
        });
        let settings = json!({ "game": args.game.name(), "recipe": recipe });
        let mut experiment = Experiment::new(std::slice::from_ref(&recipe.player), settings)?;
        experiment.seeds.push(recipe.seed);
        // The manifest begins here because it is not written without a book.
        let manifest = manifest::begin(experiment, run_info, given, &outputs)?;
        let manifest = manifest.finish(&result)?;
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

fn recipe(args: &BookArgs) -> Recipe {
    let defaults = Recipe::new(args.game, args.count, args.plies);
    let balance = args.balance.unwrap_or(defaults.balance);
    let margin = args.margin.unwrap_or(balance);
    Recipe {
        way: match args.random {
            true => Way::Random,
            false => Way::Guided { margin },
        },
        seed: args.seed,
        balance,
        least: args.least.unwrap_or(defaults.least),
        guide: args.guide.clone(),
        player: args.player.clone().unwrap_or(defaults.player),
        ..defaults
    }
}
