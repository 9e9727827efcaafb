//! The commands `espalier match` and `espalier tournament`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use contest::stats::Sprt;
use contest::{
    self, Adjudication, Contest, DrawRule, Entrant, Format, Openings, Order, Plan, PlayerLimit,
    Report, ResignRule, Scoreboard, Session, THREAD_NAME, status_line,
};
use games::{BoardGame, GameKind, WithGame};
use indicatif::{ProgressBar, ProgressStyle};
use lab::manifest::{Experiment, Input, InputKind, Manifest, ManifestFile};
use players::Seat;

use crate::args::{ContestArgs, MatchArgs, TournamentArgs};
use crate::error::Failure;
use crate::manifest::{place, sitting};

/// Games of a match if nobody says how many.
const MATCH_GAMES: u64 = 100;

/// Games between two players of a tournament if nobody says how many.
const TOURNAMENT_GAMES: u64 = 10;

/// Plays a match. `command` is what was typed.
pub fn play_match(
    args: &MatchArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest, Failure> {
    let event = Event {
        command,
        players: &[args.player.clone(), args.opponent.clone()],
        format: Format::RoundRobin,
        games: MATCH_GAMES,
        sprt: args.sprt,
        args: &args.contest,
        output,
    };
    args.contest.game.with(event)
}

/// Plays a tournament. `command` is what was typed.
pub fn play_tournament(
    args: &TournamentArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest, Failure> {
    let event = Event {
        command,
        players: &args.players,
        format: if args.gauntlet {
            Format::Gauntlet
        } else {
            Format::RoundRobin
        },
        games: TOURNAMENT_GAMES,
        sprt: None,
        args: &args.contest,
        output,
    };
    args.contest.game.with(event)
}

/// A match or tournament as the command line asks for it.
struct Event<'a, W> {
    command: &'a [String],
    players: &'a [String],
    format: Format,
    /// Games for each two players, unless given.
    games: u64,
    sprt: Option<Sprt>,
    args: &'a ContestArgs,
    output: &'a mut W,
}

impl<W: Write> WithGame for Event<'_, W> {
    type Output = Result<Manifest, Failure>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.args;
        for spec in self.players {
            Seat::<G>::sit(spec).map_err(Failure::input)?;
        }
        if args.pgn.is_some() && args.pgn == args.resume {
            return Err(Failure::input("--pgn and --resume need a file each"));
        }
        let path = self.place()?;
        let openings = openings(game, args, self.sprt.is_some())?;
        let plan = self.plan(openings.source().clone())?;
        let mut sitting = sitting(self.command, args.concurrency.get());
        let mut session = Session::open(
            contest::Manifest::new(plan.clone(), sitting.clone()),
            G::KIND,
            args.resume.as_deref(),
            args.pgn.as_deref(),
        )
        .map_err(Failure::input)?;
        // A match that goes on began when it began.
        sitting.start.clone_from(&session.manifest().sitting.start);
        let experiment = experiment(&plan, G::KIND, args)?;
        let manifest = ManifestFile::begin(experiment, sitting, path).map_err(Failure::input)?;
        let contest = Contest {
            game,
            plan: &plan,
            openings: &openings,
            sit: &Seat::sit,
            watch: None,
        };
        let stop = stop_on_ctrl_c();
        quiet_panics();
        let mut shown = Shown::new(session.board().games(), args.verbose);
        let mut broken = Ok(());
        let output = self.output;
        let played = session.run(&contest, args.concurrency.get(), &stop, &mut |board| {
            if let Err(error) = shown.update(board, output) {
                // Nobody reads the lines any more, so nobody waits for the end.
                stop.store(true, Ordering::Relaxed);
                broken = Err(error);
            }
        });
        drop(shown);
        played.map_err(Failure::input)?;
        broken?;
        let report = Report::new(session.board());
        let end = session.finish().map_err(Failure::input)?;
        let manifest = end
            .map(|end| manifest.finish_at(end, &report))
            .transpose()
            .map_err(Failure::input)?;
        if args.json {
            let json = serde_json::to_string(&report).map_err(Failure::input)?;
            writeln!(output, "{json}")?;
        } else {
            write!(output, "{report}")?;
        }
        output.flush()?;
        if let Some(manifest) = manifest {
            return Ok(manifest);
        }
        _ = writeln!(
            io::stderr(),
            "{}",
            how_to_go_on(args.resume.as_deref(), &report)
        );
        Err(Failure::Interrupted)
    }
}

