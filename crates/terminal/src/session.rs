//! A game on standard input and output: prompts, commands, the moves of both players.

use std::io::{self, IsTerminal, StdinLock, StdoutLock, Write};
use std::thread;
use std::time::Duration;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use contest::LiveGame;
use games::nearest::{hint, quote};
use games::{BoardGame, Chess};
use gametree::Side;
use uci::line::{self, Line};

use crate::View;

const STRONG: Style = Style::new().bold();
const WARNING: Style = AnsiColor::Yellow.on_default();
const END: Style = AnsiColor::Green.on_default().bold();
/// Clears the terminal.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J";

/// The commands with their descriptions.
const COMMANDS: [(&str, &str); 10] = [
    ("undo", "take your last move back"),
    ("moves", "list the legal moves"),
    ("board", "show the board"),
    ("flip", "turn the board"),
    ("fen", "print the position"),
    ("pgn", "print the game"),
    ("draw", "offer a draw"),
    ("resign", "resign the game"),
    ("help", "list the commands"),
    ("quit", "quit"),
];

/// Whether the program continues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// Plays a game on standard input and output, and returns its view. `delay` is the time to show each move of a game between
/// programs; `None` shows only the last position.
///
/// # Errors
/// Standard output cannot be written.
pub fn play<G: BoardGame, V: View<G>>(
    live: LiveGame<G>,
    view: V,
    delay: Option<Duration>,
) -> io::Result<V> {
    let mut play = Play {
        live,
        view,
        delay,
        has_prompts: io::stdin().is_terminal(),
        input: io::stdin().lock(),
        output: AutoStream::auto(io::stdout().lock()),
    };
    play.run()?;
    Ok(play.view)
}

struct Play<G: BoardGame, V> {
    live: LiveGame<G>,
    view: V,
    delay: Option<Duration>,
    has_prompts: bool,
    input: StdinLock<'static>,
    output: AutoStream<StdoutLock<'static>>,
}

impl<G: BoardGame, V: View<G>> Play<G, V> {
    fn run(&mut self) -> io::Result<()> {
        if self.live.has_human() {
            writeln!(self.output, "{}", V::INTRODUCTION)?;
            // A program that moves first shows the board after its move.
            if self.is_human_turn() {
                self.show_board()?;
            }
        }
        loop {
            let flow = if let Some((text, _)) = self.live.ending() {
                self.show_ending(&text)?;
                match self.live.has_human() {
                    true => self.look_back()?,
                    false => Flow::Quit,
                }
            } else if self.is_human_turn() {
                self.human_turn()?
            } else {
                self.program_turn()?
            };
            if flow == Flow::Quit {
                return self.output.flush();
            }
        }
    }

    fn is_human_turn(&self) -> bool {
        self.live.place(self.live.side()).is_human()
    }

    fn program_turn(&mut self) -> io::Result<Flow> {
        let side = self.live.side();
        let mv = match self.live.choose() {
            Ok(choice) => {
                self.view.note(&self.live, &choice.answer, choice.time);
                choice.mv
            }
            Err(fault) => {
                let name = &self.live.place(side).name;
                let text = format!("{} ({name}) {fault}", G::SIDES[side.index()]);
                return self.warn(&text);
            }
        };
        let text = self.live.game.display_move(self.live.state(), mv);
        self.live.play(mv);
        if self.live.has_human() {
            let side = self.view.side(&self.live, side);
            writeln!(self.output, "{side} plays {STRONG}{text}{STRONG:#}.")?;
            if self.live.ending().is_none() {
                self.show_board()?;
            }
        } else if let Some(delay) = self.delay {
            write!(self.output, "{CLEAR}")?;
            self.show_board()?;
            thread::sleep(delay);
        }
        Ok(Flow::Continue)
    }

    fn human_turn(&mut self) -> io::Result<Flow> {
        let in_check = self.live.game.in_check(self.live.state());
        let check = if in_check { ", check" } else { "" };
        let side = G::SIDES[self.live.side().index()];
        let Some(line) = self.ask(&format!("{side} to move{check}> "))? else {
            return self.leave();
        };
        let text = line.trim();
        if text.is_empty() {
            return Ok(Flow::Continue);
        }
        if let Some(command) = command_of::<G, V>(text) {
            return self.execute(command);
        }
        match self.live.game.parse_move(self.live.state(), text) {
            Ok(mv) => {
                self.live.play(mv);
                // A program shows the board after its answer.
                if self.live.ending().is_none() && self.is_human_turn() {
                    self.show_board()?;
                } else if let Some(value) = self.view.value(&self.live) {
                    write!(self.output, "{value}")?;
                }
                Ok(Flow::Continue)
            }
            Err(error) => match hint(text, COMMANDS.map(|(name, _)| name)) {
                hint if hint.is_empty() && in_check => self.warn(&format!(
                    "{error}: {side} is in check (moves lists the legal moves)"
                )),
                hint if hint.is_empty() => self.warn(&format!(
                    "{error} (moves lists the legal moves, help the commands)"
                )),
                hint => self.warn(&format!(
                    "{} is neither a move nor a command{hint}",
                    quote(text)
                )),
            },
        }
    }

    /// Executes commands after the end of the game, until the game continues or the player quits.
    fn look_back(&mut self) -> io::Result<Flow> {
        while self.live.ending().is_some() {
            let Some(line) = self.ask("game over (undo, pgn, quit)> ")? else {
                return Ok(Flow::Quit);
            };
            let flow = match command_of::<G, V>(line.trim()) {
                Some(command) if !["draw", "resign"].contains(&command) => self.execute(command)?,
                None if line.trim().is_empty() => Flow::Continue,
                _ => {
                    self.warn("The game is over; undo takes the last move back, and quit quits")?
                }
            };
            if flow == Flow::Quit {
                return Ok(flow);
            }
        }
        Ok(Flow::Continue)
    }

