//! Whole matches: their files, and equal games for equal seeds.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::AtomicBool;

use contest::{Adjudication, GameLine, PlayerLimit, Report, Scoreboard, for_each_game};
use games::{BoardGame, Chess, GameId, GameResult, Reason, TicTacToe, WithGame};

use players::{Seat, SpecError};

use crate::support::{Cheats, Folder, Panics, Slow, games_of, plan, play_all, play_with, seat};

/// Removes everything that depends on the clock.
fn timeless(mut line: GameLine) -> GameLine {
    (line.began, line.ms) = (0, 0);
    line.notes.iter_mut().for_each(|note| note.ms = 0);
    line
}

fn sorted<G: BoardGame>(plan: &contest::Plan, threads: usize) -> Vec<GameLine> {
    let mut lines: Vec<GameLine> = play_all::<G>(plan, threads)
        .into_iter()
        .map(timeless)
        .collect();
    lines.sort_by_key(|line| line.number);
    lines
        .into_iter()
        // Whether a note is empty depends on the clock.
        .map(|mut line| {
            if line
                .notes
                .iter()
                .all(|note| *note == contest::Note::default())
            {
                line.notes.clear();
            }
            line
        })
        .collect()
}

#[test]
fn the_same_seed_gives_the_same_games_whatever_the_concurrency() {
    let mut plan = plan(
        "chess",
        &["alphabeta:order=random,tt=1", "classic:nodes=300", "random"],
        4,
    );
    plan.players[0].limit = PlayerLimit {
        depth: Some(2),
        ..PlayerLimit::default()
    };
    let alone = sorted::<Chess>(&plan, 1);
    assert_eq!(alone.len(), 12);
    assert_eq!(sorted::<Chess>(&plan, 2), alone);
    assert_eq!(sorted::<Chess>(&plan, 5), alone);
    plan.seed += 1;
    assert_ne!(
        sorted::<Chess>(&plan, 2),
        alone,
        "another seed, other games"
    );
}

#[test]
fn random_choices_differ_between_games_unless_the_spec_has_a_seed() {
    let after_book = |line: &GameLine| -> Vec<String> {
        line.moves
            .split(' ')
            .skip(line.book)
            .map(str::to_owned)
            .collect()
    };
    for (specs, repeats) in [
        (["random", "random"], false),
        (["random:seed=1", "random:seed=1"], true),
    ] {
        let mut plan = plan("chess", &specs, 2);
        plan.openings = contest::Source::Random { plies: 0 };
        let lines = sorted::<Chess>(&plan, 1);
        assert_eq!(
            after_book(&lines[0]) == after_book(&lines[1]),
            repeats,
            "{specs:?}"
        );
    }
}

struct PlaysEverywhere;

impl WithGame for PlaysEverywhere {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        let plan = plan(G::ID.name(), &["alphabeta:depth=2", "random"], 10);
        let lines = sorted::<G>(&plan, 2);
        assert_eq!(lines.len(), 10);
        for line in lines {
            // The moves can be played again, and the game is over where the journal says so.
            let mut state = game.start();
            for text in line.moves.split(' ') {
                let mv = game.read_move(&state, text).expect("a legal move");
                game.play(&mut state, mv);
            }
            if line.reason == Reason::Repetition {
                continue;
            }
            let score = game.terminal(&state).expect("the end of the game");
            let winner = match (score, game.side(&state)) {
                (0, _) => GameResult::Draw,
                (1.., gametree::Side::First) | (..0, gametree::Side::Second) => GameResult::First,
                _ => GameResult::Second,
            };
            assert_eq!(line.result, winner, "{line:?}");
        }
    }
}

#[test]
fn every_game_is_played_to_its_end() {
    for kind in GameId::ALL {
        kind.with(PlaysEverywhere);
    }
}

#[test]
fn adjudication_ends_games() {
    let mut plan = plan("chess", &["alphabeta:depth=1", "random"], 10);
    plan.adjudication = Adjudication {
        max_plies: Some(20),
        ..Adjudication::default()
    };
    let lines = sorted::<Chess>(&plan, 2);
    let long: Vec<_> = lines
        .iter()
        .filter(|line| line.reason == Reason::Length)
        .collect();
    assert!(!long.is_empty());
    for line in long {
        assert_eq!(line.moves.split(' ').count(), 20);
        assert_eq!(line.result, GameResult::Draw);
    }
    assert!(lines.iter().all(|line| line.moves.split(' ').count() <= 20));
}

