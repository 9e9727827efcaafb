//! The alternatives as Markdown and as a page with plots.

use std::fmt::Write;

use super::measure::{Measured, Result, Row};
use crate::report::plot::{Series, log_lines};
use crate::report::{escape, grouped, page};

/// One condition: what is equal, its unit, and its matches.
type Condition = (&'static str, &'static str, fn(&Measured) -> &[Row]);

const CONDITIONS: [Condition; 4] = [
    ("equal nodes", "nodes", |it| &it.at_nodes),
    ("equal evaluations", "evaluations", |it| &it.at_evals),
    ("equal time", "ms", |it| &it.at_time),
    ("equal memory", "MiB", |it| &it.at_memory),
];

/// `+120 ± 35` and the games, or a bound where one side won nearly everything.
fn elo(row: &Row) -> String {
    let claim = format!("{:.0}", row.step.claim).replace("+-", "\u{b1}");
    let step = &row.step;
    format!("{claim} (+{} ={} -{})", step.wins, step.draws, step.losses)
}

/// The rows of a table: its head first.
fn matches(result: &Result, (_, unit, rows): Condition) -> Vec<Vec<String>> {
    let of = |it: &&Measured| !rows(it).is_empty();
    let Some(first) = result.alternatives.iter().find(of) else {
        return Vec::new();
    };
    let mut head = vec!["alternative".to_owned(), "player".to_owned()];
    let budgets = rows(first).iter();
    head.extend(budgets.map(|row| format!("{} {unit}", grouped(row.budget))));
    let mut table = vec![head];
    for it in result.alternatives.iter().filter(of) {
        let mut line = vec![it.name.to_owned(), it.spec.to_owned()];
        line.extend(rows(it).iter().map(elo));
        table.push(line);
    }
    table
}

/// Where the truth is known.
fn truth(result: &Result) -> Vec<Vec<String>> {
    let of = |it: &&Measured| !it.accuracy.is_empty();
    let Some(first) = result.alternatives.iter().find(of) else {
        return Vec::new();
    };
    let mut head = vec!["alternative".to_owned(), "player".to_owned()];
    let budgets = first.accuracy.iter();
    head.extend(budgets.map(|it| format!("{} nodes", grouped(it.nodes))));
    head.push("\u{b5}s a node".to_owned());
    let mut table = vec![head];
    for it in result.alternatives.iter().filter(of) {
        let mut line = vec![it.name.to_owned(), it.spec.to_owned()];
        line.extend(
            it.accuracy
                .iter()
                .map(|it| format!("{:.0}%, {:.2}", 100.0 * it.agreement, it.regret)),
        );
        let last = it.accuracy.last().map_or(0.0, |it| it.microseconds);
        line.push(format!("{last:.2}"));
        table.push(line);
    }
    table
}

const ABOUT: &str = "Each alternative plays alpha-beta (with a table, killers, history and deepening) with the same evaluator, each opening with both \
colours. Elo is the alternative's, with its 95% interval from pairs of games; where nearly all games were won there is only a bound. Equal time is \
what decides whether a method is practical; times depend on the machine. At equal memory both have the same table or tree and the same time.";

const TRUTH: &str = "Positions in which the value of every move is known to the end of the game: how often the move is one of the best, and what it costs in \
points of the finished game, the mean over all positions.";

/// The results as a Markdown document; `command` is what makes it again.
#[must_use]
pub fn markdown(results: &[Result], command: &str) -> String {
    let mut text = format!(
        "# Alternatives to alpha-beta, measured\n\nMade by\n\n```\n{command}\n```\n\n{ABOUT}\n"
    );
    for result in results {
        let _ = write!(
            text,
            "\n## {}\n\n{} games a match ({} at equal memory), seed {}.\n",
            result.game, result.size.games, result.size.games_at_memory, result.seed
        );
        for condition in CONDITIONS {
            let table = matches(result, condition);
            if !table.is_empty() {
                let _ = write!(text, "\n### Elo at {}\n\n", condition.0);
                text += &as_markdown(&table);
            }
        }
        let table = truth(result);
        if !table.is_empty() {
            let _ = write!(
                text,
                "\n### Where the truth is known\n\n{TRUTH} {} positions.\n\n",
                result.size.positions
            );
            text += &as_markdown(&table);
        }
    }
    text
}

fn as_markdown(table: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (index, line) in table.iter().enumerate() {
        // The player's spec is code.
        let cells = line.iter().enumerate().map(|(column, cell)| {
            if column == 1 && index > 0 {
                format!("`{cell}`")
            } else {
                cell.clone()
            }
        });
        let _ = writeln!(text, "| {} |", cells.collect::<Vec<_>>().join(" | "));
        if index == 0 {
            let _ = writeln!(text, "|{}", "---|".repeat(line.len()));
        }
    }
    text
}

fn as_html(table: &[Vec<String>]) -> String {
    let mut text = "<div class=\"scroll\"><table>\n".to_owned();
    for (index, line) in table.iter().enumerate() {
        let tag = if index == 0 { "th" } else { "td" };
        let cells = line
            .iter()
            .map(|cell| format!("<{tag}>{}</{tag}>", escape(cell)));
        let _ = writeln!(text, "<tr>{}</tr>", cells.collect::<String>());
    }
    text + "</table></div>\n"
}

/// The same as a page, with plots of the regret.
#[must_use]
pub fn html(results: &[Result], command: &str) -> String {
    let mut body = format!(
        "<p>Made by <code>{}</code>.</p>\n<p>{}</p>\n",
        escape(command),
        escape(ABOUT)
    );
    for result in results {
        let _ = writeln!(body, "<h2>{}</h2>", escape(result.game));
        for condition in CONDITIONS {
            let table = matches(result, condition);
            if !table.is_empty() {
                let _ = writeln!(body, "<h3>Elo at {}</h3>", condition.0);
                body += &as_html(&table);
            }
        }
        let table = truth(result);
        if table.is_empty() {
            continue;
        }
        let _ = writeln!(
            body,
            "<h3>Where the truth is known</h3>\n<p>{}</p>",
            escape(TRUTH)
        );
        body += &as_html(&table);
        let series: Vec<Series> = result
            .alternatives
            .iter()
            .map(|it| Series {
                name: it.name.to_owned(),
                points: it
                    .accuracy
                    .iter()
                    .enumerate()
                    .map(|(index, it)| (index as f64 + 1.0, it.regret))
                    .collect(),
            })
            .collect();
        let title = format!("{}: regret by budget", result.game);
        body += &log_lines(
            &title,
            "budget, each twice the last",
            "points lost a move",
            &series,
        );
    }
    page("Alternatives to alpha-beta, measured", &body)
}
