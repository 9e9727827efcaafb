//! The measured ladder as Markdown and as a page with plots.

use std::fmt::Write;

use contest::stats::Answer;
use games::GameId;
use maud::html;
use report::plot::{Series, log_lines};
use report::{Cell, Column, PreEscaped, Table, grouped, page};

use super::judged::Judged;
use super::measure::{Ablation, Ladder, Measured};
use super::picture::{by_gain, height, staircase, stairs, steps, techniques};
use super::rungs::rungs;
use super::together::ONE_IN;

/// Returns the result of a step, such as `+120 ± 35, stronger`, with a bound if one side won nearly all games.
fn elo(step: Option<&Judged>) -> Option<String> {
    let step = step?;
    let claim = format!("{:.0}", step.result.claim).replace("+-", "\u{b1}");
    Some(format!("{claim}, {}", step.answer))
}

fn games(step: Option<&Judged>) -> Option<String> {
    step.map(|step| step.result.tally.to_string())
}

/// A rung with its height above the lowest one, at equal nodes and at equal time.
type Line<'a> = (&'a Measured, [Option<String>; 2]);

fn lines(ladder: &Ladder) -> Vec<Line<'_>> {
    let both = [0, 1].map(|which| stairs(steps(&ladder.rungs, which)));
    let line = |(index, rung)| {
        let height = |which: usize| both[which].get(index).map(height);
        (rung, [height(0), height(1)])
    };
    ladder.rungs.iter().enumerate().map(line).collect()
}

fn rung_table<'a>(lines: &'a [Line<'a>]) -> Table<'a, Line<'a>> {
    Table::new(lines)
        .column(Column::left("rung"), |(rung, _)| &rung.name)
        .column(Column::right("Elo at equal nodes"), |(rung, _)| {
            elo(rung.at_nodes.as_ref())
        })
        .column(Column::right("games"), |(rung, _)| {
            games(rung.at_nodes.as_ref())
        })
        .column(Column::right("Elo at equal time"), |(rung, _)| {
            elo(rung.at_time.as_ref())
        })
        .column(Column::right("games"), |(rung, _)| {
            games(rung.at_time.as_ref())
        })
        .column(Column::right("height, nodes"), |(_, it)| it[0].as_ref())
        .column(Column::right("height, time"), |(_, it)| it[1].as_ref())
        .column(Column::right("nodes"), |(rung, _)| {
            rung.nodes.map(|nodes| Cell::count(nodes.round() as u64))
        })
}

fn technique_table<'a>(ablations: &'a [&'a Ablation]) -> Table<'a, &'a Ablation> {
    Table::new(ablations)
        .column(Column::left("technique"), |it| &it.name)
        .column(Column::right("Elo with it, equal nodes"), |it| {
            elo(it.at_nodes.as_ref())
        })
        .column(Column::right("games"), |it| games(it.at_nodes.as_ref()))
        .column(Column::right("equal time"), |it| elo(it.at_time.as_ref()))
        .column(Column::right("games"), |it| games(it.at_time.as_ref()))
        .column(Column::left("what it does"), |it| &it.about)
}

/// Returns the rungs with their descriptions.
fn described(ladder: &Ladder) -> Vec<(&Measured, &'static str)> {
    let game = ladder.game.parse::<GameId>();
    let known = game.map_or(&[][..], rungs);
    let about = |name: &str| known.iter().find(|it| it.name == name);
    let rungs = ladder.rungs.iter();
    rungs
        .filter_map(|rung| Some((rung, about(&rung.name)?.about)))
        .collect()
}

fn conditions(ladder: &Ladder) -> String {
    let size = &ladder.size;
    let is_engine = |rung: &Measured| rung.spec.starts_with("engine");
    let budget = if ladder.rungs.iter().any(is_engine) {
        format!(
            "{} nodes per move ({} for textbook players, which have cheap nodes and need depth)",
            grouped(size.nodes),
            grouped(size.textbook_nodes)
        )
    } else {
        format!("{} nodes per move", grouped(size.textbook_nodes))
    };
    format!(
        "Each rung plays the one below it at {budget}, and again at {} ms per move, each opening with both colours, until \
         a sequential test decides: stronger, weaker, or no difference worth naming, which is less than {} Elo. There are from \
         {} to {} games; after that the comparison is not decided. Elo has its 95% interval, from pairs of games; a match \
         that a test stopped overestimates it a little. If nearly all games were won, there is only a lower bound. Height \
         is Elo above the lowest rung, the sum of the steps. Nodes are the mean to depth {} over {} positions. Seed {}.",
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
        "The gain of each technique of the engine. In {} games at {} nodes per move, and {} at {} ms per move, each side \
         lacks every technique with a probability of one in {ONE_IN}. Each game has information about several techniques, \
         and a regression separates them. The games of a technique are those in which one side had it and the other did \
         not. The table and the network have separate matches, the whole engine against itself without them, because \
         without one of them the engine is too different. Above 0, the engine is stronger with the technique. The answer \
         is that of the 95% interval: stronger or weaker if 0 is outside, no difference worth naming if it is within {} Elo of \
         0. Techniques with the same effect gain less here than on the ladder: if one is off, the other replaces it.",
        grouped(ladder.together[0]),
        grouped(size.ablation_nodes),
        grouped(ladder.together[1]),
        size.movetime,
        size.margin
    )
}

