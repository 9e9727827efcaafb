//! `espalier play` through a pipe, line by line.

use crate::common::{Run, run, run_with};

/// Plays a game of two people.
fn humans(script: &str) -> Run {
    run_with(&["play", "--black", "human", "--ascii"], script.as_bytes()).succeeds()
}

/// Counts a text in the output.
fn count(run: &Run, text: &str) -> usize {
    run.stdout.matches(text).count()
}

#[track_caller]
fn prints(run: &Run, parts: &[&str]) {
    let mut rest = run.stdout.as_str();
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => panic!("{part:?} is missing, or in another order:\n{}", run.stdout),
        }
    }
}

#[test]
fn fools_mate_in_either_notation() {
    for script in [
        "f3\ne5\ng4\nQh4#\n",
        "f2f3\ne7e5\ng2g4\nd8h4\n",
        "f3\r\nE7E5\r\n  g4  \r\nQh4",
    ] {
        let game = humans(script);
        prints(
            &game,
            &["[q]", "Black wins by checkmate: 0-1 after 2 moves."],
        );
    }
}

#[test]
fn the_game_is_printed_and_its_end_taken_back() {
    let game = humans("f3\ne5\ng4\nQh4\npgn\nd4\nundo\nQf6\nfen\nquit\n");
    prints(
        &game,
        &[
            "Black wins by checkmate",
            "[White \"human\"]\n[Black \"human\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
            "The game is over",
            "One move taken back.",
            "rnb1kbnr/pppp1ppp/5q2/4p3/6P1/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n",
            "To continue this game: espalier play --white human --black human --fen \"rnb1kbnr/",
        ],
    );
}

#[test]
fn bad_input_is_reported_and_changes_nothing() {
    let game = humans("e4\nhello\ne5\ne5\nKe3\nudno\n\n\u{1F984}\nfen\n");
    prints(
        &game,
        &[
            "\"hello\" is not a move such as e4, Nbd7 or O-O (moves lists the legal moves, help the commands).\n",
            "There is no legal move e5 here (moves lists the legal moves, help the commands).\n",
            "There is no legal move Ke3 here",
            "\"udno\" is neither a move",
            "did you mean undo?\n",
            "\"\u{1F984}\" is not a move",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n",
        ],
    );
    let odd = run_with(&["play"], b"\xff\xfe\ne5\nquit\n").succeeds();
    prints(
        &odd,
        &[
            "A line that is not UTF-8 is ignored.",
            "There is no legal move e5 here",
        ],
    );
    let mut long = vec![b'x'; 3 << 20];
    long.extend(b"\nfen\n");
    prints(
        &run_with(&["play"], &long).succeeds(),
        &[
            "A line of more than a million bytes is ignored.",
            " w KQkq - 0 1\n",
        ],
    );
}

#[test]
fn an_ambiguous_move_lists_the_candidates() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
    let game = run_with(
        &[
            "play",
            "--black",
            "human",
            "--fen",
            "4k3/8/8/8/8/8/4K3/R6R w - - 0 1",
        ],
        b"Rd1\nRad1\n",
    );
    prints(&game, &["Rd1 may be any of Rad1, Rhd1 (", "1. Rad1"]);
    let game = run_with(&["play", "--fen", fen], b"O-O\n");
    prints(&game, &["There is no legal move O-O here"]);
}

#[test]
fn undo_against_a_program_takes_two_moves_back() {
    let game = run_with(
        &["play", "--black", "random:seed=4"],
        b"undo\ne4\nundo\nfen\nd4\npgn\n",
    )
    .succeeds();
    prints(
        &game,
        &[
            "There is no move to take back.",
            "Black plays ",
            "2 moves taken back.",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
            "[Black \"random:seed=4\"]\n[Result \"*\"]\n\n1. d4 ",
            "To continue this game: ",
        ],
    );
}

#[test]
fn resignation_and_draws() {
    prints(
        &humans("e4\nresign\n"),
        &["White wins, Black resigned: 1-0 after 1 move."],
    );
    prints(
        &humans("resign\nundo\nfen\n"),
        &[
            "Black wins, White resigned",
            "The game continues.",
            " w KQkq - 0 1\n",
        ],
    );
    prints(
        &humans("draw\nno\ndraw\nyes\n"),
        &[
            "Black declines the draw.",
            "Draw by agreement: 1/2-1/2 after 0 moves.",
        ],
    );
    // A program declines a draw at the first move, and accepts one in a set-up position unless it is ahead.
    prints(
        &run_with(&["play"], b"draw\n"),
        &["Black declines the draw."],
    );
    let level = ["play", "--fen", "4k3/8/8/8/8/p7/8/4K1N1 w - - 0 1"];
    prints(&run_with(&level, b"draw\n"), &["Draw by agreement"]);
    let ahead = ["play", "--fen", "4k2q/8/8/8/8/8/8/4K3 w - - 0 1"];
    prints(&run_with(&ahead, b"draw\n"), &["Black declines the draw."]);
    // The end of the input declines a draw.
    assert_eq!(count(&humans("draw\n"), "agreement"), 0);
}

