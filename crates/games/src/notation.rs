//! Common parts of the notations of all games.

use std::fmt;

/// Why a text cannot be read: the wrong part, what was found, what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The part of the text, such as "side to move".
    pub part: &'static str,
    /// The text that was found.
    pub found: String,
    /// The expected text.
    pub expected: String,
}

impl NotationError {
    pub(crate) fn new(
        part: &'static str,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self {
            part,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// Returns the error of a text that cannot be read.
pub(crate) fn bad<T>(
    part: &'static str,
    found: impl Into<String>,
    expected: impl Into<String>,
) -> Result<T, NotationError> {
    Err(NotationError::new(part, found, expected))
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "bad {}: found `{}`, expected {}",
            self.part, self.found, self.expected
        )
    }
}

impl std::error::Error for NotationError {}

/// Writes the name of a square: a letter for the column, a number for the line.
pub(crate) fn square_name(column: usize, line: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, line)
}

/// Reads the name of a square on a board of this size. Returns column and line, both from 0.
pub(crate) fn read_square(
    text: &str,
    columns: usize,
    lines: usize,
) -> Result<(usize, usize), NotationError> {
    let error = || {
        let last = square_name(columns - 1, lines);
        NotationError::new(
            "square",
            text,
            format!("a column and a line, from a1 to {last}"),
        )
    };
    let &[column, line] = text.to_ascii_lowercase().as_bytes() else {
        return Err(error());
    };
    let column = usize::from(column.wrapping_sub(b'a'));
    let line = usize::from(line.wrapping_sub(b'1'));
    if column < columns && line < lines {
        Ok((column, line))
    } else {
        Err(error())
    }
}
