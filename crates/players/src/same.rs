//! From a value that is about one game to the same value about any game, if the two games are one.

use std::any::Any;

/// The same value, if the two types are one: what is known to play chess plays `G` where `G` is chess.
pub(crate) fn same<A: 'static, B: 'static>(value: A) -> Option<B> {
    let mut value = Some(value);
    let slot: &mut dyn Any = &mut value;
    slot.downcast_mut::<Option<B>>()?.take()
}
