//! Reading and writing games: tags, trees, comments, errors, limits.

use std::time::Duration;

use games::GameResult;
use gametree::Value;
use notation::{Command, Comment, Game, Games, Limits, MatchNote, Paint, Variant};

fn read(text: &str) -> Game {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The moves of a game as written.
fn moves(game: &Game) -> String {
    let text = game.to_string();
    let (_, moves) = text
        .split_once("\n\n")
        .expect("an empty line after the tags");
    moves.trim_end().replace('\n', " ")
}

#[test]
fn moves_are_written_in_export_format() {
    let table = [
        ("*", "*"),
        ("1.e4 e5 2.Nf3", "1. e4 e5 2. Nf3 *"),
        ("1. e2e4 e7e5 2. Ng1f3 0-1", "1. e4 e5 2. Nf3 0-1"),
        (
            "1. e4! e5?? 2. Nf3!? $10 Nc6 1/2-1/2",
            "1. e4 $1 e5 $4 2. Nf3 $5 $10 Nc6 1/2-1/2",
        ),
        ("1. e4 {king's pawn} e5", "1. e4 {king's pawn} 1... e5 *"),
        ("{before} 1. e4 {a} {b}", "{before} 1. e4 {a} {b} *"),
        ("1. e4 {} e5", "1. e4 {} 1... e5 *"),
        (
            "1. e4 (1. d4 d5) (1. c4) e5",
            "1. e4 (1. d4 d5) (1. c4) 1... e5 *",
        ),
        (
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 {Alapin})) 2. f4",
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 {Alapin})) 2. f4 *",
        ),
        (
            "1. e4 ({why not} 1. d4) {so} e5",
            "1. e4 ({why not} 1. d4) {so} 1... e5 *",
        ),
        ("1. e4 () ({}) e5", "1. e4 () ({}) 1... e5 *"),
        ("1. e4 (1. d4 *) e5 1-0", "1. e4 (1. d4) 1... e5 1-0"),
        (
            "1. e4 { [%eval 0.17,18] [%clk 0:00:30] } e5 {[%eval #-3]fine}",
            "1. e4 {[%eval 0.17,18] [%clk 0:00:30]} 1... e5 {[%eval #-3] fine} *",
        ),
        (
            "1. e4 {+0.35/18 1.234s} e5 {book}",
            "1. e4 {+0.35/18 1.234s} 1... e5 {book} *",
        ),
    ];
    for (text, expected) in table {
        let game = read(text);
        assert_eq!(moves(&game), expected, "{text}");
        assert_eq!(read(&game.to_string()), game, "{text}");
    }
}

#[test]
fn the_roster_is_written_first() {
    let game = read(
        "[ECO \"C20\"]\n[Black \"B \\\"x\\\" \\\\\"]\n[White \"A\"]\n[Annotator \"me\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0",
    );
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n\
        [Black \"B \\\"x\\\" \\\\\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n[Annotator \"me\"]\n\n1. e4 e5 1-0\n";
    assert_eq!(game.to_string(), expected);
    assert_eq!(game.tags.get("Black"), Some("B \"x\" \\"));
    assert_eq!(game.tags.get("Annotator"), Some("me"));
    assert_eq!(game.tags.get("Opening"), None);
}

#[test]
fn the_result_is_read_from_the_moves_or_the_tag() {
    assert_eq!(
        read("[Result \"0-1\"]\n\n1. e4").result,
        Some(GameResult::Second)
    );
    assert_eq!(
        read("[Result \"0-1\"]\n\n1. e4 *").result,
        Some(GameResult::Second)
    );
    assert_eq!(
        read("[Result \"0-1\"]\n\n1. e4 1-0").result,
        Some(GameResult::First)
    );
    assert_eq!(read("1. e4 1/2-1/2").result, Some(GameResult::Draw));
    assert_eq!(read("1. e4").result, None);
}

#[test]
fn games_from_other_positions() {
    let game = read("[FEN \"4k3/8/8/8/8/8/4p3/4K2R b K - 3 40\"]\n\n40... Kd7 41. Kxe2 Kc6 *");
    assert_eq!(moves(&game), "40... Kd7 41. Kxe2 Kc6 *");
    assert!(
        game.to_string()
            .contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K2R b K - 3 40\"]\n")
    );

    let text = "[Variant \"fischerandom\"]\n[FEN \"3k4/8/8/8/8/8/8/4RK1R w HE - 0 1\"]\n\n1. O-O-O+ Ke7 2. Kb1 *";
    let game = read(text);
    assert_eq!(game.variant, Variant::Chess960);
    assert_eq!(moves(&game), "1. O-O-O+ Ke7 2. Kb1 *");
    assert!(game.to_string().contains("[Variant \"Chess960\"]"));
    assert_eq!(read(&game.to_string()), game);
}

