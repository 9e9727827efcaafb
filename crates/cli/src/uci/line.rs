//! Lines from a stream that nobody vouches for.

use std::io::{self, BufRead};

/// The longest line taken, in bytes: a game of 100,000 moves fits.
pub const LONGEST: usize = 1 << 20;

/// What came in before the next line break or the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line of text, without its end.
    Text(String),
    /// More than [`LONGEST`] bytes: dropped.
    TooLong,
    /// Not UTF-8: dropped.
    NotText,
}

/// Reads the next line; `None` at the end of the input. Never holds more than [`LONGEST`] bytes and what the reader
/// buffers, however long the line is.
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

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        // A tiny buffer, so that lines come in pieces.
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| read(&mut input).expect("memory can be read")).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn line_ends_of_every_system_and_a_last_line_without_one() {
        assert_eq!(
            lines(b"uci\r\n\nposition startpos\ngo"),
            [text("uci"), text(""), text("position startpos"), text("go")]
        );
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn what_is_no_text_is_dropped_and_the_next_line_is_read() {
        assert_eq!(lines(b"\xff\xfe\nuci\n"), [Line::NotText, text("uci")]);
    }

    #[test]
    fn a_line_is_taken_up_to_the_limit_and_dropped_above() {
        let mut bytes = vec![b'x'; LONGEST];
        bytes.extend(b"\nuci\n");
        assert_eq!(lines(&bytes)[1], text("uci"));
        assert!(matches!(&lines(&bytes)[0], Line::Text(line) if line.len() == LONGEST));
        bytes.insert(0, b'x');
        assert_eq!(lines(&bytes), [Line::TooLong, text("uci")]);
    }
}
