//! The engine at the UCI table.

use chess::Game;
use engine::{Choice, Engine, Event, Limits, Settings, Signal, StrengthSettings, Techniques};
use lab::{Spec, master};

use super::Mover;

/// The engine, with what its spec fixes.
pub struct MasterMover {
    engine: Engine,
    spec: Spec,
    techniques: Techniques,
}

impl MasterMover {
    /// The engine of a spec that the registry has checked.
    pub fn new(spec: &Spec) -> Self {
        Self {
            engine: Engine::default(),
            spec: spec.clone(),
            techniques: master::techniques(spec),
        }
    }
}

/// The limits asked for, or the spec's own if those are smaller.
fn within(spec: &Spec, limits: &Limits) -> Limits {
    let mut limits = limits.clone();
    if let Some(depth) = spec.number("depth") {
        let depth = depth as u32;
        limits.depth = Some(limits.depth.map_or(depth, |own| own.min(depth)));
    }
    if let Some(nodes) = spec.number("nodes") {
        limits.nodes = Some(limits.nodes.map_or(nodes, |own| own.min(nodes)));
    }
    limits
}

/// Whether the engine of a spec, asked with these limits, goes on until it is told to stop: that is what a bare `go`
/// means to it.
#[must_use]
pub fn is_endless(spec: &Spec, limits: &Limits) -> bool {
    let limits = within(spec, limits);
    limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.mate.is_none()
        && limits.move_time.is_none()
        && limits.time == [None; 2]
}

impl Mover for MasterMover {
    /// What the spec says counts more than the options.
    fn configure(&mut self, settings: &Settings) {
        let mut settings = settings.clone();
        if let Some(hash) = self.spec.number("hash") {
            settings.hash = hash;
        }
        if let Some(threads) = self.spec.number("threads") {
            settings.threads = threads as usize;
        }
        if self.techniques != Techniques::ALL {
            settings.techniques = self.techniques;
        }
        if let Some(elo) = self.spec.number("elo") {
            settings.strength = StrengthSettings::of_elo(elo as u32);
        }
        if let Some(seed) = self.spec.number("seed") {
            settings.seed = seed;
        }
        self.engine.configure(&settings);
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn clear_hash(&mut self) {
        self.engine.clear_hash();
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listener: &mut dyn FnMut(&Event),
    ) -> Choice {
        self.engine
            .search(game, &within(&self.spec, limits), signal, listener)
    }
}
