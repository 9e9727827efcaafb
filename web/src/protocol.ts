// The messages between page and desk, made from crates/desk/src/protocol.
// Do not edit: change the Rust types, then run
//   UPDATE_PROTOCOL=1 cargo test --package desk typescript

export type AlternativeMatch = { 
/**
 * Nodes, evaluations, milliseconds or mebibytes.
 */
budget: number, 
/**
 * What came of it.
 */
step: Step, };

export type AlternativePlayer = { 
/**
 * Its name.
 */
name: string, 
/**
 * The player.
 */
spec: string, 
/**
 * Matches against alpha-beta at equal nodes, evaluations, milliseconds and mebibytes, in that order.
 */
matches: [Array<AlternativeMatch>, Array<AlternativeMatch>, Array<AlternativeMatch>, Array<AlternativeMatch>], 
/**
 * How good its moves are beside the reference, at each budget of nodes.
 */
truth: Array<AlternativeTruth>, };

export type AlternativeReference = { 
/**
 * Whether it is the truth.
 */
exact: boolean, 
/**
 * The positions and who values their moves, in a sentence.
 */
about: string, 
/**
 * What a regret counts.
 */
unit: string, 
/**
 * Which moves are nearly best, in words.
 */
near: string, };

export type AlternativeTruth = { 
/**
 * Nodes a move.
 */
nodes: number, 
/**
 * The share of positions in which the move is one of the best.
 */
agreement: number, 
/**
 * The share in which it is nearly best.
 */
near: number, 
/**
 * What the moves cost in the unit of the reference, the mean.
 */
regret: number, 
/**
 * Positions in which the move is better than alpha-beta's at the same budget.
 */
better: number, 
/**
 * Positions in which it is worse.
 */
worse: number, 
/**
 * How likely so uneven a count is by chance.
 */
chance: number, 
/**
 * Calls of the evaluator for each node.
 */
evals: number, 
/**
 * Microseconds a node.
 */
microseconds: number, };

export type Alternatives = { 
/**
 * The game.
 */
game: GameId, 
/**
 * Games of each match.
 */
games: number, 
/**
 * Decides openings and positions.
 */
seed: number, 
/**
 * Positions whose moves are held to the reference.
 */
positions: number, 
/**
 * What they are held to.
 */
reference: AlternativeReference | null, 
/**
 * Alpha-beta first, then everybody who was measured against it.
 */
players: Array<AlternativePlayer>, };

export type Analysis = { 
/**
 * The depth of the best line.
 */
depth: number, 
/**
 * The plies of the longest line looked at.
 */
seldepth: number, 
/**
 * Nodes of all threads.
 */
nodes: number, 
/**
 * Milliseconds.
 */
ms: number, 
/**
 * How full the table is, in thousandths.
 */
hashfull: number | null, 
/**
 * Positions found in end-game tables.
 */
tbhits: number, 
/**
 * The lines, the best first; none if they are the same as in the last message.
 */
lines: Array<EngineLine> | null, };

export type Answer = "stronger" | "weaker" | "alike" | "open";

export type Asked = { 
/**
 * Chosen by the page; comes back with every answer.
 */
id: number, } & ({ "ask": "hello" } | { "ask": "show", 
/**
 * The moves.
 */
line: Line, } | { "ask": "read-move", 
/**
 * Where it is to be played.
 */
line: Line, 
/**
 * What somebody typed.
 */
text: string, } | { "ask": "chess960", 
/**
 * From 0 to 959.
 */
number: number, } | { "ask": "read-spec", 
/**
 * The game.
 */
game: GameId, 
/**
 * The spec.
 */
text: string, } | { "ask": "think", 
/**
 * The game so far.
 */
line: Line, 
/**
 * The player.
 */
spec: string, 
/**
 * Who asks: a player keeps its memory from move to move of the same seat.
 */
seat: string | null, 
/**
 * What it may spend on top of what its spec says.
 */
limit: Limit, 
/**
 * The clocks, if there are any.
 */
clocks: Clocks | null, 
/**
 * Analyse: deepen without end, and tell after every depth.
 */
live: boolean, } | { "ask": "analyse", 
/**
 * The game so far.
 */
line: Line, 
/**
 * How many lines, threads and mebibytes.
 */
engine: EngineSettings, 
/**
 * What it may spend.
 */
limit: Limit, } | { "ask": "why", 
/**
 * The game so far.
 */
line: Line, 
/**
 * The move; the engine's own choice if it is not given.
 */
mv: string | null, 
/**
 * What each of its two searches may spend.
 */
limit: Limit, } | { "ask": "terms", 
/**
 * The game so far.
 */
line: Line, } | { "ask": "parts", 
/**
 * The game so far.
 */
line: Line, 
/**
 * The evaluator.
 */
eval: string, } | { "ask": "review", 
/**
 * The game as PGN.
 */
text: string, 
/**
 * What it may spend on each position.
 */
limit: Limit, } | { "ask": "stop", 
/**
 * The number of the question that began it.
 */
job: number, } | { "ask": "offer-draw", 
/**
 * The game so far.
 */
line: Line, 
/**
 * The player that is asked.
 */
spec: string, 
/**
 * Its side.
 */
side: Side, } | { "ask": "read-pgn", 
/**
 * The text.
 */
text: string, 
/**
 * Which of its games, from 0; the first if it is not given.
 */
game?: number | null, } | { "ask": "write-pgn", 
/**
 * The game.
 */
tree: GameTree, } | { "ask": "race", 
/**
 * The game so far.
 */
line: Line, 
/**
 * The players.
 */
specs: Array<string>, 
/**
 * What each may spend.
 */
limit: Limit, } | { "ask": "trace", 
/**
 * The game so far.
 */
line: Line, 
/**
 * The player.
 */
spec: string, 
/**
 * What it may spend.
 */
limit: Limit, 
/**
 * Nodes to keep at most.
 */
nodes: number, } | { "ask": "tree-children", 
/**
 * The node.
 */
node: number, } | { "ask": "tree-overview", 
/**
 * The node at the top.
 */
node: number, 
/**
 * Plies below it.
 */
plies: number, } | { "ask": "tree-inspect", 
/**
 * The node.
 */
node: number, } | { "ask": "tree-event", 
/**
 * The number of the event.
 */
event: number, } | { "ask": "tree-seek", 
/**
 * Where to start.
 */
event: number, 
/**
 * Towards the beginning.
 */
backwards: boolean, 
/**
 * What to stop at: any of these.
 */
kinds: Array<SeekKind>, 
/**
 * A line of moves to stop at, as somebody types it: whenever its last position is entered.
 */
line: string | null, } | { "ask": "tree-meetings", 
/**
 * The root.
 */
root: number, } | { "ask": "tree-grown", 
/**
 * The step, from 0; after the last one it is the last.
 */
step: number, } | { "ask": "tree-find", 
/**
 * The moves as somebody types them.
 */
text: string, } | { "ask": "overlay", 
/**
 * The game so far.
 */
line: Line, 
/**
 * What.
 */
kind: OverlayKind, } | { "ask": "match", 
/**
 * What is played.
 */
plan: MatchPlan, } | { "ask": "alternatives" } | { "ask": "ladder" } | { "ask": "lessons" } | { "ask": "lesson", 
/**
 * Its name.
 */
name: string, } | { "ask": "small-tree", 
/**
 * The tree, such as `[[3,12,8],[2,4,6]]`.
 */
tree: string, 
/**
 * The search.
 */
search: string, } | { "ask": "reproduce", 
/**
 * The short name of the document.
 */
document: string, });

