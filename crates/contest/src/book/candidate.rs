//! A candidate position for a book.

use std::collections::HashSet;

use games::{BoardGame, Record};
use gametree::{Request, Score, SplitMix64, Value, mix};

use super::{Recipe, Way};
use players::{PlayerSpec, Seat, SpecError, builtin};

/// The outcome of one candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Candidate<S, M> {
    /// A position for the book, and the moves that lead to it.
    Opening(S, Vec<M>),
    /// The game ended before all plies were played, or is over now.
    Over,
    /// The side to move is in check.
    Check,
    /// The value is outside the range of the recipe.
    Unbalanced,
}

/// Creates candidates. Each depends only on its number and the seed.
pub(super) struct Maker<'a, G: BoardGame> {
    game: &'a G,
    recipe: &'a Recipe,
    /// The player that evaluates the moves of a guided game.
    guide: PlayerSpec,
}

impl<'a, G: BoardGame> Maker<'a, G> {
    /// Creates a maker, if the player of the recipe exists.
    pub fn new(game: &'a G, recipe: &'a Recipe) -> Result<Self, SpecError> {
        Seat::<G>::new(&recipe.player)?;
        let evaluator = recipe.guide.as_deref().or(recipe.player.text("eval"));
        let evaluator = evaluator.unwrap_or(G::EVALUATORS[0].0);
        let guide = builtin("alphabeta:depth=1,order=mvvlva,quiesce")?.with("eval", evaluator)?;
        Seat::<G>::new(&guide)?;
        Ok(Self {
            game,
            recipe,
            guide,
        })
    }

    /// Returns the candidate of this number. It does not depend on earlier calls. Positions with `known` keys are in
    /// the book and are not evaluated again.
    pub fn candidate(
        &self,
        number: u64,
        known: &HashSet<u64>,
    ) -> Result<Candidate<G::State, G::Move>, SpecError> {
        let mut rng = SplitMix64::new(mix(self.recipe.seed) ^ mix(!number));
        let mut guide = Seat::<G>::new(&self.guide)?;
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
        let mut judge = Seat::<G>::new(&self.recipe.player)?;
        let value = self.value(&mut judge, &state);
        Ok(if self.recipe.accepts(value) {
            Candidate::Opening(state, line)
        } else {
            Candidate::Unbalanced
        })
    }

    /// Returns a player's value of a position, or 0 if it returns none.
    fn value(&self, seat: &mut Seat<G>, state: &G::State) -> Score {
        let record = Record::new(state.clone());
        let answer = seat.answer(self.game, &record, &Request::default());
        let value = answer.ok().and_then(|answer| answer.value);
        value.map_or(0, Value::score)
    }

    /// Returns the moves with a value within `margin` of the best one, in the order of the game.
    fn good_moves(&self, guide: &mut Seat<G>, state: &G::State, margin: Score) -> Vec<G::Move> {
        let to_move = self.game.side(state);
        let valued: Vec<(G::Move, Score)> = self
            .game
            .legal_moves(state)
            .into_iter()
            .map(|mv| {
                let mut next = state.clone();
                self.game.play(&mut next, mv);
                let value = self.value(guide, &next);
                let same = self.game.side(&next) == to_move;
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
