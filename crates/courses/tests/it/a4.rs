//! Assignment 4: the game that stops early, and its end with the fixed player.

use chess::{Color, Position};
use courses::a4::{
    A4Player, Bounds, GameRecord, Method, Rules, Side, Sorting, TableRules, move_code, play_game,
};
use courses::{CoursePlayer, presets};
use gametree::{Limits, Signal};

const FINAL: &str = "1Bbkq2r/1p3p1p/3p1Q2/2pP4/5P2/2P5/P5PP/2KnR3 b - - 1 29";

fn game(white: Rules, black: Rules) -> GameRecord {
    let (mut white, mut black) = (A4Player::new(white), A4Player::new(black));
    let side = |player| Side { player, depth: 3 };
    play_game(
        &Position::startpos(),
        [side(&mut white), side(&mut black)],
        100,
        &Signal::default(),
    )
}

#[test]
fn the_printed_game_stops_and_the_fixed_one_ends_in_mate() {
    let printed = game(
        Rules::faithful(Method::AlphaBeta),
        Rules::faithful(Method::AlphaBeta),
    );
    assert_eq!(printed.last().to_string(), FINAL);
    assert_eq!(move_code(printed.moves[56]), 7030);
    assert_eq!(printed.nodes(), [228_898, 211_116]);
    assert!(printed.gave_up() && printed.winner().is_none());
    assert_eq!(printed.last().legal_moves().len(), 2);

    let fixed = game(
        Rules::fixed(Method::AlphaBeta),
        Rules::fixed(Method::AlphaBeta),
    );
    assert_eq!(fixed.moves[..57], printed.moves[..]);
    assert_eq!(fixed.winner(), Some(Color::White));
    assert_eq!(fixed.turns(), 30);
}

#[test]
fn minimax_and_alpha_beta_agree_move_by_move() {
    let rules = |method| Rules {
        deepen: false,
        ..Rules::faithful(method)
    };
    let printed = game(rules(Method::AlphaBeta), rules(Method::AlphaBeta));
    for plies in [1, 8, 21, 40, 57] {
        let history = &printed.positions[..plies];
        let minimax = A4Player::new(rules(Method::Minimax)).search(history, &Limits::depth(3));
        let pruned = A4Player::new(rules(Method::AlphaBeta)).search(history, &Limits::depth(3));
        assert_eq!(
            (minimax.best, minimax.value),
            (pruned.best, pruned.value),
            "ply {plies}"
        );
        assert!(pruned.calls < minimax.calls);
    }
}

#[test]
fn the_passes_count_but_do_not_matter() {
    let start = [Position::startpos()];
    let ask = |name: &str| {
        presets::chess_player(name, 1)
            .unwrap()
            .search(&start, &Limits::depth(3))
    };
    let (single, passes) = (ask("a4-minimax"), ask("a4-ids"));
    assert_eq!(single.best, passes.best);
    assert_eq!((single.calls, passes.calls), (9_323, 21 + 421 + 9_323));
}

#[test]
fn the_table_as_printed_breaks_the_assignments_own_test() {
    let start = |name: &str| {
        let mut white = presets::chess_player(name, 1).unwrap();
        let mut black = A4Player::new(Rules::faithful(Method::AlphaBeta));
        let sides = [
            Side {
                player: white.as_mut(),
                depth: 3,
            },
            Side {
                player: &mut black,
                depth: 3,
            },
        ];
        play_game(&Position::startpos(), sides, 100, &Signal::default())
    };
    let kept = start("a4-abp-trans-kept");
    assert_eq!(kept.winner(), Some(Color::Black));
    assert_eq!(kept.turns(), 5, "mated at move 5");
    assert_ne!(start("a4-abp-trans").last().to_string(), FINAL);
    let fixed = start("a4-abp-trans-fixed");
    assert_eq!(fixed.last().to_string(), FINAL);
    assert!(
        fixed.nodes()[0] < 228_898,
        "and saves nodes: {}",
        fixed.nodes()[0]
    );
}