impl<W> Event<'_, W> {
    /// The file for the manifest; no other file of the match may be it.
    fn place(&self) -> Result<Option<PathBuf>, Failure> {
        let args = self.args;
        place(
            args.manifest.as_deref(),
            &[args.resume.as_deref(), args.pgn.as_deref()],
        )
    }

    fn plan(&self, openings: contest::Source) -> Result<Plan, Failure> {
        let args = self.args;
        let count = self.players.len();
        let tc = one_each("tc", &args.tc, count)?;
        let movetime = one_each("movetime", &args.movetime, count)?;
        let nodes = one_each("nodes", &args.nodes, count)?;
        let depth = one_each("depth", &args.depth, count)?;
        let players = self
            .players
            .iter()
            .enumerate()
            .map(|(index, spec)| Entrant {
                name: None,
                spec: spec.trim().to_owned(),
                limit: PlayerLimit {
                    tc: tc(index),
                    movetime: movetime(index),
                    nodes: nodes(index),
                    depth: depth(index),
                },
            })
            .collect::<Vec<_>>();
        if args.ponder && !players.iter().all(is_timed) {
            return Err(Failure::input(
                "--ponder is thinking on the opponent's time, so every player needs a clock: give --tc or --movetime",
            ));
        }
        Ok(Plan {
            format: self.format,
            game: args.game.name().to_owned(),
            players,
            games: args.games.unwrap_or(self.games),
            openings,
            seed: args.seed,
            time_margin: args.time_margin,
            ponder: args.ponder,
            adjudication: Adjudication {
                draw: args.draw_moves.map(|moves| DrawRule {
                    from: args.draw_from,
                    moves,
                    score: args.draw_score,
                }),
                resign: args.resign_moves.map(|moves| ResignRule {
                    moves,
                    score: args.resign_score,
                }),
                max_plies: args.max_plies,
            },
            sprt: self.sprt,
        })
    }
}

/// Whether time limits a player.
fn is_timed(player: &Entrant) -> bool {
    player.limit.tc.is_some() || player.limit.movetime.is_some()
}

/// A limit for each player: none, one for all, or one each.
fn one_each<'a, T: Copy>(
    name: &str,
    given: &'a [T],
    players: usize,
) -> Result<impl Fn(usize) -> Option<T> + use<'a, T>, Failure> {
    if given.len() > 1 && given.len() != players {
        return Err(Failure::input(format_args!(
            "--{name} takes one value, or one for each of the {players} players; {} are given",
            given.len()
        )));
    }
    Ok(move |index: usize| given.get(if given.len() == 1 { 0 } else { index }).copied())
}

fn openings<G: BoardGame>(
    game: &G,
    args: &ContestArgs,
    is_test: bool,
) -> Result<Openings<G>, Failure> {
    match &args.openings {
        Some(path) => openings_of(game, path, args.plies, args.order, args.seed),
        None => Ok(match args.plies {
            Some(plies) => Openings::random(plies, args.seed),
            None => Openings::of_match(game, is_test, args.seed),
        }),
    }
}

/// The openings of a name or a file.
pub(crate) fn openings_of<G: BoardGame>(
    game: &G,
    path: &Path,
    plies: Option<u32>,
    order: Order,
    seed: u64,
) -> Result<Openings<G>, Failure> {
    let named = path.to_str();
    match named.and_then(|name| Openings::named(game, name, order, seed)) {
        Some(openings) => Ok(openings),
        None => Openings::read(game, path, plies, order, seed).map_err(Failure::input),
    }
}

