//! The measured ladder as Markdown and as a page with plots.

use std::fmt::Write;

use contest::stats::Answer;
use games::GameKind;

use super::judged::Judged;
use super::measure::{Ladder, Measured};
use super::picture::{by_worth, height, staircase, stairs, steps, techniques};
use super::rungs::{Rung, rungs};
use super::together::ONE_IN;
use crate::report::grouped;
use crate::report::plot::{Series, log_lines};
use crate::report::{escape, page};

/// `+120 ± 35, stronger`, with a bound instead of an error if one side won nearly everything.
fn elo(step: Option<&Judged>) -> String {
    step.map_or_else(
        || "-".to_owned(),
        |step| {
            let claim = format!("{:.0}", step.claim).replace("+-", "\u{b1}");
            format!("{claim}, {}", step.answer)
        },
    )
}

fn games(step: Option<&Judged>) -> String {
    step.map_or_else(
        || "-".to_owned(),
        |step| format!("+{} ={} -{}", step.wins, step.draws, step.losses),
    )
}

fn nodes(rung: &Measured) -> String {
    rung.nodes
        .map_or_else(|| "-".to_owned(), |nodes| grouped(nodes.round() as u64))
}

/// How high each rung is above the lowest, at equal nodes and at equal time.
fn heights(ladder: &Ladder) -> Vec<[String; 2]> {
    let both = [0, 1].map(|which| stairs(steps(&ladder.rungs, which)));
    let text = |which: usize, index: usize| {
        let stair = both[which].get(index);
        stair.map_or_else(|| "-".to_owned(), height)
    };
    (0..ladder.rungs.len())
        .map(|index| [text(0, index), text(1, index)])
        .collect()
}

fn about(game: &str, name: &str) -> Option<&'static Rung> {
    let game: GameKind = game.parse().ok()?;
    rungs(game).iter().find(|rung| rung.name == name)
}

fn conditions(ladder: &Ladder) -> String {
    let size = &ladder.size;
    let has_engine = ladder
        .rungs
        .iter()
        .any(|rung| rung.spec.starts_with("engine"));
    let budget = if has_engine {
        format!(
            "{} nodes a move ({} for textbook players, whose ideas need depth to show and whose nodes are cheap)",
            grouped(size.nodes),
            grouped(size.textbook_nodes)
        )
    } else {
        format!("{} nodes a move", grouped(size.textbook_nodes))
    };
    format!(
        "Each rung plays the one below it at {budget}, and again at {} ms a move, each opening with both colours, until a test \
         decides: stronger, weaker, or no difference worth naming, which is less than {} Elo. From {} to {} games; what is open \
         then is not decided. Elo with its 95% interval, from pairs of games; a match that a test stopped shows a little too \
         much. Where nearly all games were won there is only a bound: at least so much. Height is Elo above the lowest rung, \
         the sum of the steps. Nodes are the mean to depth {} over {} positions. Seed {}.",
        size.movetime,
        size.margin,
        grouped(size.least),
        grouped(size.games),
        size.depth,
        size.positions,
        size.seed
    )
}

fn ablation_conditions(ladder: &Ladder) -> String {
    let size = &ladder.size;
    format!(
        "What each technique is worth to the engine. In {} games at {} nodes a move, and {} at {} ms a move, each side lacks \
         every technique with a chance of one in {}, so that each game says something about several of them, and a regression \
         tells them apart; the games beside an Elo are those in which one side had the technique and the other did not. Only \
         the table and the network have matches of their own, the whole engine against itself without them, because without \
         one of those it is another engine. Above 0, the engine is stronger with the technique. The answer is that of the 95% \
         interval: stronger or weaker if 0 is outside, no difference worth naming if it lies within {} Elo of 0. Techniques \
         that do the same work in two ways show less here than on the ladder: when one is gone, the other stands in.",
        grouped(ladder.together[0]),
        grouped(size.ablation_nodes),
        grouped(ladder.together[1]),
        size.movetime,
        ONE_IN,
        size.margin
    )
}

/// How many steps have a verdict, how many techniques, and how many games all of them took.
fn summary(ladder: &Ladder) -> String {
    let techniques = ladder.ablations.iter();
    let techniques = techniques.flat_map(|one| [one.at_nodes.as_ref(), one.at_time.as_ref()]);
    let mut text = format!(
        "{} games. Steps: {}.",
        grouped(ladder.games),
        verdicts(all_steps(ladder))
    );
    if !ladder.ablations.is_empty() {
        text += &format!(" Techniques: {}.", verdicts(techniques));
    }
    text + &unfinished(ladder)
}

