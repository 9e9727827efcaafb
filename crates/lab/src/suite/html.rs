//! A solved suite as a page with a table and a plot.

use std::fmt::Write;

use super::{Report, Solution};
use crate::report::grouped;
use crate::report::plot::{Series, log_lines};
use crate::report::{escape, page};

impl Report {
    /// The page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut body = format!("<p>{}</p>\n", escape(&self.summary()));
        body += &self.plot();
        body += "<h2>Positions</h2>\n<p>\u{201c}Found at\u{201d} is when the answer was found and kept to the end: the time, \
                 the depth and the nodes of the completed iteration from which on no other was given.</p>\n";
        body += &self.table();
        if !self.skipped.is_empty() {
            body += "<h2>Records left out</h2>\n<ul>\n";
            for skipped in &self.skipped {
                let reason = escape(&skipped.reason);
                let _ = writeln!(body, "<li>line {}: {reason}</li>", skipped.line);
            }
            body += "</ul>\n";
        }
        page(&format!("Test suite {}", self.suite), &body)
    }

    /// How long it takes to solve one, two, three, ... of the positions, the quickest first.
    fn plot(&self) -> String {
        let found = self.solutions.iter().filter_map(|solution| solution.found);
        // A clock that counts less than a microsecond has no place on a logarithmic scale.
        let mut times: Vec<f64> = found.map(|at| at.time_ms.max(0.001)).collect();
        times.sort_by(f64::total_cmp);
        let points = times.iter().enumerate();
        let series = Series {
            name: self.player.clone(),
            points: points
                .map(|(index, &time)| (index as f64 + 1.0, time))
                .collect(),
        };
        let plot = log_lines(
            "Time to solve",
            "positions solved",
            "milliseconds",
            &[series],
        );
        if plot.is_empty() {
            return plot;
        }
        format!("<h2>Time to solve</h2>\n{plot}")
    }

    fn table(&self) -> String {
        let mut html = String::from(
            "<div class=\"scroll\"><table>\n<thead><tr><th>problem</th><th>wants</th><th>answer</th><th>solved</th>\
             <th>points</th><th>value</th><th>found at, ms</th><th>depth</th><th>nodes</th><th>spent, ms</th></tr></thead>\n\
             <tbody>\n",
        );
        for solution in &self.solutions {
            html += &row(solution);
        }
        html += "</tbody>\n</table></div>\n";
        html
    }
}

fn row(solution: &Solution) -> String {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let found = solution.found;
    let points = solution
        .points
        .zip(solution.most_points)
        .map(|(points, most)| format!("{points} of {most}"));
    format!(
        "<tr><td title=\"{}\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
         <td>{:.1}</td></tr>\n",
        escape(&solution.fen),
        escape(&solution.id),
        escape(&solution.wants),
        escape(solution.answer.as_deref().unwrap_or("-")),
        if solution.solved { "yes" } else { "no" },
        or_dash(points),
        escape(&solution.score.to_string()),
        or_dash(found.map(|at| format!("{:.1}", at.time_ms))),
        or_dash(found.map(|at| at.depth.to_string())),
        or_dash(found.map(|at| grouped(at.nodes))),
        solution.spent.time_ms
    )
}
