//! The players that are compared with alpha-beta.

use std::sync::LazyLock;

use games::{BoardGame, Chess, GameId, MiniChess, Othello};
use players::{PlayerSpec, Registry, SpecError};

/// An alternative to alpha-beta, as it is measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    /// Its name in the tables.
    pub name: &'static str,
    /// Its spec without limits.
    pub spec: PlayerSpec,
    /// The setting that limits its memory, if it stores anything.
    pub memory: Option<&'static str>,
    /// Its budget as a multiple of its opponent's.
    pub times: u64,
}

/// Name, spec, and the setting that limits the memory.
type Text = (&'static str, &'static str, Option<&'static str>);

const ALL: [Text; 17] = [
    ("M & N", "mn", None),
    ("best-first", "bestfirst", Some("mem")),
    ("best-first, linear", "bestfirst-linear", None),
    ("best-first extension", "bestfirst-hybrid", Some("mem")),
    ("BP", "bp", Some("mem")),
    ("ProbiMax", "probimax", None),
    ("OM", "om", None),
    ("PrOM", "prom", None),
    ("SSS*", "sss:form=windows", Some("mem")),
    ("DUAL*", "dual:form=windows", Some("mem")),
    ("conspiracy", "conspiracy", Some("mem")),
    ("B*", "bstar", Some("mem")),
    ("min/max approximation", "rivest", Some("mem")),
    ("UCT", "uct:seed=1", Some("mem")),
    ("UCT with alpha-beta", "uct-ab", Some("mem")),
    ("rollouts", "ab-rollout", Some("mem")),
    ("ProbCut", "probcut", None),
];

/// Returns the text of alpha-beta with a table, iterative deepening, a good move order and the best evaluator of a game.
fn alphabeta(game: GameId) -> &'static str {
    let othello = [Othello::<8>::ID, Othello::<6>::ID, Othello::<4>::ID];
    if game == Chess::ID {
        "alphabeta:order=hash+mvvlva+killers+history,tt=4,eval=squares"
    } else if game == MiniChess::ID {
        "alphabeta:order=hash+mvvlva+killers+history,tt=4,eval=activity"
    } else if othello.contains(&game) {
        "alphabeta:order=hash+killers+history,tt=4,eval=corners"
    } else {
        "alphabeta:order=hash+killers+history,tt=4,eval=lines"
    }
}

fn parse(registry: &Registry, (name, text, memory): Text) -> Alternative {
    match registry.parse(text) {
        Ok(spec) => Alternative {
            name,
            spec,
            memory,
            times: 1,
        },
        // The texts are constants; a test of this file parses all of them.
        Err(error) => panic!("{text}: {error}"),
    }
}

static PARSED: LazyLock<Vec<Alternative>> = LazyLock::new(|| {
    let registry = Registry::builtin();
    ALL.into_iter().map(|text| parse(&registry, text)).collect()
});

/// Returns the player that all others are compared with: alpha-beta.
#[must_use]
pub fn baseline(game: GameId) -> Alternative {
    let text = ("alpha-beta", alphabeta(game), Some("tt"));
    parse(&Registry::builtin(), text)
}

/// Returns the alternatives that play a game. The first is the reference, alpha-beta with twice the budget. Solvers are
/// left out, because they only prove results.
#[must_use]
pub fn alternatives(game: GameId) -> Vec<Alternative> {
    let reference = Alternative {
        name: "alpha-beta, twice as much",
        memory: None,
        times: 2,
        ..baseline(game)
    };
    let plays = |it: &&Alternative| it.spec.entry().plays(game);
    let all = PARSED.iter().filter(plays).cloned();
    [reference].into_iter().chain(all).collect()
}

/// Returns a spec with a setting added or replaced. It is written last.
pub(super) fn with(spec: &PlayerSpec, key: &str, value: u64) -> Result<PlayerSpec, SpecError> {
    spec.without(key).with(key, &value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alternative_takes_its_budgets() {
        for game in GameId::ALL {
            for it in alternatives(game).into_iter().chain([baseline(game)]) {
                let mut spec = with(&it.spec, "evals", 50).expect(it.name);
                if let Some(key) = it.memory {
                    spec = with(&spec, key, 1).expect(it.name);
                    assert!(spec.to_string().ends_with(&format!(",{key}=1")), "{spec}");
                }
            }
        }
    }

    /// The files of earlier experiments contain these texts.
    #[test]
    fn a_parsed_spec_prints_its_text() {
        for (text, it) in ALL.iter().zip(PARSED.iter()) {
            assert_eq!(it.spec.to_string(), text.1);
        }
        for game in GameId::ALL {
            assert_eq!(baseline(game).spec.to_string(), alphabeta(game));
        }
    }
}
