//! A player that picks any legal move.

use games::{BoardGame, value_of};
use gametree::{Bound, Event, Info, Stats, mix};

use crate::answer::{Answer, Listener};
use crate::fault::Fault;
use crate::player::{Player, Task};

/// Picks any legal move. The same seed and the same position (its counters included) give the same move, whoever asks
/// and whatever was asked before.
pub struct Random {
    seed: u64,
    /// How many moves are told.
    lines: usize,
}

impl Random {
    /// The same seed plays the same moves.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, lines: 1 }
    }
}

/// A number from a text: the hash of Fowler, Noll and Vo.
fn number_of(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl<G: BoardGame> Player<G> for Random {
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let mut moves = task.moves();
        // The order in which moves are generated must not matter.
        moves.sort_by_cached_key(|&mv| task.game.write_move(mv));
        let position = number_of(&task.game.write_position(task.record.state()));
        let mut numbers = gametree::SplitMix64::new(mix(position ^ mix(self.seed)));
        for end in (1..moves.len()).rev() {
            moves.swap(end, numbers.below(end as u64 + 1) as usize);
        }
        for (index, &mv) in moves.iter().take(self.lines).enumerate() {
            listener.tell(&Event::Info(Info {
                depth: 1,
                selective_depth: 1,
                rank: index + 1,
                score: value_of(G::KIND, 0),
                bound: Bound::Exact,
                wdl: None,
                nodes: moves.len() as u64,
                hash_full: None,
                table_hits: 0,
                time: std::time::Duration::ZERO,
                line: vec![mv],
            }));
        }
        let mut answer = Answer::unvalued(moves.first().copied());
        answer.stats = Stats {
            nodes: 1,
            ..Stats::default()
        };
        Ok(answer)
    }

    fn configure(&mut self, settings: &engine::Settings) {
        self.lines = settings.multi_pv.max(1);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use games::{BoardGame, Chess};
    use gametree::Request;

    use crate::seat::Seat;
    use games::Record;

    fn choice(seed: u64, record: &Record<Chess>) -> chess::Move {
        let mut seat = Seat::<Chess>::sit(&format!("random:seed={seed}")).expect("a player");
        let answer = seat.answer(&Chess::default(), record, &Request::default());
        answer.expect("a move").best.expect("a move")
    }

    #[test]
    fn the_same_seed_plays_the_same_game_and_another_seed_another() {
        let game = Chess::default();
        let play = |seed| {
            let mut record = Record::<Chess>::new(game.start());
            while record.moves().len() < 60 && !game.legal_moves(record.state()).is_empty() {
                let mv = choice(seed, &record);
                record.play(&game, mv);
            }
            record.moves().to_vec()
        };
        assert_eq!(play(7), play(7));
        assert_ne!(play(7), play(8));
    }

    #[test]
    fn every_move_is_chosen_by_some_seed() {
        let record = Record::<Chess>::new(Chess::default().start());
        let chosen: HashSet<_> = (0..500).map(|seed| choice(seed, &record)).collect();
        assert_eq!(chosen.len(), 20);
    }

    #[test]
    fn no_opinion_is_told_as_nothing() {
        let record = Record::<Chess>::new(Chess::default().start());
        let mut seat = Seat::<Chess>::sit("random").expect("a player");
        let answer = seat.answer(&Chess::default(), &record, &Request::default());
        assert_eq!(answer.expect("a move").value, None);
    }
}
