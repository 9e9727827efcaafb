//! TOML files that teachers write.

use std::fmt::{self, Display};
use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;

/// The error of a file or of a class, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(String);

impl Error {
    pub(crate) fn new(reason: impl Display) -> Self {
        Self(reason.to_string())
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// A kind of file.
pub(crate) trait SettingsFile: DeserializeOwned {
    /// Returns the first invalid value, in a sentence.
    fn fault(&self) -> Option<String>;

    /// Parses a file. A syntax error begins with its line.
    fn read(text: &str) -> Result<Self, Error> {
        let file: Self = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| {
                let before = &text.as_bytes()[..span.start.min(text.len())];
                1 + before.iter().filter(|&&byte| byte == b'\n').count()
            });
            let reason = error.message().trim().replace('\n', ", ");
            Error::new(format_args!("line {line}: {reason}"))
        })?;
        match file.fault() {
            Some(fault) => Err(Error(fault)),
            None => Ok(file),
        }
    }

    /// Reads and parses a file.
    fn open(path: &Path) -> Result<Self, Error> {
        let name = path.display();
        let text = fs::read_to_string(path)
            .map_err(|error| Error::new(format_args!("cannot read {name}: {error}")))?;
        Self::read(&text).map_err(|error| Error::new(format_args!("{name}: {error}")))
    }
}
