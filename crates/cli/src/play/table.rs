//! A game between two seats: whose turn it is, and how it ended.

use std::fmt;
use std::time::Instant;

use chess::{Color, Game, Move, Outcome, Piece, PieceKind, Position};
use classroom::profile::{MoveCost, Profile};
use games::Chess;
use games::chess::player;
use gametree::{Request, Value};
use lab::analyse::record;
use players::{Fault, Seat, SpecError};

use crate::sitter::Sitter;

/// A player at the board.
pub struct Place {
    /// Who, with everything that is needed to meet them again.
    pub name: String,
    /// Where a player sits; people do without.
    seat: Option<Seat<Chess>>,
}

impl Place {
    fn new(sitter: &Sitter) -> Result<Self, SpecError> {
        let seat = sitter.seat::<Chess>()?;
        let name = seat.as_ref().map_or_else(|| sitter.to_string(), Seat::name);
        Ok(Self { name, seat })
    }

    /// Whether somebody types the moves.
    #[must_use]
    pub fn is_human(&self) -> bool {
        self.seat.is_none()
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game.
    Rules(Outcome),
    /// This side gave up.
    Resignation(Color),
    /// Both sides wanted a draw.
    Agreement,
    /// The player of this side has no move to offer, though there is one.
    NoMove(Color),
}

impl Ending {
    /// The result as PGN writes it.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self {
            Self::Rules(outcome) => outcome.result(),
            Self::Resignation(Color::White) | Self::NoMove(Color::White) => "0-1",
            Self::Resignation(Color::Black) | Self::NoMove(Color::Black) => "1-0",
            Self::Agreement => "1/2-1/2",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(outcome) => outcome.fmt(f),
            Self::Resignation(color) => write!(f, "{} wins, {color} resigned", !*color),
            Self::Agreement => f.write_str("draw by agreement"),
            Self::NoMove(color) => write!(f, "{} wins, {color} has no move to offer", !*color),
        }
    }
}

/// The game, who plays it, and what was agreed beside the board.
pub struct Table {
    game: Game,
    places: [Place; 2],
    agreed: Option<Ending>,
    profile: Profile,
}

impl Table {
    /// A game from a position, White's player first.
    pub fn new(start: Position, [white, black]: [&Sitter; 2]) -> Result<Self, SpecError> {
        Ok(Self {
            game: Game::new(start),
            places: [Place::new(white)?, Place::new(black)?],
            agreed: None,
            profile: Profile::default(),
        })
    }

    /// The game so far.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The player of a colour.
    #[must_use]
    pub fn place(&self, color: Color) -> &Place {
        &self.places[color]
    }

    /// Whether any player types the moves.
    #[must_use]
    pub fn has_human(&self) -> bool {
        self.places.iter().any(Place::is_human)
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// How the game ended, if it did.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.agreed
            .or_else(|| self.game.outcome().map(Ending::Rules))
    }

    /// Plays a legal move; an illegal one changes nothing.
    pub fn play(&mut self, m: Move) {
        debug_assert!(self.game.position().legal_moves().contains(&m));
        _ = self.game.play(m);
    }

    /// Lets the player whose turn it is find its move, and notes what it cost. `None` if a person is to move or there is no
    /// move. A player that has no move to offer loses.
    pub fn choose(&mut self) -> Option<Result<Move, Fault>> {
        let side = self.side();
        let seat = self.places[side].seat.as_mut()?;
        let start = Instant::now();
        let answer = seat.answer(&Chess::default(), &record(&self.game), &Request::default());
        let answer = match answer {
            Ok(answer) => answer,
            Err(fault) => {
                self.agreed = Some(Ending::NoMove(side));
                return Some(Err(fault));
            }
        };
        self.profile.moves.push(MoveCost {
            turn: self.game.position().fullmove_number(),
            color: side,
            best: answer.best,
            value: match answer.value {
                Some(Value::Mate(_) | Value::Proved(_)) | None => None,
                Some(Value::Printed(value)) => Some(value),
                Some(value) => Some(value.score()),
            },
            nodes: answer.stats.nodes,
            time: start.elapsed(),
        });
        answer.best.map(Ok)
    }

    /// What the moves of the programs cost.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Gives up for a side.
    pub fn resign(&mut self, color: Color) {
        self.agreed = Some(Ending::Resignation(color));
    }

    /// Ends the game as a draw that both sides want.
    pub fn agree_to_draw(&mut self) {
        self.agreed = Some(Ending::Agreement);
    }

