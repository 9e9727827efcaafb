//! The standing of a match, computed only from the games of its journal.

use std::collections::{BTreeMap, HashMap};

use games::GameResult;

use super::journal::GameLine;
use super::plan::Plan;
use super::ponder::PonderCount;
use super::schedule::Schedule;
use crate::stats::{Pentanomial, Points, Sample, Sprt, Tally, Verdict};
use gametree::hash::fnv1a;

/// The standing of two players against each other.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The games from the view of the first of the two.
    pub tally: Tally,
    /// Its pairs of games.
    pub pairs: Pentanomial,
    /// Openings with one finished game, and the points of that game.
    waiting: HashMap<u64, Points>,
}

impl Standing {
    /// Returns the sample for the statistics.
    #[must_use]
    pub fn sample(&self) -> Sample {
        Sample::of(self.tally, self.pairs)
    }
}

/// The faults and warnings of a player.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// Games lost by a fault, by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// Descriptions of the first of them.
    pub first_faults: Vec<String>,
    /// The number of warnings.
    pub warnings: u64,
    /// Descriptions of the first of them.
    pub first_warnings: Vec<String>,
}

/// The number of faults and of warnings of a player that are described.
const DESCRIBED: usize = 5;

/// The standing of a match or tournament.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    pub(crate) names: Vec<String>,
    schedule: Schedule,
    sprt: Option<Sprt>,
    standings: Vec<Standing>,
    pub(crate) conduct: Vec<Conduct>,
    /// The ponder counts of each player, if the match allows pondering.
    pub(crate) ponder: Option<Vec<PonderCount>>,
    /// The number of games by the reason of their result.
    pub(crate) reasons: BTreeMap<&'static str, u64>,
    /// All games from the view of the side that moves first.
    pub(crate) by_side: Tally,
    games: u64,
    /// The plies of all games, including openings.
    pub(crate) plies: u64,
    fingerprint: u64,
}

impl Scoreboard {
    /// Creates the scoreboard of a match without games.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        let schedule = plan.schedule();
        Self {
            names: plan.names(),
            standings: vec![Standing::default(); schedule.pairings().len()],
            conduct: vec![Conduct::default(); plan.players.len()],
            ponder: plan
                .ponder
                .then(|| vec![PonderCount::default(); plan.players.len()]),
            schedule,
            sprt: plan.sprt,
            reasons: BTreeMap::new(),
            by_side: Tally::default(),
            games: 0,
            plies: 0,
            fingerprint: 0,
        }
    }

    /// Counts a game. Ignores a game that is not in the schedule.
    pub fn add(&mut self, line: &GameLine) {
        let Some(scheduled) = self.schedule.get(line.number) else {
            return;
        };
        let for_first_side = match line.result {
            GameResult::First => Points::Win,
            GameResult::Draw => Points::Draw,
            GameResult::Second => Points::Loss,
        };
        let points = if scheduled.swapped {
            for_first_side.other()
        } else {
            for_first_side
        };
        let standing = &mut self.standings[scheduled.pairing];
        standing.tally.record(points);
        match standing.waiting.remove(&scheduled.round) {
            Some(other) => standing.pairs.record(other, points),
            None => _ = standing.waiting.insert(scheduled.round, points),
        }
        self.by_side.record(for_first_side);
        *self.reasons.entry(line.reason.words()).or_default() += 1;
        self.games += 1;
        let game = format!("{} {} {}", line.number, line.result.text(), line.moves);
        // Exclusive or does not depend on the order of the games.
        self.fingerprint ^= fnv1a(game.as_bytes());
        self.plies += line.moves.split(' ').filter(|mv| !mv.is_empty()).count() as u64;
        self.count_incidents(line, scheduled.players);
        if let (Some(all), Some(counts)) = (&mut self.ponder, line.ponder) {
            for (player, count) in scheduled.players.into_iter().zip(counts) {
                all[player] += count;
            }
        }
    }

    fn count_incidents(&mut self, line: &GameLine, players: [usize; 2]) {
        if line.reason.is_fault() {
            let loser = match line.result {
                GameResult::First => players[1],
                _ => players[0],
            };
            let conduct = &mut self.conduct[loser];
            *conduct.faults.entry(line.reason.words()).or_default() += 1;
            let what = line.detail.as_deref().unwrap_or(line.reason.words());
            describe(&mut conduct.first_faults, line, what);
        }
        for (player, warning) in &line.warnings {
            if let Some(conduct) = self.conduct.get_mut(*player) {
                conduct.warnings += 1;
                describe(&mut conduct.first_warnings, line, warning);
            }
        }
    }

    /// Returns the names of the players.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the pairs of players and their standings, from the view of the first of each pair.
    pub(crate) fn standings(&self) -> impl Iterator<Item = ((usize, usize), &Standing)> {
        self.schedule
            .pairings()
            .iter()
            .copied()
            .zip(&self.standings)
    }

    /// Returns the standing of the first pair of players.
    #[must_use]
    pub fn first(&self) -> &Standing {
        &self.standings[0]
    }

    /// Returns the faults and warnings of each player.
    #[must_use]
    pub fn conduct(&self) -> &[Conduct] {
        &self.conduct
    }

    /// Returns the number of games played.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of games in the schedule.
    #[must_use]
    pub fn scheduled(&self) -> u64 {
        self.schedule.games()
    }

    /// Returns a hash of all games that does not depend on the order in which they ended.
    #[must_use]
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns the games of one player against all others.
    #[must_use]
    pub fn total(&self, player: usize) -> Tally {
        let mut total = Tally::default();
        for ((first, second), standing) in self.standings() {
            if first == player {
                total += standing.tally;
            } else if second == player {
                total += standing.tally.other();
            }
        }
        total
    }

    /// Returns the test, its log-likelihood ratio and its verdict.
    pub(crate) fn test(&self) -> Option<(Sprt, f64, Verdict)> {
        let sprt = self.sprt?;
        let sample = self.first().sample();
        Some((sprt, sprt.llr(&sample), sprt.verdict(&sample)))
    }

    /// Returns whether the test is decided.
    pub(crate) fn is_decided(&self) -> bool {
        self.test()
            .is_some_and(|(_, _, verdict)| verdict != Verdict::Continue)
    }
}

/// Adds the description of a fault or warning, up to a limit.
fn describe(descriptions: &mut Vec<String>, line: &GameLine, what: &str) {
    if descriptions.len() < DESCRIBED {
        descriptions.push(format!("game {}: {what}", line.number));
    }
}
