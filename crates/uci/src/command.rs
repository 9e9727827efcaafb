//! Commands, parsed from lines.
//!
//! [`parse`] checks the syntax of one line. The session checks FENs and moves. As the protocol demands, white space is arbitrary and
//! unknown tokens are ignored.

use std::str::SplitAsciiWhitespace;

use games::nearest::{hint, quote};

use super::genfens::GenFens;
use super::go::Go;

/// The maximum depth of perft and bench.
pub const MAX_DEPTH: u32 = 99;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// An empty line or a comment (`# ...`).
    Nothing,
    /// `uci`: name the engine and list its options.
    Uci,
    /// `debug on|off`: report unknown tokens.
    Debug(bool),
    /// `isready`: answer `readyok`.
    IsReady,
    /// `setoption name N [value V]`.
    SetOption {
        /// The name, with single spaces between its words.
        name: String,
        /// The value. A button has none.
        value: Option<String>,
    },
    /// `register ...`: no effect.
    Register,
    /// `ucinewgame`: the next position is from another game.
    NewGame,
    /// `position startpos|fen ... [moves ...]`.
    Position {
        /// The FEN; `None` is the start position.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// `go ...`: search.
    Go(Box<Go>),
    /// `go perft N`: count the leaf nodes below each move.
    Perft(u32),
    /// `stop`: stop the search and report the move.
    Stop,
    /// `ponderhit`: the expected move was played, and the clock runs.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: show the position.
    Display,
    /// `eval`: show the evaluation.
    Eval,
    /// `flip`: swap the colours.
    Flip,
    /// `compiler`: show the build settings.
    Compiler,
    /// `help`: list the commands.
    Help,
    /// `license`: show the licence.
    License,
    /// `bench [DEPTH]`.
    Bench(Option<u32>),
    /// `genfens N seed S book None|FILE`: generate openings.
    GenFens(GenFens),
    /// `spsa`: list the parameters of the search.
    Spsa,
}

/// The name, the arguments and the effect of each command. The first [`PROTOCOL`] are those of the protocol.
pub const COMMANDS: [(&str, &str, &str); 21] = [
    ("uci", "", "name the engine and list its options"),
    ("debug", "on|off", "report unknown tokens"),
    ("isready", "", "answer readyok"),
    ("setoption", "name N [value V]", "set an option"),
    ("register", "...", "no effect"),
    ("ucinewgame", "", "the next position is from another game"),
    (
        "position",
        "startpos|fen FEN [moves M...]",
        "set up a position",
    ),
    (
        "go",
        "[searchmoves M...] [ponder] [infinite] [wtime|btime|winc|binc|movetime MS] [movestogo|depth|nodes|mate N]",
        "search for the best move",
    ),
    ("stop", "", "stop the search and report its move"),
    ("ponderhit", "", "the expected move was played"),
    ("quit", "", "exit"),
    ("go perft", "DEPTH", "count the leaf nodes of the move tree"),
    ("d", "", "show the position"),
    ("eval", "", "show the evaluation"),
    ("flip", "", "swap the colours"),
    (
        "bench",
        "[DEPTH]",
        "measure the speed; the number of nodes is constant",
    ),
    (
        "genfens",
        "N seed S book None|FILE [plies P]",
        "generate balanced openings",
    ),
    (
        "spsa",
        "",
        "list the parameters of the search in OpenBench's form",
    ),
    ("compiler", "", "show the build settings"),
    ("license", "", "GPL-3.0-or-later"),
    ("help", "", "list the commands"),
];

/// The number of commands of the protocol.
const PROTOCOL: usize = 11;

/// Whether a line begins with the name of a command.
#[must_use]
pub fn is_command(line: &str) -> bool {
    let first = line.split_ascii_whitespace().next();
    first.is_some_and(|word| COMMANDS.iter().any(|(name, ..)| *name == word))
}

/// Parses one line. The error is one sentence.
pub fn parse(line: &str) -> Result<Command, String> {
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else {
        return Ok(Command::Nothing);
    };
    if first.starts_with('#') {
        return Ok(Command::Nothing);
    }
    if is_command(first) {
        return parse_named(line, first, words);
    }
    // By the protocol, "joho debug on" is "debug on".
    while let Some(word) = words.next() {
        if COMMANDS[..PROTOCOL].iter().any(|(name, ..)| *name == word) {
            return parse_named(line, word, words);
        }
    }
    if first == "xboard" {
        return Err("this is a UCI engine: start it with xboard -fUCI".to_owned());
    }
    Err(format!(
        "unknown command {}{} (help lists the commands)",
        quote(first),
        hint(first, COMMANDS.iter().map(|(name, ..)| *name))
    ))
}

fn parse_named(
    line: &str,
    name: &str,
    mut words: SplitAsciiWhitespace<'_>,
) -> Result<Command, String> {
    Ok(match name {
        "uci" => Command::Uci,
        "debug" => match words.find(|word| ["on", "off"].contains(word)) {
            Some(word) => Command::Debug(word == "on"),
            None => return Err("debug is followed by on or off".to_owned()),
        },
        "isready" => Command::IsReady,
        "setoption" => parse_option(line, words)?,
        "register" => Command::Register,
        "ucinewgame" => Command::NewGame,
        "position" => parse_position(words)?,
        "go" => {
            let mut rest = words.clone();
            if rest.any(|word| word == "perft") {
                Command::Perft(parse_depth(rest.next().unwrap_or_default())?)
            } else {
                Command::Go(Box::new(Go::parse(words)))
            }
        }
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "flip" => Command::Flip,
        "bench" => Command::Bench(words.next().map(parse_depth).transpose()?),
        "genfens" => Command::GenFens(GenFens::parse(words).ok_or(
            "genfens is followed by a number, seed and a number, book and None or a file",
        )?),
        "spsa" => Command::Spsa,
        "compiler" => Command::Compiler,
        "license" => Command::License,
        // The only other name in the list.
        _ => Command::Help,
    })
}

fn parse_depth(word: &str) -> Result<u32, String> {
    match word.parse() {
        Ok(depth) if depth <= MAX_DEPTH => Ok(depth),
        _ => Err(format!(
            "the depth {} is not a number from 0 to {MAX_DEPTH}",
            quote(word)
        )),
    }
}

const OPTION_NAME: &str = "setoption is followed by name, and a name";

/// Parses `name N value V`. The value keeps its spaces, because it may be a file name.
fn parse_option(line: &str, mut words: SplitAsciiWhitespace<'_>) -> Result<Command, String> {
    words.find(|word| *word == "name").ok_or(OPTION_NAME)?;
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    if name.is_empty() {
        return Err(OPTION_NAME.to_owned());
    }
    let value = words.next().map(|first| {
        let start = first.as_ptr() as usize - line.as_ptr() as usize;
        line[start..].trim_ascii_end().to_owned()
    });
    Ok(Command::SetOption {
        name: name.join(" "),
        value,
    })
}

fn parse_position(mut words: SplitAsciiWhitespace<'_>) -> Result<Command, String> {
    let start = words
        .find(|word| ["startpos", "fen"].contains(word))
        .ok_or("position is followed by startpos or fen, and then moves")?;
    let before_moves: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    Ok(Command::Position {
        fen: (start == "fen").then(|| before_moves.join(" ")),
        moves: words.map(str::to_owned).collect(),
    })
}