export type Bar = { 
/**
 * The node.
 */
id: number, 
/**
 * Plies below the top of the overview.
 */
row: number, 
/**
 * Where it begins, as a share of the whole.
 */
x: number, 
/**
 * How wide it is.
 */
w: number, 
/**
 * The move that leads to it.
 */
mv: string | null, 
/**
 * Its value, for people.
 */
value: string | null, 
/**
 * Its value as a share of winning for the player to move at the root, from -1 to 1.
 */
balance: number | null, 
/**
 * Why it was left early, if it was.
 */
cut: string | null, 
/**
 * Whether it is on the best line.
 */
best: boolean, };

export type Caps = { 
/**
 * Bytes of a message.
 */
messageBytes: number, 
/**
 * Moves of a line.
 */
moves: number, 
/**
 * Mebibytes of a player's table.
 */
tableMebibytes: number, 
/**
 * Threads of a player.
 */
threads: number, 
/**
 * Milliseconds of a search for a move, of a racing player or a traced one.
 */
searchMs: number, 
/**
 * Milliseconds of an analysis.
 */
analysisMs: number, 
/**
 * Nodes of a kept tree.
 */
traceNodes: number, 
/**
 * Players of a race.
 */
racers: number, 
/**
 * Games of a match.
 */
matchGames: number, 
/**
 * Games at once.
 */
matchThreads: number, 
/**
 * Lines of an analysis.
 */
lines: number, 
/**
 * Mebibytes of all tables and trees of a page together.
 */
pageMebibytes: number, 
/**
 * Long jobs of one page at once.
 */
jobs: number, };

export type Child = { "child": "node", 
/**
 * That.
 */
node: TreeNode, } | { "child": "skipped", 
/**
 * The move.
 */
mv: string, 
/**
 * Why.
 */
reason: string, };

export type Clocks = { 
/**
 * What is left to each side.
 */
left: [number, number], 
/**
 * What each move adds.
 */
increment: number, };

export type EngineLine = { 
/**
 * Which of several lines this is, from 1.
 */
rank: number, 
/**
 * The depth at which it was found.
 */
depth: number, 
/**
 * The plies of the longest line looked at.
 */
seldepth: number, 
/**
 * The value for people, for White.
 */
score: string, 
/**
 * What the value says about the true one: `exact`, `lower` or `upper`, for White.
 */
bound: string, 
/**
 * White's chance to win, in percent.
 */
win: number, 
/**
 * Chances that White wins, that nobody does, and that Black wins, in thousandths.
 */
wdl: [number, number, number] | null, 
/**
 * The moves as people write them.
 */
line: Array<string>, 
/**
 * The same as messages have them.
 */
moves: Array<string>, };

export type EngineSettings = { 
/**
 * How many of the best moves to tell of.
 */
lines: number, 
/**
 * How many threads may work.
 */
threads: number, 
/**
 * Mebibytes of the table.
 */
hash: number, };

export type EvalParts = { 
/**
 * The evaluator.
 */
eval: string, 
/**
 * Each part: its name, what it gives to White, and to Black.
 */
parts: Array<[string, number, number]>, 
/**
 * The value for White, as the evaluator's own document counts.
 */
white: number, 
/**
 * How many of these make a pawn.
 */
pawn: number, };

export type Faults = { 
/**
 * Who.
 */
player: string, 
/**
 * Crashed, or did not answer.
 */
crashed: number, 
/**
 * Ran out of time.
 */
time: number, 
/**
 * Played what cannot be played.
 */
illegal: number, };

export type Figure = { 
/**
 * What it is.
 */
what: string, 
/**
 * What should come out; empty if there is nothing to compare with.
 */
printed: string, 
/**
 * What came out.
 */
obtained: string, 
/**
 * Whether it is the same.
 */
same: boolean, 
/**
 * Who says what should come out.
 */
source: string, };

export type GameId = "chess" | "minichess" | "othello" | "othello6" | "othello4" | "tictactoe";

