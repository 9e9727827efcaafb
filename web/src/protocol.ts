// The messages between page and server, generated from the Rust types of crates/web_api.
// Do not edit: change the Rust types, then run
//   UPDATE_PROTOCOL=1 cargo test --package web_api typescript

export type Algorithm = "root" | "pv" | "ybw" | "abdada" | "lazy";

export type AlternativeMatch = { 
/**
 * Nodes, evaluations, milliseconds or mebibytes.
 */
budget: number, 
/**
 * The result.
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
 * The accuracy of its moves at each node budget.
 */
truth: Array<AlternativeTruth>, };

export type AlternativeReference = { 
/**
 * Whether the reference values are exact.
 */
exact: boolean, 
/**
 * A sentence about the positions and the source of the values.
 */
about: string, 
/**
 * The unit of a regret.
 */
unit: string, 
/**
 * Which moves count as nearly best, in words.
 */
near: string, };

export type AlternativeTruth = { 
/**
 * Nodes per move.
 */
nodes: number, 
/**
 * The share of positions in which the move is one of the best.
 */
agreement: number, 
/**
 * The share of positions in which it is nearly best.
 */
near: number, 
/**
 * The mean regret, in the unit of the reference.
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
 * The p-value of `better` and `worse`.
 */
chance: number, 
/**
 * Evaluator calls per node.
 */
evals: number, 
/**
 * Microseconds per node.
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
 * The seed of the openings and positions.
 */
seed: number, 
/**
 * The number of positions whose moves are compared with the reference.
 */
positions: number, 
/**
 * The reference.
 */
reference: AlternativeReference | null, 
/**
 * Alpha-beta, then its opponents.
 */
players: Array<AlternativePlayer>, };

export type Analysis = { 
/**
 * The depth of the best line.
 */
depth: number, 
/**
 * The selective depth.
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
 * The share of the table in use, in thousandths.
 */
hashfull: number | null, 
/**
 * Positions found in endgame tablebases.
 */
tbhits: number, 
/**
 * The lines, the best first; `None` if they are those of the last message.
 */
lines: Array<EngineLine> | null, };

export type Answer = "stronger" | "weaker" | "alike" | "open";

export type AssignmentInfo = { 
/**
 * Its name in commands.
 */
name: string, 
/**
 * Its title.
 */
title: string, 
/**
 * The task, in a few lines.
 */
about: string, 
/**
 * Whether it has games against baselines, which are played in the terminal only.
 */
plays: boolean, };

export type AttackedSquare = { 
/**
 * The square.
 */
square: string, 
/**
 * The number of attackers of the first and the second side.
 */
sides: [number, number], };

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
 * Its left end, as a share of the whole width.
 */
x: number, 
/**
 * Its width, as a share of the whole width.
 */
w: number, 
/**
 * The move to it.
 */
mv: string | null, 
/**
 * Its value as text.
 */
value: string | null, 
/**
 * Its value as a share of winning for the player to move at the root, from -1 to 1.
 */
balance: number | null, 
/**
 * The cut that ended the node.
 */
cut: string | null, 
/**
 * Whether the node is on the principal variation.
 */
best: boolean, };

export type Caps = { 
/**
 * The size of a message in bytes.
 */
messageBytes: number, 
/**
 * The moves of a line.
 */
moves: number, 
/**
 * The table of a player in mebibytes.
 */
tableMebibytes: number, 
/**
 * The threads of a player.
 */
threads: number, 
/**
 * The time of a search for a move, in a race or in a recording, in milliseconds.
 */
searchMs: number, 
/**
 * The time of an analysis in milliseconds.
 */
analysisMs: number, 
/**
 * The nodes of a recorded tree.
 */
traceNodes: number, 
/**
 * The players of a race.
 */
racers: number, 
/**
 * The games of a match.
 */
matchGames: number, 
/**
 * The games of a match played at once.
 */
matchThreads: number, 
/**
 * The lines of an analysis.
 */
lines: number, 
/**
 * The memory of a page in mebibytes: all tables and trees.
 */
pageMebibytes: number, 
/**
 * The running jobs of a page.
 */
jobs: number, };

export type Child = { "child": "node", 
/**
 * The node.
 */
node: TreeNode, } | { "child": "skipped", 
/**
 * The move.
 */
mv: string, 
/**
 * The reason.
 */
reason: string, };

export type Clocks = { 
/**
 * The time left to each side.
 */
left: [number, number], 
/**
 * The increment per move.
 */
increment: number, };

export type EngineLine = { 
/**
 * Its rank among the lines, from 1.
 */
rank: number, 
/**
 * Its depth.
 */
depth: number, 
/**
 * Its selective depth.
 */
seldepth: number, 
/**
 * The value as text, for White.
 */
score: string, 
/**
 * `exact`, `lower` or `upper`, for White.
 */
bound: string, 
/**
 * White's winning chances in percent.
 */
win: number, 
/**
 * The probabilities of a win of White, a draw and a win of Black, in thousandths.
 */
wdl: [number, number, number] | null, 
/**
 * The moves in SAN.
 */
line: Array<string>, 
/**
 * The moves in the wire format.
 */
moves: Array<string>, };

export type EngineSettings = { 
/**
 * The number of lines.
 */
lines: number, 
/**
 * The number of threads.
 */
threads: number, 
/**
 * The size of the table in mebibytes.
 */
hash: number, };

export type EvalParts = { 
/**
 * The name of each part, with its values for White and for Black.
 */
parts: Array<[string, [number, number]]>, 
/**
 * The value for the side to move, in the units of the evaluator's document.
 */
value: number, 
/**
 * The value of a pawn in these units.
 */
pawn: number, };

export type Example = { 
/**
 * The question.
 */
question: Record<string, unknown>, 
/**
 * The right answer in words.
 */
expected: string, 
/**
 * The answer of the program in words.
 */
obtained: string, };

export type ExplorerMove = { 
/**
 * The move in the wire format.
 */
mv: string, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The name of the position after it, if it has one.
 */
name: string | null, 
/**
 * The number of named openings that contain the position after it.
 */
lines: number, 
/**
 * Up to three openings that contain it.
 */
leads_to: Array<string>, };

export type Faults = { 
/**
 * The name of the player.
 */
player: string, 
/**
 * Games lost by a crash or without an answer.
 */
crashed: number, 
/**
 * Games lost on time.
 */
time: number, 
/**
 * Games lost by an illegal move.
 */
illegal: number, };

export type Figure = { 
/**
 * The measured quantity.
 */
what: string, 
/**
 * The expected value; empty if there is none.
 */
printed: string, 
/**
 * The obtained value.
 */
obtained: string, 
/**
 * Whether the two values are equal.
 */
same: boolean, 
/**
 * The source of the expected value.
 */
source: string, };

export type GameId = string;

