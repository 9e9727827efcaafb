//! Games other than chess: the same format with other positions and moves.

use games::{BoardGame, MiniChess, Othello, Record, TicTacToe};
use gametree::SplitMix64;
use notation::{Comment, Game, Games, Limits};

type OthelloGame = Game<Othello<8>>;

fn read<G: BoardGame>(text: &str) -> Game<G> {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The moves of a game as written.
fn moves<G: BoardGame>(game: &Game<G>) -> String {
    let text = game.to_string();
    let (_, moves) = text
        .split_once("\n\n")
        .expect("an empty line after the tags");
    moves.trim_end().replace('\n', " ")
}

#[test]
fn moves_glyphs_comments_and_variations() {
    let table = [
        ("1.f5", "1. f5 *"),
        ("1.f5$1 d6!? 2.c3 0-1", "1. f5 $1 d6 $5 2. c3 0-1"),
        (
            "1. f5 {[%clk 0:01:00] quick} d6 (1... f4 2. e3) (1...f6) 2. c3 *",
            "1. f5 {[%clk 0:01:00] quick} 1... d6 (1... f4 2. e3) (1... f6) 2. c3 *",
        ),
        ("; at once\n1. F5 d6", "{at once} 1. f5 d6 *"),
        (
            "1. f5 {+5/3 0.100s} d6 1/2-1/2",
            "1. f5 {+5/3 0.100s} 1... d6 1/2-1/2",
        ),
    ];
    for (text, expected) in table {
        let game: OthelloGame = read(&format!("[Variant \"othello\"]\n\n{text}"));
        assert_eq!(moves(&game), expected, "{text}");
        assert_eq!(read::<Othello<8>>(&game.to_string()), game, "{text}");
    }
    let game = read::<MiniChess>("[Variant \"MiniChess\"]\n\n1. a2a3 e5e4 2. b2b3 *");
    assert_eq!(moves(&game), "1. a2a3 e5e4 2. b2b3 *");
    let game = read::<TicTacToe>("1. b2 a1 2. c3 *");
    assert!(
        game.to_string()
            .contains("[Variant \"tictactoe\"]\n\n1. b2")
    );
}

#[test]
fn a_pass_is_a_move() {
    let rules = Othello::<4>::default();
    let mut random = SplitMix64::new(4);
    let text = loop {
        let mut record = Record::new(rules.start());
        loop {
            let moves = rules.legal_moves(record.state());
            if moves.is_empty() {
                break;
            }
            record.play(&rules, moves[random.below(moves.len() as u64) as usize]);
        }
        let text = Game::from_record(&rules, &record).to_string();
        if text.contains("pass") {
            break text;
        }
    };
    let game: Game<Othello<4>> = read(&text);
    assert_eq!(game.to_string(), text);
    assert_eq!(read::<Othello<4>>(&text.replace("pass", "--")), game);

    let error = "[Variant \"othello4\"]\n\n1. pass *".parse::<Game<Othello<4>>>();
    assert_eq!(
        error.unwrap_err().to_string(),
        "game 1, move 1 of Black: bad move: found `pass`, expected a square: only a player without a move can pass"
    );
}

#[test]
fn the_second_side_moves_first() {
    let text = "[Variant \"minichess\"]\n[FEN \"kqbnr/ppppp/5/P4/1PPPP/RNBQK b 1\"]\n\n1... e5e4 2. b2b3 a5a4 *";
    let game = read::<MiniChess>(text);
    assert_eq!(moves(&game), "1... e5e4 2. b2b3 a5a4 *");
    assert!(game.to_string().contains(
        "[Variant \"minichess\"]\n[SetUp \"1\"]\n[FEN \"kqbnr/ppppp/5/P4/1PPPP/RNBQK b 1\"]\n"
    ));
}

#[test]
fn errors_name_the_move() {
    let table = [
        (
            "1. f5 d6 2. a1",
            "game 1, move 2 of Black: bad move: found `a1`, expected a square where the disc flips others",
        ),
        (
            "1. f5 zz",
            "game 1, move 1 of White: bad square: found `zz`, expected a column and a line, from a1 to h8",
        ),
        (
            "1. f5 (1. d3",
            "game 1, moves: the game ends inside a variation",
        ),
        (
            "1. f5 d6) 2. c3",
            "game 1, moves: the end of a variation has no beginning",
        ),
        (
            "[FEN \"---\"]\n\n1. f5",
            "game 1, tag FEN: bad board: found `3 characters`, expected 64 characters",
        ),
    ];
    for (text, message) in table {
        let error = text.parse::<OthelloGame>().expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    let error = "1. e4".parse::<Game<MiniChess>>().unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("game 1, move 1 of White: bad move: found `e4`")
    );
    let error = "[Variant \"Standard\"]\n\n1. f5"
        .parse::<OthelloGame>()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "game 1, tag Variant: found a game of chess, expected othello"
    );
}

