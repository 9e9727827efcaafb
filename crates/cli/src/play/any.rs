//! A game other than chess in the terminal: the same table, a plainer board.

use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use games::nearest::{hint, quote};
use games::{BoardGame, Record, WithGame};
use gametree::{Player as Side, Request};
use players::Seat;

use crate::args::PlayArgs;
use crate::error::Failure;
use crate::search::position;
use crate::sitter::Sitter;
use crate::uci::line::{self, Line};

const STRONG: Style = Style::new().bold();
const OOPS: Style = AnsiColor::Yellow.on_default();
const END: Style = AnsiColor::Green.on_default().bold();

/// What can be typed besides moves.
const WORDS: [(&str, &str); 7] = [
    ("undo", "take your last move back"),
    ("moves", "list the legal moves"),
    ("board", "show the board again"),
    ("fen", "print the position"),
    ("resign", "give up"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// Plays one game of any kind.
pub struct PlayAny<'a, R, W> {
    pub args: &'a PlayArgs,
    pub prompts: bool,
    pub input: R,
    pub output: W,
}

impl<R: BufRead, W: Write> WithGame for PlayAny<'_, R, W> {
    type Output = Result<(), Failure>;

    fn run<G: BoardGame>(self, game: &G) -> Result<(), Failure> {
        let place = |sitter: &Sitter| -> Result<Place<G>, Failure> {
            let seat = sitter.seat::<G>().map_err(Failure::input)?;
            let name = seat.as_ref().map_or_else(|| sitter.to_string(), Seat::name);
            Ok(Place { name, seat })
        };
        let mut table = Table {
            game,
            places: [place(&self.args.white)?, place(&self.args.black)?],
            record: Record::new(position(game, self.args.fen.as_deref())?),
            delay: self.args.delay.map(Duration::from_millis),
            prompts: self.prompts,
            input: self.input,
            output: self.output,
        };
        Ok(table.run()?)
    }
}

struct Place<G: BoardGame> {
    /// Who, with everything that is needed to meet them again.
    name: String,
    /// Where a player sits; people do without.
    seat: Option<Seat<G>>,
}

struct Table<'a, G: BoardGame, R, W> {
    game: &'a G,
    places: [Place<G>; 2],
    record: Record<G>,
    delay: Option<Duration>,
    prompts: bool,
    input: R,
    output: W,
}