export type GameInfo = { 
/**
 * The name in messages.
 */
id: GameId, 
/**
 * The name to display.
 */
title: string, 
/**
 * A description, in one line.
 */
about: string, 
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
 * Whether a move places a piece on a square instead of moving one.
 */
places: boolean, 
/**
 * The names of the sides, the first side first.
 */
sides: [string, string], 
/**
 * The usual start.
 */
start: string, 
/**
 * The names of the static evaluations of a position, in order.
 */
weights: Array<Named>, 
/**
 * The divisor of each static evaluation for display.
 */
weightUnits: Array<number>, 
/**
 * The evaluators that a player setting can name; the first is the default.
 */
evaluators: Array<Named>, 
/**
 * The strongest evaluator.
 */
bestEvaluator: string, };

export type GameReport = { 
/**
 * Whether the whole game was reviewed.
 */
complete: boolean, 
/**
 * The evaluation of the first position and after each move.
 */
points: Array<ReviewPoint>, 
/**
 * The moves.
 */
moves: Array<ReportMove>, 
/**
 * The summaries of White and Black.
 */
sides: [ReportSide, ReportSide], 
/**
 * The indices of the worst moves in `moves`, the worst first.
 */
worst: Array<number>, 
/**
 * The phases of the game: opening, middle game, end game.
 */
phases: Array<ReportPhase>, 
/**
 * The indices of the moves in `moves` that changed the winning side.
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
 * The PGN tags: name and value.
 */
tags: Array<[string, string]>, 
/**
 * The comments before the first move.
 */
comments?: Array<string>, 
/**
 * The result in PGN format.
 */
result: string, 
/**
 * The moves, each after its predecessor. The first successor of a move continues the main line.
 */
moves: Array<TreeMove>, };

export type Grown = { 
/**
 * The step, from 0.
 */
step: number, 
/**
 * The number of steps.
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
 * The number of nodes that are not listed.
 */
leftOut: number, };

export type GrownNode = { 
/**
 * Its number, the same in every step.
 */
key: number, 
/**
 * Its last node in the recording.
 */
id: number, 
/**
 * The index of its parent in the list.
 */
parent: number | null, 
/**
 * The move to it.
 */
mv: string | null, 
/**
 * Its value as text; `None` if it has none yet.
 */
value: string | null, 
/**
 * The value from -1 to 1, for the side to move at the root.
 */
balance: number | null, 
/**
 * The numbers of the search besides the value.
 */
marks: Array<TreeMark>, 
/**
 * The number of visits.
 */
times: number, 
/**
 * Whether this step created it.
 */
fresh: boolean, 
/**
 * Whether this step visited it.
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
 * The moves from the root in display notation; `--` for a null move.
 */
path: Array<string>, 
/**
 * The nodes of that path, the root first.
 */
ids: Array<number>, 
/**
 * The pieces, as in a FEN.
 */
board: string, 
/**
 * The position.
 */
fen: string, 
/**
 * The look-up in the transposition table, if there was one.
 */
probe: Probed | null, 
/**
 * The moves in search order.
 */
order: Array<Ordered>, 
/**
 * The best move, if known.
 */
best: string | null, 
/**
 * Other nodes with the same position.
 */
same: Array<Same>, 
/**
 * Its enter event.
 */
enter: number, 
/**
 * Its leave event.
 */
leave: number | null, 
/**
 * The search in pseudo-code.
 */
code: Array<string>, 
/**
 * The indices of the lines that decided this node.
 */
lines: Array<number>, 
/**
 * An explanation in a sentence or two.
 */
story: string, };

export type Iteration = { 
/**
 * Its depth.
 */
depth: number, 
/**
 * Nodes since the start of the search.
 */
nodes: number, 
/**
 * The value for the side to move in the units of a chart: pawns in chess. `None` if the game is decided.
 */
value: number | null, 
/**
 * The value as text.
 */
score: string, };

export type Judgement = "Inaccuracy" | "Mistake" | "Blunder";

export type KeptMatch = { 
/**
 * The name of its journal.
 */
journal: string, 
/**
 * Its plan, which resumes the journal.
 */
plan: MatchPlan, 
/**
 * When it began.
 */
began: string, 
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
 * The first pair of players.
 */
first: Pairing | null, };

export type Ladder = { 
/**
 * The game.
 */
game: GameId, 
/**
 * The parameters of the measurement.
 */
size: LadderGames | null, 
/**
 * The rungs, lowest first.
 */
rungs: Array<Rung>, 
/**
 * The measured effect of each technique of the engine.
 */
techniques: Array<Technique>, };

export type LadderGames = { 
/**
 * The least games of a step.
 */
least: number, 
/**
 * The most games of a step.
 */
games: number, 
/**
 * The smallest relevant difference, in Elo.
 */
margin: number, 
/**
 * Nodes per move of the engine at equal nodes.
 */
nodes: number, 
/**
 * Nodes per move of textbook players.
 */
textbook_nodes: number, 
/**
 * Milliseconds per move at equal time.
 */
movetime: number, 
/**
 * Nodes per move of the engine without some of its techniques.
 */
ablation_nodes: number, 
/**
 * The games that measure most techniques together.
 */
technique_games: number, 
/**
 * The depth of the node counts.
 */
depth: number, };

export type Legal = { 
/**
 * The move in the wire format.
 */
mv: string, 
/**
 * The move in the notation of the game.
 */
san: string, 
/**
 * The square it leaves; `None` if a piece is placed.
 */
from: string | null, 
/**
 * The square it goes to; `None` for a pass.
 */
to: string | null, 
/**
 * The letter of the promotion piece.
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
 * A sentence about it.
 */
about: string, 
/**
 * About how many minutes it takes.
 */
minutes: number, 
/**
 * The number of steps.
 */
steps: number, };

export type LessonQuestion = { 
/**
 * The question.
 */
text: string, 
/**
 * The choices. Without choices the answer is typed.
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
 * The position; `None` is the start.
 */
position: string | null, } | { "show": "training" };

export type LessonStep = { 
/**
 * Its title.
 */
title: string, 
/**
 * The text, a string for each paragraph; code is between backticks.
 */
text: Array<string>, 
/**
 * A tree or a board.
 */
show: LessonShow | null, 
/**
 * A question before the explanation.
 */
ask: LessonQuestion | null, 
/**
 * The explanation.
 */
reveal: Array<string>, 
/**
 * The numbers of the step, each with the formula that computes it.
 */
checks: Array<[string, string]>, 
/**
 * Links into the app: address and label.
 */
go: Array<[string, string]>, };

export type Limit = { 
/**
 * The depth in plies.
 */
depth?: number | null, 
/**
 * Nodes.
 */
nodes?: number | null, 
/**
 * The time in milliseconds.
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
 * The moves in the wire format.
 */
moves: Array<string>, };

export type LiveGame = { 
/**
 * Its number.
 */
number: number, 
/**
 * The names of the players, the first side first.
 */
players: [string, string], 
/**
 * The pieces as in FEN.
 */
board: string, 
/**
 * The last move in the wire format.
 */
last: string | null, 
/**
 * The number of plies.
 */
plies: number, };

