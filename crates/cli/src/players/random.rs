//! A player that moves at random, the same way every time.

use std::time::Instant;

use chess::{Game, Move, Position};

use super::{Choice, Event, Info, Limits, Mover, Score, ScoreBound, Settings, Signal};

/// Picks any legal move. The same position (its counters included) and the same seed give the same move.
#[derive(Clone, Debug, Default)]
pub struct RandomMover {
    seed: u64,
    multi_pv: usize,
}

impl RandomMover {
    /// A player with a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, multi_pv: 1 }
    }

    /// The legal moves in random order.
    fn shuffled(&self, position: &Position, limits: &Limits) -> Vec<Move> {
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if !limits.search_moves.is_empty() {
            moves.retain(|m| limits.search_moves.contains(m));
        }
        // The order in which moves are generated must not matter.
        moves.sort_unstable();
        let counters =
            u64::from(position.halfmove_clock()) << 16 | u64::from(position.fullmove_number());
        let mut numbers = SplitMix(mix(position.key() ^ mix(self.seed)) ^ counters);
        for end in (1..moves.len()).rev() {
            moves.swap(end, numbers.below(end + 1));
        }
        moves
    }
}

impl Mover for RandomMover {
    fn configure(&mut self, settings: &Settings) {
        self.seed = settings.seed;
        self.multi_pv = settings.multi_pv;
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        _signal: &Signal,
        listener: &mut dyn FnMut(&Event),
    ) -> Choice {
        let start = Instant::now();
        let position = game.position();
        let moves = self.shuffled(position, limits);
        let mut report = |depth, rank, score, line| {
            listener(&Event::Info(Info {
                depth,
                selective_depth: depth,
                rank,
                score,
                bound: ScoreBound::Exact,
                wdl: None,
                nodes: moves.len() as u64,
                hash_full: None,
                table_hits: 0,
                time: start.elapsed(),
                line,
            }));
        };
        if moves.is_empty() {
            let score = if position.in_check() {
                Score::Mate(0)
            } else {
                Score::Centipawns(0)
            };
            report(0, 1, score, vec![]);
        }
        for (index, &m) in moves.iter().take(self.multi_pv.max(1)).enumerate() {
            report(1, index + 1, Score::Centipawns(0), vec![m]);
        }
        Choice {
            best: moves.first().copied(),
            ponder: None,
        }
    }
}

/// Sebastiano Vigna's SplitMix64: a counter and a good mix. Enough to pick moves.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`. The bias for a bound of a few hundred is below 2^-55.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn choice(seed: u64, game: &Game, limits: &Limits) -> Choice {
        RandomMover::new(seed).choose(game, limits, &Signal::default(), &mut |_| {})
    }

    #[test]
    fn the_same_seed_plays_the_same_game_and_another_seed_another() {
        let play = |seed| {
            let mut game = Game::default();
            while game.outcome().is_none() {
                let m = choice(seed, &game, &Limits::default())
                    .best
                    .expect("the game is not over");
                game.play(m).expect("a choice is legal");
            }
            game.moves().to_vec()
        };
        assert_eq!(play(7), play(7));
        assert_ne!(play(7), play(8));
    }

    #[test]
    fn every_move_is_chosen_by_some_seed() {
        let game = Game::default();
        let chosen: HashSet<_> = (0..500)
            .map(|seed| choice(seed, &game, &Limits::default()).best)
            .collect();
        assert_eq!(chosen.len(), 20);
    }

    #[test]
    fn only_the_moves_asked_for_are_chosen() {
        let game = Game::default();
        let search_moves: Vec<Move> = game.position().legal_moves().into_iter().skip(18).collect();
        let limits = Limits {
            search_moves: search_moves.clone(),
            ..Limits::default()
        };
        for seed in 0..20 {
            let best = choice(seed, &game, &limits).best.expect("there are moves");
            assert!(search_moves.contains(&best));
        }
    }
}
