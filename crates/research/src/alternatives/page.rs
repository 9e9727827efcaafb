//! The results as Markdown and as a page with plots.

use std::fmt::Write;

use maud::html;
use report::plot::{Series, lines, log_lines};
use report::{Cell, Column, Markup, PreEscaped, Table, grouped, page};

use super::condition::Condition;
use super::measure::{Measured, Results, Row};
use super::reference::Reference;

/// Returns the result of a match, such as `+120 ± 35 (+40 =10 -10)`, with a bound if one side won nearly all games.
fn elo(row: &Row) -> String {
    let result = &row.step.result;
    let claim = format!("{:.0}", result.claim).replace("+-", "\u{b1}");
    format!("{claim} ({})", result.tally)
}

/// The title and the cells of a column.
type Figures<'a> = (String, Box<dyn Fn(&Measured) -> Option<Cell> + 'a>);

/// A section with a table of the players that have any results.
struct Part<'a> {
    title: String,
    about: Option<String>,
    players: Vec<&'a Measured>,
    columns: Vec<Figures<'a>>,
    plots: Vec<String>,
}

impl Part<'_> {
    fn table(&self) -> Table<'_, &Measured> {
        let table = Table::new(&self.players)
            .column(Column::left("alternative"), |it| &it.name)
            .column(Column::left("player"), |it| Cell::code(it.spec.as_str()));
        let columns = self.columns.iter();
        columns.fold(table, |table, (title, cell)| {
            table.column(Column::right(title), |it| cell(it))
        })
    }
}

/// Returns the sections of a result.
fn parts(result: &Results) -> Vec<Part<'_>> {
    let matches = Condition::ALL.into_iter().map(|it| matches(result, it));
    let parts = matches.chain(result.reference.as_ref().map(|it| quality(result, it)));
    parts.filter(|part| !part.players.is_empty()).collect()
}

/// Returns the matches under a condition.
fn matches(result: &Results, condition: Condition) -> Part<'_> {
    let has_rows = |it: &&Measured| !it.rows(condition).is_empty();
    let players: Vec<&Measured> = result.alternatives.iter().filter(has_rows).collect();
    let budgets = players.first().map_or(&[][..], |it| it.rows(condition));
    let columns = budgets.iter().enumerate().map(|(index, row)| {
        let title = format!("{} {}", grouped(row.budget), condition.unit());
        let cell = move |it: &Measured| it.rows(condition).get(index).map(|row| elo(row).into());
        (
            title,
            Box::new(cell) as Box<dyn Fn(&Measured) -> Option<Cell>>,
        )
    });
    // Elo is infinite if all games were lost; the plot has a limit.
    let value = |row: &Row| row.step.result.elo.value.clamp(-800.0, 800.0);
    let points = |it: &Measured| it.rows(condition).iter().map(value).collect();
    let name = format!("Elo at {}", condition.name());
    let plot = lines(
        &format!("{}: {name}", result.game),
        BUDGETS,
        "Elo against alpha-beta",
        &series(result, points),
    );
    Part {
        title: name,
        about: None,
        columns: columns.collect(),
        players,
        plots: vec![plot],
    }
}

/// The highest probability by chance of a difference that gets a star.
const UNLIKELY: f64 = 0.05;

