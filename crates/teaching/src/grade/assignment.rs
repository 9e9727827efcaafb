//! Assignments: the files that define questions, limits and criteria.
//!
//! A file has a name and a title, sets of questions (`[questions.NAME]`), limits, and criteria (`[[criterion]]`). A criterion
//! selects sets, a check of their answers, and a number of marks. `docs/teaching.md` shows an assignment.

use std::collections::BTreeMap;
use std::path::Path;

use games::GameId;
use games::nearest::{hint, quote};
use serde::Deserialize;

use super::question::EVALUATE;
use crate::Error;
use crate::settings_file::SettingsFile;

/// The built-in assignments.
const BUILT_IN: [(&str, &str); 10] = [
    ("minimax", include_str!("assignments/minimax.toml")),
    ("alphabeta", include_str!("assignments/alphabeta.toml")),
    ("ordering", include_str!("assignments/ordering.toml")),
    ("table", include_str!("assignments/table.toml")),
    ("a4", include_str!("assignments/a4.toml")),
    ("i2p3", include_str!("assignments/i2p3.toml")),
    ("a8", include_str!("assignments/a8.toml")),
    ("othello", include_str!("assignments/othello.toml")),
    ("connect4", include_str!("assignments/connect4.toml")),
    ("evaluation", include_str!("assignments/evaluation.toml")),
];

/// An assignment.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// Its name in commands.
    pub name: String,
    /// Its title on sheets.
    pub title: String,
    /// The task, in a few lines.
    #[serde(default)]
    pub about: String,
    /// The limits of a program.
    #[serde(default)]
    pub limits: ProgramLimits,
    /// Sets of questions by their names.
    #[serde(default)]
    pub questions: BTreeMap<String, QuestionSet>,
    /// The criteria, in the order of the sheet.
    #[serde(rename = "criterion")]
    pub criteria: Vec<Criterion>,
}

/// The limits of a program.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProgramLimits {
    /// Seconds for an answer.
    pub seconds: f64,
    /// Memory in MiB; `None` is 1024.
    pub mebibytes: Option<u64>,
    /// Simultaneous processes; `None` is 16.
    pub processes: Option<u64>,
}

impl Default for ProgramLimits {
    fn default() -> Self {
        Self {
            seconds: 10.0,
            mebibytes: None,
            processes: None,
        }
    }
}

/// The kind of problem of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub enum QuestionGame {
    /// A tree of numbers.
    Tree,
    /// A graph of numbers, with transpositions.
    Graph,
    /// A position of a game.
    Board(GameId),
}

impl QuestionGame {
    /// Returns the name in files and questions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Graph => "graph",
            Self::Board(kind) => kind.name(),
        }
    }
}

impl TryFrom<String> for QuestionGame {
    type Error = games::UnknownGame;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        match name.as_str() {
            "tree" => Ok(Self::Tree),
            "graph" => Ok(Self::Graph),
            other => other.parse().map(Self::Board),
        }
    }
}

/// The source of the positions of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// Positions after some random moves.
    #[default]
    Random,
    /// Positions just before the end of a game, near mates and stalemates.
    Ends,
}

/// Questions of one kind.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionSet {
    /// The kind of problem: `tree`, `graph`, or a game.
    pub game: QuestionGame,
    /// The search, as the question names it.
    pub search: String,
    /// The evaluator, as the question names it. `None` is the first one of the game.
    #[serde(default)]
    pub eval: Option<String>,
    /// The least and the greatest depth.
    #[serde(default = "default_depth")]
    pub depth: [u32; 2],
    /// The number of questions.
    #[serde(default = "default_count")]
    pub count: u32,
    /// The source of the positions.
    #[serde(default)]
    pub positions: Choice,
    /// Whether sheets do not show these questions.
    #[serde(default)]
    pub hidden: bool,
}

const fn default_depth() -> [u32; 2] {
    [2, 3]
}

const fn default_count() -> u32 {
    10
}

/// A check of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    /// Every move is legal, and a move is given where one exists.
    Legal,
    /// The perft counts are right, if the program supports perft.
    Perft,
    /// The value is that of minimax.
    Value,
    /// The move is one of the best.
    Move,
    /// Minimax enters every position; alpha-beta enters no more, and no fewer than the smallest proof.
    Nodes,
    /// The value does not depend on the order of the moves.
    Order,
    /// The values of another search, with fewer nodes.
    Fewer,
    /// Every answer arrives in time.
    Time,
    /// The program answers after invalid input.
    Nonsense,
    /// Games against named opponents give points.
    Baselines,
}

