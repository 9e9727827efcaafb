//! A comparison as text.

use std::fmt;

use super::{Comparison, Row};
use crate::report::grouped;

const HEADINGS: [&str; 12] = [
    "player",
    "move",
    "value",
    "depth",
    "nodes",
    "as printed",
    "leaves",
    "evals",
    "ms",
    "EBF",
    "1st cut",
    "= minimax",
];

/// A table for each position, aligned by columns.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, position) in self.positions.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            writeln!(f, "{}: {} ({})", self.game, position.fen, self.limit)?;
            let mut lines = vec![HEADINGS.map(str::to_owned)];
            lines.extend(position.rows.iter().map(cells));
            // What documents count is a column only if one of them does.
            let counted = position.rows.iter().any(|row| row.answer.counted.is_some());
            let mut widths = [0; HEADINGS.len()];
            for line in &lines {
                for (width, cell) in widths.iter_mut().zip(line) {
                    *width = (*width).max(cell.chars().count());
                }
            }
            for line in &lines {
                let mut text = String::new();
                for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
                    if HEADINGS[column] == "as printed" && !counted {
                        continue;
                    }
                    // Words to the left, numbers to the right.
                    if column < 2 {
                        text += &format!("{cell:width$}  ");
                    } else {
                        text += &format!("{cell:>width$}  ");
                    }
                }
                writeln!(f, "{}", text.trim_end())?;
            }
        }
        Ok(())
    }
}

fn cells(row: &Row) -> [String; HEADINGS.len()] {
    let answer = &row.answer;
    let sign = match answer.bound {
        "lower" => ">=",
        "upper" => "<=",
        _ => "",
    };
    [
        answer.player.clone(),
        answer.bestmove.clone().unwrap_or_else(|| "-".to_owned()),
        format!("{sign}{}", answer.value_text()),
        answer.depth.to_string(),
        grouped(answer.nodes),
        answer.counted.map_or_else(|| "-".to_owned(), grouped),
        grouped(answer.leaves),
        grouped(answer.evals),
        format!("{:.1}", answer.time_ms),
        row.ebf
            .map_or_else(|| "-".to_owned(), |ebf| format!("{ebf:.2}")),
        answer
            .first_move_cuts
            .map_or_else(|| "-".to_owned(), |share| format!("{:.0}%", share * 100.0)),
        row.minimax_word(),
    ]
}
