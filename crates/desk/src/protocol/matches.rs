//! Matches, live.

use serde::{Deserialize, Serialize};

use super::{GameId, Limit};

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchPlan {
    /// The game.
    pub game: GameId,
    /// The two players, or several for a round robin.
    pub specs: Vec<String>,
    /// Games for each two players; an even number.
    pub games: u64,
    /// What each player may spend on a move.
    pub limit: Limit,
    /// Games at once.
    pub threads: usize,
    /// Decides the openings and what is left to chance.
    pub seed: u64,
    /// The hypotheses of a sequential test, in Elo, that ends the match early.
    pub sprt: Option<[f64; 2]>,
    /// The name of a journal: the match that has it goes on, if it is this one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub resume: Option<String>,
}

/// How a match stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchState {
    /// Games played.
    pub games: u64,
    /// Games planned.
    pub scheduled: u64,
    /// Whether it is over.
    pub complete: bool,
    /// Each pair of players.
    pub pairings: Vec<Pairing>,
    /// The sequential test.
    pub sprt: Option<Test>,
    /// Why games ended, and how many.
    pub reasons: Vec<(String, u64)>,
    /// Games lost by faults, player by player.
    pub conduct: Vec<Faults>,
    /// What players did wrong, the first cases.
    pub faults: Vec<String>,
    /// The games that ended since the last message. Of a match that is not kept there are none.
    pub ended: Vec<MatchGame>,
    /// The command that plays the same match in the terminal.
    pub command: String,
    /// The manifest of the match: what is played, by which program, when and where, as JSON. It is the first line of the journal.
    pub manifest: String,
    /// Games at once: as many as were wished, or as there is memory for.
    pub threads: usize,
    /// The name by which it can be gone on with; none if it is not kept.
    pub journal: Option<String>,
    /// The file with its progress: with `--resume` the terminal goes on with it, too.
    pub journal_file: Option<String>,
    /// The file with its games.
    pub pgn_file: Option<String>,
    /// Why it is not kept, if so.
    pub unkept: Option<String>,
    /// Milliseconds so far.
    pub ms: u64,
}

/// How two players stand, seen by the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pairing {
    /// The first.
    pub player: String,
    /// The second.
    pub opponent: String,
    /// Won, drawn and lost.
    pub wdl: [u64; 3],
    /// Pairs of games with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// Points a game.
    pub score: f64,
    /// Elo ahead; none if there is no telling.
    pub elo: Option<f64>,
    /// Half of the 95% interval.
    pub error: Option<f64>,
    /// How likely it is that it is the better one.
    pub los: f64,
}

/// The games that a player lost by faults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Faults {
    /// Who.
    pub player: String,
    /// Crashed, or did not answer.
    pub crashed: u64,
    /// Ran out of time.
    pub time: u64,
    /// Played what cannot be played.
    pub illegal: u64,
}

/// A sequential test.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Test {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where it says no.
    pub lower: f64,
    /// Where it says yes.
    pub upper: f64,
    /// The two hypotheses in Elo.
    pub elo: [f64; 2],
    /// What it says: `H0`, `H1` or `go on`.
    pub verdict: String,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchGame {
    /// Its number.
    pub number: u64,
    /// Who began, and the other.
    pub players: [String; 2],
    /// As PGN writes it.
    pub result: String,
    /// Why it ended.
    pub reason: String,
    /// The first position, if it is not the usual one.
    pub start: Option<String>,
    /// The moves as messages have them.
    pub moves: Vec<String>,
    /// How many of the moves were the opening's, which nobody thought about.
    pub book: usize,
    /// What the players said about their moves after the opening; nothing if none said anything.
    pub said: Vec<MatchMove>,
}

/// A game that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveGame {
    /// Its number.
    pub number: u64,
    /// Who began, and the other.
    pub players: [String; 2],
    /// The pieces as FEN has them.
    pub board: String,
    /// The last move as messages have it.
    pub last: Option<String>,
    /// Moves played, each side counted.
    pub plies: usize,
}

/// What a player said about a move of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchMove {
    /// The value for people, for the side that began; empty if it said none.
    pub score: String,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub ms: u64,
}
