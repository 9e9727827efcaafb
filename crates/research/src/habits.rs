//! Human-like habits of players of limited strength, counted over games: pieces that are not recaptured, and pieces that
//! return to the first rank in the opening.
//!
//! A *chance* is a position after the opponent captured a piece in which a recapture wins a piece. It is *missed* if the
//! move played neither wins a piece by a capture, there or elsewhere, nor mates. All values are static exchange evaluations,
//! without a search: a move that is better than the recapture counts as missed, so the share is slightly too high for strong
//! players.

use chess::{Color, Game};
use engine::strength::habits::{goes_home, is_mate, lost_piece, wins_a_piece};
use games::Chess;
use notation::{Games, Limits};
use serde::Serialize;

/// The counts of one player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Habits {
    /// Its name.
    pub player: String,
    /// Games it played.
    pub games: u64,
    /// Moves it made, without those of the opening book.
    pub moves: u64,
    /// Chances to recapture a piece.
    pub chances: u64,
    /// Missed chances.
    pub missed: u64,
    /// Knights and bishops that returned to the first rank in the first twenty moves although nothing attacked them.
    pub home: u64,
}

impl Habits {
    /// Returns the share of missed chances; 0 without chances.
    #[must_use]
    pub fn missed_share(&self) -> f64 {
        self.missed as f64 / self.chances.max(1) as f64
    }
}

/// Returns the counts of every player in a PGN file, in the order of its first game. `file` is its name in error messages.
pub fn habits(bytes: &[u8], file: &str) -> Result<Vec<Habits>, String> {
    let mut all: Vec<Habits> = Vec::new();
    for read in Games::of(&Chess::default(), bytes, Limits::default()) {
        let read = read.map_err(|error| format!("{file}, {error}"))?;
        let mut seats = [0; 2];
        for (seat, tag) in seats.iter_mut().zip(["White", "Black"]) {
            let name = read.tags.get(tag).unwrap_or("?");
            let known = all.iter().position(|one| one.player == name);
            *seat = known.unwrap_or_else(|| {
                all.push(Habits {
                    player: name.to_owned(),
                    ..Habits::default()
                });
                all.len() - 1
            });
            all[*seat].games += 1;
        }
        let mut game = Game::new(*read.start());
        let nodes = read.main_line().nodes();
        // The last move of the opening book has this comment.
        let is_book = |node: &notation::Node| node.comments.iter().any(|c| c.text() == "book");
        let first = nodes.iter().position(is_book).map_or(0, |last| last + 1);
        for (ply, node) in nodes.iter().enumerate() {
            let m = node.played();
            if ply >= first {
                let side = usize::from(game.position().side_to_move() == Color::Black);
                count(&mut all[seats[side]], &game, m);
            }
            if game.play(m).is_err() {
                break;
            }
        }
    }
    Ok(all)
}

/// Counts one move.
fn count(habits: &mut Habits, game: &Game, m: chess::Move) {
    let position = game.position();
    habits.moves += 1;
    habits.home += u64::from(goes_home(position, m));
    let Some(last) = lost_piece(game) else {
        return;
    };
    let legal = position.legal_moves();
    let mut back = legal.iter().filter(|one| one.to() == last.to());
    if back.any(|&one| wins_a_piece(position, one)) {
        habits.chances += 1;
        habits.missed += u64::from(!wins_a_piece(position, m) && !is_mate(position, m));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(moves: &str) -> Vec<Habits> {
        let pgn = format!("[White \"A\"]\n[Black \"B\"]\n\n{moves} *\n");
        habits(pgn.as_bytes(), "games.pgn").expect("a game")
    }

    #[test]
    fn a_piece_that_is_not_taken_back_is_counted() {
        let took = of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6");
        assert_eq!((took[1].chances, took[1].missed), (1, 0));
        assert_eq!((took[0].chances, took[0].moves), (0, 4));
        let missed = of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 h6");
        assert_eq!((missed[1].chances, missed[1].missed), (1, 1));
        assert!((missed[1].missed_share() - 1.0).abs() < 1e-9);
        // A pawn is no piece.
        assert_eq!(of("1. e4 d5 2. exd5 h6")[1].chances, 0);
    }

    #[test]
    fn a_knight_that_goes_home_is_counted_and_the_book_is_not() {
        let home = of("1. Nf3 Nf6 2. Ng1 Ng8");
        assert_eq!((home[0].home, home[1].home), (1, 1));
        let book = of("1. Nf3 Nf6 2. Ng1 {book} Ng8");
        assert_eq!((book[0].home, book[1].home), (0, 1));
        assert_eq!((book[0].moves, book[1].moves), (0, 1));
    }
}
