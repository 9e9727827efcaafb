//! Every known bug is named, no right search has one, and the reference is right.

use std::collections::BTreeSet;

use games::{BoardGame, Chess, MiniChess, Othello, Record};
use gametree::bugs::Bug;
use gametree::{Limits, Request};
use players::{Seat, builtin};
use teaching::grade::{Assignment, Exam, Sheet, grade};

fn sheet(exam: &Exam<'_>, program: &str) -> Sheet {
    let program = builtin(program).expect(program);
    exam.grade(&program, &mut |_| {}).expect("a sheet")
}

/// The right searches of trees and graphs.
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
            let program = builtin(spec).expect(spec);
            assert_eq!(exam.bug(&program), Ok(*name), "seed {seed}: {spec}");
        }
    }
}

#[test]
fn each_of_the_thirteen_is_named_and_no_right_search_is() {
    named(1..=3);
}

#[test]
#[ignore = "the same with twenty seeds: make long"]
fn each_of_the_thirteen_is_named_over_twenty_seeds() {
    named(1..=20);
}

/// Right searches have no bug in the assignments for beginners either.
#[test]
fn no_right_search_is_named_in_other_assignments() {
    for name in ["minimax", "alphabeta", "ordering"] {
        let assignment = Assignment::find(name).expect(name);
        for seed in 1..=2 {
            let exam = Exam::new(&assignment, seed).expect("an exam");
            for spec in RIGHT {
                let program = builtin(spec).expect(spec);
                assert_eq!(exam.bug(&program), Ok(None), "{name}, seed {seed}: {spec}");
            }
        }
    }
}

#[test]
fn the_sheet_has_the_bug_and_the_smallest_question() {
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
        // The question is small enough for drawings of the right and the wrong search.
        assert_eq!(
            sheet.to_html().matches("<svg class=\"tree\"").count(),
            2,
            "{sheet}"
        );
        assert!(!sheet.passed);
    }
}

#[test]
fn right_searches_get_full_marks() {
    for name in ["minimax", "alphabeta", "ordering", "table"] {
        let assignment = Assignment::find(name).expect(name);
        for seed in [1, 30] {
            let exam = Exam::new(&assignment, seed).expect("an exam");
            let sheet = sheet(&exam, "alphabeta");
            assert!(sheet.passed, "{sheet}");
            assert!((sheet.total - sheet.maximum).abs() < 1e-9, "{sheet}");
        }
    }
}

#[test]
fn a_search_without_cutoffs_is_named_although_no_value_is_wrong() {
    let assignment = Assignment::find("alphabeta").expect("an assignment");
    let exam = Exam::new(&assignment, 3).expect("an exam");
    let sheet = sheet(&exam, "minimax");
    let bug = sheet.bug.as_ref().expect("a bug");
    assert_eq!(
        (bug.name.as_str(), bug.seen_in.as_str()),
        ("cut-after-loop", "nodes")
    );
    assert_eq!(bug.alike, ["window-not-negated"]);
    assert!(
        sheet.notes[0].starts_with("The program never cuts off"),
        "{sheet}"
    );
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
    let program = builtin("alphabeta:bug=depth-ignored").expect("a program");
    let graded = |seed| grade(&program, &assignment, seed, &mut |_| {}).expect("a sheet");
    let (one, two, other) = (graded(5), graded(5), graded(6));
    assert_eq!(one, two);
    assert_ne!(one, other);
    let json = serde_json::to_string(&one).expect("JSON");
    assert_eq!(serde_json::from_str::<Sheet>(&json).expect("a sheet"), one);
}

