//! `espalier perft`: counts the leaf nodes of the move tree, or checks the counts of a file.

use std::time::Duration;

use chess::perft;
use chess::uci::CastlingStyle;
use gametree::clock::Stopwatch;
use research::perft::Counts;

use crate::prelude::*;
use crate::search::position;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier perft 6
  espalier perft 4 --divide --fen \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"
  espalier perft --epd suite.epd --max-nodes 1000000    lines such as: FEN ;D1 20 ;D2 400")]
pub struct PerftArgs {
    /// Depth in plies; with --epd, the maximum depth to check
    #[arg(value_parser = parse_depth, required_unless_present = "epd", allow_negative_numbers = true)]
    depth: Option<u32>,
    /// The game
    #[arg(long, default_value = "chess")]
    game: GameId,
    /// Start from this position instead of the start position
    #[arg(long, value_name = "POSITION", conflicts_with = "epd")]
    fen: Option<String>,
    /// List the count below each move
    #[arg(long, conflicts_with = "epd")]
    divide: bool,
    /// Number of threads; all threads of the machine by default
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// Check every count in this file; exit status 1 if one differs
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Skip counts above this number
    #[arg(long, value_name = "N", value_parser = number("a number of nodes", 0, u64::MAX), requires = "epd", allow_negative_numbers = true)]
    max_nodes: Option<u64>,
}

/// Counts below one position, or checks a file.
pub fn command(args: &PerftArgs, output: &mut impl Write) -> Result {
    let threads = args.threads.unwrap_or_else(pool::all_threads);
    if let Some(path) = &args.epd {
        return check_file(path, args, threads, output);
    }
    let depth = args.depth.unwrap_or_default();
    if args.game != Chess::ID {
        return args.game.with(AnyGame {
            args,
            depth,
            output,
        });
    }
    let position = position(&Chess::default(), args.fen.as_deref())?;
    let mut progress = Progress::new("subtrees");
    let time = Stopwatch::new();
    let watch = &mut |jobs, of| progress.update(jobs, of);
    let counts = perft::divide_parallel(&position, depth, threads, &false.into(), watch);
    let time = time.elapsed();
    drop(progress);
    let counts = counts.unwrap_or_default();
    if args.divide {
        let listing = perft::listing(&counts, CastlingStyle::of(&position));
        writeln!(output, "{listing}")?;
    }
    let total = match depth {
        0 => 1,
        _ => counts.iter().map(|(_, count)| count).sum(),
    };
    write_total(total, time, output)
}

fn write_total(leaves: u64, time: Duration, output: &mut impl Write) -> Result {
    let seconds = time.as_secs_f64();
    let millions = leaves as f64 / seconds.max(1e-9) / 1e6;
    writeln!(
        output,
        "Time: {seconds:.3} s, {millions:.1} million leaves a second"
    )?;
    Ok(writeln!(output, "Nodes searched: {leaves}")?)
}

/// Counts below a position of any game on one thread, by the rules that the searches use.
struct AnyGame<'a, W> {
    args: &'a PerftArgs,
    depth: u32,
    output: &'a mut W,
}

impl<W: Write> WithGame for AnyGame<'_, W> {
    type Output = Result;

    fn run<G: BoardGame>(self, game: &G) -> Result {
        let state = position(game, self.args.fen.as_deref())?;
        let time = Stopwatch::new();
        let mut total = 0;
        if self.depth == 0 || !self.args.divide {
            total = gametree::perft(game, &state, self.depth);
        } else {
            for mv in game.legal_moves(&state) {
                let mut next = state.clone();
                game.play(&mut next, mv);
                let count = gametree::perft(game, &next, self.depth - 1);
                writeln!(self.output, "{}: {count}", game.write_move(mv))?;
                total += count;
            }
            writeln!(self.output)?;
        }
        write_total(total, time.elapsed(), self.output)
    }
}

/// Checks the counts of a file and reports differences and a summary.
fn check_file(
    path: &Path,
    args: &PerftArgs,
    threads: NonZeroUsize,
    output: &mut impl Write,
) -> Result {
    let counts = Counts::read(&files::read_text(path)?, args.depth, args.max_nodes);
    let counts = counts.map_err(|reason| failure!("{}{reason}", path.display()))?;
    let mut progress = Progress::new("counts");
    let time = Stopwatch::new();
    let checked = counts.check(threads, &mut |done| progress.done(done));
    let time = time.elapsed();
    drop(progress);
    write!(output, "{checked}")?;
    write_total(checked.leaves, time, output)?;
    match checked.is_right() {
        true => Ok(()),
        false => Err(Failure::Mismatch),
    }
}
