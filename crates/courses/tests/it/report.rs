//! The report: the mistakes of the faithful players, and the fixed ones.

use chess::uci::CastlingStyle;
use chess::{Move, Position};
use courses::report::leaf::{MATE, Mates, Sign};
use courses::report::table::TableRules;
use courses::report::{Method, ReportMaterial, Settings, board};
use courses::{Choice, presets};
use games::Chess;
use games::chess::Draws;
use gametree::searches::Minimax;
use gametree::{Limits, Searcher};

fn text(answer: &Choice<Move>) -> String {
    answer
        .best
        .map_or("none".into(), |m| m.to_uci(CastlingStyle::KingMoves))
}

fn ask(name: &str, position: &Position, depth: u32) -> Choice<Move> {
    let mut player = presets::chess_player(name, 1).expect(name);
    player.search(&[*position], &Limits::depth(depth))
}

#[test]
fn the_presets_give_the_printed_figures() {
    let minimax = ask("report-minimax", &board(3), 2);
    assert_eq!((minimax.calls, minimax.value), (39_894, Some(2)));
    let pruned = ask("report-ab", &board(3), 2);
    assert_eq!((pruned.calls, pruned.value), (8_392, Some(2)));
    assert_eq!(ask("report-reorder", &board(3), 2).calls, 8_392);
    let table = ask("report-trans", &board(3), 2);
    assert_eq!((table.calls, table.value), (8_908, Some(1)));
    // Iterative deepening adds the calls of all depths up.
    assert_eq!(ask("report-ids", &board(1), 2).calls, 20 + 420 + 9_322);
}

#[test]
fn with_the_right_sign_minimax_is_the_librarys() {
    let settings = Settings {
        sign: Sign::OfRoot,
        ..Settings::faithful(Method::Minimax)
    };
    let game = Chess::new(Draws::STALEMATE_ONLY);
    for (number, depth) in [(1, 2), (3, 1), (3, 2), (4, 2)] {
        let ours = settings.search(&board(number), &Limits::depth(depth));
        let limits = Limits::depth(depth + 1);
        let theirs = Minimax::new(ReportMaterial).search(&game, &board(number), &limits);
        assert_eq!(
            ours.value,
            Some(theirs.score),
            "board {number}, depth {depth}"
        );
        // The library counts the root.
        assert_eq!(ours.calls, theirs.stats.nodes - 1);
    }
}

#[test]
fn alpha_beta_never_changes_the_value() {
    for number in 1..=5 {
        for depth in 0..3 {
            let minimax =
                Settings::faithful(Method::Minimax).search(&board(number), &Limits::depth(depth));
            let pruned =
                Settings::faithful(Method::AlphaBeta).search(&board(number), &Limits::depth(depth));
            assert_eq!((pruned.value, pruned.best), (minimax.value, minimax.best));
            assert!(pruned.calls <= minimax.calls);
        }
    }
}

#[test]
fn board_5_fixed_mates_at_every_depth() {
    let faithful = [0, 1, 2, 3].map(|depth| text(&ask("report-ids", &board(5), depth)));
    assert_eq!(faithful, ["h5a5", "h5h1", "h5a5", "h5h1"]);
    // There are two mates in one, on h1 and on d1.
    let mates = |answer: &Choice<Move>| {
        let next = board(5).after(answer.best.unwrap());
        next.in_check() && !next.has_legal_move()
    };
    for depth in 0..3 {
        for name in [
            "report-minimax-fixed",
            "report-ids-fixed",
            "report-ab-fixed",
        ] {
            let answer = ask(name, &board(5), depth);
            assert!(
                mates(&answer) && answer.value == Some(MATE),
                "{name}, depth {depth}"
            );
        }
        assert!(mates(&ask("report-trans-fixed", &board(5), depth)));
    }
}

#[test]
fn the_printed_table_picks_wrong_moves_and_the_fixed_one_does_not() {
    let exact = Settings {
        sign: Sign::OfRoot,
        mates: Mates::Win,
        ..Settings::faithful(Method::AlphaBeta)
    };
    for (depth, wrong) in [(2, "c2c3"), (3, "a2a3")] {
        let best = exact.search(&board(3), &Limits::depth(depth)).value;
        let worth = |answer: &Choice<Move>| {
            exact.value_of(&board(3), answer.best.unwrap(), &Limits::depth(depth))
        };
        let printed = ask("report-trans", &board(3), depth);
        assert_eq!(text(&printed), wrong);
        assert!(
            worth(&printed) < best,
            "the printed table's move is worse than the best"
        );
        let fixed = ask("report-trans-fixed", &board(3), depth);
        assert_eq!((worth(&fixed), fixed.value), (best, best));
        assert!(
            fixed.calls < printed.calls,
            "and it needs {} calls",
            fixed.calls
        );
    }
    let keys = Method::Table(TableRules::FAITHFUL);
    assert_eq!(
        Settings::faithful(keys)
            .search(&board(3), &Limits::depth(1))
            .calls,
        1_110
    );
}

#[test]
fn the_fixed_alpha_beta_needs_fewer_calls_for_the_same_value() {
    for number in [1, 3] {
        let printed = ask("report-ab", &board(number), 3);
        let fixed = ask("report-ab-fixed", &board(number), 3);
        assert_eq!(printed.value, fixed.value);
        assert!(fixed.calls * 8 < printed.calls);
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    for preset in courses::PRESETS {
        if let Some(mut player) = presets::chess_player(preset.name, 1) {
            let answer = player.search(&[mated], &Limits::depth(1));
            assert_eq!(answer.best, None, "{}", preset.name);
        }
    }
}
