//! The way to a page, whatever carries it.

/// Takes messages for a page.
pub trait Outbox: Send + Sync {
    /// Takes a message if there is room for it now, and says whether it did.
    fn offer(&self, message: String) -> bool;

    /// Takes a message, and waits for room if there is none.
    fn push(&self, message: String);
}
