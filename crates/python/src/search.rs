//! `search`: one player searches one position.

use std::sync::Arc;
use std::time::Duration;

use chess::Position;
use games::{BoardGame, Chess, GameId, Record};
use gametree::{Limits, Request, Value};
use players::{Listener, Measured, Seat};
use pyo3::prelude::*;
use report::board::{BOARD_STYLE, board};
use serde::Serialize;

use crate::error::{fault, json, spec_error, value_error};
use crate::game::{AnyGame, Task, position};
use crate::job::Job;
use crate::player::PlayerArg;
use crate::tree::{RecordedTree, record};

/// The limits of a search: depth, nodes, evaluations and milliseconds.
pub type LimitArgs = (Option<u32>, Option<u64>, Option<u64>, Option<u64>);

/// Checks limits as the command line does.
pub fn limits((depth, nodes, evals, movetime): LimitArgs) -> PyResult<Limits> {
    if depth.is_some_and(|depth| depth >= gametree::MAX_DEPTH) {
        let most = gametree::MAX_DEPTH - 1;
        return Err(value_error(format!("a depth is a number from 0 to {most}")));
    }
    for (name, value) in [("nodes", nodes), ("evals", evals), ("movetime", movetime)] {
        if value == Some(0) {
            return Err(value_error(format!("{name} is a whole number from 1")));
        }
    }
    Ok(Limits {
        depth,
        nodes,
        evals,
        time: movetime.map(Duration::from_millis),
        ..Limits::default()
    })
}

/// Searches. Returns the answer as JSON, and the recorded tree.
#[pyfunction]
pub fn search(
    py: Python<'_>,
    player: &Bound<'_, PyAny>,
    position: Option<String>,
    game: &Bound<'_, PyAny>,
    limits: LimitArgs,
    trace: Option<u32>,
) -> PyResult<(String, Option<RecordedTree>)> {
    let task = Search {
        player: PlayerArg::read(player)?,
        position,
        limits: self::limits(limits)?,
        trace,
    };
    AnyGame::read(game)?.run(py, None, task)
}

struct Search {
    player: PlayerArg,
    position: Option<String>,
    limits: Limits,
    /// The most nodes of a recorded tree.
    trace: Option<u32>,
}

/// The answer, with what a person reads.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    answer: Measured,
    /// The score as text.
    value_text: String,
    /// The score as a number. All players of one search agree on its unit.
    number: Option<i32>,
    /// The principal variation in the notation of the game.
    line: Vec<String>,
    board: String,
}

impl Task for Search {
    type Output = (String, Option<RecordedTree>);

    fn run<G: BoardGame>(self, game: &G, job: &Arc<Job>) -> PyResult<Self::Output> {
        let state = position(game, self.position.as_deref())?;
        let spec = self.player.spec(job)?;
        let mut seat = Seat::for_game(game, &spec).map_err(spec_error)?;
        let record = Record::<G>::new(state);
        let request = Request::new(self.limits.clone().with_stop(Arc::clone(&job.stop)));
        let name = spec.to_string();
        let mut measure = |listener| {
            Measured::of(&name, &mut seat, game, &record, &request, listener)
                .map_err(|error| fault(&spec, &error))
        };
        let (answer, tree) = match self.trace {
            None => (measure(Listener::silent())?, None),
            Some(most) => {
                let mut recorder = trace::Recorder::new().with_max_nodes(most);
                let answer = measure(Listener::observing(&mut recorder))?;
                if recorder.events().is_empty() && answer.bestmove.is_some() {
                    return Err(value_error(format!(
                        "the player {name} reports no nodes, so it has no tree: choose the engine or a textbook player"
                    )));
                }
                let tree = self::record(game, &record, &spec, &answer, recorder);
                (answer, Some(tree))
            }
        };
        let moves = answer.pv.iter().map_while({
            let mut state = record.state().clone();
            move |text| {
                let mv = game.read_move(&state, text).ok()?;
                let shown = game.display_move(&state, mv);
                game.play(&mut state, mv);
                Some(shown)
            }
        });
        let found = Found {
            value_text: answer.value_text(),
            number: answer.score.map(Value::score),
            line: moves.collect(),
            board: drawn(game, record.state(), answer.bestmove.as_deref()),
            answer,
        };
        Ok((json(&found)?, tree))
    }
}

/// Draws a position as HTML: a chess board with an arrow for the move, or the text of another game.
pub fn drawn<G: BoardGame>(game: &G, state: &G::State, best: Option<&str>) -> String {
    if G::ID != Chess::ID {
        let text = report::escape(&game.render(state));
        return format!("<pre style=\"font-family:monospace\">{text}</pre>");
    }
    let chess = Chess::default();
    let Ok(position) = Position::from_fen(&game.write_position(state)) else {
        return String::new();
    };
    let best = best.and_then(|text| chess.read_move(&position, text).ok());
    let arrows: Vec<_> = best.into_iter().map(|mv| (mv, "#1769c4")).collect();
    let svg = board(&position, position.side_to_move(), &arrows).into_string();
    format!("<style>{BOARD_STYLE}</style>{svg}")
}

/// Draws a position of a game of the list as HTML.
#[pyfunction]
pub fn draw_board(game: &str, position: &str) -> PyResult<String> {
    struct Draw<'a>(&'a str);
    impl games::WithGame for Draw<'_> {
        type Output = PyResult<String>;

        fn run<G: BoardGame>(self, game: &G) -> PyResult<String> {
            let state = self::position(game, Some(self.0))?;
            Ok(drawn(game, &state, None))
        }
    }
    let id: GameId = game.parse().map_err(value_error)?;
    id.with(Draw(position))
}