impl<G: BoardGame, R: BufRead, W: Write> Table<'_, G, R, W> {
    fn run(&mut self) -> io::Result<()> {
        let has_human = self.places.iter().any(|place| place.seat.is_none());
        if has_human {
            writeln!(
                self.output,
                "Type a move, or help for what else you can type."
            )?;
            self.show_board()?;
        }
        loop {
            let legal = self.game.legal_moves(self.record.state());
            if legal.is_empty() {
                return self.show_end();
            }
            let side = self.game.side(self.record.state());
            let place = &mut self.places[side.index()];
            if let Some(seat) = &mut place.seat {
                let answer = seat.answer(self.game, &self.record, &Request::default());
                let mv = match answer {
                    Ok(answer) => answer.best.unwrap_or(legal[0]),
                    Err(fault) => {
                        let (loser, winner) = (self.place(side), self.place(side.other()));
                        writeln!(self.output, "{END}{winner} wins: {loser} {fault}.{END:#}")?;
                        return self.output.flush();
                    }
                };
                let text = self.game.write_move(mv);
                self.record.play(self.game, mv);
                if has_human {
                    writeln!(
                        self.output,
                        "{} plays {STRONG}{text}{STRONG:#}.",
                        self.place(side)
                    )?;
                    self.show_board()?;
                } else if let Some(delay) = self.delay {
                    self.show_board()?;
                    thread::sleep(delay);
                }
            } else if !self.human_turn(side, &legal)? {
                return self.output.flush();
            }
        }
    }

    /// One line from a person. Whether the game goes on.
    fn human_turn(&mut self, side: Side, legal: &[G::Move]) -> io::Result<bool> {
        if self.prompts {
            write!(self.output, "{STRONG}{} to move> {STRONG:#}", name(side))?;
        }
        self.output.flush()?;
        let text = match line::read(&mut self.input).ok().flatten() {
            None => return self.leave().map(|()| false),
            Some(Line::Text(text)) => text.trim().to_owned(),
            Some(_) => "(a line that is too long or no text)".to_owned(),
        };
        match text.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return self.leave().map(|()| false),
            "help" | "?" => {
                let example = self.game.write_move(legal[0]);
                writeln!(self.output, "  Type a move such as {example}, or:")?;
                for (word, what) in WORDS {
                    writeln!(self.output, "  {STRONG}{word:<8}{STRONG:#}{what}")?;
                }
            }
            "moves" => {
                let moves: Vec<String> = legal.iter().map(|&mv| self.game.write_move(mv)).collect();
                writeln!(self.output, "{}", moves.join(" "))?;
            }
            "board" => self.show_board()?,
            "fen" => writeln!(
                self.output,
                "{}",
                self.game.write_position(self.record.state())
            )?,
            "resign" => {
                writeln!(
                    self.output,
                    "{END}{} wins, {} resigned.{END:#}",
                    self.place(side.other()),
                    name(side)
                )?;
                return Ok(false);
            }
            "undo" => self.undo()?,
            _ => match self.game.read_move(self.record.state(), &text) {
                Ok(mv) => {
                    self.record.play(self.game, mv);
                    self.show_board()?;
                }
                Err(error) => {
                    let meant = hint(&text, WORDS.map(|(word, _)| word));
                    let reason = if meant.is_empty() {
                        format!("{error} (help lists what you can type)")
                    } else {
                        format!("{} is neither a move nor a command{meant}", quote(&text))
                    };
                    writeln!(self.output, "{OOPS}{reason}{OOPS:#}")?;
                }
            },
        }
        Ok(true)
    }

    /// Takes moves back until a person is to move again.
    fn undo(&mut self) -> io::Result<()> {
        let states = self.record.states();
        let earlier = &states[..states.len() - 1];
        let target = earlier
            .iter()
            .rposition(|state| self.places[self.game.side(state).index()].seat.is_none());
        let Some(target) = target else {
            return writeln!(self.output, "{OOPS}There is nothing to take back.{OOPS:#}");
        };
        while self.record.moves().len() > target {
            self.record.undo();
        }
        self.show_board()
    }

    fn leave(&mut self) -> io::Result<()> {
        if !self.record.moves().is_empty() {
            let position = self.game.write_position(self.record.state());
            writeln!(
                self.output,
                "The game stops here. To go on: espalier play --game {} --fen \"{position}\"",
                G::KIND
            )?;
        }
        self.output.flush()
    }

    fn place(&self, side: Side) -> String {
        format!("{} ({})", name(side), self.places[side.index()].name)
    }

    fn show_board(&mut self) -> io::Result<()> {
        write!(self.output, "\n{}\n", self.game.render(self.record.state()))
    }

    fn show_end(&mut self) -> io::Result<()> {
        self.show_board()?;
        let side = self.game.side(self.record.state());
        let score = self.game.terminal(self.record.state()).unwrap_or(0);
        let plies = self.record.moves().len();
        let text = match score {
            0 => "Draw".to_owned(),
            1.. => format!("{} wins", self.place(side)),
            _ => format!("{} wins", self.place(side.other())),
        };
        let margin = if gametree::score::is_decisive(score) || score == 0 {
            String::new()
        } else {
            format!(" by {}", score.abs())
        };
        writeln!(
            self.output,
            "{END}{text}{margin}{END:#} after {plies} plies."
        )?;
        self.output.flush()
    }
}

/// What a side is called where the game has no colours of its own.
fn name(side: Side) -> &'static str {
    match side {
        Side::First => "The first player",
        Side::Second => "The second player",
    }
}