/// The match as a manifest has it.
fn experiment(plan: &Plan, game: GameKind, args: &ContestArgs) -> Result<Experiment, Failure> {
    let specs: Vec<String> = plan
        .players
        .iter()
        .map(|player| player.spec.clone())
        .collect();
    let settings = serde_json::to_value(plan).map_err(Failure::input)?;
    let mut experiment = Experiment::new(&specs, settings)
        .map_err(Failure::input)?
        // How many games are over when a test has its answer depends on how fast each of them was.
        .varying_throughout(plan.sprt.is_some() || plan.players.iter().any(is_timed));
    experiment.seeds.push(plan.seed);
    if let contest::Source::Book { hash, .. } = &plan.openings {
        let named = |name: &str| Input::named_book(game, name);
        experiment.inputs.extend(match &args.openings {
            Some(path) => path.to_str().and_then(named).or_else(|| {
                Some(Input {
                    kind: InputKind::File,
                    name: path.display().to_string(),
                    hash: hash.clone(),
                })
            }),
            None => plan
                .sprt
                .and_then(|_| named("unbalanced"))
                .or_else(|| Input::book(game)),
        });
    }
    Ok(experiment)
}

/// Becomes true when somebody presses Ctrl-C; whoever presses it twice does not want to wait.
pub fn stop_on_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let pressed = Arc::clone(&stop);
    // Without the handler Ctrl-C kills the program, which costs the games in progress and nothing else.
    _ = ctrlc::set_handler(move || {
        if pressed.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}

/// A panic of a player is told in the report, and not where the progress bar is.
pub fn quiet_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().name() != Some(THREAD_NAME) {
            before(info);
        }
    }));
}

fn how_to_go_on(resume: Option<&Path>, report: &Report) -> String {
    let left = report.scheduled - report.games;
    match resume {
        Some(path) => format!(
            "stopped with {left} games left; the same command with --resume {} goes on",
            path.display()
        ),
        None => {
            format!("stopped with {left} games left; with --resume FILE a match can go on later")
        }
    }
}

/// What is shown while games are played: a bar on a terminal, lines if they are asked for.
struct Shown {
    start: Instant,
    /// Games that were played before this sitting.
    before: u64,
    bar: Option<ProgressBar>,
    drawn: Option<Instant>,
    /// A line every so many games.
    every: Option<u64>,
    /// Games at the last line.
    told: u64,
}

/// Short commands show nothing, and long ones not more often than one can read.
const PATIENCE: Duration = Duration::from_secs(2);
const PERIOD: Duration = Duration::from_millis(250);

impl Shown {
    fn new(before: u64, every: Option<u64>) -> Self {
        Self {
            start: Instant::now(),
            before,
            bar: None,
            drawn: None,
            every,
            told: before,
        }
    }

    fn update(&mut self, board: &Scoreboard, output: &mut impl Write) -> io::Result<()> {
        let games = board.games();
        if let Some(every) = self.every
            && games / every > self.told / every
        {
            self.told = games;
            let line = format!("{games} of {}  {}", board.scheduled(), self.message(board));
            match &self.bar {
                Some(bar) => bar.suspend(|| writeln!(output, "{line}"))?,
                None => writeln!(output, "{line}")?,
            }
            output.flush()?;
        }
        let is_due = self.drawn.is_none_or(|drawn| drawn.elapsed() >= PERIOD);
        if self.start.elapsed() >= PATIENCE && is_due {
            self.drawn = Some(Instant::now());
            let message = self.message(board);
            // The bar hides itself where standard error is no terminal.
            let bar = self.bar.get_or_insert_with(|| {
                let style =
                    ProgressStyle::with_template("{bar:20.green} {pos} of {len}  {wide_msg}");
                ProgressBar::new(board.scheduled())
                    .with_elapsed(self.start.elapsed())
                    .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            });
            bar.set_position(games);
            bar.set_message(message);
        }
        Ok(())
    }

    fn message(&self, board: &Scoreboard) -> String {
        let minutes = self.start.elapsed().as_secs_f64() / 60.0;
        let speed = (board.games() - self.before) as f64 / minutes.max(1e-9);
        format!("{}  {speed:.0} games/min", status_line(board))
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
