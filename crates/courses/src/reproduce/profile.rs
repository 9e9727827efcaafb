//! Assignment 4's time per move compared with nodes per move, and the effects of depth and sorting.

use super::a4::game;
use super::{Job, Row, Source, grouped, job, to_depth};
use crate::a4::{A4Player, Method, Rules, Side, Sorting, TableRules, play_game};
use crate::player::CoursePlayer;
use crate::presets::Document;
use chess::{Color, Position};
use gametree::Signal;

pub(super) fn jobs() -> Vec<Job> {
    let measured = |title, work| job(Document::A4, Source::Ours, title, work);
    vec![
        measured("time and nodes of each move", time_and_nodes),
        measured(
            "`alpha = best`: looks like a bug and is none",
            harmless_alpha,
        ),
        measured("other depths, minimax against minimax", other_depths),
        measured("sorting by the table", sorting),
    ]
}

/// Milliseconds per move as printed in Figure 5: ABP_Trans, ABP, Minimax.
pub(super) const FIGURE_5: [[u32; 3]; 29] = [
    [29, 18, 93],
    [26, 11, 67],
    [40, 39, 177],
    [33, 12, 172],
    [13, 16, 160],
    [49, 27, 160],
    [44, 38, 137],
    [58, 40, 116],
    [34, 38, 117],
    [27, 17, 92],
    [55, 46, 97],
    [26, 20, 116],
    [46, 53, 118],
    [41, 47, 179],
    [27, 26, 195],
    [40, 37, 179],
    [57, 36, 198],
    [62, 96, 217],
    [76, 57, 242],
    [76, 32, 205],
    [38, 19, 100],
    [10, 9, 127],
    [7, 12, 158],
    [14, 44, 127],
    [9, 8, 104],
    [16, 22, 98],
    [28, 23, 126],
    [35, 22, 132],
    [20, 2, 130],
];

/// Pearson's coefficient of correlation.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let mean_x = pairs.iter().map(|pair| pair.0).sum::<f64>() / n;
    let mean_y = pairs.iter().map(|pair| pair.1).sum::<f64>() / n;
    let sum = |f: fn(f64, f64) -> f64| {
        let terms = pairs.iter().map(|&(x, y)| f(x - mean_x, y - mean_y));
        terms.sum::<f64>()
    };
    sum(|x, y| x * y) / (sum(|x, _| x * x) * sum(|_, y| y * y)).sqrt()
}

fn time_and_nodes(signal: &Signal) -> (Vec<Row>, String) {
    let column = |index: usize| FIGURE_5.iter().map(move |row| row[index]);
    let mixed = game(Method::Minimax, Method::AlphaBeta, signal);
    let pruned = game(Method::AlphaBeta, Method::AlphaBeta, signal);
    let fit = |index: usize, nodes: Vec<u64>| {
        let pairs: Vec<(f64, f64)> = column(index)
            .zip(nodes)
            .map(|(ms, nodes)| (f64::from(ms), nodes as f64))
            .collect();
        format!("{:.2} ({} moves)", correlation(&pairs), pairs.len())
    };
    let nodes = |game: &crate::a4::GameRecord, color| -> Vec<u64> {
        let moves = game.profile.moves.iter();
        moves
            .filter(|cost| cost.color == color && cost.best.is_some())
            .map(|cost| cost.nodes)
            .collect()
    };
    let rows = vec![
        Row::new(
            "Minimax column and our White minimax nodes, r",
            "0.86 (29 moves)",
            fit(2, nodes(&mixed, Color::White)),
        ),
        Row::new(
            "ABP column and our Black alpha-beta nodes, r",
            "0.63 (28 moves)",
            fit(1, nodes(&mixed, Color::Black)),
        ),
        Row::new(
            "ABP column and our White alpha-beta nodes, r",
            "0.14 (29 moves)",
            fit(1, nodes(&pruned, Color::White)),
        ),
    ];
    let remark = "Times cannot be reproduced, but they correlate with the nodes. The columns sum to 1036, 867 and 4139, near the printed totals (4051 or 4080, and 888). The ABP column fits Black's nodes, so the game is probably minimax against alpha-beta.";
    (rows, remark.into())
}

