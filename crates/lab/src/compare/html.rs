//! A comparison as a page with tables and plots.

use std::fmt::Write;

use super::{Comparison, Position};
use crate::report::plot::{Series, log_lines};
use crate::report::{escape, grouped, page};

impl Comparison {
    /// The page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut body = format!(
            "<p>Game: {}. Limit: {}. A node is a position entered by a move, the root included; EBF is the branching \
             factor of a uniform tree with as many nodes; \u{201c}first cuts\u{201d} is the share of cutoffs by the \
             first move tried. Under \u{201c}as printed\u{201d} is what the player\u{2019}s own document would count, where that differs.</p>\n",
            escape(self.game),
            escape(&self.limit)
        );
        for position in &self.positions {
            let _ = write!(
                body,
                "<h2><code>{}</code></h2>\n{}",
                escape(&position.fen),
                table(position)
            );
            body += &plots(position);
        }
        page("Players compared", &body)
    }
}

fn table(position: &Position) -> String {
    let mut html = String::from(
        "<div class=\"scroll\"><table>\n<thead><tr><th>player</th><th>move</th><th>value</th><th>depth</th><th>nodes</th><th>as printed</th>\
         <th>leaves</th><th>evaluations</th><th>ms</th><th>EBF</th><th>first cuts</th><th>equals minimax</th></tr></thead>\n<tbody>\n",
    );
    for row in &position.rows {
        let answer = &row.answer;
        let _ = writeln!(
            html,
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1}</td>\
             <td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&answer.player),
            escape(answer.bestmove.as_deref().unwrap_or("-")),
            escape(&answer.value_text()),
            answer.depth,
            grouped(answer.nodes),
            answer.counted.map_or_else(|| "-".to_owned(), grouped),
            grouped(answer.leaves),
            grouped(answer.evals),
            answer.time_ms,
            row.ebf
                .map_or_else(|| "-".to_owned(), |ebf| format!("{ebf:.2}")),
            answer
                .first_move_cuts
                .map_or_else(|| "-".to_owned(), |share| format!("{:.0}%", share * 100.0)),
            escape(&row.minimax_word())
        );
    }
    html += "</tbody>\n</table></div>\n";
    html
}

fn plots(position: &Position) -> String {
    let by_depth: Vec<Series> = position
        .rows
        .iter()
        .filter(|row| row.nodes_by_depth.len() > 1)
        .map(|row| Series {
            name: row.answer.player.clone(),
            points: row
                .nodes_by_depth
                .iter()
                .enumerate()
                .map(|(index, &nodes)| (f64::from(row.first_depth) + index as f64, nodes as f64))
                .collect(),
        })
        .collect();
    log_lines("Nodes by depth", "depth", "nodes", &by_depth)
}