#[test]
fn slow_players_lose_on_time_and_panics_lose_the_game() {
    let sit = &|spec: &str| -> Result<Seat<Chess>, SpecError> {
        Ok(match spec {
            "slow" => seat(spec, Slow),
            "panics" => seat(spec, Panics::default()),
            "cheats" => seat(spec, Cheats),
            _ => Seat::builtin(spec)?,
        })
    };
    let mut plan = plan("chess", &["slow", "panics", "cheats", "random"], 2);
    plan.time_margin = 0;
    plan.players[0].limit.tc = Some("0.02".parse().expect("a clock"));
    let mut board = Scoreboard::new(&plan);
    for line in play_with(&plan, 2, sit) {
        board.add(&line);
    }
    assert_eq!(board.games(), 12);
    let conduct = board.conduct().iter();
    let faults: Vec<_> = conduct.map(|conduct| &conduct.faults).collect();
    // The slow player makes its first move in time, so players that fail at once lose to it when they move first.
    let total: u64 = faults.iter().flat_map(|faults| faults.values()).sum();
    assert_eq!(total, 12, "{faults:?}");
    for (player, reason) in [Reason::Time, Reason::Crash, Reason::IllegalMove]
        .into_iter()
        .enumerate()
    {
        assert!(faults[player].keys().all(|&words| words == reason.words()));
    }
    assert!(faults[..3].iter().all(|faults| !faults.is_empty()));
    assert!(faults[3].is_empty());
    let report = Report::new(&board).to_string();
    for part in [
        "faults       slow: time forfeit",
        "faults       panics: crash",
        "it all went wrong",
        "which is not legal",
    ] {
        assert!(report.contains(part), "{part:?} is not in {report}");
    }
}

