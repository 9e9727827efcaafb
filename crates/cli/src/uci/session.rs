//! A conversation with a GUI.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use chess::{Game, Move, Position};
use engine::{Choice, Event, Request};
use games::Chess;
use games::nearest::quote;
use gametree::Signal;
use lab::analyse::record;
use players::{Listener, Seat};

use super::command::{self, Command};
use super::forgiving;
use super::genfens::GenFens;
use super::go::Go;
use super::mates;
use super::opening::{self, Book};
use super::options::{Change, OptionError, Options};
use super::output::Output;
use super::report::{self, Form};
use super::spsa;
use super::work::{Work, Workbench};
use crate::bench;
use crate::perft;

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
/// What takes time runs on a thread of its own; what the module's table says happens to commands meanwhile. Dropping
/// a session stops whatever runs.
pub struct Session<W: Write + Send + 'static> {
    output: Output<W>,
    options: Options,
    game: Game,
    /// Why the last position that was sent is not there: whoever asks for a move must not get one for another position.
    bad_position: Option<String>,
    /// Who finds the moves, or why nobody does: a player was asked for that there is not.
    seat: Result<Arc<Mutex<Seat<Chess>>>, String>,
    book: Option<Book>,
    work: Workbench<W>,
    debug: bool,
}

impl<W: Write + Send + 'static> Session<W> {
    /// A conversation that begins with the start position.
    pub fn new(output: W) -> Self {
        let options = Options::default();
        let seat = sit(&options);
        Self::with(output, options, seat)
    }

    /// The same with another player, until the option `Player` chooses one.
    pub fn with_seat(output: W, mut seat: Seat<Chess>) -> Self {
        let options = Options::default();
        seat.configure(&options.settings);
        Self::with(output, options, Ok(Arc::new(Mutex::new(seat))))
    }

    fn with(output: W, options: Options, seat: Result<Arc<Mutex<Seat<Chess>>>, String>) -> Self {
        let output = Output::new(output);
        Self {
            work: Workbench::new(output.clone()),
            output,
            options,
            game: Game::default(),
            bad_position: None,
            seat,
            book: None,
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
        self.output.heard(line);
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
        match command {
            Command::Nothing => {}
            Command::Uci => self.answer(format!(
                "id name Espalier {}\nid author the Espalier authors\n\n{}uciok\n",
                env!("CARGO_PKG_VERSION"),
                Options::announcement(),
            ))?,
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.output.write("readyok\n")?,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Register => {
                self.answer("info string there is nothing to register\n".to_owned())?;
            }
            Command::NewGame => self.new_game()?,
            Command::Position { fen, moves } => match set_up(fen.as_deref(), &moves) {
                Ok((game, dropped)) => {
                    self.game = game;
                    self.bad_position = None;
                    if let Some(dropped) = dropped {
                        let said = format!("info string {dropped}\n");
                        self.output.write(said)?;
                    }
                }
                Err(reason) => {
                    self.complain(format_args!(
                        "{reason}; the position stays as it was, and go plays no move"
                    ))?;
                    self.bad_position = Some(reason);
                }
            },
            Command::Go(go) => self.go(*go)?,
            Command::Perft(depth) => self.perft(depth)?,
            Command::Stop => {
                self.work.stop();
                self.work.wait();
            }
            Command::PonderHit => self.work.ponder_hit(),
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
                self.answer(crate::eval::in_words(self.game.position(), network) + "\n")?;
            }
            Command::Flip => match report::flipped(self.game.position()) {
                Some(position) => self.game = Game::new(position),
                None => self.complain("this position has no mirror image")?,
            },
            Command::Bench(depth) => self.bench(depth)?,
            Command::GenFens(wanted) => self.make_positions(wanted)?,
            Command::Spsa => self.answer(spsa::list())?,
            Command::Compiler => self.answer(report::compiler())?,
            Command::License => self.answer(report::LICENSE.to_owned())?,
            Command::Help => self.answer(report::help())?,
        }
        Ok(Flow::Continue)
    }

    /// Answers a question: after what runs, so that a script gets its answers in order; but at once if what runs has
    /// no end.
    fn answer(&mut self, text: String) -> io::Result<()> {
        if self.work.is_busy() && !self.work.is_endless() {
            return self.work.add(Work::Errand, |_| text);
        }
        self.output.write(text)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        if self.work.is_busy() {
            return self.complain(format_args!(
                "the option {} stays as it is while a search runs, so say stop first",
                quote(name)
            ));
        }
        // The last words of the last search, perhaps.
        self.work.wait();
        let before = self.options.clone();
        let result = match self.options.set(name, value) {
            Ok(change) => self.apply(change),
            Err(error @ OptionError::Player(_)) => {
                // Whoever asked for a player must not meet another one: nobody plays until a player is chosen.
                let reason = error.to_string();
                self.seat = Err(reason.clone());
                Err(reason)
            }
            Err(error) => Err(error.to_string()),
        };
        if let Err(reason) = result {
            self.options = before;
            self.complain(reason)?;
        }
        Ok(())
    }

    /// Does what follows from an option that was set.
    fn apply(&mut self, change: Change) -> Result<(), String> {
        match change {
            Change::Nothing => {}
            Change::Settings => {
                // The system may have no memory for what was asked for; the player keeps what it has.
                let configure = || {
                    self.with_seat_of_player(|seat, options| {
                        let reseeded = seat.settings().seed != options.settings.seed;
                        seat.configure(&options.settings);
                        seat.seed(options.settings.seed);
                        if reseeded {
                            // What is left to chance falls another way from now on. A player that was there is still there.
                            _ = seat.new_game();
                        }
                    });
                };
                panic::catch_unwind(AssertUnwindSafe(configure)).map_err(|_| {
                    "there is no memory for that, so all stays as it was".to_owned()
                })?;
            }
            Change::Player => self.seat = sit(&self.options),
            Change::ClearHash => self.with_seat_of_player(|seat, _| seat.clear_hash()),
            Change::Book => {
                self.book = if self.options.own_book {
                    Some(Book::read(&self.options.book_file)?)
                } else {
                    None
                };
            }
            Change::Log => {
                let name = &self.options.log_file;
                let file = match name.as_str() {
                    "" => None,
                    name => Some(
                        File::options()
                            .create(true)
                            .append(true)
                            .open(name)
                            .map_err(|error| {
                                format!("the log {} cannot be written: {error}", quote(name))
                            })?,
                    ),
                };
                self.output.set_log(file);
            }
        }
        Ok(())
    }

    /// Does something with the player, if there is one.
    fn with_seat_of_player(&self, act: impl FnOnce(&mut Seat<Chess>, &Options)) {
        if let Ok(seat) = &self.seat {
            act(&mut locked(seat), &self.options);
        }
    }

    fn new_game(&mut self) -> io::Result<()> {
        let Ok(seat) = &self.seat else {
            return Ok(());
        };
        if self.work.is_busy() {
            let seat = Arc::clone(seat);
            return self.start(Work::Errand, move |_, _| begin(&seat));
        }
        self.output.write(begin(seat))
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
            return self.start(Work::Search, move |_, _| "bestmove 0000\n".to_owned());
        }
        let seat = match &self.seat {
            Ok(seat) => Arc::clone(seat),
            Err(reason) => {
                self.complain(format_args!("nobody plays: {reason}"))?;
                let nobody = report::best_move(Choice::default(), form.castling) + "\n";
                return self.start(Work::Search, move |_, _| nobody);
            }
        };
        let game = self.game.clone();
        if let Some(m) = self.book_move(&request) {
            return self.start(Work::Search, move |_, output| {
                output.try_write("info string a move of the book\n");
                output.try_write(report::info(&opening::info(m), form) + "\n");
                let choice = Choice {
                    best: Some(m),
                    ponder: None,
                };
                report::best_move(choice, form.castling) + "\n"
            });
        }
        let work = if request.ponder && !request.infinite {
            Work::Pondering
        } else if request.infinite {
            Work::EndlessSearch
        } else {
            Work::Search
        };
        self.start(work, move |signal, output| {
            let mut seat = locked(&seat);
            let mut last = String::new();
            let mut known = None;
            let listener = &mut |event: &Event| {
                output.try_write(match event {
                    Event::Info(info) => {
                        let info = mates::with_whole_line(&game, info);
                        let text = report::info(&info, form) + "\n";
                        if info.rank == 1 {
                            last.clone_from(&text);
                            known = info.line.first().copied();
                        }
                        text
                    }
                    Event::Remark(text) => format!("info string {text}\n"),
                });
            };
            // A player with a bug must not lose the game for want of a move.
            let search = AssertUnwindSafe(|| {
                let listener = Listener::hearing(listener);
                seat.ask(
                    &Chess::default(),
                    &record(&game),
                    &request,
                    signal,
                    listener,
                )
            });
            let found = panic::catch_unwind(search);
            let any_move = |why: &str| {
                let (what, best) = match known {
                    Some(best) => ("the best move known", Some(best)),
                    None => ("any move", game.position().legal_moves().first().copied()),
                };
                output.try_write(format_args!(
                    "info string error: {why}, so {what} is played\n"
                ));
                Choice { best, ponder: None }
            };
            let choice = match found {
                Ok(Ok(answer)) => Choice {
                    best: answer.best,
                    ponder: answer.ponder,
                },
                Ok(Err(fault)) => any_move(&format!("the player {fault}")),
                Err(_) => any_move("the search broke off"),
            };
            drop(seat);
            debug_assert!(
                is_sound(game.position(), choice),
                "{choice:?} in {}",
                game.position()
            );
            signal.wait_for_release(request.infinite, request.ponder);
            let best = report::best_move(choice, form.castling) + "\n";
            // To some, the search begins when the expected move comes, and what was said before is forgotten. A search
            // that had done its work by then says once more what it found.
            if request.ponder && signal.is_ponder_hit() {
                return last + &best;
            }
            best
        })
    }

    /// A move for the present position from the book, if one may be played from there.
    fn book_move(&self, request: &Request) -> Option<Move> {
        let book = self.book.as_ref().filter(|_| !self.options.analyse)?;
        if !opening::may_answer(request) {
            return None;
        }
        book.choose(&self.game, self.options.settings.seed)
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

    fn perft(&mut self, depth: u32) -> io::Result<()> {
        let style = self.options.castling_style();
        let position = *self.game.position();
        let threads = NonZeroUsize::new(self.options.settings.threads).unwrap_or(NonZeroUsize::MIN);
        self.start(Work::Count, move |signal, _| {
            match perft::divide(&position, depth, threads, signal.stop_flag(), &mut |_| {}) {
                Some(count) => count.listing(style) + &count.total_line(),
                None => "info string perft was stopped\n".to_owned(),
            }
        })
    }

    fn bench(&mut self, depth: Option<u32>) -> io::Result<()> {
        self.start(Work::Count, move |signal, output| {
            let start = Instant::now();
            let depth = depth.unwrap_or(bench::DEPTH);
            match bench::run(depth, &signal.stop_handle(), &mut |line| {
                output.try_write(line);
            }) {
                Some(nodes) => bench::last_line(nodes, start.elapsed()),
                None => "info string bench was stopped\n".to_owned(),
            }
        })
    }

    fn make_positions(&mut self, wanted: GenFens) -> io::Result<()> {
        self.start(Work::Count, move |signal, output| {
            let tell = &mut |position: &Position| {
                output.try_write(format_args!("info string genfens {position}\n"));
            };
            match wanted.run(signal, tell) {
                Ok(true) => String::new(),
                Ok(false) => "info string genfens was stopped\n".to_owned(),
                Err(reason) => format!("info string error: {reason}\n"),
            }
        })
    }

    /// Puts work behind what there is; what has no end is ended for it.
    fn start(
        &mut self,
        work: Work,
        job: impl FnOnce(&Signal, &Output<W>) -> String + Send + 'static,
    ) -> io::Result<()> {
        self.work.stop_endless();
        let output = self.output.clone();
        self.work.add(work, move |signal| job(signal, &output))
    }

    /// Waits for what runs, unless only `stop` would end it.
    pub fn wait_unless_endless(&self) {
        self.work.wait_unless_endless();
    }

    /// Ends the conversation: a search is stopped and says its move, a count is waited for.
    pub fn quit(&mut self) -> io::Result<()> {
        self.work.stop_searches();
        self.work.wait();
        self.output.write("")
    }
}

