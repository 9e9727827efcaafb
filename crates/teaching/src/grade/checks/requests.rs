//! Checks that ask the program once more: other move orders, other searches, perft, invalid input.

use gametree::{SplitMix64, mix};
use report::grouped;

use super::super::assignment::Criterion;
use super::super::exam::Answered;
use super::super::question::{Problem, Question};
use super::super::session::Reply;
use super::super::sheet::Mark;
use super::super::text::{ended, score};
use super::super::{boards, make};
use super::Grader;
use super::tally::Tally;

/// Invalid input.
const NONSENSE: [&str; 5] = [
    "",
    "hello",
    "{\"game\":",
    "{\"game\":\"ludo\",\"position\":17}",
    "[1,2,3]",
];

impl Grader<'_, '_> {
    /// Asks each question again with the moves in another order.
    pub fn order(&mut self, criterion: &Criterion) -> Mark {
        let mut rng = SplitMix64::new(mix(self.seed ^ 0x0D0E));
        let mut tally = Tally::default();
        for Answered { item, reply, .. } in self.answers(criterion) {
            let problem = match &item.question.problem {
                Problem::Board(kind, position) => boards::mirrored(*kind, position)
                    .filter(|mirrored| mirrored != position)
                    .map(|mirrored| Problem::Board(*kind, mirrored)),
                other => make::shuffled(other, &mut rng),
            };
            let Some(problem) = problem else {
                continue;
            };
            let question = Question {
                problem,
                ..item.question.clone()
            };
            // Not every evaluator is symmetric.
            if boards::truth(&question).is_none_or(|truth| truth.value != item.truth.value) {
                continue;
            }
            let Some(value) = reply.as_ref().ok().and_then(|reply| reply.value) else {
                tally.missing += 1;
                continue;
            };
            self.session.begin(&item.set);
            match self.session.ask(&question) {
                Ok(Reply {
                    value: Some(again), ..
                }) => tally.add(again == value, || {
                    format!(
                        "On {}: {}. With the moves in another order, on {question}: {}",
                        item.question,
                        score(value),
                        score(again)
                    )
                }),
                Ok(_) => tally.missing += 1,
                Err(fault) => tally.add(false, || {
                    format!("On {question} the program {}", ended(&fault))
                }),
            }
        }
        tally.mark(
            criterion,
            "values do not depend on the order of the moves",
            "no answer has a `value` field",
        )
    }

    /// Asks the same questions with another search, which should need more nodes for the same values.
    pub fn fewer(&mut self, criterion: &Criterion) -> Mark {
        let than = criterion.than.clone().unwrap_or_default();
        let (mut same, mut asked) = (0, 0);
        let (mut nodes, mut nodes_of_other) = (0, 0);
        let mut has_nodes = false;
        for Answered { item, reply, .. } in self.answers(criterion) {
            asked += 1;
            self.session.begin(&item.set);
            let question = Question {
                search: than.clone(),
                ..item.question.clone()
            };
            let (Ok(first), Ok(other)) = (reply, self.session.ask(&question)) else {
                continue;
            };
            same += u32::from(first.value == Some(item.truth.value) && other.value == first.value);
            if let (Some(one), Some(two)) = (first.nodes, other.nodes) {
                has_nodes = true;
                nodes += one;
                nodes_of_other += two;
            }
        }
        if !has_nodes && !criterion.required {
            return Mark::share(0, 0).with_line("not graded: no answer has a `nodes` field");
        }
        let fewer = nodes < nodes_of_other;
        let line = format!(
            "{same} of {asked} values are the same and right, with {} nodes instead of {}{}",
            grouped(nodes),
            grouped(nodes_of_other),
            if fewer { "" } else { ": no fewer" }
        );
        // Half of the marks for the values, half for the nodes.
        let right = same + if fewer { asked } else { 0 };
        Mark::share(right, 2 * asked).with_line(line)
    }

    pub fn nonsense(&mut self) -> Mark {
        let answers = |it: &&Answered<'_>| it.reply.as_ref().is_ok_and(Reply::is_answer);
        let Some(answer) = self.answered.iter().find(answers) else {
            return Mark::share(0, 1).with_line("the program answers no question");
        };
        self.session.begin(&answer.item.set);
        match self.session.survives(&NONSENSE, &answer.item.question) {
            None => Mark::share(0, 0).with_line("not graded: the program does not read lines"),
            Some(Ok(())) => {
                Mark::share(1, 1).with_line("the program still answers after invalid input")
            }
            Some(Err(fault)) => Mark::share(0, 1)
                .with_line(format!("after invalid input the program {}", ended(&fault))),
        }
    }

    /// Asks for perft counts.
    pub fn perft(&mut self, criterion: &Criterion) -> Mark {
        const POSITIONS: usize = 4;
        let mut tally = Tally::default();
        let answers = self.answers(criterion).into_iter();
        let boards = answers.filter_map(|it| Some((it.item, it.item.question.problem.board()?)));
        for (place, (item, board)) in boards.take(POSITIONS).enumerate() {
            let depth = 1 + place as u32 % 2;
            let right = board.perft(depth);
            let question = Question {
                problem: item.question.problem.clone(),
                depth,
                search: "perft".to_owned(),
                eval: None,
            };
            if !self.session.can_answer(&question) {
                continue;
            }
            self.session.begin(&item.set);
            // A program that answers with a move does not support perft.
            match self.session.ask(&question) {
                Ok(Reply {
                    nodes: Some(nodes),
                    best: None,
                    ..
                }) => tally.add(nodes == right, || {
                    format!("On {question}: expected {right}, got {nodes}")
                }),
                _ => tally.missing += 1,
            }
        }
        if tally.asked == 0 {
            tally.missing = 0;
        }
        tally.mark(
            criterion,
            "perft counts are right",
            "the program does not support perft",
        )
    }
}
