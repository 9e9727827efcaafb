//! Turns a line of moves into the positions that a page displays.

use games::Record;

use players::{PlayerSpec, Seat};

use crate::caps::caps;
use crate::protocol::{Legal, Line, Over, Ply, Position, Reply, Side, View};
use crate::{evaluations, openings};
use games::{BoardGame, WithGame};

/// Plays the moves of a line. Returns an error message if one is illegal.
pub fn record<G: BoardGame>(game: &G, line: &Line) -> Result<Record<G>, String> {
    let most = caps().moves;
    if line.moves.len() > most {
        return Err(format!("a game has at most {most} moves here"));
    }
    let start = match &line.start {
        None => game.start(),
        Some(text) => game
            .read_position(text)
            .map_err(|error| error.to_string())?,
    };
    let mut record = Record::new(start);
    for (index, text) in line.moves.iter().enumerate() {
        let mv = game
            .parse_move(record.state(), text)
            .map_err(|error| format!("move {}: {error}", index + 1))?;
        record.play(game, mv);
    }
    Ok(record)
}

/// The same, for a game that is not over. Returns an error message if it is.
pub fn unfinished<G: BoardGame>(game: &G, line: &Line) -> Result<Record<G>, String> {
    let record = record(game, line)?;
    match over(game, &record) {
        Some(over) => Err(format!("the game is over: {}", over.text)),
        None => Ok(record),
    }
}

/// Returns how the game of a record ended, if it did.
pub fn over<G: BoardGame>(game: &G, record: &Record<G>) -> Option<Over> {
    let ending = game.ending(record, game.terminal(record.state()))?;
    let result = match ending.winner.map(Side::from) {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => "1/2-1/2",
    };
    Some(Over {
        winner: ending.winner.map(Side::from),
        result: result.to_owned(),
        text: game.describe_end(record, &ending),
        squares: game.winning_squares(record.state()),
    })
}

/// Describes a legal move with its squares.
pub fn legal<G: BoardGame>(game: &G, state: &G::State, mv: G::Move) -> Legal {
    let text = game.wire_move(state, mv);
    let san = game.display_move(state, mv);
    let (from, to, promotion) = match text.len() {
        _ if text == "pass" => (None, None, None),
        1 => (None, game.landing(state, mv), None),
        2 => (None, Some(text.clone()), None),
        _ => (
            Some(text[..2].to_owned()),
            Some(text[2..4].to_owned()),
            text.get(4..)
                .filter(|rest| !rest.is_empty())
                .map(str::to_owned),
        ),
    };
    Legal {
        mv: text,
        san,
        from,
        to,
        promotion,
    }
}

/// Describes the last position of a record.
pub fn position<G: BoardGame>(game: &G, record: &Record<G>) -> Position {
    let state = record.state();
    let over = over(game, record);
    let legal = match over {
        Some(_) => Vec::new(),
        None => game
            .legal_moves(state)
            .into_iter()
            .map(|mv| legal(game, state, mv))
            .collect(),
    };
    Position {
        fen: game.write_position(state),
        board: game.board(state),
        side: game.side(state).into(),
        number: game.number(state, record.moves().len()),
        check: game.in_check(state),
        legal,
        over,
        weights: evaluations::values(game, state),
        opening: openings::name(record),
    }
}

/// Answers `show`.
pub struct Show(pub Line);

impl WithGame for Show {
    type Output = Result<Reply, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let record = record(game, &self.0)?;
        let plies = record.moves().iter().enumerate().map(|(index, &mv)| {
            let (before, after) = (&record.states()[index], &record.states()[index + 1]);
            Ply {
                mv: game.wire_move(before, mv),
                san: game.display_move(before, mv),
                side: game.side(before).into(),
                number: game.number(before, index),
                fen: game.write_position(after),
                weights: evaluations::values(game, after),
            }
        });
        let view = View {
            start: position(game, &Record::new(record.states()[0].clone())),
            plies: plies.collect(),
            position: position(game, &record),
        };
        Ok(Reply::View { view })
    }
}

/// Answers `read-move`.
pub struct ReadMove(pub Line, pub String);

impl WithGame for ReadMove {
    type Output = Result<Reply, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let record = unfinished(game, &self.0)?;
        let mv = game.parse_move(record.state(), self.1.trim())?;
        Ok(Reply::Move {
            mv: game.wire_move(record.state(), mv),
        })
    }
}

/// Answers `offer-draw`.
pub struct OfferDraw(pub Line, pub PlayerSpec, pub Side);

impl WithGame for OfferDraw {
    type Output = Result<Reply, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let record = record(game, &self.0)?;
        let seat = Seat::<G>::new(&self.1).map_err(|error| error.to_string())?;
        Ok(Reply::Draw {
            accepted: seat.takes_draw(game, &record, self.2.into()),
        })
    }
}