#[test]
fn a_stopped_match_writes_only_whole_games_and_can_be_resumed() {
    let folder = Folder::new("stopped");
    let plan = plan("tictactoe", &["random", "alphabeta:depth=2"], 400);
    let stop = AtomicBool::new(false);
    let (journal, pgn) = (folder.file("match.jsonl"), folder.file("match.pgn"));
    let mut runs = 0;
    while games_of(&journal).len() < 400 {
        runs += 1;
        stop.store(false, std::sync::atomic::Ordering::Relaxed);
        let mut more = 0;
        crate::support::sit::<TicTacToe>(&plan, 2, &journal, &pgn, &stop, &mut |_| {
            more += 1;
            if more == 2 {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        })
        .expect("a match");
        assert!(runs < 400, "it never ends");
    }
    assert!(runs > 1);
    crate::support::check_files(&plan, TicTacToe::ID, &journal, &pgn);
}

#[test]
fn a_truncated_journal_loses_only_its_last_game() {
    let folder = Folder::new("cut");
    let plan = plan("tictactoe", &["random", "alphabeta:depth=1"], 6);
    let (journal, pgn) = (folder.file("match.jsonl"), folder.file("match.pgn"));
    let go = AtomicBool::new(false);
    let sit = || crate::support::sit::<TicTacToe>(&plan, 1, &journal, &pgn, &go, &mut |_| ());
    sit().expect("a match");
    let whole = fs::read(&journal).expect("a journal");
    let whole_pgn = fs::read_to_string(&pgn).expect("a file");
    let ends: BTreeSet<usize> = (0..whole.len())
        .filter(|&at| whole[at] == b'\n')
        .map(|at| at + 1)
        .collect();
    assert_eq!(ends.len(), 7, "a manifest and six games");
    let near_ends = ends
        .iter()
        .flat_map(|&end| [end - 1, end, end + 1, end + 40]);
    let cuts: BTreeSet<usize> = near_ends
        .chain([0, 1, 100])
        .filter(|&cut| cut <= whole.len())
        .collect();
    for cut in cuts {
        fs::write(&journal, &whole[..cut]).expect("a journal");
        let kept = ends
            .iter()
            .filter(|&&end| end <= cut)
            .count()
            .saturating_sub(1);
        // The PGN file has the games of the journal, one less, or the next one half-written.
        let starts: Vec<usize> = whole_pgn
            .match_indices("[Event ")
            .map(|(at, _)| at)
            .collect();
        let start = |game: usize| starts.get(game).copied().unwrap_or(whole_pgn.len());
        for length in [
            start(kept),
            start(kept.saturating_sub(1)),
            start(kept).saturating_sub(20),
        ] {
            fs::write(&journal, &whole[..cut]).expect("a journal");
            fs::write(&pgn, &whole_pgn[..length]).expect("a file");
            // A journal without its first line is a new match, and the games in the PGN file belong to another.
            if ends.first().is_some_and(|&first| cut < first) {
                fs::write(&pgn, "").expect("a file");
            }
            sit().expect("a match");
            crate::support::check_files(&plan, TicTacToe::ID, &journal, &pgn);
            let before: Vec<_> = games_of(&journal)
                .into_iter()
                .take(kept)
                .map(|line| line.number)
                .collect();
            assert_eq!(
                before,
                (1..=kept as u64).collect::<Vec<_>>(),
                "cut at {cut}"
            );
        }
    }
}

#[test]
fn a_journal_of_another_match_is_an_error() {
    let folder = Folder::new("another");
    let plan = plan("tictactoe", &["random", "random"], 4);
    let (journal, pgn) = (folder.file("match.jsonl"), folder.file("match.pgn"));
    let go = AtomicBool::new(false);
    let sit = |plan| crate::support::sit::<TicTacToe>(plan, 1, &journal, &pgn, &go, &mut |_| ());
    sit(&plan).expect("a match");
    let mut other = plan.clone();
    other.seed = 77;
    let error = sit(&other).expect_err("another seed").to_string();
    assert!(error.contains("its seed is 5, not 77"), "{error}");
    let mut other = plan.clone();
    other.players[1].limit.depth = Some(3);
    let error = sit(&other).expect_err("another limit").to_string();
    assert!(
        error.contains("its players is") && error.contains("\"depth\":3"),
        "{error}"
    );
    // The games are kept, and an invalid line is named.
    assert_eq!(games_of(&journal).len(), 4);
    let mut text = fs::read_to_string(&journal).expect("a journal");
    text.push_str("{\"game\":7}\n");
    fs::write(&journal, &text).expect("a journal");
    let error = sit(&plan).expect_err("a broken line").to_string();
    assert!(error.contains("line 6 is not one of a journal"), "{error}");
    let twice = text.lines().nth(1).expect("a game");
    fs::write(&journal, text.replace("{\"game\":7}", twice)).expect("a journal");
    let error = sit(&plan).expect_err("a game twice").to_string();
    assert!(error.contains("game 1 is there twice"), "{error}");
}

#[test]
fn games_can_be_read_again() {
    let folder = Folder::new("back");
    let mut plan = plan("chess", &["alphabeta:depth=2", "random"], 4);
    plan.players[0].limit.movetime = Some(1_000);
    let (journal, pgn) = (folder.file("match.jsonl"), folder.file("match.pgn"));
    let go = AtomicBool::new(false);
    crate::support::sit::<Chess>(&plan, 2, &journal, &pgn, &go, &mut |_| ()).expect("a match");
    let lines = games_of(&journal);
    for line in &lines {
        let text = serde_json::to_string(line).expect("JSON");
        assert_eq!(
            *line,
            serde_json::from_str::<GameLine>(&text).expect("a game")
        );
    }
    let read = fs::read(&pgn).expect("a file");
    for game in notation::Games::new(&read[..]) {
        let game = game.expect("a game");
        let tag = |name: &str| game.tags.get(name).unwrap_or_default().to_owned();
        let number: u64 = tag("Round").parse().expect("a number");
        let line = lines
            .iter()
            .find(|line| line.number == number)
            .expect("the same game");
        let moves: Vec<String> = game
            .main_line()
            .nodes()
            .iter()
            .map(|node| node.played().to_uci(chess::uci::CastlingStyle::KingMoves))
            .collect();
        assert_eq!(moves.join(" "), line.moves);
        assert_eq!(game.result, Some(line.result));
        assert_eq!(tag("PlyCount"), moves.len().to_string());
        assert_eq!(tag("Termination"), "normal");
        let (ours, theirs) = if line.players[0] == 0 {
            ("White", "Black")
        } else {
            ("Black", "White")
        };
        assert_eq!(tag(ours), "alphabeta:depth=2");
        assert_eq!(tag(&format!("{ours}TimeControl")), "1/move");
        assert_eq!(tag(&format!("{theirs}TimeControl")), "-");
        // The comments have the players' values.
        for (node, note) in game.main_line().nodes()[line.book..]
            .iter()
            .zip(&line.notes)
        {
            let said = node
                .comments
                .first()
                .and_then(notation::MatchNote::from_comment);
            // A comment of a player without an evaluation may have only a time.
            let depth = said.as_ref().filter(|said| said.value.is_some());
            assert_eq!(depth.map(|said| said.depth), note.depth);
            if let (Some(said), Some(cp)) = (said, note.cp) {
                assert_eq!(said.value, Some(gametree::Value::Centipawns(cp)));
                assert_eq!(said.time.as_millis() as u64, note.ms);
            }
        }
    }
    let mut count = 0;
    for_each_game(&journal, |_| count += 1).expect("a journal");
    assert_eq!(count, 4);
}

/// A player whose program disappears during a match loses its games, and the match continues.
#[test]
fn a_missing_player_loses_and_the_match_continues() {
    let plan = plan("tictactoe", &["random", "gone", "random:seed=1"], 2);
    let sit = &|spec: &str| match spec {
        "gone" => Err(SpecError::Outside("gone".to_owned())),
        spec => Seat::<TicTacToe>::builtin(spec),
    };
    let lines = play_with(&plan, 2, sit);
    assert_eq!(lines.len(), 6);
    for line in lines {
        let place = line.players.iter().position(|&player| player == 1);
        let lost = match place {
            Some(0) => line.result == GameResult::Second,
            Some(_) => line.result == GameResult::First,
            None => continue,
        };
        assert!(lost && line.reason == Reason::Start, "{line:?}");
        assert!(line.detail.is_some_and(|it| it.contains("did not start")));
    }
}
