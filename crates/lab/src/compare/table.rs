//! A comparison as text.

use std::fmt;

use super::{Comparison, Row};

const HEADINGS: [&str; 11] = [
    "player",
    "move",
    "value",
    "depth",
    "nodes",
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
            let mut widths = [0; HEADINGS.len()];
            for line in &lines {
                for (width, cell) in widths.iter_mut().zip(line) {
                    *width = (*width).max(cell.chars().count());
                }
            }
            for line in &lines {
                let mut text = String::new();
                for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
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
        format!("{sign}{}", answer.score),
        answer.depth.to_string(),
        grouped(answer.nodes),
        grouped(answer.leaves),
        grouped(answer.evals),
        format!("{:.1}", answer.time_ms),
        row.ebf
            .map_or_else(|| "-".to_owned(), |ebf| format!("{ebf:.2}")),
        answer
            .first_move_cuts
            .map_or_else(|| "-".to_owned(), |share| format!("{:.0}%", share * 100.0)),
        match row.equals_minimax {
            Some(true) => "yes",
            Some(false) => "no",
            None => "-",
        }
        .to_owned(),
    ]
}

/// A number with commas.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_are_grouped_by_threes() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345_678, "12,345,678"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
