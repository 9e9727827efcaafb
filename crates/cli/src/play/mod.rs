//! The command `espalier play`: a game in the terminal, or line by line through a pipe.

mod any;
mod board;
mod input;
mod pgn;
mod table;

use std::io::{self, BufRead, IsTerminal, Write};
use std::thread;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use chess::{Color, Position};
use games::GameKind;
use players::evaluators;

use crate::args::PlayArgs;
use crate::error::Failure;
use crate::eval::evaluator_exists;
use crate::search::write_file;
use crate::uci::line::{self, Line};
use board::Look;
use input::{Action, Word};
use table::{Ending, Table};

const STRONG: Style = Style::new().bold();
const OOPS: Style = AnsiColor::Yellow.on_default();
const END: Style = AnsiColor::Green.on_default().bold();
/// Empties the terminal and goes to its top.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J";

/// Plays one game on standard input and output.
pub fn command(args: &PlayArgs) -> Result<(), Failure> {
    if args.game != GameKind::Chess {
        if args.profile.is_some() {
            return Err(Failure::input("--profile is for chess"));
        }
        if args.eval.is_some() {
            return Err(Failure::input("--eval is for chess"));
        }
        return args.game.with(any::PlayAny {
            args,
            prompts: io::stdin().is_terminal(),
            input: io::stdin().lock(),
            output: AutoStream::auto(io::stdout().lock()),
        });
    }
    let start = match &args.fen {
        None => Position::startpos(),
        Some(fen) => games::chess::named::read(fen)
            .map_err(|error| Failure::input(format_args!("bad FEN: {error}")))?,
    };
    if let Some(name) = &args.eval {
        evaluator_exists(name)?;
    }
    let table = Table::new(start, [&args.white, &args.black]).map_err(Failure::input)?;
    let stdout = io::stdout().lock();
    let colours = AutoStream::choice(&stdout) != ColorChoice::Never;
    // The only person at the board sits at the bottom of it.
    let black_alone = table.place(Color::Black).is_human() && !table.place(Color::White).is_human();
    let mut play = Play {
        look: Look {
            symbols: !args.ascii,
            colours,
            bottom: if black_alone {
                Color::Black
            } else {
                Color::White
            },
        },
        table,
        eval: args.eval.clone(),
        delay: args.delay.map(Duration::from_millis),
        prompts: io::stdin().is_terminal(),
        input: io::stdin().lock(),
        output: AutoStream::auto(stdout),
    };
    play.run()?;
    if let Some(path) = &args.profile {
        let profile = play.table.profile();
        let csv = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
        let text = if csv {
            profile.to_csv()
        } else {
            profile.to_string()
        };
        write_file(path, text.as_bytes())?;
    }
    Ok(())
}

struct Play<R, W> {
    table: Table,
    look: Look,
    /// The evaluator whose value stands under the board.
    eval: Option<String>,
    /// How long to show each move of a game between programs; `None` shows only the last.
    delay: Option<Duration>,
    /// Whether somebody sees a prompt.
    prompts: bool,
    input: R,
    output: W,
}

/// Whether the evening goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

impl<R: BufRead, W: Write> Play<R, W> {
    fn run(&mut self) -> io::Result<()> {
        if self.table.has_human() {
            writeln!(
                self.output,
                "Moves as e4, Nf3, O-O or e2e4; help lists what else you can type."
            )?;
            // A program that begins shows the board after its move.
            if self.table.place(self.table.side()).is_human() {
                self.show_board()?;
            }
        }
        loop {
            if let Some(ending) = self.table.ending() {
                self.show_ending(ending)?;
                if !self.table.has_human() || self.look_back()? == Flow::Quit {
                    return Ok(());
                }
            } else if self.table.place(self.table.side()).is_human() {
                if self.human_turn()? == Flow::Quit {
                    return Ok(());
                }
            } else {
                self.program_turn()?;
            }
        }
    }

    fn program_turn(&mut self) -> io::Result<()> {
        let side = self.table.side();
        let m = match self.table.choose() {
            None => return Ok(()),
            Some(Ok(m)) => m,
            Some(Err(fault)) => {
                let name = self.table.place(side).name.clone();
                self.oops(&format!("{side} ({name}) {fault}"))?;
                return Ok(());
            }
        };
        let san = m.to_san(self.table.game().position());
        self.table.play(m);
        if self.table.has_human() {
            writeln!(self.output, "{side} plays {STRONG}{san}{STRONG:#}.")?;
            if self.table.ending().is_none() {
                self.show_board()?;
            }
        } else if let Some(delay) = self.delay {
            write!(self.output, "{CLEAR}")?;
            self.show_board()?;
            thread::sleep(delay);
        }
        Ok(())
    }

    fn human_turn(&mut self) -> io::Result<Flow> {
        let position = self.table.game().position();
        let check = if position.in_check() { ", check" } else { "" };
        let prompt = format!("{} to move{check}> ", position.side_to_move());
        let Some(line) = self.ask(&prompt)? else {
            return self.leave();
        };
        match input::read(&line, self.table.game().position()) {
            Ok(Action::Nothing) => Ok(Flow::Continue),
            Ok(Action::Word(word)) => self.do_word(word),
            Ok(Action::Move(m)) => {
                self.table.play(m);
                // A program answers at once and shows the board then.
                if self.table.place(self.table.side()).is_human() && self.table.ending().is_none() {
                    self.show_board()?;
                }
                Ok(Flow::Continue)
            }
            Err(reason) => self.oops(&reason),
        }
    }

