//! What is asked and what counts: an assignment, a small file that a teacher can write.
//!
//! A file has a name and a title, sets of questions (`[questions.NAME]`), limits, and criteria (`[[criterion]]`) that say
//! what is looked at in the answers to which sets, and how many marks that gives. `docs/teaching.md` shows one.

use std::collections::BTreeMap;
use std::{fmt, fs};

use games::GameKind;
use games::nearest::{hint, quote};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// The assignments that come with the program.
const BUILT_IN: [(&str, &str); 8] = [
    ("minimax", include_str!("assignments/minimax.toml")),
    ("alphabeta", include_str!("assignments/alphabeta.toml")),
    ("ordering", include_str!("assignments/ordering.toml")),
    ("table", include_str!("assignments/table.toml")),
    ("a4", include_str!("assignments/a4.toml")),
    ("i2p3", include_str!("assignments/i2p3.toml")),
    ("a8", include_str!("assignments/a8.toml")),
    ("othello", include_str!("assignments/othello.toml")),
];

/// An assignment.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// What it is called in commands.
    pub name: String,
    /// What it is called on paper.
    pub title: String,
    /// What a student has to do, in a few lines.
    #[serde(default)]
    pub about: String,
    /// What a program may spend.
    #[serde(default)]
    pub limits: ProgramLimits,
    /// Sets of questions by their names.
    #[serde(default)]
    pub questions: BTreeMap<String, QuestionSet>,
    /// What counts, in the order of the sheet.
    #[serde(rename = "criterion")]
    pub criteria: Vec<Criterion>,
}

/// What a program may spend.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProgramLimits {
    /// Seconds for an answer.
    pub seconds: f64,
    /// Mebibytes of memory; 1024 unless given.
    pub mebibytes: Option<u64>,
    /// Processes at a time; 16 unless given.
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

/// What is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A tree that is written down.
    Tree,
    /// A graph that is written down: lines meet again.
    Graph,
    /// A game.
    Board(GameKind),
}

impl Ground {
    /// Its name in files and questions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Graph => "graph",
            Self::Board(kind) => kind.name(),
        }
    }
}

impl<'de> Deserialize<'de> for Ground {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        match name.as_str() {
            "tree" => Ok(Self::Tree),
            "graph" => Ok(Self::Graph),
            other => other.parse().map(Self::Board).map_err(D::Error::custom),
        }
    }
}

/// Which positions a set is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// After some random moves.
    #[default]
    Random,
    /// Just before the end of a game: mates and stalemates are near.
    Ends,
}

/// Some questions of one kind.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionSet {
    /// What is played on: `tree`, `graph`, or a game.
    pub game: Ground,
    /// The search asked for, as the program is told.
    pub search: String,
    /// The evaluator, as the program is told; the first one of the game unless given.
    #[serde(default)]
    pub eval: Option<String>,
    /// The least and the greatest depth.
    #[serde(default = "usual_depth")]
    pub depth: [u32; 2],
    /// How many.
    #[serde(default = "usual_count")]
    pub count: u32,
    /// Which positions.
    #[serde(default)]
    pub positions: Choice,
}

const fn usual_depth() -> [u32; 2] {
    [2, 3]
}

const fn usual_count() -> u32 {
    10
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    /// Every move is legal, and there is one where there can be one.
    Legal,
    /// The program counts positions as the rules do, if it can count.
    Perft,
    /// The value is that of minimax.
    Value,
    /// The move is one of the best.
    Move,
    /// Minimax enters every position; alpha-beta no more than that, and no fewer than the smallest proof.
    Nodes,
    /// Whatever the order of the moves, the value is the same.
    Order,
    /// The same values as another search, for fewer nodes.
    Fewer,
    /// Every answer comes in time.
    Time,
    /// Nonsense is survived.
    Nonsense,
    /// Games against named opponents.
    Baselines,
}

impl Check {
    /// Its name in files and sheets.
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

/// One criterion.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    /// What is looked at.
    pub check: Check,
    /// What it is called on the sheet.
    pub title: String,
    /// The marks it gives. For `baselines` the baselines have their own points.
    #[serde(default)]
    pub weight: f64,
    /// The sets of questions it looks at; all of them unless given.
    #[serde(default)]
    pub on: Vec<String>,
    /// Who does not tell what is looked at gets nothing; otherwise it is not graded.
    #[serde(default)]
    pub required: bool,
    /// For `fewer`: the search that needs more nodes.
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
    #[serde(deserialize_with = "game_kind")]
    pub game: GameKind,
    /// Games against each, with either side in turn.
    pub games: u32,
    /// Milliseconds a move, for both.
    pub movetime: u64,
    /// The opponents, from easy to strong.
    #[serde(rename = "baseline")]
    pub baselines: Vec<Baseline>,
}

