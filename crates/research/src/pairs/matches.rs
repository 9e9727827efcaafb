//! Many matches at once, each until a test decides or all its pairs are played.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use contest::stats::{Answer, MatchResult, Pentanomial, Points, Tally, ThreeWay, ThreeWayState};
use contest::{Openings, Source};
use games::{BoardGame, GameId};
use players::{PlayerSpec, Seat, SpecError};

use super::{Jobs, Pair, PairLedger, Terms, play_pair, run};
use crate::Error;

/// The players of a match.
pub(crate) enum Players {
    /// The same two in every pair.
    Two(Box<[PlayerSpec; 2]>),
    /// Other players in every pair: a description, and a function of the number of the pair.
    Drawn(
        String,
        Box<dyn Fn(u64) -> Result<[PlayerSpec; 2], SpecError> + Sync>,
    ),
}

/// A match.
pub(crate) struct Match {
    pub players: Players,
    pub terms: Terms,
    /// The most pairs.
    pub pairs: u64,
    /// The test that ends it; `None` if the number of pairs is fixed.
    pub test: Option<ThreeWay>,
    /// Whether this run plays it.
    pub is_ours: bool,
}

impl Match {
    /// Returns the players of a pair.
    fn specs(&self, number: u64) -> Result<[PlayerSpec; 2], SpecError> {
        match &self.players {
            Players::Two(specs) => Ok((**specs).clone()),
            Players::Drawn(_, draw) => draw(number),
        }
    }

    /// Returns a description of everything that determines the games. Files of earlier measurements contain its hash, so
    /// it must not change.
    fn key(&self, game: GameId, openings: &Source) -> String {
        let terms = &self.terms;
        let limit = match (terms.limit.nodes, terms.limit.movetime) {
            (Some(nodes), _) => format!("{nodes} nodes"),
            (_, Some(time)) => format!("{time} ms"),
            _ => String::new(),
        };
        let book = match openings {
            Source::Book { hash, .. } => format!("book {hash}"),
            Source::Random { plies } => format!("{plies} random plies"),
        };
        let players = match &self.players {
            Players::Two(specs) => format!("{} | {}", specs[0], specs[1]),
            Players::Drawn(about, _) => about.clone(),
        };
        let early = match terms.adjudication.resign {
            Some(rule) => format!(" | resigned at {}", rule.score),
            None => String::new(),
        };
        format!(
            "{} | {limit} | {players} | seed {} | {book} | {} plies{early}",
            game.name(),
            terms.seed,
            terms.adjudication.max_plies.unwrap_or_default()
        )
    }
}

/// Returns the result of pairs, each with the half points of both games.
pub(crate) fn result<'a>(pairs: impl IntoIterator<Item = &'a [u8; 2]>) -> MatchResult {
    let mut tally = Tally::default();
    let mut counts = Pentanomial::default();
    for pair in pairs {
        let points = pair.map(|half_points| match half_points {
            0 => Points::Loss,
            1 => Points::Draw,
            _ => Points::Win,
        });
        points.into_iter().for_each(|points| tally.record(points));
        counts.record(points[0], points[1]);
    }
    MatchResult::new(tally, counts)
}

/// The progress of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The matches that are decided, or have all their games.
    pub settled: usize,
    /// The number of matches.
    pub comparisons: usize,
    /// The number of games, including those of earlier runs.
    pub games: u64,
}

/// The half points of the first player in the two games of each pair of a match.
pub(crate) type PairPoints = Vec<[u8; 2]>;

/// Plays the remaining pairs of matches until all are settled or the run is stopped. Without threads it only reads the
/// recorded pairs. Calls `watch` after each pair. Returns the pairs of each match, from the first on, and the progress.
pub(crate) fn play<G: BoardGame>(
    game: &G,
    openings: &Openings<G>,
    matches: &[&Match],
    kept: &mut PairLedger,
    threads: Option<NonZeroUsize>,
    stop: &Arc<AtomicBool>,
    watch: &mut (dyn FnMut(Progress) + Send),
) -> Result<(Vec<PairPoints>, Progress), Error> {
    let mut standings = Vec::new();
    for &played in matches {
        for spec in played.specs(0)? {
            Seat::<G>::new(&spec)?;
        }
        let mut standing = Standing::new(played, played.key(G::ID, openings.source()));
        for (number, points) in kept.pairs(&standing.key) {
            standing.add(number, points);
        }
        standings.push(standing);
    }
    let mut state = State {
        standings,
        kept,
        watch,
    };
    state.notify();
    let worker = || {
        // The players of a match remain for all of its pairs that this thread plays.
        let mut players: Option<(usize, [Seat<G>; 2])> = None;
        move |&(index, number): &(usize, u64)| {
            let played = matches[index];
            let is_other = players.as_ref().is_none_or(|(of, _)| *of != index);
            if is_other || matches!(played.players, Players::Drawn(..)) {
                let [one, other] = played.specs(number)?;
                players = Some((index, [Seat::new(&one)?, Seat::new(&other)?]));
            }
            let seats = players.as_mut().map(|(_, seats)| seats.each_mut());
            Ok(seats
                .and_then(|seats| play_pair(game, openings, seats, number, &played.terms, stop)))
        }
    };
    if let Some(threads) = threads {
        run(&mut state, threads, stop, worker)?;
    }
    let pairs = state.standings.iter().map(Standing::in_order).collect();
    Ok((pairs, state.progress()))
}