/// Every step at equal nodes and at equal time. The lowest rung has nobody below it.
fn all_steps(ladder: &Ladder) -> impl Iterator<Item = Option<&Judged>> {
    let rungs = ladder.rungs.iter().skip(1);
    rungs.flat_map(|rung| [rung.at_nodes.as_ref(), rung.at_time.as_ref()])
}

/// How many comparisons there are, and how many of them ended in which way.
fn verdicts<'a>(all: impl Iterator<Item = Option<&'a Judged>>) -> String {
    let all: Vec<&Judged> = all.flatten().collect();
    let count = |answer: Answer| all.iter().filter(|one| one.answer == answer).count();
    format!(
        "{} comparisons, {} stronger, {} weaker, {} without a difference worth naming, {} not decided",
        all.len(),
        count(Answer::Stronger),
        count(Answer::Weaker),
        count(Answer::Alike),
        count(Answer::Open)
    )
}

/// What is still to be played, if it was stopped before its end.
fn unfinished(ladder: &Ladder) -> String {
    let size = &ladder.size;
    let is_open = |step: &Option<&Judged>| {
        step.is_none_or(|step| step.answer == Answer::Open && step.games() < size.games)
    };
    let open = all_steps(ladder).filter(is_open).count();
    let few = |&games: &u64| games < size.technique_games;
    let few = !ladder.ablations.is_empty() && ladder.together.iter().any(few);
    let mut parts = Vec::new();
    if open > 0 {
        parts.push(format!(
            "of the steps that are not decided {open} had fewer than {} games",
            grouped(size.games)
        ));
    }
    if few {
        parts.push(format!(
            "the techniques had fewer than {}",
            grouped(size.technique_games)
        ));
    }
    if parts.is_empty() {
        return String::new();
    }
    format!(
        " It was stopped before its end: {}. `--resume` goes on with it.",
        parts.join(", and ")
    )
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
            "\n## {}\n\n![The ladder of {}](ladder-{}.svg)\n\n{}\n\n{}\n\n| rung | Elo at equal nodes | games | Elo at equal time | games | height, nodes | height, time | nodes |\n|---|---|---|---|---|---|---|---|\n",
            ladder.game,
            ladder.game,
            ladder.game,
            conditions(ladder),
            summary(ladder)
        );
        for (rung, [at_nodes, at_time]) in ladder.rungs.iter().zip(heights(ladder)) {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {at_nodes} | {at_time} | {} |",
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
                "\n### What each technique is worth\n\n![What each technique is worth](ladder-techniques.svg)\n\n{}\n\n| technique | Elo with it, equal nodes | games | equal time | games | what it does |\n|---|---|---|---|---|---|\n",
                ablation_conditions(ladder)
            );
        }
        for ablation in by_worth(ladder) {
            let [at_nodes, at_time] = [ablation.at_nodes.as_ref(), ablation.at_time.as_ref()];
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} |",
                ablation.name,
                elo(at_nodes),
                games(at_nodes),
                elo(at_time),
                games(at_time),
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
            "<h2>{}</h2>\n{}<p>{}</p>\n<p>{}</p>\n<div class=\"scroll\"><table>\n<thead><tr><th>rung</th><th>player</th><th>Elo at equal \
             nodes</th><th>games</th><th>Elo at equal time</th><th>games</th><th>height, nodes</th><th>height, time</th>\
             <th>nodes</th></tr></thead>\n<tbody>\n",
            escape(ladder.game),
            staircase(ladder),
            escape(&conditions(ladder)),
            escape(&summary(ladder))
        );
        for (rung, [at_nodes, at_time]) in ladder.rungs.iter().zip(heights(ladder)) {
            let _ = writeln!(
                body,
                "<tr><td>{}</td><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{at_nodes}</td>\
                 <td>{at_time}</td><td>{}</td></tr>",
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
            "<h3>What each technique is worth</h3>\n{}<p>{}</p>\n<div class=\"scroll\"><table>\n<thead><tr><th>technique</th><th>Elo with \
             it, equal nodes</th><th>games</th><th>equal time</th><th>games</th><th>what it does</th></tr></thead>\n<tbody>\n",
            techniques(ladder),
            escape(&ablation_conditions(ladder))
        );
        for ablation in by_worth(ladder) {
            let [at_nodes, at_time] = [ablation.at_nodes.as_ref(), ablation.at_time.as_ref()];
            let _ = writeln!(
                body,
                "<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(ablation.name),
                escape(&elo(at_nodes)),
                games(at_nodes),
                escape(&elo(at_time)),
                games(at_time),
                escape(ablation.about)
            );
        }
        body += "</tbody>\n</table></div>\n";
    }
    page("The ladder", &body)
}
