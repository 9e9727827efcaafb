//! Exercises: the solutions equal minimax and the trace of alpha-beta, and answers are marked with reasons.

use gametree::reference::Reference;
use gametree::searches::AlphaBeta;
use gametree::synthetic::NumberTree;
use gametree::{Limits, Score, Searcher, Zero};
use teaching::practice::{Exercise, Kind, Shape, Sheet, class_list};
use trace::{Event, Recorder};

const SHAPES: [&str; 5] = ["3x3x3", "2x3", "ragged", "4x2x2", "2x2x2x2"];

/// Alpha-beta with one rule for MAX and one for MIN, written for this test: the visited nodes with their windows.
fn alpha_beta(
    tree: &NumberTree,
    node: usize,
    [mut low, mut high]: [Score; 2],
    entered: &mut Vec<(usize, [Score; 2])>,
) -> Score {
    entered.push((node, [low, high]));
    if let Some(value) = tree.value(node) {
        return value;
    }
    let is_max = tree.ply(node).is_multiple_of(2);
    let mut best = if is_max { Score::MIN } else { Score::MAX };
    for &child in tree.children(node) {
        let value = alpha_beta(tree, child, [low, high], entered);
        if is_max {
            best = best.max(value);
            low = low.max(best);
        } else {
            best = best.min(value);
            high = high.min(best);
        }
        if low >= high {
            break;
        }
    }
    best
}

fn visits(tree: &NumberTree) -> Vec<(usize, [Score; 2])> {
    let mut entered = Vec::new();
    alpha_beta(tree, 0, [Score::MIN, Score::MAX], &mut entered);
    entered
}

/// Returns the leaves that gametree's alpha-beta enters, from its trace.
fn traced(tree: &NumberTree) -> Vec<usize> {
    let mut recorder = Recorder::new();
    let limits = Limits::depth(tree.height());
    AlphaBeta::new(Zero).search_watched(tree, &tree.root(), &limits, &mut recorder);
    let mut line: Vec<usize> = Vec::new();
    let mut leaves = Vec::new();
    for event in recorder.events() {
        match event {
            Event::Enter(enter) => {
                let node = match (line.last(), enter.mv) {
                    (Some(&parent), Some(mv)) => tree.children(parent)[mv as usize],
                    _ => tree.root(),
                };
                line.push(node);
                leaves.extend(tree.value(node).map(|_| node));
            }
            Event::Leave(_) => _ = line.pop(),
            _ => {}
        }
    }
    leaves
}

/// Returns the fewest leaves that the test's alpha-beta visits in any order of the children of the root.
fn fewest(tree: &NumberTree, order: &mut Vec<usize>) -> usize {
    let children = tree.children(0);
    if order.len() == children.len() {
        let ordered = NumberTree::node(order.iter().map(|&child| tree.subtree(child)));
        let leaves = visits(&ordered);
        return leaves
            .iter()
            .filter(|(node, _)| ordered.value(*node).is_some())
            .count();
    }
    let mut best = usize::MAX;
    for &child in children {
        if !order.contains(&child) {
            order.push(child);
            best = best.min(fewest(tree, order));
            order.pop();
        }
    }
    best
}