export type GameInfo = { 
/**
 * Its name in messages.
 */
id: GameId, 
/**
 * Its name for people.
 */
title: string, 
/**
 * Columns of the board.
 */
width: number, 
/**
 * Rows of the board.
 */
height: number, 
/**
 * Whether row 1 is at the top.
 */
fromTop: boolean, 
/**
 * Whether a move is a place on the board and not a way over it.
 */
places: boolean, 
/**
 * What the sides are called, who begins before the other.
 */
sides: [string, string], 
/**
 * The usual start.
 */
start: string, 
/**
 * What the weights of a position are, in order.
 */
weights: Array<Named>, 
/**
 * By how much to divide each weight before it is shown.
 */
weightUnits: Array<number>, 
/**
 * The evaluators that players can be told to use; the first is the default.
 */
evaluators: Array<Named>, 
/**
 * The one that plays best.
 */
bestEvaluator: string, };

export type GameReport = { 
/**
 * Whether the whole game was looked at.
 */
complete: boolean, 
/**
 * The first position and the one after each move.
 */
points: Array<ReviewPoint>, 
/**
 * The moves.
 */
moves: Array<ReportMove>, 
/**
 * How White and Black did.
 */
sides: [ReportSide, ReportSide], 
/**
 * The worst moves, by place in `moves`, the worst first.
 */
worst: Array<number>, 
/**
 * Opening, middle game and end game, as far as the game came.
 */
phases: Array<ReportPhase>, 
/**
 * The moves that changed who was to win, by place in `moves`.
 */
turning: Array<number>, 
/**
 * The annotated game.
 */
pgn: string, };

export type GameTree = { 
/**
 * The game.
 */
game: GameId, 
/**
 * The first position; the usual start if it is not given.
 */
start: string | null, 
/**
 * Tags of PGN: name and value.
 */
tags: Array<[string, string]>, 
/**
 * What is said before the first move.
 */
comments?: Array<string>, 
/**
 * As PGN writes it.
 */
result: string, 
/**
 * The moves. Every move comes after the one it follows; the first to follow another is the main line.
 */
moves: Array<TreeMove>, };

export type Grown = { 
/**
 * The step, from 0.
 */
step: number, 
/**
 * How many there are.
 */
steps: number, 
/**
 * The last event of the step.
 */
event: number, 
/**
 * The nodes, parents before their children.
 */
nodes: Array<GrownNode>, 
/**
 * How many nodes there are beside these.
 */
leftOut: number, };

export type GrownNode = { 
/**
 * The number that it keeps while the tree grows.
 */
key: number, 
/**
 * The node of the recording that shows it last.
 */
id: number, 
/**
 * The place of its parent in the list.
 */
parent: number | null, 
/**
 * The move that leads to it.
 */
mv: string | null, 
/**
 * Its value now, for people; none if it has none yet.
 */
value: string | null, 
/**
 * The value as a share of winning for the player to move at the root, from -1 to 1.
 */
balance: number | null, 
/**
 * The numbers that the search keeps here.
 */
marks: Array<TreeMark>, 
/**
 * How often the search came by.
 */
times: number, 
/**
 * Whether this step made it.
 */
fresh: boolean, 
/**
 * Whether this step came by.
 */
onWay: boolean, 
/**
 * Whether the next step expands it.
 */
next: boolean, };

export type Inspected = { 
/**
 * The node.
 */
node: TreeNode, 
/**
 * The moves from the root, as people write them; `--` for a null move.
 */
path: Array<string>, 
/**
 * The nodes on that way, the root first.
 */
ids: Array<number>, 
/**
 * The pieces, as positions have them.
 */
board: string, 
/**
 * The position.
 */
fen: string, 
/**
 * What the table said, if it was asked.
 */
probe: Probed | null, 
/**
 * The moves in the order they were to be tried.
 */
order: Array<Ordered>, 
/**
 * The best move, if it is known.
 */
best: string | null, 
/**
 * Other nodes with the same position.
 */
same: Array<Same>, 
/**
 * The event at which it was entered.
 */
enter: number, 
/**
 * The event at which it was left.
 */
leave: number | null, 
/**
 * The search in pseudo-code.
 */
code: Array<string>, 
/**
 * The lines of it that decided this node, from 0.
 */
lines: Array<number>, 
/**
 * What happened here, in a sentence.
 */
story: string, };

export type Iteration = { 
/**
 * Its depth.
 */
depth: number, 
/**
 * Nodes so far.
 */
nodes: number, 
/**
 * The value in the units of the game for the side to move: pawns in chess. None if the game is decided.
 */
value: number | null, 
/**
 * The value for people.
 */
score: string, };

export type Ladder = { 
/**
 * The game.
 */
game: GameId, 
/**
 * How it was measured.
 */
size: LadderGames | null, 
/**
 * The rungs, lowest first.
 */
rungs: Array<Rung>, 
/**
 * What each technique is worth to the engine.
 */
techniques: Array<Technique>, };

export type LadderGames = { 
/**
 * The fewest games of a step.
 */
least: number, 
/**
 * The most.
 */
games: number, 
/**
 * The least difference worth naming, in Elo.
 */
margin: number, 
/**
 * Nodes a move for the engine at equal nodes.
 */
nodes: number, 
/**
 * Nodes a move for textbook players.
 */
textbook_nodes: number, 
/**
 * Milliseconds a move at equal time.
 */
movetime: number, 
/**
 * Nodes a move for the engine without some of its techniques.
 */
ablation_nodes: number, 
/**
 * Games that ask about most techniques together.
 */
technique_games: number, 
/**
 * The depth to which nodes are counted.
 */
depth: number, };

export type Legal = { 
/**
 * As messages have it.
 */
mv: string, 
/**
 * As people write it.
 */
san: string, 
/**
 * The square it leaves; none if something is placed.
 */
from: string | null, 
/**
 * The square it goes to; none for a pass.
 */
to: string | null, 
/**
 * The letter of what a pawn becomes.
 */
promotion: string | null, };

export type LessonInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its title.
 */
title: string, 
/**
 * What it is about.
 */
about: string, 
/**
 * How many steps it has.
 */
steps: number, };

export type LessonQuestion = { 
/**
 * The question.
 */
text: string, 
/**
 * What can be chosen; nothing if the answer is written.
 */
choices: Array<string>, 
/**
 * The right answer.
 */
answer: string, };

