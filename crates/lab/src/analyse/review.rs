//! A whole game, position by position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chess::{Color, Move, Outcome};
use engine::Request;
use games::Chess;
use gametree::{Limits, Signal, Value};
use players::Seat;
use serde::Serialize;

use super::{Judgement, ask, for_white, game_accuracy, judge, move_accuracy, sans, win_percent};

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// The value for White. A game that is over counts as a mate in one, or as nothing.
    pub score: Value,
    /// How deep it looked.
    pub depth: u32,
    /// The line it expects.
    pub line: Vec<Move>,
    /// How the game ended, if it is over here.
    pub over: Option<Outcome>,
}

impl Opinion {
    /// The chance that White wins, in percent.
    #[must_use]
    pub fn win_percent(&self) -> f64 {
        win_percent(self.score)
    }

    /// The value as people read it: `+0.35`, `#-3`, or the result.
    #[must_use]
    pub fn text(&self) -> String {
        match self.over {
            Some(outcome) => outcome.result().to_owned(),
            None => self.score.to_string(),
        }
    }
}

/// A move of the game and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// Which move of the game, from 0.
    pub ply: usize,
    /// The number of the move, as in `12. Nf3`.
    pub number: u32,
    /// Who moved.
    pub side: Color,
    /// As people write it.
    pub san: String,
    /// The mover's chance to win before and after it, in percent.
    pub win: [f64; 2],
    /// How accurate it was, in percent.
    pub accuracy: f64,
    /// How much it lost, in hundredths of a pawn, at most a rook and a knight.
    pub loss: i32,
    /// How bad it was, if it was.
    pub judgement: Option<Judgement>,
    /// What the engine would have played.
    pub best: Option<Move>,
    /// Its line, as people write it, from the move that would have been better.
    pub better: Vec<String>,
}

impl Reviewed {
    /// The move with its number and sign: `12... Qh4??`.
    #[must_use]
    pub fn text(&self) -> String {
        let dots = match self.side {
            Color::White => ".",
            Color::Black => "...",
        };
        let sign = self.judgement.map_or("", Judgement::sign);
        format!("{}{dots} {}{sign}", self.number, self.san)
    }
}

/// How one side did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SideSummary {
    /// The name of the player.
    pub name: String,
    /// Its moves.
    pub moves: usize,
    /// How accurate they were together, in percent.
    pub accuracy: Option<f64>,
    /// Hundredths of a pawn lost for each move.
    pub average_loss: Option<f64>,
    /// How many inaccuracies, mistakes and blunders.
    pub judgements: [usize; 3],
}

/// A game and what the engine thinks of it.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game.
    pub game: notation::Game,
    /// What the engine thinks of the first position and of the one after each move; fewer if it was stopped.
    pub opinions: Vec<Opinion>,
    /// The moves between them.
    pub moves: Vec<Reviewed>,
    /// Whether the whole game was looked at.
    pub complete: bool,
}

/// How far a review has come.
pub struct Step<'a> {
    /// Positions looked at.
    pub done: usize,
    /// Positions in all.
    pub of: usize,
    /// What was found about the last one.
    pub opinion: &'a Opinion,
}

/// Goes through the main line of a game, with the same limits for each position.
///
/// The engine remembers what it saw from one position to the next, so it sees the later ones a little better. When
/// `stop` becomes true it ends, and what was found until then is returned.
pub fn review(
    game: notation::Game,
    seat: &mut Seat<Chess>,
    limits: &Limits,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(&Step<'_>),
) -> Review {
    let moves: Vec<Move> = game
        .main_line()
        .nodes()
        .iter()
        .map(notation::Node::played)
        .collect();
    let mut played = chess::Game::new(*game.start());
    let mut opinions = Vec::with_capacity(moves.len() + 1);
    // The engine always takes a new game; if it could not, every opinion would say so.
    _ = seat.new_game();
    for index in 0..=moves.len() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if index > 0 && played.play(moves[index - 1]).is_err() {
            break;
        }
        let opinion = opinion(seat, &played, limits, stop);
        // A search that was cut short says too little to be compared with the others.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        opinions.push(opinion);
        progress(&Step {
            done: index + 1,
            of: moves.len() + 1,
            opinion: &opinions[index],
        });
    }
    Review::new(game, opinions)
}

