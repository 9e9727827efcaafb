//! The players of this crate.

use courses::presets;
use games::BoardGame;

use crate::error::SpecError;
use crate::registry::Registry;
use crate::seat::Seat;
use crate::spec::PlayerSpec;
use crate::{alternatives, baseline, course, engine_player, random, textbook};

impl Registry {
    /// The players of this crate: random, textbook searches, alternatives, the engine, course programs and baselines.
    #[must_use]
    pub fn builtin() -> Self {
        let registry = Self::default()
            .with([random::entry()])
            .with(textbook::entries())
            .with(alternatives::entries())
            .with([engine_player::entry()])
            .with(course::entries());
        let baselines = baseline::entries(&registry);
        registry.with(baselines)
    }
}

/// Parses the spec of a player of this crate: for specs that are written in the source.
///
/// # Errors
/// As [`PlayerSpec::parse`].
pub fn builtin(text: &str) -> Result<PlayerSpec, SpecError> {
    Registry::builtin().parse(text)
}

impl<G: BoardGame> Seat<G> {
    /// Builds a player of this crate from a spec in the source, see [`builtin`].
    ///
    /// # Errors
    /// As [`Registry::parse`](crate::Registry::parse) and [`Seat::new`].
    pub fn builtin(text: &str) -> Result<Self, SpecError> {
        Self::new(&builtin(text)?)
    }
}

/// Returns the course program with the same evaluation that searches without pruning, if there is one.
#[must_use]
pub fn minimax_of(spec: &PlayerSpec) -> Option<PlayerSpec> {
    builtin(presets::find(spec.name())?.minimax()?).ok()
}
