//! The page of this instance, and the functions that JavaScript calls.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use gametree::clock::{self, Source};
use web_api::{Config, Outbox, PageHandle, WebApi};

use crate::data;
use crate::imports;
use crate::journals::{self, Journals};
use crate::timers::{self, Inline};

static PAGE: OnceLock<PageHandle> = OnceLock::new();

/// The buffer of the next message.
static MESSAGE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Opens the page of this instance.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    std::panic::set_hook(Box::new(|panic| imports::fail(&panic.to_string())));
    let source = Source {
        monotonic: timers::now,
        since_epoch: imports::epoch,
    };
    clock::install(source).expect("start is called once, before the time is read");
    let config = Config {
        spawn: Arc::new(Inline),
        store: Some(Arc::new(Journals)),
        data: data::read,
        ..Config::default()
    };
    let outbox = Arc::new(Outbox::new(post));
    let page = WebApi::new(config).page(outbox);
    let page = page.expect("the first page of an instance is never refused");
    _ = PAGE.set(page);
}

/// Returns the address of a buffer for the next message.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(bytes: usize) -> *mut u8 {
    let mut message = MESSAGE.lock().unwrap_or_else(PoisonError::into_inner);
    *message = vec![0; bytes];
    message.as_mut_ptr()
}

/// Answers the message in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    let message = take();
    if let Some(page) = PAGE.get() {
        page.receive(&String::from_utf8_lossy(&message));
    }
}

/// Gives the instance the journal in the buffer: its name, a line end, and its text.
#[unsafe(no_mangle)]
pub extern "C" fn restore() {
    journals::restore(&take());
}

/// Gives the instance the data file in the buffer: its name, a line end, and its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn provide() {
    data::provide(&take());
}

/// Removes the journals of the instance from memory.
#[unsafe(no_mangle)]
pub extern "C" fn forget() {
    journals::forget();
}

/// Takes the buffer.
fn take() -> Vec<u8> {
    std::mem::take(&mut *MESSAGE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Posts every message that waits.
fn post() {
    while let Some(message) = PAGE.get().and_then(|page| page.outbox().take()) {
        imports::post(&message);
    }
}

/// Stops a request of the page.
pub(crate) fn stop(id: u32) {
    if let Some(page) = PAGE.get() {
        page.receive(&format!(r#"{{"id":0,"ask":"stop","job":{id}}}"#));
    }
}
