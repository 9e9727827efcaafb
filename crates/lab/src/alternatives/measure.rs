//! Every alternative against alpha-beta: at equal nodes, equal evaluations, equal time and equal memory, four budgets each.

use contest::{Openings, PlayerLimit};
use games::{BoardGame, GameKind};
use serde::Serialize;

use super::accuracy::{self, Accuracy, known_positions};
use super::contestants::{Contestant, baseline, contestants, with};
use crate::ladder::{LadderError, Run, Step, duel};

/// The four budgets of each condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Budgets {
    /// Nodes a move.
    pub nodes: [u64; 4],
    /// Evaluations a move.
    pub evals: [u64; 4],
    /// Milliseconds a move.
    pub movetime: [u64; 4],
    /// Mebibytes that may be kept.
    pub memory: [u64; 4],
    /// Milliseconds a move where memory is equal.
    pub movetime_at_memory: u64,
}

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Size {
    /// Games of each match.
    pub games: u64,
    /// Games of each match at equal memory, which take longest.
    pub games_at_memory: u64,
    /// Positions with a known truth.
    pub positions: usize,
    /// The budgets.
    pub budgets: Budgets,
}

impl Size {
    /// What the documents have: less than two hours on two cores.
    pub const WHOLE: Self = Self {
        games: 12,
        games_at_memory: 4,
        positions: 60,
        budgets: Budgets {
            nodes: [250, 500, 1_000, 2_000],
            evals: [250, 500, 1_000, 2_000],
            movetime: [1, 2, 4, 8],
            memory: [1, 2, 4, 8],
            movetime_at_memory: 20,
        },
    };

    /// To see that it works: some minutes.
    pub const SMALL: Self = Self {
        games: 2,
        games_at_memory: 2,
        positions: 10,
        budgets: Budgets {
            nodes: [50, 100, 200, 400],
            evals: [50, 100, 200, 400],
            movetime: [1, 2, 4, 8],
            memory: [1, 2, 4, 8],
            movetime_at_memory: 2,
        },
    };
}

/// A match against alpha-beta at one budget.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// How much: nodes, evaluations, milliseconds or mebibytes.
    pub budget: u64,
    /// What came of it, for the alternative.
    pub step: Step,
}

/// What was measured about one alternative.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// Its name.
    pub name: &'static str,
    /// Its spec.
    pub spec: &'static str,
    /// At equal nodes.
    pub at_nodes: Vec<Row>,
    /// At equal evaluations.
    pub at_evals: Vec<Row>,
    /// At equal time.
    pub at_time: Vec<Row>,
    /// At equal memory, for those that keep something.
    pub at_memory: Vec<Row>,
    /// Where the truth is known.
    pub accuracy: Vec<Accuracy>,
}

/// What was measured in one game. Alpha-beta comes first, without matches.
#[derive(Clone, Debug, Serialize)]
pub struct Result {
    /// The game.
    pub game: &'static str,
    /// How much was measured.
    pub size: Size,
    /// Decides the openings and positions.
    pub seed: u64,
    /// Everybody.
    pub alternatives: Vec<Measured>,
}

/// One match to be played.
struct Match {
    contestant: Contestant,
    condition: Condition,
    budget: u64,
}

/// What is equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// Nodes.
    Nodes,
    /// Calls of the evaluator.
    Evals,
    /// Time.
    Time,
    /// Memory, and time.
    Memory,
}

/// What of it is measured; an empty list is everything.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The names of the alternatives, as their specs begin.
    pub only: &'a [String],
    /// The conditions.
    pub at: &'a [Condition],
}

