//! Lines of untrusted input.

use std::io::{self, BufRead};

/// The maximum length of a line in bytes: enough for a game of 100,000 moves.
pub const LONGEST: usize = 1 << 20;

/// The input up to the next line break.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line of text without its line break.
    Text(String),
    /// More than [`LONGEST`] bytes; dropped.
    TooLong,
    /// Not UTF-8; dropped.
    NotText,
}

/// Reads the next line, or `None` at the end of the input. Keeps at most [`LONGEST`] bytes in memory.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut started = false;
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            break;
        }
        started = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= bytes.len() + part.len() > LONGEST;
        if too_long {
            bytes.clear();
        } else {
            bytes.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !started {
        return Ok(None);
    }
    if too_long {
        return Ok(Some(Line::TooLong));
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(Some(
        String::from_utf8(bytes).map_or(Line::NotText, Line::Text),
    ))
}
