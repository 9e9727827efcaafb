//! A sheet as a page: marks, boards, and the trees of the right and the wrong search.

use chess::{Color, Position};
use games::{BoardGame, Chess, GameId};
use gametree::bugs::{Bug, Returns, TableUse};
use maud::{Markup, PreEscaped, html};
use report::board::{BOARD_STYLE, board};
use report::tree::TREE_STYLE;
use report::{Cell, Column, Table, page};

use super::boards;
use super::drawing::drawn;
use super::question::{Problem, Question};
use super::sheet::{Example, Mark, NamedBug, Sheet, points};
use super::simulate::{DEEPENING, KnownSearch};

const STYLE: &str = "\
td{white-space:normal}td:last-child{white-space:nowrap}
.passed::before{content:\"\u{2713} \";color:#2a7d46}
.failed::before{content:\"\u{2717} \";color:#b3261e}
.compared{display:flex;flex-wrap:wrap;gap:2rem}
.compared figure{margin:0}
";

impl Sheet {
    /// Returns the page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let class = |mark: &Mark| if mark.passed { "passed" } else { "failed" };
        let marks = Table::new(&self.marks)
            .column(Column::left("criterion"), |mark| {
                Cell::from(&mark.title)
                    .with_html(html! { span class=(class(mark)) { (mark.title) } })
            })
            .column(Column::left(""), |mark| &mark.line)
            .column(Column::right("marks"), Mark::written);
        let body = html! {
            style { (PreEscaped(STYLE)) (PreEscaped(TREE_STYLE)) (PreEscaped(BOARD_STYLE)) }
            p {
                @if let Some(student) = &self.student { b { (student) } ", " }
                code { (self.program) } ", seed " (self.seed) ": "
                b { (points(self.total)) " of " (points(self.maximum)) " marks, " (self.verdict()) }
            }
            (marks.to_html())
            @if let Some(bug) = &self.bug { (found(bug)) }
            @if let Some(example) = &self.failing {
                h2 { "A wrong answer" }
                p { "The errors match no known bug. The smallest question with a wrong answer:" }
                (shown(example, None))
            }
            @for note in &self.notes { p { (note) } }
            @if let Some(isolated) = self.isolated() { p { small { (isolated) } } }
        };
        page(&self.title, &body)
    }
}

fn found(bug: &NamedBug) -> Markup {
    html! {
        h2 { "The bug: " (bug.name) }
        p {
            "The program " (bug.about) ". That explains " (bug.explains) " of " (bug.of) " wrong answers, seen in their "
            (bug.seen_in) "."
        }
        @if !bug.alike.is_empty() {
            p { "It may also be " (bug.alike.join(" or ")) ": the questions do not distinguish them." }
        }
        table {
            tr { th { "wrong" } td { code { (bug.wrong) } } }
            tr { th { "right" } td { code { (bug.right) } } }
        }
        @if let Some(example) = &bug.smallest {
            p { "The smallest question that reveals it:" }
            (shown(example, bug.name.parse().ok()))
        }
    }
}

/// Returns an example with its board, or with the trees of the right and the wrong search.
fn shown(example: &Example, bug: Option<Bug>) -> Markup {
    let question = &example.question;
    let (right, wrong) = searches(question, bug);
    let searches = [("The right search", Some(right)), ("With the bug", wrong)];
    let drawn = |(label, known): (_, Option<_>)| Some((label, drawn(question, known?, label)?));
    let trees: Vec<(&str, Markup)> = searches.into_iter().filter_map(drawn).collect();
    html! {
        p { code { (question.line()) } }
        p { "Expected: " (example.expected) ". Obtained: " (example.obtained) "." }
        @if let Problem::Board(kind, position) = &question.problem { (position_drawn(*kind, position)) }
        @if !trees.is_empty() {
            div.compared {
                @for (label, tree) in trees { figure { (tree) figcaption { (label) } } }
            }
            p.soft {
                "MAX nodes point up, MIN nodes point down. The number in a node is its value, the numbers next to it are its "
                "window, both for MAX. Branches that are crossed out are cut off."
            }
        }
    }
}

/// Returns the right search for a question, and the same with the bug.
fn searches(question: &Question, bug: Option<Bug>) -> (KnownSearch, Option<KnownSearch>) {
    let with_bug = bug.map(|bug| KnownSearch::Bug(bug, Returns::Best, TableUse::default()));
    match question.search.as_str() {
        "minimax" => {
            let unsigned = bug.filter(|&bug| bug == Bug::ValueNotNegated);
            let unsigned = unsigned.map(|_| KnownSearch::Unsigned);
            (KnownSearch::Minimax, unsigned)
        }
        "table" | DEEPENING => (KnownSearch::Table, with_bug),
        _ => (KnownSearch::AlphaBeta, with_bug),
    }
}

fn position_drawn(kind: GameId, position: &str) -> Markup {
    if kind == Chess::ID
        && let Ok(position) = Position::from_fen(position)
    {
        return html! { p style="max-width:20rem" { (board(&position, Color::White, &[])) } };
    }
    let board = boards::open(kind, position);
    html! { pre { (board.map_or_else(|error| error, |board| board.drawn())) } }
}
