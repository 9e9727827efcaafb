//! The engine analyses: live, why a move, the terms of the evaluation, and whole games.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chess::{Color, Move};
use engine::eval::explain;
use engine::{Event, Info, Settings};
use games::{Chess, GameKind};
use gametree::{Bound, Request, Signal};
use lab::analyse::{self, Proof, Review, blended, for_white, win_percent};
use players::{Listener, Seat, evaluators};

use crate::caps::{self, caps};
use crate::job::Job;
use crate::pages::course_of_game;
use crate::pages::think::line_of;
use crate::position::record;
use crate::protocol::{
    Analysis, EngineLine, EngineSettings, EvalParts, GameId, GameReport, Limit, Line,
    NetworkOpinion, ProofLine, ProvedSentence, ReportMove, ReportSide, ReviewPoint, ReviewStep,
    Say, TermRow, Terms, WhyInfo,
};
use games::BoardGame;

/// Between two messages of an analysis: no screen shows more than sixty pictures a second.
const BEAT: Duration = Duration::from_micros(16_667);

/// Where the engine of a page's analysis sits, with its table.
const SEAT: &str = "analysis";

/// One line, one thread, and a table of moderate size.
const ALONE: EngineSettings = EngineSettings {
    lines: 1,
    threads: 1,
    hash: 32,
};

/// Bad moves to name in a report.
const WORST: usize = 12;

