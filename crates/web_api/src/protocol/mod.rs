//! The messages between pages and the web API.
//!
//! Every message is a JSON object. A page sends a [`RequestMessage`] with an id of its choice. Every request gets one or more
//! [`ReplyMessage`]s with the same id; the last one has `last: true`. The test `typescript` generates the types of the front
//! end, `web/src/protocol.ts`, and fails if they are out of date.
//!
//! Each page of the app has a file here and one in [`crate::pages`].

mod alternatives;
mod analyse;
mod game;
mod grade;
mod ladder;
mod lesson;
mod matches;
mod overlay;
mod parallel;
mod practice;
mod reproduce;
mod stop;
mod think;
mod train;
#[cfg(test)]
mod typescript;

pub use alternatives::{
    AlternativeMatch, AlternativePlayer, AlternativeReference, AlternativeTruth, Alternatives,
};
pub use analyse::{
    Analysis, EngineLine, EngineSettings, ExplorerMove, TablebaseMove, TablebaseResult,
};
pub use game::{
    GameId, GameInfo, GameTree, Legal, Line, Named, Over, PgnGame, Ply, Position, Side, TreeMove,
    View,
};
pub use grade::{AssignmentInfo, ProgramReply, ProgramStep};
pub use ladder::{Answer, Ladder, LadderGames, Rung, Step, Technique};
pub use lesson::{LessonInfo, LessonQuestion, LessonShow, LessonStep, NumberStep, NumberTreeInfo};
pub use matches::{
    Faults, KeptMatch, LiveGame, MatchGame, MatchMove, MatchPlan, MatchState, Pairing, Test,
};
pub use overlay::{AttackedSquare, Overlay, OverlayKind};
pub use parallel::{ParallelStep, ParallelTree};
pub use practice::{PracticeExercise, PracticeTree};
pub use reproduce::{Figure, Section};
pub use stop::StopCause;
pub use think::{Clocks, Limit, PlayerInfo, Setting, SettingKind, SpecInfo, Thought};
pub use trace::{
    Bar, Child, Grown, GrownNode, Inspected, Iteration, Meeting, Meetings, Ordered, Probed, Same,
    SeekKind, TraceSummary, TreeCharts, TreeEvent, TreeMark, TreeNode,
};
pub use train::Training;

use analysis::{Opinion, Report, Terms, Why};
use gametree::simulation::{Algorithm, Order};
use players::evaluators::Parts;
use serde::{Deserialize, Serialize};

/// A message from a page.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RequestMessage {
    /// The id of the request, chosen by the page. Every reply carries it.
    pub id: u32,
    /// The request.
    #[serde(flatten)]
    pub request: Request,
}

impl RequestMessage {
    /// Parses a message. On failure returns its id, or 0 if it has none, and an error message.
    pub fn parse(text: &str) -> Result<Self, (u32, String)> {
        serde_json::from_str(text).map_err(|error| {
            let id = serde_json::from_str::<serde_json::Value>(text)
                .ok()
                .and_then(|value| value.get("id")?.as_u64())
                .and_then(|id| u32::try_from(id).ok());
            let reason = format!(
                "this is not a valid message: {error} (crates/web_api/src/protocol lists the messages)"
            );
            (id.unwrap_or(0), reason)
        })
    }
}

