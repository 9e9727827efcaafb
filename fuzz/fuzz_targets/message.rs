//! Any message of a page gets one reply in JSON, and never causes a panic. Long requests are left out, because they would slow down
//! the fuzzer.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use web_api::protocol::RequestMessage;
use web_api::{Config, Outbox, WebApi};

fuzz_target!(|text: &str| {
    if let Ok(message) = RequestMessage::parse(text)
        && web_api::answer::is_long(&message.request)
    {
        return;
    }
    let api = WebApi::new(Config::default());
    let page = api.page(Arc::new(Outbox::new(|| ()))).expect("room for one page");
    page.receive(text);
    let reply = page.outbox().take().expect("a reply");
    let reply: serde_json::Value = serde_json::from_str(&reply).expect("JSON");
    assert_eq!(reply["last"], true);
});
