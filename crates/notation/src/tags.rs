//! Tags of games.

use std::fmt;

/// The first six tags of the seven tag roster, in order. The seventh, `Result`, is a field of the game.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// The tags of a game: the complete roster, then other tags in the order in which they were set.
///
/// `Result`, `FEN`, `SetUp` and `Variant` are not tags here but fields of [`crate::Game`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    roster: [String; 6],
    others: Vec<(String, String)>,
}

/// Why a tag cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TagError {
    /// The name is empty or has spaces, quotation marks or brackets.
    Name(String),
    /// The tag is determined by the game: `Result`, `FEN`, `SetUp`, `Variant`.
    Reserved(&'static str),
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "{name:?} cannot be the name of a tag"),
            Self::Reserved(name) => write!(f, "the tag {name} is determined by the game"),
        }
    }
}

impl std::error::Error for TagError {}

impl Default for Tags {
    /// Returns the roster with unknown values.
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
    /// Tags that are determined by other parts of the game.
    pub(crate) const RESERVED: [&'static str; 4] = ["Result", "FEN", "SetUp", "Variant"];

    /// Returns the value of a tag. An unset tag of the roster is `?`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(other, _)| *other == name)
            .map(|(_, value)| value)
    }

    /// Sets a tag. An existing tag keeps its place. Control characters in the value become spaces.
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

    /// Removes a tag. A tag of the roster becomes `?`.
    pub fn remove(&mut self, name: &str) {
        self.others.retain(|(other, _)| other != name);
        if let Some(index) = ROSTER.iter().position(|&other| other == name) {
            self.roster[index].clone_from(&Self::default().roster[index]);
        }
    }

    /// Returns all tags, the roster first.
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
