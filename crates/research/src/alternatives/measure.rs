//! Measures every alternative against alpha-beta: at equal nodes, equal evaluations, equal time and equal memory, with
//! four budgets each.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use contest::stats::{Answer, MatchResult};
use contest::{Adjudication, Openings, RunInfo, Shard, pool};
use games::{BoardGame, TicTacToe};
use players::{Seat, SpecError};
use serde::{Deserialize, Serialize};

use super::accuracy::{Accuracy, Answered, answered};
use super::condition::{Condition, conditions};
use super::findings::Findings;
use super::players::{Alternative, alternatives, baseline};
use super::reference::{Reference, Source, known_positions, reference};
use crate::Error;
use crate::pairs::{self, Match, PairLedger, Players, Progress, Terms};

/// The four budgets of each condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AlternativeBudgets"))]
pub struct Budgets {
    /// Nodes per move.
    pub nodes: [u64; 4],
    /// Evaluations per move.
    pub evals: [u64; 4],
    /// Milliseconds per move.
    pub movetime: [u64; 4],
    /// Mebibytes of a table or tree.
    pub memory: [u64; 4],
    /// Milliseconds per move at equal memory.
    pub movetime_at_memory: u64,
}

/// The size of the experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AlternativeSize"))]
pub struct Size {
    /// Games of each match at equal nodes and at equal evaluations.
    pub games: u64,
    /// Games of each match at equal time.
    pub games_at_time: u64,
    /// Games of each match at equal memory, which take the longest.
    pub games_at_memory: u64,
    /// Positions whose moves are compared with the reference.
    pub positions: usize,
    /// The budgets.
    pub budgets: Budgets,
}

impl Size {
    /// The size of the documented results: less than two hours on two cores.
    pub const WHOLE: Self = Self {
        games: 60,
        games_at_time: 60,
        games_at_memory: 12,
        positions: 60,
        budgets: Budgets {
            nodes: [250, 500, 1_000, 2_000],
            evals: [250, 500, 1_000, 2_000],
            movetime: [1, 2, 4, 8],
            memory: [1, 2, 4, 8],
            movetime_at_memory: 20,
        },
    };

    /// A small size for a test: some minutes.
    pub const SMALL: Self = Self {
        games: 2,
        games_at_time: 2,
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

/// Longer games are drawn.
const MAX_PLIES: u32 = 300;

/// The run of an experiment, which can resume an earlier one.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The seed of the openings and positions.
    pub seed: u64,
    /// The folder of the pairs and the findings. They are not computed again.
    pub keep: Option<&'a Path>,
    /// The time, the machine and the program of this run, and its number of threads.
    pub run_info: &'a RunInfo,
    /// Ends the run when it is set.
    pub stop: &'a Arc<AtomicBool>,
}

/// The result of a match of two players, for the first.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AlternativeStep"))]
pub struct Step {
    /// Games, pairs and Elo.
    #[serde(flatten)]
    pub result: MatchResult,
    /// Whether the player is stronger, weaker, or neither is proved.
    pub strength: Answer,
}

/// A match against alpha-beta at one budget.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AlternativeRow"))]
pub struct Row {
    /// The budget in nodes, evaluations, milliseconds or mebibytes.
    pub budget: u64,
    /// The result for the alternative.
    pub step: Step,
}

/// The measurement of one alternative.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AlternativeMeasured"))]
pub struct Measured {
    /// Its name.
    pub name: String,
    /// Its spec.
    pub spec: String,
    /// The matches at equal nodes.
    pub at_nodes: Vec<Row>,
    /// The matches at equal evaluations.
    pub at_evals: Vec<Row>,
    /// The matches at equal time.
    pub at_time: Vec<Row>,
    /// The matches at equal memory, if it stores anything.
    pub at_memory: Vec<Row>,
    /// The accuracy of its moves at each budget of nodes.
    pub accuracy: Vec<Accuracy>,
}

impl Measured {
    /// Returns the matches under a condition.
    #[must_use]
    pub fn rows(&self, condition: Condition) -> &[Row] {
        match condition {
            Condition::Nodes => &self.at_nodes,
            Condition::Evals => &self.at_evals,
            Condition::Time => &self.at_time,
            Condition::Memory => &self.at_memory,
        }
    }
}

/// The measurements in one game. Alpha-beta comes first, without matches.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AlternativeResult"))]
pub struct Results {
    /// The game.
    pub game: String,
    /// The size of the experiment.
    pub size: Size,
    /// The seed of the openings and positions.
    pub seed: u64,
    /// The reference of the moves.
    pub reference: Option<Reference>,
    /// The players.
    pub alternatives: Vec<Measured>,
}

/// The part of the experiment that is measured; an empty list selects everything.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The names of the players.
    pub only: &'a [String],
    /// The conditions.
    pub at: &'a [Condition],
    /// The shard: measurements of accuracy and matches, by their number.
    pub shard: Shard,
}

