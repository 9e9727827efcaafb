//! The content of a pack in words.

use std::fmt::Write as _;

use super::{Keep, Pack, PackError, Tally};

impl Pack {
    /// Counts the games up to the first error.
    #[must_use]
    pub fn tally(&self) -> (Tally, Option<PackError>) {
        let mut tally = Tally::default();
        for game in self.games() {
            match game {
                Ok(game) => tally.count(&game, &Keep::default()),
                Err(error) => return (tally, Some(error)),
            }
        }
        (tally, None)
    }

    /// Describes the origin, the games and the size in indented lines.
    #[must_use]
    pub fn inspect(&self) -> String {
        let (tally, fault) = self.tally();
        let mut text = format!("  played by {}\n", self.origin.player);
        // Writing to memory cannot fail.
        if let Some(recipe) = self.origin.recipe {
            let recipe = serde_json::to_string(&recipe).unwrap_or_default();
            _ = writeln!(text, "  recipe {recipe}");
        }
        if let Some(seed) = self.origin.seed {
            _ = writeln!(text, "  seed {seed}");
        }
        let per = |count: u64| self.size() as f64 / count.max(1) as f64;
        let (size, per_move, per_kept) = (self.size(), per(tally.moves), per(tally.kept));
        _ = writeln!(text, "  {} games, {tally}", tally.games);
        _ = writeln!(
            text,
            "  {size} bytes: {per_move:.2} per move, {per_kept:.2} per kept position"
        );
        if let Some(fault) = fault {
            _ = writeln!(text, "  {fault}");
        }
        text
    }
}
