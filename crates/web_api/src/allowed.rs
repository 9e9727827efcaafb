//! The players that a page may use: the players of this program, and the external programs allowed when the server started.
//! A page cannot start any other program, nor change the arguments and options of an allowed one.

use players::{PlayerSpec, Registry, SpecError};

/// The players of this program and the allowed external programs.
#[derive(Clone)]
pub struct AllowedPlayers {
    registry: Registry,
    programs: Vec<PlayerSpec>,
}

impl Default for AllowedPlayers {
    fn default() -> Self {
        Self::new([])
    }
}

/// The first words of specs of external programs.
const PROTOCOLS: [&str; 3] = ["uci", "file", "script"];

impl AllowedPlayers {
    /// Allows the players of this program and these external programs.
    #[must_use]
    pub fn new(programs: impl IntoIterator<Item = PlayerSpec>) -> Self {
        Self {
            registry: Registry::builtin(),
            programs: programs.into_iter().collect(),
        }
    }

    /// The players of this program.
    #[must_use]
    pub const fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Lists the external programs.
    pub fn programs(&self) -> impl Iterator<Item = &PlayerSpec> {
        self.programs.iter()
    }

    /// Returns whether this is the spec of an allowed external program.
    #[must_use]
    pub fn is_program(&self, text: &str) -> bool {
        self.program(text).is_some()
    }

    fn program(&self, text: &str) -> Option<&PlayerSpec> {
        let text = text.trim();
        self.programs.iter().find(|spec| spec.to_string() == text)
    }

    /// Parses a spec from a page.
    ///
    /// # Errors
    /// An error message for the page, which does not reveal whether a program that is not allowed exists.
    pub fn parse(&self, text: &str) -> Result<PlayerSpec, String> {
        if let Some(program) = self.program(text) {
            return Ok(program.clone());
        }
        self.registry.parse(text).map_err(|error| match error {
            SpecError::Name { name, .. } if PROTOCOLS.contains(&name.as_str()) => format!(
                "a page may not start programs: `{name}:` is only for programs that the server was started with (`espalier serve --allow {name}:PATH`), spelled as there"
            ),
            error => error.to_string(),
        })
    }
}
