//! A game in progress between two players, each a program or a person: moves, undo, resignation, draws and the end.

use std::time::Duration;

use games::{BoardGame, Ending, Reason, Record};
use gametree::clock::Stopwatch;
use gametree::{Request, Side};
use notation::Game;
use players::{Answer, Fault, PlayerSpec, Seat, SpecError};

/// A player at the board.
pub struct Place<G: BoardGame> {
    /// The spec with its seed, or `human`.
    pub name: String,
    /// The seat of a program.
    seat: Option<Seat<G>>,
}

impl<G: BoardGame> Place<G> {
    /// Creates the seat of a program. Without a seed in its spec, its seed is random, and the name contains it.
    fn new(player: Option<&PlayerSpec>) -> Result<Self, SpecError> {
        let Some(spec) = player else {
            let name = "human".to_owned();
            return Ok(Self { name, seat: None });
        };
        let mut seat = Seat::new(spec)?;
        seat.seed_by_chance();
        // The first request for a move reports the error again.
        _ = seat.new_game();
        Ok(Self {
            name: seat.name(),
            seat: Some(seat),
        })
    }

    /// Returns whether a person plays.
    pub fn is_human(&self) -> bool {
        self.seat.is_none()
    }
}

/// The choice of a program.
pub struct Choice<M> {
    /// The answer of its search.
    pub answer: Answer<M>,
    /// The move that is played: the best move of the answer, or the first legal one.
    pub mv: M,
    /// The time that the program took.
    pub time: Duration,
}

/// A game in progress between two players.
pub struct LiveGame<G: BoardGame> {
    /// The rules.
    pub game: G,
    record: Record<G>,
    places: [Place<G>; 2],
    /// An end that is not by the rules, with its text.
    agreed: Option<(String, Ending)>,
}

impl<G: BoardGame> LiveGame<G> {
    /// Creates a game from a position, with the player of the first side first. `None` is a person.
    pub fn new(
        game: &G,
        start: G::State,
        [first, second]: [Option<&PlayerSpec>; 2],
    ) -> Result<Self, SpecError> {
        Ok(Self {
            game: game.clone(),
            record: Record::new(start),
            places: [Place::new(first)?, Place::new(second)?],
            agreed: None,
        })
    }

    /// Returns the moves and positions.
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// Returns the current position.
    pub fn state(&self) -> &G::State {
        self.record.state()
    }

    /// Returns the current position as text.
    pub fn position_text(&self) -> String {
        self.game.write_position(self.state())
    }

    /// Returns the number of moves.
    pub fn plies(&self) -> usize {
        self.record.moves().len()
    }

    /// Returns the player of a side.
    pub fn place(&self, side: Side) -> &Place<G> {
        &self.places[side.index()]
    }

    /// Returns whether a person plays.
    pub fn has_human(&self) -> bool {
        self.places.iter().any(Place::is_human)
    }

    /// Returns the side to move.
    pub fn side(&self) -> Side {
        self.game.side(self.state())
    }

    /// Returns the end of the game and its description, if the game is over.
    pub fn ending(&self) -> Option<(String, Ending)> {
        self.agreed.clone().or_else(|| {
            let over = self.game.terminal(self.state());
            let ending = self.game.ending(&self.record, over)?;
            Some((self.game.describe_end(&self.record, &ending), ending))
        })
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        debug_assert!(self.game.legal_moves(self.state()).contains(&mv));
        self.record.play(&self.game, mv);
    }

    /// Lets the program to move choose a move. A fault loses the game.
    pub fn choose(&mut self) -> Result<Choice<G::Move>, Fault> {
        let side = self.side();
        let legal = self.game.legal_moves(self.state());
        let seat = self.places[side.index()]
            .seat
            .as_mut()
            .expect("a program is to move");
        let time = Stopwatch::new();
        match seat.answer(&self.game, &self.record, &Request::default()) {
            Ok(answer) => {
                let mv = answer.best.unwrap_or(legal[0]);
                let time = time.elapsed();
                Ok(Choice { answer, mv, time })
            }
            Err(fault) => {
                self.lose(side, "has no move", Reason::NoMove);
                Err(fault)
            }
        }
    }

    /// Resigns for the side to move.
    pub fn resign(&mut self) {
        self.lose(self.side(), "resigned", Reason::Resignation);
    }

    fn lose(&mut self, side: Side, how: &str, reason: Reason) {
        let [winner, loser] = [side.other(), side].map(|side| G::SIDES[side.index()]);
        let text = format!("{winner} wins, {loser} {how}");
        self.agreed = Some((text, Ending::loss(side, reason)));
    }