    /// Whether the player of a colour takes a draw.
    #[must_use]
    pub fn player_takes_draw(&self, color: Color) -> bool {
        let seat = self.places[color].seat.as_ref();
        seat.is_some_and(|seat| {
            seat.takes_draw(&Chess::default(), &record(&self.game), player(color))
        })
    }

    /// Takes back what was agreed, or else moves until a person is to move again. Gives how many moves were taken
    /// back; `None` if there was nothing to take back.
    pub fn undo(&mut self) -> Option<usize> {
        if self.agreed.take().is_some() {
            return Some(0);
        }
        // Programs may have moved before any person did: those moves stay.
        let positions = self.game.positions();
        let earlier = &positions[..positions.len() - 1];
        let target = earlier
            .iter()
            .rposition(|position| self.places[position.side_to_move()].is_human())?;
        let count = self.game.moves().len() - target;
        for _ in 0..count {
            self.game.undo();
        }
        Some(count)
    }

    /// The moves in SAN.
    #[must_use]
    pub fn sans(&self) -> Vec<String> {
        self.game
            .moves()
            .iter()
            .zip(self.game.positions())
            .map(|(m, position)| m.to_san(position))
            .collect()
    }

    /// What a side has taken, largest first.
    #[must_use]
    pub fn taken_by(&self, color: Color) -> Vec<PieceKind> {
        let mut taken: Vec<PieceKind> = self
            .game
            .moves()
            .iter()
            .zip(self.game.positions())
            .filter(|(m, position)| m.is_capture() && position.side_to_move() == color)
            // What is taken en passant does not stand on the target.
            .map(|(m, position)| {
                position
                    .piece_at(m.to())
                    .map_or(PieceKind::Pawn, Piece::kind)
            })
            .collect();
        taken.sort_unstable_by(|a, b| b.cmp(a));
        taken
    }
}

/// How much more a side has on the board, in pawns as beginners are taught to count them.
#[must_use]
pub fn balance(position: &Position, color: Color) -> i32 {
    const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];
    let material = |color| -> i32 {
        PieceKind::ALL
            .into_iter()
            .map(|kind| VALUES[kind] * position.pieces(color, kind).count() as i32)
            .sum()
    };
    material(color) - material(!color)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random() -> Sitter {
        "random:seed=1".parse().expect("a player")
    }

    fn table(players: &[Sitter; 2], moves: &[&str]) -> Table {
        let mut table =
            Table::new(Position::startpos(), [&players[0], &players[1]]).expect("players");
        for text in moves {
            table.play(chess::san::parse(table.game().position(), text).expect(text));
        }
        table
    }

    #[test]
    fn undo_goes_back_to_a_person() {
        let moves = ["e4", "e5", "Nf3", "Nc6"];
        let left = |players: [Sitter; 2]| {
            let mut table = table(&players, &moves);
            let count = table.undo();
            (count, table.game().moves().len())
        };
        assert_eq!(left([Sitter::Human, Sitter::Human]), (Some(1), 3));
        assert_eq!(left([Sitter::Human, random()]), (Some(2), 2));
        assert_eq!(left([random(), Sitter::Human]), (Some(1), 3));
        assert_eq!(left([random(), random()]), (None, 4));
        // The program began: its first move stays.
        assert_eq!(table(&[random(), Sitter::Human], &["e4"]).undo(), None);
        assert_eq!(table(&[Sitter::Human, random()], &[]).undo(), None);
    }

    #[test]
    fn undo_takes_a_resignation_back_first() {
        let mut table = table(&[Sitter::Human, random()], &["e4", "e5"]);
        table.resign(Color::White);
        assert_eq!(table.ending().map(Ending::result), Some("0-1"));
        assert_eq!(table.undo(), Some(0));
        assert_eq!((table.ending(), table.game().moves().len()), (None, 2));
    }

    #[test]
    fn what_was_taken_is_remembered_en_passant_too() {
        let table = table(
            &[random(), random()],
            &["e4", "a6", "e5", "d5", "exd6", "Qxd6", "Bxa6", "Nxa6"],
        );
        assert_eq!(
            table.taken_by(Color::White),
            [PieceKind::Pawn, PieceKind::Pawn]
        );
        assert_eq!(
            table.taken_by(Color::Black),
            [PieceKind::Bishop, PieceKind::Pawn]
        );
        assert_eq!(balance(table.game().position(), Color::White), -2);
        assert!(table.player_takes_draw(Color::White) && !table.player_takes_draw(Color::Black));
    }
}
