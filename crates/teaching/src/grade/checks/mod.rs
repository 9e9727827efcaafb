//! A mark for each criterion.
//!
//! `replies` judges the answers to the questions, `requests` asks the program once more, `tally` counts.

mod replies;
mod requests;
mod tally;

use players::Submission;

use super::assignment::{Assignment, Check, Criterion};
use super::baselines;
use super::diagnosis::Diagnosis;
use super::exam::{Answered, Item};
use super::question::Question;
use super::session::{Reply, Session};
use super::sheet::Mark;
use super::text::ended;
use tally::Tally;

/// The input of all checks.
pub struct Grader<'a, 'b> {
    pub assignment: &'a Assignment,
    pub submission: &'a dyn Submission,
    pub seed: u64,
    pub answered: &'a [Answered<'b>],
    pub session: &'a mut Session,
    pub diagnosis: Option<&'a Diagnosis>,
    /// Called after each game.
    pub played: &'a mut dyn FnMut(),
}

impl<'a, 'b> Grader<'a, 'b> {
    /// Returns the marks of all criteria.
    pub fn marks(mut self) -> Vec<Mark> {
        let assignment = self.assignment;
        let criteria = assignment.criteria.iter();
        criteria
            .map(|criterion| {
                let mut mark = self.mark(criterion);
                mark.check = criterion.check.name().to_owned();
                mark.title = criterion.title.clone();
                mark.hidden = assignment.is_hidden(criterion);
                mark.weight = criterion.maximum();
                if criterion.check != Check::Baselines {
                    let share = f64::from(mark.right) / f64::from(mark.asked.max(1));
                    mark.points = criterion.weight * share;
                    self.follow_values(criterion, &mut mark);
                }
                mark
            })
            .collect()
    }

    fn mark(&mut self, criterion: &Criterion) -> Mark {
        match criterion.check {
            Check::Legal => self.legal(criterion),
            Check::Perft => self.perft(criterion),
            Check::Value => self.values(criterion),
            Check::Move => self.moves(criterion),
            Check::Nodes => self.nodes(criterion),
            Check::Order => self.order(criterion),
            Check::Fewer => self.fewer(criterion),
            Check::Time => self.time(criterion),
            Check::Nonsense => self.nonsense(),
            Check::Baselines => baselines::mark(self.submission, criterion, self.seed, self.played),
        }
    }

    /// Reduces the points of a criterion to the share of right values in its questions: a search with wrong values earns nothing by
    /// its moves, nodes or speed. Questions whose values the assignment does not grade do not count.
    fn follow_values(&self, criterion: &Criterion, mark: &mut Mark) {
        if criterion.check == Check::Value {
            return;
        }
        let criteria = self.assignment.criteria.iter();
        let valued: Vec<&str> = criteria
            .filter(|it| it.check == Check::Value)
            .flat_map(|it| self.assignment.sets(it))
            .collect();
        let answers = self.answers(criterion).into_iter();
        let (mut right, mut asked) = (0, 0);
        for answer in answers.filter(|it| valued.contains(&it.item.set.as_str())) {
            let reply = answer.reply.as_ref();
            let is_right = |reply: &Reply| reply.value == Some(answer.item.truth.value);
            asked += 1;
            right += u32::from(reply.is_ok_and(is_right));
        }
        if right < asked {
            mark.points *= f64::from(right) / f64::from(asked);
            mark.passed = false;
        }
        if right < asked && mark.graded {
            mark.line += &format!(" (counted for {right} of {asked} right values)");
        }
    }

    /// Lists the answers that a criterion applies to.
    fn answers(&self, criterion: &Criterion) -> Vec<&'a Answered<'b>> {
        let sets = self.assignment.sets(criterion);
        let answers = self.answered.iter();
        let answers = answers.filter(|it| sets.contains(&it.item.set.as_str()));
        answers.collect()
    }

    /// Counts the right replies to the questions that the check `applies` to. `rule` returns `None` if the reply lacks the
    /// field, and the reason if it is wrong.
    fn tally(
        &self,
        criterion: &Criterion,
        applies: impl Fn(&Question) -> bool,
        rule: impl Fn(usize, &Item, &Reply) -> Option<Result<(), String>>,
    ) -> Tally {
        let mut tally = Tally::default();
        let sets = self.assignment.sets(criterion);
        for (index, answer) in self.answered.iter().enumerate() {
            let item = answer.item;
            if !sets.contains(&item.set.as_str()) || !applies(&item.question) {
                continue;
            }
            let place = || match item.hidden {
                true => "On a hidden question".to_owned(),
                false => format!("On {}", item.question),
            };
            match &answer.reply {
                Err(_) if !answer.asked => tally.skip(),
                Err(fault) => tally.add(false, || {
                    format!("{} the program {}", place(), ended(fault))
                }),
                Ok(reply) => match rule(index, item, reply) {
                    None => tally.missing += 1,
                    Some(Ok(())) => tally.add(true, String::new),
                    Some(Err(wrong)) => tally.add(false, || format!("{}: {wrong}", place())),
                },
            }
        }
        tally
    }
}

/// Returns whether the move of a reply is not legal.
pub fn is_illegal(question: &Question, reply: &Reply) -> bool {
    let (Some(board), Some(best)) = (question.problem.board(), &reply.best) else {
        return false;
    };
    board.legal(best).is_none()
}