/// The reference equals the player minimax in every game of the assignments.
#[test]
fn the_reference_is_minimax() {
    fn check<G: BoardGame>(game: &G, assignment: &str) {
        let assignment = Assignment::find(assignment).expect("an assignment");
        let exam = Exam::new(&assignment, 9).expect("an exam");
        for (question, truth) in exam.reference() {
            let Some((position, eval)) = question.position() else {
                continue;
            };
            let mut seat = Seat::<G>::builtin(&format!("minimax:eval={eval}")).expect("a player");
            let record = Record::new(game.read_position(position).expect("a position"));
            let request = Request::new(Limits::depth(question.depth));
            let answer = seat.answer(game, &record, &request).expect("an answer");
            let score = answer.value.expect("a value").score();
            assert_eq!(score.clamp(-100_000, 100_000), truth.value, "{question}");
            assert_eq!(answer.stats.nodes, truth.minimax, "{question}");
            // Alpha-beta is between the bounds.
            let mut seat = Seat::<G>::builtin(&format!("alphabeta:eval={eval}")).expect("a player");
            let answer = seat.answer(game, &record, &request).expect("an answer");
            let between = truth.least..=truth.minimax;
            assert!(
                between.contains(&answer.stats.nodes),
                "{question}: {between:?}, {}",
                answer.stats.nodes
            );
        }
    }
    check(&Chess::default(), "a4");
    check(&Othello::<8>::default(), "othello");
    check(&MiniChess::default(), "i2p3");
}

#[test]
fn assignments_are_parsed_and_errors_name_the_mistake() {
    for name in Assignment::names() {
        let assignment = Assignment::find(name).expect(name);
        assert_eq!(assignment.name, name);
        assert!(!assignment.about.is_empty(), "{name}");
    }
    let good = Assignment::text("alphabeta").expect("a text");
    for (from, to, reason) in [
        (
            "check = \"order\"",
            "check = \"ordr\"",
            "unknown variant `ordr`",
        ),
        (
            "on = [\"trees\"]",
            "on = [\"tree\"]",
            "refers to questions \"tree\", which do not exist (questions: ends",
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
            "needs the other one: than",
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
            error.contains(reason) && !error.contains('\n'),
            "{to}: {error}"
        );
    }
    let error = Assignment::find("alphbeta")
        .expect_err("no name")
        .to_string();
    assert!(error.contains("did you mean alphabeta?"), "{error}");
}

/// The positions of the set `ends` contain wins and losses, and differ from seed to seed.
#[test]
fn sets_of_endings_are_near_the_end_of_a_game() {
    let assignment = Assignment::find("a4").expect("an assignment");
    let mut seen = BTreeSet::new();
    for seed in 1..=3 {
        let exam = Exam::new(&assignment, seed).expect("an exam");
        let ends: Vec<i32> = exam
            .reference()
            .filter(|(question, _)| question.position().is_some_and(|(fen, _)| fen.len() < 45))
            .map(|(question, truth)| {
                seen.insert(question.to_string());
                truth.value
            })
            .collect();
        assert!(
            ends.contains(&100_000) && ends.contains(&-100_000),
            "{ends:?}"
        );
    }
    assert!(seen.len() >= 20, "{}", seen.len());
}

/// A submission that only evaluates plays behind alpha-beta, and a good evaluation beats more opponents.
#[test]
fn evaluation_functions_play_the_baselines() {
    let assignment = Assignment::find("evaluation").expect("an assignment");
    let exam = Exam::new(&assignment, 1).expect("an exam");
    let [good, none] = ["alphabeta:eval=lines", "alphabeta:eval=zero"].map(|it| sheet(&exam, it));
    assert!(good.passed, "{good}");
    let points = |sheet: &Sheet| sheet.marks.last().expect("a mark").points;
    assert!(points(&none) < points(&good), "{none}");
    // An evaluation has no right value, so nothing is called wrong.
    assert!(none.bug.is_none() && none.failing.is_none() && none.notes.is_empty());
    let text = Assignment::text("evaluation").expect("a text");
    let graded = text.replacen("check = \"order\"", "check = \"value\"", 1);
    let error = Assignment::read(&graded)
        .expect_err("no right values")
        .to_string();
    assert!(error.contains("ask for evaluations"), "{error}");
}

#[test]
fn right_searches_pass_the_assignment_of_connect_four() {
    let assignment = Assignment::find("connect4").expect("an assignment");
    let exam = Exam::new(&assignment, 1).expect("an exam");
    let right = sheet(&exam, "alphabeta:depth=5");
    assert!(right.passed, "{right}");
    let wrong = sheet(&exam, "alphabeta:depth=3,bug=value-not-negated");
    assert!(!wrong.passed, "{wrong}");
}