/// The pairs of a match.
struct Standing {
    /// The description of the match.
    key: String,
    pairs: BTreeMap<u64, [u8; 2]>,
    /// The lowest number of a pair that can be free.
    next: u64,
    /// The most pairs.
    most: u64,
    /// The test, with the pairs before `seen`; `None` if the number of games is fixed.
    test: Option<ThreeWayState>,
    seen: u64,
    /// Whether this run plays it.
    is_ours: bool,
}

impl Standing {
    fn new(played: &Match, key: String) -> Self {
        Self {
            key,
            pairs: BTreeMap::new(),
            next: 0,
            most: played.pairs,
            test: played.test.map(ThreeWayState::new),
            seen: 0,
            // The games of other shards count, but are not played here.
            is_ours: played.is_ours,
        }
    }

    fn add(&mut self, number: u64, points: [u8; 2]) {
        if number >= self.most {
            return;
        }
        self.pairs.entry(number).or_insert(points);
        // The test counts pairs in the order of their numbers, so its answer is the same on any machine.
        while let Some(points) = self.pairs.get(&self.seen) {
            if let Some(test) = &mut self.test {
                test.add(usize::from(points[0] + points[1]));
            }
            self.seen += 1;
        }
    }

    fn is_settled(&self) -> bool {
        let test = self.test.as_ref();
        test.is_some_and(|test| test.answer() != Answer::Open) || self.seen >= self.most
    }

    /// Returns the number of the next pair.
    fn take(&mut self) -> Option<u64> {
        while self.pairs.contains_key(&self.next) {
            self.next += 1;
        }
        if !self.is_ours || self.is_settled() || self.next >= self.most {
            return None;
        }
        self.next += 1;
        Some(self.next - 1)
    }

    /// Returns the pairs from the first on, up to a gap.
    fn in_order(&self) -> Vec<[u8; 2]> {
        let numbers = 0..self.seen;
        numbers
            .map_while(|number| self.pairs.get(&number).copied())
            .collect()
    }
}

/// All matches and their record.
struct State<'a> {
    standings: Vec<Standing>,
    kept: &'a mut PairLedger,
    watch: &'a mut (dyn FnMut(Progress) + Send),
}

impl State<'_> {
    /// The number of pairs of one match in a turn.
    const TURN: u64 = 25;

    fn progress(&self) -> Progress {
        let settled = self.standings.iter().filter(|one| one.is_settled());
        let pairs = self.standings.iter().map(|one| one.pairs.len() as u64);
        Progress {
            settled: settled.count(),
            comparisons: self.standings.len(),
            games: 2 * pairs.sum::<u64>(),
        }
    }

    fn notify(&mut self) {
        let progress = self.progress();
        (self.watch)(progress);
    }
}

impl Jobs for State<'_> {
    /// The index of a match and the number of a pair.
    type Job = (usize, u64);
    type Done = Pair;

    /// Returns the next pair of the match with the fewest turns. All matches advance together, so a run that is
    /// stopped early has results for all of them.
    fn take(&mut self) -> Option<(usize, u64)> {
        let mut order: Vec<usize> = (0..self.standings.len()).collect();
        order.sort_by_key(|&index| self.standings[index].next / Self::TURN);
        order
            .into_iter()
            .find_map(|index| Some((index, self.standings[index].take()?)))
    }

    fn give(&mut self, (index, number): (usize, u64), pair: Pair) -> Result<(), Error> {
        let standing = &mut self.standings[index];
        self.kept.add(&standing.key, number, &pair)?;
        standing.add(number, pair.half_points());
        self.notify();
        Ok(())
    }
}
