//! The engine at the UCI table.

use chess::Game;
use engine::{Choice, Engine, Event, Limits, Settings, Signal, Techniques};
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
        self.engine.configure(&settings);
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listener: &mut dyn FnMut(&Event),
    ) -> Choice {
        let mut limits = limits.clone();
        if let Some(depth) = self.spec.number("depth") {
            limits.depth = Some(
                limits
                    .depth
                    .map_or(depth as u32, |own| own.min(depth as u32)),
            );
        }
        if let Some(nodes) = self.spec.number("nodes") {
            limits.nodes = Some(limits.nodes.map_or(nodes, |own| own.min(nodes)));
        }
        self.engine.search(game, &limits, signal, listener)
    }
}
