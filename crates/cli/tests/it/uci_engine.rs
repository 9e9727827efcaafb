//! The engine in UCI: options, limits and unusual positions. A checker checks each line.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::{Engine, run};

const KIWIPETE: &str =
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MATED: &str = "position startpos moves f2f3 e7e5 g2g4 d8h4";
const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATE_IN_TWO: &str = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

/// Returns the lines of the last complete iteration, one for each principal variation.
fn last_lines(lines: &[String], count: usize) -> Vec<&str> {
    let told: Vec<&str> = lines
        .iter()
        .map(String::as_str)
        .filter(|line| line.starts_with("info depth"))
        .collect();
    told[told.len() - count..].to_vec()
}

fn word_after<'a>(line: &'a str, name: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|word| *word != name).skip(1);
    words.next().unwrap_or_else(|| panic!("no {name}: {line}"))
}

/// A file that does not exist yet, in a temporary folder.
fn scratch(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    (folder, path)
}

#[test]
fn clocks_of_every_kind_are_kept() {
    let mut engine = Engine::start();
    for (position, clocks) in [
        ("position startpos", "wtime 100"),
        ("position startpos", "btime 100"),
        ("position startpos moves e2e4", "btime 100"),
        ("position startpos moves e2e4", "wtime 100"),
        (KIWIPETE, "wtime 100 btime 100 winc 10 binc 10"),
        (KIWIPETE, "binc 10 winc 10 btime 100 wtime 100"),
        (KIWIPETE, "wtime 0 btime 0"),
        (KIWIPETE, "wtime -500 btime -1 winc -1 binc -1"),
        (KIWIPETE, "wtime 1 btime 1"),
        (KIWIPETE, "wtime 1 btime 1 winc 1 binc 1"),
        (KIWIPETE, "wtime 50 btime 50 movestogo 1"),
        (KIWIPETE, "wtime 50 btime 50 movestogo 0"),
        (KIWIPETE, "wtime 50 btime 50 movestogo 40 winc 5"),
        (KIWIPETE, "movetime 0"),
        (KIWIPETE, "movetime -5"),
        (KIWIPETE, "movetime 1"),
        (KIWIPETE, "movetime 30"),
        (KIWIPETE, "wtime 100000000 btime 1 movetime 20"),
        (KIWIPETE, "depth 1"),
        (KIWIPETE, "depth 0"),
        (KIWIPETE, "depth 6 wtime 1000000 btime 1000000"),
        (KIWIPETE, "nodes 1"),
        (KIWIPETE, "nodes -3"),
        (KIWIPETE, "nodes 5000 depth 90 movetime 100000"),
        (MATED, "wtime 100 btime 100"),
        (STALEMATE, "wtime 100 btime 100"),
    ] {
        engine.say(position);
        engine.best_move(&format!("go {clocks}"));
    }
    engine.is_quiet_and_alive();
    engine.ends_with(&[]);
}

#[test]
#[ignore = "measures time: make long"]
fn a_short_clock_is_not_overdrawn() {
    let mut engine = Engine::start();
    engine.say(KIWIPETE);
    engine.best_move("go depth 5");
    // Ten moves of a game with three seconds left take less than three seconds, even on a machine with other work.
    let start = Instant::now();
    let mut left = Duration::from_secs(3);
    for _ in 0..10 {
        let before = Instant::now();
        let time = left.as_millis();
        engine.best_move(&format!("go wtime {time} btime {time}"));
        left = left.saturating_sub(before.elapsed());
    }
    assert!(left > Duration::ZERO, "{:?} for ten moves", start.elapsed());
    engine.ends_with(&[]);
}

#[test]
fn nodes_are_counted_exactly_and_the_same_every_time() {
    let mut engine = Engine::start();
    let mut search = |words: &str| {
        engine.say("ucinewgame");
        engine.say(KIWIPETE);
        let lines = engine.until(words, "bestmove ");
        let last = last_lines(&lines, 1)[0].to_owned();
        let nodes: u64 = word_after(&last, "nodes").parse().expect("a number");
        (nodes, lines.last().cloned())
    };
    let (nodes, best) = search("go nodes 10000");
    assert!(nodes <= 10_000, "{nodes}");
    assert_eq!(search("go nodes 10000"), (nodes, best));
    assert_eq!(search("go depth 7"), search("go depth 7"));
}