export type LessonShow = { "show": "tree", 
/**
 * The tree.
 */
tree: string, 
/**
 * The search.
 */
search: string, } | { "show": "board", 
/**
 * The game.
 */
game: string, 
/**
 * The position; the start if none.
 */
position: string | null, };

export type LessonStep = { 
/**
 * Its title.
 */
title: string, 
/**
 * The text, a string for each paragraph; code stands between backticks.
 */
text: Array<string>, 
/**
 * What there is to look at.
 */
show: LessonShow | null, 
/**
 * What is asked before more is said.
 */
ask: LessonQuestion | null, 
/**
 * What is said afterwards.
 */
reveal: Array<string>, 
/**
 * The numbers of the step, each with the formula that computes it.
 */
checks: Array<[string, string]>, 
/**
 * Where to go on in the app: address and words.
 */
go: Array<[string, string]>, };

export type Limit = { 
/**
 * Plies to look ahead.
 */
depth?: number | null, 
/**
 * Nodes.
 */
nodes?: number | null, 
/**
 * Milliseconds.
 */
movetime?: number | null, };

export type Line = { 
/**
 * The game.
 */
game: GameId, 
/**
 * The first position; the usual start if it is not given.
 */
start: string | null, 
/**
 * The moves as the desk wrote them.
 */
moves: Array<string>, };

export type LiveGame = { 
/**
 * Its number.
 */
number: number, 
/**
 * Who began, and the other.
 */
players: [string, string], 
/**
 * The pieces as FEN has them.
 */
board: string, 
/**
 * The last move as messages have it.
 */
last: string | null, 
/**
 * Moves played, each side counted.
 */
plies: number, };

export type MatchGame = { 
/**
 * Its number.
 */
number: number, 
/**
 * Who began, and the other.
 */
players: [string, string], 
/**
 * As PGN writes it.
 */
result: string, 
/**
 * Why it ended.
 */
reason: string, 
/**
 * The first position, if it is not the usual one.
 */
start: string | null, 
/**
 * The moves as messages have them.
 */
moves: Array<string>, 
/**
 * How many of the moves were the opening's, which nobody thought about.
 */
book: number, 
/**
 * What the players said about their moves after the opening; nothing if none said anything.
 */
said: Array<MatchMove>, };

export type MatchMove = { 
/**
 * The value for people, for the side that began; empty if it said none.
 */
score: string, 
/**
 * How deep it looked.
 */
depth: number | null, 
/**
 * Nodes.
 */
nodes: number | null, 
/**
 * Milliseconds.
 */
ms: number, };

export type MatchPlan = { 
/**
 * The game.
 */
game: GameId, 
/**
 * The two players, or several for a round robin.
 */
specs: Array<string>, 
/**
 * Games for each two players; an even number.
 */
games: number, 
/**
 * What each player may spend on a move.
 */
limit: Limit, 
/**
 * Games at once.
 */
threads: number, 
/**
 * Decides the openings and what is left to chance.
 */
seed: number, 
/**
 * The hypotheses of a sequential test, in Elo, that ends the match early.
 */
sprt: [number, number] | null, 
/**
 * The name of a journal: the match that has it goes on, if it is this one.
 */
resume?: string | null, };

export type MatchState = { 
/**
 * Games played.
 */
games: number, 
/**
 * Games planned.
 */
scheduled: number, 
/**
 * Whether it is over.
 */
complete: boolean, 
/**
 * Each pair of players.
 */
pairings: Array<Pairing>, 
/**
 * The sequential test.
 */
sprt: Test | null, 
/**
 * Why games ended, and how many.
 */
reasons: Array<[string, number]>, 
/**
 * Games lost by faults, player by player.
 */
conduct: Array<Faults>, 
/**
 * What players did wrong, the first cases.
 */
faults: Array<string>, 
/**
 * The games that ended since the last message. Of a match that is not kept there are none.
 */
ended: Array<MatchGame>, 
/**
 * The command that plays the same match in the terminal.
 */
command: string, 
/**
 * The manifest of the match: what is played, by which program, when and where, as JSON. It is the first line of the journal.
 */
manifest: string, 
/**
 * Games at once: as many as were wished, or as there is memory for.
 */
threads: number, 
/**
 * The name by which it can be gone on with; none if it is not kept.
 */
journal: string | null, 
/**
 * The file with its progress: with `--resume` the terminal goes on with it, too.
 */
journalFile: string | null, 
/**
 * The file with its games.
 */
pgnFile: string | null, 
/**
 * Why it is not kept, if so.
 */
unkept: string | null, 
/**
 * Milliseconds so far.
 */
ms: number, };

export type Meeting = { 
/**
 * The first node with it.
 */
id: number, 
/**
 * The moves that lead there, as people write them.
 */
path: Array<string>, 
/**
 * How many nodes have it.
 */
times: number, 
/**
 * From how many different positions it was reached.
 */
ways: number, };

export type Meetings = { 
/**
 * Nodes below the root that was asked about, itself included.
 */
nodes: number, 
/**
 * How many different positions they are.
 */
positions: number, 
/**
 * How many of those were reached in several ways.
 */
met: number, 
/**
 * The most frequent of them.
 */
list: Array<Meeting>, };

export type Named = { 
/**
 * The name.
 */
name: string, 
/**
 * The line.
 */
about: string, };

export type NetworkOpinion = { 
/**
 * The value for White as a search takes it, in hundredths of a pawn.
 */
value: number, 
/**
 * For each man but the kings its square, its letter (small for Black), and how much its side would lose without it.
 */
men: Array<[string, string, number]>, };

export type Ordered = { 
/**
 * The move.
 */
mv: string, 
/**
 * The score that put it there.
 */
score: number, 
/**
 * Where that is from.
 */
source: string, 
/**
 * Whether it was looked at.
 */
tried: boolean, };

export type Over = { 
/**
 * The winner; none for a draw.
 */
winner: Side | null, 
/**
 * As PGN writes it.
 */
result: string, 
/**
 * Who won and why, in words.
 */
text: string, };

