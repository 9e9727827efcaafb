//! Lists of pieces: the first one that ranks a move decides.

use super::{OrderNode, Orderer, Rank};
use crate::game::Game;

/// A list fixed at compile time: a tuple of two to six pieces.
macro_rules! row {
    ($($piece:ident . $place:tt),+) => {
        impl<G: Game, $($piece: Orderer<G>),+> Orderer<G> for ($($piece,)+) {
            #[inline]
            fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank> {
                let mut before = 0;
                $(
                    if let Some(rank) = self.$place.rank(node, mv) {
                        return Some(rank.after(before));
                    }
                    before += self.$place.bands();
                )+
                let _ = before;
                None
            }
            fn cutoff(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) {
                $(self.$place.cutoff(node, mv);)+
            }
            fn begin(&mut self) {
                $(self.$place.begin();)+
            }
            fn bands(&self) -> u8 {
                0 $(+ self.$place.bands())+
            }
            #[inline]
            fn keeps_generator_order(&self) -> bool {
                true $(&& self.$place.keeps_generator_order())+
            }
        }
    };
}

row!(A.0, B.1);
row!(A.0, B.1, C.2);
row!(A.0, B.1, C.2, D.3);
row!(A.0, B.1, C.2, D.3, E.4);
row!(A.0, B.1, C.2, D.3, E.4, F.5);

/// A list chosen at run time.
impl<G: Game, R: Orderer<G> + ?Sized> Orderer<G> for Vec<Box<R>> {
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank> {
        let mut before = 0;
        for piece in self {
            if let Some(rank) = piece.rank(node, mv) {
                return Some(rank.after(before));
            }
            before += piece.bands();
        }
        None
    }
    fn cutoff(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) {
        for piece in self {
            piece.cutoff(node, mv);
        }
    }
    fn begin(&mut self) {
        for piece in self {
            piece.begin();
        }
    }
    fn bands(&self) -> u8 {
        self.iter().map(|piece| piece.bands()).sum()
    }
    fn keeps_generator_order(&self) -> bool {
        self.iter().all(|piece| piece.keeps_generator_order())
    }
}