#[test]
fn commands_in_comments() {
    let seconds = Duration::from_secs;
    let arrow = (Paint::Blue, chess::Square::B1, chess::Square::C3);
    let table = [
        (
            "[%eval 0.17,18]",
            Command::Eval(notation::Eval {
                value: Value::Centipawns(17),
                depth: Some(18),
            }),
        ),
        (
            "[%eval -.5]",
            Command::Eval(notation::Eval {
                value: Value::Centipawns(-50),
                depth: None,
            }),
        ),
        (
            "[%eval #-3]",
            Command::Eval(notation::Eval {
                value: Value::Mate(-3),
                depth: None,
            }),
        ),
        ("[%clk 1:02:03]", Command::Clock(seconds(3_723))),
        (
            "[%emt 0:00:01.25]",
            Command::Elapsed(Duration::from_millis(1_250)),
        ),
        (
            "[%csl Ge5,Rd4]",
            Command::Squares(vec![
                (Paint::Green, chess::Square::E5),
                (Paint::Red, chess::Square::D4),
            ]),
        ),
        ("[%cal Bb1c3]", Command::Arrows(vec![arrow])),
        (
            "[%cal]",
            Command::Other {
                name: "cal".to_owned(),
                value: String::new(),
            },
        ),
        (
            "[%eval high]",
            Command::Other {
                name: "eval".to_owned(),
                value: "high".to_owned(),
            },
        ),
        (
            "[%clk 0:61:00]",
            Command::Other {
                name: "clk".to_owned(),
                value: "0:61:00".to_owned(),
            },
        ),
        (
            "[%tool a, b]",
            Command::Other {
                name: "tool".to_owned(),
                value: "a, b".to_owned(),
            },
        ),
    ];
    for (text, command) in table {
        let comment = Comment::new(&format!("one {text}two"));
        assert_eq!(comment.commands().collect::<Vec<_>>(), [&command], "{text}");
        assert_eq!(comment.text(), "one two", "{text}");
        assert_eq!(Comment::new(&comment.to_string()), comment, "{text}");
    }
    for text in [
        "[% x]",
        "[%a-b]",
        "[%clk 0:00:01",
        "[%clk [x] 0:00:01]",
        "][",
    ] {
        assert_eq!(Comment::new(text).text(), text);
    }
    let comment = Comment::new("x").with(&Command::Clock(seconds(30)));
    assert_eq!(comment.to_string(), "x [%clk 0:00:30]");
    assert_eq!(comment.clock(), Some(seconds(30)));
}

