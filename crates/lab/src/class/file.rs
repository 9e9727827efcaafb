//! What a class is: students with their programs, what they are graded by, and what they play. A small file that a teacher
//! writes.

use std::path::Path;
use std::{fmt, fs};

use games::GameKind;
use games::nearest::quote;
use players::program::Program;
use players::registry;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// A class.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// What it is called on paper.
    pub title: String,
    /// The assignment that every program is graded by: a name or a file; nobody is graded unless given.
    #[serde(default)]
    pub assignment: Option<String>,
    /// Milliseconds a move in the assignment's games against baselines; as the assignment says unless given.
    #[serde(default)]
    pub baseline_movetime: Option<u64>,
    /// Where questions and openings come from.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// What a program may take of the machine.
    #[serde(default)]
    pub limits: ClassLimits,
    /// The games that are played; none unless given.
    #[serde(default)]
    pub tournament: Option<Tournament>,
    /// The students.
    #[serde(rename = "student")]
    pub students: Vec<Student>,
}

/// What a program may take of the machine, where its own spec does not say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClassLimits {
    /// Mebibytes of memory; 1024 unless given.
    pub memory: Option<u64>,
    /// Processes at a time; 16 unless given.
    pub processes: Option<u64>,
}

/// Everybody plays everybody, and the baselines.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// The game.
    #[serde(deserialize_with = "game_kind")]
    pub game: GameKind,
    /// Games for each two players; an even number.
    #[serde(default = "two_games")]
    pub games: u64,
    /// Milliseconds a move.
    #[serde(default = "a_second")]
    pub movetime: u64,
    /// Plies to look ahead at most; no such limit unless given.
    #[serde(default)]
    pub depth: Option<u32>,
    /// Games that are longer are drawn.
    #[serde(default = "long_game")]
    pub max_plies: u32,
    /// The players of this program that play along; those of the game, or chance alone, unless given.
    #[serde(default)]
    pub baselines: Option<Vec<String>>,
}

/// A student.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Student {
    /// Who.
    pub name: String,
    /// The program, as `espalier grade` takes it.
    pub program: String,
}

const fn first_seed() -> u64 {
    1
}

const fn two_games() -> u64 {
    2
}

const fn a_second() -> u64 {
    1_000
}

const fn long_game() -> u32 {
    400
}

fn game_kind<'de, D: Deserializer<'de>>(from: D) -> Result<GameKind, D::Error> {
    let name = String::deserialize(from)?;
    name.parse().map_err(D::Error::custom)
}

/// Why a class cannot be held. One sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassError(pub(super) String);

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ClassError {}

