//! The measured ladder as Markdown and as a page with plots.

use std::fmt::Write;

use games::GameKind;

use super::measure::{Ablation, Ladder, Measured, Step};
use super::rungs::{Rung, rungs};
use crate::report::grouped;
use crate::report::plot::{Series, log_lines};
use crate::report::{escape, page};

/// `+120 ± 35, stronger`, with a bound instead of an error if one side won nearly everything.
fn elo(step: Option<&Step>) -> String {
    step.map_or_else(
        || "-".to_owned(),
        |step| {
            let claim = format!("{:.0}", step.claim).replace("+-", "\u{b1}");
            format!("{claim}, {}", step.strength)
        },
    )
}

fn games(step: Option<&Step>) -> String {
    step.map_or_else(
        || "-".to_owned(),
        |step| format!("+{} ={} -{}", step.wins, step.draws, step.losses),
    )
}

fn nodes(rung: &Measured) -> String {
    rung.nodes
        .map_or_else(|| "-".to_owned(), |nodes| grouped(nodes.round() as u64))
}

fn about(game: &str, name: &str) -> Option<&'static Rung> {
    let game: GameKind = game.parse().ok()?;
    rungs(game).iter().find(|rung| rung.name == name)
}

fn conditions(ladder: &Ladder) -> String {
    let size = &ladder.size;
    format!(
        "Each rung plays the one below it: {} games at {} nodes a move and {} games at {} ms a move, each \
         opening played with both colours. Elo with its 95% interval, from pairs of games: a rung is stronger or weaker if \
         0 is outside, and if it is inside, so many games cannot tell the two apart. Where nearly all games were won there \
         is only a bound: at least so much. Nodes are the mean to depth {} over {} positions. Seed {}.",
        size.games,
        grouped(size.nodes),
        size.games,
        size.movetime,
        size.depth,
        size.positions,
        size.seed
    )
}

fn ablation_conditions(ladder: &Ladder) -> String {
    let size = &ladder.size;
    format!(
        "What each technique is worth to the engine that has all the others: the whole engine against itself without the \
         one technique, {} games each at {} nodes a move. Above 0, the engine is stronger with it. Techniques that do the \
         same work in two ways show less here than on the ladder: when one is gone, the other stands in.",
        size.games,
        grouped(size.ablation_nodes)
    )
}

/// Those worth most first.
fn by_worth(ladder: &Ladder) -> Vec<&Ablation> {
    let mut ablations: Vec<&Ablation> = ladder.ablations.iter().collect();
    ablations.sort_by(|a, b| b.at_nodes.elo.value.total_cmp(&a.at_nodes.elo.value));
    ablations
}

/// The ladders as a Markdown document; `command` is what makes it again.
#[must_use]
pub fn markdown(ladders: &[Ladder], command: &str) -> String {
    let mut text = format!(
        "# The ladder\n\nWhat each idea buys, measured. Made by\n\n```\n{command}\n```\n\nEqual nodes show what an idea is \
         worth by itself; equal time shows what is left after its cost. Times depend on the machine, so only the order of \
         magnitude of the second column should be believed.\n"
    );
    for ladder in ladders {
        let _ = write!(
            text,
            "\n## {}\n\n{}\n\n| rung | Elo at equal nodes | games | Elo at equal time | games | nodes |\n|---|---|---|---|---|---|\n",
            ladder.game,
            conditions(ladder)
        );
        for rung in &ladder.rungs {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} |",
                rung.name,
                elo(rung.at_nodes.as_ref()),
                games(rung.at_nodes.as_ref()),
                elo(rung.at_time.as_ref()),
                games(rung.at_time.as_ref()),
                nodes(rung)
            );
        }
        text.push('\n');
        for rung in &ladder.rungs {
            if let Some(known) = about(ladder.game, rung.name) {
                let _ = writeln!(
                    text,
                    "- **{}** (`{}`): {}",
                    rung.name, rung.spec, known.about
                );
            }
        }
        if !ladder.ablations.is_empty() {
            let _ = write!(
                text,
                "\n### Without one technique\n\n{}\n\n| technique | Elo with it | games | what it does |\n|---|---|---|---|\n",
                ablation_conditions(ladder)
            );
        }
        for ablation in by_worth(ladder) {
            let step = Some(&ablation.at_nodes);
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} |",
                ablation.name,
                elo(step),
                games(step),
                ablation.about
            );
        }
    }
    text
}

/// The same as a page with a plot of the nodes.
#[must_use]
pub fn html(ladders: &[Ladder], command: &str) -> String {
    let mut body = format!("<p>Made by <code>{}</code>.</p>\n", escape(command));
    for ladder in ladders {
        let _ = write!(
            body,
            "<h2>{}</h2>\n<p>{}</p>\n<div class=\"scroll\"><table>\n<thead><tr><th>rung</th><th>player</th><th>Elo at equal \
             nodes</th><th>games</th><th>Elo at equal time</th><th>games</th><th>nodes</th></tr></thead>\n<tbody>\n",
            escape(ladder.game),
            escape(&conditions(ladder))
        );
        for rung in &ladder.rungs {
            let _ = writeln!(
                body,
                "<tr><td>{}</td><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(rung.name),
                escape(rung.spec),
                escape(&elo(rung.at_nodes.as_ref())),
                games(rung.at_nodes.as_ref()),
                escape(&elo(rung.at_time.as_ref())),
                games(rung.at_time.as_ref()),
                nodes(rung)
            );
        }
        body += "</tbody>\n</table></div>\n";
        let points: Vec<(f64, f64)> = ladder
            .rungs
            .iter()
            .enumerate()
            .filter_map(|(index, rung)| Some((index as f64 + 1.0, rung.nodes?)))
            .collect();
        body += &log_lines(
            "Nodes by rung",
            "rung",
            "nodes to the same depth",
            &[Series {
                name: format!("{}: nodes to depth {}", ladder.game, ladder.size.depth),
                points,
            }],
        );
        body += "<ul>\n";
        for rung in &ladder.rungs {
            if let Some(known) = about(ladder.game, rung.name) {
                let _ = writeln!(
                    body,
                    "<li><b>{}</b>: {}</li>",
                    escape(rung.name),
                    escape(known.about)
                );
            }
        }
        body += "</ul>\n";
        if ladder.ablations.is_empty() {
            continue;
        }
        let _ = write!(
            body,
            "<h3>Without one technique</h3>\n<p>{}</p>\n<div class=\"scroll\"><table>\n<thead><tr><th>technique</th><th>Elo with \
             it</th><th>games</th><th>what it does</th></tr></thead>\n<tbody>\n",
            escape(&ablation_conditions(ladder))
        );
        for ablation in by_worth(ladder) {
            let step = Some(&ablation.at_nodes);
            let _ = writeln!(
                body,
                "<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(ablation.name),
                escape(&elo(step)),
                games(step),
                escape(ablation.about)
            );
        }
        body += "</tbody>\n</table></div>\n";
    }
    page("The ladder", &body)
}
