//! What a page and the desk say to each other: the contract, in one place.
//!
//! Every message is a JSON object. A page sends an [`Asked`]: a number of its own choosing and a question. The desk
//! answers with any number of [`Said`] that carry the same number; the last one of them has `last: true`. The types of
//! the front end, `web/src/protocol.ts`, are made from these by the test `typescript` and checked by it.
//!
//! One file for each part of the app: to add a page, add a file here and one in [`crate::pages`].

mod alternatives;
mod analyse;
mod game;
mod ladder;
mod lesson;
mod matches;
mod overlay;
mod race;
mod reproduce;
mod stop;
mod think;
mod tree;
#[cfg(test)]
mod typescript;

pub use alternatives::{
    AlternativeMatch, AlternativePlayer, AlternativeReference, AlternativeTruth, Alternatives,
};
pub use analyse::{
    Analysis, EngineLine, EvalParts, GameReport, NetworkOpinion, ProofLine, ProvedSentence,
    ReportMove, ReportPhase, ReportSide, ReviewPoint, ReviewStep, TermRow, Terms, WhyInfo,
};
pub use game::{
    GameId, GameInfo, GameTree, Legal, Line, Named, Over, PgnGame, Ply, Position, Side, TreeMove,
    View,
};
pub use ladder::{Answer, Ladder, LadderGames, Rung, Step, Technique};
pub use lesson::{
    LessonInfo, LessonQuestion, LessonShow, LessonStep, SmallNode, SmallStep, SmallTreeInfo,
};
pub use matches::{Faults, LiveGame, MatchGame, MatchMove, MatchPlan, MatchState, Pairing, Test};
pub use overlay::{Overlay, OverlayKind, Weighed};
pub use race::{RaceRow, RaceStep};
pub use reproduce::{Figure, Section};
pub use stop::StopCause;
pub use think::{
    Clocks, EngineSettings, Limit, PlayerInfo, Setting, SettingKind, SpecInfo, Thought,
};
pub use tree::{
    Bar, Child, Grown, GrownNode, Inspected, Iteration, Meeting, Meetings, Ordered, Probed, Same,
    TraceSummary, TreeCharts, TreeEvent, TreeMark, TreeNode,
};

use serde::{Deserialize, Serialize};

/// A question of a page.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Asked {
    /// Chosen by the page; comes back with every answer.
    pub id: u32,
    /// The question.
    #[serde(flatten)]
    pub ask: Ask,
}

impl Asked {
    /// Reads a message. If it makes no sense: the number it carries, as far as it has one, and a sentence.
    pub fn read(text: &str) -> Result<Self, (u32, String)> {
        serde_json::from_str(text).map_err(|error| {
            let id = serde_json::from_str::<serde_json::Value>(text)
                .ok()
                .and_then(|value| value.get("id")?.as_u64())
                .and_then(|id| u32::try_from(id).ok());
            let reason = format!(
                "this message is not understood: {error} (crates/desk/src/protocol lists the messages)"
            );
            (id.unwrap_or(0), reason)
        })
    }
}

