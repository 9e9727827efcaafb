//! What other searches would say to the same question: the right ones, and each of the classic mistakes.

use std::collections::HashMap;

use games::{BoardGame, GameKind, Record, TicTacToe, WithGame, tictactoe};
use gametree::bugs::{Bug, BuggyAlphaBeta, Returns};
use gametree::horizon::Static;
use gametree::observer::{Enter, How, Leave, Try, View};
use gametree::ordering::StaticValue;
use gametree::searches::{AlphaBeta, FailHard, MaxMinAlphaBeta, Minimax, OrderedAlphaBeta, Pvs};
use gametree::{
    Bound, Expanded, Game, INF, Limits, Observer, Request, Score, Search, Searcher, Stopped, Walk,
};
use players::{Seat, Spec};

use super::question::{Question, Setting};
use super::small::{SmallGame, Written};
use super::truth::flat;

/// A search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Which {
    /// Everything is looked at.
    Minimax,
    /// Alpha-beta, fail-soft.
    AlphaBeta,
    /// Alpha-beta, fail-hard.
    FailHard,
    /// Alpha-beta in max/min form.
    MaxMin,
    /// Principal variation search.
    Pvs,
    /// Alpha-beta that tries first what looks best.
    Ordered,
    /// Alpha-beta with a table.
    Table,
    /// The same with a mistake, in one of the forms that listings have.
    Bug(Bug, Returns),
    /// Minimax in one rule that forgets to turn the sign.
    Unsigned,
}

/// What a search says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shadow {
    /// The move.
    pub best: Option<String>,
    /// The value for the side to move; a decided game is flat.
    pub value: Score,
    /// Positions entered, the first one included.
    pub nodes: u64,
    /// The values of the leaves of a tree or graph in the order they were looked at, for MAX.
    pub leaves: Vec<Score>,
}

/// A search of trees and graphs.
#[must_use]
pub fn searcher(which: Which) -> Box<dyn Searcher<SmallGame>> {
    match which {
        Which::Minimax => Box::new(Minimax::new(Written)),
        Which::AlphaBeta => Box::new(AlphaBeta::new(Written)),
        Which::FailHard => Box::new(FailHard::new(Written)),
        Which::MaxMin => Box::new(MaxMinAlphaBeta::new(Written)),
        Which::Pvs => Box::new(Pvs::new(Written)),
        Which::Ordered => Box::new(OrderedAlphaBeta::with(
            Static(Written),
            StaticValue(Written),
        )),
        Which::Table => Box::new(BuggyAlphaBeta::new(Written, None)),
        Which::Bug(bug, form) => Box::new(BuggyAlphaBeta::new(Written, Some(bug)).returning(form)),
        Which::Unsigned => Box::new(Unsigned),
    }
}

/// Minimax that takes the value of a reply for its own.
struct Unsigned;

