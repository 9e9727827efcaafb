//! A conversation with a GUI.

use std::fmt::Display;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use chess::{Game, Move, Position};

use super::command::{self, Command};
use super::go::Go;
use super::options::Options;
use super::output::Output;
use super::report;
use crate::bench;
use crate::perft;
use crate::players::{self, Choice, Event, Mover, RandomMover, Signal};
use lab::nearest::quote;

/// Whether to read on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Flow {
    /// Read the next line.
    Continue,
    /// That was the last one.
    Quit,
}

/// One side of a conversation: takes lines, answers to `W`.
///
/// A `go`, `go perft` or `bench` runs on a thread of its own, so that `isready` and `stop` are heard meanwhile. The
/// other commands wait for it, so that a script gets its answers in order. For a search without an end (`infinite`,
/// `ponder`) that would be for ever: questions such as `d` are answered at once, and what changes anything stops it
/// first, so that it says its move. Dropping a session stops whatever runs.
pub struct Session<W: Write + Send + 'static> {
    output: Output<W>,
    options: Options,
    game: Game,
    mover: Arc<Mutex<Box<dyn Mover>>>,
    running: Option<Running>,
    debug: bool,
}

struct Running {
    thread: JoinHandle<()>,
    signal: Arc<Signal>,
    work: Work,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    /// A search that ends by itself.
    Search,
    /// A search that ends when told to.
    EndlessSearch,
    /// Perft or bench: somebody wants the number, even if `quit` is the next line of a script.
    Count,
}

