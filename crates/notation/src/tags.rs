//! The tags of a game.

use std::fmt;

/// The first six of the seven tags every game has, in their order. The seventh, `Result`, is the game's.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// The tags of a game: the roster, which is always complete, then others in the order they came.
///
/// What decides how the moves are read is not here but in [`crate::Game`]: `Result`, `FEN`, `SetUp` and `Variant`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    roster: [String; 6],
    others: Vec<(String, String)>,
}

/// Why a tag cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TagError {
    /// A name that is empty or holds spaces, quotation marks or brackets.
    Name(String),
    /// A tag that follows from the game: `Result`, `FEN`, `SetUp`, `Variant`.
    Reserved(&'static str),
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "{name:?} cannot be the name of a tag"),
            Self::Reserved(name) => write!(f, "the tag {name} follows from the game"),
        }
    }
}

impl std::error::Error for TagError {}

impl Default for Tags {
    /// The roster with nothing known.
    fn default() -> Self {
        let mut roster = [const { String::new() }; 6].map(|_| "?".to_owned());
        roster[2] = "????.??.??".to_owned();
        Self {
            roster,
            others: Vec::new(),
        }
    }
}

impl Tags {
    /// Tags that follow from other parts of the game.
    pub(crate) const RESERVED: [&'static str; 4] = ["Result", "FEN", "SetUp", "Variant"];

    /// The value of a tag. One of the roster that nobody set is `?`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(other, _)| *other == name)
            .map(|(_, value)| value)
    }

    /// Sets a tag, in its old place if it is there. Control characters in the value become spaces.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if let Some(reserved) = Self::RESERVED.into_iter().find(|&other| other == name) {
            return Err(TagError::Reserved(reserved));
        }
        let breaks = |c: char| c.is_whitespace() || c.is_control() || "\"[]".contains(c);
        if name.is_empty() || name.contains(breaks) {
            return Err(TagError::Name(name.chars().take(20).collect()));
        }
        let value = value.replace(char::is_control, " ");
        if let Some(index) = ROSTER.iter().position(|&other| other == name) {
            self.roster[index] = value;
        } else if let Some(tag) = self.others.iter_mut().find(|(other, _)| other == name) {
            tag.1 = value;
        } else {
            self.others.push((name.to_owned(), value));
        }
        Ok(())
    }

    /// Takes a tag off; one of the roster becomes unknown again.
    pub fn remove(&mut self, name: &str) {
        self.others.retain(|(other, _)| other != name);
        if let Some(index) = ROSTER.iter().position(|&other| other == name) {
            self.roster[index].clone_from(&Self::default().roster[index]);
        }
    }

    /// All tags, the roster first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.roster().chain(self.others())
    }

    pub(crate) fn roster(&self) -> impl Iterator<Item = (&str, &str)> {
        ROSTER
            .into_iter()
            .zip(self.roster.iter().map(String::as_str))
    }

    pub(crate) fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        self.others
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
