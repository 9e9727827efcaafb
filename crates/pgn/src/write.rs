//! Writing games in export format.

use std::fmt;
use std::io;

use chess::{Color, Position};

use crate::{Comment, Game, Line, Part, Variant};

/// The longest line of moves, in characters.
const WIDTH: usize = 79;

/// Adds a game to a file, with the empty line that parts it from the next.
pub fn append(mut file: impl io::Write, game: &Game) -> io::Result<()> {
    writeln!(file, "{game}")
}

/// The game in export format: the seven tags every game has, the others, and the moves in lines of at most 79
/// characters, of which only a word that is longer makes a longer one.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags.roster() {
            write_tag(name, value, f)?;
        }
        write_tag("Result", &self.result.to_string(), f)?;
        let is_chess960 = self.variant == Variant::Chess960;
        if is_chess960 {
            write_tag("Variant", "Chess960", f)?;
        }
        if is_chess960 || *self.start() != Position::startpos() {
            write_tag("SetUp", "1", f)?;
            write_tag("FEN", &self.start().to_string(), f)?;
        }
        for (name, value) in self.tags.others() {
            write_tag(name, value, f)?;
        }
        writeln!(f)?;
        let mut words = Words::default();
        words.line(self.main_line(), *self.start());
        words.push(&self.result.to_string());
        words.write(f)
    }
}

fn write_tag(name: &str, value: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// What stands between spaces or line breaks.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// Opening signs that stick to the next word.
    opening: String,
}

impl Words {
    fn push(&mut self, word: &str) {
        let mut whole = std::mem::take(&mut self.opening);
        whole.push_str(word);
        self.words.push(whole);
    }

    /// Adds a closing sign to the last word, or to the opening sign if there is no word in between.
    fn close(&mut self, sign: char) {
        match self.words.last_mut() {
            Some(last) if self.opening.is_empty() => last.push(sign),
            _ => self.push(&sign.to_string()),
        }
    }

    /// Variations stand inside each other no deeper than [`crate::Builder`] allows, so recursion is safe.
    fn line(&mut self, line: &Line, start: Position) {
        let mut position = start;
        // Black's move has its number only where White's does not stand right before it.
        let mut number_is_due = true;
        self.comments(&line.comments);
        for node in line.nodes() {
            let before = position;
            let number = before.fullmove_number();
            match before.side_to_move() {
                Color::White => self.push(&format!("{number}.")),
                Color::Black if number_is_due => self.push(&format!("{number}...")),
                Color::Black => {}
            }
            if position.try_play(node.played()).is_err() {
                // Only by swapping moves between games can anyone get here.
                return;
            }
            self.push(&node.played().to_san(&before));
            for nag in &node.nags {
                self.push(&format!("${nag}"));
            }
            self.comments(&node.comments);
            for variation in node.variations() {
                self.opening.push('(');
                self.line(variation, before);
                self.close(')');
            }
            self.comments(&node.later_comments);
            number_is_due = !(node.comments.is_empty()
                && node.variations().is_empty()
                && node.later_comments.is_empty());
        }
    }

    fn comments(&mut self, comments: &[Comment]) {
        for comment in comments {
            self.opening.push('{');
            for part in comment.parts() {
                match part {
                    Part::Text(text) => text.split(' ').for_each(|word| self.push(word)),
                    Part::Command(command) => self.push(&command.to_string()),
                }
            }
            self.close('}');
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut column = 0;
        for word in &self.words {
            let length = word.chars().count();
            // A line that begins with % would be left out by readers.
            if column > 0 && column + 1 + length > WIDTH && !word.starts_with('%') {
                writeln!(f)?;
                column = 0;
            } else if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(word)?;
            column += length;
        }
        writeln!(f)
    }
}
