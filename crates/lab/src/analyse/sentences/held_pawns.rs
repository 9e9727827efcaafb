//! A proof that a pawn ending is a draw: neither side can force a pawn through.
//!
//! Pawns only go forward, so few positions can come up in an ending of a few pawns. All of them are written down, and then it is
//! found out backwards from which of them a side can force a mate or a promotion, whatever the other side does. A promotion counts
//! as success unless the new piece is taken at once. What comes after it is not looked at, so it counts for the other side, too, unless
//! that has nothing left to win with: no pawn, or against a queen a single one that has not crossed the middle by more than a rank. So
//! what is found to be held is held, and races in which both promote are left open.

use std::collections::HashMap;

use chess::{Color, PieceKind, Position, Square};

/// Positions to look at, at most; more are not worth the wait.
const MOST: usize = 250_000;

/// Whether only kings and pawns are left, and at least one pawn.
pub fn is_pawn_ending(position: &Position) -> bool {
    let pawns = position.kind(PieceKind::Pawn);
    pawns.any() && position.occupied() == pawns | position.kind(PieceKind::King)
}

/// Whether it is proved that a pawn ending is a draw.
pub fn is_drawn(position: &Position) -> bool {
    is_pawn_ending(position)
        && Graph::from(position).is_some_and(|graph| {
            Color::ALL
                .into_iter()
                .filter(|&side| position.pieces(side, PieceKind::Pawn).any())
                .all(|side| !graph.forces(side))
        })
}

/// How a position that nobody plays on from counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// This side is mated.
    Mated(Color),
    /// Stalemate, or bare kings.
    Draw,
    /// Somebody has promoted, and the new piece stands. Who may win from there, this side or, if there is none, either.
    Promoted(Option<Color>),
}

/// Every position that can come up.
struct Graph {
    /// Who is to move, and how it ends there if it does.
    nodes: Vec<(Color, Option<End>)>,
    /// From, to.
    edges: Vec<(u32, u32)>,
}

impl Graph {
    /// All that can come up; `None` if that is too much.
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
        // Three places stand for everything that comes after a promotion.
        let through = [None, Some(Color::White), Some(Color::Black)];
        for winner in through {
            graph
                .nodes
                .push((Color::White, Some(End::Promoted(winner))));
        }
        while let Some((position, from)) = open.pop() {
            if graph.nodes.len() > MOST {
                return None;
            }
            // Somebody has just promoted: the new piece is taken at once, or it stands.
            let promoted = !is_pawn_ending(&position);
            let mut stands = false;
            for &m in position.legal_moves().iter() {
                let after = position.after(m);
                let is_left_open = promoted && !is_over_or_pawns(&after);
                if is_left_open && stands {
                    continue;
                }
                stands |= is_left_open;
                let to = if is_left_open {
                    let winner = only_winner(&position);
                    let place = through.iter().position(|&it| it == winner);
                    1 + place.unwrap_or(0) as u32
                } else {
                    place(&mut graph, &mut open, &after)
                };
                graph.edges.push((from, to));
            }
        }
        Some(graph)
    }

    /// Whether a side can force a mate or a promotion from the first position.
    fn forces(&self, side: Color) -> bool {
        let count = self.nodes.len();
        // For each position the places from which it is reached, one after the other.
        let mut first = vec![0_u32; count + 1];
        for &(_, to) in &self.edges {
            first[to as usize + 1] += 1;
        }
        for place in 0..count {
            first[place + 1] += first[place];
        }
        let mut next = first.clone();
        let mut before = vec![0_u32; self.edges.len()];
        // How many answers the other side has that are not lost yet.
        let mut ways_out = vec![0_u32; count];
        for &(from, to) in &self.edges {
            before[next[to as usize] as usize] = from;
            next[to as usize] += 1;
            ways_out[from as usize] += 1;
        }
        let mut forced = vec![false; count];
        let mut news: Vec<usize> = (0..count)
            .filter(|&place| match self.nodes[place].1 {
                Some(End::Promoted(winner)) => winner.is_none_or(|winner| winner == side),
                Some(End::Mated(loser)) => loser != side,
                _ => false,
            })
            .collect();
        for &place in &news {
            forced[place] = true;
        }
        while let Some(place) = news.pop() {
            for &from in &before[first[place] as usize..first[place + 1] as usize] {
                let from = from as usize;
                ways_out[from] -= 1;
                if !forced[from] && (self.nodes[from].0 == side || ways_out[from] == 0) {
                    forced[from] = true;
                    news.push(from);
                }
            }
        }
        forced[0]
    }
}

/// Who alone may win after a promotion, the other side being to move: nobody has ever lost with a queen against a single pawn that
/// needs three moves to promote.
fn only_winner(position: &Position) -> Option<Color> {
    let other = position.side_to_move();
    let pawns = position.pieces(other, PieceKind::Pawn);
    let far = |pawn: Square| pawn.relative_to(other).rank() as u8 <= 4;
    let queen = position.pieces(!other, PieceKind::Queen).any();
    let harmless = pawns.is_empty() || queen && !pawns.has_several() && pawns.into_iter().all(far);
    harmless.then_some(!other)
}

/// Whether the position decides by itself, or is one of kings and pawns again.
fn is_over_or_pawns(position: &Position) -> bool {
    end(position).is_some() || is_pawn_ending(position)
}

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
    fn locked_pawns_are_held_and_a_race_is_left_open() {
        // A wall with no way through.
        assert!(drawn("8/8/3k4/p1p1p1p1/P1P1P1P1/3K4/8/8 w - - 0 1"));
        // The pawn promotes and is taken at once; the other is stopped.
        assert!(drawn("2k5/P7/4p3/8/8/8/2K5/8 b - - 0 1"));
        // Both promote: that is not looked into.
        assert!(!drawn("8/P7/8/k7/7K/8/p7/8 w - - 0 1"));
        // Not a pawn ending.
        assert!(!drawn("8/8/4k3/8/4K3/4R3/8/8 w - - 0 1"));
    }
}