impl Check {
    /// Returns the name in files and sheets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Perft => "perft",
            Self::Value => "value",
            Self::Move => "move",
            Self::Nodes => "nodes",
            Self::Order => "order",
            Self::Fewer => "fewer",
            Self::Time => "time",
            Self::Nonsense => "nonsense",
            Self::Baselines => "baselines",
        }
    }
}

/// A criterion.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    /// The check.
    pub check: Check,
    /// Its title on the sheet.
    pub title: String,
    /// Its marks. The opponents of `baselines` have their own points.
    #[serde(default)]
    pub weight: f64,
    /// The sets of questions that it applies to; empty for all.
    #[serde(default)]
    pub on: Vec<String>,
    /// Whether answers without the checked field get no marks. Otherwise they are not graded.
    #[serde(default)]
    pub required: bool,
    /// For `fewer`: the search to compare with.
    #[serde(default)]
    pub than: Option<String>,
    /// For `baselines`: the matches.
    #[serde(default)]
    pub matches: Option<Matches>,
}

/// Games against named opponents, for points.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matches {
    /// The game.
    pub game: GameId,
    /// Games against each opponent, with alternating sides.
    pub games: u32,
    /// Milliseconds a move, for both players.
    pub movetime: u64,
    /// The depth of alpha-beta that plays by the evaluations of the submission. Without it the submission plays.
    #[serde(default)]
    pub depth: Option<u32>,
    /// The opponents, from easy to strong.
    #[serde(rename = "baseline")]
    pub baselines: Vec<Baseline>,
}

/// An opponent.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// Its name on the sheet.
    pub name: String,
    /// The player.
    pub spec: String,
    /// The points for a score above one half against it.
    pub points: f64,
}

impl Criterion {
    /// Returns the title in lower case with hyphens, such as `values-of-trees`.
    #[must_use]
    pub fn slug(&self) -> String {
        let words = self.title.split(|letter: char| !letter.is_alphanumeric());
        let words: Vec<String> = words
            .filter(|it| !it.is_empty())
            .map(str::to_lowercase)
            .collect();
        words.join("-")
    }

    /// Returns the most points.
    #[must_use]
    pub fn maximum(&self) -> f64 {
        let baselines = self.matches.iter().flat_map(|it| &it.baselines);
        match self.check {
            Check::Baselines => baselines.map(|it| it.points).sum(),
            _ => self.weight,
        }
    }
}

