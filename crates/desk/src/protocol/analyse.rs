//! The engine's analysis: lines while it thinks, why a move, the terms of the evaluation, a report on a game.

use serde::Serialize;

/// How far the engine is, with all its lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Analysis {
    /// The depth of the best line.
    pub depth: u32,
    /// The plies of the longest line looked at.
    pub seldepth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Milliseconds.
    pub ms: f64,
    /// How full the table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Positions found in end-game tables.
    pub tbhits: u64,
    /// The lines, the best first; none if they are the same as in the last message.
    pub lines: Option<Vec<EngineLine>>,
}

/// A line of the engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineLine {
    /// Which of several lines this is, from 1.
    pub rank: u32,
    /// The depth at which it was found.
    pub depth: u32,
    /// The plies of the longest line looked at.
    pub seldepth: u32,
    /// The value for people, for White.
    pub score: String,
    /// What the value says about the true one: `exact`, `lower` or `upper`, for White.
    pub bound: String,
    /// White's chance to win, in percent.
    pub win: f64,
    /// Chances that White wins, that nobody does, and that Black wins, in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// The moves as people write them.
    pub line: Vec<String>,
    /// The same as messages have them.
    pub moves: Vec<String>,
}

/// Why a move, or why not.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WhyInfo {
    /// Whether the move is the engine's own choice.
    pub is_best: bool,
    /// The line of the move asked about.
    pub asked: ProofLine,
    /// The line of the best move, or of the next best if the move asked about is the best.
    pub other: Option<ProofLine>,
    /// At most three sentences.
    pub sentences: Vec<ProvedSentence>,
}

/// A sentence and where its proof is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProvedSentence {
    /// The sentence.
    pub text: String,
    /// Whether the proof is in the other line.
    pub in_other: bool,
    /// The first move of the proof, from 0.
    pub from: usize,
    /// The last move of the proof.
    pub to: usize,
}

/// A line and what changes along it, for White.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProofLine {
    /// The moves as people write them.
    pub line: Vec<String>,
    /// The same as messages have them.
    pub moves: Vec<String>,
    /// The value by the search, for people.
    pub score: String,
    /// How deep the search looked.
    pub depth: u32,
    /// So many moves lead to a position where nothing hangs.
    pub quiet: Option<usize>,
    /// Material in pawns before the line and after each move.
    pub material: Vec<i32>,
    /// The value without a search in hundredths of a pawn, before the line and after each move.
    pub values: Vec<i32>,
    /// What the terms were and are at the quiet end: name, before, after, in hundredths of a pawn.
    pub terms: Vec<(String, i32, i32)>,
}

/// Why a position is worth what it is, without a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Terms {
    /// The terms that say anything.
    pub terms: Vec<TermRow>,
    /// Their sum for White, middlegame and endgame, in hundredths of a pawn.
    pub sum: [i32; 2],
    /// How much of the middlegame is left, in percent.
    pub middlegame: u32,
    /// How much of the endgame's advantage can be won, in percent.
    pub scale: u32,
    /// What the fifty-move rule leaves, in percent.
    pub patience: u32,
    /// The endgame, if it is a known one.
    pub known: Option<String>,
    /// The value for White in hundredths of a pawn.
    pub value: i32,
    /// What the network says, which the search asks.
    pub network: Option<NetworkOpinion>,
}

/// What the network says about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NetworkOpinion {
    /// The value for White as a search takes it, in hundredths of a pawn.
    pub value: i32,
    /// For each man but the kings its square, its letter (small for Black), and how much its side would lose without it.
    pub men: Vec<(String, char, i32)>,
}

/// A term of the evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TermRow {
    /// Its name.
    pub name: String,
    /// White's, middlegame and endgame, in hundredths of a pawn.
    pub white: [i32; 2],
    /// Black's.
    pub black: [i32; 2],
    /// What it comes to in this position, for White.
    pub total: i32,
    /// The squares that cause it, and what each adds for White in this position, in hundredths of a pawn.
    pub squares: Vec<(String, f32)>,
}

/// The value of a position by one evaluator, taken apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EvalParts {
    /// The evaluator.
    pub eval: String,
    /// Each part: its name, what it gives to White, and to Black.
    pub parts: Vec<(String, i32, i32)>,
    /// The value for White, as the evaluator's own document counts.
    pub white: i32,
    /// How many of these make a pawn.
    pub pawn: i32,
}

/// A position of a game that is being reviewed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewStep {
    /// Positions looked at.
    pub done: usize,
    /// Positions in all.
    pub of: usize,
    /// What was found about the last one.
    pub point: ReviewPoint,
}

/// What the engine thinks of a position of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewPoint {
    /// The value for people, for White, or the result.
    pub score: String,
    /// White's chance to win, in percent.
    pub win: f64,
    /// How deep it looked.
    pub depth: u32,
}

/// A report on a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameReport {
    /// Whether the whole game was looked at.
    pub complete: bool,
    /// The first position and the one after each move.
    pub points: Vec<ReviewPoint>,
    /// The moves.
    pub moves: Vec<ReportMove>,
    /// How White and Black did.
    pub sides: [ReportSide; 2],
    /// The worst moves, by place in `moves`, the worst first.
    pub worst: Vec<usize>,
    /// Opening, middle game and end game, as far as the game came.
    pub phases: Vec<ReportPhase>,
    /// The moves that changed who was to win, by place in `moves`.
    pub turning: Vec<usize>,
    /// The annotated game.
    pub pgn: String,
}

/// A move of a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportMove {
    /// With its number and sign.
    pub text: String,
    /// How accurate it was, in percent.
    pub accuracy: f64,
    /// `?!`, `?` or `??`, or nothing.
    pub sign: String,
    /// `Inaccuracy`, `Mistake` or `Blunder`, or nothing.
    pub judgement: String,
    /// What would have been better, as people write it.
    pub better: Vec<String>,
    /// The engine's move there, as messages have it.
    pub best: Option<String>,
}

/// A part of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportPhase {
    /// `Opening`, `Middle game` or `End game`.
    pub name: String,
    /// The place of its first move in `moves`.
    pub from: usize,
    /// The place after its last move.
    pub to: usize,
    /// How accurate White and Black were in it, in percent: the mean of their moves.
    pub accuracy: [Option<f64>; 2],
}

/// How one side did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportSide {
    /// The name of the player.
    pub name: String,
    /// How accurate its moves were together, in percent.
    pub accuracy: Option<f64>,
    /// Pawns lost for each move.
    pub average_loss: Option<f64>,
    /// Inaccuracies, mistakes and blunders.
    pub judgements: [usize; 3],
}
