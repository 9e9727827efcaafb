//! A review as a page of its own: everything inside, drawn as SVG.

use std::fmt::Write;

use chess::Color;

use super::{Judgement, Review, Reviewed};
use crate::report::board::{BOARD_STYLE, board};
use crate::report::{escape, page};

/// Bad moves that get a diagram.
const DIAGRAMS: usize = 6;

/// Moves of a better line to show.
const BETTER_PLIES: usize = 8;

const STYLE: &str = "<style>
.graph{width:100%;margin-top:1.2rem;height:auto;border-radius:8px;background:#3b423a}
.graph .white{fill:#f4f1e6}.graph .half{stroke:#8d9489;stroke-width:1;stroke-dasharray:4 4}
.mark{stroke:#fff;stroke-width:1.5}
.k0{fill:#b58900}.k1{fill:#d55e00}.k2{fill:#a3003a}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.2rem;padding:0;list-style:none}
.cards li{border:1px solid var(--line);border-radius:10px;padding:.9rem}
.cards h3{margin:0 0 .4rem;font-size:1.05rem}.cards p{margin:.5rem 0 0}
.moves td,.moves th{text-align:left}
.bar{display:inline-block;height:.7em;background:currentColor;opacity:.35;border-radius:2px}
</style>";

/// One page for the reviews of one or several games.
#[must_use]
pub fn to_html(reviews: &[Review], how: &str) -> String {
    let mut body = format!("{STYLE}<style>{BOARD_STYLE}</style>");
    for review in reviews {
        body += &one(review, reviews.len() > 1);
    }
    _ = write!(
        body,
        "<p class=\"soft\">Analysed by Espalier, {}. Chances and accuracy by the formulas that lichess.org publishes; \
         ?! ? ?? where a move loses 5, 10 or 15 percent of winning chances.</p>",
        escape(how)
    );
    let title = match reviews {
        [only] => only.title(),
        several => format!("{} games", several.len()),
    };
    page(&title, &body)
}

fn one(review: &Review, titled: bool) -> String {
    let mut html = String::new();
    let tags = ["Event", "Site", "Date"].map(|name| review.game.tags.get(name).unwrap_or("?"));
    let known: Vec<&str> = tags
        .into_iter()
        .filter(|value| !value.starts_with('?'))
        .collect();
    if titled {
        _ = write!(html, "<h2>{}</h2>", escape(&review.title()));
    }
    _ = write!(
        html,
        "<p class=\"soft\">{}{}{}</p>",
        escape(&known.join(", ")),
        if known.is_empty() { "" } else { ", " },
        review.game.result_text()
    );
    if !review.complete {
        html += "<p>The analysis was stopped: the rest of the game was not looked at.</p>";
    }
    html += "<div class=\"scroll\"><table><thead><tr><th>Player</th><th></th><th>Accuracy</th><th>Lost a move</th>\
             <th>Inaccuracies</th><th>Mistakes</th><th>Blunders</th></tr></thead><tbody>";
    for (side, color) in review.sides().iter().zip(Color::ALL) {
        let number = |value: Option<f64>, digits: usize, unit: &str| {
            value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}{unit}"))
        };
        _ = write!(
            html,
            "<tr><td>{}</td><td class=\"soft\">{color}</td><td><b>{}</b></td><td>{}</td>",
            escape(&side.name),
            number(side.accuracy, 1, " %"),
            number(side.average_loss.map(|loss| loss / 100.0), 2, " pawns"),
        );
        for count in side.judgements {
            _ = write!(html, "<td>{count}</td>");
        }
        html += "</tr>";
    }
    html += "</tbody></table></div>";
    html += &graph(review);
    let worst = review.worst(DIAGRAMS);
    if !worst.is_empty() {
        html += "<h2>The moves that cost most</h2><ul class=\"cards\">";
        for reviewed in worst {
            html += &card(review, reviewed);
        }
        html += "</ul>";
    }
    html += &table(review);
    html
}

/// White's chances from move to move, White's share from below.
fn graph(review: &Review) -> String {
    const WIDTH: f64 = 960.0;
    const HEIGHT: f64 = 200.0;
    let percents = review.win_percents();
    if percents.len() < 2 {
        return String::new();
    }
    let x = |index: usize| index as f64 / (percents.len() - 1) as f64 * WIDTH;
    let y = |percent: f64| HEIGHT * (1.0 - percent / 100.0);
    let mut svg = format!(
        "<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"White's chances after each move\"><path class=\"white\" d=\"M0 {HEIGHT}"
    );
    for (index, &percent) in percents.iter().enumerate() {
        _ = write!(svg, "L{:.1} {:.1}", x(index), y(percent));
    }
    _ = write!(
        svg,
        "L{WIDTH} {HEIGHT}Z\"/><line class=\"half\" x1=\"0\" x2=\"{WIDTH}\" y1=\"{half}\" y2=\"{half}\"/>",
        half = HEIGHT / 2.0
    );
    for reviewed in &review.moves {
        let Some(judgement) = reviewed.judgement else {
            continue;
        };
        let opinion = &review.opinions[reviewed.ply + 1];
        _ = write!(
            svg,
            "<circle class=\"mark k{}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\"><title>{} {}</title></circle>",
            judgement as u8,
            x(reviewed.ply + 1),
            y(opinion.win_percent()),
            escape(&reviewed.text()),
            opinion.text(),
        );
    }
    svg += "</svg>";
    svg
}

fn card(review: &Review, reviewed: &Reviewed) -> String {
    let nodes = review.game.main_line().nodes();
    let mut position = *review.game.start();
    for node in &nodes[..reviewed.ply] {
        position = position.after(node.played());
    }
    let mut arrows = vec![(nodes[reviewed.ply].played(), "#d55e00")];
    arrows.extend(reviewed.best.map(|best| (best, "#1f5f9e")));
    let better = &reviewed.better[..reviewed.better.len().min(BETTER_PLIES)];
    format!(
        "<li><h3>{}</h3>{}<p>{}: {} became {}. Better <b>{}</b> {}</p></li>",
        escape(&reviewed.text()),
        board(&position, reviewed.side, &arrows),
        reviewed.judgement.map_or("", Judgement::name),
        review.opinions[reviewed.ply].text(),
        review.opinions[reviewed.ply + 1].text(),
        escape(better.first().map_or("", String::as_str)),
        escape(&better.get(1..).unwrap_or_default().join(" ")),
    )
}

fn table(review: &Review) -> String {
    let mut html = "<h2>All moves</h2><div class=\"scroll\"><table class=\"moves\"><thead><tr><th>Move</th><th>Value</th>\
                    <th>White wins</th><th>Accuracy</th><th>Better</th></tr></thead><tbody>"
        .to_owned();
    for reviewed in &review.moves {
        let opinion = &review.opinions[reviewed.ply + 1];
        let better = match reviewed.judgement {
            Some(_) => reviewed.better[..reviewed.better.len().min(BETTER_PLIES)].join(" "),
            None => String::new(),
        };
        _ = write!(
            html,
            "<tr><td>{}</td><td>{}</td><td><span class=\"bar\" style=\"width:{:.0}px\"></span> {:.0} %</td><td>{:.0} %</td><td>{}</td></tr>",
            escape(&reviewed.text()),
            opinion.text(),
            opinion.win_percent(),
            opinion.win_percent(),
            reviewed.accuracy,
            escape(&better),
        );
    }
    html += "</tbody></table></div>";
    html
}
