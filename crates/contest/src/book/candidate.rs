//! One position that may go into a book.

use std::collections::HashSet;

use games::{BoardGame, Record};
use gametree::{Request, Score, SplitMix64, Value, mix};

use super::{Recipe, Way};
use players::{Seat, SpecError, registry};

/// What came of one try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Candidate<S, M> {
    /// A position for the book, and the moves that lead to it.
    Opening(S, Vec<M>),
    /// The game was over before all plies were played, or is over now.
    Over,
    /// The side to move is in check.
    Check,
    /// One side is better by more, or by less, than the recipe wants.
    Unbalanced,
}

/// Makes candidates, each from its number and the seed alone.
pub struct Maker<'a, G: BoardGame> {
    game: &'a G,
    recipe: &'a Recipe,
    /// Who looks at the moves of a guided game.
    guide: String,
}

impl<'a, G: BoardGame> Maker<'a, G> {
    /// A maker, if the player of the recipe exists.
    pub fn new(game: &'a G, recipe: &'a Recipe) -> Result<Self, SpecError> {
        Seat::<G>::sit(&recipe.player)?;
        let spec = registry::parse(&recipe.player)?;
        let evaluator = recipe.guide.as_deref().or(spec.get("eval"));
        let evaluator = evaluator.unwrap_or(G::EVALUATORS[0].0);
        let guide = format!("alphabeta:depth=1,eval={evaluator},order=mvvlva,quiesce");
        Seat::<G>::sit(&guide)?;
        Ok(Self {
            game,
            recipe,
            guide,
        })
    }

    /// The candidate of this number: always the same, whatever was asked for before. Positions whose keys are `known` are
    /// in the book and need not be judged again.
    pub fn candidate(
        &self,
        number: u64,
        known: &HashSet<u64>,
    ) -> Result<Candidate<G::State, G::Move>, SpecError> {
        let mut rng = SplitMix64::new(mix(self.recipe.seed) ^ mix(!number));
        let mut guide = Seat::<G>::sit(&self.guide)?;
        let mut state = self.game.start();
        let mut line = Vec::with_capacity(self.recipe.plies as usize);
        for _ in 0..self.recipe.plies {
            let moves = match self.recipe.way {
                Way::Random => self.game.legal_moves(&state),
                Way::Guided { margin } => self.good_moves(&mut guide, &state, margin),
            };
            if moves.is_empty() {
                return Ok(Candidate::Over);
            }
            let index = rng.below(moves.len() as u64) as usize;
            self.game.play(&mut state, moves[index]);
            line.push(moves[index]);
        }
        if self.game.legal_moves(&state).is_empty() {
            return Ok(Candidate::Over);
        }
        if self.game.in_check(&state) {
            return Ok(Candidate::Check);
        }
        if known.contains(&self.game.key(&state)) {
            return Ok(Candidate::Opening(state, line));
        }
        let mut judge = Seat::<G>::sit(&self.recipe.player)?;
        let value = self.value(&mut judge, &state);
        Ok(if self.recipe.wants(value) {
            Candidate::Opening(state, line)
        } else {
            Candidate::Unbalanced
        })
    }

    /// What a player thinks of a position; nothing special if it has no opinion.
    fn value(&self, seat: &mut Seat<G>, state: &G::State) -> Score {
        let record = Record::new(state.clone());
        let answer = seat.answer(self.game, &record, &Request::default());
        let value = answer.ok().and_then(|answer| answer.value);
        value.map_or(0, Value::score)
    }

    /// The moves within a margin of the best one, in the order of the game.
    fn good_moves(&self, guide: &mut Seat<G>, state: &G::State, margin: Score) -> Vec<G::Move> {
        let mover = self.game.side(state);
        let valued: Vec<(G::Move, Score)> = self
            .game
            .legal_moves(state)
            .into_iter()
            .map(|mv| {
                let mut next = state.clone();
                self.game.play(&mut next, mv);
                let value = self.value(guide, &next);
                let same = self.game.side(&next) == mover;
                (mv, if same { value } else { -value })
            })
            .collect();
        let best = valued.iter().map(|&(_, value)| value).max();
        valued
            .iter()
            .filter(|&&(_, value)| best.is_some_and(|best| value >= best - margin))
            .map(|&(mv, _)| mv)
            .collect()
    }
}
