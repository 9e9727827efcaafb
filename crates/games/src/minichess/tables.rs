//! # Tables of all MiniChess positions with few pieces
//!
//! **What it is.** The exact value of every position with two kings and at most one piece more, for every number of plies left: who wins, and in how many
//! plies. Made by *retrograde analysis*: with no ply left the material decides; with one more ply left each position takes the best of what its moves
//! lead to.
//!
//! **Who.** R. Bellman's idea (1965), T. Ströhlein's first tables for chess (1970). The rule that the game ends after so many plies makes it simpler here: the
//! plies left are a part of the position, so there are no circles.
//!
//! **What it costs.** A byte for each position and each number of plies left: less than 3 MiB for a kind of piece, in less than a second. As a player it
//! looks these positions up wherever its search meets them, and is alpha-beta elsewhere.
//!
//! **The invariant.** Every value is that of minimax to the end of the game.

use super::{Kind, MiniChess, Move, Position};
use gametree::alternatives::{OnBoard, Opinion, ProbCut};
use gametree::score::{loss_in, win_in};
use gametree::{
    Bound, Evaluator, Game, Limits, Observer, Player, Score, Search, SearchResult, SplitMix64,
    Stats, Stopped, Walk,
};
use std::sync::Arc;

const SQUARES: usize = 30;

/// Positions of one kind of piece: two kings, the piece, and who moves.
const POSITIONS: usize = SQUARES * SQUARES * SQUARES * 2;

/// The pieces besides the kings for which there are tables; the last one is none at all.
const KINDS: [Option<Kind>; 6] = [
    Some(Kind::Queen),
    Some(Kind::Pawn),
    Some(Kind::Rook),
    Some(Kind::Knight),
    Some(Kind::Bishop),
    None,
];

/// All positions with at most three pieces. The piece is the first player's; the other half are mirror images.
pub struct Tables {
    plies: u32,
    /// For each kind the values: plies left, then position. A win in `n` plies is `n + 1`, a loss `-n - 1`.
    values: [Vec<i8>; KINDS.len()],
}

/// A position in the tables.
#[derive(Clone, Copy)]
struct Place {
    kind: u8,
    index: u32,
}

/// The place of a position; `None` if it has too many pieces or a king too few.
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
    if piece.is_some_and(|(_, owner, _)| owner == Player::Second) {
        return place(&position.mirrored());
    }
    let kings = [Player::First, Player::Second].map(|player| position.king(player));
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

/// The position at a place, if pieces do not stand on each other there.
fn position(kind: Option<Kind>, index: usize) -> Option<Position> {
    position_at(kind, index, 0)
}

/// The same so many plies into the game.
fn position_at(kind: Option<Kind>, index: usize, ply: u32) -> Option<Position> {
    let side = [Player::First, Player::Second][index % 2];
    let square = index / 2 % SQUARES;
    let other = index / 2 / SQUARES % SQUARES;
    let own = index / 2 / SQUARES / SQUARES;
    let lone = kind.is_none();
    if own == other || (!lone && (square == own || square == other)) || (lone && square != 0) {
        return None;
    }
    // A pawn on the last row would be a queen.
    if kind == Some(Kind::Pawn)
        && square / 5 == usize::from(super::geometry::last_row(Player::First))
    {
        return None;
    }
    let mut position = Position::empty(side, ply);
    position.put(own as u8, Player::First, Kind::King);
    position.put(other as u8, Player::Second, Kind::King);
    if let Some(kind) = kind {
        position.put(square as u8, Player::First, kind);
    }
    Some(position)
}

/// A position with two kings and a piece, drawn by chance, after so many moves of both sides. `None`: what was drawn is no position.
pub fn drawn(rng: &mut SplitMix64, rounds: u32) -> Option<Position> {
    // The last kind is no piece at all.
    let kind = KINDS[rng.below(KINDS.len() as u64 - 1) as usize];
    let index = rng.below(POSITIONS as u64) as usize;
    // The piece is anybody's, and whoever begins has the even plies.
    let mirror = rng.below(2) == 1;
    let second = (index % 2 == 1) != mirror;
    let position = position_at(kind, index, 2 * rounds + u32::from(second))?;
    Some(if mirror {
        position.mirrored()
    } else {
        position
    })
}

/// What the moves of a position lead to.
enum Moves {
    /// There is no such position.
    Nowhere,
    /// The game is over, whatever the ply.
    Over(i8),
    /// These positions.
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

/// One ply further from the end.
const fn later(value: i8) -> i8 {
    if value > 0 {
        value + 1
    } else if value < 0 {
        value - 1
    } else {
        0
    }
}

/// How good an encoded value is: quick wins first, slow losses last but one.
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
    /// What all tables of a game with this ply limit take, in bytes.
    #[must_use]
    pub const fn bytes(plies: u32) -> usize {
        POSITIONS * (plies as usize + 1) * KINDS.len()
    }

