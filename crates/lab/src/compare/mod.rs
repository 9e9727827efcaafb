//! The same position, the same limit, several players: what does each find, and at what cost?

mod csv;
mod html;
mod table;

use std::collections::HashMap;
use std::fmt;

use games::{BoardGame, Record, value_of};
use gametree::searches::Minimax;
use gametree::{Limits, Request, Searcher, Value};
use players::{Fault, Listener, Seat, SpecError, Values, evaluators, registry};
use serde::Serialize;

use crate::measured::Measured;

/// Minimax is asked for the true value only as long as it needs no more nodes than this.
pub const MINIMAX_NODES: u64 = 100_000_000;

/// The same for the minimax of a document, which is slower.
const DOCUMENT_NODES: u64 = 10_000_000;

/// One player on one position.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What it answered.
    #[serde(flatten)]
    pub answer: Measured,
    /// See [`Measured::branching_factor`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ebf: Option<f64>,
    /// Whether the value is that of plain minimax of the same depth with the same evaluator. `None`: minimax was not asked,
    /// because the limit was not a depth, the player has no evaluator to choose, or it would have taken too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equals_minimax: Option<bool>,
    /// The evaluator with which minimax was asked, or the minimax of a document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimax_eval: Option<String>,
    /// Nodes for depth 1, 2, ... up to the limit, if the limit is a depth; from depth 0 on for those whose depth begins there.
    pub nodes_by_depth: Vec<u64>,
    /// The depth of the first of them.
    pub first_depth: u32,
    /// What it answered to each of those depths, if the limit is a depth.
    #[serde(skip)]
    pub by_depth: Vec<Measured>,
}

/// Why players could not be compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompareError {
    /// A spec is none.
    Spec(SpecError),
    /// A player could not be asked: who, and why.
    Player(String, Fault),
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(error) => error.fmt(f),
            Self::Player(spec, fault) => write!(f, "{spec} {fault}"),
        }
    }
}

impl std::error::Error for CompareError {}

impl From<SpecError> for CompareError {
    fn from(error: SpecError) -> Self {
        Self::Spec(error)
    }
}

/// One position and what each player made of it.
#[derive(Clone, Debug, Serialize)]
pub struct Position {
    /// The position in the notation of the game.
    pub fen: String,
    /// A row a player.
    pub rows: Vec<Row>,
}

/// A whole comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The game.
    pub game: &'static str,
    /// The limit, in words.
    pub limit: String,
    /// The positions, in order.
    pub positions: Vec<Position>,
}

/// Compares players, each with nothing learned for each position. `progress` is told after every search how many of all
/// are done.
pub fn compare<G: BoardGame>(
    game: &G,
    specs: &[String],
    positions: &[G::State],
    limits: &Limits,
    mut progress: impl FnMut(usize, usize),
) -> Result<Comparison, CompareError> {
    // A wrong spec is found before anything is searched; and nobody sits down twice.
    let mut seats = specs
        .iter()
        .map(|spec| Seat::<G>::sit(spec))
        .collect::<Result<Vec<_>, _>>()?;
    let total = specs.len() * positions.len();
    let mut done = 0;
    let mut results = Vec::new();
    for state in positions {
        let record = Record::<G>::new(state.clone());
        let mut truth = Truth::new(game, &record);
        let mut rows = Vec::new();
        for (spec, seat) in specs.iter().zip(&mut seats) {
            let row = row(game, spec, seat, &record, limits, &mut truth);
            rows.push(row.map_err(|fault| CompareError::Player(spec.clone(), fault))?);
            done += 1;
            progress(done, total);
        }
        results.push(Position {
            fen: game.write_position(state),
            rows,
        });
    }
    Ok(Comparison {
        game: G::KIND.name(),
        limit: describe(limits),
        positions: results,
    })
}

fn row<G: BoardGame>(
    game: &G,
    spec: &str,
    seat: &mut Seat<G>,
    record: &Record<G>,
    limits: &Limits,
    truth: &mut Truth<'_, G>,
) -> Result<Row, Fault> {
    let mut ask = |limits: &Limits| {
        seat.new_game()?;
        let request = Request::new(limits.clone());
        Measured::of(spec, seat, game, record, &request, Listener::nobody())
    };
    let answer = ask(limits)?;
    // Only a limit of depth alone says what is compared with what.
    let depth = limits
        .depth
        .filter(|_| limits.nodes.is_none() && limits.evals.is_none() && limits.time.is_none());
    let mut by_depth = Vec::new();
    if let Some(limit) = depth
        && answer.depth == limit
    {
        for depth in registry::least_depth(spec)..limit {
            let shallow = Limits {
                depth: Some(depth),
                ..limits.clone()
            };
            by_depth.push(ask(&shallow)?);
        }
        by_depth.push(answer.clone());
    }
    let reference = depth.and_then(|_| Reference::of::<G>(spec));
    let true_value = reference
        .as_ref()
        .and_then(|reference| truth.value(reference, answer.depth, limits));
    Ok(Row {
        ebf: answer.branching_factor(),
        equals_minimax: true_value.map(|value| Some(value) == answer.score),
        minimax_eval: reference
            .filter(|_| true_value.is_some())
            .map(|reference| reference.name().to_owned()),
        first_depth: registry::least_depth(spec),
        nodes_by_depth: by_depth.iter().map(|answer| answer.nodes).collect(),
        by_depth,
        answer,
    })
}

