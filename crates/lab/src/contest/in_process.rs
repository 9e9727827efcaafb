//! A player of the registry as a contestant.

use gametree::{Limits, MAX_DEPTH};

use super::{Budget, Contestant, Fault, Reply, Thought};
use crate::answer::Value;
use crate::arena::Arena;
use crate::player::{Player, Record};
use crate::registry;
use crate::spec::{Spec, SpecError};

/// A player inside this program.
pub struct InProcess<G: Arena> {
    spec: Spec,
    player: Box<dyn Player<G>>,
    /// Whether it leaves things to chance and its spec does not say how they fall.
    is_unseeded: bool,
    seed: u64,
    /// It is in a search, or a search of it ended in a panic.
    is_searching: bool,
}

impl<G: Arena> InProcess<G> {
    /// The player of a spec.
    pub fn new(text: &str) -> Result<Self, SpecError> {
        let spec = registry::parse(text)?;
        let takes = |key| registry::find(&spec.name).is_some_and(|entry| entry.key(key).is_some());
        // A search that is not told to order by chance has no use for a seed, nor has an engine at full strength.
        let orders_by_chance = spec
            .get("order")
            .is_some_and(|order| order.split('+').any(|part| part == "random"));
        let has_use =
            (!takes("order") || orders_by_chance) && (!takes("elo") || spec.get("elo").is_some());
        Ok(Self {
            player: registry::build(text)?,
            is_unseeded: takes("seed") && spec.get("seed").is_none() && has_use,
            seed: 0,
            is_searching: false,
            spec,
        })
    }

    /// The player made anew, with the seed of this game if it has none of its own.
    fn rebuilt(&self) -> Result<Box<dyn Player<G>>, Fault> {
        let mut spec = self.spec.clone();
        if self.is_unseeded {
            let seed = Some(self.seed.to_string());
            spec.settings.push(("seed".to_owned(), seed));
        }
        registry::build(&spec.to_string()).map_err(|error| Fault::Start(error.to_string()))
    }
}

impl<G: Arena> Contestant<G> for InProcess<G> {
    fn seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        // After a panic nothing of the player can be trusted.
        if self.is_unseeded || self.is_searching {
            self.player = self.rebuilt()?;
            self.is_searching = false;
        } else {
            self.player.new_game();
        }
        Ok(())
    }

    fn choose(
        &mut self,
        game: &G,
        record: &Record<G>,
        budget: &Budget,
    ) -> Result<Reply<G::Move>, Fault> {
        let plans = self.player.see_clock(budget);
        let share = budget.time_for_move(game.side(record.state()));
        let limits = Limits {
            depth: budget.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            nodes: budget.nodes,
            time: share.filter(|_| !plans),
            ..Limits::default()
        };
        self.is_searching = true;
        let result = self.player.choose(game, record, &limits, None);
        self.is_searching = false;
        let best = result.best.ok_or(Fault::NoMove)?;
        // Who looked at nothing has nothing to say.
        let thought = if result.depth == 0 && result.stats.nodes <= 1 {
            Thought::default()
        } else {
            Thought {
                score: Some(Value::new(G::KIND, result.score)),
                depth: Some(result.depth),
                seldepth: Some(result.stats.selective_depth),
                nodes: Some(result.stats.nodes),
                warnings: Vec::new(),
            }
        };
        Ok(Reply { best, thought })
    }
}
