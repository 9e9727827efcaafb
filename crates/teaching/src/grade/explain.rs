//! The explanation of wrong answers: the bug with its smallest example, and remarks.

use gametree::bugs::Bug;
use players::Fault;

use super::assignment::QuestionGame;
use super::diagnosis::{Diagnosis, Seen, shows};
use super::exam::Answered;
use super::question::{EVALUATE, Question};
use super::session::{Reply, Session};
use super::sheet::{Example, NamedBug};
use super::simulate::{KnownSearch, simulate};
use super::{boards, checks, diagnosis, shrink, text};

/// Returns the bug for the sheet, with the smallest question that reveals it.
pub fn named(found: &Diagnosis, answered: &[Answered<'_>], session: &mut Session) -> NamedBug {
    let size = |index: &&usize| answered[**index].item.truth.minimax;
    let visible = found
        .explained
        .iter()
        .filter(|index| !answered[**index].item.hidden);
    let start = visible.min_by_key(size);
    let smallest = start.map(|&index| {
        session.begin(&answered[index].item.set);
        let start = &answered[index].item.question;
        let suspect = found.suspect;
        let mut fails = |question: &Question| shows(question, suspect, found.seen);
        let question = shrink::smallest(start, MOST_SIMULATED, &mut fails);
        let reply = session.ask(&question);
        if is_wrong(&question, &reply, found.seen) {
            return example(question, &reply, found.seen);
        }
        // The program differs from the known bug here, so shrink by its own answers.
        let mut fails =
            |question: &Question| is_wrong(question, &session.ask(question), found.seen);
        let question = shrink::smallest(start, MOST_ASKED, &mut fails);
        let reply = session.ask(&question);
        example(question, &reply, found.seen)
    });
    let mistake = found.suspect.mistake();
    let (wrong, right) = mistake.wrong_and_right();
    NamedBug {
        name: mistake.name().to_owned(),
        about: mistake.about().to_owned(),
        wrong: wrong.to_owned(),
        right: right.to_owned(),
        explains: found.explained.len() as u32,
        alike: found.alike.iter().map(|it| it.name().to_owned()).collect(),
        of: found.wrong,
        seen_in: found.seen.name().to_owned(),
        smallest,
    }
}

/// The most smaller questions to simulate, and to ask the program.
const MOST_SIMULATED: u32 = 1_500;
const MOST_ASKED: u32 = 200;

/// Returns whether a reply is wrong in this part.
fn is_wrong(question: &Question, reply: &Result<Reply, Fault>, seen: Seen) -> bool {
    let (Some(truth), Ok(reply)) = (boards::truth(question), reply) else {
        return false;
    };
    if question.search == EVALUATE {
        return false;
    }
    let right = || simulate(question, KnownSearch::AlphaBeta);
    match seen {
        Seen::Values => {
            reply.value.is_some_and(|value| value != truth.value)
                || checks::is_illegal(question, reply)
        }
        Seen::Moves => {
            let best = reply
                .best
                .as_ref()
                .filter(|_| question.depth > 0 && question.position().is_some());
            best.is_some_and(|best| !truth.is_best(best))
        }
        Seen::Nodes => reply
            .nodes
            .zip(right())
            .is_some_and(|(nodes, right)| !diagnosis::same_nodes(nodes, right.nodes)),
        Seen::Leaves => {
            let leaves = reply.leaves.as_ref().zip(right());
            leaves.is_some_and(|(leaves, right)| *leaves != right.leaves)
        }
    }
}

/// The note for a program whose table is not emptied.
pub const KEEPS_STATE: &str = "In a new process for each question, the program answers correctly: it keeps state between questions. \
    Each question is a new search, so begin it with an empty table.";

/// Returns whether wrong answers become right if the program is restarted before each of them.
pub fn keeps_state(answered: &[Answered<'_>], session: &mut Session) -> bool {
    const ASKED_AGAIN: usize = 3;
    let mut wrong = answered
        .iter()
        .filter(|it| is_wrong(&it.item.question, &it.reply, Seen::Values))
        .take(ASKED_AGAIN)
        .peekable();
    wrong.peek().is_some()
        && wrong.all(|it| {
            let question = &it.item.question;
            session.begin(&it.item.set);
            session.restart() && {
                let again = session.ask(question);
                let has_value = again.as_ref().is_ok_and(|reply| reply.value.is_some());
                has_value && !is_wrong(question, &again, Seen::Values)
            }
        })
}

/// Returns the smallest question with a wrong answer that no known bug explains: a wrong value, or else a wrong move.
pub fn unexplained(answered: &[Answered<'_>], session: &mut Session) -> Option<Example> {
    [Seen::Values, Seen::Moves].into_iter().find_map(|seen| {
        let failing = answered
            .iter()
            .filter(|it| !it.item.hidden && (seen == Seen::Values || it.item.has_graded_move))
            .filter(|it| is_wrong(&it.item.question, &it.reply, seen))
            .min_by_key(|it| it.item.truth.minimax)?;
        session.begin(&failing.item.set);
        let mut fails = |question: &Question| is_wrong(question, &session.ask(question), seen);
        let question = shrink::smallest(&failing.item.question, MOST_ASKED, &mut fails);
        let reply = session.ask(&question);
        Some(example(question, &reply, seen))
    })
}

/// Returns a question with the expected and the obtained answer in words.
fn example(question: Question, reply: &Result<Reply, Fault>, seen: Seen) -> Example {
    let truth = boards::truth(&question);
    let value = truth.as_ref().map_or(0, |truth| truth.value);
    let right = simulate(&question, KnownSearch::AlphaBeta);
    let (expected, obtained) = match (seen, &right) {
        (Seen::Nodes, Some(right)) => (
            format!("value {}, {} nodes", text::score(value), right.nodes),
            text::reply(reply, &[Seen::Values, Seen::Nodes]),
        ),
        (Seen::Leaves, Some(right)) => (
            format!("value {}, leaves {:?}", text::score(value), right.leaves),
            text::reply(reply, &[Seen::Values, Seen::Leaves]),
        ),
        (Seen::Moves, _) => (
            format!(
                "the move {}",
                truth.as_ref().map(text::best_moves).unwrap_or_default()
            ),
            text::reply(reply, &[Seen::Moves]),
        ),
        _ => (
            format!("value {}", text::score(value)),
            text::reply(reply, &[Seen::Values]),
        ),
    };
    Example {
        question,
        expected,
        obtained,
    }
}

/// Lists remarks for the student.
pub fn notes(answered: &[Answered<'_>], bug: Option<&NamedBug>) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for answer in answered {
        let note = match &answer.reply {
            Err(fault) => format!("The program {}.", text::ended(fault)),
            Ok(Reply {
                error: Some(error), ..
            }) => format!("The program reports: {error}"),
            Ok(_) => continue,
        };
        if !notes.contains(&note) && notes.len() < 5 {
            notes.push(note);
        }
    }
    let never_cuts = [Bug::CutAfterLoop, Bug::WindowNotNegated].map(Bug::name);
    if bug.is_some_and(|bug| never_cuts.contains(&bug.name.as_str())) {
        notes.push(
            "The program never cuts off. Check also that it raises alpha, and that it passes the negated window to the child."
                .to_owned(),
        );
    }
    let mut trees = answered
        .iter()
        .filter(|it| it.item.question.game() == QuestionGame::Tree)
        .filter(|it| it.item.question.search == "alphabeta")
        .peekable();
    let has_counts = |it: &Answered<'_>| {
        let reply = it.reply.as_ref();
        reply.is_ok_and(|reply| reply.nodes.is_some() || reply.leaves.is_some())
    };
    if bug.is_none() && trees.peek().is_some() && !trees.any(has_counts) {
        notes.push(
            "The answers have neither `nodes` nor `leaves`, so five known bugs that change no value stay hidden: \
             window-not-negated, alpha-is-last-value, alpha-is-best, cut-after-loop, strict-cut."
                .to_owned(),
        );
    }
    notes
}
