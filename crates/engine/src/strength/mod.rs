//! Playing weaker than one can, the way weaker players do: by seeing less.
//!
//! A player of limited strength looks at fewer positions, is wrong about what they are worth, and overlooks moves: far
//! more often quiet ones than captures, and long and backward ones more than others. None of this is left to chance
//! at the board. What it misjudges and overlooks is decided by the position and by the number of the game, so within
//! a game it is of one mind: a pawn structure that it likes it goes on liking, and a diagonal that it does not see it
//! does not see on the next move either. It never plays a move that it does not believe in.
//!
//! With few pieces left everything is in plain view: it gives mate with a rook at every strength.
//!
//! It has the habits of people, too ([`habits`]): it takes back, and leaves developed pieces where they are; and on a clock it
//! takes its time ([`pace`]).
//!
//! `docs/strength.md` says how the table below was measured.

pub mod habits;
pub mod pace;

use chess::{Color, Move, Position};
use gametree::SplitMix64;

use crate::score::Value;

/// How strong a player is, in Elo points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Strength(u32);

/// What limits a player, as GUIs set it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrengthSettings {
    /// Whether the rating counts.
    pub limited: bool,
    /// The rating.
    pub elo: u32,
    /// The level from 0 to [`StrengthSettings::FULL_SKILL`], counted if no rating is.
    pub skill: u32,
    /// Whether a limited player takes its time on a clock and opens from the repertoire.
    pub person: bool,
}

impl StrengthSettings {
    /// The level that limits nothing.
    pub const FULL_SKILL: u32 = 20;

    /// A player of this rating.
    #[must_use]
    pub const fn of_elo(elo: u32) -> Self {
        Self {
            limited: true,
            elo,
            skill: Self::FULL_SKILL,
            person: true,
        }
    }

    /// The strength, if it is limited.
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

/// How well a player of some rating sees.
struct Grade {
    elo: u32,
    /// Nodes a move.
    nodes: f64,
    /// How wrong it is about what a position is worth, in centipawns.
    blur: f64,
    /// How many of 1,024 quiet moves it overlooks.
    overlooked: f64,
    /// Whether it asks the network, instead of the terms made by hand.
    network: bool,
}

const fn grade(elo: u32, nodes: f64, blur: f64, overlooked: f64) -> Grade {
    Grade {
        elo,
        nodes,
        blur,
        overlooked,
        network: false,
    }
}

/// A grade that sees everything and asks the network: only its nodes are few.
const fn by_network(elo: u32, nodes: f64) -> Grade {
    Grade {
        network: true,
        ..grade(elo, nodes, 0.0, 0.0)
    }
}

/// From the weakest to the strongest; between two of them everything changes evenly (nodes by their logarithm). Where the network
/// begins, nearly the same rating stands twice: so many nodes by hand are as strong as so many fewer with it.
const GRADES: [Grade; 16] = [
    grade(800, 12.0, 800.0, 640.0),
    grade(1_000, 18.0, 536.0, 518.0),
    grade(1_020, 20.0, 500.0, 500.0),
    grade(1_180, 40.0, 260.0, 380.0),
    grade(1_210, 120.0, 150.0, 250.0),
    grade(1_350, 350.0, 100.0, 180.0),
    grade(1_600, 800.0, 70.0, 110.0),
    grade(1_750, 1_200.0, 45.0, 60.0),
    grade(1_850, 2_000.0, 28.0, 30.0),
    grade(1_920, 3_500.0, 16.0, 14.0),
    grade(2_030, 7_000.0, 8.0, 6.0),
    grade(2_120, 15_000.0, 0.0, 0.0),
    by_network(2_121, 7_400.0),
    by_network(2_190, 10_000.0),
    by_network(2_415, 30_000.0),
    by_network(2_580, 100_000.0),
];

impl Strength {
    /// The weakest player.
    pub const MIN: u32 = GRADES[0].elo;
    /// The strongest player whose strength is still limited.
    pub const MAX: u32 = GRADES[GRADES.len() - 1].elo;

    /// A rating, or the nearest there is.
    #[must_use]
    pub fn new(elo: u32) -> Self {
        Self(elo.clamp(Self::MIN, Self::MAX))
    }

    /// The rating of a skill level.
    #[must_use]
    pub fn of_skill(level: u32) -> Self {
        Self::new(Self::MIN + (Self::MAX - Self::MIN) * level / (StrengthSettings::FULL_SKILL - 1))
    }

    /// The rating.
    #[must_use]
    pub const fn elo(self) -> u32 {
        self.0
    }

    /// The grade at this rating or below it, and the one above.
    fn grades(self) -> (&'static Grade, &'static Grade) {
        let above = GRADES.partition_point(|grade| grade.elo <= self.0);
        (&GRADES[above - 1], &GRADES[above.min(GRADES.len() - 1)])
    }

    /// Whether such a player asks the network what a position is worth. A weaker one goes by the terms made by hand: the network is
    /// never wrong in the way of a person.
    #[must_use]
    pub fn asks_network(self) -> bool {
        self.grades().0.network
    }