/// Returns the comparison of the moves with the reference: agreement, near agreement and regret, with a star if they
/// differ significantly from the moves of alpha-beta.
fn quality<'a>(result: &'a Results, reference: &Reference) -> Part<'a> {
    let has_moves = |it: &&Measured| !it.accuracy.is_empty();
    let players: Vec<&Measured> = result.alternatives.iter().filter(has_moves).collect();
    let budgets = players.first().map_or(&[][..], |it| &it.accuracy);
    let mut columns: Vec<Figures<'_>> = Vec::new();
    for (index, budget) in budgets.iter().enumerate() {
        let cell = move |it: &Measured| {
            let it = it.accuracy.get(index)?;
            let star = if it.chance < UNLIKELY { "*" } else { "" };
            let (agreement, near) = (100.0 * it.agreement, 100.0 * it.near);
            Some(format!("{agreement:.0}%, {near:.0}%, {:.2}{star}", it.regret).into())
        };
        columns.push((format!("{} nodes", grouped(budget.nodes)), Box::new(cell)));
    }
    columns.push((
        "evaluations per node".to_owned(),
        Box::new(|it| Some(Cell::fixed(it.accuracy.last()?.evals, 2))),
    ));
    columns.push((
        "\u{b5}s per node".to_owned(),
        Box::new(|it| Some(Cell::fixed(it.accuracy.last()?.microseconds, 2))),
    ));
    let title = match reference.exact {
        true => "Compared with exact values",
        false => "Compared with a much deeper search",
    };
    let about = format!(
        "{} {} positions. Each cell has the share of positions in which the move is one of the best, the share in which \
         {}, and the mean loss in {}. A star marks a significant difference from alpha-beta's moves at the same budget \
         (sign test over the positions, {:.0}%). The time per node is the median at the last budget.",
        reference.about,
        result.size.positions,
        reference.near,
        reference.unit,
        100.0 * UNLIKELY
    );
    let game = &result.game;
    let regret = |it: &Measured| it.accuracy.iter().map(|it| it.regret).collect();
    let cost = |it: &Measured| it.accuracy.iter().map(|it| it.microseconds).collect();
    Part {
        title: title.to_owned(),
        about: Some(about),
        players,
        columns,
        plots: vec![
            log_lines(
                &format!("{game}: regret by budget"),
                BUDGETS,
                &format!("{} lost per move", reference.unit),
                &series(result, regret),
            ),
            log_lines(
                &format!("{game}: cost of a node"),
                BUDGETS,
                "microseconds",
                &series(result, cost),
            ),
        ],
    }
}

const BUDGETS: &str = "budget, each twice the last";

/// Returns a line for each alternative, with a point for each budget.
fn series(result: &Results, points: impl Fn(&Measured) -> Vec<f64>) -> Vec<Series> {
    let line = |it: &Measured| Series {
        name: it.name.clone(),
        points: (1..).map(f64::from).zip(points(it)).collect(),
    };
    let lines = result.alternatives.iter().map(line);
    lines.filter(|line| !line.points.is_empty()).collect()
}

const TITLE: &str = "Alternatives to alpha-beta, measured";

const ABOUT: &str = "Each alternative plays against alpha-beta (with a table, killers, history and iterative deepening) with the same \
evaluator, each opening with both colours. Elo is the alternative's, with its 95% interval from pairs of games; if nearly all games were \
won, there is only a bound. Equal time shows whether a method is practical; times depend on the machine. At equal memory both have tables or \
trees of the same size and the same time. The first row is the reference: alpha-beta with twice the budget.";

fn sizes(result: &Results) -> String {
    let size = &result.size;
    format!(
        "{} games per match ({} at equal time, {} at equal memory), seed {}.",
        size.games, size.games_at_time, size.games_at_memory, result.seed
    )
}

/// Returns the results as Markdown; `command` is the command that measures them.
#[must_use]
pub fn markdown(results: &[Results], command: &str) -> String {
    let mut text = format!("# {TITLE}\n\nMade by\n\n```\n{command}\n```\n\n{ABOUT}\n");
    for result in results {
        let _ = write!(text, "\n## {}\n\n{}\n", result.game, sizes(result));
        for part in parts(result) {
            let _ = write!(text, "\n### {}\n\n", part.title);
            if let Some(about) = &part.about {
                let _ = write!(text, "{about}\n\n");
            }
            text += &part.table().to_markdown();
        }
    }
    text
}

/// Returns the results as a page with plots.
#[must_use]
pub fn html(results: &[Results], command: &str) -> String {
    let section = |part: &Part<'_>| -> Markup {
        html! {
            h3 { (part.title) }
            @if let Some(about) = &part.about { p { (about) } }
            (part.table().to_html())
            @for plot in &part.plots { (PreEscaped(plot)) }
        }
    };
    let body = html! {
        p { "Made by " code { (command) } "." }
        p { (ABOUT) }
        @for result in results {
            h2 { (result.game) }
            p { (sizes(result)) }
            @for part in parts(result) { (section(&part)) }
        }
    };
    page(TITLE, &body)
}