export type Mark = { 
/**
 * The name of the check.
 */
check: string, 
/**
 * The title of the criterion.
 */
title: string, 
/**
 * The most points.
 */
weight: number, 
/**
 * The points.
 */
points: number, 
/**
 * The number of right answers.
 */
right: number, 
/**
 * The number of checked answers.
 */
asked: number, 
/**
 * Whether it is about hidden questions only.
 */
hidden: boolean, 
/**
 * Whether it could be checked. Otherwise it has no points.
 */
graded: boolean, 
/**
 * Whether every checked answer was right and the points are complete.
 */
passed: boolean, 
/**
 * The result in one line.
 */
line: string, };

export type MatchGame = { 
/**
 * Its number.
 */
number: number, 
/**
 * The names of the players, the first side first.
 */
players: [string, string], 
/**
 * The result in PGN format.
 */
result: string, 
/**
 * The reason of its end.
 */
reason: string, 
/**
 * The first position, if it is not the usual one.
 */
start: string | null, 
/**
 * The moves in the wire format.
 */
moves: Array<string>, 
/**
 * The number of opening moves, which were not searched.
 */
book: number, 
/**
 * The reports about the moves after the opening; empty if there are none.
 */
said: Array<MatchMove>, };

export type MatchMove = { 
/**
 * The value as text, for the first side; empty if unknown.
 */
score: string, 
/**
 * The search depth.
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
 * The specs of the players: two, or more for a round robin.
 */
specs: Array<string>, 
/**
 * The games of each pairing, an even number.
 */
games: number, 
/**
 * The limit per move.
 */
limit: Limit, 
/**
 * The number of games played at once.
 */
threads: number, 
/**
 * The seed of the openings and of the players.
 */
seed: number, 
/**
 * The hypotheses of an SPRT, in Elo, that ends the match early.
 */
sprt: [number, number] | null, 
/**
 * The name of a journal of the same match, to resume it.
 */
resume?: string | null, 
/**
 * A shard of the match, its index from 0 and the number of shards, to play only its games.
 */
shard?: [number, number] | null, };

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
 * Whether the match is complete.
 */
complete: boolean, 
/**
 * The result of each pair of players.
 */
pairings: Array<Pairing>, 
/**
 * The state of the SPRT.
 */
sprt: Test | null, 
/**
 * The number of games by reason of their end.
 */
reasons: Array<[string, number]>, 
/**
 * The games that each player lost by faults.
 */
conduct: Array<Faults>, 
/**
 * Descriptions of the first faults.
 */
faults: Array<string>, 
/**
 * The games that ended since the last message; none if the match is not stored.
 */
ended: Array<MatchGame>, 
/**
 * The command that plays the same match in the terminal.
 */
command: string, 
/**
 * The manifest of the match as JSON, the first line of the journal.
 */
manifest: string, 
/**
 * The number of games played at once: the requested number, or less if memory is short.
 */
threads: number, 
/**
 * The name of the journal; `None` if the match is not stored.
 */
journal: string | null, 
/**
 * The path of the journal, which `espalier match --resume` accepts too.
 */
journalFile: string | null, 
/**
 * The path of the PGN file.
 */
pgnFile: string | null, 
/**
 * Why the match is not stored, if so.
 */
unkept: string | null, 
/**
 * The elapsed time in milliseconds.
 */
ms: number, };

export type Meeting = { 
/**
 * The first node with this position.
 */
id: number, 
/**
 * The moves to it, in display notation.
 */
path: Array<string>, 
/**
 * The number of nodes with this position.
 */
times: number, 
/**
 * The number of different positions before it.
 */
ways: number, };

export type Meetings = { 
/**
 * Nodes below the root, itself included.
 */
nodes: number, 
/**
 * The number of different positions.
 */
positions: number, 
/**
 * The number of positions reached from several positions.
 */
met: number, 
/**
 * The most frequent transpositions.
 */
list: Array<Meeting>, };

export type MoveGrade = "Book" | "Best" | "Good" | "Inaccuracy" | "Mistake" | "Blunder";

export type Named = { 
/**
 * The name.
 */
name: string, 
/**
 * The description, in one line.
 */
about: string, };

export type NamedBug = { 
/**
 * Its name in `gametree::bugs`, as in the player `alphabeta:bug=NAME`.
 */
name: string, 
/**
 * Its effect, in a line.
 */
about: string, 
/**
 * The wrong line, in pseudo-code.
 */
wrong: string, 
/**
 * The right one.
 */
right: string, 
/**
 * The number of wrong answers that a search with this bug gives, too.
 */
explains: number, 
/**
 * The number of wrong answers.
 */
of: number, 
/**
 * Other bugs that the questions do not distinguish from it.
 */
alike: Array<string>, 
/**
 * The part of the answers that reveals it: `values`, `nodes` or `leaves`.
 */
seen_in: string, 
/**
 * The smallest question that reveals it.
 */
smallest: Example | null, };

export type NetworkOpinion = { 
/**
 * The value for White in centipawns.
 */
value: number, 
/**
 * Each piece but the kings: its square, its letter (lower case for Black) and the loss of its side without it.
 */
men: Array<[string, string, number]>, };

export type NodeView = "mover" | "max" | "min" | "quiescence";

export type NumberStep = { 
/**
 * A sentence about the step.
 */
text: string, 
/**
 * A question that the step answers.
 */
question: string | null, 
/**
 * The index of the line of pseudo-code that runs.
 */
line: number, 
/**
 * Whether the step is a cutoff.
 */
cut: boolean, 
/**
 * The leaves visited so far.
 */
visited: number, 
/**
 * The parts of the SVG that change, with their indices.
 */
changes: Array<[number, string]>, };

export type NumberTreeInfo = { 
/**
 * The width and the height of the drawing in pixels.
 */
size: [number, number], 
/**
 * The parts of the SVG before the first step, from back to front.
 */
parts: Array<string>, 
/**
 * The steps.
 */
steps: Array<NumberStep>, 
/**
 * The value of the root for MAX.
 */
value: number, 
/**
 * The search in pseudo-code.
 */
code: Array<string>, };

export type Order = "generated" | "best-first" | "worst-first";

export type Ordered = { 
/**
 * The move.
 */
mv: string, 
/**
 * The score by the piece that ranked it.
 */
score: number, 
/**
 * That piece.
 */
source: Source, 
/**
 * Whether it was searched.
 */
tried: boolean, };

export type Over = { 
/**
 * The winner; `None` for a draw.
 */
winner: Side | null, 
/**
 * The result in PGN format.
 */
result: string, 
/**
 * The result and its reason, in words.
 */
text: string, 
/**
 * The squares of the line that won, in games that are won by a line.
 */
squares: Array<string>, };

export type Overlay = { 
/**
 * The attacked squares.
 */
squares: Array<AttackedSquare>, 
/**
 * A move in the wire format.
 */
mv: string | null, 
/**
 * A sentence about the overlay.
 */
text: string, };

export type OverlayKind = "attacks" | "threat";

