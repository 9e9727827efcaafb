//! A comparison as text, as comma-separated values, and as a page with tables and plots.

use std::fmt;

use gametree::Value;
use maud::html;
use report::plot::{Series, log_lines};
use report::{Cell, Column, PreEscaped, Table, page};

use super::{Comparison, Position, Row};

/// A row with its position.
type Line<'a> = (&'a Position, &'a Row);

impl Position {
    fn lines(&self) -> Vec<Line<'_>> {
        self.rows.iter().map(|row| (self, row)).collect()
    }
}

impl Comparison {
    fn table<'a>(&'a self, lines: &'a [Line<'a>]) -> Table<'a, Line<'a>> {
        let first_cuts = |row: &Row| row.answer.first_move_cuts.map(|it| Cell::percent(it, 0));
        let printed = |row: &Row| row.answer.counted.map(Cell::count);
        Table::new(lines)
            .column(Column::csv_only("game"), |_| self.game)
            .column(Column::csv_only("position"), |(it, _)| &it.fen)
            .column(Column::csv_only("limit"), |_| &self.limit)
            .column(Column::left("player"), |(_, row)| {
                Cell::code(&row.answer.player)
            })
            .column(Column::left("move"), |(_, row)| {
                row.answer.bestmove.as_ref()
            })
            .column(Column::right("value"), |(_, row)| value(row))
            .column(Column::csv_only("bound"), |(_, row)| row.answer.bound)
            .column(Column::right("depth"), |(_, row)| {
                Cell::count(row.answer.depth)
            })
            .column(Column::csv_only("seldepth"), |(_, row)| {
                Cell::count(row.answer.seldepth)
            })
            .column(Column::right("nodes"), |(_, row)| {
                Cell::count(row.answer.nodes)
            })
            .column(Column::csv_only("interior"), |(_, row)| {
                Cell::count(row.answer.interior)
            })
            // What a document counts, for players that have one.
            .column(
                Column::right("as printed").not_in_csv().optional(),
                |(_, row)| printed(row),
            )
            .column(Column::right("leaves"), |(_, row)| {
                Cell::count(row.answer.leaves)
            })
            .column(Column::right("evals"), |(_, row)| {
                Cell::count(row.answer.evals)
            })
            .column(Column::csv_only("tt_hits"), |(_, row)| {
                row.answer.tt_hits.map(Cell::count)
            })
            .column(Column::csv_only("cutoffs"), |(_, row)| {
                Cell::count(row.answer.cutoffs)
            })
            .column(Column::csv_only("first_move_cuts"), |(_, row)| {
                first_cuts(row)
            })
            .column(Column::right("ms").csv("time_ms"), |(_, row)| {
                Cell::fixed(row.answer.time_ms, 1)
            })
            .column(Column::right("EBF").csv("ebf"), |(_, row)| {
                row.ebf.map(|ebf| Cell::fixed(ebf, 2))
            })
            .column(Column::right("1st cut").not_in_csv(), |(_, row)| {
                first_cuts(row)
            })
            .column(
                Column::right("= minimax").csv("equals_minimax"),
                |(_, row)| {
                    let same = row.equals_minimax.map(|same| same.to_string());
                    Cell::from(row.minimax_text()).with_data(same.unwrap_or_default())
                },
            )
            .column(Column::csv_only("pv"), |(_, row)| row.answer.pv.join(" "))
            .column(Column::csv_only("as_printed"), |(_, row)| printed(row))
    }

    /// Returns the comparison as comma-separated values: a line for each player and position.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let lines: Vec<Line<'_>> = self.positions.iter().flat_map(Position::lines).collect();
        self.table(&lines).to_csv()
    }

    /// Returns the comparison as a page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let body = html! {
            p {
                "Game: " (self.game) ". Limit: " (self.limit) ". A node is a position entered by a move, the root \
                included; EBF is the effective branching factor, that of a uniform tree with as many nodes; \u{201c}1st \
                cut\u{201d} is the share of cutoffs by the first move. \u{201c}As printed\u{201d} is the count of the \
                player\u{2019}s own document, where it differs."
            }
            @for position in &self.positions {
                h2 { code { (position.fen) } }
                (self.table(&position.lines()).to_html())
                (PreEscaped(plot(position)))
            }
        };
        page("Players compared", &body)
    }
}

/// Writes a table for each position.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, position) in self.positions.iter().enumerate() {
            let separator = if index > 0 { "\n" } else { "" };
            writeln!(
                f,
                "{separator}{}: {} ({})",
                self.game, position.fen, self.limit
            )?;
            f.write_str(&self.table(&position.lines()).to_text())?;
        }
        Ok(())
    }
}

/// Returns the value with its bound, and as a plain number for CSV.
fn value(row: &Row) -> Cell {
    let sign = match row.answer.bound {
        "lower" => ">=",
        "upper" => "<=",
        _ => "",
    };
    let data = match row.answer.score {
        None => String::new(),
        Some(Value::Printed(value)) => value.to_string(),
        Some(value) => value.score().to_string(),
    };
    Cell::from(format!("{sign}{}", row.answer.value_text())).with_data(data)
}

fn plot(position: &Position) -> String {
    let is_deep = |row: &&Row| row.nodes_by_depth.len() > 1;
    let series = position.rows.iter().filter(is_deep).map(|row| {
        let depths = (row.first_depth..).map(f64::from);
        let nodes = row.nodes_by_depth.iter().map(|&nodes| nodes as f64);
        Series {
            name: row.answer.player.clone(),
            points: depths.zip(nodes).collect(),
        }
    });
    let series: Vec<Series> = series.collect();
    log_lines("Nodes by depth", "depth", "nodes", &series)
}
