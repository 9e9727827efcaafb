//! What a GUI says, as typed commands.
//!
//! [`parse`] looks at one line and nothing else: whether a FEN or a move makes sense is asked when the command is
//! carried out. As the protocol demands, white space is arbitrary and unknown tokens are passed over.

use std::fmt;
use std::str::SplitAsciiWhitespace;
use std::time::Duration;

use chess::Color;

use crate::nearest::{hint, quote};
use crate::players::Limits;

/// A line from the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// An empty line or a comment (`# ...`).
    Nothing,
    /// `uci`: say who you are and what can be set.
    Uci,
    /// `debug on|off`: whether to tell about tokens that were passed over.
    Debug(bool),
    /// `isready`: answer as soon as everything before is done.
    IsReady,
    /// `setoption name N [value V]`.
    SetOption {
        /// The name, single spaces between its words.
        name: String,
        /// The value; a button has none.
        value: Option<String>,
    },
    /// `register ...`: nothing to register here.
    Register,
    /// `ucinewgame`: what comes next is another game.
    NewGame,
    /// `position startpos|fen ... [moves ...]`.
    Position {
        /// The FEN; `None` is the start position.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// `go ...`: find a move.
    Go(Go),
    /// `go perft N`: count the leaves below each move.
    Perft(u32),
    /// `stop`: end the search and say the move.
    Stop,
    /// `ponderhit`: the expected move was played, so the clock runs now.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: show the position.
    Display,
    /// `eval`: show the evaluation.
    Eval,
    /// `flip`: swap the colours.
    Flip,
    /// `compiler`: what this was built with.
    Compiler,
    /// `help`: the list of commands.
    Help,
    /// `license`.
    License,
    /// `bench [DEPTH]`.
    Bench(Option<u32>),
}

/// What `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Limits of the search, without `searchmoves`, which need a position.
    pub limits: Limits,
    /// `searchmoves`: only these moves are considered. `None` is all of them.
    pub search_moves: Option<Vec<String>>,
    /// Limits that came without a number and do not count. The search runs all the same: a GUI waits for its move.
    pub without_number: Vec<&'static str>,
    /// Tokens that mean nothing.
    pub unknown: Vec<String>,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// No command has this name.
    Unknown(String),
    /// `debug` without `on` or `off`.
    Debug,
    /// `setoption` without `name` and something after it.
    OptionName,
    /// `position` without `startpos` or `fen`.
    PositionStart,
    /// A depth that is not a number from 0 to [`DEEPEST`].
    Depth(String),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(
                f,
                "unknown command {}{} (help lists the commands)",
                quote(word),
                hint(word, COMMANDS.iter().map(|(name, ..)| *name))
            ),
            Self::Debug => f.write_str("debug is followed by on or off"),
            Self::OptionName => f.write_str("setoption is followed by name, and a name"),
            Self::PositionStart => {
                f.write_str("position is followed by startpos or fen, and then moves")
            }
            Self::Depth(text) => write!(
                f,
                "the depth {} is not a number from 0 to {DEEPEST}",
                quote(text)
            ),
        }
    }
}

impl std::error::Error for CommandError {}

/// The greatest depth that `go perft` and `bench` take.
pub const DEEPEST: u32 = 99;

/// Every command with what follows it and what it does. The first eleven are the protocol's own.
pub const COMMANDS: [(&str, &str, &str); 19] = [
    ("uci", "", "say who this is and which options there are"),
    ("debug", "on|off", "tell about tokens that mean nothing"),
    ("isready", "", "answer readyok"),
    ("setoption", "name N [value V]", "set an option"),
    ("register", "...", "not needed"),
    ("ucinewgame", "", "the next position is from another game"),
    (
        "position",
        "startpos|fen FEN [moves M...]",
        "set up a position",
    ),
    (
        "go",
        "[searchmoves M...] [ponder] [infinite] [wtime|btime|winc|binc|movetime MS] [movestogo|depth|nodes|mate N]",
        "find a move",
    ),
    ("stop", "", "end the search and say the move"),
    ("ponderhit", "", "the expected move was played"),
    ("quit", "", "leave"),
    ("go perft", "DEPTH", "count the leaves of the move tree"),
    ("d", "", "show the position"),
    ("eval", "", "show the evaluation"),
    ("flip", "", "swap the colours"),
    (
        "bench",
        "[DEPTH]",
        "measure the speed; the number of nodes is always the same",
    ),
    ("compiler", "", "what this was built with"),
    ("license", "", "GPL-3.0-or-later"),
    ("help", "", "this list"),
];

/// How many of [`COMMANDS`] are the protocol's own.
const PROTOCOL: usize = 11;