    /// The game is over, but people may look at it and take the end back.
    fn look_back(&mut self) -> io::Result<Flow> {
        while self.table.ending().is_some() {
            let Some(line) = self.ask("game over (undo, pgn, quit)> ")? else {
                return Ok(Flow::Quit);
            };
            let flow = match input::read(&line, self.table.game().position()) {
                Ok(Action::Nothing) => Flow::Continue,
                Ok(Action::Word(Word::Draw | Word::Resign) | Action::Move(_)) | Err(_) => {
                    self.oops("The game is over; undo takes the end back, and quit leaves")?
                }
                Ok(Action::Word(word)) => self.do_word(word)?,
            };
            if flow == Flow::Quit {
                return Ok(flow);
            }
        }
        Ok(Flow::Continue)
    }

    fn do_word(&mut self, word: Word) -> io::Result<Flow> {
        match word {
            Word::Undo => match self.table.undo() {
                None => return self.oops("There is nothing to take back"),
                Some(count) => {
                    match count {
                        0 => writeln!(self.output, "The game goes on.")?,
                        1 => writeln!(self.output, "One move taken back.")?,
                        _ => writeln!(self.output, "{count} moves taken back.")?,
                    }
                    self.show_board()?;
                }
            },
            Word::Moves => {
                let list = board::legal_moves(self.table.game().position());
                self.output.write_all(list.as_bytes())?;
            }
            Word::Board => self.show_board()?,
            Word::Flip => {
                self.look.bottom = !self.look.bottom;
                self.show_board()?;
            }
            Word::Fen => writeln!(self.output, "{}", self.table.game().position())?,
            Word::Pgn => write!(self.output, "\n{}\n", pgn::write(&self.table))?,
            Word::Draw => self.offer_draw()?,
            Word::Resign => self.table.resign(self.table.side()),
            Word::Help => {
                writeln!(
                    self.output,
                    "  Type a move (e4, Nf3, exd5, O-O, e8=Q, e2e4), or:"
                )?;
                for (name, _, what) in input::WORDS {
                    writeln!(self.output, "  {STRONG}{name:<8}{STRONG:#}{what}")?;
                }
            }
            Word::Quit => return self.leave(),
        }
        Ok(Flow::Continue)
    }

    fn offer_draw(&mut self) -> io::Result<()> {
        let other = !self.table.side();
        let agreed = if self.table.place(other).is_human() {
            let answer = self.ask(&format!("{other}, do you take the draw? (yes or no)> "))?;
            answer
                .is_some_and(|answer| ["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
        } else {
            self.table.player_takes_draw(other)
        };
        if agreed {
            self.table.agree_to_draw();
            return Ok(());
        }
        writeln!(self.output, "{other} declines the draw.")
    }

    /// Says good-bye, and how to go on another time.
    fn leave(&mut self) -> io::Result<Flow> {
        if self.table.ending().is_none() && !self.table.game().moves().is_empty() {
            let position = self.table.game().position();
            let [white, black] = Color::ALL.map(|color| self.table.place(color).name.clone());
            writeln!(
                self.output,
                "The game stops here. To go on: espalier play --white {white} --black {black} --fen \"{position}\""
            )?;
        }
        self.output.flush()?;
        Ok(Flow::Quit)
    }

    /// Reads a line; `None` at the end of the input.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if self.prompts {
            write!(self.output, "{STRONG}{prompt}{STRONG:#}")?;
        }
        self.output.flush()?;
        // Input that cannot be read is input that has ended.
        let line = line::read(&mut self.input).ok().flatten();
        if line.is_none() && self.prompts {
            writeln!(self.output)?;
        }
        Ok(line.map(|line| match line {
            Line::Text(text) => text,
            Line::TooLong => "(a line of more than a million bytes)".to_owned(),
            Line::NotText => "(a line that is not UTF-8)".to_owned(),
        }))
    }

    fn show_board(&mut self) -> io::Result<()> {
        let drawn = board::draw(&self.table, self.look);
        self.output.write_all(drawn.as_bytes())?;
        let position = self.table.game().position();
        let shown = self.eval.as_deref();
        if let Some((name, it)) =
            shown.and_then(|name| Some((name, evaluators::parts(name, position)?)))
        {
            let parts: Vec<String> = it
                .parts
                .iter()
                .filter(|(part, _)| *part != name)
                .map(|(part, [white, black])| format!("{part} {}", white - black))
                .collect();
            let parts = if parts.is_empty() {
                String::new()
            } else {
                format!(" ({})", parts.join(", "))
            };
            writeln!(
                self.output,
                "{name}: {} for White{parts}\n",
                it.for_white(position)
            )?;
        }
        Ok(())
    }

    fn show_ending(&mut self, ending: Ending) -> io::Result<()> {
        let is_watched = self.delay.is_some() && !self.table.has_human();
        if !is_watched || self.table.game().moves().is_empty() {
            self.show_board()?;
        }
        let (text, result) = (sentence_start(&ending.to_string()), ending.result());
        let moves = match self.table.game().moves().len().div_ceil(2) {
            1 => "1 move".to_owned(),
            moves => format!("{moves} moves"),
        };
        writeln!(self.output, "{END}{text}{END:#}: {result} after {moves}.")?;
        self.output.flush()
    }

    fn oops(&mut self, reason: &str) -> io::Result<Flow> {
        let stop = if reason.ends_with('?') { "" } else { "." };
        writeln!(
            self.output,
            "{OOPS}{}{stop}{OOPS:#}",
            sentence_start(reason)
        )?;
        Ok(Flow::Continue)
    }
}

/// A text with a capital at its beginning.
fn sentence_start(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}
