//! The UCI loop, driven like a GUI does.

use crate::common::{Engine, run, run_with};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const INFO: &str =
    "info depth 1 seldepth 1 multipv 1 score cp 0 nodes * nps * hashfull 0 tbhits 0 time * pv *";

#[test]
fn uci_names_the_program_and_its_options() {
    let mut engine = Engine::start();
    engine.expect(
        "uci",
        &[
            "id name Espalier *",
            "id author *",
            "",
            "option name Player type string default engine",
            "option name Hash type spin default 16 min 1 max *",
            "option name Threads type spin default 1 min 1 max *",
            "option name Clear Hash type button",
            "option name Ponder type check default false",
            "option name MultiPV type spin default 1 min 1 max *",
            "option name Move Overhead type spin default 10 min 0 max *",
            "option name UCI_Chess960 type check default false",
            "option name UCI_ShowWDL type check default false",
            "option name UCI_AnalyseMode type check default false",
            "option name UCI_Opponent type string default <empty>",
            "option name UCI_EngineAbout type string default Espalier *",
            "option name OwnBook type check default false",
            "option name Book File type string default <empty>",
            "option name Techniques type string default all",
            "option name Seed type spin default 0 min 0 max *",
            "option name Debug Log File type string default <empty>",
            "option name UCI_LimitStrength type check default false",
            "option name UCI_Elo type spin default * min * max *",
            "option name Skill Level type spin default 20 min 0 max 20",
            "option name Play Like a Person type check default true",
            "option name EvalFile type string default <empty>",
            "option name SyzygyPath type string default <empty>",
            "option name SyzygyProbeDepth type spin default 1 min 1 max *",
            "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
            "option name Syzygy50MoveRule type check default true",
            "uciok",
        ],
    );
    engine.is_quiet_and_alive();
    engine.ends_with(&[]);
}

#[test]
fn options_are_set_without_output_and_rejected_with_a_reason() {
    let mut engine = Engine::random();
    for good in [
        "setoption name Hash value 64",
        "setoption name threads value 2",
        "setoption name CLEAR HASH",
        "setoption name Ponder value true",
        "setoption name MultiPV value 3",
        "setoption name move overhead value 100",
        "setoption name UCI_Chess960 value true",
        "setoption name Seed value 5",
        "setoption name EvalFile value <empty>",
        "setoption name SyzygyPath value <empty>",
        "setoption name Syzygy50MoveRule value true",
    ] {
        engine.say(good);
    }
    engine.is_quiet_and_alive();
    engine.expect(
        "setoption name Hash value lots",
        &["info string error: the option Hash takes a number from *"],
    );
    engine.expect(
        "setoption name Hash",
        &["info string error: the option Hash takes a number from *"],
    );
    engine.expect(
        "setoption name EvalFile value /no/such/net.nnue",
        &["info string error: the option EvalFile: there is no file \"/no/such/net.nnue\" to read"],
    );
    engine.expect(
        "setoption name EvalFile value Cargo.toml",
        &["info string error: the option EvalFile: \"Cargo.toml\": this is not a network of Espalier"],
    );
    engine.expect(
        "setoption name Ponder value 1",
        &["info string error: the option Ponder takes true or false *"],
    );
    engine.expect(
        "setoption name Treads value 1",
        &["info string error: *; did you mean Threads?"],
    );
    engine.expect("setoption", &["info string error: *"]);
    engine.is_quiet_and_alive();
}

#[test]
fn a_search_ends_in_an_exact_score_and_a_legal_move() {
    let mut engine = Engine::random();
    // Options of match runners, and values of broken clocks.
    for go in [
        "go",
        "go wtime 100",
        "go btime 100",
        "go wtime 100 btime 100 winc 5 binc 5",
        "go binc 5 winc 5 btime 100 wtime 100 movestogo 3",
        "go wtime 0 btime 0",
        "go wtime -500 btime -1 winc -1",
        "go movetime 0",
        "go movetime -5",
        "go depth 0",
        "go depth -3 nodes -7 mate -1 movestogo -4",
        "go depth 99999999999999999999",
        "go nodes 1 mate 3 depth 2",
        "go some words",
    ] {
        let replies = engine.expect(go, &[INFO, "bestmove *"]);
        let best = replies[1].strip_prefix("bestmove ").expect("checked");
        assert!(replies[0].ends_with(&format!(" pv {best}")), "{replies:?}");
    }
    engine.expect(
        "go depth",
        &[
            "info string error: depth needs a number *",
            INFO,
            "bestmove *",
        ],
    );
    engine.is_quiet_and_alive();
}

