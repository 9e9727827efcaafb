//! Every classic mistake gets its name, no right search gets one, and what is graded against is right.

use std::collections::BTreeSet;

use games::{BoardGame, Chess, MiniChess, Othello, Record};
use gametree::bugs::Bug;
use gametree::{Limits, Request};
use lab::grade::{Assignment, Exam, ProgramSpec, Sheet, grade};
use players::Seat;

fn sheet(exam: &Exam<'_>, program: &str) -> Sheet {
    let program = ProgramSpec::read(program).expect(program);
    exam.grade(&program, &mut |_| {}).expect("a sheet")
}

/// Searches that are right, in all forms that trees and graphs know.
const RIGHT: [&str; 5] = [
    "alphabeta",
    "alphabeta:form=hard",
    "alphabeta:form=maxmin",
    "alphabeta:tt=1",
    "pvs",
];

fn named(seeds: std::ops::RangeInclusive<u64>) {
    let assignment = Assignment::find("table").expect("an assignment");
    let bugs = Bug::ALL.map(|bug| (format!("alphabeta:bug={bug}"), Some(bug.name())));
    let right = RIGHT.map(|spec| (spec.to_owned(), None));
    let programs: Vec<_> = bugs.into_iter().chain(right).collect();
    for seed in seeds {
        let exam = Exam::new(&assignment, seed).expect("an exam");
        for (spec, name) in &programs {
            let program = ProgramSpec::read(spec).expect(spec);
            assert_eq!(exam.bug(&program), Ok(*name), "seed {seed}: {spec}");
        }
    }
}

#[test]
fn each_of_the_thirteen_is_named_over_twenty_seeds_and_no_right_search_is() {
    named(1..=20);
}

/// `cargo test -p lab --test it grade -- --ignored`: a few minutes.
#[test]
#[ignore = "the same with five hundred seeds: cargo test -p lab --test it grade -- --ignored"]
fn each_of_the_thirteen_is_named_whatever_the_seed() {
    named(1_000..=1_499);
}

#[test]
fn the_sheet_says_what_the_bug_explains_and_shows_the_smallest_question() {
    let assignment = Assignment::find("table").expect("an assignment");
    let exam = Exam::new(&assignment, 1).expect("an exam");
    for bug in Bug::ALL {
        let sheet = sheet(&exam, &format!("alphabeta:bug={bug}"));
        let found = sheet.bug.as_ref().expect("a bug");
        assert_eq!(
            (found.name.as_str(), &*found.alike),
            (bug.name(), &[][..]),
            "{sheet}"
        );
        assert_eq!(found.explains, found.of, "{sheet}");
        let smallest = found.smallest.as_ref().expect("an example");
        assert_ne!(smallest.expected, smallest.obtained, "{sheet}");
        // Small enough to be drawn: the right search beside the wrong one.
        assert_eq!(
            sheet.to_html().matches("<svg class=\"tree\"").count(),
            2,
            "{sheet}"
        );
        assert!(!sheet.passed());
    }
}

#[test]
fn right_searches_get_full_marks() {
    for name in ["minimax", "alphabeta", "ordering", "table"] {
        let assignment = Assignment::find(name).expect(name);
        for seed in [1, 30] {
            let exam = Exam::new(&assignment, seed).expect("an exam");
            let sheet = sheet(&exam, "alphabeta");
            assert!(sheet.passed(), "{sheet}");
            assert!((sheet.points() - sheet.of()).abs() < 1e-9, "{sheet}");
        }
    }
}

#[test]
fn who_never_cuts_is_told_though_no_value_is_wrong() {
    let assignment = Assignment::find("alphabeta").expect("an assignment");
    let exam = Exam::new(&assignment, 3).expect("an exam");
    let sheet = sheet(&exam, "minimax");
    let bug = sheet.bug.as_ref().expect("a bug");
    assert_eq!(
        (bug.name.as_str(), bug.seen_in.as_str()),
        ("cut-after-loop", "nodes")
    );
    assert_eq!(bug.alike, ["window-not-negated"]);
    assert!(sheet.notes[0].starts_with("Nothing is ever cut"), "{sheet}");
    let mark = |check: &str| {
        sheet
            .marks
            .iter()
            .find(|mark| mark.check == check)
            .expect("a mark")
    };
    assert!(mark("value").passed && mark("order").passed && !mark("nodes").passed);
}