#[test]
fn the_solutions_of_a_thousand_trees_equal_minimax_and_the_trace_of_alpha_beta() {
    for seed in 0..1_000 {
        let shape = SHAPES[seed as usize % SHAPES.len()];
        let exercise = Exercise::random(&shape.parse().expect("a shape"), seed);
        let (tree, names) = (exercise.tree(), exercise.names());
        let reference = Reference::new(tree.height());
        let right = reference
            .minimax(tree, &tree.root(), &mut Zero)
            .expect("a value");
        let entered = visits(tree);
        let visited: Vec<usize> = traced(tree);
        let leaves = tree.leaves().map(|(leaf, _)| leaf);
        let skipped: Vec<usize> = leaves.filter(|leaf| !visited.contains(leaf)).collect();
        let is_entered = |node: usize| entered.iter().any(|(other, _)| *other == node);
        assert!(
            tree.leaves()
                .all(|(leaf, _)| is_entered(leaf) == visited.contains(&leaf)),
            "{tree}"
        );
        assert_eq!(exercise.unvisited(), skipped, "{tree}");
        assert!(!skipped.is_empty(), "{tree}");
        assert_eq!(exercise.points(), 10, "{tree}");
        for (index, question) in exercise.questions().iter().enumerate() {
            let solution = exercise
                .mark(index, "none")
                .or_else(|_| exercise.mark(index, "0 0"));
            let answer = match question.kind {
                Kind::Value => right.value.to_string(),
                Kind::Unvisited => {
                    let names: Vec<&str> =
                        skipped.iter().map(|&leaf| names[leaf].as_str()).collect();
                    names.join(", ")
                }
                Kind::Window => {
                    let node = names
                        .iter()
                        .position(|name| Some(name) == question.node.as_ref());
                    let node = node.expect("a node");
                    let window = entered
                        .iter()
                        .find(|(other, _)| *other == node)
                        .expect("entered")
                        .1;
                    let end = |end: Score| match end {
                        Score::MIN => "-inf".to_owned(),
                        Score::MAX => "inf".to_owned(),
                        end => end.to_string(),
                    };
                    window.map(end).join(" ")
                }
                Kind::Order => {
                    let all: Vec<String> = (1..=question.choices.len())
                        .map(|it| it.to_string())
                        .collect();
                    let given = exercise.mark(index, &all.join(" ")).expect("an order");
                    // The order that the solution names visits the fewest leaves of all orders.
                    let number = |name: &str| {
                        tree.children(0)
                            .iter()
                            .position(|&child| names[child] == name)
                    };
                    let order = given
                        .answer
                        .split(' ')
                        .map(|name| tree.children(0)[number(name).expect("a move")]);
                    let ordered = NumberTree::node(order.map(|child| tree.subtree(child)));
                    assert_eq!(
                        traced(&ordered).len(),
                        fewest(tree, &mut Vec::new()),
                        "{tree}"
                    );
                    assert_eq!(
                        given.right,
                        visited.len() == traced(&ordered).len(),
                        "{tree}"
                    );
                    given.answer
                }
            };
            let mark = exercise.mark(index, &answer).expect("an answer");
            assert!(
                mark.right && mark.points == mark.of && mark.reasons.is_empty(),
                "{tree}: {question:?} {answer}"
            );
            if let Ok(solution) = solution {
                assert_eq!(
                    solution.right,
                    solution.reasons.is_empty(),
                    "{tree}: {solution:?}"
                );
                // The printed solution is itself a right answer.
                assert!(
                    exercise
                        .mark(index, &solution.answer)
                        .expect("an answer")
                        .right,
                    "{tree}: {solution:?}"
                );
            }
        }
    }
}

#[test]
fn every_mistake_has_its_reason() {
    let exercise = Exercise::of_tree("[[3,12,8],[2,4,6],[14,5,2]]", 1).expect("an exercise");
    let index = |kind, node: &str| {
        let mut questions = exercise.questions().iter();
        let asks = |it: &teaching::practice::Question| {
            it.kind == kind && it.node.as_deref().unwrap_or("") == node
        };
        questions.position(asks).expect("a question")
    };
    for (kind, node, typed, points, reason) in [
        (
            Kind::Value,
            "",
            "14",
            0,
            "14 is the value if MAX chose every move, but MIN moves at B, C and D.",
        ),
        (
            Kind::Value,
            "",
            "2",
            0,
            "2 is the value of C, but MAX moves to B, which is worth 3.",
        ),
        (
            Kind::Value,
            "",
            "6",
            0,
            "6 is the value if MIN moved at A, but MAX moves at A and the sides alternate.",
        ),
        (Kind::Value, "", "-3", 0, "-3 is the value for MIN"),
        (
            Kind::Value,
            "",
            "0",
            0,
            "MAX gets more than 0 by moving to B.",
        ),
        (Kind::Value, "", "9", 0, "MIN does not let MAX have 9"),
        (
            Kind::Unvisited,
            "",
            "c2",
            2,
            "c3 is not visited. At C MIN has at most 2 and MAX already has 3",
        ),
        (
            Kind::Unvisited,
            "",
            "c2 c3 d3",
            2,
            "d3 is visited: its window is (3, 5), and nothing is cut off before it.",
        ),
        (Kind::Unvisited, "", "none", 1, "c2 and c3 are not visited."),
        (
            Kind::Window,
            "C",
            "-inf inf",
            0,
            "α at C is 3: MAX already has 3 at A.",
        ),
        (Kind::Window, "C", "inf 3", 0, "The ends are swapped"),
        (
            Kind::Window,
            "C",
            "-inf -3",
            0,
            "That is the window for MIN",
        ),
        (
            Kind::Window,
            "C",
            "3 12",
            0,
            "β at C is ∞: no MIN node above it has a value yet.",
        ),
        (
            Kind::Order,
            "",
            "2 3 1",
            0,
            "With C, D and B alpha-beta visits 9 of 9 leaves, but another order visits only 7.",
        ),
    ] {
        let mark = exercise.mark(index(kind, node), typed).expect(typed);
        let found = mark.reasons.join(" ").replace('−', "-");
        assert!(!mark.right && found.contains(reason), "{typed}: {found}");
        assert_eq!(mark.points, points, "{typed}");
    }
    // More wrong leaves than points.
    let mark = exercise
        .mark(index(Kind::Unvisited, ""), "b1 b2 b3 d1")
        .expect("leaves");
    assert_eq!((mark.points, mark.answer.as_str()), (0, "c2 c3"));
}

