//! The players of the course documents, behind the same seat as all others.

use classroom::{Control, CoursePlayer};
use games::{BoardGame, value_of};
use gametree::{Bound, Stats};

use crate::answer::{Answer, Listener};
use crate::fault::Fault;
use crate::player::{Player, Task};

/// The largest value a course player may claim; some have no idea of a bound.
const LARGEST: i32 = 800_000;

/// A player out of a document. It knows one limit, its depth, and looks at the clock and the stop like everybody else.
pub(crate) struct Course<G: BoardGame> {
    player: Box<dyn CoursePlayer<G>>,
    /// As the document counts, if nobody says otherwise.
    depth: u32,
}

impl<G: BoardGame> Course<G> {
    pub(crate) fn new(player: Box<dyn CoursePlayer<G>>, depth: u32) -> Self {
        Self { player, depth }
    }
}

impl<G: BoardGame> Player<G> for Course<G> {
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        _listener: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let limits = &task.request.limits;
        let depth = limits.depth.unwrap_or(self.depth);
        let start = limits.clock.now();
        let control = Control::from(limits);
        let choice = self.player.choose(task.record.states(), depth, &control);
        // Some of these programs find no move though there is one, and that is theirs; but nobody taught them to choose
        // among some moves only.
        let best = match choice.best {
            Some(mv) if !task.allows(mv) => task.moves().first().copied(),
            best => best,
        };
        let Some(best) = best else {
            return Err(Fault::NoMove);
        };
        Ok(Answer {
            value: choice
                .value
                .map(|value| value_of(G::KIND, value.clamp(-LARGEST, LARGEST))),
            bound: Bound::Exact,
            // What was stopped has not been searched so deep.
            depth: if choice.stopped { 0 } else { depth },
            stopped: choice.stopped,
            stats: Stats {
                nodes: choice.calls,
                selective_depth: depth,
                time: limits.clock.now().saturating_sub(start),
                ..Stats::default()
            },
            ..Answer::unvalued(Some(best))
        })
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.player.new_game();
        Ok(())
    }
}
