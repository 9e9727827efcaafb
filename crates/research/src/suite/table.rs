//! A solved suite as text, as comma-separated values, and as a page with a table and a plot.

use std::fmt;

use maud::html;
use report::plot::{Series, log_lines};
use report::{Cell, Column, PreEscaped, Table, grouped, page};

use super::{Report, Solution};

/// Writes a line for each problem, the records left out, and the totals.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table().to_text())?;
        for skipped in &self.skipped {
            writeln!(f, "line {} left out: {}", skipped.line, skipped.reason)?;
        }
        writeln!(f, "{}", self.summary())
    }
}

impl Report {
    fn table(&self) -> Table<'_, Solution> {
        Table::new(&self.solutions)
            .column(Column::csv_only("line"), |it| Cell::count(it.line as u64))
            .column(Column::left("problem").csv("id"), |it| {
                Cell::from(&it.id).with_html(html! { span title=(it.fen) { (it.id) } })
            })
            .column(Column::csv_only("fen"), |it| &it.fen)
            .column(Column::left("expected").csv("wants"), |it| &it.expected)
            .column(Column::csv_only("player"), |_| &self.player)
            .column(Column::csv_only("limit"), |_| &self.limit)
            .column(Column::left("answer"), |it| it.answer.as_ref())
            .column(Column::left("").csv("solved"), |it| {
                Cell::from(if it.solved { "solved" } else { "no" }).with_data(it.solved)
            })
            .column(Column::right("points").optional(), |it| {
                it.points.map(Cell::count)
            })
            .column(Column::right("of").csv("most_points").optional(), |it| {
                it.most_points.map(Cell::count)
            })
            .column(Column::right("value"), |it| it.score.to_string())
            .column(Column::right("found at").csv("found_ms"), |it| {
                let time = it.found.map(|at| at.time_ms);
                time.map(|ms| Cell::from(format!("{ms:.1} ms")).with_data(format_args!("{ms:.3}")))
            })
            .column(Column::right("depth").csv("found_depth"), |it| {
                it.found.map(|at| Cell::count(at.depth))
            })
            .column(Column::right("nodes").csv("found_nodes"), |it| {
                it.found.map(|at| Cell::count(at.nodes))
            })
            .column(Column::csv_only("time_ms"), |it| {
                Cell::fixed(it.spent.time_ms, 1)
            })
            .column(Column::csv_only("depth"), |it| Cell::count(it.spent.depth))
            .column(Column::csv_only("nodes"), |it| Cell::count(it.spent.nodes))
    }

    /// Returns the totals in one line.
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

    /// Returns the report as comma-separated values: a line for each problem.
    #[must_use]
    pub fn to_csv(&self) -> String {
        self.table().to_csv()
    }

    /// Returns the report as a page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let plot = self.plot();
        let body = html! {
            p { (self.summary()) }
            @if !plot.is_empty() {
                h2 { "Time to solve" }
                (PreEscaped(plot))
            }
            h2 { "Positions" }
            p {
                "\u{201c}Found at\u{201d} is the time, the depth and the nodes of the completed iteration that found the \
                answer, if no later iteration changed it."
            }
            (self.table().to_html())
            @if !self.skipped.is_empty() {
                h2 { "Records left out" }
                ul {
                    @for skipped in &self.skipped { li { "line " (skipped.line) ": " (skipped.reason) } }
                }
            }
        };
        page(&format!("Test suite {}", self.suite), &body)
    }

    /// Plots the time to solve one, two, three, ... of the positions, the fastest first.
    fn plot(&self) -> String {
        let found = self.solutions.iter().filter_map(|solution| solution.found);
        // A time below a microsecond has no place on a logarithmic scale.
        let mut times: Vec<f64> = found.map(|at| at.time_ms.max(0.001)).collect();
        times.sort_by(f64::total_cmp);
        let series = Series {
            name: self.player.clone(),
            points: (1..).map(f64::from).zip(times).collect(),
        };
        let (x, y) = ("positions solved", "milliseconds");
        log_lines("Time to solve", x, y, &[series])
    }
}