/// A request of a page.
#[derive(Debug, Deserialize)]
#[serde(
    tag = "ask",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Request {
    /// Lists games, players and limits.
    Hello,
    /// Describes the positions of a line of moves, and the legal moves at its end.
    Show {
        /// The line.
        line: Line,
    },
    /// Parses a move in the notation of the game or as squares.
    ReadMove {
        /// The moves before it.
        line: Line,
        /// The text typed by the user.
        text: String,
    },
    /// Lists the moves of the opening book. Games other than chess have none.
    Explore {
        /// The position.
        line: Line,
    },
    /// Returns the tablebase results of all moves, if the server has tables with the position.
    Tablebase {
        /// The position.
        line: Line,
    },
    /// Returns a start position of Chess960.
    Chess960 {
        /// Its number, from 0 to 959.
        number: u16,
    },
    /// Parses a player spec.
    ReadSpec {
        /// The game.
        game: GameId,
        /// The spec.
        text: String,
    },
    /// Lets a player choose a move.
    Think {
        /// The game so far.
        line: Line,
        /// The spec of the player.
        spec: String,
        /// A key under which the player keeps its table from move to move.
        seat: Option<String>,
        /// Limits in addition to those of the spec.
        limit: Limit,
        /// The clocks of the game, if it has any.
        clocks: Option<Clocks>,
        /// Whether to deepen without end and report every depth.
        live: bool,
    },
    /// Analyses a chess position with the engine, in several lines, until the job is stopped.
    Analyse {
        /// The game so far.
        line: Line,
        /// Lines, threads and memory.
        engine: EngineSettings,
        /// The limits.
        limit: Limit,
    },
    /// Explains why a chess move is good or bad.
    Why {
        /// The game so far.
        line: Line,
        /// The move; by default the engine's choice.
        mv: Option<String>,
        /// The limits of each of the two searches.
        limit: Limit,
    },
    /// Returns the engine's static evaluation of a chess position, term by term.
    Terms {
        /// The game so far.
        line: Line,
    },
    /// Returns the static evaluation of a chess position by one evaluator, in parts.
    Parts {
        /// The game so far.
        line: Line,
        /// The evaluator.
        eval: String,
    },
    /// Reviews a whole game with the engine.
    Review {
        /// The game as PGN.
        text: String,
        /// The limits of each position.
        limit: Limit,
    },
    /// Cancels jobs of this page.
    Stop {
        /// The id of the request that started them.
        job: u32,
    },
    /// Offers a draw to a player.
    OfferDraw {
        /// The game so far.
        line: Line,
        /// The spec of the player.
        spec: String,
        /// The side of the player.
        side: Side,
    },
    /// Reads one game of a PGN text and lists all its games.
    ReadPgn {
        /// The text.
        text: String,
        /// The index of the game to read, from 0; by default the first.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        game: Option<usize>,
    },
    /// Writes a game as PGN.
    WritePgn {
        /// The game.
        tree: GameTree,
    },
    /// Runs several players on one position.
    Race {
        /// The game so far.
        line: Line,
        /// The specs of the players.
        specs: Vec<String>,
        /// The limits of each player.
        limit: Limit,
    },
    /// Records the search of a player.
    Trace {
        /// The game so far.
        line: Line,
        /// The spec of the player.
        spec: String,
        /// The limits.
        limit: Limit,
        /// The most nodes to record.
        nodes: u32,
    },
    /// Returns the children of a node of the recorded tree, in search order.
    TreeChildren {
        /// The node.
        node: u32,
    },
    /// Returns the overview of the recorded tree: bars whose widths are node counts.
    TreeOverview {
        /// The node at the top.
        node: u32,
        /// The number of plies below it.
        plies: u32,
    },
    /// Returns all data of a node of the recorded tree.
    TreeInspect {
        /// The node.
        node: u32,
    },
    /// Returns an event of the recorded search, with the state of the search at that event.
    TreeEvent {
        /// The number of the event.
        event: u32,
    },
    /// Returns the next event of certain kinds.
    TreeSeek {
        /// The event to start from.
        event: u32,
        /// Whether to search towards the beginning.
        backwards: bool,
        /// The kinds to stop at.
        kinds: Vec<SeekKind>,
        /// A line of moves, typed by the user. Stops whenever its last position is entered.
        line: Option<String>,
    },
    /// Lists the positions below a root that the search reached by several move orders.
    TreeMeetings {
        /// The root.
        root: u32,
    },
    /// Returns the tree of a best-first search after a step.
    TreeGrown {
        /// The step, from 0. Larger numbers than the last step mean the last step.
        step: u32,
    },
    /// Finds a node by its moves.
    TreeFind {
        /// The moves, typed by the user.
        text: String,
    },
    /// Computes an overlay of a position.
    Overlay {
        /// The game so far.
        line: Line,
        /// The kind of overlay.
        kind: OverlayKind,
    },
    /// Plays a match and reports its games live.
    Match {
        /// The plan.
        plan: MatchPlan,
    },
    /// The history of matches.
    Matches,
    /// The results of a match in the history.
    OpenMatch {
        /// The name of its journal.
        journal: String,
    },
    /// The games of a match in the history as PGN.
    MatchPgn {
        /// The name of its journal.
        journal: String,
    },
    /// Deletes a match from the history.
    DeleteMatch {
        /// The name of its journal.
        journal: String,
    },
    /// Returns the measured comparison of the alternatives to alpha-beta.
    Alternatives,
    /// Returns the ladder: players in order of technique, with their measured strength.
    Ladder,
    /// Lists the lessons.
    Lessons,
    /// Returns a lesson.
    Lesson {
        /// Its name.
        name: String,
    },
    /// Searches a number tree step by step.
    SmallTree {
        /// The tree, such as `[[3,12,8],[2,4,6]]`.
        tree: String,
        /// The search.
        search: String,
        /// Whether values are for the side to move instead of MAX.
        side_to_move: bool,
        /// Whether leaf values are hidden until they are visited.
        hide_leaves: bool,
        /// Whether the drawing fits a phone.
        narrow: bool,
        /// The width and the height in pixels that the drawing fills.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        room: Option<(u32, u32)>,
    },
    /// Simulates the parallel searches of a tree on 1 to 1,024 processors.
    Simulate {
        /// The game of the tree; `None` is a uniform tree with random leaves.
        game: Option<GameId>,
        /// The moves at each node of the uniform tree.
        width: u32,
        /// The plies.
        depth: u32,
        /// The order of the moves.
        order: Order,
        /// The ticks of a message.
        message: u32,
    },
    /// Searches a number tree on simulated processors, tick by tick.
    ParallelTree {
        /// The tree, such as `[[3,12,8],[2,4,6]]`.
        tree: String,
        /// The search.
        search: Algorithm,
        /// The number of processors, from 1 to 8.
        processors: usize,
        /// The ticks of a message.
        message: u32,
        /// Whether the drawing fits a phone.
        narrow: bool,
        /// The width and the height in pixels that the drawing fills.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        room: Option<(u32, u32)>,
    },
    /// Returns an exercise on a number tree.
    Practice {
        /// Its tree.
        tree: PracticeTree,
        /// Whether the drawing fits a phone.
        narrow: bool,
        /// The width and the height in pixels that the drawing fills.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        room: Option<(u32, u32)>,
    },
    /// Marks the answer to a question of an exercise.
    PracticeMark {
        /// The tree of the exercise.
        tree: PracticeTree,
        /// The index of the question.
        question: usize,
        /// The typed answer.
        answer: String,
    },
    /// Compares the printed figures of a course document with those of its programs.
    Reproduce {
        /// The short name of the document.
        document: String,
    },
    /// Lists the assignments of the grader.
    Assignments,
    /// Begins to grade a program that the page runs. A page grades one program at a time.
    Grade {
        /// The name of the assignment.
        assignment: String,
        /// The seed of the questions.
        seed: u64,
        /// The name of the program on the sheet.
        program: String,
    },
    /// Continues to grade a program.
    GradeReply {
        /// What the program did.
        reply: ProgramReply,
    },
    /// Train a small network from random weights, and report its state until it is complete or stopped.
    Train {
        /// The seed of the weights and of the order of the positions.
        seed: u32,
    },
    /// Let alpha-beta with a trained network choose a move.
    TrainedMove {
        /// The game so far.
        line: Line,
        /// The network of [`Training`].
        network: String,
    },
}

