//! Syzygy tables: results equal those of the files, and games end as the tables predict.
//!
//! The tables of up to four pieces are in `target/syzygy`; `make syzygy` downloads them. Without them these tests are skipped and
//! say so.

#![cfg(feature = "syzygy")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chess::{Color, Game, Move, Position};
use engine::tablebase::kbnk;
use engine::tablebase::syzygy::Syzygy;
use engine::tablebase::{self, EndgameResult, Tablebase, TablebaseSettings};
use engine::{Engine, Event, Info, Request, Settings};
use gametree::{Limits, Signal, SplitMix64, Value};
use shakmaty::{CastlingMode, Chess, PositionError, fen::Fen};
use shakmaty_syzygy::Wdl;
use tempfile::TempDir;

/// Returns the folder of the tables, if it exists.
fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/syzygy");
    if folder.join("KQvK.rtbw").exists() {
        return Some(folder);
    }
    skipped("end-game tables: none in target/syzygy (make syzygy gets them)");
    None
}

/// Opens the tables of one folder with default settings.
pub fn in_folder(folder: &Path) -> Option<Syzygy> {
    let settings = TablebaseSettings {
        path: folder.to_str()?.to_owned(),
        ..TablebaseSettings::default()
    };
    Syzygy::open(&settings).0
}

/// Reports a skipped test for the summary of `make test`. In CI, skipping is a failure.
fn skipped(what: &str) {
    assert!(std::env::var_os("CI").is_none(), "left out: {what}");
    eprintln!("left out: {what}");
    let note = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/skipped");
    let file = fs::OpenOptions::new().create(true).append(true).open(note);
    if let Ok(mut file) = file {
        _ = std::io::Write::write_all(&mut file, format!("{what}\n").as_bytes());
    }
}

fn settings(folder: &Path) -> TablebaseSettings {
    TablebaseSettings {
        path: folder.to_str().expect("a readable path").to_owned(),
        ..TablebaseSettings::default()
    }
}

fn engine(folder: &Path) -> Engine {
    Engine::new(&Settings {
        hash: 4,
        tables: settings(folder),
        ..Settings::default()
    })
}

/// A reproducible generator of positions.
struct Random(SplitMix64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0.next_u64() % limit
    }

    /// Returns a random position with these pieces, such as `KQk`.
    fn position(&mut self, pieces: &str) -> Position {
        loop {
            let mut board = [[None; 8]; 8];
            for piece in pieces.chars() {
                let place = self.below(64) as usize;
                board[place / 8][place % 8] = Some(piece);
            }
            let ranks: Vec<String> = board.iter().map(|rank| rank_text(rank)).collect();
            let side = if self.below(2) == 0 { 'w' } else { 'b' };
            let fen = format!("{} {side} - - 0 1", ranks.join("/"));
            if let Ok(position) = Position::from_fen(&fen)
                && position.occupied().count() as usize == pieces.len()
                && position.has_legal_move()
            {
                return position;
            }
        }
    }
}

fn rank_text(rank: &[Option<char>]) -> String {
    rank.iter().map(|piece| piece.unwrap_or('1')).collect()
}

/// The contents of the files, without our code.
struct Direct(shakmaty_syzygy::Tablebase<Chess>);

impl Direct {
    fn new(folder: &Path) -> Self {
        let mut tables = shakmaty_syzygy::Tablebase::new();
        tables.add_directory(folder).expect("tables");
        Self(tables)
    }