/// Returns the number of games, and the answers of the steps and the techniques.
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

/// Returns every step at equal nodes and at equal time. The lowest rung has none.
fn all_steps(ladder: &Ladder) -> impl Iterator<Item = Option<&Judged>> {
    let rungs = ladder.rungs.iter().skip(1);
    rungs.flat_map(|rung| [rung.at_nodes.as_ref(), rung.at_time.as_ref()])
}

/// Returns the number of comparisons, and the number of each answer.
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

/// Returns the number of open comparisons, if the measurement was stopped early.
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
            "{open} of the steps that are not decided have fewer than {} games",
            grouped(size.games)
        ));
    }
    if few {
        parts.push(format!(
            "the techniques have fewer than {}",
            grouped(size.technique_games)
        ));
    }
    if parts.is_empty() {
        return String::new();
    }
    format!(
        " The measurement is not complete: {}. `--resume` continues it.",
        parts.join(", and ")
    )
}

const ABOUT: &str = "Each rung adds one technique to the one below. Games at equal nodes show the gain of the technique; games \
at equal time include its cost. Times depend on the machine, so only the order of magnitude of the second column is reliable.";

const TECHNIQUES: &str = "The gain of each technique";

/// Returns the ladders as Markdown; `command` is the command that measures them.
#[must_use]
pub fn markdown(ladders: &[Ladder], command: &str) -> String {
    let mut text = format!("# The ladder\n\nMade by\n\n```\n{command}\n```\n\n{ABOUT}\n");
    for ladder in ladders {
        let game = &ladder.game;
        let _ = write!(
            text,
            "\n## {game}\n\n![The ladder of {game}](ladder-{game}.svg)\n\n{}\n\n{}\n\n{}\n",
            conditions(ladder),
            summary(ladder),
            rung_table(&lines(ladder)).to_markdown()
        );
        for (rung, about) in described(ladder) {
            let _ = writeln!(text, "- **{}** (`{}`): {about}", rung.name, rung.spec);
        }
        if !ladder.ablations.is_empty() {
            let _ = write!(
                text,
                "\n### {TECHNIQUES}\n\n![{TECHNIQUES}](ladder-techniques.svg)\n\n{}\n\n{}",
                ablation_conditions(ladder),
                technique_table(&by_gain(ladder)).to_markdown()
            );
        }
    }
    text
}

/// Returns the ladders as a page with plots.
#[must_use]
pub fn html(ladders: &[Ladder], command: &str) -> String {
    let body = html! {
        p { "Made by " code { (command) } "." }
        @for ladder in ladders {
            h2 { (ladder.game) }
            (PreEscaped(staircase(ladder)))
            p { (conditions(ladder)) }
            p { (summary(ladder)) }
            (rung_table(&lines(ladder)).to_html())
            (PreEscaped(nodes_by_rung(ladder)))
            ul {
                @for (rung, about) in described(ladder) {
                    li { b { (rung.name) } " (" code { (rung.spec) } "): " (about) }
                }
            }
            @if !ladder.ablations.is_empty() {
                h3 { (TECHNIQUES) }
                (PreEscaped(techniques(ladder)))
                p { (ablation_conditions(ladder)) }
                (technique_table(&by_gain(ladder)).to_html())
            }
        }
    };
    page("The ladder", &body)
}

fn nodes_by_rung(ladder: &Ladder) -> String {
    let rungs = (1..).map(f64::from).zip(&ladder.rungs);
    let series = Series {
        name: format!("{}: nodes to depth {}", ladder.game, ladder.size.depth),
        points: rungs
            .filter_map(|(index, rung)| Some((index, rung.nodes?)))
            .collect(),
    };
    log_lines(
        "Nodes by rung",
        "rung",
        "nodes to the same depth",
        &[series],
    )
}
