//! A sheet as a page: marks, boards, and the right search beside the wrong one.

use std::fmt::Write;

use chess::{Color, Position};
use games::GameKind;
use gametree::bugs::{Bug, Returns};

use super::boards;
use super::picture;
use super::question::{Question, Setting};
use super::shadow::Which;
use super::sheet::{Example, NamedBug, Sheet, points};
use crate::report::board::{BOARD_STYLE, board};
use crate::report::{escape, page};

const STYLE: &str = "\
<style>
td.said{white-space:normal;text-align:left}
tr.passed td:first-child::before{content:\"\u{2713} \";color:#2a7d46}
tr.failed td:first-child::before{content:\"\u{2717} \";color:#b3261e}
.beside{display:flex;flex-wrap:wrap;gap:2rem}
.beside figure{margin:0}
svg.tree .max{fill:#dbe9f6;stroke:#0072b2}svg.tree .min{fill:#fbe3d6;stroke:#d55e00}
svg.tree .leaf{fill:none;stroke:var(--soft)}
svg.tree .edge{stroke:var(--soft)}svg.tree .cut{stroke:var(--line);stroke-dasharray:3 3}
svg.tree .struck{stroke:#b3261e;stroke-width:2}
svg.tree .max+text,svg.tree .min+text{fill:#1b1b1b}
svg.tree .window{font-size:11px;fill:var(--soft);paint-order:stroke;stroke:var(--paper);stroke-width:4px}
</style>
";

impl Sheet {
    /// The page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let verdict = if self.passed() {
            "passed"
        } else {
            "not passed"
        };
        let mut body = format!(
            "{STYLE}<p><code>{}</code>, seed {}: <b>{} of {} marks, {verdict}</b></p>\n",
            escape(&self.program),
            self.seed,
            points(self.points()),
            points(self.of())
        );
        body += &self.table();
        if let Some(bug) = &self.bug {
            body += &bug_found(bug);
        }
        if let Some(example) = &self.failing {
            body += "<h2>What goes wrong</h2>\n<p>No bug that is known here explains it. The smallest question that goes wrong:</p>\n";
            body += &shown(example, None);
        }
        for note in &self.notes {
            _ = writeln!(body, "<p>{}</p>", escape(note));
        }
        page(&self.title, &body)
    }

    fn table(&self) -> String {
        let mut html = String::from(
            "<div class=\"scroll\"><table>\n<thead><tr><th>criterion</th><th></th><th>marks</th></tr></thead>\n<tbody>\n",
        );
        for mark in &self.marks {
            let class = match (mark.graded, mark.passed) {
                (false, _) => "open",
                (true, true) => "passed",
                (true, false) => "failed",
            };
            let marks = match mark.graded {
                true => format!("{} of {}", points(mark.points), points(mark.weight)),
                false => "-".to_owned(),
            };
            // Writing to a text cannot fail.
            _ = writeln!(
                html,
                "<tr class=\"{class}\"><td>{}</td><td class=\"said\">{}</td><td>{marks}</td></tr>",
                escape(&mark.title),
                escape(&mark.line)
            );
        }
        html + "</tbody>\n</table></div>\n"
    }
}

fn bug_found(bug: &NamedBug) -> String {
    let mut html = format!(
        "<h2>The bug: {}</h2>\n<p>The program {}. That explains {} of {} wrong answers, seen in their {}.</p>\n",
        escape(&bug.name),
        escape(&bug.about),
        bug.explains,
        bug.of,
        escape(&bug.seen_in)
    );
    if !bug.alike.is_empty() {
        _ = writeln!(
            html,
            "<p>It may also be {}: what was asked cannot tell them apart.</p>",
            escape(&bug.alike.join(" or "))
        );
    }
    _ = writeln!(
        html,
        "<table><tbody><tr><th>wrong</th><td><code>{}</code></td></tr><tr><th>right</th><td><code>{}</code></td></tr></tbody></table>",
        escape(&bug.wrong),
        escape(&bug.right)
    );
    if let Some(example) = &bug.smallest {
        html += "<p>The smallest question that shows it:</p>\n";
        html += &shown(example, bug.name.parse().ok());
    }
    html
}

/// An example with its board, or with the trees of the right search and of the wrong one side by side.
fn shown(example: &Example, bug: Option<Bug>) -> String {
    let question = &example.question;
    let mut html = format!(
        "<p><code>{}</code></p>\n<p>Expected: {}. Obtained: {}.</p>\n",
        escape(&question.line()),
        escape(&example.expected),
        escape(&example.obtained)
    );
    if let Setting::Board(kind, position) = &question.setting {
        return html + &position_drawn(*kind, position);
    }
    let (right, wrong) = searches(question, bug);
    let pictures = [("The right search", Some(right)), ("With the bug", wrong)];
    let mut figures = String::new();
    for (label, which) in pictures {
        if let Some(tree) = which.and_then(|which| picture::drawn(question, which, label)) {
            _ = writeln!(
                figures,
                "<figure>{tree}<figcaption>{label}</figcaption></figure>"
            );
        }
    }
    if !figures.is_empty() {
        _ = write!(
            html,
            "<div class=\"beside\">\n{figures}</div>\n<p class=\"soft\">MAX points up and MIN down; above each node its window, in it \
             its value, both for MAX. What is struck through is never looked at.</p>\n"
        );
    }
    html
}

/// The right search for what was asked, and the same with the bug.
fn searches(question: &Question, bug: Option<Bug>) -> (Which, Option<Which>) {
    match question.search.as_str() {
        "minimax" => {
            let unsigned = bug.filter(|&bug| bug == Bug::ValueNotNegated);
            (Which::Minimax, unsigned.map(|_| Which::Unsigned))
        }
        search => {
            let right = match search {
                "table" | super::shadow::DEEPENING => Which::Table,
                _ => Which::AlphaBeta,
            };
            (right, bug.map(|bug| Which::Bug(bug, Returns::Best)))
        }
    }
}

fn position_drawn(kind: GameKind, position: &str) -> String {
    if kind == GameKind::Chess
        && let Ok(position) = Position::from_fen(position)
    {
        let svg = board(&position, Color::White, &[]);
        return format!("<style>{BOARD_STYLE}</style>\n<p style=\"max-width:20rem\">{svg}</p>\n");
    }
    let drawn = boards::drawn(kind, position).unwrap_or_default();
    format!("<pre>{}</pre>\n", escape(&drawn))
}