impl<W: Write + Send + 'static> Session<W> {
    /// A conversation that begins with the start position.
    pub fn new(output: W) -> Self {
        let mover = new_mover(&Options::default());
        Self::with_player(output, mover)
    }

    /// The same with another player, until the option `Player` chooses one.
    pub fn with_player(output: W, mut mover: Box<dyn Mover>) -> Self {
        let options = Options::default();
        mover.configure(&options.settings);
        Self {
            output: Output::new(output),
            options,
            game: Game::default(),
            mover: Arc::new(Mutex::new(mover)),
            running: None,
            debug: false,
        }
    }

    /// The game as far as it was told.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Takes one line.
    pub fn line(&mut self, line: &str) -> io::Result<Flow> {
        match command::parse(line) {
            Ok(command) => self.execute(command),
            Err(error) => {
                self.complain(error)?;
                Ok(Flow::Continue)
            }
        }
    }

    /// Tells the GUI that something was wrong with what it sent.
    pub fn complain(&self, reason: impl Display) -> io::Result<()> {
        self.output
            .write(format_args!("info string error: {reason}\n"))
    }

    /// Carries out one command.
    pub fn execute(&mut self, command: Command) -> io::Result<Flow> {
        match patience(&command) {
            Patience::None => {}
            Patience::Order => self.finish_unless_endless(),
            Patience::Idle => {
                self.finish_unless_endless();
                self.stop();
            }
        }
        match command {
            Command::Nothing => {}
            Command::Uci => self.output.write(format_args!(
                "id name Espalier {}\nid author the Espalier authors\n\n{}uciok\n",
                env!("CARGO_PKG_VERSION"),
                Options::announcement(),
            ))?,
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.output.write("readyok\n")?,
            Command::SetOption { name, value } => {
                let before = self.options.player.clone();
                match self.options.set(&name, value.as_deref()) {
                    Ok(()) if self.options.player != before => {
                        self.mover = Arc::new(Mutex::new(new_mover(&self.options)));
                    }
                    Ok(()) => self.with_mover(|mover, options| mover.configure(&options.settings)),
                    Err(error) => self.complain(error)?,
                }
            }
            Command::Register => self
                .output
                .write("info string there is nothing to register\n")?,
            Command::NewGame => self.with_mover(|mover, _| mover.new_game()),
            Command::Position { fen, moves } => match set_up(fen.as_deref(), &moves) {
                Ok(game) => self.game = game,
                Err(reason) => {
                    self.complain(format_args!("{reason}; the position stays as it was"))?;
                }
            },
            Command::Go(go) => self.go(go)?,
            Command::Perft(depth) => self.perft(depth),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.signal.ponder_hit();
                }
            }
            Command::Quit => {
                self.quit()?;
                return Ok(Flow::Quit);
            }
            Command::Display => {
                let style = self.options.castling_style();
                self.output
                    .write(report::position(self.game.position(), style))?;
            }
            Command::Eval => self
                .output
                .write("info string there is no evaluation yet\n")?,
            Command::Flip => match report::flipped(self.game.position()) {
                Some(position) => self.game = Game::new(position),
                None => self.complain("this position has no mirror image")?,
            },
            Command::Bench(depth) => self.bench(depth),
            Command::Compiler => self.output.write(report::compiler())?,
            Command::License => self.output.write(report::LICENSE)?,
            Command::Help => self.output.write(report::help())?,
        }
        Ok(Flow::Continue)
    }

    fn with_mover(&self, act: impl FnOnce(&mut dyn Mover, &Options)) {
        let mut mover = self.mover.lock().unwrap_or_else(PoisonError::into_inner);
        act(mover.as_mut(), &self.options);
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        for limit in &go.without_number {
            self.complain(format_args!(
                "{limit} needs a number and counts for nothing without"
            ))?;
        }
        if self.debug && !go.unknown.is_empty() {
            let unknown = quote(&go.unknown.join(" "));
            self.output
                .write(format_args!("info string passed over {unknown}\n"))?;
        }
        let mut limits = go.limits;
        if let Some(words) = &go.search_moves {
            limits.search_moves = self.search_moves(words)?;
        }
        let work = if limits.infinite || limits.ponder {
            Work::EndlessSearch
        } else {
            Work::Search
        };
        let style = self.options.castling_style();
        let (game, mover) = (self.game.clone(), Arc::clone(&self.mover));
        self.start(work, move |signal, output| {
            let mut mover = mover.lock().unwrap_or_else(PoisonError::into_inner);
            let listener = &mut |event: &Event| {
                output.try_write(match event {
                    Event::Info(info) => report::info(info, style) + "\n",
                    Event::Remark(text) => format!("info string {text}\n"),
                });
            };
            // A player with a bug must not lose the game for want of a move.
            let search = AssertUnwindSafe(|| mover.choose(&game, &limits, signal, listener));
            let choice = panic::catch_unwind(search).unwrap_or_else(|_| {
                output
                    .try_write("info string error: the search broke off, so any move is played\n");
                let best = game.position().legal_moves().first().copied();
                Choice { best, ponder: None }
            });
            drop(mover);
            debug_assert!(
                is_sound(game.position(), choice),
                "{choice:?} in {}",
                game.position()
            );
            signal.wait_for_release(&limits);
            output.try_write(report::best_move(choice, style) + "\n");
        });
        Ok(())
    }

    /// The legal ones of the moves to search. If none is, all moves are searched, because a move must come.
    fn search_moves(&self, words: &[String]) -> io::Result<Vec<Move>> {
        let mut moves = Vec::new();
        for word in words {
            match chess::uci::parse(self.game.position(), word) {
                Ok(m) => moves.push(m),
                Err(error) => self.complain(format_args!("searchmoves: {error}"))?,
            }
        }
        Ok(moves)
    }

    fn perft(&mut self, depth: u32) {
        let style = self.options.castling_style();
        let position = *self.game.position();
        let threads = NonZeroUsize::new(self.options.settings.threads).unwrap_or(NonZeroUsize::MIN);
        self.start(Work::Count, move |signal, output| {
            match perft::divide(&position, depth, threads, signal.stop_flag(), &mut |_| {}) {
                Some(count) => output.try_write(count.listing(style) + &count.total_line()),
                None => output.try_write("info string perft was stopped\n"),
            }
        });
    }

    fn bench(&mut self, depth: Option<u32>) {
        self.start(Work::Count, move |signal, output| {
            let start = Instant::now();
            match bench::run(
                depth.unwrap_or(bench::DEPTH),
                &signal.stop_handle(),
                &mut |line| output.try_write(line),
            ) {
                Some(nodes) => output.try_write(bench::last_line(nodes, start.elapsed())),
                None => output.try_write("info string bench was stopped\n"),
            }
        });
    }

    fn start(&mut self, work: Work, job: impl FnOnce(&Signal, &Output<W>) + Send + 'static) {
        let signal = Arc::new(Signal::default());
        let (output, for_thread) = (self.output.clone(), Arc::clone(&signal));
        match thread::Builder::new().spawn(move || job(&for_thread, &output)) {
            Ok(thread) => {
                self.running = Some(Running {
                    thread,
                    signal,
                    work,
                });
            }
            Err(error) => self
                .output
                .try_write(format_args!("info string error: no thread: {error}\n")),
        }
    }

    /// Stops what runs and waits for its last words.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.signal.stop();
        }
        self.join();
    }

    fn join(&mut self) {
        if let Some(running) = self.running.take()
            && running.thread.join().is_err()
        {
            self.output
                .try_write("info string error: the work broke off\n");
        }
    }

    /// Waits for what runs, unless only `stop` would end it.
    pub fn finish_unless_endless(&mut self) {
        if self
            .running
            .as_ref()
            .is_some_and(|running| running.work != Work::EndlessSearch)
        {
            self.join();
        }
    }

    /// Ends the conversation: a search is stopped and says its move, a count is waited for.
    pub fn quit(&mut self) -> io::Result<()> {
        if self
            .running
            .as_ref()
            .is_some_and(|running| running.work == Work::Count)
        {
            self.join();
        }
        self.stop();
        self.output.write("")
    }
}