/// A message to a page.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplyMessage {
    /// The id of the request; 0 if it could not be parsed.
    pub id: u32,
    /// Whether this is the last reply to the request.
    pub last: bool,
    /// In the last reply of a cancelled job, the cause. The reply has the results up to then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub stopped: Option<StopCause>,
    /// The reply.
    #[serde(flatten)]
    pub reply: Reply,
}

/// A reply to a page.
#[derive(Clone, Debug, Serialize)]
#[serde(
    tag = "say",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Reply {
    /// The request was rejected.
    Refused {
        /// The error message: what is wrong, and what would be right.
        reason: String,
    },
    /// Games, players and limits.
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
        /// The limits of a page.
        caps: Caps,
    },
    /// A line of moves.
    View {
        /// Its positions.
        view: View,
    },
    /// A parsed move.
    Move {
        /// The move in the wire format.
        mv: String,
    },
    /// A position.
    Position {
        /// The position in the notation of the game.
        fen: String,
    },
    /// A parsed spec.
    Spec {
        /// Its content.
        spec: SpecInfo,
    },
    /// A report of a running search.
    Thought {
        /// The report.
        thought: Thought,
    },
    /// The chosen move of a player.
    Chosen {
        /// The move; `None` if the game is over.
        mv: Option<String>,
        /// The final report of the search.
        thought: Thought,
    },
    /// The state of the engine's analysis.
    Analysis {
        /// The state.
        analysis: Analysis,
    },
    /// Why a move is good or bad.
    Why {
        /// The explanation.
        why: Why,
    },
    /// The engine's static evaluation.
    Terms {
        /// Its terms.
        terms: Terms,
    },
    /// A static evaluation by one evaluator.
    Parts {
        /// Its parts.
        parts: Parts,
        /// The value for White.
        white: i32,
    },
    /// A position of a game was reviewed.
    Reviewed {
        /// Positions reviewed so far.
        done: usize,
        /// Positions in total.
        of: usize,
        /// The evaluation of this position.
        point: Opinion,
    },
    /// A whole game was reviewed.
    Report {
        /// The result.
        report: Box<Report>,
    },
    /// The reply of a player to a draw offer.
    Draw {
        /// Whether the player accepts.
        accepted: bool,
    },
    /// A game read from PGN.
    Tree {
        /// The game.
        tree: GameTree,
        /// All games of the text.
        games: Vec<PgnGame>,
    },
    /// A game written as PGN.
    Text {
        /// The text.
        text: String,
    },
    /// The result of one player of a race.
    RaceRow {
        /// The index of the player.
        index: usize,
        /// The result.
        row: Box<research::compare::Row>,
    },
    /// The job is complete.
    Done,
    /// The job waits in the queue until its budget is free.
    Waiting {
        /// The number of jobs before it in the queue.
        ahead: usize,
    },
    /// The reply to `stop`. Each cancelled job sends its own last reply.
    Stopping {
        /// The number of cancelled jobs.
        jobs: usize,
    },
    /// The progress of a job.
    Progress {
        /// Steps done.
        done: u64,
        /// Steps in total.
        of: u64,
        /// The last step.
        what: String,
    },
    /// A search was recorded.
    Traced {
        /// A summary of the recording.
        summary: TraceSummary,
    },
    /// The children of a node.
    Children {
        /// The children, in search order.
        children: Vec<Child>,
    },
    /// The overview of a tree.
    Overview {
        /// The bars, from the left, ply by ply.
        bars: Vec<Bar>,
    },
    /// All data of a node.
    Inspected {
        /// The node.
        node: Inspected,
    },
    /// The tree of a best-first search after a step.
    Grown {
        /// The tree.
        grown: Grown,
    },
    /// Positions reached by several move orders.
    Meetings {
        /// The positions.
        meetings: Meetings,
    },
    /// An overlay of a position.
    Overlay {
        /// The overlay.
        overlay: Overlay,
    },
    /// An event of a recorded search.
    Event {
        /// The event.
        event: TreeEvent,
    },
    /// The running games of a match.
    Playing {
        /// The games.
        games: Vec<LiveGame>,
    },
    /// The state of a match.
    Match {
        /// The state.
        state: MatchState,
    },
    /// The history of matches, the last written first.
    Matches {
        /// The matches.
        matches: Vec<KeptMatch>,
    },
    /// The measured comparison of the alternatives to alpha-beta.
    Alternatives {
        /// The results of each game.
        games: Vec<Alternatives>,
    },
    /// The ladder.
    Ladder {
        /// The ladder of each game.
        games: Vec<Ladder>,
    },
    /// The tablebase results of all moves, the best first; none if no table has the position.
    Tablebase {
        /// The moves.
        moves: Vec<TablebaseMove>,
    },
    /// The moves of the opening book, the ones with the most lines first.
    Explored {
        /// The moves.
        moves: Vec<ExplorerMove>,
    },
    /// The lessons.
    Lessons {
        /// The lessons, in order.
        lessons: Vec<LessonInfo>,
        /// The searches of number trees.
        searches: Vec<Named>,
    },
    /// A lesson.
    Lesson {
        /// Name and title.
        info: LessonInfo,
        /// Its steps.
        steps: Vec<LessonStep>,
    },
    /// The search of a number tree.
    SmallTree {
        /// The drawing and the steps.
        tree: NumberTreeInfo,
    },
    /// An exercise.
    Practice {
        /// The tree, its drawing and the questions.
        exercise: Box<PracticeExercise>,
    },
    /// A marked answer.
    PracticeMarked {
        /// The points, the mistakes with their reasons, and the right answer.
        mark: teaching::practice::Marked,
    },
    /// The parallel searches of a tree on simulated processors.
    Simulated {
        /// A curve for each search.
        curves: research::simulated::Curves,
    },
    /// A number tree searched by simulated processors.
    ParallelTree {
        /// The drawing and the ticks.
        tree: ParallelTree,
    },
    /// The figures of a course document.
    Reproduced {
        /// The sections.
        sections: Vec<Section>,
    },
    /// The assignments of the grader.
    Assignments {
        /// The assignments.
        assignments: Vec<AssignmentInfo>,
    },
    /// What a program that is being graded has to do next.
    ProgramStep {
        /// The step.
        step: ProgramStep,
        /// Questions answered so far.
        done: usize,
        /// The questions of the assignment. After them, the grader looks for the smallest question that reveals a bug.
        of: usize,
    },
    /// A program was graded.
    Graded {
        /// The sheet.
        sheet: Box<teaching::grade::Sheet>,
        /// The sheet as a page.
        html: String,
    },
    /// The state of a training.
    Trained {
        /// The state.
        training: Training,
    },
    /// A move by a trained network.
    TrainedMove {
        /// The move; none if the game is over.
        mv: Option<String>,
        /// The value for the side to move, in centipawns.
        value: i32,
    },
}

/// The limits of a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Caps {
    /// The size of a message in bytes.
    pub message_bytes: usize,
    /// The moves of a line.
    pub moves: usize,
    /// The table of a player in mebibytes.
    pub table_mebibytes: u64,
    /// The threads of a player.
    pub threads: usize,
    /// The time of a search for a move, in a race or in a recording, in milliseconds.
    pub search_ms: u64,
    /// The time of an analysis in milliseconds.
    pub analysis_ms: u64,
    /// The nodes of a recorded tree.
    pub trace_nodes: u32,
    /// The players of a race.
    pub racers: usize,
    /// The games of a match.
    pub match_games: u64,
    /// The games of a match played at once.
    pub match_threads: usize,
    /// The lines of an analysis.
    pub lines: usize,
    /// The memory of a page in mebibytes: all tables and trees.
    pub page_mebibytes: u64,
    /// The running jobs of a page.
    pub jobs: usize,
}
