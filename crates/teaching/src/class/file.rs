//! The class file: students with their programs, the assignment, and the tournament.

use std::path::Path;

use games::GameId;
use games::nearest::quote;
use players::{Registry, Submissions, builtin};
use serde::Deserialize;

use crate::Error;
use crate::settings_file::SettingsFile;

/// A class.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// Its title.
    pub title: String,
    /// The assignment, a name or a file; `None` for a class without grading.
    #[serde(default)]
    pub assignment: Option<String>,
    /// Milliseconds a move in the assignment's games against baselines; `None` for those of the assignment.
    #[serde(default)]
    pub baseline_movetime: Option<u64>,
    /// The seed of questions and openings.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// The limits of a program.
    #[serde(default)]
    pub limits: ClassLimits,
    /// The tournament, if there is one.
    #[serde(default)]
    pub tournament: Option<Tournament>,
    /// The students.
    #[serde(rename = "student")]
    pub students: Vec<Student>,
}

/// The limits of a program whose spec has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClassLimits {
    /// Memory in MiB; `None` is 1024.
    pub memory: Option<u64>,
    /// Simultaneous processes; `None` is 16.
    pub processes: Option<u64>,
}

/// A round-robin tournament of the students and baselines.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// The game.
    pub game: GameId,
    /// Games for each pair of players, an even number.
    #[serde(default = "default_games")]
    pub games: u64,
    /// Milliseconds a move.
    #[serde(default = "default_movetime")]
    pub movetime: u64,
    /// The maximum search depth in plies.
    #[serde(default)]
    pub depth: Option<u32>,
    /// Longer games are drawn.
    #[serde(default = "default_max_plies")]
    pub max_plies: u32,
    /// The players of this program that take part; `None` for those of the game.
    #[serde(default)]
    pub baselines: Option<Vec<String>>,
}

/// A student.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Student {
    /// The name.
    pub name: String,
    /// The student's number, for the marks as comma-separated values.
    #[serde(default)]
    pub id: Option<String>,
    /// The student's e-mail address, for the marks as comma-separated values.
    #[serde(default)]
    pub email: Option<String>,
    /// The program, in the form that `espalier grade` accepts.
    pub program: String,
    /// Why the program is not opened.
    #[serde(skip)]
    pub refused: Option<String>,
}

const fn default_seed() -> u64 {
    1
}

const fn default_games() -> u64 {
    2
}

const fn default_movetime() -> u64 {
    1_000
}

const fn default_max_plies() -> u32 {
    400
}

impl Class {
    /// Reads a class file. Paths in it are relative to its folder.
    pub fn open(path: &Path, submissions: &dyn Submissions) -> Result<Self, Error> {
        let mut class: Self = SettingsFile::open(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for student in &mut class.students {
            match submissions.resolve(&student.program, folder) {
                Ok(program) => student.program = program,
                Err(reason) => student.refused = Some(reason),
            }
        }
        if let Some(assignment) = &mut class.assignment {
            let file = folder.join(&*assignment);
            if assignment.ends_with(".toml") && file.is_file() {
                *assignment = file.display().to_string();
            }
        }
        Ok(class)
    }

    /// Parses a class.
    pub fn read(text: &str) -> Result<Self, Error> {
        SettingsFile::read(text)
    }
}

impl SettingsFile for Class {
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
                "each pair of players plays an even number of games from 2 to 1000, not {}",
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
            let error = builtin(spec).err()?;
            Some(format!("the baseline {}: {error}", quote(spec)))
        })
    }

    /// Returns the specs of the baselines. The default are those of the game, or the random player.
    #[must_use]
    pub fn baselines(&self) -> Vec<String> {
        if let Some(given) = &self.baselines {
            return given.clone();
        }
        let named: Vec<String> = (Registry::builtin().baselines(self.game))
            .map(|entry| entry.name.to_string())
            .collect();
        match named.is_empty() {
            true => vec!["random".to_owned()],
            false => named,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: &str = "[[student]]\nname = \"Ada\"\nprogram = \"random\"\n";

    #[test]
    fn errors_name_the_mistake() {
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
                    "title = \"T\"\n{ADA}[tournament]\ngame = \"chess\"\nbaselines = [\"ludo\"]"
                ),
                "no player is called \"ludo\"",
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
}
