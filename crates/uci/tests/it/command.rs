//! Parsing of commands.

use uci::command::{COMMANDS, is_command};
use uci::{Command, parse};

fn error(text: &str) -> Result<Command, String> {
    Err(text.to_owned())
}

#[test]
fn white_space_and_unknown_first_words_are_ignored() {
    assert_eq!(parse("  uci\t "), Ok(Command::Uci));
    assert_eq!(parse("joho debug on"), Ok(Command::Debug(true)));
    assert_eq!(parse("debug  joho off"), Ok(Command::Debug(false)));
    assert_eq!(parse(" \t"), Ok(Command::Nothing));
    assert_eq!(parse("# quit"), Ok(Command::Nothing));
}

#[test]
fn unknown_first_words_precede_only_commands_of_the_protocol() {
    assert_eq!(
        parse("what d"),
        error("unknown command \"what\" (help lists the commands)")
    );
}

#[test]
fn every_listed_command_is_parsed() {
    let rest = |name| match name {
        "debug" => "on",
        "setoption" => "name Hash value 16",
        "position" => "startpos",
        "go perft" => "3",
        "genfens" => "3 seed 1 book None",
        _ => "",
    };
    for (name, ..) in COMMANDS {
        let line = format!("{name} {}", rest(name));
        assert!(parse(&line).is_ok(), "{line} gave {:?}", parse(&line));
        assert!(is_command(&line), "{line}");
    }
}

#[test]
fn option_names_and_values_may_have_spaces() {
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
    assert_eq!(
        parse("setoption"),
        error("setoption is followed by name, and a name")
    );
    assert_eq!(
        parse("setoption name value 3"),
        error("setoption is followed by name, and a name")
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
    assert_eq!(
        parse("position"),
        error("position is followed by startpos or fen, and then moves")
    );
    assert_eq!(
        parse("position moves e2e4"),
        error("position is followed by startpos or fen, and then moves")
    );
}

#[test]
fn perft_needs_a_depth() {
    assert_eq!(parse("go perft 3"), Ok(Command::Perft(3)));
    for bad in ["go perft", "go perft -3", "go perft abc", "go perft 100"] {
        assert!(
            parse(bad).is_err_and(|error| error.starts_with("the depth ")),
            "{bad}"
        );
    }
}

#[test]
fn errors_suggest_the_nearest_command() {
    let text = "unknown command \"isredy\"; did you mean isready? (help lists the commands)";
    assert_eq!(parse("isredy"), error(text));
}