#[test]
fn the_same_seed_gives_the_same_sheet() {
    let assignment = Assignment::find("table").expect("an assignment");
    let program = ProgramSpec::read("alphabeta:bug=depth-ignored").expect("a program");
    let graded = |seed| grade(&program, &assignment, seed, &mut |_| {}).expect("a sheet");
    let (one, two, other) = (graded(5), graded(5), graded(6));
    assert_eq!(one, two);
    assert_ne!(one, other);
    let json = serde_json::to_string(&one).expect("JSON");
    assert_eq!(serde_json::from_str::<Sheet>(&json).expect("a sheet"), one);
}

/// What is graded against is what the player minimax finds, in every game that assignments ask about.
#[test]
fn the_reference_is_minimax() {
    fn check<G: BoardGame>(game: &G, assignment: &str) {
        let assignment = Assignment::find(assignment).expect("an assignment");
        let exam = Exam::new(&assignment, 9).expect("an exam");
        for (question, value, nodes) in exam.reference() {
            let Some((position, eval)) = question.position() else {
                continue;
            };
            let mut seat = Seat::<G>::sit(&format!("minimax:eval={eval}")).expect("a player");
            let record = Record::new(game.read_position(position).expect("a position"));
            let request = Request::new(Limits::depth(question.depth));
            let answer = seat.answer(game, &record, &request).expect("an answer");
            let score = answer.value.expect("a value").score();
            assert_eq!(score.clamp(-100_000, 100_000), value, "{question}");
            assert_eq!(answer.stats.nodes, nodes.minimax, "{question}");
            // Nobody does with less than the least, and alpha-beta comes between.
            let mut seat = Seat::<G>::sit(&format!("alphabeta:eval={eval}")).expect("a player");
            let answer = seat.answer(game, &record, &request).expect("an answer");
            let between = nodes.least..=nodes.minimax;
            assert!(
                between.contains(&answer.stats.nodes),
                "{question}: {nodes:?}, {}",
                answer.stats.nodes
            );
        }
    }
    check(&Chess::default(), "a4");
    check(&Othello::<8>::default(), "othello");
    check(&MiniChess::default(), "i2p3");
}

#[test]
fn assignments_are_read_and_what_is_wrong_is_said() {
    for name in Assignment::names() {
        let assignment = Assignment::find(name).expect(name);
        assert_eq!(assignment.name, name);
        assert!(!assignment.about.is_empty(), "{name}");
    }
    let good = Assignment::text("alphabeta").expect("a text");
    for (from, to, said) in [
        (
            "check = \"order\"",
            "check = \"ordr\"",
            "unknown variant `ordr`",
        ),
        (
            "on = [\"trees\"]",
            "on = [\"tree\"]",
            "is about questions \"tree\", and there are only: ends",
        ),
        ("weight = 4", "wieght = 4", "unknown field `wieght`"),
        ("weight = 4", "weight = -4", "should be a number from 0"),
        ("depth = [2, 4]", "depth = [4, 2]", "goes from 4 to 2"),
        (
            "game = \"tree\"",
            "game = \"ludo\"",
            "no game is called \"ludo\"",
        ),
        (
            "check = \"order\"",
            "check = \"fewer\"",
            "say the other one with than",
        ),
        (
            "check = \"order\"",
            "check = \"baselines\"",
            "needs [criterion.matches]",
        ),
        ("name = \"alphabeta\"", "name = ", "line 1"),
    ] {
        assert!(good.contains(from), "{from}");
        let error = Assignment::read(&good.replacen(from, to, 1))
            .expect_err(to)
            .to_string();
        assert!(
            error.contains(said) && !error.contains('\n'),
            "{to}: {error}"
        );
    }
    let error = Assignment::find("alphbeta")
        .expect_err("no name")
        .to_string();
    assert!(error.contains("did you mean alphabeta?"), "{error}");
}

/// The positions of an assignment about mates have mates and stalemates in them, and every seed has others.
#[test]
fn ends_of_games_are_near_where_they_are_asked_for() {
    let assignment = Assignment::find("a4").expect("an assignment");
    let mut seen = BTreeSet::new();
    for seed in 1..=3 {
        let exam = Exam::new(&assignment, seed).expect("an exam");
        let ends: Vec<i32> = exam
            .reference()
            .filter(|(question, ..)| question.position().is_some_and(|(fen, _)| fen.len() < 45))
            .map(|(question, value, _)| {
                seen.insert(question.to_string());
                value
            })
            .collect();
        assert!(
            ends.contains(&100_000) && ends.contains(&-100_000),
            "{ends:?}"
        );
    }
    assert!(seen.len() >= 20, "{}", seen.len());
}
