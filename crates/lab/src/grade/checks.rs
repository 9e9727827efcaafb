//! A mark for each criterion.

use gametree::{SplitMix64, mix};
use players::Fault;

use super::assignment::{Assignment, Check, Criterion, Ground};
use super::baselines;
use super::boards;
use super::diagnosis::{Diagnosis, Seen};
use super::make;
use super::program::ProgramSpec;
use super::question::{Question, Setting};
use super::shadow::DEEPENING;
use super::sheet::Mark;
use super::subject::{Reply, Subject};
use super::text::{score, word};
use super::{Answered, Item};
use crate::report::grouped;

/// Everything that marks are made of.
pub struct Grader<'a, 'b> {
    pub assignment: &'a Assignment,
    pub program: &'a ProgramSpec,
    pub seed: u64,
    pub answered: &'a [Answered<'b>],
    pub subject: &'a mut Subject,
    pub diagnosis: Option<&'a Diagnosis>,
    /// Is told after each game.
    pub played: &'a mut dyn FnMut(),
}

/// How many answers are right, out of how many that tell what is looked at, and the first that is not.
#[derive(Default)]
struct Tally {
    right: u32,
    asked: u32,
    /// Answers that do not tell it.
    silent: u32,
    first_wrong: Option<String>,
}

impl Tally {
    fn add(&mut self, right: bool, wrong: impl FnOnce() -> String) {
        self.asked += 1;
        if right {
            self.right += 1;
        } else if self.first_wrong.is_none() {
            self.first_wrong = Some(wrong());
        }
    }

    /// The mark, and one line: so many of `what`, and what was wrong first.
    fn mark(mut self, criterion: &Criterion, what: &str, untold: &str) -> Mark {
        let tells = self.asked > 0;
        if tells || criterion.required {
            // Who tells it now and then cannot leave out what would be wrong.
            self.asked += self.silent;
        }
        let line = match (&self.first_wrong, tells) {
            (_, false) if self.asked == 0 => format!("not graded: {untold}"),
            (_, false) => format!("{untold}, and this has to be told"),
            (Some(wrong), _) => format!("{} of {} {what}. {wrong}", self.right, self.asked),
            (None, _) if self.right < self.asked => {
                format!(
                    "{} of {} {what}; the others do not say",
                    self.right, self.asked
                )
            }
            (None, _) => format!("{} of {} {what}", self.right, self.asked),
        };
        Mark::share(self.right, self.asked).saying(line)
    }
}

