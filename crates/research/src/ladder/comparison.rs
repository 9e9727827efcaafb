//! The comparisons of a ladder: each rung with the one below, and the engine with itself without techniques.

use contest::{Adjudication, DrawRule, PlayerLimit, ResignRule, Shard};
use engine::Technique;
use games::{BoardGame, Chess, GameId};
use players::{PlayerSpec, SpecError};

use super::judged::Judged;
use super::measure::{Ablation, Ladder, Measured, Scale};
use super::positions::{nodes_to_depth, positions};
use super::rungs::{Rung, engine, is_engine, rungs};
use super::together;
use crate::pairs::{Match, Players, Terms};

/// Returns the rules that end a game early. If both players are the engine, the side that is far behind resigns and level
/// games are drawn: the rest would take half of the time and change little. The values of textbook players are not
/// reliable enough.
fn adjudication(players: &Players, scale: &Scale) -> Adjudication {
    let both = match players {
        Players::Two(specs) => specs.iter().all(is_engine),
        Players::Drawn(..) => true,
    };
    Adjudication {
        draw: both.then_some(DrawRule {
            from: 40,
            moves: 8,
            score: 5,
        }),
        resign: both.then_some(ResignRule {
            moves: 4,
            score: 800,
        }),
        max_plies: Some(scale.max_plies),
    }
}

/// Returns the engine without some of its techniques, drawn again for every pair.
fn drawn(seed: u64) -> Players {
    let names: Vec<&str> = together::together().map(Technique::name).collect();
    let about = format!("one in {} missing of {}", together::ONE_IN, names.join("+"));
    let draw = move |number| {
        let [one, other] = together::drawn(seed, number);
        Ok([
            together::spec(engine(), one)?,
            together::spec(engine(), other)?,
        ])
    };
    Players::Drawn(about, Box::new(draw))
}

/// The indices of the comparisons, at equal nodes and at equal time.
pub(super) struct Places {
    /// Each rung with the one below; the lowest has none.
    rungs: Vec<[Option<usize>; 2]>,
    /// The techniques with a separate match.
    alone: Vec<(Technique, [usize; 2])>,
    /// All other techniques together, if the game has the engine.
    together: Option<[usize; 2]>,
}

/// Returns the techniques that are switched off in turn: all of them in the engine's game.
fn techniques(game: GameId) -> &'static [Technique] {
    if game == Chess::ID {
        Technique::ALL
    } else {
        &[]
    }
}

/// Returns all comparisons of a game. This run plays those of `shard`.
pub(super) fn comparisons(
    game: GameId,
    scale: &Scale,
    shard: Shard,
) -> Result<(Vec<Match>, Places), SpecError> {
    let mut all = Vec::new();
    let mut both = |players: &dyn Fn() -> Players, nodes: u64| {
        let at = all.len();
        let limits = [
            PlayerLimit {
                nodes: Some(nodes),
                ..PlayerLimit::default()
            },
            PlayerLimit {
                movetime: Some(scale.movetime),
                ..PlayerLimit::default()
            },
        ];
        for limit in limits {
            let players = players();
            let (test, games) = match players {
                Players::Two(_) => (Some(scale.question()), scale.games),
                Players::Drawn(..) => (None, scale.technique_games),
            };
            all.push(Match {
                terms: Terms {
                    limit,
                    adjudication: adjudication(&players, scale),
                    seed: scale.seed,
                },
                players,
                pairs: games / 2,
                test,
                is_ours: shard.has(all.len() as u64),
            });
        }
        [at, at + 1]
    };
    let two = |above: &PlayerSpec, below: &PlayerSpec| {
        Players::Two(Box::new([above.clone(), below.clone()]))
    };
    let mut below: Option<&Rung> = None;
    let mut places = Vec::new();
    for rung in rungs(game) {
        let nodes = if is_engine(&rung.spec) {
            scale.nodes
        } else {
            scale.textbook_nodes
        };
        places.push(match below {
            Some(below) => both(&|| two(&rung.spec, &below.spec), nodes).map(Some),
            None => [None; 2],
        });
        below = Some(rung);
    }
    let mut alone = Vec::new();
    for &technique in techniques(game) {
        if together::is_alone(technique) {
            let without = together::without(engine(), technique)?;
            let places = both(&|| two(engine(), &without), scale.ablation_nodes);
            alone.push((technique, places));
        }
    }
    let has_engine = !techniques(game).is_empty();
    let together = has_engine.then(|| both(&|| drawn(scale.seed), scale.ablation_nodes));
    let places = Places {
        rungs: places,
        alone,
        together,
    };
    Ok((all, places))
}

impl Places {
    /// Computes the ladder from the pairs of all comparisons.
    pub fn into_ladder<G: BoardGame>(
        self,
        game: &G,
        scale: Scale,
        pairs: &[Vec<[u8; 2]>],
    ) -> Result<Ladder, SpecError> {
        let judge = |place: usize| Judged::of(scale.question(), &pairs[place]);
        let positions = positions(game, &scale);
        let mut measured = Vec::new();
        for (rung, places) in rungs(G::ID).iter().zip(self.rungs) {
            let [at_nodes, at_time] = places.map(|place| judge(place?));
            measured.push(Measured {
                name: rung.name.to_owned(),
                spec: rung.spec.to_string(),
                at_nodes,
                at_time,
                nodes: nodes_to_depth(game, &rung.spec, &positions, scale.depth)?,
            });
        }
        let games_of = |place: usize| 2 * pairs[place].len() as u64;
        let together = self.together.map_or([0; 2], |places| places.map(games_of));
        let both = self.together.map(|places| {
            places.map(|place| together::judged(scale.seed, scale.margin, &pairs[place]))
        });
        let mut others = both.into_iter().flat_map(|[at_nodes, at_time]| {
            let both = at_nodes.into_iter().zip(at_time);
            both.map(|(at_nodes, at_time)| [at_nodes, at_time])
        });
        let mut ablations = Vec::new();
        for &technique in techniques(G::ID) {
            let own = self.alone.iter().find(|(alone, _)| *alone == technique);
            let [at_nodes, at_time] = match own {
                Some((_, places)) => places.map(judge),
                None => others.next().unwrap_or_default(),
            };
            ablations.push(Ablation {
                name: technique.name().to_owned(),
                spec: together::without(engine(), technique)?.to_string(),
                about: technique.about().to_owned(),
                at_nodes,
                at_time,
            });
        }
        Ok(Ladder {
            game: G::ID.name().to_owned(),
            size: scale,
            rungs: measured,
            ablations,
            together,
            games: pairs.iter().map(|pairs| 2 * pairs.len() as u64).sum(),
        })
    }
}