#[test]
fn the_same_seed_and_position_give_the_same_move() {
    let best = |seed: &str| {
        let mut engine = Engine::random();
        engine.say(&format!("setoption name Seed value {seed}"));
        engine.say("position startpos moves e2e4 e7e5");
        engine.expect("go", &[INFO, "bestmove *"]).pop()
    };
    assert_eq!(best("3"), best("3"));
    let moves: std::collections::HashSet<_> = ["1", "2", "3", "4", "5"].map(best).into();
    assert!(moves.len() > 1, "five seeds, one move: {moves:?}");
}

#[test]
fn searchmoves_limits_the_choice_and_ignores_errors() {
    let mut engine = Engine::random();
    engine.expect(
        "go searchmoves a2a3 depth 3",
        &["info *pv a2a3", "bestmove a2a3"],
    );
    engine.expect(
        "go searchmoves e2e5 a2a3",
        &[
            "info string error: searchmoves: the move e2e5 is not legal here",
            INFO,
            "bestmove a2a3",
        ],
    );
    engine.expect(
        "go searchmoves xyz",
        &["info string error: searchmoves: *", INFO, "bestmove *"],
    );
    engine.expect("go searchmoves", &[INFO, "bestmove *"]);
    engine.is_quiet_and_alive();
}

#[test]
fn multipv_reports_different_moves_and_plays_the_first() {
    let mut engine = Engine::random();
    engine.say("setoption name MultiPV value 3");
    let replies = engine.expect(
        "go",
        &[
            "info *multipv 1 * pv *",
            "info *multipv 2 * pv *",
            "info *multipv 3 * pv *",
            "bestmove *",
        ],
    );
    let last_word = |line: &String| line.rsplit(' ').next().map(str::to_owned).expect("a word");
    let words: Vec<String> = replies.iter().map(last_word).collect();
    assert_eq!(words[0], words[3]);
    assert!(
        words[0] != words[1] && words[1] != words[2] && words[0] != words[2],
        "{words:?}"
    );
    // No more lines than moves.
    engine.say("position fen 7k/8/8/8/8/8/6q1/7K w - - 0 1");
    engine.expect("go", &["info *multipv 1 *pv h1g2", "bestmove h1g2"]);
    engine.is_quiet_and_alive();
}

#[test]
fn without_a_legal_move_the_best_is_none() {
    let mut engine = Engine::random();
    engine.say("position startpos moves f2f3 e7e5 g2g4 d8h4");
    engine.expect(
        "go wtime 1000 btime 1000",
        &["info depth 0 score mate 0", "bestmove (none)"],
    );
    engine.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    engine.expect(
        "go depth 3",
        &["info depth 0 score cp 0", "bestmove (none)"],
    );
    engine.is_quiet_and_alive();
}

#[test]
fn infinite_and_ponder_delay_the_move() {
    let mut engine = Engine::random();
    engine.expect("go infinite", &[INFO]);
    engine.is_quiet_and_alive();
    engine.say("ponderhit");
    engine.is_quiet_and_alive();
    engine.expect("stop", &["bestmove *"]);
    engine.expect("go ponder wtime 100 btime 100", &[INFO]);
    engine.is_quiet_and_alive();
    engine.expect("ponderhit", &[INFO, "bestmove *"]);
    engine.expect("go ponder", &[INFO]);
    engine.expect("stop", &["bestmove *"]);
    // Without a search there is no output.
    engine.say("stop");
    engine.say("ponderhit");
    engine.is_quiet_and_alive();
    // The answer to a mate on the board waits, too.
    engine.say("position startpos moves f2f3 e7e5 g2g4 d8h4");
    engine.expect("go infinite", &["info depth 0 score mate 0"]);
    engine.is_quiet_and_alive();
    engine.expect("stop", &["bestmove (none)"]);
}

#[test]
fn during_a_search_questions_are_answered_and_another_search_ends_it() {
    let mut engine = Engine::random();
    engine.expect("go infinite", &[INFO]);
    assert_eq!(engine.fen(), START);
    engine.say("position startpos moves e2e4");
    assert!(
        engine.fen().contains(" b "),
        "the next search is about this"
    );
    engine.expect(
        "setoption name Seed value 9",
        &["info string error: the option \"Seed\" cannot change during a search: send stop first"],
    );
    engine.is_quiet_and_alive();
    engine.expect("go depth 1", &["bestmove *", INFO, "bestmove *"]);
    engine.expect("go ponder", &[INFO]);
    engine.expect("ucinewgame", &["bestmove *"]);
    engine.expect("go infinite", &[INFO]);
    // The end of the input quits after the move is reported.
    engine.ends_with(&["bestmove *"]);
}

