//! Comments: text and commands.

use std::fmt;
use std::time::Duration;

use crate::{Command, Eval};

/// A part of a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Words with single spaces between them.
    Text(String),
    /// A command such as `[%clk 0:00:30]`.
    Command(Command),
}

/// A comment in normal form: it reads back unchanged.
///
/// PGN cannot escape a closing brace inside a comment, so it becomes a closing parenthesis. Line breaks and other control
/// characters become spaces, and repeated spaces become one.
///
/// ```
/// use gametree::Value;
/// use notation::Comment;
/// let comment = Comment::new("sharp [%eval -1.5,20] play\n[%clk 0:01:05]");
/// assert_eq!(comment.text(), "sharp play");
/// assert_eq!(comment.eval().unwrap().value, Value::Centipawns(-150));
/// assert_eq!(comment.to_string(), "sharp [%eval -1.50,20] play [%clk 0:01:05]");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comment {
    parts: Vec<Part>,
}

impl Comment {
    /// Parses the text between the braces.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let text = normalize(text);
        let mut parts = Vec::new();
        let push_text = |parts: &mut Vec<Part>, text: &str| {
            let text = text.trim_matches(' ');
            if !text.is_empty() {
                parts.push(Part::Text(text.to_owned()));
            }
        };
        // Text before `done` is in a part already; the next command is searched from `at`.
        let (mut done, mut at) = (0, 0);
        while let Some(found) = text[at..].find("[%") {
            let start = at + found;
            at = start + 2;
            if let Some((command, length)) = find_command(&text[at..]) {
                push_text(&mut parts, &text[done..start]);
                parts.push(Part::Command(command));
                at += length;
                done = at;
            }
        }
        push_text(&mut parts, &text[done..]);
        Self { parts }
    }

    /// Appends a command.
    #[must_use]
    pub fn with(&self, command: &Command) -> Self {
        Self::new(&format!("{self} {command}"))
    }

    /// Returns the parts in order.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the text without the commands.
    #[must_use]
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Text(text) => Some(text.as_str()),
                Part::Command(_) => None,
            })
            .collect();
        texts.join(" ")
    }

    /// Returns the commands in order.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.parts.iter().filter_map(|part| match part {
            Part::Command(command) => Some(command),
            Part::Text(_) => None,
        })
    }

    /// Returns the evaluation, if the comment gives one.
    #[must_use]
    pub fn eval(&self) -> Option<Eval> {
        self.commands().find_map(|command| match command {
            Command::Eval(eval) => Some(*eval),
            _ => None,
        })
    }

    /// Returns the time on the clock, if the comment gives one.
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        self.commands().find_map(|command| match command {
            Command::Clock(time) => Some(*time),
            _ => None,
        })
    }
}

/// The text between the braces.
impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.parts.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            match part {
                Part::Text(text) => f.write_str(text)?,
                Part::Command(command) => write!(f, "{command}")?,
            }
        }
        Ok(())
    }
}

/// Replaces closing braces, control characters and repeated spaces.
fn normalize(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '}' => line.push(')'),
            _ if letter == ' ' || letter.is_control() => {
                if !line.is_empty() && !line.ends_with(' ') {
                    line.push(' ');
                }
            }
            _ => line.push(letter),
        }
    }
    line
}

/// Reads a command after its `[%`. Also returns its length including the closing bracket.
fn find_command(text: &str) -> Option<(Command, usize)> {
    let end = text.find(['[', ']'])?;
    if !text[end..].starts_with(']') {
        return None;
    }
    let (name, value) = text[..end].split_once(' ').unwrap_or((&text[..end], ""));
    let is_name = |name: &str| {
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    is_name(name).then(|| (Command::parse(name, value.trim_matches(' ')), end + 1))
}