impl<'b> Grader<'_, 'b> {
    /// The marks of all criteria.
    pub fn marks(mut self) -> Vec<Mark> {
        let assignment = self.assignment;
        let criteria = assignment.criteria.iter();
        criteria
            .map(|criterion| {
                let mut mark = self.mark(criterion);
                mark.check = criterion.check.name().to_owned();
                mark.title = criterion.title.clone();
                if criterion.check != Check::Baselines {
                    mark.weight = criterion.weight;
                    let share = f64::from(mark.right) / f64::from(mark.asked.max(1));
                    mark.points = criterion.weight * share;
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
            Check::Baselines => baselines::mark(self.program, criterion, self.seed, self.played),
        }
    }

    /// The answers that a criterion looks at.
    fn answers(&self, criterion: &Criterion) -> Vec<&'_ Answered<'b>> {
        let sets = self.assignment.sets(criterion);
        let answers = self.answered.iter();
        answers
            .filter(|it| sets.contains(&it.item.set.as_str()))
            .collect()
    }

    /// Counts replies to the questions that it `applies` to, by a rule that says whether one is right, `None` if it does not
    /// tell, and if wrong, why.
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
            let place = || format!("On {}", item.question);
            match &answer.reply {
                Err(fault) => tally.add(false, || format!("{} it {fault}", place())),
                Ok(reply) => match rule(index, item, reply) {
                    None => tally.silent += 1,
                    Some(Ok(())) => tally.add(true, String::new),
                    Some(Err(wrong)) => tally.add(false, || format!("{}: {wrong}", place())),
                },
            }
        }
        tally
    }

    fn values(&self, criterion: &Criterion) -> Mark {
        let tally = self.tally(
            criterion,
            |_| true,
            |_, item, reply| {
                let value = reply.value?;
                let right = item.facts.value;
                Some((value == right).then_some(()).ok_or_else(|| {
                    format!("{} is right, and it says {}", score(right), score(value))
                }))
            },
        );
        tally.mark(criterion, "values are those of minimax", "no value is told")
    }

    fn legal(&self, criterion: &Criterion) -> Mark {
        let is_move = |question: &Question| {
            matches!(question.setting, Setting::Board(..)) && question.depth > 0
        };
        let tally = self.tally(criterion, is_move, |_, item, reply| {
            let Setting::Board(kind, position) = &item.question.setting else {
                return None;
            };
            let Some(best) = &reply.best else {
                return Some(Err("there is a move, and it has none".to_owned()));
            };
            Some(match boards::legal(*kind, position, best) {
                Some(_) => Ok(()),
                None => Err(format!("{} is not legal", word(best))),
            })
        });
        tally.mark(criterion, "moves are legal", "no move was asked for")
    }

    fn moves(&self, criterion: &Criterion) -> Mark {
        let is_move = |question: &Question| question.depth > 0;
        let tally = self.tally(criterion, is_move, |_, item, reply| {
            let best = reply.best.as_ref()?;
            let facts = &item.facts;
            let name = match &item.question.setting {
                Setting::Board(kind, position) => boards::legal(*kind, position, best),
                _ => Some(best.clone()),
            };
            Some(match name {
                Some(name) if facts.is_best(&name) => Ok(()),
                Some(name) => {
                    let better: Vec<&str> = facts
                        .moves
                        .iter()
                        .map(|(name, _)| name.as_str())
                        .filter(|name| facts.is_best(name))
                        .take(3)
                        .collect();
                    Err(format!("{} is better than {name}", better.join(" or ")))
                }
                None => Err(format!("{} is not legal", word(best))),
            })
        });
        tally.mark(criterion, "moves are among the best", "no move is told")
    }

    fn nodes(&self, criterion: &Criterion) -> Mark {
        let bug = self.diagnosis.filter(|found| found.seen == Seen::Nodes);
        let cuts_nothing = self.cuts_nothing(criterion);
        // Of a search that deepens, some count every pass and others only the last.
        let is_counted = |question: &Question| question.search != DEEPENING;
        let tally = self.tally(criterion, is_counted, |index, item, reply| {
            let nodes = reply.nodes?;
            let (most, least) = (item.facts.minimax, item.facts.least);
            // A search that wastes time where it can be seen wastes it everywhere.
            let is_hidden = item.question.ground() != Ground::Tree;
            if let Some(found) = bug
                && (found.explained.contains(&index) || is_hidden)
            {
                return Some(Err(format!(
                    "{} nodes, by a search with the bug {}",
                    grouped(nodes),
                    found.suspect.bug
                )));
            }
            let wrong = match item.question.search.as_str() {
                "minimax" if nodes == most || nodes + 1 == most => None,
                "minimax" => Some(format!(
                    "minimax enters {} positions, and it says {}",
                    grouped(most),
                    grouped(nodes)
                )),
                _ if nodes > most => Some(format!(
                    "{} nodes, and minimax needs only {}",
                    grouped(nodes),
                    grouped(most)
                )),
                "table" => None,
                _ if nodes + 1 < least => Some(format!(
                    "{} nodes, and nobody can be sure with fewer than {}",
                    grouped(nodes),
                    grouped(least)
                )),
                _ if cuts_nothing => Some(format!(
                    "{} nodes, as many as minimax: nothing is cut",
                    grouped(nodes)
                )),
                _ => None,
            };
            Some(wrong.map_or(Ok(()), Err))
        });
        tally.mark(criterion, "node counts are possible", "no nodes are told")
    }

    /// Whether alpha-beta was asked for and every single count is that of minimax, though much could have been cut.
    fn cuts_nothing(&self, criterion: &Criterion) -> bool {
        let (mut told, mut most, mut least) = (0, 0, 0);
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
                told += nodes + 1;
                most += item.facts.minimax;
                least += item.facts.least;
            }
        }
        told > 0 && told >= most && least < most
    }

    /// Asks everything again with the moves in another order.
    fn order(&mut self, criterion: &Criterion) -> Mark {
        let mut rng = SplitMix64::new(mix(self.seed ^ 0x0D0E));
        let mut tally = Tally::default();
        let originals: Vec<(&Item, Option<i32>)> = self
            .answers(criterion)
            .into_iter()
            .map(|it| {
                (
                    it.item,
                    it.reply.as_ref().ok().and_then(|reply| reply.value),
                )
            })
            .collect();
        for (item, value) in originals {
            let setting = match &item.question.setting {
                Setting::Board(kind, position) => boards::mirrored(*kind, position)
                    .filter(|mirrored| mirrored != position)
                    .map(|mirrored| Setting::Board(*kind, mirrored)),
                other => make::shuffled(other, &mut rng),
            };
            let Some(setting) = setting else {
                continue;
            };
            let question = Question {
                setting,
                ..item.question.clone()
            };
            // What an evaluator thinks of a mirror is not always the same.
            if boards::facts(&question).is_none_or(|facts| facts.value != item.facts.value) {
                continue;
            }
            let Some(value) = value else {
                tally.silent += 1;
                continue;
            };
            match self.subject.ask(&question) {
                Ok(Reply {
                    value: Some(again), ..
                }) => tally.add(again == value, || {
                    format!(
                        "It says {} to {}, and {} to the same in another order, {question}",
                        score(value),
                        item.question,
                        score(again)
                    )
                }),
                Ok(_) => tally.silent += 1,
                Err(fault) => tally.add(false, || format!("On {question} it {fault}")),
            }
        }
        tally.mark(
            criterion,
            "values do not depend on the order of the moves",
            "no value is told",
        )
    }

    /// Asks the same with another search, which has to need more nodes for the same values.
    fn fewer(&mut self, criterion: &Criterion) -> Mark {
        let than = criterion.than.clone().unwrap_or_default();
        let (mut same, mut asked) = (0, 0);
        let (mut nodes, mut nodes_of_other) = (0, 0);
        let mut tells = false;
        let firsts: Vec<(&Item, Option<Reply>)> = self
            .answers(criterion)
            .into_iter()
            .map(|it| (it.item, it.reply.as_ref().ok().cloned()))
            .collect();
        for (item, first) in firsts {
            asked += 1;
            let question = Question {
                search: than.clone(),
                ..item.question.clone()
            };
            let (Some(first), Ok(other)) = (first, self.subject.ask(&question)) else {
                continue;
            };
            same += u32::from(first.value == Some(item.facts.value) && other.value == first.value);
            if let (Some(one), Some(two)) = (first.nodes, other.nodes) {
                tells = true;
                nodes += one;
                nodes_of_other += two;
            }
        }
        if !tells && !criterion.required {
            return Mark::share(0, 0).saying("not graded: no nodes are told");
        }
        let fewer = nodes < nodes_of_other;
        let line = format!(
            "{same} of {asked} values are the same and right, with {} nodes instead of {}{}",
            grouped(nodes),
            grouped(nodes_of_other),
            if fewer { "" } else { ": no fewer" }
        );
        // The half for the values, the half for the nodes.
        let right = same + if fewer { asked } else { 0 };
        Mark::share(right, 2 * asked).saying(line)
    }

    fn time(&self, criterion: &Criterion) -> Mark {
        let seconds = self.assignment.limits.seconds;
        let answers = self.answers(criterion);
        let asked = answers.len() as u32;
        let right = answers.iter().filter(|it| it.reply.is_ok()).count() as u32;
        let is_late = answers
            .iter()
            .any(|it| matches!(it.reply, Err(Fault::Stall(_))));
        let line = match self.subject.is_given_up() && is_late {
            true => format!("no answer within {seconds} s more than once: not asked any more"),
            false => format!("{right} of {asked} answers within {seconds} s"),
        };
        Mark::share(right, asked).saying(line)
    }

    fn nonsense(&mut self) -> Mark {
        let answers = |it: &&Answered<'_>| it.reply.as_ref().is_ok_and(Reply::says_something);
        let Some(question) = self.answered.iter().find(answers) else {
            return Mark::share(0, 1).saying("it answers nothing, nonsense or not");
        };
        let question = question.item.question.clone();
        match self.subject.survives(&NONSENSE, &question) {
            None => {
                Mark::share(0, 0).saying("not graded: nonsense cannot be said to such a program")
            }
            Some(Ok(())) => Mark::share(1, 1).saying("after nonsense it still answers"),
            Some(Err(fault)) => Mark::share(0, 1).saying(format!("after nonsense it {fault}")),
        }
    }

    /// Asks how many lines there are, who can count.
    fn perft(&mut self, criterion: &Criterion) -> Mark {
        const POSITIONS: usize = 4;
        let mut tally = Tally::default();
        let boards: Vec<(games::GameKind, String)> = self
            .answers(criterion)
            .into_iter()
            .filter_map(|it| match &it.item.question.setting {
                Setting::Board(kind, position) => Some((*kind, position.clone())),
                _ => None,
            })
            .take(POSITIONS)
            .collect();
        for (place, (kind, position)) in boards.into_iter().enumerate() {
            let depth = 1 + place as u32 % 2;
            let Some(right) = boards::count(kind, &position, depth) else {
                continue;
            };
            let question = Question {
                setting: Setting::Board(kind, position),
                depth,
                search: "perft".to_owned(),
                eval: None,
            };
            if !self.subject.can_answer(&question) {
                continue;
            }
            // Who answers with a move has not understood what was asked, and cannot count.
            match self.subject.ask(&question) {
                Ok(Reply {
                    nodes: Some(nodes),
                    best: None,
                    ..
                }) => tally.add(nodes == right, || {
                    format!("On {question}: there are {right} lines, and it counts {nodes}")
                }),
                _ => tally.silent += 1,
            }
        }
        let told = tally.asked > 0;
        if !told {
            tally.silent = 0;
        }
        tally.mark(
            criterion,
            "counts of lines are right",
            "it does not count lines",
        )
    }
}

/// What a program may be sent by mistake.
const NONSENSE: [&str; 5] = [
    "",
    "hello",
    "{\"game\":",
    "{\"game\":\"ludo\",\"position\":17}",
    "[1,2,3]",
];

/// Whether a reply has a move that is not legal.
pub fn is_illegal(question: &Question, reply: &Reply) -> bool {
    let (Setting::Board(kind, position), Some(best)) = (&question.setting, &reply.best) else {
        return false;
    };
    matches!(question.ground(), Ground::Board(_)) && boards::legal(*kind, position, best).is_none()
}
