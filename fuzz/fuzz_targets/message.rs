//! Whatever a page sends, the desk answers in JSON or not at all, and never with a panic. Questions that take long are left out:
//! a fuzzer has no patience.
#![no_main]

use std::sync::Arc;

use desk::protocol::Asked;
use desk::{Config, Desk, Outbox};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(asked) = Asked::read(text)
        && desk::answer::is_long(&asked.ask)
    {
        return;
    }
    let desk = Desk::new(Config::default());
    let page = desk.page(Arc::new(Outbox::new(|| ()))).expect("room for one page");
    page.hear(text);
    while let Some(said) = page.outbox().take() {
        let said: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        assert!(said["say"].is_string());
    }
});