/// Returns the number of threads of a run.
fn concurrency(run: Run<'_>) -> NonZeroUsize {
    NonZeroUsize::new(run.run_info.concurrency).unwrap_or(NonZeroUsize::MIN)
}

/// Returns the threads for measurements of time: one of eight processors remains for other work.
fn timed_threads(concurrency: NonZeroUsize) -> NonZeroUsize {
    let all = pool::all_threads().get();
    NonZeroUsize::new(all - all / 8).map_or(concurrency, |most| most.min(concurrency))
}

/// Measures the alternatives in a game. Returns `None` if measurements of other shards are missing. Calls `progress` with the number of games so far and of all games.
pub fn measure<G: BoardGame>(
    game: &G,
    size: Size,
    part: Part<'_>,
    run: Run<'_>,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Option<Results>, Error> {
    let is_in_part = |it: &Alternative| {
        part.only.is_empty() || part.only.iter().any(|only| only == it.spec.name())
    };
    let all = alternatives(G::ID).into_iter().filter(is_in_part);
    let all: Vec<Alternative> = std::iter::once(baseline(G::ID)).chain(all).collect();
    let accuracies = accuracies(game, size, &all, run, part.shard)?;
    // In tic-tac-toe all games are drawn; only the accuracy differs.
    let duels = if G::ID == TicTacToe::ID {
        Vec::new()
    } else {
        duels(&all, &size, part, run.seed)?
    };
    let steps = play(game, &duels, run, progress, part.shard)?;
    let (Some(accuracies), Some(steps)) = (accuracies, steps) else {
        return Ok(None);
    };
    let rows = |player: usize, condition: Condition| {
        let found = duels.iter().zip(&steps);
        let found = found.filter(|(it, _)| it.player == player && it.condition == condition);
        let row = |(it, &step): (&Duel, &Step)| Row {
            budget: it.budget,
            step,
        };
        found.map(row).collect()
    };
    let measured = all.iter().zip(accuracies).enumerate();
    let measured = measured.map(|(player, (it, accuracy))| Measured {
        name: it.name.to_owned(),
        spec: it.spec.to_string(),
        at_nodes: rows(player, Condition::Nodes),
        at_evals: rows(player, Condition::Evals),
        at_time: rows(player, Condition::Time),
        at_memory: rows(player, Condition::Memory),
        accuracy,
    });
    Ok(Some(Results {
        game: G::ID.name().to_owned(),
        size,
        seed: run.seed,
        reference: reference(G::ID),
        alternatives: measured.collect(),
    }))
}

/// Measures the accuracy of all players at every budget of nodes. The reference player has the moves of alpha-beta, which
/// are not measured again. Returns `None` if measurements of other shards are missing.
fn accuracies<G: BoardGame>(
    game: &G,
    size: Size,
    all: &[Alternative],
    run: Run<'_>,
    shard: Shard,
) -> Result<Option<Vec<Vec<Accuracy>>>, Error> {
    let Some(reference) = reference(G::ID) else {
        return Ok(Some(all.iter().map(|_| Vec::new()).collect()));
    };
    let kept = match run.keep {
        Some(folder) => Findings::open(&folder.join(format!("{}-positions.jsonl", G::ID.name())))?,
        None => Findings::default(),
    };
    let threads = concurrency(run);
    let (count, seed) = (size.positions, run.seed);
    let source = Source {
        count,
        seed,
        threads,
        kept: &kept,
        stop: run.stop,
    };
    let known = known_positions(G::ID, &source)?;
    let measured: Vec<&Alternative> = all.iter().filter(|it| it.times == 1).collect();
    let budgets = size.budgets.nodes;
    let job = |index: usize| {
        if run.stop.load(Ordering::Relaxed) {
            return Err(Error::Stopped);
        }
        let spec = &measured[index / budgets.len()].spec;
        let nodes = budgets[index % budgets.len()];
        let name = format!("{spec} with {nodes} nodes, {count} positions, seed {seed}");
        if !shard.has(index as u64) && !kept.has(&name) {
            return Ok(None);
        }
        // A player that cannot be built is an error, and not recorded.
        Seat::<G>::new(spec)?;
        let answers = kept.or_find(name, || answered(game, spec, &known, nodes).ok())?;
        Ok(Some(answers.unwrap_or_default()))
    };
    let jobs = measured.len() * budgets.len();
    let answers = pool::run(timed_threads(threads), jobs, job, &mut |_| {});
    let answers: Option<Vec<Answered>> = answers.into_iter().collect::<Result<_, Error>>()?;
    let Some(answers) = answers else {
        return Ok(None);
    };
    let mut rows = answers.chunks(budgets.len()).map(|row| {
        let figures = |(index, it): (usize, &Answered)| {
            it.figures(budgets[index], &reference, &answers[index])
        };
        row.iter().enumerate().map(figures).collect()
    });
    let row = |it: &Alternative| match it.times {
        1 => rows.next().unwrap_or_default(),
        _ => Vec::new(),
    };
    Ok(Some(all.iter().map(row).collect()))
}

