//! Matches and their state.

use serde::{Deserialize, Serialize};

use super::{GameId, Limit};

/// A match to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchPlan {
    /// The game.
    pub game: GameId,
    /// The specs of the players: two, or more for a round robin.
    pub specs: Vec<String>,
    /// The games of each pairing, an even number.
    pub games: u64,
    /// The limit per move.
    pub limit: Limit,
    /// The number of games played at once.
    pub threads: usize,
    /// The seed of the openings and of the players.
    pub seed: u64,
    /// The hypotheses of an SPRT, in Elo, that ends the match early.
    pub sprt: Option<[f64; 2]>,
    /// The name of a journal of the same match, to resume it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub resume: Option<String>,
    /// A shard of the match, its index from 0 and the number of shards, to play only its games.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub shard: Option<(u64, u64)>,
}

/// The state of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchState {
    /// Games played.
    pub games: u64,
    /// Games planned.
    pub scheduled: u64,
    /// Whether the match is complete.
    pub complete: bool,
    /// The result of each pair of players.
    pub pairings: Vec<Pairing>,
    /// The state of the SPRT.
    pub sprt: Option<Test>,
    /// The number of games by reason of their end.
    pub reasons: Vec<(String, u64)>,
    /// The games that each player lost by faults.
    pub conduct: Vec<Faults>,
    /// Descriptions of the first faults.
    pub faults: Vec<String>,
    /// The games that ended since the last message; none if the match is not stored.
    pub ended: Vec<MatchGame>,
    /// The command that plays the same match in the terminal.
    pub command: String,
    /// The manifest of the match as JSON, the first line of the journal.
    pub manifest: String,
    /// The number of games played at once: the requested number, or less if memory is short.
    pub threads: usize,
    /// The name of the journal; `None` if the match is not stored.
    pub journal: Option<String>,
    /// The path of the journal, which `espalier match --resume` accepts too.
    pub journal_file: Option<String>,
    /// The path of the PGN file.
    pub pgn_file: Option<String>,
    /// Why the match is not stored, if so.
    pub unkept: Option<String>,
    /// The elapsed time in milliseconds.
    pub ms: u64,
}

/// The result of two players, for the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pairing {
    /// The first player.
    pub player: String,
    /// The second player.
    pub opponent: String,
    /// Games won, drawn and lost.
    pub wdl: [u64; 3],
    /// The number of game pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// Points per game.
    pub score: f64,
    /// The difference in Elo; `None` if it is not finite.
    pub elo: Option<f64>,
    /// Half the width of its 95% confidence interval.
    pub error: Option<f64>,
    /// The likelihood of superiority.
    pub los: f64,
}

/// The games that a player lost by faults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Faults {
    /// The name of the player.
    pub player: String,
    /// Games lost by a crash or without an answer.
    pub crashed: u64,
    /// Games lost on time.
    pub time: u64,
    /// Games lost by an illegal move.
    pub illegal: u64,
}

/// The state of a sequential probability ratio test.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Test {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The bound at which H0 is accepted.
    pub lower: f64,
    /// The bound at which H1 is accepted.
    pub upper: f64,
    /// The two hypotheses in Elo.
    pub elo: [f64; 2],
    /// The verdict: `H0`, `H1` or `go on`.
    pub verdict: String,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchGame {
    /// Its number.
    pub number: u64,
    /// The names of the players, the first side first.
    pub players: [String; 2],
    /// The result in PGN format.
    pub result: String,
    /// The reason of its end.
    pub reason: String,
    /// The first position, if it is not the usual one.
    pub start: Option<String>,
    /// The moves in the wire format.
    pub moves: Vec<String>,
    /// The number of opening moves, which were not searched.
    pub book: usize,
    /// The reports about the moves after the opening; empty if there are none.
    pub said: Vec<MatchMove>,
}

/// A running game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveGame {
    /// Its number.
    pub number: u64,
    /// The names of the players, the first side first.
    pub players: [String; 2],
    /// The pieces as in FEN.
    pub board: String,
    /// The last move in the wire format.
    pub last: Option<String>,
    /// The number of plies.
    pub plies: usize,
}

/// The report of a player about its move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchMove {
    /// The value as text, for the first side; empty if unknown.
    pub score: String,
    /// The search depth.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub ms: u64,
}

/// A match in the history.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptMatch {
    /// The name of its journal.
    pub journal: String,
    /// Its plan, which resumes the journal.
    pub plan: MatchPlan,
    /// When it began.
    pub began: String,
    /// Games played.
    pub games: u64,
    /// Games planned.
    pub scheduled: u64,
    /// Whether it is over.
    pub complete: bool,
    /// The first pair of players.
    pub first: Option<Pairing>,
}