impl<W: Write + Send + 'static> Drop for Session<W> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The player that the options name, told its settings.
fn new_mover(options: &Options) -> Box<dyn Mover> {
    // Setting the option has built such a player before; should it fail now, any move is better than none.
    let mut mover =
        players::mover(&options.player).unwrap_or_else(|_| Box::new(RandomMover::default()));
    mover.configure(&options.settings);
    mover
}

/// What a command does about work that is going on.
enum Patience {
    /// Does not mind it.
    None,
    /// Lets it finish first, unless it has no end.
    Order,
    /// Lets it finish, or stops it if it has no end.
    Idle,
}

fn patience(command: &Command) -> Patience {
    match command {
        Command::Nothing
        | Command::IsReady
        | Command::Debug(_)
        | Command::Stop
        | Command::PonderHit
        | Command::Quit => Patience::None,
        Command::Uci
        | Command::Display
        | Command::Eval
        | Command::Register
        | Command::Compiler
        | Command::Help
        | Command::License => Patience::Order,
        Command::SetOption { .. }
        | Command::NewGame
        | Command::Position { .. }
        | Command::Go(_)
        | Command::Perft(_)
        | Command::Bench(_)
        | Command::Flip => Patience::Idle,
    }
}

/// The game that a `position` command describes.
fn set_up(fen: Option<&str>, moves: &[String]) -> Result<Game, String> {
    let mut game = match fen {
        None => Game::default(),
        Some(fen) => {
            Game::new(Position::from_fen(fen).map_err(|error| format!("bad FEN: {error}"))?)
        }
    };
    for (index, word) in moves.iter().enumerate() {
        let m = chess::uci::parse(game.position(), word).map_err(|error| {
            format!("bad move number {} of {}: {error}", index + 1, moves.len())
        })?;
        game.play(m).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// Whether a choice is a legal move, or none where there is none.
fn is_sound(position: &Position, choice: Choice) -> bool {
    match choice.best {
        Some(best) => position.legal_moves().contains(&best),
        None => !position.has_legal_move(),
    }
}