#[test]
fn limits_apply_to_every_game() {
    let limits = Limits {
        depth: 2,
        items: 20,
        ..Limits::default()
    };
    let error = |text: &str| {
        let mut games = Games::of(&Othello::<8>::default(), text.as_bytes(), limits);
        let first = games.next().expect("a game");
        first.map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(error("1. f5 (1. d3 (1. c4))"), Ok(()));
    assert_eq!(
        error("1. f5 (1. d3 (1. c4 (1. e6)))"),
        Err("game 1, moves: the game is too large: variations more than 2 deep".to_owned())
    );
    assert_eq!(
        error(&format!("1. f5 {}", "{x} ".repeat(20))),
        Err(
            "game 1, moves: the game is too large: more than 20 moves, glyphs, comments and variations"
                .to_owned()
        )
    );
}

/// Writes and reads the game ten times, with characters that need escapes in tags and comments.
fn is_stable<G: BoardGame>(game: &Game<G>) {
    let first = game.to_string();
    let mut text = first.clone();
    for _ in 0..10 {
        let again: Game<G> = read(&text);
        assert_eq!(&again, game, "{text}");
        text = again.to_string();
        assert_eq!(text, first);
    }
}

#[test]
fn backslashes_and_quotation_marks_read_back() {
    const ODD: [&str; 6] = [
        r#"\"#,
        r#"\\"#,
        r#"""#,
        r#"\"a\" "#,
        r#"C:\games\"#,
        r#"}{[]%;("#,
    ];
    for value in ODD {
        let mut othello: OthelloGame = read("1.f5 $1 d6 *");
        let mut chess: Game = read("1. e4 $1 e5 *");
        for name in ["White", "Annotator", "x-odd", "日本"] {
            othello.tags.set(name, value).expect("a valid name");
            chess.tags.set(name, value).expect("a valid name");
        }
        let comment = Comment::new(value);
        othello.main_line_mut().nodes_mut()[0]
            .comments
            .push(comment.clone());
        chess.main_line_mut().nodes_mut()[0].comments.push(comment);
        is_stable(&othello);
        is_stable(&chess);
        assert_eq!(othello.tags.get("x-odd"), Some(value));
    }
}

#[test]
fn unknown_tags_keep_their_order() {
    let text = "[Zeta \"1\"]\n[Alpha \"\"]\n[Odd]\n[White \"\"]\n[Re-sult \"odd\"]\n\n1. f5 *";
    let game: OthelloGame = read(text);
    let tags: Vec<_> = game
        .tags
        .iter()
        .filter(|(_, value)| !value.starts_with('?'))
        .collect();
    assert_eq!(
        tags,
        [
            ("White", ""),
            ("Zeta", "1"),
            ("Alpha", ""),
            ("Odd", ""),
            ("Re-sult", "odd")
        ]
    );
    is_stable(&game);
}
