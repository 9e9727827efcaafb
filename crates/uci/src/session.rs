//! The state of a conversation with a client.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex};

use chess::{Game, Move, Position, perft};
use engine::{Choice, Request, bench, params};
use games::Chess;
use games::chess::book::Book;
use games::nearest::quote;
use gametree::Signal;
use gametree::clock::Stopwatch;
use players::Seat;

use super::command::{self, Command};
use super::genfens::GenFens;
use super::go::Go;
use super::options::{Change, Options};
use super::output::Output;
use super::queue::{Job, Queue};
use super::repair;
use super::report::{self, Form};
use super::search::{Search, SharedSeat, book_answer, book_may_answer, lock};

/// Whether to read on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Flow {
    /// Read the next line.
    Continue,
    /// Stop reading.
    Quit,
}

/// A conversation with a client: receives lines, writes answers to `W`.
///
/// Work that takes time runs on another thread; the table in the documentation of the crate describes the commands meanwhile.
/// Dropping a session stops all work.
pub struct Session<W: Write + Send + 'static> {
    output: Output<W>,
    options: Options,
    game: Game,
    /// The error of the last `position` command. Until the next valid one, `go` plays no move.
    bad_position: Option<String>,
    /// The player, or why there is none. The first command that needs the player creates it, so that `uci` is answered at once.
    seat: Option<Result<SharedSeat, String>>,
    book: Option<Book>,
    queue: Queue<W>,
    debug: bool,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Creates a session with the default player and the start position.
    pub fn new(output: W) -> Self {
        Self::with(output, Options::default(), None)
    }

    /// Creates a session with another player, which the option `Player` can replace.
    pub fn with_seat(output: W, mut seat: Seat<Chess>) -> Self {
        let options = Options::default();
        let configured = seat.configure(&options.settings);
        let seat = configured.map(|()| Arc::new(Mutex::new(seat)));
        Self::with(
            output,
            options,
            Some(seat.map_err(|error| error.to_string())),
        )
    }

    fn with(output: W, options: Options, seat: Option<Result<SharedSeat, String>>) -> Self {
        let output = Output::new(output);
        Self {
            queue: Queue::new(output.clone()),
            output,
            options,
            game: Game::default(),
            bad_position: None,
            seat,
            book: None,
            debug: false,
        }
    }

    /// Returns the player, or why there is none.
    fn seat(&mut self) -> &Result<SharedSeat, String> {
        self.seat.get_or_insert_with(|| seat(&self.options))
    }

    /// Returns the game of the last valid `position` command.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Executes one line.
    pub fn line(&mut self, line: &str) -> io::Result<Flow> {
        self.output.log_input(line);
        match command::parse(line) {
            Ok(command) => self.execute(command),
            Err(error) => {
                self.complain(error)?;
                Ok(Flow::Continue)
            }
        }
    }

    /// Reports an error in the input.
    pub fn complain(&self, reason: impl Display) -> io::Result<()> {
        self.output
            .write(format_args!("info string error: {reason}\n"))
    }

    /// Executes one command.
    pub fn execute(&mut self, command: Command) -> io::Result<Flow> {
        match command {
            Command::Nothing => {}
            Command::Uci => self.answer(format!(
                "id name Espalier {}\nid author the Espalier authors\n\n{}uciok\n",
                env!("CARGO_PKG_VERSION"),
                Options::announcement(),
            ))?,
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                self.seat();
                self.output.write("readyok\n")?;
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Register => self.answer("info string there is nothing to register\n")?,
            Command::NewGame => self.new_game()?,
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves)?,
            Command::Go(go) => self.go(*go)?,
            Command::Perft(depth) => self.perft(depth)?,
            Command::Stop => {
                self.queue.stop(|_| true);
                self.queue.wait();
            }
            Command::PonderHit => self.queue.ponder_hit(),
            Command::Quit => {
                self.quit()?;
                return Ok(Flow::Quit);
            }
            Command::Display => {
                let style = self.options.castling_style();
                self.answer(report::position(self.game.position(), style))?;
            }
            Command::Eval => {
                let network = self.options.settings.network.as_deref();
                self.answer(engine::eval::describe(self.game.position(), network) + "\n")?;
            }
            Command::Flip => match self.game.position().flipped() {
                Some(position) => self.game = Game::new(position),
                None => self.complain("this position has no mirror image")?,
            },
            Command::Bench(depth) => self.bench(depth)?,
            Command::GenFens(genfens) => self.genfens(genfens)?,
            Command::Spsa => {
                let params = params::all();
                let lines = params.iter().map(|param| format!("{param}\n"));
                self.answer(lines.collect::<String>())?;
            }
            Command::Compiler => self.answer(report::compiler())?,
            Command::License => self.answer(report::LICENSE)?,
            Command::Help => self.answer(report::help())?,
        }
        Ok(Flow::Continue)
    }

    /// Answers a question: after the jobs in the queue, or at once if one of them has no limit.
    fn answer(&mut self, text: impl Into<String>) -> io::Result<()> {
        let text = text.into();
        if self.queue.is_busy() && !self.queue.is_endless() {
            return self.queue.add(Job::Answer, |_| text);
        }
        self.output.write(text)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        if self.queue.is_busy() {
            return self.complain(format_args!(
                "the option {} cannot change during a search: send stop first",
                quote(name)
            ));
        }
        // The last lines of the last search may be missing.
        self.queue.wait();
        self.seat();
        let before = self.options.clone();
        let change = self.options.set(name, value);
        if let Err(reason) = change.and_then(|change| self.apply(change)) {
            if name.eq_ignore_ascii_case("Player") {
                // Another player than the requested one must not play.
                self.seat = Some(Err(reason.clone()));
            }
            self.options = before;
            self.complain(reason)?;
        }
        Ok(())
    }

    /// Applies an option that was set.
    fn apply(&mut self, change: Change) -> Result<(), String> {
        match change {
            Change::Nothing => {}
            Change::Settings => {
                let Some(Ok(seat)) = &self.seat else {
                    return Ok(());
                };
                let (mut seat, settings) = (lock(seat), &self.options.settings);
                let reseeded = seat.settings().seed != settings.seed;
                let configured = seat.configure(settings);
                configured.map_err(|error| format!("{error}, so Hash is unchanged"))?;
                seat.seed(settings.seed);
                if reseeded {
                    // A new game applies the seed. The player can play, so it does not fail.
                    _ = seat.new_game();
                }
            }
            Change::Player => self.seat = Some(seat(&self.options)),
            Change::ClearHash => {
                if let Some(Ok(seat)) = &self.seat {
                    lock(seat).clear_hash();
                }
            }
            Change::Book => {
                let file = Path::new(&self.options.book_file);
                self.book = match (self.options.own_book, file.as_os_str().is_empty()) {
                    (false, _) => None,
                    (true, true) => Some(Book::standard()),
                    (true, false) => Some(Book::open(file).map_err(|error| error.to_string())?),
                };
            }
            Change::Log => {
                let name = &self.options.log_file;
                let open = || File::options().create(true).append(true).open(name);
                let file = (!name.is_empty()).then(open).transpose();
                self.output.set_log(file.map_err(|error| {
                    format!("the log {} cannot be written: {error}", quote(name))
                })?);
            }
        }
        Ok(())
    }

    fn new_game(&mut self) -> io::Result<()> {
        let Ok(seat) = self.seat().clone() else {
            return Ok(());
        };
        if self.queue.is_busy() {
            return self.start(Job::Answer, move |_, _| new_game(&seat));
        }
        self.output.write(new_game(&seat))
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> io::Result<()> {
        match game(fen, moves) {
            Ok((game, repaired)) => {
                self.game = game;
                self.bad_position = None;
                match repaired {
                    Some(sentence) => self.output.write(format!("info string {sentence}\n")),
                    None => Ok(()),
                }
            }
            Err(reason) => {
                self.complain(format_args!(
                    "{reason}; the position is unchanged, and go plays no move"
                ))?;
                self.bad_position = Some(reason);
                Ok(())
            }
        }
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        for limit in &go.without_number {
            self.complain(format_args!(
                "{limit} needs a number and is ignored without one"
            ))?;
        }
        if self.debug && !go.unknown.is_empty() {
            let unknown = quote(&go.unknown.join(" "));
            self.output
                .write(format_args!("info string ignored {unknown}\n"))?;
        }
        let mut request = go.request;
        if let Some(words) = &go.search_moves {
            request.moves = self.search_moves(words)?;
        }
        let form = Form {
            castling: self.options.castling_style(),
            wdl: self.options.show_wdl,
        };
        if let Some(reason) = &self.bad_position {
            self.complain(format_args!("there is no position to play: {reason}"))?;
            return self.start(Job::Search, move |_, _| "bestmove 0000\n".to_owned());
        }
        let seat = match self.seat().clone() {
            Ok(seat) => seat,
            Err(reason) => {
                self.complain(format_args!("there is no player: {reason}"))?;
                let none = report::best_move(Choice::default(), form.castling) + "\n";
                return self.start(Job::Search, move |_, _| none);
            }
        };
        if let Some(m) = self.book_move(&request) {
            return self.start(Job::Search, move |_, _| book_answer(m, form));
        }
        let job = match (request.infinite, request.ponder) {
            (true, _) => Job::EndlessSearch,
            (false, true) => Job::Pondering,
            (false, false) => Job::Search,
        };
        let search = Search {
            seat,
            game: self.game.clone(),
            request,
            form,
        };
        self.start(job, move |signal, output| search.run(signal, output))
    }

    /// Returns a move from the book, if one may be played.
    fn book_move(&self, request: &Request) -> Option<Move> {
        let book = self.book.as_ref().filter(|_| !self.options.analyse)?;
        let seed = self.options.settings.seed;
        (book_may_answer(request)).then(|| book.choose_by_seed(self.game.position(), seed))?
    }

    /// Returns the legal ones of the root moves. If there is none, all moves are searched, because the client expects a move.
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

    fn perft(&mut self, depth: u32) -> io::Result<()> {
        let style = self.options.castling_style();
        let position = *self.game.position();
        let threads = NonZeroUsize::new(self.options.settings.threads).unwrap_or(NonZeroUsize::MIN);
        self.start(Job::Count, move |signal, _| {
            let stop = signal.stop_flag();
            match perft::divide_parallel(&position, depth, threads, stop, &mut |_, _| {}) {
                Some(counts) => report::perft(&counts, depth, style),
                None => "info string perft was stopped\n".to_owned(),
            }
        })
    }

    fn bench(&mut self, depth: Option<u32>) -> io::Result<()> {
        self.start(Job::Count, move |signal, output| {
            let time = Stopwatch::new();
            let depth = depth.unwrap_or(bench::DEPTH);
            let report = &mut |line| output.try_write(line);
            match bench::run(depth, &signal.stop_handle(), report) {
                Some(nodes) => bench::last_line(nodes, time.elapsed()),
                None => "info string bench was stopped\n".to_owned(),
            }
        })
    }

    fn genfens(&mut self, genfens: GenFens) -> io::Result<()> {
        self.start(Job::Count, move |signal, output| {
            let report = &mut |position: &Position| {
                output.try_write(format_args!("info string genfens {position}\n"));
            };
            match genfens.run(signal, report) {
                Ok(true) => String::new(),
                Ok(false) => "info string genfens was stopped\n".to_owned(),
                Err(reason) => format!("info string error: {reason}\n"),
            }
        })
    }

    /// Adds a job to the queue, and stops jobs without a limit before it.
    fn start(
        &mut self,
        job: Job,
        work: impl FnOnce(&Signal, &Output<W>) -> String + Send + 'static,
    ) -> io::Result<()> {
        self.queue.stop(Job::is_endless);
        let output = self.output.clone();
        self.queue.add(job, move |signal| work(signal, &output))
    }

    /// Blocks until all jobs are done or one of them has no limit.
    pub fn wait_unless_endless(&self) {
        self.queue.wait_unless_endless();
    }

    /// Ends the conversation: stops searches, which report their moves, and finishes counts.
    pub fn quit(&mut self) -> io::Result<()> {
        self.queue.stop(Job::is_search);
        self.queue.wait();
        self.output.write("")
    }
}

