//! Every alternative against alpha-beta: at equal nodes, equal evaluations, equal time and equal memory, four budgets each.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use contest::{Openings, PlayerLimit, pool};
use games::{BoardGame, GameKind};
use players::Seat;
use serde::Serialize;

use super::accuracy::{Accuracy, Answered, answered};
use super::contestants::{Contestant, baseline, contestants, with};
use super::kept::Kept;
use super::reference::{Reference, Wanted, known_positions, reference};
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
    /// Games of each match at equal nodes and at equal evaluations.
    pub games: u64,
    /// Games of each match at equal time.
    pub games_at_time: u64,
    /// Games of each match at equal memory, which take longest.
    pub games_at_memory: u64,
    /// Positions whose moves are held to the reference.
    pub positions: usize,
    /// The budgets.
    pub budgets: Budgets,
}

impl Size {
    /// What the documents have: less than two hours on two cores.
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

    /// To see that it works: some minutes.
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
    /// How good its moves are beside the reference, at each budget of nodes.
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
    /// What the moves are held to.
    pub reference: Option<Reference>,
    /// Everybody.
    pub alternatives: Vec<Measured>,
}

/// One match to be played.
struct Match {
    contestant: Contestant,
    condition: Condition,
    budget: u64,
    /// Its place among all matches of this run.
    number: usize,
}

impl Match {
    /// The file that keeps its games. It says which match this is, so that parts of the experiment can be measured one after the
    /// other in one folder.
    fn journal(&self, game: &str) -> String {
        let (player, _) = self
            .contestant
            .spec
            .split_once(':')
            .unwrap_or((self.contestant.spec, ""));
        let condition = match self.condition {
            Condition::Nodes => "nodes",
            Condition::Evals => "evals",
            Condition::Time => "ms",
            Condition::Memory => "mib",
        };
        format!("{game}-{player}-{}-{condition}.jsonl", self.budget)
    }
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

impl Condition {
    /// Whether other work on the machine could make a difference.
    const fn is_timed(self) -> bool {
        matches!(self, Self::Time | Self::Memory)
    }
}

/// What of it is measured; an empty list is everything.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The names of the alternatives, as their specs begin.
    pub only: &'a [String],
    /// The conditions.
    pub at: &'a [Condition],
}

/// Threads for work whose time counts: every eighth processor is left to the rest of the machine.
fn timed_threads(concurrency: NonZeroUsize) -> NonZeroUsize {
    let all = pool::all_threads().get();
    NonZeroUsize::new(all - all / 8).map_or(concurrency, |most| most.min(concurrency))
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
    let all: Vec<Contestant> = [base]
        .into_iter()
        .chain(everybody.iter().copied())
        .collect();
    let accuracies = accuracies(game, size, &all, run)?;
    let mut measured: Vec<Measured> = all
        .iter()
        .zip(accuracies)
        .map(|(contestant, accuracy)| Measured {
            name: contestant.name,
            spec: contestant.spec,
            at_nodes: Vec::new(),
            at_evals: Vec::new(),
            at_time: Vec::new(),
            at_memory: Vec::new(),
            accuracy,
        })
        .collect();
    // In tic-tac-toe everybody draws: only the truth counts there.
    let matches = if G::KIND == GameKind::TicTacToe {
        Vec::new()
    } else {
        matches(&everybody, &size.budgets, part.at)
    };
    let steps = play(game, size, &matches, run, progress)?;
    for (it, step) in matches.iter().zip(steps) {
        let row = Row {
            budget: it.budget,
            step,
        };
        let own = measured
            .iter_mut()
            .find(|measured| measured.name == it.contestant.name);
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
        reference: reference(G::KIND),
        alternatives: measured,
    })
}

/// How good everybody's moves are at every budget of nodes. The ruler's are alpha-beta's, and are not measured again.
fn accuracies<G: BoardGame>(
    game: &G,
    size: Size,
    all: &[Contestant],
    run: Run<'_>,
) -> std::result::Result<Vec<Vec<Accuracy>>, LadderError> {
    let Some(reference) = reference(G::KIND) else {
        return Ok(all.iter().map(|_| Vec::new()).collect());
    };
    let path = run
        .keep
        .map(|folder| folder.join(format!("{}-positions.jsonl", G::KIND.name())));
    let kept = path.map_or_else(|| Ok(Kept::default()), |path| Kept::open(&path))?;
    let concurrency = NonZeroUsize::new(run.size.concurrency).unwrap_or(NonZeroUsize::MIN);
    let (count, seed) = (size.positions, run.size.seed);
    let known = known_positions(
        G::KIND,
        &Wanted {
            count,
            seed,
            threads: concurrency,
            kept: &kept,
            stop: run.stop,
        },
    )?;
    let asked: Vec<&Contestant> = all.iter().filter(|it| it.times == 1).collect();
    let budgets = size.budgets.nodes;
    let job = |index: usize| {
        if run.stop.load(Ordering::Relaxed) {
            return Err(LadderError::Stopped);
        }
        let (spec, nodes) = (
            asked[index / budgets.len()].spec,
            budgets[index % budgets.len()],
        );
        let name = format!("{spec} with {nodes} nodes, {count} positions, seed {seed}");
        // A spec that is nobody's is an error, and not kept.
        Seat::<G>::sit(spec)?;
        let answers = kept.or_find(name, || answered(game, spec, &known, nodes).ok())?;
        Ok(answers.unwrap_or_default())
    };
    let jobs = asked.len() * budgets.len();
    let answers = pool::run(timed_threads(concurrency), jobs, job, &mut |_| {});
    let answers: Vec<Answered> = answers
        .into_iter()
        .collect::<std::result::Result<_, LadderError>>()?;
    let mut rows = answers.chunks(budgets.len()).map(|row| {
        let figures = |(index, it): (usize, &Answered)| {
            it.figures(budgets[index], &reference, &answers[index])
        };
        row.iter().enumerate().map(figures).collect()
    });
    let row = |it: &Contestant| {
        if it.times == 1 {
            rows.next().unwrap_or_default()
        } else {
            Vec::new()
        }
    };
    Ok(all.iter().map(row).collect())
}

