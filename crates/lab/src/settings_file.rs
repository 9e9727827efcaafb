//! Small files that teachers write, read as TOML: an error says in which line, in one sentence.

use serde::de::DeserializeOwned;

/// Reads a text.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    toml::from_str(text).map_err(|error| {
        // The first line says what; the place is said in words and not drawn.
        let line = error.span().map_or(1, |span| {
            let before = &text.as_bytes()[..span.start.min(text.len())];
            1 + before.iter().filter(|&&byte| byte == b'\n').count()
        });
        let reason = error.message().trim().replace('\n', ", ");
        format!("line {line}: {reason}")
    })
}
