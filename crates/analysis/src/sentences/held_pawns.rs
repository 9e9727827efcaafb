//! Proofs that a pawn ending is a draw: neither side can force a promotion.
//!
//! Pawns move only forward, so an ending with few pawns has few reachable positions. Retrograde analysis of all of them finds those
//! from which a side can force mate or a promotion. A promotion succeeds unless the new piece is captured at once. The game
//! after it is not searched, so it counts as a possible win of both sides, except that a side without winning material cannot
//! win: one without a pawn, or, against a queen, with a single pawn up to the fourth rank. So a proved draw is a draw, and
//! races in which both sides promote stay undecided.

use std::collections::HashMap;

use chess::{Color, PieceKind, Position, Square};

/// The most positions of a proof. More take too long.
const MOST: usize = 250_000;

/// Returns whether only kings and pawns are left, and at least one pawn.
pub fn is_pawn_ending(position: &Position) -> bool {
    let pawns = position.kind(PieceKind::Pawn);
    pawns.any() && position.occupied() == pawns | position.kind(PieceKind::King)
}

/// Returns whether a pawn ending is proved to be a draw.
pub fn is_drawn(position: &Position) -> bool {
    is_pawn_ending(position)
        && Graph::from(position).is_some_and(|graph| {
            Color::ALL
                .into_iter()
                .filter(|&side| position.pieces(side, PieceKind::Pawn).any())
                .all(|side| !graph.forces(side))
        })
}

/// The result of a position without successors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// This side is mated.
    Mated(Color),
    /// Stalemate, or bare kings.
    Draw,
    /// A promoted piece was not captured. Only this side can win, or both can.
    Promoted(Option<Color>),
}

/// The reachable positions.
struct Graph {
    /// The side to move, and the result of a position without successors.
    nodes: Vec<(Color, Option<End>)>,
    /// The moves: the nodes before and after each.
    edges: Vec<(u32, u32)>,
}

impl Graph {
    /// Generates the positions that are reachable from a position, or returns `None` if there are too many.
    fn from(start: &Position) -> Option<Self> {
        let mut graph = Self {
            nodes: Vec::new(),
            edges: Vec::new(),
        };
        let mut places: HashMap<u64, u32> = HashMap::new();
        let mut open = Vec::new();
        let mut place = |graph: &mut Self, open: &mut Vec<(Position, u32)>, position: &Position| {
            *places.entry(position.key()).or_insert_with(|| {
                let place = graph.nodes.len() as u32;
                let end = end(position);
                graph.nodes.push((position.side_to_move(), end));
                if end.is_none() {
                    open.push((*position, place));
                }
                place
            })
        };
        place(&mut graph, &mut open, start);
        // Three nodes represent all positions after a promotion.
        let winners = [None, Some(Color::White), Some(Color::Black)];
        let promoted = |winner| (Color::White, Some(End::Promoted(winner)));
        graph.nodes.extend(winners.map(promoted));
        while let Some((position, from)) = open.pop() {
            if graph.nodes.len() > MOST {
                return None;
            }
            // After a promotion the new piece is captured at once, or the game is not searched further.
            let has_promoted = !is_pawn_ending(&position);
            let mut has_open_end = false;
            for &m in position.legal_moves().iter() {
                let after = position.after(m);
                let is_open_end = has_promoted && !is_over_or_pawns(&after);
                if is_open_end && has_open_end {
                    continue;
                }
                has_open_end |= is_open_end;
                let to = if is_open_end {
                    let winner = only_winner(&position);
                    let place = winners.iter().position(|&it| it == winner);
                    1 + place.unwrap_or(0) as u32
                } else {
                    place(&mut graph, &mut open, &after)
                };
                graph.edges.push((from, to));
            }
        }
        Some(graph)
    }

    /// Returns whether a side can force mate or a promotion from the first position.
    fn forces(&self, side: Color) -> bool {
        let count = self.nodes.len();
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); count];
        // The moves of each node that do not lead to a forced win yet.
        let mut escapes = vec![0_u32; count];
        for &(from, to) in &self.edges {
            predecessors[to as usize].push(from as usize);
            escapes[from as usize] += 1;
        }
        let is_success = |end: Option<End>| match end {
            Some(End::Promoted(winner)) => winner.is_none_or(|winner| winner == side),
            Some(End::Mated(loser)) => loser != side,
            _ => false,
        };
        let mut forced: Vec<bool> = self.nodes.iter().map(|node| is_success(node.1)).collect();
        let mut open: Vec<usize> = (0..count).filter(|&place| forced[place]).collect();
        while let Some(place) = open.pop() {
            for &from in &predecessors[place] {
                escapes[from] -= 1;
                if !forced[from] && (self.nodes[from].0 == side || escapes[from] == 0) {
                    forced[from] = true;
                    open.push(from);
                }
            }
        }
        forced[0]
    }
}

/// Returns the only side that can win after its promotion, or `None` if both can. A queen never loses against a single pawn
/// that needs three moves to promote.
fn only_winner(position: &Position) -> Option<Color> {
    let other = position.side_to_move();
    let pawns = position.pieces(other, PieceKind::Pawn);
    let far = |pawn: Square| pawn.relative_to(other).rank() as u8 <= 4;
    let queen = position.pieces(!other, PieceKind::Queen).any();
    let harmless = pawns.is_empty() || queen && !pawns.has_several() && pawns.into_iter().all(far);
    harmless.then_some(!other)
}

/// Returns whether the game is over, or only kings and pawns are left again.
fn is_over_or_pawns(position: &Position) -> bool {
    end(position).is_some() || is_pawn_ending(position)
}

/// Returns the result of a finished game.
fn end(position: &Position) -> Option<End> {
    if !position.has_legal_move() {
        return Some(if position.in_check() {
            End::Mated(position.side_to_move())
        } else {
            End::Draw
        });
    }
    position.is_insufficient_material().then_some(End::Draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(fen: &str) -> bool {
        is_drawn(&Position::from_fen(fen).expect("a position"))
    }

    #[test]
    fn the_opposition_decides_one_pawn() {
        // White to move before the king: a draw; Black to move: won.
        assert!(drawn("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1"));
        assert!(!drawn("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"));
        // A rook's pawn with the king in the corner.
        assert!(drawn("k7/8/1K6/P7/8/8/8/8 w - - 0 1"));
    }

    #[test]
    fn locked_pawns_draw_and_a_race_is_undecided() {
        // Locked pawns.
        assert!(drawn("8/8/3k4/p1p1p1p1/P1P1P1P1/3K4/8/8 w - - 0 1"));
        // One pawn promotes and is captured at once; the other is stopped.
        assert!(drawn("2k5/P7/4p3/8/8/8/2K5/8 b - - 0 1"));
        // Both sides promote: undecided.
        assert!(!drawn("8/P7/8/k7/7K/8/p7/8 w - - 0 1"));
        // Not a pawn ending.
        assert!(!drawn("8/8/4k3/8/4K3/4R3/8/8 w - - 0 1"));
    }
}