export type Overlay = { 
/**
 * Squares and how much each side has to say about them; squares of no interest are left out.
 */
squares: Array<Weighed>, 
/**
 * A move, as messages have it.
 */
mv: string | null, 
/**
 * A sentence about it.
 */
text: string, };

export type OverlayKind = "attacks" | "threat";

export type Pairing = { 
/**
 * The first.
 */
player: string, 
/**
 * The second.
 */
opponent: string, 
/**
 * Won, drawn and lost.
 */
wdl: [number, number, number], 
/**
 * Pairs of games with 0, 1/2, 1, 3/2 and 2 points.
 */
pairs: [number, number, number, number, number], 
/**
 * Points a game.
 */
score: number, 
/**
 * Elo ahead; none if there is no telling.
 */
elo: number | null, 
/**
 * Half of the 95% interval.
 */
error: number | null, 
/**
 * How likely it is that it is the better one.
 */
los: number, };

export type PgnGame = { 
/**
 * Who has the first move from the usual start, and the other.
 */
players: [string, string], 
/**
 * Where it was played, and when; empty if nobody says.
 */
event: string, 
/**
 * The date as PGN writes it; empty if nobody says.
 */
date: string, 
/**
 * As PGN writes it.
 */
result: string, 
/**
 * Moves of the main line, each side counted.
 */
plies: number, 
/**
 * What is wrong with it, if it cannot be read.
 */
problem: string | null, };

export type PlayerInfo = { 
/**
 * What its spec begins with.
 */
name: string, 
/**
 * One line about it.
 */
about: string, 
/**
 * The one game it plays; any if none.
 */
game: GameId | null, 
/**
 * Its settings.
 */
settings: Array<Setting>, };

export type Ply = { 
/**
 * The move as messages have it.
 */
mv: string, 
/**
 * The move as people write it.
 */
san: string, 
/**
 * Who moved.
 */
side: Side, 
/**
 * The number of the move.
 */
number: number, 
/**
 * The position after it.
 */
fen: string, 
/**
 * The weights after it, for the first side.
 */
weights: Array<number>, };

export type Position = { 
/**
 * In the notation of the game.
 */
fen: string, 
/**
 * The pieces as FEN has them, rows from the top; in Othello and tic-tac-toe `P` is the first side.
 */
board: string, 
/**
 * Who is to move.
 */
side: Side, 
/**
 * The number of the next move.
 */
number: number, 
/**
 * Whether the king of the side to move is attacked.
 */
check: boolean, 
/**
 * What can be played.
 */
legal: Array<Legal>, 
/**
 * How the game ended, if it did.
 */
over: Over | null, 
/**
 * What each evaluator says, for the first side.
 */
weights: Array<number>, 
/**
 * What the opening is called that led here, if it has a name.
 */
opening: string | null, };

export type Probed = { 
/**
 * Whether the position was there.
 */
hit: boolean, 
/**
 * The depth of the entry.
 */
depth: number, 
/**
 * Its value, for people, with `≥` or `≤` if it is a bound.
 */
value: string, 
/**
 * Whether it was deep enough to be used.
 */
deepEnough: boolean, };

export type ProofLine = { 
/**
 * The moves as people write them.
 */
line: Array<string>, 
/**
 * The same as messages have them.
 */
moves: Array<string>, 
/**
 * The value by the search, for people.
 */
score: string, 
/**
 * How deep the search looked.
 */
depth: number, 
/**
 * So many moves lead to a position where nothing hangs.
 */
quiet: number | null, 
/**
 * Material in pawns before the line and after each move.
 */
material: Array<number>, 
/**
 * The value without a search in hundredths of a pawn, before the line and after each move.
 */
values: Array<number>, 
/**
 * What the terms were and are at the quiet end: name, before, after, in hundredths of a pawn.
 */
terms: Array<[string, number, number]>, };

export type ProvedSentence = { 
/**
 * The sentence.
 */
text: string, 
/**
 * Whether the proof is in the other line.
 */
inOther: boolean, 
/**
 * The first move of the proof, from 0.
 */
from: number, 
/**
 * The last move of the proof.
 */
to: number, };

export type RaceRow = { 
/**
 * The player.
 */
spec: string, 
/**
 * Its move as people write it; none if the game is over.
 */
san: string | null, 
/**
 * The same as messages have it.
 */
mv: string | null, 
/**
 * The value for people, for the side to move.
 */
score: string, 
/**
 * The depth it completed.
 */
depth: number, 
/**
 * The deepest ply.
 */
seldepth: number, 
/**
 * Nodes.
 */
nodes: number, 
/**
 * The same as the player's document counts it, where that is something else.
 */
counted: number | null, 
/**
 * Calls of the evaluator.
 */
evals: number, 
/**
 * Milliseconds.
 */
ms: number, 
/**
 * The effective branching factor.
 */
ebf: number | null, 
/**
 * Look-ups that found something in the table, if there is one.
 */
ttHits: number | null, 
/**
 * The share of cuts by the first move tried.
 */
firstMoveCuts: number | null, 
/**
 * Whether the value is that of minimax, if it was checked.
 */
equalsMinimax: boolean | null, 
/**
 * The evaluator with which minimax was asked.
 */
minimaxEval: string | null, 
/**
 * What each depth took and found: searches of their own if the limit was a depth, else the iterations.
 */
byDepth: Array<RaceStep>, 
/**
 * Cuts by the first, the second, the third move tried and so on, among the first nodes.
 */
cutPlaces: Array<number>, 
/**
 * How full the table is in thousandths, if the player says.
 */
hashfull: number | null, 
/**
 * The line both sides are expected to play, as people write it.
 */
line: Array<string>, };

export type RaceStep = { 
/**
 * The depth.
 */
depth: number, 
/**
 * Nodes until it was complete.
 */
nodes: number, 
/**
 * The same as the player's document counts it, where that is something else.
 */
counted: number | null, 
/**
 * Milliseconds until it was complete.
 */
ms: number, 
/**
 * The value in the units of the player for the side to move: pawns in chess, but for some course documents. None if the game is decided.
 */
value: number | null, 
/**
 * The value for people.
 */
score: string, 
/**
 * How full the table was in thousandths, if the player says.
 */
hashfull: number | null, };

