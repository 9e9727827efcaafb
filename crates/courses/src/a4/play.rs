//! Games between players in the format of assignment 4.

use super::RULES;
use crate::player::CoursePlayer;
use crate::profile::{MoveCost, Profile};
use chess::{Color, Move, Position};
use games::Chess;
use gametree::{Game, Limits, Signal};

/// A player with a depth.
pub struct Side<'a> {
    /// The player.
    pub player: &'a mut dyn CoursePlayer<Chess>,
    /// Its depth, as its document counts.
    pub depth: u32,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Every position, the first included.
    pub positions: Vec<Position>,
    /// Every move.
    pub moves: Vec<Move>,
    /// The cost of each turn, including a last turn without a move.
    pub profile: Profile,
}

impl GameRecord {
    /// Returns the last position.
    ///
    /// # Panics
    /// Never: there is always the first one.
    #[must_use]
    pub fn last(&self) -> &Position {
        self.positions.last().expect("a game has a position")
    }

    /// Returns the winner if the game ended in mate.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let last = self.last();
        let mate = last.in_check() && !last.has_legal_move();
        mate.then(|| !last.side_to_move())
    }

    /// Returns the nodes of White and Black, as their documents count.
    #[must_use]
    pub fn nodes(&self) -> [u64; 2] {
        Color::ALL.map(|color| self.profile.total(color).0)
    }

    /// Returns whether the game stopped because a player found no move although there was one.
    #[must_use]
    pub fn gave_up(&self) -> bool {
        self.profile.moves.len() > self.moves.len()
    }

    /// Returns the number of turns as the document counts them: one turn is a move by each side.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.moves.len().div_ceil(2)
    }
}

/// Plays from `start` until the game is over, a player finds no move, `max_turns` turns are played, or `signal` stops a
/// player.
pub fn play_game(
    start: &Position,
    mut sides: [Side<'_>; 2],
    max_turns: usize,
    signal: &Signal,
) -> GameRecord {
    // The machine's clock, if there is one.
    let clock = Limits::default().clock;
    let mut game = GameRecord {
        positions: vec![*start],
        moves: Vec::new(),
        profile: Profile::default(),
    };
    for side in &mut sides {
        side.player.new_game();
    }
    while RULES.terminal(game.last()).is_none() && game.moves.len() < 2 * max_turns {
        let color = game.last().side_to_move();
        let side = &mut sides[color];
        let begin = clock.now();
        let limits = Limits::depth(side.depth).with_stop(signal.stop_handle());
        let choice = side.player.search(&game.positions, &limits);
        if choice.stopped {
            break;
        }
        game.profile.moves.push(MoveCost {
            turn: game.last().fullmove_number(),
            color,
            best: choice.best,
            value: choice.value,
            nodes: choice.calls,
            time: clock.now() - begin,
        });
        let Some(m) = choice.best else { break };
        game.positions.push(game.last().after(m));
        game.moves.push(m);
    }
    game
}

/// Returns the number that the document prints for a move: origin + 64 * target + 4096 for "no promotion", with the
/// highest of 16 bits set for a capture, which makes the number negative.
///
/// The document shows no promotion. The numbers 0, 2, 3 and 4 for knight to queen are assumed.
///
/// # Examples
/// `g7f6` without a capture is 7030, `f4xf7` is -25251.
#[must_use]
pub fn move_code(m: Move) -> i16 {
    let promotion: u16 = match m.promotion() {
        None => 1,
        Some(kind) => [0, 0, 2, 3, 4, 0][kind as usize],
    };
    let capture = if m.is_capture() { 1 << 15 } else { 0 };
    (m.from() as u16 | (m.to() as u16) << 6 | promotion << 12 | capture) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_printed_codes() {
        for (fen, text, code) in [
            ("8/6Q1/8/2k5/8/8/8/K7 w - - 0 1", "g7f6", 7030),
            ("8/8/6Q1/2k5/8/8/8/K7 w - - 0 1", "g6f7", 7534),
            ("8/5p2/8/2k5/5Q2/8/8/K7 w - - 0 1", "f4f7", -25251),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let m = chess::uci::parse(&position, text).unwrap();
            assert_eq!(move_code(m), code, "{text}");
        }
    }
}