/// Measures the alternatives in a game. `progress` is told how many of all games are played.
pub fn measure<G: BoardGame>(
    game: &G,
    size: Size,
    part: Part<'_>,
    run: Run<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> std::result::Result<Result, LadderError> {
    let wanted = |it: &Contestant| {
        let name = it.spec.split(':').next().unwrap_or_default();
        part.only.is_empty() || part.only.iter().any(|only| only == name)
    };
    let base = baseline(G::KIND);
    let everybody: Vec<Contestant> = contestants(G::KIND).into_iter().filter(wanted).collect();
    let known = known_positions(G::KIND, size.positions, run.size.seed);
    let mut measured: Vec<Measured> = Vec::new();
    for contestant in [base].into_iter().chain(everybody.iter().copied()) {
        let mut accuracies = Vec::new();
        for nodes in size.budgets.nodes {
            if !known.is_empty() {
                let measure = accuracy::Measure {
                    contestant,
                    known: &known,
                    nodes,
                };
                accuracies.push(G::KIND.with(measure)?);
            }
        }
        measured.push(Measured {
            name: contestant.name,
            spec: contestant.spec,
            at_nodes: Vec::new(),
            at_evals: Vec::new(),
            at_time: Vec::new(),
            at_memory: Vec::new(),
            accuracy: accuracies,
        });
    }
    // In tic-tac-toe everybody draws: only the truth counts there.
    let matches = if G::KIND == GameKind::TicTacToe {
        Vec::new()
    } else {
        matches(&everybody, &size.budgets, part.at)
    };
    let games = |it: &Match| match it.condition {
        Condition::Memory => size.games_at_memory,
        _ => size.games,
    };
    let total: u64 = matches.iter().map(games).sum();
    let openings = Openings::<G>::usual(game, run.size.seed);
    let mut before = 0;
    for (number, it) in matches.iter().enumerate() {
        let (specs, limit) = conditions(it, base, &size.budgets);
        let name = format!("{}-{number:03}.jsonl", G::KIND.name());
        let journal = run.keep.map(|folder| folder.join(name));
        let mut run = run;
        run.size.games = games(it);
        let pair = [specs[0].as_str(), specs[1].as_str()];
        let played = before;
        let step = duel(
            game,
            &openings,
            pair,
            limit,
            run,
            journal.as_deref(),
            &mut |done| {
                progress(played + done, total);
            },
        )?;
        before += games(it);
        let row = Row {
            budget: it.budget,
            step,
        };
        let own = measured
            .iter_mut()
            .find(|measured| measured.spec == it.contestant.spec);
        if let Some(own) = own {
            match it.condition {
                Condition::Nodes => own.at_nodes.push(row),
                Condition::Evals => own.at_evals.push(row),
                Condition::Time => own.at_time.push(row),
                Condition::Memory => own.at_memory.push(row),
            }
        }
    }
    Ok(Result {
        game: G::KIND.name(),
        size,
        seed: run.size.seed,
        alternatives: measured,
    })
}

/// All matches: everybody at every budget of every condition.
fn matches(everybody: &[Contestant], budgets: &Budgets, at: &[Condition]) -> Vec<Match> {
    let conditions = [
        (Condition::Nodes, budgets.nodes),
        (Condition::Evals, budgets.evals),
        (Condition::Time, budgets.movetime),
        (Condition::Memory, budgets.memory),
    ];
    let mut matches = Vec::new();
    for &contestant in everybody {
        for (condition, amounts) in conditions {
            let left_out = !at.is_empty() && !at.contains(&condition);
            let keeps_nothing = condition == Condition::Memory && contestant.memory.is_none();
            if left_out || keeps_nothing {
                continue;
            }
            matches.extend(amounts.into_iter().map(|budget| Match {
                contestant,
                condition,
                budget,
            }));
        }
    }
    matches
}

/// The two players of a match with their budgets.
fn conditions(it: &Match, base: Contestant, budgets: &Budgets) -> ([String; 2], PlayerLimit) {
    let pair = [it.contestant, base];
    let plain = pair.map(|it| it.spec.to_owned());
    let budget = it.budget;
    match it.condition {
        Condition::Nodes => {
            let limit = PlayerLimit {
                nodes: Some(budget),
                ..PlayerLimit::default()
            };
            (plain, limit)
        }
        Condition::Evals => {
            let specs = pair.map(|it| with(it.spec, "evals", budget));
            (specs, PlayerLimit::default())
        }
        Condition::Time => {
            let limit = PlayerLimit {
                movetime: Some(budget),
                ..PlayerLimit::default()
            };
            (plain, limit)
        }
        Condition::Memory => {
            let specs = pair.map(|it| match it.memory {
                Some(key) => with(it.spec, key, budget),
                None => it.spec.to_owned(),
            });
            let limit = PlayerLimit {
                movetime: Some(budgets.movetime_at_memory),
                ..PlayerLimit::default()
            };
            (specs, limit)
        }
    }
}
