//! The standing of a match, computed from the games of its journal and from nothing else.

use std::collections::{BTreeMap, HashMap};

use games::{GameResult, Reason};

use super::journal::GameLine;
use super::manifest::Plan;
use super::ponder::PonderCount;
use super::schedule::Schedule;
use crate::hash::fnv1a;
use crate::stats::{Pentanomial, Points, Sample, Sprt, Tally, Verdict};

/// Something a player did that is told by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incident {
    /// In which game.
    pub game: u64,
    /// What.
    pub what: String,
}

/// How two players stand against each other.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The games of the first of the two.
    pub tally: Tally,
    /// Its pairs of games.
    pub pairs: Pentanomial,
    /// Openings of which one game is played: what it gave.
    waiting: HashMap<u64, Points>,
}

impl Standing {
    /// What the statistics are computed from.
    #[must_use]
    pub fn sample(&self) -> Sample {
        Sample::of(self.tally, self.pairs)
    }
}

/// What a player did wrong.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// Games lost by a fault, by the kind of fault.
    pub faults: BTreeMap<Reason, u64>,
    /// The first few of them.
    pub first_faults: Vec<Incident>,
    /// How many warnings there were.
    pub warnings: u64,
    /// The first few of them.
    pub first_warnings: Vec<Incident>,
}

/// How many incidents are told one by one.
const TOLD: usize = 5;

/// The standing of a match or tournament.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    names: Vec<String>,
    schedule: Schedule,
    sprt: Option<Sprt>,
    standings: Vec<Standing>,
    conduct: Vec<Conduct>,
    /// What each player made of its opponent's time; only where they may think on it.
    ponder: Option<Vec<PonderCount>>,
    reasons: BTreeMap<Reason, u64>,
    /// Wins of the side that moves first, draws, wins of the other.
    by_side: Tally,
    games: u64,
    plies: u64,
    fingerprint: u64,
}

impl Scoreboard {
    /// Nothing is played yet.
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

    /// Counts a game of the schedule; another one is left out.
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
        *self.reasons.entry(line.reason).or_default() += 1;
        self.games += 1;
        let game = format!("{} {} {}", line.number, line.result.text(), line.moves);
        // Exclusive or, since games end in any order.
        self.fingerprint ^= fnv1a(game.as_bytes());
        self.plies += line.moves.split(' ').filter(|mv| !mv.is_empty()).count() as u64;
        self.blame(line, scheduled.players);
        if let (Some(all), Some(counts)) = (&mut self.ponder, line.ponder) {
            for (player, count) in scheduled.players.into_iter().zip(counts) {
                all[player] += count;
            }
        }
    }

    fn blame(&mut self, line: &GameLine, players: [usize; 2]) {
        if line.reason.is_fault() {
            let loser = match line.result {
                GameResult::First => players[1],
                _ => players[0],
            };
            let conduct = &mut self.conduct[loser];
            *conduct.faults.entry(line.reason).or_default() += 1;
            if conduct.first_faults.len() < TOLD {
                let what = line.detail.as_deref().unwrap_or(line.reason.words());
                conduct.first_faults.push(Incident {
                    game: line.number,
                    what: what.to_owned(),
                });
            }
        }
        for (player, warning) in &line.warnings {
            let Some(conduct) = self.conduct.get_mut(*player) else {
                continue;
            };
            conduct.warnings += 1;
            if conduct.first_warnings.len() < TOLD {
                conduct.first_warnings.push(Incident {
                    game: line.number,
                    what: warning.clone(),
                });
            }
        }
    }

    /// The players.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Pairs of players with how they stand: which two, and the standing of the first of them.
    pub fn standings(&self) -> impl Iterator<Item = ((usize, usize), &Standing)> {
        self.schedule
            .pairings()
            .iter()
            .copied()
            .zip(&self.standings)
    }

    /// How the first two players stand.
    #[must_use]
    pub fn first(&self) -> &Standing {
        &self.standings[0]
    }

    /// What each player did wrong.
    #[must_use]
    pub fn conduct(&self) -> &[Conduct] {
        &self.conduct
    }

    /// What a player made of its opponents' time. `None` if nobody may think on it.
    #[must_use]
    pub fn ponder(&self, player: usize) -> Option<PonderCount> {
        Some(self.ponder.as_ref()?[player])
    }

    /// How many games ended why.
    #[must_use]
    pub const fn reasons(&self) -> &BTreeMap<Reason, u64> {
        &self.reasons
    }

    /// All games as the side saw them that moves first.
    #[must_use]
    pub const fn by_side(&self) -> Tally {
        self.by_side
    }

    /// Games played.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Games to be played in all.
    #[must_use]
    pub fn scheduled(&self) -> u64 {
        self.schedule.games()
    }

    /// Moves played by both sides together, openings included.
    #[must_use]
    pub const fn plies(&self) -> u64 {
        self.plies
    }

    /// A number that is the same for the same games, move by move, in whatever order they ended.
    #[must_use]
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The games of one player against everybody.
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

    /// The test, with its log-likelihood ratio and what it says.
    #[must_use]
    pub fn test(&self) -> Option<(Sprt, f64, Verdict)> {
        let sprt = self.sprt?;
        let sample = self.first().sample();
        Some((sprt, sprt.llr(&sample), sprt.verdict(&sample)))
    }

    /// Whether the test has an answer.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.test()
            .is_some_and(|(_, _, verdict)| verdict != Verdict::Continue)
    }
}
