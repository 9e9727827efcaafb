//! The alternatives as Markdown and as a page with plots.

use std::fmt::Write;

use super::measure::{Measured, Result, Row};
use super::reference::Reference;
use crate::report::plot::{Series, lines, log_lines};
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

/// How unlikely a difference must be by chance to be called one.
const UNLIKELY: f64 = 0.05;

/// The moves beside the reference: agreement, nearly so, regret, and a star where they are told apart from alpha-beta's.
fn quality(result: &Result) -> Vec<Vec<String>> {
    let of = |it: &&Measured| !it.accuracy.is_empty();
    let Some(first) = result.alternatives.iter().find(of) else {
        return Vec::new();
    };
    let mut head = vec!["alternative".to_owned(), "player".to_owned()];
    let budgets = first.accuracy.iter();
    head.extend(budgets.map(|it| format!("{} nodes", grouped(it.nodes))));
    head.push("evaluations a node".to_owned());
    head.push("\u{b5}s a node".to_owned());
    let mut table = vec![head];
    for it in result.alternatives.iter().filter(of) {
        let mut line = vec![it.name.to_owned(), it.spec.to_owned()];
        line.extend(it.accuracy.iter().map(|it| {
            let star = if it.chance < UNLIKELY { "*" } else { "" };
            let (agreement, near) = (100.0 * it.agreement, 100.0 * it.near);
            format!("{agreement:.0}%, {near:.0}%, {:.2}{star}", it.regret)
        }));
        let last = it.accuracy.last();
        line.push(format!("{:.2}", last.map_or(0.0, |it| it.evals)));
        line.push(format!("{:.2}", last.map_or(0.0, |it| it.microseconds)));
        table.push(line);
    }
    table
}

/// What the table of moves is called.
const fn quality_title(reference: &Reference) -> &'static str {
    if reference.exact {
        "Where the truth is known"
    } else {
        "Judged by a much deeper search"
    }
}

/// What its figures are.
fn about_quality(reference: &Reference, positions: usize) -> String {
    format!(
        "{} {positions} positions. How often the move is one of the best, how often {}, and what it costs in {}, the mean over all positions. A star: in the \
         sign test over the positions it is told apart from alpha-beta's moves at the same budget ({:.0}%). The time of a node is the median, at the last budget.",
        reference.about,
        reference.near,
        reference.unit,
        100.0 * UNLIKELY
    )
}

const ABOUT: &str = "Each alternative plays alpha-beta (with a table, killers, history and deepening) with the same evaluator, each opening with both \
colours. Elo is the alternative's, with its 95% interval from pairs of games; where nearly all games were won there is only a bound. Equal time is \
what decides whether a method is practical; times depend on the machine. At equal memory both have the same table or tree and the same time. \
The first row is the ruler: alpha-beta with twice what its opponent has.";

/// The results as a Markdown document; `command` is what makes it again.
#[must_use]
pub fn markdown(results: &[Result], command: &str) -> String {
    let mut text = format!(
        "# Alternatives to alpha-beta, measured\n\nMade by\n\n```\n{command}\n```\n\n{ABOUT}\n"
    );
    for result in results {
        let _ = write!(
            text,
            "\n## {}\n\n{} games a match ({} at equal time, {} at equal memory), seed {}.\n",
            result.game,
            result.size.games,
            result.size.games_at_time,
            result.size.games_at_memory,
            result.seed
        );
        for condition in CONDITIONS {
            let table = matches(result, condition);
            if !table.is_empty() {
                let _ = write!(text, "\n### Elo at {}\n\n", condition.0);
                text += &as_markdown(&table);
            }
        }
        let table = quality(result);
        if let Some(reference) = result.reference.filter(|_| !table.is_empty()) {
            let _ = write!(
                text,
                "\n### {}\n\n{}\n\n",
                quality_title(&reference),
                about_quality(&reference, result.size.positions)
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

/// A line for each alternative, its points from what was measured at each budget.
fn series(result: &Result, points: impl Fn(&Measured) -> Vec<f64>) -> Vec<Series> {
    let line = |it: &Measured| Series {
        name: it.name.to_owned(),
        points: (1..).map(f64::from).zip(points(it)).collect(),
    };
    let lines = result.alternatives.iter().map(line);
    lines.filter(|line| !line.points.is_empty()).collect()
}

/// The same as a page, with plots: Elo at each condition, regret, and the cost of a node.
#[must_use]
pub fn html(results: &[Result], command: &str) -> String {
    const BUDGETS: &str = "budget, each twice the last";
    let mut body = format!(
        "<p>Made by <code>{}</code>.</p>\n<p>{}</p>\n",
        escape(command),
        escape(ABOUT)
    );
    for result in results {
        let game = result.game;
        let _ = writeln!(body, "<h2>{}</h2>", escape(game));
        for condition in CONDITIONS {
            let table = matches(result, condition);
            if table.is_empty() {
                continue;
            }
            let (name, _, rows) = condition;
            let _ = writeln!(body, "<h3>Elo at {name}</h3>");
            body += &as_html(&table);
            // Where all games were lost Elo has no end; the plot has.
            let elo = |it: &Measured| {
                let rows = rows(it).iter();
                rows.map(|row| row.step.elo.value.clamp(-800.0, 800.0))
                    .collect()
            };
            let title = format!("{game}: Elo at {name}");
            body += &lines(
                &title,
                BUDGETS,
                "Elo against alpha-beta",
                &series(result, elo),
            );
        }
        let table = quality(result);
        let Some(reference) = result.reference.filter(|_| !table.is_empty()) else {
            continue;
        };
        let _ = writeln!(
            body,
            "<h3>{}</h3>\n<p>{}</p>",
            quality_title(&reference),
            escape(&about_quality(&reference, result.size.positions))
        );
        body += &as_html(&table);
        let regret = |it: &Measured| it.accuracy.iter().map(|it| it.regret).collect();
        let title = format!("{game}: regret by budget");
        let unit = format!("{} lost a move", reference.unit);
        body += &log_lines(&title, BUDGETS, &unit, &series(result, regret));
        let cost = |it: &Measured| it.accuracy.iter().map(|it| it.microseconds).collect();
        let title = format!("{game}: cost of a node");
        body += &log_lines(&title, BUDGETS, "microseconds", &series(result, cost));
    }
    page("Alternatives to alpha-beta, measured", &body)
}