/// What a page can ask.
#[derive(Debug, Deserialize)]
#[serde(
    tag = "ask",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Ask {
    /// What is there: games, players, limits.
    Hello,
    /// Where a line of moves leads, and what can be played there.
    Show {
        /// The moves.
        line: Line,
    },
    /// The move that a text means, in the notation of the game or in squares.
    ReadMove {
        /// Where it is to be played.
        line: Line,
        /// What somebody typed.
        text: String,
    },
    /// A start position of Chess960 by its number.
    Chess960 {
        /// From 0 to 959.
        number: u16,
    },
    /// Whether a text is a player of a game, and which settings it has.
    ReadSpec {
        /// The game.
        game: GameId,
        /// The spec.
        text: String,
    },
    /// Let a player find a move.
    Think {
        /// The game so far.
        line: Line,
        /// The player.
        spec: String,
        /// Who asks: a player keeps its memory from move to move of the same seat.
        seat: Option<String>,
        /// What it may spend on top of what its spec says.
        limit: Limit,
        /// The clocks, if there are any.
        clocks: Option<Clocks>,
        /// Analyse: deepen without end, and tell after every depth.
        live: bool,
    },
    /// Let the engine analyse a position of chess, with several lines, until it is stopped.
    Analyse {
        /// The game so far.
        line: Line,
        /// How many lines, threads and mebibytes.
        engine: EngineSettings,
        /// What it may spend.
        limit: Limit,
    },
    /// Why a move of chess, or why not.
    Why {
        /// The game so far.
        line: Line,
        /// The move; the engine's own choice if it is not given.
        mv: Option<String>,
        /// What each of its two searches may spend.
        limit: Limit,
    },
    /// What the engine thinks of a position of chess without a search.
    Terms {
        /// The game so far.
        line: Line,
    },
    /// What an evaluator says about a position of chess without a search, in its parts.
    Parts {
        /// The game so far.
        line: Line,
        /// The evaluator.
        eval: String,
    },
    /// Let the engine go through a whole game.
    Review {
        /// The game as PGN.
        text: String,
        /// What it may spend on each position.
        limit: Limit,
    },
    /// Stop a job of this page.
    Stop {
        /// The number of the question that began it.
        job: u32,
    },
    /// Whether a player takes a draw.
    OfferDraw {
        /// The game so far.
        line: Line,
        /// The player that is asked.
        spec: String,
        /// Its side.
        side: Side,
    },
    /// A game of a PGN text, and which games there are.
    ReadPgn {
        /// The text.
        text: String,
        /// Which of its games, from 0; the first if it is not given.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        game: Option<usize>,
    },
    /// A game as PGN.
    WritePgn {
        /// The game.
        tree: GameTree,
    },
    /// Several players on one position.
    Race {
        /// The game so far.
        line: Line,
        /// The players.
        specs: Vec<String>,
        /// What each may spend.
        limit: Limit,
    },
    /// Let a player search, and keep the tree.
    Trace {
        /// The game so far.
        line: Line,
        /// The player.
        spec: String,
        /// What it may spend.
        limit: Limit,
        /// Nodes to keep at most.
        nodes: u32,
    },
    /// The nodes below a node of the kept tree, in the order they were searched.
    TreeChildren {
        /// The node.
        node: u32,
    },
    /// The overview of the kept tree: bars whose widths are node counts.
    TreeOverview {
        /// The node at the top.
        node: u32,
        /// Plies below it.
        plies: u32,
    },
    /// Everything known about a node of the kept tree.
    TreeInspect {
        /// The node.
        node: u32,
    },
    /// The event with a number, and where the search stands then.
    TreeEvent {
        /// The number of the event.
        event: u32,
    },
    /// Runs on to the next event at which to stop, forwards or backwards.
    TreeSeek {
        /// Where to start.
        event: u32,
        /// Towards the beginning.
        backwards: bool,
        /// What to stop at: any of these.
        kinds: Vec<SeekKind>,
        /// A line of moves to stop at, as somebody types it: whenever its last position is entered.
        line: Option<String>,
    },
    /// The positions that were reached in several ways below a root of the kept tree.
    TreeMeetings {
        /// The root.
        root: u32,
    },
    /// A tree that grows, as it was after a step.
    TreeGrown {
        /// The step, from 0; after the last one it is the last.
        step: u32,
    },
    /// The node that a sequence of moves leads to.
    TreeFind {
        /// The moves as somebody types them.
        text: String,
    },
    /// Something to be drawn over a position.
    Overlay {
        /// The game so far.
        line: Line,
        /// What.
        kind: OverlayKind,
    },
    /// Play a match, live.
    Match {
        /// What is played.
        plan: MatchPlan,
    },
    /// What was measured about the alternatives to alpha-beta.
    Alternatives,
    /// The ladder: players in order, each with one idea more.
    Ladder,
    /// Which lessons there are.
    Lessons,
    /// A lesson.
    Lesson {
        /// Its name.
        name: String,
    },
    /// A search of a tree of numbers, step by step.
    SmallTree {
        /// The tree, such as `[[3,12,8],[2,4,6]]`.
        tree: String,
        /// The search.
        search: String,
    },
    /// What the course documents printed, beside what their programs do here.
    Reproduce {
        /// The short name of the document.
        document: String,
    },
}

/// What to look for in a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SeekKind {
    /// Something was cut off.
    Cut,
    /// The table knew the position.
    Hit,
    /// A node on the best line was left.
    Best,
    /// A move of the root became the best one.
    NewBest,
    /// An iteration was completed.
    Iteration,
}

/// An answer.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Said {
    /// The number of the question; 0 if it could not be read.
    pub id: u32,
    /// Whether nothing more comes.
    pub last: bool,
    /// In the last one: why the job was stopped, if it was. The answer is what there was until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub stopped: Option<StopCause>,
    /// The answer.
    #[serde(flatten)]
    pub say: Say,
}

