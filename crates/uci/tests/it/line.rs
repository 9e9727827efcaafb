//! Reading of untrusted lines.

use std::io::BufReader;

use uci::line::{LONGEST, Line, read};

fn lines(bytes: &[u8]) -> Vec<Line> {
    // The buffer is smaller than a line.
    let mut input = BufReader::with_capacity(7, bytes);
    std::iter::from_fn(|| read(&mut input).expect("memory can be read")).collect()
}

fn text(text: &str) -> Line {
    Line::Text(text.to_owned())
}

#[test]
fn all_line_ends_are_read() {
    assert_eq!(
        lines(b"uci\r\n\nposition startpos\ngo"),
        [text("uci"), text(""), text("position startpos"), text("go")]
    );
    assert_eq!(lines(b""), []);
}

#[test]
fn invalid_utf8_is_dropped() {
    assert_eq!(lines(b"\xff\xfe\nuci\n"), [Line::NotText, text("uci")]);
}

#[test]
fn lines_above_the_limit_are_dropped() {
    let mut bytes = vec![b'x'; LONGEST];
    bytes.extend(b"\nuci\n");
    assert_eq!(lines(&bytes)[1], text("uci"));
    assert!(matches!(&lines(&bytes)[0], Line::Text(line) if line.len() == LONGEST));
    bytes.insert(0, b'x');
    assert_eq!(lines(&bytes), [Line::TooLong, text("uci")]);
}
