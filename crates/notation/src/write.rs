//! Writing games in export format.

use std::fmt;
use std::io;

use games::{BoardGame, GameKind, GameResult};
use gametree::Player;

use crate::{Comment, Game, Line, Part, Variant, game::step};

/// The longest line of moves, in characters.
const WIDTH: usize = 79;

/// Adds a game to a file, with the empty line that parts it from the next.
pub fn append<G: BoardGame>(mut file: impl io::Write, game: &Game<G>) -> io::Result<()> {
    writeln!(file, "{game}")
}

/// The game in export format: the seven tags every game has, the others, and the moves in lines of at most 79
/// characters, of which only a word that is longer makes a longer one.
impl<G: BoardGame> fmt::Display for Game<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags.roster() {
            write_tag(name, value, f)?;
        }
        let result = self.result.map_or("*", GameResult::text);
        write_tag("Result", result, f)?;
        let variant = match (G::KIND, self.variant) {
            (GameKind::Chess, Variant::Standard) => None,
            (GameKind::Chess, Variant::Chess960) => Some("Chess960"),
            (other, _) => Some(other.name()),
        };
        if let Some(name) = variant {
            write_tag("Variant", name, f)?;
        }
        let rules = self.rules();
        // In Chess960 no start is the usual one.
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
    fn line<G: BoardGame>(
        &mut self,
        rules: &G,
        line: &Line<G::Move>,
        mut state: G::State,
        mut plies: usize,
    ) {
        // The second side's move has its number only where the first side's does not stand right before it.
        let mut number_is_due = true;
        self.comments(&line.comments);
        for node in line.nodes() {
            let before = state.clone();
            let number = rules.number(&before, plies);
            match rules.side(&before) {
                Player::First => self.push(&format!("{number}.")),
                Player::Second if number_is_due => self.push(&format!("{number}...")),
                Player::Second => {}
            }
            if step(rules, &mut state, node.played()).is_err() {
                // Only by swapping moves between games can anyone get here.
                return;
            }
            self.push(&rules.people_move(&before, node.played()));
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