export type Pairing = { 
/**
 * The first player.
 */
player: string, 
/**
 * The second player.
 */
opponent: string, 
/**
 * Games won, drawn and lost.
 */
wdl: [number, number, number], 
/**
 * The number of game pairs with 0, 1/2, 1, 3/2 and 2 points.
 */
pairs: [number, number, number, number, number], 
/**
 * Points per game.
 */
score: number, 
/**
 * The difference in Elo; `None` if it is not finite.
 */
elo: number | null, 
/**
 * Half the width of its 95% confidence interval.
 */
error: number | null, 
/**
 * The likelihood of superiority.
 */
los: number, };

export type ParallelStep = { 
/**
 * A sentence about the tick.
 */
text: string, 
/**
 * The name of the node that each processor enters; none if it waits.
 */
at: Array<string | null>, 
/**
 * The parts of the SVG that change, with their indices.
 */
changes: Array<[number, string]>, };

export type ParallelTree = { 
/**
 * The width and the height of the drawing in pixels.
 */
size: [number, number], 
/**
 * The parts of the SVG before the first tick, from back to front.
 */
parts: Array<string>, 
/**
 * The ticks. The last one says the value.
 */
steps: Array<ParallelStep>, 
/**
 * The value of the root for MAX.
 */
value: number, 
/**
 * The nodes that all processors entered.
 */
nodes: number, 
/**
 * The ticks of one processor, which are the nodes of alpha-beta.
 */
alone: number, 
/**
 * The longest chain of nodes of which each one has to wait for the one before it.
 */
criticalPath: number, 
/**
 * The color of each processor.
 */
colors: Array<string>, };

export type PgnGame = { 
/**
 * The names of the players, the first side first.
 */
players: [string, string], 
/**
 * The event; empty if unknown.
 */
event: string, 
/**
 * The date in PGN format; empty if unknown.
 */
date: string, 
/**
 * The result in PGN format.
 */
result: string, 
/**
 * The number of plies of the main line.
 */
plies: number, 
/**
 * The error, if the game cannot be parsed.
 */
problem: string | null, };

export type PlayerInfo = { 
/**
 * The name, with which its specs begin.
 */
name: string, 
/**
 * A description, in one line.
 */
about: string, 
/**
 * The only game it plays; `None` if it plays every game.
 */
game: GameId | null, 
/**
 * Its settings.
 */
settings: Array<Setting>, };

export type Ply = { 
/**
 * The move in the wire format.
 */
mv: string, 
/**
 * The move in the notation of the game.
 */
san: string, 
/**
 * The side that moved.
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
 * The static evaluations after it, for the first side.
 */
weights: Array<number>, };

export type Position = { 
/**
 * The position in the notation of the game.
 */
fen: string, 
/**
 * The pieces as in FEN, rows from the top; in Othello and tic-tac-toe `P` is the first side.
 */
board: string, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The number of the next move.
 */
number: number, 
/**
 * Whether the king of the side to move is in check.
 */
check: boolean, 
/**
 * The legal moves; none if the game is over.
 */
legal: Array<Legal>, 
/**
 * The ending, if the game is over.
 */
over: Over | null, 
/**
 * The static evaluations, for the first side.
 */
weights: Array<number>, 
/**
 * The name of the opening, if it has one.
 */
opening: string | null, };

export type PracticeExercise = { 
/**
 * The tree as text.
 */
tree: string, 
/**
 * The seed.
 */
seed: number, 
/**
 * The address of the exercise in the web app, without `#/`.
 */
link: string, 
/**
 * The width and the height of the drawing in pixels.
 */
size: [number, number], 
/**
 * The parts of the SVG, from back to front. The drawing of node `i` has `data-node="i"`.
 */
parts: Array<string>, 
/**
 * The same parts after alpha-beta, with all values, windows and cutoffs.
 */
solution: Array<string>, 
/**
 * The names of the nodes.
 */
names: Array<string>, 
/**
 * The nodes that are leaves.
 */
leaves: Array<number>, 
/**
 * The questions.
 */
questions: Array<PracticeQuestion>, 
/**
 * The points of all questions.
 */
points: number, };

export type PracticeKind = "value" | "unvisited" | "window" | "order";

export type PracticeMark = { 
/**
 * Whether the answer is right.
 */
right: boolean, 
/**
 * The points of the answer.
 */
points: number, 
/**
 * The points of a right answer.
 */
of: number, 
/**
 * What is wrong and why: a sentence for each mistake.
 */
reasons: Array<string>, 
/**
 * The right answer.
 */
answer: string, 
/**
 * How the right answer is found; empty if the reasons say it.
 */
explanation: string, };

export type PracticeQuestion = { 
/**
 * The kind.
 */
kind: PracticeKind, 
/**
 * The question.
 */
text: string, 
/**
 * The form of the answer, with an example.
 */
form: string, 
/**
 * The node whose window is asked for.
 */
node: string | null, 
/**
 * The numbered choices of a question about an order.
 */
choices: Array<string>, 
/**
 * The points of a right answer.
 */
points: number, };

export type PracticeTree = { "from": "random", 
/**
 * Its shape: `ragged`, or the children of each ply, such as `3x3x3`.
 */
shape: string, 
/**
 * The seed of the tree and of its questions.
 */
seed: number, } | { "from": "given", 
/**
 * The tree, such as `[[3,12,8],[2,4,6]]`.
 */
tree: string, 
/**
 * The seed of the questions.
 */
seed: number, };

export type Probed = { 
/**
 * Whether it was a hit.
 */
hit: boolean, 
/**
 * The depth of the entry.
 */
depth: number, 
/**
 * Its value as text, with `≥` or `≤` if it is a bound.
 */
value: string, 
/**
 * Whether its depth allows the value to be used.
 */
deepEnough: boolean, };

export type ProgramReply = { "line": string } | { "ended": string } | "late" | "silent";

export type ProgramStep = { 
/**
 * Whether the program is ended and started again first.
 */
restart: boolean, 
/**
 * The lines that it reads; `None` if it owes another answer to the last lines.
 */
lines: string | null, 
/**
 * The time for the answer in seconds.
 */
seconds: number, };

export type ProofLine = { 
/**
 * The moves in the wire format.
 */
moves: Array<string>, 
/**
 * The moves in SAN.
 */
line: Array<string>, 
/**
 * The value of the search, for White.
 */
score: string, 
/**
 * The depth of the search.
 */
depth: number, 
/**
 * The number of moves to the position where material and evaluation are compared, which has no hanging pieces; `None` if the line
 * has none.
 */
quiet: number | null, 
/**
 * White's material minus Black's, in pawns: before the line and after each move.
 */
material: Array<number>, 
/**
 * The static evaluation for White in centipawns: before the line and after each move.
 */
values: Array<number>, 
/**
 * The evaluation terms before the line and at its quiet end, the largest change first.
 */
terms: Array<TermChange>, };

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
 * The value as text, for the side to move; empty if the player has none.
 */
value: string, 
/**
 * The move in the notation of the game, in chess SAN; `None` if the game is over.
 */
san?: string, 
/**
 * The principal variation in the notation of the game.
 */
line: Array<string>, 
/**
 * The effective branching factor: see [`Measured::branching_factor`].
 */