    /// Ends the game as a draw.
    pub fn agree_to_draw(&mut self) {
        let ending = Ending::draw(Reason::DrawAgreed);
        self.agreed = Some(("Draw by agreement".to_owned(), ending));
    }

    /// Returns whether the program of a side accepts a draw.
    pub fn player_takes_draw(&self, side: Side) -> bool {
        let seat = self.place(side).seat.as_ref();
        seat.is_some_and(|seat| seat.takes_draw(&self.game, &self.record, side))
    }

    /// Takes back a resignation or a draw, or else moves until a person is to move. Returns the number of moves, or `None` if there
    /// is nothing to take back.
    pub fn undo(&mut self) -> Option<usize> {
        if self.agreed.take().is_some() {
            return Some(0);
        }
        // The moves of programs before the first turn of a person stay.
        let states = self.record.states();
        let mut earlier = states[..states.len() - 1].iter();
        let target = earlier.rposition(|state| self.place(self.game.side(state)).is_human())?;
        let count = self.plies() - target;
        for _ in 0..count {
            self.record.undo();
        }
        Some(count)
    }

    /// Returns the game in PGN. The result of an unfinished game is `*`.
    pub fn pgn(&self) -> String {
        let mut game = Game::from_record(&self.game, &self.record);
        game.result = self.ending().map(|(_, ending)| ending.result());
        let [first, second] = &self.places;
        for (tag, value) in [
            ("Event", "A game in the terminal"),
            ("White", &first.name),
            ("Black", &second.name),
        ] {
            // Specs are short and have no line breaks.
            _ = game.tags.set(tag, value);
        }
        game.to_string()
    }
}

#[cfg(test)]
mod tests {
    use games::Chess;
    use players::builtin;

    use super::*;

    /// A game of chess between these players after some moves.
    fn live(start: &str, players: [&str; 2], moves: &[&str]) -> LiveGame<Chess> {
        let spec = |name| (name != "human").then(|| builtin(name).expect(name));
        let [first, second] = players.map(spec);
        let chess = Chess::default();
        let start = chess.read_position(start).expect(start);
        let players = [first.as_ref(), second.as_ref()];
        let mut live = LiveGame::new(&chess, start, players).expect("players");
        for text in moves {
            live.play(chess.parse_move(live.state(), text).expect(text));
        }
        live
    }

    const START: &str = chess::fen::START;
    const RANDOM: &str = "random:seed=1";

    #[test]
    fn the_name_of_a_random_player_has_its_seed() {
        let name = |spec| {
            live(START, [spec, "human"], &[])
                .place(Side::First)
                .name
                .clone()
        };
        assert!(name("random").starts_with("random:seed="));
        assert_eq!(name("random:seed=7"), "random:seed=7");
        assert_eq!(name("alphabeta:depth=3"), "alphabeta:depth=3");
    }

    #[test]
    fn undo_returns_to_a_person() {
        let left = |players| {
            let mut live = live(START, players, &["e4", "e5", "Nf3", "Nc6"]);
            (live.undo(), live.plies())
        };
        assert_eq!(left(["human", "human"]), (Some(1), 3));
        assert_eq!(left(["human", RANDOM]), (Some(2), 2));
        assert_eq!(left([RANDOM, "human"]), (Some(1), 3));
        assert_eq!(left([RANDOM, RANDOM]), (None, 4));
        // The first move of a program stays.
        assert_eq!(live(START, [RANDOM, "human"], &["e4"]).undo(), None);
        assert_eq!(live(START, ["human", RANDOM], &[]).undo(), None);
    }

    #[test]
    fn undo_takes_a_resignation_back_first() {
        let mut live = live(START, ["human", RANDOM], &["e4", "e5"]);
        live.resign();
        let result = live.ending().map(|(_, ending)| ending.result().text());
        assert_eq!(result, Some("0-1"));
        assert_eq!(live.undo(), Some(0));
        assert!(live.ending().is_none() && live.plies() == 2);
    }

    #[test]
    fn games_are_written_from_the_start_and_from_a_position() {
        let pgn = live(
            START,
            ["human", "random:seed=3"],
            &["f3", "e5", "g4", "Qh4"],
        )
        .pgn();
        assert!(
            pgn.contains("[Black \"random:seed=3\"]\n[Result \"0-1\"]\n"),
            "{pgn}"
        );
        assert!(pgn.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{pgn}");
        let start = "4k3/8/8/8/8/8/8/4K2R b K - 0 7";
        let pgn = live(start, ["human", "human"], &["Ke7", "O-O"]).pgn();
        assert!(
            pgn.contains(&format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n")),
            "{pgn}"
        );
        assert!(pgn.ends_with("\n\n7... Ke7 8. O-O *\n"), "{pgn}");
    }
}