    fn execute(&mut self, command: &str) -> io::Result<Flow> {
        match command {
            "undo" => match self.live.undo() {
                None => return self.warn("There is no move to take back"),
                Some(count) => {
                    match count {
                        0 => writeln!(self.output, "The game continues.")?,
                        1 => writeln!(self.output, "One move taken back.")?,
                        _ => writeln!(self.output, "{count} moves taken back.")?,
                    }
                    self.show_board()?;
                }
            },
            "moves" => write!(self.output, "{}", self.view.moves(&self.live))?,
            "board" => self.show_board()?,
            "flip" => {
                self.view.flip();
                self.show_board()?;
            }
            "fen" => writeln!(self.output, "{}", self.live.position_text())?,
            "pgn" => write!(self.output, "\n{}\n", self.live.pgn())?,
            "draw" => self.offer_draw()?,
            "resign" => self.live.resign(),
            "help" => {
                let examples = self.view.examples(&self.live);
                writeln!(self.output, "  Type a move{examples}, or:")?;
                for (name, what) in commands::<G, V>() {
                    writeln!(self.output, "  {STRONG}{name:<8}{STRONG:#}{what}")?;
                }
            }
            _ => return self.leave(),
        }
        Ok(Flow::Continue)
    }

    fn offer_draw(&mut self) -> io::Result<()> {
        let other = self.live.side().other();
        let name = G::SIDES[other.index()];
        let is_agreed = if self.live.place(other).is_human() {
            let answer = self.ask(&format!("{name}, do you accept the draw? (yes or no)> "))?;
            let answer = answer.unwrap_or_default().trim().to_lowercase();
            ["y", "yes"].contains(&answer.as_str())
        } else {
            self.live.player_takes_draw(other)
        };
        if is_agreed {
            self.live.agree_to_draw();
            return Ok(());
        }
        writeln!(self.output, "{name} declines the draw.")
    }

    /// Quits, and prints the command that continues the game.
    fn leave(&mut self) -> io::Result<Flow> {
        if self.live.ending().is_none() && self.live.plies() > 0 {
            let game = match G::ID == Chess::ID {
                true => String::new(),
                false => format!(" --game {}", G::ID),
            };
            let [white, black] =
                [Side::First, Side::Second].map(|side| &self.live.place(side).name);
            let position = self.live.position_text();
            writeln!(
                self.output,
                "To continue this game: espalier play{game} --white {white} --black {black} --fen \"{position}\""
            )?;
        }
        Ok(Flow::Quit)
    }

    /// Reads a line; `None` at the end of the input.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if self.has_prompts {
            write!(self.output, "{STRONG}{prompt}{STRONG:#}")?;
        }
        self.output.flush()?;
        loop {
            // A read error ends the input.
            let reason = match line::read(&mut self.input).ok().flatten() {
                Some(Line::Text(text)) => return Ok(Some(text)),
                Some(Line::TooLong) => "a line of more than a million bytes is ignored",
                Some(Line::NotText) => "a line that is not UTF-8 is ignored",
                None => break,
            };
            self.warn(reason)?;
        }
        if self.has_prompts {
            writeln!(self.output)?;
        }
        Ok(None)
    }

    fn show_board(&mut self) -> io::Result<()> {
        write!(self.output, "{}", self.view.board(&self.live))
    }

    fn show_ending(&mut self, text: &str) -> io::Result<()> {
        let is_watched = self.delay.is_some() && !self.live.has_human();
        if !is_watched || self.live.plies() == 0 {
            self.show_board()?;
        }
        let Some((_, ending)) = self.live.ending() else {
            return Ok(());
        };
        let text = match ending.winner {
            Some(side) => {
                let name = self.view.side(&self.live, side);
                text.replacen(G::SIDES[side.index()], &name, 1)
            }
            None => text.to_owned(),
        };
        let (result, length) = (ending.result().text(), self.view.length(self.live.plies()));
        writeln!(self.output, "{END}{text}{END:#}: {result} after {length}.")?;
        self.output.flush()
    }

    fn warn(&mut self, reason: &str) -> io::Result<Flow> {
        let stop = if reason.ends_with('?') { "" } else { "." };
        let mut letters = reason.chars();
        let first = letters.next().map(char::to_uppercase);
        let sentence: String = first.into_iter().flatten().chain(letters).collect();
        writeln!(self.output, "{WARNING}{sentence}{stop}{WARNING:#}")?;
        Ok(Flow::Continue)
    }
}

/// Returns the commands of a view.
fn commands<G: BoardGame, V: View<G>>() -> impl Iterator<Item = (&'static str, &'static str)> {
    let commands = COMMANDS.into_iter();
    commands.filter(|(name, _)| V::CAN_FLIP || *name != "flip")
}

/// Returns the command that a line names, in any case.
fn command_of<G: BoardGame, V: View<G>>(text: &str) -> Option<&'static str> {
    let lower = text.to_ascii_lowercase();
    let name = match lower.as_str() {
        "?" => "help",
        "exit" | "q" => "quit",
        "takeback" => "undo",
        other => other,
    };
    let mut names = commands::<G, V>().map(|(name, _)| name);
    names.find(|known| *known == name)
}
