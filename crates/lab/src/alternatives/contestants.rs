//! Who is compared with alpha-beta.

use games::GameKind;
use players::registry;

/// An alternative as it is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// Its name in the tables.
    pub name: &'static str,
    /// Its spec, without a budget.
    pub spec: &'static str,
    /// The key that says what it may keep, if it keeps anything.
    pub memory: Option<&'static str>,
    /// How many times its opponent's budget it has.
    pub times: u64,
}

const fn contestant(
    name: &'static str,
    spec: &'static str,
    memory: Option<&'static str>,
) -> Contestant {
    Contestant {
        name,
        spec,
        memory,
        times: 1,
    }
}

/// What everybody is compared with: alpha-beta with a table, deepening, with the moves in a good order and the best evaluator of the game.
#[must_use]
pub const fn baseline(game: GameKind) -> Contestant {
    let spec = match game {
        GameKind::Chess => "alphabeta:order=hash+mvvlva+killers+history,tt=4,eval=squares",
        GameKind::MiniChess => "alphabeta:order=hash+mvvlva+killers+history,tt=4,eval=activity",
        GameKind::TicTacToe => "alphabeta:order=hash+killers+history,tt=4,eval=lines",
        _ => "alphabeta:order=hash+killers+history,tt=4,eval=corners",
    };
    contestant("alpha-beta", spec, Some("tt"))
}

const ALL: [Contestant; 17] = [
    contestant("M & N", "mn", None),
    contestant("best-first", "bestfirst", Some("mem")),
    contestant("best-first, linear", "bestfirst-linear", None),
    contestant("best-first extension", "bestfirst-hybrid", Some("mem")),
    contestant("BP", "bp", Some("mem")),
    contestant("ProbiMax", "probimax", None),
    contestant("OM", "om", None),
    contestant("PrOM", "prom", None),
    contestant("SSS*", "sss:form=windows", Some("mem")),
    contestant("DUAL*", "dual:form=windows", Some("mem")),
    contestant("conspiracy", "conspiracy", Some("mem")),
    contestant("B*", "bstar", Some("mem")),
    contestant("min/max approximation", "rivest", Some("mem")),
    contestant("UCT", "uct:seed=1", Some("mem")),
    contestant("UCT with alpha-beta", "uct-ab", Some("mem")),
    contestant("rollouts", "ab-rollout", Some("mem")),
    contestant("ProbCut", "probcut", None),
];

/// The ruler that the others are read by: alpha-beta itself with twice what its opponent has.
const fn ruler(game: GameKind) -> Contestant {
    let mut it = baseline(game);
    it.name = "alpha-beta, twice as much";
    it.memory = None;
    it.times = 2;
    it
}

/// Those that play a game, the ruler first. Solvers, which only prove, are not among them.
#[must_use]
pub fn contestants(game: GameKind) -> Vec<Contestant> {
    let plays = |it: &Contestant| {
        let name = it.spec.split(':').next().unwrap_or_default();
        registry::find(name).is_some_and(|entry| entry.plays(game))
    };
    let all = ALL.into_iter().filter(plays);
    [ruler(game)].into_iter().chain(all).collect()
}

/// A spec with one setting more.
#[must_use]
pub(super) fn with(spec: &str, key: &str, value: u64) -> String {
    // A setting that is there already is replaced.
    let (name, settings) = spec.split_once(':').unwrap_or((spec, ""));
    let prefix = format!("{key}=");
    let mut parts: Vec<String> = settings
        .split(',')
        .filter(|part| !part.is_empty() && !part.starts_with(&prefix))
        .map(str::to_owned)
        .collect();
    parts.push(format!("{key}={value}"));
    format!("{name}:{}", parts.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contestant_is_a_player_and_takes_its_budgets() {
        for game in GameKind::ALL {
            for it in contestants(game).into_iter().chain([baseline(game)]) {
                let mut spec = with(it.spec, "evals", 50);
                if let Some(key) = it.memory {
                    spec = with(&spec, key, 1);
                }
                assert!(registry::parse(&spec).is_ok(), "{spec}");
            }
        }
        assert_eq!(with("a:tt=4,b", "tt", 1), "a:b,tt=1");
    }
}
