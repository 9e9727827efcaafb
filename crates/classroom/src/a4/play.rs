//! Games between players, as assignment 4 plays and prints them.

use super::RULES;
use crate::player::{Control, CoursePlayer};
use crate::profile::{MoveCost, Profile};
use chess::{Color, Move, Position};
use games::Chess;
use gametree::{Game, Limits, Score};

/// A player with a depth.
pub struct Side<'a> {
    /// Who.
    pub player: &'a mut dyn CoursePlayer<Chess>,
    /// How deep, as the player counts.
    pub depth: u32,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Every position, the first included.
    pub positions: Vec<Position>,
    /// Every move.
    pub moves: Vec<Move>,
    /// The value White and Black gave at each of their turns, the last unanswered one included.
    pub values: Vec<Option<Score>>,
    /// Nodes of White and Black, by the players' own count.
    pub nodes: [u64; 2],
    /// Did the game stop because a player found no move though there was one?
    pub gave_up: bool,
    /// What each turn cost.
    pub profile: Profile,
}

impl GameRecord {
    /// The last position.
    ///
    /// # Panics
    /// Never: there is always the first one.
    #[must_use]
    pub fn last(&self) -> &Position {
        self.positions.last().expect("a game has a position")
    }

    /// Who won by mate; `None` if nobody did.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let last = self.last();
        let mate = last.in_check() && !last.has_legal_move();
        mate.then(|| !last.side_to_move())
    }

    /// Turns in which a player moved, counted as the document does: a turn is one move of each.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.moves.len().div_ceil(2)
    }
}

/// Play from `start` until the game is over, a player finds no move, `max_turns` are played, or
/// `control` stops a player at its turn.
pub fn play_game(
    start: &Position,
    mut sides: [Side<'_>; 2],
    max_turns: usize,
    control: &Control,
) -> GameRecord {
    // The clock of the machine, where there is one.
    let clock = Limits::default().clock;
    let mut game = GameRecord {
        positions: vec![*start],
        moves: Vec::new(),
        values: Vec::new(),
        nodes: [0; 2],
        gave_up: false,
        profile: Profile::default(),
    };
    for side in &mut sides {
        side.player.new_game();
    }
    while RULES.terminal(game.last()).is_none() && game.moves.len() < 2 * max_turns {
        let color = game.last().side_to_move();
        let side = &mut sides[color];
        let begin = clock.now();
        let choice = side.player.choose(&game.positions, side.depth, control);
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
        game.nodes[color] += choice.calls;
        game.values.push(choice.value);
        let Some(m) = choice.best else {
            game.gave_up = true;
            break;
        };
        game.positions.push(game.last().after(m));
        game.moves.push(m);
    }
    game
}

/// A move as the document prints it: from, 64 times to, 4096 for "no promotion", and the highest
/// of 16 bits (which makes the number negative) for a capture.
///
/// The document shows no promotion; knight to queen are given the numbers 0, 2, 3 and 4 here,
/// which is a guess.
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