impl Row {
    /// Whether it equals minimax, in a word, and with which evaluator minimax was asked: `yes (material)`, `no (material)`,
    /// `not asked`.
    #[must_use]
    pub fn minimax_word(&self) -> String {
        let word = match self.equals_minimax {
            Some(true) => "yes",
            Some(false) => "no",
            None => return "not asked".to_owned(),
        };
        match &self.minimax_eval {
            Some(evaluator) => format!("{word} ({evaluator})"),
            None => word.to_owned(),
        }
    }
}

/// What the value of a player is compared with.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Reference {
    /// Plain minimax with this evaluator.
    Evaluator(String),
    /// The minimax of a course document, which values leaves as the player does.
    Player(&'static str),
}

impl Reference {
    /// `None` for players that have no evaluator to choose and no document.
    fn of<G: BoardGame>(spec: &str) -> Option<Self> {
        let spec = registry::parse(spec).ok()?;
        if let Some(player) = registry::minimax_of(&spec.name) {
            return Some(Self::Player(player));
        }
        let values = Values::new::<G>(registry::find(&spec.name)?.keys, &spec);
        values
            .get("eval")
            .map(|name| Self::Evaluator(name.to_owned()))
    }

    fn name(&self) -> &str {
        match self {
            Self::Evaluator(name) => name,
            Self::Player(name) => name,
        }
    }
}

/// What minimax says about a position: asked once for each evaluator and depth, and no other search in its place.
struct Truth<'a, G: BoardGame> {
    game: &'a G,
    record: &'a Record<G>,
    known: HashMap<(Reference, u32), Option<Value>>,
}

impl<'a, G: BoardGame> Truth<'a, G> {
    fn new(game: &'a G, record: &'a Record<G>) -> Self {
        Self {
            game,
            record,
            known: HashMap::new(),
        }
    }

    /// The value of plain minimax; `None` if it would take too long, or if somebody said stop.
    fn value(&mut self, reference: &Reference, depth: u32, limits: &Limits) -> Option<Value> {
        let is_searched = depth > 0
            || matches!(reference, Reference::Player(name) if registry::least_depth(name) == 0);
        if !is_searched {
            return None;
        }
        let key = (reference.clone(), depth);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        // If one depth is too much, so are all deeper ones.
        let hopeless = |((other, less), value): (&(Reference, u32), &Option<Value>)| {
            other == reference && *less < depth && value.is_none()
        };
        let value = if self.known.iter().any(hopeless) {
            None
        } else {
            let limits = |nodes| Limits {
                depth: Some(depth),
                nodes: Some(nodes),
                ..limits.clone()
            };
            match reference {
                Reference::Evaluator(name) => {
                    let mut minimax = Minimax::new(evaluators::find::<G>(name)?);
                    let limits = limits(MINIMAX_NODES);
                    let result = minimax.search(self.game, self.record.state(), &limits);
                    (!result.stopped).then(|| value_of(G::KIND, result.score))
                }
                Reference::Player(name) => {
                    let mut seat = Seat::<G>::sit(name).ok()?;
                    let request = Request::new(limits(DOCUMENT_NODES));
                    let answer = seat.answer(self.game, self.record, &request).ok();
                    answer.filter(|answer| !answer.stopped)?.value
                }
            }
        };
        self.known.insert(key, value);
        value
    }
}

/// A limit in words.
#[must_use]
pub fn describe(limits: &Limits) -> String {
    let mut parts = Vec::new();
    if let Some(depth) = limits.depth {
        parts.push(format!("depth {depth}"));
    }
    if let Some(nodes) = limits.nodes {
        parts.push(format!("{nodes} nodes"));
    }
    if let Some(evals) = limits.evals {
        parts.push(format!("{evals} evaluations"));
    }
    if let Some(time) = limits.time {
        parts.push(format!("{} ms", time.as_millis()));
    }
    if parts.is_empty() {
        return "each player's own limit".to_owned();
    }
    parts.join(", ")
}
