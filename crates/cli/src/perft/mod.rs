//! The command `espalier perft`.

mod any;
mod count;
mod epd;

pub use count::{Count, divide};

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chess::uci::CastlingStyle;
use chess::{Color, File, Position};

use games::GameKind;

use crate::args::PerftArgs;
use crate::error::Failure;
use crate::pool;
use crate::progress::Progress;

/// Counts below one position, or checks a file.
pub fn command(args: &PerftArgs, output: &mut impl Write) -> Result<(), Failure> {
    let threads = args.threads.unwrap_or_else(pool::all_threads);
    if let Some(path) = &args.epd {
        let checks = epd::read(path, args.depth, args.max_nodes)?;
        return epd::check(&checks, threads, output);
    }
    let depth = args.depth.unwrap_or_default();
    if args.game != GameKind::Chess {
        return args.game.with(any::PerftAny {
            args,
            depth,
            output,
        });
    }
    let position = match &args.fen {
        None => Position::startpos(),
        Some(fen) => games::chess::named::read(fen)
            .map_err(|error| Failure::input(format_args!("bad FEN: {error}")))?,
    };
    let mut progress = Progress::new("subtrees");
    let start = Instant::now();
    let never = AtomicBool::new(false);
    let count = divide(&position, depth, threads, &never, &mut |done| {
        progress.update(done);
    });
    let time = start.elapsed();
    drop(progress);
    let Some(count) = count else { return Ok(()) };
    if args.divide {
        writeln!(output, "{}", count.listing(castling_style(&position)))?;
    }
    writeln!(output, "Time: {}", speed(count.total(), time))?;
    writeln!(output, "Nodes searched: {}", count.total())?;
    Ok(output.flush()?)
}

/// `0.123 s, 456.7 million leaves a second`.
fn speed(leaves: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let millions = leaves as f64 / seconds.max(1e-9) / 1e6;
    format!("{seconds:.3} s, {millions:.1} million leaves a second")
}

/// King takes rook where kings and rooks with the right to castle are not all on their squares of standard chess.
fn castling_style(position: &Position) -> CastlingStyle {
    let rooks = position.castling_rooks();
    let outside = |file| file != File::A && file != File::H;
    let is_odd = Color::ALL.into_iter().any(|color| {
        let home = rooks & position.color(color);
        home.any()
            && (position.king(color).file() != File::E
                || home.into_iter().any(|rook| outside(rook.file())))
    });
    if is_odd {
        CastlingStyle::KingTakesRook
    } else {
        CastlingStyle::KingMoves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_written_for_the_game_it_comes_from() {
        let style = |fen| castling_style(&Position::from_fen(fen).expect("a good FEN"));
        assert_eq!(style(chess::fen::START), CastlingStyle::KingMoves);
        assert_eq!(
            style("6k1/8/8/8/8/8/8/RN4K1 w - - 0 1"),
            CastlingStyle::KingMoves
        );
        assert_eq!(
            style("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1"),
            CastlingStyle::KingTakesRook
        );
        assert_eq!(
            style("r2k4/8/8/8/8/8/8/4K2R w Kq - 0 1"),
            CastlingStyle::KingTakesRook
        );
    }
}