/// With comparison and remaining depth but bounds used as exact values, another move order gives another value, so at
/// least one of the two is wrong.
#[test]
fn a_bound_is_not_a_value() {
    let history = [Position::startpos()];
    let values = [Sorting::Off, Sorting::Fixed, Sorting::Printed].map(|sorting| {
        let rules = TableRules {
            sorting,
            bounds: Bounds::TakenForExact,
            ..TableRules::FIXED
        };
        A4Player::new(Rules::faithful(Method::Table(rules)))
            .search(&history, &Limits::depth(4))
            .value
    });
    assert!(values.iter().any(|value| *value != values[0]), "{values:?}");
}

/// With the kind of value marked, the table gives alpha-beta's value in every position of the
/// game, sorted or not.
#[test]
fn the_fixed_table_is_right_everywhere() {
    let plain = Rules::faithful(Method::AlphaBeta);
    let printed = game(plain, plain);
    for sorting in [Sorting::Off, Sorting::Printed, Sorting::Fixed] {
        let rules = TableRules {
            sorting,
            ..TableRules::FIXED
        };
        let mut table = A4Player::new(Rules::faithful(Method::Table(rules)));
        for plies in 1..printed.positions.len() {
            let answer = table.search(&printed.positions[..plies], &Limits::depth(3));
            assert_eq!(
                answer.value,
                printed.profile.moves[plies - 1].value,
                "{sorting:?}, ply {plies}"
            );
        }
    }
}

#[test]
fn sorting_changes_the_work_and_not_the_value() {
    let history = [Position::startpos()];
    let ask = |sorting| {
        let rules = TableRules {
            sorting,
            ..TableRules::FIXED
        };
        A4Player::new(Rules::faithful(Method::Table(rules))).search(&history, &Limits::depth(4))
    };
    let plain =
        A4Player::new(Rules::faithful(Method::AlphaBeta)).search(&history, &Limits::depth(4));
    let off = ask(Sorting::Off);
    assert_eq!(
        off.value, plain.value,
        "the fixed table is right at depth 4"
    );
    let printed = ask(Sorting::Printed);
    let fixed = ask(Sorting::Fixed);
    assert_eq!(off.value, printed.value);
    assert_eq!(off.value, fixed.value);
    assert!(
        fixed.calls < printed.calls,
        "{} and {}",
        fixed.calls,
        printed.calls
    );
}

#[test]
fn the_profile_has_a_line_for_every_turn() {
    let game = game(
        Rules::faithful(Method::AlphaBeta),
        Rules::faithful(Method::AlphaBeta),
    );
    let profile = &game.profile;
    assert_eq!(
        profile.moves.len(),
        58,
        "the turn without an answer is in it"
    );
    assert_eq!(profile.total(Color::White).0, 228_898);
    assert_eq!(profile.total(Color::Black).0, 211_116);

    let csv = profile.to_csv();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "turn,color,move,value,nodes,microseconds");
    assert_eq!(lines.len(), 59);
    assert!(lines[1].starts_with("1,white,e2e4,"), "{}", lines[1]);
    assert!(
        lines[51].starts_with("26,white,e1c1,"),
        "castling: {}",
        lines[51]
    );
    assert!(
        lines[58].starts_with("29,black,,-2147483648,"),
        "{}",
        lines[58]
    );
    assert!(lines.iter().all(|line| line.matches(',').count() == 5));
    let nodes: u64 = lines[1..]
        .iter()
        .map(|line| line.split(',').nth(4).unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(nodes, 228_898 + 211_116);

    let table = profile.to_string();
    assert_eq!(table.lines().count(), 1 + 29 + 1);
    assert!(table.lines().last().unwrap().contains("228898"));
    assert!(table.contains("none"));
}

#[test]
fn a_game_from_a_position_with_black_to_move_is_written_with_a_gap() {
    let start = Position::from_fen("4k3/8/8/8/8/8/4q3/K7 b - - 0 40").unwrap();
    let mut black = presets::chess_player("a4-abp", 1).unwrap();
    let mut white = presets::chess_player("a4-random", 1).unwrap();
    let sides = [
        Side {
            player: white.as_mut(),
            depth: 1,
        },
        Side {
            player: black.as_mut(),
            depth: 2,
        },
    ];
    let game = play_game(&start, sides, 3, &Signal::default());
    let first = game.profile.to_string().lines().nth(1).unwrap().to_owned();
    assert!(first.starts_with("  40          "), "{first}");
}
