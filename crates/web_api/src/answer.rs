//! Selects the function that answers a request.

use crate::caps;
use crate::hello::{ReadSpec, hello};
use crate::job::Job;
use crate::pages::{
    alternatives, analyse, grade, ladder, lesson, matches, notation, overlay, parallel, practice,
    race, reproduce, think, train, tree,
};
use crate::position::{OfferDraw, ReadMove, Show};
use crate::protocol::{Reply, Request};
use teaching::number_drawing::View;

/// Returns whether a request needs a job. All others are answered at once.
#[must_use]
pub const fn is_long(request: &Request) -> bool {
    matches!(
        request,
        Request::Think { .. }
            | Request::Analyse { .. }
            | Request::Why { .. }
            | Request::Review { .. }
            | Request::Race { .. }
            | Request::Trace { .. }
            | Request::Overlay { .. }
            | Request::Match { .. }
            | Request::Simulate { .. }
            | Request::Reproduce { .. }
            | Request::Train { .. }
            | Request::Grade { .. }
            | Request::GradeReply { .. }
            | Request::TrainedMove { .. }
    )
}

/// Answers a request. May block.
pub fn answer(request: Request, job: Job) -> Result<Reply, String> {
    match request {
        Request::Hello => Ok(hello(&job.page.config.allowed)),
        Request::Show { line } => line.game.with(Show(line)),
        Request::ReadMove { line, text } => line.game.with(ReadMove(line, text)),
        Request::Tablebase { line } => analyse::tablebase(&line, &job),
        Request::Explore { line } => crate::openings::explore(&line),
        Request::Chess960 { number } => chess::Position::chess960(number)
            .map(|position| Reply::Position {
                fen: position.to_string(),
            })
            .ok_or_else(|| format!("Chess960 has the start positions 0 to 959, not {number}")),
        Request::ReadSpec { game, text } => game.with(ReadSpec(text, &job.page.config.allowed)),
        Request::Think {
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
        Request::Analyse {
            line,
            engine,
            limit,
        } => analyse::live(&line, engine, &limit, &job),
        Request::Why { line, mv, limit } => analyse::why(&line, mv.as_deref(), &limit, &job),
        Request::Terms { line } => analyse::terms(&line),
        Request::Parts { line, eval } => analyse::parts(&line, &eval),
        Request::Review { text, limit } => analyse::review(&text, &limit, &job),
        // The scheduler answers this request.
        Request::Stop { .. } => Ok(Reply::Done),
        Request::OfferDraw { line, spec, side } => {
            let spec = caps::spec(&spec, &job.page.config.allowed)?;
            line.game.with(OfferDraw(line, spec, side))
        }
        Request::ReadPgn { text, game } => notation::read(&text, game.unwrap_or(0)),
        Request::WritePgn { tree } => notation::write(&tree),
        Request::Race { line, specs, limit } => line.game.with(race::Race {
            line,
            specs,
            limit,
            job,
        }),
        Request::Trace {
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
        Request::TreeChildren { node } => Ok(Reply::Children {
            children: job.page.tree()?.children(node)?,
        }),
        Request::TreeOverview { node, plies } => Ok(Reply::Overview {
            bars: job.page.tree()?.overview(node, plies)?,
        }),
        Request::TreeInspect { node } => Ok(Reply::Inspected {
            node: job.page.tree()?.inspect(node)?,
        }),
        Request::TreeEvent { event } => Ok(Reply::Event {
            event: job.page.tree()?.event(event)?,
        }),
        Request::TreeSeek {
            event,
            backwards,
            kinds,
            line,
        } => Ok(Reply::Event {
            event: job
                .page
                .tree()?
                .seek(event, backwards, &kinds, line.as_deref())?,
        }),
        Request::TreeMeetings { root } => Ok(Reply::Meetings {
            meetings: job.page.tree()?.meetings(root)?,
        }),
        Request::TreeGrown { step } => Ok(Reply::Grown {
            grown: job.page.tree()?.grown(step)?,
        }),
        Request::Overlay { line, kind } => line.game.with(overlay::Overlay { line, kind, job }),
        Request::TreeFind { text } => Ok(Reply::Inspected {
            node: job.page.tree()?.find(&text)?,
        }),
        Request::Match { plan } => plan.game.with(matches::Match { plan, job }),
        Request::Matches => Ok(matches::list(&job)),
        Request::OpenMatch { journal } => matches::open(&journal, &job),
        Request::MatchPgn { journal } => matches::pgn(&journal, &job),
        Request::DeleteMatch { journal } => matches::delete(&journal, &job),
        Request::Ladder => ladder::ladder(&job.page.config),
        Request::Alternatives => alternatives::alternatives(&job.page.config),
        Request::Lessons => Ok(lesson::list(&job)),
        Request::Lesson { name } => lesson::one(&name, &job),
        Request::SmallTree {
            tree,
            search,
            side_to_move,
            hide_leaves,
            narrow,
            room,
        } => {
            let view = View {
                side_to_move,
                hide_leaves,
                narrow,
                room,
            };
            lesson::tree(&tree, &search, view)
        }
        Request::Practice { tree, narrow, room } => {
            let view = View {
                narrow,
                room,
                ..View::default()
            };
            practice::exercise(&tree, view)
        }
        Request::PracticeMark {
            tree,
            question,
            answer,
        } => practice::mark(&tree, question, &answer),
        Request::Simulate {
            game,
            width,
            depth,
            order,
            message,
        } => parallel::simulate(game, (width, depth), order, message.into(), &job),
        Request::ParallelTree {
            tree,
            search,
            processors,
            message,
            narrow,
            room,
        } => parallel::tree(&parallel::Asked {
            tree,
            search,
            processors,
            message: message.into(),
            narrow,
            room,
        }),
        Request::Reproduce { document } => reproduce::reproduce(&document, &job),
        Request::Train { seed } => train::train(seed, &job),
        Request::Assignments => Ok(grade::list()),
        Request::Grade {
            assignment,
            seed,
            program,
        } => grade::begin(&assignment, seed, program, &job),
        Request::GradeReply { reply } => grade::next(reply, &job),
        Request::TrainedMove { line, network } => train::choose(&line, &network, &job),
    }
}
