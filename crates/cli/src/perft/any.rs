//! Perft for the other games: one thread, through the rules as the searches see them.

use std::io::Write;
use std::time::Instant;

use games::{BoardGame, WithGame};
use gametree::perft;

use super::speed;
use crate::args::PerftArgs;
use crate::error::Failure;
use crate::search::position;

/// Counts below a position of any game.
pub struct PerftAny<'a, W> {
    pub args: &'a PerftArgs,
    pub depth: u32,
    pub output: &'a mut W,
}

impl<W: Write> WithGame for PerftAny<'_, W> {
    type Output = Result<(), Failure>;

    fn run<G: BoardGame>(self, game: &G) -> Result<(), Failure> {
        let state = position(game, self.args.fen.as_deref())?;
        let start = Instant::now();
        let mut total = 0;
        if self.depth == 0 || !self.args.divide {
            total = perft(game, &state, self.depth);
        } else {
            for mv in game.legal_moves(&state) {
                let mut next = state.clone();
                game.play(&mut next, mv);
                let count = perft(game, &next, self.depth - 1);
                writeln!(self.output, "{}: {count}", game.write_move(mv))?;
                total += count;
            }
            writeln!(self.output)?;
        }
        writeln!(self.output, "Time: {}", speed(total, start.elapsed()))?;
        writeln!(self.output, "Nodes searched: {total}")?;
        Ok(self.output.flush()?)
    }
}