/// A match of an alternative against alpha-beta at one budget.
struct Duel {
    /// The index of the alternative; alpha-beta is the first.
    player: usize,
    condition: Condition,
    budget: u64,
    games: Match,
}

/// Returns the matches of all alternatives against the first one at every budget of every condition.
fn duels(
    all: &[Alternative],
    size: &Size,
    part: Part<'_>,
    seed: u64,
) -> Result<Vec<Duel>, SpecError> {
    let mut duels = Vec::new();
    for (player, it) in all.iter().enumerate().skip(1) {
        for condition in Condition::ALL {
            let is_left_out = !part.at.is_empty() && !part.at.contains(&condition);
            if is_left_out || condition == Condition::Memory && it.memory.is_none() {
                continue;
            }
            for budget in condition.budgets(&size.budgets) {
                let pair = [it, &all[0]];
                let (specs, limit) = conditions(condition, budget, pair, &size.budgets)?;
                duels.push(Duel {
                    player,
                    condition,
                    budget,
                    games: Match {
                        players: Players::Two(Box::new(specs)),
                        terms: Terms {
                            limit,
                            adjudication: Adjudication {
                                max_plies: Some(MAX_PLIES),
                                ..Adjudication::default()
                            },
                            seed,
                        },
                        pairs: condition.games(size) / 2,
                        test: None,
                        is_ours: part.shard.has(duels.len() as u64),
                    },
                });
            }
        }
    }
    Ok(duels)
}

/// Plays the matches of a shard and returns the results of all; `None` if games of other shards are missing.
fn play<G: BoardGame>(
    game: &G,
    duels: &[Duel],
    run: Run<'_>,
    progress: &mut (dyn FnMut(u64, u64) + Send),
    shard: Shard,
) -> Result<Option<Vec<Step>>, Error> {
    let total: u64 = duels.iter().map(|it| 2 * it.games.pairs).sum();
    let openings = Openings::<G>::usual(game, run.seed);
    let mut kept = match run.keep {
        Some(folder) => {
            let file = folder.join(format!("{}-pairs.jsonl", G::ID.name()));
            PairLedger::open(&file, run.run_info)?
        }
        None => PairLedger::in_memory(),
    };
    let concurrency = concurrency(run);
    let mut steps = vec![None; duels.len()];
    let mut before = 0;
    let mut is_complete = true;
    // Timed games do not run at the same time as games that use all processors.
    for (is_timed, threads) in [(false, concurrency), (true, timed_threads(concurrency))] {
        let now = (0..duels.len()).filter(|&it| duels[it].condition.is_timed() == is_timed);
        let now: Vec<usize> = now.collect();
        let matches: Vec<&Match> = now.iter().map(|&it| &duels[it].games).collect();
        let mut watch = |done: Progress| progress(before + done.games, total);
        let (pairs, done) = pairs::play(
            game,
            &openings,
            &matches,
            &mut kept,
            Some(threads),
            run.stop,
            &mut watch,
        )?;
        let is_settled = done.settled == done.comparisons;
        if !is_settled && (shard.is_whole() || run.stop.load(Ordering::Relaxed)) {
            return Err(Error::Stopped);
        }
        is_complete &= is_settled;
        before += done.games;
        for (it, pairs) in now.into_iter().zip(pairs) {
            let result = pairs::result(&pairs);
            steps[it] = Some(Step {
                strength: result.claim.strength(),
                result,
            });
        }
    }
    Ok(is_complete.then(|| steps.into_iter().flatten().collect()))
}