#[test]
fn positions_are_kept_until_a_good_one_comes() {
    let mut engine = Engine::random();
    assert_eq!(engine.fen(), START);
    engine.say("position startpos moves e2e4 c7c5");
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(engine.fen(), sicilian);
    for (bad, reason) in [
        (
            "position",
            "position is followed by startpos or fen, and then moves",
        ),
        (
            "position fen",
            "bad FEN: *; the position is unchanged, and go plays no move",
        ),
        (
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "bad FEN: *; the position is unchanged, and go plays no move",
        ),
        (
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1",
            "bad FEN: rank 2 has 7 squares *",
        ),
        (
            "position fen kq6/8/8/8/8/8/8/QK6 x - - 0 1",
            "bad FEN: the side to move is \"x\" *",
        ),
        (
            "position startpos moves e2e5",
            "bad move number 1 of 1: the move e2e5 is not legal here; *",
        ),
        (
            "position startpos moves e2e4 e7e5 hello g1f3",
            "bad move number 3 of 4: \"hello\" is not a move *",
        ),
        (
            "position startpos moves e2e4 \u{1F984}\u{1F984}",
            "bad move number 2 of 2: *",
        ),
        ("position startpos moves 0000", "bad move number 1 of 1: *"),
    ] {
        engine.expect(bad, &[&format!("info string error: {reason}")]);
        assert_eq!(engine.fen(), sicilian, "{bad}");
    }
    // The answer must not be for another position.
    engine.expect(
        "go depth 1",
        &[
            "info string error: there is no position to play: bad move *",
            "bestmove 0000",
        ],
    );
    engine.expect(
        "position fen r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        &["info string removed from the FEN, because it is impossible: the castling rights KQ"],
    );
    assert_eq!(engine.fen(), "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1");
    engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 20 moves e1g1");
    assert_eq!(engine.fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 4 20");
}

#[test]
fn castling_is_written_by_uci_chess960_and_read_in_both_styles() {
    let mut engine = Engine::random();
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    engine.say(fen);
    engine.expect("go searchmoves e1g1", &["info *pv e1g1", "bestmove e1g1"]);
    engine.expect("go searchmoves e1h1", &["info *pv e1g1", "bestmove e1g1"]);
    engine.say("setoption name UCI_Chess960 value true");
    engine.expect("go searchmoves e1g1", &["info *pv e1h1", "bestmove e1h1"]);
    engine.say(&format!("{fen} moves e1h1"));
    assert_eq!(engine.fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn perft_lists_the_moves_and_the_sum() {
    let mut engine = Engine::random();
    let lines = engine.expect_until("go perft 3", "Nodes searched: 8902");
    assert_eq!(lines.len(), 22, "20 moves, an empty line, the sum");
    assert!(lines.contains(&"e2e4: 600".to_owned()), "{lines:?}");
    engine.expect("go perft 0", &["", "Nodes searched: 1"]);
    engine.say("setoption name Threads value 2");
    engine.expect_until("go perft 4", "Nodes searched: 197281");
    engine.expect(
        "go perft -3",
        &["info string error: the depth \"-3\" is not a number from 0 to 99"],
    );
    engine.expect("go perft", &["info string error: the depth \"\" is not *"]);
    // An endless count can be stopped.
    engine.say("go perft 20");
    engine.is_quiet_and_alive();
    engine.expect("stop", &["info string perft was stopped"]);
    engine.is_quiet_and_alive();
}

#[test]
fn a_count_is_finished_before_quit_and_the_end() {
    for script in ["go perft 3\nquit\n", "go perft 3\n", "go perft 3"] {
        let run = run_with(&[], script.as_bytes()).succeeds();
        assert_eq!(run.last_line(), "Nodes searched: 8902", "{script:?}");
    }
}

#[test]
fn d_shows_the_board_and_flip_swaps_it() {
    let mut engine = Engine::random();
    engine.say("position startpos moves e2e4 f7f6 d1h5");
    let shown = engine.expect_until("d", "Legal moves: g7g6");
    assert!(
        shown
            .iter()
            .any(|line| line == " | r | n | b | q | k | b | n | r | 8"),
        "{shown:?}"
    );
    assert!(shown.iter().any(|line| line == "Checkers: h5"), "{shown:?}");
    let key = shown
        .iter()
        .find_map(|line| line.strip_prefix("Key: "))
        .expect("a key");
    assert!(
        key.len() == 16 && u64::from_str_radix(key, 16).is_ok(),
        "{key}"
    );
    engine.say("flip");
    assert_eq!(
        engine.fen(),
        "rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 1 2"
    );
}

#[test]
fn small_commands_answer() {
    let mut engine = Engine::random();
    engine.expect(
        "register later",
        &["info string there is nothing to register"],
    );
    engine.expect(
        "compiler",
        &["Compiled by rustc * for *", "Built in: *", "Assertions: *"],
    );
    engine.expect_until("license", "*gpl-3.0*");
    engine.expect_until("help", "  help *");
    engine.say("ucinewgame");
    engine.say("");
    engine.say("# quit");
    engine.is_quiet_and_alive();
    engine.expect_until("bench 2", "* nodes * nps");
    engine.expect("bench x", &["info string error: the depth \"x\" is not *"]);
}

#[test]
fn unknown_words_are_ignored_and_unknown_commands_get_a_hint() {
    let mut engine = Engine::random();
    engine.expect("joho isready", &["readyok"]);
    engine.expect("isready joho", &["readyok"]);
    engine.expect("  \t isready  ", &["readyok"]);
    engine.expect(
        "isrady",
        &["info string error: unknown command \"isrady\"; did you mean isready? *"],
    );
    engine.expect(
        "xyzzy",
        &["info string error: unknown command \"xyzzy\" (help lists the commands)"],
    );
    engine.expect(
        "debug perhaps",
        &["info string error: debug is followed by on or off"],
    );
    engine.expect("go fast", &[INFO, "bestmove *"]);
    engine.say("debug on");
    engine.expect(
        "go fast",
        &["info string ignored \"fast\"", INFO, "bestmove *"],
    );
    engine.say("debug off");
    engine.expect("go fast", &[INFO, "bestmove *"]);
}

#[test]
fn lines_that_are_not_text_or_too_long_are_dropped() {
    let mut engine = Engine::random();
    engine.say("position startpos moves d2d4");
    let fen = engine.fen();
    engine.send(b"position \xff\xfe\x00 startpos\n");
    engine.expect(
        "isready",
        &[
            "info string error: a line that is not UTF-8 was dropped",
            "readyok",
        ],
    );
    let mut long = b"position startpos moves ".to_vec();
    long.resize(10 << 20, b'x');
    long.push(b'\n');
    engine.send(&long);
    engine.expect(
        "isready",
        &[
            "info string error: a line of more than 1048576 bytes was dropped",
            "readyok",
        ],
    );
    engine.send(b"\0\0\0\n");
    engine.expect(
        "isready",
        &[
            "info string error: unknown command \"\\0\\0\\0\" *",
            "readyok",
        ],
    );
    engine.send(b"isready\r\n");
    engine.expect("isready", &["readyok", "readyok"]);
    assert_eq!(engine.fen(), fen);
    engine.ends_with(&[]);
}

#[test]
fn a_long_game_is_accepted() {
    let mut engine = Engine::random();
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(2_000);
    engine.say(&format!("position startpos moves {moves}"));
    engine.expect("go wtime 1000", &[INFO, "bestmove *"]);
}

#[test]
fn quit_exits_and_ignores_later_input() {
    let run = run_with(&[], b"uci\nquit\nd\n").succeeds();
    assert_eq!(run.last_line(), "uciok");
    let run = run_with(&[], b"").succeeds();
    assert_eq!(run.stdout, "");
    let run = run_with(&[], b"go infinite\nquit\n").succeeds();
    assert!(run.last_line().starts_with("bestmove "), "{}", run.stdout);
}

#[test]
fn arguments_are_commands() {
    let output = run(&["position startpos moves e2e4", "go perft 2", "quit"]).succeeds();
    assert_eq!(output.last_line(), "Nodes searched: 600");
    let output = run(&["go", "perft", "3"]).succeeds();
    assert_eq!(output.last_line(), "Nodes searched: 8902");
    let output = run(&["uci", "isready"]).succeeds();
    assert!(
        output.stdout.ends_with("uciok\nreadyok\n"),
        "{}",
        output.stdout
    );
    let output = run(&["go depth 3", "go infinite", "d", "quit"]).succeeds();
    assert_eq!(
        output.stdout.matches("bestmove ").count(),
        2,
        "{}",
        output.stdout
    );
    run(&["uci", "frobnicate now"]).fails_saying(&["frobnicate", "espalier --help"]);
    run(&["plya"]).fails_saying(&["plya", "did you mean play?"]);
}
