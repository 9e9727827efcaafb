//! # Endgame tables of MiniChess
//!
//! **What it is.** The exact value of every position with two kings and at most one other piece, for every number of remaining plies: the winner
//! and the distance in plies. Computed by *retrograde analysis*: with no ply left the material decides; with one more ply left the value of a
//! position is the best value of its children.
//!
//! **Sources.** R. Bellman's idea (1965), T. Ströhlein's first tables for chess (1970). The ply limit simplifies it here: the remaining plies are
//! part of the position, so the graph of positions has no cycles.
//!
//! **What it costs.** One byte for each position and number of remaining plies: less than 3 MiB for a kind of piece, computed in less than a
//! second. The player probes the tables in its search, which is alpha-beta.
//!
//! **The invariant.** Every value is that of minimax to the end of the game.

use super::Solve;
use games::MiniChess;
use games::minichess::{Kind, Move, Position, last_row};
use gametree::alternatives::{BoxedEvaluator, OnBoard, ProbCut};
use gametree::score::{loss_in, win_in};
use gametree::{
    Bound, Evaluator, Game, Limits, Observer, Score, Search, SearchResult, Side, SplitMix64, Stats,
};
use std::sync::Arc;

const SQUARES: usize = 30;

/// The number of positions for one kind of piece: two kings, the piece, and the side to move.
const POSITIONS: usize = SQUARES * SQUARES * SQUARES * 2;

/// The third piece of each table; `None` for two bare kings.
const KINDS: [Option<Kind>; 6] = [
    Some(Kind::Queen),
    Some(Kind::Pawn),
    Some(Kind::Rook),
    Some(Kind::Knight),
    Some(Kind::Bishop),
    None,
];

/// The values of all positions with at most three pieces. The third piece belongs to the first player; other positions are
/// mirrored.
pub struct Tables {
    plies: u32,
    /// The values of each kind, by remaining plies and position. A win in `n` plies is `n + 1`, a loss `-n - 1`.
    values: [Vec<i8>; KINDS.len()],
}

/// The place of a position in the tables.
#[derive(Clone, Copy)]
struct Place {
    kind: u8,
    index: u32,
}

/// Returns the place of a position, or `None` if it has too many pieces or not two kings.
fn place(position: &Position) -> Option<Place> {
    let mut piece = None;
    for (square, owner, kind) in position.pieces() {
        if kind != Kind::King {
            if piece.is_some() {
                return None;
            }
            piece = Some((square, owner, kind));
        }
    }
    if piece.is_some_and(|(_, owner, _)| owner == Side::Second) {
        return place(&position.mirrored());
    }
    let kings = [Side::First, Side::Second].map(|player| position.king(player));
    let [Some(own), Some(other)] = kings else {
        return None;
    };
    let square = piece.map_or(0, |(square, _, _)| square);
    let kind = piece.map(|(_, _, kind)| kind);
    let number = KINDS.iter().position(|&known| known == kind)?;
    let index = ((usize::from(own) * SQUARES + usize::from(other)) * SQUARES + square) * 2
        + position.side().index();
    Some(Place {
        kind: number as u8,
        index: index as u32,
    })
}

/// Returns the position at a place, or `None` if two pieces share a square.
fn position(kind: Option<Kind>, index: usize) -> Option<Position> {
    position_at(kind, index, 0)
}

/// Returns the position at a place with `ply` plies played.
fn position_at(kind: Option<Kind>, index: usize, ply: u32) -> Option<Position> {
    let side = [Side::First, Side::Second][index % 2];
    let square = index / 2 % SQUARES;
    let other = index / 2 / SQUARES % SQUARES;
    let own = index / 2 / SQUARES / SQUARES;
    let lone = kind.is_none();
    if own == other || (!lone && (square == own || square == other)) || (lone && square != 0) {
        return None;
    }
    // A pawn on the last row is promoted.
    if kind == Some(Kind::Pawn) && square / 5 == usize::from(last_row(Side::First)) {
        return None;
    }
    let mut position = Position::empty(side, ply);
    position.put(own as u8, Side::First, Kind::King);
    position.put(other as u8, Side::Second, Kind::King);
    if let Some(kind) = kind {
        position.put(square as u8, Side::First, kind);
    }
    Some(position)
}

/// Draws a random position with two kings and a piece after `rounds` moves by each side. Returns `None` if the result is not a
/// legal position.
pub fn drawn(rng: &mut SplitMix64, rounds: u32) -> Option<Position> {
    // The last kind is `None`.
    let kind = KINDS[rng.below(KINDS.len() as u64 - 1) as usize];
    let index = rng.below(POSITIONS as u64) as usize;
    // The piece belongs to either player; the first player has the even plies.
    let mirror = rng.below(2) == 1;
    let second = (index % 2 == 1) != mirror;
    let position = position_at(kind, index, 2 * rounds + u32::from(second))?;
    Some(if mirror {
        position.mirrored()
    } else {
        position
    })
}

