//! The equal resources of a match: nodes, evaluations, time or memory.

use contest::PlayerLimit;
use players::{PlayerSpec, SpecError};
use serde::Serialize;

use super::measure::{Budgets, Size};
use super::players::{Alternative, with};

/// The resource that is equal for both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// Nodes.
    Nodes,
    /// Evaluations.
    Evals,
    /// Time.
    Time,
    /// Memory and time.
    Memory,
}

impl Condition {
    /// All conditions.
    pub const ALL: [Self; 4] = [Self::Nodes, Self::Evals, Self::Time, Self::Memory];

    /// Returns its name, such as `equal nodes`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "equal nodes",
            Self::Evals => "equal evaluations",
            Self::Time => "equal time",
            Self::Memory => "equal memory",
        }
    }

    /// Returns the unit of its budgets.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Evals => "evaluations",
            Self::Time => "ms",
            Self::Memory => "MiB",
        }
    }

    pub(super) const fn budgets(self, budgets: &Budgets) -> [u64; 4] {
        match self {
            Self::Nodes => budgets.nodes,
            Self::Evals => budgets.evals,
            Self::Time => budgets.movetime,
            Self::Memory => budgets.memory,
        }
    }

    pub(super) const fn games(self, size: &Size) -> u64 {
        match self {
            Self::Nodes | Self::Evals => size.games,
            Self::Time => size.games_at_time,
            Self::Memory => size.games_at_memory,
        }
    }

    /// Returns whether other work on the machine can change the result.
    pub(super) const fn is_timed(self) -> bool {
        matches!(self, Self::Time | Self::Memory)
    }
}

/// Returns the two players of a match with their budgets, and the limit of both.
pub(super) fn conditions(
    condition: Condition,
    budget: u64,
    pair: [&Alternative; 2],
    budgets: &Budgets,
) -> Result<([PlayerSpec; 2], PlayerLimit), SpecError> {
    let most = budget * pair[0].times;
    let specs = |spec: &dyn Fn(&Alternative) -> Result<PlayerSpec, SpecError>| {
        Ok([spec(pair[0])?, spec(pair[1])?])
    };
    // The limit has the larger budget; a player with less has its budget in the spec, and the lower one counts.
    let limited = |key: &str| {
        specs(&|it| match it.times == pair[0].times {
            true => Ok(it.spec.clone()),
            false => with(&it.spec, key, budget),
        })
    };
    let mut limit = PlayerLimit::default();
    let specs = match condition {
        Condition::Nodes => {
            limit.nodes = Some(most);
            limited("nodes")?
        }
        Condition::Evals => specs(&|it| with(&it.spec, "evals", budget * it.times))?,
        Condition::Time => {
            limit.movetime = Some(most);
            limited("movetime")?
        }
        Condition::Memory => {
            limit.movetime = Some(budgets.movetime_at_memory);
            specs(&|it| match it.memory {
                Some(key) => with(&it.spec, key, budget),
                None => Ok(it.spec.clone()),
            })?
        }
    };
    Ok((specs, limit))
}