ebf?: number, 
/**
 * Whether the value is that of minimax with the same depth and evaluator. `None` if minimax was not searched: the limit
 * is not a depth, the player has no evaluator setting, or minimax needs too many nodes.
 */
equals_minimax?: boolean, 
/**
 * The evaluator of that minimax, or the name of a document's minimax.
 */
minimax_eval?: string, 
/**
 * Nodes for depth 1, 2, ... up to the limit, if the limit is a depth. Starts at `first_depth`.
 */
nodes_by_depth: Array<number>, 
/**
 * The lowest depth of the player: 0 or 1.
 */
first_depth: number, 
/**
 * The result of each depth: separate searches if the limit is a depth, otherwise the iterations of a watched search.
 */
by_depth: Array<RaceStep>, 
/**
 * Beta cutoffs by the index of the move that caused them, from a watched search.
 */
cut_places?: Array<number>, 
/**
 * The player's spec.
 */
player: string, 
/**
 * The game.
 */
game: string, 
/**
 * The position, in the notation of the game.
 */
fen: string, 
/**
 * The move; `None` if the game is over.
 */
bestmove?: string, 
/**
 * Its value for the side to move; absent if the player computes none.
 */
score?: { cp: number } | { mate: number } | { value: number } | { proved: string }, 
/**
 * `exact`, `lower` or `upper`.
 */
bound: string, 
/**
 * The depth of the last completed search.
 */
depth: number, 
/**
 * The deepest ply that was entered.
 */
seldepth: number, 
/**
 * Plies searched beyond the depth; absent if 0.
 */
plies_more?: number, 
/**
 * Positions entered, the first one included.
 */
nodes: number, 
/**
 * Nodes as the player's document counts them; absent if that is the same number.
 */
counted?: number, 
/**
 * Positions whose moves were generated.
 */
interior: number, 
/**
 * Positions valued without being expanded.
 */
leaves: number, 
/**
 * Calls of the evaluator.
 */
evals: number, 
/**
 * Look-ups that found something in the table; absent without a table.
 */
tt_hits?: number, 
/**
 * The used part of the table, in thousandths; absent if the player does not report it.
 */
hashfull?: number, 
/**
 * Beta cutoffs.
 */
cutoffs: number, 
/**
 * The share of cutoffs by the first move.
 */
first_move_cuts?: number, 
/**
 * Milliseconds.
 */
time_ms: number, 
/**
 * The principal variation.
 */
pv: Array<string>, };

export type RaceStep = { 
/**
 * The depth.
 */
depth: number, 
/**
 * Nodes up to this depth.
 */
nodes: number, 
/**
 * Milliseconds up to this depth.
 */
time_ms: number, 
/**
 * The value for the side to move: pawns in chess, the units of the document for some course players. `None` if the
 * result of the game is known.
 */
value?: number, 
/**
 * The value as text.
 */
score: string, 
/**
 * The used part of the table, in thousandths, if the player reports it.
 */
hashfull?: number, };

export type ReplyMessage = { 
/**
 * The id of the request; 0 if it could not be parsed.
 */
id: number, 
/**
 * Whether this is the last reply to the request.
 */
last: boolean, 
/**
 * In the last reply of a cancelled job, the cause. The reply has the results up to then.
 */
stopped?: StopCause, } & ({ "say": "refused", 
/**
 * The error message: what is wrong, and what would be right.
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
 * The limits of a page.
 */
caps: Caps, } | { "say": "view", 
/**
 * Its positions.
 */
view: View, } | { "say": "move", 
/**
 * The move in the wire format.
 */
mv: string, } | { "say": "position", 
/**
 * The position in the notation of the game.
 */
fen: string, } | { "say": "spec", 
/**
 * Its content.
 */
spec: SpecInfo, } | { "say": "thought", 
/**
 * The report.
 */
thought: Thought, } | { "say": "chosen", 
/**
 * The move; `None` if the game is over.
 */
mv: string | null, 
/**
 * The final report of the search.
 */
thought: Thought, } | { "say": "analysis", 
/**
 * The state.
 */
analysis: Analysis, } | { "say": "why", 
/**
 * The explanation.
 */
why: Why, } | { "say": "terms", 
/**
 * Its terms.
 */
terms: Terms, } | { "say": "parts", 
/**
 * Its parts.
 */
parts: EvalParts, 
/**
 * The value for White.
 */
white: number, } | { "say": "reviewed", 
/**
 * Positions reviewed so far.
 */
done: number, 
/**
 * Positions in total.
 */
of: number, 
/**
 * The evaluation of this position.
 */
point: ReviewPoint, } | { "say": "report", 
/**
 * The result.
 */
report: GameReport, } | { "say": "draw", 
/**
 * Whether the player accepts.
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
 * The index of the player.
 */
index: number, 
/**
 * The result.
 */
row: RaceRow, } | { "say": "done" } | { "say": "waiting", 
/**
 * The number of jobs before it in the queue.
 */
ahead: number, } | { "say": "stopping", 
/**
 * The number of cancelled jobs.
 */
jobs: number, } | { "say": "progress", 
/**
 * Steps done.
 */
done: number, 
/**
 * Steps in total.
 */
of: number, 
/**
 * The last step.
 */
what: string, } | { "say": "traced", 
/**
 * A summary of the recording.
 */
summary: TraceSummary, } | { "say": "children", 
/**
 * The children, in search order.
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
 * The tree.
 */
grown: Grown, } | { "say": "meetings", 
/**
 * The positions.
 */
meetings: Meetings, } | { "say": "overlay", 
/**
 * The overlay.
 */
overlay: Overlay, } | { "say": "event", 
/**
 * The event.
 */
event: TreeEvent, } | { "say": "playing", 
/**
 * The games.
 */
games: Array<LiveGame>, } | { "say": "match", 
/**
 * The state.
 */
state: MatchState, } | { "say": "matches", 
/**
 * The matches.
 */
matches: Array<KeptMatch>, } | { "say": "alternatives", 
/**
 * The results of each game.
 */
games: Array<Alternatives>, } | { "say": "ladder", 
/**
 * The ladder of each game.
 */
games: Array<Ladder>, } | { "say": "tablebase", 
/**
 * The moves.
 */
moves: Array<TablebaseMove>, } | { "say": "explored", 
/**
 * The moves.
 */
moves: Array<ExplorerMove>, } | { "say": "lessons", 
/**
 * The lessons, in order.
 */
lessons: Array<LessonInfo>, 
/**
 * The searches of number trees.
 */
searches: Array<Named>, } | { "say": "lesson", 
/**
 * Name and title.
 */
info: LessonInfo, 
/**
 * Its steps.
 */
steps: Array<LessonStep>, } | { "say": "small-tree", 
/**
 * The drawing and the steps.
 */
tree: NumberTreeInfo, } | { "say": "practice", 
/**
 * The tree, its drawing and the questions.
 */
exercise: PracticeExercise, } | { "say": "practice-marked", 
/**
 * The points, the mistakes with their reasons, and the right answer.
 */
mark: PracticeMark, } | { "say": "simulated", 
/**
 * A curve for each search.
 */
curves: SimulatedCurves, } | { "say": "parallel-tree", 
/**
 * The drawing and the ticks.
 */
tree: ParallelTree, } | { "say": "reproduced", 
/**
 * The sections.
 */
sections: Array<Section>, } | { "say": "assignments", 
/**
 * The assignments.
 */
assignments: Array<AssignmentInfo>, } | { "say": "program-step", 
/**
 * The step.
 */
step: ProgramStep, 
/**
 * Questions answered so far.
 */
done: number, 
/**
 * The questions of the assignment. After them, the grader looks for the smallest question that reveals a bug.
 */
of: number, } | { "say": "graded", 
/**
 * The sheet.
 */
sheet: Sheet, 
/**
 * The sheet as a page.
 */
html: string, } | { "say": "trained", 
/**
 * The state.
 */
training: Training, } | { "say": "trained-move", 
/**
 * The move; none if the game is over.
 */
mv: string | null, 
/**
 * The value for the side to move, in centipawns.
 */
value: number, });