/// The children of a position.
enum Moves {
    /// The position does not exist.
    Nowhere,
    /// The game is over at every ply.
    Over(i8),
    /// The children.
    To(Vec<Place>),
}

const fn encoded(score: Score) -> i8 {
    if score > 0 {
        (win_in(0) - score + 1) as i8
    } else if score < 0 {
        -((score - loss_in(0) + 1) as i8)
    } else {
        0
    }
}

/// Returns the value one ply further from the end.
const fn later(value: i8) -> i8 {
    if value > 0 {
        value + 1
    } else if value < 0 {
        value - 1
    } else {
        0
    }
}

/// Orders encoded values: quick wins are best, quick losses worst.
const fn worth(value: i8) -> i16 {
    if value > 0 {
        1_000 - value as i16
    } else if value < 0 {
        -1_000 - value as i16
    } else {
        0
    }
}

impl Tables {
    /// Returns the size of all tables of a game with this ply limit, in bytes.
    #[must_use]
    pub const fn bytes(plies: u32) -> usize {
        POSITIONS * (plies as usize + 1) * KINDS.len()
    }

    /// Computes the tables. Returns `None` as soon as `stop`, which is called regularly, returns true.
    pub fn new(game: &MiniChess, stop: &mut dyn FnMut() -> bool) -> Option<Self> {
        let plies = game.rules.ply_limit;
        let mut moves: [Vec<Moves>; KINDS.len()] = Default::default();
        for (number, kind) in KINDS.into_iter().enumerate() {
            for index in 0..POSITIONS {
                if index % 4_096 == 0 && stop() {
                    return None;
                }
                moves[number].push(reach(game, kind, index));
            }
        }
        let mut values: [Vec<i8>; KINDS.len()] = Default::default();
        for left in 0..=plies as usize {
            for number in 0..KINDS.len() {
                if stop() {
                    return None;
                }
                let layer = layer(game, KINDS[number], left, &moves[number], &values);
                values[number].extend(layer);
            }
        }
        Some(Self { plies, values })
    }

    /// Returns the value of a position for the side to move, or `None` if it has too many pieces.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<Score> {
        let left = self.plies.checked_sub(position.ply())? as usize;
        let place = place(position)?;
        let value = self.values[usize::from(place.kind)][left * POSITIONS + place.index as usize];
        Some(match value {
            0 => 0,
            1.. => win_in(u32::from(value.unsigned_abs()) - 1),
            _ => loss_in(u32::from(value.unsigned_abs()) - 1),
        })
    }

    /// Returns the moves of a position of the tables with their values for the side to move; none if the game is over.
    #[must_use]
    pub fn moves(&self, game: &MiniChess, root: &Position) -> Vec<(Move, Score)> {
        let mut moves = Vec::new();
        if game.expand(root, &mut moves).is_some() {
            return Vec::new();
        }
        let value = |mv: Move| {
            let mut child = *root;
            game.play(&mut child, mv);
            // The distance of a terminal score is counted from the child, so add one ply.
            let score = game.terminal(&child).or_else(|| self.value(&child));
            gametree::score::from_node(-score.unwrap_or(0), 1)
        };
        moves.into_iter().map(|mv| (mv, value(mv))).collect()
    }
}

/// Returns the children of the position at a place.
fn reach(game: &MiniChess, kind: Option<Kind>, index: usize) -> Moves {
    let Some(state) = position(kind, index) else {
        return Moves::Nowhere;
    };
    let mut list = Vec::new();
    if let Some(score) = game.expand(&state, &mut list) {
        return Moves::Over(encoded(score));
    }
    let to = list.into_iter().filter_map(|mv| {
        let mut child = state;
        game.play(&mut child, mv);
        place(&child)
    });
    Moves::To(to.collect())
}

/// Computes the values of one kind of piece with `left` remaining plies.
fn layer(
    game: &MiniChess,
    kind: Option<Kind>,
    left: usize,
    moves: &[Moves],
    values: &[Vec<i8>; KINDS.len()],
) -> Vec<i8> {
    let by_material = |index: usize| {
        let state = position(kind, index);
        encoded(state.map_or(0, |state| game.by_material(&state)))
    };
    let value = |(index, moves): (usize, &Moves)| match moves {
        Moves::Nowhere => 0,
        Moves::Over(value) if left > 0 || *value > 0 => *value,
        _ if left == 0 => by_material(index),
        Moves::Over(value) => *value,
        Moves::To(places) => {
            let replies = places.iter().map(|place| {
                let before = (left - 1) * POSITIONS + place.index as usize;
                later(-values[usize::from(place.kind)][before])
            });
            replies.max_by_key(|&value| worth(value)).unwrap_or(0)
        }
    };
    moves.iter().enumerate().map(value).collect()
}

/// MiniChess in which positions of the tables are terminal.
struct WithTables {
    game: MiniChess,
    tables: Arc<Tables>,
}

impl Game for WithTables {
    type State = Position;
    type Move = Move;
    type Undo = Position;
    const ALTERNATES: bool = true;

    fn side(&self, state: &Position) -> Side {
        self.game.side(state)
    }

