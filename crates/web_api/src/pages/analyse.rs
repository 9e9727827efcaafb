//! Engine analysis: live lines, why a move is good or bad, the static evaluation, and the review of a game.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use analysis::{Report, Terms, for_white, win_percent};
use chess::Color;
use engine::tablebase::EndgameResult;
use engine::{Event, Info, Settings};
use games::{BoardGame, Chess};
use gametree::clock::Stopwatch;
use gametree::{Bound, Request, Signal};
use players::{Listener, Seat, evaluators};

use crate::caps::{self, caps};
use crate::job::Job;
use crate::position::record;
use crate::protocol::{
    Analysis, EngineLine, EngineSettings, Limit, Line, Reply, TablebaseMove, TablebaseResult,
};

/// The time between two messages of an analysis, for 60 updates per second.
const PERIOD: Duration = Duration::from_micros(16_667);

/// The key of the analysis engine of a page, which keeps its table.
const SEAT: &str = "analysis";

/// The settings of an engine for a single job: one line, one thread, a small table.
const SMALL: EngineSettings = EngineSettings {
    lines: 1,
    threads: 1,
    hash: 32,
};

/// The most bad moves of a report.
const WORST: usize = 12;

/// Returns the game of a line. Only chess has the engine.
fn chess_game(line: &Line) -> Result<chess::Game, String> {
    if line.game != Chess::ID {
        return Err("the engine plays chess only: choose another player for this game".to_owned());
    }
    let record = record(&Chess::default(), line)?;
    let mut game = chess::Game::new(record.states()[0]);
    for &m in record.moves() {
        game.play(m).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// Converts the settings of a page and limits them.
fn settings(requested: EngineSettings) -> Settings {
    let caps = caps();
    Settings {
        hash: requested.hash.clamp(1, caps.table_mebibytes),
        threads: requested.threads.clamp(1, caps.match_threads),
        multi_pv: requested.lines.clamp(1, caps.lines),
        ..Settings::default()
    }
}

/// Returns the engine of this page with its table, or a new one.
fn engine(job: &Job, settings: &Settings) -> Result<Seat<Chess>, String> {
    let mut seat = match job.page.take_seat(SEAT, SEAT) {
        Some(seat) => seat,
        None => Seat::builtin("engine").map_err(|error| error.to_string())?,
    };
    let configured = seat.configure(settings);
    configured.map_err(|error| error.to_string())?;
    Ok(seat)
}

/// Keeps the engine for the next request of this page.
fn keep_engine(job: &Job, seat: Seat<Chess>) {
    let mebibytes = seat.settings().hash;
    job.page.keep_seat(SEAT, SEAT, mebibytes, seat);
}

/// A live analysis: what the engine reported, and what was sent.
struct Live {
    job: Job,
    game: chess::Game,
    signal: Arc<Signal>,
    watch: Stopwatch,
    /// The newest report of each rank.
    lines: BTreeMap<usize, Info>,
    known: analysis::Lines,
    /// Whether a line has changed since the last message.
    is_fresh: bool,
    sent_at: Duration,
    sent_nodes: u64,
    is_over: bool,
}

impl Live {
    /// Stores a report of the engine.
    fn update(&mut self, info: &Info) {
        let info = self.known.completed(&self.game, info);
        self.lines.insert(info.rank, info);
        self.is_fresh = true;
        self.send();
    }

    /// Sends the state if it has changed and the last message is old enough.
    fn send(&mut self) {
        let now = self.watch.elapsed();
        let nodes = self.signal.nodes();
        let is_new = self.is_fresh || nodes != self.sent_nodes;
        if self.is_over || !is_new || now < self.sent_at + PERIOD {
            return;
        }
        (self.sent_at, self.sent_nodes) = (now, nodes);
        let analysis = self.state(self.is_fresh);
        // A page that is too slow for this message gets the lines with the next one.
        if self.job.try_send(Reply::Analysis { analysis }) {
            self.is_fresh = false;
        }
    }

    fn state(&self, with_lines: bool) -> Analysis {
        let lines = &self.lines;
        let best = lines.values().next();
        let newest = |of: fn(&Info) -> u64| lines.values().map(of).max().unwrap_or(0);
        let line = |info| engine_line(&self.game, info);
        Analysis {
            depth: best.map_or(0, |info| info.depth),
            seldepth: best.map_or(0, |info| info.selective_depth),
            nodes: self.signal.nodes().max(newest(|info| info.nodes)),
            ms: self.watch.elapsed().as_secs_f64() * 1_000.0,
            hashfull: lines.values().filter_map(|info| info.hash_full).max(),
            tbhits: newest(|info| info.table_hits),
            lines: with_lines.then(|| lines.values().map(line).collect()),
        }
    }
}

/// Answers `tablebase`.
pub fn tablebase(line: &Line, job: &Job) -> Result<Reply, String> {
    let advice = match &job.page.config.tablebase {
        Some(tables) if line.game == Chess::ID => tables.advice(&chess_game(line)?),
        _ => None,
    };
    let Some(mut advice) = advice else {
        return Ok(Reply::Tablebase { moves: Vec::new() });
    };
    advice.moves.sort_by_key(|found| Reverse(found.rank));
    let game = chess_game(line)?;
    let position = game.position();
    let moves = advice.moves.iter().map(|found| TablebaseMove {
        mv: Chess::default().wire_move(position, found.m),
        san: found.m.to_san(position),
        result: match found.result {
            EndgameResult::Loss => TablebaseResult::Loss,
            EndgameResult::BlessedLoss => TablebaseResult::BlessedLoss,
            EndgameResult::Draw => TablebaseResult::Draw,
            EndgameResult::CursedWin => TablebaseResult::CursedWin,
            EndgameResult::Win => TablebaseResult::Win,
        },
    });
    Ok(Reply::Tablebase {
        moves: moves.collect(),
    })
}

/// Answers `analyse`: deepens until the page stops it, and sends the state at most sixty times a second.
///
/// The engine reports often in its first millisecond and rarely later. A timer sends the node count between two reports.
pub fn live(
    line: &Line,
    requested: EngineSettings,
    limit: &Limit,
    job: &Job,
) -> Result<Reply, String> {
    let game = chess_game(line)?;
    let request = Request::new(caps::limits(limit, caps().analysis_ms));
    let record = analysis::record(&game);
    let mut seat = engine(job, &settings(requested))?;
    let signal = Arc::new(Signal::with_stop(Arc::clone(&job.stop)));
    let live = Arc::new(Mutex::new(Live {
        job: job.clone(),
        game,
        signal: Arc::clone(&signal),
        watch: Stopwatch::new(),
        lines: BTreeMap::new(),
        known: analysis::Lines::default(),
        is_fresh: false,
        sent_at: Duration::ZERO,
        sent_nodes: 0,
        is_over: false,
    }));
    let timed = Arc::downgrade(&live);
    let tick = move || {
        let Some(live) = timed.upgrade() else {
            return false;
        };
        // Without threads, the clock runs this timer, perhaps while a report is taken. The report sends the state itself.
        let mut live = match live.try_lock() {
            Ok(live) => live,
            Err(TryLockError::Poisoned(live)) => live.into_inner(),
            Err(TryLockError::WouldBlock) => return true,
        };
        live.send();
        !live.is_over
    };
    // Without a timer the page gets the node count with the next report.
    _ = job.page.config.spawn.every(PERIOD, Box::new(tick));
    let mut report = |event: &Event| {
        if let Event::Info(info) = event {
            let mut live = live.lock().unwrap_or_else(PoisonError::into_inner);
            live.update(info);
        }
    };
    let listener = Listener::reporting(&mut report);
    let answer = seat.ask(&Chess::default(), &record, &request, &signal, listener);
    let mut live = live.lock().unwrap_or_else(PoisonError::into_inner);
    live.is_over = true;
    keep_engine(job, seat);
    answer.map_err(|fault| format!("the engine {fault}"))?;
    Ok(Reply::Analysis {
        analysis: live.state(true),
    })
}

fn engine_line(game: &chess::Game, info: &Info) -> EngineLine {
    let position = game.position();
    let side = position.side_to_move();
    let score = for_white(info.score, side);
    let (line, moves) = Chess::default().line_texts(position, &info.line);
    EngineLine {
        rank: info.rank as u32,
        depth: info.depth,
        seldepth: info.selective_depth,
        score: score.to_string(),
        bound: match (info.bound, side) {
            (Bound::Exact, _) => "exact",
            (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => "lower",
            (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => "upper",
        },
        win: win_percent(score),
        wdl: info.wdl.map(|wdl| match side {
            Color::White => [wdl.win, wdl.draw, wdl.loss],
            Color::Black => [wdl.loss, wdl.draw, wdl.win],
        }),
        line,
        moves,
    }
}

/// Answers `why`.
pub fn why(line: &Line, mv: Option<&str>, limit: &Limit, job: &Job) -> Result<Reply, String> {
    let game = chess_game(line)?;
    let given = mv
        .map(|text| Chess::default().parse_move(game.position(), text))
        .transpose()?;
    let limits = caps::limits(limit, caps().search_ms / 4);
    // Uses the analysis engine if it is idle, because its table has entries of this game.
    let mut seat = match job.page.take_seat(SEAT, SEAT) {
        Some(seat) => seat,
        None => engine(job, &settings(SMALL))?,
    };
    let one_line = Settings {
        multi_pv: 1,
        ..seat.settings().clone()
    };
    let configured = seat.configure(&one_line);
    configured.map_err(|error| error.to_string())?;
    let why = analysis::why(&mut seat, &game, given, &limits, &job.stop);
    keep_engine(job, seat);
    let why = why.ok_or("the game is over: there is no move to explain")?;
    Ok(Reply::Why { why })
}

/// Answers `terms`.
pub fn terms(line: &Line) -> Result<Reply, String> {
    let terms = Terms::of(chess_game(line)?.position());
    Ok(Reply::Terms { terms })
}

/// Answers `parts`.
pub fn parts(line: &Line, eval: &str) -> Result<Reply, String> {
    let game = chess_game(line)?;
    let parts = evaluators::parts(eval, game.position()).ok_or_else(|| {
        let names: Vec<&str> = evaluators::names::<Chess>().iter().map(|it| it.0).collect();
        format!(
            "chess has no evaluator {eval:?}: choose one of {}",
            names.join(", ")
        )
    })?;
    Ok(Reply::Parts {
        white: parts.for_white(game.position()),
        parts,
    })
}

/// Answers `review`.
pub fn review(text: &str, limit: &Limit, job: &Job) -> Result<Reply, String> {
    let game: notation::Game = text
        .parse()
        .map_err(|error: notation::Error| error.to_string())?;
    let moves = game.main_line().nodes().len();
    if moves == 0 {
        return Err("the game has no moves".to_owned());
    }
    let most = caps().moves;
    if moves > most {
        return Err(format!("a game has at most {most} moves here"));
    }
    // A review takes no longer than an analysis.
    let longest = (caps().analysis_ms / (moves as u64 + 1)).clamp(1, caps().search_ms);
    let limits = caps::limits(limit, longest);
    let mut seat = Seat::builtin("engine").map_err(|error| error.to_string())?;
    let configured = seat.configure(&settings(SMALL));
    configured.map_err(|error| error.to_string())?;
    let mut progress = |step: &analysis::Step<'_>| {
        job.send(Reply::Reviewed {
            done: step.done,
            of: step.of,
            point: step.opinion.clone(),
        });
    };
    let review = analysis::review(game, &mut seat, &limits, &job.stop, &mut progress);
    let report = Box::new(Report::new(&review, WORST));
    Ok(Reply::Report { report })
}
