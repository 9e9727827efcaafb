//! From a spec to an alternative search.

use games::minichess::Activity;
use games::{AnyEvaluator, BoardGame, GameId, MiniChess, Othello};
use gametree::alternatives::{Alternative, OnBoard};
use gametree::{Limits, Score};

use crate::common::MEBIBYTE;
use crate::error::SpecError;
use crate::evaluators;
use crate::player::Player;
use crate::registry::{AnyGame, AnyPlayer, Build, BuildAny, Entry, Group};
use crate::setting::{Setting, Settings};
use crate::solvers::Solving;
use crate::solvers::minichess::TableSearch;
use crate::solvers::othello::Solver;
use crate::spec::PlayerSpec;
use crate::textbook::{AnySearch, Textbook};

use super::entries::LIMITS;

/// The nodes of a move if nothing limits the player: many alternatives never end by themselves.
const USUAL_NODES: u64 = 10_000;

/// The settings that name an evaluator: the player's own, and the one of its opponent model.
const EVALUATORS: [&str; 2] = ["eval", "model"];

/// Makes the search of an alternative.
pub(super) type Make = fn(&Parameters) -> Box<dyn Alternative>;

/// Returns the entry of an alternative that plays every game. Limits come before its `settings`.
pub(super) fn alternative(
    name: &'static str,
    about: &'static str,
    settings: &[Setting],
    make: Make,
) -> Entry {
    of_one_game(name, about, settings, AnyGame(OnEveryBoard(make)))
}

/// Returns the entry of an alternative with another builder.
pub(super) fn of_one_game(
    name: &'static str,
    about: &'static str,
    settings: &[Setting],
    build: impl Build,
) -> Entry {
    Entry {
        settings: [LIMITS, settings].concat(),
        usual: |_| Limits::nodes(USUAL_NODES),
        least_depth: 1,
        is_random: |_| true,
        needs_keys: |settings| {
            let form = settings.text("form").filter(|&form| form == "windows");
            form.map(|_| "set form=list")
        },
        ..Entry::new(name, about, Group::Alternative, build)
    }
}

/// The settings that a search is made from.
pub(super) struct Parameters<'a> {
    pub settings: &'a Settings,
    pub game: GameId,
    /// A value that nearly wins.
    scale: Score,
}

impl Parameters<'_> {
    pub fn number(&self, key: &str) -> u64 {
        self.settings.number(key).unwrap_or(0)
    }

    /// Returns a setting in thousandths of a value that nearly wins.
    pub fn part(&self, key: &str) -> f64 {
        self.number(key) as f64 * f64::from(self.scale) / 1_000.0
    }

    /// Returns [`Self::part`] as a score.
    pub fn whole(&self, key: &str) -> Score {
        self.part(key).round() as Score
    }

    pub fn percent(&self, key: &str) -> f64 {
        self.number(key) as f64 / 100.0
    }
}

/// Builds an alternative for every game.
struct OnEveryBoard(Make);

impl BuildAny for OnEveryBoard {
    fn build<G: BoardGame>(
        &self,
        spec: &PlayerSpec,
        settings: &Settings,
    ) -> Result<Box<dyn Player<G>>, SpecError> {
        // Names are checked now, so that making the search again cannot fail.
        let mut makers = Vec::new();
        for name in EVALUATORS.iter().filter_map(|key| settings.text(key)) {
            let maker = evaluators::maker::<G>(name)?;
            if !maker().antisymmetric() {
                return Err(evaluators::not_antisymmetric(name, spec.name()));
            }
            makers.push(maker);
        }
        let make = self.0;
        let settings = settings.clone();
        Ok(Box::new(Textbook::new(move || -> AnySearch<G> {
            let evaluators = makers.iter().map(|maker| maker()).collect();
            let parameters = Parameters {
                settings: &settings,
                scale: G::LARGE as Score,
                game: G::ID,
            };
            let memory = settings.number("mem").unwrap_or(64).max(1) * MEBIBYTE;
            let search = make(&parameters);
            Box::new(OnBoard::new(search, evaluators, parameters.scale, memory))
        })))
    }
}

/// Builds the solver of Othello, for boards of every size.
pub(super) struct OthelloSolver;

impl Build for OthelloSolver {
    fn build(
        &self,
        spec: &PlayerSpec,
        settings: &Settings,
        game: GameId,
    ) -> Result<AnyPlayer, SpecError> {
        if game == Othello::<8>::ID {
            Ok(AnyPlayer::new(solver::<8>(settings)))
        } else if game == Othello::<6>::ID {
            Ok(AnyPlayer::new(solver::<6>(settings)))
        } else if game == Othello::<4>::ID {
            Ok(AnyPlayer::new(solver::<4>(settings)))
        } else {
            Err(spec.entry().other_game(game))
        }
    }
}

fn solver<const N: usize>(settings: &Settings) -> Box<dyn Player<Othello<N>>>
where
    Othello<N>: BoardGame,
{
    let bytes = settings.number("tt").unwrap_or(0) * MEBIBYTE;
    let empties = settings.number("empties").unwrap_or(0) as u32;
    Box::new(Textbook::new(move || -> AnySearch<Othello<N>> {
        Box::new(Solving(Solver::<N>::new(bytes as usize, empties)))
    }))
}

pub(super) fn minichess_tables(
    _: &PlayerSpec,
    settings: &Settings,
) -> Result<Box<dyn Player<MiniChess>>, SpecError> {
    let memory = settings.number("mem").unwrap_or(1) * MEBIBYTE;
    let evaluator = || -> AnyEvaluator<MiniChess> { Box::new(Activity) };
    Ok(Box::new(Textbook::new(move || -> AnySearch<MiniChess> {
        Box::new(Solving(TableSearch::new(evaluator, memory)))
    })))
}
