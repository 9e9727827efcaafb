//! Limited strength: plays weaker in the way weaker players do, by overlooking and misjudging.
//!
//! Limited strength searches fewer nodes, adds an error to evaluations, and overlooks moves: quiet moves more often than captures,
//! long and backward moves more often than others. The errors are not random at each move. They are a function of the position
//! and of the number of the game, so that they are consistent within a game: a pawn structure stays overrated, an overlooked
//! diagonal stays overlooked. The engine always plays the move that it evaluates as best.
//!
//! With few pieces there are no errors: the engine mates with a rook at every strength.
//!
//! Limited strength also follows human habits ([`habits`]): it recaptures, and leaves developed pieces where they are. With a
//! clock it takes time for its moves ([`pace`]).
//!
//! `docs/strength.md` describes the measurement of the table below.

pub mod habits;
pub mod pace;

use chess::{Color, Move, Position};
use gametree::SplitMix64;

use crate::score::Value;

/// A rating in Elo points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Strength(u32);

/// The strength settings, as GUIs set them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrengthSettings {
    /// Whether the rating limits the strength.
    pub limited: bool,
    /// The rating.
    pub elo: u32,
    /// The skill level from 0 to [`StrengthSettings::FULL_SKILL`]. It applies if the rating does not.
    pub skill: u32,
    /// Whether limited strength takes human time for its moves and opens from the repertoire.
    pub person: bool,
}

impl StrengthSettings {
    /// The skill level without a limit.
    pub const FULL_SKILL: u32 = 20;

    /// Returns the settings for a rating.
    #[must_use]
    pub const fn of_elo(elo: u32) -> Self {
        Self {
            limited: true,
            elo,
            skill: Self::FULL_SKILL,
            person: true,
        }
    }

    /// Returns the strength, if it is limited.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        if self.limited {
            Some(Strength::new(self.elo))
        } else {
            (self.skill < Self::FULL_SKILL).then(|| Strength::of_skill(self.skill))
        }
    }
}

impl Default for StrengthSettings {
    fn default() -> Self {
        Self {
            limited: false,
            elo: Strength::MIN,
            skill: Self::FULL_SKILL,
            person: true,
        }
    }
}

/// The restrictions of a rating.
struct Level {
    elo: u32,
    /// Nodes for a move.
    nodes: f64,
    /// Standard deviation of the evaluation error, in centipawns.
    error: f64,
    /// The number of quiet moves overlooked, of 1,024.
    overlooked: f64,
    /// Whether it uses the network instead of the hand-crafted evaluation.
    network: bool,
}

/// The restrictions of a rating in the table, for measurements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// The rating.
    pub elo: u32,
    /// Nodes for a move.
    pub nodes: u64,
    /// Standard deviation of the evaluation error, in centipawns.
    pub error: u32,
    /// The number of quiet moves overlooked, of 1,024.
    pub overlooked: u32,
    /// Whether it uses the network.
    pub network: bool,
}

const fn level(elo: u32, nodes: f64, error: f64, overlooked: f64) -> Level {
    Level {
        elo,
        nodes,
        error,
        overlooked,
        network: false,
    }
}

/// Returns a level without errors that uses the network and is limited by nodes only.
const fn by_network(elo: u32, nodes: f64) -> Level {
    Level {
        network: true,
        ..level(elo, nodes, 0.0, 0.0)
    }
}

/// From the weakest to the strongest, with linear interpolation (logarithmic for nodes). At the transition to the network two
/// levels have nearly the same rating, because the network reaches it with fewer nodes.
const LEVELS: [Level; 16] = [
    level(800, 12.0, 800.0, 640.0),
    level(1_000, 18.0, 536.0, 518.0),
    level(1_020, 20.0, 500.0, 500.0),
    level(1_180, 40.0, 260.0, 380.0),
    level(1_210, 120.0, 150.0, 250.0),
    level(1_350, 350.0, 100.0, 180.0),
    level(1_600, 800.0, 70.0, 110.0),
    level(1_750, 1_200.0, 45.0, 60.0),
    level(1_850, 2_000.0, 28.0, 30.0),
    level(1_920, 3_500.0, 16.0, 14.0),
    level(2_030, 7_000.0, 8.0, 6.0),
    level(2_120, 15_000.0, 0.0, 0.0),
    by_network(2_121, 7_400.0),
    by_network(2_190, 10_000.0),
    by_network(2_415, 30_000.0),
    by_network(2_580, 100_000.0),
];

impl Strength {
    /// The lowest rating.
    pub const MIN: u32 = LEVELS[0].elo;
    /// The highest limited rating.
    pub const MAX: u32 = LEVELS[LEVELS.len() - 1].elo;