#[test]
fn match_notes() {
    let table = [
        (
            "+0.35/18 1.234s",
            Some((Some(Value::Centipawns(35)), 18, 1_234, "")),
        ),
        (
            "-12.05/7 0.05s, n=100, sd=9, tb=1, n=x",
            Some((Some(Value::Centipawns(-1_205)), 7, 50, "tb=1, n=x")),
        ),
        ("+M5/30 2s", Some((Some(Value::Mate(5)), 30, 2_000, ""))),
        ("-M4/30 2.0s", Some((Some(Value::Mate(-4)), 30, 2_000, ""))),
        ("-8/3 0.1s", Some((Some(Value::Points(-8)), 3, 100, ""))),
        ("0.100s, n=5", Some((None, 0, 100, ""))),
        ("book", None),
        ("0.1 1s", None),
        ("+0.1/x 1s", None),
        ("++1/3 1s", None),
        ("+0.1/3 -1s", None),
        ("+0.1/3 NaNs", None),
    ];
    for (text, expected) in table {
        let note = MatchNote::from_comment(&Comment::new(text));
        let found = note.as_ref().map(|note| {
            (
                note.value,
                note.depth,
                note.time.as_millis(),
                note.rest.as_str(),
            )
        });
        assert_eq!(found, expected, "{text}");
        if let Some(note) = note {
            assert_eq!(
                note.to_comment().as_ref().and_then(MatchNote::from_comment),
                Some(note),
                "{text}"
            );
        }
    }
}