export type ReportMove = { 
/**
 * With its number and sign.
 */
text: string, 
/**
 * How accurate it was, in percent.
 */
accuracy: number, 
/**
 * `?!`, `?` or `??`, or nothing.
 */
sign: string, 
/**
 * `Inaccuracy`, `Mistake` or `Blunder`, or nothing.
 */
judgement: string, 
/**
 * What would have been better, as people write it.
 */
better: Array<string>, 
/**
 * The engine's move there, as messages have it.
 */
best: string | null, };

export type ReportPhase = { 
/**
 * `Opening`, `Middle game` or `End game`.
 */
name: string, 
/**
 * The place of its first move in `moves`.
 */
from: number, 
/**
 * The place after its last move.
 */
to: number, 
/**
 * How accurate White and Black were in it, in percent: the mean of their moves.
 */
accuracy: [number | null, number | null], };

export type ReportSide = { 
/**
 * The name of the player.
 */
name: string, 
/**
 * How accurate its moves were together, in percent.
 */
accuracy: number | null, 
/**
 * Pawns lost for each move.
 */
averageLoss: number | null, 
/**
 * Inaccuracies, mistakes and blunders.
 */
judgements: [number, number, number], };

export type ReviewPoint = { 
/**
 * The value for people, for White, or the result.
 */
score: string, 
/**
 * White's chance to win, in percent.
 */
win: number, 
/**
 * How deep it looked.
 */
depth: number, };

export type ReviewStep = { 
/**
 * Positions looked at.
 */
done: number, 
/**
 * Positions in all.
 */
of: number, 
/**
 * What was found about the last one.
 */
point: ReviewPoint, };

export type Rung = { 
/**
 * Its name.
 */
name: string, 
/**
 * The player.
 */
spec: string, 
/**
 * What is new, why it should help, and what it costs.
 */
about: string, 
/**
 * Against the rung below at equal nodes.
 */
at_nodes: Step | null, 
/**
 * Against the rung below at equal time.
 */
at_time: Step | null, 
/**
 * Nodes to a fixed depth.
 */
nodes: number | null, };

export type Said = { 
/**
 * The number of the question; 0 if it could not be read.
 */
id: number, 
/**
 * Whether nothing more comes.
 */
last: boolean, 
/**
 * In the last one: why the job was stopped, if it was. The answer is what there was until then.
 */
stopped?: StopCause, } & ({ "say": "refused", 
/**
 * The sentence.
 */
reason: string, } | { "say": "hello", 
/**
 * The version of the program.
 */
version: string, 
/**
 * The games.
 */
games: Array<GameInfo>, 
/**
 * The players.
 */
players: Array<PlayerInfo>, 
/**
 * The course documents: short name and title.
 */
documents: Array<Named>, 
/**
 * The techniques of the engine.
 */
techniques: Array<Named>, 
/**
 * What a page may ask for.
 */
caps: Caps, } | { "say": "view", 
/**
 * The position and the way there.
 */
view: View, } | { "say": "move", 
/**
 * As the desk writes it.
 */
mv: string, } | { "say": "position", 
/**
 * In the notation of the game.
 */
fen: string, } | { "say": "spec", 
/**
 * What is in it.
 */
spec: SpecInfo, } | { "say": "thought", 
/**
 * That.
 */
thought: Thought, } | { "say": "chosen", 
/**
 * The move; none if the game is over.
 */
mv: string | null, 
/**
 * Its last thought.
 */
thought: Thought, } | { "say": "analysis", 
/**
 * That.
 */
analysis: Analysis, } | { "say": "why", 
/**
 * That.
 */
why: WhyInfo, } | { "say": "terms", 
/**
 * Those.
 */
terms: Terms, } | { "say": "parts", 
/**
 * Those.
 */
parts: EvalParts, } | { "say": "reviewed", 
/**
 * Which, and what was found.
 */
step: ReviewStep, } | { "say": "report", 
/**
 * What was found.
 */
report: GameReport, } | { "say": "draw", 
/**
 * Whether.
 */
accepted: boolean, } | { "say": "tree", 
/**
 * The game.
 */
tree: GameTree, 
/**
 * All games of the text.
 */
games: Array<PgnGame>, } | { "say": "text", 
/**
 * The text.
 */
text: string, } | { "say": "race-row", 
/**
 * Which of the players.
 */
index: number, 
/**
 * How it did.
 */
row: RaceRow, } | { "say": "done" } | { "say": "waiting", 
/**
 * Jobs that wait longer.
 */
ahead: number, } | { "say": "stopping", 
/**
 * How many jobs were told to stop.
 */
jobs: number, } | { "say": "progress", 
/**
 * Done.
 */
done: number, 
/**
 * In all.
 */
of: number, 
/**
 * What was done last.
 */
what: string, } | { "say": "traced", 
/**
 * What is in the recording.
 */
summary: TraceSummary, } | { "say": "children", 
/**
 * In the order they were searched.
 */
children: Array<Child>, } | { "say": "overview", 
/**
 * The bars, from the left, ply by ply.
 */
bars: Array<Bar>, } | { "say": "inspected", 
/**
 * The node.
 */
node: Inspected, } | { "say": "grown", 
/**
 * As it was then.
 */
grown: Grown, } | { "say": "meetings", 
/**
 * The positions.
 */
meetings: Meetings, } | { "say": "overlay", 
/**
 * That.
 */
overlay: Overlay, } | { "say": "event", 
/**
 * The event.
 */
event: TreeEvent, } | { "say": "playing", 
/**
 * Those.
 */
games: Array<LiveGame>, } | { "say": "match", 
/**
 * That.
 */
state: MatchState, } | { "say": "alternatives", 
/**
 * Game by game.
 */
games: Array<Alternatives>, } | { "say": "ladder", 
/**
 * The games.
 */
games: Array<Ladder>, } | { "say": "lessons", 
/**
 * In their order.
 */
lessons: Array<LessonInfo>, 
/**
 * The searches that small trees can be shown with.
 */
searches: Array<Named>, } | { "say": "lesson", 
/**
 * Which.
 */
info: LessonInfo, 
/**
 * Its steps.
 */
steps: Array<LessonStep>, } | { "say": "small-tree", 
/**
 * The tree and the search.
 */
tree: SmallTreeInfo, } | { "say": "reproduced", 
/**
 * The sections.
 */
sections: Array<Section>, });

