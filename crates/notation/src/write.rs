//! Writes games in export format.

use std::fmt;
use std::io;

use games::{BoardGame, Chess};
use gametree::Side;

use crate::{Comment, Game, Line, Part, Variant, game::step};

/// The longest line of moves, in characters.
const WIDTH: usize = 79;

/// Appends a game to a file, with the empty line that separates it from the next.
pub fn append<G: BoardGame>(mut file: impl io::Write, game: &Game<G>) -> io::Result<()> {
    writeln!(file, "{game}")
}

/// The game in export format: the seven tag roster, other tags, and the moves in lines of at most 79 characters, unless a
/// single word is longer.
impl<G: BoardGame> fmt::Display for Game<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags.roster() {
            write_tag(name, value, f)?;
        }
        let result = self.result_text();
        write_tag("Result", result, f)?;
        let variant = match self.variant {
            Variant::Chess960 => Some("Chess960"),
            Variant::Standard if G::ID == Chess::ID => None,
            Variant::Standard => Some(G::ID.name()),
        };
        if let Some(name) = variant {
            write_tag("Variant", name, f)?;
        }
        let rules = self.rules();
        // Chess960 has no default start position.
        if self.variant == Variant::Chess960 || *self.start() != rules.start() {
            write_tag("SetUp", "1", f)?;
            write_tag("FEN", &rules.write_position(self.start()), f)?;
        }
        for (name, value) in self.tags.others() {
            write_tag(name, value, f)?;
        }
        writeln!(f)?;
        let mut words = Words::default();
        words.line(rules, self.main_line(), self.start().clone(), 0);
        words.push(result);
        words.write(f)
    }
}

fn write_tag(name: &str, value: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// Words, joined by spaces or line breaks.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// Opening signs to be joined to the next word.
    opening: String,
}

impl Words {
    fn push(&mut self, word: &str) {
        let mut whole = std::mem::take(&mut self.opening);
        whole.push_str(word);
        self.words.push(whole);
    }

    /// Joins a closing sign to the last word, or to the opening sign if there is no word in between.
    fn close(&mut self, sign: char) {
        match self.words.last_mut() {
            Some(last) if self.opening.is_empty() => last.push(sign),
            _ => self.push(&sign.to_string()),
        }
    }

    /// Writes a line. Recursion is safe, because [`crate::Builder`] limits the nesting of variations.
    fn line<G: BoardGame>(
        &mut self,
        rules: &G,
        line: &Line<G::Move>,
        mut state: G::State,
        mut plies: usize,
    ) {
        // The move of the second side has a number unless it directly follows the move of the first.
        let mut number_is_due = true;
        self.comments(&line.comments);
        for node in line.nodes() {
            let before = state.clone();
            let number = rules.number(&before, plies);
            match rules.side(&before) {
                Side::First => self.push(&format!("{number}.")),
                Side::Second if number_is_due => self.push(&format!("{number}...")),
                Side::Second => {}
            }
            if step(rules, &mut state, node.played()).is_err() {
                // Only nodes that were swapped between games can be illegal.
                return;
            }
            self.push(&rules.display_move(&before, node.played()));
            for nag in &node.nags {
                self.push(&format!("${nag}"));
            }
            self.comments(&node.comments);
            for variation in node.variations() {
                self.opening.push('(');
                self.line(rules, variation, before.clone(), plies);
                self.close(')');
            }
            self.comments(&node.later_comments);
            plies += 1;
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
            // Readers skip lines that begin with %.
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