#[test]
fn searchmoves_are_obeyed_and_illegal_ones_ignored() {
    let mut engine = Engine::start();
    assert_eq!(engine.best_move("go depth 4 searchmoves a2a3"), "a2a3");
    assert_eq!(
        engine.best_move("go searchmoves h2h3 e2e5 zzzz depth 4"),
        "h2h3"
    );
    let best = engine.best_move("go searchmoves e2e5 e7e5 depth 4");
    assert_eq!(best.len(), 4, "no legal one: all are searched");
    engine.say("setoption name MultiPV value 5");
    let lines = engine.until("go depth 4 searchmoves a2a3 h2h3", "bestmove ");
    let ranks: Vec<&str> = last_lines(&lines, 2)
        .iter()
        .map(|line| word_after(line, "multipv"))
        .collect();
    assert_eq!(ranks, ["1", "2"]);
    engine.ends_with(&[]);
}

#[test]
fn mates_are_found_and_shown() {
    let mut engine = Engine::start();
    engine.say(MATE_IN_TWO);
    let lines = engine.until("go mate 2", "bestmove ");
    assert_eq!(word_after(last_lines(&lines, 1)[0], "mate"), "2");
    assert!(
        lines
            .last()
            .is_some_and(|line| line.starts_with("bestmove a1a6"))
    );
    // Without a mate, the search ends and reports the best move.
    engine.best_move("go mate 1");
    engine.say("position startpos");
    engine.best_move("go mate 1 nodes 20000");
    // Being mated.
    engine.say("position fen 7k/8/6K1/8/8/8/8/1Q6 b - - 0 1");
    let lines = engine.until("go depth 6", "bestmove ");
    assert_eq!(word_after(last_lines(&lines, 1)[0], "mate"), "-1");
    // Over.
    engine.say(MATED);
    engine.expect(
        "go depth 5",
        &["info depth 0 score mate 0", "bestmove (none)"],
    );
    engine.say(STALEMATE);
    engine.expect(
        "go wtime 100 btime 100",
        &["info depth 0 score cp 0", "bestmove (none)"],
    );
    engine.expect(
        "go searchmoves a1a2",
        &[
            "info string error: searchmoves: *",
            "info depth 0 score cp 0",
            "bestmove (none)",
        ],
    );
    engine.ends_with(&[]);
}

#[test]
fn multipv_reports_different_moves_in_order() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 256");
    engine.say(KIWIPETE);
    let lines = engine.until("go depth 3", "bestmove ");
    let last = last_lines(&lines, 48);
    let mut values = Vec::new();
    let mut firsts = Vec::new();
    for (index, line) in last.iter().enumerate() {
        assert_eq!(word_after(line, "multipv"), (index + 1).to_string());
        values.push(word_after(line, "cp").parse::<i32>().expect("a number"));
        firsts.push(word_after(line, "pv"));
    }
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 48);
    // One legal move, five lines asked for.
    engine.say("setoption name MultiPV value 5");
    engine.say("position fen 7k/8/8/8/8/8/6q1/7K w - - 0 1");
    assert_eq!(engine.best_move("go depth 4"), "h1g2");
    engine.ends_with(&[]);
}