impl ClassError {
    /// A sentence about something.
    pub(super) fn new(reason: impl fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

impl Class {
    /// Reads the file of a class. Programs are looked for beside it.
    pub fn open(path: &Path) -> Result<Self, ClassError> {
        let name = path.display();
        let text = fs::read_to_string(path)
            .map_err(|error| ClassError(format!("cannot read {name}: {error}")))?;
        let mut class =
            Self::read(&text).map_err(|error| ClassError(format!("{name}: {error}")))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for student in &mut class.students {
            student.program = beside(folder, &student.program);
        }
        if let Some(assignment) = &mut class.assignment {
            let file = folder.join(&*assignment);
            if assignment.ends_with(".toml") && file.is_file() {
                *assignment = file.display().to_string();
            }
        }
        Ok(class)
    }

    /// Reads the text of a class.
    pub fn read(text: &str) -> Result<Self, ClassError> {
        let class: Self = crate::settings_file::read(text).map_err(ClassError)?;
        match class.fault() {
            Some(fault) => Err(ClassError(fault)),
            None => Ok(class),
        }
    }

    /// What is wrong with it though it can be read.
    fn fault(&self) -> Option<String> {
        if self.students.is_empty() {
            return Some("a class needs at least one [[student]]".to_owned());
        }
        if self.assignment.is_none() && self.tournament.is_none() {
            return Some(
                "a class needs an assignment = \"NAME\", a [tournament], or both".to_owned(),
            );
        }
        for (index, student) in self.students.iter().enumerate() {
            let name = student.name.trim();
            if name.is_empty() || name.chars().any(char::is_control) {
                return Some(format!("student {} has no name", index + 1));
            }
            let before = &self.students[..index];
            if before.iter().any(|other| other.name.trim() == name) {
                return Some(format!("two students are called {}", quote(name)));
            }
        }
        if self.baseline_movetime == Some(0) {
            return Some("baseline_movetime is a number of milliseconds from 1".to_owned());
        }
        self.tournament.as_ref()?.fault()
    }
}

impl Tournament {
    fn fault(&self) -> Option<String> {
        if self.games < 2 || self.games > 1_000 || !self.games.is_multiple_of(2) {
            return Some(format!(
                "each two players play an even number of games, from 2 to 1000, not {}",
                self.games
            ));
        }
        if !(1..=3_600_000).contains(&self.movetime) {
            return Some(format!(
                "a move takes from 1 to 3600000 milliseconds, not {}",
                self.movetime
            ));
        }
        if self.depth == Some(0) || self.max_plies == 0 {
            return Some("depth and max_plies are numbers from 1".to_owned());
        }
        self.baselines().iter().find_map(|spec| {
            let error = registry::parse(spec).err()?;
            Some(format!("the baseline {}: {error}", quote(spec)))
        })
    }

    /// The players of this program that play along.
    #[must_use]
    pub fn baselines(&self) -> Vec<String> {
        if let Some(given) = &self.baselines {
            return given.clone();
        }
        let named: Vec<String> = registry::baselines(self.game).map(str::to_owned).collect();
        match named.is_empty() {
            true => vec!["random".to_owned()],
            false => named,
        }
    }
}

/// A program with the paths in it that name something beside the class file.
fn beside(folder: &Path, text: &str) -> String {
    let found = |name: &str| {
        let path = folder.join(name);
        path.is_file().then(|| path.display().to_string())
    };
    match Program::parse(text) {
        Some(Ok(mut program)) => {
            program.path = found(&program.path).unwrap_or(program.path);
            for arg in &mut program.args {
                if let Some(path) = found(arg) {
                    *arg = path;
                }
            }
            program.to_string()
        }
        _ => found(text.trim()).unwrap_or_else(|| text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: &str = "[[student]]\nname = \"Ada\"\nprogram = \"random\"\n";

    #[test]
    fn what_is_missing_or_wrong_is_said() {
        for (text, reason) in [
            (
                "title = \"T\"\nassignment = \"minimax\"\nstudent = []",
                "at least one [[student]]",
            ),
            (&format!("title = \"T\"\n{ADA}"), "a [tournament], or both"),
            (
                &format!("title = \"T\"\nassignment = \"minimax\"\n{ADA}{ADA}"),
                "two students are called \"Ada\"",
            ),
            (
                &format!("title = \"T\"\nnonsense = 1\n{ADA}"),
                "line 2: unknown field",
            ),
            (
                &format!("title = \"T\"\n{ADA}[tournament]\ngame = \"go\""),
                "go",
            ),
            (
                &format!("title = \"T\"\n{ADA}[tournament]\ngame = \"chess\"\ngames = 3"),
                "an even number of games",
            ),
            (
                &format!(
                    "title = \"T\"\n{ADA}[tournament]\ngame = \"chess\"\nbaselines = [\"nobody\"]"
                ),
                "no player is called \"nobody\"",
            ),
        ] {
            let error = Class::read(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn a_small_file_is_enough() {
        let text = format!("title = \"T\"\n{ADA}[tournament]\ngame = \"minichess\"\n");
        let class = Class::read(&text).expect("a class");
        let tournament = class.tournament.expect("a tournament");
        assert_eq!((tournament.games, tournament.movetime), (2, 1_000));
        assert_eq!(tournament.baselines().len(), 5);
        assert_eq!(class.students[0].name, "Ada");
    }

    #[test]
    fn programs_are_looked_for_beside_the_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let here = |name: &str| folder.join(name).display().to_string();
        assert_eq!(beside(&folder, "lib.rs"), here("lib.rs"));
        assert_eq!(
            beside(&folder, "script:python3,arg=lib.rs,arg=-v"),
            format!("script:python3,arg={},arg=-v", here("lib.rs"))
        );
        assert_eq!(beside(&folder, "alphabeta:depth=3"), "alphabeta:depth=3");
    }
}
