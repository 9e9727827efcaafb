//! The functions that JavaScript provides.

use std::time::Duration;

mod sys {
    // SAFETY: the worker of the site provides these functions with these types, and they only read the memory they are given.
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        pub safe fn now() -> f64;
        pub safe fn epoch() -> f64;
        pub safe fn post(at: *const u8, bytes: usize);
        pub safe fn fail(at: *const u8, bytes: usize);
        pub safe fn stopped() -> u32;
        pub safe fn store(name: *const u8, length: usize, from: usize, at: *const u8, bytes: usize);
        pub safe fn remove(name: *const u8, length: usize);
    }
}

/// Returns the time since a fixed moment.
pub(crate) fn now() -> Duration {
    milliseconds(sys::now())
}

/// Returns the time since 1 January 1970, UTC.
pub(crate) fn epoch() -> Duration {
    milliseconds(sys::epoch())
}

fn milliseconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number / 1_000.0).unwrap_or_default()
}

/// Takes a message to the page.
pub(crate) fn post(message: &str) {
    sys::post(message.as_ptr(), message.len());
}

/// Reports a panic.
pub(crate) fn fail(reason: &str) {
    sys::fail(reason.as_ptr(), reason.len());
}

/// Returns the id of a request that the page stopped.
pub(crate) fn stopped() -> Option<u32> {
    Some(sys::stopped()).filter(|&id| id != 0)
}

/// Stores the text of a journal after its first `from` bytes. It replaces what was there.
pub(crate) fn store(name: &str, from: usize, text: &[u8]) {
    sys::store(name.as_ptr(), name.len(), from, text.as_ptr(), text.len());
}

/// Deletes a journal.
pub(crate) fn remove(name: &str) {
    sys::remove(name.as_ptr(), name.len());
}
