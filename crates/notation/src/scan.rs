//! Splits a file into tags and tokens.
//!
//! A game is any number of tags, then moves up to an empty line or a line that begins with `[`. Lines that begin with
//! `%` are skipped. Bytes are UTF-8, or else Latin-1, the encoding of the standard of 1994.

use std::io::{self, BufRead, BufReader, Read};

use games::GameResult;

use crate::{ErrorKind, Limit, Limits};

/// The longest word in place of a move, in bytes.
const LONGEST_WORD: usize = 64;

/// A token of the move text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// A word in place of a move.
    Move(String),
    /// A glyph.
    Nag(u8),
    /// The text between braces, or after `;`.
    Comment(String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `1-0`, `*` and so on.
    Result(Option<GameResult>),
    /// The end of the game.
    End,
}

/// A scanner with one byte of lookahead.
pub(crate) struct Scanner<R> {
    input: BufReader<R>,
    limits: Limits,
    at_beginning: bool,
}

type Scanned<T> = Result<T, ErrorKind>;

impl<R: Read> Scanner<R> {
    pub(crate) fn new(reader: R, limits: Limits) -> Self {
        Self {
            input: BufReader::new(reader),
            limits,
            at_beginning: true,
        }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn bump(&mut self) {
        self.input.consume(1);
    }

    /// Skips bytes up to one of `stops`, which is not consumed.
    fn skip_to(&mut self, stops: &[u8]) -> io::Result<Option<u8>> {
        loop {
            match self.peek()? {
                Some(byte) if !stops.contains(&byte) => self.bump(),
                stop => return Ok(stop),
            }
        }
    }

    /// Reads bytes up to one of `stops`, which is not consumed. Returns `None` for more than `most` bytes, which are skipped.
    fn take_to(&mut self, stops: &[u8], most: usize) -> io::Result<(Option<Vec<u8>>, Option<u8>)> {
        let mut bytes = Vec::new();
        let mut fits = true;
        loop {
            match self.peek()? {
                Some(byte) if !stops.contains(&byte) => {
                    self.bump();
                    fits &= bytes.len() < most;
                    if fits {
                        bytes.push(byte);
                    }
                }
                stop => return Ok((fits.then_some(bytes), stop)),
            }
        }
    }

    /// Skips empty lines and lines that begin with `%`.
    fn skip_space(&mut self, mut line_begins: bool) -> io::Result<()> {
        while let Some(byte) = self.peek()? {
            match byte {
                b'%' if line_begins => _ = self.skip_to(b"\n")?,
                b' ' | b'\t' | b'\r' | b'\n' => {
                    line_begins = byte == b'\n';
                    self.bump();
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// Skips to the next game and returns whether there is one.
    pub(crate) fn next_game(&mut self) -> io::Result<bool> {
        if std::mem::take(&mut self.at_beginning) {
            for byte in *b"\xEF\xBB\xBF" {
                if self.peek()? != Some(byte) {
                    break;
                }
                self.bump();
            }
        }
        self.skip_space(true)?;
        Ok(self.peek()?.is_some())
    }

    /// Reads the next tag, if there is one. After an error the scanner is after the line.
    pub(crate) fn tag(&mut self) -> Scanned<Option<(String, String)>> {
        while self.peek()? == Some(b'[') {
            self.bump();
            let tag = self.rest_of_tag();
            let line_begins = match self.skip_to(b"]\n")? {
                Some(byte) => {
                    self.bump();
                    byte == b'\n'
                }
                None => false,
            };
            self.skip_space(line_begins)?;
            let tag = tag?;
            if !tag.0.is_empty() {
                return Ok(Some(tag));
            }
        }
        Ok(None)
    }

    fn rest_of_tag(&mut self) -> Scanned<(String, String)> {
        let most = self.limits.tag;
        let (name, stop) = self.take_to(b"\"]\n", most)?;
        let mut value = Vec::new();
        if stop == Some(b'"') {
            self.bump();
            loop {
                let Some(byte) = self.peek()? else {
                    return Err(ErrorKind::Syntax("a tag is not closed".to_owned()));
                };
                if byte == b'\n' {
                    break;
                }
                self.bump();
                match (byte, self.peek()?) {
                    (b'"', _) => break,
                    (b'\\', Some(next @ (b'"' | b'\\'))) => {
                        self.bump();
                        value.push(next);
                    }
                    _ => value.push(byte),
                }
                if value.len() > most {
                    // The rest of the line is skipped.
                    self.skip_to(b"\n")?;
                    break;
                }
            }
        } else if stop.is_none() {
            return Err(ErrorKind::Syntax("a tag is not closed".to_owned()));
        }
        match name {
            Some(name) if name.len() + value.len() <= most => {
                Ok((decode(&name).trim().to_owned(), decode(&value)))
            }
            _ => Err(Limit::Tag(most).into()),
        }
    }

    /// Reads the next token of the move text.
    pub(crate) fn token(&mut self) -> Scanned<Token> {
        while let Some(byte) = self.peek()? {
            if is_word(byte) {
                let word = self.word()?;
                // "e.p." is a remark; an `e` alone is a column.
                if word == "e" && self.peek()? == Some(b'.') {
                    continue;
                }
                match classify(&word) {
                    Some(token) => return Ok(token),
                    None => continue,
                }
            }
            self.bump();
            match byte {
                b'\n' if self.line_ends_game()? => return Ok(Token::End),
                b'{' => return self.comment(b'}'),
                b';' => match self.comment(b'\n')? {
                    Token::Comment(text) if text.trim().is_empty() => {}
                    comment => return Ok(comment),
                },
                b'}' => {
                    let message = "a closing brace has no opening brace";
                    return Err(ErrorKind::Syntax(message.to_owned()));
                }
                b'(' => return Ok(Token::Open),
                b')' => return Ok(Token::Close),
                b'*' => return Ok(Token::Result(None)),
                b'!' | b'?' => return Ok(Token::Nag(self.mark(byte)?)),
                b'$' => {
                    let number = decode(&self.raw_word()?.unwrap_or_default());
                    // The standard has no glyph above 255.
                    if let Ok(nag) = number.parse() {
                        return Ok(Token::Nag(nag));
                    }
                }
                _ => {}
            }
        }
        Ok(Token::End)
    }

    /// Returns whether the game ends at this line break.
    fn line_ends_game(&mut self) -> io::Result<bool> {
        Ok(match self.peek()? {
            Some(b'[' | b'\n') => true,
            Some(b'%') => {
                self.skip_to(b"\n")?;
                false
            }
            Some(b'\r') => {
                self.bump();
                self.peek()? == Some(b'\n')
            }
            _ => false,
        })
    }

    fn comment(&mut self, end: u8) -> Scanned<Token> {
        let most = self.limits.comment;
        let (text, stop) = self.take_to(&[end], most)?;
        if end == b'}' {
            if stop.is_none() {
                return Err(ErrorKind::Syntax("a comment is not closed".to_owned()));
            }
            self.bump();
        }
        match text {
            Some(text) => Ok(Token::Comment(decode(&text))),
            None => Err(Limit::Comment(most).into()),
        }
    }

    /// Reads the rest of `!`, `?`, `!!`, `??`, `!?` or `?!` after its first character.
    fn mark(&mut self, first: u8) -> io::Result<u8> {
        let second = self.peek()?.filter(|byte| matches!(byte, b'!' | b'?'));
        if second.is_some() {
            self.bump();
        }
        Ok(match (first, second) {
            (b'!', None) => 1,
            (_, None) => 2,
            (b'!', Some(b'!')) => 3,
            (b'!', Some(_)) => 5,
            (_, Some(b'!')) => 6,
            (_, Some(_)) => 4,
        })
    }

    fn word(&mut self) -> Scanned<String> {
        match self.raw_word()? {
            Some(bytes) => Ok(decode(&bytes)),
            None => Err(ErrorKind::Syntax(format!(
                "a word of more than {LONGEST_WORD} bytes in place of a move"
            ))),
        }
    }

    /// Reads the bytes of a word. Returns `None` if the word is too long.
    fn raw_word(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let mut fits = true;
        while let Some(byte) = self.peek()?.filter(|&byte| is_word(byte)) {
            self.bump();
            // A no-break space, as copied from web pages.
            if byte == 0xC2 && self.peek()? == Some(0xA0) {
                self.bump();
                break;
            }
            fits &= bytes.len() < LONGEST_WORD;
            if fits {
                bytes.push(byte);
            }
        }
        Ok(fits.then_some(bytes))
    }

    /// Skips to the end of this game, tags included.
    pub(crate) fn skip_game(&mut self) -> io::Result<()> {
        loop {
            match self.tag() {
                Ok(None) => break,
                Err(ErrorKind::Io(error)) => return Err(error),
                _ => {}
            }
        }
        self.skip_moves()
    }

    /// Skips to the end of this game, from the move text on.
    pub(crate) fn skip_moves(&mut self) -> io::Result<()> {
        loop {
            match self.token() {
                Ok(Token::End) => return Ok(()),
                Err(ErrorKind::Io(error)) => return Err(error),
                _ => {}
            }
        }
    }
}

const fn is_word(byte: u8) -> bool {
    !matches!(
        byte,
        b' ' | b'\t'
            | b'\n'
            | b'\r'
            | b'{'
            | b'}'
            | b'('
            | b')'
            | b'!'
            | b'?'
            | b'$'
            | b';'
            | b'.'
            | b'*'
    )
}

fn decode(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// Classifies a word. Returns `None` for move numbers and remarks.
fn classify(word: &str) -> Option<Token> {
    let word = word.replace(['–', '—'], "-");
    if let Some(result) = GameResult::from_text(&word) {
        return Some(Token::Result(Some(result)));
    }
    match word.as_str() {
        "1/2" | "½-½" | "½" => return Some(Token::Result(Some(GameResult::Draw))),
        // "ep" or the rest of "e.p.", novelty and diagram marks.
        "p" | "ep" | "N" | "TN" | "D" => return None,
        "--" => return Some(Token::Move(word)),
        _ => {}
    }
    // Assessments, such as +- or =.
    if !word.contains(char::is_alphanumeric) {
        return None;
    }
    let castles = word.starts_with("0-0");
    let word = match castles {
        true => word.as_str(),
        false => word.trim_start_matches(|c: char| c.is_ascii_digit()),
    };
    (!word.is_empty()).then(|| Token::Move(word.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let mut scanner = Scanner::new(text.as_bytes(), Limits::default());
        let mut tokens = Vec::new();
        loop {
            match scanner.token().expect("valid text") {
                Token::End => return tokens,
                token => tokens.push(token),
            }
        }
    }

    #[test]
    fn moves_glyphs_and_comments_are_separate_tokens() {
        let played = |text: &str| Token::Move(text.to_owned());
        let comment = |text: &str| Token::Comment(text.to_owned());
        let table = [
            ("1.f5 12... e4", vec![played("f5"), played("e4")]),
            ("1e4", vec![played("e4")]),
            (
                "e4!?$10 e5??",
                vec![
                    played("e4"),
                    Token::Nag(5),
                    Token::Nag(10),
                    played("e5"),
                    Token::Nag(4),
                ],
            ),
            (
                "0-0 0-0-0+ O–O",
                vec![played("0-0"), played("0-0-0+"), played("O-O")],
            ),
            ("1-0", vec![Token::Result(Some(GameResult::First))]),
            ("0–1", vec![Token::Result(Some(GameResult::Second))]),
            ("½-½", vec![Token::Result(Some(GameResult::Draw))]),
            ("*", vec![Token::Result(None)]),
            ("exd6 e.p. +- ∞ N", vec![played("exd6")]),
            ("1. d e 2. e", vec![played("d"), played("e"), played("e")]),
            (
                "a ; to the end\nb;\nc",
                vec![
                    played("a"),
                    comment(" to the end"),
                    played("b"),
                    played("c"),
                ],
            ),
            ("a\n%left out\nb", vec![played("a"), played("b")]),
            (
                "({x\n\ny}a)",
                vec![Token::Open, comment("x\n\ny"), played("a"), Token::Close],
            ),
            ("1.\u{a0}a\u{a0}b", vec![played("a"), played("b")]),
            ("$999 $x a", vec![played("a")]),
            ("a\r\n\r\nb", vec![played("a")]),
            ("pass --", vec![played("pass"), played("--")]),
        ];
        for (text, expected) in table {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }

    #[test]
    fn malformed_tags_are_read_as_far_as_possible() {
        let table = [
            ("[A \"1\"][B \"2\"]\n", vec![("A", "1"), ("B", "2")]),
            (r#"[A "a \"b\" \\ \n \"]"#, vec![]),
            (
                "[A \"a \\\"b\\\" \\\\ \\n\"]",
                vec![("A", "a \"b\" \\ \\n")],
            ),
            (
                "[A \"open\n[B \"2\" odd]\n",
                vec![("A", "open"), ("B", "2")],
            ),
            ("[Odd]\n[]\n[Odd two]\n", vec![("Odd", ""), ("Odd two", "")]),
            ("\u{feff}%x\n\n [A \"\"]", vec![("A", "")]),
        ];
        for (text, expected) in table {
            let mut scanner = Scanner::new(text.as_bytes(), Limits::default());
            assert!(scanner.next_game().expect("no error"));
            let mut found = Vec::new();
            while let Ok(Some(tag)) = scanner.tag() {
                found.push(tag);
            }
            let found: Vec<_> = found
                .iter()
                .map(|(a, b)| (a.as_str(), b.as_str()))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
