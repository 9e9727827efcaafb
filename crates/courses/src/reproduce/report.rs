//! The report's tables: calls and values on three boards, and the moves of iterative deepening.

use super::{Job, Row, Source, grouped, job, to_depth};
use crate::player::{Choice, CoursePlayer};
use crate::presets::Document;
use crate::report::table::TableRules;
use crate::report::{Method, ReportPlayer, RootOrder, Settings, board};
use chess::Move;
use chess::uci::CastlingStyle;
use gametree::Signal;

/// Calls and value at depth 0 to 3.
type Printed = [(u64, i32); 4];

const MINIMAX: [(usize, Printed); 3] = [
    (1, [(20, 0), (420, 0), (9_322, 0), (206_603, 0)]),
    (3, [(35, 3), (1_111, -2), (39_894, 2), (1_275_708, -2)]),
    (4, [(1, 5), (33, -8), (1_016, 1), (25_078, 0)]),
];

const ALPHA_BETA: [(usize, Printed); 3] = [
    (1, [(20, 0), (420, 0), (1_298, 0), (13_873, 0)]),
    (3, [(35, 3), (1_111, -2), (8_392, 2), (246_987, -2)]),
    (4, [(1, 5), (33, -8), (161, 1), (3_925, 0)]),
];

const TABLE: [(usize, Printed); 3] = [
    (1, [(20, 0), (420, 0), (1_038, 0), (6_024, 0)]),
    (3, [(35, 3), (1_110, -2), (8_908, 1), (119_208, -2)]),
    (4, [(1, 5), (33, -8), (158, 1), (2_267, 0)]),
];

const DEEPENING: [(usize, [&str; 4]); 2] = [
    (2, ["d4c6", "d4c6", "f1b5", "f1b5"]),
    (5, ["h5a5", "h5h1", "h5a5", "h5h1"]),
];

pub(super) fn jobs() -> Vec<Job> {
    let job = |title, work| job(Document::Report, Source::Printed, title, work);
    vec![
        job("minimax, function calls and value", |signal| {
            let rows = compare(&MINIMAX, &Settings::faithful(Method::Minimax), signal);
            (
                rows,
                "Depth d is a search of d + 1 plies; the root is not counted.".into(),
            )
        }),
        job("alpha-beta, function calls and value", |signal| {
            let rows = compare(&ALPHA_BETA, &Settings::faithful(Method::AlphaBeta), signal);
            let remark = "In print this table calls board 3 \"Board 2\" and board 4 \"Board 3\".";
            (rows, remark.into())
        }),
        job("reordered alpha-beta: the same as alpha-beta", |signal| {
            let settings = Settings {
                root_order: RootOrder::Heap,
                ..Settings::faithful(Method::AlphaBeta)
            };
            (compare(&ALPHA_BETA, &settings, signal), String::new())
        }),
        job("transposition table, function calls and value", |signal| {
            let method = Method::Table(TableRules::FAITHFUL);
            let settings = Settings::faithful(method);
            (compare(&TABLE, &settings, signal), String::new())
        }),
        job("iterative deepening, moves", |signal| {
            let mut rows = Vec::new();
            for (number, printed) in DEEPENING {
                let settings = Settings::faithful(Method::Minimax);
                let mut player = ReportPlayer::Deepening(settings);
                for (depth, printed) in (0..).zip(printed) {
                    let answer = player.search(&[board(number)], &to_depth(depth, signal));
                    let what = format!("board {number}, depth {depth}");
                    rows.push(Row::new(what, printed, move_text(&answer)));
                }
            }
            let remark = "Board 5 is garbled in print; the reading used gives all four moves.";
            (rows, remark.into())
        }),
    ]
}

fn compare(printed: &[(usize, Printed)], settings: &Settings, signal: &Signal) -> Vec<Row> {
    let mut rows = Vec::new();
    for (number, cells) in printed {
        for (depth, &(calls, value)) in cells.iter().enumerate() {
            let answer = answer(settings, *number, depth as u32, signal);
            rows.push(Row::new(
                format!("board {number}, depth {depth}"),
                pair(calls, Some(value)),
                pair(answer.calls, answer.value),
            ));
        }
    }
    rows
}

/// Searches a board to a depth as the report counts.
pub(super) fn answer(
    settings: &Settings,
    number: usize,
    depth: u32,
    signal: &Signal,
) -> Choice<Move> {
    settings.search(&board(number), &to_depth(depth, signal))
}

/// Formats calls and value as one cell.
pub(super) fn pair(calls: u64, value: Option<i32>) -> String {
    match value {
        Some(value) => format!("{} calls, {value}", grouped(calls)),
        None => format!("{} calls, no value", grouped(calls)),
    }
}

pub(super) fn move_text(answer: &Choice<Move>) -> String {
    answer
        .best
        .map_or("none".into(), |m| m.to_uci(CastlingStyle::KingMoves))
}
