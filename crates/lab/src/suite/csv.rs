//! A solved suite as comma-separated values: one line a problem.

use super::Report;
use crate::report::csv_line;

impl Report {
    /// The lines, with a heading.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = csv_line([
            "line",
            "id",
            "fen",
            "wants",
            "player",
            "limit",
            "answer",
            "solved",
            "points",
            "most_points",
            "value",
            "found_ms",
            "found_depth",
            "found_nodes",
            "time_ms",
            "depth",
            "nodes",
        ]);
        fn or_empty(text: Option<String>) -> String {
            text.unwrap_or_default()
        }
        for solution in &self.solutions {
            let (found, spent) = (solution.found, solution.spent);
            text += &csv_line([
                solution.line.to_string(),
                solution.id.clone(),
                solution.fen.clone(),
                solution.wants.clone(),
                self.player.clone(),
                self.limit.clone(),
                or_empty(solution.answer.clone()),
                solution.solved.to_string(),
                or_empty(solution.points.map(|points| points.to_string())),
                or_empty(solution.most_points.map(|points| points.to_string())),
                solution.score.to_string(),
                or_empty(found.map(|at| format!("{:.3}", at.time_ms))),
                or_empty(found.map(|at| at.depth.to_string())),
                or_empty(found.map(|at| at.nodes.to_string())),
                format!("{:.3}", spent.time_ms),
                spent.depth.to_string(),
                spent.nodes.to_string(),
            ]);
        }
        text
    }
}
