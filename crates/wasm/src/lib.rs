//! `web_api` in a worker of a browser, for the static site.
//!
//! The interface is written by hand, because it is small:
//!
//! | function | direction | contract |
//! |---|---|---|
//! | `start()` | export | opens the page of this instance; called once, first |
//! | `allocate(bytes)` | export | returns the address of a buffer for the next message |
//! | `ask()` | export | answers the message in the buffer, and returns after its last answer |
//! | `restore()` | export | gives the instance the journal in the buffer: its name, a line end, and its text |
//! | `provide()` | export | gives the instance the data file in the buffer: its name, a line end, and its bytes |
//! | `forget()` | export | removes the journals of the instance from memory |
//! | `now()`, `epoch()` | import | milliseconds since a fixed moment, and since 1970 |
//! | `post(at, bytes)` | import | takes one message to the page: JSON as UTF-8 |
//! | `fail(at, bytes)` | import | takes the text of a panic; the instance cannot be used after it |
//! | `stopped()` | import | returns the id of a request that the page stopped, or 0 |
//! | `store(name, length, from, at, bytes)` | import | stores the text of a journal from the offset `from` to its end |
//! | `remove(name, length)` | import | deletes a journal |
//!
//! An instance has one thread, so `ask` answers a long request before it returns. During a search, the reading of the
//! clock calls [`timers`], which also asks `stopped`: so a stop ends a search as it does natively, with the best move so far.
//! A request that does not read the clock is ended by its page, which terminates the worker.
//!
//! On other targets the crate is empty.

#![cfg(target_family = "wasm")]

mod data;
mod imports;
mod instance;
mod journals;
mod timers;