/// Creates and configures the player of the options.
fn seat(options: &Options) -> Result<SharedSeat, String> {
    let mut seat = Seat::new(&options.player).map_err(|error| error.to_string())?;
    let configured = seat.configure(&options.settings);
    configured.map_err(|error| error.to_string())?;
    seat.seed(options.settings.seed);
    seat.new_game().map_err(|fault| fault.to_string())?;
    Ok(Arc::new(Mutex::new(seat)))
}

/// Starts a new game. Returns the output, which is empty without a fault.
fn new_game(seat: &SharedSeat) -> String {
    match lock(seat).new_game() {
        Ok(()) => String::new(),
        Err(fault) => format!("info string error: the player {fault}\n"),
    }
}

/// Returns the game of a `position` command, and a sentence about a repaired FEN.
fn game(fen: Option<&str>, moves: &[String]) -> Result<(Game, Option<String>), String> {
    let mut repaired = None;
    let mut game = match fen {
        None => Game::default(),
        Some(fen) => match Position::from_fen(fen) {
            Ok(position) => Game::new(position),
            Err(error) => {
                let (position, sentence) =
                    repair::read(fen).ok_or_else(|| format!("bad FEN: {error}"))?;
                repaired = Some(sentence);
                Game::new(position)
            }
        },
    };
    for (index, word) in moves.iter().enumerate() {
        let m = chess::uci::parse(game.position(), word).map_err(|error| {
            format!("bad move number {} of {}: {error}", index + 1, moves.len())
        })?;
        game.play(m).map_err(|error| error.to_string())?;
    }
    Ok((game, repaired))
}