    /// Returns the strength of a rating, clamped to the range.
    #[must_use]
    pub fn new(elo: u32) -> Self {
        Self(elo.clamp(Self::MIN, Self::MAX))
    }

    /// Returns the strength of a skill level.
    #[must_use]
    pub fn of_skill(level: u32) -> Self {
        Self::new(Self::MIN + (Self::MAX - Self::MIN) * level / (StrengthSettings::FULL_SKILL - 1))
    }

    /// Returns the rating.
    #[must_use]
    pub const fn elo(self) -> u32 {
        self.0
    }

    /// Returns the ratings of the table with their restrictions, from the weakest to the strongest.
    pub fn grades() -> impl Iterator<Item = Grade> {
        LEVELS.iter().map(|level| Grade {
            elo: level.elo,
            nodes: level.nodes as u64,
            error: level.error as u32,
            overlooked: level.overlooked as u32,
            network: level.network,
        })
    }

    /// Returns the levels at or below this rating, and above it.
    fn levels(self) -> (&'static Level, &'static Level) {
        let above = LEVELS.partition_point(|level| level.elo <= self.0);
        (&LEVELS[above - 1], &LEVELS[above.min(LEVELS.len() - 1)])
    }

    /// Returns whether this strength uses the network. Lower strengths use the hand-crafted evaluation, because the network's
    /// errors are not human.
    #[must_use]
    pub fn uses_network(self) -> bool {
        self.levels().0.network
    }

    /// Returns the handicap of this strength in the game of this number.
    #[must_use]
    pub fn handicap(self, game: u64) -> Handicap {
        let (low, high) = self.levels();
        let span = f64::from((high.elo - low.elo).max(1));
        let share = f64::from(self.0 - low.elo) / span;
        let between = |low: f64, high: f64| low + (high - low) * share;
        Handicap {
            nodes: between(low.nodes.ln(), high.nodes.ln()).exp().round() as u64,
            error: between(low.error, high.error).round() as i32,
            overlooked: between(low.overlooked, high.overlooked).round() as u32,
            seed: mix(game),
        }
    }
}

/// The handicap of limited strength in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    nodes: u64,
    error: i32,
    overlooked: u32,
    /// The seed of this game's errors.
    seed: u64,
}

/// The maximum number of pieces of a simple position, in which there are no errors.
const SIMPLE: u32 = 4;

/// The number of additional pieces at which errors reach their full size.
const COMPLEX: i32 = 12;

/// Nodes for simple positions: enough to mate with a rook.
const SIMPLE_NODES: u64 = 20_000;

impl Handicap {
    /// Returns the node limit for a move in this position.
    #[must_use]
    pub fn nodes(&self, position: &Position) -> u64 {
        if is_simple(position) {
            self.nodes.max(SIMPLE_NODES)
        } else {
            self.nodes
        }
    }

    /// Returns the evaluation error for the side to move. Half of it depends on the pawn structure only and stays while that
    /// stays.
    #[must_use]
    pub fn error(&self, position: &Position) -> Value {
        let pieces = position.occupied().count() as i32;
        let complexity = (pieces - SIMPLE as i32).clamp(0, COMPLEX);
        let structure = spread(mix(position.pawn_key() ^ self.seed));
        let details = spread(mix(position.key() ^ self.seed));
        // Each is between -512 and 512 with a standard deviation of 209; their sum has 295.
        let error = (structure + details) * self.error / 295 * complexity / COMPLEX;
        match position.side_to_move() {
            Color::White => error,
            Color::Black => -error,
        }
    }

    /// Returns whether a move is overlooked. Checks and recaptures on the target of the last move are never overlooked.
    #[must_use]
    pub fn overlooks(&self, position: &Position, m: Move, last: Option<Move>) -> bool {
        if self.overlooked == 0 || is_simple(position) || position.gives_check(m) {
            return false;
        }
        let mut chance = self.overlooked;
        if m.is_noisy() {
            if last.is_some_and(|last| last.to() == m.to()) {
                return false;
            }
            chance /= 3;
        }
        let (from, to) = (m.from(), m.to());
        let ranks = to.rank() as i32 - from.rank() as i32;
        let files = to.file() as i32 - from.file() as i32;
        if ranks.abs().max(files.abs()) >= 4 {
            chance += chance / 2;
        }
        let backward = match position.side_to_move() {
            Color::White => ranks < 0,
            Color::Black => ranks > 0,
        };
        if backward {
            chance += chance / 2;
        }
        // Depends on the move and the pawns: the move stays overlooked while the pawn structure stays.
        let chosen = mix(position.pawn_key() ^ u64::from(m.bits()) << 32 ^ self.seed) % 1_024;
        chosen < u64::from(chance)
    }
}