export type ReportMove = { 
/**
 * Its index in the game.
 */
ply: number, 
/**
 * Its move number, as in `12. Nf3`.
 */
number: number, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The move with its number and sign: `12... Qh4??`.
 */
text: string, 
/**
 * The winning chances of its side before and after it, in percent.
 */
win: [number, number], 
/**
 * Its accuracy in percent.
 */
accuracy: number, 
/**
 * Its loss in centipawns, at most that of a rook and a knight.
 */
loss: number, 
/**
 * Its judgement, if it is bad.
 */
judgement: Judgement | null, 
/**
 * The engine's move in the wire format.
 */
best: string | null, 
/**
 * The engine's line in SAN; empty if its move was played.
 */
better: Array<string>, 
/**
 * Its grade.
 */
grade: MoveGrade, 
/**
 * A sentence on it.
 */
comment: string, };

export type ReportPhase = { 
/**
 * `Opening`, `Middle game` or `End game`.
 */
name: string, 
/**
 * The index of its first move in `moves`.
 */
from: number, 
/**
 * The index after its last move.
 */
to: number, 
/**
 * The mean accuracy of White's and Black's moves in it, in percent.
 */
accuracy: [number | null, number | null], };

export type ReportSide = { 
/**
 * The name of the player.
 */
name: string, 
/**
 * Its moves.
 */
moves: number, 
/**
 * The mean accuracy of its moves in percent, so that it lies between those of its phases.
 */
accuracy: number | null, 
/**
 * The average loss of a move in centipawns.
 */
average_loss: number | null, 
/**
 * The number of inaccuracies, mistakes and blunders.
 */
judgements: [number, number, number], };

export type RequestMessage = { 
/**
 * The id of the request, chosen by the page. Every reply carries it.
 */
id: number, } & ({ "ask": "hello" } | { "ask": "show", 
/**
 * The line.
 */
line: Line, } | { "ask": "read-move", 
/**
 * The moves before it.
 */
line: Line, 
/**
 * The text typed by the user.
 */
text: string, } | { "ask": "explore", 
/**
 * The position.
 */
line: Line, } | { "ask": "tablebase", 
/**
 * The position.
 */
line: Line, } | { "ask": "chess960", 
/**
 * Its number, from 0 to 959.
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
 * The spec of the player.
 */
spec: string, 
/**
 * A key under which the player keeps its table from move to move.
 */
seat: string | null, 
/**
 * Limits in addition to those of the spec.
 */
limit: Limit, 
/**
 * The clocks of the game, if it has any.
 */
clocks: Clocks | null, 
/**
 * Whether to deepen without end and report every depth.
 */
live: boolean, } | { "ask": "analyse", 
/**
 * The game so far.
 */
line: Line, 
/**
 * Lines, threads and memory.
 */
engine: EngineSettings, 
/**
 * The limits.
 */
limit: Limit, } | { "ask": "why", 
/**
 * The game so far.
 */
line: Line, 
/**
 * The move; by default the engine's choice.
 */
mv: string | null, 
/**
 * The limits of each of the two searches.
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
 * The limits of each position.
 */
limit: Limit, } | { "ask": "stop", 
/**
 * The id of the request that started them.
 */
job: number, } | { "ask": "offer-draw", 
/**
 * The game so far.
 */
line: Line, 
/**
 * The spec of the player.
 */
spec: string, 
/**
 * The side of the player.
 */
side: Side, } | { "ask": "read-pgn", 
/**
 * The text.
 */
text: string, 
/**
 * The index of the game to read, from 0; by default the first.
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
 * The specs of the players.
 */
specs: Array<string>, 
/**
 * The limits of each player.
 */
limit: Limit, } | { "ask": "trace", 
/**
 * The game so far.
 */
line: Line, 
/**
 * The spec of the player.
 */
spec: string, 
/**
 * The limits.
 */
limit: Limit, 
/**
 * The most nodes to record.
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
 * The number of plies below it.
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
 * The event to start from.
 */
event: number, 
/**
 * Whether to search towards the beginning.
 */
backwards: boolean, 
/**
 * The kinds to stop at.
 */
kinds: Array<SeekKind>, 
/**
 * A line of moves, typed by the user. Stops whenever its last position is entered.
 */
line: string | null, } | { "ask": "tree-meetings", 
/**
 * The root.
 */
root: number, } | { "ask": "tree-grown", 
/**
 * The step, from 0. Larger numbers than the last step mean the last step.
 */
step: number, } | { "ask": "tree-find", 
/**
 * The moves, typed by the user.
 */
text: string, } | { "ask": "overlay", 
/**
 * The game so far.
 */
line: Line, 
/**
 * The kind of overlay.
 */
kind: OverlayKind, } | { "ask": "match", 
/**
 * The plan.
 */
plan: MatchPlan, } | { "ask": "matches" } | { "ask": "open-match", 
/**
 * The name of its journal.
 */
journal: string, } | { "ask": "match-pgn", 
/**
 * The name of its journal.
 */
journal: string, } | { "ask": "delete-match", 
/**
 * The name of its journal.
 */
journal: string, } | { "ask": "alternatives" } | { "ask": "ladder" } | { "ask": "lessons" } | { "ask": "lesson", 
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
search: string, 
/**
 * Whether values are for the side to move instead of MAX.
 */
sideToMove: boolean, 
/**
 * Whether leaf values are hidden until they are visited.
 */
hideLeaves: boolean, 
/**
 * Whether the drawing fits a phone.
 */
narrow: boolean, 
/**
 * The width and the height in pixels that the drawing fills.
 */
room?: [number, number] | null, } | { "ask": "simulate", 
/**
 * The game of the tree; `None` is a uniform tree with random leaves.
 */
game: GameId | null, 
/**
 * The moves at each node of the uniform tree.
 */
width: number, 
/**
 * The plies.
 */
depth: number, 
/**
 * The order of the moves.
 */
order: Order, 
/**
 * The ticks of a message.
 */
message: number, } | { "ask": "parallel-tree", 
/**
 * The tree, such as `[[3,12,8],[2,4,6]]`.
 */
tree: string, 
/**
 * The search.
 */
search: Algorithm, 
/**
 * The number of processors, from 1 to 8.
 */
processors: number, 
/**
 * The ticks of a message.
 */
message: number, 
/**
 * Whether the drawing fits a phone.
 */
narrow: boolean, 
/**
 * The width and the height in pixels that the drawing fills.
 */
room?: [number, number] | null, } | { "ask": "practice", 
/**
 * Its tree.
 */
tree: PracticeTree, 
/**
 * Whether the drawing fits a phone.
 */
narrow: boolean, 
/**
 * The width and the height in pixels that the drawing fills.
 */
room?: [number, number] | null, } | { "ask": "practice-mark", 
/**
 * The tree of the exercise.
 */
tree: PracticeTree, 
/**
 * The index of the question.
 */
question: number, 
/**
 * The typed answer.
 */
answer: string, } | { "ask": "reproduce", 
/**
 * The short name of the document.
 */
document: string, } | { "ask": "assignments" } | { "ask": "grade", 
/**
 * The name of the assignment.
 */
assignment: string, 
/**
 * The seed of the questions.
 */
seed: number, 
/**
 * The name of the program on the sheet.
 */
program: string, } | { "ask": "grade-reply", 
/**
 * What the program did.
 */
reply: ProgramReply, } | { "ask": "train", 
/**
 * The seed of the weights and of the order of the positions.
 */
seed: number, } | { "ask": "trained-move", 
/**
 * The game so far.
 */
line: Line, 
/**
 * The network of [`Training`].
 */
network: string, });

