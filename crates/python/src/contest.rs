//! `match` and `tournament`: the plan, the games of a part of it, and the report on all games.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use contest::stats::Sprt;
use contest::{
    Adjudication, Contest, Format, JournalHeader, Openings, Participant, PgnWriter, Plan,
    PlayerLimit, Report, Scheduled, Scoreboard, Source, games_in,
};
use games::BoardGame;
use players::{PlayerSpec, Seat};
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::{json, spec_error, value_error};
use crate::game::{AnyGame, Task};
use crate::job::Job;
use crate::player::PlayerArg;
use crate::search::{LimitArgs, limits};

/// Milliseconds by which a move may exceed the clock, as the default of `espalier match`.
const TIME_MARGIN: u64 = 100;

/// Plans a match or a tournament. Returns the header of its journal as JSON.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn plan_games(
    py: Python<'_>,
    players: Vec<Bound<'_, PyAny>>,
    game: &Bound<'_, PyAny>,
    games: u64,
    gauntlet: bool,
    limits: LimitArgs,
    seed: u64,
    plies: Option<u32>,
    sprt: Option<(f64, f64)>,
) -> PyResult<String> {
    if players.len() < 2 {
        return Err(value_error("a tournament has at least two players"));
    }
    if games < 2 || games % 2 == 1 {
        return Err(value_error(
            "each opening is played with both colours: games is an even number from 2",
        ));
    }
    self::limits(limits)?;
    let (depth, nodes, _, movetime) = limits;
    let sprt = sprt.map(|(elo0, elo1)| Sprt::new(elo0, elo1));
    if let Some(sprt) = sprt {
        sprt.check().map_err(value_error)?;
    }
    let task = Planned {
        players: read_players(&players)?,
        plan: Plan {
            format: match gauntlet {
                true => Format::Gauntlet,
                false => Format::RoundRobin,
            },
            game: String::new(),
            players: Vec::new(),
            games,
            openings: Source::Random {
                plies: plies.unwrap_or_default(),
            },
            seed,
            time_margin: TIME_MARGIN,
            ponder: false,
            adjudication: Adjudication::default(),
            sprt,
        },
        limit: PlayerLimit {
            depth,
            nodes,
            movetime,
            ..PlayerLimit::default()
        },
        has_random_openings: plies.is_some(),
    };
    AnyGame::read(game)?.run(py, None, task)
}

fn read_players(players: &[Bound<'_, PyAny>]) -> PyResult<Vec<PlayerArg>> {
    players.iter().map(PlayerArg::read).collect()
}

/// A plan without its players and openings, which the game completes.
struct Planned {
    players: Vec<PlayerArg>,
    plan: Plan,
    limit: PlayerLimit,
    has_random_openings: bool,
}

impl Task for Planned {
    type Output = String;

    fn run<G: BoardGame>(self, game: &G, job: &Arc<Job>) -> PyResult<String> {
        let mut plan = self.plan;
        let specs = specs(&self.players, job)?;
        for spec in &specs {
            Seat::for_game(game, spec).map_err(spec_error)?;
        }
        let participant = |spec: &PlayerSpec| Participant {
            name: None,
            spec: spec.to_string(),
            limit: self.limit,
        };
        plan.players = specs.iter().map(participant).collect();
        plan.game = G::ID.name().to_owned();
        if !self.has_random_openings {
            let openings = Openings::of_match(game, plan.sprt.is_some(), plan.seed);
            plan.openings = openings.source().clone();
        }
        json(&JournalHeader::new(plan, espalier_cli::run_info(1)))
    }
}

fn specs(players: &[PlayerArg], job: &Arc<Job>) -> PyResult<Vec<PlayerSpec>> {
    players.iter().map(|player| player.spec(job)).collect()
}

/// Plays games of a plan: all, or those of some pairs of games, counted from 0. Returns a list of games as JSON. A sequential test
/// ends a whole match early.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn play_games(
    py: Python<'_>,
    players: Vec<Bound<'_, PyAny>>,
    game: &Bound<'_, PyAny>,
    header: &str,
    pairs: Option<Vec<u64>>,
    concurrency: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let players = read_players(&players)?;
    let game = AnyGame::read(game)?;
    // Python runs one thread at a time.
    let is_python = players.iter().any(PlayerArg::is_python) || matches!(game, AnyGame::Own(_));
    let threads = match concurrency.and_then(NonZeroUsize::new) {
        Some(threads) => threads,
        None if is_python => NonZeroUsize::MIN,
        None => contest::pool::all_threads(),
    };
    let task = Games {
        players,
        header: serde_json::from_str(header).map_err(value_error)?,
        pairs,
        threads: threads.get(),
    };
    game.run(py, progress.as_ref(), task)
}