fn opinion(
    seat: &mut Seat<Chess>,
    game: &chess::Game,
    limits: &Limits,
    stop: &Arc<AtomicBool>,
) -> Opinion {
    let position = game.position();
    if let Some(over) = position.outcome() {
        return Opinion {
            score: match over.winner {
                Some(Color::White) => Value::Mate(1),
                Some(Color::Black) => Value::Mate(-1),
                None => Value::Centipawns(0),
            },
            depth: 0,
            line: Vec::new(),
            over: Some(over),
        };
    }
    let signal = Signal::with_stop(Arc::clone(stop));
    let info = ask(seat, game, &Request::new(limits.clone()), &signal);
    Opinion {
        score: info.as_ref().map_or(Value::Centipawns(0), |info| {
            for_white(info.score, position.side_to_move())
        }),
        depth: info.as_ref().map_or(0, |info| info.depth),
        line: info.map_or_else(Vec::new, |info| info.line),
        over: None,
    }
}

/// A loss counts no more than this, so that one blunder does not drown the others.
const MOST_LOSS: i32 = 1_000;

impl Review {
    /// What the opinions say about the moves of a game.
    #[must_use]
    pub fn new(game: notation::Game, opinions: Vec<Opinion>) -> Self {
        let nodes = game.main_line().nodes();
        let mut position = *game.start();
        let mut moves = Vec::new();
        for (ply, (node, pair)) in nodes.iter().zip(opinions.windows(2)).enumerate() {
            let (before, after) = (&pair[0], &pair[1]);
            let side = position.side_to_move();
            let own = |opinion: &Opinion| match side {
                Color::White => opinion.win_percent(),
                Color::Black => 100.0 - opinion.win_percent(),
            };
            let best = before.line.first().copied();
            let is_best = best == Some(node.played());
            let win = [own(before), own(after)];
            // Where the engine knows nothing better, there is nothing to blame.
            let judgement =
                judge(before.score, after.score, side).filter(|_| best.is_some() && !is_best);
            moves.push(Reviewed {
                ply,
                number: u32::from(position.fullmove_number()),
                side,
                san: node.played().to_san(&position),
                win,
                accuracy: move_accuracy(win[0], win[1]),
                loss: loss(before.score, after.score, side),
                judgement,
                best,
                better: if is_best {
                    Vec::new()
                } else {
                    sans(&position, &before.line)
                },
            });
            position = position.after(node.played());
        }
        let complete = opinions.len() == nodes.len() + 1;
        Self {
            game,
            opinions,
            moves,
            complete,
        }
    }

    /// White's chances to win, in percent, before the first move and after each.
    #[must_use]
    pub fn win_percents(&self) -> Vec<f64> {
        self.opinions.iter().map(Opinion::win_percent).collect()
    }

    /// How White and Black did.
    #[must_use]
    pub fn sides(&self) -> [SideSummary; 2] {
        let first = self.game.start().side_to_move();
        let accuracies = game_accuracy(&self.win_percents(), first);
        Color::ALL.map(|color| {
            let own: Vec<&Reviewed> = self.moves.iter().filter(|m| m.side == color).collect();
            let tag = match color {
                Color::White => "White",
                Color::Black => "Black",
            };
            let name = self.game.tags.get(tag).filter(|name| *name != "?");
            let lost: i32 = own.iter().map(|m| m.loss).sum();
            SideSummary {
                name: name.unwrap_or(tag).to_owned(),
                moves: own.len(),
                accuracy: accuracies[color as usize],
                average_loss: (!own.is_empty()).then(|| f64::from(lost) / own.len() as f64),
                judgements: Judgement::ALL
                    .map(|kind| own.iter().filter(|m| m.judgement == Some(kind)).count()),
            }
        })
    }

    /// The moves that cost most, the worst first: only those that deserve a sign.
    #[must_use]
    pub fn worst(&self, most: usize) -> Vec<&Reviewed> {
        let mut worst: Vec<&Reviewed> = self
            .moves
            .iter()
            .filter(|m| m.judgement.is_some())
            .collect();
        let cost = |m: &Reviewed| m.win[0] - m.win[1];
        worst.sort_by(|a, b| (b.judgement.cmp(&a.judgement)).then(cost(b).total_cmp(&cost(a))));
        worst.truncate(most);
        worst
    }

    /// Who played whom.
    #[must_use]
    pub fn title(&self) -> String {
        let [white, black] = self.sides().map(|side| side.name);
        format!("{white} – {black}")
    }
}

/// What a move lost, in hundredths of a pawn.
fn loss(before: Value, after: Value, side: Color) -> i32 {
    let value = |score| match score {
        Value::Mate(moves) => MOST_LOSS * moves.signum(),
        value => value.score().clamp(-MOST_LOSS, MOST_LOSS),
    };
    let change = value(before) - value(after);
    let lost = match side {
        Color::White => change,
        Color::Black => -change,
    };
    lost.clamp(0, MOST_LOSS)
}