/// What the desk answers.
#[derive(Clone, Debug, Serialize)]
#[serde(
    tag = "say",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Say {
    /// It cannot be done; one sentence says why, and what would be right.
    Refused {
        /// The sentence.
        reason: String,
    },
    /// What is there.
    Hello {
        /// The version of the program.
        version: String,
        /// The games.
        games: Vec<GameInfo>,
        /// The players.
        players: Vec<PlayerInfo>,
        /// The course documents: short name and title.
        documents: Vec<Named>,
        /// The techniques of the engine.
        techniques: Vec<Named>,
        /// What a page may ask for.
        caps: Caps,
    },
    /// Where a line of moves leads.
    View {
        /// The position and the way there.
        view: View,
    },
    /// A move that was read.
    Move {
        /// As the desk writes it.
        mv: String,
    },
    /// A position.
    Position {
        /// In the notation of the game.
        fen: String,
    },
    /// A spec that was read.
    Spec {
        /// What is in it.
        spec: SpecInfo,
    },
    /// What a player thinks so far.
    Thought {
        /// That.
        thought: Thought,
    },
    /// What a player chose, with its last thought.
    Chosen {
        /// The move; none if the game is over.
        mv: Option<String>,
        /// Its last thought.
        thought: Thought,
    },
    /// How far the engine's analysis is.
    Analysis {
        /// That.
        analysis: Analysis,
    },
    /// Why a move, or why not.
    Why {
        /// That.
        why: WhyInfo,
    },
    /// The terms of the evaluation.
    Terms {
        /// Those.
        terms: Terms,
    },
    /// The value by one evaluator, in its parts.
    Parts {
        /// Those.
        parts: EvalParts,
    },
    /// A position of a game was looked at.
    Reviewed {
        /// Which, and what was found.
        step: ReviewStep,
    },
    /// A whole game was looked at.
    Report {
        /// What was found.
        report: GameReport,
    },
    /// Whether a draw is taken.
    Draw {
        /// Whether.
        accepted: bool,
    },
    /// A game that was read.
    Tree {
        /// The game.
        tree: GameTree,
        /// All games of the text.
        games: Vec<PgnGame>,
    },
    /// A text that was written.
    Text {
        /// The text.
        text: String,
    },
    /// A player of a race has finished.
    RaceRow {
        /// Which of the players.
        index: usize,
        /// How it did.
        row: RaceRow,
    },
    /// The work is done.
    Done,
    /// There is no room for the job yet: it begins when others have ended.
    Waiting {
        /// Jobs that wait longer.
        ahead: usize,
    },
    /// The answer to a stop. Each of the jobs ends with a last message of its own.
    Stopping {
        /// How many jobs were told to stop.
        jobs: usize,
    },
    /// How far a piece of work has come.
    Progress {
        /// Done.
        done: u64,
        /// In all.
        of: u64,
        /// What was done last.
        what: String,
    },
    /// A search is recorded.
    Traced {
        /// What is in the recording.
        summary: TraceSummary,
    },
    /// Nodes below a node.
    Children {
        /// In the order they were searched.
        children: Vec<Child>,
    },
    /// The overview of a tree.
    Overview {
        /// The bars, from the left, ply by ply.
        bars: Vec<Bar>,
    },
    /// A node, looked at closely.
    Inspected {
        /// The node.
        node: Inspected,
    },
    /// A tree that grows.
    Grown {
        /// As it was then.
        grown: Grown,
    },
    /// Positions that were reached in several ways.
    Meetings {
        /// The positions.
        meetings: Meetings,
    },
    /// Something to be drawn over a position.
    Overlay {
        /// That.
        overlay: Overlay,
    },
    /// An event of a trace.
    Event {
        /// The event.
        event: TreeEvent,
    },
    /// The games of a match that are being played now.
    Playing {
        /// Those.
        games: Vec<LiveGame>,
    },
    /// How a match stands.
    Match {
        /// That.
        state: MatchState,
    },
    /// The alternatives to alpha-beta, measured.
    Alternatives {
        /// Game by game.
        games: Vec<Alternatives>,
    },
    /// The ladder.
    Ladder {
        /// The games.
        games: Vec<Ladder>,
    },
    /// The lessons.
    Lessons {
        /// In their order.
        lessons: Vec<LessonInfo>,
        /// The searches that small trees can be shown with.
        searches: Vec<Named>,
    },
    /// A lesson.
    Lesson {
        /// Which.
        info: LessonInfo,
        /// Its steps.
        steps: Vec<LessonStep>,
    },
    /// A search of a small tree.
    SmallTree {
        /// The tree and the search.
        tree: SmallTreeInfo,
    },
    /// Figures of a course document.
    Reproduced {
        /// The sections.
        sections: Vec<Section>,
    },
}

/// What a page may ask for at most.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Caps {
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Moves of a line.
    pub moves: usize,
    /// Mebibytes of a player's table.
    pub table_mebibytes: u64,
    /// Threads of a player.
    pub threads: usize,
    /// Milliseconds of a search for a move, of a racing player or a traced one.
    pub search_ms: u64,
    /// Milliseconds of an analysis.
    pub analysis_ms: u64,
    /// Nodes of a kept tree.
    pub trace_nodes: u32,
    /// Players of a race.
    pub racers: usize,
    /// Games of a match.
    pub match_games: u64,
    /// Games at once.
    pub match_threads: usize,
    /// Lines of an analysis.
    pub lines: usize,
    /// Mebibytes of all tables and trees of a page together.
    pub page_mebibytes: u64,
    /// Long jobs of one page at once.
    pub jobs: usize,
}