export type Same = { 
/**
 * The node.
 */
id: number, 
/**
 * The moves that lead to it.
 */
path: Array<string>, };

export type Section = { 
/**
 * What they are about.
 */
title: string, 
/**
 * Who says what should come out: printed, derived, recomputed, ours.
 */
source: string, 
/**
 * The figures.
 */
figures: Array<Figure>, 
/**
 * What there is to learn.
 */
remark: string, };

export type SeekKind = "cut" | "hit" | "best" | "new-best" | "iteration";

export type Setting = { 
/**
 * Its key.
 */
key: string, 
/**
 * What it is if it is not given, in words.
 */
default: string, 
/**
 * The same as a spec writes it; nothing if it is absent then, or if it depends on the game.
 */
value: string | null, 
/**
 * One line about it.
 */
about: string, 
/**
 * What it takes.
 */
kind: SettingKind, };

export type SettingKind = { "takes": "switch" } | { "takes": "number", 
/**
 * The least.
 */
least: number, 
/**
 * The most, if there is one.
 */
most: number | null, } | { "takes": "choice", 
/**
 * The words.
 */
words: Array<string>, } | { "takes": "list", 
/**
 * The words.
 */
words: Array<string>, } | { "takes": "evaluator", 
/**
 * Whether it is the best one of the game if it is not given, and not the first.
 */
best: boolean, };

export type Side = "first" | "second";

export type SmallNode = { 
/**
 * The node above it, by its place in the list.
 */
parent: number | null, 
/**
 * Plies from the root: MAX moves at the even ones.
 */
ply: number, 
/**
 * The number, if it is a leaf.
 */
leaf: number | null, };

export type SmallStep = { 
/**
 * `enter`, `again` (a second search of the same node), `back` (a value comes back), `cut` or `leave`.
 */
kind: string, 
/**
 * At which node.
 */
node: number, 
/**
 * The window there, if the search has one; an end that is missing is infinite.
 */
window: [number | null, number | null] | null, 
/**
 * The value so far, or in the end.
 */
value: number | null, 
/**
 * The children that are not looked at.
 */
skipped: Array<number>, };

export type SmallTreeInfo = { 
/**
 * The nodes, the root first, every node before its children.
 */
nodes: Array<SmallNode>, 
/**
 * What the search did.
 */
steps: Array<SmallStep>, 
/**
 * What the root is worth.
 */
value: number, 
/**
 * Nodes that were entered, the root included.
 */
entered: number, 
/**
 * Leaves that were looked at.
 */
leaves: number, 
/**
 * The search in pseudo-code.
 */
code: Array<string>, };

export type SpecInfo = { 
/**
 * As the desk writes it.
 */
text: string, 
/**
 * The name.
 */
name: string, 
/**
 * Keys and values; a switch that is given alone has an empty value.
 */
settings: Array<[string, string]>, };

export type Step = { 
/**
 * Games won, drawn and lost.
 */
wdl: [number, number, number], 
/**
 * Elo; none if there is no telling.
 */
elo: number | null, 
/**
 * The 95% interval.
 */
lower: number | null, 
/**
 * See `lower`.
 */
upper: number | null, 
/**
 * What a test said that looked at every pair; none where the number of games was fixed beforehand.
 */
answer: Answer | null, };

export type StopCause = "asked" | "deadline" | "slow" | "closed";

export type Technique = { 
/**
 * Its name.
 */
name: string, 
/**
 * The engine without it.
 */
spec: string, 
/**
 * One sentence.
 */
about: string, 
/**
 * At equal nodes, `ablation_nodes` a move.
 */
at_nodes: Step | null, 
/**
 * At equal time.
 */
at_time: Step | null, };

export type TermRow = { 
/**
 * Its name.
 */
name: string, 
/**
 * White's, middlegame and endgame, in hundredths of a pawn.
 */
white: [number, number], 
/**
 * Black's.
 */
black: [number, number], 
/**
 * What it comes to in this position, for White.
 */
total: number, 
/**
 * The squares that cause it, and what each adds for White in this position, in hundredths of a pawn.
 */
squares: Array<[string, number]>, };

export type Terms = { 
/**
 * The terms that say anything.
 */
terms: Array<TermRow>, 
/**
 * Their sum for White, middlegame and endgame, in hundredths of a pawn.
 */
sum: [number, number], 
/**
 * How much of the middlegame is left, in percent.
 */
middlegame: number, 
/**
 * How much of the endgame's advantage can be won, in percent.
 */
scale: number, 
/**
 * What the fifty-move rule leaves, in percent.
 */
patience: number, 
/**
 * The endgame, if it is a known one.
 */
known: string | null, 
/**
 * The value for White in hundredths of a pawn.
 */
value: number, 
/**
 * What the network says, which the search asks.
 */
network: NetworkOpinion | null, };

export type Test = { 
/**
 * The log-likelihood ratio.
 */
llr: number, 
/**
 * Where it says no.
 */
lower: number, 
/**
 * Where it says yes.
 */
upper: number, 
/**
 * The two hypotheses in Elo.
 */
elo: [number, number], 
/**
 * What it says: `H0`, `H1` or `go on`.
 */
verdict: string, };