struct Games {
    players: Vec<PlayerArg>,
    header: JournalHeader,
    pairs: Option<Vec<u64>>,
    threads: usize,
}

/// A game that has ended.
#[derive(Serialize)]
struct Ended {
    number: u64,
    /// Its line of the journal.
    line: String,
    pgn: String,
}

impl Task for Games {
    type Output = String;

    fn run<G: BoardGame>(self, game: &G, job: &Arc<Job>) -> PyResult<String> {
        let plan = &self.header.plan;
        let specs = specs(&self.players, job)?;
        let openings = match plan.openings {
            Source::Random { plies } => Openings::random(plies, plan.seed),
            Source::Book { .. } => Openings::of_match(game, plan.sprt.is_some(), plan.seed),
        };
        let contest = Contest {
            game,
            plan,
            openings: &openings,
            make_seat: &|index| Seat::new(&specs[index]),
            watch: None,
        };
        let all = plan.schedule();
        let schedule: Vec<Scheduled> = match &self.pairs {
            None => all.iter().collect(),
            Some(pairs) => {
                let numbers = pairs.iter().flat_map(|pair| [2 * pair + 1, 2 * pair + 2]);
                numbers.filter_map(|number| all.get(number)).collect()
            }
        };
        let writer = PgnWriter::new(G::ID, &self.header);
        let mut board = Scoreboard::new(plan);
        let mut games = Vec::new();
        let mut is_decided = false;
        contest.run(&schedule, self.threads, Some(&writer), &job.stop, |ended| {
            for game in ended {
                board.add(&game.line);
                games.push(Ended {
                    number: game.line.number,
                    line: String::from_utf8_lossy(&game.json).into_owned(),
                    pgn: game.pgn,
                });
            }
            job.report(games.len(), schedule.len());
            if plan.sprt.is_some() && self.pairs.is_none() && Report::new(&board).complete {
                is_decided = true;
                job.stop.store(true, Ordering::Relaxed);
            }
        });
        let is_whole = is_decided || games.len() == schedule.len();
        if !is_whole && !job.stop.load(Ordering::Relaxed) {
            return Err(value_error("the match ended early"));
        }
        games.sort_unstable_by_key(|game| game.number);
        json(&games)
    }
}

/// The standing of a match or a tournament.
#[pyclass(frozen, module = "espalier._espalier")]
pub struct Standing {
    board: Mutex<Scoreboard>,
}

#[derive(Serialize)]
struct Reported {
    report: Report,
    text: String,
}

#[pymethods]
impl Standing {
    /// Creates the standing before the first game.
    #[new]
    fn new(header: &str) -> PyResult<Self> {
        let header: JournalHeader = serde_json::from_str(header).map_err(value_error)?;
        let board = Mutex::new(Scoreboard::new(&header.plan));
        Ok(Self { board })
    }

    /// Counts the games of lines of a journal. Returns whether all games are played or the test is decided.
    fn add(&self, lines: &str) -> PyResult<bool> {
        let mut board = self.board.lock().unwrap_or_else(PoisonError::into_inner);
        games_in(lines.as_bytes(), "the batch", |line| board.add(line)).map_err(value_error)?;
        Ok(Report::new(&board).complete)
    }

    /// Returns the report as JSON.
    fn report(&self) -> PyResult<String> {
        let board = self.board.lock().unwrap_or_else(PoisonError::into_inner);
        let report = Report::new(&board);
        json(&Reported {
            text: report.to_string(),
            report,
        })
    }
}
