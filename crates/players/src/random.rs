//! A player that picks any legal move.

use games::BoardGame;
use gametree::hash::fnv1a;
use gametree::{Bound, Event, Info, Stats, mix};

use crate::answer::{Answer, Listener};
use crate::common::SEED;
use crate::error::SpecError;
use crate::fault::Fault;
use crate::player::{Player, Task};
use crate::registry::{AnyGame, BuildAny, Entry, Group};
use crate::setting::Settings;
use crate::spec::PlayerSpec;

/// Picks any legal move. The same seed and the same position (its counters included) give the same move, whatever was
/// searched before.
pub struct Random {
    seed: u64,
    /// The number of moves to report.
    lines: usize,
}

impl Random {
    /// The same seed plays the same moves.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, lines: 1 }
    }
}

impl<G: BoardGame> Player<G> for Random {
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let mut moves = task.moves();
        // The move must not depend on the order of generation.
        moves.sort_by_cached_key(|&mv| task.game.write_move(mv));
        let position = fnv1a(task.game.write_position(task.record.state()).as_bytes());
        let mut numbers = gametree::SplitMix64::new(mix(position ^ mix(self.seed)));
        numbers.shuffle(&mut moves);
        for (index, &mv) in moves.iter().take(self.lines).enumerate() {
            listener.report(&Event::Info(Info {
                depth: 1,
                selective_depth: 1,
                rank: index + 1,
                score: G::value(0),
                bound: Bound::Exact,
                wdl: None,
                nodes: moves.len() as u64,
                hash_full: None,
                table_hits: 0,
                time: std::time::Duration::ZERO,
                line: vec![mv],
            }));
        }
        let mut answer = Answer::unvalued(moves.first().copied());
        answer.stats = Stats {
            nodes: 1,
            ..Stats::default()
        };
        Ok(answer)
    }

    fn configure(&mut self, settings: &engine::Settings) -> Result<(), engine::NotEnoughMemory> {
        self.lines = settings.multi_pv.max(1);
        Ok(())
    }
}

/// The entry of the registry.
pub(crate) fn entry() -> Entry {
    Entry {
        settings: vec![SEED],
        is_random: |_| true,
        ..Entry::new(
            "random",
            "picks any legal move",
            Group::Random,
            AnyGame(Builder),
        )
    }
}

struct Builder;

impl BuildAny for Builder {
    fn build<G: BoardGame>(
        &self,
        _: &PlayerSpec,
        settings: &Settings,
    ) -> Result<Box<dyn Player<G>>, SpecError> {
        Ok(Box::new(Random::new(settings.number("seed").unwrap_or(0))))
    }
}