    /// Makes the tables. `stop` is asked now and then; when it says yes, nothing comes of it.
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

    /// The value of a position for the side to move, if it has few enough pieces.
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

    /// The moves of a position that is in the tables, and what each is worth to its mover; none if the game is over.
    #[must_use]
    pub fn moves(&self, game: &MiniChess, root: &Position) -> Vec<(Move, Score)> {
        let mut moves = Vec::new();
        if game.expand(root, &mut moves).is_some() {
            return Vec::new();
        }
        let value = |mv: Move| {
            let mut child = *root;
            game.play(&mut child, mv);
            // A finished game is counted from itself, so it is one ply further from here.
            let score = game.terminal(&child).or_else(|| self.value(&child));
            gametree::score::from_node(-score.unwrap_or(0), 1)
        };
        moves.into_iter().map(|mv| (mv, value(mv))).collect()
    }
}

/// What the moves of the position at a place lead to.
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

/// The values of one kind of piece with so many plies left.
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

/// MiniChess in which a position of the tables ends the game.
struct WithTables {
    game: MiniChess,
    tables: Arc<Tables>,
}

impl Game for WithTables {
    type State = Position;
    type Move = Move;
    type Undo = Position;
    const ALTERNATES: bool = true;

    fn side(&self, state: &Position) -> Player {
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

/// An evaluator of the game as one of the game with tables.
struct Own(Box<dyn Evaluator<MiniChess> + Send>);

impl Evaluator<WithTables> for Own {
    fn evaluate(&mut self, game: &WithTables, state: &Position) -> Score {
        self.0.evaluate(&game.game, state)
    }
}

/// Alpha-beta that knows the tables.
pub struct TableSearch {
    evaluator: fn() -> Box<dyn Evaluator<MiniChess> + Send>,
    memory: u64,
    tables: Option<Arc<Tables>>,
}

impl TableSearch {
    /// With an evaluator for positions that are not in the tables, and so many bytes for those that are.
    #[must_use]
    pub const fn new(evaluator: fn() -> Box<dyn Evaluator<MiniChess> + Send>, memory: u64) -> Self {
        Self {
            evaluator,
            memory,
            tables: None,
        }
    }

    /// The tables, made when they are needed for the first time: near the end, if there is room for them, and if the time suffices.
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
            // A quarter of the time at most.
            let late = |limits: &Limits| {
                let spent = limits.clock.now().saturating_sub(started);
                limits.stop_requested() || limits.time.is_some_and(|time| spent >= time / 4)
            };
            self.tables = Tables::new(game, &mut || late(limits)).map(Arc::new);
        }
        self.tables.clone().filter(|_| needed)
    }

    fn explore(
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
                let opinions: Vec<Opinion<WithTables>> = vec![Box::new(Own((self.evaluator)()))];
                let mut search = OnBoard::new(alphabeta(), opinions, 80, self.memory);
                search.run(&game, root, &limits, &mut &mut *watch)
            }
            (None, None) => {
                let opinions: Vec<Opinion<MiniChess>> = vec![(self.evaluator)()];
                let mut search = OnBoard::new(alphabeta(), opinions, 80, self.memory);
                search.run(game, root, &limits, &mut &mut *watch)
            }
        };
        result.stats.peak_bytes = bytes as u64;
        result.stats.time = limits.clock.now().saturating_sub(started);
        result
    }
}

/// With more pieces on the board than this no line comes near the tables soon.
const MOST_PIECES: usize = 8;

/// Plain alpha-beta that deepens: ProbCut without a forecast.
fn alphabeta() -> Box<ProbCut> {
    Box::new(ProbCut::new(Vec::new(), 0.0))
}

/// The answer of the tables: the best move and its value.
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

impl Search<MiniChess> for TableSearch {
    /// Inside another search it does the same as by itself.
    fn iteration<O: Observer<Move>>(
        &mut self,
        walk: &mut Walk<'_, MiniChess, O>,
        state: &mut Position,
        depth: u32,
        _: Score,
        _: Score,
    ) -> Result<Score, Stopped> {
        let result = self.explore(walk.game, state, &Limits::depth(depth), walk.watch);
        walk.stats.nodes += result.stats.nodes;
        if let Some(mv) = result.best {
            walk.improve(0, mv, result.score);
        }
        Ok(result.score)
    }

    fn run<O: Observer<Move>>(
        &mut self,
        game: &MiniChess,
        root: &Position,
        limits: &Limits,
        watch: &mut O,
    ) -> SearchResult<Move> {
        self.explore(game, root, limits, watch)
    }

    fn run_window<O: Observer<Move>>(
        &mut self,
        game: &MiniChess,
        root: &Position,
        limits: &Limits,
        _: (Score, Score),
        watch: &mut O,
    ) -> SearchResult<Move> {
        self.explore(game, root, limits, watch)
    }
}