/// An opponent.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// What it is called on the sheet.
    pub name: String,
    /// The player.
    pub spec: String,
    /// The points for scoring more than half against it.
    pub points: f64,
}

fn game_kind<'de, D: Deserializer<'de>>(from: D) -> Result<GameKind, D::Error> {
    let name = String::deserialize(from)?;
    name.parse().map_err(D::Error::custom)
}

/// Why a text is no assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssignmentError(String);

impl fmt::Display for AssignmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AssignmentError {}

impl Assignment {
    /// The names of those that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The text of one that comes with the program: what a teacher begins with.
    #[must_use]
    pub fn text(name: &str) -> Option<&'static str> {
        let found = BUILT_IN.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| *text)
    }

    /// The assignment of this name, or of the file of this name.
    pub fn find(name: &str) -> Result<Self, AssignmentError> {
        if let Some(text) = Self::text(name) {
            return Self::read(text);
        }
        let is_path = name.contains(['/', '\\']) || name.ends_with(".toml");
        if !is_path {
            let names: Vec<&str> = Self::names().collect();
            return Err(AssignmentError(format!(
                "no assignment is called {}{} (assignments: {}, or a file FILE.toml)",
                quote(name),
                hint(name, names.iter().copied()),
                names.join(", ")
            )));
        }
        let text = fs::read_to_string(name)
            .map_err(|error| AssignmentError(format!("cannot read {name}: {error}")))?;
        Self::read(&text).map_err(|error| AssignmentError(format!("{name}: {error}")))
    }

    /// How many games are played.
    #[must_use]
    pub fn games(&self) -> usize {
        let matches = self.criteria.iter().filter_map(|it| it.matches.as_ref());
        matches
            .map(|it| it.games as usize * it.baselines.len())
            .sum()
    }

    /// The same with other milliseconds a move in its games: ten seconds a move are an hour for one program.
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

    /// Reads the text of an assignment.
    pub fn read(text: &str) -> Result<Self, AssignmentError> {
        let assignment: Self = crate::settings_file::read(text).map_err(AssignmentError)?;
        match assignment.fault() {
            Some(fault) => Err(AssignmentError(fault)),
            None => Ok(assignment),
        }
    }

    /// What is wrong with it though it can be read.
    fn fault(&self) -> Option<String> {
        if self.criteria.is_empty() {
            return Some("an assignment needs at least one [[criterion]]".to_owned());
        }
        if !(self.limits.seconds > 0.0 && self.limits.seconds <= 3_600.0) {
            return Some(format!(
                "an answer may take more than 0 and at most 3600 seconds, not {}",
                self.limits.seconds
            ));
        }
        for (name, set) in &self.questions {
            let [least, most] = set.depth;
            // A tree of this size is still asked about in a line.
            let deepest = if set.game == Ground::Tree { 6 } else { 12 };
            if least > most || most > deepest {
                return Some(format!(
                    "the depth of the questions {name} goes from {least} to {most}, and should go up, to {deepest} at most"
                ));
            }
            if set.count == 0 || set.count > 200 {
                return Some(format!(
                    "there can be from 1 to 200 questions {name}, not {}",
                    set.count
                ));
            }
        }
        self.criteria
            .iter()
            .find_map(|criterion| self.fault_of(criterion))
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
                "the criterion {title} is about questions {}, and there are only: {}",
                quote(name),
                names.join(", ")
            ));
        }
        if !(0.0..=1_000_000.0).contains(&criterion.weight) {
            return Some(format!(
                "the weight of the criterion {title} should be a number from 0, not {}",
                criterion.weight
            ));
        }
        match (criterion.check, &criterion.matches, &criterion.than) {
            (Check::Baselines, None, _) => Some(format!(
                "the criterion {title} is about baselines and needs [criterion.matches]"
            )),
            (Check::Fewer, _, None) => Some(format!(
                "the criterion {title} compares two searches: say the other one with than = \"alphabeta\""
            )),
            (Check::Baselines, Some(matches), _) => matches.fault(),
            _ => None,
        }
    }

    /// The sets a criterion looks at.
    pub(super) fn sets<'a>(&'a self, criterion: &'a Criterion) -> Vec<&'a str> {
        if criterion.on.is_empty() {
            return self.questions.keys().map(String::as_str).collect();
        }
        criterion.on.iter().map(String::as_str).collect()
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
        self.baselines.iter().find_map(|baseline| {
            let error = players::registry::parse(&baseline.spec).err()?;
            Some(format!("the baseline {}: {error}", quote(&baseline.name)))
        })
    }
}