/// The game that a line describes; only chess has the engine.
fn chess_game(line: &Line) -> Result<chess::Game, String> {
    if line.game != GameId(GameKind::Chess) {
        return Err("the engine plays chess only: choose another player for this game".to_owned());
    }
    let record = record(&Chess::default(), line)?;
    let mut game = chess::Game::new(record.states()[0]);
    for &m in record.moves() {
        game.play(m).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// What a page may set, held to what it may have.
fn settings(asked: EngineSettings) -> Settings {
    let caps = caps();
    Settings {
        hash: asked.hash.clamp(1, caps.table_mebibytes),
        threads: asked.threads.clamp(1, caps.match_threads),
        multi_pv: asked.lines.clamp(1, caps.lines),
        ..Settings::default()
    }
}

/// The engine of this page, which remembers what it saw; or a new one.
fn seated(job: &Job, settings: &Settings) -> Result<Seat<Chess>, String> {
    let mut seat = match risen(job) {
        Some(seat) => seat,
        None => Seat::sit("engine").map_err(|error| error.to_string())?,
    };
    seat.configure(settings);
    Ok(seat)
}

/// The engine of this page, if it has one.
fn risen(job: &Job) -> Option<Seat<Chess>> {
    let sitting = job.page.rise(SEAT, GameId(GameKind::Chess), SEAT)?;
    sitting.downcast::<Seat<Chess>>().ok().map(|seat| *seat)
}

fn sit_again(job: &Job, seat: Seat<Chess>) {
    let mebibytes = seat.settings().hash;
    job.page.seat(
        SEAT,
        GameId(GameKind::Chess),
        SEAT,
        mebibytes,
        Box::new(seat),
    );
}

/// What the engine has told so far, for whoever passes it on.
#[derive(Default)]
struct Told {
    /// The newest word about each rank.
    lines: BTreeMap<usize, Info>,
    /// Lines that were told before.
    known: analyse::Lines,
    /// Whether something is new.
    fresh: bool,
}

/// Answers `analyse`: deepens until told to stop, and tells how it stands at most sixty times a second.
///
/// The engine says much in its first millisecond and little later. So one thread searches and writes down, and this
/// one looks every sixtieth of a second: what came in between is told together, and the nodes grow in any case.
pub fn live(line: &Line, asked: EngineSettings, limit: &Limit, job: &Job) -> Result<Say, String> {
    let game = chess_game(line)?;
    let settings = settings(asked);
    let request = Request::new(caps::limits(limit, caps().analysis_ms));
    let record = analyse::record(&game);
    let mut seat = seated(job, &settings)?;
    let signal = Signal::with_stop(Arc::clone(&job.stop));
    let told = Mutex::new(Told::default());
    let start = Instant::now();
    std::thread::scope(|scope| {
        let search = || {
            let mut hear = |event: &Event| {
                if let Event::Info(info) = event {
                    let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
                    let info = told.known.completed(&game, info);
                    told.lines.insert(info.rank, info);
                    told.fresh = true;
                }
            };
            let listener = Listener::hearing(&mut hear);
            seat.ask(&Chess::default(), &record, &request, &signal, listener)
        };
        let searcher = scope.spawn(search);
        let mut shown_nodes = 0;
        let mut beat = start + BEAT;
        while !searcher.is_finished() {
            // A late beat does not make the next one late, and beats that were missed are not made up for.
            std::thread::sleep(beat.saturating_duration_since(Instant::now()));
            beat = (beat + BEAT).max(Instant::now());
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            let nodes = signal.nodes();
            if !told.fresh && nodes == shown_nodes {
                continue;
            }
            shown_nodes = nodes;
            let analysis = analysis(&game, &told.lines, told.fresh, nodes, start);
            // A page that is too slow for this message gets the lines with the next one.
            if job.try_news(Say::Analysis { analysis }) {
                told.fresh = false;
            }
        }
    });
    let nodes = signal.nodes();
    sit_again(job, seat);
    let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Say::Analysis {
        analysis: analysis(&game, &told.lines, true, nodes, start),
    })
}

fn analysis(
    game: &chess::Game,
    lines: &BTreeMap<usize, Info>,
    with_lines: bool,
    nodes: u64,
    start: Instant,
) -> Analysis {
    let best = lines.values().next();
    let newest = |of: fn(&Info) -> u64| lines.values().map(of).max().unwrap_or(0);
    Analysis {
        depth: best.map_or(0, |info| info.depth),
        seldepth: best.map_or(0, |info| info.selective_depth),
        nodes: nodes.max(newest(|info| info.nodes)),
        ms: start.elapsed().as_secs_f64() * 1_000.0,
        hashfull: lines.values().filter_map(|info| info.hash_full).max(),
        tbhits: newest(|info| info.table_hits),
        lines: with_lines.then(|| lines.values().map(|info| engine_line(game, info)).collect()),
    }
}

fn engine_line(game: &chess::Game, info: &Info) -> EngineLine {
    let position = game.position();
    let side = position.side_to_move();
    let score = for_white(info.score, side);
    let (line, moves) = line_of(&Chess::default(), position, &info.line);
    let bound = match (info.bound, side) {
        (Bound::Exact, _) => "exact",
        (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => "lower",
        (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => "upper",
    };
    EngineLine {
        rank: info.rank as u32,
        depth: info.depth,
        seldepth: info.selective_depth,
        score: score.to_string(),
        bound: bound.to_owned(),
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
pub fn why(line: &Line, mv: Option<&str>, limit: &Limit, job: &Job) -> Result<Say, String> {
    let game = chess_game(line)?;
    let asked = mv
        .map(|text| Chess::default().typed_move(game.position(), text))
        .transpose()?;
    let limits = caps::limits(limit, caps().search_ms / 4);
    // What the analysis has seen counts here, too: the same engine answers, if it is free.
    let mut seat = match risen(job) {
        Some(seat) => seat,
        None => seated(job, &settings(ALONE))?,
    };
    let one_line = Settings {
        multi_pv: 1,
        ..seat.settings().clone()
    };
    seat.configure(&one_line);
    let why = analyse::why(&mut seat, &game, asked, &limits, &job.stop);
    sit_again(job, seat);
    let why = why.ok_or("the game is over: there is no move to ask about")?;
    Ok(Say::Why {
        why: WhyInfo {
            is_best: why.is_best,
            asked: proof(&game, &why.asked),
            other: why.other.as_ref().map(|other| proof(&game, other)),
            sentences: why
                .sentences
                .into_iter()
                .map(|said| ProvedSentence {
                    text: said.text,
                    in_other: said.in_other,
                    from: said.from,
                    to: said.to,
                })
                .collect(),
        },
    })
}

fn proof(game: &chess::Game, proof: &Proof) -> ProofLine {
    let moves: &[Move] = &proof.moves;
    let (line, moves) = line_of(&Chess::default(), game.position(), moves);
    ProofLine {
        line,
        moves,
        score: proof.score.to_string(),
        depth: proof.depth,
        quiet: proof.quiet,
        material: proof.material.clone(),
        values: proof.values.clone(),
        terms: proof
            .terms
            .iter()
            .map(|change| (change.term.name().to_owned(), change.before, change.after))
            .collect(),
    }
}

/// Answers `terms`.
pub fn terms(line: &Line) -> Result<Say, String> {
    let game = chess_game(line)?;
    let explained = explain(game.position());
    let pair = |value: engine::eval::Tapered| [value.middlegame(), value.endgame()];
    let percent = |part: i32, whole: i32| (100 * part / whole).max(0) as u32;
    let terms = explained.terms.iter().map(|term| {
        let mut squares: BTreeMap<String, f32> = BTreeMap::new();
        for (side, sign) in term.sides.iter().zip([1.0, -1.0]) {
            for cause in &side.causes {
                let phase = explained.phase as f32 / engine::eval::FULL_PHASE as f32;
                let share = cause.middlegame * phase + cause.endgame * (1.0 - phase);
                *squares.entry(cause.square.to_string()).or_default() += sign * share;
            }
        }
        squares.retain(|_, share| share.abs() >= 0.05);
        TermRow {
            name: term.term.name().to_owned(),
            white: pair(term.sides[0].value),
            black: pair(term.sides[1].value),
            total: blended(term.total(), &explained),
            squares: squares.into_iter().collect(),
        }
    });
    Ok(Say::Terms {
        terms: Terms {
            terms: terms.collect(),
            sum: pair(explained.sum),
            middlegame: percent(explained.phase, engine::eval::FULL_PHASE),
            scale: percent(explained.scale, engine::eval::FULL_SCALE),
            patience: percent(explained.patience, 256),
            known: explained.known.map(|known| known.name.to_owned()),
            value: explained.value,
            network: network_opinion(game.position()),
        },
    })
}

/// What the network in the program says, and about each man.
fn network_opinion(position: &chess::Position) -> Option<NetworkOpinion> {
    let said = engine::eval::ask(&*engine::network::own().ok()?, position);
    let men = said.worths.iter();
    Some(NetworkOpinion {
        value: said.value,
        men: men
            .map(|man| (man.square.to_string(), man.piece.letter(), man.worth))
            .collect(),
    })
}

/// Answers `parts`.
pub fn parts(line: &Line, eval: &str) -> Result<Say, String> {
    let game = chess_game(line)?;
    let position = game.position();
    let found = evaluators::parts(eval, position).ok_or_else(|| {
        let names: Vec<&str> = evaluators::names::<Chess>().iter().map(|it| it.0).collect();
        format!(
            "no evaluator of chess has this name; there are {}",
            names.join(", ")
        )
    })?;
    let white = match position.side_to_move() {
        Color::White => found.value,
        Color::Black => -found.value,
    };
    let parts = found.parts.into_iter();
    Ok(Say::Parts {
        parts: EvalParts {
            eval: eval.to_owned(),
            parts: parts
                .map(|(name, [white, black])| (name.to_owned(), white, black))
                .collect(),
            white,
            pawn: found.pawn,
        },
    })
}

/// Answers `review`.
pub fn review(text: &str, limit: &Limit, job: &Job) -> Result<Say, String> {
    let game: notation::Game = text
        .parse()
        .map_err(|error: notation::Error| error.to_string())?;
    let moves = game.main_line().nodes().len();
    if moves == 0 {
        return Err("there is no move in this game: paste its moves, too".to_owned());
    }
    let most = caps().moves;
    if moves > most {
        return Err(format!("a game has at most {most} moves here"));
    }
    // The whole game gets no more than an analysis.
    let longest = (caps().analysis_ms / (moves as u64 + 1)).clamp(1, caps().search_ms);
    let limits = caps::limits(limit, longest);
    let mut seat = Seat::sit("engine").map_err(|error| error.to_string())?;
    seat.configure(&settings(ALONE));
    let mut progress = |step: &analyse::Step<'_>| {
        job.part(Say::Reviewed {
            step: ReviewStep {
                done: step.done,
                of: step.of,
                point: point(step.opinion),
            },
        });
    };
    let review = analyse::review(game, &mut seat, &limits, &job.stop, &mut progress);
    Ok(Say::Report {
        report: report(&review),
    })
}

fn point(opinion: &analyse::Opinion) -> ReviewPoint {
    ReviewPoint {
        score: opinion.text(),
        win: opinion.win_percent(),
        depth: opinion.depth,
    }
}

fn report(review: &Review) -> GameReport {
    let mut position = *review.game.start();
    let mut best = Vec::new();
    for (node, reviewed) in review.game.main_line().nodes().iter().zip(&review.moves) {
        let message = |mv| Chess::default().message_move(&position, mv);
        best.push(reviewed.best.map(message));
        position = position.after(node.played());
    }
    GameReport {
        complete: review.complete,
        points: review.opinions.iter().map(point).collect(),
        moves: review
            .moves
            .iter()
            .zip(best)
            .map(|(reviewed, best)| ReportMove {
                text: reviewed.text(),
                accuracy: reviewed.accuracy,
                sign: reviewed.judgement.map_or("", |it| it.sign()).to_owned(),
                judgement: reviewed.judgement.map_or("", |it| it.name()).to_owned(),
                better: reviewed.better.clone(),
                best,
            })
            .collect(),
        sides: review.sides().map(|side| ReportSide {
            name: side.name,
            accuracy: side.accuracy,
            average_loss: side.average_loss.map(|loss| loss / 100.0),
            judgements: side.judgements,
        }),
        worst: review
            .worst(WORST)
            .iter()
            .map(|reviewed| reviewed.ply)
            .collect(),
        phases: course_of_game::phases(review),
        turning: course_of_game::turning(review),
        pgn: review.annotated().to_string(),
    }
}
