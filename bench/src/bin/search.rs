//! Measures the same search over two libraries of chess rules: `make bench`.
//!
//! The searches of `gametree` know only the trait `Game`. Here they run over Espalier's own
//! adapter and over an equally plain one for shakmaty, in turn, and the ratio of the best
//! times is printed. The orders of moves differ between the libraries, so the minimax lines
//! compare the same tree and the alpha-beta lines compare nodes per second.
//!
//! Espalier's adapter answers "is there a legal move?" at a leaf by a shortcut that looks for
//! a free pawn. The last column gives the same shortcut to shakmaty.

use std::time::Instant;

use games::{BoardGame, Chess, chess::Material};
use gametree::searches::{AlphaBeta, Minimax};
use gametree::{Evaluator, Game, Limits, Score, Searcher, Side, WIN};
use shakmaty::{Bitboard, CastlingMode, Color, Position as _, Role, attacks, fen::Fen};

const ROUNDS: usize = 5;

/// Name, FEN, depth of minimax, depth of alpha-beta.
const POSITIONS: [(&str, &str, u32, u32); 3] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
        7,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        5,
    ),
    (
        "middle game",
        "r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1",
        4,
        5,
    ),
];

/// Chess by shakmaty. With `SHORTCUT`, leaves look for a free pawn first.
struct Shakmaty<const SHORTCUT: bool>;

impl<const SHORTCUT: bool> Shakmaty<SHORTCUT> {
    fn has_easy_move(state: &shakmaty::Chess) -> bool {
        let (board, us) = (state.board(), state.turn());
        let Some(king) = board.king_of(us) else {
            return false;
        };
        let lines = attacks::queen_attacks(king, Bitboard::EMPTY);
        let free = board.by_piece(us.pawn()).without(lines);
        let steps = match us {
            Color::White => Bitboard(free.0 << 8),
            Color::Black => Bitboard(free.0 >> 8),
        };
        !state.is_check() && steps.without(board.occupied()).any()
    }

    fn stuck(state: &shakmaty::Chess) -> Score {
        if state.is_check() { -WIN } else { 0 }
    }

    fn is_drawn(state: &shakmaty::Chess) -> bool {
        state.halfmoves() >= 100
            || state.board().pawns().is_empty() && state.is_insufficient_material()
    }
}

impl<const SHORTCUT: bool> Game for Shakmaty<SHORTCUT> {
    type State = shakmaty::Chess;
    type Move = shakmaty::Move;
    type Undo = shakmaty::Chess;
    const ALTERNATES: bool = true;

    #[inline(always)]
    fn side(&self, state: &Self::State) -> Side {
        match state.turn() {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        out.extend_from_slice(&state.legal_moves());
    }

    #[inline(always)]
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo {
        let before = state.clone();
        state.play_unchecked(mv);
        before
    }

    #[inline(always)]
    fn undo(&self, state: &mut Self::State, _: Self::Move, before: Self::Undo) {
        *state = before;
    }

    #[inline]
    fn terminal(&self, state: &Self::State) -> Option<Score> {
        let easy = SHORTCUT && Self::has_easy_move(state);
        if !easy && state.legal_moves().is_empty() {
            return Some(Self::stuck(state));
        }
        Self::is_drawn(state).then_some(0)
    }

    #[inline]
    fn expand(&self, state: &Self::State, out: &mut Vec<Self::Move>) -> Option<Score> {
        let moves = state.legal_moves();
        if moves.is_empty() {
            return Some(Self::stuck(state));
        }
        if Self::is_drawn(state) {
            return Some(0);
        }
        out.extend_from_slice(&moves);
        None
    }

    /// Only compared before and after a search, so the squares are enough.
    fn key(&self, state: &Self::State) -> u64 {
        u64::from(state.board().occupied()) ^ state.turn() as u64
    }
}

/// The same material count as Espalier's.
#[derive(Clone)]
struct ShakmatyMaterial;

impl<const SHORTCUT: bool> Evaluator<Shakmaty<SHORTCUT>> for ShakmatyMaterial {
    #[inline]
    fn evaluate(&mut self, _: &Shakmaty<SHORTCUT>, state: &shakmaty::Chess) -> Score {
        let board = state.board();
        let worth = |color| {
            let own = board.by_color(color);
            let count = |role| (own & board.by_role(role)).count() as Score;
            100 * count(Role::Pawn)
                + 300 * (count(Role::Knight) + count(Role::Bishop))
                + 500 * count(Role::Rook)
                + 900 * count(Role::Queen)
        };
        worth(state.turn()) - worth(!state.turn())
    }
}

/// Returns nodes, score and seconds of one search.
fn timed<G: Game>(
    search: &mut impl Searcher<G>,
    game: &G,
    root: &G::State,
    depth: u32,
) -> (u64, Score, f64) {
    let start = Instant::now();
    let result = search.search(game, root, &Limits::depth(depth));
    (
        result.stats.nodes,
        result.score,
        start.elapsed().as_secs_f64(),
    )
}

fn main() {
    println!(
        "Million nodes a second, best of {ROUNDS}; ratios to shakmaty, plain and with the leaf shortcut"
    );
    println!(
        "{:24} {:>6} {:>9} {:>9} {:>9} {:>7} {:>9}",
        "", "depth", "espalier", "shakmaty", "shortcut", "ratio", "shortcut"
    );
    for (name, fen, minimax_depth, alphabeta_depth) in POSITIONS {
        let ours = Chess::default().read_position(fen).expect("a right FEN");
        let theirs: shakmaty::Chess = fen
            .parse::<Fen>()
            .expect("a right FEN")
            .into_position(CastlingMode::Standard)
            .expect("a right position");
        for (search, depth) in [("minimax", minimax_depth), ("alpha-beta", alphabeta_depth)] {
            let minimax = search == "minimax";
            let mut best = [0.0_f64; 3];
            for _ in 0..ROUNDS {
                let runs = if minimax {
                    [
                        timed(&mut Minimax::new(Material), &Chess::default(), &ours, depth),
                        timed(
                            &mut Minimax::new(ShakmatyMaterial),
                            &Shakmaty::<false>,
                            &theirs,
                            depth,
                        ),
                        timed(
                            &mut Minimax::new(ShakmatyMaterial),
                            &Shakmaty::<true>,
                            &theirs,
                            depth,
                        ),
                    ]
                } else {
                    [
                        timed(
                            &mut AlphaBeta::new(Material),
                            &Chess::default(),
                            &ours,
                            depth,
                        ),
                        timed(
                            &mut AlphaBeta::new(ShakmatyMaterial),
                            &Shakmaty::<false>,
                            &theirs,
                            depth,
                        ),
                        timed(
                            &mut AlphaBeta::new(ShakmatyMaterial),
                            &Shakmaty::<true>,
                            &theirs,
                            depth,
                        ),
                    ]
                };
                assert!(
                    runs.iter().all(|run| run.1 == runs[0].1),
                    "the values differ"
                );
                assert!(
                    !minimax || runs.iter().all(|run| run.0 == runs[0].0),
                    "the nodes differ"
                );
                for (best, (nodes, _, seconds)) in best.iter_mut().zip(runs) {
                    *best = best.max(nodes as f64 / seconds / 1e6);
                }
            }
            println!(
                "{name:12} {search:11} {depth:>6} {:9.1} {:9.1} {:9.1} {:7.2} {:9.2}",
                best[0],
                best[1],
                best[2],
                best[0] / best[1],
                best[0] / best[2]
            );
        }
    }
}