#[test]
fn errors_name_the_place_and_the_fault() {
    let table = [
        ("", "game 1, found no tag, move or result"),
        ("...", "game 1, found no tag, move or result"),
        (
            "hello",
            "game 1, move 1 of White: \"hello\" is not a move such as e4, Nbd7 or O-O",
        ),
        (
            "1. e4 e5 White resigns 1-0",
            "game 1, move 2 of White: \"White\" is not a move such as e4, Nbd7 or O-O",
        ),
        (
            "1. e4 e5 2. Ke3",
            "game 1, move 2 of White: there is no legal move Ke3 here",
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Nc3 Nd4 4. Nb5 Na3",
            "game 1, move 4 of Black: there is no legal move Na3 here",
        ),
        (
            "1. d4 d5 2. Nf3 Nf6 3. Nd2",
            "game 1, move 3 of White: Nd2 may be any of Nbd2, Nfd2",
        ),
        (
            "1. e4 (1. d4 Qh4) e5",
            "game 1, move 1 of Black: there is no legal move Qh4 here",
        ),
        (
            "1. e4 -- 2. d4",
            "game 1, move 1 of Black: \"--\" is not a move such as e4, Nbd7 or O-O",
        ),
        (
            "(1. d4) 1. e4",
            "game 1, moves: a variation or glyph has no move before it",
        ),
        (
            "1. e4) e5",
            "game 1, moves: the end of a variation has no beginning",
        ),
        (
            "1. e4 (1. d4 d5",
            "game 1, moves: the game ends inside a variation",
        ),
        ("1. e4 {open", "game 1, syntax: a comment is not closed"),
        ("[White \"open", "game 1, syntax: a tag is not closed"),
        (
            "[FEN \"8/8\"]\n\n*",
            "game 1, tag FEN: bad FEN: found `8/8`, expected a position (a FEN has six fields (pieces, side, castling, en passant, two counters), and this has 1)",
        ),
        (
            "[Variant \"Atomic\"]\n\n1. e4",
            "game 1, tag Variant: found \"Atomic\", expected Standard, Chess960 or one of minichess, connect4, othello, othello6, othello4, tictactoe",
        ),
        (
            "[Variant \"othello\"]\n\n1. f5",
            "game 1, tag Variant: found a game of othello, expected chess",
        ),
        (
            "[two words \"x\"]\n\n1. e4",
            "game 1, tags: \"two words\" cannot be the name of a tag",
        ),
        (
            "1. e4 *\n\n1. d4 *",
            "game 1, more text follows where one game is expected",
        ),
    ];
    for (text, message) in table {
        let error = text.parse::<Game>().expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn the_reader_continues_after_an_error() {
    let file = "[White \"one\"]\n\n1. e4 *\n\n[White \"two\"]\n\n1. e5 {no} (1. d4) *\n\n\
        [White \"three\n[FEN \"nonsense\"]\n\n1. d4 *\n\n[White \"four\"]\n\n1. c4 0-1\n";
    let found: Vec<_> = Games::new(file.as_bytes())
        .map(|game| game.map(|game| game.tags.get("White").map(str::to_owned)))
        .map(|game| game.map_err(|error| error.to_string()))
        .collect();
    assert_eq!(found.len(), 4);
    assert_eq!(found[0], Ok(Some("one".to_owned())));
    assert_eq!(
        found[1],
        Err("game 2, move 1 of White: there is no legal move e5 here".to_owned())
    );
    assert!(
        found[2]
            .as_ref()
            .is_err_and(|error| error.starts_with("game 3, tag FEN"))
    );
    assert_eq!(found[3], Ok(Some("four".to_owned())));
}

#[test]
fn games_beyond_a_limit_are_rejected() {
    let limits = Limits {
        depth: 3,
        items: 50,
        comment: 300,
        comments: 500,
        tags: 2,
        tag: 255,
    };
    let error = |text: &str| {
        let mut games = Games::with_limits(text.as_bytes(), limits);
        let first = games.next().expect("a game");
        first.map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(error("1. e4 (1. d4 (1. c4 (1. b4)))"), Ok(()));
    let deep = "1. e4 (1. d4 (1. c4 (1. b4 (1. a4))))";
    assert_eq!(
        error(deep),
        Err("game 1, moves: the game is too large: variations more than 3 deep".to_owned())
    );
    let long = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(13);
    assert_eq!(
        error(&long),
        Err("game 1, moves: the game is too large: more than 50 moves, glyphs, comments and variations".to_owned())
    );
    let comment = format!("1. e4 {{{}}}", "x".repeat(301));
    assert_eq!(
        error(&comment),
        Err("game 1, moves: the game is too large: a comment of more than 300 bytes".to_owned())
    );
    let comments = format!("1. e4 {}", format!("{{{}}}", "x".repeat(200)).repeat(3));
    assert_eq!(
        error(&comments),
        Err("game 1, moves: the game is too large: more than 500 bytes of comments".to_owned())
    );
    let tag = format!("[A \"{}\"]\n\n*", "x".repeat(255));
    assert_eq!(
        error(&tag),
        Err("game 1, moves: the game is too large: a tag of more than 255 bytes".to_owned())
    );
    let word = format!("1. e4 {}", "x".repeat(1_000));
    assert_eq!(
        error(&word),
        Err("game 1, syntax: a word of more than 64 bytes in place of a move".to_owned())
    );
    let tags = "[A \"1\"]\n[B \"2\"]\n[C \"3\"]\n\n*";
    assert_eq!(
        error(tags),
        Err("game 1, moves: the game is too large: more than 2 tags".to_owned())
    );
}

/// A million opening parentheses do not exhaust the stack.
#[test]
fn deep_nesting_is_rejected() {
    let text = format!("1. e4 {}", "(1. d4 ".repeat(1_000_000));
    assert!(text.parse::<Game>().is_err());
    let games = Games::with_limits(
        text.as_bytes(),
        Limits {
            depth: usize::MAX,
            items: usize::MAX,
            ..Limits::default()
        },
    );
    assert!(games.into_iter().all(|game| game.is_err()));
}

#[test]
fn long_comments_are_wrapped_and_latin_1_is_read() {
    let mut game = read("1. e4 e5");
    let words = "a long comment with (parentheses), {braces} and %percent ".repeat(20);
    game.main_line_mut().nodes_mut()[0]
        .comments
        .push(Comment::new(&words));
    let text = game.to_string();
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    assert!(text.lines().all(|line| !line.starts_with('%')), "{text}");
    assert_eq!(read(&text), game);

    let bytes = b"[White \"J\xf6rg\"]\n\n1. e4 {sch\xf6n} *";
    let game = Games::new(&bytes[..])
        .next()
        .expect("a game")
        .expect("a valid game");
    assert_eq!(game.tags.get("White"), Some("Jörg"));
    assert_eq!(moves(&game), "1. e4 {schön} *");
}
