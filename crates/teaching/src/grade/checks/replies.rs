//! Checks of the replies to the questions of the exam.

use players::Fault;
use report::grouped;

use super::super::assignment::{Criterion, QuestionGame};
use super::super::diagnosis::Seen;
use super::super::question::{Problem, Question};
use super::super::session::Reply;
use super::super::sheet::Mark;
use super::super::simulate::DEEPENING;
use super::super::text::{best_moves, quoted, score};
use super::Grader;

impl Grader<'_, '_> {
    pub fn values(&self, criterion: &Criterion) -> Mark {
        let tally = self.tally(
            criterion,
            |_| true,
            |_, item, reply| {
                let value = reply.value?;
                let right = item.truth.value;
                Some(
                    (value == right)
                        .then_some(())
                        .ok_or_else(|| format!("expected {}, got {}", score(right), score(value))),
                )
            },
        );
        tally.mark(
            criterion,
            "values are those of minimax",
            "no answer has a `value` field",
        )
    }

    pub fn legal(&self, criterion: &Criterion) -> Mark {
        let is_move = |question: &Question| {
            matches!(question.problem, Problem::Board(..)) && question.depth > 0
        };
        let tally = self.tally(criterion, is_move, |_, item, reply| {
            let board = item.question.problem.board()?;
            let Some(best) = &reply.best else {
                return Some(Err("no move, although there are legal moves".to_owned()));
            };
            Some(match board.legal(best) {
                Some(_) => Ok(()),
                None => Err(format!("{} is not legal", quoted(best))),
            })
        });
        tally.mark(criterion, "moves are legal", "no question asks for a move")
    }

    pub fn moves(&self, criterion: &Criterion) -> Mark {
        let is_move = |question: &Question| question.depth > 0;
        let tally = self.tally(criterion, is_move, |_, item, reply| {
            let best = reply.best.as_ref()?;
            let truth = &item.truth;
            let name = match item.question.problem.board() {
                Some(board) => board.legal(best),
                None => Some(best.clone()),
            };
            Some(match name {
                Some(name) if truth.is_best(&name) => Ok(()),
                Some(name) => Err(format!("{} is better than {name}", best_moves(truth))),
                None => Err(format!("{} is not legal", quoted(best))),
            })
        });
        tally.mark(
            criterion,
            "moves are among the best",
            "no answer has a `move` field",
        )
    }

    pub fn nodes(&self, criterion: &Criterion) -> Mark {
        let bug = self.diagnosis.filter(|found| found.seen == Seen::Nodes);
        let cuts_nothing = self.cuts_nothing(criterion);
        // Iterative deepening may count every iteration or only the last one.
        let is_counted = |question: &Question| question.search != DEEPENING;
        let tally = self.tally(criterion, is_counted, |index, item, reply| {
            let nodes = reply.nodes?;
            let (most, least) = (item.truth.minimax, item.truth.least);
            let [given, minimax, proof] = [nodes, most, least].map(grouped);
            // A search that wastes nodes in trees wastes them everywhere.
            let is_hidden = item.question.game() != QuestionGame::Tree;
            if let Some(found) = bug
                && (found.explained.contains(&index) || is_hidden)
            {
                let bug = found.suspect.mistake().name();
                return Some(Err(format!(
                    "{given} nodes; a search with the bug {bug} enters as many"
                )));
            }
            let wrong = match item.question.search.as_str() {
                "minimax" if nodes == most || nodes + 1 == most => None,
                "minimax" => Some(format!("minimax enters {minimax} nodes, not {given}")),
                _ if nodes > most => Some(format!("{given} nodes; minimax enters only {minimax}")),
                "table" => None,
                _ if nodes + 1 < least => Some(format!(
                    "{given} nodes; a proof of the value needs at least {proof}"
                )),
                _ if cuts_nothing => Some(format!("{given} nodes, as many as minimax: no cutoffs")),
                _ => None,
            };
            Some(wrong.map_or(Ok(()), Err))
        });
        tally.mark(
            criterion,
            "node counts are within the bounds",
            "no answer has a `nodes` field",
        )
    }

    /// Returns whether the node counts of alpha-beta are those of minimax although cutoffs are possible.
    pub fn cuts_nothing(&self, criterion: &Criterion) -> bool {
        let (mut reported, mut most, mut least) = (0, 0, 0);
        for answer in self.answers(criterion) {
            let item = answer.item;
            if let Ok(Reply {
                nodes: Some(nodes), ..
            }) = answer.reply
                && matches!(
                    item.question.search.as_str(),
                    "alphabeta" | "ordered" | "table"
                )
            {
                reported += nodes + 1;
                most += item.truth.minimax;
                least += item.truth.least;
            }
        }
        reported > 0 && reported >= most && least < most
    }

    pub fn time(&self, criterion: &Criterion) -> Mark {
        let seconds = self.assignment.limits.seconds;
        let answers = self.answers(criterion);
        let asked = answers.len() as u32;
        let right = answers.iter().filter(|it| it.reply.is_ok()).count() as u32;
        let is_late = answers
            .iter()
            .any(|it| !it.asked && matches!(it.reply, Err(Fault::Stall(_))));
        let mut line = format!("{right} of {asked} answers within {seconds} s");
        if is_late {
            line += "; after two time-outs the rest of a set is not asked";
        }
        Mark::share(right, asked).with_line(line)
    }
}