/// The player that the options name, told its settings; or why it cannot sit down.
fn sit(options: &Options) -> Result<Arc<Mutex<Seat<Chess>>>, String> {
    let mut seat = Seat::sit(&options.player).map_err(|error| error.to_string())?;
    seat.configure(&options.settings);
    seat.seed(options.settings.seed);
    seat.new_game().map_err(|fault| fault.to_string())?;
    Ok(Arc::new(Mutex::new(seat)))
}

fn locked(seat: &Mutex<Seat<Chess>>) -> MutexGuard<'_, Seat<Chess>> {
    seat.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Another game begins. Gives what there is to say about it: mostly nothing.
fn begin(seat: &Mutex<Seat<Chess>>) -> String {
    match locked(seat).new_game() {
        Ok(()) => String::new(),
        Err(fault) => format!("info string error: the player {fault}\n"),
    }
}

/// The game that a `position` command describes, and what had to be left out of its FEN.
fn set_up(fen: Option<&str>, moves: &[String]) -> Result<(Game, Option<String>), String> {
    let mut dropped = None;
    let mut game = match fen {
        None => Game::default(),
        Some(fen) => match Position::from_fen(fen) {
            Ok(position) => Game::new(position),
            Err(error) => {
                let (position, what) =
                    forgiving::read(fen).ok_or_else(|| format!("bad FEN: {error}"))?;
                dropped = Some(what);
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
    Ok((game, dropped))
}

/// Whether a choice is a legal move, or none where there is none.
fn is_sound(position: &Position, choice: Choice) -> bool {
    match choice.best {
        Some(best) => position.legal_moves().contains(&best),
        None => !position.has_legal_move(),
    }
}