export type ReviewPoint = { 
/**
 * The value as text, such as `+0.35` or `#-3`, or the result of the game.
 */
score: string, 
/**
 * White's winning chances in percent.
 */
win: number, 
/**
 * The depth of the search.
 */
depth: number, };

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
 * The new technique, its benefit and its cost.
 */
about: string, 
/**
 * The result against the rung below at equal nodes.
 */
at_nodes: Step | null, 
/**
 * The result against the rung below at equal time.
 */
at_time: Step | null, 
/**
 * The nodes of a search to a fixed depth.
 */
nodes: number | null, };

export type Same = { 
/**
 * The node.
 */
id: number, 
/**
 * The moves to it.
 */
path: Array<string>, };

export type Section = { 
/**
 * The title.
 */
title: string, 
/**
 * The source of the expected values: printed, derived, recomputed, ours.
 */
source: string, 
/**
 * The figures.
 */
figures: Array<Figure>, 
/**
 * A conclusion.
 */
remark: string, };

export type SeekKind = "cut" | "hit" | "best" | "new-best" | "iteration";

export type Setting = { 
/**
 * Its key.
 */
key: string, 
/**
 * The default, in words.
 */
default: string, 
/**
 * The default as a spec writes it; `None` if there is none or it depends on the game.
 */
value: string | null, 
/**
 * A description, in one line.
 */
about: string, 
/**
 * The type of its values.
 */
kind: SettingKind, };

export type SettingKind = { "takes": "switch" } | { "takes": "number", 
/**
 * The smallest value.
 */
least: number, 
/**
 * The largest value, if there is one.
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
 * Whether the default is the strongest evaluator of the game instead of the first one.
 */
best: boolean, };

export type Sheet = { 
/**
 * The name of the student, in a class.
 */
student?: string, 
/**
 * The name of the program.
 */
program: string, 
/**
 * The name of the assignment.
 */
assignment: string, 
/**
 * The title of the assignment.
 */
title: string, 
/**
 * The seed of the questions.
 */
seed: number, 
/**
 * The points of all criteria.
 */
total: number, 
/**
 * The most points: the sum of all weights of the assignment.
 */
maximum: number, 
/**
 * Whether every criterion is passed and no bug was found.
 */
passed: boolean, 
/**
 * A mark for each criterion, in the order of the assignment.
 */
marks: Array<Mark>, 
/**
 * The known bug that explains the wrong answers.
 */
bug: NamedBug | null, 
/**
 * The smallest question with a wrong answer, if no known bug explains it.
 */
failing: Example | null, 
/**
 * Remarks: crashes, and criteria that could not be checked.
 */
notes: Array<string>, 
/**
 * What the program could reach on the machine of the grader; `None` for a player of this program.
 */
isolation?: string | null, };

export type Side = "first" | "second";

export type SimulatedCurve = { 
/**
 * The search.
 */
search: Algorithm, 
/**
 * A point for each power of two, from 1 processor.
 */
points: Array<SimulatedPoint>, };

export type SimulatedCurves = { 
/**
 * The nodes of the tree.
 */
nodes: number, 
/**
 * The ticks of one processor, which are the nodes of alpha-beta.
 */
alone: number, 
/**
 * The value of the root for the side to move.
 */
value: number, 
/**
 * A curve for each search.
 */
curves: Array<SimulatedCurve>, };

export type SimulatedPoint = { 
/**
 * The processors.
 */
processors: number, 
/**
 * The time until the value of the root is known.
 */
ticks: number, 
/**
 * The nodes that all processors entered.
 */
nodes: number, 
/**
 * The ticks of one processor divided by the time.
 */
speed_up: number, 
/**
 * The speed-up divided by the number of processors.
 */
efficiency: number, 
/**
 * The nodes divided by those of one processor, minus 1.
 */
search_overhead: number, 
/**
 * The share of the processors' time without a node to enter.
 */
idle: number, };

export type Source = "generator" | "hash" | "pv" | "capture" | "killer" | "countermove" | "history" | "static" | "replies" | "random";

export type SpecInfo = { 
/**
 * The spec in canonical form.
 */
text: string, 
/**
 * The name of the player.
 */
name: string, 
/**
 * Keys and values; a switch without a value has an empty one.
 */
settings: Array<[string, string]>, };

export type Step = { 
/**
 * Games won, drawn and lost.
 */
wdl: [number, number, number], 
/**
 * The difference in Elo; `None` if it is not finite.
 */
elo: number | null, 
/**
 * The lower end of the 95% confidence interval.
 */
lower: number | null, 
/**
 * Its upper end.
 */
upper: number | null, 
/**
 * The verdict of the sequential test; `None` if the number of games was fixed.
 */
answer: Answer | null, };

export type StopCause = "asked" | "deadline" | "slow" | "closed";

export type TablebaseMove = { 
/**
 * The move in the wire format.
 */
mv: string, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The result for the side that makes it.
 */
result: TablebaseResult, };

export type TablebaseResult = "loss" | "blessed-loss" | "draw" | "cursed-win" | "win";

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
 * A description, in one sentence.
 */
about: string, 
/**
 * The effect at equal nodes, `ablation_nodes` per move.
 */
at_nodes: Step | null, 
/**
 * The effect at equal time.
 */
at_time: Step | null, };

export type TermChange = { 
/**
 * The term.
 */
term: string, 
/**
 * Before the line.
 */
before: number, 
/**
 * At its quiet end.
 */
after: number, };

