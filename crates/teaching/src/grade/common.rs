//! What the questions with wrong values have in common, if no known bug explains them.

use gametree::Side;

use super::assignment::QuestionGame;
use super::exam::Answered;
use super::question::EVALUATE;
use super::truth::WON;

/// A property of some questions, as it continues "The values are wrong ...".
type Property<'a> = (String, Box<dyn Fn(&Answered<'_>) -> bool + 'a>);

/// The least number of wrong values for a statement.
const LEAST: usize = 2;

/// Returns a sentence about the questions with wrong values: a property that all of them have and few others.
pub fn common(answered: &[Answered<'_>]) -> Option<String> {
    let given: Vec<(&Answered<'_>, bool)> = answered
        .iter()
        .filter(|it| it.item.question.search != EVALUATE)
        .filter_map(|it| {
            let value = it.reply.as_ref().ok()?.value?;
            Some((it, value != it.item.truth.value))
        })
        .collect();
    let wrong: Vec<&Answered<'_>> = given.iter().filter(|it| it.1).map(|it| it.0).collect();
    if wrong.len() < LEAST || wrong.len() == given.len() {
        return None;
    }
    let holds_for = |property: &Property<'_>| given.iter().filter(|it| property.1(it.0)).count();
    let properties: Vec<Property<'_>> = properties(&wrong)
        .into_iter()
        .filter(|property| wrong.iter().all(|it| property.1(it)))
        .filter(|property| holds_for(property) < given.len())
        .collect();
    // The property with the fewest questions, and another one that narrows it further.
    let best = properties
        .iter()
        .min_by_key(|property| holds_for(property))?;
    let both = |other: &&Property<'_>| {
        given
            .iter()
            .filter(|it| best.1(it.0) && other.1(it.0))
            .count()
    };
    let second = properties
        .iter()
        .min_by_key(both)
        .filter(|other| both(other) < holds_for(best));
    let of = second.map_or_else(|| holds_for(best), |other| both(&other));
    let words = second.map_or_else(
        || best.0.clone(),
        |other| format!("{} and {}", best.0, other.0),
    );
    Some(format!(
        "The values are wrong only {words}: {} of {of} such questions, and no other one.",
        wrong.len()
    ))
}

/// Lists properties of the first wrong question that others may share.
fn properties<'a>(wrong: &[&Answered<'_>]) -> Vec<Property<'a>> {
    let depths = wrong.iter().map(|it| it.item.question.depth);
    let (least, most) = (depths.clone().min().unwrap_or(0), depths.max().unwrap_or(0));
    let sizes = wrong.iter().map(|it| it.item.truth.minimax);
    let smallest = sizes.min().unwrap_or(0);
    let first = &wrong[0].item.question;
    let (game, search) = (first.game(), first.search.clone());
    let kind = match game {
        QuestionGame::Tree => "on trees".to_owned(),
        QuestionGame::Graph => "on graphs".to_owned(),
        QuestionGame::Board(_) => format!("in {}", game.name()),
    };
    let depth = match least == most {
        true => format!("at depth {least}"),
        false => format!("at depth {least} to {most}"),
    };
    let mut all: Vec<Property<'a>> = vec![
        (kind, Box::new(move |it| it.item.question.game() == game)),
        (
            format!("with the search {search}"),
            Box::new(move |it| it.item.question.search == search),
        ),
        (
            depth,
            Box::new(move |it| (least..=most).contains(&it.item.question.depth)),
        ),
        (
            "at an odd depth".to_owned(),
            Box::new(|it| !it.item.question.depth.is_multiple_of(2)),
        ),
        (
            "at an even depth".to_owned(),
            Box::new(|it| it.item.question.depth.is_multiple_of(2)),
        ),
        (
            "if the game is won or lost".to_owned(),
            Box::new(|it| it.item.truth.value.abs() == WON),
        ),
        (
            "if the value is negative".to_owned(),
            Box::new(|it| it.item.truth.value < 0),
        ),
        (
            "if the value is positive".to_owned(),
            Box::new(|it| it.item.truth.value > 0),
        ),
        (
            "if the value is 0".to_owned(),
            Box::new(|it| it.item.truth.value == 0),
        ),
    ];
    for (side, words) in [(Side::First, "the first"), (Side::Second, "the second")] {
        let moves = move |it: &Answered<'_>| {
            let board = it.item.question.problem.board();
            board.is_some_and(|board| board.side() == side)
        };
        all.push((format!("with {words} side to move"), Box::new(moves)));
    }
    if smallest > 10 {
        let words = format!("if minimax enters {smallest} nodes or more");
        all.push((words, Box::new(move |it| it.item.truth.minimax >= smallest)));
    }
    all
}