#[test]
fn games_end_by_the_rules() {
    for (fen, moves, end) in [
        (
            "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
            "Qf7\n",
            "Draw by stalemate: 1/2-1/2 after 1 move.",
        ),
        (
            "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
            "Qf8\n",
            "White wins by checkmate: 1-0 after 1 move.",
        ),
        (
            "8/8/8/8/3p4/3K4/8/7k w - - 0 1",
            "Kxd4\n",
            "Draw by insufficient material: 1/2-1/2",
        ),
        (
            "7k/8/8/8/8/8/8/R3K3 w - - 99 80",
            "Ra2\n",
            "Draw by fifty moves: 1/2-1/2",
        ),
    ] {
        let game = run_with(
            &["play", "--black", "human", "--fen", fen],
            moves.as_bytes(),
        );
        prints(&game, &[end]);
    }
    let repeated = "Nf3\nNf6\nNg1\nNg8\n".repeat(2);
    prints(
        &humans(&repeated),
        &["Draw by threefold repetition: 1/2-1/2 after 4 moves."],
    );
}

#[test]
fn programs_play_to_the_end() {
    let arguments = [
        "play",
        "--white",
        "random:seed=1",
        "--black",
        "random:seed=2",
    ];
    let first = run(&arguments).succeeds();
    assert_eq!(count(&first, " moves.\n"), 1, "{}", first.stdout);
    assert_eq!(
        first.stdout,
        run(&arguments).succeeds().stdout,
        "the same seeds, the same game"
    );
    let watched = run(&[
        "play",
        "--white",
        "random:seed=1",
        "--black",
        "random:seed=2",
        "--delay",
        "0",
    ])
    .succeeds();
    assert!(
        watched.stdout.len() > 10 * first.stdout.len(),
        "every move is shown"
    );
    assert_eq!(watched.last_line(), first.last_line());
}

#[test]
fn the_board_is_turned_for_black_and_by_flip() {
    let first_rank = |run: &Run| {
        run.stdout
            .lines()
            .find(|line| line.starts_with("  "))
            .map(|line| line[2..3].to_owned())
    };
    let white = run_with(&["play", "--ascii"], b"");
    let black = run_with(
        &[
            "play",
            "--ascii",
            "--white",
            "random:seed=1",
            "--black",
            "human",
        ],
        b"",
    );
    assert_eq!(
        (first_rank(&white).as_deref(), first_rank(&black).as_deref()),
        (Some("8"), Some("1"))
    );
    assert_eq!(
        count(&black, "     h  g  f"),
        1,
        "the board is shown once White has moved"
    );
    let flipped = run_with(&["play", "--ascii"], b"flip\n");
    prints(&flipped, &["\n     a  b  c", "\n     h  g  f"]);
}

#[test]
fn moves_and_help_list_the_possible_input() {
    let game = humans("moves\nhelp\nboard\n");
    prints(
        &game,
        &["  Na3    Nc3    Nf3    Nh3    a3     a4     b3     b4     c3     c4\n"],
    );
    for word in [
        "undo", "moves", "board", "flip", "fen", "pgn", "draw", "resign", "help", "quit",
    ] {
        prints(&game, &[&format!("\n  {word:<8}")]);
    }
    assert_eq!(
        count(&game, "     a  b  c"),
        2,
        "the board at the start and once more"
    );
}

#[test]
fn nothing_but_text_on_a_pipe() {
    let game = run_with(&["play", "--ascii"], b"e4\nhelp\n").succeeds();
    assert!(game.stdout.is_ascii(), "{}", game.stdout);
    assert!(!game.stdout.contains('\u{1b}'));
    assert_eq!(
        count(&game, "> "),
        count(&game, "> White") + count(&game, "> Black"),
        "no prompts"
    );
    assert!(run_with(&["play"], b"").stdout.contains('♜'));
}

#[test]
fn bad_arguments_are_rejected_in_one_line() {
    run(&["play", "--white", "randm"]).fails_saying(&[
        "--white",
        "did you mean random?",
        "espalier players",
    ]);
    run(&["play", "--black", "random:sed=3"]).fails_saying(&[
        "--black",
        "\"sed\"",
        "did you mean seed?",
    ]);
    run(&["play", "--black", "random:seed=x"]).fails_saying(&["seed takes a number", "\"x\""]);
    run(&["play", "--game", "go"]).fails_saying(&["--game", "games: chess"]);
    run(&["play", "--fen", "x"]).fails_saying(&["bad FEN", "a FEN has six fields"]);
    run(&["play", "--delay", "-5"]).fails_saying(&["--delay", "milliseconds"]);
}
