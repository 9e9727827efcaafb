//! A player of the registry as a contestant.

use gametree::{Limits, MAX_DEPTH};

use super::{Budget, Contestant, Fault, Reply, Thought};
use crate::answer::Value;
use crate::arena::Arena;
use crate::player::{Player, Record};
use crate::registry;
use crate::spec::SpecError;

/// A player inside this program.
pub struct InProcess<G: Arena>(Box<dyn Player<G>>);

impl<G: Arena> InProcess<G> {
    /// The player of a spec.
    pub fn new(spec: &str) -> Result<Self, SpecError> {
        registry::build::<G>(spec).map(Self)
    }
}

impl<G: Arena> Contestant<G> for InProcess<G> {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.0.new_game();
        Ok(())
    }

    fn choose(
        &mut self,
        game: &G,
        record: &Record<G>,
        budget: &Budget,
    ) -> Result<Reply<G::Move>, Fault> {
        let limits = Limits {
            depth: budget.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            nodes: budget.nodes,
            time: budget.time_for_move(game.side(record.state())),
            ..Limits::default()
        };
        let result = self.0.choose(game, record, &limits, None);
        let best = result.best.ok_or(Fault::NoMove)?;
        Ok(Reply {
            best,
            thought: Thought {
                score: Some(Value::new(G::KIND, result.score)),
                depth: Some(result.depth),
                seldepth: Some(result.stats.selective_depth),
                nodes: Some(result.stats.nodes),
                warnings: Vec::new(),
            },
        })
    }
}