    /// How well such a player sees, in the game of this number.
    #[must_use]
    pub fn sight(self, game: u64) -> Sight {
        let (low, high) = self.grades();
        let span = f64::from((high.elo - low.elo).max(1));
        let share = f64::from(self.0 - low.elo) / span;
        let between = |low: f64, high: f64| low + (high - low) * share;
        Sight {
            nodes: between(low.nodes.ln(), high.nodes.ln()).exp().round() as u64,
            blur: between(low.blur, high.blur).round() as i32,
            overlooked: between(low.overlooked, high.overlooked).round() as u32,
            seed: mix(game),
        }
    }
}

/// How well a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    nodes: u64,
    blur: i32,
    overlooked: u32,
    /// What makes this game another one than the last.
    seed: u64,
}

/// Up to so many pieces, everything is in plain view.
const PLAIN: u32 = 4;

/// With so many pieces more, nothing is.
const CROWD: i32 = 12;

/// Nodes for positions in plain view: enough to give mate with a rook.
const PLAIN_NODES: u64 = 20_000;

impl Sight {
    /// Nodes for a move in this position.
    #[must_use]
    pub fn nodes(&self, position: &Position) -> u64 {
        if is_plain(position) {
            self.nodes.max(PLAIN_NODES)
        } else {
            self.nodes
        }
    }

    /// By how much it misjudges a position, for the side to move. Half of it belongs to the pawn structure and stays
    /// while that stays.
    #[must_use]
    pub fn misjudgement(&self, position: &Position) -> Value {
        let pieces = position.occupied().count() as i32;
        let crowd = (pieces - PLAIN as i32).clamp(0, CROWD);
        let structure = spread(mix(position.pawn_key() ^ self.seed));
        let details = spread(mix(position.key() ^ self.seed));
        // Each is between -512 and 512, with a standard deviation of 209; together so that theirs is 295.
        let error = (structure + details) * self.blur / 295 * crowd / CROWD;
        match position.side_to_move() {
            Color::White => error,
            Color::Black => -error,
        }
    }

    /// Whether a move escapes it. What gives check or takes back on the square of the last move is hard to miss.
    #[must_use]
    pub fn overlooks(&self, position: &Position, m: Move, last: Option<Move>) -> bool {
        if self.overlooked == 0 || is_plain(position) || position.gives_check(m) {
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
        // By the move and the pawns: so it stays unseen while these stay.
        let chosen = mix(position.pawn_key() ^ u64::from(m.bits()) << 32 ^ self.seed) % 1_024;
        chosen < u64::from(chance)
    }
}

/// Whether everything is in plain view.
fn is_plain(position: &Position) -> bool {
    position.occupied().count() <= PLAIN
}

/// A number that has nothing to do with another one, but is always the same for it.
fn mix(number: u64) -> u64 {
    SplitMix64::new(number).next_u64()
}

/// From -512 to 512, around zero more often than far from it: the sum of two even ones.
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
    fn more_elo_sees_more() {
        let mut last = Strength::new(0).sight(0);
        for elo in Strength::MIN..=Strength::MAX {
            let sight = Strength::new(elo).sight(0);
            let begins =
                Strength::new(elo).asks_network() && !Strength::new(elo - 1).asks_network();
            assert!(sight.nodes >= last.nodes || begins, "{elo}");
            assert!(sight.blur <= last.blur, "{elo}");
            assert!(sight.overlooked <= last.overlooked, "{elo}");
            last = sight;
        }
        assert_eq!((last.blur, last.overlooked), (0, 0));
        assert!(!Strength::new(Strength::MIN).asks_network());
        assert!(Strength::new(Strength::MAX).asks_network());
        assert_eq!(Strength::new(9_999), Strength::new(Strength::MAX));
    }

    #[test]
    fn levels_go_from_the_weakest_to_the_strongest() {
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
            "the rating counts more"
        );
    }

    #[test]
    fn misjudgement_is_the_same_in_a_game_and_another_in_the_next() {
        let start = Position::startpos();
        let of =
            |game, position: &Position| Strength::new(1_000).sight(game).misjudgement(position);
        assert_eq!(of(1, &start), of(1, &start));
        let differs = (0..100).filter(|&game| of(game, &start) != of(0, &start));
        assert!(differs.count() > 90);
        // As large as the grade says, and in no direction.
        let errors: Vec<f64> = (0..10_000)
            .map(|game| f64::from(of(game, &start)))
            .collect();
        let mean = errors.iter().sum::<f64>() / 10_000.0;
        let deviation = (errors.iter().map(|e| e * e).sum::<f64>() / 10_000.0).sqrt();
        let blur = f64::from(Strength::new(1_000).sight(0).blur);
        assert!(mean.abs() < blur / 10.0, "{mean}");
        assert!(
            (deviation / blur - 1.0).abs() < 0.1,
            "{deviation} of {blur}"
        );
    }

    #[test]
    fn few_pieces_are_seen_as_they_are() {
        let rook = position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
        let sight = Strength::new(0).sight(7);
        assert_eq!(sight.misjudgement(&rook), 0);
        assert!(
            rook.legal_moves()
                .into_iter()
                .all(|m| !sight.overlooks(&rook, m, None))
        );
        assert!(sight.nodes(&rook) > sight.nodes(&Position::startpos()));
    }

    #[test]
    fn checks_and_taking_back_are_not_overlooked_and_captures_seldom() {
        let position =
            position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let last = chess::uci::parse(&position, "d5e6").expect("legal");
        let (mut quiet, mut noisy) = ((0, 0), (0, 0));
        for game in 0..200 {
            let sight = Strength::new(Strength::MIN).sight(game);
            for m in position.legal_moves() {
                let missed = sight.overlooks(&position, m, Some(last));
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
