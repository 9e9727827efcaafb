//! A solved suite as text.

use std::fmt;

use super::{Report, Solution};
use crate::report::grouped;

const HEADINGS: [&str; 9] = [
    "problem", "wants", "answer", "", "points", "value", "found at", "depth", "nodes",
];

/// How many columns hold words.
const WORDS: usize = 4;

/// A line for each problem, the records left out, and the sums.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with_points = self.totals.most_points > 0;
        let mut lines = vec![HEADINGS.map(str::to_owned)];
        lines.extend(self.solutions.iter().map(cells));
        let mut widths = [0; HEADINGS.len()];
        for line in &lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = (*width).max(cell.chars().count());
            }
        }
        for line in &lines {
            let mut text = String::new();
            for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
                if HEADINGS[column] == "points" && !with_points {
                    continue;
                }
                if column < WORDS {
                    text += &format!("{cell:width$}  ");
                } else {
                    text += &format!("{cell:>width$}  ");
                }
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        for skipped in &self.skipped {
            writeln!(f, "line {} left out: {}", skipped.line, skipped.reason)?;
        }
        writeln!(f, "{}", self.summary())
    }
}

impl Report {
    /// The sums in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let totals = &self.totals;
        let mut text = format!(
            "{}: {} solves {} of {}",
            self.suite, self.player, totals.solved, totals.problems
        );
        if totals.proved > 0 {
            text += &format!(", {} of them by a proof", totals.proved);
        }
        if totals.most_points > 0 {
            text += &format!(", {} of {} points", totals.points, totals.most_points);
        }
        text += &format!(
            " ({}; {:.1} s, {} nodes in all)",
            self.limit,
            totals.time_ms / 1_000.0,
            grouped(totals.nodes)
        );
        match self.skipped.len() {
            0 => text,
            1 => text + "; 1 record left out",
            n => text + &format!("; {n} records left out"),
        }
    }
}

fn cells(solution: &Solution) -> [String; HEADINGS.len()] {
    let found = solution.found;
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    [
        solution.id.clone(),
        solution.wants.clone(),
        or_dash(solution.answer.clone()),
        if solution.solved { "solved" } else { "no" }.to_owned(),
        or_dash(solution.points.map(|points| points.to_string())),
        solution.score.to_string(),
        or_dash(found.map(|at| format!("{:.1} ms", at.time_ms))),
        or_dash(found.map(|at| at.depth.to_string())),
        or_dash(found.map(|at| grouped(at.nodes))),
    ]
}