/// Whether a line begins with the name of a command.
#[must_use]
pub fn is_command(line: &str) -> bool {
    let first = line.split_ascii_whitespace().next();
    first.is_some_and(|word| COMMANDS.iter().any(|(name, ..)| *name == word))
}

/// Reads one line.
pub fn parse(line: &str) -> Result<Command, CommandError> {
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else {
        return Ok(Command::Nothing);
    };
    if first.starts_with('#') {
        return Ok(Command::Nothing);
    }
    if is_command(first) {
        return parse_named(first, words);
    }
    // "joho debug on" is "debug on", says the protocol.
    while let Some(word) = words.next() {
        if COMMANDS[..PROTOCOL].iter().any(|(name, ..)| *name == word) {
            return parse_named(word, words);
        }
    }
    Err(CommandError::Unknown(first.to_owned()))
}

fn parse_named(name: &str, mut words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    Ok(match name {
        "uci" => Command::Uci,
        "debug" => match words.find(|word| ["on", "off"].contains(word)) {
            Some(word) => Command::Debug(word == "on"),
            None => return Err(CommandError::Debug),
        },
        "isready" => Command::IsReady,
        "setoption" => parse_option(words)?,
        "register" => Command::Register,
        "ucinewgame" => Command::NewGame,
        "position" => parse_position(words)?,
        "go" => parse_go(words)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "flip" => Command::Flip,
        "bench" => Command::Bench(words.next().map(parse_depth).transpose()?),
        "compiler" => Command::Compiler,
        "license" => Command::License,
        "help" => Command::Help,
        other => return Err(CommandError::Unknown(other.to_owned())),
    })
}

fn parse_depth(word: &str) -> Result<u32, CommandError> {
    match word.parse() {
        Ok(depth) if depth <= DEEPEST => Ok(depth),
        _ => Err(CommandError::Depth(word.to_owned())),
    }
}

fn parse_option(mut words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    words
        .find(|word| *word == "name")
        .ok_or(CommandError::OptionName)?;
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    if name.is_empty() {
        return Err(CommandError::OptionName);
    }
    let value: Vec<&str> = words.collect();
    Ok(Command::SetOption {
        name: name.join(" "),
        value: (!value.is_empty()).then(|| value.join(" ")),
    })
}

fn parse_position(mut words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    let start = words
        .find(|word| ["startpos", "fen"].contains(word))
        .ok_or(CommandError::PositionStart)?;
    let before_moves: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    Ok(Command::Position {
        fen: (start == "fen").then(|| before_moves.join(" ")),
        moves: words.map(str::to_owned).collect(),
    })
}

/// The words that mean something after `go`. Words with a number come last.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "infinite",
    "perft",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
];

fn parse_go(words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    let mut words = words.peekable();
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "searchmoves" => {
                let moves = go.search_moves.get_or_insert_default();
                while let Some(word) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    moves.push(word.to_owned());
                }
            }
            "ponder" => go.limits.ponder = true,
            "infinite" => go.limits.infinite = true,
            "perft" => {
                return Ok(Command::Perft(parse_depth(
                    words.next().unwrap_or_default(),
                )?));
            }
            _ => match GO_WORDS.into_iter().find(|known| *known == word) {
                None => go.unknown.push(word.to_owned()),
                Some(limit) => match words.peek().copied().and_then(parse_number) {
                    None => go.without_number.push(limit),
                    Some(number) => {
                        words.next();
                        set_limit(&mut go.limits, limit, number);
                    }
                },
            },
        }
    }
    Ok(Command::Go(go))
}

/// A whole number, however large: what does not fit becomes the largest or smallest that does.
fn parse_number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let too_large = if word.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(word.parse().unwrap_or(too_large))
}