export type TermRow = { 
/**
 * Its name.
 */
name: string, 
/**
 * White's value for the middlegame and the endgame, in centipawns.
 */
white: [number, number], 
/**
 * Black's value.
 */
black: [number, number], 
/**
 * The value in this position for White.
 */
total: number, 
/**
 * The squares that cause it, with the share of each for White in this position.
 */
squares: Array<[string, number]>, };

export type Terms = { 
/**
 * The terms that are not zero.
 */
terms: Array<TermRow>, 
/**
 * Their sum for the middlegame and the endgame.
 */
sum: [number, number], 
/**
 * The weight of the middlegame in percent.
 */
middlegame: number, 
/**
 * The share of the endgame's advantage that can be won, in percent.
 */
scale: number, 
/**
 * The factor of the fifty-move rule in percent.
 */
patience: number, 
/**
 * The name of the known endgame, if it is one.
 */
known: string | null, 
/**
 * The value.
 */
value: number, 
/**
 * The network's evaluation, which the search uses.
 */
network: NetworkOpinion | null, };

export type Test = { 
/**
 * The log-likelihood ratio.
 */
llr: number, 
/**
 * The bound at which H0 is accepted.
 */
lower: number, 
/**
 * The bound at which H1 is accepted.
 */
upper: number, 
/**
 * The two hypotheses in Elo.
 */
elo: [number, number], 
/**
 * The verdict: `H0`, `H1` or `go on`.
 */
verdict: string, };

export type Thought = { 
/**
 * The depth of the last completed search.
 */
depth: number, 
/**
 * The selective depth.
 */
seldepth: number, 
/**
 * The rank of this line among several, from 1.
 */
rank: number, 
/**
 * The value as text, for the first side; empty if unknown.
 */
score: string, 
/**
 * The value scaled to -1 (loss) to 1 (win) for the first side, for bars and graphs.
 */
balance: number | null, 
/**
 * The bound type of the value: `exact`, `lower` or `upper`, for the first side.
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
 * The probabilities of win, draw and loss in thousandths, if the player reports them.
 */
wdl: [number, number, number] | null, 
/**
 * The share of the table in use, in thousandths, if the player reports it.
 */
hashfull: number | null, 
/**
 * The hits of the transposition table, if the player has one.
 */
ttHits: number | null, 
/**
 * The principal variation in the notation of the game.
 */
line: Array<string>, 
/**
 * The principal variation in the wire format.
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
 * Its move, in display notation.
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
 * Recorded nodes.
 */
recorded: number, 
/**
 * Whether nodes were omitted.
 */
truncated: boolean, 
/**
 * Recorded events.
 */
events: number, 
/**
 * The last roots, one for each iteration or re-search.
 */
roots: Array<TreeNode>, 
/**
 * Milliseconds of the search.
 */
ms: number, 
/**
 * The figures for charts.
 */
charts: TreeCharts, 
/**
 * Whether the search stores its tree and descends from the root in each step; `roots` are the steps.
 */
growing: boolean, 
/**
 * The number of roots, listed or not.
 */
steps: number, };

export type Training = { 
/**
 * The number of positions that the network has seen.
 */
samples: number, 
/**
 * The number at which the training ends.
 */
of: number, 
/**
 * The mean squared error on games that the network does not learn from.
 */
error: number, 
/**
 * The value of a pawn, knight, bishop, rook and queen in centipawns, by the network.
 */
kinds: Array<number>, 
/**
 * The same for each square from the owner's view, a1 first; none where no position has such a piece.
 */
squares: Array<Array<number | null>>, 
/**
 * The file of the network as hexadecimal digits, in the last report.
 */
network: string | null, };

export type TreeCharts = { 
/**
 * Recorded nodes at each ply, the root first.
 */
nodesByPly: Array<number>, 
/**
 * Cutoffs by the first move tried, by the second one, and so on.
 */
cutPlaces: Array<number>, 
/**
 * The reasons for cuts and skipped moves, each with its count, the most frequent first.
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
 * The number of events.
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
 * The event in a sentence.
 */
text: string, 
/**
 * The open nodes, the root first.
 */
open: Array<number>, 
/**
 * Whether a move of the root became the best one.
 */
newBest: boolean, 
/**
 * The number of roots before its own.
 */
step: number, };

export type TreeMark = { 
/**
 * Its name.
 */
name: string, 
/**
 * The number as text.
 */
text: string, };

export type TreeMove = { 
/**
 * The move in the wire format.
 */
mv: string, 
/**
 * The index of its predecessor; `None` for a first move.
 */
after: number | null, 
/**
 * The comments before the move, where it begins a variation.
 */
before?: Array<string>, 
/**
 * The numeric annotation glyphs of PGN: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
 */
nags?: Array<number>, 
/**
 * The comments after the move, with clocks and values as in PGN.
 */
comments?: Array<string>, 
/**
 * The comments after its variations.
 */
later?: Array<string>, };

export type TreeNode = { 
/**
 * Its number.
 */
id: number, 
/**
 * The move to it; `None` for a root and a null move.
 */
mv: string | null, 
/**
 * The reason for searching it; `None` for a root.
 */
why: Try | null, 
/**
 * Plies from the root.
 */
ply: number, 
/**
 * The remaining depth in plies.
 */
depth: number, 
/**
 * The search window as text, lower end first.
 */
window: [string, string], 
/**
 * The view of the window and the value.
 */
view: NodeView, 
/**
 * The value as text, with `≥` or `≤` if it is a bound; `None` if the search stopped before.
 */
value: string | null, 
/**
 * The value as text for the side to move at the root.
 */
rootValue: string | null, 
/**
 * The value from -1 to 1, for the side to move at the root.
 */
balance: number | null, 
/**
 * Nodes of the subtree, itself included, recorded or not.
 */
nodes: number, 
/**
 * The number of recorded children.
 */
children: number, 
/**
 * The cut that ended it: `beta`, `alpha`, `table`, `null-move`, `stand-pat`, `reverse-futility`,
 * `razor`, `probcut`, `multi-cut` or `tablebase`.
 */
cut: string | null, 
/**
 * The number of skipped moves that the search reported.
 */
skipped: number, 
/**
 * Whether it is on the principal variation of its root.
 */
best: boolean, 
/**
 * The numbers of the search besides the value.
 */
marks: Array<TreeMark>, };

export type Try = "full" | "scout" | "research" | "null" | "internal";

export type View = { 
/**
 * The first position.
 */
start: Position, 
/**
 * The moves.
 */
plies: Array<Ply>, 
/**
 * The last position.
 */
position: Position, };

export type Why = { 
/**
 * Whether the move is the engine's own choice.
 */
isBest: boolean, 
/**
 * The line of the given move.
 */
asked: ProofLine, 
/**
 * The line of the best move, or of the second best if the given move is the best. `None` if there is one legal move.
 */
other: ProofLine | null, 
/**
 * At most three sentences, the most important first.
 */
sentences: Array<ProvedSentence>, };
