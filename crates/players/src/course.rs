//! The players of the course documents, behind the same seat as all others.

use classroom::presets::{self, Preset, Unit};
use classroom::{Choice, Control, CoursePlayer, Log};
use games::{BoardGame, GameKind, value_of};
use gametree::{Bound, Observer, Score, Value};

use crate::answer::{Answer, Listener};
use crate::fault::Fault;
use crate::passes::Passes;
use crate::player::{Player, Task};

/// From here on a value is one of the infinities of a document.
const INFINITIES: Score = 1_000_000;

/// A player out of a document. Its depth counts as the document counts, its values are in the document's units, and it looks
/// at the clock, the nodes and the stop like everybody else.
pub(crate) struct Course<G: BoardGame> {
    player: Box<dyn CoursePlayer<G>>,
    preset: &'static Preset,
    /// As the document counts, if nobody says otherwise.
    depth: u32,
}

impl<G: BoardGame> Course<G> {
    pub(crate) fn new(
        player: Box<dyn CoursePlayer<G>>,
        preset: &'static Preset,
        depth: u32,
    ) -> Self {
        Self {
            player,
            preset,
            depth,
        }
    }
}

/// A value as people should read it: as the document would print it.
const fn value(preset: &Preset, game: GameKind, score: Score) -> Value {
    match preset.unit() {
        Unit::Centipawns if score.unsigned_abs() < INFINITIES.unsigned_abs() => {
            value_of(game, score)
        }
        _ => Value::Printed(score),
    }
}

/// A score of the search of a player, as people should read it: in the units of its document, if it comes out of one.
#[must_use]
pub fn value_of_player(player: &str, game: GameKind, score: Score) -> Value {
    match presets::find(player) {
        Some(preset) => value(preset, game, score),
        None => value_of(game, score),
    }
}

/// Nobody gets so far.
const DEEPEST: u32 = 60;

impl<G: BoardGame> Course<G> {
    /// One search of this depth; or, if there is a time and no depth, one after the other, deeper and deeper, by those whose
    /// document says so. Also how deep the last whole one was.
    fn think(
        &mut self,
        task: &Task<'_, G>,
        depth: u32,
        log: &mut Log<'_, G::Move>,
    ) -> (Choice<G::Move>, u32) {
        let history = task.record.states();
        let limits = &task.request.limits;
        let has_time = limits.time.is_some() || task.request.infinite;
        let step = self
            .preset
            .step()
            .filter(|_| limits.depth.is_none() && has_time);
        let mut choice = self.player.think(history, depth, log);
        let Some(step) = step else {
            return (choice, depth);
        };
        let mut deepest = depth;
        while !choice.stopped && deepest < DEEPEST {
            log.pass(deepest, choice.value.unwrap_or(0), choice.best);
            let next = self.player.think(history, deepest + step, log);
            if next.stopped {
                // The last whole search counts.
                return (
                    Choice {
                        calls: log.calls(),
                        ..choice
                    },
                    deepest,
                );
            }
            choice = next;
            deepest += step;
        }
        (
            Choice {
                calls: log.calls(),
                ..choice
            },
            deepest,
        )
    }
}

impl<G: BoardGame> Player<G> for Course<G> {
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let limits = &task.request.limits;
        let depth = limits.depth.unwrap_or(self.depth);
        let start = limits.clock.now();
        let control = Control::from(limits);
        let preset = self.preset;
        let mut passes = Passes {
            hear: listener.hear.as_deref_mut(),
            watch: listener
                .watch
                .as_mut()
                .map(|watch| &mut **watch as &mut dyn Observer<G::Move>),
            value: &|score| value(preset, G::KIND, score),
            limits,
            start,
        };
        let is_followed = passes.hear.is_some() || passes.watch.is_some();
        let observer = is_followed.then_some(&mut passes as &mut dyn Observer<G::Move>);
        let mut log = Log::watched(&control, observer);
        let (choice, depth) = self.think(task, depth, &mut log);
        let mut stats = log.stats().clone();
        // Some of these programs find no move though there is one, and that is theirs; but nobody taught them to choose
        // among some moves only.
        let best = match choice.best {
            Some(mv) if !task.allows(mv) => task.moves().first().copied(),
            best => best,
        };
        let Some(best) = best else {
            return Err(Fault::NoMove);
        };
        stats.time = limits.clock.now().saturating_sub(start);
        Ok(Answer {
            value: choice.value.map(|score| value(preset, G::KIND, score)),
            bound: Bound::Exact,
            // What was stopped has not been searched so deep.
            depth: if choice.stopped { 0 } else { depth },
            plies_more: preset.plies_more(),
            stopped: choice.stopped,
            counted: (choice.calls != stats.nodes).then_some(choice.calls),
            stats,
            ..Answer::unvalued(Some(best))
        })
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.player.new_game();
        Ok(())
    }
}