/// Sets a limit that has a number. A time below zero is zero; a count below one is one, except that no moves to go
/// says nothing at all.
fn set_limit(limits: &mut Limits, name: &str, number: i64) {
    let natural = u64::try_from(number).unwrap_or(0);
    let time = Duration::from_millis(natural);
    let count = natural.max(1);
    let small = u32::try_from(count).unwrap_or(u32::MAX);
    match name {
        "wtime" => limits.time[Color::White] = Some(time),
        "btime" => limits.time[Color::Black] = Some(time),
        "winc" => limits.increment[Color::White] = time,
        "binc" => limits.increment[Color::Black] = time,
        "movestogo" => limits.moves_to_go = (natural > 0).then_some(small),
        "depth" => limits.depth = Some(small),
        "nodes" => limits.nodes = Some(count),
        "mate" => limits.mate = Some(small),
        "movetime" => limits.move_time = Some(time),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match parse(line) {
            Ok(Command::Go(go)) => go,
            other => panic!("{line} gave {other:?}"),
        }
    }

    #[test]
    fn white_space_is_arbitrary_and_leading_junk_is_passed_over() {
        assert_eq!(parse("  uci\t "), Ok(Command::Uci));
        assert_eq!(parse("joho debug on"), Ok(Command::Debug(true)));
        assert_eq!(parse("debug  joho off"), Ok(Command::Debug(false)));
        assert_eq!(parse(" \t"), Ok(Command::Nothing));
        assert_eq!(parse("# quit"), Ok(Command::Nothing));
    }

    #[test]
    fn junk_does_not_run_commands_that_are_ours_alone() {
        assert_eq!(parse("what d"), Err(CommandError::Unknown("what".into())));
    }

    #[test]
    fn every_command_in_the_list_is_one() {
        let rest = |name| match name {
            "debug" => "on",
            "setoption" => "name Hash value 16",
            "position" => "startpos",
            "go perft" => "3",
            _ => "",
        };
        for (name, ..) in COMMANDS {
            let line = format!("{name} {}", rest(name));
            assert!(parse(&line).is_ok(), "{line} gave {:?}", parse(&line));
            assert!(is_command(&line), "{line}");
        }
    }

    #[test]
    fn option_names_may_have_spaces_and_values_too() {
        let option = |name: &str, value: Option<&str>| {
            Ok(Command::SetOption {
                name: name.into(),
                value: value.map(Into::into),
            })
        };
        assert_eq!(
            parse("setoption name Clear   Hash"),
            option("Clear Hash", None)
        );
        assert_eq!(
            parse("setoption name Move Overhead value 30"),
            option("Move Overhead", Some("30"))
        );
        assert_eq!(
            parse("setoption name Book value a b"),
            option("Book", Some("a b"))
        );
        assert_eq!(parse("setoption name Hash value"), option("Hash", None));
        assert_eq!(parse("setoption"), Err(CommandError::OptionName));
        assert_eq!(
            parse("setoption name value 3"),
            Err(CommandError::OptionName)
        );
    }

    #[test]
    fn a_position_is_a_start_and_moves() {
        assert_eq!(
            parse("position startpos moves e2e4 e7e5"),
            Ok(Command::Position {
                fen: None,
                moves: vec!["e2e4".into(), "e7e5".into()]
            })
        );
        assert_eq!(
            parse("position fen 8/8/8/8/8/8/8/8 w - - 0 1"),
            Ok(Command::Position {
                fen: Some("8/8/8/8/8/8/8/8 w - - 0 1".into()),
                moves: vec![]
            })
        );
        assert_eq!(parse("position"), Err(CommandError::PositionStart));
        assert_eq!(
            parse("position moves e2e4"),
            Err(CommandError::PositionStart)
        );
    }

    #[test]
    fn go_takes_every_limit_in_any_order() {
        let go = go(
            "go nodes 5 wtime 1000 btime -7 winc 10 binc 20 movestogo 4 mate 3 searchmoves e2e4 d2d4 \
                     movetime 50 depth 0 infinite ponder",
        );
        assert_eq!(
            go.search_moves,
            Some(vec!["e2e4".to_owned(), "d2d4".to_owned()])
        );
        assert_eq!(
            go.limits,
            Limits {
                time: [Some(Duration::from_secs(1)), Some(Duration::ZERO)],
                increment: [Duration::from_millis(10), Duration::from_millis(20)],
                moves_to_go: Some(4),
                depth: Some(1),
                nodes: Some(5),
                mate: Some(3),
                move_time: Some(Duration::from_millis(50)),
                infinite: true,
                ponder: true,
                ..Limits::default()
            }
        );
        assert_eq!((go.without_number, go.unknown), (vec![], vec![]));
    }

    #[test]
    fn go_survives_missing_and_absurd_numbers() {
        let odd = go("go wtime btime 5 depth x nodes 99999999999999999999 movestogo 0 fast");
        assert_eq!(odd.without_number, ["wtime", "depth"]);
        assert_eq!(odd.unknown, ["x", "fast"]);
        assert_eq!(odd.limits.time, [None, Some(Duration::from_millis(5))]);
        assert_eq!(odd.limits.nodes, Some(i64::MAX as u64));
        assert_eq!(odd.limits.moves_to_go, None);
    }

    #[test]
    fn perft_needs_a_depth() {
        assert_eq!(parse("go perft 3"), Ok(Command::Perft(3)));
        for bad in ["go perft", "go perft -3", "go perft abc", "go perft 100"] {
            assert!(matches!(parse(bad), Err(CommandError::Depth(_))), "{bad}");
        }
    }

    #[test]
    fn an_unknown_command_gets_the_nearest_one() {
        let error = parse("isredy").unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown command \"isredy\"; did you mean isready? (help lists the commands)"
        );
    }
}
