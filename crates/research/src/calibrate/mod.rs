//! The calibration of limited strength: matches of its grades against Stockfish of limited strength and each other, and the ratings that
//! follow from them.
//!
//! A grade is named by its nodes, not by its rating, because the rating is the result. Every match has a node limit, so a busy machine
//! changes nothing. docs/strength.md has the details.

mod fit;

pub use fit::{Ratings, rate};

use std::fmt;
use std::str::FromStr;

use engine::strength::{Grade, Strength};
use report::{Cell, Column, Table};
use serde::{Deserialize, Serialize};

/// A participant of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub enum Participant {
    /// The grade with this number of nodes.
    Grade(u64),
    /// Limited strength at this rating.
    Rating(u64),
    /// The engine with its network and this number of nodes.
    Network(u64),
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grade(nodes) => write!(f, "grade {nodes}"),
            Self::Rating(rating) => write!(f, "elo {rating}"),
            Self::Network(nodes) => write!(f, "network {nodes}"),
        }
    }
}

impl FromStr for Participant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, number) = text.split_once(' ').unwrap_or((text, ""));
        match (kind, number.parse()) {
            ("grade", Ok(nodes)) => Ok(Self::Grade(nodes)),
            ("elo", Ok(rating)) => Ok(Self::Rating(rating)),
            ("network", Ok(nodes)) => Ok(Self::Network(nodes)),
            _ => Err(format!("{text:?} is not grade N, elo N or network N")),
        }
    }
}

impl TryFrom<String> for Participant {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Participant> for String {
    fn from(participant: Participant) -> Self {
        participant.to_string()
    }
}

impl Participant {
    /// Returns its spec and its node limit. A grade limits its own nodes. Returns `None` for a grade that does not exist.
    #[must_use]
    pub fn spec(self) -> Option<(String, u64)> {
        /// No limit in addition to that of a grade.
        const NO_LIMIT: u64 = 1_000_000_000;
        let rating = match self {
            Self::Network(nodes) => return Some(("engine".to_owned(), nodes)),
            Self::Rating(rating) => rating,
            Self::Grade(_) => u64::from(self.grade()?.elo),
        };
        Some((format!("engine:elo={rating},person=off"), NO_LIMIT))
    }

    fn grade(self) -> Option<Grade> {
        let (nodes, network) = match self {
            Self::Grade(nodes) => (nodes, false),
            Self::Network(nodes) => (nodes, true),
            Self::Rating(_) => return None,
        };
        Strength::grades().find(|grade| grade.nodes == nodes && grade.network == network)
    }

    /// Returns its restrictions in words.
    fn about(self) -> String {
        match (self, self.grade()) {
            (Self::Network(nodes), _) => format!("{}, with the network", report::grouped(nodes)),
            (_, Some(grade)) => format!(
                "{}, {}, {}",
                report::grouped(grade.nodes),
                grade.error,
                grade.overlooked
            ),
            _ => self.to_string(),
        }
    }

    /// Returns the rating that the engine assigns to it.
    fn set_to(self) -> String {
        match (self, self.grade()) {
            (Self::Rating(rating), _) => rating.to_string(),
            (_, Some(grade)) => grade.elo.to_string(),
            _ => "-".to_owned(),
        }
    }
}

/// The opponent of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Against {
    /// Stockfish with this `UCI_Elo`.
    Stockfish(u32),
    /// Another participant.
    Participant(Participant),
}

impl fmt::Display for Against {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stockfish(rating) => write!(f, "Stockfish {rating}"),
            Self::Participant(other) => other.fmt(f),
        }
    }
}

/// Stockfish's ratings in matches, with the nodes that it needs to reach the depth at which it chooses its move.
const ANCHORS: [(u32, u64); 7] = [
    (1_350, 20_000),
    (1_500, 20_000),
    (1_700, 20_000),
    (1_900, 20_000),
    (2_100, 40_000),
    (2_300, 150_000),
    (2_500, 400_000),
];

/// Returns the nodes of Stockfish with this rating.
#[must_use]
pub fn anchor_nodes(rating: u32) -> Option<u64> {
    let mut anchors = ANCHORS.iter();
    anchors
        .find(|(anchor, _)| *anchor == rating)
        .map(|(_, nodes)| *nodes)
}

/// A match to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The first player.
    pub player: Participant,
    /// Its opponent.
    pub against: Against,
    /// The number of games.
    pub games: u64,
}

/// Returns the matches of the calibration. Every participant has at least 200 games. Stronger ones use the network, with growing
/// nodes: the first plays a grade and Stockfish, the others the one below.
#[must_use]
pub fn plan() -> Vec<Planned> {
    use Against::Stockfish;
    use Participant::{Grade, Network};
    let grade = |nodes| Against::Participant(Grade(nodes));
    let network = |nodes| Against::Participant(Network(nodes));
    let list = [
        (Grade(12), grade(18), 200),
        (Grade(20), grade(18), 200),
        (Grade(40), grade(20), 200),
        (Grade(120), grade(40), 200),
        (Grade(350), grade(120), 200),
        (Grade(120), Stockfish(1_350), 100),
        (Grade(350), Stockfish(1_350), 100),
        (Grade(800), Stockfish(1_500), 120),
        (Grade(800), Stockfish(1_700), 80),
        (Grade(1_200), Stockfish(1_700), 120),
        (Grade(1_200), Stockfish(1_900), 80),
        (Grade(2_000), Stockfish(1_700), 80),
        (Grade(2_000), Stockfish(1_900), 120),
        (Grade(3_500), Stockfish(1_700), 60),
        (Grade(3_500), Stockfish(1_900), 80),
        (Grade(3_500), Stockfish(2_100), 60),
        (Grade(7_000), Stockfish(1_900), 100),
        (Grade(7_000), Stockfish(2_100), 100),
        (Grade(15_000), Stockfish(1_900), 100),
        (Grade(15_000), Stockfish(2_100), 100),
        (Network(1_500), grade(15_000), 200),
        (Network(1_500), Stockfish(2_100), 100),
        (Network(4_000), network(1_500), 200),
        (Network(10_000), network(4_000), 200),
        (Network(30_000), network(10_000), 200),
        (Network(100_000), network(30_000), 200),
    ];
    let planned = |(player, against, games)| Planned {
        player,
        against,
        games,
    };
    list.map(planned).to_vec()
}

