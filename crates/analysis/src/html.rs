//! A review as a self-contained page with drawings in SVG.

use chess::Color;
use maud::{Markup, PreEscaped, html};
use report::board::{BOARD_STYLE, board};
use report::{Cell, Column, Table, page};

use super::{Judgement, Review, Reviewed, SideSummary};

/// The most bad moves with a diagram.
const DIAGRAMS: usize = 6;

/// The most moves of a better line.
const BETTER_PLIES: usize = 8;

const STYLE: &str = "\
.graph{width:100%;margin-top:1.2rem;height:auto;border-radius:8px;background:#3b423a}
.graph .white{fill:#f4f1e6}.graph .half{stroke:#8d9489;stroke-width:1;stroke-dasharray:4 4}
.mark{stroke:#fff;stroke-width:1.5}
.k0{fill:#b58900}.k1{fill:#d55e00}.k2{fill:#a3003a}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.2rem;padding:0;list-style:none}
.cards li{border:1px solid var(--line);border-radius:10px;padding:.9rem}
.cards h3{margin:0 0 .4rem;font-size:1.05rem}.cards p{margin:.5rem 0 0}
.bar{display:inline-block;height:.7em;background:currentColor;opacity:.35;border-radius:2px}
";

/// Returns one page for the reviews of one or several games. `limits` describes the limits of the analysis.
#[must_use]
pub fn to_html(reviews: &[Review], limits: &str) -> String {
    let title = match reviews {
        [only] => only.title(),
        several => format!("{} games", several.len()),
    };
    let body = html! {
        style { (PreEscaped(STYLE)) (PreEscaped(BOARD_STYLE)) }
        @for review in reviews {
            @if reviews.len() > 1 { h2 { (review.title()) } }
            (game(review))
        }
        p.soft {
            "Analysed by Espalier, " (limits) ". Winning chances and the accuracy of a move by the formulas that lichess.org publishes; accuracy is the mean of the moves; "
            "?! ? ?? where a move loses 5, 10 or 15 percent of winning chances."
        }
    };
    page(&title, &body)
}

fn game(review: &Review) -> Markup {
    let tags = ["Event", "Site", "Date"].into_iter();
    let tags = tags.filter_map(|name| review.game.tags.get(name));
    let known = tags.filter(|value| !value.starts_with('?'));
    let facts: Vec<&str> = known.chain([review.game.result_text()]).collect();
    let worst = review.worst(DIAGRAMS);
    html! {
        p.soft { (facts.join(", ")) }
        @if !review.complete { p { "The analysis was stopped before the end of the game." } }
        (sides(review))
        (graph(review))
        @if !worst.is_empty() {
            h2 { "The worst moves" }
            ul.cards { @for reviewed in worst { (card(review, reviewed)) } }
        }
        h2 { "All moves" }
        (moves(review))
    }
}

/// Returns the table of both players.
fn sides(review: &Review) -> Markup {
    let percent = |value: f64| Cell::from(format!("{value:.1} %"));
    let pawns = |loss: f64| Cell::from(format!("{:.2} pawns", loss / 100.0));
    let rows: Vec<(Color, SideSummary)> = Color::ALL.into_iter().zip(review.sides()).collect();
    let table = Table::new(&rows)
        .column(Column::left("Player"), |(_, side)| &side.name)
        .column(Column::left("Side"), |(color, _)| color.to_string())
        .column(Column::right("Accuracy"), |(_, side)| {
            side.accuracy.map(percent)
        })
        .column(Column::right("Average loss per move"), |(_, side)| {
            side.average_loss.map(pawns)
        });
    let titles = ["Inaccuracies", "Mistakes", "Blunders"].into_iter();
    let table = titles.enumerate().fold(table, |table, (index, title)| {
        table.column(Column::right(title), move |(_, side)| {
            side.judgements[index].to_string()
        })
    });
    table.to_html()
}

/// Draws White's winning chances after each move.
fn graph(review: &Review) -> Markup {
    const WIDTH: f64 = 960.0;
    const HEIGHT: f64 = 200.0;
    let percents = review.win_percents();
    if percents.len() < 2 {
        return Markup::default();
    }
    let x = |index: usize| index as f64 / (percents.len() - 1) as f64 * WIDTH;
    let y = |percent: f64| HEIGHT * (1.0 - percent / 100.0);
    let points = percents.iter().enumerate();
    let points = points.map(|(index, &percent)| format!("L{:.1} {:.1}", x(index), y(percent)));
    let line: String = points.collect();
    let marks = review
        .moves
        .iter()
        .filter_map(|it| Some((it, it.judgement?)));
    html! {
        svg.graph viewBox=(format_args!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label="White's winning chances after each move" {
            path.white d=(format_args!("M0 {HEIGHT}{line}L{WIDTH} {HEIGHT}Z")) {}
            line.half x1="0" x2=(WIDTH) y1=(HEIGHT / 2.0) y2=(HEIGHT / 2.0) {}
            @for (reviewed, judgement) in marks {
                @let opinion = &review.opinions[reviewed.ply + 1];
                circle class=(format_args!("mark k{}", judgement as u8)) cx=(format_args!("{:.1}", x(reviewed.ply + 1)))
                    cy=(format_args!("{:.1}", y(opinion.win))) r="5" { title { (reviewed.text) " " (opinion.text) } }
            }
        }
    }
}

/// Returns the diagram of a bad move.
fn card(review: &Review, reviewed: &Reviewed) -> Markup {
    let nodes = review.game.main_line().nodes();
    let mut position = *review.game.start();
    for node in &nodes[..reviewed.ply] {
        position = position.after(node.played());
    }
    let mut arrows = vec![(nodes[reviewed.ply].played(), "#d55e00")];
    arrows.extend(reviewed.best.map(|best| (best, "#1f5f9e")));
    let values = &review.opinions[reviewed.ply..];
    let better = &reviewed.better[..reviewed.better.len().min(BETTER_PLIES)];
    html! {
        li {
            h3 { (reviewed.text) }
            (board(&position, reviewed.side, &arrows))
            p {
                (reviewed.judgement.map_or("", Judgement::name)) ": from " (values[0].text) " to " (values[1].text) "."
                @if let Some((first, rest)) = better.split_first() { " Better: " b { (first) } " " (rest.join(" ")) }
            }
        }
    }
}

/// Returns the table of all moves.
fn moves(review: &Review) -> Markup {
    let after = |reviewed: &Reviewed| &review.opinions[reviewed.ply + 1];
    let wins = |reviewed: &Reviewed| {
        let win = after(reviewed).win;
        let bar =
            html! { span.bar style=(format_args!("width:{win:.0}px")) {} (format!(" {win:.0} %")) };
        Cell::percent(win / 100.0, 0).with_html(bar)
    };
    let better = |reviewed: &Reviewed| {
        let line = &reviewed.better[..reviewed.better.len().min(BETTER_PLIES)];
        reviewed
            .judgement
            .map_or_else(String::new, |_| line.join(" "))
    };
    Table::new(&review.moves)
        .column(Column::left("Move"), |it| &it.text)
        .column(Column::right("Value"), |it| after(it).text.as_str())
        .column(Column::left("White's chances"), wins)
        .column(Column::right("Accuracy"), |it| {
            format!("{:.0} %", it.accuracy)
        })
        .column(Column::left("Comment"), |it| it.comment.as_str())
        .column(Column::left("Better"), better)
        .to_html()
}