impl Assignment {
    /// Returns the names of the built-in assignments.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Returns the text of a built-in assignment.
    #[must_use]
    pub fn text(name: &str) -> Option<&'static str> {
        let found = BUILT_IN.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| *text)
    }

    /// Finds a built-in assignment, or reads the file of this name.
    pub fn find(name: &str) -> Result<Self, Error> {
        if let Some(text) = Self::text(name) {
            return Self::read(text);
        }
        let is_path = name.contains(['/', '\\']) || name.ends_with(".toml");
        if !is_path {
            let names: Vec<&str> = Self::names().collect();
            return Err(Error::new(format_args!(
                "no assignment is called {}{} (assignments: {}, or a file FILE.toml)",
                quote(name),
                hint(name, names.iter().copied()),
                names.join(", ")
            )));
        }
        SettingsFile::open(Path::new(name))
    }

    /// Returns the number of games against baselines.
    #[must_use]
    pub fn games(&self) -> usize {
        let matches = self.criteria.iter().filter_map(|it| it.matches.as_ref());
        matches
            .map(|it| it.games as usize * it.baselines.len())
            .sum()
    }

    /// Sets the milliseconds a move in games against baselines.
    #[must_use]
    pub fn with_movetime(mut self, milliseconds: u64) -> Self {
        for matches in self
            .criteria
            .iter_mut()
            .filter_map(|it| it.matches.as_mut())
        {
            matches.movetime = milliseconds.max(1);
        }
        self
    }

    /// Parses an assignment.
    pub fn read(text: &str) -> Result<Self, Error> {
        SettingsFile::read(text)
    }

    fn fault_of(&self, criterion: &Criterion) -> Option<String> {
        let title = quote(&criterion.title);
        if let Some(name) = criterion
            .on
            .iter()
            .find(|name| !self.questions.contains_key(*name))
        {
            let names: Vec<&str> = self.questions.keys().map(String::as_str).collect();
            return Some(format!(
                "the criterion {title} refers to questions {}, which do not exist (questions: {})",
                quote(name),
                names.join(", ")
            ));
        }
        if !(0.0..=1_000_000.0).contains(&criterion.weight) {
            return Some(format!(
                "the weight of the criterion {title} should be a number from 0 to 1000000, not {}",
                criterion.weight
            ));
        }
        let asks_values = |set: &&str| self.questions[*set].search == EVALUATE;
        let compares = [Check::Value, Check::Move, Check::Nodes, Check::Fewer];
        if compares.contains(&criterion.check)
            && let Some(set) = self.sets(criterion).into_iter().find(asks_values)
        {
            return Some(format!(
                "the criterion {title} has no right answer for the questions {set}, which ask for evaluations: name other sets in `on`"
            ));
        }
        match (criterion.check, &criterion.matches, &criterion.than) {
            (Check::Baselines, None, _) => Some(format!(
                "the criterion {title} checks baselines and needs [criterion.matches]"
            )),
            (Check::Fewer, _, None) => Some(format!(
                "the criterion {title} compares two searches and needs the other one: than = \"alphabeta\""
            )),
            (Check::Baselines, Some(matches), _) => matches.fault(),
            _ => None,
        }
    }

    /// Returns the assignment with the criteria of one name only: a check, or a title in lower case with hyphens.
    pub fn only(mut self, name: &str) -> Result<Self, Error> {
        let names: Vec<String> = self.criteria.iter().map(Criterion::slug).collect();
        let is_called = |it: &Criterion| it.check.name() == name || it.slug() == name;
        self.criteria.retain(is_called);
        if self.criteria.is_empty() {
            return Err(Error::new(format_args!(
                "the assignment {} has no criterion {}{} (criteria: {}; or a check, such as value)",
                self.name,
                quote(name),
                hint(name, names.iter().map(String::as_str)),
                names.join(", ")
            )));
        }
        let sets = self.criteria.iter().flat_map(|it| self.sets(it));
        let used: Vec<String> = sets.map(str::to_owned).collect();
        self.questions.retain(|set, _| used.contains(set));
        Ok(self)
    }

    /// Returns whether a criterion is about hidden questions only.
    pub(super) fn is_hidden(&self, criterion: &Criterion) -> bool {
        let sets = self.sets(criterion);
        !sets.is_empty() && sets.iter().all(|set| self.questions[*set].hidden)
    }

    /// Returns the sets that a criterion applies to.
    pub(super) fn sets<'a>(&'a self, criterion: &'a Criterion) -> Vec<&'a str> {
        if criterion.on.is_empty() {
            return self.questions.keys().map(String::as_str).collect();
        }
        criterion.on.iter().map(String::as_str).collect()
    }
}

impl SettingsFile for Assignment {
    fn fault(&self) -> Option<String> {
        if self.criteria.is_empty() {
            return Some("an assignment needs at least one [[criterion]]".to_owned());
        }
        if !(self.limits.seconds > 0.0 && self.limits.seconds <= 3_600.0) {
            return Some(format!(
                "the seconds of an answer are above 0 and at most 3600, not {}",
                self.limits.seconds
            ));
        }
        for (name, set) in &self.questions {
            let [least, most] = set.depth;
            // A deeper tree does not fit in a line.
            let deepest = if set.game == QuestionGame::Tree {
                6
            } else {
                12
            };
            if least > most || most > deepest {
                return Some(format!(
                    "the depth of the questions {name} goes from {least} to {most}; it should not decrease and be at most {deepest}"
                ));
            }
            if set.count == 0 || set.count > 200 {
                return Some(format!(
                    "the questions {name} are 1 to 200, not {}",
                    set.count
                ));
            }
        }
        self.criteria
            .iter()
            .find_map(|criterion| self.fault_of(criterion))
    }
}

impl Matches {
    fn fault(&self) -> Option<String> {
        if self.baselines.is_empty() {
            return Some("matches need at least one [[criterion.matches.baseline]]".to_owned());
        }
        if !(1..=1_000).contains(&self.games) || !(1..=3_600_000).contains(&self.movetime) {
            return Some(
                "a match has from 1 to 1000 games, and a move from 1 to 3600000 milliseconds"
                    .to_owned(),
            );
        }
        if self.depth.is_some_and(|depth| !(1..=6).contains(&depth)) {
            return Some("the depth in front of an evaluation function is 1 to 6".to_owned());
        }
        self.baselines.iter().find_map(|baseline| {
            let error = players::builtin(&baseline.spec).err()?;
            Some(format!("the baseline {}: {error}", quote(&baseline.name)))
        })
    }
}