/// Plays all matches, several at once, and says what came of each.
fn play<G: BoardGame>(
    game: &G,
    size: Size,
    matches: &[Match],
    run: Run<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> std::result::Result<Vec<Step>, LadderError> {
    let base = baseline(G::KIND);
    let games = |it: &Match| match it.condition {
        Condition::Nodes | Condition::Evals => size.games,
        Condition::Time => size.games_at_time,
        Condition::Memory => size.games_at_memory,
    };
    let total: u64 = matches.iter().map(games).sum();
    let openings = Openings::<G>::usual(game, run.size.seed);
    let concurrency = NonZeroUsize::new(run.size.concurrency).unwrap_or(NonZeroUsize::MIN);
    let played = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let mut steps: Vec<Option<Step>> = matches.iter().map(|_| None).collect();
    // Games whose time counts are not played beside games that take what they can get.
    for (timed, threads) in [(false, concurrency), (true, timed_threads(concurrency))] {
        let mut now: Vec<&Match> = matches
            .iter()
            .filter(|it| it.condition.is_timed() == timed)
            .collect();
        // The longest first, so that none is left for the end.
        now.sort_by_key(|it| {
            Reverse((
                it.condition == Condition::Memory,
                it.budget * it.contestant.times,
            ))
        });
        // Matches are played side by side; if there are few, the games of each are too.
        let each = threads.get().div_ceil(now.len().max(1));
        let job = |index: usize| {
            if failed.load(Ordering::Relaxed) {
                return Err(LadderError::Stopped);
            }
            let it = now[index];
            let (specs, limit) = conditions(it, base, &size.budgets);
            let journal = run
                .keep
                .map(|folder| folder.join(it.journal(G::KIND.name())));
            let mut run = run;
            run.size.games = games(it);
            run.size.concurrency = each;
            let pair = [specs[0].as_str(), specs[1].as_str()];
            let mut told = 0;
            let step = duel(
                game,
                &openings,
                pair,
                limit,
                run,
                journal.as_deref(),
                &mut |done| {
                    played.fetch_add(done - told, Ordering::Relaxed);
                    told = done;
                },
            );
            if step.is_err() {
                failed.store(true, Ordering::Relaxed);
            }
            step
        };
        let found = pool::run(threads, now.len(), job, &mut |_| {
            progress(played.load(Ordering::Relaxed), total);
        });
        let mut stopped = false;
        for (it, step) in now.iter().zip(found) {
            match step {
                Ok(step) => steps[it.number] = Some(step),
                Err(LadderError::Stopped) => stopped = true,
                Err(error) => return Err(error),
            }
        }
        if stopped {
            return Err(LadderError::Stopped);
        }
    }
    Ok(steps.into_iter().flatten().collect())
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
            for budget in amounts {
                matches.push(Match {
                    contestant,
                    condition,
                    budget,
                    number: matches.len(),
                });
            }
        }
    }
    matches
}

/// The two players of a match with their budgets.
fn conditions(it: &Match, base: Contestant, budgets: &Budgets) -> ([String; 2], PlayerLimit) {
    let pair = [it.contestant, base];
    let budget = it.budget;
    // What is given to both in the limit, the tighter one wins; who has less is told so in the spec.
    let most = budget * it.contestant.times;
    let limited = |key: &str| {
        pair.map(|own| {
            if own.times == it.contestant.times {
                own.spec.to_owned()
            } else {
                with(own.spec, key, budget)
            }
        })
    };
    match it.condition {
        Condition::Nodes => {
            let limit = PlayerLimit {
                nodes: Some(most),
                ..PlayerLimit::default()
            };
            (limited("nodes"), limit)
        }
        Condition::Evals => {
            let specs = pair.map(|own| with(own.spec, "evals", budget * own.times));
            (specs, PlayerLimit::default())
        }
        Condition::Time => {
            let limit = PlayerLimit {
                movetime: Some(most),
                ..PlayerLimit::default()
            };
            (limited("movetime"), limit)
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