    fn chess(position: &Position) -> Chess {
        let fen: Fen = position.to_string().parse().expect("a FEN");
        fen.into_position(CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .expect("legal")
    }

    fn result(&self, position: &Position) -> EndgameResult {
        let wdl = self.0.probe_wdl_after_zeroing(&Self::chess(position));
        match wdl.expect("a table") {
            Wdl::Loss => EndgameResult::Loss,
            Wdl::BlessedLoss => EndgameResult::BlessedLoss,
            Wdl::Draw => EndgameResult::Draw,
            Wdl::CursedWin => EndgameResult::CursedWin,
            Wdl::Win => EndgameResult::Win,
        }
    }

    fn distance(&self, position: &Position) -> i32 {
        let dtz = self.0.probe_dtz(&Self::chess(position)).expect("a table");
        dtz.ignore_rounding().0
    }
}

/// Searches and returns the move, the last report about it, and all remarks.
fn search(engine: &mut Engine, game: &Game, limits: &Request) -> (Move, Info, Vec<String>) {
    let (mut last, mut remarks) = (None, Vec::new());
    let choice = engine.search(game, limits, &Signal::default(), &mut |event| match event {
        Event::Info(info) if info.rank == 1 => last = Some(info.clone()),
        Event::Info(_) => {}
        Event::Remark(text) => remarks.push(text.clone()),
    });
    (
        choice.best.expect("a move"),
        last.expect("a value"),
        remarks,
    )
}

fn nodes(nodes: u64) -> Request {
    Request::new(Limits::nodes(nodes))
}

#[test]
fn results_equal_the_files() {
    let Some(folder) = folder() else { return };
    let (ours, direct) = (in_folder(&folder).expect("tables"), Direct::new(&folder));
    let mut random = Random(SplitMix64::new(1));
    let mut seen = Vec::new();
    for pieces in [
        "KQk", "KRk", "KPk", "Kkq", "Kkp", "KPkp", "KRkp", "KBNk", "KQkr", "KNNk",
    ] {
        for _ in 0..1_000 {
            let position = random.position(pieces);
            let result = ours.result(&position).expect("a table");
            assert_eq!(result, direct.result(&position), "{position}");
            seen.push(result);
            // Positions after moves are tested as well, which include en passant.
            for m in position.legal_moves() {
                let after = position.after(m);
                if after.en_passant().is_some() {
                    assert_eq!(ours.result(&after), Some(direct.result(&after)), "{after}");
                }
            }
        }
    }
    for result in [EndgameResult::Loss, EndgameResult::Draw, EndgameResult::Win] {
        assert!(seen.contains(&result), "{result:?}");
    }
}

#[test]
fn won_positions_are_won() {
    let Some(folder) = folder() else { return };
    let direct = Direct::new(&folder);
    let mut random = Random(SplitMix64::new(2));
    let (mut winner, mut loser) = (engine(&folder), engine(&folder));
    let mut longest = 0;
    for pieces in [
        "KQk", "KRk", "KPk", "KBNk", "KBBk", "KQkr", "KQkn", "KRPk", "KPkp", "KRkn",
    ] {
        let mut games = 0;
        while games < 2 {
            let start = random.position(pieces);
            if direct.result(&start) != EndgameResult::Win {
                continue;
            }
            games += 1;
            let mut game = Game::new(start);
            let side = start.side_to_move();
            winner.new_game();
            loser.new_game();
            while game.outcome().is_none() {
                let winning = game.position().side_to_move() == side;
                let player = if winning { &mut winner } else { &mut loser };
                let (m, info, _) = search(player, &game, &nodes(1_000));
                assert_value_is_proven(&game, &info, winning);
                game.play(m).expect("legal");
            }
            let outcome = game.outcome().expect("over");
            let expected = match side {
                Color::White => "1-0",
                Color::Black => "0-1",
            };
            assert_eq!(outcome.result(), expected, "{start} ended by {outcome}");
            longest = longest.max(game.moves().len().div_ceil(2));
        }
    }
    eprintln!("longest win: {longest} moves");
    // Captures and pawn moves reset the fifty-move rule.
    assert!(longest <= 75, "{longest} moves");
}

/// Checks that a mate is reported only if the line ends in it, and other wins as a large value.
fn assert_value_is_proven(game: &Game, info: &Info, winning: bool) {
    let position = game.position();
    match info.score {
        Value::Mate(moves) => {
            assert_eq!(moves > 0, winning, "{position}");
            let mut line = game.clone();
            for &m in &info.line {
                line.play(m).expect("legal");
            }
            let plies = if winning { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(info.line.len() as i32, plies, "{position}");
            assert!(line.position().in_check() && !line.position().has_legal_move());
        }
        Value::Proved(proof) => panic!("the engine proves nothing: {proof:?}"),
        Value::Centipawns(value) | Value::Points(value) | Value::Printed(value) => {
            // Slightly less if a mate was found without its full line.
            assert!((19_800..=20_000).contains(&value.abs()), "{position}");
            assert_eq!(value > 0, winning, "{position}");
        }
    }
    assert!(info.table_hits > 0);
}

#[test]
fn results_are_kept_in_drawn_and_lost_positions() {
    let Some(folder) = folder() else { return };
    let direct = Direct::new(&folder);
    let mut random = Random(SplitMix64::new(3));
    let mut engine = engine(&folder);
    for pieces in ["KPk", "KRkb", "KQkq", "KPkp", "KNkp"] {
        for _ in 0..40 {
            let position = random.position(pieces);
            let before = direct.result(&position);
            let (m, info, _) = search(&mut engine, &Game::new(position), &nodes(300));
            let after = direct.result(&position.after(m));
            let kept = matches!(
                (before, after),
                (EndgameResult::Loss, EndgameResult::Win)
                    | (EndgameResult::Draw, EndgameResult::Draw)
                    | (EndgameResult::Win, EndgameResult::Loss)
            );
            assert!(kept, "{m} in {position}: {before:?}, then {after:?}");
            if before == EndgameResult::Draw {
                assert_eq!(info.score, Value::Centipawns(0), "{position}");
            }
        }
    }
}

#[test]
fn the_fifty_move_rule_turns_wins_into_draws() {
    let Some(folder) = folder() else { return };
    let direct = Direct::new(&folder);
    let mut random = Random(SplitMix64::new(4));
    let far = loop {
        let position = random.position("KBNk");
        if direct.result(&position) == EndgameResult::Win && direct.distance(&position) > 40 {
            break position;
        }
    };
    let late = far.to_string().replace("- - 0 1", "- - 70 90");
    let late = Game::new(Position::from_fen(&late).expect("legal"));
    let (mut strict, mut free) = (engine(&folder), engine(&folder));
    free.configure(&Settings {
        tables: TablebaseSettings {
            fifty_move_rule: false,
            ..settings(&folder)
        },
        ..free.settings().clone()
    })
    .expect("memory");
    let value = |engine: &mut Engine, game: &Game| search(engine, game, &nodes(300)).1.score;
    let early = Game::new(far);
    // The built-in tablebase has the distance of this mate, too, but only within the fifty moves.
    let plies = kbnk::plies_to_mate(&far).expect("a mate");
    let mate = Value::Mate(plies.div_ceil(2) as i32);
    assert_eq!(value(&mut strict, &early), mate);
    assert_eq!(value(&mut strict, &late), Value::Centipawns(2));
    assert_eq!(value(&mut free, &late), Value::Centipawns(20_000));
    // The engine still plays the shortest way to the win, in case the opponent errs.
    let (m, ..) = search(&mut strict, &late, &nodes(300));
    assert_eq!(direct.distance(&far.after(m)), 1 - direct.distance(&far));
}

#[test]
fn threefold_repetition_is_a_draw() {
    let Some(folder) = folder() else { return };
    let tables = in_folder(&folder).expect("tables");
    let mut game = Game::new(Position::from_fen("8/8/8/8/3k4/8/1Q6/K7 b - - 0 1").expect("legal"));
    for text in ["d4d5", "b2b1", "d5d4", "b1b2", "d4d5", "b2b1", "d5d4"] {
        let m = chess::uci::parse(game.position(), text).expect(text);
        game.play(m).expect(text);
    }
    let advice = tables.advice(&game).expect("tables");
    let of = |text: &str| {
        let said = advice.moves.iter().find(|said| said.m.to_string() == text);
        *said.expect(text)
    };
    assert_eq!(of("b1b2").result, EndgameResult::Draw, "the third time");
    let best = advice.moves.iter().map(|said| said.rank).max();
    let best: Vec<_> = advice
        .moves
        .iter()
        .filter(|said| Some(said.rank) == best)
        .collect();
    assert!(best.iter().all(|said| said.result == EndgameResult::Win));
    assert!(
        best.len() < advice.moves.len() / 2,
        "after a repetition only the shortest way is left"
    );
}

#[test]
fn tables_are_probed_below_the_root() {
    let Some(folder) = folder() else { return };
    // White promotes by force and then has a queen against a rook.
    let game = Game::new(Position::from_fen("8/2P3k1/8/8/8/5K2/r6P/8 w - - 0 1").expect("legal"));
    let limits = Request::new(Limits::depth(10));
    let mut engine = engine(&folder);
    let (_, info, _) = search(&mut engine, &game, &limits);
    assert!(info.table_hits > 0);
    // No probes if the depth is too small or there are too many pieces.
    for tables in [
        TablebaseSettings {
            probe_limit: 2,
            ..settings(&folder)
        },
        TablebaseSettings {
            probe_depth: 100,
            probe_limit: 3,
            ..settings(&folder)
        },
    ] {
        engine
            .configure(&Settings {
                tables,
                ..engine.settings().clone()
            })
            .expect("memory");
        engine.new_game();
        assert_eq!(search(&mut engine, &game, &limits).1.table_hits, 0);
    }
}

#[test]
fn moves_are_reported_in_the_order_of_the_tables() {
    let Some(folder) = folder() else { return };
    let direct = Direct::new(&folder);
    let position = Position::from_fen("8/8/8/4k3/8/2r5/3Q4/4K3 w - - 0 1").expect("legal");
    let moves = position.legal_moves().len();
    let mut engine = engine(&folder);
    engine
        .configure(&Settings {
            multi_pv: moves,
            ..engine.settings().clone()
        })
        .expect("memory");
    let mut lines = vec![None; moves];
    let limits = Request::new(Limits::depth(4));
    _ = engine.search(
        &Game::new(position),
        &limits,
        &Signal::default(),
        &mut |event| {
            if let Event::Info(info) = event {
                lines[info.rank - 1] = Some(info.line[0]);
            }
        },
    );
    let results: Vec<EndgameResult> = lines
        .into_iter()
        .map(|m| direct.result(&position.after(m.expect("a line for each move"))))
        .collect();
    assert!(results.is_sorted(), "{results:?}");
    assert_ne!(results.first(), results.last());
}

/// Creates a folder with these tables.
fn some_tables(from: &Path, files: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for file in files {
        fs::copy(from.join(file), folder.path().join(file)).expect(file);
    }
    folder
}

#[test]
fn wdl_tables_suffice_for_results() {
    let Some(all) = folder() else { return };
    let direct = Direct::new(&all);
    let mut random = Random(SplitMix64::new(5));
    // Results without distances: the best result is kept nevertheless.
    let folder = some_tables(&all, &["KQvK.rtbw", "KRvK.rtbw"]);
    let tables = in_folder(folder.path()).expect("tables");
    assert_eq!(tables.most_pieces(), 3);
    let queen = random.position("KQk");
    assert_eq!(tables.result(&queen), Some(direct.result(&queen)));
    assert_eq!(tables.result(&random.position("KPk")), None);
    let advice = tables.advice(&Game::new(queen)).expect("results");
    assert!(!advice.has_distances);
    let mut engine = engine(folder.path());
    for pieces in ["KQk", "KRk", "KPk"] {
        for _ in 0..20 {
            let position = random.position(pieces);
            let (m, ..) = search(&mut engine, &Game::new(position), &nodes(300));
            if pieces != "KPk" && direct.result(&position) == EndgameResult::Win {
                assert_eq!(direct.result(&position.after(m)), EndgameResult::Loss);
            }
        }
    }
    // Distances without results cannot be used.
    let folder = some_tables(&all, &["KQvK.rtbz"]);
    assert!(in_folder(folder.path()).is_none());
}

#[test]
fn problems_are_reported_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let temporary = folder.path();
    let empty = temporary.join("empty");
    fs::create_dir_all(&empty).expect("a folder");
    let broken = temporary.join("broken");
    fs::create_dir_all(&broken).expect("a folder");
    fs::write(broken.join("KQvK.rtbw"), b"not a table").expect("a file");
    fs::write(broken.join("notes.txt"), b"not a table either").expect("a file");
    let nowhere = temporary.join("nowhere");
    let game = Game::default();
    for (folder, words) in [
        (&empty, "no tables in"),
        (&broken, "cannot be used"),
        (&nowhere, "cannot be read"),
    ] {
        let mut engine = engine(folder);
        let (_, _, remarks) = search(&mut engine, &game, &nodes(100));
        let [remark] = remarks.as_slice() else {
            panic!("{remarks:?}");
        };
        assert!(
            remark.contains(words) && remark.contains("found 0 tables in"),
            "{remark}"
        );
        assert_eq!(remark.lines().count(), 1, "{remark}");
        let (_, _, remarks) = search(&mut engine, &game, &nodes(100));
        assert!(remarks.is_empty(), "it is reported once");
    }
    assert!(tablebase::open(&TablebaseSettings::default()).1.is_none());
}

#[test]
fn several_folders_are_combined() {
    let Some(all) = folder() else { return };
    let queen = some_tables(&all, &["KQvK.rtbw", "KQvK.rtbz"]);
    let rook = some_tables(&all, &["KRvK.rtbw"]);
    let nowhere = rook.path().join("nowhere");
    let path = std::env::join_paths([queen.path(), rook.path(), &nowhere]).expect("a path");
    let (tables, remark) = tablebase::open(&TablebaseSettings {
        path: path.to_str().expect("readable").to_owned(),
        ..TablebaseSettings::default()
    });
    let tables: Arc<dyn Tablebase> = tables.expect("tables");
    let remark = remark.expect("a remark");
    assert!(
        remark.contains("2 WDL and 1 DTZ tables, up to 3 pieces"),
        "{remark}"
    );
    assert!(remark.contains("cannot be read"), "{remark}");
    let mut random = Random(SplitMix64::new(6));
    for pieces in ["KQk", "KRk"] {
        assert!(tables.result(&random.position(pieces)).is_some());
    }
}