export type Thought = { 
/**
 * The depth of the last completed search.
 */
depth: number, 
/**
 * The deepest ply.
 */
seldepth: number, 
/**
 * Which of several lines this is, from 1.
 */
rank: number, 
/**
 * The value for people, for the first side; empty if the player has none.
 */
score: string, 
/**
 * The value as a share of winning from -1 to 1 for the first side, for bars and graphs.
 */
balance: number | null, 
/**
 * What the value says about the true one: `exact`, `lower` or `upper`, for the first side.
 */
bound: string, 
/**
 * Nodes.
 */
nodes: number, 
/**
 * Milliseconds.
 */
ms: number, 
/**
 * Shares of winning, drawing and losing in thousandths, if the player knows them.
 */
wdl: [number, number, number] | null, 
/**
 * How full the table is in thousandths, if the player says.
 */
hashfull: number | null, 
/**
 * Look-ups that found something in the table, if it has one.
 */
ttHits: number | null, 
/**
 * The line both sides are expected to play, as people write it.
 */
line: Array<string>, 
/**
 * The same as messages have it.
 */
moves: Array<string>, };

export type TraceSummary = { 
/**
 * The player.
 */
spec: string, 
/**
 * The root position.
 */
fen: string, 
/**
 * Its move, as people write it.
 */
best: string | null, 
/**
 * Its value for the side to move.
 */
score: string, 
/**
 * Nodes of the search.
 */
nodes: number, 
/**
 * Nodes that are kept.
 */
recorded: number, 
/**
 * Whether nodes were left out.
 */
truncated: boolean, 
/**
 * Events that are kept.
 */
events: number, 
/**
 * The roots: one for each iteration or re-search.
 */
roots: Array<TreeNode>, 
/**
 * Milliseconds of the search.
 */
ms: number, 
/**
 * What can be counted in the recording.
 */
charts: TreeCharts, 
/**
 * Whether the search goes down from the root again and again, and one tree grows; `roots` are its steps then.
 */
growing: boolean, 
/**
 * How many roots there are, listed or not.
 */
steps: number, };

export type TreeCharts = { 
/**
 * Kept nodes at each ply, the root first.
 */
nodesByPly: Array<number>, 
/**
 * Cuts by the first, the second, the third move tried and so on.
 */
cutPlaces: Array<number>, 
/**
 * Why nodes were left early or moves passed over, and how often, the most frequent first.
 */
reasons: Array<[string, number]>, 
/**
 * The completed iterations of a deepening search.
 */
iterations: Array<Iteration>, };

export type TreeEvent = { 
/**
 * Its number.
 */
event: number, 
/**
 * How many there are.
 */
of: number, 
/**
 * Its kind: `enter`, `miss`, `hit`, `order`, `cut`, `marks`, `leave`, `iteration` or `stopped`.
 */
kind: string, 
/**
 * The node it belongs to.
 */
node: number | null, 
/**
 * What happened, in a sentence.
 */
text: string, 
/**
 * The nodes that are open, the root first.
 */
open: Array<number>, 
/**
 * Whether a move of the root became the best one.
 */
newBest: boolean, 
/**
 * How many roots were begun before the one it belongs to.
 */
step: number, };

export type TreeMark = { 
/**
 * What it is, in a word.
 */
name: string, 
/**
 * The number, for people.
 */
text: string, };

export type TreeMove = { 
/**
 * The move as messages have it.
 */
mv: string, 
/**
 * The place of the move before it in the list; none for a first move.
 */
after: number | null, 
/**
 * What is said before the move, where it begins a variation.
 */
before?: Array<string>, 
/**
 * Signs by their numbers in PGN: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
 */
nags?: Array<number>, 
/**
 * What is said right after the move, clocks and values included, as PGN writes them.
 */
comments?: Array<string>, 
/**
 * What is said after its variations.
 */
later?: Array<string>, };

export type TreeNode = { 
/**
 * Its number.
 */
id: number, 
/**
 * The move that leads to it; none for a root and a null move.
 */
mv: string | null, 
/**
 * Why it was searched: `full`, `scout`, `research`, `null` or `internal`; none for a root.
 */
why: string | null, 
/**
 * Plies from the root.
 */
ply: number, 
/**
 * Plies still to look ahead.
 */
depth: number, 
/**
 * The window it was searched with, lower end first, for people.
 */
window: [string, string], 
/**
 * From whose view window and value are: `mover`, `max`, `min` or `quiescence`.
 */
view: string, 
/**
 * The value it returned, for people, with `≥` or `≤` if it is a bound; none if the search was stopped before.
 */
value: string | null, 
/**
 * The value as a share of winning for the player to move at the root, from -1 to 1.
 */
balance: number | null, 
/**
 * Where the value is from: `terminal`, `horizon`, `table` or `searched`.
 */
how: string, 
/**
 * Nodes of the subtree, itself included, kept or not.
 */
nodes: number, 
/**
 * How many nodes right below it are kept.
 */
children: number, 
/**
 * Why it was left early, if it was: `beta`, `alpha`, `table`, `null-move`, `stand-pat`, `reverse-futility`,
 * `razor`, `probcut`, `multi-cut` or `tablebase`.
 */
cut: string | null, 
/**
 * Moves that were not looked at, as far as the search says which.
 */
skipped: number, 
/**
 * Whether it is on the best line of its root.
 */
best: boolean, 
/**
 * The numbers that the search keeps here besides the value.
 */
marks: Array<TreeMark>, };

export type View = { 
/**
 * The first position as the desk writes it.
 */
start: Position, 
/**
 * The steps.
 */
plies: Array<Ply>, 
/**
 * The last position.
 */
position: Position, };

export type Weighed = { 
/**
 * The square.
 */
square: string, 
/**
 * The first side and the second.
 */
sides: [number, number], };

export type WhyInfo = { 
/**
 * Whether the move is the engine's own choice.
 */
isBest: boolean, 
/**
 * The line of the move asked about.
 */
asked: ProofLine, 
/**
 * The line of the best move, or of the next best if the move asked about is the best.
 */
other: ProofLine | null, 
/**
 * At most three sentences.
 */
sentences: Array<ProvedSentence>, };