    fn moves(&self, state: &Position, out: &mut Vec<Move>) {
        self.game.moves(state, out);
    }

    fn play(&self, state: &mut Position, mv: Move) -> Position {
        self.game.play(state, mv)
    }

    fn undo(&self, state: &mut Position, mv: Move, before: Position) {
        self.game.undo(state, mv, before);
    }

    fn terminal(&self, state: &Position) -> Option<Score> {
        let known = || self.tables.value(state);
        self.game.terminal(state).or_else(known)
    }

    fn key(&self, state: &Position) -> u64 {
        self.game.key(state)
    }
}

/// Adapts an evaluator to the game with tables.
struct Own(Box<dyn Evaluator<MiniChess> + Send>);

impl Evaluator<WithTables> for Own {
    fn evaluate(&mut self, game: &WithTables, state: &Position) -> Score {
        self.0.evaluate(&game.game, state)
    }
}

/// Alpha-beta with endgame tables.
pub struct TableSearch {
    evaluator: fn() -> Box<dyn Evaluator<MiniChess> + Send>,
    memory: u64,
    tables: Option<Arc<Tables>>,
}

impl TableSearch {
    /// Creates a search with an evaluator for positions outside the tables, and tables of at most `memory` bytes.
    #[must_use]
    pub const fn new(evaluator: fn() -> Box<dyn Evaluator<MiniChess> + Send>, memory: u64) -> Self {
        Self {
            evaluator,
            memory,
            tables: None,
        }
    }

    /// Returns the tables. Computes them at first use: near the end of a game, if memory and time suffice.
    fn tables(
        &mut self,
        game: &MiniChess,
        root: &Position,
        limits: &Limits,
    ) -> Option<Arc<Tables>> {
        let needed = root.pieces().count() <= MOST_PIECES;
        let fits = Tables::bytes(game.rules.ply_limit) as u64 <= self.memory;
        if self.tables.is_none() && needed && fits {
            let started = limits.clock.now();
            // At most a quarter of the time.
            let late = |limits: &Limits| {
                let spent = limits.clock.now().saturating_sub(started);
                limits.stop_requested() || limits.time.is_some_and(|time| spent >= time / 4)
            };
            self.tables = Tables::new(game, &mut || late(limits)).map(Arc::new);
        }
        self.tables.clone().filter(|_| needed)
    }
}

impl Solve<MiniChess> for TableSearch {
    fn solve(
        &mut self,
        game: &MiniChess,
        root: &Position,
        limits: &Limits,
        watch: &mut dyn Observer<Move>,
    ) -> SearchResult<Move> {
        let started = limits.clock.now();
        let tables = self.tables(game, root, limits);
        let bytes = tables
            .as_ref()
            .map_or(0, |tables| tables.values.iter().map(Vec::len).sum());
        let spent = limits.clock.now().saturating_sub(started);
        let limits = Limits {
            time: limits.time.map(|time| time.saturating_sub(spent)),
            ..limits.clone()
        };
        let known = tables
            .as_ref()
            .filter(|tables| tables.value(root).is_some());
        let mut result = match (known, tables.clone()) {
            (Some(tables), _) => looked_up(game, root, tables),
            (None, Some(tables)) => {
                let game = WithTables {
                    game: *game,
                    tables,
                };
                let opinions: Vec<BoxedEvaluator<WithTables>> =
                    vec![Box::new(Own((self.evaluator)()))];
                let mut search = OnBoard::new(alphabeta(), opinions, 80, self.memory);
                search.run(&game, root, &limits, &mut &mut *watch)
            }
            (None, None) => {
                let opinions: Vec<BoxedEvaluator<MiniChess>> = vec![(self.evaluator)()];
                let mut search = OnBoard::new(alphabeta(), opinions, 80, self.memory);
                search.run(game, root, &limits, &mut &mut *watch)
            }
        };
        result.stats.peak_bytes = bytes as u64;
        result.stats.time = limits.clock.now().saturating_sub(started);
        result
    }
}

/// With more pieces than this no line of the search reaches the tables.
const MOST_PIECES: usize = 8;

/// Alpha-beta with iterative deepening: ProbCut without predictions.
fn alphabeta() -> Box<ProbCut> {
    Box::new(ProbCut::new(Vec::new(), 0.0))
}

/// Returns the result from the tables: the best move and its value.
fn looked_up(game: &MiniChess, root: &Position, tables: &Tables) -> SearchResult<Move> {
    let moves = tables.moves(game, root).into_iter().rev();
    let (best, score) = match moves.max_by_key(|&(_, value)| value) {
        Some((mv, value)) => (Some(mv), value),
        None => (None, game.terminal(root).unwrap_or(0)),
    };
    SearchResult {
        best,
        score,
        bound: Bound::Exact,
        pv: best.into_iter().collect(),
        depth: u32::from(best.is_some()),
        stopped: false,
        proved: None,
        stats: Stats {
            nodes: 1,
            ..Stats::default()
        },
    }
}