fn harmless_alpha(signal: &Signal) -> (Vec<Row>, String) {
    let count = |history: &[Position], depth, method| {
        let mut player = A4Player::new(Rules::faithful(method));
        player.search(history, &to_depth(depth, signal)).calls
    };
    let pruned = game(Method::AlphaBeta, Method::AlphaBeta, signal);
    let textbook = game(Method::Textbook, Method::Textbook, signal);
    let total = |nodes: [u64; 2]| grouped(nodes[0] + nodes[1]);
    let start = &pruned.positions[..1];
    // A stopped game may be shorter.
    let fourth = pruned.positions.get(..9).unwrap_or(start);
    let mut rows = vec![Row::new(
        "nodes of the whole game, `alpha = best` and the larger",
        total(textbook.nodes()),
        total(pruned.nodes()),
    )];
    for (what, history, known) in [
        ("the start", start, 11_759),
        ("after 4...Bb4", fourth, 55_385),
    ] {
        for (form, method) in [
            ("as printed", Method::AlphaBeta),
            ("textbook", Method::Textbook),
        ] {
            let nodes = count(history, 4, method);
            rows.push(Row::new(
                format!("four plies, {what}, {form}"),
                grouped(known),
                grouped(nodes),
            ));
        }
    }
    let remark = "The search is fail-hard: no child returns less than alpha, so the best value is never below alpha after the first child.";
    (rows, remark.into())
}

fn other_depths(signal: &Signal) -> (Vec<Row>, String) {
    let mut rows = Vec::new();
    for (depth, expected) in [(1, "draw by fifty moves"), (2, "Black wins at move 27")] {
        let mut white = A4Player::new(Rules::faithful(Method::Minimax));
        let mut black = white.clone();
        let side = |player| Side { player, depth };
        let game = play_game(
            &Position::startpos(),
            [side(&mut white), side(&mut black)],
            200,
            signal,
        );
        let last = game.last();
        // Mated, or no move found because all moves lose.
        let lost = game.gave_up() || game.winner().is_some();
        let obtained = if lost {
            let winner = !last.side_to_move();
            format!("{winner} wins at move {}", last.fullmove_number())
        } else if last.halfmove_clock() >= 100 {
            "draw by fifty moves".to_owned()
        } else {
            "not over".to_owned()
        };
        rows.push(Row::new(format!("depth {depth}"), expected, obtained));
    }
    (
        rows,
        "A draw by fifty moves without capture or pawn move.".into(),
    )
}

fn sorting(signal: &Signal) -> (Vec<Row>, String) {
    let pruned = game(Method::AlphaBeta, Method::AlphaBeta, signal);
    // The total nodes of a table search over all positions with White to move.
    let nodes = |sorting| {
        let rules = TableRules {
            sorting,
            ..TableRules::FIXED
        };
        let mut player = A4Player::new(Rules::faithful(Method::Table(rules)));
        let plies = (1..pruned.positions.len()).step_by(2);
        plies
            .map(|plies| {
                player
                    .search(&pruned.positions[..plies], &to_depth(3, signal))
                    .calls
            })
            .sum::<u64>()
    };
    let off = nodes(Sorting::Off);
    let printed = nodes(Sorting::Printed);
    let fixed = nodes(Sorting::Fixed);
    let rows = vec![
        Row::note("nodes of White's 29 moves, not sorted", grouped(off)),
        Row::check(
            "sorted as printed: ascending for both players",
            "more",
            grouped(printed),
            printed > off,
        ),
        Row::check(
            "sorted in the correct order",
            "fewer",
            grouped(fixed),
            fixed < off,
        ),
    ];
    let remark = "With the fixed table. The printed comparator sorts in ascending order for both players and overflows, so the maximizer begins with its worst moves.";
    (rows, remark.into())
}