#[test]
fn chess960_castles_in_both_notations() {
    // The king is next to its rook, and castling moves only the rook, the king, or both.
    let lines = [
        ("fen 1k6/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"),
        ("fen 1k6/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1"),
        ("fen 1k6/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"),
        ("fen r1k5/8/8/8/8/8/8/4K3 b a - 0 1", "c8a8"),
    ];
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Chess960 value true");
    for (position, castling) in lines {
        engine.say(&format!("position {position}"));
        assert_eq!(
            engine.best_move(&format!("go depth 3 searchmoves {castling}")),
            castling
        );
        engine.say(&format!("position {position} moves {castling}"));
        engine.best_move("go depth 3");
    }
    // The usual position: king takes rook with the option, two squares without; both are read.
    let usual = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    engine.say(usual);
    assert_eq!(engine.best_move("go depth 3 searchmoves e1g1"), "e1h1");
    assert_eq!(engine.best_move("go depth 3 searchmoves e1a1"), "e1a1");
    engine.say("setoption name UCI_Chess960 value false");
    assert_eq!(engine.best_move("go depth 3 searchmoves e1h1"), "e1g1");
    assert_eq!(engine.best_move("go depth 3 searchmoves e1c1"), "e1c1");
    engine.say(&format!("{usual} moves e1h1 e8a8"));
    assert_eq!(engine.fen(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    engine.ends_with(&[]);
}

#[test]
fn the_hash_is_resized_and_cleared_between_searches() {
    let mut engine = Engine::start();
    engine.say(KIWIPETE);
    let nodes = |engine: &mut Engine| {
        let lines = engine.until("go depth 8", "bestmove ");
        word_after(last_lines(&lines, 1)[0], "nodes").to_owned()
    };
    for megabytes in [1, 64, 2, 33, 16] {
        engine.say(&format!("setoption name Hash value {megabytes}"));
        engine.is_quiet_and_alive();
        engine.best_move("go depth 8");
    }
    engine.say("ucinewgame");
    let first = nodes(&mut engine);
    let with_memory = nodes(&mut engine);
    assert_ne!(first, with_memory, "the table makes a difference");
    engine.say("ucinewgame");
    assert_eq!(nodes(&mut engine), first, "a new game forgets everything");
    // A cleared entry is not found.
    engine.say("setoption name Hash value 1");
    engine.best_move("go nodes 200000");
    let full = engine.until("go nodes 200000", "bestmove ");
    let full: u32 = word_after(last_lines(&full, 1)[0], "hashfull")
        .parse()
        .expect("a number");
    assert!(full > 500, "{full}");
    engine.say("setoption name Clear Hash");
    let lines = engine.until("go depth 1", "bestmove ");
    let empty: u32 = word_after(last_lines(&lines, 1)[0], "hashfull")
        .parse()
        .expect("a number");
    assert!(empty < 50, "{empty}");
    engine.ends_with(&[]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_that_is_too_large_is_rejected() {
    let mut engine = Engine::start_limited(4_000_000);
    engine.best_move("go depth 3");
    engine.expect(
        "setoption name Hash value 3900",
        &["info string error: a hash table of 3900 MiB does not fit in memory, so Hash is unchanged"],
    );
    engine.best_move("go depth 3");
    engine.say("setoption name Hash value 2");
    engine.is_quiet_and_alive();
    engine.best_move("go depth 3");
}

#[test]
fn win_probabilities_are_reported_on_request() {
    let mut engine = Engine::start();
    let told = |engine: &mut Engine| {
        let lines = engine.until("go depth 5", "bestmove ");
        last_lines(&lines, 1)[0].contains(" wdl ")
    };
    assert!(!told(&mut engine));
    engine.say("setoption name UCI_ShowWDL value true");
    assert!(told(&mut engine));
    engine.say(MATE_IN_TWO);
    let lines = engine.until("go depth 6", "bestmove ");
    assert!(
        last_lines(&lines, 1)[0].contains("score mate 2 wdl 1000 0 0 "),
        "{lines:?}"
    );
    engine.say("setoption name UCI_ShowWDL value false");
    assert!(!told(&mut engine));
    engine.ends_with(&[]);
}

#[test]
fn techniques_are_switched_off_by_name() {
    let mut engine = Engine::start();
    let mut nodes = |techniques: &str| {
        engine.say(&format!("setoption name Techniques value {techniques}"));
        engine.say("ucinewgame");
        engine.say(KIWIPETE);
        let lines = engine.until("go depth 5", "bestmove ");
        let nodes = word_after(last_lines(&lines, 1)[0], "nodes").to_owned();
        nodes.parse::<u64>().expect("a number")
    };
    let all = nodes("all");
    assert!(nodes("none") > 2 * all);
    assert_ne!(nodes("-lmr -null"), all);
    assert_eq!(nodes("all"), all);
    engine.expect(
        "setoption name Techniques value -lrm",
        &["info string error: the option Techniques: no technique is called \"lrm\" *"],
    );
    engine.is_quiet_and_alive();
}

#[test]
fn the_book_is_used_in_games_and_not_in_analysis() {
    let (_folder, path) = scratch("engine book.txt");
    fs::write(
        &path,
        "white | the Sokolsky | b2b4 e7e5 c1b2\nblack | ours | b2b4 a7a5\n",
    )
    .expect("a file");
    let mut engine = Engine::start();
    engine.say(&format!(
        "setoption name Book File value {}",
        path.display()
    ));
    engine.say("position startpos");
    let searched = engine.until("go movetime 5", "bestmove ");
    assert!(
        !searched.iter().any(|line| line.contains("book")),
        "{searched:?}"
    );
    engine.say("setoption name OwnBook value true");
    assert_eq!(engine.best_move("go wtime 1000 btime 1000"), "b2b4");
    engine.say("position startpos moves b2b4");
    assert_eq!(engine.best_move("go movetime 100"), "a7a5");
    engine.say("position startpos moves b2b4 e7e5");
    assert_eq!(engine.best_move("go wtime 1000 btime 1000"), "c1b2");
    // Out of book and in analysis, the engine searches.
    for (option, go) in [
        ("Ponder value true", "go depth 3"),
        ("UCI_AnalyseMode value true", "go movetime 20"),
    ] {
        engine.say(&format!("setoption name {option}"));
        engine.say("position startpos");
        let lines = engine.until(go, "bestmove ");
        assert!(!lines.iter().any(|line| line.contains("book")), "{lines:?}");
    }
    engine.say("setoption name UCI_AnalyseMode value false");
    engine.expect(
        "setoption name Book File value no/such.bin",
        &["info string error: the book cannot be read: no/such.bin*"],
    );
    // The previous file is still used.
    engine.say("position startpos");
    assert_eq!(engine.best_move("go movetime 100"), "b2b4");
    // A Polyglot book: one record, the start position's key, e2e4.
    let (_folder, polyglot) = scratch("one.bin");
    let mut record = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    record.extend((12_u16 << 6 | 28).to_be_bytes());
    record.extend([0, 1, 0, 0, 0, 0]);
    fs::write(&polyglot, record).expect("a file");
    engine.say(&format!(
        "setoption name Book File value {}",
        polyglot.display()
    ));
    assert_eq!(engine.best_move("go movetime 100"), "e2e4");
    engine.ends_with(&[]);
}

#[test]
fn the_log_has_all_input_and_output() {
    let (_folder, path) = scratch("log of the conversation.txt");
    let mut engine = Engine::start();
    engine.say(&format!(
        "setoption name Debug Log File value {}",
        path.display()
    ));
    engine.best_move("go depth 2");
    engine.say("setoption name Debug Log File value <empty>");
    engine.is_quiet_and_alive();
    let log = fs::read_to_string(&path).expect("a log");
    assert!(log.contains(">> go depth 2\n<< info depth 1 "), "{log}");
    assert!(log.contains("\n<< bestmove "), "{log}");
    assert!(!log.contains("readyok"), "{log}");
    engine.expect(
        "setoption name Debug Log File value /no/such/folder/log",
        &["info string error: the log * cannot be written: *"],
    );
    engine.ends_with(&[]);
}

#[test]
fn options_without_effect_are_accepted() {
    let mut engine = Engine::start();
    for option in [
        "Ponder value true",
        "UCI_Opponent value GM 2800 human Somebody",
        "UCI_EngineAbout value whatever",
        "UCI_AnalyseMode value true",
        "Move Overhead value 100",
        "Move Overhead value 0",
    ] {
        engine.say(&format!("setoption name {option}"));
    }
    engine.is_quiet_and_alive();
    engine.best_move("go movetime 5");
    engine.ends_with(&[]);
}

#[test]
fn eval_prints_the_terms() {
    let mut engine = Engine::start();
    engine.say(KIWIPETE);
    let lines = engine.listen_after("eval");
    let text = lines.join("\n").to_lowercase();
    for word in ["material", "mobility", "king"] {
        assert!(text.contains(word), "no {word}: {text}");
    }
}

#[test]
fn genfens_makes_the_requested_number_of_positions() {
    let make = |command: &str| -> Vec<String> {
        let run = run(&[command, "quit"]).succeeds();
        run.stdout.lines().map(str::to_owned).collect()
    };
    let lines = make("genfens 20 seed 42 book None");
    assert_eq!(lines.len(), 20);
    for line in &lines {
        let fen = line.strip_prefix("info string genfens ").expect(line);
        assert_eq!(fen.split(' ').count(), 6, "{fen}");
        let position = chess::Position::from_fen(fen).expect(fen);
        assert!(position.outcome().is_none());
    }
    assert_eq!(lines, make("genfens 20 seed 42 book None"));
    assert_ne!(lines, make("genfens 20 seed 43 book none some more words"));
    let (_folder, book) = scratch("genfens.epd");
    fs::write(&book, "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - hmvc 0; fmvn 1;\n").expect("a file");
    let from_book = make(&format!("genfens 3 seed 1 book {}", book.display()));
    assert_eq!(from_book.len(), 3);
    assert!(
        from_book.iter().all(|line| !line.contains('q')),
        "{from_book:?}"
    );
    let missing = make("genfens 3 seed 1 book no/such.epd");
    assert!(missing[0].starts_with("info string error: the book no/such.epd cannot be read"));
    let bad = make("genfens");
    assert!(
        bad[0].starts_with("info string error: genfens is followed by"),
        "{bad:?}"
    );
}

#[test]
fn spsa_lists_every_parameter_with_its_range() {
    let run = run(&["spsa"]).succeeds();
    assert!(run.stdout.lines().count() > 10);
    for line in run.stdout.lines() {
        let fields: Vec<&str> = line.split(", ").collect();
        assert_eq!((fields.len(), fields[1]), (7, "int"), "{line}");
        let number = |index: usize| fields[index].parse::<f64>().expect(line);
        assert!(number(3) <= number(2) && number(2) <= number(4), "{line}");
        assert!(number(5) >= 0.5 && number(6) > 0.0, "{line}");
    }
}

#[test]
fn bench_ends_with_nodes_and_speed() {
    let first = run(&["bench 3"]).succeeds();
    let words: Vec<&str> = first.last_line().split(' ').collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{words:?}");
    let again = run(&["bench", "3"]).succeeds();
    assert_eq!(again.last_line().split(' ').next(), Some(words[0]));
}

/// Checks that every option of a document exists and accepts the value.
fn are_accepted<'a>(options: impl IntoIterator<Item = (&'a str, &'a str)>) -> usize {
    let mut engine = Engine::start();
    let mut count = 0;
    for (name, value) in options {
        engine.say(&format!("setoption name {name} value {value}"));
        engine.is_quiet_and_alive();
        count += 1;
    }
    engine.best_move("go movetime 5");
    engine.ends_with(&[]);
    count
}

#[test]
fn the_documented_lichess_configuration_is_accepted() {
    let document = include_str!("../../../../docs/lichess-bot.md");
    let options = document
        .lines()
        .skip_while(|line| line.trim() != "uci_options:")
        .skip(1)
        .take_while(|line| line.starts_with("    "))
        .filter(|line| !line.trim_start().starts_with('#'))
        .map(|line| {
            let setting = line.split(" #").next().expect("the first part");
            let (name, value) = setting.split_once(':').expect("name: value");
            (name.trim(), value.trim())
        });
    assert_eq!(are_accepted(options), 5);
}

#[test]
fn the_documented_openbench_presets_are_accepted() {
    let text = include_str!("../../../../docs/openbench/Espalier.json");
    let json: serde_json::Value = serde_json::from_str(text).expect("JSON");
    for key in ["private", "nps", "source", "build", "test_presets"] {
        assert!(json.get(key).is_some(), "no {key}");
    }
    let presets = ["test_presets", "tune_presets", "datagen_presets"]
        .into_iter()
        .filter_map(|name| json[name].as_object())
        .flat_map(|presets| presets.values())
        .flat_map(|preset| [&preset["both_options"], &preset["dev_options"]])
        .filter_map(|options| options.as_str());
    let options = presets.flat_map(|options| options.split(' '));
    assert!(are_accepted(options.filter_map(|option| option.split_once('='))) >= 10);
}