#[test]
fn an_answer_of_another_form_is_not_marked() {
    let exercise = Exercise::of_tree("[[3,12,8],[2,4,6],[14,5,2]]", 1).expect("an exercise");
    for (question, typed, reason) in [
        (0, "three", "type a number"),
        (0, "99999999999", "type a number"),
        (
            1,
            "c2 x9",
            "\"x9\" is not a leaf: the leaves are b1 b2 b3 c1",
        ),
        (1, "B", "is not a leaf"),
        (1, ",", "type the names of leaves"),
        (2, "3", "type α and β"),
        (2, "3 4 5", "type α and β"),
        (5, "1 1 2", "an order has each of B, C and D once"),
        (5, "1 2", "an order has each of B, C and D once"),
        (5, "1 2 9", "an order has each of B, C and D once"),
        (6, "1", "has the questions 0 to 5, not 6"),
    ] {
        let error = exercise.mark(question, typed).expect_err(typed);
        assert!(error.contains(reason), "{typed}: {error}");
    }
    // Spellings of the same answer.
    for (question, typed) in [
        (0, " 3 "),
        (0, "+3"),
        (1, "C3, c2"),
        (5, "B C D"),
        (5, "b,c,d"),
        (5, "1 2 3"),
    ] {
        assert!(
            exercise.mark(question, typed).expect(typed).right,
            "{typed}"
        );
    }
    let window = exercise
        .questions()
        .iter()
        .position(|it| it.node.as_deref() == Some("C"));
    for typed in ["3 inf", "(3, ∞)", "[3; +oo)", "3,Infinity"] {
        assert!(
            exercise.mark(window.expect("C"), typed).expect(typed).right,
            "{typed}"
        );
    }
}

#[test]
fn a_seed_repeats_its_exercise_and_a_link_carries_it() {
    let shape: Shape = "2x3x2".parse().expect("a shape");
    let exercise = Exercise::random(&shape, 7);
    assert_eq!(exercise, Exercise::random(&shape, 7));
    assert_ne!(exercise.tree(), Exercise::random(&shape, 8).tree());
    let again = Exercise::of_tree(&exercise.tree().to_string(), 7).expect("an exercise");
    assert_eq!(again, exercise);
    assert_eq!(
        exercise.link(),
        format!("practice?tree={}&seed=7", exercise.tree())
    );
    for (tree, reason) in [
        ("[3,4]", "two plies or more"),
        ("[[1],[2],[3],[4],[5],[6],[7]]", "at most 6 children"),
        ("[3,", "never closed"),
    ] {
        let error = Exercise::of_tree(tree, 1).expect_err(tree);
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn a_sheet_has_two_pages_for_each_student() {
    let list = "Ada\n\n Ben <b> \n";
    let students = class_list(list, false).expect("names");
    assert_eq!(students, ["Ada", "Ben <b>"]);
    assert!(class_list("\n", false).is_err());
    let sheet = Sheet::random(&"3x3x3".parse().expect("a shape"), 5, &students);
    let page = sheet.to_html();
    assert_eq!(page.matches("<section").count(), 4);
    assert_eq!(page.matches("Ben &lt;b&gt;").count(), 2);
    let [ada, ben] = [0, 1].map(|index| sheet.exercises[index].1.tree().to_string());
    assert_ne!(ada, ben);
    // The questions come without answers: no value in an inner node, no cut branch.
    let (questions, solutions) = page.split_once(": solutions").expect("two pages");
    assert_eq!(questions.matches("(?, ?)").count(), 3);
    assert!(!questions.contains("data-cut=\"") && solutions.contains("data-cut=\""));
    let class = "title = \"T\"\nassignment = \"minimax\"\n[[student]]\nname = \"Eve\"\nprogram = \"eve.py\"\n";
    assert_eq!(class_list(class, true).expect("a class"), ["Eve"]);
    assert!(class_list("title = 1", true).is_err());
}
