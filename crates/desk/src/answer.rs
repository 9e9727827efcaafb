//! Which part of the program answers which question.

use crate::caps;
use crate::hello::{ReadSpec, hello};
use crate::job::Job;
use crate::pages::{
    alternatives, analyse, ladder, lesson, matches, notation, overlay, race, reproduce, think, tree,
};
use crate::position::{OfferDraw, ReadMove, Show};
use crate::protocol::{Ask, Say};

/// Whether a question can take longer than a moment.
#[must_use]
pub const fn is_long(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Think { .. }
            | Ask::Analyse { .. }
            | Ask::Why { .. }
            | Ask::Review { .. }
            | Ask::Race { .. }
            | Ask::Trace { .. }
            | Ask::Overlay { .. }
            | Ask::Match { .. }
            | Ask::Reproduce { .. }
    )
}

/// The answer to a question. Runs on a thread that may wait.
pub fn answer(ask: Ask, job: Job) -> Result<Say, String> {
    match ask {
        Ask::Hello => Ok(hello(&job.page.config.allowed)),
        Ask::Show { line } => line.game.with(Show(line)),
        Ask::ReadMove { line, text } => line.game.with(ReadMove(line, text)),
        Ask::Chess960 { number } => chess::Position::chess960(number)
            .map(|position| Say::Position {
                fen: position.to_string(),
            })
            .ok_or_else(|| format!("Chess960 has the start positions 0 to 959, not {number}")),
        Ask::ReadSpec { game, text } => game.with(ReadSpec(text, &job.page.config.allowed)),
        Ask::Think {
            line,
            spec,
            seat,
            limit,
            clocks,
            live,
        } => line.game.with(think::Think {
            line,
            spec,
            seat,
            limit,
            clocks,
            live,
            job,
        }),
        Ask::Analyse {
            line,
            engine,
            limit,
        } => analyse::live(&line, engine, &limit, &job),
        Ask::Why { line, mv, limit } => analyse::why(&line, mv.as_deref(), &limit, &job),
        Ask::Terms { line } => analyse::terms(&line),
        Ask::Parts { line, eval } => analyse::parts(&line, &eval),
        Ask::Review { text, limit } => analyse::review(&text, &limit, &job),
        // Whoever keeps the jobs answers this one.
        Ask::Stop { .. } => Ok(Say::Done),
        Ask::OfferDraw { line, spec, side } => {
            let wanted = caps::spec(&spec, &job.page.config.allowed)?;
            line.game.with(OfferDraw(line, wanted, side))
        }
        Ask::ReadPgn { text, game } => notation::read(&text, game.unwrap_or(0)),
        Ask::WritePgn { tree } => notation::write(&tree),
        Ask::Race { line, specs, limit } => line.game.with(race::Race {
            line,
            specs,
            limit,
            job,
        }),
        Ask::Trace {
            line,
            spec,
            limit,
            nodes,
        } => line.game.with(tree::Trace {
            line,
            spec,
            limit,
            nodes,
            job,
        }),
        Ask::TreeChildren { node } => Ok(Say::Children {
            children: job.page.tree()?.children(node)?,
        }),
        Ask::TreeOverview { node, plies } => Ok(Say::Overview {
            bars: job.page.tree()?.overview(node, plies)?,
        }),
        Ask::TreeInspect { node } => Ok(Say::Inspected {
            node: job.page.tree()?.inspect(node)?,
        }),
        Ask::TreeEvent { event } => Ok(Say::Event {
            event: job.page.tree()?.event(event)?,
        }),
        Ask::TreeSeek {
            event,
            backwards,
            kinds,
            line,
        } => Ok(Say::Event {
            event: job
                .page
                .tree()?
                .seek(event, backwards, &kinds, line.as_deref())?,
        }),
        Ask::TreeMeetings { root } => Ok(Say::Meetings {
            meetings: job.page.tree()?.meetings(root)?,
        }),
        Ask::TreeGrown { step } => Ok(Say::Grown {
            grown: job.page.tree()?.grown(step)?,
        }),
        Ask::Overlay { line, kind } => line.game.with(overlay::Overlay { line, kind, job }),
        Ask::TreeFind { text } => Ok(Say::Inspected {
            node: job.page.tree()?.find(&text)?,
        }),
        Ask::Match { plan } => plan.game.with(matches::Match { plan, job }),
        Ask::Ladder => ladder::ladder(),
        Ask::Alternatives => alternatives::alternatives(),
        Ask::Lessons => Ok(lesson::list(&job)),
        Ask::Lesson { name } => lesson::one(&name, &job),
        Ask::SmallTree { tree, search } => lesson::tree(&tree, &search),
        Ask::Reproduce { document } => reproduce::reproduce(&document, &job),
    }
}