/// Returns whether a position is simple.
fn is_simple(position: &Position) -> bool {
    position.occupied().count() <= SIMPLE
}

/// Hashes a number.
fn mix(number: u64) -> u64 {
    SplitMix64::new(number).next_u64()
}

/// Converts bits to a number from -512 to 512 with a triangular distribution.
fn spread(bits: u64) -> i32 {
    (bits & 511) as i32 + (bits >> 9 & 511) as i32 - 511
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect(fen)
    }

    #[test]
    fn higher_ratings_have_smaller_handicaps() {
        let mut last = Strength::new(0).handicap(0);
        for elo in Strength::MIN..=Strength::MAX {
            let handicap = Strength::new(elo).handicap(0);
            let network_starts =
                Strength::new(elo).uses_network() && !Strength::new(elo - 1).uses_network();
            assert!(handicap.nodes >= last.nodes || network_starts, "{elo}");
            assert!(handicap.error <= last.error, "{elo}");
            assert!(handicap.overlooked <= last.overlooked, "{elo}");
            last = handicap;
        }
        assert_eq!((last.error, last.overlooked), (0, 0));
        assert!(!Strength::new(Strength::MIN).uses_network());
        assert!(Strength::new(Strength::MAX).uses_network());
        assert_eq!(Strength::new(9_999), Strength::new(Strength::MAX));
    }

    #[test]
    fn skill_levels_cover_all_strengths() {
        let level = |skill| {
            StrengthSettings {
                skill,
                ..StrengthSettings::default()
            }
            .strength()
        };
        assert_eq!(level(0).map(Strength::elo), Some(Strength::MIN));
        assert_eq!(level(19).map(Strength::elo), Some(Strength::MAX));
        assert_eq!(level(20), None);
        assert!((1..20).all(|skill| level(skill) > level(skill - 1)));
        let both = StrengthSettings {
            skill: 3,
            ..StrengthSettings::of_elo(1_500)
        };
        assert_eq!(
            both.strength(),
            Some(Strength::new(1_500)),
            "the rating takes precedence"
        );
    }

    #[test]
    fn errors_are_constant_in_a_game_and_differ_between_games() {
        let start = Position::startpos();
        let of = |game, position: &Position| Strength::new(1_000).handicap(game).error(position);
        assert_eq!(of(1, &start), of(1, &start));
        let differs = (0..100).filter(|&game| of(game, &start) != of(0, &start));
        assert!(differs.count() > 90);
        // The size is that of the level, and the mean is zero.
        let errors: Vec<f64> = (0..10_000)
            .map(|game| f64::from(of(game, &start)))
            .collect();
        let mean = errors.iter().sum::<f64>() / 10_000.0;
        let deviation = (errors.iter().map(|e| e * e).sum::<f64>() / 10_000.0).sqrt();
        let error = f64::from(Strength::new(1_000).handicap(0).error);
        assert!(mean.abs() < error / 10.0, "{mean}");
        assert!(
            (deviation / error - 1.0).abs() < 0.1,
            "{deviation} of {error}"
        );
    }

    #[test]
    fn simple_positions_have_no_errors() {
        let rook = position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
        let handicap = Strength::new(0).handicap(7);
        assert_eq!(handicap.error(&rook), 0);
        assert!(
            rook.legal_moves()
                .into_iter()
                .all(|m| !handicap.overlooks(&rook, m, None))
        );
        assert!(handicap.nodes(&rook) > handicap.nodes(&Position::startpos()));
    }

    #[test]
    fn checks_and_recaptures_are_never_overlooked_and_captures_rarely() {
        let position =
            position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let last = chess::uci::parse(&position, "d5e6").expect("legal");
        let (mut quiet, mut noisy) = ((0, 0), (0, 0));
        for game in 0..200 {
            let handicap = Strength::new(Strength::MIN).handicap(game);
            for m in position.legal_moves() {
                let missed = handicap.overlooks(&position, m, Some(last));
                if m.to() == last.to() || position.gives_check(m) {
                    assert!(!missed, "{m}");
                } else {
                    let count = if m.is_noisy() { &mut noisy } else { &mut quiet };
                    count.0 += u32::from(missed);
                    count.1 += 1;
                }
            }
        }
        let share = |count: (u32, u32)| f64::from(count.0) / f64::from(count.1);
        assert!((0.5..0.8).contains(&share(quiet)), "{quiet:?}");
        assert!((0.1..0.35).contains(&share(noisy)), "{noisy:?}");
    }
}