/// Returns the matches of a check: each rating against Stockfish's two nearest, or against two grades if Stockfish has none within 250
/// points.
#[must_use]
pub fn checks(ratings: &[u32]) -> Vec<Planned> {
    let of = |&rating: &u32| {
        let mut anchors = ANCHORS.map(|(anchor, _)| anchor);
        anchors.sort_by_key(|anchor| anchor.abs_diff(rating));
        let near = anchors[..2]
            .iter()
            .filter(|anchor| anchor.abs_diff(rating) <= 250);
        let mut opponents: Vec<Against> = near.copied().map(Against::Stockfish).collect();
        if opponents.is_empty() {
            opponents = [20, 40]
                .map(|nodes| Against::Participant(Participant::Grade(nodes)))
                .to_vec();
        }
        let games = if opponents.len() == 1 { 200 } else { 100 };
        let player = Participant::Rating(rating.into());
        let planned = move |against| Planned {
            player,
            against,
            games,
        };
        opponents.into_iter().map(planned).collect::<Vec<_>>()
    };
    ratings.iter().flat_map(of).collect()
}

/// The result of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct Finished {
    /// The first player.
    pub player: Participant,
    /// Its opponent.
    pub against: Against,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl Finished {
    /// Returns whether it is the result of a planned match.
    #[must_use]
    pub fn is_of(&self, planned: &Planned) -> bool {
        self.player == planned.player && self.against == planned.against
    }

    /// Returns whether the opponent has a known rating.
    #[must_use]
    pub const fn is_anchored(&self) -> bool {
        matches!(self.against, Against::Stockfish(_))
    }

    /// Returns the points of the player, and the games.
    fn points(&self) -> (f64, f64) {
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        (points, self.games() as f64)
    }

    fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// Returns the ratings and the matches as tables in Markdown.
#[must_use]
pub fn report(matches: &[Finished]) -> String {
    let ratings = rate(matches);
    let mut text = if matches.iter().any(Finished::is_anchored) {
        String::new()
    } else {
        "No game was against Stockfish: only the differences between these ratings are meaningful.\n\n".to_owned()
    };
    text += &format!(
        "100 points of Stockfish's scale correspond to {:.0} Elo in these games.\n\n",
        100.0 * ratings.steepness
    );
    text += &Table::new(&ratings.of)
        .column(
            Column::left("grade (nodes, blur, overlooked)"),
            |(one, ..)| one.about(),
        )
        .column(Column::left("rating"), |(_, rating, error)| {
            format!("{rating:.0} ± {error:.0}")
        })
        .column(Column::left("set to"), |(one, ..)| one.set_to())
        .to_markdown();
    text.push('\n');
    let mut matches = matches.to_vec();
    matches.sort_by_cached_key(|one| (one.player, one.against.to_string()));
    text += &Table::new(&matches)
        .column(Column::left("player"), |one| one.player.to_string())
        .column(Column::left("against"), |one| one.against.to_string())
        .column(Column::left("games"), |one| Cell::count(one.games()))
        .column(Column::left("result"), |one| {
            format!("+{} ={} -{}", one.won, one.drawn, one.lost)
        })
        .column(Column::left("score"), |one| {
            let (points, games) = one.points();
            Cell::percent(points / games, 0)
        })
        .column(Column::left("expected"), |one| {
            Cell::percent(ratings.expected(one), 0)
        })
        .to_markdown();
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_of_the_plan_can_be_played() {
        let plan = plan();
        for planned in plan.iter().chain(&checks(&[820, 1_400, 2_200])) {
            let Planned {
                player, against, ..
            } = planned;
            assert!(player.spec().is_some(), "{player}");
            match against {
                Against::Stockfish(rating) => assert!(anchor_nodes(*rating).is_some()),
                Against::Participant(other) => assert!(other.spec().is_some(), "{other}"),
            }
        }
        for grade in Strength::grades().filter(|grade| !grade.network) {
            let of = plan.iter().filter(|planned| {
                let grade = Participant::Grade(grade.nodes);
                planned.player == grade || planned.against == Against::Participant(grade)
            });
            let games: u64 = of.map(|planned| planned.games).sum();
            assert!(games >= 200, "{grade:?}: {games}");
        }
    }

    #[test]
    fn results_are_lines_of_json() {
        for line in [
            r#"{"player":"grade 12","against":"grade 18","won":21,"drawn":21,"lost":158}"#,
            r#"{"player":"network 1500","against":2100,"won":4,"drawn":11,"lost":85}"#,
        ] {
            let finished: Finished = serde_json::from_str(line).expect(line);
            assert_eq!(serde_json::to_string(&finished).expect("text"), line);
        }
        assert!(serde_json::from_str::<Participant>("\"grade twelve\"").is_err());
    }
}