impl Unsigned {
    fn value<O: Observer<u32>>(
        walk: &mut Walk<'_, SmallGame, O>,
        token: &mut <SmallGame as Game>::State,
        depth: u32,
        ply: u32,
    ) -> Result<Score, Stopped> {
        walk.enter(ply, depth, -INF, INF)?;
        if depth == 0 {
            return Ok(walk.horizon(&mut Written, token, ply));
        }
        let list = match walk.expand(token, ply) {
            Expanded::Over(value) => return Ok(walk.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        let (mut best, mut best_move) = (-INF, None);
        for index in list.indices() {
            let mv = walk.try_move(index, Try::Full);
            let undo = walk.game.play(token, mv);
            let value = Self::value(walk, token, depth - 1, ply + 1);
            walk.game.undo(token, mv, undo);
            let value = value?;
            if value > best {
                (best, best_move) = (value, Some(mv));
                walk.improve(ply, mv, value);
            }
        }
        Ok(walk.leave(list, best, Bound::Exact, best_move))
    }
}

impl Search<SmallGame> for Unsigned {
    fn iteration<O: Observer<u32>>(
        &mut self,
        walk: &mut Walk<'_, SmallGame, O>,
        token: &mut <SmallGame as Game>::State,
        depth: u32,
        _: Score,
        _: Score,
    ) -> Result<Score, Stopped> {
        Self::value(walk, token, depth, 0)
    }
}

/// The search that is asked for as deepening: one ply, two plies, and so on, with one table for all of them.
pub const DEEPENING: &str = "deepening";

/// What a search says about a tree or a graph; `search` is what was asked for.
#[must_use]
pub fn of_small(game: &SmallGame, depth: u32, search: &str, which: Which) -> Shadow {
    let mut searcher = searcher(which);
    let root = game.root();
    if search == DEEPENING {
        for less in 1..depth {
            searcher.search(game, &root, &Limits::depth(less));
        }
    }
    let mut leaves = Leaves::default();
    let result = searcher.search_watched(game, &root, &Limits::depth(depth), &mut leaves);
    Shadow {
        best: result.best.map(|mv| mv.to_string()),
        value: flat(result.score),
        nodes: result.stats.nodes,
        leaves: leaves.seen,
    }
}

/// Hears of leaves. MAX and MIN move in turn, so the ply says whose value it is.
#[derive(Default)]
struct Leaves {
    open: Vec<bool>,
    seen: Vec<Score>,
}

impl Observer<u32> for Leaves {
    fn enter(&mut self, event: &Enter) {
        // In max/min form every value is for MAX.
        let for_max = event.view != View::Mover || event.ply.is_multiple_of(2);
        self.open.push(for_max);
    }

    fn leave(&mut self, event: &Leave<u32>) {
        let for_max = self.open.pop().unwrap_or(true);
        if matches!(event.how, How::Terminal | How::Horizon) {
            self.seen
                .push(if for_max { event.score } else { -event.score });
        }
    }
}

/// What a search says about any question, if it can be asked there.
#[must_use]
pub fn of(question: &Question, which: Which) -> Option<Shadow> {
    if let Some(game) = SmallGame::new(&question.setting) {
        return Some(of_small(&game, question.depth, &question.search, which));
    }
    let Setting::Board(kind, position) = &question.setting else {
        return None;
    };
    let eval = question.eval.as_deref();
    let spec = match which {
        Which::Minimax => "minimax".to_owned(),
        Which::Pvs => "pvs".to_owned(),
        Which::AlphaBeta => "alphabeta".to_owned(),
        Which::FailHard => "alphabeta:form=hard".to_owned(),
        Which::MaxMin => "alphabeta:form=maxmin".to_owned(),
        Which::Ordered => "alphabeta:order=static".to_owned(),
        Which::Table => "alphabeta:tt=1".to_owned(),
        Which::Bug(bug, Returns::Best) => format!("alphabeta:bug={bug}"),
        Which::Bug(..) | Which::Unsigned => return None,
    };
    let mut spec: Spec = spec.parse().ok()?;
    let mut set =
        |key: &str, value: &str| spec.settings.push((key.to_owned(), Some(value.to_owned())));
    if let Some(eval) = eval {
        set("eval", eval);
    }
    if question.search == DEEPENING {
        set("id", "on");
    }
    with_game(
        *kind,
        Sat {
            spec: &spec.to_string(),
            position,
            depth: question.depth,
        },
    )
}

/// A player of the registry, asked in a position.
struct Sat<'a> {
    spec: &'a str,
    position: &'a str,
    depth: u32,
}

impl WithGame for Sat<'_> {
    type Output = Option<Shadow>;

    fn run<G: BoardGame>(self, game: &G) -> Option<Shadow> {
        let mut seat = Seat::<G>::sit(self.spec).ok()?;
        let record = Record::new(game.read_position(self.position).ok()?);
        let request = Request::new(Limits::depth(self.depth));
        let answer = seat.answer(game, &record, &request).ok()?;
        Some(Shadow {
            best: answer.best.map(|mv| game.write_move(mv)),
            value: flat(answer.value?.score()),
            nodes: answer.stats.nodes,
            leaves: Vec::new(),
        })
    }
}

/// Does something with a game as it is graded: a won game of tic-tac-toe is won, and not worth a point.
pub fn with_game<J: WithGame>(kind: GameKind, job: J) -> J::Output {
    match kind {
        GameKind::TicTacToe => job.run(&TicTacToe {
            scoring: tictactoe::Scoring::Distance,
        }),
        other => other.with(job),
    }
}

/// What other searches say to the questions of an exam, each computed when it is first asked for.
#[derive(Default)]
pub struct Shadows {
    known: HashMap<(usize, Which), Option<Shadow>>,
}

impl Shadows {
    /// What a search says about the question of this number.
    pub fn of(&mut self, number: usize, question: &Question, which: Which) -> Option<&Shadow> {
        let known = self.known.entry((number, which));
        known.or_insert_with(|| of(question, which)).as_ref()
    }
}
